/* SPDX-License-Identifier: MIT
 *
 * The multibond graph of small mechanisms: what stands at their locks, attitudes, scalar bonds,
 * locks that repeat each other, causality of flow sources. */
#include "multibond/case.h"

static void check_alike(const char *text, const MultibondDef *def, bool scalar, double within) {
    Case c = open_text(text, def, scalar);
    for (int k = 0; k < 20; k++) {
        assert_true(draw(&c));
        evaluate(&c);
        check_near(apart(&c), 0, within, "accelerations of the graph and of the mechanism");
    }
    close_case(&c);
}

static const char *const pendulum = /* Table 6 */
    "planar\ngravity [0, -9.81] m/s^2\n"
    "body bar { link [0, 0], [1, 0] mass 1 kg inertia 0.083 kg*m^2 }\n"
    "joint jO : revolute ground -- bar at [0, 0]\n"
    "force friction : torque ground -- bar value -10 N*m*s * bar.rate\n";

static const char *const
    crank = /* in space, with products of inertia and an axis that is nowhere along the ground's */
    "spatial\ngravity [0.5, -9.81, 1] m/s^2\n"
    "body crank  { link [0, 0, 0], [0.2, 0.1, 0.05] mass 1 kg inertia [[0.02, 0.004, 0], [0.004, "
    "0.03, 0.002], [0, 0.002, 0.04]] kg*m^2 }\n"
    "body rod    { link [0.2, 0.1, 0.05], [1.1, 0, 0] mass 2 kg inertia [0.02, 0.2, 0.2] kg*m^2 }\n"
    "body piston { at [1.1, 0, 0] mass 0.5 kg inertia [0.01, 0.01, 0.01] kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0, 0] axis [0.1, 0.2, 1]\n"
    "joint jA : universal crank -- rod at [0.2, 0.1, 0.05] axis [0, 0, 1] second [0, 1, 0]\n"
    "joint jB : spherical rod -- piston at [1.1, 0, 0]\n"
    "joint jC : prismatic ground -- piston at [1.1, 0, 0] axis x\n"
    "force drag : free-spring jC.travel stiffness 5 N/m damping 3 N*s/m\n"
    "force pull : spring-damper ground -- rod at [0, 1, 0], [0.6, 0.05, 0.02] stiffness 30 N/m "
    "damping 1 N*s/m length 0.7 m\n";

/* ---- At an instant ----------------------------------------------------------------------------
 */

static void attitudes_may_be_said_in_any_way(void **state) {
    (void)state;
    MultibondDef def = jd_multibond_default();
    check_alike(crank, &def, false, 1e-10);
    check_alike(crank, &def, true, 1e-10);
    def.angles = true;
    check_alike(crank, &def, false, 1e-9);
    check_alike(crank, &def, true, 1e-9);
    def.sequence[0] = AXIS_Y, def.sequence[1] = AXIS_Z, def.sequence[2] = AXIS_X;
    check_alike(crank, &def, false, 1e-9);
}

static void flow_sources_give_the_same_where_they_can_stand(void **state) {
    (void)state;
    MultibondDef def = jd_multibond_default();
    def.method = LOCKS_SF;
    check_alike(pendulum, &def, false, 1e-10);
    check_alike(pendulum, &def, true, 1e-10);
}

static int count_of(const char *text, const char *what) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, what)); at++) count++;
    return count;
}

