/* SPDX-License-Identifier: MIT
 *
 * The scale of a lock: its pivot if its bodies were free, b^T A^-1 b summed over them. Pivots are
 * judged against it and the regularisation is measured in it: theory 5.3. */
#include "sparse/inside.h"
#include <string.h>

/* Reciprocal of a pivot; a direction without mass has no weight. */
static double reciprocal(double pivot, double own) {
    return pivot > fabs(own) * PIVOT_NOISE ? 1 / pivot : 0;
}

/* A = L D L^T of one body: reciprocals of D, then the rows of L. */
static void weigh_coupled(const double *a, const int size, double *weight) {
    double *const l = weight + size;
    for (int i = 0; i < size; i++) {
        double *const row = l + i * (i - 1) / 2;
        double pivot = a[i * size + i];
        for (int j = 0; j < i; j++) {
            row[j] = a[j * size + i];
            for (int k = 0; k < j; k++) row[j] -= row[k] * l[j * (j - 1) / 2 + k];
        }
        for (int j = 0; j < i; j++) {
            const double u = row[j];
            row[j] = u * weight[j];
            pivot -= u * row[j];
        }
        weight[i] = reciprocal(pivot, a[i * size + i]);
    }
}

/* Diagonal and positive, as the blocks of most bodies are. */
ALWAYS bool is_simple(const double *a, const int size) {
    for (int i = 0; i < size; i++) {
        if (!(a[i * size + i] > 0)) return false;
        for (int j = i + 1; j < size; j++)
            if (a[i * size + j] != 0) return false;
    }
    return true;
}

ALWAYS void weigh(const double *a, const int size, double *weight) {
    if (!is_simple(a, size)) {
        weigh_coupled(a, size, weight);
        weight[size * (size + 1) / 2] = 1;
        return;
    }
    for (int i = 0; i < size; i++) weight[i] = 1 / a[i * size + i];
    weight[size * (size + 1) / 2] = 0;
}

double jd_sparse_coupled_scale(const double *weight, const double *b, int stride, int size) {
    const double *l = weight + size;
    double y[PIVOTS_MAX], sum = 0;
    for (int i = 0; i < size; i++) {
        y[i] = b[i * stride];
        for (int j = 0; j < i; j++) y[i] -= *l++ * y[j];
        sum += y[i] * y[i] * weight[i];
    }
    return sum;
}

void jd_sparse_scales(const SparsePlan *plan, const double *values, double *work) {
    const PlanBlock *const end = plan->block + plan->blocks;
    for (const PlanBlock *at = plan->block; at < end; at++) {
        if (at->dual) continue;
        if (at->size == 3)
            weigh(values + at->diagonal, 3, work + at->weight);
        else if (at->size == 6)
            weigh(values + at->diagonal, 6, work + at->weight);
        else
            weigh(values + at->diagonal, at->size, work + at->weight);
    }
    if (plan->couplings == 0) return;
    memset(work + plan->scale, 0, sizeof(double) * (size_t)plan->unknowns);
    for (const Coupling *at = plan->coupling, *last = at + plan->couplings; at < last; at++) {
        const double *const weight = work + at->weight, *b = values + at->value;
        double *const scale = work + at->scale;
        if (at->turned)
            for (int r = 0; r < at->rows; r++)
                scale[r] += lock_scale(weight, b + r, at->rows, at->columns);
        else if (at->columns == 3)
            for (int r = 0; r < at->rows; r++) scale[r] += lock_scale(weight, b + 3 * r, 1, 3);
        else
            for (int r = 0; r < at->rows; r++)
                scale[r] += lock_scale(weight, b + r * at->columns, 1, at->columns);
    }
}
