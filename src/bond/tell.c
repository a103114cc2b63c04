/* SPDX-License-Identifier: MIT
 *
 * What a causality means, in words: storages that depend on others, rings that were chosen, moduli
 * that must not be zero; and the summary by names. */
#include "bond/inside.h"
#include <string.h>

/* ---- Messages ----------------------------------------------------------------------------------
 */

static void tell_derivative(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    for (int p = 0; p < at->ports.count; p++) {
        const Bond *bond = jd_port_bond(graph, node, p);
        int derivative = 0;
        for (int k = 0; k < jd_bond_dimension(bond); k++)
            derivative +=
                jd_component_gets_effort(graph, node, p, k) != jd_integral_gets_effort(at->type);
        if (!derivative) continue;
        const char *gets = at->type->stores_effort ? "flow" : "effort";
        jd_report(
            log, JD_NOTE, "causality-derivative", at->where,
            derivative < jd_bond_dimension(bond)
                ? "%s '%s' has derivative causality in part: bond '%s' gives it some of its %s, so "
                  "that its states follow from others there"
                : "%s '%s' has derivative causality: bond '%s' gives it its %s, so that its state "
                  "follows from others",
            at->type->name, at->name, bond->name, gets);
        jd_hint(log, at->type->stores_effort
                         ? "no state of its own is lost by that; a small compliance (C) between it "
                           "and what moves it makes it "
                           "independent, and the equations stiff"
                         : "no state of its own is lost by that; a small resistance (R) between it "
                           "and what gives it the effort "
                           "makes it independent, and the equations stiff");
    }
}

static void tell_chosen(const BondGraph *graph, const CausalReport *report, JdLog *log) {
    const Bond *bond = &graph->bonds.at[report->chosen.at[0]];
    jd_report(log, JD_NOTE, "causality-chosen", bond->where,
              report->chosen.count > 1
                  ? "nothing decides the causality of bond '%s' and of %d more: it was chosen"
                  : "nothing decides the causality of bond '%s': it was chosen",
              bond->name, report->chosen.count - 1);
    jd_hint(log, "they stand in a ring of junctions; say the one that you want: causality effort "
                 "or causality flow");
}

/* Turned round, it divides by its modulus. */
bool jd_bonds_divides(const BondGraph *graph, int node) {
    const BondNode *at = &graph->nodes.at[node];
    const int one = jd_first_port(graph, node);
    if (at->type->role != ROLE_TWO_PORT || !at->type->modulated) return false;
    return jd_port_gets_effort(graph, node, one);
}

/* Storages that depend on others, and those of two causalities by name. */
static void list_derivative(const BondGraph *graph, const CausalReport *report, Text *out) {
    for (int n = 0; n < report->derivative.count; n++)
        jd_text_print(out, "%s%s", n ? ", " : "", graph->nodes.at[report->derivative.at[n]].name);
}

/* Another causality, by hand on one bond, and what that costs. */
typedef struct {
    int bond; /* -1: there is none */
    Stroke stroke;
    int divides;                 /* by so many other moduli */
    const char *depend, *others; /* storages, and these two-ports */
} Proposal;

static const char *list_divides(const BondGraph *graph, Arena *arena, int *count) {
    Text text = {0};
    *count = 0;
    for (int n = 0; n < graph->nodes.count; n++)
        if (jd_bonds_divides(graph, n))
            jd_text_print(&text, "%s'%s'", (*count)++ ? ", " : "", graph->nodes.at[n].name);
    const char *list = text.at && !text.failed ? jd_arena_copy(arena, text.at) : NULL;
    jd_text_free(&text);
    return list;
}

/* Whether laws can be solved with what is said by hand now; strokes are not enough for that. */
static bool can_be_solved(BondGraph *graph, Arena *arena, CausalReport *report) {
    JdLog *quiet = jd_log_new();
    const bool inverts = graph->inverts;
    *report = (CausalReport){0};
    const bool solved = quiet && jd_bonds_compile(graph, arena, report, quiet);
    graph->inverts = inverts;
    jd_log_free(quiet);
    return solved;
}

