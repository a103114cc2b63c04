/* SPDX-License-Identifier: MIT
 *
 * Rows of locks at work: which ones a set has, its matrix [A J^T; J 0] factored and solved, rows that follow from others;
 * and all accelerations and multipliers of a Motion by them. What one row is, the kernels say. */
#ifndef JD_ROWS_H
#define JD_ROWS_H

#include "system/system.h"

/* ---- A set of rows ---------------------------------------------------------------------------- */

/* What rows are for: the motion itself; the start position, without velocity rows, which ask nothing of it; the start
 * rates; where it can go to, by its freedoms and by drives that move, and where it stands then, without velocity rows.
 * Except for the motion itself a joint with clearance is closed as far as its gap allows. */
typedef enum { ROWS_MOTION, ROWS_POSITIONS, ROWS_RATES, ROWS_PATHS, ROWS_PLACES } RowsFor;
/* A row set over the joints (with their drives) and extra rows. locked: of each joint, its locks take part; NULL: those of all. */
bool jd_rowset_make(JdSystem *system, RowSet *set, RowsFor use, const bool *locked, int extras,
                    const ExtraRow *extra);
void jd_rowwork_layout(const JdSystem *system, const RowSet *set, RowWork *work, Layout *layout);
void jd_rowwork_keep(RowWork *work, Keeper *keeper);

/* ---- Factors and solutions -------------------------------------------------------------------- */

void jd_rows_own_mass(const JdSystem *system, const RowSet *set, int body, RowWork *work); /* the diagonal block of one body */
double jd_rows_borrowed(const JdSystem *system, const Row *row); /* the mass that a row lends to bodies without their own */
void jd_rows_set_soft(const JdSystem *system, const RowSet *set, RowWork *work); /* once */
/* Factors the matrix of `work`; when rows repeat each other or nearly do, with a regularisation. */
void jd_rows_factor(const JdSystem *system, const RowSet *set, RowWork *work);
/* Solves for work->x with right-hand side work->b, which it may spoil, with refinement where the factors are
 * softened. */
void jd_rows_solve(const JdSystem *system, const RowSet *set, RowWork *work);
/* How far the last solution is from the equations as they stand, softness left out, as a share of what stands in them:
 * rows by the accelerations of the mechanism, bodies by its forces; `least` counts as an acceleration at least, by the
 * mechanism's length. After a solution with work->proof.wanted. */
double jd_rows_residue(const JdSystem *system, const Motion *motion, double least);
/* The largest violation of all rows, by f or their rates: lengths by the mechanism's, NaN if one is. Velocity rows ask nothing of
 * positions. */
double jd_rows_worst(const JdSystem *system, const RowSet *set, const double *f, bool rates);
/* Whether other anchors may be better than those at hand, after the evaluation of an accepted state. */
bool jd_anchors_watch(Motion *motion);
/* Chooses them, if there are better ones; true: others than before. */
bool jd_motion_reanchor(const JdSystem *system, Motion *motion);
void jd_anchors_hold(const JdSystem *system, RowWork *work, bool softly); /* as they stand */
/* The combinations of rows that vanish, into work->anchor.null: one for each anchor. */
void jd_rows_null(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_anchor_layout(const JdSystem *system, const RowSet *set, RowWork *work, Layout *layout);
void jd_anchor_init(const JdSystem *system, const RowSet *set, RowWork *work);

/* The row whose pivot was the lowest in the last factorisation; -1: none. */
int jd_rows_lowest(const JdSystem *system, const RowSet *set, const RowWork *work);

/* The short way to solve where masses are diagonal and rows few: schur.c. */
extern const double jd_near_singular;
bool jd_schur_make(JdSystem *system, RowSet *set);
void jd_schur_init(const JdSystem *system, const RowSet *set, RowWork *work); /* after kernel->init */
void jd_schur_layout(const JdSystem *system, const RowSet *set, RowWork *work, Layout *layout);
bool jd_schur_factor(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_schur_solve(const JdSystem *system, const RowSet *set, RowWork *work);
size_t jd_schur_work(const RowSet *set); /* numbers of its factors */
bool jd_schur_print(const JdSystem *system, const RowSet *set, const RowWork *work, SparsePrinter *to, int *x);

/* The elimination of a set of rows as straight-line C,
 *     int name(const double *v, const double *b, double *x),
 * with v the values of the matrix, b the right-hand side and x what jd_rows_solve finds, bit for bit but for the sign of zeros (what is
 * zero by the pattern is not written). It returns 0, or
 * 1 + the unknown whose pivot is too low: then positions are singular, and jd_rows_factor takes the careful path. Softness
 * of anchors is that of `work`. False: masses are so far apart that solutions are refined, rows that are soft have no short way; or
 * memory is out. print.c */
bool jd_rows_print(const JdSystem *system, const RowSet *set, const RowWork *work, const char *name, Text *out);

/* ---- Motions ---------------------------------------------------------------------------------- */

/* Where rows repeat each other: the multipliers of least size, at the instant of the last evaluation. Otherwise nothing is
 * to be done. */
void jd_motion_recover(const JdSystem *system, Motion *motion);
/* All rows and forces from the bodies as they stand; the forces into rows.b. */
void jd_motion_rows(const JdSystem *system, Motion *motion);
/* All accelerations and multipliers from the bodies as they stand, whatever moved them. */
void jd_motion_solve(const JdSystem *system, Motion *motion);

/* Parts of the mode, from layouts. */
void jd_mode_add(Motion *motion, void *at, size_t size);
size_t jd_mode_size(const Motion *motion);
void jd_mode_keep(const Motion *motion, void *room);
void jd_mode_restore(const JdSystem *system, Motion *motion, const void *room);

/* The fastest of all velocities, linear ones by the mechanism's length. */
double jd_motion_speed(const JdSystem *system, const double *v);
double jd_motion_largest(const JdSystem *system, const double *a); /* the same of accelerations, NaN if one is */
/* Sizes and places of a Motion; run twice, see Layout. */
void jd_motion_layout(const JdSystem *system, Motion *motion, Layout *layout);
/* Shows a keeper all numbers of a Motion that are in no array, and where its pointers lead: to arrays of their own, or into
 * the block of memory that they share. */
void jd_motion_keep(Motion *motion, Keeper *keeper, const void *block, size_t size);

extern const Kernel jd_kernel_planar, jd_kernel_spatial;

#endif
