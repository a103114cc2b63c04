/* SPDX-License-Identifier: MIT
 *
 * What joints tell of the looks of bodies: wheels that mesh or roll, and the planes that they roll
 * on. */
#include "scene/inside.h"

/* ---- Wheels that mesh ---------------------------------------------------------------------------
 */

typedef struct {
    int body;
    Pose local;    /* its middle, z along its axis */
    double radius; /* negative: it is a ring, with the other one inside */
    bool turns;
} Wheel;

static int body_of(const JdModel *model, int frame) {
    return model->frames.at[frame].body;
}

/* The body of a joint that the other joint does not have: the one that turns. */
static int own_frame(const JdModel *model, const ModelJoint *joint, const ModelJoint *other) {
    const int i = body_of(model, joint->i);
    const bool first_is_shared = i == body_of(model, other->i) || i == body_of(model, other->j);
    const int j = body_of(model, joint->j);
    const bool second_is_shared = j == body_of(model, other->i) || j == body_of(model, other->j);
    return second_is_shared && !first_is_shared ? joint->i : joint->j;
}

/* Frame with its z axis along a free. */
static Pose turned_to(const Pose *local, AxisName axis) {
    const Axes *a = &local->axes;
    const Axes turned[3] = {{a->y, a->z, a->x}, {a->z, a->x, a->y}, *a};
    return (Pose){local->p, turned[axis], local->angle};
}

static Pose seen(const Stage *stage, const Wheel *wheel) {
    return jd_pose_absolute(&stage->scene->bodies.at[wheel->body].start, &wheel->local);
}

static bool find_wheel(const Stage *stage, int joint, int other, int number, Wheel *wheel) {
    const JdModel *model = stage->model;
    const FreeDef *frees[JOINT_FREES];
    const int count =
        jd_joint_frees(model->joints.at[joint].type, model->space == JD_PLANAR, frees);
    if (number < 0 || number >= count) return false;
    const int frame = own_frame(model, &model->joints.at[joint], &model->joints.at[other]);
    wheel->body = body_of(model, frame);
    wheel->local = turned_to(&model->frames.at[frame].local, frees[number]->axis);
    wheel->turns = frees[number]->kind == FREE_TURN;
    return true;
}

static const double parallel = 1e-6; /* rad, or of the scene: what is drawn is no better */

static const double no_wheel =
    1e-9; /* of a ratio: wheels that turn alike have no point of contact */

/* Pitch circles touch: r_i + r_j is the distance of the axes, and the rates are as the lock says,
 * for q0 qi + q1 qj. A pinion on a rack has the radius that the lock has. */
static bool find_pair(const Stage *stage, const ModelJoint *gear, Wheel pair[2]) {
    const bool planar = stage->model->space == JD_PLANAR;
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    if (jd_joint_locks(gear->type, planar, gear->fields, locks, texts, nowhere, NULL) < 1)
        return false;
    if (!find_wheel(stage, gear->i, gear->j, gear->free_i, &pair[0])) return false;
    if (!find_wheel(stage, gear->j, gear->i, gear->free_j, &pair[1])) return false;
    const double *q = locks[0].q;
    if (!pair[0].turns || !pair[1].turns) {
        for (int n = 0; n < 2; n++) pair[n].radius = pair[n].turns ? fabs(q[n] / q[1 - n]) : 0;
        return true;
    }
    const Pose i = seen(stage, &pair[0]), j = seen(stage, &pair[1]);
    if (vec3_norm(vec3_cross(i.axes.z, j.axes.z)) > parallel) return false;
    const Vec3 d = vec3_sub(j.p, i.p);
    const double distance = vec3_norm(vec3_sub(d, vec3_scale(vec3_dot(d, i.axes.z), i.axes.z)));
    const double c = q[1] / q[0] * vec3_dot(i.axes.z, j.axes.z);
    if (!(distance > parallel * stage->scene->size) || fabs(1 + c) < no_wheel) return false;
    pair[0].radius = distance / (1 + c), pair[1].radius = c * pair[0].radius;
    /* One of them inside the other: the larger is the ring. */
    if (pair[0].radius * pair[1].radius < 0) {
        const int ring = fabs(pair[0].radius) > fabs(pair[1].radius) ? 0 : 1;
        pair[ring].radius = -fabs(pair[ring].radius);
        pair[1 - ring].radius = fabs(pair[1 - ring].radius);
    }
    return true;
}

/* A wheel lies about its z axis, shapes of the table about x. */
static Pose lathe(const Pose *z) {
    return (Pose){z->p, {z->axes.z, z->axes.x, z->axes.y}, 0};
}

