/* SPDX-License-Identifier: MIT
 *
 * A wheel without teeth, flat in the xy plane: what a planar mechanism rolls on and turns by. */
#include "shape/inside.h"

static double contains(const double s[SHAPE_DIMENSIONS]) {
    const double h = s[SHAPE_HEIGHT], d = s[SHAPE_DIAMETER];
    return pi / 4 * d * d * h;
}

static Vec3 inertia(const double s[SHAPE_DIMENSIONS]) {
    const double h = s[SHAPE_HEIGHT], d = s[SHAPE_DIAMETER];
    return vec3(d * d / 16 + h * h / 12, d * d / 16 + h * h / 12, d * d / 8);
}

/* Turned about x, then x becomes z. */
static bool holds(const double s[SHAPE_DIMENSIONS], Vec3 p) {
    return fabs(p.z) < s[SHAPE_HEIGHT] / 2 && hypot(p.x, p.y) < s[SHAPE_DIAMETER] / 2;
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const double z = size_or(s[SHAPE_HEIGHT], s[SHAPE_DIAMETER] / 8) / 2, r = s[SHAPE_DIAMETER] / 2;
    const Vec2 profile[4] = {{z, 0}, {z, r}, {-z, r}, {-z, 0}};
    Mesh raw = {0};
    jd_mesh_turn(&raw, arena, profile, 4, false);
    for (int n = 0; n < raw.points.count; n++) {
        const Vec3 p = raw.points.at[n];
        raw.points.at[n] = vec3(p.y, p.z, p.x);
    }
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_disc = {
    .name = "disc",
    .also = "disk wheel",
    .summary = "a wheel about z: diameter, height along z",
    .space = HAS_HEIGHT | HAS_DIAMETER,
    .plane = HAS_DIAMETER,
    .volume = HAS_HEIGHT | HAS_DIAMETER,
    .look = HAS_DIAMETER,
    .may = HAS_HEIGHT,
    .content = "pi / 4 * d * d * h",
    .ixx = "d * d / 16 + h * h / 12",
    .iyy = "d * d / 16 + h * h / 12",
    .izz = "d * d / 8",
    .axis = AXIS_Z,
    .contains = contains,
    .inertia = inertia,
    .holds = holds,
    .mesh = build,
};
