/* SPDX-License-Identifier: MIT
 *
 * Laws of nodes, as assignments in the direction of their causality. A port's variables as the
 * element sees them: the flow counts with the sign of the half arrow at sources of dissipation and
 * two-ports, the effort at storages of it, so that effort times flow is always the power in the
 * direction that the conventions want. */
#include "bond/inside.h"

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
            places[k++] = (Place){p, c, jd_port_sign(graph, node, p),
                                  jd_component_gets_effort(graph, node, p, c)};
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

/* With pivots at some point. */
static bool eliminate(BondEquations *equations, Sym *matrix, Sym *right, int n) {
    const double *values = jd_bonds_point(equations->graph, 5);
    int row;
    return values && jd_sym_eliminate(equations->pool, matrix, right, n, 1, values, &row);
}

static bool solve_through(Field *f, const int *place, int n) {
    BondEquations *equations = f->equations;
    SymPool *pool = equations->pool;
    Sym *matrix = ARENA_NEW(equations->arena, Sym, n * n + 1),
        *right = ARENA_NEW(equations->arena, Sym, n + 1);
    if (!matrix || !right) return false;
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
    if (!eliminate(equations, matrix, right, n)) return false;
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
    const double *one = jd_bonds_point(equations->graph, 21),
                 *two = jd_bonds_point(equations->graph, 22);
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

/* A law of one's own at a place. `word` stands for what is there, `word[2]` for what is at the
 * second of all places. */
static Sym own_law(const Field *f, Sym law, const char *word, const Sym *is, int place) {
    BondEquations *equations = f->equations;
    Sym *names = ARENA_NEW(equations->arena, Sym, f->count + 1),
        *by = ARENA_NEW(equations->arena, Sym, f->count + 1);
    if (!names || !by) return SYM_NONE;
    for (int k = 0; k < f->count; k++)
        names[k] = jd_law_word(equations->pool, word, k), by[k] = is[k];
    names[f->count] = jd_sym_name(equations->pool, word), by[f->count] = is[place];
    return jd_sym_put(equations->pool, law, names, by, f->count + 1);
}

/* A law that is given the other way: what it gives stands in a loop with itself, x = x - (law(x) -
 * y), whose rest is law(x) - y. `x` and `y` as the element sees them. */
static Sym inverted(const Field *f, Sym law, const char *word, const Sym *x, int place, Sym y) {
    SymPool *pool = f->equations->pool;
    const Sym rest = jd_sym_subtract(pool, own_law(f, law, word, x, place), y);
    return jd_sym_subtract(pool, x[place], rest);
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
    const bool own = inertia ? at->flow_law : at->effort_law;
    if (!own && !solve_field(&f)) {
        equations->failed = true;
        return;
    }
    for (int k = 0; k < count; k++) {
        const char *word = inertia ? "p" : "q";
        const Sym law = jd_bonds_law(equations->graph, node, !inertia, k);
        if (own)
            f.result[k] = f.known[k] ? own_law(&f, law, word, f.stored, k)
                                     : inverted(&f, law, word, f.stored, k, f.through[k]);
        if (f.known[k])
            give(equations, node, &places[k], inertia, f.result[k]);
        else
            equations->vars.at[equations->state[node] + k].law = f.result[k];
    }
}

/* ---- Resistors ------------------------------------------------------------------------------ */

static Sym own_result(const Field *f, int place, bool gets_effort) {
    const BondGraph *graph = f->equations->graph;
    const bool given = jd_law_given(graph, f->node, gets_effort);
    const Sym by_flow = jd_bonds_law(graph, f->node, true, place),
              by_effort = jd_bonds_law(graph, f->node, false, place);
    if (gets_effort)
        return given ? own_law(f, by_effort, "effort", f->stored, place)
                     : inverted(f, by_flow, "flow", f->through, place, f->stored[place]);
    return given ? own_law(f, by_flow, "flow", f->through, place)
                 : inverted(f, by_effort, "effort", f->stored, place, f->through[place]);
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
        if (own) f.result[k] = own_result(&f, k, place->gets_effort);
        const Sym law =
            place->gets_effort ? signed_sym(pool, place->sign, f.result[k]) : f.result[k];
        give(equations, node, place, place->gets_effort, law);
    }
}

/* ---- Two-ports: out = K in and in* = K' out*, each known in part ---------------------------- */

