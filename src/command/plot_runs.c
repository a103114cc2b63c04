/* SPDX-License-Identifier: MIT
 *
 * The runs of a plot: every file, with every formulation and every value that is varied. A label
 * says what tells a run from the others. */
#include "command/plot.h"
#include "app/varied.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    PlotJob *job;
    Varied varied;
    const char **forms; /* ending with NULL; none: one run as it is */
    AppFile file;
} PlotSource;

/* Names of options are known before the model is; whether it has a parameter of the name, behind
 * it. */
static void ask_model(PlotSource *in) {
    App *app = in->job->app;
    int code;
    JdLog *log = app->log;
    if (!jd_varied_has_options(&in->varied)) return;
    app->log = NULL; /* what there is to say is said when it is run */
    JdModel *model = jd_app_model_of(app, &in->file, NULL, &code);
    app->log = log;
    jd_varied_ask(&in->varied, model);
    jd_model_free(model);
}

/* ---- Labels --------------------------------------------------------------------------------- */

/* "crank" of model/crank.jd */
static const char *stem(App *app, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *point = strrchr(name, '.');
    if (strcmp(path, "-") == 0) return "(stdin)";
    return point && point > name ? jd_arena_text(&app->arena, name, (size_t)(point - name)) : name;
}

static bool stem_is_unique(const PlotJob *job, const char *path) {
    const char *own = stem(job->app, path);
    int same = 0;
    for (int n = 0; n < job->files.count; n++) {
        const char *other = stem(job->app, job->files.at[n]);
        same += own && other && strcmp(own, other) == 0;
    }
    return same == 1;
}

static void add_part(Text *text, const char *part) {
    if (part) jd_text_print(text, "%s%s", text->count ? ", " : "", part);
}

static const char *make_label(PlotSource *in, const char *form) {
    App *app = in->job->app;
    Text text = {0};
    if (in->job->files.count > 1)
        add_part(&text,
                 stem_is_unique(in->job, in->file.path) ? stem(app, in->file.path) : in->file.path);
    if (in->forms[0] && in->forms[1]) add_part(&text, form);
    jd_varied_words(&in->varied, &text);
    if (text.failed) app->arena.failed = true;
    const char *label = text.count ? jd_arena_text(&app->arena, text.at, text.count) : NULL;
    jd_text_free(&text);
    return label;
}

/* ---- Runs of models ------------------------------------------------------------------------- */

/* What was asked for, and what goes along x. */
static const char **wanted_channels(const PlotJob *job) {
    const int count = job->asked.count + (job->against ? 1 : 0);
    const char **names = ARENA_NEW(&job->app->arena, const char *, count + 1);
    for (int n = 0; names && n < job->asked.count; n++) names[n] = job->asked.at[n];
    if (names && job->against) names[count - 1] = job->against;
    return names;
}

static bool add_values(Arena *arena, const JdTrace *trace, int column, PlotRun *run) {
    PlotColumn *to = PUSH(arena, run->columns);
    const int rows = jd_trace_rows(trace);
    double *values = to ? ARENA_NEW(arena, double, rows + 1) : NULL;
    if (!values) return false;
    for (int row = 0; row < rows; row++) values[row] = jd_trace_at(trace, row, column);
    *to = (PlotColumn){.name = jd_arena_copy(arena, jd_trace_name(trace, column)),
                       .unit = jd_arena_copy(arena, jd_trace_unit(trace, column)),
                       .values = values};
    run->rows = rows;
    return to->name && to->unit;
}

/* A channel may have been asked for by another of its names. */
static void note_asked(const char **wanted, const Take *take, PlotRun *run) {
    for (; *wanted; wanted++) {
        const JdChannel channel = jd_channel(take->system, *wanted, NULL);
        for (int n = 0; n < run->columns.count; n++)
            if (jd_channel(take->system, run->columns.at[n].name, NULL).index == channel.index &&
                strcmp(run->columns.at[n].name, *wanted) != 0)
                run->columns.at[n].asked = *wanted;
    }
}

static bool keep_take(PlotSource *in, const Take *take, const char **wanted) {
    App *app = in->job->app;
    PlotRun *run = PUSH(&app->arena, in->job->runs);
    if (!run) return false;
    run->from = in->file.path;
    run->label = make_label(in, take->form);
    for (int n = 0; n < jd_trace_columns(take->trace); n++)
        if (!add_values(&app->arena, take->trace, n, run)) return false;
    note_asked(wanted, take, run);
    run->failed = take->failed;
    run->failed_at = take->failed_at;
    run->why = take->failed ? jd_arena_copy(&app->arena, take->failure.text) : NULL;
    return !app->arena.failed;
}

