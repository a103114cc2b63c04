/* SPDX-License-Identifier: MIT
 *
 * Models in space by C calls: attitude, inertia and what a body can have of it, axes of joints,
 * couplings, gravity, and a planar model that is made to move in space. */
#include "check.h"
#include "model/model.h"

typedef struct {
    JdLog *log;
    JdModel *model;
} Bench;

static Bench start_bench(void) {
    Bench b = {.log = jd_log_new()};
    b.model = jd_model_new(JD_SPATIAL, b.log);
    assert_non_null(b.model);
    return b;
}

static void end_bench(Bench *b) {
    jd_model_free(b->model);
    jd_log_free(b->log);
}

static JdBody add_cube(Bench *b, const char *name, double x) {
    return jd_add_body(b->model,
                       (JdBodyDef){name, .mass = 1, .ixx = 0.1, .iyy = 0.1, .izz = 0.1, .at = {x}});
}

/* The one message has this code and speaks of that. */
static void check_message(Bench *b, JdSeverity severity, const char *code, const char *part) {
    if (jd_log_count(b->log) != 1) jd_log_print(b->log, stderr);
    assert_int_equal(jd_log_count(b->log), 1);
    const JdMessage message = jd_log_message(b->log, 0);
    check_text(message.code, code);
    check_contains(message.text, part);
    assert_int_equal(message.severity, severity);
    assert_non_null(message.hint);
    assert_non_null(jd_code_find(code));
    assert_int_equal(b->model->errors, severity == JD_ERROR);
    end_bench(b);
}

static void check_no_message(Bench *b) {
    if (jd_log_count(b->log)) jd_log_print(b->log, stderr);
    assert_int_equal(jd_log_count(b->log), 0);
    assert_int_equal(b->model->errors, 0);
    end_bench(b);
}

static void check_vector(Vec3 is, Vec3 wanted, double within, const char *what) {
    check_near(is.x, wanted.x, within, what);
    check_near(is.y, wanted.y, within, what);
    check_near(is.z, wanted.z, within, what);
}

/* ---- Bodies --------------------------------------------------------------------------------- */

static void attitude_is_a_quaternion_of_any_length(void **state) {
    (void)state;
    Bench b = start_bench();
    jd_add_body(b.model, (JdBodyDef){"one", .mass = 1, .ixx = 1, .iyy = 2, .izz = 2.5, .ixy = 0.1,
                                     .at = {1, 2, 3}, .attitude = {3, 3, 3, 3}});
    const ModelBody *one = &b.model->bodies.at[1];
    check_vector(one->pose.axes.x, vec3(0, 1, 0), 1e-15, "a third of a turn about (1, 1, 1)");
    check_vector(one->pose.axes.z, vec3(1, 0, 0), 1e-15, "takes x to y to z to x");
    check_near(one->inertia[0][1], 0.1, 0, "Ixy"), check_near(one->inertia[1][0], 0.1, 0, "Iyx");
    jd_add_body(b.model, (JdBodyDef){"two", .mass = 1, .angle = pi / 2, .point = true});
    check_vector(b.model->bodies.at[2].pose.axes.x, vec3(0, 1, 0), 1e-15, "the angle is about z");
    check_no_message(&b);
}

static void turned_frames_are_seen_from_the_body(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = jd_add_body(b.model, (JdBodyDef){"one", .mass = 1, .ixx = 1, .iyy = 1,
                                                        .izz = 1, .at = {1, 2, 3},
                                                        .attitude = {sqrt(0.5), 0, 0, sqrt(0.5)}});
    jd_add_frame_turned(b.model, one, "tip", (JdVec3){1, 4, 3},
                        (double[4]){sqrt(0.5), sqrt(0.5), 0, 0});
    const int frame = jd_model_find_frame(b.model, one.index, "tip");
    const Pose local = b.model->frames.at[frame].local, drawn = jd_model_frame_pose(b.model, frame);
    check_vector(local.p, vec3(2, 0, 0), 1e-15, "2 along the body's x");
    check_vector(local.axes.x, vec3(0, -1, 0), 1e-15, "ground x along the body's -y");
    check_vector(drawn.axes.y, vec3(0, 0, 1), 1e-15, "as drawn: y along z");
    check_vector(drawn.p, vec3(1, 4, 3), 1e-15, "as drawn");
    check_no_message(&b);
}

