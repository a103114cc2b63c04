/* SPDX-License-Identifier: MIT
 *
 * The short way to the multipliers. With a diagonal mass matrix that has no zeros,
 *
 *     S y = J M^-1 f - g,    S = J M^-1 J^T,    x = M^-1 (f - J^T y)             theory (5.9)
 *
 * solves [M J^T; J 0] [x; y] = [f; g]. S is positive definite unless rows repeat each other, and
 * has only as many rows as there are locks. Where its columns would be long (a body with very many
 * joints) or where M has zeros, the way over the whole matrix is taken instead. */
#include "system/system.h"
#include <string.h>

/* One side of a row: where its numbers are in the matrix values; its place in S. steady: its linear
 * numbers never change, so that products of two such rows change only in their angular part. */
typedef struct {
    int J, place, row;
    bool steady;
} RowSide;

struct Schur {
    const Flat *flat;
    int *first;    /* the row sides of body b: first[b] .. first[b + 1] - 1, steady ones first */
    RowSide *side; /* scaled numbers of side k at nv k */
    int *target;   /* where the products of each side with those before it on the same body go */
    double *root;  /* 1 / sqrt(M), all velocities */
};

/* Beyond these the whole matrix is the shorter way. */
static const double most_products = 60; /* per row of S */
enum { MOST_JOINTS = 32 };              /* on one body */

/* ---- Building ------------------------------------------------------------------------------- */

/* Sides of rows, body after body. */
static bool make_sides(JdSystem *s, const RowSet *set, Arena *scratch, struct Schur *to) {
    int n = s->kernel->nv, *fill = ARENA_NEW(scratch, int, s->bodies + 2);
    to->first = ARENA_NEW(&s->arena, int, s->bodies + 2);
    if (!fill || !to->first) return false;
    for (int g = 0; g < set->groups; g++) {
        const Group *group = &set->group[g];
        for (int e = 0; e < group->ends; e++)
            if (group->body[e]) to->first[group->body[e] + 1] += group->count;
    }
    for (int b = 0; b <= s->bodies; b++) to->first[b + 1] += to->first[b];
    to->side = ARENA_NEW(&s->arena, RowSide, to->first[s->bodies] + 1);
    if (!to->side) return false;
    for (int b = 0; b <= s->bodies; b++) fill[b] = to->first[b];
    for (int steady = 1; steady >= 0; steady--)
        for (int g = 0; g < set->groups; g++) {
            const Group *group = &set->group[g];
            for (int e = 0; e < group->ends; e++)
                for (int r = 0; group->body[e] && r < group->count; r++) {
                    int row = group->first + r,
                        J = (int)jd_sparse_pair_at(set->plan, group->pair[e]) + r * n;
                    if (s->kernel->steady(set, row) != (steady == 1)) continue;
                    to->side[fill[group->body[e]]++] =
                        (RowSide){J, to->flat->place[row], row, steady == 1};
                }
        }
    return true;
}

/* All products of two row sides on the same body. */
static bool make_targets(JdSystem *s, struct Schur *to) {
    int count = 0, at = 0;
    for (int b = 1; b < s->bodies; b++) {
        int sides = to->first[b + 1] - to->first[b];
        count += sides * (sides + 1) / 2;
    }
    to->target = ARENA_NEW(&s->arena, int, count + 1);
    if (!to->target) return false;
    for (int b = 1; b < s->bodies; b++)
        for (int p = to->first[b]; p < to->first[b + 1]; p++)
            for (int q = to->first[b]; q <= p; q++)
                to->target[at++] = jd_flat_at(to->flat, to->side[p].row, to->side[q].row);
    return true;
}

