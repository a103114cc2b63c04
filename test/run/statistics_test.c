/* SPDX-License-Identifier: MIT
 *
 * Statistics of a run against closed forms, with hardly any rows: by every stepper, in every form,
 * through corners, jumps, events and inputs. They leave rows and steps alone. */
#include "verify/verify.h"
#include "run/save.h"
#include "run/run.h"

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "euler", "semi-implicit-euler",
                                       "cvode",  "ida"};
enum { STEPPERS = sizeof steppers / sizeof *steppers, MOST = 8 };

/* A case whose run has statistics of these channels, at its end. */
typedef struct {
    Case c;
    JdChannel channel[MOST];
} Watched;

static void watch(Watched *w, const char *text, JdCompileDef how, JdRunDef def,
                  const char *const *names) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    w->c = (Case){.log = log, .model = model};
    must(&w->c, model != NULL);
    w->c.system = jd_compile(model, how, log);
    must(&w->c, w->c.system != NULL);
    def.statistics = w->channel;
    for (; names[def.statistics_count]; def.statistics_count++)
        w->channel[def.statistics_count] = channel(&w->c, names[def.statistics_count]);
    w->c.run = jd_run_new(w->c.system, def, log);
    must(&w->c, w->c.run != NULL);
}

static JdStatistics of(const Watched *w, int k) {
    return jd_run_statistics(w->c.run, w->channel[k]);
}

/* ---- x = cos 3 t, and what is made of it ------------------------------------------------------
 */

static const char wave[] =
    "state x { start 1  rate v }\nstate v { start 0 1/s  rate -9*x/1 s^2 }\n"
    "signal size = abs(x)\nsignal side = sign(x)\nsignal square = x^2\nsignal fast = "
    "sin(40*time/1 s)\nrun to 5 s\n";
static const char *const of_wave[] = {"x", "size", "side", "square", "fast", NULL};

static void check_wave(const Watched *w, double within, const char *who) {
    const JdStatistics x = of(w, 0), size = of(w, 1), side = of(w, 2), square = of(w, 3);
    const JdStatistics fast = of(w, 4);
    check_near(x.max, 1, within, who);
    check_near(x.min, -1, within, who);
    check_near(x.time_of_max, 0, 0, who);
    check_near(x.time_of_min, pi / 3, 10 * within, who);
    check_near(x.mean, sin(15) / 15, within, who);
    check_near(x.rms, sqrt(0.5 + sin(30) / 60), within, who);
    /* |cos|: nine quarter waves of 1/3 each, and what is left of the fifth half. */
    const double left = fabs(sin(15) - sin(4.5 * pi)) / 3;
    check_near(size.mean, (9 * 1.0 / 3 + left) / 5, within, who);
    check_near(size.min, 0, 10 * within, who);
    check_near(size.max, 1, within, who);
    /* Signs change at (2 n + 1) pi/6. */
    double mean = 0, from = 0, sign = 1;
    for (int n = 0; from < 5; n++, sign = -sign) {
        const double to = fmin((2 * n + 1) * pi / 6, 5);
        mean += sign * (to - from) / 5;
        from = to;
    }
    check_near(side.mean, mean, 10 * within, who);
    check_near(side.max, 1, 0, who);
    check_near(side.min, -1, 0, who);
    check_near(side.rms, 1, 1e-7, who);
    check_near(square.max, 1, 2 * within, who);
    check_near(square.mean, 0.5 + sin(30) / 60, 2 * within, who);
    check_near(fast.max, 1, 1e-8, who);
    check_near(fast.time_of_max, pi / 80, 1e-6, who);
    check_near(fast.mean, (1 - cos(200)) / 200, 1e-8, who);
    check_near(fast.rms, sqrt(0.5 - sin(400) / 800), 1e-8, who);
}

static void a_wave_has_its_closed_form_in_every_stepper(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        const StepperType *stepper = jd_stepper_find(steppers[s]);
        if (stepper->missing || stepper->order == 1) continue;
        Watched w;
        watch(&w, wave, (JdCompileDef){0},
              (JdRunDef){.stepper = steppers[s], .dt = 0.01, .output_every = 5}, of_wave);
        to_the_end(&w.c);
        check_wave(&w, stepper->tableau ? 2e-8 : 2e-7, steppers[s]);
        close_case(&w.c);
    }
}

