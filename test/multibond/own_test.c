/* SPDX-License-Identifier: MIT
 *
 * A graph as a model of its own: its text is read, and runs like the mechanism, with forces, drives
 * and states as formulas of the graph. */
#include "base/base.h"
#include "check.h"
#include "jourdain.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A bar on a spring and a damper, a torque of its own, a weight that hangs on it by a spring, and a
 * state that filters its rate. */
static const char plane[] =
    "model plane\nplanar\ngravity [0, -9.81] m/s^2\n"
    "body bar { link [0, 0], [0.8, 0.1] mass 2 kg inertia 0.1 kg*m^2 }\n"
    "body bob { link [0.8, 0.1], [1.1, -0.4] mass 0.7 kg inertia 0.02 kg*m^2 }\n"
    "joint a : revolute ground -- bar at [0, 0]\njoint b : revolute bar -- bob at [0.8, 0.1]\n"
    "state slow { start 0.3 rate 5*(a.rate - slow*1 1/s) }\n"
    "force pull : spring-damper ground -- bob at [1.5, 0.5], [1.1, -0.4] stiffness 40 N/m damping "
    "2 N*s/m length 0.5 m\n"
    "force brake : free-spring b.angle stiffness 3 N*m damping 0.1 N*m*s rest 0.2\n"
    "force turn : effort a.angle value 0.8 N*m*sin(7 1/s*time) - 0.3 N*m*slow\n"
    "force wind : drag bob linear 0.2 N*s/m square 0.1 N*s^2/m^2 wind [1, 0] m/s\n"
    "start a.rate = 1.5 rad/s\n"
    "output bar.x, bob.y, a.angle, b.rate, slow\n";

/* In space: a crank with products of inertia, a rod, a piston; a force along the axes of a body. */
static const char space[] =
    "model space\nspatial\ngravity [0, 0, -9.81] m/s^2\n"
    "body crank { link [0, 0, 0], [0.2, 0.1, 0.05] mass 1 kg inertia [[0.02, 0.004, 0], [0.004, "
    "0.03, 0.002], [0, 0.002, 0.04]] kg*m^2 }\n"
    "body rod { link [0.2, 0.1, 0.05], [1.1, 0, 0] mass 2 kg inertia [0.02, 0.2, 0.2] kg*m^2 }\n"
    "body piston { at [1.1, 0, 0] mass 0.5 kg inertia [0.01, 0.01, 0.01] kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0, 0] axis [0.1, 0.2, 1]\n"
    "joint jA : universal crank -- rod at [0.2, 0.1, 0.05] axis [0, 0, 1] second [0, 1, 0]\n"
    "joint jB : spherical rod -- piston at [1.1, 0, 0]\n"
    "joint jC : prismatic ground -- piston at [1.1, 0, 0] axis x\n"
    "force coil : free-spring jO.angle stiffness 2 N*m damping 0.1 N*m*s\n"
    "force pull : spring-damper ground -- rod at [0, 1, 0], [0.6, 0.05, 0.02] stiffness 30 N/m "
    "damping 1 N*s/m length 0.7 m\n"
    "start jO.rate = 3 rad/s\n"
    "output crank.x, rod.z, piston.x, jO.angle, jC.speed\n";

/* Of a body without inertia, and of a drive. */
static const char bare[] = "model bare\nplanar\ngravity [0, -9.81] m/s^2\n"
                           "body bob { at [1, 0] mass 1 kg inertia 0 }\n"
                           "joint jO : revolute ground -- bob at [0, 0]\noutput bob.x, bob.vy\n";
static const char driven[] =
    "model driven\nplanar\ngravity [0, -9.81] m/s^2\n"
    "body arm { link [0, 0], [1, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
    "body tip { link [1, 0], [1.5, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
    "joint a : revolute ground -- arm at [0, 0]\njoint b : revolute arm -- tip at [1, 0]\n"
    "drive swing : a.angle = 0.4*sin(3 1/s*time)\noutput tip.x, b.rate\n";

