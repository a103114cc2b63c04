/* SPDX-License-Identifier: MIT
 *
 * `jourdain sweep`: many variants of a model, on all cores, with MPI, or as an array of jobs of
 * Slurm. What is done lies in the folder of the study, so that whatever ends the program, the same
 * command goes on. */
#define _XOPEN_SOURCE 700
#include "variant/variant.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- The study ------------------------------------------------------------------------------ */

static uint64_t hash_text(uint64_t hash, const char *text) {
    return text ? jd_hash(hash, text, strlen(text) + 1) : jd_hash(hash, "", 1);
}

static uint64_t hash_file(App *app, uint64_t hash, const char *path) {
    AppFile file = {0};
    if (jd_app_read(app, path, true, &file)) hash = jd_hash(hash, file.text, file.length);
    free(file.text);
    return hash;
}

/* Options that do not change the numbers. */
static bool is_about_work(const char *option) {
    static const char *const names[] = {"jobs",    "study", "resume", "worker", "stale",   "slurm",
                                        "workers", "out",   "json",   "quiet",  "picture", "title",
                                        "theme",   "width", "height", "log",    "log-x",   NULL};
    for (int n = 0; names[n]; n++)
        if (!strcmp(names[n], option)) return true;
    return false;
}

/* What the numbers depend on: the model and its files, the program, the options. */
static void identify(SweepJob *job) {
    App *app = job->app;
    const JdModelInfo info = jd_model_info(job->model);
    uint64_t hash = hash_text(jd_hash(0, job->file.text, job->file.length), jd_version());
    Text what = {0};
    jd_text_print(&what, "sweep %s", job->file.path);
    for (int n = 0; n < info.file_count; n++) hash = hash_file(app, hash, info.files[n]);
    for (int n = 0; n < app->given.count; n++) {
        const Given *given = &app->given.at[n];
        if (is_about_work(given->option->name)) continue;
        hash = hash_text(hash_text(hash, given->option->name), given->text);
        jd_text_print(&what, " --%s%s%s%s", given->option->name, given->text ? " '" : "",
                      given->text ? given->text : "", given->text ? "'" : "");
    }
    for (int n = 0; n < job->measures + job->conditions; n++)
        hash = hash_text(hash_text(hash, job->measured[n].text), job->measured[n].unit);
    job->study.hash = jd_plan_hash(&job->plan, hash);
    job->what = what.at ? jd_arena_copy(&app->arena, what.at) : "";
    jd_text_free(&what);
}

/* --study, or beside --out, or one that goes when all is done. */
static bool name_folder(SweepJob *job) {
    App *app = job->app;
    const char *out = jd_app_text(app, "out");
    const char *said =
        jd_app_text(app, "study") ? jd_app_text(app, "study") : jd_app_text(app, "resume");
    if (said) return job->study.path = said, true;
    if (out && strcmp(out, "-") != 0) {
        job->study.path = jd_arena_format(&app->arena, "%s.study", out);
        job->own_folder = true;
        return job->study.path;
    }
    if (job->worker || job->ranks > 1) {
        jd_report(app->log, JD_ERROR, "option-value-missing", nowhere,
                  "several workers need a folder that all of them see");
        jd_hint(app->log, "add --study FOLDER, or --out FILE");
        return false;
    }
    const char *where = getenv("TMPDIR");
    char *path = jd_arena_format(&app->arena, "%s/jourdain-sweep.XXXXXX", where ? where : "/tmp");
    if (!path || !mkdtemp(path)) {
        jd_report(app->log, JD_ERROR, "file-write", nowhere, "cannot make the folder '%s': %s",
                  path ? path : "", strerror(errno));
        return false;
    }
    job->own_folder = true;
    job->study.path = path;
    return true;
}

/* ---- Waiting for others --------------------------------------------------------------------- */

static bool all_done(const SweepJob *job) {
    return jd_study_done(&job->study) >= job->study.chunks;
}

/* Others work on the rest; what they leave is taken over. */
static bool work_until_done(SweepJob *job) {
    for (long pause = 5;; pause = pause < 500 ? 2 * pause : 500) {
        if (!jd_sweep_work(job)) return false;
        if (jd_interrupt_signal() || all_done(job)) return true;
        if (job->worker || job->rank > 0) return true;
        const struct timespec wait = {pause / 1000, pause % 1000 * 1000000};
        nanosleep(&wait, NULL);
    }
}

/* ---- The command ---------------------------------------------------------------------------- */