/* A step of low order makes another motion; its statistics are those of it. */
static void statistics_of_order_1_are_those_of_fine_rows(void **state) {
    (void)state;
    for (int s = 3; s < 5; s++) {
        Watched w;
        watch(&w, wave, (JdCompileDef){0},
              (JdRunDef){.stepper = steppers[s], .dt = 2e-3, .output_every = 1e-4}, of_wave);
        double most = -INFINITY, least = INFINITY, sum = 0, before = NAN;
        while (advance(&w.c)) {
            const double x = value(&w.c, "x");
            most = fmax(most, x), least = fmin(least, x);
            if (!isnan(before)) sum += 0.5e-4 * (x + before);
            before = x;
        }
        check_near(of(&w, 0).max, most, 1e-6, steppers[s]);
        check_near(of(&w, 0).min, least, 1e-6, steppers[s]);
        check_near(of(&w, 0).mean, sum / 5, 1e-6, steppers[s]);
        close_case(&w.c);
    }
}

/* ---- A pendulum ------------------------------------------------------------------------------ */

/* From rest at 60 degrees: at the bottom the bar pulls m g (3 - 2 cos 60 deg) after a quarter of a
 * period, K(sin 30 deg) sqrt(l/g). */
static const char pendulum[] =
    "planar\ngravity [0, -9.81]\npoint O = [0, 0]\npoint P = [sin(60 deg), -cos(60 deg)]*1 m\n"
    "body m { at P  mass 2 kg  point }\njoint j : revolute ground -- m at O\nrun to 4 s\n";
static const char *const of_pendulum[] = {"j.force", "energy", "j.rate", NULL};

static double quarter(void) { /* by the arithmetic-geometric mean */
    double a = 1, b = cos(pi / 6);
    for (int n = 0; n < 8; n++) {
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b), a = mean;
    }
    return 0.5 * pi / a * sqrt(1 / 9.81);
}

static void a_reaction_has_its_peak_between_rows_in_every_form(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        Watched w;
        watch(&w, pendulum, (JdCompileDef){.form = jd_form_at(f)->name},
              (JdRunDef){.output_every = 4, .tol = 1e-11}, of_pendulum);
        to_the_end(&w.c);
        check_near(of(&w, 0).max, 2 * 9.81 * 2, 1e-8, jd_form_at(f)->name);
        check_near(of(&w, 0).time_of_max, quarter(), 1e-6, jd_form_at(f)->name);
        check_near(of(&w, 1).max, of(&w, 1).min, 1e-8, "the energy stays");
        check_near(of(&w, 2).max, sqrt(9.81), 1e-9, "rate at the bottom");
        close_case(&w.c);
    }
}

/* ---- Events and inputs ------------------------------------------------------------------------
 */

/* A throw is a parabola, done in long steps: its top is shortly behind the start of one of them. */
static void an_extreme_beside_the_start_of_a_step_counts(void **state) {
    (void)state;
    static const char *const names[] = {"y", NULL};
    for (double behind = 1e-5; behind < 0.1; behind *= 2) {
        const double top = 5 + behind;
        char text[200];
        snprintf(text, sizeof text,
                 "state y { start 0 m  rate v*(1 m) }\nstate v { start %.17g 1/s  rate -2 1/s^2 }\n"
                 "when half : time > 5 s { record }\nrun to 20 s\n",
                 2 * top);
        Watched w = {0};
        watch(&w, text, (JdCompileDef){0}, (JdRunDef){.output_every = 20}, names);
        to_the_end(&w.c);
        check_near(of(&w, 0).max, top * top, 1e-12, "its height");
        check_near(of(&w, 0).time_of_max, top, 2e-4, "of what is as good the first");
        close_case(&w.c);
    }
}

static void both_sides_of_an_event_count(void **state) {
    (void)state;
    Watched w;
    watch(&w,
          "state h { start 1 m  rate v }\nstate v { start 0 m/s  rate -9.81 m/s^2 }\n"
          "when hit : h < 0 m { set v = -0.8*v  set h = 0 m }\nrun to 1 s\n",
          (JdCompileDef){0}, (JdRunDef){.output_every = 1}, (const char *const[]){"v", "h", NULL});
    to_the_end(&w.c);
    const double hit = sqrt(2 / 9.81), v = 9.81 * hit;
    check_near(of(&w, 0).min, -v, 1e-8, "before it");
    check_near(of(&w, 0).time_of_min, hit, 1e-8, "before it");
    check_near(of(&w, 0).max, 0.8 * v, 1e-8, "behind it");
    check_near(of(&w, 0).time_of_max, hit, 1e-8, "behind it");
    check_near(of(&w, 1).min, 0, 1e-9, "on the floor");
    close_case(&w.c);
}

