/* SPDX-License-Identifier: MIT
 *
 * Start values that do not fit: storages that depend on others, and sources that hold something.
 * What an impulse moves follows from the laws alone (bond/jump.c); where these bend, it is looked
 * for in steps. Momenta and charges are kept; the energy that is lost is that of an inelastic
 * impact, or of a spark. */
#include "bonded/inside.h"
#include "model/inside.h"

enum { STEPS = 30, LARGEST = 500 }; /* LARGEST: components of a graph that is looked at */

typedef struct {
    const BondEquations *equations;
    const BondProgram *program;
    Arena *arena;
    int count;      /* of storages and integrators */
    int *var;       /* their variables */
    double *before; /* what they were */
    double *gap, *move, *impulse;
    double *states, *values;
} Impulse;

static double value_of(const BondEquations *equations, const double *values, int var) {
    return values[jd_sym_node(equations->pool, equations->vars.at[var].name)->name];
}

/* ---- States --------------------------------------------------------------------------------- */

/* In the order of their storages, then integrators. */
static bool list_states(Impulse *i) {
    const BondGraph *graph = i->equations->graph;
    const size_t count = (size_t)jd_jump_states(graph) + 1;
    i->var = ARENA_NEW(i->arena, int, count);
    i->before = ARENA_NEW(i->arena, double, count);
    i->gap = ARENA_NEW(i->arena, double, count), i->move = ARENA_NEW(i->arena, double, count);
    i->impulse = ARENA_NEW(i->arena, double, graph->components + 1);
    if (!i->var || !i->before || !i->gap || !i->move || !i->impulse) return false;
    for (int n = 0; n < graph->nodes.count; n++)
        for (int k = 0; i->equations->state[n] >= 0 && k < jd_bonds_width(graph, n); k++)
            i->var[i->count++] = i->equations->state[n] + k;
    for (int s = 0; s < graph->signals.count; s++)
        if (graph->signals.at[s].integrates) i->var[i->count++] = i->equations->signal[s];
    return true;
}

/* A storage that depends on others, and of which no start was said, fits. */
static void note_before(Impulse *i) {
    for (int n = 0; n < i->count; n++) {
        const BondVar *at = &i->equations->vars.at[i->var[n]];
        const bool said = at->node < 0 || i->equations->graph->nodes.at[at->node].start_count > 0;
        i->before[n] = at->kind == VAR_STATE || said ? at->start
                                                     : value_of(i->equations, i->values, i->var[n]);
    }
}

/* ---- The impulse ---------------------------------------------------------------------------- */

/* How far all is from what it was, and what is held from zero. */
static void note_gaps(Impulse *i) {
    const BondEquations *equations = i->equations;
    for (int n = 0; n < i->count; n++)
        i->gap[n] = value_of(equations, i->values, i->var[n]) - i->before[n];
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        const BondVar *kept = &equations->vars.at[held->kept];
        const int place = equations->graph->bonds.at[kept->bond].first + kept->component;
        i->impulse[place] = value_of(equations, i->values, held->kept);
    }
}

/* Independent states are moved on, the others follow; *by: the largest move, as a share. */
static bool move_states(Impulse *i, double *by) {
    const BondEquations *equations = i->equations;
    int block;
    *by = 0;
    for (int n = 0; n < i->count; n++)
        for (int s = 0; s < equations->states.count; s++) {
            if (equations->states.at[s] != i->var[n]) continue;
            i->states[s] += i->move[n];
            const double size = fabs(i->states[s]) + fabs(i->before[n]);
            *by = fmax(*by, size > 0 ? fabs(i->move[n]) / size : 0);
        }
    return isfinite(*by) && jd_equations_run(i->program, 0, i->states, i->values, &block);
}

static bool solve(Impulse *i) {
    const double close = 1e-12;
    double by = 1;
    for (int step = 0; step < STEPS && by > close; step++) {
        const BondJump jump = {i->values, i->gap, i->move, i->impulse};
        Arena room = {0};
        note_gaps(i);
        const bool good = jd_bonds_jump(i->equations->graph, &jump, &room);
        jd_arena_free(&room);
        if (!good || !move_states(i, &by)) return false;
    }
    return by <= close;
}

/* What went through a storage, or came from a source. */
static double size_at(const Impulse *i, int var) {
    const BondVar *at = &i->equations->vars.at[var];
    for (int n = 0; n < i->count; n++)
        if (i->var[n] == var) return value_of(i->equations, i->values, var) - i->before[n];
    return at->bond < 0 ? 0
                        : i->impulse[i->equations->graph->bonds.at[at->bond].first + at->component];
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* "a.p from 1 to 1.33, b.p from 3 to 2.67" */
static void print_moves(const Impulse *i, Text *out) {
    const BondEquations *equations = i->equations;
    for (int s = 0; s < equations->states.count; s++) {
        const BondVar *at = &equations->vars.at[equations->states.at[s]];
        const double rounding = 1e-12, by = fabs(i->states[s] - at->start);
        if (!(by > rounding * (fabs(i->states[s]) + fabs(at->start)))) continue;
        jd_text_print(
            out, "%s%s from %g to %g", out->count ? ", " : "",
            jd_sym_name_text(equations->pool, jd_sym_node(equations->pool, at->name)->name),
            at->start, i->states[s]);
    }
}

bool jd_bond_impulse(JdModel *model, BondImpulse *out) {
    BondEquations *equations = model->bonds->equations;
    Impulse i = {.equations = equations,
                 .program = jd_equations_program(equations, out->arena),
                 .arena = out->arena};
    i.states = ARENA_NEW(out->arena, double, equations->states.count + 1);
    if (!i.program || !i.states || equations->graph->components > LARGEST || !list_states(&i))
        return false;
    if (!jd_bond_start_values(model->bonds, 1, out->arena, &i.values)) return false;
    for (int s = 0; s < equations->states.count; s++)
        i.states[s] = equations->vars.at[equations->states.at[s]].start;
    note_before(&i);
    if (!solve(&i)) return false;
    print_moves(&i, &out->moves);
    for (int s = 0; s < equations->states.count; s++)
        equations->vars.at[equations->states.at[s]].start = i.states[s];
    out->values = i.values;
    for (int v = 0; v < out->count; v++) out->size[v] = size_at(&i, out->fits[v]);
    return true;
}
