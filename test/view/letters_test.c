/* SPDX-License-Identifier: MIT
 *
 * Pictures in letters, and rows that a picture needs: charts in a terminal, sparklines, thinning.
 */
#include "check.h"
#include "base/letters.h"
#include "view/view.h"
#include <stdlib.h>

/* ---- Sparklines ----------------------------------------------------------------------------- */

static void check_spark(const double *values, int count, int width, bool wide, const char *wanted) {
    Text text = {0};
    jd_text_add(&text, "", 0);
    jd_sparkline(values, count, width, wide, &text);
    check_text(text.at, wanted);
    jd_text_free(&text);
}

static void sparklines_rise_and_fall(void **state) {
    (void)state;
    const double ramp[] = {0, 1, 2, 3, 4, 5, 6, 7}, gap[] = {0, NAN, 1}, still[] = {5, 5, 5};
    check_spark(ramp, 8, 8, true, "▁▂▃▄▅▆▇█");
    check_spark(ramp, 8, 8, false, "__.-~*^^");
    check_spark(gap, 3, 3, true, "▁ █");
    check_spark(still, 3, 3, true, "▄▄▄");
    check_spark(ramp, 8, 16, true, "▁▁▂▂▃▃▄▄▅▅▆▆▇▇██");
    check_spark(ramp, 0, 8, true, "");
    const double huge[] = {-1e308, 1e308};
    check_spark(huge, 2, 2, true, "▁█");
}

static void a_sparkline_shows_the_extremes_of_all(void **state) {
    (void)state;
    static double values[10000];
    for (int n = 0; n < 10000; n++) values[n] = 0.1 * sin(n * 0.01);
    values[7011] = 3, values[2999] = -3;
    Text text = {0};
    jd_sparkline(values, 10000, 20, true, &text);
    check_contains(text.at, "█");
    check_contains(text.at, "▁");
    assert_int_equal(jd_letters_columns(text.at), 20);
    jd_text_free(&text);
}

/* ---- Terminals ------------------------------------------------------------------------------ */

static char *print_chart(bool wide, bool colour, int columns, const double *y) {
    static double x[101];
    for (int n = 0; n < 101; n++) x[n] = 0.01 * n;
    Curve curves[] = {{"a.x", "m", NULL, x, y, 101},
                      {"b.x", "m", NULL, x, x, 101},
                      {"a.v", "m/s^2", NULL, x, y, 50}};
    const Chart chart = {"title", "time", "s", curves, 3, .mark = 0.5, .mark_text = "here"};
    Text out = {0};
    jd_chart_print(&chart, columns, 24, wide, colour, &out);
    assert_false(out.failed);
    return out.at;
}

static void charts_fit_the_width(void **state) {
    (void)state;
    double y[101];
    for (int n = 0; n < 101; n++) y[n] = -1234.5 * sin(0.1 * n);
    y[50] = NAN;
    for (int kind = 0; kind < 2; kind++)
        for (int columns = 30; columns < 200; columns += 17) {
            char *text = print_chart(kind, false, columns, y);
            for (char *line = text; *line; line += strlen(line) + 1) {
                line[strcspn(line, "\n")] = '\0';
                if (jd_letters_columns(line) > columns)
                    fail_msg("too wide for %d: %s", columns, line);
                for (const char *c = line; !kind && *c; c++) assert_true((unsigned char)*c < 128);
            }
            free(text);
        }
}

static void charts_say_names_units_and_marks(void **state) {
    (void)state;
    double y[101];
    for (int n = 0; n < 101; n++) y[n] = n;
    char *text = print_chart(true, true, 80, y);
    check_contains(text, "a.v [m/s\u00b2]");
    check_contains(text, "time [s]");
    check_contains(text, "title");
    check_contains(text, "here");
    check_contains(text, "\033[");
    free(text);
    text = print_chart(false, false, 80, y);
    check_contains(text, "a.v [m/s^2]");
    check_contains(text, "* a.x");
    check_contains(text, "+ b.x");
    assert_null(strchr(text, '\033'));
    free(text);
}

/* A line from corner to corner: the first letters of the rows go from right to left. */
static void a_rising_line_rises(void **state) {
    (void)state;
    const double x[] = {0, 1}, y[] = {0, 1};
    Curve curve = {"a", "m", NULL, x, y, 2};
    const Chart chart = {.x_name = "t", .curves = &curve, .curve_count = 1, .mark = NAN};
    Text out = {0};
    jd_chart_print(&chart, 60, 20, false, false, &out);
    int before = 1000, rows = 0;
    for (char *line = out.at; *line; line += strlen(line) + 1) {
        line[strcspn(line, "\n")] = '\0';
        const char *star = strchr(line, '*');
        if (!star) continue;
        assert_true(star - line < before);
        before = (int)(star - line), rows++;
    }
    assert_true(rows > 10);
    jd_text_free(&out);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

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
        cmocka_unit_test(sparklines_rise_and_fall),
        cmocka_unit_test(a_sparkline_shows_the_extremes_of_all),
        cmocka_unit_test(charts_fit_the_width),
        cmocka_unit_test(charts_say_names_units_and_marks),
        cmocka_unit_test(a_rising_line_rises),
        cmocka_unit_test(no_peak_is_lost_by_thinning),
        cmocka_unit_test(few_rows_all_stay),
        cmocka_unit_test(gaps_stay_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
