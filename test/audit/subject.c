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

/* Where text and reference have different joints they must lock the same motions: at a generic
 * position both have the rank of all rows together. */
static bool same_motion(const Mechanism *m, int rank, const double y[]) {
    static _Thread_local Mechanism text, both;
    bool differs = false;
    text = both = *m;
    for (int k = 0; k < m->joints; k++) {
        differs |= m->joint[k].said != SAID_TO_BOTH;
        both.joint[k].said = SAID_TO_BOTH;
        text.joint[k].said = m->joint[k].said == SAID_TO_REFERENCE ? SAID_IN_TEXT : SAID_TO_BOTH;
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

/* As many velocities as there are freedoms, so that the others follow as well as may be: those with
 * the largest share in what the locks leave free, one after the other. */
static void choose_starts(Subject *s, Dense *d) {
    const int n = d->velocities, per = s->m.planar ? 3 : 6, lengths = s->m.planar ? 2 : 3;
    static _Thread_local double left[VELOCITIES_MAX][VELOCITIES_MAX];
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
    audit_factor_chosen(&a, s->rank, order);
    a.columns = s->rank;
    /* Columns of what Q leaves over span the freedoms. */
    for (int f = 0; f < s->freedoms; f++) {
        double x[VELOCITIES_MAX] = {0};
        x[s->rank + f] = 1;
        audit_apply(&a, x, 0);
        memcpy(left[f], x, sizeof x);
    }
    memset(&s->starts, 0, sizeof s->starts);
    for (int f = 0; f < s->freedoms; f++) {
        int best = 0;
        double most = -1;
        for (int k = 0; k < n; k++) {
            double size = 0;
            for (int g = f; g < s->freedoms; g++) size += left[g][k] * left[g][k];
            if (size > most) most = size, best = k;
        }
        const int b = 1 + best / per, k = best % per;
        s->starts.said[b][s->m.planar && k == 2 ? 5 : k] = true;
        /* Turn the rest so that only left[f] has this velocity. */
        for (int g = f + 1; g < s->freedoms; g++) {
            const double x = left[f][best], z = left[g][best], r = hypot(x, z);
            if (r == 0) continue;
            for (int c = 0; c < n; c++) {
                const double p = left[f][c], q = left[g][c];
                left[f][c] = (x * p + z * q) / r;
                left[g][c] = (x * q - z * p) / r;
            }
        }
    }
}

static bool settle_from(Subject *s, Dense *d, double y[]) {
    d->rank = s->rank;
    audit_dense_place(d, 0, y);
    audit_dense_choose(d);
    if (!audit_dense_project(d, 0, y)) return false;
    take_velocities(s, d);
    choose_starts(s, d);
    return true;
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
