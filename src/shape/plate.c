/* SPDX-License-Identifier: MIT
 *
 * A flat piece between rings: its two faces, and a wall along each ring. A face with holes becomes
 * one corner after the other by a cut from each hole to the ring around it, to a corner that is
 * seen from there (Eberly); its ears are cut off then. */
#include "shape/inside.h"
#include <stdlib.h>

typedef struct {
    const Vec2 *points;
    int count;
    int around;   /* the ring that it is a hole of; -1: an outline */
    int depth;    /* so many rings are around it */
    double right; /* its greatest x, there */
    int rightmost;
} Ring;

typedef struct {
    Mesh *mesh;
    Arena *arena;
    Ring *rings;
    int count;
    Vec2 *flat; /* of the points of the upper face */
    int first;  /* of them in the mesh */
} Plate;

/* ---- Which ring is within which ------------------------------------------------------------- */

static double area_of(const Ring *ring) {
    double sum = 0;
    for (int n = 0; n < ring->count; n++)
        sum += vec2_cross(ring->points[n], ring->points[(n + 1) % ring->count]);
    return sum / 2;
}

static bool is_within(Vec2 p, const Ring *ring) {
    bool in = false;
    for (int n = 0, k = ring->count - 1; n < ring->count; k = n++) {
        const Vec2 a = ring->points[n], b = ring->points[k];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            in = !in;
    }
    return in;
}

/* The middle of a side, which lies on no other ring. */
static Vec2 probe_of(const Ring *ring) {
    return vec2_scale(0.5, vec2_add(ring->points[0], ring->points[1]));
}

/* A hole belongs to the smallest of those around it. */
static void nest(Plate *plate) {
    for (int n = 0; n < plate->count; n++) {
        Ring *ring = &plate->rings[n];
        double least = INFINITY;
        ring->around = -1;
        ring->depth = 0;
        for (int k = 0; k < plate->count; k++) {
            const Ring *other = &plate->rings[k];
            if (k == n || !is_within(probe_of(ring), other)) continue;
            const double area = fabs(area_of(other));
            ring->depth++;
            if (area < least) least = area, ring->around = k;
        }
    }
}

/* ---- Holes are joined to the outline -------------------------------------------------------- */

typedef LIST(int) Corners; /* points of the upper face, one after the other */

static Vec2 corner(const Plate *plate, const Corners *c, int n) {
    return plate->flat[c->at[(n + c->count) % c->count]];
}

/* Where the line from p to the right first meets the outline: the corner of that side farther
 * right; -1: nowhere. */
static int first_hit(const Plate *plate, const Corners *c, Vec2 p, Vec2 *hit) {
    int best = -1;
    hit->x = INFINITY;
    hit->y = p.y;
    for (int n = 0; n < c->count; n++) {
        const Vec2 a = corner(plate, c, n), b = corner(plate, c, n + 1);
        if ((a.y > p.y) == (b.y > p.y)) continue;
        const double x = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
        if (x < p.x || x >= hit->x) continue;
        hit->x = x;
        best = a.x > b.x ? n : (n + 1) % c->count;
    }
    return best;
}

static double turn(Vec2 a, Vec2 b, Vec2 c) {
    return vec2_cross(vec2_sub(b, a), vec2_sub(c, a));
}

