/* SPDX-License-Identifier: MIT
 *
 * Charts: marks, places, shapes of all kinds of data. */
#include "chart/inside.h"
#include "picture.h"

enum { MANY = 100000 };

/* ---- Marks ---------------------------------------------------------------------------------- */

static bool is_round(double step) {
    const double digits = step / pow(10, floor(log10(step) + 1e-9));
    return fabs(digits - 1) < 1e-9 || fabs(digits - 2) < 1e-9 || fabs(digits - 5) < 1e-9;
}

static void marks_are_round_and_cover(void **state) {
    (void)state;
    check_seed(1);
    for (int n = 0; n < 20000; n++) {
        const double middle = check_uniform(-1, 1) * pow(10, check_uniform(-12, 12));
        const double span = pow(10, check_uniform(-14, 14)) + fabs(middle) * 1e-7;
        const double low = middle - span, high = middle + span;
        const int about = 1 + (int)check_uniform(0, 12);
        double first, step;
        const int count = jd_axis_marks(low, high, about, &first, &step);
        assert_true(is_round(step));
        assert_in_range(count, 2, about + 3);
        check_near(first / step, round(first / step), 1e-6, "marks are multiples of the step");
        assert_true(first <= low + 2e-9 * step && first > low - step * 1.001);
        const double last = first + (count - 1) * step;
        assert_true(last >= high - 2e-9 * step && last < high + step * 1.001);
    }
}

static void odd_ranges_have_marks_or_none(void **state) {
    (void)state;
    double first, step;
    assert_int_equal(jd_axis_marks(NAN, 1, 5, &first, &step), 0);
    assert_int_equal(jd_axis_marks(0, INFINITY, 5, &first, &step), 0);
    assert_int_equal(jd_axis_marks(2, 1, 5, &first, &step), 0);
    assert_in_range(jd_axis_marks(3, 3, 5, &first, &step), 1, 3);
    assert_in_range(jd_axis_marks(0, 0, 5, &first, &step), 1, 3);
    assert_in_range(jd_axis_marks(-1.7e308, 1.7e308, 5, &first, &step), 2, 8);
    assert_int_equal(jd_axis_marks(0, 0.13, 5, &first, &step), 4);
    check_near(step, 0.05, 1e-15, "0, 0.05, 0.10, 0.15");
}

static void check_label(double least, double greatest, int mark, const char *label, int exponent,
                        const char *offset) {
    const Axis axis = jd_axis((AxisRange){least, greatest}, false, 0, 5);
    char text[AXIS_LABEL];
    jd_axis_label(&axis, mark, false, text);
    check_text(text, label);
    assert_int_equal(axis.exponent, exponent);
    jd_axis_offset(&axis, false, text);
    check_text(text, offset);
}

static void labels_stay_short(void **state) {
    (void)state;
    check_label(0, 1, 1, "0.2", 0, "");
    check_label(-40, 40, 0, "-40", 0, "");
    check_label(0, 5000, 1, "1000", 0, "");
    check_label(0, 50000, 1, "10", 3, "");
    check_label(0, 2e-5, 1, "5", -6, "");
    check_label(0, 1e300, 5, "1.0", 300, "");
    check_label(0, 1e-300, 5, "1.0", -300, "");
    check_label(1000, 1000.001, 0, "0.0", -3, "+ 1000");
    check_label(-8.0000002, -8.0000001, 0, "-200", -9, "- 8");
}

/* ---- Where data lie ------------------------------------------------------------------------- */

static Chart chart_of(Curve *curves, int count) {
    return (Chart){
        .x_name = "time", .x_unit = "s", .curves = curves, .curve_count = count, .mark = NAN};
}

/* The points of the path whose group has this title, in the SVG itself. */
static int read_path(const char *svg, const char *group, Vec2 *points, int most) {
    char title[128];
    snprintf(title, sizeof title, "<g><title>%s</title>", group);
    const char *at = strstr(svg, title);
    at = at ? strstr(at, "d=\"M") : NULL;
    int count = 0, numbers = 0;
    double pair[2] = {0};
    Vec2 p = {0};
    bool relative = false;
    for (at = at ? at + 3 : ""; *at && *at != '"';) {
        double value;
        if (*at == 'M' || *at == 'l') relative = *at == 'l';
        const size_t length = jd_number_read(at, strcspn(at, "\""), &value);
        at += length ? length : 1;
        if (!length) continue;
        pair[numbers++ % 2] = value;
        if (numbers % 2) continue;
        p = relative ? vec2(p.x + pair[0], p.y + pair[1]) : vec2(pair[0], pair[1]);
        if (count < most) points[count++] = p;
    }
    return count;
}