static ExitCode run_form(PlotSource *in, const JdModel *model, const char *form) {
    PlotJob *job = in->job;
    const char **wanted = wanted_channels(job);
    Take take = {0};
    ExitCode code =
        wanted ? jd_take(job->app, model, &(TakeDef){.form = form, .channels = wanted}, &take)
               : RUN_FAILED;
    if (code == DONE && !keep_take(in, &take, wanted)) code = RUN_FAILED;
    if (code == DONE && job->code == DONE) job->code = jd_take_code(&take, 1);
    const bool stopped = take.stopped;
    jd_take_free(&take);
    if (job->app->arena.failed) jd_report_memory(job->app->log);
    return code == DONE && stopped ? INTERRUPTED : code;
}

static ExitCode run_model(PlotSource *in) {
    App *app = in->job->app;
    ExitCode code = DONE;
    ask_model(in);
    do {
        const JdSetting *settings = jd_varied_choose(&in->varied);
        if (app->arena.failed) return jd_report_memory(app->log), RUN_FAILED;
        if (!settings) return WRONG_USAGE;
        int read;
        JdModel *model = jd_app_model_of(app, &in->file, settings, &read);
        if (!model) return (ExitCode)read;
        if (!jd_app_add_expressions(app, model, (const char *const *)wanted_channels(in->job)))
            code = WRONG_USAGE;
        for (int n = 0; code == DONE && (n == 0 || in->forms[n]); n++) {
            code = run_form(in, model, in->forms[n]);
            if (!in->forms[0]) break;
        }
        jd_model_free(model);
    } while (code == DONE && jd_varied_next(&in->varied));
    jd_varied_end(&in->varied);
    return code;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static bool show_units(App *app, PlotRun *run) {
    const int count = run->columns.count;
    ShownColumn *shown = ARENA_NEW(&app->arena, ShownColumn, count + 1);
    if (!shown) return jd_report_memory(app->log), false;
    for (int n = 0; n < count; n++)
        shown[n] = (ShownColumn){run->columns.at[n].name, run->columns.at[n].unit, 1};
    if (!jd_app_units(app, shown, count)) return false;
    for (int n = 0; n < count; n++) {
        run->columns.at[n].unit = shown[n].unit;
        for (int row = 0; row < run->rows; row++) run->columns.at[n].values[row] *= shown[n].factor;
    }
    return true;
}

static ExitCode read_csv(PlotSource *in) {
    App *app = in->job->app;
    PlotRun *run = PUSH(&app->arena, in->job->runs);
    if (!run) return jd_report_memory(app->log), RUN_FAILED;
    run->from = in->file.path;
    run->label =
        in->job->files.count > 1
            ? stem_is_unique(in->job, in->file.path) ? stem(app, in->file.path) : in->file.path
            : NULL;
    if (!jd_csv_read(app, in->file.path, in->file.text, in->file.length, run)) return WRONG_MODEL;
    return show_units(app, run) ? DONE : WRONG_USAGE;
}

static ExitCode take_file(PlotSource *in, const char *path) {
    const bool numbers = jd_path_ends(path, "csv");
    if (!jd_app_read(in->job->app, path, numbers, &in->file)) return FILE_FAILED;
    const ExitCode code = jd_csv_is(path, in->file.text) ? read_csv(in) : run_model(in);
    free(in->file.text);
    return code;
}

ExitCode jd_plot_runs(PlotJob *job) {
    PlotSource in = {.job = job, .forms = jd_app_forms(job->app)};
    if (!in.forms || !jd_varied_read(job->app, &in.varied)) return WRONG_USAGE;
    for (int n = 0; n < job->files.count; n++) {
        const ExitCode code = take_file(&in, job->files.at[n]);
        if (code == INTERRUPTED) break; /* what there is, is shown */
        if (code != DONE) return code;
    }
    return DONE;
}

const PlotColumn *jd_plot_column(const PlotRun *run, const char *name) {
    for (int n = 0; n < run->columns.count; n++) {
        const PlotColumn *column = &run->columns.at[n];
        if (strcmp(column->name, name) == 0 || (column->asked && strcmp(column->asked, name) == 0))
            return column;
    }
    return NULL;
}
