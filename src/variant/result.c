/* SPDX-License-Identifier: MIT
 *
 * What comes of a sweep: a row for each variant, in order, as CSV or JSON; a summary; the variants
 * that are missing. */
#include "variant/variant.h"
#include <stdlib.h>
#include <string.h>

/* ---- Rows ----------------------------------------------------------------------------------- */

/* Quoted where CSV wants it. */
static void add_field(Text *out, const char *text) {
    if (!strpbrk(text, ",\"\n")) {
        jd_text_print(out, "%s", text);
        return;
    }
    jd_text_print(out, "\"");
    for (; *text; text++) jd_text_print(out, *text == '"' ? "\"\"" : "%c", *text);
    jd_text_print(out, "\"");
}

static void add_heading(Text *out, const char *name, const char *unit) {
    char heading[400];
    if (unit && *unit && strcmp(unit, "1"))
        snprintf(heading, sizeof heading, "%s [%s]", name, unit);
    else
        snprintf(heading, sizeof heading, "%s", name);
    jd_text_print(out, ",");
    add_field(out, heading);
}

static void csv_headings(const SweepJob *job, Text *out) {
    jd_text_print(out, "variant");
    for (int n = 0; n < job->plan.axes.count; n++)
        add_heading(out, job->plan.axes.at[n].name, job->plan.axes.at[n].unit);
    for (int n = 0; n < job->measures; n++)
        add_heading(out, jd_measure_name(job->bound, n), jd_measure_unit(job->bound, n));
    jd_text_print(out, ",status,message\n");
}

static void add_number(Text *out, double value) {
    char number[40];
    if (!isfinite(value)) return;
    jd_number_text(value, number, sizeof number);
    jd_text_print(out, "%s", number);
}

static void csv_row(const SweepJob *job, const Record *record, Text *out) {
    const int axes = job->plan.axes.count;
    jd_text_print(out, "%ld", record->variant + 1);
    for (int n = 0; n < record->count; n++) {
        jd_text_print(out, ",");
        const Axis *axis = n < axes ? &job->plan.axes.at[n] : NULL;
        if (axis && !axis->unit)
            add_field(out, axis->words.at[(int)record->values[n]]);
        else
            add_number(out, record->values[n]);
    }
    jd_text_print(out, ",%s,", record->status);
    add_field(out, record->message);
    jd_text_print(out, "\n");
}

static void json_row(const SweepJob *job, const Record *record, bool first, Text *out) {
    Json json = {0};
    jd_json_object(&json, NULL);
    jd_json_number(&json, "variant", (double)(record->variant + 1));
    for (int n = 0; n < record->count; n++) {
        const int axes = job->plan.axes.count;
        const Axis *axis = n < axes ? &job->plan.axes.at[n] : NULL;
        const char *name = axis ? axis->name : jd_measure_name(job->bound, n - axes);
        if (axis && !axis->unit)
            jd_json_string(&json, name, axis->words.at[(int)record->values[n]]);
        else
            jd_json_number(&json, name, record->values[n]);
    }
    jd_json_string(&json, "status", record->status);
    if (*record->message) jd_json_string(&json, "message", record->message);
    jd_json_end(&json);
    jd_text_print(out, "%s%s", first ? "" : ",\n", json.text.at ? json.text.at : "");
    if (json.text.failed) out->failed = true;
    jd_text_free(&json.text);
}

/* ---- Missing variants ----------------------------------------------------------------------- */

enum { GAPS_TOLD = 8 };
typedef struct {
    Text words;
    int told;
    long count;
} Gaps;

/* A disk may lose records and keep the mark that they are there: what has none is done again by
 * whoever comes next. */
static void note_gap(const Study *study, Gaps *gaps, long from, long end) {
    if (from >= end) return;
    jd_study_reopen(study, from, end);
    gaps->count += end - from;
    if (gaps->told++ >= GAPS_TOLD) return;
    jd_text_print(&gaps->words, "%s%ld", gaps->words.count ? ", " : "", from + 1);
    if (end - from > 1) jd_text_print(&gaps->words, " to %ld", end);
}

