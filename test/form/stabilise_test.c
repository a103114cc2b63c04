/* SPDX-License-Identifier: MIT
 *
 * What keeps locks closed, beside none, baumgarte and projection: each on an open and a closed
 * mechanism, in the plane and in space, also where locks repeat each other. Their accelerations and
 * reactions are those of elimination on the locks, and off them the locks are closed in their own
 * way. */
#include "contract/models.h"
#include "verify/verify.h"
#include <stdio.h>

static const char *const methods[] = {"partitioning", "correction", "augmented", "udwadia-kalaba"};
static const char *const paths[] = {"model/slider_crank.jd", "model/four_bar_free.jd",
                                    "model/double_pendulum_3d.jd", "model/spatial_slider_crank.jd",
                                    "model/slider_crank_hyperstatic.jd"};
enum { METHODS = 4, PATHS = sizeof paths / sizeof *paths };

typedef struct {
    double drift, energy, end[8];
    int channels;
} Result;

static Result run_with(const char *path, const char *method, double dt) {
    Result result = {0};
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    const JdCompileDef def = {.form = "newton-euler", .stabilise = method, .alpha = 50, .beta = 50};
    JdSystem *system = jd_compile(model, def, log);
    JdRun *run = jd_run_new(
        system, (JdRunDef){.stepper = "rk4", .dt = dt, .until = 0.1, .output_every = 0.1}, log);
    const JdChannel energy = jd_channel(system, "energy", log);
    double first = NAN;
    while (jd_run_next(run)) {
        if (isnan(first)) first = jd_run_value(run, energy);
        result.energy = jd_run_value(run, energy) - first;
        result.channels = 0;
        for (int n = 0; n < 8 && jd_system_output(system, n).index >= 0; n++)
            result.end[result.channels++] = jd_run_value(run, jd_system_output(system, n));
    }
    if (jd_run_failed(run) || !run) {
        jd_log_print(log, stderr);
        fail_msg("%s with %s does not run", path, method);
    }
    result.drift = jd_run_cost(run).worst_drift;
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return result;
}

/* All methods come to the same end. */
static void all_methods_end_where_projection_does(void **state) {
    (void)state;
    for (int p = 0; p < PATHS; p++) {
        const Result usual = run_with(paths[p], "projection", 1e-4);
        assert_true(usual.channels > 0);
        for (int m = 0; m < METHODS; m++) {
            const Result own = run_with(paths[p], methods[m], 1e-4);
            for (int n = 0; n < usual.channels; n++)
                if (!(fabs(own.end[n] - usual.end[n]) <= 1e-5 * (1 + fabs(usual.end[n]))))
                    fail_msg("%s, %s: output %d ends at %.12g, with projection at %.12g", paths[p],
                             methods[m], n, own.end[n], usual.end[n]);
        }
    }
}

/* With steps that are too long nothing keeps locks closed; what puts states back does so all the
 * way, gains bound it. */
static void locks_are_kept_closed(void **state) {
    (void)state;
    const Result none = run_with("model/slider_crank.jd", "none", 2e-3);
    const Result gains = run_with("model/slider_crank.jd", "baumgarte", 2e-3);
    for (int m = 0; m < METHODS; m++) {
        const Result own = run_with("model/slider_crank.jd", methods[m], 2e-3);
        if (m < 2 && !(own.drift < 1e-12)) fail_msg("%s leaves %g open", methods[m], own.drift);
        if (m >= 2 &&
            !(own.drift < none.drift && fabs(own.drift - gains.drift) < 1e-6 * none.drift))
            fail_msg("%s leaves %g open, baumgarte %g, none %g", methods[m], own.drift, gains.drift,
                     none.drift);
    }
}

/* Other forms say what they take instead. */
static void other_forms_say_what_they_take(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file("model/slider_crank.jd", (JdReadDef){0}, log);
    JdSystem *system =
        jd_compile(model, (JdCompileDef){.form = "cut-joint", .stabilise = "augmented"}, log);
    assert_string_equal(jd_system_settings(system).stabilise, "baumgarte");
    bool told = false;
    for (int n = 0; n < jd_log_count(log); n++)
        told = told || !strcmp(jd_log_message(log, n).code, "stabilise-form");
    assert_true(told);
    jd_system_free(system), jd_model_free(model), jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_methods_end_where_projection_does),
        cmocka_unit_test(locks_are_kept_closed),
        cmocka_unit_test(other_forms_say_what_they_take),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
