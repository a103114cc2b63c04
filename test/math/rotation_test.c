/* SPDX-License-Identifier: MIT
 *
 * Attitudes: the laws of the group, turns, directions, nearness, rates and tensors. */
#include "attitudes.h"

enum { TRIALS = 20000 };

/* ---- Group ---------------------------------------------------------------------------------- */

static void rotations_are_a_group(void **state) {
    (void)state;
    check_seed(11);
    for (int n = 0; n < TRIALS; n++) {
        const Axes a = random_axes(), b = random_half_turn(), c = random_axes();
        const Axes ab = jd_axes_absolute(&a, &b), bc = jd_axes_absolute(&b, &c);
        const Axes ab_c = jd_axes_absolute(&ab, &c), a_bc = jd_axes_absolute(&a, &bc);
        check_axes(&ab_c, &a_bc, 2e-15, "(a b) c = a (b c)");

        const Axes back = jd_axes_inverse(&a), one = jd_axes_absolute(&a, &back);
        check_axes(&one, &axes_none, 2e-15, "a and its inverse make none");
        const Axes same = jd_axes_absolute(&axes_none, &a);
        check_axes(&same, &a, 0, "none changes nothing");
        const Axes twice = jd_axes_inverse(&back);
        check_axes(&twice, &a, 0, "the inverse of the inverse");

        const Axes relative = jd_axes_relative(&a, &b), again = jd_axes_absolute(&a, &relative);
        check_axes(&again, &b, 2e-15, "relative and absolute");
        const Axes by_inverse = jd_axes_absolute(&back, &b);
        check_axes(&relative, &by_inverse, 0, "b seen from a is a^-1 b");
        assert_true(jd_axes_proper(&ab_c, 3e-15));
    }
}

static void vectors_turn_with_their_frame(void **state) {
    (void)state;
    check_seed(12);
    for (int n = 0; n < TRIALS; n++) {
        const Axes a = random_axes(), b = random_axes(), ab = jd_axes_absolute(&a, &b);
        const Vec3 v = random_vector(1), w = random_vector(1);
        check_vector(axes_in(&a, axes_out(&a, v)), v, 2e-15, "out and in again");
        check_vector(axes_out(&a, axes_out(&b, v)), axes_out(&ab, v), 2e-15, "one after the other");
        check_near(vec3_dot(axes_out(&a, v), axes_out(&a, w)), vec3_dot(v, w), 3e-15, "products");
        check_vector(vec3_cross(axes_out(&a, v), axes_out(&a, w)), axes_out(&a, vec3_cross(v, w)),
                     3e-15, "cross products");
    }
}

/* ---- Turns ---------------------------------------------------------------------------------- */

static void a_turn_is_right_handed(void **state) {
    (void)state;
    const Axes z = jd_axes_about(AXIS_Z, pi / 2), x = jd_axes_about(AXIS_X, pi / 2);
    const Axes y = jd_axes_about(AXIS_Y, pi / 2);
    check_vector(z.x, vec3(0, 1, 0), 1e-16, "about z, x goes to y");
    check_vector(x.y, vec3(0, 0, 1), 1e-16, "about x, y goes to z");
    check_vector(y.z, vec3(1, 0, 0), 1e-16, "about y, z goes to x");
}

static void a_turn_about_a_named_axis_is_the_same_either_way(void **state) {
    (void)state;
    check_seed(13);
    for (int n = 0; n < 300; n++) {
        const double angle = check_uniform(-10, 10);
        const AxisName axis = (AxisName)(n % 3);
        const Axes named = jd_axes_about(axis, angle);
        const Axes any = jd_axes_turn(axes_at(&axes_none, axis), angle);
        const Axes vector = jd_axes_from_vector(vec3_scale(angle, axes_at(&axes_none, axis)));
        check_axes(&any, &named, 0, "about any axis");
        check_axes(&vector, &named, 0, "by its vector");
    }
}

