/* SPDX-License-Identifier: MIT
 *
 * Values of each measure counted in groups, and a panel for each: what histograms and shares have in common. */
#ifndef JD_STUDY_TALLY_H
#define JD_STUDY_TALLY_H

#include "study/inside.h"

typedef struct {
    const StudyPicture *picture;
    Bins *bins;   /* of each measure, */
    long **count; /* and of each of its groups */
    long rows;
} StudyTally;

/* NULL: out of memory. */
StudyTally *jd_tally_begin(StudyPicture *picture, int groups);
void jd_tally_add(void *tally, const double *row);
/* The box of a measure, with its x axis. */
StudyBox jd_tally_box(ChartPicture *in, const StudyTally *tally, const StudyPanels *panels, int measure);
typedef void TallyPanel(ChartPicture *in, const StudyTally *tally, const StudyPanels *panels, int measure);
void jd_tally_draw(const StudyTally *tally, const char *title, TallyPanel *panel, Drawing *drawing);
bool jd_tally_fits(const StudyDef *def);

#endif
