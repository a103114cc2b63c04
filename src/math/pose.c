/* SPDX-License-Identifier: MIT
 *
 * Poses seen from one another, and axes along a direction. */
#include "math/math.h"

Pose jd_pose_planar(Vec3 p, double angle) {
    const CosSin of = jd_cos_sin(angle);
    const double c = of.c, s = of.s;
    return (Pose){p, {{c, s, 0}, {-s, c, 0}, {0, 0, 1}}, angle};
}

Pose jd_pose_relative(const Pose *a, const Pose *b) {
    return (Pose){
        axes_in(&a->axes, vec3_sub(b->p, a->p)),
        {axes_in(&a->axes, b->axes.x), axes_in(&a->axes, b->axes.y), axes_in(&a->axes, b->axes.z)},
        b->angle - a->angle};
}

Pose jd_pose_absolute(const Pose *a, const Pose *relative) {
    const Axes *r = &relative->axes;
    return (Pose){vec3_add(a->p, axes_out(&a->axes, relative->p)),
                  {axes_out(&a->axes, r->x), axes_out(&a->axes, r->y), axes_out(&a->axes, r->z)},
                  a->angle + relative->angle};
}

/* In space: u, and the ground axis `wish` as far as it is normal to u (or the one after it if it is
 * nearly along u). */
static const double nearly_along = 1e-3; /* rad */

static Vec3 normal_part(Vec3 u, Vec3 wish, Vec3 instead) {
    Vec3 part = vec3_sub(wish, vec3_scale(vec3_dot(wish, u), u));
    if (vec3_norm(part) < nearly_along)
        part = vec3_sub(instead, vec3_scale(vec3_dot(instead, u), u));
    /* What is short may have lost digits: once more. */
    part = vec3_scale(1 / vec3_norm(part), part);
    part = vec3_sub(part, vec3_scale(vec3_dot(part, u), u));
    return vec3_scale(1 / vec3_norm(part), part);
}

Axes jd_pose_axes(AxisName axis, Vec3 direction) {
    const double size = vec3_norm(direction);
    if (size == 0) return axes_none;
    const Vec3 u = vec3_scale(1 / size, direction);
    const Axes *g = &axes_none;
    if (axis == AXIS_Z) {
        const Vec3 x = normal_part(u, g->x, g->y);
        return (Axes){x, vec3_cross(u, x), u};
    }
    const Vec3 z = normal_part(u, g->z, g->x);
    if (axis == AXIS_X) return (Axes){u, vec3_cross(z, u), z};
    return (Axes){vec3_cross(u, z), u, z};
}
