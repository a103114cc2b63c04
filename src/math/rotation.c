/* SPDX-License-Identifier: MIT
 *
 * Attitudes as three axes: how they are made, joined, compared and taken apart. Each formula is
 * the one that keeps its digits for every attitude, near no turn and near half a turn too. */
#include "math/math.h"
#include <float.h>

/* ---- Group ---------------------------------------------------------------------------------- */

Axes jd_axes_inverse(const Axes *a) {
    return (Axes){vec3(a->x.x, a->y.x, a->z.x), vec3(a->x.y, a->y.y, a->z.y),
                  vec3(a->x.z, a->y.z, a->z.z)};
}

Axes jd_axes_relative(const Axes *a, const Axes *b) {
    return (Axes){axes_in(a, b->x), axes_in(a, b->y), axes_in(a, b->z)};
}

Axes jd_axes_absolute(const Axes *a, const Axes *relative) {
    return (Axes){axes_out(a, relative->x), axes_out(a, relative->y), axes_out(a, relative->z)};
}

/* ---- Turns about an axis -------------------------------------------------------------------- */

Axes jd_axes_turn(Vec3 n, double angle) {
    const CosSin of = jd_cos_sin(angle);
    const double c = of.c, s = of.s, half = sin(angle / 2), rest = 2 * half * half;
    const double xy = rest * n.x * n.y, yz = rest * n.y * n.z, zx = rest * n.z * n.x;
    const double xx = n.x * n.x, yy = n.y * n.y, zz = n.z * n.z;
    return (Axes){vec3(xx + (yy + zz) * c, xy + s * n.z, zx - s * n.y),
                  vec3(xy - s * n.z, yy + (zz + xx) * c, yz + s * n.x),
                  vec3(zx + s * n.y, yz - s * n.x, zz + (xx + yy) * c)};
}

