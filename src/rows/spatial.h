/* SPDX-License-Identifier: MIT
 *
 * Inside the spatial kernel: shapes of rows that there are in space. */
#ifndef JD_SPATIAL_H
#define JD_SPATIAL_H

#include "rows/shapes.h"

/* R: body axes in ground axes. w: angular velocity in ground axes, own: along body axes. Body 0 is the ground. */
typedef struct { Vec3 p; Axes R; Vec3 v, w, own; } SpatialBody;

/* The origin of a frame that rows refer to: constant on its body, and where it is now. */
typedef struct { int body; Vec3 local; } Origin;
typedef struct { Vec3 arm, p, v, bias; } OriginNow; /* bias: w x (w x arm) */

typedef struct { Ends at; Vec3 a, b; double c, constant; } Dot3; /* c a.b + const, a on i, b on j */
typedef struct { Ends at; Vec3 a, b, c; } Hinge3;              /* a.b and a.c: two rows */
typedef struct { Ends at; Vec3 a; double constant; int side; } Axis3; /* d.a + const */

typedef struct {
    RowShapes all;
    int hinges, dots, axes;
    Origin *origin; /* of each slot */
    Hinge3 *hinge;
    Dot3 *dot;
    Axis3 *axis;
} SpatialShapes;

bool jd_spatial_sort(JdSystem *system, RowSet *set);
void jd_spatial_rows(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *work);
void jd_spatial_init(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_spatial_row(const JdSystem *system, const Motion *motion, const Row *row, int frame_i, int frame_j, RowNow *now);
Side jd_spatial_side(const JdSystem *system, const Motion *motion, int frame);
void jd_spatial_hang(const JdSystem *system, int k, int body, const double *delta, const double *old_q,
                     double *q);
void jd_spatial_swing(const JdSystem *system, const Motion *motion, int k, int body,
                      const double *rates, double *v);

#endif
