/* SPDX-License-Identifier: MIT
 *
 * Every public call accepts NULL for each of its pointers, those in definitions too, and ids that
 * are none: it does nothing, says false, NULL or zero, and reports if it has a log. A new call is
 * held to it by being in the header: the last test looks for its name here. */
#include "jourdain_picture.h"
#include "verify/verify.h"

static const char text[] = "planar\nbody b { at [1, 0] m  mass 1 kg  inertia 1 kg*m^2 }\n"
                           "joint j : revolute ground -- b at [0, 0]\noutput b.x, j.angle\n"
                           "expect b.x = 1 m at 0 s within 1 m\nrun to 0.1 s every 0.05 s\n";

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
    JdRun *run;
    JdTrace *trace;
} Whole;

static Whole open_whole(void) {
    Whole w = {.log = jd_log_new()};
    w.model = jd_model_read_text("m", text, strlen(text), (JdReadDef){0}, w.log);
    w.system = jd_compile(w.model, (JdCompileDef){0}, w.log);
    w.run = jd_run_new(w.system, (JdRunDef){0}, w.log);
    w.trace = jd_trace_new(w.system, NULL, w.log);
    assert_true(w.trace && jd_run_next(w.run) && jd_trace_record(w.trace, w.run));
    return w;
}

static void close_whole(Whole *w) {
    jd_trace_free(w->trace);
    jd_run_free(w->run);
    jd_system_free(w->system);
    jd_model_free(w->model);
    jd_log_free(w->log);
}

static const JdBody bodies[] = {{-1}, {99}, {2147483647}, {-2147483647}};
static const JdChannel channels[] = {{-1}, {99999}, {2147483647}, {-2147483647}};
static const int indices[] = {-1, 99999, 2147483647, -2147483647};
enum { WRONG = 4 };

static void logs(void **state) {
    (void)state;
    assert_non_null(jd_version());
    jd_log_free(NULL);
    assert_int_equal(jd_log_count(NULL), 0);
    assert_int_equal(jd_log_errors(NULL), 0);
    assert_null(jd_log_message(NULL, 0).text);
    JdLog *log = jd_log_new();
    jd_log_print(NULL, stderr);
    jd_log_print(log, NULL);
    for (int n = 0; n < WRONG; n++) assert_null(jd_log_message(log, indices[n]).text);
    assert_null(jd_model_read_text("m", "nonsense", 8, (JdReadDef){0}, log));
    jd_log_print(log, NULL);
    jd_log_free(log);
}

static void reading(void **state) {
    (void)state;
    Whole w = open_whole();
    const JdSetting named[] = {{"r", NULL}, {NULL, NULL}}, valued[] = {{"", "3"}, {NULL, "3"}};
    jd_model_free(jd_model_new(JD_PLANAR, NULL));
    jd_model_free(NULL);
    assert_null(jd_model_read_file(NULL, (JdReadDef){0}, w.log));
    assert_null(jd_model_read_file("not/there.jd", (JdReadDef){0}, NULL));
    assert_null(jd_model_read_text("m", NULL, 5, (JdReadDef){0}, w.log));
    jd_model_free(jd_model_read_text(NULL, text, strlen(text), (JdReadDef){0}, NULL));
    jd_model_free(jd_model_read_text(NULL, text, strlen(text), (JdReadDef){.safe = true}, NULL));
    assert_null(jd_model_read_text("m", text, strlen(text), (JdReadDef){.settings = named}, w.log));
    assert_null(
        jd_model_read_text("m", text, strlen(text), (JdReadDef){.settings = valued}, w.log));
    assert_null(jd_text_rewrite("m", NULL, 5, false, false, w.log));
    jd_free_text(jd_text_rewrite(NULL, text, strlen(text), false, true, NULL));
    jd_free_text(NULL);
    close_whole(&w);
}

