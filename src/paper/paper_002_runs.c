/* SPDX-License-Identifier: MIT
 *
 * The runs behind the tables of paper 002: plain explicit Euler without stabilisation, started
 * exactly as drawn. */
#include "paper/paper_002.h"
#include <string.h>

const Column jd_columns_002[COLUMNS] = {{"Newton-Euler", "newton-euler", false},
                                        {"Lagrangian", "minimal", false},
                                        {"cut joint", "cut-joint", true},
                                        {"clearance", "clearance", true},
                                        {"elastic", "elastic", true}};
const double jd_steps_002[STEPS] = {1e-5, 1e-6, 1e-7, 1e-8};
static const double gap = 1e-4, stiffness = 1e6; /* Table 2 */

/* Energies on the way: as they are, and with the vertical velocity of the rod's centre as in the
 * closed loop, eq. (70), where the rod is free to move otherwise. */
typedef struct {
    double mass, half_crank;
    JdChannel energy, speed, angle, rate;
    double start[2], sum[2];
    long count;
} Energies;

static void look(void *data, const JdSystem *system, JdRun *run) {
    Energies *e = data;
    const bool first = e->count++ == 0;
    if (first) {
        e->energy = jd_channel(system, "energy", NULL);
        e->speed = jd_channel(system, "rod.vy", NULL);
        e->angle = jd_channel(system, "crank.angle", NULL);
        e->rate = jd_channel(system, "crank.rate", NULL);
    }
    const double right = jd_run_value(run, e->speed);
    const double wrong =
        e->half_crank * cos(jd_run_value(run, e->angle)) * jd_run_value(run, e->rate);
    const double energy = jd_run_value(run, e->energy);
    const double values[2] = {energy, energy + 0.5 * e->mass * (wrong * wrong - right * right)};
    for (int k = 0; k < 2; k++)
        if (first)
            e->start[k] = values[k];
        else
            e->sum[k] += fabs(values[k] - e->start[k]);
}

JdCompileDef jd_compile_002(int column) {
    const char *form = jd_columns_002[column].form;
    JdCompileDef def = {.form = form, .stabilise = "none", .as_drawn = true};
    if (strcmp(form, "newton-euler") != 0) def.cut = "jB";
    if (strcmp(form, "clearance") == 0) def.clearance = "jB", def.gap = gap;
    if (strcmp(form, "elastic") == 0) def.elastic = "jB", def.stiffness = stiffness;
    return def;
}

static double body_mass(const JdModel *model, const char *name) {
    JdBodyInfo body;
    for (int n = 1; jd_model_body(model, n, &body); n++)
        if (strcmp(body.name, name) == 0) return body.mass;
    return NAN;
}

static double parameter(const JdModel *model, const char *name) {
    JdParamInfo param;
    for (int n = 0; jd_model_param(model, n, &param); n++)
        if (strcmp(param.name, name) == 0) return param.value[0];
    return NAN;
}

static bool run_cell(Work002 *work, int step, int column) {
    const JdModel *model = work->model[column];
    Result *to = &work->result[step][column];
    Energies energies = {.mass = body_mass(model, "rod"),
                         .half_crank = 0.5 * parameter(model, "r")};
    const TrialDef def = {.compile = jd_compile_002(column),
                          .run = {.stepper = "euler", .dt = jd_steps_002[step], .until = 0.13},
                          .joint = step == FIGURE_STEP ? "jB" : "",
                          .look = look,
                          .data = &energies,
                          .given_step = true};
    if (!jd_trial(work->job->app, model, &def, &to->trial)) return false;
    const double count = to->trial.done ? (double)(energies.count - 1) : NAN;
    to->exact = energies.sum[0] / count;
    to->paper = energies.sum[1] / count;
    /* Our lock of the massless link is (d^2 - l^2)/(2 l); theirs has no denominator, and its root
     * is printed as metres. */
    to->violation = strcmp(jd_columns_002[column].form, "clearance") == 0
                        ? sqrt(2 * gap * fabs(to->trial.drift))
                        : to->trial.drift;
    return !to->trial.stopped;
}

/* The largest force at joint C, from steps so small that nothing is left to gain. */
static bool run_peak(Work002 *work, int column) {
    Trial trial;
    const TrialDef def = {.compile = jd_compile_002(column),
                          .run = {.stepper = "rk4", .dt = 1e-6, .until = 0.13},
                          .joint = "jB"};
    if (!jd_trial(work->job->app, work->model[column], &def, &trial)) return false;
    work->peak[column] = trial.done ? trial.peak : NAN;
    return !trial.stopped;
}

static bool measure(Work002 *work, int column) {
    Contender *to = &work->cost[column];
    const JdRunDef run = {.stepper = "euler", .dt = 1e-6, .until = 0.13};
    to->name = jd_columns_002[column].form;
    to->trial[0] = work->result[1][column].trial;
    /* A column that fails has its evaluations measured all the same, over the time it lives. */
    JdRunDef lives = run;
    if (!to->trial[0].done) lives.until = 0.9 * to->trial[0].end;
    to->measured = jd_measure(work->model[column], jd_compile_002(column), lives, &to->measure);
    return jd_interrupt_signal() == 0;
}

bool jd_run_002(Work002 *work) {
    const JdSetting apart[] = {{"gap", "0.1 mm"}, {NULL}};
    for (int c = 0; c < COLUMNS; c++) {
        const bool loose = strcmp(jd_columns_002[c].form, "clearance") == 0;
        work->model[c] = jd_paper_model(work->job, "slider_crank_002.jd", loose ? apart : NULL);
        if (!work->model[c]) return false;
    }
    for (int k = 0; k < work->steps; k++)
        for (int c = 0; c < COLUMNS; c++)
            if (!run_cell(work, k, c)) return false;
    for (int c = 0; c < COLUMNS; c++)
        if (!run_peak(work, c) || !measure(work, c)) return false;
    return true;
}
