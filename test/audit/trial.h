/* SPDX-License-Identifier: MIT
 *
 * The program under audit: one mechanism under one formulation, stepper and stabilisation, by the public calls. */
#ifndef AUDIT_TRIAL_H
#define AUDIT_TRIAL_H

#include "record.h"

enum { CODES_MAX = 12, CODE_ROOM = 32 };

typedef struct {
    const char *form, *stepper, *stabilise;
    double tol; /* of its rows; fixed steppers get a step that is small enough for it */
} Way;

extern const Way audit_ways[];
extern const int audit_way_count;

typedef enum { ENDED, REFUSED, FAILED, HUNG, TOO_LONG } TrialEnd;

typedef struct {
    TrialEnd end;
    Record record;
    bool shown[CHANNELS_MAX]; /* channels that are there and unique */
    int codes;
    char code[CODES_MAX][CODE_ROOM]; /* of warnings and errors, each once */
    long steps;
} Trial;

void audit_try(const Subject *s, const Channels *channels, const Way *way, double fixed_step, double seconds, Trial *out);

/* Whether a warning is about how right the numbers are, rather than about the model. */
bool audit_doubts(const char *code);

#endif
