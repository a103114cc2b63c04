/* SPDX-License-Identifier: MIT
 *
 * A ring with teeth inside: the hole that a wheel would leave, whose teeth are where those of the
 * ring are not. */
#include "shape/inside.h"

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const int count = (int)s[SHAPE_TEETH] * TOOTH;
    const double radius = s[SHAPE_DIAMETER] / 2, module = jd_teeth_module(s);
    const double root = radius - module, tip = radius + 1.25 * module;
    const double rim = tip + size_or(s[SHAPE_WIDTH], fmax(2 * module, radius / 10));
    const double height = size_or(s[SHAPE_HEIGHT], s[SHAPE_DIAMETER] / 8);
    const double turn = pi / s[SHAPE_TEETH], c = cos(turn), d = sin(turn);
    Vec2 *inner = jd_teeth_contour(s, root, tip, arena), *outer = ARENA_NEW(arena, Vec2, count);
    Mesh raw = {0};
    for (int n = 0; outer && inner && n < count; n++) {
        inner[n] = vec2(c * inner[n].x - d * inner[n].y, d * inner[n].x + c * inner[n].y);
        outer[n] = vec2_scale(rim / sqrt(vec2_dot(inner[n], inner[n])), inner[n]);
    }
    if (outer && inner) jd_mesh_between(&raw, arena, outer, inner, count, height);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_ring = {
    .name = "ring",
    .also = "annulus",
    .summary = "a ring with teeth inside, about z: diameter of its pitch circle, teeth, height, "
               "width of its rim",
    .look = HAS_DIAMETER | HAS_TEETH,
    .may = HAS_HEIGHT | HAS_WIDTH,
    .axis = AXIS_Z,
    .fault = jd_teeth_fault,
    .mesh = build,
};
