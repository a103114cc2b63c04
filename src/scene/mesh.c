/* SPDX-License-Identifier: MIT
 *
 * Meshes of a scene: those of the table of shapes, plates with round corners and round bars. Equal
 * ones are kept once: each is made in its own place, and stands where its pose says. */
#include "scene/inside.h"
#include <string.h>

/* ---- Equal meshes are one ---------------------------------------------------------------------
 */

static bool same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || !memcmp(a, b, size);
}

static bool same_mesh(const Mesh *a, const Mesh *b) {
    if (a->points.count != b->points.count || a->triangles.count != b->triangles.count ||
        a->edges.count != b->edges.count)
        return false;
    const size_t points = sizeof(Vec3) * (size_t)a->points.count;
    return same_bytes(a->points.at, b->points.at, points) &&
           same_bytes(a->normals.at, b->normals.at, points) &&
           same_bytes(a->triangles.at, b->triangles.at, sizeof(int) * (size_t)a->triangles.count) &&
           same_bytes(a->edges.at, b->edges.at, sizeof(int) * (size_t)a->edges.count);
}

int jd_scene_mesh(Scene *scene, const Mesh *mesh) {
    for (int n = scene->meshes.count - 1; n >= 0; n--)
        if (same_mesh(&scene->meshes.at[n], mesh)) return n;
    Mesh *added = PUSH(&scene->arena, scene->meshes);
    if (!added) return -1;
    *added = *mesh;
    return scene->meshes.count - 1;
}

static void add_vertex(Arena *arena, Mesh *mesh, Vec3 p, Vec3 normal) {
    Vec3 *point = PUSH(arena, mesh->points), *n = PUSH(arena, mesh->normals);
    if (point) *point = p;
    if (n) *n = normal;
}

static void add_triangle(Arena *arena, Mesh *mesh, int a, int b, int c) {
    const int corners[3] = {a, b, c};
    for (int n = 0; n < 3; n++) {
        int *at = PUSH(arena, mesh->triangles);
        if (at) *at = corners[n];
    }
}

static void add_edge(Arena *arena, Mesh *mesh, int a, int b) {
    int *first = PUSH(arena, mesh->edges), *second = PUSH(arena, mesh->edges);
    if (first) *first = a;
    if (second) *second = b;
}

/* ---- Outlines ---------------------------------------------------------------------------------
 */

/* Seen along z, on the body. */
static void place_rings(Arena *arena, const Rings *own, const Pose *local, Rings *out) {
    for (int n = 0; n < own->starts.count; n++) {
        int *start = PUSH(arena, out->starts);
        if (start) *start = own->starts.at[n];
    }
    for (int n = 0; n < own->points.count; n++) {
        const Vec2 p = own->points.at[n];
        const Vec3 q = vec3_add(local->p, axes_out(&local->axes, vec3(p.x, p.y, 0)));
        Vec2 *at = PUSH(arena, out->points);
        if (at) *at = vec2(q.x, q.y);
    }
}

static const double upright =
    1e-9; /* 1 - cosine: a shape that lies in the plane but for rounding */

static bool is_flat(const Pose *local) {
    return fabs(local->axes.z.z) > 1 - upright;
}

bool jd_scene_fill_shape(Stage *stage, SceneShape *shape, const ShapeType *type,
                         const double size[SHAPE_DIMENSIONS], const Mesh *given, Pose local) {
    Mesh mesh = {0};
    if (given)
        mesh = *given;
    else if (type && type->mesh)
        type->mesh(size, stage->arena, &mesh);
    shape->mesh = jd_scene_mesh(stage->scene, &mesh);
    shape->local = local;
    if (shape->opacity == 0) shape->opacity = 1;
    if (shape->mesh < 0 || !stage->scene->planar) return shape->mesh >= 0;
    Rings own = {0};
    if (type && type->outline && !given && is_flat(&local)) {
        type->outline(size, stage->arena, &own);
        place_rings(stage->arena, &own, &local, &shape->outline);
    } else {
        jd_mesh_outline(&mesh, &local.axes, local.p, stage->arena, &shape->outline);
    }
    return !stage->arena->failed;
}

