/* SPDX-License-Identifier: MIT
 *
 * Memory from text to trace: every allocation may fail and ends in a clean error without a leak,
 * and nothing allocates while the run steps. Linked with malloc, calloc and realloc wrapped; leaks
 * show in the sanitizer run. */
#include "check.h"
#include "failing.h"
#include "jourdain.h"
#include <stdlib.h>

static long calls, fail_at;

static bool fails(void) {
    return ++calls == fail_at;
}

static const char text[] =
    "model four_bar\nplanar\ngravity [0, -9.81] m/s^2\nparam r = 0.1 m\n"
    "point A = [0, 0]\npoint B = [0, r]\npoint C = [0.3, 0.2]\npoint D = [0.3, 0]\n"
    "joint type bolt { lock d.x0  lock d.y0  free turn z }\n"
    "body crank { link A B mass 1 kg inertia 1e-3 kg*m^2  frame tip at B }\n"
    "body bar { link B C mass 1 kg inertia 1e-2 kg*m^2 }\n"
    "body lever { link C D mass 1 kg inertia 1e-2 kg*m^2 }\n"
    "joint jA : revolute ground -- crank at A\njoint jB : bolt crank -- bar at B\n"
    "joint jC : revolute bar -- lever at C\njoint jD : revolute lever -- ground at D\n"
    "body bob { at [0.5, 0.3] mass 1 kg inertia 0.1 kg*m^2 }\n"
    "joint jE : rod lever -- bob at C [0.5, 0.3]\n"
    "force s : spring-damper ground -- bar at [0, 1] C stiffness 10 N/m damping 1 N*s/m\n"
    "force m : effort jA.angle value 1 N*m * sin(time) - 0.1 N*m*s*jA.rate\n"
    "start jA.angle = 0.1\noutput jA.angle, jC.force, energy\n"
    "expect energy = 0 J at 0.1 s within 100\nrun to 0.1 s every 0.01 s\n";

/* The whole way. Returns how many errors were reported. */
static int go(bool *ended) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("four_bar.jd", text, strlen(text), (JdReadDef){0}, log);
    JdCheck check;
    jd_check(model, (JdCompileDef){0}, &check, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){0}, log);
    JdTrace *trace = jd_trace_new(system, NULL, log);
    bool recorded = true;
    while (jd_run_next(run)) recorded = jd_trace_record(trace, run) && recorded;
    *ended = run && trace && recorded && jd_trace_rows(trace) == 11;
    int errors = jd_log_errors(log);
    if (!log) errors = 1;
    jd_trace_free(trace);
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return errors;
}

static void every_failing_allocation_ends_clean(void **state) {
    (void)state;
    bool ended = false;
    fail_at = 0;
    assert_int_equal(go(&ended), 0);
    assert_true(ended);
    for (fail_at = 1;; fail_at++) {
        calls = 0;
        int errors = go(&ended);
        if (calls < fail_at) break;         /* nothing failed any more */
        if (ended && errors == 0) continue; /* a message or a hint less */
        if (errors == 0) print_error("allocation %ld failed without a word\n", fail_at);
        assert_true(errors > 0);
    }
    assert_true(fail_at > 50);
    fail_at = 0;
}

static void a_run_allocates_nothing(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("four_bar.jd", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    const char *const steppers[] = {"dop853", "dopri5", "rk4", "semi-implicit-euler", "euler"};
    for (int k = 0; k < 5; k++) {
        JdRun *run =
            jd_run_new(system, (JdRunDef){.stepper = steppers[k], .until = 0.1, .dt = 1e-4}, log);
        long before = calls;
        while (jd_run_next(run)) { /* behind the last row a fixed stepper may be looked into */
            jd_run_value(run, (JdChannel){1});
            assert_int_equal(calls, before);
        }
        assert_true(jd_run_cost(run).steps >= 1000);
        assert_false(jd_run_failed(run));
        jd_run_free(run);
    }
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_ends_clean),
        cmocka_unit_test(a_run_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
