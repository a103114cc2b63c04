/* SPDX-License-Identifier: MIT
 *
 * `jourdain run`: model -> system -> run -> trace -> CSV, with the model's expectations checked on
 * the way. Whatever ends a run early, the rows up to there are saved. */
#define _XOPEN_SOURCE 700
#include "app/app.h"
#include <string.h>
#include <sys/stat.h>

/* ---- Which channels ------------------------------------------------------------------------- */

static void try_channel(RunJob *job, const char *subject, const char *name, JdChannel *channels,
                        int *count) {
    const char *full = jd_arena_format(&job->app->arena, "%s.%s", subject, name);
    const JdChannel channel = full ? jd_channel(job->system, full, NULL) : (JdChannel){-1};
    if (channel.index >= 0) channels[(*count)++] = channel;
}

static bool has_joint(const JdModel *model, int body) {
    for (int n = 0; n < model->joints.count; n++)
        if (!model->joints.at[n].type->couples &&
            (model->frames.at[model->joints.at[n].i].body == body ||
             model->frames.at[model->joints.at[n].j].body == body))
            return true;
    return false;
}

/* A model that asks for nothing: what its joints leave free, bodies without joints, the energy. */
static JdChannel *default_channels(RunJob *job) {
    const JdModel *model = job->model;
    const int room = JOINT_FREES * model->joints.count + 5 * model->bodies.count + 2;
    JdChannel *channels = ARENA_NEW(&job->app->arena, JdChannel, room);
    if (!channels) return NULL;
    int count = 0;
    for (int n = 0; n < model->joints.count; n++) {
        const FreeDef *frees[JOINT_FREES];
        const ModelJoint *joint = &model->joints.at[n];
        const int free_count = jd_joint_frees(joint->type, model->space == JD_PLANAR, frees);
        for (int k = 0; k < free_count; k++)
            try_channel(job, joint->name, frees[k]->position, channels, &count);
    }
    for (int body = 1; body < model->bodies.count; body++) {
        if (has_joint(model, body)) continue;
        static const char *const names[] = {"x", "y", "z", "angle", "rotation"};
        for (int k = 0; k < 5; k++)
            try_channel(job, model->bodies.at[body].name, names[k], channels, &count);
    }
    const JdChannel energy = jd_channel(job->system, "energy", NULL);
    if (energy.index >= 0) channels[count++] = energy;
    channels[count].index = -1;
    return channels;
}

/* --output a,b,c. NULL after a report. */
static JdChannel *asked_channels(RunJob *job) {
    const char **names = jd_app_list(job->app, "output");
    int count = 0;
    while (names && names[count]) count++;
    JdChannel *channels = names ? ARENA_NEW(&job->app->arena, JdChannel, count + 1) : NULL;
    if (!channels) return NULL;
    bool known = true;
    for (int n = 0; n < count; n++) {
        channels[n] = jd_channel(job->system, names[n], job->app->log);
        if (channels[n].index < 0) known = false;
    }
    channels[count].index = -1;
    return known ? channels : NULL;
}

static JdTrace *make_trace(RunJob *job) {
    const JdChannel *channels = NULL;
    if (jd_app_flag(job->app, "output"))
        channels = asked_channels(job);
    else if (job->model->outputs.count == 0)
        channels = default_channels(job);
    else
        return jd_trace_new(job->system, NULL, job->app->log);
    return channels ? jd_trace_new(job->system, channels, job->app->log) : NULL;
}

/* ---- Before the run ------------------------------------------------------------------------- */

/* Tells before the work what would come out after it. Pipes are not opened twice. */
static bool can_write(App *app, const char *path) {
    NewFile file;
    struct stat state;
    const bool exists = stat(path, &state) == 0;
    if (exists && !S_ISREG(state.st_mode) && !S_ISDIR(state.st_mode)) return true;
    const bool good = jd_file_begin(&file, path, app->log);
    if (good) jd_file_drop(&file);
    return good;
}

static bool has_end(RunJob *job) {
    if (job->def.until > 0) return true;
    jd_report(job->app->log, JD_ERROR, "run-end-missing", job->model->run.where,
              "neither the model nor the command line says when the run ends");
    jd_hint(job->app->log, "write `run to 1 s` into the model, or give --to 1");
    return false;
}

/* Everything up to the run itself; the exit code if it does not come to it. */
static ExitCode prepare(RunJob *job) {
    App *app = job->app;
    job->def = jd_app_run_def(app, job->model);
    const bool named = jd_app_check_names(app);
    if (!has_end(job) || !named) return WRONG_USAGE;
    const char *out = jd_app_text(app, "out");
    if (out && strcmp(out, "-") != 0 && !can_write(app, out)) return FILE_FAILED;

    job->system = jd_compile(job->model, jd_app_compile_def(app, job->model), app->log);
    if (!job->system) return WRONG_MODEL;
    job->trace = make_trace(job);
    if (!job->trace) return WRONG_USAGE;
    if (!jd_expected_start(job)) return RUN_FAILED;
    job->def.stop = jd_progress_step;
    job->def.stop_data = &job->progress;
    job->run = jd_run_new(job->system, job->def, app->log);
    if (job->run) return DONE;
    const JdMessage why = jd_log_message(app->log, jd_log_count(app->log) - 1);
    return why.file ? WRONG_MODEL : WRONG_USAGE;
}

