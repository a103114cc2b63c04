/* SPDX-License-Identifier: MIT
 *
 * Going through a sequence in space: places first, then velocities for a unit of each independent
 * rate, then accelerations without theirs. theory 9.9 */
#include "loop/space_inside.h"
#include <string.h>

void jd_space_layout(const SpaceChain *chain, SpaceWork *w, Layout *at) {
    const size_t columns = (size_t)chain->columns + 1, rates = (size_t)chain->rates + 1;
    const int stems = chain->stems + 2 * chain->cylinders;
    w->chain = chain;
    w->body = PLACE(at, SpaceBody, chain->bodies);
    w->axis = PLACE(at, Vec3, rates);
    w->tip = PLACE(at, Vec3, stems + 1);
    w->column = PLACE(at, Spin3, columns * (size_t)chain->bodies);
    w->share = PLACE(at, double, columns *rates);
    w->rate = PLACE(at, double, rates);
    w->bias = PLACE(at, double, rates);
    w->added = PLACE(at, Spin3, chain->bodies);
    w->answer = PLACE(at, SpaceAnswer, chain->dyads + 1);
    w->jet = (double(*)[3])PLACE(at, double, 3 * (size_t)(chain->stems + 1));
}

/* ---- Places --------------------------------------------------------------------------------- */

static void place(SpaceWork *w) {
    const SpaceChain *chain = w->chain;
    w->body[0] = (SpaceBody){.R = axes_none};
    w->low = w->radicand = 1;
    w->lowest = w->worst = -1;
    w->closed = true;
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        if (step->dyad >= 0) jd_space_dyad_place(w, step->dyad);
        if (step->stem < 0) continue;
        const Stem *stem = &chain->stem[step->stem];
        jd_stem_place(w, step->stem, stem->drive >= 0 ? w->jet[step->stem] : w->q + stem->q);
    }
}

/* ---- Velocities ----------------------------------------------------------------------------- */

/* Independent number c moves by one; the last column, if there are drives, is what they ask for. */
static void fill_column(const SpaceWork *w, int c) {
    const SpaceChain *chain = w->chain;
    double *share = w->share + c * chain->rates;
    Spin3 *spin = w->column + c * chain->bodies;
    memset(share, 0, (size_t)chain->rates * sizeof *share);
    spin[0] = (Spin3){{0, 0, 0}, {0, 0, 0}};
    const int own = c < chain->free ? chain->independent[c] : -1;
    if (own >= 0 && chain->spin_of[own] < 0) share[own] = 1;
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        if (step->dyad >= 0) {
            jd_space_dyad_spread(w, step->dyad, c);
        } else if (step->spin >= 0) {
            const int rate = chain->stem[chain->dyad[step->spin].aim].u + 2;
            if (own == rate) jd_space_spin_column(w, step->spin, c, 1);
        } else {
            const Stem *stem = &chain->stem[step->stem];
            if (c == chain->free && stem->drive >= 0) share[stem->u] = w->jet[step->stem][1];
            jd_stem_spread(w, step->stem, c);
        }
    }
}

/* How fast the state says that an independent one goes. */
static double state_rate(const SpaceWork *w, int rate) {
    const int d = w->chain->spin_of[rate];
    if (d < 0) return w->u[rate];
    const Stem *stem = &w->chain->stem[w->chain->dyad[d].aim];
    const Axes i = jd_stem_axes_i(w, stem);
    const Vec3 u = axes_in(&i, w->answer[d].u);
    const double along = u.x * w->u[stem->u] + u.y * w->u[stem->u + 1] + u.z * w->u[stem->u + 2];
    return stem->reversed ? -along : along;
}

static void add_up(SpaceWork *w) {
    const SpaceChain *chain = w->chain;
    for (int b = 0; b < chain->bodies; b++) w->body[b].v = (Spin3){{0, 0, 0}, {0, 0, 0}};
    memset(w->rate, 0, (size_t)chain->rates * sizeof *w->rate);
    for (int c = 0; c < chain->columns; c++) {
        const double x = c < chain->free ? state_rate(w, chain->independent[c]) : 1;
        const double *share = w->share + c * chain->rates;
        const Spin3 *spin = w->column + c * chain->bodies;
        for (int n = 0; n < chain->rates; n++) w->rate[n] += x * share[n];
        for (int b = 1; b < chain->bodies; b++) {
            Spin3 *v = &w->body[b].v;
            if (spin3_is_zero(&spin[b])) continue;
            v->line = vec3_add(v->line, vec3_scale(x, spin[b].line));
            v->turn = vec3_add(v->turn, vec3_scale(x, spin[b].turn));
        }
    }
}

