/* SPDX-License-Identifier: MIT
 *
 * Whether the energy is where it should be. What forces, drives and moving belts give is integrated
 * with the stages of each step, outside the error of the step, so that
 *
 *     energy - energy at the start - work = 0                                  theory (4.6)
 *
 * but for the errors of the steps. What is left over is told at the end of the run if it is more
 * than the tolerance explains. theory 6.8 */
#include "run/inside.h"
#include <assert.h>

/* Energies are looked at after so many evaluations, so that they cost next to nothing. */
enum { LOOK_EVERY = 40 };

/* ---- What is balanced ------------------------------------------------------------------------ */

static bool has_speeds(const JdSystem *s) {
    for (int r = 0; r < s->dynamics.rows; r++)
        if (s->dynamics.row[r].velocity && s->dynamics.row[r].lock.constant != 0) return true;
    return false;
}

/* Multipliers are at hand where each row has one, and stages where there is a tableau. */
void jd_energy_begin(JdRun *run) {
    const JdSystem *s = run->system;
    EnergyWatch *e = &run->energy;
    e->speeds = has_speeds(s);
    e->acts = s->forces > 0 || s->rigid || s->gravity_kind == GRAVITY_FIELD;
    e->rows = s->drives > 0 || e->speeds;
    e->works = e->rows || e->acts;
    e->kinetic = jd_channel_find(s, "energy.kinetic");
    e->potential = jd_channel_find(s, "energy.potential");
    e->applied = jd_channel_find(s, "power.applied");
    e->watched = (!e->rows || run->form->of_bodies || run->form->given) &&
                 (!e->works || (run->stepper->tableau && !run->native));
    if (!e->watched) return;
    jd_run_recover(run, LEVEL_VELOCITY);
    e->start = jd_channel_eval(s, &run->motion, e->potential);
    e->most_kinetic = jd_channel_eval(s, &run->motion, e->kinetic);
    e->from = e->start + e->most_kinetic;
    jd_energy_stage(run, 0);
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* What the bodies do along a row: J v. */
static double along_row(const JdSystem *s, const Motion *m, const Group *group, int row) {
    const int n = s->kernel->nv;
    double sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        const double *v = m->v + n * (group->body[e] - 1);
        const double *J = m->rows.values + jd_sparse_pair_at(s->dynamics.plan, group->pair[e]) +
                          n * (row - group->first);
        for (int c = 0; c < n; c++) sum += J[c] * v[c];
    }
    return sum;
}

/* Of drives, and of velocity rows that have a speed of their own. */
static double rows_power(const JdSystem *s, const Motion *m, bool speeds) {
    double power = 0;
    for (int d = 0; d < s->drives; d++) {
        const int r = s->drive[d].row;
        const Group *group = &s->dynamics.group[s->joint[s->drive[d].joint].group];
        power -= m->pull[r] * along_row(s, m, group, r);
    }
    for (int r = 0; r < s->dynamics.rows && speeds; r++) {
        const Row *row = &s->dynamics.row[r];
        if (row->velocity) power -= m->pull[r] * (m->rows.rate[r] - row->lock.constant);
    }
    return power;
}

static double power_now(const JdRun *run) {
    const EnergyWatch *e = &run->energy;
    double power = 0;
    if (e->acts) power += jd_channel_eval(run->system, &run->motion, e->applied);
    if (e->rows)
        power += run->form->given ? run->form->given(run->system, &run->motion)
                                  : rows_power(run->system, &run->motion, e->speeds);
    return power;
}

void jd_energy_stage(JdRun *run, int stage) {
    assert(stage >= 0 && stage <= MOST_STAGES);
    EnergyWatch *e = &run->energy;
    const Tableau *tableau = run->stepper->tableau;
    if (!e->watched || !e->works) return;
    const bool ends = stage >= tableau->stages;
    const bool estimates = !ends && tableau->error && tableau->error[stage] != 0;
    if (!ends && tableau->b[stage] == 0 && !estimates) return;
    e->power[stage] = power_now(run);
}

