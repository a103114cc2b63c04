/* SPDX-License-Identifier: MIT
 *
 * How near a mechanism comes to what cannot be: some rows hold, some are met as nearly as they may, some are not
 * asked for. */
#ifndef JD_SOLVE_REACH_H
#define JD_SOLVE_REACH_H

#include "solve/solve.h"

typedef enum { REACH_IGNORED, REACH_NEARLY, REACH_HELD } ReachAs;

typedef struct Reach {
    JdSystem *system;
    const RowSet *set;
    Motion motion;
    RowWork work;  /* rows at the position that was found */
    ReachAs *as;   /* of each row, to be filled in */
    double left;   /* the largest violation of rows that are held, in units of the rows */
    const double *pull; /* what each row does there to the others: a set of reactions in balance with itself */
    double *soft, *trial;
    double weak;   /* weight of a row that is met as nearly as it may, now */
    void *memory;
} Reach;

bool jd_reach_open(Reach *reach, JdSystem *system, const RowSet *set, double time);
/* From positions q, pushed aside a little if `nudge` is not zero. True: the rows that are held do hold. */
bool jd_reach(Reach *reach, const double *q, double nudge);
void jd_reach_close(Reach *reach);

#endif
