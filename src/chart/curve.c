/* SPDX-License-Identifier: MIT
 *
 * A curve of a chart with as few points as can be seen, in three passes over a stretch between
 * gaps:
 *   1. where x only rises, each half point of the axis keeps its first, least, greatest and last;
 *   2. points nearer than a twentieth of a point to the line that is drawn are left out;
 *   3. of very many that are left, what would be drawn on top of itself is left out, and the line
 *      is taken less exactly. */
#include "chart/inside.h"
#include <stdlib.h>

enum { MANY = 8000 };
static const double column_width = 0.5, nearness = 0.05, loosely = 0.2;
static const double usual_cell = 1, most_cells = 4000;

typedef struct {
    Vec2 *at;
    int count;
} Line;

/* Where the curve has been, in cells. */
typedef struct {
    unsigned char *at;
    int width, height;
    double cell;
    Vec2 corner;
} Cover;

/* ---- Pass 1: columns ------------------------------------------------------------------------ */

static bool rises(const Line *line) {
    for (int n = 1; n < line->count; n++)
        if (line->at[n].x < line->at[n - 1].x) return false;
    return true;
}

/* Up to four points of those from `from` to before `to`, in their order; in place behind `kept`. */
static int keep_column(Line *line, int from, int to, int kept) {
    int least = from, greatest = from;
    for (int n = from; n < to; n++) {
        if (line->at[n].y < line->at[least].y) least = n;
        if (line->at[n].y > line->at[greatest].y) greatest = n;
    }
    const int wanted[] = {from, least < greatest ? least : greatest,
                          least < greatest ? greatest : least, to - 1};
    int before = -1;
    for (int n = 0; n < 4; n++) {
        if (wanted[n] == before) continue;
        before = wanted[n];
        line->at[kept++] = line->at[before];
    }
    return kept;
}

static void thin_columns(Line *line) {
    int kept = 0;
    for (int from = 0; from < line->count;) {
        const double column = floor(line->at[from].x / column_width);
        int to = from + 1;
        while (to < line->count && floor(line->at[to].x / column_width) <= column) to++;
        kept = keep_column(line, from, to, kept);
        from = to;
    }
    line->count = kept;
}

/* ---- Pass 2: what lies on a line ------------------------------------------------------------ */

/* Directions from `from` in which the line passes all points since within `near`. */
typedef struct {
    Vec2 from, first; /* angles are against `first` */
    double near, least, greatest, reach;
} Cone;

static Cone cone_at(Vec2 from, double near) {
    return (Cone){.from = from, .near = near, .least = -pi, .greatest = pi};
}

static const double rounding = 1e-9; /* points: lengths that are equal may differ by it */

/* Whether a line may go on to p; then the cone is what is left. Nothing that turns back. */
static bool cone_takes(Cone *cone, Vec2 p) {
    const Vec2 way = vec2_sub(p, cone->from);
    const double length = sqrt(vec2_dot(way, way));
    if (length < cone->reach - rounding) return false;
    if (length <= cone->near && cone->reach == 0) return true; /* as good as the start */
    if (cone->reach == 0) cone->first = way;
    const double angle = atan2(vec2_cross(cone->first, way), vec2_dot(cone->first, way));
    if (angle < cone->least || angle > cone->greatest) return false;
    const double half = asin(fmin(1, cone->near / length));
    cone->least = fmax(cone->least, angle - half);
    cone->greatest = fmin(cone->greatest, angle + half);
    cone->reach = length;
    return true;
}

static void thin_straight(Line *line, double near) {
    if (line->count < 3) return;
    int kept = 1;
    Cone cone = cone_at(line->at[0], near);
    Vec2 before = line->at[0];
    for (int n = 1; n < line->count; n++) {
        const Vec2 p = line->at[n];
        if (!cone_takes(&cone, p)) {
            line->at[kept++] = before;
            cone = cone_at(before, near);
            cone_takes(&cone, p);
        }
        before = p;
    }
    line->at[kept++] = before;
    line->count = kept;
}

/* ---- Pass 3: what is drawn already ---------------------------------------------------------- */

