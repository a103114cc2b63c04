/* SPDX-License-Identifier: MIT
 *
 * What is narrow in a channel: theory (6.26). A force that acts on a hundredth of the way alone is
 * nothing at both ends of a long step, and at its stages, perhaps. So after a long step expressions
 * of channels are looked at along a straight way from what they read at its start to what they read
 * at its end, as terms of time are; a step in which they leave what it saw is too long. */
#include "run/inside.h"
#include <string.h>

enum { LEVELS = 4 };                   /* of signals that read signals */
static const double long_share = 1e-3; /* of the run: shorter steps have room for little */
static const double least_share =
    1e-9; /* nor is what is so narrow looked for, once something was found */
static const double matters_share = 1e-3; /* of its largest size */
static const long looks_first = 50000;    /* bounds of programs that a run may ask for, */
static const long looks_more = 2;         /* and so many more for each evaluation */
enum { FOUND_MOST = 500 }; /* steps that are done again: what is found ever again is noise */

void jd_hidden_layout(JdRun *run, Layout *at) {
    const JdSystem *s = run->system;
    Hidden *h = &run->hidden;
    h->begin = PLACE(at, double, s->slots + 1);
    h->end = PLACE(at, double, s->slots + 1);
    h->now = PLACE(at, double, s->slots + 1);
    int count = 0;
    for (int k = 0; k < s->forces; k++) count += s->force[k].values;
    count += s->extras + s->signals + s->watched;
    h->made = PLACE_OWNERS(at, const Program *, s->slots + 1); /* of this process: not saved */
    h->what = PLACE_OWNERS(at, SystemTimed, count + 1);
    h->peak = PLACE(at, double, count + 1);
}

static void add(Hidden *h, SystemTimed what) {
    if (what.program && jd_program_may_hide(what.program)) h->what[h->count++] = what;
}

void jd_hidden_start(JdRun *run) {
    const JdSystem *s = run->system;
    for (int k = 0; k < s->forces; k++) {
        const SystemForce *f = &s->force[k];
        for (int v = 0; v < f->values; v++)
            add(&run->hidden, (SystemTimed){f->program[v], "force", f->name, f->where, NULL});
    }
    for (int k = 0; k < s->extras; k++) {
        const SystemState *x = &s->extra[k];
        if (x->drive < 0)
            add(&run->hidden, (SystemTimed){x->rate, "state", x->name, x->where, NULL});
    }
    for (int k = 0; k < s->signals; k++) {
        const SystemSignal *x = &s->signal[k];
        if (x->hot && !x->ring)
            add(&run->hidden, (SystemTimed){x->program, "signal", x->name, x->where, NULL});
        if (!x->ring) run->hidden.made[x->slot] = x->program;
    }
    for (int k = s->corners; k < s->watched; k++) {
        const SystemCorner *x = &s->corner[k];
        add(&run->hidden, (SystemTimed){x->corner.changes, x->kind, x->name, x->where, NULL});
    }
}

static bool hides(JdRun *run, int k, const Path *path) {
    Hidden *h = &run->hidden;
    const Events *e = &run->events;
    double peak;
    const Sight sight = {
        .share = e->share, .shares = e->shares, .floor = matters_share * h->peak[k]};
    const double where = jd_path_hides(h->what[k].program, &sight, path, run->motion.held, &peak);
    if (isnan(where) && peak > h->peak[k]) h->peak[k] = peak;
    return !isnan(where);
}

/* With the motion at the end of the step to `t`, where it is left. What is not seen, NULL: nothing.
 */
static const SystemTimed *find(JdRun *run, double t, const double *y, double *rates) {
    Hidden *h = &run->hidden;
    const size_t size = (size_t)run->system->slots * sizeof(double);
    const long evaluations = run->cost.evaluations;
    memcpy(h->end, run->motion.inputs, size);
    jd_run_rates_proved(run, run->t, run->y, rates);
    memcpy(h->begin, run->motion.inputs, size);
    jd_run_rates_proved(run, t, y, rates);
    run->cost.evaluations = evaluations;
    long *looks = &run->hidden_seen.looks;
    const long most = looks_first + looks_more * evaluations;
    const Path path = {run->t, t, h->begin, h->end, h->now, h->made, LEVELS, looks, most};
    for (int k = 0; k < h->count && *looks < most; k++)
        if (hides(run, k, &path)) return &h->what[k];
    return NULL;
}

static bool is_worth_it(const JdRun *run, double t) {
    const Hidden *h = &run->hidden;
    const double length = t - run->t, whole = run->def.until;
    if (h->count == 0 || run->trimmed) return false;
    if (run->hidden_seen.found >= FOUND_MOST) return false;
    if (run->hidden_seen.looks >= looks_first + looks_more * run->cost.evaluations) return false;
    return length > long_share * whole ||
           (run->t < run->hidden_seen.until && length > least_share * whole);
}

/* A fixed step is taken as it was given, but not without a word. */
bool jd_hidden_in(JdRun *run, double t, const double *y, double *rates) {
    const bool fixed = !run->stepper->adaptive;
    if (!is_worth_it(run, t) || (fixed && run->events.told)) return false;
    const SystemTimed *what = find(run, t, y, rates);
    if (what && fixed) jd_events_tell_hidden(run, run->t, t, what);
    if (what && !fixed) run->hidden_seen.until = fmax(run->hidden_seen.until, t);
    run->hidden_seen.found += what && !fixed;
    return what && !fixed;
}

bool jd_hidden_in_past(JdRun *run, double t) {
    if (!is_worth_it(run, t)) return false;
    jd_run_rates(run, t, run->y_new, run->work);
    return jd_hidden_in(run, t, run->y_new, run->work);
}
