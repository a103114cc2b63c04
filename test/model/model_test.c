/* SPDX-License-Identifier: MIT
 *
 * Models built by calls: what they hold. What they refuse: refuse_test.c */
#include "bench.h"

/* ---- What a model holds --------------------------------------------------------------------- */

static void ground_is_body_and_frame_zero(void **state) {
    (void)state;
    Bench b = start_bench();
    assert_int_equal(b.model->bodies.count, 1);
    assert_int_equal(jd_model_find_body(b.model, "ground"), 0);
    check_near(jd_model_frame_pose(b.model, 0).axes.x.x, 1, 0, "ground axes");
    check_no_message(&b);
}

static void frames_of_a_joint_meet_as_drawn(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0.3, -0.2, 0.7), two = add_rod(&b, "two", 2, 1, 9.1);
    const JdJoint joint = jd_add_joint(
        b.model, (JdJointDef){"slide", "prismatic", one, two, .at = {1, 2}, .axis = {1, 1}});
    assert_int_equal(joint.index, 0);
    const ModelJoint *added = &b.model->joints.at[0];
    const Pose M = jd_model_frame_pose(b.model, added->i),
               N = jd_model_frame_pose(b.model, added->j);
    check_near(M.p.x, 1, 1e-15, "M"), check_near(M.p.y, 2, 1e-15, "M");
    check_near(N.p.x, 1, 1e-15, "N"), check_near(N.p.y, 2, 1e-15, "N");
    check_near(M.axes.x.x, sqrt(0.5), 1e-15, "axis"),
        check_near(N.axes.x.y, sqrt(0.5), 1e-15, "axis");
    assert_int_equal(b.model->frames.at[added->j].body, two.index);
    assert_true(isnan(added->alpha[0]) && isnan(added->gamma[5]));
    check_no_message(&b);
}

static void axis_of_a_type_decides_what_points_along(void **state) {
    (void)state;
    Bench b = start_bench();
    int i, j;
    add_rod(&b, "one", 0, 0, 0);
    assert_true(jd_model_place_sides(b.model,
                                     &(SidesDef){0, 1, vec3(0, 0, 0), vec3(0, 0, 0), AXIS_Y,
                                                 vec3(-1, 0, 0), vec3(0, 0, 0), nowhere},
                                     &i, &j));
    check_near(jd_model_frame_pose(b.model, i).axes.y.x, -1, 1e-15, "y along -x");
    check_near(jd_model_frame_pose(b.model, i).axes.x.y, 1, 1e-15, "x along y");
    check_no_message(&b);
}

