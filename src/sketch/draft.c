/* SPDX-License-Identifier: MIT
 *
 * How a mechanism is seen in a drawing: from where, how large, and in which colours. */
#include "sketch/inside.h"
#include <string.h>

void jd_frame2_reach(Frame2 *box, Vec2 p) {
    box->low = vec2(fmin(box->low.x, p.x), fmin(box->low.y, p.y));
    box->high = vec2(fmax(box->high.x, p.x), fmax(box->high.y, p.y));
}

/* ---- From where -------------------------------------------------------------------------------
 */

static Vec3 unit_of(Vec3 v) {
    const double n = vec3_norm(v);
    return n > 0 ? vec3_scale(1 / n, v) : v;
}

/* From the front, right and above. */
static Vec3 usual_eye(Vec3 up) {
    const Vec3 right = fabs(up.x) > 0.5 ? vec3(0, -up.x, 0) : vec3(1, 0, 0);
    const Vec3 front = vec3_cross(right, up);
    return vec3_add(front, vec3_add(vec3_scale(0.55, right), vec3_scale(0.5, up)));
}

static const double along_up =
    1e-6; /* sine: seen from above, right and left must be said otherwise */

static Axes find_eye(const Scene *scene, Vec3 from) {
    Axes eye = axes_none;
    if (scene->planar) return eye;
    const Vec3 up = jd_scene_up(scene);
    if (!(vec3_norm(from) > 0)) from = usual_eye(up);
    eye.z = unit_of(from);
    const Vec3 right = vec3_cross(up, eye.z);
    if (vec3_norm(right) < along_up) {
        eye.x = unit_of(
            vec3_cross(fabs(eye.z.x) > 0.9 ? vec3(0, 1, 0) : vec3(0, eye.z.z, -eye.z.y), eye.z));
        if (fabs(eye.z.z) > 0.9) eye.x = vec3(1, 0, 0);
    } else {
        eye.x = unit_of(right);
    }
    eye.y = vec3_cross(eye.z, eye.x);
    return eye;
}

Vec2 jd_draft_way(const Draft *draft, Vec3 v) {
    return vec2(draft->scale * vec3_dot(draft->eye.x, v),
                -draft->scale * vec3_dot(draft->eye.y, v));
}

Vec2 jd_draft_point(const Draft *draft, Vec3 p) {
    const double x = vec3_dot(draft->eye.x, p) - draft->centre.x;
    const double y = vec3_dot(draft->eye.y, p) - draft->centre.y;
    return vec2(draft->middle.x + draft->scale * x, draft->middle.y - draft->scale * y);
}

double jd_draft_depth(const Draft *draft, Vec3 p) {
    return vec3_dot(draft->eye.z, p);
}

Vec3 jd_draft_at(const Draft *draft, int body, Vec3 local) {
    const Pose *pose = &draft->pose[body];
    return vec3_add(pose->p, axes_out(&pose->axes, local));
}

Pose jd_draft_frame(const Draft *draft, const SceneFrame *frame) {
    return jd_pose_absolute(&draft->pose[frame->body], &frame->local);
}

/* ---- What is in it ----------------------------------------------------------------------------
 */

static void reach(Draft *draft, Frame2 *box, Vec3 p) {
    if (!isfinite(p.x + p.y + p.z)) return;
    jd_frame2_reach(box, vec2(vec3_dot(draft->eye.x, p), vec3_dot(draft->eye.y, p)));
}

static void reach_about(Draft *draft, Frame2 *box, Vec3 p, double by) {
    for (int side = -1; side <= 1; side += 2) {
        reach(draft, box, vec3_add(p, vec3_scale(side * by, draft->eye.x)));
        reach(draft, box, vec3_add(p, vec3_scale(side * by, draft->eye.y)));
    }
}

static void reach_body(Draft *draft, Frame2 *box, int b, const Pose *pose) {
    const Scene *scene = draft->scene;
    const SceneBody *body = &scene->bodies.at[b];
    for (int n = 0; n < body->shapes.count && !body->hidden; n++) {
        const SceneShape *shape = &body->shapes.at[n];
        const Pose at = jd_pose_absolute(pose, &shape->local);
        const Mesh *mesh = &scene->meshes.at[shape->mesh];
        for (int k = 0; k < mesh->points.count; k++)
            reach(draft, box, vec3_add(at.p, axes_out(&at.axes, mesh->points.at[k])));
    }
}

