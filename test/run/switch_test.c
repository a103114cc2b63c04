/* SPDX-License-Identifier: MIT
 *
 * Events that switch forces on and off, and that set parameters which forces read: against closed
 * forms, in every stepper and form, in the plane and in space. */
#include "verify/verify.h"
#include "run/save.h"

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "cvode", "ida"};
static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

/* A mass on a spring of 100 N/m, which lets go where it is 0.05 m long; then a push of 3 N from 1 s
 * on. */
#define RELEASE                                                                                    \
    "gravity none\nbody m { at [0, 0%s]  mass 4 kg  %s }\n"                                        \
    "joint j : prismatic ground -- m at [0, 0%s]  axis x\n"                                        \
    "force spring : free-spring j.travel  stiffness 100 N/m\n"                                     \
    "force push : effort j.travel value 3 N  off\n"                                                \
    "when lets_go : j.travel < 0.05 m { off spring }\n"                                            \
    "when pushes : time >= 1 s { on push }\nstart j.travel = 0.1 m\nrun to 2 s\n"

static void write_release(char *text, size_t room, bool space) {
    snprintf(text, room, "%s\n" RELEASE, space ? "spatial" : "planar", space ? ", 0" : "",
             space ? "inertia [1, 1, 1] kg*m^2" : "inertia 1 kg*m^2", space ? ", 0" : "");
}

static double released(double t) {
    const double w = 5, t0 = acos(0.5) / w, v = -0.1 * w * sin(w * t0);
    if (t < t0) return 0.1 * cos(w * t);
    const double s = fmax(0, t - 1);
    return 0.05 + v * (t - t0) + 0.5 * 0.75 * s * s;
}

static void forces_are_switched_in_every_stepper_and_form(void **state) {
    (void)state;
    for (int n = 0; n < 2 * 3 * 5; n++) {
        const char *stepper = steppers[n % 5], *form = forms[n / 5 % 3];
        char text[1000];
        write_release(text, sizeof text, n >= 15);
        if (jd_stepper_find(stepper)->missing) continue;
        Case c = open_text(
            text, (JdCompileDef){.form = form},
            (JdRunDef){.stepper = stepper, .dt = n % 5 == 2 ? 1e-2 : 0, .output_every = 0.1});
        while (advance(&c)) {
            check_near(value(&c, "j.travel"), released(value(&c, "time")), n % 5 < 3 ? 1e-7 : 1e-6,
                       stepper);
            if (value(&c, "time") > 0.5)
                check_near(value(&c, "spring.effort"), 0, 0, "it does nothing");
            if (value(&c, "time") > 0.5)
                check_near(value(&c, "spring.energy"), 0, 0, "and stores nothing");
        }
        close_case(&c);
    }
}

static void what_is_switched_is_saved(void **state) {
    (void)state;
    char text[1000];
    write_release(text, sizeof text, false);
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
    check_journey(c.system, (JdRunDef){.output_every = 0.01}, "a force that is off stays so");
    close_case(&c);
}

/* The stiffness, a parameter, falls to a quarter where the spring is relaxed: half the frequency,
 * twice the way. */
#define SOFTER                                                                                     \
    "part vibrator { param k = 100 N/m\n param soft = 25 N/m\n"                                    \
    " body m { at [0, 0]  mass 4 kg  inertia 1 kg*m^2 }\n joint j : prismatic ground -- m at [0, " \
    "0]  axis x\n"                                                                                 \
    " function pull(x) = -k*x\n force f : effort j.travel value pull(j.travel)\n"                  \
    " when passes : j.travel < 0 m { set k = soft }\n start j.travel = 0.1 m }\n"                  \
    "planar\ngravity none\nuse a : vibrator\nuse b : vibrator with k = 400 N/m, soft = 400 "       \
    "N/m\nrun to 1 s\n"

static double softer(double t) {
    const double t0 = 0.5 * pi / 5;
    return t < t0 ? 0.1 * cos(5 * t) : -0.2 * sin(2.5 * (t - t0));
}

static void a_parameter_is_set(void **state) {
    (void)state;
    for (int n = 0; n < 5; n++) {
        if (jd_stepper_find(steppers[n])->missing) continue;
        Case c = open_text(
            SOFTER, (JdCompileDef){0},
            (JdRunDef){.stepper = steppers[n], .dt = n == 2 ? 1e-3 : 0, .output_every = 0.1});
        while (advance(&c)) {
            const double t = value(&c, "time");
            check_near(value(&c, "a.j.travel"), softer(t), n < 3 ? 1e-8 : 1e-6, steppers[n]);
            check_near(value(&c, "a.k"), t > 0.5 * pi / 5 ? 25 : 100, 0, "a channel");
            check_near(value(&c, "b.j.travel"), 0.1 * cos(10 * t), n < 3 ? 1e-8 : 1e-6,
                       "of the other");
        }
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_are_switched_in_every_stepper_and_form),
        cmocka_unit_test(what_is_switched_is_saved),
        cmocka_unit_test(a_parameter_is_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
