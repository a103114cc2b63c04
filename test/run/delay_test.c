/* SPDX-License-Identifier: MIT
 *
 * Delays against closed forms, in every stepper and form: what an expression was, its history
 * before the start, and steps that end where what was not smooth comes back. */
#include "verify/verify.h"
#include "run/save.h"

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "euler", "semi-implicit-euler",
                                       "cvode",  "ida"};
enum { STEPPERS = sizeof steppers / sizeof *steppers };

/* What a stepper with a step of dt, or with the usual tolerance, is off by on motions of size 1. */
static double within(const StepperType *stepper, double dt) {
    if (!stepper->tableau) return 2e-7;
    return stepper->adaptive ? 1e-8 : stepper->order == 1 ? 2 * dt : 1e-7;
}

static void check_steps(const char *text, double dt, double every, double (*exact)(double t),
                        const char *name) {
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(steppers[s]);
        if (stepper->missing) continue;
        const double h = stepper->order == 1 ? 0.01 * dt : dt;
        Case c = open_text(text, (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s],
                                      .dt = stepper->adaptive ? 0 : h,
                                      .output_every = every});
        while (advance(&c))
            check_near(value(&c, name), exact(value(&c, "time")), 3 * within(stepper, h),
                       steppers[s]);
        close_case(&c);
    }
}

/* ---- x' = -x(t - 1), x = 1 before: polynomials, from one second to the next of a higher order */

static double steps_of(double t) {
    double sum = 1, term = 1;
    for (int k = 1; t - (k - 1) > 0; k++) {
        term = 1;
        for (int n = 1; n <= k; n++) term *= -(t - (k - 1)) / n;
        sum += term;
    }
    return sum;
}

#define DECAY "delay late = x  by 1 s  history 1\nstate x { start 1  rate -late*(1 1/s) }\n"

static void a_decay_that_comes_late(void **state) {
    (void)state;
    check_near(steps_of(2), -0.5, 1e-15, "by hand");
    check_near(steps_of(3), -1.0 / 6, 1e-15, "by hand");
    check_steps(DECAY "run to 6 s\n", 0.07, 0.25, steps_of, "x");
}

/* ---- Histories that are no constants */

static double wave(double t) {
    return cos(0.5 * pi * t);
}

static void a_wave_goes_on(void **state) {
    (void)state;
    check_steps("delay late = x  by 1 s  history cos(0.5*pi*time/(1 s))\n"
                "state x { start 1  rate -0.5*pi*late/(1 s) }\nrun to 5 s\n",
                0.01, 0.25, wave, "x");
}

/* A history with a jump and a corner, each of which a step ends at. */
static double after_jump(double t) {
    const double a = fmin(t, 0.25), b = fmax(0, fmin(t, 0.5) - 0.25), c = fmax(0, fmin(t, 1) - 0.5);
    return 3 * a + b + 4 * 0.5 * c * c;
}

static void corners_of_a_history_come_back(void **state) {
    (void)state;
    check_steps("delay late = 0*x  by 1 s  history if(time < -0.75 s, 3, if(time < -0.5 s, 1, "
                "4*max(0, time/(1 s) + 0.5)))\nstate x { rate late*(1 1/s) }\nrun to 1 s\n",
                0.3, 0.125, after_jump, "x");
}

/* ---- Events come back, too */

/* A push of 1 ms, a second ago, on a mass of 2 kg: v = 5 N * 1 ms/2 kg, and nothing moves before.
 */
static double pushed(double t) {
    return 2.5 * fmax(0, fmin(t - 1.2, 1e-3));
}

static void no_push_is_stepped_over(void **state) {
    (void)state;
    check_steps("planar\ngravity none\nbody m { at [0, 0]  mass 2 kg  point  free }\n"
                "signal push = 5 N*pulse(time - 0.2 s, 1 ms)\n"
                "delay late = push  by 1 s  history 0 N\n"
                "force f : point-force m value [late, 0 N]\nrun to 2 s\n",
                0.07, 0.1, pushed, "m.vx");
}

/* A clock that is set back at 0.7: what reads it sees that half a second later, and so does an
 * event. */
static double set_back(double t) {
    const double s = t - 0.5;
    return s < 0 ? 0 : s < 0.7 ? s : s - 0.7;
}

