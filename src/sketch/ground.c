/* SPDX-License-Identifier: MIT
 *
 * What planar joints stand on: the ground, hatched as in ISO 3952, guides of slides, rails of
 * wheels. Supports stand below their pin, or hang above it where the body goes down from there. */
#include "sketch/inside.h"

/* ---- The ground
 * ----------------------------------------------------------------------------------- */

/* Strokes at 45 degrees on the side that lies to the right when going from one end to the other, y
 * downwards. */
void jd_sketch_hatch(Draft *draft, Vec2 from, Vec2 to) {
    const Vec2 way = sketch_unit(vec2_sub(to, from)), out = vec2_turn90(way);
    const double length = hypot(to.x - from.x, to.y - from.y);
    const double step = fmax(2.4, 0.5 * draft->unit), deep = 1.1 * step;
    const Pen pen = {.stroke = draft->theme->ground, .width = 0.65 * draft->line};
    const int count = (int)fmax(2, fmin(400, floor(length / step)));
    const double even = length / count;
    for (int n = 0; n < count; n++) {
        const Vec2 p = sketch_along(from, even * (n + 1), way);
        jd_draw_move(draft->d, p);
        jd_draw_line(draft->d, sketch_along(sketch_along(p, -deep, way), deep, out));
    }
    jd_draw_paint(draft->d, pen);
    jd_draw_segment(draft->d, from, to,
                    (Pen){.stroke = draft->theme->ink, .width = 1.1 * draft->line});
}

/* Of the bodies that the ground holds there: whether points of theirs lie downwards, upwards. */
static void look_from(const Draft *draft, int body, Vec2 at, bool *below, bool *above) {
    const SceneBody *held = &draft->scene->bodies.at[body];
    for (int n = 0; n < held->spots.count; n++) {
        const Vec2 p = jd_draft_point(draft, jd_draft_at(draft, body, held->spots.at[n]));
        const Vec2 d = vec2_sub(p, at);
        if (hypot(d.x, d.y) < draft->unit) continue;
        const double slope = sketch_unit(d).y;
        *below = *below || slope > 0.5, *above = *above || slope < -0.5;
    }
}

Vec2 jd_sketch_down(const Draft *draft, Vec2 at) {
    bool below = false, above = false;
    for (int n = 0; n < draft->scene->links.count; n++) {
        const SceneLink *link = &draft->scene->links.at[n];
        if (link->force || link->couples || link->ground_i == link->ground_j) continue;
        const SceneFrame *held = link->ground_i ? &link->j : &link->i;
        const Vec2 p = jd_draft_point(draft, jd_draft_frame(draft, held).p);
        if (hypot(p.x - at.x, p.y - at.y) < draft->unit)
            look_from(draft, held->body, at, &below, &above);
    }
    return vec2(0, below && !above ? -1 : 1);
}

/* A pivot: a triangle below the pin, on hatched ground. */
static void draw_support(Draft *draft, Vec2 at) {
    const double u = draft->unit;
    const Vec2 down = jd_sketch_down(draft, at), side = vec2(down.y, 0);
    const Vec2 foot = sketch_along(at, 2.1 * u, down);
    jd_sketch_hatch(draft, sketch_along(foot, -1.8 * u, side), sketch_along(foot, 1.8 * u, side));
    jd_draw_move(draft->d, at);
    jd_draw_line(draft->d, sketch_along(foot, -1.15 * u, side));
    jd_draw_line(draft->d, sketch_along(foot, 1.15 * u, side));
    jd_draw_close(draft->d);
    Pen pen = jd_draft_ink(draft);
    pen.fill = jd_colour_mix(draft->theme->ground, draft->theme->back, 0.8);
    jd_draw_paint(draft->d, pen);
}

void jd_sketch_wall(Draft *draft, Vec2 at, Vec2 away) {
    const Vec2 across = vec2_turn90(sketch_unit(away));
    jd_sketch_hatch(draft, sketch_along(at, -1.7 * draft->unit, across),
                    sketch_along(at, 1.7 * draft->unit, across));
}

/* ---- Guides
 * --------------------------------------------------------------------------------------- */

bool jd_link_turns(const SceneLink *link) {
    for (int n = 0; n < link->free_count; n++)
        if (link->frees[n].kind == FREE_TURN) return true;
    return false;
}