static void turns_about_one_axis_add(void **state) {
    (void)state;
    check_seed(14);
    for (int n = 0; n < TRIALS; n++) {
        const Vec3 axis = random_direction();
        const double p = check_uniform(-4, 4), q = check_uniform(-4, 4);
        const Axes a = jd_axes_turn(axis, p), b = jd_axes_turn(axis, q);
        const Axes both = jd_axes_absolute(&a, &b), sum = jd_axes_turn(axis, p + q);
        check_axes(&both, &sum, 2e-15, "p, then q");
        check_vector(axes_out(&a, axis), axis, 1e-15, "the axis stays");
    }
}

/* The vector keeps its relative digits when it is short and its absolute ones near pi. */
static void a_rotation_vector_comes_back_to_its_last_digits(void **state) {
    (void)state;
    check_seed(15);
    for (int n = 0; n < TRIALS; n++) {
        const Vec3 axis = random_direction();
        const double angle = n % 2 ? pow(10, check_uniform(-150, 0)) : pi - fabs(random_small());
        const Axes a = jd_axes_turn(axis, angle);
        const Vec3 v = jd_axes_to_vector(&a), wanted = vec3_scale(angle, axis);
        /* At half a turn either way round is right. */
        const bool other = angle > 3 && vec3_dot(v, wanted) < 0;
        if (other) check_near(angle, pi, 1e-15, "the other way round only at half a turn");
        check_vector(vec3_scale(other ? -1 : 1, v), wanted, 1.5e-15 * angle, "axis times angle");
    }
    const Axes none = jd_axes_from_vector(vec3(0, 0, 0));
    check_axes(&none, &axes_none, 0, "no turn");
    check_vector(jd_axes_to_vector(&none), vec3(0, 0, 0), 0, "and back");
}

static void small_turns_are_right_to_first_order(void **state) {
    (void)state;
    check_seed(16);
    for (int n = 0; n < 1000; n++) {
        const double size = pow(10, check_uniform(-12, -1));
        const Vec3 v = vec3_scale(size, random_direction());
        const Axes a = jd_axes_from_vector(v);
        check_vector(jd_axes_small(&a), v, size * size * size / 5 + 1e-15 * size, "to first order");
    }
}

/* ---- Directions and nearness ---------------------------------------------------------------- */

static void directions_make_axes(void **state) {
    (void)state;
    check_seed(17);
    for (int n = 0; n < TRIALS; n++) {
        const double size = pow(10, check_uniform(-200, 200));
        const Vec3 x = random_direction(), tilt = random_direction();
        /* Down to nearly parallel vectors. */
        const double off = pow(10, check_uniform(-7, 0));
        const Vec3 second = vec3_add(vec3_scale(n % 2 ? 1 : -1, x), vec3_scale(off, tilt));
        Axes xy, xz;
        if (vec3_norm(vec3_cross(x, second)) < 1e-8) continue;
        assert_true(jd_axes_from_xy(vec3_scale(size, x), vec3_scale(1 / size, second), &xy));
        assert_true(jd_axes_from_xz(vec3_scale(size, x), vec3_scale(1 / size, second), &xz));
        assert_true(jd_axes_proper(&xy, 1e-15) && jd_axes_proper(&xz, 1e-15));
        check_vector(xy.x, x, 5e-16, "x along x");
        check_vector(xz.x, x, 5e-16, "x along x");
        assert_true(vec3_dot(xy.y, second) > 0 && vec3_dot(xz.z, second) > 0);
        check_near(vec3_dot(xy.z, second), 0, 1e-15, "the second vector is in the plane of x, y");
        check_near(vec3_dot(xz.y, second), 0, 1e-15, "the second vector is in the plane of x, z");
    }
}

/* All 24 attitudes along the axes themselves, of directions of any length. */
static void directions_along_the_axes_are_exact(void **state) {
    (void)state;
    for (int n = 0; n < 36; n++) {
        const AxisName first = (AxisName)(n % 3), second = (AxisName)(n / 3 % 3);
        const double p = n / 9 % 2 ? -1 : 1, q = n / 18 ? -1 : 1;
        if (first == second) continue;
        const Vec3 x = vec3_scale(p, axes_at(&axes_none, first));
        const Vec3 y = vec3_scale(q, axes_at(&axes_none, second)), z = vec3_cross(x, y);
        const Axes wanted_xy = {x, y, z}, wanted_xz = {x, vec3_cross(y, x), y};
        Axes xy, xz;
        assert_true(jd_axes_from_xy(vec3_scale(1e-300, x), vec3_scale(1e300, y), &xy));
        assert_true(jd_axes_from_xz(vec3_scale(3, x), vec3_scale(7, y), &xz));
        check_axes(&xy, &wanted_xy, 0, "x and y");
        check_axes(&xz, &wanted_xz, 0, "x and z");
    }
}

