/* SPDX-License-Identifier: MIT
 *
 * Turns that are a ball: three axes through one point, be they three hinges or a hinge and a
 * universal joint. The hinge that closes such a loop is a ball between the bodies outside, which
 * whatever closes with a ball may take; how the bodies in between are turned follows when both of
 * these are known. theory (9.32)-(9.34) */
#include "loop/space_inside.h"

const DyadKind jd_dyad_s = {.name = "S"};

/* ---- Recognising ---------------------------------------------------------------------------- */

typedef struct {
    Vec3 p, e; /* a point of it, its direction */
} Line;

/* So near to meeting, in parts of the mechanism's length, is meant so. */
static const double alike = 1e-9;
/* Axes that meet at less than this sine are nearly one. */
static const double least_cross = 0.1;

static Line near_line(const Stem *stem) {
    return (Line){stem->near_p, axes_at(&stem->near_axes, stem->axis[0])};
}

static Line far_line(const Stem *stem) {
    return (Line){stem->far_p, axes_at(&stem->far_axes, stem->axis[0])};
}

static Line pin_line(const SpaceClosing *pin, int side) {
    return (Line){pin->at[side], axes_at(&pin->axes[side], pin->axis)};
}

static Vec3 on_line(Line line, double s) {
    return vec3_add(line.p, vec3_scale(s, line.e));
}

/* How far along both they meet. */
static bool meet(Line a, Line b, double length, double *s, double *t) {
    const Vec3 way = vec3_sub(b.p, a.p), normal = vec3_cross(a.e, b.e);
    const double sine2 = vec3_dot(normal, normal);
    if (sine2 < least_cross * least_cross) return false;
    if (fabs(vec3_dot(way, normal)) > alike * length * sqrt(sine2)) return false;
    *s = vec3_dot(vec3_cross(way, b.e), normal) / sine2;
    *t = vec3_dot(vec3_cross(way, a.e), normal) / sine2;
    return true;
}

static bool is_turn(const Stem *stem) {
    return stem->frees == 1 && stem->kind[0] == FREE_TURN && stem->drive < 0;
}

static bool is_universal(const Stem *stem) {
    return stem->frees == 2 && stem->kind[0] == FREE_TURN && stem->kind[1] == FREE_TURN;
}

/* Nothing hangs on this body, nor closes on it, but these. */
static bool is_between(const SpaceLinkage *from, int body, int child, int closing) {
    if (!body) return false;
    for (int k = 0; k < from->stems; k++)
        if (k != child && from->stem[k].parent == body) return false;
    for (int g = 0; g < from->closings; g++)
        for (int e = 0; e < 2 && g != closing; e++)
            if (from->closing[g].body[e] == body) return false;
    return true;
}

static int stem_at(const SpaceLinkage *from, int body) {
    return body ? from->stem_of[body] : -1;
}

/* A hinge on either side of the pin. */
static bool find_split(const SpaceLinkage *from, int g, SpaceWrist *to) {
    const SpaceClosing *pin = &from->closing[g];
    double s[2], t[2];
    for (int e = 0; e < 2; e++) {
        const int k = stem_at(from, pin->body[e]);
        if (k < 0 || !is_turn(&from->stem[k]) || !is_between(from, pin->body[e], -1, g) ||
            !meet(far_line(&from->stem[k]), pin_line(pin, e), from->length, &s[e], &t[e]))
            return false;
        to->stem[e] = k;
        to->outer[e] = from->stem[k].parent;
        to->at[e] = on_line(near_line(&from->stem[k]), s[e]);
    }
    to->stems = 2;
    to->from = 0;
    return fabs(t[0] - t[1]) <= alike * from->length;
}

/* Two hinges, one on the other, on this side. */
static bool find_serial(const SpaceLinkage *from, int g, int side, SpaceWrist *to) {
    const SpaceClosing *pin = &from->closing[g];
    const int second = stem_at(from, pin->body[side]),
              first = second < 0 ? -1 : stem_at(from, from->stem[second].parent);
    double s, t, again, r;
    if (first < 0 || !is_turn(&from->stem[first]) || !is_turn(&from->stem[second])) return false;
    if (!is_between(from, pin->body[side], -1, g) ||
        !is_between(from, from->stem[first].body, second, -1))
        return false;
    if (!meet(far_line(&from->stem[first]), near_line(&from->stem[second]), from->length, &s, &t) ||
        !meet(far_line(&from->stem[second]), pin_line(pin, side), from->length, &again, &r))
        return false;
    to->stem[0] = first, to->stem[1] = second, to->stems = 2, to->from = side;
    to->outer[side] = from->stem[first].parent;
    to->outer[!side] = pin->body[!side];
    to->at[side] = on_line(near_line(&from->stem[first]), s);
    to->at[!side] = on_line(pin_line(pin, !side), r);
    return fabs(t - again) <= alike * from->length;
}

