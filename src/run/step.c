/* SPDX-License-Identifier: MIT
 *
 * One accepted step: fixed or adaptive, then back onto the locks where that is asked for. */
#include "run/run.h"
#include <assert.h>
#include <float.h>
#include <string.h>

static bool is_finite(const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += y[i] * 0;
    return sum == 0;
}

/* What is held may have no value beyond its corner: sqrt(x) of if(x > 0, sqrt(x), 0). */
static void rates_unheld(JdRun *run, double t, const double *y, double *rates) {
    jd_corners_hold(run, false);
    run->form->rates(run->system, &run->motion, t, y, rates);
    jd_corners_hold(run, true);
}

static inline void rates_at(JdRun *run, double t, const double *y, double *rates) {
    run->motion_at_y = t == run->t && y == run->y;
    run->right_at_y = false;
    run->form->rates(run->system, &run->motion, t, y, rates);
    assert(run->motion.time >= t && run->motion.time <= t);
    if (run->system->corners && !is_finite(rates, run->n)) rates_unheld(run, t, y, rates);
    if (run->motion.rows.report.ratio < run->pivot.tried) {
        run->pivot.tried = run->motion.rows.report.ratio;
        run->pivot.tried_t = t;
    }
    run->cost.evaluations++;
}

void jd_run_rates(JdRun *run, double t, const double *y, double *rates) {
    rates_at(run, t, y, rates);
}

void jd_run_stage_rates(JdRun *run, double t, const double *y, double *rates) {
    if (run->native && jd_native_rates(run, t, y, rates)) return;
    run->motion.bare = !(run->energy.watched && run->energy.works); /* who looks at stages */
    rates_at(run, t, y, rates);
    run->motion_at_y = run->motion_at_y && !run->motion.bare;
    run->motion.bare = false;
}

void jd_run_recover(JdRun *run, Level level) {
    run->form->recover(run->system, &run->motion, level);
    assert(level != LEVEL_ACCELERATION || run->motion.rows.filled || !run->system->dynamics.rows);
}

void jd_run_rates_proved(JdRun *run, double t, const double *y, double *rates) {
    run->motion.rows.proof.wanted = run->form->residue != NULL;
    jd_run_rates(run, t, y, rates);
    run->right_at_y = run->motion_at_y;
    run->motion.rows.proof.wanted = false;
}

/* The stages from run->y with step h into run->y_new. */
static void try_step(JdRun *run, double h) {
    if (run->stepper->step)
        run->stepper->step(run, h);
    else
        jd_rk_step(run, h);
}

/* What a projection may change, as errors are measured: of a form whose loops are always closed, of
 * others, and in tolerances. */
static const double change_closed = 1e-4, change_open = 1e-2, change_tols = 1e3;

/* Far more than a step is off by, a projection must not change: near a singular position it would
 * take away a motion that is there, or go to another. */
double jd_run_most_change(const JdRun *run) {
    return fmax(run->form->always_projects ? change_closed : change_open,
                change_tols * run->def.tol);
}

static bool project(JdRun *run, double t, Factors factors, double *y) {
    memcpy(run->work, y, (size_t)run->n * sizeof *y);
    const ProjectReport report = run->form->project(run->system, &run->motion, t, factors, y);
    run->change = 0;
    run->end_locks = jd_run_locks_off(&report);
    if (!report.done) return false;
    const bool first = run->cost.steps == 0;
    if (!first && run->pivot.tried > 0.01 * run->pivot.usual) return true;
    for (int k = 0; k < run->n; k++) run->work[k] -= y[k];
    run->change = run->form->error(run->system, y, y, run->work, 1);
    if (first) jd_run_tell_start(run);
    return first || run->change < jd_run_most_change(run);
}

bool jd_run_project(JdRun *run, double t, double *y) {
    return project(run, t, FACTORS_NEARBY, y);
}

/* The usual ratio of pivots is the highest of late: short steps forget less of it. */
static double usual_ratio(const JdRun *run, double h) {
    const double kept =
        run->stepper->adaptive && run->stepper->tableau ? 0.99 : 1 - h / run->def.until;
    return fmax(kept * run->pivot.usual, run->motion.rows.report.ratio);
}

