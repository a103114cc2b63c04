/* SPDX-License-Identifier: MIT
 *
 * Fixed steps that are stable but too long are told by how far the motion is off, and only those;
 * with the step that is offered the motion is right. All against closed forms. */
#include "verify/verify.h"
#include "run/run.h"
#include <math.h>

/* x = cos(5 t)/10 about the length of the spring. */
static const char spring[] =
    "planar\npoint O = [0, 0] m\npoint A = [0.6, 0] m\n"
    "body b { at A  mass 2 kg  inertia 1 kg*m^2 }\njoint j : prismatic ground -- b at O A  axis x\n"
    "force s : spring ground -- b { at O A  stiffness 50 N/m  length 0.5 m }\nrun to 8 s\n";

static Case open_spring(const char *form, const char *stepper, double dt) {
    return open_text(spring, (JdCompileDef){.form = form},
                     (JdRunDef){.stepper = stepper, .dt = dt, .output_every = 0.1});
}

/* The largest error, of places by how far it goes, of speeds by the highest. */
static double run_off(const Case *c) {
    double off = 0;
    while (jd_run_next(c->run)) {
        const double t = value(c, "time");
        off = fmax(off, fabs(value(c, "j.travel") - 0.5 - 0.1 * cos(5 * t)) / 0.2);
        off = fmax(off, fabs(value(c, "j.speed") + 0.5 * sin(5 * t)) / 0.5);
    }
    must(c, !jd_run_failed(c->run));
    return off;
}

static double offered(const JdMessage *m) {
    const char *at = m->hint ? strstr(m->hint, "--dt ") : NULL;
    return at ? strtod(at + strlen("--dt "), NULL) : 0;
}

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const struct {
    const char *stepper;
    double from, to;
} ladders[] = {{"rk4", 0.35, 0.01}, {"semi-implicit-euler", 0.2, 2e-3}, {"euler", 0.02, 2e-3}};

static void steps_are_told_that_are_too_long(void **state) {
    (void)state;
    int told = 0, good = 0;
    for (int s = 0; s < 3; s++)
        for (int f = 0; f < 3; f++)
            for (double dt = ladders[s].from; dt > ladders[s].to; dt *= 0.7) {
                JdMessage m = {0};
                Case c = open_spring(forms[f], ladders[s].stepper, dt);
                const double off = run_off(&c);
                const bool coarse = said(c.log, "step-coarse", &m);
                if (off > 0.013) must(&c, jd_log_count(c.log) > 0); /* or about energy */
                if (off < 0.0095) must(&c, !coarse);
                told += coarse, good += jd_log_count(c.log) == 0;
                if (coarse) {
                    Case d = open_spring(forms[f], ladders[s].stepper, offered(&m));
                    must(&d, run_off(&d) < 0.005 && jd_log_count(d.log) == 0);
                    close_case(&d);
                }
                close_case(&c);
            }
    assert_true(told > 20 && good > 20);
}

/* x = exp(-t): a step of 1.3 s is stable, and off by 0.04. */
static void states_of_ones_own_are_told(void **state) {
    (void)state;
    static const char text[] = "state x { start 1  rate -x*(1 1/s) }\nrun to 13 s\n";
    for (int n = 0; n < 2; n++) {
        const double dt = n ? 0.13 : 1.3;
        JdMessage m = {0};
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.stepper = "rk4", .dt = dt});
        assert_true(jd_run_next(c.run) && jd_run_next(c.run));
        check_near(value(&c, "x"), 1 - dt + dt * dt / 2 - pow(dt, 3) / 6 + pow(dt, 4) / 24, 1e-15,
                   "a step");
        while (jd_run_next(c.run)) continue;
        assert_int_equal(said(c.log, "step-coarse", &m), n == 0);
        if (n == 0) check_contains(m.text, "'x'");
        close_case(&c);
    }
}

/* An input that a program sets on the way: nobody else can do this motion again. */
static void what_a_program_steers_is_not_done_again(void **state) {
    (void)state;
    static const char text[] =
        "planar\ninput u { start 0 N }\nbody b { at [0, 0] m  mass 1 kg  inertia 1 kg*m^2 }\n"
        "joint j : prismatic ground -- b at [0, 0] m  axis x\n"
        "force f : effort j.travel value u - 9 N/m*j.travel\nrun to 9 s\n";
    Case c = open_text(text, (JdCompileDef){0},
                       (JdRunDef){.stepper = "rk4", .dt = 0.15, .output_every = 0.3});
    while (jd_run_next(c.run)) jd_run_set(c.run, channel(&c, "u"), 3 * sin(value(&c, "time")));
    must(&c, !said(c.log, "step-coarse", NULL));
    close_case(&c);
}

/* Looks change neither the motion nor what is counted, and rows change no look. */
static void looks_leave_no_trace(void **state) {
    (void)state;
    Case often = open_spring("newton-euler", "rk4", 0.1),
         once = open_spring("newton-euler", "rk4", 0.1);
    JdMessage a = {0}, b = {0};
    while (jd_run_next(often.run)) continue;
    assert_true(jd_run_to(once.run, 8));
    jd_run_next(once.run);
    assert_true(value(&often, "j.travel") == value(&once, "j.travel"));
    assert_int_equal(jd_run_cost(often.run).evaluations, jd_run_cost(once.run).evaluations);
    assert_int_equal(jd_run_cost(often.run).evaluations, 1 + 4 * jd_run_cost(often.run).steps);
    assert_true(said(often.log, "step-coarse", &a) && said(once.log, "step-coarse", &b));
    assert_string_equal(a.text, b.text);
    close_case(&often);
    close_case(&once);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_told_that_are_too_long),
        cmocka_unit_test(states_of_ones_own_are_told),
        cmocka_unit_test(what_a_program_steers_is_not_done_again),
        cmocka_unit_test(looks_leave_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
