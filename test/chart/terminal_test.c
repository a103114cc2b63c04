/* SPDX-License-Identifier: MIT
 *
 * Pictures in letters: charts in a terminal, sparklines. */
#include "check.h"
#include "format/letters.h"
#include "chart/chart.h"
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparklines_rise_and_fall),
        cmocka_unit_test(a_sparkline_shows_the_extremes_of_all),
        cmocka_unit_test(charts_fit_the_width),
        cmocka_unit_test(charts_say_names_units_and_marks),
        cmocka_unit_test(a_rising_line_rises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
