/* SPDX-License-Identifier: MIT
 *
 * Newton's method with differences: straight lines, curves, corners, unknowns of very different
 * sizes, and equations that have no solution. */
#include "check.h"
#include "math/newton.h"
#include <math.h>

enum { MOST = 40 };

static NewtonEnd solve(int n, void (*rest)(void *, const double *, double *), void *of, double *u) {
    static double room[2 * MOST * MOST + 8 * MOST + 1];
    assert_true(jd_newton_room(n) <= sizeof room / sizeof *room);
    static int order[MOST];
    const Newton newton = {n, rest, of, room, order};
    return jd_newton_solve(&newton, u);
}

/* Two orifices and a leak: pressures of 1e6 Pa beside flows of 1e-4 m^3/s, and a slope of zero at
 * the start. */
static void orifices(void *of, const double *u, double *rest) {
    const double k1 = 1e13, k2 = 3e13, leak = 2e9, pump = 8e5, tank = *(const double *)of;
    const double all = u[0] + u[1];
    rest[0] = k2 * u[0] * fabs(u[0]) + k1 * all * fabs(all) - pump + tank;
    rest[1] = u[1] + (k1 * all * fabs(all) - pump) / leak;
}

static void orifices_beside_a_leak(void **state) {
    (void)state;
    for (double tank = -2e6; tank <= 2e6; tank += 1357.7) {
        double u[2] = {0, 0}, rest[2];
        if (solve(2, orifices, &tank, u) != NEWTON_SOLVED) print_error("at %g\n", tank);
        orifices(&tank, u, rest);
        check_near(rest[0], 0, 1e-6, "pressure");
        check_near(rest[1], 0, 1e-15, "flow");
    }
}

/* A chain of straight lines, u[k + 1] - 2 u[k] + u[k - 1] = 1, with every row in another unit. */
static void chain(void *of, const double *u, double *rest) {
    const int n = *(const int *)of;
    for (int k = 0; k < n; k++) {
        const double before = k ? u[k - 1] : 0, after = k + 1 < n ? u[k + 1] : 0;
        rest[k] = (after - 2 * u[k] + before - 1) * pow(10, k % 7 - 3);
    }
}

static void straight_lines_of_all_units(void **state) {
    (void)state;
    int n = MOST;
    double u[MOST] = {0};
    assert_int_equal(solve(n, chain, &n, u), NEWTON_SOLVED);
    for (int k = 0; k < n; k++) check_near(u[k], -(k + 1) * (n - k) / 2.0, 1e-10, "of a parabola");
}

static void cubic(void *of, const double *u, double *rest) {
    rest[0] = u[0] * u[0] * u[0] - *(const double *)of;
}

static void slopes_of_zero_at_the_start(void **state) {
    (void)state;
    for (double root = -1e3; root <= 1e3; root += 37.3) {
        double u = 0, of = root * root * root;
        assert_int_equal(solve(1, cubic, &of, &u), NEWTON_SOLVED);
        check_near(u, root, 1e-12 * fabs(root), "root");
    }
}

/* Half a volt of a diode: the slope grows by e^40 per volt. */
static void diode(void *of, const double *u, double *rest) {
    rest[0] = (*(const double *)of - u[0]) / 100 - 1e-12 * (exp(u[0] / 0.025) - 1);
}

static void steep_laws(void **state) {
    (void)state;
    for (double source = -20; source <= 20; source += 0.7) {
        double u = 0, rest;
        assert_int_equal(solve(1, diode, &source, &u), NEWTON_SOLVED);
        diode(&source, &u, &rest);
        check_near(rest, 0, 1e-12, "current");
    }
}

/* A tank, a valve whose law gives the pressure, and one whose law is a root of it, in series: the
 * flow moved by 1 m^3/s leaves a root of a negative number. */
static void two_valves(void *of, const double *u, double *rest) {
    const double tank = *(const double *)of, first = u[0] / 2e-5;
    rest[0] = u[0] - 3e-5 * sqrt(tank - first * fabs(first));
}

static void where_a_root_ends(void **state) {
    (void)state;
    for (double tank = 10; tank <= 1e7; tank *= 3.7) {
        double u = 0;
        assert_int_equal(solve(1, two_valves, &tank, &u), NEWTON_SOLVED);
        const double flow = sqrt(tank / (1 / 4e-10 + 1 / 9e-10));
        check_near(u, flow, 1e-11 * flow, "flow");
    }
}

/* What a pump gives, in two orifices and through a third one into a tank, whose laws go on beyond
 * zero as one side of a corner that is held does: slopes at the start are equal, and what comes of
 * a step of 1 m^3/s has the other sign. */
static void three_orifices(void *of, const double *u, double *rest) {
    const double tank = *(const double *)of, left = 1e-3 - u[0] - u[1],
                 pressure = 1e10 * left * left;
    rest[0] = 4e10 * u[0] * u[0] - pressure;
    rest[1] = 1e9 * u[1] * u[1] + tank - pressure;
}

static void slopes_that_mislead(void **state) {
    (void)state;
    for (double tank = 0; tank <= 1200; tank += 13.7) {
        double u[2] = {0, 0}, rest[2];
        if (solve(2, three_orifices, &tank, u) != NEWTON_SOLVED) fail_msg("lost at %g", tank);
        three_orifices(&tank, u, rest);
        check_near(rest[0], 0, 1e-9, "pressure");
        check_near(rest[1], 0, 1e-9, "pressure");
    }
}

static void square(void *of, const double *u, double *rest) {
    (void)of;
    rest[0] = u[0] * u[0] + 1;
}
static void twice(void *of, const double *u, double *rest) {
    (void)of;
    rest[0] = u[0] + 2 * u[1] - 1;
    rest[1] = 3 * u[0] + 6 * u[1] - 4;
}

static void what_has_no_solution_is_told(void **state) {
    (void)state;
    double u[2] = {0, 0};
    assert_int_not_equal(solve(1, square, NULL, u), NEWTON_SOLVED);
    assert_int_equal(solve(2, twice, NULL, u), NEWTON_SINGULAR);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orifices_beside_a_leak),
        cmocka_unit_test(straight_lines_of_all_units),
        cmocka_unit_test(slopes_of_zero_at_the_start),
        cmocka_unit_test(steep_laws),
        cmocka_unit_test(where_a_root_ends),
        cmocka_unit_test(slopes_that_mislead),
        cmocka_unit_test(what_has_no_solution_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
