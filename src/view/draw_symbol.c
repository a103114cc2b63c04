/* SPDX-License-Identifier: MIT
 *
 * Symbols of planar joints and forces in the manner of ISO 3952: pins as small circles, the ground
 * hatched, guides of slides, springs from end to end. What is drawn follows from what a joint
 * leaves free and from its glyph. */
#include "view/draw.h"
#include <string.h>

static double length_of(Vec2 v) {
    return sqrt(vec2_dot(v, v));
}

static Vec2 unit_of(Vec2 v) {
    const double n = length_of(v);
    return n > 0 ? vec2_scale(1 / n, v) : vec2(1, 0);
}

static Vec2 along(Vec2 p, double k, Vec2 way) {
    return vec2_add(p, vec2_scale(k, way));
}

/* ---- The ground
 * ----------------------------------------------------------------------------------- */

/* Strokes at 45 degrees on the side that lies to the right when going from one end to the other, y
 * downwards. */
void jd_draw_hatch(Draft *draft, Vec2 from, Vec2 to) {
    const Vec2 way = unit_of(vec2_sub(to, from)), out = vec2_turn90(way);
    const double length = length_of(vec2_sub(to, from));
    const double step = fmax(2.4, 0.5 * draft->unit), deep = 1.1 * step;
    const Pen pen = {.stroke = draft->theme->ground, .width = 0.65 * draft->line};
    const int count = (int)fmax(2, fmin(400, floor(length / step)));
    const double even = length / count;
    for (int n = 0; n < count; n++) {
        const Vec2 p = along(from, even * (n + 1), way);
        jd_draw_move(draft->d, p);
        jd_draw_line(draft->d, along(along(p, -deep, way), deep, out));
    }
    jd_draw_paint(draft->d, pen);
    jd_draw_segment(draft->d, from, to,
                    (Pen){.stroke = draft->theme->ink, .width = 1.1 * draft->line});
}

/* A pivot: a triangle below the pin, on hatched ground. */
static void draw_support(Draft *draft, Vec2 at) {
    const double u = draft->unit;
    const Vec2 left = vec2(at.x - 1.15 * u, at.y + 2.1 * u);
    const Vec2 right = vec2(at.x + 1.15 * u, at.y + 2.1 * u);
    jd_draw_hatch(draft, vec2(at.x - 1.8 * u, left.y), vec2(at.x + 1.8 * u, left.y));
    jd_draw_move(draft->d, at);
    jd_draw_line(draft->d, left);
    jd_draw_line(draft->d, right);
    jd_draw_close(draft->d);
    Pen pen = jd_draft_ink(draft);
    pen.fill = jd_colour_mix(draft->theme->ground, draft->theme->back, 0.8);
    jd_draw_paint(draft->d, pen);
}

/* A wall across a direction that goes away from it. */
static void draw_wall(Draft *draft, Vec2 at, Vec2 away) {
    const Vec2 across = vec2_turn90(unit_of(away));
    jd_draw_hatch(draft, along(at, -1.7 * draft->unit, across),
                  along(at, 1.7 * draft->unit, across));
}

/* ---- Guides
 * --------------------------------------------------------------------------------------- */

/* How far the block at N reaches across the guide, points; 0: it has none of its own there. */
static double block_half(const Draft *draft, const SceneLink *link, Vec2 across) {
    const SceneBody *body = &draft->scene->bodies.at[link->j.body];
    const Vec2 at = jd_draft_point(draft, jd_draft_frame(draft, &link->j).p);
    double most = 0;
    for (int n = 0; n < body->shapes.count; n++) {
        const Rings *rings = &body->shapes.at[n].outline;
        for (int k = 0; k < rings->points.count; k++) {
            const Vec2 p = rings->points.at[k];
            const Vec2 q =
                jd_draft_point(draft, jd_draft_at(draft, link->j.body, vec3(p.x, p.y, 0)));
            most = fmax(most, fabs(vec2_dot(vec2_sub(q, at), across)));
        }
    }
    return most <= 3 * draft->unit ? most : 0;
}

static bool has_turn(const SceneLink *link) {
    for (int n = 0; n < link->free_count; n++)
        if (link->frees[n].kind == FREE_TURN) return true;
    return false;
}

