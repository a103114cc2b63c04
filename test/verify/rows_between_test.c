/* SPDX-License-Identifier: MIT
 *
 * What is shown between steps is the motion, wherever it is asked for: at the instants where other
 * locks repeat each other than at the start, right beside them, and where the independent
 * coordinates change. Both mechanisms below turn evenly for ever, so every row is known. */
#include "verify/verify.h"

static const char *const exact_forms[] = {"newton-euler", "cut-joint", "minimal"};

/* ---- Three cranks --------------------------------------------------------------------------- */

/* Equal and parallel, on one rod, the third out of line: one lock is too many, and which one can be
 * left out changes where two cranks are in line with the rod. Nothing gives or takes energy, and
 * the moment of inertia is the same in every position. */
static const char cranks[] = "planar\n"
                             "point A0 = [0, 0]\npoint B0 = [1, 0]\npoint C0 = [0.4, -0.3]\n"
                             "point A = [0, 0.2]\npoint B = [1, 0.2]\npoint C = [0.4, -0.1]\n"
                             "body a { link A0 A mass 1 kg inertia 0.01 kg*m^2 }\n"
                             "body b { link B0 B mass 1 kg inertia 0.01 kg*m^2 }\n"
                             "body c { link C0 C mass 1 kg inertia 0.01 kg*m^2 }\n"
                             "body rod { link A B mass 2 kg inertia 0.2 kg*m^2 }\n"
                             "joint a0 : revolute ground -- a at A0\n"
                             "joint b0 : revolute ground -- b at B0\n"
                             "joint c0 : revolute ground -- c at C0\n"
                             "joint a1 : revolute a -- rod at A\n"
                             "joint b1 : revolute b -- rod at B\n"
                             "joint c1 : revolute c -- rod at C\n"
                             "start a0.rate = 2 rad/s\n"
                             "run to 9 s every 9 s\n";

enum { TIMES = 6 * 9 };

/* In line at a quarter of a turn and every half turn after it: there, and beside it. */
static void times_in_line(double *times) {
    static const double beside[] = {-1e-3, -1e-6, -1e-9, -1e-12, 0, 1e-12, 1e-9, 1e-6, 1e-3};
    for (int k = 0; k < TIMES; k++) times[k] = (0.5 + k / 9) * acos(-1) / 2 + beside[k % 9];
}

static void check_turns(JdCompileDef how, JdRunDef run, double within) {
    double times[TIMES];
    times_in_line(times);
    run.also = times;
    run.also_count = TIMES;
    Case c = open_text(cranks, how, run);
    char what[120];
    int rows = 0;
    for (; advance(&c); rows++) {
        const double t = value(&c, "time");
        snprintf(what, sizeof what, "%s, %s, %s at %.15g s", how.form, how.stabilise, run.stepper,
                 t);
        check_near(value(&c, "a0.angle"), 2 * t, 10 * within, what);
        check_near(value(&c, "a0.rate"), 2, within, what);
        check_near(value(&c, "b0.rate"), 2, within, what);
        check_near(value(&c, "a0.accel"), 0, 10 * within, what);
        check_near(value(&c, "c0.accel"), 0, 10 * within, what);
        check_near(value(&c, "rod.ay"), -0.8 * cos(2 * t), 10 * within, what);
        check_near(value(&c, "energy"), 0.28, within, what);
        assert_true(jd_run_proved(c.run));
    }
    assert_int_equal(rows, 2 + TIMES);
    close_case(&c);
}

static void three_cranks_turn_evenly_in_every_row(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        check_turns((JdCompileDef){.form = exact_forms[f], .stabilise = "projection"},
                    (JdRunDef){.stepper = "dop853"}, 1e-7);
        check_turns((JdCompileDef){.form = exact_forms[f], .stabilise = "projection"},
                    (JdRunDef){.stepper = "dopri5"}, 1e-7);
        check_turns((JdCompileDef){.form = exact_forms[f], .stabilise = "projection"},
                    (JdRunDef){.stepper = "rk4", .dt = 2e-3}, 1e-7);
    }
}

/* ---- A Schmidt coupling --------------------------------------------------------------------- */

/* Three discs on parallel shafts, each joined to the next by three equal links: all turn alike. The
 * middle one hangs on the links alone. */
