/* SPDX-License-Identifier: MIT
 *
 * Newton-Euler as implicit steppers take it: nothing is solved, all equations are to become zero,
 *
 *     q' - T(q) v                         = 0          q' - T(q) (v - W^-1 J^T mu) = 0
 *     M v' + J^T p - Q                    = 0          M v' + J^T p - Q            = 0
 *     J v' + bias + 2 alpha f' + beta^2 f = 0          f' = 0,  f = 0
 *
 * on the left with index 1, on the right (`locked`) with index 2, after Gear, Gupta and Leimkuhler:
 * mu is zero but for what the stepper does wrong. theory (6.9)-(6.11)
 * Unknowns: the state, which is q, v and states of one's own, then p of every row, then mu of every
 * row. A row that follows from others (theory 5.9), and the mu of a velocity row, are asked to be
 * zero themselves. */
#include "form/inside.h"
#include <stdlib.h>
#include <string.h>

static const double *row_at(const JdSystem *s, const RowWork *w, const Group *group, int e) {
    return w->values + jd_sparse_pair_at(s->dynamics.plan, group->pair[e]);
}

static bool is_anchor(const JdSystem *s, const RowWork *w, int row) {
    return w->anchor.count > 0 && w->anchor.held[jd_velocities(s) + row] > 0;
}

/* to += J^T x, all bodies. */
static void add_pulls(const JdSystem *s, const RowWork *w, const double *x, double *to) {
    const int n = s->kernel->nv;
    for (int g = 0; g < s->dynamics.groups; g++) {
        const Group *group = &s->dynamics.group[g];
        for (int e = 0; e < group->ends; e++) {
            if (!group->body[e]) continue;
            const double *J = row_at(s, w, group, e), *pull = x + group->first;
            double *own = to + n * (group->body[e] - 1);
            for (int k = 0; k < group->count; k++, J += n)
                for (int c = 0; c < n; c++) own[c] += J[c] * pull[k];
        }
    }
}

/* to += J a, all rows. */
static void add_accelerations(const JdSystem *s, const RowWork *w, const double *a, double *to) {
    const int n = s->kernel->nv;
    for (int g = 0; g < s->dynamics.groups; g++) {
        const Group *group = &s->dynamics.group[g];
        for (int e = 0; e < group->ends; e++) {
            if (!group->body[e]) continue;
            const double *J = row_at(s, w, group, e), *own = a + n * (group->body[e] - 1);
            for (int k = 0; k < group->count; k++, J += n)
                for (int c = 0; c < n; c++) to[group->first + k] += J[c] * own[c];
        }
    }
}

static void balance(const JdSystem *s, Motion *m, const double *a, const double *pull,
                    double *out) {
    const int n = s->kernel->nv;
    RowWork *w = &m->rows;
    jd_forces_eval(s, m, w->b);
    for (int b = 1, k = 0; b < s->bodies; b++)
        for (int c = 0; c < n; c++, k++) out[k] = jd_mass_of(s, b, c) * a[k] - w->b[k];
    add_pulls(s, w, pull, out);
}

static void rows_by_acceleration(const JdSystem *s, const RowWork *w, const double *a,
                                 const double *pull, double *out) {
    const EulerPlan *plan = s->plan;
    for (int r = 0; r < s->dynamics.rows; r++)
        out[r] = w->bias[r] + plan->damp[r] * w->rate[r] + plan->restore[r] * w->f[r];
    add_accelerations(s, w, a, out);
    for (int k = 0; k < w->anchor.count; k++) out[w->anchor.row[k]] = pull[w->anchor.row[k]];
}

static void rows_by_position(const JdSystem *s, const RowWork *w, const double *pull,
                             const double *mu, double *out) {
    const int rows = s->dynamics.rows;
    for (int r = 0; r < rows; r++) {
        const bool follows = is_anchor(s, w, r);
        out[r] = follows ? pull[r] : w->rate[r];
        out[rows + r] = follows || s->dynamics.row[r].velocity ? mu[r] : w->f[r];
    }
}

/* Rates of the positions for velocities that mu has a share in: u = v - W^-1 J^T mu. */
static void shift_velocities(const JdSystem *s, Motion *m, const double *mu) {
    const int n = s->kernel->nv, count = n * (s->bodies - 1);
    const double turns = s->length * s->length;
    double *u = m->rows.step;
    memset(u, 0, (size_t)count * sizeof *u);
    add_pulls(s, &m->rows, mu, u);
    for (int k = 0; k < count; k++) u[k] = m->v[k] - u[k] / (k % n < s->kernel->linear ? 1 : turns);
    m->v = u;
    s->kernel->move(s, m);
}

void jd_newton_euler_residual(const JdSystem *s, Motion *m, double time, bool locked,
                              const double *z, const double *rates, double *out) {
    const int first = jd_positions(s), rows = s->dynamics.rows;
    const double *pull = z + s->states, *mu = pull + rows, *a = rates + first;
    m->time = time;
    m->q = z;
    m->v = z + first;
    s->kernel->move(s, m);
    s->kernel->rows(s, &s->dynamics, m, &m->rows);
    balance(s, m, a, pull, out + first);
    if (locked)
        rows_by_position(s, &m->rows, pull, mu, out + s->states);
    else
        rows_by_acceleration(s, &m->rows, a, pull, out + s->states);

    if (locked) shift_velocities(s, m, mu);
    s->kernel->derivative(s, m, out);
    for (int k = 0; k < first; k++) out[k] = rates[k] - out[k];
}

