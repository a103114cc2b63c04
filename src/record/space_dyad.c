/* SPDX-License-Identifier: MIT
 *
 * Dyads in space with recorded numbers, as loop/space_dyad.c has them: theory (9.21)-(9.27). On
 * which side one closes is that of the start, for good: between the two stands its dead point, next
 * to which the chart ends. A ball is turned by the
 * smallest turn from where the state has it or, if nothing of it is independent, from where it was
 * at the last step. */
#include "record/space.h"
#include <string.h>

static double value(SpacePass *pass, Num a) {
    return jd_tape_value(pass->rec->t, a);
}

static double start_of(SpacePass *pass, const Stem *stem) {
    return pass->rec->s->start[stem->q];
}

/* ---- A point at a distance ------------------------------------------------------------------ */

/* (9.21) */
static Num2 solve_turn(SpacePass *pass, Num2 ab, Num k, double hint) {
    Tape *t = pass->rec->t;
    const Num square = n2_dot(t, ab, ab), per = n_inverse(t, square);
    Num root = n_sqrt(t, n_sub(t, square, n_square(t, k)));
    if (value(pass, ab.y) * cos(hint) > value(pass, ab.x) * sin(hint)) root = n_neg(t, root);
    return n2(n_mul(t, per, n_sub(t, n_mul(t, ab.x, k), n_mul(t, ab.y, root))),
              n_mul(t, per, n_add(t, n_mul(t, ab.y, k), n_mul(t, ab.x, root))));
}

/* From `to` to what `from` becomes, at these heights over each other; rounding is put right. */
typedef struct {
    Num2 from, to;
    Num off, square;
} FlatGap;

static Num2 solve_distance(SpacePass *pass, FlatGap g, double hint) {
    Tape *t = pass->rec->t;
    const Num high = n_sub(t, n_square(t, g.off), g.square);
    const Num k =
        n_scale(t, 0.5, n_add(t, n_add(t, n2_dot(t, g.from, g.from), n2_dot(t, g.to, g.to)), high));
    const Num2 turn =
        solve_turn(pass, n2(n2_dot(t, g.from, g.to), n2_cross(t, g.from, g.to)), k, hint);
    const Num2 there = n2(n_sub(t, n_mul(t, turn.x, g.from.x), n_mul(t, turn.y, g.from.y)),
                          n_add(t, n_mul(t, turn.y, g.from.x), n_mul(t, turn.x, g.from.y)));
    const Num2 way = n2_sub(t, there, g.to);
    const Num slope = n_scale(t, 2, n2_cross(t, there, way)),
              by = n_neg(t, n_div(t, n_add(t, n2_dot(t, way, way), high), slope));
    return n2(n_sub(t, turn.x, n_mul(t, by, turn.y)), n_add(t, turn.y, n_mul(t, by, turn.x)));
}

/* (9.22) */
static Num solve_slide(SpacePass *pass, Num3 g, Num3 e, Num square, double hint) {
    Tape *t = pass->rec->t;
    const Num middle = n_neg(t, n3_dot(t, g, e));
    const Num3 off = n3_add(t, g, n3_scale(t, middle, e));
    const Num half = n_sqrt(t, n_sub(t, square, n3_square(t, off)));
    const Num s = hint >= value(pass, middle) ? n_add(t, middle, half) : n_sub(t, middle, half);
    const Num3 way = n3_add(t, g, n3_scale(t, s, e));
    const Num slope = n_scale(t, 2, n3_dot(t, way, e)), more = n_sub(t, n3_square(t, way), square);
    return n_sub(t, s, n_div(t, more, slope));
}

/* A point on what moves, and where from it has to keep its distance. */
typedef struct {
    Num3 local;
    int body;
    Num3 from;
    Num square;
} Reach;

static void turn_to(SpacePass *pass, int k, const Reach *is) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const AxisName axis = stem->axis[0];
    const NumAxes base = jd_nums_base(pass, k), far = n_axes(t, &stem->far_axes);
    const Num3 r1 = n_axes_in(t, &far, n3_sub(t, is->local, pass->far[k])),
               r2 = n_axes_in(
                   t, &base, n3_sub(t, is->from, jd_nums_point(pass, stem->parent, pass->near[k])));
    const FlatGap gap = {beside3(r1, axis), beside3(r2, axis),
                         n_sub(t, part3(r1, axis), part3(r2, axis)), is->square};
    const double hint = stem_sense(stem) * start_of(pass, stem);
    jd_nums_turn(pass, k, &base, solve_distance(pass, gap, hint));
}

