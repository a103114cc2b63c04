/* SPDX-License-Identifier: MIT
 *
 * A mesh made whole: points in one place become one, faces that meet at a flat angle are smoothed
 * into one round face, and the others get a line between them.
 *
 * Each triangle has three corners. Corners at one point whose faces follow each other smoothly are
 * one point of the mesh, with one normal: the sum of those of the faces, weighted by the angle in
 * the corner. */
#include "shape/inside.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int a, b;   /* points, a < b */
    int corner; /* that the edge starts from: 3 * triangle + 0, 1 or 2 */
} Side;

typedef struct {
    Arena scratch;
    const Vec3 *points;
    const int *welded; /* of each point: the first one in its place */
    int *triangles;    /* of welded points */
    int corners;
    Vec3 *faces; /* normals of the triangles */
    int *group;  /* of each corner: another one that it is one with */
    Side *sides; /* sorted */
    bool *line;  /* of each side: it is worth drawing */
} Finish;

/* ---- Points in one place -------------------------------------------------------------------- */

static uint64_t hash_point(Vec3 p) {
    const double v[3] = {p.x + 0.0, p.y + 0.0, p.z + 0.0}; /* -0 is 0 */
    uint64_t bits[3], hash = 14695981039346656037u;
    memcpy(bits, v, sizeof bits);
    for (int n = 0; n < 3; n++) hash = (hash ^ bits[n] ^ bits[n] >> 29) * 1099511628211u;
    return hash ^ hash >> 32;
}

