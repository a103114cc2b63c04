/* SPDX-License-Identifier: MIT
 *
 * Units in bond graphs. The domains of the bonds at a node say what its value, its laws and its
 * state are in. A formula is looked through as far as its names are known: parameters, efforts,
 * flows, states, signals of the user's own. */
#include "bonded/inside.h"
#include "model/inside.h"
#include <stdlib.h>
#include <string.h>

static Dim dim_times(Dim a, Dim b, int power) {
    return (Dim){(signed char)(a.length + power * b.length),
                 (signed char)(a.mass + power * b.mass),
                 (signed char)(a.time + power * b.time),
                 (signed char)(a.current + power * b.current),
                 (signed char)(a.temperature + power * b.temperature),
                 0};
}

bool jd_has_dim(Dim dim) {
    return dim.length || dim.mass || dim.time || dim.current || dim.temperature;
}

/* ---- What the domains say ------------------------------------------------------------------- */

static void dims_of(const BondDomain *domain, Dim *effort, Dim *flow) {
    Unit unit = {1, {0}};
    jd_unit_parse(domain->effort, &unit);
    *effort = unit.dim;
    jd_unit_parse(domain->flow, &unit);
    *flow = unit.dim;
}

static int port_of(const BondGraph *graph, int node, int component) {
    int p = 0;
    for (int n = component; p + 1 < graph->nodes.at[node].ports.count; p++) {
        n -= jd_bond_dimension(&graph->bonds.at[graph->nodes.at[node].ports.at[p]]);
        if (n < 0) break;
    }
    return p;
}

/* What an entry of the value of a node must be, from the domains of what it stands between; false:
 * one is not known. */
bool jd_value_dim(const BondGraph *graph, int node, int row, int column, Dim *dim) {
    const BondNode *at = &graph->nodes.at[node];
    const BondRole role = at->type->role;
    const Dim second = {.time = 1};
    const bool two = role == ROLE_TWO_PORT;
    if (role == ROLE_JUNCTION || role == ROLE_SPLITTER || at->ports.count < (two ? 2 : 1))
        return false;
    /* Of a two-port: from port 1 (the one that is entered) to the other; of a gyrator e1 = r f2. */
    const int in = two && jd_port_sign(graph, node, 0) < 0 && jd_port_sign(graph, node, 1) > 0;
    const int gets = two ? (at->type->gyrates ? in : !in) : port_of(graph, node, row);
    const int from = two ? !gets : role == ROLE_SOURCE ? gets : port_of(graph, node, column);
    const BondDomain *left = graph->bonds.at[at->ports.at[gets]].domain;
    const BondDomain *right = graph->bonds.at[at->ports.at[from]].domain;
    Dim effort, flow, effort_from, flow_from;
    if (!left || !right) return false;
    dims_of(left, &effort, &flow);
    dims_of(right, &effort_from, &flow_from);
    if (role == ROLE_SOURCE) *dim = at->type->flow_source ? flow : effort;
    if (role == ROLE_RESISTOR) *dim = dim_times(effort, flow_from, -1);
    if (role == ROLE_STORAGE)
        *dim = dim_times(at->type->stores_effort ? dim_times(effort, flow_from, -1)
                                                 : dim_times(flow, effort_from, -1),
                         second, 1);
    if (two) *dim = dim_times(at->type->gyrates ? effort : flow, flow_from, -1);
    return true;
}

/* Momentum or displacement at a port; false: without a domain it is a plain number. */
bool jd_stored_dim(const BondGraph *graph, int node, int port, Dim *dim) {
    const BondNode *at = &graph->nodes.at[node];
    const BondDomain *domain =
        port < at->ports.count ? graph->bonds.at[at->ports.at[port]].domain : NULL;
    const Dim second = {.time = 1};
    Dim effort, flow;
    if (!domain) return false;
    dims_of(domain, &effort, &flow);
    /* Or of what a flow source holds. */
    const bool of_effort = at->type->stores_effort || at->type->flow_source;
    *dim = dim_times(of_effort ? effort : flow, second, 1);
    return true;
}

static Dim state_dim(const BondGraph *graph, const BondVar *var) {
    Dim dim = {0};
    jd_stored_dim(graph, var->node, var->port, &dim);
    return dim;
}

bool jd_bonds_plain(const BondGraph *graph) {
    for (int n = 0; n < graph->bonds.count; n++)
        if (graph->bonds.at[n].domain) return false;
    return true;
}

Dim jd_var_dim(const BondEquations *equations, const BondVar *var) {
    const Bond *bond = var->bond >= 0 ? &equations->graph->bonds.at[var->bond] : NULL;
    const BondVar *of = var->of >= 0 ? &equations->vars.at[var->of] : NULL;
    const Dim second = {.time = 1};
    Dim effort = {0}, flow = {0};
    if (of && jd_bonds_plain(equations->graph)) return (Dim){0};
    if (of) return dim_times(jd_var_dim(equations, of), second, -1);
    if (bond && bond->domain) dims_of(bond->domain, &effort, &flow);
    if (bond) return var->kind == VAR_FLOW ? flow : effort;
    return var->node >= 0 ? state_dim(equations->graph, var) : (Dim){0};
}