static void slide_to(SpacePass *pass, int k, const Reach *is) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const NumAxes base = jd_nums_base(pass, k), far = n_axes(t, &stem->far_axes);
    const Num3 e = n3_signed(t, stem_sense(stem), n_axes_at(&base, stem->axis[0])),
               r = n_axes_out(t, &base, n_axes_in(t, &far, n3_sub(t, is->local, pass->far[k]))),
               near = jd_nums_point(pass, stem->parent, pass->near[k]),
               g = n3_sub(t, n3_add(t, near, r), is->from);
    const Num q = solve_slide(pass, g, e, is->square, start_of(pass, stem));
    jd_nums_slide(pass, k, &base, q);
    pass->rec->q[stem->q] = q;
    pass->rec->q_known[stem->q] = true;
}

/* ---- A ball's quaternion -------------------------------------------------------------------- */

/* Turned in the ground's axes by this quaternion: w, and a vector. */
static void turn_quaternion(SpacePass *pass, int k, Num w, Num3 v, Num *q) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const NumAxes base = jd_nums_base(pass, k);
    const Num3 n = n_axes_in(t, &base, n3_signed(t, stem_sense(stem), v)),
               old = n3(q[1], q[2], q[3]);
    const Num3 across = stem->reversed ? n3_cross(t, old, n) : n3_cross(t, n, old);
    const Num3 to = n3_add(t, n3_add(t, n3_scale(t, w, old), n3_scale(t, q[0], n)), across);
    q[0] = n_sub(t, n_mul(t, w, q[0]), n3_dot(t, n, old));
    q[1] = to.x, q[2] = to.y, q[3] = to.z;
}

static Num3 swung(Tape *t, Num3 e, Num2 by, Num3 v) {
    const Num3 along = n3_scale(t, n3_dot(t, e, v), e), across = n3_sub(t, v, along);
    return n3_add(t, along,
                  n3_add(t, n3_scale(t, by.x, across), n3_scale(t, by.y, n3_cross(t, e, v))));
}

static void answer_three(SpacePass *pass, int d);

/* It turns less than so far from one step to the next: the cosine of it. */
static const double least_cosine = -0.9;

/* All bodies that the spin of a dyad turns, about its line. */
static void swing(SpacePass *pass, int d, Num2 by) {
    Tape *t = pass->rec->t;
    const SpaceChain *chain = pass->chain;
    const SpaceDyad *dyad = &chain->dyad[d];
    SpaceNums *answer = &pass->answer[d];
    const Num3 A = answer->A, u = answer->u;
    const Num half = n_sqrt(t, n_scale(t, 0.5, n_add(t, n_num(t, 1), by.x)));
    jd_record_guard(pass->rec, by.x, least_cosine, "a rod spins too far in one step");
    turn_quaternion(pass, dyad->aim, half, n3_scale(t, n_div(t, n_scale(t, 0.5, by.y), half), u),
                    answer->quaternion);
    for (int n = 0; n < dyad->stems; n++) {
        const int k = dyad->stem[n];
        const Stem *stem = &chain->stem[k];
        if (k != dyad->aim && stem->parent != chain->stem[dyad->aim].body) continue;
        NumBody *body = &pass->rec->body[stem->body];
        const NumAxes R = body->R;
        body->R = (NumAxes){swung(t, u, by, R.x), swung(t, u, by, R.y), swung(t, u, by, R.z)};
        body->p = n3_add(t, A, swung(t, u, by, n3_sub(t, body->p, A)));
        pass->tip[k] = n3_add(t, A, swung(t, u, by, n3_sub(t, pass->tip[k], A)));
        for (int f = 0; f < stem->frees; f++)
            pass->axis[stem->u + f] = swung(t, u, by, pass->axis[stem->u + f]);
    }
    answer_three(pass, d);
}

static void spin_to(SpacePass *pass, int found, const Reach *is) {
    Tape *t = pass->rec->t;
    const Num3 A = pass->answer[found].A, u = pass->answer[found].u,
               r1 = n3_sub(t, jd_nums_point(pass, is->body, is->local), A),
               r2 = n3_sub(t, is->from, A);
    const Num h1 = n3_dot(t, u, r1), h2 = n3_dot(t, u, r2);
    const Num3 a = n3_sub(t, r1, n3_scale(t, h1, u)), b = n3_sub(t, r2, n3_scale(t, h2, u));
    const Num size = n3_norm(t, a);
    const Num3 x = n3_scale(t, n_inverse(t, size), a), y = n3_cross(t, u, x);
    const FlatGap gap = {n2(size, 0), n2(n3_dot(t, b, x), n3_dot(t, b, y)), n_sub(t, h1, h2),
                         is->square};
    swing(pass, found, solve_distance(pass, gap, 0));
}

/* ---- A body towards a point ----------------------------------------------------------------- */

