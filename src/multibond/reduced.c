/* SPDX-License-Identifier: MIT
 *
 * The motion of a graph by independent velocities. Its state: all that the graph integrates but the
 * momenta of bodies, then these velocities. The transformers follow from the graph's own flows:
 * their laws are recorded once as a straight program (program.c), and again where its pivots go
 * bad; other velocities become independent where those at hand do. */
#include "multibond/numbers.h"
#include <string.h>

/* The least pivot with the velocities at hand beside that of the best ones: below it others are
 * taken. */
static const double goes_bad = 0.05;
static const double shrinks_to =
    0.3; /* a pivot of the program, of what it was when it was recorded */
/* Velocities times independent ones squared: what a program of some ten MB may have. Larger ones
 * are worked out with doubles. */
static const double recorded_most = 3e5;

struct MultibondReduced {
    Minimal m;
    MultibondMinimal now;
    int *others; /* variables of the state that are no momenta */
    int count;
    bool *independent; /* of all velocities */
    double *v;         /* all velocities */
    bool hamilton;     /* momenta in place of independent velocities */
    double *speed;
    MultibondProgram *program; /* NULL: too large */
};

static bool is_momentum(const MultibondNumbers *n, int var) {
    const int moves = n->graph->planar ? 2 : 3;
    for (int b = 1; b < n->graph->system->bodies; b++) {
        const MultibondBody *at = &n->graph->body[b];
        for (int k = 0; k < moves; k++)
            if (n->equations->state[at->move[k].node] + at->move[k].component == var) return true;
        for (int k = n->graph->planar ? 2 : 0; k < 3; k++)
            if (n->equations->state[at->turn[k].node] + at->turn[k].component == var) return true;
    }
    return false;
}

/* Best ones where the states are. In the state they stand in the order of the bodies. */
static void choose(MultibondReduced *r) {
    memset(r->independent, 0, sizeof(bool) * (size_t)r->m.all);
    for (int k = 0; k < r->now.count; k++) r->independent[r->now.independent[k]] = true;
}

static void all_velocities(MultibondReduced *r, const double *speed) {
    for (int v = 0; v < r->m.all; v++)
        for (int k = 0; k < r->now.count; k++) r->v[v] += r->now.B[v * r->now.count + k] * speed[k];
}

static bool record(MultibondReduced *r, double time, const double *state) {
    const ReducedState at = {r->others, r->count, r->independent, r->hamilton};
    const double size = (double)r->m.all * r->now.count * r->now.count;
    jd_mb_program_free(r->program);
    r->program =
        size <= recorded_most || r->hamilton ? jd_mb_record(&r->m, &at, time, state) : NULL;
    return r->program || (size > recorded_most && !r->hamilton);
}

MultibondReduced *jd_multibond_reduced(MultibondNumbers *n, const Motion *motion, bool hamilton,
                                       Arena *arena) {
    MultibondReduced *r = ARENA_NEW(arena, MultibondReduced, 1);
    if (!r || !jd_mb_minimal_init(&r->m, n, arena)) return NULL;
    r->others = ARENA_NEW(arena, int, n->equations->states.count + 1);
    r->independent = ARENA_NEW(arena, bool, r->m.all + 1);
    r->v = ARENA_NEW(arena, double, r->m.all + 1);
    r->speed = ARENA_NEW(arena, double, r->m.all + 1);
    r->hamilton = hamilton;
    if (arena->failed) return NULL;
    n->motion = motion;
    jd_mb_place(n);
    for (int k = 0; k < n->equations->states.count; k++)
        if (!is_momentum(n, n->equations->states.at[k]))
            r->others[r->count++] = n->equations->states.at[k];
    if (jd_mb_minimal_velocities(&r->m, NULL, &r->now, r->v) < 0) return NULL;
    choose(r);
    double *state = ARENA_NEW(arena, double, r->count + r->now.count + 1);
    if (!state) return NULL;
    jd_multibond_reduced_state(r, state);
    return record(r, motion->time, state) ? r : NULL;
}

int jd_multibond_reduced_speeds(const MultibondReduced *r) {
    return r->now.count;
}

