/* SPDX-License-Identifier: MIT
 *
 * Meshes with fewer points, for those that come from files and are finer than a page has room for:
 * points in one cell of a grid become one, unless they look to different sides, and triangles
 * without area go. */
#include "page/inside.h"
#include <string.h>

typedef struct {
    int x, y, z, side;
} Cell;
typedef struct {
    Cell *cells; /* of each slot */
    int *slots;  /* the new point; -1: free */
    size_t room; /* a power of two */
    int *new_of; /* of each old point */
    int count;   /* of new points */
} Grid;

static Cell cell_of(const Mesh *mesh, int n, Vec3 low, double width) {
    const Vec3 p = vec3_scale(1 / width, vec3_sub(mesh->points.at[n], low)),
               v = mesh->normals.at[n];
    /* The side that a normal looks to most. */
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    const int side = x >= y && x >= z ? (v.x > 0) : y >= z ? 2 + (v.y > 0) : 4 + (v.z > 0);
    return (Cell){(int)p.x, (int)p.y, (int)p.z, side};
}

static size_t hash(Cell c) {
    const uint64_t h = (uint64_t)c.x * 73856093u ^ (uint64_t)c.y * 19349663u ^
                       (uint64_t)c.z * 83492791u ^ (uint64_t)c.side * 2654435761u;
    return (size_t)(h ^ h >> 17);
}

static int place(Grid *grid, Cell cell) {
    size_t at = hash(cell) & (grid->room - 1);
    while (grid->slots[at] >= 0 && memcmp(&grid->cells[at], &cell, sizeof cell) != 0)
        at = (at + 1) & (grid->room - 1);
    if (grid->slots[at] < 0) {
        grid->cells[at] = cell;
        grid->slots[at] = grid->count++;
    }
    return grid->slots[at];
}

/* The finest grid of cells that leaves at most so many points. */
static void sort_into(Grid *grid, const Mesh *mesh, int most) {
    Vec3 low = mesh->points.at[0], high = low;
    for (int n = 1; n < mesh->points.count; n++) {
        const Vec3 p = mesh->points.at[n];
        low = vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const Vec3 size = vec3_sub(high, low);
    const double extent = fmax(size.x, fmax(size.y, size.z));
    for (double across = 512; across >= 1; across *= 0.8) {
        const double width = extent > 0 ? extent / across : 1;
        for (size_t n = 0; n < grid->room; n++) grid->slots[n] = -1;
        grid->count = 0;
        for (int n = 0; n < mesh->points.count; n++)
            grid->new_of[n] = place(grid, cell_of(mesh, n, low, width));
        if (grid->count <= most) return;
    }
}

/* Means of what falls together. */
static bool make_points(const Grid *grid, const Mesh *mesh, Arena *arena, Mesh *out) {
    int *members = ARENA_NEW(arena, int, grid->count);
    out->points.at = ARENA_NEW(arena, Vec3, grid->count);
    out->normals.at = ARENA_NEW(arena, Vec3, grid->count);
    if (!members || !out->points.at || !out->normals.at) return false;
    out->points.count = out->normals.count = grid->count;
    for (int n = 0; n < mesh->points.count; n++) {
        const int to = grid->new_of[n];
        out->points.at[to] = vec3_add(out->points.at[to], mesh->points.at[n]);
        out->normals.at[to] = vec3_add(out->normals.at[to], mesh->normals.at[n]);
        members[to]++;
    }
    for (int n = 0; n < grid->count; n++) {
        const double length = vec3_norm(out->normals.at[n]);
        out->points.at[n] = vec3_scale(1.0 / members[n], out->points.at[n]);
        out->normals.at[n] =
            length > 0 ? vec3_scale(1 / length, out->normals.at[n]) : vec3(0, 0, 1);
    }
    return true;
}

static bool take_rest(const Grid *grid, const Mesh *mesh, Arena *arena, Mesh *out) {
    out->triangles.at = ARENA_NEW(arena, int, mesh->triangles.count + 1);
    out->edges.at = ARENA_NEW(arena, int, mesh->edges.count + 1);
    if (!out->triangles.at || !out->edges.at) return false;
    for (int n = 0; n + 2 < mesh->triangles.count; n += 3) {
        const int *from = &mesh->triangles.at[n];
        const int a = grid->new_of[from[0]], b = grid->new_of[from[1]], c = grid->new_of[from[2]];
        if (a == b || b == c || c == a) continue;
        int *to = &out->triangles.at[out->triangles.count];
        to[0] = a, to[1] = b, to[2] = c;
        out->triangles.count += 3;
    }
    for (int n = 0; n + 1 < mesh->edges.count; n += 2) {
        const int a = grid->new_of[mesh->edges.at[n]], b = grid->new_of[mesh->edges.at[n + 1]];
        if (a == b) continue;
        out->edges.at[out->edges.count++] = a;
        out->edges.at[out->edges.count++] = b;
    }
    return true;
}

bool jd_page_coarsen(const Mesh *mesh, int most, Arena *arena, Mesh *out) {
    *out = *mesh;
    if (mesh->points.count <= most) return true;
    Grid grid = {.room = 16};
    while (grid.room < 2 * (size_t)mesh->points.count) grid.room *= 2;
    grid.cells = ARENA_NEW(arena, Cell, grid.room);
    grid.slots = ARENA_NEW(arena, int, grid.room);
    grid.new_of = ARENA_NEW(arena, int, mesh->points.count);
    if (!grid.cells || !grid.slots || !grid.new_of) return false;
    sort_into(&grid, mesh, most);
    *out = (Mesh){0};
    return make_points(&grid, mesh, arena, out) && take_rest(&grid, mesh, arena, out);
}
