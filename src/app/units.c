/* SPDX-License-Identifier: MIT
 *
 * What is shown: expressions that become channels, and units other than SI. */
#include "app/app.h"
#include <math.h>
#include <string.h>

/* ---- Expressions ----------------------------------------------------------------------------- */

static const char name_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]";

/* Those of bonds are there if they are asked for. */
static bool is_energy(const char *name) {
    const char *last = strrchr(name, '.');
    return last && !strcmp(last, ".energy");
}

/* A name is left alone: whether there is such a channel is told where it is looked for. */
bool jd_app_add_expressions(App *app, JdModel *model, const char *const *names) {
    const int before = jd_log_errors(app->log);
    for (; names && *names; names++)
        if ((*names)[strspn(*names, name_letters)] || is_energy(*names))
            jd_add_signal(model, NULL, *names);
    return jd_log_errors(app->log) == before;
}

/* ---- Units ----------------------------------------------------------------------------------- */

/* How much 1 of a unit is in SI, if it is of the kind of another; NAN: it is not. */
static double size_of(const char *unit, const char *kind) {
    char text[96];
    double value = NAN;
    if ((size_t)snprintf(text, sizeof text, "1 %s", unit) >= sizeof text) return NAN;
    return jd_read_quantity("unit", text, kind, &value, NULL) ? value : NAN;
}

double jd_app_unit_factor(const char *from, const char *to) {
    if (strcmp(from, to) == 0) return 1;
    if (strcmp(from, "1") == 0) from = "rad"; /* a pure number may be an angle */
    return size_of(from, to) / size_of(to, to);
}

static bool refuse(App *app, const char *channel, const char *unit, const ShownColumn *column) {
    if (isnan(size_of(unit, unit)))
        jd_report(app->log, JD_ERROR, "option-value", nowhere, "--unit: there is no unit '%s'",
                  unit);
    else if (column)
        jd_report(app->log, JD_ERROR, "option-value", nowhere,
                  "--unit: '%s' is in %s, which is not shown in %s", column->name, column->unit,
                  unit);
    else if (channel)
        jd_report(app->log, JD_ERROR, "option-value", nowhere,
                  "--unit: '%s' is not among what is shown", channel);
    else
        jd_report(app->log, JD_ERROR, "option-value", nowhere,
                  "--unit: nothing that is shown can be shown in %s", unit);
    jd_hint(app->log, "for instance: --unit mm, or --unit jO.rate=rpm; `jourdain help units` lists "
                      "units");
    return false;
}

/* "channel=unit", or "unit" for all of its kind. */
static bool apply(App *app, const char *said, ShownColumn *columns, int count) {
    const char *equals = strrchr(said, '=');
    const char *channel = equals ? jd_arena_text(&app->arena, said, (size_t)(equals - said)) : NULL;
    const char *unit = equals ? equals + 1 : said;
    bool found = false;
    if (equals && !channel) return jd_report_memory(app->log), false;
    for (int n = 0; n < count; n++) {
        if (channel && strcmp(channel, columns[n].name) != 0) continue;
        const double factor = jd_app_unit_factor(columns[n].unit, unit);
        if (isnan(factor) && channel) return refuse(app, channel, unit, &columns[n]);
        if (isnan(factor)) continue;
        found = true;
        columns[n].unit = unit;
        columns[n].factor *= factor;
    }
    return found || refuse(app, channel, unit, NULL);
}

bool jd_app_units(App *app, ShownColumn *columns, int count) {
    bool good = true;
    for (int n = 0; n < app->given.count; n++)
        if (strcmp(app->given.at[n].option->name, "unit") == 0)
            good = apply(app, app->given.at[n].text, columns, count) && good;
    return good;
}

bool jd_app_trace_units(App *app, const JdSystem *system, JdTrace *trace) {
    const int count = jd_trace_columns(trace);
    ShownColumn *shown = ARENA_NEW(&app->arena, ShownColumn, count + 1);
    if (!shown) return jd_report_memory(app->log), false;
    for (int n = 0; n < count; n++) {
        const char *name = jd_trace_name(trace, n), *own = jd_trace_unit(trace, n);
        const char *said = jd_channel_shown(system, jd_channel(system, name, NULL), NULL);
        shown[n] = (ShownColumn){name, said ? said : own, 1};
    }
    if (!jd_app_units(app, shown, count)) return false;
    for (int n = 0; n < count; n++)
        if (strcmp(shown[n].unit, jd_trace_unit(trace, n)) != 0 &&
            !jd_trace_show_in(trace, n, shown[n].unit, app->log))
            return false;
    return true;
}