/* Loops: storages that follow from others, cycles in rotations, break variables, index by rank. */
static void flow_sources_close_loops_with_scalar_bonds(void **state) {
    (void)state;
    static const struct {
        const char *path;
        int dependent;
        bool cycles;
        const char *index; /* by rank where it stands */
    } cases[] = {
        {"model/paper/pendulum_004.jd", 2, false, "index                   1"},
        {"model/slider_crank.jd", 8, true, "index                   2"},
        {"model/seven_body.jd", 20, true, "index                   1"},
        {"model/paper/slider_crank_004_isostatic.jd", 17, true, "index                   2"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        JdLog *log = jd_log_new();
        JdModel *model = jd_model_read_file(cases[k].path, (JdReadDef){0}, log);
        JdGraph *graph =
            jd_graph_new(model, (JdGraphDef){.constraints = "sf", .scalar = true}, log);
        char *summary = jd_graph_text(graph, JD_BONDS_SUMMARY),
             *paths = jd_graph_text(graph, JD_BONDS_PATHS);
        assert_true(graph && summary && paths);
        const char *dependent = strstr(summary, "\ndependent states    ");
        assert_non_null(dependent);
        char line[600];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(dependent + 1, "\n"), dependent + 1);
        assert_int_equal(count_of(line, ".p"), cases[k].dependent);
        assert_non_null(strstr(summary, cases[k].index));
        assert_true(count_of(paths, "class 1") > 0);
        assert_int_equal(count_of(paths, "class 4") > 0, cases[k].cycles);
        jd_free_text(summary), jd_free_text(paths);
        jd_graph_free(graph), jd_model_free(model), jd_log_free(log);
    }
}

/* A pendulum between free bodies of every kind of lock: no joint by its name. */
static void users_own_joints_are_their_locks(void **state) {
    (void)state;
    MultibondDef def = jd_multibond_default();
    const char *const text =
        "spatial\ngravity [0, -9.81, 0] m/s^2\n"
        "joint type tether { field span m\n lock (d.d - span^2)/(2*span) }\n"
        "joint type skid { lock d.zi\n lock vd.yj }\n"
        "joint type lift { lock 0.5*OM.y0 + ON.y0 - 0.4 m + d.xi }\n"
        "body a { at [0.5, 0.2, 0] mass 1 kg inertia [0.1, 0.2, 0.15] kg*m^2 }\n"
        "body b { at [1.2, 0.1, 0.3] mass 2 kg inertia [0.3, 0.2, 0.25] kg*m^2 }\n"
        "joint j1 : tether ground -- a at [0, 0, 0], [0.6, 0.2, 0.1] span 0.7 m\n"
        "joint j2 : skid a -- b at [0.6, 0.2, 0.1], [1.0, 0.2, 0.1]\n"
        "joint j3 : lift a -- b at [0.4, 0.1, 0.1], [1.0, 0.2, 0.2]\n";
    check_alike(text, &def, false, 1e-10);
    check_alike(text, &def, true, 1e-10);
    def.method = LOCKS_BAUMGARTE;
    check_alike(text, &def, false, 1e-9);
}

/* ---- Over time --------------------------------------------------------------------------------
 */

/* The place of body 1 (x, y) after so many steps of the graph, from the start; what comes of its
 * first velocities into v. */
static void go(Case *c, double h, int steps, double *q, double *v) {
    const JdSystem *s = c->system;
    Motion *m = &c->run->motion;
    memcpy(c->y, s->start, sizeof(double) * (size_t)s->states);
    evaluate(c);
    const int n = jd_multibond_states(c->numbers, NULL);
    double *x = calloc((size_t)(6 * n) + 1, sizeof(double));
    jd_multibond_states(c->numbers, x);
    for (int k = 0; k < steps; k++)
        assert_true(jd_multibond_step(c->numbers, m, k * h, h, x, x + n));
    assert_true(jd_multibond_rates(c->numbers, m, steps * h, x, x + n));
    memcpy(q, m->own_q, sizeof(double) * (size_t)(s->kernel->nq * (s->bodies - 1)));
    memcpy(v, m->own_v, sizeof(double) * (size_t)(s->kernel->nv * (s->bodies - 1)));
    free(x);
}

static void vectors_and_scalars_go_the_same_way(void **state) {
    (void)state;
    const MultibondDef def = jd_multibond_default();
    double q[2][64], v[2][64];
    Case c[2] = {open_text(crank, &def, false), open_text(crank, &def, true)};
    for (int k = 0; k < 2; k++) go(&c[k], 1e-3, 100, q[k], v[k]);
    for (int k = 0; k < 21; k++) check_near(q[0][k], q[1][k], 1e-12, "places after 100 steps");
    assert_true(c[1].count.bonds < c[1].count.raw_bonds);
    for (int k = 0; k < 2; k++) close_case(&c[k]);
}

