/* SPDX-License-Identifier: MIT
 *
 * Bodies that would not be seen, in space: a carrier between the axes of wheels lies inside them
 * and comes out beside them, on pins; an axle comes out of its wheels; the ground between its
 * joints is a body as any other. */
#include "scene/inside.h"

static const double hub = 1.5; /* radius of the ends of axles, in the unit of symbols */

/* ---- A carrier ------------------------------------------------------------------------------ */

static const double parallel = 1e-6; /* rad: drawn axes that are parallel but for rounding */

/* Whether it holds others in hinges about one direction only: which, in its own axes. How the
 * ground holds it does not matter. */
static bool find_axis(const Stage *stage, int b, Vec3 *axis) {
    const JdModel *model = stage->model;
    int hinges = 0;
    for (int k = 0; k < model->joints.count; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        const ModelFrame *own = jd_scene_frame_on(stage, joint, b);
        if (!own) continue;
        const FreeDef *frees[JOINT_FREES];
        const bool hinge =
            jd_joint_frees(joint->type, false, frees) == 1 && frees[0]->kind == FREE_TURN;
        const bool grounded =
            model->frames.at[joint->i].body * model->frames.at[joint->j].body == 0;
        if (!hinge && grounded) continue;
        if (!hinge) return false;
        const Vec3 here = axes_at(&own->local.axes, frees[0]->axis);
        if (hinges && vec3_norm(vec3_cross(here, *axis)) > parallel) return false;
        if (!hinges++) *axis = here;
    }
    return hinges > 1;
}

/* How far the shapes of a body reach along a direction of the ground from a point. */
static double reach(const Stage *stage, int b, Vec3 from, Vec3 direction) {
    const SceneBody *body = &stage->scene->bodies.at[b];
    double most = 0;
    for (int n = 0; n < body->shapes.count; n++) {
        const SceneShape *shape = &body->shapes.at[n];
        const Mesh *mesh = &stage->scene->meshes.at[shape->mesh];
        for (int k = 0; k < mesh->points.count; k++) {
            const Vec3 local =
                vec3_add(shape->local.p, axes_out(&shape->local.axes, mesh->points.at[k]));
            const Vec3 p = vec3_add(body->start.p, axes_out(&body->start.axes, local));
            most = fmax(most, vec3_dot(direction, vec3_sub(p, from)));
        }
    }
    return most;
}

/* Of the wheels that it holds: bodies that its joints turn about their own middles. */
static double depth_of_wheels(const Stage *stage, int b, Vec3 direction) {
    const JdModel *model = stage->model;
    double most = 0;
    for (int k = 0; k < model->joints.count; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        if (joint->type->couples) continue;
        const ModelFrame *i = &model->frames.at[joint->i], *j = &model->frames.at[joint->j];
        if (i->body != b && j->body != b) continue;
        const ModelFrame *other = i->body == b ? j : i;
        if (other->body == 0) continue;
        const Pose *start = &stage->scene->bodies.at[other->body].start;
        const Vec3 at = vec3_add(start->p, axes_out(&start->axes, other->local.p));
        Spots spots = {0};
        jd_scene_spots(stage, other->body, 0.2 * stage->scene->unit, &spots);
        if (spots.count == 1) most = fmax(most, reach(stage, other->body, at, direction));
    }
    return most;
}

/* Towards the eye of the first view, so that it is seen. */
static Vec3 towards_eye(const Stage *stage, Vec3 axis) {
    const Vec3 up = jd_scene_up(stage->scene);
    const Vec3 right = fabs(up.x) > 0.5 ? vec3(0, 1, 0) : vec3(1, 0, 0);
    const Vec3 eye = vec3_add(vec3_cross(right, up), vec3_scale(0.5, vec3_add(up, right)));
    return vec3_dot(axis, eye) < 0 ? vec3_scale(-1, axis) : axis;
}

static bool add_pins(Stage *stage, int b, Vec3 by) {
    SceneBody *body = &stage->scene->bodies.at[b];
    for (int n = 0; n < body->spots.count; n++) {
        SceneShape *shape = PUSH(stage->arena, body->shapes);
        if (!shape) return false;
        shape->colour = body->colour, shape->opacity = 1;
        const Vec3 p = body->spots.at[n];
        if (!jd_scene_bar(stage, shape, p, vec3_add(p, by), 0.4 * stage->scene->unit)) return false;
    }
    return true;
}

