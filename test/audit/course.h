/* SPDX-License-Identifier: MIT
 *
 * The independent integrator, its steps: extrapolation of the midpoint rule (Gragg, Bulirsch, Stoer), each step projected,
 * ended at every instant that is asked for and at every switch of a force. */
#ifndef AUDIT_COURSE_H
#define AUDIT_COURSE_H

#include "dense.h"

enum { AUDIT_STEPS_MOST = 40000 };

typedef struct {
    Dense d;
    double time, step, tol;
    double y[STATE_MAX];
    double slow;  /* a rate below which nothing counts, 1/s */
    double shortest; /* step that the error asked for */
    long steps;
} Course;

/* At the start of a mechanism whose rows have this rank. */
void audit_course_start(Course *c, const Mechanism *m, int rank);
/* Goes on to an instant; false if it cannot. Accelerations and multipliers there are left in c->d. */
bool audit_course_to(Course *c, double until);
/* The largest speed of a body, by the length: 1/s. */
double audit_course_speed(const Course *c);

#endif
