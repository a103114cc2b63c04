/* SPDX-License-Identifier: MIT
 *
 * The tangent of a form's equations: its pattern as columns, a colour for each column such that no
 * two of the same colour share a row, and the numbers, by one evaluation for each colour. theory
 * (6.12) */
#include "run/inside.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

/* ---- Forms without a residual of their own: z' - rates(z) ------------------------------------ */

static bool plain_pattern(const JdRun *run, Arena *arena, Pattern *to) {
    *to = (Pattern){.unknowns = run->n};
    for (int c = 0; c < run->n; c++) {
        Entry *own = PUSH(arena, to->by_rate);
        if (own) *own = (Entry){c, c};
        for (int r = 0; r < run->n; r++) {
            Entry *entry = PUSH(arena, to->differences);
            if (entry) *entry = (Entry){r, c};
        }
    }
    return !arena->failed;
}

void jd_tangent_residual(Tangent *t, double time, const double *z, const double *rates,
                         double *out) {
    JdRun *run = t->run;
    if (run->form->residual) {
        run->form->residual(run->system, &run->motion, time, t->locked, z, rates, out);
        run->cost.evaluations++;
        return;
    }
    jd_run_rates(run, time, z, out);
    for (int k = 0; k < t->n; k++) out[k] = rates[k] - out[k];
}

/* What the form's own measure says of each number alone, if the form does not list it. */
void jd_run_sizes(const JdRun *run, const double *y, double *probe, double *sizes) {
    if (run->form->sizes) {
        run->form->sizes(run->system, y, sizes);
        return;
    }
    memset(probe, 0, (size_t)run->n * sizeof *probe);
    for (int k = 0; k < run->n; k++) {
        probe[k] = 1;
        sizes[k] = 1 / run->form->error(run->system, y, y, probe, 1);
        probe[k] = 0;
    }
}

/* ---- Pattern -------------------------------------------------------------------------------- */

static int by_column(const void *a, const void *b) {
    const Entry *x = a, *y = b;
    return x->column != y->column ? x->column - y->column : x->row - y->row;
}

static void sort_once(EntryList *list) {
    if (list->count == 0) return;
    int kept = 1;
    qsort(list->at, (size_t)list->count, sizeof *list->at, by_column);
    for (int k = 1; k < list->count; k++)
        if (by_column(&list->at[k], &list->at[kept - 1])) list->at[kept++] = list->at[k];
    list->count = kept;
}

static void append(Arena *arena, EntryList *to, const EntryList *from) {
    for (int k = 0; k < from->count; k++) {
        Entry *entry = PUSH(arena, *to);
        if (entry) *entry = from->at[k];
    }
}

/* Where column c begins in a list that is sorted by columns. */
static int *column_starts(Arena *arena, const EntryList *list, int n) {
    int *start = ARENA_NEW(arena, int, n + 2);
    if (!start) return NULL;
    for (int k = 0; k < list->count; k++) start[list->at[k].column + 1]++;
    for (int c = 0; c < n; c++) start[c + 1] += start[c];
    return start;
}

static int *find_places(Tangent *t, const EntryList *all, const EntryList *list) {
    int *place = ARENA_NEW(&t->arena, int, list->count + 1);
    for (int k = 0; place && k < list->count; k++) {
        const Entry *entry =
            bsearch(&list->at[k], all->at, (size_t)all->count, sizeof *all->at, by_column);
        place[k] = (int)(entry - all->at);
    }
    return place;
}

static bool make_columns(Tangent *t) {
    Pattern *p = &t->pattern;
    EntryList all = {0};
    sort_once(&p->differences);
    append(&t->arena, &all, &p->differences);
    append(&t->arena, &all, &p->by_unknown);
    append(&t->arena, &all, &p->by_rate);
    if (t->arena.failed) return false;
    sort_once(&all);
    t->entries = all.count;
    t->start = column_starts(&t->arena, &all, t->n);
    t->of_column = column_starts(&t->arena, &p->differences, t->n);
    t->row = ARENA_NEW(&t->arena, int, all.count + 1);
    for (int k = 0; t->row && k < all.count; k++) t->row[k] = all.at[k].row;
    t->difference_at = find_places(t, &all, &p->differences);
    t->unknown_at = find_places(t, &all, &p->by_unknown);
    t->rate_at = find_places(t, &all, &p->by_rate);
    return !t->arena.failed;
}

/* ---- Colours -------------------------------------------------------------------------------- */

