/* SPDX-License-Identifier: MIT
 *
 * Memory of the implicit steppers: every allocation of ours may fail when a run is made, and ends
 * in a clean error; while the run steps, we allocate nothing (what SUNDIALS does is its own).
 * Linked with malloc, calloc and realloc wrapped; leaks show in the sanitizer run. */
#include "check.h"
#include "failing.h"
#include "run/run.h"

static long calls, fail_at;

static bool fails(void) {
    return ++calls == fail_at;
}

static const char text[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "point A = [0, 0]\npoint B = [0, 0.1]\npoint C = [0.3, 0.2]\npoint D = [0.3, 0]\n"
    "body crank { link A B mass 1 kg inertia 1e-3 kg*m^2 }\n"
    "body bar { link B C mass 1 kg inertia 1e-2 kg*m^2 }\n"
    "body lever { link C D mass 1 kg inertia 1e-2 kg*m^2 }\n"
    "joint jA : revolute ground -- crank at A\njoint jB : revolute crank -- bar at B\n"
    "joint jC : revolute bar -- lever at C\njoint jD : revolute lever -- ground at D\n"
    "force s : spring-damper ground -- bar at [0, 1] C stiffness 10 N/m damping 1 N*s/m\n"
    "start jA.angle = 0.1\nrun to 0.1 s\n";

static void check_stepper(const JdSystem *system, const char *stepper) {
    const JdRunDef def = {.stepper = stepper, .tol = 1e-8};
    int failures = 0;
    for (fail_at = 1;; fail_at++) {
        calls = fail_at; /* not this one */
        JdLog *log = jd_log_new();
        calls = 0;
        JdRun *run = jd_run_new(system, def, log);
        const bool failed = calls >= fail_at;
        assert_int_equal(run == NULL, failed);
        assert_int_equal(jd_log_errors(log), failed ? 1 : 0);
        jd_run_free(run);
        jd_log_free(log);
        if (!failed) break;
        failures++;
    }
    fail_at = 0;
    assert_true(failures > 5);

    JdLog *log = jd_log_new();
    JdRun *run = jd_run_new(system, def, log);
    const long before = calls;
    while (jd_run_next(run)) jd_run_value(run, (JdChannel){1});
    assert_int_equal(calls, before);
    assert_false(jd_run_failed(run));
    assert_true(jd_run_cost(run).steps > 30);
    jd_run_free(run);
    jd_log_free(log);
}

static void every_failing_allocation_ends_clean_and_steps_need_none(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("four_bar.jd", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    assert_non_null(system);
    for (int n = 0; jd_stepper_at(n); n++)
        if (jd_stepper_at(n)->open) check_stepper(system, jd_stepper_at(n)->name);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_ends_clean_and_steps_need_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
