/* SPDX-License-Identifier: MIT
 *
 * Conditions on time end steps, in every stepper and form: a push is felt whole, however short it
 * is and wherever it comes; nothing moves before it; corners cost no order; a row at the instant
 * shows what comes, one before it what was. Pulses that are smooth but narrow are not stepped over
 * either. */
#include "verify/verify.h"
#include "run/run.h"
#include <float.h>

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const all_steppers[] = {
    "dop853", "dopri5", "rk4", "euler", "semi-implicit-euler", "cvode", "ida"};
enum { FORMS = 3, STEPPERS = sizeof all_steppers / sizeof *all_steppers };

static bool is_missing(const char *stepper) {
    return jd_stepper_find(stepper)->missing != NULL;
}

static bool is_implicit(const char *stepper) {
    return jd_stepper_find(stepper)->tableau == NULL;
}

/* A mass of 1 kg that slides along x, pushed by a force of this text. */
static Case open_pushed(const char *force, const char *form, JdRunDef def) {
    Text text = {0};
    jd_text_print(&text,
                  "planar\npoint O = [0, 0]\n"
                  "body mass { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
                  "joint j : prismatic ground -- mass at O  axis x\n"
                  "force push : effort j.travel value %s\nrun to 10 s\n",
                  force);
    const Case c = open_text(text.at, (JdCompileDef){.form = form}, def);
    jd_text_free(&text);
    return c;
}

/* ---- Pushes --------------------------------------------------------------------------------- */

/* 10 N from 4.9 to 5.1 s. */
static void a_push_is_felt_by_every_stepper_in_every_form(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < FORMS; f++) {
            if (is_missing(all_steppers[s])) continue;
            Case c = open_pushed("if(time > 4.9 s and time < 5.1 s, 10 N, 0 N)", forms[f],
                                 (JdRunDef){.stepper = all_steppers[s], .dt = 0.3});
            to_the_end(&c);
            check_near(value(&c, "mass.vx"), 2, 1e-12, all_steppers[s]);
            if (jd_stepper_find(all_steppers[s])->order != 1)
                check_near(value(&c, "mass.x"), 10, is_implicit(all_steppers[s]) ? 1e-8 : 1e-12,
                           all_steppers[s]);
            close_case(&c);
        }
}

/* Widths from a microsecond to seconds, anywhere, at any tolerance and without a largest step. */
static void pushes_of_any_width_give_their_impulse(void **state) {
    (void)state;
    static const double widths[] = {1e-9, 1e-6, 1e-4, 1e-2, 0.2, 2};
    static const double tols[] = {1e-3, 1e-6, 1e-9, 1e-12};
    for (int s = 0; s < STEPPERS; s++)
        for (int n = 0; n < 24; n++) {
            const StepperType *stepper = jd_stepper_find(all_steppers[s]);
            if (stepper->missing) continue;
            const double width = widths[n % 6], from = check_uniform(0, 7.9), to = from + width;
            char force[200];
            snprintf(force, sizeof force, "if(time > %.17g s and time <= %.17g s, %.17g N, 0 N)",
                     from, to, 1 / width);
            const double tol = fmax(tols[n / 6], is_implicit(all_steppers[s]) ? 1e-9 : 0);
            Case c = open_pushed(force, NULL,
                                 (JdRunDef){.stepper = all_steppers[s],
                                            .dt = stepper->adaptive ? 0 : 0.1,
                                            .tol = tol});
            to_the_end(&c);
            const double impulse = (to - from) / width, way = impulse * (10 - 0.5 * (from + to));
            const double within = is_implicit(all_steppers[s]) ? 5 * tol : 1e-11;
            check_near(value(&c, "mass.vx"), impulse, within, all_steppers[s]);
            if (stepper->order != 1)
                check_near(value(&c, "mass.x"), way,
                           is_implicit(all_steppers[s]) ? 100 * tol : 1e-11, all_steppers[s]);
            close_case(&c);
        }
}

