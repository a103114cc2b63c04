/* SPDX-License-Identifier: MIT
 *
 * Corners of functions of channels: no step contains one. Closed forms through all kinds of them,
 * by every stepper and in every form; order and tolerance count as if there were none; what holds
 * for a moment only is found. */
#include "verify/verify.h"
#include "run/save.h"

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "cvode", "ida"};
enum { STEPPERS = sizeof steppers / sizeof *steppers };

/* ---- Functions with corners -------------------------------------------------------------------
 */

/* x = sin t; the integral of each function of it over two periods. `piece` is that of one quarter.
 */
#define WAVE "state x { start 0  rate v }\nstate v { start 1 1/s  rate -x/1 s^2 }\n"
static const struct {
    const char *function;
    double integral; /* over 0 .. 4 pi */
} functions[] = {
    {"abs(x)", 8},
    {"max(x, 0)", 4},
    {"min(x, 0.5)", 0}, /* below */
    {"clamp(x, -0.5, 0.5)", 0},
    {"abs(clamp(x, -0.5, 0.5))", 0}, /* below */
    {"if(x > 0, x^2, 3)", 0},        /* below */
    {"sign(x)", 0},
    {"sign(x)*x", 8},
    {"floor(1.9*x)", 0}, /* below; floor(2*x) would be touched at its peak: rounding decides */
    {"hat(x)", 0},       /* below */
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static double integral_of(int f) {
    const double arc = asin(0.5);             /* |sin| is below 1/2 up to here, */
    const double low_arc = asin(1 / 1.9);     /* and below 1/1.9 */
    const double low = 1 - cos(arc);          /* integral of sin up to it */
    const double flat = 0.5 * (pi / 2 - arc); /* of 1/2 behind it, in a quarter */
    switch (f) {
    case 2:
        return 2 * (2 * (low + flat) - 2);
    case 4:
        return 8 * (low + flat);
    case 5:
        return 2 * (pi / 2 + 3 * pi);
    case 8: /* 0 up to 1/1.9, then 1; -1, then -2 */
        return 2 * ((pi - 2 * low_arc) - (2 * low_arc) - 2 * (pi - 2 * low_arc));
    case 9: /* linear from 0 at -1 to 1 at 0.25 to 0 at 1 */
        return NAN;
    default:
        return functions[f].integral;
    }
}

static double run_function(int f, const char *stepper, double tol, double dt, const char *form) {
    char text[1024];
    snprintf(text, sizeof text,
             WAVE "table hat { column x 1  column y 1\n row -1, 0\n row 0.25, 1\n row 1, 0\n }\n"
                  "state sum { rate %s/1 s }\nrun to %.17g s\n",
             functions[f].function, 4 * pi);
    Case c = open_text(text, (JdCompileDef){.form = form},
                       (JdRunDef){.stepper = stepper, .tol = tol, .dt = dt, .output_every = 20});
    to_the_end(&c);
    const double sum = value(&c, "sum");
    close_case(&c);
    return sum;
}

static void integrals_are_exact_through_corners(void **state) {
    (void)state;
    const double hat = run_function(9, "dop853", 1e-13, 0, NULL);
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(steppers[s]);
        if (stepper->missing) continue;
        for (int f = 0; f < FUNCTIONS; f++) {
            const double sum =
                run_function(f, steppers[s], 1e-10, stepper->adaptive ? 0 : 0.01, NULL);
            const double wanted = f == 9 ? hat : integral_of(f);
            check_near(sum, wanted, stepper->tableau ? 2e-8 : 2e-6, functions[f].function);
        }
    }
}

/* ---- Order and tolerance ----------------------------------------------------------------------
 */

static void rk4_keeps_its_order(void **state) {
    (void)state;
    for (int f = 0; f < FUNCTIONS; f++) {
        const double wanted = f == 9 ? run_function(9, "dop853", 1e-13, 0, NULL) : integral_of(f);
        const double a = fabs(run_function(f, "rk4", 0, 0.08, NULL) - wanted);
        const double b = fabs(run_function(f, "rk4", 0, 0.02, NULL) - wanted);
        if (a < 1e-9 && b < 1e-9) continue; /* errors that cancel */
        const double order = log2(a / b) / 2;
        if (!(order > 3.8)) print_message("%s: %g %g\n", functions[f].function, a, b);
        assert_true(order > 3.8);
    }
}

