/* SPDX-License-Identifier: MIT
 *
 * What is narrow in a channel is felt in steps of any length, however often it is passed, and a
 * fixed step that misses it is told; a law that is smooth is told of nothing. Against closed forms.
 */
#include "verify/verify.h"
#include "run/run.h"
#include <math.h>

static bool is_missing(const char *stepper) {
    return jd_stepper_find(stepper)->missing != NULL;
}

/* A mass on a spring passes a hill of a millionth of its way, to and fro, which gives it sqrt(pi) J
 * on its right side. */
static void a_hill_that_is_passed_ever_again_is_felt(void **state) {
    (void)state;
    static const struct {
        const char *stepper;
        double tol, within;
    } runs[] = {{"dop853", 1e-11, 1e-6},
                {"dopri5", 1e-10, 1e-5},
                {"cvode", 1e-10, 1e-4},
                {"ida", 1e-10, 1e-4}};
    for (int n = 0; n < 4; n++) {
        int right = 0, left = 0;
        if (is_missing(runs[n].stepper)) continue;
        Case c = open_text(
            "planar\nparam w = 1e-6 m\nbody m { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
            "joint j : prismatic ground -- m at [0, 0]  axis x\n"
            "force k : free-spring j.travel  stiffness 100 N/m  rest 0 m\n"
            "force f : effort j.travel  value 1 N*(1 m/w)*exp(-((m.x - 0.3 m)/w)^2)\n"
            "start j.travel = -1 m, j.speed = 0 m/s\nrun to 20 s\n",
            (JdCompileDef){0},
            (JdRunDef){.stepper = runs[n].stepper, .tol = runs[n].tol, .output_every = 0.1});
        while (jd_run_next(c.run)) {
            const double x = value(&c, "m.x"), v = value(&c, "m.vx");
            const bool beyond = x > 0.3;
            if (fabs(x - 0.3) < 1e-4) continue;
            check_near(0.5 * v * v + 50 * x * x, beyond ? 50 + sqrt(acos(-1)) : 50, runs[n].within,
                       runs[n].stepper);
            right += beyond, left += !beyond;
        }
        must(&c, !jd_run_failed(c.run) && right > 50 && left > 50);
        close_case(&c);
    }
}

/* The step is a ten-thousandth of the run; hills and a delay that reads one are narrower still. */
static void fixed_steps_that_miss_a_hill_are_told(void **state) {
    (void)state;
    static const char *const fixed[] = {"rk4", "semi-implicit-euler"};
    static const struct {
        const char *law;
        bool missed;
    } laws[] = {
        {"force f : effort j.travel  value 1e5 N*exp(-((m.x - 0.500033 m)/1e-5 m)^2)\n", true},
        {"signal hill = tanh((m.x - 0.500033 m)/1e-7 m) - tanh((m.x - 0.500034 m)/1e-7 m)\n"
         "force f : effort j.travel  value 1e5 N*hill\n",
         true},
        {"delay hill = exp(-((m.x - 0.500033 m)/1e-6 m)^2)  by 0.2 s  history 0\n"
         "force f : effort j.travel  value 1e5 N*hill\n",
         true},
        {"force f : effort j.travel  value 1 N*exp(-((m.x - 0.500033 m)/0.1 m)^2)\n", false},
        {"force f : effort j.travel  value -1 N*tanh(m.vx/0.1 m*(1 s)) + 1 N*sin(30 rad/m*m.x)\n",
         false},
        {"delay hill = exp(-((m.x - 0.500033 m)/0.05 m)^2)  by 0.2 s  history 0\n"
         "force f : effort j.travel  value 1 N*hill\n",
         false},
    };
    for (int s = 0; s < 2; s++)
        for (size_t n = 0; n < sizeof laws / sizeof *laws; n++) {
            char text[600];
            JdMessage message = {0};
            snprintf(text, sizeof text,
                     "planar\nbody m { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                     "joint j : prismatic ground -- m at [0, 0]  axis x\n%s"
                     "start j.speed = 1 m/s\nrun to 1 s\n",
                     laws[n].law);
            Case c = open_text(text, (JdCompileDef){0},
                               (JdRunDef){.stepper = fixed[s], .dt = 1e-4, .output_every = 1});
            to_the_end(&c);
            must(&c, said(c.log, "pulse-missed", &message) == laws[n].missed);
            close_case(&c);
        }
}

/* A window of a millionth of the way: an event within it comes at each of 64 passes. A spike of a
 * table of this width gives 1 J at each pass to the right. */
static void fixed_steps_meet_what_lies_between_corners(void **state) {
    (void)state;
    static const char oscillator[] =
        "planar\nbody m { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
        "joint j : prismatic ground -- m at [0, 0]  axis x\n"
        "force k : free-spring j.travel  stiffness 100 N/m  rest 0 m\n%s"
        "start j.travel = -1 m, j.speed = 0 m/s\nrun to 20 s\n";
    static const char window[] = "input n { start 0 }\n"
                                 "when in : m.x > 0.3 m and m.x < 0.300001 m { set n = n + 1 }\n";
    static const char spike[] =
        "table spike { column x\ncolumn F\nrow -10, 0\nrow 0.3, 0\nrow 0.300001, 1e6\n"
        "row 0.300002, 0\nrow 10, 0 }\nforce f : effort j.travel  value 1 N*spike(m.x/(1 m))\n";
    static const char *const fixed[] = {"semi-implicit-euler", "rk4"};
    for (int s = 0; s < 2; s++)
        for (int n = 0; n < 2; n++) {
            char text[900];
            if (s == 0 && n == 1) continue; /* of order 1: its energy is off for other reasons */
            snprintf(text, sizeof text, oscillator, n ? spike : window);
            Case c = open_text(text, (JdCompileDef){0},
                               (JdRunDef){.stepper = fixed[s], .dt = 1e-3, .output_every = 20});
            to_the_end(&c);
            const double x = value(&c, "m.x"), v = value(&c, "m.vx");
            if (n == 0) check_near(value(&c, "n"), 64, 0, fixed[s]);
            if (n == 1) check_near(0.5 * v * v + 50 * x * x, 50, 1e-4, fixed[s]);
            close_case(&c);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hill_that_is_passed_ever_again_is_felt),
        cmocka_unit_test(fixed_steps_that_miss_a_hill_are_told),
        cmocka_unit_test(fixed_steps_meet_what_lies_between_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
