/* SPDX-License-Identifier: MIT
 *
 * What changes at an instant acts from the end of a step on, which is where the change was found to
 * be: but for a share of the tolerance, as a time. What then acts a hundred million times as
 * strongly for a nanosecond, this share is much of. So the state is made what it would be, had the
 * new rates come when they should: theory (6.43). */
#include "run/inside.h"
#include "span/span.h"

static const double matters = 0.01;    /* of a tolerance */
static const double found_share = 0.1; /* of the tolerance, as a share of the step: how well */
static const double fixed_tol = 1e-9;  /* that changes in fixed steps are found with */
static const double farthest = 100;    /* times that: it is another passage */
static const double faded = 0.1;       /* of the rates before: what was strong is over */
static const double probe_gaps = 1e3;  /* gaps between two instants: so soon something has moved */

static double tolerance(const JdRun *run) {
    return run->stepper->adaptive ? run->def.tol : fixed_tol;
}

double jd_late_found(const JdRun *run) {
    const double step = found_share * tolerance(run) * (run->t - run->t_old);
    return fmax(step, jd_instant_gap(run->t, run->def.until));
}

static double probe(const JdRun *run) {
    return fmax(jd_late_found(run), probe_gaps * jd_instant_gap(run->t, run->def.until));
}

void jd_late_probe(JdRun *run, const double *rates) {
    const double away = probe(run);
    for (int i = 0; i < run->n; i++) run->out[i] = run->y[i] + away * rates[i];
    jd_whens_evaluate_within(run, run->t + away, run->out);
    jd_corners_mark(run);
}

double jd_late_by(const JdRun *run) {
    const double by = jd_corners_ago(run, probe(run));
    return by <= farthest * probe(run) ? by : 0;
}

/* In tolerances a second. */
static double size_of(JdRun *run, const double *rates) {
    return run->form->error(run->system, run->y, run->y, rates, tolerance(run));
}

bool jd_late_matters(JdRun *run, double late, const double *before, const double *after) {
    for (int i = 0; i < run->n; i++) run->work[i] = after[i] - before[i];
    return size_of(run, run->work) * late > matters;
}

void jd_late_make_up(JdRun *run, double by, int count, const double *before, double *after) {
    const bool begins = size_of(run, after) > faded * size_of(run, before);
    for (int i = 0; i < count; i++) run->y[i] += by * (after[i] - before[i]);
    jd_run_rates_proved(run, run->t, run->y, after);
    jd_cross_brief(run, begins);
}
