/* SPDX-License-Identifier: MIT
 *
 * `jourdain activity`: how much power goes into and out of each element of a bond graph during a
 * run, the integral of its size; and what the graph without those of little activity is off by. */
#include "command/command.h"
#include "trial/trial.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *type;
    const char *power; /* as an expression, into the element */
    bool can_go;       /* it has one bond */
    bool gone;         /* it was left out */
    double activity, share;
} Worth;

typedef struct {
    App *app;
    AppFile file;
    LIST(Worth) worth;
    const char **outputs, **units; /* of the model */
    int output_count;
    const char *unit;      /* of activities */
    const char *powerless; /* elements at pseudo bonds, whose power nobody knows; NULL: none */
    TrialDef def;
    Trial whole, reduced;
    bool is_reduced;
} Activity;

/* ---- Elements ------------------------------------------------------------------------------- */

/* "b3.power - b4.power": of all its bonds, into it; NULL: one of them is in a domain without power.
 */
static const char *power_of(Activity *a, const JdModel *model, const JdSystem *system,
                            const char *node) {
    JdBondInfo bond;
    Text text = {0};
    bool known = true;
    for (int n = 0; jd_model_bond(model, n, &bond); n++) {
        const bool in = !strcmp(bond.to, node), out = !strcmp(bond.from, node);
        if (!in && !out) continue;
        const char *channel = jd_arena_format(&a->app->arena, "%s.power", bond.name);
        const JdChannel power = channel ? jd_channel(system, channel, NULL) : (JdChannel){-1};
        known = known && power.index >= 0;
        if (power.index >= 0) a->unit = jd_channel_unit(system, power);
        jd_text_print(&text, "%s%s", in ? text.count ? " + " : "" : " - ", channel ? channel : "");
    }
    const char *kept =
        known && text.at && !text.failed ? jd_arena_copy(&a->app->arena, text.at) : NULL;
    jd_text_free(&text);
    return kept;
}

static bool list_elements(Activity *a, const JdModel *model, const JdSystem *system) {
    JdBondNodeInfo node;
    for (int n = 0; jd_model_bond_node(model, n, &node); n++) {
        const char *power = node.element ? power_of(a, model, system, node.name) : NULL;
        if (node.element && !power)
            a->powerless = a->powerless
                               ? jd_arena_format(&a->app->arena, "%s, %s", a->powerless, node.name)
                               : jd_arena_copy(&a->app->arena, node.name);
        if (!power) continue;
        Worth *worth = PUSH(&a->app->arena, a->worth);
        if (!worth) return false;
        *worth = (Worth){.name = jd_arena_copy(&a->app->arena, node.name),
                         .type = node.type,
                         .power = power,
                         .can_go = node.bonds == 1};
    }
    a->unit = a->unit && !strcmp(a->unit, "W") ? "J" : "1";
    return !a->app->arena.failed;
}

/* What the runs are compared by. */
static bool list_outputs(Activity *a, const JdModel *model, const JdSystem *system) {
    Arena *arena = &a->app->arena;
    const JdChannel *channels = jd_app_channels(a->app, model, system);
    while (channels && channels[a->output_count].index >= 0) a->output_count++;
    a->outputs = ARENA_NEW(arena, const char *, a->output_count + 1);
    a->units = ARENA_NEW(arena, const char *, a->output_count + 1);
    for (int n = 0; channels && !arena->failed && n < a->output_count; n++) {
        const char *unit = jd_channel_unit(system, channels[n]);
        a->outputs[n] = jd_arena_copy(arena, jd_channel_name(system, channels[n]));
        a->units[n] = jd_arena_copy(arena, unit ? unit : "1");
    }
    return channels && !arena->failed;
}

/* ---- Runs ----------------------------------------------------------------------------------- */

static bool list_times(Activity *a) {
    enum { MOST = 1000, USUAL = 200 };
    const double until = a->def.run.until, every = a->def.run.output_every;
    const double count = every > 0 ? fmin(floor(until / every * (1 + 1e-12)), MOST) : USUAL;
    const double step = every > 0 && count < MOST ? every : until / count;
    double *times = ARENA_NEW(&a->app->arena, double, (int)count + 3);
    for (int n = 0; times && n <= (int)count; n++) times[a->def.time_count++] = n * step;
    if (times && times[a->def.time_count - 1] < until) times[a->def.time_count++] = until;
    a->def.times = times;
    return times != NULL;
}

