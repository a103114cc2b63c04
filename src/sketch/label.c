/* SPDX-License-Identifier: MIT
 *
 * Texts where they cover little: what is drawn so far is known by a grid of small cells; each text
 * tries places about the point that it belongs to, near ones first, and takes the one that costs
 * least. No text covers another. */
#include "sketch/inside.h"
#include <stdlib.h>

static const double cell = 2; /* points */
enum { CELL_FILL = 1, CELL_LINE = 2, CELL_TEXT = 4, CELL_HEAD = 8 };

/* ---- What is drawn
 * -------------------------------------------------------------------------------- */

static unsigned char *cell_at(const LabelGrid *grid, double x, double y) {
    const double column = floor(x / cell), row = floor(y / cell);
    if (!(column >= 0 && row >= 0 && column < grid->columns && row < grid->rows)) return NULL;
    return &grid->cells[(int)row * grid->columns + (int)column];
}

static void mark_line(const LabelGrid *grid, Vec2 a, Vec2 b, int mark) {
    const double length = hypot(b.x - a.x, b.y - a.y);
    const int steps = (int)fmin(5000, ceil(length / (0.7 * cell))) + 1;
    for (int n = 0; n <= steps; n++) {
        const double t = (double)n / steps;
        unsigned char *at = cell_at(grid, a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
        if (at) *at |= (unsigned char)mark;
    }
}

typedef LIST(Vec2) Corners;

static void add_corner(Arena *arena, Corners *corners, Vec2 p) {
    Vec2 *corner = PUSH(arena, *corners);
    if (corner) *corner = p;
}

/* Cells whose middle lies inside, by crossings to the left. */
static void mark_inside(const LabelGrid *grid, const Corners *c, int mark) {
    Frame2 box = frame2_none;
    for (int n = 0; n < c->count; n++) jd_frame2_reach(&box, c->at[n]);
    for (double y = (floor(box.low.y / cell) + 0.5) * cell; y < box.high.y; y += cell)
        for (double x = (floor(box.low.x / cell) + 0.5) * cell; x < box.high.x; x += cell) {
            bool in = false;
            for (int n = 0, k = c->count - 1; n < c->count; k = n++) {
                const Vec2 a = c->at[n], b = c->at[k];
                if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
                    in = !in;
            }
            unsigned char *at = in ? cell_at(grid, x, y) : NULL;
            if (at) *at |= (unsigned char)mark;
        }
}

static bool same(Colour a, Colour b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

/* The head of an arrow, three corners without a line about them: covered it says nothing any more,
 * so it is as good as a text. */
static void mark_head(const LabelGrid *grid, const Corners *c) {
    mark_inside(grid, c, CELL_HEAD);
    for (int n = 0; n < c->count; n++)
        mark_line(grid, c->at[n], c->at[(n + 1) % c->count], CELL_HEAD);
}

static void mark_path(const LabelGrid *grid, const Drawing *d, const DrawItem *item, Arena *arena) {
    const Vec2 *p = &d->points.at[item->first_point];
    Corners corners = {0};
    Vec2 now = {0, 0}, first = {0, 0};
    const bool lines = item->pen.stroke.a != 0;
    const bool fills = item->pen.fill.a != 0 && !same(item->pen.fill, d->theme->back);
    for (int n = 0; n < item->count; n++) {
        const DrawStep step = (DrawStep)d->steps.at[item->first + n];
        const Vec2 from = now;
        if (step == DRAW_MOVE && fills && corners.count > 2) mark_inside(grid, &corners, CELL_FILL);
        if (step == DRAW_MOVE) corners.count = 0, first = *p;
        if (step == DRAW_CURVE) {
            const Vec2 four[4] = {from, p[0], p[1], p[2]};
            for (int k = 1; k <= 8; k++) {
                const Vec2 q = jd_cubic(four, k / 8.0);
                if (lines) mark_line(grid, now, q, CELL_LINE);
                add_corner(arena, &corners, q);
                now = q;
            }
            p += 3;
            continue;
        }
        now = step == DRAW_CLOSE ? first : *p++;
        if (step != DRAW_MOVE && lines) mark_line(grid, from, now, CELL_LINE);
        add_corner(arena, &corners, now);
    }
    if (jd_is_head(d, item))
        mark_head(grid, &corners);
    else if (fills && corners.count > 2)
        mark_inside(grid, &corners, CELL_FILL);
}

/* The rectangle of a text: as wide as its letters, as high as they reach. */
static Frame2 text_frame(Vec2 at, const TextStyle *style, const char *text) {
    const double w = jd_text_width(text, style->size, style->bold);
    const double left = style->anchor == TEXT_LEFT     ? at.x
                        : style->anchor == TEXT_MIDDLE ? at.x - w / 2
                                                       : at.x - w;
    return (Frame2){{left, at.y - 0.76 * style->size}, {left + w, at.y + 0.22 * style->size}};
}

static void mark_text(const LabelGrid *grid, Frame2 box, double by) {
    for (double y = box.low.y - by; y < box.high.y + by + cell; y += cell)
        for (double x = box.low.x - by; x < box.high.x + by + cell; x += cell) {
            unsigned char *at = cell_at(grid, fmin(x, box.high.x + by), fmin(y, box.high.y + by));
            if (at) *at |= CELL_TEXT;
        }
}

void jd_text_corners(Vec2 at, const TextStyle *style, const char *text, Vec2 corners[4]) {
    const Frame2 box = text_frame(at, style, text);
    const double a = -style->angle * pi / 180, c = cos(a), s = sin(a);
    const Vec2 upright[4] = {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}};
    for (int n = 0; n < 4; n++) {
        const double dx = upright[n].x - at.x, dy = upright[n].y - at.y;
        corners[n] = vec2(at.x + c * dx - s * dy, at.y + s * dx + c * dy);
    }
}

/* Places inside a text, denser than cells. */
static int text_places(Vec2 at, const TextStyle *style, const char *text, int n, Vec2 *out) {
    Vec2 q[4];
    jd_text_corners(at, style, text, q);
    const Vec2 along = vec2_sub(q[1], q[0]), down = vec2_sub(q[3], q[0]);
    const int columns = (int)(hypot(along.x, along.y) / (0.7 * cell)) + 2;
    const int rows = (int)(hypot(down.x, down.y) / (0.7 * cell)) + 2;
    const double x = (double)(n % columns) / (columns - 1), y = (double)(n / columns) / (rows - 1);
    *out = vec2_add(q[0], vec2_add(vec2_scale(x, along), vec2_scale(y, down)));
    return columns * rows;
}

void jd_grid_text(const LabelGrid *grid, const DrawItem *item) {
    Vec2 p;
    for (int n = 0; n < text_places(item->at, &item->style, item->text, n, &p); n++) {
        unsigned char *at = cell_at(grid, p.x, p.y);
        if (at) *at |= CELL_TEXT;
    }
}

double jd_grid_text_cost(const Draft *draft, const LabelGrid *grid, Vec2 at, const TextStyle *style,
                         const char *text) {
    Vec2 p;
    double cost = 0;
    for (int n = 0; n < text_places(at, style, text, n, &p); n++) {
        const unsigned char *on = cell_at(grid, p.x, p.y);
        if (p.x < 2 || p.y < 2 || p.x > draft->d->width - 2 || p.y > draft->d->height - 2 || !on ||
            (*on & (CELL_TEXT | CELL_HEAD)))
            return INFINITY;
        cost += *on & CELL_LINE ? 0.5 : *on & CELL_FILL ? 0.1 : 0;
    }
    return cost;
}

void jd_grid_line(const LabelGrid *grid, Vec2 a, Vec2 b) {
    mark_line(grid, a, b, CELL_LINE);
}

/* The last points of an arrow to p, as long as the heads of thin ones. */
static Vec2 behind_tip(Vec2 from, Vec2 p) {
    static const double head = 5; /* points */
    const Vec2 way = vec2_sub(from, p);
    return vec2_add(p, vec2_scale(fmin(1, head / fmax(hypot(way.x, way.y), head)), way));
}

/* Its two sides, each from the tip. */
static void head_sides(Vec2 from, Vec2 p, Vec2 sides[2]) {
    const Vec2 neck = behind_tip(from, p);
    const Vec2 across = vec2_scale(0.5, vec2_turn90(vec2_sub(neck, p)));
    sides[0] = vec2_add(neck, across);
    sides[1] = vec2_sub(neck, across);
}

void jd_grid_head(const LabelGrid *grid, Vec2 from, Vec2 p) {
    Vec2 sides[2];
    head_sides(from, p, sides);
    for (int n = 0; n < 2; n++) mark_line(grid, p, sides[n], CELL_HEAD);
}

bool jd_grid_head_fits(const LabelGrid *grid, Vec2 from, Vec2 p) {
    enum { PLACES = 4 };
    Vec2 sides[2];
    head_sides(from, p, sides);
    for (int side = 0; side < 2; side++)
        for (int n = 0; n <= PLACES; n++) {
            const double t = (double)n / PLACES;
            const Vec2 at = vec2_add(p, vec2_scale(t, vec2_sub(sides[side], p)));
            const unsigned char *on = cell_at(grid, at.x, at.y);
            if (on && *on & CELL_TEXT) return false;
        }
    return true;
}

double jd_grid_line_cost(const LabelGrid *grid, Vec2 a, Vec2 b) {
    const int steps = (int)fmin(5000, hypot(b.x - a.x, b.y - a.y) / cell) + 1;
    double cost = 0;
    for (int n = 0; n <= steps; n++) {
        const double t = (double)n / steps;
        const unsigned char *at = cell_at(grid, a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
        cost += !at ? 4 : *at & CELL_TEXT ? 4 : *at & CELL_LINE ? 1 : *at & CELL_FILL ? 0.4 : 0;
    }
    return cost;
}

bool jd_grid_make(Draft *draft, LabelGrid *grid) {
    const Drawing *d = draft->d;
    *grid = (LabelGrid){(int)ceil(d->width / cell), (int)ceil(d->height / cell), NULL};
    grid->cells = ARENA_NEW(&draft->arena, unsigned char, grid->columns * grid->rows + 1);
    if (!grid->cells) return false;
    for (int n = 0; n < d->items.count; n++) {
        const DrawItem *item = &d->items.at[n];
        if (item->kind == ITEM_PATH) mark_path(grid, d, item, &draft->arena);
        if (item->kind == ITEM_TEXT) jd_grid_text(grid, item);
    }
    return true;
}

/* ---- Places
 * --------------------------------------------------------------------------------------- */

/* INFINITY: on another text, or off the paper. */
double jd_grid_cost(const Draft *draft, const LabelGrid *grid, Frame2 box) {
    const double edge = 3;
    if (box.low.x < edge || box.low.y < edge || box.high.x > draft->d->width - edge ||
        box.high.y > draft->d->height - edge)
        return INFINITY;
    double cost = 0;
    for (double y = box.low.y - 0.5; y < box.high.y + 0.5 + cell; y += cell)
        for (double x = box.low.x - 1; x < box.high.x + 1 + cell; x += cell) {
            const unsigned char *at = cell_at(grid, x, y);
            if (!at) continue;
            if (*at & (CELL_TEXT | CELL_HEAD)) return INFINITY;
            cost += *at & CELL_LINE ? 1 : *at & CELL_FILL ? 0.2 : 0;
        }
    return cost;
}

typedef struct {
    Frame2 box;
    Vec2 from; /* the point that it belongs to */
    double cost, away;
} Choice;

/* The text beside a point in some direction, its nearest edge so far from it. */
static Frame2 beside(Vec2 p, Vec2 way, double far, double w, double h) {
    const double x = p.x + way.x * (far + w / 2), y = p.y + way.y * (far + h / 2);
    return (Frame2){{x - w / 2, y - h / 2}, {x + w / 2, y + h / 2}};
}

static Choice best_spot(const Draft *draft, const LabelGrid *grid, const Label *label) {
    enum { WAYS = 16, RINGS = 12 };
    const double w = jd_text_width(label->text, label->style.size, label->style.bold);
    const double h = 0.98 * label->style.size;
    Choice best = {.cost = INFINITY};
    for (int place = 0; place < label->places; place++)
        for (int ring = 0; ring < RINGS; ring++)
            for (int n = 0; n < WAYS; n++) {
                /* To the upper right first. */
                const double turn = pi / 4 + (n % 2 ? -1 : 1) * (n + 1) / 2 * 2 * pi / WAYS;
                const double away = ring * 4.0;
                const Vec2 way = vec2(cos(turn), -sin(turn));
                const Frame2 box = beside(label->at[place], way, label->reach + away, w, h);
                const double own = 0.9 * away + (ring > 5 ? 6 : 0) + 0.12 * n + 1.5 * place;
                if (own >= best.cost) continue;
                const double cost = own + jd_grid_cost(draft, grid, box);
                if (cost < best.cost) best = (Choice){box, label->at[place], cost, away};
            }
    return best;
}

/* A thin line from a text that stands apart to what it names. */
static void draw_leader(Draft *draft, const Choice *spot) {
    const Vec2 p = spot->from;
    const Vec2 end = vec2(fmin(fmax(p.x, spot->box.low.x), spot->box.high.x),
                          fmin(fmax(p.y, spot->box.low.y), spot->box.high.y));
    const Vec2 d = vec2_sub(p, end);
    const double length = hypot(d.x, d.y);
    if (length < 6) return;
    const Pen pen = {.stroke = draft->theme->faint, .width = 0.5};
    jd_draw_segment(draft->d, vec2_add(end, vec2_scale(1.5 / length, d)), p, pen);
    jd_draw_circle(draft->d, p, 1.1, (Pen){.fill = draft->theme->faint});
}

void jd_sketch_labels(Draft *draft, const Label *labels, int count) {
    static const double too_much = 60;
    LabelGrid grid;
    if (count == 0 || !jd_grid_make(draft, &grid)) return;
    for (int n = 0; n < count; n++) {
        const Label *label = &labels[n];
        if (!label->text || !*label->text) continue;
        const Choice spot = best_spot(draft, &grid, label);
        if (!(spot.cost < too_much)) continue;
        TextStyle style = label->style;
        style.anchor = TEXT_MIDDLE;
        const Vec2 at =
            vec2((spot.box.low.x + spot.box.high.x) / 2, spot.box.high.y - 0.22 * style.size);
        if (spot.away > 20) draw_leader(draft, &spot);
        jd_draw_text(draft->d, at, style, "%s", label->text);
        mark_text(&grid, spot.box, 1);
    }
}
