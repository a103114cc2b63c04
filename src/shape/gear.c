/* SPDX-License-Identifier: MIT
 *
 * A wheel with teeth. Its diameter is that of the pitch circle, on which wheels roll. */
#include "shape/inside.h"

static double root_radius(const double s[SHAPE_DIMENSIONS]) {
    return s[SHAPE_DIAMETER] / 2 - 1.25 * jd_teeth_module(s);
}

static const char *fault(const double s[SHAPE_DIMENSIONS]) {
    if (jd_teeth_fault(s)) return jd_teeth_fault(s);
    if (s[SHAPE_INNER] < 2 * root_radius(s)) return NULL;
    return "its hole reaches into the teeth";
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const int count = (int)s[SHAPE_TEETH] * TOOTH;
    const double root = root_radius(s), tip = s[SHAPE_DIAMETER] / 2 + jd_teeth_module(s);
    const double hole = size_or(s[SHAPE_INNER], 0.4 * root) / 2;
    const double height = size_or(s[SHAPE_HEIGHT], s[SHAPE_DIAMETER] / 8);
    const Vec2 *outer = jd_teeth_contour(s, root, tip, arena);
    Vec2 *inner = ARENA_NEW(arena, Vec2, count);
    Mesh raw = {0};
    for (int n = 0; outer && inner && n < count; n++)
        inner[n] = vec2_scale(hole / sqrt(vec2_dot(outer[n], outer[n])), outer[n]);
    if (outer && inner) jd_mesh_between(&raw, arena, outer, inner, count, height);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_gear = {
    .name = "gear",
    .also = "cogwheel sprocket",
    .summary = "a wheel with teeth about z: diameter of its pitch circle, teeth, height, diameter "
               "of its inner hole",
    .look = HAS_DIAMETER | HAS_TEETH,
    .may = HAS_HEIGHT | HAS_INNER,
    .axis = AXIS_Z,
    .fault = fault,
    .mesh = build,
};
