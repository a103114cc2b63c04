/* SPDX-License-Identifier: MIT
 *
 * Everything over everything: a matrix of boxes, dots below the diagonal, how often values come on
 * it, and the correlation above. Dots are those of some rows, evenly taken; all else counts all. */
#include "study/inside.h"

enum { MOST_COLUMNS = 8, MOST_DOTS = 1500, MOST_BARS = 24, EVEN_BARS = 16 };
static const double pad = 0.04; /* of a range, at both ends of its axis */

typedef struct {
    const StudyPicture *picture;
    int columns, column[MOST_COLUMNS]; /* those that are shown */
    Bins bins[MOST_COLUMNS];
    long (*count)[MOST_BARS];
    long rows, stride; /* rows that came; one of so many is a dot */
    double *dot;       /* dot x column */
    int dots;
    double mean[MOST_COLUMNS], product[MOST_COLUMNS][MOST_COLUMNS];
} Scatter;

/* Measures are what it is about: of more parameters than fit, the last ones are left out. */
static void choose_columns(Scatter *s, const StudyDef *def) {
    const int measures = def->measures < MOST_COLUMNS - 1 ? def->measures : MOST_COLUMNS - 1;
    const int numbers = jd_numbers_count(def);
    for (int n = 0; n < numbers && s->columns < MOST_COLUMNS - measures; n++)
        s->column[s->columns++] = jd_number_column(def, n);
    for (int n = 0; n < measures; n++) s->column[s->columns++] = def->parameters + n;
}

static void *begin(StudyPicture *picture) {
    const StudyDef *def = &picture->def;
    Arena *arena = &picture->arena;
    Scatter *s = ARENA_NEW(arena, Scatter, 1);
    if (!s) return NULL;
    s->picture = picture;
    choose_columns(s, def);
    s->stride = (def->rows + MOST_DOTS - 1) / MOST_DOTS;
    if (s->stride < 1) s->stride = 1;
    s->dot = ARENA_NEW(arena, double, MOST_DOTS * s->columns);
    s->count = jd_arena_take(arena, sizeof *s->count * MOST_COLUMNS);
    for (int n = 0; s->count && n < s->columns; n++)
        if (!jd_bins_make(&s->bins[n], &def->columns[s->column[n]], MOST_BARS, EVEN_BARS, arena))
            return NULL;
    return arena->failed ? NULL : s;
}

/* Welford's way for the products, too. */
static void add_products(Scatter *s, const double *value) {
    double off[MOST_COLUMNS];
    const double count = (double)s->rows;
    for (int n = 0; n < s->columns; n++) {
        off[n] = value[n] - s->mean[n];
        s->mean[n] += off[n] / count;
    }
    for (int n = 0; n < s->columns; n++)
        for (int k = 0; k <= n; k++) s->product[n][k] += off[n] * (value[k] - s->mean[k]);
}

static void add(void *data, const double *row) {
    Scatter *s = data;
    double value[MOST_COLUMNS];
    for (int n = 0; n < s->columns; n++) {
        value[n] = row[s->column[n]];
        if (!isfinite(value[n])) return;
    }
    if (s->rows++ % s->stride == 0 && s->dots < MOST_DOTS) {
        for (int n = 0; n < s->columns; n++) s->dot[s->dots * s->columns + n] = value[n];
        s->dots++;
    }
    for (int n = 0; n < s->columns; n++) {
        const int bin = jd_bins_find(&s->bins[n], value[n]);
        if (bin >= 0) s->count[n][bin]++;
    }
    add_products(s, value);
}

/* ---- Drawing -------------------------------------------------------------------------------- */

static Axis axis_of(const Scatter *s, int n, double length) {
    const StudyColumn *column = &s->picture->def.columns[s->column[n]];
    return jd_axis((AxisRange){column->least, column->greatest}, false, pad,
                   (int)fmax(2, length / 60));
}

/* All of them are one path of small diamonds: thousands of circles would be slow to show. */
static void draw_dots(ChartPicture *in, const Scatter *s, const StudyBox *box, int across, int up) {
    const double half = s->dots > 300 ? 0.9 : 1.4;
    Colour colour = in->theme->series[0];
    colour.a = s->dots > 300 ? 130 : 190;
    for (int n = 0; n < s->dots; n++) {
        const double *dot = &s->dot[n * s->columns];
        const double x = jd_box_x(box, dot[across]), y = jd_box_y(box, dot[up]);
        jd_draw_move(in->d, vec2(x - half, y));
        jd_draw_line(in->d, vec2(x, y - half));
        jd_draw_line(in->d, vec2(x + half, y));
        jd_draw_line(in->d, vec2(x, y + half));
        jd_draw_close(in->d);
    }
    if (s->dots) jd_draw_paint(in->d, (Pen){.fill = colour});
}