/* A model that every wrong call is made on; each of them spoils it, and none ends the program. */
static void building(void **state) {
    (void)state;
    for (int with = 0; with < 2; with++) {
        JdLog *log = jd_log_new();
        JdModel *m = with ? jd_model_new(JD_SPATIAL, log) : NULL;
        const JdBodyDef good = {.name = "a", .mass = 1, .ixx = 1, .iyy = 1, .izz = 1};
        const JdBody a = jd_add_body(m, good);
        const JdField unnamed[] = {{NULL, 1, "1"}}, empty[] = {{"value", 0, NULL}, {NULL, 0, NULL}},
                      odd[] = {{"", 0, ""}, {NULL, 0, NULL}};
        const char *const no_locks[] = {NULL}, *const locks[] = {"d.x0", NULL};
        jd_set_gravity(m, (JdVec3){0});
        jd_set_gravity_point(m, (JdVec3){0}, 1);
        jd_set_gravity_field(m, NULL, NULL, NULL);
        jd_set_gravity_field(m, "0", NULL, "0");
        jd_set_gravity_field(m, "0", "0", NULL);
        assert_true(jd_add_body(m, (JdBodyDef){.mass = 1}).index < 0);
        jd_add_body(
            m, (JdBodyDef){.name = "c", .mass = 1, .ixx = 1, .iyy = 1, .izz = 1, .colour = ""});
        jd_add_frame(m, a, NULL, (JdVec3){0}, 0);
        jd_add_frame_turned(m, a, "f", (JdVec3){0}, NULL);
        jd_add_frame_turned(m, a, NULL, (JdVec3){0}, (const double[4]){1, 0, 0, 0});
        jd_add_joint_type(m, NULL, locks);
        jd_add_joint_type(m, "t", NULL);
        jd_add_joint_type(m, "u", no_locks);
        jd_add_joint(m, (JdJointDef){.type = "revolute", .j = a});
        jd_add_joint(m, (JdJointDef){.name = "j", .j = a});
        jd_add_joint(m, (JdJointDef){.name = "j", .type = "gear"});
        jd_add_joint(m, (JdJointDef){.name = "j", .type = "gear", .free_i = "j.angle"});
        jd_add_joint(m, (JdJointDef){.name = "k", .type = "rod", .j = a, .fields = unnamed});
        jd_add_joint(m, (JdJointDef){.name = "l", .type = "rod", .j = a, .fields = odd});
        jd_add_force(m, (JdForceDef){.type = "point-force", .j = a});
        jd_add_force(m, (JdForceDef){.name = "f", .j = a});
        jd_add_force(m, (JdForceDef){.name = "f", .type = "effort"});
        jd_add_force(m, (JdForceDef){.name = "g", .type = "effort", .target = ""});
        jd_add_force(m, (JdForceDef){.name = "h", .type = "torque", .j = a, .fields = empty});
        jd_add_show(m, (JdShowDef){.body = a});
        jd_add_show(m, (JdShowDef){.shape = "mesh", .body = a});
        jd_add_show(m, (JdShowDef){.shape = "mesh", .body = a, .file = "", .scale = 1});
        jd_add_drive(m, NULL, "j.angle", "time");
        jd_add_drive(m, "d", NULL, "time");
        jd_add_drive(m, "e", "j.angle", NULL);
        jd_add_signal(m, NULL, NULL);
        jd_add_signal(m, "s", NULL);
        jd_add_signal(NULL, "s", "1");
        jd_start(m, NULL, 1);
        jd_start(m, "", 1);
        for (int n = 0; n < WRONG; n++) {
            jd_add_frame(m, bodies[n], "f", (JdVec3){0}, 0);
            jd_add_frame_turned(m, bodies[n], "f", (JdVec3){0}, (const double[4]){1, 0, 0, 0});
            jd_add_joint(m, (JdJointDef){.name = "p", .type = "revolute", .i = bodies[n], .j = a});
            jd_add_joint(m, (JdJointDef){.name = "q", .type = "revolute", .i = a, .j = bodies[n]});
            jd_add_force(m, (JdForceDef){.name = "r", .type = "point-force", .j = bodies[n]});
            jd_add_force(m, (JdForceDef){.name = "s", .type = "torque", .i = bodies[n], .j = a});
            jd_add_show(m, (JdShowDef){.shape = "box", .body = bodies[n]});
        }
        assert_null(jd_compile(m, (JdCompileDef){0}, log));
        jd_model_free(m);
        jd_log_free(log);

        /* And without a log. */
        m = with ? jd_model_new(JD_PLANAR, NULL) : NULL;
        jd_add_body(m, (JdBodyDef){0});
        jd_add_joint(m, (JdJointDef){0});
        jd_add_force(m, (JdForceDef){0});
        jd_add_show(m, (JdShowDef){0});
        assert_null(jd_compile(m, (JdCompileDef){0}, NULL));
        jd_model_free(m);
    }
}