/* Groups are the blocks of S; two are coupled if they share a moving body. */
static bool plan(JdSystem *s, const RowSet *set, Arena *scratch, struct Schur *to) {
    SparseBlock *block = ARENA_NEW(scratch, SparseBlock, set->groups + 1);
    int *first = ARENA_NEW(scratch, int, s->bodies + 2),
        *fill = ARENA_NEW(scratch, int, s->bodies + 2);
    int *around = ARENA_NEW(scratch, int, GROUP_ENDS * set->groups + 1);
    LIST(SparsePair) pairs = {0};
    if (scratch->failed) return false;
    for (int g = 0; g < set->groups; g++) {
        block[g].size = set->group[g].count;
        for (int e = 0; e < set->group[g].ends; e++)
            if (set->group[g].body[e]) first[set->group[g].body[e] + 1]++;
    }
    for (int b = 0; b <= s->bodies; b++) first[b + 1] += first[b];
    for (int b = 0; b <= s->bodies; b++) fill[b] = first[b];
    for (int g = 0; g < set->groups; g++)
        for (int e = 0; e < set->group[g].ends; e++)
            if (set->group[g].body[e]) around[fill[set->group[g].body[e]]++] = g;

    for (int b = 1; b < s->bodies; b++) {
        if (first[b + 1] - first[b] > MOST_JOINTS) return false;
        for (int p = first[b]; p < first[b + 1]; p++)
            for (int q = first[b]; q < p; q++) {
                SparsePair *pair = PUSH(scratch, pairs);
                if (!pair) return false;
                *pair = (SparsePair){around[p], around[q]};
            }
    }
    to->flat =
        jd_flat_plan(&s->arena, scratch, set->groups, block, pairs.count, pairs.at, most_products);
    return to->flat != NULL;
}

static bool make_roots(JdSystem *s, struct Schur *to) {
    int n = s->kernel->nv;
    to->root = ARENA_NEW(&s->arena, double, n * s->bodies);
    for (int b = 1; to->root && b < s->bodies; b++)
        for (int c = 0; c < n; c++) to->root[n * (b - 1) + c] = 1 / sqrt(jd_mass_of(s, b, c));
    return to->root != NULL;
}

bool jd_schur_make(JdSystem *s, RowSet *set) {
    if (set->rows == 0 || set->augments) return true;
    for (int b = 1; b < s->bodies; b++)
        for (int c = 0; c < s->kernel->nv; c++)
            if (!(jd_mass_of(s, b, c) > 0)) return true;
    Arena scratch = {0};
    struct Schur *schur = ARENA_NEW(&s->arena, struct Schur, 1);
    bool fits = schur && plan(s, set, &scratch, schur) && make_sides(s, set, &scratch, schur) &&
                make_targets(s, schur) && make_roots(s, schur);
    bool memory = !scratch.failed && !s->arena.failed;
    jd_arena_free(&scratch);
    if (fits) set->schur = schur;
    return memory;
}

void jd_schur_layout(const JdSystem *s, const RowSet *set, RowWork *w, Layout *layout) {
    const struct Schur *schur = set->schur;
    int numbers = schur->flat->unknowns + schur->flat->entries;
    w->schur = PLACE(layout, double, numbers + 1);
    w->schur_steady = PLACE(layout, double, numbers + 1);
    w->schur_own = PLACE(layout, double, set->rows + 1);
    w->scaled = PLACE(layout, double, schur->first[s->bodies] * s->kernel->nv + 1);
    w->y = PLACE(layout, double, set->rows + 1);
}

/* ---- Evaluating -----------------------------------------------------------------------------
 * With n (velocities of a body) and m (those of them that are linear) known to the compiler the
 * inner loops dissolve. */
#define ALWAYS static inline __attribute__((always_inline))
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 6")
#else
#define UNROLL
#endif

/* The steady part of S: from the linear numbers that jd_rowwork's owner has just written. */
void jd_schur_init(const JdSystem *s, const RowSet *set, RowWork *w) {
    const struct Schur *schur = set->schur;
    const int n = s->kernel->nv, m = s->kernel->linear, *target = schur->target;
    for (int b = 1; b < s->bodies; b++)
        for (int p = schur->first[b]; p < schur->first[b + 1]; p++)
            for (int q = schur->first[b]; q <= p; q++, target++)
                for (int c = 0; c < m && schur->side[p].steady; c++)
                    w->schur_steady[*target] +=
                        w->values[schur->side[p].J + c] * w->values[schur->side[q].J + c] *
                        schur->root[n * (b - 1) + c] * schur->root[n * (b - 1) + c];
}

