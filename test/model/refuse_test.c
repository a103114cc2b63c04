/* SPDX-License-Identifier: MIT
 *
 * Models built by calls: what they refuse, with the code and the words of the message. */
#include "bench.h"

/* ---- Bodies ---------------------------------------------------------------- */

static void bodies_need_names_of_their_own(void **state) {
    (void)state;
    Bench b = start_bench();
    add_rod(&b, "one", 0, 0, 0);
    assert_int_equal(add_rod(&b, "one", 0, 0, 0).index, -1);
    check_error(&b, "name-taken", "there is already a body 'one'");
    static const char *const wrong[] = {"",    "1st",   "a b", "a[", "a[]",
                                        "a[1", "a[1]b", "a-b", "a.b"};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        b = start_bench();
        add_rod(&b, wrong[n], 0, 0, 0);
        check_error(&b, "name-not-valid", wrong[n]);
    }
    b = start_bench();
    add_rod(&b, NULL, 0, 0, 0);
    check_error(&b, "name-not-valid", "body");
    b = start_bench();
    add_rod(&b, "time", 0, 0, 0);
    check_error(&b, "name-reserved", "'time'");
}

static void check_body(JdBodyDef def, const char *code, const char *part) {
    Bench b = start_bench();
    assert_int_equal(jd_add_body(b.model, def).index, -1);
    check_error(&b, code, part);
}

static void bodies_need_mass_and_inertia(void **state) {
    (void)state;
    check_body((JdBodyDef){"a"}, "mass-missing", "body 'a' has no mass");
    check_body((JdBodyDef){"a", .mass = -2}, "mass-negative", "-2 kg");
    check_body((JdBodyDef){"a", .mass = 1, .izz = -0.5}, "inertia-negative", "-0.5 kg*m^2");
    check_body((JdBodyDef){"a", .mass = INFINITY}, "number-not-finite", "mass of 'a' is inf");
    check_body((JdBodyDef){"a", .mass = 1, .izz = NAN}, "number-not-finite", "inertia of 'a'");
    check_body((JdBodyDef){"a", .mass = 1, .massless = true}, "massless-with-mass", "1 kg");
    check_body((JdBodyDef){"a", .mass = 1, .at = {0, 0, 1}}, "point-off-plane", "(0, 0, 1)");
    check_body((JdBodyDef){"a", .mass = 1, .at = {NAN}}, "number-not-finite", "centre of mass");
    Bench b = start_bench();
    assert_int_equal(jd_add_body(b.model, (JdBodyDef){"a", .massless = true}).index, 1);
    check_no_message(&b);
}

/* ---- Joints --------------------------------------------------------------------------------- */

static void check_joint(JdJointDef def, const char *code, const char *part) {
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0, 0, 0);
    if (def.j.index == 1) def.j = one;
    assert_int_equal(jd_add_joint(b.model, def).index, -1);
    check_error(&b, code, part);
}

static void joints_that_make_no_sense_are_refused(void **state) {
    (void)state;
    const JdBody one = {1}, ten = {10};
    check_joint((JdJointDef){"j", "revolut", jd_ground, one}, "joint-type-unknown", "'revolut'");
    check_joint((JdJointDef){"j", NULL, jd_ground, one}, "joint-type-unknown", "''");
    check_joint((JdJointDef){"j", "revolute", one, one}, "joint-same-body", "'one' with itself");
    check_joint((JdJointDef){"j", "revolute", jd_ground, ten}, "body-unknown", "'j'");
    check_joint((JdJointDef){"one", "revolute", jd_ground, one}, "name-taken", "body 'one'");
    check_joint((JdJointDef){"j", "rod", jd_ground, one}, "rod-zero-length", "length 0 m");
    check_joint((JdJointDef){"j", "revolute", jd_ground, one, .axis = {1}}, "axis-off-plane",
                "(1, 0, 0)");
    check_joint((JdJointDef){"j", "prismatic", jd_ground, one, .axis = {0, 0, 1}}, "axis-off-plane",
                "(0, 0, 1)");
    check_joint((JdJointDef){"j", "prismatic", jd_ground, one, .at = {0, 0, 2}}, "point-off-plane",
                "(0, 0, 2)");
    check_joint((JdJointDef){"j", "prismatic", jd_ground, one, .axis = {NAN}}, "number-not-finite",
                "axis");
}

static void fields_of_joints_are_checked(void **state) {
    (void)state;
    const JdBody one = {1};
    JdJointDef def = {"j", "rod", jd_ground, one, .to = {1}, .apart = true};
    def.fields = (JdField[]){{"lenght", 1}, {NULL}};
    check_joint(def, "field-unknown", "no 'lenght'");
    def.fields = (JdField[]){{"length", -1}, {NULL}};
    check_joint(def, "rod-zero-length", "length -1 m");
    def.fields = (JdField[]){{"length", NAN}, {NULL}};
    check_joint(def, "number-not-finite", "length of 'j'");
}

