/* SPDX-License-Identifier: MIT
 *
 * The careful path: any front, of any size, with softness of its own, whose pivots are judged one
 * by one and replaced where they are none. What execute.c has no kernel for comes here, and what it
 * finds unfit.
 *
 * A front is kept as its lower triangle by columns: (i, j) stands in m[j * n + i], i >= j. Its
 * factor is stored as solving reads it: for each pivot 1/d and its column as far as it is not zero.
 */
#include "sparse/inside.h"
#include <string.h>

typedef struct {
    Factoring *f;
    const Front *front;
    double *m;
    int n;
    double inverse[PIVOTS_MAX]; /* of the pivots */
} Care;

/* ---- Pivots --------------------------------------------------------------------------------- */

/* Larger is no number that could be divided by. */
static const double pivot_most = 1e300;

/* Notes a body pivot that is none and returns one to go on with. */
static double bad_pivot(Factoring *f, double own, int unknown) {
    if (f->report.positive) f->report.bad_row = unknown;
    f->report.positive = false;
    return own > 0 && own <= pivot_most ? own : 1;
}

/* The pivot in column c, of this block, to go on with. */
static double judged(const Care *w, const FrontBlock *block, int c) {
    Factoring *const f = w->f;
    const int own = c - block->row, unknown = block->unknown + own;
    const double pivot = w->m[c * (w->n + 1)];
    if (block->dual)
        return dual_pivot(f, pivot, f->work[f->plan->scale + (size_t)unknown], unknown);
    const double given = f->values[block->diagonal + (size_t)(own * (block->size + 1))];
    return is_body_pivot(f, pivot, given, unknown) ? pivot : bad_pivot(f, given, unknown);
}

/* ---- Eliminating ---------------------------------------------------------------------------- */

/* Subtracts what `count` pivot columns from `first` on say from the columns behind them, rows below
 * `end` only. The columns are not yet divided by their pivots. Rows are taken in pairs; what then
 * stands above the diagonal means nothing. */
ALWAYS void subtract(const Care *w, int first, const int count, int end) {
    const size_t n = (size_t)w->n, last = (size_t)end;
    const double *const a = w->m + (size_t)first * n, *const b = a + n, *const c = b + n;
    const double *const inverse = w->inverse + first;
    double *to = w->m + (size_t)(first + count) * n;
    for (size_t j = (size_t)(first + count); j < last; j++, to += n) {
        const double l = a[j] * inverse[0];
        const double k = count > 1 ? b[j] * inverse[1] : 0, h = count > 2 ? c[j] * inverse[2] : 0;
        for (size_t i = j / 2 * 2; i < last; i += 2) {
            Two sum = two_load(to + i) - two_load(a + i) * two_both(l);
            if (count > 1) sum -= two_load(b + i) * two_both(k);
            if (count > 2) sum -= two_load(c + i) * two_both(h);
            two_store(to + i, sum);
        }
    }
}

/* Eliminates `count` pivots of a block from column `first` on. */
ALWAYS void eliminate(Care *w, const FrontBlock *block, int first, const int count) {
    const int n = w->n, end = block->end;
    for (int k = first; k < first + count; k++) {
        const double *const column = w->m + k * n;
        w->inverse[k] = 1 / judged(w, block, k);
        for (int j = k + 1; j < first + count; j++) {
            double *const to = w->m + j * n;
            const double l = column[j] * w->inverse[k];
            for (int i = j / 2 * 2; i < end; i += 2)
                two_store(to + i, two_load(to + i) - two_load(column + i) * two_both(l));
        }
    }
    subtract(w, first, count, end);
}

/* In fronts of many rows up to three pivots at a time: three columns share one pass over the rest.
 */
enum { FEW_ROWS = 24 };

