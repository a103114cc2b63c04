/* SPDX-License-Identifier: MIT
 *
 * Inside the search for rows that repeat others: loop by loop first, in a large mechanism, then all at once. */
#ifndef JD_SOLVE_RANK_H
#define JD_SOLVE_RANK_H

#include "solve/solve.h"

typedef struct {
    const JdSystem *system;
    const RowSet *set;
    const double *values; /* of the matrix */
    const double *root;   /* of each row: square root of its scale */
    bool *gone;           /* of each row: it follows from others, and is not looked at any more */
    Dependent *out;       /* combinations are put behind those that are there */
} RankRows;

/* Combinations within single loops of few rows, or within loops and their neighbours: loops.c. False: memory is out. */
bool jd_rank_loops(const RankRows *rows, bool neighbours, Arena *scratch);

/* An empty combination with room for so many rows; false: memory is out. */
static inline bool rank_room(Combination *to, int rows, Arena *scratch) {
    *to = (Combination){0, ARENA_NEW(scratch, int, rows + 1), ARENA_NEW(scratch, double, rows + 1)};
    return to->row && to->weight;
}

#endif