static JdModel *read(const char *name, const char *text, JdLog *log) {
    return jd_model_read_text(name, text, strlen(text), (JdReadDef){0}, log);
}

/* Values of channels at the end. */
static void run(const JdModel *model, JdCompileDef def, const char *const *channels,
                double *values) {
    JdLog *log = jd_log_new();
    JdSystem *system = jd_compile(model, def, log);
    JdRun *r = jd_run_new(
        system, (JdRunDef){.until = 0.2, .output_every = 0.2, .tol = 1e-11, .stepper = "dop853"},
        log);
    assert_non_null(r);
    while (jd_run_next(r)) continue;
    for (int k = 0; channels[k]; k++)
        values[k] = jd_run_value(r, jd_channel(system, channels[k], log));
    assert_int_equal(jd_log_errors(log), 0);
    jd_run_free(r), jd_system_free(system), jd_log_free(log);
}

static void check_own(const char *text, JdGraphDef def, const char *const *channels,
                      const char *const *signals, double within) {
    JdLog *log = jd_log_new();
    JdModel *model = read("text", text, log);
    JdGraph *graph = jd_graph_new(model, def, log);
    char *own = jd_graph_model(graph, log);
    assert_non_null(own);
    JdModel *again = read("graph", own, log);
    assert_non_null(again);
    assert_int_equal(jd_model_info(again).bodies, 1); /* the ground */
    double is[8], wanted[8];
    run(model, (JdCompileDef){.form = "minimal"}, channels, wanted);
    run(again, (JdCompileDef){0}, signals, is);
    for (int k = 0; channels[k]; k++) check_near(is[k], wanted[k], within, channels[k]);
    jd_free_text(own);
    jd_graph_free(graph), jd_model_free(again), jd_model_free(model), jd_log_free(log);
}

static void a_graph_runs_like_its_mechanism(void **state) {
    (void)state;
    static const char *const channels[] = {"bar.x", "bob.y", "a.angle", "b.rate", "slow", NULL};
    static const char *const signals[] = {"out_bar_x",  "out_bob_y", "out_a_angle",
                                          "out_b_rate", "out_slow",  NULL};
    for (int scalar = 0; scalar < 2; scalar++) {
        check_own(plane, (JdGraphDef){.scalar = scalar}, channels, signals, 1e-9);
        check_own(plane, (JdGraphDef){.scalar = scalar, .constraints = "baumgarte"}, channels,
                  signals, 1e-9);
    }
}

static void a_graph_runs_like_its_mechanism_in_space(void **state) {
    (void)state;
    static const char *const channels[] = {"crank.x",  "rod.z",    "piston.x",
                                           "jO.angle", "jC.speed", NULL};
    static const char *const signals[] = {"out_crank_x",  "out_rod_z",    "out_piston_x",
                                          "out_jO_angle", "out_jC_speed", NULL};
    check_own(space, (JdGraphDef){0}, channels, signals, 1e-9);
}

static void bodies_without_inertia_and_drives_run_too(void **state) {
    (void)state;
    static const char *const of_bob[] = {"bob.x", "bob.vy", NULL}, *const bob[] = {"out_bob_x",
                                                                                   "out_bob_vy",
                                                                                   NULL};
    static const char *const of_tip[] = {"tip.x", "b.rate", NULL}, *const tip[] = {"out_tip_x",
                                                                                   "out_b_rate",
                                                                                   NULL};
    check_own(bare, (JdGraphDef){0}, of_bob, bob, 1e-9);
    check_own(driven, (JdGraphDef){0}, of_tip, tip, 1e-9);
}

/* By independent velocities, with vector and scalar bonds: what drives prescribe, states of one's
 * own and springs on frees are in it. */
