/* SPDX-License-Identifier: MIT
 *
 * Golub and Van Loan, Matrix Computations, sections 5.1, 5.2, 5.4 and 8.6. */
#include "matrix.h"
#include <math.h>
#include <string.h>

static double dot(const double *a, const double *b, int from, int to) {
    double sum = 0;
    for (int r = from; r < to; r++) sum += a[r] * b[r];
    return sum;
}

/* The reflection that takes column c below its diagonal to nothing; v has v'v = 2. */
static void reflect(Matrix *m, int c, int last) {
    double *v = matrix_column(m, c);
    const double size = sqrt(dot(v, v, c, m->rows));
    m->head[c] = v[c] > 0 ? -size : size;
    if (size == 0) return;
    v[c] -= m->head[c];
    const double norm = sqrt(2 / dot(v, v, c, m->rows));
    for (int r = c; r < m->rows; r++) v[r] *= norm;
    for (int k = c + 1; k < last; k++) {
        double *x = matrix_column(m, k);
        const double s = dot(v, x, c, m->rows);
        for (int r = c; r < m->rows; r++) x[r] -= s * v[r];
    }
}

void audit_factor(Matrix *m) {
    for (int c = 0; c < m->columns && c < m->rows; c++) reflect(m, c, m->columns);
}

static void swap_columns(Matrix *m, int a, int b) {
    double keep[MATRIX_ROWS];
    const size_t bytes = sizeof(double) * (size_t)m->rows;
    memcpy(keep, matrix_column(m, a), bytes);
    memcpy(matrix_column(m, a), matrix_column(m, b), bytes);
    memcpy(matrix_column(m, b), keep, bytes);
}

void audit_factor_chosen(Matrix *m, int rank, int order[]) {
    for (int c = 0; c < m->columns; c++) order[c] = c;
    for (int c = 0; c < rank; c++) {
        int best = c;
        double most = -1;
        for (int k = c; k < m->columns; k++) {
            const double *x = matrix_column(m, k), size = dot(x, x, c, m->rows);
            if (size > most) most = size, best = k;
        }
        const int keep = order[c];
        order[c] = order[best];
        order[best] = keep;
        if (best != c) swap_columns(m, c, best);
        reflect(m, c, m->columns);
    }
}

void audit_apply(const Matrix *m, double x[], int transposed) {
    const int count = m->columns < m->rows ? m->columns : m->rows;
    for (int n = 0; n < count; n++) {
        const int c = transposed ? n : count - 1 - n;
        const double *v = m->a + c * MATRIX_ROWS;
        if (m->head[c] == 0) continue;
        const double s = dot(v, x, c, m->rows);
        for (int r = c; r < m->rows; r++) x[r] -= s * v[r];
    }
}

void audit_back(const Matrix *m, int k, double x[]) {
    for (int r = k - 1; r >= 0; r--) {
        double s = x[r];
        for (int c = r + 1; c < k; c++) s -= m->a[c * MATRIX_ROWS + r] * x[c];
        x[r] = s / m->head[r];
    }
}

void audit_forth(const Matrix *m, int k, double x[]) {
    for (int r = 0; r < k; r++) {
        double s = x[r];
        const double *column = m->a + r * MATRIX_ROWS;
        for (int c = 0; c < r; c++) s -= column[c] * x[c];
        x[r] = s / m->head[r];
    }
}

/* One rotation that makes two columns normal to each other; returns how far they were from it. */
static double rotate(Matrix *m, int a, int b) {
    double *x = matrix_column(m, a), *y = matrix_column(m, b);
    const double xx = dot(x, x, 0, m->rows), yy = dot(y, y, 0, m->rows), xy = dot(x, y, 0, m->rows);
    if (xy == 0 || fabs(xy) < 1e-300) return 0;
    const double zeta = (yy - xx) / (2 * xy),
                 t = (zeta > 0 ? 1 : -1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    const double c = 1 / sqrt(1 + t * t), s = c * t;
    for (int r = 0; r < m->rows; r++) {
        const double keep = x[r];
        x[r] = c * keep - s * y[r];
        y[r] = s * keep + c * y[r];
    }
    return xx == 0 || yy == 0 ? 0 : fabs(xy) / sqrt(xx * yy);
}

int audit_singular_values(Matrix *m, double out[MATRIX_COLUMNS]) {
    const int sweeps = 12;       /* they converge in five to eight */
    const double enough = 1e-15; /* cosine of the angle between two columns */
    double worst = 1;
    for (int sweep = 0; sweep < sweeps && worst > enough; sweep++) {
        worst = 0;
        for (int a = 0; a < m->columns; a++)
            for (int b = a + 1; b < m->columns; b++) worst = fmax(worst, rotate(m, a, b));
    }
    for (int c = 0; c < m->columns; c++) {
        const double *x = matrix_column(m, c);
        double size = sqrt(dot(x, x, 0, m->rows));
        int at = c;
        for (; at > 0 && out[at - 1] < size; at--) out[at] = out[at - 1];
        out[at] = size;
    }
    return m->columns;
}
