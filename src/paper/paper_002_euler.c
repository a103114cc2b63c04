/* SPDX-License-Identifier: MIT
 *
 * The equations of paper 002 as it prints them, written out in C, with explicit Euler steps:
 * masses, Jacobian and gamma are put together to one full matrix, which Gauss solves with exchange
 * of rows and without a look at its zeros. What its Figure 11 compares, with equal means for all
 * five. */
#include "paper/paper_002.h"

enum { UNKNOWNS = 17, SPEEDS = 9, ROUNDS = 5, STEPS_TIMED = 2000 };
static const double short_step = 1e-7; /* s: theirs */

static const double l1 = 0.153, l2 = 0.306, m1 = 0.038, m2 = 0.076, m3 = 0.038, I1 = 7.4e-5,
                    I2 = 5.9e-5, I3 = 1.8e-6, g = 9.81, gap = 1e-4, k = 1e6;

typedef struct {
    double q[SPEEDS], u[SPEEDS];
} State;

/* n unknowns, of which the first are accelerations. */
typedef struct {
    int speeds, rows;
    double M[SPEEDS][SPEEDS], D[UNKNOWNS - SPEEDS][SPEEDS], force[SPEEDS], gamma[UNKNOWNS - SPEEDS];
    double A[UNKNOWNS][UNKNOWNS], x[UNKNOWNS];
} Equations;

/* ---- Solution ------------------------------------------------------------------------------- */

static void assemble(Equations *e) {
    const int n = e->speeds;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) e->A[r][c] = e->M[r][c];
        for (int c = 0; c < e->rows; c++) e->A[r][n + c] = e->A[n + c][r] = e->D[c][r];
        e->x[r] = e->force[r];
    }
    for (int r = 0; r < e->rows; r++) {
        for (int c = 0; c < e->rows; c++) e->A[n + r][n + c] = 0;
        e->x[n + r] = e->gamma[r];
    }
}

static void solve(Equations *e) {
    const int n = e->speeds + e->rows;
    for (int p = 0; p < n; p++) {
        int best = p;
        for (int r = p + 1; r < n; r++)
            if (fabs(e->A[r][p]) > fabs(e->A[best][p])) best = r;
        for (int c = p; c < n && best != p; c++) {
            const double keep = e->A[p][c];
            e->A[p][c] = e->A[best][c], e->A[best][c] = keep;
        }
        const double keep = e->x[p];
        e->x[p] = e->x[best], e->x[best] = keep;
        for (int r = p + 1; r < n; r++) {
            const double share = e->A[r][p] / e->A[p][p];
            for (int c = p + 1; c < n; c++) e->A[r][c] -= share * e->A[p][c];
            e->x[r] -= share * e->x[p];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int c = r + 1; c < n; c++) e->x[r] -= e->A[r][c] * e->x[c];
        e->x[r] /= e->A[r][r];
    }
}

static void step(const Equations *e, State *at, double dt) {
    for (int c = 0; c < e->speeds; c++) {
        at->q[c] += dt * at->u[c];
        at->u[c] += dt * e->x[c];
    }
}

/* ---- Newton-Euler, (29), (33), (A.28) ------------------------------------------------------- */

static void start_newton_euler(Equations *e, State *at) {
    const double mass[SPEEDS] = {m1, m1, I1, m2, m2, I2, m3, m3, I3}, u1 = 150, u2 = -75;
    const State start = {{l1 / 2, 0, 0, l1 + l2 / 2, 0, 0, l1 + l2, 0, 0},
                         {0, l1 / 2 * u1, u1, 0, l1 * u1 + l2 / 2 * u2, u2, 0, 0, 0}};
    *e = (Equations){.speeds = SPEEDS, .rows = UNKNOWNS - SPEEDS};
    for (int c = 0; c < SPEEDS; c++) e->M[c][c] = mass[c]; /* constant */
    for (int b = 0; b < 3; b++) e->force[3 * b + 1] = -mass[3 * b] * g;
    *at = start;
}

