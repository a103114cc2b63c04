/* SPDX-License-Identifier: MIT
 *
 * A cone. Its centre of mass, a quarter of its length from the base, is its middle. */
#include "shape/inside.h"

static double contains(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], d = s[SHAPE_DIAMETER];
    return pi / 12 * d * d * l;
}

static Vec3 inertia(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], d = s[SHAPE_DIAMETER];
    return vec3(3 * d * d / 40, 3 * (d * d + l * l) / 80, 3 * (d * d + l * l) / 80);
}

static bool holds(const double s[SHAPE_DIMENSIONS], Vec3 p) {
    const double tip = 0.75 - p.x / s[SHAPE_LENGTH]; /* share of the way from its tip */
    return tip < 1 && hypot(p.y, p.z) < tip * s[SHAPE_DIAMETER] / 2;
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const double l = s[SHAPE_LENGTH], r = s[SHAPE_DIAMETER] / 2;
    const Vec2 profile[3] = {{3 * l / 4, 0}, {-l / 4, r}, {-l / 4, 0}};
    Mesh raw = {0};
    jd_mesh_turn(&raw, arena, profile, 3, false);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_cone = {
    .name = "cone",
    .summary = "a cone with its tip along x, from its centre of mass: length, diameter of its base",
    .space = HAS_LENGTH | HAS_DIAMETER,
    .plane = HAS_LENGTH | HAS_DIAMETER,
    .volume = HAS_LENGTH | HAS_DIAMETER,
    .look = HAS_LENGTH | HAS_DIAMETER,
    .content = "pi / 12 * d * d * l",
    .ixx = "3 * d * d / 40",
    .iyy = "3 * (d * d + l * l) / 80",
    .izz = "3 * (d * d + l * l) / 80",
    .contains = contains,
    .inertia = inertia,
    .holds = holds,
    .mesh = build,
};
