/* SPDX-License-Identifier: MIT
 *
 * Quaternions against the rotations they stand for. */
#include "attitudes.h"

enum { TRIALS = 20000 };

static Quat random_quat(void) {
    const Axes a = random_axes();
    return jd_quat_from_axes(&a);
}

static double quat_distance(Quat a, Quat b) {
    return fmax(fabs(a.w - b.w), vector_distance(vec3(a.x, a.y, a.z), vec3(b.x, b.y, b.z)));
}

static void products_are_those_of_the_rotations(void **state) {
    (void)state;
    check_seed(31);
    for (int n = 0; n < TRIALS; n++) {
        const Quat a = random_quat(), b = random_quat(), ab = jd_quat_product(a, b);
        const Axes ra = jd_quat_axes(a), rb = jd_quat_axes(b), rab = jd_quat_axes(ab);
        const Axes product = jd_axes_absolute(&ra, &rb);
        check_axes(&rab, &product, 3e-15, "a b");

        const Quat one = jd_quat_product(a, jd_quat_inverse(a));
        check_near(quat_distance(one, (Quat){1, 0, 0, 0}), 0, 1e-15, "a and its inverse");
        const Vec3 v = random_vector(1);
        check_vector(jd_quat_rotate(a, v), axes_out(&ra, v), 2e-15, "a turned vector");
        check_vector(jd_quat_rotate(jd_quat_inverse(a), axes_out(&ra, v)), v, 2e-15, "and back");
    }
}

static void the_length_of_a_quaternion_does_not_matter(void **state) {
    (void)state;
    check_seed(32);
    for (int n = 0; n < 2000; n++) {
        const Quat q = random_quat();
        const double k = pow(10, check_uniform(-300, 300)) * (n % 2 ? 1 : -1);
        const Quat scaled = {k * q.w, k * q.x, k * q.y, k * q.z}, unit = jd_quat_unit(scaled);
        const Axes a = jd_quat_axes(q), b = jd_quat_axes(scaled);
        check_axes(&b, &a, 2e-15, "the same rotation, the other sign too");
        assert_true(jd_axes_proper(&b, 1.5e-15));
        check_near(unit.w * unit.w + unit.x * unit.x + unit.y * unit.y + unit.z * unit.z, 1, 1e-15,
                   "length 1");
    }
}

static void known_quaternions(void **state) {
    (void)state;
    const Axes half = {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}},
               third = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    check_near(quat_distance(jd_quat_from_axes(&axes_none), (Quat){1, 0, 0, 0}), 0, 0, "none");
    check_near(quat_distance(jd_quat_from_axes(&half), (Quat){0, 0, 0, 1}), 0, 0, "half about z");
    check_near(quat_distance(jd_quat_from_axes(&third), (Quat){0.5, 0.5, 0.5, 0.5}), 0, 0,
               "a third about the diagonal");
}

/* Of every size, and beyond whole turns: the quaternion then goes the long way round. */
static void rotation_vectors_come_back(void **state) {
    (void)state;
    check_seed(33);
    for (int n = 0; n < TRIALS; n++) {
        const Vec3 axis = random_direction();
        const double angle = n % 2 ? pow(10, check_uniform(-300, 0)) : check_uniform(0, 3.1);
        const Vec3 v = vec3_scale(angle, axis);
        check_vector(jd_quat_to_vector(jd_quat_turn(v)), v, 1.5e-15 * angle, "the same vector");
        const Vec3 more = vec3_scale(angle + 2 * pi, axis);
        check_vector(jd_quat_to_vector(jd_quat_turn(more)), v, 4e-15, "a whole turn more");
    }
}

static void the_rate_agrees_with_differences(void **state) {
    (void)state;
    check_seed(34);
    const double h = 1e-5;
    for (int n = 0; n < 2000; n++) {
        const Quat q = random_quat();
        const Vec3 w = random_vector(1);
        const Quat after = jd_quat_product(q, jd_quat_turn(vec3_scale(h, w)));
        const Quat before = jd_quat_product(q, jd_quat_turn(vec3_scale(-h, w)));
        const Quat rate = jd_quat_rate(q, w);
        const Quat differences = {(after.w - before.w) / (2 * h), (after.x - before.x) / (2 * h),
                                  (after.y - before.y) / (2 * h), (after.z - before.z) / (2 * h)};
        check_near(quat_distance(rate, differences), 0, 5e-11, "q'");
        check_vector(jd_quat_rate_in(q, rate), w, 2e-15, "the velocity back");
        const Quat twice = {2 * q.w, 2 * q.x, 2 * q.y, 2 * q.z};
        check_vector(jd_quat_rate_in(twice, jd_quat_rate(twice, w)), w, 2e-15, "at any length");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_those_of_the_rotations),
        cmocka_unit_test(the_length_of_a_quaternion_does_not_matter),
        cmocka_unit_test(known_quaternions),
        cmocka_unit_test(rotation_vectors_come_back),
        cmocka_unit_test(the_rate_agrees_with_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
