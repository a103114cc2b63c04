/* SPDX-License-Identifier: MIT
 *
 * The bond graph of a model is filled node by node, then closed: domains spread over junctions,
 * values are checked in their units, causality and laws are found. What is left of it for the rest
 * of the model are states and signals like any other: `l.p`, `b.effort`, `b.flow`, each with a
 * formula. */
#include "bonded/inside.h"
#include "bonded/bonded.h"
#include "model/inside.h"
#include <string.h>

ModelBonds *jd_model_bonds(JdModel *model) {
    if (model->bonds) return model->bonds;
    ModelBonds *bonds = ARENA_NEW(&model->arena, ModelBonds, 1);
    if (!bonds) return NULL;
    bonds->pool = jd_sym_pool(&model->arena, SYM_NODES);
    bonds->graph = jd_bonds_new(&model->arena, bonds->pool);
    if (!bonds->graph) return NULL;
    bonds->graph->strict = true;
    bonds->want = jd_model_want_energies_of;
    return model->bonds = bonds;
}

/* ---- Filling -----------------------------------------------------------------------------------
 */

int jd_model_add_node(JdModel *model, const BondNode *node, const NodeValue *value) {
    ModelBonds *bonds = jd_model_bonds(model);
    if (!bonds) return jd_model_no_memory(model);
    if (!jd_model_check_name(model, node->name, "node", SCOPE_MODEL, node->where)) return -1;
    const int index = jd_bonds_add_node(bonds->graph, node, model->log);
    NodeValue *kept = PUSH(&model->arena, bonds->values);
    if (index < 0 || !kept) return jd_model_no_memory(model);
    *kept = *value;
    const NameSlot slot = {bonds->graph->nodes.at[index].name, SCOPE_MODEL, NAME_NODE, index};
    return jd_names_add(&model->names, &model->arena, slot) ? index : jd_model_no_memory(model);
}

int jd_model_add_bond(JdModel *model, const Bond *bond) {
    ModelBonds *bonds = jd_model_bonds(model);
    if (!bonds) return jd_model_no_memory(model);
    if (!jd_model_check_name(model, bond->name, "bond", SCOPE_MODEL, bond->where)) return -1;
    const int before = jd_log_errors(model->log),
              index = jd_bonds_add_bond(bonds->graph, bond, model->log);
    if (index < 0) {
        model->errors += jd_log_errors(model->log) > before;
        return -1;
    }
    const NameSlot slot = {bonds->graph->bonds.at[index].name, SCOPE_MODEL, NAME_BOND, index};
    return jd_names_add(&model->names, &model->arena, slot) ? index : jd_model_no_memory(model);
}

Sym jd_model_parameter(JdModel *model, const char *name, const Value *value) {
    ModelBonds *bonds = jd_model_bonds(model);
    const char *tried = name;
    for (int n = 2; bonds && tried; n++) {
        const Sym sym = jd_sym_name(bonds->pool, tried);
        const BondParameter *known = NULL;
        if (!sym) return SYM_NONE;
        for (int k = 0; k < bonds->graph->parameters.count; k++)
            if (bonds->graph->parameters.at[k].name == sym) known = &bonds->graph->parameters.at[k];
        const Dim dim = value->plain ? (Dim){0} : value->dim;
        if (!known) jd_bonds_add_parameter(bonds->graph, sym, value->v[0], dim);
        if (!known || (known->value == value->v[0] && jd_dim_equal(known->dim, dim))) return sym;
        tried = jd_arena_format(&model->arena, "%s_%d", name, n);
    }
    return SYM_NONE;
}

/* ---- Domains and units -------------------------------------------------------------------------
 */

/* Bonds of a junction or splitter are of one domain; those of a field, too, where nothing else is
 * said. */
static bool spread_over(BondGraph *graph, bool fields) {
    bool any = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (int n = 0; n < graph->nodes.count; n++) {
            const BondNode *at = &graph->nodes.at[n];
            const BondDomain *domain = NULL;
            const BondRole role = at->type->role;
            const bool field = role == ROLE_STORAGE || role == ROLE_RESISTOR;
            if (role != ROLE_JUNCTION && role != ROLE_SPLITTER && !(field && fields)) continue;
            for (int p = 0; p < at->ports.count && !domain; p++)
                domain = graph->bonds.at[at->ports.at[p]].domain;
            for (int p = 0; p < at->ports.count && domain; p++) {
                Bond *bond = &graph->bonds.at[at->ports.at[p]];
                if (!bond->domain) bond->domain = domain, changed = any = true;
            }
            if (any && fields) return true; /* junctions first */
        }
    }
    return any;
}