/* One that does not divide by the modulus of this node, if it divides by fewer others. */
static void try_choice(BondGraph *graph, int node, int bond, Stroke stroke, Arena *arena,
                       Proposal *best) {
    CausalReport report = {0};
    const Stroke hand = graph->bonds.at[bond].by_hand;
    if (hand != STROKE_OPEN || (best->bond >= 0 && !best->divides)) return;
    graph->bonds.at[bond].by_hand = stroke;
    int divides = 0;
    bool good = jd_bonds_assign(graph, &report, NULL) && !jd_bonds_divides(graph, node);
    if (good) list_divides(graph, arena, &divides);
    good = good && (best->bond < 0 || divides < best->divides) &&
           can_be_solved(graph, arena, &report) && !jd_bonds_divides(graph, node);
    if (good) {
        const char *others = list_divides(graph, arena, &divides);
        Text depend = {0};
        list_derivative(graph, &report, &depend);
        *best = (Proposal){bond, stroke, divides,
                           depend.at ? jd_arena_copy(arena, depend.at) : NULL, others};
        jd_text_free(&depend);
    }
    graph->bonds.at[bond].by_hand = hand;
}

/* The bond of the node itself turned round; or some storage as an integral, of a graph that is not
 * too large to try them all. */
static Proposal find_choice(BondGraph *graph, int node, int one, Arena *arena) {
    enum { TRIED = 300 }; /* bonds of a graph in which all storages are tried */
    Proposal best = {.bond = -1};
    Stroke *kept = ARENA_NEW(arena, Stroke, graph->bonds.count + 1);
    Stroke **strokes = ARENA_NEW(arena, Stroke *, graph->bonds.count + 1);
    if (!kept || !strokes) return best;
    for (int b = 0; b < graph->bonds.count; b++) {
        kept[b] = graph->bonds.at[b].stroke;
        strokes[b] = graph->bonds.at[b].strokes;
    }
    try_choice(graph, node, one, kept[one] == STROKE_TO ? STROKE_FROM : STROKE_TO, arena, &best);
    for (int n = 0; n < graph->nodes.count && graph->bonds.count <= TRIED; n++) {
        const BondNode *at = &graph->nodes.at[n];
        if (at->type->role != ROLE_STORAGE || at->ports.count != 1) continue;
        const int b = at->ports.at[0];
        const bool to = (graph->bonds.at[b].to == n) == jd_integral_gets_effort(at->type);
        try_choice(graph, node, b, to ? STROKE_TO : STROKE_FROM, arena, &best);
    }
    for (int b = 0; b < graph->bonds.count; b++) {
        graph->bonds.at[b].stroke = kept[b];
        graph->bonds.at[b].strokes = strokes[b];
    }
    return best;
}

static void hint_choice(const BondGraph *graph, const Proposal *other, JdLog *log) {
    const char *word = other->stroke == STROKE_TO ? "effort" : "flow",
               *bond = graph->bonds.at[other->bond].name, *depend = other->depend;
    Text text = {0};
    jd_text_print(&text, "with `causality %s` on bond '%s' it is passed the other way", word, bond);
    if (depend)
        jd_text_print(&text, "; then %s depend%s on others", depend,
                      strchr(depend, ',') ? "" : "s");
    else if (!other->others)
        jd_text_print(&text, ", and nothing is lost");
    if (other->others) jd_text_print(&text, "; but that of %s is divided by", other->others);
    jd_hint(log, "%s", text.at ? text.at : "");
    jd_text_free(&text);
}

