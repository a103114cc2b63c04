/* SPDX-License-Identifier: MIT
 *
 * What must hold of a graph that was checked, of its causality and of its laws in order of
 * computing: whoever walks along bonds or runs down blocks relies on it. Nothing is left of it
 * where assertions are off. */
#include "bond/inside.h"
#include <assert.h>

#ifndef NDEBUG

/* A bond stands among the ports of both of its nodes, at the place that it says. */
static void check_ends(const BondGraph *graph, int b) {
    const Bond *bond = &graph->bonds.at[b];
    const int node[2] = {bond->from, bond->to}, port[2] = {bond->port_from, bond->port_to};
    for (int end = 0; end < 2; end++) {
        assert(jd_is_index(node[end], graph->nodes.count));
        const BondNode *at = &graph->nodes.at[node[end]];
        assert(jd_is_index(port[end], at->ports.count) && at->ports.at[port[end]] == b);
    }
}

void jd_bonds_are_sound(const BondGraph *graph) {
    int components = 0;
    for (int b = 0; b < graph->bonds.count; b++) {
        check_ends(graph, b);
        assert(graph->bonds.at[b].first == components);
        components += jd_bond_dimension(&graph->bonds.at[b]);
    }
    assert(graph->components == components);
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *node = &graph->nodes.at[n];
        assert(node->name && node->type && node->type->write);
        assert(node->ports.count >= node->type->ports_least);
        assert(!node->value.at || (node->value.rows > 0 && node->value.columns > 0));
        for (int p = 0; p < node->ports.count; p++)
            assert(jd_is_index(node->ports.at[p], graph->bonds.count));
    }
}

/* ---- Causality ------------------------------------------------------------------------------ */

static bool is_obeyed(const BondGraph *graph, int n) {
    const BondNode *node = &graph->nodes.at[n];
    const int ports = node->ports.count;
    int strokes = 0;
    if (graph->yields && node->constraint.holds) return true;
    for (int p = 0; p < ports; p++) {
        if (jd_port_bond(graph, n, p)->strokes) return true; /* each component has its own */
        strokes += jd_port_gets_effort(graph, n, p);
    }
    switch (node->type->rule) {
    case CAUSAL_NONE:
        return strokes == 0;
    case CAUSAL_ALL:
        return strokes == ports;
    case CAUSAL_ONE:
        return strokes == 1 || node->first_side;
    case CAUSAL_ALL_BUT_ONE:
        return strokes == ports - 1;
    case CAUSAL_SAME:
        return strokes == 0 || strokes == ports || node->first_side;
    case CAUSAL_FREE:
    case CAUSAL_SPLIT:
        return true;
    }
    return false;
}

void jd_causality_is_sound(const BondGraph *graph) {
    for (int b = 0; b < graph->bonds.count; b++)
        assert(graph->bonds.at[b].stroke != STROKE_OPEN || graph->bonds.at[b].strokes);
    for (int n = 0; n < graph->nodes.count; n++) assert(is_obeyed(graph, n));
}

/* ---- Laws ----------------------------------------------------------------------------------- */

static void check_var(const BondEquations *equations, int v) {
    const BondVar *var = &equations->vars.at[v];
    const int vars = equations->vars.count;
    assert(var->bond < equations->graph->bonds.count && var->node < equations->graph->nodes.count);
    assert(var->held < vars && var->dot < vars && var->of < vars);
    assert(jd_is_index(var->block, equations->blocks.count));
    assert(jd_var_of(equations, var->name) == v);
    if (var->kind == VAR_STATE) assert(!var->law);
    if (var->dot >= 0) assert(equations->vars.at[var->dot].of == v);
}

/* Each variable stands in one block, behind all that its law needs: of a loop, what it needs of the
 * loop itself is broken or stands before it. */
static void check_block(const BondEquations *equations, int number, int *place) {
    const BondBlock *block = &equations->blocks.at[number];
    assert(block->count > 0 && block->break_count >= 0 && block->break_count <= block->count);
    assert(block->loop || block->break_count == 0);
    for (int n = 0; n < block->count; n++) {
        assert(jd_is_index(block->vars[n], equations->vars.count));
        assert(equations->vars.at[block->vars[n]].block == number);
        assert(place[block->vars[n]] < 0);
        place[block->vars[n]] = n;
    }
    for (int n = block->break_count; n < block->count; n++) {
        int *needs;
        const int count = jd_var_needs(equations, block->vars[n], &needs);
        for (int k = 0; k < count; k++) {
            assert(place[needs[k]] >= 0);
            assert(equations->vars.at[needs[k]].block < number || place[needs[k]] < n);
        }
    }
}

void jd_equations_are_sound(const BondEquations *equations) {
    const int vars = equations->vars.count, components = equations->graph->components;
    int *place = ARENA_NEW(equations->arena, int, vars + 1);
    if (!place) return;
    for (int v = 0; v < vars; v++) place[v] = -1;
    for (int v = 0; v < vars; v++) check_var(equations, v);
    for (int c = 0; c < components; c++) {
        assert(jd_is_index(equations->effort[c], vars) && jd_is_index(equations->flow[c], vars));
        assert(equations->vars.at[equations->effort[c]].kind == VAR_EFFORT);
        assert(equations->vars.at[equations->flow[c]].kind == VAR_FLOW);
    }
    for (int b = 0; b < equations->blocks.count; b++) check_block(equations, b, place);
    for (int v = 0; v < vars; v++) assert(place[v] >= 0);
    for (int k = 0; k < equations->states.count; k++)
        assert(equations->vars.at[equations->states.at[k]].kind == VAR_STATE);
}

#else

void jd_bonds_are_sound(const BondGraph *graph) {
    (void)graph;
}

void jd_causality_is_sound(const BondGraph *graph) {
    (void)graph;
}

void jd_equations_are_sound(const BondEquations *equations) {
    (void)equations;
}

#endif
