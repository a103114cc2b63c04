/* SPDX-License-Identifier: MIT
 *
 * Udwadia and Kalaba: accelerations of the free bodies, and the least addition to them, as masses
 * weigh it, that meets the rows: a = a0 + M^-1 J^T (J M^-1 J^T)^+ (g - J a0). Rows may repeat each
 * other: then forces are those of least size. What rows ask for has the gains of Baumgarte, without
 * which positions would drift. */
#include "form/stabilise.h"

static bool accelerate(const JdSystem *s, Motion *m, DenseRows *d) {
    const int n = d->n;
    RowWork *w = &m->rows;
    if (!jd_stabilise_masses(s, d)) return false;
    jd_stabilise_jacobian(s, m, d);
    for (int k = 0; k < n; k++) {
        d->weight[k] = 1 / d->weight[k];
        d->x[k] = d->weight[k] * w->b[k];
    }
    for (int r = 0; r < d->rows; r++) {
        double along = 0;
        for (int k = 0; k < n; k++) along += d->J[r * n + k] * d->x[k];
        d->r[r] = w->b[n + r] - along;
    }
    jd_stabilise_least(d, d->r, w->x);
    jd_stabilise_share(d, w->soft + n, d->r);
    for (int k = 0; k < n; k++) w->x[k] += d->x[k];
    for (int r = 0; r < d->rows; r++) w->x[n + r] = -d->r[r];
    return true;
}

const StabiliseType jd_stabiliser_udwadia_kalaba = {
    .name = "udwadia-kalaba",
    .summary = "the least acceleration, as masses weigh it, that meets the locks; with gains",
    .accelerate = accelerate,
};
