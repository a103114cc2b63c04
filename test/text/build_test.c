/* SPDX-License-Identifier: MIT
 *
 * What statements make of a model: bodies, joints, forces, values, repeats, settings, files. */
#include "text_check.h"

static const ModelBody *body_of(const Reading *reading, const char *name) {
    const int index = jd_model_find_body(reading->model, name);
    assert_true(index > 0);
    return &reading->model->bodies.at[index];
}

static void check_pose(Pose pose, double x, double y, double angle) {
    check_near(pose.p.x, x, 1e-15, "x");
    check_near(pose.p.y, y, 1e-15, "y");
    check_near(pose.angle, angle, 1e-15, "angle");
}

static void bodies_stand_where_they_are_drawn(void **state) {
    (void)state;
    Reading r =
        read_good("point A = [1, 1]\npoint B = [1, 3]\npoint C = [4, 2]\n"
                  "body two { link A B  massless }\n"
                  "body three { link A B C  mass 2 g  inertia 3 kg*m^2  com local [1, 2] }\n"
                  "body four { at A  angle 90 deg  com B  mass 1 kg  inertia 0\n"
                  "  frame f at C angle 10 deg\n  frame g local [1, 2] angle 10 deg }\n");
    check_pose(body_of(&r, "two")->pose, 1, 2, pi / 2);
    assert_true(body_of(&r, "two")->massless);
    check_pose(body_of(&r, "three")->pose, 1 - 2, 1 + 1, pi / 2);
    check_near(body_of(&r, "three")->mass, 0.002, 1e-18, "mass");
    check_near(body_of(&r, "three")->inertia[2][2], 3, 0, "inertia");
    check_pose(body_of(&r, "four")->pose, 1, 3, pi / 2);

    const int four = jd_model_find_body(r.model, "four");
    const int f = jd_model_find_frame(r.model, four, "f"),
              g = jd_model_find_frame(r.model, four, "g");
    check_pose(jd_model_frame_pose(r.model, f), 4, 2, 10 * pi / 180);
    check_pose(jd_model_frame_pose(r.model, g), 1 - 2, 1 + 1, 100 * pi / 180);
    close_reading(r);
}

static void joints_stand_at_their_points_and_along_their_axis(void **state) {
    (void)state;
    Reading r = read_good("body b { at [1, 1]  massless\n frame e at [3, 3] angle 45 deg }\n"
                          "joint one : revolute ground -- b at [2, 0]\n"
                          "joint two : prismatic ground -- b at [0, 1] [5, 6] axis [1, 1]\n"
                          "joint three : prismatic ground -- b.e alpha 3 1/s beta [5, 6] 1/s\n"
                          "joint four : rod ground -- b at [0, 0] [3, 4] gamma 7 1/s\n"
                          "joint five : rod ground -- b at [0, 0] [3, 4] length 100 mm\n");
    const ModelJoint *joints = r.model->joints.at;
    assert_int_equal(r.model->joints.count, 5);
    check_pose(jd_model_frame_pose(r.model, joints[0].i), 2, 0, 0);
    check_pose(jd_model_frame_pose(r.model, joints[0].j), 2, 0, 0);
    check_pose(jd_model_frame_pose(r.model, joints[1].i), 0, 1, pi / 4);
    check_pose(jd_model_frame_pose(r.model, joints[1].j), 5, 6, pi / 4);
    check_pose(jd_model_frame_pose(r.model, joints[2].i), 3, 3, pi / 4);
    check_text(r.model->frames.at[joints[2].j].name, "e");
    check_near(joints[2].alpha[0], 3, 0, "alpha for all");
    check_near(joints[2].alpha[1], 3, 0, "alpha for all");
    check_near(joints[2].beta[1], 6, 0, "beta one for each");
    assert_true(isnan(joints[2].gamma[0]));
    check_near(joints[3].fields[0], 5, 0, "length as drawn");
    check_near(joints[3].gamma[0], 7, 0, "gamma");
    check_near(joints[4].fields[0], 0.1, 1e-17, "length as said");
    assert_int_equal(joints[4].where.line, 7);
    close_reading(r);
}

static void types_of_the_text_have_fields_locks_and_frees(void **state) {
    (void)state;
    Reading r = read_good("param h = 20 mm\nparam d = 5\n"
                          "joint type slot {\n field offset m = 30 mm\n field k\n"
                          " lock d.yi - k*offset - h\n free slide x\n free turn z as swing\n}\n"
                          "body b { at [0, 0] massless }\n"
                          "joint j : slot ground -- b at [0, 0] k 3\n");
    const ModelJoint *joint = &r.model->joints.at[0];
    check_text(joint->type->name, "slot");
    check_near(joint->fields[0], 0.03, 1e-17, "default");
    check_near(joint->fields[1], 3, 0, "given");
    Lock locks[JOINT_LOCKS];
    assert_int_equal(
        jd_joint_locks(joint->type, true, joint->fields, locks, NULL, joint->where, r.log), 1);
    check_near(locks[0].constant, -3 * 0.03 - 0.02, 1e-16,
               "parameters are worked out, `d` is the vector");
    check_text(joint->type->frees[0].position, "travel");
    check_text(joint->type->frees[1].position, "swing");
    check_text(joint->type->frees[1].accel, "swing_accel");
    close_reading(r);
}

