/* SPDX-License-Identifier: MIT
 *
 * Inside the spatial kernel: rows sorted by shape, as in the plane. */
#ifndef JD_SPATIAL_H
#define JD_SPATIAL_H

#include "system/system.h"

/* R: body axes in ground axes. w: angular velocity in ground axes, own: along body axes. Body 0 is the ground. */
typedef struct { Vec3 p; Axes R; Vec3 v, w, own; } SpatialBody;

/* The origin of a frame that rows refer to: constant on its body, and where it is now. */
typedef struct { int body; Vec3 local; } Origin;
typedef struct { Vec3 arm, p, v, bias; } OriginNow; /* bias: w x (w x arm) */

/* Where a row reads and writes. Ji and Jj are offsets of six numbers in the matrix values; for the
 * ground they lead to a spare place behind the matrix. */
typedef struct { int i, j, body_i, body_j, row; size_t Ji, Jj; } Ends3;

enum { SIDE3_I, SIDE3_J, SIDE3_GROUND };
typedef struct { Ends3 at; } Point3;                            /* d.x0, d.y0, d.z0: three rows */
typedef struct { Ends3 at; Vec3 a, b; double c, constant; } Dot3; /* c a.b + const, a on i, b on j */
typedef struct { Ends3 at; Vec3 a, b, c; } Hinge3;              /* a.b and a.c: two rows */
typedef struct { Ends3 at; Vec3 a; double constant; int side; } Axis3; /* d.a + const */
typedef struct { Ends3 at; double c, constant; } Distance3;     /* c d.d + const */
typedef struct { Ends3 at; int frame_i, frame_j; } Generic3;

typedef struct {
    int spots, spot_room, spots_ground; /* those on the ground are the last of the room, placed once */
    int points, hinges, dots, axes, distances, generics, moved;
    Origin *spot;
    Point3 *point;
    Hinge3 *hinge;
    Dot3 *dot;
    Axis3 *axis;
    Distance3 *distance;
    Generic3 *generic;
    bool *steady;
    bool couples;
    int *moved_row; /* rows with a motion or a target */
} SpatialShapes;

bool jd_spatial_sort(JdSystem *system, RowSet *set);
void jd_spatial_rows(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *work);
void jd_spatial_init(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_spatial_own_mass(const JdSystem *system, const RowSet *set, int body, bool weights, double *values);
void jd_spatial_row(const JdSystem *system, const Motion *motion, const Row *row, int frame_i, int frame_j, RowNow *now);
Side jd_spatial_side(const JdSystem *system, const Motion *motion, int frame);
void jd_spatial_hang(const JdSystem *system, int k, int body, const double *delta, const double *old_q,
                     double *q);
void jd_spatial_swing(const JdSystem *system, const Motion *motion, int k, int body,
                      const double *rates, double *v);

#endif