/* The mechanism's own motion, by the minimal form with small tolerance. */
static double reference(const char *text, const char *channel, double to) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "minimal"}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = to, .output_every = to, .tol = 1e-12}, log);
    double value = NAN;
    const JdChannel at = jd_channel(system, channel, log);
    while (jd_run_next(run)) value = jd_run_value(run, at);
    assert_true(jd_log_errors(log) == 0);
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return value;
}

static void trajectories_are_those_of_the_mechanism(void **state) {
    (void)state;
    for (int method = LOCKS_MSE; method <= LOCKS_BAUMGARTE; method++) {
        MultibondDef def = jd_multibond_default();
        def.method = (LockMethod)method;
        double q[64], v[64];
        Case c = open_text(crank, &def, false);
        go(&c, 2.5e-4, 800, q, v);
        check_near(q[0], reference(crank, "crank.x", 0.2), 1e-9, "x of the crank");
        check_near(q[15], reference(crank, "piston.y", 0.2), 1e-9, "y of the piston");
        check_near(v[12], reference(crank, "piston.vx", 0.2), 1e-9, "speed of the piston");
        close_case(&c);
    }
}

/* Springs and dampers on frees, of turns that are counted and of slides, with a rest of their own:
 * C and R of the graph, whose springs are bent as the frees stand; no law of them is a signal. */
static void springs_on_frees_are_elements(void **state) {
    (void)state;
    const char *const text =
        "planar\ngravity [0, -9.81] m/s^2\n"
        "body bar { link [0, 0], [1, 0] mass 1 kg inertia 0.083 kg*m^2 }\n"
        "body cart { at [1, 0] mass 2 kg inertia 0.1 kg*m^2 }\n"
        "joint jO : revolute ground -- bar at [0, 0]\n"
        "joint jS : prismatic bar -- cart at [1, 0] axis x\n"
        "force coil : free-spring jO.angle stiffness 7 N*m damping 2 N*m*s rest 400 deg\n"
        "force rope : free-spring jS.travel stiffness 40 N/m rest 0.1 m\n"
        "force oil : free-spring jS.travel damping 3 N*s/m\n";
    for (int method = LOCKS_MSE; method <= LOCKS_BAUMGARTE; method++)
        for (int scalar = 0; scalar < 2; scalar++) {
            MultibondDef def = jd_multibond_default();
            def.method = (LockMethod)method;
            check_alike(text, &def, scalar, 1e-10);
        }
    const MultibondDef def = jd_multibond_default();
    Case c = open_text(text, &def, false);
    double q[8], v[8];
    assert_int_equal(c.graph->elements.count, 4);
    for (int k = 0; k < 4; k++) assert_true(c.graph->elements.at[k].force >= 0);
    go(&c, 5e-4, 2000, q, v);
    check_near(q[2], reference(text, "bar.angle", 1), 1e-9, "angle of the bar after 1 s");
    check_near(v[3], reference(text, "cart.vx", 1), 1e-8, "speed of the cart after 1 s");
    close_case(&c);
}

/* Of first order in 1/k: rates once the transient is over. */
static void springs_come_near_to_locks(void **state) {
    (void)state;
    const double exact = reference(pendulum, "bar.rate", 1);
    static const struct {
        double stiffness, off;
        int steps;
    } cases[] = {
        {1e4, 5.3e-7, 2000}, {1e5, 5.3e-8, 2000}, {1e6, 5.3e-9, 4000}, {1e7, 5.3e-10, 10000}};
    for (int k = 0; k < check_fewer(sizeof cases / sizeof *cases); k++) {
        MultibondDef def = jd_multibond_default();
        def.method = LOCKS_RC;
        def.stiffness = cases[k].stiffness;
        double q[8], v[8];
        Case c = open_text(pendulum, &def, false);
        go(&c, 1.0 / cases[k].steps, cases[k].steps, q, v);
        check_relative(fabs(v[2] - exact), cases[k].off, 0.05, "rate of the pendulum at 1 s");
        close_case(&c);
    }
}