static void a_jump_comes_back_as_a_jump(void **state) {
    (void)state;
    const char text[] = "state x { rate 1 1/s }\ndelay late = x  by 0.5 s  history 0\n"
                        "state seen { rate late*(1 1/s) }\nstate n { rate 0 1/s }\n"
                        "when back : x > 0.7 { set x = 0 }\n"
                        "when fell : time > 1 s and late < 0.1 { set n = n + 1 }\nrun to 1.35 s\n";
    check_steps(text, 0.011, 0.09, set_back, "late");
    Case c =
        open_text(text, (JdCompileDef){0}, (JdRunDef){.output_every = 0.05, .event_rows = true});
    double last = 0;
    while (advance(&c)) {
        bool before = false;
        const char *event = jd_run_event(c.run, 0, &before);
        if (event && !strcmp(event, "fell")) {
            check_near(value(&c, "time"), 1.2, 1e-9, "when it comes back");
            check_near(value(&c, "late"), before ? 0.7 : 0, 1e-9, "both sides of it");
        }
        last = value(&c, "n");
    }
    check_near(last, 1, 0, "once");
    check_near(value(&c, "seen"), 0.245 + 0.5 * 0.15 * 0.15, 1e-9, "its integral");
    close_case(&c);
}

/* ---- Order and tolerance */

/* Two delays that share no multiple, and a source that is no state. */
#define TWO                                                                                        \
    "state x { start 1  rate (-late - 0.5*slow)*(1 1/s) }\n"                                       \
    "delay late = sin(x)  by 0.7 s  history 1 + time/(1 s)\n"                                      \
    "delay slow = x*late  by sqrt(0.3)*(1 s)  history 0.5\nrun to 4 s\n"

static double end_of(const char *text, JdRunDef def) {
    Case c = open_text(text, (JdCompileDef){0}, def);
    to_the_end(&c);
    const double x = value(&c, "x");
    close_case(&c);
    return x;
}

static void steps_keep_their_order(void **state) {
    (void)state;
    const double exact = end_of(TWO, (JdRunDef){.tol = 1e-13});
    double before = NAN;
    for (double dt = 0.05; dt > 0.006; dt *= 0.5) {
        const double off = fabs(end_of(TWO, (JdRunDef){.stepper = "rk4", .dt = dt}) - exact);
        if (!isnan(before)) check_near(log2(before / off), 4, 0.2, "order");
        before = off;
    }
    before = INFINITY;
    for (double tol = 1e-4; tol > 1e-11; tol *= 0.01) {
        const double off = fabs(end_of(TWO, (JdRunDef){.stepper = "dopri5", .tol = tol}) - exact);
        assert_true(off < 10 * tol && off < before);
        before = off;
    }
}

/* ---- Narrow pulses come back: of a function of time, of a state, through two delays, of a history
 */

enum { STIFF = 1 };
static const char *const pulses[] = {
    "delay late = 1/w*exp(-((time - 3.303)/w)^2)  by 1.5 s  history 0\n",
    "state q { rate (1/w*exp(-((time - 3.303)/w)^2) - q)/w*(1 1/s) }\n"
    "delay late = q  by 1.5 s  history 0\n",
    "delay first = 1/w*exp(-((time - 3.303)/w)^2)  by 1.5 s  history 0\n"
    "delay late = first  by 0.7 s  history 0\n",
    "delay late = 0  by 8 s  history 1/w*exp(-((time + 3.303)/w)^2)\n",
};

static void pulses_that_come_back_are_not_stepped_over(void **state) {
    (void)state;
    static const double widths[] = {1e-5, 1e-4, 1e-2};
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(steppers[s]);
        for (int n = 0; n < 12; n++) {
            char text[400];
            const double w = widths[n % 3];
            if (stepper->missing || (n / 3 == STIFF && (w < 1e-4 || !stepper->adaptive))) continue;
            snprintf(text, sizeof text,
                     "param w = %g\n%sstate sum { rate late*(1 1/s) }\nrun to 10 s\n", w,
                     pulses[n / 3]);
            Case c =
                open_text(text, (JdCompileDef){0},
                          (JdRunDef){.stepper = steppers[s], .dt = stepper->adaptive ? 0 : 0.01});
            to_the_end(&c);
            if (stepper->adaptive)
                check_near(value(&c, "sum"), sqrt(pi), 1e-5, steppers[s]);
            else if (w < 1e-3)
                assert_true(said(c.log, "pulse-missed", NULL));
            close_case(&c);
        }
    }
}

/* ---- Mechanisms */

/* A source that does far more in a step than the state that it is made of. */
static double quick_source(double t) {
    return t < 1 ? 0 : (1 - cos(40 * (t - 1))) / 40;
}

static void a_source_may_be_quicker_than_the_steps(void **state) {
    (void)state;
    const char text[] = "state x { rate 1 1/s }\ndelay late = sin(40*x)  by 1 s  history 0\n"
                        "state sum { rate late*(1 1/s) }\nrun to 3 s\n";
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.output_every = 0.1});
    while (advance(&c))
        check_near(value(&c, "sum"), quick_source(value(&c, "time")), 1e-8, "its integral");
    close_case(&c);
}

