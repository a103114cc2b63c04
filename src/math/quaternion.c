/* SPDX-License-Identifier: MIT
 *
 * Quaternions: cos(a/2) and sin(a/2) n for a turn by a about n. Products go as those of the
 * rotations do: a b is b seen from the frame that a has turned. */
#include "math/math.h"

static double dot(Quat a, Quat b) {
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Lengths whose square would leave the range of numbers are brought near 1. */
static const double far_off = 1e100; /* its square is a number, and so is one over it */

static Quat within_range(Quat q) {
    const double most = fmax(fmax(fabs(q.w), fabs(q.x)), fmax(fabs(q.y), fabs(q.z)));
    if ((most > 1 / far_off && most < far_off) || most == 0) return q;
    return (Quat){q.w / most, q.x / most, q.y / most, q.z / most};
}

Quat jd_quat_unit(Quat q) {
    q = within_range(q);
    const double length = sqrt(dot(q, q));
    return (Quat){q.w / length, q.x / length, q.y / length, q.z / length};
}

static const double grown = 1e-3; /* of the square of its length: attitudes do not feel it */

bool jd_quat_tidy(double q[4]) {
    const double size = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (fabs(size - 1) < grown) return false;
    for (int k = 0; k < 4; k++) q[k] /= sqrt(size);
    return true;
}

/* ---- Rotations ------------------------------------------------------------------------------ */

Axes jd_quat_axes(Quat q) {
    q = within_range(q);
    const double k = 2 / dot(q, q);
    const double xx = k * q.x * q.x, yy = k * q.y * q.y, zz = k * q.z * q.z;
    const double xy = k * q.x * q.y, yz = k * q.y * q.z, zx = k * q.z * q.x;
    const double wx = k * q.w * q.x, wy = k * q.w * q.y, wz = k * q.w * q.z;
    return (Axes){vec3(1 - (yy + zz), xy + wz, zx - wy), vec3(xy - wz, 1 - (zz + xx), yz + wx),
                  vec3(zx + wy, yz - wx, 1 - (xx + yy))};
}

/* The root is taken of the largest of the four, which is at least 1; the others follow from it. */
Quat jd_quat_from_axes(const Axes *a) {
    const double xx = a->x.x, yy = a->y.y, zz = a->z.z, trace = xx + yy + zz;
    const double wx = a->y.z - a->z.y, wy = a->z.x - a->x.z, wz = a->x.y - a->y.x;
    const double xy = a->y.x + a->x.y, yz = a->z.y + a->y.z, zx = a->x.z + a->z.x;
    Quat q;
    if (trace >= xx && trace >= yy && trace >= zz)
        q = (Quat){1 + trace, wx, wy, wz};
    else if (xx >= yy && xx >= zz)
        q = (Quat){wx, 1 + xx - yy - zz, xy, zx};
    else if (yy >= zz)
        q = (Quat){wy, xy, 1 + yy - zz - xx, yz};
    else
        q = (Quat){wz, zx, yz, 1 + zz - xx - yy};
    q = jd_quat_unit(q);
    return q.w < 0 ? (Quat){-q.w, -q.x, -q.y, -q.z} : q;
}

Vec3 jd_quat_rotate(Quat q, Vec3 v) {
    const Vec3 n = vec3(q.x, q.y, q.z), across = vec3_scale(2, vec3_cross(n, v));
    return vec3_add(v, vec3_add(vec3_scale(q.w, across), vec3_cross(n, across)));
}

/* ---- Group ---------------------------------------------------------------------------------- */

Quat jd_quat_product(Quat a, Quat b) {
    return (Quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                  a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                  a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x};
}

Quat jd_quat_inverse(Quat q) {
    return (Quat){q.w, -q.x, -q.y, -q.z};
}

/* ---- Rotation vectors ----------------------------------------------------------------------- */

Quat jd_quat_turn(Vec3 v) {
    const double angle = vec3_norm(v);
    const CosSin of = jd_cos_sin(angle / 2);
    const double k = angle > 0 ? of.s / angle : 0.5;
    return (Quat){of.c, k * v.x, k * v.y, k * v.z};
}

/* Of the two ways round the shorter one. */
Vec3 jd_quat_to_vector(Quat q) {
    const Vec3 n = vec3(q.x, q.y, q.z);
    const double sine = vec3_norm(n), sign = q.w < 0 ? -1 : 1;
    const double k = sine > 0 ? 2 * atan2(sine, fabs(q.w)) / sine : 2;
    return vec3_scale(sign * k, n);
}

/* ---- Rates ---------------------------------------------------------------------------------- */

Quat jd_quat_rate(Quat q, Vec3 w) {
    return jd_quat_product(q, (Quat){0, w.x / 2, w.y / 2, w.z / 2});
}

Vec3 jd_quat_rate_in(Quat q, Quat rate) {
    const Quat half = jd_quat_product(jd_quat_inverse(q), rate);
    return vec3_scale(2 / dot(q, q), vec3(half.x, half.y, half.z));
}