/* An integral for each element, beside the model. */
static ExitCode run_whole(Activity *a) {
    App *app = a->app;
    Text more = {0};
    const int count = a->worth.count + a->output_count;
    const char **names = ARENA_NEW(&app->arena, const char *, count + 1);
    for (int n = 0; names && n < a->worth.count; n++) {
        names[n] = jd_arena_format(&app->arena, "activity_of_element_%d", n + 1);
        const bool plain = strcmp(a->unit, "J") != 0;
        jd_text_print(&more,
                      plain ? "state %s { rate abs(%s)*(1 1/s) }\n"
                            : "state %s { unit J  rate abs(%s) }\n",
                      names[n] ? names[n] : "", a->worth.at[n].power);
    }
    for (int n = 0; names && n < a->output_count; n++) names[a->worth.count + n] = a->outputs[n];
    int code = RUN_FAILED;
    JdModel *model = names && !more.failed
                         ? jd_app_model_with(app, &a->file, more.at, "the activities", &code)
                         : NULL;
    jd_text_free(&more);
    if (!model) return (ExitCode)code;
    a->def.outputs = names, a->def.output_count = count;
    const bool memory = jd_trial(app, model, &a->def, &a->whole);
    jd_model_free(model);
    if (!memory) return RUN_FAILED;
    if (!a->whole.done) {
        jd_report(app->log, JD_ERROR, a->whole.code, nowhere, "%s", a->whole.message);
        return RUN_FAILED;
    }
    return DONE;
}

static int by_activity(const void *one, const void *two) {
    const Worth *a = one, *b = two;
    if (a->activity != b->activity) return a->activity < b->activity ? 1 : -1;
    return strcmp(a->name, b->name);
}

static void find_shares(Activity *a) {
    const double *last =
        a->whole.samples + (size_t)(a->def.time_count - 1) * (size_t)a->def.output_count;
    double sum = 0;
    for (int n = 0; n < a->worth.count; n++) sum += a->worth.at[n].activity = last[n];
    for (int n = 0; n < a->worth.count; n++)
        a->worth.at[n].share = sum > 0 ? a->worth.at[n].activity / sum : 0;
}

/* ---- The graph without some of them --------------------------------------------------------- */

static JdModel *read_without(Activity *a) {
    JdReadDef def = jd_app_read_def(a->app);
    JdLog *quiet = jd_log_new();
    Text more = {0};
    for (int n = 0; n < a->worth.count; n++)
        if (a->worth.at[n].gone)
            jd_text_print(&more, "%s%s", more.count ? ", " : "without ", a->worth.at[n].name);
    def.more = more.at, def.more_name = "without", def.no_expects = true;
    JdModel *model =
        quiet ? jd_model_read_text(a->file.path, a->file.text, a->file.length, def, quiet) : NULL;
    jd_text_free(&more);
    jd_log_free(quiet);
    return model;
}

/* The most active one of those that were to go stays; false: there is none. */
static bool keep_one(Activity *a) {
    for (int n = 0; n < a->worth.count; n++) {
        if (!a->worth.at[n].gone) continue;
        a->worth.at[n].gone = false;
        jd_report(a->app->log, JD_NOTE, "activity-kept", nowhere,
                  "'%s' stays: the graph has no solution without it and those that are less active",
                  a->worth.at[n].name);
        return true;
    }
    return false;
}

