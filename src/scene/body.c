/* SPDX-License-Identifier: MIT
 *
 * What a body looks like without any work of its author: by its `show` items, else by its shape,
 * else as a link between its points, else, in one point only, as a slider, a disc or a box of its
 * inertia. */
#include "scene/inside.h"

static const Pose at_centre = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0};

static SceneShape *new_shape(Stage *stage, int b) {
    SceneBody *body = &stage->scene->bodies.at[b];
    SceneShape *shape = PUSH(stage->arena, body->shapes);
    if (shape) shape->colour = body->colour, shape->opacity = 1;
    return shape;
}

static bool add_shape(Stage *stage, int b, const char *type, const double *size, Pose local) {
    return jd_scene_shape(stage, &stage->scene->bodies.at[b], type, size, local) != NULL;
}

static bool add_box(Stage *stage, int b, Vec3 size, Pose local) {
    return add_shape(stage, b, "box",
                     (double[SHAPE_DIMENSIONS]){
                         [SHAPE_LENGTH] = size.x, [SHAPE_WIDTH] = size.y, [SHAPE_HEIGHT] = size.z},
                     local);
}

static bool add_ball(Stage *stage, int b, double diameter, Pose local) {
    return add_shape(stage, b, "sphere", (double[SHAPE_DIMENSIONS]){[SHAPE_DIAMETER] = diameter},
                     local);
}

/* A node: half as large as a pin; in space as large, since wires of springs end in it. */
bool jd_scene_dot(Stage *stage, int b) {
    return add_ball(stage, b, (stage->scene->planar ? 1 : 2) * stage->scene->unit, at_centre);
}

/* ---- As the model says --------------------------------------------------------------------------
 */

static bool has_dimensions(unsigned wanted, const double *size) {
    for (int n = 0; n < SHAPE_DIMENSIONS; n++)
        if ((wanted & 1u << n) && !(size[n] > 0)) return false;
    return true;
}

static bool add_shows(Stage *stage, int b, bool *any) {
    for (int n = 0; n < stage->model->shows.count; n++) {
        const ModelShow *show = &stage->model->shows.at[n];
        if (show->body != b) continue;
        *any = true;
        SceneShape *shape = new_shape(stage, b);
        if (!shape) return false;
        if (show->colour.a) shape->colour = show->colour;
        shape->opacity = show->opacity;
        if (!jd_scene_fill_shape(stage, shape, show->type, show->size, show->mesh, show->local))
            return false;
        shape->opacity = show->opacity;
    }
    return true;
}

/* ---- Joints of a body ---------------------------------------------------------------------------
 */

const ModelFrame *jd_scene_frame_on(const Stage *stage, const ModelJoint *joint, int b) {
    const ModelFrame *frame = stage->model->frames.at;
    if (joint->type->couples) return NULL;
    if (frame[joint->i].body == b) return &frame[joint->i];
    return frame[joint->j].body == b ? &frame[joint->j] : NULL;
}

/* ---- A slide that it goes along -----------------------------------------------------------------
 */

/* The first slide of a body's joints that is its only one, along body axes. */
static bool find_slide(const Stage *stage, int b, Vec3 *axis) {
    const JdModel *model = stage->model;
    for (int k = 0; k < model->joints.count; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        const ModelFrame *own = jd_scene_frame_on(stage, joint, b);
        if (!own) continue;
        const FreeDef *frees[JOINT_FREES];
        const int count = jd_joint_frees(joint->type, stage->scene->planar, frees);
        int slides = 0, which = 0, turns = 0;
        for (int n = 0; n < count; n++) {
            if (frees[n]->kind == FREE_SLIDE) slides++, which = n;
            turns += frees[n]->kind != FREE_SLIDE;
        }
        if (slides != 1 || turns > 0) continue;
        *axis = axes_at(&own->local.axes, frees[which]->axis);
        return true;
    }
    return false;
}

/* The axis of its first joint that only turns, along body axes. */
static bool find_turn(const Stage *stage, int b, Vec3 *at, Vec3 *axis) {
    const JdModel *model = stage->model;
    for (int k = 0; k < model->joints.count; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        const ModelFrame *own = jd_scene_frame_on(stage, joint, b);
        if (!own) continue;
        const FreeDef *frees[JOINT_FREES];
        if (jd_joint_frees(joint->type, stage->scene->planar, frees) != 1) continue;
        if (frees[0]->kind != FREE_TURN) continue;
        *at = own->local.p;
        *axis = axes_at(&own->local.axes, frees[0]->axis);
        return true;
    }
    return false;
}

static bool has_joint(const Stage *stage, int b) {
    const JdModel *model = stage->model;
    for (int k = 0; k < model->joints.count; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        if (!joint->type->couples &&
            (model->frames.at[joint->i].body == b || model->frames.at[joint->j].body == b))
            return true;
    }
    return false;
}

