/* SPDX-License-Identifier: MIT
 *
 * Sorts the rows of a set by shape, once, so that the loops of planar_rows.c run without a
 * decision. */
#include "system/planar.h"

/* ---- Recognising shapes --------------------------------------------------------------------- */

static bool is_axis_of(VectorKind kind, int side) {
    if (side == SIDE_I) return kind == VEC_XI || kind == VEC_YI;
    if (side == SIDE_J) return kind == VEC_XJ || kind == VEC_YJ;
    return kind == VEC_X0 || kind == VEC_Y0;
}

static bool is_y(VectorKind kind) {
    return kind == VEC_YI || kind == VEC_YJ || kind == VEC_Y0;
}

static bool single_term(const Row *row, LockTerm *term) {
    const Lock *lock = &row->lock;
    if (row->velocity || lock->turn != 0 || lock->count != 1) return false;
    *term = row->lock.terms[0];
    return true;
}

/* c d.a + const, with a an axis of i, of j or of the ground. */
static bool axis_shape(const Row *row, AxisShape *shape) {
    LockTerm t;
    if (!single_term(row, &t)) return false;
    VectorKind axis = t.a == VEC_D ? t.b : t.a;
    if (t.a != VEC_D && t.b != VEC_D) return false;
    for (int side = SIDE_I; side <= SIDE_GROUND; side++)
        if (is_axis_of(axis, side)) {
            shape->side = side;
            shape->y = is_y(axis);
            shape->c = t.c;
            shape->constant = row->lock.constant;
            return true;
        }
    return false;
}

static bool angle_shape(const Row *row, AngleShape *shape) {
    LockTerm t;
    if (!single_term(row, &t)) return false;
    bool straight = is_axis_of(t.a, SIDE_I) && is_axis_of(t.b, SIDE_J);
    bool swapped = is_axis_of(t.a, SIDE_J) && is_axis_of(t.b, SIDE_I);
    if (!straight && !swapped) return false;
    shape->y_i = is_y(straight ? t.a : t.b);
    shape->y_j = is_y(straight ? t.b : t.a);
    shape->c = t.c;
    shape->constant = row->lock.constant;
    return true;
}

static bool distance_shape(const Row *row, DistanceShape *shape) {
    LockTerm t;
    if (!single_term(row, &t) || t.a != VEC_D || t.b != VEC_D) return false;
    shape->c = t.c;
    shape->constant = row->lock.constant;
    return true;
}

/* The angle of a free, and nothing else. */
static bool is_turn(const Row *row) {
    return row->lock.turn == 1 && row->lock.count == 0 && row->lock.constant == 0;
}

/* Two rows d.x0 and d.y0, one behind the other: the two points stay together. */
static bool point_shape(const RowSet *set, const Group *group, int row) {
    if (row + 1 >= group->first + group->count) return false;
    AxisShape x, y;
    return axis_shape(&set->row[row], &x) && axis_shape(&set->row[row + 1], &y) &&
           x.side == SIDE_GROUND && y.side == SIDE_GROUND && !x.y && y.y && x.c == 1 && y.c == 1 &&
           x.constant == 0 && y.constant == 0;
}

/* ---- Sorting -------------------------------------------------------------------------------- */

typedef struct {
    PlanarShapes *shapes;
    int *slot_of_frame;
    const JdSystem *system;
} Sorter;

static int slot_of(Sorter *sorter, int frame) {
    if (sorter->slot_of_frame[frame] >= 0) return sorter->slot_of_frame[frame];
    const SystemFrame *from = &sorter->system->frame[frame];
    PlanarShapes *s = sorter->shapes;
    int at = from->body ? s->slots++ : s->slot_room - ++s->slots_ground;
    s->slot[at] = (Slot){from->body, vec2(from->local.p.x, from->local.p.y), from->local.axes.x.x,
                         from->local.axes.x.y};
    return sorter->slot_of_frame[frame] = at;
}

