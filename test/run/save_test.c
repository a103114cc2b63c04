/* SPDX-License-Identifier: MIT
 *
 * What is saved of a run, and what is not taken up: each refusal by its name, and the run goes on
 * as it was. */
#include "save.h"
#include <string.h>

static const char linkage[] =
    "planar\ngravity [0, -9.81] m/s^2\nparam r = 0.1 m\n"
    "point O = [0, 0]\npoint A = [r, 0]\npoint B = [0.4, 0.2]\npoint C = [0.5, 0]\n"
    "body crank { link O A  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
    "body rod { link A B  mass 2 kg  inertia 1e-2 kg*m^2 }\n"
    "body rocker { link B C  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
    "joint a : revolute ground -- crank  at O\njoint b : revolute crank -- rod  at A\n"
    "joint c : revolute rod -- rocker  at B\njoint d : revolute rocker -- ground  at C\n"
    "force push : torque ground -- crank  value 1 N*m*sin(3*time)\n"
    "start a.rate = 20 rad/s\nrun to 1 s  every 0.01 s\n";

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
    JdRun *run;
} Ride;

static Ride begin_ride(const char *text, JdCompileDef how, JdRunDef def) {
    Ride ride = {.log = jd_log_new()};
    ride.model = jd_model_read_text("ride", text, strlen(text), (JdReadDef){0}, ride.log);
    ride.system = jd_compile(ride.model, how, ride.log);
    ride.run = jd_run_new(ride.system, def, ride.log);
    if (!ride.run) jd_log_print(ride.log, stderr);
    assert_non_null(ride.run);
    return ride;
}

static void end_ride(Ride *ride) {
    jd_run_free(ride->run);
    jd_system_free(ride->system);
    jd_model_free(ride->model);
    jd_log_free(ride->log);
}

static Snapshot saved(const char *text, JdCompileDef how, JdRunDef def, int rows) {
    Ride ride = begin_ride(text, how, def);
    for (int n = 0; n < rows; n++) assert_true(jd_run_next(ride.run));
    const Snapshot snapshot = take_snapshot(ride.run, rows);
    end_ride(&ride);
    return snapshot;
}

/* The bytes are refused with this code and words, and the run is still at its start. */
static void check_refused(Ride *ride, const void *bytes, size_t size, const char *code,
                          const char *words) {
    JdLog *log = jd_log_new();
    assert_false(jd_run_load(ride->run, bytes, size, log));
    assert_int_equal(jd_log_count(log), 1);
    const JdMessage message = jd_log_message(log, 0);
    check_text(message.code, code);
    check_contains(message.text, words);
    assert_non_null(message.hint);
    assert_false(jd_run_load(ride->run, bytes, size, NULL));
    assert_false(ride->run->started || ride->run->failed);
    jd_log_free(log);
}

static void every_form_goes_on_where_it_was_saved(void **state) {
    (void)state;
    check_seed(3);
    int taken = 0;
    for (int f = 0; jd_form_at(f); f++)
        for (int s = 0; jd_stepper_at(s); s++) {
            const StepperType *stepper = jd_stepper_at(s);
            if (stepper->go || stepper->missing) continue;
            JdRunDef def = {.stepper = stepper->name};
            if (!stepper->adaptive) def.dt = 1e-3;
            const JdCompileDef how = {.form = jd_form_at(f)->name,
                                      .clearance =
                                          !strcmp(jd_form_at(f)->name, "clearance") ? "c" : NULL};
            Ride ride = begin_ride(linkage, how, (JdRunDef){0});
            taken += check_journey(ride.system, def, jd_form_at(f)->name);
            end_ride(&ride);
        }
    assert_true(taken > 40);
}

static void a_run_that_has_not_begun_or_has_ended_is_saved_too(void **state) {
    (void)state;
    Snapshot start = saved(linkage, (JdCompileDef){0}, (JdRunDef){0}, 0);
    Snapshot end = saved(linkage, (JdCompileDef){0}, (JdRunDef){0}, 101);
    Ride ride = begin_ride(linkage, (JdCompileDef){0}, (JdRunDef){0});
    assert_true(jd_run_load(ride.run, start.bytes, start.size, ride.log));
    assert_true(jd_run_next(ride.run));
    check_near(jd_run_value(ride.run, jd_time), 0, 0, "the first row");
    assert_true(jd_run_load(ride.run, end.bytes, end.size, ride.log));
    check_near(jd_run_value(ride.run, jd_time), 1, 0, "the last row is still shown");
    assert_false(jd_run_next(ride.run));
    assert_false(jd_run_failed(ride.run));
    end_ride(&ride);
    free(start.bytes), free(end.bytes);
}

