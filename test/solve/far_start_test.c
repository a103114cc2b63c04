/* SPDX-License-Identifier: MIT
 *
 * Starts that are far from the drawing. What only hangs on the frees that are asked for is there at
 * once, however far; loops are carried along as far as a thousand turns, and beyond that it is
 * told; and where numbers have too few digits left for the tolerance, that is told before the first
 * step. Sizes and rates from 1e-9 to 1e9 make no difference. */
#include "math/math.h"
#include "verify/verify.h"
#include <time.h>

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

/* ---- Trees ------------------------------------------------------------------------------------
 */

static void what_hangs_on_a_joint_is_there_at_once(void **state) {
    (void)state;
    static const double ways[] = {1e3, 1e5, 1e7};
    static const char slide[] =
        "gravity [0, -9.81] m/s^2\nbody a { at [0.4, 0] m mass 0.5 kg inertia 0.01 kg*m^2 }\n"
        "body b { at [0.4, -0.3] m mass 0.5 kg inertia 0.01 kg*m^2 }\n"
        "joint s : prismatic ground -- a at [0.4, 0] m axis x\n"
        "joint h : revolute a -- b at [0.4, 0] m\nstart h.angle = 0.5\nrun to 1 s every 1 s\n";
    for (int k = 0; k < 3; k++)
        for (int f = 0; f < 3; f++) {
            char text[800];
            double angle[2];
            const double begin = seconds();
            for (int far = 0; far < 2; far++) {
                snprintf(text, sizeof text, "planar\n%sstart s.travel = %g m\n", slide,
                         far ? ways[k] : 0.0);
                Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
                assert_true(advance(&c));
                check_near(value(&c, "s.travel"), far ? ways[k] : 0, 0, "where it is asked for");
                check_near(value(&c, "h.angle"), 0.5, 1e-12, "what hangs on it");
                check_near(value(&c, "b.y"), -0.3 * cos(0.5), 1e-9, "where that is");
                to_the_end(&c);
                angle[far] = value(&c, "h.angle");
                close_case(&c);
            }
            /* Places far away have fewer digits, and it moves as well as they allow. */
            check_near(angle[1], angle[0], 1e-8 + 1e-14 * ways[k], "it moves as here");
            assert_true(seconds() - begin < 1);
        }
}

static void a_million_radians_are_as_good_as_their_rest(void **state) {
    (void)state;
    static const char *const pendulums[] = {
        "planar\ngravity [0, -9.81] m/s^2\n"
        "body a { at [0.4, 0] m mass 0.5 kg inertia 0.01 kg*m^2 }\n"
        "joint h : revolute ground -- a at [0, 0]\nrun to 1 s every 1 s tol 1e-8\n",
        "spatial\ngravity [0, -9.81, 0] m/s^2\n"
        "body a { at [0.4, 0, 0] m mass 0.5 kg inertia [0.01, 0.01, 0.01] kg*m^2 }\n"
        "joint h : revolute ground -- a at [0, 0, 0] m axis z\nrun to 1 s every 1 s tol 1e-8\n"};
    const double turns = 2 * pi * 159155, rest = 0.7;
    for (int p = 0; p < 2; p++)
        for (int f = 0; f < 3; f++) {
            char text[600];
            double end[2];
            const double begin = seconds();
            for (int far = 0; far < 2; far++) {
                snprintf(text, sizeof text, "%sstart h.angle = %.17g\n", pendulums[p],
                         rest + (far ? turns : 0));
                Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
                to_the_end(&c);
                end[far] = value(&c, "h.angle") - (far ? turns : 0);
                close_case(&c);
            }
            check_near(end[1], end[0], 1e-6, forms[f]);
            assert_true(seconds() - begin < 1);
        }
}

/* Bodies that float go with what is asked of one of them. */
static void a_floating_chain_goes_along(void **state) {
    (void)state;
    const double begin = seconds();
    Case c = open_text("planar\nbody a { at [0.4, 0] m mass 0.5 kg inertia 0.01 kg*m^2 }\n"
                       "body b { at [1.4, 0] m mass 0.5 kg inertia 0.01 kg*m^2 }\n"
                       "joint h : revolute a -- b at [1, 0] m\nstart a.x = 1e7 m\nrun to 1 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    assert_true(advance(&c));
    check_near(value(&c, "a.x"), 1e7, 0, "a");
    check_near(value(&c, "b.x"), 1e7 + 1, 1e-7, "b");
    check_near(value(&c, "h.angle"), 0, 1e-7, "the hinge");
    assert_true(seconds() - begin < 1);
    close_case(&c);
}

/* ---- Loops ------------------------------------------------------------------------------------
 */

#define FOUR_BAR                                                                                   \
    "planar\npoint O = [0, 0]\npoint A = [0, 0.1]\npoint B = [0.4, 0.3]\npoint C = [0.35, 0]\n"    \
    "body a { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"                                          \
    "body b { link A B mass 1 kg inertia 0.03 kg*m^2 }\n"                                          \
    "body c { link C B mass 2 kg inertia 0.05 kg*m^2 }\n"                                          \
    "joint jO : revolute ground -- a at O\njoint jA : revolute a -- b at A\n"                      \
    "joint jB : revolute b -- c at B\njoint jC : revolute c -- ground at C\nrun to 1 s every 1 "   \
    "s\n"

static JdLog *try_compile(const char *text, double *time) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    const double begin = seconds();
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    *time = seconds() - begin;
    assert_null(system);
    jd_model_free(model);
    return log;
}