/* ---- In one point -------------------------------------------------------------------------------
 */

static double clamp(double x, double least, double most) {
    return fmin(fmax(x, least), most);
}

/* How large it is drawn for its mass, against the others'. */
static double by_mass(const Stage *stage, int b) {
    double sum = 0;
    int count = 0;
    for (int n = 1; n < stage->model->bodies.count; n++) {
        const double mass = stage->model->bodies.at[n].mass;
        if (mass > 0) sum += log(mass), count++;
    }
    const double mass = stage->model->bodies.at[b].mass;
    return count && mass > 0 ? clamp(cbrt(mass / exp(sum / count)), 0.75, 1.5) : 0.75;
}

Vec3 jd_scene_inertia_box(const Stage *stage, int b) {
    const ModelBody *body = &stage->model->bodies.at[b];
    if (!(body->mass > 0)) return vec3(0, 0, 0);
    if (stage->model->space == JD_PLANAR) {
        /* Twice as long as wide. */
        const double l = sqrt(12 * body->inertia[2][2] / body->mass / 1.25);
        return vec3(l, l / 2, l / 4);
    }
    double I[3];
    Axes axes;
    jd_principal((const double(*)[3])body->inertia, I, &axes);
    const double k = 6 / body->mass, sum = I[0] + I[1] + I[2];
    return vec3(sqrt(fmax(0, k * (sum - 2 * I[0]))), sqrt(fmax(0, k * (sum - 2 * I[1]))),
                sqrt(fmax(0, k * (sum - 2 * I[2]))));
}

/* A box of the same inertia, along the principal axes; not larger than fits among others. */
static bool add_inertia_box(Stage *stage, int b) {
    const ModelBody *body = &stage->model->bodies.at[b];
    const double u = stage->scene->unit;
    Vec3 l = jd_scene_inertia_box(stage, b);
    const double most = fmax(l.x, fmax(l.y, l.z));
    if (!(most > 0)) return add_ball(stage, b, 2 * u * by_mass(stage, b), at_centre);
    const bool alone = stage->model->bodies.count == 2;
    const double fits = alone ? stage->scene->size : stage->scene->size / 6;
    l = vec3_scale(clamp(1, 2 * u / most, fmax(fits, 2 * u) / most), l);
    const double least = 0.06 * fmax(l.x, fmax(l.y, l.z));
    Pose local = at_centre;
    double I[3];
    if (!stage->scene->planar) jd_principal((const double(*)[3])body->inertia, I, &local.axes);
    return add_box(stage, b, vec3(fmax(l.x, least), fmax(l.y, least), fmax(l.z, least)), local);
}

/* A disc about an axis, in the plane seen from the front. */
static bool add_disc(Stage *stage, int b, Vec3 at, Vec3 axis, double radius, double thick) {
    return add_shape(
        stage, b, "cylinder",
        (double[SHAPE_DIMENSIONS]){[SHAPE_LENGTH] = thick, [SHAPE_DIAMETER] = 2 * radius},
        jd_scene_along(at, axis));
}

static double gyration_radius(const Stage *stage, int b) {
    const ModelBody *body = &stage->model->bodies.at[b];
    const double(*I)[3] = body->inertia;
    const double most = stage->scene->planar ? I[2][2] : (I[0][0] + I[1][1] + I[2][2]) / 3;
    return body->mass > 0 ? sqrt(2 * most / body->mass) : 0;
}

/* How many bodies before it stand in the same place, for want of a shape as well: each is smaller
 * than those, and thicker, so that all are seen. */
static int count_below(const Stage *stage, int b) {
    const Scene *scene = stage->scene;
    int count = 0;
    for (int n = 1; n < b; n++) {
        const ModelBody *other = &stage->model->bodies.at[n];
        const Vec3 d = vec3_sub(scene->bodies.at[n].start.p, scene->bodies.at[b].start.p);
        count += vec3_norm(d) < scene->unit && !other->shape && !other->bare &&
                 scene->bodies.at[n].spots.count <= 1;
    }
    return count;
}

static bool add_in_point(Stage *stage, int b, Vec3 at) {
    const double u = stage->scene->unit, k = by_mass(stage, b);
    Vec3 axis, on_axis;
    if (stage->model->bodies.at[b].point)
        return add_ball(stage, b, 2.4 * u * k, (Pose){at, at_centre.axes, 0});
    if (find_slide(stage, b, &axis))
        return add_box(stage, b, vec3(4.4 * u * k, 2.6 * u * k, 2.6 * u * k),
                       jd_scene_along(at, axis));
    const bool alone = stage->model->bodies.count == 2;
    if (!has_joint(stage, b)) return add_inertia_box(stage, b);
    if (find_turn(stage, b, &on_axis, &axis)) {
        const double fits = alone ? fmax(stage->scene->size, 1.8 * u) : 5 * u;
        const double radius = clamp(gyration_radius(stage, b), 1.8 * u, fits);
        const double below = count_below(stage, b);
        return add_disc(stage, b, at, axis, radius * pow(0.8, below), 1.2 * u * pow(1.35, below));
    }
    if (alone) return add_inertia_box(stage, b);
    if (stage->scene->planar) return add_disc(stage, b, at, vec3(0, 0, 1), 2 * u * k, 1.2 * u);
    return add_ball(stage, b, 3.6 * u * k, (Pose){at, at_centre.axes, 0});
}

