/* SPDX-License-Identifier: MIT
 *
 * What a run comes to: a summary for people, a table of some rows for a terminal, all of it as JSON
 * for programs. */
#include "job/job.h"
#include "jourdain_picture.h"
#include <string.h>

enum { SHOWN_ROWS = 12, CELL = 14, SPARK = 24 };

/* ---- Summary -------------------------------------------------------------------------------- */

static void print_settings(const RunJob *job, FILE *out) {
    const JdCompileDef compiled = jd_system_settings(job->system);
    const JdRunDef run = jd_run_settings(job->run);
    const char *why = jd_system_info(job->system, NULL).why;
    fprintf(out, "  %-12s %s", "form", compiled.form);
    if (why) fprintf(out, " (auto: %s)", why);
    fprintf(out, ", stabilise %s", compiled.stabilise);
    if (strcmp(compiled.stabilise, "baumgarte") == 0)
        fprintf(out, " (alpha %g/s, beta %g/s)", compiled.alpha, compiled.beta);
    fprintf(out, "\n  %-12s %s", "stepper", run.stepper);
    if (run.tol > 0) fprintf(out, ", tol %g", run.tol);
    if (run.dt > 0 && isfinite(run.dt)) fprintf(out, ", dt %g s", run.dt);
    fputc('\n', out);
}

static void print_cost(const RunJob *job, FILE *out) {
    const JdRunCost cost = jd_run_cost(job->run);
    fprintf(out, "  %-12s %ld", "steps", cost.steps);
    if (cost.rejected || cost.cut) fprintf(out, " (%ld rejected", cost.rejected);
    if (cost.cut) fprintf(out, ", %ld cut short at events", cost.cut);
    if (cost.rejected || cost.cut) fputc(')', out);
    fprintf(out, ", %ld evaluations", cost.evaluations);
    if (cost.natives)
        fprintf(out, " (%ld by compiled code)", cost.natives);
    else if (job->native.library)
        fprintf(out, " (none by compiled code: other coordinates are in use)");
    fprintf(out, ", %.3g s\n", job->seconds);
    if (cost.frames) fprintf(out, "  %-12s %ld times another frame\n", "attitudes", cost.frames);
    fprintf(out, "  %-12s at most %.3g\n", "drift", cost.worst_drift);
    if (!jd_ledger_is_closed(&job->ledger, job->end)) return;
    fprintf(out, "  %-12s %.6g J at the start, changed by at most %.3g J\n", "energy",
            job->ledger.start, job->ledger.most_off);
}

static void print_gravity(const RunJob *job, FILE *out) {
    const JdModelInfo info = jd_model_info(job->model);
    const char *note = jd_gravity_note(&info);
    if (note) fprintf(out, "  %-12s %s\n", "gravity", note);
}

/* `name [unit]` padded, for the first column of tables. */
static void print_name(const JdTrace *trace, int column, int width, FILE *out) {
    const int used =
        fprintf(out, "  %s [%s]", jd_trace_name(trace, column), jd_trace_unit(trace, column));
    fprintf(out, "%*s", used < width ? width - used : 1, "");
}

static int name_width(const JdTrace *trace, int column) {
    return (int)(strlen(jd_trace_name(trace, column)) + strlen(jd_trace_unit(trace, column))) + 3;
}

/* The course of a column in one line of letters. Without memory it is left out. */
static void print_spark(const JdTrace *trace, int column, int width, FILE *out) {
    char *line = jd_trace_letters(trace, column, width, jd_has_utf8());
    if (line && *line) fprintf(out, "   %s", line);
    jd_free_text(line);
}

static void print_ranges(const RunJob *job, FILE *out) {
    const JdTrace *trace = job->trace;
    const int columns = jd_trace_columns(trace), most = 24;
    int width = 12;
    for (int n = 1; n < columns && n <= most; n++)
        if (name_width(trace, n) > width) width = name_width(trace, n);
    width += 4;
    const int room = jd_terminal_width(out) - width - 3 * CELL - 4;
    const int spark = room > SPARK ? SPARK : room;
    if (columns > 1)
        fprintf(out, "\n  %-*s%*s%*s%*s%s\n", width - 2, "output", CELL, "final", CELL, "least",
                CELL, "greatest", spark >= 8 ? "   course" : "");
    for (int n = 1; n < columns && n <= most; n++) {
        const JdTraceRange range = jd_trace_range(trace, n);
        print_name(trace, n, width, out);
        const JdChannel channel = jd_channel(job->system, jd_trace_name(trace, n), NULL);
        const bool unique = channel.index < 0 || jd_channel_unique(job->system, channel);
        fprintf(out, "%*.6g%*.6g%*.6g", CELL, range.final, CELL, range.least, CELL, range.greatest);
        if (spark >= 8) print_spark(trace, n, spark, out);
        fprintf(out, "%s\n", unique ? "" : "  not unique");
    }
    if (columns - 1 > most) fprintf(out, "  and %d more\n", columns - 1 - most);
}

