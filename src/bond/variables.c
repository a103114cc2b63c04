/* SPDX-License-Identifier: MIT
 *
 * Variables of a graph: efforts and flows of all components, states, their rates, and rates of
 * other variables where somebody asks for them. Each has a name of a symbol, and at most one law.
 */
#include "bond/inside.h"
#include <string.h>

enum { ORDERS = 12 }; /* derivatives of laws that are taken, one after the other */

BondVar *jd_var_new(BondEquations *equations, VarKind kind, const char *name, int *index) {
    BondVar *var = PUSH(equations->arena, equations->vars);
    const Sym sym = name ? jd_sym_name(equations->pool, name) : SYM_NONE;
    if (!var || !sym) {
        equations->failed = true;
        return NULL;
    }
    *index = equations->vars.count - 1;
    *var = (BondVar){.kind = kind,
                     .name = sym,
                     .bond = -1,
                     .node = -1,
                     .port = -1,
                     .signal = -1,
                     .held = -1,
                     .dot = -1,
                     .of = -1,
                     .block = -1};
    const int number = jd_sym_node(equations->pool, sym)->name;
    while (equations->of_name.count <= number) {
        int *more = PUSH(equations->arena, equations->of_name);
        if (!more) {
            equations->failed = true;
            return NULL;
        }
        *more = -1;
    }
    equations->of_name.at[number] = *index;
    return var;
}

int jd_var_of(const BondEquations *equations, Sym name) {
    const int number = jd_sym_node(equations->pool, name)->name;
    return number < equations->of_name.count ? equations->of_name.at[number] : -1;
}

int jd_equations_var(const BondEquations *equations, Sym name) {
    return jd_var_of(equations, name);
}

const char *jd_var_text(const BondEquations *equations, int var) {
    return jd_sym_name_text(equations->pool,
                            jd_sym_node(equations->pool, equations->vars.at[var].name)->name);
}

int jd_var_dot(BondEquations *equations, int var) {
    if (var < 0 || equations->failed) return -1;
    if (equations->vars.at[var].dot >= 0) return equations->vars.at[var].dot;
    int index;
    const char *name = jd_arena_format(equations->arena, "%s'", jd_var_text(equations, var));
    const bool state = equations->vars.at[var].kind == VAR_STATE;
    BondVar *dot = jd_var_new(equations, state ? VAR_RATE : VAR_DOT, name, &index);
    if (!dot) return -1;
    dot->of = var;
    dot->order = equations->vars.at[var].order + 1;
    equations->vars.at[var].dot = index;
    return index;
}

/* Variables that a law names, with room for one more. */
static int list_vars(const BondEquations *equations, Sym law, int **vars) {
    Sym *names = NULL;
    const int count = law ? jd_sym_list_names(equations->pool, law, equations->arena, &names) : 0;
    int kept = 0;
    *vars = ARENA_NEW(equations->arena, int, count + 1);
    if (!*vars || count < 0) return -1;
    for (int n = 0; n < count; n++) {
        const int var = jd_var_of(equations, names[n]);
        if (var >= 0) (*vars)[kept++] = var;
    }
    return kept;
}

int jd_var_needs(const BondEquations *equations, int var, int **needs) {
    const BondVar *at = &equations->vars.at[var];
    int kept = list_vars(equations, at->law, needs);
    if (kept >= 0 && at->held >= 0) (*needs)[kept++] = at->held;
    return kept;
}

int jd_var_reads(const BondEquations *equations, int var, int **reads) {
    const BondVar *at = &equations->vars.at[var];
    if (equations->way < WAY_ARRAY) return jd_var_needs(equations, var, reads);
    return list_vars(equations, at->by_strokes, reads);
}

/* ---- Names at ports ------------------------------------------------------------------------- */

static int component_of(const BondEquations *equations, int node, int port, int component) {
    return jd_port_bond(equations->graph, node, port)->first + component;
}

Sym jd_law_effort(const BondEquations *equations, int node, int port, int component) {
    return equations->vars.at[equations->effort[component_of(equations, node, port, component)]]
        .name;
}

Sym jd_law_flow(const BondEquations *equations, int node, int port, int component) {
    return equations->vars.at[equations->flow[component_of(equations, node, port, component)]].name;
}

