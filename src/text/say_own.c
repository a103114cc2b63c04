/* SPDX-License-Identifier: MIT
 *
 * Values of one's own: states, which change at a rate, and signals, which are expressions with a
 * name, both channels; and functions for expressions. */
#include "text/inside.h"
#include <string.h>

/* The full name. A parameter or point of the same name would stand for it in every expression. */
const char *jd_build_own_name(Build *build, const Slot *slot) {
    const char *name = jd_build_word(build, slot->expr);
    if (!name) return NULL;
    const Known *value =
        jd_known_find_part(&build->here->declared[DECLARES_VALUE], name, strcspn(name, "["));
    if (!value) return jd_build_path(build, slot->expr);
    const Where first = jd_build_where(build, value->span);
    jd_report(jd_build_log(build), JD_ERROR, "name-taken", jd_build_where(build, slot->span),
              "'%s' is the name of a parameter or point, in line %d of %s", name, first.line,
              first.file ? first.file : "the text");
    jd_hint(jd_build_log(build), "give one of the two another name");
    return NULL;
}

/* ---- Functions ------------------------------------------------------------------------------- */

static bool report_function(Build *build, const Expr *head, const char *what) {
    jd_report(jd_build_log(build), JD_ERROR, "function-not-valid",
              jd_build_where(build, head->span), "%s", what);
    jd_hint(jd_build_log(build), "the form is: function f(x, y) = x*abs(y)");
    return false;
}

/* The name and the arguments, each a word of its own. */
static bool read_head(Build *build, const Expr *head, UserFunction *function) {
    const char **params = ARENA_NEW(build->arena, const char *, head->count + 1);
    if (head->kind != EXPR_CALL)
        return report_function(build, head, "a function has its arguments in brackets");
    if (jd_function_known(head->text, strlen(head->text)) ||
        jd_known_find(&build->here->functions, head->text)) {
        jd_report(jd_build_log(build), JD_ERROR, "name-taken", jd_build_where(build, head->span),
                  "there is already a function '%s'", head->text);
        jd_hint(jd_build_log(build), "give this one another name");
        return false;
    }
    for (int n = 0; n < head->count && params; n++) {
        const Expr *arg = head->args[n];
        params[n] = arg->text;
        bool good = arg->kind == EXPR_NAME && !jd_word_in_list(arg->text, "time pi tau");
        for (int k = 0; good && k < n; k++) good = strcmp(params[k], arg->text) != 0;
        if (!good)
            return report_function(build, arg, "an argument of a function is a name of its own");
    }
    *function = (UserFunction){head->text, head->span, head->count, params, NULL, false};
    return params != NULL;
}

/* Names besides its arguments. */
static bool runs(const UserFunction *function, const Expr *expr) {
    for (;; expr = expr->args[0]) {
        bool own = false;
        for (int n = 0; n < function->count && expr->kind == EXPR_NAME; n++) {
            const size_t length = strlen(function->params[n]);
            own = own || (!strncmp(expr->text, function->params[n], length) &&
                          (!expr->text[length] || expr->text[length] == '.'));
        }
        if (expr->kind == EXPR_NAME && !own) return true;
        if (expr->function && expr->function->runs) return true;
        for (int n = 1; n < expr->count; n++)
            if (runs(function, expr->args[n])) return true;
        if (!expr->count) return false;
    }
}

/* One that has no expression is known, too: whoever calls it is not told once more. */
static bool build_function(Build *build, const Node *node) {
    UserFunction *function = ARENA_NEW(build->arena, UserFunction, 1);
    if (!function || !read_head(build, jd_node_slot(node, "call")->expr, function)) return false;
    build->defining = function;
    function->body = jd_build_bind(build, jd_node_slot(node, "value")->expr);
    build->defining = NULL;
    if (function->body) function->runs = runs(function, function->body);
    Known *known = jd_known_add(&build->here->functions, function->name, build->arena);
    if (known) known->function = function;
    return known && function->body;
}

const Kind jd_say_function = {
    .word = "function",
    .also = "def func",
    .summary = "A function of one's own, for all expressions behind it: its arguments, numbers or "
               "vectors of any dimension, stand in brackets.",
    .shape = {{"call", SLOT_EXPR}, {"value", SLOT_EXPR, "="}},
    .group = 2,
    .declares = DECLARES_FUNCTION,
    .build = build_function,
};