static void spread_domains(BondGraph *graph) {
    do spread_over(graph, false);
    while (spread_over(graph, true));
}

/* ---- Values of the user's own that the graph reads ------------------------------------------ */

static const Expr *named_numbers(JdModel *model, const Expr *expr);

/* A number with a unit is a parameter, so that its unit is not lost in a formula. */
static const Expr *name_number(JdModel *model, const Expr *expr) {
    const Scope empty = {.arena = &model->arena};
    const Value value = jd_expr_value(expr, &empty, NULL);
    if (value.count != 1 || value.plain) return expr;
    Text text = {0};
    jd_expr_write(expr, &text);
    Expr *name = ARENA_NEW(&model->arena, Expr, 1);
    const char *word = text.failed ? NULL : jd_arena_copy(&model->arena, text.at);
    jd_text_free(&text);
    const Sym sym = word ? jd_model_parameter(model, word, &value) : SYM_NONE;
    if (!name || !sym) return NULL;
    *name = (Expr){.kind = EXPR_NAME, .span = expr->span};
    name->text = jd_sym_name_text(model->bonds->pool, jd_sym_node(model->bonds->pool, sym)->name);
    return name;
}

static const Expr *named_numbers(JdModel *model, const Expr *expr) {
    if (expr->kind == EXPR_NUMBER || expr->kind == EXPR_UNITED) return name_number(model, expr);
    if (!expr->count) return expr;
    Expr *copy = ARENA_NEW(&model->arena, Expr, 1);
    if (!copy) return NULL;
    *copy = *expr;
    copy->args = ARENA_NEW(&model->arena, Expr *, expr->count);
    for (int n = 0; copy->args && n < expr->count; n++) {
        const Expr *arg = named_numbers(model, expr->args[n]);
        if (!arg) return NULL;
        copy->args[n] = (Expr *)arg;
    }
    return copy->args ? copy : NULL;
}

/* What a state changes by in a second. */
static Sym in_a_second(JdModel *model, Sym rate) {
    const Value second = {.v = {1}, .count = 1, .dim = {.time = 1}};
    const Sym one = rate ? jd_model_parameter(model, "(1 s)", &second) : SYM_NONE;
    return one ? jd_sym_times(model->bonds->pool, rate, one) : SYM_NONE;
}

/* States and signals with a formula; others are inputs, whose rates are not known. */
static bool add_own(JdModel *model) {
    ModelBonds *bonds = model->bonds;
    for (int n = 0; n < model->states.count + model->signals.count; n++) {
        const bool state = n < model->states.count;
        const ModelState *at = state ? &model->states.at[n] : NULL;
        const ModelSignal *signal = state ? NULL : &model->signals.at[n - model->states.count];
        if (signal && signal->count != 1) continue;
        const Expr *expr = named_numbers(model, state ? at->rate : signal->value[0]);
        Sym is = expr ? jd_sym_of_expr(bonds->pool, expr, NULL) : SYM_NONE;
        if (state && !jd_has_dim(at->dim) && jd_bonds_plain(bonds->graph))
            is = in_a_second(model, is);
        if (!is) continue;
        const BondSignal added = {.name = state ? at->name : signal->name,
                                  .where = state ? at->where : signal->where,
                                  .is = is,
                                  .integrates = state,
                                  .start = state ? at->start : 0};
        if (jd_bonds_add_signal(bonds->graph, &added, model->log) < 0) return false;
    }
    return true;
}

/* ---- What the rest of the model sees -------------------------------------------------------- */

/* A rate that the laws of a loop give, of a state that is integrated: its channel x.rate is that
 * of the state, which follows it. */
static bool is_rate_of_state(const BondEquations *equations, const char *name) {
    const int var =
        equations ? jd_equations_var(equations, jd_sym_name(equations->pool, name)) : -1;
    const int of = var >= 0 ? equations->vars.at[var].of : -1;
    return of >= 0 && equations->vars.at[var].kind == VAR_DOT &&
           equations->vars.at[of].kind == VAR_STATE;
}

