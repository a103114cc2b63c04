/* SPDX-License-Identifier: MIT
 *
 * Events of one's own against closed forms: found by every stepper in every form, acting once for
 * each time that a condition becomes true, in the order of the text, together where they are
 * together; and inputs that the caller sets. */
#include "verify/verify.h"
#include "run/save.h"

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "euler", "semi-implicit-euler",
                                       "cvode",  "ida"};
enum { STEPPERS = sizeof steppers / sizeof *steppers };

static const StepperType *stepper_at(int s) {
    return jd_stepper_find(steppers[s]);
}

/* ---- A ball that bounces --------------------------------------------------------------------- */

#define FALLING_BALL                                                                               \
    "state h { start 1 m  rate v }\nstate v { start 0 m/s  rate -9.81 m/s^2 }\n"                   \
    "state n { rate 0 1/s }\n"                                                                     \
    "when hit : h < 0 m { set v = -0.8*v  set h = 0 m  set n = n + 1 }\nrun to 2 s\n"

typedef struct {
    double h, v;
    int n;
} Ball;

static Ball bounce(double t) {
    const double g = 9.81;
    double at = sqrt(2 / g), v = g * at;
    if (t < at) return (Ball){1 - 0.5 * g * t * t, -g * t, 0};
    for (int n = 1;; n++) {
        v *= 0.8;
        const double next = at + 2 * v / g, s = t - at;
        if (t < next) return (Ball){v * s - 0.5 * g * s * s, v - g * s, n};
        at = next;
    }
}

static void a_ball_bounces_in_every_stepper(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = stepper_at(s);
        if (stepper->missing || stepper->order == 1) continue;
        const double within = stepper->tableau ? 1e-8 : 1e-6;
        Case c = open_text(FALLING_BALL, (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s], .dt = 1e-2, .output_every = 0.07});
        while (advance(&c)) {
            const Ball ball = bounce(value(&c, "time"));
            check_near(value(&c, "h"), ball.h, within, steppers[s]);
            check_near(value(&c, "v"), ball.v, 10 * within, steppers[s]);
            check_near(value(&c, "n"), ball.n, 0, "each bounce once");
        }
        close_case(&c);
    }
}

/* A mass that is struck keeps where it is: its condition is true for a moment, then false for a
 * short part of the next step. A ball of half its speed has bounced eleven times at 1.3409 s. */
static const char struck_ball[] =
    "planar\ngravity [0, -10] m/s^2\nbody b { at [0, 1]  mass 1 kg  point }\n"
    "joint w : prismatic ground -- b at [0, 1]  axis y\nstate n { rate 0 1/s }\n"
    "when hit : b.y < 0 m { impulse w.travel = -1.5*(1 kg)*w.speed  set n = n + 1 }\n";

static void short_hops_are_not_stepped_over(void **state) {
    (void)state;
    const double t = 1.3409;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = stepper_at(s);
        if (stepper->missing || stepper->order == 1) continue;
        Case c = open_text(struck_ball, (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s], .dt = 1e-2, .until = t});
        to_the_end(&c);
        check_near(value(&c, "n"), 11, 0, steppers[s]);
        check_near(value(&c, "b.y"), 0, 2e-6, steppers[s]);
        close_case(&c);
    }
}

/* Its hops come to an end at 1.3416 s: it does not fall through the floor. */
static void hops_without_end_are_told(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = stepper_at(s);
        if (stepper->missing || stepper->order == 1) continue;
        Case c = open_text(struck_ball, (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s], .dt = 1e-2, .until = 5});
        while (jd_run_next(c.run)) {
            assert_true(value(&c, "b.y") > -1e-6);
            assert_true(value(&c, "time") < 1.342);
        }
        check_text(jd_reported(c.log).code, "when-chatters");
        close_case(&c);
    }
}

/* One of low order comes nearer with its step. */
static void bounces_of_order_1_converge(void **state) {
    (void)state;
    static const char *const low[] = {"euler", "semi-implicit-euler"};
    for (int s = 0; s < 2; s++) {
        double before = INFINITY;
        for (double dt = 4e-3; dt > 2e-4; dt *= 0.5) {
            Case c = open_text(FALLING_BALL, (JdCompileDef){0},
                               (JdRunDef){.stepper = low[s], .dt = dt, .output_every = 2});
            while (advance(&c)) {
            }
            const double off = fabs(value(&c, "h") - bounce(2).h);
            assert_true(off < 0.7 * before);
            before = off;
            close_case(&c);
        }
        assert_true(before < 0.02);
    }
}

