/* SPDX-License-Identifier: MIT
 *
 * Causality, laws and loops, all in one. Strokes say which way laws are read, not whether loops of
 * them have a solution: a loop of gain 1 has none. What is chosen is then chosen otherwise, as long
 * as there are choices. */
#include "bond/inside.h"
#include <math.h>

enum { TRIES = 200 }; /* causalities that are looked at */

/* A look at random states: the block that has no solution there; -1: all have. */
static int find_singular(const BondEquations *equations, Arena *arena) {
    const BondProgram *program = jd_equations_program(equations, arena);
    double *values = program ? jd_bonds_values(equations->graph, 11, arena) : NULL;
    double *states = ARENA_NEW(arena, double, equations->states.count + 1);
    int block = -1;
    if (!program || !values || !states) return -1;
    for (int n = 0; n < equations->states.count; n++)
        states[n] =
            values[jd_sym_node(equations->pool, equations->vars.at[equations->states.at[n]].name)
                       ->name];
    if (jd_equations_run(program, 0.3, states, values, &block)) return -1;
    /* Laws that are curves may have no solution at random, and one in the run. */
    const BondBlock *at = &equations->blocks.at[block];
    return at->linear || !at->matrix ? block : -1;
}

static int bonds_of_block(const BondEquations *equations, const BondBlock *block, int *bonds) {
    int count = 0;
    for (int n = 0; n < block->count; n++) {
        const int bond = equations->vars.at[block->vars[n]].bond;
        bool there = bond < 0;
        for (int k = 0; k < count && !there; k++) there = bonds[k] == bond;
        if (!there) bonds[count++] = bond;
    }
    return count;
}

static void list_names(const BondGraph *graph, const int *bonds, int count, Text *out) {
    enum { SHOWN = 8 };
    for (int n = 0; n < count && n < SHOWN; n++)
        jd_text_print(out, "%s%s", n ? ", " : "", graph->bonds.at[bonds[n]].name);
    if (count > SHOWN) jd_text_print(out, " and %d more", count - SHOWN);
}

/* Of artificial sources that hold what others hold already, or of a loop. */
static void report_singular(const BondEquations *equations, const BondBlock *block,
                            const int *bonds, int count, JdLog *log) {
    const BondGraph *graph = equations->graph;
    const BondNode *source = NULL;
    int sources = 0;
    for (int n = 0; n < block->break_count; n++) {
        const BondVar *var = &equations->vars.at[block->vars[n]];
        if (var->held < 0) continue;
        source = &graph->nodes.at[var->node];
        sources++;
    }
    Text names = {0};
    if (source) {
        for (int n = 0; n < block->break_count; n++) {
            const BondVar *var = &equations->vars.at[block->vars[n]];
            if (var->held >= 0)
                jd_text_print(&names, "%s%s", names.count ? ", " : "",
                              graph->nodes.at[var->node].name);
        }
        jd_report(log, JD_ERROR, "constraint-redundant", source->where,
                  sources > 1 ? "the sources %s hold what one of them less would hold, too"
                              : "source %s holds what nothing moves",
                  names.at ? names.at : "");
        jd_hint(log, "leave one of them out: its effort is not unique");
    } else {
        list_names(graph, bonds, count, &names);
        const Bond *first = count ? &graph->bonds.at[bonds[0]] : NULL;
        jd_report(log, JD_ERROR, "loop-singular", first ? first->where : nowhere,
                  "the loop of bonds %s has no solution: what goes round comes back the same",
                  names.at ? names.at : "");
        jd_hint(log, "its gain is 1, or its equations repeat each other; put a resistor or a "
                     "storage into it, or cut it where "
                     "two of its bonds say the same");
    }
    jd_text_free(&names);
}

static BondEquations *compile(BondGraph *graph, Arena *arena, CausalReport *report, JdLog *log) {
    if (!jd_bonds_assign(graph, report, log)) return NULL;
    int *bonds = ARENA_NEW(arena, int, graph->bonds.count + 1);
    if (!bonds) return jd_report_memory(log), NULL;
    for (int tries = 0;; tries++) {
        BondEquations *equations = jd_bonds_equations(graph, arena, log);
        if (!equations) return NULL;
        const bool solved = jd_equations_solve(equations);
        int singular = -1;
        for (int b = 0; b < equations->blocks.count && !solved; b++)
            if (equations->blocks.at[b].singular) singular = b;
        if (singular < 0) singular = find_singular(equations, arena);
        if (equations->failed) return jd_report_memory(log), NULL;
        if (singular < 0) return equations;
        const BondBlock *block = &equations->blocks.at[singular];
        const int count = bonds_of_block(equations, block, bonds);
        if (tries == TRIES || !jd_bonds_ban(graph, report, bonds, count) ||
            !jd_bonds_assign(graph, report, NULL)) {
            report_singular(equations, block, bonds, count, log);
            return NULL;
        }
    }
}

/* Resistors whose law goes one way decide the causality of others. */
static bool any_one_way(const BondGraph *graph) {
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *at = &graph->nodes.at[n];
        if (at->type->role != ROLE_RESISTOR) continue;
        if ((at->effort_law != SYM_NONE) != (at->flow_law != SYM_NONE)) return true;
    }
    return false;
}

/* A trial, of which nothing is told but that memory is out. */
static BondEquations *try_out(BondGraph *graph, Arena *arena, CausalReport *report, JdLog *log,
                              bool *memory_out) {
    JdLog *quiet = jd_log_new();
    BondEquations *equations = quiet ? compile(graph, arena, report, quiet) : NULL;
    *memory_out = !quiet || jd_log_memory_out(quiet) || arena->failed || graph->arena->failed;
    jd_log_free(quiet);
    if (equations) equations->log = log;
    if (*memory_out) jd_report_memory(log);
    return *memory_out ? NULL : equations;
}

/* Laws as they are given; but if no causality fits that, or storages then depend on others, as many
 * of them as there need be are read the other way round. */
BondEquations *jd_bonds_compile(BondGraph *graph, Arena *arena, CausalReport *report, JdLog *log) {
    bool memory_out;
    graph->inverts = false;
    if (!any_one_way(graph)) return compile(graph, arena, report, log);
    CausalReport given = {0}, turned = {0};
    BondEquations *equations = try_out(graph, arena, &given, log, &memory_out);
    const bool fits = equations != NULL;
    if (memory_out) return NULL;
    if (fits && !given.derivative.count) return *report = given, equations;
    graph->inverts = true;
    equations = try_out(graph, arena, &turned, log, &memory_out);
    if (memory_out) return NULL;
    if (equations && (!fits || turned.derivative.count < given.derivative.count))
        return *report = turned, equations;
    graph->inverts = false;
    return compile(graph, arena, report, log);
}
