/* SPDX-License-Identifier: MIT
 *
 * Building solids from points: skins between rows of points, profiles turned about x, flat pieces.
 */
#include "shape/inside.h"

int jd_mesh_point(Mesh *mesh, Arena *arena, Vec3 p) {
    Vec3 *place = PUSH(arena, mesh->points);
    if (!place) return 0;
    *place = p;
    return mesh->points.count - 1;
}

void jd_mesh_triangle(Mesh *mesh, Arena *arena, int a, int b, int c) {
    const int corners[3] = {a, b, c};
    for (int n = 0; n < 3; n++) {
        int *place = PUSH(arena, mesh->triangles);
        if (place) *place = corners[n];
    }
}

void jd_mesh_quad(Mesh *mesh, Arena *arena, int a, int b, int c, int d) {
    jd_mesh_triangle(mesh, arena, a, b, c);
    jd_mesh_triangle(mesh, arena, a, c, d);
}

void jd_mesh_skin(Mesh *mesh, Arena *arena, const Vec3 *points, int rows, int count, bool joined) {
    const int first = mesh->points.count;
    for (int n = 0; n < rows * count; n++) jd_mesh_point(mesh, arena, points[n]);
    for (int r = 0; r < rows - !joined; r++)
        for (int n = 0; n < count; n++) {
            const int here = first + r * count, next = first + (r + 1) % rows * count;
            const int k = (n + 1) % count;
            jd_mesh_quad(mesh, arena, here + n, here + k, next + k, next + n);
        }
}

/* ---- Turned solids -------------------------------------------------------------------------- */

void jd_mesh_turn(Mesh *mesh, Arena *arena, const Vec2 *profile, int count, bool closed) {
    Vec3 *points = ARENA_NEW(arena, Vec3, ROUND * count);
    for (int n = 0; points && n < count; n++)
        for (int k = 0; k < ROUND; k++) {
            const double a = 2 * pi * k / ROUND, r = profile[n].y;
            /* Backwards, so that the solid is on the left of the profile. */
            points[n * ROUND + k] = vec3(profile[n].x, r * cos(a), -r * sin(a));
        }
    if (points) jd_mesh_skin(mesh, arena, points, count, ROUND, closed);
}

/* ---- Flat pieces ---------------------------------------------------------------------------- */

void jd_mesh_between(Mesh *mesh, Arena *arena, const Vec2 *outer, const Vec2 *inner, int count,
                     double height) {
    Vec3 *points = ARENA_NEW(arena, Vec3, 4 * (size_t)count);
    if (!points) return;
    for (int n = 0; n < count; n++) {
        points[n] = vec3(outer[n].x, outer[n].y, -height / 2);
        points[count + n] = vec3(outer[n].x, outer[n].y, height / 2);
        points[2 * count + n] = vec3(inner[n].x, inner[n].y, height / 2);
        points[3 * count + n] = vec3(inner[n].x, inner[n].y, -height / 2);
    }
    jd_mesh_skin(mesh, arena, points, 4, count, true);
}
