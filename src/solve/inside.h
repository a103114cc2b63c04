/* SPDX-License-Identifier: MIT
 *
 * Inside assembly: shared by its moves and by what it says when they fail. */
#ifndef JD_SOLVE_INSIDE_H
#define JD_SOLVE_INSIDE_H

#include "solve/solve.h"

typedef struct {
    const JdModel *model;
    JdSystem *system;
    const Starts *starts;
    Assembled *out;
    const double *from; /* positions to begin with; NULL: the drawing */
    JdLog *log;
    RowSet positions, rates; /* all locks and drives, with the start values of either kind */
    RowWork p, v;
    Motion motion;
    double *trial, *safe; /* positions to go back to */
    double *first;  /* rows of `positions` as drawn */
    double *gap, *twist; /* of each joint as drawn: how far its points and its axes are apart */
    int *start_row; /* of each start value: its row in `positions` */
    int *order;     /* bodies with a parent, parents first */
    int ordered;
    void *memory;
} Assembly;

void jd_measure_gaps(Assembly *a);
void jd_note_gaps(Assembly *a); /* joints whose two sides were not drawn together */
void jd_note_twists(Assembly *a);
void jd_report_open(Assembly *a);
/* Lengths around a loop of hinges; of two bodies that are stretched for a drive: lengths.c. */
void jd_hint_lengths(const Assembly *a, int closing);
void jd_hint_reach(const Assembly *a);
void jd_report_velocities(Assembly *a);
bool jd_check_branches(Assembly *a); /* a.b = 0 also holds turned by half a turn: says so */

#endif