void jd_energy_place(JdRun *run, int place) {
    EnergyWatch *e = &run->energy;
    if (e->watched && e->works) e->power[place] = power_now(run);
}

static double weighed(const double *weight, int count, const double *power) {
    double sum = 0;
    for (int r = 0; r < count; r++)
        if (weight[r] != 0) sum += weight[r] * power[r];
    return fabs(sum);
}

/* What the work of a step is off by at most, by the larger of the method's estimates: where drives
 * prescribe all that moves there is no such error, and steps are long. */
static double work_error(const JdRun *run, double h) {
    const Tableau *t = run->stepper->tableau;
    const double *power = run->energy.power;
    if (!run->stepper->adaptive || !t->error || run->trimmed) return 0;
    const double high = weighed(t->error, t->stages, power);
    return h * (t->error_low ? fmax(high, weighed(t->error_low, t->stages, power)) : high);
}

/* By the weights of the step, as if it were one more number of the state. */
static void add_work(JdRun *run, double h) {
    EnergyWatch *e = &run->energy;
    const Tableau *tableau = run->stepper->tableau;
    int count = tableau->stages;
    const double *weight = run->trimmed ? jd_trim_weights(run, &count) : tableau->b;
    for (int r = 0; r < count; r++) {
        const double part = h * weight[r] * e->power[r];
        e->work += part;
        e->exchanged += fabs(part);
    }
    jd_energy_stage(run, tableau->stages);
    e->blurred += work_error(run, h);
    e->power[0] = e->power[tableau->stages];
}

/* ---- What is left over ----------------------------------------------------------------------- */

/* Only the end of a run tells how much is much: so what is noted is when each power of 2 came. */
static void note(JdRun *run, double off) {
    EnergyWatch *e = &run->energy;
    const int level = (int)fmin(fmax(logb(off) + ENERGY_LEVELS / 2, 0), ENERGY_LEVELS - 1);
    for (; e->level <= level; e->level++) e->reached[e->level] = run->t;
    e->off = off;
}

static double time_of(const EnergyWatch *e, double off) {
    const int level = (int)fmin(fmax(logb(off) + ENERGY_LEVELS / 2, 0), e->level - 1);
    return e->reached[level];
}

static void look(JdRun *run) {
    const JdSystem *s = run->system;
    EnergyWatch *e = &run->energy;
    jd_run_recover(run, LEVEL_VELOCITY);
    const double potential = jd_channel_eval(s, &run->motion, e->potential);
    const double kinetic = jd_channel_eval(s, &run->motion, e->kinetic);
    const double off = fabs(kinetic + potential - e->from - e->work);
    e->most_kinetic = fmax(e->most_kinetic, kinetic);
    e->most_potential = fmax(e->most_potential, fabs(potential - e->start));
    e->looked_at = run->cost.evaluations;
    if (off > e->off) note(run, off);
}

void jd_energy_watch(JdRun *run, double h) {
    assert(h > 0);
    EnergyWatch *e = &run->energy;
    if (!e->watched) return;
    if (e->works) add_work(run, h);
    if (run->cost.evaluations - e->looked_at >= LOOK_EVERY) look(run);
}

double jd_energy_now(JdRun *run) {
    EnergyWatch *e = &run->energy;
    const long evaluations = run->cost.evaluations;
    if (!e->watched && !run->system->ledger) return 0;
    if (!run->motion_at_y) jd_run_rates_proved(run, run->t, run->y, run->work);
    run->cost.evaluations = evaluations; /* it was counted when it was the end of the step */
    jd_run_recover(run, LEVEL_VELOCITY);
    e->kinetic_before = jd_channel_eval(run->system, &run->motion, e->kinetic);
    return e->kinetic_before + jd_channel_eval(run->system, &run->motion, e->potential);
}

