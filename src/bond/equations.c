/* SPDX-License-Identifier: MIT
 *
 * Laws in order of computing. Laws that depend on each other are strong components of the digraph
 * of variables; in each a few variables are broken, so that the others follow from them, and the
 * broken ones follow from equations. */
#include "bond/inside.h"
#include <stdlib.h>
#include <string.h>

/* ---- The digraph: a variable leads to those that its law needs ------------------------------ */

typedef struct {
    int *first, *to;
    int count;
} Needs;

static bool list_needs(BondEquations *equations, Needs *needs) {
    const int count = equations->vars.count;
    LIST(int) to = {0};
    needs->count = count;
    needs->first = ARENA_NEW(equations->arena, int, count + 1);
    if (!needs->first) return false;
    for (int v = 0; v < count; v++) {
        int *some, number = jd_var_needs(equations, v, &some);
        needs->first[v] = to.count;
        if (number < 0) return false;
        for (int n = 0; n < number; n++) {
            int *added = PUSH(equations->arena, to);
            if (!added) return false;
            *added = some[n];
        }
    }
    needs->first[count] = to.count;
    needs->to = to.at;
    return true;
}

/* ---- Breaks --------------------------------------------------------------------------------- */

/* What a reader would rather see broken: what an element gives, then what a bond carries; rates
 * last. */
static int rank_of(const BondEquations *equations, int var) {
    const BondVar *at = &equations->vars.at[var];
    const BondRole role =
        at->node >= 0 ? equations->graph->nodes.at[at->node].type->role : ROLE_JUNCTION;
    if (at->kind == VAR_DOT || at->kind == VAR_RATE || at->kind == VAR_HELD) return 5;
    if (at->kind == VAR_STORED) return 4;
    if (role == ROLE_RESISTOR || role == ROLE_STORAGE) return 0;
    return role == ROLE_TWO_PORT ? 2 : 3;
}

/* The part of the digraph inside a block, with places in the block for variables. */
static bool inner_digraph(BondEquations *equations, const Needs *needs, const BondBlock *block,
                          int number, const int *place, Digraph *inner) {
    int edges = 0;
    int *first = ARENA_NEW(equations->arena, int, block->count + 1);
    for (int n = 0; n < block->count; n++)
        edges += needs->first[block->vars[n] + 1] - needs->first[block->vars[n]];
    int *to = ARENA_NEW(equations->arena, int, edges + 1);
    if (!first || !to) return false;
    edges = 0;
    for (int n = 0; n < block->count; n++) {
        const int v = block->vars[n];
        first[n] = edges;
        for (int k = needs->first[v]; k < needs->first[v + 1]; k++)
            if (equations->vars.at[needs->to[k]].block == number) to[edges++] = place[needs->to[k]];
    }
    first[block->count] = edges;
    *inner = (Digraph){block->count, first, to};
    return true;
}

/* Places in order of computing: those that are needed first; breaks count as known. */
static bool sort_inner(BondEquations *equations, const Digraph *inner, const bool *broken,
                       int *order) {
    int *left = ARENA_NEW(equations->arena, int, inner->count + 1), done = 0;
    int *stack = ARENA_NEW(equations->arena, int, inner->count + 1),
        *next = ARENA_NEW(equations->arena, int, inner->count + 1);
    if (!left || !stack || !next) return false;
    for (int root = 0; root < inner->count; root++) { /* depth first, without recursion */
        if (left[root] || broken[root]) continue;
        int depth = 0;
        stack[0] = root, left[root] = 1, next[root] = inner->first[root];
        while (depth >= 0) {
            const int v = stack[depth];
            if (next[v] < inner->first[v + 1]) {
                const int w = inner->to[next[v]++];
                if (broken[w] || left[w]) continue;
                stack[++depth] = w, left[w] = 1, next[w] = inner->first[w];
                continue;
            }
            order[done++] = v;
            depth--;
        }
    }
    return true;
}

