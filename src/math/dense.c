/* SPDX-License-Identifier: MIT
 *
 * Elimination in small full matrices. */
#include "base/own.h"
#include "math/dense.h"
#include <assert.h>
#include <string.h>

static void exchange(int *a, int *b) {
    const int keep = *a;
    *a = *b, *b = keep;
}

/* ---- L U ------------------------------------------------------------------------------------ */

static int largest_row(const double *A, int rows, int n, int k, const int *order) {
    int best = k;
    for (int r = k + 1; r < rows; r++) {
        const double size = fabs(A[r * n + k]), most = fabs(A[best * n + k]);
        if (size > most || (size == most && order[r] < order[best])) best = r;
    }
    return best;
}

DensePivot jd_dense_lu(int rows, int n, double *A, int *order) {
    DensePivot low = {INFINITY, 0};
    assert(rows >= n);
    for (int k = 0; k < n; k++) {
        const int best = largest_row(A, rows, n, k, order);
        for (int c = 0; c < n && best != k; c++) {
            const double keep = A[best * n + c];
            A[best * n + c] = A[k * n + c], A[k * n + c] = keep;
        }
        exchange(&order[best], &order[k]);
        const double pivot = A[k * n + k];
        if (!(fabs(pivot) >= low.size)) low = (DensePivot){fabs(pivot), order[k]};
        for (int r = k + 1; r < rows; r++) {
            const double share = A[r * n + k] /= pivot;
            for (int c = k + 1; c < n && share != 0; c++) A[r * n + c] -= share * A[k * n + c];
        }
    }
    return low;
}

void jd_dense_lu_solve(int n, const double *LU, double *x) {
    for (int k = 0; k < n; k++)
        for (int c = 0; c < k; c++) x[k] -= LU[k * n + c] * x[c];
    for (int k = n - 1; k >= 0; k--) {
        for (int c = k + 1; c < n; c++) x[k] -= LU[k * n + c] * x[c];
        x[k] /= LU[k * n + k];
    }
}

/* ---- Rows and columns exchanged ------------------------------------------------------------- */

/* Numbers that differ by no more are alike, and the first is taken: who works out the same in
 * another order takes the same. */
static const double alike = 1e-12;

/* Puts the largest number that is left at place k of both lists. */
static double take_largest(const DenseChoice *m, int k) {
    int best_r = k, best_c = k;
    double most = -1;
    for (int r = k; r < m->rows; r++)
        for (int c = k; c < m->columns; c++) {
            const int column = m->column[c];
            const double own = fabs(m->A[m->row[r] * m->columns + column]),
                         size = m->weight ? own * m->weight[column] : own;
            if (size > most * (1 + alike)) most = size, best_r = r, best_c = c;
        }
    exchange(&m->row[best_r], &m->row[k]);
    exchange(&m->column[best_c], &m->column[k]);
    return most;
}

int jd_dense_choose(const DenseChoice *m, int most, double least) {
    const int n = m->columns;
    int k = 0;
    for (; k < most && k < n && k < m->rows; k++) {
        const double size = take_largest(m, k);
        if (!(size > least && isfinite(size))) break;
        const double *own = m->A + m->row[k] * n;
        const int u = m->column[k];
        for (int r = k + 1; r < m->rows; r++) {
            double *const to = m->A + m->row[r] * n;
            const double share = to[u] / own[u];
            for (int c = k; c < n && share != 0; c++) to[m->column[c]] -= share * own[m->column[c]];
        }
    }
    return k;
}

/* ---- Symmetric ------------------------------------------------------------------------------ */

void jd_dense_solve_positive(int n, double *A, double *b) {
    for (int k = 0; k < n; k++)
        for (int r = k + 1; r < n; r++) {
            const double share = A[r * n + k] / A[k * n + k];
            for (int c = k + 1; c <= r && share != 0; c++) A[r * n + c] -= share * A[c * n + k];
            b[r] -= share * b[k];
        }
    for (int k = n - 1; k >= 0; k--) {
        double sum = b[k];
        for (int c = k + 1; c < n; c++) sum -= A[c * n + k] * b[c];
        b[k] = sum / A[k * n + k];
    }
}

bool jd_dense_invert_positive(int n, double *A) {
    double from[DENSE_INVERSE_MOST * DENSE_INVERSE_MOST];
    assert(n <= DENSE_INVERSE_MOST);
    memcpy(from, A, (size_t)(n * n) * sizeof *A);
    for (int k = 0; k < n * n; k++) A[k] = k % (n + 1) == 0;
    for (int k = 0; k < n; k++) {
        const double pivot = from[k * n + k];
        if (!(pivot > 0)) return false;
        for (int c = 0; c < n; c++) from[k * n + c] /= pivot, A[k * n + c] /= pivot;
        for (int r = 0; r < n; r++) {
            const double share = r == k ? 0 : from[r * n + k];
            for (int c = 0; c < n && share != 0; c++)
                from[r * n + c] -= share * from[k * n + c], A[r * n + c] -= share * A[k * n + c];
        }
    }
    return true;
}

/* The row whose diagonal is the largest of those whose turn it is, as place in the order. */
static int largest_diagonal(const DenseLdl *m, int k, double *most) {
    int best = k;
    *most = -1;
    for (int r = k; r < m->n; r++) {
        const int at = m->order[r];
        const double share = m->L[at * m->n + at] / m->scale[at];
        if (share > *most && (!m->late || (k < m->early) == !m->late[at])) *most = share, best = r;
    }
    return best;
}

DensePivot jd_dense_ldl(const DenseLdl *m) {
    const int n = m->n, *const order = m->order;
    double *const L = m->L, most;
    DensePivot low = {INFINITY, 0};
    for (int k = 0; k < n; k++) m->order[k] = k;
    for (int k = 0; k < m->rank; k++) {
        exchange(&m->order[largest_diagonal(m, k, &most)], &m->order[k]);
        const int at = order[k];
        if (!(most >= low.size)) low = (DensePivot){most, at};
        const double soft = most < m->low ? m->soft * m->scale[at] : 0;
        const double pivot = L[at * n + at] = fmax(L[at * n + at], 0) + soft;
        for (int r = k + 1; r < n; r++) {
            const int row = order[r];
            const double share = L[row * n + at] / pivot;
            for (int c = k + 1; c <= r; c++) {
                const int column = order[c];
                L[row * n + column] = L[column * n + row] =
                    L[row * n + column] - share * L[column * n + at];
            }
        }
        for (int r = k + 1; r < n; r++) L[order[r] * n + at] /= pivot;
    }
    return low;
}

void jd_dense_ldl_solve(const DenseLdl *m, double *b) {
    const int n = m->n, rank = m->rank, *const order = m->order;
    const double *const L = m->L;
    for (int k = 0; k < rank; k++)
        for (int r = k + 1; r < rank; r++) b[order[r]] -= L[order[r] * n + order[k]] * b[order[k]];
    for (int k = 0; k < rank; k++) b[order[k]] /= L[order[k] * n + order[k]];
    for (int k = rank - 1; k >= 0; k--)
        for (int r = k + 1; r < rank; r++) b[order[k]] -= L[order[r] * n + order[k]] * b[order[r]];
    for (int k = rank; k < n; k++) b[order[k]] = 0;
}
