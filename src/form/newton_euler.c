/* SPDX-License-Identifier: MIT
 *
 * Newton-Euler: the coordinates of every body, and a multiplier for every lock,
 *
 *     [ M  J^T ] [  a   ]   [ Q                               ]
 *     [ J   0  ] [ -lam ] = [ -bias - 2 alpha f' - beta^2 f   ]        theory (4.1)-(4.3)
 *
 * State: positions q of all bodies, then their velocities v. */
#include "form/inside.h"
#include <string.h>

static bool is_cut(const char *joints) {
    return joints && !strcmp(joints, "cut");
}

/* All joints are rows here, whichever is said to be cut; only those that give way may ask. */
static void note_cut(const JdSystem *s, JdLog *log) {
    const JdCompileDef *def = &s->settings;
    if (!def->cut || is_cut(def->elastic) || is_cut(def->clearance)) return;
    jd_report(log, JD_NOTE, "cut-unused", nowhere,
              "formulation '%s' has multipliers for all joints and cuts none: --cut %s changes "
              "nothing",
              s->form->name, def->cut);
    jd_hint(log, "for a formulation on a tree add --form cut-joint or --form minimal");
}

static bool prepare(JdSystem *s, JdLog *log) {
    const RowSet *set = &s->dynamics;
    EulerPlan *plan = ARENA_NEW(&s->arena, EulerPlan, 1);
    if (plan) plan->damp = ARENA_NEW(&s->arena, double, set->rows + 1);
    if (plan) plan->restore = ARENA_NEW(&s->arena, double, set->rows + 1);
    if (s->arena.failed) {
        jd_report_memory(log);
        return false;
    }
    note_cut(s, log);
    for (int r = 0; r < set->rows && jd_stabilise_gains(s); r++)
        jd_row_gains(s, &set->row[r], &plan->damp[r], &plan->restore[r]);
    plan->method = set->rows ? jd_stabilise_type(s) : NULL;
    s->plan = plan;
    s->states = jd_positions(s) + jd_velocities(s);
    return true;
}

static void layout(const JdSystem *s, Motion *m, Layout *at) {
    if (((const EulerPlan *)s->plan)->method) jd_stabilise_layout(s, m, at);
}

static size_t positions(const JdSystem *s) {
    return (size_t)jd_positions(s);
}
static size_t velocities(const JdSystem *s) {
    return (size_t)jd_velocities(s);
}
static int first_velocity(const JdSystem *s) {
    return (int)positions(s);
}

static void state(const JdSystem *s, const Motion *m, const double *like, double *y) {
    (void)like;
    memcpy(y, m->q, positions(s) * sizeof *y);
    memcpy(y + positions(s), m->v, velocities(s) * sizeof *y);
}

/* Bodies and rows from the state. */
static void place(const JdSystem *s, Motion *m, double time, const double *y) {
    m->time = time;
    m->q = y;
    m->v = y + positions(s);
    s->kernel->move(s, m);
    if (jd_ends(m, PART_PLACE)) return;
    s->kernel->rows(s, &s->dynamics, m, &m->rows);
    m->recovered = false;
}

/* The same for a state that has just been put onto the locks, where rows know no time: all is there
 * already. */
static void place_again(const JdSystem *s, Motion *m, double time, const double *y) {
    const size_t q = positions(s) * sizeof *y, v = velocities(s) * sizeof *y;
    const bool same = m->stands && m->rows.filled && m->end_after == PART_ALL && !s->drives &&
                      !s->extras && !memcmp(m->own_q, y, q) &&
                      !memcmp(m->own_v, y + positions(s), v);
    m->stands = false;
    if (!same) {
        place(s, m, time, y);
        return;
    }
    m->time = time;
    m->q = y;
    m->v = y + positions(s);
    m->recovered = false;
}

/* Accelerations by a method that has its own; false: by elimination. */
static bool by_method(const JdSystem *s, Motion *m, const StabiliseType *method) {
    RowWork *w = &m->rows;
    if (!method || !method->accelerate || !method->accelerate(s, m, m->form)) return false;
    const size_t unknowns = velocities(s) + (size_t)s->dynamics.rows;
    if (w->proof.wanted) memcpy(w->proof.right, w->b, unknowns * sizeof *w->proof.right);
    w->report = sparse_none_low;
    m->recovered = true; /* pulls are those of the method */
    return true;
}

