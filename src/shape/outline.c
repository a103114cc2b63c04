/* SPDX-License-Identifier: MIT
 *
 * The outline of a mesh: the border of what of it is seen from above. Each triangle that faces
 * upwards gives its sides; two that run along one side in opposite ways cancel, and what is left
 * closes to rings, the outer ones counterclockwise. Rings that lie in what others cover are no
 * border: a wall behind another, the far side of a hole. */
#include "shape/inside.h"
#include <stdlib.h>

/* A point beside a side, as a share of its length; sines of angles that are none; the grid on which
 * corners are one, as a share of the size: no round number, so that corners do not lie on its
 * lines. */
static const double beside_by = 1e-5, straight = 1e-9, grid_of_size = 1.2345e-9;

enum { RINGS_MOST = 200 }; /* more make no picture */

/* Points of the mesh, and of the picture, where those above each other are one. */
typedef struct {
    int from, to, flat_from, flat_to;
    bool used;
} Step;

typedef struct {
    Arena scratch;
    Vec3 *points;
    const int *welded, *flat; /* of each point: the first one in its place; in the picture */
    Step *steps;
    int count;
    int *first; /* of each point: its first step that may not be used yet */
} Border;

/* The place on a grid so fine that what differs by rounding only is one point, as walls are that go
 * straight down. */
static Vec3 on_grid(Vec3 p, double grid) {
    return vec3(round(p.x / grid), round(p.y / grid), 0);
}

static bool place_points(Border *b, const Mesh *mesh, const Axes *axes, Vec3 at) {
    const int count = mesh->points.count;
    Vec3 *seen = ARENA_NEW(&b->scratch, Vec3, count + 1);
    b->points = ARENA_NEW(&b->scratch, Vec3, count + 1);
    if (!b->points || !seen) return false;
    double size = 0;
    for (int n = 0; n < count; n++) size = fmax(size, vec3_norm(mesh->points.at[n]));
    for (int n = 0; n < count; n++) {
        const Vec3 p = axes_out(axes, mesh->points.at[n]);
        seen[n] = on_grid(p, size > 0 ? grid_of_size * size : 1);
        b->points[n] = vec3_add(at, p);
    }
    b->welded = jd_mesh_weld(mesh->points.at, count, &b->scratch);
    b->flat = jd_mesh_weld(seen, count, &b->scratch);
    return b->welded && b->flat;
}

/* Seen from above: its corners go round counterclockwise, and it is more than the edge of a wall.
 */
static bool faces_up(const Border *b, const int corner[3]) {
    const Vec3 p = b->points[corner[0]], u = vec3_sub(b->points[corner[1]], p),
               v = vec3_sub(b->points[corner[2]], p), normal = vec3_cross(u, v);
    return normal.z > straight * vec3_norm(normal);
}

static int compare_flat(const void *a, const void *b) {
    const Step *p = a, *q = b;
    if (p->flat_from != q->flat_from) return p->flat_from < q->flat_from ? -1 : 1;
    return p->flat_to < q->flat_to ? -1 : p->flat_to > q->flat_to;
}

static int compare_steps(const void *a, const void *b) {
    const Step *p = a, *q = b;
    if (p->from != q->from) return p->from < q->from ? -1 : 1;
    return p->to < q->to ? -1 : p->to > q->to;
}

static bool goes_back(const Border *b, const Step *step) {
    const Step back = {.flat_from = step->flat_to, .flat_to = step->flat_from};
    return bsearch(&back, b->steps, (size_t)b->count, sizeof back, compare_flat);
}

static bool collect_steps(Border *b, const Mesh *mesh) {
    b->steps = ARENA_NEW(&b->scratch, Step, mesh->triangles.count + 1);
    b->first = ARENA_NEW(&b->scratch, int, mesh->points.count + 2);
    if (!b->steps || !b->first) return false;
    for (int n = 0; n + 2 < mesh->triangles.count; n += 3) {
        const int *corner = &mesh->triangles.at[n];
        for (int k = 0; k < 3 && faces_up(b, corner); k++) {
            const int i = corner[k], j = corner[(k + 1) % 3];
            b->steps[b->count++] =
                (Step){b->welded[i], b->welded[j], b->flat[i], b->flat[j], false};
        }
    }
    qsort(b->steps, (size_t)b->count, sizeof *b->steps, compare_flat);
    for (int n = 0; n < b->count; n++) b->steps[n].used = goes_back(b, &b->steps[n]);
    qsort(b->steps, (size_t)b->count, sizeof *b->steps, compare_steps);
    for (int n = b->count - 1; n >= 0; n--) b->first[b->steps[n].from] = n;
    return true;
}

/* What was used stays so: the search goes on where it ended, and thousands of equal triangles take
 * no longer than others. */
static Step *next_step(Border *b, int from) {
    int *n = &b->first[from];
    while (*n < b->count && b->steps[*n].from == from && b->steps[*n].used) ++*n;
    return *n < b->count && b->steps[*n].from == from ? &b->steps[*n] : NULL;
}

