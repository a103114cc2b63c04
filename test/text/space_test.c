/* SPDX-License-Identifier: MIT
 *
 * Models in space, and gravity, shapes and loads in either: what text makes of them, and back. */
#include "text_check.h"

static const char start[] =
    "spatial\npoint O = [0, 0, 0]\npoint A = [1, 0, 0]\npoint B = [1, 2, 2]\n";

static Reading read_in_space(const char *rest) {
    char text[2000];
    snprintf(text, sizeof text, "%s%s", start, rest);
    return read_good(text);
}

static const ModelBody *body_of(Reading reading, const char *name) {
    const int index = jd_model_find_body(reading.model, name);
    assert_true(index > 0);
    return &reading.model->bodies.at[index];
}

static Pose frame_of(Reading reading, const char *body, const char *name) {
    const int owner = jd_model_find_body(reading.model, body);
    const int frame = jd_model_find_frame(reading.model, owner, name);
    assert_true(frame > 0);
    return jd_model_frame_pose(reading.model, frame);
}

static void check_vector(Vec3 is, Vec3 wanted, double within, const char *what) {
    check_near(is.x, wanted.x, within, what);
    check_near(is.y, wanted.y, within, what);
    check_near(is.z, wanted.z, within, what);
}

static void check_inertia(const ModelBody *body, Vec3 diagonal, Vec3 products, double within) {
    const double(*i)[3] = body->inertia;
    check_vector(vec3(i[0][0], i[1][1], i[2][2]), diagonal, within, body->name);
    check_vector(vec3(i[0][1], i[0][2], i[1][2]), products, within, body->name);
    check_vector(vec3(i[1][0], i[2][0], i[2][1]), products, within, body->name);
}

/* ---- Bodies --------------------------------------------------------------------------------- */

static void links_have_their_x_axis_along_and_z_up(void **state) {
    (void)state;
    Reading r =
        read_in_space("body b { link A B O  mass 3 kg  inertia [1, 2, 2.5] kg*m^2 }\n"
                      "body c { link O, [0, 0, 2]  mass 1 kg  inertia [0, 1, 1] kg*m^2 }\n");
    const ModelBody *b = body_of(r, "b"), *c = body_of(r, "c");
    check_vector(b->pose.p, vec3(2. / 3, 2. / 3, 2. / 3), 1e-15, "the middle of the points");
    check_vector(b->pose.axes.x, vec3(0, sqrt(0.5), sqrt(0.5)), 1e-15, "x along the link");
    check_vector(b->pose.axes.z, vec3(0, -sqrt(0.5), sqrt(0.5)), 1e-15, "z as near to z as can be");
    check_vector(c->pose.axes.x, vec3(0, 0, 1), 0, "x along the link");
    check_vector(c->pose.axes.z, vec3(1, 0, 0), 0, "z along x, if x is along z");
    check_inertia(b, vec3(1, 2, 2.5), vec3(0, 0, 0), 0);
    close_reading(r);
}

static void bodies_and_frames_are_turned(void **state) {
    (void)state;
    Reading r =
        read_in_space("body b { at B  turned turn(z, 90 deg)  com local [1, 0, 0]  mass 1 kg\n"
                      "  inertia [1, 1, 1] kg*m^2\n"
                      "  frame e at A turned turn(x, 90 deg)\n  frame f local [0, 0, 3] turned [0, "
                      "0, 90 deg] }\n");
    const ModelBody *b = body_of(r, "b");
    check_vector(b->pose.axes.x, vec3(0, 1, 0), 1e-15, "turned about z");
    check_vector(b->pose.p, vec3(1, 3, 2), 1e-15, "local along the turned axes");
    const Pose e = frame_of(r, "b", "e"), f = frame_of(r, "b", "f");
    check_vector(e.p, vec3(1, 0, 0), 1e-15, "at A");
    check_vector(e.axes.y, vec3(0, 0, 1), 1e-15, "turned from the ground's axes");
    check_vector(f.p, vec3(1, 2, 5), 1e-15, "from the origin of the body");
    check_vector(f.axes.x, vec3(-1, 0, 0), 1e-15, "turned from the body's axes");
    close_reading(r);
}

