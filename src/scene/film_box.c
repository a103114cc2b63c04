/* SPDX-License-Identifier: MIT
 *
 * The box about all that is seen. Each body is stood for by those of its points that lie farthest
 * out in some directions, so that thousands of rows go fast. */
#include "scene/scene.h"

typedef struct {
    Vec3 low, high;
} Extent;

static void reach(Extent *box, Vec3 p) {
    box->low = vec3(fmin(box->low.x, p.x), fmin(box->low.y, p.y), fmin(box->low.z, p.z));
    box->high = vec3(fmax(box->high.x, p.x), fmax(box->high.y, p.y), fmax(box->high.z, p.z));
}

enum { WAYS = 26 };

/* Towards the faces, edges and corners of a cube; in the plane evenly round. */
static int directions(bool planar, Vec3 ways[WAYS]) {
    int count = 0;
    for (int n = 0; n < WAYS && planar; n++)
        ways[count++] = vec3(cos(2 * pi * n / WAYS), sin(2 * pi * n / WAYS), 0);
    for (int n = 0; n < 27 && !planar; n++)
        if (n != 13) ways[count++] = vec3(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
    return count;
}

typedef struct {
    Vec3 far[WAYS];
    double most[WAYS];
    int count;
    bool any;
} Corners;

static void consider(Corners *corners, const Vec3 *ways, int count, Vec3 p) {
    for (int n = 0; n < count; n++) {
        const double d = vec3_dot(ways[n], p);
        if (corners->any && d <= corners->most[n]) continue;
        corners->most[n] = d;
        corners->far[n] = p;
    }
    corners->count = count;
    corners->any = true;
}

static Corners corners_of(const Scene *scene, int b, const Vec3 *ways, int count) {
    Corners corners = {.count = 0};
    const SceneBody *body = &scene->bodies.at[b];
    for (int n = 0; n < body->shapes.count; n++) {
        const SceneShape *shape = &body->shapes.at[n];
        const Mesh *mesh = &scene->meshes.at[shape->mesh];
        for (int k = 0; k < mesh->points.count; k++)
            consider(&corners, ways, count,
                     vec3_add(shape->local.p, axes_out(&shape->local.axes, mesh->points.at[k])));
    }
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->hidden) continue;
        const double u = link->spans ? 0 : scene->unit;
        for (int side = 0; side < 2; side++) {
            const SceneFrame *frame = side ? &link->j : &link->i;
            for (int k = 0; k < count && frame->body == b; k++)
                consider(&corners, ways, count,
                         vec3_add(frame->local.p, vec3_scale(u / vec3_norm(ways[k]), ways[k])));
        }
    }
    return corners;
}

static void reach_body(Extent *box, const Corners *corners, const Pose *pose) {
    for (int n = 0; n < corners->count; n++)
        reach(box, vec3_add(pose->p, axes_out(&pose->axes, corners->far[n])));
}

static void reach_follow(Extent *box, const Scene *scene, int number, const Followed *is) {
    const SceneFollow *follow = &scene->follows.at[number];
    const double length = follow->axes ? jd_follow_length(scene, number) : 0;
    const Vec3 ends[] = {is->from, is->to, vec3_add(is->from, vec3_scale(length, is->pose.axes.x)),
                         vec3_add(is->from, vec3_scale(length, is->pose.axes.y)),
                         vec3_add(is->from, vec3_scale(length, is->pose.axes.z))};
    for (int n = 0; n < (scene->planar ? 4 : 5); n++)
        if (isfinite(ends[n].x + ends[n].y + ends[n].z)) reach(box, ends[n]);
}

static void reach_follows(Extent *box, const Scene *scene, const Film *film, int step) {
    for (int k = 0; k < scene->follows.count && !scene->off; k++) {
        const Followed start = jd_follow_at(scene, NULL, k, 0);
        if (!film) reach_follow(box, scene, k, &start);
        for (int row = 0; film && row < jd_trace_rows(film->trace); row += step) {
            const Followed is = jd_follow_row(scene, film, k, row);
            reach_follow(box, scene, k, &is);
        }
    }
}

void jd_film_box(const Film *film, const Scene *scene, Vec3 *low, Vec3 *high) {
    enum { MOST_ROWS = 4000 };
    Extent box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    Vec3 ways[WAYS];
    const int count = directions(scene->planar, ways);
    const int rows = film ? jd_trace_rows(film->trace) : 0, step = rows / MOST_ROWS + 1;
    for (int b = 0; b < scene->bodies.count; b++) {
        if (scene->bodies.at[b].hidden) continue;
        const Corners corners = corners_of(scene, b, ways, count);
        if (!corners.any) continue;
        if (b == 0 || rows == 0) reach_body(&box, &corners, &scene->bodies.at[b].start);
        for (int row = 0; row < rows && b > 0; row += step) {
            const Pose pose = jd_film_pose_row(film, b, row);
            if (isfinite(pose.p.x + pose.p.y + pose.p.z + pose.axes.x.x))
                reach_body(&box, &corners, &pose);
        }
    }
    reach_follows(&box, scene, rows ? film : NULL, step);
    if (!isfinite(box.low.x)) box = (Extent){{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
    *low = box.low, *high = box.high;
}
