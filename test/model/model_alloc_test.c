/* SPDX-License-Identifier: MIT
 *
 * Every allocation of filling a model fails once: each time it ends in an error that is said, and
 * nothing is lost or touched that should not be. */
#include "check.h"
#include "model/model.h"
#include <stdlib.h>
#include "failing.h"

static long allowed = -1; /* allocations until they fail; negative: all succeed */

static bool fails(void) {
    if (allowed < 0) return false;
    return allowed == 0 ? true : (allowed--, false);
}

/* The same of what there is in space only. */
static bool fill_space(JdLog *log) {
    JdModel *model = jd_model_new(JD_SPATIAL, log);
    if (!model) return false;
    const JdBody ball =
        jd_add_body(model, (JdBodyDef){"b", .mass = 1, .attitude = {1, 2, 3, 4}, .point = true});
    jd_add_frame_turned(model, ball, "tip", (JdVec3){1, 2, 3}, (double[4]){0, 1, 0, 0});
    jd_set_gravity_field(model, "x*1 1/s^2", "sin(time)", NULL);
    jd_add_joint(model,
                 (JdJointDef){"u", "universal", jd_ground, ball, .axis = {0, 0, 1}, .second = {1}});
    jd_add_joint(model, (JdJointDef){"p", "prismatic", jd_ground, ball});
    jd_add_joint(model, (JdJointDef){"r", "rack", .free_i = "u.angle2", .free_j = "p.travel",
                                     .fields = (JdField[]){{"radius", 0.1}, {NULL}}});
    jd_add_show(model, (JdShowDef){"mesh", ball, .file = "test/shape/cube.stl", .scale = 1e-3});
    jd_add_joint_type(model, "pair", (const char *const[]){"qi - 3*qj", NULL});
    const bool fine = model->errors == 0;
    jd_model_free(model);
    return fine;
}

/* A model with something of everything. True if no error was found. */
static bool fill(JdLog *log) {
    JdModel *model = jd_model_new(JD_PLANAR, log);
    if (!model) return false;
    char name[32];
    JdBody last = jd_ground;
    jd_add_joint_type(model, "slot", (const char *const[]){"d.yi - 0.1", "xi.yj", NULL});
    for (int n = 0; n < 60; n++) {
        snprintf(name, sizeof name, "rod[%d]", n);
        const JdBody rod = jd_add_body(model, (JdBodyDef){name, .mass = 1, .izz = 1, .at = {n}});
        snprintf(name, sizeof name, "j[%d]", n);
        jd_add_joint(
            model, (JdJointDef){name, n % 2 ? "slot" : "rod", last, rod, .to = {1}, .apart = true});
        jd_add_frame(model, rod, "tip", (JdVec3){1, 2, 0}, 0);
        last = rod;
    }
    const JdField value[] = {{"value", .text = "[1, sin(time)] N"}, {NULL}};
    jd_add_force(model, (JdForceDef){"F", "force", .j = last, .fields = value});
    jd_add_joint(model, (JdJointDef){"jO", "revolute", jd_ground, last});
    for (int n = 0; n < 9; n++)
        jd_add_show(model, (JdShowDef){"gear", last, .diameter = 1, .teeth = 20, .colour = "red"});
    jd_add_drive(model, "m", "jO.angle", "2*time");
    jd_start(model, "rod[1].x", 1);
    const bool fine = model->errors == 0;
    jd_model_free(model);
    return fine && fill_space(log);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    bool done = false;
    for (long k = 0; !done; k++) {
        assert_true(k < 100000);
        allowed = -1;
        JdLog *log = jd_log_new();
        allowed = k;
        done = fill(log);
        allowed = -1;
        if (!done) assert_true(jd_log_errors(log) > 0);
        jd_log_free(log);
    }
}

static void derive_without_memory_says_so(void **state) {
    (void)state;
    const JointType *rod = jd_joint_find("rod");
    bool done = false;
    for (long k = 0; !done; k++) {
        assert_true(k < 100000);
        JdLog *log = jd_log_new();
        Text out = {0};
        allowed = k;
        done = jd_lock_derive(rod->locks[0], rod->fields, true, &out, nowhere, log);
        allowed = -1;
        if (!done) assert_true(jd_log_errors(log) > 0);
        jd_text_free(&out);
        jd_log_free(log);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(derive_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