/* ---- A relay with a gap ---------------------------------------------------------------------- */

/* T' = 10 on - T: up from 4 to 6 and down again, on a mass that feels it as a push. */
static const char relay[] =
    "planar\npoint O = [0, 0]\nbody m { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
    "joint j : prismatic ground -- m at O  axis x\ninput on { start 1 }\n"
    "state T { start 0 K  rate (10 K*on - T)/1 s }\n"
    "when hot : T > 6 K { set on = 0 }\nwhen cold : T < 4 K { set on = 1 }\n"
    "force push : effort j.travel value 1 N*on\nrun to 5 s\n";

static double relay_on_time(double until) {
    const double first = log(10.0 / 4), off = log(6.0 / 4), on = log(6.0 / 4);
    double t = first, sum = fmin(first, until);
    for (bool is_on = false; t < until; is_on = !is_on) {
        const double end = fmin(t + (is_on ? on : off), until);
        if (is_on) sum += end - t;
        t += is_on ? on : off;
    }
    return sum;
}

static void a_relay_switches_in_every_stepper_and_form(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < 3; f++) {
            const StepperType *stepper = stepper_at(s);
            if (stepper->missing) continue;
            const double within = stepper->order == 1 ? 0.05 : stepper->tableau ? 1e-7 : 1e-5;
            Case c = open_text(relay, (JdCompileDef){.form = jd_form_at(f)->name},
                               (JdRunDef){.stepper = steppers[s],
                                          .dt = stepper->adaptive     ? 0
                                                : stepper->order == 1 ? 1e-3
                                                                      : 1e-2,
                                          .output_every = 0.31});
            while (advance(&c))
                check_near(value(&c, "j.speed"), relay_on_time(value(&c, "time")), within,
                           steppers[s]);
            close_case(&c);
        }
}

static double relay_speed(const char *stepper, double tol, double dt) {
    Case c = open_text(relay, (JdCompileDef){0},
                       (JdRunDef){.stepper = stepper, .tol = tol, .dt = dt, .output_every = 5});
    while (advance(&c)) {
    }
    const double speed = value(&c, "j.speed");
    close_case(&c);
    return speed;
}

static void errors_fall_with_tolerance_and_step(void **state) {
    (void)state;
    const double exact = relay_on_time(5);
    double most = 0;
    for (double tol = 1e-4; tol > 1e-12; tol *= 0.1) {
        const double off = fabs(relay_speed("dop853", tol, 0) - exact);
        assert_true(off < 300 * tol);
        most = fmax(most, off);
    }
    const double coarse = relay_speed("rk4", 0, 4e-2) - exact,
                 fine = relay_speed("rk4", 0, 1e-2) - exact;
    check_near(log2(fabs(coarse / fine)) / 2, 4, 0.2, "order of rk4 through events");
}

/* ---- When and how often ---------------------------------------------------------------------- */

static double last_value(const char *text, const char *name) {
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
    }
    const double x = value(&c, name);
    close_case(&c);
    return x;
}

/* Conditions on time end steps: the integral is exact in methods of order 1, too. */
static void conditions_on_time_act_at_their_instant(void **state) {
    (void)state;
    const char *text =
        "input u { start 0 }\nstate x { rate u/1 s }\n"
        "when begin : time >= 0.7 s { set u = 3 }\nwhen end : time > 1.9 s { set u = 0 }\n"
        "run to 4 s\n";
    for (int s = 0; s < STEPPERS; s++) {
        if (stepper_at(s)->missing) continue;
        Case c = open_text(text, (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s], .dt = 0.3, .output_every = 4});
        while (advance(&c)) {
        }
        check_near(value(&c, "x"), 3.6, 1e-11, steppers[s]);
        close_case(&c);
    }
}

static void what_holds_at_the_start_is_no_event(void **state) {
    (void)state;
    check_near(last_value("state n { rate 0 1/s }\nstate x { start 1 rate cos(time/1 s)/1 s }\n"
                          "when up : x > 0.5 { set n = n + 1 }\nrun to 20 s\n",
                          "n"),
               3, 0, "x = 1 + sin t rises through 0.5 at 2 pi - pi/6 and twice more");
}

