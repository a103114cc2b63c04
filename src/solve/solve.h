/* SPDX-License-Identifier: MIT
 *
 * Before the run: consistent positions and velocities from the drawn position and the start values, and what
 * can be said of the mechanism: freedoms, locks that repeat others, what does not close. */
#ifndef JD_SOLVE_H
#define JD_SOLVE_H

#include "rows/rows.h"

/* The start values as rows, resolved and checked. */
typedef struct {
    int positions, rates;
    ExtraRow *position, *rate; /* row.start is the index in the model */
} Starts;
bool jd_starts_find(const JdModel *model, JdSystem *system, Starts *starts, JdLog *log);

typedef struct {
    bool assembled;
    double gap, gap_rate; /* largest violation left, in units of the rows */
    Motion motion;        /* the start position and velocity */
    void *memory;
} Assembled;

/* Positions and velocities at time 0. False after a report. */
bool jd_assemble(const JdModel *model, JdSystem *system, const Starts *starts, bool as_drawn,
                 Assembled *out, JdLog *log);
void jd_assembled_free(Assembled *assembled);
/* Asserts what must hold of every system that is compiled. */
void jd_system_is_sound(const JdSystem *system);

/* A combination of rows: those that take part, in ascending order, and their weights, the sum of whose squares is 1. */
typedef struct {
    int count, *row;
    double *weight;
} Combination;
/* Combinations that vanish, each with a row of its own: all of these may be left out together. Behind
 * them those that nearly vanish, of which some are so small that a singular position may be meant, which is found no
 * better. */
typedef struct {
    int count, nearly, hardly;
    Combination *vector;
    int *own;
    const double *scale; /* of each row: weights are multipliers times this */
    bool by_loops;       /* there are many rows, and loops were looked at one by one */
    bool waves;          /* many nearly vanish, as many do in any long mechanism, and nothing beside them vanishes */
} Dependent;
/* At positions q; NULL: those of the motion. Returns how many; -1: out of memory. */
int jd_dependent_rows(JdSystem *system, const RowSet *set, const Motion *motion, const double *q,
                      Dependent *out, Arena *scratch);

/* Up to `most` (room in q) positions that the mechanism comes to, a little further on in random directions, with
 * drives that move somewhere else on their way. Returns how many; 0: nothing can move. -1: out of memory. */
int jd_wander(JdSystem *system, const Motion *from, int most, double **q, Arena *scratch);

/* "the axis of joint 'jC' is 1e-05 rad from parallel with those of 'jA' and 'jB'": of these joints the one that is a
 * little off the others as drawn, by less than so many radians or parts of the mechanism's length. More than a little:
 * the only one whose direction is not that of all others. Returns it; -1: none is. */
int jd_print_off(const JdSystem *system, const bool *joints, double little, Text *out);

/* How much the motion of its bodies changes a joint's own lock, radians by the mechanism's length; 0: it is constant. A
 * coupling's is not asked for: 1. */
double jd_row_slope(const JdSystem *system, const Motion *motion, const Row *row);


#endif