/* Where the SVG writes a text. */
static Vec2 text_place(const char *svg, const char *text) {
    char end[64];
    snprintf(end, sizeof end, ">%s</text>", text);
    const char *at = strstr(svg, end);
    if (!at) fail_msg("the picture lacks the text %s", text);
    while (at > svg && strncmp(at, "<text", 5) != 0) at--;
    Vec2 p = {0};
    jd_number_read(strstr(at, "x=\"") + 3, 20, &p.x);
    jd_number_read(strstr(at, "y=\"") + 3, 20, &p.y);
    return p;
}

/* Labels 1 and 3 of the y axis say where 2.5 must be; those of the x axis likewise. */
static void points_are_where_the_axes_say(void **state) {
    (void)state;
    const double x[] = {0, 0.25, 0.5, 1}, y[] = {1, 2.5, 1.5, 3};
    Curve curve = {"a.x", "m", NULL, x, y, 4};
    const Chart chart = chart_of(&curve, 1);
    Drawing d;
    assert_true(jd_chart_draw(&chart, &d));
    char *svg = picture_svg(&d);
    Vec2 points[8];
    assert_int_equal(read_path(svg, "a.x", points, 8), 4);
    const double y1 = text_place(svg, "1.0").y, y3 = text_place(svg, "3.0").y;
    const double across = jd_text_width("0.0", 8, false) / 2;
    const double x0 = text_place(svg, "0.2").x + across, x8 = text_place(svg, "0.8").x + across;
    for (int n = 0; n < 4; n++) {
        check_near(points[n].y, y1 - 0.35 * 8 + (y[n] - 1) / 2 * (y3 - y1), 0.03,
                   "y by the labels");
        check_near(points[n].x, x0 + (x[n] - 0.2) / 0.6 * (x8 - x0), 0.03, "x by the labels");
    }
    check_contains(svg, ">time [s]</text>");
    check_contains(svg, ">a.x [m]</text>");
    free(svg);
    jd_drawing_free(&d);
}

/* A power law is a straight line, and decades are equally long; what is not positive is left out.
 */
static void both_axes_may_be_logarithmic(void **state) {
    (void)state;
    const double x[] = {-1, 0, 0.01, 0.1, 1, 3, 100}, y[] = {1, 1, 1e4, 1e2, 1, 1 / 9.0, 1e-4};
    Curve curve = {"a.x", "m", NULL, x, y, 7};
    Chart chart = chart_of(&curve, 1);
    chart.log_x = chart.log_y = true;
    Drawing d;
    assert_true(jd_chart_draw(&chart, &d));
    char *svg = picture_svg(&d);
    Vec2 points[8];
    /* On one line: its ends are left. */
    assert_int_equal(read_path(svg, "a.x", points, 8), 2);
    free(svg);
    jd_drawing_free(&d);
    const double bent[] = {1, 1, 1e4, 1e3, 1, 1 / 9.0, 1e-4};
    curve.y = bent;
    assert_true(jd_chart_draw(&chart, &d));
    svg = picture_svg(&d);
    assert_int_equal(read_path(svg, "a.x", points, 8), 4);
    check_near(points[1].x - points[0].x, (points[3].x - points[0].x) / 4, 0.03, "a decade of x");
    check_near(points[1].y - points[0].y, (points[3].y - points[0].y) / 8, 0.03, "a decade of y");
    free(svg);
    jd_drawing_free(&d);
}

static void equal_scales_keep_a_circle_round(void **state) {
    (void)state;
    enum { COUNT = 721 };
    double x[COUNT], y[COUNT];
    for (int n = 0; n < COUNT; n++)
        x[n] = 3 + 2e-3 * cos(n * pi / 360), y[n] = 2e-3 * sin(n * pi / 360);
    Curve curve = {"p.y", "m", NULL, x, y, COUNT};
    Chart chart = chart_of(&curve, 1);
    chart.x_name = "p.x", chart.x_unit = "m", chart.equal = true;
    for (double height = 0; height < 500; height += 220) {
        chart.height = height;
        Drawing d;
        assert_true(jd_chart_draw(&chart, &d));
        char *svg = picture_svg(&d);
        Vec2 points[COUNT], low = {1e9, 1e9}, high = {-1e9, -1e9};
        const int count = read_path(svg, "p.y", points, COUNT);
        assert_true(count > 40);
        for (int n = 0; n < count; n++) {
            low = vec2(fmin(low.x, points[n].x), fmin(low.y, points[n].y));
            high = vec2(fmax(high.x, points[n].x), fmax(high.y, points[n].y));
        }
        check_relative(high.x - low.x, high.y - low.y, 2e-3, "as wide as high");
        free(svg);
        jd_drawing_free(&d);
    }
}