static void directions_that_make_no_axes_are_refused(void **state) {
    (void)state;
    const Vec3 zero = vec3(0, 0, 0), x = vec3(1, 2, 3), same = vec3(-2, -4, -6);
    Axes kept = axes_none;
    assert_false(jd_axes_from_xy(zero, x, &kept));
    assert_false(jd_axes_from_xy(x, zero, &kept));
    assert_false(jd_axes_from_xy(x, same, &kept));
    assert_false(jd_axes_from_xz(zero, x, &kept));
    assert_false(jd_axes_from_xz(x, zero, &kept));
    assert_false(jd_axes_from_xz(x, same, &kept));
    assert_false(jd_axes_from_xy(vec3(NAN, 0, 0), x, &kept));
    assert_false(jd_axes_from_xy(vec3(INFINITY, 0, 0), x, &kept));
    check_axes(&kept, &axes_none, 0, "nothing was written");
}

static double product_trace(const Axes *a, const Axes *b) {
    return vec3_dot(a->x, b->x) + vec3_dot(a->y, b->y) + vec3_dot(a->z, b->z);
}

static void the_nearest_rotation_is_a_rotation_and_the_nearest(void **state) {
    (void)state;
    check_seed(18);
    for (int n = 0; n < 2000; n++) {
        const Axes a = random_axes();
        const Axes off = {vec3_add(a.x, random_vector(0.1)), vec3_add(a.y, random_vector(0.1)),
                          vec3_add(a.z, random_vector(0.1))};
        const Axes nearest = jd_axes_nearest(&off), same = jd_axes_nearest(&a);
        assert_true(jd_axes_proper(&nearest, 1e-15));
        check_axes(&same, &a, 1e-15, "a rotation is its own nearest");
        for (int k = 0; k < 10; k++) {
            const Axes turn = jd_axes_from_vector(random_vector(k < 5 ? 1e-4 : 1));
            const Axes other = jd_axes_absolute(&nearest, &turn);
            assert_true(product_trace(&off, &other) < product_trace(&off, &nearest) + 2e-15);
        }
    }
    const Axes none = jd_axes_nearest(&axes_none);
    check_axes(&none, &axes_none, 0, "no turn stays as it is");
}

