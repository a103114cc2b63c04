/* SPDX-License-Identifier: MIT
 *
 * Programs: values against constant evaluation, derivatives against differences, dimensions. */
#include "expr/expr.h"
#include "expr/fresh.h"
#include <stdlib.h>

static Source source;

/* u and w are numbers, jO.rate is a rate, s[2].x a length. */
static bool find_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    JdLog *log = inputs->data;
    static const struct {
        const char *name;
        Dim dim;
    } known[] = {{"u", {0}}, {"w", {0}}, {"jO.rate", {0, 0, -1}}, {"s[2].x", {1, 0, 0}}};
    for (int n = 0; n < 4; n++)
        if (strcmp(known[n].name, name) == 0) {
            *slot = n;
            *dim = known[n].dim;
            return true;
        }
    jd_report(log, JD_ERROR, "name-unknown", jd_span_where(span), "no %s", name);
    return false;
}

static const Dim none;

static Program *compile(const char *text, Dim dim) {
    source = (Source){"a.jd", text, strlen(text)};
    Inputs inputs = {find_input, log_};
    const Expr *expr = jd_expr_parse(&source, &arena, log_);
    return jd_program_new(expr, &inputs, dim, "torque", &arena, log_);
}

static void programs_compute_what_they_say(void **state) {
    (void)state;
    const double inputs[] = {0.3, -2, 5, 0.25};
    const struct {
        const char *text;
        Dim dim;
        double value;
    } cases[] = {
        {"10 N*m * sin(2*pi*time)", {2, 1, -2}, 10 * sin(2 * acos(-1) * 0.7)},
        {"10*time + 1", {0}, 8},
        {"time > 0.5 s", {0}, 1},
        {"-0.5 N*m*s * jO.rate", {2, 1, -2}, -2.5},
        {"s[2].x * 4 N/m * s[2].x", {2, 1, -2}, 0.25},
        {"norm([s[2].x, 3*s[2].x])", {1, 0, 0}, 0.25 * sqrt(10)},
        {"if(u < 0, 5, w)", {0}, -2},
        {"max(u, w, 0.1, 0)", {0}, 0.3},
        {"u^w + u^2 + 2^u", {0}, 1 / 0.09 + 0.09 + pow(2, 0.3)},
        {"rot(u, [w, u]).y", {0}, -2 * sin(0.3) + 0.3 * cos(0.3)},
        {"(u) mm", {1, 0, 0}, 0.0003},
        {"5 mm * step(time - 1 s)", {1, 0, 0}, 0},
        {"!(u > 0) or w == -2 and time <= 0.7", {0}, 1},
        {"42", {2, 1, -2}, 42},
        {"clamp(10*u, -1, 1)", {0}, 1},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const Program *program = compile(cases[n].text, cases[n].dim);
        if (!program) fail_msg("'%s': %s", cases[n].text, jd_log_message(log_, 0).text);
        double jet[3];
        check_near(jd_program_eval(program, 0.7, inputs), cases[n].value,
                   1e-15 * (1 + fabs(cases[n].value)), cases[n].text);
        jd_program_jet(program, 0.7, inputs, jet);
        check_near(jet[0], jd_program_eval(program, 0.7, inputs), 0, "jet and value agree");
    }
}

/* Expressions of time and u, smooth near the times that are tried. */
static const char *const motions[] = {
    "time",
    "3",
    "-time + 2*time^2 - time^3/7",
    "sin(2*time)*cos(time) + tan(time/2)",
    "asin(time/3) - acos(time/4) + atan(time^2)",
    "atan2(sin(time), 2 + cos(3*time))",
    "sqrt(1 + time^2)*exp(-time)",
    "tanh(2*time) - tanh(time^2 - 1)",
    "ramp(time - 5)^2 + ramp(time + 5)^3",
    "smoothstep(time^2, -1, 3) + smoothstep(time, -2, 3)",
    "remainder(time^2, 0.9)*remainder(time + 0.05, 3) + pulse(time, 3)",
    "log(time + 1)*log10(time + 3)",
    "abs(time - 5)^2.5 + abs(time + 5)",
    "min(time/1 s, time^2/1 s^2 + 3, u) + max(time/1 s, -2)",
    "floor(time + 0.1) + ceil(time + 0.1) + round(time) + sign(time) + step(time)",
    "hypot(time, 1 + time^2) + hypot(1, time, 2)",
    "if(time > 0.2, sin(time), time^5)",
    "clamp(time^2, -1, 1)",
    "time^(1 + time) + 2^time + time^u",
    "(1 + time^2)/(2 - time) / (3 + sin(time))",
    "dot([time, 1], [sin(time), time^2])",
    "norm(cross([time, 1, time^2], [2, sin(time), 1]))",
    "angle(rot(time, [1, 2])) + polar(time, time^2).x + dir(time).y",
    "(time^-2 + time^0.5)*(time < 9) + (time^1 - time^0)",
    "u*time/1 s + u^2*sin(u*time/1 s)",
};

