/* SPDX-License-Identifier: MIT
 *
 * Tables: each way to go from knot to knot by what defines it, ends, units, columns, files; a push
 * that a table tells is felt exactly by every stepper, since no step contains a knot; and drives
 * have a table's derivatives. */
#include "verify/verify.h"
#include "run/run.h"

static Case open_run(const char *text) {
    return open_text(text, (JdCompileDef){0}, (JdRunDef){0});
}

/* y = f(t), y' and y'' at a time, by a drive along a slide; rows are at these times. */
typedef struct {
    double y, slope, bend;
} Point;

enum { TIMES = 400 };
static double times[TIMES];
static Point points[TIMES];

/* All of a table over its argument in seconds, from 0 to `to`. */
static void sample(const char *table, double to) {
    Text text = {0};
    jd_text_print(&text,
                  "planar\npoint O = [0, 0]\n%s\n"
                  "body m { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
                  "joint j : prismatic ground -- m at O  axis x\ndrive d : j.travel = f(time)\n"
                  "run to %g s\n",
                  table, to);
    for (int n = 0; n < TIMES; n++) times[n] = to * (n + 0.5) / TIMES;
    Case c = open_text(text.at, (JdCompileDef){0},
                       (JdRunDef){.output_every = to, .also = times, .also_count = TIMES});
    for (int n = 0; advance(&c);)
        if (n < TIMES && value(&c, "time") == times[n])
            points[n++] =
                (Point){value(&c, "j.travel"), value(&c, "j.speed"), value(&c, "j.accel")};
    jd_text_free(&text);
    close_case(&c);
}

/* ---- Between the rows ------------------------------------------------------------------------ */

static void linear_tables_are_straight(void **state) {
    (void)state;
    Case c = open_run("table f { column x s  column y m  row 0, 1  row 1, 3  row 4, 0 }\n"
                      "signal y = f(time)\nrun to 4 s every 0.25 s\n");
    while (advance(&c)) {
        const double t = value(&c, "time");
        check_near(value(&c, "y"), t < 1 ? 1 + 2 * t : 3 - (t - 1), 1e-14, "a straight line");
    }
    close_case(&c);
}

/* Through (0, 0), (1, 1), (2, 0) it is 1.5 x - 0.5 x^3 and its mirror image. */
static void natural_tables_are_natural_splines(void **state) {
    (void)state;
    sample(
        "table f { column x s  column y m  interpolate natural\n row 0, 0\n row 1, 1\n row 2, 0 }",
        2);
    for (int n = 0; n < TIMES; n++) {
        const double t = times[n], x = t < 1 ? t : 2 - t, sign = t < 1 ? 1 : -1;
        check_near(points[n].y, 1.5 * x - 0.5 * x * x * x, 1e-12, "value");
        check_near(points[n].slope, sign * (1.5 - 1.5 * x * x), 1e-11, "slope");
        check_near(points[n].bend, -3 * x, 1e-10, "second derivative");
    }
}

/* Uneven knots: values, slopes and second derivatives are the same from both sides, and at the ends
 * the second derivatives are zero. */
static const double knots[][2] = {{0, 1}, {0.3, 2}, {0.5, -1}, {1.4, 0.5}, {2, 0.4}, {2.2, 1}};
enum { KNOTS = sizeof knots / sizeof *knots };

static void knot_table(Text *text, const char *way) {
    jd_text_print(text, "table f { column x s  column y m  interpolate %s\n", way);
    for (int k = 0; k < KNOTS; k++)
        jd_text_print(text, "    row %g, %g\n", knots[k][0], knots[k][1]);
    jd_text_print(text, "}\n");
}

/* From both sides of a knot, by a third derivative that is constant in a piece. */
static Point beside(const char *way, double at, double side) {
    Text text = {0};
    knot_table(&text, way);
    jd_text_print(&text,
                  "planar\npoint O = [0, 0]\nbody m { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
                  "joint j : prismatic ground -- m at O  axis x\ndrive d : j.travel = f(%.17g s + "
                  "time)\nrun to 1 s\n",
                  at + side);
    Case c = open_run(text.at);
    assert_true(advance(&c));
    const Point p = {value(&c, "j.travel"), value(&c, "j.speed"), value(&c, "j.accel")};
    jd_text_free(&text);
    close_case(&c);
    return p;
}

