/* SPDX-License-Identifier: MIT
 *
 * Bond graphs: nodes and the bonds between them. Values are formulas; parameters keep their names
 * in them. */
#include "bonded/bonded.h"
#include "text/inside.h"
#include <ctype.h>
#include <string.h>

/* ---- Formulas ----------------------------------------------------------------------------------
 */

/* The full name of the parameter that stands at a span; NULL: something else does. */
static const char *parameter_at(Build *build, Span span) {
    const char *text = span.source->text + span.start;
    if (!span.length || !isalpha((unsigned char)*text)) return NULL;
    const char *word = jd_arena_text(build->arena, text, span.length);
    for (Instance *in = build->here; in && word; in = in->outer) {
        const char *full = jd_instance_full(build, in, word);
        for (int n = 0; full && n < build->model->params.count; n++)
            if (!strcmp(build->model->params.at[n].name, full)) return full;
    }
    return word;
}

static const Expr *named(Build *build, const Expr *bound);

/* A number that a parameter stood for has its name; one with a unit is called as it is written. */
static const Expr *name_number(Build *build, const Expr *bound) {
    const Scope empty = {.arena = build->arena};
    const Value value = jd_expr_value(bound, &empty, NULL);
    const char *word = parameter_at(build, bound->span);
    if (value.count != 1 || (!word && value.plain)) return bound;
    if (!word) word = jd_expr_text(bound, build->arena);
    const Sym sym = word ? jd_model_parameter(build->model, word, &value) : SYM_NONE;
    Expr *name = sym ? ARENA_NEW(build->arena, Expr, 1) : NULL;
    if (!name) return NULL;
    const SymPool *pool = jd_model_bonds(build->model)->pool;
    *name = (Expr){.kind = EXPR_NAME,
                   .span = bound->span,
                   .text = jd_sym_name_text(pool, jd_sym_node(pool, sym)->name)};
    return name;
}

static bool is_number(const Expr *bound) {
    const bool sign = bound->kind == EXPR_UNARY && bound->args[0]->kind == EXPR_NUMBER;
    return bound->kind == EXPR_NUMBER || bound->kind == EXPR_UNITED ||
           (sign && bound->span.start == bound->args[0]->span.start);
}

static const Expr *named(Build *build, const Expr *bound) {
    if (is_number(bound)) return name_number(build, bound);
    if (!bound->count) return bound;
    Expr *copy = ARENA_NEW(build->arena, Expr, 1);
    if (!copy) return NULL;
    *copy = *bound;
    copy->args = ARENA_NEW(build->arena, Expr *, bound->count);
    for (int n = 0; copy->args && n < bound->count; n++) {
        const Expr *arg = named(build, bound->args[n]);
        if (!arg) return NULL;
        copy->args[n] = (Expr *)arg;
    }
    return copy->args ? copy : NULL;
}

static Sym symbol_of(Build *build, const Expr *expr) {
    ModelBonds *bonds = jd_model_bonds(build->model);
    const Expr *bound = bonds ? jd_build_bind(build, expr) : NULL;
    const Expr *formula = bound ? named(build, bound) : NULL;
    if (formula) jd_bond_note_names(build->model, formula);
    return formula ? jd_sym_of_expr(bonds->pool, formula, jd_build_log(build)) : SYM_NONE;
}

/* ---- Values --------------------------------------------------------------------------------- */

/* [a, b] N as [a N, b N], rows of a matrix likewise. */
static const Expr *spread_unit(Build *build, const Expr *expr, const char *unit) {
    if (expr->kind == EXPR_UNITED && expr->args[0]->kind == EXPR_VECTOR)
        return spread_unit(build, expr->args[0], expr->text);
    if (!unit) return expr;
    Expr *made = ARENA_NEW(build->arena, Expr, 1);
    if (!made) return NULL;
    const bool vector = expr->kind == EXPR_VECTOR;
    const int count = vector ? expr->count : 1;
    *made = (Expr){.kind = EXPR_UNITED, .span = expr->span, .text = unit, .count = 1};
    if (vector) *made = *expr;
    made->args = ARENA_NEW(build->arena, Expr *, count + 1);
    if (!made->args) return NULL;
    for (int n = 0; n < count; n++) {
        const Expr *arg = vector ? spread_unit(build, expr->args[n], unit) : expr;
        if (!arg) return NULL;
        made->args[n] = (Expr *)(uintptr_t)arg;
    }
    return made;
}

