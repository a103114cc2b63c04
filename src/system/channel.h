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
    /* The name of subject k, before those of its channels ("crank.x"; a channel "" is the name alone); "": it has none, NULL:
     * it has no channels. */
    const char *(*name_of)(const JdSystem *system, int k);
    /* Whether subject k has this channel. NULL: all have. */
    bool (*has)(const JdSystem *system, int k, const ChannelDef *def);
    /* The unit where the table has none. */
    const char *(*unit)(const JdSystem *system, int k, const ChannelDef *def);
    const char *units; /* which these may be, in words */
} Subject;

/* count and name_of, as <subject>_count and <subject>_name, of what the system has a list of; and the unit of each. */
// clang-format off
#define LISTED(subject, count, list)                                                       \
    static int subject##_count(const JdSystem *s) { return s->count; }                     \
    static const char *subject##_name(const JdSystem *s, int k) { return s->list[k].name; }
#define UNITED(subject, list)                                                              \
    static const char *subject##_unit(const JdSystem *s, int k, const ChannelDef *def) {   \
        (void)def;                                                                         \
        return s->list[k].unit;                                                            \
    }
// clang-format on

/* A channel's function from an expression in s (system), m (motion), k (subject), number. */
// clang-format off
#define VALUE(function, expression)                                                        \
    static double function(const JdSystem *s, const Motion *m, int k, int number) {        \
        (void)s, (void)m, (void)k, (void)number;                                           \
        return expression;                                                                 \
    }

/* A vector: three lines of a table, whose names end with x, y and z and whose numbers count from `first` on; then their other
 * members, .eval = ... A FLAT one has its x and y in the plane, too. */
#define VECTOR_PART(name, unit, summary, level, at, space, ...)                             \
    {name, unit, summary, level, .number = at, .space_only = space, __VA_ARGS__}
#define VECTOR(name, unit, summary, level, first, ...)                                      \
    VECTOR_PART(name "x", unit, summary, level, first, true, __VA_ARGS__),                  \
    VECTOR_PART(name "y", unit, summary, level, (first) + 1, true, __VA_ARGS__),            \
    VECTOR_PART(name "z", unit, summary, level, (first) + 2, true, __VA_ARGS__)
#define FLAT_VECTOR(name, unit, summary, level, first, ...)                                 \
    VECTOR_PART(name "x", unit, summary, level, first, false, __VA_ARGS__),                 \
    VECTOR_PART(name "y", unit, summary, level, (first) + 1, false, __VA_ARGS__),           \
    VECTOR_PART(name "z", unit, summary, level, (first) + 2, true, __VA_ARGS__)
// clang-format on

static inline double vec3_part(Vec3 v, int number) {
    return number == 0 ? v.x : number == 1 ? v.y : v.z;
}

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
/* A number of a wrench: its force by x, y, z, or 3: the size of that; + 4: its torque, whose size has a sign in the plane. */
enum { OF_TORQUE = 4, OF_SIDE_I = 8, SIZE = 3 };
double jd_wrench_number(const JdSystem *system, Wrench at, int number);
/* The power that it gives to the body which this is a side of. */
static inline double wrench_power(Wrench at, const Side *side) {
    return vec3_dot(at.force, side->v) + vec3_dot(at.torque, side->w);
}

#endif
