/* SPDX-License-Identifier: MIT
 *
 * An arrow. */
#include "shape/inside.h"

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const double x = s[SHAPE_LENGTH] / 2, r = size_or(s[SHAPE_DIAMETER], x / 8) / 2;
    const double neck = x - fmin(x, 5 * r), head = 2.2 * r;
    const Vec2 profile[5] = {{x, 0}, {neck, head}, {neck, r}, {-x, r}, {-x, 0}};
    Mesh raw = {0};
    jd_mesh_turn(&raw, arena, profile, 5, false);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_arrow = {
    .name = "arrow",
    .also = "vector",
    .summary = "an arrow along x: length, diameter of its shaft",
    .look = HAS_LENGTH,
    .may = HAS_DIAMETER,
    .mesh = build,
};
