/* SPDX-License-Identifier: MIT
 *
 * Factoring and solving [A J^T; J 0] x = b. Two things happen here that the sparse solver does not
 * know: bodies without mass of their own borrow some from their joints, exactly (theory 5.6), and
 * rows that follow from others are held softly, which changes nothing (theory 5.9, anchor.c). */
#include "math/newton.h"
#include "rows/shapes.h"
#include <assert.h>
#include <string.h>

/* Below this ratio of a pivot to its scale the mechanism is near a singular position. The softness
 * there is so small, and taken out so often, that accelerations do not jump where it sets in:
 * theory (5.8). */
const double jd_near_singular = 1e-9;
static const double softness_singular = 1e-13;
enum { ROUNDS = 3 };

double jd_rows_borrowed(const JdSystem *system, const Row *row) {
    return system->weight * (row->metres ? 1 : system->length * system->length);
}

/* A += rho Ja^T Jb for all rows of a group; all blocks row-major. */
static void add_product(const JdSystem *system, const RowSet *set, int g, const double *Ja,
                        const double *Jb, double *A) {
    int n = system->kernel->nv;
    const Group *group = &set->group[g];
    for (int k = 0; k < group->count; k++) {
        double rho = jd_rows_borrowed(system, &set->row[group->first + k]);
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) A[r * n + c] += rho * Ja[k * n + r] * Jb[k * n + c];
    }
}

/* Own mass of the bodies that borrow, then what their joints lend. */
static void augment(const JdSystem *system, const RowSet *set, RowWork *w) {
    int n = system->kernel->nv;
    for (int g = 0; g < set->groups; g++) {
        if (!set->augmented[g]) continue;
        const int *ends = set->group[g].body;
        for (int k = 0; k < 2; k++)
            if (ends[k]) jd_rows_own_mass(system, set, ends[k], w);
        if (set->pair_bodies[g] < 0) continue;
        double *A = w->values + jd_sparse_pair_at(set->plan, set->pair_bodies[g]);
        for (int k = 0; k < n * n; k++) A[k] = 0;
    }
    for (int g = 0; g < set->groups; g++) {
        if (!set->augmented[g]) continue;
        const Group *group = &set->group[g];
        const double *Ji = NULL, *Jj = NULL;
        if (group->body[0]) Ji = w->values + jd_sparse_pair_at(set->plan, group->pair[0]);
        if (group->body[1]) Jj = w->values + jd_sparse_pair_at(set->plan, group->pair[1]);
        if (Ji)
            add_product(system, set, g, Ji, Ji,
                        w->values + jd_sparse_diagonal_at(set->plan, group->body[0] - 1));
        if (Jj)
            add_product(system, set, g, Jj, Jj,
                        w->values + jd_sparse_diagonal_at(set->plan, group->body[1] - 1));
        if (Ji && Jj)
            add_product(system, set, g, Ji, Jj,
                        w->values + jd_sparse_pair_at(set->plan, set->pair_bodies[g]));
    }
}

/* The right-hand side that goes with it: f += rho J^T g. */
static void augment_side(const JdSystem *system, const RowSet *set, const RowWork *w, double *b) {
    int n = system->kernel->nv, duals = n * (system->bodies - 1);
    for (int g = 0; g < set->groups; g++) {
        if (!set->augmented[g]) continue;
        const Group *group = &set->group[g];
        for (int side = 0; side < 2; side++) {
            if (!group->body[side]) continue;
            const double *J = w->values + jd_sparse_pair_at(set->plan, group->pair[side]);
            double *to = b + n * (group->body[side] - 1);
            for (int k = 0; k < group->count; k++) {
                int row = group->first + k;
                double g_row = jd_rows_borrowed(system, &set->row[row]) * b[duals + row];
                for (int c = 0; c < n; c++) to[c] += J[k * n + c] * g_row;
            }
        }
    }
}

