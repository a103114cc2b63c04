/* SPDX-License-Identifier: MIT
 *
 * Laws of nodes, as assignments in the direction of their causality. A port's variables as the
 * element sees them: the flow counts with the sign of the half arrow at sources of dissipation and
 * two-ports, the effort at storages of it, so that effort times flow is always the power in the
 * direction that the conventions want. */
#include "bond/inside.h"
#include <math.h>

/* ---- Components of all ports, one behind the other ------------------------------------------ */

typedef struct {
    int port, component, sign;
    bool gets_effort;
} Place;

/* In the arena; NULL: memory is out. */
static Place *places_of(BondEquations *equations, int node, int *count) {
    const BondGraph *graph = equations->graph;
    *count = jd_bonds_width(graph, node);
    Place *places = ARENA_NEW(equations->arena, Place, *count + 1);
    if (!places) equations->failed = true;
    for (int p = 0, k = 0; places && p < graph->nodes.at[node].ports.count; p++)
        for (int c = 0; c < jd_bond_dimension(jd_port_bond(graph, node, p)); c++)
            places[k++] =
                (Place){p, c, jd_port_sign(graph, node, p), jd_port_gets_effort(graph, node, p)};
    return places;
}

static Sym signed_sym(SymPool *pool, int sign, Sym s) {
    return sign < 0 ? jd_sym_minus(pool, s) : s;
}

/* ---- Sources -------------------------------------------------------------------------------- */

void jd_write_source(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    const BondNode *at = &graph->nodes.at[node];
    for (int k = 0; k < jd_bond_dimension(jd_port_bond(graph, node, 0)); k++) {
        if (at->constraint.holds) return; /* once all other laws are there */
        const Sym value = at->value.at[at->value.rows > 1 ? k : 0];
        if (at->type->flow_source)
            jd_law_set_flow(equations, node, 0, k, value);
        else
            jd_law_set_effort(equations, node, 0, k, value);
    }
}

/* ---- Fields: what is given at some places from what comes in at the others
 * ------------------------------ stored = M through: at places S `stored` is known and `through`
 * wanted, at the others the reverse: through_S = M_SS^-1 (stored_S - M_SD through_D),   stored_D =
 * M_DS through_S + M_DD through_D. */

typedef struct {
    BondEquations *equations;
    int node, count;
    bool *known;  /* stored is */
    Sym *stored;  /* where it is known */
    Sym *through; /* where it is known */
    Sym *result;  /* the other one */
} Field;

static bool solve_through(Field *f, const int *place, int n) {
    BondEquations *equations = f->equations;
    SymPool *pool = equations->pool;
    Sym *matrix = ARENA_NEW(equations->arena, Sym, n * n + 1),
        *right = ARENA_NEW(equations->arena, Sym, n + 1);
    double *values = jd_bonds_values(equations->graph, 5, equations->arena);
    if (!matrix || !right || !values) return false;
    for (int r = 0; r < n; r++) {
        right[r] = f->stored[place[r]];
        for (int c = 0; c < n; c++)
            matrix[r * n + c] = jd_bonds_entry(equations->graph, f->node, place[r], place[c]);
        for (int k = 0; k < f->count; k++) {
            if (f->known[k]) continue;
            const Sym entry = jd_bonds_entry(equations->graph, f->node, place[r], k);
            right[r] = jd_sym_subtract(pool, right[r], jd_sym_times(pool, entry, f->through[k]));
        }
    }
    int row;
    if (!jd_sym_eliminate(pool, matrix, right, n, 1, values, &row)) return false;
    for (int r = 0; r < n; r++) f->result[place[r]] = right[r];
    return true;
}

/* What comes in at a place: what is known there. */
static Sym comes_in(const Field *f, int place) {
    return f->known[place] ? f->stored[place] : f->through[place];
}

/* By how much a result changes with what comes in, which is a name or minus one. */
static Sym slope_of(const Field *f, int row, int in) {
    SymPool *pool = f->equations->pool;
    const Sym is = comes_in(f, in);
    if (jd_sym_node(pool, is)->kind == SYM_NAME) return jd_sym_derive(pool, f->result[row], is);
    return jd_sym_minus(pool, jd_sym_derive(pool, f->result[row], jd_sym_minus(pool, is)));
}