/* [a, b]: of a source its components, of others a diagonal; [[a, b], [c, d]]: rows of a matrix. */
static bool read_matrix(Build *build, const Expr *expr, bool source, SymMatrix *matrix) {
    const bool rows = expr->args[0]->kind == EXPR_VECTOR;
    const int n = expr->count, columns = rows ? expr->args[0]->count : source ? 1 : n;
    SymPool *pool = jd_model_bonds(build->model)->pool;
    Sym *at = ARENA_NEW(build->arena, Sym, n * columns);
    if (!at) return false;
    for (int r = 0; r < n; r++) {
        const Expr *row = expr->args[r];
        if (rows && (row->kind != EXPR_VECTOR || row->count != columns)) {
            jd_report(jd_build_log(build), JD_ERROR, "vector-size",
                      jd_build_where(build, row->span),
                      "the rows of a matrix have the same number of numbers, here %d", columns);
            return false;
        }
        for (int c = 0; c < columns; c++) {
            const bool off = !rows && !source && r != c;
            at[r * columns + c] =
                off ? jd_sym_whole(pool, 0) : symbol_of(build, rows ? row->args[c] : row);
            if (!at[r * columns + c]) return false;
        }
    }
    *matrix = (SymMatrix){at, n, columns};
    return true;
}

/* What has no formula, such as a table, is a signal of the node's own: pump.effort. The graph reads
 * it as a value from outside. */
static Sym symbol_of_signal(Build *build, const Expr *expr, const char *node, const char *word) {
    JdModel *model = build->model;
    const Expr *bound = jd_build_bind(build, expr);
    const char *name = jd_arena_format(build->arena, "%s.%s", node, word), *within = model->within;
    if (!bound || !name) return SYM_NONE;
    model->within = node;
    const ModelSignal signal = {
        .name = name, .where = jd_build_where(build, expr->span), .count = 1, .value = {bound}};
    const bool added = jd_model_add_signal(model, &signal) >= 0;
    model->within = within;
    return added ? jd_sym_name(jd_model_bonds(model)->pool, name) : SYM_NONE;
}

/* As a formula, if it has one. */
static Sym symbol_quietly(Build *build, const Expr *expr) {
    ModelBonds *bonds = jd_model_bonds(build->model);
    const Expr *bound = bonds ? jd_build_bind(build, expr) : NULL;
    const Expr *formula = bound ? named(build, bound) : NULL;
    if (formula) jd_bond_note_names(build->model, formula);
    return formula ? jd_sym_of_expr(bonds->pool, formula, NULL) : SYM_NONE;
}

static bool read_value(Build *build, const Node *clause, const BondType *type, const char *name,
                       SymMatrix *matrix, NodeValue *value) {
    const Expr *expr = spread_unit(build, clause->slots.at[0].expr, NULL);
    if (!expr) return false;
    if (expr->kind == EXPR_VECTOR && expr->count)
        return read_matrix(build, expr, type->role == ROLE_SOURCE, matrix);
    Sym *at = ARENA_NEW(build->arena, Sym, 1);
    Sym sym = symbol_quietly(build, expr);
    const int errors = jd_log_errors(jd_build_log(build));
    const bool outside = type->modulated || type->role == ROLE_SOURCE;
    if (!sym && outside && jd_build_bind(build, expr))
        sym = symbol_of_signal(build, expr, name, type->value);
    else if (!sym && jd_log_errors(jd_build_log(build)) == errors)
        sym = symbol_of(build, expr);
    if (!at || !sym) return false;
    *at = sym;
    *matrix = (SymMatrix){at, 1, 1};
    const Expr *bound = jd_build_bind(build, expr);
    const Scope empty = {.arena = build->arena};
    if (!bound || jd_expr_runs(bound)) return bound != NULL;
    value->word = type->value;
    value->where = jd_build_where(build, expr->span);
    value->value = jd_expr_value(bound, &empty, jd_build_log(build));
    if (value->value.count != 1 || value->value.plain || !is_number(bound) ||
        parameter_at(build, bound->span))
        return value->value.count == 1;
    /* A number alone is called by its place: coil.inertance. */
    const char *called = jd_arena_format(build->arena, "%s.%s", name, type->value);
    *at = called ? jd_model_parameter(build->model, called, &value->value) : SYM_NONE;
    return *at != SYM_NONE;
}

