/* SPDX-License-Identifier: MIT
 *
 * The explicit pair of Dormand and Prince of order 5(4) with dense output of order 4 (Hairer,
 * Norsett, Wanner, Solving Ordinary Differential Equations I, section II.5 and II.6). Best at loose
 * tolerances. */
#include "run/run.h"

enum { STAGES = 7 };

// clang-format off
static const double c[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double a[] = {
    1.0 / 5,
    3.0 / 40, 9.0 / 40,
    44.0 / 45, -56.0 / 15, 32.0 / 9,
    19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729,
    9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656,
    35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84,
};
static const double b[STAGES] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0};
static const double error[STAGES] = {
    71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
static const double dense_row[STAGES] = {
    -12715105075.0 / 11282082432.0, 0, 87487479700.0 / 32700410799.0, -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0, 69997945.0 / 29380423.0};
// clang-format on

/* Which of them are not zero. */
static const unsigned short uses[] = {
    0x1, 0x3, 0x7, 0xf, 0x1f, 0x3d, 0x3d, 0x7d,
};

static const Tableau tableau = {
    .stages = STAGES,
    .dense_rows = 1,
    .c = c,
    .a = a,
    .b = b,
    .error = error,
    .uses = uses,
    .error_order = 4,
    .ends_on_new = true,
};

/* A sum over all stages, behind them: once for a step. */
static void sum_row(JdRun *run) {
    double *row = stage(run, STAGES + 1);
    for (int i = 0; i < run->n; i++) {
        row[i] = 0;
        for (int s = 0; s < STAGES; s++) row[i] += dense_row[s] * stage(run, s)[i];
    }
    run->dense_ready = true;
}

/* theory (6.3) */
static void dense(JdRun *run, double x, double *y, double *slope) {
    if (!run->dense_ready) sum_row(run);
    double h = run->t - run->t_old, u = 1 - x;
    const double *k0 = stage(run, 0), *k1 = stage(run, STAGES), *row = k1 + run->n;
    for (int i = 0; i < run->n; i++) {
        double dy = run->y[i] - run->y_old[i];
        double low = h * k0[i] - dy, high = dy - h * k1[i] - low;
        y[i] = run->y_old[i] + x * (dy + u * (low + x * (high + u * (h * row[i]))));
        if (slope) slope[i] = jd_dense_slope((double[]){dy, low, high, h * row[i]}, 0, x) / h;
    }
}

const StepperType jd_stepper_dopri5 = {
    .name = "dopri5",
    .aliases = "dormand-prince rk45",
    .summary = "Dormand-Prince 5(4), adaptive, dense output of order 4",
    .order = 5,
    .adaptive = true,
    .edge = 3.3,
    .tableau = &tableau,
    .dense = dense,
};