static void aim_turn(SpacePass *pass, int k, Num3 arm, Num3 u) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const NumAxes base = jd_nums_base(pass, k), far = n_axes(t, &stem->far_axes);
    const Num2 from = beside3(n_axes_in(t, &far, arm), stem->axis[0]),
               to = beside3(n_axes_in(t, &base, u), stem->axis[0]);
    const Num per = n_inverse(t, n_sqrt(t, n_mul(t, n2_dot(t, from, from), n2_dot(t, to, to))));
    jd_nums_turn(pass, k, &base,
                 n2(n_mul(t, per, n2_dot(t, from, to)), n_mul(t, per, n2_cross(t, from, to))));
}

/* The second axis of a universal joint as it is with the first turn of the start: values. */
static bool second_is_behind(SpacePass *pass, const Stem *aim, const NumAxes *base, Num3 side) {
    Tape *t = pass->rec->t;
    const int first = aim->reversed;
    const double angle = (first ? -1 : 1) * pass->rec->s->start[aim->q + first];
    const Num2 by = n2(n_num(t, cos(angle)), n_num(t, sin(angle)));
    const Num3 now =
        swung(t, n_axes_at(base, aim->axis[first]), by, n_axes_at(base, aim->axis[!first]));
    return value(pass, n3_dot(t, now, side)) < 0;
}

/* (9.23) */
static void aim_universal(SpacePass *pass, const SpaceDyad *d, Num3 A, Num3 arm, Num3 u) {
    Tape *t = pass->rec->t;
    const Stem *aim = &pass->chain->stem[d->aim];
    const NumAxes base = jd_nums_base(pass, d->aim);
    const int at = aim->reversed;
    const Num3 first = n_axes_at(&base, aim->axis[at]),
               second_on = n3_of(t, axes_at(&aim->far_axes, aim->axis[!at])),
               side = n3_cross(t, first, u);
    const NumAxes on = n_axes_along(t, arm, second_on);
    const Num k2 = n3_dot(t, second_on, on.x), g = n3_dot(t, first, u),
              per = n_inverse(t, n3_square(t, side)), b = n_mul(t, per, k2),
              a = n_neg(t, n_mul(t, b, g));
    Num c = n_sqrt(t, n_mul(t, per, n_sub(t, n_num(t, 1), n_mul(t, b, k2))));
    if (second_is_behind(pass, aim, &base, side)) c = n_neg(t, c);
    Num3 second =
        n3_add(t, n3_scale(t, a, first), n3_add(t, n3_scale(t, b, u), n3_scale(t, c, side)));
    const Num off1 = n_neg(t, n3_dot(t, first, second)), off2 = n_sub(t, k2, n3_dot(t, u, second));
    second = n3_add(t, second,
                    n3_add(t, n3_scale(t, n_mul(t, per, n_sub(t, off1, n_mul(t, g, off2))), first),
                           n3_scale(t, n_mul(t, per, n_sub(t, off2, n_mul(t, g, off1))), u)));
    pass->axis[aim->u + at] = n3_signed(t, stem_sense(aim), first);
    pass->axis[aim->u + !at] = n3_signed(t, stem_sense(aim), second);
    const NumAxes there = n_axes_along(t, u, second), back = n_axes_inverse(&on),
                  R = n_axes_absolute(t, &there, &back);
    jd_nums_turned(pass, d->aim, &R, A);
}

/* Two directions normal to u. */
static void set_ball_axes(SpacePass *pass, const SpaceDyad *d, Num3 arm, Num3 u) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[d->aim];
    const double x = value(pass, arm.x), size = value(pass, n3_norm(t, arm));
    const Num3 aside = n3_of(t, fabs(x) < 0.6 * size ? vec3(1, 0, 0) : vec3(0, 1, 0));
    Num3 *axis = pass->axis + stem->u;
    axis[0] = n_axes_out(t, &pass->rec->body[stem->body].R, n3_unit(t, n3_cross(t, aside, arm)));
    axis[1] = n3_cross(t, u, axis[0]);
    axis[2] = u;
}

