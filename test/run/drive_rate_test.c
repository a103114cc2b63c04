/* SPDX-License-Identifier: MIT
 *
 * Drives that prescribe a rate: the same motion as by the integral, written by hand, under every
 * form and stepper; from wherever the mechanism stands. */
#include "check.h"
#include <jourdain.h>
#include <stdio.h>
#include <string.h>

#define FOUR_BAR                                                                                   \
    "planar\ngravity [0, -9.81] m/s^2\n"                                                           \
    "point A = [0, 0] m\npoint B = [0.12, 0.15] m\npoint C = [0.6, 0.42] m\npoint D = [0.7, 0] "   \
    "m\n"                                                                                          \
    "body crank { link A B mass 1.3 kg inertia 0.01 kg*m^2 }\n"                                    \
    "body rod { link B C mass 2 kg inertia 0.05 kg*m^2 }\n"                                        \
    "body rocker { link D C mass 0.7 kg inertia 0.02 kg*m^2 }\n"                                   \
    "joint jA : revolute ground -- crank at A\njoint jB : revolute crank -- rod at B\n"            \
    "joint jC : revolute rod -- rocker at C\njoint jD : revolute ground -- rocker at D\n"          \
    "run to 0.8 s\n"
#define LIFT                                                                                       \
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"                                                       \
    "body arm { at [0.3, 0, 0] mass 2 kg inertia [0.1, 0.2, 0.3] kg*m^2 }\n"                       \
    "body load { at [0.3, 0, 0.4] mass 1 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"                    \
    "joint jA : revolute ground -- arm at [0, 0, 0] axis [0, 1, 1]\n"                              \
    "joint jB : prismatic arm -- load at [0.3, 0, 0] [0.3, 0, 0.4] axis z\n"                       \
    "drive still : jA.rate = 2 rad/s*cos(3 rad/s*time)\n"                                          \
    "run to 0.8 s\n"

typedef struct {
    const char *text, *rate, *position;
    const char *channels[4];
} Pair;

static const Pair pairs[] = {
    {FOUR_BAR,
     "drive d : jA.rate = 4 rad/s*(1 + 0.5*sin(9 rad/s*time))\n",
     "drive d : jA.angle = 4 rad/s*(time + 0.5 s/9*(1 - cos(9 rad/s*time)))\n",
     {"jA.angle", "jC.angle", "jC.rate", "d.effort"}},
    /* A blow at 0.3 s, and a start value that a drive of the position may not have. */
    {FOUR_BAR,
     "start jA.angle = 0.2 rad\ndrive d : jA.rate = if(time > 0.3, 5, 2)\n",
     "drive d : jA.angle = 0.2 + 2*time + if(time > 0.3, 3*(time - 0.3), 0)\n",
     {"jA.angle", "jC.angle", "jC.rate", "d.effort"}},
    {LIFT,
     "drive d : jB.speed = 0.3 m/s*exp(-time/1 s)\n",
     "drive d : jB.travel = 0.4 m + 0.3 m*(1 - exp(-time/1 s))\n",
     {"jB.travel", "jB.speed", "load.z", "d.effort"}},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

static JdModel *read(const Pair *pair, const char *drive, JdLog *log) {
    char text[4000];
    const int size = snprintf(text, sizeof text, "%s%s", pair->text, drive);
    JdModel *model = jd_model_read_text("m", text, (size_t)size, (JdReadDef){0}, log);
    assert_non_null(model);
    return model;
}

/* The four channels at the end. */
static void end_of(const Pair *pair, const char *drive, JdCompileDef how, JdRunDef def,
                   double values[4]) {
    JdLog *log = jd_log_new();
    JdModel *model = read(pair, drive, log);
    JdSystem *system = jd_compile(model, how, log);
    assert_non_null(system);
    def.output_every = 0.8;
    JdRun *run = jd_run_new(system, def, log);
    assert_non_null(run);
    while (jd_run_next(run)) continue;
    assert_false(jd_run_failed(run));
    check_near(jd_run_value(run, jd_time), 0.8, 1e-12, "the end");
    for (int k = 0; k < 4; k++)
        values[k] = jd_run_value(run, jd_channel(system, pair->channels[k], log));
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
}

static void compare(const Pair *pair, JdCompileDef how, JdRunDef def, double within,
                    const char *what) {
    double rate[4], position[4];
    end_of(pair, pair->rate, how, def, rate);
    end_of(pair, pair->position, how, def, position);
    for (int k = 0; k < 4; k++) {
        char name[100];
        snprintf(name, sizeof name, "%s, %s", what, pair->channels[k]);
        check_near(rate[k], position[k], within * (1 + fabs(position[k])), name);
    }
}

static void every_form_moves_as_by_the_integral(void **state) {
    (void)state;
    for (int p = 0; p < PAIRS; p++)
        for (int f = 0; f < 3; f++)
            compare(&pairs[p], (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-10}, 1e-8,
                    forms[f]);
}

/* Joints that give way follow the drive all the same; the bodies swing, so that digits are lost. */
static void elastic_joints_are_driven(void **state) {
    (void)state;
    compare(&pairs[0], (JdCompileDef){.form = "elastic"}, (JdRunDef){.tol = 1e-10}, 1e-5,
            "elastic");
}

static void stabilised_or_not(void **state) {
    (void)state;
    static const char *const words[] = {"none", "baumgarte", "projection"};
    for (int k = 0; k < 3; k++)
        compare(&pairs[0], (JdCompileDef){.form = "newton-euler", .stabilise = words[k]},
                (JdRunDef){.tol = 1e-10}, 1e-7, words[k]);
}

/* A fixed step of low order knows the position exactly, as if it were given. */
static void every_stepper_moves_as_by_the_integral(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double within;
    } steppers[] = {{"dopri5", 1e-8}, {"rk4", 1e-9}, {"euler", 1e-9}, {"semi-implicit-euler", 1e-9},
                    {"cvode", 1e-6},  {"ida", 1e-6}};
    for (size_t k = 0; k < sizeof steppers / sizeof *steppers; k++)
        for (int p = 0; p < 2; p++)
            compare(&pairs[p], (JdCompileDef){0},
                    (JdRunDef){.stepper = steppers[k].name, .dt = 1e-3, .tol = 1e-9},
                    steppers[k].within, steppers[k].name);
}

/* ---- What is told -----------------------------------------------------------------------------
 */

static bool is_said(const JdLog *log, const char *code) {
    JdMessage message;
    for (int k = 0; k < jd_log_count(log); k++) {
        message = jd_log_message(log, k);
        if (message.code && !strcmp(message.code, code)) return true;
    }
    return false;
}

static bool says(const char *drive, const char *code) {
    JdLog *log = jd_log_new();
    JdModel *model = read(&pairs[0], drive, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    const bool said = is_said(log, code);
    jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return said;
}

static void a_rate_has_no_start_value_beside_its_drive(void **state) {
    (void)state;
    assert_true(says("start jA.rate = 1\ndrive d : jA.rate = 2\n", "start-driven"));
    assert_false(says("start jA.angle = 1\ndrive d : jA.rate = 2\n", "start-driven"));
    assert_true(says("start jA.angle = 1\ndrive d : jA.angle = 2*time\n", "start-driven"));
    assert_true(says("drive d : jA.rate = 2\ndrive e : jA.angle = 2*time\n", "drive-twice"));
    assert_true(says("drive d : jA.rate = 2 rad\n", "dimension-mismatch"));
    assert_true(says("drive d : jA.rate = jB.rate\n", "drive-reads-state"));
}

static void a_drive_that_moves_the_drawing_is_told(void **state) {
    (void)state;
    const char code[] = "drive-moves-drawing";
    assert_true(says("drive d : jA.angle = 20 deg + 2 rad/s*time\n", code));
    assert_true(says("drive d : jD.angle = 0.1*cos(time/1 s)\n", code));
    assert_false(says("drive d : jA.angle = 2*time\n", code));
    assert_false(says("drive d : jA.rate = 2 rad/s + 20 rad/s^2*time\n", code));
    assert_false(
        says("start jA.angle = 0.2\ndrive d : jA.rate = 2 rad/s + 20 rad/s^2*time\n", code));
}

/* From C as from a text. */
static void a_rate_is_driven_from_c(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = read(&pairs[0], "", log);
    jd_add_drive(model, "d", "jA.rate", "3 rad/s");
    JdDriveInfo info;
    assert_true(jd_model_drive(model, 0, &info));
    assert_string_equal(info.target, "jA.rate");
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    assert_non_null(system);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 0.5}, log);
    while (jd_run_next(run)) continue;
    check_near(jd_run_value(run, jd_channel(system, "jA.angle", log)), 1.5, 1e-9, "angle");
    check_near(jd_run_value(run, jd_channel(system, "d.position", log)), 1.5, 1e-9, "position");
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_moves_as_by_the_integral),
        cmocka_unit_test(elastic_joints_are_driven),
        cmocka_unit_test(stabilised_or_not),
        cmocka_unit_test(every_stepper_moves_as_by_the_integral),
        cmocka_unit_test(a_rate_has_no_start_value_beside_its_drive),
        cmocka_unit_test(a_drive_that_moves_the_drawing_is_told),
        cmocka_unit_test(a_rate_is_driven_from_c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
