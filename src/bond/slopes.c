/* SPDX-License-Identifier: MIT
 *
 * Slopes of variables by some of them, as numbers at some point: laws are followed in order; those
 * that depend on each other are solved together. With each slope goes the size of what was added
 * for it, so that one that vanishes but for rounding is known as zero. */
#include "bond/inside.h"
#include "math/dense.h"
#include <string.h>

typedef struct {
    BondEquations *equations;
    Arena *arena;
    const double *values;
    BondSlopes *out;
    int *column; /* of variables that slopes are by; -1 */
    Digraph graph;
    double *edge; /* slopes of laws, as the edges stand */
    int *place;   /* in a component */
} Walk;

static double *slope_at(const BondSlopes *s, int var) {
    return s->slope + (size_t)var * (size_t)s->count;
}
static double *size_at(const BondSlopes *s, int var) {
    return s->size + (size_t)var * (size_t)s->count;
}

/* Edges from a variable to those that its law names. */
static bool list_edges(Walk *w) {
    BondEquations *equations = w->equations;
    const int count = equations->vars.count;
    int *first = ARENA_NEW(w->arena, int, count + 2);
    LIST(int) to = {0};
    LIST(double) edge = {0};
    if (!first) return false;
    for (int v = 0; v < count; v++) {
        const BondVar *at = &equations->vars.at[v];
        int *needs = NULL;
        const int number = at->law && w->column[v] < 0 ? jd_var_needs(equations, v, &needs) : 0;
        first[v] = to.count;
        if (number < 0) return false;
        for (int n = 0; n < number; n++) {
            const Sym by =
                jd_sym_derive(equations->pool, at->law, equations->vars.at[needs[n]].name);
            int *end = PUSH(w->arena, to);
            double *slope = PUSH(w->arena, edge);
            if (!by || !end || !slope) return false;
            *end = needs[n], *slope = jd_sym_value(equations->pool, by, w->values, NULL);
        }
    }
    first[count] = to.count;
    w->graph = (Digraph){count, first, to.at};
    w->edge = edge.at;
    return true;
}

/* What comes from outside of a component, or all of it for a law alone. */
static void add_outside(Walk *w, int var, const int *component, double *slope, double *size) {
    for (int k = w->graph.first[var]; k < w->graph.first[var + 1]; k++) {
        const int need = w->graph.to[k];
        if (component[need] == component[var]) continue;
        for (int c = 0; c < w->out->count; c++) {
            slope[c] += w->edge[k] * slope_at(w->out, need)[c];
            size[c] += fabs(w->edge[k]) * size_at(w->out, need)[c];
        }
    }
}

/* The inverse of a, n by n, and of each of its entries how large those are that rounding in it
 * comes from: |A^-1| |A| |A^-1|. An entry may vanish, as those of a skew matrix do, though its
 * column has others. */
typedef struct {
    double *at, *size;
    bool singular;
} Inverse;

static bool invert(Walk *w, double *a, int n, Inverse *out) {
    const size_t all = (size_t)n * (size_t)n + 1;
    double *was = ARENA_NEW(w->arena, double, all), *between = ARENA_NEW(w->arena, double, all),
           *column = ARENA_NEW(w->arena, double, n + 1);
    int *order = ARENA_NEW(w->arena, int, n + 1), *rows = ARENA_NEW(w->arena, int, n + 1);
    *out = (Inverse){ARENA_NEW(w->arena, double, all), ARENA_NEW(w->arena, double, all), false};
    if (!was || !between || !column || !order || !rows || !out->at || !out->size) return false;
    memcpy(was, a, sizeof *a * (size_t)n * (size_t)n);
    for (int r = 0; r < n; r++) order[r] = r;
    if (!(jd_dense_lu(n, n, a, order).size > 0)) return out->singular = true;
    for (int r = 0; r < n; r++) rows[order[r]] = r;
    for (int k = 0; k < n; k++) {
        memset(column, 0, sizeof *column * (size_t)n);
        column[rows[k]] = 1;
        jd_dense_lu_solve(n, a, column);
        for (int r = 0; r < n; r++) out->at[r * n + k] = column[r];
    }
    for (int half = 0; half < 2; half++) {
        const double *left = half ? out->at : was, *right = half ? between : out->at;
        double *product = half ? out->size : between;
        for (int r = 0; r < n; r++)
            for (int k = 0; k < n; k++)
                for (int c = 0; left[r * n + k] != 0 && c < n; c++)
                    product[r * n + c] += fabs(left[r * n + k]) * fabs(right[k * n + c]);
    }
    return true;
}