static bool open_cover(Cover *cover, const ChartBox *box, Arena *arena) {
    const double cell = fmax(usual_cell, fmax(box->size.x, box->size.y) / most_cells);
    *cover = (Cover){.corner = box->corner,
                     .cell = cell,
                     .width = (int)(box->size.x / cell) + 2,
                     .height = (int)(box->size.y / cell) + 2};
    cover->at = ARENA_NEW(arena, unsigned char, (size_t)cover->width *(size_t)cover->height);
    return cover->at != NULL;
}

/* Whether this cell is new; it is not any more. */
static bool cover_cell(Cover *cover, Vec2 p) {
    const int column = (int)((p.x - cover->corner.x) / cover->cell + 0.5);
    const int row = (int)((p.y - cover->corner.y) / cover->cell + 0.5);
    if (column < 0 || row < 0 || column >= cover->width || row >= cover->height) return true;
    unsigned char *at = &cover->at[(size_t)row * (size_t)cover->width + (size_t)column];
    const bool fresh = !*at;
    *at = 1;
    return fresh;
}

/* Whether any cell on the way is new. */
static bool cover_way(Cover *cover, Vec2 from, Vec2 to) {
    const Vec2 way = vec2_sub(to, from);
    const int steps = (int)ceil(fmax(fabs(way.x), fabs(way.y)) / cover->cell);
    bool fresh = false;
    for (int n = 0; n <= steps; n++) {
        const double share = steps ? (double)n / steps : 0;
        if (cover_cell(cover, vec2_add(from, vec2_scale(share, way)))) fresh = true;
    }
    return fresh;
}

/* ---- The curve ------------------------------------------------------------------------------ */

static void draw_line(Drawing *d, const Line *line, Cover *cover) {
    bool drawn = false; /* up to the point before */
    for (int n = 1; n < line->count; n++) {
        if (cover && !cover_way(cover, line->at[n - 1], line->at[n])) {
            drawn = false;
            continue;
        }
        if (!drawn) jd_draw_move(d, line->at[n - 1]);
        jd_draw_line(d, line->at[n]);
        drawn = true;
    }
}

static Vec2 place(const ChartBox *box, double x, double y) {
    return vec2(box->corner.x + box->size.x * jd_axis_share(box->x, x),
                box->corner.y + box->size.y * (1 - jd_axis_share(box->y, y)));
}

/* The next stretch from *from on; empty at the end. */
static void take_stretch(const Curve *curve, const ChartBox *box, int *from, Line *line) {
    line->count = 0;
    for (; *from < curve->count; ++*from) {
        const Vec2 p = place(box, curve->x[*from], curve->y[*from]);
        const bool good = isfinite(p.x) && isfinite(p.y);
        if (good) line->at[line->count++] = p;
        if (!good && line->count) return;
    }
}

/* Lines first, then single points as dots: each is one path. */
static void draw_stretches(Drawing *d, const Curve *curve, const ChartBox *box, Line *line,
                           Cover *cover, bool dots) {
    for (int from = 0; from < curve->count;) {
        take_stretch(curve, box, &from, line);
        if (dots && line->count == 1 && cover_cell(cover, line->at[0])) {
            jd_draw_move(d, line->at[0]);
            jd_draw_line(d, line->at[0]);
        }
        if (dots || line->count < 2) continue;
        if (rises(line)) thin_columns(line);
        thin_straight(line, nearness);
        const bool many = line->count > MANY;
        if (many) thin_straight(line, loosely);
        draw_line(d, line, many ? cover : NULL);
    }
}

void jd_chart_curve(Drawing *d, const Curve *curve, const ChartBox *box, Pen pen) {
    Arena arena = {0};
    Line line = {ARENA_NEW(&arena, Vec2, (size_t)curve->count + 1), 0};
    Cover cover;
    if (line.at && open_cover(&cover, box, &arena)) {
        draw_stretches(d, curve, box, &line, &cover, false);
        jd_draw_paint(d, pen);
        draw_stretches(d, curve, box, &line, &cover, true);
        jd_draw_paint(d, (Pen){.stroke = pen.stroke, .width = 2.4 * pen.width});
    }
    if (arena.failed) d->arena.failed = true;
    jd_arena_free(&arena);
}