static void text_of_a_field_is_checked(void **state) {
    (void)state;
    static const char *const wrong[] = {"3 kg", "1 +", "nothing", "[1, 2]"};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        Bench b = start_bench();
        const JdBody one = add_rod(&b, "one", 0, 0, 0);
        const JdField fields[] = {{"length", .text = wrong[n]}, {NULL}};
        jd_add_joint(b.model, (JdJointDef){"j", "rod", jd_ground, one, .to = {1}, .apart = true,
                                           .fields = fields});
        assert_int_equal(b.model->joints.count, 0);
        assert_int_equal(jd_log_errors(b.log), 1);
        check_text(jd_log_message(b.log, 0).file, "j.length");
        assert_true(b.model->errors > 0);
        end_bench(&b);
    }
}

static void spatial_types_are_refused_in_the_plane(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0, 0, 0);
    jd_add_joint(b.model, (JdJointDef){"j", "screw", jd_ground, one});
    check_error(&b, "type-spatial-only", "'screw'");
}

static void points_that_should_be_apart_are_named(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0, 0, 0);
    jd_add_joint(b.model, (JdJointDef){"far", "prismatic-symmetric", jd_ground, one, .to = {1},
                                       .apart = true});
    assert_int_equal(jd_log_count(b.log), 0);
    jd_add_joint(b.model, (JdJointDef){"near", "prismatic-symmetric", jd_ground, one});
    const JdMessage message = jd_log_message(b.log, 0);
    check_text(message.code, "joint-points-meet");
    assert_int_equal(message.severity, JD_WARNING);
    check_contains(message.text, "'near'");
    check_contains(message.hint, "`prismatic` has no such place");
    assert_int_equal(b.model->joints.count, 2);
    end_bench(&b);
}

/* ---- Joint types ---------------------------------------------------------------------------- */

static void check_type(const char *name, const char *const *locks, const char *code,
                       const char *part) {
    Bench b = start_bench();
    jd_add_joint_type(b.model, name, locks);
    assert_int_equal(b.model->types.count, 0);
    check_error(&b, code, part);
}

static void types_that_are_none_are_refused(void **state) {
    (void)state;
    const char *const one[] = {"d.yi", NULL}, *const none[] = {NULL},
                      *const bad[] = {"d.yii", NULL};
    const char *const zs[] = {"zi.xj", NULL}, *const four[] = {"d.x0", "d.y0", "xi.yj", "d.xi",
                                                               NULL};
    const char *const eight[] = {"d.x0",  "d.y0", "d.z0", "zi.xj", "zi.yj",
                                 "yi.zj", "d.zi", "d.zj", NULL};
    const char *const twice[] = {"d.yi", "xi.yj", "2*yi.xj", NULL};
    const char *const sum[] = {"d.xi", "d.yi", "d.(xi + 2*yi) - 3", NULL};
    const char *const still[] = {"d.yi", "xi.xj - yi.yj", NULL};
    check_type("1st", one, "name-not-valid", "'1st'");
    check_type("hinge", one, "joint-type-taken", "'hinge'");
    check_type("t", none, "joint-type-empty", "locks nothing");
    check_type("t", NULL, "joint-type-empty", "locks nothing");
    check_type("t", zs, "joint-type-empty", "in the plane");
    check_type("t", bad, "lock-name-unknown", "'yii'");
    check_type("t", four, "joint-type-too-many-locks", "more than 3 locks");
    check_type("t", eight, "joint-type-too-many-locks", "more than");
    check_type("t", twice, "joint-type-redundant", "'2*yi.xj'");
    check_type("t", sum, "joint-type-redundant", "'d.(xi + 2*yi) - 3'");
    check_type("t", still, "lock-constant", "'xi.xj - yi.yj'");
}

static void redundant_lock_names_those_that_hold_it(void **state) {
    (void)state;
    Bench b = start_bench();
    jd_add_joint_type(b.model, "t", (const char *const[]){"d.yi", "xi.yj", "yi.xj", NULL});
    const JdMessage message = jd_log_message(b.log, 0);
    check_contains(message.hint, "'xi.yj' holds it already");
    assert_null(strstr(message.hint, "d.yi"));
    end_bench(&b);
}

static void fields_of_a_users_type_are_checked_and_used(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0, 0, 0);
    const JointType type = {.name = "offset",
                            .fields = {{.name = "gap", .unit = "m", .required = true}},
                            .locks = {"d.yi/gap - 1"}};
    assert_non_null(jd_model_add_type(b.model, &type, nowhere, NULL));
    JdJointDef def = {"j", "offset", jd_ground, one};
    jd_add_joint(b.model, def);
    check_text(jd_log_message(b.log, 0).code, "joint-needs-field");
    def.fields = (JdField[]){{"gap", 0}, {NULL}};
    jd_add_joint(b.model, def);
    check_text(jd_log_message(b.log, 1).code, "lock-divides-by-zero");
    def.fields = (JdField[]){{"gap", .text = "2 mm"}, {NULL}};
    assert_int_equal(jd_add_joint(b.model, def).index, 0);

    static const struct {
        const char *name, *unit;
    } wrong[] = {{"yi", "m"}, {"2nd", "m"}, {"gap", "parsnip"}};
    for (int n = 0; n < 3; n++) {
        JointType other = type;
        other.name = "other";
        other.fields[0].name = wrong[n].name;
        other.fields[0].unit = wrong[n].unit;
        assert_null(jd_model_add_type(b.model, &other, nowhere, NULL));
        check_text(jd_log_message(b.log, 2 + n).code, "field-not-valid");
    }
    end_bench(&b);
}

