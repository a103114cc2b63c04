/* SPDX-License-Identifier: MIT
 *
 * What has gone along a bond since the start: `b.energy`, the integral of its power. It is a state,
 * which counts for the error of steps, so it is there only if somebody asks for it. */
#include "bonded/inside.h"
#include "model/inside.h"
#include <math.h>
#include <string.h>

static const char what[] = ".energy";

/* The size that its errors are measured by: what the least of the storages holds at an effort or
 * flow of 1; at most 1 J. */
static double energy_scale(const JdModel *model) {
    const BondEquations *equations = model->bonds->equations;
    double least = 1;
    for (int n = 0; n < equations->states.count; n++)
        least =
            fmin(least, jd_bond_scale(model->bonds, &equations->vars.at[equations->states.at[n]]));
    return least;
}

static bool add_energy(JdModel *model, const Bond *bond, const char *channel) {
    SymPool *pool = model->bonds->pool;
    const char *power = jd_arena_format(&model->arena, "%s.power", bond->name);
    Sym rate = power ? jd_sym_name(pool, power) : SYM_NONE;
    Dim dim = {0};
    const bool known =
        rate && jd_bond_integral_dim(model, jd_bond_power(model->bonds->equations, bond), &dim);
    /* Without a domain all is plain numbers, but time is in seconds. */
    if (rate && !known) rate = jd_sym_times(pool, rate, jd_sym_name(pool, "(1 1/s)"));
    const Expr *expr = rate ? jd_bond_expr(model, rate, channel, NULL) : NULL;
    if (!expr) return false;
    jd_bond_within(model, channel);
    return jd_model_add_state(model, &(ModelState){.name = channel,
                                                   .where = bond->where,
                                                   .rate = expr,
                                                   .scale = energy_scale(model),
                                                   .unit = known ? "J" : NULL,
                                                   .dim = dim}) >= 0;
}

/* Whether somebody's word for it, "b[2].energy" or "m.b.energy", may be that of a bond: so far as
 * the name goes that the bond was given, without its index and what it is part of. */
static bool may_mean(const char *own, const char *bond) {
    const char *point = strrchr(bond, '.'), *from = point ? point + 1 : bond;
    const size_t length = strcspn(from, "[");
    return strlen(own) == length && !strncmp(own, from, length);
}

bool jd_model_want_energies(JdModel *model, const char *own) {
    const ModelBonds *bonds = model->bonds;
    const char *within = model->within;
    bool good = true;
    for (int b = 0; bonds && bonds->equations && b < bonds->graph->bonds.count && good; b++) {
        const Bond *bond = &bonds->graph->bonds.at[b];
        if (!may_mean(own, bond->name) || (bond->domain && bond->domain->pseudo)) continue;
        const char *channel = jd_arena_format(&model->arena, "%s%s", bond->name, what);
        if (channel && jd_names_find(&model->names, channel, SCOPE_MODEL)) continue;
        good = channel && add_energy(model, bond, channel);
    }
    model->within = within;
    return good;
}

bool jd_model_want_energies_of(JdModel *model, const Expr *expr) {
    if (!model->bonds) return true;
    if (jd_expr_is_path(expr)) {
        const Scope empty = {.arena = &model->arena};
        const char *path = jd_expr_path(expr, &empty, NULL), *last = path ? strrchr(path, '.') : NULL;
        if (!last || strcmp(last, what) != 0) return true;
        const char *owner = jd_arena_text(&model->arena, path, (size_t)(last - path));
        const char *point = owner ? strrchr(owner, '.') : NULL, *own = point ? point + 1 : owner;
        own = own ? jd_arena_text(&model->arena, own, strcspn(own, "[")) : NULL;
        return own && jd_model_want_energies(model, own);
    }
    for (int n = 0; n < expr->count; n++)
        if (!jd_model_want_energies_of(model, expr->args[n])) return false;
    return true;
}