static void axes_in_space_are_right_handed_and_along_the_direction(void **state) {
    (void)state;
    JdModel *model = jd_model_new(JD_SPATIAL, NULL);
    const Vec3 directions[] = {{1, 2, -3}, {0, 0, 2}, {0, 0, -1}, {-5, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    jd_model_add_body(
        model, &(ModelBody){.name = "b", .mass = 1, .pose = jd_pose_planar(vec3(1, 2, 3), 0.4)});
    for (int axis = AXIS_X; axis <= AXIS_Z; axis++)
        for (size_t n = 0; n < sizeof directions / sizeof *directions; n++) {
            int i, j;
            const Vec3 u = directions[n], none = {0};
            assert_true(jd_model_place_sides(
                model, &(SidesDef){0, 1, u, u, (AxisName)axis, u, none, nowhere}, &i, &j));
            const Pose pose = jd_model_frame_pose(model, j);
            const Vec3 list[3] = {pose.axes.x, pose.axes.y, pose.axes.z};
            check_near(vec3_dot(list[axis], u), vec3_norm(u), 1e-14, "along");
            check_near(vec3_dot(vec3_cross(list[0], list[1]), list[2]), 1, 1e-14, "right-handed");
            check_near(vec3_norm(list[0]) + vec3_norm(list[1]), 2, 1e-14, "unit");
            check_near(vec3_dot(list[0], list[1]), 0, 1e-14, "normal");
            check_near(vec3_norm(vec3_sub(pose.p, u)), 0, 1e-14, "in place");
        }
    jd_model_free(model);
}

static void rod_takes_the_drawn_distance_or_its_own_length(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0, 0, 1), two = add_rod(&b, "two", 1, 0, 2);
    JdJointDef def = {"r", "rod", one, two, .at = {0, 0}, .to = {3, 4}, .apart = true};
    jd_add_joint(b.model, def);
    def.name = "s";
    def.fields = (JdField[]){{"length", .text = "40 cm"}, {NULL}};
    jd_add_joint(b.model, def);
    check_near(b.model->joints.at[0].fields[0], 5, 1e-14, "drawn");
    check_near(b.model->joints.at[1].fields[0], 0.4, 1e-16, "given");
    check_no_message(&b);
}

static void forces_hold_numbers_and_expressions(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0, 0, 1);
    jd_add_joint(b.model, (JdJointDef){"jO", "revolute", jd_ground, one});
    jd_add_force(b.model,
                 (JdForceDef){"k", "spring", jd_ground, one, .at = {0, 0}, .to = {0, 2},
                              .apart = true, .fields = (JdField[]){{"stiffness", 50}, {NULL}}});
    jd_add_force(b.model, (JdForceDef){"F", "force", .j = one,
                                       .fields = (JdField[]){
                                           {"value", .text = "[2 N, 3*sin(time)*1 N]"}, {NULL}}});
    jd_add_force(b.model,
                 (JdForceDef){"G", "force", .j = one,
                              .fields = (JdField[]){{"value", .text = "[1, -2] kN"}, {NULL}}});
    jd_add_force(b.model, (JdForceDef){"m", "motor", .target = "jO.angle",
                                       .fields = (JdField[]){{"value", .text = "2 N*m"}, {NULL}}});
    assert_int_equal(b.model->forces.count, 4);
    const ModelForce *k = &b.model->forces.at[0], *F = &b.model->forces.at[1];
    check_near(k->fields[0].number[0], 50, 0, "stiffness");
    check_near(k->fields[1].number[0], 0, 0, "damping not given");
    check_near(k->fields[2].number[0], 2, 1e-15, "drawn length");
    check_near(F->fields[0].number[0], 2, 0, "constant part");
    assert_null(F->fields[0].expr[0]);
    assert_non_null(F->fields[0].expr[1]);
    assert_int_equal(F->i, 0);
    check_near(b.model->forces.at[2].fields[0].number[1], -2000, 0, "unit of the whole vector");
    check_near(b.model->forces.at[3].fields[0].number[0], 2, 0, "torque on a turn");
    check_text(b.model->forces.at[3].target, "jO.angle");
    check_no_message(&b);
}

static void drives_and_starts_are_kept(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 0, 0, 1);
    jd_add_joint(b.model, (JdJointDef){"jO", "revolute", jd_ground, one});
    jd_add_drive(b.model, "motor", "jO.angle", "10 rad/s * time");
    jd_start(b.model, "jO.rate", 150);
    jd_set_gravity(b.model, (JdVec3){0, -9.81, 0});
    assert_int_equal(b.model->drives.count, 1);
    assert_non_null(b.model->drives.at[0].motion);
    check_near(b.model->starts.at[0].value, 150, 0, "start");
    assert_true(b.model->starts.at[0].plain);
    check_near(b.model->gravity.value.y, -9.81, 0, "gravity");
    check_no_message(&b);
}