/* Names of variables as channels have them: x' is x.rate. */
static const char *channel_of(JdModel *model, const char *name) {
    Text text = {0};
    const char *rate = is_rate_of_state(model->bonds->equations, name) ? ".rises" : ".rate";
    for (; *name; name++)
        if (*name == '\'')
            jd_text_print(&text, "%s", rate);
        else
            jd_text_print(&text, "%c", *name);
    const char *channel = text.failed ? NULL : jd_arena_copy(&model->arena, text.at);
    jd_text_free(&text);
    return channel;
}

/* Parameters with their numbers and units, variables by their channels, rates of states by what
 * they are. */
Sym jd_bond_formula(JdModel *model, Sym law) {
    ModelBonds *bonds = model->bonds;
    const BondEquations *equations = bonds->equations;
    Sym *names = NULL;
    const int count = jd_sym_list_names(bonds->pool, law, &model->arena, &names);
    Sym *by = count >= 0 ? ARENA_NEW(&model->arena, Sym, count + 1) : NULL;
    for (int n = 0; by && n < count; n++) {
        const char *text = jd_sym_name_text(bonds->pool, jd_sym_node(bonds->pool, names[n])->name);
        const int var = jd_equations_var(equations, names[n]);
        const BondVar *at = var >= 0 ? &equations->vars.at[var] : NULL;
        by[n] = names[n];
        if (bonds->seconds && !strcmp(text, "time"))
            by[n] = jd_sym_times(bonds->pool, names[n], jd_sym_name(bonds->pool, "(1 1/s)"));
        for (int k = 0; !at && k < bonds->graph->parameters.count; k++) {
            const BondParameter *parameter = &bonds->graph->parameters.at[k];
            if (parameter->name != names[n]) continue;
            char number[32], unit[64];
            jd_number_full(parameter->value, number, sizeof number);
            jd_dim_unit(parameter->dim, unit, sizeof unit);
            const bool plain = !strcmp(unit, "1") || !*unit;
            by[n] = jd_sym_name(bonds->pool, jd_arena_format(&model->arena, "(%s%s%s)", number,
                                                             plain ? "" : " ", plain ? "" : unit));
        }
        if (at && at->law && jd_sym_is(bonds->pool, at->law, 0))
            by[n] = at->law; /* a bare 0 has any unit */
        else if (at && at->kind == VAR_RATE)
            by[n] = jd_bond_formula(model, at->law);
        else if (at)
            by[n] = jd_sym_name(bonds->pool, channel_of(model, text));
    }
    return by ? jd_sym_put(bonds->pool, law, names, by, count) : SYM_NONE;
}

/* ---- Where names were said ------------------------------------------------------------------ */

/* The number of a name as the graph has it; -1: memory is out. */
static int number_of_name(JdModel *model, const Expr *path) {
    const Scope empty = {.arena = &model->arena};
    const char *text = path->kind == EXPR_NAME ? path->text : jd_expr_path(path, &empty, NULL);
    const Sym sym = text ? jd_sym_name(model->bonds->pool, text) : SYM_NONE;
    return sym ? jd_sym_node(model->bonds->pool, sym)->name : -1;
}

void jd_bond_note_names(JdModel *model, const Expr *formula) {
    ModelBonds *bonds = model->bonds;
    for (int n = 0; n < formula->count && !jd_expr_is_path(formula); n++)
        jd_bond_note_names(model, formula->args[n]);
    const int name = jd_expr_is_path(formula) ? number_of_name(model, formula) : -1;
    while (bonds->said.count <= name) {
        Span *said = PUSH(&model->arena, bonds->said);
        if (!said) return;
        *said = (Span){NULL};
    }
    if (name >= 0 && !bonds->said.at[name].source) bonds->said.at[name] = formula->span;
}

/* Names of a formula that was derived stand where the user has them. */
static void place_names(JdModel *model, Expr *expr) {
    const ModelBonds *bonds = model->bonds;
    for (int n = 0; n < expr->count && !jd_expr_is_path(expr); n++)
        place_names(model, expr->args[n]);
    const int name = jd_expr_is_path(expr) ? number_of_name(model, expr) : -1;
    if (name >= 0 && name < bonds->said.count && bonds->said.at[name].source)
        expr->span = bonds->said.at[name];
}

