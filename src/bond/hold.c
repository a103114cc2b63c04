/* SPDX-License-Identifier: MIT
 *
 * Artificial sources: what must be zero for them. Without gains the rate of what they hold, with
 * them phi'' + 2 alpha phi' + beta^2 phi (PID: what has an integral phi), or phi'' + gamma phi'
 * (PD: what has none). phi is what was said, or the integral of the row with its constant. */
#include "bond/inside.h"

/* Whether a variable depends on another one without integration. */
static bool depends_on(BondEquations *equations, int var, int on) {
    const int count = equations->vars.count;
    bool *met = ARENA_NEW(equations->arena, bool, count + 1);
    int *stack = ARENA_NEW(equations->arena, int, count + 1), depth = 0;
    if (!met || !stack) return false;
    stack[depth++] = var;
    met[var] = true;
    while (depth > 0) {
        int *needs, number = jd_var_needs(equations, stack[--depth], &needs);
        for (int n = 0; n < number; n++) {
            if (needs[n] == on) return true;
            if (!met[needs[n]]) met[needs[n]] = true, stack[depth++] = needs[n];
        }
    }
    return false;
}

/* Its strokes are those of a source of what it holds. */
static bool is_turned(const BondEquations *equations, const BondHeld *held) {
    const BondType *type = equations->graph->nodes.at[held->node].type;
    return jd_component_gets_effort(equations->graph, held->node, 0, held->component) !=
           type->flow_source;
}

/* ---- The integral --------------------------------------------------------------------------- */

static Sym report_offset(BondEquations *equations, const BondHeld *held, bool lost) {
    const BondNode *at = &equations->graph->nodes.at[held->node];
    const bool none = held->holonomy == HOLONOMY_NO;
    jd_report(equations->log, JD_ERROR, "constraint-offset", at->where,
              lost ? "'%s' returns to its constraint with beta, but the constant of the constraint "
                     "is lost: %s.offset is not said"
              : none
                  ? "'%s' returns to its constraint with beta, but what it holds has no integral "
                    "that %s.offset could be added to: it is not holonomic"
                  : "'%s' returns to its constraint with beta, but no integral of what it holds "
                    "is found that %s.offset could be added to",
              at->name, at->name);
    jd_hint(equations->log,
            lost   ? "say the constant, offset -l^2, or what stays zero, phi x^2 + y^2 - l^2, or "
                     "`offset from start`: what it is there; with `gamma` alone none is needed"
            : none ? "say `gamma` alone, which returns its rate: `holds gamma 5 1/s`"
                   : "say what stays zero, phi ..., or `offset from start`");
    equations->failed = true;
    return SYM_NONE;
}

/* A state of its own, which is zero at the start. */
static Sym integral_from_start(BondEquations *equations, const BondHeld *held) {
    const BondNode *at = &equations->graph->nodes.at[held->node];
    const char *name = held->component ? jd_arena_format(equations->arena, "%s.phi[%d]", at->name,
                                                         held->component + 1)
                                       : jd_arena_format(equations->arena, "%s.phi", at->name);
    int index;
    BondVar *var = jd_var_new(equations, VAR_STATE, name, &index);
    int *listed = PUSH(equations->arena, equations->states);
    if (!var || !listed) return SYM_NONE;
    *listed = index;
    var->node = held->node;
    var->port = 0;
    const int rate = jd_var_dot(equations, index);
    if (rate < 0) return SYM_NONE;
    equations->vars.at[rate].law = equations->vars.at[held->kept].name;
    return equations->vars.at[index].name;
}

/* phi as far as it is known, for a look at the start. */
static void find_phi(BondEquations *equations, BondHeld *held) {
    const BondConstraint *c = &equations->graph->nodes.at[held->node].constraint;
    if (c->integral)
        held->phi = c->integral;
    else if (c->offset && held->primitive)
        held->phi = jd_sym_add(equations->pool, held->primitive, c->offset);
}

static Sym integral_of(BondEquations *equations, BondHeld *held) {
    const BondNode *at = &equations->graph->nodes.at[held->node];
    if (held->phi) return held->phi;
    if (at->constraint.from_start) return integral_from_start(equations, held);
    return report_offset(equations, held, !at->constraint.offset);
}

/* ---- What must be zero ---------------------------------------------------------------------- */

/* PID for what has an integral, PD for what has none. */
static void choose_gains(const BondEquations *equations, BondHeld *held) {
    const BondConstraint *c = &equations->graph->nodes.at[held->node].constraint;
    held->alpha = c->alpha, held->beta = c->beta, held->gamma = c->gamma;
    if (!c->returns) return;
    if (held->holonomy == HOLONOMY_YES)
        held->alpha = held->beta = c->returns;
    else
        held->gamma = c->returns;
}

static Sym returning(BondEquations *equations, BondHeld *held, Sym kept, Sym rate) {
    SymPool *pool = equations->pool;
    const Sym two = jd_sym_whole(pool, 2);
    Sym zero = rate;
    if (held->alpha)
        zero = jd_sym_add(pool, zero, jd_sym_product(pool, (Sym[]){two, held->alpha, kept}, 3));
    if (held->gamma) zero = jd_sym_add(pool, zero, jd_sym_times(pool, held->gamma, kept));
    if (!held->beta) return zero;
    const Sym phi = integral_of(equations, held);
    if (!phi) return SYM_NONE;
    return jd_sym_add(
        pool, zero, jd_sym_times(pool, jd_sym_power(pool, held->beta, jd_number_ratio(2, 1)), phi));
}

/* The rate of the flow (of a flow source: effort), and what returns it to zero. Where the source
 * itself moves it, over a resistor, it is held as it is; with strokes the other way round it gives
 * zero. */
