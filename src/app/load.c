/* SPDX-License-Identifier: MIT
 *
 * From the command line to a model: reading it with --set, and the words for compiling and running,
 * where an option goes before the model's own word. */
#include "app/app.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files ---------------------------------------------------------------------------------- */

static void report_read(App *app, const char *path, const char *why) {
    jd_report_unreadable(app->log, nowhere, path, why);
    char *longer = jd_arena_format(&app->arena, "%s.jd", path);
    FILE *other = longer && !strcmp(why, strerror(ENOENT)) ? fopen(longer, "rb") : NULL;
    if (!other) return;
    fclose(other);
    jd_hint(app->log, "did you mean '%s'?", longer);
}

bool jd_app_read(App *app, const char *path, bool numbers, AppFile *file) {
    const FileRule rule = {.text = true, .numbers = numbers};
    const bool is_stdin = strcmp(path, "-") == 0;
    Text text = {0};
    jd_text_add(&text, "", 0);
    if (is_stdin)
        jd_app_note_stream(app, stdin);
    else
        jd_app_note_input(app, path);
    const char *why =
        is_stdin ? jd_stream_read(stdin, rule, &text) : jd_file_read(path, rule, &text);
    if (text.failed) why = strerror(ENOMEM);
    if (why) {
        report_read(app, path, why);
        jd_text_free(&text);
        return false;
    }
    *file = (AppFile){path, text.at, text.count};
    return true;
}

bool jd_app_has_message(const App *app, const char *code) {
    for (int n = 0; n < jd_log_count(app->log); n++)
        if (strcmp(jd_log_message(app->log, n).code, code) == 0) return true;
    return false;
}

/* ---- Models --------------------------------------------------------------------------------- */

/* --set name=value, as many as there are, and `more` behind them. NULL after a report. */
static const JdSetting *read_settings(App *app, const JdSetting *more) {
    LIST(JdSetting) settings = {0};
    for (int n = 0; n < app->given.count; n++) {
        const Given *given = &app->given.at[n];
        if (strcmp(given->option->name, "set") != 0) continue;
        const char *equals = strchr(given->text, '=');
        if (!equals || equals == given->text || !equals[1]) {
            jd_report(app->log, JD_ERROR, "option-value", nowhere,
                      "--set wants name=value, not '%s'", given->text);
            jd_hint(app->log, "for instance: --set r=160mm");
            return NULL;
        }
        size_t length = (size_t)(equals - given->text);
        while (length && given->text[length - 1] == ' ') length--;
        JdSetting *setting = PUSH(&app->arena, settings);
        if (!setting) break;
        setting->name = jd_arena_text(&app->arena, given->text, length);
        setting->value = equals + 1 + strspn(equals + 1, " ");
    }
    for (; more && more->name; more++) {
        JdSetting *setting = PUSH(&app->arena, settings);
        if (setting) *setting = *more;
    }
    PUSH(&app->arena, settings);
    if (!app->arena.failed) return settings.at;
    jd_report_memory(app->log);
    return NULL;
}

JdReadDef jd_app_read_def(App *app) {
    return (JdReadDef){.settings = read_settings(app, NULL),
                       .spatial = jd_app_flag(app, "spatial"),
                       .safe = jd_app_flag(app, "safe"),
                       .json = jd_path_ends(jd_app_word(app, 0), "json")};
}

static JdModel *read_model(App *app, const AppFile *file, const JdSetting *more, JdReadDef def,
                           int *code) {
    const char *path = file->path;
    *code = WRONG_USAGE;
    def = (JdReadDef){.settings = read_settings(app, more),
                      .more = def.more,
                      .more_name = def.more_name,
                      .no_expects = def.no_expects,
                      .spatial = jd_app_flag(app, "spatial"),
                      .safe = jd_app_flag(app, "safe")};
    if (!def.settings) return NULL;
    *code = WRONG_MODEL;
    /* What was read is read once: a pipe has no second time. */
    def.json = file->text[strspn(file->text, " \t\r\n")] == '{' || jd_path_ends(path, "json");
    JdModel *model = jd_model_read_text(strcmp(path, "-") == 0 ? "(stdin)" : path, file->text,
                                        file->length, def, app->log);
    const JdModelInfo info = jd_model_info(model);
    for (int n = 0; n < info.file_count; n++) jd_app_note_input(app, info.files[n]);
    if (jd_app_has_message(app, "setting-unknown")) *code = WRONG_USAGE;
    return model;
}

JdModel *jd_app_model_of(App *app, const AppFile *file, const JdSetting *more, int *code) {
    return read_model(app, file, more, (JdReadDef){0}, code);
}

JdModel *jd_app_model_with(App *app, const AppFile *file, const char *more, const char *more_name,
                           int *code) {
    const JdReadDef def = {.more = more, .more_name = more_name, .no_expects = true};
    return read_model(app, file, NULL, def, code);
}

JdModel *jd_app_model(App *app, int *code) {
    const char *path = jd_app_shipped(app, jd_app_word(app, 0));
    /* Wrong settings are told before the file is. */
    *code = WRONG_USAGE;
    if (!read_settings(app, NULL)) return NULL;
    /* A missing file is told from a wrong one. */
    *code = FILE_FAILED;
    AppFile file;
    if (!jd_app_read(app, path, false, &file)) return NULL;
    JdModel *model = jd_app_model_of(app, &file, NULL, code);
    free(file.text);
    return model;
}

