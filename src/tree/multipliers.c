/* SPDX-License-Identifier: MIT
 *
 * The multipliers of the loops of a tree, from S, how the tree answers to each row. theory (9.8) */
#include "math/dense.h"
#include "tree/inside.h"
#include <string.h>

/* In parts of a row's scale: near a singular position rows are so soft, which three rounds of
 * refinement take out again. theory 5.7 */
static const double softness = 1e-13;
enum { ROUNDS = 3 };

/* Rows that follow from others are left over. */
static DenseLdl factors(const Tree *tree, const TreeWork *w) {
    const size_t m = (size_t)tree->cut.rows;
    return (DenseLdl){.n = (int)m,
                      .rank = (int)m - tree->dependent,
                      .L = w->S + m * m,
                      .scale = w->scale,
                      .order = w->order,
                      .late = tree->late,
                      .early = tree->holding,
                      .low = jd_near_singular,
                      .soft = softness};
}

void jd_tree_factor(const Tree *tree, TreeWork *w) {
    const DenseLdl S = factors(tree, w);
    memcpy(S.L, w->S, (size_t)(S.n * S.n) * sizeof *S.L);
    const DensePivot low = jd_dense_ldl(&S);
    w->ratio = low.size;
    w->lowest = low.row;
}

/* lambda with S lambda = b, refined where rows are soft. */
void jd_tree_multipliers(const Tree *tree, TreeWork *w, const double *b) {
    const DenseLdl S = factors(tree, w);
    const int m = S.n;
    double *x = w->lambda, *left = w->lambda + m;
    memcpy(x, b, (size_t)m * sizeof *x);
    jd_dense_ldl_solve(&S, x);
    for (int round = 0; round < ROUNDS && w->ratio < jd_near_singular; round++) {
        for (int r = 0; r < m; r++) {
            left[r] = b[r];
            for (int c = 0; c < m; c++) left[r] -= w->S[r * m + c] * x[c];
        }
        jd_dense_ldl_solve(&S, left);
        for (int r = 0; r < m; r++) x[r] += left[r];
    }
}
