/* SPDX-License-Identifier: MIT
 *
 * A third crank that is longer than the others by a hair fits in the drawn position only. Every
 * form and stepper stops where the joints come apart, within microns, and says so; and where they
 * do not, nobody says it; nor does anybody stick in the line. */
#include "verify/verify.h"
#include "run/run.h"
#include <stdlib.h>

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
            advance_to(&c, 0.5);
            assert_false(said(c.log, "locks-part", NULL));
            close_case(&c);
        }
}

/* ---- Steppers with a past ------------------------------------------------------------------ */

static Case open_start(int start, const char *form, const char *stepper) {
    char rate[32], text[sizeof cranks + 64];
    snprintf(rate, sizeof rate, "rate = %.2f\n", 1.3 + 0.37 * start);
    const char *at = strstr(cranks, "rate = 2");
    snprintf(text, sizeof text, "%.*s%srun to 2 s every 0.1 s\n", (int)(at - cranks), cranks, rate);
    return open_text(text, (JdCompileDef){.form = form}, (JdRunDef){.stepper = stepper});
}

static void all_starts_come_through_the_line(void **state) {
    (void)state;
    int crossed = 0;
    for (int start = 0; start < 20; start++)
        for (int k = 0; k < 6; k++) {
            const char *stepper = steppers[2 + k / 3];
            if (jd_stepper_find(stepper)->missing) continue;
            Case c = open_start(start, forms[k % 3], stepper);
            assert_true(jd_run_next(c.run));
            const double energy = value(&c, "energy");
            while (jd_run_next(c.run)) crossed += c.run->crossing.on;
            must(&c, !jd_run_failed(c.run));
            check_near(value(&c, "energy"), energy, 1e-4, stepper);
            check_near(value(&c, "beam.rate"), 0, 1e-6, stepper);
            close_case(&c);
        }
    print_message("%d rows were shown on a way over the line\n", crossed);
}

/* A checkpoint on the way over the line is taken up by the stepper of the run. */
static void checkpoint_in_the_line_is_taken_up(void **state) {
    (void)state;
    int taken = 0;
    for (int n = 0; n < 120; n++) {
        const char *form = forms[n % 3], *stepper = steppers[2 + n / 3 % 2];
        if (jd_stepper_find(stepper)->missing) continue;
        Case c = open_start(n / 6, form, stepper);
        while (jd_run_next(c.run) && !c.run->crossing.on) continue;
        if (c.run->crossing.on) {
            Case d = open_start(n / 6, form, stepper);
            const size_t size = jd_run_save(c.run, NULL, 0);
            void *bytes = malloc(size);
            assert_true(bytes && jd_run_save(c.run, bytes, size) == size);
            must(&d, jd_run_load(d.run, bytes, size, d.log));
            while (jd_run_next(c.run) && jd_run_next(d.run))
                check_near(value(&d, "beam.x"), value(&c, "beam.x"), 1e-5, "as without");
            must(&d, !jd_run_failed(d.run) && !jd_run_failed(c.run));
            free(bytes);
            close_case(&d);
            taken++;
        }
        close_case(&c);
    }
    assert_true(taken > 0 || jd_stepper_find("cvode")->missing);
}

/* ---- Corners beside the line ---------------------------------------------------------------- */

/* The way over the line may end at a corner behind it: then it is done again up to there, from
 * where it began, and by the stepper that had begun it. */
static void check_corner_behind(const char *force, const char *rate, const char *form,
                                const char *stepper) {
    char text[sizeof cranks + 400];
    const char *at = strstr(cranks, "start");
    snprintf(text, sizeof text, "%.*s%sstart foot[0].rate = %s\nrun to 2 s every 0.1 s\n",
             (int)(at - cranks), cranks, force, rate);
    Case right =
        open_text(text, (JdCompileDef){.form = "newton-euler"}, (JdRunDef){.stepper = "dop853"});
    Case c = open_text(text, (JdCompileDef){.form = form}, (JdRunDef){.stepper = stepper});
    while (jd_run_next(right.run) && jd_run_next(c.run))
        check_near(value(&c, "foot[0].angle"), value(&right, "foot[0].angle"), 1e-4, rate);
    must(&c, !jd_run_failed(c.run));
    close_case(&right);
    close_case(&c);
}