static void loops_are_carried_along_or_it_is_told(void **state) {
    (void)state;
    static const char *const asks[] = {"start jO.angle = 1e6 rad\n",
                                       "drive m : jO.angle = 1e6 rad + 1 rad/s*time\n",
                                       "start jO.angle = 1e9 rad\n"};
    static const char *const names[] = {"'jO.angle'", "'m'", "'jO.angle'"};
    for (int k = 0; k < 3; k++) {
        char text[1200];
        double time;
        JdMessage m = {0};
        snprintf(text, sizeof text, FOUR_BAR "%s", asks[k]);
        JdLog *log = try_compile(text, &time);
        assert_true(said(log, "start-far", &m));
        check_contains(m.text, names[k]);
        check_contains(m.text, "rad from the drawn position");
        assert_int_equal(m.line, 14);
        assert_true(time < 5);
        assert_int_equal(jd_log_errors(log), 1);
        jd_log_free(log);
    }
    /* Ten turns, which a crank can. */
    char text[1200];
    double end[2];
    for (int far = 0; far < 2; far++) {
        snprintf(text, sizeof text, FOUR_BAR "start jO.angle = %.17g, jO.rate = 3\n",
                 0.5 + (far ? 20 * pi : 0));
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
        to_the_end(&c);
        end[far] = value(&c, "jC.angle");
        close_case(&c);
    }
    check_near(remainder(end[1] - end[0], 2 * pi), 0, 1e-8, "the rocker");
}

/* Out of reach is out of reach, also far out. */
static void a_slider_does_not_reach_far(void **state) {
    (void)state;
    double time;
    JdMessage m = {0};
    JdLog *log = try_compile(
        "planar\npoint A = [0.1, 0.05]\npoint B = [0.4, 0]\n"
        "body a { link [0, 0], A mass 1 kg inertia 0.01 kg*m^2 }\n"
        "body b { link A B mass 1 kg inertia 0.03 kg*m^2 }\nbody c { at B mass 1 kg inertia 0.01 "
        "kg*m^2 }\n"
        "joint jO : revolute ground -- a at [0, 0]\njoint jA : revolute a -- b at A\n"
        "joint jB : revolute b -- c at B\njoint jC : prismatic ground -- c at B axis x\n"
        "start jC.travel = 1e7 m\n",
        &time);
    assert_true(said(log, "start-contradiction", &m));
    assert_true(time < 5);
    jd_log_free(log);
}

/* ---- Digits -----------------------------------------------------------------------------------
 */

static void too_few_digits_are_told_before_the_first_step(void **state) {
    (void)state;
    static const double angles[] = {1e9, 1e12, 1e17};
    for (int k = 0; k < 3; k++)
        for (int f = 0; f < 3; f++) {
            char text[400];
            snprintf(text, sizeof text,
                     "planar\ngravity [0, -9.81] m/s^2\n"
                     "body a { at [0.4, 0] m mass 0.5 kg inertia 0.01 kg*m^2 }\n"
                     "joint h : revolute ground -- a at [0, 0]\nstart h.angle = %g\n"
                     "run to 1 s every 1 s\n",
                     angles[k]);
            Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
            assert_false(jd_run_next(c.run));
            assert_true(jd_run_failed(c.run));
            assert_true(said(c.log, "tolerance-too-small", NULL));
            assert_int_equal(jd_run_cost(c.run).steps, 0);
            close_case(&c);
        }
}

/* ---- Sizes and rates --------------------------------------------------------------------------
 */

/* The same mechanism a billion times as large or as small, and as fast, in its own time. */
static void sizes_and_rates_do_not_matter(void **state) {
    (void)state;
    static const double sizes[] = {1, 1e-9, 1e9}, rates[] = {1, 1e-9, 1e9};
    for (int f = 0; f < 3; f++) {
        double usual = 0;
        long steps = 0;
        for (int n = 0; n < 5; n++) {
            const double k = n < 3 ? sizes[n] : 1, w = n < 3 ? 1 : rates[n - 2];
            char text[1500];
            snprintf(text, sizeof text,
                     "planar\nparam k = %g\nparam w = %g\ngravity [0, -9.81*k*w*w] m/s^2\n"
                     "point A = [0, 0.1*k]\npoint B = [0.4*k, 0.3*k]\npoint C = [0.35*k, 0]\n"
                     "body a { link [0, 0], A mass 1 kg inertia (0.01*k*k) kg*m^2 }\n"
                     "body b { link A B mass 1 kg inertia (0.03*k*k) kg*m^2 }\n"
                     "body c { link C B mass 2 kg inertia (0.05*k*k) kg*m^2 }\n"
                     "joint jO : revolute ground -- a at [0, 0]\njoint jA : revolute a -- b at A\n"
                     "joint jB : revolute b -- c at B\njoint jC : revolute c -- ground at C\n"
                     "start jO.rate = 10*w\n",
                     k, w);
            /* Rates below 1/s are measured by 1/s: slow motions are asked for as finely. */
            Case c = open_text(text, (JdCompileDef){.form = forms[f]},
                               (JdRunDef){.until = 1 / w, .output_every = 1 / w, .tol = 1e-9});
            to_the_end(&c);
            if (n == 0) usual = value(&c, "c.angle"), steps = jd_run_cost(c.run).steps;
            check_near(value(&c, "c.angle"), usual, w < 1 ? 1e-2 : 1e-6, forms[f]);
            assert_true(jd_run_cost(c.run).steps < 2 * steps);
            close_case(&c);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_hangs_on_a_joint_is_there_at_once),
        cmocka_unit_test(a_million_radians_are_as_good_as_their_rest),
        cmocka_unit_test(a_floating_chain_goes_along),
        cmocka_unit_test(loops_are_carried_along_or_it_is_told),
        cmocka_unit_test(a_slider_does_not_reach_far),
        cmocka_unit_test(too_few_digits_are_told_before_the_first_step),
        cmocka_unit_test(sizes_and_rates_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