/* Whether a stored amount depends on nothing that comes in at a place: its slope there is a sum
 * that vanishes but for rounding. */
static bool cancels(Field *f, int row, int in, const double *values) {
    SymPool *pool = f->equations->pool;
    const BondGraph *graph = f->equations->graph;
    const double rounding = 1e-12;
    double sum = 0, size = 0;
    for (int k = 0; k < f->count; k++) {
        if (!f->known[k] && k != in) continue;
        const Sym slope = f->known[k] ? slope_of(f, k, in) : jd_sym_whole(pool, 1);
        const double entry =
            jd_sym_value(pool, jd_bonds_entry(graph, f->node, row, k), values, NULL);
        const double term = slope ? entry * jd_sym_value(pool, slope, values, NULL) : 0;
        sum += term, size += fabs(term);
    }
    return !(fabs(sum) > rounding * size);
}

/* Terms of a matrix without full rank cancel, which its symbols do not show. */
static bool drop_cancelled(Field *f) {
    BondEquations *equations = f->equations;
    SymPool *pool = equations->pool;
    const double *one = jd_bonds_values(equations->graph, 21, equations->arena);
    const double *two = jd_bonds_values(equations->graph, 22, equations->arena);
    Sym *terms = ARENA_NEW(equations->arena, Sym, f->count + 1);
    if (!one || !two || !terms) return false;
    for (int r = 0; r < f->count; r++) {
        bool any = false;
        for (int c = 0; c < f->count && !f->known[r]; c++) {
            Sym slope = slope_of(f, r, c);
            if (!slope) return false;
            if (!jd_sym_is(pool, slope, 0) && cancels(f, r, c, one) && cancels(f, r, c, two)) {
                any = true;
                slope = jd_sym_whole(pool, 0);
            }
            terms[c] = jd_sym_times(pool, slope, comes_in(f, c));
        }
        if (any) f->result[r] = jd_sym_sum(pool, terms, f->count);
    }
    return true;
}

static bool solve_field(Field *f) {
    BondEquations *equations = f->equations;
    SymPool *pool = equations->pool;
    int *place = ARENA_NEW(equations->arena, int, f->count + 1), n = 0;
    for (int k = 0; place && k < f->count; k++)
        if (f->known[k]) place[n++] = k;
    if (!place || !solve_through(f, place, n)) return false;
    for (int r = 0; r < f->count; r++) {
        if (f->known[r]) continue;
        Sym sum = jd_sym_whole(pool, 0);
        for (int c = 0; c < f->count; c++) {
            const Sym through = f->known[c] ? f->result[c] : f->through[c];
            const Sym entry = jd_bonds_entry(equations->graph, f->node, r, c);
            sum = jd_sym_add(pool, sum, jd_sym_times(pool, entry, through));
        }
        f->result[r] = sum;
    }
    return f->count == 1 || drop_cancelled(f);
}

static bool open_field(Field *f, BondEquations *equations, int node, int count) {
    bool *known = ARENA_NEW(equations->arena, bool, count + 1);
    Sym *stored = ARENA_NEW(equations->arena, Sym, count + 1),
        *through = ARENA_NEW(equations->arena, Sym, count + 1);
    *f = (Field){equations,
                 node,
                 count,
                 known,
                 stored,
                 through,
                 ARENA_NEW(equations->arena, Sym, count + 1)};
    if (known && stored && through && f->result) return true;
    equations->failed = true;
    return false;
}

/* ---- Storages ------------------------------------------------------------------------------- */

static void give(BondEquations *equations, int node, const Place *at, bool flow, Sym law) {
    if (flow)
        jd_law_set_flow(equations, node, at->port, at->component, law);
    else
        jd_law_set_effort(equations, node, at->port, at->component, law);
}

static Sym own_law(BondEquations *equations, Sym law, const char *word, Sym by) {
    const Sym name = jd_sym_name(equations->pool, word);
    return jd_sym_put(equations->pool, law, &name, &by, 1);
}