/* ---- What a formula is in ------------------------------------------------------------------- */

typedef enum { IN_UNKNOWN, IN_PLAIN, IN_UNITS } InWhat;
typedef struct {
    InWhat what;
    Dim dim;
} Unity;
/* What cannot be: terms of two units, the sine of a current, the root of a pressure. */
typedef struct {
    const char *what; /* NULL: all fits */
    Dim one, two;
} Clash;
typedef struct {
    JdModel *model;
    int node, depth; /* whose law it is: p, q, effort and flow mean its own, */
    int component;   /* of this one */
    Clash *clash;    /* the first is noted; NULL: nobody asks */
    const Unity
        *vars;    /* what variables are in, as far as they are computed; NULL: their laws tell */
    bool numbers; /* plain ones beside units are told, too */
} Look;

enum { DEPTH = 40 }; /* signals that read each other */

static Unity look_at(Look look, Sym s);

static Unity note_clash(Look look, Clash clash) {
    if (look.clash && !look.clash->what) *look.clash = clash;
    return (Unity){IN_UNKNOWN, {0}};
}

/* `b.effort`, `b.flow[2]`, `m.p`: the end of the name, and what it belongs to before it. */
static bool names_what(const char *text, const char *what, size_t *owner) {
    const char *point = strrchr(text, '.');
    if (!point || strncmp(point + 1, what, strlen(what))) return false;
    const char end = point[1 + strlen(what)];
    *owner = (size_t)(point - text);
    return !end || end == '[';
}

static Unity in_units(bool known, Dim dim) {
    return known ? (Unity){IN_UNITS, dim} : (Unity){IN_UNKNOWN, {0}};
}

static Unity look_at_bond(const BondGraph *graph, const char *text) {
    for (int flow = 0; flow < 2; flow++) {
        size_t length;
        if (!names_what(text, flow ? "flow" : "effort", &length)) continue;
        for (int b = 0; b < graph->bonds.count; b++) {
            const Bond *bond = &graph->bonds.at[b];
            if (strlen(bond->name) != length || strncmp(bond->name, text, length)) continue;
            Dim dims[2] = {{0}, {0}};
            if (bond->domain) dims_of(bond->domain, &dims[0], &dims[1]);
            return in_units(bond->domain, dims[flow]);
        }
    }
    return (Unity){IN_UNKNOWN, {0}};
}

/* p, q, effort, flow of the node whose law it is, or with an index: of that component of it. */
static bool look_at_own(Look look, const char *text, Unity *unity) {
    const BondGraph *graph = look.model->bonds->graph;
    const size_t length = strcspn(text, "[");
    char word[8] = "";
    if (look.node < 0 || length >= sizeof word) return false;
    memcpy(word, text, length);
    if (!jd_word_in_list(word, "p q effort flow")) return false;
    const int component = text[length] ? atoi(text + length + 1) - 1 : look.component;
    if (component < 0 || component >= jd_bonds_width(graph, look.node)) return false;
    const int port = port_of(graph, look.node, component);
    const BondDomain *domain = graph->bonds.at[graph->nodes.at[look.node].ports.at[port]].domain;
    Dim effort = {0}, flow = {0}, stored = {0};
    if (domain) {
        dims_of(domain, &effort, &flow);
        jd_stored_dim(graph, look.node, port, &stored);
    }
    *unity = in_units(domain, !strcmp(word, "effort") ? effort
                              : !strcmp(word, "flow") ? flow
                                                      : stored);
    return true;
}

static Unity look_at_name(Look look, Sym s) {
    const JdModel *model = look.model;
    const BondGraph *graph = model->bonds->graph;
    const char *text = jd_sym_name_text(graph->pool, jd_sym_node(graph->pool, s)->name);
    Unity unity;
    if (!strcmp(text, "time")) return (Unity){IN_PLAIN, {.time = 1}};
    if (look_at_own(look, text, &unity)) return unity;
    for (int n = 0; n < graph->parameters.count; n++) {
        const BondParameter *at = &graph->parameters.at[n];
        if (at->name == s) return (Unity){jd_has_dim(at->dim) ? IN_UNITS : IN_PLAIN, at->dim};
    }
    for (int n = 0; n < model->states.count; n++)
        if (!strcmp(model->states.at[n].name, text)) return in_units(true, model->states.at[n].dim);
    for (int n = 0; n < graph->signals.count && look.depth < DEPTH; n++)
        if (!strcmp(graph->signals.at[n].name, text))
            return look_at((Look){look.model, -1, look.depth + 1, 0, NULL, look.vars, look.numbers},
                           graph->signals.at[n].is);
    const BondEquations *equations = model->bonds->equations;
    const int var = equations ? jd_equations_var(equations, s) : -1;
    if (look.vars && var >= 0) return look.vars[var];
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *at = &graph->nodes.at[n];
        size_t length;
        if (at->type->role != ROLE_STORAGE ||
            !names_what(text, at->type->stores_effort ? "p" : "q", &length) ||
            strlen(at->name) != length || strncmp(at->name, text, length))
            continue;
        Dim dim = {0};
        return in_units(jd_stored_dim(graph, n, 0, &dim), dim);
    }
    unity = look_at_bond(graph, text);
    /* Without a domain its law may know. */
    const Sym law = var >= 0 ? equations->vars.at[var].law : SYM_NONE;
    if (unity.what == IN_UNKNOWN && law && look.depth < DEPTH)
        return look_at((Look){look.model, -1, look.depth + 1, 0, NULL, NULL, false}, law);
    return unity;
}

