/* SPDX-License-Identifier: MIT
 *
 * A step of the semi-implicit Euler method for bodies that locks hold (RATTLE, theory 6.7): the
 * forces of the locks act along the rows of the start and are such that the positions at the end
 * satisfy them; then along the rows of the end, such that the velocities do. So what a velocity
 * loses or gains on its way back onto the locks, the next step gives back, and the energy of a
 * conservative mechanism stays within bounds. It works on the bodies, whatever the formulation. */
#include "run/inside.h"
#include <string.h>

typedef struct {
    double *q0, *v0; /* bodies at the start, with counted turns; */
    double *q1, *w;  /* at the end, and the velocity that brings them there; */
    double *v1;      /* velocity at the end */
    double *rates;   /* of q */
    double *kick;    /* momentum at the start, and what forces add to it */
    double *miss;    /* of each row */
} Rattle;

void jd_rattle_layout(JdRun *run, Layout *at) {
    const JdSystem *s = run->system;
    const size_t nq = (size_t)jd_positions(s) + 1, nv = (size_t)(s->kernel->nv * s->bodies);
    Rattle *r = PLACE_OWNER(at, Rattle), measured;
    if (!at->base) r = &measured;
    r->q0 = PLACE(at, double, nq);
    r->q1 = PLACE(at, double, nq);
    r->rates = PLACE(at, double, nq);
    r->v0 = PLACE(at, double, nv);
    r->v1 = PLACE(at, double, nv);
    r->w = PLACE(at, double, nv);
    r->kick = PLACE(at, double, nv);
    r->miss = PLACE(at, double, s->dynamics.rows + 1);
    run->own = at->base ? r : NULL;
}