static void compiling(void **state) {
    (void)state;
    Whole w = open_whole();
    JdCheck check;
    assert_null(jd_compile(NULL, (JdCompileDef){0}, w.log));
    jd_system_free(jd_compile(w.model, (JdCompileDef){0}, NULL));
    const char *const words[] = {"", " ", ",", "nonsense"};
    for (int n = 0; n < 4; n++) {
        jd_system_free(jd_compile(w.model, (JdCompileDef){.form = words[n]}, w.log));
        jd_system_free(jd_compile(w.model, (JdCompileDef){.stabilise = words[n]}, NULL));
        jd_system_free(jd_compile(w.model, (JdCompileDef){.cut = words[n]}, w.log));
        jd_system_free(jd_compile(w.model, (JdCompileDef){.elastic = words[n]}, NULL));
        jd_system_free(jd_compile(w.model, (JdCompileDef){.clearance = words[n]}, w.log));
    }
    jd_system_free(NULL);
    assert_null(jd_system_settings(NULL).form);
    assert_true(jd_channel(NULL, "b.x", w.log).index < 0);
    assert_true(jd_channel(w.system, NULL, w.log).index < 0);
    assert_true(jd_channel(w.system, "b.nonsense", NULL).index < 0);
    assert_null(jd_channel_name(NULL, jd_time));
    assert_null(jd_channel_unit(NULL, jd_time));
    assert_null(jd_channel_shown(NULL, jd_time, NULL));
    assert_int_equal(jd_channel_count(NULL), 0);
    assert_false(jd_channel_unique(NULL, jd_time));
    for (int n = 0; n < WRONG; n++) {
        assert_null(jd_channel_name(w.system, channels[n]));
        assert_null(jd_channel_unit(w.system, channels[n]));
        assert_false(jd_channel_unique(w.system, channels[n]));
    }

    /* A result that nobody wants, a log that nobody reads. */
    assert_true(jd_check(w.model, (JdCompileDef){0}, NULL, w.log));
    assert_true(jd_check(w.model, (JdCompileDef){0}, NULL, NULL));
    assert_true(jd_check(w.model, (JdCompileDef){0}, &check, NULL));
    assert_int_equal(check.freedoms, 1);
    assert_false(jd_check(NULL, (JdCompileDef){0}, &check, w.log));
    assert_int_equal(check.freedoms, 0);
    assert_false(jd_check(NULL, (JdCompileDef){0}, NULL, NULL));
    assert_false(jd_check(w.model, (JdCompileDef){.form = "nonsense"}, NULL, NULL));
    close_whole(&w);
}

static void running(void **state) {
    (void)state;
    Whole w = open_whole();
    assert_null(jd_run_new(NULL, (JdRunDef){0}, w.log));
    assert_null(jd_run_new(w.system, (JdRunDef){.stepper = "nonsense"}, NULL));
    JdRun *extra = jd_run_new(w.system, (JdRunDef){.also_count = 3}, w.log);
    while (jd_run_next(extra)) assert_false(jd_run_is_extra(extra));
    assert_false(jd_run_failed(extra));
    jd_run_free(extra);
    jd_run_free(jd_run_new(w.system, (JdRunDef){.stepper = ""}, w.log));
    JdRun *run = jd_run_new(w.system, (JdRunDef){0}, NULL);
    while (jd_run_next(run)) assert_true(isfinite(jd_run_value(run, jd_time)));
    jd_run_free(run);
    jd_run_free(NULL);
    assert_false(jd_run_next(NULL));
    assert_true(jd_run_failed(NULL));
    assert_false(jd_run_stopped(NULL));
    assert_false(jd_run_is_extra(NULL));
    assert_null(jd_run_settings(NULL).stepper);
    assert_int_equal(jd_run_cost(NULL).steps, 0);
    assert_true(isnan(jd_run_value(NULL, jd_time)));
    assert_true(isnan(jd_run_statistics(NULL, jd_time).max));
    for (int n = 0; n < WRONG; n++) assert_true(isnan(jd_run_statistics(w.run, channels[n]).max));
    assert_false(jd_statistic(NULL, NULL, NULL));
    assert_null(jd_run_event(NULL, 0, NULL));
    assert_null(jd_run_event(w.run, -1, NULL));
    assert_false(jd_run_set(NULL, jd_time, 1));
    assert_false(jd_run_native(NULL, NULL, NULL, 0));
    for (int n = 0; n < WRONG; n++) assert_false(jd_run_set(w.run, channels[n], 1));
    assert_false(jd_run_set(w.run, jd_time, 1));
    assert_false(jd_run_set_parameter(NULL, "r", 1, NULL));
    assert_false(jd_run_set_parameter(w.run, NULL, 1, NULL));
    assert_false(jd_run_set_parameter(w.run, "", NAN, NULL));
    assert_null(jd_run_again(NULL, NULL));
    jd_run_free(jd_run_again(w.run, NULL));
    jd_measures_free(jd_measures_new(NULL, NULL, NULL));
    jd_measures_free(jd_measures_at(NULL, NULL, 3, NULL));
    assert_null(jd_measures_at(NULL, &(JdMeasured){0}, 1, w.log));
    jd_measures_free(NULL);
    assert_string_equal(jd_measures_statements(NULL), "");
    assert_false(jd_measures_bind(NULL, NULL, NULL));
    int measured = 1;
    assert_null(jd_measures_channels(NULL, &measured));
    assert_int_equal(jd_measures_count(NULL), 0);
    assert_null(jd_measure_name(NULL, 0));
    assert_null(jd_measure_unit(NULL, 0));
    assert_true(isnan(jd_measure_value(NULL, 0, w.run)));
    for (int n = 0; n < WRONG; n++) assert_true(isnan(jd_run_value(w.run, channels[n])));
    assert_false(jd_run_proved(NULL));
    assert_false(jd_run_to(NULL, 1));
    assert_false(jd_run_to(w.run, NAN));
    assert_false(jd_run_to(w.run, -1));
    assert_false(jd_run_to(w.run, INFINITY));
    assert_true(jd_run_drive(NULL, NULL, NULL) == JD_RUN_FAILED);
    assert_true(jd_run_drive(w.run, NULL, NULL) == JD_RUN_DONE);
    assert_true(jd_run_drive(w.run, NULL, NULL) == JD_RUN_DONE); /* it stays there */
    char name[8];
    assert_int_equal(jd_run_independent(NULL, 0, name, sizeof name), 0);
    assert_int_equal(jd_run_independent(w.run, 0, NULL, sizeof name), 0); /* not that form */
    for (int n = 0; n < WRONG; n++)
        assert_int_equal(jd_run_independent(w.run, indices[n], name, sizeof name), 0);
    jd_run_evaluate(NULL, 3);
    jd_run_evaluate(w.run, -3);
    assert_false(jd_run_repeat(NULL, JD_PART_PLACE));
    assert_false(jd_run_repeat(w.run, (JdPart)99));
    assert_false(jd_run_repeat(w.run, (JdPart)-1));
    close_whole(&w);
}

