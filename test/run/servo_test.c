/* SPDX-License-Identifier: MIT
 *
 * Drives whose effort acts elsewhere than where they measure, against closed forms, in every
 * stepper and form, in the plane and in space, and in a part. */
#include "verify/verify.h"
#include "run/run.h"

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "cvode", "ida"};
static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

/* Two wheels, the first of which turns n times as fast: the effort on it is (n J1 + J2/n) f'' for
 * the second. */
#define WHEELS                                                                                     \
    "gravity none\nbody a { at [0, 0%s]  mass 1 kg  inertia %s kg*m^2 }\n"                         \
    "body b { at [1, 0%s]  mass 1 kg  inertia %s kg*m^2 }\njoint ja : revolute ground -- a at "    \
    "[0, 0%s]\n"                                                                                   \
    "joint jb : revolute ground -- b at [1, 0%s]\njoint g : gear ja.angle -- jb.angle  ratio -3\n" \
    "param W = 2 rad/s\ndrive d : jb.angle = 0.3*cos(W*time) + 0.1*time^3/(1 s^3)  by "            \
    "ja.angle\nrun to 2 s\n"

static void the_effort_is_that_of_the_first(void **state) {
    (void)state;
    for (int n = 0; n < 2 * 3 * 5; n++) {
        const char *stepper = steppers[n % 5], *form = forms[n / 5 % 3];
        const bool space = n >= 15;
        const char *z = space ? ", 0" : "";
        char text[1000];
        snprintf(text, sizeof text, "%s\n" WHEELS, space ? "spatial" : "planar", z,
                 space ? "[0.2, 0.2, 0.2]" : "0.2", z, space ? "[0.9, 0.9, 0.9]" : "0.9", z, z);
        if (jd_stepper_find(stepper)->missing) continue;
        Case c = open_text(
            text, (JdCompileDef){.form = form},
            (JdRunDef){.stepper = stepper, .dt = n % 5 == 2 ? 1e-2 : 0, .output_every = 0.25});
        const double within = n % 5 < 2 ? 1e-8 : 2e-6;
        while (advance(&c)) {
            const double t = value(&c, "time");
            check_near(value(&c, "jb.angle"), 0.3 * cos(2 * t) + 0.1 * t * t * t, within, stepper);
            check_near(value(&c, "d.effort"), 0.9 * (-1.2 * cos(2 * t) + 0.6 * t), 1000 * within,
                       stepper);
        }
        close_case(&c);
    }
}

/* The tip of the second link goes straight on by the torque on the first; in a part, whose names
 * are its own. */
static void a_tip_is_moved_from_the_shoulder(void **state) {
    (void)state;
    Case c = open_text(
        "planar\ngravity [0, -9.81] m/s^2\n"
        "part robot { body upper { link [0, 0] [0.5, 0]  mass 1 kg  inertia 0.02 kg*m^2 }\n"
        " body lower { link [0.5, 0] [0.5, 0.4]  mass 1 kg  inertia 0.02 kg*m^2  frame tip at "
        "[0.5, 0.4] }\n"
        " joint shoulder : revolute ground -- upper at [0, 0]\n joint elbow : revolute upper -- "
        "lower at [0.5, 0]\n"
        " drive wrist : elbow.angle = 0.2*time^2/(1 s^2)\n"
        " drive lift : lower.tip.y = 0.4 m + 0.1 m*sin(2*time)  by shoulder.angle  alpha 10 1/s }\n"
        "use r : robot\nrun to 2 s\n",
        (JdCompileDef){0}, (JdRunDef){.output_every = 0.1});
    while (advance(&c)) {
        const double t = value(&c, "time");
        check_near(value(&c, "r.lower.tip.y"), 0.4 + 0.1 * sin(2 * t), 1e-8, "it is there");
        /* What the two motors do besides lifting is in the motion: the shoulder alone moves it. */
        check_near(value(&c, "r.elbow.angle"), 0.2 * t * t, 1e-9, "the other drive holds, too");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_effort_is_that_of_the_first),
        cmocka_unit_test(a_tip_is_moved_from_the_shoulder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
