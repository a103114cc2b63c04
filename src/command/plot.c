/* SPDX-License-Identifier: MIT
 *
 * `jourdain plot`: channels of models and of CSV files as curves, in a file, on stdout or in the
 * terminal. */
#define _XOPEN_SOURCE 700
#include "command/plot.h"
#include "jourdain_picture.h"
#include <string.h>
#include <sys/stat.h>

/* ---- Words: files and channels -------------------------------------------------------------- */

/* The first word is a file; of the others those that exist or look like one. */
static bool is_file(const char *word, int index) {
    struct stat state;
    if (index == 0 || strcmp(word, "-") == 0 || strchr(word, '/')) return true;
    return jd_path_ends(word, "jd") || jd_path_ends(word, "json") || jd_path_ends(word, "csv") ||
           stat(word, &state) == 0;
}

static bool sort_words(PlotJob *job) {
    App *app = job->app;
    for (int n = 0; n < app->words.count; n++) {
        const char *word = app->words.at[n];
        const char **to =
            is_file(word, n) ? PUSH(&app->arena, job->files) : PUSH(&app->arena, job->asked);
        if (to) *to = word;
    }
    const char **outputs = jd_app_list(app, "output");
    for (; outputs && *outputs; outputs++) {
        const char **to = PUSH(&app->arena, job->asked);
        if (to) *to = *outputs;
    }
    job->against = jd_app_text(app, "against");
    if (app->arena.failed) jd_report_memory(app->log);
    return !app->arena.failed;
}

/* ---- Which channels ------------------------------------------------------------------------- */

static bool unknown_channel(const PlotJob *job, const PlotRun *run, const char *name) {
    jd_report(job->app->log, JD_ERROR, "channel-unknown", nowhere, "'%s' has no channel '%s'",
              run->from, name);
    Nearest nearest = {.word = name};
    for (int n = 0; n < run->columns.count; n++) jd_nearest_try(&nearest, run->columns.at[n].name);
    if (nearest.best)
        jd_hint(job->app->log, "did you mean '%s'?", nearest.best);
    else if (run->columns.count > 1)
        jd_hint(job->app->log, "it has '%s'%s", run->columns.at[1].name,
                run->columns.count > 2 ? " and others: see its first line" : "");
    return false;
}

/* The x axis of a run; NULL after a report. */
static const PlotColumn *along(const PlotJob *job, const PlotRun *run) {
    const PlotColumn *column =
        job->against ? jd_plot_column(run, job->against) : &run->columns.at[0];
    if (!column) unknown_channel(job, run, job->against);
    return column;
}

static bool all_have(const PlotJob *job, const char *name) {
    for (int n = 0; n < job->runs.count; n++)
        if (!jd_plot_column(&job->runs.at[n], name)) return false;
    return true;
}

/* Without words: what all runs have, in the order of the first. */
static bool choose_channels(PlotJob *job) {
    App *app = job->app;
    const PlotRun *first = &job->runs.at[0];
    for (int n = 1; n < first->columns.count; n++) {
        const PlotColumn *column = &first->columns.at[n];
        if (!all_have(job, column->name)) continue;
        if (job->against && jd_plot_column(first, job->against) == column) continue;
        const char **name = PUSH(&app->arena, job->asked);
        if (name) *name = column->name;
    }
    if (job->asked.count > 0) return true;
    if (job->runs.count == 1 || first->columns.count < 2)
        jd_report(app->log, JD_ERROR, "channels-differ", nowhere, "'%s' has no channel to plot%s",
                  first->from, job->against ? " but that along the x axis" : "");
    else
        jd_report(app->log, JD_ERROR, "channels-differ", nowhere,
                  "'%s' and the other files have no channel in common", first->from);
    jd_hint(app->log, "name the channels: jourdain plot %s CHANNEL", first->from);
    return false;
}

/* ---- The chart ------------------------------------------------------------------------------ */

static bool add_curves(const PlotJob *job, JdChartDef *chart) {
    const int most = job->asked.count * job->runs.count;
    JdCurve *curves = ARENA_NEW(&job->app->arena, JdCurve, most);
    chart->curves = curves;
    if (!curves) return jd_report_memory(job->app->log), false;
    for (int n = 0; n < job->asked.count; n++)
        for (int k = 0; k < job->runs.count; k++) {
            const PlotRun *run = &job->runs.at[k];
            const PlotColumn *x = along(job, run), *y = jd_plot_column(run, job->asked.at[n]);
            if (!x) return false;
            if (!y) return unknown_channel(job, run, job->asked.at[n]);
            curves[chart->curve_count++] =
                (JdCurve){y->name, y->unit, run->label, x->values, y->values, run->rows};
            chart->x_name = x->name, chart->x_unit = x->unit;
        }
    return true;
}

