/* SPDX-License-Identifier: MIT
 *
 * Numbers at some point: parameters as they are, all other names random, but the same every time. A
 * look at a matrix or at a number alone costs what stands in it: such points are kept by the graph,
 * and go on where names come that were not there. */
#include "bond/inside.h"
#include <math.h>

static double random_value(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return 0.4 + (double)(*seed >> 11) / 9007199254740992.0;
}

/* Parameters from one on. */
static void set_parameters(const BondGraph *graph, int from, double *values) {
    for (int n = from; n < graph->parameters.count; n++)
        values[jd_sym_node(graph->pool, graph->parameters.at[n].name)->name] =
            graph->parameters.at[n].value;
}

double *jd_bonds_values(const BondGraph *graph, uint64_t seed, Arena *arena) {
    const int count = jd_sym_names(graph->pool);
    double *values = ARENA_NEW(arena, double, count + 1);
    for (int n = 0; values && n < count; n++) values[n] = random_value(&seed);
    if (values) set_parameters(graph, 0, values);
    return values;
}

static BondPoint *find_point(const BondGraph *graph, uint64_t seed) {
    for (int n = 0; n < graph->points->count; n++)
        if (graph->points->at[n].seed == seed) return &graph->points->at[n];
    BondPoint *point = PUSH(graph->arena, *graph->points);
    if (point) *point = (BondPoint){.seed = seed, .next = seed};
    return point;
}

const double *jd_bonds_point(const BondGraph *graph, uint64_t seed) {
    const int count = jd_sym_names(graph->pool);
    BondPoint *point = find_point(graph, seed);
    if (!point) return NULL;
    while (point->values.count <= count) { /* one more, so that there is a first one */
        double *value = PUSH(graph->arena, point->values);
        if (!value) return NULL;
        *value = random_value(&point->next);
    }
    set_parameters(graph, point->parameters, point->values.at);
    point->parameters = graph->parameters.count;
    return point->values.at;
}

double jd_bonds_number(const BondGraph *graph, Sym s) {
    const SymNode *node = s ? jd_sym_node(graph->pool, s) : NULL;
    if (node && node->kind == SYM_NUMBER) return jd_number_double(node->number);
    const double *values = s ? jd_bonds_point(graph, 1) : NULL;
    if (!values) return NAN;
    const double number = jd_sym_value(graph->pool, s, values, NULL);
    /* Another point shows whether names without numbers are in it. */
    const double *others = jd_bonds_point(graph, 2);
    return others && jd_sym_value(graph->pool, s, others, NULL) == number ? number : NAN;
}

int jd_bonds_rank(const BondGraph *graph, const Sym *at, int rows, int columns) {
    return jd_bonds_firm_rank(graph, at, rows, columns, 0);
}

int jd_bonds_firm_rank(const BondGraph *graph, const Sym *at, int rows, int columns, double least) {
    const double rounding = 1e-11;
    Arena arena = {0};
    const double *values = jd_bonds_point(graph, 7);
    double *a = ARENA_NEW(&arena, double, rows *columns + 1);
    int rank = 0;
    double size = 0;
    for (int n = 0; values && a && n < rows * columns; n++) {
        a[n] = jd_sym_value(graph->pool, at[n], values, NULL);
        size = fmax(size, fabs(a[n]));
    }
    for (int c = 0; values && a && c < columns && rank < rows; c++) {
        int pivot = rank;
        for (int r = rank; r < rows; r++)
            if (fabs(a[r * columns + c]) > fabs(a[pivot * columns + c])) pivot = r;
        if (!(fabs(a[pivot * columns + c]) > fmax(rounding * size, least))) continue;
        for (int k = 0; k < columns; k++) {
            const double swap = a[rank * columns + k];
            a[rank * columns + k] = a[pivot * columns + k];
            a[pivot * columns + k] = swap;
        }
        for (int r = rank + 1; r < rows; r++) {
            const double factor = a[r * columns + c] / a[rank * columns + c];
            for (int k = c; k < columns; k++) a[r * columns + k] -= factor * a[rank * columns + k];
        }
        rank++;
    }
    if (arena.failed) graph->arena->failed = true;
    jd_arena_free(&arena);
    return rank;
}
