/* SPDX-License-Identifier: MIT
 *
 * A body on its joint in space: where its coordinates put it, how it moves with its rates, and what
 * is left of its acceleration without theirs. theory (9.1)-(9.4), with the joint's point on the
 * body in place of P */
#include "loop/space_inside.h"

/* ---- Places --------------------------------------------------------------------------------- */

Axes jd_stem_base(const SpaceWork *w, const Stem *stem) {
    return stem->parent ? axes_on(&w->body[stem->parent].R, &stem->near_axes) : stem->near_axes;
}

/* On its joint, with the axes that the frame on it has and the way from the frame on its parent. */
static void hang(SpaceWork *w, int k, const Axes *E, Vec3 way) {
    const Stem *stem = &w->chain->stem[k];
    const Axes R = axes_without(E, &stem->far_axes);
    stem_turned(w, k, &R, vec3_add(space_point(&w->body[stem->parent], stem->near_p), way));
}

void jd_stem_turn(SpaceWork *w, int k, const Axes *base, double c, double s) {
    const Stem *stem = &w->chain->stem[k];
    const Axes there = axes_turned(base, stem->axis[0], (CosSin){c, s});
    hang(w, k, &there, vec3(0, 0, 0));
    w->axis[stem->u] = stem_axis(stem, base);
}

void jd_stem_slide(SpaceWork *w, int k, const Axes *base, double q) {
    const Stem *stem = &w->chain->stem[k];
    const Vec3 e = stem_axis(stem, base);
    hang(w, k, base, vec3_scale(q, e));
    w->axis[stem->u] = e;
}

/* Axes of j seen from i. */
static Axes turn_of(const Stem *stem, const double *q) {
    Axes axes = axes_none;
    for (int f = 0; f < stem->frees; f++) {
        if (stem->kind[f] == FREE_BALL)
            return jd_quat_axes((Quat){q[f], q[f + 1], q[f + 2], q[f + 3]});
        if (stem->kind[f] == FREE_TURN) axes = axes_turned(&axes, stem->axis[f], jd_cos_sin(q[f]));
    }
    return axes;
}

/* Axes along which its rates move it, from those of frames i and j. */
static void set_axes(SpaceWork *w, const Stem *stem, const Axes *i, const Axes *j) {
    int turns = 0, done = 0;
    for (int f = 0; f < stem->frees; f++) turns += stem->kind[f] == FREE_TURN;
    for (int f = 0; f < stem->frees; f++) {
        Axes axes = *i;
        /* The first of two turns is about an axis of i, the second about one of j. */
        if (stem->kind[f] == FREE_TURN && ++done == turns) axes = *j;
        w->axis[stem->u + f] = vec3_scale(stem_sense(stem), axes_at(&axes, stem->axis[f]));
    }
}

static void place_floating(SpaceWork *w, int k, const double *q) {
    const Stem *stem = &w->chain->stem[k];
    SpaceBody *body = &w->body[stem->body];
    body->R = jd_quat_axes((Quat){q[3], q[4], q[5], q[6]});
    body->p = w->tip[k] = vec3(q[0], q[1], q[2]);
    for (int n = 0; n < 3; n++) {
        w->axis[stem->u + n] = axes_at(&axes_none, (AxisName)n);
        w->axis[stem->u + 3 + n] = axes_at(&body->R, (AxisName)n);
    }
}

void jd_stem_place(SpaceWork *w, int k, const double *q) {
    const Stem *stem = &w->chain->stem[k];
    if (stem->floats) {
        place_floating(w, k, q);
        return;
    }
    const Axes base = jd_stem_base(w, stem);
    if (stem->frees == 1 && stem->kind[0] == FREE_TURN) {
        const CosSin of = jd_cos_sin(*q);
        jd_stem_turn(w, k, &base, of.c, stem_sense(stem) * of.s);
        return;
    }
    if (stem->frees == 1 && stem->kind[0] == FREE_SLIDE) {
        jd_stem_slide(w, k, &base, *q);
        return;
    }
    const Axes turn = turn_of(stem, q), back = jd_axes_inverse(&turn);
    const Axes there = axes_on(&base, stem->reversed ? &back : &turn);
    const Axes *i = stem->reversed ? &there : &base, *j = stem->reversed ? &base : &there;
    Vec3 way = {0, 0, 0};
    for (int f = 0; f < stem->frees; f++)
        if (stem->kind[f] == FREE_SLIDE)
            way = vec3_add(way, vec3_scale(stem_sense(stem) * q[f], axes_at(i, stem->axis[f])));
    hang(w, k, &there, way);
    set_axes(w, stem, i, j);
}

Axes jd_stem_axes_i(const SpaceWork *w, const Stem *stem) {
    return stem->reversed ? axes_on(&w->body[stem->body].R, &stem->far_axes)
                          : jd_stem_base(w, stem);
}

/* ---- Motion --------------------------------------------------------------------------------- */

