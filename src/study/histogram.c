/* SPDX-License-Identifier: MIT
 *
 * How often values come: a panel of bars for each measure. */
#include "study/inside.h"

enum { LEAST_BARS = 5, MOST_BARS = 60 };

typedef struct {
    const StudyPicture *picture;
    Bins *bins; /* of each measure */
    long **count;
} Histogram;

/* Twice the cube root of the number of rows: Rice's rule. */
static int bars_for(long rows) {
    const double bars = ceil(2 * cbrt((double)rows));
    return (int)fmax(LEAST_BARS, fmin(MOST_BARS, bars));
}

static void *begin(StudyPicture *picture) {
    Arena *arena = &picture->arena;
    const StudyDef *def = &picture->def;
    Histogram *h = ARENA_NEW(arena, Histogram, 1);
    if (!h) return NULL;
    *h = (Histogram){.picture = picture,
                     .bins = ARENA_NEW(arena, Bins, def->measures),
                     .count = ARENA_NEW(arena, long *, def->measures)};
    for (int m = 0; h->bins && h->count && m < def->measures; m++) {
        const StudyColumn *column = &def->columns[def->parameters + m];
        if (!jd_bins_make(&h->bins[m], column, 0, bars_for(def->rows), arena)) return NULL;
        h->count[m] = ARENA_NEW(arena, long, h->bins[m].count);
    }
    return arena->failed ? NULL : h;
}

static void add(void *data, const double *row) {
    Histogram *h = data;
    const StudyDef *def = &h->picture->def;
    for (int m = 0; m < def->measures; m++) {
        const int bin = jd_bins_find(&h->bins[m], row[def->parameters + m]);
        if (bin >= 0) h->count[m][bin]++;
    }
}

static void draw_measure(ChartPicture *in, const Histogram *h, const StudyPanels *panels, int m) {
    const StudyColumn *column = &h->picture->def.columns[h->picture->def.parameters + m];
    const Bins *bins = &h->bins[m];
    StudyBox box = jd_panel_box(panels, m);
    long most = 0;
    for (int n = 0; n < bins->count; n++) most = h->count[m][n] > most ? h->count[m][n] : most;
    box.x = jd_axis((AxisRange){bins->edge[0], bins->edge[bins->count]}, false, 0,
                    (int)(box.size.x / 55));
    box.y = jd_axis((AxisRange){0, most ? (double)most * 1.05 : 1}, false, 0,
                    (int)fmax(2, box.size.y / 30));
    box.x_title = jd_chart_axis_title(&in->plan.arena, column->name, column->unit);
    box.y_title = "variants";
    const Pen pen = {.fill = in->theme->series[0], .stroke = in->theme->back, .width = 0.4};
    jd_box_grid(in, &box);
    for (int n = 0; n < bins->count; n++) {
        if (!h->count[m][n]) continue;
        const double across[] = {bins->edge[n], bins->edge[n + 1]};
        jd_box_bar(in->d, &box, across, (double[]){0, (double)h->count[m][n]}, pen);
    }
    jd_box_frame(in, &box);
}

static void draw(void *data, Drawing *drawing) {
    const Histogram *h = data;
    const StudyPanels panels = jd_study_panels(h->picture, h->picture->def.measures, 0);
    *drawing = jd_drawing(panels.width, panels.height, h->picture->theme);
    ChartPicture in = jd_study_canvas(h->picture, drawing);
    jd_study_title(&in, h->picture, "How often values come");
    for (int m = 0; m < h->picture->def.measures; m++) draw_measure(&in, h, &panels, m);
    if (in.plan.arena.failed) drawing->arena.failed = true;
    jd_arena_free(&in.plan.arena);
}

static bool fits(const StudyDef *def) {
    return def->measures > 0;
}

static bool suits(const StudyDef *def) {
    return def->measures > 0 && jd_numbers_count(def) == 0;
}

const StudyKind jd_plate_histogram = {
    .name = "histogram",
    .summary = "how often values of each measure come",
    .title = "How often values come",
    .wants = "a measure",
    .fits = fits,
    .suits = suits,
    .begin = begin,
    .add = add,
    .draw = draw,
};