/* Terms of one kind; what is not is told where the formula is worked out. */
static Unity look_at_sum(Look look, Sym s, int first) {
    const SymPool *pool = look.model->bonds->pool;
    const SymNode *at = jd_sym_node(pool, s);
    Unity all = {IN_UNKNOWN, {0}};
    for (int n = first; n < at->count; n++) {
        const Unity one = look_at(look, jd_sym_arg(pool, s, n));
        if (one.what == IN_UNKNOWN) return one;
        if (n == first) all = one;
        if (one.what != all.what && !look.numbers) return (Unity){IN_UNKNOWN, {0}};
        const bool units = one.what == IN_UNITS || all.what == IN_UNITS;
        if (units && !jd_dim_equal(one.dim, all.dim))
            return note_clash(look, (Clash){"puts together what is", all.dim, one.dim});
    }
    const bool number = at->kind == SYM_SUM && !jd_number_is(at->number, 0);
    if (number && look.numbers && jd_has_dim(all.dim) && all.what == IN_UNITS)
        return note_clash(look, (Clash){"puts together what is", all.dim, {0}});
    return all;
}

static Unity look_at_product(Look look, Sym s) {
    const SymPool *pool = look.model->bonds->pool;
    const SymNode *at = jd_sym_node(pool, s);
    Unity all = {IN_PLAIN, {0}};
    for (int n = 0; n < at->count; n++) {
        const Unity one = look_at(look, jd_sym_arg(pool, s, n));
        if (one.what == IN_UNKNOWN) return one;
        if (one.what == IN_UNITS) all.what = IN_UNITS;
        all.dim = dim_times(all.dim, one.dim, 1);
    }
    return all;
}

static Unity look_at_power(Look look, Sym s) {
    const SymPool *pool = look.model->bonds->pool;
    const SymNumber power = jd_sym_node(pool, s)->number;
    Unity base = look_at(look, jd_sym_arg(pool, s, 0));
    if (base.what == IN_UNKNOWN || !jd_has_dim(base.dim)) return base;
    const Dim over = dim_times((Dim){0}, base.dim, (int)power.over);
    const int under = (int)power.under;
    const Dim dim = {(signed char)(over.length / under), (signed char)(over.mass / under),
                     (signed char)(over.time / under), (signed char)(over.current / under),
                     (signed char)(over.temperature / under)};
    if (!jd_dim_equal(dim_times((Dim){0}, dim, under), over))
        return note_clash(look, (Clash){"takes a root of what is", base.dim, base.dim});
    return (Unity){base.what, dim};
}

static Unity look_at_call(Look look, Sym s) {
    const SymPool *pool = look.model->bonds->pool;
    const SymNode *at = jd_sym_node(pool, s);
    static const char *const keep[] = {"abs", "min", "max", "if"};
    static const char *const drop[] = {"sin",  "cos",   "tan", "asin", "acos",
                                       "atan", "atan2", "exp", "log",  "tanh"};
    for (size_t n = 0; n < sizeof keep / sizeof *keep; n++)
        if (at->name == jd_sym_function(keep[n])) return look_at_sum(look, s, n == 3);
    for (size_t n = 0; n < sizeof drop / sizeof *drop; n++)
        if (at->name == jd_sym_function(drop[n])) {
            const Unity of = look_at(look, jd_sym_arg(pool, s, 0));
            const bool two = at->count > 1; /* of atan2 it is their quotient that counts */
            if (of.what == IN_UNITS && jd_has_dim(of.dim) && !two)
                return note_clash(look, (Clash){drop[n], of.dim, of.dim});
            return (Unity){of.what, {0}};
        }
    if (at->name == jd_sym_function("step") || at->name == jd_sym_function("sign") ||
        at->name == jd_sym_function("less"))
        return (Unity){IN_PLAIN, {0}};
    return (Unity){IN_UNKNOWN, {0}};
}

static Unity look_at(Look look, Sym s) {
    switch (jd_sym_node(look.model->bonds->pool, s)->kind) {
    case SYM_NUMBER:
        return (Unity){IN_PLAIN, {0}};
    case SYM_NAME:
        return look_at_name(look, s);
    case SYM_SUM:
        return look_at_sum(look, s, 0);
    case SYM_PRODUCT:
        return look_at_product(look, s);
    case SYM_POWER:
        return look_at_power(look, s);
    case SYM_CALL:
        return look_at_call(look, s);
    }
    return (Unity){IN_UNKNOWN, {0}};
}