static void damaged_bytes_are_refused(void **state) {
    (void)state;
    Snapshot s = saved(linkage, (JdCompileDef){0}, (JdRunDef){0}, 7);
    Ride ride = begin_ride(linkage, (JdCompileDef){0}, (JdRunDef){0});
    check_refused(&ride, s.bytes, 0, "checkpoint-foreign", "no saved run");
    check_refused(&ride, "hello", 5, "checkpoint-foreign", "no saved run");
    check_refused(&ride, linkage, sizeof linkage, "checkpoint-foreign", "no saved run");
    check_refused(&ride, s.bytes, s.size - 1, "checkpoint-damaged", "cut off");
    check_refused(&ride, s.bytes, s.size / 2, "checkpoint-damaged", "cut off");
    char *longer = calloc(s.size + 1, 1);
    memcpy(longer, s.bytes, s.size);
    check_refused(&ride, longer, s.size + 1, "checkpoint-damaged", "something behind");
    free(longer);
    /* Any byte that is another: whatever it means, the run is not taken up. */
    check_seed(1);
    for (int n = 0; n < 400; n++) {
        const size_t at = n < 100 ? (size_t)n % s.size : check_random() % s.size;
        const char flip = (char)(1 << check_random() % 8);
        s.bytes[at] ^= flip;
        if (jd_run_load(ride.run, s.bytes, s.size, NULL)) fail_msg("byte %zu may be another", at);
        assert_false(ride.run->started);
        s.bytes[at] ^= flip;
    }
    assert_true(jd_run_load(ride.run, s.bytes, s.size, ride.log));
    end_ride(&ride);
    free(s.bytes);
}

static void bytes_of_other_programs_are_refused(void **state) {
    (void)state;
    Snapshot s = saved(linkage, (JdCompileDef){0}, (JdRunDef){0}, 7);
    Ride ride = begin_ride(linkage, (JdCompileDef){0}, (JdRunDef){0});
    /* Behind the magic: the order of bytes, the format, the version. */
    static const struct {
        int at;
        const char *words;
    } places[] = {{8, "order of bytes"}, {12, "another version"}, {16, "another version"}};
    for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
        s.bytes[places[n].at] ^= 2;
        check_refused(&ride, s.bytes, s.size, "checkpoint-foreign", places[n].words);
        s.bytes[places[n].at] ^= 2;
    }
    end_ride(&ride);
    free(s.bytes);
}

static void other_models_and_settings_are_refused_by_name(void **state) {
    (void)state;
    const Snapshot s = saved(linkage, (JdCompileDef){0}, (JdRunDef){0}, 7);
    static const struct {
        const char *from, *to;
    } changes[] = {{"mass 2 kg", "mass 3 kg"}, {"sin(3*time)", "sin(4*time)"},
                   {"20 rad/s", "21 rad/s"},   {"r = 0.1", "r = 0.2"},
                   {"0.4, 0.2", "0.4, 0.21"},  {"-9.81", "-9.8"},
                   {"joint d", "joint e"}};
    for (size_t n = 0; n < sizeof changes / sizeof *changes; n++) {
        char text[2000];
        const char *at = strstr(linkage, changes[n].from);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - linkage), linkage, changes[n].to,
                 at + strlen(changes[n].from));
        Ride ride = begin_ride(text, (JdCompileDef){0}, (JdRunDef){0});
        check_refused(&ride, s.bytes, s.size, "checkpoint-model", "another model");
        end_ride(&ride);
    }
    const struct {
        JdCompileDef how;
        JdRunDef def;
        const char *words;
    } settings[] = {
        {{0}, {.tol = 1e-6}, "tol 1.0000000000000001e-09, not 9.9999999999999995e-07"},
        {{0}, {.until = 2}, "to 1, not 2"},
        {{0}, {.output_every = 0.02}, "every"},
        {{0}, {.dt = 0.01}, "dt 0, not 0.01"},
        {{0}, {.stepper = "dopri5"}, "another stepper than 'dopri5'"},
        {{.form = "cut-joint"}, {0}, "another form than 'cut-joint'"},
        {{.form = "minimal", .stabilise = "none"}, {0}, "another stabilise than 'none'"},
        {{0}, {.also = (double[]){0.5}, .also_count = 1}, "other further output times"},
    };
    for (size_t n = 0; n < sizeof settings / sizeof *settings; n++) {
        Ride ride = begin_ride(linkage, settings[n].how, settings[n].def);
        check_refused(&ride, s.bytes, s.size, "checkpoint-settings", settings[n].words);
        end_ride(&ride);
    }
    free(s.bytes);
}