SceneShape *jd_scene_shape(Stage *stage, SceneBody *body, const char *type,
                           const double size[SHAPE_DIMENSIONS], Pose local) {
    SceneShape *shape = PUSH(stage->arena, body->shapes);
    if (!shape) return NULL;
    shape->colour = body->colour;
    return jd_scene_fill_shape(stage, shape, jd_shape_find(type), size, NULL, local) ? shape : NULL;
}

/* ---- Plates -----------------------------------------------------------------------------------
 */

static bool turns_right(const Vec2 *hull, int size, Vec2 p) {
    const Vec2 last = hull[size - 1];
    return vec2_cross(vec2_sub(last, hull[size - 2]), vec2_sub(p, last)) <= 0;
}

/* The hull of points, counterclockwise (Andrew's chain): how many of `hull` it takes. */
static int hull_of(const Vec2 *points, int count, Vec2 *sorted, Vec2 *hull) {
    for (int n = 0; n < count; n++) {
        int k = n;
        const Vec2 p = points[n];
        for (;
             k > 0 && (sorted[k - 1].x > p.x || (sorted[k - 1].x == p.x && sorted[k - 1].y > p.y));
             k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = p;
    }
    int size = 0;
    for (int n = 0; n < count; n++) {
        while (size >= 2 && turns_right(hull, size, sorted[n])) size--;
        hull[size++] = sorted[n];
    }
    const int lower = size + 1;
    for (int n = count - 2; n >= 0; n--) {
        while (size >= lower && turns_right(hull, size, sorted[n])) size--;
        hull[size++] = sorted[n];
    }
    size--; /* the last one is the first */
    return size > 0 ? size : 1;
}

typedef struct {
    LIST(Vec2) points, normals;
} Ring;

/* Round a corner: from the direction of one normal to that of another. */
static void add_arc(Arena *arena, Ring *ring, Vec2 centre, double radius, double from, double to) {
    const int steps = (int)ceil((to - from) / (pi / 12) - 1e-6);
    for (int n = 0; n <= (steps < 1 ? 1 : steps); n++) {
        const double a = from + (to - from) * n / (steps < 1 ? 1 : steps);
        Vec2 *p = PUSH(arena, ring->points), *normal = PUSH(arena, ring->normals);
        const Vec2 u = vec2(cos(a), sin(a));
        if (p) *p = vec2_add(centre, vec2_scale(radius, u));
        if (normal) *normal = u;
    }
}

static const double rounding = 1e-12; /* rad, of an angle from two coordinates */

static void round_hull(Arena *arena, const Vec2 *hull, int count, double radius, Ring *ring) {
    if (count == 1) {
        add_arc(arena, ring, hull[0], radius, 0, 2 * pi * 23 / 24);
        return;
    }
    for (int n = 0; n < count; n++) {
        const Vec2 in = vec2_sub(hull[n], hull[(n + count - 1) % count]);
        const Vec2 out = vec2_sub(hull[(n + 1) % count], hull[n]);
        const double from = atan2(-in.x, in.y);
        double to = atan2(-out.x, out.y);
        while (to < from - rounding) to += 2 * pi;
        add_arc(arena, ring, hull[n], radius, from, to);
    }
}

/* Both faces, then the rim with normals of its own. */
static void extrude(Arena *arena, const Ring *ring, double thick, Mesh *mesh) {
    const int count = ring->points.count;
    for (int side = 0; side < 2; side++) {
        const double z = side ? -thick / 2 : thick / 2;
        const int base = mesh->points.count;
        for (int n = 0; n < count; n++)
            add_vertex(arena, mesh, vec3(ring->points.at[n].x, ring->points.at[n].y, z),
                       vec3(0, 0, side ? -1 : 1));
        for (int n = 1; n + 1 < count; n++)
            add_triangle(arena, mesh, base, base + (side ? n + 1 : n), base + (side ? n : n + 1));
        for (int n = 0; n < count; n++) add_edge(arena, mesh, base + n, base + (n + 1) % count);
    }
    const int rim = mesh->points.count;
    for (int n = 0; n < count; n++) {
        const Vec2 p = ring->points.at[n], u = ring->normals.at[n];
        add_vertex(arena, mesh, vec3(p.x, p.y, thick / 2), vec3(u.x, u.y, 0));
        add_vertex(arena, mesh, vec3(p.x, p.y, -thick / 2), vec3(u.x, u.y, 0));
    }
    for (int n = 0; n < count; n++) {
        const int a = rim + 2 * n, b = rim + 2 * ((n + 1) % count);
        add_triangle(arena, mesh, a, a + 1, b + 1);
        add_triangle(arena, mesh, a, b + 1, b);
    }
}

bool jd_scene_plate(Stage *stage, SceneShape *shape, Plate plate, Pose local) {
    Arena *arena = stage->arena;
    const int count = plate.count;
    Vec2 *sorted = ARENA_NEW(arena, Vec2, count + 1), *hull = ARENA_NEW(arena, Vec2, 2 * count + 2);
    if (!sorted || !hull || count < 1) return false;
    Ring ring = {0};
    round_hull(arena, hull, hull_of(plate.points, count, sorted, hull), plate.radius, &ring);
    if (arena->failed) return false;
    Mesh mesh = {0};
    extrude(arena, &ring, plate.thick, &mesh);
    if (arena->failed) return false;
    shape->mesh = jd_scene_mesh(stage->scene, &mesh);
    shape->local = local;
    shape->opacity = 1;
    if (!stage->scene->planar || shape->mesh < 0) return shape->mesh >= 0;
    Rings own = {0};
    own.points.at = ring.points.at, own.points.count = ring.points.count;
    int *start = PUSH(arena, own.starts);
    if (start) *start = 0;
    place_rings(arena, &own, &local, &shape->outline);
    return !arena->failed;
}

/* ---- Round bars -------------------------------------------------------------------------------
 */

enum { ROUND = 20, CAP = 5 };

static void bar_ring(Arena *arena, Mesh *mesh, double x, double radius, double along, double out) {
    for (int n = 0; n < ROUND; n++) {
        const double a = 2 * pi * n / ROUND, c = cos(a), s = sin(a);
        add_vertex(arena, mesh, vec3(x, radius * c, radius * s), vec3(along, out * c, out * s));
    }
}

bool jd_scene_bar(Stage *stage, SceneShape *shape, Vec3 a, Vec3 b, double radius) {
    Arena *arena = stage->arena;
    Mesh mesh = {0};
    const double half = vec3_norm(vec3_sub(b, a)) / 2;
    add_vertex(arena, &mesh, vec3(-half - radius, 0, 0), vec3(-1, 0, 0));
    for (int n = 1; n <= 2 * CAP; n++) {
        const bool far = n > CAP;
        const double angle = pi / 2 * (far ? n - 1 - CAP : n) / CAP;
        const double out = far ? cos(angle) : sin(angle), along = far ? sin(angle) : -cos(angle);
        bar_ring(arena, &mesh, (far ? half : -half) + radius * along, radius * out, along, out);
    }
    add_vertex(arena, &mesh, vec3(half + radius, 0, 0), vec3(1, 0, 0));
    const int last = mesh.points.count - 1;
    for (int n = 0; n < ROUND; n++) {
        const int next = (n + 1) % ROUND;
        add_triangle(arena, &mesh, 0, 1 + next, 1 + n);
        for (int k = 0; k + 1 < 2 * CAP; k++) {
            const int p = 1 + k * ROUND, q = p + ROUND;
            add_triangle(arena, &mesh, p + n, p + next, q + next);
            add_triangle(arena, &mesh, p + n, q + next, q + n);
        }
        add_triangle(arena, &mesh, last, last - ROUND + n, last - ROUND + next);
    }
    if (arena->failed) return false;
    const Pose local = jd_scene_along(vec3_scale(0.5, vec3_add(a, b)), vec3_sub(b, a));
    return jd_scene_fill_shape(stage, shape, NULL, NULL, &mesh, local);
}