bool jd_formula_dim(JdModel *model, Sym s, Dim *dim, bool *plain) {
    const Unity unity = look_at((Look){model, -1, 0, 0, NULL, NULL, false}, s);
    *dim = unity.dim;
    *plain = unity.what == IN_PLAIN;
    return unity.what != IN_UNKNOWN;
}

/* Of a variable whose law is looked through; a state without a domain is in what its rate adds up
 * to. */
static Unity unity_of(Look look, const BondVar *var) {
    const BondEquations *equations = look.model->bonds->equations;
    const Dim dim = jd_var_dim(equations, var);
    const bool domain = var->bond >= 0 && equations->graph->bonds.at[var->bond].domain;
    const bool zero = var->law && jd_sym_is(equations->pool, var->law, 0);
    Unity is = {IN_UNKNOWN, {0}};
    Dim stored;
    if (var->law && !zero) is = look_at(look, var->law);
    if (jd_has_dim(dim) || domain) { /* it is known, and the law has to give it */
        if (is.what != IN_UNKNOWN && !jd_dim_equal(is.dim, dim))
            note_clash(look, (Clash){"puts together what is", dim, is.dim});
        return (Unity){IN_UNITS, dim};
    }
    if (var->kind != VAR_STATE) return is;
    const bool known = var->dot >= 0 &&
                       jd_bond_integral_dim(look.model, equations->vars.at[var->dot].name, &stored);
    return known ? (Unity){IN_UNITS, stored} : (Unity){IN_PLAIN, {0}};
}

int jd_bond_find_clash(JdModel *model, Dim *one, Dim *two) {
    const BondEquations *equations = model->bonds->equations;
    Unity *vars = ARENA_NEW(&model->arena, Unity, equations->vars.count + 1);
    for (int b = 0; vars && b < equations->blocks.count; b++)
        for (int n = 0; n < equations->blocks.at[b].count; n++) {
            const int var = equations->blocks.at[b].vars[n];
            Clash clash = {NULL};
            vars[var] =
                unity_of((Look){model, -1, 0, 0, &clash, vars, true}, &equations->vars.at[var]);
            if (!clash.what || jd_dim_equal(clash.one, clash.two)) continue;
            *one = clash.one, *two = clash.two;
            return var;
        }
    return -1;
}

/* ---- Plain graphs ------------------------------------------------------------------------------
 * Without a domain p' = e is a number in a second and a number alike. That goes together where all
 * that has a unit at all is time, in `sin((2 1/s)*time)` as in `2 + time`: then seconds are
 * counted. */

typedef struct {
    bool fits;  /* made of numbers, time and variables of the graph */
    bool loose; /* bare time is in it: as good as a number */
    int time;   /* the power of seconds */
} Seconds;

static const Seconds no_seconds = {false, false, 0};

static Seconds seconds_of(const JdModel *model, Sym s);

static Seconds seconds_of_name(const JdModel *model, Sym s) {
    const BondGraph *graph = model->bonds->graph;
    const char *text = jd_sym_name_text(graph->pool, jd_sym_node(graph->pool, s)->name);
    const size_t length = strcspn(text, "[");
    char word[8] = "";
    if (!strcmp(text, "time")) return (Seconds){true, true, 1};
    if (length < sizeof word) memcpy(word, text, length);
    if (jd_word_in_list(word, "p q effort flow")) return (Seconds){true, false, 0};
    for (int n = 0; n < graph->parameters.count; n++) {
        const BondParameter *at = &graph->parameters.at[n];
        Dim rest = at->dim;
        rest.time = 0;
        if (at->name == s) return (Seconds){!jd_has_dim(rest), false, at->dim.time};
    }
    for (int n = 0; n < graph->signals.count; n++)
        if (!strcmp(graph->signals.at[n].name, text)) {
            for (int k = 0; k < model->states.count; k++)
                if (!strcmp(model->states.at[k].name, text) && jd_has_dim(model->states.at[k].dim))
                    return no_seconds;
            return (Seconds){true, false, 0}; /* its own formula is looked at, too */
        }
    size_t owner;
    if (names_what(text, "effort", &owner) || names_what(text, "flow", &owner) ||
        names_what(text, "p", &owner) || names_what(text, "q", &owner)) {
        const char *of = jd_arena_text(graph->arena, text, owner);
        return (Seconds){
            of && (jd_bonds_find_bond(graph, of) >= 0 || jd_bonds_find_node(graph, of) >= 0), false,
            0};
    }
    return no_seconds;
}

/* Of one kind, but for what can be taken as a number. */
static Seconds seconds_of_terms(const JdModel *model, Sym s, int first) {
    const SymNode *at = jd_sym_node(model->bonds->pool, s);
    Seconds all = {true, true, 0};
    bool alike = true, plain = true;
    for (int n = first; n < at->count; n++) {
        const Seconds one = seconds_of(model, jd_sym_arg(model->bonds->pool, s, n));
        if (!one.fits) return no_seconds;
        alike = alike && (n == first || one.time == all.time);
        plain = plain && (one.loose || !one.time);
        all.loose = all.loose && one.loose;
        all.time = one.time;
    }
    if (!alike) all.time = 0, all.loose = false;
    all.fits = alike || plain;
    return all;
}