/* I: p' = e, p = I f. C: q' = f, q = C e. */
void jd_write_storage(BondEquations *equations, int node) {
    SymPool *pool = equations->pool;
    const BondNode *at = &equations->graph->nodes.at[node];
    const bool inertia = at->type->stores_effort;
    int count;
    const Place *places = places_of(equations, node, &count);
    Field f;
    if (!places || !open_field(&f, equations, node, count)) return;
    for (int k = 0; k < count; k++) {
        const Place *place = &places[k];
        const Sym effort = jd_law_effort(equations, node, place->port, place->component);
        const Sym flow = jd_law_flow(equations, node, place->port, place->component);
        const int state = equations->state[node] + k;
        f.known[k] = place->gets_effort == inertia;
        f.stored[k] = equations->vars.at[state].name;
        f.through[k] = inertia ? flow : effort;
        const int rate = jd_var_dot(equations, state);
        if (rate < 0) return;
        if (f.known[k])
            equations->vars.at[rate].law = signed_sym(pool, place->sign, inertia ? effort : flow);
        else
            give(equations, node, place, !inertia,
                 signed_sym(pool, place->sign, equations->vars.at[rate].name));
        equations->vars.at[rate].node = node;
        equations->vars.at[rate].port = place->port;
    }
    const Sym law = inertia ? at->flow_law : at->effort_law;
    if (!law && !solve_field(&f)) {
        equations->failed = true;
        return;
    }
    for (int k = 0; k < count; k++) {
        if (law) f.result[k] = own_law(equations, law, inertia ? "p" : "q", f.stored[k]);
        if (f.known[k])
            give(equations, node, &places[k], inertia, f.result[k]);
        else
            equations->vars.at[equations->state[node] + k].law = f.result[k];
    }
}

/* ---- Resistors ------------------------------------------------------------------------------ */

/* A law that is given the other way: what it gives stands in a loop with itself, x = x - (law(x) -
 * y), whose rest is law(x) - y. `x` and `y` as the element sees them. */
static Sym inverted(BondEquations *equations, Sym law, const char *word, Sym x, Sym y) {
    SymPool *pool = equations->pool;
    return jd_sym_subtract(pool, x, jd_sym_subtract(pool, own_law(equations, law, word, x), y));
}

static Sym own_result(BondEquations *equations, int node, bool gets_effort, Sym effort, Sym flow) {
    const BondNode *at = &equations->graph->nodes.at[node];
    const bool given = jd_law_given(equations->graph, node, gets_effort);
    if (gets_effort)
        return given ? own_law(equations, at->flow_law, "effort", effort)
                     : inverted(equations, at->effort_law, "flow", flow, effort);
    return given ? own_law(equations, at->effort_law, "flow", flow)
                 : inverted(equations, at->flow_law, "effort", effort, flow);
}

/* e = R f, with f into the element. */
void jd_write_resistor(BondEquations *equations, int node) {
    SymPool *pool = equations->pool;
    const BondNode *at = &equations->graph->nodes.at[node];
    int count;
    const Place *places = places_of(equations, node, &count);
    Field f;
    if (!places || !open_field(&f, equations, node, count)) return;
    for (int k = 0; k < count; k++) {
        const Place *place = &places[k];
        f.known[k] = place->gets_effort;
        f.stored[k] = jd_law_effort(equations, node, place->port, place->component);
        f.through[k] = signed_sym(pool, place->sign,
                                  jd_law_flow(equations, node, place->port, place->component));
    }
    const bool own = at->effort_law || at->flow_law;
    if (!own && !solve_field(&f)) {
        equations->failed = true;
        return;
    }
    for (int k = 0; k < count; k++) {
        const Place *place = &places[k];
        if (own)
            f.result[k] =
                own_result(equations, node, place->gets_effort, f.stored[k], f.through[k]);
        const Sym law =
            place->gets_effort ? signed_sym(pool, place->sign, f.result[k]) : f.result[k];
        give(equations, node, place, place->gets_effort, law);
    }
}

