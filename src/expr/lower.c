/* SPDX-License-Identifier: MIT
 *
 * Lowering of an Expr to scalars: the walk, numbers, vectors, components, and the rule that gives
 * a scalar operation either its value at once or a step of the program. */
#include "expr/inside.h"
#include <string.h>

Term jd_lower_mistake(Lower *lower, const char *code, const Expr *at, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = jd_arena_format_list(lower->scope->arena, format, list);
    va_end(list);
    lower->failed = lower->told = true;
    if (text) jd_report(lower->log, JD_ERROR, code, jd_span_where(at->span), "%s", text);
    if (text && lower->unit_name && !strcmp(code, "dimension-mismatch"))
        jd_unit_name_hint(lower->unit_name, lower->scope, lower->log);
    if (lower->scope->arena->failed) jd_report_memory(lower->log);
    return (Term){0};
}

/* ---- Scalar operations ---------------------------------------------------------------------- */

Ref jd_ref(double value) {
    return (Ref){value, NO_STEP};
}

/* Says what is zero, if that has a name. */
static void report_division(Lower *lower, const Expr *at) {
    const Expr *below = at->kind == EXPR_BINARY ? at->args[1] : at;
    if (below != at && jd_expr_is_path(below))
        jd_lower_mistake(lower, "expression-not-finite", at, "this divides by zero: '%.*s' is 0",
                         (int)below->span.length, below->span.source->text + below->span.start);
    else
        jd_lower_mistake(lower, "expression-not-finite", at, "this divides by zero");
}

/* A number that is just past the end must not read like the end: acos(1.0000000001). */
static void report_infinite(Lower *lower, const Expr *at, Op op, double a, double b) {
    const char *const code = "expression-not-finite";
    const ProgramFault fault = {.op = (int)op, .a = a, .b = b};
    const bool outside = (op == OP_ASIN || op == OP_ACOS) && jd_fault_outside(&fault);
    char first[40];
    jd_number_text(a, first, sizeof first);
    if (op == OP_DIVIDE && b == 0)
        report_division(lower, at);
    else if (op == OP_SQRT)
        jd_lower_mistake(lower, code, at, "this is the square root of a negative number, %g", a);
    else if (jd_op_arguments(op) == 1)
        jd_lower_mistake(lower, code, at, "this has no finite value for the argument %s", first);
    else
        jd_lower_mistake(lower, code, at, "this has no finite value for %g and %g", a, b);
    jd_hint(lower->log, "%s",
            outside ? jd_fault_remedy(&fault)
                    : "change the numbers that go into it; if(condition, a, b) keeps away from a "
                      "bad place");
}

/* The same step again, or a new one. */
Ref jd_lower_step(Lower *lower, Step step) {
    enum { LOOK_BACK = 200 };
    Steps *steps = &lower->steps;
    for (int n = steps->count - 1; n >= 0 && n >= steps->count - LOOK_BACK; n--)
        if (steps->at[n].op == step.op && steps->at[n].slot == step.slot &&
            memcmp(&steps->at[n].number, &step.number, sizeof step.number) == 0 &&
            memcmp(steps->at[n].args, step.args, sizeof step.args) == 0)
            return (Ref){0, n};

    Step *place = PUSH(lower->scope->arena, *steps);
    if (!place) {
        lower->failed = true;
        jd_report_memory(lower->log);
        return jd_ref(0);
    }
    *place = step;
    return (Ref){0, steps->count - 1};
}

/* A constant needs a step of its own only where an instruction reads it. */
static int step_of(Lower *lower, Ref ref) {
    if (ref.step != NO_STEP) return ref.step;
    return jd_lower_step(lower, (Step){.op = OP_CONSTANT, .number = ref.value}).step;
}

Ref jd_lower_op(Lower *lower, const Expr *at, Op op, Ref a, Ref b, Ref c) {
    const int arguments = jd_op_arguments(op);
    const Ref refs[3] = {a, arguments > 1 ? b : a, arguments > 2 ? c : a};
    const bool constant =
        refs[0].step == NO_STEP && refs[1].step == NO_STEP && refs[2].step == NO_STEP;
    if (constant && arguments) {
        const double value = jd_op_value(op, refs[0].value, refs[1].value, refs[2].value);
        if (!isfinite(value) && !lower->muted && !lower->failed)
            report_infinite(lower, at, op, refs[0].value, refs[1].value);
        return jd_ref(value);
    }
    Step step = {.op = op};
    for (int n = 0; n < 3 && arguments; n++) step.args[n] = step_of(lower, refs[n]);
    return lower->failed ? jd_ref(0) : jd_lower_step(lower, step);
}

/* ---- Kinds of values ------------------------------------------------------------------------ */

static Term scalar(Ref ref, Dim dim, bool plain) {
    return (Term){.at = {ref}, .count = 1, .dim = dim, .plain = plain};
}

