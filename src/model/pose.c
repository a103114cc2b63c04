/* SPDX-License-Identifier: MIT
 *
 * Positions and attitudes as drawn, and the pair of frames of a joint or force. */
#include "model/inside.h"

static const Axes ground_axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

Pose jd_pose_planar(Vec3 p, double angle) {
    const double c = cos(angle), s = sin(angle);
    return (Pose){p, {{c, s, 0}, {-s, c, 0}, {0, 0, 1}}, angle};
}

/* A vector seen in axes, and back. */
static Vec3 into(const Axes *axes, Vec3 v) {
    return vec3(vec3_dot(axes->x, v), vec3_dot(axes->y, v), vec3_dot(axes->z, v));
}

static Vec3 out_of(const Axes *axes, Vec3 v) {
    const Vec3 xy = vec3_add(vec3_scale(v.x, axes->x), vec3_scale(v.y, axes->y));
    return vec3_add(xy, vec3_scale(v.z, axes->z));
}

Pose jd_pose_relative(const Pose *a, const Pose *b) {
    return (Pose){into(&a->axes, vec3_sub(b->p, a->p)),
                  {into(&a->axes, b->axes.x), into(&a->axes, b->axes.y), into(&a->axes, b->axes.z)},
                  b->angle - a->angle};
}

Pose jd_model_frame_pose(const JdModel *model, int frame) {
    const ModelFrame *f = &model->frames.at[frame];
    const Pose *body = &model->bodies.at[f->body].pose, *local = &f->local;
    const Vec3 p = vec3_add(body->p, out_of(&body->axes, local->p));
    if (model->space == JD_PLANAR) return jd_pose_planar(p, body->angle + local->angle);
    return (Pose){p,
                  {out_of(&body->axes, local->axes.x), out_of(&body->axes, local->axes.y),
                   out_of(&body->axes, local->axes.z)},
                  0};
}

double jd_model_drawn_distance(const JdModel *model, int i, int j) {
    const Pose M = jd_model_frame_pose(model, i), N = jd_model_frame_pose(model, j);
    return vec3_norm(vec3_sub(N.p, M.p));
}

/* ---- Axes along a direction ----------------------------------------------------------------- */

/* In the plane: the angle of the x axis. */
static bool planar_angle(JdModel *model, AxisName axis, Vec3 direction, Where where,
                         double *angle) {
    const bool zero = direction.x == 0 && direction.y == 0 && direction.z == 0;
    const bool in_plane = direction.z == 0;
    const bool normal = direction.x == 0 && direction.y == 0 && direction.z > 0;
    *angle = 0;
    if (zero || (axis == AXIS_Z && normal)) return true;
    if (axis != AXIS_Z && in_plane) {
        *angle = atan2(direction.y, direction.x) - (axis == AXIS_Y ? pi / 2 : 0);
        return true;
    }
    MODEL_ERROR(model, "axis-off-plane", where, "the axis (%g, %g, %g) does not fit a planar model",
                direction.x, direction.y, direction.z);
    if (axis == AXIS_Z)
        MODEL_HINT(model, "here the axis is the plane's normal, (0, 0, 1); it need not be given");
    else
        MODEL_HINT(model, "here the axis lies in the plane: its third number is 0");
    return false;
}

/* In space: u, and the ground axis `wish` as far as it is normal to u (or the one after it if it is
 * nearly along u). */
static Vec3 normal_part(Vec3 u, Vec3 wish, Vec3 instead) {
    Vec3 part = vec3_sub(wish, vec3_scale(vec3_dot(wish, u), u));
    if (vec3_norm(part) < 1e-3) part = vec3_sub(instead, vec3_scale(vec3_dot(instead, u), u));
    return vec3_scale(1 / vec3_norm(part), part);
}

static Axes spatial_axes(AxisName axis, Vec3 direction) {
    const double size = vec3_norm(direction);
    if (size == 0) return ground_axes;
    const Vec3 u = vec3_scale(1 / size, direction);
    const Axes *g = &ground_axes;
    if (axis == AXIS_Z) {
        const Vec3 x = normal_part(u, g->x, g->y);
        return (Axes){x, vec3_cross(u, x), u};
    }
    const Vec3 z = normal_part(u, g->z, g->x);
    if (axis == AXIS_X) return (Axes){u, vec3_cross(z, u), z};
    return (Axes){vec3_cross(u, z), u, z};
}

/* ---- The two sides -------------------------------------------------------------------------- */

static int add_side(JdModel *model, int body, Pose drawn, Where where) {
    const Pose local = jd_pose_relative(&model->bodies.at[body].pose, &drawn);
    return jd_model_add_frame(model, &(ModelFrame){NULL, body, local, where});
}

bool jd_model_place_sides(JdModel *model, int body_i, int body_j, Vec3 M, Vec3 N, AxisName axis,
                          Vec3 direction, Where where, int *i, int *j) {
    if (body_i < 0 || body_j < 0 || body_i >= model->bodies.count || body_j >= model->bodies.count)
        return false;
    if (!jd_model_check_point(model, M, "point", NULL, where)) return false;
    if (!jd_model_check_point(model, N, "point", NULL, where)) return false;
    if (!jd_model_check_finite(model, direction.x + direction.y + direction.z, "axis", NULL, where))
        return false;

    Pose drawn = {M, ground_axes, 0};
    if (model->space == JD_PLANAR) {
        double angle;
        if (!planar_angle(model, axis, direction, where, &angle)) return false;
        drawn = jd_pose_planar(M, angle);
    } else {
        drawn.axes = spatial_axes(axis, direction);
    }
    *i = add_side(model, body_i, drawn, where);
    drawn.p = N;
    *j = add_side(model, body_j, drawn, where);
    return *i >= 0 && *j >= 0;
}
