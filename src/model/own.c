/* SPDX-License-Identifier: MIT
 *
 * Values of one's own: states, which change at a rate, signals, which are expressions, and inputs,
 * which somebody sets; and events, which do so when a condition becomes true. */
#include "model/inside.h"
#include <string.h>

/* Channels of the model as a whole, which have these names already. */
static bool is_reserved(JdModel *model, const char *name, const char *what, Where where) {
    if (!jd_word_in_list(name, "energy power drift pi tau")) return false;
    MODEL_ERROR(model, "name-reserved", where, "%s %s cannot be called '%s'",
                strchr("aeiou", *what) ? "an" : "a", what, name);
    MODEL_HINT(model, "this name has a meaning of its own; choose another one");
    return true;
}

static bool check_name(JdModel *model, const char *name, const char *what, Where where) {
    return jd_model_check_name(model, name, what, SCOPE_MODEL, where) &&
           !is_reserved(model, name, what, where);
}

static bool check_scale(JdModel *model, const ModelState *state) {
    if (!jd_model_check_finite(model, state->scale, "scale", state->name, state->where))
        return false;
    if (state->scale > 0) return true;
    MODEL_ERROR(model, "state-not-valid", state->where, "the scale of state '%s' is %g",
                state->name, state->scale);
    MODEL_HINT(model, "it is the size that the value usually has, greater than zero: errors are "
                      "measured by it");
    return false;
}

int jd_model_add_state(JdModel *model, const ModelState *state) {
    if (!model || !state->rate) return -1;
    if (!check_name(model, state->name, "state", state->where)) return -1;
    if (!jd_model_check_finite(model, state->start, "start value", state->name, state->where))
        return -1;
    if (!check_scale(model, state)) return -1;
    const int index = model->states.count;
    ModelState *added = PUSH(&model->arena, model->states);
    if (!added) return jd_model_no_memory(model);
    *added = *state;
    added->name = jd_arena_copy(&model->arena, state->name);
    added->unit = jd_arena_copy(&model->arena, state->unit);
    const NameSlot slot = {added->name, SCOPE_MODEL, NAME_STATE, index};
    return jd_names_add(&model->names, &model->arena, slot) ? index : jd_model_no_memory(model);
}

int jd_model_add_signal(JdModel *model, const ModelSignal *signal) {
    if (!model || signal->count < 1 || signal->count > 3) return -1;
    if (!check_name(model, signal->name, "signal", signal->where)) return -1;
    const int index = model->signals.count;
    ModelSignal *added = PUSH(&model->arena, model->signals);
    if (!added) return jd_model_no_memory(model);
    *added = *signal;
    added->name = jd_arena_copy(&model->arena, signal->name);
    const NameSlot slot = {added->name, SCOPE_MODEL, NAME_SIGNAL, index};
    return jd_names_add(&model->names, &model->arena, slot) ? index : jd_model_no_memory(model);
}

int jd_model_add_sensor(JdModel *model, const ModelSensor *sensor) {
    if (!model || !check_name(model, sensor->name, "sensor", sensor->where)) return -1;
    const int index = model->sensors.count;
    ModelSensor *added = PUSH(&model->arena, model->sensors);
    if (!added) return jd_model_no_memory(model);
    *added = *sensor;
    added->name = jd_arena_copy(&model->arena, sensor->name);
    const NameSlot slot = {added->name, SCOPE_MODEL, NAME_SENSOR, index};
    return jd_names_add(&model->names, &model->arena, slot) ? index : jd_model_no_memory(model);
}

