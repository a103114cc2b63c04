/* SPDX-License-Identifier: MIT
 *
 * Nodes in a run: where an equilibrium ends a node snaps to the next one that it can rest in, as an
 * event. It has no mass, so that it does so at once; what its forces had stored more before than
 * behind is lost as heat. theory 4.9 */
#include "run/inside.h"

void jd_nodes_keep(JdRun *run, double *y) {
    const JdSystem *s = run->system;
    double *extra = y + run->n - s->extras;
    for (int k = 0; k < s->nodes; k++)
        for (int c = 0; c < s->node_width; c++) {
            const int at = s->node[k].extra + c;
            extra[at] = run->motion.extra[at];
        }
}

bool jd_run_snap(JdRun *run, int k) {
    const JdSystem *s = run->system;
    const SystemWhen *when = &s->when[k];
    Motion *m = &run->motion;
    if (when->snaps < 0) return true;
    const int block = s->node[when->snaps].block;
    int which = when->snaps;
    const double before = jd_nodes_stored(s, m, block);
    /* From where it was before this step, which was an equilibrium: to it, if that still is one. */
    const double *old = run->y_old + run->n - s->extras;
    for (int n = 0; n < s->nodes && run->t_old < run->t; n++)
        for (int c = 0; c < s->node_width; c++)
            m->node_at[n * s->node_width + c] = old[s->node[n].extra + c];
    const NodesEnd end = jd_nodes_relax(s, m, block, &which);
    if (end != NODES_REST) {
        run->failed = true;
        jd_nodes_report(&s->node[which], end, run->t, run->log);
        return false;
    }
    double *extra = run->y + run->n - s->extras;
    for (int n = 0; n < s->nodes; n++)
        for (int c = 0; c < s->node_width; c++)
            extra[s->node[n].extra + c] = m->node_from[n * s->node_width + c];
    jd_run_rates_proved(run, run->t, run->y, run->work);
    run->energy.told = true; /* near its end velocities grow without bound, and works with them */
    run->when.lost[when->snaps] += before - jd_nodes_stored(s, m, block);
    return true;
}
