/* SPDX-License-Identifier: MIT
 *
 * A block. */
#include "shape/inside.h"

static double contains(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], w = s[SHAPE_WIDTH], h = s[SHAPE_HEIGHT];
    return l * w * h;
}

static Vec3 inertia(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], w = s[SHAPE_WIDTH], h = s[SHAPE_HEIGHT];
    return vec3((w * w + h * h) / 12, (l * l + h * h) / 12, (l * l + w * w) / 12);
}

static bool holds(const double s[SHAPE_DIMENSIONS], Vec3 p) {
    return fabs(p.x) < s[SHAPE_LENGTH] / 2 && fabs(p.y) < s[SHAPE_WIDTH] / 2 &&
           fabs(p.z) < s[SHAPE_HEIGHT] / 2;
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const double x = s[SHAPE_LENGTH] / 2, y = s[SHAPE_WIDTH] / 2;
    const double z = size_or(s[SHAPE_HEIGHT], s[SHAPE_WIDTH]) / 2;
    const Vec3 points[8] = {{-x, -y, -z}, {x, -y, -z}, {x, y, -z}, {-x, y, -z},
                            {-x, -y, z},  {x, -y, z},  {x, y, z},  {-x, y, z}};
    Mesh raw = {0};
    jd_mesh_skin(&raw, arena, points, 2, 4, false);
    jd_mesh_quad(&raw, arena, 4, 5, 6, 7);
    jd_mesh_quad(&raw, arena, 0, 3, 2, 1);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_box = {
    .name = "box",
    .also = "cube block cuboid brick",
    .summary = "a block: length along x, width along y, height along z",
    .space = HAS_LENGTH | HAS_WIDTH | HAS_HEIGHT,
    .plane = HAS_LENGTH | HAS_WIDTH,
    .volume = HAS_LENGTH | HAS_WIDTH | HAS_HEIGHT,
    .look = HAS_LENGTH | HAS_WIDTH,
    .may = HAS_HEIGHT,
    .content = "l * w * h",
    .ixx = "(w * w + h * h) / 12",
    .iyy = "(l * l + h * h) / 12",
    .izz = "(l * l + w * w) / 12",
    .contains = contains,
    .inertia = inertia,
    .holds = holds,
    .mesh = build,
};
