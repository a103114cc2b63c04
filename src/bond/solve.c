/* SPDX-License-Identifier: MIT
 *
 * Loops as formulas: the variables of a block in terms of those that are broken, the equations that
 * these obey, linear as a rule, and their solution. */
#include "bond/inside.h"
#include "math/dense.h"
#include <string.h>

enum {
    WRITTEN = 40, /* breaks of a block whose equations are written down */
    SOLVED = 24,  /* and solved as formulas */
    TIDIED = 3,   /* and made as short as can be, */
    LONG = 1000,  /* if they have fewer operations: nobody reads more, and it takes the square */
    BALANCED = 4, /* rounds in which rows and columns get their measure */
    HEAVY = 500,  /* operations of what is held, from which on numbers are found in the run: a
                     formula  would divide by what may become zero there, and be long */
};

typedef struct {
    BondEquations *equations;
    BondBlock *block;
    Sym *names,
        *is;   /* of the variables of the block, in its order: what they are in terms of breaks */
    Sym *rest; /* what must be zero, for each break */
} Loop;

static bool open_loop(Loop *loop, BondEquations *equations, BondBlock *block) {
    Arena *arena = equations->arena;
    *loop = (Loop){equations, block, ARENA_NEW(arena, Sym, block->count + 1),
                   ARENA_NEW(arena, Sym, block->count + 1),
                   ARENA_NEW(arena, Sym, block->break_count + 1)};
    return loop->names && loop->is && loop->rest;
}

/* A law with what is known of the variables of the block put in. */
static Sym put_in(const Loop *loop, Sym law) {
    BondEquations *equations = loop->equations;
    Sym *named = NULL;
    const int count = jd_sym_list_names(equations->pool, law, equations->arena, &named);
    Sym *by = count >= 0 ? ARENA_NEW(equations->arena, Sym, count + 1) : NULL;
    if (!by) return SYM_NONE;
    for (int n = 0; n < count; n++) {
        by[n] = named[n];
        const int var = jd_var_of(equations, named[n]);
        for (int k = 0; var >= 0 && k < loop->block->count; k++)
            if (loop->block->vars[k] == var && loop->is[k]) by[n] = loop->is[k];
    }
    return jd_sym_put(equations->pool, law, named, by, count);
}

static bool express(Loop *loop) {
    const BondBlock *block = loop->block;
    SymPool *pool = loop->equations->pool;
    for (int n = 0; n < block->count; n++) {
        const BondVar *var = &loop->equations->vars.at[block->vars[n]];
        loop->names[n] = var->name;
        loop->is[n] = n < block->break_count ? var->name : put_in(loop, var->law);
        if (!loop->is[n]) return false;
    }
    for (int n = 0; n < block->break_count; n++) {
        const BondVar *var = &loop->equations->vars.at[block->vars[n]];
        loop->rest[n] = var->held >= 0 ? put_in(loop, loop->equations->vars.at[var->held].law)
                                       : jd_sym_subtract(pool, var->name, put_in(loop, var->law));
        if (!loop->rest[n]) return false;
    }
    return true;
}

/* Operations of its equations. */
static long cost_of(const Loop *loop) {
    long cost = 0;
    for (int n = 0; n < loop->block->break_count; n++)
        cost += jd_sym_cost(loop->equations->pool, loop->rest[n]);
    return cost;
}

static bool is_heavy(const Loop *loop, long cost) {
    const BondBlock *block = loop->block;
    int holds = 0;
    for (int n = 0; n < block->break_count; n++)
        holds += loop->equations->vars.at[block->vars[n]].held >= 0;
    const bool mixed = holds < block->break_count; /* an effort that gives way to others */
    return holds && block->break_count > 1 && (mixed || cost > HEAVY);
}

/* ---- What is zero but for rounding -------------------------------------------------------------
 * Formulas put numbers together at once: what is left of 1 - 0.7*1.4285714285714286 does not tell
 * that it is rounding. So slopes are followed once more as numbers, each with the size of all that
 * was added for it. */

typedef struct {
    double *slope, *size; /* of each variable of the block, then of what must be zero: a row */
} Sizes;