static void draw_bars(ChartPicture *in, const Scatter *s, const StudyBox *box, int n) {
    StudyBox bars = *box;
    long most = 1;
    for (int k = 0; k < s->bins[n].count; k++) most = s->count[n][k] > most ? s->count[n][k] : most;
    bars.y = jd_axis((AxisRange){0, (double)most * 1.25}, false, 0, 2);
    const StudyColumn *column = &s->picture->def.columns[s->column[n]];
    const double room =
        column->greatest > column->least ? pad * (column->greatest - column->least) : INFINITY;
    const double low = column->least - room, high = column->greatest + room;
    for (int k = 0; k < s->bins[n].count; k++)
        if (s->count[n][k])
            jd_box_bar(
                in->d, &bars,
                (double[]){fmax(low, s->bins[n].edge[k]), fmin(high, s->bins[n].edge[k + 1])},
                (double[]){0, (double)s->count[n][k]},
                (Pen){.fill = jd_colour_mix(in->theme->series[0], in->theme->back, 0.45),
                      .stroke = in->theme->back,
                      .width = 0.3});
    const char *name = s->picture->def.columns[s->column[n]].name;
    TextStyle style = jd_chart_style(in, chart_letter, TEXT_MIDDLE);
    style.bold = true;
    jd_draw_text(in->d, vec2(box->corner.x + box->size.x / 2, box->corner.y + 10), style, "%s",
                 jd_chart_fitted(in, name, chart_letter * 1.08, box->size.x));
}

static void draw_correlation(ChartPicture *in, const Scatter *s, const StudyBox *box, int across,
                             int up) {
    const int high = across > up ? across : up, low = across > up ? up : across;
    const double both = sqrt(s->product[across][across] * s->product[up][up]);
    char words[16] = "";
    if (!(both > 0)) return;
    const double r = fmin(fmax(s->product[high][low] / both, -1), 1);
    snprintf(words, sizeof words, "%.2f", fabs(r));
    jd_number_point(words);
    TextStyle style = jd_chart_style(in, 8 + 6 * fabs(r), TEXT_MIDDLE);
    if (fabs(r) < 0.3) style.colour = in->theme->faint;
    jd_draw_text(in->d, vec2(box->corner.x + box->size.x / 2, box->corner.y + box->size.y / 2 + 3),
                 style, "%s%s", r <= -0.005 ? "\u2212" : "", words);
}

static void draw_box(ChartPicture *in, const Scatter *s, int row, int column, StudyBox *box) {
    Arena *arena = &in->plan.arena;
    const StudyDef *def = &s->picture->def;
    const StudyColumn *x = &def->columns[s->column[column]], *y = &def->columns[s->column[row]];
    box->x = axis_of(s, column, box->size.x);
    box->y = axis_of(s, row, box->size.y);
    if (row == s->columns - 1) box->x_title = jd_chart_axis_title(arena, x->name, x->unit);
    if (column == 0 && row > 0) box->y_title = jd_chart_axis_title(arena, y->name, y->unit);
    if (column > row) {
        draw_correlation(in, s, box, column, row);
        return;
    }
    if (column < row) jd_box_grid(in, box);
    if (column < row) draw_dots(in, s, box, column, row);
    if (column == row) {
        draw_bars(in, s, box, row);
        box->y.count = 0; /* heights of bars are no values of the column */
    }
    jd_box_frame(in, box);
}

static void draw(void *data, Drawing *drawing) {
    static const double usual = 560, least = 240, gap = 8, top = 34;
    const Scatter *s = data;
    const StudyDef *def = &s->picture->def;
    const double width = fmax(least, def->width > 0 ? def->width : usual);
    const double across = (width - box_left - 12 - gap * (s->columns - 1)) / s->columns;
    double up = fmax(24, across * 0.8);
    if (def->height > 0)
        up = fmax(24, (def->height - top - box_below - 8 - gap * (s->columns - 1)) / s->columns);
    const double height = top + s->columns * (up + gap) - gap + box_below + 8;
    *drawing = jd_drawing(width, ceil(height), s->picture->theme);
    ChartPicture in = jd_study_canvas(s->picture, drawing);
    jd_study_title(&in, s->picture, "Everything over everything, and correlations");
    for (int row = 0; row < s->columns; row++)
        for (int column = 0; column < s->columns; column++) {
            StudyBox box = {.corner =
                                vec2(box_left + column * (across + gap), top + row * (up + gap)),
                            .size = vec2(across, up),
                            .tight = true};
            draw_box(&in, s, row, column, &box);
        }
    if (in.plan.arena.failed) drawing->arena.failed = true;
    jd_arena_free(&in.plan.arena);
}

static bool fits(const StudyDef *def) {
    return def->measures + jd_numbers_count(def) > 1 && def->measures > 0;
}

static bool suits(const StudyDef *def) {
    return fits(def) && jd_numbers_count(def) > 1;
}

const StudyKind jd_plate_scatter = {
    .name = "scatter",
    .summary = "everything over everything, and the correlations",
    .title = "Everything over everything",
    .wants = "a measure and a parameter that is a number, or two measures",
    .fits = fits,
    .suits = suits,
    .begin = begin,
    .add = add,
    .draw = draw,
};