/* ---- Links --------------------------------------------------------------------------------------
 */

static const double plate_thick = 0.7, bar_radius = 0.8;

static bool add_bar(Stage *stage, int b, Vec3 p, Vec3 q) {
    const double u = stage->scene->unit;
    SceneShape *shape = new_shape(stage, b);
    if (!shape) return false;
    if (!stage->scene->planar) return jd_scene_bar(stage, shape, p, q, scene_bar_radius * u);
    const double half = vec3_norm(vec3_sub(q, p)) / 2;
    const Vec2 ends[2] = {{-half, 0}, {half, 0}};
    const Pose local = jd_scene_along(vec3_scale(0.5, vec3_add(p, q)), vec3_sub(q, p));
    return jd_scene_plate(stage, shape, (Plate){ends, 2, bar_radius * u, plate_thick * u}, local);
}

/* Two of the points that lie farthest apart; true: all others are between them. */
static bool in_line(const Spots *spots, double within, Vec3 *p, Vec3 *q) {
    double most = -1;
    for (int n = 0; n < spots->count; n++)
        for (int k = 0; k < n; k++) {
            const double d = vec3_norm(vec3_sub(spots->at[n], spots->at[k]));
            if (d > most) most = d, *p = spots->at[k], *q = spots->at[n];
        }
    const Vec3 along = vec3_scale(1 / most, vec3_sub(*q, *p));
    for (int n = 0; n < spots->count; n++)
        if (vec3_norm(vec3_cross(along, vec3_sub(spots->at[n], *p))) > within) return false;
    return true;
}

/* The plane of points that do not lie in a line: its axes, x along the farthest two. */
static bool in_plane(const Spots *spots, double within, Vec3 p, Vec3 q, Pose *plane) {
    const Vec3 along = vec3_sub(q, p);
    Vec3 normal = vec3(0, 0, 0);
    for (int n = 0; n < spots->count; n++) {
        const Vec3 c = vec3_cross(along, vec3_sub(spots->at[n], p));
        if (vec3_norm(c) > vec3_norm(normal)) normal = c;
    }
    *plane = (Pose){.p = p};
    if (!jd_axes_from_xz(along, normal, &plane->axes)) return false;
    for (int n = 0; n < spots->count; n++)
        if (fabs(vec3_dot(plane->axes.z, vec3_sub(spots->at[n], p))) > within) return false;
    return true;
}

static bool add_plate(Stage *stage, int b, const Spots *spots, const Pose *plane) {
    const double u = stage->scene->unit;
    Vec2 *flat = ARENA_NEW(stage->arena, Vec2, spots->count);
    SceneShape *shape = new_shape(stage, b);
    if (!flat || !shape) return false;
    for (int n = 0; n < spots->count; n++) {
        const Vec3 p = axes_in(&plane->axes, vec3_sub(spots->at[n], plane->p));
        flat[n] = vec2(p.x, p.y);
    }
    return jd_scene_plate(stage, shape,
                          (Plate){flat, spots->count, bar_radius * u, plate_thick * u}, *plane);
}

/* A shaft along the axis that it turns about, with an arm to each point beside it. */
static bool add_shaft(Stage *stage, int b, const Spots *spots, Vec3 at, Vec3 axis) {
    double low = INFINITY, high = -INFINITY;
    for (int n = 0; n < spots->count; n++) {
        const Vec3 d = vec3_sub(spots->at[n], at);
        const double x = vec3_dot(axis, d);
        const Vec3 foot = vec3_add(at, vec3_scale(x, axis));
        low = fmin(low, x), high = fmax(high, x);
        if (vec3_norm(vec3_sub(spots->at[n], foot)) > 0.5 * stage->scene->unit &&
            !add_bar(stage, b, foot, spots->at[n]))
            return false;
    }
    return add_bar(stage, b, vec3_add(at, vec3_scale(low, axis)),
                   vec3_add(at, vec3_scale(high, axis)));
}