/* "rod.tip" of rod.tip.x, if it is one of its places in metres. 0: it is none. */
static size_t place_length(const char *name, const char *unit) {
    const char *point = strrchr(name, '.');
    if (!point || strcmp(unit, "m") != 0 || !strchr("xyz", point[1]) || !point[1] || point[2])
        return 0;
    return (size_t)(point - name);
}

/* x and y of one point: a path, whose shape must be kept. */
static bool is_path(const JdChartDef *chart) {
    const size_t length = place_length(chart->x_name, chart->x_unit);
    if (!length) return false;
    for (int n = 0; n < chart->curve_count; n++) {
        const JdCurve *curve = &chart->curves[n];
        if (place_length(curve->name, curve->unit) != length) return false;
        if (strncmp(curve->name, chart->x_name, length) != 0) return false;
    }
    return true;
}

/* "at t = 2.3 s the motion ..." tells the time itself. */
static const char *failure_words(Arena *arena, const PlotRun *run) {
    char time[32];
    jd_quantity_text(run->failed_at, "s", time, sizeof time);
    if (run->label) return jd_arena_format(arena, "%s failed at t = %s", run->label, time);
    if (run->why && strncmp(run->why, "at t = ", 7) == 0)
        return jd_arena_format(arena, "failed: %s", run->why);
    return jd_arena_format(arena, "failed at t = %s: %s", time, run->why ? run->why : "");
}

/* A run that failed: where, and why. Along another axis the words alone. */
static void add_mark(const PlotJob *job, JdChartDef *chart) {
    for (int n = 0; n < job->runs.count; n++) {
        const PlotRun *run = &job->runs.at[n];
        if (!run->failed) continue;
        chart->marked = !job->against;
        chart->mark = run->failed_at;
        chart->mark_text = failure_words(&job->app->arena, run);
        return;
    }
}

static bool make_chart(PlotJob *job, JdChartDef *chart) {
    const App *app = job->app;
    if (job->asked.count == 0 && !choose_channels(job)) return false;
    if (!add_curves(job, chart)) return false;
    add_mark(job, chart);
    chart->theme = jd_app_text(app, "theme");
    chart->title = jd_app_text(app, "title");
    chart->width = jd_app_number(app, "width");
    chart->height = jd_app_number(app, "height");
    chart->log_x = jd_app_flag(app, "log-x");
    chart->log_y = jd_app_flag(app, "log");
    chart->equal = jd_app_flag(app, "equal") || (!chart->log_x && !chart->log_y && is_path(chart));
    return true;
}

/* ---- Where it goes -------------------------------------------------------------------------- */

static int count_units(const JdChartDef *chart) {
    int units = 0;
    for (int n = 0; n < chart->curve_count; n++) {
        bool seen = false;
        for (int k = 0; k < n; k++)
            seen = seen || strcmp(chart->curves[k].unit, chart->curves[n].unit) == 0;
        units += !seen;
    }
    return units;
}

static void print_letters(App *app, const JdChartDef *chart) {
    const int panels = count_units(chart);
    char *letters = jd_chart_letters(*chart, jd_terminal_width(stdout) - 1,
                                     4 + panels * (panels == 1 ? 18 : 11), jd_has_utf8(),
                                     jd_has_colours(stdout));
    if (letters) jd_text_add(&app->out, letters, strlen(letters));
    if (!letters) app->out.failed = true;
    jd_free_text(letters);
}

static ExitCode write_picture(const App *app, const JdChartDef *chart, const char *path) {
    JdPicture *picture = jd_picture_of_chart(*chart, app->log);
    const bool good = path ? jd_picture_write(picture, path, app->log)
                           : jd_picture_print(picture, "svg", stdout, app->log);
    jd_picture_free(picture);
    if (good) return DONE;
    return jd_app_has_message(app, "picture-not-drawn") ? WRONG_USAGE : FILE_FAILED;
}

