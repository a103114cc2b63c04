/* SPDX-License-Identifier: MIT
 *
 * The short way to the multipliers. With a diagonal mass matrix that has no zeros,
 *
 *     S y = J M^-1 f - g,    S = J M^-1 J^T,    x = M^-1 (f - J^T y)             theory (5.9)
 *
 * solves [M J^T; J 0] [x; y] = [f; g]. S is positive definite unless rows repeat each other, and
 * has only as many rows as there are locks. Where its columns would be long (a body with very many
 * joints) or where M has zeros, the way over the whole matrix is taken instead. */
#include "rows/shapes.h"
#include <stdio.h>
#include <string.h>

/* One side of a row: where its numbers are in the matrix values. steady: its linear numbers never
 * change, so that products of two such rows change only in their angular part. */
typedef struct {
    int J, row;
    bool steady;
} RowSide;

struct Schur {
    const SparsePlan *plan; /* of S; its unknowns are the rows */
    int *first;    /* row sides of body b: first[b] .. first[b + 1] - 1, steady ones first */
    RowSide *side; /* scaled numbers of side k at nv k */
    int *target;   /* where the products of each side with those before it on the same body go */
    int *own;      /* of each row: its place on the diagonal */
    double *root;  /* 1 / sqrt(M), all velocities */
};

/* Beyond these the whole matrix is the shorter way. */
static const double most_products = 60, some_products = 100; /* per row of S, and besides */
enum { MOST_JOINTS = 32 };                                   /* on one body */

/* ---- Building ------------------------------------------------------------------------------- */

typedef struct {
    JdSystem *system;
    const RowSet *set;
    struct Schur *to;
    Arena scratch;
    SparseBlock *block;    /* groups are the blocks of S, */
    LIST(SparsePair) pair; /* and coupled if they share a moving body */
    int *group;            /* of each row */
} Making;

static bool list_blocks(Making *m) {
    const RowSet *set = m->set;
    m->block = ARENA_NEW(&m->scratch, SparseBlock, set->groups + 1);
    m->group = ARENA_NEW(&m->scratch, int, set->rows + 1);
    if (m->scratch.failed) return false;
    for (int g = 0; g < set->groups; g++) {
        m->block[g].size = set->group[g].count;
        for (int k = 0; k < set->group[g].count; k++) m->group[set->group[g].first + k] = g;
    }
    return true;
}

/* Rows follow each other group by group, as the unknowns of a plan do. */
static bool make_plan(Making *m) {
    JdSystem *s = m->system;
    const struct Schur *to = m->to;
    for (int b = 1; b < s->bodies; b++) {
        int around[MOST_JOINTS], joints = 0;
        for (int p = to->first[b]; p < to->first[b + 1]; p++) {
            const int row = to->side[p].row, own = m->group[row];
            if (row != m->set->group[own].first) continue;
            if (joints == MOST_JOINTS) return false;
            for (int k = 0; k < joints; k++) {
                SparsePair *pair = PUSH(&m->scratch, m->pair);
                if (!pair) return false;
                *pair = (SparsePair){own, around[k]};
            }
            around[joints++] = own;
        }
    }
    const SparsePattern pattern = {m->set->groups, m->block, m->pair.count, m->pair.at};
    const double most = most_products * m->set->rows + some_products;
    m->to->plan = jd_sparse_plan_definite(&s->arena, &pattern, most);
    return m->to->plan != NULL;
}