static void tables(void **state) {
    (void)state;
    Whole w = open_whole();
    JdJointType joint;
    JdShapeType shape;
    JdChannelType channel;
    JdStatement statement;
    double value = 7;
    for (int n = 0; n < WRONG; n++) {
        for (int table = JD_JOINTS; table <= JD_CODES; table++)
            assert_null(jd_table_at((JdTable)table, indices[n]).name);
        assert_null(jd_table_at((JdTable)indices[n], 0).name);
        assert_false(jd_shape_type(indices[n], &shape));
        assert_false(jd_channel_type(indices[n], &channel));
        assert_false(jd_statement(indices[n], &statement));
    }
    assert_null(jd_table_find(JD_JOINTS, NULL).name);
    assert_null(jd_table_find(JD_JOINTS, "").name);
    assert_null(jd_table_find((JdTable)99, "revolute").name);
    assert_false(jd_joint_type(NULL, NULL, &joint));
    assert_false(jd_joint_type(NULL, "revolute", NULL));
    assert_false(jd_joint_type(w.model, "nonsense", &joint));
    assert_true(jd_joint_type(NULL, "revolute", &joint));
    assert_null(jd_derive_lock(NULL, &joint, JD_PLANAR, w.log));
    assert_null(jd_derive_lock("nonsense", NULL, JD_PLANAR, NULL));
    jd_free_text(jd_derive_lock("d.xi", NULL, JD_SPATIAL, NULL));
    jd_free_text(jd_derive_lock("d.xi", &(JdJointType){{0}}, JD_SPATIAL, NULL));
    assert_false(jd_shape_type(0, NULL));
    assert_false(jd_channel_type(0, NULL));
    assert_false(jd_statement(0, NULL));
    assert_false(jd_read_quantity(NULL, "1 s", "s", &value, w.log));
    assert_false(jd_read_quantity("to", NULL, "s", &value, w.log));
    assert_false(jd_read_quantity("to", "1 s", NULL, &value, w.log));
    assert_false(jd_read_quantity("to", "1 s", "nonsense", &value, w.log));
    assert_false(jd_read_quantity("to", "1 s", "s", NULL, w.log));
    assert_false(jd_read_quantity("to", "1 m", "s", &value, NULL));
    assert_true(value == 7);
    close_whole(&w);
}

