/* SPDX-License-Identifier: MIT
 *
 * Bodies that nearly have no mass. What the locks do to such a body are differences of large forces
 * divided by next to nothing, which leaves rounding. Where the locks tell how it moves when all
 * heavier ones are known, it may borrow mass from its joints like one that has none (theory 5.6),
 * which changes nothing and takes the division away. A light body with a motion of its own must
 * not: its own mass would drown in what it borrows. */
#include "math/dense.h"
#include "build/inside.h"
#include <string.h>

/* A pivot below this: rows and coordinates are measured by the mechanism's length. */
static const double vanishes = 1e-6;

enum { MOST_COLUMNS = 240 }; /* larger sets stay as they are */

typedef struct {
    JdSystem *system;
    Arena *scratch;
    Motion motion;
    int *set; /* of each body: its set, named by one of its bodies; -1: it is heavy */
    int rows, columns;
    int *column;    /* of each velocity of each body; -1: it is heavy */
    double *matrix; /* rows x columns */
} Light;

static bool is_light(const JdSystem *s, int body, int c) {
    const bool angular = c >= s->kernel->linear, idle = angular && s->body[body].idle[c % 3];
    return !idle && jd_is_light(s, jd_mass_of(s, body, c), angular);
}

static bool has_little(const JdSystem *s, int body) {
    for (int c = 0; c < s->kernel->nv; c++)
        if (jd_mass_of(s, body, c) > 0 && is_light(s, body, c)) return true;
    return false;
}

static bool has_light(const JdSystem *s, int body) {
    for (int c = 0; body && c < s->kernel->nv; c++)
        if (is_light(s, body, c)) return true;
    return false;
}

static bool holds(const SystemJoint *joint) {
    return !joint->couples && !joint->elastic;
}

/* ---- Sets of light bodies that hang together --------------------------------------------------
 */

static void find_sets(Light *l) {
    const JdSystem *s = l->system;
    bool changed = true;
    for (int b = 0; b < s->bodies; b++) l->set[b] = has_light(s, b) ? b : -1;
    while (changed) {
        changed = false;
        for (int k = 0; k < s->joints; k++) {
            int *i = &l->set[s->joint[k].body_i], *j = &l->set[s->joint[k].body_j];
            if (!holds(&s->joint[k]) || *i < 0 || *j < 0 || *i == *j) continue;
            *i = *j = *i < *j ? *i : *j;
            changed = true;
        }
    }
}

/* ---- Whether locks tell how they move ---------------------------------------------------------
 */

/* The bodies as they are drawn. */
static bool draw(Light *l) {
    const JdSystem *s = l->system;
    Motion *m = &l->motion;
    m->own_q = ARENA_NEW(l->scratch, double, jd_positions(s) + s->kernel->nq);
    m->own_v = ARENA_NEW(l->scratch, double, s->kernel->nv * s->bodies);
    m->bodies = jd_arena_take(l->scratch, (size_t)(s->bodies + s->nodes) * s->kernel->body_size);
    if (l->scratch->failed) return false;
    for (int b = 1; b < s->bodies; b++)
        s->kernel->from_pose(&s->body[b].pose, m->own_q + s->kernel->nq * (b - 1));
    m->q = m->own_q;
    m->v = m->own_v;
    m->turn = jd_counts(s, m->own_q);
    s->kernel->move(s, m);
    return true;
}

static void add_row(Light *l, const SystemJoint *joint, const Row *row) {
    const JdSystem *s = l->system;
    const int body[2] = {joint->body_i, joint->body_j}, n = s->kernel->nv;
    RowNow now;
    double *to = l->matrix + l->rows * l->columns;
    s->kernel->row(s, &l->motion, row, joint->frame_i, joint->frame_j, &now);
    for (int k = 0; k < l->columns; k++) to[k] = 0;
    for (int e = 0; e < 2; e++)
        for (int c = 0; c < n && body[e]; c++) {
            const double unit =
                (c < s->kernel->linear ? s->length : 1) / (row->metres ? s->length : 1);
            const int at = l->column[n * body[e] + c];
            if (at >= 0) to[at] += now.J[e][c] * unit;
        }
    l->rows++;
}

static void add_rows(Light *l, int set) {
    const JdSystem *s = l->system;
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        if (!holds(joint) || (l->set[joint->body_i] != set && l->set[joint->body_j] != set))
            continue;
        for (int r = 0; r < joint->locks; r++) add_row(l, joint, &joint->lock_row[r]);
        for (int f = 0; f < joint->frees; f++)
            if (jd_drive_of(s, k, f) >= 0) add_row(l, joint, &joint->free_row[f]);
    }
}

/* Are the columns independent? -1: no memory. */
static int is_told(Light *l) {
    int *row = ARENA_NEW(l->scratch, int, l->rows + 1);
    int *column = ARENA_NEW(l->scratch, int, l->columns + 1);
    if (!row || !column) return -1;
    for (int r = 0; r < l->rows; r++) row[r] = r;
    for (int c = 0; c < l->columns; c++) column[c] = c;
    const DenseChoice choice = {l->rows, l->columns, l->matrix, row, column, NULL};
    return jd_dense_choose(&choice, l->columns, vanishes) == l->columns;
}

/* False: no memory. */
static bool try_set(Light *l, int set) {
    JdSystem *s = l->system;
    const int n = s->kernel->nv;
    int rows = 0;
    l->rows = l->columns = 0;
    for (int b = 1; b < s->bodies; b++)
        for (int c = 0; c < n; c++)
            l->column[n * b + c] = l->set[b] == set && is_light(s, b, c) ? l->columns++ : -1;
    for (int k = 0; k < s->joints; k++)
        if (l->set[s->joint[k].body_i] == set || l->set[s->joint[k].body_j] == set)
            rows += s->joint[k].locks + s->joint[k].frees;
    if (l->columns > MOST_COLUMNS || rows < l->columns) return true;
    l->matrix = ARENA_NEW(l->scratch, double, rows * l->columns + 1);
    if (!l->matrix) return false;
    add_rows(l, set);
    const int told = l->rows < l->columns ? 0 : is_told(l);
    for (int b = 1; b < s->bodies; b++)
        if (l->set[b] == set && told > 0) s->body[b].borrows = true;
    return told >= 0;
}

static bool find_borrowers(Light *l) {
    const JdSystem *s = l->system;
    const size_t numbers = (size_t)(s->kernel->nv * s->bodies);
    l->set = ARENA_NEW(l->scratch, int, s->bodies + 1);
    l->column = ARENA_NEW(l->scratch, int, numbers + 1);
    if (l->scratch->failed || !draw(l)) return false;
    find_sets(l);
    for (int b = 1; b < s->bodies; b++)
        if (l->set[b] == b && !try_set(l, b)) return false;
    return true;
}

bool jd_build_light(Builder *b) {
    JdSystem *s = b->system;
    bool any = false;
    for (int k = 1; k < s->bodies; k++) any = any || has_little(s, k);
    if (!any) return true;
    Arena scratch = {0};
    Light l = {.system = s, .scratch = &scratch};
    const bool done = find_borrowers(&l);
    jd_arena_free(&scratch);
    return done;
}
