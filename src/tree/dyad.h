/* SPDX-License-Identifier: MIT
 *
 * Two bodies between bodies whose place is known, and how far they reach. For messages. */
#ifndef JD_DYAD_H
#define JD_DYAD_H

#include "loop/loop.h"
#include "system/system.h"

typedef struct {
    int body[2];          /* they hang together, and each on a body whose place is known */
    int joint[3];         /* of the first on what is known, between the two, of the second on what is known */
    const DyadKind *kind;
    DyadReach reach;
} DyadSpan;

/* Of all dyads that follow from the ground and the drives, the one nearest to a dead point, as the bodies of the motion
 * stand. False: there is none, or no memory. */
bool jd_dyad_nearest(const JdSystem *system, const Motion *motion, DyadSpan *out);
/* How much farther it would have to reach; below zero: it reaches. */
double jd_dyad_lacks(const DyadSpan *dyad);
/* What it is and how far it reaches, in words of mechanics: "bodies 'rod' (0.4 m) and ... ". */
void jd_dyad_words(const JdSystem *system, const DyadSpan *dyad, Text *out);
/* What its ends ask for here: "'jA' and 'jD' are 0.8 m apart and move apart at 0.3 m/s". */
void jd_dyad_ask(const JdSystem *system, const DyadSpan *dyad, Text *out);

#endif
