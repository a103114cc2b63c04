/* SPDX-License-Identifier: MIT
 *
 * The bond graph of a model, for those outside the library. */
#include "model/bonds.h"

bool jd_model_bond(const JdModel *model, int index, JdBondInfo *to) {
    const BondGraph *graph = model && model->bonds ? model->bonds->graph : NULL;
    if (!graph || !to || index < 0 || index >= graph->bonds.count) return false;
    const Bond *bond = &graph->bonds.at[index];
    const int end = bond->stroke == STROKE_TO ? bond->to : bond->from;
    *to = (JdBondInfo){.name = bond->name,
                       .from = graph->nodes.at[bond->from].name,
                       .to = graph->nodes.at[bond->to].name,
                       .stroke = graph->nodes.at[end].name,
                       .domain = bond->domain ? bond->domain->name : NULL,
                       .dimension = jd_bond_dimension(bond)};
    return true;
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static bool print_paths(BondEquations *equations, Arena *arena, Text *out) {
    BondPaths paths;
    if (!jd_equations_paths(equations, arena, &paths)) return false;
    jd_paths_print(equations, &paths, out);
    return true;
}

static bool print_equations(BondEquations *equations, SymStyle style, Arena *arena, Text *out) {
    BondPresent present;
    return jd_equations_present(equations, arena, &present) &&
           jd_equations_print(&present, style, out);
}

static bool print(BondEquations *equations, JdBondText what, Arena *arena, Text *out) {
    switch (what) {
    case JD_BONDS_SUMMARY:
        jd_equations_summary(equations, out);
        return true;
    case JD_BONDS_PATHS:
        return print_paths(equations, arena, out);
    case JD_BONDS_EQUATIONS:
        return print_equations(equations, SYM_TEXT, arena, out);
    case JD_BONDS_LATEX:
        return print_equations(equations, SYM_LATEX, arena, out);
    case JD_BONDS_C:
        return print_equations(equations, SYM_C, arena, out);
    }
    return false;
}

char *jd_model_bond_text(const JdModel *model, JdBondText what, JdLog *log) {
    BondEquations *equations = model && model->bonds ? model->bonds->equations : NULL;
    if (!equations || what < JD_BONDS_SUMMARY || what > JD_BONDS_C) return NULL;
    Arena arena = {0};
    Text out = {0};
    jd_text_add(&out, "", 0);
    const bool good = print(equations, what, &arena, &out);
    jd_arena_free(&arena);
    if (good && !out.failed && out.at) return out.at;
    jd_report_memory(log);
    jd_text_free(&out);
    return NULL;
}