static void check_frees(const FreeDef *frees, int count, const char *part) {
    Bench b = start_bench();
    JointType type = {.name = "slot", .locks = {"d.yi - 0.1"}};
    for (int n = 0; n < count; n++) type.frees[n] = frees[n];
    if (part) {
        assert_null(jd_model_add_type(b.model, &type, nowhere, NULL));
        check_error(&b, "joint-type-frees", part);
    } else {
        assert_non_null(jd_model_add_type(b.model, &type, nowhere, NULL));
        check_no_message(&b);
    }
}

static void frees_of_a_users_type_fit_its_locks(void **state) {
    (void)state;
    const FreeDef turn = TURN_AS(Z, "angle", "rate", "angular_accel");
    check_frees((FreeDef[]){SLIDE(X), turn}, 2, NULL);
    check_frees((FreeDef[]){SLIDE(X)}, 1, "1 lock and 1 free");
    check_frees((FreeDef[]){SLIDE(Y), turn}, 2, "changes its lock 'd.yi - 0.1'");
    check_frees((FreeDef[]){turn, SLIDE(X)}, 2, "changes its lock");
    check_frees((FreeDef[]){SLIDE(X), TURN(Z)}, 2, "the channel 'accel'");
}

/* ---- Forces, drives, starts ----------------------------------------------------------------- */

static void check_force(JdForceDef def, const char *code, const char *part) {
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0, 0, 0);
    jd_add_joint(b.model, (JdJointDef){"jO", "revolute", jd_ground, one});
    jd_add_force(b.model, def);
    assert_int_equal(b.model->forces.count, 0);
    check_error(&b, code, part);
}

static void forces_that_make_no_sense_are_refused(void **state) {
    (void)state;
    const JdBody one = {1};
    const JdField five[] = {{"value", 5}, {NULL}};
    check_force((JdForceDef){"F", "sprng", jd_ground, one}, "force-type-unknown", "'sprng'");
    check_force((JdForceDef){"F", "spring", one, one}, "force-same-body", "'one' and itself");
    check_force((JdForceDef){"F", "torque", jd_ground, one}, "force-needs-field", "its value");
    check_force((JdForceDef){"F", "force", one, .fields = five}, "force-on-ground", "'F'");
    check_force((JdForceDef){"F", "motor", .fields = five}, "force-needs-target", "'F'");
    check_force((JdForceDef){"F", "motor", .target = "jO.travel", .fields = five}, "free-unknown",
                "'jO.travel'");
    check_force((JdForceDef){"F", "motor", .target = "jX.angle", .fields = five}, "free-unknown",
                "'jX.angle'");
    check_force((JdForceDef){"jO", "motor", .target = "jO.angle", .fields = five}, "name-taken",
                "joint 'jO'");
}

static void drives_and_starts_that_make_no_sense_are_refused(void **state) {
    (void)state;
    Bench b = start_bench();
    jd_add_drive(b.model, "m", "jO.angle", "time");
    check_error(&b, "free-unknown", "'jO.angle'");
    b = start_bench();
    jd_add_drive(b.model, "m", NULL, "time");
    check_error(&b, "drive-needs-target", "'m'");
    b = start_bench();
    jd_start(b.model, "jO.rate", 1);
    jd_start(b.model, "jO.rate", 2);
    check_error(&b, "start-twice", "'jO.rate'");
    b = start_bench();
    jd_start(b.model, "jO.rate", NAN);
    check_error(&b, "number-not-finite", "start value of 'jO.rate'");
    b = start_bench();
    jd_set_gravity(b.model, (JdVec3){0, 0, -9.81});
    check_error(&b, "point-off-plane", "gravity");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_need_names_of_their_own),
        cmocka_unit_test(bodies_need_mass_and_inertia),
        cmocka_unit_test(joints_that_make_no_sense_are_refused),
        cmocka_unit_test(fields_of_joints_are_checked),
        cmocka_unit_test(text_of_a_field_is_checked),
        cmocka_unit_test(spatial_types_are_refused_in_the_plane),
        cmocka_unit_test(points_that_should_be_apart_are_named),
        cmocka_unit_test(types_that_are_none_are_refused),
        cmocka_unit_test(redundant_lock_names_those_that_hold_it),
        cmocka_unit_test(fields_of_a_users_type_are_checked_and_used),
        cmocka_unit_test(frees_of_a_users_type_fit_its_locks),
        cmocka_unit_test(forces_that_make_no_sense_are_refused),
        cmocka_unit_test(drives_and_starts_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
