/* SPDX-License-Identifier: MIT
 *
 * Weights, springs, dampers, forces and torques. */
#ifndef AUDIT_LOADS_H
#define AUDIT_LOADS_H

#include "dense.h"

typedef struct {
    V3 f[BODIES_MAX], t[BODIES_MAX]; /* on each body, along ground axes, about its centre of mass */
    double stored;                   /* energy of springs */
} Loads;

Loads audit_loads(const Dense *d, double time, const double y[]);

#endif
