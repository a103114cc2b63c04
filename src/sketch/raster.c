/* SPDX-License-Identifier: MIT
 *
 * What hides what: triangles into a grid of depths, and the way back, from cells to polygons. The
 * boundary of a region is followed from cell to cell and then straightened within the size of a
 * cell. */
#include "sketch/raster.h"
#include <stdlib.h>

/* ---- Into the grid ----------------------------------------------------------------------------
 */

bool jd_raster_open(Raster *raster, double width, double height, Arena *arena) {
    static const double fine = 4, most = 6e6;
    double cells = fine;
    if (width * height * cells * cells > most) cells = sqrt(most / (width * height));
    *raster = (Raster){(int)ceil(width * cells), (int)ceil(height * cells), cells, NULL, NULL};
    const size_t count = (size_t)raster->columns * (size_t)raster->rows;
    raster->depth = jd_arena_take(arena, sizeof(float) * (count + 1));
    raster->owner = jd_arena_take(arena, sizeof(int) * (count + 1));
    if (!raster->depth || !raster->owner) return false;
    for (size_t n = 0; n < count; n++) raster->depth[n] = -INFINITY;
    return true;
}

static double area2(Vec2 a, Vec2 b, Vec2 c) {
    return vec2_cross(vec2_sub(b, a), vec2_sub(c, a));
}

static int clamp_int(double x, int most) {
    return x < 0 ? 0 : x > most ? most : (int)x;
}

static const double rounding =
    1e-9; /* of cells, areas and shares: pixels on an edge belong to both sides */

void jd_raster_triangle(Raster *raster, const RasterPoint corner[3], int owner, int tones) {
    const double k = raster->cells;
    Vec2 p[3];
    for (int n = 0; n < 3; n++) {
        p[n] = vec2_scale(k, corner[n].p);
        if (!isfinite(p[n].x + p[n].y + corner[n].depth)) return;
    }
    const double whole = area2(p[0], p[1], p[2]);
    if (fabs(whole) < rounding) return;
    const double left = fmin(p[0].x, fmin(p[1].x, p[2].x)),
                 right = fmax(p[0].x, fmax(p[1].x, p[2].x));
    const double top = fmin(p[0].y, fmin(p[1].y, p[2].y)), low = fmax(p[0].y, fmax(p[1].y, p[2].y));
    if (right < 0 || low < 0 || left > raster->columns || top > raster->rows) return;
    const int x0 = clamp_int(floor(left), raster->columns - 1),
              x1 = clamp_int(right, raster->columns - 1);
    const int y0 = clamp_int(floor(top), raster->rows - 1), y1 = clamp_int(low, raster->rows - 1);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            const Vec2 q = vec2(x + 0.5, y + 0.5);
            const double a = area2(p[1], p[2], q) / whole, b = area2(p[2], p[0], q) / whole;
            const double c = 1 - a - b;
            if (a < -rounding || b < -rounding || c < -rounding) continue;
            const float depth =
                (float)(a * corner[0].depth + b * corner[1].depth + c * corner[2].depth);
            const int at = y * raster->columns + x;
            if (depth <= raster->depth[at]) continue;
            raster->depth[at] = depth;
            const double light = a * corner[0].light + b * corner[1].light + c * corner[2].light;
            raster->owner[at] = owner + clamp_int(light * tones, tones - 1);
        }
}

/* Seen, if one of the cells about it does not lie clearly before it. */
bool jd_raster_sees(const Raster *raster, RasterPoint p) {
    const double bias = 2.5 / raster->cells;
    const int x = (int)floor(p.p.x * raster->cells), y = (int)floor(p.p.y * raster->cells);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            const int column = x + dx, row = y + dy;
            if (column < 0 || row < 0 || column >= raster->columns || row >= raster->rows)
                return true;
            if (raster->depth[row * raster->columns + column] <= p.depth + bias) return true;
        }
    return false;
}

/* ---- Straight lines ---------------------------------------------------------------------------
 */

typedef struct {
    int x, y;
} Corner;
typedef LIST(Corner) Loop;

static double off_line(Corner p, Corner a, Corner b) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
    if (length < rounding) return hypot(p.x - a.x, p.y - a.y);
    return fabs((p.x - a.x) * dy - (p.y - a.y) * dx) / length;
}

/* Keeps what is needed between two kept corners (Douglas and Peucker), without recursion. */
static void straighten(const Loop *loop, bool *keep, int from, int to, Arena *arena) {
    static const double within = 0.85;
    LIST(Corner) open = {0};
    Corner *first = PUSH(arena, open);
    if (first) *first = (Corner){from, to};
    while (open.count > 0) {
        const Corner part = open.at[--open.count];
        const int count = loop->count;
        int far = -1;
        double most = within;
        for (int n = part.x + 1; n < part.y; n++) {
            const double d =
                off_line(loop->at[n % count], loop->at[part.x % count], loop->at[part.y % count]);
            if (d > most) most = d, far = n;
        }
        if (far < 0) continue;
        keep[far % count] = true;
        Corner *a = PUSH(arena, open);
        if (a) *a = (Corner){part.x, far};
        Corner *b = PUSH(arena, open);
        if (b) *b = (Corner){far, part.y};
    }
}