/* ---- States --------------------------------------------------------------------------------- */

// clang-format off
static const Kind state_clauses[] = {
    {.word = "start", .also = "initial", .summary = "its value at the start; 0 if not said", .shape = {{"value", SLOT_EXPR}}},
    {.word = "rate", .also = "der derivative", .summary = "how fast it changes, in its unit per second: an expression of `time`, "
                                                          "channels, states and signals",
     .shape = {{"expression", SLOT_EXPR}}, .flags = KIND_REQUIRED},
    {.word = "unit", .summary = "its unit; that of its start value if not said, and without one a pure number",
     .shape = {{"unit", SLOT_UNIT}}},
    {.word = "scale", .also = "nominal", .summary = "the size that it usually has, by which errors are measured beside its own; "
                                                    "one of its unit if not said",
     .shape = {{"value", SLOT_EXPR}}},
    {NULL},
};
// clang-format on

bool jd_build_unit(Build *build, const Slot *slot, Unit *unit) {
    if (jd_unit_parse(slot->text, unit)) return true;
    jd_report(jd_build_log(build), JD_ERROR, "unit-unknown", jd_build_where(build, slot->span),
              "there is no unit '%s'", slot->text);
    jd_unit_hint(slot->text, jd_build_log(build));
    return false;
}

/* The start value, and what kind of quantity it is, if no unit says so; *shown: the unit that its
 * channel shows, NULL: another. */
static bool read_start(Build *build, const Node *node, double *start, Unit *unit,
                       const char **shown) {
    const Expr *expr = jd_clause_expr(node, "start");
    const Node *said = jd_node_clause(node, "unit");
    Value value;
    if (said && !jd_build_unit(build, &said->slots.at[0], unit)) return false;
    *shown = said && unit->scale == 1 ? said->slots.at[0].text : NULL;
    if (!expr) return true;
    build->at_work = expr;
    value = said ? jd_expr_value_as(expr, &build->scope, 1, unit->dim, "start", jd_build_log(build))
                 : jd_expr_value(expr, &build->scope, jd_build_log(build));
    if (value.count > 1) {
        jd_report(jd_build_log(build), JD_ERROR, "vector-size", jd_build_where(build, expr->span),
                  "this is a vector, and the value of '%s' is one number", node->word);
        jd_hint(jd_build_log(build), "make one of each of its numbers");
    }
    if (value.count != 1) return false;
    if (!said) *unit = (Unit){1, value.plain ? (Dim){0} : value.dim};
    *start = value.v[0];
    return true;
}

static bool read_scale(Build *build, const Node *node, ModelState *state, Unit unit) {
    const Expr *expr = jd_clause_expr(node, "scale");
    state->scale = unit.scale;
    if (!expr) return true;
    build->at_work = expr;
    const Value value =
        jd_expr_value_as(expr, &build->scope, 1, unit.dim, "scale", jd_build_log(build));
    state->scale = value.v[0];
    return value.count > 0;
}

static bool build_state(Build *build, const Node *node) {
    ModelState state = {.where = jd_build_where(build, node->slots.at[0].span)};
    Unit unit = {1, {0}};
    state.name = jd_build_own_name(build, &node->slots.at[0]);
    state.rate = jd_build_bind(build, jd_clause_expr(node, "rate"));
    bool good = read_start(build, node, &state.start, &unit, &state.unit);
    good = good && read_scale(build, node, &state, unit);
    state.dim = unit.dim;
    if (!good || !state.name || !state.rate) return false;
    return jd_model_add_state(build->model, &state) >= 0;
}

const Kind jd_say_state = {
    .word = "state",
    .also = "integrator der",
    .summary = "A value of one's own that changes at a rate: a current, a pressure, a filter, an "
               "integral. It is one more unknown of the motion, solved for with the bodies, and a "
               "channel of its name; `name.rate` is its rate.",
    .shape = {{"name", SLOT_NAME}},
    .clauses = state_clauses,
    .flags = KIND_BRACES,
    .group = 7,
    .declares = DECLARES_OWN,
    .build = build_state,
};

/* ---- Signals -------------------------------------------------------------------------------- */

