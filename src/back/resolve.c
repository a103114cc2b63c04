/* SPDX-License-Identifier: MIT
 *
 * Formulas by velocities of storages, signals and states: flows of other bonds are put in by their
 * laws, momenta by inertia and velocity. */
#include "back/inside.h"
#include <string.h>

Sym jd_back_velocity(const Back *b, int velocity) {
    for (int k = 0; k < b->stores.count; k++) {
        const BackStore *store = &b->stores.at[k];
        const int c = velocity - store->first;
        if (c < 0 || c >= store->width) continue;
        const Bond *bond = &b->graph->bonds.at[store->bond[c]];
        const char *name =
            jd_bond_dimension(bond) > 1
                ? jd_arena_format(b->arena, "%s.flow[%d]", bond->name, store->component[c] + 1)
                : jd_arena_format(b->arena, "%s.flow", bond->name);
        return name ? jd_sym_name(b->pool, name) : SYM_NONE;
    }
    return SYM_NONE;
}

static int velocity_at(const Back *b, const BondVar *var) {
    for (int k = 0; k < b->stores.count && var->kind == VAR_FLOW; k++) {
        const BackStore *store = &b->stores.at[k];
        for (int c = 0; c < store->width; c++)
            if (store->bond[c] == var->bond && store->component[c] == var->component)
                return store->first + c;
    }
    return -1;
}

/* A momentum: rows of the inertia times velocities. */
static Sym momentum(Back *b, int v, const BondVar *var) {
    Sym sum = jd_sym_whole(b->pool, 0);
    for (int k = 0; k < b->stores.count; k++) {
        const BackStore *store = &b->stores.at[k];
        const int state = v - b->equations->state[var->node];
        int r = 0;
        while (r < store->width && (store->node[r] != var->node || store->state[r] != state)) r++;
        if (r == store->width) continue;
        for (int c = 0; c < store->width; c++)
            sum = jd_sym_add(b->pool, sum,
                             jd_sym_times(b->pool,
                                          jd_sym_number(b->pool, jd_number_of(store->I[r][c])),
                                          jd_back_velocity(b, store->first + c)));
        return sum;
    }
    return var->name;
}

static Sym resolve_var(Back *b, int v) {
    const BondVar *var = &b->equations->vars.at[v];
    if (b->resolved[v]) return b->resolved[v];
    if (b->resolving[v]) return SYM_NONE; /* a loop */
    Sym is = var->name;
    b->resolving[v] = 1;
    if (var->kind == VAR_STATE && var->node >= 0)
        is = momentum(b, v, var);
    else if (var->kind == VAR_EFFORT)
        is = SYM_NONE;
    else if (var->kind == VAR_FLOW && velocity_at(b, var) < 0)
        is = var->law ? jd_back_resolve(b, var->law) : SYM_NONE;
    b->resolving[v] = 0;
    return b->resolved[v] = is;
}

Sym jd_back_resolve(Back *b, Sym s) {
    Sym *names = NULL;
    if (!b->resolved) {
        b->resolved = ARENA_NEW(b->arena, Sym, b->equations->vars.count + 1);
        b->resolving = ARENA_NEW(b->arena, char, b->equations->vars.count + 1);
        if (!b->resolved || !b->resolving) return SYM_NONE;
    }
    const int count = jd_sym_list_names(b->pool, s, b->arena, &names);
    Sym *by = count >= 0 ? ARENA_NEW(b->arena, Sym, count + 1) : NULL;
    for (int n = 0; by && n < count; n++) {
        const int var = jd_equations_var(b->equations, names[n]);
        by[n] = var >= 0 ? resolve_var(b, var) : names[n];
        if (!by[n]) return SYM_NONE;
    }
    return by ? jd_sym_put(b->pool, s, names, by, count) : SYM_NONE;
}
