/* SPDX-License-Identifier: MIT
 *
 * Values of a type's fields from expressions. */
#include "model/inside.h"
#include <string.h>

/* A field that is being read. */
typedef struct {
    JdModel *model;
    const Field *field;
    const Scope *scope;
    int count; /* of numbers */
    Dim dim;
} Asked;

static bool constant_value(const Asked *a, const Expr *expr, FieldValue *value) {
    JdModel *model = a->model;
    const Value v = jd_expr_value_as(expr, a->scope, a->count, a->dim, a->field->name, model->log);
    if (v.count != a->count) return model->errors++, false;
    for (int n = 0; n < a->count; n++) value->number[n] = v.v[n];
    return true;
}

/* One number of a field that may change: bound, or worked out if it is constant. `unit`: the unit
 * that stands behind the whole vector. */
static bool changing_value(const Asked *a, const Expr *expr, const Expr *unit, int place,
                           FieldValue *value) {
    JdModel *model = a->model;
    Expr *bound = jd_expr_bind(expr, a->scope, &model->arena, model->log);
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
    if (jd_expr_runs(bound)) return true;
    const Value v = jd_expr_value_as(bound, a->scope, 1, a->dim, a->field->name, model->log);
    if (v.count != 1) return model->errors++, false;
    value->number[place] = v.v[0];
    value->expr[place] = NULL;
    return true;
}

/* `time`, a channel or a value of one's own: not just a name that is misspelt. */
static bool changes(const Expr *bound, const Scope *scope) {
    for (;; bound = bound->args[0]) {
        if (bound->kind == EXPR_NAME && (!strcmp(bound->text, "time") || strchr(bound->text, '.') ||
                                         (scope->runs && scope->runs(scope, bound->text))))
            return true;
        for (int n = 1; n < bound->count; n++)
            if (changes(bound->args[n], scope)) return true;
        if (!bound->count) return false;
    }
}

/* ---- Vectors that change: number by number --------------------------------------------------- */

typedef struct {
    JdModel *model;
    int count, n; /* numbers of the vector; the one that is wanted */
} Parting;

static bool is_vector(const Parting *p, const Expr *expr);

/* Whether a vector (or none) with the next operation is one: sums of vectors, and factors. */
static bool stays_vector(const Expr *expr, bool left, bool right) {
    if (expr->kind != EXPR_BINARY) return false;
    switch (expr->text[0]) {
    case '+':
    case '-':
        return left && right;
    case '*':
        return left != right;
    case '/':
        return left && !right;
    default:
        return false;
    }
}

static bool is_inner_vector(const Parting *p, const Expr *expr) {
    if (expr->kind == EXPR_VECTOR) return expr->count == p->count;
    if (expr->kind == EXPR_CALL)
        return jd_function_numbers(expr->text, strlen(expr->text)) == p->count;
    if (expr->kind != EXPR_UNITED && expr->kind != EXPR_UNARY) return false;
    return is_vector(p, expr->args[0]);
}

/* Made of vectors of so many numbers that stand there or are given by functions, by sums and
 * factors. */
static bool is_vector(const Parting *p, const Expr *expr) {
    Spine spine;
    if (!jd_spine_open(expr, SPINE_ALL, &spine)) return p->model->arena.failed = true, false;
    bool vector = is_inner_vector(p, spine.inner);
    for (int n = spine.count - 1; n >= 0; n--) {
        const Expr *at = jd_spine_at(&spine, n);
        const bool right = at->kind == EXPR_BINARY && is_vector(p, at->args[1]);
        vector = stays_vector(at, vector, right);
    }
    jd_spine_close(&spine);
    return vector;
}

static const Expr *part_of(const Parting *p, const Expr *expr);

/* The same operation on parts. */
static const Expr *with_parts(const Parting *p, const Expr *expr, const Expr *left,
                              const Expr *right) {
    Expr *part = ARENA_NEW(&p->model->arena, Expr, 1);
    if (part) *part = *expr;
    if (part) part->args = ARENA_NEW(&p->model->arena, Expr *, expr->count);
    if (!part || !part->args || !left || !right) return NULL;
    part->args[0] = (Expr *)(uintptr_t)left;
    if (expr->count > 1) part->args[1] = (Expr *)(uintptr_t)right;
    return part;
}

static Expr *new_expr(const Parting *p, ExprKind kind, const Expr *like, int count) {
    Expr *expr = ARENA_NEW(&p->model->arena, Expr, 1);
    if (expr) *expr = (Expr){.kind = kind, .span = like->span, .count = count};
    if (expr && count) expr->args = ARENA_NEW(&p->model->arena, Expr *, count);
    return expr && (!count || expr->args) ? expr : NULL;
}

