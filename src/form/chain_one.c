/* SPDX-License-Identifier: MIT
 *
 * A mechanism of one independent coordinate in closed form, all in one go: for each body its place,
 * its velocity for a unit of the independent rate, and its acceleration without that of the rate.
 * Written out for a turn or slide on a known body and for all dyads but two slides on two bodies;
 * others go the way of chain_motion.c. theory (9.12)-(9.15) */
#include "form/chain_one.h"

bool jd_chain_one(const Chain *chain, MinimalWork *work, const double *q, double x) {
    return go_all(chain, work, q, x, NULL);
}

/* The rate of the independent rate. Uniform gravity is in h already; work->tree.Q has all other
 * forces. */
double jd_chain_one_solve(const JdSystem *s, const MinimalPlan *plan, const MinimalWork *work) {
    const Chain *chain = plan->chain;
    const ChainWork *w = work->chain;
    double h = w->h[0];
    if (chain->plain) return h / w->M[0];
    h += jd_plane_along(s, &chain->pushed, work->tree.Q, w->one);
    for (int k = 0; k < chain->bars && chain->acts; k++)
        if (chain->bar[k].turn || chain->bar[k].slide)
            h += work->tree.effort[chain->bar[k].u] * w->share[k];
    return h / w->M[0];
}