/* Positions of drives of rates are exact whatever the order of a fixed step. */
static void advance_drives(JdRun *run, double h) {
    const JdSystem *s = run->system;
    const int first = run->n - s->extras;
    if (run->stepper->adaptive || !run->stepper->tableau) return;
    for (int k = 0; k < s->extras; k++)
        if (s->extra[k].drive >= 0) run->y_new[first + k] = run->y[first + k];
    jd_drives_advance(s, run->motion.held, run->t, h, run->y_new + first);
}

/* Takes y_new as the state at t: projects it, finds its rates, which start the next step. */
bool jd_run_accept(JdRun *run, double t, double h) {
    assert(h > 0 && t > run->t);
    assert(!run->mode_kept);
    const Tableau *tableau = run->stepper->tableau;
    const FormType *form = run->form;
    double *rates = stage(run, last_stage(run));
    run->hidden_seen.within = false;
    bool projects = (jd_stabilise_projects(run->system) || run->form->always_projects) && tableau &&
                    !run->on_locks;
    bool changed = run->form->tidy(run->system, run->y_new);
    advance_drives(run, h);
    run->changed = run->changed || changed;
    const bool closes =
        projects && form->ends_closed && form->ends_closed(run->system, &run->motion);
    if (projects) run->cost.projections++;
    if (projects && !closes && !jd_run_project(run, t, run->y_new) && run->stepper->adaptive)
        return false;
    const bool known = tableau && tableau->ends_on_new && !projects && !changed &&
                       !run->system->nodes && !run->trimmed;
    if (known)
        memcpy(rates, stage(run, tableau->stages - 1), (size_t)run->n * sizeof *rates);
    else
        jd_run_rates_proved(run, t, run->y_new, rates);
    if (!is_finite(rates, run->n)) return false;
    if (closes && !project(run, t, FACTORS_HERE, run->y_new) && run->stepper->adaptive)
        return false;
    if (jd_hidden_in(run, t, rates, known)) return false;
    if (run->system->nodes) jd_nodes_keep(run, run->y_new);

    double *old = run->y_old;
    run->y_old = run->y;
    run->y = run->y_new;
    run->y_new = old;
    run->t_old = run->t;
    run->t = t;
    run->h = h;
    run->motion_at_y = true;
    run->right_at_y = !known;
    run->dense_ready = run->trimmed; /* then it came before */
    run->stages_lent = false;
    const bool anchors = run->form->has_all_rows && jd_anchors_watch(&run->motion);
    run->unsettled =
        anchors || (run->form->unsettled && run->form->unsettled(run->system, &run->motion));
    run->pivot.done = run->pivot.tried;
    run->pivot.done_t = run->pivot.tried_t;
    run->pivot.usual = usual_ratio(run, h);
    run->pivot.end = run->motion.rows.report.ratio;
    run->cost.steps++;
    run->cost.smallest_step = run->cost.steps == 1 ? h : fmin(run->cost.smallest_step, h);
    run->cost.largest_step = fmax(run->cost.largest_step, h);
    jd_run_watch(run);
    jd_energy_watch(run, h);
    jd_flung_watch(run);
    if (!run->trimmed) jd_stiff_watch(run);
    jd_coarse_watch(run);
    jd_run_watch_passing(run);
    return true;
}

/* The rates at the start of a step are those at the end of the last one. Within a step and its
 * dense output the mode is constant, so it changes here. */
static void begin(JdRun *run) {
    assert(run->started);
    const Tableau *tableau = run->stepper->tableau;
    const long evaluations = run->cost.evaluations;
    jd_run_own_mode(run);
    run->pivot.tried = INFINITY;
    run->trimmed = false;
    if (run->cost.steps > 0)
        memcpy(stage(run, 0), stage(run, last_stage(run)), (size_t)run->n * sizeof(double));
    /* A projection after a single stage has the factors of here. */
    const bool needed = run->unsettled || (tableau && tableau->stages == 1);
    if (needed && !run->motion_at_y) jd_run_rates(run, run->t, run->y, run->work);
    run->cost.evaluations = evaluations; /* it was counted when it was the end */
    if (run->unsettled) jd_run_settle(run, stage(run, 0));
    if (run->motion.turned.count > 0 && jd_attitude_reframe(run)) {
        jd_run_rates_proved(run, run->t, run->y, stage(run, 0));
        run->motion_at_y = run->right_at_y = run->changed = true;
        run->cost.evaluations = evaluations;
    }
}

