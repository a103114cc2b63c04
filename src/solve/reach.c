/* SPDX-License-Identifier: MIT
 *
 * The nearest position: least squares of the rows, with the weight of those that need not hold made
 * ever smaller, so that in the end the others hold (Levenberg and Marquardt: the softness of the
 * rows is the damping). Unlike Newton's method it gets to the end of what two bodies in line
 * reach. */
#include "solve/reach.h"
#include <stdlib.h>
#include <string.h>

/* Of the method of Levenberg and Marquardt: where damping begins, its bounds, and that of the last
 * look at who pulls. */
static const double damping_first = 1e-3, damping_least = 1e-14, damping_most = 1e6,
                    damping_of_pull = 1e-8;
static const double all_met = 1e-28;     /* a sum of squares that is rounding */
static const double gets_nowhere = 1e-9; /* a share of the sum by which it gets smaller; a move */
static const double no_weight = 1e-30;   /* so soft is a row that is not asked for */
static const double holds = 1e-6;        /* rows that are held are met so well beside others */

static int speeds(const Reach *r) {
    return r->system->kernel->nv * (r->system->bodies - 1);
}

static void layout(Reach *r, Layout *at) {
    const size_t numbers = (size_t)jd_positions(r->system) + 1, rows = (size_t)r->set->rows + 1;
    jd_motion_layout(r->system, &r->motion, at);
    jd_rowwork_layout(r->system, r->set, &r->work, at);
    r->as = PLACE(at, ReachAs, rows);
    r->soft = PLACE(at, double, rows + (size_t)speeds(r));
    r->trial = PLACE(at, double, numbers);
}

bool jd_reach_open(Reach *r, JdSystem *system, const RowSet *set, double time) {
    *r = (Reach){.system = system, .set = set};
    Layout measure = {0};
    layout(r, &measure);
    r->memory = calloc(1, measure.used + 1);
    if (!r->memory) return false;
    Layout place = {.base = r->memory};
    layout(r, &place);
    r->work.weights = true;
    r->motion.time = time;
    system->kernel->init(system, set, &r->work);
    return true;
}

void jd_reach_close(Reach *r) {
    free(r->memory);
    r->memory = NULL;
}

static double weight(const Reach *r, int row) {
    return r->as[row] == REACH_HELD ? 1 : r->as[row] == REACH_NEARLY ? r->weak : 0;
}

static double size_of(const Reach *r, int row) {
    return fabs(r->work.f[row]) / (r->set->row[row].metres ? r->system->length : 1);
}

/* The rows at motion.q; their weighted squares. */
static double evaluate(Reach *r) {
    const JdSystem *s = r->system;
    double sum = 0;
    r->left = 0;
    s->kernel->move(s, &r->motion);
    jd_turns_settle(s, &r->motion, jd_counts(s, r->motion.own_q));
    s->kernel->rows(s, r->set, &r->motion, &r->work);
    for (int k = 0; k < r->set->rows; k++) {
        const double size = size_of(r, k);
        sum += weight(r, k) * size * size;
        if (r->as[k] == REACH_HELD && !(size <= r->left)) r->left = size;
    }
    return sum;
}

/* A move that lessens the sum, the shorter the more it is damped. */
static void find_step(Reach *r, double damping) {
    const JdSystem *s = r->system;
    const int n = speeds(r);
    double *x = r->work.x;
    memset(x, 0, (size_t)n * sizeof *x);
    for (int k = 0; k < r->set->rows; k++) {
        const double unit = r->set->row[k].metres ? 1 : s->length * s->length;
        r->soft[n + k] = 1 / (fmax(weight(r, k), no_weight) * unit);
        x[n + k] = weight(r, k) > 0 ? -r->work.f[k] : 0;
    }
    jd_sparse_factor(r->set->plan, r->work.values, damping, r->soft, r->work.factor);
    jd_sparse_solve(r->set->plan, r->work.factor, x);
}

static void settle(Reach *r) {
    const JdSystem *s = r->system;
    const size_t bytes = (size_t)jd_positions(s) * sizeof(double);
    double damping = damping_first, now = evaluate(r);
    for (int round = 0, idle = 0; round < 200 && idle < 4 && now > all_met; round++) {
        memcpy(r->trial, r->motion.own_q, bytes);
        find_step(r, damping);
        const double far = jd_motion_speed(s, r->work.x), share = far > 0.3 ? 0.3 / far : 1;
        for (int k = 0; k < speeds(r); k++) r->work.step[k] = share * r->work.x[k];
        s->kernel->increment(s, r->work.step, r->motion.own_q);
        const double next = evaluate(r);
        const bool better = next < now;
        idle =
            better && now - next > gets_nowhere * now ? 0 : idle + (better || far < gets_nowhere);
        damping = better ? fmax(0.2 * damping, damping_least) : fmin(5 * damping, damping_most);
        if (better) {
            now = next;
            continue;
        }
        if (damping >= damping_most) idle++;
        memcpy(r->motion.own_q, r->trial, bytes);
        evaluate(r);
    }
}

/* Wishes from far away pull harder, and are weakened for longer. */
enum { USUAL_WEAKENINGS = 4, WEAKENINGS = 11 };
static const double weak[WEAKENINGS] = {1e-2,  1e-4,  1e-6,  1e-8,  1e-10, 1e-12,
                                        1e-14, 1e-16, 1e-18, 1e-20, 1e-22};

bool jd_reach(Reach *r, const double *q, double nudge) {
    const JdSystem *s = r->system;
    bool wishes = false;
    memcpy(r->motion.own_q, q, (size_t)jd_positions(s) * sizeof *q);
    for (int k = 0; k < speeds(r); k++) {
        const bool angular = k % s->kernel->nv >= s->kernel->linear;
        r->work.step[k] = nudge * sin(1 + 7.0 * k) * (angular ? 1 : s->length);
    }
    if (nudge != 0) s->kernel->increment(s, r->work.step, r->motion.own_q);
    for (int k = 0; k < r->set->rows; k++) wishes = wishes || r->as[k] == REACH_NEARLY;
    for (int n = 0; n < WEAKENINGS; n++) {
        r->weak = weak[n];
        settle(r);
        if (!wishes || (n >= USUAL_WEAKENINGS - 1 && r->left < holds)) break;
    }
    find_step(r, damping_of_pull);
    r->pull = r->work.x + speeds(r);
    return r->left < holds;
}
