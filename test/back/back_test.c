/* SPDX-License-Identifier: MIT
 *
 * From a graph back to a mechanism, with no name that tells: masses, points, frames, joints and
 * what acts; graphs drawn by hand; what is no mechanism is told. */
#include "back/strip.h"
#include <math.h>

static void check_file(const char *path, JdGraphDef def, double time) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    assert_true(check_there_and_back(model, def, time, path));
    jd_model_free(model), jd_log_free(log);
}

/* Every kind of lock: hinges, slides, balls, Cardan joints, rods, screws, wheels, blades, gears,
 * ropes. */
static void mechanisms_come_back(void **state) {
    (void)state;
    static const char *const paths[] = {
        "model/slider_crank.jd", "model/screw.jd",         "model/universal_shaft.jd",
        "model/rolling_disc.jd", "model/knife_edge.jd",    "model/planetary_gear.jd",
        "model/user_joint.jd",   "model/quick_return.jd",  "model/simple_pendulum.jd",
        "model/rssr.jd",         "model/planar_fourbar.jd"};
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
        check_file(paths[k], (JdGraphDef){0}, 0.05);
}

/* Storages by component, without what is zero as such: masses, inertias and axes are put together.
 */
static void scalar_bonds_come_back_too(void **state) {
    (void)state;
    static const char *const paths[] = {"model/slider_crank.jd",   "model/screw.jd",
                                        "model/knife_edge.jd",     "model/user_joint.jd",
                                        "model/rssr.jd",           "model/free_body.jd",
                                        "model/simple_pendulum.jd"};
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
        check_file(paths[k], (JdGraphDef){.scalar = true}, 0.05);
    check_file("model/top.jd", (JdGraphDef){.scalar = true, .attitude = "zxz"}, 0.05);
    check_file("model/slider_crank.jd", (JdGraphDef){.scalar = true, .constraints = "baumgarte"},
               0.05);
}

/* Rods between the same two bodies have ends of their own; what a joint of constant velocity locks
 * is the twist about a direction. */
static void rods_side_by_side_and_twists_come_back(void **state) {
    (void)state;
    for (int scalar = 0; scalar < 2; scalar++) {
        check_file(JD_ROOT "/test/multibond/machines/tripod.jd", (JdGraphDef){.scalar = scalar},
                   0.05);
        check_file(JD_ROOT "/test/multibond/machines/shafts.jd", (JdGraphDef){.scalar = scalar},
                   0.05);
    }
}

static void ways_to_hold_locks_and_to_say_attitudes_do_not_matter(void **state) {
    (void)state;
    check_file("model/slider_crank.jd", (JdGraphDef){.constraints = "baumgarte"}, 0.05);
    check_file("model/top.jd", (JdGraphDef){.attitude = "zxz"}, 0.05);
    check_file("model/top.jd", (JdGraphDef){0}, 0.05);
}

/* ---- By hand
 * ---------------------------------------------------------------------------------------- */

static void graphs_by_hand_become_mechanisms(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    /* A hinge at the ground, and no other body: velocities of its point are zero. */
    static const char one[] =
        "model hand\nnode w : one\nnode v : one\nnode J : I inertance 0.1\n"
        "node m : I inertance [[2, 0], [0, 2]]\nnode g : Se effort [0, -19.62]\nnode p : zero\n"
        "node x : MTF modulus [[0.5*sin(a)], [-0.5*cos(a)]]\nnode L : MSe holds\n"
        "node d : R resistance 0.4\nnode c : C compliance 0.5\n"
        "bond b1 : w to J\nbond b2 : v to m dimension 2\nbond b3 : g to v dimension 2\n"
        "bond b4 : v to p dimension 2\nbond b5 : w to x\nbond b6 : x to p dimension 2\n"
        "bond b7 : p to L dimension 2\nbond b8 : w to d\nbond b9 : w to c\n"
        "state a { start 0.2 rate (b1.flow)*1 1/s }\n"
        "state X { start 0.4900332889206208 rate (b2.flow[1])*1 1/s }\n"
        "state Y { start 0.09933466539753061 rate (b2.flow[2])*1 1/s }\n";
    char *text = jd_graph_mechanism("one", one, strlen(one), log);
    if (!text) jd_log_print(log, stderr);
    assert_non_null(text);
    assert_non_null(strstr(text, ": revolute ground.at_joint1 -- body1.at_joint1"));
    assert_non_null(strstr(text, "gravity [0, -9.81] m/s^2"));
    JdModel *graph = jd_model_read_text("one", one, strlen(one), (JdReadDef){0}, log),
            *back = jd_model_read_text("back", text, strlen(text), (JdReadDef){0}, log);
    assert_true(graph && back);
    double value[2];
    for (int k = 0; k < 2; k++) {
        JdSystem *system = jd_compile(k ? back : graph, (JdCompileDef){0}, log);
        JdRun *run =
            jd_run_new(system, (JdRunDef){.until = 1, .output_every = 1, .tol = 1e-12}, log);
        while (jd_run_next(run)) continue;
        value[k] = jd_run_value(run, jd_channel(system, k ? "body1.angle" : "a", log));
        jd_run_free(run), jd_system_free(system);
    }
    check_near(value[1], value[0], 1e-9, "angle of a pendulum by hand");
    jd_free_text(text), jd_model_free(graph), jd_model_free(back), jd_log_free(log);
}

