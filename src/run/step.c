/* SPDX-License-Identifier: MIT
 *
 * One accepted step: fixed or adaptive, then back onto the locks where that is asked for. */
#include "run/run.h"
#include <float.h>
#include <string.h>

void jd_run_rates(JdRun *run, double t, const double *y, double *rates) {
    run->form->rates(run->system, &run->motion, t, y, rates);
    run->lowest_ratio = fmin(run->lowest_ratio, run->motion.rows.report.ratio);
    run->cost.evaluations++;
}

static bool is_finite(const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += y[i] * 0;
    return sum == 0;
}

/* The stages from run->y with step h into run->y_new. */
static void try_step(JdRun *run, double h) {
    if (run->stepper->step)
        run->stepper->step(run, h);
    else
        jd_rk_step(run, h);
}

/* Far more than a step is off by, a projection must not change: near a singular position it would
 * take away a motion that is there. */
static const double most_change = 1e-2; /* or a thousand tolerances */

bool jd_run_project(JdRun *run, double t, double *y) {
    memcpy(run->work, y, (size_t)run->n * sizeof *y);
    const ProjectReport report = run->form->project(run->system, &run->motion, t, y);
    jd_run_tell_change(run, t, &report);
    if (!report.done) return false;
    if (run->lowest_ratio > 0.01 * run->usual_ratio) return true;
    for (int k = 0; k < run->n; k++) run->work[k] -= y[k];
    const double change = run->form->error(run->system, y, y, run->work, 1);
    return change < fmax(most_change, 1e3 * run->def.tol);
}

/* Takes y_new as the state at t: projects it, finds its rates, which start the next step. */
static bool accept(JdRun *run, double t, double h) {
    const Tableau *tableau = run->stepper->tableau;
    double *rates = stage(run, last_stage(run));
    bool projects =
        (run->system->stabilise == STABILISE_PROJECTION || run->form->always_projects) && tableau;
    bool changed = run->form->tidy(run->system, run->y_new);
    run->changed = run->changed || changed;
    if (projects) {
        run->cost.projections++;
        if (!jd_run_project(run, t, run->y_new) && run->stepper->adaptive) return false;
    }
    if (tableau && tableau->ends_on_new && !projects && !changed)
        memcpy(rates, stage(run, tableau->stages - 1), (size_t)run->n * sizeof *rates);
    else
        jd_run_rates(run, t, run->y_new, rates);
    jd_motion_reanchor(run->system, &run->motion);
    if (!is_finite(rates, run->n)) return false;

    double *old = run->y_old;
    run->y_old = run->y;
    run->y = run->y_new;
    run->y_new = old;
    run->t_old = run->t;
    run->t = t;
    run->motion_at_y = true;
    run->dense_ready = false;
    run->cost.steps++;
    run->cost.smallest_step = run->cost.steps == 1 ? h : fmin(run->cost.smallest_step, h);
    run->cost.largest_step = fmax(run->cost.largest_step, h);
    jd_run_watch(run);
    return true;
}

/* The rates at the start of a step are those at the end of the last one. */
static void begin(JdRun *run) {
    if (run->cost.steps > 0)
        memcpy(stage(run, 0), stage(run, last_stage(run)), (size_t)run->n * sizeof(double));
}

static bool fixed_step(JdRun *run, double limit) {
    /* Times are multiples of the step, not sums of it; the last step ends on the limit. */
    double t = (double)(run->step_number + 1) * run->def.dt;
    if (t > limit - 1e-9 * run->def.dt) t = limit;
    double h = t - run->t;
    /* Where t is a multiple, the step is exactly dt, so that results are those of the textbook. */
    if (fabs(h - run->def.dt) < 1e-6 * run->def.dt) h = run->def.dt;
    begin(run);
    try_step(run, h);
    if (is_finite(run->y_new, run->n) && accept(run, t, h)) {
        run->step_number++;
        return true;
    }
    jd_run_explain(run, "run-diverged", "the motion grows without bound");
    jd_hint(run->log, "take a smaller step, or an adaptive stepper: --stepper dop853");
    return false;
}

/* theory (6.5): PI control, between a fifth and six times the last step. */
static double next_step(JdRun *run, double h, double error, bool accepted) {
    double exponent = 1.0 / (run->stepper->tableau->error_order + 1), beta = 0.2 * exponent;
    double factor = pow(fmax(error, 1e-10), exponent - 0.75 * beta);
    if (accepted) factor /= pow(run->error_old, beta);
    factor = 0.9 / factor;
    if (!(factor > 0.2)) factor = 0.2;
    return h * fmin(factor, accepted ? 6 : 1);
}

static double largest_step(const JdRun *run, double limit) {
    double h = limit - run->t;
    return run->def.dt > 0 ? fmin(h, run->def.dt) : h;
}

/* ---- Singular positions ---------------------------------------------------------------------
 * Near one, accelerations are small differences divided by small numbers, and smaller steps only
 * come closer to it. The motion itself is smooth there, so the way through is a step of about the
 * same size that neither ends nor has a stage too near: theory (6.7). */
typedef struct {
    int tries;
    double h;                  /* the step first tried; others are shares of it */
    double best_h, best_error; /* of those that end far enough */
} Dodge;