static void what_is_no_rotation_is_known(void **state) {
    (void)state;
    const Axes left = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}},
               longer = {{1.1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Axes skew = {{1, 0, 0}, {0.1, 1, 0}, {0, 0, 1}},
               nan = {{NAN, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    assert_true(jd_axes_proper(&axes_none, 0));
    assert_false(jd_axes_proper(&left, 1e-3));
    assert_false(jd_axes_proper(&longer, 1e-3));
    assert_false(jd_axes_proper(&skew, 1e-3));
    assert_false(jd_axes_proper(&nan, 1e-3));
    assert_true(jd_axes_proper(&longer, 0.3));
}

static void equality_is_three_numbers_that_vanish_only_there(void **state) {
    (void)state;
    check_seed(19);
    for (int n = 0; n < TRIALS; n++) {
        const Axes a = random_axes();
        check_vector(jd_axes_constraint(&a, &a), vec3(0, 0, 0), 1e-15, "zero where equal");

        /* Near there they are about as large as the turn between the two. (At a third of a turn
         * about a diagonal they vanish again.) */
        const double angle = pow(10, check_uniform(-6, 0));
        const Vec3 v = vec3_scale(angle, random_direction());
        const Axes turn = jd_axes_from_vector(v), b = jd_axes_absolute(&a, &turn);
        const Vec3 off = jd_axes_constraint(&a, &b);
        assert_true(vec3_norm(off) > angle / 2);
        check_vector(off, v, angle * angle + 1e-15, "to first order the turn itself");
    }
}

/* ---- Rates and tensors ---------------------------------------------------------------------- */

/* An attitude that turns in a way with no symmetry. */
static Axes moving(double t) {
    const AxisName sequence[3] = {AXIS_Z, AXIS_X, AXIS_Y};
    const double angles[3] = {0.3 + 1.7 * t, sin(2 * t), t * t - 0.4};
    return jd_axes_sequence(sequence, 3, angles);
}

static Vec3 slope(Vec3 before, Vec3 after, double h) {
    return vec3_scale(1 / (2 * h), vec3_sub(after, before));
}

static void angular_velocity_agrees_with_differences(void **state) {
    (void)state;
    const double h = 1e-4;
    for (double t = -2; t < 2; t += 0.01) {
        const Axes a = moving(t), before = moving(t - h), after = moving(t + h);
        const Axes rate = {slope(before.x, after.x, h), slope(before.y, after.y, h),
                           slope(before.z, after.z, h)};
        const Axes small = jd_axes_relative(&before, &after);
        const Vec3 in = jd_axes_rate_in(&a, &rate), out = jd_axes_rate_out(&a, &rate);
        const Vec3 turn = vec3_scale(1 / (2 * h), jd_axes_to_vector(&small));
        check_vector(in, turn, 3e-7, "along the axes");
        check_vector(out, axes_out(&a, in), 1e-11, "in outer axes");
        check_vector(vec3_cross(out, a.x), rate.x, 3e-7, "x' = w x x");
    }
}

static void angular_velocity_of_an_exact_rate_is_exact(void **state) {
    (void)state;
    check_seed(20);
    for (int n = 0; n < TRIALS; n++) {
        const Axes a = random_axes();
        const Vec3 w = random_vector(10);
        const Axes rate = {vec3_cross(w, a.x), vec3_cross(w, a.y), vec3_cross(w, a.z)};
        check_vector(jd_axes_rate_out(&a, &rate), w, 2e-14, "in outer axes");
        check_vector(jd_axes_rate_in(&a, &rate), axes_in(&a, w), 2e-14, "along the axes");
    }
}

static Vec3 times(double m[3][3], Vec3 v) {
    return vec3(m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
                m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z);
}

static void tensors_turn_with_the_vectors_they_act_on(void **state) {
    (void)state;
    check_seed(21);
    for (int n = 0; n < TRIALS; n++) {
        const Axes a = random_axes();
        const Vec3 v = random_vector(1);
        double t[3][3], out[3][3], back[3][3];
        for (int i = 0; i < 9; i++) t[i / 3][i % 3] = check_uniform(-1, 1);
        jd_axes_tensor_out(&a, (const double(*)[3])t, out);
        check_vector(times(out, axes_out(&a, v)), axes_out(&a, times(t, v)), 4e-15, "R T R^T");
        jd_axes_tensor_in(&a, (const double(*)[3])out, back);
        jd_axes_tensor_in(&a, (const double(*)[3])out, out);
        for (int i = 0; i < 9; i++) {
            check_near(back[i / 3][i % 3], t[i / 3][i % 3], 3e-15, "R^T T R");
            check_near(out[i / 3][i % 3], back[i / 3][i % 3], 0, "in its own place");
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_are_a_group),
        cmocka_unit_test(vectors_turn_with_their_frame),
        cmocka_unit_test(a_turn_is_right_handed),
        cmocka_unit_test(a_turn_about_a_named_axis_is_the_same_either_way),
        cmocka_unit_test(turns_about_one_axis_add),
        cmocka_unit_test(a_rotation_vector_comes_back_to_its_last_digits),
        cmocka_unit_test(small_turns_are_right_to_first_order),
        cmocka_unit_test(directions_make_axes),
        cmocka_unit_test(directions_along_the_axes_are_exact),
        cmocka_unit_test(directions_that_make_no_axes_are_refused),
        cmocka_unit_test(the_nearest_rotation_is_a_rotation_and_the_nearest),
        cmocka_unit_test(what_is_no_rotation_is_known),
        cmocka_unit_test(equality_is_three_numbers_that_vanish_only_there),
        cmocka_unit_test(angular_velocity_agrees_with_differences),
        cmocka_unit_test(angular_velocity_of_an_exact_rate_is_exact),
        cmocka_unit_test(tensors_turn_with_the_vectors_they_act_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
