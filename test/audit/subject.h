/* SPDX-License-Identifier: MIT
 *
 * A mechanism made ready for the audit: velocities that its locks allow, start values that say them, rows that are asked for.
 * Mechanisms that are no subject (nothing moves, nearly singular as drawn) are told apart here. */
#ifndef AUDIT_SUBJECT_H
#define AUDIT_SUBJECT_H

#include "chance.h"
#include "course.h"
#include "text.h"

enum { SINGULARS_MAX = 8 };

typedef struct {
    Mechanism m;
    Starts starts;
    int rows, rank, freedoms;
    double weakest; /* singular value of the rows that count */
    bool singular_start; /* the joints of the text leave more free where they are drawn than elsewhere */
    /* Where a family of linkages is known to be singular: at these angles of a joint, up to half turns. */
    int singular_joint, singulars;
    double singular_angle[SINGULARS_MAX];
} Subject;

/* Rank and freedoms, also a little further on; false if they are not clear or nothing can move. */
bool audit_analyse(Subject *s);
/* Random velocities of about this rate (1/s) and speed (m/s), as the locks allow; none if the rate is zero. */
bool audit_set_moving(Subject *s, Chance *chance, double rate);
/* Velocities as they are, made to fit the locks; and which of them are start values. */
bool audit_settle(Subject *s);

#endif
