/* SPDX-License-Identifier: MIT
 *
 * Direct correction: after each step positions, then velocities, go back to the locks by the least
 * change there is, J^+, whatever bodies weigh; lengths count by the mechanism's. */
#include "form/stabilise.h"
#include <string.h>

static void step(const JdSystem *s, Motion *m, DenseRows *d) {
    const int nv = s->kernel->nv, linear = s->kernel->linear;
    RowWork *w = &m->rows;
    jd_stabilise_jacobian(s, m, d);
    for (int k = 0; k < d->n; k++) d->weight[k] = k % nv < linear ? s->length * s->length : 1;
    memcpy(d->r, w->b + d->n, (size_t)d->rows * sizeof *d->r);
    jd_stabilise_least(d, d->r, w->x);
}

const StabiliseType jd_stabiliser_correction = {
    .name = "correction",
    .summary = "the least change of coordinates that closes the locks, whatever bodies weigh",
    .step = step,
};