void jd_job_summary(const RunJob *job, FILE *out) {
    fprintf(out, "%s, t = 0 to %g s\n", jd_model_title(job->app, job->model), job->end);
    print_settings(job, out);
    print_gravity(job, out);
    jd_coordinates_line(job->system, job->run, out);
    print_cost(job, out);
    print_ranges(job, out);
    jd_statistics_print(job, out);
    jd_events_print(job, out);
    jd_book_print(job, out);
    jd_verified_print(job, out);
    const int checked = job->held + job->missed;
    if (checked || job->skipped) {
        fprintf(out, "\n  %-12s %d of %d held", "expected", job->held, checked);
        if (job->missed) fprintf(out, ", %d MISSED", job->missed);
        if (job->skipped) fprintf(out, ", %d not checked", job->skipped);
        fputc('\n', out);
    }
    if (job->written)
        fprintf(out, "%s  %-12s %s: %d rows of %d columns\n", checked || job->skipped ? "" : "\n",
                "written", job->written, jd_trace_rows(job->trace), jd_trace_columns(job->trace));
}

/* ---- Some rows for a terminal --------------------------------------------------------------- */

void jd_job_table(const RunJob *job, Text *out) {
    const JdTrace *trace = job->trace;
    const int rows = jd_trace_rows(trace), columns = jd_trace_columns(trace);
    const int width = jd_terminal_width(stdout);
    /* As many columns as fit. */
    int shown = 0;
    for (int used = 0; shown < columns; shown++) {
        const int cells = name_width(trace, shown) + 2;
        used += cells > CELL ? cells : CELL;
        if (shown && used > width) break;
    }
    for (int n = 0; n < shown; n++) {
        char heading[256];
        snprintf(heading, sizeof heading, "%s [%s]", jd_trace_name(trace, n),
                 jd_trace_unit(trace, n));
        jd_text_print(out, "%*s", name_width(trace, n) + 2 > CELL ? name_width(trace, n) + 2 : CELL,
                      heading);
    }
    jd_text_print(out, "\n");
    const int lines = rows < SHOWN_ROWS ? rows : SHOWN_ROWS;
    for (int line = 0; line < lines; line++) {
        /* Evenly picked, the first and the last among them. */
        const int row = lines > 1 ? (int)((long)line * (rows - 1) / (lines - 1)) : 0;
        for (int n = 0; n < shown; n++) {
            const int cells = name_width(trace, n) + 2;
            jd_text_print(out, "%*.6g", cells > CELL ? cells : CELL, jd_trace_at(trace, row, n));
        }
        jd_text_print(out, "\n");
    }
    if (lines < rows || shown < columns)
        jd_text_print(out, "(%d of %d rows, %d of %d columns; --out FILE.csv writes all)\n", lines,
                      rows, shown, columns);
    jd_text_print(out, "\n");
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void write_settings(const RunJob *job, Json *json) {
    const JdCompileDef compiled = jd_system_settings(job->system);
    const JdRunDef run = jd_run_settings(job->run);
    jd_json_object(json, "settings");
    jd_json_string(json, "form", compiled.form);
    jd_json_string(json, "stabilise", compiled.stabilise);
    jd_json_number(json, "alpha", compiled.alpha);
    jd_json_number(json, "beta", compiled.beta);
    jd_json_number(json, "gamma", compiled.gamma);
    jd_json_bool(json, "as_drawn", compiled.as_drawn);
    jd_json_string(json, "stepper", run.stepper);
    jd_json_number(json, "to", run.until);
    jd_json_number(json, "every", run.output_every);
    jd_json_number(json, "dt", run.dt);
    jd_json_number(json, "tol", run.tol);
    jd_json_end(json);
}

static void write_cost(const RunJob *job, Json *json) {
    const JdRunCost cost = jd_run_cost(job->run);
    jd_json_object(json, "cost");
    jd_json_number(json, "steps", (double)cost.steps);
    jd_json_number(json, "rejected", (double)cost.rejected);
    jd_json_number(json, "cut", (double)cost.cut);
    jd_json_number(json, "evaluations", (double)cost.evaluations);
    jd_json_number(json, "natives", (double)cost.natives);
    jd_json_number(json, "frames", (double)cost.frames);
    jd_json_number(json, "projections", (double)cost.projections);
    jd_json_number(json, "smallest_step", cost.smallest_step);
    jd_json_number(json, "largest_step", cost.largest_step);
    jd_json_number(json, "drift", cost.worst_drift);
    jd_json_number(json, "energy_change",
                   jd_ledger_is_closed(&job->ledger, job->end) ? job->ledger.most_off : NAN);
    jd_json_number(json, "seconds", job->seconds);
    jd_json_end(json);
}

/* All numbers, the shortest that read back equal; null for those that are not finite. */
static void write_rows(const JdTrace *trace, Json *json) {
    const int columns = jd_trace_columns(trace), rows = jd_trace_rows(trace);
    jd_json_rows(json, "channels");
    for (int n = 0; n < columns; n++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "name", jd_trace_name(trace, n));
        jd_json_string(json, "unit", jd_trace_unit(trace, n));
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_rows(json, "rows");
    for (int row = 0; row < rows; row++) {
        jd_json_array(json, NULL);
        for (int n = 0; n < columns; n++) jd_json_number(json, NULL, jd_trace_at(trace, row, n));
        jd_json_end(json);
    }
    jd_json_end(json);
}

/* Each once, by the row behind it. */
static void write_events(const JdTrace *trace, Json *json) {
    const char *name;
    bool before;
    jd_json_rows(json, "events");
    for (int row = 0; row < jd_trace_rows(trace); row++)
        for (int n = 0; (name = jd_trace_event(trace, row, n, &before)); n++) {
            if (before) continue;
            jd_json_object(json, NULL);
            jd_json_string(json, "name", name);
            jd_json_number(json, "time", jd_trace_at(trace, row, 0));
            jd_json_number(json, "row", row);
            jd_json_end(json);
        }
    jd_json_end(json);
}

static void write_expectations(const RunJob *job, Json *json) {
    jd_json_array(json, "expectations");
    for (int n = 0; n < job->expected.count; n++) {
        const Expected *expected = &job->expected.at[n];
        const JdExpect *expect = &expected->expect;
        const double difference = fabs(expected->got - expect->value);
        const double allowed =
            expect->relative ? expect->within * fabs(expect->value) : expect->within;
        jd_json_object(json, NULL);
        jd_json_string(json, "channel", jd_channel_name(job->system, expect->channel));
        if (expect->statistic) jd_json_string(json, "statistic", expect->statistic);
        jd_json_number(json, "at", expect->at);
        jd_json_number(json, "expected", expect->value);
        jd_json_number(json, "got", expected->got);
        jd_json_number(json, "difference", difference);
        jd_json_number(json, "allowed", allowed);
        jd_json_bool(json, "checked", !isinf(expected->off));
        jd_json_bool(json, "held", difference <= allowed);
        jd_json_string(json, "file", expect->file);
        jd_json_number(json, "line", expect->line);
        jd_json_end(json);
    }
    jd_json_end(json);
}

void jd_job_json(const RunJob *job, Json *json) {
    jd_json_string(json, "model", jd_model_title(job->app, job->model));
    jd_json_string(json, "status",
                   job->code == RUN_FAILED                ? "failed"
                   : job->code > 128                      ? "interrupted"
                   : job->code == DONE || job->missed > 0 ? "done"
                                                          : "unsaved");
    jd_json_number(json, "time", job->end);
    write_settings(job, json);
    jd_json_object(json, "coordinates");
    jd_coordinates_json(job->system, job->run, json);
    jd_json_end(json);
    write_cost(job, json);
    write_rows(job->trace, json);
    write_events(job->trace, json);
    jd_statistics_json(job, json);
    jd_book_json(job, json);
    jd_verified_json(job, json);
    write_expectations(job, json);
    jd_json_number(json, "not_checked", job->skipped);
    jd_json_string(json, "written", job->written);
}
