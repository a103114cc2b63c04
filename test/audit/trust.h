/* SPDX-License-Identifier: MIT
 *
 * Whether the estimate of `--verify` can be trusted: what it says of a run, against the reference. */
#ifndef AUDIT_TRUST_H
#define AUDIT_TRUST_H

#include "judge.h"

typedef struct {
    bool judged;     /* the run came to its end, and is not too sensitive */
    bool late;       /* it, or those it was repeated by, took too long */
    double low;      /* the largest error, as a multiple of what was estimated: of an output over the whole run, */
    double low_row;  /* and of a row */
    int row, channel; /* of that; */
    double is, wanted, estimate;
    bool other_form; /* it was repeated under another one */
} TrustVerdict;

void audit_trust(const Subject *s, const Channels *channels, const Reference *reference, const Way *way, TrustVerdict *out);

/* Runs of all ways of many mechanisms; the exit code: 1 if more than 1 in 100 were estimated low by more than 10. */
int audit_trust_all(unsigned long seed, long first, long step, long count, bool quick, bool show);

#endif
