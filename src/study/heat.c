/* SPDX-License-Identifier: MIT
 *
 * Measures over the first two parameters that are numbers, as colours: a map with its scale for
 * each measure. A cell is the mean of all rows in it; one without any stays empty. */
#include "study/inside.h"

enum { MOST_CELLS = 64, LEAST_EVEN = 6, MOST_EVEN = 32, ROWS_IN_CELL = 4, SHADES = 64 };

typedef struct {
    double sum;
    long count;
} Cell;

typedef struct {
    const StudyPicture *picture;
    int column[2];
    Bins bins[2]; /* across, up */
    Cell *cell;   /* measure x up x across */
} Heat;

/* Of what is drawn so many that each has some rows. */
static int even_cells(long rows) {
    return (int)fmax(LEAST_EVEN, fmin(MOST_EVEN, sqrt((double)rows / ROWS_IN_CELL)));
}

static void *begin(StudyPicture *picture) {
    const StudyDef *def = &picture->def;
    Arena *arena = &picture->arena;
    Heat *h = ARENA_NEW(arena, Heat, 1);
    if (!h) return NULL;
    h->picture = picture;
    for (int k = 0; k < 2; k++) {
        h->column[k] = jd_number_column(def, k);
        const StudyColumn *column = &def->columns[h->column[k]];
        if (!jd_bins_make(&h->bins[k], column, MOST_CELLS, even_cells(def->rows), arena))
            return NULL;
    }
    h->cell = ARENA_NEW(arena, Cell, def->measures * h->bins[0].count * h->bins[1].count);
    return arena->failed ? NULL : h;
}

static Cell *cell_at(const Heat *h, int measure, int across, int up) {
    return &h->cell[(measure * h->bins[1].count + up) * h->bins[0].count + across];
}

static void add(void *data, const double *row) {
    const Heat *h = data;
    const StudyDef *def = &h->picture->def;
    const int across = jd_bins_find(&h->bins[0], row[h->column[0]]);
    const int up = jd_bins_find(&h->bins[1], row[h->column[1]]);
    if (across < 0 || up < 0) return;
    for (int m = 0; m < def->measures; m++) {
        const double value = row[def->parameters + m];
        if (!isfinite(value)) continue;
        Cell *cell = cell_at(h, m, across, up);
        cell->sum += value;
        cell->count++;
    }
}

/* ---- Drawing -------------------------------------------------------------------------------- */

/* From dark to light, evenly for the eye and without colour vision too; in print from light to
 * dark. */
static Colour shade(const ChartPicture *in, double share) {
    static const Colour stops[] = {{68, 1, 84, 255},
                                   {59, 82, 139, 255},
                                   {33, 145, 140, 255},
                                   {94, 201, 98, 255},
                                   {253, 231, 37, 255}};
    const Colour light = {240, 240, 240, 255}, dark = {40, 40, 40, 255};
    share = fmin(fmax(share, 0), 1);
    if (in->print) return jd_colour_mix(light, dark, share);
    const int last = (int)(sizeof stops / sizeof *stops) - 1;
    const int below = share < 1 ? (int)(share * last) : last - 1;
    return jd_colour_mix(stops[below], stops[below + 1], share * last - below);
}

static AxisRange range_of(const Heat *h, int m) {
    AxisRange range = {INFINITY, -INFINITY};
    for (int n = 0; n < h->bins[0].count * h->bins[1].count; n++) {
        const Cell *cell = &h->cell[m * h->bins[0].count * h->bins[1].count + n];
        if (!cell->count) continue;
        const double value = cell->sum / (double)cell->count;
        range = jd_axis_range(&value, 1, false, range);
    }
    return range;
}

/* Neighbours overlap a little: no paper shows between them. */
static Pen cell_pen(Colour colour) {
    return (Pen){.fill = colour, .stroke = colour, .width = 0.3, .butt = true};
}

static void draw_cells(ChartPicture *in, const Heat *h, int m, const StudyBox *box,
                       AxisRange range) {
    const double span = range.greatest - range.least;
    for (int up = 0; up < h->bins[1].count; up++)
        for (int across = 0; across < h->bins[0].count; across++) {
            const Cell *cell = cell_at(h, m, across, up);
            if (!cell->count) continue;
            const double value = cell->sum / (double)cell->count;
            const double share = span > 0 ? (value - range.least) / span : 0.5;
            jd_box_bar(in->d, box, &h->bins[0].edge[across], &h->bins[1].edge[up],
                       cell_pen(shade(in, share)));
        }
}

