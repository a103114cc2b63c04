/* SPDX-License-Identifier: MIT
 *
 * Principal values and axes of symmetric matrices. */
#include "attitudes.h"

static void diagonal(double x, double y, double z, double m[3][3]) {
    memset(m, 0, 9 * sizeof(double));
    m[0][0] = x, m[1][1] = y, m[2][2] = z;
}

/* The matrix again from its values and axes. */
static double rebuilt(double m[3][3], const double values[3], const Axes *axes) {
    double d[3][3], back[3][3], off = 0;
    diagonal(values[0], values[1], values[2], d);
    jd_axes_tensor_out(axes, (const double(*)[3])d, back);
    for (int n = 0; n < 9; n++) off = fmax(off, fabs(back[n / 3][n % 3] - m[n / 3][n % 3]));
    return off;
}

static void sort(double v[3]) {
    for (int n = 0; n < 3; n++)
        for (int k = 0; k < 2; k++)
            if (v[k] > v[k + 1]) {
                const double swap = v[k];
                v[k] = v[k + 1], v[k + 1] = swap;
            }
}

static void a_diagonal_matrix_keeps_its_axes_and_their_order(void **state) {
    (void)state;
    const double all[][3] = {{3, 1, 2}, {1, 1, 1}, {0, 0, 0}, {1e-30, 5, -2}, {2, 2, 1}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        double m[3][3], values[3];
        Axes axes;
        diagonal(all[n][0], all[n][1], all[n][2], m);
        jd_principal((const double(*)[3])m, values, &axes);
        check_axes(&axes, &axes_none, 0, "the axes are those of the matrix");
        assert_memory_equal(values, all[n], sizeof values);
    }
}

static void noise_below_the_last_digit_turns_nothing(void **state) {
    (void)state;
    double m[3][3] = {{1, 1e-17, 0}, {1e-17, 1, -2e-17}, {0, -2e-17, 1}}, values[3];
    Axes axes;
    jd_principal((const double(*)[3])m, values, &axes);
    check_axes(&axes, &axes_none, 0, "a sphere keeps its axes");
}

static void values_are_those_of_the_construction(void **state) {
    (void)state;
    check_seed(41);
    for (int n = 0; n < 20000; n++) {
        const Axes a = n % 3 ? random_axes() : random_half_turn();
        double made[3], d[3][3], m[3][3], values[3];
        for (int k = 0; k < 3; k++) made[k] = check_uniform(0.1, 3);
        /* Equal ones, one that is zero, and one that is negative. */
        if (n % 5 == 1) made[1] = made[0];
        if (n % 5 == 2) made[2] = 0;
        if (n % 5 == 3) made[0] = -made[0];
        if (n % 5 == 4) made[2] = made[1] = made[0] * (1 + 1e-9);
        diagonal(made[0], made[1], made[2], d);
        jd_axes_tensor_out(&a, (const double(*)[3])d, m);

        Axes axes;
        jd_principal((const double(*)[3])m, values, &axes);
        assert_true(jd_axes_proper(&axes, 4e-15));
        check_near(rebuilt(m, values, &axes), 0, 1e-14, "values and axes make the matrix again");
        sort(made), sort(values);
        for (int k = 0; k < 3; k++) check_near(values[k], made[k], 1e-14, "a principal value");
    }
}

/* Nearly diagonal: each axis stays close to where it was. */
static void axes_follow_a_small_turn(void **state) {
    (void)state;
    check_seed(42);
    for (int n = 0; n < 1000; n++) {
        const Vec3 v = vec3_scale(1e-4, random_direction());
        const Axes turn = jd_axes_from_vector(v);
        double d[3][3], m[3][3], values[3];
        diagonal(3, 1, 2, d);
        jd_axes_tensor_out(&turn, (const double(*)[3])d, m);
        Axes axes;
        jd_principal((const double(*)[3])m, values, &axes);
        check_axes(&axes, &turn, 2e-15, "the axes of the construction");
        check_vector(vec3(values[0], values[1], values[2]), vec3(3, 1, 2), 4e-15, "in their order");
    }
}

static void sizes_do_not_matter(void **state) {
    (void)state;
    check_seed(43);
    for (int n = 0; n < 2000; n++) {
        const double size = pow(10, check_uniform(-140, 140));
        const Axes a = random_axes();
        double d[3][3], m[3][3], values[3];
        diagonal(size, 2 * size, 4 * size, d);
        jd_axes_tensor_out(&a, (const double(*)[3])d, m);
        Axes axes;
        jd_principal((const double(*)[3])m, values, &axes);
        sort(values);
        for (int k = 0; k < 3; k++) check_relative(values[k], ldexp(size, k), 4e-15, "a value");
    }
}

/* A thin rod: values many decades apart each keep their digits. */
static void small_values_keep_their_digits_beside_large_ones(void **state) {
    (void)state;
    double m[3][3] = {{1e-12, 3e-13, 0}, {3e-13, 2e-12, 1e-10}, {0, 1e-10, 1}}, values[3];
    Axes axes;
    jd_principal((const double(*)[3])m, values, &axes);
    sort(values);
    /* The small ones are those of the left upper corner; the large one changes them by 1e-20. */
    const double middle = 1.5e-12, root = sqrt(0.25e-24 + 0.09e-24);
    check_relative(values[0], middle - root, 1e-7, "the smallest");
    check_relative(values[1], middle + root, 1e-7, "the next");
    check_relative(values[2], 1, 1e-15, "the largest");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diagonal_matrix_keeps_its_axes_and_their_order),
        cmocka_unit_test(noise_below_the_last_digit_turns_nothing),
        cmocka_unit_test(values_are_those_of_the_construction),
        cmocka_unit_test(axes_follow_a_small_turn),
        cmocka_unit_test(sizes_do_not_matter),
        cmocka_unit_test(small_values_keep_their_digits_beside_large_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
