/* SPDX-License-Identifier: MIT
 *
 * Numerics told as causes: stiffness and where it begins, steps and gains beyond stability, a pole
 * told apart from a jump, a dead point within few steps. And silence where a motion is fast without
 * being stiff, or stiff with a stepper that does not mind. Models of three bodies and more. */
#include "check.h"
#include "jourdain.h"
#include <math.h>

/* A slider-crank that pushes a light probe through a spring and a damper: values come later. */
static const char crank[] =
    "gravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [100 mm, 0]\npoint B = [400 mm, 0]\n"
    "point P = [500 mm, 0]\n"
    "body crank { link O A  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
    "body rod { link A B  mass 0.5 kg  inertia 4e-3 kg*m^2 }\n"
    "body slider { at B  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
    "body probe { at P  mass 10 g  inertia 1e-6 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
    "joint jB : revolute rod -- slider at B\njoint jC : prismatic ground -- slider at B\n"
    "joint jP : prismatic slider -- probe at P\nstart jO.rate = 10 rad/s\nrun to 2 s\n";

typedef struct {
    const char *stepper, *stabilise;
    double tol, dt, alpha, until;
    long steps;
} How;

/* Runs it; the message of this code, if there is one, and all steps taken. */
static bool is_told(const char *forces, How how, const char *code, char text[600]) {
    char model_text[4096];
    snprintf(model_text, sizeof model_text, "%s%s", crank, forces);
    JdLog *log = jd_log_new();
    JdModel *model =
        jd_model_read_text("crank", model_text, strlen(model_text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(
        model, (JdCompileDef){.stabilise = how.stabilise, .alpha = how.alpha, .beta = how.alpha},
        log);
    JdRun *run = jd_run_new(system,
                            (JdRunDef){.stepper = how.stepper,
                                       .tol = how.tol,
                                       .dt = how.dt,
                                       .until = how.until,
                                       .max_steps = how.steps,
                                       .output_every = how.until > 0 ? how.until : 2},
                            log);
    assert_non_null(run);
    while (jd_run_next(run)) continue;
    bool told = false;
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        if (strcmp(message.code, code)) continue;
        snprintf(text, 600, "%s", message.text);
        told = true;
    }
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return told;
}

static const char damper[] =
    "force tie : spring-damper slider -- probe { at B P  stiffness 1e4 N/m  damping 1000 N*s/m  "
    "length 100 mm }\n";

/* The damper's rate is 1e5 1/s. The first steps are shorter than that, of any tolerance. */
static void stiffness_is_told_within_100_steps(void **state) {
    (void)state;
    static const char *const steppers[] = {"dop853", "dopri5"};
    char text[600];
    for (int s = 0; s < 2; s++)
        for (double tol = 1e-4; tol > 1e-9; tol *= 1e-2) {
            assert_true(is_told(damper, (How){.stepper = steppers[s], .tol = tol, .steps = 100},
                                "run-stiff", text));
            assert_non_null(strstr(text, "'probe'"));
        }
}

/* A filter of 1 ms that sees the speed: no body changes so fast. */
static void a_stiff_state_is_named(void **state) {
    (void)state;
    static const char filter[] = "state seen { unit m/s  rate (slider.vx - seen)/(20 us) }\n"
                                 "force brake : effort jC.travel  value -0.1 N*s/m*seen\n";
    static const char *const steppers[] = {"dop853", "dopri5"};
    char text[600];
    for (int s = 0; s < 2; s++) {
        assert_true(is_told(filter, (How){.stepper = steppers[s], .tol = 1e-6, .until = 1},
                            "run-stiff", text));
        assert_non_null(strstr(text, "state 'seen'"));
    }
}

static void a_stepper_that_does_not_mind_is_not_told(void **state) {
    (void)state;
    char text[600];
    assert_false(
        is_told(damper, (How){.stepper = "cvode", .tol = 1e-6, .until = 0.1}, "run-stiff", text));
}

/* A spring that swings at 3e4 1/s, by a tenth of a millimetre: that is the motion. */
static void what_is_fast_is_not_stiff(void **state) {
    (void)state;
    static const char spring[] =
        "force tie : spring-damper slider -- probe { at B P  stiffness 1e7 N/m  length 99.9 mm }\n";
    char text[600];
    for (double tol = 1e-5; tol > 1e-10; tol *= 1e-2)
        assert_false(is_told(spring, (How){.tol = tol, .steps = 1500}, "run-stiff", text));
}

static void steps_beyond_stability_are_told(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double edge;
    } steppers[] = {{"rk4", 2.78}, {"euler", 2}};
    char text[600];
    for (int s = 0; s < 2; s++) {
        const double edge = steppers[s].edge / 1e5;
        How how = {.stepper = steppers[s].name, .dt = 3 * edge, .until = 200 * edge};
        assert_true(is_told(damper, how, "step-unstable", text));
        how.dt = 0.7 * edge; /* as it is offered */
        assert_false(is_told(damper, how, "step-unstable", text));
    }
}

