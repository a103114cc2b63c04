/* SPDX-License-Identifier: MIT
 *
 * Which rows repeat others. Solving the softened system for random right-hand sides makes the
 * combinations that vanish stand out by 1/epsilon (inverse iteration, theory 7.5); so nothing dense
 * is ever formed. */
#include "solve/solve.h"
#include <stdlib.h>
#include <string.h>

static const double softness = 1e-10, vanishes = 1e-7;

typedef struct {
    const JdSystem *system;
    const RowSet *set;
    RowWork work;
    Motion motion;
    void *memory;
    unsigned long long seed;
} Probe;

static void layout(Probe *p, Layout *at) {
    jd_motion_layout(p->system, &p->motion, at);
    jd_rowwork_layout(p->system, p->set, &p->work, at);
}

static bool open_probe(Probe *p, const JdSystem *system, const RowSet *set, const Motion *from) {
    *p = (Probe){.system = system, .set = set, .seed = 88172645463325252ull};
    Layout measure = {0};
    layout(p, &measure);
    p->memory = calloc(1, measure.used + 1);
    if (!p->memory) return false;
    Layout place = {.base = p->memory};
    layout(p, &place);
    p->work.weights = true;
    p->work.soften = softness;
    size_t bodies = (size_t)system->bodies - 1;
    memcpy(p->motion.own_q, from->q, bodies * (size_t)system->kernel->nq * sizeof(double));
    memcpy(p->motion.own_v, from->v, bodies * (size_t)system->kernel->nv * sizeof(double));
    system->kernel->init(system, set, &p->work);
    return true;
}

static void evaluate(Probe *p) {
    p->system->kernel->move(p->system, &p->motion);
    p->system->kernel->rows(p->system, p->set, &p->motion, &p->work);
    jd_rows_factor(p->system, p->set, &p->work);
}

static double draw(Probe *p) {
    p->seed ^= p->seed << 13;
    p->seed ^= p->seed >> 7;
    p->seed ^= p->seed << 17;
    return (double)(p->seed >> 11) / 4503599627370496.0 - 1;
}

/* ---- Combinations that vanish --------------------------------------------------------------- */

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

static void normalise(double *z, int n) {
    double size = sqrt(dot(z, z, n));
    for (int k = 0; k < n && size > 0; k++) z[k] /= size;
}

static void orthogonalise(double *z, double *const *known, int count, int n) {
    for (int c = 0; c < count; c++) {
        double share = dot(z, known[c], n);
        for (int k = 0; k < n; k++) z[k] -= share * known[c][k];
    }
    normalise(z, n);
}

/* Solves once: what vanishes grows. */
static void amplify(Probe *p, double *z) {
    int primal = p->system->kernel->nv * (p->system->bodies - 1), n = p->set->rows;
    memset(p->work.b, 0, (size_t)primal * sizeof(double));
    memcpy(p->work.b + primal, z, (size_t)n * sizeof(double));
    jd_rows_solve(p->system, p->set, &p->work);
    memcpy(z, p->work.x + primal, (size_t)n * sizeof(double));
    normalise(z, n);
}

/* What the combination does to the bodies, J^T z, against what its rows do one by one. */
static bool is_vanishing(Probe *p, const double *z) {
    const JdSystem *s = p->system;
    int primal = s->kernel->nv * (s->bodies - 1), n = p->set->rows, total = primal + n;
    double *x = p->work.x, *b = p->work.b, *r = p->work.step, together = 0, apart = 0;
    memset(b, 0, (size_t)total * sizeof *b);
    memset(x, 0, (size_t)primal * sizeof *x);
    memcpy(x + primal, z, (size_t)n * sizeof *x);
    jd_sparse_residual(p->set->plan, p->work.values, x, b, r);
    for (int k = 0; k < primal; k++) together += r[k] * r[k];
    for (int row = 0; row < n; row++) apart += z[row] * z[row];
    return together <= vanishes * vanishes * apart;
}

/* Each vector gets a row of its own: the reduced echelon form. */
static void separate(double **z, int count, int n) {
    for (int c = 0; c < count; c++) {
        int pivot = 0;
        for (int k = 0; k < n; k++)
            if (fabs(z[c][k]) > fabs(z[c][pivot])) pivot = k;
        for (int other = 0; other < count; other++) {
            if (other == c) continue;
            double share = z[other][pivot] / z[c][pivot];
            for (int k = 0; k < n; k++) z[other][k] -= share * z[c][k];
        }
    }
    for (int c = 0; c < count; c++) normalise(z[c], n);
}

static int find(Probe *p, int most, double **z, Arena *scratch) {
    int n = p->set->rows, count = 0;
    evaluate(p);
    while (count < most && count < n) {
        double *next = z[count] = ARENA_NEW(scratch, double, n);
        if (!next) return -1;
        for (int k = 0; k < n; k++) next[k] = draw(p);
        for (int round = 0; round < 3; round++) {
            amplify(p, next);
            orthogonalise(next, z, count, n);
        }
        if (!is_vanishing(p, next)) break;
        count++;
    }
    separate(z, count, n);
    return count;
}

/* ---- Elsewhere ------------------------------------------------------------------------------ */

static bool is_angular(const JdSystem *s, int k) {
    return k % s->kernel->nv >= s->kernel->linear;
}

/* A random direction that all rows allow, a twentieth of a radian far, then back onto the rows. */
static void wander(Probe *p) {
    const JdSystem *s = p->system;
    RowWork *w = &p->work;
    int primal = s->kernel->nv * (s->bodies - 1), rows = p->set->rows;
    double most = 0;
    evaluate(p);
    for (int k = 0; k < primal; k++)
        w->b[k] = draw(p) * (is_angular(s, k) ? s->length : 1) * s->length;
    for (int r = 0; r < rows; r++) w->b[primal + r] = 0;
    jd_rows_solve(s, p->set, w);
    for (int k = 0; k < primal; k++)
        most = fmax(most, fabs(w->x[k]) / (is_angular(s, k) ? 1 : s->length));
    if (!(most > 1e-9)) return; /* nothing can move */
    for (int k = 0; k < primal; k++) w->step[k] = 0.05 * w->x[k] / most;
    s->kernel->increment(s, w->step, p->motion.own_q);
    for (int round = 0; round < 10; round++) {
        evaluate(p);
        for (int k = 0; k < primal; k++) w->b[k] = 0;
        for (int r = 0; r < rows; r++) w->b[primal + r] = p->set->row[r].velocity ? 0 : -w->f[r];
        jd_rows_solve(s, p->set, w);
        s->kernel->increment(s, w->x, p->motion.own_q);
    }
}

int jd_dependent_rows(const JdSystem *system, const RowSet *set, const Motion *motion, bool nearby,
                      int most, double **weights, Arena *scratch) {
    if (set->rows == 0) return 0;
    Probe probe;
    if (!weights) weights = ARENA_NEW(scratch, double *, most + 1);
    if (!weights || !open_probe(&probe, system, set, motion)) return -1;
    probe.motion.time = motion->time;
    if (nearby) wander(&probe);
    int count = find(&probe, most, weights, scratch);
    free(probe.memory);
    return count;
}
