/* SPDX-License-Identifier: MIT
 *
 * From a system to its motion: settings, memory, and the walk from output to output. */
#include "run/attitude.h"
#include "run/run.h"
#include <stdlib.h>
#include <string.h>

static const double usual_tol = 1e-9, loose_tol = 1e-2, least_tol = 1e-15;
static const double usual_error = 1e-4; /* of the step before the first, in tolerances */
static const double same_share = 1e-9;  /* of the time between rows: the same time */

static const double most_rows = 1e8;

void jd_run_layout(JdRun *run, Layout *at) {
    const StepperType *widest = run->chosen->over ? run->chosen->over : run->chosen;
    const Tableau *tableau = widest->tableau;
    const int extra = tableau ? tableau->dense_stages + tableau->dense_rows : 0;
    const int stages = tableau ? tableau->stages : last_stage(run);
    size_t n = (size_t)run->n + 1, joints = (size_t)run->system->joints + 1;
    jd_motion_layout(run->system, &run->motion, at);
    if (run->form->layout) run->form->layout(run->system, &run->motion, at);
    jd_attitude_layout(run, at);
    jd_events_layout(run, at);
    jd_whens_layout(run, at);
    jd_corners_layout(run, at);
    jd_delays_layout(run, at);
    jd_statistics_layout(run, at);
    jd_coarse_layout(run, at);
    jd_hidden_layout(run, at);
    run->y = PLACE(at, double, n);
    run->y_old = PLACE(at, double, n);
    run->y_new = PLACE(at, double, n);
    run->work = PLACE(at, double, n);
    run->out = PLACE(at, double, n);
    run->slope = PLACE(at, double, n);
    run->first = PLACE(at, double, n);
    run->aside = PLACE(at, double, n);
    run->mode = PLACE(at, char, jd_mode_size(&run->motion) + 1);
    jd_beside_layout(run, at);
    run->safe_y = PLACE(at, double, n);
    run->book = PLACE(at, double, run->system->ledger ? run->system->forces + 2 : 1);
    run->before = PLACE(at, double, 2 * (size_t)run->beside.accels + 1);
    run->k = PLACE(at, double, (size_t)(stages + 1 + extra) * n);
    run->told = PLACE(at, bool, joints);
    run->side = PLACE(at, double, joints);
    if (run->chosen->layout) run->chosen->layout(run, at);
}

/* ---- Settings ------------------------------------------------------------------------------- */

/* NULL: the default. Reports and gives NULL if there is none of this name. */
static const StepperType *choose_stepper(const char *name, Where where, JdLog *log) {
    if (!name) return jd_stepper_at(0);
    const StepperType *found = jd_stepper_find(name);
    if (found) return found;
    jd_report(log, JD_ERROR, "stepper-unknown", where, "there is no stepper '%s'", name);
    Nearest nearest = {.word = name};
    jd_stepper_suggest(&nearest);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(
            log,
            "`jourdain help steppers` lists them; the default, dop853, chooses its steps itself");
    return NULL;
}

/* Others than quaternions go with what needs nothing of a state but its rates. */
static bool takes_angles(const StepperType *stepper) {
    return stepper->tableau && !stepper->step;
}

static void hint_angles(JdLog *log) {
    Text names = {0};
    const StepperType *type;
    for (int n = 0; (type = jd_stepper_at(n)); n++)
        if (takes_angles(type)) jd_text_print(&names, "%s%s", names.count ? ", " : "", type->name);
    jd_hint(log, "these steppers take them: %s; or leave out `attitude`", names.at ? names.at : "");
    jd_text_free(&names);
}

/* Likewise of attitudes. */
static const AttitudeType *choose_attitude(const JdRunDef *def, const JdSystem *system,
                                           const StepperType *stepper, JdLog *log) {
    const char *name = def->attitude ? def->attitude : system->run.attitude;
    const Where where = def->attitude ? nowhere : system->run.attitude_at;
    const AttitudeType *found = name ? jd_attitude_find(name) : jd_attitude_at(0);
    if (!found) {
        jd_report(log, JD_ERROR, "attitude-unknown", where, "a run cannot have attitudes as '%s'",
                  name);
        Nearest nearest = {.word = name};
        jd_attitude_suggest(&nearest);
        if (nearest.best)
            jd_hint(log, "did you mean '%s'?", nearest.best);
        else
            jd_hint(log, "quaternion, which is the default, or cardan");
    } else if (found->quaternion && !takes_angles(stepper)) {
        jd_report(log, JD_ERROR, "attitude-stepper", where,
                  "stepper '%s' takes quaternions, not attitudes as '%s'", stepper->name,
                  found->name);
        hint_angles(log);
        return NULL;
    }
    return found;
}