static void set_law(BondEquations *equations, int var, int node, int port, Sym law) {
    BondVar *at = &equations->vars.at[var];
    at->law = law;
    at->node = node;
    at->port = port;
    if (!law) equations->failed = true;
}

void jd_law_set_effort(BondEquations *equations, int node, int port, int component, Sym law) {
    set_law(equations, equations->effort[component_of(equations, node, port, component)], node,
            port, law);
}

void jd_law_set_flow(BondEquations *equations, int node, int port, int component, Sym law) {
    set_law(equations, equations->flow[component_of(equations, node, port, component)], node, port,
            law);
}

/* ---- All of them ---------------------------------------------------------------------------- */

static const char *indexed(Arena *arena, const char *owner, const char *what, int component,
                           int dimension) {
    return dimension > 1 ? jd_arena_format(arena, "%s.%s[%d]", owner, what, component + 1)
                         : jd_arena_format(arena, "%s.%s", owner, what);
}

Sym jd_bond_symbol(const BondGraph *graph, int bond, int component, bool flow, Arena *arena) {
    const Bond *at = &graph->bonds.at[bond];
    const char *name =
        indexed(arena, at->name, flow ? "flow" : "effort", component, jd_bond_dimension(at));
    return name ? jd_sym_name(graph->pool, name) : SYM_NONE;
}

Sym jd_state_symbol(const BondGraph *graph, int node, int component, Arena *arena) {
    const BondNode *at = &graph->nodes.at[node];
    const char *name = indexed(arena, at->name, at->type->stores_effort ? "p" : "q", component,
                               jd_bonds_width(graph, node));
    return name ? jd_sym_name(graph->pool, name) : SYM_NONE;
}

static void add_bond_vars(BondEquations *equations, int bond) {
    const Bond *at = &equations->graph->bonds.at[bond];
    for (int k = 0; k < jd_bond_dimension(at); k++)
        for (int flow = 0; flow < 2; flow++) {
            const char *name = indexed(equations->arena, at->name, flow ? "flow" : "effort", k,
                                       jd_bond_dimension(at));
            int index;
            BondVar *var = jd_var_new(equations, flow ? VAR_FLOW : VAR_EFFORT, name, &index);
            if (!var) return;
            var->bond = bond;
            var->component = k;
            (flow ? equations->flow : equations->effort)[at->first + k] = index;
        }
}

static void add_states(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    const BondNode *at = &graph->nodes.at[node];
    const int width = jd_bonds_width(graph, node);
    int k = 0;
    for (int p = 0; p < at->ports.count; p++) {
        for (int c = 0; c < jd_bond_dimension(jd_port_bond(graph, node, p)); c++, k++) {
            const bool integral =
                jd_component_gets_effort(graph, node, p, c) == jd_integral_gets_effort(at->type);
            int index;
            const char *name =
                indexed(equations->arena, at->name, at->type->stores_effort ? "p" : "q", k, width);
            BondVar *var = jd_var_new(equations, integral ? VAR_STATE : VAR_STORED, name, &index);
            if (!var) return;
            var->node = node;
            var->port = p;
            var->start = jd_bonds_start(graph, node, k);
            if (k == 0) equations->state[node] = index;
            int *listed = integral ? PUSH(equations->arena, equations->states)
                                   : PUSH(equations->arena, equations->dependent);
            if (!listed)
                equations->failed = true;
            else
                *listed = index;
        }
    }
}

static void add_signal(BondEquations *equations, int signal) {
    const BondSignal *at = &equations->graph->signals.at[signal];
    int index;
    BondVar *var = jd_var_new(equations, at->integrates ? VAR_STATE : VAR_SIGNAL, at->name, &index);
    if (!var) return;
    var->signal = signal;
    var->start = at->start;
    equations->signal[signal] = index;
    if (!at->integrates) {
        var->law = at->is;
        return;
    }
    int *listed = PUSH(equations->arena, equations->states);
    if (listed) *listed = index;
    const int rate = jd_var_dot(equations, index);
    if (!listed || rate < 0) {
        equations->failed = true;
        return;
    }
    equations->vars.at[rate].law = at->is;
    equations->vars.at[rate].signal = signal;
}

