/* SPDX-License-Identifier: MIT
 *
 * What makes bodies fall: the same everywhere, towards a point, or a field of expressions. */
#include "model/inside.h"
#include <string.h>

/* ---- Fields --------------------------------------------------------------------------------- */

static int place_name(const JdModel *model, const char *name) {
    const int axis = name[0] - 'x';
    return axis >= 0 && axis < jd_model_width(model) && !name[1] ? axis : -1;
}

/* The scope of a field: x, y and z stay, even if the model has values of these names. */
typedef struct {
    const JdModel *model;
    const Scope *outer;
} FieldScope;

static bool find_outside(const Scope *scope, const char *name, Value *value) {
    const FieldScope *field = scope->data;
    if (place_name(field->model, name) >= 0) return false;
    return field->outer->find && field->outer->find(field->outer, name, value);
}

static void suggest_outside(const Scope *scope, Nearest *nearest) {
    const FieldScope *field = scope->data;
    if (field->outer->suggest) field->outer->suggest(field->outer, nearest);
}

static bool find_place(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    JdModel *model = inputs->data;
    *slot = place_name(model, name);
    *dim = (Dim){.length = 1};
    if (*slot >= 0) return true;
    jd_report(model->log, JD_ERROR, "gravity-reads-state", jd_span_where(span),
              "a field of gravity cannot depend on '%s'", name);
    jd_hint(model->log, "it is made of the place (x, y%s), of time, and of parameters",
            jd_model_width(model) == 3 ? ", z" : "");
    if (strchr(name, '.'))
        jd_hint(model->log,
                "what depends on the motion of a body is a force: force f : point-force "
                "body value ...");
    return false;
}

/* Every expression is an acceleration. The trial is thrown away: the run makes its own. */
static bool check_field(JdModel *model, const ModelGravity *gravity) {
    const Dim dim = {.length = 1, .time = -2};
    for (int n = 0; n < jd_model_width(model); n++) {
        Inputs inputs = {.find = find_place, .data = model};
        if (!gravity->field[n]) return false; /* reported by who read it */
        if (!jd_program_new(gravity->field[n], &inputs, dim, "gravity", &model->arena, model->log))
            return model->errors++, false;
    }
    return true;
}

static Expr *around(JdModel *model, const Expr *like, ExprKind kind, const char *text,
                    Expr *inside) {
    Expr *expr = ARENA_NEW(&model->arena, Expr, 1);
    Expr **args = ARENA_NEW(&model->arena, Expr *, 1);
    if (!expr || !args) return jd_model_no_memory(model), NULL;
    args[0] = inside;
    *expr = (Expr){.kind = kind, .span = like->span, .text = text, .args = args, .count = 1};
    return expr;
}

static bool is_number(const Expr *expr) {
    while (expr->kind == EXPR_UNARY) expr = expr->args[0];
    return expr->kind == EXPR_NUMBER;
}

bool jd_model_gravity_field(JdModel *model, const Expr *expr, const Scope *scope,
                            ModelGravity *gravity) {
    static const char *const axes[3] = {"x", "y", "z"};
    const FieldScope data = {model, scope};
    const Scope inner = {find_outside, suggest_outside, &data, scope->arena};
    Expr *bound = jd_expr_bind(expr, &inner, &model->arena, model->log);
    if (!bound) return model->errors++, false;

    /* [a, b, c] m/s^2: number by number. Any other vector: its components. */
    const int width = jd_model_width(model);
    const bool united = bound->kind == EXPR_UNITED;
    Expr *list = united ? bound->args[0] : bound;
    const int numbers = list->kind == EXPR_VECTOR ? list->count : width;
    if (numbers != width || is_number(list)) {
        MODEL_ERROR(model, "vector-size", jd_span_where(expr->span),
                    "a field of gravity has %d numbers here, this has %d", width,
                    is_number(list) ? 1 : numbers);
        MODEL_HINT(model, "give one for each axis: [0, %s-9.81] m/s^2", width == 3 ? "0, " : "");
        return false;
    }
    for (int n = 0; n < width; n++) {
        Expr *part = list->kind != EXPR_VECTOR ? around(model, bound, EXPR_FIELD, axes[n], bound)
                                               : list->args[n];
        if (part && united && list->kind == EXPR_VECTOR)
            part = around(model, bound, EXPR_UNITED, bound->text, part);
        if (!part) return false;
        gravity->field[n] = part;
    }
    gravity->kind = GRAVITY_FIELD;
    return true;
}

/* ---- Setting it ----------------------------------------------------------------------------- */

static bool check_point_gravity(JdModel *model, const ModelGravity *gravity) {
    if (!jd_model_check_point(model, gravity->centre, "centre of gravity", NULL, gravity->where))
        return false;
    if (!jd_model_check_finite(model, gravity->mu, "mu", NULL, gravity->where)) return false;
    if (gravity->mu > 0) return true;
    MODEL_ERROR(model, "gravity-not-valid", gravity->where,
                "gravity toward a point has mu = %g m^3/s^2", gravity->mu);
    MODEL_HINT(model, "mu is the acceleration times the distance squared, greater than zero: "
                      "3.986e14 m^3/s^2 for the Earth");
    return false;
}

bool jd_model_set_gravity(JdModel *model, const ModelGravity *gravity) {
    if (!model) return false;
    model->gravity_said = true;
    switch (gravity->kind) {
    case GRAVITY_UNIFORM:
        if (!jd_model_check_point(model, gravity->value, "gravity", NULL, gravity->where))
            return false;
        break;
    case GRAVITY_POINT:
        if (!check_point_gravity(model, gravity)) return false;
        break;
    case GRAVITY_FIELD:
        if (!check_field(model, gravity)) return false;
        break;
    }
    model->gravity = *gravity;
    for (int n = 0; n < 3; n++) model->gravity.said[n] = jd_model_text_of(model, gravity->field[n]);
    if (model->arena.failed) jd_model_no_memory(model);
    return !model->arena.failed;
}

void jd_set_gravity(JdModel *model, JdVec3 gravity) {
    jd_model_set_gravity(model, &(ModelGravity){.value = gravity});
}

void jd_set_gravity_point(JdModel *model, JdVec3 centre, double mu) {
    jd_model_set_gravity(model, &(ModelGravity){GRAVITY_POINT, .centre = centre, .mu = mu});
}