static void inertia_is_principal_values_or_a_matrix(void **state) {
    (void)state;
    Reading r = read_in_space(
        "param J = 2 kg*m^2\n"
        "body a { at A mass 1 kg inertia [[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]] g*m^2 }\n"
        "body b { at A mass 1 kg inertia [[J, 0, 0], [0, J, 0], [0, 0, 2*J]] }\n"
        "body c { at A mass 1 kg inertia [1, 2, 3]*J principal turn(z, 90 deg) }\n"
        "body d { at A mass 1 kg inertia [1, 2, 2] kg*m^2 principal turn(z, 45 deg) }\n"
        "param row = [1, 0, 0] kg*m^2\n"
        "body e { at A mass 1 kg inertia [row, [0, 1, 0] kg*m^2, [0, 0, 1e3] g*m^2] }\n"
        "body f { at A mass 1 kg inertia J*[[2, 0.1, 0], [0.1, 3, 0], [0, 0, 4]]/2 }\n"
        "body g { at A mass 1 kg inertia -([[-2, 0, 0], [0, -3, 0], [0, 0, -4]] kg*m^2) + "
        "2*[[0, 0.1, 0], [0.1, 0, 0], [0, 0, 0]] kg*m^2 }\n");
    check_inertia(body_of(r, "f"), vec3(2, 3, 4), vec3(0.1, 0, 0), 1e-15);
    check_inertia(body_of(r, "g"), vec3(2, 3, 4), vec3(0.2, 0, 0), 1e-15);
    check_inertia(body_of(r, "a"), vec3(2e-3, 3e-3, 4e-3), vec3(1e-4, 2e-4, 3e-4), 1e-18);
    check_inertia(body_of(r, "b"), vec3(2, 2, 4), vec3(0, 0, 0), 0);
    check_inertia(body_of(r, "c"), vec3(4, 2, 6), vec3(0, 0, 0), 1e-14);
    check_inertia(body_of(r, "e"), vec3(1, 1, 1), vec3(0, 0, 0), 0);
    check_inertia(body_of(r, "d"), vec3(1.5, 1.5, 2), vec3(-0.5, 0, 0), 1e-14);
    close_reading(r);
}

static void shapes_give_mass_and_inertia(void **state) {
    (void)state;
    Reading r = read_in_space(
        "body box { at A shape box length 3 m width 2 m height 1 m mass 12 kg }\n"
        "body rod { link O A shape rod mass 12 kg }\n"
        "body bar { link O A shape cylinder diameter 20 cm density 1000 kg/m^3 }\n"
        "body ball { at A shape sphere diameter 2 m mass 5 kg }\n"
        "body pipe { at A shape pipe length 2 m diameter 4 m inner 2 m density 1 kg/m^3 }\n"
        "body own { at A shape sphere diameter 1 m mass 1 kg inertia [1, 1, 1] kg*m^2 }\n");
    check_inertia(body_of(r, "box"), vec3(5, 10, 13), vec3(0, 0, 0), 1e-14);
    check_inertia(body_of(r, "rod"), vec3(0, 1, 1), vec3(0, 0, 0), 1e-15);
    check_near(body_of(r, "bar")->mass, 10 * pi, 1e-13, "density times volume");
    check_near(body_of(r, "bar")->inertia[0][0], 10 * pi * 0.005, 1e-15, "m r^2/2");
    check_inertia(body_of(r, "ball"), vec3(2, 2, 2), vec3(0, 0, 0), 1e-15);
    check_near(body_of(r, "pipe")->mass, 6 * pi, 1e-14, "pi (R^2 - r^2) l");
    check_near(body_of(r, "pipe")->inertia[0][0], 6 * pi * 2.5, 1e-13, "m (R^2 + r^2)/2");
    check_inertia(body_of(r, "own"), vec3(1, 1, 1), vec3(0, 0, 0), 0);
    close_reading(r);
}

static void shapes_and_loads_work_in_the_plane_too(void **state) {
    (void)state;
    Reading r = read_good("point O = [0, 0]\npoint A = [3, 0]\n"
                          "body box { link O A shape box width 1 m mass 12 kg }\n"
                          "body arm { link O A mass 1 kg inertia 2 kg*m^2 load 2 kg at A }\n"
                          "body p { at A mass 1 kg point }\n");
    check_near(body_of(r, "box")->inertia[2][2], 10, 1e-14, "m (l^2 + w^2)/12");
    const ModelBody *arm = body_of(r, "arm");
    check_near(arm->mass, 3, 0, "both");
    check_near(arm->pose.p.x, 2.5, 1e-15, "centre");
    check_near(arm->inertia[2][2], 2 + 1. * 2 / 3 * 1.5 * 1.5, 1e-14, "with the reduced mass");
    assert_true(body_of(r, "p")->point);
    close_reading(r);
}