static void looking(void **state) {
    (void)state;
    Whole w = open_whole();
    JdBodyInfo body;
    JdJointInfo joint;
    JdForceInfo force;
    JdDriveInfo drive;
    JdParamInfo param;
    JdDyad dyad;
    assert_int_equal(jd_model_info(NULL).bodies, 0);
    assert_false(jd_model_body(NULL, 0, &body) || jd_model_body(w.model, 0, NULL));
    assert_false(jd_model_joint(NULL, 0, &joint) || jd_model_joint(w.model, 0, NULL));
    assert_false(jd_model_force(NULL, 0, &force) || jd_model_force(w.model, 0, NULL));
    assert_false(jd_model_drive(NULL, 0, &drive) || jd_model_drive(w.model, 0, NULL));
    assert_false(jd_model_param(NULL, 0, &param) || jd_model_param(w.model, 0, NULL));
    JdOwnInfo own;
    JdReadInfo read;
    assert_false(jd_model_own(NULL, 0, &own) || jd_model_own(w.model, 0, NULL));
    assert_false(jd_model_reads(NULL, "a", 0, &read) || jd_model_reads(w.model, NULL, 0, &read) ||
                 jd_model_reads(w.model, "a", 0, NULL));
    assert_null(jd_model_acts(NULL, "a", 0));
    assert_null(jd_model_acts(w.model, NULL, 0));
    JdStudy study;
    assert_false(jd_model_study(NULL, &study) || jd_model_study(w.model, NULL));
    assert_false(jd_model_study(w.model, &study));
    JdBondInfo bond;
    assert_false(jd_model_bond(NULL, 0, &bond) || jd_model_bond(w.model, 0, NULL) ||
                 jd_model_bond(w.model, 0, &bond));
    JdBondNodeInfo bond_node;
    assert_false(jd_model_bond_node(NULL, 0, &bond_node) || jd_model_bond_node(w.model, 0, NULL) ||
                 jd_model_bond_node(w.model, 0, &bond_node));
    for (int n = 0; n < WRONG; n++) assert_null(jd_bonds_text(w.model, (JdBondsPage)indices[n]));
    assert_null(jd_bonds_text(NULL, JD_BONDS_SUMMARY));
    JdGraphNode node;
    JdGraphSignal graph_signal;
    JdGraphLock lock;
    JdGraphElement element;
    JdGraphPart part;
    assert_null(jd_graph_new(NULL, (JdGraphDef){0}, w.log));
    assert_false(jd_graph_bond(NULL, 0, &bond) || jd_graph_node(NULL, 0, &node) ||
                 jd_graph_signal(NULL, 0, &graph_signal) || jd_graph_lock(NULL, 0, &lock) ||
                 jd_graph_element(NULL, 0, &element) || jd_graph_part(NULL, 0, &part));
    JdGraphSettled settled;
    JdGraphPlace place;
    assert_false(jd_graph_settled(NULL, &settled) || jd_graph_place(NULL, 0, &place));
    JdGraphVelocity velocity;
    const char *word;
    const double *numbers;
    int number;
    assert_false(jd_graph_velocity(NULL, 0, &velocity) ||
                 jd_graph_follows(NULL, 0, &word, &numbers, &number));
    assert_int_equal(jd_graph_count(NULL).nodes, 0);
    assert_null(jd_graph_text(NULL, JD_BONDS_SUMMARY));
    assert_null(jd_graph_choices(NULL));
    assert_false(jd_graph_run(NULL, (JdGraphRunDef){0}, NULL, NULL, w.log));
    assert_null(jd_graph_model(NULL, w.log));
    assert_null(jd_graph_mechanism(NULL, NULL, 0, NULL));
    assert_null(jd_graph_mechanism("graph", NULL, 0, w.log));
    jd_graph_free(NULL);
    assert_null(jd_bonds_export(NULL, NULL));
    assert_null(jd_bonds_export(w.model, w.log));
    assert_null(jd_bonds_import(NULL, NULL, 0, NULL));
    assert_null(jd_picture_of_bonds(NULL, NULL, NULL));
    assert_null(jd_picture_of_graph(NULL, NULL, NULL));
    assert_null(jd_picture_of_bond_path(NULL, 1, NULL, NULL));
    assert_null(jd_picture_of_bonds(w.model, "none of that name", w.log));
    assert_int_equal(jd_system_info(NULL, NULL).states, 0);
    assert_int_equal(jd_system_info(w.system, "nonsense").states,
                     jd_system_info(w.system, NULL).states);
    assert_false(jd_system_dyad(NULL, 0, &dyad) || jd_system_dyad(w.system, 0, NULL));
    JdBlock block;
    assert_false(jd_system_block(NULL, 0, &block) || jd_system_block(w.system, 0, NULL));
    JdRoot root;
    JdBranch branch;
    JdConnections *connections = jd_connections_new(w.system, NULL);
    assert_null(jd_connections_new(NULL, w.log));
    jd_connections_free(NULL);
    assert_false(jd_connections_root(NULL, 0, &root) || jd_connections_root(connections, 0, NULL));
    assert_false(jd_connections_branch(NULL, 0, &branch) ||
                 jd_connections_branch(connections, 0, NULL));
    assert_false(jd_connections_root(connections, -1, &root) ||
                 jd_connections_root(connections, 1 << 20, &root));
    assert_false(jd_connections_branch(connections, -1, &branch) ||
                 jd_connections_branch(connections, 1 << 20, &branch));
    jd_connections_free(connections);
    assert_true(jd_system_output(NULL, 0).index < 0);
    for (int n = 0; n < WRONG; n++) {
        assert_false(jd_model_body(w.model, indices[n], &body));
        assert_false(jd_model_joint(w.model, indices[n], &joint));
        assert_false(jd_model_force(w.model, indices[n], &force));
        assert_false(jd_model_drive(w.model, indices[n], &drive));
        assert_false(jd_model_param(w.model, indices[n], &param));
        assert_false(jd_model_own(w.model, indices[n], &own));
        assert_false(jd_system_dyad(w.system, indices[n], &dyad));
        assert_false(jd_system_block(w.system, indices[n], &block));
        assert_true(jd_system_output(w.system, indices[n]).index < 0);
    }
    close_whole(&w);
}

