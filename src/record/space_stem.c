/* SPDX-License-Identifier: MIT
 *
 * A body on its joint in space with recorded numbers, as loop/space_stem.c has it. theory
 * (9.1)-(9.4) */
#include "record/space.h"

/* ---- Places --------------------------------------------------------------------------------- */

Num3 jd_nums_point(SpacePass *pass, int body, Num3 local) {
    Tape *t = pass->rec->t;
    const NumBody *on = &pass->rec->body[body];
    return n3_add(t, on->p, n_axes_out(t, &on->R, local));
}

NumAxes jd_nums_on(SpacePass *pass, int body, const Axes *local) {
    Tape *t = pass->rec->t;
    const NumAxes own = n_axes(t, local);
    return n_axes_absolute(t, &pass->rec->body[body].R, &own);
}

NumAxes jd_nums_base(SpacePass *pass, int k) {
    const Stem *stem = &pass->chain->stem[k];
    return jd_nums_on(pass, stem->parent, &stem->near_axes);
}

NumAxes jd_nums_axes_i(SpacePass *pass, int k) {
    const Stem *stem = &pass->chain->stem[k];
    return stem->reversed ? jd_nums_on(pass, stem->body, &stem->far_axes) : jd_nums_base(pass, k);
}

void jd_nums_turned(SpacePass *pass, int k, const NumAxes *R, Num3 tip) {
    Tape *t = pass->rec->t;
    NumBody *body = &pass->rec->body[pass->chain->stem[k].body];
    body->R = *R;
    body->p = n3_sub(t, tip, n_axes_out(t, R, pass->far[k]));
    pass->tip[k] = tip;
}

/* With the axes of the frame on it, and the way from the frame on its parent. */
static void hang(SpacePass *pass, int k, const NumAxes *E, Num3 way) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const NumAxes far = n_axes(t, &stem->far_axes), back = n_axes_inverse(&far),
                  R = n_axes_absolute(t, E, &back);
    jd_nums_turned(pass, k, &R, n3_add(t, jd_nums_point(pass, stem->parent, pass->near[k]), way));
}

static NumAxes turned(Tape *t, const NumAxes *E, AxisName axis, Num2 by) {
    const Num3 in[3] = {E->x, E->y, E->z}, a = in[(axis + 1) % 3], b = in[(axis + 2) % 3];
    Num3 out[3] = {E->x, E->y, E->z};
    out[(axis + 1) % 3] = n3_add(t, n3_scale(t, by.x, a), n3_scale(t, by.y, b));
    out[(axis + 2) % 3] = n3_sub(t, n3_scale(t, by.x, b), n3_scale(t, by.y, a));
    return (NumAxes){out[0], out[1], out[2]};
}

void jd_nums_turn(SpacePass *pass, int k, const NumAxes *base, Num2 by) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const NumAxes there = turned(t, base, stem->axis[0], by);
    hang(pass, k, &there, n3(0, 0, 0));
    pass->axis[stem->u] = n3_signed(t, stem_sense(stem), n_axes_at(base, stem->axis[0]));
}

void jd_nums_slide(SpacePass *pass, int k, const NumAxes *base, Num q) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const Num3 e = n3_signed(t, stem_sense(stem), n_axes_at(base, stem->axis[0]));
    hang(pass, k, base, n3_scale(t, q, e));
    pass->axis[stem->u] = e;
}

static NumAxes turn_of(Tape *t, const Stem *stem, const Num *q) {
    NumAxes axes = n_axes(t, &axes_none);
    for (int f = 0; f < stem->frees; f++) {
        if (stem->kind[f] == FREE_BALL) return jd_record_quaternion(t, q + f);
        if (stem->kind[f] == FREE_TURN)
            axes = turned(t, &axes, stem->axis[f], n2(n_cos(t, q[f]), n_sin(t, q[f])));
    }
    return axes;
}

/* The first of two turns is about an axis of i, the second about one of j. */
static void set_axes(SpacePass *pass, const Stem *stem, const NumAxes *i, const NumAxes *j) {
    int turns = 0, done = 0;
    for (int f = 0; f < stem->frees; f++) turns += stem->kind[f] == FREE_TURN;
    for (int f = 0; f < stem->frees; f++) {
        const bool last = stem->kind[f] == FREE_TURN && ++done == turns;
        pass->axis[stem->u + f] =
            n3_signed(pass->rec->t, stem_sense(stem), n_axes_at(last ? j : i, stem->axis[f]));
    }
}

static void place_floating(SpacePass *pass, int k, const Num *q) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    NumBody *body = &pass->rec->body[stem->body];
    const NumAxes none = n_axes(t, &axes_none);
    body->R = jd_record_quaternion(t, q + 3);
    body->p = pass->tip[k] = n3(q[0], q[1], q[2]);
    for (int n = 0; n < 3; n++) {
        pass->axis[stem->u + n] = n_axes_at(&none, (AxisName)n);
        pass->axis[stem->u + 3 + n] = n_axes_at(&body->R, (AxisName)n);
    }
}