static void derivatives_agree_with_differences(void **state) {
    (void)state;
    const double inputs[] = {1.7, 0, 0, 0};
    for (size_t n = 0; n < sizeof motions / sizeof *motions; n++) {
        const Program *program = compile(motions[n], none);
        if (!program) fail_msg("'%s': %s", motions[n], jd_log_message(log_, 0).text);
        for (int trial = 0; trial < 20; trial++) {
            /* Away from the corners at 0.2, 0.4, 0.5, 0.9 and 1. */
            const double t = 0.6 + 0.01 * trial, h = 1e-3;
            double at[3], d[4][3];
            jd_program_jet(program, t, inputs, at);
            for (int k = 0; k < 4; k++) {
                const double shift = (double[]){-2, -1, 1, 2}[k] * h;
                jd_program_jet(program, t + shift, inputs, d[k]);
            }
            /* Fourth order: the error is h^4/30 of the fifth derivative. */
            for (int k = 0; k < 2; k++) {
                const double slope = (d[0][k] - 8 * d[1][k] + 8 * d[2][k] - d[3][k]) / (12 * h);
                check_near(at[k + 1], slope, 1e-9 * (1 + fabs(slope)), motions[n]);
            }
        }
    }
}

static void smooth_places_have_no_hole(void **state) {
    (void)state;
    const double inputs[] = {0, 0, 0, 0};
    const struct {
        const char *text;
        double jet[3];
    } cases[] = {
        {"time^2", {0, 0, 2}},          {"time^3 + time^1", {0, 1, 0}},
        {"time^0", {1, 0, 0}},          {"sqrt(u) + time/1 s", {0, 1, 0}},
        {"abs(u)*time/1 s", {0, 0, 0}}, {"hypot(u, u)", {0, 0, 0}},
        {"abs(time)", {0, 1, 0}},       {"u^0.5", {0, 0, 0}},
        {"hypot(time, 0)", {0, 1, 0}},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        double jet[3];
        jd_program_jet(compile(cases[n].text, none), 0, inputs, jet);
        for (int k = 0; k < 3; k++) check_near(jet[k], cases[n].jet[k], 0, cases[n].text);
    }
}

static void wrong_dimensions_are_explained(void **state) {
    (void)state;
    const struct {
        const char *text;
        Dim dim;
        const char *message;
    } cases[] = {
        {"s[2].x * jO.rate",
         {2, 1, -2},
         "torque must be a torque or energy (N*m); this is a speed (m/s)"},
        {"s[2].x + jO.rate", {1, 0, 0}, "a length (m) and a rate (1/s) cannot be added"},
        {"s[2].x + 1", {1, 0, 0}, "a length (m) and a plain number cannot be added"},
        {"[u, w]", {0}, "torque must be a single number; this is a vector of 2 numbers"},
        {"s[2].x^u", {0}, "a length (m) can only be raised to a constant power"},
        {"sin(jO.rate)",
         {0},
         "the argument of sin must be a plain number or angle; this is a rate (1/s)"},
        {"nobody + 1", {0}, "no nobody"},
        {"time + 2 m", {0}, "a time (s) and a length (m) cannot be added"},
        {"u + 1/0", {0}, "this divides by zero"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        assert_null(compile(cases[n].text, cases[n].dim));
        assert_int_equal(jd_log_errors(log_), n + 1);
        check_text(jd_log_message(log_, (int)n).text, cases[n].message);
    }
    assert_null(jd_program_new(NULL, NULL, none, NULL, &arena, log_));
}

static void programs_know_what_they_use_and_can_be_copied(void **state) {
    (void)state;
    const double inputs[] = {2, 3, 0, 0};
    assert_true(jd_program_is_constant(compile("2*pi + sin(1)", none)));
    assert_false(jd_program_is_constant(compile("time", none)));
    assert_false(jd_program_uses_inputs(compile("time^2", none)));
    assert_true(jd_program_uses_inputs(compile("u*time/1 s", none)));
    /* A branch that is never taken is not in the code. */
    assert_true(jd_program_is_constant(compile("if(1 > 0, 5, u)", none)));

    const Program *program = compile("(u + 3)*(w - 7)/(u*w + 1)", none);
    const size_t size = jd_program_size(program);
    Program *copy = malloc(size);
    memcpy(copy, program, size);
    end(NULL);
    begin(NULL);
    check_near(jd_program_eval(copy, 0, inputs), 5.0 * -4 / 7, 1e-15, "the copy lives alone");
    free(copy);
}

static void wide_expressions_run_out_of_registers_in_words(void **state) {
    (void)state;
    Text text = {0};
    for (int n = 0; n < 150; n++) jd_text_print(&text, "sin(u + %d)*(", n);
    jd_text_print(&text, "w");
    for (int n = 0; n < 150; n++) jd_text_print(&text, ")");
    assert_null(compile(text.at, none));
    check_text(jd_log_message(log_, 0).code, "expression-too-large");
    jd_text_free(&text);

    /* A long sum needs few. */
    for (int n = 0; n < 400; n++) jd_text_print(&text, "sin(u + %d) + ", n);
    jd_text_print(&text, "w");
    const Program *program = compile(text.at, none);
    assert_non_null(program);
    double sum = 3;
    for (int n = 0; n < 400; n++) sum += sin(0.5 + n);
    check_near(jd_program_eval(program, 0, (double[]){0.5, 3}), sum, 1e-12, "400 terms");
    jd_text_free(&text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(programs_compute_what_they_say),
        TEST(derivatives_agree_with_differences),
        TEST(smooth_places_have_no_hole),
        TEST(wrong_dimensions_are_explained),
        TEST(programs_know_what_they_use_and_can_be_copied),
        TEST(wide_expressions_run_out_of_registers_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