static void reach_links(Draft *draft, Frame2 *box) {
    const Scene *scene = draft->scene;
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->hidden || (link->force && !link->spans)) continue;
        const Pose i = jd_draft_frame(draft, &link->i), j = jd_draft_frame(draft, &link->j);
        const bool ground = link->ground_i || link->ground_j;
        reach_about(draft, box, j.p, (ground ? 2.5 : 1) * scene->unit);
        if (link->spans || link->ground_i) reach_about(draft, box, i.p, scene->unit);
        double low, high;
        AxisName axis = AXIS_X;
        if (!jd_draft_guide(draft, n, &low, &high)) continue;
        if (link->radius > 0 ? !scene->planar : !jd_link_slides(link, &axis)) continue;
        const Vec3 along = axes_at(&i.axes, axis);
        reach_about(draft, box, vec3_add(i.p, vec3_scale(low, along)), scene->unit);
        reach_about(draft, box, vec3_add(i.p, vec3_scale(high, along)), scene->unit);
    }
}

static void reach_paths(Draft *draft, Frame2 *box) {
    for (int k = 0; k < draft->scene->points.count; k++) {
        const ScenePoint *point = &draft->scene->points.at[k];
        if (!jd_sketch_has_path(draft, point)) continue;
        const int rows = jd_trace_rows(draft->film->trace), step = rows / 400 + 1;
        for (int row = 0; row < rows; row += step) {
            const Pose pose = jd_film_pose_row(draft->film, point->at.body, row);
            reach(draft, box, vec3_add(pose.p, axes_out(&pose.axes, point->at.local.p)));
        }
    }
}

static void reach_follows(Draft *draft, Frame2 *box) {
    const Scene *scene = draft->scene;
    for (int k = 0; k < scene->follows.count && !scene->off; k++) {
        const Followed is = jd_follow_at(scene, draft->film, k, draft->def.time);
        reach(draft, box, is.from);
        reach(draft, box, is.to);
        if (scene->follows.at[k].axes) reach_about(draft, box, is.from, jd_follow_length(scene, k));
    }
}

static Frame2 find_extent(Draft *draft) {
    const SketchDef *def = &draft->def;
    Frame2 box = frame2_none;
    const Vec3 d = vec3_sub(def->high, def->low);
    if (vec3_norm(d) > 0) {
        for (int n = 0; n < 8; n++)
            reach(draft, &box,
                  vec3(n & 1 ? def->high.x : def->low.x, n & 2 ? def->high.y : def->low.y,
                       n & 4 ? def->high.z : def->low.z));
        reach_paths(draft, &box);
        return box;
    }
    for (int b = 0; b < draft->scene->bodies.count; b++) {
        reach_body(draft, &box, b, &draft->pose[b]);
        if (def->ghost) reach_body(draft, &box, b, &draft->scene->bodies.at[b].start);
    }
    reach_links(draft, &box);
    reach_paths(draft, &box);
    reach_follows(draft, &box);
    return box;
}

/* ---- How large --------------------------------------------------------------------------------
 */

static const double usual_width = 480, tallest = 0.8, shortest = 90;

static void find_scale(Draft *draft, Frame2 box) {
    const Scene *scene = draft->scene;
    const SketchDef *def = &draft->def;
    const double least = 4 * scene->unit;
    if (!isfinite(box.low.x + box.high.x)) box = (Frame2){{-0.5, -0.5}, {0.5, 0.5}};
    draft->centre = vec2_scale(0.5, vec2_add(box.low, box.high));
    const double w = fmax(box.high.x - box.low.x, least), h = fmax(box.high.y - box.low.y, least);
    const double margin = (def->names ? 34 : 14) + (def->dimensions ? 22 : 0);
    const double width = def->width > 0 ? def->width : usual_width;
    const double height = def->height > 0 ? def->height : fmax(tallest * width, shortest);
    const double room_x = fmax(0.4 * width, width - 2 * margin);
    const double room_y = fmax(0.4 * height, height - 2 * margin);
    draft->scale = fmin(room_x / w, room_y / h);
    /* What has no size of its own is not blown up. */
    draft->scale = fmin(draft->scale, 12 / scene->unit);
    draft->d->width = def->width > 0 ? def->width : fmax(w * draft->scale + 2 * margin, 150);
    draft->d->height =
        def->height > 0 ? def->height : fmax(h * draft->scale + 2 * margin, shortest);
    draft->middle = vec2(draft->d->width / 2, draft->d->height / 2);
    draft->unit = scene->unit * draft->scale;
    draft->line = fmin(1.1, fmax(0.4, 0.14 * draft->unit));
}

/* ---- Where the bodies are ---------------------------------------------------------------------
 */

bool jd_link_slides(const SceneLink *link, AxisName *axis) {
    int slides = 0;
    for (int n = 0; n < link->free_count; n++)
        if (link->frees[n].kind == FREE_SLIDE) slides++, *axis = link->frees[n].axis;
    return slides == 1;
}