/* A mass between two springs with a gap: x'' = -k max(x - g, 0) + k max(-x - g, 0). */
static const char gap[] = "planar\npoint O = [0, 0]\nbody m { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
                          "joint j : prismatic ground -- m at O  axis x\nstart j.speed = 2 m/s\n"
                          "force push : effort j.travel value 400 N/m*(max(-j.travel - 0.1 m, 0) - "
                          "max(j.travel - 0.1 m, 0))\n"
                          "run to 3 s\n";

/* Free for 0.1 m, then half a wave of 20 rad/s, and back. */
static double gap_travel(double t) {
    const double half = pi / 20, free = 0.2 / 2, first = 0.1 / 2;
    double from = -0.1 / 2, side = 1; /* at the middle at t = 0, moving right */
    (void)first;
    t -= from; /* since the left end */
    const double cycle = free + half;
    const int n = (int)floor(t / cycle);
    t -= n * cycle;
    side = n % 2 ? -1 : 1;
    if (t < free) return side * (-0.1 + 2 * t);
    return side * (0.1 + 2 / 20.0 * sin(20 * (t - free)));
}

static void errors_fall_with_the_tolerance(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        double before = INFINITY;
        for (double tol = 1e-5; tol > 1e-12; tol *= 1e-2) {
            Case c = open_text(gap, (JdCompileDef){.form = jd_form_at(f)->name},
                               (JdRunDef){.tol = tol, .output_every = 0.05});
            double off = 0;
            while (advance(&c))
                off = fmax(off, fabs(value(&c, "j.travel") - gap_travel(value(&c, "time"))));
            assert_true(off < 300 * tol);
            assert_true(off < fmax(0.3 * before, 1e-12));
            before = off;
            close_case(&c);
        }
    }
    double off[2] = {0};
    for (int n = 0; n < 2; n++) {
        Case c =
            open_text(gap, (JdCompileDef){0},
                      (JdRunDef){.stepper = "rk4", .dt = n ? 2.5e-4 : 2e-3, .output_every = 0.024});
        while (advance(&c))
            off[n] = fmax(off[n], fabs(value(&c, "j.travel") - gap_travel(value(&c, "time"))));
        close_case(&c);
    }
    check_near(log2(off[0] / off[1]) / 3, 4, 0.2, "order of rk4 through corners of channels");
}

/* ---- Order, halving by halving ----------------------------------------------------------------
 *
 * Split steps of rk4 have errors of their own, so that its error through corners and events is
 * A h^4 + B h^5 with a B that goes with where in their steps they lie: from one halving to the next
 * it need not fall by 16. What it is can be worked out: by steps of rk4 that are split where they
 * should be, here by halves. A mass on a spring by a table, pushed to and fro by events. */

enum { ROWS = 5 };
static const double knot[ROWS][2] = {
    {0.021, 2.974}, {0.350, -0.857}, {0.356, -2.573}, {1.385, -3.270}, {1.530, -4.655}};
static const double up = 0.465, down = -0.319, damping = 0.5;

typedef struct {
    double x, v, push;
    int piece;         /* of the table */
    bool below, above; /* `up`, and `down`: it may come to pass it */
} Mass;

static double pull_of(const Mass *m) {
    const int k = m->piece;
    if (k == 0 || k == ROWS) return knot[k ? ROWS - 1 : 0][1];
    const double slope = (knot[k][1] - knot[k - 1][1]) / (knot[k][0] - knot[k - 1][0]);
    return knot[k - 1][1] + slope * (m->x - knot[k - 1][0]);
}

static Mass moved(Mass m, double h, double v, double a) {
    m.x += h * v;
    m.v += h * a;
    return m;
}

