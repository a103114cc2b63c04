/* SPDX-License-Identifier: MIT
 *
 * A thin bar: only its length counts for the inertia. */
#include "shape/inside.h"

static double contains(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], d = s[SHAPE_DIAMETER];
    return pi / 4 * d * d * l;
}

static Vec3 inertia(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH];
    return vec3(0, l * l / 12, l * l / 12);
}

static bool holds(const double s[SHAPE_DIMENSIONS], Vec3 p) {
    return fabs(p.x) < s[SHAPE_LENGTH] / 2 && hypot(p.y, p.z) < s[SHAPE_DIAMETER] / 2;
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    double bar[SHAPE_DIMENSIONS] = {0};
    bar[SHAPE_LENGTH] = s[SHAPE_LENGTH];
    bar[SHAPE_DIAMETER] = size_or(s[SHAPE_DIAMETER], s[SHAPE_LENGTH] / 40);
    jd_shape_cylinder.mesh(bar, arena, out);
}

const ShapeType jd_shape_rod = {
    .name = "rod",
    .also = "beam stick",
    .summary = "a thin bar along x: length; its diameter only with a density",
    .space = HAS_LENGTH,
    .plane = HAS_LENGTH,
    .volume = HAS_LENGTH | HAS_DIAMETER,
    .look = HAS_LENGTH,
    .may = HAS_DIAMETER,
    .content = "pi / 4 * d * d * l",
    .ixx = "0",
    .iyy = "l * l / 12",
    .izz = "l * l / 12",
    .contains = contains,
    .inertia = inertia,
    .holds = holds,
    .thin = true,
    .mesh = build,
};
