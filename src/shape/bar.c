/* SPDX-License-Identifier: MIT
 *
 * A flat link with round ends and an eye in each. Its length is that between the eyes.
 *
 * One half of it is built, and again turned by half a turn. Round an eye each point belongs to one
 * of the contour: on the round end, along the edge, and down the line in the middle, where the two
 * halves meet. */
#include "shape/inside.h"

enum { EIGHTH = ROUND / 8 };

/* The point of the contour for the point n of the eye, which is counted from the lower edge on. */
static Vec2 contour(double l, double w, int n) {
    if (n <= ROUND / 2) {
        const double a = pi * (2.0 * n / ROUND - 0.5);
        return vec2(l / 2 + w / 2 * cos(a), n == ROUND / 2 ? w / 2 : n ? w / 2 * sin(a) : -w / 2);
    }
    const int k = n - ROUND / 2;
    const double eighth = EIGHTH;
    if (k <= EIGHTH) return vec2(l / 2 * ((EIGHTH - k) / eighth), w / 2);
    if (k <= 3 * EIGHTH) return vec2(0, w / 2 * ((2 * EIGHTH - k) / eighth));
    return vec2(l / 2 * ((k - 3 * EIGHTH) / eighth), -w / 2);
}

static Vec2 eye(double l, double d, int n) {
    const double a = pi * (2.0 * n / ROUND - 0.5);
    return vec2(l / 2 + d / 2 * cos(a), d / 2 * sin(a));
}

static bool in_the_middle(int n) {
    return n >= ROUND / 2 + EIGHTH && n < ROUND / 2 + 3 * EIGHTH;
}

typedef struct {
    double l, w, d, h; /* length, width, diameter of the eyes, height */
} Bar;

/* side: 1, or -1 for the other half. */
static void add_half(Mesh *raw, Arena *arena, double side, Bar bar) {
    const double l = bar.l, w = bar.w, d = bar.d, h = bar.h;
    const int first = raw->points.count;
    for (int n = 0; n < ROUND; n++) {
        const Vec2 p = contour(l, w, n), q = eye(l, d, n);
        jd_mesh_point(raw, arena, vec3(side * p.x, side * p.y, -h / 2));
        jd_mesh_point(raw, arena, vec3(side * p.x, side * p.y, h / 2));
        jd_mesh_point(raw, arena, vec3(side * q.x, side * q.y, h / 2));
        jd_mesh_point(raw, arena, vec3(side * q.x, side * q.y, -h / 2));
    }
    /* Contour, upper face, eye, lower face. */
    for (int n = 0; n < ROUND; n++)
        for (int k = in_the_middle(n); k < 4; k++) {
            const int a = first + 4 * n, b = first + 4 * ((n + 1) % ROUND), next = (k + 1) % 4;
            jd_mesh_quad(raw, arena, a + k, b + k, b + next, a + next);
        }
}

static double eye_diameter(const double s[SHAPE_DIMENSIONS]) {
    return size_or(s[SHAPE_INNER], 0.45 * s[SHAPE_WIDTH]);
}

static const char *fault(const double s[SHAPE_DIMENSIONS]) {
    if (s[SHAPE_INNER] >= s[SHAPE_WIDTH]) return "its eyes are wider than itself";
    if (eye_diameter(s) >= s[SHAPE_LENGTH]) return "it is so short that its eyes meet";
    return NULL;
}

static void build(const double s[SHAPE_DIMENSIONS], Arena *arena, Mesh *out) {
    const double w = s[SHAPE_WIDTH];
    const Bar bar = {s[SHAPE_LENGTH], w, eye_diameter(s), size_or(s[SHAPE_HEIGHT], w / 4)};
    Mesh raw = {0};
    add_half(&raw, arena, 1, bar);
    add_half(&raw, arena, -1, bar);
    jd_mesh_finish(&raw, arena, out);
}

const ShapeType jd_shape_bar = {
    .name = "bar",
    .also = "link",
    .summary = "a flat link with round ends: length from eye to eye along x, width along y, height "
               "along z, diameter of the inner eyes",
    .look = HAS_LENGTH | HAS_WIDTH,
    .may = HAS_HEIGHT | HAS_INNER,
    .fault = fault,
    .mesh = build,
};