/* ---- The run -------------------------------------------------------------------------------- */

static ExitCode move(RunJob *job) {
    jd_interrupt_watch();
    jd_progress_start(&job->progress, job->def.until, job->app->quiet);
    jd_ledger_start(job);
    bool recorded = true;
    while (recorded && jd_run_next(job->run) && !jd_run_stopped(job->run)) {
        jd_expected_watch(job);
        jd_ledger_watch(job);
        if (!jd_run_is_extra(job->run)) recorded = jd_trace_record(job->trace, job->run);
    }
    jd_progress_end(&job->progress);
    job->seconds = jd_clock() - job->progress.clock_start;
    job->end = jd_trace_rows(job->trace) > 0
                   ? jd_trace_at(job->trace, jd_trace_rows(job->trace) - 1, 0)
                   : 0;
    if (!recorded || jd_run_failed(job->run)) return RUN_FAILED;
    if (!jd_run_stopped(job->run)) return DONE;
    return (ExitCode)(128 + jd_interrupt_signal());
}

static void tell_early_end(RunJob *job) {
    const bool failed = job->code == RUN_FAILED;
    jd_report(job->app->log, failed ? JD_NOTE : JD_WARNING,
              failed ? "run-incomplete" : "run-interrupted", nowhere,
              "the run %s before its end at t = %g s; %d row%s up to t = %g s %s kept",
              failed ? "failed" : "was interrupted", job->def.until, jd_trace_rows(job->trace),
              jd_trace_rows(job->trace) == 1 ? "" : "s", job->end,
              jd_trace_rows(job->trace) == 1 ? "is" : "are");
}

/* Rows to the file, to stdout, or a table of some of them to a terminal. */
static bool save(RunJob *job) {
    App *app = job->app;
    const char *path = jd_app_text(app, "out");
    if (path && strcmp(path, "-") != 0) {
        if (!jd_trace_write_csv(job->trace, path, app->log)) return false;
        job->written = path;
        return true;
    }
    if (app->json) return true;
    if (!path && jd_is_terminal(stdout)) {
        Text table = {0};
        jd_job_table(job, &table);
        if (!table.failed) fputs(table.at, stdout);
        fflush(stdout); /* before the summary */
        jd_text_free(&table);
        return true;
    }
    /* A failure stays set in the stream; main tells of it. */
    jd_trace_print_csv(job->trace, stdout);
    return true;
}

static void finish(RunJob *job) {
    if (job->code != DONE) tell_early_end(job);
    const bool saved = save(job);
    jd_expected_judge(job);
    if (!saved && job->code != RUN_FAILED) job->code = FILE_FAILED;
    if (job->code == DONE && job->missed > 0) job->code = EXPECT_MISSED;
    if (job->app->json)
        jd_job_json(job, &job->app->document);
    else if (!job->app->quiet)
        jd_job_summary(job, stderr);
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    RunJob job = {.app = app, .model = model};
    job.code = prepare(&job);
    if (job.code == DONE) {
        job.code = move(&job);
        finish(&job);
    }
    jd_run_free(job.run);
    jd_trace_free(job.trace);
    jd_system_free(job.system);
    jd_model_free(model);
    return (int)job.code;
}

const Command jd_command_run = {
    .name = "run",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "form stabilise alpha beta gamma stepper dt tol to every max-steps set spatial output out "
               "as-drawn",
    .summary = "simulate a model and write its outputs as CSV",
    .details =
        "Each output has a column, `time [s]` is the first; numbers have 17 digits. With --out the "
        "CSV goes to the file and stdout stays empty; without it the CSV goes to stdout, or, if "
        "stdout is a terminal, a short table of some rows. A summary goes to stderr. A model "
        "without outputs gives what its joints leave free and the energy.\n"
        "\n"
        "The `expect` lines of the model are checked: one that is missed ends with exit code 5. "
        "Those without `when` are skipped if --set changes the model. Options go before the words "
        "of the model's `run` line. MODEL may be '-': standard input.\n"
        "\n"
        "Ctrl-C ends the run and saves the rows up to there (exit code 130); so does a run that "
        "fails (exit code 1).\n",
    .examples = "jourdain run model/slider_crank.jd --out motion.csv\n"
                "jourdain run crank.jd --set r=160mm --to \"0.5 s\" --every 1ms --output slider.x\n"
                "jourdain run crank.jd --stabilise baumgarte --stepper rk4 --dt 1e-5 --json\n",
    .call = call,
};
