/* SPDX-License-Identifier: MIT
 *
 * The shapes of rows in space: sorts them, once, so that the loops of spatial_rows.c run without a
 * decision. */
#include "rows/spatial.h"

/* ---- Recognising shapes --------------------------------------------------------------------- */

/* The axis of a frame, constant on its body. */
static Vec3 on_body(const JdSystem *system, int frame, VectorKind kind) {
    return axes_at(&system->frame[frame].local.axes, jd_axis_of(kind));
}

static bool axis_shape(const JdSystem *system, const Group *group, const Row *row, Axis3 *shape) {
    LockTerm t;
    if (!jd_single_term(row, &t) || (t.a == VEC_D) == (t.b == VEC_D)) return false;
    const VectorKind axis = t.a == VEC_D ? t.b : t.a;
    shape->side = jd_side_of(axis);
    if (shape->side < 0) return false;
    shape->a = shape->side == SIDE_I   ? on_body(system, group->frame_i, axis)
               : shape->side == SIDE_J ? on_body(system, group->frame_j, axis)
                                       : axes_at(&axes_none, jd_axis_of(axis));
    shape->a = vec3_scale(t.c, shape->a);
    shape->constant = row->lock.constant;
    return true;
}

static bool dot_shape(const JdSystem *system, const Group *group, const Row *row, Dot3 *shape) {
    LockTerm t;
    if (!jd_single_term(row, &t)) return false;
    if (jd_side_of(t.a) == SIDE_J) {
        const VectorKind first = t.a;
        t.a = t.b;
        t.b = first;
    }
    if (jd_side_of(t.a) != SIDE_I || jd_side_of(t.b) != SIDE_J) return false;
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

/* ---- Sorting -------------------------------------------------------------------------------- */

static int take(Sorting *sorting, const Group *group, Ends at) {
    SpatialShapes *s = (SpatialShapes *)sorting->shapes;
    const Row *row = &sorting->set->row[at.row];
    bool *steady = &s->all.steady[at.row];
    Axis3 axis = {at};
    Dot3 dot = {at};
    Hinge3 hinge = {at};
    if (hinge_shape(sorting->system, sorting->set, group, at.row, &hinge)) {
        s->hinge[s->hinges++] = hinge;
        steady[0] = steady[1] = true;
        return 2;
    }
    if (axis_shape(sorting->system, group, row, &axis))
        s->axis[s->axes++] = axis;
    else if (dot_shape(sorting->system, group, row, &dot))
        s->dot[s->dots++] = dot, steady[0] = true;
    else
        return 0;
    return 1;
}

bool jd_spatial_sort(JdSystem *system, RowSet *set) {
    Arena *arena = &system->arena;
    SpatialShapes *s = ARENA_NEW(arena, SpatialShapes, 1);
    Sorting sorting;
    if (!s || !jd_sorting_init(&sorting, system, set, &s->all)) return false;
    s->origin = ARENA_NEW(arena, Origin, s->all.slot_room);
    s->hinge = ARENA_NEW(arena, Hinge3, set->rows + 1);
    s->dot = ARENA_NEW(arena, Dot3, set->rows + 1);
    s->axis = ARENA_NEW(arena, Axis3, set->rows + 1);
    if (arena->failed) return false;

    for (int g = 0; g < set->groups; g++) jd_sort_group(&sorting, g, take);
    for (int k = 0; k < s->all.slot_room; k++) {
        const SystemFrame *frame = &system->frame[s->all.slot_frame[k]];
        s->origin[k] = (Origin){frame->body, frame->local.p};
    }
    set->shapes = s;
    return true;
}
