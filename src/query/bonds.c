/* SPDX-License-Identifier: MIT
 *
 * The bond graph of a model, for those outside the library. */
#include "bond/bond.h"
#include "bonded/bonded.h"
#include "model/model.h"
#include <string.h>

bool jd_model_bond(const JdModel *model, int index, JdBondInfo *info) {
    const BondGraph *graph = model && model->bonds ? model->bonds->graph : NULL;
    if (!graph || !info || index < 0 || index >= graph->bonds.count) return false;
    const Bond *bond = &graph->bonds.at[index];
    const int end = bond->stroke == STROKE_TO ? bond->to : bond->from;
    *info =
        (JdBondInfo){.name = bond->name,
                     .from = graph->nodes.at[bond->from].name,
                     .to = graph->nodes.at[bond->to].name,
                     .stroke = bond->stroke && !bond->strokes ? graph->nodes.at[end].name : NULL,
                     .domain = bond->domain ? bond->domain->name : NULL,
                     .at = jd_place_of(bond->where),
                     .dimension = jd_bond_dimension(bond)};
    return true;
}

bool jd_model_bond_node(const JdModel *model, int index, JdBondNodeInfo *info) {
    const BondGraph *graph = model && model->bonds ? model->bonds->graph : NULL;
    if (!graph || !info || index < 0 || index >= graph->nodes.count) return false;
    const BondNode *node = &graph->nodes.at[index];
    const BondRole role = node->type->role;
    *info = (JdBondNodeInfo){.name = node->name,
                             .type = node->type->name,
                             .at = jd_place_of(node->where),
                             .bonds = node->ports.count,
                             .element = role == ROLE_STORAGE || role == ROLE_RESISTOR,
                             .stores = role != ROLE_STORAGE        ? NULL
                                       : node->type->stores_effort ? "p"
                                                                   : "q",
                             .components = jd_bonds_width(graph, index)};
    return true;
}

/* One a line, with a number before it; a line that tells of all has none. */
static bool write_paths(BondEquations *equations, Arena *arena, Text *out) {
    BondPaths paths;
    Text lines = {0};
    if (!jd_equations_paths(equations, arena, &paths)) return false;
    jd_paths_print(equations, &paths, &lines);
    int number = 0;
    for (const char *line = lines.at; line && *line;) {
        const size_t length = strcspn(line, "\n");
        const bool path = !strncmp(line, "class", 5) || !strncmp(line, "signals", 7);
        if (path) jd_text_print(out, "%d  ", ++number);
        jd_text_add(out, line, length + (line[length] == '\n'));
        line += length + (line[length] == '\n');
    }
    const bool good = !lines.failed;
    jd_text_free(&lines);
    return good;
}

static bool write_summary(BondEquations *equations, Arena *arena, Text *out) {
    BondPaths paths;
    jd_equations_summary(equations, out);
    if (!jd_equations_paths(equations, arena, &paths)) return false;
    jd_notes_print(equations, &paths, out);
    jd_holonomy_print(equations, out);
    return true;
}

static bool write_equations(BondEquations *equations, Arena *arena, SymStyle style, Text *out) {
    BondPresent present;
    return jd_equations_present(equations, arena, &present) &&
           jd_equations_print(&present, style, out);
}

char *jd_bonds_text(const JdModel *model, JdBondsPage page) {
    BondEquations *equations = model && model->bonds ? model->bonds->equations : NULL;
    Arena arena = {0};
    Text out = {0};
    bool good = equations != NULL;
    if (good && page == JD_BONDS_SUMMARY) good = write_summary(equations, &arena, &out);
    if (good && page == JD_BONDS_PATHS) good = write_paths(equations, &arena, &out);
    if (good && page == JD_BONDS_EQUATIONS)
        good = write_equations(equations, &arena, SYM_TEXT, &out);
    if (good && page == JD_BONDS_LATEX) good = write_equations(equations, &arena, SYM_LATEX, &out);
    if (good && page == JD_BONDS_C) good = write_equations(equations, &arena, SYM_C, &out);
    jd_arena_free(&arena);
    if (good && !out.failed && out.at) return out.at;
    jd_text_free(&out);
    return NULL;
}