static double mass(const JdSystem *s, int k) {
    return jd_mass_of(s, 1 + k / s->kernel->nv, k % s->kernel->nv);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static void move(const JdSystem *s, Motion *m, double time, const double *q, const double *v) {
    m->time = time;
    m->q = q;
    m->v = v;
    m->turn = q + s->kernel->nq * (s->bodies - 1);
    m->recovered = false;
    m->tree_free = NULL; /* frees are measured, efforts act on the bodies */
    s->kernel->move(s, m);
}

static void move_and_lock(const JdSystem *s, Motion *m, double time, const double *q,
                          const double *v) {
    move(s, m, time, q, v);
    s->kernel->rows(s, &s->dynamics, m, &m->rows);
}

/* Where the bodies are at the start of the step, and how they move. */
static void read_start(JdRun *run, Rattle *r) {
    const JdSystem *s = run->system;
    Motion *m = &run->motion;
    if (run->form->of_bodies) {
        memcpy(r->q0, run->y, (size_t)jd_positions(s) * sizeof *r->q0);
        memcpy(r->v0, run->y + jd_positions(s), (size_t)jd_velocities(s) * sizeof *r->v0);
        return;
    }
    m->time = run->t;
    run->form->kinematics(s, m, run->y, run->work);
    jd_run_recover(run, LEVEL_VELOCITY);
    s->kernel->read(s, m, r->q0, r->v0);
    memcpy(jd_counts(s, r->q0), m->turn, (size_t)s->turns * sizeof *m->turn);
}

/* q1 from q0 by the velocity w. A quaternion goes straight on, which turns it by less than h w, but
 * about the same axis: Cayley's map. */
static void go(const JdSystem *s, Motion *m, double t, double h, Rattle *r) {
    move(s, m, t, r->q0, r->w);
    s->kernel->derivative(s, m, r->rates);
    for (int k = 0; k < jd_positions(s); k++) r->q1[k] = r->q0[k] + h * r->rates[k];
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* M v0 + h Q. Of Q what turning bodies resist with is left out: it is in (6.14). */
static void give_kick(const JdSystem *s, Motion *m, double h, Rattle *r) {
    jd_forces_eval(s, m, r->kick);
    if (s->kernel->spin) s->kernel->spin(s, r->v0, 1, 0, r->kick);
    for (int k = 0; k < jd_velocities(s); k++) r->kick[k] = mass(s, k) * r->v0[k] + h * r->kick[k];
}

/* What w leaves of each row: positions by the step; of velocity rows the mean of both ends, so that
 * the way back is the same. Leaves the rows of the start in the motion. */
static void find_miss(const JdSystem *s, Motion *m, double t, double h, Rattle *r) {
    const RowWork *work = &m->rows;
    go(s, m, t, h, r);
    move_and_lock(s, m, t + h, r->q1, r->w);
    for (int k = 0; k < s->dynamics.rows; k++)
        r->miss[k] = s->dynamics.row[k].velocity ? 0.5 * work->rate[k] : work->f[k] / h;
    move_and_lock(s, m, t, r->q0, r->w);
    for (int k = 0; k < s->dynamics.rows; k++)
        if (s->dynamics.row[k].velocity) r->miss[k] += 0.5 * work->rate[k];
}

/* Largest miss as a part of a position: lengths by the mechanism's. */
static double worst(const JdSystem *s, const Rattle *r, double h) {
    double most = 0;
    for (int k = 0; k < s->dynamics.rows; k++) {
        const double size = h * fabs(r->miss[k]) / (s->dynamics.row[k].metres ? s->length : 1);
        if (!(size <= most)) most = size;
    }
    return most;
}

enum { ROUNDS = 60 };
static const double exact = 2e-16;   /* of positions: nothing is left to correct; */
static const double closed = 1e-12;  /* what is left is rounding; */
static const double converges = 0.3; /* what falls by less in a round falls no more */

/* w such that the end is on the locks: theory (6.14), (6.15). Next to a singular position rounding
 * moves it to and fro along what nearly is free, while the locks hold. False: there is none nearby.
 */
static bool find_way(JdRun *run, double h, Rattle *r) {
    const JdSystem *s = run->system;
    Motion *m = &run->motion;
    RowWork *work = &m->rows;
    const int n = jd_velocities(s);
    double missed = INFINITY, changed = INFINITY;
    memcpy(r->w, r->v0, (size_t)n * sizeof *r->w);
    for (int round = 0; round < ROUNDS; round++) {
        find_miss(s, m, run->t, h, r);
        const double miss = worst(s, r, h);
        if (!isfinite(miss) || (round > 1 && miss > missed && miss > closed)) return false;
        for (int k = 0; k < n; k++) work->b[k] = r->kick[k] - mass(s, k) * r->w[k];
        if (s->kernel->spin) s->kernel->spin(s, r->w, -0.5 * h, -0.25 * h * h, work->b);
        for (int k = 0; k < s->dynamics.rows; k++) work->b[n + k] = -r->miss[k];
        jd_rows_solve(s, &s->dynamics, work);
        for (int k = 0; k < n; k++) r->w[k] += work->x[k];
        const double change = h * jd_motion_speed(s, work->x);
        if (miss <= closed && (change <= exact || change > converges * changed)) return true;
        missed = miss;
        changed = change;
    }
    return false;
}

/* ---- Velocities ------------------------------------------------------------------------------ */

/* theory (6.16) */
static void find_velocity(JdRun *run, double t, double h, Rattle *r) {
    const JdSystem *s = run->system;
    Motion *m = &run->motion;
    RowWork *work = &m->rows;
    const int n = jd_velocities(s);
    memset(r->v1, 0, (size_t)n * sizeof *r->v1);
    if (s->kernel->spin) s->kernel->spin(s, r->w, -0.5 * h, 0.25 * h * h, r->v1);
    for (int k = 0; k < n; k++) r->v1[k] = r->w[k] + (mass(s, k) > 0 ? r->v1[k] / mass(s, k) : 0);
    for (int round = 0; round < 2; round++) { /* it is linear; the second one is for rounding */
        move_and_lock(s, m, t, r->q1, r->v1);
        if (round == 0) jd_rows_factor(s, &s->dynamics, work);
        memset(work->b, 0, (size_t)n * sizeof *work->b);
        for (int k = 0; k < s->dynamics.rows; k++) work->b[n + k] = -work->rate[k];
        jd_rows_solve(s, &s->dynamics, work);
        for (int k = 0; k < n; k++) r->v1[k] += work->x[k];
    }
}

/* ---- Where forces of the start do not do ------------------------------------------------------
 */

/* From a singular position, or over too long a step: as if nothing held the bodies, and then by the
 * smallest change onto the locks of the end, theory (6.8). False: it does not come near. */
static bool go_freely(JdRun *run, double h, Rattle *r) {
    const JdSystem *s = run->system;
    Motion *m = &run->motion;
    RowWork *work = &m->rows;
    const int n = jd_velocities(s);
    for (int k = 0; k < n; k++) r->w[k] = mass(s, k) > 0 ? r->kick[k] / mass(s, k) : r->v0[k];
    go(s, m, run->t, h, r);
    double before = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        move_and_lock(s, m, run->t + h, r->q1, r->w);
        for (int k = 0; k < s->dynamics.rows; k++)
            r->miss[k] = s->dynamics.row[k].velocity ? 0 : work->f[k];
        const double miss = worst(s, r, 1);
        if (!isfinite(miss) || (round > 3 && miss > before && miss > closed)) return false;
        if (miss <= exact || (miss <= closed && miss > converges * before)) return true;
        before = miss;
        jd_rows_factor(s, &s->dynamics, work);
        memset(work->b, 0, (size_t)n * sizeof *work->b);
        for (int k = 0; k < s->dynamics.rows; k++) work->b[n + k] = -r->miss[k];
        jd_rows_solve(s, &s->dynamics, work);
        s->kernel->increment(s, work->x, r->q1);
    }
    return false;
}

/* ---- The step -------------------------------------------------------------------------------- */

bool jd_rattle_step(JdRun *run, double h) {
    const JdSystem *s = run->system;
    Motion *m = &run->motion;
    Rattle *r = run->own;
    jd_run_strays(run);
    m->extra = jd_extra_of(s, run->y);
    read_start(run, r);
    move_and_lock(s, m, run->t, r->q0, r->v0);
    give_kick(s, m, h, r);
    jd_rows_factor(s, &s->dynamics, &m->rows);
    double *extra =
        run->y_new + s->states - s->extras; /* by the rates of the start; drives by theirs */
    for (int k = 0; k < s->extras; k++)
        extra[k] = m->extra[k] +
                   (s->extra[k].drive >= 0 ? 0 : h * stage(run, 0)[s->states - s->extras + k]);
    jd_drives_advance(s, m->held, run->t, h, extra);
    m->extra = extra;
    if (find_way(run, h, r))
        go(s, m, run->t, h, r);
    else if (!go_freely(run, h, r))
        return false;
    find_velocity(run, run->t + h, h, r);
    move(s, m, run->t + h, r->q1, r->v1);
    jd_turns_settle(s, m, jd_counts(s, r->q1));
    run->form->state(s, m, run->y, run->y_new);
    return true;
}