/* Sides of rows, body after body. */
static bool make_sides(Making *m) {
    const JdSystem *s = m->system;
    const RowSet *set = m->set;
    struct Schur *to = m->to;
    const int n = s->kernel->nv;
    int *fill = ARENA_NEW(&m->scratch, int, s->bodies + 2);
    to->first = ARENA_NEW(&m->system->arena, int, s->bodies + 2);
    if (!fill || !to->first) return false;
    for (int g = 0; g < set->groups; g++)
        for (int e = 0; e < set->group[g].ends; e++)
            if (set->group[g].body[e]) to->first[set->group[g].body[e] + 1] += set->group[g].count;
    for (int b = 0; b <= s->bodies; b++) to->first[b + 1] += to->first[b];
    to->side = ARENA_NEW(&m->system->arena, RowSide, to->first[s->bodies] + 1);
    if (!to->side) return false;
    for (int b = 0; b <= s->bodies; b++) fill[b] = to->first[b];
    for (int k = 0; k < 2 * set->rows; k++) {
        const int row = k % set->rows;
        const bool steady = k < set->rows;
        const Group *group = &set->group[m->group[row]];
        if (((const RowShapes *)set->shapes)->steady[row] != steady) continue;
        for (int e = 0; e < group->ends; e++) {
            if (!group->body[e]) continue;
            const int J =
                (int)jd_sparse_pair_at(set->plan, group->pair[e]) + (row - group->first) * n;
            to->side[fill[group->body[e]]++] = (RowSide){J, row, steady};
        }
    }
    return true;
}

/* All products of two row sides on the same body. */
static bool make_targets(Making *m) {
    JdSystem *s = m->system;
    struct Schur *to = m->to;
    int count = 0, at = 0;
    for (int b = 1; b < s->bodies; b++) {
        int sides = to->first[b + 1] - to->first[b];
        count += sides * (sides + 1) / 2;
    }
    to->target = ARENA_NEW(&s->arena, int, count + 1);
    to->own = ARENA_NEW(&s->arena, int, m->set->rows + 1);
    if (s->arena.failed) return false;
    for (int r = 0; r < m->set->rows; r++) to->own[r] = (int)jd_sparse_place(to->plan, r, r);
    for (int b = 1; b < s->bodies; b++)
        for (int p = to->first[b]; p < to->first[b + 1]; p++)
            for (int q = to->first[b]; q <= p; q++)
                to->target[at++] = (int)jd_sparse_place(to->plan, to->side[p].row, to->side[q].row);
    return true;
}

static bool make_roots(Making *m) {
    JdSystem *s = m->system;
    const int n = s->kernel->nv;
    double *root = m->to->root = ARENA_NEW(&s->arena, double, n * s->bodies);
    for (int b = 1; root && b < s->bodies; b++)
        for (int c = 0; c < n; c++) root[n * (b - 1) + c] = 1 / sqrt(jd_mass_of(s, b, c));
    return root != NULL;
}

bool jd_schur_make(JdSystem *s, RowSet *set) {
    if (set->rows == 0 || set->augments) return true;
    for (int b = 1; b < s->bodies; b++)
        for (int c = 0; c < s->kernel->nv; c++)
            if (!(jd_mass_of(s, b, c) > 0)) return true;
    Making m = {.system = s, .set = set, .to = ARENA_NEW(&s->arena, struct Schur, 1)};
    const bool fits = m.to && list_blocks(&m) && make_sides(&m) && make_plan(&m) &&
                      make_targets(&m) && make_roots(&m);
    const bool memory = !m.scratch.failed && !s->arena.failed;
    jd_arena_free(&m.scratch);
    if (fits) set->schur = m.to;
    return memory;
}

size_t jd_schur_work(const RowSet *set) {
    return set->schur ? jd_sparse_work(set->schur->plan) : 0;
}

void jd_schur_layout(const JdSystem *s, const RowSet *set, RowWork *w, Layout *layout) {
    const struct Schur *schur = set->schur;
    const size_t numbers = jd_sparse_values(schur->plan);
    w->schur.steady = PLACE(layout, double, numbers + 1);
    w->schur.scaled = PLACE(layout, double, schur->first[s->bodies] * s->kernel->nv + 1);
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
                    w->schur.steady[*target] +=
                        w->values[schur->side[p].J + c] * w->values[schur->side[q].J + c] *
                        schur->root[n * (b - 1) + c] * schur->root[n * (b - 1) + c];
}

