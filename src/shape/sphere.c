/* SPDX-License-Identifier: MIT
 *
 * A ball. */
#include "shape/inside.h"

static double contains(const double s[SHAPE_DIMENSIONS]) {
    const double d = s[SHAPE_DIAMETER];
    return pi / 6 * d * d * d;
}

static Vec3 inertia(const double s[SHAPE_DIMENSIONS]) {
    const double d = s[SHAPE_DIAMETER];
    return vec3(d * d / 10, d * d / 10, d * d / 10);
}

static bool holds(const double s[SHAPE_DIMENSIONS], Vec3 p) {
    return vec3_norm(p) < s[SHAPE_DIAMETER] / 2;
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    enum { BANDS = ROUND / 2 };
    Vec2 profile[BANDS + 1];
    for (int n = 0; n <= BANDS; n++) {
        const double a = pi * n / BANDS, r = s[SHAPE_DIAMETER] / 2;
        profile[n] = vec2(r * cos(a), n % BANDS ? r * sin(a) : 0);
    }
    Mesh raw = {0};
    jd_mesh_turn(&raw, arena, profile, BANDS + 1, false);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_sphere = {
    .name = "sphere",
    .also = "ball",
    .summary = "a ball: diameter",
    .space = HAS_DIAMETER,
    .plane = HAS_DIAMETER,
    .volume = HAS_DIAMETER,
    .look = HAS_DIAMETER,
    .content = "pi / 6 * d * d * d",
    .ixx = "d * d / 10",
    .iyy = "d * d / 10",
    .izz = "d * d / 10",
    .contains = contains,
    .inertia = inertia,
    .holds = holds,
    .mesh = build,
};