void jd_rows_factor(const JdSystem *system, const RowSet *set, RowWork *w) {
    assert(w->filled || w->weights || w->soften > 0);
    const bool shorter = set->schur && w->soften == 0 && !w->weights && !system->uneven;
    if (shorter && jd_schur_factor(system, set, w)) return;
    w->short_way = false;
    if (set->augments) augment(system, set, w);
    w->epsilon = w->soften;
    const bool held = w->anchor.count > 0 && w->soften == 0;
    w->report = jd_sparse_factor(set->plan, w->values, held ? 1 : w->epsilon,
                                 held ? w->anchor.held : NULL, w->factor);
    if (w->epsilon > 0 || !set->loops || w->report.ratio > jd_near_singular) return;

    /* Near a singular position all rows are a little soft. */
    w->epsilon = softness_singular;
    const int n = jd_sparse_unknowns(set->plan);
    for (int k = 0; k < n && held; k++) w->step[k] = w->anchor.held[k] + w->epsilon * w->soft[k];
    SparseReport report = jd_sparse_factor(set->plan, w->values, held ? 1 : w->epsilon,
                                           held ? w->step : NULL, w->factor);
    w->report.positive = report.positive;
}

/* The right-hand side as the factors have it. */
static void keep_right(const JdSystem *system, const RowSet *set, RowWork *w) {
    memcpy(w->proof.right, w->b, (size_t)jd_sparse_unknowns(set->plan) * sizeof *w->proof.right);
    if (set->augments && !w->short_way && !w->unlent) augment_side(system, set, w, w->proof.right);
}

void jd_rows_solve(const JdSystem *system, const RowSet *set, RowWork *w) {
    int n = jd_sparse_unknowns(set->plan);
    if (w->proof.wanted) keep_right(system, set, w);
    if (w->short_way) {
        jd_schur_solve(system, set, w);
        return;
    }
    if (set->augments && !w->unlent) augment_side(system, set, w, w->b);
    const int rounds = w->soften > 0 ? 0 : w->epsilon > 0 ? ROUNDS : system->uneven ? 1 : 0;
    if (rounds == 0) {
        double *x = w->b;
        w->b = w->x;
        w->x = x;
        jd_sparse_solve(set->plan, w->factor, w->x);
        return;
    }
    for (int k = 0; k < n; k++) w->x[k] = w->b[k];
    jd_sparse_solve(set->plan, w->factor, w->x);

    /* Each round takes the softness, and rounding, out of what is left of the right-hand side; that
     * of anchors stays. */
    const int duals = jd_velocities(system);
    for (int round = 0; round < rounds; round++) {
        jd_sparse_residual(set->plan, w->values, w->x, w->b, w->step);
        for (int a = 0; a < w->anchor.count; a++) {
            const int k = duals + w->anchor.row[a];
            w->step[k] += w->anchor.held[k] * w->x[k];
        }
        jd_sparse_solve(set->plan, w->factor, w->step);
        for (int k = 0; k < n; k++) w->x[k] += w->step[k];
    }
}

/* Numbers of bodies, linear ones and angular ones by the mechanism's length: the largest. */
static double largest(const JdSystem *system, const double *x, double linear, double angular) {
    const Kernel *kernel = system->kernel;
    double most = 0;
    for (int b = 1; b < system->bodies; b++)
        for (int c = 0; c < kernel->nv; c++, x++) {
            const double size = fabs(*x) * (c < kernel->linear ? linear : angular);
            if (!isnan(most) && !(size <= most)) most = size;
        }
    return most;
}

double jd_motion_largest(const JdSystem *system, const double *a) {
    return largest(system, a, 1 / system->length, 1);
}

double jd_rows_worst(const JdSystem *s, const RowSet *set, const double *f, bool rates) {
    double most = 0;
    for (int r = 0; r < set->rows; r++) {
        const Row *row = &set->row[r];
        if (row->velocity && !rates) continue;
        const double size = fabs(f[r]) / (row->metres ? s->length : 1);
        if (!isnan(most) && !(size <= most)) most = size;
    }
    return most;
}

/* Accelerations and multipliers side by side again, where the search for those of least size took
 * their room. */
