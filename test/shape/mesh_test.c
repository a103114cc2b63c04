/* SPDX-License-Identifier: MIT
 *
 * The meshes of all shapes, of random sizes: closed and seen from outside, with unit normals that
 * fit their faces and lines where faces meet at an angle; and solids have the volume and the
 * inertia that the table says, found from the mesh by the divergence theorem. */
#include "shape/random_shape.h"
#include <stdlib.h>

enum { TRIALS = 30 };

/* ---- Points in one place are one, for what follows --------------------------------------------
 */

static int welded(const Mesh *mesh, int point) {
    int n = 0;
    const Vec3 p = mesh->points.at[point];
    while (vec3_norm(vec3_sub(mesh->points.at[n], p)) > 0) n++;
    return n;
}

typedef struct {
    int from, to;
} Step;

static int compare_steps(const void *a, const void *b) {
    const Step *p = a, *q = b;
    return p->from != q->from ? (p->from > q->from) - (p->from < q->from)
                              : (p->to > q->to) - (p->to < q->to);
}

/* Each edge belongs to exactly two triangles, which run along it in opposite ways. */
static void check_closed(const Mesh *mesh, const char *name) {
    const size_t count = (size_t)mesh->triangles.count;
    int *first = malloc(sizeof *first * (size_t)mesh->points.count);
    Step *steps = malloc(sizeof *steps * count);
    for (int n = 0; n < mesh->points.count; n++) first[n] = welded(mesh, n);
    for (int n = 0; n < (int)count; n++) {
        const int next = n % 3 == 2 ? n - 2 : n + 1;
        steps[n] = (Step){first[mesh->triangles.at[n]], first[mesh->triangles.at[next]]};
    }
    qsort(steps, count, sizeof *steps, compare_steps);
    for (size_t n = 0; n < count; n++) {
        const Step back = {steps[n].to, steps[n].from};
        if (n) check_near(compare_steps(&steps[n - 1], &steps[n]), -1, 0, name);
        if (!bsearch(&back, steps, count, sizeof back, compare_steps)) fail_msg("%s is open", name);
    }
    free(first);
    free(steps);
}

/* ---- Integrals over the solid inside -----------------------------------------------------------
 */

typedef struct {
    double volume;
    Vec3 centre, inertia;
} Solid; /* per mass, about the origin */

/* A sum over tetrahedra from the origin, each with the integrals of x^2 and so on in closed form.
 */
static Solid integrate(const Mesh *mesh) {
    Solid solid = {0};
    double squares[3] = {0};
    for (int n = 0; n < mesh->triangles.count; n += 3) {
        const Vec3 a = mesh->points.at[mesh->triangles.at[n]],
                   b = mesh->points.at[mesh->triangles.at[n + 1]],
                   c = mesh->points.at[mesh->triangles.at[n + 2]],
                   sum = vec3_add(a, vec3_add(b, c));
        const double volume = vec3_dot(a, vec3_cross(b, c)) / 6;
        solid.volume += volume;
        solid.centre = vec3_add(solid.centre, vec3_scale(volume / 4, sum));
        squares[0] += volume / 20 * (a.x * a.x + b.x * b.x + c.x * c.x + sum.x * sum.x);
        squares[1] += volume / 20 * (a.y * a.y + b.y * b.y + c.y * c.y + sum.y * sum.y);
        squares[2] += volume / 20 * (a.z * a.z + b.z * b.z + c.z * c.z + sum.z * sum.z);
    }
    solid.centre = vec3_scale(1 / solid.volume, solid.centre);
    solid.inertia =
        vec3_scale(1 / solid.volume,
                   vec3(squares[1] + squares[2], squares[2] + squares[0], squares[0] + squares[1]));
    return solid;
}

/* What is round has 40 sides, and so a little less area. */
static void check_solid(const ShapeType *type, const Mesh *mesh, const double *size) {
    const Solid solid = integrate(mesh);
    const Vec3 inertia = jd_shape_inertia(type, size);
    const double length = sqrt(inertia.x + inertia.y + inertia.z);
    check_relative(solid.volume, jd_shape_volume(type, size), 0.02, type->name);
    check_near(vec3_norm(solid.centre), 0, 1e-12 * length, type->name);
    if (type->thin) return; /* its inertia is that of a line */
    check_relative(solid.inertia.x, inertia.x, 0.03, type->name);
    check_relative(solid.inertia.y, inertia.y, 0.03, type->name);
    check_relative(solid.inertia.z, inertia.z, 0.03, type->name);
}

