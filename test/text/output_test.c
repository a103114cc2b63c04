/* SPDX-License-Identifier: MIT
 *
 * Outputs with a name and a unit of their own, and expectations of expressions and statistics. */
#include "text_check.h"
#include "verify/verify.h"

#define SLIDER                                                                                     \
    "planar\nparam l = 2 m\npoint O = [0, 0]\nbody m { at O  mass 2 kg  point }\n"                 \
    "joint j : prismatic ground -- m at O  axis x\nstart j.speed = 3 m/s\n"

static void outputs_are_channels_like_any_other(void **state) {
    (void)state;
    Case c = open_text(SLIDER "output twice = 2*m.x + l, pair = [m.x, m.vx], j.speed\n"
                              "signal more = twice + 1 m\n" /* read by others */
                              "when far : twice > 5 m { stop }\nrun to 4 s every 0.1 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    static const char *const names[] = {"twice", "pair.x", "pair.y", "j.speed"};
    for (int n = 0; n < 4; n++)
        check_text(jd_channel_name(c.system, jd_system_output(c.system, n)), names[n]);
    assert_true(jd_system_output(c.system, 4).index < 0);
    to_the_end(&c);
    check_near(value(&c, "time"), 0.5, 1e-9, "ended by an event that reads it");
    check_near(value(&c, "twice"), 5, 1e-8, "2 x + l");
    check_near(value(&c, "more"), 6, 1e-8, "another signal reads it");
    check_near(value(&c, "pair.y"), 3, 1e-12, "a number of a vector");
    check_text(jd_channel_unit(c.system, channel(&c, "twice")), "m");
    close_case(&c);
}

static void outputs_are_shown_in_units_of_ones_own(void **state) {
    (void)state;
    Case c = open_text(SLIDER "output m.x as mm, v = j.speed as km/h, j.speed\n"
                              "run to 1 s every 0.5 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    JdTrace *trace = jd_trace_new(c.system, NULL, c.log), *plain;
    const JdChannel own[] = {channel(&c, "m.x"), {-1}};
    double scale;
    plain = jd_trace_new(c.system, own, c.log);
    while (advance(&c)) {
        assert_true(jd_trace_record(trace, c.run));
        assert_true(jd_trace_record(plain, c.run));
    }
    check_text(jd_trace_unit(trace, 1), "mm");
    check_text(jd_trace_unit(trace, 2), "km/h");
    check_text(jd_trace_unit(trace, 3), "m/s");
    check_near(jd_trace_at(trace, 2, 1), 3000, 1e-9, "in mm");
    check_near(jd_trace_at(trace, 2, 2), 10.8, 1e-12, "in km/h");
    check_near(jd_trace_at(trace, 2, 3), 3, 1e-12, "its own");
    check_near(jd_trace_at(plain, 2, 1), 3, 1e-12, "SI, where nobody asked for outputs");
    check_text(jd_channel_unit(c.system, own[0]), "m");
    check_text(jd_channel_shown(c.system, own[0], &scale), "mm");
    check_near(scale, 1e-3, 1e-18, "of a metre");
    assert_false(jd_trace_show_in(trace, 3, "km/h", c.log)); /* it has rows */
    jd_trace_free(trace);
    jd_trace_free(plain);
    close_case(&c);
}

static void traces_take_units_of_their_kind_alone(void **state) {
    (void)state;
    Case c =
        open_text(SLIDER "output m.x\nrun to 1 s every 0.5 s\n", (JdCompileDef){0}, (JdRunDef){0});
    JdTrace *trace = jd_trace_new(c.system, NULL, c.log);
    assert_false(jd_trace_show_in(trace, 1, "kg", c.log));
    assert_false(jd_trace_show_in(trace, 1, "parrots", c.log));
    assert_false(jd_trace_show_in(trace, 2, "mm", c.log));
    assert_int_equal(jd_log_errors(c.log), 2);
    assert_true(jd_trace_show_in(trace, 1, "mm", c.log));
    assert_true(jd_trace_show_in(trace, 1, "cm", c.log));
    while (advance(&c)) assert_true(jd_trace_record(trace, c.run));
    check_near(jd_trace_at(trace, 2, 1), 300, 1e-9, "in cm");
    jd_trace_free(trace);
    close_case(&c);
}

/* ---- Angles ---------------------------------------------------------------------------------- */

#define WHEEL                                                                                      \
    "planar\npoint O = [0, 0]\nbody w { at O  mass 2 kg  inertia 1 kg*m^2 }\n"                     \
    "joint j : revolute ground -- w at O\nstart j.rate = 3 rad/s\nparam r = 0.2 m\n"               \
    "param ratio = 3 m/(2 m)\n"

/* An angle is a pure number, but its unit is told wherever something is made of angles alone. */
static void what_is_made_of_angles_is_told_in_radians(void **state) {
    (void)state;
    static const struct {
        const char *expression, *unit;
    } made[] = {
        {"j.angle/2", "rad"},
        {"j.angle - 30 deg", "rad"},
        {"ratio*j.rate", "rad/s"},
        {"j.rate/(2*pi)", "1/s"},
        {"2*pi*time*(3 1/s)", "rad"},
        {"j.rate*time", "rad"},
        {"r*j.rate", "m/s"},
        {"w.vx/(r*j.rate + 1 m/s)", "1"},
        {"sin(j.angle)", "1"},
        {"atan2(w.x, r)", "rad"},
        {"max(j.angle, 0)", "rad"},
        {"if(time > 0.5 s, j.angle, 1)", "rad"},
        {"j.angle/j.angle", "1"},
        {"j.accel/2", "rad/s^2"},
        {"sqrt(j.rate^2)", "rad/s"},
        {"ratio", "1"},
        {"clamp(j.rate, -1 rad/s, 1 rad/s)", "rad/s"},
        {"5 N*m*j.angle", "N*m"},
        {"j.angle*j.rate", "1/s"},
        {"abs(j.angle - 1)", "rad"},
    };
    for (size_t n = 0; n < sizeof made / sizeof *made; n++) {
        char text[400];
        snprintf(text, sizeof text, WHEEL "signal s = %s\noutput s, j.accel\nrun to 1 s\n",
                 made[n].expression);
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
        check_text(jd_channel_unit(c.system, channel(&c, "s")), made[n].unit);
        close_case(&c);
    }
}

static void states_of_angles_have_rates_of_angles(void **state) {
    (void)state;
    Case c = open_text(WHEEL "state a { unit deg  rate j.rate }\n"
                             "state b { start 10 deg/s  rate (j.rate - b)/(1 s) }\n"
                             "state n { rate 1 1/s }\ninput i { start 5 deg }\nrun to 1 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    check_text(jd_channel_unit(c.system, channel(&c, "a")), "rad");
    check_text(jd_channel_unit(c.system, channel(&c, "a.rate")), "rad/s");
    check_text(jd_channel_unit(c.system, channel(&c, "b")), "rad/s");
    check_text(jd_channel_unit(c.system, channel(&c, "b.rate")), "rad/s^2");
    check_text(jd_channel_unit(c.system, channel(&c, "n.rate")), "1/s");
    check_text(jd_channel_unit(c.system, channel(&c, "i")), "rad");
    close_case(&c);
}

static void measures_of_angles_are_told_as_angles(void **state) {
    (void)state;
    static const struct {
        const char *measure, *unit;
        double value;
    } told[] = {
        {"max(j.angle) - min(j.angle)", "deg", 3 * 180 / pi}, /* as both are */
        {"(max(j.angle) - min(j.angle))/2 as deg", "deg", 1.5 * 180 / pi},
        {"j.angle", "deg", 3 * 180 / pi}, /* as its output is shown */
        {"max(j.angle)", "deg", 3 * 180 / pi},
        {"max(half)", "rad", 1.5},
        {"max(j.rate)/(2*pi)", "1/s", 3 / (2 * pi)},
        {"max(j.rate)/2", "rad/s", 1.5},
        {"time_of_max(j.angle)", "s", 1},
        {"max(j.angle)/max(half)", "1", 2},
    };
    for (size_t n = 0; n < sizeof told / sizeof *told; n++) {
        const char *texts[] = {told[n].measure, NULL};
        Case c = open_text(WHEEL "signal half = j.angle/2\noutput j.angle as deg\nrun to 1 s\n",
                           (JdCompileDef){0}, (JdRunDef){0});
        JdMeasures *m = jd_measures_new("measure", texts, c.log);
        assert_true(jd_measures_bind(m, c.system, c.log));
        int count;
        const JdChannel *channels = jd_measures_channels(m, &count);
        JdRun *run = jd_run_new(
            c.system, (JdRunDef){.until = 1, .statistics = channels, .statistics_count = count},
            c.log);
        while (jd_run_next(run)) continue;
        check_text(jd_measure_unit(m, 0), told[n].unit);
        check_near(jd_measure_value(m, 0, run), told[n].value, 1e-6, told[n].measure);
        jd_run_free(run);
        jd_measures_free(m);
        close_case(&c);
    }
}

/* ---- Expectations ---------------------------------------------------------------------------- */

static void expectations_are_of_expressions_and_statistics(void **state) {
    (void)state;
    Case c = open_text(SLIDER "function mean(x) = 3*x\nfunction f(x) = 2*x\n"
                              "expect f(m.x) = 6 m within 1e-9\n"
                              "expect max(m.x - l) = 1 m within 1e-9\n"
                              "expect max(m.x, l) = 3 m within 1e-9\n"
                              "expect mean(m.x) = 9 m within 1e-9\n" /* its own function */
                              "expect time_of_min(m.x) = 0 s within 0\n"
                              "expect rms(j.speed) = 3 m/s  at 0.5 s  within 1e-9\nrun to 1 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    static const char *const statistics[] = {NULL, "max", NULL, NULL, "time_of_min", "rms"};
    assert_int_equal(jd_expect_count(c.system), 6);
    for (int n = 0; n < 6; n++) {
        const JdExpect expect = jd_expect(c.system, n);
        assert_true(expect.channel.index >= 0);
        if (statistics[n])
            check_text(expect.statistic, statistics[n]);
        else
            assert_null(expect.statistic);
    }
    to_the_end(&c);
    for (int n = 0; n < 4; n += 2) {
        const JdExpect expect = jd_expect(c.system, n);
        check_near(jd_run_value(c.run, expect.channel), expect.value, 1e-9, "an expression");
    }
    close_case(&c);
}

/* In a part each instance means its own. */
static void parts_have_outputs_and_expectations(void **state) {
    (void)state;
    Case c = open_text(
        "planar\npart cart { param v = 1 m/s\npoint O = [0, 0]\nbody m { at O  mass 1 kg  point }\n"
        "joint j : prismatic ground -- m at O  axis x\nstart j.speed = v\n"
        "output way = 2*m.x\nexpect max(2*m.x) = 2*v*1 s within 1e-9 }\n"
        "use a : cart\nuse b : cart with v = 5 m/s\nrun to 1 s\n",
        (JdCompileDef){0}, (JdRunDef){0});
    to_the_end(&c);
    check_near(value(&c, "a.way"), 2, 1e-9, "of the first");
    check_near(value(&c, "b.way"), 10, 1e-9, "of the second");
    for (int n = 0; n < 2; n++) {
        const JdExpect expect = jd_expect(c.system, n);
        check_near(jd_run_value(c.run, expect.channel), expect.value, 1e-9, "each its own");
    }
    close_case(&c);
}

/* ---- C calls and rewriting --------------------------------------------------------------------
 */

static void signals_come_from_c_calls(void **state) {
    (void)state;
    static const char text[] = SLIDER "run to 1 s\n";
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, sizeof text - 1, (JdReadDef){0}, log);
    jd_add_signal(model, "way", "m.x/l");
    jd_add_signal(model, NULL, "m.x + 2*l");
    jd_add_signal(model, NULL, "m.x + 2*l");
    jd_add_signal(NULL, "x", "1");
    Case c = open_model(model, log, (JdCompileDef){0}, (JdRunDef){0});
    to_the_end(&c);
    check_near(value(&c, "way"), 1.5, 1e-9, "by its name");
    check_near(value(&c, "m.x + 2*l"), 7, 1e-9, "by its text");
    close_case(&c);

    log = jd_log_new();
    model = jd_model_new(JD_PLANAR, log);
    jd_add_signal(model, "bad", "1 +");
    assert_int_equal(jd_log_errors(log), 1);
    jd_model_free(model);
    jd_log_free(log);
}

static void outputs_survive_the_round_trip(void **state) {
    (void)state;
    char *mirror = rewritten("output a, b as mm, c = a + b, d = a as rpm\n", false, true);
    check_text(mirror, "{\"statements\": [\n  {\"output\": [\"a\", {\"channel\": \"b\", \"unit\": "
                       "\"mm\"}, {\"channel\": \"c\", \"value\": \"a + b\"}, {\"channel\": \"d\", "
                       "\"value\": \"a\", \"unit\": \"rpm\"}]}\n]}\n");
    char *words = rewritten(mirror, true, false);
    check_text(words, "output a, b as mm, c = a + b, d = a as rpm\n");
    jd_free_text(mirror);
    jd_free_text(words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_are_channels_like_any_other),
        cmocka_unit_test(outputs_are_shown_in_units_of_ones_own),
        cmocka_unit_test(traces_take_units_of_their_kind_alone),
        cmocka_unit_test(expectations_are_of_expressions_and_statistics),
        cmocka_unit_test(parts_have_outputs_and_expectations),
        cmocka_unit_test(signals_come_from_c_calls),
        cmocka_unit_test(outputs_survive_the_round_trip),
        cmocka_unit_test(what_is_made_of_angles_is_told_in_radians),
        cmocka_unit_test(states_of_angles_have_rates_of_angles),
        cmocka_unit_test(measures_of_angles_are_told_as_angles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