/* Whether a clause means something to a type: its value, or a law of its own. */
static bool takes(const BondType *type, const char *word) {
    const bool resistor = type->role == ROLE_RESISTOR, storage = type->role == ROLE_STORAGE;
    if (type->value && !strcmp(word, type->value)) return true;
    if (!strcmp(word, "effort")) return resistor || (storage && !type->stores_effort);
    if (!strcmp(word, "flow")) return resistor || (storage && type->stores_effort);
    if (jd_word_in_list(word, "start derivative")) return storage;
    if (!strcmp(word, "rotation")) return type->role == ROLE_TWO_PORT && !type->gyrates;
    if (jd_word_in_list(word, "holds alpha beta gamma returns phi offset"))
        return type->role == ROLE_SOURCE && type->modulated;
    return false;
}

static bool refuse_clause(Build *build, const Node *clause, const BondType *type) {
    jd_report(jd_build_log(build), JD_ERROR, "field-unknown", jd_build_where(build, clause->span),
              "a node of type %s has no '%s'", type->name, clause->word);
    if (type->value)
        jd_hint(jd_build_log(build), "its value is its %s", type->value);
    else
        jd_hint(jd_build_log(build), "it has no value of its own: leave it out");
    return false;
}

/* ---- Constraints ---------------------------------------------------------------------------- */

static bool read_gain(Build *build, const Node *node, const char *word, Sym *gain) {
    const Expr *expr = jd_clause_expr(node, word);
    if (!expr) return true;
    *gain = symbol_of(build, expr);
    return *gain != SYM_NONE;
}

/* A gain per second. One that changes during the run is checked in the law that it stands in. */
static bool read_rate(Build *build, const Node *node, const char *word, Sym *gain) {
    const Expr *expr = jd_clause_expr(node, word),
               *bound = expr ? jd_build_bind(build, expr) : NULL;
    double number;
    if (bound && !jd_expr_runs(bound) && !jd_build_number(build, expr, "1/s", word, &number))
        return false;
    return read_gain(build, node, word, gain);
}

/* `offset -l^2`, or `offset from start`. */
static bool read_offset(Build *build, const Node *node, BondConstraint *held) {
    const Node *clause = jd_node_clause(node, "offset");
    if (!clause) return true;
    const Slot *from = jd_node_slot(clause, "from"), *value = jd_node_slot(clause, "value");
    held->from_start = from && from->text && !strcmp(from->text, "start");
    if (value && value->expr) return (held->offset = symbol_of(build, value->expr)) != SYM_NONE;
    if (held->from_start) return true;
    jd_report(jd_build_log(build), JD_ERROR, "bond-word", jd_build_where(build, clause->span),
              "the offset is from nowhere");
    jd_hint(jd_build_log(build), "say a value, offset -l^2, or `offset from start`");
    return false;
}

