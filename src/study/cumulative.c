/* SPDX-License-Identifier: MIT
 *
 * Which share of all variants lies below a value: a panel with a curve for each measure. Counted in
 * groups that are narrower than a line. */
#include "study/tally.h"

enum { FINE = 1024 };

static void *begin(StudyPicture *picture) {
    return jd_tally_begin(picture, FINE);
}

static void draw_measure(ChartPicture *in, const StudyTally *c, const StudyPanels *panels, int m) {
    const Bins *bins = &c->bins[m];
    StudyBox box = jd_tally_box(in, c, panels, m);
    box.y = jd_axis((AxisRange){0, 1}, false, 0, (int)fmax(2, box.size.y / 30));
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
    jd_tally_draw(data, "Share of variants below a value", draw_measure, drawing);
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
    .fits = jd_tally_fits,
    .suits = suits,
    .begin = begin,
    .add = jd_tally_add,
    .draw = draw,
};