/* A pendulum whose motor answers to the rate that it had. */
#define SWING                                                                                      \
    "gravity [0, -9.81%s] m/s^2\npoint O = [0, 0%s]\npoint A = [0.3, -0.4%s]\n"                    \
    "body arm { link O A  mass 2 kg  inertia %s kg*m^2 }\njoint j : revolute ground -- arm at O\n" \
    "delay late = j.rate  by 80 ms  history 0 rad/s  unit rad/s\n"                                 \
    "force motor : effort j.angle value -0.4 N*m*s*late\nrun to 1.5 s\n"

static void every_form_in_the_plane_and_in_space(void **state) {
    (void)state;
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    double first = NAN;
    for (int space = 0; space < 2; space++) {
        char text[1000];
        snprintf(text, sizeof text, "%s\n" SWING, space ? "spatial" : "planar", space ? ", 0" : "",
                 space ? ", 0" : "", space ? ", 0" : "", space ? "[0.01, 0.05, 0.05]" : "0.05");
        for (int f = 0; f < 3; f++) {
            Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-11});
            to_the_end(&c);
            if (isnan(first)) first = value(&c, "j.angle");
            check_near(value(&c, "j.angle"), first, 1e-9, forms[f]);
            close_case(&c);
        }
    }
}

/* ---- Saved, set and taken from a part */

static void a_run_that_is_taken_up_remembers(void **state) {
    (void)state;
    static const char *const own[] = {"dop853", "rk4"};
    for (int s = 0; s < 2; s++) {
        Case c = open_text(TWO, (JdCompileDef){0}, (JdRunDef){0});
        check_journey(c.system,
                      (JdRunDef){.stepper = own[s], .dt = s ? 0.01 : 0, .output_every = 0.03},
                      own[s]);
        close_case(&c);
    }
}

static void what_a_caller_sets_comes_back(void **state) {
    (void)state;
    Case c = open_text("input u\ndelay late = u  by 0.5 s  history 0\n"
                       "state x { rate late*(1 1/s) }\nrun to 2 s\n",
                       (JdCompileDef){0}, (JdRunDef){.output_every = 0.1});
    advance_to(&c, 0.3);
    assert_true(jd_run_set(c.run, channel(&c, "u"), 3));
    advance_to(&c, 1.0);
    assert_true(jd_run_set(c.run, channel(&c, "u"), -1));
    advance_to(&c, 1.2);
    check_near(value(&c, "x"), 3 * 0.4, 1e-9, "since 0.8");
    advance_to(&c, 2);
    check_near(value(&c, "x"), 3 * 0.7 - 0.5, 1e-9, "up to 1.5, then back");
    close_case(&c);
}

static void parts_have_their_own(void **state) {
    (void)state;
    Case c = open_text(
        "part lag { param T = 1 s\n state x { start 1  rate -late*(1 1/s) }\n"
        " delay late = x  by T  history 1 }\nuse a : lag\nuse b : lag with T = 0.5 s\nrun to 3 s\n",
        (JdCompileDef){0}, (JdRunDef){0});
    to_the_end(&c);
    check_near(value(&c, "a.x"), -1.0 / 6, 1e-9, "one second");
    check_near(value(&c, "a.late"), -0.5, 1e-9, "one second ago");
    close_case(&c);
}

/* ---- Rows in between ------------------------------------------------------------------------- */

/* A corner ends steps within the fixed ones, and rows behind it are computed again in the room of
 * the step's stages. What is remembered of the step is not what such rows left there. */
static const char press_text[] =
    "planar\n"
    "gravity [0.3, -9.81] m/s^2\n"
    "table load {\n column x m\n column f N\n"
    " row -1, 0\n row 0.4, 0\n row 0.42, 35\n row 2, 60\n}\n"
    "body crank { link [0, 0] [0.11, 0.05]  mass 1.3 kg  inertia 0.012 kg*m^2 }\n"
    "body rod { link [0.11, 0.05] [0.46, 0]  mass 0.7 kg  inertia 0.009 kg*m^2 }\n"
    "body ram { at [0.46, 0]  mass 2 kg  inertia 0.01 kg*m^2 }\n"
    "joint a : revolute ground -- crank at [0, 0]\n"
    "joint b : revolute crank -- rod at [0.11, 0.05]\n"
    "joint c : revolute rod -- ram at [0.46, 0]\n"
    "joint d : prismatic ground -- ram at [0.46, 0] axis x\n"
    "delay late = a.rate  by 37 ms  history 0  unit rad/s\n"
    "force motor : effort a.angle value 3 N*m - 0.2 N*m*s*late\n"
    "force work : effort d.travel value -load(ram.x)\n"
    "run to 0.3 s\n";