static Seconds seconds_of_call(const JdModel *model, Sym s) {
    const SymNode *at = jd_sym_node(model->bonds->pool, s);
    static const char *const alike[] = {"abs", "min", "max", "less", "sign", "step", "atan2", "if"};
    const int most = (int)(sizeof alike / sizeof *alike);
    for (int n = 0; n < most; n++) {
        if (at->name != jd_sym_function(alike[n])) continue;
        const bool chooses = n + 1 == most; /* the first of its arguments is a condition */
        if (chooses && !seconds_of(model, jd_sym_arg(model->bonds->pool, s, 0)).fits)
            return no_seconds;
        const Seconds all = seconds_of_terms(model, s, chooses);
        return n < 3 || chooses ? all : (Seconds){all.fits, false, 0};
    }
    Seconds all = {true, false, 0};
    for (int n = 0; n < at->count; n++) {
        const Seconds one = seconds_of(model, jd_sym_arg(model->bonds->pool, s, n));
        all.fits = all.fits && one.fits && (one.loose || !one.time);
    }
    return all;
}

static Seconds seconds_of(const JdModel *model, Sym s) {
    const SymPool *pool = model->bonds->pool;
    const SymNode *at = jd_sym_node(pool, s);
    Seconds all = {true, false, 0};
    switch (at->kind) {
    case SYM_NUMBER:
        return all;
    case SYM_NAME:
        return seconds_of_name(model, s);
    case SYM_SUM: { /* the number among its terms is no argument */
        all = seconds_of_terms(model, s, 0);
        if (jd_number_double(at->number) == 0 || !all.time) return all;
        return all.loose ? (Seconds){all.fits, true, 0} : no_seconds;
    }
    case SYM_PRODUCT:
        for (int n = 0; n < at->count; n++) {
            const Seconds one = seconds_of(model, jd_sym_arg(pool, s, n));
            all.fits = all.fits && one.fits;
            all.loose = all.loose || one.loose;
            all.time += one.time;
        }
        return all;
    case SYM_POWER: {
        const Seconds base = seconds_of(model, jd_sym_arg(pool, s, 0));
        const int over = base.time * (int)at->number.over, under = (int)at->number.under;
        const bool whole = under && over % under == 0;
        return (Seconds){base.fits && (whole || base.loose), base.loose, whole ? over / under : 0};
    }
    case SYM_CALL:
        return seconds_of_call(model, s);
    }
    return no_seconds;
}

static bool counts_seconds(const JdModel *model, Sym s) {
    const Seconds of = s ? seconds_of(model, s) : (Seconds){true, true, 0};
    return of.fits && (of.loose || !of.time);
}

/* Gains of what is held are per second, or numbers. */
static bool is_gain(const JdModel *model, Sym s) {
    const Seconds of = s ? seconds_of(model, s) : (Seconds){true, true, 0};
    return of.fits && (of.loose || !of.time || of.time == -1);
}

static bool node_counts_seconds(const JdModel *model, int node) {
    const BondGraph *graph = model->bonds->graph;
    const BondNode *at = &graph->nodes.at[node];
    const BondConstraint *held = &at->constraint;
    bool good = true;
    for (int n = 0; n < at->value.rows * at->value.columns && good && at->value.at; n++)
        good = counts_seconds(model, at->value.at[n]);
    const int laws = at->law_count ? at->law_count : 1;
    for (int n = 0; n < laws && good; n++)
        good = counts_seconds(model, at->effort_laws ? at->effort_laws[n] : at->effort_law) &&
               counts_seconds(model, at->flow_laws ? at->flow_laws[n] : at->flow_law);
    return good && counts_seconds(model, held->integral) && counts_seconds(model, held->offset) &&
           is_gain(model, held->alpha) && is_gain(model, held->beta) &&
           is_gain(model, held->gamma) && is_gain(model, held->returns);
}

void jd_bonds_count_seconds(JdModel *model) {
    BondGraph *graph = model->bonds->graph;
    bool good = jd_bonds_plain(graph);
    for (int n = 0; n < graph->nodes.count && good; n++) good = node_counts_seconds(model, n);
    for (int n = 0; n < graph->signals.count && good; n++)
        good = counts_seconds(model, graph->signals.at[n].is);
    for (int n = 0; n < graph->parameters.count && good; n++) graph->parameters.at[n].dim.time = 0;
    model->bonds->seconds = good;
}

/* ---- Messages ------------------------------------------------------------------------------- */

typedef struct {
    const char *what; /* "inertance", "effort", "start" */
    Where where;
    Dim is, wanted;
} Misfit;

static Where where_said(const JdModel *model, int node) {
    const Where said = model->bonds->values.at[node].where;
    return said.line || said.text ? said : model->bonds->graph->nodes.at[node].where;
}