static void forces_have_numbers_or_expressions(void **state) {
    (void)state;
    Reading r = read_good(
        "param F = 3 N\npoint b = [7, 7]\n"
        "body b { at [1, 2] massless }\njoint j : revolute ground -- b at [0, 0]\n"
        "force one : spring-damper ground -- b at [0, 0] [3, 4] stiffness 2 N/mm\n"
        "force two : point-force b value [2*F, F*sin(j.angle)]\n"
        "force turned : point-force b value [1, -2] N*sin(time/1 s) - (F/2)*[0, j.angle]\n"
        "force three : effort j.angle value F*1 m + 1 N*m*s*j.rate + 0.1 N*b.x\n"
        "drive motor : j.angle = 2 rad/s*time\n");
    const ModelForce *forces = r.model->forces.at;
    check_near(forces[0].fields[0].number[0], 2000, 0, "stiffness");
    check_near(forces[0].fields[2].number[0], 5, 0, "length as drawn");
    check_near(forces[1].fields[0].number[0], 6, 0, "constant part");
    assert_null(forces[1].fields[0].expr[0]);
    assert_non_null(forces[1].fields[0].expr[1]);
    check_pose(jd_model_frame_pose(r.model, forces[1].j), 1, 2, 0);

    /* A vector that changes comes apart into its numbers. */
    assert_non_null(forces[2].fields[0].expr[0]);
    Text second = {0};
    jd_expr_write(forces[2].fields[0].expr[1], &second);
    check_contains(second.at, "sin(time");
    check_contains(second.at, "j.angle");
    jd_text_free(&second);
    forces++;
    check_text(forces[2].target, "j.angle");

    /* Bodies go before points where channels may stand. */
    Text text = {0};
    jd_expr_write(forces[2].fields[0].expr[0], &text);
    check_contains(text.at, "b.x");
    jd_text_free(&text);
    check_text(r.model->drives.at[0].target, "j.angle");
    close_reading(r);
}

static void requests_are_noted(void **state) {
    (void)state;
    Reading r =
        read_good("param N = 2\n"
                  "start j.angle = 30 deg, j.rate = 2\noutput b.x, energy\n"
                  "expect b.x = 3 mm at 2 s within 1 um\n"
                  "expect b.y = 3 mm within 1e-3 relative when N == 2\n"
                  "expect b.y = 4 mm within 1e-3 when N == 3\n"
                  "run to 2 s every 10 ms step 1e-5 s tol 1e-9 stepper rk4 form newton-euler\n");
    const JdModel *m = r.model;
    assert_int_equal(m->starts.count, 2);
    check_near(m->starts.at[0].value, pi / 6, 1e-16, "30 degrees");
    assert_false(m->starts.at[0].plain);
    assert_true(m->starts.at[1].plain);
    check_text(m->outputs.at[1].channel, "energy");
    assert_int_equal(m->expects.count, 2);
    check_near(m->expects.at[0].within, 1e-6, 1e-21, "within in SI");
    assert_false(m->expects.at[0].conditional);
    assert_true(m->expects.at[1].conditional && m->expects.at[1].relative);
    assert_true(isnan(m->expects.at[1].at));
    check_near(m->run.every, 0.01, 1e-17, "every");
    check_text(m->run.form, "newton-euler");
    assert_int_equal(m->run.where.line, 7);
    close_reading(r);
}

static void repeats_are_carried_out(void **state) {
    (void)state;
    Reading r = read_good("param n = 3\n"
                          "repeat i from 0 to n { point A[i] = [i*100 mm, 0] }\n"
                          "repeat i from 1 to n {\n"
                          "    body b[i] { link A[i - 1] A[i]  massless }\n"
                          "    repeat k from 0 to i { param c[i][k] = 10*i + k }\n"
                          "}\n"
                          "repeat i from 1 to 0 { param never = 1 }\n"
                          "body end { at [c[3][2], 0]  massless }\n");
    assert_int_equal(r.model->bodies.count, 1 + 3 + 1);
    check_pose(body_of(&r, "b[3]")->pose, 0.25, 0, 0);
    check_pose(body_of(&r, "end")->pose, 32, 0, 0);
    assert_int_equal(body_of(&r, "b[2]")->where.line, 4);
    check_text(body_of(&r, "b[2]")->where.source, "    body b[i] { link A[i - 1] A[i]  massless }");
    close_reading(r);
}