/* Every way of saying it. */
static void all_ways_to_write_a_push_are_the_same(void **state) {
    (void)state;
    static const struct {
        const char *force;
        double speed;
    } cases[] = {
        {"if(time > 4.9 s, if(time < 5.1 s, 10 N, 0 N), 0 N)", 2},
        {"if(time < 4.9 s or time > 5.1 s, 0 N, 10 N)", 2},
        {"if(abs(time - 5 s) < 0.1 s, 10 N, 0 N)", 2},
        {"10 N*step(time - 4.9 s)*step(5.1 s - time)", 2},
        {"10 N*pulse(time - 4.9 s, 0.2 s)", 2},
        {"10 N*pulse(remainder(time, 5.1 s) - 4.9 s, 0.2 s)", 2},
        {"10 N*(smoothstep(time, 4.9 s, 5.1 s) - smoothstep(time, 5 s, 5.2 s))", 1},
        {"10 N*(ramp(time - 4.9 s) - 2*ramp(time - 5 s) + ramp(time - 5.1 s))/0.1 s", 1},
        {"5 N*(sign(time - 4.9 s) - sign(time - 5.1 s))", 2},
        {"10 N*(floor(time/5.1 s + 0.2/5.1) - floor(time/5.1 s))", 2},
        {"10 N*max(0, min(1, (time - 4.9 s)/0.1 s)*min(1, (5.1 s - time)/0.1 s))", 1},
        {"10 N*clamp((time - 4.9 s)/0.1 s, 0, 1) - 10 N*clamp((time - 5 s)/0.1 s, 0, 1)", 1},
        {"10 N*max(0, 1 - abs(time - 5 s)/0.1 s)", 1},
        {"10 N*round(0.5 + max(0, 0.4999 - abs(time - 5 s)/0.1 s)*1e-3) - 10 N", 0},
        {"if(exp(-((time - 5 s)/0.1 s)^2) > exp(-1), 10 N, 0 N)", 2},
        {"max(0, 4.99 - (time/1 s - 5)^2*499)*1 N", 4.0 / 3 * 4.99 * 0.1},
        {"1 N*abs(sin(pi*time/10 s))", 20 / 3.14159265358979323846},
        {"if(time > 20 s, 10 N, 0 N)", 0},
    };
    for (int s = 0; s < STEPPERS; s++)
        for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
            const StepperType *stepper = jd_stepper_find(all_steppers[s]);
            if (stepper->missing || stepper->order == 1) continue;
            Case c = open_pushed(
                cases[n].force, NULL,
                (JdRunDef){.stepper = all_steppers[s], .dt = stepper->adaptive ? 0 : 0.1});
            to_the_end(&c);
            const double within = stepper->order == 4            ? 2e-7
                                  : is_implicit(all_steppers[s]) ? 5e-7
                                                                 : 1e-9;
            if (fabs(value(&c, "mass.vx") - cases[n].speed) > within)
                print_error("%s\n", cases[n].force);
            check_near(value(&c, "mass.vx"), cases[n].speed, within, all_steppers[s]);
            close_case(&c);
        }
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void rows_beside_a_push_show_what_was_and_what_comes(void **state) {
    (void)state;
    const double rows[] = {1,    4.8,  nextafter(4.9, 0), 4.9, nextafter(4.9, 9),
                           4.95, 5.05, nextafter(5.1, 0), 5.1, nextafter(5.1, 9),
                           7};
    enum { ROWS = sizeof rows / sizeof *rows };
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < FORMS; f++) {
            const StepperType *stepper = jd_stepper_find(all_steppers[s]);
            if (stepper->missing || stepper->order == 1) continue;
            Case c = open_pushed("if(time > 4.9 s and time < 5.1 s, 10 N, 0 N)", forms[f],
                                 (JdRunDef){.stepper = all_steppers[s],
                                            .dt = stepper->adaptive ? 0 : 0.3,
                                            .output_every = 10,
                                            .also = rows,
                                            .also_count = ROWS});
            assert_true(advance(&c));
            for (int n = 0; n < ROWS; n++) {
                assert_true(advance(&c));
                const double t = rows[n], speed = 10 * (fmin(fmax(t, 4.9), 5.1) - 4.9);
                check_near(jd_run_value(c.run, jd_time), t, 0, "a row is at its time");
                check_near(value(&c, "mass.ax"), t >= 4.9 && t < 5.1 ? 10 : 0, 1e-12,
                           all_steppers[s]);
                check_near(value(&c, "mass.vx"), speed, t <= 4.9 ? 0 : 1e-8, all_steppers[s]);
                check_near(value(&c, "mass.x"),
                           t <= 4.9  ? 0
                           : t < 5.1 ? 5 * (t - 4.9) * (t - 4.9)
                                     : 0.2 + 2 * (t - 5.1),
                           t <= 4.9 ? 0 : 1e-7, all_steppers[s]);
            }
            close_case(&c);
        }
}

/* Rows are read off the steps: with or without them the end is the same to the last bit. */
static void rows_at_events_change_nothing(void **state) {
    (void)state;
    static const double at[] = {0.1, 0.25, 0.3, 0.5, 0.7, 0.75, 0.9};
    for (int s = 0; s < STEPPERS; s++) {
        double end[2], rate[2];
        long steps[2], evaluations[2];
        if (is_missing(all_steppers[s])) continue;
        for (int with = 0; with < 2; with++) {
            Case c = open_text(
                "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [1, 0]\n"
                "body rod { link O A  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                "joint j : revolute ground -- rod at O\n"
                "force m : effort j.angle value if(time > 0.25 s and time < 0.75 s, 20 N*m, 0)\n"
                "run to 1 s\n",
                (JdCompileDef){0},
                (JdRunDef){.stepper = all_steppers[s],
                           .dt = jd_stepper_find(all_steppers[s])->adaptive ? 0 : 0.01,
                           .output_every = 1,
                           .also = at,
                           .also_count = with ? 7 : 0});
            to_the_end(&c);
            end[with] = value(&c, "rod.angle");
            rate[with] = value(&c, "rod.rate");
            steps[with] = jd_run_cost(c.run).steps;
            evaluations[with] = jd_run_cost(c.run).evaluations;
            close_case(&c);
        }
        check_near(end[1], end[0], 0, all_steppers[s]);
        check_near(rate[1], rate[0], 0, all_steppers[s]);
        assert_int_equal(steps[0], steps[1]);
        assert_int_equal(evaluations[0], evaluations[1]);
    }
}

