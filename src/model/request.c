/* SPDX-License-Identifier: MIT
 *
 * What the user asks of a run: start values, outputs, expectations. Channels are checked when the
 * model is compiled; here they are words. */
#include "model/inside.h"
#include <string.h>

static bool start_twice(JdModel *model, const ModelStart *first, const ModelStart *start) {
    const bool same = strcmp(jd_start_name(first), jd_start_name(start)) == 0;
    if (same)
        MODEL_ERROR(model, "start-twice", start->where, "'%s' has two start values",
                    jd_start_name(start));
    else
        MODEL_ERROR(model, "start-twice", start->where,
                    "'%s' and '%s' are start values of the same", jd_start_name(first),
                    jd_start_name(start));
    if (first->where.line)
        MODEL_HINT(model, "the first is in line %d; keep one of them", first->where.line);
    else
        MODEL_HINT(model, "keep one of them");
    return false;
}

bool jd_model_add_start(JdModel *model, const ModelStart *start) {
    if (!model || !start->channel) return false;
    const char *name = jd_start_name(start);
    if (!jd_model_check_finite(model, start->value, "start value", name, start->where))
        return false;
    const NameSlot *slot = jd_names_find(&model->names, start->channel, SCOPE_STARTS);
    if (slot) return start_twice(model, &model->starts.at[slot->index], start);
    char *channel = jd_arena_copy(&model->arena, start->channel);
    ModelStart *added = channel ? PUSH(&model->arena, model->starts) : NULL;
    if (!added) {
        jd_model_no_memory(model);
        return false;
    }
    *added = *start;
    added->channel = channel;
    if (start->said) added->said = jd_arena_copy(&model->arena, start->said);
    const int index = model->starts.count - 1;
    const bool known = jd_names_add(&model->names, &model->arena,
                                    (NameSlot){channel, SCOPE_STARTS, NAME_START, index});
    if (!known) jd_model_no_memory(model);
    return known;
}

void jd_model_add_output(JdModel *model, const ModelOutput *output) {
    if (!model || !output->channel) return;
    char *channel = jd_arena_copy(&model->arena, output->channel);
    ModelOutput *added = channel ? PUSH(&model->arena, model->outputs) : NULL;
    if (!added) {
        jd_model_no_memory(model);
        return;
    }
    *added = *output;
    added->channel = channel;
    if (output->unit) added->unit = jd_arena_copy(&model->arena, output->unit);
}

void jd_model_add_expect(JdModel *model, const ModelExpect *expect) {
    if (!model || !expect->channel) return;
    if (!jd_model_check_finite(model, expect->value, "expected value", expect->channel,
                               expect->where))
        return;
    if (!(expect->within >= 0) || isinf(expect->within) || isinf(expect->at)) {
        MODEL_ERROR(model, "expect-not-valid", expect->where,
                    "'%s' is expected within %g at time %g", expect->channel, expect->within,
                    expect->at);
        MODEL_HINT(model, "the allowed difference is zero or positive, and the time is finite");
        return;
    }
    char *channel = jd_arena_copy(&model->arena, expect->channel);
    ModelExpect *added = channel ? PUSH(&model->arena, model->expects) : NULL;
    if (!added) {
        jd_model_no_memory(model);
        return;
    }
    *added = *expect;
    added->channel = channel;
    if (expect->statistic) added->statistic = jd_arena_copy(&model->arena, expect->statistic);
}
