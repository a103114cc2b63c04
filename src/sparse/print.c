/* SPDX-License-Identifier: MIT
 *
 * A plan as straight-line C: walks the fronts as execute.c does, with numbers of names in place of
 * numbers, and writes down what is done to them, in the same order; so the printed code gives the
 * same bits. What is zero by the pattern is not written. What execute.c decides while it runs, the
 * printed code leaves by a return: whoever called it then takes the careful path. */
#include "sparse/inside.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NO_NUMBER = -1 }; /* zero by the pattern */

typedef struct {
    SparsePrinter *to;
    const SparsePlan *plan;
    const int *value;
    int *work;  /* number of each double of the work, laid out alike */
    int *scale; /* of each unknown of a lock */
    int first;  /* unknown, for who is told where it was left */
} Walk;

int jd_sparse_print_number(SparsePrinter *to, const char *format, ...) {
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    jd_text_print(to->out, "    const double a%d = %s;\n", to->count, text);
    return to->count++;
}

/* a + b, a - b * c and a * b of numbers that may be zero by the pattern. */
static int add(Walk *w, int a, int b) {
    if (a < 0 || b < 0) return a < 0 ? b : a;
    return jd_sparse_print_number(w->to, "a%d + a%d", a, b);
}
static int subtract(Walk *w, int a, int b, int c) {
    if (b < 0 || c < 0) return a;
    if (a < 0) return jd_sparse_print_number(w->to, "-(a%d * a%d)", b, c);
    return jd_sparse_print_number(w->to, "a%d - a%d * a%d", a, b, c);
}
static int multiply(Walk *w, int a, int b) {
    return a < 0 || b < 0 ? NO_NUMBER : jd_sparse_print_number(w->to, "a%d * a%d", a, b);
}

/* ---- The scale of locks, as in scale.c ------------------------------------------------------ */

/* A = L D L^T of a body: reciprocals of D, then the rows of L. */
static void print_weight(Walk *w, const PlanBlock *body, int *weight) {
    const int n = body->size, *const a = w->value + body->diagonal;
    int *const l = weight + n;
    for (int i = 0; i < n; i++) {
        int *const row = l + i * (i - 1) / 2, pivot = a[i * n + i];
        for (int j = 0; j < i; j++) {
            row[j] = a[j * n + i];
            for (int k = 0; k < j; k++)
                row[j] = subtract(w, row[j], row[k], l[j * (j - 1) / 2 + k]);
        }
        for (int j = 0; j < i; j++) {
            const int u = row[j];
            row[j] = multiply(w, u, weight[j]);
            pivot = subtract(w, pivot, u, row[j]);
        }
        weight[i] = pivot < 0 ? NO_NUMBER
                              : jd_sparse_print_number(w->to, "a%d > fabs(a%d) * %g ? 1 / a%d : 0",
                                                       pivot, a[i * n + i], PIVOT_NOISE, pivot);
    }
}

/* b^T A^-1 b of a row of a lock, added to what is known. */
static int print_scale(Walk *w, int scale, const int *weight, const int *b, int stride, int size) {
    const int *l = weight + size;
    int y[PIVOTS_MAX], sum = NO_NUMBER;
    for (int i = 0; i < size; i++) {
        y[i] = b[i * stride];
        for (int j = 0; j < i; j++) y[i] = subtract(w, y[i], *l++, y[j]);
        if (y[i] < 0 || weight[i] < 0) continue;
        sum = add(w, sum, jd_sparse_print_number(w->to, "a%d * a%d * a%d", y[i], y[i], weight[i]));
    }
    return add(w, scale, sum);
}

static void print_scales(Walk *w) {
    const SparsePlan *plan = w->plan;
    for (int p = 0; p < plan->pairs; p++) {
        const bool turned = plan->block[plan->pair[p].column].dual;
        const PlanBlock *row = &plan->block[plan->pair[p].row],
                        *column = &plan->block[plan->pair[p].column];
        const PlanBlock *joint = turned ? column : row, *body = turned ? row : column;
        if (!joint->dual || body->dual) continue;
        int *const weight = w->work + body->weight, *const scale = w->scale + joint->unknown;
        const int *b = w->value + plan->pair[p].value;
        for (int r = 0; r < joint->size; r++)
            scale[r] = print_scale(w, scale[r], weight, b + (turned ? r : r * body->size),
                                   turned ? joint->size : 1, body->size);
    }
}

/* ---- Fronts --------------------------------------------------------------------------------- */

/* What a front begins with, and what its children hand on: first those that execute.c has in lists.
 */