static bool make_room(BondEquations *equations) {
    const BondGraph *graph = equations->graph;
    equations->effort = ARENA_NEW(equations->arena, int, graph->components + 1);
    equations->flow = ARENA_NEW(equations->arena, int, graph->components + 1);
    equations->state = ARENA_NEW(equations->arena, int, graph->nodes.count + 1);
    equations->signal = ARENA_NEW(equations->arena, int, graph->signals.count + 1);
    if (!equations->effort || !equations->flow || !equations->state || !equations->signal)
        return false;
    for (int n = 0; n < graph->nodes.count; n++) equations->state[n] = -1;
    return true;
}

static bool is_parameter(const BondGraph *graph, Sym name) {
    for (int n = 0; n < graph->parameters.count; n++)
        if (graph->parameters.at[n].name == name) return true;
    return false;
}

/* Of a name from outside; SYM_NONE: nobody knows it. */
static Sym outside_rate(const BondGraph *graph, Sym name) {
    for (int n = 0; n < graph->rates.count; n++)
        if (graph->rates.at[n].name == name) return graph->rates.at[n].rate;
    return SYM_NONE;
}

/* What is spelled much the same among what the graph knows; NULL: nothing is. */
static const char *nearest_name(const BondGraph *graph, const char *text) {
    Nearest nearest = {.word = text};
    for (int n = 0; n < graph->signals.count; n++)
        jd_nearest_try(&nearest, graph->signals.at[n].name);
    for (int n = 0; n < graph->parameters.count; n++) {
        const int name = jd_sym_node(graph->pool, graph->parameters.at[n].name)->name;
        jd_nearest_try(&nearest, jd_sym_name_text(graph->pool, name));
    }
    return nearest.best;
}

/* A value from outside whose rate is asked for. */
static void report_input(BondEquations *equations, Sym name, int var) {
    const BondVar *at = &equations->vars.at[var];
    const Where where = at->node >= 0 ? equations->graph->nodes.at[at->node].where : nowhere;
    const char *text = jd_sym_name_text(equations->pool, jd_sym_node(equations->pool, name)->name);
    jd_report(equations->log, JD_ERROR, "input-rate", where,
              "the rate of %s is needed, which comes from outside of the graph", text);
    const char *meant = nearest_name(equations->graph, text);
    if (meant) jd_hint(equations->log, "did you mean '%s'?", meant);
    jd_hint(equations->log, "a storage or a constraint follows it without delay: put a small "
                            "resistance or compliance between "
                            "them");
    equations->failed = true;
}

/* Names change with their rates, time with 1. */
Sym jd_law_rate(BondEquations *equations, Sym law, int var) {
    SymPool *pool = equations->pool;
    Sym *names = NULL;
    const int count = law ? jd_sym_list_names(pool, law, equations->arena, &names) : -1;
    Sym *rates = count >= 0 ? ARENA_NEW(equations->arena, Sym, count + 1) : NULL;
    if (!rates) return equations->failed = true, SYM_NONE;
    for (int n = 0; n < count; n++) {
        const int need = jd_var_of(equations, names[n]);
        const bool time =
            !strcmp(jd_sym_name_text(pool, jd_sym_node(pool, names[n])->name), "time");
        const int dot = need >= 0 ? jd_var_dot(equations, need) : -1;
        if (need >= 0 && dot < 0) return SYM_NONE;
        const Sym outside = need < 0 ? outside_rate(equations->graph, names[n]) : SYM_NONE;
        if (need < 0 && !time && !outside && equations->graph->strict &&
            !is_parameter(equations->graph, names[n])) {
            report_input(equations, names[n], var);
            return SYM_NONE;
        }
        rates[n] = dot >= 0  ? equations->vars.at[dot].name
                   : outside ? outside
                             : jd_sym_whole(pool, time);
    }
    return jd_sym_rate(pool, law, names, rates, count);
}

static void differentiate(BondEquations *equations, int var) {
    const int of = equations->vars.at[var].of;
    const BondVar at = equations->vars.at[of];
    if (equations->vars.at[var].order > ORDERS) {
        equations->failed = true;
        return;
    }
    const Sym law = jd_law_rate(equations, at.law, of);
    if (equations->failed) return;
    equations->vars.at[var].law = law;
    equations->vars.at[var].node = at.node;
    equations->vars.at[var].port = at.port;
}