static void eliminate_block(Care *w, const FrontBlock *block) {
    const Factoring *const f = w->f;
    const double *const soft = f->soft ? f->soft : f->work + f->plan->scale;
    for (int k = 0; k < block->size && block->dual; k++)
        w->m[(block->row + k) * (w->n + 1)] -= f->epsilon * soft[block->unknown + k];
    for (int k = 0, count; k < block->size; k += count) {
        const int left = block->size - k;
        count = w->front->rows <= FEW_ROWS || left == 1 ? 1 : left == 2 || left == 4 ? 2 : 3;
        if (count == 1)
            eliminate(w, block, block->row + k, 1);
        else if (count == 2)
            eliminate(w, block, block->row + k, 2);
        else
            eliminate(w, block, block->row + k, 3);
    }
}

/* Keeps the columns of a block in the factor; returns where the next ones go. */
static double *keep(const Care *w, const FrontBlock *block, double *out) {
    for (int k = block->row; k < block->row + block->size; k++) {
        const double *const column = w->m + k * w->n, inverse = w->inverse[k];
        *out++ = inverse;
        for (int i = k + 1; i < block->end; i++) *out++ = column[i] * inverse;
    }
    return out;
}

/* ---- The whole ------------------------------------------------------------------------------ */

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

void jd_front_careful(Factoring *f, const Front *front) {
    const FrontBlock *const block = &f->plan->front_block[front->block];
    const int rows = front->rows, p = front->pivots, n = STRIDE(rows);
    double *const m = f->work + f->plan->scratch, *out = f->work + front->factor;
    Care w = {.f = f, .front = front, .m = m, .n = n};
    if (front->chain) find_scales(f, front);
    memset(m, 0, (size_t)(rows * n) * sizeof *m);
    front_gather_values(f, front, m);
    front_gather_handed(f, front, m);
    gather_large(f, front, m, (unsigned)n);
    for (int b = 0; b < front->own; b++) {
        eliminate_block(&w, &block[b]);
        out = keep(&w, &block[b], out);
    }
    out = f->work + front->update;
    for (int j = p; j < rows; j++, out += rows - p)
        for (int i = j; i < rows; i++) out[i - p] = m[j * n + i];
}

/* A front of a definite plan, in place: its own columns, and the numbers of the rows behind in the
 * columns of others. */
bool jd_front_definite(Factoring *f, const Front *front) {
    const int rows = front->rows, n = STRIDE(rows);
    const unsigned *const row = f->plan->row + front->row;
    double *const own = f->work + front->image;
    for (int k = 0; k < front->pivots; k++) {
        double *const column = own + k * n;
        const double pivot = column[k], inverse = 1 / pivot;
        if (!is_body_pivot(f, pivot, f->work[front->given + (size_t)k], (int)row[k])) return false;
        const FrontEntry *cell = f->plan->entry + front->entry;
        for (int j = k + 1; j < rows; j++)
            for (int i = j; i < rows; i++) {
                double *const to = j < front->pivots ? own + j * n + i : f->work + cell++->value;
                *to -= column[i] * inverse * column[j];
            }
        column[k] = inverse;
    }
    return true;
}

/* ---- Substitution --------------------------------------------------------------------------- */

static void definite_forward(const SparsePlan *plan, const Front *front, const double *c,
                             double *x) {
    const unsigned *const row = plan->row + front->row;
    for (int k = 0, n = STRIDE(front->rows); k < front->pivots; k++) {
        const double y = x[row[k]] *= c[k * (n + 1)];
        for (int i = k + 1; i < front->rows; i++) x[row[i]] -= c[k * n + i] * y;
    }
}

static void definite_backward(const SparsePlan *plan, const Front *front, const double *c,
                              double *x) {
    const unsigned *const row = plan->row + front->row;
    for (int k = front->pivots - 1, n = STRIDE(front->rows); k >= 0; k--) {
        double sum = 0;
        for (int i = k + 1; i < front->rows; i++) sum += c[k * n + i] * x[row[i]];
        x[row[k]] -= sum * c[k * (n + 1)];
    }
}

void jd_front_forward(const SparsePlan *plan, const Front *front, const double *l, double *x) {
    if (plan->definite) {
        definite_forward(plan, front, l, x);
        return;
    }
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
void jd_front_backward(const SparsePlan *plan, const Front *front, const double *l, double *x) {
    if (plan->definite) {
        definite_backward(plan, front, l, x);
        return;
    }
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
