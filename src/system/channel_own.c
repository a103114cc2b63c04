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

int jd_signal_of(const JdSystem *s, int channel) {
    const struct ChannelAt *at = &s->channel[channel];
    return at->def->eval == signal_value ? at->subject : -1;
}

int jd_given_of_channel(const JdSystem *s, int channel) {
    const struct ChannelAt *at = &s->channel[channel];
    return at->def->eval == input_value ? at->subject : -1;
}

int jd_delay_of_channel(const JdSystem *s, int channel) {
    const struct ChannelAt *at = &s->channel[channel];
    return at->def->eval == delay_value ? at->subject : -1;
}

int jd_extra_of_channel(const JdSystem *s, int channel) {
    const struct ChannelAt *at = &s->channel[channel];
    return at->def->eval == state_value ? at->subject : -1;
}

int jd_rate_of_channel(const JdSystem *s, int channel) {
    const struct ChannelAt *at = &s->channel[channel];
    return at->def->eval == state_rate ? at->subject : -1;
}

void jd_signal_known(JdSystem *s, SystemSignal *signal) {
    s->channel[signal->channel].def = &levels[signal->level];
    s->channel[signal->channel].unit = signal->unit;
}

static int count_states(const JdSystem *s) {
    return s->extras;
}
static int count_inputs(const JdSystem *s) {
    return s->givens;
}
static int count_delays(const JdSystem *s) {
    return s->delays;
}
static int count_signals(const JdSystem *s) {
    return s->signals;
}
static const char *no_prefix(const JdSystem *s, int k) {
    (void)s, (void)k;
    return "";
}
static const char *state_name(const JdSystem *s, int k, const ChannelDef *def) {
    return *def->name ? s->extra[k].rate_name : s->extra[k].name;
}
static const char *state_unit(const JdSystem *s, int k, const ChannelDef *def) {
    return *def->name ? s->extra[k].rate_unit : s->extra[k].unit;
}
static const char *signal_name(const JdSystem *s, int k, const ChannelDef *def) {
    (void)def;
    return s->signal[k].name;
}
static const char *signal_unit(const JdSystem *s, int k, const ChannelDef *def) {
    (void)def;
    return s->signal[k].unit;
}

static const char *input_name(const JdSystem *s, int k, const ChannelDef *def) {
    (void)def;
    return s->given[k].name;
}
static const char *input_unit(const JdSystem *s, int k, const ChannelDef *def) {
    (void)def;
    return s->given[k].unit;
}

static const char *delay_name(const JdSystem *s, int k, const ChannelDef *def) {
    (void)def;
    return s->delay[k].name;
}
static const char *delay_unit(const JdSystem *s, int k, const ChannelDef *def) {
    (void)def;
    return s->delay[k].unit;
}

// clang-format off
const Subject jd_subject_input = {"input", input_defs, count_inputs, no_prefix, NULL, input_unit, "its own", input_name};
const Subject jd_subject_state = {"state", state_defs, count_states, no_prefix, NULL, state_unit, "its own", state_name};
const Subject jd_subject_signal = {"signal", signal_defs, count_signals, no_prefix, NULL, signal_unit, "its own", signal_name};
const Subject jd_subject_delay = {"delay", delay_defs, count_delays, no_prefix, NULL, delay_unit, "its own", delay_name};
// clang-format on