/* Words to people are no part of the model; nor is how many steps are allowed. */
static void comments_may_change(void **state) {
    (void)state;
    const Snapshot s = saved(linkage, (JdCompileDef){0}, (JdRunDef){0}, 7);
    char text[2000];
    snprintf(text, sizeof text, "# A four-bar \"linkage\".\n\n%s\n# The end.", linkage);
    Ride ride = begin_ride(text, (JdCompileDef){0}, (JdRunDef){.max_steps = 100000});
    assert_true(jd_run_load(ride.run, s.bytes, s.size, ride.log));
    end_ride(&ride);
    free(s.bytes);
}

/* ---- Models by C calls ---------------------------------------------------------------------- */

static JdModel *pendulum(double mass, const char *torque) {
    JdModel *model = jd_model_new(JD_PLANAR, NULL);
    jd_set_gravity(model, (JdVec3){0, -9.81, 0});
    const JdBody arm =
        jd_add_body(model, (JdBodyDef){"arm", .mass = mass, .izz = 0.02, .at = {0.5}});
    jd_add_joint(model, (JdJointDef){"jO", "revolute", jd_ground, arm});
    jd_add_force(model, (JdForceDef){"push", "torque", jd_ground, arm,
                                     .fields = (JdField[]){{"value", .text = torque}, {NULL}}});
    return model;
}

static void models_by_calls_are_told_apart(void **state) {
    (void)state;
    const JdRunDef def = {.until = 1, .output_every = 0.1};
    JdModel *models[] = {pendulum(1, "1 N*m"), pendulum(1, "1 N*m"), pendulum(2, "1 N*m"),
                         pendulum(1, "1 N*m*cos(time)")};
    Snapshot s = {0};
    for (int n = 0; n < 4; n++) {
        JdSystem *system = jd_compile(models[n], (JdCompileDef){0}, NULL);
        JdRun *run = jd_run_new(system, def, NULL);
        assert_non_null(run);
        if (n == 0) {
            jd_run_next(run), jd_run_next(run);
            s = take_snapshot(run, 2);
        } else
            assert_int_equal(jd_run_load(run, s.bytes, s.size, NULL), n == 1);
        jd_run_free(run);
        jd_system_free(system);
        jd_model_free(models[n]);
    }
    free(s.bytes);
}

/* ---- Steppers with a past ------------------------------------------------------------------- */

static void solvers_with_a_past_begin_anew_and_say_so(void **state) {
    (void)state;
    static const char *const steppers[] = {"cvode", "ida"};
    for (int k = 0; k < 2; k++) {
        if (jd_stepper_find(steppers[k])->missing) skip();
        const JdRunDef def = {.stepper = steppers[k], .tol = 1e-9, .output_every = 0.0103};
        Ride one = begin_ride(linkage, (JdCompileDef){0}, def);
        double angles[100] = {0};
        int rows = 0;
        Snapshot s = {0};
        const JdChannel angle = jd_channel(one.system, "a.angle", NULL);
        for (; jd_run_next(one.run); rows++) {
            angles[rows] = jd_run_value(one.run, angle);
            if (rows == 40) s = take_snapshot(one.run, rows + 1);
        }
        end_ride(&one);
        Ride two = begin_ride(linkage, (JdCompileDef){0}, def);
        assert_true(jd_run_load(two.run, s.bytes, s.size, two.log));
        check_text(jd_log_message(two.log, 0).code, "checkpoint-begins-anew");
        check_contains(jd_log_message(two.log, 0).text, steppers[k]);
        for (rows = 41; jd_run_next(two.run); rows++)
            check_near(jd_run_value(two.run, angle), angles[rows], 1e-5, "the motion is the same");
        assert_int_equal(rows, 99);
        assert_false(jd_run_failed(two.run));
        end_ride(&two);
        free(s.bytes);
    }
}

static void nothing_is_saved_of_nothing(void **state) {
    (void)state;
    char bytes[8];
    assert_int_equal(jd_run_save(NULL, NULL, 0), 0);
    assert_false(jd_run_load(NULL, bytes, sizeof bytes, NULL));
    Ride ride = begin_ride(linkage, (JdCompileDef){0}, (JdRunDef){.max_steps = 3});
    assert_false(jd_run_load(ride.run, NULL, 0, NULL));
    while (jd_run_next(ride.run)) continue;
    assert_true(jd_run_failed(ride.run));
    assert_int_equal(jd_run_save(ride.run, NULL, 0), 0);
    end_ride(&ride);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_goes_on_where_it_was_saved),
        cmocka_unit_test(a_run_that_has_not_begun_or_has_ended_is_saved_too),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(bytes_of_other_programs_are_refused),
        cmocka_unit_test(other_models_and_settings_are_refused_by_name),
        cmocka_unit_test(comments_may_change),
        cmocka_unit_test(models_by_calls_are_told_apart),
        cmocka_unit_test(solvers_with_a_past_begin_anew_and_say_so),
        cmocka_unit_test(nothing_is_saved_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
