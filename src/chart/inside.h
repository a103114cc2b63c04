/* SPDX-License-Identifier: MIT
 *
 * Between the files of charts: axes and their marks, panels, how curves look. */
#ifndef JD_CHART_INSIDE_H
#define JD_CHART_INSIDE_H

#include "chart/chart.h"

/* ---- Axes: from values to a share of the axis, 0 at its start and 1 at its end ---------------- */

enum { AXIS_MARKS = 24, AXIS_LABEL = 32 };

typedef struct {
    bool log;
    int exponent;     /* labels are of value / 10^exponent */
    double offset;    /* labels are of value - offset */
    double low, high; /* of the axis: as labels are, or the logarithm */
    double least, greatest; /* the same in values */
    int count, decimals;
    double step;      /* between marks, if they are even */
    bool powers;      /* labels are 10 with an exponent */
    double marks[AXIS_MARKS]; /* as labels are; of `powers` and log: values' logarithms */
} Axis;

typedef struct { double least, greatest; } AxisRange; /* least > greatest: nothing */

/* Round numbers for an axis: steps of 1, 2 or 5; how many marks, at first + n*step, from not above `least` to not
 * below `greatest`. 0: the range is none. */
int jd_axis_marks(double least, double greatest, int about, double *first, double *step);
AxisRange jd_axis_range(const double *values, int count, bool log, AxisRange so_far);
/* With `pad` of the range added at both ends; about so many marks. */
Axis jd_axis(AxisRange range, bool log, double pad, int about);
void jd_axis_remark(Axis *axis, int about);               /* marks anew: more, or fewer */
void jd_axis_follow(Axis *axis, const Axis *other);       /* marks at the other's distances, if that goes */
double jd_axis_share(const Axis *axis, double value);     /* NAN: it has no place */
double jd_axis_mark(const Axis *axis, int mark);          /* its share */
/* "0.25"; of powers the exponent alone. wide: with a true minus sign. */
void jd_axis_label(const Axis *axis, int mark, bool wide, char out[AXIS_LABEL]);
/* The corner's "+ 1000"; empty: none. The exponent is in the axis. */
void jd_axis_offset(const Axis *axis, bool wide, char out[AXIS_LABEL]);

/* ---- Panels: the curves of one unit ------------------------------------------------------------ */

typedef struct {
    const char *unit;
    LIST(int) curves;        /* of the chart */
    LIST(const char *) names; /* of its curves, each once */
    AxisRange y;
} Panel;

typedef struct {
    Arena arena;
    const Chart *chart;
    LIST(Panel) panels;
    LIST(const char *) runs; /* each once; empty: they are not told apart */
    AxisRange x;
    bool dashes;             /* a panel has several names, and there are several runs: names differ by dashes */
} ChartPlan;

bool jd_chart_plan(const Chart *chart, ChartPlan *plan);
int jd_plan_name(const Panel *panel, const char *name); /* its index */
int jd_plan_run(const ChartPlan *plan, const char *run);
/* Index of the series colour of a curve in a panel, and of its dashes. */
void jd_plan_look(const ChartPlan *plan, int name, int run, int *colour, int *dash);
/* What goes up in a panel: "slider.x [m]"; of several what they share, or all if they are few. */
const char *jd_plan_title(ChartPlan *plan, const Panel *panel);
const char *jd_chart_axis_title(Arena *arena, const char *name, const char *unit);
const char *jd_chart_unit(Arena *arena, const char *unit); /* "m/s^2" -> "m/s²"; "" if it has none */

/* ---- Curves ------------------------------------------------------------------------------------- */

typedef struct { const Axis *x, *y; Vec2 corner, size; } ChartBox; /* corner: upper left */
/* A curve in a box, as few points as can be seen. */
void jd_chart_curve(Drawing *d, const Curve *curve, const ChartBox *box, Pen pen);

/* ---- A picture being laid out -------------------------------------------------------------------- */

typedef struct {
    ChartPlan plan;
    const Chart *chart;
    const Theme *theme;
    Drawing *d;
    Axis x;
    LIST(Axis) y;            /* of each panel */
    double left, width, top; /* of the boxes; where the next row goes */
    double box_height;
    bool print;
} ChartPicture;

static const double chart_letter = 9, chart_small = 8, chart_row = 13; /* sizes of letters; height of a row */

TextStyle jd_chart_style(const ChartPicture *in, double size, TextAnchor anchor);
const char *jd_chart_fitted(ChartPicture *in, const char *text, double size, double width); /* maybe with an ellipsis */
double jd_chart_label_width(const Axis *axis, int mark);
/* share: how much of it lies left of `at`. */
void jd_chart_label(ChartPicture *in, const Axis *axis, int mark, Vec2 at, double share);
void jd_chart_corner(ChartPicture *in, const Axis *axis, Vec2 at, double share); /* "x10^-3 + 1000" */
Pen jd_chart_pen(const ChartPicture *in, int colour, int dash);
/* Legends, drawn or only laid out: `top` ends below them. */
void jd_chart_runs(ChartPicture *in, bool drawn);
void jd_chart_names(ChartPicture *in, const Panel *panel, bool drawn);

#endif
