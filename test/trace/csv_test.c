/* SPDX-License-Identifier: MIT
 *
 * CSV of a trace: header, numbers, quotes, and files that appear whole or not at all. The traces
 * are made by hand. */
#include "check.h"
#include "trace/trace.h"
#include <stdlib.h>
#include <unistd.h>

static JdTrace *make_trace(int columns, const char *const *names, int rows, const double *values) {
    JdTrace *trace = calloc(1, sizeof *trace);
    assert_non_null(trace);
    for (int n = 0; n < columns; n++) {
        TraceColumn *column = PUSH(&trace->arena, trace->columns);
        assert_non_null(column);
        *column = (TraceColumn){.channel = {n}, .name = names[n], .unit = n ? "m" : "s"};
    }
    trace->values = malloc(sizeof(double) * (size_t)(rows * columns + 1));
    assert_non_null(trace->values);
    for (int n = 0; n < rows * columns; n++) trace->values[n] = values[n];
    trace->rows = trace->room = rows;
    return trace;
}

static const char *const plain_names[] = {"time", "slider.x"};

static char *print_all(const JdTrace *trace) {
    static char text[4096];
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_true(jd_trace_print_csv(trace, out));
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    return text;
}

static char *read_all(const char *path) {
    static char text[4096];
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

static void header_has_units_and_time_comes_first(void **state) {
    (void)state;
    JdTrace *trace = make_trace(2, plain_names, 2, (double[]){0, 1, 0.5, -2.5});
    check_text(print_all(trace), "time [s],slider.x [m]\n0,1\n0.5,-2.5\n");
    jd_trace_free(trace);
}

static void names_with_commas_and_quotes_are_quoted(void **state) {
    (void)state;
    const char *const names[] = {"time", "a,b\"c"};
    JdTrace *trace = make_trace(2, names, 0, NULL);
    check_text(print_all(trace), "time [s],\"a,b\"\"c [m]\"\n");
    jd_trace_free(trace);
}

static void values_that_are_not_finite_have_their_words(void **state) {
    (void)state;
    JdTrace *trace =
        make_trace(2, plain_names, 3, (double[]){0, INFINITY, 1, -INFINITY, 2, -(double)NAN});
    check_text(print_all(trace), "time [s],slider.x [m]\n0,inf\n1,-inf\n2,nan\n");
    jd_trace_free(trace);
}

static void a_written_file_replaces_the_old_one_and_leaves_nothing_beside(void **state) {
    (void)state;
    const char *path = JD_SCRATCH "/csv_whole.csv";
    FILE *old = fopen(path, "w");
    assert_non_null(old);
    fputs("old", old);
    fclose(old);
    JdLog *log = jd_log_new();
    JdTrace *trace = make_trace(2, plain_names, 1, (double[]){0, 1});
    assert_true(jd_trace_write_csv(trace, path, log));
    check_text(read_all(path), "time [s],slider.x [m]\n0,1\n");
    assert_int_equal(access(JD_SCRATCH "/csv_whole.csv.part0", F_OK), -1);
    assert_int_equal(jd_log_count(log), 0);
    jd_trace_free(trace);
    jd_log_free(log);
}

static void a_failed_write_is_reported_and_leaves_the_old_file(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdTrace *trace = make_trace(2, plain_names, 1, (double[]){0, 1});
    assert_false(jd_trace_write_csv(trace, JD_SCRATCH "/no/such/folder/a.csv", log));
    assert_int_equal(jd_log_errors(log), 1);
    check_text(jd_log_message(log, 0).code, "file-write");
    if (access("/dev/full", W_OK) == 0) {
        assert_false(jd_trace_write_csv(trace, "/dev/full", log));
        assert_int_equal(jd_log_errors(log), 2);
        check_contains(jd_log_message(log, 1).text, "/dev/full");
    }
    jd_trace_free(trace);
    jd_log_free(log);
}

static void nothing_in_gives_nothing_out(void **state) {
    (void)state;
    assert_false(jd_trace_print_csv(NULL, stdout));
    assert_false(jd_trace_write_csv(NULL, "x", NULL));
    assert_int_equal(jd_trace_rows(NULL), 0);
    assert_int_equal(jd_trace_columns(NULL), 0);
    assert_true(isnan(jd_trace_at(NULL, 0, 0)));
    assert_null(jd_trace_name(NULL, 0));
    assert_null(jd_trace_unit(NULL, 0));
    assert_false(jd_trace_record(NULL, NULL));
    jd_trace_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_has_units_and_time_comes_first),
        cmocka_unit_test(names_with_commas_and_quotes_are_quoted),
        cmocka_unit_test(values_that_are_not_finite_have_their_words),
        cmocka_unit_test(a_written_file_replaces_the_old_one_and_leaves_nothing_beside),
        cmocka_unit_test(a_failed_write_is_reported_and_leaves_the_old_file),
        cmocka_unit_test(nothing_in_gives_nothing_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
