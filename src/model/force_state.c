/* SPDX-License-Identifier: MIT
 *
 * A state that a force brings along, such as the length of the damper in a series: a state of the
 * model like any other, whose rate is the expression of the force's type with the numbers of this
 * force in it. The force reads it as a field. */
#include "model/inside.h"
#include <string.h>

typedef struct {
    JdModel *model;
    const ModelForce *force;
} Filling;

static Expr *new_name(const Filling *f, const char *own) {
    Expr *name = ARENA_NEW(&f->model->arena, Expr, 1);
    if (!name) return NULL;
    *name = (Expr){.kind = EXPR_NAME,
                   .text = jd_arena_format(&f->model->arena, "%s.%s", f->force->name, own)};
    return name->text ? name : NULL;
}

/* What a name in the type's expression stands for: a channel of the force, its state, or a number.
 */
static Expr *meaning(const Filling *f, const Expr *name) {
    const ForceType *type = f->force->type;
    if (!strcmp(name->text, "reach")) return new_name(f, "length");
    if (!strcmp(name->text, "reach_rate")) return new_name(f, "rate");
    for (int n = 0; n < jd_field_count(type->fields); n++) {
        const Field *field = &type->fields[n];
        if (strcmp(field->name, name->text) != 0) continue;
        if (n == type->state.number - 1) return new_name(f, field->name);
        Expr *number = ARENA_NEW(&f->model->arena, Expr, 1);
        if (number)
            *number = (Expr){.kind = EXPR_NUMBER,
                             .number = f->force->fields[n].number[0],
                             .text = field->unit,
                             .span = name->span};
        return number;
    }
    return NULL;
}

static bool fill(const Filling *f, Expr **expr) {
    if ((*expr)->kind == EXPR_NAME) *expr = meaning(f, *expr);
    for (int n = 0; *expr && n < (*expr)->count; n++)
        if (!fill(f, &(*expr)->args[n])) return false;
    return *expr != NULL;
}

static const Expr *expression(const Filling *f, const char *text) {
    Source *source = ARENA_NEW(&f->model->arena, Source, 1);
    if (!source) return NULL;
    *source = (Source){f->force->type->name, text, strlen(text)};
    Expr *expr = jd_expr_parse(source, &f->model->arena, f->model->log);
    return expr && fill(f, &expr) ? expr : NULL;
}

bool jd_model_force_state(JdModel *model, ModelForce *force, bool said) {
    const ForceState *state = &force->type->state;
    const Field *field = &force->type->fields[state->number - 1];
    FieldValue *value = &force->fields[state->number - 1];
    const Filling filling = {model, force};
    Unit unit = {1, {0}};
    jd_unit_parse(state->unit, &unit);
    Expr *now = new_name(&filling, field->name);
    ModelState added = {.name = now ? now->text : NULL,
                        .where = force->where,
                        .rate = expression(&filling, state->rate),
                        .start = said ? value->number[0] : 0,
                        .begin = said ? NULL : expression(&filling, state->relaxed),
                        .scale = 1,
                        .dim = unit.dim,
                        .unit = state->unit};
    if (!now || !added.rate || (!said && !added.begin)) return jd_model_no_memory(model), false;
    const char *within = model->within;
    model->within = force->name;
    const bool good = jd_model_add_state(model, &added) >= 0;
    model->within = within;
    *value = (FieldValue){{0}, {now}};
    return good;
}
