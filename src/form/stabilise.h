/* SPDX-License-Identifier: MIT
 *
 * Inside form/: what keeps the locks of form newton-euler closed, beside what all forms have (none, baumgarte, projection): one file and
 * one line in stabilisers.def each. They work with the whole Jacobian as a full matrix, in room of their own. theory (4.16), (4.17) */
#ifndef JD_FORM_STABILISE_H
#define JD_FORM_STABILISE_H

#include "form/form.h"

typedef struct {
    int n, rows, rank; /* rank: of the last jd_stabilise_least */
    double *J;       /* rows x n, of the last jd_stabilise_jacobian */
    double *A;       /* of the larger of both, squared */
    double *x, *r, *weight, *scale;
    double *null, *gram; /* rows x rows; gram has another row */
    int *row, *column;
} DenseRows;

/* What a method is. `step`: x with J x = b of the rows (behind the bodies' numbers in motion->rows.b), into motion->rows.x; for
 * positions and velocities in turn, until the locks hold. `accelerate`: accelerations and pulls into motion->rows.x, from forces and
 * what rows ask for in motion->rows.b; false: not here (bodies without mass), and the usual solution does. One of both. */
typedef struct {
    const char *name, *summary;
    void (*step)(const JdSystem *system, Motion *motion, DenseRows *rows);
    bool (*accelerate)(const JdSystem *system, Motion *motion, DenseRows *rows);
} StabiliseType;

const StabiliseType *jd_stabilise_type(const JdSystem *system); /* NULL: none, baumgarte or projection */
void jd_stabilise_layout(const JdSystem *system, Motion *motion, Layout *layout);
/* J as the rows of the last evaluation have it. */
void jd_stabilise_jacobian(const JdSystem *system, const Motion *motion, DenseRows *rows);
/* What stands on the diagonal of the mass matrix, into rows->weight; false: some of it is zero. */
bool jd_stabilise_masses(const JdSystem *system, DenseRows *rows);
/* The least x, each number in parts of the root of rows->weight, with J x = b as near as can be: x = W J^T (J W J^T)^+ b; b becomes
 * numbers by which J^T makes it, zero of rows that follow from others. */
void jd_stabilise_least(DenseRows *rows, double *b, double *x);
/* Of numbers behind jd_stabilise_least those of least size that make the same: the sum of soft b^2. */
void jd_stabilise_share(DenseRows *rows, const double *soft, double *b);

/* Baumgarte: by what a row's rate and its value are multiplied. */
void jd_row_gains(const JdSystem *system, const Row *row, double *damp, double *restore);

#endif