static bool in_triangle(Vec2 p, Vec2 a, Vec2 b, Vec2 c) {
    const double u = turn(a, b, p), v = turn(b, c, p), w = turn(c, a, p);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/* Where cuts end there are several corners in one place: that one between whose sides p lies. */
static int facing(const Plate *plate, const Corners *c, int at, Vec2 p) {
    const Vec2 v = corner(plate, c, at);
    for (int n = 0; n < c->count; n++) {
        const Vec2 q = corner(plate, c, n);
        if (q.x != v.x || q.y != v.y) continue;
        const Vec2 a = corner(plate, c, n - 1), b = corner(plate, c, n + 1);
        const bool in = turn(a, v, p) > 0, out = turn(v, b, p) > 0;
        if (turn(a, v, b) > 0 ? in && out : in || out) return n;
    }
    return at;
}

/* A corner of the outline that is seen from p, which lies inside of it. */
static int seen_from(const Plate *plate, const Corners *c, Vec2 p) {
    Vec2 hit;
    int best = first_hit(plate, c, p, &hit);
    if (best < 0) return 0;
    const Vec2 end = corner(plate, c, best);
    double steepest = INFINITY, nearest = INFINITY;
    for (int n = 0; n < c->count; n++) { /* one that stands in the way is nearer to the line */
        const Vec2 q = corner(plate, c, n);
        if (q.x < p.x || !in_triangle(q, p, hit, end)) continue;
        const double way = hypot(q.x - p.x, q.y - p.y);
        const double slope = way > 0 ? fabs(q.y - p.y) / way : 0;
        if (slope > steepest || (slope == steepest && way >= nearest)) continue;
        steepest = slope, nearest = way, best = n;
    }
    return facing(plate, c, best, p);
}

static void push(Plate *plate, Corners *c, int point) {
    int *at = PUSH(plate->arena, *c);
    if (at) *at = point;
}

/* There along the cut, round the hole, and back. */
static void join_hole(Plate *plate, Corners *c, const Ring *hole, int hole_first) {
    if (c->count == 0) return;
    const int from = seen_from(plate, c, hole->points[hole->rightmost]);
    Corners joined = {0};
    for (int n = 0; n <= from; n++) push(plate, &joined, c->at[n]);
    for (int n = 0; n <= hole->count; n++)
        push(plate, &joined, hole_first + (hole->rightmost + n) % hole->count);
    for (int n = from; n < c->count; n++) push(plate, &joined, c->at[n]);
    if (!plate->arena->failed) *c = joined;
}

/* ---- The piece ------------------------------------------------------------------------------ */

static int compare_right(const void *a, const void *b) {
    const Ring *p = *(const Ring *const *)a, *q = *(const Ring *const *)b;
    return p->right > q->right ? -1 : p->right < q->right;
}

static int first_of(const Plate *plate, const Ring *ring) {
    int first = 0;
    for (const Ring *at = plate->rings; at < ring; at++) first += at->count;
    return first;
}

/* The outline and its holes, those on the right first. */
static void add_faces(Plate *plate, int outline, int under) {
    const Ring *ring = &plate->rings[outline];
    const Ring **holes = ARENA_NEW(plate->arena, const Ring *, plate->count + 1);
    Corners c = {0};
    int count = 0;
    for (int n = 0; holes && n < plate->count; n++)
        if (plate->rings[n].around == outline && plate->rings[n].depth == ring->depth + 1)
            holes[count++] = &plate->rings[n];
    if (count) qsort(holes, (size_t)count, sizeof *holes, compare_right);
    for (int n = 0; n < ring->count; n++) push(plate, &c, first_of(plate, ring) + n);
    for (int n = 0; n < count; n++) join_hole(plate, &c, holes[n], first_of(plate, holes[n]));
    int *corners = ARENA_NEW(plate->arena, int, c.count + 1);
    if (!corners || plate->arena->failed) return;
    for (int n = 0; n < c.count; n++) corners[n] = plate->first + c.at[n];
    jd_mesh_hollow(plate->mesh, plate->arena, corners, c.count);
    for (int n = 0; n < c.count; n++) corners[n] = plate->first + under + c.at[c.count - 1 - n];
    jd_mesh_hollow(plate->mesh, plate->arena, corners, c.count);
}

static void add_wall(Plate *plate, const Ring *ring, int under) {
    const int first = plate->first + first_of(plate, ring);
    for (int n = 0; n < ring->count; n++) {
        const int a = first + n, b = first + (n + 1) % ring->count;
        jd_mesh_quad(plate->mesh, plate->arena, a, a + under, b + under, b);
    }
}

/* Outlines counterclockwise, holes clockwise: the piece is on their left. */
static void turn_ring(Plate *plate, Ring *ring) {
    const bool outline = ring->depth % 2 == 0;
    Vec2 *points = ARENA_NEW(plate->arena, Vec2, ring->count);
    if (!points) return;
    const bool turned = (area_of(ring) > 0) != outline;
    ring->right = -INFINITY;
    for (int n = 0; n < ring->count; n++) {
        points[n] = ring->points[turned ? ring->count - 1 - n : n];
        if (points[n].x <= ring->right) continue;
        ring->right = points[n].x;
        ring->rightmost = n;
    }
    ring->points = points;
}

void jd_mesh_of_rings(Mesh *mesh, Arena *arena, const Rings *from, double height) {
    Plate plate = {mesh,
                   arena,
                   ARENA_NEW(arena, Ring, from->starts.count + 1),
                   from->starts.count,
                   ARENA_NEW(arena, Vec2, from->points.count + 1),
                   mesh->points.count};
    if (!plate.rings || !plate.flat) return;
    for (int k = 0; k < plate.count; k++) {
        const int start = from->starts.at[k];
        const int end = k + 1 < plate.count ? from->starts.at[k + 1] : from->points.count;
        plate.rings[k] = (Ring){.points = from->points.at + start, .count = end - start};
    }
    nest(&plate);
    int under = 0;
    for (int k = 0; k < plate.count; k++) {
        turn_ring(&plate, &plate.rings[k]);
        for (int n = 0; n < plate.rings[k].count; n++)
            plate.flat[under++] = plate.rings[k].points[n];
    }
    for (int side = 0; side < 2; side++)
        for (int n = 0; n < under; n++)
            jd_mesh_point(mesh, arena,
                          vec3(plate.flat[n].x, plate.flat[n].y, (side ? -0.5 : 0.5) * height));
    for (int k = 0; k < plate.count && !arena->failed; k++) {
        if (plate.rings[k].depth % 2 == 0) add_faces(&plate, k, under);
        add_wall(&plate, &plate.rings[k], under);
    }
}