/* What the other kind of two-port would want there. */
static bool is_of_other_kind(const BondGraph *graph, int node, Dim is) {
    BondNode *at = &graph->nodes.at[node];
    const BondType *type = at->type, *other = NULL;
    Dim wanted;
    for (int n = 0; (other = jd_bond_type_at(n)); n++)
        if (other->role == ROLE_TWO_PORT && type->role == ROLE_TWO_PORT &&
            other->gyrates != type->gyrates && other->modulated == type->modulated)
            break;
    if (!other) return false;
    at->type = other;
    const bool fits = jd_value_dim(graph, node, 0, 0, &wanted) && jd_dim_equal(wanted, is);
    if (!fits) at->type = type;
    return fits;
}

/* The remedy that fits what was likely meant. */
static void hint_unit(JdModel *model, int node, const Misfit *misfit) {
    const BondGraph *graph = model->bonds->graph;
    const BondNode *at = &graph->nodes.at[node];
    const BondType *type = at->type;
    const Bond *bond = &graph->bonds.at[at->ports.at[0]];
    Dim effort = {0}, flow = {0};
    if (bond->domain) dims_of(bond->domain, &effort, &flow);
    const Dim through = type->stores_effort ? flow : effort;
    if (type->role == ROLE_STORAGE && !strcmp(misfit->what, "start") &&
        jd_dim_equal(misfit->is, through) && type->value)
        MODEL_HINT(model, "its state is %s, its %s times that: multiply the two",
                   type->stores_effort ? "p" : "q", type->value);
    else if (type->role == ROLE_TWO_PORT &&
             jd_dim_equal(misfit->is, dim_times((Dim){0}, misfit->wanted, -1)))
        MODEL_HINT(model, "it is the other way round: take 1 over it, or %s",
                   type->gyrates ? "e1 = r f2 with the bond that enters as 1"
                                 : "let the bonds go through it the other way");
    else if (is_of_other_kind(graph, node, misfit->is)) {
        MODEL_HINT(model, "that is the unit of a %s here: `node %s : %s`", at->type->name, at->name,
                   at->type->name);
        graph->nodes.at[node].type = type;
    } else
        MODEL_HINT(model, "correct the unit, or the domain of bond '%s'", bond->name);
}

static bool report_unit(JdModel *model, int node, Misfit misfit) {
    const BondGraph *graph = model->bonds->graph;
    const BondNode *at = &graph->nodes.at[node];
    char is[64], wanted[64];
    jd_dim_spoken(misfit.is, is, sizeof is);
    jd_dim_spoken(misfit.wanted, wanted, sizeof wanted);
    const bool two = at->type->role == ROLE_TWO_PORT;
    const BondDomain *domain = graph->bonds.at[at->ports.at[0]].domain,
                     *other = two ? graph->bonds.at[at->ports.at[1]].domain : domain;
    MODEL_ERROR(model, "bond-unit", misfit.where,
                "the %s of %s '%s' is %s%s; %s its %s%s%s bond%s it is in %s", misfit.what,
                at->type->name, at->name, jd_has_dim(misfit.is) ? "in " : "a number without unit",
                jd_has_dim(misfit.is) ? is : "", other == domain ? "at" : "between", domain->name,
                other == domain ? "" : " and its ", other == domain ? "" : other->name,
                at->ports.count > 1 && other == domain ? "s" : "", wanted);
    hint_unit(model, node, &misfit);
    return false;
}

/* Inside of a formula: "takes sin of what is in A". */
static bool report_clash(JdModel *model, int node, const char *what, const Clash *clash) {
    const BondNode *at = &model->bonds->graph->nodes.at[node];
    const bool call = !strchr(clash->what, ' '), same = jd_dim_equal(clash->one, clash->two);
    const Dim unit = jd_has_dim(clash->one) ? clash->one : clash->two;
    const bool number = !same && (!jd_has_dim(clash->one) || !jd_has_dim(clash->two));
    char one[64], two[64];
    jd_dim_spoken(unit, one, sizeof one);
    jd_dim_spoken(clash->two, two, sizeof two);
    MODEL_ERROR(model, "bond-unit", where_said(model, node), "the %s of %s '%s' %s%s%s in %s%s%s",
                what, at->type->name, at->name, call ? "takes " : "", clash->what,
                call ? " of what is" : "", one,
                number ? " and a plain number"
                : same ? ""
                       : " and in ",
                number || same ? "" : two);
    if (number)
        MODEL_HINT(model, "give the number its unit: 1 %s", one);
    else
        MODEL_HINT(model, "divide by a value with the same unit: `%s/(1 %s)` is a plain number",
                   same ? "x" : "a", one);
    return false;
}

/* ---- Values --------------------------------------------------------------------------------- */

/* ---- Bare time ---------------------------------------------------------------------------------
 * `sin(time)` means the number of seconds. Said as such, its rate has a unit. */

static Sym in_seconds(JdModel *model, Sym s) {
    SymPool *pool = model->bonds->pool;
    const Value one = {.v = {1}, .count = 1, .dim = {.time = -1}};
    const Sym time = jd_sym_name(pool, "time"),
              per_second = jd_model_parameter(model, "(1 1/s)", &one);
    const Sym bare = time && per_second ? jd_sym_times(pool, time, per_second) : SYM_NONE;
    return bare ? jd_sym_put(pool, s, &time, &bare, 1) : SYM_NONE;
}