static void aim_ball(SpacePass *pass, int n, Num3 A, Num3 arm, Num3 u) {
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const SpaceDyad *d = &pass->chain->dyad[n];
    const Stem *stem = &pass->chain->stem[d->aim];
    Num *q = pass->answer[n].quaternion;
    int *hint = pass->answer[n].hint;
    for (int k = 0; k < 4; k++) {
        const int at = stem->q + k;
        if (rec->state_of_q[at] >= 0) {
            q[k] = jd_tape_leaf(t, TAPE_STATE, rec->state_of_q[at], rec->s->start[at]);
            continue;
        }
        q[k] = jd_tape_hint(t, rec->s->start[at], &hint[k]);
        jd_tape_hint_near(t, hint[k], at);
    }
    jd_nums_place(pass, d->aim, q);
    const Num3 from = n3_unit(t, n_axes_out(t, &rec->body[stem->body].R, arm)),
               v = n3_cross(t, from, u);
    const Num c = n3_dot(t, from, u),
              per = n_inverse(t, n_sqrt(t, n_scale(t, 2, n_add(t, n_num(t, 1), c))));
    jd_record_guard(rec, c, least_cosine, "a rod turns too far in one step");
    turn_quaternion(pass, d->aim, n_mul(t, per, n_add(t, n_num(t, 1), c)), n3_scale(t, per, v), q);
    jd_nums_place(pass, d->aim, q);
    jd_nums_turned(pass, d->aim, &rec->body[stem->body].R, A);
    set_ball_axes(pass, d, arm, u);
}

/* ---- Places --------------------------------------------------------------------------------- */

static Num3 arm_of(SpacePass *pass, const SpaceDyad *d, Num s) {
    Tape *t = pass->rec->t;
    Num3 C = pass->at[d - pass->chain->dyad][d->side];
    if (d->own) {
        const Stem *slide = &pass->chain->stem[d->move];
        const NumAxes near = n_axes(t, &slide->near_axes), far = n_axes(t, &slide->far_axes);
        const Num3 e =
            n3_scale(t, n_scale(t, stem_sense(slide), s), n_axes_at(&near, slide->axis[0]));
        const Num3 on = n_axes_in(t, &far, n3_sub(t, C, pass->far[d->move]));
        C = n3_add(t, n3_add(t, pass->near[d->move], e), n_axes_out(t, &near, on));
    }
    return n3_sub(t, C, pass->far[d->aim]);
}

/* In a plane only what is normal to the axis counts. */
static Num3 without(Tape *t, Num3 v, Num3 e) {
    return n3_sub(t, v, n3_scale(t, n3_dot(t, v, e), e));
}

static Num3 flattened(SpacePass *pass, const SpaceDyad *d, Num3 v) {
    const Stem *aim = &pass->chain->stem[d->aim];
    if (d->how != AIM_TURN) return v;
    return without(pass->rec->t, v, n3_of(pass->rec->t, axes_at(&aim->far_axes, aim->axis[0])));
}

/* A point as high over the plane as another one. */
static Num3 level(SpacePass *pass, const SpaceDyad *d, Num3 point, Num3 with, int root) {
    Tape *t = pass->rec->t;
    const Stem *aim = &pass->chain->stem[d->aim];
    const NumAxes base = jd_nums_on(pass, root, &aim->near_axes);
    const Num3 e = n_axes_at(&base, aim->axis[0]);
    return n3_add(t, point, n3_scale(t, n3_dot(t, n3_sub(t, with, point), e), e));
}

static void move_to(SpacePass *pass, int d, const Reach *is) {
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    if (dyad->found >= 0)
        spin_to(pass, dyad->found, is);
    else if (pass->chain->stem[dyad->move].kind[0] == FREE_TURN)
        turn_to(pass, dyad->move, is);
    else
        slide_to(pass, dyad->move, is);
}

static Num3 closing_point(SpacePass *pass, const SpaceDyad *d, int side) {
    return jd_nums_point(pass, pass->chain->closing[d->closing].body[side],
                         pass->at[d - pass->chain->dyad][side]);
}

/* Heights over the plane do not change by what moves: as they are anywhere. */
static void place_anywhere(SpacePass *pass, int k) {
    const Num q = n_num(pass->rec->t, start_of(pass, &pass->chain->stem[k]));
    jd_nums_place(pass, k, &q);
}

static void move_aimed(SpacePass *pass, int d, Num square) {
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    const Stem *aim = &pass->chain->stem[dyad->aim];
    const int other = !dyad->side;
    const Num3 near = pass->near[dyad->aim];
    const bool flat = dyad->how == AIM_TURN;
    Reach is = {.square = square};
    if (dyad->behind) {
        is.local = near, is.body = aim->parent;
        is.from = closing_point(pass, dyad, other);
        if (flat) place_anywhere(pass, dyad->move);
        if (flat) is.from = level(pass, dyad, is.from, jd_nums_point(pass, is.body, near), is.body);
    } else {
        is.local = pass->at[dyad - pass->chain->dyad][other];
        is.body = pass->chain->closing[dyad->closing].body[other];
        is.from = jd_nums_point(pass, aim->parent, near);
        if (flat) place_anywhere(pass, dyad->move);
        if (flat)
            is.from = level(pass, dyad, is.from, closing_point(pass, dyad, other), aim->parent);
    }
    move_to(pass, d, &is);
}