const char *jd_model_watch(JdModel *model, const char *name, const Expr *bound, Where where) {
    if (!model) return NULL;
    name = name ? jd_arena_copy(&model->arena, name) : jd_model_text_of(model, bound);
    if (!name) return jd_model_no_memory(model), NULL;
    if (jd_names_find(&model->names, name, SCOPE_WATCHED)) return name;
    const int index = model->signals.count;
    ModelSignal *added = PUSH(&model->arena, model->signals);
    if (!added) return jd_model_no_memory(model), NULL;
    *added = (ModelSignal){.name = name, .where = where, .count = 1, .value = {bound}};
    const NameSlot slot = {name, SCOPE_WATCHED, NAME_SIGNAL, index};
    if (!jd_names_add(&model->names, &model->arena, slot)) return jd_model_no_memory(model), NULL;
    return name;
}

int jd_model_add_input(JdModel *model, const ModelInput *input) {
    if (!model || !check_name(model, input->name, "input", input->where)) return -1;
    if (!jd_model_check_finite(model, input->start, "start value", input->name, input->where))
        return -1;
    const int index = model->inputs.count;
    ModelInput *added = PUSH(&model->arena, model->inputs);
    if (!added) return jd_model_no_memory(model);
    *added = *input;
    added->name = jd_arena_copy(&model->arena, input->name);
    added->unit = jd_arena_copy(&model->arena, input->unit);
    const NameSlot slot = {added->name, SCOPE_MODEL, NAME_INPUT, index};
    return jd_names_add(&model->names, &model->arena, slot) ? index : jd_model_no_memory(model);
}

/* Who calls it has found it already: it may be called as something else is. */
int jd_model_add_table(JdModel *model, const ModelTable *table) {
    const int index = model->tables.count;
    ModelTable *added = PUSH(&model->arena, model->tables);
    if (!added) return jd_model_no_memory(model);
    *added = *table;
    return index;
}

/* What is delayed is a signal, so that it is worked out as others are. */
int jd_model_add_delay(JdModel *model, const ModelDelay *delay, const Expr *source) {
    if (!model || !source || !check_name(model, delay->name, "delay", delay->where)) return -1;
    if (!jd_model_check_finite(model, delay->by, "delay", delay->name, delay->where)) return -1;
    if (!(delay->by > 0)) {
        MODEL_ERROR(model, "delay-not-valid", delay->where, "delay '%s' is by %g s", delay->name,
                    delay->by);
        MODEL_HINT(model, "what has been is some time ago, more than 0 s; what is now is a signal");
        return -1;
    }
    const int index = model->delays.count, of = model->signals.count;
    ModelDelay *added = PUSH(&model->arena, model->delays);
    ModelSignal *signal = PUSH(&model->arena, model->signals);
    if (!added || !signal) return jd_model_no_memory(model);
    *added = *delay;
    added->name = jd_arena_copy(&model->arena, delay->name);
    added->unit = jd_arena_copy(&model->arena, delay->unit);
    added->source = of;
    *signal = (ModelSignal){.name = jd_arena_format(&model->arena, "%s.source", delay->name),
                            .where = delay->where,
                            .count = 1,
                            .value = {source}};
    const NameSlot slot = {added->name, SCOPE_MODEL, NAME_DELAY, index};
    const NameSlot inner = {signal->name, SCOPE_MODEL, NAME_SIGNAL, of};
    if (!signal->name || !jd_names_add(&model->names, &model->arena, slot))
        return jd_model_no_memory(model);
    return jd_names_add(&model->names, &model->arena, inner) ? index : jd_model_no_memory(model);
}

int jd_model_add_when(JdModel *model, const ModelWhen *when) {
    if (!model || !when->condition) return -1;
    if (!check_name(model, when->name, "event", when->where)) return -1;
    const int index = model->whens.count;
    ModelWhen *added = PUSH(&model->arena, model->whens);
    if (!added) return jd_model_no_memory(model);
    *added = *when;
    added->name = jd_arena_copy(&model->arena, when->name);
    if (when->why) added->why = jd_arena_copy(&model->arena, when->why);
    const NameSlot slot = {added->name, SCOPE_MODEL, NAME_WHEN, index};
    return jd_names_add(&model->names, &model->arena, slot) ? index : jd_model_no_memory(model);
}
