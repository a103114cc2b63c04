/* SPDX-License-Identifier: MIT
 *
 * One formulation from start to end, with an eye on its energy, its joint forces and its outputs at
 * given times. What goes wrong is a result, too. */
#include "trial/trial.h"
#include <string.h>

/* ---- Messages ------------------------------------------------------------------------------- */

/* What its energy is off by is among the results of a trial. */
static void pass_warnings_on(JdLog *to, const JdLog *from, bool given_step) {
    for (int n = 0; n < jd_log_count(from); n++) {
        const JdMessage m = jd_log_message(from, n);
        const bool known =
            !strcmp(m.code, "energy-drifts") || (given_step && !strcmp(m.code, "step-unstable"));
        if (m.severity == JD_WARNING && !known) jd_log_pass(to, &m);
    }
}

/* The first error is the cause. */
static void keep_reason(App *app, const JdLog *log, Trial *trial) {
    for (int n = 0; n < jd_log_count(log) && !trial->message; n++) {
        const JdMessage m = jd_log_message(log, n);
        if (m.severity != JD_ERROR) continue;
        trial->code = jd_arena_copy(&app->arena, m.code);
        trial->message = jd_arena_copy(&app->arena, m.text);
    }
    if (!trial->message) trial->code = "run-incomplete", trial->message = "it was interrupted";
}

void jd_trial_refuse(App *app, const JdLog *log, Trial *trial) {
    *trial = (Trial){.drift = NAN, .worst_drift = NAN, .energy_off = NAN};
    keep_reason(app, log, trial);
}

/* ---- On the way ----------------------------------------------------------------------------- */

typedef struct {
    const TrialDef *def;
    const JdModel *model;
    const JdSystem *system;
    Trial *trial;
    Ledger ledger;
    JdChannel *output;
    JdChannel *force; /* of each joint; negative: none */
    const char **joint_name;
    int joints;
    int sampled;
} Watch;

static bool watch_begin(App *app, const JdSystem *system, const TrialDef *def, Watch *watch) {
    Trial *trial = watch->trial;
    const int joints = jd_model_info(watch->model).joints;
    const int samples = def->output_count * def->time_count;
    watch->output = ARENA_NEW(&app->arena, JdChannel, def->output_count + 1);
    watch->force = ARENA_NEW(&app->arena, JdChannel, joints + 1);
    watch->joint_name = ARENA_NEW(&app->arena, const char *, joints + 1);
    trial->samples = ARENA_NEW(&app->arena, double, samples + 1);
    if (app->arena.failed) return false;
    for (int n = 0; n < samples; n++) trial->samples[n] = NAN;
    for (int n = 0; n < def->output_count; n++)
        watch->output[n] = jd_channel(system, def->outputs[n], NULL);
    JdJointInfo joint;
    for (int k = 0; jd_model_joint(watch->model, k, &joint); k++, watch->joints++) {
        const char *name = watch->joint_name[k] = joint.name;
        watch->force[k].index = -1;
        if (def->joint && strcmp(def->joint, name) != 0) continue;
        const char *channel = jd_arena_format(&app->arena, "%s.force", name);
        if (channel) watch->force[k] = jd_channel(system, channel, NULL);
    }
    watch->ledger = jd_ledger(watch->model, system);
    return !app->arena.failed;
}

static void watch_samples(Watch *watch, JdRun *run) {
    const TrialDef *def = watch->def;
    const double time = jd_run_value(run, jd_time);
    while (watch->sampled < def->time_count && def->times[watch->sampled] <= time) {
        double *to = watch->trial->samples + watch->sampled++ * def->output_count;
        for (int n = 0; n < def->output_count; n++) to[n] = jd_run_value(run, watch->output[n]);
    }
}

static void watch_forces(Watch *watch, JdRun *run) {
    Trial *trial = watch->trial;
    for (int k = 0; k < watch->joints; k++) {
        if (watch->force[k].index < 0) continue;
        const double force = jd_run_value(run, watch->force[k]);
        if (!(force > trial->peak)) continue;
        trial->peak = force;
        trial->peak_joint = watch->joint_name[k];
        trial->peak_unique = jd_channel_unique(watch->system, watch->force[k]);
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool look(void *data, JdRun *run) {
    Watch *watch = data;
    const TrialDef *def = watch->def;
    watch_samples(watch, run);
    if (jd_run_is_extra(run)) return !jd_interrupt_signal();
    jd_ledger_watch(&watch->ledger, run);
    if (!def->joint || *def->joint) watch_forces(watch, run);
    if (def->look) def->look(def->data, watch->system, run);
    return !jd_interrupt_signal();
}

static void walk(App *app, JdRun *run, Watch *watch) {
    const JdSystem *system = watch->system;
    Trial *trial = watch->trial;
    const JdRunEnd end = jd_interrupt_signal() ? JD_RUN_LEFT : jd_run_drive(run, look, watch);
    trial->stopped = end == JD_RUN_STOPPED || end == JD_RUN_LEFT || jd_interrupt_signal();
    trial->done = end == JD_RUN_DONE && !trial->stopped;
    trial->end = jd_run_value(run, jd_time);
    trial->cost = jd_run_cost(run);
    trial->worst_drift = trial->cost.worst_drift;
    trial->run = jd_run_settings(run);
    if (trial->done) trial->drift = jd_run_value(run, jd_channel(system, "drift.sum", NULL));
    const Ledger *ledger = &watch->ledger;
    if (trial->done && jd_ledger_is_closed(ledger, trial->end) && ledger->count)
        trial->energy_off = ledger->sum_off / (double)ledger->count;
    trial->most_kinetic = ledger->most_kinetic;
    if (trial->peak_joint) trial->peak_joint = jd_arena_copy(&app->arena, trial->peak_joint);
    if (!trial->peak_joint) trial->peak = NAN;
}

static bool run_system(App *app, const JdModel *model, const JdSystem *system, const TrialDef *def,
                       JdLog *log, Trial *trial) {
    Progress progress;
    Watch watch = {.def = def, .model = model, .system = system, .trial = trial};
    JdRunDef run_def = def->run;
    run_def.output_every = -1;
    run_def.also = def->times;
    run_def.also_count = def->time_count;
    run_def.stop = jd_progress_step;
    run_def.stop_data = &progress;
    if (!watch_begin(app, system, def, &watch)) return false;
    JdRun *run = jd_run_new(system, run_def, log);
    jd_progress_start(&progress, run_def.until, app->quiet);
    if (run) walk(app, run, &watch);
    jd_progress_end(&progress);
    jd_run_free(run);
    return true;
}

bool jd_trial(App *app, const JdModel *model, const TrialDef *def, Trial *trial) {
    JdLog *log = jd_log_new();
    *trial = (Trial){.drift = NAN, .worst_drift = NAN, .energy_off = NAN};
    bool memory = log != NULL;
    JdSystem *system = jd_compile(model, def->compile, log);
    if (system && memory) {
        trial->compiled = true;
        trial->stabilise = jd_arena_copy(&app->arena, jd_system_settings(system).stabilise);
        trial->count = jd_system_info(system, NULL);
        memory = run_system(app, model, system, def, log, trial);
    }
    if (!trial->done) keep_reason(app, log, trial);
    pass_warnings_on(app->log, log, def->given_step);
    jd_system_free(system);
    jd_log_free(log);
    if (!memory || app->arena.failed) jd_report_memory(app->log);
    return memory && !app->arena.failed;
}
