/* SPDX-License-Identifier: MIT
 *
 * The motion of a graph by its own equations. What no law of the graph says, and only that, comes
 * from the mechanism, at the places and velocities that the graph's states say. */
#include "multibond/numbers.h"
#include <string.h>

int jd_multibond_states(const MultibondNumbers *n, double *to) {
    const BondEquations *equations = n->equations;
    for (int k = 0; k < equations->states.count && to; k++)
        to[k] = n->values[n->number[equations->states.at[k]]];
    return equations->states.count;
}

static double signal_value(const MultibondNumbers *n, int signal) {
    return n->values[n->number[n->equations->signal[signal]]];
}

static double momentum(const MultibondNumbers *n, int node, int component) {
    return n->values[n->number[n->equations->state[node] + component]];
}

static Axes attitude(const MultibondNumbers *n, const MultibondBody *at) {
    double angle[4];
    for (int k = 0; k < (n->graph->def.angles ? 3 : 4); k++)
        angle[k] = signal_value(n, at->attitude + k);
    if (n->graph->def.angles) return jd_axes_sequence(n->graph->def.sequence, 3, angle);
    return jd_quat_axes((Quat){angle[0], angle[1], angle[2], angle[3]});
}

/* A body of the mechanism where the graph has it: q and v of the kernel's. */
static void put_plane(const MultibondNumbers *n, const MultibondBody *at, double *q, double *v) {
    for (int k = 0; k < 2; k++) {
        q[k] = signal_value(n, at->position + k);
        v[k] = momentum(n, at->move[k].node, at->move[k].component) / at->moved;
    }
    q[2] = signal_value(n, at->attitude);
    v[2] = momentum(n, at->turn[2].node, at->turn[2].component) / at->turned[2];
}

static void put_space(const MultibondNumbers *n, int body, double *q, double *v) {
    const JdSystem *s = n->graph->system;
    const MultibondBody *at = &n->graph->body[body];
    const Axes *user = &s->frame[body].local.axes;
    double p[3];
    for (int k = 0; k < 3; k++) {
        v[k] = momentum(n, at->move[k].node, at->move[k].component) / at->moved;
        p[k] = momentum(n, at->turn[k].node, at->turn[k].component);
    }
    const Vec3 own = axes_out(user, vec3(p[0], p[1], p[2]));
    v[3] = own.x / at->turned[0], v[4] = own.y / at->turned[1], v[5] = own.z / at->turned[2];
    /* The user's axes on the principal ones: R_user = R user. */
    const Axes seen = attitude(n, at), back = jd_axes_inverse(user),
               principal = jd_axes_absolute(&seen, &back);
    const Pose pose = {.p = vec3(signal_value(n, at->position), signal_value(n, at->position + 1),
                                 signal_value(n, at->position + 2)),
                       .axes = principal};
    s->kernel->from_pose(&pose, q);
}

static void put_bodies(const MultibondNumbers *n, Motion *motion) {
    const JdSystem *s = n->graph->system;
    for (int b = 1; b < s->bodies; b++) {
        double *q = motion->own_q + s->kernel->nq * (b - 1),
               *v = motion->own_v + s->kernel->nv * (b - 1);
        if (n->graph->planar)
            put_plane(n, &n->graph->body[b], q, v);
        else
            put_space(n, b, q, v);
    }
    motion->q = motion->own_q;
    motion->v = motion->own_v;
    s->kernel->move(s, motion);
    jd_turns_settle(s, motion, jd_counts(s, motion->own_q));
}

bool jd_multibond_rates(MultibondNumbers *n, Motion *motion, double time, const double *state,
                        double *rates) {
    const BondEquations *equations = n->equations;
    const JdSystem *s = n->graph->system;
    for (int k = 0; k < equations->states.count; k++)
        n->values[n->number[equations->states.at[k]]] = state[k];
    motion->time = time;
    n->motion = motion;
    n->values[n->time] = time;
    put_bodies(n, motion); /* for whoever looks, and for what has no law here */
    if (n->graph->outsiders.count) {
        jd_forces_eval(s, motion, motion->rows.b);
        jd_mb_outside(n);
    }
    /* What outside says of states it does not decide. */
    for (int k = 0; k < equations->states.count; k++)
        n->values[n->number[equations->states.at[k]]] = state[k];
    if (!jd_mb_go(n)) return false;
    for (int k = 0; k < equations->states.count; k++) {
        const int dot = equations->vars.at[equations->states.at[k]].dot;
        rates[k] = dot >= 0 ? n->values[n->number[dot]] : NAN;
    }
    return true;
}

bool jd_multibond_step(MultibondNumbers *n, Motion *motion, double time, double step, double *state,
                       double *room) {
    static const double at[4] = {0, 0.5, 0.5, 1}, share[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const int count = n->equations->states.count;
    double *rates = room, *stage = room + count, *sum = room + 2 * count;
    memcpy(sum, state, sizeof(double) * (size_t)count);
    memset(rates, 0, sizeof(double) * (size_t)count);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < count; i++) stage[i] = state[i] + at[k] * step * rates[i];
        if (!jd_multibond_rates(n, motion, time + at[k] * step, stage, rates)) return false;
        for (int i = 0; i < count; i++) sum[i] += share[k] * step * rates[i];
    }
    memcpy(state, sum, sizeof(double) * (size_t)count);
    return true;
}