static void tell_divides(BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    Arena arena = {0};
    const Proposal other =
        find_choice(graph, node, at->ports.at[jd_first_port(graph, node)], &arena);
    jd_report(
        log, JD_WARNING, "modulus-divides", at->where,
        "the causality of %s '%s' divides by its modulus, which changes and may pass through zero",
        at->type->name, at->name);
    if (other.bond < 0)
        jd_hint(log,
                at->type->gyrates
                    ? "no other causality fits: the run ends where it becomes zero; a `one` "
                      "junction with a small resistor on each side of it lets it be passed"
                    : "no other causality fits: the run ends where it becomes zero; a `one` "
                      "junction with a small resistor before it and a `zero` junction with a small "
                      "compliance behind it let it be passed");
    else
        hint_choice(graph, &other, log);
    jd_arena_free(&arena);
}

/* Rule C1 does not hold for them. */
static void tell_mixed(const BondGraph *graph, const CausalReport *report, JdLog *log) {
    Text names = {0};
    for (int n = 0; n < report->mixed.count; n++)
        jd_text_print(&names, "%s%s", n ? ", " : "", graph->bonds.at[report->mixed.at[n]].name);
    jd_report(log, JD_NOTE, "causality-mixed", graph->bonds.at[report->mixed.at[0]].where,
              "no causality fits whole vector bonds: the components of %s have one each",
              names.at ? names.at : "");
    jd_hint(log, "nothing is lost by that; a matrix that can be inverted, or a resistor or storage "
                 "beside it, leaves them one");
    jd_text_free(&names);
}

/* ---- Reciprocity ---------------------------------------------------------------------------- */

/* By how much what a storage gives at one place changes with what it holds at another: of laws;
 * else entries of its matrix. */
static Sym coupling(const BondGraph *graph, int node, int row, int column) {
    const BondNode *at = &graph->nodes.at[node];
    if (!at->law_count) return jd_bonds_entry(graph, node, row, column);
    const bool inertia = at->type->stores_effort;
    const Sym law = jd_bonds_law(graph, node, !inertia, row);
    return jd_sym_derive(graph->pool, law, jd_law_word(graph->pool, inertia ? "p" : "q", column));
}

static bool same_at(const BondGraph *graph, Sym one, Sym two, const double *values) {
    const double rounding = 1e-9;
    double size_one = 0, size_two = 0;
    const double a = jd_sym_value(graph->pool, one, values, &size_one),
                 b = jd_sym_value(graph->pool, two, values, &size_two);
    return !(fabs(a - b) > rounding * (size_one + size_two));
}

/* Without it there is no energy that depends on the state alone. */
static void tell_reciprocity(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    const int width = jd_bonds_width(graph, node);
    if (at->type->role != ROLE_STORAGE || (!at->law_count && at->value.rows < 2)) return;
    for (int r = 0; r < width; r++)
        for (int c = 0; c < r; c++) {
            const Sym one = coupling(graph, node, r, c), two = coupling(graph, node, c, r);
            const double *values = one && two ? jd_bonds_point(graph, 41) : NULL;
            if (!values || same_at(graph, one, two, values)) continue;
            const char *gives = at->type->stores_effort ? "flow" : "effort";
            const char *holds = at->type->stores_effort ? "p" : "q";
            jd_report(
                log, JD_WARNING, "field-not-reciprocal", at->where,
                at->law_count
                    ? "%s '%s' stores no energy of its own: d %s[%d]/d %s[%d] is not "
                      "d %s[%d]/d %s[%d]"
                    : "%s '%s' stores no energy of its own: its matrix is not symmetric, %s[%d] by "
                      "%s[%d] is not %s[%d] by %s[%d]",
                at->type->name, at->name, gives, r + 1, holds, c + 1, gives, c + 1, holds, r + 1);
            jd_hint(log, "power goes in or out on a round trip of its state; if that is meant, say "
                         "it with a "
                         "resistor or a modulated source");
            return;
        }
}

/* ---- Signs ---------------------------------------------------------------------------------- */

