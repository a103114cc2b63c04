/* SPDX-License-Identifier: MIT
 *
 * Values of a type's fields from expressions. */
#include "model/inside.h"
#include <string.h>

/* Does the value change during the run? After binding only run-time names are left. */
static bool has_names(const Expr *expr) {
    if (expr->kind == EXPR_NAME || expr->kind == EXPR_FIELD) return true;
    for (int n = 0; n < expr->count; n++)
        if (has_names(expr->args[n])) return true;
    return false;
}

static bool constant_value(JdModel *model, const Field *field, int count, Dim dim, const Expr *expr,
                           const Scope *scope, FieldValue *value) {
    const Value v = jd_expr_value_as(expr, scope, count, dim, field->name, model->log);
    if (v.count != count) return model->errors++, false;
    for (int n = 0; n < count; n++) value->number[n] = v.v[n];
    return true;
}

/* One number of a field that may change: bound, or worked out if it is constant. `unit`: the unit
 * that stands behind the whole vector. */
static bool changing_value(JdModel *model, const Field *field, Dim dim, const Expr *expr,
                           const Expr *unit, const Scope *scope, int place, FieldValue *value) {
    Expr *bound = jd_expr_bind(expr, scope, &model->arena, model->log);
    if (bound && unit) {
        Expr *united = ARENA_NEW(&model->arena, Expr, 1);
        Expr **args = ARENA_NEW(&model->arena, Expr *, 1);
        if (!united || !args) return jd_model_no_memory(model), false;
        *united = *unit;
        united->args = args;
        args[0] = bound;
        bound = united;
    }
    if (!bound) return model->errors++, false;
    value->expr[place] = bound;
    if (has_names(bound)) return true;
    const Value v = jd_expr_value_as(bound, scope, 1, dim, field->name, model->log);
    if (v.count != 1) return model->errors++, false;
    value->number[place] = v.v[0];
    value->expr[place] = NULL;
    return true;
}

/* `time` or a channel: not just a name that is misspelt. */
static bool changes(const Expr *bound) {
    if (bound->kind == EXPR_NAME && (!strcmp(bound->text, "time") || strchr(bound->text, '.')))
        return true;
    for (int n = 0; n < bound->count; n++)
        if (changes(bound->args[n])) return true;
    return false;
}

/* ---- Vectors that change: number by number --------------------------------------------------- */

static bool is_sum(const Expr *expr) {
    return expr->kind == EXPR_BINARY && (expr->text[0] == '+' || expr->text[0] == '-');
}

static bool is_multiple(const Expr *expr) {
    return expr->kind == EXPR_BINARY && (expr->text[0] == '*' || expr->text[0] == '/');
}

/* Made of vectors of so many numbers that stand there, by sums and factors. */
static bool is_vector(const Expr *expr, int count) {
    if (expr->kind == EXPR_VECTOR) return expr->count == count;
    if (expr->kind == EXPR_UNITED || expr->kind == EXPR_UNARY)
        return is_vector(expr->args[0], count);
    if (is_sum(expr)) return is_vector(expr->args[0], count) && is_vector(expr->args[1], count);
    return is_multiple(expr) &&
           is_vector(expr->args[0], count) != is_vector(expr->args[1], count) &&
           (expr->text[0] == '*' || is_vector(expr->args[0], count));
}

/* Number n of it, as an expression of its own. */
static const Expr *part_of(JdModel *model, const Expr *expr, int count, int n) {
    if (!is_vector(expr, count)) return expr;
    if (expr->kind == EXPR_VECTOR) return expr->args[n];
    Expr *part = ARENA_NEW(&model->arena, Expr, 1);
    if (part) *part = *expr;
    if (part) part->args = ARENA_NEW(&model->arena, Expr *, expr->count);
    for (int k = 0; part && part->args && k < expr->count; k++) {
        const Expr *of = part_of(model, expr->args[k], count, n);
        if (!of) return NULL;
        part->args[k] = (Expr *)(uintptr_t)of;
    }
    return part && part->args ? part : NULL;
}

/* Parameters that are vectors become the vectors that they are; then it may come apart. */
static bool changing_vector(JdModel *model, const Field *field, int count, Dim dim,
                            const Expr *expr, const Scope *scope, FieldValue *value) {
    const Expr *bound = jd_expr_bind(expr, scope, &model->arena, model->log);
    if (!bound) return model->errors++, false;
    if (!changes(bound)) return constant_value(model, field, count, dim, expr, scope, value);
    if (!is_vector(bound, count)) {
        MODEL_ERROR(model, "vector-changes", jd_span_where(expr->span),
                    "this %s changes during the run, and does not come apart into %d numbers",
                    field->name, count);
        MODEL_HINT(model, "write each number by itself: %s [a, b%s] N", field->name,
                   count == 3 ? ", c" : "");
        return false;
    }
    for (int n = 0; n < count; n++) {
        const Expr *part = part_of(model, bound, count, n);
        if (!part) return jd_model_no_memory(model), false;
        if (!changing_value(model, field, dim, part, NULL, scope, n, value)) return false;
    }
    return true;
}

bool jd_model_field_value(JdModel *model, const Field *field, bool turn, const Expr *expr,
                          const Scope *scope, FieldValue *value) {
    *value = (FieldValue){{0}};
    const int count = jd_field_width(field) == 1 ? 1 : jd_model_width(model);
    const char *text = turn && field->turn_unit ? field->turn_unit : field->unit;
    Unit unit = {1, {0}};
    if (text) jd_unit_parse(text, &unit);
    if (!field->runtime) return constant_value(model, field, count, unit.dim, expr, scope, value);
    if (count == 1) return changing_value(model, field, unit.dim, expr, NULL, scope, 0, value);

    /* [a, b] N: number by number, as they stand there. */
    const Expr *united = expr->kind == EXPR_UNITED ? expr : NULL;
    const Expr *list = united ? united->args[0] : expr;
    if (list->kind != EXPR_VECTOR || list->count != count)
        return changing_vector(model, field, count, unit.dim, expr, scope, value);
    for (int n = 0; n < count; n++)
        if (!changing_value(model, field, unit.dim, list->args[n], united, scope, n, value))
            return false;
    return true;
}
