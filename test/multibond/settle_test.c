/* SPDX-License-Identifier: MIT
 *
 * Springs and dampers at the locks find a start that fits: where start values say all that is free
 * it is that of assembly, whatever is drawn; elsewhere it is closed, and the nearest by masses. */
#include "multibond/case.h"

static JdModel *read(const char *text, JdLog *log) {
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    if (!model) jd_log_print(log, stderr);
    assert_non_null(model);
    return model;
}

static const JdGraphDef settles = {.constraints = "rc", .settle = true};

/* ---- Beside assembly ------------------------------------------------------------------------ */

static const char *const four_bar =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "body crank { link [0, 0], [0.1, 0.05] mass 1 kg inertia 2e-3 kg*m^2 }\n"
    "body coupler { link [0.13, 0.02], [0.36, 0.22] mass 1 kg inertia 8e-3 kg*m^2 }\n"
    "body rocker { link [0.41, 0.01], [0.33, 0.27] mass 1 kg inertia 6e-3 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\n"
    "joint jA : revolute crank -- coupler at [0.1, 0.05], [0.13, 0.02]\n"
    "joint jB : revolute coupler -- rocker at [0.36, 0.22], [0.33, 0.27]\n"
    "joint jC : revolute ground -- rocker at [0.4, 0], [0.41, 0.01]\n"
    "start jO.angle = 0.3 rad, jO.rate = 15 rad/s\n";

/* A universal joint, a ball and a slider in space, all of them open as drawn. */
static const char *const crank =
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"
    "body crank { link [0, 0, 0], [0, 0.1, 0.12] mass 1 kg inertia [0.02, 0.03, 0.04] kg*m^2 }\n"
    "body rod { link [0.05, 0.12, 0.1], [1.1, 0.1, -0.05] mass 2 kg inertia [0.02, 0.2, 0.2] "
    "kg*m^2 }\n"
    "body piston { at [1.05, 0.03, 0.02] mass 0.5 kg inertia [0.01, 0.02, 0.03] kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0, 0] axis [1, 0.1, 0.05]\n"
    "joint jA : universal crank -- rod at [0, 0.1, 0.12], [0.05, 0.12, 0.1] axis [1, 0, 0] "
    "second [0, 1, 0.1]\n"
    "joint jB : spherical rod -- piston at [1.1, 0.1, -0.05], [1.05, 0.03, 0.02]\n"
    "joint jC : prismatic ground -- piston at [1, 0, 0], [1.05, 0.03, 0.02] axis x\n"
    "start jO.angle = 20 deg, jO.rate = 3 rad/s\n";

/* Three hinges where one would do, a gear, a rack's rod and a drive. */
static const char *const door =
    "spatial\n"
    "body door { at [0.5, 0.02, 1] mass 20 kg inertia [2, 3, 4] kg*m^2 }\n"
    "body wheel { at [1.02, 1, 0.03] mass 1 kg inertia [0.1, 0.1, 0.2] kg*m^2 }\n"
    "joint low : revolute ground -- door at [0, 0, 0.5], [0.03, 0, 0.5] axis z\n"
    "joint high : revolute ground -- door at [0, 0, 1.5], [0.03, 0, 1.5] axis z\n"
    "joint pin : revolute ground -- wheel at [1, 1, 0], [1.02, 1, 0.03] axis z\n"
    "joint teeth : gear low.angle -- pin.angle ratio -2\n"
    "drive turns : low.angle = 0.4 rad + 0.5 rad/s*time\n";

static void check_beside_assembly(const char *text, double open, bool scalar) {
    JdLog *log = jd_log_new();
    JdModel *model = read(text, log);
    JdGraphDef def = settles;
    def.scalar = scalar;
    JdGraph *graph = jd_graph_new(model, def, log);
    JdGraphSettled is;
    if (!graph) jd_log_print(log, stderr);
    assert_true(jd_graph_settled(graph, &is) && is.assembled);
    assert_true(is.gap > open && is.moves > 2 && is.moves < 40);
    check_near(is.left, 0, 1e-13, "what is open in the end");
    check_near(is.rate_left, 0, 1e-12, "what slides in the end");
    check_near(is.apart, 0, 1e-12, "places from assembly's, m");
    check_near(is.turned_apart, 0, 1e-12, "attitudes from assembly's, rad");
    check_near(is.speed_apart, 0, 1e-11, "velocities from assembly's, 1/s");
    jd_graph_free(graph), jd_model_free(model), jd_log_free(log);
}

static void where_all_is_said_it_is_what_assembly_finds(void **state) {
    (void)state;
    for (int scalar = 0; scalar < 2; scalar++) {
        check_beside_assembly(four_bar, 0.1, scalar);
        check_beside_assembly(crank, 0.1, scalar);
        check_beside_assembly(door, 0.02, scalar);
    }
}

/* ---- The nearest by masses --------------------------------------------------------------------
 */

/* Two blocks on a rail and a rod that is too short by 0.3 m between them, 1 kg and 3 kg: their
 * centre of mass stays. And their momentum, when the rod is to keep its length. */
