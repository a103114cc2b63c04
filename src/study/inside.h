/* SPDX-License-Identifier: MIT
 *
 * Between the files of pictures of studies: groups of values, boxes with axes. */
#ifndef JD_STUDY_INSIDE_H
#define JD_STUDY_INSIDE_H

#include "chart/inside.h"
#include "study/study.h"

/* ---- Columns ---------------------------------------------------------------------------------- */

bool jd_study_is_number(const StudyColumn *column);
int jd_numbers_count(const StudyDef *def); /* parameters that are numbers */
/* Number n of the parameters that are numbers: its column; -1: there is none. */
int jd_number_column(const StudyDef *def, int n);
/* "r = 0.15 m", "form = minimal" */
const char *jd_study_value(const StudyColumn *column, double value, Arena *arena);

/* ---- Groups of values: each of a grid by itself, or of equal width ------------------------------ */

typedef struct {
    int count;
    double *edge;   /* count + 1 of them, rising */
    double *middle; /* of a grid its values */
} Bins;
/* A grid of at most `most` values keeps them; others have `even` groups. False: out of memory. */
bool jd_bins_make(Bins *bins, const StudyColumn *column, int most, int even, Arena *arena);
int jd_bins_find(const Bins *bins, double value); /* -1: in none */

/* ---- Boxes with axes ---------------------------------------------------------------------------- */

typedef struct {
    Vec2 corner, size; /* upper left */
    Axis x, y;
    const char *x_title, *y_title; /* NULL: none, and no labels */
    bool tight; /* others stand beside it: labels keep to its width */
} StudyBox;

/* What words and labels are drawn with. Its plan's arena is freed by the caller. */
ChartPicture jd_study_canvas(const StudyPicture *picture, Drawing *drawing);
void jd_box_grid(ChartPicture *in, const StudyBox *box);   /* marks and grid, below what is drawn */
void jd_box_frame(ChartPicture *in, const StudyBox *box);  /* axes, labels and titles */
double jd_box_x(const StudyBox *box, double value);
double jd_box_y(const StudyBox *box, double value);
void jd_box_bar(Drawing *d, const StudyBox *box, const double from_to[2], const double below_above[2], Pen pen);
/* Room that labels and titles of a box take on its left and below it. */
static const double box_left = 58, box_below = 34;

/* Panels of a measure each, one above the other: how large all are, and the box of one of them. */
typedef struct {
    double width, height; /* of the picture */
    double top;           /* of the first box */
    double box_width, box_height;
} StudyPanels;
StudyPanels jd_study_panels(const StudyPicture *picture, int count, double beside);
StudyBox jd_panel_box(const StudyPanels *panels, int index);
void jd_study_title(ChartPicture *in, const StudyPicture *picture, const char *otherwise);

#endif