static void splines_are_smooth_at_uneven_knots(void **state) {
    (void)state;
    const double near = 1e-9;
    for (int k = 1; k + 1 < KNOTS; k++)
        for (int way = 0; way < 2; way++) {
            const char *word = way ? "periodic" : "natural";
            const Point a = beside(word, knots[k][0], -near), b = beside(word, knots[k][0], near);
            check_near(a.y, knots[k][1], 1e-6, word);
            check_near(b.y, knots[k][1], 1e-6, word);
            check_near(a.slope, b.slope, 1e-5, word);
            check_near(a.bend, b.bend, 1e-4, word);
        }
    check_near(beside("natural", 0, near).bend, 0, 1e-4, "at the first knot");
    check_near(beside("natural", 2.2, -near).bend, 0, 1e-4, "at the last knot");
    const Point last = beside("periodic", 2.2, -near), first = beside("periodic", 0, near),
                next = beside("periodic", 2.2, near), far = beside("periodic", 22, near);
    check_near(last.slope, first.slope, 1e-5, "over the end of the period");
    check_near(last.bend, first.bend, 1e-4, "over the end of the period");
    check_near(next.y, first.y, 1e-9, "the next period");
    check_near(far.y, first.y, 1e-6, "the eleventh period");
    check_near(far.slope, first.slope, 1e-4, "the eleventh period");
}

/* Between two rows it never leaves what lies between their values, and has one slope at a row:
 * after Fritsch and Butland, 2 a b/(a + b) of equal widths. */
static void monotone_tables_stay_between_the_values(void **state) {
    (void)state;
    sample("table f { column x s  column y m  interpolate monotone\n"
           "row 0, 0\nrow 1, 1\nrow 2, 1.5\nrow 3, 4\nrow 4, 4\nrow 5, 1\n}",
           5);
    static const double y[] = {0, 1, 1.5, 4, 4, 1};
    for (int n = 0; n < TIMES; n++) {
        const int k = (int)times[n];
        assert_true(points[n].y >= fmin(y[k], y[k + 1]) - 1e-12);
        assert_true(points[n].y <= fmax(y[k], y[k + 1]) + 1e-12);
        if (n && (int)times[n - 1] != k)
            check_near(points[n].slope, points[n - 1].slope, 0.2, "one slope at a row");
        if (k == 3) check_near(points[n].y, 4, 1e-12, "flat where the values are");
    }
    sample(
        "table f { column x s  column y m  interpolate monotone\nrow 0, 0\nrow 1, 1\nrow 2, 1.5\n}",
        2);
    const double x = 1 - times[TIMES / 2 - 1], slope = 2.0 / 3;
    check_near(points[TIMES / 2 - 1].slope, slope, 3 * x, "the slope at the middle row");
}

/* ---- Ends, units, columns -------------------------------------------------------------------- */

static void ends_hold_or_extend(void **state) {
    (void)state;
    Case c = open_run(
        "table h { column x s  column y m  row 1, 1  row 2, 3 }\n"
        "table e { column x s  column y m  ends extend  row 1, 1  row 2, 3 }\n"
        "table n { column x s  column y m  ends extend  interpolate natural  row 1, 1  row 2, 3  "
        "row 3, 1 }\n"
        "signal a = h(time)\nsignal b = e(time)\nsignal c = n(time)\nrun to 6 s every 1 s\n");
    while (advance(&c)) {
        const double t = value(&c, "time");
        check_near(value(&c, "a"), t < 1 ? 1 : t > 2 ? 3 : 2 * t - 1, 1e-13, "hold");
        check_near(value(&c, "b"), 2 * t - 1, 1e-13, "extend");
        if (t > 3) check_near(value(&c, "c"), 1 - 3 * (t - 3), 1e-12, "by the last slope");
    }
    close_case(&c);
}