static void named_frames_are_found_by_body(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 1, 0, pi / 2), two = add_rod(&b, "two", 0, 0, 0);
    jd_add_frame(b.model, one, "tip", (JdVec3){1, 3, 0}, pi);
    jd_add_frame(b.model, two, "tip", (JdVec3){0, 1, 0}, 0);
    const int frame = jd_model_find_frame(b.model, one.index, "tip");
    assert_int_not_equal(frame, jd_model_find_frame(b.model, two.index, "tip"));
    check_near(b.model->frames.at[frame].local.p.x, 3, 1e-15, "3 along the body's x");
    check_near(b.model->frames.at[frame].local.angle, pi / 2, 1e-15, "angle against the body");
    assert_int_equal(jd_model_find_frame(b.model, one.index, "top"), -1);
    check_no_message(&b);
}

static void many_names_are_kept_apart(void **state) {
    (void)state;
    Bench b = start_bench();
    char name[32];
    for (int n = 0; n < 3000; n++) {
        snprintf(name, sizeof name, "rod[%d]", n);
        assert_int_equal(add_rod(&b, name, 0, 0, 0).index, n + 1);
    }
    for (int n = 0; n < 3000; n += 7) {
        snprintf(name, sizeof name, "rod[%d]", n);
        assert_int_equal(jd_model_find_body(b.model, name), n + 1);
    }
    assert_int_equal(jd_model_find_body(b.model, "rod[3000]"), -1);
    assert_int_equal(jd_model_find_joint(b.model, "rod[1]"), -1);
    check_no_message(&b);
}

static void a_users_type_is_used_like_any_other(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_rod(&b, "one", 1, 0, 0);
    char name[] = "my-slot", lock[] = "d.yi - 0.1";
    jd_add_joint_type(b.model, name, (const char *const[]){lock, NULL});
    name[0] = lock[0] = '?'; /* texts are copied */
    for (int n = 0; n < 40; n++) {
        char other[16];
        snprintf(other, sizeof other, "type_%d", n);
        const JointType *first = jd_model_find_type(b.model, "my-slot");
        jd_add_joint_type(b.model, other, (const char *const[]){"d.xi", NULL});
        assert_ptr_equal(jd_model_find_type(b.model, "my-slot"), first);
    }
    assert_int_equal(jd_add_joint(b.model, (JdJointDef){"j", "my-slot", jd_ground, one}).index, 0);
    check_text(b.model->joints.at[0].type->locks[0], "d.yi - 0.1");
    check_no_message(&b);
}

static void invalid_things_are_passed_over(void **state) {
    (void)state;
    const JdBody none = {-1};
    Bench b = start_bench();
    assert_int_equal(jd_add_joint(b.model, (JdJointDef){"j", "revolute", jd_ground, none}).index,
                     -1);
    jd_add_frame(b.model, none, "f", (JdVec3){0}, 0);
    jd_add_force(b.model, (JdForceDef){"F", "torque", none, jd_ground});
    assert_int_equal(jd_add_body(NULL, (JdBodyDef){"b"}).index, -1);
    assert_int_equal(jd_add_joint(NULL, (JdJointDef){"j"}).index, -1);
    jd_add_force(NULL, (JdForceDef){"F"});
    jd_add_joint_type(NULL, "t", NULL);
    jd_add_drive(NULL, "d", "x", "1");
    jd_start(NULL, "x", 1);
    jd_set_gravity(NULL, (JdVec3){0});
    jd_add_frame(NULL, jd_ground, "f", (JdVec3){0}, 0);
    jd_model_free(NULL);
    check_no_message(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_is_body_and_frame_zero),
        cmocka_unit_test(frames_of_a_joint_meet_as_drawn),
        cmocka_unit_test(axis_of_a_type_decides_what_points_along),
        cmocka_unit_test(axes_in_space_are_right_handed_and_along_the_direction),
        cmocka_unit_test(rod_takes_the_drawn_distance_or_its_own_length),
        cmocka_unit_test(forces_hold_numbers_and_expressions),
        cmocka_unit_test(drives_and_starts_are_kept),
        cmocka_unit_test(named_frames_are_found_by_body),
        cmocka_unit_test(many_names_are_kept_apart),
        cmocka_unit_test(a_users_type_is_used_like_any_other),
        cmocka_unit_test(invalid_things_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