static void corners_behind_the_line_are_met_where_they_are(void **state) {
    (void)state;
    static const char behind[] =
        "force cam : effort foot[0].angle value 0.5 N*m/rad*abs(foot[0].angle - 98 deg)\n";
    static const char knots[] =
        "table lift {\n column angle deg\n column moment N*m\n row -400, 1\n row -275, -1.5\n"
        " row -98, 0.5\n row 97, 2\n row 276, -1\n row 456, 2\n row 700, -2\n row 2000, 1\n}\n"
        "force cam : effort foot[0].angle value lift(foot[0].angle)\n";
    static const char *const rates[] = {"3.15", "3.52", "5.37", "6.11", "-2.4", "4"};
    for (int n = 0; n < 12; n++)
        for (int k = 0; k < 6; k++) {
            if (jd_stepper_find(steppers[2 + k / 3])->missing) continue;
            check_corner_behind(n % 2 ? knots : behind, rates[n / 2], forms[k % 3],
                                steppers[2 + k / 3]);
        }
}

/* ---- What is no cause for doubt ------------------------------------------------------------- */

static const char driven[] =
    "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0] m\npoint Q = [0.5, 0] m\n"
    "point A = 0.2 m*[cos(50 deg), sin(50 deg)]\npoint B = Q + A\n"
    "body a { link O A  mass 1 kg  inertia 0.004 kg*m^2 }\n"
    "body b { link Q B  mass 1.3 kg  inertia 0.004 kg*m^2 }\n"
    "body rod { link A B  mass 2 kg  inertia 0.03 kg*m^2 }\n"
    "joint ja : revolute ground -- a at O\njoint jb : revolute ground -- b at Q\n"
    "joint ra : revolute a -- rod at A\njoint rb : revolute b -- rod at B\n"
    "force tie : spring-damper ground -- rod at [0.25, 0.6] m B  stiffness 30 N/m  length 0.3 m  "
    "damping 2 N*s/m\ndrive d : ja.angle = 2.5 rad/s*time\nrun to 3 s every 0.05 s\n";

/* A run that goes back and takes a longer step over the line has not done the work of the way back
 * and there again; and what rounding makes of accelerations beside the line is no stiffness. */
static void driven_cranks_are_not_doubted(void **state) {
    (void)state;
    static const struct {
        const char *form, *stepper, *stabilise;
        double dt;
    } ways[] = {{"newton-euler", "dop853", "baumgarte", 0},
                {"newton-euler", "dop853", "projection", 0},
                {"minimal", "rk4", "projection", 0.75e-3},
                {"newton-euler", "rk4", "projection", 0.75e-3}};
    for (int w = 0; w < 4; w++) {
        Case c =
            open_text(driven, (JdCompileDef){.form = ways[w].form, .stabilise = ways[w].stabilise},
                      (JdRunDef){.stepper = ways[w].stepper, .dt = ways[w].dt});
        advance_to(&c, 3);
        check_near(value(&c, "b.rate"), 2.5, 1e-6, ways[w].form);
        while (jd_run_next(c.run)) continue;
        must(&c, !said(c.log, "energy-drifts", NULL) && !said(c.log, "step-unstable", NULL));
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_come_apart_are_told),
        cmocka_unit_test(joints_that_fit_do_not),
        cmocka_unit_test(all_starts_come_through_the_line),
        cmocka_unit_test(checkpoint_in_the_line_is_taken_up),
        cmocka_unit_test(corners_behind_the_line_are_met_where_they_are),
        cmocka_unit_test(driven_cranks_are_not_doubted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