/* Steps that an event splits go on with multiples of the step. */
static void fixed_steps_are_split_and_stay_multiples(void **state) {
    (void)state;
    Case c = open_pushed("if(time > 4.9 s and time < 5.15 s, 10 N, 0 N)", NULL,
                         (JdRunDef){.stepper = "rk4", .dt = 0.3, .output_every = -1});
    int row = 0, events = 0;
    while (advance(&c)) {
        const double t = jd_run_value(c.run, jd_time);
        if (t == 4.9 || t == 5.15)
            events++;
        else if (t < 10)
            check_near(t, row++ * 0.3, 0, "a multiple of the step");
    }
    assert_int_equal(events, 2);
    assert_int_equal(row, 34);
    close_case(&c);

    /* On a multiple, up to rounding, an event makes no step of its own. */
    c = open_pushed("if(floor(time/0.1 s) > 2 and time < 0.7 s, 1 N, 0 N)", NULL,
                    (JdRunDef){.stepper = "rk4", .dt = 0.1, .until = 2, .output_every = -1});
    to_the_end(&c);
    assert_int_equal(jd_run_cost(c.run).steps, 20);
    check_near(value(&c, "mass.vx"), 0.4, 1e-12, "from 0.3 to 0.7 s");
    close_case(&c);
}

/* ---- Order and accuracy ---------------------------------------------------------------------- */

/* A pendulum under a torque with jumps and corners: nothing that a polynomial could be. */
static const char jolted[] =
    "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [1, 0]\n"
    "body rod { link O A  mass 1 kg  inertia 0.1 kg*m^2 }\n"
    "joint j : revolute ground -- rod at O\n"
    "force m : effort j.angle value if(time > 0.237 s, 5 N*m*cos(3*time), 0) - "
    "8 N*m*abs(sin(4*time - 1)) + 6 N*m*clamp((time - 1.1 s)/0.33 s, 0, 1) - 0.2 N*m*s*j.rate\n"
    "run to 2 s\n";

static double jolted_end(const char *stepper, const char *form, double dt, double tol) {
    Case c = open_text(jolted, (JdCompileDef){.form = form},
                       (JdRunDef){.stepper = stepper, .dt = dt, .tol = tol});
    to_the_end(&c);
    const double end = value(&c, "rod.angle");
    close_case(&c);
    return end;
}

static void corners_cost_a_fixed_step_no_order(void **state) {
    (void)state;
    const struct {
        const char *stepper;
        double order, dt;
    } cases[] = {{"rk4", 4, 0.005}, {"euler", 1, 0.001}, {"semi-implicit-euler", 1, 0.001}};
    const double exact = jolted_end("dop853", "newton-euler", 0, 1e-13);
    for (int n = 0; n < 3; n++) {
        const double coarse = jolted_end(cases[n].stepper, "newton-euler", cases[n].dt, 0) - exact,
                     fine =
                         jolted_end(cases[n].stepper, "newton-euler", cases[n].dt / 4, 0) - exact;
        const double order = log(fabs(coarse / fine)) / log(4);
        print_message("%s: errors %.2g, %.2g: order %.2f\n", cases[n].stepper, coarse, fine, order);
        assert_true(order > cases[n].order - 0.2 && order < cases[n].order + 0.8);
    }
}

static void errors_fall_with_the_tolerance(void **state) {
    (void)state;
    static const char *const names[] = {"dop853", "dopri5", "cvode", "ida"};
    const double exact = jolted_end("dop853", NULL, 0, 1e-13);
    for (int n = 0; n < 4; n++)
        for (int f = 0; f < FORMS; f++) {
            if (is_missing(names[n])) continue;
            const double factor = is_implicit(names[n]) ? 1000 : 30;
            for (double tol = 1e-5; tol > 5e-12; tol *= 1e-2) {
                if (is_implicit(names[n]) && tol < 5e-10) break;
                check_near(jolted_end(names[n], forms[f], 0, tol), exact, factor * tol, names[n]);
            }
        }
}

/* ---- Many events ---------------------------------------------------------------------------- */

/* 10 N forward for a hundredth of a second, then back: 1,000 edges. */
static void a_square_wave_of_a_thousand_edges(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(all_steppers[s]);
        if (stepper->missing) continue;
        Case c = open_pushed(
            "if(time - 0.02 s*floor(time/0.02 s) < 0.01 s, 10 N, -10 N)", NULL,
            (JdRunDef){.stepper = all_steppers[s], .dt = stepper->adaptive ? 0 : 0.007});
        to_the_end(&c);
        assert_int_equal(c.run->events.count, 1000);
        check_near(value(&c, "mass.vx"), 0, 1e-11, all_steppers[s]);
        if (stepper->order != 1)
            check_near(value(&c, "mass.x"), 0.5, is_implicit(all_steppers[s]) ? 1e-6 : 1e-11,
                       all_steppers[s]);
        close_case(&c);
    }
}

static void conditions_on_waves_are_followed(void **state) {
    (void)state;
    const double a = asin(0.3);
    /* On from (2 pi k + a)/10 to (2 pi k + pi - a)/10. */
    double on = 0;
    for (int k = 0; k < 16; k++)
        on += fmin((2 * pi * k + pi - a) / 10, 10) - fmin((2 * pi * k + a) / 10, 10);
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(all_steppers[s]);
        if (stepper->missing) continue;
        Case c =
            open_pushed("if(sin(10*time) > 0.3, 2 N, 0 N)", NULL,
                        (JdRunDef){.stepper = all_steppers[s], .dt = stepper->adaptive ? 0 : 0.05});
        to_the_end(&c);
        check_near(value(&c, "mass.vx"), 2 * on, 1e-11, all_steppers[s]);
        close_case(&c);
    }
}

