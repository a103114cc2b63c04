/* SPDX-License-Identifier: MIT
 *
 * The start of a motion, asked of the system: what a run has at time 0, whatever stepper or
 * tolerance the model asks for; and what is said where there is none. */
#include "verify/verify.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

static void check_all_channels(const char *path, const char *form) {
    Case c = open_file(path, NULL, (JdCompileDef){.form = form}, (JdRunDef){.until = 1});
    const int count = jd_channel_count(c.system);
    JdChannel *channels = calloc((size_t)count, sizeof *channels);
    double *values = calloc((size_t)count, sizeof *values);
    for (int n = 0; n < count; n++) channels[n].index = n;
    must(&c, jd_system_start(c.system, channels, count, values, c.log));
    must(&c, advance(&c));
    for (int n = 0; n < count; n++) {
        const double wanted = jd_run_value(c.run, channels[n]);
        if (memcmp(&values[n], &wanted, sizeof wanted) != 0)
            fail_msg("%s, %s: %s is %.17g, a run has %.17g", path, form,
                     jd_channel_name(c.system, channels[n]), values[n], wanted);
    }
    free(channels), free(values);
    close_case(&c);
}

static void the_start_is_that_of_a_run_to_the_last_bit(void **state) {
    (void)state;
    static const char *const paths[] = {"model/four_bar.jd", "model/slider_crank.jd",
                                        "model/bricard.jd", "model/governor.jd"};
    for (int n = 0; n < 4; n++)
        for (int k = 0; k < 3; k++) check_all_channels(paths[n], forms[k]);
}

#define PENDULUM                                                                                   \
    "planar\ngravity [0, -9.81]\nbody rod { link [0, 0] [1, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"   \
    "joint jO : revolute ground -- rod at [0, 0]\nstart jO.angle = -60 deg, jO.rate = 2 rad/s\n"

static JdSystem *compile(const char *text, JdLog *log) {
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    jd_model_free(model);
    assert_non_null(system);
    return system;
}

/* A rod of 1 m at -60 degrees: its middle, its rate, and m g l/2 cos / (J + m l^2/4). */
static void a_pendulum_starts_where_it_is_said(void **state) {
    (void)state;
    static const char *const texts[] = {
        PENDULUM, PENDULUM "run to 1 s stepper rk4\n", PENDULUM "run to 1 s stepper nobody\n",
        PENDULUM "run to 1 s tol 1e-20\n", PENDULUM "run to 1 s every 1e-12 s\n"};
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        JdLog *log = jd_log_new();
        JdSystem *system = compile(texts[n], log);
        const JdChannel channels[] = {
            jd_channel(system, "rod.x", log), jd_channel(system, "rod.y", log),
            jd_channel(system, "jO.rate", log), jd_channel(system, "rod.accel", log)};
        double values[4];
        assert_true(jd_system_start(system, channels, 4, values, log));
        check_near(values[0], 0.25, 1e-12, "x");
        check_near(values[1], -0.25 * sqrt(3), 1e-12, "y");
        check_near(values[2], 2, 1e-12, "rate");
        check_near(values[3], -9.81 * 0.25 / 0.35, 1e-11, "acceleration");
        assert_int_equal(jd_log_count(log), 0);
        jd_system_free(system);
        jd_log_free(log);
    }
}

static void a_start_without_finite_forces_is_told(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdSystem *system =
        compile("planar\nbody rod { link [0, 0] [1, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
                "joint jO : revolute ground -- rod at [0, 0]\n"
                "force motor : effort jO.angle { value 5 W / jO.rate }\nrun to 1 s\n",
                log);
    const JdChannel channels[] = {jd_channel(system, "rod.x", log)};
    double values[] = {77};
    assert_int_equal(jd_log_errors(log), 0);
    assert_false(jd_system_start(system, channels, 1, values, log));
    assert_true(values[0] == 77);
    check_text(jd_log_message(log, 0).code, "force-not-finite");
    jd_system_free(system);
    jd_log_free(log);
}

static void nothing_in_gives_nothing_out(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    assert_false(jd_system_start(NULL, NULL, 0, NULL, log));
    JdSystem *system = compile(PENDULUM, log);
    assert_true(jd_system_start(system, NULL, 0, NULL, NULL));
    const JdChannel invalid[] = {{-1}, {jd_channel_count(system)}, jd_time};
    double values[3] = {1, 1, 1};
    assert_true(jd_system_start(system, invalid, 3, values, log));
    assert_true(isnan(values[0]) && isnan(values[1]) && values[2] == 0);
    assert_int_equal(jd_log_count(log), 0);
    jd_system_free(system);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_is_that_of_a_run_to_the_last_bit),
        cmocka_unit_test(a_pendulum_starts_where_it_is_said),
        cmocka_unit_test(a_start_without_finite_forces_is_told),
        cmocka_unit_test(nothing_in_gives_nothing_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