/* ---- Bias ----------------------------------------------------------------------------------- */

static void fill_bias(const SpaceWork *w) {
    const SpaceChain *chain = w->chain;
    memset(w->bias, 0, (size_t)chain->rates * sizeof *w->bias);
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        if (step->dyad >= 0) jd_space_dyad_bias(w, step->dyad);
        if (step->stem < 0) continue;
        const Stem *stem = &chain->stem[step->stem];
        if (stem->drive >= 0) w->bias[stem->u] = w->jet[step->stem][2];
        jd_stem_bias(w, step->stem);
    }
}

bool jd_space_pass(SpaceWork *w, const double *q, const double *u) {
    w->q = q;
    w->u = u;
    place(w);
    for (int c = 0; c < w->chain->columns; c++) fill_column(w, c);
    add_up(w);
    fill_bias(w);
    return w->closed;
}

/* ---- As joints have it ---------------------------------------------------------------------- */

void jd_space_rates(const SpaceWork *w, const double *along, double *u) {
    const SpaceChain *chain = w->chain;
    memcpy(u, along, (size_t)chain->rates * sizeof *u);
    for (int d = 0; d < chain->dyads; d++) {
        if (chain->dyad[d].how != AIM_BALL) continue;
        const Stem *stem = &chain->stem[chain->dyad[d].aim];
        const Axes i = jd_stem_axes_i(w, stem);
        Vec3 sum = {0, 0, 0};
        for (int f = 0; f < 3; f++)
            sum = vec3_add(sum, vec3_scale(along[stem->u + f], w->axis[stem->u + f]));
        const Vec3 own = vec3_scale(stem_sense(stem), axes_in(&i, sum));
        u[stem->u] = own.x, u[stem->u + 1] = own.y, u[stem->u + 2] = own.z;
    }
}

static void read_stem(const SpaceWork *w, const Stem *stem, double *q) {
    const SpaceBody *parent = &w->body[stem->parent], *body = &w->body[stem->body];
    const Axes near = axes_on(&parent->R, &stem->near_axes),
               far = axes_on(&body->R, &stem->far_axes);
    const Axes *i = stem->reversed ? &far : &near, *j = stem->reversed ? &near : &far;
    const Axes seen = jd_axes_relative(i, j);
    const Vec3 way = vec3_sub(space_point(body, stem->far_p), space_point(parent, stem->near_p)),
               d = vec3_scale(stem_sense(stem), axes_in(i, way));
    AxisName turns[3];
    double angle[3];
    int count = 0, next = 0;
    if (stem->ball) {
        Quat at = jd_quat_from_axes(&seen);
        if (at.w * q[0] + at.x * q[1] + at.y * q[2] + at.z * q[3] < 0)
            at = (Quat){-at.w, -at.x, -at.y, -at.z};
        q[0] = at.w, q[1] = at.x, q[2] = at.y, q[3] = at.z;
        return;
    }
    for (int f = 0; f < stem->frees; f++)
        if (stem->kind[f] == FREE_TURN) turns[count++] = stem->axis[f];
    if (count) jd_axes_angles(&seen, turns, count, angle);
    for (int f = 0; f < stem->frees; f++)
        q[f] = stem->kind[f] == FREE_SLIDE ? part_of(d, stem->axis[f])
                                           : jd_counted(angle[next++], q[f]);
}

void jd_space_read(const SpaceWork *w, double *q) {
    const SpaceChain *chain = w->chain;
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        if (step->stem >= 0 && chain->stem[step->stem].drive >= 0)
            q[chain->stem[step->stem].q] = w->jet[step->stem][0];
        for (int k = 0; step->dyad >= 0 && k < chain->dyad[step->dyad].stems; k++) {
            const Stem *stem = &chain->stem[chain->dyad[step->dyad].stem[k]];
            read_stem(w, stem, q + stem->q);
        }
    }
}
