/* SPDX-License-Identifier: MIT
 *
 * Parts: the same mechanism written as a part and by hand, names inside and outside, parameters,
 * ports, and the mirror. */
#include "text_check.h"

static const double rounding = 4e-15; /* of lengths of some metres, and of angles of some turns */

static const ModelBody *body_of(Reading r, const char *name) {
    const int index = jd_model_find_body(r.model, name);
    if (index < 0) print_error("there is no body %s\n", name);
    assert_true(index >= 0);
    return &r.model->bodies.at[index];
}

static const ModelJoint *joint_of(Reading r, const char *name) {
    const int index = jd_model_find_joint(r.model, name);
    if (index < 0) print_error("there is no joint %s\n", name);
    assert_true(index >= 0);
    return &r.model->joints.at[index];
}

static double param_of(Reading r, const char *name) {
    for (int n = 0; n < r.model->params.count; n++)
        if (!strcmp(r.model->params.at[n].name, name)) return r.model->params.at[n].value.v[0];
    print_error("there is no parameter %s\n", name);
    fail();
    return NAN;
}

static void check_vector(Vec3 a, Vec3 b, const char *what) {
    check_near(a.x, b.x, rounding, what);
    check_near(a.y, b.y, rounding, what);
    check_near(a.z, b.z, rounding, what);
}

static void check_pose(Pose a, Pose b, const char *what) {
    check_vector(a.p, b.p, what);
    check_vector(a.axes.x, b.axes.x, what);
    check_vector(a.axes.y, b.axes.y, what);
    check_vector(a.axes.z, b.axes.z, what);
    check_near(a.angle, b.angle, rounding, what);
}

/* How the second side of a joint stands against the first. */
static Pose joint_pose(const JdModel *model, const ModelJoint *joint) {
    const Pose i = jd_model_frame_pose(model, joint->i), j = jd_model_frame_pose(model, joint->j);
    return jd_pose_relative(&i, &j);
}

/* Bodies, frames and joints, in their order. The frames of a hinge or force stand along the
 * ground's axes by hand and along the part's in a part: what counts is how they stand against each
 * other. */
static void check_same(const char *with_parts, const char *by_hand) {
    Reading a = read_good(with_parts), b = read_good(by_hand);
    assert_int_equal(a.model->bodies.count, b.model->bodies.count);
    assert_int_equal(a.model->joints.count, b.model->joints.count);
    assert_int_equal(a.model->frames.count, b.model->frames.count);
    for (int n = 0; n < a.model->bodies.count; n++)
        check_pose(a.model->bodies.at[n].pose, b.model->bodies.at[n].pose,
                   a.model->bodies.at[n].name);
    for (int n = 0; n < a.model->frames.count; n++) {
        const Pose one = jd_model_frame_pose(a.model, n), two = jd_model_frame_pose(b.model, n);
        const char *name = a.model->frames.at[n].name;
        assert_int_equal(a.model->frames.at[n].body, b.model->frames.at[n].body);
        check_vector(one.p, two.p, name ? name : "frame");
        if (name) check_pose(one, two, name);
    }
    for (int n = 0; n < a.model->joints.count; n++) {
        const ModelJoint *one = &a.model->joints.at[n], *two = &b.model->joints.at[n];
        check_pose(joint_pose(a.model, one), joint_pose(b.model, two), one->name);
        if (one->type->axis == AXIS_X)
            check_pose(jd_model_frame_pose(a.model, one->i), jd_model_frame_pose(b.model, two->i),
                       one->name);
    }
    close_reading(a), close_reading(b);
}

/* ---- Places --------------------------------------------------------------------------------- */

#define LEG_BODIES(K_ANGLE, SOLE_ANGLE)                                                            \
    "  body thigh { link H K  mass 1 kg  inertia 1 kg*m^2\n"                                       \
    "    frame end at K angle " K_ANGLE " deg\n"                                                   \
    "    frame mid local [r/2, 0] }\n"                                                             \
    "  body sole { at K angle " SOLE_ANGLE " deg  com local [1 mm, 2 mm]\n"                        \
    "    mass 1 kg  inertia 1 kg*m^2 }\n"                                                          \
    "  joint hip : revolute ground -- thigh  at H\n"
#define LEG_REST                                                                                   \
    "  joint bolt : fixed thigh.end -- sole\n"                                                     \
    "  joint low : revolute thigh.end -- sole  at H\n"                                             \
    "  force spring : spring-damper ground -- sole  at H K  stiffness 1 N/m\n"                     \
    "  force pull : spring-damper thigh -- sole  stiffness 1 N/m\n"                                \
    "  force weight : point-force sole  value [0, -1 N]\n"
