/* SPDX-License-Identifier: MIT
 *
 * What stands where in a chart: a panel for each unit, runs and names told apart, and the words on
 * the axes. Shared by pictures and terminals. */
#include "chart/inside.h"
#include "format/letters.h"
#include <string.h>

static const char *said(const char *text) {
    return text ? text : "";
}

/* ---- Panels --------------------------------------------------------------------------------- */

int jd_plan_name(const Panel *panel, const char *name) {
    for (int n = 0; n < panel->names.count; n++)
        if (!strcmp(panel->names.at[n], said(name))) return n;
    return -1;
}

int jd_plan_run(const ChartPlan *plan, const char *run) {
    for (int n = 0; n < plan->runs.count; n++)
        if (!strcmp(plan->runs.at[n], said(run))) return n;
    return -1;
}

static Panel *find_panel(ChartPlan *plan, const char *unit) {
    for (int n = 0; n < plan->panels.count; n++)
        if (!strcmp(plan->panels.at[n].unit, said(unit))) return &plan->panels.at[n];
    Panel *panel = PUSH(&plan->arena, plan->panels);
    if (panel) panel->unit = said(unit), panel->y = (AxisRange){INFINITY, -INFINITY};
    return panel;
}

/* Both at once: a value without a place along the other axis does not count. */
static void add_ranges(ChartPlan *plan, Panel *panel, const Curve *curve) {
    const bool log = plan->chart->log_y, log_x = plan->chart->log_x;
    for (int n = 0; n < curve->count; n++) {
        if (!isfinite(curve->x[n]) || !isfinite(curve->y[n])) continue;
        if ((log && !(curve->y[n] > 0)) || (log_x && !(curve->x[n] > 0))) continue;
        plan->x = jd_axis_range(&curve->x[n], 1, log_x, plan->x);
        panel->y = jd_axis_range(&curve->y[n], 1, log, panel->y);
    }
}

static void add_curve(ChartPlan *plan, int index) {
    const Curve *curve = &plan->chart->curves[index];
    Panel *panel = find_panel(plan, curve->unit);
    if (!panel) return;
    int *added = PUSH(&plan->arena, panel->curves);
    if (added) *added = index;
    if (jd_plan_name(panel, curve->name) < 0) {
        const char **name = PUSH(&plan->arena, panel->names);
        if (name) *name = said(curve->name);
    }
    if (curve->run && jd_plan_run(plan, curve->run) < 0) {
        const char **run = PUSH(&plan->arena, plan->runs);
        if (run) *run = curve->run;
    }
    add_ranges(plan, panel, curve);
}

bool jd_chart_plan(const Chart *chart, ChartPlan *plan) {
    *plan = (ChartPlan){.chart = chart, .x = {INFINITY, -INFINITY}};
    for (int n = 0; n < chart->curve_count && !plan->arena.failed; n++) add_curve(plan, n);
    if (isfinite(chart->mark)) plan->x = jd_axis_range(&chart->mark, 1, chart->log_x, plan->x);
    if (plan->panels.count == 0) find_panel(plan, "");
    for (int n = 0; n < plan->panels.count; n++)
        if (plan->panels.at[n].names.count > 1 && plan->runs.count > 1) plan->dashes = true;
    return !plan->arena.failed;
}

/* Runs by colour, and names by dashes where both differ; in print, where shades say little, runs by
 * dashes. Curves that lie on one another are seen because those behind the first are dashed. */
void jd_plan_look(const ChartPlan *plan, int name, int run, int *colour, int *dash) {
    const bool print = plan->chart->theme && !strcmp(plan->chart->theme->name, "print");
    const int named = name < 0 ? 0 : name, ran = run < 0 ? 0 : run;
    if (plan->runs.count > 1) {
        *colour = plan->dashes && print ? named : ran;
        *dash = plan->dashes && !print ? named : ran;
    } else {
        *colour = named;
        *dash = print ? named : named / 8;
    }
}

/* ---- Words ---------------------------------------------------------------------------------- */

const char *jd_chart_unit(Arena *arena, const char *unit) {
    static const char *const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074"};
    Text out = {0};
    jd_text_add(&out, "", 0);
    for (const char *c = !strcmp(said(unit), "1") ? "" : said(unit); *c; c++) {
        if (c[0] == '^' && c[1] >= '0' && c[1] <= '4' && !(c[2] >= '0' && c[2] <= '9'))
            jd_text_print(&out, "%s", raised[*++c - '0']);
        else if (*c == '*')
            jd_text_print(&out, "\u00b7");
        else
            jd_text_add(&out, c, 1);
    }
    const char *copy = out.failed ? NULL : jd_arena_text(arena, out.at, out.count);
    if (out.failed) arena->failed = true;
    jd_text_free(&out);
    return copy ? copy : "";
}

const char *jd_chart_axis_title(Arena *arena, const char *name, const char *unit) {
    const char *shown = jd_chart_unit(arena, unit);
    const char *title =
        *shown ? jd_arena_format(arena, "%s%s[%s]", said(name), *said(name) ? " " : "", shown)
               : jd_arena_copy(arena, said(name));
    return title ? title : "";
}

static const char *last_part(const char *name) {
    const char *point = strrchr(name, '.');
    return point ? point + 1 : name;
}

static size_t subject_length(const char *name) {
    return (size_t)(last_part(name) - name);
}

/* What all names share: "x" of a.x and b.x, "crank" of crank.x and crank.y. NULL: nothing. */
static const char *shared_part(Arena *arena, const Panel *panel) {
    const char *first = panel->names.at[0];
    const size_t length = subject_length(first);
    bool last = true, subject = length > 1;
    for (int n = 1; n < panel->names.count; n++) {
        const char *name = panel->names.at[n];
        if (strcmp(last_part(name), last_part(first))) last = false;
        if (subject_length(name) != length || strncmp(name, first, length)) subject = false;
    }
    if (last) return last_part(first);
    return subject ? jd_arena_text(arena, first, length - 1) : NULL;
}

const char *jd_plan_title(ChartPlan *plan, const Panel *panel) {
    const char *name = "";
    if (panel->names.count == 1) name = panel->names.at[0];
    if (panel->names.count > 1) name = shared_part(&plan->arena, panel);
    if (!name && panel->names.count <= 3) {
        name = panel->names.at[0];
        for (int n = 1; n < panel->names.count && name; n++)
            name = jd_arena_format(&plan->arena, "%s, %s", name, panel->names.at[n]);
    }
    return jd_chart_axis_title(&plan->arena, name, panel->unit);
}
