/* SPDX-License-Identifier: MIT
 *
 * The lines that a mesh is drawn with: its edges, and its outline as seen from the eye. */
#include "sketch/inside.h"
#include <stdlib.h>

typedef struct {
    int a, b, face;
} Rim; /* of a triangle, a < b */

static int by_ends(const void *x, const void *y) {
    const Rim *p = x, *q = y;
    return p->a != q->a ? p->a - q->a : p->b != q->b ? p->b - q->b : p->face - q->face;
}

typedef struct {
    Vec3 p;
    int number;
} Numbered;

static int by_place(const void *x, const void *y) {
    const Numbered *p = x, *q = y;
    if (p->p.x != q->p.x) return p->p.x < q->p.x ? -1 : 1;
    if (p->p.y != q->p.y) return p->p.y < q->p.y ? -1 : 1;
    if (p->p.z != q->p.z) return p->p.z < q->p.z ? -1 : 1;
    return p->number - q->number;
}

/* Of each point of a mesh the first one in the same place. */
static int *first_in_place(const Mesh *mesh, Arena *arena) {
    const int count = mesh->points.count;
    Numbered *sorted = ARENA_NEW(arena, Numbered, count + 1);
    int *first = ARENA_NEW(arena, int, count + 1);
    double size = 0;
    if (!sorted || !first) return NULL;
    for (int n = 0; n < count; n++) {
        const Vec3 p = mesh->points.at[n];
        size = fmax(size, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    const double grid = size > 0 ? 1e-6 * size : 1;
    for (int n = 0; n < count; n++) {
        const Vec3 p = mesh->points.at[n];
        sorted[n] = (Numbered){{round(p.x / grid), round(p.y / grid), round(p.z / grid)}, n};
    }
    qsort(sorted, (size_t)count, sizeof *sorted, by_place);
    for (int n = 0; n < count; n++) {
        const bool same = n > 0 && sorted[n].p.x == sorted[n - 1].p.x &&
                          sorted[n].p.y == sorted[n - 1].p.y && sorted[n].p.z == sorted[n - 1].p.z;
        first[sorted[n].number] = same ? first[sorted[n - 1].number] : sorted[n].number;
    }
    return first;
}

typedef LIST(Rim) Rims;

static void add_side(Rims *sides, Arena *arena, int a, int b, int face) {
    Rim *side = a != b ? PUSH(arena, *sides) : NULL;
    if (side) *side = (Rim){a < b ? a : b, a < b ? b : a, face};
}

static void add_line(MeshLines *lines, Arena *arena, const Rim *side) {
    MeshLine *line = PUSH(arena, *lines);
    if (line) *line = (MeshLine){side->a, side->b};
}

static bool same_ends(const Rim *x, const Rim *y) {
    return x->a == y->a && x->b == y->b;
}

/* Sides of triangles by their ends; whether the triangle is seen from its front. */
static Rims find_sides(const Mesh *mesh, const Vec2 *paper, const int *first, Arena *arena) {
    Rims sides = {0};
    for (int n = 0; n + 2 < mesh->triangles.count; n += 3) {
        const int *t = &mesh->triangles.at[n];
        const Vec2 a = paper[t[0]], b = paper[t[1]], c = paper[t[2]];
        const bool front = vec2_cross(vec2_sub(b, a), vec2_sub(c, a)) < 0;
        for (int k = 0; k < 3; k++)
            add_side(&sides, arena, first[t[k]], first[t[(k + 1) % 3]], front);
    }
    if (sides.count) qsort(sides.at, (size_t)sides.count, sizeof *sides.at, by_ends);
    return sides;
}

void jd_mesh_lines(const Mesh *mesh, const Vec2 *paper, Arena *arena, MeshLines *lines) {
    const int *first = first_in_place(mesh, arena);
    if (!first) return;
    const Rims sides = find_sides(mesh, paper, first, arena);
    Rims all = {0};
    for (int n = 0; n + 1 < sides.count; n++) {
        const Rim *x = &sides.at[n], *y = &sides.at[n + 1];
        if (same_ends(x, y) && x->face != y->face) add_side(&all, arena, x->a, x->b, 0);
    }
    for (int n = 0; n + 1 < mesh->edges.count; n += 2)
        add_side(&all, arena, first[mesh->edges.at[n]], first[mesh->edges.at[n + 1]], 0);
    if (all.count) qsort(all.at, (size_t)all.count, sizeof *all.at, by_ends);
    for (int n = 0; n < all.count; n++)
        if (n == 0 || !same_ends(&all.at[n], &all.at[n - 1])) add_line(lines, arena, &all.at[n]);
}