/* One body: its rows divided by the roots of its masses, then all their products into S. */
ALWAYS const int *add_body(const struct Schur *schur, RowWork *w, int b, const int *target,
                           const int n, const int m) {
    const double *root = schur->root + n * (b - 1);
    double *S = w->schur, *scaled = w->scaled + n * schur->first[b], *row = scaled, r[6];
    UNROLL for (int c = 0; c < n; c++) r[c] = root[c];
    const RowSide *side = schur->side + schur->first[b], *end = schur->side + schur->first[b + 1];
    for (; side < end; side++, row += n) {
        const double *J = w->values + side->J;
        double own[6];
        UNROLL for (int c = 0; c < n; c++) row[c] = own[c] = J[c] * r[c];
        if (side->steady) {
            for (const double *other = scaled; other <= row; other += n) {
                double sum = own[m] * other[m];
                UNROLL for (int c = m + 1; c < n; c++) sum += own[c] * other[c];
                S[*target++] += sum;
            }
        } else {
            for (const double *other = scaled; other <= row; other += n) {
                double sum = own[0] * other[0];
                UNROLL for (int c = 1; c < n; c++) sum += own[c] * other[c];
                S[*target++] += sum;
            }
        }
    }
    return target;
}

bool jd_schur_factor(const JdSystem *s, const RowSet *set, RowWork *w) {
    const struct Schur *schur = set->schur;
    const int *target = schur->target, numbers = schur->flat->unknowns + schur->flat->entries;
    memcpy(w->schur, w->schur_steady, (size_t)numbers * sizeof *w->schur);
    if (s->kernel->nv == 3)
        for (int b = 1; b < s->bodies; b++) target = add_body(schur, w, b, target, 3, 2);
    else
        for (int b = 1; b < s->bodies; b++) target = add_body(schur, w, b, target, 6, 3);
    const int primal = s->kernel->nv * (s->bodies - 1);
    for (int k = 0; k < w->anchors; k++)
        w->schur[schur->flat->place[w->anchor[k]]] += w->held[primal + w->anchor[k]];
    int lowest = 0;
    double ratio = jd_flat_factor(schur->flat, w->schur, w->schur_own, &lowest);
    if (!(ratio > jd_near_singular)) return false;
    w->report = (SparseReport){ratio, lowest, true, -1};
    w->epsilon = 0;
    w->short_way = true;
    return true;
}

int jd_schur_row(const RowSet *set, int place) {
    int row = 0;
    while (row < set->rows - 1 && set->schur->flat->place[row] != place) row++;
    return row;
}

/* y += J M^-1/2 x, body by body; x = M^-1/2 f on the way. */
ALWAYS void gather(const JdSystem *s, const struct Schur *schur, const RowWork *w, const int n) {
    const double *scaled = w->scaled, *root = schur->root, *f = w->b;
    double *x = w->x, *y = w->y;
    for (int b = 1; b < s->bodies; b++, x += n, f += n, root += n) {
        double own[6];
        UNROLL for (int c = 0; c < n; c++) x[c] = own[c] = f[c] * root[c];
        const RowSide *side = schur->side + schur->first[b],
                      *end = schur->side + schur->first[b + 1];
        for (; side < end; side++, scaled += n) {
            double sum = scaled[0] * own[0];
            UNROLL for (int c = 1; c < n; c++) sum += scaled[c] * own[c];
            y[side->place] += sum;
        }
    }
}

/* x = M^-1/2 (x - (J M^-1/2)^T y) */
ALWAYS void scatter(const JdSystem *s, const struct Schur *schur, const RowWork *w, const int n) {
    const double *scaled = w->scaled, *root = schur->root, *y = w->y;
    double *x = w->x;
    for (int b = 1; b < s->bodies; b++, x += n, root += n) {
        double own[6];
        UNROLL for (int c = 0; c < n; c++) own[c] = x[c];
        const RowSide *side = schur->side + schur->first[b],
                      *end = schur->side + schur->first[b + 1];
        for (; side < end; side++, scaled += n) {
            const double pull = y[side->place];
            UNROLL for (int c = 0; c < n; c++) own[c] -= scaled[c] * pull;
        }
        UNROLL for (int c = 0; c < n; c++) x[c] = own[c] * root[c];
    }
}

void jd_schur_solve(const JdSystem *s, const RowSet *set, RowWork *w) {
    const struct Schur *schur = set->schur;
    const int primal = s->kernel->nv * (s->bodies - 1), *place = schur->flat->place;
    for (int r = 0; r < set->rows; r++) w->y[place[r]] = -w->b[primal + r];
    if (s->kernel->nv == 3)
        gather(s, schur, w, 3);
    else
        gather(s, schur, w, 6);
    jd_flat_solve(schur->flat, w->schur, w->y);
    if (s->kernel->nv == 3)
        scatter(s, schur, w, 3);
    else
        scatter(s, schur, w, 6);
    for (int r = 0; r < set->rows; r++) w->x[primal + r] = w->y[place[r]];
}
