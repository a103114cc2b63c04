/* SPDX-License-Identifier: MIT
 *
 * Sparse positive definite matrices made of a few unknowns each: L D L^T written down once as a
 * flat list of places. Column after column is divided by its pivot and subtracted from where the
 * list says. There is nothing to decide while it runs, so that it is the fastest way while columns
 * are short. theory (5.10). */
#include "sparse/inside.h"

/* ---- Order: least degree first -------------------------------------------------------------- */

/* Goes round and takes every block that is coupled with no more unknowns than the least so far. */
static bool eliminate_all(Pattern *pattern, int *order) {
    int done = 0, limit = 0;
    while (done < pattern->blocks) {
        int least = -1;
        for (int b = 0; b < pattern->blocks; b++) {
            if (pattern->gone[b]) continue;
            int degree = jd_pattern_degree(pattern, b);
            if (degree > limit) {
                if (least < 0 || degree < least) least = degree;
                continue;
            }
            if (!jd_pattern_eliminate(pattern, b)) return false;
            order[done++] = b;
        }
        if (least > limit) limit = least;
    }
    return true;
}

/* ---- Columns -------------------------------------------------------------------------------- */

/* Where each unknown stands in the order of elimination. */
static void place_unknowns(Flat *flat, const SparseBlock *block, int blocks, const int *order,
                           const int *first) {
    int at = 0;
    for (int n = 0; n < blocks; n++)
        for (int k = 0; k < block[order[n]].size; k++) flat->place[first[order[n]] + k] = at++;
}

static void sort(int *list, int count) {
    for (int i = 1; i < count; i++) {
        int value = list[i], at = i;
        for (; at > 0 && list[at - 1] > value; at--) list[at] = list[at - 1];
        list[at] = value;
    }
}

/* The rows of each column: the rest of its own block, then all unknowns of the blocks it is coupled
 * with. */
static int list_rows(const Flat *flat, const Pattern *pattern, const int *first, int b, int k,
                     int *rows) {
    int count = 0;
    for (int own = k + 1; own < pattern->block[b].size; own++)
        rows[count++] = flat->place[first[b] + own];
    const Element *element = &pattern->element[b];
    for (int m = 0; m < element->members; m++)
        for (int u = 0; u < pattern->block[element->member[m]].size; u++)
            rows[count++] = flat->place[first[element->member[m]] + u];
    sort(rows, count);
    return count;
}

int jd_flat_at(const Flat *flat, int a, int b) {
    int i = flat->place[a], j = flat->place[b];
    int row = i > j ? i : j, column = i > j ? j : i;
    if (row == column) return row;
    for (int e = flat->start[column]; e < flat->start[column + 1]; e++)
        if (flat->row[e] == row) return flat->unknowns + e;
    return -1;
}