static void tell_missing(const SweepJob *job, const Gaps *gaps) {
    if (!gaps->count) return;
    JdLog *log = job->app->log;
    jd_report(log, JD_WARNING, "study-missing", nowhere, "%ld of %ld variants are missing: %s%s",
              gaps->count, job->plan.total, gaps->words.at ? gaps->words.at : "",
              gaps->told > GAPS_TOLD ? ", ..." : "");
    jd_hint(log, "the same command goes on; what is done is in '%s'", job->study.path);
}

/* ---- The summary ---------------------------------------------------------------------------- */

static void write_measures(const SweepJob *job, const Summary *sum, Page *page) {
    if (!sum->measures) return;
    jd_page_table(page, "measures", "measure unit least 5% median 95% greatest mean deviation");
    for (int m = 0; m < sum->measures; m++) {
        const ColumnSummary *column = &sum->column[m];
        const char *unit = jd_measure_unit(job->bound, m);
        jd_page_cell(page, jd_measure_name(job->bound, m));
        jd_page_cell(page, unit && strcmp(unit, "1") ? unit : "");
        const double none = column->count ? 0 : NAN;
        jd_page_number(page, column->least + none);
        jd_page_number(page, column->quantile[0] + none);
        jd_page_number(page, column->quantile[2] + none);
        jd_page_number(page, column->quantile[4] + none);
        jd_page_number(page, column->greatest + none);
        jd_page_number(page, column->mean + none);
        jd_page_number(page, column->count > 1 ? sqrt(column->variance) : NAN);
    }
    jd_page_end(page);
}

static void write_effects(const SweepJob *job, const Summary *sum, Page *page) {
    if (!sum->measures || sum->measured < 3) return;
    jd_page_heading(page, "How much each parameter counts");
    jd_page_table(page, "effects",
                  sum->first
                      ? "measure parameter rank_correlation main_effect first_index total_index"
                      : "measure parameter rank_correlation main_effect");
    for (int m = 0; m < sum->measures; m++)
        for (int a = 0; a < sum->axes; a++) {
            const Axis *axis = &job->plan.axes.at[a];
            jd_page_cell(page, jd_measure_name(job->bound, m));
            jd_page_cell(page, axis->name);
            jd_page_number(page, sum->correlation[m * sum->axes + a]);
            jd_page_number(page, sum->effect[m * sum->axes + a]);
            if (!sum->first) continue;
            const int at = m * job->plan.drawn + axis->drawn;
            jd_page_number(page, axis->drawn >= 0 ? sum->first[at] : NAN);
            jd_page_number(page, axis->drawn >= 0 ? sum->whole[at] : NAN);
        }
    jd_page_end(page);
}

static void write_causes(const Summary *sum, Page *page) {
    if (!sum->causes) return;
    jd_page_heading(page, "Not ok");
    jd_page_table(page, "causes", "cause count first message");
    for (int n = 0; n < sum->causes; n++) {
        jd_page_cell(page, sum->cause[n].status);
        jd_page_number(page, (double)sum->cause[n].count);
        jd_page_number(page, (double)(sum->cause[n].first + 1));
        jd_page_cell(page, sum->cause[n].message);
    }
    jd_page_end(page);
}

void jd_summary_page(const SweepJob *job, const Summary *sum, Page *page) {
    jd_page_fact(page, "variants", "variants", (double)sum->total, "");
    jd_page_fact(page, "present", "of these done", (double)sum->present, "");
    jd_page_fact(page, "ok", "ok", (double)sum->good, "");
    jd_page_fact(page, "yield", "yield",
                 sum->present ? (double)sum->good / (double)sum->present : NAN, "");
    write_measures(job, sum, page);
    write_effects(job, sum, page);
    write_causes(sum, page);
}

