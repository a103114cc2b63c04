/* SPDX-License-Identifier: MIT
 *
 * Rows that a picture needs. */
#include "check.h"
#include "page/inside.h"
#include "trace/trace.h"
#include <stdlib.h>

static JdTrace *trace_of(int rows, int columns) {
    JdTrace *trace = calloc(1, sizeof *trace);
    assert_non_null(trace);
    trace->columns.count = columns;
    trace->rows = rows;
    trace->values = calloc((size_t)rows * (size_t)columns + 1, sizeof *trace->values);
    assert_non_null(trace->values);
    return trace;
}

static double *value_at(const JdTrace *trace, int row, int column) {
    return &trace->values[(size_t)row * (size_t)trace->columns.count + (size_t)column];
}

static void no_peak_is_lost_by_thinning(void **state) {
    (void)state;
    enum { ROWS = 100000, STRETCHES = 500 };
    JdTrace *trace = trace_of(ROWS, 4);
    int *kept = calloc(ROWS, sizeof *kept);
    const int columns[] = {1, 3};
    check_seed(3);
    for (int n = 0; n < 4 * ROWS; n++) trace->values[n] = check_uniform(-1, 1);
    const int count = jd_thin_rows(trace, columns, 2, STRETCHES, kept);
    assert_in_range(count, 2, 4 * STRETCHES + 2);
    assert_int_equal(kept[0], 0);
    assert_int_equal(kept[count - 1], ROWS - 1);
    for (int n = 1; n < count; n++) assert_true(kept[n] > kept[n - 1]);
    int at = 0;
    for (int part = 0; part < STRETCHES; part++) {
        double all[4] = {9, -9, 9, -9}, some[4] = {9, -9, 9, -9};
        const int from = ROWS / STRETCHES * part, to = from + ROWS / STRETCHES;
        for (int row = from; row < to; row++)
            for (int k = 0; k < 2; k++) {
                const double value = *value_at(trace, row, columns[k]);
                all[2 * k] = fmin(all[2 * k], value), all[2 * k + 1] = fmax(all[2 * k + 1], value);
            }
        for (; at < count && kept[at] < to; at++)
            for (int k = 0; k < 2; k++) {
                const double value = *value_at(trace, kept[at], columns[k]);
                some[2 * k] = fmin(some[2 * k], value),
                         some[2 * k + 1] = fmax(some[2 * k + 1], value);
            }
        assert_memory_equal(all, some, sizeof all);
    }
    free(kept), free(trace->values), free(trace);
}

static void few_rows_all_stay(void **state) {
    (void)state;
    const int columns[] = {1};
    for (int rows = 0; rows < 6; rows++) {
        JdTrace *trace = trace_of(rows, 2);
        int kept[8];
        assert_int_equal(jd_thin_rows(trace, columns, 1, 100, kept), rows);
        for (int n = 0; n < rows; n++) assert_int_equal(kept[n], n);
        free(trace->values), free(trace);
    }
}

static void gaps_stay_gaps(void **state) {
    (void)state;
    JdTrace *trace = trace_of(1000, 2);
    static int kept[1000];
    for (int n = 0; n < 1000; n++) *value_at(trace, n, 1) = n;
    for (int n = 500; n < 600; n++) *value_at(trace, n, 1) = NAN;
    const int count = jd_thin_rows(trace, (const int[]){1}, 1, 10, kept);
    int gaps = 0;
    for (int n = 0; n < count; n++) gaps += isnan(*value_at(trace, kept[n], 1));
    assert_true(gaps >= 1);
    assert_true(count < 40);
    free(trace->values), free(trace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_peak_is_lost_by_thinning),
        cmocka_unit_test(few_rows_all_stay),
        cmocka_unit_test(gaps_stay_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
