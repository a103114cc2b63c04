/* SPDX-License-Identifier: MIT
 *
 * Adding nodes, bonds and signals to the graph of a mechanism. */
#include "multibond/inside.h"
#include <string.h>

/* ---- Parts of the graph --------------------------------------------------------------------- */

static void list_part(Builder *b, const char *kind, const char *name) {
    BondPart *part = PUSH(b->graph->arena, b->graph->graph->parts);
    if (part) *part = (BondPart){kind, name};
    if (!part) b->failed = true;
}

void jd_mb_list_parts(Builder *b) {
    const JdSystem *s = b->graph->system;
    for (int k = 0; k < s->bodies; k++) list_part(b, "body", s->body[k].name);
    for (int k = 0; k < s->joints; k++) list_part(b, "joint", s->joint[k].name);
    for (int k = 0; k < s->forces; k++) list_part(b, "force", s->force[k].name);
}

int jd_mb_enter(Builder *b, PartKind kind, int index) {
    const JdSystem *s = b->graph->system;
    const int before = b->part, first[] = {0, s->bodies, s->bodies + s->joints};
    b->part = 1 + first[kind] + index;
    return before;
}

/* ---- Nodes, bonds, signals ------------------------------------------------------------------ */

const char *jd_mb_name(Builder *b, const char *first, const char *second) {
    const char *name = jd_arena_format(b->graph->arena, "%s_%s", first, second);
    if (!name) b->failed = true;
    return name ? name : "";
}

SymBlock jd_mb_block(const Builder *b, BlockKind kind, const SymAxes *matrix) {
    const bool rows_turn = kind == BLOCK_TURNS, columns_turn = kind != BLOCK_MOVES;
    SymBlock out = {.rows = rows_turn ? b->rotation : b->translation,
                    .columns = columns_turn ? b->rotation : b->translation};
    for (int r = 0; r < out.rows; r++)
        for (int c = 0; c < out.columns; c++)
            out.at[r * out.columns + c] = jd_mb_entry(matrix, jd_mb_component(b, rows_turn, r),
                                                      jd_mb_component(b, columns_turn, c));
    return out;
}

SymBlock jd_mb_row(const Builder *b, bool turns, SymVec row) {
    SymBlock out = {.rows = 1, .columns = turns ? b->rotation : b->translation};
    for (int c = 0; c < out.columns; c++) out.at[c] = row.c[jd_mb_component(b, turns, c)];
    return out;
}

bool jd_mb_row_empty(const Builder *b, bool turns, SymVec row) {
    const SymBlock block = jd_mb_row(b, turns, row);
    for (int c = 0; c < block.columns; c++)
        if (!jd_sym_is(b->graph->pool, block.at[c], 0)) return false;
    return true;
}

/* Names are words of the model's, joined; the rare one that is taken gets a longer one. */
static const char *free_name(Builder *b, const char *name) {
    while (name && jd_bonds_find_node(b->graph->graph, name) >= 0)
        name = jd_arena_format(b->graph->arena, "%s_", name);
    if (!name) b->failed = true;
    return name ? name : "";
}

int jd_mb_node(Builder *b, const char *type, const char *name, const SymBlock *value) {
    BondNode node = {.name = free_name(b, name), .type = jd_bond_type_find(type), .part = b->part};
    if (value) node.value = (SymMatrix){value->at, value->rows, value->columns};
    const int index = b->failed ? -1 : jd_bonds_add_node(b->graph->graph, &node, b->log);
    if (index < 0) b->failed = true;
    return index;
}

int jd_mb_bond(Builder *b, int from, int to, BondKind kind, int dimension) {
    if (b->failed) return -1;
    BondGraph *graph = b->graph->graph;
    const Bond bond = {.name = jd_arena_format(b->graph->arena, "b%d", graph->bonds.count + 1),
                       .from = from,
                       .to = to,
                       .dimension = dimension,
                       .domain =
                           jd_domain_find(kind == BOND_TURNS ? "rotational" : "translational")};
    const int index = bond.name ? jd_bonds_add_bond(graph, &bond, b->log) : -1;
    if (index < 0) b->failed = true;
    return index;
}

static bool is_one(const Builder *b, const SymBlock *m) {
    if (m->rows != m->columns) return false;
    for (int k = 0; k < m->rows * m->columns; k++)
        if (!jd_sym_is(b->graph->pool, m->at[k], k % (m->columns + 1) == 0)) return false;
    return true;
}

int jd_mb_two_port(Builder *b, const TwoPort *t, const SymBlock *modulus) {
    if (is_one(b, modulus)) return jd_mb_bond(b, t->from, t->to, t->kind_from, modulus->columns);
    const int node = jd_mb_node(b, t->type, t->name, modulus);
    const bool one_kind = t->kind_from == t->kind_to && modulus->rows == modulus->columns;
    if (!b->failed) b->graph->graph->nodes.at[node].rotates = one_kind;
    const int bond = jd_mb_bond(b, t->from, node, t->kind_from, modulus->columns);
    jd_mb_bond(b, node, t->to, t->kind_to, modulus->rows);
    return bond;
}

int jd_mb_signal(Builder *b, const char *name, Sym is, bool integrates) {
    if (b->failed) return -1;
    const BondSignal signal = {.name = name, .is = is, .integrates = integrates};
    const int index = jd_bonds_add_signal(b->graph->graph, &signal, b->log);
    if (index < 0) b->failed = true;
    return index;
}

Sym jd_mb_signal_name(const Builder *b, int signal) {
    if (signal < 0) return SYM_NONE;
    return jd_sym_name(b->graph->pool, b->graph->graph->signals.at[signal].name);
}

static Sym variable(const Builder *b, int bond, const char *what, int component) {
    if (bond < 0) return SYM_NONE;
    const Bond *at = &b->graph->graph->bonds.at[bond];
    const char *name =
        jd_bond_dimension(at) > 1
            ? jd_arena_format(b->graph->arena, "%s.%s[%d]", at->name, what, component + 1)
            : jd_arena_format(b->graph->arena, "%s.%s", at->name, what);
    return name ? jd_sym_name(b->graph->pool, name) : SYM_NONE;
}

Sym jd_mb_flow(const Builder *b, int bond, int component) {
    return variable(b, bond, "flow", component);
}

Sym jd_mb_effort(const Builder *b, int bond, int component) {
    return variable(b, bond, "effort", component);
}
