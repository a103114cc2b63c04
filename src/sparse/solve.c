/* SPDX-License-Identifier: MIT
 *
 * The residual with the matrix as it was given, and the answers of a plan to its caller. */
#include "sparse/inside.h"
#include <assert.h>

void jd_sparse_residual(const SparsePlan *plan, const double *values, const double *x,
                        const double *b, double *r) {
    for (int i = 0; i < plan->unknowns; i++) r[i] = b[i];
    for (const PlanBlock *at = plan->block; at < plan->block + plan->blocks; at++) {
        if (at->dual) continue;
        const double *a = values + at->diagonal;
        for (int i = 0; i < at->size; i++)
            for (int j = 0; j < at->size; j++) r[at->unknown + i] -= *a++ * x[at->unknown + j];
    }
    for (const PlanPair *at = plan->pair; at < plan->pair + plan->pairs; at++) {
        const PlanBlock *row = &plan->block[at->row], *column = &plan->block[at->column];
        const double *a = values + at->value;
        for (int i = row->unknown; i < row->unknown + row->size; i++)
            for (int j = column->unknown; j < column->unknown + column->size; j++, a++) {
                r[i] -= *a * x[j];
                r[j] -= *a * x[i];
            }
    }
}

size_t jd_sparse_values(const SparsePlan *plan) {
    return plan->values;
}
size_t jd_sparse_diagonal_at(const SparsePlan *plan, int block) {
    assert(!plan->definite);
    return plan->block[block].diagonal;
}
size_t jd_sparse_pair_at(const SparsePlan *plan, int pair) {
    assert(!plan->definite);
    return plan->pair[pair].value;
}
int jd_sparse_unknowns(const SparsePlan *plan) {
    return plan->unknowns;
}
int jd_sparse_unknown_at(const SparsePlan *plan, int block) {
    return plan->block[block].unknown;
}
size_t jd_sparse_work(const SparsePlan *plan) {
    return plan->work;
}
size_t jd_sparse_bytes(const SparsePlan *plan) {
    return plan->bytes;
}

/* The block that an unknown belongs to. */
static int block_of(const SparsePlan *plan, int unknown) {
    int low = 0, high = plan->blocks - 1;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (plan->block[middle].unknown <= unknown)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

size_t jd_sparse_place(const SparsePlan *plan, int a, int b) {
    const int one = plan->front_of[block_of(plan, a)], other = plan->front_of[block_of(plan, b)];
    const Front *front = &plan->front[one < other ? one : other];
    const unsigned *row = plan->row + front->row;
    int i = 0, j = 0;
    while (i < front->rows && row[i] != (unsigned)a) i++;
    while (j < front->rows && row[j] != (unsigned)b) j++;
    assert(plan->definite && i < front->rows && j < front->rows);
    const int low = i > j ? i : j, high = i + j - low;
    return front->image + (size_t)(high * STRIDE(front->rows) + low);
}