/* The first and the last row belong to it. */
static void tables_that_refuse_go_to_their_last_row(void **state) {
    (void)state;
    static const char *const ways[] = {"linear", "monotone", "natural"};
    for (int w = 0; w < 3; w++) {
        Text text = {0};
        jd_text_print(&text,
                      "table f { column x s  column y N  ends refuse  interpolate %s\n"
                      "row 0, 1\nrow 1, 3\nrow 2, 4\n}\nsignal y = f(time)\n"
                      "state sum { unit N*s  rate y }\nrun to 2 s every 0.5 s\n",
                      ways[w]);
        Case c = open_run(text.at);
        while (advance(&c)) {
            const double t = value(&c, "time");
            if (t == 0 || t == 2) check_near(value(&c, "y"), t == 0 ? 1 : 4, 1e-14, ways[w]);
        }
        check_near(value(&c, "time"), 2, 0, "it came to the end");
        jd_text_free(&text);
        close_case(&c);
    }
}

static void columns_have_units_and_names(void **state) {
    (void)state;
    Case c =
        open_run("table gas { column angle deg  column p bar  column T K\n"
                 "    row 0, 1, 300\n    row 90, 3, 100 + 400\n    row 1 rev/2, 200 kPa, 400 K\n}\n"
                 "param half = gas(45 deg, p)\n"
                 "body m { at [gas(90 deg, T)/1 K*1 m, half/1 bar*1 m]  mass 1 kg  inertia 1 }\n"
                 "signal p = gas(time*1 rad/s, p)\nsignal T = gas(pi*time/1 s, T)\nrun to 1 s\n");
    while (advance(&c)) {
    }
    check_near(value(&c, "m.x"), 500, 1e-12, "known before the run");
    check_near(value(&c, "m.y"), 2, 1e-12, "known before the run");
    check_near(value(&c, "p"), 1e5 * (1 + 2 / 1.5707963267948966), 1e-8, "radians of degrees");
    check_near(value(&c, "T"), 400, 1e-10, "at the last row");
    check_text(jd_channel_unit(c.system, channel(&c, "p")), "Pa");
    check_text(jd_channel_unit(c.system, channel(&c, "T")), "K");
    close_case(&c);
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Names in any order, more columns than are asked for, any separator; or no names at all. */
static void files_are_read(void **state) {
    (void)state;
    write_file("table_test_named.csv", "# measured\n\"t [ms]\";force [kN];room [K]\n"
                                       "0;1;300\r\n\n500;2;301 # here\n2000;-1;302\n");
    write_file("table_test_bare.csv", "0 1\n0.5\t2\n2, -1\n");
    Case c = open_run("table a { file \"table_test_named.csv\"  column t s  column force N }\n"
                      "table b { file \"table_test_bare.csv\"  column t s  column force kN  "
                      "interpolate linear }\n"
                      "table all { file \"table_test_named.csv\" }\n"
                      "signal a = a(time)\nsignal b = b(time)\nsignal room = all(time, room)\n"
                      "run to 2 s every 0.1 s\n");
    while (advance(&c)) {
        const double t = value(&c, "time"), f = t < 0.5 ? 1 + 2 * t : 2 - 2 * (t - 0.5);
        check_near(value(&c, "a"), 1e3 * f, 1e-9, "by its names and units");
        check_near(value(&c, "b"), 1e3 * f, 1e-9, "by its place");
        check_near(value(&c, "room"), t < 0.5 ? 300 + 2 * t : 301 + (t - 0.5) / 1.5, 1e-9,
                   "all columns of the file");
    }
    close_case(&c);
    remove("table_test_named.csv");
    remove("table_test_bare.csv");
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "euler", "semi-implicit-euler",
                                       "cvode",  "ida"};
enum { STEPPERS = sizeof steppers / sizeof *steppers };

#define PUSHED                                                                                     \
    "planar\npoint O = [0, 0]\nbody m { at O  mass 1 kg  inertia 1 kg*m^2 }\n"                     \
    "joint j : prismatic ground -- m at O  axis x\nforce push : effort j.travel value f(time)\n"

/* A push of a millisecond in a table of four rows: no step contains a knot. */
static void pushes_of_tables_are_felt_whole(void **state) {
    (void)state;
    const char *text =
        "table f { column t s  column y N\nrow 4.999, 0\nrow 5, 1000\nrow 5.0005, "
        "1000\nrow 5.001, 0\n}\n" PUSHED "state felt { unit N*s  rate f(time) }\nrun to 10 s\n";
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < 3; f++) {
            const StepperType *stepper = jd_stepper_find(steppers[s]);
            if (stepper->missing) continue;
            Case c = open_text(text, (JdCompileDef){.form = jd_form_at(f)->name},
                               (JdRunDef){.stepper = steppers[s],
                                          .dt = stepper->adaptive ? 0 : 0.3,
                                          .output_every = 10});
            while (advance(&c)) {
            }
            /* Of a corner a method of order 1 feels what it is at the start of its step. */
            const double within = stepper->order == 1 ? 0.3 : stepper->tableau ? 1e-10 : 1e-7;
            check_near(value(&c, "m.vx"), 1.25, within, steppers[s]);
            check_near(value(&c, "felt"), 1.25, within, steppers[s]);
            close_case(&c);
        }
}

