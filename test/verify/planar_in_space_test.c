/* SPDX-License-Identifier: MIT
 *
 * Every planar model moves in space as it does in the plane: the same file, the same outputs,
 * another kernel, and three locks too many in each loop. */
#include "verify/verify.h"

static Case open_as(const char *name, bool spatial) {
    char path[64];
    snprintf(path, sizeof path, "model/%s.jd", name);
    JdLog *log = jd_log_new();
    return open_model(jd_model_read_file(path, (JdReadDef){.spatial = spatial}, log), log,
                      (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
}

/* The model's outputs at each of its times; the share is of the largest value of an output. */
static void check_same(const char *name, double share) {
    Case plane = open_as(name, false), space = open_as(name, true);
    JdTrace *flat = jd_trace_new(plane.system, NULL, plane.log);
    JdTrace *deep = jd_trace_new(space.system, NULL, space.log);
    while (advance(&plane)) {
        assert_true(advance(&space));
        assert_true(jd_trace_record(flat, plane.run) && jd_trace_record(deep, space.run));
    }
    assert_false(advance(&space));
    assert_true(jd_trace_rows(flat) > 50 && jd_trace_columns(flat) > 1);
    assert_int_equal(jd_trace_columns(flat), jd_trace_columns(deep));
    for (int k = 0; k < jd_trace_columns(flat); k++) {
        double size = 1;
        for (int r = 0; r < jd_trace_rows(flat); r++)
            size = fmax(size, fabs(jd_trace_at(flat, r, k)));
        check_text(jd_trace_name(deep, k), jd_trace_name(flat, k));
        check_text(jd_trace_unit(deep, k), jd_trace_unit(flat, k));
        for (int r = 0; r < jd_trace_rows(flat); r++)
            check_near(jd_trace_at(deep, r, k), jd_trace_at(flat, r, k), share * size,
                       jd_trace_name(flat, k));
    }
    jd_trace_free(flat), jd_trace_free(deep);
    close_case(&plane), close_case(&space);
}

static void planar_models_move_alike_in_space(void **state) {
    (void)state;
    static const char *const names[] = {"chain",         "double_pendulum",  "four_bar",
                                        "four_bar_free", "knife_edge",       "pendulum_004",
                                        "quick_return",  "seven_body",       "simple_pendulum",
                                        "slider_crank",  "slider_crank_004", "user_joint"};
    for (int k = 0; k < 12; k++) check_same(names[k], 1e-9);
}

/* It passes ten positions from where it could go on in three ways, each of which costs digits. */
static void so_does_one_that_passes_singular_positions(void **state) {
    (void)state;
    check_same("n_four_bar", 1e-9);
}

/* Three locks of each loop repeat others: those out of its plane. */
static void loops_have_three_locks_too_many(void **state) {
    (void)state;
    static const struct {
        const char *path;
        int redundant;
    } models[] = {
        {"model/slider_crank.jd", 3}, {"model/seven_body.jd", 9}, {"model/double_pendulum.jd", 0}};
    for (int k = 0; k < 3; k++) {
        JdCheck plane, space;
        JdLog *log = jd_log_new();
        JdModel *flat = jd_model_read_file(models[k].path, (JdReadDef){0}, log);
        JdModel *deep = jd_model_read_file(models[k].path, (JdReadDef){.spatial = true}, log);
        assert_true(jd_check(flat, (JdCompileDef){0}, &plane, log));
        assert_true(jd_check(deep, (JdCompileDef){0}, &space, log));
        assert_int_equal(space.coordinates, 2 * plane.coordinates);
        assert_int_equal(space.freedoms, plane.freedoms);
        assert_int_equal(space.redundant, plane.redundant + models[k].redundant);
        jd_model_free(flat), jd_model_free(deep);
        jd_log_free(log);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planar_models_move_alike_in_space),
        cmocka_unit_test(so_does_one_that_passes_singular_positions),
        cmocka_unit_test(loops_have_three_locks_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
