/* SPDX-License-Identifier: MIT
 *
 * Inside tables: one column over its argument as pieces, for those who run programs in their own numbers. Piece 0 lies
 * before the first knot, piece k from knot k - 1 on, the last one behind the last knot. A *place* counts pieces: it is
 * whole at the knots, rises all the way, and its whole part is the piece. theory 6.16 */
#ifndef JD_EXPR_TABLE_H
#define JD_EXPR_TABLE_H

#include "expr/inside.h"

enum { PIECE_POWERS = 4 };

struct TableColumn {
    const Table *table;
    const char *name;
    Unit unit;
    const double *value;               /* of each row */
    const double (*piece)[PIECE_POWERS]; /* of x - knot; piece 0 and 1 count from the first knot */
};

double jd_table_place(const Table *table, double x);
double jd_column_value(const TableColumn *column, double piece, double x);
Jet jd_table_place_jet(const Table *table, Jet x);
Jet jd_column_jet(const TableColumn *column, double piece, Jet x);
/* The last knot that is not behind x, -1: x is before the first; the place of x, which is behind it; the whole number of a piece. */
int jd_table_knot(const Table *table, double x);
double jd_table_place_at(const Table *table, int knot, double x, double *slope);
int jd_column_piece(const TableColumn *column, double piece);

static inline double knot_width(const Table *table, int knot) {
    return table->x[knot + 1] - table->x[knot];
}
/* Where a piece counts from. */
static inline double piece_origin(const Table *table, int piece) {
    return table->x[piece > 0 ? piece - 1 : 0];
}
/* A call, with the argument lowered. */
Term jd_lower_table(Lower *lower, const Expr *call, const TableColumn *column, const Term *x);
/* The column that a call names as its second argument, or the only one; NULL after a report. */
const TableColumn *jd_table_column(Lower *lower, const Expr *call, const Table *table);

#endif
