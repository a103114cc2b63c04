/* SPDX-License-Identifier: MIT
 *
 * Rows of events of one's own: where one acts, the motion is shown before it and behind it, at the
 * same time. */
#include "run/inside.h"

EventRow jd_whens_row(JdRun *run) {
    Whens *w = &run->whens;
    const bool here = w->both == run->t && w->side != 0;
    if (!run->def.event_rows || !run->system->whens || (here && w->side > 0)) return EVENT_NONE;
    if (!here) {
        if (!jd_whens_due(run)) return EVENT_NONE;
        jd_run_show(run, run->t);
        w->both = run->t;
        w->side = w->row = -1;
        return EVENT_BEFORE;
    }
    if (!jd_run_pass(run)) return EVENT_FAILED;
    w->side = 1;
    jd_run_show(run, run->t);
    w->row = 1;
    return EVENT_BEHIND;
}

const char *jd_run_event(const JdRun *run, int index, bool *before) {
    if (before) *before = run && run->whens.row < 0;
    if (!run || !run->whens.row || index < 0) return NULL;
    for (int k = 0; k < run->system->whens; k++)
        if (run->when.acts[k] && index-- == 0) return run->system->when[k].name;
    return NULL;
}
