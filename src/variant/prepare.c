/* SPDX-License-Identifier: MIT
 *
 * What a sweep varies and measures: the words of the model and of the command line, checked against
 * the model before the first variant runs. */
#include "variant/variant.h"
#include <stdlib.h>
#include <string.h>

/* ---- What is varied ------------------------------------------------------------------------- */

/* A parameter, or one number of a vector: "A.x". */
static bool is_param(const JdParamInfo *param, const char *name) {
    const size_t length = strlen(param->name);
    if (!strcmp(param->name, name)) return true;
    return param->count > 1 && !strncmp(param->name, name, length) && name[length] == '.' &&
           name[length + 1] >= 'x' && name[length + 1] < 'x' + param->count && !name[length + 2];
}

/* Parameters go before settings of the same name. */
static const char *unit_of(void *data, const char *name, bool *setting) {
    SweepJob *job = data;
    App *app = job->app;
    JdParamInfo param;
    Nearest nearest = {.word = name};
    for (int n = 0; jd_model_param(job->model, n, &param); n++) {
        if (is_param(&param, name)) {
            if (param.count == 1 || strcmp(param.name, name))
                return jd_arena_copy(&app->arena, *param.unit ? param.unit : "1");
            jd_report(app->log, JD_ERROR, "setting-unknown", nowhere,
                      "parameter '%s' is a vector of %d numbers, each of which is varied by itself",
                      name, param.count);
            jd_hint(app->log, "its numbers are '%s.x', '%s.y'", name, name);
            return NULL;
        }
        jd_nearest_try(&nearest, jd_arena_copy(&app->arena, param.name));
    }
    const char *unit = jd_vary_setting_unit(name);
    *setting = unit != NULL;
    if (unit) return unit;
    jd_report(app->log, JD_ERROR, "setting-unknown", nowhere,
              "the model has no parameter '%s' to vary", name);
    for (int n = 0; jd_vary_setting_at(n); n++)
        jd_nearest_try(&nearest, jd_vary_setting_at(n)->name);
    if (nearest.best)
        jd_hint(app->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(app->log, "`jourdain info` lists the parameters of a model");
    return NULL;
}

/* All texts of an option that may be repeated, in the order in which they were said; behind those
 * that are there. */
typedef LIST(const char *) Texts;
static void add_texts(App *app, const char *option, Texts *texts) {
    for (int n = 0; n < app->given.count; n++) {
        if (strcmp(app->given.at[n].option->name, option) != 0) continue;
        const char **text = PUSH(&app->arena, *texts);
        if (text) *text = app->given.at[n].text;
    }
}

/* Where the model says it; else nowhere. */
static Where said_at(const SweepJob *job, const char *name) {
    for (int n = 0; n < job->said.varied_count; n++)
        if (!strcmp(job->said.varied[n].name, name)) return jd_where_at(job->said.varied[n].at);
    return nowhere;
}

static bool check_words(SweepJob *job, const Axis *axis) {
    static const struct {
        const char *name;
        JdTable table;
    } tables[] = {{"form", JD_FORMS}, {"stepper", JD_STEPPERS}};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (int n = 0; !strcmp(axis->name, tables[t].name) && n < axis->words.count; n++) {
            Nearest nearest = {.word = axis->words.at[n]};
            if (jd_table_find(tables[t].table, axis->words.at[n]).name) continue;
            jd_app_suggest(tables[t].table, &nearest);
            jd_report(job->app->log, JD_ERROR, "option-value", said_at(job, axis->name),
                      "what is varied: there is no %s '%s'", axis->name, axis->words.at[n]);
            if (nearest.best) jd_hint(job->app->log, "did you mean '%s'?", nearest.best);
            return false;
        }
    return true;
}

/* A setting that is zero would be the default one, under a wrong name. */
static bool check_numbers(const SweepJob *job, const Axis *axis) {
    const Option *option = axis->setting ? jd_option_find(axis->name, strlen(axis->name)) : NULL;
    if (!option || !axis->unit || axis->distribution) return true;
    for (long n = 0; n < jd_axis_values(axis); n++) {
        const double value = jd_axis_value(axis, n);
        if (value > 0 || (option->zero && value == 0)) continue;
        jd_report(job->app->log, JD_ERROR, "option-value", said_at(job, axis->name),
                  "what is varied: %s must be %s, not %g", axis->name,
                  option->zero ? "zero or more" : "more than zero", value);
        if (!strcmp(axis->unit, "1/s"))
            jd_hint(job->app->log, "nothing leads back to the locks with stabilise none: --vary "
                                   "stabilise=none,baumgarte");
        return false;
    }
    return true;
}

/* What the model says, where the command line does not. */
static bool take_said(SweepJob *job) {
    bool good = true;
    for (int n = 0; n < job->said.varied_count; n++) {
        const JdVaried *varied = &job->said.varied[n];
        bool setting = false;
        const char *unit = unit_of(job, varied->name, &setting);
        good = unit && jd_plan_take(&job->plan, varied, unit, setting, job->app->log) && good;
    }
    return good;
}

/* "r,l=0.8", or a file with a table. */
static bool correlate(SweepJob *job, const char *text) {
    App *app = job->app;
    if (strchr(text, '=')) return jd_plan_correlate(&job->plan, text, app->log);
    AppFile table;
    if (!jd_app_read(app, text, false, &table)) return false;
    const bool good = jd_plan_correlate_table(&job->plan, text, table.text, app->log);
    free(table.text);
    return good;
}

static bool read_correlations(SweepJob *job) {
    App *app = job->app;
    const JdStudy *said = &job->said;
    Texts related = {0};
    add_texts(app, "correlate", &related);
    bool good = !said->correlations || correlate(job, said->correlations);
    for (int n = 0; good && n < said->correlated_count; n++) {
        const JdCorrelated *two = &said->correlated[n];
        good = jd_plan_correlate_two(&job->plan, two->one, two->two, two->value,
                                     jd_where_at(two->at), app->log);
    }
    for (int n = 0; good && n < related.count; n++) good = correlate(job, related.at[n]);
    return good;
}

/* `--vary r=40,60` of a parameter that is said in mm: metres are rarely meant. */
static void wonder_at_bare(const SweepJob *job, const char *text) {
    const char *values = strchr(text, '=');
    JdParamInfo param;
    if (!values || strspn(values + 1, "0123456789.,/+-eE ") < strlen(values + 1)) return;
    for (int n = 0; jd_model_param(job->model, n, &param); n++) {
        const char *word = jd_behind_number(param.text ? param.text : "");
        if (strncmp(param.name, text, strlen(param.name)) != 0 ||
            text + strlen(param.name) != values)
            continue;
        if (!word || !*word || strspn(word, "0123456789.,/+-*^_()[] ") > 0 || strchr(word, ' ') ||
            !strcmp(word, param.unit))
            continue;
        const char *si = *param.unit && strcmp(param.unit, "1") ? param.unit : "SI units";
        jd_report(job->app->log, JD_WARNING, "unit-missing", jd_where_at(param.at),
                  "--vary %s has no unit, so that it is in %s; the model says it in %s", text, si,
                  word);
        jd_hint(job->app->log, "write the unit behind each: --vary %s=%.*s%s...", param.name,
                (int)strcspn(values + 1, ",./ "), values + 1, word);
    }
}

static bool read_plan(SweepJob *job) {
    App *app = job->app;
    const PlanNames names = {unit_of, job};
    const JdStudy *said = &job->said;
    Texts varied = {0};
    add_texts(app, "vary", &varied);
    bool good = true;
    job->plan.where = jd_where_at(said->at);
    for (int n = 0; n < varied.count; n++)
        good = jd_plan_add(&job->plan, varied.at[n], &names, app->log) && good;
    for (int n = 0; good && n < varied.count; n++) wonder_at_bare(job, varied.at[n]);
    good = take_said(job) && good;
    for (int n = 0; good && n < job->plan.axes.count; n++)
        good = check_words(job, &job->plan.axes.at[n]) && check_numbers(job, &job->plan.axes.at[n]);
    if (!good || !read_correlations(job)) return false;
    if (!job->plan.axes.count) {
        jd_report(app->log, JD_ERROR, "vary-not-valid", nowhere, "nothing is varied");
        jd_hint(app->log, "for instance: --vary r=120mm..160mm/41; or `sweep` in the model");
        return false;
    }
    const double samples = jd_app_number(app, "samples");
    job->plan.way = jd_app_flag(app, "sobol") || said->sobol ? DRAW_SOBOL : DRAW_RANDOM;
    job->plan.indices = jd_app_flag(app, "indices") || said->indices;
    job->plan.seed = jd_app_flag(app, "seed") ? (uint64_t)fabs(jd_app_number(app, "seed"))
                     : said->varied && isfinite(said->seed) ? (uint64_t)said->seed
                                                            : 1;
    return jd_plan_close(&job->plan, samples > 0 ? samples : said->samples, app->log);
}

/* ---- What is measured ----------------------------------------------------------------------- */

/* Without a word of the user the greatest value of each output. */
static void measure_outputs(SweepJob *job, Texts *texts) {
    App *app = job->app;
    JdSystem *system = jd_compile(job->model, (JdCompileDef){0}, NULL);
    for (int n = 0; system; n++) {
        const JdChannel channel = jd_system_output(system, n);
        if (channel.index < 0) break;
        const char **text = PUSH(&app->arena, *texts);
        if (text) *text = jd_arena_format(&app->arena, "max(%s)", jd_channel_name(system, channel));
    }
    jd_system_free(system);
}

/* Those of the model, then those of the command line. */
static int add_measured(SweepJob *job, const JdMeasured *said, int count, const Texts *texts) {
    for (int n = 0; n < count; n++) *job->measured++ = said[n];
    for (int n = 0; n < texts->count; n++) *job->measured++ = (JdMeasured){.text = texts->at[n]};
    return count + texts->count;
}

static bool read_measures(SweepJob *job) {
    App *app = job->app;
    const JdStudy *said = &job->said;
    Texts texts = {0}, conditions = {0};
    add_texts(app, "measure", &texts);
    add_texts(app, "require", &conditions);
    const bool any = texts.count || said->measure_count;
    const char **outputs = any ? NULL : jd_app_list(app, "output");
    for (; outputs && *outputs; outputs++) {
        const char **text = PUSH(&app->arena, texts);
        if (text) *text = jd_arena_format(&app->arena, "max(%s)", *outputs);
    }
    if (!any && !texts.count) measure_outputs(job, &texts);
    const int most = texts.count + conditions.count + said->measure_count + said->condition_count;
    if (!most && !app->arena.failed) {
        jd_report(app->log, JD_ERROR, "option-value-missing", nowhere, "nothing is measured");
        jd_hint(app->log,
                "for instance: --measure \"peak = max(jB.force)\"; or `output` in the model");
        return false;
    }
    JdMeasured *all = ARENA_NEW(&app->arena, JdMeasured, most + 1);
    if (!all || app->arena.failed) return jd_report_memory(app->log), false;
    job->measured = all;
    job->measures = add_measured(job, said->measures, said->measure_count, &texts);
    job->conditions = add_measured(job, said->conditions, said->condition_count, &conditions);
    job->measured = all;
    return true;
}

/* Everything that is wrong whatever the values are is told before the first variant. */
static ExitCode try_model(SweepJob *job) {
    App *app = job->app;
    SweepEngine engine;
    const bool open = jd_engine_open(&engine, job, app->log);
    jd_engine_close(&engine);
    if (!open) return jd_app_has_message(app, "out-of-memory") ? RUN_FAILED : WRONG_USAGE;
    int code;
    job->bound =
        jd_measures_at("--measure", job->measured, job->measures + job->conditions, app->log);
    JdModel *model =
        jd_app_model_with(app, &job->file, jd_measures_statements(job->bound), "--measure", &code);
    /* A drawn position of the first values would do as well as any: only names are looked up here.
     */
    JdLog *log = jd_log_new();
    JdSystem *system = jd_compile(model, (JdCompileDef){.as_drawn = false}, log);
    const bool bound = system && jd_measures_bind(job->bound, system, app->log);
    if (!system) jd_log_merge(app->log, log, JD_ERROR, JD_ERROR);
    const bool ends =
        jd_app_has_end(app, model, fmax(jd_app_number(app, "to"), jd_model_info(model).until));
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return !system ? WRONG_MODEL : bound && ends ? DONE : WRONG_USAGE;
}

/* ---- All of it ------------------------------------------------------------------------------ */

ExitCode jd_sweep_prepare(SweepJob *job) {
    App *app = job->app;
    int code;
    const char *out = jd_app_text(app, "out");
    if (out && strcmp(out, "-") != 0 && !jd_app_is_table(app, out, "csv txt dat json"))
        return WRONG_USAGE;
    if (!jd_app_read(app, jd_app_word(app, 0), false, &job->file)) return FILE_FAILED;
    job->model = jd_app_model_of(app, &job->file, NULL, &code);
    if (!job->model) return (ExitCode)code;
    jd_model_study(job->model, &job->said);
    if (!jd_app_check_names(app) || !read_plan(job) || !read_measures(job)) return WRONG_USAGE;
    return try_model(job);
}

void jd_sweep_close(SweepJob *job) {
    jd_measures_free(job->bound);
    jd_model_free(job->model);
    jd_plan_free(&job->plan);
    free(job->file.text);
}

void jd_sweep_check(App *app, const JdModel *model) {
    SweepJob job = {.app = app, .ranks = 1};
    JdStudy study;
    if (jd_model_study(model, &study)) jd_sweep_prepare(&job);
    jd_sweep_close(&job);
}