/* What slides on the aimed body itself. */
static Num slide_own(SpacePass *pass, const SpaceDyad *dyad) {
    Tape *t = pass->rec->t;
    const Stem *slide = &pass->chain->stem[dyad->move], *aim = &pass->chain->stem[dyad->aim];
    const NumAxes base = jd_nums_base(pass, dyad->aim);
    Num3 way = n3_sub(t, closing_point(pass, dyad, !dyad->side),
                      jd_nums_point(pass, aim->parent, pass->near[dyad->aim]));
    if (dyad->how == AIM_TURN) way = without(t, way, n_axes_at(&base, aim->axis[0]));
    const Num3 e = n3_signed(t, stem_sense(slide),
                             n3_of(t, axes_at(&slide->near_axes, slide->axis[0]))),
               arm = flattened(pass, dyad, arm_of(pass, dyad, 0));
    return solve_slide(pass, arm, e, n3_square(t, way), start_of(pass, slide));
}

static void place_aimed(SpacePass *pass, int d) {
    Tape *t = pass->rec->t;
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    SpaceNums *answer = &pass->answer[d];
    Num s = 0;
    if (dyad->own)
        s = slide_own(pass, dyad);
    else
        move_aimed(pass, d, n3_square(t, flattened(pass, dyad, arm_of(pass, dyad, 0))));
    const Stem *aim = &pass->chain->stem[dyad->aim];
    const Num3 C = closing_point(pass, dyad, !dyad->side),
               A = jd_nums_point(pass, aim->parent, pass->near[dyad->aim]),
               arm = arm_of(pass, dyad, s), way = n3_sub(t, C, A), u = n3_unit(t, way);
    if (dyad->how == AIM_TURN)
        aim_turn(pass, dyad->aim, arm, way);
    else if (dyad->how == AIM_UNIVERSAL)
        aim_universal(pass, dyad, A, arm, u);
    else
        aim_ball(pass, d, A, arm, u);
    if (dyad->own) {
        const int q = pass->chain->stem[dyad->move].q;
        const NumAxes base = jd_nums_base(pass, dyad->move);
        jd_nums_slide(pass, dyad->move, &base, s);
        pass->rec->q[q] = s;
        pass->rec->q_known[q] = true;
    }
    answer->A = A;
    answer->u = u;
    answer->C[0] = answer->C[1] = C;
}

/* ---- The answer ----------------------------------------------------------------------------- */

/* The executor goes on by other coordinates long before; emitted code has none, and is as good as
 * loops that Newton's method closes: as low as the square of their least pivot. */
static const double least_square = 4e-6;

static void note(SpacePass *pass, Num square, Num sizes) {
    Tape *t = pass->rec->t;
    jd_record_guard(pass->rec, n_sub(t, square, n_scale(t, least_square, sizes)), 0,
                    "a dyad is stretched");
}

static Num3 mover_column(SpacePass *pass, const SpaceDyad *d, int n, Num3 C) {
    Tape *t = pass->rec->t;
    const struct SpaceMover *mover = &d->mover[n];
    const Num3 e = pass->axis[mover->rate];
    const Num3 at = mover->stem < 0 ? pass->answer[d->found].A : pass->tip[mover->stem];
    return n3_signed(t, mover->sign, mover->turn ? n3_cross(t, e, n3_sub(t, C, at)) : e);
}

static Num reach_of(SpacePass *pass, const SpaceDyad *d, int n, Num3 c, Num3 C) {
    Tape *t = pass->rec->t;
    const struct SpaceMover *mover = &d->mover[n];
    if (!mover->turn || mover->stem < 0 || mover->stem == d->move) return n3_square(t, c);
    return n3_square(t, n3_sub(t, C, pass->tip[mover->stem]));
}