/* A formula as an expression, whose place in messages is a text of its own. */
const Expr *jd_bond_expr(JdModel *model, Sym law, const char *name, const char *unit) {
    Text text = {0};
    jd_sym_print(model->bonds->pool, law, SYM_TEXT, &text);
    if (jd_sym_is(model->bonds->pool, law, 0) && unit) jd_text_print(&text, " %s", unit);
    Source *source = ARENA_NEW(&model->arena, Source, 1);
    const char *kept = text.failed || !text.at ? NULL : jd_arena_copy(&model->arena, text.at);
    jd_text_free(&text);
    if (!source || !kept) return NULL;
    *source = (Source){jd_arena_format(&model->arena, "the law of %s", name), kept, strlen(kept)};
    const Scope empty = {.arena = &model->arena};
    const Expr *expr = jd_expr_parse(source, &model->arena, model->log);
    Expr *bound =
        expr ? jd_expr_bind(expr, &empty, &model->arena, model->log) : NULL; /* names as one word */
    if (bound && model->bonds->said.count) place_names(model, bound);
    return bound;
}

/* Adds under the name of what it belongs to: `b` of b.effort. */
void jd_bond_within(JdModel *model, const char *name) {
    const char *point = strrchr(name, '.');
    model->within = point ? jd_arena_text(&model->arena, name, (size_t)(point - name)) : NULL;
}

static bool add_signal(JdModel *model, BondVar *var, Sym law) {
    const BondGraph *graph = model->bonds->graph;
    const Bond *bond = var->bond >= 0 ? &graph->bonds.at[var->bond] : NULL;
    const char *name =
        channel_of(model, jd_sym_name_text(graph->pool, jd_sym_node(graph->pool, var->name)->name));
    const Where where = bond             ? bond->where
                        : var->node >= 0 ? graph->nodes.at[var->node].where
                                         : nowhere;
    const char *unit = !bond || !bond->domain  ? NULL
                       : var->kind == VAR_FLOW ? bond->domain->flow
                                               : bond->domain->effort;
    const Sym formula = jd_bond_formula(model, law);
    if (formula && jd_sym_is(graph->pool, formula, 0)) var->law = formula;
    const Expr *expr = name && formula ? jd_bond_expr(model, formula, name, unit) : NULL;
    if (!expr) return false;
    jd_bond_within(model, name);
    return jd_model_add_signal(
               model, &(ModelSignal){.name = name,
                                     .where = where,
                                     .count = 1,
                                     .value = {expr},
                                     .typed = unit != NULL,
                                     .dim = jd_var_dim(model->bonds->equations, var)}) >= 0;
}

double jd_bond_scale(const ModelBonds *bonds, const BondVar *var) {
    if (var->node < 0 || !bonds->graph->nodes.at[var->node].value.at) return 1;
    if (bonds->graph->nodes.at[var->node].type->role != ROLE_STORAGE) return 1;
    const BondNode *at = &bonds->graph->nodes.at[var->node];
    const int k = (int)(var - bonds->equations->vars.at) - bonds->equations->state[var->node];
    const BondDomain *domain =
        var->port >= 0 ? bonds->graph->bonds.at[at->ports.at[var->port]].domain : NULL;
    const double usual = !domain                   ? 1
                         : at->type->stores_effort ? domain->flow_size
                                                   : domain->effort_size;
    const double value =
        usual * fabs(jd_bonds_number(bonds->graph, jd_bonds_entry(bonds->graph, var->node, k, k)));
    return value > 0 && isfinite(value) ? value : 1;
}

bool jd_bond_integral_dim(JdModel *model, Sym rate, Dim *dim) {
    bool plain;
    Dim rate_dim;
    if (!jd_formula_dim(model, rate, &rate_dim, &plain) || plain) return false;
    if (!jd_has_dim(rate_dim) && jd_bonds_plain(model->bonds->graph)) return false;
    rate_dim.time = (signed char)(rate_dim.time + 1);
    return *dim = rate_dim, true;
}