int jd_build_signal(Build *build, const Slot *name, const Slot *value, const char **full) {
    ModelSignal signal = {.where = jd_build_where(build, name->span)};
    signal.name = *full = jd_build_own_name(build, name);
    const Expr *bound = jd_build_bind(build, value->expr);
    if (!signal.name || !bound) return 0;
    signal.count = jd_model_come_apart(build->model, bound, signal.value);
    return signal.count > 0 && jd_model_add_signal(build->model, &signal) >= 0 ? signal.count : 0;
}

static bool build_signal(Build *build, const Node *node) {
    const char *full;
    return jd_build_signal(build, &node->slots.at[0], jd_node_slot(node, "value"), &full) > 0;
}

const Kind jd_say_signal = {
    .word = "signal",
    .also = "variable define",
    .summary = "An expression with a name, which may change during the run: of `time`, channels, "
               "states and other signals. It is a channel of its name; of a vector each number is "
               "one: p.x, p.y.",
    .shape = {{"name", SLOT_NAME}, {"value", SLOT_EXPR, "="}},
    .group = 7,
    .declares = DECLARES_OWN,
    .build = build_signal,
};

/* ---- Inputs --------------------------------------------------------------------------------- */

// clang-format off
static const Kind input_clauses[] = {
    {.word = "start", .also = "initial value", .summary = "its value until it is set; 0 if not said", .shape = {{"value", SLOT_EXPR}}},
    {.word = "unit", .summary = "its unit; that of its start value if not said", .shape = {{"unit", SLOT_UNIT}}},
    {NULL},
};
// clang-format on

/* What the use of a part gives takes the place of the input: a signal of its name, of the dimension
 * that the input says. */
static bool give_input(Build *build, const Node *node, const Known *given, ModelSignal *signal) {
    const Slot *slot = given->slot;
    Instance *here = jd_instance_leave(build);
    const Expr *bound = jd_build_bind(build, slot->expr);
    jd_instance_return(build, here);
    signal->where = jd_build_where(build, slot->span);
    signal->typed = jd_node_clause(node, "start") || jd_node_clause(node, "unit");
    signal->count = bound ? jd_model_come_apart(build->model, bound, signal->value) : 0;
    if (signal->count > 1) {
        jd_report(jd_build_log(build), JD_ERROR, "vector-size", signal->where,
                  "this is a vector, and '%s' is one number", signal->name);
        jd_hint(jd_build_log(build), "give one of its numbers, or make an input of each");
    }
    return signal->count == 1 && jd_model_add_signal(build->model, signal) >= 0;
}

static bool build_input(Build *build, const Node *node) {
    const char *name = jd_build_word(build, node->slots.at[0].expr);
    const Known *given = name ? jd_instance_given(build, name) : NULL;
    ModelInput input = {.where = jd_build_where(build, node->slots.at[0].span)};
    Unit unit = {1, {0}};
    input.name = name ? jd_build_own_name(build, &node->slots.at[0]) : NULL;
    if (!read_start(build, node, &input.start, &unit, &input.unit) || !input.name) return false;
    input.dim = unit.dim;
    if (given) {
        ModelSignal signal = {.name = input.name, .dim = unit.dim};
        return give_input(build, node, given, &signal);
    }
    return jd_model_add_input(build->model, &input) >= 0;
}

const Kind jd_say_input = {
    .word = "input",
    .also = "switch discrete",
    .summary = "A value that stays what it is until it is set: by an event (`when`), or by the "
               "program that runs the model (`jd_run_set`). In a part, the `use` may give it any "
               "expression of the run instead. It is a channel of its name.",
    .shape = {{"name", SLOT_NAME}},
    .clauses = input_clauses,
    .flags = KIND_BRACES,
    .group = 7,
    .declares = DECLARES_OWN,
    .build = build_input,
};

/* ---- Events --------------------------------------------------------------------------------- */