/* Follows the steps to where they began; false: they lead to nowhere. */
static bool follow_ring(Border *b, Step *step, Rings *out) {
    const int start = step->from;
    jd_rings_start(out, &b->scratch);
    for (; step; step = next_step(b, step->to)) {
        const Vec3 p = b->points[step->from];
        jd_rings_point(out, &b->scratch, vec2(p.x, p.y));
        step->used = true;
        if (step->to == start) return true;
    }
    return false;
}

/* ---- Rings inside others ----------------------------------------------------------------------
 */

static int ring_end(const Rings *rings, int ring) {
    return ring + 1 < rings->starts.count ? rings->starts.at[ring + 1] : rings->points.count;
}

/* How often the ring goes round a point, counterclockwise: by its sides across the way from there
 * to the right. */
static int winding(const Rings *rings, int ring, Vec2 p) {
    const int start = rings->starts.at[ring], end = ring_end(rings, ring);
    int count = 0;
    for (int n = start; n < end; n++) {
        const Vec2 a = rings->points.at[n], b = rings->points.at[n + 1 < end ? n + 1 : start];
        const bool up = a.y <= p.y && b.y > p.y, down = a.y > p.y && b.y <= p.y;
        if (!up && !down) continue;
        const double side = vec2_cross(vec2_sub(b, a), vec2_sub(p, a));
        if (up && side > 0) count++;
        if (down && side < 0) count--;
    }
    return count;
}

static double ring_area(const Rings *rings, int ring) {
    const int start = rings->starts.at[ring], end = ring_end(rings, ring);
    double area = 0;
    for (int n = start + 1; n + 1 < end; n++)
        area += vec2_cross(vec2_sub(rings->points.at[n], rings->points.at[start]),
                           vec2_sub(rings->points.at[n + 1], rings->points.at[start]));
    return area / 2;
}

/* A point in the layer that the ring is the border of: a little to the left of its longest side. */
static Vec2 point_beside(const Rings *rings, int ring) {
    const int start = rings->starts.at[ring], end = ring_end(rings, ring);
    Vec2 best = {0}, beside = {0};
    for (int n = start; n < end; n++) {
        const Vec2 a = rings->points.at[n], b = rings->points.at[n + 1 < end ? n + 1 : start];
        const Vec2 side = vec2_sub(b, a);
        if (n > start && vec2_dot(side, side) <= vec2_dot(best, best)) continue;
        best = side;
        beside =
            vec2_add(vec2_add(a, vec2_scale(0.5, side)), vec2_scale(beside_by, vec2_turn90(side)));
    }
    return beside;
}

/* An outer ring lies in no larger one, a hole in one layer; of two that are the same the first one
 * counts. */
static bool is_border(const Rings *rings, int ring) {
    const Vec2 p = point_beside(rings, ring);
    const double area = ring_area(rings, ring);
    int covered = 0;
    for (int k = 0; k < rings->starts.count; k++) {
        const double other = fabs(ring_area(rings, k));
        if (other > fabs(area) || (other == fabs(area) && k < ring))
            covered += winding(rings, k, p);
    }
    return covered <= (area < 0);
}

/* Between its neighbours on a straight line. */
static bool is_between(const Rings *rings, int start, int end, int n) {
    const Vec2 a = rings->points.at[n > start ? n - 1 : end - 1], p = rings->points.at[n],
               b = rings->points.at[n + 1 < end ? n + 1 : start];
    const Vec2 u = vec2_sub(p, a), v = vec2_sub(b, p);
    return vec2_dot(u, v) >= 0 && fabs(vec2_cross(u, v)) <= straight * vec2_dot(u, v);
}

static void copy_borders(const Rings *all, Arena *arena, Rings *out) {
    for (int k = 0; k < all->starts.count; k++) {
        if (!is_border(all, k)) continue;
        const int start = all->starts.at[k], end = ring_end(all, k);
        jd_rings_start(out, arena);
        for (int n = start; n < end; n++)
            if (!is_between(all, start, end, n)) jd_rings_point(out, arena, all->points.at[n]);
    }
}

void jd_mesh_outline(const Mesh *mesh, const Axes *axes, Vec3 at, Arena *arena, Rings *out) {
    Border b = {{0}};
    Rings all = {{0}};
    bool closed = place_points(&b, mesh, axes, at) && collect_steps(&b, mesh);
    for (int n = 0; closed && n < b.count && all.starts.count <= RINGS_MOST; n++)
        if (!b.steps[n].used) closed = follow_ring(&b, &b.steps[n], &all);
    closed = closed && all.starts.count && all.starts.count <= RINGS_MOST;
    if (closed && !b.scratch.failed) copy_borders(&all, arena, out);
    if (b.scratch.failed) arena->failed = true;
    if (!closed && !arena->failed) jd_rings_hull(b.points, mesh->points.count, arena, out);
    jd_arena_free(&b.scratch);
}
