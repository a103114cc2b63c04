/* SPDX-License-Identifier: MIT
 *
 * Which rates of the tree are independent, and how the others follow from the locks of its loops:
 * theory (9.11)-(9.12). */
#include "form/minimal.h"
#include "math/dense.h"

void jd_minimal_rows(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, Motion *m) {
    const Tree *tree = &plan->tree;
    const TreeAt at = {s, tree, &w->tree, m};
    for (int r = 0; r < tree->cut.rows; r++) {
        double *G = w->G + (size_t)r * (size_t)tree->nu;
        const double scale = tree->cut.row[r].metres ? 1 / s->length : 1;
        jd_tree_row(&at, plan->group[r], r, G);
        for (int u = 0; u < tree->nu; u++) G[u] *= scale * plan->unit[u];
    }
}

/* What is in use stays so unless another is this much better. */
static const double keep = 0.7;

/* Which rates depend, where a rate in use counts less. G is spoilt. */
static void choose(const MinimalPlan *plan, MinimalWork *w, double less) {
    const int nu = plan->tree.nu, rows = plan->tree.cut.rows, rank = nu - plan->free;
    double *weight = w->udot; /* room */
    for (int r = 0; r < rows; r++) w->rows[r] = r;
    for (int u = 0; u < nu; u++) {
        w->independent[u] = u;
        weight[u] = plan->prefer[u] * (w->in_use[u] ? less : 1);
    }
    jd_dense_choose(&(DenseChoice){rows, nu, w->G, w->rows, w->independent, weight}, rank,
                    -INFINITY);
    for (int k = 0; k < rank; k++) w->dependent[k] = w->independent[k];
    for (int k = 0; k < plan->free; k++) w->independent[k] = w->independent[rank + k];
}

void jd_minimal_choose(const MinimalPlan *plan, MinimalWork *w) {
    choose(plan, w, keep);
}

void jd_minimal_choose_anew(const MinimalPlan *plan, MinimalWork *w) {
    choose(plan, w, 1);
}

/* L U of the dependent rates, by the rows that hold them best: w->rows is put in the order of
 * pivots. */
void jd_minimal_factor(const MinimalPlan *plan, MinimalWork *w) {
    const int nu = plan->tree.nu, n = nu - plan->free, rows = plan->tree.cut.rows;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < n; c++) w->LU[r * n + c] = w->G[w->rows[r] * nu + w->dependent[c]];
    const DensePivot low = jd_dense_lu(rows, n, w->LU, w->rows);
    w->pivot = low.size;
    if (n > 0) w->lowest = low.row;
}

/* Rates of the dependent joints that meet b (of each row, in its own unit), into u; independent
 * ones stay. */
void jd_minimal_follow(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, const double *b,
                       double *u) {
    const int n = plan->tree.nu - plan->free;
    double *x = w->r + plan->tree.cut.rows;
    for (int k = 0; k < n; k++)
        x[k] = b[w->rows[k]] * (plan->tree.cut.row[w->rows[k]].metres ? 1 / s->length : 1);
    jd_dense_lu_solve(n, w->LU, x);
    for (int k = 0; k < n; k++) u[w->dependent[k]] = x[k] * plan->unit[w->dependent[k]];
}