/* Not in one plane: bars that meet in the middle. */
static bool add_star(Stage *stage, int b, const Spots *spots) {
    Vec3 middle = vec3(0, 0, 0);
    for (int n = 0; n < spots->count; n++)
        middle = vec3_add(middle, vec3_scale(1.0 / spots->count, spots->at[n]));
    for (int n = 0; n < spots->count; n++)
        if (!add_bar(stage, b, middle, spots->at[n])) return false;
    return true;
}

static bool add_link(Stage *stage, int b, const Spots *spots) {
    const double within = 0.05 * stage->scene->unit;
    Vec3 p = {0}, q = {0};
    if (in_line(spots, within, &p, &q)) return add_bar(stage, b, p, q);
    Pose plane = {.p = p, .axes = axes_none};
    if (stage->scene->planar) return add_plate(stage, b, spots, &(Pose){.axes = axes_none});
    if (in_plane(spots, within, p, q, &plane)) return add_plate(stage, b, spots, &plane);
    Vec3 at, axis;
    if (find_turn(stage, b, &at, &axis)) return add_shaft(stage, b, spots, at, axis);
    return add_star(stage, b, spots);
}

bool jd_scene_flat_link(Stage *stage, int b, const Spots *spots) {
    const double within = 0.05 * stage->scene->unit;
    Vec3 p = {0}, q = {0};
    if (in_line(spots, within, &p, &q)) return add_bar(stage, b, p, q);
    Pose plane = {.p = p, .axes = axes_none};
    return !in_plane(spots, within, p, q, &plane) || add_plate(stage, b, spots, &plane);
}

/* ---- A pendulum: one point apart from the centre of mass
 * -------------------------------------------- */

static const double alike = 1e-6,
                    apart = 1e-3; /* of moments of inertia: two are equal, the third is not */

/* The axis of a body whose inertia is the same about all directions normal to it. */
static bool find_symmetry(const ModelBody *body, Vec3 *axis, double *radius, double *length) {
    double I[3];
    Axes axes;
    jd_principal((const double(*)[3])body->inertia, I, &axes);
    for (int n = 0; n < 3; n++) {
        const double own = I[n], a = I[(n + 1) % 3], c = I[(n + 2) % 3];
        if (fabs(a - c) > alike * fmax(a, c) || fabs(own - a) < apart * fmax(own, a)) continue;
        *axis = axes_at(&axes, (AxisName)n);
        *radius = sqrt(2 * own / body->mass);
        *length = sqrt(fmax(0, 12 * (a / body->mass - *radius * *radius / 4)));
        return true;
    }
    return false;
}

static bool add_pendulum(Stage *stage, int b, Vec3 pivot) {
    const ModelBody *body = &stage->model->bodies.at[b];
    const double u = stage->scene->unit, far = vec3_norm(pivot);
    if (!add_bar(stage, b, pivot, at_centre.p)) return false;
    if (!(body->mass > 0)) return true;
    if (stage->scene->planar) {
        const double radius = clamp(gyration_radius(stage, b), 1.6 * u, fmax(1.6 * u, 0.3 * far));
        return add_disc(stage, b, at_centre.p, vec3(0, 0, 1), radius, 1.1 * u);
    }
    Vec3 axis;
    double radius, length;
    if (!body->point && find_symmetry(body, &axis, &radius, &length)) {
        const double thick = clamp(length, 0.12 * far, 0.5 * far);
        return add_disc(stage, b, at_centre.p, axis, clamp(radius, 1.5 * u, 0.6 * far), thick);
    }
    radius =
        clamp(gyration_radius(stage, b), 1.8 * u * by_mass(stage, b), fmax(1.8 * u, 0.2 * far));
    return add_ball(stage, b, 2 * radius, at_centre);
}

/* ---- All together
 * ----------------------------------------------------------------------------------- */

bool jd_scene_body(Stage *stage, int b) {
    const ModelBody *body = &stage->model->bodies.at[b];
    bool any = false;
    if (!add_shows(stage, b, &any)) return false;
    if (any || b == 0 || body->bare) return true;
    if (body->shape && has_dimensions(body->shape->look, body->size)) {
        SceneShape *shape = new_shape(stage, b);
        Pose local = at_centre;
        local.p = body->shape_at;
        return shape && jd_scene_fill_shape(stage, shape, body->shape, body->size, NULL, local);
    }
    if (jd_scene_wheel(stage, b)) return !stage->arena->failed;
    Spots spots = {0};
    const double within = 0.2 * stage->scene->unit;
    jd_scene_spots(stage, b, within, &spots);
    if (stage->arena->failed) return false;
    if (spots.count >= 2) {
        stage->scene->bodies.at[b].looks = true;
        return add_link(stage, b, &spots);
    }
    if (spots.count == 0) return add_in_point(stage, b, at_centre.p);
    if (vec3_norm(spots.at[0]) > within) return add_pendulum(stage, b, spots.at[0]);
    return add_in_point(stage, b, spots.at[0]);
}