const char *jd_model_title(const App *app, const JdModel *model) {
    const char *name = jd_model_info(model).name;
    if (name && *name) return name;
    const char *path = jd_app_word(app, 0), *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- Words for compiling and running -------------------------------------------------------- */

static double choose(double given, double said) {
    return given > 0 ? given : said;
}

JdCompileDef jd_app_compile_def(const App *app, const JdModel *model) {
    const JdModelInfo run = jd_model_info(model);
    return (JdCompileDef){
        .form = jd_app_flag(app, "form") ? jd_app_text(app, "form") : run.form,
        .stabilise = jd_app_flag(app, "stabilise") ? jd_app_text(app, "stabilise") : run.stabilise,
        .alpha = choose(jd_app_number(app, "alpha"), run.alpha),
        .beta = choose(jd_app_number(app, "beta"), run.beta),
        .gamma = choose(jd_app_number(app, "gamma"), run.gamma),
        .until = choose(jd_app_number(app, "to"), run.until),
        .dt = choose(jd_app_number(app, "dt"), run.dt),
        .as_drawn = jd_app_flag(app, "as-drawn"),
        .cut = jd_app_text(app, "cut"),
        .elastic = jd_app_text(app, "elastic"),
        .stiffness = jd_app_number(app, "stiffness"),
        .damping = jd_app_number(app, "damping"),
        .turn_stiffness = jd_app_number(app, "turn-stiffness"),
        .turn_damping = jd_app_number(app, "turn-damping"),
        .clearance = jd_app_text(app, "clearance"),
        .gap = jd_app_number(app, "gap"),
        .prefer = jd_app_text(app, "prefer"),
        .by_newton = jd_app_flag(app, "close") && !strcmp(jd_app_text(app, "close"), "newton"),
    };
}

JdCompileDef jd_app_compile_as(const App *app, const JdModel *model, const char *form) {
    JdCompileDef def = jd_app_compile_def(app, model);
    const JdEntry type = jd_table_find(JD_FORMS, form);
    def.form = form;
    const bool none = def.elastic && !strcmp(def.elastic, "none");
    if (!type.elastic && !none) def.elastic = NULL;
    if (!type.clearance) def.clearance = NULL;
    return def;
}

/* For a run zero means what the model says: --every 0, which is every step, is said by less. */
static double choose_every(const App *app, const JdModelInfo *run) {
    const double given = jd_app_number(app, "every");
    if (given > 0) return given;
    if (app->every > 0) return app->every;
    return jd_app_flag(app, "every") ? -1 : run->every;
}

static const double countable = 1e18; /* steps: more than any run takes, less than a long holds */

JdRunDef jd_app_run_def(const App *app, const JdModel *model) {
    const JdModelInfo run = jd_model_info(model);
    const double most = jd_app_number(app, "max-steps");
    return (JdRunDef){
        .stepper = jd_app_flag(app, "stepper") ? jd_app_text(app, "stepper") : run.stepper,
        .until = choose(jd_app_number(app, "to"), run.until),
        .output_every = choose_every(app, &run),
        .dt = choose(jd_app_number(app, "dt"), run.dt),
        .tol = choose(jd_app_number(app, "tol"), run.tol),
        .max_steps = most < countable ? (long)most : 0,
        .attitude = jd_app_text(app, "attitude"),
    };
}

/* ---- Names from the tables of forms and steppers -------------------------------------------- */

static bool unknown_name(App *app, const char *option, const char *what, const char *topic,
                         Nearest nearest) {
    jd_report(app->log, JD_ERROR, "option-value", nowhere, "--%s: there is no %s '%s'", option,
              what, nearest.word);
    if (nearest.best)
        jd_hint(app->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(app->log, "`jourdain help %s` lists them", topic);
    return false;
}

void jd_app_suggest(JdTable table, Nearest *nearest) {
    const char *name;
    for (int n = 0; (name = jd_table_at(table, n).name); n++) jd_nearest_try(nearest, name);
}

static bool check_form_name(App *app, const char *option, const char *name) {
    Nearest nearest = {.word = name};
    if (jd_table_find(JD_FORMS, name).name) return true;
    jd_app_suggest(JD_FORMS, &nearest);
    return unknown_name(app, option, "form", "forms", nearest);
}

static bool check_form(App *app) {
    const char *name = jd_app_text(app, "form");
    return !name || !strcmp(name, "auto") || check_form_name(app, "form", name);
}

const char **jd_app_forms(App *app) {
    LIST(const char *) forms = {0};
    const char **names = jd_app_list(app, "forms");
    bool known = true;
    for (int n = 0; names && names[n]; n++) {
        if (!check_form_name(app, "forms", names[n])) known = false;
        const char *name = known ? jd_table_find(JD_FORMS, names[n]).name : NULL;
        bool there = !known;
        for (int k = 0; k < forms.count; k++) there = there || forms.at[k] == name;
        const char **to = there ? NULL : PUSH(&app->arena, forms);
        if (to) *to = name;
    }
    if (known && jd_app_flag(app, "forms") && forms.count == 0) {
        jd_report(app->log, JD_ERROR, "option-value", nowhere, "--forms names none");
        jd_hint(app->log, "for instance: --forms newton-euler,minimal");
        return NULL;
    }
    PUSH(&app->arena, forms);
    if (app->arena.failed) jd_report_memory(app->log);
    return known && !app->arena.failed ? forms.at : NULL;
}

static bool check_stepper(App *app) {
    Nearest nearest = {.word = jd_app_text(app, "stepper")};
    if (!nearest.word) return true;
    if (jd_table_find(JD_STEPPERS, nearest.word).name) return true;
    jd_app_suggest(JD_STEPPERS, &nearest);
    return unknown_name(app, "stepper", "stepper", "steppers", nearest);
}

bool jd_app_check_names(App *app) {
    const bool form = check_form(app), stepper = check_stepper(app);
    return form && stepper;
}