static void print_gather(Walk *w, const Front *front, int *m, int n) {
    const SparsePlan *plan = w->plan;
    for (int k = 0; k < n * front->rows; k++) m[k] = NO_NUMBER;
    const FrontEntry *at = plan->entry + front->entry;
    for (int k = 0; k < front->entries; k++, at++)
        m[at->to] = add(w, m[at->to], w->value[at->value]);
    for (int k = 0; k < front->handed; k++, at++) m[at->to] = add(w, m[at->to], w->work[at->value]);
    for (int c = front->child; c < front->child + front->children; c++) {
        const Front *child = &plan->front[plan->child[c]];
        const unsigned *target = plan->target + child->target;
        const int count = child->rows - child->pivots;
        for (int j = 0; count > HANDED_MAX && j < count; j++)
            for (int i = j; i < count; i++) {
                const unsigned low = target[i] > target[j] ? target[i] : target[j];
                int *to = &m[(target[i] + target[j] - low) * (unsigned)n + low];
                *to = add(w, *to, w->work[child->update + (size_t)(j * count + i)]);
            }
    }
}

/* Leaves where a pivot is unfit: unit is what it is measured by. */
static void print_guard(Walk *w, bool dual, int unknown, int pivot, int unit) {
    Text *const out = w->to->out;
    const double noise = w->plan->definite ? w->to->least : PIVOT_NOISE;
    const double least = w->to->least > PIVOT_LEAST ? w->to->least : PIVOT_LEAST;
    const int code = 1 + w->first + unknown;
    if (pivot < 0 || unit < 0)
        jd_text_print(out, "    return %d;\n", code);
    else if (dual)
        jd_text_print(out, "    if (!(-a%d > %g * a%d)) return %d;\n", pivot, least, unit, code);
    else
        jd_text_print(out, "    if (!(a%d > fabs(a%d) * %g)) return %d;\n", pivot, unit, noise,
                      code);
}

/* What the pivot of column k is measured by. */
static int unit_at(const Walk *w, const FrontBlock *block, int k) {
    const int own = k - block->row;
    if (block->dual) return w->scale[block->unknown + own];
    return w->value[block->diagonal + (size_t)(own * (block->size + 1))];
}

static void print_front(Walk *w, const Front *front) {
    const FrontBlock *block = &w->plan->front_block[front->block];
    const int rows = front->rows, p = front->pivots, n = STRIDE(rows);
    int *const m = w->work + w->plan->scratch, *l = w->work + front->factor;
    print_gather(w, front, m, n);
    for (int b = 0; b < front->own; b++, block++)
        for (int k = block->row; k < block->row + block->size; k++) {
            const int end = block->end, *const column = m + k * n;
            print_guard(w, block->dual, block->unknown + k - block->row, column[k],
                        unit_at(w, block, k));
            *l++ = jd_sparse_print_number(w->to, "1 / a%d", column[k]);
            const int inverse = l[-1];
            for (int i = k + 1; i < end; i++) l[i - k - 1] = multiply(w, column[i], inverse);
            for (int j = k + 1; j < end; j++)
                for (int i = j; i < end; i++)
                    m[j * n + i] = subtract(w, m[j * n + i], column[i], l[j - k - 1]);
            l += end - k - 1;
        }
    for (int j = p; j < rows; j++)
        for (int i = j; i < rows; i++)
            w->work[front->update + (size_t)((j - p) * (rows - p) + i - p)] = m[j * n + i];
}

/* ---- Substitution --------------------------------------------------------------------------- */

static void print_forward(Walk *w, const Front *front, int *x) {
    const FrontBlock *block = &w->plan->front_block[front->block];
    const unsigned *const row = w->plan->row + front->row;
    const int *l = w->work + front->factor;
    for (int b = 0; b < front->own; b++, block++)
        for (int k = block->row; k < block->row + block->size; k++) {
            const int inverse = *l++, y = x[row[k]];
            for (int i = k + 1; i < block->end; i++) x[row[i]] = subtract(w, x[row[i]], *l++, y);
            x[row[k]] = multiply(w, y, inverse);
        }
}

/* In which order the rows behind pivot k are taken: kernels begin with the next one, that of a link
 * behind its block, the careful path with the last one. */
static int nth_row(const Front *front, const FrontBlock *block, int k, int n) {
    const int behind = block->row + block->size, count = block->end - behind;
    if (!front->number) return block->end - 1 - n;
    const bool link = front->chain && front->pivots == 5; /* of a body in the plane and two locks */
    if (!link) return k + 1 + n;
    return n < count ? behind + n : behind - 1 - (n - count);
}