/* All its points lie along its axis: an axle. */
static bool is_axle(const SceneBody *body, Vec3 axis, double within) {
    for (int n = 1; n < body->spots.count; n++) {
        const Vec3 d = vec3_sub(body->spots.at[n], body->spots.at[0]);
        if (vec3_norm(vec3_cross(d, axis)) > within) return false;
    }
    return true;
}

/* Ends of an axle come out of its wheels. */
static bool add_hubs(Stage *stage, int b, Vec3 axis, double deep) {
    SceneBody *body = &stage->scene->bodies.at[b];
    const double u = stage->scene->unit;
    Vec3 low = body->spots.at[0], high = low;
    for (int n = 1; n < body->spots.count; n++) {
        const Vec3 p = body->spots.at[n];
        if (vec3_dot(axis, p) < vec3_dot(axis, low)) low = p;
        if (vec3_dot(axis, p) > vec3_dot(axis, high)) high = p;
    }
    const Vec3 out = vec3_scale(deep + u, axis);
    SceneShape *shape = PUSH(stage->arena, body->shapes);
    if (!shape) return false;
    shape->colour = body->colour, shape->opacity = 1;
    return jd_scene_bar(stage, shape, vec3_sub(low, out), vec3_add(high, out), hub * u);
}

static bool lift_carrier(Stage *stage, int b) {
    SceneBody *body = &stage->scene->bodies.at[b];
    const double thick = scene_bar_radius * stage->scene->unit;
    Vec3 axis = {0};
    if (body->spots.count < 2 || !body->looks || !find_axis(stage, b, &axis)) return true;
    const Vec3 out = towards_eye(stage, axes_out(&body->start.axes, axis));
    const double deep = depth_of_wheels(stage, b, out);
    if (is_axle(body, axis, thick)) return !(deep > 0) || add_hubs(stage, b, axis, deep);
    if (deep < thick) return true;
    const Vec3 by = vec3_scale(deep + 1.2 * thick, axes_in(&body->start.axes, out));
    for (int n = 0; n < body->shapes.count; n++)
        body->shapes.at[n].local.p = vec3_add(body->shapes.at[n].local.p, by);
    return add_pins(stage, b, by);
}

/* ---- The ground ----------------------------------------------------------------------------- */

/* Its points that hold something which does not slide. */
static bool holds(const Stage *stage, Vec3 p) {
    const JdModel *model = stage->model;
    for (int k = 0; k < model->joints.count; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        if (joint->type->couples || joint->type->radius || joint->hidden) continue;
        const ModelFrame *i = &model->frames.at[joint->i], *j = &model->frames.at[joint->j];
        const ModelFrame *own = i->body == 0 ? i : j;
        if (own->body != 0 || vec3_norm(vec3_sub(own->local.p, p)) > stage->scene->unit) continue;
        const FreeDef *frees[JOINT_FREES];
        const int count = jd_joint_frees(joint->type, false, frees);
        bool slides = false;
        for (int n = 0; n < count; n++) slides = slides || frees[n]->kind == FREE_SLIDE;
        if (!slides) return true;
    }
    return false;
}

static bool add_ground(Stage *stage) {
    const SceneBody *ground = &stage->scene->bodies.at[0];
    Spots spots = {0};
    if (ground->shapes.count > 0) return true;
    for (int n = 0; n < ground->spots.count; n++) {
        if (!holds(stage, ground->spots.at[n])) continue;
        Vec3 *spot = PUSH(stage->arena, spots);
        if (spot) *spot = ground->spots.at[n];
    }
    return spots.count < 2 || jd_scene_flat_link(stage, 0, &spots);
}

bool jd_scene_carriers(Stage *stage) {
    if (stage->scene->planar) return true;
    for (int b = 1; b < stage->scene->bodies.count; b++)
        if (!lift_carrier(stage, b)) return false;
    return add_ground(stage) && !stage->arena->failed;
}
