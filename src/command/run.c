/* SPDX-License-Identifier: MIT
 *
 * `jourdain run`: model -> system -> run -> trace -> CSV, with the model's expectations checked on
 * the way. Whatever ends a run early, the rows up to there are saved. */
#include "job/job.h"
#include <string.h>

/* ---- Before the run ------------------------------------------------------------------------- */

/* Rows go as they come to the file of --out, or to stdout unless a person sits there. Those that a
 * page of JSON or a table is made of are kept in memory, too. */
static ExitCode open_stream(RunJob *job) {
    App *app = job->app;
    const char *path = jd_app_text(app, "out");
    const bool to_file = path && strcmp(path, "-") != 0;
    if (to_file && !jd_app_keeps_inputs(app, path)) return FILE_FAILED;
    if (to_file && !jd_app_is_table(app, path, "csv txt dat")) return WRONG_USAGE;
    if (to_file && (!jd_file_begin(&job->file, path, app->log))) return FILE_FAILED;
    jd_interrupt_doom(job->file.temporary);
    if (to_file)
        job->stream = job->file.out;
    else if (!app->json && (path || !jd_is_terminal(stdout)))
        job->stream = stdout;
    return DONE;
}

/* At every step. The last checkpoint is that of where the run is stopped. */
static bool look(void *data, double time) {
    RunJob *job = data;
    jd_checkpoint_look(job, jd_interrupt_signal() != 0);
    return jd_progress_step(&job->progress, time);
}

/* The headings; of a run that is taken up, all rows that it has. */
static ExitCode begin_rows(RunJob *job) {
    job->ledger = jd_ledger(job->model, job->system);
    job->told_before = jd_log_count(job->app->log);
    if (!job->stream) return DONE;
    if (!jd_app_flag(job->app, "resume")) jd_trace_print_csv(job->trace, job->stream);
    jd_trace_stream(job->trace, job->stream, job->app->json);
    return jd_checkpoint_resume(job);
}

/* Everything up to the run itself; the exit code if it does not come to it. */
static ExitCode prepare(RunJob *job) {
    App *app = job->app;
    job->def = jd_app_run_def(app, job->model);
    const bool named = jd_app_check_names(app);
    if (!jd_app_has_end(app, job->model, job->def.until) || !named) return WRONG_USAGE;
    const ExitCode kept = jd_checkpoint_check(job);
    if (kept != DONE) return kept;
    const ExitCode opened = open_stream(job);
    if (opened != DONE) return opened;

    const bool native = jd_app_flag(app, "native");
    job->system = jd_compile(job->model,
                             native && !jd_app_text(app, "form")
                                 ? jd_app_compile_as(app, job->model, "minimal")
                                 : jd_app_compile_def(app, job->model),
                             app->log);
    if (!job->system) return WRONG_MODEL;
    const JdChannel *channels = jd_app_channels(app, job->model, job->system);
    job->trace = channels ? jd_trace_new(job->system, channels, app->log) : NULL;
    if (!job->trace || !jd_app_trace_units(app, job->system, job->trace)) return WRONG_USAGE;
    if (!jd_expected_start(job) || !jd_statistics_plan(job)) return RUN_FAILED;
    job->def.event_rows = true;
    job->def.stop = look;
    job->def.stop_data = job;
    job->run = jd_run_new(job->system, job->def, app->log);
    if (job->run && native) jd_native_start(app, job->system, job->run, &job->native);
    if (job->run) return begin_rows(job);
    const JdMessage why = jd_reported(app->log);
    return why.file ? WRONG_MODEL : WRONG_USAGE;
}

/* ---- The run -------------------------------------------------------------------------------- */

static const double flush_every = 0.1; /* s: rows of so much work are lost at most */

static bool record(RunJob *job) {
    if (!jd_trace_record(job->trace, job->run)) return false;
    const double now = jd_clock();
    if (!job->stream || now < job->flushed + flush_every) return true;
    job->flushed = now;
    jd_interrupt_doom(NULL); /* what is written is worth to be kept */
    fflush(job->stream);
    return true;
}

