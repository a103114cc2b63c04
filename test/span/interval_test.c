/* SPDX-License-Identifier: MIT
 *
 * Bounds of functions of time and their derivatives: what a function and its derivatives are
 * anywhere in a span lies within the bounds over the span, rounding included; and the bounds come
 * down to the function as the span does. */
#include "span/interval.h"
#include "expr/fresh.h"

static Source source;

static const Program *compile(const char *text) {
    source = (Source){"a.jd", text, strlen(text)};
    const Program *program = jd_program_new(jd_expr_parse(&source, &arena, log_), &(Inputs){0},
                                            (Dim){0}, "it", &arena, log_);
    if (!program) jd_log_print(log_, stderr);
    assert_non_null(program);
    assert_int_equal(jd_program_conditions(program), 0);
    return program;
}

/* All functions that are smooth, alone and in one another. From..to: where they are defined. */
static const struct {
    const char *text;
    double from, to;
} smooth[] = {
    {"3 - 2*time", -5, 5},
    {"time*time - 4*time + 1", -5, 5},
    {"time^2 - time^3 + 0.1*time^4", -3, 3},
    {"time^7/100 - time^-3", 0.2, 3},
    {"time^1.5 + time^-0.7", 0.1, 9},
    {"(1 + time^2)^(time/3)", -2, 2},
    {"2^time", -5, 5},
    {"1/(time + 6) + time/(3 + time^2)", -5, 5},
    {"sin(time)", -20, 20},
    {"cos(3*time + 1)", -20, 20},
    {"sin(time^2)*cos(time)", -6, 6},
    {"tan(time)", -1.5, 1.5},
    {"tan(time)", 1.6, 4.6},
    {"asin(time) + acos(time/2)", -0.99, 0.99},
    {"atan(time^3)", -4, 4},
    {"tanh(3*time - 1) + 0.1*tanh(time^2)", -4, 4},
    {"sqrt(time) + sqrt(1 + time^2)", 0.01, 10},
    {"exp(-((time - 1)/0.1)^2)", -2, 4},
    {"exp(sin(time))/3 - exp(-time)", -4, 6},
    {"log(time) - log10(time + 1)", 0.01, 50},
    {"hypot(time, 3)", -5, 5},
    {"hypot(sin(time), cos(2*time) + 3)", -5, 5},
    {"10*(time/4)^3 - 15*(time/4)^4 + 6*(time/4)^5", 0, 4},
};
enum { SMOOTH = sizeof smooth / sizeof *smooth };

/* f, f' and f'' as the jet has them; the two after them are differences of f''. */
static void check_inside(const Program *program, const Series *bounds, double t, const char *text) {
    double jet[3];
    jd_program_jet(program, t, NULL, jet);
    const double value[3] = {jet[0], jet[1], jet[2] / 2};
    for (int k = 0; k < 3; k++) {
        const double unsure = 1e-12 * fabs(value[k]) + 1e-300;
        if (bounds->at[k].lo <= value[k] + unsure && bounds->at[k].hi >= value[k] - unsure)
            continue;
        print_error("%s at %.17g: coefficient %d = %.17g is not in [%.17g, %.17g]\n", text, t, k,
                    value[k], bounds->at[k].lo, bounds->at[k].hi);
        fail();
    }
}

static void functions_and_derivatives_lie_within_their_bounds(void **state) {
    (void)state;
    for (int n = 0; n < SMOOTH; n++) {
        const Program *program = compile(smooth[n].text);
        for (int k = 0; k < 400; k++) {
            const double whole = smooth[n].to - smooth[n].from;
            const double width = whole * pow(10, -6 * check_uniform(0, 1)) * 0.5;
            const double from = smooth[n].from + (whole - width) * check_uniform(0, 1);
            const Series bounds =
                jd_program_series(program, interval(from, from + width), NULL, NULL, 4);
            for (int i = 0; i <= 20; i++)
                check_inside(program, &bounds, fmin(from + width * i / 20, from + width),
                             smooth[n].text);
        }
    }
}

