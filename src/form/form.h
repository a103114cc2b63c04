/* SPDX-License-Identifier: MIT
 *
 * Formulations: one file and one line in forms.def each. A formulation decides the unknowns of the motion
 * and how they change. Steppers see only this table; channels see only the Motion that `rates` leaves. */
#ifndef JD_FORM_H
#define JD_FORM_H

#include "system/system.h"

typedef struct { double positions, velocities; int rounds; bool done; } ProjectReport;

struct FormType {
    const char *name, *aliases, *summary;
    const char *closes; /* how loops are closed, in words */
    int index;          /* of its equations before stabilisation */
    /* Sizes and constant numbers: system->states, system->plan. False after a report. */
    bool (*prepare)(JdSystem *system, JdLog *log);
    /* The state from motion->q and motion->v. */
    void (*state)(const JdSystem *system, const Motion *motion, double *y);
    /* d y / d t, and everything else at this instant into the motion: q, v, a, lambda, forces. */
    void (*rates)(const JdSystem *system, Motion *motion, double time, const double *y,
                  double *rates);
    /* Only the part of the rates that follows from velocities without forces. */
    void (*kinematics)(const JdSystem *system, Motion *motion, const double *y, double *rates);
    int (*first_velocity)(const JdSystem *system); /* y from here on are velocities */
    /* A state after an accepted step put in order; true: it was changed. */
    bool (*tidy)(const JdSystem *system, double *y);
    /* Back onto positions and velocities that satisfy all rows. */
    ProjectReport (*project)(const JdSystem *system, Motion *motion, double time, double *y);
    /* Largest error over the state in units of the tolerance: <= 1 is good. */
    double (*error)(const JdSystem *system, const double *y0, const double *y1, const double *error,
                    double tol);
};

const FormType *jd_form_at(int index); /* NULL past the end */
const FormType *jd_form_find(const char *name);

#endif
