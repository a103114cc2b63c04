/* SPDX-License-Identifier: MIT
 *
 * What each type of joint locks and leaves free, written by hand from the definitions of the types. */
#ifndef AUDIT_EQUATIONS_H
#define AUDIT_EQUATIONS_H

#include "jet.h"
#include "mechanism.h"

enum { LOCKS_MAX = 6 };

/* One side of a joint: its point, its axes, and the angular velocity of its body (as the value of a jet). In the plane the
 * angle of the body, which counts turns. */
typedef struct {
    JetV point, x, y, z, w;
    Jet turn;
    Quat4 q, q_rate, q_accel; /* attitude of the frame, for the joints that want it */
} Side;

/* One lock. Of a velocity row the rate is what shall be zero, and there is no value. */
typedef struct {
    Jet is;
    bool velocity;
    bool length; /* it is measured in m, otherwise a number */
} LockRow;

/* The locks of a joint between bodies; `near` is its last turn, for those that count it. Returns how many there are. */
int audit_locks(const Mechanism *m, const MechJoint *joint, const Side *i, const Side *j, double near, LockRow out[LOCKS_MAX]);

/* A free: what is measured between the two sides. An angle is the one that is nearest to `near`. */
Jet audit_free(const Mechanism *m, FreeKind free, JointKind kind, const Side *i, const Side *j, double near);

/* The factors of the two frees in the row of a coupling. */
void audit_coupling(const MechJoint *joint, double *of_i, double *of_j);

#endif