/* One of the two halves. What is known of `in` and `out` gives the rest: with rows B of what is
 * known of out and columns U of what is not known of in, K_BU in_U = out_B - K_BA in_A; that is
 * square, and can be inverted. */
typedef struct {
    BondEquations *equations;
    int node, rows, columns; /* of K */
    bool across;             /* K is the transposed matrix of the node */
    Sym *in, *out;
    bool *in_known, *out_known;
} Half;

static Sym *row_of(BondEquations *equations, int count) {
    Sym *row = ARENA_NEW(equations->arena, Sym, count + 1);
    if (!row) equations->failed = true;
    return row;
}

static bool open_half(Half *h, BondEquations *equations, int node, int rows, int columns) {
    *h = (Half){.equations = equations, .node = node, .rows = rows, .columns = columns};
    h->in = row_of(equations, columns), h->out = row_of(equations, rows);
    h->in_known = ARENA_NEW(equations->arena, bool, columns + 1);
    h->out_known = ARENA_NEW(equations->arena, bool, rows + 1);
    if (!h->in_known || !h->out_known) equations->failed = true;
    return !equations->failed;
}

static Sym entry_of(const Half *h, int row, int column) {
    return h->across ? jd_bonds_entry(h->equations->graph, h->node, column, row)
                     : jd_bonds_entry(h->equations->graph, h->node, row, column);
}

/* K_r in, of those that are known (after the unknown ones are: of all). */
static Sym row_times(const Half *h, int row) {
    SymPool *pool = h->equations->pool;
    Sym sum = jd_sym_whole(pool, 0);
    for (int k = 0; k < h->columns; k++)
        if (h->in_known[k])
            sum = jd_sym_add(pool, sum, jd_sym_times(pool, entry_of(h, row, k), h->in[k]));
    return sum;
}

/* Of a rotation whose outs are all known: in = K' out. */
static bool turn_back(Half *h) {
    SymPool *pool = h->equations->pool;
    for (int c = 0; c < h->columns; c++) {
        Sym sum = jd_sym_whole(pool, 0);
        for (int r = 0; r < h->rows; r++)
            sum = jd_sym_add(pool, sum, jd_sym_times(pool, entry_of(h, r, c), h->out[r]));
        h->in[c] = sum;
        h->in_known[c] = true;
    }
    return true;
}

static bool find_ins(Half *h) {
    BondEquations *equations = h->equations;
    SymPool *pool = equations->pool;
    const int most = h->rows > h->columns ? h->rows : h->columns;
    int *rows = ARENA_NEW(equations->arena, int, most + 1), n = 0;
    int *columns = ARENA_NEW(equations->arena, int, most + 1), m = 0;
    if (!rows || !columns) return false;
    for (int r = 0; r < h->rows; r++)
        if (h->out_known[r]) rows[n++] = r;
    for (int c = 0; c < h->columns; c++)
        if (!h->in_known[c]) columns[m++] = c;
    if (n != m) return false;
    if (!n) return true;
    if (equations->graph->nodes.at[h->node].rotates && n == h->rows) return turn_back(h);
    Sym *matrix = row_of(equations, n * n), *right = row_of(equations, n);
    if (!matrix || !right) return false;
    for (int r = 0; r < n; r++) {
        right[r] = jd_sym_subtract(pool, h->out[rows[r]], row_times(h, rows[r]));
        for (int c = 0; c < n; c++) matrix[r * n + c] = entry_of(h, rows[r], columns[c]);
    }
    if (!eliminate(equations, matrix, right, n)) return false;
    for (int c = 0; c < n; c++) h->in[columns[c]] = right[c];
    for (int c = 0; c < n; c++) h->in_known[columns[c]] = true;
    return true;
}

static bool complete(Half *h) {
    bool *was = ARENA_NEW(h->equations->arena, bool, h->columns + 1);
    for (int c = 0; was && c < h->columns; c++) was[c] = h->in_known[c];
    if (!was || !find_ins(h)) return h->equations->failed = true, false;
    for (int r = 0; r < h->rows; r++)
        if (!h->out_known[r]) h->out[r] = row_times(h, r);
    for (int c = 0; c < h->columns; c++) h->in_known[c] = was[c];
    return true;
}

/* What a port has of one kind, as the two-port sees it, and whether that is known. */
typedef struct {
    int port, sign;
    bool flow;
} Side;

