/* SPDX-License-Identifier: MIT
 *
 * Lengths of links: beside each pair of its points a thin line with arrows and the number, on the
 * side and at the distance where it covers least. */
#include "sketch/inside.h"

typedef struct {
    Vec2 a, b, out; /* ends on paper; away from the link */
    double off;     /* of the dimension line, points */
    double angle;   /* of the text, degrees */
    Vec2 at;        /* of the text */
    double cost;
} Dimension;

static const double text_size = 8, beyond = 2;

/* Four digits, in mm or in m by the size of the mechanism. */
static const char *length_text(Draft *draft, double length) {
    char number[40];
    const bool small = draft->scene->size < 1;
    const double value = small ? 1e3 * length : length;
    const double power = pow(10, 3 - floor(log10(value)));
    jd_number_text(round(value * power) / power, number, sizeof number);
    return jd_arena_format(&draft->arena, "%s %s", number, small ? "mm" : "m");
}

static TextStyle text_style(const Draft *draft, double angle) {
    return (TextStyle){.size = text_size,
                       .colour = draft->theme->ink,
                       .anchor = TEXT_MIDDLE,
                       .angle = angle,
                       .halo = draft->theme->back};
}

static Vec2 along(Vec2 p, double k, Vec2 way) {
    return vec2_add(p, vec2_scale(k, way));
}

/* A text stands above its line, and is read from below or from the right. */
static Dimension make(const Draft *draft, const LabelGrid *grid, Vec2 a, Vec2 b, double off,
                      int side, const char *text) {
    const Vec2 d = vec2_sub(b, a);
    const double length = hypot(d.x, d.y);
    const Vec2 way = vec2_scale(1 / length, d);
    Dimension dim = {a, b, vec2_scale(side, vec2_turn90(way)), off, 0, {0, 0}, INFINITY};
    double angle = atan2(-way.y, way.x) * 180 / pi;
    if (angle > 90.5) angle -= 180;
    if (angle < -89.5) angle += 180;
    dim.angle = angle;
    const Vec2 up = vec2(-sin(angle * pi / 180), -cos(angle * pi / 180));
    const Vec2 middle = along(vec2_scale(0.5, vec2_add(a, b)), off, dim.out);
    dim.at = along(middle, 2, up);
    const TextStyle style = text_style(draft, angle);
    const Vec2 p = along(a, off, dim.out), q = along(b, off, dim.out);
    if (!jd_grid_head_fits(grid, middle, p) || !jd_grid_head_fits(grid, middle, q)) return dim;
    dim.cost = jd_grid_text_cost(draft, grid, dim.at, &style, text) +
               jd_grid_line_cost(grid, p, q) +
               0.5 * jd_grid_line_cost(grid, along(a, 0.3 * off, dim.out), p) +
               0.5 * jd_grid_line_cost(grid, along(b, 0.3 * off, dim.out), q) + 0.45 * off;
    return dim;
}

static void draw(Draft *draft, const LabelGrid *grid, const Dimension *dim, const char *text) {
    Drawing *d = draft->d;
    const Pen pen = {.stroke = draft->theme->faint, .width = 0.5};
    const Vec2 p = along(dim->a, dim->off, dim->out), q = along(dim->b, dim->off, dim->out);
    const double gap = fmin(0.6 * dim->off, draft->unit + 1.5);
    jd_draw_segment(d, along(dim->a, gap, dim->out), along(p, beyond, dim->out), pen);
    jd_draw_segment(d, along(dim->b, gap, dim->out), along(q, beyond, dim->out), pen);
    const Vec2 middle = vec2_scale(0.5, vec2_add(p, q));
    jd_draw_arrow(d, middle, p, pen);
    jd_draw_arrow(d, middle, q, pen);
    jd_draw_text(d, dim->at, text_style(draft, dim->angle), "%s", text);
    jd_grid_line(grid, p, q);
    jd_grid_head(grid, middle, p);
    jd_grid_head(grid, middle, q);
    jd_grid_line(grid, dim->a, p);
    jd_grid_line(grid, dim->b, q);
    if (d->items.count && d->items.at[d->items.count - 1].kind == ITEM_TEXT)
        jd_grid_text(grid, &d->items.at[d->items.count - 1]);
}

static void add_pair(Draft *draft, const LabelGrid *grid, int body, Vec3 from, Vec3 to) {
    static const double worst = 70;
    const Vec2 a = jd_draft_point(draft, jd_draft_at(draft, body, from));
    const Vec2 b = jd_draft_point(draft, jd_draft_at(draft, body, to));
    const double length = vec3_norm(vec3_sub(to, from));
    const char *text = length > 0 ? length_text(draft, length) : NULL;
    if (!text || hypot(b.x - a.x, b.y - a.y) < 16) return;
    Dimension best = {.cost = INFINITY};
    for (int side = -1; side <= 1; side += 2)
        for (int n = 0; n < 8; n++) {
            const Dimension dim =
                make(draft, grid, a, b, 1.6 * draft->unit + 6 + 7 * n, side, text);
            if (dim.cost < best.cost) best = dim;
        }
    if (best.cost < worst) draw(draft, grid, &best, text);
}

static const double on_line = 1e-3; /* sine: a triangle that flat is drawn as a line */

/* Not on one line. */
static bool is_triangle(const Vec3 *p) {
    const Vec3 a = vec3_sub(p[1], p[0]), b = vec3_sub(p[2], p[0]);
    return vec3_norm(vec3_cross(a, b)) > on_line * vec3_norm(a) * vec3_norm(b);
}

/* Each point to its nearest of those before it; a triangle has its third side, too. */
static void add_body(Draft *draft, const LabelGrid *grid, int b) {
    const SceneBody *body = &draft->scene->bodies.at[b];
    const int count = body->spots.count;
    const Vec3 *at = body->spots.at;
    for (int n = 1; n < count && count <= 12; n++) {
        int near = 0;
        for (int k = 1; k < n; k++)
            if (vec3_norm(vec3_sub(at[n], at[k])) < vec3_norm(vec3_sub(at[n], at[near]))) near = k;
        add_pair(draft, grid, b, at[near], at[n]);
        if (n == 2 && count == 3 && b > 0 && is_triangle(at))
            add_pair(draft, grid, b, at[1 - near], at[n]);
    }
}

void jd_sketch_dimensions(Draft *draft) {
    LabelGrid grid;
    if (!jd_grid_make(draft, &grid)) return;
    for (int b = 1; b < draft->scene->bodies.count; b++)
        if (!draft->scene->bodies.at[b].hidden) add_body(draft, &grid, b);
    add_body(draft, &grid, 0);
}