/* A universal joint on this side, whose centre is on the axis of the pin. */
static bool find_universal(const SpaceLinkage *from, int g, int side, SpaceWrist *to) {
    const SpaceClosing *pin = &from->closing[g];
    const int k = stem_at(from, pin->body[side]);
    if (k < 0 || !is_universal(&from->stem[k]) || !is_between(from, pin->body[side], -1, g))
        return false;
    const Stem *stem = &from->stem[k];
    const Line line = pin_line(pin, side);
    const Vec3 way = vec3_sub(stem->far_p, line.p),
               second = axes_at(&stem->far_axes, stem->axis[!stem->reversed]);
    const double r = vec3_dot(way, line.e);
    if (vec3_norm(vec3_cross(second, line.e)) < least_cross) return false;
    if (vec3_norm(vec3_sub(way, vec3_scale(r, line.e))) > alike * from->length) return false;
    to->stem[0] = k, to->stems = 1, to->from = side;
    to->outer[side] = stem->parent;
    to->outer[!side] = pin->body[!side];
    to->at[side] = stem->near_p;
    to->at[!side] = on_line(pin_line(pin, !side), r);
    return true;
}

bool jd_wrist_find(const SpaceLinkage *from, int g, SpaceWrist *to) {
    *to = (SpaceWrist){.closing = g};
    if (from->closing[g].kind != CLOSES_PIN) return false;
    bool found = find_split(from, g, to);
    for (int side = 0; side < 2 && !found; side++)
        found = find_serial(from, g, side, to) || find_universal(from, g, side, to);
    return found && to->outer[0] != to->outer[1];
}

/* ---- Places --------------------------------------------------------------------------------- */

/* Of the three axes: vectors on the bodies in between, the ends as they are now, and the second as
 * the state has it. */
typedef struct {
    Vec3 first_on, second_on, second_far, third_on; /* the last two on the second body */
    Vec3 first, third, was;
    bool split, universal;
} Turns;

static Turns turns_of(const SpaceWork *w, const SpaceDyad *d) {
    const SpaceChain *chain = w->chain;
    const SpaceClosing *pin = &chain->closing[d->closing];
    const Stem *a = &chain->stem[d->stem[0]], *b = &chain->stem[d->stem[d->stems - 1]];
    const Axes base = jd_stem_base(w, a);
    Turns to = {.universal = d->stems == 1, .split = d->stems == 2 && b->parent != a->body};
    const int side = to.split ? 0 : pin->body[1] == b->body;
    Vec3 zero;
    double turn;
    if (to.universal) {
        const int first = a->reversed, second = !first;
        to.first = axes_at(&base, a->axis[first]);
        to.second_far = axes_at(&a->far_axes, a->axis[second]);
        zero = axes_at(&base, a->axis[second]);
        turn = stem_sense(a) * w->q[a->q + first];
        /* Its first axis is on no body of its own: any two that are normal do. */
        to.first_on = vec3(1, 0, 0), to.second_on = vec3(0, 1, 0);
    } else {
        to.first = axes_at(&base, a->axis[0]);
        to.first_on = axes_at(&a->far_axes, a->axis[0]);
        to.second_on =
            to.split ? axes_at(&pin->axes[0], pin->axis) : axes_at(&b->near_axes, b->axis[0]);
        to.second_far =
            to.split ? axes_at(&pin->axes[1], pin->axis) : axes_at(&b->far_axes, b->axis[0]);
        zero = axes_out(&base, axes_in(&a->far_axes, to.second_on));
        turn = stem_sense(a) * w->q[a->q];
    }
    to.was = swung(to.first, direction(turn), zero);
    if (to.split) {
        const Axes other = jd_stem_base(w, b);
        to.third = axes_at(&other, b->axis[0]);
        to.third_on = axes_at(&b->far_axes, b->axis[0]);
    } else {
        const Axes other = axes_on(&w->body[pin->body[!side]].R, &pin->axes[!side]);
        to.third = axes_at(&other, pin->axis);
        to.third_on = axes_at(&pin->axes[side], pin->axis);
    }
    return to;
}

/* (9.32) The second axis has known angles with both others. */
static Vec3 second_axis(SpaceWork *w, int d, const Turns *is) {
    const Vec3 side = vec3_cross(is->first, is->third);
    const double across = vec3_dot(side, side), g = vec3_dot(is->first, is->third),
                 k1 = vec3_dot(is->first_on, is->second_on),
                 k2 = vec3_dot(is->second_far, is->third_on), per = 1 / across,
                 a = per * (k1 - g * k2), b = per * (k2 - g * k1), left = 1 - a * k1 - b * k2;
    const double c = sqrt((left > 0 ? left : 0) * per) * (vec3_dot(is->was, side) < 0 ? -1 : 1);
    note_radicand(w, d, left);
    return vec3_add(vec3_scale(a, is->first),
                    vec3_add(vec3_scale(b, is->third), vec3_scale(c, side)));
}