#define LEG                                                                                        \
    "part leg {\n"                                                                                 \
    "  param r = 1 m\n"                                                                            \
    "  point H = [0, 0]\n"                                                                         \
    "  point K = H + [r, 0]\n" LEG_BODIES(                                                         \
        "10", "20") "  joint rail : prismatic thigh -- sole  at K  axis [1, 1]\n"                  \
                    "  joint slide : prismatic ground -- sole  at K\n" LEG_REST                    \
                    "  port foot = sole\n"                                                         \
                    "  port knee = thigh.end\n"                                                    \
                    "}\n"
#define BY_HAND(H, T, K_ANGLE, SOLE_ANGLE)                                                         \
    "param r = 2 m\nparam t = " T " deg\npoint H = " H                                             \
    "\npoint K = H + rot(t, [r, 0 m])\n" LEG_BODIES(                                               \
        K_ANGLE,                                                                                   \
        SOLE_ANGLE) "joint rail : prismatic thigh -- sole  at K  axis rot(t, [1, 1])\n"            \
                    "joint slide : prismatic ground -- sole  at K  axis rot(t, [1, 0])\n" LEG_REST

static void without_a_place_a_part_stands_where_it_is_drawn(void **state) {
    (void)state;
    check_same(LEG "use a : leg  with r = 2 m\n", BY_HAND("[0, 0] m", "0", "10", "20"));
}

static void a_turned_part_is_the_same_drawn_there_by_hand(void **state) {
    (void)state;
    check_same(LEG "use a : leg  at [2, 3] m  angle 30 deg  with r = 2 m\n",
               BY_HAND("[2, 3] m", "30", "40", "50"));
}

static void angles_add_up_over_turns(void **state) {
    (void)state;
    Reading r = read_good(LEG "use a : leg  angle 810 deg\n");
    check_near(body_of(r, "a.sole")->pose.angle, 830 * pi / 180, rounding, "not wrapped");
    close_reading(r);
}

static void parts_in_parts_add_their_places(void **state) {
    (void)state;
    check_same(LEG
               "part side { param far = 5 m\n use l : leg at [far, 0 m] angle 90 deg with r = far "
               "- 3 m }\n"
               "use s : side at [2, -2] m angle -60 deg\n",
               BY_HAND("[2, -2] m + rot(-60 deg, [5, 0] m)", "30", "40", "50"));
    /* Without a place of its own, the inner part shares that of the outer one. */
    check_same(LEG
               "part side { use l : leg with r = 2 m }\nuse s : side at [2, 3] m angle 30 deg\n",
               BY_HAND("[2, 3] m", "30", "40", "50"));
}

static void a_part_is_turned_in_space(void **state) {
    (void)state;
    Reading a =
        read_good("spatial\n"
                  "part p { point A = [1, 0, 0] m\n point B = [1, 2, 0] m\n"
                  "  body b { link A B  mass 1 kg  inertia [1, 1, 1] kg*m^2\n"
                  "    frame e at B  turned turn(x, 90 deg)\n    frame f local [1, 2, 3] m }\n"
                  "  joint j : cylindrical ground -- b  at A  axis B - A\n"
                  "  joint k : universal ground -- b  at B  axis z  second x }\n"
                  "use c : p  at [5, 6, 7] m  turned turn(x, 90 deg)\n"
                  "param ax = c.B.x\nparam ay = c.B.y\nparam az = c.B.z\n");
    /* x stays, y becomes z, z becomes -y. */
    check_near(param_of(a, "ax"), 6, rounding, "c.B");
    check_near(param_of(a, "ay"), 6, rounding, "c.B");
    check_near(param_of(a, "az"), 9, rounding, "c.B");
    const ModelBody *b = body_of(a, "c.b");
    check_vector(b->pose.p, vec3(6, 6, 8), "the middle of the link");
    check_vector(b->pose.axes.x, vec3(0, 0, 1), "along the link, which was along y");
    check_vector(b->pose.axes.z, vec3(0, -1, 0), "was along z");
    const int e = jd_model_find_frame(a.model, jd_model_find_body(a.model, "c.b"), "e");
    const Pose frame = jd_model_frame_pose(a.model, e);
    check_vector(frame.p, vec3(6, 6, 9), "at B");
    check_vector(frame.axes.y, vec3(0, -1, 0), "two quarter turns about x");
    const int f = jd_model_find_frame(a.model, jd_model_find_body(a.model, "c.b"), "f");
    check_vector(jd_model_frame_pose(a.model, f).p, vec3(6 - 2, 6 - 3, 7 + 1), "from its origin");
    const Pose j = jd_model_frame_pose(a.model, joint_of(a, "c.j")->i);
    check_vector(j.axes.z, vec3(0, 0, 1), "the axis of the cylindrical joint, which was y");
    check_vector(j.axes.x, vec3(1, 0, 0), "as near as can be to the part's x");
    const Pose k = jd_model_frame_pose(a.model, joint_of(a, "c.k")->j);
    check_vector(k.p, vec3(6, 6, 9), "at B");
    check_vector(k.axes.x, vec3(0, -1, 0), "the main axis, which was z");
    close_reading(a);
}

