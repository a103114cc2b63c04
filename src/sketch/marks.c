/* SPDX-License-Identifier: MIT
 *
 * What goes with a mechanism in a drawing: paths of points, the direction of gravity, the ground's
 * axes. */
#include "sketch/inside.h"
#include <string.h>

/* ---- Paths
 * ---------------------------------------------------------------------------------------- */

static void draw_line(Draft *draft, const ScenePoint *point) {
    enum { MOST = 2000 };
    const Film *film = draft->film;
    const int rows = jd_trace_rows(film->trace), step = rows / MOST + 1;
    const Colour own = jd_draft_colour(draft, draft->scene->bodies.at[point->at.body].colour);
    for (int row = 0; row < rows; row += step) {
        const Pose pose = jd_film_pose_row(film, point->at.body, row);
        jd_draw_line(
            draft->d,
            jd_draft_point(draft, vec3_add(pose.p, axes_out(&pose.axes, point->at.local.p))));
    }
    jd_draw_paint(draft->d, (Pen){.stroke = own, .width = 0.9, .dash = {4, 2}});
}

static void draw_dot(Draft *draft, const ScenePoint *point) {
    const Colour own = jd_draft_colour(draft, draft->scene->bodies.at[point->at.body].colour);
    const Vec2 now = jd_draft_point(draft, jd_draft_at(draft, point->at.body, point->at.local.p));
    jd_draw_circle(draft->d, now, 1.8, (Pen){.fill = own});
}

bool jd_sketch_has_path(const Draft *draft, const ScenePoint *point) {
    const char *const *paths = draft->def.paths;
    for (int n = 0; paths && paths[n] && draft->film; n++)
        if (!strcmp(point->name, paths[n])) return true;
    return false;
}

void jd_sketch_trail_lines(Draft *draft) {
    const Scene *scene = draft->scene;
    for (int k = 0; k < scene->points.count; k++)
        if (jd_sketch_has_path(draft, &scene->points.at[k])) draw_line(draft, &scene->points.at[k]);
}

void jd_sketch_trail_dots(Draft *draft, int body) {
    const Scene *scene = draft->scene;
    for (int k = 0; k < scene->points.count; k++)
        if ((body < 0 || scene->points.at[k].at.body == body) &&
            jd_sketch_has_path(draft, &scene->points.at[k]))
            draw_dot(draft, &scene->points.at[k]);
}

void jd_sketch_trails(Draft *draft) {
    const char *const *paths = draft->def.paths;
    for (int n = 0; paths && paths[n] && draft->film; n++)
        for (int k = 0; k < draft->scene->points.count; k++) {
            if (strcmp(draft->scene->points.at[k].name, paths[n]) != 0) continue;
            draw_line(draft, &draft->scene->points.at[k]);
            draw_dot(draft, &draft->scene->points.at[k]);
        }
}

/* ---- Gravity and axes
 * ----------------------------------------------------------------------------- */

static const double arm = 20; /* points */

/* The corner of the paper where least is drawn, or else the middle of a side. */
static Vec2 free_corner(Draft *draft, double half) {
    const double w = draft->d->width, h = draft->d->height, edge = half + 5;
    const Vec2 places[] = {{w - edge, edge},  {edge, edge},  {edge, h - edge}, {w - edge, h - edge},
                           {w - edge, h / 2}, {edge, h / 2}, {w / 2, edge},    {w / 2, h - edge}};
    int best = 0;
    double least = INFINITY;
    LabelGrid grid;
    if (!jd_grid_make(draft, &grid)) return places[0];
    for (int n = 0; n < 8; n++) {
        const Frame2 box = {{places[n].x - half, places[n].y - half},
                            {places[n].x + half, places[n].y + half}};
        const double cost = jd_grid_cost(draft, &grid, box) + 0.01 * n;
        if (cost < least) best = n, least = cost;
    }
    return places[best];
}

static TextStyle mark_style(const Draft *draft) {
    return (TextStyle){
        .size = 9, .colour = draft->theme->faint, .anchor = TEXT_MIDDLE, .italic = true};
}

static void draw_gravity(Draft *draft, Vec2 at) {
    const Pen pen = {.stroke = draft->theme->faint, .width = 0.9};
    const Vec2 way = jd_draft_way(draft, draft->scene->gravity);
    const double length = hypot(way.x, way.y),
                 full = draft->scale * vec3_norm(draft->scene->gravity);
    if (!(full > 0) || length < 0.2 * full) return;
    const Vec2 half = vec2_scale(0.6 * arm / full, way);
    jd_draw_arrow(draft->d, vec2_sub(at, half), vec2_add(at, half), pen);
    jd_draw_text(draft->d,
                 vec2(at.x + (fabs(way.x) > fabs(way.y) ? 0 : 8),
                      at.y + (fabs(way.x) > fabs(way.y) ? 11 : 3)),
                 mark_style(draft), "g");
}

static void draw_axes(Draft *draft, Vec2 at) {
    static const char *const names[] = {"x", "y", "z"};
    const Pen pen = {.stroke = draft->theme->faint, .width = 0.8};
    for (int n = 0; n < (draft->scene->planar ? 2 : 3); n++) {
        const Vec3 axis = axes_at(&axes_none, (AxisName)n);
        const Vec2 way = vec2_scale(arm / draft->scale, jd_draft_way(draft, axis));
        const Vec2 tip = vec2_add(at, way);
        if (hypot(way.x, way.y) < 0.2 * arm) continue;
        jd_draw_arrow(draft->d, at, tip, pen);
        const Vec2 behind = vec2_scale(7 / hypot(way.x, way.y), way);
        jd_draw_text(draft->d, vec2(tip.x + behind.x, tip.y + behind.y + 3), mark_style(draft),
                     "%s", names[n]);
    }
}

void jd_sketch_marks(Draft *draft) {
    if (vec3_norm(draft->scene->gravity) > 0) draw_gravity(draft, free_corner(draft, 14));
    if (draft->def.axes || !draft->scene->planar) draw_axes(draft, free_corner(draft, 28));
}
