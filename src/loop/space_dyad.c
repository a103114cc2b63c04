/* SPDX-License-Identifier: MIT
 *
 * Dyads in space: a turn or a slide brings a point to the distance that a body has between two of
 * its joints, then the body is turned towards it. Rates and bias are the answer of three columns.
 * theory (9.21)-(9.27) */
#include "loop/space_inside.h"

/* ---- A point at a distance ------------------------------------------------------------------ */

/* Turns (rad) that rounding may ask for. */
static const double small_turn = 1e-8;

/* cos and sin of the turn psi after which a cos psi + b sin psi = k; of both the one on the side of
 * the turn that is looked for. (9.21) */
static Vec2 solve_turn(SpaceWork *w, int d, Vec2 ab, double k, double hint) {
    const double square = vec2_dot(ab, ab), left = square - k * k, per = 1 / square;
    note_radicand(w, d, left * per);
    const bool back = ab.y * cos(hint) > ab.x * sin(hint);
    const double root = (back ? -1 : 1) * sqrt(left > 0 ? left : 0);
    return vec2(per * (ab.x * k - ab.y * root), per * (ab.y * k + ab.x * root));
}

/* The same where it is a distance that is asked for, from `to` to what `from` becomes, at these
 * heights over each other: what rounding left of it, which is more the shorter it is, is put right.
 */
static Vec2 solve_distance(SpaceWork *w, int d, Vec2 from, Vec2 to, double off, double square,
                           double hint) {
    const double k = 0.5 * (vec2_dot(from, from) + vec2_dot(to, to) + off * off - square);
    const Vec2 turn = solve_turn(w, d, vec2(vec2_dot(from, to), vec2_cross(from, to)), k, hint);
    const Vec2 there = vec2(turn.x * from.x - turn.y * from.y, turn.y * from.x + turn.x * from.y),
               way = vec2_sub(there, to);
    const double slope = 2 * vec2_cross(there, way), more = vec2_dot(way, way) + off * off - square;
    const double by = fabs(more) < small_turn * fabs(slope) ? -more / slope : 0;
    return vec2(turn.x - by * turn.y, turn.y + by * turn.x);
}

/* Of g + s e at a distance: of both s that on the side of the hint. (9.22) */
static double solve_slide(SpaceWork *w, int d, Vec3 g, Vec3 e, double square, double hint) {
    const double middle = -vec3_dot(g, e);
    const Vec3 off = vec3_add(g, vec3_scale(middle, e));
    const double left = square - vec3_dot(off, off), half = sqrt(left > 0 ? left : 0);
    note_radicand(w, d, left / square);
    const double s = hint >= middle ? middle + half : middle - half;
    const Vec3 way = vec3_add(g, vec3_scale(s, e));
    const double slope = 2 * vec3_dot(way, e), more = vec3_dot(way, way) - square;
    return fabs(more) < small_turn * fabs(slope) ? s - more / slope : s;
}

/* The turn of its stem by which the point `local` of its body is so far from `from`. */
static void turn_to(SpaceWork *w, int d, int k, Vec3 local, Vec3 from, double square) {
    const Stem *stem = &w->chain->stem[k];
    const SpaceBody *parent = &w->body[stem->parent];
    const AxisName axis = stem->axis[0];
    const Axes base = jd_stem_base(w, stem);
    const Vec3 r1 = axes_in(&stem->far_axes, vec3_sub(local, stem->far_p)),
               r2 = axes_in(&base, vec3_sub(from, space_point(parent, stem->near_p)));
    const Vec2 a = beside(r1, axis), b = beside(r2, axis);
    const double off = part_of(r1, axis) - part_of(r2, axis);
    const double hint = stem_sense(stem) * w->q[stem->q];
    const Vec2 to = solve_distance(w, d, a, b, off, square, hint);
    jd_stem_turn(w, k, &base, to.x, to.y);
}

static void slide_to(SpaceWork *w, int d, int k, Vec3 local, Vec3 from, double square) {
    const Stem *stem = &w->chain->stem[k];
    const SpaceBody *parent = &w->body[stem->parent];
    const Axes base = jd_stem_base(w, stem);
    const Vec3 e = stem_axis(stem, &base);
    const Vec3 r = axes_out(&base, axes_in(&stem->far_axes, vec3_sub(local, stem->far_p)));
    const Vec3 g = vec3_sub(vec3_add(space_point(parent, stem->near_p), r), from);
    jd_stem_slide(w, k, &base, solve_slide(w, d, g, e, square, w->q[stem->q]));
}