static void newton_euler(Equations *e, const State *at) {
    const double c1 = l1 / 2 * cos(at->q[2]), s1 = l1 / 2 * sin(at->q[2]),
                 c2 = l2 / 2 * cos(at->q[5]), s2 = l2 / 2 * sin(at->q[5]);
    const double w1 = at->u[2] * at->u[2], w2 = at->u[5] * at->u[5];
    e->D[0][0] = 1, e->D[0][2] = s1;
    e->D[1][1] = 1, e->D[1][2] = -c1;
    e->D[2][0] = 1, e->D[2][2] = -s1, e->D[2][3] = -1, e->D[2][5] = -s2;
    e->D[3][1] = 1, e->D[3][2] = c1, e->D[3][4] = -1, e->D[3][5] = c2;
    e->D[4][3] = 1, e->D[4][5] = -s2, e->D[4][6] = -1;
    e->D[5][4] = 1, e->D[5][5] = c2, e->D[5][7] = -1;
    e->D[6][7] = e->D[7][8] = 1;
    e->gamma[0] = -c1 * w1, e->gamma[1] = -s1 * w1;
    e->gamma[2] = c1 * w1 + c2 * w2, e->gamma[3] = s1 * w1 + s2 * w2;
    e->gamma[4] = c2 * w2, e->gamma[5] = s2 * w2;
}

/* ---- Lagrangian, (86), (87) ----------------------------------------------------------------- */

static void start_lagrangian(Equations *e, State *at) {
    *e = (Equations){.speeds = 1};
    *at = (State){.u = {150}};
}

static void lagrangian(Equations *e, const State *at) {
    const double s = sin(at->q[0]), c = cos(at->q[0]), twice = 2 * s * c, w = at->u[0] * at->u[0];
    const double R = l2 * l2 - l1 * l1 * s * s, root = sqrt(R), l11 = l1 * l1, l13 = l11 * l1,
                 l14 = l11 * l11, off = l2 * l2 - l11;
    e->M[0][0] = I1 + I2 * l11 * c * c / R + 0.25 * (m1 + m2 * c * c) * l11 +
                 (m2 + m3) * l11 * s * s + (0.25 * m2 + m3) * l14 * s * s * c * c / R +
                 (m2 + 2 * m3) * l13 * s * s * c / root;
    e->force[0] =
        (0.5 * I2 * l11 * twice * off / (R * R) + 0.125 * m2 * l11 * twice -
         0.5 * (m2 + m3) * l11 * twice -
         0.125 * (m2 + 4 * m3) * l14 * (twice * c * c / R - twice * s * s * off / (R * R)) -
         0.5 * (m2 + 2 * m3) * l13 *
             ((twice * c - s * s * s) / root + s * s * s * c * c * l11 / (R * root))) *
            w -
        0.5 * (m1 + m2) * g * l1 * c;
}

/* ---- Trees of crank, rod and slider, (126) to (133) ----------------------------------------- */

enum { CRANK, ROD, SLIDER, TREE };

static void start_tree(Equations *e, State *at, int rows, double apart) {
    *e = (Equations){.speeds = TREE, .rows = rows};
    *at = (State){{0, 0, l1 + l2 + apart}, {150, -75, 0}};
}

/* What the three have in common: sines, cosines and squares of rates. */
typedef struct {
    double s1, c1, s2, c2, w1, w2, s21, c21;
} Turns;

static Turns tree(Equations *e, const State *at) {
    const double a1 = at->q[CRANK], a2 = at->q[ROD];
    const Turns t = {sin(a1),
                     cos(a1),
                     sin(a2),
                     cos(a2),
                     at->u[CRANK] * at->u[CRANK],
                     at->u[ROD] * at->u[ROD],
                     sin(a2 - a1),
                     cos(a2 - a1)};
    e->M[CRANK][CRANK] = I1 + 0.25 * m1 * l1 * l1 + m2 * l1 * l1;
    e->M[CRANK][ROD] = e->M[ROD][CRANK] = 0.5 * m2 * l1 * l2 * t.c21;
    e->M[ROD][ROD] = I2 + 0.25 * m2 * l2 * l2;
    e->M[SLIDER][SLIDER] = m3;
    e->force[CRANK] = 0.5 * m2 * l1 * l2 * t.s21 * t.w2 - (0.5 * m1 + m2) * g * l1 * t.c1;
    e->force[ROD] = -0.5 * m2 * l1 * l2 * t.s21 * t.w1 - 0.5 * m2 * g * l2 * t.c2;
    e->force[SLIDER] = 0;
    return t;
}

/* (96), (98) */
static void start_cut(Equations *e, State *at) {
    start_tree(e, at, 2, 0);
}