/* Some steppers come from libraries that a build may do without. */
static bool is_there(const StepperType *stepper, JdLog *log) {
    if (!stepper->missing) return !stepper->there || stepper->there(log);
    jd_report(log, JD_ERROR, "stepper-not-built", nowhere,
              "this program was built without %s, which stepper '%s' needs", stepper->missing,
              stepper->name);
    jd_hint(log, "install %s (Debian: apt install libsundials-dev) and build anew",
            stepper->missing);
    jd_hint(log, "or take another stepper: dop853 for all that is not stiff");
    return false;
}

/* Whatever was left open: first the model's own word, then the default. */
static bool complete(JdRunDef *def, const JdSystem *system, const StepperType *stepper,
                     JdLog *log) {
    const ModelRun *run = &system->run;
    def->stepper = stepper->name;
    if (!(def->until > 0)) def->until = run->to;
    if (def->output_every == 0) def->output_every = run->every;
    if (!(def->output_every > 0)) def->output_every = 0;
    if (!(def->dt > 0)) def->dt = run->step;
    if (!(def->tol > 0)) def->tol = run->tol > 0 ? run->tol : usual_tol;
    if (!(def->until > 0) || !isfinite(def->until)) {
        jd_report(log, JD_ERROR, "run-end-missing", nowhere, "the run has no end");
        jd_hint(log, "say `run to 1 s` in the model, or --to 1");
        return false;
    }
    if (def->tol < least_tol) {
        jd_report(log, JD_ERROR, "tolerance-too-small",
                  def->tol == run->tol ? run->tol_at : nowhere,
                  "a tolerance of %g is below what numbers of 16 digits can hold", def->tol);
        jd_hint(log, "use 1e-13 or more");
        return false;
    }
    if (stepper->adaptive && def->tol > loose_tol) {
        jd_report(log, JD_WARNING, "tolerance-loose", def->tol == run->tol ? run->tol_at : nowhere,
                  "with a tolerance of %g a step may be off by as much of the mechanism's size: "
                  "this may be another motion",
                  def->tol);
        jd_hint(log, "use 1e-3 for a sketch, 1e-6 for a drawing, 1e-9 for numbers");
    }
    if (def->output_every > 0 && def->until / def->output_every > most_rows) {
        jd_report(log, JD_ERROR, "too-many-rows",
                  def->output_every == run->every ? run->every_at : nowhere,
                  "an output every %g s up to %g s makes %.3g rows", def->output_every, def->until,
                  def->until / def->output_every);
        jd_hint(log, "take a longer time between outputs; the steps do not depend on it");
        return false;
    }
    if (stepper->adaptive || def->dt > 0) return true;
    jd_report(log, JD_ERROR, "step-missing", run->stepper ? run->stepper_at : run->where,
              "stepper '%s' needs a step", stepper->name);
    jd_hint(log, "say `step 1e-4 s` in the model's run line, or --dt 1e-4");
    return false;
}