static void conditions_that_chatter_are_told(void **state) {
    (void)state;
    static const char *const forces[] = {"if(sin(1e9*time) > 0, 1 N, 0 N)",
                                         "1 N*floor(1e8*time/1 s)*1e-9",
                                         "if(sin(1 s/(time - 5 s)) > 0, 1 N, 0 N)"};
    for (int n = 0; n < 3; n++) {
        Case c = open_pushed(forces[n], NULL, (JdRunDef){0});
        while (jd_run_next(c.run)) continue;
        assert_true(jd_run_failed(c.run));
        JdMessage message = {0};
        assert_true(said(c.log, "condition-chatters", &message));
        check_contains(message.text, "force 'push'");
        close_case(&c);
    }
}

/* Two that mean the same instant but are not the same number; pushes shorter than any step. */
static void events_at_the_same_instant_are_one(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(all_steppers[s]);
        if (stepper->missing) continue;
        Case c = open_pushed(
            "if(time > 0.3 s, 1 N, 0 N) + if(time > 3*0.1 s, 1 N, 0 N) + "
            "if(sin(time) > sin(0.3), 1 N, 0 N)*0 + 1e3 N*step(time - 4 s)*"
            "step(4.0000000000000009 s - time)",
            NULL, (JdRunDef){.stepper = all_steppers[s], .dt = stepper->adaptive ? 0 : 0.1});
        to_the_end(&c);
        check_near(value(&c, "mass.vx"), 2 * 9.7, 1e-9, all_steppers[s]);
        close_case(&c);
    }
}

/* At the first and at the last instant of a run. */
static void events_at_both_ends_of_a_run(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(all_steppers[s]);
        if (stepper->missing) continue;
        Case c = open_pushed("if(time > 0 s, 1 N, -50 N) + if(time >= 10 s, 7 N, 0 N)", NULL,
                             (JdRunDef){.stepper = all_steppers[s],
                                        .dt = stepper->adaptive ? 0 : 0.1,
                                        .output_every = 1});
        assert_true(advance(&c));
        check_near(value(&c, "mass.ax"), 1, 1e-13, "right after the start");
        advance_to(&c, 9);
        check_near(value(&c, "mass.ax"), 1, 1e-13, "before the end");
        advance_to(&c, 10);
        check_near(value(&c, "mass.ax"), 8, 1e-13, "at the end");
        check_near(value(&c, "mass.vx"), 10, 1e-8, all_steppers[s]);
        close_case(&c);
    }
}

/* ---- Drives --------------------------------------------------------------------------------- */

/* A cart that a drive moves by 0.5 m between 1 and 1.5 s, and a rod that hangs on it. At the kink
 * the cart jumps to 1 m/s: the hinge pushes the rod along x alone, so its angular momentum about
 * the hinge stays. */
static const char kicked[] =
    "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [0, -1]\n"
    "body cart { at O  mass 2 kg  inertia 1 kg*m^2 }\n"
    "body rod { link O A  mass 3 kg  inertia 0.2 kg*m^2 }\n"
    "joint s : prismatic ground -- cart at O  axis x\n"
    "joint j : revolute cart -- rod at O\n"
    "drive d : s.travel = 0.5 m*clamp((time - 1 s)/0.5 s, 0, 1)\n"
    "run to 3 s  every 0.25 s\n";

static void kinks_of_drives_are_impulses(void **state) {
    (void)state;
    static const char *const ways[] = {"projection", "baumgarte", "none"};
    double end[FORMS * STEPPERS * 3];
    int runs = 0;
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < FORMS; f++)
            for (int w = 0; w < 3; w++) {
                const StepperType *stepper = jd_stepper_find(all_steppers[s]);
                if (stepper->missing || stepper->order == 1) continue;
                Case c = open_text(
                    kicked, (JdCompileDef){.form = forms[f], .stabilise = ways[w]},
                    (JdRunDef){.stepper = all_steppers[s], .dt = stepper->adaptive ? 0 : 0.007});
                advance_to(&c, 0.75);
                check_near(value(&c, "j.rate"), 0, 0, "at rest before");
                advance_to(&c, 1);
                const double kick = -3 * 0.5 * 1 / (0.2 + 3 * 0.25);
                check_near(value(&c, "s.speed"), 1, 1e-12, "the rate behind the kink");
                check_near(fabs(value(&c, "j.rate")), -kick, 1e-11, "the hinge's impulse");
                advance_to(&c, 1.25);
                check_near(value(&c, "s.travel"), 0.25, 1e-8, "on its way");
                advance_to(&c, 1.5);
                check_near(value(&c, "s.travel"), 0.5, 1e-8, "where it stops");
                check_near(value(&c, "s.speed"), 0, 1e-11, "the rate behind the second kink");
                to_the_end(&c);
                check_near(value(&c, "s.travel"), 0.5, 1e-8, "stands");
                end[runs++] = value(&c, "j.angle");
                assert_false(said(c.log, "drive-jumps", NULL));
                close_case(&c);
            }
    for (int n = 1; n < runs; n++)
        check_near(end[n], end[0], 2e-6, "one motion, however it is found");
}

