/* SPDX-License-Identifier: MIT
 *
 * Bounds of what a table says over a span of its argument: theory 6.16. */
#include "span/interval.h"
#include <math.h>

static const double outwards = 1e-15; /* bounds are rounded by this share, so that they hold */

static Series unknown_from(Series s, int first) {
    for (int k = first; k <= SERIES_ORDER; k++) s.at[k] = interval(-INFINITY, INFINITY);
    return s;
}

Series jd_table_place_series(const Table *table, int order, const Series *x) {
    const Interval span = x->at[0];
    Series out = {0};
    double low, high;
    if (!(span.lo <= span.hi)) return unknown_from(out, 0);
    const int first = jd_table_knot(table, span.lo), last = jd_table_knot(table, span.hi);
    const double from = jd_table_place_at(table, first, span.lo, &low),
                 to = jd_table_place_at(table, last, span.hi, &high);
    const double slack = 4e-16 * (1 + fabs(to));
    out.at[0] = interval(from - slack, to + slack);
    Interval slope = interval(fmin(low, high), fmax(low, high));
    for (int k = first < 0 ? 0 : first; k <= last && k + 1 < table->rows; k++) {
        slope.lo = fmin(slope.lo, 1 / knot_width(table, k));
        slope.hi = fmax(slope.hi, 1 / knot_width(table, k));
    }
    slope = interval(slope.lo * (1 - outwards), slope.hi * (1 + outwards));
    const bool straight = first == last && first >= 0 && last + 1 < table->rows;
    for (int k = 1; k <= order; k++)
        out.at[k] = k == 1 || straight ? jd_interval_multiply(slope, x->at[k])
                                       : interval(-INFINITY, INFINITY);
    return out;
}

/* One piece is held: one number. */
Series jd_column_series(const TableColumn *column, int order, const Series *piece,
                        const Series *x) {
    if (piece->at[0].lo != piece->at[0].hi) return unknown_from((Series){0}, 0);
    const int k = jd_column_piece(column, piece->at[0].lo);
    const double *c = column->piece[k];
    if (isnan(c[1])) return unknown_from((Series){0}, 0);
    const Series origin = {{interval_at(piece_origin(column->table, k))}};
    const Series d = jd_series_op(OP_SUBTRACT, order, x, &origin, x);
    Series out = {{interval_at(c[PIECE_POWERS - 1])}};
    for (int n = PIECE_POWERS - 2; n >= 0; n--) {
        const Series power = {{interval_at(c[n])}};
        out = jd_series_op(OP_MULTIPLY, order, &out, &d, &d);
        out = jd_series_op(OP_ADD, order, &out, &power, &power);
    }
    return out;
}
