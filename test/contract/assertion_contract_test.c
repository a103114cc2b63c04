/* SPDX-License-Identifier: MIT
 *
 * Invariants are asserted where parts meet: mistakes of a formulation or a builder, made here on
 * purpose, end the program at the spot. Where assertions are off there is nothing to see. */
#include "bond/inside.h"
#include "draw/draw.h"
#include "model/model.h"
#include "run/run.h"
#include "solve/solve.h"
#include "tape/tape.h"
#include "check.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void Mistake(JdSystem *system, JdRun *run);

/* Reactions without anybody having filled the rows. */
static void forget_rows(JdSystem *system, JdRun *run) {
    run->motion.rows.filled = false;
    system->kernel->wrench(system, &run->motion, &system->joint[0], false);
}

static void factor_without_rows(JdSystem *system, JdRun *run) {
    system->kernel->move(system, &run->motion);
    jd_rows_factor(system, &system->dynamics, &run->motion.rows);
}

static void ask_for_rows_of_others(JdSystem *system, JdRun *run) {
    system->joint[0].locks = system->dynamics.rows + 1;
    system->kernel->wrench(system, &run->motion, &system->joint[0], false);
}

static void hang_on_no_body(JdSystem *system, JdRun *run) {
    (void)run;
    system->joint[0].body_j = system->bodies;
    jd_system_is_sound(system);
}

static void measure_wrongly(JdSystem *system, JdRun *run) {
    (void)run;
    system->dynamics.rows++;
    jd_system_is_sound(system);
}

/* A form that leaves out what it must have. */
static void forget_to_project(JdSystem *system, JdRun *run) {
    (void)run;
    FormType form = *system->form;
    form.project = NULL;
    system->form = &form;
    jd_system_is_sound(system);
}

static void ask_for_no_channel(JdSystem *system, JdRun *run) {
    jd_channel_eval(system, &run->motion, system->channels);
}

static void start_nowhere(JdSystem *system, JdRun *run) {
    (void)run;
    system->start[0] = NAN;
    jd_system_is_sound(system);
}

static void step_into_the_past(JdSystem *system, JdRun *run) {
    (void)system;
    jd_energy_watch(run, -1);
}

static void read_beyond_the_step(JdSystem *system, JdRun *run) {
    (void)system;
    jd_run_dense(run, run->t + 1, run->out, NULL);
}

static void fill_a_full_list(JdSystem *system, JdRun *run) {
    (void)system, (void)run;
    Arena arena = {0};
    void *at = NULL;
    int count = 9, room = 8;
    jd_arena_grow(&arena, &at, &count, &room, sizeof(double));
}

/* ---- Other waists -----------------------------------------------------------------------------
 */

static const char pendulum[] = "model m\nplanar\ngravity [0, -9.81]\n"
                               "body a { at [1, 0]  mass 1  inertia 1 }\n"
                               "joint j : revolute ground -- a at [0, 0]\nrun to 1\n";

static void join_no_frame(JdSystem *system, JdRun *run) {
    (void)system, (void)run;
    JdModel *model = jd_model_read_text("m", pendulum, sizeof pendulum - 1, (JdReadDef){0}, NULL);
    model->joints.at[0].j = model->frames.count;
    jd_model_is_sound(model);
}

static void read_ahead_on_a_tape(JdSystem *system, JdRun *run) {
    (void)system, (void)run;
    Arena arena = {0};
    Tape tape;
    jd_tape_init(&tape, &arena);
    const Num x = jd_tape_leaf(&tape, TAPE_STATE, 0, 1), y = n_sin(&tape, x);
    tape.node.at[y].of[0] = y;
    jd_tape_is_sound(&tape);
}

static void leave_a_path_open(JdSystem *system, JdRun *run) {
    (void)system, (void)run;
    Drawing drawing = jd_drawing(100, 100, NULL);
    jd_draw_move(&drawing, vec2(1, 1));
    jd_drawing_is_sound(&drawing);
}

/* A source that gives no effort. */
static void turn_a_stroke(JdSystem *system, JdRun *run) {
    (void)system, (void)run;
    Arena arena = {0};
    SymPool *pool = jd_sym_pool(&arena, SYM_NODES);
    BondGraph *graph = jd_bonds_new(&arena, pool);
    const Sym one = jd_sym_whole(pool, 1);
    CausalReport report = {0};
    const BondNode source = {.name = "s", .type = jd_bond_type_find("Se"), .value = {&one, 1, 1}};
    const BondNode load = {.name = "r", .type = jd_bond_type_find("R"), .value = {&one, 1, 1}};
    const int from = jd_bonds_add_node(graph, &source, NULL);
    const int to = jd_bonds_add_node(graph, &load, NULL);
    jd_bonds_add_bond(graph, &(Bond){.name = "b", .from = from, .to = to}, NULL);
    if (!jd_bonds_check(graph, NULL) || !jd_bonds_assign(graph, &report, NULL)) return;
    jd_causality_is_sound(graph);
    graph->bonds.at[0].stroke = graph->bonds.at[0].stroke == STROKE_TO ? STROKE_FROM : STROKE_TO;
    jd_causality_is_sound(graph);
}

/* Whether it ends the program, tried by a child. */
static bool aborts(Mistake *mistake, JdSystem *system, JdRun *run) {
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) _exit(3);
        mistake(system, run);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void mistakes_end_the_program(void **state) {
    (void)state;
    static const struct {
        const char *name;
        Mistake *make;
    } mistakes[] = {
        {"forget_rows", forget_rows},
        {"factor_without_rows", factor_without_rows},
        {"ask_for_rows_of_others", ask_for_rows_of_others},
        {"hang_on_no_body", hang_on_no_body},
        {"measure_wrongly", measure_wrongly},
        {"forget_to_project", forget_to_project},
        {"ask_for_no_channel", ask_for_no_channel},
        {"start_nowhere", start_nowhere},
        {"step_into_the_past", step_into_the_past},
        {"read_beyond_the_step", read_beyond_the_step},
        {"fill_a_full_list", fill_a_full_list},
        {"join_no_frame", join_no_frame},
        {"read_ahead_on_a_tape", read_ahead_on_a_tape},
        {"leave_a_path_open", leave_a_path_open},
        {"turn_a_stroke", turn_a_stroke},
    };
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("m", pendulum, sizeof pendulum - 1, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.output_every = 0.1}, log);
    assert_non_null(run);
    for (int n = 0; n < 3; n++) assert_true(jd_run_next(run));
#ifdef NDEBUG
    (void)mistakes;
    (void)aborts;
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
    skip();
#else
    for (size_t n = 0; n < sizeof mistakes / sizeof *mistakes; n++)
        if (!aborts(mistakes[n].make, system, run)) fail_msg("%s goes unseen", mistakes[n].name);
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(mistakes_end_the_program)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
