/* SPDX-License-Identifier: MIT
 *
 * Forward and back substitution along the fronts, in place in the caller's vector; the residual
 * with the matrix as it was given; and the answers of a plan to its caller. */
#include "sparse/planar.h"
#include "sparse/shape.h"

static void forward(const SparsePlan *plan, const Front *front, const double *l, double *x) {
    const FrontBlock *block = &plan->front_block[front->block];
    const unsigned *const row = plan->row + front->row;
    for (int b = 0; b < front->own; b++)
        for (int k = block[b].row; k < block[b].row + block[b].size; k++) {
            const double inverse = *l++, y = x[row[k]];
            for (int i = k + 1; i < block[b].end; i++) x[row[i]] -= *l++ * y;
            x[row[k]] = y * inverse;
        }
}

/* From the last pivot to the first; l points behind the factor. */
static void backward(const SparsePlan *plan, const Front *front, const double *l, double *x) {
    const FrontBlock *block = &plan->front_block[front->block];
    const unsigned *const row = plan->row + front->row;
    for (int b = front->own - 1; b >= 0; b--)
        for (int k = block[b].row + block[b].size - 1; k >= block[b].row; k--) {
            double y = x[row[k]];
            for (int i = block[b].end - 1; i > k; i--) y -= *--l * x[row[i]];
            x[row[k]] = y;
            l--; /* the pivot */
        }
}

void jd_sparse_solve(const SparsePlan *plan, const double *work, double *x) {
    const Front *const first = plan->front, *const end = first + plan->fronts;
    for (const Front *front = first; front < end; front++) {
        const double *const l = work + front->factor;
        if (front->shape == PLANAR_INNER)
            planar_forward(front, l, x, true);
        else
            switch (front->shape) {
#define SHAPE(number, b, j, r, u)                                                                  \
    case number:                                                                                   \
        shape_solve(plan, front, l, x, true, b, j, r, u);                                          \
        break;
#define CHAIN(number, b, j, u) SHAPE(number, b, j, 0, u)
            case PLANAR_LAST:
                planar_forward(front, l, x, false);
                break;
                SHAPES(SHAPE)
                CHAINS(CHAIN)
            default:
                forward(plan, front, l, x);
#undef CHAIN
#undef SHAPE
            }
    }
    for (const Front *front = end; front-- > first;) {
        const double *const l = work + front->factor;
        if (front->shape == PLANAR_INNER)
            planar_backward(front, l, x, true);
        else
            switch (front->shape) {
#define SHAPE(number, b, j, r, u)                                                                  \
    case number:                                                                                   \
        shape_solve(plan, front, l, x, false, b, j, r, u);                                         \
        break;
#define CHAIN(number, b, j, u) SHAPE(number, b, j, 0, u)
            case PLANAR_LAST:
                planar_backward(front, l, x, false);
                break;
                SHAPES(SHAPE)
                CHAINS(CHAIN)
            default:
                backward(plan, front, work + front->behind, x);
#undef CHAIN
#undef SHAPE
            }
    }
}

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
    return plan->block[block].diagonal;
}
size_t jd_sparse_pair_at(const SparsePlan *plan, int pair) {
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
