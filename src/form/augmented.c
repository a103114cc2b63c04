/* SPDX-License-Identifier: MIT
 *
 * Augmented Lagrangian (Bayo): locks are stiff penalties of acceleration, (M + J^T p J) a' = M a +
 * J^T p g, gone through until a stays the same, from the free bodies on; the penalties' forces are
 * the multipliers then. No matrix has multipliers in it, and rows may repeat each other. What rows
 * ask for has the gains of Baumgarte. */
#include "form/stabilise.h"
#include "math/dense.h"
#include <string.h>

/* A penalty, by the mechanism's mass and length: each round leaves about its inverse of an error.
 */
static const double penalty = 1e7;
static const double same = 1e-14; /* accelerations, by the largest of them */
enum { ROUNDS = 12 };

static void fill(DenseRows *d) {
    const int n = d->n;
    memset(d->A, 0, (size_t)n * (size_t)n * sizeof *d->A);
    for (int r = 0; r < d->rows; r++) {
        const double *J = d->J + (size_t)r * (size_t)n, p = d->scale[r];
        for (int i = 0; i < n; i++) {
            if (J[i] == 0) continue;
            for (int k = 0; k < n; k++) d->A[i * n + k] += p * J[i] * J[k];
        }
    }
    for (int k = 0; k < n; k++) {
        d->A[k * n + k] += d->weight[k];
        d->row[k] = k;
    }
}

/* What accelerations leave of a row. */
static double off_of(const DenseRows *d, int row, const double *a, const double *g) {
    double off = -g[row];
    for (int k = 0; k < d->n; k++) off += d->J[row * d->n + k] * a[k];
    return off;
}

/* Adds to a what the equations lack, so that rounding of the penalties does not stay in it. */
static double round_once(Motion *m, DenseRows *d) {
    const int n = d->n;
    double *a = m->rows.x, *pull = a + n, most = 0, change = 0;
    const double *Q = m->rows.b, *g = m->rows.b + n;
    for (int k = 0; k < n; k++) d->x[k] = Q[k] - d->weight[k] * a[k];
    for (int r = 0; r < d->rows; r++) {
        const double force = pull[r] + d->scale[r] * off_of(d, r, a, g);
        for (int k = 0; k < n; k++) d->x[k] -= d->J[r * n + k] * force;
    }
    for (int k = 0; k < n; k++) d->r[k] = d->x[d->row[k]];
    jd_dense_lu_solve(n, d->A, d->r);
    for (int k = 0; k < n; k++) {
        a[k] += d->r[k];
        most = fmax(most, fabs(a[k]));
        change = fmax(change, fabs(d->r[k]));
    }
    for (int r = 0; r < d->rows; r++) /* the multiplier grows by what the penalty does */
        pull[r] += d->scale[r] * off_of(d, r, a, g);
    return most > 0 ? change / most : 0;
}

/* Rows that repeat each other ask for the same but for rounding, which penalties make forces of
 * against each other. */
static void even_out(Motion *m, DenseRows *d) {
    if (!m->rows.anchor.count) return;
    for (int k = 0; k < d->n; k++) d->weight[k] = 1 / d->weight[k];
    memset(d->r, 0, (size_t)d->rows * sizeof *d->r);
    jd_stabilise_least(d, d->r, d->x);
    jd_stabilise_share(d, m->rows.soft + d->n, m->rows.x + d->n);
}

static bool accelerate(const JdSystem *s, Motion *m, DenseRows *d) {
    const int n = d->n;
    RowWork *w = &m->rows;
    if (!jd_stabilise_masses(s, d)) return false;
    jd_stabilise_jacobian(s, m, d);
    for (int r = 0; r < d->rows; r++)
        d->scale[r] = penalty * s->weight * (s->dynamics.row[r].metres ? 1 : s->length * s->length);
    for (int k = 0; k < n; k++) w->x[k] = w->b[k] / d->weight[k];
    memset(w->x + n, 0, (size_t)d->rows * sizeof *w->x);
    fill(d);
    jd_dense_lu(n, n, d->A, d->row);
    for (int k = 0; k < ROUNDS && round_once(m, d) > same; k++) {
    }
    even_out(m, d);
    return true;
}

const StabiliseType jd_stabiliser_augmented = {
    .name = "augmented",
    .summary =
        "locks as penalties of acceleration, until their forces are the multipliers; with gains",
    .accelerate = accelerate,
};
