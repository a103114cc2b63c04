/* SPDX-License-Identifier: MIT
 *
 * Fronts of the common sizes. Nearly every front of a planar mechanism eliminates one body (B
 * rows) and the locks behind it (J rows), and has behind these R rows of closing joints that the
 * body is coupled with, and U rows of the body above, coupled with the locks alone:
 *
 *     body     | A
 *     locks    | B        -epsilon * scale        P = B + J pivots
 *     closing  | fill      fill            ...
 *     above    |  0        B^T             ...  update
 *
 * The elimination of factor.c and the substitution of solve.c are written here once more for sizes
 * that the compiler knows, so that their loops dissolve. The factor is stored alike. */
#ifndef JD_SPARSE_SHAPE_H
#define JD_SPARSE_SHAPE_H

#include "sparse/inside.h"

/* Number and sizes B, J, R, U; 1 and 2 are those of planar.h. Of a CHAIN the numbers are found
 * without lists: one joint, no closing joints, and children that add to the body alone. */
/* clang-format off */
#define SHAPES(SHAPE)                                                                              \
    SHAPE(3, 3, 2, 2, 3) SHAPE(4, 3, 2, 2, 0) SHAPE(5, 3, 4, 0, 0) SHAPE(6, 3, 4, 2, 0)            \
    SHAPE(7, 3, 2, 4, 3) SHAPE(8, 3, 4, 2, 3) SHAPE(9, 3, 2, 4, 0) SHAPE(10, 3, 6, 0, 0)           \
    SHAPE(11, 3, 6, 2, 0)
/* clang-format on */
#define CHAINS(CHAIN) CHAIN(20, 6, 5, 6) CHAIN(21, 6, 5, 0) CHAIN(22, 6, 3, 6) CHAIN(23, 6, 3, 0)

enum { SHAPE_ROWS = 18, SHAPE_PIVOTS = 11 };

/* A front while it is eliminated: its columns, S numbers each, and the same divided by their
 * pivots. Rows are taken in pairs (0, 1), (2, 3), ...; S is even. */
typedef struct {
    double m[SHAPE_ROWS * SHAPE_ROWS], l[SHAPE_PIVOTS * SHAPE_ROWS];
    double pivot[SHAPE_PIVOTS], scale[SHAPE_PIVOTS];
} Shape;

ALWAYS void shape_clear(Shape *s, const int N, const int S) {
    UNROLL for (int j = 0; j < N; j++) {
        UNROLL for (int i = j / 2 * 2; i < S; i += 2) two_store(s->m + j * S + i, two_both(0));
    }
}

/* Subtracts from column j what the pivot columns before it say. The first B pivots are not coupled
 * with rows and columns from E on: there their columns are zero. */
ALWAYS void shape_column(Shape *s, const int j, const int end, const int B, const int P,
                         const int E, const int S) {
    const int before = j < P ? j : P;
    UNROLL for (int i = j / 2 * 2; i < end; i += 2) {
        Two sum = two_load(s->m + j * S + i);
        UNROLL for (int k = 0; k < before; k++) {
            if (k < B && (i >= E || j >= E)) continue;
            sum -= two_load(s->m + k * S + i) * two_both(s->l[k * S + j]);
        }
        two_store(s->m + j * S + i, sum);
    }
}

/* One pivot: its column, and that divided by the pivot. Returns where the factor goes on. */
ALWAYS double *shape_pivot(Shape *s, double *factor, const int k, const int end, const int B,
                           const int P, const int E, const int S) {
    shape_column(s, k, end, B, P, E, S);
    s->pivot[k] = s->m[k * S + k];
    const double inverse = 1 / s->pivot[k];
    UNROLL for (int i = k / 2 * 2; i < end; i += 2)
        two_store(s->l + k * S + i, two_load(s->m + k * S + i) * two_both(inverse));
    factor[0] = inverse;
    UNROLL for (int i = k + 1; i < end; i++) factor[i - k] = s->l[k * S + i];
    return factor + (end - k);
}

/* Eliminates the pivots, keeps the factor and hands on the update. */
ALWAYS void shape_eliminate(Shape *s, double *factor, double *update, const int B, const int J,
                            const int R, const int U) {
    const int P = B + J, E = P + R, N = E + U, M = R + U, S = STRIDE(N);
    UNROLL for (int k = 0; k < B; k++) factor = shape_pivot(s, factor, k, E, B, P, E, S);
    UNROLL for (int k = B; k < P; k++) factor = shape_pivot(s, factor, k, N, B, P, E, S);
    UNROLL for (int j = 0; j < M; j++) {
        shape_column(s, P + j, N, B, P, E, S);
        UNROLL for (int i = j; i < M; i++) update[j * M + i] = s->m[(P + j) * S + P + i];
    }
}

