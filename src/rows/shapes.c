/* SPDX-License-Identifier: MIT
 *
 * Sorts the rows of a set by shape, once, so that the loops of planar_rows.c and spatial_rows.c run
 * without a decision; and what both do around these loops. */
#include "rows/shapes.h"
#include <assert.h>
#include <string.h>

/* ---- Recognising shapes --------------------------------------------------------------------- */

bool jd_single_term(const Row *row, LockTerm *term) {
    const Lock *lock = &row->lock;
    if (row->velocity || lock->turn != 0 || lock->count != 1) return false;
    *term = lock->terms[0];
    return true;
}

int jd_side_of(VectorKind kind) {
    if (kind < VEC_XI || kind > VEC_Z0) return -1;
    return (int)(kind - VEC_XI) / 3;
}

AxisName jd_axis_of(VectorKind kind) {
    return (AxisName)((int)(kind - VEC_XI) % 3);
}

static bool is_point_row(const Row *row, VectorKind axis) {
    LockTerm t;
    return jd_single_term(row, &t) && t.c == 1 && row->lock.constant == 0 &&
           ((t.a == VEC_D && t.b == axis) || (t.b == VEC_D && t.a == axis));
}

bool jd_is_point(const Sorting *sorting, const Group *group, int row) {
    static const VectorKind axis[3] = {VEC_X0, VEC_Y0, VEC_Z0};
    const int rows = sorting->system->kernel->linear;
    if (row + rows > group->first + group->count) return false;
    for (int k = 0; k < rows; k++)
        if (!is_point_row(&sorting->set->row[row + k], axis[k])) return false;
    return true;
}

static bool distance_shape(const Row *row, DistanceShape *shape) {
    LockTerm t;
    if (!jd_single_term(row, &t) || t.a != VEC_D || t.b != VEC_D) return false;
    shape->c = t.c;
    shape->constant = row->lock.constant;
    return true;
}

/* ---- Sorting -------------------------------------------------------------------------------- */

/* Rows that are to be something: a prescribed motion, a start value; or wrap around. */
static void find_moved(Sorting *sorting) {
    RowShapes *s = sorting->shapes;
    for (int g = 0; g < sorting->set->groups; g++) {
        const Group *group = &sorting->set->group[g];
        s->couples = s->couples || group->couples;
        for (int r = group->first; !group->couples && r < group->first + group->count; r++) {
            const Row *row = &sorting->set->row[r];
            if (row->wraps || row->motion || row->target != 0 || row->target_rate != 0)
                s->moved_row[s->moved++] = r;
        }
    }
}

bool jd_sorting_init(Sorting *sorting, JdSystem *system, const RowSet *set, RowShapes *s) {
    Arena *arena = &system->arena;
    *sorting = (Sorting){system, set, s, ARENA_NEW(arena, int, system->frames)};
    s->slot_room = 2 * set->groups + 1;
    s->slot_frame = ARENA_NEW(arena, int, s->slot_room);
    s->point = ARENA_NEW(arena, PointShape, set->rows + 1);
    s->distance = ARENA_NEW(arena, DistanceShape, set->rows + 1);
    s->generic = ARENA_NEW(arena, GenericShape, set->rows + 1);
    s->moved_row = ARENA_NEW(arena, int, set->rows + 1);
    s->steady = ARENA_NEW(arena, bool, set->rows + 1);
    if (arena->failed) return false;
    for (int f = 0; f < system->frames; f++) sorting->slot_of_frame[f] = -1;
    find_moved(sorting);
    return true;
}

static int slot_of(Sorting *sorting, int frame) {
    if (sorting->slot_of_frame[frame] >= 0) return sorting->slot_of_frame[frame];
    RowShapes *s = sorting->shapes;
    const int at =
        sorting->system->frame[frame].body ? s->slots++ : s->slot_room - ++s->slots_ground;
    s->slot_frame[at] = frame;
    return sorting->slot_of_frame[frame] = at;
}

static Ends ends_of(Sorting *sorting, const Group *group, int row) {
    const RowSet *set = sorting->set;
    const size_t spare = jd_sparse_values(set->plan),
                 offset = (size_t)(sorting->system->kernel->nv * (row - group->first));
    return (Ends){
        .i = slot_of(sorting, group->frame_i),
        .j = slot_of(sorting, group->frame_j),
        .body_i = group->body[0],
        .body_j = group->body[1],
        .row = row,
        .Ji = (group->body[0] ? jd_sparse_pair_at(set->plan, group->pair[0]) : spare) + offset,
        .Jj = (group->body[1] ? jd_sparse_pair_at(set->plan, group->pair[1]) : spare) + offset,
    };
}