static const double *solution(const JdSystem *system, const Motion *m) {
    double *x = m->rows.x, *pull = x + jd_velocities(system);
    if (m->a != x) memcpy(x, m->a, (size_t)jd_velocities(system) * sizeof *x);
    if (m->pull != pull) memcpy(pull, m->pull, (size_t)system->dynamics.rows * sizeof *pull);
    return x;
}

double jd_rows_residue(const JdSystem *system, const Motion *m, double least) {
    const RowSet *set = &system->dynamics;
    const RowWork *w = &m->rows;
    assert(w->proof.right);
    const double length = system->length, *x = solution(system, m), *left = w->step;
    const int duals = jd_velocities(system);
    jd_sparse_residual(set->plan, w->values, x, w->proof.right, w->step);
    const double accel = largest(system, x, 1 / length, 1) + least, unit = system->weight * length;
    double force = largest(system, w->proof.right, 1, 1 / length), rows = 0;
    for (int r = 0; r < set->rows; r++) {
        const bool metres = set->row[r].metres;
        const double own = fabs(left[duals + r]) / (metres ? length : 1);
        if (!isnan(rows) && !(own <= rows)) rows = own;
        force = larger(fabs(x[duals + r]) / (metres ? 1 : length), force);
    }
    const double bodies = largest(system, left, 1, 1 / length);
    /* What forces could do to it counts as well: at rest they are in balance. */
    const double by_rows = rows > 0 || isnan(rows) ? rows / (accel + force / unit) : 0;
    const double by_bodies = bodies > 0 || isnan(bodies) ? bodies / (force + unit * least) : 0;
    return isnan(by_rows) || isnan(by_bodies) ? NAN : fmax(by_rows, by_bodies);
}

/* Where rows repeat each other the multipliers of least size are wanted: forces in newtons, moments
 * by the mechanism's length. The unit, an inverse mass, only sets how soft it is: theory (5.7). */
void jd_rows_set_soft(const JdSystem *system, const RowSet *set, RowWork *w) {
    double *soft = w->soft + jd_velocities(system);
    for (int r = 0; r < set->rows; r++)
        soft[r] = 1 / (system->weight * (set->row[r].metres ? 1 : system->length * system->length));
    if (set == &system->dynamics) jd_anchor_init(system, set, w);
}

int jd_rows_lowest(const JdSystem *system, const RowSet *set, const RowWork *w) {
    int row = w->report.row - jd_velocities(system);
    return row < set->rows ? row : -1;
}

double jd_motion_speed(const JdSystem *system, const double *v) {
    const Kernel *kernel = system->kernel;
    double most = 0;
    for (int b = 1; b < system->bodies; b++)
        for (int c = 0; c < kernel->nv; c++, v++)
            most = larger(fabs(*v) / (c < kernel->linear ? system->length : 1), most);
    return most;
}

/* ---- Memory --------------------------------------------------------------------------------- */

void jd_rowwork_layout(const JdSystem *system, const RowSet *set, RowWork *w, Layout *layout) {
    size_t widest = 0, n = (size_t)jd_sparse_unknowns(set->plan), rows = (size_t)set->rows + 1;
    for (int g = 0; g < set->groups; g++)
        if ((size_t)set->group[g].count > widest) widest = (size_t)set->group[g].count;
    size_t spare = widest * (size_t)system->kernel->nv;
    w->values = PLACE(layout, double, jd_sparse_values(set->plan) + spare);
    const size_t whole = jd_sparse_work(set->plan), shorter = jd_schur_work(set);
    w->factor = PLACE(layout, double, whole > shorter ? whole : shorter);
    w->f = PLACE(layout, double, rows);
    w->rate = PLACE(layout, double, rows);
    w->bias = PLACE(layout, double, rows);
    w->x = PLACE(layout, double, n + 1);
    w->b = PLACE(layout, double, n + 1);
    w->step = PLACE(layout, double, n + 1);
    w->soft = PLACE(layout, double, n + 1);
    if (set == &system->dynamics) w->proof.right = PLACE(layout, double, n + 1);
    if (set == &system->dynamics) jd_anchor_layout(system, set, w, layout);
    if (set->schur) jd_schur_layout(system, set, w, layout);
    size_t slots = (size_t)((const RowShapes *)set->shapes)->slot_room + 1;
    w->slots = jd_layout_place(layout, slots * system->kernel->slot_size);
}

