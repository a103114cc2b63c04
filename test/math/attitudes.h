/* SPDX-License-Identifier: MIT
 *
 * Random attitudes for the tests of rotations: any, and those where formulae lose their digits. */
#ifndef ATTITUDES_H
#define ATTITUDES_H

#include "math/math.h"
#include "check.h"

static const AxisName attitude_sequences[12][3] = {
    {AXIS_X, AXIS_Y, AXIS_Z}, {AXIS_X, AXIS_Z, AXIS_Y}, {AXIS_Y, AXIS_X, AXIS_Z},
    {AXIS_Y, AXIS_Z, AXIS_X}, {AXIS_Z, AXIS_X, AXIS_Y}, {AXIS_Z, AXIS_Y, AXIS_X},
    {AXIS_X, AXIS_Y, AXIS_X}, {AXIS_X, AXIS_Z, AXIS_X}, {AXIS_Y, AXIS_X, AXIS_Y},
    {AXIS_Y, AXIS_Z, AXIS_Y}, {AXIS_Z, AXIS_X, AXIS_Z}, {AXIS_Z, AXIS_Y, AXIS_Z},
};

static inline Vec3 random_vector(double most) {
    const double x = check_uniform(-most, most), y = check_uniform(-most, most);
    return vec3(x, y, check_uniform(-most, most));
}

static inline Vec3 random_direction(void) {
    Vec3 v;
    do v = random_vector(1);
    while (vec3_dot(v, v) > 1 || vec3_dot(v, v) < 0.01);
    return vec3_scale(1 / vec3_norm(v), v);
}

/* A few digits away from 0, or none: 0, 1e-16 ... 1e-1, of either sign. */
static inline double random_small(void) {
    const int power = (int)(check_random() % 17);
    return power ? check_uniform(-1, 1) * pow(10, -power) : 0;
}

static inline Axes random_axes(void) {
    return jd_axes_turn(random_direction(), check_uniform(-pi, pi));
}

/* Close to half a turn (the trace is close to -1), about any axis or nearly about x, y or z. */
static inline Axes random_half_turn(void) {
    if (check_random() & 1) return jd_axes_turn(random_direction(), pi + random_small());
    const Axes near = jd_axes_from_vector(vec3(random_small(), random_small(), random_small()));
    const Axes half = jd_axes_about((AxisName)(check_random() % 3), pi);
    return jd_axes_absolute(&near, &half);
}

static inline double vector_distance(Vec3 a, Vec3 b) {
    return fmax(fabs(a.x - b.x), fmax(fabs(a.y - b.y), fabs(a.z - b.z)));
}

static inline double axes_distance(const Axes *a, const Axes *b) {
    return fmax(vector_distance(a->x, b->x),
                fmax(vector_distance(a->y, b->y), vector_distance(a->z, b->z)));
}

#define check_axes(actual, expected, tolerance, reason)                                            \
    check_near_at(axes_distance(actual, expected), 0, tolerance, reason,                           \
                  "distance of " #actual " from " #expected, __FILE__, __LINE__)

#define check_vector(actual, expected, tolerance, reason)                                          \
    check_near_at(vector_distance(actual, expected), 0, tolerance, reason,                         \
                  "distance of " #actual " from " #expected, __FILE__, __LINE__)

#endif