static const double same_share = 1e-9; /* of a fixed step: the same time */

static bool fixed_step(JdRun *run, double limit) {
    /* Times are multiples of the step, not sums of it; the last step ends on the limit. */
    const double whole = (double)(run->step_number + 1) * run->def.dt;
    double t = whole;
    if (t > limit - same_share * run->def.dt) t = limit;
    double h = t - run->t;
    /* Where t is a multiple, the step is exactly dt, so that results are those of the textbook. */
    if (fabs(h - run->def.dt) <= 8 * DBL_EPSILON * fabs(t)) h = run->def.dt;
    begin(run);
    jd_coarse_look(run);
    jd_events_watch(run, t);
    try_step(run, h);
    if (is_finite(run->y_new, run->n) && jd_run_accept(run, t, h)) {
        if (t > whole - same_share * run->def.dt)
            run->step_number++; /* or it is split by an event */
        jd_run_watch_fixed(run);
        return true;
    }
    jd_run_explain(run, "run-diverged", "the motion grows without bound");
    return false;
}

static const double error_least = 1e-10, error_none = 1e9; /* in tolerances; no number */
static const double error_old_least = 1e-4;                /* what the next step may rely on */

/* theory (6.5): PI control, between a fifth and six times the last step. */
static double step_factor(const JdRun *run, double error, double error_old, double most) {
    assert(run->stepper->tableau);
    double exponent = 1.0 / (run->stepper->tableau->error_order + 1), beta = 0.2 * exponent;
    double factor = pow(fmax(error, error_least), exponent - 0.75 * beta);
    factor = 0.9 / (factor / pow(error_old, beta));
    if (!(factor > 0.2)) factor = 0.2;
    return fmin(factor, most);
}

double jd_step_factor(const JdRun *run, double error) {
    return step_factor(run, isfinite(error) ? error : error_none, 1, error <= 1 ? 6 : 1);
}

static double next_step(JdRun *run, double h, double error, bool accepted) {
    return h * step_factor(run, error, accepted ? run->error_old : 1, accepted ? 6 : 1);
}

static double largest_step(const JdRun *run, double limit) {
    double h = fmin(limit - run->t, jd_events_rest(run));
    return run->def.dt > 0 ? fmin(h, run->def.dt) : h;
}

/* Before an event: two equal steps rather than a long one and a tiny rest. */
static double even(double h, double left) {
    return h < left && h > 0.5 * left ? 0.5 * left : h;
}

static const double start_share =
    1e-6; /* of the run: steps at the start are not shorter than here */
static const double rest_share = 1e-12; /* of a step: no rest is left behind it */

/* False: no step is small enough; nothing is reported. */
static bool adaptive_tries(JdRun *run, double limit) {
    begin(run);
    Passage passage = {.best_error = INFINITY};
    bool rejected = false;
    const double until = run->def.until;
    double floor_h = 16 * DBL_EPSILON * fmax(fabs(run->t), fabs(until) * start_share);
    while (run->h_next >= floor_h) {
        const double wanted = run->h_next;
        double h = fmin(wanted, largest_step(run, limit));
        if (limit < until) h = even(h, limit - run->t);
        h = jd_events_fit(run, h);
        double t = limit - run->t <= h * (1 + rest_share) ? limit : run->t + h;
        h = t - run->t;
        run->pivot.tried = INFINITY;
        try_step(run, h);
        double error = jd_rk_error(run, h);
        if (!isfinite(error) || !is_finite(run->y_new, run->n)) error = error_none;
        if (jd_passage_other(run, &passage, h, error, t < until)) {
            run->cost.rejected++;
            continue;
        }
        bool good = error <= 1 || passage.last;
        if (good && jd_run_accept(run, t, h)) {
            double next = next_step(run, h, fmin(error, 1), true);
            run->h_next = rejected                  ? fmin(next, h)
                          : t == limit && t < until ? fmax(next, wanted)
                                                    : next;
            run->error_old = fmax(fmin(error, 1), error_old_least);
            const double off = fmax(error > 1 ? error * run->def.tol : 0, run->change);
            jd_passage_done(run, &passage);
            if (off > change_tols * run->def.tol || error > 1) jd_run_tell_singular(run, off);
            return true;
        }
        run->cost.rejected++;
        rejected = true;
        passage.last = false;
        run->h_next = good ? 0.25 * h : next_step(run, h, error, false);
    }
    return false;
}

