/* SPDX-License-Identifier: MIT
 *
 * Positions that the mechanism comes to: a random move along its freedoms and along the drives that
 * move, then back onto its locks. What holds at the start and there holds in general. */
#include "solve/solve.h"
#include "solve/limits.h"
#include <stdlib.h>
#include <string.h>

/* Softness of rows, as a share: where several ways meet, rows that are firm lead back to where they
 * meet, as all of them are off by the square of the way and none may be left; soft ones leave what
 * hardly counts and come to one of the ways. */
static const double firm = 1e-10, yielding = 1e-3;
enum { FIRM_ROUNDS = 12, YIELDING_ROUNDS = 60 };

/* Rows with what is needed to solve for them. */
typedef struct {
    RowSet set;
    RowWork work;
} Rows;

typedef struct {
    const JdSystem *system;
    Rows paths;  /* which way it can go: all rows; */
    Rows places; /* where it stands then: without those of velocities, which ask nothing of it */
    Motion motion;
    void *memory;
    unsigned long long seed;
} Wander;

static void layout(Wander *w, Layout *at) {
    jd_motion_layout(w->system, &w->motion, at);
    jd_rowwork_layout(w->system, &w->paths.set, &w->paths.work, at);
    jd_rowwork_layout(w->system, &w->places.set, &w->places.work, at);
}

static void open_rows(const JdSystem *system, Rows *rows) {
    rows->work.weights = true;
    rows->work.soften = firm;
    system->kernel->init(system, &rows->set, &rows->work);
}

static bool open_wander(Wander *w, JdSystem *system, const Motion *from) {
    *w = (Wander){.system = system, .seed = 88172645463325252ull};
    if (!jd_rowset_make(system, &w->paths.set, ROWS_PATHS, NULL, 0, NULL) ||
        !jd_rowset_make(system, &w->places.set, ROWS_PLACES, NULL, 0, NULL))
        return false;
    Layout measure = {0};
    layout(w, &measure);
    w->memory = calloc(1, measure.used + 1);
    if (!w->memory) return false;
    Layout place = {.base = w->memory};
    layout(w, &place);
    w->motion.time = from->time;
    open_rows(system, &w->paths);
    open_rows(system, &w->places);
    return true;
}

static double draw(Wander *w) {
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return (double)(w->seed >> 11) / 4503599627370496.0 - 1;
}

static bool is_angular(const JdSystem *s, int k) {
    return k % s->kernel->nv >= s->kernel->linear;
}

/* The rows as they stand, at rest. */
static void evaluate(Wander *w, Rows *rows) {
    const JdSystem *s = w->system;
    s->kernel->move(s, &w->motion);
    jd_turns_settle(s, &w->motion, jd_counts(s, w->motion.own_q));
    s->kernel->rows(s, &rows->set, &w->motion, &rows->work);
    jd_rows_factor(s, &rows->set, &rows->work);
}

/* Of the move x the part that all rows allow; its size. */
static double project(Wander *w) {
    const JdSystem *s = w->system;
    RowWork *work = &w->paths.work;
    const int primal = jd_velocities(s);
    double most = 0;
    for (int k = 0; k < primal; k++)
        work->b[k] = work->x[k] * (is_angular(s, k) ? s->length * s->length : 1);
    memset(work->b + primal, 0, (size_t)w->paths.set.rows * sizeof *work->b);
    jd_rows_solve(s, &w->paths.set, work);
    for (int k = 0; k < primal; k++)
        most = fmax(most, fabs(work->x[k]) / (is_angular(s, k) ? 1 : s->length));
    return most;
}

/* A random direction that all rows allow, `far` radians or parts of the mechanism's length. False:
 * nothing can move; since the rows are a little soft something seems to, which dies out. */
static const double dies_out = 1e-2; /* less than this share of it after three rounds */

static bool leave(Wander *w, double far) {
    const JdSystem *s = w->system;
    RowWork *work = &w->paths.work;
    const int primal = jd_velocities(s);
    evaluate(w, &w->paths);
    for (int k = 0; k < primal; k++) work->x[k] = draw(w) * (is_angular(s, k) ? 1 : s->length);
    const double first = project(w);
    double most = first;
    for (int round = 0; round < 3; round++) most = project(w);
    if (!(most > met) || most < dies_out * first) return false;
    for (int k = 0; k < primal; k++) work->step[k] = far * work->x[k] / most;
    s->kernel->increment(s, work->step, w->motion.own_q);
    return true;
}

static const double rounding = 1e-14; /* nothing is left to come nearer by */

/* Onto the rows of positions; how far off they are before the last round. */
static double approach(Wander *w, double softness, int rounds) {
    const JdSystem *s = w->system;
    const RowSet *set = &w->places.set;
    RowWork *work = &w->places.work;
    const int primal = jd_velocities(s);
    double off = INFINITY;
    work->soften = softness;
    for (int round = 0; round < rounds && off > rounding; round++) {
        evaluate(w, &w->places);
        off = 0;
        memset(work->b, 0, (size_t)(primal + set->rows) * sizeof *work->b);
        for (int r = 0; r < set->rows; r++) {
            off = fmax(off, fabs(work->f[r]) / (set->row[r].metres ? s->length : 1));
            work->b[primal + r] = -work->f[r];
        }
        jd_rows_solve(s, set, work);
        s->kernel->increment(s, work->x, w->motion.own_q);
    }
    return off;
}

/* False: no position near here satisfies them. */
static bool go_back(Wander *w, bool yields) {
    if (yields) approach(w, yielding, YIELDING_ROUNDS);
    return approach(w, firm, FIRM_ROUNDS) < met;
}

/* How far it is from there now. */
static double way_from(const Wander *w, const double *q) {
    const JdSystem *s = w->system;
    const int n = s->kernel->nq;
    double most = 0;
    for (int k = 0; k < n * (s->bodies - 1); k++) {
        const bool place = k % n < s->kernel->linear;
        most = fmax(most, fabs(w->motion.q[k] - q[k]) / (place ? s->length : 1));
    }
    return most;
}

/* Up to `most` of them. */
static int look_around(Wander *w, const Motion *from, bool yields, int most, double **q,
                       Arena *scratch) {
    static const double far[] = {0.05, 0.1, 0.2};
    const size_t numbers = (size_t)jd_positions(w->system);
    int count = 0;
    for (int round = 0; round < 2 * most && count < most; round++) {
        memcpy(w->motion.own_q, from->q, numbers * sizeof(double));
        if (!leave(w, far[round % 3])) continue;
        if (!go_back(w, yields) || way_from(w, from->q) < 0.02 * far[round % 3]) continue;
        q[count] = ARENA_NEW(scratch, double, numbers + 1);
        if (!q[count]) break;
        memcpy(q[count++], w->motion.own_q, numbers * sizeof(double));
    }
    return count;
}

int jd_wander(JdSystem *system, const Motion *from, int most, double **q, Arena *scratch) {
    const ArenaMark mark = jd_arena_mark(&system->arena);
    Wander w;
    if (!open_wander(&w, system, from)) return -1;
    int count = look_around(&w, from, false, most, q, scratch);
    if (count == 0) count = look_around(&w, from, true, most, q, scratch);
    free(w.memory);
    jd_arena_release(&system->arena, mark);
    return scratch->failed ? -1 : count;
}