/* Number n of what a function gives: its product with the unit vector along that axis. */
static const Expr *part_of_call(const Parting *p, const Expr *call) {
    Expr *dot = new_expr(p, EXPR_CALL, call, 2), *axis = new_expr(p, EXPR_VECTOR, call, p->count);
    if (!dot || !axis) return NULL;
    dot->text = "dot";
    dot->args[0] = (Expr *)(uintptr_t)call;
    dot->args[1] = axis;
    for (int n = 0; n < p->count; n++) {
        axis->args[n] = new_expr(p, EXPR_NUMBER, call, 0);
        if (!axis->args[n]) return NULL;
        axis->args[n]->number = n == p->n;
    }
    return dot;
}

static const Expr *part_of_inner(const Parting *p, const Expr *expr) {
    if (!is_inner_vector(p, expr)) return expr;
    if (expr->kind == EXPR_VECTOR) return expr->args[p->n];
    if (expr->kind == EXPR_CALL) return part_of_call(p, expr);
    return with_parts(p, expr, part_of(p, expr->args[0]), expr);
}

/* Number n of it, as an expression of its own; of what is no vector: itself. */
static const Expr *part_of(const Parting *p, const Expr *expr) {
    Spine spine;
    if (!jd_spine_open(expr, SPINE_ALL, &spine)) return NULL;
    bool vector = is_inner_vector(p, spine.inner);
    const Expr *part = part_of_inner(p, spine.inner);
    for (int n = spine.count - 1; n >= 0 && part; n--) {
        const Expr *at = jd_spine_at(&spine, n);
        const bool right = at->kind == EXPR_BINARY && is_vector(p, at->args[1]);
        vector = stays_vector(at, vector, right);
        part = vector ? with_parts(p, at, part, part_of(p, at->args[1])) : at;
    }
    jd_spine_close(&spine);
    return part;
}

/* Parameters that are vectors become the vectors that they are; then it may come apart. */
static bool changing_vector(const Asked *a, const Expr *expr, FieldValue *value) {
    JdModel *model = a->model;
    const char *name = a->field->name;
    const int count = a->count;
    const Expr *bound = jd_expr_bind(expr, a->scope, &model->arena, model->log);
    if (!bound) return model->errors++, false;
    if (!changes(bound, a->scope)) return constant_value(a, expr, value);
    Parting parting = {model, count, 0};
    if (!is_vector(&parting, bound)) {
        MODEL_ERROR(model, "vector-changes", jd_span_where(expr->span),
                    "this %s changes during the run, and does not come apart into %d numbers", name,
                    count);
        MODEL_HINT(model, "write each number by itself: %s [a, b%s] N", name,
                   count == 3 ? ", c" : "");
        return false;
    }
    for (; parting.n < count; parting.n++) {
        const Expr *part = part_of(&parting, bound);
        if (!part) return jd_model_no_memory(model), false;
        if (!changing_value(a, part, NULL, parting.n, value)) return false;
    }
    return true;
}

/* A vector of turns has one number in the plane, about z. */
static bool turning_value(JdModel *model, const Field *field, const Expr *expr, const Scope *scope,
                          FieldValue *value) {
    Field one = *field;
    FieldValue about_z;
    one.about = false;
    one.count = 0;
    if (!jd_model_field_value(model, &one, false, expr, scope, &about_z)) return false;
    *value = (FieldValue){{0, 0, about_z.number[0]}, {NULL, NULL, about_z.expr[0]}};
    return true;
}

bool jd_model_field_value(JdModel *model, const Field *field, bool turn, const Expr *expr,
                          const Scope *scope, FieldValue *value) {
    if (field->about && jd_model_width(model) == 2)
        return turning_value(model, field, expr, scope, value);
    *value = (FieldValue){{0}};
    const int count = jd_field_width(field) == 1 ? 1 : jd_model_width(model);
    const char *text = turn && field->turn_unit ? field->turn_unit : field->unit;
    Unit unit = {1, {0}};
    if (text) jd_unit_parse(text, &unit);
    const Asked asked = {model, field, scope, count, unit.dim};
    if (!field->runtime) return constant_value(&asked, expr, value);
    if (count == 1) return changing_value(&asked, expr, NULL, 0, value);

    /* [a, b] N: number by number, as they stand there. */
    const Expr *united = expr->kind == EXPR_UNITED ? expr : NULL;
    const Expr *list = united ? united->args[0] : expr;
    if (list->kind != EXPR_VECTOR || list->count != count)
        return changing_vector(&asked, expr, value);
    for (int n = 0; n < count; n++)
        if (!changing_value(&asked, list->args[n], united, n, value)) return false;
    return true;
}

int jd_model_come_apart(JdModel *model, const Expr *bound, const Expr *parts[3]) {
    Parting parting = {model, jd_model_width(model), 0};
    parts[0] = bound;
    if (!is_vector(&parting, bound)) return 1;
    for (; parting.n < parting.count; parting.n++)
        if (!(parts[parting.n] = part_of(&parting, bound))) return jd_model_no_memory(model), 0;
    return parting.count;
}