static void hold(BondEquations *equations, BondHeld *held) {
    const BondNode *at = &equations->graph->nodes.at[held->node];
    if (is_turned(equations, held)) {
        equations->vars.at[held->kept].law = jd_sym_whole(equations->pool, 0);
        equations->vars.at[held->kept].node = held->node, equations->vars.at[held->kept].port = 0;
        return;
    }
    const Sym name = equations->vars.at[held->kept].name;
    const int rate = held->moves ? -1 : jd_var_dot(equations, held->kept);
    if (!held->moves && rate < 0) return;
    choose_gains(equations, held);
    find_phi(equations, held);
    const Sym zero =
        held->moves ? name : returning(equations, held, name, equations->vars.at[rate].name);
    const int dimension = jd_bond_dimension(jd_port_bond(equations->graph, held->node, 0));
    const char *text = dimension > 1 ? jd_arena_format(equations->arena, "%s.held[%d]", at->name,
                                                       held->component + 1)
                                     : jd_arena_format(equations->arena, "%s.held", at->name);
    int index;
    BondVar *var = zero ? jd_var_new(equations, VAR_HELD, text, &index) : NULL;
    if (!var) {
        equations->failed = true;
        return;
    }
    var->law = zero;
    var->node = held->node;
    equations->vars.at[held->source].held = index;
    equations->vars.at[held->source].node = held->node;
    equations->vars.at[held->source].port = 0;
}

static bool list_held(BondEquations *equations, int node) {
    const bool flow = equations->graph->nodes.at[node].type->flow_source;
    const Bond *bond = jd_port_bond(equations->graph, node, 0);
    for (int k = 0; k < jd_bond_dimension(bond); k++) {
        BondHeld *held = PUSH(equations->arena, equations->helds);
        if (!held) return false;
        const int effort = equations->effort[bond->first + k],
                  through = equations->flow[bond->first + k];
        *held = (BondHeld){.node = node,
                           .component = k,
                           .source = flow ? through : effort,
                           .kept = flow ? effort : through,
                           .effort = flow};
        held->moves = equations->way == WAY_ARRAY_AT_ONCE || is_turned(equations, held) ||
                      depends_on(equations, held->kept, held->source);
    }
    return true;
}

void jd_write_holds(BondEquations *equations) {
    const BondGraph *graph = equations->graph;
    for (int n = 0; n < graph->nodes.count && !equations->failed; n++)
        if (graph->nodes.at[n].constraint.holds) equations->failed = !list_held(equations, n);
    if (equations->failed || !equations->helds.count) return;
    if (!graph->mechanism && !jd_equations_holonomy(equations)) equations->failed = true;
    for (int n = 0; n < equations->helds.count && !equations->failed; n++)
        hold(equations, &equations->helds.at[n]);
}

/* The laws of rates are there only now: over what storages that depend on others give, which is the
 * rate of their state, a source may move what it holds at once, too. */
bool jd_settle_holds(BondEquations *equations) {
    const int count = equations->helds.count;
    int *by = ARENA_NEW(equations->arena, int, count + 1);
    BondSlopes slopes;
    if (!by) return false;
    if (!count || !equations->dependent.count || equations->graph->mechanism) return true;
    for (int n = 0; n < count; n++) by[n] = equations->helds.at[n].source;
    if (!jd_equations_slopes(equations, by, count, equations->arena, &slopes)) return false;
    for (int n = 0; n < count && !slopes.singular; n++) {
        BondHeld *held = &equations->helds.at[n];
        const int law = equations->vars.at[held->source].held;
        for (int k = 0; k < count && !held->moves; k++)
            held->moves = !jd_slope_vanishes(&slopes, held->kept, k);
        if (held->moves && law >= 0)
            equations->vars.at[law].law = equations->vars.at[held->kept].name;
    }
    return true;
}

/* ---- Words ---------------------------------------------------------------------------------- */

static const char *name_of(const BondEquations *equations, const BondHeld *held) {
    return equations->graph->nodes.at[held->node].name;
}

static const char *law_of(const BondHeld *held) {
    if (held->moves) return "held as it is";
    if (held->beta) return "PID";
    return held->alpha || held->gamma ? "PD" : "its rate is zero (Lagrange)";
}

void jd_holonomy_print(const BondEquations *equations, Text *out) {
    static const char *const words[] = {"not known whether it has an integral",
                                        "has an integral (holonomic)", "has no integral"};
    int flows = 0;
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        const int dimension = jd_bond_dimension(jd_port_bond(equations->graph, held->node, 0));
        Text name = {0};
        jd_text_print(&name, dimension > 1 ? "%s[%d]" : "%s", name_of(equations, held),
                      held->component + 1);
        jd_text_print(out, "%-23s %s; %s", name.at ? name.at : "",
                      held->effort ? "holds an effort" : words[held->holonomy], law_of(held));
        jd_text_free(&name);
        flows += !held->effort && !held->moves;
        if (held->phi) {
            jd_text_print(out, "; phi = ");
            jd_sym_print(equations->pool, held->phi, SYM_TEXT, out);
        }
        jd_text_print(out, "\n");
    }
    if (flows && equations->integrable >= 0)
        jd_text_print(out, "%-23s %d of %d\n", "integrable together", equations->integrable, flows);
}

void jd_holonomy_tell(const BondEquations *equations, JdLog *log) {
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        if (held->holonomy != HOLONOMY_NO || !held->beta) continue;
        jd_report(log, JD_WARNING, "constraint-not-integrable",
                  equations->graph->nodes.at[held->node].where,
                  "what '%s' holds has no integral, so that beta returns to nothing: what it "
                  "integrates depends on the way",
                  name_of(equations, held));
        jd_hint(log,
                "take `gamma` in the place of `alpha` and `beta`, or `returns`, which chooses");
    }
}
