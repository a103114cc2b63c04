/* SPDX-License-Identifier: MIT
 *
 * Mechanisms without geometry, as the tests of sparse/ need them: bodies in a tree, closing
 * joints, random numbers in the matrix; and a dense elimination with pivoting to compare with. */
#ifndef SPARSE_SAMPLE_H
#define SPARSE_SAMPLE_H

#include "check.h"
#include "sparse/inside.h"
#include <stdlib.h>

typedef struct {
    Arena arena;
    LIST(SparseBlock) block;
    LIST(SparsePair) pair;
    LIST(int) joint_above;
    LIST(int) body_above;
    int *order;
    SparsePlan *plan;
    double *values, *work, *b, *x, *r;
    int n;
} Sample;

static int sample_block(Sample *s, int size, bool dual) {
    *PUSH(&s->arena, s->block) = (SparseBlock){size, dual};
    *PUSH(&s->arena, s->joint_above) = -1;
    *PUSH(&s->arena, s->body_above) = -1;
    return s->block.count - 1;
}

static int sample_pair(Sample *s, int row, int column) {
    *PUSH(&s->arena, s->pair) = (SparsePair){row, column};
    return s->pair.count - 1;
}

/* A body that hangs by a joint of `locks` on the body `above` (-1: the ground). */
static inline int sample_body(Sample *s, int size, int locks, int above) {
    const int body = sample_block(s, size, false);
    s->body_above.at[body] = above;
    if (locks == 0) return body;
    const int joint = sample_block(s, locks, true);
    s->joint_above.at[body] = joint;
    sample_pair(s, joint, body);
    if (above >= 0) sample_pair(s, joint, above);
    return body;
}

/* A closing joint between two bodies; j -1: the ground. */
static inline int sample_close(Sample *s, int i, int j, int locks) {
    const int joint = sample_block(s, locks, true);
    sample_pair(s, joint, i);
    if (j >= 0) sample_pair(s, joint, j);
    return joint;
}

static inline SparsePattern sample_pattern(const Sample *s) {
    return (SparsePattern){s->block.count, s->block.at, s->pair.count, s->pair.at};
}

static inline void sample_plan(Sample *s) {
    s->order = ARENA_NEW(&s->arena, int, s->block.count);
    const SparsePattern pattern = sample_pattern(s);
    assert_true(jd_sparse_order(&s->arena, &pattern, s->joint_above.at, s->body_above.at, s->order));
    s->plan = jd_sparse_plan(&s->arena, &pattern, s->order);
    assert_non_null(s->plan);
    s->n = jd_sparse_unknowns(s->plan);
    s->values = ARENA_NEW(&s->arena, double, jd_sparse_values(s->plan));
    s->work = ARENA_NEW(&s->arena, double, jd_sparse_work(s->plan));
    s->b = ARENA_NEW(&s->arena, double, s->n);
    s->x = ARENA_NEW(&s->arena, double, s->n);
    s->r = ARENA_NEW(&s->arena, double, s->n);
    assert_false(s->arena.failed);
}

/* A body's A = diag, or diag + c c^T; the rest at random. */
static inline void sample_numbers(Sample *s, bool full) {
    for (int b = 0; b < s->block.count; b++) {
        const int size = s->block.at[b].size;
        if (s->block.at[b].dual) continue;
        double *a = s->values + jd_sparse_diagonal_at(s->plan, b), c[PIVOTS_MAX];
        for (int i = 0; i < size; i++) c[i] = full ? check_uniform(-1, 1) : 0;
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                a[i * size + j] = c[i] * c[j] + (i == j ? check_uniform(0.5, 2) : 0);
    }
    for (int p = 0; p < s->pair.count; p++) {
        const SparsePair at = s->pair.at[p];
        const int count = s->block.at[at.row].size * s->block.at[at.column].size;
        const bool bodies = !s->block.at[at.row].dual && !s->block.at[at.column].dual;
        double *v = s->values + jd_sparse_pair_at(s->plan, p);
        for (int i = 0; i < count; i++) v[i] = check_uniform(-1, 1) * (bodies ? 0.02 : 1);
    }
    for (int i = 0; i < s->n; i++) s->b[i] = check_uniform(-1, 1);
}

static inline void sample_free(Sample *s) {
    jd_arena_free(&s->arena);
}

/* The whole matrix, row by row. */
static inline double *sample_dense(Sample *s) {
    const int n = s->n;
    double *k = ARENA_NEW(&s->arena, double, n *n);
    for (int b = 0; b < s->block.count; b++) {
        const int at = jd_sparse_unknown_at(s->plan, b), size = s->block.at[b].size;
        const double *a = s->values + jd_sparse_diagonal_at(s->plan, b);
        for (int i = 0; i < size && !s->block.at[b].dual; i++)
            for (int j = 0; j < size; j++) k[(at + i) * n + at + j] = a[i * size + j];
    }
    for (int p = 0; p < s->pair.count; p++) {
        const int row = s->pair.at[p].row, column = s->pair.at[p].column;
        const int i0 = jd_sparse_unknown_at(s->plan, row),
                  j0 = jd_sparse_unknown_at(s->plan, column);
        const double *a = s->values + jd_sparse_pair_at(s->plan, p);
        for (int i = 0; i < s->block.at[row].size; i++)
            for (int j = 0; j < s->block.at[column].size; j++, a++) {
                k[(i0 + i) * n + j0 + j] += *a;
                k[(j0 + j) * n + i0 + i] += *a;
            }
    }
    return k;
}

/* Gauss with partial pivoting in place; x is overwritten by the solution. Returns the smallest
 * pivot, negative if it is zero. */
static inline double dense_solve(double *k, int n, double *x) {
    double least = INFINITY;
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(k[i * n + c]) > fabs(k[best * n + c])) best = i;
        if (fabs(k[best * n + c]) < least) least = fabs(k[best * n + c]);
        if (k[best * n + c] == 0) return -1;
        for (int j = 0; j < n; j++) {
            const double swap = k[c * n + j];
            k[c * n + j] = k[best * n + j];
            k[best * n + j] = swap;
        }
        const double swap = x[c];
        x[c] = x[best];
        x[best] = swap;
        for (int i = c + 1; i < n; i++) {
            const double factor = k[i * n + c] / k[c * n + c];
            for (int j = c; j < n; j++) k[i * n + j] -= factor * k[c * n + j];
            x[i] -= factor * x[c];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= k[i * n + j] * x[j];
        x[i] /= k[i * n + i];
    }
    return least;
}

/* Bodies of `size` in a row, the first hinged to the ground. */
static inline void sample_chain(Sample *s, int bodies, int size, int locks) {
    for (int i = 0, above = -1; i < bodies; i++) above = sample_body(s, size, locks, above);
}

/* Four-bars in a row: cranks hinged to the ground, each coupler hangs on the crank to its left and
 * closes with the one to its right. */
static inline void sample_four_bars(Sample *s, int count) {
    int left = sample_body(s, 3, 2, -1);
    for (int i = 0; i < count; i++) {
        const int coupler = sample_body(s, 3, 2, left), right = sample_body(s, 3, 2, -1);
        sample_close(s, coupler, right, 2);
        left = right;
    }
}

#endif
