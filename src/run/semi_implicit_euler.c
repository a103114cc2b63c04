/* SPDX-License-Identifier: MIT
 *
 * Semi-implicit Euler: velocities first, positions with the new velocities. Order 1; keeps the
 * energy of conservative mechanisms bounded, with locks by rattle.c. */
#include "run/inside.h"
#include <string.h>

static const double c[] = {0, 1};
static const double b[] = {1};
static const double check[] = {-0.5, 0.5}; /* against the trapezoidal rule */
static const Tableau tableau = {.stages = 1, .c = c, .b = b, .check = check, .check_order = 1};

/* By the accelerations at the start. */
static void plain_step(JdRun *run, double h) {
    int first = run->form->first_velocity(run->system);
    const double *rates = stage(run, 0);
    memcpy(run->y_new, run->y, (size_t)run->n * sizeof *run->y);
    for (int i = first; i < run->n; i++) run->y_new[i] += h * rates[i];
    run->form->kinematics(run->system, &run->motion, run->y_new, run->work);
    for (int i = 0; i < first; i++) run->y_new[i] += h * run->work[i];
}

static void step(JdRun *run, double h) {
    const JdSystem *s = run->system;
    const bool locked = jd_stabilise_projects(s) && s->dynamics.rows > 0;
    run->on_locks = locked && jd_rattle_step(run, h);
    if (!run->on_locks) plain_step(run, h);
}

const StepperType jd_stepper_semi_implicit_euler = {
    .name = "semi-implicit-euler",
    .aliases = "symplectic-euler",
    .summary = "velocities first, then positions; fixed step, order 1",
    .order = 1,
    .edge = 2,
    .tableau = &tableau,
    .step = step,
    .layout = jd_rattle_layout,
};
