/* SPDX-License-Identifier: MIT
 *
 * Numeric elimination, front by front: gather the values and what the children hand on, eliminate
 * the pivots, keep their columns, hand the rest on. Fixed order of operations, no allocation.
 *
 * A front is kept as its lower triangle by columns: (i, j) stands in m[j * n + i], i >= j. Its
 * factor is stored as solve reads it: for each pivot 1/d and its column as far as it is not zero.
 */
#include "sparse/planar.h"
#include "sparse/shape.h"
#include <string.h>

/* Notes a body pivot that is none and returns one to go on with. */
static double bad_pivot(Factoring *f, double own, int unknown) {
    if (f->report.positive) f->report.bad_row = unknown;
    f->report.positive = false;
    return own > 0 && own <= 1e300 ? own : 1;
}

double jd_sparse_low_pivot(Factoring *f, double pivot, double scale, int unknown) {
    const double unit = scale > 0 && scale <= 1e300 ? scale : 1;
    const double ratio = fabs(pivot) <= 1e300 ? fabs(pivot) / unit : 0;
    if (ratio < f->report.ratio) {
        f->report.ratio = ratio;
        f->report.row = unknown;
        f->watch = ratio > PIVOT_LEAST ? ratio : PIVOT_LEAST;
    }
    return -pivot >= PIVOT_LEAST * unit ? pivot : -PIVOT_LEAST * unit;
}

/* ---- Eliminating ---------------------------------------------------------------------------- */

/* Subtracts what `count` pivot columns from `first` on say from the columns behind them, rows below
 * `end` only. The columns are not yet divided by their pivots. */
ALWAYS void subtract(double *m, int n, int first, const int count, int end, const double *inverse) {
    const double *const a = m + first * n, *const b = a + n, *const c = b + n;
    for (int j = first + count; j < end; j++) {
        double *const to = m + j * n;
        const double l = a[j] * inverse[0];
        const double k = count > 1 ? b[j] * inverse[1] : 0, h = count > 2 ? c[j] * inverse[2] : 0;
        int i = j;
        if ((end - i) % 2) {
            double sum = to[i] - a[i] * l;
            if (count > 1) sum -= b[i] * k;
            if (count > 2) sum -= c[i] * h;
            to[i++] = sum;
        }
        for (; i < end; i += 2) {
            Two sum = two_load(to + i) - two_load(a + i) * two_both(l);
            if (count > 1) sum -= two_load(b + i) * two_both(k);
            if (count > 2) sum -= two_load(c + i) * two_both(h);
            two_store(to + i, sum);
        }
    }
}

/* Eliminates `count` pivots of a block from column `first` on, rows below `end` only. */
ALWAYS void eliminate(Factoring *f, const FrontBlock *block, double *m, int n, int first,
                      const int count, int end, double *inverse) {
    for (int k = 0; k < count; k++) {
        double *const column = m + (first + k) * n;
        const int c = first + k, own = c - block->row, unknown = block->unknown + own;
        double pivot = column[c];
        if (block->dual)
            pivot = dual_pivot(f, pivot, f->work[f->plan->scale + (size_t)unknown], unknown);
        else {
            const double given = f->values[block->diagonal + (size_t)(own * (block->size + 1))];
            if (!is_body_pivot(pivot, given)) pivot = bad_pivot(f, given, unknown);
        }
        inverse[k] = 1 / pivot;
        for (int j = k + 1; j < count; j++) {
            double *const to = m + (first + j) * n;
            const double l = column[first + j] * inverse[k];
            two_subtract(to, column, l, first + j, end);
        }
    }
    subtract(m, n, first, count, end, inverse);
}

/* Up to three pivots at a time: three columns share one pass over the rest. */
ALWAYS void eliminate_block(Factoring *f, const FrontBlock *block, double *m, int n, const int size,
                            int end, double *inverse) {
    if (block->dual)
        for (int k = 0; k < size; k++) {
            const int c = block->row + k;
            const double *soft = f->soft ? f->soft : f->work + f->plan->scale;
            m[c * n + c] -= f->epsilon * soft[block->unknown + k];
        }
    for (int k = 0; k < size;) {
        const int first = block->row + k, left = size - k;
        if (left == 1)
            eliminate(f, block, m, n, first, 1, end, inverse + first);
        else if (left == 2 || left == 4)
            eliminate(f, block, m, n, first, 2, end, inverse + first);
        else
            eliminate(f, block, m, n, first, 3, end, inverse + first);
        k += left == 1 ? 1 : left == 2 || left == 4 ? 2 : 3;
    }
}

