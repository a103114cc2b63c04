/* SPDX-License-Identifier: MIT
 *
 * Positions and attitudes as drawn, and the pair of frames of a joint or force. */
#include "model/inside.h"

static const double one_point = 1e-13; /* of coordinates, as a share */

int jd_model_width(const JdModel *model) {
    return model->space == JD_PLANAR || model->flat ? 2 : 3;
}

Pose jd_model_frame_pose(const JdModel *model, int frame) {
    const ModelFrame *f = &model->frames.at[frame];
    const Pose pose = jd_pose_absolute(&model->bodies.at[f->body].pose, &f->local);
    return jd_model_width(model) == 2 ? jd_pose_planar(pose.p, pose.angle) : pose;
}

double jd_model_drawn_distance(const JdModel *model, int i, int j) {
    const Pose M = jd_model_frame_pose(model, i), N = jd_model_frame_pose(model, j);
    const double distance = vec3_norm(vec3_sub(N.p, M.p));
    /* Points that rounding has moved apart are one point. */
    return distance > one_point * (vec3_norm(M.p) + vec3_norm(N.p)) ? distance : 0;
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

/* ---- The second axis ------------------------------------------------------------------------ */

/* The angle between two vectors; exact also where it is small. */
static double angle_between(Vec3 a, Vec3 b) {
    return atan2(vec3_norm(vec3_cross(a, b)), vec3_dot(a, b));
}

/* A number that is nothing but rounding is zero. */
static double without(double x, double rounding) {
    return fabs(x) > rounding ? x : 0;
}

static bool check_second(JdModel *model, Vec3 first, Vec3 second, Where where) {
    const double within = 1e-6, degree = 180 / pi;
    const double angle = angle_between(first, second);
    if (fabs(angle - pi / 2) <= within) return true;
    if (angle <= within || angle >= pi - within) {
        MODEL_ERROR(model, "axis-parallel", where,
                    "the second axis (%g, %g, %g) points along the first one, (%g, %g, %g)",
                    second.x, second.y, second.z, first.x, first.y, first.z);
        MODEL_HINT(model, "the two axes of such a joint are normal to each other, as in a cross");
        return false;
    }
    const double along = vec3_dot(first, second) / vec3_dot(first, first);
    const Vec3 normal = vec3_sub(second, vec3_scale(along, first));
    const double rounding = 1e-12 * vec3_norm(second);
    MODEL_ERROR(model, "axis-not-normal", where,
                "the second axis (%g, %g, %g) is not normal to the first one, (%g, %g, %g): the "
                "angle between them is %.7g degrees",
                second.x, second.y, second.z, first.x, first.y, first.z, angle * degree);
    MODEL_HINT(model, "draw them at 90 degrees; the nearest normal one is [%g, %g, %g]",
               without(normal.x, rounding), without(normal.y, rounding),
               without(normal.z, rounding));
    return false;
}

/* Axes whose `axis` lies along `first` and whose next one along `second`, which is normal to it. */
static Axes axes_of_two(AxisName axis, Vec3 first, Vec3 second) {
    const Vec3 u = vec3_scale(1 / vec3_norm(first), first);
    const Vec3 across = vec3_sub(second, vec3_scale(vec3_dot(second, u), u));
    const Vec3 v = vec3_scale(1 / vec3_norm(across), across), w = vec3_cross(u, v);
    if (axis == AXIS_X) return (Axes){u, v, w};
    if (axis == AXIS_Y) return (Axes){w, u, v};
    return (Axes){v, w, u};
}

static bool spatial_axes(JdModel *model, AxisName axis, Vec3 first, Vec3 second, Where where,
                         Axes *axes) {
    *axes = jd_pose_axes(axis, first);
    if (vec3_norm(second) == 0) return true;
    if (vec3_norm(first) == 0) first = axes_at(axes, axis);
    if (!check_second(model, first, second, where)) return false;
    *axes = axes_of_two(axis, first, second);
    return true;
}

bool jd_model_check_second(JdModel *model, const JointType *type, const char *name, Vec3 second,
                           Where where) {
    if (!type->second || vec3_norm(second) > 0 || jd_model_width(model) == 2) return true;
    MODEL_ERROR(model, "joint-needs-second", where,
                "joint '%s' of type '%s' has two axes; the second is not said", name ? name : "",
                type->name);
    MODEL_HINT(model, "`axis` gives the axis on the first body, `second` the one on the second "
                      "body, normal to it: axis x  second y");
    return false;
}

/* ---- The two sides -------------------------------------------------------------------------- */

static int add_side(JdModel *model, int body, Pose drawn, Where where) {
    const Pose local = jd_pose_relative(&model->bodies.at[body].pose, &drawn);
    return jd_model_add_frame(model, &(ModelFrame){NULL, body, local, where});
}

void jd_model_own_axes(JdModel *model, int frame) {
    if (frame < 0) return;
    Pose *local = &model->frames.at[frame].local;
    local->axes = axes_none;
    local->angle = 0;
}

bool jd_model_place_sides(JdModel *model, const SidesDef *def, int *i, int *j) {
    const Where where = def->where;
    const int body_i = def->body_i, body_j = def->body_j, bodies = model->bodies.count;
    const Vec3 d = def->direction, s = def->second;
    if (body_i < 0 || body_j < 0 || body_i >= bodies || body_j >= bodies) return false;
    if (!jd_model_check_point(model, def->M, "point", NULL, where)) return false;
    if (!jd_model_check_point(model, def->N, "point", NULL, where)) return false;
    const double sum = d.x + d.y + d.z + s.x + s.y + s.z;
    if (!jd_model_check_finite(model, sum, "axis", NULL, where)) return false;

    Pose drawn = {def->M, axes_none, 0};
    if (jd_model_width(model) == 2) {
        double angle;
        if (!planar_angle(model, def->axis, d, where, &angle)) return false;
        drawn = jd_pose_planar(def->M, angle);
    } else if (!spatial_axes(model, def->axis, d, s, where, &drawn.axes)) {
        return false;
    }
    *i = add_side(model, body_i, drawn, where);
    drawn.p = def->N;
    *j = add_side(model, body_j, drawn, where);
    return *i >= 0 && *j >= 0;
}