/* In the order of the text, each with what the one before has set; what that makes true follows. */
static void events_of_one_instant_act_in_order(void **state) {
    (void)state;
    const char *text =
        "input a { start 0 }\ninput b { start 0 }\ninput c { start 0 }\n"
        "when first : time > 1 s { set a = 1 }\nwhen second : time > 1 s { set b = 10*a + 1 }\n"
        "when third : b > 5 { set c = b  set b = c }\nrun to 2 s\n";
    check_near(last_value(text, "a"), 1, 0, "the first");
    check_near(last_value(text, "c"), 11, 0, "what the second made true");
    check_near(last_value(text, "b"), 0, 0, "values are worked out before the first is set");
}

static void a_run_stops_where_it_is_told_to(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = stepper_at(s);
        if (stepper->missing || stepper->order == 1) continue;
        Case c = open_text("state x { start 0 m  rate v }\nstate v { start 0 m/s  rate 2 m/s^2 }\n"
                           "when there : x > 4 m { stop }\nrun to 10 s\n",
                           (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s], .dt = 0.01, .output_every = 0.3});
        while (advance(&c)) {
        }
        check_near(value(&c, "time"), 2, stepper->tableau ? 1e-8 : 1e-6, steppers[s]);
        check_near(value(&c, "x"), 4, stepper->tableau ? 1e-8 : 1e-5, "the last row is there");
        assert_false(jd_run_failed(c.run));
        close_case(&c);
    }
}

/* A condition may read accelerations and reactions: of a push that grows by 2 N each second. */
static void events_read_accelerations(void **state) {
    (void)state;
    const char *text = "planar\npoint O = [0, 0]\nbody m { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
                       "joint j : prismatic ground -- m at O  axis x\ninput pull { start 0 N }\n"
                       "force push : effort j.travel value 2 N/s*time + pull\n"
                       "when enough : m.ax > 3 m/s^2 { set pull = -3 N }\nrun to 2 s\n";
    for (int f = 0; f < 3; f++) {
        Case c = open_text(text, (JdCompileDef){.form = jd_form_at(f)->name}, (JdRunDef){0});
        while (advance(&c)) {
        }
        check_near(value(&c, "m.vx"), 4 - 3 * 0.5, 1e-8, jd_form_at(f)->name);
        close_case(&c);
    }
}

/* A blow P on the crank of a slider-crank: the kinetic energy grows by P times the mean of the
 * rates before and after, and by as much whatever the form; the locks hold. */
static void blows_go_through_all_locks(void **state) {
    (void)state;
    const char *text =
        "planar\npoint O = [0, 0]\npoint A = [0.06, 0.08]\npoint B = [0.36, 0]\n"
        "body crank { link O A  mass 0.5 kg  inertia 5e-3 kg*m^2 }\n"
        "body rod { link A B  mass 0.4 kg  inertia 3e-3 kg*m^2 }\n"
        "body slider { at B  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
        "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
        "joint jB : revolute rod -- slider at B\njoint jC : prismatic ground -- slider at B axis "
        "x\n"
        "start jO.rate = 3 rad/s\nstate before { start 0 J  rate 0 W }\n"
        "state rate { unit rad/s  rate 0 rad/s^2 }\nstate gain { unit J  rate 0 W }\n"
        "when hit : time > 0.2 s { set before = energy  set rate = jO.rate  impulse jO.angle = 0.1 "
        "N*m*s }\n"
        "when seen : rate > 0.1 rad/s { set gain = energy - before - 0.05 N*m*s*(jO.rate + rate) "
        "}\n"
        "run to 0.5 s\n";
    double end = NAN;
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < 3; f++) {
            const StepperType *stepper = stepper_at(s);
            if (stepper->missing || stepper->order == 1) continue;
            Case c = open_text(text, (JdCompileDef){.form = jd_form_at(f)->name},
                               (JdRunDef){.stepper = steppers[s], .dt = 1e-3, .output_every = 0.5});
            while (advance(&c)) {
            }
            assert_true(value(&c, "before") > 0.01);
            check_near(value(&c, "gain"), 0, 1e-10, steppers[s]);
            check_near(value(&c, "drift"), 0, 1e-9, "locks hold");
            if (isnan(end)) end = value(&c, "jO.angle");
            check_near(value(&c, "jO.angle"), end, 1e-5, "the same motion after it");
            close_case(&c);
        }
}

