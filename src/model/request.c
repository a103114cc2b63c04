/* SPDX-License-Identifier: MIT
 *
 * What the user asks of a run: start values, outputs, expectations. Channels are checked when the
 * model is compiled; here they are words. */
#include "model/inside.h"

void jd_model_add_start(JdModel *model, const ModelStart *start) {
    if (!model || !start->channel) return;
    if (!jd_model_check_finite(model, start->value, "start value", start->channel, start->where))
        return;
    if (jd_names_find(&model->names, start->channel, SCOPE_STARTS)) {
        const NameSlot *slot = jd_names_find(&model->names, start->channel, SCOPE_STARTS);
        const int line = model->starts.at[slot->index].where.line;
        MODEL_ERROR(model, "start-twice", start->where, "'%s' has two start values",
                    start->channel);
        if (line)
            MODEL_HINT(model, "the first is in line %d; keep one of them", line);
        else
            MODEL_HINT(model, "keep one of them");
        return;
    }
    char *channel = jd_arena_copy(&model->arena, start->channel);
    ModelStart *added = channel ? PUSH(&model->arena, model->starts) : NULL;
    if (!added) {
        jd_model_no_memory(model);
        return;
    }
    *added = *start;
    added->channel = channel;
    const int index = model->starts.count - 1;
    if (!jd_names_add(&model->names, &model->arena,
                      (NameSlot){channel, SCOPE_STARTS, NAME_START, index}))
        jd_model_no_memory(model);
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
}