/* One body: its rows divided by the roots of its masses, then all their products into S. */
ALWAYS const int *add_body(const struct Schur *schur, RowWork *w, int b, const int *target,
                           const int n, const int m) {
    const double *root = schur->root + n * (b - 1);
    double *S = w->factor, *scaled = w->schur.scaled + n * schur->first[b], *row = scaled, r[6];
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
    const int *target = schur->target;
    memcpy(w->factor, w->schur.steady, jd_sparse_values(schur->plan) * sizeof *w->factor);
    if (s->kernel->nv == 3)
        for (int b = 1; b < s->bodies; b++) target = add_body(schur, w, b, target, 3, 2);
    else
        for (int b = 1; b < s->bodies; b++) target = add_body(schur, w, b, target, 6, 3);
    const int primal = s->kernel->nv * (s->bodies - 1);
    for (int k = 0; k < w->anchor.count; k++)
        w->factor[schur->own[w->anchor.row[k]]] += w->anchor.held[primal + w->anchor.row[k]];
    const SparseReport report = jd_sparse_factor(schur->plan, NULL, 0, NULL, w->factor);
    if (!report.positive || !(report.ratio > jd_near_singular)) return false;
    w->report = report;
    w->report.row += primal;
    w->epsilon = 0;
    w->short_way = true;
    return true;
}

/* y += J M^-1/2 x, body by body; x = M^-1/2 f on the way. */
ALWAYS void gather(const JdSystem *s, const struct Schur *schur, const RowWork *w, const int n) {
    const double *scaled = w->schur.scaled, *root = schur->root, *f = w->b;
    double *x = w->x, *y = w->x + n * (s->bodies - 1);
    for (int b = 1; b < s->bodies; b++, x += n, f += n, root += n) {
        double own[6];
        UNROLL for (int c = 0; c < n; c++) x[c] = own[c] = f[c] * root[c];
        const RowSide *side = schur->side + schur->first[b],
                      *end = schur->side + schur->first[b + 1];
        for (; side < end; side++, scaled += n) {
            double sum = scaled[0] * own[0];
            UNROLL for (int c = 1; c < n; c++) sum += scaled[c] * own[c];
            y[side->row] += sum;
        }
    }
}

/* x = M^-1/2 (x - (J M^-1/2)^T y) */
ALWAYS void scatter(const JdSystem *s, const struct Schur *schur, const RowWork *w, const int n) {
    const double *scaled = w->schur.scaled, *root = schur->root, *y = w->x + n * (s->bodies - 1);
    double *x = w->x;
    for (int b = 1; b < s->bodies; b++, x += n, root += n) {
        double own[6];
        UNROLL for (int c = 0; c < n; c++) own[c] = x[c];
        const RowSide *side = schur->side + schur->first[b],
                      *end = schur->side + schur->first[b + 1];
        for (; side < end; side++, scaled += n) {
            const double pull = y[side->row];
            UNROLL for (int c = 0; c < n; c++) own[c] -= scaled[c] * pull;
        }
        UNROLL for (int c = 0; c < n; c++) x[c] = own[c] * root[c];
    }
}

void jd_schur_solve(const JdSystem *s, const RowSet *set, RowWork *w) {
    const struct Schur *schur = set->schur;
    const int primal = s->kernel->nv * (s->bodies - 1);
    for (int r = primal; r < primal + set->rows; r++) w->x[r] = -w->b[r];
    if (s->kernel->nv == 3)
        gather(s, schur, w, 3);
    else
        gather(s, schur, w, 6);
    jd_sparse_solve(schur->plan, w->factor, w->x + primal);
    if (s->kernel->nv == 3)
        scatter(s, schur, w, 3);
    else
        scatter(s, schur, w, 6);
}

/* ---- As C source ----------------------------------------------------------------------------
 * The same once more, as numbers of names. */