/* What somebody wanted otherwise than it would be by itself. */
static bool hint_wishes(const BondEquations *equations) {
    const BondGraph *graph = equations->graph;
    Text names = {0};
    int count = 0;
    for (int b = 0; b < graph->bonds.count; b++)
        if (graph->bonds.at[b].by_hand)
            jd_text_print(&names, "%s'%s'", count++ ? ", " : "", graph->bonds.at[b].name);
    if (count)
        jd_hint(equations->log, "leave out the causality by hand of bond%s %s",
                count > 1 ? "s" : "", names.at ? names.at : "");
    jd_text_free(&names);
    for (int n = 0; n < graph->nodes.count; n++) {
        if (!graph->nodes.at[n].derivative) continue;
        jd_hint(equations->log, "leave out `derivative` of '%s'", graph->nodes.at[n].name);
        count++;
    }
    return count;
}

/* What all laws leave open, such as the shares of two bonds side by side. */
static bool hint_undecided(const BondEquations *equations) {
    Text open = {0};
    const bool any = jd_bonds_tell_undecided(equations->graph, equations->arena, &open);
    if (any) jd_hint(equations->log, "%s", open.at ? open.at : "");
    jd_text_free(&open);
    return any;
}

static bool report_order(BondEquations *equations, int var) {
    while (equations->vars.at[var].of >= 0) var = equations->vars.at[var].of;
    const BondVar *at = &equations->vars.at[var];
    const Where where = at->node >= 0 ? equations->graph->nodes.at[at->node].where : nowhere;
    jd_report(
        equations->log, JD_ERROR, "index-too-high", where,
        "the equations need more than %d rates of rates of %s: they have no solution, or none that "
        "is found",
        (int)ORDERS, jd_var_text(equations, var));
    if (hint_wishes(equations) || hint_undecided(equations)) return false;
    jd_hint(equations->log,
            "storages determine each other over a source, a constraint, a signal or a "
            "vector bond: put a small resistance or compliance between them");
    return false;
}

/* ---- Rates that rank decides
 * --------------------------------------------------------------------- What depends has the rates
 * z. Its law may lead over z, where strokes see no other way: then z' is asked for, and so on,
 * though what it is multiplied by may vanish: such a rate is 0, as good as any other number.
 *
 * Strokes may show the relations of the first round of the pencil alone. Then with r rounds z is
 * asked for up to z^(r-1). Of relations that come out in round k > 1 each takes a state out of the
 * independent ones; for it one of the z^(r+1-k) is free: it is 0, and its law is what holds the
 * state. Where strokes show some of the others, too, it is one of the highest that are asked for,
 * and each is asked for once more. */

/* The state of the pencil that a chain of rates belongs to; -1: to none that depends by the first
 * relations. */
static int state_of(const BondEquations *equations, int var) {
    while (equations->vars.at[var].of >= 0) var = equations->vars.at[var].of;
    const BondVar *at = &equations->vars.at[var];
    if (at->kind != VAR_STORED) return -1;
    return equations->pencil->first[at->node] + var - equations->state[at->node];
}

/* The variable of a state. */
static int var_of_state(const BondEquations *equations, int state) {
    const BondPencil *pencil = equations->pencil;
    const BondGraph *graph = equations->graph;
    for (int n = 0; n < graph->nodes.count; n++)
        if (equations->state[n] >= 0 && state >= pencil->first[n] &&
            state < pencil->first[n] + jd_bonds_width(graph, n))
            return equations->state[n] + state - pencil->first[n];
    int integrators = 0, place = 0;
    for (int s = 0; s < graph->signals.count; s++) integrators += graph->signals.at[s].integrates;
    for (int s = 0; s < graph->signals.count; s++) {
        if (!graph->signals.at[s].integrates) continue;
        if (pencil->states - integrators + place++ == state) return equations->signal[s];
    }
    return -1;
}

static bool vanishes(const BondEquations *equations, int var) {
    const int state = equations->pencil ? state_of(equations, var) : -1;
    return state >= 0 && equations->vars.at[var].order > equations->pencil->asked[state];
}