static void inertia_that_no_body_has_is_explained(void **state) {
    (void)state;
    const struct {
        JdBodyDef def;
        const char *code, *words;
    } cases[] = {
        {{"b", .mass = 1, .ixx = 1, .iyy = 1, .izz = 2.1}, "inertia-impossible", "2.1 is larger"},
        {{"b", .mass = 1, .izz = 1}, "inertia-impossible", "0, 0 and 1"},
        {{"b", .mass = 1, .ixx = 1, .iyy = 1, .izz = 1, .ixy = 2}, "inertia-impossible", "'b'"},
        {{"b", .mass = 1, .ixx = 1, .iyy = -1, .izz = 1}, "inertia-negative", "-1"},
        {{"b", .mass = 1, .ixx = 1, .iyy = 1, .izz = NAN}, "number-not-finite", "inertia"},
        {{"b", .mass = 1, .ixx = 1, .iyy = 1, .izz = 1, .point = true},
         "point-with-inertia",
         "1 kg"},
        {{"b", .massless = true, .ixx = 1, .iyy = 1}, "massless-with-mass", "massless"},
        {{"b", .mass = 1, .attitude = {NAN}}, "number-not-finite", "attitude"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        Bench b = start_bench();
        assert_int_equal(jd_add_body(b.model, cases[n].def).index, -1);
        check_message(&b, JD_ERROR, cases[n].code, cases[n].words);
    }
}

static void rods_and_laminas_have_a_possible_inertia(void **state) {
    (void)state;
    check_seed(3);
    for (int trial = 0; trial < 200; trial++) {
        Bench b = start_bench();
        const Axes axes = jd_axes_from_vector(
            vec3(3 * check_uniform(-1, 1), 3 * check_uniform(-1, 1), 3 * check_uniform(-1, 1)));
        const double y = check_uniform(0, 1), x = trial % 2 ? 0 : check_uniform(0, 1);
        const double principal[3][3] = {{x}, {0, y}, {0, 0, x + y}};
        ModelBody body = {.name = "b", .mass = 1, .pose = {.axes = axes_none}};
        jd_axes_tensor_out(&axes, principal, body.inertia);
        assert_int_equal(jd_model_add_body(b.model, &body), 1);
        check_no_message(&b);
    }
}

static void matrix_that_is_not_symmetric_is_refused(void **state) {
    (void)state;
    Bench b = start_bench();
    const ModelBody body = {.name = "b",
                            .mass = 1,
                            .pose = {.axes = axes_none},
                            .inertia = {{1, 0.1, 0}, {0.1, 1, 0.2}, {0, 0.3, 1}}};
    assert_int_equal(jd_model_add_body(b.model, &body), -1);
    check_message(&b, JD_ERROR, "inertia-not-symmetric", "Iyz = 0.2 and Izy = 0.3");
}

/* ---- Joints --------------------------------------------------------------------------------- */

static void second_axis_is_the_next_one(void **state) {
    (void)state;
    Bench b = start_bench();
    add_cube(&b, "one", 0);
    for (int axis = AXIS_X; axis <= AXIS_Z; axis++) {
        int i, j;
        const Vec3 first = {0, 3, 4}, second = {2, 0, 0};
        assert_true(jd_model_place_sides(
            b.model, &(SidesDef){0, 1, first, first, (AxisName)axis, first, second, nowhere}, &i,
            &j));
        const Pose pose = jd_model_frame_pose(b.model, j);
        check_vector(axes_at(&pose.axes, (AxisName)axis), vec3(0, 0.6, 0.8), 1e-15, "first");
        check_vector(axes_at(&pose.axes, (AxisName)((axis + 1) % 3)), vec3(1, 0, 0), 1e-15,
                     "second");
        assert_true(jd_axes_proper(&pose.axes, 1e-14));
    }
    check_no_message(&b);
}

static void second_axis_that_is_nearly_normal_is_made_so(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_cube(&b, "one", 0);
    jd_add_joint(b.model, (JdJointDef){"u", "universal", jd_ground, one, .axis = {1},
                                       .second = {9e-7, 1, 0}});
    const Pose pose = jd_model_frame_pose(b.model, b.model->joints.at[0].i);
    check_near(vec3_dot(pose.axes.x, pose.axes.y), 0, 1e-16, "normal");
    check_no_message(&b);
}

static void axes_of_universal_joints_are_checked(void **state) {
    (void)state;
    const struct {
        Vec3 axis, second;
        const char *code, *words;
    } cases[] = {
        {{1}, {0}, "joint-needs-second", "'u'"},
        {{1}, {-2}, "axis-parallel", "along the first"},
        {{1}, {1, 1, 0}, "axis-not-normal", "45 degrees"},
        {{0}, {1, 0, 1}, "axis-not-normal", "45 degrees"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        Bench b = start_bench();
        const JdBody one = add_cube(&b, "one", 0);
        jd_add_joint(b.model, (JdJointDef){"u", "universal", jd_ground, one, .axis = cases[n].axis,
                                           .second = cases[n].second});
        assert_int_equal(b.model->joints.count, 0);
        check_message(&b, JD_ERROR, cases[n].code, cases[n].words);
    }
}

static void same_joint_twice_is_a_warning(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_cube(&b, "one", 0), two = add_cube(&b, "two", 1);
    const JdVec3 at = {0.5, 1, 2};
    jd_add_joint(b.model, (JdJointDef){"a", "revolute", one, two, .at = at, .axis = {0, 1, 1}});
    jd_add_joint(b.model, (JdJointDef){"b", "revolute", one, two, .at = at, .axis = {0, 1, 0}});
    jd_add_joint(b.model, (JdJointDef){"c", "revolute", one, two, .axis = {0, 1, 1}});
    jd_add_joint(b.model, (JdJointDef){"d", "spherical", one, two, .at = at, .axis = {0, 1, 1}});
    jd_add_joint(b.model,
                 (JdJointDef){"e", "revolute", jd_ground, two, .at = at, .axis = {0, 1, 1}});
    assert_int_equal(jd_log_count(b.log), 0);
    jd_add_joint(b.model, (JdJointDef){"f", "revolute", two, one, .at = at, .axis = {0, -1, -1}});
    assert_int_equal(b.model->joints.count, 6);
    check_contains(jd_log_message(b.log, 0).text, "'f'");
    check_message(&b, JD_WARNING, "joint-repeated", "joint 'a'");
}

static void gears_couple_frees(void **state) {
    (void)state;
    Bench b = start_bench();
    const JdBody one = add_cube(&b, "one", 0), two = add_cube(&b, "two", 1);
    jd_add_joint(b.model, (JdJointDef){"ball", "spherical", jd_ground, one});
    jd_add_joint(b.model, (JdJointDef){"cyl", "cylindrical", jd_ground, two});
    jd_add_joint(b.model, (JdJointDef){"hinge", "revolute", jd_ground, one, .at = {1}});
    const JdField ratio[] = {{"ratio", 2}, {NULL}};
    const JdJoint gear =
        jd_add_joint(b.model, (JdJointDef){"gear", "gear", .free_i = "hinge.angle",
                                           .free_j = "cyl.angle", .fields = ratio});
    assert_int_equal(gear.index, 3);
    const ModelJoint *g = &b.model->joints.at[3];
    const FreeDef *frees[JOINT_FREES];
    assert_int_equal(g->i, 2), assert_int_equal(g->j, 1);
    assert_int_equal(g->free_i, 0);
    assert_true(jd_joint_frees(b.model->joints.at[1].type, false, frees) > g->free_j);
    check_text(frees[g->free_j]->position, "angle");
    check_near(g->fields[0], 2, 0, "ratio");
    check_no_message(&b);
}

static void couplings_that_make_no_sense_are_explained(void **state) {
    (void)state;
    const struct {
        JdJointDef def;
        const char *code, *words;
    } cases[] = {
        {{"g", "coupling", .free_i = "hinge.angle"}, "couple-needs-frees", "'g'"},
        {{"g", "coupling", .free_i = "hinge.angle", .free_j = "one"},
         "couple-needs-frees",
         "'one'"},
        {{"g", "coupling", .free_i = "hinge.angle", .free_j = "hinge.angle"},
         "couple-same-free",
         "hinge.angle"},
        {{"g", "coupling", .free_i = "hinge.angle", .free_j = "ball.rx"}, "couple-ball", "ball.rx"},
        {{"g", "rack", .free_i = "slide.travel", .free_j = "hinge.angle",
          .fields = (JdField[]){{"radius", 0.1}, {NULL}}},
         "couple-mismatch",
         "a travel on the first"},
        {{"g", "fixed", .free_i = "hinge.angle"}, "joint-needs-bodies", "hinge.angle"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        Bench b = start_bench();
        const JdBody one = add_cube(&b, "one", 0);
        jd_add_joint(b.model, (JdJointDef){"hinge", "revolute", jd_ground, one});
        jd_add_joint(b.model, (JdJointDef){"ball", "spherical", jd_ground, one});
        jd_add_joint(b.model, (JdJointDef){"slide", "prismatic", jd_ground, one});
        jd_add_joint(b.model, cases[n].def);
        assert_int_equal(b.model->joints.count, 3);
        check_message(&b, JD_ERROR, cases[n].code, cases[n].words);
    }
}

/* ---- Types ---------------------------------------------------------------------------------- */

static void types_in_space_are_checked(void **state) {
    (void)state;
    const struct {
        JointType type;
        const char *code, *words; /* NULL: it is sound */
    } cases[] = {
        {{"own", .locks = {"d.x0", "d.y0", "d.z0"},
          .frees = {BALL(X, "a", "b", "c"), BALL(Y, "d", "e", "f"), BALL(Z, "g", "h", "i")}}},
        {{"own", .locks = {"d.x0", "d.y0", "d.z0", "zi.xj", "zi.yj"}, .frees = {TURN(Z)}}},
        {{"own", .locks = {"d.xi", "d.yi", "zi.xj", "zi.yj"},
          .frees = {SLIDE(Z), TURN_AS(Z, "u", "v", "w")}}},
        {{"own", .locks = {"d.xi", "d.yi", "zi.xj", "zi.yj", "d.zi - 0.01*turn(z)"}}},
        {{"own", .locks = {"w.zi"}}},
        {{"own", .locks = {"2*qi - qj"}}},
        {{"own", .locks = {"d.d", "d.x0", "d.y0"},
          .frees = {BALL(X, "a", "b", "c"), BALL(Y, "d", "e", "f"), BALL(Z, "g", "h", "i")}},
         "joint-type-redundant",
         "'d.d'"},
        {{"own", .locks = {"d.x0", "d.y0", "d.z0", "zi.xj", "zi.yj"}, .frees = {TURN(X)}},
         "joint-type-frees",
         "changes its lock"},
        {{"own", .locks = {"d.x0", "d.y0", "d.z0"},
          .frees = {TURN_AS(X, "a", "b", "c"), TURN_AS(Y, "d", "e", "f"),
                    TURN_AS(Y, "g", "h", "i")}},
         "joint-type-frees",
         "depends on its other frees"},
        {{"own", .locks = {"2*qi - qj", "d.x0"}}, "joint-type-couples", "'own'"},
        {{"own", .locks = {"2*qi - qj"}, .frees = {TURN(Z)}}, "joint-type-couples", "'own'"},
        {{"own", .fields = {{.name = "qi", .unit = "1"}}, .locks = {"d.x0"}},
         "field-not-valid",
         "'qi'"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        Bench b = start_bench();
        const JointType *type = jd_model_add_type(b.model, &cases[n].type, nowhere, NULL);
        if (!cases[n].code) {
            if (!type) jd_log_print(b.log, stderr);
            assert_non_null(type);
            assert_int_equal(type->couples, n == 5);
            check_no_message(&b);
            continue;
        }
        assert_null(type);
        check_message(&b, JD_ERROR, cases[n].code, cases[n].words);
    }
}

/* ---- Gravity -------------------------------------------------------------------------------- */

static void gravity_comes_in_three_ways(void **state) {
    (void)state;
    Bench b = start_bench();
    jd_set_gravity(b.model, (JdVec3){1, 2, 3});
    check_vector(b.model->gravity.value, vec3(1, 2, 3), 0, "uniform");
    jd_set_gravity_point(b.model, (JdVec3){0, 0, -1}, 4e14);
    assert_int_equal(b.model->gravity.kind, GRAVITY_POINT);
    check_near(b.model->gravity.mu, 4e14, 0, "mu");
    jd_set_gravity_field(b.model, "-9.81 m/s^2 * x / (1 m)", "0", "2*time");
    assert_int_equal(b.model->gravity.kind, GRAVITY_FIELD);
    for (int n = 0; n < 3; n++) assert_non_null(b.model->gravity.field[n]);
    check_no_message(&b);
}

static void gravity_that_makes_no_sense_is_explained(void **state) {
    (void)state;
    Bench b = start_bench();
    jd_set_gravity_point(b.model, (JdVec3){0}, -1);
    check_message(&b, JD_ERROR, "gravity-not-valid", "-1");
    b = start_bench();
    jd_set_gravity_field(b.model, "x", "0", "0");
    check_message(&b, JD_ERROR, "dimension-mismatch", "gravity");
    b = start_bench();
    jd_set_gravity_field(b.model, "0", "speed", "0");
    check_message(&b, JD_ERROR, "gravity-reads-state", "'speed'");
}

/* ---- A planar model in space ---------------------------------------------------------------- */

static void planar_models_keep_their_plane_in_space(void **state) {
    (void)state;
    Bench b = start_bench();
    b.model->flat = true;
    assert_int_equal(jd_model_width(b.model), 2);
    const JdBody one =
        jd_add_body(b.model, (JdBodyDef){"one", .mass = 1, .izz = 0.4, .at = {1}, .angle = 7});
    const ModelBody *body = &b.model->bodies.at[1];
    check_near(body->inertia[0][0], 0.2, 0, "half"),
        check_near(body->inertia[1][1], 0.2, 0, "half");
    check_near(body->pose.angle, 7, 0, "more than a turn is kept");
    jd_add_joint(b.model, (JdJointDef){"s", "prismatic", jd_ground, one, .axis = {1, 1}});
    const Pose pose = jd_model_frame_pose(b.model, b.model->joints.at[0].j);
    check_near(pose.angle, pi / 4, 1e-15, "as in the plane");
    check_vector(pose.axes.z, vec3(0, 0, 1), 0, "z is the normal");
    const JointType slot = {"slot", .locks = {"d.yi"},
                            .frees = {SLIDE(X), TURN_AS(Z, "u", "v", "w")}};
    const JointType *type = jd_model_add_type(b.model, &slot, nowhere, NULL);
    assert_non_null(type);
    check_text(type->locks[1], "d.zi"), check_text(type->locks[3], "zi.yj");
    assert_null(type->locks[4]);
    check_no_message(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attitude_is_a_quaternion_of_any_length),
        cmocka_unit_test(turned_frames_are_seen_from_the_body),
        cmocka_unit_test(inertia_that_no_body_has_is_explained),
        cmocka_unit_test(rods_and_laminas_have_a_possible_inertia),
        cmocka_unit_test(matrix_that_is_not_symmetric_is_refused),
        cmocka_unit_test(second_axis_is_the_next_one),
        cmocka_unit_test(second_axis_that_is_nearly_normal_is_made_so),
        cmocka_unit_test(axes_of_universal_joints_are_checked),
        cmocka_unit_test(same_joint_twice_is_a_warning),
        cmocka_unit_test(gears_couple_frees),
        cmocka_unit_test(couplings_that_make_no_sense_are_explained),
        cmocka_unit_test(types_in_space_are_checked),
        cmocka_unit_test(gravity_comes_in_three_ways),
        cmocka_unit_test(gravity_that_makes_no_sense_is_explained),
        cmocka_unit_test(planar_models_keep_their_plane_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