static bool add_state(JdModel *model, const BondVar *var) {
    const BondGraph *graph = model->bonds->graph;
    const char *name = jd_sym_name_text(graph->pool, jd_sym_node(graph->pool, var->name)->name);
    const BondVar *dot = &model->bonds->equations->vars.at[var->dot];
    /* A rate that laws of its loop give is a variable of its own. */
    const Sym rate_law = dot->kind == VAR_RATE ? dot->law : dot->name;
    Sym law = jd_bond_formula(model, rate_law);
    Dim dim = {0};
    const bool known = (var->node >= 0 && jd_stored_dim(graph, var->node, var->port, &dim)) ||
                       jd_bond_integral_dim(model, rate_law, &dim);
    /* Without a domain all is plain numbers, but time is in seconds. */
    if (law && !known) law = jd_sym_times(graph->pool, law, jd_sym_name(graph->pool, "(1 1/s)"));
    const Expr *rate = law ? jd_bond_expr(model, law, name, NULL) : NULL;
    if (!rate) return false;
    const Where where = var->node >= 0 ? graph->nodes.at[var->node].where : nowhere;
    jd_bond_within(model, name);
    return jd_model_add_state(model, &(ModelState){.name = name,
                                                   .where = where,
                                                   .rate = rate,
                                                   .start = var->start,
                                                   .scale = jd_bond_scale(model->bonds, var),
                                                   .dim = dim}) >= 0;
}

/* ---- Loops that no formula solves ----------------------------------------------------------- */

/* Channels that formulas of a loop read, but for its own. */
typedef struct {
    JdModel *model;
    const BondBlock *block;
    const char **own; /* of its variables */
    LIST(Expr *) names;
    LIST(const char *) texts;
} Outside;

static bool note_outside(Outside *out, const Expr *path) {
    const Scope empty = {.arena = &out->model->arena};
    const char *text = jd_expr_path(path, &empty, NULL);
    if (!text) return false;
    for (int n = 0; n < out->block->count; n++)
        if (out->own[n] && !strcmp(out->own[n], text)) return true;
    for (int n = 0; n < out->texts.count; n++)
        if (!strcmp(out->texts.at[n], text)) return true;
    Expr **name = PUSH(&out->model->arena, out->names);
    const char **kept = PUSH(&out->model->arena, out->texts);
    if (!name || !kept) return false;
    *name = (Expr *)(uintptr_t)path;
    *kept = text;
    return true;
}

static bool note_all_outside(Outside *out, const Expr *expr) {
    if (jd_expr_is_path(expr)) return note_outside(out, expr);
    for (int n = 0; n < expr->count; n++)
        if (!note_all_outside(out, expr->args[n])) return false;
    return true;
}

static const char *var_channel(JdModel *model, const BondVar *var) {
    const BondGraph *graph = model->bonds->graph;
    return channel_of(model,
                      jd_sym_name_text(graph->pool, jd_sym_node(graph->pool, var->name)->name));
}

/* What must be zero for a break: the law that it is held by, or the difference to its own. */
static Sym rest_of(const BondEquations *equations, const BondVar *var) {
    if (var->held >= 0) return equations->vars.at[var->held].law;
    return jd_sym_subtract(equations->pool, var->name, var->law);
}

static const Expr *reads_of(JdModel *model, const BondBlock *block) {
    const BondEquations *equations = model->bonds->equations;
    Outside out = {.model = model, .block = block};
    out.own = ARENA_NEW(&model->arena, const char *, block->count + 1);
    Expr *list = ARENA_NEW(&model->arena, Expr, 1);
    if (!out.own || !list) return NULL;
    for (int n = 0; n < block->count; n++)
        out.own[n] = var_channel(model, &equations->vars.at[block->vars[n]]);
    for (int n = 0; n < block->count; n++) {
        const BondVar *var = &equations->vars.at[block->vars[n]];
        const Sym law = n < block->break_count ? rest_of(equations, var) : var->law;
        const Sym formula = law ? jd_bond_formula(model, law) : SYM_NONE;
        const Expr *expr = formula ? jd_bond_expr(model, formula, "a loop", NULL) : NULL;
        if (!expr || !note_all_outside(&out, expr)) return NULL;
    }
    *list = (Expr){.kind = EXPR_VECTOR, .args = out.names.at, .count = out.names.count};
    return list;
}

static bool add_in_ring(JdModel *model, const BondVar *var, const char *name, int ring, Sym law,
                        const Expr *reads) {
    const BondGraph *graph = model->bonds->graph;
    const Where where = var->bond >= 0   ? graph->bonds.at[var->bond].where
                        : var->node >= 0 ? graph->nodes.at[var->node].where
                                         : nowhere;
    char unit[64] = "";
    const Dim dim = jd_var_dim(model->bonds->equations, var);
    if (reads && jd_has_dim(dim)) jd_dim_unit(dim, unit, sizeof unit);
    const Sym formula = jd_bond_formula(model, law);
    const Expr *expr =
        name && formula ? jd_bond_expr(model, formula, name, *unit ? unit : NULL) : NULL;
    if (!expr) return false;
    jd_bond_within(model, name);
    return jd_model_add_signal(model, &(ModelSignal){.name = name,
                                                     .where = where,
                                                     .count = 1,
                                                     .value = {expr},
                                                     .ring = ring,
                                                     .rest = !reads,
                                                     .reads = reads}) >= 0;
}