static bool add_wheel(Stage *stage, const Wheel *wheel) {
    SceneBody *body = &stage->scene->bodies.at[wheel->body];
    const double r = fabs(wheel->radius), thick = 0.8 * stage->scene->unit;
    const Pose local = lathe(&wheel->local);
    if (wheel->radius < 0)
        return jd_scene_shape(
                   stage, body, "pipe",
                   (double[SHAPE_DIMENSIONS]){
                       [SHAPE_LENGTH] = thick, [SHAPE_DIAMETER] = 2.3 * r, [SHAPE_INNER] = 2 * r},
                   local) != NULL;
    return jd_scene_shape(
               stage, body, "cylinder",
               (double[SHAPE_DIMENSIONS]){[SHAPE_LENGTH] = thick, [SHAPE_DIAMETER] = 2 * r},
               local) != NULL;
}

/* ---- Wheels that roll ---------------------------------------------------------------------------
 */

static double rolling_radius(const ModelJoint *joint) {
    return joint->type->radius > 0 ? joint->fields[joint->type->radius - 1] : 0;
}

static bool add_roller(Stage *stage, const ModelJoint *joint, double radius) {
    const ModelFrame *frame = &stage->model->frames.at[joint->j];
    SceneBody *body = &stage->scene->bodies.at[frame->body];
    if (joint->type->ball)
        return jd_scene_shape(stage, body, "sphere",
                              (double[SHAPE_DIMENSIONS]){[SHAPE_DIAMETER] = 2 * radius},
                              frame->local) != NULL;
    return jd_scene_shape(stage, body, "cylinder",
                          (double[SHAPE_DIMENSIONS]){
                              [SHAPE_LENGTH] = 0.1 * radius, [SHAPE_DIAMETER] = 2 * radius},
                          lathe(&frame->local)) != NULL;
}

static bool rolls_here(const Stage *stage, int b) {
    bool any = false;
    for (int k = 0; k < stage->model->joints.count; k++) {
        const ModelJoint *joint = &stage->model->joints.at[k];
        any = any || (rolling_radius(joint) > 0 && body_of(stage->model, joint->i) == b);
    }
    return any;
}

bool jd_scene_wheel(Stage *stage, int b) {
    const JdModel *model = stage->model;
    bool any = false;
    for (int k = 0; k < model->joints.count && !any; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        const double radius = rolling_radius(joint);
        Wheel pair[2];
        if (radius > 0 && body_of(model, joint->j) == b) any = add_roller(stage, joint, radius);
        if (!joint->type->meshes || !find_pair(stage, joint, pair)) continue;
        for (int n = 0; n < 2; n++)
            if (pair[n].body == b && pair[n].radius != 0) any = add_wheel(stage, &pair[n]);
    }
    Spots spots = {0};
    jd_scene_spots(stage, b, 0.2 * stage->scene->unit, &spots);
    if (any) return spots.count <= 1;
    /* A body without mass that something rolls on is seen as the plane. */
    return spots.count <= 1 && stage->model->bodies.at[b].massless && rolls_here(stage, b) &&
           !stage->scene->planar;
}

/* ---- Planes -------------------------------------------------------------------------------------
 */

static bool add_plane(Stage *stage, const ModelJoint *joint, double radius) {
    const ModelFrame *frame = &stage->model->frames.at[joint->i];
    SceneBody *body = &stage->scene->bodies.at[frame->body];
    const SceneWay way = jd_scene_way(stage, joint->i, joint->j);
    const bool flat = joint->type->axis == AXIS_Z; /* else it goes along x, and y is up */
    const Pose plane = flat ? frame->local : turned_to(&frame->local, AXIS_Y);
    const double thick = 0.06 * radius, beside = 4.5 * radius;
    /* turned_to: z is the frame's y, x its z, y its x. */
    const double x0 = flat ? fmin(-beside, way.low.x - 2 * radius) : -beside,
                 x1 = flat ? fmax(beside, way.high.x + 2 * radius) : beside,
                 y0 = fmin(-beside, (flat ? way.low.y : way.low.x) - 2 * radius),
                 y1 = fmax(beside, (flat ? way.high.y : way.high.x) + 2 * radius);
    Pose local = plane;
    local.p =
        vec3_add(plane.p, axes_out(&plane.axes, vec3((x0 + x1) / 2, (y0 + y1) / 2, -thick / 2)));
    const double size[SHAPE_DIMENSIONS] = {x1 - x0, y1 - y0, thick};
    SceneShape *shape = jd_scene_shape(stage, body, "box", size, local);
    if (!shape) return false;
    shape->colour = jd_colour_mix(stage->theme->ground, stage->theme->back, 0.45);
    return true;
}

bool jd_scene_planes(Stage *stage) {
    const JdModel *model = stage->model;
    for (int k = 0; k < model->joints.count && !stage->scene->planar; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        const double radius = joint->type->couples ? 0 : rolling_radius(joint);
        if (radius > 0 && !add_plane(stage, joint, radius)) return false;
    }
    return true;
}