/* A bar along its guide on the ground is one, too. */
double jd_sketch_block(const Draft *draft, const SceneLink *link) {
    const SceneBody *body = &draft->scene->bodies.at[link->j.body];
    const Pose M = jd_draft_frame(draft, &link->i), N = jd_draft_frame(draft, &link->j);
    AxisName axis;
    if (!jd_link_slides(link, &axis)) return 0;
    const Vec2 way = sketch_unit(jd_draft_way(draft, axes_at(&M.axes, axis)));
    const Vec2 across = vec2_turn90(way), at = jd_draft_point(draft, N.p);
    double half = 0, length = 0;
    for (int n = 0; n < body->shapes.count; n++) {
        const Rings *rings = &body->shapes.at[n].outline;
        for (int k = 0; k < rings->points.count; k++) {
            const Vec2 p = rings->points.at[k];
            const Vec2 q =
                jd_draft_point(draft, jd_draft_at(draft, link->j.body, vec3(p.x, p.y, 0)));
            half = fmax(half, fabs(vec2_dot(vec2_sub(q, at), across)));
            length = fmax(length, fabs(vec2_dot(vec2_sub(q, at), way)));
        }
    }
    const double most = 3 * draft->unit;
    return half <= most && (length <= most || link->ground_i) ? half : 0;
}

static const double level = 1e-9; /* sine: upright but for rounding has the ground on its left */

static void draw_guide(Draft *draft, int number) {
    const SceneLink *link = &draft->scene->links.at[number];
    const Pose M = jd_draft_frame(draft, &link->i), N = jd_draft_frame(draft, &link->j);
    AxisName axis;
    double low, high;
    if (!jd_link_slides(link, &axis) || !jd_draft_guide(draft, number, &low, &high)) return;
    const Vec2 way = sketch_unit(jd_draft_way(draft, axes_at(&M.axes, axis)));
    Vec2 below = vec2_turn90(way);
    if (below.y < -level || (fabs(below.y) <= level && below.x > 0)) below = vec2_scale(-1, below);
    /* N may lie beside the line through M. */
    const Vec2 m = jd_draft_point(draft, M.p), n = jd_draft_point(draft, N.p);
    const Vec2 base = sketch_along(m, vec2_dot(vec2_sub(n, m), below), below);
    const Vec2 from = sketch_along(base, low * draft->scale, way),
               to = sketch_along(base, high * draft->scale, way);
    const Pen thin = {.stroke = draft->theme->ground, .width = 0.7 * draft->line, .dash = {8, 2.5}};
    if (!link->ground_i) {
        jd_draw_segment(draft->d, from, to, thin);
        return;
    }
    double half = jd_sketch_block(draft, link);
    if (half == 0) half = jd_link_turns(link) ? 0.75 * draft->unit : 1.3 * draft->unit;
    const bool forward = vec2_dot(vec2_turn90(way), below) > 0;
    for (int side = 0; side < (jd_link_turns(link) ? 2 : 1); side++) {
        const Vec2 off = vec2_scale(side ? -half : half, below);
        const Vec2 a = vec2_add(from, off), b = vec2_add(to, off);
        if (forward != (side == 1))
            jd_sketch_hatch(draft, a, b);
        else
            jd_sketch_hatch(draft, b, a);
    }
}

/* What a wheel rolls on: along x of frame i, below its centre. */
static void draw_rail(Draft *draft, int number) {
    const SceneLink *link = &draft->scene->links.at[number];
    const Pose M = jd_draft_frame(draft, &link->i);
    const Vec2 way = sketch_unit(jd_draft_way(draft, M.axes.x)),
               up = sketch_unit(jd_draft_way(draft, M.axes.y));
    const Vec2 m = jd_draft_point(draft, M.p);
    double low, high;
    if (!jd_draft_guide(draft, number, &low, &high)) return;
    const Vec2 left = sketch_along(m, low * draft->scale, way),
               right = sketch_along(m, high * draft->scale, way);
    if (!link->ground_i)
        jd_draw_segment(draft->d, left, right, jd_draft_ink(draft));
    else if (vec2_dot(vec2_turn90(way), up) < 0)
        jd_sketch_hatch(draft, left, right);
    else
        jd_sketch_hatch(draft, right, left);
}

void jd_sketch_base(Draft *draft, int number, int body) {
    const SceneLink *link = &draft->scene->links.at[number];
    const Pose M = jd_draft_frame(draft, &link->i), N = jd_draft_frame(draft, &link->j);
    const Vec2 m = jd_draft_point(draft, M.p), n = jd_draft_point(draft, N.p);
    AxisName axis;
    if (link->couples || (link->force && !link->spans)) return;
    if (link->spans) {
        if (link->ground_i && body == 0 && link->force) jd_sketch_wall(draft, m, vec2_sub(n, m));
        if (link->ground_j && body == 0 && link->force) jd_sketch_wall(draft, n, vec2_sub(m, n));
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
    if (body != 0 || !(link->ground_i || link->ground_j)) return;
    const Vec2 down = jd_sketch_down(draft, n);
    if (link->free_count > 1)
        jd_sketch_wall(draft, sketch_along(n, 1.15 * draft->unit, down), vec2_scale(-1, down));
    else if (jd_link_turns(link))
        draw_support(draft, n);
    else
        jd_sketch_wall(draft, sketch_along(n, 0.5 * draft->unit, down), vec2_scale(-1, down));
}