static Ends ends_of(Sorter *sorter, const RowSet *set, int g, int row) {
    const Group *group = &set->group[g];
    size_t spare = jd_sparse_values(set->plan), offset = 3 * (size_t)(row - group->first);
    return (Ends){
        .i = slot_of(sorter, group->frame_i),
        .j = slot_of(sorter, group->frame_j),
        .body_i = group->body[0],
        .body_j = group->body[1],
        .row = row,
        .Ji = (group->body[0] ? jd_sparse_pair_at(set->plan, group->pair[0]) : spare) + offset,
        .Jj = (group->body[1] ? jd_sparse_pair_at(set->plan, group->pair[1]) : spare) + offset,
    };
}

/* Takes the row, or two of them, into its shape's list. Returns how many rows it took. */
static int sort_row(Sorter *sorter, const RowSet *set, int g, int row) {
    PlanarShapes *s = sorter->shapes;
    const Group *group = &set->group[g];
    Ends at = ends_of(sorter, set, g, row);
    AxisShape axis = {at};
    AngleShape angle = {at};
    DistanceShape distance = {at};

    if (point_shape(set, group, row)) {
        s->point[s->points++] = (PointShape){at};
        s->steady[row] = s->steady[row + 1] = true;
        return 2;
    }
    if (is_turn(&set->row[row]))
        s->turn[s->turns++] = (TurnShape){at, set->row[row].angle}, s->steady[row] = true;
    else if (axis_shape(&set->row[row], &axis))
        s->axis[s->axes++] = axis;
    else if (angle_shape(&set->row[row], &angle))
        s->angle[s->angles++] = angle, s->steady[row] = true;
    else if (distance_shape(&set->row[row], &distance))
        s->distance[s->distances++] = distance;
    else
        s->generic[s->generics++] = (GenericShape){at, group->frame_i, group->frame_j};
    return 1;
}

static bool is_coupled(const Row *row) {
    return row->lock.q[0] != 0 || row->lock.q[1] != 0;
}

static void sort_group(Sorter *sorter, const RowSet *set, int g) {
    const Group *group = &set->group[g];
    for (int row = group->first; row < group->first + group->count;)
        row += sort_row(sorter, set, g, row);
}

static bool only_points(const RowSet *set, int g) {
    return set->group[g].count == 2 && point_shape(set, &set->group[g], set->group[g].first);
}

bool jd_planar_sort(JdSystem *system, RowSet *set) {
    Arena *arena = &system->arena;
    PlanarShapes *s = ARENA_NEW(arena, PlanarShapes, 1);
    int *slot_of_frame = ARENA_NEW(arena, int, system->frames);
    if (!s || !slot_of_frame) return false;
    s->slot_room = 2 * set->groups + 1;
    s->slot = ARENA_NEW(arena, Slot, s->slot_room);
    s->point = ARENA_NEW(arena, PointShape, set->rows + 1);
    s->axis = ARENA_NEW(arena, AxisShape, set->rows + 1);
    s->angle = ARENA_NEW(arena, AngleShape, set->rows + 1);
    s->distance = ARENA_NEW(arena, DistanceShape, set->rows + 1);
    s->turn = ARENA_NEW(arena, TurnShape, set->rows + 1);
    s->generic = ARENA_NEW(arena, GenericShape, set->rows + 1);
    s->moved_row = ARENA_NEW(arena, int, set->rows + 1);
    s->steady = ARENA_NEW(arena, bool, set->rows + 1);
    if (arena->failed) return false;

    for (int f = 0; f < system->frames; f++) slot_of_frame[f] = -1;
    Sorter sorter = {s, slot_of_frame, system};
    for (int g = 0; g < set->groups; g++)
        if (!only_points(set, g) && !set->group[g].couples) sort_group(&sorter, set, g);
    s->slots_with_axes = s->slots;
    for (int g = 0; g < set->groups; g++)
        if (only_points(set, g)) sort_group(&sorter, set, g);
    for (int r = 0; r < set->rows; r++)
        if (!is_coupled(&set->row[r]) &&
            (set->row[r].motion || set->row[r].target != 0 || set->row[r].target_rate != 0))
            s->moved_row[s->moved++] = r;
    for (int g = 0; g < set->groups; g++) s->couples = s->couples || set->group[g].couples;
    set->shapes = s;
    return true;
}