static bool read_constraint(Build *build, const Node *node, BondNode *into) {
    BondConstraint *held = &into->constraint;
    held->holds = jd_node_clause(node, "holds");
    bool good = read_rate(build, node, "alpha", &held->alpha);
    good = read_rate(build, node, "beta", &held->beta) && good;
    good = read_rate(build, node, "gamma", &held->gamma) && good;
    good = read_gain(build, node, "phi", &held->integral) && good;
    good = read_rate(build, node, "returns", &held->returns) && good;
    return read_offset(build, node, held) && good;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

// clang-format off
static const Kind node_clauses[] = {
    {.word = "at", .summary = "of a node without a type: where it is drawn, and where its equilibrium is looked for at the start", .shape = {{"point", SLOT_EXPR}}, .unit = "m"},
    {.word = "animation off", .also = "animation hidden invisible", .summary = "of a node without a type: it is left out of pictures"},
    {.word = "effort", .also = "voltage torque pressure", .summary = "of Se and MSe: the effort; of R: a law of its own, an expression of `flow`; of C: one of `q`; of a field [a, b], of `flow[1]`, `q[2]` and so on",
     .shape = {{"value", SLOT_EXPR}}},
    {.word = "flow", .also = "current velocity speed", .summary = "of Sf and MSf: the flow; of R: a law of its own, an expression of `effort`; of I: one of `p`; of a field [a, b], of `effort[1]`, `p[2]` and so on",
     .shape = {{"value", SLOT_EXPR}}},
    {.word = "inertance", .also = "inertia inductance", .summary = "of I: p = I f; a matrix [[a, b], [b, c]] for a field", .shape = {{"value", SLOT_EXPR}}, .excludes = "flow"},
    {.word = "compliance", .also = "capacitance capacity", .summary = "of C: q = C e", .shape = {{"value", SLOT_EXPR}}, .excludes = "effort"},
    {.word = "resistance", .also = "damping", .summary = "of R: e = R f", .shape = {{"value", SLOT_EXPR}}, .excludes = "effort flow"},
    {.word = "modulus", .also = "ratio", .summary = "of TF: f2 = n f1, of GY: e1 = r f2; port 1 is the one whose bond enters, of two that enter or leave that of the first in the text",
     .shape = {{"value", SLOT_EXPR}}},
    {.word = "rotation", .summary = "of TF and MTF: its matrix is a rotation, whose inverse is its transpose"},
    {.word = "start", .also = "initial", .summary = "of I and C: the state at the start, p or q, one number or one a component: [a, b]; 0 if not said", .shape = {{"value", SLOT_EXPR}}},
    {.word = "derivative", .summary = "of I and C: derivative causality is wanted"},
    {.word = "holds", .summary = "of MSe: its effort is what keeps the flow of its bond at zero; of MSf: the flow that does so with the effort"},
    {.word = "alpha", .summary = "with `holds`: phi'' + 2 alpha phi' + beta^2 phi = 0, where phi' is what is held", .shape = {{"rate", SLOT_EXPR}}},
    {.word = "beta", .summary = "likewise", .shape = {{"rate", SLOT_EXPR}}},
    {.word = "gamma", .summary = "with `holds`, of what has no integral: phi'' + gamma phi' = 0", .shape = {{"rate", SLOT_EXPR}}},
    {.word = "returns", .summary = "with `holds`: alpha and beta are this if what is held has an integral, otherwise gamma is", .shape = {{"rate", SLOT_EXPR}},
     .excludes = "alpha beta gamma"},
    {.word = "phi", .summary = "with beta: the integral of what is held, with its constant", .shape = {{"expression", SLOT_EXPR}}},
    {.word = "offset", .summary = "with `holds`, instead of `phi`: its constant, what stands beside the terms of the coordinates, -l^2; or `offset from start`: such that phi is zero there",
     .shape = {{"value", SLOT_EXPR, .flags = SLOT_OPTIONAL}, {"from", SLOT_WORD, "from", SLOT_OPTIONAL}}, .excludes = "phi"},
    {NULL},
};
// clang-format on

static const BondType *find_type(Build *build, const Slot *slot) {
    const BondType *type = jd_bond_type_find(slot->text);
    if (type) return type;
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "node-type-unknown", jd_build_where(build, slot->span),
              "there is no type of node '%s'", slot->text);
    Nearest nearest = {.word = slot->text};
    jd_bond_type_suggest(&nearest);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(
            log,
            "the types are Se, Sf, MSe, MSf, I, C, R, TF, MTF, GY, MGY, zero, one and splitter");
    return NULL;
}

