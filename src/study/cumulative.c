/* SPDX-License-Identifier: MIT
 *
 * Which share of all variants lies below a value: a panel with a curve for each measure. Counted in
 * groups that are narrower than a line. */
#include "study/inside.h"

enum { FINE = 1024 };

typedef struct {
    const StudyPicture *picture;
    Bins *bins; /* of each measure */
    long **count;
    long rows;
} Cumulative;

static void *begin(StudyPicture *picture) {
    Arena *arena = &picture->arena;
    const StudyDef *def = &picture->def;
    Cumulative *c = ARENA_NEW(arena, Cumulative, 1);
    if (!c) return NULL;
    *c = (Cumulative){.picture = picture,
                      .bins = ARENA_NEW(arena, Bins, def->measures),
                      .count = ARENA_NEW(arena, long *, def->measures)};
    for (int m = 0; c->bins && c->count && m < def->measures; m++) {
        const StudyColumn *column = &def->columns[def->parameters + m];
        if (!jd_bins_make(&c->bins[m], column, 0, FINE, arena)) return NULL;
        c->count[m] = ARENA_NEW(arena, long, c->bins[m].count);
    }
    return arena->failed ? NULL : c;
}

static void add(void *data, const double *row) {
    Cumulative *c = data;
    const StudyDef *def = &c->picture->def;
    c->rows++;
    for (int m = 0; m < def->measures; m++) {
        const int bin = jd_bins_find(&c->bins[m], row[def->parameters + m]);
        if (bin >= 0) c->count[m][bin]++;
    }
}

static void draw_measure(ChartPicture *in, const Cumulative *c, const StudyPanels *panels, int m) {
    const StudyColumn *column = &c->picture->def.columns[c->picture->def.parameters + m];
    const Bins *bins = &c->bins[m];
    StudyBox box = jd_panel_box(panels, m);
    box.x = jd_axis((AxisRange){bins->edge[0], bins->edge[bins->count]}, false, 0,
                    (int)(box.size.x / 55));
    box.y = jd_axis((AxisRange){0, 1}, false, 0, (int)fmax(2, box.size.y / 30));
    box.x_title = jd_chart_axis_title(&in->plan.arena, column->name, column->unit);
    box.y_title = "share below";
    jd_box_grid(in, &box);
    long below = 0;
    jd_draw_move(in->d, vec2(jd_box_x(&box, bins->edge[0]), jd_box_y(&box, 0)));
    for (int n = 0; n < bins->count; n++) {
        const double before = jd_box_y(&box, (double)below / (double)(c->rows ? c->rows : 1));
        below += c->count[m][n];
        const double share = (double)below / (double)(c->rows ? c->rows : 1);
        if (!c->count[m][n] && n + 1 < bins->count) continue;
        jd_draw_line(in->d, vec2(jd_box_x(&box, bins->edge[n]), before));
        jd_draw_line(in->d, vec2(jd_box_x(&box, bins->edge[n + 1]), jd_box_y(&box, share)));
    }
    jd_draw_paint(in->d, jd_chart_pen(in, 0, 0));
    jd_box_frame(in, &box);
}

static void draw(void *data, Drawing *drawing) {
    const Cumulative *c = data;
    const StudyPanels panels = jd_study_panels(c->picture, c->picture->def.measures, 0);
    *drawing = jd_drawing(panels.width, panels.height, c->picture->theme);
    ChartPicture in = jd_study_canvas(c->picture, drawing);
    jd_study_title(&in, c->picture, "Share of variants below a value");
    for (int m = 0; m < c->picture->def.measures; m++) draw_measure(&in, c, &panels, m);
    if (in.plan.arena.failed) drawing->arena.failed = true;
    jd_arena_free(&in.plan.arena);
}

static bool fits(const StudyDef *def) {
    return def->measures > 0;
}

static bool suits(const StudyDef *def) {
    (void)def;
    return false; /* the histogram comes first */
}

const StudyKind jd_plate_cumulative = {
    .name = "cumulative",
    .summary = "which share of all variants lies below a value of each measure",
    .title = "Which share lies below a value",
    .wants = "a measure",
    .fits = fits,
    .suits = suits,
    .begin = begin,
    .add = add,
    .draw = draw,
};
