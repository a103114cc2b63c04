/* SPDX-License-Identifier: MIT
 *
 * What expressions read: one array of numbers, each a channel or a signal, in an order in which
 * every signal comes behind what it reads. An evaluation fills what its forces and rates need. */
#include "system/system.h"

void jd_input_eval(const JdSystem *s, const Motion *m, int k) {
    const SystemInput *in = &s->slot[k];
    if (in->first) jd_ring_solve(s, m, in->ring - 1);
    if (in->ring) return;
    m->inputs[k] = in->program ? jd_program_eval_at(in->program, jd_now(m), m->inputs)
                               : jd_channel_eval(s, m, in->channel);
}

void jd_inputs_early(const JdSystem *s, const Motion *m) {
    for (int k = 0; k < s->earlies; k++) jd_input_eval(s, m, s->early[k]);
}

void jd_inputs_stored(const JdSystem *s, const Motion *m) {
    for (int k = 0; k < s->storeds; k++) jd_input_eval(s, m, s->stored[k]);
}

void jd_inputs_late(const JdSystem *s, const Motion *m) {
    for (int k = 0; k < s->lates; k++) jd_input_eval(s, m, s->late[k]);
}

void jd_inputs_last(const JdSystem *s, const Motion *m) {
    for (int k = 0; k < s->lasts; k++) jd_input_eval(s, m, s->last[k]);
}

/* Signals that only outputs read have no part in events: their conditions are what they say. */
void jd_inputs_all(const JdSystem *s, const Motion *m, Level level) {
    if (*m->known > (int)level) return;
    for (int k = 0; k < s->slots; k++) {
        const SystemInput *in = &s->slot[k];
        if (in->program ? s->signal[in->signal].level > level
                        : jd_channel_level(s, in->channel) > level)
            continue;
        const bool cold = in->program && !in->ring && !s->signal[in->signal].hot;
        if (cold)
            m->inputs[k] = jd_program_eval(in->program, m->time, m->inputs);
        else
            jd_input_eval(s, m, k);
    }
    *m->known = (int)level + 1;
}