/* x = h(z) gives z: as a loop with itself, z = z - (h(z) - x). */
static bool turn_states(BondEquations *equations) {
    SymPool *pool = equations->pool;
    int kept = 0;
    for (int n = 0; n < equations->dependent.count; n++) {
        const int var = equations->dependent.at[n], rate = jd_var_dot(equations, var);
        if (rate < 0) return false;
        const int state = state_of(equations, rate);
        if (!equations->pencil->turned[state]) {
            equations->dependent.at[kept++] = var;
            continue;
        }
        int *listed = PUSH(equations->arena, equations->states);
        if (!listed) return false;
        *listed = var;
        BondVar *at = &equations->vars.at[var], *dot = &equations->vars.at[rate];
        dot->law = jd_sym_subtract(pool, dot->name, jd_sym_subtract(pool, at->law, at->name));
        dot->node = at->node, dot->port = at->port;
        at->law = SYM_NONE;
        at->kind = VAR_STATE; /* its rate stays a variable of its own */
    }
    equations->dependent.count = kept;
    return true;
}

/* Which z the rate of a variable leads over: those that move a state which its law reads, be it
 * over other laws. */
static bool *over_rates(BondEquations *equations, const BondSlopes *slopes, int var) {
    const int count = equations->vars.count;
    bool *met = ARENA_NEW(equations->arena, bool, count + 1),
         *over = ARENA_NEW(equations->arena, bool, slopes->count + 1);
    int *stack = ARENA_NEW(equations->arena, int, count + 1), depth = 0;
    if (!met || !over || !stack) return NULL;
    stack[depth++] = var;
    met[var] = true;
    while (depth > 0) {
        const BondVar *at = &equations->vars.at[stack[--depth]];
        int *needs;
        for (int z = 0; at->kind == VAR_STATE && at->dot >= 0 && z < slopes->count; z++)
            over[z] = over[z] || !jd_slope_vanishes(slopes, at->dot, z);
        const int number = at->law ? jd_var_needs(equations, stack[depth], &needs) : 0;
        for (int n = 0; n < number; n++)
            if (!met[needs[n]]) met[needs[n]] = true, stack[depth++] = needs[n];
    }
    return over;
}

/* What is asked for more than once needs as many rates of what its own rate leads over. */
static bool ask_along(BondEquations *equations, const BondSlopes *slopes, const int *by,
                      bool **over) {
    int *asked = equations->pencil->asked;
    for (int i = 0; i < slopes->count; i++) {
        const int own = asked[state_of(equations, by[i])];
        if (own < 2) continue;
        if (!over[i]) over[i] = over_rates(equations, slopes, equations->dependent.at[i]);
        if (!over[i]) return false;
        for (int j = 0; j < slopes->count; j++) {
            int *other = &asked[state_of(equations, by[j])];
            if (over[i][j] && *other < own) *other = own;
        }
    }
    return true;
}

/* How often each z is asked for: z_i that leads over z_j asks for one more of it. */
static bool count_asked(BondEquations *equations) {
    const BondPencil *pencil = equations->pencil;
    const int count = equations->dependent.count;
    int *by = ARENA_NEW(equations->arena, int, count + 1);
    BondSlopes slopes;
    for (int n = 0; by && n < count; n++) by[n] = jd_var_dot(equations, equations->dependent.at[n]);
    if (!by || !jd_equations_slopes(equations, by, count, equations->arena, &slopes)) return false;
    for (int n = 0; n < count; n++)
        pencil->moves_itself[state_of(equations, by[n])] =
            !jd_slope_vanishes(&slopes, equations->dependent.at[n], n);
    for (int n = 0; n < equations->helds.count; n++) /* the rate of what is held */
        for (int j = 0; j < count && !equations->helds.at[n].moves; j++) {
            int *asked = &pencil->asked[state_of(equations, by[j])];
            if (*asked < 2 && !jd_slope_vanishes(&slopes, equations->helds.at[n].kept, j))
                *asked = 2;
        }
    bool **over = ARENA_NEW(equations->arena, bool *, count + 1);
    for (int round = 0; round <= count; round++) {
        if (!over || !ask_along(equations, &slopes, by, over)) return false;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++) {
                int *asked = &pencil->asked[state_of(equations, by[j])];
                const int least = pencil->asked[state_of(equations, by[i])] + 1;
                if (*asked < least && !jd_slope_vanishes(&slopes, equations->dependent.at[i], j))
                    *asked = least;
            }
    }
    for (int n = 0; n < pencil->states; n++) pencil->asked[n] += pencil->more;
    return true;
}

