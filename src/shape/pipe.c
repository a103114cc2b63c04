/* SPDX-License-Identifier: MIT
 *
 * A round bar with a hole. */
#include "shape/inside.h"

static double contains(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], d = s[SHAPE_DIAMETER], i = s[SHAPE_INNER];
    return pi / 4 * (d * d - i * i) * l;
}

static Vec3 inertia(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], d = s[SHAPE_DIAMETER], i = s[SHAPE_INNER];
    return vec3((d * d + i * i) / 8, (d * d + i * i) / 16 + l * l / 12,
                (d * d + i * i) / 16 + l * l / 12);
}

static const char *fault(const double s[SHAPE_DIMENSIONS]) {
    return s[SHAPE_INNER] < s[SHAPE_DIAMETER]
               ? NULL
               : "its hole is as wide as itself; `inner` is the smaller diameter";
}

static bool holds(const double s[SHAPE_DIMENSIONS], Vec3 p) {
    const double r = hypot(p.y, p.z);
    return fabs(p.x) < s[SHAPE_LENGTH] / 2 && r < s[SHAPE_DIAMETER] / 2 && r >= s[SHAPE_INNER] / 2;
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const double x = s[SHAPE_LENGTH] / 2, r = s[SHAPE_DIAMETER] / 2, i = s[SHAPE_INNER] / 2;
    const Vec2 profile[4] = {{x, i}, {x, r}, {-x, r}, {-x, i}};
    Mesh raw = {0};
    jd_mesh_turn(&raw, arena, profile, 4, true);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_pipe = {
    .name = "pipe",
    .also = "tube",
    .summary = "a round bar with a hole along x: length, diameter, inner diameter",
    .space = HAS_LENGTH | HAS_DIAMETER | HAS_INNER,
    .plane = HAS_LENGTH | HAS_DIAMETER | HAS_INNER,
    .volume = HAS_LENGTH | HAS_DIAMETER | HAS_INNER,
    .look = HAS_LENGTH | HAS_DIAMETER | HAS_INNER,
    .content = "pi / 4 * (d * d - i * i) * l",
    .ixx = "(d * d + i * i) / 8",
    .iyy = "(d * d + i * i) / 16 + l * l / 12",
    .izz = "(d * d + i * i) / 16 + l * l / 12",
    .contains = contains,
    .inertia = inertia,
    .holds = holds,
    .fault = fault,
    .mesh = build,
};
