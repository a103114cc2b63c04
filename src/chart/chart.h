/* SPDX-License-Identifier: MIT
 *
 * Charts: curves over axes, as a drawing or in the letters of a terminal. Knows numbers and their names only. */
#ifndef JD_CHART_H
#define JD_CHART_H

#include "draw/draw.h"
#include "jourdain_picture.h"

typedef JdCurve Curve; /* jourdain_picture.h */

typedef struct {
    const char *title;          /* NULL: none */
    const char *x_name, *x_unit;
    const Curve *curves;        /* those of one unit share a panel, panels stand one above the other */
    int curve_count;
    double width, height;       /* points; height 0: by the number of panels */
    const Theme *theme;
    bool equal;                 /* the same scale along both axes (coupler curves), if there is one panel */
    bool log_x, log_y;
    double mark;                /* a vertical line at this x; NAN: none */
    const char *mark_text;      /* above the panels; also without a mark. NULL: none */
} Chart;

/* Makes the drawing, freed by the caller in every case. False: memory ran out. */
bool jd_chart_draw(const Chart *chart, Drawing *drawing);
/* In letters: braille dots if `wide` (UTF-8), else plain ASCII. colour: ANSI. */
void jd_chart_print(const Chart *chart, int columns, int rows, bool wide, bool colour, Text *out);
void jd_sparkline(const double *values, int count, int width, bool wide, Text *out);

#endif