static void answer_three(SpacePass *pass, int d) {
    Tape *t = pass->rec->t;
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    SpaceNums *answer = &pass->answer[d];
    Num3 c[3] = {{0, 0, 0}};
    Num size = n_num(t, 1);
    for (int n = 0; n < dyad->movers; n++) {
        c[n] = mover_column(pass, dyad, n, answer->C[0]);
        size = n_mul(t, size,
                     dyad->movers == 2 ? n3_square(t, c[n])
                                       : reach_of(pass, dyad, n, c[n], answer->C[0]));
    }
    if (dyad->movers == 2) {
        const SpaceClosing *closing = &pass->chain->closing[dyad->closing];
        const NumAxes pin = jd_nums_on(pass, closing->body[0], &closing->axes[0]);
        c[2] = n_axes_at(&pin, closing->axis);
    }
    const Num3 r0 = n3_cross(t, c[1], c[2]);
    const Num det = n3_dot(t, c[0], r0), per = n_inverse(t, det);
    answer->row[0] = n3_scale(t, per, r0);
    answer->row[1] = n3_scale(t, per, n3_cross(t, c[2], c[0]));
    answer->row[2] = n3_scale(t, per, n3_cross(t, c[0], c[1]));
    note(pass, n_square(t, det), size);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static NumRow row_now(SpacePass *pass, const SpaceDyad *d, bool moves) {
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const SpaceClosing *closing = &pass->chain->closing[d->closing];
    NumSide side[2];
    for (int k = 0; k < 2; k++) {
        const NumBody *body = &rec->body[closing->body[k]];
        const Num3 none = n3(0, 0, 0),
                   arm = n_axes_out(t, &body->R, pass->at[d - pass->chain->dyad][k]),
                   turn = moves ? body->v.turn : none;
        side[k] = (NumSide){.p = n3_add(t, body->p, arm),
                            .v = moves ? n3_add(t, body->v.line, n3_cross(t, turn, arm)) : none,
                            .arm = arm,
                            .w = turn,
                            .axes = jd_nums_on(pass, closing->body[k], &closing->axes[k])};
    }
    return jd_record_lock(rec, closing->lock, &side[0], &side[1]);
}

static Num f_now(SpacePass *pass, const SpaceDyad *d) {
    Tape *t = pass->rec->t;
    return n_sub(t, row_now(pass, d, false).f, n_num(t, pass->chain->closing[d->closing].target));
}

/* Below this part of the others a square is rounding. */
static const double no_square = 1e-13;

static Num root_of_row(SpacePass *pass, const SpaceDyad *dyad, const NumAxes *base) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[dyad->move];
    const double L = pass->chain->length, at[3] = {0, L, -L};
    Num f[3];
    for (int k = 0; k < 3; k++) {
        jd_nums_slide(pass, dyad->move, base, n_num(t, at[k]));
        f[k] = f_now(pass, dyad);
    }
    const Num C = f[0], B = n_scale(t, 0.5, n_sub(t, f[1], f[2])),
              A = n_sub(t, n_scale(t, 0.5, n_add(t, f[1], f[2])), C);
    const double a = fabs(value(pass, A)), others = fabs(value(pass, B)) + fabs(value(pass, C));
    if (a <= no_square * others) return n_scale(t, -L, n_div(t, C, B));
    const Num middle = n_scale(t, -0.5, n_div(t, B, A)),
              half = n_sqrt(t, n_sub(t, n_square(t, middle), n_div(t, C, A)));
    const bool above = start_of(pass, stem) >= L * value(pass, middle);
    return n_scale(t, L, above ? n_add(t, middle, half) : n_sub(t, middle, half));
}

/* (9.17) Three values of f tell how it depends on one turn or slide. */
static void place_row(SpacePass *pass, const SpaceDyad *dyad) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[dyad->move];
    const NumAxes base = jd_nums_base(pass, dyad->move);
    if (stem->kind[0] == FREE_SLIDE) {
        const Num q = root_of_row(pass, dyad, &base);
        jd_nums_slide(pass, dyad->move, &base, q);
        pass->rec->q[stem->q] = q;
        pass->rec->q_known[stem->q] = true;
        return;
    }
    static const double cosine[3] = {1, 0, -1}, sine[3] = {0, 1, 0};
    const double sense = stem_sense(stem);
    Num f[3];
    for (int k = 0; k < 3; k++) {
        jd_nums_turn(pass, dyad->move, &base, n2(n_num(t, cosine[k]), n_num(t, sense * sine[k])));
        f[k] = f_now(pass, dyad);
    }
    const Num C = n_scale(t, 0.5, n_add(t, f[0], f[2]));
    const Num2 to = solve_turn(pass, n2(n_sub(t, f[0], C), n_sub(t, f[1], C)), n_neg(t, C),
                               start_of(pass, stem));
    jd_nums_turn(pass, dyad->move, &base, n2(to.x, sense < 0 ? n_neg(t, to.y) : to.y));
}