JdRun *jd_run_new(const JdSystem *system, JdRunDef def, JdLog *log) {
    if (!system) return NULL;
    const JdRunDef asked = def;
    const StepperType *stepper =
        def.stepper ? choose_stepper(def.stepper, nowhere, log)
                    : choose_stepper(system->run.stepper, system->run.stepper_at, log);
    if (!stepper || !is_there(stepper, log) || !complete(&def, system, stepper, log)) return NULL;
    const AttitudeType *attitude = choose_attitude(&def, system, stepper, log);
    if (!attitude) return NULL;

    def.attitude = attitude->name;
    JdRun plan = {.system = system,
                  .form = system->form,
                  .stepper = stepper,
                  .chosen = stepper,
                  .attitude = attitude,
                  .log = log};
    if (!def.also || def.also_count < 0) def.also_count = 0;
    if (!def.statistics || def.statistics_count < 0) def.statistics_count = 0;
    plan.asked = asked;
    if (asked.stepper) plan.asked.stepper = stepper->name;
    if (asked.attitude) plan.asked.attitude = attitude->name;
    plan.def = def;
    plan.n = system->states;
    Layout measure = {0};
    PLACE_OWNER(&measure, JdRun);
    jd_run_layout(&plan, &measure);
    char *block = calloc(1, measure.used);
    if (!block) {
        jd_report_memory(log);
        return NULL;
    }
    Layout place = {.base = block};
    JdRun *run = PLACE_OWNER(&place, JdRun);
    *run = plan;
    jd_run_layout(run, &place);
    system->kernel->init(system, &system->dynamics, &run->motion.rows);
    if (run->form->init) run->form->init(system, &run->motion);
    memcpy(run->y, system->start, (size_t)run->n * sizeof *run->y);
    jd_attitude_start(run);
    run->motion.extra = jd_extra_of(system, run->y);
    run->error_old = usual_error;
    run->small.look_below = INFINITY;
    run->motion.nodes_stay = !run->stepper->go; /* others have a past, in which they move */
    jd_events_start(run);
    jd_whens_start(run);
    jd_corners_start(run);
    jd_delays_start(run);
    jd_hidden_start(run);
    if (!stepper->open || stepper->open(run)) return run;
    jd_report_memory(log);
    jd_run_free(run);
    return NULL;
}

void jd_run_free(JdRun *run) {
    if (!run) return;
    if (run->chosen->close) run->chosen->close(run);
    if (run->values) run->free_values(run->values);
    jd_system_free(run->variant);
    free(run);
}

/* ---- From output to output ------------------------------------------------------------------ */

static bool start(JdRun *run) {
    run->started = true;
    if (jd_run_is_lost(run)) return false;
    jd_corners_begin(run);
    if (run->system->feedbacks) run->motion.feedback[0] = FEEDBACK_LOOK;
    jd_run_rates_proved(run, 0, run->y, stage(run, 0));
    jd_run_tell_loop(run);
    jd_run_settle(run, stage(run, 0));
    jd_run_watch(run);
    jd_energy_begin(run);
    jd_flung_begin(run);
    jd_ledger_begin(run);
    for (int i = 0; i < run->n; i++)
        if (!isfinite(stage(run, 0)[i])) {
            jd_run_explain(run, "run-diverged", "the mechanism has no finite acceleration");
            return false;
        }
    if (run->stepper->adaptive && !run->stepper->go) run->h_next = jd_run_first_step(run);
    run->output_time = 0;
    return true;
}

static double next_extra(JdRun *run) {
    while (run->also_next < run->def.also_count &&
           run->def.also[run->also_next] <= run->output_time)
        run->also_next++;
    return run->also_next < run->def.also_count ? run->def.also[run->also_next] : INFINITY;
}

/* One step further; false at a stop or a failure. After a stop the motion is that of the last step.
 */
static bool advance(JdRun *run) {
    run->stopped = run->def.stop && run->def.stop(run->def.stop_data, run->t);
    if (!run->stopped && !jd_run_creeps(run) && jd_run_step(run, run->def.until)) return true;
    if (run->stopped) jd_run_show(run, run->t);
    jd_run_tell_rest(run);
    return false;
}

/* On a grid: steps until the next time asked for lies in or at the end of the last step. */
static bool next_on_grid(JdRun *run) {
    double end = run->def.until, every = run->def.output_every, extra = next_extra(run);
    double grid = (double)(run->output_number + 1) * every;
    while (grid <= run->output_time)
        grid = (double)(++run->output_number + 1) * every; /* jd_run_to */
    if (grid > end - same_share * every) grid = end;
    double target = fmin(grid, extra);
    for (;;) {
        const EventRow row = run->t <= target ? jd_whens_row(run) : EVENT_NONE;
        run->extra = false;
        if (row == EVENT_FAILED) return false;
        if (row == EVENT_BEFORE || (row == EVENT_BEHIND && run->t < fmin(target, run->def.until)))
            return true;
        if (!(run->t < target && run->t < run->def.until)) break;
        if (!advance(run)) return false;
    }
    if (run->t <= target && !jd_run_pass(run)) return false;
    const bool beside = extra < grid && extra <= run->def.until;
    run->extra = beside && run->whens.row == 0;
    target = fmin(target, run->def.until); /* an event may have ended it */
    if (!beside) run->output_number++;
    jd_run_show(run, target);
    return true;
}

