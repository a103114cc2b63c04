/* SPDX-License-Identifier: MIT
 *
 * A row at a singular position, from rows beside it. There accelerations and multipliers are small
 * differences divided by small numbers, or have no formula at all, but the motion goes straight
 * through and all of it is smooth in time: theory (6.21). State, accelerations and multipliers come
 * from a polynomial through rows that are far enough away to be proved. */
#include "run/inside.h"
#include <string.h>

enum { NODES = 6 };

/* Distances between the rows, as shares of the step: from near to far. */
static const double spans[] = {0.01, 0.03, 0.08};
enum { SPANS = sizeof spans / sizeof *spans };

/* What the six rows and their inner four may differ by, in tolerances: then it is smooth here. */
static const double rough = 1e3;

/* Times within the last step, `behind` of them behind t and none next to it. False: there is no
 * room for them. */
static bool place_nodes(const JdRun *run, double t, double span, int behind, double *time) {
    for (int k = 0; k < NODES; k++) {
        const int place = k < NODES - behind ? k - (NODES - behind) : k - (NODES - behind) + 1;
        time[k] = t + place * span * run->h;
        if (!(time[k] > run->t_old && time[k] < run->t)) return false;
    }
    return true;
}

/* As many on both sides as can be; and the weight of each in the polynomial at t. */
static bool choose_nodes(const JdRun *run, double t, double span, double *time, double *weight) {
    static const int behind[] = {3, 2, 4, 1, 5, 0, 6};
    int way = 0;
    while (way <= NODES && !place_nodes(run, t, span, behind[way], time)) way++;
    if (way > NODES) return false;
    for (int k = 0; k < NODES; k++) {
        weight[k] = 1;
        for (int j = 0; j < NODES; j++)
            if (j != k) weight[k] *= (t - time[j]) / (time[k] - time[j]);
    }
    return true;
}

/* The weight of an inner row in the polynomial through the inner four. */
static double inner_weight(const double *time, double t, int k) {
    double weight = 1;
    if (k == 0 || k == NODES - 1) return 0;
    for (int j = 1; j < NODES - 1; j++)
        if (j != k) weight *= (t - time[j]) / (time[k] - time[j]);
    return weight;
}

static void add(double *to, double weight, const double *x, int n) {
    for (int k = 0; k < n; k++) to[k] += weight * x[k];
}

/* The sums over all rows; false: one of them is not proved. */
static bool sum_rows(JdRun *run, const double *time, const double *weight, double t) {
    const JdSystem *s = run->system;
    Beside *sum = &run->beside;
    memset(sum->y, 0, (size_t)run->n * sizeof *sum->y);
    memset(sum->inner, 0, (size_t)run->n * sizeof *sum->inner);
    memset(sum->a, 0, (size_t)sum->accels * sizeof *sum->a);
    memset(sum->pull, 0, (size_t)s->dynamics.rows * sizeof *sum->pull);
    for (int k = 0; k < NODES; k++) {
        if (!jd_run_row_beside(run, time[k])) return false;
        run->form->recover(s, &run->motion, LEVEL_ACCELERATION);
        add(sum->y, weight[k], run->out, run->n);
        add(sum->inner, inner_weight(time, t, k), run->out, run->n);
        add(sum->a, weight[k], run->motion.a, sum->accels);
        add(sum->pull, weight[k], run->motion.pull, s->dynamics.rows);
    }
    return true;
}

/* The motion as the sums say. */
static void take_sums(JdRun *run, double t) {
    const Beside *sum = &run->beside;
    Motion *m = &run->motion;
    memcpy(run->out, sum->y, (size_t)run->n * sizeof *run->out);
    jd_run_rates(run, t, run->out, run->work);
    run->form->recover(run->system, m, LEVEL_VELOCITY);
    if (run->form->open) {
        jd_run_keep_mode(run);
        run->form->afresh(run->system, m);
        run->form->open(run->system, m, t, run->out);
    }
    jd_motion_rows(run->system, m);
    memcpy(m->own_a, sum->a, (size_t)sum->accels * sizeof *m->own_a);
    memcpy(m->own_pull, sum->pull, (size_t)run->system->dynamics.rows * sizeof *m->own_pull);
    m->a = m->own_a;
    m->pull = m->own_pull;
    m->recovered = true;
}

bool jd_run_beside(JdRun *run, double t) {
    double time[NODES], weight[NODES];
    Beside *sum = &run->beside;
    for (int k = 0; k < SPANS; k++) {
        if (!choose_nodes(run, t, spans[k], time, weight)) return false;
        if (!sum_rows(run, time, weight, t)) continue;
        add(sum->inner, -1, sum->y, run->n);
        const double error =
            run->form->error(run->system, sum->y, sum->y, sum->inner, run->def.tol);
        if (!(error < rough)) return false;
        take_sums(run, t);
        return true;
    }
    return false;
}

void jd_beside_layout(JdRun *run, Layout *at) {
    const size_t n = (size_t)run->n + 1, rows = (size_t)run->system->dynamics.rows + 1;
    Beside *sum = &run->beside;
    sum->accels = run->system->kernel->nv * (run->system->bodies - 1);
    sum->y = PLACE(at, double, n);
    sum->inner = PLACE(at, double, n);
    sum->a = PLACE(at, double, (size_t)sum->accels + 1);
    sum->pull = PLACE(at, double, rows);
}