/* The rate that is free for a state that is held. */
static int free_rate(BondEquations *equations, int n) {
    const BondPencil *pencil = equations->pencil;
    const int state = pencil->freed[n];
    int var = var_of_state(equations, state);
    for (int dots = pencil->dots[n] ? pencil->dots[n] : pencil->asked[state]; dots > 0 && var >= 0;
         dots--)
        var = jd_var_dot(equations, var);
    return var;
}

static bool ask_for_free(BondEquations *equations) {
    for (int n = 0; equations->pencil && n < equations->pencil->held_count; n++)
        if (free_rate(equations, n) < 0) return false;
    return true;
}

static bool forget_state(BondEquations *equations, int var) {
    int kept = 0;
    for (int n = 0; n < equations->states.count; n++)
        if (equations->states.at[n] != var) equations->states.at[kept++] = equations->states.at[n];
    equations->states.count = kept;
    int *listed = PUSH(equations->arena, equations->dependent);
    if (!listed) return false;
    *listed = var;
    equations->vars.at[var].kind = VAR_STORED;
    if (equations->vars.at[var].dot >= 0)
        equations->vars.at[equations->vars.at[var].dot].kind = VAR_DOT;
    return true;
}

static bool hold_states(BondEquations *equations) {
    const BondPencil *pencil = equations->pencil;
    for (int n = 0; pencil && n < pencil->held_count; n++) {
        const int rate = free_rate(equations, n);
        const int state = var_of_state(equations, pencil->held[n]);
        if (rate < 0 || state < 0) return false;
        const char *name =
            jd_arena_format(equations->arena, "%s.follows", jd_var_text(equations, state));
        int index;
        if (!jd_var_new(equations, VAR_HELD, name, &index) || !forget_state(equations, state))
            return false;
        equations->vars.at[index].law = equations->vars.at[rate].law;
        equations->vars.at[index].node = equations->vars.at[state].node;
        equations->vars.at[rate].law = jd_sym_whole(equations->pool, 0);
        equations->vars.at[state].held = index;
    }
    return true;
}

/* Laws of rates that were asked for, which may ask for others. */
static bool write_dots(BondEquations *equations) {
    for (int v = 0; v < equations->vars.count && !equations->failed; v++) {
        const BondVar at = equations->vars.at[v];
        if (at.kind != VAR_DOT || at.law) continue;
        if (vanishes(equations, v)) {
            equations->vars.at[v].law = jd_sym_whole(equations->pool, 0);
            continue;
        }
        if (at.order > ORDERS || (!equations->vars.at[at.of].law))
            return report_order(equations, v);
        differentiate(equations, v);
    }
    return !equations->failed;
}

bool jd_equations_write(BondEquations *equations) {
    const BondGraph *graph = equations->graph;
    if (!make_room(equations)) return false;
    for (int b = 0; b < graph->bonds.count; b++) add_bond_vars(equations, b);
    for (int n = 0; n < graph->nodes.count; n++)
        if (graph->nodes.at[n].type->role == ROLE_STORAGE) add_states(equations, n);
    for (int s = 0; s < graph->signals.count && !equations->failed; s++) add_signal(equations, s);
    for (int n = 0; n < graph->nodes.count && !equations->failed; n++)
        graph->nodes.at[n].type->write(equations, n);
    if (!equations->failed) jd_write_holds(equations);
    if (equations->way >= WAY_ARRAY) return !equations->failed && jd_equations_by_array(equations);
    if (equations->pencil && !turn_states(equations)) return false;
    if (equations->pencil && equations->pencil->more >= 0 && !count_asked(equations)) return false;
    if (equations->failed || !ask_for_free(equations) || !write_dots(equations)) return false;
    return jd_settle_holds(equations) && hold_states(equations);
}
