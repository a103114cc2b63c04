/* SPDX-License-Identifier: MIT
 *
 * Inside the kernels: rows sorted by shape, as far as it is the same in the plane and in space. A shape is a kind of
 * lock frequent enough to have its own short loop; everything else is generic, which is the routine of joint/ for any
 * lock. */
#ifndef JD_SHAPES_H
#define JD_SHAPES_H

#include "rows/rows.h"

enum { SIDE_I, SIDE_J, SIDE_GROUND }; /* whose axis it is */

/* Where a row reads and writes. i and j are slots: frames that rows refer to. Ji and Jj are offsets of kernel->nv numbers in
 * the matrix values; for the ground they lead to a spare place behind the matrix. */
typedef struct { int i, j, body_i, body_j, row; size_t Ji, Jj; } Ends;

typedef struct { Ends at; } PointShape;                        /* d.x0, d.y0 and in space d.z0: that many rows */
typedef struct { Ends at; double c, constant; } DistanceShape; /* c d.d + const */
typedef struct { Ends at; int frame_i, frame_j; } GenericShape;

/* The first member of what either kernel keeps as set->shapes. */
typedef struct {
    int slots, slot_room, slots_ground; /* those on the ground are the last of the room, placed once */
    int *slot_frame;                    /* of each slot */
    int points, distances, generics, moved;
    PointShape *point;
    DistanceShape *distance;
    GenericShape *generic;
    bool couples;   /* there are rows that couple frees of joints */
    bool *steady;   /* of each row: its linear numbers in J are constant */
    int *moved_row; /* rows with a motion or a target */
} RowShapes;

typedef struct Sorting {
    const JdSystem *system;
    const RowSet *set;
    RowShapes *shapes;
    int *slot_of_frame;
} Sorting;

/* Makes room for what both have. False: out of memory. */
bool jd_sorting_init(Sorting *sorting, JdSystem *system, const RowSet *set, RowShapes *shapes);
/* Takes the rows of a group by `take`, which says how many it took from this row on; 0: it knows none of its shapes, and it
 * is sorted here. */
typedef int TakeRows(Sorting *sorting, const Group *group, Ends at);
void jd_sort_group(Sorting *sorting, int group, TakeRows *take);
/* The rows d.x0, d.y0 (and d.z0), one behind the other, from this one on: the two points stay together. */
bool jd_is_point(const Sorting *sorting, const Group *group, int row);
/* A lock of one term, which is all of it but for a constant. */
bool jd_single_term(const Row *row, LockTerm *term);
/* Whose axis it is, of the ground too; -1: no axis. And which. */
int jd_side_of(VectorKind kind);
AxisName jd_axis_of(VectorKind kind);

/* How a body moves: its centre of mass, and its turning, along ground axes. */
typedef struct { Vec3 v, w; } BodyMotion;
/* What kernel->swing is made of: a body as if fixed on its parent, then the rates of the frees between both. */
BodyMotion jd_swing(const JdSystem *system, const Motion *motion, int k, int body, BodyMotion parent, const double *rates);
static inline int jd_parent_across(const SystemJoint *joint, int body) {
    return body == joint->body_j ? joint->body_i : joint->body_j;
}

/* f, rate, bias and J of a generic row. */
typedef void GenericRow(const JdSystem *system, const Row *row, const Motion *motion, int frame_i, int frame_j, RowNow *now);
/* What is left of kernel->rows behind the shapes of either kernel: generic rows, targets, couplings. */
void jd_rows_rest(const JdSystem *system, const RowSet *set, const Motion *motion, GenericRow *generic, RowWork *work);
/* What kernel->init begins with (masses, constant numbers of points) and ends with. */
void jd_rows_begin(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_rows_end(const JdSystem *system, const RowSet *set, RowWork *work);
/* Minus the sum of pull times the row over the locks of a joint: kernel->nv numbers. */
void jd_rows_pull(const JdSystem *system, const Motion *motion, const SystemJoint *joint, bool side_j, double sum[6]);

#endif
