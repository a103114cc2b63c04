/* SPDX-License-Identifier: MIT
 *
 * A flat face of any number of corners as triangles. One that is hollow somewhere loses ears: a
 * corner that sticks out, with no other corner in its triangle, is cut off until three are left. */
#include "shape/inside.h"

enum { EARS_MOST = 500 }; /* corners; each ear looks at all of them */

typedef struct {
    const Vec3 *points;
    Vec3 normal;
    int *corners; /* those that are left */
    int count;
} Face;

static Vec3 at(const Face *f, int n) {
    return f->points[f->corners[(n + f->count) % f->count]];
}

/* Seen against the normal: positive if a, b, c go round counterclockwise. */
static double turn(const Face *f, Vec3 a, Vec3 b, Vec3 c) {
    return vec3_dot(f->normal, vec3_cross(vec3_sub(b, a), vec3_sub(c, a)));
}

/* Twice the area, along its direction: the sum of the triangles with the first corner. */
static Vec3 area_of(const Face *f) {
    Vec3 sum = vec3(0, 0, 0);
    for (int n = 1; n + 1 < f->count; n++)
        sum = vec3_add(sum,
                       vec3_cross(vec3_sub(at(f, n), at(f, 0)), vec3_sub(at(f, n + 1), at(f, 0))));
    return sum;
}

/* From the first corner all triangles lie on the right side. */
static bool is_fan(const Face *f) {
    for (int n = 1; n + 1 < f->count; n++)
        if (turn(f, at(f, 0), at(f, n), at(f, n + 1)) < 0) return false;
    return true;
}

static bool is_same(Vec3 a, Vec3 b) {
    return vec3_norm(vec3_sub(a, b)) == 0;
}

static bool is_ear(const Face *f, int n) {
    const Vec3 a = at(f, n - 1), b = at(f, n), c = at(f, n + 1);
    if (!(turn(f, a, b, c) > 0)) return false;
    for (int k = n + 2; k < n - 1 + f->count; k++) {
        const Vec3 p = at(f, k);
        if (is_same(p, a) || is_same(p, b) || is_same(p, c)) continue; /* where a hole is joined */
        if (turn(f, a, b, p) >= 0 && turn(f, b, c, p) >= 0 && turn(f, c, a, p) >= 0) return false;
    }
    return true;
}

static void cut(Mesh *mesh, Arena *arena, Face *f, int n) {
    const int last = f->count - 1;
    jd_mesh_triangle(mesh, arena, f->corners[n ? n - 1 : last], f->corners[n],
                     f->corners[n < last ? n + 1 : 0]);
    for (int k = n; k < last; k++) f->corners[k] = f->corners[k + 1];
    f->count = last;
}

static void make_face(Mesh *mesh, Arena *arena, int *corners, int count, int ears) {
    Face f = {mesh->points.at, {0, 0, 0}, corners, count};
    if (arena->failed) return;
    f.normal = area_of(&f);
    const bool hollow = count <= ears && !is_fan(&f);
    for (int n = 1, tried = 0; hollow && f.count > 3 && tried < f.count; n++, tried++) {
        n %= f.count;
        if (!is_ear(&f, n)) continue;
        cut(mesh, arena, &f, n);
        tried = -1;
    }
    /* The last triangle; or all of them; or what crosses itself. */
    for (int n = 1; n + 1 < f.count; n++)
        jd_mesh_triangle(mesh, arena, corners[0], corners[n], corners[n + 1]);
}

void jd_mesh_face(Mesh *mesh, Arena *arena, int *corners, int count) {
    make_face(mesh, arena, corners, count, EARS_MOST);
}

void jd_mesh_hollow(Mesh *mesh, Arena *arena, int *corners, int count) {
    make_face(mesh, arena, corners, count, count);
}
