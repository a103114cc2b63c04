/* SPDX-License-Identifier: MIT
 *
 * A step that ends earlier than it was done to: theory 6.15. What changes within a step, a corner
 * or a condition of an event, is held over all of it, so its polynomial is one of the motion before
 * the change up to there and beyond. Instead of doing the step again, from its start to the change,
 * the rates along the polynomial are integrated up to there: that is one order better than the
 * polynomial itself, and what it changes is the error of the polynomial. That one may be beyond the
 * tolerance, as the polynomial of a step is that is good itself: then what this error changes of
 * the rates, over the step, must be within it. What is left of the polynomial is put between the
 * new ends. */
#include "run/inside.h"
#include <string.h>

enum { MOST_PLACES = 5, MOST_ROWS = 4 };

/* Quadrature of Radau, the start of the step among its places: exact up to degree 2 count - 2. */
typedef struct {
    int count;
    double place[MOST_PLACES], weight[MOST_PLACES];
} Rule;

static const Rule rules[] = {
    {3,
     {0, 0.355051025721682190, 0.844948974278317809},
     {1.0 / 9, 0.512485826188421613, 0.376403062700467275}},
    {5,
     {0, 0.139759864343780552, 0.416409567631083179, 0.723156986361876172, 0.942895803885482317},
     {0.04, 0.223103901083570744, 0.311826522975741254, 0.281356015149462060,
      0.143713560791225941}},
};

static const double good_off = 1;   /* of the polynomial, in tolerances: nothing else is asked, */
static const double most_off = 100; /* and at most */

/* Of what is integrated no power below the order of the stepper is left out. */
static const Rule *rule_of(const JdRun *run) {
    const Rule *rule = rules;
    while (2 * rule->count - 1 < run->stepper->order) rule++;
    return rule;
}

/* Room among the stages, which nobody reads any more once the polynomial is known. */
static double *rates_at(const JdRun *run, int place) {
    return stage(run, place);
}
static double *state_at(const JdRun *run, int place) {
    return stage(run, rule_of(run)->count - 1 + place);
}
static double *row_at(const JdRun *run, int row) {
    const Tableau *t = run->stepper->tableau;
    return stage(run, t->stages + 1 + t->dense_stages + row);
}

/* ---- What is left of the polynomial ------------------------------------------------------------
 */

/* Of 1, s, s u and s^2 u, u = 1 - s, which tails are sums of: theory (6.4). */
static double tail_part(int part, double s) {
    const double of[MOST_ROWS] = {1, s, s * (1 - s), s * s * (1 - s)};
    return of[part];
}

/* to = the inverse of what gives tails at the first places from their parts. */
static void invert_parts(const Rule *rule, int rows, double to[MOST_ROWS][MOST_ROWS]) {
    double a[MOST_ROWS][2 * MOST_ROWS] = {{0}};
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < rows; c++) a[r][c] = tail_part(c, rule->place[1 + r]);
        a[r][rows + r] = 1;
    }
    for (int p = 0; p < rows; p++) { /* Gauss and Jordan; places that differ have pivots */
        for (int c = 2 * rows - 1; c >= p; c--) a[p][c] /= a[p][p];
        for (int r = 0; r < rows; r++)
            for (int c = 2 * rows - 1; c >= p && r != p; c--) a[r][c] -= a[r][p] * a[p][c];
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < rows; c++) to[r][c] = a[r][rows + c];
}

/* The polynomial less the cubic through its ends, by s^2 u^2 h: the rows that dense output reads.
 * `end` and `slope`: where the polynomial ends. */
static void keep_tail(JdRun *run, double h, const double *end, const double *slope) {
    const Rule *rule = rule_of(run);
    const int rows = run->stepper->tableau->dense_rows;
    const double *start = run->y_old, *k0 = stage(run, 0);
    double inverse[MOST_ROWS][MOST_ROWS];
    invert_parts(rule, rows, inverse);
    for (int i = 0; i < run->n; i++) {
        const double dy = end[i] - start[i], low = h * k0[i] - dy;
        const double high = 2 * dy - h * (slope[i] + k0[i]);
        double tail[MOST_ROWS];
        for (int p = 0; p < rows; p++) {
            const double s = rule->place[1 + p], u = 1 - s;
            const double cubic = s * (dy + u * (low + s * high));
            tail[p] = (state_at(run, 1 + p)[i] - start[i] - cubic) / (s * s * u * u * h);
        }
        for (int r = 0; r < rows; r++) {
            double sum = 0;
            for (int p = 0; p < rows; p++) sum += inverse[r][p] * tail[p];
            row_at(run, r)[i] = sum;
        }
    }
}

/* ---- Up to there -------------------------------------------------------------------------------
 */

static bool is_asked(const JdRun *run, double end) {
    const Tableau *t = run->stepper->tableau;
    if (!run->stepper->adaptive || !t || !t->dense_rows || run->system->nodes) return false;
    if (jd_passage_near(run) || jd_tries_small(&run->small)) return false;
    return end > run->t_old && end < run->t;
}

/* What is integrated is off by what the rates are off along the polynomial: at its end, where that
 * is largest, they are those of two states that are known. In tolerances of the step. */
static double rates_off(JdRun *run, double end) {
    double *by = stage(run, 2 * rule_of(run)->count - 1), *to = run->work;
    jd_run_stage_rates(run, end, run->out, by);
    jd_run_stage_rates(run, end, run->aside, to);
    run->motion_at_y = false;
    for (int i = 0; i < run->n; i++) by[i] = (end - run->t_old) * (by[i] - to[i]);
    return run->form->error(run->system, run->y_old, run->aside, by, run->def.tol);
}

double jd_trim_try(JdRun *run, double end) {
    const Rule *rule = rule_of(run);
    const double h = end - run->t_old;
    if (!is_asked(run, end)) return -1;
    for (int p = 1; p < rule->count; p++)
        jd_run_dense(run, run->t_old + rule->place[p] * h, state_at(run, p), NULL);
    jd_run_dense(run, end, run->out, run->slope);
    for (int p = 1; p < rule->count; p++) {
        jd_run_stage_rates(run, run->t_old + rule->place[p] * h, state_at(run, p),
                           rates_at(run, p));
        jd_energy_place(run, p);
    }
    double *sum = run->aside, *off = run->work;
    for (int i = 0; i < run->n; i++) {
        double rise = rule->weight[0] * stage(run, 0)[i];
        for (int p = 1; p < rule->count; p++) rise += rule->weight[p] * rates_at(run, p)[i];
        sum[i] = run->y_old[i] + h * rise;
        off[i] = sum[i] - run->out[i];
    }
    const double error = run->form->error(run->system, run->y_old, sum, off, run->def.tol);
    if (!(error <= most_off)) return -1;
    if (error > good_off && !(rates_off(run, end) <= good_off)) return -1;
    keep_tail(run, h, run->out, run->slope);
    return error;
}

const double *jd_trim_weights(const JdRun *run, int *count) {
    *count = rule_of(run)->count;
    return rule_of(run)->weight;
}
