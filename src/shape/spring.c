/* SPDX-License-Identifier: MIT
 *
 * A coil spring: a wire along a helix about x. */
#include "shape/inside.h"

enum { WIRE = 8, STEPS = 24 }; /* sides of the wire; pieces of a turn */

typedef struct {
    double length, radius, wire, turns;
    int steps;
} Helix;

static const char *fault(const double s[SHAPE_DIMENSIONS]) {
    return s[SHAPE_TURNS] <= TURNS_MOST ? NULL : "more than 1000 turns are not drawn";
}

/* The wire fills at most a part of the room between the turns. */
static Helix helix_of(const double s[SHAPE_DIMENSIONS]) {
    const double l = s[SHAPE_LENGTH], d = s[SHAPE_DIAMETER], turns = size_or(s[SHAPE_TURNS], 8);
    const double wire = fmin(d / 8, 0.6 * l / (turns + 1));
    const int steps = 2 + (int)ceil(turns * STEPS);
    return (Helix){l - wire, (d - wire) / 2, wire / 2, turns, steps};
}

/* The wire's section at a step: a ring about its way, or a point to close its end. */
static void put_section(const Helix *h, int step, double wire, Vec3 section[WIRE]) {
    const double share = (double)step / h->steps, a = 2 * pi * h->turns * share;
    const double rise = h->length / (2 * pi * h->turns * h->radius);
    const double along = rise / sqrt(1 + rise * rise), round = 1 / sqrt(1 + rise * rise);
    const Vec3 out = {0, cos(a), sin(a)}, way = {along, -round * sin(a), round * cos(a)};
    const Vec3 up = vec3_cross(way, out);
    const Vec3 middle = vec3_add(vec3(h->length * (share - 0.5), 0, 0), vec3_scale(h->radius, out));
    for (int n = 0; n < WIRE; n++) {
        const double b = 2 * pi * n / WIRE;
        section[n] = vec3_add(
            middle, vec3_add(vec3_scale(wire * cos(b), out), vec3_scale(wire * sin(b), up)));
    }
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const Helix h = helix_of(s);
    const int rows = h.steps + 3;
    Vec3 *points = ARENA_NEW(arena, Vec3, rows * WIRE);
    Mesh raw = {0};
    for (int n = 0; points && n < rows; n++) {
        const bool end = n == 0 || n == rows - 1;
        const int step = n == 0 ? 0 : end ? h.steps : n - 1;
        put_section(&h, step, end ? 0 : h.wire, &points[n * WIRE]);
    }
    if (points) jd_mesh_skin(&raw, arena, points, rows, WIRE, false);
    jd_mesh_finish(&raw, arena, out);
}

/* ---- In the plane: strokes up and down, which meet in flat tips
 * ------------------------------------ */

typedef struct {
    int strokes;
    double first, step, top, half, inner;
} Zigzag; /* half: of a tip, along x */

static Zigzag zigzag_of(const double s[SHAPE_DIMENSIONS]) {
    const Helix h = helix_of(s);
    const int strokes = (int)fmax(1, round(2 * h.turns));
    const double top = h.radius + h.wire, slope = 2 * top * strokes / h.length;
    const double half = fmin(h.wire * sqrt(1 + slope * slope) / slope, 0.15 * h.length / strokes);
    const double length = s[SHAPE_LENGTH] - 2 * half;
    return (Zigzag){strokes, -length / 2, length / strokes, top, half, top - half * slope};
}

/* The tip k, which is up or down: what of it belongs to the way there, below, or back, above. */
static void put_tip(const Zigzag *z, int k, bool back, Arena *arena, Rings *out) {
    const double up = k % 2 ? -1 : 1, side = back ? 1 : -1, x = z->first + z->step * k;
    const bool outside = up == side, last = k == z->strokes;
    if (outside) {
        if (back ? !last : true) jd_rings_point(out, arena, vec2(x + side * z->half, up * z->top));
        if (back ? k > 0 : true) jd_rings_point(out, arena, vec2(x - side * z->half, up * z->top));
    } else if (k == 0 || last) {
        if (!back) jd_rings_point(out, arena, vec2(x + (last ? z->half : -z->half), up * z->top));
    } else {
        jd_rings_point(out, arena, vec2(x, up * z->inner));
    }
}

static void outline(const double s[SHAPE_DIMENSIONS], Arena *arena, Rings *out) {
    const Zigzag z = zigzag_of(s);
    jd_rings_start(out, arena);
    for (int k = 0; k <= z.strokes; k++) put_tip(&z, k, false, arena, out);
    for (int k = z.strokes; k >= 0; k--) put_tip(&z, k, true, arena, out);
}

const ShapeType jd_shape_spring = {
    .name = "spring",
    .also = "coil helix",
    .summary = "a coil spring along x: length, diameter, turns",
    .look = HAS_LENGTH | HAS_DIAMETER,
    .may = HAS_TURNS,
    .fault = fault,
    .mesh = build,
    .outline = outline,
};
