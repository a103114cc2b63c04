/* SPDX-License-Identifier: MIT
 *
 * --vary in commands that show some runs beside each other: plot, view, compare. A sweep, which has
 * ranges and distributions as well, reads its own. */
#include "app/varied.h"
#include <limits.h>
#include <string.h>

static bool wrong_vary(App *app, const char *text) {
    jd_report(app->log, JD_ERROR, "option-value", nowhere,
              "--vary wants name=value,value, not '%s'", text);
    jd_hint(app->log, "for instance: --vary r=80mm,120mm");
    return false;
}

static bool no_range(App *app, const char *text) {
    jd_report(app->log, JD_ERROR, "option-value", nowhere,
              "--vary '%s': ranges and distributions are for `jourdain sweep`", text);
    jd_hint(app->log, "here name the values: --vary r=80mm,100mm,120mm");
    return false;
}

/* "r=80mm,120mm" */
static bool add_vary(Varied *varied, const char *text) {
    App *app = varied->app;
    const char *equals = strchr(text, '=');
    if (strchr(text, '~') || (equals && strstr(equals, ".."))) return no_range(app, text);
    if (!equals || equals == text) return wrong_vary(app, text);
    Vary *vary = PUSH(&app->arena, varied->of);
    if (!vary) return jd_report_memory(app->log), false;
    size_t length = (size_t)(equals - text);
    while (length && text[length - 1] == ' ') length--;
    vary->name = jd_arena_text(&app->arena, text, length);
    for (const char *at = equals + 1;; at++) {
        at += strspn(at, " ");
        size_t used = strcspn(at, ",");
        const char *end = at + used;
        while (used && at[used - 1] == ' ') used--;
        if (!used) return wrong_vary(app, text);
        const char **value = PUSH(&app->arena, vary->values);
        if (!value) return jd_report_memory(app->log), false;
        *value = jd_arena_text(&app->arena, at, used);
        if (!*(at = end)) return true;
    }
}

bool jd_varied_read(App *app, Varied *varied) {
    *varied = (Varied){.app = app, .given = app->given.count};
    for (int n = 0; n < app->given.count; n++)
        if (strcmp(app->given.at[n].option->name, "vary") == 0 &&
            !add_vary(varied, app->given.at[n].text))
            return false;
    jd_varied_ask(varied, NULL);
    return true;
}

/* ---- Parameters and options ----------------------------------------------------------------- */

bool jd_varied_has_options(const Varied *varied) {
    bool any = false;
    for (int n = 0; n < varied->of.count; n++) any = any || varied->of.at[n].option;
    return any;
}

static bool has_param(const JdModel *model, const char *name) {
    JdParamInfo param;
    for (int n = 0; jd_model_param(model, n, &param); n++)
        if (!strcmp(param.name, name)) return true;
    return false;
}

void jd_varied_ask(Varied *varied, const JdModel *model) {
    for (int n = 0; n < varied->of.count; n++) {
        Vary *vary = &varied->of.at[n];
        const Option *option = jd_option_find(vary->name, strlen(vary->name));
        const bool takes =
            option && option->varies && jd_command_takes(varied->app->command, option);
        vary->option = takes && !has_param(model, vary->name) ? option : NULL;
    }
}

bool jd_varied_has_parameters(const Varied *varied) {
    bool any = false;
    for (int n = 0; n < varied->of.count; n++) any = any || !varied->of.at[n].option;
    return any;
}

bool jd_varied_is_settings(const Varied *varied, const char *what) {
    for (int n = 0; n < varied->of.count; n++) {
        const Vary *vary = &varied->of.at[n];
        if (vary->option) continue;
        jd_report(varied->app->log, JD_ERROR, "option-value", nowhere,
                  "--vary %s: %s, so that options of the run are varied here, not parameters",
                  vary->name, what);
        jd_hint(varied->app->log,
                "options of the run are alpha, beta, gamma, tol, stepper, stabilise, stiffness "
                "...; `jourdain plot` and `jourdain sweep` vary parameters, too");
        return false;
    }
    return true;
}

/* ---- One choice after the other ------------------------------------------------------------- */

const JdSetting *jd_varied_choose(Varied *varied) {
    App *app = varied->app;
    JdSetting *settings = ARENA_NEW(&app->arena, JdSetting, varied->of.count + 1), *to = settings;
    app->given.count = varied->given;
    for (int n = 0; settings && n < varied->of.count; n++) {
        const Vary *vary = &varied->of.at[n];
        const char *value = vary->values.at[vary->chosen];
        if (!vary->option)
            *to++ = (JdSetting){.name = vary->name, .value = value};
        else if (!jd_app_give(app, vary->option, value))
            return NULL;
    }
    return settings;
}

bool jd_varied_next(Varied *varied) {
    for (int n = varied->of.count - 1; n >= 0; n--) {
        Vary *vary = &varied->of.at[n];
        if (++vary->chosen < vary->values.count) return true;
        vary->chosen = 0;
    }
    return false;
}

void jd_varied_end(Varied *varied) {
    varied->app->given.count = varied->given;
}

int jd_varied_count(const Varied *varied) {
    long long count = 1;
    for (int n = 0; n < varied->of.count && count < INT_MAX; n++)
        count *= varied->of.at[n].values.count;
    return count < INT_MAX ? (int)count : INT_MAX;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* "r = 80 mm" */
static void value_words(const Vary *vary, Text *text) {
    const char *value = vary->values.at[vary->chosen];
    double number;
    const size_t length = jd_number_read(value, strlen(value), &number);
    const bool joined = length && value[length] && value[length] != ' ';
    jd_text_print(text, "%s = %.*s%s%s", vary->name, (int)length, value,
                  joined && !strchr("*/+-^", value[length]) ? " " : "", value + length);
}

void jd_varied_words(const Varied *varied, Text *text) {
    for (int n = 0; n < varied->of.count; n++) {
        if (text->count) jd_text_print(text, ", ");
        value_words(&varied->of.at[n], text);
    }
}