static void draw_guide(Draft *draft, int number) {
    const SceneLink *link = &draft->scene->links.at[number];
    const Pose M = jd_draft_frame(draft, &link->i), N = jd_draft_frame(draft, &link->j);
    AxisName axis;
    double low, high;
    if (!jd_link_slides(link, &axis) || !jd_draft_guide(draft, number, &low, &high)) return;
    const Vec2 way = unit_of(jd_draft_way(draft, axes_at(&M.axes, axis)));
    Vec2 below = vec2_turn90(way);
    if (below.y < -1e-9 || (fabs(below.y) <= 1e-9 && below.x > 0)) below = vec2_scale(-1, below);
    /* N may lie beside the line through M. */
    const Vec2 m = jd_draft_point(draft, M.p), n = jd_draft_point(draft, N.p);
    const Vec2 base = along(m, vec2_dot(vec2_sub(n, m), below), below);
    const Vec2 from = along(base, low * draft->scale, way),
               to = along(base, high * draft->scale, way);
    const Pen thin = {.stroke = draft->theme->ground, .width = 0.7 * draft->line, .dash = {8, 2.5}};
    if (!link->ground_i) {
        jd_draw_segment(draft->d, from, to, thin);
        return;
    }
    double half = block_half(draft, link, below);
    if (half == 0) half = has_turn(link) ? 0.75 * draft->unit : 1.3 * draft->unit;
    const bool forward = vec2_dot(vec2_turn90(way), below) > 0;
    for (int side = 0; side < (has_turn(link) ? 2 : 1); side++) {
        const Vec2 off = vec2_scale(side ? -half : half, below);
        const Vec2 a = vec2_add(from, off), b = vec2_add(to, off);
        if (forward != (side == 1))
            jd_draw_hatch(draft, a, b);
        else
            jd_draw_hatch(draft, b, a);
    }
}

/* What a wheel rolls on: along x of frame i, below its centre. */
static void draw_rail(Draft *draft, int number) {
    const SceneLink *link = &draft->scene->links.at[number];
    const Pose M = jd_draft_frame(draft, &link->i);
    const Vec2 way = unit_of(jd_draft_way(draft, M.axes.x)),
               up = unit_of(jd_draft_way(draft, M.axes.y));
    const Vec2 m = jd_draft_point(draft, M.p);
    double low, high;
    if (!jd_draft_guide(draft, number, &low, &high)) return;
    const Vec2 left = along(m, low * draft->scale, way), right = along(m, high * draft->scale, way);
    if (!link->ground_i)
        jd_draw_segment(draft->d, left, right, jd_draft_ink(draft));
    else if (vec2_dot(vec2_turn90(way), up) < 0)
        jd_draw_hatch(draft, left, right);
    else
        jd_draw_hatch(draft, right, left);
}

/* ---- Glyphs
 * --------------------------------------------------------------------------------------- */

typedef struct {
    Vec2 at, x, y;
} Place;

static Vec2 placed(const void *data, Vec2 p) {
    const Place *place = data;
    return along(along(place->at, p.x, place->x), p.y, place->y);
}

static void draw_glyph(Draft *draft, const char *glyph, const Place *place, Pen pen) {
    if (!glyph) return;
    if (!strchr(glyph, 'Z') && !strchr(glyph, 'z')) pen.fill.a = 0;
    jd_draw_path(draft->d, glyph, placed, place);
    jd_draw_paint(draft->d, pen);
}

void jd_draw_span(Draft *draft, int number, Vec2 from, Vec2 to) {
    const SceneLink *link = &draft->scene->links.at[number];
    const Vec2 way = vec2_sub(to, from), up = vec2_scale(-draft->unit, vec2_turn90(unit_of(way)));
    const Place place = {vec2_scale(0.5, vec2_add(from, to)), vec2_scale(0.5, way), up};
    Pen pen = jd_draft_ink(draft);
    if (link->couples) {
        pen = (Pen){.stroke = draft->theme->faint, .width = 0.6 * draft->line, .dash = {6, 2.5}};
        jd_draw_segment(draft->d, from, to, pen);
        return;
    }
    if (link->force) pen.fill.a = 0;
    draw_glyph(draft, link->glyph, &place, pen);
}

/* The block of a slide is the body itself, if it is no larger than one. */
static bool is_shown_by_body(const Draft *draft, const SceneLink *link) {
    AxisName axis;
    if (!jd_link_slides(link, &axis) || has_turn(link)) return false;
    const Pose M = jd_draft_frame(draft, &link->i);
    return block_half(draft, link,
                      vec2_turn90(unit_of(jd_draft_way(draft, axes_at(&M.axes, axis))))) > 0;
}

