/* SPDX-License-Identifier: MIT
 *
 * Inside channels: a subject is a kind of thing that has channels. One file per subject with its table,
 * one line in subjects.def. */
#ifndef JD_CHANNEL_H
#define JD_CHANNEL_H

#include "system/system.h"

typedef struct {
    const char *name;         /* "body" */
    const ChannelDef *defs;   /* ends with a NULL name */
    int (*count)(const JdSystem *system);
    /* The prefix of subject k's channels ("crank"), "" for none, NULL: it has no channels. */
    const char *(*prefix)(const JdSystem *system, int k);
    /* Whether subject k has this channel. NULL: all have. */
    bool (*has)(const JdSystem *system, int k, const ChannelDef *def);
    /* The unit where the table has none. */
    const char *(*unit)(const JdSystem *system, int k, const ChannelDef *def);
    const char *units; /* which these may be, in words */
    /* The name of subject k's channel, where it is not the table's. */
    const char *(*name_of)(const JdSystem *system, int k, const ChannelDef *def);
} Subject;

/* A channel's function from an expression in s (system), m (motion), k (subject). */
// clang-format off
#define VALUE(function, expression)                                                        \
    static double function(const JdSystem *s, const Motion *m, int k, int number) {        \
        (void)s, (void)m, (void)k, (void)number;                                           \
        return expression;                                                                 \
    }
// clang-format on

#define SUBJECT(name) extern const Subject jd_subject_##name;
#include "system/subjects.def"
#undef SUBJECT

/* A signal is compiled: its level, unit and channel stand. */
void jd_signal_known(JdSystem *system, SystemSignal *signal);
int jd_signal_of(const JdSystem *system, int channel);        /* -1: it is none */
int jd_rate_of_channel(const JdSystem *system, int channel);  /* the rate of a state; -1: it is not */
int jd_delay_of_channel(const JdSystem *system, int channel); /* -1: it is none */
int jd_extra_of_channel(const JdSystem *system, int channel); /* the value of a state; -1: it is not */

/* The reaction of a joint on one of its bodies, at that body's own point, along ground axes. */
Wrench jd_joint_wrench(const JdSystem *system, const Motion *motion, int joint, bool side_j);
Wrench jd_force_wrench(const JdSystem *system, const Motion *motion, int force, bool side_j);

#endif
