/* SPDX-License-Identifier: MIT
 *
 * Drawings: a list of paths, texts and groups, in points. A path is an item from its first step on;
 * jd_draw_paint ends it. A point that is no number is left out, so that no file holds one. Without
 * memory the arena fails, and with it the drawing. */
#include "format/letters.h"
#include "draw/draw.h"
#include <stdarg.h>

static const double far_away = 1e6; /* points beyond are brought here: no picture is so large */

Drawing jd_drawing(double width, double height, const Theme *theme) {
    return (Drawing){.width = width, .height = height, .theme = theme ? theme : jd_theme_at(0)};
}

void jd_drawing_free(Drawing *drawing) {
    jd_arena_free(&drawing->arena);
    *drawing = (Drawing){0};
}

/* ---- Paths ---------------------------------------------------------------------------------- */

static DrawItem *begin_path(Drawing *d) {
    DrawItem *item = PUSH(&d->arena, d->items);
    if (!item) return NULL;
    item->kind = ITEM_PATH;
    item->first = d->steps.count;
    item->first_point = d->points.count;
    d->open = true;
    return item;
}

static void add_point(Drawing *d, Vec2 p) {
    Vec2 *point = PUSH(&d->arena, d->points);
    if (point)
        *point = vec2(fmax(-far_away, fmin(far_away, p.x)), fmax(-far_away, fmin(far_away, p.y)));
}

static void add_step(Drawing *d, DrawStep step) {
    if (!d->open && !begin_path(d)) return;
    unsigned char *added = PUSH(&d->arena, d->steps);
    if (added) *added = (unsigned char)step;
}

