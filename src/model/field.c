/* SPDX-License-Identifier: MIT
 *
 * Values of a type's fields from expressions. */
#include "model/inside.h"

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

bool jd_model_field_value(JdModel *model, const Field *field, bool turn, const Expr *expr,
                          const Scope *scope, FieldValue *value) {
    *value = (FieldValue){{0}};
    const int count = jd_field_width(field) == 1 ? 1 : jd_model_width(model);
    const char *text = turn && field->turn_unit ? field->turn_unit : field->unit;
    Unit unit = {1, {0}};
    if (text) jd_unit_parse(text, &unit);
    if (!field->runtime) return constant_value(model, field, count, unit.dim, expr, scope, value);
    if (count == 1) return changing_value(model, field, unit.dim, expr, NULL, scope, 0, value);

    /* [a, b] N: number by number. Anything else must be a constant vector. */
    const Expr *united = expr->kind == EXPR_UNITED ? expr : NULL;
    const Expr *list = united ? united->args[0] : expr;
    if (list->kind != EXPR_VECTOR || list->count != count)
        return constant_value(model, field, count, unit.dim, expr, scope, value);
    for (int n = 0; n < count; n++)
        if (!changing_value(model, field, unit.dim, list->args[n], united, scope, n, value))
            return false;
    return true;
}
