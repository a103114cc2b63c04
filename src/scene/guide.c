/* SPDX-License-Identifier: MIT
 *
 * What slides go along, in space: flat rails on the ground beside what slides, a shaft through what
 * also turns, and between two bodies a tube with a rod in it. */
#include "scene/inside.h"

static const double rail_wide = 2.4, rail_thick = 0.5, shaft = 1.0; /* in the unit of symbols */
static const double tube = 1.9, rod = 1.1;

/* ---- How far it comes ----------------------------------------------------------------------- */

static void widen(SceneWay *way, const Pose *from, const Pose *body, Vec3 p) {
    const Vec3 at =
        axes_in(&from->axes, vec3_sub(vec3_add(body->p, axes_out(&body->axes, p)), from->p));
    if (!isfinite(at.x + at.y + at.z)) return;
    way->low = vec3(fmin(way->low.x, at.x), fmin(way->low.y, at.y), fmin(way->low.z, at.z));
    way->high = vec3(fmax(way->high.x, at.x), fmax(way->high.y, at.y), fmax(way->high.z, at.z));
}

SceneWay jd_scene_way(const Stage *stage, int frame, int other) {
    const ModelFrame *own = &stage->model->frames.at[frame], *far = &stage->model->frames.at[other];
    SceneWay way = {{0, 0, 0}, {0, 0, 0}};
    for (int n = 0, row; (row = jd_scene_row(stage, n)) >= 0; n++) {
        const Pose body = jd_film_pose_row(&stage->motion, own->body, row),
                   moves = jd_film_pose_row(&stage->motion, far->body, row),
                   from = jd_pose_absolute(&body, &own->local);
        widen(&way, &from, &moves, far->local.p);
    }
    return way;
}

/* ---- Shapes --------------------------------------------------------------------------------- */

/* How far the shapes of a body reach in a direction (both in its axes) from a point on it. */
static double reach(const Stage *stage, int b, Vec3 from, Vec3 direction) {
    const SceneBody *body = &stage->scene->bodies.at[b];
    double most = 0;
    for (int n = 0; n < body->shapes.count; n++) {
        const SceneShape *shape = &body->shapes.at[n];
        const Mesh *mesh = &stage->scene->meshes.at[shape->mesh];
        for (int k = 0; k < mesh->points.count; k++) {
            const Vec3 p =
                vec3_add(shape->local.p, axes_out(&shape->local.axes, mesh->points.at[k]));
            most = fmax(most, vec3_dot(direction, vec3_sub(p, from)));
        }
    }
    return most;
}

/* Below what slides; behind it, if it goes up and down. */
static Vec3 rail_side(const Stage *stage, Vec3 along) {
    const Vec3 up = jd_scene_up(stage->scene);
    Vec3 side = vec3_sub(vec3_scale(vec3_dot(up, along), along), up);
    if (vec3_norm(side) < 0.5) {
        const Vec3 right = fabs(up.x) > 0.5 ? vec3(0, 1, 0) : vec3(1, 0, 0);
        const Vec3 away = vec3_cross(up, right);
        side = vec3_sub(away, vec3_scale(vec3_dot(away, along), along));
    }
    return vec3_scale(1 / vec3_norm(side), side);
}

typedef struct {
    const ModelFrame *on, *moves; /* frames of the ground and of what slides */
    Vec3 along;                   /* of the slide, in the ground's axes */
    double low, high;             /* from the frame on the ground */
} Slide;

static Slide find_slide(const Stage *stage, const ModelJoint *joint, AxisName axis) {
    const ModelFrame *frames = stage->model->frames.at;
    const bool on_i = frames[joint->i].body == 0;
    const int on = on_i ? joint->i : joint->j, other = on_i ? joint->j : joint->i;
    const SceneWay way = jd_scene_way(stage, on, other);
    const Vec3 own = axes_at(&axes_none, axis);
    return (Slide){&frames[on], &frames[other], axes_at(&frames[on].local.axes, axis),
                   vec3_dot(own, way.low), vec3_dot(own, way.high)};
}

/* Through what slides and turns. */
static bool add_shaft(Stage *stage, const Slide *slide) {
    const double u = stage->scene->unit;
    const double low = fmin(-8 * u, slide->low - 3 * u), high = fmax(8 * u, slide->high + 3 * u);
    const Vec3 middle = vec3_add(slide->on->local.p, vec3_scale((low + high) / 2, slide->along));
    return jd_scene_shape(stage, &stage->scene->bodies.at[0], "cylinder",
                          (double[SHAPE_DIMENSIONS]){
                              [SHAPE_LENGTH] = high - low, [SHAPE_DIAMETER] = shaft * u},
                          jd_scene_along(middle, slide->along)) != NULL;
}