static double accel(const Mass *m) {
    return pull_of(m) + m->push - damping * m->v;
}

static Mass step_of_rk4(const Mass *m, double h) {
    const Mass b = moved(*m, h / 2, m->v, accel(m));
    const Mass c = moved(*m, h / 2, b.v, accel(&b));
    const Mass d = moved(*m, h, c.v, accel(&c));
    return moved(*m, h / 6, m->v + 2 * b.v + 2 * c.v + d.v,
                 accel(m) + 2 * accel(&b) + 2 * accel(&c) + accel(&d));
}

typedef enum { NOTHING, NEXT_PIECE, PIECE_BEFORE, UP, DOWN } Passed;

static Passed passed(const Mass *m, double x) {
    if (m->piece < ROWS && x > knot[m->piece][0]) return NEXT_PIECE;
    if (m->piece > 0 && x < knot[m->piece - 1][0]) return PIECE_BEFORE;
    if (m->below && x > up) return UP;
    return m->above && x < down ? DOWN : NOTHING;
}

/* The first part of the step at whose end something is passed: 1 if nothing is. */
static double first_part(const Mass *m, double h) {
    enum { LOOKS = 16 };
    for (int k = 1; k <= LOOKS; k++) {
        double before = (k - 1.0) / LOOKS, behind = (double)k / LOOKS;
        if (!passed(m, step_of_rk4(m, behind * h).x)) continue;
        for (int half = 0; half < 60; half++) {
            const double middle = (before + behind) / 2;
            *(passed(m, step_of_rk4(m, middle * h).x) ? &behind : &before) = middle;
        }
        return behind;
    }
    return 1;
}

static double by_hand(int steps) {
    Mass m = {1, 0.2, 1, 0, false, true};
    while (m.piece < ROWS && knot[m.piece][0] < m.x) m.piece++;
    for (int n = 0; n < steps; n++)
        for (double left = 5.0 / steps; left > 0;) {
            const double h = first_part(&m, left) * left;
            const Mass end = step_of_rk4(&m, h);
            const Passed what = passed(&m, end.x);
            m = end;
            m.piece += (what == NEXT_PIECE) - (what == PIECE_BEFORE);
            if (what == UP || what == DOWN) m.push = what == UP ? -0.5 : 0.7;
            m.below = m.x <= up, m.above = m.x >= down;
            left -= h;
        }
    return m.x;
}

static double by_program(int steps) {
    char text[1024];
    int at = snprintf(text, sizeof text,
                      "planar\ngravity none\nbody m { at [1, 0]  mass 1 kg  point }\n"
                      "joint w : prismatic ground -- m at [0, 0] [1, 0]  axis x\n"
                      "input p { start 1 N }\nwhen up : w.travel > %.17g m { set p = -0.5 N }\n"
                      "when down : w.travel < %.17g m { set p = 0.7 N }\n"
                      "table f { column x m\n column F N\n",
                      up, down);
    for (int k = 0; k < ROWS; k++)
        at += snprintf(text + at, sizeof text - (size_t)at, " row %.17g, %.17g\n", knot[k][0],
                       knot[k][1]);
    snprintf(text + at, sizeof text - (size_t)at,
             "}\nforce k : effort w.travel value f(w.travel) + p - %.17g N*s/m*w.speed\n"
             "start w.travel = 1 m, w.speed = 0.2 m/s\nrun to 5 s\n",
             damping);
    Case c = open_text(text, (JdCompileDef){0},
                       (JdRunDef){.stepper = "rk4", .dt = 5.0 / steps, .output_every = 5});
    to_the_end(&c);
    const double x = value(&c, "w.travel");
    close_case(&c);
    return x;
}

static void errors_of_rk4_are_those_of_its_split_steps(void **state) {
    (void)state;
    const double exact = by_hand(20000);
    for (int steps = 200; steps <= 1600; steps *= 2) {
        const double off = by_hand(steps) - exact;
        check_near(by_program(steps) - exact, off, 0.01 * fabs(off), "error of rk4");
    }
}

