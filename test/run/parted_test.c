/* SPDX-License-Identifier: MIT
 *
 * A third crank that is longer than the others by a hair fits in the drawn position only. Every
 * form and stepper stops where the joints come apart, within microns, and says so; and where they
 * do not, nobody says it. */
#include "verify/verify.h"
#include "run/run.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const steppers[] = {"dop853", "dopri5", "cvode", "ida"};

static const char cranks[] =
    "planar\ngravity [0, -9.81] m/s^2\nparam more = 0 m\n"
    "repeat i from 0 to 2 {\n"
    "    point O[i] = [i*1 m, 0 m]\n"
    "    point P[i] = [i*1 m, 0.5 m + more*floor(i/2)]\n"
    "    body crank[i] { link O[i] P[i]  mass 1 kg  inertia 0.02 kg*m^2 }\n"
    "}\n"
    "body beam { link P[0] P[1] P[2]  mass 3 kg  inertia 1 kg*m^2 }\n"
    "repeat i from 0 to 2 {\n"
    "    joint foot[i] : revolute ground -- crank[i] at O[i]\n"
    "    joint head[i] : revolute crank[i] -- beam at P[i]\n"
    "}\n"
    "start foot[0].rate = 2\nrun to 1 s every 0.05 s\n";

static Case open_cranks(const char *more, const char *form, const char *stepper) {
    JdLog *log = jd_log_new();
    const JdSetting settings[] = {{"more", more}, {NULL, NULL}};
    JdModel *model =
        jd_model_read_text("text", cranks, strlen(cranks), (JdReadDef){.settings = settings}, log);
    return open_model(model, log, (JdCompileDef){.form = form}, (JdRunDef){.stepper = stepper});
}

static void joints_that_come_apart_are_told(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int s = 0; s < 4; s++) {
            if (jd_stepper_find(steppers[s])->missing) continue;
            Case c = open_cranks("10 um", forms[k], steppers[s]);
            while (jd_run_next(c.run)) check_near(value(&c, "drift"), 0, 2e-8, steppers[s]);
            assert_true(jd_run_failed(c.run));
            if (!said(c.log, "locks-part", NULL)) fail_msg("%s %s", forms[k], steppers[s]);
            close_case(&c);
        }
}

static void joints_that_fit_do_not(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int s = 0; s < 4; s++) {
            if (jd_stepper_find(steppers[s])->missing) continue;
            Case c = open_cranks("0 m", forms[k], steppers[s]);
            while (jd_run_next(c.run) && value(&c, "time") < 0.5) continue;
            assert_false(said(c.log, "locks-part", NULL));
            /* It depends on rounding whether cvode comes through the line with the coordinates of
             * minimal; if not, that is what it says. */
            const bool may_stick = k == 2 && s == 2;
            if (jd_run_failed(c.run) && !(may_stick && said(c.log, "run-stuck", NULL)))
                fail_msg("%s %s", forms[k], steppers[s]);
            close_case(&c);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_come_apart_are_told),
        cmocka_unit_test(joints_that_fit_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
