/* SPDX-License-Identifier: MIT
 *
 * Arrows and axes that follow the run: where they are at each time. */
#include "scene/inside.h"

static const double longest = 0.25;  /* of the mechanism's size, if nobody says a scale */
static const double axes_length = 4; /* units, likewise */

/* ---- What there is -------------------------------------------------------------------------- */

/* What its signals are at the start; zero where that is not known. */
static Vec3 start_of(const Stage *stage, const char *name, int count) {
    JdChannel channels[3];
    double values[3] = {0, 0, 0};
    const int found = stage->system ? jd_follow_channels(stage->system, name, count, channels) : 0;
    if (!found || !jd_system_start(stage->system, channels, found, values, NULL))
        return vec3(0, 0, 0);
    const Vec3 v = vec3(values[0], values[1], values[2]);
    return isfinite(v.x + v.y + v.z) ? v : vec3(0, 0, 0);
}

static SceneFrame frame_of(const Stage *stage, int frame) {
    if (frame < 0) return (SceneFrame){0, {vec3(0, 0, 0), axes_none, 0}};
    const ModelFrame *from = &stage->model->frames.at[frame];
    return (SceneFrame){from->body, from->local};
}

static void add_follow(Stage *stage, const ModelFollow *from) {
    Scene *scene = stage->scene;
    SceneFollow *to = PUSH(stage->arena, scene->follows);
    if (!to) return;
    const int dims = scene->planar ? 2 : 3;
    const char *turn = scene->planar ? "%s.angle" : "%s.rotation";
    *to = (SceneFollow){.name = from->name,
                        .label = from->label,
                        .axes = from->axes,
                        .placed = from->frame < 0,
                        .at = frame_of(stage, from->frame),
                        .along = frame_of(stage, from->along > 0 ? from->along : -1),
                        .scale = from->scale,
                        .colour = from->colour.a ? from->colour : stage->theme->series[1]};
    to->place_name = jd_arena_format(stage->arena, "%s.at", from->name);
    to->vector_name = from->axes ? jd_arena_format(stage->arena, turn, from->name) : from->name;
    to->numbers = !from->axes ? dims : !to->placed ? 0 : scene->planar ? 1 : 3;
    if (to->placed) to->place = start_of(stage, to->place_name, dims);
    if (to->numbers) to->vector = start_of(stage, to->vector_name, to->numbers);
}

bool jd_scene_follows(Stage *stage) {
    for (int k = 0; k < stage->model->follows.count; k++)
        add_follow(stage, &stage->model->follows.at[k]);
    return !stage->arena->failed;
}

/* ---- Where it is ---------------------------------------------------------------------------- */

/* So that the longest of all rows is a share of the mechanism. */
double jd_follow_scale(const Scene *scene, const SceneFollow *follow, double most) {
    if (follow->scale > 0) return follow->scale;
    return most > 0 && isfinite(most) ? longest * scene->size / most : 0;
}

double jd_follow_length(const Scene *scene, int number) {
    const SceneFollow *follow = &scene->follows.at[number];
    return follow->scale > 0 ? follow->scale : axes_length * scene->unit;
}

/* What is known of it at an instant. */
typedef struct {
    Pose at, along; /* of the bodies that carry it and its vector */
    Vec3 place, vector;
    double scale;
} Instant;

static Pose turned_pose(bool planar, Vec3 place, Vec3 turn) {
    return planar ? jd_pose_planar(place, turn.x)
                  : (Pose){place, jd_quat_axes(jd_quat_turn(turn)), 0};
}

static Followed resolve(const Scene *scene, const SceneFollow *follow, const Instant *is) {
    const Pose stand = jd_pose_absolute(&is->at, &follow->at.local),
               along = jd_pose_absolute(&is->along, &follow->along.local);
    Followed followed = {.pose = stand};
    if (follow->placed && follow->axes)
        followed.pose = turned_pose(scene->planar, is->place, is->vector);
    else if (follow->placed)
        followed.pose.p = is->place;
    followed.from = followed.to = followed.pose.p;
    if (!follow->axes)
        followed.to =
            vec3_add(followed.from, vec3_scale(is->scale, axes_out(&along.axes, is->vector)));
    return followed;
}

static Followed at_start(const Scene *scene, const SceneFollow *follow) {
    const Instant is = {scene->bodies.at[follow->at.body].start,
                        scene->bodies.at[follow->along.body].start, follow->place, follow->vector,
                        jd_follow_scale(scene, follow, vec3_norm(follow->vector))};
    return resolve(scene, follow, &is);
}

Followed jd_follow_at(const Scene *scene, const Film *film, int number, double time) {
    const SceneFollow *follow = &scene->follows.at[number];
    if (!film || jd_trace_rows(film->trace) < 1) return at_start(scene, follow);
    const Instant is = {
        follow->at.body ? jd_film_pose(film, follow->at.body, time) : scene->bodies.at[0].start,
        follow->along.body ? jd_film_pose(film, follow->along.body, time)
                           : scene->bodies.at[0].start,
        jd_film_vector(film, film->place[number], scene->planar ? 2 : 3, time),
        jd_film_vector(film, film->vector[number], follow->numbers, time), film->scale[number]};
    return resolve(scene, follow, &is);
}

Followed jd_follow_row(const Scene *scene, const Film *film, int number, int row) {
    return jd_follow_at(scene, film, number, jd_trace_at(film->trace, row, 0));
}