void jd_energy_event(JdRun *run, double before) {
    EnergyWatch *e = &run->energy;
    if (!e->watched && !run->system->ledger) return;
    const double kinetic = e->kinetic_before;
    const double given = jd_energy_now(run) - before;
    e->struck += e->kinetic_before - kinetic;
    if (!e->watched) return;
    e->work += given;
    e->exchanged += fabs(given);
    if (e->works) jd_energy_stage(run, 0);
}

/* ---- What is said about it ------------------------------------------------------------------- */

/* What bodies have at the speed 1/s that errors of velocities are measured by, and what lifting
 * them by the mechanism's length takes: theory (6.2). */
static double usual_energy(const JdSystem *s) {
    double sum = 0;
    for (int b = 1; b < s->bodies; b++) {
        const SystemBody *body = &s->body[b];
        const double turning = fmax(body->inertia[0], fmax(body->inertia[1], body->inertia[2]));
        const double g = vec3_norm(jd_gravity_at(s, (Now){0, s->start_held}, body->pose.p));
        sum += 0.5 * (body->mass * s->length * s->length + turning) + body->mass * g * s->length;
    }
    return sum;
}

/* An error of one tolerance in every step, all to one side, makes tol times steps; shipped models
 * stay below half of that. Anything beyond a twentieth of what moves is worth a word, whatever was
 * asked for, and so is nothing that rounding explains. */
static const double explained = 30, much = 0.05, rounding = 1e-12;

/* A motion as small as the tolerance is none: so many times its square, and no larger one. */
static const double still_size = 1e3, still_most = 1e-4;

static bool is_still(const JdRun *run, double moved, double usual) {
    const double step = fmin((double)run->cost.steps * run->def.tol, still_most);
    return run->stepper->adaptive && moved < still_size * step * step * usual;
}

static double allowed(const JdRun *run, double moved, double usual) {
    const double steps = (double)run->cost.steps;
    const double by_tolerance = explained * run->def.tol * steps * (moved + usual);
    const double by_size = much * moved,
                 least = rounding * (moved + usual + fabs(run->energy.from));
    const double by_step = fmax(least, run->energy.blurred);
    return fmax(by_step, run->stepper->adaptive ? fmin(by_tolerance, by_size) : by_size);
}

/* What was told already explains it. */
static bool is_explained(const JdRun *run) {
    return run->failed || run->told_jump || run->told_drift || run->told_start ||
           run->singular.told > 0 || run->singular.seen;
}

void jd_energy_tell(JdRun *run) {
    EnergyWatch *e = &run->energy;
    if (!e->watched || e->told || is_explained(run)) return;
    if (run->system->bodies == 1) return; /* nodes alone: what they lose is heat */
    e->told = true;
    if (run->motion_at_y && run->cost.steps > 0) look(run);
    const double moved = e->most_kinetic + e->most_potential + e->exchanged;
    const double usual = usual_energy(run->system), limit = allowed(run, moved, usual);
    if (!(e->off > limit) || is_still(run, moved, usual)) return;
    e->drifts = true;
    jd_report(run->log, JD_WARNING, "energy-drifts", nowhere,
              "from t = %.3g s on the energy is off by up to %.3g J, %.2g %% of the %.3g J that "
              "move, %s",
              time_of(e, limit), e->off, 100 * e->off / moved, moved,
              e->works ? "beyond what forces and drives give and take"
                       : "though nothing gives or takes any");
    if (run->stepper->adaptive)
        jd_hint(run->log, "take a smaller tolerance: --tol %.0e", 0.01 * run->def.tol);
    else
        jd_hint(run->log, "take a smaller step, or an adaptive stepper: --stepper dop853");
    if (!jd_stabilise_projects(run->system) && !run->form->always_projects)
        jd_hint(run->log, "with `stabilise projection` errors of the locks do no work");
}