static void answer_row(SpacePass *pass, int d) {
    Tape *t = pass->rec->t;
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    const SpaceClosing *closing = &pass->chain->closing[dyad->closing];
    SpaceNums *answer = &pass->answer[d];
    const struct SpaceMover *mover = &dyad->mover[0];
    const int side = mover->sign > 0 ? 0 : 1;
    for (int k = 0; k < 2; k++) answer->C[k] = closing_point(pass, dyad, k);
    const Num3 c = mover_column(pass, dyad, 0, answer->C[side]);
    if (closing->square > 0) {
        const Num3 u = n3_sub(t, answer->C[1], answer->C[0]);
        const Num along = n3_dot(t, u, c);
        answer->row[0] = n3_scale(t, n_inverse(t, along), u);
        note(pass, n_square(t, along), n_mul(t, n3_square(t, u), n3_square(t, c)));
        return;
    }
    answer->lock = row_now(pass, dyad, false);
    const Num3 force = side ? answer->lock.force_j : answer->lock.force_i,
               moment = side ? answer->lock.moment_j : answer->lock.moment_i,
               e = pass->axis[mover->rate], tip = pass->tip[mover->stem],
               p = pass->rec->body[closing->body[side]].p;
    const Num3 line = mover->turn ? n3_cross(t, e, n3_sub(t, p, tip)) : e;
    const Num along = mover->turn ? n_add(t, n3_dot(t, force, line), n3_dot(t, moment, e))
                                  : n3_dot(t, force, line);
    Num size = n_mul(t, n3_norm(t, force), n3_norm(t, c));
    if (mover->turn) size = n_add(t, size, n3_norm(t, moment));
    answer->per = n_inverse(t, along);
    note(pass, n_square(t, along), n_square(t, size));
}

/* Two slides bring two points together in a plane: linear. */
static void place_two_slides(SpacePass *pass, int d) {
    Tape *t = pass->rec->t;
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    SpaceNums *answer = &pass->answer[d];
    const Num zero = 0;
    for (int n = 0; n < dyad->stems; n++) jd_nums_place(pass, dyad->stem[n], &zero);
    for (int k = 0; k < 2; k++) answer->C[k] = closing_point(pass, dyad, k);
    const Num3 gap = n3_sub(t, answer->C[1], answer->C[0]);
    answer_three(pass, d);
    for (int k = 0; k < 2; k++) {
        const Num to = n3_dot(t, answer->row[k], gap);
        const int q = pass->chain->stem[dyad->mover[k].stem].q;
        jd_nums_place(pass, dyad->mover[k].stem, &to);
        pass->rec->q[q] = to;
        pass->rec->q_known[q] = true;
    }
    for (int k = 0; k < 2; k++) answer->C[k] = closing_point(pass, dyad, k);
}

void jd_nums_dyad_place(SpacePass *pass, int d) {
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    const SpaceClosing *closing = &pass->chain->closing[dyad->closing];
    if (dyad->movers == 1) {
        if (closing->square > 0) {
            const Reach is = {pass->at[dyad - pass->chain->dyad][dyad->side],
                              closing->body[dyad->side], closing_point(pass, dyad, !dyad->side),
                              n_num(pass->rec->t, closing->square)};
            move_to(pass, d, &is);
        } else {
            place_row(pass, dyad);
        }
        answer_row(pass, d);
        return;
    }
    if (dyad->how == AIM_NONE)
        place_two_slides(pass, d);
    else
        place_aimed(pass, d);
    answer_three(pass, d);
}

/* ---- Motion --------------------------------------------------------------------------------- */

static Num3 velocity_of(SpacePass *pass, const NumSpin *v, int body, Num3 point) {
    Tape *t = pass->rec->t;
    const Num3 r = n3_sub(t, point, pass->rec->body[body].p);
    return n3_add(t, v->line, n3_cross(t, v->turn, r));
}

static Num3 acceleration_of(SpacePass *pass, int body, Num3 point) {
    Tape *t = pass->rec->t;
    const Num3 r = n3_sub(t, point, pass->rec->body[body].p), on = pass->rec->body[body].v.turn;
    return n3_add(t, velocity_of(pass, &pass->a[body], body, point),
                  n3_cross(t, on, n3_cross(t, on, r)));
}

static Num along_row(Tape *t, const NumRow *row, const NumSpin *i, const NumSpin *j) {
    return n_add(t, spin_dot(t, row->force_i, row->moment_i, i),
                 spin_dot(t, row->force_j, row->moment_j, j));
}

static bool is_spun(const SpaceChain *chain, const SpaceDyad *dyad, const Stem *stem) {
    const Stem *aim = &chain->stem[dyad->aim];
    return stem == aim || stem->parent == aim->body;
}

/* What the spin of a dyad gives a body. */
static NumSpin spin_of(SpacePass *pass, int d, int body, Num rate) {
    Tape *t = pass->rec->t;
    const SpaceNums *answer = &pass->answer[d];
    const Num3 turn = n3_scale(t, rate, answer->u);
    return (NumSpin){n3_cross(t, turn, n3_sub(t, pass->rec->body[body].p, answer->A)), turn};
}

void jd_nums_spin_column(SpacePass *pass, int d, int column, Num rate) {
    const SpaceChain *chain = pass->chain;
    const SpaceDyad *dyad = &chain->dyad[d];
    pass->share[column * chain->rates + chain->stem[dyad->aim].u + 2] = rate;
    for (int n = 0; n < dyad->stems; n++) {
        const Stem *stem = &chain->stem[dyad->stem[n]];
        if (!is_spun(chain, dyad, stem)) continue;
        NumSpin *v = &pass->column[column * chain->bodies + stem->body];
        const NumSpin own = spin_of(pass, d, stem->body, rate);
        *v = spin_add(pass->rec->t, v, &own);
    }
}

