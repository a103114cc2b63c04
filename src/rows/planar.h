/* SPDX-License-Identifier: MIT
 *
 * Inside the planar kernel: shapes of rows that there are in the plane. */
#ifndef JD_PLANAR_H
#define JD_PLANAR_H

#include "rows/shapes.h"

typedef struct { double x, y, angle, c, s, vx, vy, w; } PlanarBody; /* body 0 is the ground */

/* A frame that rows refer to: constant on its body, and where it is now. */
typedef struct { int body; Vec2 local; double c, s; } Slot;
typedef struct { Vec2 arm, p, v, x; } SlotNow; /* x: direction of the frame's x axis */

typedef struct { Ends at; double c, constant; int side; bool y; } AxisShape; /* c d.a + const */
typedef struct { Ends at; double c, constant; bool y_i, y_j; } AngleShape;   /* c ai.bj + const */
typedef struct { Ends at; double angle; } TurnShape;              /* thetaj - thetai + angle */

typedef struct {
    RowShapes all;
    int slots_with_axes; /* on moving bodies; they come first */
    int axes, angles, turns;
    Slot *slot;
    AxisShape *axis;
    AngleShape *angle;
    TurnShape *turn;
} PlanarShapes;

bool jd_planar_sort(JdSystem *system, RowSet *set);
void jd_planar_rows(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *work);
void jd_planar_init(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_planar_row(const JdSystem *system, const Motion *motion, const Row *row, int frame_i, int frame_j, RowNow *now);
Side jd_planar_side(const JdSystem *system, const Motion *motion, int frame);

#endif
