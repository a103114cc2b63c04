/* SPDX-License-Identifier: MIT
 *
 * Start values of a bond graph: storages that depend on others, and what artificial sources hold.
 */
#include "model/bond_inside.h"
#include "model/inside.h"
#include <math.h>

/* ---- Start values of storages that depend on others ----------------------------------------- */

/* Values of all variables at the start; false: something from outside decides them. */
bool jd_bond_start_values(const ModelBonds *bonds, uint64_t seed, Arena *arena, double **values) {
    const BondEquations *equations = bonds->equations;
    const BondProgram *program = jd_equations_program(equations, arena);
    double *states = ARENA_NEW(arena, double, equations->states.count + 1);
    *values = program ? jd_bonds_values(bonds->graph, seed, arena) : NULL;
    int block;
    if (!states || !*values) return false;
    for (int n = 0; n < equations->states.count; n++)
        states[n] = equations->vars.at[equations->states.at[n]].start;
    return jd_equations_run(program, 0, states, *values, &block);
}

/* What an artificial source holds should be zero from the start; what is not stays, or returns as
 * its gains say. */
static void check_held(JdModel *model, const double *one, const double *two) {
    const ModelBonds *bonds = model->bonds;
    const BondEquations *equations = bonds->equations;
    const double rounding = 1e-9;
    for (int v = 0; v < equations->vars.count; v++) {
        const BondVar *var = &equations->vars.at[v];
        if (var->held < 0) continue;
        const bool effort = var->kind == VAR_FLOW; /* a flow source holds the effort */
        const int place = bonds->graph->bonds.at[var->bond].first + var->component;
        double size = 0;
        for (int c = 0; c < bonds->graph->components; c++) {
            const BondVar *other =
                &equations->vars.at[(effort ? equations->effort : equations->flow)[c]];
            size = fmax(size, fabs(one[jd_sym_node(bonds->pool, other->name)->name]));
        }
        const BondVar *kept =
            &equations->vars.at[(effort ? equations->effort : equations->flow)[place]];
        const int number = jd_sym_node(bonds->pool, kept->name)->name;
        if (one[number] != two[number] || fabs(one[number]) <= rounding * size) continue;
        const BondNode *at = &bonds->graph->nodes.at[var->node];
        jd_report(model->log, JD_WARNING, "constraint-start", at->where,
                  "what '%s' holds is not zero at the start: %s is %g", at->name,
                  jd_sym_name_text(bonds->pool, number), one[number]);
        jd_hint(model->log, "start values that fit would need an impulse; change them, or let "
                            "`alpha` and `beta`, or `gamma`, "
                            "take it back to zero");
    }
}

void jd_bond_check_starts(JdModel *model) {
    const ModelBonds *bonds = model->bonds;
    const BondEquations *equations = bonds->equations;
    Arena arena = {0};
    double *one, *two;
    const bool known = jd_bond_start_values(bonds, 1, &arena, &one) &&
                       jd_bond_start_values(bonds, 2, &arena, &two);
    for (int n = 0; known && n < equations->dependent.count; n++) {
        const BondVar *var = &equations->vars.at[equations->dependent.at[n]];
        const BondNode *at = &bonds->graph->nodes.at[var->node];
        const int number = jd_sym_node(bonds->pool, var->name)->name;
        const double is = one[number], rounding = 1e-9;
        const double said = var->start;
        if (!at->start_count || is != two[number] ||
            fabs(is - said) <= rounding * fmax(fabs(is), fabs(said)))
            continue;
        jd_report(model->log, JD_WARNING, "start-dependent", at->where,
                  "the state of '%s' follows from others: it starts with %g, not with %g", at->name,
                  is, said);
        jd_hint(model->log, "leave its start out, or change those that it follows from");
    }
    if (known) check_held(model, one, two);
    if (arena.failed) model->arena.failed = true;
    jd_arena_free(&arena);
}