static void study_pictures(void **state) {
    (void)state;
    Whole w = open_whole();
    const JdStudyColumn good[] = {{.name = "r", .unit = "m"}, {.name = "f", .unit = "N"}};
    const JdStudyColumn bad[][2] = {{{.unit = "m"}, good[1]}, {{.name = "r"}, good[1]}};
    const JdStudyDef def = {.columns = good, .parameters = 1, .measures = 1};
    assert_null(jd_study_picture_name(-1));
    assert_null(jd_study_picture_summary(99));
    assert_null(jd_study_picture_new(NULL, (JdStudyDef){0}, w.log));
    assert_null(jd_study_picture_new("nonsense", def, NULL));
    assert_null(jd_study_picture_new(NULL, (JdStudyDef){.parameters = 1, .measures = 1}, NULL));
    for (int n = 0; n < 2; n++) {
        JdStudyDef other = def;
        other.columns = bad[n];
        assert_null(jd_study_picture_new(NULL, other, NULL));
    }
    JdStudyPicture *study = jd_study_picture_new(NULL, def, NULL);
    assert_non_null(study);
    jd_study_picture_add(study, NULL);
    jd_study_picture_add(NULL, NULL);
    assert_string_equal(jd_study_picture_title(NULL), "");
    assert_null(jd_picture_of_study(NULL, w.log));
    JdPicture *picture = jd_picture_of_study(study, NULL);
    assert_non_null(picture);
    jd_picture_free(picture);
    jd_study_picture_free(study);
    jd_study_picture_free(NULL);
    close_whole(&w);
}

static void pictures(void **state) {
    (void)state;
    Whole w = open_whole();
    const double x[] = {0, 1};
    const JdCurve good = {"a", "m", NULL, x, x, 2}, bad[] = {{0}, {"a", "m", NULL, NULL, x, 2}};
    const JdChartDef chart = {.curves = &good, .curve_count = 1};
    assert_null(jd_picture_of_chart((JdChartDef){0}, w.log));
    assert_null(jd_picture_of_chart((JdChartDef){.curve_count = 3}, w.log));
    assert_null(jd_chart_letters((JdChartDef){0}, 40, 10, true, false));
    for (int n = 0; n < 2; n++)
        assert_null(jd_picture_of_chart((JdChartDef){.curves = &bad[n], .curve_count = 1}, w.log));
    jd_free_text(jd_chart_letters(chart, -1, -1, false, false));
    JdPicture *picture = jd_picture_of_chart(chart, NULL);
    assert_non_null(picture);
    assert_false(jd_picture_write(NULL, JD_SCRATCH "/null.svg", w.log));
    assert_false(jd_picture_write(picture, NULL, w.log));
    assert_false(jd_picture_write(picture, "x.nonsense", NULL));
    assert_false(jd_picture_print(NULL, "svg", stdout, w.log));
    assert_false(jd_picture_print(picture, NULL, stdout, w.log));
    assert_false(jd_picture_print(picture, "svg", NULL, w.log));
    assert_false(jd_picture_print(picture, "nonsense", stdout, NULL));
    assert_false(jd_picture_can_write(NULL, w.log) || jd_picture_can_write("", NULL));
    assert_true(jd_picture_size(NULL).x == 0);
    jd_picture_free(picture);
    jd_picture_free(NULL);
    assert_null(jd_picture_of_model(NULL, w.system, NULL, (JdSketchDef){0}, w.log));
    jd_picture_free(jd_picture_of_model(w.model, NULL, w.trace, (JdSketchDef){0}, NULL));
    jd_picture_free(jd_picture_of_model(w.model, NULL, NULL, (JdSketchDef){.graph = true}, w.log));
    assert_int_equal(jd_picture_channels(NULL, true, NULL, 0), 0);
    assert_true(jd_picture_channels(w.system, true, NULL, 9) > 0);
    assert_null(jd_trace_letters(NULL, 0, 10, true));
    for (int n = 0; n < WRONG; n++) assert_null(jd_trace_letters(w.trace, indices[n], 10, true));

    const JdMovieRun run = {0};
    const JdMovieDef movie = {.model = w.model, .runs = &run, .run_count = 1};
    bool many = true;
    FILE *out = tmpfile();
    assert_false(jd_movie_can_write(NULL, w.model, &many, w.log) || many);
    assert_false(jd_movie_can_write("a.json", NULL, NULL, w.log));
    assert_false(jd_movie_write((JdMovieDef){0}, JD_SCRATCH "/null.json", w.log));
    assert_false(jd_movie_write(movie, NULL, w.log));
    assert_false(jd_movie_print((JdMovieDef){0}, "json", out, w.log));
    assert_false(jd_movie_print(movie, NULL, out, w.log));
    assert_false(jd_movie_print(movie, "json", NULL, w.log));
    assert_true(jd_movie_print(movie, "json", out, NULL));
    assert_true(jd_movie_print((JdMovieDef){.model = w.model, .run_count = 3}, "json", out, w.log));
    fclose(out);
    close_whole(&w);
}

