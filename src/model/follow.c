/* SPDX-License-Identifier: MIT
 *
 * What follows the run in pictures: arrows and axes. What they show are signals of the model, which
 * are worked out and recorded as others are. */
#include "model/inside.h"

static bool check(JdModel *model, const ModelFollow *follow) {
    const char *what = follow->axes ? "length" : "scale";
    if (!jd_model_check_name(model, follow->name, follow->axes ? "axes" : "arrow", SCOPE_MODEL,
                             follow->where))
        return false;
    if (!jd_model_check_finite(model, follow->scale, what, follow->name, follow->where))
        return false;
    if (follow->scale >= 0) return true;
    MODEL_ERROR(model, "follow-scale", follow->where, "the %s of '%s' is %g", what, follow->name,
                follow->scale);
    MODEL_HINT(model, follow->axes ? "a length is greater than zero"
                                   : "it must be greater than zero; an arrow that shall point the "
                                     "other way has a vector with the other sign");
    return false;
}

/* One number is a signal of this name, several are its x, y and z. */
static bool add_signal(JdModel *model, const ModelFollow *follow, const char *name,
                       const Expr *const value[3]) {
    if (!value[0]) return true;
    const int index = model->signals.count;
    ModelSignal *signal = PUSH(&model->arena, model->signals);
    if (!signal || !name) return jd_model_no_memory(model), false;
    const bool place = value == follow->place;
    *signal = (ModelSignal){.name = name, .where = follow->where, .seen = true};
    while (signal->count < 3 && value[signal->count]) {
        signal->value[signal->count] = value[signal->count];
        signal->count++;
    }
    signal->typed = place || follow->axes || follow->typed;
    signal->dim = place ? (Dim){.length = 1} : follow->axes ? (Dim){.angle = 1} : follow->dim;
    const NameSlot slot = {name, SCOPE_WATCHED, NAME_SIGNAL, index};
    return jd_names_add(&model->names, &model->arena, slot) || (jd_model_no_memory(model), false);
}

int jd_model_add_follow(JdModel *model, const ModelFollow *follow) {
    if (!model || !check(model, follow)) return -1;
    const int index = model->follows.count;
    ModelFollow *added = PUSH(&model->arena, model->follows);
    if (!added) return jd_model_no_memory(model);
    *added = *follow;
    added->name = jd_arena_copy(&model->arena, follow->name);
    added->label = jd_arena_copy(&model->arena, follow->label);
    const NameSlot slot = {added->name, SCOPE_MODEL, NAME_FOLLOW, index};
    if (!added->name || !jd_names_add(&model->names, &model->arena, slot))
        return jd_model_no_memory(model);
    const char *turn = model->space == JD_PLANAR ? "%s.angle" : "%s.rotation";
    const char *vector =
        follow->axes ? jd_arena_format(&model->arena, turn, added->name) : added->name;
    const char *place = jd_arena_format(&model->arena, "%s.at", added->name);
    const bool good = add_signal(model, added, vector, added->vector) &&
                      add_signal(model, added, place, added->place);
    return good ? index : -1;
}