/* The scalar product of two rows of numbers, from `from` on. */
static int print_product(SparsePrinter *to, const int *a, const int *b, int from, int n) {
    char text[6 * 28] = "";
    for (int c = from, at = 0; c < n; c++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%sa%d * a%d", c > from ? " + " : "",
                       a[c], b[c]);
    return jd_sparse_print_number(to, "%s", text);
}

static int print_sum(SparsePrinter *to, int a, int b) {
    return a < 0 ? b : jd_sparse_print_number(to, "a%d + a%d", a, b);
}

/* S, and the scaled rows. */
static void print_matrix(const JdSystem *s, const RowSet *set, const RowWork *w, SparsePrinter *to,
                         int *S, int *scaled) {
    const struct Schur *schur = set->schur;
    const int n = s->kernel->nv, *target = schur->target;
    for (size_t k = 0; k < jd_sparse_values(schur->plan); k++) {
        const double own = w->schur.steady[k];
        S[k] = own != 0 ? jd_sparse_print_number(to, "%.17g", own) : -1;
    }
    for (int b = 1; b < s->bodies; b++)
        for (int p = schur->first[b]; p < schur->first[b + 1]; p++) {
            const RowSide *side = &schur->side[p];
            for (int c = 0; c < n; c++)
                scaled[n * p + c] = jd_sparse_print_number(to, "v[%d] * %.17g", side->J + c,
                                                           schur->root[n * (b - 1) + c]);
            for (int q = schur->first[b]; q <= p; q++, target++)
                S[*target] = print_sum(to, S[*target],
                                       print_product(to, scaled + n * p, scaled + n * q,
                                                     side->steady ? s->kernel->linear : 0, n));
        }
    for (int k = 0; k < w->anchor.count; k++)
        S[schur->own[w->anchor.row[k]]] =
            jd_sparse_print_number(to, "a%d + %.17g", S[schur->own[w->anchor.row[k]]],
                                   w->anchor.held[n * (s->bodies - 1) + w->anchor.row[k]]);
}

bool jd_schur_print(const JdSystem *s, const RowSet *set, const RowWork *w, SparsePrinter *to,
                    int *x) {
    const struct Schur *schur = set->schur;
    const int n = s->kernel->nv, primal = n * (s->bodies - 1);
    Arena scratch = {0};
    int *S = ARENA_NEW(&scratch, int, jd_sparse_values(schur->plan) + 1), *y = x + primal;
    int *scaled = ARENA_NEW(&scratch, int, schur->first[s->bodies] * n + 1);
    bool good = S && scaled;
    if (good) print_matrix(s, set, w, to, S, scaled);
    for (int r = 0; r < set->rows && good; r++) y[r] = jd_sparse_print_number(to, "-a%d", y[r]);
    for (int k = 0; k < primal && good; k++)
        x[k] = jd_sparse_print_number(to, "a%d * %.17g", x[k], schur->root[k]);
    for (int b = 1; b < s->bodies && good; b++)
        for (int p = schur->first[b]; p < schur->first[b + 1]; p++) {
            const int row = schur->side[p].row;
            y[row] =
                print_sum(to, y[row], print_product(to, scaled + n * p, x + n * (b - 1), 0, n));
        }
    good = good && jd_sparse_print(to, schur->plan, S, primal, y);
    for (int b = 1; b < s->bodies && good; b++)
        for (int c = 0; c < n; c++) {
            int *own = &x[n * (b - 1) + c];
            for (int p = schur->first[b]; p < schur->first[b + 1]; p++)
                *own = jd_sparse_print_number(to, "a%d - a%d * a%d", *own, scaled[n * p + c],
                                              y[schur->side[p].row]);
            *own = jd_sparse_print_number(to, "a%d * %.17g", *own, schur->root[n * (b - 1) + c]);
        }
    jd_arena_free(&scratch);
    return good;
}