/* The ball of a governor: a shape and a load, against the sum by hand. */
static void loads_move_the_centre_of_mass_and_not_the_frames(void **state) {
    (void)state;
    Reading r =
        read_in_space("body b { at O shape rod length 2 m mass 3 kg load 1 kg at [0, 2, 0]\n"
                      "  frame e local [1, 0, 0] }\n"
                      "body m { at O massless load 1 kg at A load 1 kg at -1*A }\n");
    const ModelBody *b = body_of(r, "b"), *m = body_of(r, "m");
    check_vector(b->pose.p, vec3(0, 0.5, 0), 1e-15, "centre");
    check_inertia(b, vec3(3, 1, 4), vec3(0, 0, 0), 1e-14);
    check_vector(frame_of(r, "b", "e").p, vec3(1, 0, 0), 1e-15, "frame");
    assert_false(m->massless);
    check_inertia(m, vec3(0, 2, 2), vec3(0, 0, 0), 1e-15);
    close_reading(r);
}

/* ---- Joints and forces ---------------------------------------------------------------------- */

static void axes_are_vectors_points_or_frames(void **state) {
    (void)state;
    Reading r = read_in_space(
        "body a { at O mass 1 kg inertia [1, 1, 1] kg*m^2 frame e at A turned turn(y, 90 deg) }\n"
        "body b { at A mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
        "joint j1 : revolute ground -- a at O axis x\n"
        "joint j2 : revolute ground -- a at O axis B - A\n"
        "joint j3 : universal a -- b at A axis [0, 0, 2] second x\n"
        "joint j4 : revolute a.e -- b\n"
        "joint j5 : prismatic ground -- b at A\n"
        "force t : torque ground -- b axis y value 3 N*m\n"
        "force u : torque ground -- b value 3 N*m\n"
        "force f : point-force b at A value [1, 2, 3] N\n");
    const JdModel *m = r.model;
    const Vec3 along[5] = {{1, 0, 0}, {0, sqrt(0.5), sqrt(0.5)}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}};
    for (int n = 0; n < 5; n++) {
        const Pose i = jd_model_frame_pose(m, m->joints.at[n].i);
        const Pose j = jd_model_frame_pose(m, m->joints.at[n].j);
        const AxisName axis = m->joints.at[n].type->axis;
        check_vector(axes_at(&i.axes, axis), along[n], 1e-15, m->joints.at[n].name);
        check_vector(axes_at(&j.axes, axis), along[n], 1e-15, m->joints.at[n].name);
    }
    const Pose cross = jd_model_frame_pose(m, m->joints.at[2].i);
    check_vector(cross.axes.y, vec3(1, 0, 0), 1e-15, "second");
    check_vector(jd_model_frame_pose(m, m->forces.at[0].i).axes.z, vec3(0, 1, 0), 1e-15, "axis");
    check_vector(jd_model_frame_pose(m, m->forces.at[1].i).axes.z, vec3(0, 0, 1), 0, "z");
    check_near(m->forces.at[2].fields[0].number[2], 3, 0, "three numbers");
    close_reading(r);
}

static void gears_stand_between_frees(void **state) {
    (void)state;
    Reading r = read_in_space("body a { at O mass 1 kg point }\nbody b { at A mass 1 kg point }\n"
                              "joint jA : revolute ground -- a at O\n"
                              "joint jB : cylindrical ground -- b at A\n"
                              "joint type own { field k m\n lock qj - k*qi }\n"
                              "joint g : gear jA.angle -- jB.angle ratio 3\n"
                              "joint h : own jA.angle -- jB.travel k 2 mm\n");
    const ModelJoint *g = &r.model->joints.at[2], *h = &r.model->joints.at[3];
    assert_int_equal(g->i, 0), assert_int_equal(g->j, 1);
    check_near(g->fields[0], 3, 0, "ratio");
    assert_int_not_equal(g->free_j, h->free_j);
    check_near(h->fields[0], 0.002, 0, "k");
    close_reading(r);
}