static void print_backward(Walk *w, const Front *front, int *x) {
    const FrontBlock *block = &w->plan->front_block[front->block];
    const unsigned *const row = w->plan->row + front->row;
    const int *l = w->work + front->behind;
    for (int b = front->own - 1; b >= 0; b--)
        for (int k = block[b].row + block[b].size - 1; k >= block[b].row; k--) {
            l -= block[b].end - k;
            for (int n = 0; n < block[b].end - k - 1; n++) {
                const int i = nth_row(front, &block[b], k, n);
                x[row[k]] = subtract(w, x[row[k]], l[i - k], x[row[i]]);
            }
        }
}

/* ---- Definite plans: in place --------------------------------------------------------------- */

static void definite_front(Walk *w, const Front *front) {
    const int rows = front->rows, n = STRIDE(rows);
    const unsigned *const row = w->plan->row + front->row;
    int *const own = w->work + front->image, *const l = w->scale; /* room: there are no locks */
    for (int k = 0; k < front->pivots; k++) {
        int *const column = own + k * n;
        print_guard(w, false, (int)row[k], column[k],
                    w->value[front->image + (size_t)(k * (n + 1))]);
        const int inverse = jd_sparse_print_number(w->to, "1 / a%d", column[k]);
        for (int i = k + 1; i < rows; i++) l[i] = multiply(w, column[i], inverse);
        const FrontEntry *cell = w->plan->entry + front->entry;
        for (int j = k + 1; j < rows; j++)
            for (int i = j; i < rows; i++) {
                int *const to = j < front->pivots ? own + j * n + i : w->work + cell++->value;
                *to = subtract(w, *to, l[i], column[j]);
            }
        column[k] = inverse;
    }
}

static void definite_forward(Walk *w, const Front *front, int *x) {
    const unsigned *const row = w->plan->row + front->row;
    for (int k = 0, n = STRIDE(front->rows); k < front->pivots; k++) {
        const int *const column = w->work + front->image + (size_t)(k * n);
        x[row[k]] = multiply(w, x[row[k]], column[k]);
        for (int i = k + 1; i < front->rows; i++)
            x[row[i]] = subtract(w, x[row[i]], column[i], x[row[k]]);
    }
}

static void definite_backward(Walk *w, const Front *front, int *x) {
    const unsigned *const row = w->plan->row + front->row;
    for (int k = front->pivots - 1, n = STRIDE(front->rows); k >= 0; k--) {
        const int *const column = w->work + front->image + (size_t)(k * n);
        int sum = NO_NUMBER;
        for (int i = k + 1; i < front->rows; i++)
            sum = add(w, sum, multiply(w, column[i], x[row[i]]));
        x[row[k]] = subtract(w, x[row[k]], sum, column[k]);
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void print_mixed(Walk *w, int *x) {
    const SparsePlan *plan = w->plan;
    for (int k = 0; k < plan->unknowns; k++) w->scale[k] = NO_NUMBER;
    for (int b = 0; b < plan->blocks; b++)
        if (!plan->block[b].dual) print_weight(w, &plan->block[b], w->work + plan->block[b].weight);
    print_scales(w);
    for (int f = 0; f < plan->fronts; f++) print_front(w, &plan->front[f]);
    for (int f = 0; f < plan->fronts; f++) print_forward(w, &plan->front[f], x);
    for (int f = plan->fronts - 1; f >= 0; f--) print_backward(w, &plan->front[f], x);
}

static void print_definite(Walk *w, int *x) {
    const SparsePlan *plan = w->plan;
    memcpy(w->work, w->value, plan->values * sizeof *w->work);
    for (int f = 0; f < plan->fronts; f++) definite_front(w, &plan->front[f]);
    for (int f = 0; f < plan->fronts; f++) definite_forward(w, &plan->front[f], x);
    for (int f = plan->fronts - 1; f >= 0; f--) definite_backward(w, &plan->front[f], x);
}

bool jd_sparse_print(SparsePrinter *to, const SparsePlan *plan, const int *value, int first,
                     int *x) {
    Arena scratch = {0};
    Walk w = {.to = to, .plan = plan, .value = value, .first = first};
    w.work = ARENA_NEW(&scratch, int, plan->work + 1);
    w.scale = ARENA_NEW(&scratch, int, plan->unknowns + 1);
    const bool good = !scratch.failed;
    if (good && plan->definite)
        print_definite(&w, x);
    else if (good)
        print_mixed(&w, x);
    jd_arena_free(&scratch);
    return good && !to->out->failed;
}