static void rates(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const EulerPlan *plan = s->plan;
    RowWork *w = &m->rows;
    size_t n = velocities(s);
    int rows = s->dynamics.rows;
    place_again(s, m, time, y);
    if (jd_ends(m, PART_ROWS)) return;
    jd_forces_eval(s, m, w->b);
    if (jd_ends(m, PART_FORCES)) return;

    double *g = w->b + n;
    for (int r = 0; r < rows; r++) g[r] = -w->bias[r];
    if (jd_stabilise_gains(s))
        for (int r = 0; r < rows; r++)
            g[r] -= plan->damp[r] * w->rate[r] + plan->restore[r] * w->f[r];
    if (!by_method(s, m, plan->method)) {
        jd_rows_factor(s, &s->dynamics, w);
        jd_rows_solve(s, &s->dynamics, w);
    }

    m->a = w->x;
    m->pull = w->x + n;
    s->kernel->derivative(s, m, out);
    memcpy(out + positions(s), m->a, n * sizeof *out);
}

static void kinematics(const JdSystem *s, Motion *m, const double *y, double *out) {
    m->q = y;
    m->v = y + positions(s);
    s->kernel->move(s, m);
    s->kernel->derivative(s, m, out);
}

static bool tidy(const JdSystem *s, double *y) {
    return s->kernel->tidy && s->kernel->tidy(s, y);
}

static FormCount count(const JdSystem *s) {
    const RowSet *set = &s->dynamics;
    FormCount count = {.coordinates = (int)velocities(s) - jd_idle_turns(s),
                       .multipliers = set->rows,
                       .velocities = jd_count_velocities(set)};
    count.entries = count.coordinates;
    for (int g = 0; g < set->groups; g++)
        for (int e = 0; e < set->group[g].ends; e++)
            if (set->group[g].body[e]) count.entries += 2 * s->kernel->nv * set->group[g].count;
    count.constant_mass = true;
    count.springs = jd_has_springs(s);
    count.reactions = true;
    return count;
}

/* ---- Projection ----------------------------------------------------------------------------- */

/* The smallest change (weighed by mass) that takes the rows' values f away, to first order. */
static void correct(const JdSystem *s, Motion *m, const double *f, bool with_velocity_rows) {
    RowWork *w = &m->rows;
    size_t n = velocities(s);
    memset(w->b, 0, n * sizeof *w->b);
    for (int r = 0; r < s->dynamics.rows; r++)
        w->b[n + (size_t)r] = s->dynamics.row[r].velocity && !with_velocity_rows ? 0 : -f[r];
    const EulerPlan *plan = s->plan;
    if (plan->method && plan->method->step)
        plan->method->step(s, m, m->form);
    else
        jd_rows_solve(s, &s->dynamics, w);
}

/* Rounds use the factors of the last evaluation nearby; new ones only if that converges slowly.
 * Returns whether the bodies stand where y says. */
static bool project_positions(const JdSystem *s, Motion *m, double time, Factors factors, double *y,
                              ProjectReport *report) {
    double before = INFINITY, now = 0;
    RowWork *w = &m->rows;
    for (int round = 0; round < CORRECTIONS; round++) {
        place(s, m, time, y);
        now = jd_rows_worst(s, &s->dynamics, w->f, false);
        if (round == 0 && factors == FACTORS_ANEW) jd_rows_factor(s, &s->dynamics, w);
        report->positions = now;
        if (now <= exact || !isfinite(now)) return true;
        if (now > slow * before) {
            if (now < rounding) return true;
            if (now > before) { /* the factors were those of another place: back, and new ones */
                memcpy(y, m->own_q, positions(s) * sizeof *y);
                place(s, m, time, y);
                report->positions = now = jd_rows_worst(s, &s->dynamics, w->f, false);
            }
            jd_rows_factor(s, &s->dynamics, w);
        }
        memcpy(m->own_q, y, positions(s) * sizeof *y);
        before = now;
        correct(s, m, w->f, false);
        s->kernel->increment(s, w->x, y);
        report->rounds++;
    }
    return false;
}

