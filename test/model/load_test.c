/* SPDX-License-Identifier: MIT
 *
 * Bodies that carry loads. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_make_the_inertia_of_the_whole),
        cmocka_unit_test(order_of_loads_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