/* A velocity as the momenta say it. */
static double velocity_of(const MultibondReduced *r, int velocity) {
    const MultibondNumbers *n = r->m.n;
    const MultibondBody *at = &n->graph->body[1 + velocity / r->m.each];
    const int c = velocity % r->m.each, moves = n->graph->planar ? 2 : 3;
    if (c < moves)
        return n->values[n->number[n->equations->state[at->move[c].node] + at->move[c].component]] /
               at->moved;
    double p[3] = {0};
    for (int k = n->graph->planar ? 2 : 0; k < 3; k++)
        p[k] = n->values[n->number[n->equations->state[at->turn[k].node] + at->turn[k].component]];
    if (n->graph->planar) return p[2] / at->turned[2];
    const Axes *user = &n->graph->system->frame[1 + velocity / r->m.each].local.axes;
    const Vec3 own = axes_out(user, vec3(p[0], p[1], p[2]));
    const Vec3 w =
        axes_in(user, vec3(own.x / at->turned[0], own.y / at->turned[1], own.z / at->turned[2]));
    return c == 3 ? w.x : c == 4 ? w.y : w.z;
}

int jd_multibond_reduced_state(const MultibondReduced *r, double *to) {
    const MultibondNumbers *n = r->m.n;
    for (int k = 0; k < r->count && to; k++) to[k] = n->values[n->number[r->others[k]]];
    for (int v = 0; v < r->m.all && to; v++) r->v[v] = velocity_of(r, v);
    for (int v = 0, k = r->count; v < r->m.all && to; v++)
        if (r->independent[v])
            to[k++] = r->hamilton ? jd_mb_minimal_momentum(&r->m, &r->now, r->v, v) : r->v[v];
    return r->count + r->now.count;
}

static void put_state(MultibondReduced *r, double time, const double *state) {
    MultibondNumbers *n = r->m.n;
    n->values[n->time] = time;
    for (int k = 0; k < r->count; k++) n->values[n->number[r->others[k]]] = state[k];
}

/* All numbers of the graph at a state. */
static bool look(MultibondReduced *r, double time, const double *state) {
    put_state(r, time, state);
    if (jd_mb_minimal_velocities(&r->m, r->independent, &r->now, r->v) != r->now.count)
        return false;
    const double *speed = state + r->count;
    if (r->hamilton) jd_mb_minimal_speeds(&r->m, &r->now, r->v, speed, r->speed), speed = r->speed;
    all_velocities(r, speed);
    jd_mb_minimal_set(&r->m, r->v);
    return true;
}

double jd_multibond_reduced_upright(const MultibondReduced *r, const double *state, int body) {
    const Multibond *g = r->m.n->graph;
    if (!g->def.angles || g->planar) return 1;
    const int second = r->m.n->equations->signal[g->body[body].attitude + 1];
    int k = 0;
    while (k < r->count && r->others[k] != second) k++;
    return k < r->count ? jd_multibond_upright(&g->def, state[k]) : NAN;
}

bool jd_multibond_reduced_look(MultibondReduced *r, double time, const double *state) {
    if (!look(r, time, state)) return false;
    jd_mb_minimal_rates(&r->m, r->independent, &r->now);
    return true;
}

bool jd_multibond_reduced_rates(MultibondReduced *r, double time, const double *state,
                                double *rates) {
    const MultibondNumbers *n = r->m.n;
    if (r->program) return jd_mb_program_run(r->program, time, state, rates);
    if (!jd_multibond_reduced_look(r, time, state)) return false;
    for (int k = 0; k < r->count; k++)
        rates[k] = n->values[n->number[n->equations->vars.at[r->others[k]].dot]];
    memcpy(rates + r->count, r->now.rate, sizeof(double) * (size_t)r->now.count);
    return true;
}

bool jd_multibond_reduced_settle(MultibondReduced *r, double time, double *state) {
    if (r->program && jd_mb_program_worst(r->program) > shrinks_to) return false;
    if (r->program && !look(r, time, state)) return false;
    const double least = r->m.least;
    double *v = r->m.one;
    for (int k = 0; k < r->m.all; k++) v[k] = velocity_of(r, k);
    if (jd_mb_minimal_velocities(&r->m, NULL, &r->now, r->v) != r->now.count) return false;
    const bool bad = least < goes_bad * r->m.least;
    if (bad) choose(r);
    for (int n = 0, k = r->count; n < r->m.all && bad; n++)
        if (r->independent[n])
            state[k++] = r->hamilton ? jd_mb_minimal_momentum(&r->m, &r->now, v, n) : v[n];
    if (r->program) record(r, time, state);
    return bad;
}

void jd_multibond_reduced_free(MultibondReduced *r) {
    if (r) jd_mb_program_free(r->program);
}

int jd_multibond_reduced_steps(const MultibondReduced *r) {
    return r->program ? jd_mb_program_steps(r->program) : 0;
}