static void units_have_panels_and_runs_have_a_legend(void **state) {
    (void)state;
    const double x[] = {0, 1}, y[] = {1, 2};
    Curve curves[] = {{"a.x", "m", "one", x, y, 2},
                      {"b.x", "m", "one", x, y, 2},
                      {"a.vx", "m/s", "one", x, y, 2},
                      {"a.x", "m", "two", x, y, 2},
                      {"a.ax", "m/s^2", "two", x, y, 2}};
    const Chart chart = chart_of(curves, 5);
    Drawing d;
    assert_true(jd_chart_draw(&chart, &d));
    char *svg = picture_svg(&d);
    text_place(svg, "x [m]");
    text_place(svg, "a.ax [m/s\u00b2]");
    assert_true(text_place(svg, "one").y == text_place(svg, "two").y);
    assert_true(text_place(svg, "one").y < text_place(svg, "a.x").y);
    assert_true(text_place(svg, "x [m]").y < text_place(svg, "a.vx [m/s]").y);
    check_contains(svg, "<title>a.x, two</title>");
    free(svg);
    jd_drawing_free(&d);
}

static void marks_have_a_line_and_words(void **state) {
    (void)state;
    const double x[] = {0, 1}, y[] = {1, 2};
    Curve curve = {"a.x", "m", NULL, x, y, 2};
    Chart chart = chart_of(&curve, 1);
    chart.mark = 2, chart.mark_text = "failed at t = 2 s";
    Drawing d;
    assert_true(jd_chart_draw(&chart, &d));
    char *svg = picture_svg(&d);
    text_place(svg, "failed at t = 2 s");
    text_place(svg, "2.0"); /* the axis goes up to it */
    check_contains(svg, "stroke-dasharray=\"3 2\"");
    free(svg);
    jd_drawing_free(&d);
}

/* ---- Data of all kinds ---------------------------------------------------------------------- */

static void any_data_make_a_valid_picture(void **state) {
    (void)state;
    static const double sets[][5] = {
        {NAN, NAN, NAN, NAN, NAN},
        {1, NAN, 2, NAN, 3},
        {7, 7, 7, 7, 7},
        {0, 0, 0, 0, 0},
        {-1e300, 1e300, 0, 1e308, -1e308},
        {1e-300, 2e-300, -1e-300, 0, 5e-324},
        {1, INFINITY, -INFINITY, 2, 3},
        {1e15, 1e15 + 1, 1e15 + 2, 1e15, 1e15},
    };
    static const double x[] = {0, 1, 2, 3, 4};
    char name[64];
    for (int n = 0; n < 8; n++)
        for (int kind = 0; kind < 4; kind++) {
            Curve curves[] = {{"a.x", "m", "run", x, sets[n], 5},
                              {"b", "1", NULL, x, sets[n], kind}};
            Chart chart = chart_of(curves, kind == 3 ? 1 : 2);
            chart.theme = jd_theme_at(kind);
            chart.log_y = kind == 1;
            chart.log_x = kind == 2;
            chart.equal = kind == 3;
            chart.width = kind == 2 ? 1 : 0;
            Drawing d;
            assert_true(jd_chart_draw(&chart, &d));
            snprintf(name, sizeof name, "data-%d-%d.svg", n, kind);
            picture_pleases(&d, name, "xmllint --noout");
            char *svg = picture_svg(&d);
            assert_null(strstr(svg, "nan"));
            assert_null(strstr(svg, "inf"));
            free(svg);
            jd_drawing_free(&d);
        }
}

static void no_curves_make_a_picture_too(void **state) {
    (void)state;
    const Chart chart = chart_of(NULL, 0);
    Drawing d;
    assert_true(jd_chart_draw(&chart, &d));
    char *svg = picture_svg(&d);
    text_place(svg, "no values");
    free(svg);
    jd_drawing_free(&d);
}

static void a_gap_is_not_bridged(void **state) {
    (void)state;
    const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 1, NAN, 1, 5};
    Curve curve = {"a", "m", NULL, x, y, 5};
    const Chart chart = chart_of(&curve, 1);
    Drawing d;
    assert_true(jd_chart_draw(&chart, &d));
    char *svg = picture_svg(&d);
    const char *path = strstr(strstr(svg, "<title>a</title>"), "d=\"M");
    int moves = 0;
    for (const char *c = path + 3; *c != '"'; c++) moves += *c == 'M';
    assert_int_equal(moves, 2);
    free(svg);
    jd_drawing_free(&d);
}