/* A mechanism that hangs still until it is kicked: nothing is doubted, no energy is missed. */
static void who_waits_for_a_kick_is_not_doubted(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < FORMS; f++) {
            const StepperType *stepper = jd_stepper_find(all_steppers[s]);
            if (stepper->missing) continue;
            Case c = open_text(kicked, (JdCompileDef){.form = forms[f]},
                               (JdRunDef){.stepper = all_steppers[s],
                                          .dt = stepper->adaptive     ? 0
                                                : stepper->order == 1 ? 0.0004
                                                                      : 0.002,
                                          .output_every = 0.01});
            while (advance(&c)) assert_true(jd_run_proved(c.run));
            must(&c, jd_log_count(c.log) == 0);
            close_case(&c);
        }
}

/* A drive whose ramp begins with the run moves from the first row on. */
static void a_ramp_from_the_start_has_its_rate_there(void **state) {
    (void)state;
    for (int f = 0; f < FORMS; f++) {
        Case c =
            open_text("planar\npoint O = [0, 0]\npoint A = [1, 0]\n"
                      "body crank { link O A  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                      "joint j : revolute ground -- crank at O\n"
                      "drive d : j.angle = clamp(time/0.5 s, 0, 1)\nrun to 1 s  every 0.25 s\n",
                      (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
        static const double rate[] = {2, 2, 0, 0, 0}, angle[] = {0, 0.5, 1, 1, 1};
        for (int n = 0; n < 5; n++) {
            assert_true(advance(&c));
            check_near(value(&c, "j.rate"), rate[n], 1e-12, forms[f]);
            check_near(value(&c, "j.angle"), angle[n], 1e-12, forms[f]);
        }
        close_case(&c);
    }
}

/* A drive that jumps is told, whichever comparison makes it, also a small jump while it moves. */
static void jumps_of_drives_are_told_with_their_size(void **state) {
    (void)state;
    static const char *const motions[] = {
        "if(time > 0.5 s, 0.2, 0)", "if(time >= 0.5 s, 0.2, 0)", "0.2*step(time - 0.5 s)",
        "3 rad/s*time + if(time < 0.5 s, 0, 0.2)", "0.2*floor(time/0.5 s)*(time < 0.9 s)"};
    for (int f = 0; f < FORMS; f++)
        for (int n = 0; n < 5; n++) {
            char text[600];
            snprintf(text, sizeof text,
                     "planar\npoint O = [0, 0]\npoint A = [1, 0]\n"
                     "body crank { link O A  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                     "joint j : revolute ground -- crank at O\ndrive d : j.angle = %s\n"
                     "run to 0.8 s\n",
                     motions[n]);
            Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
            to_the_end(&c);
            JdMessage message = {0};
            assert_true(said(c.log, "drive-jumps", &message));
            check_contains(message.text, "near t = 0.5 s drive 'd' jumps by 0.2 rad");
            check_near(value(&c, "j.angle"), n == 3 ? 2.6 : 0.2, 1e-9, "behind the jump");
            close_case(&c);
        }
}

/* ---- Other fields --------------------------------------------------------------------------- */

static void gravity_and_every_force_have_events_too(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(all_steppers[s]);
        if (stepper->missing || stepper->order == 1) continue;
        const JdRunDef def = {.stepper = all_steppers[s], .dt = stepper->adaptive ? 0 : 0.1};
        Case c = open_text(
            "planar\ngravity field [if(time > 1.3 s and time < 1.35 s, 100 m/s^2, 0), 0]\n"
            "point O = [0, 0]\nbody mass { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
            "run to 4 s\n",
            (JdCompileDef){0}, def);
        to_the_end(&c);
        check_near(value(&c, "mass.vx"), 5, 1e-11, all_steppers[s]);
        close_case(&c);
        /* Both parts of a force at a point, and a torque, each with its own instants. */
        c = open_text(
            "planar\npoint O = [0, 0]\nbody mass { at O  mass 1 kg  inertia 2 kg*m^2 }\n"
            "force p : point-force mass at O value [if(time < 0.7 s, 2 N, 0), 3 N*step(time - 0.9 "
            "s)]\n"
            "force t : torque ground -- mass at O value 4 N*m*clamp(time - 1 s, 0 s, 1 s)/1 s\n"
            "run to 4 s\n",
            (JdCompileDef){0}, def);
        to_the_end(&c);
        check_near(value(&c, "mass.vx"), 1.4, 1e-8, all_steppers[s]);
        check_near(value(&c, "mass.vy"), 9.3, 1e-8, all_steppers[s]);
        check_near(value(&c, "mass.rate"), 5, 1e-7, all_steppers[s]);
        close_case(&c);
    }
}

/* Also in space. */
static void events_in_space(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < FORMS; f++) {
            const StepperType *stepper = jd_stepper_find(all_steppers[s]);
            if (stepper->missing || stepper->order == 1) continue;
            Case c = open_text(
                "spatial\npoint O = [0, 0, 0]\npoint A = [0, 0, -1]\n"
                "body cart { at O  mass 2 kg  inertia [1, 1, 1] kg*m^2 }\n"
                "body rod { link O A  mass 3 kg  inertia [0.2, 0.2, 0.2] kg*m^2 }\n"
                "joint s : prismatic ground -- cart at O  axis x\n"
                "joint j : spherical cart -- rod at O\n"
                "drive d : s.travel = max(0 m, (time - 1 s)*1 m/s)\n"
                "force p : point-force rod at A value [0, if(abs(time - 0.5 s) < 0.01 s, 50 N, 0), "
                "0]\n"
                "run to 1 s\n",
                (JdCompileDef){.form = forms[f]},
                (JdRunDef){.stepper = all_steppers[s], .dt = stepper->adaptive ? 0 : 0.01});
            to_the_end(&c);
            /* The push's moment about the hinge; the drive's impulse at the last instant. */
            check_near(value(&c, "rod.wx"), 50 * 0.02 / 0.95, 2e-4, all_steppers[s]);
            check_near(hypot(value(&c, "rod.wy"), value(&c, "rod.wz")), 1.5 / 0.95, 1e-9,
                       all_steppers[s]);
            check_near(value(&c, "cart.vx"), 1, 1e-9, all_steppers[s]);
            close_case(&c);
        }
}