/* ---- What holds for a moment ------------------------------------------------------------------
 */

/* 1 - cos(t - 5) is below 1e-6 for 2.8 ms, in steps of a second. */
static void short_conditions_are_found(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(steppers[s]);
        if (stepper->missing) continue;
        Case c = open_text("state c { start 0  rate d }\nstate d { start 1 1/s  rate -c/1 s^2 }\n"
                           "state n { rate 0 1/s }\nstate both { rate 0 1/s }\n"
                           "when near : c > 1 - 1e-6 { set n = n + 1 }\n"
                           "when between : c > 0.5 and c < 0.50001 { set both = both + 1 }\n"
                           "state thin { rate 0 1/s }\n"
                           "when barrier : abs(c - 0.3) < 1e-7 { set thin = thin + 1 }\n"
                           "run to 20 s\n",
                           (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s],
                                      .dt = stepper->adaptive ? 0 : 0.05,
                                      .tol = 1e-8,
                                      .output_every = 20});
        to_the_end(&c);
        check_near(value(&c, "n"), 3, 0, steppers[s]);    /* pi/2 + 2 pi k < 20 */
        check_near(value(&c, "both"), 7, 0, steppers[s]); /* asin(1/2) up and down */
        check_near(value(&c, "thin"), 7, 0, steppers[s]); /* asin(0.3) likewise */
        close_case(&c);
    }
}

/* A narrow bump of a table of a channel is felt, too. */
static void narrow_tables_are_felt(void **state) {
    (void)state;
    Case c =
        open_text("state x { rate 1 1/s }\n"
                  "table bump { column x 1  column y 1\n row 0, 0\n row 5, 0\n row 5.001, 1000\n"
                  " row 5.002, 0\n row 10, 0\n }\nstate sum { rate bump(x)/1 s }\nrun to 10 s\n",
                  (JdCompileDef){0}, (JdRunDef){.output_every = 10});
    to_the_end(&c);
    check_near(value(&c, "sum"), 1, 1e-9, "its area");
    assert_true(jd_run_cost(c.run).steps < 400);
    close_case(&c);
}

/* ---- Rims -------------------------------------------------------------------------------------
 */

/* Beyond the corner the branch that is held has no value. */
static void branches_need_no_value_beyond(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(steppers[s]);
        if (stepper->missing) continue;
        Case c = open_text(
            "state h { start 1  rate if(h > 0, -sqrt(h), 0)/1 s }\nrun to 4 s\n", (JdCompileDef){0},
            (JdRunDef){
                .stepper = steppers[s], .dt = stepper->adaptive ? 0 : 0.01, .output_every = 1});
        while (advance(&c)) {
            const double t = value(&c, "time"), left = fmax(1 - 0.5 * t, 0);
            check_near(value(&c, "h"), left * left, 2e-5, steppers[s]);
        }
        close_case(&c);
    }
}

/* 2 kg at rest on a jump that pushes away: where sign(0) is 0 they begin to move by -1 N, and go on
 * by -6 N, or by 1 N and 6 N. */
static void a_start_on_a_jump_goes_where_the_motion_does(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++)
        for (int side = -1; side <= 1; side += 2) {
            char text[512];
            const StepperType *stepper = jd_stepper_find(steppers[s]);
            if (stepper->missing) continue;
            snprintf(text, sizeof text,
                     "gravity none\nbody cart { at [0, 0]  mass 2 kg  point }\n"
                     "joint rail : prismatic ground -- cart at [0, 0] axis x\n"
                     "force f : effort rail.travel value 5 N*sign(rail.speed) + %d N\n"
                     "run to 1 s\n",
                     side);
            Case c = open_text(text, (JdCompileDef){0},
                               (JdRunDef){.stepper = steppers[s],
                                          .dt = stepper->adaptive ? 0 : 0.01,
                                          .output_every = 1});
            to_the_end(&c);
            check_near(value(&c, "rail.travel"), side * 1.5, 1e-8, steppers[s]);
            close_case(&c);
        }
}