/* It holds for a twentieth of a long step only. */
static void short_events_are_not_stepped_over(void **state) {
    (void)state;
    const char *text = "state x { rate cos(time/1 s)/1 s }\nstate n { rate 0 1/s }\n"
                       "when top : x > 0.999 { set n = n + 1 }\nrun to 63 s\n";
    check_near(last_value(text, "n"), 10, 0, "ten times over the top");
}

static const char *code_of(const char *text) {
    static char code[64];
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){0}, log);
    while (jd_run_next(run)) {
    }
    assert_true(jd_log_errors(log) > 0);
    snprintf(code, sizeof code, "%s", jd_log_message(log, 0).code);
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return code;
}

static void events_without_end_are_told(void **state) {
    (void)state;
    check_text(code_of("input a { start 0 }\nwhen up : a < 0.5 and time > 1 s { set a = 1 }\n"
                       "when down : a > 0.5 and time > 1 s { set a = 0 }\nrun to 2 s\n"),
               "when-circle");
    check_text(
        code_of("state x { start 1  rate (if(u > 0, 1, -1))/1 s }\ninput u { start -1 }\n"
                "when low : x < 0 { set u = 1 }\nwhen high : x > 1e-9 and u > 0 { set u = -1 }\n"
                "run to 1000 s\n"),
        "when-chatters");
}

/* ---- From outside ---------------------------------------------------------------------------- */

/* From the row on at which it was set, whatever the steps are. */
static void inputs_are_set_by_the_caller(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        if (stepper_at(s)->missing) continue;
        Case c = open_text("input u { unit m/s }\nstate x { start 0 m  rate u }\n"
                           "state w { start 1  rate -w/1 s }\nrun to 4 s\n",
                           (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s], .dt = 0.03, .output_every = 0.5});
        const JdChannel u = channel(&c, "u");
        double x = 0, last = 0, speed = 0;
        for (int row = 0; advance(&c); row++) {
            const double t = value(&c, "time");
            x += speed * (t - last);
            last = t;
            check_near(value(&c, "x"), x, 1e-7, steppers[s]);
            speed = row % 3 - 0.5;
            assert_true(jd_run_set(c.run, u, speed));
            check_near(value(&c, "u"), speed, 0, "it is a channel");
        }
        const StepperType *stepper = stepper_at(s);
        check_near(value(&c, "w"), exp(-4), stepper->order == 1 ? 2e-3 : 1e-6, "others go on");
        assert_false(jd_run_set(c.run, channel(&c, "x"), 1));
        assert_false(jd_run_set(c.run, u, NAN));
        close_case(&c);
    }
}

/* ---- Rows of events -------------------------------------------------------------------------- */

/* Two of one instant for each, and those that were asked for. */
static void events_have_a_row_on_either_side(void **state) {
    (void)state;
    static const double everies[] = {0.07, 0.5, -1};
    for (int s = 0; s < STEPPERS; s++) {
        for (int e = 0; e < 3; e++) {
            if (stepper_at(s)->missing || stepper_at(s)->order == 1) continue;
            Case c =
                open_text(FALLING_BALL "when half : time > 0.5 s { record }\n", (JdCompileDef){0},
                          (JdRunDef){.stepper = steppers[s],
                                     .dt = 1e-2,
                                     .output_every = everies[e],
                                     .event_rows = true});
            double t = -1, v = 0, hits = 0;
            int sides = 0, grid = 0, halves = 0;
            bool before, was = false;
            while (advance(&c)) {
                const double now = value(&c, "time");
                const char *name = jd_run_event(c.run, 0, &before);
                assert_null(jd_run_event(c.run, 1, NULL));
                assert_true(now > t || (now == t && was && name && !before));
                if (name && before) v = value(&c, "v"), was = true, sides++;
                if (name && !before) {
                    const bool hit = !strcmp(name, "hit");
                    assert_true(now == t && was);
                    check_near(value(&c, "v"), hit ? -0.8 * v : v, 1e-12, "jumps between them");
                    hits += hit, halves += !hit, sides++, was = false;
                }
                if (!name || (!before && !strcmp(name, "half"))) grid++;
                t = now;
            }
            assert_int_equal(halves, 1);
            assert_int_equal((int)hits, (int)value(&c, "n"));
            assert_int_equal(sides, 2 * (int)(hits + halves));
            if (e == 0) assert_int_equal(grid, 1 + 29 + 1); /* 0.5 s is not on this grid, */
            if (e == 1) assert_int_equal(grid, 5);          /* but on that one */
            close_case(&c);
        }
    }
}