/* Arguments of functions that want a number, where they are bare time. */
static Sym count_seconds(Look look, Sym s) {
    SymPool *pool = look.model->bonds->pool;
    const SymNode at = *jd_sym_node(pool, s);
    static const char *const functions[] = {"sin", "cos", "tan", "exp", "log", "tanh", "atan"};
    const int most = (int)(sizeof functions / sizeof *functions);
    bool wants = false;
    for (int n = 0; n < most && at.kind == SYM_CALL; n++)
        wants = wants || at.name == jd_sym_function(functions[n]);
    for (int n = 0; n < at.count; n++) {
        const Sym arg = jd_sym_arg(pool, s, n);
        const Unity unity = look_at(look, arg);
        const bool bare =
            wants && unity.what == IN_PLAIN && jd_sym_has(pool, arg, jd_sym_name(pool, "time"));
        const Sym by = bare ? in_seconds(look.model, arg) : count_seconds(look, arg);
        if (!by) return SYM_NONE;
        if (by == arg) continue;
        Sym *args = ARENA_NEW(&look.model->arena, Sym, at.count + 1);
        if (!args) return SYM_NONE;
        for (int k = 0; k < at.count; k++) args[k] = k == n ? by : jd_sym_arg(pool, s, k);
        /* Built anew with this one, then the others. */
        Sym made = SYM_NONE;
        const Sym number = jd_sym_number(pool, at.number);
        if (at.kind == SYM_CALL) made = jd_sym_call(pool, at.name, args, at.count);
        if (at.kind == SYM_SUM) made = jd_sym_add(pool, number, jd_sym_sum(pool, args, at.count));
        if (at.kind == SYM_PRODUCT)
            made = jd_sym_times(pool, number, jd_sym_product(pool, args, at.count));
        if (at.kind == SYM_POWER) made = jd_sym_power(pool, args[0], at.number);
        return made ? count_seconds(look, made) : SYM_NONE;
    }
    return s;
}

/* A plain formula stands for SI. */
static Sym with_unit(JdModel *model, Sym s, Dim dim) {
    char unit[64];
    const Value one = {.v = {1}, .count = 1, .dim = dim};
    jd_dim_unit(dim, unit, sizeof unit);
    const char *name = jd_arena_format(&model->arena, "(1 %s)", unit);
    const Sym sym = name ? jd_model_parameter(model, name, &one) : SYM_NONE;
    return sym ? jd_sym_times(model->bonds->pool, s, sym) : SYM_NONE;
}

/* Where a formula stands. */
typedef struct {
    int node, component;
    const char *what;
} Place;

/* A formula at a place that wants `wanted`: checked, or given its unit. */
static bool fit_at(JdModel *model, Place place, Dim wanted, Sym *s) {
    const int node = place.node;
    const char *what = place.what;
    Clash clash = {NULL};
    const Unity unity = look_at((Look){model, node, 0, place.component, &clash, NULL, false}, *s);
    if (clash.what) return report_clash(model, node, what, &clash);
    if (unity.what == IN_UNKNOWN) return true;
    if (unity.what == IN_PLAIN) {
        const bool zero = jd_sym_is(model->bonds->pool, *s, 0);
        if (jd_has_dim(wanted) && !zero) *s = with_unit(model, in_seconds(model, *s), wanted);
        return *s != SYM_NONE;
    }
    *s = count_seconds((Look){model, node, 0, place.component, NULL, NULL, false}, *s);
    if (!*s) return false;
    if (jd_dim_equal(unity.dim, wanted)) return true;
    return report_unit(model, node, (Misfit){what, where_said(model, node), unity.dim, wanted});
}

static bool fit(JdModel *model, int node, const char *what, Dim wanted, Sym *s) {
    return fit_at(model, (Place){node, 0, what}, wanted, s);
}

/* Plain numbers of a matrix stand for SI, and get names and units of their own. */
static bool fit_entries(JdModel *model, int node) {
    BondNode *at = &model->bonds->graph->nodes.at[node];
    const int count = at->value.rows * at->value.columns;
    Sym *entries = ARENA_NEW(&model->arena, Sym, count + 1);
    bool good = entries != NULL;
    for (int n = 0; entries && n < count; n++) {
        const SymNode *sym = jd_sym_node(model->bonds->pool, at->value.at[n]);
        const int row = n / at->value.columns, column = n % at->value.columns;
        Value value = {.v = {jd_number_double(sym->number)}, .count = 1};
        entries[n] = at->value.at[n];
        if (!jd_value_dim(model->bonds->graph, node, row, column, &value.dim)) continue;
        if (sym->kind != SYM_NUMBER) {
            good = fit(model, node, at->type->value, value.dim, &entries[n]) && good;
            continue;
        }
        if (value.v[0] == 0 || !jd_has_dim(value.dim)) continue;
        const char *name =
            at->value.columns == 1
                ? jd_arena_format(&model->arena, "%s.%s[%d]", at->name, at->type->value, row + 1)
                : jd_arena_format(&model->arena, "%s.%s[%d][%d]", at->name, at->type->value,
                                  row + 1, column + 1);
        if (!name || !(entries[n] = jd_model_parameter(model, name, &value))) return false;
    }
    at->value.at = entries;
    return good;
}

