/* SPDX-License-Identifier: MIT
 *
 * A round bar. */
#include "shape/inside.h"

static double contains(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], d = s[SHAPE_DIAMETER];
    return pi / 4 * d * d * l;
}

static Vec3 inertia(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], d = s[SHAPE_DIAMETER];
    return vec3(d * d / 8, d * d / 16 + l * l / 12, d * d / 16 + l * l / 12);
}

static bool holds(const double s[SHAPE_DIMENSIONS], Vec3 p) {
    return fabs(p.x) < s[SHAPE_LENGTH] / 2 && hypot(p.y, p.z) < s[SHAPE_DIAMETER] / 2;
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const double x = s[SHAPE_LENGTH] / 2, r = s[SHAPE_DIAMETER] / 2;
    const Vec2 profile[4] = {{x, 0}, {x, r}, {-x, r}, {-x, 0}};
    Mesh raw = {0};
    jd_mesh_turn(&raw, arena, profile, 4, false);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_cylinder = {
    .name = "cylinder",
    .also = "shaft",
    .summary = "a round bar along x: length, diameter",
    .space = HAS_LENGTH | HAS_DIAMETER,
    .plane = HAS_LENGTH | HAS_DIAMETER,
    .volume = HAS_LENGTH | HAS_DIAMETER,
    .look = HAS_LENGTH | HAS_DIAMETER,
    .content = "pi / 4 * d * d * l",
    .ixx = "d * d / 8",
    .iyy = "d * d / 16 + l * l / 12",
    .izz = "d * d / 16 + l * l / 12",
    .contains = contains,
    .inertia = inertia,
    .holds = holds,
    .mesh = build,
};