static int place_in(const BondBlock *block, int var) {
    int k = 0;
    while (k < block->count && block->vars[k] != var) k++;
    return k < block->count ? k : -1;
}

/* Row `to` becomes factor * the slopes of the law of a variable. */
static bool add_slopes(const Loop *loop, const double *values, int var, double factor, int to,
                       Sizes *sizes) {
    BondEquations *equations = loop->equations;
    const int n = loop->block->break_count;
    int *needs = NULL;
    const int count = jd_var_needs(equations, var, &needs);
    for (int k = 0; k < count; k++) {
        const int place = place_in(loop->block, needs[k]);
        const Sym by = place < 0 ? SYM_NONE
                                 : jd_sym_derive(equations->pool, equations->vars.at[var].law,
                                                 equations->vars.at[needs[k]].name);
        const double edge = by ? factor * jd_sym_value(equations->pool, by, values, NULL) : 0;
        for (int c = 0; c < n && edge != 0; c++) {
            sizes->slope[to * n + c] += edge * sizes->slope[place * n + c];
            sizes->size[to * n + c] += fabs(edge) * sizes->size[place * n + c];
        }
    }
    return count >= 0;
}

static bool follow_slopes(const Loop *loop, const double *values, Sizes *sizes) {
    const BondBlock *block = loop->block;
    const int n = block->break_count, rows = block->count + n;
    Arena *arena = loop->equations->arena;
    sizes->slope = ARENA_NEW(arena, double, (size_t)rows *(size_t)n + 1);
    sizes->size = ARENA_NEW(arena, double, (size_t)rows *(size_t)n + 1);
    if (!sizes->slope || !sizes->size) return false;
    for (int k = 0; k < n; k++) sizes->slope[k * n + k] = sizes->size[k * n + k] = 1;
    for (int k = n; k < block->count; k++)
        if (!add_slopes(loop, values, block->vars[k], 1, k, sizes)) return false;
    for (int k = 0; k < n; k++) {
        const int held = loop->equations->vars.at[block->vars[k]].held, to = block->count + k;
        if (held < 0) sizes->slope[to * n + k] = sizes->size[to * n + k] = 1;
        if (!add_slopes(loop, values, held < 0 ? block->vars[k] : held, held < 0 ? -1 : 1, to,
                        sizes))
            return false;
    }
    return true;
}

/* Entries of its matrix. */
static bool drop_rounding(Loop *loop, const double *values) {
    static const double rounding = 1e-11; /* of the size */
    BondBlock *block = loop->block;
    const int n = block->break_count;
    Sizes sizes;
    if (!follow_slopes(loop, values, &sizes)) return false;
    for (int k = 0; k < n * n; k++) {
        const int at = block->count * n + k;
        if (!(fabs(sizes.slope[at]) > rounding * sizes.size[at]))
            block->matrix[k] = jd_sym_whole(loop->equations->pool, 0);
    }
    return true;
}

/* rest = matrix breaks - right; false: not linear, or memory is out. */
static bool write_matrix(Loop *loop, bool tidies) {
    BondEquations *equations = loop->equations;
    BondBlock *block = loop->block;
    SymPool *pool = equations->pool;
    const int n = block->break_count;
    block->matrix = ARENA_NEW(equations->arena, Sym, n * n + 1);
    block->right = ARENA_NEW(equations->arena, Sym, n + 1);
    Sym *zeros = ARENA_NEW(equations->arena, Sym, n + 1);
    if (!block->matrix || !block->right || !zeros) return false;
    for (int k = 0; k < n; k++) zeros[k] = jd_sym_whole(pool, 0);
    block->linear = true;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            Sym slope = jd_sym_derive(pool, loop->rest[r], loop->names[c]);
            if (tidies) slope = jd_sym_tidy(pool, slope);
            for (int k = 0; slope && k < n; k++)
                if (jd_sym_has(pool, slope, loop->names[k])) block->linear = false;
            block->matrix[r * n + c] = slope;
        }
        const Sym right =
            jd_sym_minus(pool, jd_sym_put(pool, loop->rest[r], loop->names, zeros, n));
        block->right[r] = tidies ? jd_sym_tidy(pool, right) : right;
    }
    return block->linear && !jd_sym_stopped(pool);
}