/* The largest that the rate is off in the first hundredth of a second, beside that of the locks.
 * The damper goes with the root of the stiffness, so that all springs swing alike but for their
 * time. */
static double first_peak(double stiffness, bool preload) {
    MultibondDef def = jd_multibond_default();
    def.method = LOCKS_MSE;
    Case exact = open_text(pendulum, &def, false);
    memcpy(exact.y, exact.system->start, sizeof(double) * (size_t)exact.system->states);
    evaluate(&exact);
    def.method = LOCKS_RC, def.stiffness = stiffness, def.damping = 200 * sqrt(stiffness / 1e6);
    Case c = open_text(pendulum, &def, false);
    memcpy(c.y, c.system->start, sizeof(double) * (size_t)c.system->states);
    evaluate(&c);
    if (preload) {
        assert_true(jd_multibond_preload(c.graph, c.model, &c.run->motion, c.log));
        evaluate(&c);
    }
    const int n = jd_multibond_states(c.numbers, NULL),
              m = jd_multibond_states(exact.numbers, NULL);
    double *x = calloc((size_t)(6 * n) + 1, sizeof(double)),
           *y = calloc((size_t)(6 * m) + 1, sizeof(double)), most = 0;
    jd_multibond_states(c.numbers, x), jd_multibond_states(exact.numbers, y);
    const double h = 0.1 / sqrt(stiffness);
    for (int k = 0; k * h < 0.01; k++) {
        assert_true(jd_multibond_step(c.numbers, &c.run->motion, k * h, h, x, x + n));
        assert_true(jd_multibond_step(exact.numbers, &exact.run->motion, k * h, h, y, y + m));
        assert_true(jd_multibond_rates(c.numbers, &c.run->motion, 0, x, x + n));
        assert_true(jd_multibond_rates(exact.numbers, &exact.run->motion, 0, y, y + m));
        most = fmax(most, fabs(c.run->motion.own_v[2] - exact.run->motion.own_v[2]));
    }
    free(x), free(y);
    close_case(&c), close_case(&exact);
    return most;
}

/* Springs without load let the bar fall until they carry it, for as long as they swing: k^-1/2. */
static void the_first_peak_goes_with_the_root(void **state) {
    (void)state;
    const double soft = first_peak(1e5, false), stiff = first_peak(1e7, false),
                 stiffer = first_peak(1e9, false);
    check_relative(soft / stiff, 10, 0.1, "peaks of springs a hundred times apart");
    check_relative(stiff / stiffer, 10, 0.01, "peaks of stiffer springs a hundred times apart");
}

/* Springs that carry the bar from the start on follow what they carry, with a rate of its rate over
 * k: of first order, where a peak goes with the root. */
static void preloaded_springs_have_no_first_peak(void **state) {
    (void)state;
    const double soft = first_peak(1e7, true), stiff = first_peak(1e9, true);
    check_relative(soft / stiff, 100, 0.05, "what is left with springs a hundred times apart");
    assert_true(soft < 0.1 * first_peak(1e7, false));
}

/* ---- Locks that repeat each other
 * ----------------------------------------------------------------- */

static void sources_that_repeat_others_are_named(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file("model/slider_crank_hyperstatic.jd", (JdReadDef){0}, log);
    JdGraph *graph = jd_graph_new(model, (JdGraphDef){0}, log);
    assert_int_equal(jd_graph_count(graph).redundant, 3);
    char *choices = jd_graph_choices(graph);
    check_contains(choices,
                   "jA_Lwx, jB_Lwx, jB_Lwy"); /* revolute, universal, spherical, prismatic */
    jd_free_text(choices);
    jd_graph_free(graph);
    graph = jd_graph_new(model, (JdGraphDef){.constraints = "rc"}, log);
    assert_int_equal(jd_graph_count(graph).redundant, 0);
    jd_graph_free(graph), jd_model_free(model), jd_log_free(log);
}

/* ---- Flow sources
 * -------------------------------------------------------------------------------- */