/* A value that changes belongs to a type that is modulated, or, of time alone, to a source. */
static bool check_changes(Build *build, const Node *clause, const BondNode *node) {
    const Expr *bound = jd_build_bind(build, clause->slots.at[0].expr);
    if (!bound || node->type->modulated || !jd_expr_runs(bound)) return bound != NULL;
    if (node->type->role == ROLE_SOURCE) return true;
    jd_report(jd_build_log(build), JD_ERROR, "node-changes",
              jd_build_where(build, clause->slots.at[0].span),
              "the %s of %s '%s' changes during the run", clause->word, node->type->name,
              node->name);
    jd_hint(jd_build_log(build),
            node->type->role == ROLE_TWO_PORT
                ? "take the modulated type: M%s"
                : "a storage has a constant %s; say a law of its own otherwise",
            node->type->role == ROLE_TWO_PORT ? node->type->name : node->type->value);
    return false;
}

/* One number, or [a, b]: one for each component. */
static bool read_start(Build *build, const Node *clause, BondNode *node, NodeValue *value) {
    const Expr *expr = spread_unit(build, clause->slots.at[0].expr, NULL);
    if (!expr) return false;
    const bool vector = expr->kind == EXPR_VECTOR && expr->count;
    const int count = vector ? expr->count : 1;
    Value *starts = ARENA_NEW(build->arena, Value, count);
    double *numbers = ARENA_NEW(build->arena, double, count);
    if (!starts || !numbers) return false;
    for (int n = 0; n < count; n++) {
        const Expr *one = vector ? expr->args[n] : expr;
        if (!jd_build_value(build, one, &starts[n])) return false;
        if (starts[n].count != 1) {
            jd_report(jd_build_log(build), JD_ERROR, "vector-size",
                      jd_build_where(build, one->span), "the start of '%s' is a vector here",
                      node->name);
            jd_hint(jd_build_log(build), "write it as a list, one number a component: [a, b]");
            return false;
        }
        numbers[n] = starts[n].v[0];
    }
    node->start = numbers;
    node->start_count = value->start_count = count;
    value->starts = starts;
    value->start_where = jd_build_where(build, expr->span);
    return true;
}

/* One law, or [a, b]: one for each component. */
static bool read_law(Build *build, const Expr *expr, BondNode *node, bool effort) {
    const bool vector = expr->kind == EXPR_VECTOR && expr->count;
    const int count = vector ? expr->count : 1;
    Sym *laws = ARENA_NEW(build->arena, Sym, count);
    for (int n = 0; laws && n < count; n++)
        if (!(laws[n] = symbol_of(build, vector ? expr->args[n] : expr))) return false;
    if (!laws) return false;
    *(effort ? &node->effort_law : &node->flow_law) = laws[0];
    if (vector) *(effort ? &node->effort_laws : &node->flow_laws) = laws, node->law_count = count;
    return true;
}

static bool read_clause(Build *build, const Node *clause, BondNode *node, NodeValue *value) {
    const char *word = clause->word;
    if (!takes(node->type, word)) return refuse_clause(build, clause, node->type);
    if (node->type->value && !strcmp(word, node->type->value))
        return check_changes(build, clause, node) &&
               read_value(build, clause, node->type, node->name, &node->value, value);
    if (jd_word_in_list(word, "effort flow")) {
        value->where = jd_build_where(build, clause->slots.at[0].expr->span);
        return read_law(build, clause->slots.at[0].expr, node, !strcmp(word, "effort"));
    }
    if (!strcmp(word, "derivative")) node->derivative = true;
    if (!strcmp(word, "rotation")) node->rotates = true;
    if (strcmp(word, "start")) return true;
    return read_start(build, clause, node, value);
}

/* What an artificial source gives follows from what it holds; and what belongs to one wants
 * `holds`. */
