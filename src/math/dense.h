/* SPDX-License-Identifier: MIT
 *
 * Small full matrices, row by row: A[r * n + c]. In place, in the caller's room; nothing is allocated, and the order of
 * operations is fixed. */
#ifndef JD_DENSE_H
#define JD_DENSE_H

#include <stdbool.h>

/* The lowest pivot of an elimination, and the row where it was found. No number is lower than any. */
typedef struct { double size; int row; } DensePivot;

/* ---- L U, rows exchanged ---------------------------------------------------------------------
 * A has n columns and at least as many rows. Each pivot is the largest number of its column that is left; of equal ones
 * that of the row with the least number in `order`, which the rows carry along: so it does not matter in which order they
 * come. What stands behind the first n rows afterwards follows from them. */
DensePivot jd_dense_lu(int rows, int n, double *A, int *order);
/* x = A^-1 b in place, for b in the order of the rows after jd_dense_lu. */
void jd_dense_lu_solve(int n, const double *LU, double *x);

/* ---- Rows and columns exchanged --------------------------------------------------------------
 * Gauss with the largest number first among all that are left, times the weight of its column (NULL: 1). Rows and columns
 * are exchanged in the lists alone. A is spoilt. */
typedef struct {
    int rows, columns;
    double *A;
    int *row, *column; /* in the order of pivots afterwards */
    const double *weight;
} DenseChoice;
/* Takes at most so many pivots, as long as they are above `least`; returns how many. */
int jd_dense_choose(const DenseChoice *choice, int most, double least);

/* ---- Symmetric, positive definite ----------------------------------------------------------- */

/* A x = b; x takes the place of b. Reads the lower part of A, and spoils it. */
void jd_dense_solve_positive(int n, double *A, double *b);
/* The inverse; false: a pivot is not positive, and A is spoilt. */
enum { DENSE_INVERSE_MOST = 6 };
bool jd_dense_invert_positive(int n, double *A);

/* ---- Symmetric ------------------------------------------------------------------------------ */

/* Its values come to stand on the diagonal of A, which is spoilt, its directions in the rows of E: E A E^T. symmetric.c */
void jd_dense_directions(int n, double *A, double *E);

/* L D L^T of a semidefinite matrix with the largest pivot first, in parts of the row's scale. */
typedef struct {
    int n, rank;         /* so many pivots; the rows behind follow from others, and their unknowns are zero */
    double *L;           /* the matrix, then its factors */
    const double *scale; /* of each row, as its diagonal is measured */
    int *order;          /* rows in the order of their pivots */
    const bool *late;    /* of each row: only after `early` others, and none else from there on; NULL: as it comes */
    int early;
    double low, soft;    /* a pivot below low * scale is made larger by soft * scale */
} DenseLdl;
DensePivot jd_dense_ldl(const DenseLdl *matrix);
void jd_dense_ldl_solve(const DenseLdl *matrix, double *b); /* b: by row */

#endif