static bool adaptive_step(JdRun *run, double limit) {
    if (adaptive_tries(run, limit)) return true;
    jd_run_explain(run, "run-stuck", "no step is small enough");
    return false;
}

/* By a stepper with a past, which chooses the step and keeps the locks itself. */
static bool past_step(JdRun *run, double limit) {
    double t = run->t;
    begin(run);
    limit = fmin(limit, run->t + jd_events_rest(run));
    if (!run->stepper->go(run, limit, &t)) return false;
    for (double end; (end = jd_events_seen(run, t)) < t;) {
        run->cost.rejected++;
        run->changed = true;
        if (!run->stepper->go(run, end, &t)) return false;
    }
    while (is_finite(run->y_new, run->n)) {
        if (jd_run_accept(run, t, t - run->t)) return true;
        if (!run->hidden_seen.within) break;
        run->cost.rejected++;
        run->changed = true;
        if (!run->stepper->go(run, run->t + 0.25 * (t - run->t), &t)) return false;
    }
    jd_run_explain(run, "run-diverged", "the motion grows without bound");
    return false;
}

/* Likewise, or over a singular position by the stepper that does so in its place: cross.c. If that
 * one fails, too, the first says why. */
static bool own_step(JdRun *run, double limit) {
    jd_cross_look(run);
    if (!run->crossing.on) {
        if (past_step(run, limit)) return true;
        if (!run->crossing.wanted) return false;
        jd_cross_begin(run);
    }
    if (adaptive_tries(run, limit)) return true;
    jd_cross_end(run, false);
    return past_step(run, limit);
}

bool jd_run_one_step(JdRun *run, double limit) {
    const bool done = run->chosen->go          ? own_step(run, limit)
                      : run->stepper->adaptive ? adaptive_step(run, limit)
                                               : fixed_step(run, limit);
    return done && !run->failed;
}

bool jd_run_pass(JdRun *run) {
    if (run->def.statistics_count) jd_statistics_take(run, run->t);
    if (run->system->delays && !jd_delays_take(run, run->t)) return false;
    const bool passed = jd_events_cross(run) && jd_corners_cross(run) && jd_whens_act(run);
    jd_hidden_begin(run);
    return passed;
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
    if (!jd_run_pass(run)) return false;
    if (run->t >= run->def.until) return true; /* an event ended it */
    limit = fmin(limit, jd_events_limit(run));
    return run->system->whens || run->system->corners ? jd_whens_step(run, limit)
                                                      : jd_run_one_step(run, limit);
}

/* Of the time in which the motion changes; of the run, if nothing moves, and at most. */
static const double first_share = 0.01, still_first = 1e-3, first_most = 0.1;

/* theory (6.6): a hundredth of the time in which the motion changes, less for tighter tolerances.
 */
double jd_run_first_step(JdRun *run) {
    const double *k = stage(run, 0);
    double tol = run->def.tol, whole = run->def.until;
    double speed = run->form->error(run->system, run->y, run->y, k, 1);
    double h = speed > 0
                   ? first_share * pow(tol, 1.0 / (run->stepper->tableau->error_order + 1)) / speed
                   : still_first * whole;
    return fmin(h, first_most * whole);
}