Axes jd_axes_about(AxisName axis, double angle) {
    const CosSin of = jd_cos_sin(angle);
    const double c = of.c, s = of.s;
    if (axis == AXIS_X) return (Axes){{1, 0, 0}, {0, c, s}, {0, -s, c}};
    if (axis == AXIS_Y) return (Axes){{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
    return (Axes){{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
}

Vec3 jd_axes_to_vector(const Axes *a) {
    return jd_quat_to_vector(jd_quat_from_axes(a));
}

Axes jd_axes_from_vector(Vec3 v) {
    const double angle = vec3_norm(v);
    if (!(angle > 0)) return axes_none;
    return jd_axes_turn(vec3(v.x / angle, v.y / angle, v.z / angle), angle);
}

Vec3 jd_axes_small(const Axes *a) {
    return vec3((a->y.z - a->z.y) / 2, (a->z.x - a->x.z) / 2, (a->x.y - a->y.x) / 2);
}

/* ---- From directions ------------------------------------------------------------------------ */

/* Length 1, whatever the length was. False: zero, or not finite. */
static bool unit(Vec3 v, Vec3 *out) {
    const double most = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!(most > 0) || !isfinite(most)) return false;
    const Vec3 near = vec3(v.x / most, v.y / most, v.z / most);
    const double length = vec3_norm(near);
    *out = vec3(near.x / length, near.y / length, near.z / length);
    return isfinite(length);
}

/* The direction normal to x and v, both of length 1. Where they are nearly parallel the product
 * has few digits; a second step makes it normal to x again. */
static bool normal(Vec3 x, Vec3 v, Vec3 *out) {
    const double parallel = 1e-9;
    const Vec3 product = vec3_cross(x, v);
    if (!(vec3_norm(product) > parallel) || !unit(product, out)) return false;
    return unit(vec3_sub(*out, vec3_scale(vec3_dot(x, *out), x)), out);
}

bool jd_axes_from_xy(Vec3 x, Vec3 y, Axes *out) {
    Axes made;
    if (!unit(x, &made.x) || !unit(y, &made.y)) return false;
    if (!normal(made.x, made.y, &made.z)) return false;
    made.y = vec3_cross(made.z, made.x);
    *out = made;
    return true;
}

bool jd_axes_from_xz(Vec3 x, Vec3 z, Axes *out) {
    Axes made;
    if (!unit(x, &made.x) || !unit(z, &made.z)) return false;
    if (!normal(made.x, vec3_scale(-1, made.z), &made.y)) return false;
    made.z = vec3_cross(made.x, made.y);
    *out = made;
    return true;
}

/* ---- Nearness ------------------------------------------------------------------------------- */

static double farthest(Vec3 a, Vec3 b) {
    return fmax(fabs(a.x - b.x), fmax(fabs(a.y - b.y), fabs(a.z - b.z)));
}

static Vec3 between(Vec3 a, double k, Vec3 b) {
    return vec3((a.x + k * b.x) / 2, (a.y + k * b.y) / 2, (a.z + k * b.z) / 2);
}

/* The mean of a matrix and its transposed inverse, again and again: each step doubles the digits.
 */
Axes jd_axes_nearest(const Axes *a) {
    enum { MOST_STEPS = 40 };
    Axes at = *a;
    for (int n = 0; n < MOST_STEPS; n++) {
        const Vec3 yz = vec3_cross(at.y, at.z);
        const double k = 1 / vec3_dot(at.x, yz);
        if (!(k > 0) || !isfinite(k)) return at;
        const Axes next = {between(at.x, k, yz), between(at.y, k, vec3_cross(at.z, at.x)),
                           between(at.z, k, vec3_cross(at.x, at.y))};
        const double move =
            fmax(farthest(at.x, next.x), fmax(farthest(at.y, next.y), farthest(at.z, next.z)));
        at = next;
        if (move < 4 * DBL_EPSILON) return at;
    }
    return at;
}

bool jd_axes_proper(const Axes *a, double within) {
    const double off[] = {vec3_dot(a->x, a->x) - 1, vec3_dot(a->y, a->y) - 1,
                          vec3_dot(a->z, a->z) - 1, vec3_dot(a->x, a->y),
                          vec3_dot(a->y, a->z),     vec3_dot(a->z, a->x)};
    for (int n = 0; n < 6; n++)
        if (!(fabs(off[n]) <= within)) return false;
    return vec3_dot(a->x, vec3_cross(a->y, a->z)) > 0;
}

/* To first order the vector that turns a into b, along the axes of a. */
Vec3 jd_axes_constraint(const Axes *a, const Axes *b) {
    return vec3(vec3_dot(a->z, b->y), vec3_dot(a->x, b->z), vec3_dot(a->y, b->x));
}

/* ---- Rates and tensors ---------------------------------------------------------------------- */

/* Each axis turns: x' = w x x, so that the sum of x x x' over the three is 2 w. */
Vec3 jd_axes_rate_out(const Axes *a, const Axes *rate) {
    const Vec3 xy = vec3_add(vec3_cross(a->x, rate->x), vec3_cross(a->y, rate->y));
    return vec3_scale(0.5, vec3_add(xy, vec3_cross(a->z, rate->z)));
}

Vec3 jd_axes_rate_in(const Axes *a, const Axes *rate) {
    return vec3((vec3_dot(a->z, rate->y) - vec3_dot(a->y, rate->z)) / 2,
                (vec3_dot(a->x, rate->z) - vec3_dot(a->z, rate->x)) / 2,
                (vec3_dot(a->y, rate->x) - vec3_dot(a->x, rate->y)) / 2);
}

/* Turns the rows, then what were the columns; in and out may be the same. */
static void turn_tensor(const double in[3][3], double out[3][3], Vec3 (*turn)(const Axes *, Vec3),
                        const Axes *a) {
    double half[3][3];
    for (int i = 0; i < 3; i++) {
        const Vec3 row = turn(a, vec3(in[i][0], in[i][1], in[i][2]));
        half[0][i] = row.x, half[1][i] = row.y, half[2][i] = row.z;
    }
    for (int i = 0; i < 3; i++) {
        const Vec3 row = turn(a, vec3(half[i][0], half[i][1], half[i][2]));
        out[0][i] = row.x, out[1][i] = row.y, out[2][i] = row.z;
    }
}

void jd_axes_tensor_out(const Axes *a, const double in[3][3], double out[3][3]) {
    turn_tensor(in, out, axes_out, a);
}

void jd_axes_tensor_in(const Axes *a, const double in[3][3], double out[3][3]) {
    turn_tensor(in, out, axes_in, a);
}
