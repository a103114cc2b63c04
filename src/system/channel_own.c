/* SPDX-License-Identifier: MIT
 *
 * Channels of states and signals: of a state its value and its rate, of a signal its value. A
 * signal is known at the level of what it reads. */
#include "system/channel.h"

static double signal_value(const JdSystem *s, const Motion *m, int k, int number) {
    (void)number;
    jd_inputs_all(s, m, s->signal[k].level);
    return m->inputs[s->signal[k].slot];
}

// clang-format off
VALUE(state_value, m->extra[k])
VALUE(state_rate, m->extra_rate[k])
VALUE(input_value, m->given[k])
VALUE(delay_value, jd_delay_value(s, m, k))

static const ChannelDef state_defs[] = {
    {"",     NULL, "value of the state", LEVEL_POSITION,  state_value},
    {"rate", NULL, "rate of the state", LEVEL_ACCELERATION, state_rate},
    {NULL},
};
static const ChannelDef signal_defs[] = {
    {"",     NULL, "value of the signal; of a vector its numbers x, y, z", LEVEL_POSITION, signal_value},
    {NULL},
};
static const ChannelDef input_defs[] = {
    {"",     NULL, "value of the input", LEVEL_POSITION, input_value},
    {NULL},
};
static const ChannelDef delay_defs[] = {
    {"",     NULL, "value of the delay: what its source, d.source, was", LEVEL_POSITION, delay_value},
    {NULL},
};
static const ChannelDef levels[] = {
    {"",     NULL, "its value", LEVEL_POSITION,     signal_value},
    {"",     NULL, "its value", LEVEL_VELOCITY,     signal_value},
    {"",     NULL, "its value", LEVEL_ACCELERATION, signal_value},
};
// clang-format on

/* The subject of a channel that this function evaluates; -1: another one does. */
static int subject_by(const JdSystem *s, int channel,
                      double (*eval)(const JdSystem *, const Motion *, int, int)) {
    const struct ChannelAt *at = &s->channel[channel];
    return at->def->eval == eval ? at->subject : -1;
}

// clang-format off
int jd_signal_of(const JdSystem *s, int channel) { return subject_by(s, channel, signal_value); }
int jd_given_of_channel(const JdSystem *s, int channel) { return subject_by(s, channel, input_value); }
int jd_delay_of_channel(const JdSystem *s, int channel) { return subject_by(s, channel, delay_value); }
int jd_extra_of_channel(const JdSystem *s, int channel) { return subject_by(s, channel, state_value); }
int jd_rate_of_channel(const JdSystem *s, int channel) { return subject_by(s, channel, state_rate); }
// clang-format on

void jd_signal_known(JdSystem *s, SystemSignal *signal) {
    s->channel[signal->channel].def = &levels[signal->level];
    s->channel[signal->channel].unit = signal->unit;
}

static const char *state_unit(const JdSystem *s, int k, const ChannelDef *def) {
    return *def->name ? s->extra[k].rate_unit : s->extra[k].unit;
}

// clang-format off
LISTED(state, extras, extra)
LISTED(input, givens, given)
UNITED(input, given)
LISTED(signal, signals, signal)
UNITED(signal, signal)
LISTED(delay, delays, delay)
UNITED(delay, delay)

const Subject jd_subject_input = {"input", input_defs, input_count, input_name, NULL, input_unit, "its own"};
const Subject jd_subject_state = {"state", state_defs, state_count, state_name, NULL, state_unit, "its own"};
const Subject jd_subject_signal = {"signal", signal_defs, signal_count, signal_name, NULL, signal_unit, "its own"};
const Subject jd_subject_delay = {"delay", delay_defs, delay_count, delay_name, NULL, delay_unit, "its own"};
// clang-format on
