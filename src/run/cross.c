/* SPDX-License-Identifier: MIT
 *
 * Singular positions that a stepper with a past does not come through. The nearer it comes, the
 * smaller are its steps, and whether it gets over is a matter of rounding. Another stepper, which
 * looks for such positions (singular.c), goes over in its place; behind it the run goes on by its
 * own, without a past. So it is where something acts strongly for a moment: late.c. */
#include "run/run.h"
#include <assert.h>
#include <string.h>

enum { CROSSING_STEPS = 200 }; /* a position that they do not reach is none */

/* Of the largest step: beside a position, shorter ones do not come through, and from nearer to it
 * nobody does. */
static const double short_share = 1e-3;
static const double first_share = 4; /* rounding falls with the length of the step over it */

static bool creeps(const JdRun *run) {
    return run->cost.steps > 0 && run->t - run->t_old < short_share * run->cost.largest_step &&
           jd_passage_near(run);
}

bool jd_cross_wanted(JdRun *run) {
    Crossing *c = &run->crossing;
    c->wanted = false;
    if (!run->chosen->over || c->on || run->t < c->barred) return false;
    /* The step that failed, or the one before it: residuals do not look at pivots. */
    c->wanted = jd_passage_is_near(run, fmin(run->pivot.tried, run->pivot.done));
    return c->wanted;
}

/* Rates at the end of the last step are where a stepper expects them. */
static void hand_over(JdRun *run, const StepperType *to) {
    const double *from = stage(run, last_stage(run));
    run->stepper = to;
    double *rates = stage(run, last_stage(run));
    if (rates != from) memcpy(rates, from, (size_t)run->n * sizeof *rates);
}

/* Where the run was last not near one. From there the other sees it come. */
static void keep_safe(JdRun *run) {
    if (run->cost.steps == 0 || jd_passage_near(run)) return;
    memcpy(run->safe_y, run->y, (size_t)run->n * sizeof *run->y);
    run->crossing.safe = true;
    run->crossing.safe_t = run->t;
}

static void go_back(JdRun *run) {
    const Crossing *c = &run->crossing;
    const double last = fmax(run->events.since, run->whens.acted); /* events do not happen twice */
    if (!c->safe || last > c->safe_t || run->system->delays) return;
    memcpy(run->y, run->safe_y, (size_t)run->n * sizeof *run->y);
    run->t = c->safe_t;
}

static void begin(JdRun *run) {
    assert(run->chosen->over && run->chosen->over->tableau);
    hand_over(run, run->chosen->over);
    run->crossing = (Crossing){.on = true, .last_step = run->cost.steps + CROSSING_STEPS};
    jd_run_rates(run, run->t, run->y, stage(run, 0));
    memcpy(stage(run, last_stage(run)), stage(run, 0), (size_t)run->n * sizeof(double));
    run->small.look_below = INFINITY;
    jd_small_end(&run->small);
}

void jd_cross_begin(JdRun *run) {
    go_back(run);
    begin(run);
    run->h_next = fmax(jd_run_first_step(run), first_share * run->cost.largest_step);
    jd_whens_keep(run);
}

/* Without a past nothing is known but the tolerance, which is longer than what so acts lasts. */
void jd_cross_brief(JdRun *run, bool begins) {
    Crossing *c = &run->crossing;
    if (run->chosen->over && begins && !c->on) {
        begin(run);
        c->brief = true;
        run->h_next = jd_run_first_step(run);
    } else if (c->brief && !begins)
        jd_cross_end(run, true);
}

void jd_cross_end(JdRun *run, bool passed) {
    hand_over(run, run->chosen);
    run->crossing = (Crossing){.barred = passed ? 0 : run->t + run->cost.largest_step};
    run->changed = true;
}

/* The run was beside the position, and is no more. */
static bool is_passed(JdRun *run) {
    const bool ends = !jd_passage_is_near(run, run->pivot.end);
    run->crossing.reached = run->crossing.reached || jd_passage_near(run);
    return run->crossing.reached && ends && !jd_tries_small(&run->small);
}

void jd_cross_look(JdRun *run) {
    if (!run->crossing.on) {
        if (creeps(run) && jd_cross_wanted(run))
            jd_cross_begin(run);
        else
            keep_safe(run);
        return;
    }
    const bool passed = !run->crossing.brief && is_passed(run);
    if (passed || run->cost.steps >= run->crossing.last_step) jd_cross_end(run, passed);
}

/* Who is at work follows from what was loaded, and the rates are where that one expects them. */
void jd_cross_load(JdRun *run) {
    run->stepper = run->crossing.on ? run->chosen->over : run->chosen;
    if (run->crossing.on) jd_cross_end(run, true);
}
