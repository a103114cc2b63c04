/* SPDX-License-Identifier: MIT
 *
 * A mechanism in closed form, positions: the joints whose coordinates are known, and dyads, one
 * after the other. */
#include "form/chain_pose.h"

/* Poses of all bars. The first dyad without a solution is noted. */
bool jd_chain_close(const JdSystem *s, const MinimalPlan *plan, MinimalWork *work, const Motion *m,
                    const double *q) {
    const Chain *chain = plan->chain;
    ChainWork *w = work->chain;
    bool closed = true;
    w->spot[0] = (Spot){{0, 0}, 1, 0};
    for (int k = 0; k < chain->steps; k++) {
        const ChainStep *step = &chain->step[k];
        if (step->dyad < 0) {
            const Bar *bar = &chain->bar[step->bar];
            const double own = step->drive < 0
                                   ? bar->turn || bar->slide ? q[bar->q] : 0
                                   : jd_program_eval(s->drive[step->drive].motion, m->time, NULL);
            place_bar(w, bar, step->bar, own);
            continue;
        }
        const bool meets = chain->dyad[step->dyad].behind ? close_behind(chain, w, step->dyad, q)
                                                          : close_between(chain, w, step->dyad, q);
        if (!meets && closed) work->short_dyad = step->dyad;
        closed = closed && meets;
    }
    return closed;
}