static void write_json(App *app, const JdChartDef *chart, const char *path) {
    Json *json = &app->document;
    jd_json_array(json, "curves");
    for (int n = 0; n < chart->curve_count; n++) {
        const JdCurve *curve = &chart->curves[n];
        double least = NAN, greatest = NAN;
        for (int k = 0; k < curve->count; k++) {
            if (!isfinite(curve->y[k])) continue;
            least = fmin(least, curve->y[k]), greatest = fmax(greatest, curve->y[k]);
        }
        jd_json_object(json, NULL);
        jd_json_string(json, "name", curve->name);
        jd_json_string(json, "unit", curve->unit);
        jd_json_string(json, "run", curve->run);
        jd_json_string(json, "against", chart->x_name);
        jd_json_number(json, "points", curve->count);
        jd_json_number(json, "least", least);
        jd_json_number(json, "greatest", greatest);
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_number(json, "failed_at", chart->marked ? chart->mark : NAN);
    jd_json_string(json, "written", path);
}

static ExitCode show(PlotJob *job, const JdChartDef *chart, const char *path) {
    App *app = job->app;
    const bool letters =
        jd_app_flag(app, "terminal") || (!jd_app_flag(app, "out") && jd_is_terminal(stdout));
    ExitCode code = DONE;
    if (app->json)
        write_json(app, chart, path);
    else if (letters)
        print_letters(app, chart);
    if (path || (!letters && !app->json)) code = write_picture(app, chart, path);
    return code == DONE ? job->code : code;
}

/* --out: "-" is stdout. */
static ExitCode check_out(App *app, const char **path) {
    const char *out = jd_app_text(app, "out");
    *path = out && strcmp(out, "-") != 0 ? out : NULL;
    if (!*path) return DONE;
    if (!jd_picture_can_write(*path, app->log)) return WRONG_USAGE;
    return jd_app_can_write(app, *path) ? DONE : FILE_FAILED;
}

static int call(App *app) {
    PlotJob job = {.app = app};
    const char *path;
    ExitCode code = sort_words(&job) ? DONE : RUN_FAILED;
    for (int n = 0; n < job.files.count; n++) jd_app_note_input(app, job.files.at[n]);
    if (code == DONE) code = check_out(app, &path);
    if (code == DONE) code = jd_plot_runs(&job);
    if (code == DONE && path && !jd_app_keeps_inputs(app, path)) code = FILE_FAILED;
    if (code != DONE || job.runs.count == 0) return (int)(code != DONE ? code : job.code);
    JdChartDef chart = {0};
    if (!make_chart(&job, &chart)) return WRONG_USAGE;
    return (int)show(&job, &chart, path);
}

const Command jd_command_plot = {
    .name = "plot",
    .arguments = "FILE... [CHANNEL...]",
    .least = 1,
    .most = 100,
    .options =
        "output unit against forms vary out theme width height equal log log-x title terminal form "
        "cut "
        "close prefer "
        "elastic stiffness damping turn-stiffness turn-damping clearance gap stabilise alpha beta "
        "gamma stepper dt tol to every max-steps set spatial safe as-drawn",
    .summary = "draw channels over time, or against each other",
    .details =
        "FILE is a model ('-': standard input), which is run, or a CSV file: as `jourdain run` "
        "writes it, or with semicolons or tabs; words that are no files are channels. Without "
        "channels the model's outputs are drawn, of several files those that all have. Channels of "
        "one unit share a panel. Of a model any expression of channels and parameters will do: "
        "\"slider.x - r\". --unit mm, --unit jO.rate=rpm: other units than SI. Several files, "
        "--forms and --vary are told apart in one picture.\n"
        "\n"
        "The ending of --out chooses SVG, PNG or PDF. Without --out the curves are drawn in the "
        "terminal; into a pipe goes SVG. --against draws phase plots and paths of points; x and y "
        "of one point have the same scale.\n"
        "\n"
        "A run that fails is drawn up to there, with a mark (exit code 1).\n",
    .examples = "jourdain plot model/slider_crank.jd --out motion.svg\n"
                "jourdain plot crank.jd slider.x slider.vx --vary r=80mm,120mm --out motion.pdf\n"
                "jourdain plot model/four_bar.jd coupler.y --against coupler.x --out path.png\n"
                "jourdain plot crank.jd \"jA.force*slider.vx\" --unit kW\n"
                "jourdain plot a.csv b.csv energy --terminal\n",
    .call = call,
};