static void types_in_space_have_balls_and_turns(void **state) {
    (void)state;
    Reading r =
        read_in_space("param z = 4\nparam qi = 3\n"
                      "joint type own { lock d.x0\n lock d.y0\n lock d.z0\n free ball }\n"
                      "joint type two { lock d.yi\n lock d.zi\n free slide x\n free ball as s }\n"
                      "joint type screwed { lock d.xi\n lock d.yi\n lock zi.xj\n lock zi.yj\n"
                      "  lock d.zi - 0.01*turn(z) }\n");
    const JointType *own = jd_model_find_type(r.model, "own"),
                    *two = jd_model_find_type(r.model, "two");
    check_text(own->frees[0].position, "rx"), check_text(own->frees[2].rate, "wz");
    check_text(two->frees[1].position, "s_x"), check_text(two->frees[3].accel, "s_az");
    assert_non_null(jd_model_find_type(r.model, "screwed"));
    close_reading(r);
}

/* ---- Gravity -------------------------------------------------------------------------------- */

static void gravity_is_read_in_every_form(void **state) {
    (void)state;
    Reading r = read_good("spatial\ngravity none\n");
    check_near(vec3_norm(r.model->gravity.value), 0, 0, "none");
    close_reading(r);
    r = read_good("spatial\ngravity [0, 0, -9.81] m/s^2\n");
    check_near(r.model->gravity.value.z, -9.81, 0, "uniform");
    close_reading(r);
    r = read_good("spatial\npoint P = [1, 2, 3]\ngravity toward P mu 3.986e14 m^3/s^2\n");
    assert_int_equal(r.model->gravity.kind, GRAVITY_POINT);
    check_vector(r.model->gravity.centre, vec3(1, 2, 3), 0, "centre");
    check_near(r.model->gravity.mu, 3.986e14, 0, "mu");
    close_reading(r);
}

static bool find_place(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    (void)inputs, (void)span;
    *slot = name[0] - 'x';
    *dim = (Dim){.length = 1};
    return true;
}

static void check_field(Reading r, Vec3 wanted) {
    const Dim dim = {.length = 1, .time = -2};
    const double place[3] = {1, 2, 4}, parts[3] = {wanted.x, wanted.y, wanted.z};
    assert_int_equal(r.model->gravity.kind, GRAVITY_FIELD);
    for (int n = 0; n < jd_model_width(r.model); n++) {
        Inputs inputs = {find_place, NULL};
        const Program *program = jd_program_new(r.model->gravity.field[n], &inputs, dim, "gravity",
                                                &r.model->arena, r.log);
        assert_non_null(program);
        check_near(jd_program_eval(program, 0.5, place), parts[n], 1e-15, "field");
    }
    close_reading(r);
}

static void fields_are_expressions_of_place_and_time(void **state) {
    (void)state;
    check_field(read_good("spatial\nparam k = 2 1/s^2\nparam x = 7\n"
                          "gravity field [-k*x, 0, 3 m/s^3*time]\n"),
                vec3(-2, 0, 1.5));
    check_field(read_good("spatial\ngravity field -3 1/s^2*[x, y, z]\n"), vec3(-3, -6, -12));
    check_field(read_good("spatial\ngravity field [1, sin(0), 2] m/s^2\n"), vec3(1, 0, 2));
    check_field(read_good("planar\ngravity field [y, x]*1 1/s^2\n"), vec3(2, 1, 0));
}

/* ---- Plane in space ------------------------------------------------------------------------- */