void jd_motion_layout(const JdSystem *system, Motion *m, Layout *layout) {
    size_t bodies = (size_t)system->bodies, nv = (size_t)system->kernel->nv * bodies;
    m->q = m->own_q = PLACE(layout, double, jd_positions(system) + system->kernel->nq);
    m->turn = layout->base ? m->q + system->kernel->nq * (system->bodies - 1) : NULL;
    m->v = m->own_v = PLACE(layout, double, nv);
    m->a = m->own_a = PLACE(layout, double, nv);
    m->pull = m->own_pull = PLACE(layout, double, system->dynamics.rows + 1);
    m->inputs = PLACE(layout, double, system->slots + 1);
    m->extra_rate = PLACE(layout, double, system->extras + 1);
    m->known = PLACE(layout, int, 1);
    m->feedback = PLACE(layout, double, jd_feedback_room(system->feedbacks));
    m->feedback_order = PLACE(layout, int, system->feedbacks + 1);
    m->ring = PLACE(layout, double, (size_t)system->ring_most + jd_newton_room(system->ring_most));
    m->ring_order = PLACE(layout, int, system->ring_most + 1);
    m->extra = system->extra_start;
    m->given = system->given_start;
    m->forces = PLACE(layout, ForceOutput, system->forces + 1);
    m->power = PLACE(layout, double, system->forces + 1);
    m->bodies =
        jd_layout_place(layout, (bodies + (size_t)system->nodes) * system->kernel->body_size);
    jd_nodes_layout(system, m, layout);
    m->held = system->start_held;
    jd_rowwork_layout(system, &system->dynamics, &m->rows, layout);
    m->mode.parts = 0;
    if (!system->anchors) return;
    jd_mode_add(m, m->rows.anchor.row, (size_t)m->rows.anchor.count * sizeof *m->rows.anchor.row);
    jd_mode_add(m, &m->rows.anchor.ratio, sizeof m->rows.anchor.ratio);
}

/* ---- Keeping -------------------------------------------------------------------------------- */

void jd_rowwork_keep(RowWork *w, Keeper *keeper) {
    KEEP(keeper, w->report.ratio);
    KEEP(keeper, w->report.row);
    KEEP(keeper, w->report.positive);
    KEEP(keeper, w->report.bad_row);
    KEEP(keeper, w->epsilon);
    KEEP(keeper, w->soften);
    KEEP(keeper, w->short_way);
    KEEP(keeper, w->weights);
    KEEP(keeper, w->anchor.count);
    KEEP(keeper, w->anchor.ratio);
    KEEP(keeper, w->unlent);
}

void jd_motion_keep(Motion *m, Keeper *keeper, const void *block, size_t size) {
    KEEP(keeper, m->time);
    KEEP(keeper, m->soft_energy);
    KEEP(keeper, m->soft_conservative);
    KEEP(keeper, m->soft_power);
    KEEP(keeper, m->stands);
    KEEP(keeper, m->recovered);
    jd_keep_inner(keeper, &m->q, block, size);
    jd_keep_inner(keeper, &m->v, block, size);
    jd_keep_inner(keeper, &m->turn, block, size);
    jd_keep_inner(keeper, &m->extra, block, size);
    jd_keep_inner(keeper, &m->a, block, size);
    jd_keep_inner(keeper, &m->pull, block, size);
    jd_keep_inner(keeper, &m->tree_q, block, size);
    jd_keep_inner(keeper, &m->tree_u, block, size);
    jd_keep_inner(keeper, &m->tree_effort, block, size);
    jd_rowwork_keep(&m->rows, keeper);
}
