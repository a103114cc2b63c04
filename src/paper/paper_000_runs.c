/* SPDX-License-Identifier: MIT
 *
 * The runs of paper 000: two points that come near each other, an error that Baumgarte's method
 * takes away, and the seven-body mechanism. */
#include "paper/paper_000.h"
#include <stdlib.h>
#include <string.h>

/* ---- (21): rows that become one ------------------------------------------------------------- */

static double rows_apart(JdEquations *equations) {
    JdMatrix is;
    double most = 0;
    for (int n = 0; jd_equations_matrix(equations, n, &is); n++) {
        if (strcmp(is.name, "D") || is.rows < 2) continue;
        for (int c = 0; c < is.columns; c++)
            most = fmax(most, fabs(is.value[c] - is.value[is.columns + c]));
        return most;
    }
    return NAN;
}

bool jd_apart_000(PaperJob *job, double apart[3]) {
    static const char *const distance[3] = {"100 mm", "10 mm", "1 mm"};
    JdLog *log = jd_log_new(); /* that they are near each other is what is asked for */
    bool good = log != NULL;
    for (int k = 0; k < 3 && good; k++) {
        const JdSetting settings[] = {{"d", distance[k]}, {NULL, NULL}};
        JdModel *model = jd_paper_model(job, "slide_000.jd", settings);
        JdSystem *system = jd_compile(model, (JdCompileDef){.form = "newton-euler"}, log);
        JdEquations *equations = jd_equations_new(system, log);
        JdRun *run = jd_run_new(system, (JdRunDef){.until = 1e-3}, log);
        good = equations && run && jd_run_next(run) && jd_equations_at(equations, run);
        if (good) apart[k] = rows_apart(equations);
        jd_run_free(run);
        jd_equations_free(equations);
        jd_system_free(system);
        jd_model_free(model);
    }
    jd_log_free(log);
    return good;
}

/* ---- (23): f'' + 2 alpha f' + beta^2 f = 0 -------------------------------------------------- */

enum { TIMES = 4, GAINS = 3 };
static const struct {
    double alpha, beta;
    const char *name;
} gains[GAINS] = {{10, 10, "alpha = beta = 10/s"},
                  {3, 20, "alpha = 3/s, beta = 20/s"},
                  {20, 10, "alpha = 20/s, beta = 10/s"}};

/* What is left of an error that starts at rest, by the poles of (23). */
static double left_over(double alpha, double beta, double t) {
    const double square = beta * beta - alpha * alpha;
    if (square == 0) return (1 + alpha * t) * exp(-alpha * t);
    if (square > 0) {
        const double w = sqrt(square);
        return exp(-alpha * t) * (cos(w * t) + alpha / w * sin(w * t));
    }
    const double w = sqrt(-square), slow = -alpha + w, fast = -alpha - w;
    return (slow * exp(fast * t) - fast * exp(slow * t)) / (slow - fast);
}

static bool decay(PaperJob *job, int which, const double *times) {
    Page *page = &job->page;
    JdModel *model = jd_paper_model(job, "pendulum_000.jd", NULL);
    const JdCompileDef how = {.form = "newton-euler",
                              .stabilise = "baumgarte",
                              .as_drawn = true,
                              .alpha = gains[which].alpha,
                              .beta = gains[which].beta};
    JdLog *log = jd_log_new(); /* that the joint is open at the start is meant */
    JdSystem *system = jd_compile(model, how, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 1, .tol = 1e-10}, log);
    const JdChannel drift = jd_channel(system, "pin.drift", log);
    bool good = run && jd_run_next(run);
    const double start = good ? jd_run_value(run, drift) : NAN;
    jd_page_cell(page, gains[which].name);
    jd_page_cell(page, "by the poles");
    for (int k = 0; k < TIMES; k++) {
        const double left = fabs(left_over(gains[which].alpha, gains[which].beta, times[k]));
        jd_page_value(page, left, jd_cell_number(page, left, 4));
    }
    jd_page_cell(page, "");
    jd_page_cell(page, "ours");
    for (int k = 0; k < TIMES && good; k++) {
        good = jd_run_to(run, times[k]);
        const double share = good ? jd_run_value(run, drift) / start : NAN,
                     left = fabs(left_over(gains[which].alpha, gains[which].beta, times[k]));
        const bool holds = fabs(share - left) <= 0.01 * left + 1e-6;
        if (holds)
            job->held++;
        else
            job->missed++;
        const char *text = jd_cell_number(page, share, 4);
        jd_page_value(page, share, holds ? text : jd_arena_format(&page->arena, "%s!", text));
    }
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return good;
}

bool jd_decay_000(PaperJob *job) {
    static const double times[TIMES] = {0.02, 0.05, 0.1, 0.2};
    Page *page = &job->page;
    bool good = true;
    jd_page_heading(page, "(23): what is left of 1 mm of error in a pin, as a share");
    jd_page_table(page, "decay", "gains of 0.02_s 0.05_s 0.1_s 0.2_s");
    for (int k = 0; k < GAINS && good; k++) good = decay(job, k, times);
    jd_page_end(page);
    return good;
}

/* ---- The seven-body mechanism --------------------------------------------------------------- */

/* At the end of the run, as published (IVP test set): good to 2e-9. */
static const struct {
    const char *label, *channel, *less, *printed; /* channel less another */
} ends[] = {
    {"beta", "K1.angle", NULL, "15.81077119630"},
    {"Theta", "K2.angle", "K1.angle", "-15.75637105984"},
    {"gamma", "K3.angle", NULL, "0.04082224013073"},
    {"Phi", "K4.angle", "K5.angle", "-0.5347301163227"},
    {"delta", "K5.angle", NULL, "0.5244099658805"},
    {"Omega", "K6.angle", "K7.angle", "0.5347301163227"},
    {"epsilon", "K7.angle", NULL, "1.048080741042"},
};
enum { ENDS = sizeof ends / sizeof *ends };

static double channel_value(JdRun *run, const JdSystem *system, const char *name, JdLog *log) {
    return name ? jd_run_value(run, jd_channel(system, name, log)) : 0;
}

bool jd_seven_bodies_000(PaperJob *job) {
    Page *page = &job->page;
    JdLog *log = job->app->log;
    JdModel *model = jd_paper_model(job, "./seven_body.jd", NULL);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "newton-euler"}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 0.03, .tol = 1e-11}, log);
    const bool good = run && jd_run_next(run) && jd_run_to(run, 0.03);
    jd_page_heading(page, "Seven-body mechanism at 0.03 s [rad], newton-euler");
    jd_page_table(page, "seven_body", "angle published ours");
    for (int k = 0; k < ENDS && good; k++) {
        const double value = channel_value(run, system, ends[k].channel, log) -
                             channel_value(run, system, ends[k].less, log);
        const char *text = jd_arena_format(&page->arena, "%.13g", value);
        const double wanted = strtod(ends[k].printed, NULL);
        const bool holds = fabs(value - wanted) <= 2e-9 * fmax(1, fabs(wanted));
        if (holds)
            job->held++;
        else
            job->missed++;
        jd_page_cell(page, ends[k].label);
        jd_page_right(page, ends[k].printed);
        jd_page_value(page, value, holds ? text : jd_arena_format(&page->arena, "%s!", text));
    }
    jd_page_end(page);
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    return good;
}