/* The last instant of a run has both, too; and the event that ends it. */
static void events_at_the_end_have_both_rows(void **state) {
    (void)state;
    static const char *const texts[] = {
        "state x { rate 1 1/s }\nwhen e : time >= 1 s { set x = 5 }\nrun to 1 s every 0.25 s\n",
        "state x { rate 1 1/s }\nwhen e : x > 1 { set x = 5  stop }\nrun to 3 s every 0.3 s\n"};
    for (int n = 0; n < 2; n++) {
        Case c = open_text(texts[n], (JdCompileDef){0}, (JdRunDef){.event_rows = true});
        double last[2] = {NAN, NAN}, times[2] = {NAN, NAN};
        while (advance(&c)) {
            last[0] = last[1], last[1] = value(&c, "x");
            times[0] = times[1], times[1] = value(&c, "time");
        }
        check_near(last[0], 1, 1e-9, "before");
        check_near(last[1], 5, 1e-9, "behind");
        check_near(times[0], times[1], 0, "at one time");
        check_near(times[1], 1, 1e-9, "at one time");
        close_case(&c);
    }
}

/* A drive whose rate jumps makes a condition true: the row before still has the old rate. */
static void events_of_a_jump_have_a_row_before_it(void **state) {
    (void)state;
    Case c = open_text(
        "planar\npoint O = [0, 0]\nbody m { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
        "joint j : revolute ground -- m at O\n"
        "drive d : j.angle = if(time < 1 s, 1 rad/s*time, 1 rad + 3 rad/s*(time - 1 s))\n"
        "input n\nwhen fast : j.rate > 2 rad/s { set n = n + 1 }\nrun to 2 s every 0.3 s\n",
        (JdCompileDef){0}, (JdRunDef){.event_rows = true});
    int rows = 0;
    bool before;
    while (advance(&c)) {
        const char *name = jd_run_event(c.run, 0, &before);
        if (!name) continue;
        check_near(value(&c, "time"), 1, 1e-12, "where it jumps");
        check_near(value(&c, "j.rate"), before ? 1 : 3, 1e-9, "either side");
        check_near(value(&c, "n"), before ? 0 : 1, 0, "acts in between");
        rows++;
    }
    assert_int_equal(rows, 2);
    close_case(&c);
}

static void traces_name_events(void **state) {
    (void)state;
    Case c = open_text("state x { rate 1 1/s }\nwhen a : x > 1 { set x = 0 }\n"
                       "when b : x > 1 { record }\nrun to 1.5 s every 0.5 s\noutput x\n",
                       (JdCompileDef){0}, (JdRunDef){.event_rows = true});
    JdTrace *trace = jd_trace_new(c.system, NULL, c.log);
    while (advance(&c)) assert_true(jd_trace_record(trace, c.run));
    bool before;
    int both = 0;
    for (int row = 0; row < jd_trace_rows(trace); row++) {
        if (!jd_trace_event(trace, row, 0, &before)) continue;
        check_text(jd_trace_event(trace, row, 0, &before), "a");
        check_text(jd_trace_event(trace, row, 1, NULL), "b");
        assert_null(jd_trace_event(trace, row, 2, NULL));
        check_near(jd_trace_at(trace, row, 1), before ? 1 : 0, 1e-8, "x");
        both++;
    }
    assert_int_equal(both, 2);
    assert_null(jd_trace_event(NULL, 0, 0, NULL));
    jd_trace_free(trace);
    close_case(&c);
}

static void a_saved_run_goes_on_through_events(void **state) {
    (void)state;
    const JdRunDef def = {.output_every = 0.1};
    for (int f = 0; f < 3; f++) {
        const JdCompileDef how = {.form = jd_form_at(f)->name};
        Case whole = open_text(relay, how, def), rest = open_text(relay, how, def);
        for (int row = 0; row < 14; row++) assert_true(advance(&whole));
        Snapshot s = take_snapshot(whole.run, 14);
        assert_true(jd_run_load(rest.run, s.bytes, s.size, rest.log));
        while (advance(&whole)) {
            assert_true(advance(&rest));
            assert_int_equal(hash_row(whole.system, whole.run), hash_row(rest.system, rest.run));
        }
        free(s.bytes);
        close_case(&whole);
        close_case(&rest);
    }
}

