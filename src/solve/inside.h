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
    double *drawn;  /* positions as drawn */
    double *first;  /* rows of `positions` as drawn, or beside it, */
    double *as_drawn; /* and as drawn */
    double *gap, *twist; /* of each joint as drawn: how far its points and its axes are apart */
    int *start_row; /* of each start value: its row in `positions` */
    int *order;     /* bodies with a parent, parents first */
    int ordered;
    bool tired;     /* it is not there after so many moves */
    void *memory;
} Assembly;

void jd_measure_gaps(Assembly *a);
void jd_warn_drives(const Assembly *a); /* drives that the drawing has to be moved for */
void jd_note_gaps(Assembly *a); /* joints whose two sides were not drawn together */
void jd_note_twists(Assembly *a);
void jd_report_open(Assembly *a);
void jd_report_far(Assembly *a); /* too far to go there in small moves */
/* Inside that, open.c: rows of these kinds hold, others are not asked for; how far off those are in the end that are to
 * be met as nearly as may be; whether all that hold do; and what is said of a loop: open_loop.c. */
struct Reach;
typedef enum { OF_JOINTS = 1, OF_DRIVES = 2, OF_STARTS = 4 } NamesOf;
void jd_reach_hold(struct Reach *reach, NamesOf kinds);
double jd_come_near(const Assembly *a, struct Reach *reach);
bool jd_goes_together(const Assembly *a, struct Reach *reach, NamesOf kinds);
void jd_report_loop(Assembly *a, struct Reach *reach);
/* Lengths around a loop of hinges; of two bodies that are stretched for a drive: lengths.c. */
void jd_hint_lengths(const Assembly *a, int closing);
void jd_hint_reach(const Assembly *a);
void jd_report_velocities(Assembly *a);

/* Names of the rows that `weights` combines, of some kinds: "'jO', 'jA' and 'jB'". Returns how many. */
NamesOf jd_row_kind(const Row *row);
int jd_print_names(const JdSystem *system, const JdModel *model, const RowSet *set, const double *weights,
                   NamesOf kinds, Text *out);
int jd_first_row(const RowSet *set, const double *weights, NamesOf kind); /* that takes part; -1: none */
int jd_worst_row(const RowSet *set, const double *f, double length);
double jd_row_gap(const Row *row, double f); /* a length, also of a lock of a distance */
bool jd_hint_off(Assembly *a); /* an axis that is a little off others; true: it was told */
bool jd_check_branches(Assembly *a); /* a.b = 0 also holds turned by half a turn: says so */

#endif