/* Are all pivots fit? If not the front has to be done over with more care. */
ALWAYS bool shape_judge(Factoring *f, const Front *front, const Shape *s, const int B,
                        const int J) {
    const double *const a = f->values + front->body_value;
    UNROLL for (int k = 0; k < B; k++) {
        if (!is_body_pivot(s->pivot[k], a[k * B + k])) return false;
    }
    UNROLL for (int k = 0; k < J; k++) {
        const double pivot = s->pivot[B + k];
        if (-pivot > f->watch * s->scale[k]) continue;
        if (jd_sparse_low_pivot(f, pivot, s->scale[k], (int)f->plan->row[front->row + B + k]) !=
            pivot)
            return false;
    }
    return true;
}

/* Any front of this shape: its numbers come by lists. */
ALWAYS bool shape_factor(Factoring *f, const Front *front, const int B, const int J, const int R,
                         const int U) {
    const int N = B + J + R + U, S = STRIDE(N);
    const unsigned *const row = f->plan->row + front->row;
    Shape s;
    shape_clear(&s, N, S);
    front_gather(f, front, s.m);
    UNROLL for (int i = 0; i < J; i++) {
        s.scale[i] = f->work[f->plan->scale + row[B + i]];
        s.m[(B + i) * (S + 1)] -= f->epsilon * s.scale[i];
    }
    shape_eliminate(&s, f->work + front->factor, f->work + front->update, B, J, R, U);
    return shape_judge(f, front, &s, B, J);
}

ALWAYS bool chain_factor(Factoring *f, const Front *front, const int B, const int J, const int U) {
    const double *const a = f->values + front->body_value, *const own =
                                                               f->values + front->own_value;
    const double *const up = f->values + front->above_value;
    const int P = B + J, N = P + U, S = STRIDE(N);
    Shape s;
    shape_clear(&s, N, S);
    UNROLL for (int j = 0; j < B; j++) {
        UNROLL for (int i = j; i < B; i++) s.m[j * S + i] = a[j * B + i];
        UNROLL for (int i = 0; i < J; i++) s.m[j * S + B + i] = own[i * B + j];
    }
    const int *child = f->plan->child + front->child, *const last = child + front->children;
    for (; child < last; child++) {
        const double *const u = f->work + f->plan->front[*child].update;
        UNROLL for (int j = 0; j < B; j++) {
            UNROLL for (int i = j; i < B; i++) s.m[j * S + i] += u[j * B + i];
        }
    }
    UNROLL for (int i = 0; i < J; i++) {
        s.scale[i] = lock_scale(f->work + front->body_weight, own + i * B, 1, B);
        s.scale[i] += U ? lock_scale(f->work + front->above_weight, up + i * U, 1, U) : 0;
        s.m[(B + i) * (S + 1)] = -f->epsilon * s.scale[i];
        UNROLL for (int j = 0; j < U; j++) s.m[(B + i) * S + P + j] = up[i * U + j];
    }
    shape_eliminate(&s, f->work + front->factor, f->work + front->update, B, J, 0, U);
    return shape_judge(f, front, &s, B, J);
}

/* ---- Substitution: rows of the front to and from the vector, and between -------------------- */

ALWAYS void shape_forward(const double *l, double *y, const int B, const int J, const int R,
                          const int U) {
    const int P = B + J, E = P + R, N = E + U;
    UNROLL for (int k = 0; k < B; k++, l += E - (k - 1)) {
        UNROLL for (int i = k + 1; i < E; i++) y[i] -= l[i - k] * y[k];
        y[k] *= l[0];
    }
    UNROLL for (int k = B; k < P; k++, l += N - (k - 1)) {
        UNROLL for (int i = k + 1; i < N; i++) y[i] -= l[i - k] * y[k];
        y[k] *= l[0];
    }
}

ALWAYS void shape_backward(const double *l, double *y, const int B, const int J, const int R,
                           const int U) {
    const int P = B + J, E = P + R, N = E + U, middle = B * (E + E - B + 1) / 2;
    UNROLL for (int k = P - 1; k >= B; k--) {
        const double *const column = l + middle + (k - B) * (N + N - k - B + 1) / 2;
        UNROLL for (int i = k + 1; i < N; i++) y[k] -= column[i - k] * y[i];
    }
    UNROLL for (int k = B - 1; k >= 0; k--) {
        const double *const column = l + k * (E + E - k + 1) / 2;
        UNROLL for (int i = k + 1; i < E; i++) y[k] -= column[i - k] * y[i];
    }
}

ALWAYS void shape_solve(const SparsePlan *plan, const Front *front, const double *l, double *x,
                        bool forward, const int B, const int J, const int R, const int U) {
    const int P = B + J, N = P + R + U;
    const unsigned *const row = plan->row + front->row;
    double y[SHAPE_ROWS];
    UNROLL for (int i = 0; i < N; i++) y[i] = x[row[i]];
    if (forward)
        shape_forward(l, y, B, J, R, U);
    else
        shape_backward(l, y, B, J, R, U);
    UNROLL for (int i = 0; i < P; i++) x[row[i]] = y[i];
    if (!forward) return;
    UNROLL for (int i = P; i < N; i++) x[row[i]] = y[i];
}

#endif