/* All bodies that the spin of a dyad turns, about its line. */
static void answer_three(SpaceWork *w, int d);
static void swing(SpaceWork *w, int d, Vec2 by) {
    const SpaceDyad *dyad = &w->chain->dyad[d];
    const Vec3 A = w->answer[d].A, u = w->answer[d].u;
    for (int n = 0; n < dyad->stems; n++) {
        const Stem *stem = &w->chain->stem[dyad->stem[n]];
        if (dyad->stem[n] != dyad->aim && stem->parent != w->chain->stem[dyad->aim].body) continue;
        SpaceBody *body = &w->body[stem->body];
        const Axes R = body->R;
        body->R = (Axes){swung(u, by, R.x), swung(u, by, R.y), swung(u, by, R.z)};
        body->p = vec3_add(A, swung(u, by, vec3_sub(body->p, A)));
        w->tip[dyad->stem[n]] = vec3_add(A, swung(u, by, vec3_sub(w->tip[dyad->stem[n]], A)));
        for (int f = 0; f < stem->frees; f++) {
            Vec3 *axis = &w->axis[stem->u + f];
            *axis = swung(u, by, *axis);
        }
    }
    answer_three(w, d);
}

static void spin_to(SpaceWork *w, int d, Vec3 point, Vec3 from, double square) {
    const int found = w->chain->dyad[d].found;
    const Vec3 A = w->answer[found].A, u = w->answer[found].u;
    const Vec3 r1 = vec3_sub(point, A), r2 = vec3_sub(from, A);
    const double h1 = vec3_dot(u, r1), h2 = vec3_dot(u, r2), off = h1 - h2;
    const Vec3 a = vec3_sub(r1, vec3_scale(h1, u)), b = vec3_sub(r2, vec3_scale(h2, u));
    const double size = vec3_norm(a);
    const Vec3 x = vec3_scale(1 / size, a), y = vec3_cross(u, x);
    swing(
        w, found,
        solve_distance(w, d, vec2(size, 0), vec2(vec3_dot(b, x), vec3_dot(b, y)), off, square, 0));
}

/* ---- A body towards a point ----------------------------------------------------------------- */

static void aim_turn(SpaceWork *w, int k, Vec3 arm, Vec3 u) {
    const Stem *stem = &w->chain->stem[k];
    const Axes base = jd_stem_base(w, stem);
    const Vec2 from = beside(axes_in(&stem->far_axes, arm), stem->axis[0]),
               to = beside(axes_in(&base, u), stem->axis[0]);
    const double per = 1 / sqrt(vec2_dot(from, from) * vec2_dot(to, to));
    jd_stem_turn(w, k, &base, per * vec2_dot(from, to), per * vec2_cross(from, to));
}

/* The two axes of a universal joint, of which the first is on what carries it: that now, the other
 * one on the body and, as it would be with the first turn at zero, now; the first turn in the
 * state; their cosine. */
typedef struct {
    Vec3 first, second_on, second_zero;
    double turn, cosine;
} Cross;

static Cross cross_of(const SpaceWork *w, const SpaceDyad *d) {
    const Stem *aim = &w->chain->stem[d->aim];
    if (d->ring >= 0) {
        const Stem *ring = &w->chain->stem[d->ring];
        const Axes base = jd_stem_base(w, ring);
        const Vec3 on_ring = axes_at(&aim->near_axes, aim->axis[0]);
        return (Cross){axes_at(&base, ring->axis[0]), axes_at(&aim->far_axes, aim->axis[0]),
                       axes_out(&base, axes_in(&ring->far_axes, on_ring)),
                       stem_sense(ring) * w->q[ring->q],
                       vec3_dot(on_ring, axes_at(&ring->far_axes, ring->axis[0]))};
    }
    const Axes base = jd_stem_base(w, aim);
    const int first = aim->reversed, second = !first;
    return (Cross){axes_at(&base, aim->axis[first]), axes_at(&aim->far_axes, aim->axis[second]),
                   axes_at(&base, aim->axis[second]), (first ? -1 : 1) * w->q[aim->q + first], 0};
}