static void spin_bias(SpacePass *pass, int d, Num change) {
    const SpaceChain *chain = pass->chain;
    const SpaceDyad *dyad = &chain->dyad[d];
    for (int n = 0; n < dyad->stems; n++) {
        const Stem *stem = &chain->stem[dyad->stem[n]];
        if (!is_spun(chain, dyad, stem)) continue;
        const NumSpin own = spin_of(pass, d, stem->body, change);
        pass->added[stem->body] = own;
        pass->a[stem->body] = spin_add(pass->rec->t, &pass->a[stem->body], &own);
    }
}

void jd_nums_dyad_spread(SpacePass *pass, int d, int column) {
    Tape *t = pass->rec->t;
    const SpaceChain *chain = pass->chain;
    const SpaceDyad *dyad = &chain->dyad[d];
    const SpaceClosing *closing = &chain->closing[dyad->closing];
    const SpaceNums *answer = &pass->answer[d];
    const NumSpin *v = pass->column + column * chain->bodies;
    Num *x = pass->share + column * chain->rates;
    if (dyad->movers == 1 && closing->square == 0) {
        NumSpin on[2];
        for (int k = 0; k < 2; k++) {
            const NumSpin *root = &v[dyad->root[k]];
            on[k] = (NumSpin){
                velocity_of(pass, root, dyad->root[k], pass->rec->body[closing->body[k]].p),
                root->turn};
        }
        x[dyad->mover[0].rate] =
            n_neg(t, n_mul(t, answer->per, along_row(t, &answer->lock, &on[0], &on[1])));
    } else {
        const Num3 gap =
            n3_sub(t, velocity_of(pass, &v[dyad->root[1]], dyad->root[1], answer->C[1]),
                   velocity_of(pass, &v[dyad->root[0]], dyad->root[0], answer->C[0]));
        for (int n = 0; n < dyad->movers; n++) {
            const Num rate = n3_dot(t, answer->row[n], gap);
            if (dyad->mover[n].stem >= 0)
                x[dyad->mover[n].rate] = rate;
            else
                jd_nums_spin_column(pass, dyad->found, column, rate);
        }
    }
    for (int n = 0; n < dyad->stems; n++) jd_nums_spread(pass, dyad->stem[n], column);
}

static void rates_bias(SpacePass *pass, int d) {
    Tape *t = pass->rec->t;
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    const SpaceClosing *closing = &pass->chain->closing[dyad->closing];
    const SpaceNums *answer = &pass->answer[d];
    const int i = closing->body[0], j = closing->body[1];
    if (dyad->movers == 1 && closing->square == 0) {
        const Num bias = n_add(t, row_now(pass, dyad, true).bias,
                               along_row(t, &answer->lock, &pass->a[i], &pass->a[j]));
        pass->bias[dyad->mover[0].rate] = n_neg(t, n_mul(t, answer->per, bias));
        return;
    }
    Num3 gap =
        n3_sub(t, acceleration_of(pass, j, answer->C[1]), acceleration_of(pass, i, answer->C[0]));
    if (dyad->movers == 1) { /* a length stays: (9.27) */
        const Num3 u = n3_sub(t, answer->C[1], answer->C[0]),
                   v = n3_sub(t, velocity_of(pass, &pass->rec->body[j].v, j, answer->C[1]),
                              velocity_of(pass, &pass->rec->body[i].v, i, answer->C[0]));
        gap = n3_add(t, gap, n3_scale(t, n_div(t, n3_square(t, v), n3_square(t, u)), u));
    }
    for (int n = 0; n < dyad->movers; n++)
        pass->bias[dyad->mover[n].rate] = n3_dot(t, answer->row[n], gap);
}

/* First with no rate changing, then what their changes add. */
void jd_nums_dyad_bias(SpacePass *pass, int d) {
    const SpaceDyad *dyad = &pass->chain->dyad[d];
    for (int n = 0; n < dyad->stems; n++) {
        jd_nums_bias(pass, dyad->stem[n]);
        pass->added[pass->chain->stem[dyad->stem[n]].parent] = no_spin();
    }
    rates_bias(pass, d);
    for (int n = 0; n < dyad->movers; n++)
        if (dyad->mover[n].stem < 0) spin_bias(pass, dyad->found, pass->bias[dyad->mover[n].rate]);
    for (int n = 0; n < dyad->stems; n++) jd_nums_bias_add(pass, dyad->stem[n]);
}