/* One number that is known. A plain one gets the name and the unit of its node's value. */
static bool fit_number(JdModel *model, int node, Dim dim) {
    const NodeValue *said = &model->bonds->values.at[node];
    BondNode *at = &model->bonds->graph->nodes.at[node];
    if (said->value.plain) {
        Value value = said->value;
        value.plain = false;
        value.dim = dim;
        const Sym sym = jd_model_parameter(
            model, jd_arena_format(&model->arena, "%s.%s", at->name, said->word), &value);
        Sym *entry = ARENA_NEW(&model->arena, Sym, 1);
        if (!sym || !entry) return false;
        if (jd_has_dim(dim)) *entry = sym, at->value.at = entry;
        return true;
    }
    if (jd_dim_equal(said->value.dim, dim)) return true;
    return report_unit(model, node, (Misfit){said->word, said->where, said->value.dim, dim});
}

static bool fit_value(JdModel *model, int node) {
    BondNode *at = &model->bonds->graph->nodes.at[node];
    Dim dim;
    if (!at->value.at) return true;
    if (at->value.rows * at->value.columns > 1) return fit_entries(model, node);
    if (!jd_value_dim(model->bonds->graph, node, 0, 0, &dim)) return true;
    if (model->bonds->values.at[node].word) return fit_number(model, node, dim);
    Sym *entry = ARENA_NEW(&model->arena, Sym, 1);
    if (!entry) return false;
    *entry = at->value.at[0];
    at->value.at = entry;
    return fit(model, node, at->type->value, dim, entry);
}

/* The laws of all components, or the one that they share, of which the first decides. */
static bool fit_laws(JdModel *model, int node, bool by_flow) {
    BondNode *at = &model->bonds->graph->nodes.at[node];
    const BondGraph *graph = model->bonds->graph;
    const Sym *laws = by_flow ? at->effort_laws : at->flow_laws;
    Sym *one = by_flow ? &at->effort_law : &at->flow_law;
    const int count = laws ? at->law_count : 1;
    Sym *fitted = ARENA_NEW(&model->arena, Sym, count);
    if (!*one) return true;
    if (!fitted) return false;
    bool good = true;
    for (int n = 0; n < count && n < jd_bonds_width(graph, node); n++) {
        const BondDomain *domain = graph->bonds.at[at->ports.at[port_of(graph, node, n)]].domain;
        Dim effort, flow;
        fitted[n] = laws ? laws[n] : *one;
        if (!domain) continue;
        dims_of(domain, &effort, &flow);
        const Place place = {node, n, by_flow ? "effort" : "flow"};
        good = fit_at(model, place, by_flow ? effort : flow, &fitted[n]) && good;
    }
    *one = fitted[0];
    if (laws) *(by_flow ? &at->effort_laws : &at->flow_laws) = fitted;
    return good;
}

static bool fit_start(JdModel *model, int node) {
    const NodeValue *said = &model->bonds->values.at[node];
    const BondGraph *graph = model->bonds->graph;
    for (int n = 0; n < said->start_count; n++) {
        const Value *start = &said->starts[n];
        Dim dim;
        if (start->plain || !jd_stored_dim(graph, node, port_of(graph, node, n), &dim)) continue;
        if (!jd_dim_equal(start->dim, dim))
            return report_unit(model, node, (Misfit){"start", said->start_where, start->dim, dim});
    }
    return true;
}

/* What adds up what is held, or stands beside it, has terms of one unit: that of a flow (of a flow
 * source an effort) times time, where the domain is known. */
static bool fit_phi(JdModel *model, int node, const char *what, Sym *s) {
    Clash clash = {NULL};
    Dim wanted;
    if (!*s) return true;
    const Unity unity = look_at((Look){model, -1, 0, 0, &clash, NULL, true}, *s);
    if (clash.what) return report_clash(model, node, what, &clash);
    if (unity.what == IN_UNKNOWN || !jd_stored_dim(model->bonds->graph, node, 0, &wanted))
        return true;
    if (unity.what == IN_PLAIN) {
        if (!jd_sym_is(model->bonds->pool, *s, 0)) *s = with_unit(model, *s, wanted);
        return *s != SYM_NONE;
    }
    const Where where = model->bonds->graph->nodes.at[node].where;
    return jd_dim_equal(unity.dim, wanted) ||
           report_unit(model, node, (Misfit){what, where, unity.dim, wanted});
}

bool jd_node_units(JdModel *model, int node) {
    if (!model->bonds->graph->nodes.at[node].ports.count) return true;
    const bool value = fit_value(model, node), efforts = fit_laws(model, node, true);
    const bool flows = fit_laws(model, node, false);
    BondConstraint *held = &model->bonds->graph->nodes.at[node].constraint;
    const bool phi = fit_phi(model, node, "phi", &held->integral),
               offset = fit_phi(model, node, "offset", &held->offset);
    return fit_start(model, node) && value && efforts && flows && phi && offset;
}