static void settings_replace_parameters(void **state) {
    (void)state;
    static const char text[] = "param r = 153 mm\nparam l = 2*r\nparam n = 3\n";
    const JdSetting settings[] = {{"r", "160mm"}, {"n", "40"}, {NULL, NULL}};
    Reading r = read_set(text, settings);
    assert_non_null(r.model);
    check_near(r.model->params.at[0].value.v[0], 0.16, 1e-17, "set");
    check_near(r.model->params.at[1].value.v[0], 0.32, 1e-17, "follows");
    check_near(r.model->params.at[2].value.v[0], 40, 0, "plain");
    assert_true(r.model->settings_changed && r.model->params.at[0].set &&
                !r.model->params.at[1].set);
    check_text(r.model->params.at[0].text, "160mm");
    check_text(r.model->params.at[1].text, "2 * r");
    close_reading(r);
}

static void check_setting(const char *name, const char *value, const char *code,
                          const char *words) {
    const JdSetting settings[] = {{name, value}, {NULL, NULL}};
    Reading r = read_set("param length = 153 mm\npoint A = [0, 0]\n", settings);
    const JdMessage message = jd_log_message(r.log, 0);
    assert_null(r.model);
    assert_int_equal(jd_log_errors(r.log), 1);
    check_text(message.code, code);
    if (!strstr(message.text, words)) check_contains(message.hint, words);
    close_reading(r);
}

static void wrong_settings_are_explained(void **state) {
    (void)state;
    check_setting("lenght", "1 m", "setting-unknown", "did you mean 'length'?");
    check_setting("A", "[1, 2]", "setting-unknown", "is a point");
    check_setting("length", "1 kg", "dimension-mismatch", "length");
    check_setting("length", "1 +", "expression-syntax", "missing");
    check_setting("length", "[1, 2] m", "vector-size", "");
    check_setting("length", "", "expression-syntax", "missing");
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void write_file(const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, JD_SCRATCH "/%s", name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static Reading read_file(const char *name) {
    char path[512];
    snprintf(path, sizeof path, JD_SCRATCH "/%s", name);
    Reading r = {.log = jd_log_new()};
    r.model = jd_model_read_file(path, (JdReadDef){0}, r.log);
    return r;
}

static void files_include_files(void **state) {
    (void)state;
    write_file(
        "text_main.jd",
        "model m\ninclude \"text_parts.jd\"\ninclude \"text_more.json\"\nbody b { at P massless }\n"
        "joint j : slot ground -- b at P offset h\n");
    write_file("text_parts.jd", "point P = [1, 2]\nparam h = 3 m\njoint type slot { field offset m "
                                " lock d.yi - offset }\n");
    write_file("text_more.json",
               "{\"statements\": [{\"param\": {\"name\": \"q\", \"value\": 3}}]}");
    Reading r = read_file("text_main.jd");
    if (!r.model) jd_log_print(r.log, stderr);
    assert_non_null(r.model);
    check_pose(body_of(&r, "b")->pose, 1, 2, 0);
    check_near(r.model->joints.at[0].fields[0], 3, 0, "a field of a type of another file");
    assert_int_equal(r.model->params.count, 2);
    close_reading(r);
}

static void mistakes_in_included_files_name_the_file(void **state) {
    (void)state;
    write_file("text_main.jd", "include \"text_bad.jd\"\nparam c = 2*b\n");
    write_file("text_bad.jd", "# first line\nparam b = 3 mmm\n");
    Reading r = read_file("text_main.jd");
    assert_null(r.model);
    assert_int_equal(jd_log_errors(r.log), 1);
    check_contains(jd_log_message(r.log, 0).file, "text_bad.jd");
    assert_int_equal(jd_log_message(r.log, 0).line, 2);
    close_reading(r);
}

static void check_file_mistake(const char *name, const char *code, const char *words) {
    Reading r = read_file(name);
    assert_null(r.model);
    check_text(jd_log_message(r.log, 0).code, code);
    check_contains(jd_log_message(r.log, 0).text, words);
    assert_int_equal(jd_log_errors(r.log), 1);
    close_reading(r);
}

static void files_that_cannot_be_read_are_named(void **state) {
    (void)state;
    check_file_mistake("text_none.jd", "file-read", "text_none.jd");
    write_file("text_main.jd", "planar\ninclude \"text_none.jd\"\n");
    check_file_mistake("text_main.jd", "file-read", "text_none.jd");
    write_file("text_main.jd", "include \"text_other.jd\"\n");
    write_file("text_other.jd", "include \"text_main.jd\"\n");
    check_file_mistake("text_main.jd", "include-cycle", "by way of");
    write_file("text_main.jd", "include \"./text_main.jd\"\n");
    check_file_mistake("text_main.jd", "include-too-deep", "16 deep");
    check_file_mistake(".", "file-read", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_stand_where_they_are_drawn),
        cmocka_unit_test(joints_stand_at_their_points_and_along_their_axis),
        cmocka_unit_test(types_of_the_text_have_fields_locks_and_frees),
        cmocka_unit_test(forces_have_numbers_or_expressions),
        cmocka_unit_test(requests_are_noted),
        cmocka_unit_test(repeats_are_carried_out),
        cmocka_unit_test(settings_replace_parameters),
        cmocka_unit_test(wrong_settings_are_explained),
        cmocka_unit_test(files_include_files),
        cmocka_unit_test(mistakes_in_included_files_name_the_file),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