/* The breaks as unknowns, what follows from them, and what must be zero: b3.effort.rest. */
static bool add_ring(JdModel *model, const BondBlock *block, int ring) {
    BondEquations *equations = model->bonds->equations;
    const Expr *reads = reads_of(model, block);
    bool good = reads != NULL;
    for (int n = 0; n < block->break_count && good; n++) {
        BondVar *var = &equations->vars.at[block->vars[n]];
        good = add_in_ring(model, var, var_channel(model, var), ring,
                           jd_sym_whole(equations->pool, 0), reads);
    }
    for (int n = block->break_count; n < block->count && good; n++) {
        BondVar *var = &equations->vars.at[block->vars[n]];
        if (var->kind == VAR_RATE || var->kind == VAR_HELD || var->signal >= 0) continue;
        good = add_signal(model, var, var->law);
    }
    for (int n = 0; n < block->break_count && good; n++) {
        BondVar *var = &equations->vars.at[block->vars[n]];
        const char *name = jd_arena_format(&model->arena, "%s.rest", var_channel(model, var));
        good = add_in_ring(model, var, name, ring, rest_of(equations, var), NULL);
    }
    return good;
}

/* What the breaks of a loop are, with what they have in common as signals of its own: b3.effort.t1.
 * Written out it would be longer than anybody can read. NULL after a report. */
static const Sym *add_parts(JdModel *model, const BondBlock *block) {
    ModelBonds *bonds = model->bonds;
    const BondVar *first = &bonds->equations->vars.at[block->vars[0]];
    const Where where = first->bond >= 0 ? bonds->graph->bonds.at[first->bond].where : nowhere;
    const char *name = channel_of(
        model, jd_sym_name_text(bonds->pool, jd_sym_node(bonds->pool, first->name)->name));
    const char *prefix = name ? jd_arena_format(&model->arena, "%s.t", name) : NULL;
    Sym *solution = ARENA_NEW(&model->arena, Sym, block->break_count + 1);
    SymProgram program;
    for (int n = 0; solution && n < block->break_count; n++)
        solution[n] = jd_bond_formula(model, block->solution[n]);
    if (!prefix || !solution ||
        !jd_sym_share(bonds->pool, solution, block->break_count, prefix, &model->arena, &program))
        return NULL;
    for (int n = 0; n < program.count; n++) {
        const char *part =
            jd_sym_name_text(bonds->pool, jd_sym_node(bonds->pool, program.parts[n].name)->name);
        const Expr *expr = jd_bond_expr(model, program.parts[n].is, part, NULL);
        jd_bond_within(model, part);
        const ModelSignal signal = {.name = part, .where = where, .count = 1, .value = {expr}};
        if (!expr || jd_model_add_signal(model, &signal) < 0) return NULL;
    }
    return program.results;
}

static bool add_to_model(JdModel *model) {
    BondEquations *equations = model->bonds->equations;
    bool good = true;
    int rings = 0;
    for (int b = 0; b < equations->blocks.count && good; b++) {
        const BondBlock *block = &equations->blocks.at[b];
        if (block->loop && !block->solution) {
            good = add_ring(model, block, ++rings);
            continue;
        }
        const Sym *solution = block->loop ? add_parts(model, block) : NULL;
        if (block->loop && !solution) return false;
        for (int n = 0; n < block->count && good; n++) {
            BondVar *var = &equations->vars.at[block->vars[n]];
            if (var->kind == VAR_RATE || var->kind == VAR_HELD || var->signal >= 0) continue;
            if (var->kind == VAR_STATE)
                good = add_state(model, var);
            else
                good = add_signal(model, var, n < block->break_count ? solution[n] : var->law);
        }
    }
    return good;
}

/* ---- Power and energy ----------------------------------------------------------------------- */

