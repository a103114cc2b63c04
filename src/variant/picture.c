/* SPDX-License-Identifier: MIT
 *
 * Pictures of a sweep: --picture [KIND=]FILE, drawn when all is done, and a page with all of them
 * and the summary. Records are read once more for them, so that memory does not grow with them. */
#define _XOPEN_SOURCE 700
#include "variant/variant.h"
#include "jourdain_picture.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 1024 }; /* of a grid that pictures tell apart */

/* One picture, on its way into a file of its own or into the page. */
typedef struct {
    const char *kind; /* NULL: the one that fits */
    const char *path;
    bool page; /* of all kinds */
    JdStudyPicture *study;
} Asked;

/* "heat=map.svg": what stands before the sign is a kind, if it is a word. */
static Asked read_asked(App *app, const char *text) {
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    Asked asked = {.path = text};
    if (length && text[length] == '=') {
        asked.kind = jd_arena_text(&app->arena, text, length);
        asked.path = text + length + 1;
    }
    asked.page = jd_path_ends(asked.path, "html");
    return asked;
}

static bool is_kind(const char *kind) {
    for (int n = 0; jd_study_picture_name(n); n++)
        if (!strcmp(jd_study_picture_name(n), kind)) return true;
    return false;
}

static bool refuse_kind(App *app, const char *kind) {
    Nearest nearest = {.word = kind};
    Text all = {0};
    for (int n = 0; jd_study_picture_name(n); n++) {
        jd_nearest_try(&nearest, jd_study_picture_name(n));
        jd_text_print(&all, "%s%s", n ? ", " : "", jd_study_picture_name(n));
    }
    jd_report(app->log, JD_ERROR, "study-picture", nowhere, "there is no picture '%s' of a study",
              kind);
    if (nearest.best)
        jd_hint(app->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(app->log, "there is: %s", all.at ? all.at : "");
    jd_text_free(&all);
    return false;
}

/* ---- Before the work ------------------------------------------------------------------------ */

/* The columns of a study without rows: whether a kind shows them is known before. */
static bool fill_columns(const SweepJob *job, const Summary *sum, Arena *arena, JdStudyDef *def) {
    const int axes = job->plan.axes.count;
    JdStudyColumn *columns = ARENA_NEW(arena, JdStudyColumn, axes + job->measures + 1);
    if (!columns) return false;
    for (int n = 0; n < axes; n++) {
        const Axis *axis = &job->plan.axes.at[n];
        const long count = axis->distribution ? 0 : jd_axis_values(axis);
        columns[n] = (JdStudyColumn){.name = axis->name, .unit = axis->unit};
        if (!axis->unit) columns[n].words = (const char *const *)axis->words.at;
        if (sum)
            columns[n].least = sum->range[n].least, columns[n].greatest = sum->range[n].greatest;
        double *values = count > 0 && count <= MOST_VALUES ? ARENA_NEW(arena, double, count) : NULL;
        for (int k = 0; values && k < count; k++) values[k] = jd_axis_value(axis, k);
        columns[n].values = values;
        columns[n].count = values ? (int)count : 0;
    }
    for (int n = 0; n < job->measures; n++) {
        JdStudyColumn *column = &columns[axes + n];
        column->name = jd_measure_name(job->bound, n);
        column->unit = jd_measure_unit(job->bound, n) ? jd_measure_unit(job->bound, n) : "1";
        if (sum) column->least = sum->column[n].least, column->greatest = sum->column[n].greatest;
    }
    def->columns = columns;
    def->parameters = axes;
    def->measures = job->measures;
    return !arena->failed;
}

static JdStudyDef study_def(const SweepJob *job) {
    const App *app = job->app;
    return (JdStudyDef){.title = jd_app_text(app, "title"),
                        .width = jd_app_number(app, "width"),
                        .height = jd_app_number(app, "height"),
                        .theme = jd_app_text(app, "theme"),
                        .log_x = jd_app_flag(app, "log-x"),
                        .log_y = jd_app_flag(app, "log")};
}

bool jd_sweep_pictures_check(SweepJob *job) {
    App *app = job->app;
    bool good = true;
    JdStudyDef def = study_def(job);
    Arena arena = {0};
    if (!fill_columns(job, NULL, &arena, &def)) good = (jd_report_memory(app->log), false);
    for (int n = 0; good && n < app->given.count; n++) {
        if (strcmp(app->given.at[n].option->name, "picture") != 0) continue;
        const Asked asked = read_asked(app, app->given.at[n].text);
        if (asked.kind && !is_kind(asked.kind)) good = refuse_kind(app, asked.kind);
        if (good && !asked.page) good = jd_picture_can_write(asked.path, app->log);
        good = good && jd_app_keeps_inputs(app, asked.path);
        JdStudyPicture *trial = good ? jd_study_picture_new(asked.kind, def, app->log) : NULL;
        good = good && trial;
        jd_study_picture_free(trial);
    }
    jd_arena_free(&arena);
    return good;
}

/* ---- The page ------------------------------------------------------------------------------- */

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<style>\n"
    "body { font: 15px/1.45 system-ui, sans-serif; color: #1b2430; background: #fff; max-width: "
    "62em; margin: 2em auto; padding: 0 1em }\n"
    "table { border-collapse: collapse; margin: 0.6em 0 }\n"
    "th, td { text-align: left; padding: 0.15em 0.9em 0.15em 0; border-bottom: 1px solid #dfe3e8; "
    "vertical-align: top }\n"
    "td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }\n"
    "code { background: #f2f4f7; padding: 0.1em 0.3em; overflow-wrap: anywhere }\n"
    "figure { margin: 1.2em 0 } svg { max-width: 100%; height: auto }\n"
    "@media (prefers-color-scheme: dark) { body { color: #e8edf3; background: #12171e } th, td { "
    "border-color: #2c3540 } code { background: #1d242d } figure { background: #fff } }\n"
    "</style>\n";

/* A picture inside the page: without the line that makes it a file of its own. */
static bool print_figure(const Asked *asked, FILE *out, JdLog *log) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    JdPicture *picture = jd_picture_of_study(asked->study, log);
    bool good = memory && picture && jd_picture_print(picture, "svg", memory, log);
    jd_picture_free(picture);
    if (memory && fclose(memory) != 0) good = false;
    const char *start = good && text ? strstr(text, "<svg") : NULL;
    if (start) fprintf(out, "<figure>\n%s\n</figure>\n", start);
    free(text);
    return start;
}

