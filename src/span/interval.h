/* SPDX-License-Identifier: MIT
 *
 * Bounds of numbers, and of functions of time with their derivatives over a span of time. What is said holds for
 * every time of the span, rounding included: theory 6.10. */
#ifndef JD_SPAN_INTERVAL_H
#define JD_SPAN_INTERVAL_H

#include "expr/table.h"
#include "span/span.h"

/* All numbers from lo to hi, perhaps infinite. Both NaN: there is none, the function is nowhere defined.
 * Where it is not defined everywhere, the bounds are infinite on both sides. */
typedef struct { double lo, hi; } Interval;

static inline Interval interval(double lo, double hi) { return (Interval){lo, hi}; }
static inline Interval interval_at(double x) { return (Interval){x, x}; }
static inline bool interval_empty(Interval a) { return a.lo != a.lo; }
static inline bool interval_has(Interval a, double x) { return a.lo <= x && x <= a.hi; }

Interval jd_interval_add(Interval a, Interval b);
Interval jd_interval_subtract(Interval a, Interval b);
Interval jd_interval_multiply(Interval a, Interval b);
Interval jd_interval_divide(Interval a, Interval b);
Interval jd_interval_common(Interval a, Interval b); /* what lies in both */
/* f(u) of an operation with one or two arguments; operations with jumps and corners have no bounds. */
Interval jd_interval_op(Op op, Interval a, Interval b);
Interval jd_interval_angle(Interval y, Interval x, bool below); /* ATAN2_SIDE */

/* Taylor coefficients f, f', f''/2, ... over a span. Always at least two of them: what does not move is known as a number,
 * what moves by its bounds, also at a single time. */
enum { SERIES_ORDER = 4 };
typedef struct { Interval at[SERIES_ORDER + 1]; } Series;

Series jd_series_op(Op op, int order, const Series *a, const Series *b, const Series *c);

/* A program over a span of time in which its conditions are as `held` says, on a path of its inputs; NULL: it reads none. */
Series jd_program_series(const Program *program, Interval time, const double *held, const Path *path, int order);
/* The same of a column of a table (OP_PIECE), and of the place of an argument in it (OP_PLACE). column.c */
Series jd_table_place_series(const Table *table, int order, const Series *x);
Series jd_column_series(const TableColumn *column, int order, const Series *piece, const Series *x);

#endif