/* ---- Two-ports: y2 = N x1 and x1* = N' y2*, or turned round --------------------------------- */

typedef struct {
    BondEquations *equations;
    int node, rows, columns; /* of N */
} TwoPort;

static Sym entry_of(const TwoPort *t, int row, int column) {
    return jd_bonds_entry(t->equations->graph, t->node, row, column);
}

/* out = N in, or with `across` out = N' in. */
static Sym row_times(const TwoPort *t, int row, bool across, const Sym *in) {
    SymPool *pool = t->equations->pool;
    Sym sum = jd_sym_whole(pool, 0);
    for (int k = 0; k < (across ? t->rows : t->columns); k++) {
        const Sym entry = across ? entry_of(t, k, row) : entry_of(t, row, k);
        sum = jd_sym_add(pool, sum, jd_sym_times(pool, entry, in[k]));
    }
    return sum;
}

/* The same of a rotation. */
static bool turn_back(const TwoPort *t, bool across, Sym *right) {
    Sym in[3];
    if (t->rows > 3) return false;
    for (int k = 0; k < t->rows; k++) in[k] = right[k];
    for (int k = 0; k < t->rows; k++) right[k] = row_times(t, k, !across, in);
    return true;
}

/* in = N^-1 out, or with `across` N'^-1, in place. */
static bool turn(const TwoPort *t, bool across, Sym *right) {
    BondEquations *equations = t->equations;
    const int n = t->rows;
    if (equations->graph->nodes.at[t->node].rotates) return turn_back(t, across, right);
    Sym *matrix = ARENA_NEW(equations->arena, Sym, n * n + 1);
    double *values = jd_bonds_values(equations->graph, 5, equations->arena);
    int row;
    if (!matrix || !values) return false;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
            matrix[r * n + c] = across ? entry_of(t, c, r) : entry_of(t, r, c);
    return jd_sym_eliminate(equations->pool, matrix, right, n, 1, values, &row);
}

static Sym *row_of(BondEquations *equations, int count) {
    Sym *row = ARENA_NEW(equations->arena, Sym, count + 1);
    if (!row) equations->failed = true;
    return row;
}

void jd_write_transformer(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    SymPool *pool = equations->pool;
    const int one = jd_first_port(graph, node), two = !one;
    const TwoPort t = {equations, node, jd_bond_dimension(jd_port_bond(graph, node, two)),
                       jd_bond_dimension(jd_port_bond(graph, node, one))};
    const int sign = jd_port_sign(graph, node, one) * -jd_port_sign(graph, node, two);
    const bool natural = jd_port_gets_effort(graph, node, two);
    Sym *flow = row_of(equations, t.rows + t.columns),
        *effort = row_of(equations, t.rows + t.columns);
    if (!flow || !effort) return;
    const int from = natural ? one : two, to = natural ? two : one;
    const int ins = natural ? t.columns : t.rows, outs = natural ? t.rows : t.columns;
    for (int k = 0; k < ins; k++)
        flow[k] = signed_sym(pool, sign, jd_law_flow(equations, node, from, k));
    for (int k = 0; k < outs; k++) effort[k] = jd_law_effort(equations, node, to, k);
    if (!natural && (!turn(&t, false, flow) || !turn(&t, true, effort))) {
        equations->failed = true;
        return;
    }
    for (int k = 0; k < outs; k++)
        jd_law_set_flow(equations, node, to, k, natural ? row_times(&t, k, false, flow) : flow[k]);
    for (int k = 0; k < ins; k++)
        jd_law_set_effort(equations, node, from, k,
                          natural ? row_times(&t, k, true, effort) : effort[k]);
}

