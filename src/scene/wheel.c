/* SPDX-License-Identifier: MIT
 *
 * Wheels, found by what is seen of them: bodies that are round about the axis that they turn about.
 * A belt goes along the rims of two. */
#include "scene/inside.h"

static const double roundness = 1e-3; /* of the radius: a polygon that near is a circle */
static const double centred = 1e-3;   /* of the radius: the middle of a wheel is on its axis */
static const double parallel = 1e-6;  /* sine: axes of two wheels in one plane */

/* ---- In the plane --------------------------------------------------------------------------- */

/* All points of a ring as far from the middle, and more than a few. */
static bool is_circle(const SceneShape *shape, int ring, double *radius) {
    const Rings *rings = &shape->outline;
    const int from = rings->starts.at[ring];
    const int to =
        ring + 1 < rings->starts.count ? rings->starts.at[ring + 1] : rings->points.count;
    double least = INFINITY, most = 0;
    for (int n = from; n < to; n++) {
        const double r = hypot(rings->points.at[n].x - shape->local.p.x,
                               rings->points.at[n].y - shape->local.p.y);
        least = fmin(least, r), most = fmax(most, r);
    }
    *radius = most;
    return to - from > 11 && most > 0 && most - least < roundness * most;
}

bool jd_shape_is_wheel(const SceneShape *shape, double *radius) {
    const int rings = shape->outline.starts.count;
    double hole;
    return (rings == 1 || (rings == 2 && is_circle(shape, 1, &hole))) &&
           is_circle(shape, 0, radius);
}

double jd_scene_wheel_radius(const Scene *scene, int b) {
    const SceneBody *body = &scene->bodies.at[b];
    double radius;
    return b > 0 && body->shapes.count && jd_shape_is_wheel(&body->shapes.at[0], &radius) ? radius
                                                                                          : 0;
}

static double flat_rim(const Scene *scene, const SceneFrame *axle) {
    const double radius = jd_scene_wheel_radius(scene, axle->body);
    if (!(radius > 0)) return 0;
    const Vec3 middle = scene->bodies.at[axle->body].shapes.at[0].local.p;
    const Vec3 off = vec3_sub(middle, axle->local.p);
    return hypot(off.x, off.y) < centred * radius ? radius : 0;
}

/* ---- In space ------------------------------------------------------------------------------- */

/* The farthest points about the axis z of a frame, if they lie all around it. */
static double solid_rim(const Scene *scene, const SceneFrame *axle) {
    enum { SECTORS = 8 };
    const SceneBody *body = &scene->bodies.at[axle->body];
    double far[SECTORS] = {0}, most = 0;
    for (int k = 0; k < body->shapes.count; k++) {
        const SceneShape *shape = &body->shapes.at[k];
        const Mesh *mesh = &scene->meshes.at[shape->mesh];
        for (int n = 0; n < mesh->points.count; n++) {
            const Vec3 p =
                vec3_add(shape->local.p, axes_out(&shape->local.axes, mesh->points.at[n]));
            const Vec3 q = axes_in(&axle->local.axes, vec3_sub(p, axle->local.p));
            const double r = hypot(q.x, q.y), turn = (atan2(q.y, q.x) + pi) / (2 * pi);
            const int sector = (int)fmin(SECTORS - 1, floor(SECTORS * turn));
            far[sector] = fmax(far[sector], r), most = fmax(most, r);
        }
    }
    for (int n = 0; n < SECTORS; n++)
        if (far[n] < (1 - centred) * most) return 0;
    return most;
}

/* ---- Belts ---------------------------------------------------------------------------------- */

static bool turns_about_z(const Stage *stage, const ModelJoint *joint) {
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(joint->type, stage->scene->planar, frees);
    return count == 1 && frees[0]->kind == FREE_TURN && frees[0]->axis == AXIS_Z;
}

static Pose frame_of(const Scene *scene, const SceneFrame *frame) {
    return jd_pose_absolute(&scene->bodies.at[frame->body].start, &frame->local);
}

/* Wheels of one plane, none of them about the axis of the other. */
static void take_wheels(const Stage *stage, const ModelJoint *from, SceneLink *link) {
    const Scene *scene = stage->scene;
    const ModelJoint *a = &stage->model->joints.at[from->i], *b = &stage->model->joints.at[from->j];
    if (!turns_about_z(stage, a) || !turns_about_z(stage, b)) return;
    const Pose i = frame_of(scene, &link->i), j = frame_of(scene, &link->j);
    const Vec3 d = vec3_sub(j.p, i.p);
    const bool flat = vec3_norm(vec3_cross(i.axes.z, j.axes.z)) < parallel &&
                      fabs(vec3_dot(d, i.axes.z)) < parallel * vec3_norm(d);
    double (*const rim)(const Scene *, const SceneFrame *) = scene->planar ? flat_rim : solid_rim;
    const double wheels[2] = {flat ? rim(scene, &link->i) : 0,
                              link->wraps * (flat ? rim(scene, &link->j) : 0)};
    Vec2 sides[2][2];
    if (jd_belt_sides(wheels, vec3_norm(d), sides))
        link->wheels[0] = wheels[0], link->wheels[1] = wheels[1];
}

void jd_scene_belts(Stage *stage) {
    for (int k = 0; k < stage->model->joints.count; k++) {
        SceneLink *link = &stage->scene->links.at[k];
        if (link->wraps) take_wheels(stage, &stage->model->joints.at[k], link);
    }
}

/* Tangents of both rims; those of a crossed belt go between the wheels. */
bool jd_belt_sides(const double wheels[2], double distance, Vec2 sides[2][2]) {
    const double lean = (wheels[0] - wheels[1]) / distance;
    if (!(wheels[0] > 0) || wheels[1] == 0 || !(fabs(lean) < 1)) return false;
    for (int n = 0; n < 2; n++) {
        const Vec2 out = vec2(lean, (n ? 1 : -1) * sqrt(1 - lean * lean));
        sides[n][0] = vec2_scale(wheels[0], out);
        sides[n][1] = vec2_add(vec2(distance, 0), vec2_scale(wheels[1], out));
    }
    return true;
}
