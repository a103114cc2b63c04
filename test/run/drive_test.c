/* SPDX-License-Identifier: MIT
 *
 * Driving a run from outside: to its end, to times of one's own, and what it costs. */
#include "check.h"
#include <jourdain.h>

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
    JdChannel angle;
} Swing;

static int open_swing(void **state) {
    static Swing s;
    s.log = jd_log_new();
    s.model = jd_model_read_file(JD_ROOT "/model/slider_crank.jd", (JdReadDef){0}, s.log);
    s.system = jd_compile(s.model, (JdCompileDef){0}, s.log);
    s.angle = jd_channel(s.system, "jO.angle", s.log);
    *state = &s;
    return s.system == NULL;
}

static int close_swing(void **state) {
    Swing *s = *state;
    jd_system_free(s->system);
    jd_model_free(s->model);
    jd_log_free(s->log);
    return 0;
}

static const double until = 0.05;
static const double times[] = {0, 0.001, 0.00217, 0.0093, 0.03, 0.0411, 0.05};
enum { TIMES = sizeof times / sizeof *times };

/* An event that ends the run ends it here, too: no time behind it is reached. */
static void an_event_that_stops_the_run_is_its_end(void **state) {
    Swing *s = *state;
    static const char text[] = "planar\ngravity [0, 0]\n"
                               "body a { at [0, 0]  mass 1  inertia 1 }\n"
                               "joint j : prismatic ground -- a at [0, 0] axis x\n"
                               "start j.speed = 1\n"
                               "when far : j.travel > 0.25 m { stop }\nrun to 1\n";
    JdModel *model = jd_model_read_text("m", text, sizeof text - 1, (JdReadDef){0}, s->log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, s->log);
    JdRun *run = jd_run_new(system, (JdRunDef){.output_every = 0.1}, s->log);
    assert_non_null(run);
    assert_true(jd_run_to(run, 0.2));
    assert_false(jd_run_to(run, 0.9));
    assert_false(jd_run_failed(run));
    check_near(jd_run_value(run, jd_time), 0.25, 1e-9, "where it stopped");
    assert_false(jd_run_to(run, 0.95) || jd_run_next(run));
    jd_run_free(run), jd_system_free(system), jd_model_free(model);
}

/* Times that are asked for on the way give the same bits as those that were known beforehand. */
static void times_of_ones_own_are_those_of_also(void **state) {
    Swing *s = *state;
    for (int k = 0; k < 2; k++) {
        const double every = k ? -1 : 0.01;
        const JdRunDef def = {.until = until, .output_every = every};
        JdRunDef known = def;
        known.also = times;
        known.also_count = TIMES;
        JdRun *a = jd_run_new(s->system, known, s->log), *b = jd_run_new(s->system, def, s->log);
        int n = 0;
        while (n < TIMES && jd_run_next(a)) {
            if (jd_run_value(a, jd_time) != times[n]) continue;
            assert_true(jd_run_to(b, times[n]));
            assert_true(jd_run_value(b, jd_time) == times[n]);
            assert_true(jd_run_value(a, s->angle) == jd_run_value(b, s->angle));
            n++;
        }
        assert_int_equal(n, TIMES);
        assert_false(jd_run_next(b));
        jd_run_free(a);
        jd_run_free(b);
    }
}

static void the_rows_go_on_behind_it(void **state) {
    Swing *s = *state;
    JdRun *run = jd_run_new(s->system, (JdRunDef){.until = until, .output_every = 0.01}, s->log);
    assert_true(jd_run_next(run));
    assert_true(jd_run_to(run, 0.025));
    assert_false(jd_run_to(run, 0.02));      /* not back */
    assert_false(jd_run_to(run, 2 * until)); /* not behind the end */
    assert_true(jd_run_value(run, jd_time) == 0.025);
    assert_true(jd_run_next(run));
    check_near(jd_run_value(run, jd_time), 0.03, 1e-16, "the next row");
    assert_true(jd_run_to(run, 0.04)); /* where a row would be */
    assert_true(jd_run_next(run));
    check_near(jd_run_value(run, jd_time), until, 1e-16, "the last row");
    assert_false(jd_run_next(run) || jd_run_failed(run));
    jd_run_free(run);
}

typedef struct {
    int rows, most;
    double last;
} Counted;

static bool count(void *data, JdRun *run) {
    Counted *counted = data;
    counted->last = jd_run_value(run, jd_time);
    return ++counted->rows < counted->most;
}

static bool stop(void *data, double time) {
    return time > *(const double *)data;
}

static void a_run_is_driven_to_its_end_or_left(void **state) {
    Swing *s = *state;
    JdRunDef def = {.until = until, .output_every = 0.01};
    Counted all = {0, 100, 0}, some = {0, 3, 0}, rest = {0, 100, 0};
    JdRun *run = jd_run_new(s->system, def, s->log);
    assert_true(jd_run_drive(run, count, &all) == JD_RUN_DONE);
    assert_int_equal(all.rows, 6);
    check_near(all.last, until, 1e-16, "the end");
    check_near(jd_run_cost(run).time, until, 1e-12, "time of the steps");
    jd_run_free(run);

    run = jd_run_new(s->system, def, s->log);
    assert_true(jd_run_drive(run, count, &some) == JD_RUN_LEFT);
    assert_int_equal(some.rows, 3);
    assert_true(jd_run_drive(run, count, &rest) == JD_RUN_DONE); /* and taken up again */
    assert_int_equal(rest.rows, 3);
    jd_run_free(run);

    double limit = 0.02;
    def.stop = stop;
    def.stop_data = &limit;
    run = jd_run_new(s->system, def, s->log);
    assert_true(jd_run_drive(run, NULL, NULL) == JD_RUN_STOPPED);
    jd_run_free(run);
    def = (JdRunDef){.until = until, .max_steps = 3};
    run = jd_run_new(s->system, def, NULL);
    assert_true(jd_run_drive(run, NULL, NULL) == JD_RUN_FAILED);
    jd_run_free(run);
}

/* What is done twice leaves the motion as it is. */
static void evaluations_may_be_repeated(void **state) {
    Swing *s = *state;
    const JdRunDef def = {.until = until, .output_every = until};
    JdRun *once = jd_run_new(s->system, def, s->log);
    assert_true(jd_run_drive(once, NULL, NULL) == JD_RUN_DONE);
    int parts = 0;
    for (int part = JD_PART_REST; part <= JD_PARTS; part++) {
        JdRun *run = jd_run_new(s->system, def, s->log);
        parts += jd_run_repeat(run, (JdPart)part);
        assert_true(jd_run_drive(run, NULL, NULL) == JD_RUN_DONE);
        assert_true(jd_run_value(run, s->angle) == jd_run_value(once, s->angle));
        jd_run_free(run);
    }
    assert_true(parts >= 5);
    jd_run_evaluate(once, 10);
    jd_run_free(once);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_ones_own_are_those_of_also),
        cmocka_unit_test(an_event_that_stops_the_run_is_its_end),
        cmocka_unit_test(the_rows_go_on_behind_it),
        cmocka_unit_test(a_run_is_driven_to_its_end_or_left),
        cmocka_unit_test(evaluations_may_be_repeated),
    };
    return cmocka_run_group_tests(tests, open_swing, close_swing);
}