static const double near_enough = 1e3; /* times what is good: new factors are not worth it */

static double project_velocities(const JdSystem *s, Motion *m, double time, bool placed, double *y,
                                 int *rounds) {
    double before = INFINITY, now = 0;
    RowWork *w = &m->rows;
    double *v = y + positions(s);
    double good = exact * (1 + jd_motion_speed(s, v));
    for (int round = 0; round < CORRECTIONS; round++) {
        if (round || !placed) place(s, m, time, y);
        m->stands = true;
        now = jd_rows_worst(s, &s->dynamics, w->rate, true);
        if (now <= good || !isfinite(now)) break;
        if (now > slow * before) {
            if (now < near_enough * good) break;
            jd_rows_factor(s, &s->dynamics, w);
        }
        before = now;
        correct(s, m, w->rate, true);
        for (size_t k = 0; k < velocities(s); k++) v[k] += w->x[k];
        m->stands = false;
        ++*rounds;
    }
    return now;
}

static ProjectReport project(const JdSystem *s, Motion *m, double time, Factors factors,
                             double *y) {
    ProjectReport report = {0};
    if (s->dynamics.rows == 0) return (ProjectReport){.done = true};
    const bool placed = project_positions(s, m, time, factors, y, &report);
    report.velocities = project_velocities(s, m, time, placed, y, &report.rounds) /
                        (1 + jd_motion_speed(s, y + positions(s)));
    memcpy(m->own_q, y, positions(s) * sizeof *y);
    memcpy(m->own_v, y + positions(s), velocities(s) * sizeof *y);
    jd_turns_settle(s, m, jd_counts(s, y));
    report.done = jd_projected(&report);
    return report;
}

static double residue(const JdSystem *s, const Motion *m, double least) {
    const double speed = jd_motion_speed(s, m->v);
    return jd_rows_residue(s, m, speed * speed + least);
}

static void recover(const JdSystem *s, Motion *m, Level level) {
    if (level == LEVEL_ACCELERATION && !m->recovered) jd_motion_recover(s, m);
}

/* ---- Errors --------------------------------------------------------------------------------- */

/* Positions against the mechanism's length, velocities also against themselves: theory (6.2). */
static double error(const JdSystem *s, const double *y0, const double *y1, const double *err,
                    double tol) {
    return s->kernel->error(s, y0, y1, err) / tol;
}

static void sizes(const JdSystem *s, const double *y, double *out) {
    const Kernel *kernel = s->kernel;
    const int nq = kernel->nq, nv = kernel->nv, linear = kernel->linear;
    const double turn = nq == nv ? 1 : 0.5; /* a turn changes a quaternion by half of it */
    for (int k = 0; k < jd_positions(s); k++)
        out[k] = k >= nq * (s->bodies - 1) ? INFINITY : k % nq < linear ? s->length : turn;
    const double *v = y + positions(s);
    double *to = out + positions(s);
    for (int b = 1; b < s->bodies; b++, v += nv, to += nv) {
        double speed = 0;
        for (int c = 0; c < nv; c++) speed = fmax(speed, fabs(v[c]) / (c < linear ? s->length : 1));
        for (int c = 0; c < nv; c++) to[c] = (1 + speed) * (c < linear ? s->length : 1);
    }
}

const FormType jd_form_newton_euler = {
    .name = "newton-euler",
    .aliases = "ne",
    .summary = "coordinates of every body, a multiplier for every lock",
    .closes = "every lock has a multiplier",
    .has_all_rows = true,
    .of_bodies = true,
    .prepare = prepare,
    .layout = layout,
    .state = state,
    .rates = rates,
    .kinematics = kinematics,
    .first_velocity = first_velocity,
    .tidy = tidy,
    .project = project,
    .residue = residue,
    .recover = recover,
    .count = count,
    .parts = PARTS_ALWAYS,
    .error = error,
    .sizes = sizes,
    .pattern = jd_newton_euler_pattern,
    .residual = jd_newton_euler_residual,
    .known = jd_newton_euler_known,
};