static void check_minimal(const char *text, const char *const *channels, int speeds) {
    for (int what = 0; what < 4; what++) {
        const bool scalar = what % 2, hamilton = what / 2;
        JdLog *log = jd_log_new();
        JdModel *model = read("text", text, log);
        JdGraph *graph = jd_graph_new(
            model, (JdGraphDef){.constraints = hamilton ? "hamilton" : "minimal", .scalar = scalar},
            log);
        double is[8], wanted[8];
        const double end = 0.2;
        JdGraphRunCost cost;
        JdGraphRunDef def = {
            .until = end, .tol = 1e-11, .times = &end, .time_count = 1, .outputs = channels};
        while (channels[def.output_count]) def.output_count++;
        const bool good = jd_graph_run(graph, def, is, &cost, log);
        if (!good) jd_log_print(log, stderr);
        assert_true(good);
        assert_int_equal(cost.speeds, speeds);
        run(model, (JdCompileDef){.form = "minimal"}, channels, wanted);
        for (int k = 0; channels[k]; k++) check_near(is[k], wanted[k], 1e-9, channels[k]);
        assert_null(jd_graph_model(graph, log)); /* transformers have no formula */
        jd_graph_free(graph), jd_model_free(model), jd_log_free(log);
    }
}

static void independent_velocities_go_the_same_way(void **state) {
    (void)state;
    static const char *const of_plane[] = {"bar.x", "bob.y", "a.angle", "b.rate", "slow", NULL},
                             *const of_space[] = {"crank.x",  "rod.z",    "piston.x",
                                                  "jO.angle", "jC.speed", NULL},
                             *const of_tip[] = {"tip.x", "b.rate", NULL};
    check_minimal(plane, of_plane, 2);
    check_minimal(space, of_space, 1);
    check_minimal(driven, of_tip, 1);
}

/* Two turns and more: pivots of the straight program pass through zero, and are taken anew. The end
 * is that of a closed form. */
static void a_crank_turns_by_independent_velocities(void **state) {
    (void)state;
    static const char *const channels[] = {"slider.x", "slider.vx"};
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(JD_ROOT "/model/slider_crank.jd", (JdReadDef){0}, log);
    JdGraph *graph =
        jd_graph_new(model, (JdGraphDef){.constraints = "minimal", .scalar = true}, log);
    const double end = 0.13, angle = 12.710094805554134, r = 0.153,
                 l = 0.306; /* the model's own reference */
    double is[2];
    JdGraphRunCost cost;
    JdGraphRunDef def = {.until = end,
                         .tol = 1e-12,
                         .times = &end,
                         .time_count = 1,
                         .outputs = channels,
                         .output_count = 2};
    assert_true(jd_graph_run(graph, def, is, &cost, log));
    check_near(is[0], r * cos(angle) + sqrt(l * l - r * r * sin(angle) * sin(angle)), 1e-8,
               "slider.x");
    jd_graph_free(graph), jd_model_free(model), jd_log_free(log);
}

/* What laws of graphs may be made of, at a joint: each function, minus and power stand in a
 * damper's or spring's formula. */
static void every_function_is_recorded(void **state) {
    (void)state;
    static const char *const formulas[] = {
        "sin(x)",         "cos(x)",         "tan(x)",
        "asin(x/9)",      "acos(x/9)",      "atan(x)",
        "atan2(x, 2)",    "exp(x)",         "log(3 + x)",
        "tanh(x)",        "abs(x)",         "sign(x - 0.05)",
        "step(x - 0.05)", "floor(x + 5.9)", "ceil(x + 5.9)",
        "min(x, 0.1)",    "max(x, 0.1)",    "sqrt(3 + x)",
        "(3 + x)^1.3",    "(3 + x)^(-2)",   "if(x < 0.1, x, 2*x)"};
    static const char *const channels[] = {"a.angle", NULL};
    for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++) {
        Text text = {0};
        jd_text_print(&text,
                      "planar\ngravity [0, -9.81] m/s^2\n"
                      "body bar { link [0, 0], [1, 0] mass 1 kg inertia 0.083 kg*m^2 }\n"
                      "joint a : revolute ground -- bar at [0, 0]\noutput a.angle\n"
                      "signal x = a.angle/1 rad\n"
                      "force f : torque ground -- bar value 2 N*m*(%s)\n",
                      formulas[k]);
        check_minimal(text.at, channels, 1);
        jd_text_free(&text);
    }
}