static bool solve_component(Walk *w, const int *vars, int n, const int *component) {
    const int count = w->out->count;
    double *a = ARENA_NEW(w->arena, double, n *n + 1);
    double *slope = ARENA_NEW(w->arena, double, n *count + 1),
           *size = ARENA_NEW(w->arena, double, n *count + 1);
    Inverse inverse;
    if (!a || !slope || !size) return false;
    for (int r = 0; r < n; r++) w->place[vars[r]] = r;
    for (int r = 0; r < n; r++) {
        a[r * n + r] = 1;
        for (int k = w->graph.first[vars[r]]; k < w->graph.first[vars[r] + 1]; k++)
            if (component[w->graph.to[k]] == component[vars[r]])
                a[r * n + w->place[w->graph.to[k]]] -= w->edge[k];
        add_outside(w, vars[r], component, &slope[r * count], &size[r * count]);
    }
    if (!invert(w, a, n, &inverse)) return false;
    if (inverse.singular) return w->out->singular = true;
    for (int r = 0; r < n; r++)
        for (int k = 0; k < n; k++)
            for (int c = 0; c < count; c++) {
                slope_at(w->out, vars[r])[c] += inverse.at[r * n + k] * slope[k * count + c];
                size_at(w->out, vars[r])[c] += inverse.size[r * n + k] * size[k * count + c];
            }
    return true;
}

static bool names_itself(const Walk *w, int var) {
    for (int k = w->graph.first[var]; k < w->graph.first[var + 1]; k++)
        if (w->graph.to[k] == var) return true;
    return false;
}

static bool walk(Walk *w) {
    const int count = w->equations->vars.count;
    int *component = ARENA_NEW(w->arena, int, count + 1);
    const int components = component ? jd_strong_components(&w->graph, component) : -1;
    if (components < 0) return false;
    int *first = ARENA_NEW(w->arena, int, components + 2),
        *vars = ARENA_NEW(w->arena, int, count + 1);
    if (!first || !vars) return false;
    for (int v = 0; v < count; v++) first[component[v] + 1]++;
    for (int c = 0; c < components; c++) first[c + 1] += first[c];
    int *next = ARENA_NEW(w->arena, int, components + 1);
    if (!next) return false;
    for (int v = 0; v < count; v++) vars[first[component[v]] + next[component[v]]++] = v;
    for (int c = 0; c < components; c++) {
        const int n = first[c + 1] - first[c], var = vars[first[c]];
        if (w->column[var] >= 0) continue;
        if (n == 1 && !names_itself(w, var))
            add_outside(w, var, component, slope_at(w->out, var), size_at(w->out, var));
        else if (!solve_component(w, &vars[first[c]], n, component))
            return false;
    }
    return true;
}

bool jd_equations_slopes(BondEquations *equations, const int *by, int count, Arena *arena,
                         BondSlopes *out) {
    Walk w = {.equations = equations, .arena = arena, .out = out};
    const size_t vars = (size_t)equations->vars.count + 1;
    *out = (BondSlopes){.count = count};
    w.values = jd_bonds_values(equations->graph, 17, arena);
    w.column = ARENA_NEW(arena, int, vars);
    w.place = ARENA_NEW(arena, int, vars);
    out->slope = ARENA_NEW(arena, double, vars *(size_t)(count + 1));
    out->size = ARENA_NEW(arena, double, vars *(size_t)(count + 1));
    if (!w.values || !w.column || !w.place || !out->slope || !out->size) return false;
    for (size_t v = 0; v < vars; v++) w.column[v] = -1;
    for (int n = 0; n < count; n++) {
        w.column[by[n]] = n;
        slope_at(out, by[n])[n] = size_at(out, by[n])[n] = 1;
    }
    return list_edges(&w) && walk(&w);
}

bool jd_slope_vanishes(const BondSlopes *slopes, int var, int by) {
    const double rounding = 1e-10;
    return !(fabs(slope_at(slopes, var)[by]) > rounding * size_at(slopes, var)[by]);
}
