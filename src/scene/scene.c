/* SPDX-License-Identifier: MIT
 *
 * From a model to what there is to see of it: bodies with their looks, joints and forces, and the
 * points whose paths may be drawn. The looks of bodies are in body.c, those of joints in link.c. */
#include "scene/inside.h"
#include <stdlib.h>
#include <string.h>

/* ---- Where the bodies are -----------------------------------------------------------------------
 */

/* From the numbers of its channels. */
static Pose read_pose(const double v[POSE_CHANNELS], bool planar) {
    if (planar) return jd_pose_planar(vec3(v[0], v[1], 0), v[2]);
    Pose pose = jd_pose_planar(vec3(v[0], v[1], v[2]), 0);
    pose.axes = jd_quat_axes((Quat){v[3], v[4], v[5], v[6]});
    return pose;
}

static bool is_finite(const Pose *pose) {
    return isfinite(pose->p.x + pose->p.y + pose->p.z + pose->angle) &&
           isfinite(pose->axes.x.x + pose->axes.y.y + pose->axes.z.z);
}

/* As the system says that the bodies were assembled; else as drawn. */
static void find_starts(Stage *stage) {
    Scene *scene = stage->scene;
    const JdModel *model = stage->model;
    for (int b = 0; b < scene->bodies.count; b++)
        scene->bodies.at[b].start =
            b < model->bodies.count
                ? model->bodies.at[b].pose
                : model->frames.at[model->nodes.at[b - model->bodies.count].frame].local;
    if (!stage->system) return;
    const int count = POSE_CHANNELS * (scene->bodies.count - 1);
    JdChannel *channels = ARENA_NEW(stage->arena, JdChannel, count + 1);
    double *values = ARENA_NEW(stage->arena, double, count + 1);
    if (!channels || !values) return;
    bool planar = false;
    for (int b = 1; b < scene->bodies.count; b++)
        planar = jd_film_pose_channels(stage->system, scene->bodies.at[b].name,
                                       channels + POSE_CHANNELS * (b - 1)) == PLANAR_CHANNELS;
    if (!jd_system_start(stage->system, channels, count, values, NULL)) return;
    for (int b = 1; b < scene->bodies.count; b++) {
        const Pose pose = read_pose(values + POSE_CHANNELS * (b - 1), planar);
        if (is_finite(&pose)) scene->bodies.at[b].start = pose;
    }
}

int jd_scene_row(const Stage *stage, int n) {
    enum { MOST = 2000 };
    const int last = stage->motion.trace ? jd_trace_rows(stage->motion.trace) - 1 : -1;
    const int step = last / MOST + 1, row = n * step;
    return row < last ? row : row < last + step ? last : -1;
}

/* ---- Bodies and points --------------------------------------------------------------------------
 */

static bool add_bodies(Stage *stage) {
    const JdModel *model = stage->model;
    for (int b = 0; b < model->bodies.count; b++) {
        const ModelBody *from = &model->bodies.at[b];
        SceneBody *to = PUSH(stage->arena, stage->scene->bodies);
        if (!to) return false;
        to->name = from->name;
        to->where = from->where;
        to->hidden = from->hidden;
        to->point = from->point;
        to->mass = from->mass;
        to->colour = b ? stage->theme->series[(b - 1) % 8] : stage->theme->ground;
        if (from->colour.a) to->colour = from->colour;
    }
    for (int k = 0; k < model->nodes.count; k++) { /* nodes are seen as points that move */
        SceneBody *to = PUSH(stage->arena, stage->scene->bodies);
        if (!to) return false;
        to->name = model->nodes.at[k].name;
        to->where = model->nodes.at[k].where;
        to->hidden = model->nodes.at[k].hidden;
        to->point = true;
        to->colour = stage->theme->ground;
    }
    return true;
}

static void add_point(Stage *stage, const char *name, int body, Pose local) {
    ScenePoint *point = name ? PUSH(stage->arena, stage->scene->points) : NULL;
    if (point) *point = (ScenePoint){name, {body, local}};
}

/* Named frames, and of each body its centre of mass under the body's own name. */
static void add_points(Stage *stage) {
    const JdModel *model = stage->model;
    const Pose centre = jd_pose_planar(vec3(0, 0, 0), 0);
    for (int b = 1; b < model->bodies.count; b++)
        add_point(stage, model->bodies.at[b].name, b, centre);
    for (int k = 0; k < model->nodes.count; k++)
        add_point(stage, model->nodes.at[k].name, model->bodies.count + k, centre);
    for (int f = 0; f < model->frames.count; f++) {
        const ModelFrame *frame = &model->frames.at[f];
        if (!frame->name || frame->body == 0) continue;
        add_point(
            stage,
            jd_arena_format(stage->arena, "%s.%s", model->bodies.at[frame->body].name, frame->name),
            frame->body, frame->local);
    }
}