/* The joint of a universal one that is two turns, or of it whole, has these axes now. */
static void set_cross(SpaceWork *w, const SpaceDyad *d, Vec3 first, Vec3 second) {
    const Stem *aim = &w->chain->stem[d->aim];
    if (d->ring >= 0) {
        const Stem *ring = &w->chain->stem[d->ring];
        w->axis[ring->u] = vec3_scale(stem_sense(ring), first);
        w->axis[aim->u] = vec3_scale(stem_sense(aim), second);
    } else {
        w->axis[aim->u + aim->reversed] = vec3_scale(stem_sense(aim), first);
        w->axis[aim->u + !aim->reversed] = vec3_scale(stem_sense(aim), second);
    }
}

/* (9.23) The second axis has known angles with the first one and with u. */
static void aim_universal(SpaceWork *w, const SpaceDyad *d, Vec3 A, Vec3 arm, Vec3 u) {
    const Cross is = cross_of(w, d);
    const Vec3 side = vec3_cross(is.first, u);
    const double across = vec3_dot(side, side), g = vec3_dot(is.first, u), k1 = is.cosine,
                 k2 = d->own ? vec3_dot(is.second_on, arm) / vec3_norm(arm) : d->cosine,
                 per = 1 / across, a = per * (k1 - g * k2), b = per * (k2 - g * k1),
                 left = 1 - a * k1 - b * k2;
    const Vec3 now = swung(is.first, direction(is.turn), is.second_zero);
    const double c = sqrt((left > 0 ? left : 0) * per) * (vec3_dot(now, side) < 0 ? -1 : 1);
    Vec3 second =
        vec3_add(vec3_scale(a, is.first), vec3_add(vec3_scale(b, u), vec3_scale(c, side)));
    /* Next to the singular position what rounding made of both angles is put right. */
    const double off1 = k1 - vec3_dot(is.first, second), off2 = k2 - vec3_dot(u, second);
    second = vec3_add(second, vec3_add(vec3_scale(per * (off1 - g * off2), is.first),
                                       vec3_scale(per * (off2 - g * off1), u)));
    note_radicand(w, (int)(d - w->chain->dyad), left);
    set_cross(w, d, is.first, second);
    if (d->ring >= 0) {
        const Stem *ring = &w->chain->stem[d->ring], *aim = &w->chain->stem[d->aim];
        const Axes on = axes_along(axes_at(&ring->far_axes, ring->axis[0]),
                                   axes_at(&aim->near_axes, aim->axis[0])),
                   there = axes_along(is.first, second), R = axes_with(&there, &on);
        stem_turned(w, d->ring, &R, A);
    }
    const Axes on = d->own ? axes_along(arm, is.second_on) : d->on, there = axes_along(u, second),
               R = axes_with(&there, &on);
    stem_turned(w, d->aim, &R, A);
}

/* The smallest turn from where the state has it. Its rates are along two directions normal to u,
 * and along u. */
static void aim_ball(SpaceWork *w, const SpaceDyad *d, Vec3 A, Vec3 arm, Vec3 u) {
    const Stem *stem = &w->chain->stem[d->aim];
    jd_stem_place(w, d->aim, w->q + stem->q);
    const Axes was = w->body[stem->body].R;
    const Vec3 from = vec3_unit(axes_out(&was, arm)), v = vec3_cross(from, u);
    const double c = vec3_dot(from, u), per = 1 / (1 + c);
    if (!(c > -0.9)) w->closed = false;
    const Vec3 at[3] = {was.x, was.y, was.z};
    Vec3 to[3];
    for (int n = 0; n < 3; n++)
        to[n] = vec3_add(vec3_add(vec3_scale(c, at[n]), vec3_cross(v, at[n])),
                         vec3_scale(per * vec3_dot(v, at[n]), v));
    const Vec3 x = vec3_unit(to[0]), z = vec3_unit(vec3_cross(x, to[1]));
    const Axes R = {x, vec3_cross(z, x), z};
    stem_turned(w, d->aim, &R, A);
    const Vec3 side = fabs(u.x) < 0.6 ? vec3(1, 0, 0) : vec3(0, 1, 0);
    Vec3 *axis = w->axis + stem->u;
    axis[0] = vec3_unit(vec3_cross(side, u));
    axis[1] = vec3_cross(u, axis[0]);
    axis[2] = u;
}

/* ---- Places --------------------------------------------------------------------------------- */

/* From the joint where the aimed body turns to C, on that body; what slides on it is at s. */
static Vec3 arm_of(const SpaceChain *chain, const SpaceDyad *d, double s) {
    const Stem *aim = &chain->stem[d->aim];
    const SpaceClosing *closing = &chain->closing[d->closing];
    Vec3 C = closing->at[d->side];
    if (d->own) {
        const Stem *slide = &chain->stem[d->move];
        const Vec3 e =
            vec3_scale(slide->reversed ? -s : s, axes_at(&slide->near_axes, slide->axis[0]));
        const Vec3 on = axes_in(&slide->far_axes, vec3_sub(C, slide->far_p));
        C = vec3_add(vec3_add(slide->near_p, e), axes_out(&slide->near_axes, on));
    }
    return vec3_sub(C, aim->far_p);
}

