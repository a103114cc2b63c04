/* SPDX-License-Identifier: MIT
 *
 * The motion as glTF has it: keys, and straight lines (for attitudes shortest turns) between them.
 * Keys lie at the frames of the show, or at a part of their distance, such that what lies between
 * is right. */
#include "show/glb.h"

static const double error_share = 2e-3; /* of the mechanism's size, between keys */
enum { MOST_KEYS = 12001, MOST_NUMBERS = 20000000 };

/* ---- When ----------------------------------------------------------------------------------- */

typedef struct {
    const Film *film;
    int count;  /* of keys */
    double end; /* s of the run */
    double speed;
} Keys;

static double key_time(const Keys *keys, double key) {
    return keys->count > 1 ? fmin(key * keys->end / (keys->count - 1), keys->end) : 0;
}

/* Halfway between two keys a body is near the middle of both. */
static bool is_straight(const Keys *keys, int body, double error) {
    for (int n = 0; n + 1 < keys->count; n++) {
        const Pose a = jd_film_pose(keys->film, body, key_time(keys, n));
        const Pose m = jd_film_pose(keys->film, body, key_time(keys, n + 0.5));
        const Pose b = jd_film_pose(keys->film, body, key_time(keys, n + 1));
        const Vec3 middle = vec3_scale(0.5, vec3_add(a.p, b.p));
        const double turn =
            keys->film->planar
                ? fabs(b.angle - a.angle)
                : acos(fmax(-1,
                            fmin(1, (vec3_dot(a.axes.x, b.axes.x) + vec3_dot(a.axes.y, b.axes.y) +
                                     vec3_dot(a.axes.z, b.axes.z) - 1) /
                                        2)));
        if (vec3_norm(vec3_sub(m.p, middle)) > error || turn > pi / 4) return false;
    }
    return true;
}

static bool are_straight(const Glb *glb, const Keys *keys) {
    const Scene *scene = glb->show->scene;
    for (int b = 1; b < scene->bodies.count; b++)
        if (!scene->bodies.at[b].hidden && !is_straight(keys, b, error_share * scene->size))
            return false;
    return true;
}

static Keys plan_keys(const Glb *glb) {
    const JdTrace *trace = glb->run->film.trace;
    const int frames = jd_show_frames(glb->show), bodies = glb->show->scene->bodies.count;
    const int room = MOST_NUMBERS / (8 * bodies), most = room < MOST_KEYS ? room : MOST_KEYS;
    Keys keys = {.film = &glb->run->film,
                 .count = frames < most ? frames : most,
                 .end = jd_trace_at(trace, jd_trace_rows(trace) - 1, 0),
                 .speed = jd_show_speed(glb->show)};
    if (!(keys.end > 0)) keys.count = 1;
    while (keys.count > 1 && 2 * keys.count - 1 <= most && !are_straight(glb, &keys))
        keys.count = 2 * keys.count - 1;
    return keys;
}

/* ---- Channels ------------------------------------------------------------------------------- */

/* `width` numbers at each key. */
typedef struct {
    const double *values;
    int count, width;
} Track;

static const double moves_by = 1e-9; /* m, or of a quaternion: less is rounding */

static void add_channel(Glb *glb, int node, const char *path, int input, Track of) {
    bool moves = false;
    for (int n = of.width; n < of.count * of.width && !moves; n++)
        moves = fabs(of.values[n] - of.values[n % of.width]) > moves_by;
    GlbChannel *channel = moves ? PUSH(&glb->arena, glb->channels) : NULL;
    if (!channel) return;
    const int output = jd_glb_floats(glb, of.values, of.count, of.width, 0, false);
    *channel = (GlbChannel){node, path, input, output};
}

/* Of the two quaternions of an attitude the one that is near the last. */
static void put_turn(double *values, int n, const Axes *axes) {
    const Quat q = jd_quat_from_axes(axes);
    const double turn[4] = {q.x, q.y, q.z, q.w};
    double dot = n ? 0 : 1;
    for (int c = 0; c < 4 && n; c++) dot += turn[c] * values[4 * (n - 1) + c];
    for (int c = 0; c < 4; c++) values[4 * n + c] = dot < 0 ? -turn[c] : turn[c];
}

static void put_vector(double *values, int n, Vec3 v) {
    values[3 * n] = v.x, values[3 * n + 1] = v.y, values[3 * n + 2] = v.z;
}

typedef struct {
    double *places, *turns, *scales;
} Values;

static bool is_known(const Pose *pose) {
    return isfinite(pose->p.x + pose->p.y + pose->p.z + pose->axes.x.x + pose->axes.y.y);
}

static void move_node(Glb *glb, int index, const Keys *keys, int input, const Values *to) {
    const GlbNode *node = &glb->nodes.at[index];
    const SceneLink *link = node->link >= 0 ? &glb->show->scene->links.at[node->link] : NULL;
    Pose pose = node->pose;
    Vec3 scale = node->scale;
    for (int n = 0; n < keys->count; n++) {
        const double time = key_time(keys, n);
        GlbNode at = {.scale = scale};
        if (link) {
            const Pose i = jd_film_pose(keys->film, link->i.body, time);
            const Pose j = jd_film_pose(keys->film, link->j.body, time);
            at = jd_glb_span(link, &i, &j, &pose);
        } else {
            at.pose = jd_film_pose(keys->film, node->body, time);
        }
        /* What is not known stays where it was. */
        if (is_known(&at.pose)) pose = at.pose, scale = at.scale;
        put_vector(to->places, n, pose.p);
        put_turn(to->turns, n, &pose.axes);
        put_vector(to->scales, n, scale);
    }
    const bool point = !link && glb->show->scene->bodies.at[node->body].point;
    add_channel(glb, index, "translation", input, (Track){to->places, keys->count, 3});
    if (!point) add_channel(glb, index, "rotation", input, (Track){to->turns, keys->count, 4});
    if (link) add_channel(glb, index, "scale", input, (Track){to->scales, keys->count, 3});
}

void jd_glb_moves(Glb *glb) {
    if (!glb->run || glb->arena.failed) return;
    const Keys keys = plan_keys(glb);
    if (keys.count < 2) return;
    double *times = ARENA_NEW(&glb->arena, double, keys.count);
    const Values to = {ARENA_NEW(&glb->arena, double, 3 * keys.count),
                       ARENA_NEW(&glb->arena, double, 4 * keys.count),
                       ARENA_NEW(&glb->arena, double, 3 * keys.count)};
    if (!times || !to.places || !to.turns || !to.scales) return;
    for (int n = 0; n < keys.count; n++) times[n] = key_time(&keys, n) / keys.speed;
    const int input = jd_glb_floats(glb, times, keys.count, 1, 0, true);
    for (int n = 0; n < glb->nodes.count; n++)
        if (glb->nodes.at[n].body >= 0 || glb->nodes.at[n].link >= 0)
            move_node(glb, n, &keys, input, &to);
}
