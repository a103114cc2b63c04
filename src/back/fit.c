/* SPDX-License-Identifier: MIT
 *
 * Rows as sums of scalar products: what each product would give at the samples, and the least
 * squares of these. Products come in the order in which they are wanted: one that follows from
 * those before is left out. */
#include "back/inside.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS = SAMPLES * PAIR_ROWS };
/* Of a column: what is left of it beside the others. Of a number, as a share of what it is measured
 * by: it is none; it is a decimal number with steps down to the last. */
static const double follows = 1e-7, nothing = 1e-10, decimal = 1e-11, last_step = 1e-9;

double jd_back_tidy(double value, double size) {
    if (fabs(value) < nothing * size) return 0;
    /* A short decimal number, if it is one: what is divided by a power of ten is rounded once. */
    for (double scale = 1; scale * last_step < 1; scale *= 10) {
        const double near = round(value * scale) / scale;
        if (fabs(value - near) < decimal * fmax(size, fabs(value))) return near;
    }
    return value;
}

static Vec3 part(const Back *b, const BackStore *store, const double *row) {
    const double *at = row + store->first;
    if (store->turns && b->planar) return vec3(0, 0, at[0]);
    return vec3(at[0], at[1], b->planar ? 0 : at[2]);
}

static void put(double *to, Vec3 v) {
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

bool jd_back_row_of(const Back *b, const BackElement *element, int i, int j, double *to) {
    memset(to, 0, sizeof(double) * ROWS);
    for (int s = 0; s < SAMPLES; s++) {
        const double *row = element->row + s * b->velocities;
        for (int side = 0; side < 2; side++) {
            const BackBody *body = &b->bodies.at[side ? j : i];
            double *at = to + s * PAIR_ROWS + side * BODY_ROWS;
            if (!(side ? j : i)) continue;
            put(at, part(b, &b->stores.at[body->moves], row));
            if (body->turns >= 0) put(at + 3, part(b, &b->stores.at[body->turns], row));
        }
        for (int v = 0; v < b->velocities; v++) {
            const int body = jd_back_body_of(b, v);
            if (fabs(row[v]) > follows && body != i && body != j) return false;
        }
    }
    return true;
}

static Side side_of(const BackPair *pair, bool second, int s) {
    const BackBody *body = &pair->back->bodies.at[second ? pair->j : pair->i];
    const Pose *frame = second ? &pair->frame_j : &pair->frame_i;
    Side side = {.axes = jd_axes_absolute(&body->at[s].axes, &frame->axes)};
    side.arm = axes_out(&body->at[s].axes, frame->p);
    side.p = vec3_add(body->at[s].p, side.arm);
    return side;
}

void jd_back_column(const BackPair *pair, const Lock *lock, double *to) {
    for (int s = 0; s < SAMPLES; s++) {
        const Side i = side_of(pair, false, s), j = side_of(pair, true, s);
        const LockRow row = jd_lock_eval(lock, &i, &j);
        double *at = to + s * PAIR_ROWS;
        const Axes *of_i = &pair->back->bodies.at[pair->i].at[s].axes,
                   *of_j = &pair->back->bodies.at[pair->j].at[s].axes;
        put(at, row.force_i), put(at + 3, axes_in(of_i, row.moment_i));
        put(at + 6, row.force_j), put(at + 9, axes_in(of_j, row.moment_j));
        for (int side = 0; side < 2; side++) {
            const BackBody *body = &pair->back->bodies.at[side ? pair->j : pair->i];
            if (!(side ? pair->j : pair->i)) memset(at + 6 * side, 0, sizeof(double) * BODY_ROWS);
            if (body->turns < 0) memset(at + 6 * side + 3, 0, sizeof(double) * 3);
            if (pair->back->planar) at[6 * side + 2] = at[6 * side + 3] = at[6 * side + 4] = 0;
        }
    }
}

void jd_back_beside(const BackPair *pair, double *at) {
    for (int k = 0; k < pair->held_count; k++)
        for (int s = 0; s < SAMPLES; s++) {
            const double *held = pair->held + k * ROWS + s * PAIR_ROWS;
            double *to = at + s * PAIR_ROWS, by = 0;
            for (int r = 0; r < PAIR_ROWS; r++) by += held[r] * to[r];
            for (int r = 0; r < PAIR_ROWS; r++) to[r] -= by * held[r];
        }
}

double jd_back_value(const BackPair *pair, const Lock *lock) {
    const Side i = side_of(pair, false, 0), j = side_of(pair, true, 0);
    return jd_lock_eval(lock, &i, &j).f;
}

static double dot(const double *a, const double *b) {
    double sum = 0;
    for (int k = 0; k < ROWS; k++) sum += a[k] * b[k];
    return sum;
}

/* By Gram and Schmidt: columns as they come, normal to those before. */
double jd_back_fit(const BackPair *pair, const Lock *locks, int count, const double *row,
                   double *c) {
    Arena arena = {0};
    double *Q = ARENA_NEW(&arena, double, (count + 1) * ROWS),
           *R = ARENA_NEW(&arena, double, count *count + 1),
           *y = ARENA_NEW(&arena, double, count + 1), *left = Q ? Q + count * ROWS : NULL;
    double off = INFINITY, size = 0;
    for (int k = 0; k < count; k++) c[k] = 0;
    if (left) memcpy(left, row, sizeof(double) * ROWS), jd_back_beside(pair, left);
    if (left) size = sqrt(dot(left, left));
    if (Q && R && y && size > 0) {
        for (int k = 0; k < count; k++) {
            double *q = Q + k * ROWS;
            jd_back_column(pair, &locks[k], q);
            jd_back_beside(pair, q);
            const double full = sqrt(dot(q, q));
            for (int round = 0; round < 2; round++)
                for (int n = 0; n < k; n++) {
                    const double by = dot(Q + n * ROWS, q);
                    R[n * count + k] += by;
                    for (int r = 0; r < ROWS; r++) q[r] -= by * Q[n * ROWS + r];
                }
            const double own = sqrt(dot(q, q));
            const bool new = own > follows *full;
            R[k * count + k] = new ? own : 0;
            for (int r = 0; r < ROWS; r++) q[r] = new ? q[r] / own : 0;
            y[k] = dot(q, left);
            for (int r = 0; r < ROWS; r++) left[r] -= y[k] * q[r];
        }
        for (int k = count - 1; k >= 0; k--) {
            double sum = y[k];
            for (int n = k + 1; n < count; n++) sum -= R[k * count + n] * c[n];
            c[k] = R[k * count + k] > 0 ? sum / R[k * count + k] : 0;
        }
        off = sqrt(dot(left, left)) / size;
    }
    jd_arena_free(&arena);
    return off;
}
