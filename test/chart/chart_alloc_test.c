/* SPDX-License-Identifier: MIT
 *
 * Every allocation of drawing and charting fails once: each time it ends in a failure that is said,
 * and nothing is lost or touched that should not be. */
#include "check.h"
#include "chart/chart.h"
#include <stdlib.h>
#include "failing.h"

static long allowed = -1; /* allocations until they fail; negative: all succeed */

static bool fails(void) {
    if (allowed < 0) return false;
    return allowed == 0 ? true : (allowed--, false);
}

static const Pen black = {.stroke = {0, 0, 0, 255}, .width = 1};

/* Something of everything that can be drawn. */
static bool draw(FILE *out, JdLog *log, const char *ending) {
    Drawing d = jd_drawing(200, 100, NULL);
    jd_draw_group(&d, "group", "<set/>");
    for (int n = 0; n < 300; n++) jd_draw_circle(&d, vec2(n, n), 5, black);
    jd_draw_path(&d, "M-1,0 A1,1 0 1,1 1,0 z", NULL, NULL);
    jd_draw_paint(&d, black);
    jd_draw_path(&d, "M-1,0 A1,1 0 1,1 wrong", NULL, NULL);
    jd_draw_arrow(&d, vec2(0, 0), vec2(9, 9), black);
    for (int n = 0; n < 40; n++) jd_draw_text(&d, vec2(1, 1), (TextStyle){.size = 9}, "text %d", n);
    jd_draw_group_end(&d);
    const bool good = jd_drawing_print(&d, jd_picture_find(ending), out, log);
    jd_drawing_free(&d);
    return good;
}

static bool draw_chart(FILE *out, JdLog *log) {
    double x[300], y[300];
    for (int n = 0; n < 300; n++) x[n] = n, y[n] = n % 7 ? 1e-5 * sin(n) : (double)NAN;
    Curve curves[] = {{"a.x", "m", "one", x, y, 300},
                      {"b.x", "m", "one", x, y, 300},
                      {"a.x", "m", "two", x, y, 300},
                      {"a.force, a very long name of a channel, longer than a panel "
                       "is high, which goes above it",
                       "N*m", "two", x, x, 300}};
    const Chart chart = {"title", "time", "s", curves, 4, .mark = 3, .mark_text = "mark"};
    Drawing d;
    const bool drawn = jd_chart_draw(&chart, &d);
    const bool good = jd_drawing_print(&d, jd_picture_at(0), out, log);
    assert_true(drawn || !good);
    jd_drawing_free(&d);
    Text text = {0};
    jd_chart_print(&chart, 80, 30, true, true, &text);
    jd_sparkline(y, 300, 20, true, &text);
    const bool printed = !text.failed;
    jd_text_free(&text);
    return good && printed;
}

static bool all(FILE *out, JdLog *log) {
    rewind(out);
    const bool svg = draw(out, log, "x.svg");
    const bool chart = draw_chart(out, log);
    return svg && chart;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    FILE *out = tmpfile();
    assert_non_null(out);
    JdLog *log = jd_log_new();
    assert_true(all(out, log));
    bool done = false;
    int count = 0;
    for (; !done && count < 20000; count++) {
        JdLog *said = jd_log_new();
        allowed = count;
        done = all(out, said);
        allowed = -1;
        jd_log_free(said);
    }
    assert_true(done);
    assert_true(count > 30);
    jd_log_free(log);
    fclose(out);
}

static void a_failure_is_reported(void **state) {
    (void)state;
    FILE *out = tmpfile();
    assert_non_null(out);
    for (int only = 0; only < 12; only++) {
        JdLog *log = jd_log_new();
        allowed = only;
        const bool good = draw(out, log, "x.svg");
        allowed = -1;
        if (!good) check_text(jd_log_message(log, 0).code, "out-of-memory");
        jd_log_free(log);
    }
    fclose(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_failure_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
