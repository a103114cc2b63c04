/* SPDX-License-Identifier: MIT
 *
 * Explicit Euler: all rates from the start of the step. Order 1; to reproduce papers. */
#include "run/stepper.h"

static const double c[] = {0, 1};
static const double b[] = {1};
static const double check[] = {-0.5, 0.5}; /* against the trapezoidal rule */
static const Tableau tableau = {.stages = 1, .c = c, .b = b, .check = check, .check_order = 1};

const StepperType jd_stepper_euler = {
    .name = "euler",
    .aliases = "explicit-euler",
    .summary = "explicit Euler, fixed step, order 1; to reproduce papers",
    .order = 1,
    .edge = 2,
    .tableau = &tableau,
};
