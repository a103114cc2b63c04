/* SPDX-License-Identifier: MIT
 *
 * The verdict on one way of running one mechanism, as a letter. */
#ifndef AUDIT_JUDGE_H
#define AUDIT_JUDGE_H

#include "trial.h"

// clang-format off
#define AUDIT_LETTERS                                                                          \
    LETTER('.', "agree")                                                                       \
    LETTER('s', "agree by the sensitivity to what is changed at later rows")                   \
    LETTER('l', "agree with a tolerance for each of more than 1,000 steps")                    \
    LETTER('g', "agree with the gains of the stabilisation")                                   \
    LETTER('w', "agree, with a warning that doubts the numbers")                               \
    LETTER('f', "agree within a tolerance, with a warning that doubts the numbers: false")     \
    LETTER('t', "differ by the truncation of a fixed step: half of it mends that")              \
    LETTER('d', "differ, with a warning that doubts the numbers")                              \
    LETTER('D', "DIFFER WITHOUT A WARNING")                                                    \
    LETTER('n', "rows that are not numbers, with a warning or an error")                       \
    LETTER('N', "ROWS THAT ARE NOT NUMBERS, WITHOUT A WORD")                                   \
    LETTER('r', "refused before the start, with an error")                                     \
    LETTER('e', "ended early, with an error")                                                  \
    LETTER('H', "HUNG")                                                                        \
    LETTER('-', "too sensitive, or steps too small, to be compared")                           \
    LETTER('?', "no reference, and the program has doubts, too")                               \
    LETTER('a', "no reference, but another form has the same")                                 \
    LETTER('G', "WENT ON, WITHOUT A WORD, WHERE THE REFERENCE STOPPED")
// clang-format on

typedef struct {
    char letter;
    Difference most; /* by the least that it agrees with, or by all that may be allowed */
    Trial trial;
} Verdict;

/* A step of the fixed stepper that is small enough, by the steps of the reference. */
double audit_fixed_step(const Subject *s, const Reference *reference);
void audit_judge(const Subject *s, const Channels *channels, Reference *reference, const Way *way, Verdict *out);
/* How grave a letter is: 2 and more if it must not occur, 1 if a right model was not run to its end, 0 if all is well. */
int audit_gravity(char letter);

#endif
