/* SPDX-License-Identifier: MIT
 *
 * The constants of constraints at the start: phi, with its offset, should be zero there. If it is
 * not, the nearest start that fits is looked for along the slopes of all of them, and proposed. */
#include "math/newton.h"
#include "bonded/inside.h"
#include "model/inside.h"
#include <math.h>
#include <string.h>

typedef struct {
    const BondEquations *equations;
    LIST(const BondHeld *) helds;
    LIST(int) states;    /* that some phi depends on */
    double *slope;       /* of phis by states, at the start */
    double *values;      /* of names */
    const double *start; /* of names */
} OnConstraint;

static int number_of(const BondEquations *equations, Sym name) {
    return jd_sym_node(equations->pool, name)->name;
}

/* States go along the slopes; phis there. */
static void go_along(void *of, const double *far, double *phi) {
    const OnConstraint *near = of;
    SymPool *pool = near->equations->pool;
    for (int s = 0; s < near->states.count; s++) {
        const Sym name = near->equations->vars.at[near->states.at[s]].name;
        double at = near->start[number_of(near->equations, name)];
        for (int k = 0; k < near->helds.count; k++)
            at += near->slope[k * near->states.count + s] * far[k];
        near->values[number_of(near->equations, name)] = at;
    }
    for (int k = 0; k < near->helds.count; k++)
        phi[k] = jd_sym_value(pool, near->helds.at[k]->phi, near->values, NULL);
}

static bool find_nearest(OnConstraint *near, Arena *arena) {
    const BondEquations *equations = near->equations;
    const int n = near->helds.count, names = jd_sym_names(equations->pool);
    for (int s = 0; s < equations->states.count; s++) {
        const Sym name = equations->vars.at[equations->states.at[s]].name;
        bool there = false;
        for (int k = 0; k < n; k++)
            there = there || jd_sym_has(equations->pool, near->helds.at[k]->phi, name);
        int *added = there ? PUSH(arena, near->states) : NULL;
        if (there && !added) return false;
        if (added) *added = equations->states.at[s];
    }
    near->slope = ARENA_NEW(arena, double, n * near->states.count + 1);
    near->values = ARENA_NEW(arena, double, names + 1);
    double *far = ARENA_NEW(arena, double, n + 1);
    const Newton newton = {n, go_along, near, ARENA_NEW(arena, double, jd_newton_room(n)),
                           ARENA_NEW(arena, int, n + 1)};
    if (!near->slope || !near->values || !far || !newton.room || !newton.order) return false;
    memcpy(near->values, near->start, sizeof *near->values * (size_t)names);
    for (int k = 0; k < n; k++)
        for (int s = 0; s < near->states.count; s++)
            near->slope[k * near->states.count + s] =
                jd_sym_value(equations->pool,
                             jd_sym_derive(equations->pool, near->helds.at[k]->phi,
                                           equations->vars.at[near->states.at[s]].name),
                             near->start, NULL);
    return near->states.count && jd_newton_solve(&newton, far) == NEWTON_SOLVED;
}

static void tell(JdModel *model, const BondHeld *held, double phi, const OnConstraint *near,
                 bool found) {
    const BondEquations *equations = model->bonds->equations;
    const BondNode *at = &equations->graph->nodes.at[held->node];
    Text words = {0};
    jd_report(model->log, JD_WARNING, "constraint-start", at->where,
              "the start does not lie on the constraint of '%s': phi is %g there, not 0", at->name,
              phi);
    for (int s = 0; found && s < near->states.count; s++) {
        const Sym name = equations->vars.at[near->states.at[s]].name;
        jd_text_print(&words, "%s%s = %.9g", s ? ", " : "",
                      jd_sym_name_text(equations->pool, number_of(equations, name)),
                      near->values[number_of(equations, name)]);
    }
    if (words.at)
        jd_hint(model->log, "the nearest start that does: %s (in SI)%s", words.at,
                held->beta ? "; otherwise its gains take it there" : "");
    else
        jd_hint(model->log, "change the start, or the constant");
    jd_text_free(&words);
}

void jd_bond_check_phi(JdModel *model, const double *one, const double *two) {
    const BondEquations *equations = model->bonds->equations;
    Arena arena = {0};
    OnConstraint near = {.equations = equations, .start = one};
    const double rounding = 1e-9;
    bool off = false, failed = false;
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        double size = 0;
        if (!held->phi) continue;
        const double phi = jd_sym_value(equations->pool, held->phi, one, &size);
        if (phi != jd_sym_value(equations->pool, held->phi, two, NULL)) continue;
        const BondHeld **added = PUSH(&arena, near.helds);
        if (!added) failed = true;
        if (added) *added = held;
        off = off || fabs(phi) > rounding * size;
    }
    const bool found = off && !failed && find_nearest(&near, &arena);
    for (int n = 0; off && !failed && n < near.helds.count; n++) {
        double size = 0;
        const double phi = jd_sym_value(equations->pool, near.helds.at[n]->phi, one, &size);
        if (fabs(phi) > rounding * size) tell(model, near.helds.at[n], phi, &near, found);
    }
    if (arena.failed) model->arena.failed = true;
    jd_arena_free(&arena);
}