static void reach_travel(Draft *draft, int n, const Pose *i, const Pose *j, AxisName axis) {
    const SceneLink *link = &draft->scene->links.at[n];
    const Pose M = jd_pose_absolute(i, &link->i.local), N = jd_pose_absolute(j, &link->j.local);
    const double way = vec3_dot(axes_at(&M.axes, axis), vec3_sub(N.p, M.p));
    if (isfinite(way)) jd_frame2_reach(&draft->travel[n], vec2(way, 0));
}

static void find_travels(Draft *draft) {
    for (int n = 0; n < draft->scene->links.count; n++) {
        const SceneLink *link = &draft->scene->links.at[n];
        AxisName axis;
        draft->travel[n] = frame2_none;
        if (!jd_link_slides(link, &axis) && !(link->radius > 0)) continue;
        if (link->radius > 0) axis = AXIS_X;
        reach_travel(draft, n, &draft->pose[link->i.body], &draft->pose[link->j.body], axis);
        const int rows = draft->film ? jd_trace_rows(draft->film->trace) : 0, step = rows / 500 + 1;
        for (int row = 0; row < rows; row += step) {
            const Pose i = jd_film_pose_row(draft->film, link->i.body, row);
            const Pose j = jd_film_pose_row(draft->film, link->j.body, row);
            reach_travel(draft, n, &i, &j, axis);
        }
    }
}

bool jd_draft_guide(const Draft *draft, int n, double *low, double *high) {
    const Frame2 *travel = &draft->travel[n];
    const double radius = draft->scene->links.at[n].radius;
    const double beyond = radius > 0 ? 2.2 * radius : 4.5 * draft->scene->unit;
    *low = travel->low.x - beyond, *high = travel->high.x + beyond;
    return travel->low.x <= travel->high.x;
}

bool jd_draft_open(Draft *draft, const Scene *scene, const Film *film, const SketchDef *def,
                   Drawing *d) {
    *draft = (Draft){.scene = scene, .film = film, .def = *def, .d = d};
    draft->theme = def->theme ? def->theme : jd_theme_at(0);
    d->theme = draft->theme;
    draft->ink = strcmp(draft->theme->name, "print") ? 0.15 : 0.7;
    if (!film || jd_trace_rows(film->trace) < 1) draft->film = NULL;
    draft->pose = ARENA_NEW(&draft->arena, Pose, scene->bodies.count);
    draft->travel = ARENA_NEW(&draft->arena, Frame2, scene->links.count + 1);
    if (!draft->pose || !draft->travel) {
        d->arena.failed = true;
        return false;
    }
    for (int b = 0; b < scene->bodies.count; b++) {
        draft->pose[b] = scene->bodies.at[b].start;
        if (draft->film && b > 0) draft->pose[b] = jd_film_pose(draft->film, b, def->time);
    }
    draft->eye = find_eye(scene, def->from);
    find_travels(draft);
    find_scale(draft, find_extent(draft));
    return true;
}

void jd_draft_close(Draft *draft) {
    if (draft->arena.failed) draft->d->arena.failed = true;
    jd_arena_free(&draft->arena);
}

/* ---- Colours ----------------------------------------------------------------------------------
 */

static bool same_colour(Colour a, Colour b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

Colour jd_draft_colour(const Draft *draft, Colour colour) {
    const Theme *usual = jd_theme_at(0), *theme = draft->theme;
    for (int n = 0; n < 8; n++)
        if (same_colour(colour, usual->series[n])) return theme->series[n];
    if (same_colour(colour, usual->ground)) return theme->ground;
    if (same_colour(colour, jd_colour_mix(usual->ink, usual->back, 0.25)))
        return jd_colour_mix(theme->ink, theme->back, 0.25);
    if (same_colour(colour, jd_colour_mix(usual->ground, usual->back, 0.45)))
        return jd_colour_mix(theme->ground, theme->back, 0.45);
    if (strcmp(theme->name, "print") != 0) return colour;
    const unsigned char grey =
        (unsigned char)(0.3 * colour.r + 0.59 * colour.g + 0.11 * colour.b + 0.5);
    return (Colour){grey, grey, grey, 255};
}

Pen jd_draft_pen(const Draft *draft, Colour colour, double opacity) {
    const Colour own = jd_draft_colour(draft, colour);
    Pen pen = {.fill = jd_colour_mix(own, draft->theme->back, 0.76),
               .stroke = jd_colour_mix(own, draft->theme->ink, draft->ink),
               .width = draft->line};
    pen.fill.a = (unsigned char)(255 * fmin(fmax(opacity, 0), 1) + 0.5);
    return pen;
}

Pen jd_draft_ink(const Draft *draft) {
    return (Pen){.fill = draft->theme->back, .stroke = draft->theme->ink, .width = draft->line};
}
