/* SPDX-License-Identifier: MIT
 *
 * Dense matrices by columns: orthogonal factors by Householder's reflections, with the columns chosen or as they come, and
 * singular values by Jacobi's rotations. */
#ifndef AUDIT_MATRIX_H
#define AUDIT_MATRIX_H

enum { MATRIX_ROWS = 72, MATRIX_COLUMNS = 128 };

/* Column c begins at a[c * MATRIX_ROWS]. */
typedef struct {
    int rows, columns;
    double a[MATRIX_COLUMNS * MATRIX_ROWS];
    double head[MATRIX_COLUMNS]; /* diagonal of R; below it in a: the reflections */
} Matrix;

static inline double *matrix_column(Matrix *m, int c) {
    return m->a + c * MATRIX_ROWS;
}

/* A = Q R, columns as they come. */
void audit_factor(Matrix *m);
/* The same for the first `rank` columns of the largest remainder; order[c] is the column that came c-th. */
void audit_factor_chosen(Matrix *m, int rank, int order[]);
/* x <- Q' x, x <- Q x for a vector with as many numbers as rows. */
void audit_apply(const Matrix *m, double x[], int transposed);
/* x <- R^-1 x, x <- R^-T x for the first k columns. */
void audit_back(const Matrix *m, int k, double x[]);
void audit_forth(const Matrix *m, int k, double x[]);
/* Singular values, falling; the matrix is lost. Returns how many: the number of columns. */
int audit_singular_values(Matrix *m, double out[MATRIX_COLUMNS]);

#endif
