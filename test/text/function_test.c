/* SPDX-License-Identifier: MIT
 *
 * Functions of one's own: with numbers and vectors of any dimension, before the run and during it,
 * one in another, with names that mean something else outside; in parts; and in drives, whose
 * derivatives are theirs. */
#include "verify/verify.h"
#include "system/system.h"

static Case open_run(const char *text) {
    return open_text(text, (JdCompileDef){0}, (JdRunDef){0});
}

static void functions_have_the_dimensions_of_what_they_are_called_with(void **state) {
    (void)state;
    Case c = open_run("function mid(a, b) = 0.5*(a + b)\nfunction half(a) = mid(a, 0*a)\n"
                      "point A = [1, 0]\npoint B = mid(A, [3, 4] m)\n"
                      "body m { at B  mass half(4 kg)  inertia mid(1, 3) }\n"
                      "signal x = mid(m.x, 6 m)\nsignal t = half(time)\nrun to 1 s\n");
    while (advance(&c)) {
    }
    check_near(value(&c, "m.x"), 2, 1e-15, "x of a point");
    check_near(value(&c, "m.y"), 2, 1e-15, "y of a point");
    check_near(value(&c, "x"), 4, 1e-15, "of a channel");
    check_near(value(&c, "t"), 0.5, 1e-15, "of the time");
    check_near(c.system->body[1].mass, 2, 0, "of a parameter");
    check_text(jd_channel_unit(c.system, channel(&c, "x")), "m");
    check_text(jd_channel_unit(c.system, channel(&c, "t")), "s");
    close_case(&c);
}

/* x and m are arguments inside, whatever they are outside; k is the parameter. */
static void arguments_go_before_other_names(void **state) {
    (void)state;
    Case c = open_run("param k = 10\nparam x = 100\nfunction f(x, m) = k*x + m\n"
                      "function g(p) = p.x - p.y\n"
                      "body m { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                      "signal a = f(2, x)\nsignal b = g([7, 4])\nrun to 1 s\n");
    assert_true(advance(&c));
    check_near(value(&c, "a"), 120, 0, "arguments inside");
    check_near(value(&c, "b"), 3, 0, "numbers of a vector");
    close_case(&c);
}

/* A function is defined above; then it reads signals wherever they stand. */
static void signals_in_functions_are_in_order(void **state) {
    (void)state;
    Case c = open_run("function later(x) = x + gain\nsignal now = later(3)\n"
                      "signal gain = 2*time/1 s\nstate sum { rate now/1 s }\nrun to 2 s\n");
    while (advance(&c)) {
    }
    check_near(value(&c, "now"), 7, 1e-14, "3 + 2 t");
    check_near(value(&c, "sum"), 10, 1e-12, "3 t + t^2");
    close_case(&c);
}

static void drives_have_the_derivatives_of_functions(void **state) {
    (void)state;
    Case c = open_run("planar\npoint O = [0, 0]\npoint A = [0.1, 0]\n"
                      "function swing(a, w) = a*sin(w*phase)\nsignal phase = time + 1 s\n"
                      "body crank { link O A  mass 1 kg  inertia 0.01 kg*m^2 }\n"
                      "joint jO : revolute ground -- crank at O\n"
                      "drive d : jO.angle = swing(0.5 rad, 3 1/s)\nrun to 1 s every 0.1 s\n");
    while (advance(&c)) {
        const double p = 3 * (value(&c, "time") + 1);
        check_near(value(&c, "jO.angle"), 0.5 * sin(p), 1e-12, "its value");
        check_near(value(&c, "jO.rate"), 1.5 * cos(p), 1e-11, "its rate");
        check_near(value(&c, "jO.accel"), -4.5 * sin(p), 1e-11, "its second derivative");
    }
    close_case(&c);
}

/* Arguments are worked out once; what calls more than 2^15 times is told, not waited for. */
static void calls_in_calls_come_to_an_end(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "function f0(x) = x + x\n");
    for (int n = 1; n < 30; n++)
        jd_text_print(&text, "function f%d(x) = 0.5*(f%d(x) + f%d(x))\n", n, n - 1, n - 1);
    jd_text_print(&text, "signal b = f3(f3(time)) + f3(time)\nrun to 1 s\n");
    Case c = open_run(text.at);
    while (advance(&c)) {
    }
    check_near(value(&c, "b"), 6, 1e-12, "four times and twice");
    close_case(&c);
    jd_text_print(&text, "param a = f29(1)\n");
    JdLog *log = jd_log_new();
    jd_model_free(jd_model_read_text("text", text.at, text.count, (JdReadDef){0}, log));
    assert_int_equal(jd_log_errors(log), 1);
    check_text(jd_log_message(log, 0).code, "expression-too-large");
    jd_log_free(log);
    jd_text_free(&text);
}

static void parts_have_functions_of_their_own(void **state) {
    (void)state;
    Case c = open_run("function f(x) = 1 + x\npart p {\n    param n = 1\n    function f(x) = n*x\n"
                      "    signal y = f(5)\n}\npart q {\n    signal y = f(5)\n}\n"
                      "use a : p with n = 3\nuse b : q\nrun to 1 s\n");
    assert_true(advance(&c));
    check_near(value(&c, "a.y"), 15, 0, "its own");
    check_near(value(&c, "b.y"), 6, 0, "that of the model");
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_have_the_dimensions_of_what_they_are_called_with),
        cmocka_unit_test(arguments_go_before_other_names),
        cmocka_unit_test(signals_in_functions_are_in_order),
        cmocka_unit_test(drives_have_the_derivatives_of_functions),
        cmocka_unit_test(calls_in_calls_come_to_an_end),
        cmocka_unit_test(parts_have_functions_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