static ExitCode run_reduced(Activity *a, double share) {
    int gone = 0;
    for (int n = 0; n < a->worth.count; n++)
        gone += a->worth.at[n].gone = a->worth.at[n].can_go && a->worth.at[n].share < share;
    TrialDef def = a->def;
    def.outputs = a->outputs, def.output_count = a->output_count;
    for (; gone; gone--) {
        JdModel *model = read_without(a);
        const bool memory = !model || jd_trial(a->app, model, &def, &a->reduced);
        jd_model_free(model);
        if (!memory) return RUN_FAILED;
        a->is_reduced = model && a->reduced.done;
        if (a->is_reduced || a->reduced.stopped || !keep_one(a)) break;
    }
    return DONE;
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void write_worth(const Activity *a, Page *page) {
    double sum = 0;
    jd_page_heading(page, "Activity (the integral of the size of the power)");
    jd_page_table(page, "elements", "element type activity unit share sum without");
    for (int n = 0; n < a->worth.count; n++) {
        const Worth *worth = &a->worth.at[n];
        sum += worth->share;
        jd_page_cell(page, worth->name);
        jd_page_cell(page, worth->type);
        jd_page_number(page, worth->activity);
        jd_page_cell(page, a->unit);
        jd_page_number(page, worth->share);
        jd_page_number(page, sum);
        jd_page_cell(page, worth->gone ? "left out" : "");
    }
    jd_page_end(page);
    if (a->powerless) jd_page_word(page, "powerless", "pseudo bonds, no power", a->powerless);
}

static void write_errors(const Activity *a, Page *page) {
    jd_page_heading(page, "What the graph without them is off by");
    jd_page_table(page, "errors", "output unit size off share");
    for (int k = 0; k < a->output_count; k++) {
        double size = 0, off = 0;
        for (int t = 0; t < a->def.time_count; t++) {
            const double is = a->whole.samples[t * a->def.output_count + a->worth.count + k];
            const double without = a->reduced.samples[t * a->output_count + k];
            size = fmax(size, fabs(is)), off = fmax(off, fabs(is - without));
        }
        jd_page_cell(page, a->outputs[k]);
        jd_page_cell(page, a->units[k]);
        jd_page_number(page, size);
        jd_page_number(page, off);
        jd_page_number(page, size > 0 ? off / size : 0);
    }
    jd_page_end(page);
}

static void write_all(Activity *a, const char *title) {
    Page page = jd_page(a->app);
    jd_page_word(&page, "model", "model", title);
    jd_page_fact(&page, "until", "from 0 to", a->def.run.until, "s");
    write_worth(a, &page);
    if (a->is_reduced)
        write_errors(a, &page);
    else if (jd_app_flag(a->app, "below"))
        jd_page_text(&page, "Nothing can be left out.");
    jd_page_free(&page);
}

/* ---- The command ---------------------------------------------------------------------------- */

static ExitCode prepare(Activity *a, const JdModel *model) {
    App *app = a->app;
    a->def.compile = jd_app_compile_def(app, model);
    a->def.run = jd_app_run_def(app, model);
    a->def.joint = "";
    if (!jd_app_check_names(app) || !jd_app_has_end(app, model, a->def.run.until))
        return WRONG_USAGE;
    JdSystem *system = jd_compile(model, a->def.compile, app->log);
    if (!system) return WRONG_MODEL;
    const bool listed = list_outputs(a, model, system);
    const bool good = listed && list_elements(a, model, system) && list_times(a);
    jd_system_free(system);
    if (!listed && !app->arena.failed) return WRONG_USAGE;
    if (!good) return jd_report_memory(app->log), RUN_FAILED;
    return DONE;
}

static ExitCode compare(Activity *a, const JdModel *model) {
    ExitCode code = prepare(a, model);
    if (code == DONE) code = run_whole(a);
    if (code != DONE) return code;
    find_shares(a);
    /* The samples stand as the elements were listed; errors read the outputs behind them alone. */
    qsort(a->worth.at, (size_t)a->worth.count, sizeof *a->worth.at, by_activity);
    if (jd_app_flag(a->app, "below")) code = run_reduced(a, jd_app_number(a->app, "below"));
    if (code == DONE) write_all(a, jd_model_title(a->app, model));
    return code;
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    Activity a = {.app = app};
    const char *path = jd_app_shipped(app, jd_app_word(app, 0));
    if (jd_model_info(model).bonds == 0) {
        jd_model_free(model);
        return jd_app_no_bonds(app);
    }
    const bool is_file = strcmp(path, "-") != 0,
               is_read = is_file && jd_app_read(app, path, false, &a.file);
    if (!is_file) {
        jd_report(app->log, JD_ERROR, "option-value", nowhere,
                  "the model is read twice: it cannot come from standard input");
        jd_hint(app->log, "write it into a file");
    }
    code = is_read ? (int)compare(&a, model) : FILE_FAILED;
    free(a.file.text);
    jd_model_free(model);
    return code;
}

const Command jd_command_activity = {
    .name = "activity",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "below form stepper dt tol to every max-steps set safe output",
    .summary = "how active each element of a bond graph is in a run, and what the graph without "
               "the idle ones is off by",
    .details = "The activity of a storage or resistor is the integral of the size of its power: "
               "energy that went in or "
               "out of it, or through it. With --below 0.01 those whose share of all activity is "
               "less than a "
               "hundredth are left out, as the statement `without` does, the run is done again, "
               "and outputs are "
               "compared. Elements that the graph has no solution without stay. Fields of several "
               "bonds are "
               "listed, but not left out.\n",
    .examples = "jourdain activity model/bond/quarter_car.jd\n"
                "jourdain activity model/bond/quarter_car.jd --below 0.02\n",
    .call = call,
};
