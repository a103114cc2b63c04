/* SPDX-License-Identifier: MIT
 *
 * A script for Slurm: an array of jobs, each a worker in the folder of the study. Whoever does the
 * last variant writes the result, so no job waits for others. */
#define _XOPEN_SOURCE 700
#include "variant/variant.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USUAL_WORKERS = 16 };

/* 'it'\''s' */
static void add_quoted(Text *out, const char *text) {
    jd_text_print(out, "'");
    for (; *text; text++) jd_text_print(out, *text == '\'' ? "'\\''" : "%c", *text);
    jd_text_print(out, "'");
}

/* The program as it was started: jobs run where the script is handed in. */
static void add_program(Text *out) {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) path[length] = '\0';
    add_quoted(out, length > 0 ? path : "jourdain");
}

static bool goes_along(const char *option) {
    return strcmp(option, "slurm") && strcmp(option, "workers") && strcmp(option, "worker") &&
           strcmp(option, "jobs") && strcmp(option, "json") && strcmp(option, "quiet");
}

ExitCode jd_sweep_slurm(SweepJob *job, const char *path) {
    App *app = job->app;
    Text text = {0};
    const double said = jd_app_number(app, "workers");
    const long workers = said >= 1 && said < 1e6 ? (long)said : USUAL_WORKERS;
    const char *out = jd_app_text(app, "out");
    if (!jd_app_text(app, "study") && (!out || !strcmp(out, "-"))) {
        jd_report(app->log, JD_ERROR, "option-value-missing", nowhere,
                  "the jobs of an array need a folder that all of them see");
        jd_hint(app->log, "add --study FOLDER, or --out FILE");
        return WRONG_USAGE;
    }
    jd_text_print(&text,
                  "#!/bin/sh\n"
                  "# %ld variants of %s. The same script again goes on where it was stopped.\n"
                  "#SBATCH --job-name=jourdain-sweep\n"
                  "#SBATCH --array=1-%ld\n"
                  "#SBATCH --cpus-per-task=1\n",
                  job->plan.total, job->file.path, workers);
    add_program(&text);
    jd_text_print(&text, " sweep ");
    add_quoted(&text, job->file.path);
    for (int n = 0; n < app->given.count; n++) {
        const Given *given = &app->given.at[n];
        if (!goes_along(given->option->name)) continue;
        jd_text_print(&text, " --%s", given->option->name);
        if (given->text && given->option->value)
            jd_text_print(&text, " "), add_quoted(&text, given->text);
    }
    jd_text_print(&text, " --worker --jobs \"${SLURM_CPUS_PER_TASK:-1}\"\n");
    NewFile file = {0};
    if (!text.failed && jd_file_begin(&file, path, app->log)) {
        fwrite(text.at, 1, text.count, file.out);
        if (!jd_file_end(&file, app->log)) text.failed = true;
        chmod(path, 0755);
    } else
        text.failed = true;
    const bool good = !text.failed;
    jd_text_free(&text);
    if (!good) return FILE_FAILED;
    jd_report(app->log, JD_NOTE, "study-slurm", nowhere, "%ld variants for %ld jobs: %s",
              job->plan.total, workers, path);
    jd_hint(app->log, "hand it in with: sbatch %s", path);
    return DONE;
}
