/* SPDX-License-Identifier: MIT
 *
 * Inside the planar kernel: rows sorted by shape. A shape is a kind of lock frequent enough to have its
 * own short loop; everything else is SHAPE generic, which is the routine of joint/ for any lock. */
#ifndef JD_PLANAR_H
#define JD_PLANAR_H

#include "system/system.h"

typedef struct { double x, y, angle, c, s, vx, vy, w; } PlanarBody; /* body 0 is the ground */

/* A frame that rows refer to: constant on its body, and where it is now. */
typedef struct { int body; Vec2 local; double c, s; } Slot;
typedef struct { Vec2 arm, p, v, x; } SlotNow; /* x: direction of the frame's x axis */

/* Where a row reads and writes. Ji and Jj are offsets of three numbers in the matrix values; for the
 * ground they lead to a spare place behind the matrix. */
typedef struct { int i, j, body_i, body_j, row; size_t Ji, Jj; } Ends;

typedef struct { Ends at; } PointShape;                           /* d.x0 and d.y0, two rows */
typedef struct { Ends at; double c, constant; int side; bool y; } AxisShape; /* c d.a + const */
typedef struct { Ends at; double c, constant; bool y_i, y_j; } AngleShape;   /* c ai.bj + const */
typedef struct { Ends at; double c, constant; } DistanceShape;    /* c d.d + const */
typedef struct { Ends at; double angle; } TurnShape;              /* thetaj - thetai + angle */
typedef struct { Ends at; int frame_i, frame_j; } GenericShape;

enum { SIDE_I, SIDE_J, SIDE_GROUND };

typedef struct {
    int slots, slots_with_axes; /* on moving bodies; those whose axes are needed come first */
    int slot_room, slots_ground; /* on the ground: the last ones of the room, placed once */
    int points, axes, angles, distances, turns, generics, moved;
    Slot *slot;
    PointShape *point;
    AxisShape *axis;
    AngleShape *angle;
    DistanceShape *distance;
    TurnShape *turn;
    GenericShape *generic;
    bool couples;   /* there are rows that couple frees of joints */
    bool *steady;   /* of each row: points, angles and turns */
    int *moved_row; /* rows with a motion or a target */
} PlanarShapes;

bool jd_planar_sort(JdSystem *system, RowSet *set);
void jd_planar_rows(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *work);
void jd_planar_init(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_planar_own_mass(const JdSystem *system, const RowSet *set, int body, bool weights,
                        double *values);
void jd_planar_row(const JdSystem *system, const Motion *motion, const Row *row, int frame_i, int frame_j, RowNow *now);
Side jd_planar_side(const JdSystem *system, const Motion *motion, int frame);

#endif