static void gains_beyond_stability_are_told(void **state) {
    (void)state;
    char text[600];
    How how = {
        .stepper = "rk4", .stabilise = "baumgarte", .dt = 1e-3, .until = 0.02, .alpha = 5000};
    assert_true(is_told("", how, "gain-too-large", text));
    how.alpha = 1000; /* as it is offered */
    assert_false(is_told("", how, "gain-too-large", text));
    assert_false(is_told("", how, "step-unstable", text));
    /* Without a fixed step they are what makes it stiff. */
    how = (How){.stabilise = "baumgarte", .tol = 1e-6, .steps = 150, .alpha = 1e5};
    assert_true(is_told("", how, "run-stiff", text));
}

static void a_pole_is_told_apart_from_a_jump(void **state) {
    (void)state;
    static const char pole[] =
        "force pull : effort jP.travel value -1 N*(0.01 m)^2/(0.05 m + jP.travel)^2\n"
        "force rub : effort jC.travel value -0.1 N*tanh(jC.speed/(1 mm/s))\n";
    static const char jump[] = "force rub : effort jP.travel value -20 N*sign(jP.speed)\n"
                               "force far : effort jC.travel value 0.01 N/(3 + jC.travel/(1 m))\n";
    char text[600];
    assert_true(is_told(pole, (How){.tol = 1e-8}, "run-stuck", text));
    assert_non_null(strstr(text, "'pull' grows without bound: as 1/x^2"));
    assert_true(is_told(jump, (How){.tol = 1e-8}, "run-stuck", text));
    assert_non_null(strstr(text, "'rub' jumps between"));
    assert_false(is_told(jump, (How){.tol = 1e-8}, "run-stiff", text));
}

/* The rod is too short for a whole turn. */
static void a_dead_point_is_told_within_200_steps(void **state) {
    (void)state;
    static const char text[] =
        "point O = [0, 0]\npoint A = [120 mm, 0]\npoint B = [220 mm, 0]\n"
        "body crank { link O A  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
        "body rod { link A B  mass 0.5 kg  inertia 1e-3 kg*m^2 }\n"
        "body slider { at B  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
        "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
        "joint jB : revolute rod -- slider at B\njoint jC : prismatic ground -- slider at B\n"
        "drive motor : jO.angle = 10 rad/s*time\nrun to 1 s\n";
    static const char *const steppers[] = {"dop853", "dopri5"};
    for (int s = 0; s < 2; s++) {
        JdLog *log = jd_log_new();
        JdModel *model = jd_model_read_text("dead", text, strlen(text), (JdReadDef){0}, log);
        JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
        JdRun *run = jd_run_new(
            system, (JdRunDef){.stepper = steppers[s], .output_every = 1, .max_steps = 400}, log);
        while (jd_run_next(run)) continue;
        bool told = false;
        for (int n = 0; n < jd_log_count(log); n++)
            told = told || strstr(jd_log_message(log, n).text, "dead point");
        assert_true(told);
        assert_true(jd_run_cost(run).steps + jd_run_cost(run).rejected < 200);
        jd_run_free(run);
        jd_system_free(system);
        jd_model_free(model);
        jd_log_free(log);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiffness_is_told_within_100_steps),
        cmocka_unit_test(a_stiff_state_is_named),
        cmocka_unit_test(a_stepper_that_does_not_mind_is_not_told),
        cmocka_unit_test(what_is_fast_is_not_stiff),
        cmocka_unit_test(steps_beyond_stability_are_told),
        cmocka_unit_test(gains_beyond_stability_are_told),
        cmocka_unit_test(a_pole_is_told_apart_from_a_jump),
        cmocka_unit_test(a_dead_point_is_told_within_200_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