/* How far a mass on a spring is off, and its speed, after a push that a table tells. */
typedef struct {
    double x, v;
} Swing;

static Swing swing(const char *way, double dt) {
    Text text = {0};
    jd_text_print(&text,
                  "table f { column t s  column y N  interpolate %s\nrow 0, 0\nrow 0.3137, 5\nrow "
                  "0.5171, -3\nrow 1.0913, 1\nrow 2, 0\n}\n" PUSHED
                  "force spring : effort j.travel value -20 N/m*j.travel\nrun to 2 s\n",
                  way);
    Case c = open_text(
        text.at, (JdCompileDef){0},
        (JdRunDef){
            .stepper = dt > 0 ? "rk4" : "dop853", .dt = dt, .tol = 1e-14, .output_every = 2});
    while (advance(&c)) {
    }
    const Swing at = {value(&c, "m.x"), value(&c, "m.vx")};
    jd_text_free(&text);
    close_case(&c);
    return at;
}

static double off(Swing a, Swing b) {
    return hypot(a.x - b.x, (a.v - b.v) / sqrt(20));
}

static void rk4_keeps_its_order_through_tables(void **state) {
    (void)state;
    static const char *const ways[] = {"linear", "monotone", "natural", "periodic"};
    for (int w = 0; w < 4; w++) {
        const Swing exact = swing(ways[w], 0);
        const double coarse = off(swing(ways[w], 2e-2), exact),
                     fine = off(swing(ways[w], 5e-3), exact);
        check_near(log2(coarse / fine) / 2, 4, 0.2, ways[w]);
    }
}

/* A periodic table over a crank that turns for long. */
static void periodic_tables_go_on(void **state) {
    (void)state;
    Case c =
        open_run("table f { column x rad  column y 1  interpolate periodic\nrow 0, 0\nrow 1, 1\n"
                 "row 2, 0\n}\nsignal y = f(1 rad/s*time)\nsignal back = f(-1 rad/s*time)\n"
                 "state sum { rate y/1 s }\nrun to 20 s every 0.25 s\n");
    while (advance(&c)) {
        const double t = value(&c, "time"), x = fabs(fmod(t + 1, 2) - 1);
        check_near(value(&c, "y"), x * x * (3 - 2 * x), 1e-12, "a cubic there and back");
        check_near(value(&c, "back"), x * x * (3 - 2 * x), 1e-12, "backwards");
    }
    check_near(value(&c, "sum"), 10, 1e-9, "its mean is one half");
    close_case(&c);
}

static void many_rows_are_read_in_time(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "table f { column t s  column y m\n");
    for (int n = 0; n < 20000; n++) jd_text_print(&text, "    row %d, %d\n", n, n % 7);
    jd_text_print(&text, "}\nsignal y = f(time)\nrun to 1 s\n");
    Case c = open_run(text.at);
    while (advance(&c)) {
    }
    check_near(value(&c, "y"), 1, 1e-15, "row 1");
    jd_text_free(&text);
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_tables_are_straight),
        cmocka_unit_test(natural_tables_are_natural_splines),
        cmocka_unit_test(splines_are_smooth_at_uneven_knots),
        cmocka_unit_test(monotone_tables_stay_between_the_values),
        cmocka_unit_test(ends_hold_or_extend),
        cmocka_unit_test(tables_that_refuse_go_to_their_last_row),
        cmocka_unit_test(columns_have_units_and_names),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(pushes_of_tables_are_felt_whole),
        cmocka_unit_test(rk4_keeps_its_order_through_tables),
        cmocka_unit_test(periodic_tables_go_on),
        cmocka_unit_test(many_rows_are_read_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
