/* SPDX-License-Identifier: MIT
 *
 * Shapes in closed form and by their cells, and bodies that carry loads. */
#include "check.h"
#include "model/model.h"

static void check_vector(Vec3 is, Vec3 wanted, double within, const char *what) {
    check_near(is.x, wanted.x, within, what);
    check_near(is.y, wanted.y, within, what);
    check_near(is.z, wanted.z, within, what);
}

/* A dumbbell: two equal loads on a massless bar have the inertia of two points. */
static void loads_make_the_inertia_of_the_whole(void **state) {
    (void)state;
    ModelBody body = {.pose = {vec3(0, 0, 0), jd_axes_about(AXIS_Z, pi / 2), 0}};
    jd_body_add_load(&body, 2, vec3(1, 0, 0));
    jd_body_add_load(&body, 2, vec3(-1, 0, 2));
    check_near(body.mass, 4, 0, "mass");
    check_vector(body.pose.p, vec3(0, 0, 1), 1e-15, "centre");
    /* r = (1, 0, -1) in the ground is (0, -1, -1) along the body's axes. */
    check_near(body.inertia[0][0], 8, 1e-14, "2 m r^2");
    check_near(body.inertia[1][1], 4, 1e-14, "2 m z^2");
    check_near(body.inertia[2][2], 4, 1e-14, "2 m y^2");
    check_near(body.inertia[1][2], -4, 1e-14, "-2 m y z");
    check_near(body.inertia[0][1], 0, 1e-14, "no product");
}

static void order_of_loads_does_not_matter(void **state) {
    (void)state;
    const Vec3 at[3] = {{1, 2, -1}, {0.3, -2, 0.5}, {-0.7, 0.1, 3}};
    const double mass[3] = {1, 0.2, 3};
    ModelBody one = {.mass = 2, .inertia = {{1}, {0, 1.5}, {0, 0, 2}}, .pose = {.axes = axes_none}};
    ModelBody two = one;
    for (int n = 0; n < 3; n++) jd_body_add_load(&one, mass[n], at[n]);
    for (int n = 2; n >= 0; n--) jd_body_add_load(&two, mass[n], at[n]);
    check_vector(one.pose.p, two.pose.p, 1e-15, "centre");
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            check_near(one.inertia[r][c], two.inertia[r][c], 1e-13, "inertia");
}

/* Every shape, cut into many small cells along its dimensions, has the volume and the inertia that
 * the table says. */
static bool is_inside(const char *name, const double s[SHAPE_DIMENSIONS], Vec3 p) {
    const double r = hypot(p.y, p.z);
    if (!strcmp(name, "sphere")) return vec3_norm(p) < s[SHAPE_DIAMETER] / 2;
    if (fabs(p.x) > s[SHAPE_LENGTH] / 2) return false;
    if (!strcmp(name, "box"))
        return fabs(p.y) < s[SHAPE_WIDTH] / 2 && fabs(p.z) < s[SHAPE_HEIGHT] / 2;
    if (!strcmp(name, "pipe") && r < s[SHAPE_INNER] / 2) return false;
    return r < s[SHAPE_DIAMETER] / 2;
}

static void shapes_have_the_inertia_of_their_cells(void **state) {
    (void)state;
    const double size[SHAPE_DIMENSIONS] = {0.9, 0.5, 0.7, 0.8, 0.6};
    enum { CELLS = 100 };
    int count = 0;
    for (const ShapeType *shape; (shape = jd_shape_at(count)); count++) {
        assert_ptr_equal(jd_shape_find(shape->name), shape);
        double volume = 0, sums[3] = {0};
        for (int n = 0; n < CELLS * CELLS * CELLS; n++) {
            const Vec3 p =
                vec3((n % CELLS + 0.5) / CELLS - 0.5, (n / CELLS % CELLS + 0.5) / CELLS - 0.5,
                     (n / CELLS / CELLS + 0.5) / CELLS - 0.5);
            if (!is_inside(shape->name, size, p)) continue;
            volume++;
            sums[0] += p.y * p.y + p.z * p.z;
            sums[1] += p.z * p.z + p.x * p.x;
            sums[2] += p.x * p.x + p.y * p.y;
        }
        const Vec3 inertia = jd_shape_inertia(shape, size);
        check_near(jd_shape_volume(shape, size), volume / CELLS / CELLS / CELLS, 4e-3, shape->name);
        if (!strcmp(shape->name, "rod")) { /* as if it had no thickness */
            check_vector(inertia, vec3(0, 0.0675, 0.0675), 1e-15, "rod");
            continue;
        }
        check_vector(inertia, vec3(sums[0] / volume, sums[1] / volume, sums[2] / volume), 1e-3,
                     shape->name);
    }
    assert_int_equal(count, 5);
}

static void shapes_in_closed_form(void **state) {
    (void)state;
    const double size[SHAPE_DIMENSIONS] = {2, 3, 5, 4, 1};
    check_vector(jd_shape_inertia(jd_shape_find("box"), size), vec3(34. / 12, 29. / 12, 13. / 12),
                 1e-15, "box");
    check_vector(jd_shape_inertia(jd_shape_find("sphere"), size), vec3(1.6, 1.6, 1.6), 1e-15,
                 "2/5 r^2");
    check_vector(jd_shape_inertia(jd_shape_find("cylinder"), size), vec3(2, 1 + 1. / 3, 1 + 1. / 3),
                 1e-15, "r^2/2 and r^2/4 + l^2/12");
    check_vector(jd_shape_inertia(jd_shape_find("pipe"), size),
                 vec3(17. / 8, 17. / 16 + 1. / 3, 17. / 16 + 1. / 3), 1e-15, "pipe");
    check_near(jd_shape_volume(jd_shape_find("pipe"), size), 2 * pi * 15 / 4, 1e-14, "pipe");
    assert_null(jd_shape_find("cone"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_make_the_inertia_of_the_whole),
        cmocka_unit_test(order_of_loads_does_not_matter),
        cmocka_unit_test(shapes_have_the_inertia_of_their_cells),
        cmocka_unit_test(shapes_in_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