/* Points of a joint that are apart: of one that is not known otherwise, or that does not fit. */
static void draw_tie(Draft *draft, const SceneLink *link) {
    for (int n = 0; n < link->free_count; n++)
        if (link->frees[n].kind == FREE_SLIDE) return;
    if (link->force || link->spans || link->couples || link->radius > 0) return;
    const Vec2 m = jd_draft_point(draft, jd_draft_frame(draft, &link->i).p);
    const Vec2 n = jd_draft_point(draft, jd_draft_frame(draft, &link->j).p);
    const Pen pen = {.stroke = draft->theme->ink, .width = 0.7 * draft->line, .dash = {4, 2.5}};
    if (length_of(vec2_sub(n, m)) > draft->unit) jd_draw_segment(draft->d, m, n, pen);
}

void jd_draw_pin(Draft *draft, int number) {
    const SceneLink *link = &draft->scene->links.at[number];
    draw_tie(draft, link);
    if (link->spans || link->couples || link->radius > 0 || is_shown_by_body(draft, link)) return;
    if (link->force && link->driven) return;
    const Pose N = jd_draft_frame(draft, &link->j), M = jd_draft_frame(draft, &link->i);
    const Pose *turned = link->force ? &N : &M;
    const double u = draft->unit;
    const Place place = {jd_draft_point(draft, N.p),
                         vec2_scale(u, unit_of(jd_draft_way(draft, turned->axes.x))),
                         vec2_scale(u, unit_of(jd_draft_way(draft, turned->axes.y)))};
    draw_glyph(draft, link->glyph, &place, jd_draft_ink(draft));
}

void jd_draw_base(Draft *draft, int number, int body) {
    const SceneLink *link = &draft->scene->links.at[number];
    const Pose M = jd_draft_frame(draft, &link->i), N = jd_draft_frame(draft, &link->j);
    const Vec2 m = jd_draft_point(draft, M.p), n = jd_draft_point(draft, N.p);
    AxisName axis;
    if (link->couples || (link->force && !link->spans)) return;
    if (link->spans) {
        if (link->ground_i && body == 0 && link->force) draw_wall(draft, m, vec2_sub(n, m));
        if (link->ground_j && body == 0 && link->force) draw_wall(draft, n, vec2_sub(m, n));
        if (link->ground_i && body == 0 && !link->force) draw_support(draft, m);
        if (link->ground_j && body == 0 && !link->force) draw_support(draft, n);
        return;
    }
    if (link->radius > 0) {
        if (link->i.body == body) draw_rail(draft, number);
        return;
    }
    if (jd_link_slides(link, &axis)) {
        if (link->i.body == body) draw_guide(draft, number);
        if (link->ground_j && body == 0) draw_support(draft, n);
        return;
    }
    if (body != 0 || !(link->ground_i || link->ground_j) || link->free_count > 1) return;
    if (has_turn(link))
        draw_support(draft, n);
    else if (link->free_count == 0)
        draw_wall(draft, along(n, 0.5 * draft->unit, vec2(0, 1)), vec2(0, -1));
}

/* ---- Drives
 * --------------------------------------------------------------------------------------- */

static void draw_turn_arrow(Draft *draft, Vec2 at, Pen pen) {
    const double r = 2.1 * draft->unit, from = -0.2 * pi, to = -0.95 * pi;
    jd_draw_move(draft->d, vec2(at.x + r * cos(from), at.y + r * sin(from)));
    jd_draw_arc(draft->d, at, r, from, to);
    jd_draw_paint(draft->d, pen);
    const Vec2 tip = vec2(at.x + r * cos(to), at.y + r * sin(to));
    const Vec2 way = vec2(sin(to), -cos(to));
    jd_draw_arrow(draft->d, tip, along(tip, 0.75 * draft->unit + 1.5, way), pen);
}

void jd_draw_drive(Draft *draft, int number) {
    const SceneLink *link = &draft->scene->links.at[number];
    if (!link->driven || link->hidden) return;
    const Pose M = jd_draft_frame(draft, &link->i), N = jd_draft_frame(draft, &link->j);
    const Vec2 at = jd_draft_point(draft, N.p);
    const Pen pen = {.stroke = draft->theme->series[1], .width = 1.2 * draft->line};
    if (link->driven_free.kind != FREE_SLIDE) {
        draw_turn_arrow(draft, at, pen);
        return;
    }
    const Vec2 way = unit_of(jd_draft_way(draft, axes_at(&M.axes, link->driven_free.axis)));
    const double u = draft->unit;
    Vec2 up = vec2_turn90(way);
    if (up.y > 0) up = vec2_scale(-1, up);
    const Vec2 from = along(along(at, 2.2 * u, up), -1.6 * u, way);
    jd_draw_arrow(draft->d, from, along(from, 3.2 * u, way), pen);
}