/* ---- Size ---------------------------------------------------------------------------------------
 */

typedef struct {
    Vec3 low, high;
} Extent;

static void reach(Extent *box, Vec3 p) {
    box->low = vec3(fmin(box->low.x, p.x), fmin(box->low.y, p.y), fmin(box->low.z, p.z));
    box->high = vec3(fmax(box->high.x, p.x), fmax(box->high.y, p.y), fmax(box->high.z, p.z));
}

static double largest(Vec3 v) {
    return fmax(v.x, fmax(v.y, v.z));
}

/* The place of a torque means nothing. */
static bool is_used(const JdModel *model, int frame) {
    if (model->frames.at[frame].name) return true;
    for (int k = 0; k < model->joints.count; k++) {
        const ModelJoint *joint = &model->joints.at[k];
        if (!joint->type->couples && (joint->i == frame || joint->j == frame)) return true;
    }
    for (int k = 0; k < model->forces.count; k++) {
        const ModelForce *force = &model->forces.at[k];
        if (force->type->target == FORCE_ON_FREE || force->type->turns) continue;
        if (force->j == frame) return true;
        if (force->i == frame && force->type->target == FORCE_BETWEEN) return true;
    }
    return false;
}

static Vec3 on_body(const Stage *stage, int body, Vec3 local) {
    const Pose *pose = &stage->scene->bodies.at[body].start;
    return vec3_add(pose->p, axes_out(&pose->axes, local));
}

static Extent points_extent(const Stage *stage) {
    const JdModel *model = stage->model;
    Extent box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int f = 1; f < model->frames.count; f++)
        if (is_used(model, f))
            reach(&box, on_body(stage, model->frames.at[f].body, model->frames.at[f].local.p));
    for (int b = 1; b < model->bodies.count; b++) {
        const ModelBody *body = &model->bodies.at[b];
        reach(&box, on_body(stage, b, vec3(0, 0, 0)));
        for (int n = 0; n < body->point_count; n++) reach(&box, on_body(stage, b, body->points[n]));
    }
    return box;
}

/* A body alone in a point is as large as its inertia says. */
static double size_by_inertia(const Stage *stage) {
    double size = 0;
    for (int b = 1; b < stage->model->bodies.count; b++)
        size = fmax(size, largest(jd_scene_inertia_box(stage, b)));
    return size;
}

static double size_by_shapes(const Stage *stage) {
    double size = 0;
    for (int b = 1; b < stage->model->bodies.count; b++) {
        const ModelBody *body = &stage->model->bodies.at[b];
        if (!body->shape) continue;
        for (int n = SHAPE_LENGTH; n <= SHAPE_DIAMETER; n++) size = fmax(size, body->size[n]);
    }
    for (int k = 0; k < stage->model->shows.count; k++)
        for (int n = SHAPE_LENGTH; n <= SHAPE_DIAMETER; n++)
            size = fmax(size, stage->model->shows.at[k].size[n]);
    for (int k = 0; k < stage->model->joints.count; k++) {
        const ModelJoint *joint = &stage->model->joints.at[k];
        if (joint->type->radius) size = fmax(size, 2 * joint->fields[joint->type->radius - 1]);
    }
    return size;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const double one_spot = 1e-6; /* of the scene: points that near are one to the eye */

/* How long bodies are, the shorter ones: their lower quartile. 0: none has a length. */
static double usual_length(const Stage *stage, double size) {
    const int count = stage->model->bodies.count;
    double *lengths = malloc(sizeof *lengths * (size_t)count);
    int found = 0;
    for (int b = 1; lengths && b < count; b++) {
        Spots spots = {0};
        jd_scene_spots(stage, b, one_spot * size, &spots);
        double most = 0;
        for (int n = 0; n < spots.count; n++)
            for (int k = 0; k < n; k++)
                most = fmax(most, vec3_norm(vec3_sub(spots.at[n], spots.at[k])));
        /* A centre of mass that is a little off its only point is no length. */
        if (spots.count == 1) most = vec3_norm(spots.at[0]);
        if (most > (spots.count == 1 ? 0.1 : one_spot) * size) lengths[found++] = most;
    }
    if (found) qsort(lengths, (size_t)found, sizeof *lengths, by_size);
    const double usual = found ? lengths[found / 4] : 0;
    free(lengths);
    return usual;
}

/* How far bodies come. */
static double size_of_motion(const Stage *stage) {
    Extent box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int b = 1; b < stage->scene->bodies.count; b++)
        for (int n = 0, row; (row = jd_scene_row(stage, n)) >= 0; n++) {
            const Vec3 p = jd_film_pose_row(&stage->motion, b, row).p;
            if (isfinite(p.x + p.y + p.z)) reach(&box, p);
        }
    const double size = largest(vec3_sub(box.high, box.low));
    return isfinite(size) ? size : 0;
}