static void cut(Equations *e, const State *at) {
    const Turns t = tree(e, at);
    e->D[0][CRANK] = -l1 * t.s1, e->D[0][ROD] = -l2 * t.s2, e->D[0][SLIDER] = -1;
    e->D[1][CRANK] = l1 * t.c1, e->D[1][ROD] = l2 * t.c2;
    e->gamma[0] = l1 * t.c1 * t.w1 + l2 * t.c2 * t.w2;
    e->gamma[1] = l1 * t.s1 * t.w1 + l2 * t.s2 * t.w2;
}

/* (142), (144) */
static void start_clearance(Equations *e, State *at) {
    start_tree(e, at, 1, gap);
}

static void clearance(Equations *e, const State *at) {
    const Turns t = tree(e, at);
    const double x = at->q[SLIDER], v = at->u[SLIDER], u1 = at->u[CRANK], u2 = at->u[ROD];
    e->D[0][CRANK] = 2 * (x * l1 * t.s1 + l1 * l2 * t.s21);
    e->D[0][ROD] = 2 * (x * l2 * t.s2 - l1 * l2 * t.s21);
    e->D[0][SLIDER] = 2 * (x - l1 * t.c1 - l2 * t.c2);
    e->gamma[0] = -2 * (v + 2 * l1 * t.s1 * u1 + 2 * l2 * t.s2 * u2) * v +
                  2 * l1 * l2 * t.c21 * (t.w1 + t.w2 - 2 * u1 * u2) -
                  2 * x * (l1 * t.c1 * t.w1 + l2 * t.c2 * t.w2);
}

/* (154) to (156) */
static void start_elastic(Equations *e, State *at) {
    start_tree(e, at, 0, 0);
}

static void elastic(Equations *e, const State *at) {
    const Turns t = tree(e, at);
    const double x = l1 * t.c1 + l2 * t.c2 - at->q[SLIDER], y = l1 * t.s1 + l2 * t.s2;
    e->force[CRANK] += l1 * t.s1 * k * x - l1 * t.c1 * k * y;
    e->force[ROD] += l2 * t.s2 * k * x - l2 * t.c2 * k * y;
    e->force[SLIDER] = k * x;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static const struct {
    void (*start)(Equations *e, State *at);
    void (*write)(Equations *e, const State *at);
    int crank; /* the place of its angle */
} theirs[COLUMNS] = {{start_newton_euler, newton_euler, 2},
                     {start_lagrangian, lagrangian, 0},
                     {start_cut, cut, CRANK},
                     {start_clearance, clearance, CRANK},
                     {start_elastic, elastic, CRANK}};

static void take_steps(int column, Equations *e, State *at, int count) {
    for (int n = 0; n < count; n++) {
        theirs[column].write(e, at);
        assemble(e);
        solve(e);
        step(e, at, short_step);
    }
}

/* Multiplications and divisions of `solve`, which does the same each time. */
static long products(int n) {
    long count = 0;
    for (int p = 0; p < n; p++) count += (long)(n - p - 1) * (n - p + 1) + (n - p);
    return count;
}

/* The crank's angle behind them beside that of a run of ours with the same steps. */
static double off_ours(Work002 *work, int column, const State *at, int count) {
    JdSystem *system = jd_compile(work->model[column], jd_compile_002(column), NULL);
    const double to = count * short_step;
    JdRun *run =
        jd_run_new(system, (JdRunDef){.stepper = "euler", .dt = short_step, .until = to}, NULL);
    double off = NAN;
    if (run && jd_run_to(run, to))
        off = fabs(jd_run_value(run, jd_channel(system, "crank.angle", NULL)) -
                   at->q[theirs[column].crank]);
    jd_run_free(run);
    jd_system_free(system);
    return off;
}

void jd_euler_002(Work002 *work, int column) {
    Euler002 *to = &work->euler[column];
    Equations e;
    State at;
    double best = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        theirs[column].start(&e, &at);
        const double from = jd_processor_clock();
        take_steps(column, &e, &at, STEPS_TIMED);
        best = fmin(best, (jd_processor_clock() - from) / STEPS_TIMED);
    }
    to->seconds = best;
    to->unknowns = e.speeds + e.rows;
    to->products = products(to->unknowns);
    to->off = off_ours(work, column, &at, STEPS_TIMED);
}
