/* SPDX-License-Identifier: MIT
 *
 * Linear equations of symbols: elimination whose pivots are chosen by numbers at one point, so that
 * formulas divide by what is large there. What is large there may be zero elsewhere, but not the
 * pivots of a matrix that is symmetric and definite, as that of sources that hold what masses move:
 * there they are on the diagonal. */
#include "bond/inside.h"
#include <stdlib.h>

enum { SINGULAR_DIGITS = 11 };

typedef struct {
    SymPool *pool;
    Sym *a, *b;
    double *value, *size; /* of a, at the point, and what was added for it */
    int n, m;
    const double *names;
    bool definite;
} Elimination;

static void look(Elimination *e, int row, int column) {
    const int at = row * e->n + column;
    e->value[at] = jd_sym_value(e->pool, e->a[at], e->names, &e->size[at]);
}

/* Zero but for rounding. */
static bool is_zero(const Elimination *e, int at) {
    return !(fabs(e->value[at]) > pow(10, -SINGULAR_DIGITS) * e->size[at]);
}

/* Symmetric at the point, with pivots on the diagonal that have one sign. */
static bool is_definite(const Elimination *e) {
    const int n = e->n;
    double *a = calloc((size_t)n * (size_t)n + 1, sizeof *a), sign = 0;
    bool is = a != NULL;
    if (!is) jd_sym_out_of_memory(e->pool);
    for (int r = 0; r < n && is; r++)
        for (int c = 0; c < n && is; c++) {
            const double size = fmax(e->size[r * n + c], e->size[c * n + r]);
            a[r * n + c] = e->value[r * n + c];
            is =
                fabs(e->value[r * n + c] - e->value[c * n + r]) <= pow(10, -SINGULAR_DIGITS) * size;
        }
    for (int k = 0; k < n && is; k++) {
        const double pivot = a[k * n + k];
        if (k == 0) sign = pivot < 0 ? -1 : 1;
        is = sign * pivot > pow(10, -SINGULAR_DIGITS) * e->size[k * n + k];
        for (int r = k + 1; r < n && is; r++) {
            const double by = a[r * n + k] / pivot;
            for (int c = k; c < n; c++) a[r * n + c] -= by * a[k * n + c];
        }
    }
    free(a);
    return is;
}

static int choose_pivot(const Elimination *e, int column, const int *order) {
    int best = -1;
    double most = 0;
    if (e->definite && !is_zero(e, order[column] * e->n + column)) return column;
    for (int k = column; k < e->n; k++) {
        const int row = order[k];
        double scale = 0;
        for (int c = column; c < e->n; c++) scale = fmax(scale, e->size[row * e->n + c]);
        const double share = fabs(e->value[row * e->n + column]) / scale;
        if (is_zero(e, row * e->n + column) || !(share > most)) continue;
        most = share;
        best = k;
    }
    return best;
}

/* Numbers are put together at once, so that a formula does not tell what a difference was of: it
 * is remembered. What is left of two that are the same but for rounding is zero. */
static void subtract_entry(Elimination *e, int row, int pivot, int column, Sym factor,
                           double ratio) {
    SymPool *pool = e->pool;
    const int at = row * e->n + column, by = pivot * e->n + column;
    const double size = e->size[at] + fabs(ratio) * e->size[by];
    e->a[at] = jd_sym_subtract(pool, e->a[at], jd_sym_times(pool, factor, e->a[by]));
    look(e, row, column);
    e->size[at] = fmax(e->size[at], size);
    if (!is_zero(e, at) || jd_sym_stopped(pool) || jd_sym_node(pool, e->a[at])->changes) return;
    e->a[at] = jd_sym_whole(pool, 0);
    e->value[at] = 0;
}

static void subtract_row(Elimination *e, int row, int pivot, int column) {
    SymPool *pool = e->pool;
    const int n = e->n, m = e->m, first = row * n + column;
    if (jd_sym_is(pool, e->a[first], 0)) return;
    const Sym factor = jd_sym_over(pool, e->a[first], e->a[pivot * n + column]);
    const double ratio = e->value[first] / e->value[pivot * n + column];
    e->a[first] = jd_sym_whole(pool, 0);
    e->value[first] = 0;
    for (int c = column + 1; c < n; c++) subtract_entry(e, row, pivot, c, factor, ratio);
    for (int c = 0; c < m; c++)
        e->b[row * m + c] = jd_sym_subtract(pool, e->b[row * m + c],
                                            jd_sym_times(pool, factor, e->b[pivot * m + c]));
}

/* From the last row up; the result of column k of the unknowns goes to row order[k] first. */
static void put_back(Elimination *e, const int *order) {
    SymPool *pool = e->pool;
    for (int k = e->n - 1; k >= 0; k--)
        for (int c = 0; c < e->m; c++) {
            Sym right = e->b[order[k] * e->m + c];
            for (int j = k + 1; j < e->n; j++)
                right = jd_sym_subtract(
                    pool, right,
                    jd_sym_times(pool, e->a[order[k] * e->n + j], e->b[order[j] * e->m + c]));
            e->b[order[k] * e->m + c] = jd_sym_over(pool, right, e->a[order[k] * e->n + k]);
        }
}

static void sort_rows(Elimination *e, const int *order, Sym *room) {
    for (int k = 0; k < e->n; k++)
        for (int c = 0; c < e->m; c++) room[k * e->m + c] = e->b[order[k] * e->m + c];
    for (int k = 0; k < e->n * e->m; k++) e->b[k] = room[k];
}

bool jd_sym_eliminate(SymPool *pool, Sym *matrix, Sym *right, int n, int m, const double *values,
                      int *row) {
    const size_t size = (size_t)n * (size_t)n + 1;
    Elimination e = {
        pool, matrix, right, calloc(size, sizeof(double)), calloc(size, sizeof(double)),
        n,    m,      values};
    int *order = calloc((size_t)n + 1, sizeof *order);
    Sym *room = calloc((size_t)n * (size_t)m + 1, sizeof *room);
    bool good = e.value && e.size && order && room;
    if (!good) jd_sym_out_of_memory(pool);
    for (int r = 0; good && r < n; r++) {
        order[r] = r;
        for (int c = 0; c < n; c++) look(&e, r, c);
    }
    e.definite = good && is_definite(&e);
    for (int k = 0; good && k < n; k++) {
        const int pivot = choose_pivot(&e, k, order);
        good = pivot >= 0;
        *row = order[k];
        if (!good) break;
        const int swap = order[k];
        order[k] = order[pivot], order[pivot] = swap;
        for (int r = k + 1; r < n; r++) subtract_row(&e, order[r], order[k], k);
    }
    if (good) put_back(&e, order), sort_rows(&e, order, room);
    free(e.value), free(e.size), free(order), free(room);
    return good && !jd_sym_stopped(pool);
}
