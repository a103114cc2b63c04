/* SPDX-License-Identifier: MIT
 *
 * `run --verify`: what jd_verify found, for people and programs. */
#include "job/job.h"
#include <string.h>

enum { FEW = 3 }; /* digits: fewer are warned about */

/* ---- Carrying it out ------------------------------------------------------------------------ */

/* What is not known at all was told. */
static bool is_poor(const JdTrust *trust) {
    return trust->digits < FEW && !trust->zero && isfinite(trust->error);
}

/* "'a.angle', 'b.x' and 3 more" */
static void print_poor(const RunJob *job, int count, Text *out) {
    enum { NAMED = 6 };
    int named = 0;
    for (int n = 1; n < jd_trace_columns(job->trace); n++) {
        if (!is_poor(&job->verify.trust[n]) || ++named > NAMED) continue;
        jd_text_print(out, "%s'%s'", jd_between(named - 1, count), jd_trace_name(job->trace, n));
    }
    if (count > NAMED) jd_text_print(out, " and %d more", count - NAMED);
}

static void tell_poor(RunJob *job) {
    Text names = {0};
    int count = 0;
    for (int n = 1; n < jd_trace_columns(job->trace); n++) count += is_poor(&job->verify.trust[n]);
    if (count == 0) return;
    print_poor(job, count, &names);
    jd_report(job->app->log, JD_WARNING, "verify-few-digits", nowhere,
              "fewer than three digits of %s are sure: run again, it moves otherwise",
              names.at ? names.at : "outputs");
    jd_hint(job->app->log, job->verify.tol > 0
                               ? "take a smaller tolerance: --tol; if that brings no digits, the "
                                 "motion depends on its start more than numbers can hold"
                               : "take a smaller step: --dt, or an adaptive stepper: --stepper "
                                 "dop853");
    jd_text_free(&names);
}

/* The times of all rows that are still there. */
static void list_rows(RunJob *job) {
    for (int row = 0; row < jd_trace_rows(job->trace); row++) {
        const double time = jd_trace_at(job->trace, row, 0);
        double *to = isnan(time) ? NULL : PUSH(&job->app->arena, job->verify_time);
        if (to) *to = time;
    }
}

void jd_job_verify(RunJob *job) {
    App *app = job->app;
    JdVerify *verify = &job->verify;
    if (!jd_app_flag(app, "verify") || job->code != DONE) return;
    list_rows(job);
    const int columns = jd_trace_columns(job->trace), rows = job->verify_time.count;
    verify->trust = ARENA_NEW(&app->arena, JdTrust, columns);
    verify->errors = ARENA_NEW(&app->arena, double, (size_t)columns *(size_t)rows);
    if (app->arena.failed) {
        jd_report_memory(app->log);
        return;
    }
    Progress progress;
    verify->stop = jd_progress_step;
    verify->stop_data = &progress;
    jd_progress_start(&progress, job->def.until, app->quiet);
    job->verified = jd_verify(job->model, job->run, job->trace, verify, app->log);
    const int signal = jd_interrupt_signal();
    jd_progress_end(&progress);
    if (job->verified) tell_poor(job);
    if (!signal) return;
    job->code = (ExitCode)(128 + signal);
    jd_report(app->log, JD_WARNING, "run-interrupted", nowhere,
              "the run is whole, but was not verified: that was interrupted");
}

/* ---- For people ----------------------------------------------------------------------------- */

/* The last row up to which three digits stand; -1: none does. */
static int good_rows(const RunJob *job, int column) {
    const int rows = job->verify_time.count, columns = jd_trace_columns(job->trace);
    const double most = pow(10, -FEW) * job->verify.trust[column].size;
    int row = 0;
    while (row < rows && job->verify.errors[row * columns + column] <= most) row++;
    return row - 1;
}