static Case press(const char *stabilise, const char *stepper, double every) {
    const bool fixed = !jd_stepper_find(stepper)->adaptive;
    return open_text(press_text, (JdCompileDef){.form = "newton-euler", .stabilise = stabilise},
                     (JdRunDef){.stepper = stepper, .dt = fixed ? 2e-4 : 0, .output_every = every});
}

static void rows_in_between_are_not_remembered(void **state) {
    static const char *const stabilisations[] = {"projection", "baumgarte", "augmented", "none"};
    (void)state;
    for (int b = 0; b < 4; b++)
        for (int s = 0; s < STEPPERS; s++) {
            if (jd_stepper_find(steppers[s])->missing) continue;
            Case few = press(stabilisations[b], steppers[s], 0.05);
            Case many = press(stabilisations[b], steppers[s], 0.003125);
            int rows = 0;
            while (advance(&few)) {
                while (advance(&many) && value(&many, "time") < value(&few, "time")) continue;
                assert_true(value(&many, "time") == value(&few, "time"));
                assert_true(value(&many, "a.angle") == value(&few, "a.angle"));
                assert_true(value(&many, "late") == value(&few, "late"));
                rows++;
            }
            assert_int_equal(rows, 7);
            close_case(&few);
            close_case(&many);
        }
}

/* The rocker's angle is zero as drawn, but for rounding where it follows from the crank: where the
 * history of zero ends, that makes no event in any form. What then begins to hold is one. */
static void rounding_behind_a_history_is_no_event(void **state) {
    (void)state;
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    static const char *const by[] = {"dop853", "rk4", "cvode"};
    static const double turns[] = {70, 55, 40, 83, 20};
    for (int n = 0; n < 5 * 3 * 2; n++) {
        const int forward = n % 2;
        const StepperType *stepper = jd_stepper_find(by[n / 2 % 3]);
        char text[1000];
        if (stepper->missing) continue;
        snprintf(
            text, sizeof text,
            "planar\npoint A = [0, 0]\npoint D = [0.8, 0]\npoint B = polar(0.25 m, %g deg)\n"
            "point C = meet(B, 0.7 m, D, 0.5 m, left)\n"
            "body crank { link A B  mass 1 kg  inertia 0.02 kg*m^2 }\n"
            "body rod { link B C  mass 1 kg  inertia 0.06 kg*m^2 }\n"
            "body rocker { link D C  mass 1 kg  inertia 0.04 kg*m^2 }\n"
            "joint jA : revolute ground -- crank at A\njoint jB : revolute crank -- rod at B\n"
            "joint jC : revolute rod -- rocker at C\njoint jD : revolute ground -- rocker at D\n"
            "delay late = 10*jD.angle by 5 ms history 0 rad\n"
            "input up {}\ninput down {}\ninput at {}\n"
            "when opens : late > 0 { set up = up + 1 }\n"
            "when shuts : late < 0 { set down = down + 1 }\n"
            "when stays : late >= 0 or late <= 0 { set at = at + 1 }\n"
            "start jA.angle = 0, jD.rate = %d rad/s\nrun to 0.02 s\n",
            turns[n / 6], forward ? 1 : -1);
        for (int f = 0; f < 3; f++) {
            Case c =
                open_text(text, (JdCompileDef){.form = forms[f]},
                          (JdRunDef){.stepper = stepper->name, .dt = stepper->adaptive ? 0 : 3e-4});
            to_the_end(&c);
            check_near(value(&c, "up"), forward, 0, stepper->name);
            check_near(value(&c, "down"), !forward, 0, stepper->name);
            check_near(value(&c, "at"), 0, 0, "it always is one of them");
            close_case(&c);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decay_that_comes_late),
        cmocka_unit_test(a_wave_goes_on),
        cmocka_unit_test(corners_of_a_history_come_back),
        cmocka_unit_test(no_push_is_stepped_over),
        cmocka_unit_test(a_jump_comes_back_as_a_jump),
        cmocka_unit_test(steps_keep_their_order),
        cmocka_unit_test(pulses_that_come_back_are_not_stepped_over),
        cmocka_unit_test(a_source_may_be_quicker_than_the_steps),
        cmocka_unit_test(every_form_in_the_plane_and_in_space),
        cmocka_unit_test(a_run_that_is_taken_up_remembers),
        cmocka_unit_test(what_a_caller_sets_comes_back),
        cmocka_unit_test(parts_have_their_own),
        cmocka_unit_test(rows_in_between_are_not_remembered),
        cmocka_unit_test(rounding_behind_a_history_is_no_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