/* Springs in the place of locks: near, and nearer the stiffer they are. */
static void springs_at_locks_run(void **state) {
    (void)state;
    static const char *const channels[] = {"a.angle", NULL}, *const signals[] = {"out_a_angle",
                                                                                 NULL};
    static const char text[] = "planar\ngravity [0, -9.81] m/s^2\n"
                               "body bar { link [0, 0], [1, 0] mass 1 kg inertia 0.083 kg*m^2 }\n"
                               "joint a : revolute ground -- bar at [0, 0]\noutput a.angle\n";
    const JdGraphDef soft = {.constraints = "rc", .stiffness = 1e4},
                     stiff = {.constraints = "rc", .stiffness = 1e6};
    check_own(text, soft, channels, signals, 3e-3);
    check_own(text, stiff, channels, signals, 3e-5);
}

/* Names that are alike once they have no dots, and with those of other parts of the graph; outputs
 * that are asked for twice. */
static const char alike[] =
    "model alike\nplanar\ngravity [0, -9.81] m/s^2\n"
    "body a { link [0, 0], [1, 0] mass 1 kg inertia 0.1 kg*m^2 frame b_x at [0.3, 0.1] }\n"
    "body a_v { link [1, 0], [1.5, 0] mass 1 kg inertia 0.1 kg*m^2 frame x at [1.2, 0.1] }\n"
    "body a_b { at [2, 1] mass 1 kg inertia 0.1 kg*m^2 frame x at [2.2, 1.1] }\n"
    "joint a_w : revolute ground -- a at [0, 0]\njoint a_R : revolute a -- a_v at [1, 0]\n"
    "joint j_L : prismatic ground -- a_b at [2, 1] axis x\n"
    "joint j : distance a_v -- a_b at [1.5, 0], [2, 1]\n"
    "output a.b_x.x, a_b.x.x, a_b.x.x, a.b_x.x, a_b.vx, a_v.vx\n";

static void names_that_are_alike_stay_apart(void **state) {
    (void)state;
    static const char *const channels[] = {"a.b_x.x", "a_b.x.x", "a_b.vx", "a_v.vx", NULL};
    static const char *const signals[] = {"out_a_b_x_x", "out_a_b_x_x_2", "out_a_b_vx",
                                          "out_a_v_vx", NULL};
    for (int scalar = 0; scalar < 2; scalar++)
        check_own(alike, (JdGraphDef){.scalar = scalar}, channels, signals, 1e-9);
}

/* A bar that falls about y from lying down: the second of the angles xyz is 90 deg when it hangs,
 * at a quarter of the period; known in closed form for none, so from the run of the mechanism. */
static const char falls[] =
    "model falls\nspatial\ngravity [0, 0, -9.81] m/s^2\n"
    "body arm { link [0, 0, 0], [0.5, 0, 0] mass 1 kg inertia [0.02, 0.03, 0.05] kg*m^2 }\n"
    "joint j : revolute ground -- arm at [0, 0, 0] axis y\n"
    "when hangs : j.angle > 90 deg { stop }\noutput arm.x, j.angle\nrun to 1 s\n";

/* When it hangs. */
static double time_of_fall(void) {
    JdLog *log = jd_log_new();
    JdModel *model = read("falls", falls, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "minimal"}, log);
    JdRun *r = jd_run_new(system, (JdRunDef){.until = 1, .tol = 1e-11, .stepper = "dop853"}, log);
    while (jd_run_next(r)) continue;
    const double time = jd_run_value(r, jd_channel(system, "time", log));
    jd_run_free(r), jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return time;
}

static bool is_told(const JdLog *log, const char *code, const char *words) {
    for (int k = 0; k < jd_log_count(log); k++) {
        const JdMessage message = jd_log_message(log, k);
        if (!strcmp(message.code, code) && strstr(message.text, words)) return true;
    }
    jd_log_print(log, stderr);
    return false;
}