static ExitCode begin(SweepJob *job) {
    App *app = job->app;
    const char *out = jd_app_text(app, "out"), *resumed = jd_app_text(app, "resume");
    struct stat state;
    if (out && strcmp(out, "-") != 0 && !jd_app_keeps_inputs(app, out)) return FILE_FAILED;
    if (resumed && stat(resumed, &state) != 0) {
        jd_report(app->log, JD_ERROR, "file-read", nowhere, "there is no study '%s' to go on with",
                  resumed);
        return FILE_FAILED;
    }
    if (!jd_sweep_pictures_check(job)) return WRONG_USAGE;
    if (!name_folder(job)) return WRONG_USAGE;
    identify(job);
    job->study.total = job->plan.total;
    job->study.stale = jd_app_number(app, "stale") > 0 ? jd_app_number(app, "stale") : 60;
    if (!jd_study_open(&job->study, job->what, app->log))
        return jd_app_has_message(app, "study-other") ? WRONG_USAGE : FILE_FAILED;
    const double jobs = jd_app_number(app, "jobs");
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    job->jobs = jobs >= 1 ? (int)fmin(jobs, 999) : job->ranks > 1 || cores < 1 ? 1 : (int)cores;
    if (job->jobs > job->study.total) job->jobs = (int)job->study.total;
    return DONE;
}

static ExitCode sweep(SweepJob *job) {
    App *app = job->app;
    if (!jd_ranks_begin(&job->rank, &job->ranks, app->log)) return RUN_FAILED;
    job->worker = jd_app_flag(app, "worker");
    ExitCode code = jd_sweep_prepare(job);
    if (code == DONE && jd_app_text(app, "slurm"))
        return jd_sweep_slurm(job, jd_app_text(app, "slurm"));
    if (code == DONE) code = begin(job);
    if (code != DONE) return code;
    job->before = jd_study_done(&job->study) * job->study.chunk;
    const bool good = work_until_done(job);
    const bool others = (job->worker || job->rank > 0) && !all_done(job);
    if (job->rank == 0 && !others) code = jd_sweep_result(job);
    if (!good && !jd_interrupt_signal()) code = FILE_FAILED;
    return code;
}

static int call(App *app) {
    SweepJob job = {.app = app, .ranks = 1};
    signal(SIGXFSZ, SIG_IGN); /* a file that must not grow is a write that fails */
    const ExitCode code = sweep(&job);
    jd_ranks_end();
    jd_sweep_close(&job);
    return (int)code;
}

const Command jd_command_sweep = {
    .name = "sweep",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "vary samples sobol indices seed correlate measure require jobs study resume worker "
               "stale slurm workers "
               "out set form stabilise cut elastic stiffness damping clearance gap alpha beta "
               "gamma stepper dt tol "
               "to max-steps spatial safe picture title theme width height log log-x",
    .summary = "run many variants of a model and tell what they have in common",
    .details = "Parameters are varied by lists (r=80mm,120mm), ranges (r=120mm..160mm/41), which "
               "together make a grid, or "
               "distributions (r~normal(153mm, 0.05mm), uniform, triangular, lognormal), drawn "
               "--samples times. Settings "
               "are varied likewise: tol, dt, to, alpha, beta, gamma, form, stepper, stabilise.\n"
               "Each variant is a row: its values, its measures, and how it ended. One that fails, "
               "or does not meet a "
               "condition, is a row with its cause and stops nothing. Without --out rows go to "
               "stdout, in order.\n"
               "Records lie in a folder, --study or beside --out. Whatever ended the program, the "
               "same command goes on; "
               "several may work in one folder, on one machine or many: `mpirun -n 4 jourdain "
               "sweep ...`, or --slurm. The "
               "result is the same to the last byte.\n"
               "--picture draws what all variants say together: curves, heat, histogram, "
               "cumulative, scatter, or the one that fits; with the ending .html a page of all.\n",
    .examples = "jourdain sweep crank.jd --vary r=120mm..160mm/41 --measure \"peak = "
                "max(jB.force)\" --out peaks.csv\n"
                "jourdain sweep crank.jd --vary \"r~normal(153mm, 0.05mm)\" --samples 500 "
                "--sobol --require "
                "\"max(jB.force) < 200 N\" --out yield.csv\n"
                "jourdain sweep crank.jd --vary r=120mm..160mm/41 --picture curves=peaks.svg "
                "--picture peaks.html --out peaks.csv\n",
    .call = call,
};