/* A ball that bounces lower and lower comes to rest in a finite time, which no stepper reaches:
 * sooner or later it is below the floor when it was struck already. It is told, whatever it bounces
 * with. */
static void a_ball_does_not_fall_through_without_a_word(void **state) {
    (void)state;
    static const double bounces[] = {0.15, 0.3, 0.5, 0.62, 0.8, 0.9};
    static const char *const hit_by[] = {"dop853", "dopri5", "cvode", "ida"};
    for (int n = 0; n < 6 * 4 * 2; n++) {
        const char *stepper = hit_by[n / 2 % 4];
        char text[500];
        if (jd_stepper_find(stepper)->missing) continue;
        snprintf(text, sizeof text,
                 "planar\ngravity [0, -10] m/s^2\nbody b { at [0, 1] m  mass 1 kg  point }\n"
                 "joint w : prismatic ground -- b at [0, 1] m  axis y\n"
                 "when hit : b.y < 0 m { impulse w.travel = -%g*(1 kg)*w.speed }\n"
                 "run to 12 s every 1 s\n",
                 1 + bounces[n / 8]);
        Case c = open_text(text, (JdCompileDef){0},
                           (JdRunDef){.stepper = stepper, .tol = n % 2 ? 1e-9 : 1e-6});
        double lowest = 0;
        while (jd_run_next(c.run)) lowest = fmin(lowest, value(&c, "b.y"));
        if (lowest < -1e-3 && !said(c.log, "when-chatters", NULL)) fail_msg("%s %s", stepper, text);
        close_case(&c);
    }
}

/* A clock: its pendulum is struck on every passage through the middle, which ends what the other
 * event asks for. The values are those of dop853 of scipy, started anew behind each blow. */