/* The run is over, or is to be. What the stream did not take is told when it is closed. */
static bool ends(const RunJob *job) {
    return jd_interrupt_signal() || (job->stream && ferror(job->stream));
}

/* At every output. */
static bool watch(void *data, JdRun *run) {
    RunJob *job = data;
    jd_expected_watch(job);
    jd_ledger_watch(&job->ledger, run);
    if (!jd_run_is_extra(run) && !record(job)) job->full = true;
    if (!job->full) jd_checkpoint_look(job, jd_interrupt_signal() != 0);
    return !job->full && !ends(job);
}

static ExitCode move(RunJob *job) {
    jd_progress_start(&job->progress, job->def.until, job->app->quiet);
    job->flushed = job->progress.clock_start;
    job->checkpoint.next = job->progress.clock_start + job->checkpoint.every;
    if (!ends(job)) jd_run_drive(job->run, watch, job);
    jd_progress_end(&job->progress);
    job->seconds += jd_clock() - job->progress.clock_start;
    job->end = jd_trace_rows(job->trace) > 0
                   ? jd_trace_at(job->trace, jd_trace_rows(job->trace) - 1, 0)
                   : 0;
    if (job->full || jd_run_failed(job->run)) return RUN_FAILED;
    if (jd_interrupt_signal()) return (ExitCode)(128 + jd_interrupt_signal());
    return job->stream && ferror(job->stream) ? FILE_FAILED : DONE;
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

/* The file takes its name; a terminal shows a table of some rows. */
static bool save(RunJob *job) {
    App *app = job->app;
    if (job->file.out) {
        const bool done = jd_file_end(&job->file, app->log);
        if (done) job->written = jd_app_text(app, "out");
        jd_checkpoint_end(job, done);
        return done;
    }
    if (job->stream || app->json) return true; /* a failure stays set in stdout; main tells of it */
    Text table = {0};
    jd_job_table(job, &table);
    if (!table.failed) fputs(table.at, stdout);
    fflush(stdout); /* before the summary */
    jd_text_free(&table);
    return true;
}

static void finish(RunJob *job) {
    if (job->code != DONE && job->code != FILE_FAILED) tell_early_end(job);
    if (job->code == DONE && jd_log_errors(job->app->log) > 0) job->code = RUN_FAILED;
    jd_interrupt_watch(); /* the rows are saved, whatever comes */
    const bool saved = save(job);
    jd_interrupt_rest();
    jd_job_verify(job);
    jd_expected_judge(job);
    if (!saved && job->code != RUN_FAILED) job->code = FILE_FAILED;
    if (job->code == DONE && job->checkpoint.failed) job->code = FILE_FAILED;
    if (job->code == DONE && job->missed > 0) job->code = EXPECT_MISSED;
    if (job->app->json)
        jd_job_json(job, &job->app->document);
    else if (!job->app->quiet)
        jd_job_summary(job, stderr);
}

/* Several values are a sweep, with whatever has no meaning there refused. */
static int call_sweep(App *app) {
    static const char *const single[] = {"checkpoint", "resume",   "verify", "native",
                                         "statistics", "as-drawn", NULL};
    for (int n = 0; single[n]; n++) {
        if (!jd_app_flag(app, single[n])) continue;
        jd_report(app->log, JD_ERROR, "option-not-here", nowhere,
                  "--%s is about one run, and --vary makes several", single[n]);
        return WRONG_USAGE;
    }
    return jd_command_find(app, "sweep")->call(app);
}

static int call(App *app) {
    if (jd_app_flag(app, "vary")) return call_sweep(app);
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) {
        jd_app_mend(app);
        return code;
    }
    RunJob job = {.app = app, .model = model};
    const char *const *outputs = (const char *const *)jd_app_list(app, "output");
    if (jd_app_flag(app, "ledger")) jd_model_keep_ledger(model);
    job.code = jd_app_add_expressions(app, model, outputs) ? prepare(&job) : WRONG_USAGE;
    if (job.code == DONE) {
        job.code = move(&job);
        finish(&job);
    }
    if (job.code != WRONG_USAGE && job.code != FILE_FAILED && !jd_interrupt_signal())
        jd_app_look_over(app, model);
    jd_checkpoint_end(&job, false);
    jd_file_drop(&job.file);
    jd_interrupt_doom(NULL);
    jd_run_free(job.run);
    jd_native_end(&job.native);
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
    .options =
        "form cut close prefer elastic stiffness damping turn-stiffness turn-damping clearance gap "
        "stabilise "
        "alpha beta gamma stepper attitude dt tol to every max-steps set spatial safe output unit "
        "statistics out as-drawn vary measure require jobs "
        "checkpoint "
        "checkpoint-every resume verify ledger native",
    .summary = "simulate a model and write its outputs as CSV",
    .details =
        "Each output has a column, `time [s]` is the first; numbers have the fewest digits that "
        "read back the same. With --out the "
        "CSV goes to the file and stdout stays empty; without it the CSV goes to stdout, or, if "
        "stdout is a terminal, a short table of some rows. A summary goes to stderr. A model "
        "without outputs gives what its joints leave free and the energy.\n"
        "\n"
        "The `expect` lines of the model are checked: one that is missed ends with exit code 5. "
        "Those without `when` are skipped if --set changes the model, all of them if joints are "
        "elastic or have clearance. Options go before the words "
        "of the model's `run` line. MODEL may be '-': standard input.\n"
        "\n"
        "--output takes expressions, too: --output \"slider.x - r, jO.rate/(2*pi)\". --unit shows "
        "channels in other units than SI. --statistics tells of each output its extremes and when "
        "they were, its mean and rms, worked out from the motion between the rows, too.\n"
        "\n"
        "Rows are written as they come: with --out to a new file beside FILE, FILE.part0, which "
        "takes its "
        "name at the end. Ctrl-C ends the run and saves the rows up to there (exit code 130); so "
        "do SIGTERM "
        "(143), a terminal that is closed (SIGHUP, 129), and a run that fails (1). A value that is "
        "no number is an error that tells where it came from; the run goes on, and ends with 1.\n"
        "\n"
        "--checkpoint FILE saves the run now and then. After a crash or Ctrl-C, the same command "
        "with --resume FILE "
        "goes on from there; its rows are those of a run that was never stopped, to the last "
        "digit. Steppers of "
        "SUNDIALS begin anew there, and say so.\n"
        "\n"
        "--ledger shows where the energy went: what the bodies got from each force, drive and from "
        "gravity, what was stored and what became heat. All of it is integrated as the motion is, "
        "and counts for the error of its steps.\n"
        "\n"
        "--native compiles the rates of the model (form minimal) by the C compiler of the machine, "
        "`cc` or what "
        "the environment variable CC names, and asks that code in the stages of each step; both "
        "ends "
        "of steps stay the interpreter's, so that results differ by rounding alone. Code is kept "
        "in "
        "~/.cache/jourdain-native for the next run. Where there is no compiler, or the model has "
        "no "
        "compiled form, it is said, and the interpreter runs.\n"
        "\n"
        "--verify runs the model again when the rows are written: with a tenth of the "
        "tolerance (fixed steppers: half the step), and under the other formulations. For each "
        "output the summary and --json say how many digits of its largest value stand over all "
        "rows, how far it is off at most and when, and up to when three digits stand. Fewer than "
        "three are warned about.\n",
    .examples = "jourdain run model/slider_crank.jd --out motion.csv\n"
                "jourdain run crank.jd --set r=160mm --to \"0.5 s\" --every 1ms --output slider.x\n"
                "jourdain run crank.jd --unit mm --statistics\n"
                "jourdain run crank.jd --stabilise baumgarte --stepper rk4 --dt 1e-5 --json\n"
                "jourdain run crank.jd --out motion.csv --checkpoint crank.checkpoint "
                "--checkpoint-every \"5 min\"\n"
                "jourdain run crank.jd --out motion.csv --verify\n",
    .call = call,
};