static Term twofold(Lower *lower) {
    lower->failed = lower->told = true;
    return (Term){0};
}

APART static Term lower_number(Lower *lower, const Expr *expr) {
    if (!expr->text) return scalar(jd_ref(expr->number), (Dim){.angle = expr->angle > 0}, true);
    Unit unit;
    if (!jd_unit_parse(expr->text, &unit))
        return jd_lower_mistake(lower, "unit-unknown", expr, "there is no unit '%s'", expr->text);
    if (jd_unit_or_name(expr, lower->scope, lower->log)) return twofold(lower);
    if (jd_unit_is_name(expr, lower->scope)) lower->unit_name = expr;
    const double value = jd_unit_si(expr->number, unit);
    if (!isfinite(value))
        return jd_lower_mistake(lower, "expression-not-finite", expr, "this number is too large");
    if (expr->angle) unit.dim.angle = expr->angle > 0;
    return scalar(jd_ref(value), unit.dim, false);
}

APART static Term unite(Lower *lower, const Expr *expr, Term term) {
    Unit unit;
    if (!jd_unit_parse(expr->text, &unit))
        return jd_lower_mistake(lower, "unit-unknown", expr, "there is no unit '%s'", expr->text);
    if (jd_unit_or_name(expr, lower->scope, lower->log)) return twofold(lower);
    if (jd_unit_is_name(expr, lower->scope)) lower->unit_name = expr;
    if (!jd_dim_equal(term.dim, (Dim){0})) {
        jd_lower_mistake(lower, "unit-twice", expr, "the unit %s stands behind %s", expr->text,
                         jd_kind(term.dim, false).text);
        jd_hint(lower->log, "what has a unit already needs no other one: leave out '%s'",
                expr->text);
        return (Term){0};
    }
    for (int n = 0; n < term.count; n++) {
        Ref *ref = &term.at[n];
        if (ref->step == NO_STEP)
            *ref = jd_ref(jd_unit_si(ref->value, unit));
        else
            *ref = jd_lower_op(lower, expr, OP_MULTIPLY, *ref, jd_ref(unit.scale), *ref);
    }
    term.dim = unit.dim;
    term.plain = false;
    return term;
}

APART static Term lower_united(Lower *lower, const Expr *expr) {
    const Term term = jd_lower(lower, expr->args[0]);
    return term.count ? unite(lower, expr, term) : term;
}

APART static Term wrong_vector(Lower *lower, const Expr *expr) {
    jd_lower_mistake(lower, "vector-size", expr, "a vector has 2 or 3 numbers, this one %d",
                     expr->count);
    if (!jd_hint_decimal_commas(expr, lower->log))
        jd_hint(lower->log,
                "numbers have a decimal point, as in 9.81; a comma begins the next number");
    return (Term){0};
}

/* Puts one more number behind those of the vector; false after a report. */
APART static bool extend(Lower *lower, const Expr *expr, Term *vector, const Term *part) {
    const Expr *at = expr->args[vector->count];
    if (part->count > 1) {
        jd_lower_mistake(lower, "vector-size", at, "a vector is made of single numbers; this is %s",
                         jd_size(part->count).text);
        if (at->kind == EXPR_VECTOR)
            jd_hint(lower->log, "rows in brackets are a matrix, which only `inertia` takes; a "
                                "rotation is made by matrix(row, row, row)");
        else
            jd_hint(lower->log,
                    "take a component of it, %s.x; several points stand side by side "
                    "without brackets: A B",
                    at->kind == EXPR_NAME ? at->text : "A");
        return false;
    }
    Dim dim = part->dim;
    const bool first = vector->count == 0;
    if (!first && !jd_lower_fit(lower, expr, vector, part, "stand in one vector", &dim))
        return false;
    vector->dim = dim;
    vector->plain = part->plain && (first || vector->plain);
    vector->at[vector->count++] = part->at[0];
    return true;
}

APART static Term lower_vector(Lower *lower, const Expr *expr) {
    if (expr->count != 2 && expr->count != 3) return wrong_vector(lower, expr);
    Term vector = {0};
    for (int n = 0; n < expr->count; n++) {
        const Term part = jd_lower(lower, expr->args[n]);
        if (!part.count || !extend(lower, expr, &vector, &part)) return (Term){0};
    }
    return vector;
}

APART static Term turn_round(Lower *lower, const Expr *expr, Term term) {
    const bool not = expr->text[0] == '!';
    if (not &&!jd_lower_wanted(lower, expr->args[0], &term, 1, (Dim){0}, "what '!' turns round"))
        return (Term){0};
    for (int n = 0; n < term.count; n++)
        term.at[n] =
            jd_lower_op(lower, expr, not ? OP_NOT : OP_NEGATE, term.at[n], term.at[n], term.at[n]);
    if (not ) term.dim = (Dim){0}, term.plain = true;
    return term;
}

