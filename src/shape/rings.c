/* SPDX-License-Identifier: MIT
 *
 * Outlines in the plane. */
#include "shape/inside.h"
#include <stdlib.h>

void jd_rings_start(Rings *rings, Arena *arena) {
    int *place = PUSH(arena, rings->starts);
    if (place) *place = rings->points.count;
}

void jd_rings_point(Rings *rings, Arena *arena, Vec2 p) {
    Vec2 *place = PUSH(arena, rings->points);
    if (place) *place = p;
}

/* ---- Hull: Andrew's chain, from left to right below and back above -------------------------- */

static int compare_points(const void *a, const void *b) {
    const Vec2 *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

static bool turns_left(Vec2 a, Vec2 b, Vec2 c) {
    return vec2_cross(vec2_sub(b, a), vec2_sub(c, a)) > 0;
}

/* Appends a point to the hull; those that it makes hollow, down to `least`, go. */
static void push_hull(Vec2 *hull, int *count, int least, Vec2 p) {
    while (*count > least && !turns_left(hull[*count - 2], hull[*count - 1], p)) --*count;
    hull[(*count)++] = p;
}

void jd_rings_hull(const Vec3 *points, int count, Arena *arena, Rings *out) {
    Vec2 *sorted = malloc(sizeof *sorted * (size_t)(count + 1));
    Vec2 *hull = malloc(sizeof *hull * (size_t)(2 * count + 2));
    if (!sorted || !hull) arena->failed = true;
    if (sorted && hull && count > 2) {
        for (int n = 0; n < count; n++) sorted[n] = vec2(points[n].x, points[n].y);
        qsort(sorted, (size_t)count, sizeof *sorted, compare_points);
        int size = 0;
        for (int n = 0; n < count; n++) push_hull(hull, &size, 1, sorted[n]);
        const int below = size;
        for (int n = count - 2; n >= 0; n--) push_hull(hull, &size, below, sorted[n]);
        if (size > 3) jd_rings_start(out, arena);
        for (int n = 0; size > 3 && n + 1 < size; n++) jd_rings_point(out, arena, hull[n]);
    }
    free(sorted);
    free(hull);
}