/* Friction by a sign: it slides along the jump. The run says so, and comes to its end. */
static void sliding_along_a_jump_is_told(void **state) {
    (void)state;
    Case c =
        open_text("state v { start 1 m/s  rate -2 m/s^2*sign(v) }\nrun to 1 s\n", (JdCompileDef){0},
                  (JdRunDef){.output_every = 0.25, .max_steps = 2000000, .tol = 1e-6});
    while (jd_run_next(c.run)) {
    }
    check_near(value(&c, "v"), 0, 1e-3, "it stands");
    bool told = false;
    for (int n = 0; n < jd_log_count(c.log); n++)
        told = told || !strcmp(jd_log_message(c.log, n).code, "corner-chatters");
    assert_true(told);
    close_case(&c);
}

/* Where steps would be so short along the jump that the end is out of reach, that is told soon: it
 * took 131,072 steps of some seventy evaluations each. */
static void sliding_without_end_is_told_soon(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(steppers[s]);
        if (stepper->missing || !stepper->adaptive) continue;
        Case c = open_text("state v { rate 2 m/s^2 - if(v > 0.5 m/s, 6 1/s*v, 0 m/s^2)  unit m/s "
                           "}\nrun to 100 s\n",
                           (JdCompileDef){0}, (JdRunDef){.stepper = steppers[s], .tol = 1e-10});
        while (jd_run_next(c.run)) {
        }
        assert_true(jd_run_failed(c.run));
        assert_string_equal(jd_log_message(c.log, 0).code, "run-stuck");
        assert_true(jd_run_cost(c.run).steps < 10000);
        close_case(&c);
    }
}

/* Values that only are shown are as they are at every row. */
static void signals_for_show_are_as_they_are(void **state) {
    (void)state;
    Case c = open_text(WAVE "signal late = if(time < 2 s, 1, 2)\nsignal side = sign(x)\n"
                            "signal size = abs(x)\nrun to 6 s\n",
                       (JdCompileDef){0}, (JdRunDef){.output_every = 0.1});
    while (advance(&c)) {
        const double t = value(&c, "time"), x = value(&c, "x");
        check_near(value(&c, "late"), t < 2 - 1e-9 ? 1 : 2, 0, "of time");
        check_near(value(&c, "size"), fabs(x), 0, "of a channel");
        if (fabs(x) > 1e-9) check_near(value(&c, "side"), x > 0 ? 1 : -1, 0, "of a channel");
    }
    close_case(&c);
}

static void a_saved_run_goes_on_through_corners(void **state) {
    (void)state;
    const JdRunDef def = {.output_every = 0.05};
    Case whole = open_text(gap, (JdCompileDef){0}, def),
         rest = open_text(gap, (JdCompileDef){0}, def);
    for (int row = 0; row < 23; row++) assert_true(advance(&whole));
    Snapshot s = take_snapshot(whole.run, 23);
    assert_true(jd_run_load(rest.run, s.bytes, s.size, rest.log));
    while (advance(&whole)) {
        assert_true(advance(&rest));
        assert_int_equal(hash_row(whole.system, whole.run), hash_row(rest.system, rest.run));
    }
    free(s.bytes);
    close_case(&whole);
    close_case(&rest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integrals_are_exact_through_corners),
        cmocka_unit_test(rk4_keeps_its_order),
        cmocka_unit_test(errors_of_rk4_are_those_of_its_split_steps),
        cmocka_unit_test(errors_fall_with_the_tolerance),
        cmocka_unit_test(short_conditions_are_found),
        cmocka_unit_test(narrow_tables_are_felt),
        cmocka_unit_test(branches_need_no_value_beyond),
        cmocka_unit_test(a_start_on_a_jump_goes_where_the_motion_does),
        cmocka_unit_test(sliding_along_a_jump_is_told),
        cmocka_unit_test(sliding_without_end_is_told_soon),
        cmocka_unit_test(signals_for_show_are_as_they_are),
        cmocka_unit_test(a_saved_run_goes_on_through_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