static void what_is_free_stays_by_the_masses(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = read("planar\n"
                          "body a { at [0, 0] mass 1 kg inertia 1 kg*m^2 }\n"
                          "body b { at [1, 0] mass 3 kg inertia 1 kg*m^2 }\n"
                          "joint ra : prismatic ground -- a at [0, 0] axis x\n"
                          "joint rb : prismatic ground -- b at [1, 0] axis x\n"
                          "joint rod : distance a -- b at [0, 0], [1, 0] length 0.7 m\n"
                          "start a.vx = 4 m/s\n",
                          log);
    JdGraph *graph = jd_graph_new(model, settles, log);
    JdGraphPlace a, b;
    assert_true(jd_graph_place(graph, 0, &a) && jd_graph_place(graph, 1, &b));
    check_near(b.x - a.x, 0.7, 1e-13, "the rod");
    check_near(a.x, 0.225, 1e-12, "three quarters of the way for a quarter of the mass");
    check_near(a.moved + 3 * b.moved, 0.45, 1e-12, "the centre of mass");
    assert_false(jd_graph_place(graph, 2, &b));
    jd_graph_free(graph), jd_model_free(model), jd_log_free(log);
}

/* ---- Every kind of lock ------------------------------------------------------------------------
 */

/* Bodies pushed aside, and pushed: locks are closed afterwards, by the formulation's own measure.
 */
static void check_pushed(const char *path) {
    MultibondDef def = jd_multibond_default();
    def.method = LOCKS_RC;
    Case c = open_file(path, &def, false);
    const JdSystem *s = c.system;
    const int places = jd_positions(s), speeds = jd_velocities(s);
    Motion *m = &c.run->motion;
    double *push = calloc((size_t)speeds + 1, sizeof(double));
    MultibondSettled is;
    memcpy(c.y, s->start, sizeof(double) * (size_t)s->states);
    s->form->rates(s, m, 0, c.y, c.rates);
    for (int k = 0; k < speeds; k++)
        push[k] = 0.05 * check_uniform(-1, 1) * (is_linear(s, k) ? s->length : 1);
    s->kernel->increment(s, push, c.y);
    memcpy(m->own_q, c.y, sizeof(double) * (size_t)places);
    for (int k = 0; k < speeds; k++)
        m->own_v[k] = check_uniform(-1, 1) * (is_linear(s, k) ? s->length : 1);
    assert_true(jd_multibond_settle(c.numbers, m, &(MultibondStarts){0}, &is));
    if (!is.closed || !is.still) printf("%s: %g %g\n", path, is.left, is.rate_left);
    assert_true(is.closed && is.still);
    memcpy(c.y, m->own_q, sizeof(double) * (size_t)places);
    memcpy(c.y + places, m->own_v, sizeof(double) * (size_t)speeds);
    memcpy(push, m->own_v, sizeof(double) * (size_t)speeds);
    const ProjectReport report = s->form->project(s, m, 0, FACTORS_ANEW, c.y);
    assert_true(report.done);
    for (int k = 0; k < speeds; k++)
        check_near(c.y[places + k], push[k], 1e-8 * (1 + fabs(push[k])), path);
    free(push);
    close_case(&c);
}

static void all_kinds_of_locks_are_closed(void **state) {
    (void)state;
    static const char *const paths[] = {"model/slider_crank.jd",
                                        "model/slider_crank_hyperstatic.jd",
                                        "model/rssr.jd",
                                        "model/planetary_gear.jd",
                                        "model/screw.jd",
                                        "model/universal_shaft.jd",
                                        "model/user_joint.jd",
                                        "model/rolling_disc.jd",
                                        "model/knife_edge.jd",
                                        "model/stewart.jd",
                                        "model/bricard.jd",
                                        "model/seven_body.jd",
                                        "model/governor.jd",
                                        "model/macpherson.jd",
                                        "test/multibond/machines/three_rods.jd",
                                        "test/multibond/machines/rack.jd"};
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) check_pushed(paths[k]);
}

/* ---- What cannot be -----------------------------------------------------------------------------
 */

static void check_refused(const char *text, JdGraphDef def, const char *words) {
    JdLog *log = jd_log_new();
    JdModel *model = read(text, log);
    assert_null(jd_graph_new(model, def, log));
    bool found = false;
    for (int k = 0; k < jd_log_count(log); k++) {
        const JdMessage message = jd_log_message(log, k);
        found = found || (message.code && !strcmp(message.code, "graph-settle") &&
                          strstr(message.text, words));
    }
    if (!found) jd_log_print(log, stderr);
    assert_true(found);
    jd_model_free(model), jd_log_free(log);
}

static void what_cannot_fit_is_told(void **state) {
    (void)state;
    static const char short_bars[] =
        "planar\nbody a { link [0, 0], [0.1, 0] mass 1 kg inertia 1 kg*m^2 }\n"
        "body b { link [1, 0], [0.9, 0.1] mass 1 kg inertia 1 kg*m^2 }\n"
        "joint jO : revolute ground -- a at [0, 0]\n"
        "joint jA : revolute a -- b at [0.1, 0], [0.9, 0.1]\n"
        "joint jC : revolute ground -- b at [1, 0]\n";
    char two[1600];
    snprintf(two, sizeof two, "%sstart jC.rate = 3 rad/s\n", four_bar);
    check_refused(short_bars, settles, "locks open");
    check_refused(two, settles, "no lock slides");
    check_refused(four_bar, (JdGraphDef){.settle = true}, "no springs and dampers");
    check_refused(four_bar, (JdGraphDef){.constraints = "minimal", .settle = true},
                  "no springs and dampers");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_all_is_said_it_is_what_assembly_finds),
        cmocka_unit_test(what_is_free_stays_by_the_masses),
        cmocka_unit_test(all_kinds_of_locks_are_closed), cmocka_unit_test(what_cannot_fit_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