/* Whether the symmetric part of its matrix has a direction in which it is negative: by pivots. */
static bool gives_power(const BondGraph *graph, int node, Arena *arena) {
    const BondNode *at = &graph->nodes.at[node];
    const double rounding = 1e-9;
    const int n = at->value.rows;
    double *a = ARENA_NEW(arena, double, (size_t)n *(size_t)n + 1), most = 0;
    if (!a || at->value.columns != n) return false;
    for (int k = 0; k < n * n; k++) {
        const double one = jd_bonds_number(graph, at->value.at[k]),
                     two = jd_bonds_number(graph, at->value.at[k % n * n + k / n]);
        a[k] = (one + two) / 2;
        most = fmax(most, fabs(a[k]));
        if (!isfinite(a[k])) return false;
    }
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int r = k + 1; r < n; r++)
            if (a[r * n + r] > a[pivot * n + pivot]) pivot = r;
        for (int r = k; r < n; r++)
            if (a[r * n + r] < -rounding * most) return true;
        for (int c = 0; c < n; c++) { /* the largest comes next */
            const double row = a[k * n + c];
            a[k * n + c] = a[pivot * n + c], a[pivot * n + c] = row;
        }
        for (int r = 0; r < n; r++) {
            const double column = a[r * n + k];
            a[r * n + k] = a[r * n + pivot], a[r * n + pivot] = column;
        }
        if (!(a[k * n + k] > rounding * most)) return false;
        for (int r = k + 1; r < n; r++)
            for (int c = k + 1; c < n; c++)
                a[r * n + c] -= a[r * n + k] * a[k * n + c] / a[k * n + k];
    }
    return false;
}

static void tell_signs(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    const BondRole role = at->type->role;
    Arena arena = {0};
    const bool element = role == ROLE_STORAGE || role == ROLE_RESISTOR;
    if (element && at->value.at && gives_power(graph, node, &arena)) {
        jd_report(log, JD_WARNING, "element-gives-power", at->where,
                  at->value.rows > 1 ? "the %s of %s '%s' is no positive matrix: %s"
                                     : "the %s of %s '%s' is negative: %s",
                  at->type->value, at->type->name, at->name,
                  role == ROLE_RESISTOR ? "it gives power instead of taking it"
                                        : "it stores less the more is put in");
        jd_hint(log,
                "correct its sign: a half arrow that is turned round turns the power, and asks "
                "for no other sign");
    }
    if (arena.failed) graph->arena->failed = true;
    jd_arena_free(&arena);
}

/* ---- Rates of what jumps -------------------------------------------------------------------- */

/* A function in it that jumps; NULL: none. */
static const char *jump_in(const SymPool *pool, Sym s) {
    static const char *const jumps[] = {"floor", "ceil",  "round", "sign",
                                        "step",  "pulse", "if",    "remainder"};
    const SymNode *node = jd_sym_node(pool, s);
    const int most = (int)(sizeof jumps / sizeof *jumps);
    for (int n = 0; n < most && node->kind == SYM_CALL && node->changes; n++)
        if (node->name == jd_sym_function(jumps[n])) return jumps[n];
    for (int n = 0; n < node->count; n++) {
        const char *inner = jump_in(pool, jd_sym_arg(pool, s, n));
        if (inner) return inner;
    }
    return NULL;
}

void jd_jumps_tell(const BondEquations *equations, JdLog *log) {
    for (int v = 0; v < equations->vars.count; v++) {
        const BondVar *at = &equations->vars.at[v];
        const bool rate = at->kind != VAR_STATE && at->dot >= 0 && at->law;
        const char *jump = rate ? jump_in(equations->pool, at->law) : NULL;
        if (!jump) continue;
        jd_report(log, JD_WARNING, "rate-of-jump",
                  at->node >= 0 ? equations->graph->nodes.at[at->node].where : nowhere,
                  "the rate of %s is needed, which jumps (%s): a storage follows it without delay, "
                  "and the "
                  "impulse that this takes is not in any effort or flow",
                  jd_var_text(equations, v), jump);
        jd_hint(log,
                "put a small resistance or compliance between them, or let it change smoothly: "
                "smoothstep, tanh");
    }
}

