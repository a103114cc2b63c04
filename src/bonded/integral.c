/* SPDX-License-Identifier: MIT
 *
 * phi of a constraint, where it is said, is the integral of what is held: its rate is that flow, or
 * effort. Both are looked at where states are somewhere. */
#include "bonded/inside.h"
#include "model/inside.h"
#include <math.h>

/* The rate of phi; false: it depends on what has no rate here. */
static bool rate_of(const BondEquations *equations, Sym phi, const double *values, Arena *arena,
                    double *rate) {
    SymPool *pool = equations->pool;
    Sym *names = NULL;
    const int count = jd_sym_list_names(pool, phi, arena, &names);
    *rate = 0;
    for (int n = 0; n < count; n++) {
        const int var = jd_equations_var(equations, names[n]);
        const int dot = var >= 0 ? equations->vars.at[var].dot : -1;
        const bool time = names[n] == jd_sym_name(pool, "time");
        bool constant = false;
        for (int k = 0; k < equations->graph->parameters.count; k++)
            constant = constant || equations->graph->parameters.at[k].name == names[n];
        if (constant) continue;
        if (dot < 0 && !time) return false;
        const double slope = jd_sym_value(pool, jd_sym_derive(pool, phi, names[n]), values, NULL);
        *rate +=
            time ? slope : slope * values[jd_sym_node(pool, equations->vars.at[dot].name)->name];
    }
    return count >= 0;
}

/* Both at a point; false: they are not known there. */
static bool look_at(const ModelBonds *bonds, const BondHeld *held, uint64_t seed, Arena *arena,
                    double *rate, double *kept) {
    const BondEquations *equations = bonds->equations;
    const BondProgram *program = jd_equations_program(equations, arena);
    double *values = program ? jd_bonds_values(bonds->graph, seed, arena) : NULL;
    double *states = ARENA_NEW(arena, double, equations->states.count + 1);
    int block;
    if (!values || !states) return false;
    for (int n = 0; n < equations->states.count; n++) {
        const Sym name = equations->vars.at[equations->states.at[n]].name;
        states[n] = values[jd_sym_node(equations->pool, name)->name];
    }
    if (!jd_equations_run(program, 0, states, values, &block) ||
        !rate_of(equations, held->phi, values, arena, rate))
        return false;
    const Sym name = equations->vars.at[held->kept].name;
    *kept = values[jd_sym_node(equations->pool, name)->name];
    return isfinite(*rate) && isfinite(*kept);
}

static void tell(JdModel *model, const BondHeld *held, const double *rate, const double *kept) {
    const ModelBonds *bonds = model->bonds;
    const double same = 1e-9, times = rate[0] / kept[0];
    const char *what = jd_sym_name_text(
        bonds->pool, jd_sym_node(bonds->pool, bonds->equations->vars.at[held->kept].name)->name);
    const BondNode *at = &bonds->graph->nodes.at[held->node];
    jd_report(model->log, JD_WARNING, "constraint-phi", at->where,
              "phi of '%s' is not the integral of what it holds: its rate is not %s", at->name,
              what);
    if (fabs(rate[1] - times * kept[1]) <= same * fabs(rate[1]))
        jd_hint(model->log,
                "its rate is %.6g times that: divide phi by it, or correct what leads to it",
                times);
    else
        jd_hint(model->log,
                "what returns to zero would be something else than what is held: say "
                "the integral of %s, or its constant alone by `offset`",
                what);
}

void jd_bond_check_integrals(JdModel *model) {
    const ModelBonds *bonds = model->bonds;
    const double same = 1e-9; /* of the larger of the two */
    for (int n = 0; n < bonds->equations->helds.count; n++) {
        const BondHeld *held = &bonds->equations->helds.at[n];
        Arena arena = {0};
        double rate[2], kept[2];
        bool off = held->phi && bonds->graph->nodes.at[held->node].constraint.integral;
        for (int seed = 0; off && seed < 2; seed++)
            off = look_at(bonds, held, (uint64_t)seed + 11, &arena, &rate[seed], &kept[seed]) &&
                  fabs(rate[seed] - kept[seed]) > same * fmax(fabs(rate[seed]), fabs(kept[seed]));
        if (off) tell(model, held, rate, kept);
        if (arena.failed) model->arena.failed = true;
        jd_arena_free(&arena);
    }
}