/* Frees of joints that have two: a slide in a slot that is driven, a shaft and its travel that are
 * coupled to other frees, both turns of a Cardan joint in gear. */
static const char slot_text[] = "planar\ngravity [0, -9.81] m/s^2\n"
                                "body bar { link [1, 0], [0, 0.5] mass 1 kg inertia 0.1 kg*m^2 }\n"
                                "joint slot : pin-in-slot ground -- bar at [1, 0] axis x\n"
                                "drive push : slot.travel = -0.1 m*sin(3 1/s*time)^2\n";
static const char shaft_text[] =
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"
    "body wheel { at [0, 0, 0] mass 1 kg inertia [0.01, 0.01, 0.02] kg*m^2 }\n"
    "body hoist { at [0.9, 0, -0.2] mass 1 kg inertia [0.01, 0.02, 0.03] kg*m^2 }\n"
    "body fork { at [0, 1, 0] mass 1 kg inertia [0.03, 0.02, 0.01] kg*m^2 }\n"
    "joint axle : revolute ground -- wheel at [0, 0, 0] axis [0.1, 0, 1]\n"
    "joint guide : cylindrical ground -- hoist at [0.9, 0, -0.2] axis [0, 0.1, 1]\n"
    "joint cross : universal ground -- fork at [0, 0.8, 0] axis [0, 0, 1] second [0, 1, 0]\n"
    "joint rope : coupling axle.angle -- guide.travel ratio 0.1\n"
    "joint mesh : gear guide.angle -- cross.angle1 ratio 2\n"
    "joint worm : coupling axle.angle -- cross.angle2 ratio 0.3\n"
    "start axle.rate = 2 rad/s\n";
/* Blades: two on bodies in the plane, each with a point of its own; and one in space whose graph
 * leaves out what the plane beside it holds at zero. */
static const char trailer_text[] =
    "planar\ngravity none\n"
    "body tug { at [0, 0] mass 3 kg inertia 0.4 kg*m^2 free }\n"
    "body trailer { link [-0.4, 0], [-1.2, 0.1] mass 1.5 kg inertia 0.2 kg*m^2 }\n"
    "joint front : knife-edge ground -- tug at [-0.2, 0]\n"
    "joint hitch : revolute tug -- trailer at [-0.4, 0]\n"
    "joint rear : knife-edge ground -- trailer at [-1.2, 0.1] axis [-0.8, 0.1]\n"
    "start tug.vx = 1 m/s, tug.rate = 0.5 rad/s\n";
static const char sled_text[] =
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"
    "joint type ski { axis x lock d.zi lock zi.xj lock vd.yj }\n"
    "body sled { at [0, 0, 0.1] mass 3 kg inertia [0.2, 0.3, 0.4] kg*m^2 }\n"
    "joint runner : ski ground -- sled at [0, 0, 0] axis x second y\n"
    "start sled.vx = 2 m/s, sled.wx = 0.3 rad/s, sled.wz = 0.4 rad/s\n";

static void frees_of_two_and_blades_come_back(void **state) {
    (void)state;
    static const char *const texts[] = {slot_text, shaft_text, trailer_text, sled_text};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        JdLog *log = jd_log_new();
        JdModel *model =
            jd_model_read_text("text", texts[k], strlen(texts[k]), (JdReadDef){0}, log);
        if (!model) jd_log_print(log, stderr);
        for (int scalar = 0; scalar < 2; scalar++)
            assert_true(
                check_there_and_back(model, (JdGraphDef){.scalar = scalar}, 0.1, "there and back"));
        jd_model_free(model), jd_log_free(log);
    }
}

/* ---- What is no mechanism
 * ------------------------------------------------------------------------------ */

static void check_refused(const char *text, const char *part) {
    JdLog *log = jd_log_new();
    assert_null(jd_graph_mechanism("text", text, strlen(text), log));
    assert_true(jd_log_count(log) > 0);
    const JdMessage message = jd_log_message(log, jd_log_count(log) - 1);
    check_text(message.code, "graph-no-mechanism");
    if (!strstr(message.text, part)) fail_msg("'%s' lacks '%s'", message.text, part);
    jd_log_free(log);
}

static void what_is_no_mechanism_is_told(void **state) {
    (void)state;
    check_refused("node r : R resistance 1\nnode s : Se effort 1\nbond b : s to r\n", "no motion");
    check_refused("node o : one\nnode m : I inertance [[2, 0], [0, 2]]\nnode g : Se effort [0, 1]\n"
                  "bond b : o to m dimension 2\nbond c : g to o dimension 2\n",
                  "no signal integrates");
    check_refused(
        "node o : one\nnode m : I inertance [[1, 0, 0], [0, 2, 0], [0, 0, 3]]\n"
        "node g : Se effort [0, 1, 0]\nbond b : o to m dimension 3\nbond c : g to o dimension 3\n",
        "same along all axes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mechanisms_come_back),
        cmocka_unit_test(scalar_bonds_come_back_too),
        cmocka_unit_test(rods_side_by_side_and_twists_come_back),
        cmocka_unit_test(frees_of_two_and_blades_come_back),
        cmocka_unit_test(ways_to_hold_locks_and_to_say_attitudes_do_not_matter),
        cmocka_unit_test(graphs_by_hand_become_mechanisms),
        cmocka_unit_test(what_is_no_mechanism_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