static void check_conflict(const char *text, const char *bond) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    assert_null(jd_graph_new(model, (JdGraphDef){.constraints = "sf"}, log));
    bool told = false;
    for (int n = 0; n < jd_log_count(log); n++)
        told = told || strstr(jd_log_message(log, n).text, bond);
    assert_true(told);
    jd_model_free(model), jd_log_free(log);
}

static void flow_sources_conflict_where_vectors_cannot_take_them(void **state) {
    (void)state;
    /* C1: one component of a vector is free. */
    check_conflict("planar\nbody b { at [1, 0] mass 1 kg inertia 1 kg*m^2 }\njoint j : prismatic "
                   "ground -- b at [1, 0] axis x\n",
                   "j_S");
    /* C2: the oscillating bar is held at both ends. */
    check_conflict(
        "planar\nbody bar { link [0, 0], [1, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
        "body pin { at [1, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
        "joint j : revolute ground -- bar at [0, 0]\njoint k : revolute bar -- pin at [1, 0]\n"
        "joint l : revolute ground -- pin at [1.5, 0]\n",
        "k_L");
}

/* ---- Size
 * ---------------------------------------------------------------------------------------- */

static JdModel *read_chain(int bodies, JdLog *log) {
    Text text = {0};
    jd_text_print(&text, "spatial\ngravity [0, -9.81, 0] m/s^2\n");
    for (int k = 0; k < bodies; k++)
        jd_text_print(
            &text,
            "body b%d { link [%d, 0, 0], [%d, 0, 0] mass 1 kg inertia [0.01, 0.1, 0.1] kg*m^2 }\n",
            k, k, k + 1);
    for (int k = 0; k < bodies; k++) {
        char before[24] = "ground";
        if (k) snprintf(before, sizeof before, "b%d", k - 1);
        jd_text_print(&text, "joint j%d : revolute %s -- b%d at [%d, 0, 0] axis %s\n", k, before, k,
                      k, k % 2 ? "z" : "[0, 1, 0.2]");
    }
    JdModel *model = jd_model_read_text("chain", text.at, text.count, (JdReadDef){0}, log);
    jd_text_free(&text);
    return model;
}

/* Built, with scalar bonds, and causal; as many bonds more as there are bodies more. */
static int bonds_of_chain(int bodies) {
    JdLog *log = jd_log_new();
    JdModel *model = read_chain(bodies, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "newton-euler"}, log);
    assert_non_null(system);
    Arena arena = {0};
    CausalReport report = {0};
    ScalarCount count;
    const MultibondDef def = jd_multibond_default();
    Multibond *graph = jd_multibond_new(model, system, &def, &arena, log);
    assert_non_null(graph);
    assert_true(jd_bonds_assign(graph->graph, &graph->report, log));
    const Multibond *scalar = jd_multibond_scalar(graph, &count, log);
    assert_non_null(scalar);
    assert_true(jd_bonds_assign(scalar->graph, &report, log));
    assert_int_equal(report.derivative.count, 0);
    jd_arena_free(&arena);
    jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return count.bonds;
}

static void a_long_chain_is_causal(void **state) {
    (void)state;
    const int few = bonds_of_chain(10), more = bonds_of_chain(20), many = bonds_of_chain(60);
    assert_int_equal(many - more, 4 * (more - few));
}

/* ---- Parts -------------------------------------------------------------------------------------
 */

static int node_named(const JdGraph *graph, const char *name) {
    JdGraphNode node;
    for (int n = 0; jd_graph_node(graph, n, &node); n++)
        if (!strcmp(node.name, name)) return node.part;
    return -1;
}

/* Bodies meet in joints and forces alone. */
static void check_parts(const JdGraph *graph, bool scalar) {
    JdGraphNode node;
    JdGraphPart part, other;
    JdBondInfo bond;
    for (int n = 0; jd_graph_node(graph, n, &node); n++)
        assert_true(jd_graph_part(graph, node.part, &part));
    for (int n = 0; jd_graph_bond(graph, n, &bond) && !scalar; n++) {
        const int from = node_named(graph, bond.from), to = node_named(graph, bond.to);
        assert_true(jd_graph_part(graph, from, &part) && jd_graph_part(graph, to, &other));
        if (from != to) assert_false(!strcmp(part.kind, "body") && !strcmp(other.kind, "body"));
    }
}

