/* SPDX-License-Identifier: MIT
 *
 * Sums of Chebyshev polynomials: exact for what they can be, and known integrals. */
#include "check.h"
#include "math/math.h"

static double cubic(double x) {
    return 2 - 3 * x + x * x * x;
}

static void polynomials_are_met_exactly(void **state) {
    (void)state;
    for (int n = 3; n <= CHEB_MOST; n++) {
        double values[CHEB_MOST + 1], c[CHEB_MOST + 1];
        for (int k = 0; k <= n; k++) values[k] = cubic(jd_cheb_place(n, k));
        jd_cheb_fit(n, values, c);
        for (double x = -1; x <= 1; x += 0.1)
            check_near(jd_cheb_value(n, c, x), cubic(x), 1e-14, "value");
        check_near(jd_cheb_integral(n, c), 4, 1e-14, "integral");
        /* 4 + 9 x^2 + x^6 - 6 x^4 are its even parts squared */
        check_near(jd_cheb_square_integral(n, c), 8 + 6 + 2.0 / 7 - 12.0 / 5, 1e-13, "square");
        double d[CHEB_MOST];
        jd_cheb_derive(n, c, d);
        for (double x = -1; x <= 1; x += 0.1)
            check_near(jd_cheb_value(n - 1, d, x), 3 * x * x - 3, 1e-12, "slope");
        if (n > 5) check_near(jd_cheb_tail(n, c), 0, 1e-14, "nothing is left");
    }
}

static void zeros_are_found(void **state) {
    (void)state;
    const double c[] = {-0.25, 1, 0.5}; /* x^2 + x - 0.75 */
    check_near(jd_cheb_zero(2, c, -1, 1), 0.5, 1e-15, "rising");
    const double d[] = {0.25, -1, -0.5};
    check_near(jd_cheb_zero(2, d, -1, 1), 0.5, 1e-15, "falling");
}

static void places_rise_and_nest(void **state) {
    (void)state;
    for (int k = 0; k <= 8; k++)
        check_near(jd_cheb_place(16, 2 * k), jd_cheb_place(8, k), 1e-16, "nested");
    for (int k = 0; k < 16; k++) assert_true(jd_cheb_place(16, k) < jd_cheb_place(16, k + 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_are_met_exactly),
        cmocka_unit_test(zeros_are_found),
        cmocka_unit_test(places_rise_and_nest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
