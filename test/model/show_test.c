/* SPDX-License-Identifier: MIT
 *
 * Pictures by C calls: what is shown, colours, what is hidden; and mistakes in them. */
#include "check.h"
#include "model/model.h"

static JdLog *said;
static JdModel *model;
static JdBody wheel;

static int start(void **state) {
    (void)state;
    said = jd_log_new();
    model = jd_model_new(JD_PLANAR, said);
    wheel = jd_add_body(model,
                        (JdBodyDef){"wheel", .mass = 1, .izz = 1, .at = {5, 6}, .colour = "red"});
    return 0;
}

static int end(void **state) {
    (void)state;
    jd_model_free(model);
    jd_log_free(said);
    return 0;
}

static void shapes_are_shown_on_bodies(void **state) {
    (void)state;
    jd_add_show(model, (JdShowDef){"gear", wheel, .diameter = 0.08, .teeth = 20, .angle = pi / 2});
    jd_add_show(model,
                (JdShowDef){"cylinder", .at = {1, 2, 3}, .length = 1, .diameter = 2, .opacity = 0.5,
                            .colour = "#010203", .attitude = {sqrt(0.5), 0, -sqrt(0.5), 0}});
    jd_add_show(model,
                (JdShowDef){"mesh", wheel, .file = JD_ROOT "/test/shape/cube.stl", .scale = 2});
    assert_int_equal(jd_log_count(said), 0);
    assert_int_equal(model->shows.count, 3);
    const ModelShow *show = model->shows.at;
    check_text(show[0].type->name, "gear");
    assert_int_equal(show[0].body, wheel.index);
    check_near(show[0].size[SHAPE_TEETH], 20, 0, "teeth");
    check_near(show[0].local.axes.x.y, 1, 1e-15, "turned");
    check_near(show[0].opacity, 1, 0, "not said");
    check_near(show[1].local.p.z, 3, 0, "pictures may leave the plane");
    check_near(show[1].local.axes.x.z, 1, 1e-15, "its axis is z");
    assert_int_equal(show[1].colour.b, 3);
    assert_int_equal(show[2].mesh->triangles.count, 36);
    assert_int_equal(model->bodies.at[wheel.index].colour.r, 255);
}

static void bodies_joints_and_forces_may_be_hidden(void **state) {
    (void)state;
    const JdBody other = jd_add_body(model, (JdBodyDef){"other", .massless = true, .hidden = true});
    jd_add_joint(model, (JdJointDef){"j", "revolute", jd_ground, wheel, .hidden = true});
    const JdField value[] = {{"value", 1}, {NULL}};
    jd_add_force(model,
                 (JdForceDef){"f", "torque", jd_ground, wheel, .fields = value, .hidden = true});
    jd_add_show(model, (JdShowDef){"none", wheel});
    assert_int_equal(jd_log_count(said), 0);
    assert_true(model->bodies.at[other.index].hidden && !model->bodies.at[wheel.index].hidden);
    assert_true(model->bodies.at[wheel.index].bare && model->shows.count == 0);
    assert_true(model->joints.at[0].hidden && model->forces.at[0].hidden);
}

static void check_refused(JdShowDef def, const char *code, const char *words) {
    const int before = jd_log_count(said);
    jd_add_show(model, def);
    assert_int_equal(jd_log_count(said), before + 1);
    check_text(jd_log_message(said, before).code, code);
    check_contains(jd_log_message(said, before).text, words);
    assert_true(model->errors > 0 && model->shows.count == 0);
}

static void mistakes_are_told(void **state) {
    (void)state;
    check_refused((JdShowDef){"cube", wheel}, "shape-unknown", "'cube'");
    check_contains(jd_log_message(said, 0).hint, "box");
    check_refused((JdShowDef){NULL, wheel}, "shape-unknown", "''");
    check_refused((JdShowDef){"gear", wheel, .teeth = 20}, "shape-needs", "diameter");
    check_refused((JdShowDef){"sphere", wheel, .diameter = -1}, "shape-dimension", "-1");
    check_refused((JdShowDef){"sphere", wheel, .diameter = NAN}, "shape-dimension", "nan");
    check_refused((JdShowDef){"sphere", wheel, .diameter = 1, .teeth = 9}, "shape-dimension",
                  "teeth");
    check_refused((JdShowDef){"gear", wheel, .diameter = 1, .teeth = 1e9}, "shape-dimension",
                  "whole");
    check_refused((JdShowDef){"spring", wheel, .length = 1, .diameter = 1, .turns = 1e9},
                  "shape-dimension", "turns");
    check_refused((JdShowDef){"bar", wheel, .length = 1, .width = 3}, "shape-dimension", "eyes");
    check_refused((JdShowDef){"sphere", wheel, .diameter = 1, .opacity = 2}, "opacity-not-valid",
                  "2");
    check_refused((JdShowDef){"sphere", wheel, .diameter = 1, .colour = "rde"}, "colour-unknown",
                  "rde");
    check_refused((JdShowDef){"sphere", wheel, .diameter = 1, .file = "x"}, "shape-dimension",
                  "file");
    check_refused((JdShowDef){"mesh", wheel, .scale = 1}, "shape-needs", "file");
    check_refused((JdShowDef){"mesh", wheel, .file = "x"}, "shape-needs", "scale");
    check_refused((JdShowDef){"mesh", wheel, .file = "not there", .scale = 1}, "file-read",
                  "not there");
    check_refused((JdShowDef){"sphere", wheel, .diameter = 1, .at = {INFINITY}},
                  "number-not-finite", "place of 'sphere' is inf");
    check_refused((JdShowDef){"sphere", {7}, .diameter = 1}, "body-unknown", "does not exist");
    jd_add_show(model,
                (JdShowDef){"sphere", {-1}, .diameter = 1}); /* was reported when it was made */
    jd_add_show(NULL, (JdShowDef){"sphere", wheel, .diameter = 1});
    assert_int_equal(jd_log_count(said), 17);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(shapes_are_shown_on_bodies, start, end),
        cmocka_unit_test_setup_teardown(bodies_joints_and_forces_may_be_hidden, start, end),
        cmocka_unit_test_setup_teardown(mistakes_are_told, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
