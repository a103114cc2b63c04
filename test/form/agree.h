/* SPDX-License-Identifier: MIT
 *
 * Whether two runs of one mechanism are the same motion: every channel, reactions included, at every output. A difference
 * counts by the largest value that its channel has in the run; of a channel that is next to zero all the time, by a
 * thousandth of the largest of its kind. */
#ifndef AGREE_H
#define AGREE_H

#include "verify/verify.h"
#include "system/system.h"

typedef struct {
    int rows, channels;
    double *value; /* rows of channels; channel 0 is the time */
    double *size;  /* of each channel */
    double least;  /* of sizes: what stands still has none */
} Record;

static inline void record_free(Record *r) {
    free(r->value);
    free(r->size);
    *r = (Record){0};
}

/* Units of one kind, with the power of the mechanism's length that goes between them. */
typedef struct {
    const char *unit;
    int kind, power;
} UnitKind;

static inline UnitKind unit_kind(const char *unit) {
    static const UnitKind kinds[] = {
        {"m", 0, 0},   {"rad", 0, 1}, {"m/s", 1, 0}, {"rad/s", 1, 1}, {"m/s^2", 2, 0}, {"rad/s^2", 2, 1},
        {"N*m", 3, 0}, {"N", 3, 1},   {"J", 4, 0},   {"W", 5, 0},     {"1", 6, 0}};
    for (int k = 0; k < 11; k++)
        if (!strcmp(kinds[k].unit, unit)) return kinds[k];
    return (UnitKind){unit, 7, 0};
}

/* Of each channel its largest value, or a thousandth of the largest of its kind. What turns fast is
 * accelerated, and what moves has power. */
static inline void record_measure(const Case *c, Record *r) {
    const double length = c->system->length;
    double most[8] = {0};
    for (int k = 0; k < r->channels; k++) {
        for (int n = 0; n < r->rows; n++)
            r->size[k] = fmax(r->size[k], fabs(r->value[n * r->channels + k]));
        const UnitKind unit = unit_kind(jd_channel_unit(c->system, (JdChannel){k}));
        most[unit.kind] = fmax(most[unit.kind], r->size[k] * (unit.power ? length : 1));
    }
    most[2] = fmax(most[2], most[1] * most[1] / length);
    most[5] = fmax(most[5], most[4] * most[1] / length);
    for (int k = 0; k < r->channels; k++) {
        const UnitKind unit = unit_kind(jd_channel_unit(c->system, (JdChannel){k}));
        r->size[k] = fmax(r->size[k], 1e-3 * most[unit.kind] / (unit.power ? length : 1));
    }
}

/* All that a run shows, to its end; false after a failure. */
static inline bool record_try(const Case *c, Record *r) {
    *r = (Record){.channels = jd_channel_count(c->system), .least = 1e-12};
    for (int room = 0; jd_run_next(c->run); r->rows++) {
        if (r->rows == room) {
            room = 2 * room + 32;
            r->value = realloc(r->value, (size_t)(room * r->channels) * sizeof *r->value);
            assert_non_null(r->value);
        }
        double *row = r->value + r->rows * r->channels;
        for (int k = 0; k < r->channels; k++) row[k] = jd_run_value(c->run, (JdChannel){k});
    }
    r->size = calloc((size_t)r->channels + 1, sizeof *r->size);
    assert_non_null(r->size);
    record_measure(c, r);
    return !jd_run_failed(c->run);
}

static inline Record record_run(const Case *c) {
    Record r;
    must(c, record_try(c, &r));
    return r;
}

/* What is no part of a motion: how far rounding goes, and angles of an attitude, which jump by whole turns and are not
 * unique where two axes are one; the numbers of its matrix are compared. */
static inline bool is_left_out(const char *name) {
    static const char *const words[] = {"drift", "power.locks", "power.balance"};
    for (int k = 0; k < 3; k++)
        if (!strncmp(name, words[k], strlen(words[k]))) return true;
    return strstr(name, ".drift") || strstr(name, ".euler.") || strstr(name, ".cardan.");
}

/* The largest difference as a share; the channel that has it. */
typedef struct {
    double share, time, is, wanted;
    const char *name;
} Difference;

/* Reactions that are not unique are of least size, which is found less exactly. */
typedef enum { COMPARE_ALL, COMPARE_UNIQUE } Comparison;

static inline Difference record_compare_some(const Case *c, const Record *a, const Record *b, Comparison what) {
    Difference most = {.name = "nothing"};
    assert_int_equal(a->channels, b->channels);
    assert_int_equal(a->rows, b->rows);
    for (int n = 0; n < a->rows; n++)
        for (int k = 0; k < a->channels; k++) {
            const double x = a->value[n * a->channels + k], y = b->value[n * a->channels + k];
            const double share = x == y ? 0 : fabs(x - y) / fmax(a->size[k], a->least);
            if (share <= most.share || is_left_out(jd_channel_name(c->system, (JdChannel){k}))) continue;
            if (what == COMPARE_UNIQUE && !jd_channel_unique(c->system, (JdChannel){k})) continue;
            most = (Difference){isnan(share) ? INFINITY : share, a->value[n * a->channels], y, x,
                                jd_channel_name(c->system, (JdChannel){k})};
        }
    return most;
}

static inline Difference record_compare(const Case *c, const Record *a, const Record *b) {
    return record_compare_some(c, a, b, COMPARE_ALL);
}

static inline void check_difference(Difference d, double share, const char *what) {
    if (d.share <= share) return;
    print_error("%s: %s at %g s is %.15g, wanted %.15g: off by %.2g, allowed %.1g\n", what, d.name,
                d.time, d.is, d.wanted, d.share, share);
    fail();
}

#endif