static void starting_and_saving(void **state) {
    (void)state;
    Whole w = open_whole();
    double value = 7;
    assert_false(jd_system_start(NULL, &jd_time, 1, &value, w.log));
    assert_true(jd_system_start(w.system, NULL, 1, &value, w.log));
    assert_true(value == 7);
    assert_true(jd_system_start(w.system, &jd_time, 1, NULL, NULL));
    assert_true(jd_system_start(w.system, channels, 1, &value, NULL));
    assert_true(isnan(value));

    assert_int_equal(jd_run_save(NULL, &value, sizeof value), 0);
    assert_true(jd_run_save(w.run, NULL, 1 << 20) > 0);
    assert_false(jd_run_load(NULL, &value, sizeof value, w.log));
    assert_false(jd_run_load(w.run, NULL, sizeof value, w.log));
    assert_false(jd_run_load(w.run, &value, sizeof value, NULL));
    assert_false(jd_run_load(w.run, &value, 0, w.log));
    close_whole(&w);
}

static void tracing(void **state) {
    (void)state;
    Whole w = open_whole();
    assert_null(jd_trace_new(NULL, NULL, w.log));
    jd_trace_free(jd_trace_new(w.system, NULL, NULL));
    for (int n = 0; n < WRONG; n++) {
        const JdChannel wanted[] = {{0}, channels[n], {-1}};
        jd_trace_free(jd_trace_new(w.system, wanted, w.log));
    }
    jd_trace_free(NULL);
    assert_false(jd_trace_record(NULL, w.run));
    assert_false(jd_trace_record(w.trace, NULL));
    assert_int_equal(jd_trace_rows(NULL), 0);
    assert_int_equal(jd_trace_columns(NULL), 0);
    assert_true(isnan(jd_trace_at(NULL, 0, 0)));
    assert_false(jd_trace_proved(NULL, 0));
    assert_null(jd_trace_name(NULL, 0));
    assert_null(jd_trace_unit(NULL, 0));
    assert_null(jd_trace_event(NULL, 0, 0, NULL));
    assert_null(jd_trace_event(w.trace, -1, -1, NULL));
    assert_false(jd_trace_show_in(NULL, 0, "s", w.log));
    assert_false(jd_trace_show_in(w.trace, -1, "s", w.log));
    assert_false(jd_trace_show_in(w.trace, 0, NULL, w.log));
    for (int n = 0; n < WRONG; n++) {
        assert_true(isnan(jd_trace_at(w.trace, indices[n], 0)));
        assert_true(isnan(jd_trace_at(w.trace, 0, indices[n])));
        assert_false(jd_trace_proved(w.trace, indices[n]));
        assert_null(jd_trace_name(w.trace, indices[n]));
        assert_null(jd_trace_unit(w.trace, indices[n]));
        assert_null(jd_expect(w.system, indices[n]).file);
    }
    assert_false(jd_trace_write_csv(NULL, JD_SCRATCH "/null.csv", w.log));
    assert_false(jd_trace_write_csv(w.trace, NULL, w.log));
    assert_false(jd_trace_write_csv(w.trace, "/not/there.csv", NULL));
    assert_false(jd_trace_print_csv(NULL, stdout));
    assert_false(jd_trace_print_csv(w.trace, NULL));
    assert_true(isnan(jd_trace_range(NULL, 0).final));
    for (int n = 0; n < WRONG; n++) assert_true(isnan(jd_trace_range(w.trace, indices[n]).least));
    jd_trace_stream(NULL, stdout, true);
    jd_trace_stream(w.trace, NULL, true);
    assert_false(jd_trace_replay(NULL, stdin, 1, NULL, NULL));
    assert_false(jd_trace_replay(w.trace, NULL, 1, NULL, NULL));
    JdVerify nothing = {0};
    assert_false(jd_verify(w.model, NULL, w.trace, &nothing, w.log));
    assert_false(jd_verify(w.model, w.run, NULL, &nothing, w.log));
    assert_false(jd_verify(w.model, w.run, w.trace, NULL, w.log));
    JdTrace *empty = jd_trace_new(w.system, NULL, NULL);
    assert_false(jd_verify(w.model, w.run, empty, &nothing, w.log));
    jd_trace_free(empty);
    assert_true(jd_verify(NULL, w.run, w.trace, &nothing, NULL));
    assert_true(jd_verify(w.model, w.run, w.trace, &nothing, NULL));
    assert_int_equal(jd_expect_count(NULL), 0);
    assert_null(jd_expect(NULL, 0).file);
    close_whole(&w);
}