/* e1 = G f2, e2 = G' f1. */
void jd_write_gyrator(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    SymPool *pool = equations->pool;
    const int one = jd_first_port(graph, node), two = !one;
    const TwoPort t = {equations, node, jd_bond_dimension(jd_port_bond(graph, node, one)),
                       jd_bond_dimension(jd_port_bond(graph, node, two))};
    const int sign_one = jd_port_sign(graph, node, one), sign_two = -jd_port_sign(graph, node, two);
    Sym *first = row_of(equations, t.rows + t.columns),
        *second = row_of(equations, t.rows + t.columns);
    if (!first || !second) return;
    if (!jd_port_gets_effort(graph, node, one)) {
        for (int k = 0; k < t.rows; k++)
            first[k] = signed_sym(pool, sign_one, jd_law_flow(equations, node, one, k));
        for (int k = 0; k < t.columns; k++)
            second[k] = signed_sym(pool, sign_two, jd_law_flow(equations, node, two, k));
        for (int k = 0; k < t.rows; k++)
            jd_law_set_effort(equations, node, one, k, row_times(&t, k, false, second));
        for (int k = 0; k < t.columns; k++)
            jd_law_set_effort(equations, node, two, k, row_times(&t, k, true, first));
        return;
    }
    for (int k = 0; k < t.rows; k++) first[k] = jd_law_effort(equations, node, one, k);
    for (int k = 0; k < t.columns; k++) second[k] = jd_law_effort(equations, node, two, k);
    if (!turn(&t, false, first) || !turn(&t, true, second)) {
        equations->failed = true;
        return;
    }
    for (int k = 0; k < t.columns; k++)
        jd_law_set_flow(equations, node, two, k, signed_sym(pool, sign_two, first[k]));
    for (int k = 0; k < t.rows; k++)
        jd_law_set_flow(equations, node, one, k, signed_sym(pool, sign_one, second[k]));
}

/* ---- Junctions ------------------------------------------------------------------------------ */

/* The port that decides the common variable gives it to the others; its own other variable is what
 * is missing in the sum. */
void jd_write_junction(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    SymPool *pool = equations->pool;
    const bool zero = graph->nodes.at[node].type->rule == CAUSAL_ONE;
    const int ports = graph->nodes.at[node].ports.count;
    int decides = 0;
    while (decides < ports && jd_port_gets_effort(graph, node, decides) != zero) decides++;
    Sym *terms = row_of(equations, ports);
    if (!terms || decides == ports) {
        equations->failed = true;
        return;
    }
    for (int k = 0; k < jd_bond_dimension(jd_port_bond(graph, node, 0)); k++) {
        const Sym common = zero ? jd_law_effort(equations, node, decides, k)
                                : jd_law_flow(equations, node, decides, k);
        int count = 0;
        for (int p = 0; p < ports; p++) {
            if (p == decides) continue;
            const int sign = -jd_port_sign(graph, node, decides) * jd_port_sign(graph, node, p);
            const Sym term =
                zero ? jd_law_flow(equations, node, p, k) : jd_law_effort(equations, node, p, k);
            terms[count++] = signed_sym(pool, sign, term);
            if (zero)
                jd_law_set_effort(equations, node, p, k, common);
            else
                jd_law_set_flow(equations, node, p, k, common);
        }
        const Sym sum = jd_sym_sum(pool, terms, count);
        if (zero)
            jd_law_set_flow(equations, node, decides, k, sum);
        else
            jd_law_set_effort(equations, node, decides, k, sum);
    }
}

/* ---- Splitters ------------------------------------------------------------------------------ */

void jd_write_splitter(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    SymPool *pool = equations->pool;
    const int vector = jd_vector_port(graph, node);
    const bool gets = jd_port_gets_effort(graph, node, vector);
    for (int p = 0, at = 0; p < graph->nodes.at[node].ports.count; p++) {
        if (p == vector) continue;
        const int sign = -jd_port_sign(graph, node, vector) * jd_port_sign(graph, node, p);
        for (int k = 0; k < jd_bond_dimension(jd_port_bond(graph, node, p)); k++, at++) {
            const int effort_from = gets ? vector : p, effort_to = gets ? p : vector;
            const int e_from = gets ? at : k, e_to = gets ? k : at;
            jd_law_set_effort(equations, node, effort_to, e_to,
                              jd_law_effort(equations, node, effort_from, e_from));
            jd_law_set_flow(equations, node, effort_from, e_from,
                            signed_sym(pool, sign, jd_law_flow(equations, node, effort_to, e_to)));
        }
    }
}