void jd_bonds_tell(BondGraph *graph, const CausalReport *report, JdLog *log) {
    if (report->mixed.count) tell_mixed(graph, report, log);
    for (int n = 0; n < graph->nodes.count; n++) {
        tell_reciprocity(graph, n, log);
        tell_signs(graph, n, log);
    }
    for (int n = 0; n < report->derivative.count; n++)
        tell_derivative(graph, report->derivative.at[n], log);
    if (report->chosen.count) tell_chosen(graph, report, log);
    for (int n = 0; n < graph->nodes.count; n++)
        if (jd_bonds_divides(graph, n)) tell_divides(graph, n, log);
    if (graph->arena->failed) jd_report_memory(log);
}

/* ---- The summary ---------------------------------------------------------------------------- */

static void begin(Text *out, const char *title, int *count) {
    jd_text_print(out, "%s%-24s", out->count ? "\n" : "", title);
    *count = 0;
}

static void item(Text *out, int *count, const char *name) {
    jd_text_print(out, "%s%s", (*count)++ ? ", " : "", name);
}

static void end(Text *out, int count) {
    if (!count) jd_text_print(out, "none");
}

/* Given by a resistor, or by what is no storage, inside a loop. */
static bool is_algebraic(const BondEquations *equations, int var) {
    const BondVar *at = &equations->vars.at[var];
    if (!equations->blocks.at[at->block].loop || at->node < 0) return false;
    const BondRole role = equations->graph->nodes.at[at->node].type->role;
    return role == ROLE_RESISTOR || (at->held >= 0 && role == ROLE_SOURCE);
}

/* Of pseudo bonds, if there are any: nobody asks for their balance. */
static void summarise_pseudo(const BondGraph *graph, Text *out) {
    int count = 0;
    for (int b = 0; b < graph->bonds.count; b++) {
        const Bond *bond = &graph->bonds.at[b];
        if (!bond->domain || !bond->domain->pseudo) continue;
        if (!count) jd_text_print(out, "%-24snot balanced in ", "power");
        item(out, &count, bond->name);
    }
    if (count) jd_text_print(out, ": pseudo bonds, whose effort times flow is no power\n");
}

void jd_equations_summary(const BondEquations *equations, Text *out) {
    int count;
    begin(out, "independent states", &count);
    for (int n = 0; n < equations->states.count; n++)
        if (equations->vars.at[equations->states.at[n]].signal < 0)
            item(out, &count, jd_var_text(equations, equations->states.at[n]));
    end(out, count);
    begin(out, "dependent states", &count);
    for (int n = 0; n < equations->dependent.count; n++)
        item(out, &count, jd_var_text(equations, equations->dependent.at[n]));
    end(out, count);
    begin(out, "algebraic variables", &count);
    for (int v = 0; v < equations->vars.count; v++)
        if (is_algebraic(equations, v)) item(out, &count, jd_var_text(equations, v));
    end(out, count);
    begin(out, "break variables", &count);
    bool smallest = true;
    for (int b = 0; b < equations->blocks.count; b++) {
        const BondBlock *block = &equations->blocks.at[b];
        for (int n = 0; n < block->break_count; n++)
            item(out, &count, jd_var_text(equations, block->vars[n]));
        smallest = smallest && (!block->loop || block->smallest);
    }
    if (count && !smallest)
        jd_text_print(out, " (none can be left out; a smaller set was not looked for)");
    end(out, count);
    begin(out, "signal integrators", &count);
    for (int n = 0; n < equations->states.count; n++)
        if (equations->vars.at[equations->states.at[n]].signal >= 0)
            item(out, &count, jd_var_text(equations, equations->states.at[n]));
    end(out, count);
    begin(out, "index", &count);
    jd_text_print(out, "%d\n", equations->index);
    summarise_pseudo(equations->graph, out);
}