static void diagnoses(void **state) {
    (void)state;
    Whole w = open_whole();
    JdCheck check;
    JdFreeMotion motion;
    JdRemedy remedy;
    assert_true(jd_check(w.model, (JdCompileDef){0}, &check, NULL));
    assert_null(jd_diagnose(NULL, &check, (JdDiagnoseDef){0}, w.log));
    assert_null(jd_diagnose(w.model, NULL, (JdDiagnoseDef){0}, w.log));
    JdDiagnosis *diagnosis = jd_diagnose(w.model, &check, (JdDiagnoseDef){0}, NULL);
    assert_non_null(diagnosis);
    assert_false(jd_diagnosis_motion(NULL, 0, &motion));
    assert_false(jd_diagnosis_motion(diagnosis, 0, NULL));
    assert_false(jd_diagnosis_remedy(NULL, 0, &remedy));
    assert_false(jd_diagnosis_remedy(diagnosis, 0, NULL));
    for (int n = 0; n < WRONG; n++) {
        assert_false(jd_diagnosis_motion(diagnosis, indices[n], &motion));
        assert_false(jd_diagnosis_remedy(diagnosis, indices[n], &remedy));
    }
    jd_diagnosis_free(diagnosis);
    jd_diagnosis_free(NULL);
    close_whole(&w);
}

static void ledgers(void **state) {
    (void)state;
    Whole w = open_whole();
    JdLedgerLine line;
    assert_false(jd_model_keep_ledger(NULL));
    assert_false(jd_run_ledger(NULL, 0, &line));
    assert_false(jd_run_ledger(w.run, 0, NULL));
    for (int n = 0; n < WRONG; n++) assert_false(jd_run_ledger(w.run, indices[n], &line));
    jd_run_ledger_sum(NULL);
    jd_run_ledger_sum(w.run);
    close_whole(&w);
}

static void code(void **state) {
    (void)state;
    Whole w = open_whole();
    assert_null(jd_emit(NULL, (JdEmitDef){0}, w.log));
    assert_null(jd_emit(NULL, (JdEmitDef){0}, NULL));
    jd_free_text(jd_emit(w.system, (JdEmitDef){0}, NULL));
    assert_null(jd_equations_new(NULL, w.log));
    assert_null(jd_equations_new(NULL, NULL));
    JdEquations *equations = jd_equations_new(w.system, NULL);
    JdMatrix matrix;
    assert_non_null(equations);
    assert_null(jd_equations_text(NULL, "text"));
    assert_null(jd_equations_text(equations, "verse"));
    jd_free_text(jd_equations_text(equations, NULL));
    assert_false(jd_equations_at(NULL, w.run));
    assert_false(jd_equations_at(equations, NULL));
    assert_false(jd_equations_step(NULL, 1e-3));
    assert_false(jd_equations_step(equations, 1e-3)); /* it has no numbers yet */
    assert_false(jd_equations_matrix(NULL, 0, &matrix));
    assert_false(jd_equations_matrix(equations, 0, NULL));
    for (int n = 0; n < WRONG; n++)
        assert_false(jd_equations_matrix(equations, indices[n], &matrix));
    jd_equations_free(NULL);
    jd_equations_free(equations);
    close_whole(&w);
}

/* ---- Completeness --------------------------------------------------------------------------- */

static char *whole_file(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = calloc(1, 1 << 20);
    assert_true(fread(bytes, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return bytes;
}

static int check_header(const char *path) {
    char *header = whole_file(path),
         *here = whole_file(JD_ROOT "/test/contract/null_contract_test.c");
    int count = 0;
    for (const char *at = header; (at = strstr(at, "\nJD_API ")); count++) {
        const char *name = strstr(at, "jd_");
        char call[80];
        assert_non_null(name);
        snprintf(call, sizeof call, "%.*s(", (int)strcspn(name, "("), name);
        if (!strstr(here, call)) fail_msg("%s is not tried with NULL", call);
        at = name;
    }
    free(header);
    free(here);
    return count;
}

static void every_call_of_the_headers_is_here(void **state) {
    (void)state;
    assert_true(check_header(JD_ROOT "/include/jourdain.h") > 80);
    assert_true(check_header(JD_ROOT "/include/jourdain_picture.h") > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs),
        cmocka_unit_test(reading),
        cmocka_unit_test(building),
        cmocka_unit_test(compiling),
        cmocka_unit_test(running),
        cmocka_unit_test(starting_and_saving),
        cmocka_unit_test(tracing),
        cmocka_unit_test(tables),
        cmocka_unit_test(looking),
        cmocka_unit_test(pictures),
        cmocka_unit_test(study_pictures),
        cmocka_unit_test(diagnoses),
        cmocka_unit_test(ledgers),
        cmocka_unit_test(code),
        cmocka_unit_test(every_call_of_the_headers_is_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
