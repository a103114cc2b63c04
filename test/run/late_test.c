/* SPDX-License-Identifier: MIT
 *
 * What acts for a nanosecond with a hundred million newtons gives its whole impulse, by every
 * stepper and at any tolerance: conditions of positions, of velocities and of states of one's own,
 * and events. Against closed forms. */
#include "verify/verify.h"
#include "run/run.h"
#include <math.h>

static const struct {
    const char *stepper;
    double tol, dt, within;
} runs[] = {{"dop853", 1e-9, 0, 1e-7}, {"dop853", 1e-6, 0, 1e-3}, {"dopri5", 1e-9, 0, 1e-7},
            {"dopri5", 1e-5, 0, 1e-3}, {"cvode", 1e-9, 0, 1e-6},  {"ida", 1e-9, 0, 1e-6},
            {"rk4", 0, 1e-3, 1e-7}};

/* The energy at the end, as a share of what it must be. */
static void check_energy(const char *forces, const char *start, double until, double wanted,
                         double loosest) {
    for (size_t n = 0; n < sizeof runs / sizeof *runs; n++) {
        char text[900];
        if (jd_stepper_find(runs[n].stepper)->missing || runs[n].tol > loosest) continue;
        snprintf(text, sizeof text,
                 "planar\nparam w = 1e-8 m\nbody m { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                 "joint j : prismatic ground -- m at [0, 0]  axis x\n%s%srun to %g s\n",
                 forces, start, until);
        Case c = open_text(text, (JdCompileDef){0},
                           (JdRunDef){.stepper = runs[n].stepper,
                                      .tol = runs[n].tol,
                                      .dt = runs[n].dt,
                                      .output_every = until});
        to_the_end(&c);
        check_near(value(&c, "energy"), wanted, runs[n].within * wanted, runs[n].stepper);
        close_case(&c);
    }
}

/* 1e8 N on 2e-8 m: two joules, beside the half that is there. Where the force begins the next step
 * goes millions of metres; that is no size of the motion. */
static void a_window_around_a_place_gives_its_work(void **state) {
    (void)state;
    check_energy("force f : effort j.travel  value if(abs(m.x - 0.3 m) < w, 1 N*m/w, 0 N)\n",
                 "start j.speed = 1 m/s\n", 1, 2.5, 1);
}

static void a_window_of_a_state_gives_its_impulse(void **state) {
    (void)state;
    check_energy(
        "state u { start 0 s  rate 1 }\n"
        "force f : effort j.travel  value if(u > 0.3 s and u < 0.3 s + 1e-8 s, 1e8 N, 0 N)\n",
        "", 1, 0.5, 1);
}

/* What comes back at once gives nothing: 0.5 J are left. */
static void windows_that_touch_take_back_what_they_gave(void **state) {
    (void)state;
    check_energy("force f : effort j.travel  value if(m.x > 0.3 m and m.x < 0.3 m + w, 1 N*m/w,"
                 " if(m.x > 0.3 m + w and m.x < 0.3 m + 2*w, -1 N*m/w, 0 N))\n",
                 "start j.speed = 1 m/s\n", 1, 0.5, 1e-8);
}

/* A joule at each of eight passes to the right. */
static const char spring[] = "force k : free-spring j.travel  stiffness 100 N/m  rest 0 m\n";

static void a_window_that_is_passed_ever_again_gives_it_each_time(void **state) {
    (void)state;
    char forces[400];
    snprintf(forces, sizeof forces,
             "%sforce f : effort j.travel  value "
             "if(m.x > 0.3 m and m.x < 0.3 m + w and m.vx > 0 m/s, 1 N*m/w, 0 N)\n",
             spring);
    check_energy(forces, "start j.travel = -1 m\n", 5, 58, 1);
}

/* At 1e-5 they are nearer to each other than they are found. */
static void events_that_begin_and_end_a_push_give_its_work(void **state) {
    (void)state;
    char forces[600];
    snprintf(forces, sizeof forces,
             "%sinput push { start 0 }\nforce f : effort j.travel  value push*(1 N*m/w)\n"
             "when a : m.x > 0.3 m and m.vx > 0 m/s { set push = 1 }\n"
             "when b : m.x > 0.3 m + w and m.vx > 0 m/s { set push = 0 }\n",
             spring);
    check_energy(forces, "start j.travel = -1 m\n", 5, 58, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_around_a_place_gives_its_work),
        cmocka_unit_test(a_window_of_a_state_gives_its_impulse),
        cmocka_unit_test(windows_that_touch_take_back_what_they_gave),
        cmocka_unit_test(a_window_that_is_passed_ever_again_gives_it_each_time),
        cmocka_unit_test(events_that_begin_and_end_a_push_give_its_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
