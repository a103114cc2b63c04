/* SPDX-License-Identifier: MIT
 *
 * Accelerations and multipliers by orthogonal factors of the rows, and the way back onto the locks:
 * theory (4.1)-(4.3), (6.8), (8.3), (8.4). */
#include "loads.h"
#include <string.h>

/* ---- Linear algebra -------------------------------------------------------------------------- */

/* A row by velocities that are measured by the roots of the masses: theory (5.9). */
static void weighed(const Dense *d, const double by[], double out[]) {
    const Mechanism *m = d->m;
    for (int b = 1; b < m->bodies; b++) {
        const MechBody *body = &m->body[b];
        const double root = sqrt(body->mass);
        if (m->planar) {
            const double *x = by + 3 * (b - 1);
            v3_put(out + 3 * (b - 1), v3(x[0] / root, x[1] / root, x[2] / sqrt(body->inertia.z)));
            continue;
        }
        const double *x = by + 6 * (b - 1);
        const V3 own = turn_in(&d->turn[b], v3_from(x + 3));
        v3_put(out + 6 * (b - 1), v3_times(1 / root, v3_from(x)));
        v3_put(out + 6 * (b - 1) + 3,
               v3(own.x / sqrt(body->inertia.x), own.y / sqrt(body->inertia.y),
                  own.z / sqrt(body->inertia.z)));
    }
}

/* The other way: what is measured by roots of masses becomes velocities as in y. */
static void unweighed(const Dense *d, const double x[], double out[]) {
    const Mechanism *m = d->m;
    for (int b = 1; b < m->bodies; b++) {
        const MechBody *body = &m->body[b];
        const double s = 1 / sqrt(body->mass);
        if (m->planar) {
            const double *u = x + 3 * (b - 1);
            v3_put(out + 3 * (b - 1), v3(s * u[0], s * u[1], u[2] / sqrt(body->inertia.z)));
            continue;
        }
        const double *u = x + 6 * (b - 1);
        v3_put(out + 6 * (b - 1), v3_times(s, v3_from(u)));
        v3_put(out + 6 * (b - 1) + 3, v3(u[3] / sqrt(body->inertia.x), u[4] / sqrt(body->inertia.y),
                                         u[5] / sqrt(body->inertia.z)));
    }
}