/* Each column in turn takes the first colour that no column has with which it shares a row. */
static bool make_colours(Tangent *t) {
    const EntryList *list = &t->pattern.differences;
    Arena scratch = {0};
    int *first = ARENA_NEW(&scratch, int, t->n + 2), *fill = ARENA_NEW(&scratch, int, t->n + 2);
    int *column = ARENA_NEW(&scratch, int, list->count + 1); /* of each row */
    int *taken = ARENA_NEW(&scratch, int, t->n + 1);         /* the last column it was taken for */
    t->colour = ARENA_NEW(&t->arena, int, t->n + 1);
    bool good = !scratch.failed && t->colour;
    for (int k = 0; good && k < list->count; k++) first[list->at[k].row + 1]++;
    for (int r = 0; good && r < t->n; r++) first[r + 1] += first[r], fill[r] = first[r];
    for (int k = 0; good && k < list->count; k++)
        column[fill[list->at[k].row]++] = list->at[k].column;
    for (int c = 0; good && c < t->n; c++) t->colour[c] = -1;
    for (int c = 0; good && c < t->n; c++) {
        if (t->of_column[c] == t->of_column[c + 1]) continue;
        for (int k = t->of_column[c]; k < t->of_column[c + 1]; k++)
            for (int r = list->at[k].row, j = first[r]; j < first[r + 1]; j++)
                if (t->colour[column[j]] >= 0) taken[t->colour[column[j]]] = c + 1;
        int colour = 0;
        while (taken[colour] == c + 1) colour++;
        t->colour[c] = colour;
        if (colour >= t->colours) t->colours = colour + 1;
    }
    jd_arena_free(&scratch);
    return good;
}

bool jd_tangent_new(Tangent *t, JdRun *run, bool locked) {
    const JdSystem *s = run->system;
    Arena *arena = &t->arena;
    *t = (Tangent){.run = run, .locked = locked, .states = run->n};
    const bool known = run->form->residual ? run->form->pattern(s, locked, arena, &t->pattern)
                                           : plain_pattern(run, arena, &t->pattern);
    t->n = t->pattern.unknowns;
    if (!known || !make_columns(t) || !make_colours(t)) return false;
    t->by_unknown = ARENA_NEW(arena, double, t->entries + 1);
    t->by_rate = ARENA_NEW(arena, double, t->entries + 1);
    t->known_unknown = ARENA_NEW(arena, double, t->pattern.by_unknown.count + 1);
    t->known_rate = ARENA_NEW(arena, double, t->pattern.by_rate.count + 1);
    t->z = ARENA_NEW(arena, double, t->n + 1);
    t->out = ARENA_NEW(arena, double, t->n + 1);
    t->base = ARENA_NEW(arena, double, t->n + 1);
    t->size = ARENA_NEW(arena, double, t->n + 1);
    return !arena->failed;
}

void jd_tangent_free(Tangent *t) {
    jd_arena_free(&t->arena);
}

/* ---- Numbers -------------------------------------------------------------------------------- */

void jd_tangent_multipliers(const Tangent *t, double *z) {
    const int rows = t->n > t->states ? t->run->system->dynamics.rows : 0;
    memset(z + t->states, 0, (size_t)(t->n - t->states) * sizeof *z);
    if (rows) memcpy(z + t->states, t->run->motion.pull, (size_t)rows * sizeof *z);
}

static void known_numbers(Tangent *t) {
    const JdRun *run = t->run;
    if (run->form->residual)
        run->form->known(run->system, &run->motion, t->locked, t->known_unknown, t->known_rate);
    else
        for (int k = 0; k < t->n; k++) t->known_rate[k] = 1;
    memset(t->by_unknown, 0, (size_t)t->entries * sizeof *t->by_unknown);
    for (int k = 0; k < t->pattern.by_unknown.count; k++)
        t->by_unknown[t->unknown_at[k]] = t->known_unknown[k];
    for (int k = 0; k < t->pattern.by_rate.count; k++) t->by_rate[t->rate_at[k]] = t->known_rate[k];
}

/* A move of the unknown that is small, and exact in the numbers of the machine. What the residual
 * depends on linearly may move far. */
static double moved(const Tangent *t, const double *z, int c) {
    const double root = sqrt(DBL_EPSILON);
    if (c >= t->states) return z[c] + 1;
    const double size = isfinite(t->size[c]) ? t->size[c] : 1;
    return z[c] + root * fmax(size, fabs(z[c]));
}

void jd_tangent_eval(Tangent *t, double time, const double *z, const double *rates) {
    const JdRun *run = t->run;
    const EntryList *list = &t->pattern.differences;
    jd_run_sizes(run, z, t->z, t->size);
    memcpy(t->z, z, (size_t)t->n * sizeof *z);
    jd_tangent_residual(t, time, t->z, rates, t->base);
    known_numbers(t);
    for (int colour = 0; colour < t->colours; colour++) {
        for (int c = 0; c < t->n; c++)
            if (t->colour[c] == colour) t->z[c] = moved(t, z, c);
        jd_tangent_residual(t, time, t->z, rates, t->out);
        for (int c = 0; c < t->n; c++) {
            if (t->colour[c] != colour) continue;
            const double move = t->z[c] - z[c];
            for (int k = t->of_column[c]; k < t->of_column[c + 1]; k++) {
                const int r = list->at[k].row;
                t->by_unknown[t->difference_at[k]] = (t->out[r] - t->base[r]) / move;
            }
            t->z[c] = z[c];
        }
    }
}