static void a_planar_part_runs_in_space_as_it_is_drawn(void **state) {
    (void)state;
    const char *text = LEG "use a : leg  at [2, 3] m  angle 30 deg  with r = 2 m\n";
    Reading flat = read_good(text), deep = {.log = jd_log_new()};
    const JdReadDef def = {.spatial = true};
    deep.model = jd_model_read_text("m.jd", text, strlen(text), def, deep.log);
    assert_non_null(deep.model);
    for (int n = 0; n < flat.model->frames.count; n++)
        check_pose(jd_model_frame_pose(flat.model, n), jd_model_frame_pose(deep.model, n), "frame");
    close_reading(flat), close_reading(deep);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static void names_begin_with_the_instance(void **state) {
    (void)state;
    Reading r =
        read_good(LEG "repeat k from 1 to 3 { use l[k] : leg at [k, 0] m with r = k * 1 m }\n"
                      "part pair { use a : leg\n use b : leg at [0, 1] m }\nuse p : pair\n");
    static const char *const bodies[] = {"l[1].thigh", "l[2].sole", "l[3].thigh", "p.a.sole",
                                         "p.b.thigh"};
    for (size_t n = 0; n < sizeof bodies / sizeof *bodies; n++) body_of(r, bodies[n]);
    check_near(body_of(r, "l[3].thigh")->pose.p.x, 4.5, rounding, "at 3 m, and 3 m long");
    joint_of(r, "p.b.rail");
    assert_int_equal(r.model->bodies.count, 11);
    check_near(param_of(r, "l[2].r"), 2, 0, "given");
    check_near(param_of(r, "p.b.r"), 1, 0, "its own");
    check_text(r.model->forces.at[0].name, "l[1].spring");
    close_reading(r);
}

static void a_part_has_names_of_its_own_and_sees_those_outside(void **state) {
    (void)state;
    Reading r = read_good("param m = 3 kg\nparam r = 7 m\npoint A = [9, 9] m\n"
                          "body rod { at A  mass m  inertia 1 kg*m^2 }\n"
                          "body disc { at A  mass m  inertia 1 kg*m^2 }\n"
                          "part p { param r = 2 m\n point A = [r, 0]\n"
                          "  body rod { at A  mass m  inertia 1 kg*m^2 }\n"
                          "  joint j : revolute disc -- rod  at A\n"
                          "  param outer = m / 1 kg }\n"
                          "part q { param m = 5 kg\n use in : p }\n"
                          "use a : p\nuse b : q\nparam last = r + a.r\n");
    check_near(body_of(r, "a.rod")->pose.p.x, 2, 0, "the part's A and r");
    check_near(body_of(r, "a.rod")->mass, 3, 0, "the model's m");
    check_near(body_of(r, "b.in.rod")->mass, 5, 0, "that of the part around it");
    check_near(param_of(r, "last"), 9, 0, "the model's r and the instance's");
    check_near(param_of(r, "b.in.outer"), 5, 0, "as the mass");
    const ModelJoint *j = joint_of(r, "b.in.j");
    const int one = r.model->frames.at[j->i].body, two = r.model->frames.at[j->j].body;
    check_text(r.model->bodies.at[one].name, "disc");
    check_text(r.model->bodies.at[two].name, "b.in.rod");
    close_reading(r);
    check_mistake("part p { param r = 1\n param r = 2 }\nuse a : p\n", "name-taken", 2, 8,
                  "'a.r' is defined already, in line 1");
    check_mistake(
        "part p { body b { at [0, 0] massless }\n body b { at [0, 0] massless } }\nuse a : "
        "p\n",
        "name-taken", 2, 7, "a body 'a.b'");
}

static void points_are_seen_in_the_coordinates_of_the_reader(void **state) {
    (void)state;
    Reading r =
        read_good("point O = [1, 1] m\n"
                  "part p { param L = 1 m\n point A = [L, 0]\n param ox = O.x\n param oy = O.y\n"
                  "  body b { at O  mass 1 kg  inertia 1 kg*m^2 }\n"
                  "  joint j : prismatic ground -- b  at O  axis O - A }\n"
                  "part q { use in : p at [0, 1] m angle 90 deg with L = 2 m\n point B = in.A\n"
                  "  param bx = B.x\n param by = in.A.y }\n"
                  "use a : p at [3, 1] m angle 90 deg\nuse b : q at [0, 0] angle 90 deg\n"
                  "param ax = a.A.x\nparam ay = a.A.y\nparam cx = b.in.A.x\nparam cy = b.B.y\n");
    check_near(param_of(r, "a.ox"), 0, rounding, "(1, 1) lies 2 m to the left of (3, 1)");
    check_near(param_of(r, "a.oy"), 2, rounding, "which is up for one who looks up");
    check_vector(body_of(r, "a.b")->pose.p, vec3(1, 1, 0), "O is where it is");
    check_near(body_of(r, "a.b")->pose.angle, pi / 2, rounding, "turned with the part");
    check_near(param_of(r, "ax"), 3, rounding, "the way up");
    check_near(param_of(r, "ay"), 2, rounding, "by 1 m");
    check_near(param_of(r, "b.bx"), 0, rounding, "seen from the part between");
    check_near(param_of(r, "b.by"), 3, rounding, "seen from the part between");
    check_near(param_of(r, "cx"), -3, rounding, "seen from the model");
    check_near(param_of(r, "cy"), 0, rounding, "seen from the model");
    const ModelJoint *j = joint_of(r, "a.j");
    const Pose pose = jd_model_frame_pose(r.model, j->i);
    check_vector(pose.p, vec3(1, 1, 0), "at O");
    check_vector(pose.axes.x, vec3(-sqrt(0.8), -sqrt(0.2), 0), "from (3, 2) to (1, 1)");
    close_reading(r);
}

static void ports_are_sides_and_channels(void **state) {
    (void)state;
    Reading r = read_good(LEG "part pair { use a : leg\n port toe = a.foot\n port top = a.knee }\n"
                              "use p : pair at [0, 2] m\nuse l : leg\n"
                              "joint j : fixed l.knee -- p.top\njoint k : revolute l.foot -- p.toe "
                              "at l.K\njoint m : fixed l.thigh.mid -- p.a.thigh.mid\n"
                              "output l.knee.x, p.toe.vy, p.a.sole.x, p.top.angle\n");
    const ModelFrame *frames = r.model->frames.at;
    const ModelJoint *j = joint_of(r, "j"), *k = joint_of(r, "k");
    check_text(frames[j->i].name, "end");
    check_text(r.model->bodies.at[frames[j->i].body].name, "l.thigh");
    check_text(r.model->bodies.at[frames[j->j].body].name, "p.a.thigh");
    check_text(r.model->bodies.at[frames[k->j].body].name, "p.a.sole");
    check_text(r.model->outputs.at[0].channel, "l.thigh.end.x");
    check_text(r.model->outputs.at[1].channel, "p.a.sole.vy");
    check_text(r.model->outputs.at[3].channel, "p.a.thigh.end.angle");
    close_reading(r);
}

static void check_expr(const Expr *expr, const char *words) {
    Text text = {0};
    assert_non_null(expr);
    jd_expr_write(expr, &text);
    check_text(text.at, words);
    jd_text_free(&text);
}

static void channels_are_those_of_the_instance_first(void **state) {
    (void)state;
    Reading r = read_good(
        "body wheel { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\nparam k = 2 N\n"
        "joint axle : revolute ground -- wheel  at [0, 0]\n"
        "part p { param c = 3\n point bob = [1 m, 0]\n"
        "  body bob { at bob  mass 1 kg  inertia 1 kg*m^2 }\n"
        "  joint j : revolute ground -- bob  at [0, 0]\n"
        "  force f : point-force bob  value [c * k * sin(j.angle + wheel.angle), k * bob.x / 1 m]\n"
        "  force g : effort axle.angle  value 1 N*m * c * j.angle\n"
        "  drive d : j.angle = c * 1 rad/s * time\n"
        "  start j.rate = 1 rad/s, wheel.angle = 0\n"
        "  output bob.x, f.power, wheel.x, energy.kinetic, energy, d.power\n"
        "  expect bob.x = 1 m within 1e-9 }\n"
        "use a[1] : p\n"
        "force h : effort axle.angle  value 1 N*m * a[1].j.angle * a[1].c\n");
    check_expr(r.model->forces.at[0].fields[0].expr[0],
               "3 * 2 kg*m/s^2 * sin(a[1].j.angle + wheel.angle)");
    check_expr(r.model->forces.at[0].fields[0].expr[1], "2 kg*m/s^2 * a[1].bob.x / 1 m");
    check_expr(r.model->forces.at[1].fields[0].expr[0], "1 N*m * 3 * a[1].j.angle");
    check_expr(r.model->forces.at[2].fields[0].expr[0], "1 N*m * a[1].j.angle * 3");
    check_text(r.model->forces.at[1].target, "axle.angle");
    check_text(r.model->drives.at[0].target, "a[1].j.angle");
    check_text(r.model->starts.at[0].channel, "a[1].j.rate");
    check_text(r.model->starts.at[1].channel, "wheel.angle");
    static const char *const outputs[] = {"a[1].bob.x",     "a[1].f.power", "wheel.x",
                                          "energy.kinetic", "energy",       "a[1].d.power"};
    for (int n = 0; n < 6; n++) check_text(r.model->outputs.at[n].channel, outputs[n]);
    check_text(r.model->expects.at[0].channel, "a[1].bob.x");
    close_reading(r);
}

static void what_all_instances_record_is_recorded_once(void **state) {
    (void)state;
    Reading r = read_good("part p { body b { at [0, 0] massless }\n output energy, b.x }\n"
                          "use a : p\nuse aa : p\noutput energy\n");
    assert_int_equal(r.model->outputs.count, 4);
    check_text(r.model->outputs.at[2].channel, "aa.b.x");
    close_reading(r);
}

/* ---- Parameters ----------------------------------------------------------------------------- */

static const char arms[] =
    "part arm { param r = 50 mm\n param l = 2 * r\n param n\n point Anchor = [l, 0] }\n"
    "part pair { param r = 10 mm\n use a : arm with n = 1, r = 2 * r }\n"
    "param s = 7\nuse one : arm with n = s\nuse two : arm with l = 1 m, n = 2 "
    "kg\nuse p : pair\n";

static void parameters_are_given_by_use(void **state) {
    (void)state;
    Reading r = read_good(arms);
    check_near(param_of(r, "one.l"), 0.1, rounding, "from its own default");
    check_near(param_of(r, "one.n"), 7, 0, "a value of the model");
    check_near(param_of(r, "two.l"), 1, 0, "given");
    check_near(param_of(r, "p.a.r"), 0.02, rounding, "worked out in the part around");
    check_near(param_of(r, "p.a.l"), 0.04, rounding, "and from it the next");
    assert_false(r.model->settings_changed);
    close_reading(r);
    check_mistake("part p { param r = 1 m\n}\nuse a : p with r = 3 kg\n", "dimension-mismatch", 3,
                  20, "a.r");
    check_mistake("part p { param r = 1 m }\nuse a : p with r = q\n", "name-unknown", 2, 20, "'q'");
    check_mistake("part p { param r = 1 m }\nuse a : p with r = 1, r = 2\n", "clause-twice", 2, 23,
                  "'r' is given twice");
}

static void settings_reach_into_instances(void **state) {
    (void)state;
    const JdSetting settings[] = {{"one.r", "60 mm"}, {"p.a.r", "1 m"}, {"p.r", "3 mm"}, {0}};
    Reading r = read_set(arms, settings);
    assert_non_null(r.model);
    check_near(param_of(r, "one.l"), 0.12, rounding, "set");
    check_near(param_of(r, "two.r"), 0.05, rounding, "not set");
    check_near(param_of(r, "p.a.r"), 1, 0, "set goes before given");
    assert_true(r.model->settings_changed);
    close_reading(r);

    const JdSetting unknown[] = {{"one.q", "60 mm"}, {"arm.r", "1 m"}, {"one.Anchor", "1 m"}, {0}};
    r = read_set(arms, unknown);
    assert_null(r.model);
    assert_int_equal(jd_log_errors(r.log), 3);
    check_text(jd_log_message(r.log, 0).code, "setting-unknown");
    check_contains(jd_log_message(r.log, 0).hint, "one.");
    check_contains(jd_log_message(r.log, 2).hint, "point");
    close_reading(r);

    const JdSetting wrong[] = {{"one.r", "60 kg"}, {0}};
    r = read_set(arms, wrong);
    assert_null(r.model);
    check_text(jd_log_message(r.log, 0).code, "dimension-mismatch");
    close_reading(r);
}

static void a_parameter_without_a_value_must_be_set(void **state) {
    (void)state;
    const JdSetting settings[] = {{"m", "3 kg"}, {0}};
    Reading r = read_set("param m\nparam n = 2 * m\n", settings);
    assert_non_null(r.model);
    check_near(param_of(r, "n"), 6, 0, "of any dimension");
    close_reading(r);
    check_mistake("param m\nparam n = 2 * m\n", "param-missing", 1, 7, "--set m=");
}

/* ---- Other forms ---------------------------------------------------------------------------- */

static void text_and_mirror_keep_parts(void **state) {
    (void)state;
    char *words = check_round_trip(
        "part arm{param r=3\nparam q\npoint A=[r,0] repeat i from 1 to 2{body b[i]{at A "
        "massless}}\n"
        "port tip=b[1].e}\nuse a:arm with r=4 ,q = 1+2 angle 30deg at [1,2]\nuse c[1] : arm\n");
    check_text(words, "part arm {\n"
                      "    param r = 3\n"
                      "    param q\n"
                      "\n"
                      "    point A = [r, 0]\n"
                      "\n"
                      "    repeat i from 1 to 2 {\n"
                      "        body b[i] { at A  massless }\n"
                      "    }\n"
                      "\n"
                      "    port tip = b[1].e\n"
                      "}\n"
                      "use a : arm  at [1, 2]  angle 30 deg  with r = 4, q = 1 + 2\n"
                      "use c[1] : arm\n");
    char *mirror = rewritten(words, false, true);
    check_contains(mirror, "{\"use\": {\"name\": \"a\", \"part\": \"arm\", \"at\": \"[1, 2]\", "
                           "\"angle\": \"30 deg\", \"with\": [{\"name\": \"r\", \"value\": \"4\"}, "
                           "{\"name\": \"q\", \"value\": \"1 + 2\"}]}}");
    jd_free_text(mirror);
    jd_free_text(words);
}

static void the_mirror_makes_the_same_model(void **state) {
    (void)state;
    const char *text = LEG "use a : leg  at [2, 3] m  angle 30 deg  with r = 2 m\n";
    char *mirror = rewritten(text, false, true);
    Reading a = read_good(text), b = {.log = jd_log_new()};
    b.model =
        jd_model_read_text("m.json", mirror, strlen(mirror), (JdReadDef){.json = true}, b.log);
    assert_non_null(b.model);
    assert_int_equal(a.model->frames.count, b.model->frames.count);
    for (int n = 0; n < a.model->frames.count; n++)
        assert_memory_equal(&a.model->frames.at[n].local, &b.model->frames.at[n].local,
                            sizeof(Pose));
    close_reading(a), close_reading(b);
    jd_free_text(mirror);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_place_a_part_stands_where_it_is_drawn),
        cmocka_unit_test(a_turned_part_is_the_same_drawn_there_by_hand),
        cmocka_unit_test(angles_add_up_over_turns),
        cmocka_unit_test(parts_in_parts_add_their_places),
        cmocka_unit_test(a_part_is_turned_in_space),
        cmocka_unit_test(a_planar_part_runs_in_space_as_it_is_drawn),
        cmocka_unit_test(names_begin_with_the_instance),
        cmocka_unit_test(a_part_has_names_of_its_own_and_sees_those_outside),
        cmocka_unit_test(points_are_seen_in_the_coordinates_of_the_reader),
        cmocka_unit_test(ports_are_sides_and_channels),
        cmocka_unit_test(channels_are_those_of_the_instance_first),
        cmocka_unit_test(what_all_instances_record_is_recorded_once),
        cmocka_unit_test(parameters_are_given_by_use),
        cmocka_unit_test(settings_reach_into_instances),
        cmocka_unit_test(a_parameter_without_a_value_must_be_set),
        cmocka_unit_test(text_and_mirror_keep_parts),
        cmocka_unit_test(the_mirror_makes_the_same_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
