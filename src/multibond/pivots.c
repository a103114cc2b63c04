/* SPDX-License-Identifier: MIT
 *
 * Linear equations by LU with complete pivots, which show the rank. Matrices of mechanisms are
 * nearly empty: of each row the largest entry is known, and looked for again only where the row
 * changed, and a row is taken from others only where it has entries. */
#include "multibond/numbers.h"

static const double repeats =
    1e-10; /* what is left of a row beside others, as a share, where it is one of them */

bool jd_pivots_open(Pivots *p, int most, Arena *arena) {
    *p = (Pivots){.a = ARENA_NEW(arena, double, (size_t)most *(size_t)most + 1),
                  .row = ARENA_NEW(arena, int, most + 1),
                  .column = ARENA_NEW(arena, int, most + 1),
                  .peak = ARENA_NEW(arena, int, most + 1),
                  .filled = ARENA_NEW(arena, int, most + 1)};
    return p->a && p->row && p->column && p->peak && p->filled;
}

static double *row_at(const Pivots *p, int row) {
    return &p->a[row * p->n];
}

/* The first of its largest entries in columns from the k-th on. */
static void find_peak(Pivots *p, int row, int k) {
    const double *at = row_at(p, row);
    int best = p->column[k];
    for (int j = k + 1; j < p->n; j++)
        if (fabs(at[p->column[j]]) > fabs(at[best])) best = p->column[j];
    p->peak[row] = best;
}

static void swap(int *at, int a, int b) {
    const int kept = at[a];
    at[a] = at[b], at[b] = kept;
}

/* The largest entry of what is left comes to the k-th row and column. */
static double choose_pivot(Pivots *p, int k) {
    int best = k;
    for (int i = k + 1; i < p->n; i++) {
        const int row = p->row[i], other = p->row[best];
        if (fabs(row_at(p, row)[p->peak[row]]) > fabs(row_at(p, other)[p->peak[other]])) best = i;
    }
    swap(p->row, k, best);
    const int column = p->peak[p->row[k]];
    int c = k;
    while (p->column[c] != column) c++;
    swap(p->column, k, c);
    return row_at(p, p->row[k])[column];
}

/* Columns behind the k-th where its row has entries; how many. */
static int list_filled(Pivots *p, int k) {
    const double *at = row_at(p, p->row[k]);
    int count = 0;
    for (int j = k + 1; j < p->n; j++)
        if (at[p->column[j]] != 0) p->filled[count++] = p->column[j];
    return count;
}

void jd_pivots_find(Pivots *p, int n) {
    p->n = p->rank = n;
    for (int k = 0; k < n; k++) p->row[k] = p->column[k] = k;
    for (int k = 0; k < n; k++) find_peak(p, k, 0);
    for (int k = 0; k < n; k++) {
        const int first = p->column[k]; /* before it is swapped away */
        const double pivot = choose_pivot(p, k);
        if (!(fabs(pivot) > repeats)) {
            p->rank = k;
            return;
        }
        const int column = p->column[k], filled = list_filled(p, k);
        const double *from = row_at(p, p->row[k]);
        for (int i = k + 1; i < n; i++) {
            const int row = p->row[i];
            double *to = row_at(p, row);
            const double by = to[column] /= pivot;
            for (int j = 0; j < filled && by != 0; j++) to[p->filled[j]] -= by * from[p->filled[j]];
            if (k + 1 < n && (by != 0 || p->peak[row] == column || p->peak[row] == first))
                find_peak(p, row, k + 1);
        }
    }
}

void jd_pivots_solve(const Pivots *p, const double *right, double *x) {
    for (int k = 0; k < p->n; k++) x[k] = 0;
    for (int k = 0; k < p->rank; k++) { /* forward: y in x by rows' order */
        const double *at = row_at(p, p->row[k]);
        double sum = right[p->row[k]];
        for (int j = 0; j < k; j++) sum -= at[p->column[j]] * x[p->column[j]];
        x[p->column[k]] = sum;
    }
    for (int k = p->rank - 1; k >= 0; k--) {
        const double *at = row_at(p, p->row[k]);
        double sum = x[p->column[k]];
        for (int j = k + 1; j < p->rank; j++) sum -= at[p->column[j]] * x[p->column[j]];
        x[p->column[k]] = sum / at[p->column[k]];
    }
}