/* In a plane only what is normal to the axis counts. */
static Vec3 flattened(const SpaceChain *chain, const SpaceDyad *d, Vec3 v) {
    if (d->how != AIM_TURN) return v;
    const Stem *aim = &chain->stem[d->aim];
    const Vec3 e = axes_at(&aim->far_axes, aim->axis[0]);
    return vec3_sub(v, vec3_scale(vec3_dot(v, e), e));
}

static double square_of(Vec3 v) {
    return vec3_dot(v, v);
}

void jd_space_dyad_measure(SpaceChain *chain, SpaceDyad *d) {
    if (d->aim < 0) return;
    const Stem *aim = &chain->stem[d->aim];
    d->arm = arm_of(chain, d, 0);
    d->square = square_of(flattened(chain, d, d->arm));
    if (d->how != AIM_UNIVERSAL) return;
    const AxisName axis = aim->axis[d->ring < 0 && !aim->reversed];
    const Vec3 second = axes_at(&aim->far_axes, axis);
    d->on = axes_along(d->arm, second);
    d->cosine = vec3_dot(second, d->on.x);
}

static Vec3 joint_point(const SpaceWork *w, int k) {
    const Stem *stem = &w->chain->stem[k];
    return space_point(&w->body[stem->parent], stem->near_p);
}

/* The point that a turn, a slide or a spin moves, on what it moves; from where it has to keep its
 * distance. */
static void move_to(SpaceWork *w, int d, Vec3 local, int body, Vec3 from, double square) {
    const SpaceDyad *dyad = &w->chain->dyad[d];
    if (dyad->found >= 0)
        spin_to(w, d, space_point(&w->body[body], local), from, square);
    else if (w->chain->stem[dyad->move].kind[0] == FREE_TURN)
        turn_to(w, d, dyad->move, local, from, square);
    else
        slide_to(w, d, dyad->move, local, from, square);
}

/* A rod in a plane: its end points may be at different heights over it, and only the part in it
 * counts. */
static Vec3 level(const SpaceWork *w, const SpaceDyad *d, Vec3 point, Vec3 with, int root) {
    if (d->how != AIM_TURN) return point;
    const Stem *aim = &w->chain->stem[d->aim];
    const Axes base = axes_on(&w->body[root].R, &aim->near_axes);
    const Vec3 e = axes_at(&base, aim->axis[0]);
    return vec3_add(point, vec3_scale(vec3_dot(vec3_sub(with, point), e), e));
}

