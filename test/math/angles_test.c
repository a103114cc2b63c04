/* SPDX-License-Identifier: MIT
 *
 * Sequences of turns and their angles. */
#include "attitudes.h"

static const AxisName xyz[3] = {AXIS_X, AXIS_Y, AXIS_Z}, zxz[3] = {AXIS_Z, AXIS_X, AXIS_Z};

/* How far apart two angles are, whole turns aside. */
static double apart(double a, double b) {
    return fabs(remainder(a - b, 2 * pi));
}

static void each_turn_is_about_the_axes_the_ones_before_have_turned(void **state) {
    (void)state;
    /* x by a right angle brings y to z; about that z the next one brings x to y and z to x. */
    const Axes two = jd_axes_sequence(xyz, 2, (const double[]){pi / 2, pi / 2});
    const Axes wanted = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    check_axes(&two, &wanted, 1e-15, "x then y, by a right angle each");

    check_seed(5);
    for (int n = 0; n < 1000; n++) {
        const AxisName *sequence = attitude_sequences[n % 12];
        const double angles[3] = {check_uniform(-7, 7), check_uniform(-7, 7), check_uniform(-7, 7)};
        Axes by_hand = axes_none;
        for (int k = 0; k < 3; k++) {
            const Axes turn = jd_axes_turn(axes_at(&by_hand, sequence[k]), angles[k]);
            by_hand = jd_axes_absolute(&turn, &by_hand);
        }
        const Axes made = jd_axes_sequence(sequence, 3, angles);
        check_axes(&made, &by_hand, 2e-15, "turns about the axes where they are by then");
    }
    const Axes none = jd_axes_sequence(xyz, 0, NULL);
    check_axes(&none, &axes_none, 0, "no turn at all");
}

static void angles_of_regular_attitudes_are_those_they_were_made_with(void **state) {
    (void)state;
    check_seed(6);
    for (int n = 0; n < 24000; n++) {
        const AxisName *sequence = attitude_sequences[n % 12];
        const bool euler = sequence[0] == sequence[2];
        const double middle = check_uniform(0.2, pi / 2 - 0.2);
        const double angles[3] = {check_uniform(-pi, pi),
                                  euler                ? 2 * middle
                                  : check_random() & 1 ? middle
                                                       : -middle,
                                  check_uniform(-pi, pi)};
        const Axes a = jd_axes_sequence(sequence, 3, angles);
        double found[3];
        jd_axes_angles(&a, sequence, 3, found);
        for (int k = 0; k < 3; k++)
            check_near(apart(found[k], angles[k]), 0, 6e-15, "an angle comes back");
    }
}

static void small_angles_keep_their_relative_digits(void **state) {
    (void)state;
    const double angles[3] = {1e-9, -2e-12, 3e-15};
    const Axes a = jd_axes_sequence(xyz, 3, angles);
    double found[3];
    jd_axes_angles(&a, xyz, 3, found);
    check_relative(found[0], angles[0], 1e-15, "first");
    check_relative(found[1], angles[1], 1e-15, "middle");
    /* The last one is what is left of products near 1e-21. */
    check_relative(found[2], angles[2], 1e-5, "last");
}

static void where_the_middle_angle_is_singular_the_last_is_zero(void **state) {
    (void)state;
    check_seed(7);
    for (int n = 0; n < 12000; n++) {
        const AxisName *sequence = attitude_sequences[n % 12];
        const bool euler = sequence[0] == sequence[2], other = n / 12 % 2;
        const double angles[3] = {check_uniform(-pi, pi),
                                  euler ? (other ? pi : 0) : (other ? -pi / 2 : pi / 2),
                                  check_uniform(-pi, pi)};
        const Axes a = jd_axes_sequence(sequence, 3, angles);
        double found[3];
        jd_axes_angles(&a, sequence, 3, found);
        check_near(found[2], 0, 0, "the last angle");
        check_near(found[1], angles[1], 2e-15, "the middle angle");
        const Axes again = jd_axes_sequence(sequence, 3, found);
        check_axes(&again, &a, 3e-15, "the attitude all the same");
    }
}

static void no_turn_has_angles_that_are_plain_zeros(void **state) {
    (void)state;
    for (int n = 0; n < 12; n++)
        for (int count = 1; count <= 3; count++) {
            double found[3] = {1, 1, 1};
            jd_axes_angles(&axes_none, attitude_sequences[n], count, found);
            for (int k = 0; k < count; k++) assert_true(found[k] == 0 && !signbit(found[k]));
        }
}

static void a_half_turn_is_plus_pi(void **state) {
    (void)state;
    for (int n = 0; n < 3; n++) {
        const AxisName axis = (AxisName)n;
        double angle;
        Axes half = jd_axes_about(axis, -pi);
        jd_axes_angles(&half, &axis, 1, &angle);
        check_near(angle, pi, 0, "minus half a turn");
    }
}

