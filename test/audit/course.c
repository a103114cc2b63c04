/* SPDX-License-Identifier: MIT
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.9. */
#include "course.h"
#include <string.h>

enum { TABLEAU = 8 };                 /* rows: 2, 4, ... 16 midpoint steps */
static const int FIRST_LOOK = 2;      /* row from which on an error is believed */
static const double SHORTEST = 1e-13; /* of the run */

double audit_course_speed(const Course *c) {
    double most = 0;
    for (int b = 1; b < c->d.m->bodies; b++)
        most = fmax(most, fmax(v3_size(c->d.v[b]) / c->d.length, v3_size(c->d.w[b])));
    return most;
}

void audit_course_start(Course *c, const Mechanism *m, int rank) {
    audit_dense_init(&c->d, m);
    c->d.rank = rank;
    c->time = 0;
    c->tol = 1e-12;
    c->slow = 1 / m->until;
    c->step = m->until / 50;
    c->steps = 0;
    c->shortest = m->until;
    audit_dense_start(&c->d, c->y);
}

/* The midpoint rule with n steps, from the rates at the start. */
static void midpoints(Course *c, double h, int n, const double start[], double out[]) {
    const int size = c->d.positions + c->d.velocities;
    double last[STATE_MAX], rates[STATE_MAX];
    const double s = h / n;
    memcpy(last, c->y, sizeof last);
    for (int k = 0; k < size; k++) out[k] = last[k] + s * start[k];
    for (int step = 1; step < n; step++) {
        audit_dense_rates(&c->d, c->time + step * s, out, rates);
        for (int k = 0; k < size; k++) {
            const double keep = out[k];
            out[k] = last[k] + 2 * s * rates[k];
            last[k] = keep;
        }
    }
}

/* A step that is far too long overflows: fmax would not see it. */
static double measure(const Course *c, const double a[], const double b[], double speed) {
    double most = 0, sum = 0;
    const int p = c->d.m->planar ? 3 : 7, v = c->d.m->planar ? 3 : 6;
    for (int k = 0; k < c->d.positions; k++) {
        const bool length = k % p < (c->d.m->planar ? 2 : 3);
        most = fmax(most, fabs(a[k] - b[k]) / (length ? c->d.length : 1));
    }
    for (int k = 0; k < c->d.velocities; k++) {
        const bool length = k % v < (c->d.m->planar ? 2 : 3);
        const double e = fabs(a[c->d.positions + k] - b[c->d.positions + k]);
        most = fmax(most, e / ((length ? c->d.length : 1) * speed));
    }
    for (int k = 0; k < c->d.positions + c->d.velocities; k++) sum += 0 * (a[k] - b[k]);
    return sum == 0 ? most / c->tol : INFINITY;
}

/* One row of the tableau from the one above it. */
static void extrapolate(int row, int size, double above[TABLEAU][STATE_MAX],
                        double is[TABLEAU][STATE_MAX]) {
    for (int k = 1; k <= row; k++) {
        const double ratio = (double)(row + 1) / (row + 1 - k), f = 1 / (ratio * ratio - 1);
        for (int n = 0; n < size; n++)
            is[k][n] = is[k - 1][n] + f * (is[k - 1][n] - above[k - 1][n]);
    }
}

typedef struct {
    double y[STATE_MAX];
    double error;
    int row;
} Tried;

static void try_step(Course *c, double h, Tried *out) {
    const int size = c->d.positions + c->d.velocities;
    static _Thread_local double table[2][TABLEAU][STATE_MAX];
    double start[STATE_MAX];
    audit_dense_rates(&c->d, c->time, c->y, start);
    const double speed = c->slow + audit_course_speed(c);
    out->error = INFINITY;
    for (int row = 0; row < TABLEAU; row++) {
        double(*is)[STATE_MAX] = table[row % 2], (*above)[STATE_MAX] = table[1 - row % 2];
        midpoints(c, h, 2 * (row + 1), start, is[0]);
        extrapolate(row, size, above, is);
        if (row < FIRST_LOOK) continue;
        const double last = out->error;
        out->error = measure(c, is[row], is[row - 1], speed);
        out->row = row;
        memcpy(out->y, is[row], sizeof out->y);
        if (out->error <= 1 || !isfinite(out->error)) return;
        if (row > FIRST_LOOK + 1 && out->error > last) return; /* rounding, or too long a step */
    }
}

/* A step that ends at `until` at the latest. */
static bool advance(Course *c, double until) {
    audit_dense_place(&c->d, c->time, c->y);
    audit_dense_choose(&c->d);
    audit_dense_remember(&c->d);
    for (;;) {
        const double left = until - c->time;
        const bool last = c->step >= left * (1 - 1e-9);
        const double h = last ? left : fmin(c->step, left / 2);
        if (h < SHORTEST * c->d.m->until && !last) return false;
        Tried t;
        try_step(c, h, &t);
        const double exponent = -1.0 / (2 * t.row + 1);
        const double factor = isfinite(t.error) ? 0.8 * pow(fmax(t.error, 1e-10), exponent) : 0.1;
        if (t.error <= 1) {
            const double grown = h * fmin(4, factor) * (t.row < TABLEAU - 2 ? 1.2 : 1);
            if (!last || grown > c->step) c->step = grown;
            c->time = last ? until : c->time + h;
            memcpy(c->y, t.y, sizeof c->y);
            c->steps++;
            if (!last && c->steps > 1) c->shortest = fmin(c->shortest, h);
            return audit_dense_project(&c->d, c->time, c->y);
        }
        c->step = h * fmax(0.1, fmin(0.7, factor));
        if (c->step < SHORTEST * c->d.m->until) return false;
    }
}

static bool smooth_to(Course *c, double until) {
    c->d.within = (c->time + until) / 2;
    while (c->time < until)
        if (c->steps > AUDIT_STEPS_MOST || !advance(c, until)) return false;
    return true;
}

bool audit_course_to(Course *c, double until) {
    double at[2 * FORCES_MAX];
    const int count = audit_switches(c->d.m, at);
    for (int k = 0; k < count; k++)
        if (at[k] > c->time && at[k] < until && !smooth_to(c, at[k])) return false;
    if (until > c->time && !smooth_to(c, until)) return false;
    double rates[STATE_MAX];
    audit_dense_place(&c->d, c->time, c->y);
    audit_dense_choose(&c->d);
    audit_dense_remember(&c->d);
    audit_dense_rates(&c->d, c->time, c->y, rates);
    return true;
}
