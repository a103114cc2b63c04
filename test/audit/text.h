/* SPDX-License-Identifier: MIT
 *
 * The model text of a mechanism. */
#ifndef AUDIT_TEXT_H
#define AUDIT_TEXT_H

#include "mechanism.h"
#include <stddef.h>

/* Which velocities are start values: as many as there are freedoms, the others follow. By body 3 of the velocity, then 3 of
 * the angular velocity. */
typedef struct {
    bool said[BODIES_MAX][6];
} Starts;

/* Writes the text; returns its length, which is below room. */
size_t audit_text(const Mechanism *m, const Starts *starts, char *out, size_t room);

#endif
