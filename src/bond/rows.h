/* SPDX-License-Identifier: MIT
 *
 * Sparse rows of numbers with the size of what each is the sum of, and elimination in them. */
#ifndef JD_BOND_ROWS_H
#define JD_BOND_ROWS_H

#include "base/base.h"

typedef struct { int column; double value, size; } Cell; /* size: of all that was added for it */

/* Cells by their columns. */
typedef struct { Cell *at; int count, room; bool used; } Row; /* used: as a pivot */

typedef struct {
    Arena *arena;
    LIST(Row) list;
    LIST(int) pivots;  /* rows, in their order, and their columns */
    LIST(int) columns;
    const bool *late;  /* of columns from `late_first` on: they are eliminated behind the others; NULL: none */
    int late_first, late_count;
    bool careful;      /* pivots are looked for everywhere */
    bool failed;       /* memory is out */
    Cell *sum;         /* room for a row that is being made */
    int sum_room;
} Rows;

Row *jd_rows_new(Rows *rows); /* NULL: memory is out */
void jd_rows_put(Rows *rows, Row *row, int column, double value); /* added to what is there */
const Cell *jd_row_cell(const Row *row, int column); /* NULL: it is zero */
double jd_row_largest(const Row *row, int from, int to); /* of these columns */
void jd_rows_take_out(Rows *rows, Row *row, const Row *by, int column);
/* Pivots in columns `from` to `to` among rows that are none yet; how many were found. */
int jd_rows_eliminate(Rows *rows, int from, int to);
void jd_rows_reduce(Rows *rows, int row); /* what pivots that are there already leave of a new row */

#endif