static void angles_that_become_singular_are_told(void **state) {
    (void)state;
    const double wanted = time_of_fall();
    char without[sizeof falls];
    strcpy(without, falls);
    memset(strstr(without, "when"), ' ', strlen("when hangs : j.angle > 90 deg { stop }"));
    JdLog *log = jd_log_new();
    JdModel *model = read("falls", without, log);
    JdGraph *graph = jd_graph_new(model, (JdGraphDef){.attitude = "xyz"}, log);
    char *own = jd_graph_model(graph, log);
    JdModel *again = read("graph", own, log);
    JdSystem *system = jd_compile(again, (JdCompileDef){0}, log);
    JdRun *r = jd_run_new(system, (JdRunDef){.until = 1, .tol = 1e-11}, log);
    while (jd_run_next(r)) continue;
    check_near(jd_run_value(r, jd_channel(system, "time", log)), wanted, 2e-6,
               "the run of the graph's text ends");
    assert_true(is_told(log, "run-ended", "the angles xyz of 'arm' become singular"));
    jd_run_free(r), jd_system_free(system), jd_model_free(again), jd_free_text(own);
    jd_graph_free(graph);
    static const char *const ways[] = {"minimal", "hamilton"};
    static const char *const outputs[] = {"arm.x"};
    for (int k = 0; k < 4; k++) {
        const double end = k % 2 ? 1 : 0.3;
        double is;
        JdGraphRunCost cost;
        const JdGraphRunDef run = {.until = end,
                                   .tol = 1e-9,
                                   .times = &end,
                                   .time_count = 1,
                                   .outputs = outputs,
                                   .output_count = 1};
        JdLog *own_log = jd_log_new();
        graph = jd_graph_new(model, (JdGraphDef){.constraints = ways[k / 2], .attitude = "xyz"},
                             own_log);
        assert_int_equal(jd_graph_run(graph, run, &is, &cost, own_log), !(k % 2));
        char words[40];
        snprintf(words, sizeof words, "at %.3f", wanted);
        if (k % 2) assert_true(is_told(own_log, "graph-angles", words));
        jd_graph_free(graph), jd_log_free(own_log);
    }
    jd_model_free(model), jd_log_free(log);
}

/* NULL: it has a text. */
static void check_outside(const char *text, const char *words) {
    JdLog *log = jd_log_new();
    JdModel *model = read("text", text, log);
    JdGraph *graph = jd_graph_new(model, (JdGraphDef){0}, log);
    assert_non_null(graph);
    char *own = jd_graph_model(graph, log);
    assert_int_equal(own == NULL, words != NULL);
    if (words) assert_true(is_told(log, "graph-outside", words));
    jd_free_text(own);
    jd_graph_free(graph), jd_model_free(model), jd_log_free(log);
}

static void what_has_no_formula_is_told(void **state) {
    (void)state;
    check_outside("planar\nbody b { at [0, 0] mass 1 kg inertia 1 kg*m^2 free }\n"
                  "input push { start 2 N }\n"
                  "force f : point-force b at [0, 0] value [push, 0 N]\n",
                  "'f'");
#define BAR                                                                                        \
    "planar\nbody bar { link [0, 0], [1, 0] mass 1 kg inertia 1 kg*m^2 }\n"                        \
    "joint j : revolute ground -- bar at [0, 0]\n"
    check_outside(BAR "when low : j.angle < -0.5 { impulse j.angle = 5 N*m*s }\n",
                  "event 'low' has no formula that the graph could have: it strikes a joint");
    check_outside(BAR "state n { rate 0 1/s }\nwhen low : j.angle < -0.5 { set n = 1 }\n",
                  "it sets a value");
    check_outside(BAR "when low : j.angle < -0.5 { stop }\n", "it ends the run");
    check_outside(BAR "when low : j.angle < -0.5 { record }\n", NULL);
}