/* The colours and what they mean, on the right of the map. */
static void draw_scale(ChartPicture *in, const StudyColumn *column, const StudyBox *map,
                       AxisRange range) {
    StudyBox box = {.corner = vec2(map->corner.x + map->size.x + 14, map->corner.y),
                    .size = vec2(10, map->size.y)};
    box.x = jd_axis((AxisRange){0, 1}, false, 0, 1);
    box.y = jd_axis(range, false, 0, (int)fmax(2, box.size.y / 26));
    for (int n = 0; n < SHADES; n++) {
        const double top = box.corner.y + box.size.y * (1 - (double)(n + 1) / SHADES);
        const double bottom = box.corner.y + box.size.y * (1 - (double)n / SHADES);
        const double middle = (n + 0.5) / SHADES;
        const double low = jd_axis_share(&box.y, range.least);
        const double high = jd_axis_share(&box.y, range.greatest);
        const double share = high > low ? (middle - low) / (high - low) : 0.5;
        jd_draw_move(in->d, vec2(box.corner.x, bottom));
        jd_draw_line(in->d, vec2(box.corner.x + box.size.x, bottom));
        jd_draw_line(in->d, vec2(box.corner.x + box.size.x, top));
        jd_draw_line(in->d, vec2(box.corner.x, top));
        jd_draw_close(in->d);
        jd_draw_paint(in->d, cell_pen(shade(in, share)));
    }
    const double right = box.corner.x + box.size.x;
    for (int n = 0; n < box.y.count; n++) {
        const double at = box.corner.y + box.size.y * (1 - jd_axis_mark(&box.y, n));
        jd_draw_segment(in->d, vec2(right, at), vec2(right + 3, at),
                        (Pen){.stroke = in->theme->ink, .width = 0.6, .butt = true});
        jd_chart_label(in, &box.y, n, vec2(right + 5, at + 0.35 * chart_small), 0);
    }
    jd_chart_corner(in, &box.y, vec2(right + 4, box.corner.y + box.size.y + chart_row), 0);
    const char *title = jd_chart_axis_title(&in->plan.arena, column->name, column->unit);
    jd_draw_text(in->d, vec2(in->d->width - 8, map->corner.y - 5),
                 jd_chart_style(in, chart_letter, TEXT_RIGHT), "%s",
                 jd_chart_fitted(in, title, chart_letter, map->size.x));
}

static const char *title_of(ChartPicture *in, const StudyColumn *column) {
    return jd_chart_axis_title(&in->plan.arena, column->name, column->unit);
}

static void draw_measure(ChartPicture *in, const Heat *h, const StudyPanels *panels, int m) {
    const StudyDef *def = &h->picture->def;
    StudyBox box = jd_panel_box(panels, m);
    const Bins *across = &h->bins[0], *up = &h->bins[1];
    const AxisRange range = range_of(h, m);
    box.x = jd_axis((AxisRange){across->edge[0], across->edge[across->count]}, false, 0,
                    (int)(box.size.x / 55));
    box.y = jd_axis((AxisRange){up->edge[0], up->edge[up->count]}, false, 0,
                    (int)fmax(2, box.size.y / 26));
    box.x_title = title_of(in, &def->columns[h->column[0]]);
    box.y_title = title_of(in, &def->columns[h->column[1]]);
    if (range.least <= range.greatest) {
        draw_cells(in, h, m, &box, range);
        draw_scale(in, &def->columns[def->parameters + m], &box, range);
    }
    jd_box_frame(in, &box);
}

static void draw(void *data, Drawing *drawing) {
    static const double scale = 66; /* room beside a map */
    const Heat *h = data;
    const StudyPanels panels = jd_study_panels(h->picture, h->picture->def.measures, scale);
    *drawing = jd_drawing(panels.width, panels.height, h->picture->theme);
    ChartPicture in = jd_study_canvas(h->picture, drawing);
    const StudyDef *def = &h->picture->def;
    jd_study_title(&in, h->picture,
                   jd_arena_format(&in.plan.arena, "Over %s and %s",
                                   def->columns[h->column[0]].name,
                                   def->columns[h->column[1]].name));
    for (int m = 0; m < def->measures; m++) draw_measure(&in, h, &panels, m);
    if (in.plan.arena.failed) drawing->arena.failed = true;
    jd_arena_free(&in.plan.arena);
}

static bool fits(const StudyDef *def) {
    return def->measures > 0 && jd_numbers_count(def) > 1;
}

static bool suits(const StudyDef *def) {
    if (!fits(def) || jd_numbers_count(def) != 2) return false;
    for (int k = 0; k < 2; k++)
        if (!def->columns[jd_number_column(def, k)].values) return false;
    return true;
}

const StudyKind jd_plate_heat = {
    .name = "heat",
    .summary = "measures over the first two parameters, as colours",
    .title = "Measures over two parameters",
    .wants = "a measure over two parameters that are numbers",
    .fits = fits,
    .suits = suits,
    .begin = begin,
    .add = add,
    .draw = draw,
};