/* The third and fourth derivative by differences of the second. */
static void higher_derivatives_lie_within_their_bounds(void **state) {
    (void)state;
    for (int n = 0; n < SMOOTH; n++) {
        const Program *program = compile(smooth[n].text);
        for (int k = 1; k < 20; k++) {
            const double t = smooth[n].from + (smooth[n].to - smooth[n].from) * k / 20, h = 1e-4;
            double a[3], b[3], c[3];
            jd_program_jet(program, t - h, NULL, a);
            jd_program_jet(program, t, NULL, b);
            jd_program_jet(program, t + h, NULL, c);
            const double third = (c[2] - a[2]) / (2 * h),
                         fourth = (c[2] - 2 * b[2] + a[2]) / (h * h);
            const Series at = jd_program_series(program, interval(t - h, t + h), NULL, NULL, 4);
            const double size = fabs(b[2]) + fabs(third);
            assert_true(at.at[3].lo * 6 <= third + 1e-6 * size + 1e-9);
            assert_true(at.at[3].hi * 6 >= third - 1e-6 * size - 1e-9);
            assert_true(at.at[4].lo * 24 <= fourth + 1e-5 * size + 1e-6);
            assert_true(at.at[4].hi * 24 >= fourth - 1e-5 * size - 1e-6);
        }
    }
}

/* Bounds of a narrow span are narrow: otherwise they would be of no use. */
static void bounds_come_down_to_the_function(void **state) {
    (void)state;
    for (int n = 0; n < SMOOTH; n++) {
        const Program *program = compile(smooth[n].text);
        for (int k = 1; k < 10; k++) {
            const double t = smooth[n].from + (smooth[n].to - smooth[n].from) * k / 10;
            const Series at = jd_program_series(program, interval_at(t), NULL, NULL, 4);
            const Series near = jd_program_series(program, interval(t, t + 1e-6), NULL, NULL, 4);
            double jet[3];
            jd_program_jet(program, t, NULL, jet);
            const double size = 1 + fabs(jet[0]) + fabs(jet[1]) + fabs(jet[2]);
            for (int i = 0; i <= 1; i++) {
                assert_true(at.at[i].hi - at.at[i].lo <= 1e-12 * size);
                assert_true(near.at[i].hi - near.at[i].lo <= 1e-3 * size);
            }
            assert_true(at.at[4].hi - at.at[4].lo <= 1e-8 * (size + fabs(at.at[4].hi)));
        }
    }
}

static void what_is_not_defined_has_no_bounds_or_all(void **state) {
    (void)state;
    const struct {
        const char *text;
        double nowhere[2], partly[2];
    } cases[] = {
        {"sqrt(time)", {-3, -1}, {-1, 1}},       {"log(time)", {-3, -1}, {-1, 1}},
        {"asin(time)", {1.5, 2}, {0.5, 1.5}},    {"acos(time)", {-2, -1.5}, {-1.5, 0}},
        {"1 + sqrt(time)*0", {-3, -1}, {-1, 1}},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const Program *program = compile(cases[n].text);
        const Series no = jd_program_series(
            program, interval(cases[n].nowhere[0], cases[n].nowhere[1]), NULL, NULL, 1);
        const Series some = jd_program_series(
            program, interval(cases[n].partly[0], cases[n].partly[1]), NULL, NULL, 1);
        assert_true(interval_empty(no.at[0]));
        assert_true(n == 4 || (isinf(some.at[0].lo) && isinf(some.at[0].hi)));
    }
    const Series pole = jd_program_series(compile("1/time"), interval(-1, 1), NULL, NULL, 1);
    assert_true(isinf(pole.at[0].lo) && isinf(pole.at[0].hi));
    const Series tangent = jd_program_series(compile("tan(time)"), interval(1, 2), NULL, NULL, 1);
    assert_true(isinf(tangent.at[0].lo) && isinf(tangent.at[0].hi));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(functions_and_derivatives_lie_within_their_bounds, begin,
                                        end),
        cmocka_unit_test_setup_teardown(higher_derivatives_lie_within_their_bounds, begin, end),
        cmocka_unit_test_setup_teardown(bounds_come_down_to_the_function, begin, end),
        cmocka_unit_test_setup_teardown(what_is_not_defined_has_no_bounds_or_all, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
