/* SPDX-License-Identifier: MIT
 *
 * Before the run: consistent positions and velocities from the drawn position and the start values, and what
 * can be said of the mechanism: freedoms, locks that repeat others, what does not close. */
#ifndef JD_SOLVE_H
#define JD_SOLVE_H

#include "form/form.h"

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

/* Combinations of rows that vanish at the motion's position: up to `most` vectors of set->rows weights, each with
 * a row of its own that the others do not have: own (room for `most`), the rows that may be left out. weights: room
 * for `most` pointers into the arena. Both may be NULL.
 * Returns how many; -1: out of memory. nearby: at a position a little further on, reached by a small motion with
 * all rows kept. */
int jd_dependent_rows(JdSystem *system, const RowSet *set, const Motion *motion, bool nearby,
                      int most, double **weights, int *own, Arena *scratch);

/* Which parts of which joints' reactions are not unique: SystemJoint.loose, where rows repeat each other. */
bool jd_mark_loose(JdSystem *system, const Motion *motion);
/* Their channels, of the joints that are marked: "jA.force.z, jB.torque". */
void jd_print_loose(const JdSystem *system, const bool *joints, Text *out);
/* These joints turn about one direction and slide normal to it. */
bool jd_is_planar_loop(const JdSystem *system, const Motion *motion, const bool *joints);

/* Names of the joints (and drives, start values) of the rows that `weights` combines: "jA, jB and jC". */
void jd_rows_names(const JdSystem *system, const JdModel *model, const RowSet *set,
                   const double *weights, Text *out);

#endif