/* ---- Normals and lines
 * --------------------------------------------------------------------------- */

static Vec3 face_normal(const Mesh *mesh, int triangle) {
    const int *t = &mesh->triangles.at[triangle];
    const Vec3 a = mesh->points.at[t[0]];
    const Vec3 n =
        vec3_cross(vec3_sub(mesh->points.at[t[1]], a), vec3_sub(mesh->points.at[t[2]], a));
    assert_true(vec3_norm(n) > 0);
    return vec3_scale(1 / vec3_norm(n), n);
}

static void check_normals(const Mesh *mesh, const char *name) {
    assert_int_equal(mesh->points.count, mesh->normals.count);
    for (int n = 0; n < mesh->points.count; n++)
        check_near(vec3_norm(mesh->normals.at[n]), 1, 1e-12, name);
    for (int n = 0; n < mesh->triangles.count; n += 3)
        for (int k = 0; k < 3; k++) {
            const Vec3 normal = mesh->normals.at[mesh->triangles.at[n + k]];
            assert_true(vec3_dot(normal, face_normal(mesh, n)) > 0.7);
        }
}

static void check_indices(const Mesh *mesh) {
    assert_true(mesh->triangles.count > 0 && mesh->triangles.count % 3 == 0 &&
                mesh->edges.count % 2 == 0);
    for (int n = 0; n < mesh->triangles.count; n++)
        assert_true(mesh->triangles.at[n] >= 0 && mesh->triangles.at[n] < mesh->points.count);
    for (int n = 0; n < mesh->edges.count; n++)
        assert_true(mesh->edges.at[n] >= 0 && mesh->edges.at[n] < mesh->points.count);
}

static void meshes_are_closed_and_seen_from_outside(void **state) {
    (void)state;
    const ShapeType *type;
    double size[SHAPE_DIMENSIONS];
    for (int n = 0; (type = jd_shape_at(n)); n++)
        for (int trial = 0; type->mesh && trial < TRIALS; trial++) {
            Arena arena = {0};
            Mesh mesh;
            random_size(type, trial % 2, size);
            type->mesh(size, &arena, &mesh);
            check_indices(&mesh);
            check_closed(&mesh, type->name);
            check_normals(&mesh, type->name);
            assert_true(integrate(&mesh).volume > 0);
            bool whole = type->volume;
            for (int k = 0; k < SHAPE_DIMENSIONS; k++)
                whole = whole && (!(type->volume & 1u << k) || size[k] > 0);
            if (whole) check_solid(type, &mesh, size);
            jd_arena_free(&arena);
        }
}

static void mesh_of(const char *name, const double size[SHAPE_DIMENSIONS], Arena *arena,
                    Mesh *mesh) {
    jd_shape_find(name)->mesh(size, arena, mesh);
}

static void lines_are_where_faces_meet_at_an_angle(void **state) {
    (void)state;
    Arena arena = {0};
    Mesh mesh;
    const double size[SHAPE_DIMENSIONS] = {2, 1, 0.5, 1, 0.5, 12, 3};
    mesh_of("box", size, &arena, &mesh);
    assert_int_equal(mesh.edges.count / 2, 12);
    assert_int_equal(mesh.points.count, 24);
    mesh_of("sphere", size, &arena, &mesh);
    assert_int_equal(mesh.edges.count, 0);
    mesh_of("cylinder", size, &arena, &mesh);
    assert_int_equal(mesh.edges.count / 2, 2 * 40);
    mesh_of("cone", size, &arena, &mesh);
    assert_int_equal(mesh.edges.count / 2, 40);
    jd_arena_free(&arena);
}

/* ---- Outlines
 * ---------------------------------------------------------------------------------------- */

static double ring_area(const Rings *rings) {
    double area = 0;
    for (int k = 0; k < rings->starts.count; k++) {
        const int start = rings->starts.at[k];
        const int end = k + 1 < rings->starts.count ? rings->starts.at[k + 1] : rings->points.count;
        assert_true(end - start >= 3);
        for (int n = start; n < end; n++)
            area +=
                vec2_cross(rings->points.at[n], rings->points.at[n + 1 < end ? n + 1 : start]) / 2;
    }
    return area;
}

static Rings outline_of(const char *name, const double *size, const Axes *axes, Arena *arena) {
    Mesh mesh;
    Rings rings = {0};
    mesh_of(name, size, arena, &mesh);
    jd_mesh_outline(&mesh, axes, vec3(3, 4, 5), arena, &rings);
    return rings;
}