/* What the steps had already done beyond the row at which an input is set does not count. */
static void inputs_change_what_comes_alone(void **state) {
    (void)state;
    Watched w;
    watch(&w, "input u { start 1 1/s }\nstate x { rate u }\nrun to 4 s\n", (JdCompileDef){0},
          (JdRunDef){.output_every = 0.5}, (const char *const[]){"x", NULL});
    const JdChannel u = channel(&w.c, "u");
    for (int row = 0; advance(&w.c); row++)
        if (row % 2 == 1) assert_true(jd_run_set(w.c.run, u, -jd_run_value(w.c.run, u)));
    check_near(of(&w, 0).max, 0.5, 1e-9, "turns at 0.5");
    check_near(of(&w, 0).min, -0.5, 1e-9, "and at -0.5");
    check_near(of(&w, 0).rms, 0.5 / sqrt(3), 1e-9, "a triangle");
    check_near(of(&w, 0).time_of_min, 1.5, 1e-9, "and at -0.5");
    close_case(&w.c);
}

/* ---- What they leave alone ------------------------------------------------------------------- */

static void rows_and_steps_keep_their_bytes(void **state) {
    (void)state;
    for (int s = 0; s < STEPPERS; s++) {
        if (jd_stepper_find(steppers[s])->missing) continue;
        const JdRunDef def = {.stepper = steppers[s], .dt = 0.01, .output_every = 0.03};
        Watched w;
        watch(&w, pendulum, (JdCompileDef){0}, def, of_pendulum);
        Case alone = open_text(pendulum, (JdCompileDef){0}, def);
        while (advance(&w.c)) {
            assert_true(advance(&alone));
            of(&w, 0); /* asked for at any time */
            assert_int_equal(hash_row(w.c.system, w.c.run), hash_row(alone.system, alone.run));
        }
        assert_int_equal(jd_run_cost(w.c.run).steps, jd_run_cost(alone.run).steps);
        assert_int_equal(jd_run_cost(w.c.run).evaluations, jd_run_cost(alone.run).evaluations);
        close_case(&w.c);
        close_case(&alone);
    }
}

static void a_saved_run_keeps_them(void **state) {
    (void)state;
    const JdRunDef def = {.output_every = 0.3};
    Watched whole, rest;
    watch(&whole, pendulum, (JdCompileDef){0}, def, of_pendulum);
    watch(&rest, pendulum, (JdCompileDef){0}, def, of_pendulum);
    for (int row = 0; row < 5; row++) assert_true(advance(&whole.c));
    Snapshot s = take_snapshot(whole.c.run, 5);
    assert_true(jd_run_load(rest.c.run, s.bytes, s.size, rest.c.log));
    to_the_end(&whole.c);
    to_the_end(&rest.c);
    for (int k = 0; k < 3; k++) {
        const JdStatistics a = of(&whole, k), b = of(&rest, k);
        assert_memory_equal(&a, &b, sizeof a);
    }
    free(s.bytes);
    close_case(&whole.c);
    close_case(&rest.c);
}

/* ---- By name --------------------------------------------------------------------------------- */

static void they_are_known_by_name(void **state) {
    (void)state;
    const JdStatistics s = {-3, 2, 0.5, 0.25, 0.1, 1.5};
    static const struct {
        const char *name;
        double value;
    } all[] = {{"max", 2},  {"min", -3},           {"mean", 0.1},        {"rms", 1.5},
               {"peak", 3}, {"time_of_max", 0.25}, {"time_of_min", 0.5}, {"time_of_peak", 0.5}};
    double value = 0;
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        assert_true(jd_statistic(&s, all[n].name, &value));
        check_near(value, all[n].value, 0, all[n].name);
    }
    assert_false(jd_statistic(&s, "median", &value));
    assert_false(jd_statistic(NULL, "max", &value));
    Case c = open_text(pendulum, (JdCompileDef){0}, (JdRunDef){0});
    assert_true(isnan(jd_run_statistics(c.run, channel(&c, "energy")).max));
    to_the_end(&c);
    assert_true(isnan(jd_run_statistics(c.run, channel(&c, "energy")).max));
    assert_true(isnan(jd_run_statistics(NULL, jd_time).max));
    close_case(&c);
}

/* ---- Beside a singular position ---------------------------------------------------------------
 */

/* A press whose ram is driven up to a nanometre before crank and rod are stretched. */
static const char press[] =
    "planar\ngravity [0, -9.81] m/s^2\nparam reach = 0.3 m - 1e-9 m\n"
    "point O = [0, 0]\npoint A = rotate([0.1, 0], O, 60 deg)\n"
    "point B = meet(A, 0.2 m, O, [1, 0], last)\n"
    "body crank { link O A  mass 2 kg  inertia 2e-3 kg*m^2 }\n"
    "body rod { link A B  mass 2 kg  inertia 4e-3 kg*m^2 }\n"
    "body ram { at B  mass 2 kg  inertia 4e-3 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
    "joint jB : revolute rod -- ram at B\njoint jC : prismatic ground -- ram at B  axis x\n"
    "drive d : jC.travel = (reach - B.x)*sin(2*pi*time/1 s)\nrun to 0.3 s\n";

