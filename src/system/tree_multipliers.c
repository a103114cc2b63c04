/* SPDX-License-Identifier: MIT
 *
 * The multipliers of the loops of a tree, from S, how the tree answers to each row. theory (9.8) */
#include "system/tree.h"
#include <string.h>

/* L D L^T with the largest pivot first; rows that follow from others are left over. Near a singular
 * position all rows are a little soft: theory 5.7. */
void jd_tree_factor(const Tree *tree, TreeWork *w) {
    const int m = tree->cut.rows, rank = m - tree->dependent;
    double *L = w->S + (size_t)m * (size_t)m;
    memcpy(L, w->S, (size_t)m * (size_t)m * sizeof *L);
    w->ratio = INFINITY;
    w->lowest = 0;
    for (int k = 0; k < m; k++) w->order[k] = k;
    for (int k = 0; k < rank; k++) {
        int best = k;
        double most = -1;
        for (int r = k; r < m; r++) {
            const int at = w->order[r];
            const double share = L[at * m + at] / w->scale[at];
            if (share > most && jd_tree_in_turn(tree, at, k)) most = share, best = r;
        }
        const int at = w->order[best];
        w->order[best] = w->order[k];
        w->order[k] = at;
        if (!(most >= w->ratio)) w->ratio = most, w->lowest = at;
        const double soft = most < jd_near_singular ? 1e-13 * w->scale[at] : 0;
        const double pivot = L[at * m + at] = fmax(L[at * m + at], 0) + soft;
        for (int r = k + 1; r < m; r++) {
            const int row = w->order[r];
            const double share = L[row * m + at] / pivot;
            for (int c = k + 1; c <= r; c++) {
                const int column = w->order[c];
                L[row * m + column] = L[column * m + row] =
                    L[row * m + column] - share * L[column * m + at];
            }
        }
        for (int r = k + 1; r < m; r++) L[w->order[r] * m + at] /= pivot;
    }
}

static void solve_S(const Tree *tree, const TreeWork *w, double *b) {
    const int m = tree->cut.rows, rank = m - tree->dependent;
    const double *L = w->S + (size_t)m * (size_t)m;
    for (int k = 0; k < rank; k++)
        for (int r = k + 1; r < rank; r++)
            b[w->order[r]] -= L[w->order[r] * m + w->order[k]] * b[w->order[k]];
    for (int k = 0; k < rank; k++) b[w->order[k]] /= L[w->order[k] * m + w->order[k]];
    for (int k = rank - 1; k >= 0; k--)
        for (int r = k + 1; r < rank; r++)
            b[w->order[k]] -= L[w->order[r] * m + w->order[k]] * b[w->order[r]];
    for (int k = rank; k < m; k++) b[w->order[k]] = 0;
}

/* lambda with S lambda = b, refined where rows are soft. */
void jd_tree_multipliers(const Tree *tree, TreeWork *w, const double *b) {
    const int m = tree->cut.rows;
    double *x = w->lambda, *left = w->lambda + m;
    memcpy(x, b, (size_t)m * sizeof *x);
    solve_S(tree, w, x);
    for (int round = 0; round < 3 && w->ratio < jd_near_singular; round++) {
        for (int r = 0; r < m; r++) {
            left[r] = b[r];
            for (int c = 0; c < m; c++) left[r] -= w->S[r * m + c] * x[c];
        }
        solve_S(tree, w, left);
        for (int r = 0; r < m; r++) x[r] += left[r];
    }
}