/* Beside rows on stdout words go to stderr. */
static void show_summary(SweepJob *job, const Summary *sum, bool rows_to_stdout) {
    App *app = job->app;
    Page page = jd_page(app);
    Text words = {0};
    if (rows_to_stdout && !app->json) {
        page.out = &words;
        if (app->quiet) rows_to_stdout = false;
    }
    jd_summary_page(job, sum, &page);
    jd_page_free(&page);
    if (words.count && !words.failed && !app->quiet) fputs(words.at, stderr);
    jd_text_free(&words);
}

/* ---- The whole ------------------------------------------------------------------------------ */

typedef struct {
    SweepJob *job;
    FILE *out;
    NewFile file;
    bool json;
    Summing summing;
    Gaps gaps;
} Result;

static bool print_text(Result *result, Text *text) {
    const bool good = !text->failed && fwrite(text->at, 1, text->count, result->out) == text->count;
    text->count = 0;
    return good;
}

static bool open_rows(Result *result) {
    App *app = result->job->app;
    const char *path = jd_app_text(app, "out");
    const bool to_file = path && strcmp(path, "-") != 0;
    if (to_file && !jd_file_begin(&result->file, path, app->log)) return false;
    result->out = to_file ? result->file.out : app->json ? NULL : stdout;
    result->json = to_file && jd_path_ends(path, "json");
    return true;
}

/* Each record as it comes: into the file, and into the sums. */
static bool walk(Result *result) {
    SweepJob *job = result->job;
    const int count = job->plan.axes.count + job->measures;
    Merge *merge = jd_merge_open(&job->study, count, job->app->log);
    Record record = {.values = calloc((size_t)count + 1, sizeof(double)), .count = count};
    Text text = {0};
    long next = 0;
    bool good = merge && record.values;
    if (good && result->json) jd_text_print(&text, "[\n");
    if (good && !result->json) csv_headings(job, &text);
    if (good && result->out) good = print_text(result, &text);
    while (good && jd_merge_next(merge, &record)) {
        note_gap(&job->study, &result->gaps, next, record.variant);
        next = record.variant + 1;
        if (result->json)
            json_row(job, &record, result->summing.summary.present == 0, &text);
        else
            csv_row(job, &record, &text);
        if (result->out) good = print_text(result, &text);
        text.count = 0;
        jd_summing_add(&result->summing, &record);
    }
    note_gap(&job->study, &result->gaps, next, job->plan.total);
    if (good && result->json) good = fputs("\n]\n", result->out) >= 0;
    good = good && !jd_merge_failed(merge);
    jd_merge_close(merge);
    free(record.values);
    jd_text_free(&text);
    return good;
}

static ExitCode exit_code(const SweepJob *job, const Result *result) {
    const Summary *sum = &result->summing.summary;
    if (jd_interrupt_signal()) return (ExitCode)(128 + jd_interrupt_signal());
    if (result->gaps.count) return RUN_FAILED;
    (void)job;
    return sum->measured || !sum->measures ? DONE : RUN_FAILED;
}

ExitCode jd_sweep_result(SweepJob *job) {
    App *app = job->app;
    Result result = {.job = job};
    if (!open_rows(&result)) return FILE_FAILED;
    bool good = jd_summing_begin(&result.summing, &job->plan, job->measures, job->study.path) &&
                walk(&result) && jd_summing_end(&result.summing);
    if (!good && !jd_log_errors(app->log))
        jd_report(app->log, JD_ERROR, "file-write", nowhere,
                  "the result of the study in '%s' cannot be written", job->study.path);
    /* Rows that are not all there would pass for all. */
    const bool whole = good && !result.gaps.count;
    if (result.file.out && whole) good = jd_file_end(&result.file, app->log);
    if (result.file.out && !whole) jd_file_drop(&result.file);
    tell_missing(job, &result.gaps);
    if (good) show_summary(job, &result.summing.summary, result.out == stdout);
    if (whole && good) good = jd_sweep_pictures(job, &result.summing.summary);
    const ExitCode code = good ? exit_code(job, &result) : FILE_FAILED;
    if (whole && good && job->own_folder && !job->worker && job->ranks == 1)
        jd_study_clear(&job->study); /* others may look into it yet */
    jd_text_free(&result.gaps.words);
    jd_summing_free(&result.summing);
    return code;
}
