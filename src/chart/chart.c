/* SPDX-License-Identifier: MIT
 *
 * Charts as pictures. From above: title, runs, then for each unit a panel with its names, its axis
 * and its curves; the panels share the axis below. Nothing is written over curves. */
#include "chart/inside.h"
#include <string.h>

static const double tick = 3, edge = 8, between = 9; /* between panels */
static const double usual_width = 450, least_width = 180, least_box = 40;

/* ---- A panel -------------------------------------------------------------------------------- */

/* Titles stand upright beside the boxes if all of them are short enough. */
static bool titles_stand(ChartPicture *in) {
    for (int n = 0; n < in->plan.panels.count; n++) {
        const char *title = jd_plan_title(&in->plan, &in->plan.panels.at[n]);
        if (jd_text_width(title, chart_letter, false) > in->box_height + chart_row) return false;
    }
    return true;
}

static bool has_corner(const Axis *axis) {
    return axis->exponent != 0 || axis->offset != 0;
}

/* What stands above a box; with drawn false only its height counts. */
static void lay_head(ChartPicture *in, int index, bool drawn) {
    const Panel *panel = &in->plan.panels.at[index];
    jd_chart_names(in, panel, drawn);
    const char *title = jd_plan_title(&in->plan, panel);
    if (!titles_stand(in)) {
        if (drawn)
            jd_draw_text(in->d, vec2(in->left, in->top + 9),
                         jd_chart_style(in, chart_letter, TEXT_LEFT), "%s",
                         jd_chart_fitted(in, title, chart_letter, in->width));
        in->top += chart_row;
    }
    if (has_corner(&in->y.at[index])) {
        if (drawn) jd_chart_corner(in, &in->y.at[index], vec2(in->left - tick - 2, in->top + 8), 0);
        in->top += chart_row;
    }
}

static void draw_frame(ChartPicture *in, const Axis *y, double bottom) {
    const Pen grid = {.stroke = in->theme->grid, .width = 0.5, .butt = true};
    const Pen axis = {.stroke = in->theme->ink, .width = 0.6, .butt = true};
    const double right = in->left + in->width, top = bottom - in->box_height;
    for (int n = 0; n < y->count; n++) {
        const double at = bottom - in->box_height * jd_axis_mark(y, n);
        if (!in->print) jd_draw_segment(in->d, vec2(in->left, at), vec2(right, at), grid);
        jd_draw_segment(in->d, vec2(in->left - tick, at), vec2(in->left, at), axis);
        jd_chart_label(in, y, n, vec2(in->left - tick - 2, at + 0.35 * chart_small), 1);
    }
    for (int n = 0; n < in->x.count; n++) {
        const double at = in->left + in->width * jd_axis_mark(&in->x, n);
        if (!in->print) jd_draw_segment(in->d, vec2(at, top), vec2(at, bottom), grid);
        jd_draw_segment(in->d, vec2(at, bottom), vec2(at, bottom + tick), axis);
    }
    jd_draw_move(in->d, vec2(in->left, top));
    jd_draw_line(in->d, vec2(in->left, bottom));
    jd_draw_line(in->d, vec2(right, bottom));
    jd_draw_paint(in->d, axis);
}

static void draw_curves(ChartPicture *in, int index) {
    const Panel *panel = &in->plan.panels.at[index];
    const ChartBox box = {&in->x, &in->y.at[index], vec2(in->left, in->top),
                          vec2(in->width, in->box_height)};
    for (int n = 0; n < panel->curves.count; n++) {
        const Curve *curve = &in->chart->curves[panel->curves.at[n]];
        int colour, dash;
        jd_plan_look(&in->plan, jd_plan_name(panel, curve->name),
                     jd_plan_run(&in->plan, curve->run), &colour, &dash);
        const char *name = curve->run && in->plan.runs.count > 1
                               ? jd_arena_format(&in->plan.arena, "%s, %s", curve->name, curve->run)
                               : curve->name;
        jd_draw_group(in->d, name, NULL);
        jd_chart_curve(in->d, curve, &box, jd_chart_pen(in, colour, dash));
        jd_draw_group_end(in->d);
    }
}