static void places_beside_a_singular_position_do_not_cost_without_end(void **state) {
    (void)state;
    enum { STEP_MOST = 200000 }; /* evaluations; without an end: 22 millions */
    static const char *const names[] = {"ram.x", "jB.force", NULL};
    static const char *const forms[] = {"minimal", "newton-euler"};
    const double start = 0.05 + sqrt(0.04 - 0.0075), way = 0.3 - 1e-9 - start;
    const double mean = start + way * (1 - cos(0.6 * pi)) / (0.6 * pi);
    for (int f = 0; f < 2; f++) {
        Watched w;
        long most = 0;
        watch(&w, press, (JdCompileDef){.form = forms[f]}, (JdRunDef){0}, names);
        while (jd_run_next(w.c.run))
            if (w.c.run->statistic.spent > most) most = w.c.run->statistic.spent;
        assert_in_range(most, 1, STEP_MOST);
        check_near(of(&w, 0).max, 0.3 - 1e-9, 1e-9, forms[f]);
        check_near(of(&w, 0).mean, mean, 1e-9, forms[f]);
        close_case(&w.c);
    }
}

/* A press driven through its dead point, which has crank and rod to hold. */
static const char through[] =
    "planar\ngravity [0, -9.81] m/s^2\nparam r = 0.1 m\nparam l = 0.3 m\n"
    "point O = [0, 0]\npoint A = [0, r]\npoint B = [sqrt(l^2 - r^2), 0]\n"
    "body crank { link O A  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
    "body rod { link A B  mass 2 kg  inertia 15e-3 kg*m^2 }\n"
    "body ram { at B  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
    "joint jB : revolute rod -- ram at B\njoint jC : prismatic ground -- ram at B  axis x\n"
    "drive d : jC.travel = (r + l - B.x)*sin(2*pi*time/1 s)\n"
    "signal part = 2*jB.force\nrun to 0.5 s every 0.25 s\n";

/* What the drive gives is the rate of energy, be its force without bound where it is at rest. */
static void what_grows_without_bound_has_no_extremes(void **state) {
    (void)state;
    static const char *const names[] = {"ram.x", "jB.force", "part", "d.power", "energy", NULL};
    static const char *const forms[] = {"minimal", "newton-euler", "cut-joint"};
    for (int f = 0; f < 3; f++) {
        Watched w;
        JdMessage told = {.text = ""};
        watch(&w, through, (JdCompileDef){.form = forms[f]}, (JdRunDef){0}, names);
        const double energy = jd_run_next(w.c.run) ? value(&w.c, "energy") : NAN;
        to_the_end(&w.c);
        check_near(of(&w, 0).max, 0.4, 1e-9, forms[f]);
        assert_true(isnan(of(&w, 1).max) && isnan(of(&w, 1).mean) && isnan(of(&w, 2).rms));
        check_near(of(&w, 3).mean * 0.5, value(&w.c, "energy") - energy, 1e-6, forms[f]);
        assert_true(said(w.c.log, "statistics-unbounded", &told));
        assert_non_null(strstr(told.text, "'jB.force' grows without bound, as 1 more"));
        close_case(&w.c);
    }
}

static void a_row_without_reactions_is_told_if_they_are_asked_for(void **state) {
    (void)state;
    static const char *const asked[] = {"crank.accel", "energy", "part", "jA.rate", "d.power"};
    static const bool tells[] = {false, false, true, false, true};
    for (int k = 0; k < 5; k++) {
        Case c = open_text(through, (JdCompileDef){0}, (JdRunDef){0});
        while (advance(&c)) assert_true(isfinite(value(&c, asked[k])));
        JdMessage told = {.text = ""};
        assert_int_equal(said(c.log, "row-doubtful", &told), tells[k]);
        if (tells[k]) assert_non_null(strstr(told.text, "most at drive 'd'"));
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wave_has_its_closed_form_in_every_stepper),
        cmocka_unit_test(statistics_of_order_1_are_those_of_fine_rows),
        cmocka_unit_test(a_reaction_has_its_peak_between_rows_in_every_form),
        cmocka_unit_test(an_extreme_beside_the_start_of_a_step_counts),
        cmocka_unit_test(both_sides_of_an_event_count),
        cmocka_unit_test(inputs_change_what_comes_alone),
        cmocka_unit_test(rows_and_steps_keep_their_bytes),
        cmocka_unit_test(a_saved_run_keeps_them),
        cmocka_unit_test(places_beside_a_singular_position_do_not_cost_without_end),
        cmocka_unit_test(what_grows_without_bound_has_no_extremes),
        cmocka_unit_test(a_row_without_reactions_is_told_if_they_are_asked_for),
        cmocka_unit_test(they_are_known_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
