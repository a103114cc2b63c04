/* SPDX-License-Identifier: MIT
 *
 * Vectors and rotations of the audit. Nothing of src/ is used here or in the integrator that is built on it: an error of the
 * program must not be an error of what it is compared with. */
#ifndef AUDIT_VECTOR_H
#define AUDIT_VECTOR_H

#include <math.h>

#define AUDIT_PI 3.14159265358979323846

typedef struct {
    double x, y, z;
} V3;

/* Rows of a rotation matrix are the ground's axes, columns the body's. */
typedef struct {
    double a[3][3];
} Turn;

/* w, x, y, z */
typedef struct {
    double w, x, y, z;
} Quat4;

static inline V3 v3(double x, double y, double z) {
    return (V3){x, y, z};
}
static inline V3 v3_add(V3 a, V3 b) {
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline V3 v3_sub(V3 a, V3 b) {
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline V3 v3_times(double s, V3 a) {
    return v3(s * a.x, s * a.y, s * a.z);
}
static inline double v3_dot(V3 a, V3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline V3 v3_cross(V3 a, V3 b) {
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double v3_size(V3 a) {
    return sqrt(v3_dot(a, a));
}
static inline V3 v3_unit(V3 a) {
    return v3_times(1 / v3_size(a), a);
}
static inline V3 v3_axis(int k) {
    return v3(k == 0, k == 1, k == 2);
}
static inline double v3_part(V3 a, int k) {
    return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

static inline V3 v3_from(const double *x) {
    return v3(x[0], x[1], x[2]);
}
static inline void v3_put(double *x, V3 a) {
    x[0] = a.x;
    x[1] = a.y;
    x[2] = a.z;
}

/* R u and R' u. */
static inline V3 turn_out(const Turn *r, V3 u) {
    return v3(r->a[0][0] * u.x + r->a[0][1] * u.y + r->a[0][2] * u.z,
              r->a[1][0] * u.x + r->a[1][1] * u.y + r->a[1][2] * u.z,
              r->a[2][0] * u.x + r->a[2][1] * u.y + r->a[2][2] * u.z);
}
static inline V3 turn_in(const Turn *r, V3 u) {
    return v3(r->a[0][0] * u.x + r->a[1][0] * u.y + r->a[2][0] * u.z,
              r->a[0][1] * u.x + r->a[1][1] * u.y + r->a[2][1] * u.z,
              r->a[0][2] * u.x + r->a[1][2] * u.y + r->a[2][2] * u.z);
}

/* theory (8.1), for a quaternion of any length. */
static inline Turn quat4_turn(Quat4 q) {
    const double s = 2 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (Turn){{{1 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y - q.w * q.z), s * (q.x * q.z + q.w * q.y)},
                   {s * (q.x * q.y + q.w * q.z), 1 - s * (q.x * q.x + q.z * q.z), s * (q.y * q.z - q.w * q.x)},
                   {s * (q.x * q.z - q.w * q.y), s * (q.y * q.z + q.w * q.x), 1 - s * (q.x * q.x + q.y * q.y)}}};
}

static inline Turn turn_about_z(double angle) {
    return (Turn){{{cos(angle), -sin(angle), 0}, {sin(angle), cos(angle), 0}, {0, 0, 1}}};
}

static inline Quat4 quat4_times(Quat4 a, Quat4 b) {
    return (Quat4){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z, a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x};
}

static inline Quat4 quat4_conjugate(Quat4 q) {
    return (Quat4){q.w, -q.x, -q.y, -q.z};
}

static inline Quat4 quat4_unit(Quat4 q) {
    const double s = 1 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (Quat4){s * q.w, s * q.x, s * q.y, s * q.z};
}

/* The turn by a small vector along the body's own axes, behind q. */
static inline Quat4 quat4_nudged(Quat4 q, V3 by) {
    return quat4_unit(quat4_times(q, (Quat4){1, by.x / 2, by.y / 2, by.z / 2}));
}

/* The quaternion whose rotation has these axes, normal to each other. */
static inline Quat4 quat4_of_axes(V3 x, V3 y, V3 z) {
    const double w = 1 + x.x + y.y + z.z, a = 1 + x.x - y.y - z.z, b = 1 - x.x + y.y - z.z, c = 1 - x.x - y.y + z.z;
    if (w >= a && w >= b && w >= c) return quat4_unit((Quat4){w, y.z - z.y, z.x - x.z, x.y - y.x});
    if (a >= b && a >= c) return quat4_unit((Quat4){y.z - z.y, a, x.y + y.x, z.x + x.z});
    if (b >= c) return quat4_unit((Quat4){z.x - x.z, x.y + y.x, b, y.z + z.y});
    return quat4_unit((Quat4){x.y - y.x, z.x + x.z, y.z + z.y, c});
}

/* The quaternion of an axis of length 1 and an angle. */
static inline Quat4 quat4_about(V3 axis, double angle) {
    const double s = sin(angle / 2);
    return (Quat4){cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}

#endif