static void draw_loop(const Raster *raster, const Loop *loop, Drawing *d, Arena *arena) {
    const int count = loop->count;
    bool *keep = ARENA_NEW(arena, bool, count + 1);
    if (!keep || count < 6) return;
    /* Two corners far apart are kept. */
    int far = 0;
    double most = -1;
    for (int n = 0; n < count; n++) {
        const double r = hypot(loop->at[n].x - loop->at[0].x, loop->at[n].y - loop->at[0].y);
        if (r > most) most = r, far = n;
    }
    keep[0] = keep[far] = true;
    straighten(loop, keep, 0, far, arena);
    straighten(loop, keep, far, count, arena);
    int kept = 0;
    for (int n = 0; n < count; n++) kept += keep[n];
    if (kept < 3) return;
    bool first = true;
    for (int n = 0; n < count; n++) {
        if (!keep[n]) continue;
        const Vec2 p = vec2(loop->at[n].x / raster->cells, loop->at[n].y / raster->cells);
        if (first)
            jd_draw_move(d, p);
        else
            jd_draw_line(d, p);
        first = false;
    }
    jd_draw_close(d);
}

/* ---- Round a region ---------------------------------------------------------------------------
 */

static int owner_at(const Raster *raster, int x, int y) {
    if (x < 0 || y < 0 || x >= raster->columns || y >= raster->rows) return 0;
    return raster->owner[y * raster->columns + x];
}

static const Corner ways[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}; /* up, right, down, left */

/* The cell beside the next piece of boundary, on the right hand or on the left. */
static int cell_ahead(const Raster *raster, Corner at, int way, bool right) {
    static const Corner right_cell[4] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    const Corner c = right_cell[right ? way : (way + 3) % 4];
    return owner_at(raster, at.x + c.x, at.y + c.y);
}

/* Once round, the region on the right hand, from the left edge of a cell upwards. */
static void follow(const Raster *raster, bool *done, Corner cell, Loop *loop, Arena *arena) {
    const int owner = owner_at(raster, cell.x, cell.y);
    const Corner start = {cell.x, cell.y + 1};
    Corner at = start;
    int way = 0;
    do {
        if (way == 0) done[(at.y - 1) * raster->columns + at.x] = true;
        at = (Corner){at.x + ways[way].x, at.y + ways[way].y};
        Corner *corner = PUSH(arena, *loop);
        if (!corner) return;
        *corner = at;
        if (cell_ahead(raster, at, way, true) != owner)
            way = (way + 1) % 4;
        else if (cell_ahead(raster, at, way, false) == owner)
            way = (way + 3) % 4;
    } while (at.x != start.x || at.y != start.y || way != 0);
}

typedef struct {
    int owner;
    Corner cell;
} Start;

static int by_owner(const void *a, const void *b) {
    const Start *x = a, *y = b;
    if (x->owner != y->owner) return x->owner < y->owner ? -1 : 1;
    return x->cell.y != y->cell.y ? x->cell.y - y->cell.y : x->cell.x - y->cell.x;
}

bool jd_raster_regions(const Raster *raster, Drawing *d, RasterPaint *paint, void *data) {
    Arena arena = {0};
    const size_t cells = (size_t)raster->columns * (size_t)raster->rows;
    bool *done = jd_arena_take(&arena, cells + 1);
    LIST(Start) starts = {0};
    for (int y = 0; y < raster->rows && done; y++)
        for (int x = 0; x < raster->columns; x++) {
            const int owner = owner_at(raster, x, y);
            if (!owner || owner_at(raster, x - 1, y) == owner) continue;
            Start *start = PUSH(&arena, starts);
            if (start) *start = (Start){owner, {x, y}};
        }
    if (starts.count) qsort(starts.at, (size_t)starts.count, sizeof *starts.at, by_owner);
    Loop loop = {0};
    for (int n = 0; n < starts.count && !arena.failed; n++) {
        const Start *start = &starts.at[n];
        if (!done[start->cell.y * raster->columns + start->cell.x]) {
            loop.count = 0;
            follow(raster, done, start->cell, &loop, &arena);
            if (!arena.failed) draw_loop(raster, &loop, d, &arena);
        }
        if (n + 1 == starts.count || starts.at[n + 1].owner != start->owner)
            paint(data, start->owner);
    }
    const bool fine = !arena.failed;
    jd_arena_free(&arena);
    return fine;
}