/* Returns how many rows it took. */
static int sort_row(Sorting *sorting, const Group *group, int row, TakeRows *take) {
    RowShapes *s = sorting->shapes;
    const Ends at = ends_of(sorting, group, row);
    const int rows = sorting->system->kernel->linear;
    if (jd_is_point(sorting, group, row)) {
        s->point[s->points++] = (PointShape){at};
        for (int k = 0; k < rows; k++) s->steady[row + k] = true;
        return rows;
    }
    const int taken = take(sorting, group, at);
    DistanceShape distance = {at};
    if (taken > 0) return taken;
    if (distance_shape(&sorting->set->row[row], &distance))
        s->distance[s->distances++] = distance;
    else
        s->generic[s->generics++] = (GenericShape){at, group->frame_i, group->frame_j};
    return 1;
}

void jd_sort_group(Sorting *sorting, int g, TakeRows *take) {
    const Group *group = &sorting->set->group[g];
    if (group->couples) return;
    for (int row = group->first; row < group->first + group->count;)
        row += sort_row(sorting, group, row, take);
}

/* ---- Around the loops ------------------------------------------------------------------------ */

void jd_rows_rest(const JdSystem *system, const RowSet *set, const Motion *motion,
                  GenericRow *generic, RowWork *work) {
    const RowShapes *s = set->shapes;
    const size_t size = (size_t)system->kernel->nv * sizeof(double);
    for (int k = 0; k < s->generics; k++) {
        const GenericShape *g = &s->generic[k];
        const int r = g->at.row;
        RowNow row;
        generic(system, &set->row[r], motion, g->frame_i, g->frame_j, &row);
        work->f[r] = row.f, work->rate[r] = row.rate, work->bias[r] = row.bias;
        memcpy(work->values + g->at.Ji, row.J[0], size);
        memcpy(work->values + g->at.Jj, row.J[1], size);
    }
    for (int k = 0; k < s->moved; k++) {
        const int r = s->moved_row[k];
        jd_row_target(&set->row[r], motion, &work->f[r], &work->rate[r], &work->bias[r]);
    }
    if (s->couples) jd_couple_rows(system, set, motion, work);
    work->filled = true;
}

void jd_rows_own_mass(const JdSystem *system, const RowSet *set, int body, RowWork *work) {
    const int n = system->kernel->nv;
    double *A = work->values + jd_sparse_diagonal_at(set->plan, body - 1);
    for (int k = 0; k < n * n; k++) A[k] = 0;
    for (int c = 0; c < n; c++)
        A[c * n + c] = !work->weights               ? jd_mass_of(system, body, c)
                       : c < system->kernel->linear ? 1
                                                    : system->length * system->length;
}

void jd_rows_begin(const JdSystem *system, const RowSet *set, RowWork *work) {
    const size_t count = jd_sparse_values(set->plan);
    const RowShapes *s = set->shapes;
    const int n = system->kernel->nv;
    for (size_t k = 0; k < count; k++) work->values[k] = 0;
    for (int b = 1; b < system->bodies; b++) jd_rows_own_mass(system, set, b, work);
    for (int k = 0; k < s->points; k++)
        for (int c = 0; c < system->kernel->linear; c++) {
            work->values[s->point[k].at.Ji + (size_t)(c * (n + 1))] = -1;
            work->values[s->point[k].at.Jj + (size_t)(c * (n + 1))] = 1;
        }
}

void jd_rows_end(const JdSystem *system, const RowSet *set, RowWork *work) {
    jd_rows_set_soft(system, set, work);
    if (set->schur) jd_schur_init(system, set, work);
}

void jd_rows_pull(const JdSystem *system, const Motion *motion, const SystemJoint *joint,
                  bool side_j, double sum[6]) {
    const RowSet *set = &system->dynamics;
    const Group *group = &set->group[joint->group];
    const int n = system->kernel->nv, first = joint->first_row, end = first + joint->locks;
    assert(motion->rows.filled);
    assert(first >= group->first && end <= group->first + group->count);
    for (int c = 0; c < 6; c++) sum[c] = 0;
    if (group->pair[side_j] < 0) return;
    const double *J = motion->rows.values + jd_sparse_pair_at(set->plan, group->pair[side_j]) +
                      n * (first - group->first);
    for (int r = first; r < end; r++, J += n)
        for (int c = 0; c < n; c++) sum[c] -= J[c] * motion->pull[r];
}