static double norm(const double x[], int count) {
    double sum = 0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

static double weigh_column(const Dense *d, const Row *row, double column[]) {
    weighed(d, row->by, column);
    const double size = norm(column, d->velocities), s = size > 0 ? size : 1;
    for (int k = 0; k < d->velocities; k++) column[k] /= s;
    return s;
}

int audit_dense_rank(Dense *d, double *weakest) {
    const double clear = 1e-3, nothing = 1e-10; /* singular values between them say nothing */
    Matrix *a = &d->factor;
    *a = (Matrix){.rows = d->velocities, .columns = d->rows};
    for (int r = 0; r < d->rows; r++) {
        double *column = matrix_column(a, r);
        for (int k = 0; k < d->velocities; k++) {
            const bool turns = d->m->planar ? k % 3 == 2 : k % 6 >= 3;
            column[k] = d->row[r].by[k] * (turns ? 1 : d->length);
        }
        const double size = norm(column, d->velocities);
        for (int k = 0; k < d->velocities && size > 0; k++) column[k] /= size;
    }
    double values[MATRIX_COLUMNS];
    const int count = audit_singular_values(a, values);
    int rank = 0;
    *weakest = 1;
    for (int k = 0; k < count; k++) {
        if (values[k] > nothing && values[k] < clear) return -1;
        if (values[k] < clear) break;
        *weakest = fmin(*weakest, values[k]);
        rank++;
    }
    return rank;
}

static void note_least(Dense *d) {
    for (int c = 0; c < d->rank; c++) d->least = fmin(d->least, fabs(d->factor.head[c]));
}

void audit_dense_choose(Dense *d) {
    Matrix *a = &d->factor;
    a->rows = d->velocities;
    a->columns = d->rows;
    for (int r = 0; r < d->rows; r++) weigh_column(d, &d->row[r], matrix_column(a, r));
    audit_factor_chosen(a, d->rank, d->chosen);
    note_least(d);
}

/* The chosen rows as columns of length 1; their sizes go to scale. */
static void weigh_chosen(Dense *d, double scale[]) {
    d->factor.rows = d->velocities;
    d->factor.columns = d->rank;
    for (int c = 0; c < d->rank; c++)
        scale[c] = weigh_column(d, &d->row[d->chosen[c]], matrix_column(&d->factor, c));
}

/* The least x, measured by masses, for which the chosen rows give r; r becomes the multipliers. */
static void least_change(const Dense *d, double r[], double x[]) {
    audit_forth(&d->factor, d->rank, r);
    for (int k = 0; k < d->velocities; k++) x[k] = k < d->rank ? r[k] : 0;
    audit_apply(&d->factor, x, 0);
    audit_back(&d->factor, d->rank, r);
}

/* Accelerations as if nothing held the bodies, by roots of masses: theory (8.4). */
static void free_fall(const Dense *d, const Loads *loads, double x[]) {
    const Mechanism *m = d->m;
    for (int b = 1; b < m->bodies; b++) {
        const MechBody *body = &m->body[b];
        const V3 f = v3_times(1 / sqrt(body->mass), loads->f[b]), i = body->inertia;
        if (m->planar) {
            v3_put(x + 3 * (b - 1), v3(f.x, f.y, loads->t[b].z / sqrt(i.z)));
            continue;
        }
        const V3 w = d->own_w[b], spin = v3(i.x * w.x, i.y * w.y, i.z * w.z);
        const V3 t = v3_sub(turn_in(&d->turn[b], loads->t[b]), v3_cross(w, spin));
        v3_put(x + 6 * (b - 1), f);
        v3_put(x + 6 * (b - 1) + 3, v3(t.x / sqrt(i.x), t.y / sqrt(i.y), t.z / sqrt(i.z)));
    }
}

/* ---- Motion ---------------------------------------------------------------------------------- */

static void accelerations(Dense *d, const Loads *loads, double out[]) {
    double scale[ROWS_MAX], r[ROWS_MAX], x[VELOCITIES_MAX], fall[VELOCITIES_MAX];
    free_fall(d, loads, fall);
    weigh_chosen(d, scale);
    for (int c = 0; c < d->rank; c++) {
        const double *column = matrix_column(&d->factor, c);
        r[c] = -d->row[d->chosen[c]].lock.is.a / scale[c];
        for (int k = 0; k < d->velocities; k++) r[c] -= column[k] * fall[k];
    }
    audit_factor(&d->factor);
    note_least(d);
    least_change(d, r, x);
    for (int k = 0; k < d->velocities; k++) x[k] += fall[k];
    unweighed(d, x, out);
    for (int k = 0; k < d->rows; k++) d->multiplier[k] = 0;
    for (int c = 0; c < d->rank; c++) d->multiplier[d->chosen[c]] = r[c] / scale[c];
}

static void keep_accelerations(Dense *d, const double a[]) {
    for (int b = 1; b < d->m->bodies; b++) {
        const double *x = a + dense_units(d) * (b - 1);
        d->accel[b] = d->m->planar ? v3(x[0], x[1], 0) : v3_from(x);
        d->turning[b] = d->m->planar ? v3(0, 0, x[2]) : turn_out(&d->turn[b], v3_from(x + 3));
    }
}

/* theory (8.3) */
static void position_rates(const Dense *d, const double y[], double out[]) {
    for (int b = 0; b < d->moving; b++) {
        const double *v = y + d->positions + dense_units(d) * b;
        if (d->m->planar) {
            v3_put(out + 3 * b, v3_from(v));
            continue;
        }
        const double *at = y + 7 * b;
        const Quat4 q =
            quat4_times((Quat4){at[3], at[4], at[5], at[6]}, (Quat4){0, v[3], v[4], v[5]});
        v3_put(out + 7 * b, v3_from(v));
        out[7 * b + 3] = q.w / 2;
        v3_put(out + 7 * b + 4, v3(q.x / 2, q.y / 2, q.z / 2));
    }
}

void audit_dense_rates(Dense *d, double time, const double y[], double out[]) {
    audit_dense_place(d, time, y);
    const Loads loads = audit_loads(d, time, y);
    position_rates(d, y, out);
    accelerations(d, &loads, out + d->positions);
    keep_accelerations(d, out + d->positions);
}

/* The largest value, or rate, of a row: lengths by the length. */
static double violation(const Dense *d, bool rates) {
    double most = 0;
    for (int r = 0; r < d->rows; r++) {
        const LockRow *lock = &d->row[r].lock;
        most = fmax(most, fabs(rates ? lock->is.d : lock->is.f) / (lock->length ? d->length : 1));
    }
    return most;
}

static void correction(Dense *d, bool rates, double out[]) {
    double scale[ROWS_MAX], r[ROWS_MAX], x[VELOCITIES_MAX];
    weigh_chosen(d, scale);
    audit_factor(&d->factor);
    for (int c = 0; c < d->rank; c++) {
        const Jet is = d->row[d->chosen[c]].lock.is;
        r[c] = -(rates ? is.d : is.f) / scale[c];
    }
    least_change(d, r, x);
    unweighed(d, x, out);
}

bool audit_dense_project(Dense *d, double time, double y[]) {
    const int rounds = 12;
    const double done = 2e-16, good = 1e-12;
    double by[VELOCITIES_MAX], before = INFINITY, is = 0;
    audit_dense_place(d, time, y);
    for (int k = 0; k < rounds; k++) {
        is = violation(d, false);
        if (is <= done || is >= before / 2) break;
        before = is;
        correction(d, false, by);
        audit_dense_move(d, by, y);
        audit_dense_place(d, time, y);
    }
    for (int k = 0; k < 2; k++) {
        correction(d, true, by);
        for (int n = 0; n < d->velocities; n++) y[d->positions + n] += by[n];
        audit_dense_place(d, time, y);
    }
    return is < good && isfinite(violation(d, true));
}

/* ---- What is shown --------------------------------------------------------------------------- */

double audit_dense_energy(Dense *d, double time, const double y[], double *size) {
    double kinetic = 0, weight = 0;
    for (int b = 1; b < d->m->bodies; b++) {
        const MechBody *body = &d->m->body[b];
        const V3 w = d->own_w[b], i = body->inertia;
        kinetic += (body->mass * v3_dot(d->v[b], d->v[b]) + i.x * w.x * w.x + i.y * w.y * w.y +
                    i.z * w.z * w.z) /
                   2;
        weight -= body->mass * v3_dot(d->m->gravity, d->p[b]);
    }
    const Loads loads = audit_loads(d, time, y);
    *size = kinetic + fabs(weight) + loads.stored;
    return kinetic + weight + loads.stored;
}

V3 audit_dense_reaction(const Dense *d, int joint) {
    const MechJoint *is = &d->m->joint[joint];
    V3 f = {0, 0, 0};
    const int body = is->j ? is->j : is->i;
    for (int r = d->first[joint]; r < d->first[joint + 1]; r++) {
        const double *by = d->row[r].by + dense_units(d) * (body - 1);
        const V3 part = v3(by[0], by[1], d->m->planar ? 0 : by[2]);
        f = v3_add(f, v3_times((is->j ? 1 : -1) * d->multiplier[r], part));
    }
    return f;
}