static const char schmidt[] =
    "planar\n"
    "param r = 0.1 m\n"
    "point P = [0, 0]\npoint Q = [0.05, 0.09]\npoint R = [0.13, 0.02]\n"
    "point P1 = P + [r, 0]\npoint P2 = P + [-0.5*r, 0.8660254037844386*r]\n"
    "point P3 = P + [-0.5*r, -0.8660254037844386*r]\n"
    "point Q1 = Q + [r, 0]\npoint Q2 = Q + [-0.5*r, 0.8660254037844386*r]\n"
    "point Q3 = Q + [-0.5*r, -0.8660254037844386*r]\n"
    "point R1 = R + [r, 0]\npoint R2 = R + [-0.5*r, 0.8660254037844386*r]\n"
    "point R3 = R + [-0.5*r, -0.8660254037844386*r]\n"
    "body one { at P mass 2 kg inertia 0.01 kg*m^2 }\n"
    "body two { at Q mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body three { at R mass 2 kg inertia 0.01 kg*m^2 }\n"
    "body a1 { link P1 Q1 mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
    "body a2 { link P2 Q2 mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
    "body a3 { link P3 Q3 mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
    "body b1 { link Q1 R1 mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
    "body b2 { link Q2 R2 mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
    "body b3 { link Q3 R3 mass 0.1 kg inertia 1e-4 kg*m^2 }\n"
    "joint j1 : revolute ground -- one at P\njoint j3 : revolute ground -- three at R\n"
    "joint p1 : revolute one -- a1 at P1\njoint p2 : revolute one -- a2 at P2\n"
    "joint p3 : revolute one -- a3 at P3\njoint q1 : revolute a1 -- two at Q1\n"
    "joint q2 : revolute a2 -- two at Q2\njoint q3 : revolute a3 -- two at Q3\n"
    "joint s1 : revolute two -- b1 at Q1\njoint s2 : revolute two -- b2 at Q2\n"
    "joint s3 : revolute two -- b3 at Q3\njoint r1 : revolute b1 -- three at R1\n"
    "joint r2 : revolute b2 -- three at R2\njoint r3 : revolute b3 -- three at R3\n"
    "start j1.rate = 5 rad/s\n"
    "run to 4 s every 7 ms\n";

static void check_coupling(const char *form) {
    Case c = open_text(schmidt, (JdCompileDef){.form = form}, (JdRunDef){0});
    double energy = NAN;
    while (advance(&c)) {
        if (isnan(energy)) energy = value(&c, "energy");
        const double t = value(&c, "time"), rate = value(&c, "j1.rate");
        char what[80];
        snprintf(what, sizeof what, "%s at %.10g s", form, t);
        check_near(rate, 5, 1e-8, what);
        check_near(value(&c, "j3.rate"), rate, 1e-8, what);
        check_near(value(&c, "two.rate"), rate, 1e-8, what);
        check_near(value(&c, "three.angle"), value(&c, "one.angle"), 1e-8, what);
        check_near(value(&c, "energy"), energy, 1e-8 * energy, what);
        assert_true(jd_run_proved(c.run));
    }
    close_case(&c);
}

static void discs_of_a_schmidt_coupling_turn_alike_in_every_row(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) check_coupling(exact_forms[f]);
}

/* ---- What cannot be right ------------------------------------------------------------------- */

/* The third crank is longer by a hair: it fits in the drawn position, and nowhere else. */
static void rows_that_meet_no_equation_are_marked(void **state) {
    (void)state;
    char text[sizeof cranks + 8];
    snprintf(text, sizeof text, "%s", cranks);
    char *at = strstr(text, "-0.1]\n");
    assert_non_null(at);
    memmove(at + 9, at + 4, strlen(at + 4) + 1);
    memcpy(at, "-0.099999", 9);
    static const double times[] = {1e-4, 2e-4};
    Case c =
        open_text(text, (JdCompileDef){.form = "newton-euler"},
                  (JdRunDef){.until = 2e-4, .output_every = 2e-4, .also = times, .also_count = 1});
    JdTrace *trace = jd_trace_new(c.system, NULL, c.log);
    assert_non_null(trace);
    while (advance(&c)) assert_true(jd_trace_record(trace, c.run));
    assert_int_equal(jd_trace_rows(trace), 3);
    assert_false(jd_trace_proved(trace, 1) || jd_trace_proved(trace, 2) ||
                 jd_trace_proved(trace, 3));
    assert_true(said(c.log, "row-doubtful", NULL));
    jd_trace_free(trace);
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_cranks_turn_evenly_in_every_row),
        cmocka_unit_test(rows_that_meet_no_equation_are_marked),
        cmocka_unit_test(discs_of_a_schmidt_coupling_turn_alike_in_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
