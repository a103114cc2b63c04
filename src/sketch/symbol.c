/* SPDX-License-Identifier: MIT
 *
 * Symbols of planar joints and forces in the manner of ISO 3952: pins as small circles, blocks of
 * slides, springs from end to end, belts round their wheels. What is drawn follows from what a
 * joint leaves free and from its glyph. */
#include "sketch/inside.h"
#include <string.h>

/* ---- Glyphs
 * --------------------------------------------------------------------------------------- */

typedef struct {
    Vec2 at, x, y;
    bool ends;  /* beyond 0.7 the glyph keeps its shape */
    double end; /* points for a unit of the glyph there */
} Place;

static Vec2 placed(const void *data, Vec2 p) {
    const Place *place = data;
    if (!place->ends || fabs(p.x) < 0.7)
        return sketch_along(sketch_along(place->at, p.x, place->x), p.y, place->y);
    const double side = p.x < 0 ? -1 : 1;
    const Vec2 tip = sketch_along(place->at, side, place->x);
    return sketch_along(sketch_along(tip, place->end * (p.x - side), sketch_unit(place->x)),
                        place->end * p.y, sketch_unit(place->y));
}

static void draw_glyph(Draft *draft, const char *glyph, const Place *place, Pen pen) {
    if (!glyph) return;
    if (!strchr(glyph, 'Z') && !strchr(glyph, 'z')) pen.fill.a = 0;
    jd_draw_path(draft->d, glyph, placed, place);
    jd_draw_paint(draft->d, pen);
}

/* Along both rims. False: there are no wheels. */
static bool draw_belt(Draft *draft, const SceneLink *link, Vec2 from, Vec2 to) {
    const Vec2 d = vec2_sub(to, from), way = sketch_unit(d), up = vec2_turn90(way);
    Vec2 sides[2][2];
    if (!jd_belt_sides(link->wheels, hypot(d.x, d.y) / draft->scale, sides)) return false;
    for (int n = 0; n < 2; n++) {
        Vec2 ends[2];
        for (int k = 0; k < 2; k++)
            ends[k] = sketch_along(sketch_along(from, draft->scale * sides[n][k].x, way),
                                   draft->scale * sides[n][k].y, up);
        jd_draw_segment(draft->d, ends[0], ends[1], jd_draft_ink(draft));
    }
    return true;
}

void jd_sketch_span(Draft *draft, int number, Vec2 from, Vec2 to) {
    const SceneLink *link = &draft->scene->links.at[number];
    const Vec2 way = vec2_sub(to, from),
               up = vec2_scale(-draft->unit, vec2_turn90(sketch_unit(way)));
    const Place place = {vec2_scale(0.5, vec2_add(from, to)), vec2_scale(0.5, way), up,
                         !link->force, SPAN_END * draft->unit};
    Pen pen = jd_draft_ink(draft);
    if (link->couples) {
        if (link->rack || draw_belt(draft, link, from, to)) return;
        pen = (Pen){.stroke = draft->theme->faint, .width = 0.6 * draft->line, .dash = {6, 2.5}};
        jd_draw_segment(draft->d, from, to, pen);
        return;
    }
    if (link->force) pen.fill.a = 0;
    draw_glyph(draft, link->glyph, &place, pen);
}

/* Points of a joint that are apart: of one that is not known otherwise, or that does not fit. */
static void draw_tie(Draft *draft, const SceneLink *link) {
    for (int n = 0; n < link->free_count; n++)
        if (link->frees[n].kind == FREE_SLIDE) return;
    if (link->force || link->spans || link->couples || link->radius > 0) return;
    const Vec2 m = jd_draft_point(draft, jd_draft_frame(draft, &link->i).p);
    const Vec2 n = jd_draft_point(draft, jd_draft_frame(draft, &link->j).p);
    const Pen pen = {.stroke = draft->theme->ink, .width = 0.7 * draft->line, .dash = {4, 2.5}};
    if (hypot(n.x - m.x, n.y - m.y) > draft->unit) jd_draw_segment(draft->d, m, n, pen);
}

void jd_sketch_pin(Draft *draft, int number) {
    const SceneLink *link = &draft->scene->links.at[number];
    draw_tie(draft, link);
    const bool acts = link->driven || vec3_norm(link->push) > 0 || vec3_norm(link->twist) > 0;
    if ((link->force && acts) || link->spans || link->couples || link->radius > 0) return;
    /* The block of a slide is the body itself, if it is no larger than one. */
    if (!jd_link_turns(link) && jd_sketch_block(draft, link) > 0) return;
    const Pose N = jd_draft_frame(draft, &link->j), M = jd_draft_frame(draft, &link->i);
    const double u = draft->unit;
    const Place place = {.at = jd_draft_point(draft, N.p),
                         .x = vec2_scale(u, sketch_unit(jd_draft_way(draft, M.axes.x))),
                         .y = vec2_scale(u, sketch_unit(jd_draft_way(draft, M.axes.y)))};
    Pen pen = jd_draft_ink(draft);
    if (link->force) pen.fill.a = 0;
    draw_glyph(draft, link->glyph, &place, pen);
}