/* Place of (row, column) in the order of elimination. */
static int find(const Flat *flat, int row, int column) {
    if (row == column) return row;
    int low = flat->start[column], high = flat->start[column + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (flat->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return flat->unknowns + low;
}

static void list_targets(Flat *flat) {
    int *to = flat->target;
    for (int k = 0; k < flat->unknowns; k++)
        for (int i = flat->start[k]; i < flat->start[k + 1]; i++)
            for (int j = flat->start[k]; j <= i; j++)
                *to++ = find(flat, flat->row[i], flat->row[j]);
}

typedef struct {
    int *order, *first;
    Pattern pattern;
} Sketch;

static bool sketch_make(Sketch *s, Arena *scratch, int blocks, const SparseBlock *block, int pairs,
                        const SparsePair *pair) {
    s->order = ARENA_NEW(scratch, int, blocks + 1);
    s->first = ARENA_NEW(scratch, int, blocks + 1);
    if (!s->order || !s->first ||
        !jd_pattern_make(&s->pattern, scratch, blocks, block, pairs, pair))
        return false;
    for (int b = 0; b < blocks; b++) s->first[b + 1] = s->first[b] + block[b].size;
    return eliminate_all(&s->pattern, s->order);
}

/* Counts entries and targets; beyond `most` targets per unknown it is not worth it. */
static bool count(const Sketch *s, Flat *flat, double most) {
    double entries = 0, targets = 0;
    for (int b = 0; b < s->pattern.blocks; b++)
        for (int k = 0; k < s->pattern.block[b].size; k++) {
            double m = s->pattern.element[b].weight + s->pattern.block[b].size - 1 - k;
            entries += m;
            targets += m * (m + 1) / 2;
        }
    if (targets > most * flat->unknowns + 100 || targets > 1e9) return false;
    flat->entries = (int)entries;
    flat->targets = (int)targets;
    return true;
}

const Flat *jd_flat_plan(Arena *arena, Arena *scratch, int blocks, const SparseBlock *block,
                         int pairs, const SparsePair *pair, double most) {
    Sketch s;
    Flat *flat = ARENA_NEW(arena, Flat, 1);
    if (!flat || !sketch_make(&s, scratch, blocks, block, pairs, pair)) return NULL;
    flat->unknowns = s.first[blocks];
    if (!count(&s, flat, most)) return NULL;
    flat->place = ARENA_NEW(arena, int, flat->unknowns + 1);
    flat->start = ARENA_NEW(arena, int, flat->unknowns + 1);
    flat->row = ARENA_NEW(arena, int, flat->entries + 1);
    flat->target = ARENA_NEW(arena, int, flat->targets + 1);
    if (arena->failed) return NULL;

    place_unknowns(flat, block, blocks, s.order, s.first);
    int column = 0;
    for (int n = 0; n < blocks; n++)
        for (int k = 0; k < block[s.order[n]].size; k++, column++)
            flat->start[column + 1] =
                flat->start[column] + list_rows(flat, &s.pattern, s.first, s.order[n], k,
                                                flat->row + flat->start[column]);
    list_targets(flat);
    return flat;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

/* The columns keep the numbers of L D, so that nothing has to be divided: L = L D * (1/D). Columns
 * of one to four numbers, the usual ones, are written out. */
static inline const int *subtract(const int *t, const double *c, double inverse, int count,
                                  double *a) {
    double l;
#define ROW(i) l = c[i] * inverse
#define AT(j)  a[*t++] -= l * c[j]
    switch (count) {
    case 0:
        return t;
    case 1:
        ROW(0), AT(0);
        return t;
    case 2:
        ROW(0), AT(0), ROW(1), AT(0), AT(1);
        return t;
    case 3:
        ROW(0), AT(0), ROW(1), AT(0), AT(1), ROW(2), AT(0), AT(1), AT(2);
        return t;
    case 4:
        ROW(0), AT(0), ROW(1), AT(0), AT(1), ROW(2), AT(0), AT(1), AT(2);
        ROW(3), AT(0), AT(1), AT(2), AT(3);
        return t;
    }
    for (int i = 0; i < count; i++) {
        ROW(i);
        for (int j = 0; j <= i; j++) AT(j);
    }
#undef ROW
#undef AT
    return t;
}

double jd_flat_factor(const Flat *flat, double *a, double *own, int *lowest) {
    const int n = flat->unknowns, *target = flat->target, *start = flat->start;
    double least = 1, *column = a + n;
    for (int k = 0; k < n; k++) own[k] = a[k];
    for (int k = 0; k < n; k++) {
        const int count = start[k + 1] - start[k];
        const double pivot = a[k];
        if (!(pivot >= least * own[k])) {
            *lowest = k;
            least = pivot / own[k];
            if (!(least > 0)) return 0; /* not positive definite, or not a number */
        }
        const double inverse = a[k] = 1 / pivot;
        target = subtract(target, column, inverse, count, a);
        column += count;
    }
    return least;
}

void jd_flat_solve(const Flat *flat, const double *a, double *x) {
    const int n = flat->unknowns, *row = flat->row, *start = flat->start;
    const double *c = a + n;
    for (int k = 0; k < n; k++) {
        const int count = start[k + 1] - start[k];
        const double y = x[k] = x[k] * a[k];
        int i = 0;
        for (; i + 1 < count; i += 2) {
            x[row[i]] -= c[i] * y;
            x[row[i + 1]] -= c[i + 1] * y;
        }
        if (i < count) x[row[i]] -= c[i] * y;
        c += count;
        row += count;
    }
    for (int k = n - 1; k >= 0; k--) {
        const int count = start[k + 1] - start[k];
        c -= count;
        row -= count;
        double sum = 0;
        int i = 0;
        for (; i + 1 < count; i += 2) sum = sum + c[i] * x[row[i]] + c[i + 1] * x[row[i + 1]];
        if (i < count) sum += c[i] * x[row[i]];
        x[k] -= sum * a[k];
    }
}