static void take(BondEquations *equations, int node, Side side, Sym *names, bool *known) {
    const BondGraph *graph = equations->graph;
    for (int k = 0; k < jd_bond_dimension(jd_port_bond(graph, node, side.port)); k++) {
        const Sym name = side.flow ? jd_law_flow(equations, node, side.port, k)
                                   : jd_law_effort(equations, node, side.port, k);
        names[k] = signed_sym(equations->pool, side.sign, name);
        known[k] = jd_component_gets_effort(graph, node, side.port, k) != side.flow;
    }
}

static void give_back(BondEquations *equations, int node, Side side, const Sym *is,
                      const bool *known) {
    for (int k = 0; k < jd_bond_dimension(jd_port_bond(equations->graph, node, side.port)); k++) {
        const Sym law = known[k] ? SYM_NONE : signed_sym(equations->pool, side.sign, is[k]);
        if (known[k]) continue;
        if (side.flow)
            jd_law_set_flow(equations, node, side.port, k, law);
        else
            jd_law_set_effort(equations, node, side.port, k, law);
    }
}

static void write_half(BondEquations *equations, int node, Side in, Side out, bool across) {
    const BondGraph *graph = equations->graph;
    Half h;
    if (!open_half(&h, equations, node, jd_bond_dimension(jd_port_bond(graph, node, out.port)),
                   jd_bond_dimension(jd_port_bond(graph, node, in.port))))
        return;
    h.across = across;
    take(equations, node, in, h.in, h.in_known);
    take(equations, node, out, h.out, h.out_known);
    if (!complete(&h)) return;
    give_back(equations, node, in, h.in, h.in_known);
    give_back(equations, node, out, h.out, h.out_known);
}

/* f2 = N f1, e1 = N' e2. */
void jd_write_transformer(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    const int one = jd_first_port(graph, node), two = !one;
    const int sign = jd_port_sign(graph, node, one) * -jd_port_sign(graph, node, two);
    write_half(equations, node, (Side){one, sign, true}, (Side){two, 1, true}, false);
    write_half(equations, node, (Side){two, 1, false}, (Side){one, 1, false}, true);
}

/* e1 = G f2, e2 = G' f1. */
void jd_write_gyrator(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    const int one = jd_first_port(graph, node), two = !one;
    const int sign_one = jd_port_sign(graph, node, one), sign_two = -jd_port_sign(graph, node, two);
    write_half(equations, node, (Side){two, sign_two, true}, (Side){one, 1, false}, false);
    write_half(equations, node, (Side){one, sign_one, true}, (Side){two, 1, false}, true);
}

/* ---- Junctions ------------------------------------------------------------------------------ */

/* The port that decides the common variable gives it to the others; its own other variable is what
 * is missing in the sum. */
void jd_write_junction(BondEquations *equations, int node) {
    const BondGraph *graph = equations->graph;
    SymPool *pool = equations->pool;
    const bool zero = graph->nodes.at[node].type->rule == CAUSAL_ONE;
    const int ports = graph->nodes.at[node].ports.count;
    Sym *terms = row_of(equations, ports);
    if (!terms) return;
    for (int k = 0; k < jd_bond_dimension(jd_port_bond(graph, node, 0)); k++) {
        int decides = 0;
        while (decides < ports && jd_component_gets_effort(graph, node, decides, k) != zero)
            decides++;
        if (decides == ports) {
            equations->failed = true;
            return;
        }
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
    for (int p = 0, at = 0; p < graph->nodes.at[node].ports.count; p++) {
        if (p == vector) continue;
        const int sign = -jd_port_sign(graph, node, vector) * jd_port_sign(graph, node, p);
        for (int k = 0; k < jd_bond_dimension(jd_port_bond(graph, node, p)); k++, at++) {
            const bool gets = jd_component_gets_effort(graph, node, vector, at);
            const int effort_from = gets ? vector : p, effort_to = gets ? p : vector;
            const int e_from = gets ? at : k, e_to = gets ? k : at;
            jd_law_set_effort(equations, node, effort_to, e_to,
                              jd_law_effort(equations, node, effort_from, e_from));
            jd_law_set_flow(equations, node, effort_from, e_from,
                            signed_sym(pool, sign, jd_law_flow(equations, node, effort_to, e_to)));
        }
    }
}