static void place_aimed(SpaceWork *w, int d) {
    const SpaceDyad *dyad = &w->chain->dyad[d];
    const SpaceClosing *closing = &w->chain->closing[dyad->closing];
    const Stem *aim = &w->chain->stem[dyad->aim];
    SpaceAnswer *answer = &w->answer[d];
    const int other = !dyad->side;
    double s = 0;
    if (dyad->own) {
        const Stem *slide = &w->chain->stem[dyad->move];
        const Vec3 way = vec3_sub(space_point(&w->body[closing->body[other]], closing->at[other]),
                                  joint_point(w, dyad->ring >= 0 ? dyad->ring : dyad->aim));
        const Axes base = axes_on(&w->body[aim->parent].R, &aim->near_axes);
        const Vec3 up = axes_at(&base, aim->axis[0]);
        const Vec3 flat = vec3_sub(way, vec3_scale(vec3_dot(way, up), up));
        const double square = square_of(dyad->how == AIM_TURN ? flat : way);
        const Vec3 e = stem_axis(slide, &slide->near_axes);
        s = solve_slide(w, d, flattened(w->chain, dyad, arm_of(w->chain, dyad, 0)), e, square,
                        w->q[slide->q]);
    } else {
        const double square = dyad->square;
        if (dyad->behind) {
            const Vec3 C = space_point(&w->body[closing->body[other]], closing->at[other]);
            const int body = aim->parent;
            const int ring = dyad->ring;
            const int from = ring >= 0 ? w->chain->stem[ring].parent : body;
            const Vec3 local = ring >= 0 ? w->chain->stem[ring].near_p : aim->near_p;
            Vec3 target = C;
            if (dyad->how == AIM_TURN) {
                /* Heights over the plane do not change by what moves: as they are now. */
                const Stem *move = &w->chain->stem[dyad->move];
                jd_stem_place(w, dyad->move, w->q + move->q);
                target = level(w, dyad, C, space_point(&w->body[from], local), from);
            }
            move_to(w, d, local, from, target, square);
        } else {
            const int first = dyad->ring >= 0 ? dyad->ring : dyad->aim;
            const Stem *root = &w->chain->stem[first];
            Vec3 A = space_point(&w->body[root->parent], root->near_p);
            if (dyad->how == AIM_TURN) {
                const Stem *move = &w->chain->stem[dyad->move];
                jd_stem_place(w, dyad->move, w->q + move->q);
                A = level(w, dyad, A,
                          space_point(&w->body[closing->body[other]], closing->at[other]),
                          root->parent);
            }
            move_to(w, d, closing->at[other], closing->body[other], A, square);
        }
    }
    const Vec3 C = space_point(&w->body[closing->body[other]], closing->at[other]);
    const int first = dyad->ring >= 0 ? dyad->ring : dyad->aim;
    const Vec3 A = joint_point(w, first), arm = dyad->own ? arm_of(w->chain, dyad, s) : dyad->arm,
               way = vec3_sub(C, A), u = vec3_unit(way);
    if (dyad->how == AIM_TURN)
        aim_turn(w, dyad->aim, arm, way);
    else if (dyad->how == AIM_UNIVERSAL)
        aim_universal(w, dyad, A, arm, u);
    else
        aim_ball(w, dyad, A, arm, u);
    if (dyad->own) {
        const Axes base = jd_stem_base(w, &w->chain->stem[dyad->move]);
        jd_stem_slide(w, dyad->move, &base, s);
    }
    if (dyad->cylinder >= 0) jd_cylinder_place_middle(w, dyad->cylinder);
    answer->A = A;
    answer->u = u;
    answer->C[0] = answer->C[1] = C;
}

/* ---- The answer ----------------------------------------------------------------------------- */

static const SpaceDyad *dyad_of(const SpaceWork *w, int d) {
    return &w->chain->dyad[d];
}

/* What a unit of an unknown rate gives the point C of its side, less that of the other. */
static Vec3 mover_column(const SpaceWork *w, const SpaceDyad *d, int n, Vec3 C) {
    const struct SpaceMover *mover = &d->mover[n];
    const Vec3 e = w->axis[mover->rate];
    const Vec3 at = d->found >= 0 && mover->stem < 0 ? w->answer[d->found].A : w->tip[mover->stem];
    const Vec3 c = mover->turn ? vec3_cross(e, vec3_sub(C, at)) : e;
    return vec3_scale(mover->sign, c);
}

static double reach_of(const SpaceWork *w, const SpaceDyad *d, int n, Vec3 c, Vec3 C) {
    const struct SpaceMover *mover = &d->mover[n];
    if (!mover->turn || mover->stem < 0 || mover->stem == d->move) return square_of(c);
    return square_of(vec3_sub(C, w->tip[mover->stem]));
}