/* At every step: its end, unless an extra time comes before it. */
static bool next_step_end(JdRun *run) {
    if (run->whens.row >= 0 && run->t <= run->output_time && !advance(run)) return false;
    double extra = next_extra(run);
    run->extra = extra < run->t;
    const EventRow row = run->extra ? EVENT_NONE : jd_whens_row(run);
    if (row != EVENT_NONE) return row != EVENT_FAILED;
    if (!run->extra && !jd_run_pass(run)) return false;
    jd_run_show(run, fmin(extra, run->t));
    return true;
}

static bool next(JdRun *run) {
    if (run->failed || run->stopped) return false;
    if (!run->started) return start(run);
    if (run->output_time >= run->def.until && run->whens.row >= 0) {
        jd_run_tell_rest(run);
        return false;
    }
    return run->def.output_every > 0 ? next_on_grid(run) : next_step_end(run);
}

/* Corners are held while steps are done and read off; whoever looks at the run between rows sees
 * the expressions as they are. */
bool jd_run_next(JdRun *run) {
    if (!run) return false;
    jd_corners_hold(run, true);
    const bool more = next(run);
    jd_corners_hold(run, false);
    return more;
}

static bool go_to(JdRun *run, double time) {
    if (run->failed || run->stopped) return false;
    if (!(time >= run->output_time) || time > run->def.until) return false;
    if (!run->started && !start(run)) return false;
    while (run->t < time && run->t < run->def.until)
        if (!advance(run)) return false;
    if (run->t <= time && !jd_run_pass(run)) return false;
    const bool ended = time > run->def.until; /* by an event */
    run->extra = false;
    jd_run_show(run, ended ? run->def.until : time);
    return !ended;
}

bool jd_run_to(JdRun *run, double time) {
    if (!run) return false;
    jd_corners_hold(run, true);
    const bool there = go_to(run, time);
    jd_corners_hold(run, false);
    return there;
}

JdRunEnd jd_run_drive(JdRun *run, bool (*each)(void *data, JdRun *run), void *data) {
    while (jd_run_next(run) && !jd_run_stopped(run)) {
        if (!each || each(data, run)) continue;
        jd_run_tell_rest(run);
        return JD_RUN_LEFT;
    }
    return jd_run_failed(run) ? JD_RUN_FAILED : jd_run_stopped(run) ? JD_RUN_STOPPED : JD_RUN_DONE;
}

bool jd_run_failed(const JdRun *run) {
    return !run || run->failed;
}
bool jd_run_stopped(const JdRun *run) {
    return run && run->stopped;
}
bool jd_run_is_extra(const JdRun *run) {
    return run && run->extra;
}
JdRunDef jd_run_settings(const JdRun *run) {
    return run ? run->def : (JdRunDef){0};
}
JdRunCost jd_run_cost(const JdRun *run) {
    JdRunCost cost = run ? run->cost : (JdRunCost){0};
    if (run) cost.time = run->t;
    return cost;
}

double jd_run_read(JdRun *run, int channel) {
    if (channel < 0 || channel >= run->system->channels) return NAN;
    jd_run_recover(run, jd_channel_level(run->system, channel));
    return jd_channel_eval(run->system, &run->motion, channel);
}

/* A row whose motion is proved is told if a reaction is asked for that has no value there. */
double jd_run_value(JdRun *run, JdChannel channel) {
    if (!run) return NAN;
    const double value = jd_run_read(run, channel.index);
    const bool asks = run->proof.pole && !(run->proof.off > 1) && channel.index >= 0;
    if (asks && jd_beside_reads_pole(run, channel.index)) {
        run->proof.off = 2;
        jd_run_note_row(run, run->output_time);
    }
    return value;
}