void jd_nums_place(SpacePass *pass, int k, const Num *q) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    if (stem->floats) {
        place_floating(pass, k, q);
        return;
    }
    const NumAxes base = jd_nums_base(pass, k);
    if (stem->frees == 1 && stem->kind[0] == FREE_TURN) {
        const Num s = n_sin(t, *q);
        jd_nums_turn(pass, k, &base, n2(n_cos(t, *q), stem->reversed ? n_neg(t, s) : s));
        return;
    }
    if (stem->frees == 1 && stem->kind[0] == FREE_SLIDE) {
        jd_nums_slide(pass, k, &base, *q);
        return;
    }
    const NumAxes turn = turn_of(t, stem, q), back = n_axes_inverse(&turn),
                  there = n_axes_absolute(t, &base, stem->reversed ? &back : &turn);
    const NumAxes *i = stem->reversed ? &there : &base, *j = stem->reversed ? &base : &there;
    Num3 way = n3(0, 0, 0);
    for (int f = 0; f < stem->frees; f++)
        if (stem->kind[f] == FREE_SLIDE)
            way = n3_add(
                t, way,
                n3_scale(t, n_scale(t, stem_sense(stem), q[f]), n_axes_at(i, stem->axis[f])));
    hang(pass, k, &there, way);
    set_axes(pass, stem, i, j);
}

/* ---- Motion --------------------------------------------------------------------------------- */

static bool slides(const Stem *stem, int f) {
    return stem->floats ? f < 3 : stem->kind[f] == FREE_SLIDE;
}

/* The body of a stem that moves so at its tip. */
static NumSpin from_tip(SpacePass *pass, int k, Num3 line, Num3 turn) {
    Tape *t = pass->rec->t;
    const Num3 arm = n3_sub(t, pass->rec->body[pass->chain->stem[k].body].p, pass->tip[k]);
    return (NumSpin){n3_add(t, line, n3_cross(t, turn, arm)), turn};
}

static Num3 to_tip(SpacePass *pass, int k) {
    return n3_sub(pass->rec->t, pass->tip[k], pass->rec->body[pass->chain->stem[k].parent].p);
}

/* What its parent has and its rates, or their changes, make of it. */
static NumSpin moved(SpacePass *pass, int k, const NumSpin *on, const Num *x) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    Num3 turn = on->turn, line = n3_add(t, on->line, n3_cross(t, on->turn, to_tip(pass, k)));
    for (int f = 0; f < stem_rates(stem); f++) {
        const Num3 part = n3_scale(t, x[stem->u + f], pass->axis[stem->u + f]);
        if (slides(stem, f))
            line = n3_add(t, line, part);
        else
            turn = n3_add(t, turn, part);
    }
    return from_tip(pass, k, line, turn);
}

void jd_nums_spread(SpacePass *pass, int k, int column) {
    const Stem *stem = &pass->chain->stem[k];
    NumSpin *spins = pass->column + column * pass->chain->bodies;
    const NumSpin on = spins[stem->parent];
    spins[stem->body] = moved(pass, k, &on, pass->share + column * pass->chain->rates);
}

/* Each axis turns with what the ones before it leave; all of a ball with the parent. */
static Num3 turn_bias(SpacePass *pass, const Stem *stem, Num3 turning) {
    Tape *t = pass->rec->t;
    const int count = stem_rates(stem);
    const bool together = stem->floats || stem->ball;
    const Num3 first = turning;
    Num3 bias = n3(0, 0, 0);
    for (int n = 0; n < count; n++) {
        const int f = stem->reversed ? count - 1 - n : n;
        if (slides(stem, f)) continue;
        const Num3 part = n3_scale(t, pass->rate[stem->u + f], pass->axis[stem->u + f]);
        bias = n3_add(t, bias, n3_cross(t, together ? first : turning, part));
        turning = n3_add(t, turning, part);
    }
    return bias;
}

static Num3 twice_crossed(Tape *t, Num3 w, Num3 r) {
    return n3_cross(t, w, n3_cross(t, w, r));
}

void jd_nums_bias(SpacePass *pass, int k) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const Num3 on = pass->rec->body[stem->parent].v.turn, own = pass->rec->body[stem->body].v.turn;
    const NumSpin *parent = &pass->a[stem->parent];
    const Num3 r = to_tip(pass, k), arm = n3_sub(t, pass->rec->body[stem->body].p, pass->tip[k]);
    Num3 turn = n3_add(t, parent->turn, turn_bias(pass, stem, on)),
         line = n3_add(t, parent->line,
                       n3_add(t, n3_cross(t, parent->turn, r), twice_crossed(t, on, r)));
    for (int f = 0; f < stem->frees; f++)
        if (stem->kind[f] == FREE_SLIDE)
            line = n3_add(t, line,
                          n3_scale(t, n_scale(t, 2, pass->rate[stem->u + f]),
                                   n3_cross(t, on, pass->axis[stem->u + f])));
    if (stem->drive >= 0) {
        const Num3 change = n3_scale(t, pass->bias[stem->u], pass->axis[stem->u]);
        if (stem->kind[0] == FREE_SLIDE)
            line = n3_add(t, line, change);
        else
            turn = n3_add(t, turn, change);
    }
    NumSpin to = from_tip(pass, k, line, turn);
    to.line = n3_add(t, to.line, twice_crossed(t, own, arm));
    pass->a[stem->body] = to;
}

void jd_nums_bias_add(SpacePass *pass, int k) {
    Tape *t = pass->rec->t;
    const Stem *stem = &pass->chain->stem[k];
    const NumSpin on = pass->added[stem->parent], own = moved(pass, k, &on, pass->bias);
    pass->added[stem->body] = own;
    pass->a[stem->body] = spin_add(t, &pass->a[stem->body], &own);
}
