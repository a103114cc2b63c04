/* SPDX-License-Identifier: MIT
 *
 * Inside formulations: what newton_euler.c and its implicit side share. */
#ifndef JD_FORM_INSIDE_H
#define JD_FORM_INSIDE_H

#include "form/form.h"

/* Gains of each row: right-hand side = -bias - damp f' - restore f. Zero unless Baumgarte. */
typedef struct {
    double *damp, *restore;
} Plan;

bool jd_newton_euler_pattern(const JdSystem *system, bool locked, Arena *arena, Pattern *pattern);
void jd_newton_euler_residual(const JdSystem *system, Motion *motion, double time, bool locked,
                              const double *z, const double *rates, double *out);
void jd_newton_euler_known(const JdSystem *system, const Motion *motion, bool locked,
                           double *by_unknown, double *by_rate);

#endif