/* ---- Pattern -------------------------------------------------------------------------------- */

typedef struct {
    const JdSystem *system;
    Arena *arena;
    EntryList joined; /* what acts on body `row` depends on where body `column` is, by a joint */
    EntryList forced; /* or, on how it moves as well, by a force */
    EntryList owned;  /* what acts on body `row` depends on state `column` of one's own */
    const SlotReads *reads;
} Finder;

static void add_block(Arena *arena, EntryList *list, int row, int rows, int column, int columns) {
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) add_entry(arena, list, row + r, column + c);
}

/* By where a body is, and how it moves. */
static void add_body(const Finder *of, EntryList *list, int row, int rows, int body, bool moves) {
    const JdSystem *s = of->system;
    const int nq = s->kernel->nq, nv = s->kernel->nv;
    if (body == 0) return;
    add_block(of->arena, list, row, rows, nq * (body - 1), nq);
    if (moves) add_block(of->arena, list, row, rows, jd_positions(s) + nv * (body - 1), nv);
}

static void pair_all(Arena *arena, EntryList *list, const int *body, int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (body[i] && body[j]) add_entry(arena, list, body[i], body[j]);
}

static void pair_program(Finder *to, int body, const Program *program) {
    int at = 0, slot;
    while ((slot = jd_program_input(program, &at)) >= 0) {
        const SlotReads *reads = &to->reads[slot];
        for (int n = 0; n < reads->bodies; n++)
            add_entry(to->arena, &to->forced, body, reads->body[n]);
        for (int n = 0; n < reads->extras; n++)
            add_entry(to->arena, &to->owned, body, reads->extra[n]);
    }
}

static void pair_force(Finder *to, const SystemForce *force) {
    const JdSystem *s = to->system;
    const bool on_free = force->type->target == FORCE_ON_FREE;
    const int body[2] = {
        on_free ? s->joint[force->joint].body_i : s->frame[force->frame_i].body,
        on_free ? s->joint[force->joint].body_j : s->frame[force->frame_j].body,
    };
    pair_all(to->arena, &to->forced, body, 2);
    const int resolves = force->type->resolves ? s->frame[force->frame_r].body : 0;
    for (int e = 0; e < 2 && resolves; e++)
        if (body[e]) add_entry(to->arena, &to->forced, body[e], resolves);
    for (int k = 0; k < force->values; k++)
        for (int e = 0; e < 2 && force->program[k]; e++)
            if (body[e]) pair_program(to, body[e], force->program[k]);
}

/* What acts on a body at a node follows from all that acts on the node. */
static void pair_nodes(Finder *to, const SystemNodes *nodes) {
    const JdSystem *s = to->system;
    for (int a = 0; a < nodes->forces; a++) {
        const SystemForce *on = &s->force[nodes->force[a]];
        const int body[2] = {s->frame[on->frame_i].body, s->frame[on->frame_j].body};
        for (int e = 0; e < 2; e++) {
            if (!body[e]) continue;
            for (int k = 0; k < s->extras; k++) add_entry(to->arena, &to->owned, body[e], k);
            for (int b = 1; b < s->bodies; b++) add_entry(to->arena, &to->forced, body[e], b);
        }
    }
}

static int by_row(const void *a, const void *b) {
    const Entry *x = a, *y = b;
    return x->row != y->row ? x->row - y->row : x->column - y->column;
}

static void keep_once(EntryList *list) {
    if (list->count == 0) return;
    int kept = 1;
    qsort(list->at, (size_t)list->count, sizeof *list->at, by_row);
    for (int k = 1; k < list->count; k++)
        if (by_row(&list->at[k], &list->at[kept - 1])) list->at[kept++] = list->at[k];
    list->count = kept;
}

/* Which bodies depend on which, each pair once. */
static bool find_pairs(Finder *to) {
    const JdSystem *s = to->system;
    for (int b = 1; b < s->bodies; b++) add_entry(to->arena, &to->forced, b, b);
    for (int g = 0; g < s->dynamics.groups; g++)
        pair_all(to->arena, &to->joined, s->dynamics.group[g].body, s->dynamics.group[g].ends);
    for (int k = 0; k < s->forces; k++) pair_force(to, &s->force[k]);
    for (int k = 0; k < s->node_blocks; k++) pair_nodes(to, &s->node_block[k]);
    if (to->arena->failed) return false;
    keep_once(&to->joined);
    keep_once(&to->forced);
    return true;
}

static bool touches(const Group *group, int body) {
    for (int e = 0; e < group->ends; e++)
        if (body && group->body[e] == body) return true;
    return false;
}