/* ---- Smooth pulses -------------------------------------------------------------------------- */

static void smooth_pulses_are_not_stepped_over(void **state) {
    (void)state;
    static const double widths[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1};
    const double root_pi = sqrt(acos(-1));
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(all_steppers[s]);
        if (stepper->missing || !stepper->adaptive) continue;
        for (int n = 0; n < 18; n++) {
            const double width = widths[n % 6], at = check_uniform(1, 9);
            char force[200];
            snprintf(force, sizeof force, "%.17g N*exp(-((time - %.17g s)/%.17g s)^2)", 1 / width,
                     at, width);
            /* At rest, on the move, and with something else that asks for its own steps. */
            const char *const also[] = {"", " + 0.5 N", " - 20 N/m*j.travel"};
            char text[300];
            snprintf(text, sizeof text, "%s%s", force, also[n / 6]);
            Case c = open_pushed(text, NULL, (JdRunDef){.stepper = all_steppers[s]});
            to_the_end(&c);
            const double w = sqrt(20);
            const double speed =
                n / 6 == 0   ? root_pi
                : n / 6 == 1 ? root_pi + 5
                             : root_pi * cos(w * (10 - at)) * exp(-w * w * width * width / 4);
            check_near(value(&c, "mass.vx"), speed, is_implicit(all_steppers[s]) ? 1e-6 : 1e-7,
                       all_steppers[s]);
            close_case(&c);
        }
    }
}

/* What signals make of the time depends on time alone, too, through any number of them. */
static void what_signals_hide_is_seen(void **state) {
    (void)state;
    static const char *const laws[] = {
        "1.1283791670955126 N*(1 s/w)*exp(v)",           /* a smooth pulse */
        "2 N*(1 s/w)*if(-v < 0.25, 1, 0)",               /* a condition */
        "2 N*(1 s/w)*max(0, 1 - sqrt(-v))",              /* a corner */
        "3 N*(1 s/w)*if(v > -0.25, min(1, 1 + 4*v), 0)", /* both */
    };
    static const double impulse[] = {2, 2, 2, 2}, widths[] = {1e-7, 1e-4, 1e-2};
    for (int s = 0; s < STEPPERS; s++)
        for (int law = 0; law < 4; law++)
            for (int n = 0; n < 3; n++) {
                char text[800];
                if (is_missing(all_steppers[s]) || !jd_stepper_find(all_steppers[s])->adaptive)
                    continue;
                snprintf(text, sizeof text,
                         "planar\nbody mass { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                         "joint j : prismatic ground -- mass at [0, 0]  axis x\n"
                         "signal w = %.17g s\nsignal at = 3.3 s + 2 s\nsignal u = (time - at)/w\n"
                         "signal v = -u*u\nforce push : effort j.travel value %s\nrun to 10 s\n",
                         widths[n], laws[law]);
                Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.stepper = all_steppers[s]});
                to_the_end(&c);
                check_near(value(&c, "mass.vx"), impulse[law], 1e-5, laws[law]);
                close_case(&c);
            }
}

/* A hill on the way, however narrow, also through signals; and a pulse whose time an event says. */
static void what_is_narrow_in_a_channel_is_felt(void **state) {
    (void)state;
    static const char *const laws[] = {
        "start j.speed = 1 m/s\nforce push : effort j.travel value "
        "0.25 N*(1 m/w)/sqrt(acos(-1))*exp(-((j.travel - 3 m)/w)^2)\n",
        "input at { start 100 m }\nwhen set : time > 2 s { set at = time*(1 m/s) + 3.3 m }\n"
        "start j.speed = 1 m/s\nforce push : effort j.travel value "
        "(sqrt(1.5) - 1)*1 N*(1 m/w)/sqrt(acos(-1))*exp(-((time*(1 m/s) - at)/w)^2)\n",
        "start j.speed = 1 m/s\nsignal u = (j.travel - 3 m)/w\nsignal v = -u*u\nsignal bump = "
        "exp(v)\n"
        "force push : effort j.travel value 0.25 N*(1 m/w)/sqrt(acos(-1))*bump\n"};
    static const double widths[] = {1e-6, 1e-4, 1e-2, 0.1};
    for (int s = 0; s < STEPPERS; s++)
        for (int n = 0; n < 12; n++) {
            char text[800];
            if (is_missing(all_steppers[s]) || !jd_stepper_find(all_steppers[s])->adaptive)
                continue;
            snprintf(
                text, sizeof text,
                "planar\nparam w = %g m\nbody mass { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                "joint j : prismatic ground -- mass at [0, 0]  axis x\n%srun to 6 s\n",
                widths[n % 4], laws[n / 4]);
            Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.stepper = all_steppers[s]});
            to_the_end(&c);
            check_near(value(&c, "mass.vx"), sqrt(1.5), is_implicit(all_steppers[s]) ? 1e-6 : 1e-7,
                       all_steppers[s]);
            close_case(&c);
        }
}