static bool check_holds(Build *build, const Node *node, const BondNode *made) {
    const Node *holds = jd_node_clause(node, "holds");
    for (int n = 0; n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        const bool value = made->type->value && !strcmp(clause->word, made->type->value);
        const bool of_holding =
            jd_word_in_list(clause->word, "alpha beta gamma returns phi offset");
        if (holds ? !value : !of_holding) continue;
        jd_report(jd_build_log(build), JD_ERROR, "clause-conflict",
                  jd_build_where(build, clause->span),
                  holds ? "%s '%s' holds what its bond has: its %s follows from that"
                        : "%s '%s' holds nothing: '%s' says how what is held returns",
                  made->type->name, made->name, clause->word);
        if (holds)
            jd_hint(jd_build_log(build), "leave one of the two out, `holds` or `%s`",
                    made->type->value);
        else
            jd_hint(jd_build_log(build), "write `holds` before it, or leave it out");
        return false;
    }
    return true;
}

static bool build_node(Build *build, const Node *node) {
    if (!jd_node_slot(node, "type")) return jd_build_massless(build, node);
    const Slot *name = jd_node_slot(node, "name");
    BondNode made = {.where = jd_build_where(build, name->span)};
    NodeValue value = {0};
    made.name = jd_build_path(build, name->expr);
    made.type = find_type(build, jd_node_slot(node, "type"));
    if (!made.name || !made.type) return false;
    bool good = true;
    for (int n = 0; n < node->clauses.count; n++)
        good = read_clause(build, node->clauses.at[n], &made, &value) && good;
    good = good && check_holds(build, node, &made) && read_constraint(build, node, &made);
    return good && jd_model_add_node(build->model, &made, &value) >= 0;
}

const Kind jd_say_node = {
    .word = "node",
    .also = "element component",
    .summary =
        "A node of a bond graph: a source (Se, Sf, MSe, MSf), a storage (I, C), a resistor "
        "(R), a transformer or gyrator (TF, "
        "MTF, GY, MGY), a junction (`zero`: one effort, `one`: one flow) or a `splitter`. "
        "`m.p` or `c.q` is the state of a "
        "storage. Bonds join nodes. Without a type, `node P at A`: a point without mass at which "
        "forces of a mechanism meet; where it is follows from them.",
    .shape = {{"name", SLOT_NAME}, {"type", SLOT_WORD, ":", SLOT_OPTIONAL | SLOT_USUAL}},
    .advice = "a 0-junction is called `zero`, a 1-junction `one`",
    .clauses = node_clauses,
    .group = 7,
    .flags = KIND_FIELDS,
    .declares = DECLARES_OWN,
    .build = build_node,
};

/* ---- Bonds ---------------------------------------------------------------------------------- */

// clang-format off
static const Kind bond_clauses[] = {
    {.word = "domain", .summary = "electrical, translational, rotational, hydraulic, magnetic, thermodynamic, or thermal (temperature and "
                                  "heat flow, whose product is no power); bonds of a junction share it",
     .shape = {{"domain", SLOT_WORD}}},
    {.word = "dimension", .also = "size", .summary = "components of a vector bond; 1 if not said", .shape = {{"count", SLOT_EXPR}}, .unit = "1"},
    {.word = "causality", .also = "stroke", .summary = "by hand: `effort` if the effort goes along the bond, `flow` if the flow does",
     .shape = {{"what", SLOT_WORD}}},
    {NULL},
};
// clang-format on

static int find_node(Build *build, const Slot *slot) {
    const char *name = jd_build_path(build, slot->expr);
    const ModelBonds *bonds = jd_model_bonds(build->model);
    if (!name || !bonds) return -1;
    const int node = jd_bonds_find_node(bonds->graph, name);
    if (node >= 0) return node;
    const Known *own =
        jd_known_find_part(&build->here->declared[DECLARES_OWN], name, strcspn(name, "[."));
    if (own && own->bad) return -1; /* the node was told of */
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "bond-dangling", jd_build_where(build, slot->span),
              "this end of the bond leads to no node: there is no '%s' before it", name);
    Nearest nearest = {.word = name};
    for (int n = 0; n < bonds->graph->nodes.count; n++)
        jd_nearest_try(&nearest, bonds->graph->nodes.at[n].name);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "say the node before the bond: node %s : ...", name);
    return -1;
}

