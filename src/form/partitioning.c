/* SPDX-License-Identifier: MIT
 *
 * Coordinate partitioning (Wehage and Haug): of the bodies' coordinates as many depend on the
 * others as there are independent locks; those go back to the locks, the others stay what the step
 * made them. Which depend is chosen by the pivots of the Jacobian, without the rows that are
 * anchors: off the locks these do not follow from the others exactly, and would move what is free.
 */
#include "form/stabilise.h"
#include "math/dense.h"
#include <string.h>

static const double follows =
    1e-10; /* a pivot of rows that follow from others, of rows of size 1 */

/* Rows that are no anchors, as numbers of size 1, at the front of J and r; how many they are. */
static int take_rows(const JdSystem *s, const RowWork *w, DenseRows *d) {
    const int nv = s->kernel->nv, linear = s->kernel->linear, n = d->n;
    int rows = 0;
    for (int r = 0; r < d->rows; r++) {
        if (w->anchor.count && w->anchor.held[n + r] > 0) continue;
        const double per = s->dynamics.row[r].metres ? 1 / s->length : 1;
        for (int k = 0; k < n; k++)
            d->J[rows * n + k] = per * (k % nv < linear ? s->length : 1) * d->J[r * n + k];
        d->r[rows] = per * w->b[n + r];
        d->row[rows] = rows;
        rows++;
    }
    return rows;
}

static void step(const JdSystem *s, Motion *m, DenseRows *d) {
    const int nv = s->kernel->nv, linear = s->kernel->linear, n = d->n;
    RowWork *w = &m->rows;
    jd_stabilise_jacobian(s, m, d);
    const int rows = take_rows(s, w, d);
    for (int k = 0; k < n; k++) d->column[k] = k;
    memcpy(d->A, d->J, (size_t)rows * (size_t)n * sizeof *d->A);
    const DenseChoice choice = {rows, n, d->A, d->row, d->column, NULL};
    const int rank = jd_dense_choose(&choice, rows < n ? rows : n, follows);
    for (int r = 0; r < rank; r++) {
        d->x[r] = d->r[d->row[r]];
        for (int c = 0; c < rank; c++) d->A[r * rank + c] = d->J[d->row[r] * n + d->column[c]];
    }
    for (int r = 0; r < rank; r++) d->row[r] = r;
    jd_dense_lu(rank, rank, d->A, d->row);
    for (int r = 0; r < rank; r++) d->r[r] = d->x[d->row[r]];
    jd_dense_lu_solve(rank, d->A, d->r);
    memset(w->x, 0, (size_t)n * sizeof *w->x);
    for (int c = 0; c < rank; c++) {
        const int k = d->column[c];
        w->x[k] = d->r[c] * (k % nv < linear ? s->length : 1);
    }
}

const StabiliseType jd_stabiliser_partitioning = {
    .name = "partitioning",
    .summary = "dependent coordinates of bodies follow from the independent ones after each step",
    .step = step,
};