static bool break_block(BondEquations *equations, const Needs *needs, BondBlock *block, int number,
                        int *place) {
    Digraph inner;
    for (int n = 0; n < block->count; n++) place[block->vars[n]] = n;
    bool *forced = ARENA_NEW(equations->arena, bool, block->count + 1),
         *broken = ARENA_NEW(equations->arena, bool, block->count + 1);
    int *rank = ARENA_NEW(equations->arena, int, block->count + 1),
        *chosen = ARENA_NEW(equations->arena, int, block->count + 1);
    int *order = ARENA_NEW(equations->arena, int, block->count + 1),
        *vars = ARENA_NEW(equations->arena, int, block->count + 1);
    if (!forced || !broken || !rank || !chosen || !order || !vars) return false;
    if (!inner_digraph(equations, needs, block, number, place, &inner)) return false;
    for (int n = 0; n < block->count; n++) {
        forced[n] = equations->vars.at[block->vars[n]].held >= 0;
        rank[n] = rank_of(equations, block->vars[n]);
    }
    block->break_count = jd_feedback_vertices(&inner, forced, rank, chosen, &block->smallest);
    if (block->break_count < 0) return false;
    for (int n = 0; n < block->break_count; n++) broken[chosen[n]] = true;
    if (!sort_inner(equations, &inner, broken, order)) return false;
    for (int n = 0; n < block->count; n++)
        vars[n] = block->vars[n < block->break_count ? chosen[n] : order[n - block->break_count]];
    block->vars = vars;
    return true;
}

static bool names_itself(const Needs *needs, int var) {
    for (int k = needs->first[var]; k < needs->first[var + 1]; k++)
        if (needs->to[k] == var) return true;
    return false;
}

static bool make_blocks(BondEquations *equations) {
    Needs needs = {0};
    const int count = equations->vars.count;
    int *component = ARENA_NEW(equations->arena, int, count + 1),
        *place = ARENA_NEW(equations->arena, int, count + 1);
    if (!component || !place || !list_needs(equations, &needs)) return false;
    const Digraph graph = {count, needs.first, needs.to};
    const int components = jd_strong_components(&graph, component);
    int *size = components >= 0 ? ARENA_NEW(equations->arena, int, components + 1) : NULL;
    if (!size) return false;
    for (int v = 0; v < count; v++) size[component[v]]++;
    for (int c = 0; c < components; c++) {
        BondBlock *block = PUSH(equations->arena, equations->blocks);
        if (!block || !(block->vars = ARENA_NEW(equations->arena, int, size[c]))) return false;
    }
    for (int v = 0; v < count; v++) {
        BondBlock *block = &equations->blocks.at[component[v]];
        block->vars[block->count++] = v;
        equations->vars.at[v].block = component[v];
    }
    for (int c = 0; c < components; c++) {
        BondBlock *block = &equations->blocks.at[c];
        block->loop = block->count > 1 || names_itself(&needs, block->vars[0]) ||
                      equations->vars.at[block->vars[0]].held >= 0;
        if (block->loop && !break_block(equations, &needs, block, c, place)) return false;
    }
    return true;
}

/* Of which the graph, the way and the log are said. */
static BondEquations *write_equations(BondEquations said, Arena *arena) {
    BondEquations *equations = ARENA_NEW(arena, BondEquations, 1);
    const BondGraph *graph = said.graph;
    JdLog *log = said.log;
    if (!equations) {
        jd_report_memory(log);
        return NULL;
    }
    *equations = said;
    equations->arena = arena, equations->pool = graph->pool;
    const int before = jd_log_errors(log);
    const bool good = jd_equations_write(equations) && make_blocks(equations);
    if (good && !graph->mechanism) equations->index = jd_equations_index(equations);
    const bool none = said.way >= WAY_ARRAY && !equations->failed; /* no equations were found */
    if (!good && !none && jd_log_errors(log) == before) jd_report_memory(log);
    if (good) jd_equations_are_sound(equations);
    return good ? equations : NULL;
}

BondEquations *jd_bonds_equations(const BondGraph *graph, Arena *arena, JdLog *log) {
    return write_equations((BondEquations){.graph = graph, .log = log}, arena);
}

BondEquations *jd_bonds_equations_by_rank(const BondGraph *graph, const BondPencil *pencil,
                                          Arena *arena, JdLog *log) {
    return write_equations((BondEquations){.graph = graph, .log = log, .pencil = pencil}, arena);
}

BondEquations *jd_bonds_equations_by_array(const BondGraph *graph, BondWay way, Arena *arena,
                                           JdLog *log) {
    return write_equations((BondEquations){.graph = graph, .log = log, .way = way}, arena);
}
