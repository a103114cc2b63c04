/* SPDX-License-Identifier: MIT
 *
 * Sorts the rows of a set in space by shape, once, so that the loops of spatial_rows.c run without
 * a decision. */
#include "system/spatial.h"

/* ---- Recognising shapes --------------------------------------------------------------------- */

static bool single_term(const Row *row, LockTerm *term) {
    const Lock *lock = &row->lock;
    if (row->velocity || lock->turn != 0 || lock->count != 1) return false;
    *term = lock->terms[0];
    return true;
}

/* 0: an axis of i, 1: of j, 2: of the ground; -1: no axis. */
static int side_of(VectorKind kind) {
    if (kind < VEC_XI || kind > VEC_Z0) return -1;
    return (int)(kind - VEC_XI) / 3;
}

static AxisName axis_of(VectorKind kind) {
    return (AxisName)((int)(kind - VEC_XI) % 3);
}

/* The axis of a frame, constant on its body. */
static Vec3 on_body(const JdSystem *system, int frame, VectorKind kind) {
    return axes_at(&system->frame[frame].local.axes, axis_of(kind));
}

static bool is_point_row(const Row *row, VectorKind axis) {
    LockTerm t;
    return single_term(row, &t) && t.c == 1 && row->lock.constant == 0 &&
           ((t.a == VEC_D && t.b == axis) || (t.b == VEC_D && t.a == axis));
}

/* Three rows d.x0, d.y0, d.z0, one behind the other: the two points stay together. */
static bool point_shape(const RowSet *set, const Group *group, int row) {
    if (row + 2 >= group->first + group->count) return false;
    return is_point_row(&set->row[row], VEC_X0) && is_point_row(&set->row[row + 1], VEC_Y0) &&
           is_point_row(&set->row[row + 2], VEC_Z0);
}

static bool axis_shape(const JdSystem *system, const Group *group, const Row *row, Axis3 *shape) {
    LockTerm t;
    if (!single_term(row, &t) || (t.a == VEC_D) == (t.b == VEC_D)) return false;
    const VectorKind axis = t.a == VEC_D ? t.b : t.a;
    shape->side = side_of(axis);
    if (shape->side < 0) return false;
    shape->a = shape->side == SIDE3_I   ? on_body(system, group->frame_i, axis)
               : shape->side == SIDE3_J ? on_body(system, group->frame_j, axis)
                                        : axes_at(&axes_none, axis_of(axis));
    shape->a = vec3_scale(t.c, shape->a);
    shape->constant = row->lock.constant;
    return true;
}

static bool dot_shape(const JdSystem *system, const Group *group, const Row *row, Dot3 *shape) {
    LockTerm t;
    if (!single_term(row, &t)) return false;
    if (side_of(t.a) == SIDE3_J) {
        const VectorKind first = t.a;
        t.a = t.b;
        t.b = first;
    }
    if (side_of(t.a) != SIDE3_I || side_of(t.b) != SIDE3_J) return false;
    shape->a = on_body(system, group->frame_i, t.a);
    shape->b = on_body(system, group->frame_j, t.b);
    shape->c = t.c;
    shape->constant = row->lock.constant;
    return true;
}