static const double dodge_shares[] = {1, 0, 0.85, 1.2, 0.7, 1.45, 0.55, 1.75, 0.4, 2.1, 2.8, 4};
enum { DODGES = sizeof dodge_shares / sizeof *dodge_shares };
static const double too_near = 1e-4;    /* of the usual distance, as a ratio of pivots */
static const double noise_limit = 1e-4; /* error that rounding may cause on the way through */

static bool is_near(const JdRun *run, double ratio) {
    return ratio < too_near * run->usual_ratio;
}

/* The ratio goes with the square of the distance: the step that ends as far behind the singular
 * position as it begins before it. */
static double step_over(const JdRun *run, double h) {
    double before = sqrt(run->ratio_before), here = sqrt(run->ratio_here);
    double over = 2 * here * (run->t - run->t_old) / (before - here);
    return over > 0.3 * h && over < 6 * h ? over : 1.1 * h;
}

/* Another size to try, or false: this is not about a singular position. */
static bool dodge(JdRun *run, Dodge *at, double h, double error, bool ends_near) {
    bool near = ends_near || is_near(run, run->lowest_ratio);
    if (!near || at->tries >= DODGES) return false;
    if (at->tries++ == 0) at->h = at->best_h = h, at->best_error = INFINITY;
    if (!ends_near && error < at->best_error) {
        at->best_h = h;
        at->best_error = error;
    }
    double share = at->tries < DODGES ? dodge_shares[at->tries] : 0;
    run->h_next = at->tries == DODGES ? at->best_h
                  : share > 0         ? share * at->h
                                      : step_over(run, at->h);
    return at->tries < DODGES || at->best_error * run->def.tol < noise_limit;
}

static bool adaptive_step(JdRun *run, double limit) {
    begin(run);
    Dodge dodged = {0};
    bool rejected = false;
    double floor_h = 16 * DBL_EPSILON * fmax(fabs(run->t), fabs(limit) * 1e-6);
    while (run->h_next >= floor_h) {
        double h = fmin(run->h_next, largest_step(run, limit));
        double t = limit - run->t <= h * (1 + 1e-12) ? limit : run->t + h;
        h = t - run->t;
        run->lowest_ratio = INFINITY;
        try_step(run, h);
        double error = jd_rk_error(run, h);
        if (!isfinite(error) || !is_finite(run->y_new, run->n)) error = 1e9;
        bool last_try = dodged.tries == DODGES;
        bool ends_near = is_near(run, run->motion.rows.report.ratio) && t < limit && !last_try;
        bool good = !ends_near && (error <= 1 || (last_try && error * run->def.tol < noise_limit));
        if (good && accept(run, t, h)) {
            double next = next_step(run, h, fmin(error, 1), true);
            run->h_next = rejected && !dodged.tries ? fmin(next, h) : next;
            run->error_old = fmax(fmin(error, 1), 1e-4);
            if (error > 1) jd_run_tell_singular(run, error * run->def.tol);
            run->ratio_before = run->ratio_here;
            run->ratio_here = run->motion.rows.report.ratio;
            run->usual_ratio = fmax(0.99 * run->usual_ratio, run->motion.rows.report.ratio);
            return true;
        }
        run->cost.rejected++;
        rejected = true;
        if (!last_try && dodge(run, &dodged, h, error, ends_near)) continue;
        run->h_next = good ? 0.25 * h : next_step(run, h, error, false);
    }
    jd_run_explain(run, "run-stuck", "no step is small enough");
    return false;
}

/* By a stepper with a past, which chooses the step and keeps the locks itself. */
static bool own_step(JdRun *run, double limit) {
    double t = run->t;
    begin(run);
    if (!run->stepper->go(run, limit, &t)) return false;
    if (is_finite(run->y_new, run->n) && accept(run, t, t - run->t)) return true;
    jd_run_explain(run, "run-diverged", "the motion grows without bound");
    return false;
}

bool jd_run_step(JdRun *run, double limit) {
    if (run->def.max_steps > 0 && run->cost.steps >= run->def.max_steps) {
        run->failed = true;
        jd_report(run->log, JD_ERROR, "run-too-long", nowhere,
                  "at t = %.6g s of %g s the allowed number of steps is used up: %ld", run->t,
                  run->def.until, run->cost.steps);
        jd_hint(run->log, "allow more steps, a larger tolerance, or end earlier");
        return false;
    }
    const bool done = run->stepper->go         ? own_step(run, limit)
                      : run->stepper->adaptive ? adaptive_step(run, limit)
                                               : fixed_step(run, limit);
    return done && !run->failed;
}

/* theory (6.6): a hundredth of the time in which the motion changes, less for tighter tolerances.
 */
double jd_run_first_step(JdRun *run) {
    const double *k = stage(run, 0);
    double tol = run->def.tol, whole = run->def.until;
    double speed = run->form->error(run->system, run->y, run->y, k, 1);
    double h = speed > 0 ? 0.01 * pow(tol, 1.0 / (run->stepper->tableau->error_order + 1)) / speed
                         : 1e-3 * whole;
    return fmin(h, 0.1 * whole);
}