static void draw_panel(ChartPicture *in, int index) {
    Panel *panel = &in->plan.panels.at[index];
    const Axis *y = &in->y.at[index];
    lay_head(in, index, true);
    const double bottom = in->top + in->box_height;
    draw_frame(in, y, bottom);
    if (isfinite(in->chart->mark)) {
        const double at = in->left + in->width * jd_axis_share(&in->x, in->chart->mark);
        jd_draw_segment(in->d, vec2(at, in->top), vec2(at, bottom),
                        (Pen){.stroke = in->theme->faint, .width = 0.8, .dash = {3, 2}});
    }
    draw_curves(in, index);
    if (panel->y.least > panel->y.greatest)
        jd_draw_text(in->d, vec2(in->left + in->width / 2, bottom - in->box_height / 2 + 3),
                     (TextStyle){chart_letter, in->theme->faint, TEXT_MIDDLE, .italic = true},
                     "no values");
    const char *title = jd_plan_title(&in->plan, panel);
    TextStyle upright = jd_chart_style(in, chart_letter, TEXT_MIDDLE);
    upright.angle = 90;
    if (titles_stand(in))
        jd_draw_text(in->d, vec2(edge + chart_letter, bottom - in->box_height / 2), upright, "%s",
                     title);
    in->top = bottom;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* The words of the mark stand in a row of their own, beside its line. */
static void lay_mark(ChartPicture *in, bool drawn) {
    const char *text = in->chart->mark_text;
    if (!text || !*text) return;
    text = jd_chart_fitted(in, text, chart_small, in->width);
    const double half = jd_text_width(text, chart_small, false) / 2;
    const double at = isfinite(in->chart->mark)
                          ? in->left + in->width * jd_axis_share(&in->x, in->chart->mark)
                          : in->left + half;
    const double middle = fmax(in->left + half, fmin(in->left + in->width - half, at));
    if (drawn)
        jd_draw_text(in->d, vec2(middle, in->top + 9),
                     (TextStyle){chart_small, in->theme->faint, TEXT_MIDDLE}, "%s", text);
    in->top += chart_row;
}

static void lay_title(ChartPicture *in, bool drawn) {
    in->top = edge;
    if (!in->chart->title || !*in->chart->title) return;
    TextStyle bold = jd_chart_style(in, 10.5, TEXT_LEFT);
    bold.bold = true;
    if (drawn)
        jd_draw_text(in->d, vec2(in->left, in->top + 10), bold, "%s",
                     jd_chart_fitted(in, in->chart->title, 11.2, in->width));
    in->top += 18;
}

static double height_below(void) {
    return tick + 2 + chart_small + 6 + chart_letter + edge;
}

/* Height of all but the boxes. */
static double height_beside(ChartPicture *in) {
    lay_title(in, false);
    jd_chart_runs(in, false);
    lay_mark(in, false);
    for (int n = 0; n < in->plan.panels.count; n++) lay_head(in, n, false);
    return in->top + between * (in->plan.panels.count - 1) + height_below();
}

static void draw_below(ChartPicture *in) {
    const double labels = in->top + tick + 2 + 0.8 * chart_small;
    for (int n = 0; n < in->x.count; n++)
        jd_chart_label(in, &in->x, n, vec2(in->left + in->width * jd_axis_mark(&in->x, n), labels),
                       0.5);
    const double line = labels + 6 + chart_letter;
    const char *title = jd_chart_axis_title(&in->plan.arena, in->chart->x_name, in->chart->x_unit);
    jd_draw_text(in->d, vec2(in->left + in->width / 2, line),
                 jd_chart_style(in, chart_letter, TEXT_MIDDLE), "%s",
                 jd_chart_fitted(in, title, chart_letter, in->width));
    jd_chart_corner(in, &in->x, vec2(in->left + in->width, line), 1);
}

static void draw_all(ChartPicture *in) {
    lay_title(in, true);
    jd_chart_runs(in, true);
    lay_mark(in, true);
    for (int n = 0; n < in->plan.panels.count; n++) {
        if (n) in->top += between;
        draw_panel(in, n);
    }
    draw_below(in);
}

/* ---- Axes ----------------------------------------------------------------------------------- */

static void make_axes(ChartPicture *in) {
    in->x =
        jd_axis(in->plan.x, in->chart->log_x, in->chart->equal ? 0.04 : 0, (int)(in->width / 45));
    for (int n = 0; n < in->plan.panels.count; n++) {
        Axis *y = PUSH(&in->plan.arena, in->y);
        if (y) *y = jd_axis(in->plan.panels.at[n].y, in->chart->log_y, 0.05, 5);
    }
}

/* Room for labels on the left, and for half of the last one on the right. */
static void make_columns(ChartPicture *in, double width) {
    double labels = 0;
    for (int n = 0; n < in->y.count; n++)
        for (int k = 0; k < in->y.at[n].count; k++)
            labels = fmax(labels, jd_chart_label_width(&in->y.at[n], k));
    in->left = edge + chart_letter + 7 + labels + 2 + tick;
    const double last = in->x.count ? jd_chart_label_width(&in->x, in->x.count - 1) / 2 : 0;
    in->width = width - in->left - fmax(edge, last + 4);
}

/* Both axes at one scale: the one with room to spare gets a wider range. */
static void make_equal(ChartPicture *in, double given) {
    Axis *x = &in->x, *y = &in->y.at[0];
    const double across = (x->high - x->low) * pow(10, x->exponent);
    const double up = (y->high - y->low) * pow(10, y->exponent);
    if (given <= 0) in->box_height = fmax(0.3, fmin(1.1, up / across)) * in->width;
    const double scale = fmax(across / in->width, up / in->box_height);
    const double more_x = (scale * in->width / across - 1) * (x->high - x->low) / 2;
    const double more_y = (scale * in->box_height / up - 1) * (y->high - y->low) / 2;
    x->low -= more_x, x->high += more_x;
    y->low -= more_y, y->high += more_y;
}

static void make_heights(ChartPicture *in, double given) {
    static const double shapes[] = {0.56, 0.36, 0.28};
    const int panels = in->plan.panels.count;
    in->box_height = fmax(70, in->width * shapes[panels > 3 ? 2 : panels - 1]);
    if (given > 0)
        for (int n = 0; n < 2; n++) /* whether titles stand depends on it */
            in->box_height = fmax(least_box, (given - height_beside(in)) / panels);
}

static void make_marks(ChartPicture *in) {
    for (int n = 0; n < in->y.count; n++)
        jd_axis_remark(&in->y.at[n], (int)fmax(2, in->box_height / 26));
    jd_axis_remark(&in->x, (int)(in->width / 45));
}

static const double rounding = 1e-6; /* points: sums of widths are not rounded up to one more */

/* Labels need room, room decides on marks, marks have labels: twice is enough. */
static void make_layout(ChartPicture *in) {
    const bool equal =
        in->chart->equal && in->plan.panels.count == 1 && !in->chart->log_x && !in->chart->log_y;
    const double height = in->chart->height;
    for (int n = 0; n < 2; n++) {
        make_columns(in, in->d->width);
        if (n == 0 || height > 0) make_heights(in, height);
        if (equal) make_equal(in, n == 0 ? height : in->box_height);
        make_marks(in);
        if (equal) jd_axis_follow(&in->y.at[0], &in->x);
    }
    in->d->height = ceil(height_beside(in) + in->box_height * in->plan.panels.count - rounding);
}

static void describe(const ChartPicture *in) {
    Text text = {0};
    jd_text_add(&text, "", 0);
    for (int n = 0; n < in->chart->curve_count && n < 12; n++) {
        const Curve *curve = &in->chart->curves[n];
        const AxisRange range =
            jd_axis_range(curve->y, curve->count, false, (AxisRange){INFINITY, -INFINITY});
        char least[32] = "", greatest[32] = "";
        snprintf(least, sizeof least, "%.6g", range.least);
        snprintf(greatest, sizeof greatest, "%.6g", range.greatest);
        jd_number_point(least), jd_number_point(greatest);
        jd_text_print(&text, "%s%s%s%s over %s: ", n ? "; " : "", curve->name,
                      curve->run ? " of " : "", curve->run ? curve->run : "", in->chart->x_name);
        if (range.least <= range.greatest)
            jd_text_print(&text, "from %s to %s %s", least, greatest, curve->unit);
        else
            jd_text_print(&text, "no values");
    }
    if (!text.failed) in->d->description = jd_arena_text(&in->d->arena, text.at, text.count);
    if (text.failed) in->d->arena.failed = true;
    jd_text_free(&text);
}

bool jd_chart_draw(const Chart *chart, Drawing *drawing) {
    ChartPicture in = {
        .chart = chart, .theme = chart->theme ? chart->theme : jd_theme_at(0), .d = drawing};
    *drawing =
        jd_drawing(fmax(least_width, chart->width > 0 ? chart->width : usual_width), 1, in.theme);
    in.print = !strcmp(in.theme->name, "print");
    const bool planned = jd_chart_plan(chart, &in.plan);
    in.width = drawing->width;
    if (planned) make_axes(&in);
    if (planned && !in.plan.arena.failed) {
        make_layout(&in);
        drawing->title = jd_arena_copy(&drawing->arena, chart->title ? chart->title : "Chart");
        describe(&in);
        draw_all(&in);
    }
    if (in.plan.arena.failed) drawing->arena.failed = true;
    jd_arena_free(&in.plan.arena);
    return !drawing->arena.failed;
}
