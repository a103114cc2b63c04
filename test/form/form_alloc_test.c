/* SPDX-License-Identifier: MIT
 *
 * Memory under every formulation: every allocation of compiling and running may fail and ends in a
 * clean error without a leak, and nothing allocates while the run steps. Linked with malloc, calloc
 * and realloc wrapped; leaks show in the sanitizer run. */
#include "check.h"
#include "failing.h"
#include "form/form.h"
#include "jourdain.h"
#include <stdlib.h>

static long calls, fail_at;

static bool fails(void) {
    return ++calls == fail_at;
}

/* A four-bar with a slider behind it, a spring, a joint of one's own, and a drive; in the plane and
 * in space. In the plane also, with more: a wheel that the drive moves by gears and a plate on
 * three bars, which only Newton's method closes. */
static const char text[] =
    "model four_bar\nplanar\ngravity [0, -9.81] m/s^2\nparam r = 0.1 m\n"
    "point A = [0, 0]\npoint B = [0, r]\npoint C = [0.3, 0.2]\npoint D = [0.3, 0]\npoint E = [0.6, "
    "0.3]\n"
    "joint type bolt { lock d.x0  lock d.y0  free turn z }\n"
    "body crank { link A B mass 1 kg inertia 1e-3 kg*m^2 }\n"
    "body bar { link B C mass 1 kg inertia 1e-2 kg*m^2 }\n"
    "body lever { link C D mass 1 kg inertia 1e-2 kg*m^2 }\n"
    "body rod { link C E mass 1 kg inertia 1e-2 kg*m^2 }\nbody slider { at E mass 1 kg inertia "
    "1e-2 kg*m^2 }\n"
    "joint jA : revolute ground -- crank at A\njoint jB : bolt crank -- bar at B\n"
    "joint jC : revolute bar -- lever at C\njoint jD : revolute lever -- ground at D\n"
    "joint jE : revolute lever -- rod at C\njoint jF : revolute rod -- slider at E\n"
    "joint jG : prismatic ground -- slider at E axis x\n"
    "body bob { at [0.8, 0.3] mass 1 kg inertia 0.1 kg*m^2 }\njoint jH : revolute ground -- bob at "
    "[0.8, 0.4]\n"
    "drive swing : jH.angle = 1 rad/s*time\n"
    "force s : spring-damper ground -- bar at [0, 1] C stiffness 10 N/m damping 1 N*s/m\n"
    "force m : effort jA.angle value 1 N*m * sin(time) - 0.1 N*m*s*jA.rate\n"
    "output jA.angle, jC.force, energy\nrun to 5 ms every 1 ms tol 1e-6\n";

static const char more[] =
    "body wheel { at [0.8, 0.6] mass 1 kg inertia 0.1 kg*m^2 }\n"
    "joint jW : revolute ground -- wheel at [0.8, 0.6]\n"
    "joint gg : gear jH.angle -- jW.angle ratio 2\n"
    "point P = [0.83, 0.62] m\npoint Q = [1.1, 1.0] m\npoint R = [1.4, 1.1] m\n"
    "point S = [1.25, 1.35] m\npoint U = [1.7, 0.7] m\npoint V = [1.0, 1.6] m\n"
    "body l1 { link P Q mass 1 kg inertia 0.02 kg*m^2 }\n"
    "body plate { link Q R S mass 3 kg inertia 0.05 kg*m^2 }\n"
    "body l2 { link U R mass 1 kg inertia 0.02 kg*m^2 }\n"
    "body l3 { link V S mass 1 kg inertia 0.02 kg*m^2 }\n"
    "joint k1 : revolute wheel -- l1 at P\njoint k2 : revolute l1 -- plate at Q\n"
    "joint k3 : revolute plate -- l2 at R\njoint k4 : revolute plate -- l3 at S\n"
    "joint k5 : revolute ground -- l2 at U\njoint k6 : revolute ground -- l3 at V\n";

/* Compiles and runs the model. Returns how many errors were reported. */
static int go(const JdModel *model, JdCompileDef how, bool *ended) {
    JdLog *log = jd_log_new();
    JdSystem *system = jd_compile(model, how, log);
    JdRun *run = jd_run_new(system, (JdRunDef){0}, log);
    JdTrace *trace = jd_trace_new(system, NULL, log);
    bool recorded = true;
    while (jd_run_next(run)) recorded = jd_trace_record(trace, run) && recorded;
    *ended = run && trace && recorded && jd_trace_rows(trace) == 6;
    const int errors = log ? jd_log_errors(log) : 1;
    jd_trace_free(trace);
    jd_run_free(run);
    jd_system_free(system);
    jd_log_free(log);
    return errors;
}

static void check_all_fail(const JdModel *model, JdCompileDef how) {
    bool ended = false;
    fail_at = 0;
    assert_int_equal(go(model, how, &ended), 0);
    assert_true(ended);
    for (fail_at = 1;; fail_at++) {
        calls = 0;
        const int errors = go(model, how, &ended);
        if (calls < fail_at) break;         /* nothing failed any more */
        if (ended && errors == 0) continue; /* a message or a hint less */
        if (errors == 0)
            print_error("%s: allocation %ld failed without a word\n", how.form, fail_at);
        assert_true(errors > 0);
    }
    assert_true(fail_at > 20);
    fail_at = 0;
}

static JdModel *read_model(bool spatial, bool with_more, JdLog *log) {
    char all[4096];
    snprintf(all, sizeof all, "%s%s", text, with_more ? more : "");
    return jd_model_read_text("four_bar.jd", all, strlen(all), (JdReadDef){.spatial = spatial},
                              log);
}

static void every_failing_allocation_ends_clean(void **state) {
    (void)state;
    for (int spatial = 0; spatial < 2; spatial++) {
        JdLog *log = jd_log_new();
        JdModel *model = read_model(spatial, false, log);
        for (int f = 0; jd_form_at(f); f++)
            check_all_fail(model, (JdCompileDef){.form = jd_form_at(f)->name});
        check_all_fail(model, (JdCompileDef){.form = "cut-joint", .cut = "jA, jG"});
        check_all_fail(model, (JdCompileDef){.form = "minimal", .cut = "jG"});
        check_all_fail(model, (JdCompileDef){.form = "elastic", .elastic = "all"});
        check_all_fail(model,
                       (JdCompileDef){.form = "newton-euler", .elastic = "jE", .clearance = "jF"});
        assert_int_equal(jd_log_errors(log), 0);
        jd_model_free(model);
        jd_log_free(log);
    }
}

static void so_does_every_one_of_closed_form_with_other_loops(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = read_model(false, true, log);
    check_all_fail(model, (JdCompileDef){.form = "minimal"});
    assert_int_equal(jd_log_errors(log), 0);
    jd_model_free(model);
    jd_log_free(log);
}

static void a_run_allocates_nothing(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = read_model(false, true, log);
    for (int f = 0; jd_form_at(f); f++) {
        JdSystem *system = jd_compile(model, (JdCompileDef){.form = jd_form_at(f)->name}, log);
        JdRun *run = jd_run_new(system, (JdRunDef){.until = 0.05}, log);
        assert_non_null(run);
        const long before = calls;
        while (jd_run_next(run))
            for (int k = 0; k < jd_channel_count(system); k++) jd_run_value(run, (JdChannel){k});
        assert_int_equal(calls, before);
        assert_false(jd_run_failed(run));
        jd_run_free(run);
        jd_system_free(system);
    }
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_ends_clean),
        cmocka_unit_test(so_does_every_one_of_closed_form_with_other_loops),
        cmocka_unit_test(a_run_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