static void long_curves_stay_small_and_keep_their_peaks(void **state) {
    (void)state;
    double *x = malloc(MANY * sizeof *x), *y = malloc(MANY * sizeof *y);
    assert_true(x && y);
    for (int n = 0; n < MANY; n++) x[n] = n * 1e-5, y[n] = sin(1e5 * x[n]) + 1e-3 * sin(3.7 * n);
    y[33333] = 3, y[66667] = -4;
    Curve curve = {"a", "m", NULL, x, y, MANY};
    const Chart chart = chart_of(&curve, 1);
    Drawing d;
    assert_true(jd_chart_draw(&chart, &d));
    char *svg = picture_svg(&d);
    assert_in_range(strlen(svg), 1000, 200000);
    static Vec2 points[MANY];
    const int count = read_path(svg, "a", points, MANY);
    Vec2 top = {0, 1e9}, bottom = {0, -1e9};
    for (int n = 0; n < count; n++) {
        if (points[n].y < top.y) top = points[n];
        if (points[n].y > bottom.y) bottom = points[n];
    }
    const double y0 = text_place(svg, "0").y - 2.8, y2 = text_place(svg, "2").y - 2.8;
    check_near(top.y, y0 + 1.5 * (y2 - y0), 0.1, "the peak of 3");
    check_near(bottom.y, y0 - 2 * (y2 - y0), 0.1, "the trough of -4");
    check_near((top.x - points[0].x) / (points[count - 1].x - points[0].x), 0.33333, 2e-3,
               "where the peak is");
    free(svg);
    jd_drawing_free(&d);

    /* Back and forth: a path that fills a region. */
    for (int n = 0; n < MANY; n++) x[n] = sin(0.031 * n) * cos(1e-4 * n), y[n] = cos(0.0337 * n);
    assert_true(jd_chart_draw(&chart, &d));
    svg = picture_svg(&d);
    assert_in_range(strlen(svg), 1000, 200000);
    free(svg);
    jd_drawing_free(&d);
    free(x), free(y);
}

/* Each point that was left out is near to the line that is drawn. */
static void what_is_left_out_is_near_the_line(void **state) {
    (void)state;
    enum { COUNT = 4000 };
    static double x[COUNT], y[COUNT];
    for (int n = 0; n < COUNT; n++)
        x[n] = cos(0.01 * n) + 0.3 * cos(0.037 * n), y[n] = sin(0.017 * n);
    Curve curve = {"a", "m", NULL, x, y, COUNT};
    const Axis ax = jd_axis((AxisRange){-1.3, 1.3}, false, 0, 5),
               ay = jd_axis((AxisRange){-1, 1}, false, 0, 5);
    const ChartBox box = {&ax, &ay, {0, 0}, {400, 300}};
    Drawing d = jd_drawing(400, 300, NULL);
    jd_chart_curve(&d, &curve, &box, (Pen){.width = 1, .stroke = {0, 0, 0, 255}});
    assert_in_range(d.points.count, 100, 2000);
    double worst = 0;
    for (int n = 0; n < COUNT; n++) {
        const Vec2 p = vec2(400 * jd_axis_share(&ax, x[n]), 300 * (1 - jd_axis_share(&ay, y[n])));
        double best = 1e9;
        for (int k = 1; k < d.points.count; k++) {
            const Vec2 a = d.points.at[k - 1], way = vec2_sub(d.points.at[k], a),
                       to = vec2_sub(p, a);
            const double share =
                fmax(0, fmin(1, vec2_dot(to, way) / fmax(1e-12, vec2_dot(way, way))));
            const Vec2 off = vec2_sub(to, vec2_scale(share, way));
            best = fmin(best, vec2_dot(off, off));
        }
        worst = fmax(worst, sqrt(best));
    }
    check_near(worst, 0, 0.06, "the farthest point from the line, in points of the page");
    jd_drawing_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_round_and_cover),
        cmocka_unit_test(odd_ranges_have_marks_or_none),
        cmocka_unit_test(labels_stay_short),
        cmocka_unit_test(points_are_where_the_axes_say),
        cmocka_unit_test(both_axes_may_be_logarithmic),
        cmocka_unit_test(equal_scales_keep_a_circle_round),
        cmocka_unit_test(units_have_panels_and_runs_have_a_legend),
        cmocka_unit_test(marks_have_a_line_and_words),
        cmocka_unit_test(any_data_make_a_valid_picture),
        cmocka_unit_test(no_curves_make_a_picture_too),
        cmocka_unit_test(a_gap_is_not_bridged),
        cmocka_unit_test(long_curves_stay_small_and_keep_their_peaks),
        cmocka_unit_test(what_is_left_out_is_near_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