/* Places follow from linear velocities, attitudes from themselves and angular velocities. */
static void find_kinematics(const JdSystem *s, Arena *arena, int body, EntryList *list) {
    const int nq = s->kernel->nq, nv = s->kernel->nv, linear = s->kernel->linear;
    const int q = nq * (body - 1), v = jd_positions(s) + nv * (body - 1);
    add_block(arena, list, q, linear, v, linear);
    add_block(arena, list, q + linear, nq - linear, q + linear, nq - linear);
    add_block(arena, list, q + linear, nq - linear, v + linear, nv - linear);
}

static void find_differences(Finder *from, bool locked, EntryList *list) {
    const JdSystem *s = from->system;
    Arena *arena = from->arena;
    const int nq = s->kernel->nq, nv = s->kernel->nv, first = jd_positions(s);
    const int rows = s->dynamics.rows, mu = s->states + rows;
    for (int b = 1; b < s->bodies; b++) find_kinematics(s, arena, b, list);
    for (int k = 0; k < from->joined.count; k++)
        add_body(from, list, first + nv * (from->joined.at[k].row - 1), nv,
                 from->joined.at[k].column, false);
    for (int k = 0; k < from->forced.count; k++)
        add_body(from, list, first + nv * (from->forced.at[k].row - 1), nv,
                 from->forced.at[k].column, true);
    for (int k = 0; k < from->owned.count; k++)
        add_block(arena, list, first + nv * (from->owned.at[k].row - 1), nv,
                  s->states - s->extras + from->owned.at[k].column, 1);
    for (int t = 0; t < s->turns; t++) {
        const int row = nq * (s->bodies - 1) + t;
        const int i = s->frame[s->turn[t].frame_i].body, j = s->frame[s->turn[t].frame_j].body;
        add_body(from, list, row, 1, i, true);
        add_body(from, list, row, 1, j, true);
        for (int g = 0; g < s->dynamics.groups && locked; g++) {
            const Group *group = &s->dynamics.group[g];
            if (touches(group, i) || touches(group, j))
                add_block(arena, list, row, 1, mu + group->first, group->count);
        }
    }
    for (int r = 0; r < rows && locked; r++) add_entry(arena, list, mu + r, mu + r);
    for (int g = 0; g < s->dynamics.groups; g++) {
        const Group *group = &s->dynamics.group[g];
        for (int e = 0; e < group->ends; e++) {
            const int b = group->body[e];
            add_body(from, list, s->states + group->first, group->count, b, true);
            if (locked) add_body(from, list, mu + group->first, group->count, b, false);
            if (locked && b)
                add_block(arena, list, nq * (b - 1), nq, mu + group->first, group->count);
        }
    }
}

bool jd_newton_euler_pattern(const JdSystem *s, bool locked, Arena *arena, Pattern *to) {
    const int nv = s->kernel->nv, first = jd_positions(s), rows = s->dynamics.rows;
    Finder finder = {.system = s, .arena = arena, .reads = jd_reads_make(s, arena)};
    *to = (Pattern){.unknowns = s->states + (locked ? 2 : 1) * rows};
    if (arena->failed) return false;
    if (!find_pairs(&finder)) return false;
    find_differences(&finder, locked, &to->differences);

    /* In the order in which jd_newton_euler_known writes the numbers. */
    for (int k = 0; k < s->states - s->extras; k++) add_entry(arena, &to->by_rate, k, k);
    for (int g = 0; g < s->dynamics.groups; g++) {
        const Group *group = &s->dynamics.group[g];
        for (int e = 0; e < group->ends; e++)
            for (int r = group->first; group->body[e] && r < group->first + group->count; r++)
                for (int c = 0; c < nv; c++) {
                    const int v = first + nv * (group->body[e] - 1) + c;
                    add_entry(arena, &to->by_unknown, v, s->states + r);
                    if (!locked) add_entry(arena, &to->by_rate, s->states + r, v);
                }
    }
    for (int r = 0; r < rows; r++) add_entry(arena, &to->by_unknown, s->states + r, s->states + r);
    return !arena->failed;
}

void jd_newton_euler_known(const JdSystem *s, const Motion *m, bool locked, double *by_unknown,
                           double *by_rate) {
    const int nv = s->kernel->nv, rows = s->dynamics.rows;
    const RowWork *w = &m->rows;
    for (int k = 0; k < jd_positions(s); k++) *by_rate++ = 1;
    for (int b = 1; b < s->bodies; b++)
        for (int c = 0; c < nv; c++) *by_rate++ = jd_mass_of(s, b, c);
    for (int g = 0; g < s->dynamics.groups; g++) {
        const Group *group = &s->dynamics.group[g];
        for (int e = 0; e < group->ends; e++) {
            if (!group->body[e]) continue;
            const double *J = row_at(s, w, group, e);
            for (int k = 0; k < group->count; k++) {
                const bool follows = is_anchor(s, w, group->first + k);
                for (int c = 0; c < nv; c++, J++) {
                    *by_unknown++ = *J;
                    if (!locked) *by_rate++ = follows ? 0 : *J;
                }
            }
        }
    }
    for (int r = 0; r < rows; r++) *by_unknown++ = is_anchor(s, w, r) ? 1 : 0;
}