static void answer_three(SpaceWork *w, int d) {
    const SpaceDyad *dyad = dyad_of(w, d);
    SpaceAnswer *answer = &w->answer[d];
    Vec3 c[3];
    double size = 1;
    for (int n = 0; n < dyad->movers; n++) {
        c[n] = mover_column(w, dyad, n, answer->C[0]);
        size *= dyad->movers == 2 ? square_of(c[n]) : reach_of(w, dyad, n, c[n], answer->C[0]);
    }
    if (dyad->movers == 2) {
        const SpaceClosing *closing = &w->chain->closing[dyad->closing];
        const Axes pin = axes_on(&w->body[closing->body[0]].R, &closing->axes[0]);
        c[2] = axes_at(&pin, closing->axis);
    }
    const Vec3 r0 = vec3_cross(c[1], c[2]);
    const double det = vec3_dot(c[0], r0), per = 1 / det;
    answer->row[0] = vec3_scale(per, r0);
    answer->row[1] = vec3_scale(per, vec3_cross(c[2], c[0]));
    answer->row[2] = vec3_scale(per, vec3_cross(c[0], c[1]));
    note_low(w, d, det * det / size);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static Side side_now(const SpaceWork *w, const SpaceClosing *closing, int k, bool moves) {
    const SpaceBody *body = &w->body[closing->body[k]];
    const Vec3 arm = axes_out(&body->R, closing->at[k]);
    const Axes axes = axes_on(&body->R, &closing->axes[k]);
    const Vec3 turn = moves ? body->v.turn : vec3(0, 0, 0);
    const Vec3 line = moves ? vec3_add(body->v.line, vec3_cross(turn, arm)) : vec3(0, 0, 0);
    return (Side){.p = vec3_add(body->p, arm), .v = line, .arm = arm, .axes = axes, .w = turn};
}

static LockRow row_now(const SpaceWork *w, const SpaceClosing *closing, bool moves) {
    const Side i = side_now(w, closing, 0, moves), j = side_now(w, closing, 1, moves);
    return jd_lock_eval(closing->lock, &i, &j);
}

static double f_with(SpaceWork *w, const SpaceDyad *d, double q) {
    const SpaceClosing *closing = &w->chain->closing[d->closing];
    jd_stem_place(w, d->move, &q);
    return row_now(w, closing, false).f - closing->target;
}

/* Below this part of the others a square is rounding. */
static const double no_square = 1e-13;

/* (9.17) Three values of f tell how it depends on one turn or slide. */
static void place_row(SpaceWork *w, int d) {
    const SpaceDyad *dyad = dyad_of(w, d);
    const Stem *stem = &w->chain->stem[dyad->move];
    const Axes base = jd_stem_base(w, stem);
    const double hint = w->q[stem->q], L = w->chain->length;
    if (stem->kind[0] == FREE_TURN) {
        const double f0 = f_with(w, dyad, 0), f1 = f_with(w, dyad, 0.5 * pi),
                     f2 = f_with(w, dyad, pi), C = 0.5 * (f0 + f2);
        const Vec2 to = solve_turn(w, d, vec2(f0 - C, f1 - C), -C, hint);
        jd_stem_turn(w, dyad->move, &base, to.x, stem_sense(stem) * to.y);
        return;
    }
    const double C = f_with(w, dyad, 0), fp = f_with(w, dyad, L), fm = f_with(w, dyad, -L),
                 B = 0.5 * (fp - fm), A = 0.5 * (fp + fm) - C;
    if (fabs(A) <= no_square * (fabs(B) + fabs(C))) {
        jd_stem_slide(w, dyad->move, &base, -C / B * L);
        return;
    }
    const double middle = -0.5 * B / A, left = middle * middle - C / A,
                 half = sqrt(left > 0 ? left : 0);
    note_radicand(w, d, left / (middle * middle + fabs(C / A)));
    jd_stem_slide(w, dyad->move, &base, L * (hint >= L * middle ? middle + half : middle - half));
}

static void answer_row(SpaceWork *w, int d) {
    const SpaceDyad *dyad = dyad_of(w, d);
    SpaceAnswer *answer = &w->answer[d];
    const SpaceClosing *closing = &w->chain->closing[dyad->closing];
    for (int k = 0; k < 2; k++)
        answer->C[k] = space_point(&w->body[closing->body[k]], closing->at[k]);
    const int side = dyad->mover[0].sign > 0 ? 0 : 1;
    const Vec3 c = mover_column(w, dyad, 0, answer->C[side]);
    if (closing->square > 0) {
        const Vec3 u = vec3_sub(answer->C[1], answer->C[0]);
        const double along = vec3_dot(u, c);
        answer->row[0] = vec3_scale(1 / along, u);
        note_low(w, d, along * along / (square_of(u) * square_of(c)));
        return;
    }
    answer->lock = row_now(w, closing, false);
    const Vec3 force = side ? answer->lock.force_j : answer->lock.force_i,
               moment = side ? answer->lock.moment_j : answer->lock.moment_i;
    const SpaceBody *body = &w->body[closing->body[side]];
    const Vec3 e = w->axis[dyad->mover[0].rate], tip = w->tip[dyad->mover[0].stem];
    const Vec3 line = dyad->mover[0].turn ? vec3_cross(e, vec3_sub(body->p, tip)) : e;
    const double along = vec3_dot(force, line) + (dyad->mover[0].turn ? vec3_dot(moment, e) : 0);
    const double size = vec3_norm(force) * vec3_norm(c) + vec3_norm(moment) * dyad->mover[0].turn;
    answer->per = 1 / along;
    note_low(w, d, along * along / (size * size));
}

static void place_two_slides(SpaceWork *w, int d);

void jd_space_dyad_place(SpaceWork *w, int d) {
    const SpaceDyad *dyad = dyad_of(w, d);
    if (is_wrist(dyad)) {
        jd_wrist_place(w, d);
        return;
    }
    const SpaceClosing *closing = &w->chain->closing[dyad->closing];
    if (dyad->movers == 1) {
        if (closing->square > 0) {
            const int side = dyad->side, other = !side;
            const Vec3 from = space_point(&w->body[closing->body[other]], closing->at[other]);
            move_to(w, d, closing->at[side], closing->body[side], from, closing->square);
        } else {
            place_row(w, d);
        }
        answer_row(w, d);
        return;
    }
    if (dyad->how == AIM_NONE)
        place_two_slides(w, d);
    else
        place_aimed(w, d);
    answer_three(w, d);
}

/* Two slides bring two points together in a plane: linear. */
static void place_two_slides(SpaceWork *w, int d) {
    const SpaceDyad *dyad = dyad_of(w, d);
    const SpaceClosing *closing = &w->chain->closing[dyad->closing];
    SpaceAnswer *answer = &w->answer[d];
    static const double zero = 0;
    for (int n = 0; n < dyad->stems; n++) jd_stem_place(w, dyad->stem[n], &zero);
    for (int k = 0; k < 2; k++)
        answer->C[k] = space_point(&w->body[closing->body[k]], closing->at[k]);
    const Vec3 gap = vec3_sub(answer->C[1], answer->C[0]);
    answer_three(w, d);
    double to[2];
    for (int n = 0; n < 2; n++) to[n] = vec3_dot(answer->row[n], gap);
    for (int n = 0; n < dyad->stems; n++)
        for (int k = 0; k < 2; k++)
            if (dyad->mover[k].stem == dyad->stem[n]) jd_stem_place(w, dyad->stem[n], &to[k]);
    for (int k = 0; k < 2; k++)
        answer->C[k] = space_point(&w->body[closing->body[k]], closing->at[k]);
}

/* ---- Motion --------------------------------------------------------------------------------- */

ALWAYS Vec3 velocity_of(const Spin3 *v, const SpaceBody *body, Vec3 point) {
    if (spin3_is_zero(v)) return vec3(0, 0, 0);
    return vec3_add(v->line, vec3_cross(v->turn, vec3_sub(point, body->p)));
}

ALWAYS Vec3 acceleration_of(const SpaceBody *body, Vec3 point) {
    if (spin3_is_zero(&body->v) && spin3_is_zero(&body->a)) return vec3(0, 0, 0);
    const Vec3 r = vec3_sub(point, body->p), on = body->v.turn;
    return vec3_add(vec3_add(body->a.line, vec3_cross(body->a.turn, r)),
                    vec3_cross(on, vec3_cross(on, r)));
}

/* Of the two bodies, seen along the row. */
static double along_row(const LockRow *row, const Spin3 *i, const Spin3 *j) {
    return vec3_dot(row->force_i, i->line) + vec3_dot(row->moment_i, i->turn) +
           vec3_dot(row->force_j, j->line) + vec3_dot(row->moment_j, j->turn);
}

static Spin3 carried_along(const Spin3 *v, const SpaceBody *root, const SpaceBody *body) {
    return (Spin3){velocity_of(v, root, body->p), v->turn};
}

void jd_space_spin_column(const SpaceWork *w, int d, int column, double rate) {
    const SpaceDyad *dyad = dyad_of(w, d);
    const Vec3 u = w->answer[d].u, A = w->answer[d].A;
    const Stem *aim = &w->chain->stem[dyad->aim];
    w->share[column * w->chain->rates + aim->u + 2] = rate;
    for (int n = 0; n < dyad->stems; n++) {
        const Stem *stem = &w->chain->stem[dyad->stem[n]];
        if (stem != aim && stem->parent != aim->body) continue;
        Spin3 *v = &w->column[column * w->chain->bodies + stem->body];
        const Vec3 r = vec3_sub(w->body[stem->body].p, A);
        v->turn = vec3_add(v->turn, vec3_scale(rate, u));
        v->line = vec3_add(v->line, vec3_scale(rate, vec3_cross(u, r)));
    }
}

void jd_space_dyad_spread(const SpaceWork *w, int d, int column) {
    const SpaceDyad *dyad = dyad_of(w, d);
    if (is_wrist(dyad)) {
        jd_wrist_spread(w, d, column);
        return;
    }
    const SpaceAnswer *answer = &w->answer[d];
    const SpaceClosing *closing = &w->chain->closing[dyad->closing];
    const Spin3 *v = w->column + column * w->chain->bodies;
    double *x = w->share + column * w->chain->rates;
    const SpaceBody *root[2] = {&w->body[dyad->root[0]], &w->body[dyad->root[1]]};
    if (spin3_is_zero(&v[dyad->root[0]]) && spin3_is_zero(&v[dyad->root[1]])) {
        for (int n = 0; n < dyad->movers; n++)
            if (dyad->mover[n].stem >= 0) x[dyad->mover[n].rate] = 0;
    } else if (dyad->movers == 1 && closing->square == 0) {
        const Spin3 i = carried_along(&v[dyad->root[0]], root[0], &w->body[closing->body[0]]),
                    j = carried_along(&v[dyad->root[1]], root[1], &w->body[closing->body[1]]);
        x[dyad->mover[0].rate] = -answer->per * along_row(&answer->lock, &i, &j);
    } else {
        const Vec3 gap = vec3_sub(velocity_of(&v[dyad->root[1]], root[1], answer->C[1]),
                                  velocity_of(&v[dyad->root[0]], root[0], answer->C[0]));
        for (int n = 0; n < dyad->movers; n++) {
            const double rate = vec3_dot(answer->row[n], gap);
            if (dyad->mover[n].stem >= 0)
                x[dyad->mover[n].rate] = rate;
            else
                jd_space_spin_column(w, dyad->found, column, rate);
        }
    }
    for (int n = 0; n < dyad->stems; n++) jd_stem_spread(w, dyad->stem[n], column);
}

/* What its spin adds to the bodies that it turns. */
static void spin_bias(const SpaceWork *w, int d, double change, Spin3 *added) {
    const SpaceDyad *dyad = dyad_of(w, d);
    const Vec3 u = w->answer[d].u, A = w->answer[d].A;
    const Stem *aim = &w->chain->stem[dyad->aim];
    for (int n = 0; n < dyad->stems; n++) {
        const Stem *stem = &w->chain->stem[dyad->stem[n]];
        if (stem != aim && stem->parent != aim->body) continue;
        SpaceBody *body = &w->body[stem->body];
        const Vec3 turn = vec3_scale(change, u);
        const Spin3 own = {vec3_cross(turn, vec3_sub(body->p, A)), turn};
        added[stem->body] = own;
        body->a.line = vec3_add(body->a.line, own.line);
        body->a.turn = vec3_add(body->a.turn, own.turn);
    }
}

/* First with no rate changing, then what their changes add. */
void jd_space_dyad_bias(const SpaceWork *w, int d) {
    const SpaceDyad *dyad = dyad_of(w, d);
    if (is_wrist(dyad)) {
        jd_wrist_bias(w, d);
        return;
    }
    const SpaceAnswer *answer = &w->answer[d];
    const SpaceClosing *closing = &w->chain->closing[dyad->closing];
    const SpaceBody *i = &w->body[closing->body[0]], *j = &w->body[closing->body[1]];
    Spin3 *added = w->added;
    for (int n = 0; n < dyad->stems; n++) {
        jd_stem_bias(w, dyad->stem[n]);
        added[w->chain->stem[dyad->stem[n]].parent] = (Spin3){{0, 0, 0}, {0, 0, 0}};
    }
    if (dyad->movers == 1 && closing->square == 0) {
        const double bias = row_now(w, closing, true).bias + along_row(&answer->lock, &i->a, &j->a);
        w->bias[dyad->mover[0].rate] = -answer->per * bias;
    } else {
        Vec3 gap = vec3_sub(acceleration_of(j, answer->C[1]), acceleration_of(i, answer->C[0]));
        if (dyad->movers == 1) { /* a length stays: (9.27) */
            const Vec3 u = vec3_sub(answer->C[1], answer->C[0]),
                       v = vec3_sub(velocity_of(&j->v, j, answer->C[1]),
                                    velocity_of(&i->v, i, answer->C[0]));
            gap = vec3_add(gap, vec3_scale(square_of(v) / square_of(u), u));
        }
        for (int n = 0; n < dyad->movers; n++)
            w->bias[dyad->mover[n].rate] = vec3_dot(answer->row[n], gap);
    }
    for (int n = 0; n < dyad->movers; n++)
        if (dyad->mover[n].stem < 0) spin_bias(w, dyad->found, w->bias[dyad->mover[n].rate], added);
    for (int n = 0; n < dyad->stems; n++) jd_stem_bias_add(w, dyad->stem[n], w->bias, added);
}
