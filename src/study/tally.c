/* SPDX-License-Identifier: MIT
 *
 * Values of each measure counted in groups, and a panel for each. */
#include "study/tally.h"

StudyTally *jd_tally_begin(StudyPicture *picture, int groups) {
    Arena *arena = &picture->arena;
    const StudyDef *def = &picture->def;
    StudyTally *t = ARENA_NEW(arena, StudyTally, 1);
    if (!t) return NULL;
    *t = (StudyTally){.picture = picture,
                      .bins = ARENA_NEW(arena, Bins, def->measures),
                      .count = ARENA_NEW(arena, long *, def->measures)};
    for (int m = 0; t->bins && t->count && m < def->measures; m++) {
        const StudyColumn *column = &def->columns[def->parameters + m];
        if (!jd_bins_make(&t->bins[m], column, 0, groups, arena)) return NULL;
        t->count[m] = ARENA_NEW(arena, long, t->bins[m].count);
    }
    return arena->failed ? NULL : t;
}

void jd_tally_add(void *tally, const double *row) {
    StudyTally *t = tally;
    const StudyDef *def = &t->picture->def;
    t->rows++;
    for (int m = 0; m < def->measures; m++) {
        const int bin = jd_bins_find(&t->bins[m], row[def->parameters + m]);
        if (bin >= 0) t->count[m][bin]++;
    }
}

StudyBox jd_tally_box(ChartPicture *in, const StudyTally *t, const StudyPanels *panels, int m) {
    const StudyColumn *column = &t->picture->def.columns[t->picture->def.parameters + m];
    const Bins *bins = &t->bins[m];
    StudyBox box = jd_panel_box(panels, m);
    box.x = jd_axis((AxisRange){bins->edge[0], bins->edge[bins->count]}, false, 0,
                    (int)(box.size.x / 55));
    box.x_title = jd_chart_axis_title(&in->plan.arena, column->name, column->unit);
    return box;
}

void jd_tally_draw(const StudyTally *t, const char *title, TallyPanel *panel, Drawing *drawing) {
    const StudyPanels panels = jd_study_panels(t->picture, t->picture->def.measures, 0);
    *drawing = jd_drawing(panels.width, panels.height, t->picture->theme);
    ChartPicture in = jd_study_canvas(t->picture, drawing);
    jd_study_title(&in, t->picture, title);
    for (int m = 0; m < t->picture->def.measures; m++) panel(&in, t, &panels, m);
    if (in.plan.arena.failed) drawing->arena.failed = true;
    jd_arena_free(&in.plan.arena);
}

bool jd_tally_fits(const StudyDef *def) {
    return def->measures > 0;
}
