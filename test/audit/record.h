/* SPDX-License-Identifier: MIT
 *
 * What is compared: places, attitudes, velocities, accelerations, reactions and the energy, at every row that is asked for,
 * and how far they move when the state is changed by 1e-12, at the start alone or at every row as well. */
#ifndef AUDIT_RECORD_H
#define AUDIT_RECORD_H

#include "subject.h"

enum { CHANNELS_MAX = 19 * BODIES_MAX + 3 * JOINTS_MAX + 1, RECORD_ROWS = INSTANTS_MAX + 1 };

typedef enum { PLACE, BODY_ANGLE, ATTITUDE, SPEED, SPIN, ACCEL, SPIN_ACCEL, REACTION, ENERGY, KINDS } ChannelKind;

/* A quaternion is four channels in a row. */
typedef struct {
    char name[24];
    ChannelKind kind;
} Channel;

typedef struct {
    int count;
    Channel is[CHANNELS_MAX];
} Channels;

typedef struct {
    int rows; /* as far as it came */
    double value[RECORD_ROWS][CHANNELS_MAX];
} Record;

/* Where the state is changed to see what comes of it. Each counts at least as much as the one before. */
typedef enum { NOWHERE, AT_THE_START, ALL_ALONG, NUDGINGS } Nudging;

/* The reference: its rows, the unit in which a difference of each kind counts, and the sensitivity of each channel up to
 * each row: the most of its kind (of reactions the most of its joint), 1 at least, and nowhere more than 1 without a nudge. */
typedef struct {
    const Subject *of; /* stays with its owner */
    Record record;
    double unit[KINDS];
    bool known[NUDGINGS]; /* sensitivities that were asked for */
    double sensitivity[NUDGINGS][RECORD_ROWS][CHANNELS_MAX];
    enum { AT_THE_END, STOPPED, TOO_MANY_STEPS } end;
    double least;    /* how independent the rows were at worst */
    double shortest; /* step */
    long steps;
} Reference;

void audit_channels(const Subject *s, Channels *out);
int audit_rows(const Subject *s);
double audit_row_time(const Subject *s, int row);
bool audit_row_switches(const Subject *s, int row);
bool audit_jumps(ChannelKind kind); /* where forces do */

/* False if the reference itself cannot go to the end. */
bool audit_reference(const Subject *s, const Channels *channels, Reference *out);
/* Finds a sensitivity of a reference that came to its end, once; most runs are judged without. */
void audit_sensitivity(const Channels *channels, Nudging nudging, Reference *reference);

/* The largest difference of two records, as a share of what is allowed for a tolerance: 1,000 tol times the sensitivity,
 * which must be known. Rows where that says nothing any more are left out. */
typedef struct {
    double share, is, wanted, time;
    int row, channel; /* -1: none */
    bool bad;         /* a value is not finite */
    int judged;       /* rows that could be compared */
} Difference;
typedef struct {
    double tol;
    Nudging nudging; /* of the sensitivity */
    double steps;    /* a tolerance for each of them, if they are more than 1,000 */
    double gain;     /* of Baumgarte's stabilisation, 1/s, or 0 */
} Allowance;
/* The largest difference of two records, as a share of the largest value of its kind. */
double audit_record_apart(const Channels *channels, const Record *a, const Record *b, const bool shown[]);
Difference audit_compare(const Subject *s, const Channels *channels, const Reference *reference, const Record *is,
                         const bool shown[], const Allowance *allowance);

#endif