/* Whether its matrix has an inverse at a point, each row and column in its own measure: masses and
 * inertias may be millions apart, of which formulas lose sight. */
static bool is_regular(const Loop *loop, const double *values) {
    const BondBlock *block = loop->block;
    const int n = block->break_count;
    double *a = ARENA_NEW(loop->equations->arena, double, n *n + 1);
    int *order = ARENA_NEW(loop->equations->arena, int, n + 1);
    if (!a || !order) return false;
    for (int k = 0; k < n * n; k++)
        a[k] = jd_sym_value(loop->equations->pool, block->matrix[k], values, NULL);
    for (int round = 0; round < 2 * BALANCED; round++)
        for (int r = 0; r < n; r++) {
            const int step = round % 2 ? n : 1, first = round % 2 ? r : r * n;
            double most = 0;
            for (int c = 0; c < n; c++) most = fmax(most, fabs(a[first + c * step]));
            if (!(most > 0) || isinf(most)) return false;
            for (int c = 0; c < n; c++) a[first + c * step] /= sqrt(most);
        }
    const double least = 1e-10; /* of numbers of size one */
    return jd_dense_lu(n, n, a, order).size > least;
}

static bool solve_matrix(Loop *loop, bool tidies) {
    BondEquations *equations = loop->equations;
    BondBlock *block = loop->block;
    const int n = block->break_count;
    Sym *matrix = ARENA_NEW(equations->arena, Sym, n * n + 1),
        *right = ARENA_NEW(equations->arena, Sym, n + 1);
    double *values = jd_bonds_values(equations->graph, 3, equations->arena);
    int row;
    if (!matrix || !right || !values || !drop_rounding(loop, values)) return false;
    memcpy(matrix, block->matrix, sizeof *matrix * (size_t)(n * n));
    memcpy(right, block->right, sizeof *right * (size_t)n);
    if (!jd_sym_eliminate(equations->pool, matrix, right, n, 1, values, &row)) {
        if (n > TIDIED && !jd_sym_stopped(equations->pool) && is_regular(loop, values)) return true;
        block->singular = !jd_sym_stopped(equations->pool);
        return !block->singular;
    }
    for (int k = 0; k < n && tidies; k++) right[k] = jd_sym_tidy(equations->pool, right[k]);
    block->solution = right;
    return true;
}

/* Of a block that is not written down: whether no law has a slope that changes with others of it.
 */
static bool is_linear(BondEquations *equations, const BondBlock *block, int number) {
    SymPool *pool = equations->pool;
    for (int v = 0; v < block->count; v++) {
        const BondVar *var = &equations->vars.at[block->vars[v]];
        int *needs = NULL;
        const int count = jd_var_needs(equations, block->vars[v], &needs);
        if (count < 0) return false;
        for (int n = 0; n < count; n++) {
            if (equations->vars.at[needs[n]].block != number || !var->law) continue;
            const Sym slope = jd_sym_derive(pool, var->law, equations->vars.at[needs[n]].name);
            for (int k = 0; slope && k < count; k++)
                if (equations->vars.at[needs[k]].block == number &&
                    jd_sym_has(pool, slope, equations->vars.at[needs[k]].name))
                    return false;
        }
    }
    return !jd_sym_stopped(pool);
}

bool jd_equations_solve(BondEquations *equations) {
    bool good = true;
    for (int b = 0; b < equations->blocks.count; b++) {
        BondBlock *block = &equations->blocks.at[b];
        Loop loop;
        if (block->loop && block->break_count > WRITTEN)
            block->linear = is_linear(equations, block, b);
        if (!block->loop || block->break_count > WRITTEN) continue;
        if (!open_loop(&loop, equations, block) || !express(&loop)) {
            equations->failed = true;
            return false;
        }
        const long cost = cost_of(&loop);
        const bool heavy = is_heavy(&loop, cost),
                   tidies = !heavy && block->break_count <= TIDIED && cost <= LONG;
        const bool linear = write_matrix(&loop, tidies);
        if (!linear || heavy || block->break_count > SOLVED) continue;
        if (!solve_matrix(&loop, tidies)) good = false;
    }
    return good;
}
