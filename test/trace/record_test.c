/* SPDX-License-Identifier: MIT
 *
 * Recording a run: a pendulum made by C calls. */
#include "check.h"
#include "trace/trace.h"

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
    JdRun *run;
} Swing;

static int start(void **state) {
    static Swing swing;
    swing.log = jd_log_new();
    swing.model = jd_model_new(JD_PLANAR, swing.log);
    jd_set_gravity(swing.model, (JdVec3){0, -9.81, 0});
    const JdBody arm =
        jd_add_body(swing.model, (JdBodyDef){"arm", .mass = 1, .izz = 0.02, .at = {0.5}});
    jd_add_joint(swing.model, (JdJointDef){"jO", "revolute", jd_ground, arm});
    jd_start(swing.model, "jO.rate", 1);
    swing.system = jd_compile(swing.model, (JdCompileDef){0}, swing.log);
    swing.run = jd_run_new(swing.system, (JdRunDef){.until = 0.5, .output_every = 0.1}, swing.log);
    *state = &swing;
    return swing.run ? 0 : -1;
}

static int stop(void **state) {
    Swing *swing = *state;
    jd_run_free(swing->run);
    jd_system_free(swing->system);
    jd_model_free(swing->model);
    jd_log_free(swing->log);
    return 0;
}

static void a_row_is_recorded_for_each_output(void **state) {
    Swing *swing = *state;
    const JdChannel channels[] = {jd_channel(swing->system, "jO.angle", swing->log),
                                  jd_channel(swing->system, "energy", swing->log),
                                  {-1}};
    JdTrace *trace = jd_trace_new(swing->system, channels, swing->log);
    while (jd_run_next(swing->run)) assert_true(jd_trace_record(trace, swing->run));
    assert_int_equal(jd_trace_rows(trace), 6);
    assert_int_equal(jd_trace_columns(trace), 3);
    check_text(jd_trace_name(trace, 0), "time");
    check_text(jd_trace_unit(trace, 0), "s");
    check_text(jd_trace_name(trace, 1), "jO.angle");
    check_text(jd_trace_unit(trace, 1), "rad");
    for (int row = 0; row < 6; row++)
        check_near(jd_trace_at(trace, row, 0), 0.1 * row, 1e-15, "rows stand on the grid");
    check_near(jd_trace_at(trace, 5, 2), jd_trace_at(trace, 0, 2), 1e-7, "the energy stays");
    assert_true(isnan(jd_trace_at(trace, 6, 0)));
    assert_true(isnan(jd_trace_at(trace, 0, 3)));
    assert_null(jd_trace_name(trace, 3));
    jd_trace_free(trace);
}

static void a_channel_asked_for_twice_has_one_column(void **state) {
    Swing *swing = *state;
    const JdChannel angle = jd_channel(swing->system, "jO.angle", swing->log);
    const JdChannel channels[] = {angle, jd_time, angle, {-1}};
    JdTrace *trace = jd_trace_new(swing->system, channels, swing->log);
    assert_int_equal(jd_trace_columns(trace), 2);
    jd_trace_free(trace);
}

static void a_model_without_outputs_gives_the_time_alone(void **state) {
    Swing *swing = *state;
    JdTrace *trace = jd_trace_new(swing->system, NULL, swing->log);
    assert_int_equal(jd_trace_columns(trace), 1);
    jd_trace_free(trace);
    assert_null(jd_trace_new(NULL, NULL, swing->log));
}

static void a_trace_outlives_its_system(void **state) {
    Swing *swing = *state;
    JdTrace *trace = jd_trace_new(swing->system, NULL, swing->log);
    jd_run_next(swing->run);
    jd_trace_record(trace, swing->run);
    jd_run_free(swing->run), swing->run = NULL;
    jd_system_free(swing->system), swing->system = NULL;
    check_text(jd_trace_name(trace, 0), "time");
    check_near(jd_trace_at(trace, 0, 0), 0, 0, "the first row is the start");
    jd_trace_free(trace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_is_recorded_for_each_output, start, stop),
        cmocka_unit_test_setup_teardown(a_channel_asked_for_twice_has_one_column, start, stop),
        cmocka_unit_test_setup_teardown(a_model_without_outputs_gives_the_time_alone, start, stop),
        cmocka_unit_test_setup_teardown(a_trace_outlives_its_system, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