/* ---- A rotation with scalar bonds, both ways round --------------------------------------------
 */

/* Flows come in at one side; there 1-junctions, or 0-junctions. */
static JdModel *read_rotation(bool ones, JdLog *log) {
    static const char *const R[3][3] = {
        {"2/3", "-1/3", "2/3"}, {"2/3", "2/3", "-1/3"}, {"-1/3", "2/3", "2/3"}};
    Text text = {0};
    int bond = 0;
    for (int i = 0; i < 3; i++)
        jd_text_print(&text,
                      "node s%d : Sf flow 1\nnode a%d : %s\nnode b%d : %s\nnode r%d : R resistance "
                      "1\nbond u%d : s%d to a%d\nbond v%d : b%d to r%d\n",
                      i, i, ones ? "one" : "zero", i, ones ? "zero" : "one", i, i, i, i, i, i, i);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            jd_text_print(
                &text, ones ? "node m%d%d : TF modulus %s\n" : "node m%d%d : TF modulus 1/(%s)\n",
                i, j, R[j][i]);
            jd_text_print(&text, "bond p%d : a%d to m%d%d\nbond q%d : m%d%d to b%d\n", bond, i, i,
                          j, bond, i, j, j);
            bond++;
        }
    JdModel *model = jd_model_read_text("rotation", text.at, text.count, (JdReadDef){0}, log);
    jd_text_free(&text);
    return model;
}

static int count_cycles(bool ones) {
    JdLog *log = jd_log_new();
    JdModel *model = read_rotation(ones, log);
    char *paths = jd_bonds_text(model, JD_BONDS_PATHS);
    int count = 0;
    assert_non_null(paths);
    for (const char *at = paths; (at = strstr(at, "class 4  cycle")); at++) count++;
    jd_free_text(paths);
    jd_model_free(model), jd_log_free(log);
    return count;
}

static void the_right_structure_leaves_no_cycle(void **state) {
    (void)state;
    assert_int_equal(count_cycles(true), 0);
    assert_int_equal(count_cycles(false), 10);
}

/* Whose loops have pivots that are zero where it begins, a solution that is zero but for rounding,
 * and a law without value where it is looked at by chance. */
static void graphs_that_were_refused_run(void **state) {
    (void)state;
    static const struct {
        const char *path, *channels[3], *signals[3];
    } cases[] = {{JD_ROOT "/model/double_pendulum.jd",
                  {"upper.angle", "lower.angle", NULL},
                  {"out_upper_angle", "out_lower_angle", NULL}},
                 {JD_ROOT "/model/assembly/rssp.jd",
                  {"jO.angle", "jC.travel", NULL},
                  {"out_jO_angle", "out_jC_travel", NULL}},
                 {JD_ROOT "/model/msl/engine1b.jd",
                  {"jO.rate", "piston.x", NULL},
                  {"out_jO_rate", "out_piston_x", NULL}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int scalar = 0; scalar < 2; scalar++) {
            Text text = {0};
            assert_null(jd_file_read(cases[k].path, (FileRule){0}, &text));
            check_own(text.at, (JdGraphDef){.scalar = scalar}, cases[k].channels, cases[k].signals,
                      1e-8);
            jd_text_free(&text);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_graph_runs_like_its_mechanism),
        cmocka_unit_test(a_graph_runs_like_its_mechanism_in_space),
        cmocka_unit_test(bodies_without_inertia_and_drives_run_too),
        cmocka_unit_test(graphs_that_were_refused_run),
        cmocka_unit_test(independent_velocities_go_the_same_way),
        cmocka_unit_test(a_crank_turns_by_independent_velocities),
        cmocka_unit_test(every_function_is_recorded),
        cmocka_unit_test(springs_at_locks_run),
        cmocka_unit_test(names_that_are_alike_stay_apart),
        cmocka_unit_test(angles_that_become_singular_are_told),
        cmocka_unit_test(what_has_no_formula_is_told),
        cmocka_unit_test(the_right_structure_leaves_no_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