/* A signal that is read so shows its jump where its reader feels it. */
static void a_row_at_a_jump_of_a_signal_shows_what_comes(void **state) {
    (void)state;
    const double at = 0.5;
    Case c =
        open_text("planar\nbody mass { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                  "joint j : prismatic ground -- mass at [0, 0]  axis x\n"
                  "signal on = if(time > 0.5 s, 1, 0)\n"
                  "force push : effort j.travel value 2 N*sin(on*90 deg)\nrun to 1 s\n",
                  (JdCompileDef){0}, (JdRunDef){.output_every = 1, .also = &at, .also_count = 1});
    while (advance(&c))
        if (value(&c, "time") == at) {
            check_near(value(&c, "on"), 1, 0, "the signal");
            check_near(value(&c, "mass.ax"), 2, 1e-12, "who reads it");
        }
    close_case(&c);
}

/* A fixed step is taken as it was given, but not without a word. */
static void fixed_steps_that_miss_a_pulse_are_told(void **state) {
    (void)state;
    static const char *const fixed[] = {"rk4", "euler", "semi-implicit-euler"};
    for (int n = 0; n < 3; n++)
        for (int narrow = 0; narrow < 2; narrow++) {
            Case c = open_pushed(narrow ? "1 N*exp(-((time - 5.033 s)/0.001 s)^2) + 1 N*sin(2*time)"
                                        : "1 N*exp(-((time - 5.033 s)/0.5 s)^2) + 1 N*sin(2*time)",
                                 NULL, (JdRunDef){.stepper = fixed[n], .dt = 0.02});
            to_the_end(&c);
            JdMessage message = {0};
            assert_true(said(c.log, "pulse-missed", &message) == (narrow == 1));
            if (narrow) check_contains(message.text, "between t = 5.02 s and 5.04 s force 'push'");
            close_case(&c);
        }
}

/* The others feel a drive's accelerations, also where it only goes from here to there, smoothly and
 * fast. */
static void fast_drives_are_not_stepped_over(void **state) {
    (void)state;
    for (int n = 0; n < 4; n++) {
        const double width = pow(10, -n - 1);
        char text[800];
        snprintf(
            text, sizeof text,
            "planar\npoint O = [0, 0]\npoint A = [0, -1]\n"
            "body cart { at O  mass 2 kg  inertia 1 kg*m^2 }\n"
            "body rod { link O A  mass 3 kg  inertia 0.2 kg*m^2 }\n"
            "joint s : prismatic ground -- cart at O  axis x\njoint j : revolute cart -- rod at O\n"
            /* from rate 0 to 1 m/s, around 5.3 s */
            "drive d : s.travel = 0.5 m*((time/1 s - 5.3) + sqrt((time/1 s - 5.3)^2 + %.17g))\n"
            "run to 6 s\n",
            width * width);
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
        to_the_end(&c);
        Case kink = open_text(
            "planar\npoint O = [0, 0]\npoint A = [0, -1]\n"
            "body cart { at O  mass 2 kg  inertia 1 kg*m^2 }\n"
            "body rod { link O A  mass 3 kg  inertia 0.2 kg*m^2 }\n"
            "joint s : prismatic ground -- cart at O  axis x\njoint j : revolute cart -- rod at O\n"
            "drive d : s.travel = max(0 m, (time - 5.3 s)*1 m/s)\nrun to 6 s\n",
            (JdCompileDef){0}, (JdRunDef){0});
        to_the_end(&kink);
        check_near(value(&c, "j.rate"), value(&kink, "j.rate"), 3 * width, "nearly a kink");
        close_case(&c);
        close_case(&kink);
    }
}

/* ---- Anything ------------------------------------------------------------------------------- */

/* A random function of time as text: waves, powers and pulses, with jumps and corners in one
 * another. Of a rule a, b and c are functions, x and y numbers. */
