/* SPDX-License-Identifier: MIT
 *
 * Freedoms are counted with the integrator's own rows and singular values, not by the program. */
#include "subject.h"
#include <string.h>

static const double FURTHER =
    0.05; /* of the length, or radians: how far a generic position is looked for */
static const double WEAKEST = 2e-3; /* singular value below which a drawn position is no good */

static void random_motion(const Dense *d, Chance *chance, double size, double out[]) {
    const int per = d->m->planar ? 3 : 6, lengths = d->m->planar ? 2 : 3;
    for (int k = 0; k < d->velocities; k++)
        out[k] = uniform(chance, -size, size) * (k % per < lengths ? d->length : 1);
}

/* A random motion that the locks allow, from where the mechanism stands. */
static bool go_further(Dense *d, double y[]) {
    Chance chance = chance_of(1, 1);
    double by[VELOCITIES_MAX];
    double *v = y + d->positions;
    random_motion(d, &chance, FURTHER, v);
    audit_dense_place(d, 0, y);
    audit_dense_choose(d);
    if (!audit_dense_project(d, 0, y)) return false;
    memcpy(by, v, sizeof(double) * (size_t)d->velocities);
    audit_dense_move(d, by, y);
    return audit_dense_project(d, 0, y);
}

static int rank_at(const Mechanism *m, const double y[]) {
    static _Thread_local Dense d;
    double weakest;
    audit_dense_init(&d, m);
    audit_dense_place(&d, 0, y);
    return audit_dense_rank(&d, &weakest);
}

/* The joints that the text has. */
static void text_alone(const Mechanism *m, Mechanism *out) {
    *out = *m;
    for (int k = 0; k < m->joints; k++)
        out->joint[k].said = m->joint[k].said == SAID_TO_REFERENCE ? SAID_IN_TEXT : SAID_TO_BOTH;
}

/* Where text and reference have different joints they must lock the same motions: at a generic
 * position both have the rank of all rows together. */
static bool same_motion(const Mechanism *m, int rank, const double y[]) {
    static _Thread_local Mechanism text, both;
    bool differs = false;
    text_alone(m, &text);
    both = *m;
    for (int k = 0; k < m->joints; k++) {
        differs |= m->joint[k].said != SAID_TO_BOTH;
        both.joint[k].said = SAID_TO_BOTH;
    }
    return !differs || (rank_at(&text, y) == rank && rank_at(&both, y) == rank);
}

bool audit_analyse(Subject *s) {
    static _Thread_local Dense d;
    double y[STATE_MAX], weakest;
    audit_dense_init(&d, &s->m);
    audit_dense_start(&d, y);
    audit_dense_place(&d, 0, y);
    if (d.rows > ROWS_MAX - LOCKS_MAX) return false;
    s->rows = d.rows;
    s->rank = d.rank = audit_dense_rank(&d, &s->weakest);
    if (s->rank < 0 || s->weakest < WEAKEST) return false;
    s->freedoms = d.velocities - s->rank;
    if (s->freedoms + s->m.drives < 1) return false;
    if (!go_further(&d, y)) return false;
    return audit_dense_rank(&d, &weakest) == s->rank && same_motion(&s->m, s->rank, y);
}

/* Velocities of a state go to the bodies, along ground axes. */
static void take_velocities(Subject *s, const Dense *d) {
    for (int b = 1; b < s->m.bodies; b++) s->m.body[b].v = d->v[b], s->m.body[b].w = d->w[b];
}

/* Motions that the rows leave free, each of length 1 and normal to the others; returns how many. */
static int free_motions(Dense *d, int rank, double out[VELOCITIES_MAX][VELOCITIES_MAX]) {
    const int n = d->velocities, per = d->m->planar ? 3 : 6, lengths = d->m->planar ? 2 : 3;
    static _Thread_local Matrix a;
    int order[ROWS_MAX];
    a.rows = n;
    a.columns = d->rows;
    for (int r = 0; r < d->rows; r++) {
        double size = 0, *column = matrix_column(&a, r);
        for (int k = 0; k < n; k++) {
            column[k] = d->row[r].by[k] * (k % per < lengths ? d->length : 1);
            size += column[k] * column[k];
        }
        for (int k = 0; k < n; k++) column[k] /= sqrt(size);
    }
    audit_factor_chosen(&a, rank, order);
    a.columns = rank;
    for (int f = 0; f < n - rank; f++) {
        memset(out[f], 0, sizeof out[f]);
        out[f][rank + f] = 1;
        audit_apply(&a, out[f], 0);
    }
    return n - rank;
}

/* The velocity with the largest share in the motions from f on. */
static int largest_share(int f, int count, int n, double motion[][VELOCITIES_MAX]) {
    int best = 0;
    double most = -1;
    for (int k = 0; k < n; k++) {
        double size = 0;
        for (int g = f; g < count; g++) size += motion[g][k] * motion[g][k];
        if (size > most) most = size, best = k;
    }
    return best;
}

/* Turns two motions so that only the first has a velocity. */
static void turn_motions(int which, int n, double a[], double b[]) {
    const double x = a[which], z = b[which], r = hypot(x, z);
    for (int c = 0; c < n && r > 0; c++) {
        const double p = a[c], q = b[c];
        a[c] = (x * p + z * q) / r;
        b[c] = (x * q - z * p) / r;
    }
}

/* As many velocities as the joints of the text leave free where they start, which in a singular
 * position are more than the freedoms, so that the others follow as well as may be: the largest
 * shares in what is free, one after the other. */
static bool choose_starts(Subject *s, const double y[]) {
    static _Thread_local double motion[VELOCITIES_MAX][VELOCITIES_MAX];
    static _Thread_local Mechanism text;
    static _Thread_local Dense d;
    const int per = s->m.planar ? 3 : 6;
    double weakest;
    text_alone(&s->m, &text);
    audit_dense_init(&d, &text);
    audit_dense_place(&d, 0, y);
    const int rank = audit_dense_rank(&d, &weakest);
    if (rank < 0) return false;
    const int count = free_motions(&d, rank, motion);
    s->singular_start = count > s->freedoms;
    memset(&s->starts, 0, sizeof s->starts);
    for (int f = 0; f < count; f++) {
        const int best = largest_share(f, count, d.velocities, motion), k = best % per;
        s->starts.said[1 + best / per][s->m.planar && k == 2 ? 5 : k] = true;
        for (int g = f + 1; g < count; g++) turn_motions(best, d.velocities, motion[f], motion[g]);
    }
    return true;
}

static bool settle_from(Subject *s, Dense *d, double y[]) {
    d->rank = s->rank;
    audit_dense_place(d, 0, y);
    audit_dense_choose(d);
    if (!audit_dense_project(d, 0, y)) return false;
    take_velocities(s, d);
    return choose_starts(s, y);
}

bool audit_settle(Subject *s) {
    static _Thread_local Dense d;
    double y[STATE_MAX];
    audit_dense_init(&d, &s->m);
    audit_dense_start(&d, y);
    return settle_from(s, &d, y);
}

bool audit_set_moving(Subject *s, Chance *chance, double rate) {
    static _Thread_local Dense d;
    double y[STATE_MAX];
    audit_dense_init(&d, &s->m);
    audit_dense_start(&d, y);
    random_motion(&d, chance, rate, y + d.positions);
    return settle_from(s, &d, y);
}