static bool is_place(Vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

void jd_draw_move(Drawing *d, Vec2 to) {
    if (!is_place(to)) return;
    add_step(d, DRAW_MOVE);
    add_point(d, to);
}

void jd_draw_line(Drawing *d, Vec2 to) {
    if (!is_place(to)) return;
    add_step(d, d->open ? DRAW_LINE : DRAW_MOVE);
    add_point(d, to);
}

void jd_draw_curve(Drawing *d, Vec2 a, Vec2 b, Vec2 to) {
    if (!is_place(a) || !is_place(b) || !is_place(to)) return;
    if (!d->open) jd_draw_move(d, a);
    add_step(d, DRAW_CURVE);
    add_point(d, a);
    add_point(d, b);
    add_point(d, to);
}

Vec2 jd_cubic(const Vec2 p[4], double t) {
    const double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return vec2(a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y);
}

/* A quarter of a circle, or less, is a cubic within 3e-4 of the radius. */
void jd_draw_arc(Drawing *d, Vec2 centre, double radius, double from, double to) {
    if (!is_place(centre) || !isfinite(radius) || !isfinite(from) || !isfinite(to)) return;
    const int parts = (int)fmin(64, ceil(fabs(to - from) / (pi / 2) - 1e-9));
    const double step = parts > 0 ? (to - from) / parts : 0;
    const double reach = 4.0 / 3 * tan(step / 4) * radius;
    Vec2 out = vec2(cos(from), sin(from));
    Vec2 at = vec2_add(centre, vec2_scale(radius, out));
    jd_draw_line(d, at);
    for (int n = 1; n <= parts; n++) {
        const double angle = from + n * step;
        const Vec2 next_out = vec2(cos(angle), sin(angle));
        const Vec2 next = vec2_add(centre, vec2_scale(radius, next_out));
        jd_draw_curve(d, vec2_add(at, vec2_scale(reach, vec2_turn90(out))),
                      vec2_sub(next, vec2_scale(reach, vec2_turn90(next_out))), next);
        out = next_out, at = next;
    }
}

void jd_draw_close(Drawing *d) {
    if (d->open) add_step(d, DRAW_CLOSE);
}

void jd_draw_paint(Drawing *d, Pen pen) {
    if (!d->open) return;
    d->open = false;
    int n = d->items.count - 1;
    while (n > 0 && d->items.at[n].kind != ITEM_PATH) n--;
    DrawItem *item = &d->items.at[n];
    item->count = d->steps.count - item->first;
    item->pen = pen;
}

/* ---- Figures -------------------------------------------------------------------------------- */

void jd_draw_circle(Drawing *d, Vec2 centre, double radius, Pen pen) {
    if (!is_place(centre) || !(radius >= 0)) return;
    jd_draw_arc(d, centre, radius, 0, 2 * pi);
    jd_draw_close(d);
    jd_draw_paint(d, pen);
}

void jd_draw_segment(Drawing *d, Vec2 a, Vec2 b, Pen pen) {
    if (!is_place(a) || !is_place(b)) return;
    jd_draw_move(d, a);
    jd_draw_line(d, b);
    jd_draw_paint(d, pen);
}

/* The shaft ends inside the head, so that its flat end does not show at the tip. */
void jd_draw_arrow(Drawing *d, Vec2 from, Vec2 to, Pen pen) {
    const Vec2 way = vec2_sub(to, from);
    const double length = sqrt(vec2_dot(way, way));
    if (!is_place(from) || !is_place(to) || !(length > 0)) return;
    const double head = fmin(length, 3 + 4 * pen.width), half = 0.36 * head;
    const Vec2 along = vec2_scale(1 / length, way), across = vec2_turn90(along);
    const Vec2 neck = vec2_sub(to, vec2_scale(head, along));
    if (head < length) jd_draw_segment(d, from, vec2_add(neck, vec2_scale(0.3 * head, along)), pen);
    jd_draw_move(d, to);
    jd_draw_line(d, vec2_add(neck, vec2_scale(half, across)));
    jd_draw_line(d, vec2_sub(neck, vec2_scale(half, across)));
    jd_draw_close(d);
    jd_draw_paint(d, (Pen){.fill = pen.stroke});
}

bool jd_is_head(const Drawing *d, const DrawItem *item) {
    static const DrawStep steps[] = {DRAW_MOVE, DRAW_LINE, DRAW_LINE, DRAW_CLOSE};
    enum { STEPS = sizeof steps / sizeof *steps };
    if (item->kind != ITEM_PATH || item->count != STEPS || !item->pen.fill.a || item->pen.stroke.a)
        return false;
    for (int n = 0; n < STEPS; n++)
        if ((DrawStep)d->steps.at[item->first + n] != steps[n]) return false;
    return true;
}

/* ---- Texts and groups ----------------------------------------------------------------------- */

void jd_draw_text(Drawing *d, Vec2 at, TextStyle style, const char *format, ...) {
    if (!is_place(at)) return;
    va_list list;
    va_start(list, format);
    const char *text = jd_arena_format_list(&d->arena, format, list);
    va_end(list);
    const char *clean = jd_letters_clean(&d->arena, text);
    DrawItem *item = clean && *clean ? PUSH(&d->arena, d->items) : NULL;
    if (!item) return;
    item->kind = ITEM_TEXT;
    item->at = at;
    item->style = style;
    item->text = clean;
}

void jd_draw_group(Drawing *d, const char *name, const char *moves) {
    const char *clean = jd_letters_clean(&d->arena, name);
    const char *kept = jd_arena_copy(&d->arena, moves);
    DrawItem *item = PUSH(&d->arena, d->items);
    if (!item) return;
    item->kind = ITEM_GROUP;
    item->text = clean;
    item->moves = kept;
}

void jd_draw_group_end(Drawing *d) {
    DrawItem *item = PUSH(&d->arena, d->items);
    if (item) item->kind = ITEM_GROUP_END;
}

void jd_draw_drawing(Drawing *d, const Drawing *from, Vec2 at) {
    const int steps = d->steps.count, points = d->points.count;
    for (int n = 0; n < from->steps.count; n++) {
        unsigned char *step = PUSH(&d->arena, d->steps);
        if (step) *step = from->steps.at[n];
    }
    for (int n = 0; n < from->points.count; n++) {
        Vec2 *point = PUSH(&d->arena, d->points);
        if (point) *point = vec2_add(from->points.at[n], at);
    }
    for (int n = 0; n < from->items.count; n++) {
        DrawItem *item = PUSH(&d->arena, d->items);
        if (!item) return;
        *item = from->items.at[n];
        item->first += steps;
        item->first_point += points;
        item->at = vec2_add(item->at, at);
        item->text = jd_arena_copy(&d->arena, item->text);
        item->moves = jd_arena_copy(&d->arena, item->moves);
    }
    if (from->arena.failed) d->arena.failed = true;
}