static bool slides(const Stem *stem, int f) {
    return stem->floats ? f < 3 : stem->kind[f] == FREE_SLIDE;
}

void jd_stem_spread(const SpaceWork *w, int k, int column) {
    const Stem *stem = &w->chain->stem[k];
    Spin3 *spins = w->column + column * w->chain->bodies;
    const double *x = w->share + column * w->chain->rates + stem->u;
    const Spin3 *on = &spins[stem->parent];
    const Vec3 *axis = w->axis + stem->u;
    bool moves = stem->parent && !spin3_is_zero(on);
    Vec3 turn = {0, 0, 0}, line = {0, 0, 0};
    if (moves) {
        const Vec3 r = vec3_sub(w->tip[k], w->body[stem->parent].p);
        turn = on->turn;
        line = vec3_add(on->line, vec3_cross(turn, r));
    }
    for (int f = 0; f < stem_rates(stem); f++) {
        if (x[f] == 0) continue;
        const Vec3 part = vec3_scale(x[f], axis[f]);
        moves = true;
        if (slides(stem, f))
            line = vec3_add(line, part);
        else
            turn = vec3_add(turn, part);
    }
    if (!moves) {
        spins[stem->body] = (Spin3){{0, 0, 0}, {0, 0, 0}};
        return;
    }
    const Vec3 arm = vec3_sub(w->body[stem->body].p, w->tip[k]);
    spins[stem->body] = (Spin3){vec3_add(line, vec3_cross(turn, arm)), turn};
}

/* Accelerations of turns one after the other: each axis turns with what the ones before it leave.
 * Of a ball, or a body that floats, all axes turn with the parent. */
static Vec3 turn_bias(const SpaceWork *w, const Stem *stem, Vec3 turning) {
    const double *x = w->rate + stem->u;
    const int count = stem_rates(stem);
    const bool together = stem->floats || stem->ball;
    const Vec3 first = turning;
    Vec3 bias = {0, 0, 0};
    for (int n = 0; n < count; n++) {
        const int f = stem->reversed ? count - 1 - n : n;
        if (slides(stem, f)) continue;
        const Vec3 part = vec3_scale(x[f], w->axis[stem->u + f]);
        bias = vec3_add(bias, vec3_cross(together ? first : turning, part));
        turning = vec3_add(turning, part);
    }
    return bias;
}

/* Drives change their rates by themselves, so that the bias has that; all others do not change
 * here. */
void jd_stem_bias(const SpaceWork *w, int k) {
    const Stem *stem = &w->chain->stem[k];
    const SpaceBody *parent = &w->body[stem->parent];
    SpaceBody *body = &w->body[stem->body];
    const Vec3 on = parent->v.turn, own = body->v.turn, arm = vec3_sub(body->p, w->tip[k]);
    Vec3 turn = parent->a.turn, line = {0, 0, 0};
    if (stem->parent) {
        const Vec3 r = vec3_sub(w->tip[k], parent->p);
        turn = vec3_add(turn, turn_bias(w, stem, on));
        line = vec3_add(parent->a.line,
                        vec3_add(vec3_cross(parent->a.turn, r), vec3_cross(on, vec3_cross(on, r))));
    } else if (stem->frees > 1) {
        turn = turn_bias(w, stem, on);
    }
    for (int f = 0; f < stem->frees && stem->parent; f++)
        if (stem->kind[f] == FREE_SLIDE)
            line = vec3_add(
                line, vec3_scale(2 * w->rate[stem->u + f], vec3_cross(on, w->axis[stem->u + f])));
    if (stem->drive >= 0) {
        const Vec3 change = vec3_scale(w->bias[stem->u], w->axis[stem->u]);
        if (stem->kind[0] == FREE_SLIDE)
            line = vec3_add(line, change);
        else
            turn = vec3_add(turn, change);
    }
    body->a = (Spin3){
        vec3_add(line, vec3_add(vec3_cross(turn, arm), vec3_cross(own, vec3_cross(own, arm)))),
        turn};
}

void jd_stem_bias_add(const SpaceWork *w, int k, const double *change, Spin3 *added) {
    const Stem *stem = &w->chain->stem[k];
    SpaceBody *body = &w->body[stem->body];
    const Spin3 on = added[stem->parent];
    const Vec3 r = vec3_sub(w->tip[k], w->body[stem->parent].p), arm = vec3_sub(body->p, w->tip[k]);
    Vec3 turn = on.turn, line = vec3_add(on.line, vec3_cross(on.turn, r));
    for (int f = 0; f < stem->frees; f++) {
        const Vec3 part = vec3_scale(change[stem->u + f], w->axis[stem->u + f]);
        if (stem->kind[f] == FREE_SLIDE)
            line = vec3_add(line, part);
        else
            turn = vec3_add(turn, part);
    }
    const Spin3 own = {vec3_add(line, vec3_cross(turn, arm)), turn};
    added[stem->body] = own;
    body->a.line = vec3_add(body->a.line, own.line);
    body->a.turn = vec3_add(body->a.turn, own.turn);
}