static void planar_text_may_run_in_space(void **state) {
    (void)state;
    const char *text =
        "planar\npoint O = [0, 0]\npoint A = [1, 1]\n"
        "joint type slot { lock d.yi\n free slide x\n free turn z as u }\n"
        "body b { link O A mass 1 kg inertia 2 kg*m^2 frame e local [1, 0] angle 400 deg }\n"
        "body c { at A mass 1 kg inertia 1 kg*m^2 }\n"
        "joint j : prismatic ground -- b at A axis [0, 1]\n"
        "joint s : slot b -- c at A axis x\n"
        "joint k : spherical b -- c at A\ndrive d : k.angle = 1 rad/s*time\n"
        "force f : point-force b value [1, 2] N\n";
    Reading r = {.log = jd_log_new()};
    const JdReadDef def = {.spatial = true};
    r.model = jd_model_read_text("test.jd", text, strlen(text), def, r.log);
    if (!r.model) jd_log_print(r.log, stderr);
    assert_non_null(r.model);
    assert_int_equal(r.model->space, JD_SPATIAL);
    assert_true(r.model->flat);
    const ModelBody *b = body_of(r, "b");
    check_near(b->pose.angle, pi / 4, 1e-15, "angle");
    check_inertia(b, vec3(1, 1, 2), vec3(0, 0, 0), 0);
    check_near(frame_of(r, "b", "e").angle, pi / 4 + 400 * pi / 180, 1e-14, "more than a turn");
    check_near(jd_model_frame_pose(r.model, r.model->joints.at[0].i).angle, pi / 2, 1e-15, "axis");
    check_near(r.model->forces.at[0].fields[0].number[2], 0, 0, "in the plane");
    check_text(r.model->joints.at[1].type->locks[2], "zi.xj");
    check_text(r.model->joints.at[2].type->frees[0].position, "angle");
    check_text(r.model->joints.at[2].type->locks[4], "zi.yj");
    close_reading(r);

    r.log = jd_log_new();
    const char *space = "spatial\npoint A = [1, 2, 3]\n";
    r.model = jd_model_read_text("test.jd", space, strlen(space), def, r.log);
    assert_non_null(r.model);
    assert_false(r.model->flat);
    close_reading(r);
}

/* ---- Round trips ---------------------------------------------------------------------------- */

static void everything_of_space_survives_the_round_trip(void **state) {
    (void)state;
    char *words = check_round_trip(
        "spatial\ngravity toward [0, 0, 0] mu 3 m^3/s^2\n"
        "body a { load 1 kg at A load 2 kg at [1, 2, 3] at O point mass 1 kg }\n"
        "body b { at O turned cardan(1, 2, 3) principal turn(x, 2) mass 1 kg inertia [1, 2, 3] }\n"
        "body c { at O mass 1 inertia [[1, 0, 0], [0, 1, 0], [0, 0, 1]] kg*m^2 frame e at O turned "
        "turn(x, 1 rad) }\n"
        "body d { link A B shape pipe inner 1 mm diameter 2 mm density 7850 kg/m^3 }\n"
        "joint u : universal a -- b second y axis x at O\njoint g : gear u.angle1 -- u.angle2 "
        "ratio 2\n"
        "joint type t { lock d.x0\nfree ball as s\nfree turn z }\nforce f : torque a -- b value 1 "
        "axis x\n");
    check_contains(words, "gravity toward [0, 0, 0]  mu 3 m^3/s^2\n");
    check_contains(words, "load 1 kg at A  load 2 kg at [1, 2, 3]");
    check_contains(words, "free ball as s");
    jd_free_text(words);
    const char *const gravities[] = {"gravity none\n", "gravity [0, 0, -9.81] m/s^2\n",
                                     "gravity field [x, y, z] 1/s^2\n"};
    for (size_t n = 0; n < sizeof gravities / sizeof *gravities; n++)
        jd_free_text(check_round_trip(gravities[n]));
    char *mirror = rewritten("gravity [0, 1] m/s^2", false, true);
    check_contains(mirror, "{\"gravity\": \"[0, 1] m/s^2\"}");
    jd_free_text(mirror);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_have_their_x_axis_along_and_z_up),
        cmocka_unit_test(bodies_and_frames_are_turned),
        cmocka_unit_test(inertia_is_principal_values_or_a_matrix),
        cmocka_unit_test(shapes_give_mass_and_inertia),
        cmocka_unit_test(shapes_and_loads_work_in_the_plane_too),
        cmocka_unit_test(loads_move_the_centre_of_mass_and_not_the_frames),
        cmocka_unit_test(axes_are_vectors_points_or_frames),
        cmocka_unit_test(gears_stand_between_frees),
        cmocka_unit_test(types_in_space_have_balls_and_turns),
        cmocka_unit_test(gravity_is_read_in_every_form),
        cmocka_unit_test(fields_are_expressions_of_place_and_time),
        cmocka_unit_test(planar_text_may_run_in_space),
        cmocka_unit_test(everything_of_space_survives_the_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