static bool is_same(Vec3 a, Vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool hinge_shape(const JdSystem *system, const RowSet *set, const Group *group, int row,
                        Hinge3 *shape) {
    Dot3 first, second;
    if (row + 1 >= group->first + group->count ||
        !dot_shape(system, group, &set->row[row], &first) ||
        !dot_shape(system, group, &set->row[row + 1], &second))
        return false;
    const bool plain = first.c == 1 && second.c == 1 && first.constant == 0 && second.constant == 0;
    if (!plain || !is_same(first.a, second.a)) return false;
    shape->a = first.a;
    shape->b = first.b;
    shape->c = second.b;
    return true;
}

static bool distance_shape(const Row *row, Distance3 *shape) {
    LockTerm t;
    if (!single_term(row, &t) || t.a != VEC_D || t.b != VEC_D) return false;
    shape->c = t.c;
    shape->constant = row->lock.constant;
    return true;
}

/* ---- Sorting -------------------------------------------------------------------------------- */

typedef struct {
    SpatialShapes *shapes;
    int *spot_of_frame;
    const JdSystem *system;
} Sorter;

static int spot_of(Sorter *sorter, int frame) {
    if (sorter->spot_of_frame[frame] >= 0) return sorter->spot_of_frame[frame];
    const SystemFrame *from = &sorter->system->frame[frame];
    SpatialShapes *s = sorter->shapes;
    int at = from->body ? s->spots++ : s->spot_room - ++s->spots_ground;
    s->spot[at] = (Origin){from->body, from->local.p};
    return sorter->spot_of_frame[frame] = at;
}

static Ends3 ends_of(Sorter *sorter, const RowSet *set, int g, int row) {
    const Group *group = &set->group[g];
    size_t spare = jd_sparse_values(set->plan), offset = 6 * (size_t)(row - group->first);
    return (Ends3){
        .i = spot_of(sorter, group->frame_i),
        .j = spot_of(sorter, group->frame_j),
        .body_i = group->body[0],
        .body_j = group->body[1],
        .row = row,
        .Ji = (group->body[0] ? jd_sparse_pair_at(set->plan, group->pair[0]) : spare) + offset,
        .Jj = (group->body[1] ? jd_sparse_pair_at(set->plan, group->pair[1]) : spare) + offset,
    };
}

/* Takes the row, or more of them, into its shape's list. Returns how many rows it took. */
static int sort_row(Sorter *sorter, const RowSet *set, int g, int row) {
    SpatialShapes *s = sorter->shapes;
    const Group *group = &set->group[g];
    const Row *first = &set->row[row];
    const Ends3 at = ends_of(sorter, set, g, row);
    Axis3 axis = {at};
    Dot3 dot = {at};
    Hinge3 hinge = {at};
    Distance3 distance = {at};

    if (point_shape(set, group, row)) {
        s->point[s->points++] = (Point3){at};
        s->steady[row] = s->steady[row + 1] = s->steady[row + 2] = true;
        return 3;
    }
    if (hinge_shape(sorter->system, set, group, row, &hinge)) {
        s->hinge[s->hinges++] = hinge;
        s->steady[row] = s->steady[row + 1] = true;
        return 2;
    }
    if (axis_shape(sorter->system, group, first, &axis))
        s->axis[s->axes++] = axis;
    else if (dot_shape(sorter->system, group, first, &dot))
        s->dot[s->dots++] = dot, s->steady[row] = true;
    else if (distance_shape(first, &distance))
        s->distance[s->distances++] = distance;
    else
        s->generic[s->generics++] = (Generic3){at, group->frame_i, group->frame_j};
    return 1;
}

bool jd_spatial_sort(JdSystem *system, RowSet *set) {
    Arena *arena = &system->arena;
    SpatialShapes *s = ARENA_NEW(arena, SpatialShapes, 1);
    int *spot_of_frame = ARENA_NEW(arena, int, system->frames);
    if (!s || !spot_of_frame) return false;
    s->spot_room = 2 * set->groups + 1;
    s->spot = ARENA_NEW(arena, Origin, s->spot_room);
    s->point = ARENA_NEW(arena, Point3, set->rows + 1);
    s->hinge = ARENA_NEW(arena, Hinge3, set->rows + 1);
    s->dot = ARENA_NEW(arena, Dot3, set->rows + 1);
    s->axis = ARENA_NEW(arena, Axis3, set->rows + 1);
    s->distance = ARENA_NEW(arena, Distance3, set->rows + 1);
    s->generic = ARENA_NEW(arena, Generic3, set->rows + 1);
    s->moved_row = ARENA_NEW(arena, int, set->rows + 1);
    s->steady = ARENA_NEW(arena, bool, set->rows + 1);
    if (arena->failed) return false;

    for (int f = 0; f < system->frames; f++) spot_of_frame[f] = -1;
    Sorter sorter = {s, spot_of_frame, system};
    for (int g = 0; g < set->groups; g++) {
        const Group *group = &set->group[g];
        s->couples = s->couples || group->couples;
        for (int row = group->first; !group->couples && row < group->first + group->count;)
            row += sort_row(&sorter, set, g, row);
        for (int r = group->first; !group->couples && r < group->first + group->count; r++)
            if (set->row[r].wraps || set->row[r].motion || set->row[r].target != 0 ||
                set->row[r].target_rate != 0)
                s->moved_row[s->moved++] = r;
    }
    set->shapes = s;
    return true;
}