/* Beside what only slides: it seems to lie on it. */
static bool add_rail(Stage *stage, const Slide *slide) {
    const double u = stage->scene->unit;
    const Pose *start = &stage->scene->bodies.at[slide->moves->body].start;
    const Vec3 side = rail_side(stage, slide->along);
    const Vec3 from = slide->moves->local.p;
    const double off =
        reach(stage, slide->moves->body, from, axes_in(&start->axes, side)) + rail_thick * u / 2;
    const double ahead =
        reach(stage, slide->moves->body, from, axes_in(&start->axes, slide->along));
    const double behind =
        reach(stage, slide->moves->body, from, axes_in(&start->axes, vec3_scale(-1, slide->along)));
    /* Where the moving frame is beside its line on the ground. */
    const Vec3 at = vec3_add(start->p, axes_out(&start->axes, from));
    const Vec3 gap = vec3_sub(at, slide->on->local.p);
    const Vec3 base = vec3_sub(at, vec3_scale(vec3_dot(slide->along, gap), slide->along));
    const double long_body = 12 * u; /* what is longer is a bar that goes through its guide */
    const double low = slide->low - fmin(behind, long_body) - u,
                 high = slide->high + fmin(ahead, long_body) + u;
    const double beside = fmin(off, long_body);
    const Vec3 across = vec3_cross(slide->along, side);
    const double half = reach(stage, slide->moves->body, from, axes_in(&start->axes, across));
    const double wide = fmin(fmax(1.2 * half, rail_wide * u), 3 * rail_wide * u);
    Pose local = {.p = vec3_add(vec3_add(base, vec3_scale((low + high) / 2, slide->along)),
                                vec3_scale(beside, side))};
    if (!jd_axes_from_xz(slide->along, side, &local.axes)) return true;
    return jd_scene_shape(stage, &stage->scene->bodies.at[0], "box",
                          (double[SHAPE_DIMENSIONS]){[SHAPE_LENGTH] = high - low,
                                                     [SHAPE_WIDTH] = wide,
                                                     [SHAPE_HEIGHT] = rail_thick * u},
                          local) != NULL;
}

/* ---- Between two bodies --------------------------------------------------------------------- */

static bool add_part(Stage *stage, const ModelFrame *frame, Vec3 way, double length,
                     double diameter) {
    SceneBody *body = &stage->scene->bodies.at[frame->body];
    const Vec3 middle = vec3_add(frame->local.p, vec3_scale(length / 2, way));
    return jd_scene_shape(
               stage, body, "cylinder",
               (double[SHAPE_DIMENSIONS]){
                   [SHAPE_LENGTH] = length, [SHAPE_DIAMETER] = diameter * stage->scene->unit},
               jd_scene_along(middle, way)) != NULL;
}

/* Of points that are apart: the tube on the first, the rod on the second, as long as they can be.
 */
static bool add_telescope(Stage *stage, const ModelJoint *joint, AxisName axis) {
    const ModelFrame *i = &stage->model->frames.at[joint->i],
                     *j = &stage->model->frames.at[joint->j];
    double low, high;
    if (!jd_scene_stroke(stage, joint, axis, &low, &high)) return true;
    const double side = low > 0 ? 1 : -1, least = fmin(fabs(low), fabs(high)),
                 most = fmax(fabs(low), fabs(high));
    const Vec3 out = vec3_scale(side, axes_at(&i->local.axes, axis)),
               back = vec3_scale(-side, axes_at(&j->local.axes, axis));
    return add_part(stage, i, out, 0.6 * least, tube) &&
           add_part(stage, j, back, fmin(most - 0.4 * least, 0.98 * least), rod);
}

bool jd_scene_stroke(const Stage *stage, const ModelJoint *joint, AxisName axis, double *low,
                     double *high) {
    const JdModel *model = stage->model;
    if (model->frames.at[joint->i].body == 0 || model->frames.at[joint->j].body == 0) return false;
    const SceneLink place = {
        .i = {model->frames.at[joint->i].body, model->frames.at[joint->i].local},
        .j = {model->frames.at[joint->j].body, model->frames.at[joint->j].local}};
    const Pose M = jd_pose_absolute(&stage->scene->bodies.at[place.i.body].start, &place.i.local),
               N = jd_pose_absolute(&stage->scene->bodies.at[place.j.body].start, &place.j.local);
    const double start = vec3_dot(axes_at(&M.axes, axis), vec3_sub(N.p, M.p));
    *low = *high = start;
    for (int n = 0, row; (row = jd_scene_row(stage, n)) >= 0; n++) {
        const Pose a = jd_film_pose_row(&stage->motion, place.i.body, row),
                   b = jd_film_pose_row(&stage->motion, place.j.body, row);
        const Pose m = jd_pose_absolute(&a, &place.i.local),
                   o = jd_pose_absolute(&b, &place.j.local);
        const double now = vec3_dot(axes_at(&m.axes, axis), vec3_sub(o.p, m.p));
        if (isfinite(now)) *low = fmin(*low, now), *high = fmax(*high, now);
    }
    /* Apart all the time, on one side. */
    return *low * *high > 0 && fmin(fabs(*low), fabs(*high)) > 4 * stage->scene->unit;
}

/* ---- All ------------------------------------------------------------------------------------ */

/* The only slide of a joint; false: it has none, or several. */
static bool only_slide(const ModelJoint *joint, AxisName *axis, bool *turns) {
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(joint->type, false, frees);
    int slides = 0;
    *turns = false;
    for (int n = 0; n < count; n++) {
        const bool slide = frees[n]->kind == FREE_SLIDE || frees[n]->lead;
        if (slide) slides++, *axis = frees[n]->axis;
        *turns = *turns || frees[n]->kind != FREE_SLIDE || frees[n]->lead;
    }
    return slides == 1;
}

bool jd_scene_guides(Stage *stage) {
    const JdModel *model = stage->model;
    for (int k = 0; k < model->joints.count && !stage->scene->planar; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        AxisName axis = AXIS_X;
        bool turns = false;
        if (joint->type->couples || !only_slide(joint, &axis, &turns)) continue;
        const bool ground =
            model->frames.at[joint->i].body == 0 || model->frames.at[joint->j].body == 0;
        const Slide slide = ground ? find_slide(stage, joint, axis) : (Slide){0};
        const bool fine = !ground ? turns || add_telescope(stage, joint, axis)
                          : turns ? add_shaft(stage, &slide)
                                  : add_rail(stage, &slide);
        if (!fine) return false;
    }
    return true;
}