static bool add_sum(JdModel *model, const char *owner, const char *what, Where where, Sym sum) {
    const char *name = jd_arena_format(&model->arena, "%s.%s", owner, what);
    const Sym formula = sum ? jd_bond_formula(model, sum) : SYM_NONE;
    const Expr *expr = name && formula ? jd_bond_expr(model, formula, name, NULL) : NULL;
    if (!expr) return false;
    jd_bond_within(model, name);
    return jd_model_add_signal(
               model, &(ModelSignal){.name = name, .where = where, .count = 1, .value = {expr}}) >=
           0;
}

Sym jd_bond_power(const BondEquations *equations, const Bond *bond) {
    SymPool *pool = equations->pool;
    Sym sum = jd_sym_whole(pool, 0);
    for (int k = 0; k < jd_bond_dimension(bond); k++)
        sum = jd_sym_add(pool, sum,
                         jd_sym_times(pool,
                                      equations->vars.at[equations->effort[bond->first + k]].name,
                                      equations->vars.at[equations->flow[bond->first + k]].name));
    return sum;
}

/* Of each bond the power along its half arrow, of each linear storage what it holds. In a pseudo
 * domain neither means anything. */
static bool add_powers(JdModel *model) {
    const BondEquations *equations = model->bonds->equations;
    const BondGraph *graph = equations->graph;
    SymPool *pool = equations->pool;
    bool good = true;
    for (int b = 0; b < graph->bonds.count && good; b++) {
        const Bond *bond = &graph->bonds.at[b];
        if (!bond->domain || !bond->domain->pseudo)
            good = add_sum(model, bond->name, "power", bond->where, jd_bond_power(equations, bond));
    }
    for (int n = 0; n < graph->nodes.count && good; n++) {
        const BondNode *at = &graph->nodes.at[n];
        Sym sum = jd_sym_whole(pool, 0);
        bool pseudo = at->effort_law || at->flow_law || at->type->role != ROLE_STORAGE;
        for (int p = 0, k = 0; p < at->ports.count && !pseudo; p++) {
            const Bond *bond = &graph->bonds.at[at->ports.at[p]];
            pseudo = bond->domain && bond->domain->pseudo;
            for (int c = 0; c < jd_bond_dimension(bond); c++, k++) {
                const int *through = at->type->stores_effort ? equations->flow : equations->effort;
                sum =
                    jd_sym_add(pool, sum,
                               jd_sym_times(pool, equations->vars.at[equations->state[n] + k].name,
                                            equations->vars.at[through[bond->first + c]].name));
            }
        }
        const Sym half = jd_sym_number(pool, jd_number_ratio(1, 2));
        if (!pseudo)
            good = add_sum(model, at->name, "energy", at->where, jd_sym_times(pool, half, sum));
    }
    return good;
}

/* ---- Closing -------------------------------------------------------------------------------- */

bool jd_model_close_bonds(JdModel *model, bool open) {
    ModelBonds *bonds = model->bonds;
    if (!bonds) return true;
    const int before = jd_log_errors(model->log);
    const char *within = model->within;
    spread_domains(bonds->graph);
    bool good = jd_bond_leave_out(model) && jd_bonds_check(bonds->graph, model->log);
    bool fits = good && add_own(model);
    for (int n = 0; n < bonds->graph->nodes.count; n++) fits = jd_node_units(model, n) && fits;
    if (good && fits) jd_bonds_count_seconds(model);
    good = good && fits && (open || jd_bond_outside_rates(model));
    if (good && open) return model->within = within, true;
    if (good)
        bonds->equations =
            jd_bonds_compile(bonds->graph, &model->arena, &bonds->report, model->log);
    good = good && bonds->equations;
    if (good) jd_bonds_tell(bonds->graph, &bonds->report, model->log);
    if (good) jd_jumps_tell(bonds->equations, model->log);
    if (good) jd_holonomy_tell(bonds->equations, model->log);
    if (good) jd_bond_check_integrals(model);
    if (good) jd_bond_check_starts(model);
    good = good && jd_bond_units_meet(model) && add_to_model(model) && add_powers(model) &&
           jd_bond_add_left_out(model) && jd_bond_watch_moduli(model);
    model->within = within;
    good = good && !jd_sym_stopped(bonds->pool) && !model->arena.failed;
    model->errors += !good;
    if (!good && jd_log_errors(model->log) == before) jd_report_memory(model->log);
    return good;
}