static void print_line(const RunJob *job, int n, int width, FILE *out) {
    const JdTrust *trust = &job->verify.trust[n];
    const int used =
        fprintf(out, "  %s [%s]", jd_trace_name(job->trace, n), jd_trace_unit(job->trace, n));
    fprintf(out, "%*s", used < width ? width - used : 1, "");
    if (trust->zero) {
        fprintf(out, "%8s%14.2g\n", "zero", trust->error);
        return;
    }
    if (isfinite(trust->error))
        fprintf(out, "%8d%14.2g%14.6g", trust->digits, trust->error, trust->time);
    else
        fprintf(out, "%8d%14s%14.6g", trust->digits, "unknown", trust->time);
    const int good = good_rows(job, n);
    if (trust->digits < FEW && good >= 0)
        fprintf(out, "   three up to %.6g s", job->verify_time.at[good]);
    fputc('\n', out);
}

void jd_verified_print(const RunJob *job, FILE *out) {
    enum { MOST = 24 };
    const JdVerify *verify = &job->verify;
    const int columns = jd_trace_columns(job->trace);
    int width = 14;
    if (!job->verified) return;
    fprintf(out, "\n  %-12s again with ", "verified");
    if (verify->tol > 0)
        fprintf(out, "tol %g", verify->tol);
    else
        fprintf(out, "dt %g s", verify->dt);
    const char *const *form = verify->form;
    fprintf(out, ", and under %s", form[0] ? form[0] : "no other form");
    for (int n = 1; form[0] && form[n]; n++)
        fprintf(out, "%s%s", form[n + 1] ? ", " : " and ", form[n]);
    fputc('\n', out);
    for (int n = 1; n < columns && n <= MOST; n++) {
        const int length =
            (int)(strlen(jd_trace_name(job->trace, n)) + strlen(jd_trace_unit(job->trace, n))) + 7;
        if (length > width) width = length;
    }
    fprintf(out, "  %-*s%8s%14s%14s\n", width - 2, "output", "digits", "off by", "at [s]");
    for (int n = 1; n < columns && n <= MOST; n++) print_line(job, n, width, out);
    if (columns - 1 > MOST) fprintf(out, "  and %d more\n", columns - 1 - MOST);
}

/* ---- For programs --------------------------------------------------------------------------- */

static void write_outputs(const RunJob *job, Json *json) {
    jd_json_rows(json, "outputs");
    for (int n = 1; n < jd_trace_columns(job->trace); n++) {
        const JdTrust *trust = &job->verify.trust[n];
        jd_json_object(json, NULL);
        jd_json_string(json, "name", jd_trace_name(job->trace, n));
        jd_json_number(json, "digits", trust->digits);
        jd_json_number(json, "error", trust->error);
        jd_json_number(json, "time", trust->time);
        jd_json_number(json, "size", trust->size);
        jd_json_bool(json, "zero", trust->zero);
        jd_json_end(json);
    }
    jd_json_end(json);
}

/* As the rows are, each with its time in front. */
static void write_errors(const RunJob *job, Json *json) {
    const int rows = job->verify_time.count, columns = jd_trace_columns(job->trace);
    jd_json_rows(json, "errors");
    for (int row = 0; row < rows; row++) {
        jd_json_array(json, NULL);
        jd_json_number(json, NULL, job->verify_time.at[row]);
        for (int n = 1; n < columns; n++)
            jd_json_number(json, NULL, job->verify.errors[row * columns + n]);
        jd_json_end(json);
    }
    jd_json_end(json);
}

void jd_verified_json(const RunJob *job, Json *json) {
    if (!job->verified) return;
    jd_json_object(json, "verify");
    jd_json_number(json, "tol", job->verify.tol > 0 ? job->verify.tol : NAN);
    jd_json_number(json, "dt", job->verify.dt > 0 ? job->verify.dt : NAN);
    jd_json_array(json, "forms");
    for (int n = 0; job->verify.form[n]; n++) jd_json_string(json, NULL, job->verify.form[n]);
    jd_json_end(json);
    write_outputs(job, json);
    write_errors(job, json);
    jd_json_end(json);
}