static bool same_point(Vec3 a, Vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

int *jd_mesh_weld(const Vec3 *points, int count, Arena *arena) {
    size_t room = 16;
    while (room < 2 * (size_t)count) room *= 2;
    int *table = ARENA_NEW(arena, int, room); /* index + 1 */
    int *welded = ARENA_NEW(arena, int, count + 1);
    if (!table || !welded) return NULL;
    for (int n = 0; n < count; n++) {
        size_t at = hash_point(points[n]) & (room - 1);
        while (table[at] && !same_point(points[table[at] - 1], points[n]))
            at = (at + 1) & (room - 1);
        if (!table[at]) table[at] = n + 1;
        welded[n] = table[at] - 1;
    }
    return welded;
}

static bool weld_triangles(Finish *f, const Mesh *raw) {
    f->triangles = ARENA_NEW(&f->scratch, int, raw->triangles.count + 1);
    for (int n = 0; f->triangles && n + 2 < raw->triangles.count; n += 3) {
        const int a = f->welded[raw->triangles.at[n]], b = f->welded[raw->triangles.at[n + 1]],
                  c = f->welded[raw->triangles.at[n + 2]];
        if (a == b || b == c || c == a) continue;
        f->triangles[f->corners++] = a;
        f->triangles[f->corners++] = b;
        f->triangles[f->corners++] = c;
    }
    return f->triangles;
}

/* ---- Faces ---------------------------------------------------------------------------------- */

static Vec3 unit(Vec3 v) {
    const double length = vec3_norm(v);
    return length > 0 ? vec3_scale(1 / length, v) : vec3(0, 0, 0);
}

static int next_corner(int corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static Vec3 corner_point(const Finish *f, int corner) {
    return f->points[f->triangles[corner]];
}

static bool make_faces(Finish *f) {
    f->faces = ARENA_NEW(&f->scratch, Vec3, f->corners / 3 + 1);
    for (int n = 0; f->faces && n < f->corners; n += 3) {
        const Vec3 p = corner_point(f, n);
        f->faces[n / 3] = unit(vec3_cross(unit(vec3_sub(corner_point(f, n + 1), p)),
                                          unit(vec3_sub(corner_point(f, n + 2), p))));
    }
    return f->faces;
}

static double corner_angle(const Finish *f, int corner) {
    const int next = next_corner(corner), last = next_corner(next);
    const Vec3 p = corner_point(f, corner), u = vec3_sub(corner_point(f, next), p),
               v = vec3_sub(corner_point(f, last), p);
    return atan2(vec3_norm(vec3_cross(u, v)), vec3_dot(u, v));
}

/* ---- Sides that two triangles share --------------------------------------------------------- */

static int compare_sides(const void *a, const void *b) {
    const Side *p = a, *q = b;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    return p->corner < q->corner ? -1 : p->corner > q->corner;
}

static bool make_sides(Finish *f) {
    f->sides = ARENA_NEW(&f->scratch, Side, f->corners + 1);
    f->line = ARENA_NEW(&f->scratch, bool, f->corners + 1);
    if (!f->sides || !f->line) return false;
    for (int n = 0; n < f->corners; n++) {
        const int a = f->triangles[n], b = f->triangles[next_corner(n)];
        f->sides[n] = (Side){a < b ? a : b, a < b ? b : a, n};
    }
    qsort(f->sides, (size_t)f->corners, sizeof *f->sides, compare_sides);
    return true;
}

static int group_of(Finish *f, int corner) {
    while (f->group[corner] != corner) {
        f->group[corner] = f->group[f->group[corner]];
        corner = f->group[corner];
    }
    return corner;
}

/* The lower one stands for both, so that the order of points is that of the corners. */
static void join_corners(Finish *f, int a, int b) {
    a = group_of(f, a);
    b = group_of(f, b);
    f->group[a > b ? a : b] = a > b ? b : a;
}

/* Two triangles that run along the side in opposite ways, and nearly in one plane. */
static bool is_smooth(const Finish *f, const Side *one, const Side *two) {
    if (f->triangles[one->corner] == f->triangles[two->corner]) return false;
    const Vec3 a = f->faces[one->corner / 3], b = f->faces[two->corner / 3];
    return vec3_dot(a, b) > cos(SMOOTH * pi / 180) || vec3_norm(a) == 0 || vec3_norm(b) == 0;
}

static bool join_smooth(Finish *f) {
    f->group = ARENA_NEW(&f->scratch, int, f->corners + 1);
    if (!f->group) return false;
    for (int n = 0; n < f->corners; n++) f->group[n] = n;
    for (int n = 0, end; n < f->corners; n = end) {
        const Side *side = &f->sides[n];
        for (end = n + 1; end < f->corners; end++)
            if (f->sides[end].a != side->a || f->sides[end].b != side->b) break;
        f->line[n] = end - n != 2 || !is_smooth(f, side, side + 1);
        if (f->line[n]) continue;
        join_corners(f, side[0].corner, next_corner(side[1].corner));
        join_corners(f, next_corner(side[0].corner), side[1].corner);
    }
    return true;
}

/* ---- The mesh ------------------------------------------------------------------------------- */

static int add_point(Mesh *out, Arena *arena, Vec3 p, Vec3 normal) {
    Vec3 *point = PUSH(arena, out->points), *place = PUSH(arena, out->normals);
    if (!point || !place) return 0;
    *point = p;
    *place = vec3_norm(normal) > 0 ? unit(normal) : vec3(0, 0, 1);
    return out->points.count - 1;
}

static void add_index(Arena *arena, Mesh *out, int a, bool edge) {
    int *place = edge ? PUSH(arena, out->edges) : PUSH(arena, out->triangles);
    if (place) *place = a;
}

/* At the tip of a cone no normal serves all faces: those far from it keep their own. */
static void write_mesh(Finish *f, Arena *arena, Mesh *out) {
    Vec3 *sums = ARENA_NEW(&f->scratch, Vec3, f->corners + 1);
    int *made = ARENA_NEW(&f->scratch, int, f->corners + 1); /* of each group: index + 1 */
    int *used = ARENA_NEW(&f->scratch, int, f->corners + 1); /* of each corner */
    if (!sums || !made || !used) return;
    for (int n = 0; n < f->corners; n++) {
        Vec3 *sum = &sums[group_of(f, n)];
        *sum = vec3_add(*sum, vec3_scale(corner_angle(f, n), f->faces[n / 3]));
    }
    for (int n = 0; n < f->corners; n++) {
        const int group = group_of(f, n);
        const Vec3 normal = unit(sums[group]), face = f->faces[n / 3], p = corner_point(f, n);
        const bool own = vec3_norm(face) > 0 && vec3_dot(normal, face) < cos(pi / 4);
        if (own)
            used[n] = add_point(out, arena, p, face);
        else if (!made[group])
            made[group] = 1 + add_point(out, arena, p, normal);
        if (!own) used[n] = made[group] - 1;
        add_index(arena, out, used[n], false);
    }
    for (int n = 0; n < f->corners; n++) {
        if (!f->line[n]) continue;
        add_index(arena, out, used[f->sides[n].corner], true);
        add_index(arena, out, used[next_corner(f->sides[n].corner)], true);
    }
}

void jd_mesh_finish(const Mesh *raw, Arena *arena, Mesh *out) {
    *out = (Mesh){0};
    if (arena->failed) return;
    Finish f = {.points = raw->points.at};
    f.welded = jd_mesh_weld(f.points, raw->points.count, &f.scratch);
    if (f.welded && weld_triangles(&f, raw) && make_faces(&f) && make_sides(&f) && join_smooth(&f))
        write_mesh(&f, arena, out);
    if (f.scratch.failed) arena->failed = true;
    jd_arena_free(&f.scratch);
}