static const double no_size = 1e-12; /* m: all points in one place, but for rounding */

/* Symbols can be seen, and are smaller than the links. */
static void find_size(Stage *stage) {
    Scene *scene = stage->scene;
    const Extent box = points_extent(stage);
    const Vec3 d = vec3_sub(box.high, box.low);
    scene->size = largest(d);
    if (!(scene->size > no_size) || !isfinite(scene->size)) scene->size = 0;
    const double shapes = size_by_shapes(stage), bodies = fmax(shapes, size_by_inertia(stage));
    if (scene->size < 0.05 * bodies) scene->size = bodies;
    scene->size = fmax(scene->size, shapes);
    if (!(scene->size > 0)) scene->size = 1;
    scene->unit = scene->size / 42;
    const double usual = usual_length(stage, scene->size);
    if (usual > 0) scene->unit = fmin(scene->unit, usual / 6);
    if (!(usual > 0) && stage->model->bodies.count == 2) scene->unit = scene->size / 18;
    const double least = fmax(scene->size, size_of_motion(stage)) / 250;
    scene->unit = fmax(scene->unit, usual > 0 ? fmin(least, usual / 3) : least);
}

/* ---- The scene ----------------------------------------------------------------------------------
 */

static bool fill(Stage *stage, const JdTrace *motion) {
    Scene *scene = stage->scene;
    const JdModel *model = stage->model;
    scene->title = model->name;
    scene->freedoms = -1;
    scene->about = model->about;
    scene->planar = model->space == JD_PLANAR;
    scene->off = model->no_animation;
    if (model->gravity.kind == GRAVITY_UNIFORM) scene->gravity = model->gravity.value;
    if (!add_bodies(stage)) return false;
    if (!jd_film_open(scene, stage->system, motion, &stage->motion, stage->arena))
        stage->motion = (Film){0};
    find_starts(stage);
    find_size(stage);
    for (int b = 0; b < model->bodies.count; b++) {
        Spots spots = {0};
        jd_scene_spots(stage, b, 0.2 * scene->unit, &spots);
        scene->bodies.at[b].spots.at = spots.at;
        scene->bodies.at[b].spots.count = spots.count;
        if (!jd_scene_body(stage, b)) return false;
    }
    for (int k = 0; k < model->nodes.count; k++)
        if (!jd_scene_dot(stage, model->bodies.count + k)) return false;
    if (!jd_scene_links(stage)) return false;
    jd_scene_belts(stage);
    if (!jd_scene_planes(stage) || !jd_scene_guides(stage)) return false;
    if (!jd_scene_carriers(stage)) return false;
    add_points(stage);
    return jd_scene_follows(stage) && !scene->arena.failed;
}

Scene *jd_scene_new(const JdModel *model, const JdSystem *system, JdLog *log) {
    return jd_scene_new_moving(model, system, NULL, log);
}

Scene *jd_scene_new_moving(const JdModel *model, const JdSystem *system, const JdTrace *motion,
                           JdLog *log) {
    if (!model) return NULL;
    Scene *scene = calloc(1, sizeof *scene);
    if (!scene) {
        jd_report_memory(log);
        return NULL;
    }
    Stage stage = {model, system, scene, &scene->arena, jd_theme_at(0), {0}};
    if (fill(&stage, motion)) {
        jd_scene_is_sound(scene);
        return scene;
    }
    jd_report_memory(log);
    jd_scene_free(scene);
    return NULL;
}

void jd_scene_free(Scene *scene) {
    if (!scene) return;
    jd_arena_free(&scene->arena);
    free(scene);
}

/* ---- Points of a body ---------------------------------------------------------------------------
 */

static void add_spot(Arena *arena, Spots *spots, Vec3 p, double within) {
    for (int n = 0; n < spots->count; n++)
        if (vec3_norm(vec3_sub(spots->at[n], p)) <= within) return;
    Vec3 *spot = PUSH(arena, *spots);
    if (spot) *spot = p;
}

void jd_scene_spots(const Stage *stage, int b, double within, Spots *out) {
    const JdModel *model = stage->model;
    const ModelBody *body = &model->bodies.at[b];
    for (int n = 0; n < body->point_count; n++)
        add_spot(stage->arena, out, body->points[n], within);
    for (int f = 0; f < model->frames.count; f++)
        if (model->frames.at[f].body == b && is_used(model, f))
            add_spot(stage->arena, out, model->frames.at[f].local.p, within);
}
