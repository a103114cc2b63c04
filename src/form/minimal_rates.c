/* SPDX-License-Identifier: MIT
 *
 * Which rates of the tree are independent, and how the others follow from the locks of its loops:
 * theory (9.11)-(9.12). */
#include "form/minimal.h"

void jd_minimal_rows(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, const Motion *m) {
    const Tree *tree = &plan->tree;
    for (int r = 0; r < tree->cut.rows; r++) {
        double *G = w->G + (size_t)r * (size_t)tree->nu;
        const double scale = tree->cut.row[r].metres ? 1 / s->length : 1;
        jd_tree_row(s, tree, &w->tree, m, plan->group[r], r, G);
        for (int u = 0; u < tree->nu; u++) G[u] *= scale * plan->unit[u];
    }
}

/* What is in use stays so unless another is this much better. */
static const double keep = 0.7;

/* Gauss with the largest number first, by rows and by rates: which rates depend. G is spoilt. */
static void choose(const MinimalPlan *plan, MinimalWork *w, double less) {
    const int nu = plan->tree.nu, rows = plan->tree.cut.rows, rank = nu - plan->free;
    int *row = w->rows, *column = w->dependent;
    for (int r = 0; r < rows; r++) row[r] = r;
    for (int u = 0; u < nu; u++) w->independent[u] = u;
    for (int k = 0; k < rank; k++) {
        int best_r = k, best_c = k;
        double most = -1;
        for (int r = k; r < rows; r++)
            for (int c = k; c < nu; c++) {
                const int u = w->independent[c];
                const double size =
                    fabs(w->G[row[r] * nu + u]) * plan->prefer[u] * (w->in_use[u] ? less : 1);
                if (size > most) most = size, best_r = r, best_c = c;
            }
        const int at = row[best_r], u = w->independent[best_c];
        row[best_r] = row[k], row[k] = at;
        w->independent[best_c] = w->independent[k], w->independent[k] = u;
        column[k] = u;
        for (int r = k + 1; r < rows; r++) {
            const double share = w->G[row[r] * nu + u] / w->G[at * nu + u];
            for (int c = k; c < nu && share != 0; c++)
                w->G[row[r] * nu + w->independent[c]] -= share * w->G[at * nu + w->independent[c]];
        }
    }
    for (int k = 0; k < plan->free; k++) w->independent[k] = w->independent[rank + k];
}

void jd_minimal_choose(const MinimalPlan *plan, MinimalWork *w) {
    choose(plan, w, keep);
}

void jd_minimal_choose_anew(const MinimalPlan *plan, MinimalWork *w) {
    choose(plan, w, 1);
}

/* The row with the largest number of column k among those that are left; of equal ones the first,
 * so that it does not matter in which order they come. */
static int best_row(const MinimalWork *w, int rows, int n, int k) {
    int best = k;
    for (int r = k + 1; r < rows; r++) {
        const double size = fabs(w->LU[r * n + k]), most = fabs(w->LU[best * n + k]);
        if (size > most || (size == most && w->rows[r] < w->rows[best])) best = r;
    }
    return best;
}

/* L U of the dependent rates, by the rows that hold them best: w->rows is put in the order of
 * pivots. */
void jd_minimal_factor(const MinimalPlan *plan, MinimalWork *w) {
    const int nu = plan->tree.nu, n = nu - plan->free, rows = plan->tree.cut.rows;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < n; c++) w->LU[r * n + c] = w->G[w->rows[r] * nu + w->dependent[c]];
    w->pivot = INFINITY;
    for (int k = 0; k < n; k++) {
        const int best = best_row(w, rows, n, k);
        for (int c = 0; c < n && best != k; c++) {
            const double other = w->LU[best * n + c];
            w->LU[best * n + c] = w->LU[k * n + c], w->LU[k * n + c] = other;
        }
        const int row = w->rows[best];
        w->rows[best] = w->rows[k], w->rows[k] = row;
        const double pivot = w->LU[k * n + k];
        if (!(fabs(pivot) >= w->pivot)) w->pivot = fabs(pivot), w->lowest = w->rows[k];
        for (int r = k + 1; r < rows; r++) {
            const double share = w->LU[r * n + k] /= pivot;
            for (int c = k + 1; c < n && share != 0; c++)
                w->LU[r * n + c] -= share * w->LU[k * n + c];
        }
    }
}

/* Rates of the dependent joints that meet b (of each row, in its own unit), into u; independent
 * ones stay. */
void jd_minimal_follow(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, const double *b,
                       double *u) {
    const int n = plan->tree.nu - plan->free;
    double *x = w->r + plan->tree.cut.rows;
    for (int k = 0; k < n; k++) {
        const int row = w->rows[k];
        x[k] = b[row] * (plan->tree.cut.row[row].metres ? 1 / s->length : 1);
        for (int c = 0; c < k; c++) x[k] -= w->LU[k * n + c] * x[c];
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int c = k + 1; c < n; c++) x[k] -= w->LU[k * n + c] * x[c];
        x[k] /= w->LU[k * n + k];
    }
    for (int k = 0; k < n; k++) u[w->dependent[k]] = x[k] * plan->unit[w->dependent[k]];
}