/* Keeps `count` columns of the factor from `first` on; returns where the next ones go. */
ALWAYS double *keep(double *out, const double *m, int n, int first, const int count, int end,
                    const double *inverse) {
    for (int k = first; k < first + count; k++, out += end - k + 1) {
        *out = inverse[k];
        two_scale(out - k, m + k * n, inverse[k], k + 1, end);
    }
    return out;
}

/* The scales of a chain's joint, which nobody has put into the work. */
static void find_scales(const Factoring *f, const Front *front) {
    const FrontBlock *const at = &f->plan->front_block[front->block];
    const double *const own = f->values + front->own_value, *const up =
                                                                f->values + front->above_value;
    double *const scale = f->work + f->plan->scale + front->joint;
    for (int i = 0; i < at[1].size; i++) {
        scale[i] = lock_scale(f->work + front->body_weight, own + i * at[0].size, 1, at[0].size);
        if (front->blocks < 3) continue;
        scale[i] += lock_scale(f->work + front->above_weight, up + i * at[2].size, 1, at[2].size);
    }
}

/* Adds the updates of children that are too large for lists. Rows that change places on the way up
 * cross the diagonal. */
static void gather_large(const Factoring *f, const Front *front, double *m, const unsigned n) {
    const SparsePlan *const plan = f->plan;
    const int *child = plan->child + front->child, *const last = child + front->children;
    for (; child < last; child++) {
        const Front *const from = &plan->front[*child];
        const unsigned *const target = plan->target + from->target;
        const unsigned count = (unsigned)(from->rows - from->pivots);
        const double *u = f->work + from->update;
        for (unsigned j = 0; count > HANDED_MAX && j < count; j++, u += count)
            for (unsigned i = j; i < count; i++) {
                const unsigned low = target[i] > target[j] ? target[i] : target[j];
                m[(target[i] + target[j] - low) * n + low] += u[i];
            }
    }
}

/* Any front, and those of a common shape whose pivots have to be judged one by one. */
static void factor_front(Factoring *f, const Front *front) {
    if (front->chain) find_scales(f, front);
    const FrontBlock *block = &f->plan->front_block[front->block];
    const int rows = front->rows, p = front->pivots, n = STRIDE(rows);
    double *m = f->work + f->plan->scratch, *out = f->work + front->factor, inverse[PIVOTS_MAX];
    for (int j = 0; j < rows; j++) memset(m + j * n + j, 0, sizeof(double) * (size_t)(rows - j));
    front_gather(f, front, m);
    gather_large(f, front, m, (unsigned)n);
    for (int b = 0; b < front->own; b++) {
        eliminate_block(f, &block[b], m, n, block[b].size, block[b].end, inverse);
        out = keep(out, m, n, block[b].row, block[b].size, block[b].end, inverse);
    }
    out = f->work + front->update;
    for (int j = p; j < rows; j++, out += rows - p)
        memcpy(out + j - p, m + j * n + j, sizeof(double) * (size_t)(rows - j));
}

/* True if the front is of a common shape and its pivots are fit. */
static bool factor_shape(Factoring *f, const Front *front) {
    switch (front->shape) {
#define SHAPE(number, b, j, r, u)                                                                  \
    case number:                                                                                   \
        return shape_factor(f, front, b, j, r, u);
#define CHAIN(number, b, j, u)                                                                     \
    case number:                                                                                   \
        return chain_factor(f, front, b, j, u);
        SHAPES(SHAPE)
        CHAINS(CHAIN)
#undef CHAIN
#undef SHAPE
    }
    return false;
}

/* The common case first. */
static inline bool factor_fast(Factoring *f, const Front *front) {
    if (front->shape == PLANAR_INNER) return planar_factor(f, front, true);
    if (front->shape == PLANAR_LAST) return planar_factor(f, front, false);
    return factor_shape(f, front);
}

/* The fast kernels know the scale as softness only. */
SparseReport jd_sparse_factor(const SparsePlan *plan, const double *values, double epsilon,
                              const double *soft, double *work) {
    Factoring f = {plan, values, work, epsilon, soft, INFINITY, {INFINITY, -1, true, -1}};
    jd_sparse_scales(plan, values, work);
    for (const Front *front = plan->front, *end = front + plan->fronts; front < end; front++)
        if (soft || !factor_fast(&f, front)) factor_front(&f, front);
    if (!(f.report.ratio <= 1)) f.report.ratio = 1;
    return f.report;
}