static void outlines_are_what_is_seen_from_above(void **state) {
    (void)state;
    Arena arena = {0};
    const double size[SHAPE_DIMENSIONS] = {2, 0.5, 0.3, 1, 0.25, 12, 3};
    const Axes along_z = jd_axes_about(AXIS_Y, -pi / 2);
    Rings rings = outline_of("box", size, &axes_none, &arena);
    assert_int_equal(rings.starts.count, 1);
    check_near(ring_area(&rings), 1, 1e-14, "2 x 0.5");
    rings = outline_of("pipe", size, &along_z, &arena);
    assert_int_equal(rings.starts.count, 2);
    check_relative(ring_area(&rings), pi / 4 * (1 - 0.0625), 0.01, "a ring");
    rings = outline_of("pipe", size, &axes_none, &arena);
    check_near(ring_area(&rings), 2, 1e-12, "from the side");
    rings = outline_of("gear", size, &axes_none, &arena);
    assert_int_equal(rings.starts.count, 2);
    check_relative(ring_area(&rings), pi / 4 * (1 - 0.0625), 0.05,
                   "the pitch circle without the hole");
    rings = outline_of("bar", size, &axes_none, &arena);
    assert_int_equal(rings.starts.count, 3);
    check_relative(ring_area(&rings), 2 * 0.5 + pi / 4 * (0.25 - 2 * 0.0625), 0.01,
                   "a bar with two eyes");
    jd_arena_free(&arena);
}

/* A solid that is closed covers the area of its shadow, however it is turned; a convex one that of
 * its hull. */
static void outlines_of_convex_solids_are_their_hulls(void **state) {
    (void)state;
    static const char *const names[] = {"box", "cylinder", "sphere", "cone"};
    const double size[SHAPE_DIMENSIONS] = {2, 0.5, 0.3, 1};
    for (int n = 0; n < 4; n++)
        for (int trial = 0; trial < TRIALS; trial++) {
            Arena arena = {0};
            const Vec3 turn = {check_uniform(-3, 3), check_uniform(-3, 3), check_uniform(-3, 3)};
            const Axes axes = jd_axes_from_vector(turn);
            const Rings rings = outline_of(names[n], size, &axes, &arena);
            Mesh mesh;
            Rings hull = {0};
            mesh_of(names[n], size, &arena, &mesh);
            for (int k = 0; k < mesh.points.count; k++)
                mesh.points.at[k] = axes_out(&axes, mesh.points.at[k]);
            jd_rings_hull(mesh.points.at, mesh.points.count, &arena, &hull);
            check_relative(ring_area(&rings), ring_area(&hull), 1e-9, names[n]);
            jd_arena_free(&arena);
        }
}

static void outline_of_an_open_mesh_is_its_hull(void **state) {
    (void)state;
    Arena arena = {0};
    Vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    int corners[6] = {0, 2, 1, 0, 3, 2}; /* seen from below */
    Mesh mesh = {.points = {points, 4, 4}, .triangles = {corners, 6, 6}};
    Rings rings = {0};
    jd_mesh_outline(&mesh, &axes_none, vec3(0, 0, 0), &arena, &rings);
    check_near(ring_area(&rings), 1, 0, "a square");
    jd_arena_free(&arena);
}

static void spring_is_a_wave_in_the_plane(void **state) {
    (void)state;
    Arena arena = {0};
    Rings rings = {0};
    const double size[SHAPE_DIMENSIONS] = {
        [SHAPE_LENGTH] = 2, [SHAPE_DIAMETER] = 0.5, [SHAPE_TURNS] = 5};
    jd_shape_find("spring")->outline(size, &arena, &rings);
    assert_int_equal(rings.starts.count, 1);
    assert_true(ring_area(&rings) > 0 && ring_area(&rings) < 0.5);
    for (int n = 0; n < rings.points.count; n++) {
        assert_true(fabs(rings.points.at[n].x) <= 1.0001 && fabs(rings.points.at[n].y) <= 0.2501);
    }
    jd_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_are_closed_and_seen_from_outside),
        cmocka_unit_test(lines_are_where_faces_meet_at_an_angle),
        cmocka_unit_test(outlines_are_what_is_seen_from_above),
        cmocka_unit_test(outlines_of_convex_solids_are_their_hulls),
        cmocka_unit_test(outline_of_an_open_mesh_is_its_hull),
        cmocka_unit_test(spring_is_a_wave_in_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
