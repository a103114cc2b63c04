/* SPDX-License-Identifier: MIT
 *
 * Graphs in few words, for tests: nodes by type, name and value as text, bonds as "from to". */
#ifndef SKETCH_H
#define SKETCH_H

#include "bond/bond.h"
#include "check.h"
#include <stdlib.h>

typedef struct {
    Arena arena;
    SymPool *pool;
    BondGraph *graph;
    JdLog *log;
    CausalReport report;
} Sketch;

static inline int sketch_open(void **state) {
    Sketch *sketch = calloc(1, sizeof *sketch);
    sketch->pool = jd_sym_pool(&sketch->arena, SYM_NODES);
    sketch->graph = jd_bonds_new(&sketch->arena, sketch->pool);
    sketch->log = jd_log_new();
    *state = sketch;
    return 0;
}

static inline int sketch_close(void **state) {
    Sketch *sketch = *state;
    jd_log_free(sketch->log);
    jd_arena_free(&sketch->arena);
    free(sketch);
    return 0;
}

static inline Sym sketch_sym(Sketch *sketch, const char *text) {
    Source *source = ARENA_NEW(&sketch->arena, Source, 1);
    *source = (Source){"test", jd_arena_copy(&sketch->arena, text), strlen(text)};
    const Expr *expr = jd_expr_parse(source, &sketch->arena, sketch->log);
    const Sym s = expr ? jd_sym_of_expr(sketch->pool, expr, sketch->log) : SYM_NONE;
    if (!s) fail_msg("'%s' cannot be read", text);
    return s;
}

static inline int add_node(Sketch *sketch, const char *type, const char *name, const char *value) {
    const Sym sym = value ? sketch_sym(sketch, value) : SYM_NONE;
    BondNode node = {.name = name, .type = jd_bond_type_find(type)};
    if (!node.type) fail_msg("there is no type %s", type);
    if (value) node.value = (SymMatrix){&sym, 1, 1};
    return jd_bonds_add_node(sketch->graph, &node, sketch->log);
}

/* A matrix by rows. */
static inline int add_field(Sketch *sketch, const char *type, const char *name, int rows, int columns,
                            const double *numbers) {
    Sym *at = ARENA_NEW(&sketch->arena, Sym, rows * columns);
    for (int n = 0; n < rows * columns; n++) at[n] = jd_sym_number(sketch->pool, jd_number_of(numbers[n]));
    return jd_bonds_add_node(
        sketch->graph, &(BondNode){.name = name, .type = jd_bond_type_find(type), .value = {at, rows, columns}},
        sketch->log);
}

static inline int find_node(Sketch *sketch, const char *name) {
    const int node = jd_bonds_find_node(sketch->graph, name);
    if (node < 0) fail_msg("there is no node %s", name);
    return node;
}

/* "a b": from a to b, called a_b. */
static inline int add_bond(Sketch *sketch, const char *from, const char *to, int dimension) {
    const char *name = jd_arena_format(&sketch->arena, "%s_%s", from, to);
    return jd_bonds_add_bond(
        sketch->graph,
        &(Bond){.name = name, .from = find_node(sketch, from), .to = find_node(sketch, to), .dimension = dimension},
        sketch->log);
}

static inline BondNode *node_of(Sketch *sketch, const char *name) {
    return &sketch->graph->nodes.at[find_node(sketch, name)];
}

static inline BondEquations *compile_sketch(Sketch *sketch) {
    if (!jd_bonds_check(sketch->graph, sketch->log)) return NULL;
    return jd_bonds_compile(sketch->graph, &sketch->arena, &sketch->report, sketch->log);
}

/* The first message. */
static inline JdMessage first_message(Sketch *sketch) {
    if (!jd_log_count(sketch->log)) fail_msg("nothing was said");
    return jd_log_message(sketch->log, 0);
}

#endif