// clang-format off
static const Kind when_clauses[] = {
    {.word = "set", .summary = "a state, an input or a parameter that only forces, rates and the like read gets a value; all values of an event are worked out before the first is set",
     .shape = {{"name", SLOT_PATH}, {"value", SLOT_EXPR, "="}}, .flags = KIND_REPEATS},
    {.word = "on", .also = "switch enable", .summary = "a force acts from here on",
     .shape = {{"force", SLOT_PATH}}, .flags = KIND_REPEATS},
    {.word = "off", .also = "disable release", .summary = "a force does not act any more; what it had stored is lost",
     .shape = {{"force", SLOT_PATH}}, .flags = KIND_REPEATS},
    {.word = "impulse", .also = "strike kick blow", .summary = "a blow on a free of a joint, in N*s or N*m*s: velocities jump, and all locks hold",
     .shape = {{"free", SLOT_PATH}, {"value", SLOT_EXPR, "="}}, .flags = KIND_REPEATS},
    {.word = "record", .also = "mark note", .summary = "nothing else happens: the event stands in the rows and in what a run tells"},
    {.word = "stop", .also = "end terminate", .summary = "the run ends here"},
    {.word = "because", .also = "reason message", .summary = "of `stop`: what is told then, such as \"the hook is on the ground\"", .shape = {{"reason", SLOT_STRING}}},
    {NULL},
};
// clang-format on

static bool read_switches(Build *build, const Node *node, ModelWhen *when) {
    ModelSwitch *turn = ARENA_NEW(build->arena, ModelSwitch, node->clauses.count + 1);
    if (!turn) return false;
    when->turn = turn;
    for (int n = 0; n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        const bool on = !strcmp(clause->word, "on");
        if (!on && strcmp(clause->word, "off")) continue;
        const char *force = jd_build_path(build, clause->slots.at[0].expr);
        if (!force) return false;
        turn[when->switches++] =
            (ModelSwitch){force, jd_build_where(build, clause->slots.at[0].span), on};
    }
    return true;
}

static bool build_when(Build *build, const Node *node) {
    ModelWhen when = {.where = jd_build_where(build, node->slots.at[0].span),
                      .stop = jd_node_clause(node, "stop")};
    const Node *reason = jd_node_clause(node, "because");
    ModelSet *set = ARENA_NEW(build->arena, ModelSet, node->clauses.count + 1);
    ModelSet *impulse = ARENA_NEW(build->arena, ModelSet, node->clauses.count + 1);
    when.name = jd_build_own_name(build, &node->slots.at[0]);
    when.condition = jd_build_bind(build, jd_node_slot(node, "condition")->expr);
    bool good = set && impulse && when.name && when.condition;
    for (int n = 0; set && impulse && n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        const bool blow = !strcmp(clause->word, "impulse");
        const FreeDef *def;
        if (!blow && strcmp(clause->word, "set")) continue;
        ModelSet *to = blow ? &impulse[when.impulses++] : &set[when.sets++];
        to->target = blow ? jd_build_free(build, &clause->slots.at[0], &def)
                          : jd_build_path(build, clause->slots.at[0].expr);
        to->where = jd_build_where(build, clause->slots.at[0].span);
        to->value = jd_build_bind(build, clause->slots.at[1].expr);
        good = good && to->target && to->value;
    }
    if (!read_switches(build, node, &when)) good = false;
    const bool recorded = jd_node_clause(node, "record");
    if (good && !when.sets && !when.impulses && !when.switches && !when.stop && !recorded) {
        jd_report(jd_build_log(build), JD_ERROR, "when-not-valid", when.where,
                  "event '%s' does nothing", when.name);
        jd_hint(jd_build_log(build), "say what happens: set brake = 5 N*m, or stop, or record");
        return false;
    }
    if (good && reason && !when.stop) {
        jd_report(jd_build_log(build), JD_ERROR, "when-not-valid",
                  jd_build_where(build, reason->span), "event '%s' has a reason, but does not stop",
                  when.name);
        jd_hint(jd_build_log(build),
                "the reason is told when a run ends: add stop, or leave it out");
        return false;
    }
    when.set = set;
    when.impulse = impulse;
    when.why = reason ? reason->slots.at[0].text : NULL;
    return good && jd_model_add_when(build->model, &when) >= 0;
}

const Kind jd_say_when = {
    .word = "when",
    .also = "event on if",
    .summary = "An event: what happens at the instant at which a condition of `time`, channels, "
               "states, signals and inputs becomes true.",
    .shape = {{"name", SLOT_NAME}, {"condition", SLOT_EXPR, ":"}},
    .clauses = when_clauses,
    .flags = KIND_BRACES | KIND_FIELDS,
    .group = 7,
    .declares = DECLARES_OWN,
    .build = build_when,
};
