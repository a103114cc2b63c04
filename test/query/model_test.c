/* SPDX-License-Identifier: MIT
 *
 * A model and its system as those outside see them: what was said is told, with its place. */
#include "check.h"
#include <jourdain.h>

static const char text[] = "model press\n"
                           "planar\n"
                           "gravity [0, -9.81] m/s^2\n"
                           "param r = 120 mm\n"
                           "param at = [1, 2] m\n"
                           "body crank { link [0, 0] [r, 0]  mass 2 kg  inertia 3e-3 kg*m^2 }\n"
                           "body wheel { at [1 m, 0]  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
                           "joint jO : revolute ground -- crank at [0, 0]\n"
                           "joint jW : revolute ground -- wheel at [1 m, 0]\n"
                           "joint mesh : gear jO.angle -- jW.angle ratio 2\n"
                           "force pull : effort jO.angle  value 3 N*m\n"
                           "force push : point-force crank at [r, 0]  value [1, 2] N\n"
                           "output jO.angle, energy\n"
                           "expect energy = 0 J at 0 s within 1 J\n"
                           "run to 0.5 s every 0.1 s stepper rk4 step 1e-3 s\n";

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
} Seen;

static Seen open_seen(void) {
    Seen s = {.log = jd_log_new()};
    s.model = jd_model_read_text("press.jd", text, strlen(text), (JdReadDef){0}, s.log);
    s.system = jd_compile(s.model, (JdCompileDef){.form = "newton-euler"}, s.log);
    if (!s.system) jd_log_print(s.log, stderr);
    assert_non_null(s.system);
    return s;
}

static void close_seen(Seen *s) {
    jd_system_free(s->system);
    jd_model_free(s->model);
    jd_log_free(s->log);
}

static void a_model_tells_what_it_holds(void **state) {
    (void)state;
    Seen s = open_seen();
    const JdModelInfo info = jd_model_info(s.model);
    check_text(info.name, "press");
    assert_int_equal(info.bodies, 3);
    assert_int_equal(info.joints, 3);
    assert_int_equal(info.forces, 2);
    assert_int_equal(info.outputs, 2);
    assert_int_equal(info.expects, 1);
    assert_int_equal(info.width, 2);
    check_text(info.stepper, "rk4");
    check_near(info.until, 0.5, 0, "to");
    check_near(info.every, 0.1, 0, "every");
    check_near(info.dt, 1e-3, 0, "step");
    check_near(info.gravity_vector.y, -9.81, 0, "gravity");
    assert_int_equal(info.run_at.line, 15);
    assert_int_equal(info.stepper_at.line, 15);
    check_contains(info.stepper_at.source, "stepper rk4");
    close_seen(&s);
}

static void bodies_joints_and_forces_are_told_by_index(void **state) {
    (void)state;
    Seen s = open_seen();
    JdBodyInfo body;
    JdJointInfo joint;
    JdForceInfo force;
    JdParamInfo param;
    assert_true(jd_model_body(s.model, 1, &body));
    check_text(body.name, "crank");
    check_near(body.mass, 2, 0, "mass");
    check_near(body.izz, 3e-3, 0, "inertia");
    check_near(body.centre.x, 0.06, 1e-16, "middle of its link");
    assert_int_equal(body.at.line, 6);
    assert_true(jd_model_joint(s.model, 0, &joint));
    check_text(joint.type, "revolute");
    assert_true(joint.i == 0 && joint.j == 1 && joint.locks == 2 && joint.free_count == 1);
    assert_true(jd_model_joint(s.model, 2, &joint));
    assert_true(joint.couples && joint.i == 0 && joint.j == 1);
    check_text(joint.free_i, "angle");
    assert_true(jd_model_force(s.model, 0, &force));
    check_text(force.target, "jO.angle");
    assert_true(force.i < 0 && force.j < 0);
    assert_true(jd_model_force(s.model, 1, &force));
    assert_true(!force.target && force.i < 0 && force.j == 1);
    assert_true(jd_model_param(s.model, 0, &param));
    check_text(param.name, "r");
    check_near(param.value[0], 0.12, 1e-17, "r");
    check_text(param.unit, "m");
    assert_true(jd_model_param(s.model, 1, &param) && param.count == 2 && !param.set);
    close_seen(&s);
}

static void drives_and_fields_of_gravity_are_told_as_text(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *m = jd_model_new(JD_PLANAR, log);
    JdDriveInfo drive;
    const JdBody rod = jd_add_body(m, (JdBodyDef){"rod", .mass = 1, .izz = 1, .at = {1}});
    jd_add_joint(m, (JdJointDef){"j", "revolute", jd_ground, rod});
    jd_add_drive(m, "motor", "j.angle", "2 rad/s * time");
    jd_set_gravity_field(m, "0 m/s^2", "-9.81 m/s^2 * (1 - x/(2 m))", NULL);
    assert_true(jd_model_drive(m, 0, &drive));
    check_text(drive.target, "j.angle");
    check_text(drive.motion, "2 rad/s * time");
    assert_true(jd_model_info(m).gravity == JD_GRAVITY_FIELD);
    check_text(jd_model_info(m).gravity_field[1], "-9.81 m/s^2 * (1 - x / 2 m)");
    jd_model_free(m);
    jd_log_free(log);
}

static void a_system_tells_the_size_of_its_equations(void **state) {
    (void)state;
    Seen s = open_seen();
    const JdSystemInfo info = jd_system_info(s.system, NULL);
    assert_int_equal(info.coordinates, 6);
    assert_int_equal(info.multipliers, 5);
    assert_int_equal(info.algebraic, 5);
    assert_int_equal(info.index_posed, 3);
    assert_true(info.exchanges && !info.springs);
    check_text(info.closing, "multipliers");
    check_text(jd_channel_name(s.system, jd_system_output(s.system, 1)), "energy");
    assert_true(jd_system_output(s.system, 2).index < 0);
    const JdPlace place = jd_expect(s.system, 0).place;
    assert_int_equal(place.line, 14);
    check_contains(place.source, "expect energy");
    close_seen(&s);
}

static void dyads_and_independent_coordinates_have_names(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(JD_ROOT "/model/slider_crank.jd", (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "minimal"}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){0}, log);
    JdDyad dyad;
    char name[32], short_name[4];
    assert_int_equal(jd_run_independent(run, 0, name, sizeof name), 0); /* not begun yet */
    assert_true(jd_run_next(run));
    assert_int_equal(jd_run_independent(run, 0, name, sizeof name), 8);
    check_text(name, "jO.angle");
    assert_int_equal(jd_run_independent(run, 0, short_name, sizeof short_name), 8);
    check_text(short_name, "jO.");
    assert_int_equal(jd_run_independent(run, 1, name, sizeof name), 0);
    assert_true(jd_system_dyad(system, 0, &dyad));
    check_text(dyad.kind, "RRP");
    check_text(dyad.joints[2], "jC");
    assert_false(jd_system_dyad(system, 1, &dyad));
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_tells_what_it_holds),
        cmocka_unit_test(bodies_joints_and_forces_are_told_by_index),
        cmocka_unit_test(drives_and_fields_of_gravity_are_told_as_text),
        cmocka_unit_test(a_system_tells_the_size_of_its_equations),
        cmocka_unit_test(dyads_and_independent_coordinates_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