static void turn_body(SpaceWork *w, int k, const Axes *there, const Axes *on) {
    const Stem *stem = &w->chain->stem[k];
    const Axes R = axes_with(there, on);
    stem_turned(w, k, &R, space_point(&w->body[stem->parent], stem->near_p));
}

void jd_wrist_place(SpaceWork *w, int d) {
    const SpaceDyad *dyad = &w->chain->dyad[d];
    SpaceAnswer *answer = &w->answer[d];
    const Turns is = turns_of(w, dyad);
    const Vec3 second = second_axis(w, d, &is);
    const Stem *a = &w->chain->stem[dyad->stem[0]],
               *b = &w->chain->stem[dyad->stem[dyad->stems - 1]];
    const Axes now[2] = {axes_along(is.first, second), axes_along(second, is.third)},
               on[2] = {axes_along(is.first_on, is.second_on),
                        axes_along(is.second_far, is.third_on)};
    if (is.universal) {
        turn_body(w, dyad->stem[0], &now[1], &on[1]);
        w->axis[a->u + a->reversed] = vec3_scale(stem_sense(a), is.first);
        w->axis[a->u + !a->reversed] = vec3_scale(stem_sense(a), second);
    } else {
        turn_body(w, dyad->stem[0], &now[0], &on[0]);
        turn_body(w, dyad->stem[1], &now[1], &on[1]);
        w->axis[a->u] = vec3_scale(stem_sense(a), is.first);
        w->axis[b->u] = vec3_scale(stem_sense(b), is.split ? is.third : second);
    }
    const Vec3 e[3] = {is.first, second, is.third};
    const double det = vec3_dot(e[0], vec3_cross(e[1], e[2]));
    for (int n = 0; n < 3; n++)
        answer->row[n] = vec3_scale(1 / det, vec3_cross(e[(n + 1) % 3], e[(n + 2) % 3]));
    answer->A = e[0], answer->C[0] = e[1], answer->C[1] = e[2];
    note_low(w, d, det * det);
}

/* ---- Motion --------------------------------------------------------------------------------- */

/* (9.33) Rates, or their changes, that make up for a turning of the one outer body against the
 * other. */
static void set_rates(const SpaceWork *w, const SpaceDyad *dyad, const SpaceAnswer *answer, Vec3 by,
                      double *x) {
    const Stem *a = &w->chain->stem[dyad->stem[0]],
               *b = &w->chain->stem[dyad->stem[dyad->stems - 1]];
    const double first = vec3_dot(answer->row[0], by), second = vec3_dot(answer->row[1], by),
                 third = vec3_dot(answer->row[2], by);
    if (dyad->stems == 1) {
        x[a->u + a->reversed] = stem_sense(a) * first;
        x[a->u + !a->reversed] = stem_sense(a) * second;
        return;
    }
    x[a->u] = stem_sense(a) * first;
    x[b->u] = stem_sense(b) * (b->parent == a->body ? second : -third);
}

void jd_wrist_spread(const SpaceWork *w, int d, int column) {
    const SpaceDyad *dyad = &w->chain->dyad[d];
    const Spin3 *v = w->column + column * w->chain->bodies;
    const Vec3 by = vec3_sub(v[dyad->root[1]].turn, v[dyad->root[0]].turn);
    set_rates(w, dyad, &w->answer[d], by, w->share + column * w->chain->rates);
    for (int n = 0; n < dyad->stems; n++) jd_stem_spread(w, dyad->stem[n], column);
}

/* (9.34) */
void jd_wrist_bias(const SpaceWork *w, int d) {
    const SpaceDyad *dyad = &w->chain->dyad[d];
    const SpaceAnswer *answer = &w->answer[d];
    const SpaceBody *a = &w->body[dyad->root[0]], *b = &w->body[dyad->root[1]];
    const Vec3 e[3] = {answer->A, answer->C[0], answer->C[1]}, by = vec3_sub(b->v.turn, a->v.turn);
    Vec3 turning = a->v.turn, sum = a->a.turn;
    for (int n = 0; n < 3; n++) {
        const Vec3 part = vec3_scale(vec3_dot(answer->row[n], by), e[n]);
        sum = vec3_add(sum, vec3_cross(turning, part));
        turning = vec3_add(turning, part);
    }
    for (int n = 0; n < dyad->stems; n++) {
        jd_stem_bias(w, dyad->stem[n]);
        w->added[w->chain->stem[dyad->stem[n]].parent] = (Spin3){{0, 0, 0}, {0, 0, 0}};
    }
    set_rates(w, dyad, answer, vec3_sub(b->a.turn, sum), w->bias);
    for (int n = 0; n < dyad->stems; n++) jd_stem_bias_add(w, dyad->stem[n], w->bias, w->added);
}