static void two_turns_about_one_axis_are_one(void **state) {
    (void)state;
    const AxisName xxz[3] = {AXIS_X, AXIS_X, AXIS_Z}, xzz[3] = {AXIS_X, AXIS_Z, AXIS_Z};
    const double angles[3] = {0.3, 0.4, -2.5};
    double found[3];
    Axes a = jd_axes_sequence(xxz, 3, angles);
    jd_axes_angles(&a, xxz, 3, found);
    check_vector(vec3(found[0], found[1], found[2]), vec3(0.7, 0, -2.5), 2e-15, "x x z");
    a = jd_axes_sequence(xzz, 3, angles);
    jd_axes_angles(&a, xzz, 3, found);
    check_vector(vec3(found[0], found[1], found[2]), vec3(0.3, -2.1, 0), 2e-15, "x z z");
    a = jd_axes_sequence(xxz, 2, angles);
    jd_axes_angles(&a, xxz, 2, found);
    check_vector(vec3(found[0], found[1], 0), vec3(0.7, 0, 0), 2e-15, "x x");
}

/* ---- One turn and two ----------------------------------------------------------------------- */

static void one_turn_and_two_come_back_over_the_full_circle(void **state) {
    (void)state;
    check_seed(8);
    for (int n = 0; n < 24000; n++) {
        const AxisName *sequence = attitude_sequences[n % 12];
        const int count = 1 + n / 12 % 2;
        const double near = n % 5 ? check_uniform(-pi, pi) : pi + random_small();
        const double angles[2] = {near, n % 7 ? check_uniform(-pi, pi) : random_small()};
        const Axes a = jd_axes_sequence(sequence, count, angles);
        double found[2];
        jd_axes_angles(&a, sequence, count, found);
        for (int k = 0; k < count; k++)
            check_near(apart(found[k], angles[k]), 0, 2e-15, "an angle comes back");
    }
}

/* The sum of the squares of the nine differences. */
static double squares(const Axes *a, const Axes *b) {
    const Vec3 x = vec3_sub(a->x, b->x), y = vec3_sub(a->y, b->y), z = vec3_sub(a->z, b->z);
    return vec3_dot(x, x) + vec3_dot(y, y) + vec3_dot(z, z);
}

static void of_another_attitude_the_nearest_one_is_found(void **state) {
    (void)state;
    check_seed(9);
    for (int n = 0; n < 6000; n++) {
        const AxisName *sequence = attitude_sequences[n % 12];
        const int count = 1 + n / 12 % 2;
        const double angles[2] = {check_uniform(-pi, pi), check_uniform(-pi, pi)};
        const Axes exact = jd_axes_sequence(sequence, count, angles);
        const Axes off = jd_axes_from_vector(random_vector(0.3));
        const Axes a = jd_axes_absolute(&exact, &off);
        double found[2];
        jd_axes_angles(&a, sequence, count, found);
        const Axes nearest = jd_axes_sequence(sequence, count, found);
        for (int k = 0; k < 40; k++) {
            const double step = k < 20 ? 1e-5 : 0.5;
            const double other[2] = {found[0] + check_uniform(-step, step),
                                     found[1] + check_uniform(-step, step)};
            const Axes there = jd_axes_sequence(sequence, count, other);
            assert_true(squares(&there, &a) > squares(&nearest, &a) - 1e-15);
        }
    }
}

static void the_angles_of_a_known_attitude(void **state) {
    (void)state;
    /* z to x, x to y, y to z: a third of a turn about the diagonal. */
    const Axes third = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    double found[3];
    jd_axes_angles(&third, xyz, 3, found);
    check_vector(vec3(found[0], found[1], found[2]), vec3(pi / 2, pi / 2, 0), 0, "Cardan");
    jd_axes_angles(&third, zxz, 3, found);
    check_vector(vec3(found[0], found[1], found[2]), vec3(pi / 2, pi / 2, 0), 0, "Euler");
    const Vec3 v = jd_axes_to_vector(&third);
    const double part = 2 * pi / 3 / sqrt(3);
    check_vector(v, vec3(part, part, part), 1e-15, "the vector along the diagonal");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_turn_is_about_the_axes_the_ones_before_have_turned),
        cmocka_unit_test(angles_of_regular_attitudes_are_those_they_were_made_with),
        cmocka_unit_test(small_angles_keep_their_relative_digits),
        cmocka_unit_test(where_the_middle_angle_is_singular_the_last_is_zero),
        cmocka_unit_test(no_turn_has_angles_that_are_plain_zeros),
        cmocka_unit_test(a_half_turn_is_plus_pi),
        cmocka_unit_test(two_turns_about_one_axis_are_one),
        cmocka_unit_test(one_turn_and_two_come_back_over_the_full_circle),
        cmocka_unit_test(of_another_attitude_the_nearest_one_is_found),
        cmocka_unit_test(the_angles_of_a_known_attitude),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
