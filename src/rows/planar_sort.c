/* SPDX-License-Identifier: MIT
 *
 * The shapes of rows in the plane: sorts them, once, so that the loops of planar_rows.c run without
 * a decision. */
#include "rows/planar.h"

/* ---- Recognising shapes --------------------------------------------------------------------- */

static bool is_y(VectorKind kind) {
    return jd_axis_of(kind) == AXIS_Y;
}

static bool in_plane(VectorKind kind) {
    return jd_side_of(kind) >= 0 && jd_axis_of(kind) != AXIS_Z;
}

/* c d.a + const, with a an axis of i, of j or of the ground. */
static bool axis_shape(const Row *row, AxisShape *shape) {
    LockTerm t;
    if (!jd_single_term(row, &t) || (t.a == VEC_D) == (t.b == VEC_D)) return false;
    const VectorKind axis = t.a == VEC_D ? t.b : t.a;
    if (!in_plane(axis)) return false;
    shape->side = jd_side_of(axis);
    shape->y = is_y(axis);
    shape->c = t.c;
    shape->constant = row->lock.constant;
    return true;
}

static bool angle_shape(const Row *row, AngleShape *shape) {
    LockTerm t;
    if (!jd_single_term(row, &t) || !in_plane(t.a) || !in_plane(t.b)) return false;
    const bool straight = jd_side_of(t.a) == SIDE_I && jd_side_of(t.b) == SIDE_J;
    const bool swapped = jd_side_of(t.a) == SIDE_J && jd_side_of(t.b) == SIDE_I;
    if (!straight && !swapped) return false;
    shape->y_i = is_y(straight ? t.a : t.b);
    shape->y_j = is_y(straight ? t.b : t.a);
    shape->c = t.c;
    shape->constant = row->lock.constant;
    return true;
}

/* The angle of a free, and nothing else. */
static bool is_turn(const Row *row) {
    return row->lock.turn == 1 && row->lock.count == 0 && row->lock.constant == 0;
}

/* ---- Sorting -------------------------------------------------------------------------------- */

static int take(Sorting *sorting, const Group *group, Ends at) {
    PlanarShapes *s = (PlanarShapes *)sorting->shapes;
    const Row *row = &sorting->set->row[at.row];
    AxisShape axis = {at};
    AngleShape angle = {at};
    (void)group;
    if (is_turn(row))
        s->turn[s->turns++] = (TurnShape){at, row->angle}, s->all.steady[at.row] = true;
    else if (axis_shape(row, &axis))
        s->axis[s->axes++] = axis;
    else if (angle_shape(row, &angle))
        s->angle[s->angles++] = angle, s->all.steady[at.row] = true;
    else
        return 0;
    return 1;
}

static bool only_points(const Sorting *sorting, int g) {
    const Group *group = &sorting->set->group[g];
    return group->count == 2 && jd_is_point(sorting, group, group->first);
}

static Slot slot_at(const SystemFrame *frame) {
    return (Slot){frame->body, vec2(frame->local.p.x, frame->local.p.y), frame->local.axes.x.x,
                  frame->local.axes.x.y};
}

/* Frames whose axes are needed come first. */
bool jd_planar_sort(JdSystem *system, RowSet *set) {
    Arena *arena = &system->arena;
    PlanarShapes *s = ARENA_NEW(arena, PlanarShapes, 1);
    Sorting sorting;
    if (!s || !jd_sorting_init(&sorting, system, set, &s->all)) return false;
    s->slot = ARENA_NEW(arena, Slot, s->all.slot_room);
    s->axis = ARENA_NEW(arena, AxisShape, set->rows + 1);
    s->angle = ARENA_NEW(arena, AngleShape, set->rows + 1);
    s->turn = ARENA_NEW(arena, TurnShape, set->rows + 1);
    if (arena->failed) return false;

    for (int g = 0; g < set->groups; g++)
        if (!only_points(&sorting, g)) jd_sort_group(&sorting, g, take);
    s->slots_with_axes = s->all.slots;
    for (int g = 0; g < set->groups; g++)
        if (only_points(&sorting, g)) jd_sort_group(&sorting, g, take);
    for (int k = 0; k < s->all.slot_room; k++)
        s->slot[k] = slot_at(&system->frame[s->all.slot_frame[k]]);
    set->shapes = s;
    return true;
}