static bool report_word(Build *build, const Slot *slot, const char *what, const char *choices) {
    jd_report(jd_build_log(build), JD_ERROR, "bond-word", jd_build_where(build, slot->span),
              "there is no %s '%s'", what, slot->text);
    jd_hint(jd_build_log(build), "say one of: %s", choices);
    return false;
}

static bool read_words(Build *build, const Node *node, Bond *bond) {
    const Node *domain = jd_node_clause(node, "domain"),
               *causality = jd_node_clause(node, "causality");
    if (domain && !(bond->domain = jd_domain_find(domain->slots.at[0].text)))
        return report_word(
            build, &domain->slots.at[0], "domain",
            "electrical, translational, rotational, hydraulic, magnetic, thermodynamic, thermal");
    const char *word = causality ? causality->slots.at[0].text : "";
    if (!strcmp(word, "effort")) bond->by_hand = STROKE_TO;
    if (!strcmp(word, "flow")) bond->by_hand = STROKE_FROM;
    return !causality || bond->by_hand ||
           report_word(build, &causality->slots.at[0], "causality", "effort, flow");
}

static bool read_dimension(Build *build, const Node *node, Bond *bond) {
    enum { MOST = 64 };
    double dimension = 1;
    if (!jd_build_clause(build, node, "dimension", &dimension)) return false;
    bond->dimension = (int)dimension;
    if (dimension >= 1 && dimension <= MOST && dimension == bond->dimension) return true;
    jd_report(jd_build_log(build), JD_ERROR, "bond-dimension",
              jd_build_clause_where(build, node, "dimension"), "bond '%s' has %g components",
              bond->name, dimension);
    jd_hint(jd_build_log(build), "give a whole number from 1 to %d", (int)MOST);
    return false;
}

static bool build_bond(Build *build, const Node *node) {
    const Slot *name = jd_node_slot(node, "name");
    Bond bond = {.where = jd_build_where(build, name->span)};
    bond.name = jd_build_path(build, name->expr);
    bond.from = find_node(build, jd_node_slot(node, "from"));
    bond.to = find_node(build, jd_node_slot(node, "to"));
    bool good = bond.name && bond.from >= 0 && bond.to >= 0;
    good = read_words(build, node, &bond) && good;
    good = read_dimension(build, node, &bond) && good;
    return good && jd_model_add_bond(build->model, &bond) >= 0;
}

const Kind jd_say_bond = {
    .word = "bond",
    .summary = "A bond from one node to another, the way its half arrow points. `b.effort` and "
               "`b.flow` are channels; their product is "
               "the power along the arrow. Half arrows leave sources and enter R, C and I.",
    .shape = {{"name", SLOT_NAME}, {"from", SLOT_PATH, ":"}, {"to", SLOT_PATH, "to"}},
    .clauses = bond_clauses,
    .group = 7,
    .flags = KIND_FIELDS,
    .declares = DECLARES_OWN,
    .build = build_bond,
};

/* ---- Elements that are left out ------------------------------------------------------------- */

static bool build_without(Build *build, const Node *node) {
    bool good = true;
    for (int n = 0; n < node->slots.count; n++) {
        const Slot *slot = &node->slots.at[n];
        const char *name = jd_build_path(build, slot->expr);
        const Where where = jd_build_where(build, slot->span);
        good = name && jd_model_leave_out(build->model, name, where) && good;
    }
    return good;
}

const Kind jd_say_without = {
    .word = "without",
    .summary =
        "Storages and resistors of the bond graph that take no power: at a 0-junction no flow, "
        "elsewhere no effort; their bonds stay, their states are zero. What is left shows what "
        "they are worth; `jourdain activity` finds those that are worth little.",
    .shape = {{"node", SLOT_PATH}},
    .flags = KIND_ROWS,
    .group = 8,
    .build = build_without,
};