APART static Term lower_unary(Lower *lower, const Expr *expr) {
    const Term term = jd_lower(lower, expr->args[0]);
    return term.count ? turn_round(lower, expr, term) : term;
}

/* A component of a vector that has no name of its own. */
APART static Term component(Lower *lower, const Expr *expr, const Term *base) {
    if (!base->count) return *base;
    const int axis = expr->text[0] - 'x';
    if (axis >= 0 && axis < base->count && !expr->text[1] && base->count > 1)
        return scalar(base->at[axis], base->dim, base->plain);
    return jd_lower_mistake(lower, "name-unknown", expr, "%s has no '%s'",
                            jd_size(base->count).text, expr->text);
}

/* Operations from the left; of a wrong one what stands behind it is looked at, too. */
APART static Term lower_row(Lower *lower, const Expr *expr) {
    Spine spine;
    if (!jd_spine_open(expr, SPINE_VALUES, &spine)) {
        lower->scope->arena->failed = lower->failed = true;
        return (Term){0};
    }
    Term term = jd_lower(lower, spine.inner);
    for (int n = spine.count - 1; n >= 0; n--) {
        const Expr *at = jd_spine_at(&spine, n);
        if (at->kind == EXPR_FIELD) {
            term = component(lower, at, &term);
            continue;
        }
        if (at->kind == EXPR_DOT && !term.count) continue;
        const Term right = jd_lower(lower, at->args[1]);
        if (at->kind == EXPR_BINARY)
            term = jd_lower_two(lower, at, &term, &right);
        else
            term = right.count ? jd_lower_dot(lower, at, &term, &right) : right;
    }
    jd_spine_close(&spine);
    return term;
}

APART static Term no_value(Lower *lower, const Expr *expr) {
    if (expr->kind != EXPR_STRING)
        return jd_lower_mistake(lower, "value-not-number", expr, "an index needs a name before it");
    jd_lower_mistake(lower, "value-not-number", expr, "this is a text, not a number");
    jd_hint(lower->log, "leave out the quotes");
    return (Term){0};
}

/* What may be nested in all, through functions that call functions: each of them is bounded when it
 * is read, and each level takes half a kilobyte of the stack. */
enum { NESTED_MOST = 90 };

APART static Term too_deep(Lower *lower, const Expr *expr) {
    if (lower->failed) return (Term){0};
    jd_lower_mistake(lower, "expression-too-large", expr,
                     "through functions that call functions, more than %d are nested",
                     (int)NESTED_MOST);
    jd_hint(lower->log, "let one of them do the work of several");
    return (Term){0};
}

static Term lower_nest(Lower *lower, const Expr *expr) {
    switch (expr->kind) {
    case EXPR_UNITED:
        return lower_united(lower, expr);
    case EXPR_VECTOR:
        return lower_vector(lower, expr);
    case EXPR_FIELD:
    case EXPR_BINARY:
    case EXPR_DOT:
        return lower_row(lower, expr);
    case EXPR_UNARY:
        return lower_unary(lower, expr);
    case EXPR_CALL:
        return jd_lower_call(lower, expr);
    default:
        return no_value(lower, expr);
    }
}

Term jd_lower(Lower *lower, const Expr *expr) {
    if (jd_expr_is_path(expr)) return jd_lower_name(lower, expr);
    if (expr->kind == EXPR_NUMBER) return lower_number(lower, expr);
    if (lower->depth && lower->nest >= NESTED_MOST) return too_deep(lower, expr);
    lower->nest++;
    const Term term = lower_nest(lower, expr);
    lower->nest--;
    return term;
}

/* ---- Constant values: lowering with nothing left over ------------------------------------------
 */

static Value finish(const Lower *lower, const Term *term) {
    Value value = {.count = term->count, .dim = term->dim, .plain = term->plain};
    if (lower->scope->arena->failed) jd_report_memory(lower->log);
    if (lower->failed || lower->scope->arena->failed) return (Value){0};
    for (int n = 0; n < term->count; n++) value.v[n] = term->at[n].value;
    return value;
}

Value jd_expr_value(const Expr *expr, const Scope *scope, JdLog *log) {
    if (!expr) return (Value){0};
    Lower lower = {.scope = scope, .log = log};
    const Term term = jd_lower(&lower, expr);
    return finish(&lower, &term);
}

Value jd_expr_value_as(const Expr *expr, const Scope *scope, int count, Dim dim, const char *what,
                       JdLog *log) {
    if (!expr) return (Value){0};
    Lower lower = {.scope = scope, .log = log};
    const Term term = jd_lower(&lower, expr);
    if (lower.failed || !term.count) return finish(&lower, &(Term){0});
    if (!jd_lower_wanted(&lower, expr, &term, count, dim, what)) return (Value){0};
    Value value = finish(&lower, &term);
    value.dim = dim;
    value.plain = false;
    return value;
}
