/* SPDX-License-Identifier: MIT
 *
 * The classical Runge-Kutta method of order 4. */
#include "run/stepper.h"

static const double c[] = {0, 0.5, 0.5, 1};
static const double a[] = {0.5, 0, 0.5, 0, 0, 1};
static const double b[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
/* Against the method of order 3 that has the rate at the end in place of the last stage. */
static const double check[] = {0, 0, 0, 1.0 / 6, -1.0 / 6};
static const Tableau tableau = {
    .stages = 4, .c = c, .a = a, .b = b, .check = check, .check_order = 3};

const StepperType jd_stepper_rk4 = {
    .name = "rk4",
    .aliases = "runge-kutta",
    .summary = "classical Runge-Kutta, fixed step, order 4",
    .order = 4,
    .edge = 2.78,
    .tableau = &tableau,
};
