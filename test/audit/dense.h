/* SPDX-License-Identifier: MIT
 *
 * The independent integrator, its mechanics: coordinates of every body, all locks as rows, multipliers by orthogonal factors
 * of a dense matrix. Slow and plain.
 *
 * The state is y: of each body but the ground x, y, angle in the plane, or place and quaternion in space; then of each
 * vx, vy, rate, or the velocity along ground axes and the angular velocity along its own. */
#ifndef AUDIT_DENSE_H
#define AUDIT_DENSE_H

#include "equations.h"
#include "matrix.h"

enum { STATE_MAX = 13 * BODIES_MAX, VELOCITIES_MAX = MATRIX_ROWS, ROWS_MAX = MATRIX_COLUMNS };

/* Fixed on a body: from its centre of mass, along its axes. */
typedef struct {
    V3 arm, axis[3];
    bool wants_q;
    Quat4 q; /* of its axes on the body */
} FixedFrame;

/* A row: what it is now, and by the velocities (vx, vy, vz, wx, wy, wz along ground axes, or vx, vy, rate) of all bodies. */
typedef struct {
    LockRow lock;
    double by[VELOCITIES_MAX];
} Row;

typedef struct {
    const Mechanism *m;
    int moving, positions, velocities; /* bodies, numbers of y for places and for velocities */
    double length;
    FixedFrame joint[JOINTS_MAX][2], force[FORCES_MAX][2];
    double near[JOINTS_MAX][FREE_KINDS]; /* last values of angles */
    double within;                       /* an instant of the segment between two switches */

    /* As of the last evaluation. */
    V3 p[BODIES_MAX], v[BODIES_MAX], w[BODIES_MAX], own_w[BODIES_MAX];
    V3 accel[BODIES_MAX], turning[BODIES_MAX]; /* along ground axes */
    Turn turn[BODIES_MAX];
    Quat4 q[BODIES_MAX]; /* of length 1 */
    int rows, first[JOINTS_MAX + DRIVES_MAX + 1];
    Row row[ROWS_MAX];
    double multiplier[ROWS_MAX];

    /* Rows that all others follow from. */
    int rank, chosen[ROWS_MAX];
    double least; /* how independent the least of them was at an evaluation: 1 at best, 0 in a singular position */
    Matrix factor;
} Dense;

void audit_dense_init(Dense *d, const Mechanism *m);
void audit_dense_start(const Dense *d, double y[STATE_MAX]);
/* Places, velocities and rows at a state. */
void audit_dense_place(Dense *d, double time, const double y[]);
/* How many velocities a body has. */
static inline int dense_units(const Dense *d) {
    return d->m->planar ? 3 : 6;
}
/* A frame on a body as it moves now. */
Side audit_dense_side(const Dense *d, int body, const FixedFrame *f, const double y[]);
/* Adds a multiple of a free to a row. */
void audit_dense_add_free(const Dense *d, int joint, FreeKind free, double factor, const double y[], Row *row);

/* Rank of the rows where they are, by singular values measured by the length; -1 if it is not clear. */
int audit_dense_rank(Dense *d, double *weakest);
/* Chooses d->rank independent rows there. */
void audit_dense_choose(Dense *d);
/* dy/dt; accelerations and multipliers are left in d. */
void audit_dense_rates(Dense *d, double time, const double y[], double out[]);
/* Moves a state onto the locks, then its velocities. False if it does not get there. */
bool audit_dense_project(Dense *d, double time, double y[]);
/* Remembers the angles of a state, for those that count. */
void audit_dense_remember(Dense *d);
/* A free of a joint at a state, as it is placed now. */
Jet audit_dense_free(const Dense *d, int joint, FreeKind free, const double y[]);
/* Adds a small motion to a state: by velocities[] as those of y. */
void audit_dense_move(const Dense *d, const double velocities[], double y[]);
/* Energy, its size (what it consists of, without signs). */
double audit_dense_energy(Dense *d, double time, const double y[], double *size);
/* The force of a joint on its second body, by the multipliers. */
V3 audit_dense_reaction(const Dense *d, int joint);

#endif
