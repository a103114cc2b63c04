/* SPDX-License-Identifier: MIT
 *
 * Recording a run: a pendulum made by C calls. */
#include "check.h"
#include "trace/trace.h"
#include <stdlib.h>

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

/* The bytes of a stream, which is closed. */
static char *take_bytes(FILE *stream) {
    const long length = ftell(stream);
    char *bytes = calloc((size_t)length + 1, 1);
    assert_non_null(bytes);
    rewind(stream);
    assert_int_equal(fread(bytes, 1, (size_t)length, stream), length);
    fclose(stream);
    return bytes;
}

static void check_same_trace(const JdTrace *one, const JdTrace *two) {
    assert_int_equal(jd_trace_rows(one), jd_trace_rows(two));
    assert_int_equal(jd_trace_kept(one), jd_trace_kept(two));
    for (int c = 0; c < jd_trace_columns(one); c++) {
        const TraceRange a = jd_trace_range(one, c), b = jd_trace_range(two, c);
        assert_true(a.final == b.final && a.least == b.least && a.greatest == b.greatest);
        for (int n = 0; n < jd_trace_kept(one); n++)
            assert_true(jd_trace_kept_at(one, n, c) == jd_trace_kept_at(two, n, c));
    }
}

/* Rows go to the stream as they come, the same bytes as those of a trace that keeps them; in memory
 * stays no more than a sample, of the same range and with the same end. */
static void a_stream_has_all_rows_and_memory_a_few(void **state) {
    Swing *swing = *state;
    enum { ROWS = 50000 };
    const JdChannel channels[] = {jd_channel(swing->system, "jO.angle", NULL), {-1}};
    FILE *streamed = tmpfile(), *printed = tmpfile();
    JdTrace *thin = jd_trace_new(swing->system, channels, swing->log);
    JdTrace *full = jd_trace_new(swing->system, channels, swing->log);
    jd_run_free(swing->run);
    swing->run =
        jd_run_new(swing->system, (JdRunDef){.until = 5, .output_every = 5.0 / ROWS}, NULL);
    jd_trace_stream(thin, streamed, false);
    jd_csv_headings(thin, streamed);
    double least = INFINITY, greatest = -INFINITY;
    for (int row = 0; jd_run_next(swing->run); row++) {
        assert_true(jd_trace_record(thin, swing->run) && jd_trace_record(full, swing->run));
        assert_int_equal(jd_trace_rows(thin), row + 1);
        assert_true(jd_trace_kept(thin) <= TRACE_KEPT);
        assert_true(jd_trace_kept(thin) > (row < TRACE_KEPT ? row : TRACE_KEPT / 2));
        least = fmin(least, jd_trace_at(full, row, 1));
        greatest = fmax(greatest, jd_trace_at(full, row, 1));
        check_near(jd_trace_at(thin, row, 1), jd_trace_at(full, row, 1), 0,
                   "the last row is there");
    }
    assert_int_equal(jd_trace_rows(full), ROWS + 1);
    assert_int_equal(jd_trace_kept(full), ROWS + 1);
    const int stride = ROWS / (jd_trace_kept(thin) - 1);
    for (int n = 0; n < jd_trace_kept(thin); n++)
        check_near(jd_trace_kept_at(thin, n, 1), jd_trace_at(full, n * stride, 1), 0,
                   "rows are evenly kept");
    const TraceRange range = jd_trace_range(thin, 1);
    check_near(range.least, least, 0, "the least of all rows");
    check_near(range.greatest, greatest, 0, "the greatest of all rows");
    check_near(range.final, jd_trace_at(full, ROWS, 1), 0, "the last of all rows");
    assert_false(jd_trace_print_csv(thin, printed));
    assert_true(jd_trace_print_csv(full, printed));
    JdTrace *again = jd_trace_new(swing->system, channels, swing->log);
    uint64_t hash = 0;
    const long bytes = ftell(streamed);
    rewind(streamed);
    jd_trace_stream(again, streamed, false);
    assert_true(jd_trace_replay(again, streamed, (uint64_t)bytes, NULL, &hash));
    check_same_trace(again, thin);
    jd_trace_free(again);
    char *a = take_bytes(streamed), *b = take_bytes(printed);
    assert_true(hash == jd_hash(0, a, strlen(a)));
    assert_string_equal(a, b);
    free(a), free(b);
    jd_trace_free(thin), jd_trace_free(full);
}

static void rows_of_another_file_are_not_replayed(void **state) {
    Swing *swing = *state;
    static const char *const texts[] = {"time [s]\n0\n1,2\n", "time [s]\n0\nx\n", "time [s]\n0\n1",
                                        "time [s]\n0\n\n", "time [s]\n0 \n"};
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        JdTrace *trace = jd_trace_new(swing->system, NULL, swing->log);
        FILE *file = tmpfile();
        uint64_t hash;
        fputs(texts[n], file);
        rewind(file);
        assert_false(jd_trace_replay(trace, file, strlen(texts[n]), NULL, &hash));
        rewind(file);
        assert_false(jd_trace_replay(trace, file, strlen(texts[n]) + 1, NULL, &hash));
        fclose(file);
        jd_trace_free(trace);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_is_recorded_for_each_output, start, stop),
        cmocka_unit_test_setup_teardown(a_channel_asked_for_twice_has_one_column, start, stop),
        cmocka_unit_test_setup_teardown(a_model_without_outputs_gives_the_time_alone, start, stop),
        cmocka_unit_test_setup_teardown(a_trace_outlives_its_system, start, stop),
        cmocka_unit_test_setup_teardown(a_stream_has_all_rows_and_memory_a_few, start, stop),
        cmocka_unit_test_setup_teardown(rows_of_another_file_are_not_replayed, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