static const char clock_text[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "body bob { link [0, 0] [0, -1]  mass 2 kg  inertia 0.02 kg*m^2  com [0, -0.9] }\n"
    "joint p : revolute ground -- bob at [0, 0]\n"
    "force rub : free-spring p.angle  stiffness 0 N*m  damping 0.05 N*m*s\ninput beats {}\n"
    "when tick : p.angle > 0 { impulse p.angle = 0.06 N*m*s  set beats = beats + 1 }\n"
    "when tock : p.angle < 0 { impulse p.angle = -0.06 N*m*s  set beats = beats + 1 }\n"
    "start p.angle = 5 deg\nrun to 30 s\n";

static void a_clock_is_struck_once_at_each_passage(void **state) {
    (void)state;
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    static const char *const by[] = {"dop853", "dopri5", "cvode"};
    for (int n = 0; n < 3 * 3 * 6; n++) {
        const char *stepper = by[n / 3 % 3];
        const double tol = pow(10, -7 - n / 9);
        if (jd_stepper_find(stepper)->missing) continue;
        Case c = open_text(clock_text, (JdCompileDef){.form = forms[n % 3]},
                           (JdRunDef){.stepper = stepper, .tol = tol, .output_every = 30});
        to_the_end(&c);
        check_near(value(&c, "beats"), 31, 0, stepper);
        check_near(value(&c, "p.angle"), -0.252922418, fmax(1e3 * tol, 1e-8), forms[n % 3]);
        close_case(&c);
    }
}

/* The angle of the rocker is zero as drawn, but for rounding where it follows from the crank: what
 * begins to hold at once is an event in every form, what holds or never does is none. */
static void a_start_at_a_barrier_is_alike_in_all_forms(void **state) {
    (void)state;
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    static const double turns[] = {70, 55, 40, 83, 20};
    for (int n = 0; n < 5 * 3 * 2; n++) {
        const int forward = n % 2;
        char text[1000];
        snprintf(
            text, sizeof text,
            "planar\npoint A = [0, 0]\npoint D = [0.8, 0]\npoint B = polar(0.25 m, %g deg)\n"
            "point C = meet(B, 0.7 m, D, 0.5 m, left)\n"
            "body crank { link A B  mass 1 kg  inertia 0.02 kg*m^2 }\n"
            "body rod { link B C  mass 1 kg  inertia 0.06 kg*m^2 }\n"
            "body rocker { link D C  mass 1 kg  inertia 0.04 kg*m^2 }\n"
            "joint jA : revolute ground -- crank at A\njoint jB : revolute crank -- rod at B\n"
            "joint jC : revolute rod -- rocker at C\njoint jD : revolute ground -- rocker at D\n"
            "input up {}\ninput down {}\ninput at {}\n"
            "when opens : jD.angle > 0 { set up = up + 1 }\n"
            "when shuts : jD.angle < 0 { set down = down + 1 }\n"
            "when stays : jD.angle >= 0 or jD.angle <= 0 { set at = at + 1 }\n"
            "start jA.angle = 0, jD.rate = %d rad/s\nrun to 0.01 s\n",
            turns[n / 6], forward ? 1 : -1);
        Case c = open_text(text, (JdCompileDef){.form = forms[n / 2 % 3]}, (JdRunDef){0});
        to_the_end(&c);
        check_near(value(&c, "up"), forward, 0, forms[n / 2 % 3]);
        check_near(value(&c, "down"), !forward, 0, forms[n / 2 % 3]);
        check_near(value(&c, "at"), 0, 0, "it always is one of them");
        close_case(&c);
    }
}

/* A state that grows by one a second is a half after half a second, by rounding a little before or
 * after. Both conditions are of one instant in every stepper: they act in the order of the text,
 * and what they make true acts behind them; each once. */
static void one_instant_is_one_but_for_rounding(void **state) {
    (void)state;
    static const char text[] =
        "input a {}\ninput b {}\ninput c { start 1 }\ninput d {}\ninput count {}\n"
        "state x { start 0  rate 1 1/s }\nstate y { start 0.2  rate 0.3 1/s }\n"
        "when first : x >= 0.5 { set a = c  set c = 2*c  set count = count + 1 }\n"
        "when second : time >= 0.5 s { set b = c  set c = c + 10  set count = count + 1 }\n"
        "when third : y > 0.35 { set c = 3*c  set count = count + 1 }\n"
        "when fourth : x > 0.5 and c > 30 { set d = c + 0.5  set count = count + 1 }\n"
        "when last : d > 12 { set d = 1  set count = count + 1 }\nrun to 1 s\n";
    for (int n = 0; n < 5; n++) {
        static const char *const by[] = {"dop853", "dopri5", "rk4", "cvode", "ida"};
        const StepperType *stepper = jd_stepper_find(by[n]);
        for (int fine = 1; fine < 8 && !stepper->missing; fine++) {
            Case c = open_text(text, (JdCompileDef){0},
                               (JdRunDef){.stepper = by[n],
                                          .tol = pow(10, -4 - fine),
                                          .dt = stepper->adaptive ? 0 : 0.1 / (3 + fine)});
            to_the_end(&c);
            check_near(value(&c, "a"), 1, 0, by[n]);
            check_near(value(&c, "b"), 2, 0, by[n]);
            check_near(value(&c, "c"), 36, 0, by[n]);
            check_near(value(&c, "d"), 1, 0, by[n]);
            check_near(value(&c, "count"), 5, 0, by[n]);
            close_case(&c);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_bounces_in_every_stepper),
        cmocka_unit_test(short_hops_are_not_stepped_over),
        cmocka_unit_test(hops_without_end_are_told),
        cmocka_unit_test(bounces_of_order_1_converge),
        cmocka_unit_test(a_relay_switches_in_every_stepper_and_form),
        cmocka_unit_test(errors_fall_with_tolerance_and_step),
        cmocka_unit_test(conditions_on_time_act_at_their_instant),
        cmocka_unit_test(what_holds_at_the_start_is_no_event),
        cmocka_unit_test(events_of_one_instant_act_in_order),
        cmocka_unit_test(a_run_stops_where_it_is_told_to),
        cmocka_unit_test(events_read_accelerations),
        cmocka_unit_test(blows_go_through_all_locks),
        cmocka_unit_test(short_events_are_not_stepped_over),
        cmocka_unit_test(events_without_end_are_told),
        cmocka_unit_test(inputs_are_set_by_the_caller),
        cmocka_unit_test(events_have_a_row_on_either_side),
        cmocka_unit_test(events_at_the_end_have_both_rows),
        cmocka_unit_test(events_of_a_jump_have_a_row_before_it),
        cmocka_unit_test(traces_name_events),
        cmocka_unit_test(a_saved_run_goes_on_through_events),
        cmocka_unit_test(a_ball_does_not_fall_through_without_a_word),
        cmocka_unit_test(a_clock_is_struck_once_at_each_passage),
        cmocka_unit_test(a_start_at_a_barrier_is_alike_in_all_forms),
        cmocka_unit_test(one_instant_is_one_but_for_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