static bool write_page(const SweepJob *job, const Summary *sum, const Asked *first, int count,
                       const char *path) {
    App *app = job->app;
    NewFile file = {0};
    Text text = {0};
    Page page = {.style = PAGE_HTML, .width = 100, .out = &text};
    if (!jd_file_begin(&file, path, app->log)) return false;
    const char *said = jd_app_text(app, "title");
    const char *title = said ? said : jd_arena_format(&page.arena, "Sweep of %s", job->file.path);
    jd_text_print(&text, "%s", page_head);
    jd_page_title(&page, title ? title : "Sweep");
    jd_page_text(&page, "%s", job->what);
    jd_summary_page(job, sum, &page);
    bool good = !text.failed && !page.arena.failed &&
                fwrite(text.at, 1, text.count, file.out) == text.count;
    for (int n = 0; good && n < count; n++)
        if (first[n].study) {
            fprintf(file.out, "<h2>%s</h2>\n", jd_study_picture_title(first[n].study));
            good = print_figure(&first[n], file.out, app->log);
        }
    good = good && fputs("</body>\n</html>\n", file.out) >= 0;
    jd_page_free(&page);
    if (text.failed) jd_report_memory(app->log);
    jd_text_free(&text);
    if (good) return jd_file_end(&file, app->log);
    jd_file_drop(&file);
    return false;
}

/* ---- After the work ------------------------------------------------------------------------- */

typedef LIST(Asked) AskedList;

static void open_asked(const SweepJob *job, const JdStudyDef *def, AskedList *list) {
    App *app = job->app;
    for (int n = 0; n < app->given.count; n++) {
        if (strcmp(app->given.at[n].option->name, "picture") != 0) continue;
        Asked asked = read_asked(app, app->given.at[n].text);
        for (int k = 0; k < (asked.page ? 1 << 30 : 1); k++) {
            const char *kind = asked.page ? jd_study_picture_name(k) : asked.kind;
            if (asked.page && !kind) break;
            Asked *at = PUSH(&app->arena, *list);
            if (!at) return;
            *at = asked;
            at->kind = kind;
            /* What does not fit is left out of a page. */
            at->study = jd_study_picture_new(kind, *def, asked.page ? NULL : app->log);
        }
    }
}

/* Every record that was measured, once more. */
static bool feed(const SweepJob *job, const AskedList *list) {
    const int count = job->plan.axes.count + job->measures;
    Merge *merge = jd_merge_open(&job->study, count, job->app->log);
    Record record = {.values = calloc((size_t)count + 1, sizeof(double)), .count = count};
    bool good = merge && record.values;
    while (good && jd_merge_next(merge, &record)) {
        if (!jd_record_is_finite(&record)) continue;
        for (int n = 0; n < list->count; n++)
            jd_study_picture_add(list->at[n].study, record.values);
    }
    good = good && !jd_merge_failed(merge);
    jd_merge_close(merge);
    free(record.values);
    return good;
}

static bool write_asked(const SweepJob *job, const Summary *sum, const AskedList *list) {
    JdLog *log = job->app->log;
    bool good = true;
    for (int n = 0; n < list->count;) {
        const Asked *asked = &list->at[n];
        int kinds = 1;
        while (asked->page && n + kinds < list->count && asked[kinds].path == asked->path) kinds++;
        n += kinds;
        if (asked->page) {
            good = write_page(job, sum, asked, kinds, asked->path) && good;
            continue;
        }
        JdPicture *picture = jd_picture_of_study(asked->study, log);
        good = picture && jd_picture_write(picture, asked->path, log) && good;
        jd_picture_free(picture);
    }
    return good;
}

bool jd_sweep_pictures(SweepJob *job, const Summary *sum) {
    App *app = job->app;
    if (!jd_app_text(app, "picture")) return true;
    Arena arena = {0};
    AskedList list = {0};
    JdStudyDef def = study_def(job);
    bool good = fill_columns(job, sum, &arena, &def);
    def.rows = sum->measured;
    if (good) open_asked(job, &def, &list);
    if (!good || app->arena.failed) jd_report_memory(app->log), good = false;
    good = good && feed(job, &list) && write_asked(job, sum, &list);
    for (int n = 0; n < list.count; n++) jd_study_picture_free(list.at[n].study);
    jd_arena_free(&arena);
    return good;
}