static void write_function(Text *out, int depth) {
    static const char *const leaves[] = {"sin(x*time + y)", "(x*time - y)",
                                         "exp(-(x*(time - y))^2)", "cos(x*time)*y"};
    static const char *const rules[] = {"abs(a)",
                                        "min(a, b)",
                                        "max(a, b, c)",
                                        "clamp(a, y, y + 1)",
                                        "0.3*floor(x*c)",
                                        "if(a > c, b, y)",
                                        "if(c < y and a > 0, b, c)",
                                        "sign(c)*(a)",
                                        "step(a) - 0.5*round(c)",
                                        "sqrt(1 + (a)^2)",
                                        "atan2(a, c)",
                                        "(a) - 0.5*(b)"};
    const double x = check_uniform(0.5, 6), y = check_uniform(-1, 3);
    const char *rule = depth ? rules[check_random() % 12] : leaves[check_random() % 4];
    for (const char *at = rule; *at; at++) {
        const bool alone = !strchr("abcdefghilmnopqrstu", at[1] ? at[1] : ' ') &&
                           (at == rule || !strchr("abcdefghilmnopqrstu", at[-1]));
        if (strchr("abc", *at) && alone)
            write_function(out, *at == 'c' ? 0 : depth - 1);
        else if (strchr("xy", *at) && alone)
            jd_text_print(out, "%.3f", *at == 'x' ? x : y);
        else
            jd_text_add(out, at, 1);
    }
}

/* Against sums over a fine comb of the function as it is, which knows nothing of events. */
static void random_functions_of_time_give_their_integral(void **state) {
    (void)state;
    enum { COMB = 200000, FUNCTIONS = 120 };
    const double until = 3;
    long events = 0;
    for (int n = 0; n < FUNCTIONS; n++) {
        Text text = {0};
        write_function(&text, 1 + n % 3);
        const char *force = text.at;
        Case c = open_pushed(force, NULL, (JdRunDef){.until = until});
        to_the_end(&c);
        events += c.run->events.count;
        const Program *program = c.system->force[0].program[0];
        double sum = 0, size = 0;
        for (int k = 0; k < COMB && program; k++) {
            const double f = jd_program_eval(program, until * (k + 0.5) / COMB, NULL);
            sum += f * until / COMB;
            size = fmax(size, fabs(f));
        }
        const double off = fabs(value(&c, "mass.vx") - sum), speed = value(&c, "mass.vx");
        if (program && !(off <= 1e-4 * (1 + size))) print_error("%s\n", force);
        if (program) check_near(speed, sum, 1e-4 * (1 + size), "the integral of the force");
        close_case(&c);
        /* The others agree far better. */
        static const char *const others[] = {"dopri5", "cvode", "ida"};
        for (int k = 0; k < 3 && program && n % 4 == 0; k++) {
            if (is_missing(others[k])) continue;
            c = open_pushed(force, forms[n % FORMS],
                            (JdRunDef){.until = until, .stepper = others[k]});
            to_the_end(&c);
            if (fabs(value(&c, "mass.vx") - speed) > 2e-6 * (1 + size)) print_error("%s\n", force);
            check_near(value(&c, "mass.vx"), speed, 2e-6 * (1 + size), others[k]);
            close_case(&c);
        }
        jd_text_free(&text);
    }
    print_message("%ld events in %d functions\n", events, FUNCTIONS);
    assert_true(events > 500);
}

/* ---- Rest ----------------------------------------------------------------------------------- */

static void steps_do_not_grow_without_bound_at_rest(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(all_steppers[s]);
        if (stepper->missing || !stepper->adaptive) continue;
        Case c = open_pushed("0 N*j.travel/1 m", NULL,
                             (JdRunDef){.stepper = all_steppers[s], .until = 50});
        to_the_end(&c);
        assert_true(jd_run_cost(c.run).largest_step <= 0.5 * (1 + 1e-9));
        assert_true(jd_run_cost(c.run).steps < 300);
        check_near(value(&c, "mass.x"), 0, 0, "nothing moves");
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_push_is_felt_by_every_stepper_in_every_form),
        cmocka_unit_test(pushes_of_any_width_give_their_impulse),
        cmocka_unit_test(all_ways_to_write_a_push_are_the_same),
        cmocka_unit_test(rows_beside_a_push_show_what_was_and_what_comes),
        cmocka_unit_test(rows_at_events_change_nothing),
        cmocka_unit_test(fixed_steps_are_split_and_stay_multiples),
        cmocka_unit_test(corners_cost_a_fixed_step_no_order),
        cmocka_unit_test(errors_fall_with_the_tolerance),
        cmocka_unit_test(a_square_wave_of_a_thousand_edges),
        cmocka_unit_test(conditions_on_waves_are_followed),
        cmocka_unit_test(conditions_that_chatter_are_told),
        cmocka_unit_test(events_at_the_same_instant_are_one),
        cmocka_unit_test(events_at_both_ends_of_a_run),
        cmocka_unit_test(kinks_of_drives_are_impulses),
        cmocka_unit_test(who_waits_for_a_kick_is_not_doubted),
        cmocka_unit_test(a_ramp_from_the_start_has_its_rate_there),
        cmocka_unit_test(jumps_of_drives_are_told_with_their_size),
        cmocka_unit_test(gravity_and_every_force_have_events_too),
        cmocka_unit_test(events_in_space),
        cmocka_unit_test(smooth_pulses_are_not_stepped_over),
        cmocka_unit_test(what_signals_hide_is_seen),
        cmocka_unit_test(what_is_narrow_in_a_channel_is_felt),
        cmocka_unit_test(a_row_at_a_jump_of_a_signal_shows_what_comes),
        cmocka_unit_test(fixed_steps_that_miss_a_pulse_are_told),
        cmocka_unit_test(fast_drives_are_not_stepped_over),
        cmocka_unit_test(random_functions_of_time_give_their_integral),
        cmocka_unit_test(steps_do_not_grow_without_bound_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
