/* SPDX-License-Identifier: MIT
 *
 * How often values come: a panel of bars for each measure. */
#include "study/tally.h"

enum { LEAST_BARS = 5, MOST_BARS = 60 };

/* Twice the cube root of the number of rows: Rice's rule. */
static int bars_for(long rows) {
    const double bars = ceil(2 * cbrt((double)rows));
    return (int)fmax(LEAST_BARS, fmin(MOST_BARS, bars));
}

static void *begin(StudyPicture *picture) {
    return jd_tally_begin(picture, bars_for(picture->def.rows));
}

static void draw_measure(ChartPicture *in, const StudyTally *h, const StudyPanels *panels, int m) {
    const Bins *bins = &h->bins[m];
    StudyBox box = jd_tally_box(in, h, panels, m);
    long most = 0;
    for (int n = 0; n < bins->count; n++) most = h->count[m][n] > most ? h->count[m][n] : most;
    box.y = jd_axis((AxisRange){0, most ? (double)most * 1.05 : 1}, false, 0,
                    (int)fmax(2, box.size.y / 30));
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
    jd_tally_draw(data, "How often values come", draw_measure, drawing);
}

static bool suits(const StudyDef *def) {
    return def->measures > 0 && jd_numbers_count(def) == 0;
}

const StudyKind jd_plate_histogram = {
    .name = "histogram",
    .summary = "how often values of each measure come",
    .title = "How often values come",
    .wants = "a measure",
    .fits = jd_tally_fits,
    .suits = suits,
    .begin = begin,
    .add = jd_tally_add,
    .draw = draw,
};