static void nodes_are_parts_of_bodies_joints_and_forces(void **state) {
    (void)state;
    static const char text[] =
        "planar\ngravity [0, -9.81] m/s^2\n"
        "body bar { link [0, 0], [1, 0] mass 1 kg inertia 0.083 kg*m^2 }\n"
        "body wheel { at [1, 0] mass 2 kg inertia 0.1 kg*m^2 }\n"
        "joint jO : revolute ground -- bar at [0, 0]\njoint jA : revolute bar -- wheel at [1, 0]\n"
        "joint mesh : gear jO.angle -- jA.angle ratio 2\n"
        "drive turn : jO.rate = 1 rad/s\nforce pull : point-force wheel at [1, 0.1] value [1 N, 0 "
        "N]\n"
        "force coil : free-spring jA.angle stiffness 7 N*m damping 2 N*m*s\n";
    static const struct {
        const char *node, *kind, *part;
    } cases[] = {{"bar_w", "body", "bar"},      {"ground_v", "body", "ground"},
                 {"jO_L", "joint", "jO"},       {"mesh_L1", "joint", "mesh"},
                 {"turn_moves", "joint", "jO"}, {"coil_C", "force", "coil"}};
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    for (int scalar = 0; scalar < 2; scalar++) {
        JdGraphPart part;
        JdGraph *graph =
            jd_graph_new(model, (JdGraphDef){.constraints = "rc", .scalar = scalar}, log);
        if (!graph) jd_log_print(log, stderr);
        assert_non_null(graph);
        check_parts(graph, scalar);
        for (size_t k = 0; k < sizeof cases / sizeof *cases && !scalar; k++) {
            assert_true(jd_graph_part(graph, node_named(graph, cases[k].node), &part));
            check_text(part.kind, cases[k].kind);
            check_text(part.name, cases[k].part);
        }
        assert_false(jd_graph_part(graph, 8, &part)); /* three bodies, three joints, two forces */
        jd_graph_free(graph);
    }
    jd_model_free(model), jd_log_free(log);
}

static void check_refused(const char *text, JdGraphDef def, const char *code) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    assert_null(jd_graph_new(model, def, log));
    assert_true(jd_log_count(log) > 0);
    check_text(jd_log_message(log, jd_log_count(log) - 1).code, code);
    jd_model_free(model), jd_log_free(log);
}

static void what_cannot_be_is_told(void **state) {
    (void)state;
    check_refused(pendulum, (JdGraphDef){.constraints = "glue"}, "graph-constraints");
    check_refused(pendulum, (JdGraphDef){.attitude = "xx"}, "graph-attitude");
    check_refused("planar\nbody b { at [0, 0] mass 1 kg inertia 1 kg*m^2 free }\n"
                  "force f : point-force b at [0, 0] value [1 N - 0.2 kg*b.ax, 0 N]\n",
                  (JdGraphDef){0}, "graph-feedback");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attitudes_may_be_said_in_any_way),

        cmocka_unit_test(flow_sources_give_the_same_where_they_can_stand),
        cmocka_unit_test(flow_sources_close_loops_with_scalar_bonds),
        cmocka_unit_test(users_own_joints_are_their_locks),
        cmocka_unit_test(vectors_and_scalars_go_the_same_way),
        cmocka_unit_test(trajectories_are_those_of_the_mechanism),
        cmocka_unit_test(springs_on_frees_are_elements),
        cmocka_unit_test(springs_come_near_to_locks),
        cmocka_unit_test(the_first_peak_goes_with_the_root),
        cmocka_unit_test(preloaded_springs_have_no_first_peak),
        cmocka_unit_test(sources_that_repeat_others_are_named),
        cmocka_unit_test(flow_sources_conflict_where_vectors_cannot_take_them),
        cmocka_unit_test(what_cannot_be_is_told),
        cmocka_unit_test(a_long_chain_is_causal),
        cmocka_unit_test(nodes_are_parts_of_bodies_joints_and_forces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
