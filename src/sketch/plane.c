/* SPDX-License-Identifier: MIT
 *
 * Bodies of planar mechanisms: their outlines, pale with a thin edge, the larger ones below. */
#include "sketch/inside.h"
#include <stdlib.h>

static Vec2 on_paper(const Draft *draft, int b, Vec2 p) {
    return jd_draft_point(draft, jd_draft_at(draft, b, vec3(p.x, p.y, 0)));
}

static void draw_rings(Draft *draft, int b, const Rings *rings, Pen pen) {
    for (int k = 0; k < rings->starts.count; k++) {
        const int from = rings->starts.at[k];
        const int to = k + 1 < rings->starts.count ? rings->starts.at[k + 1] : rings->points.count;
        for (int n = from; n < to; n++) {
            const Vec2 p = on_paper(draft, b, rings->points.at[n]);
            if (n == from)
                jd_draw_move(draft->d, p);
            else
                jd_draw_line(draft->d, p);
        }
        jd_draw_close(draft->d);
    }
    jd_draw_paint(draft->d, pen);
}

/* ---- Wheels -------------------------------------------------------------------------------------
 */

/* A cross in the middle, which turns with it; circles as curves. */
static void draw_wheel(Draft *draft, int b, const SceneShape *shape, double radius, Pen pen) {
    const Vec2 middle = on_paper(draft, b, vec2(shape->local.p.x, shape->local.p.y));
    const double r = radius * draft->scale;
    const Rings *rings = &shape->outline;
    jd_draw_arc(draft->d, middle, r, 0, 2 * pi);
    jd_draw_close(draft->d);
    if (rings->starts.count > 1) {
        const Vec2 in = rings->points.at[rings->starts.at[1]];
        const double hole = hypot(in.x - shape->local.p.x, in.y - shape->local.p.y);
        jd_draw_move(draft->d, vec2(middle.x + hole * draft->scale, middle.y));
        jd_draw_arc(draft->d, middle, hole * draft->scale, 2 * pi, 0);
        jd_draw_close(draft->d);
    }
    jd_draw_paint(draft->d, pen);
    if (rings->starts.count > 1 || r < 2.2 * draft->unit) return;
    const Pen thin = {.stroke = pen.stroke, .width = 0.6 * draft->line, .dash = {7, 3}};
    for (int n = 0; n < 2; n++) {
        const double x = n ? 0 : 0.88 * radius, y = n ? 0.88 * radius : 0;
        const Vec2 p = vec2(shape->local.p.x, shape->local.p.y);
        jd_draw_segment(draft->d, on_paper(draft, b, vec2(p.x - x, p.y - y)),
                        on_paper(draft, b, vec2(p.x + x, p.y + y)), thin);
    }
}

/* ---- Bodies -------------------------------------------------------------------------------------
 */

static void draw_shape(Draft *draft, int b, const SceneShape *shape, bool ghost) {
    Pen pen = jd_draft_pen(draft, shape->colour, shape->opacity);
    if (ghost)
        pen = (Pen){.stroke = jd_colour_mix(pen.stroke, draft->theme->back, 0.5),
                    .width = 0.6 * draft->line,
                    .dash = {3, 2.5}};
    double radius;
    if (jd_shape_is_wheel(shape, &radius) && !ghost)
        draw_wheel(draft, b, shape, radius, pen);
    else
        draw_rings(draft, b, &shape->outline, pen);
}

void jd_sketch_body(Draft *draft, int b, bool ghost) {
    const SceneBody *body = &draft->scene->bodies.at[b];
    if (body->hidden) return;
    for (int n = 0; n < body->shapes.count; n++) draw_shape(draft, b, &body->shapes.at[n], ghost);
}

static double area_of(const Scene *scene, int b) {
    const SceneBody *body = &scene->bodies.at[b];
    Frame2 box = frame2_none;
    for (int n = 0; n < body->shapes.count; n++)
        for (int k = 0; k < body->shapes.at[n].outline.points.count; k++)
            jd_frame2_reach(&box, body->shapes.at[n].outline.points.at[k]);
    return body->shapes.count ? (box.high.x - box.low.x) * (box.high.y - box.low.y) : 0;
}

typedef struct {
    double area;
    int body;
} Sorted;

static int larger_first(const void *a, const void *b) {
    const Sorted *x = a, *y = b;
    if (x->area != y->area) return x->area < y->area ? 1 : -1;
    return x->body - y->body;
}

int *jd_sketch_order(Draft *draft) {
    const int count = draft->scene->bodies.count;
    Sorted *sorted = ARENA_NEW(&draft->arena, Sorted, count);
    int *order = ARENA_NEW(&draft->arena, int, count);
    if (!sorted || !order) return NULL;
    for (int b = 0; b < count; b++) sorted[b] = (Sorted){area_of(draft->scene, b), b};
    sorted[0].area = INFINITY; /* the ground is below all */
    qsort(sorted, (size_t)count, sizeof *sorted, larger_first);
    for (int b = 0; b < count; b++) order[b] = sorted[b].body;
    return order;
}

bool jd_sketch_is_wheel(const Draft *draft, int b) {
    return jd_scene_wheel_radius(draft->scene, b) * draft->scale > 2.2 * draft->unit;
}

void jd_sketch_bodies(Draft *draft, bool wheels) {
    const int *order = jd_sketch_order(draft);
    for (int n = 0; order && n < draft->scene->bodies.count; n++) {
        const SceneBody *body = &draft->scene->bodies.at[order[n]];
        if (body->hidden || !body->shapes.count) continue;
        if (jd_sketch_is_wheel(draft, order[n]) != wheels) continue;
        jd_draw_group(draft->d, body->name, NULL);
        jd_sketch_body(draft, order[n], false);
        jd_draw_group_end(draft->d);
    }
}
