/* SPDX-License-Identifier: MIT
 *
 * Numbers that are drawn: distributions are the inverses of their shares, Sobol's points fill space
 * evenly, and a number is a function of seed, sample and dimension alone. */
#include "check.h"
#include "sweep/sweep.h"
#include <stdlib.h>

static void quantiles_of_the_normal_distribution_are_exact(void **state) {
    (void)state;
    /* Known to many digits, then the inverse of libm's erfc. */
    check_near(jd_normal_quantile(0.975), 1.959963984540054, 1e-15, "two sides, 5 %");
    check_near(jd_normal_quantile(0.5), 0, 0, "the middle");
    check_relative(jd_normal_quantile(1e-300), -37.0471, 1e-5, "far out");
    for (double z = -8; z <= 8; z += 0.0625) {
        const double p = jd_normal_share(z);
        const double slack = z > 0 ? 2e-16 * exp(0.5 * z * z) * 3 : 0; /* 1 - p has fewer digits */
        check_near(jd_normal_quantile(p), z, 4e-15 * fmax(1, fabs(z)) + slack, "there and back");
    }
}

static double share_below(const Distribution *d, const double *numbers, double x) {
    const int count = 200000;
    int below = 0;
    for (int n = 0; n < count; n++) below += d->quantile((n + 0.5) / count, numbers) <= x;
    return (double)below / count;
}

static void distributions_have_their_shares(void **state) {
    (void)state;
    const double normal[] = {3, 0.5}, uniform[] = {-1, 3}, triangular[] = {0, 1, 4},
                 log[] = {2, 0.25};
    check_near(share_below(jd_distribution_at(0), normal, 3.5), 0.8413447460685429, 1e-5,
               "one sigma");
    check_near(share_below(jd_distribution_at(1), uniform, 0), 0.25, 1e-5, "a quarter");
    /* (x - a)^2/((b - a)(m - a)) below the mode, 1 - (b - x)^2/((b - a)(b - m)) above */
    check_near(share_below(jd_distribution_at(2), triangular, 0.5), 0.25 / 4, 1e-5,
               "below the mode");
    check_near(share_below(jd_distribution_at(2), triangular, 2), 1 - 4.0 / 12, 1e-5, "above it");
    check_near(share_below(jd_distribution_at(3), log, 2 * exp(0.25)), 0.8413447460685429, 1e-5,
               "one sigma");
    assert_null(jd_distribution_at(4));
    assert_null(jd_distribution_at(-1));
}

/* The first 2^k points: one in each of 2^k intervals of every dimension, whatever the seed. */
static void sobol_points_are_stratified_in_every_dimension(void **state) {
    (void)state;
    enum { COUNT = 1024 };
    for (int dimension = 0; dimension < SOBOL_DIMENSIONS; dimension++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            bool seen[COUNT] = {false};
            for (int n = 0; n < COUNT; n++) {
                const double u = jd_draw_sobol(seed, n, dimension);
                assert_true(u > 0 && u < 1);
                const int cell = (int)(u * COUNT);
                assert_false(seen[cell]);
                seen[cell] = true;
            }
        }
}

/* Dimensions 1 and 2 make a (0, m, 2) net: one point in each box of area 2^-m. */
static void two_sobol_dimensions_fill_every_box(void **state) {
    (void)state;
    enum { M = 8, COUNT = 1 << M };
    for (int bits = 0; bits <= M; bits++) {
        int boxes[COUNT] = {0};
        for (int n = 0; n < COUNT; n++) {
            const int x = (int)(jd_draw_sobol(7, n, 0) * (1 << bits));
            const int y = (int)(jd_draw_sobol(7, n, 1) * (1 << (M - bits)));
            boxes[x * (1 << (M - bits)) + y]++;
        }
        for (int n = 0; n < COUNT; n++) assert_int_equal(boxes[n], 1);
    }
}

static void pairs_of_sobol_dimensions_integrate_products(void **state) {
    (void)state;
    for (int a = 0; a < SOBOL_DIMENSIONS; a++)
        for (int b = a + 1; b < SOBOL_DIMENSIONS; b++) {
            double sum = 0;
            for (int n = 0; n < 8192; n++)
                sum += (jd_draw_sobol(1, n, a) - 0.5) * (jd_draw_sobol(1, n, b) - 0.5);
            check_near(sum / 8192, 0, 2e-3, "independent of each other");
        }
}

static void random_numbers_depend_on_seed_sample_and_dimension(void **state) {
    (void)state;
    double mean = 0, square = 0, next = 0;
    for (int n = 0; n < 100000; n++) {
        const double u = jd_draw_random(5, n, 2), v = jd_draw_random(5, n, 3);
        assert_true(u > 0 && u < 1);
        mean += u / 1e5;
        square += (u - 0.5) * (u - 0.5) / 1e5;
        next += (u - 0.5) * (v - 0.5) / 1e5;
    }
    check_near(mean, 0.5, 4 * sqrt(1 / 12e5), "the middle");
    check_near(square, 1.0 / 12, 1e-3, "its variance");
    check_near(next, 0, 4 / 12.0 / sqrt(1e5), "dimensions are independent");
    assert_true(jd_draw_random(5, 1, 2) == jd_draw_random(5, 1, 2));
    assert_true(jd_draw_random(5, 1, 2) != jd_draw_random(6, 1, 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_of_the_normal_distribution_are_exact),
        cmocka_unit_test(distributions_have_their_shares),
        cmocka_unit_test(sobol_points_are_stratified_in_every_dimension),
        cmocka_unit_test(two_sobol_dimensions_fill_every_box),
        cmocka_unit_test(pairs_of_sobol_dimensions_integrate_products),
        cmocka_unit_test(random_numbers_depend_on_seed_sample_and_dimension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
