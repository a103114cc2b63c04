/* SPDX-License-Identifier: MIT
 *
 * Where no step is small enough: a force that grows without bound told apart from one that jumps.
 * Forces are looked at along the way just come, farther and farther back: what grows as the way
 * that is left to a pole becomes shorter falls off there by a power of it; what jumps is as large
 * on both sides of the place, but not the same. */
#include "run/inside.h"

enum { PLACES = 40 }; /* back along the way, each twice as far as the one before */
static const double first_back = 1e-12; /* of the run: the first of them */
static const double grown = 1e3;        /* so much larger than far back: it grows without bound */
static const double bends = 0.25;       /* powers of neighbouring places differ by less */
static const double least_power = 0.4, most_power = 12;
static const double jump_share = 0.1; /* of its size: so much it jumps by */

static double size_of(const ForceOutput *f) {
    return fmax(fmax(vec3_norm(f->force), vec3_norm(f->torque)), fabs(f->effort));
}

/* All forces at a state beside the one reached, along its rates. */
static void look_beside(JdRun *run, const double *rates, double ahead) {
    const int first = run->form->first_velocity(run->system);
    for (int k = 0; k < run->n; k++)
        run->y_new[k] =
            run->y[k] + (k < first || k >= run->n - run->system->extras ? ahead : 0) * rates[k];
    jd_run_rates(run, run->t + ahead, run->y_new, run->work);
}

/* The power that the force falls off with, going back; 0: it does not. */
static double power_of(JdRun *run, const double *rates, int force) {
    double size[PLACES], power = 0, back = first_back * run->def.until;
    int same = 0;
    look_beside(run, rates, 0);
    const double here = size_of(&run->motion.forces[force]);
    for (int n = 0; n < PLACES; n++, back *= 2) {
        look_beside(run, rates, -back);
        size[n] = size_of(&run->motion.forces[force]);
        if (!isfinite(size[n]) || !(size[n] > 0)) return 0;
        const double now = n ? log2(size[n - 1] / size[n]) : 0;
        /* Far from the pole all places are nearly as far from it as they are back. */
        same = now > least_power && fabs(now - power) < bends * now ? same + 1 : 0;
        power = now;
        if (same >= 3 && here > grown * size[n] && power < most_power) return power;
    }
    return 0;
}

static bool may_jump(const SystemForce *of) {
    for (int n = 0; n < of->values; n++)
        if (of->program[n] && jd_program_jumps(of->program[n])) return true;
    return false;
}

/* Its values a moment before and behind here, along the rates in run->out. */
static bool jumps_within(JdRun *run, int force, double moment, double values[2]) {
    for (int side = 0; side < 2; side++) {
        const double ahead = side ? moment : -moment;
        for (int k = 0; k < run->n; k++) run->y_new[k] = run->y[k] + ahead * run->out[k];
        jd_run_rates(run, run->t + ahead, run->y_new, run->work);
        const ForceOutput *f = &run->motion.forces[force];
        values[side] = f->effort != 0 ? f->effort : size_of(f);
    }
    return fabs(values[1] - values[0]) > jump_share * fmax(fabs(values[0]), fabs(values[1]));
}

/* A force that jumps within a moment from here; -1: none. */
static const double moment_least = 1e-10, moment_most = 1e-5; /* shares of the whole time */

static int find_jump(JdRun *run, double values[2]) {
    for (int k = 0; k < run->system->forces; k++)
        for (double share = moment_least; share < moment_most && may_jump(&run->system->force[k]);
             share *= 10)
            if (jumps_within(run, k, share * run->def.until, values)) return k;
    return -1;
}

bool jd_run_jumps_here(JdRun *run) {
    const long evaluations = run->cost.evaluations;
    const double ratio = run->pivot.tried;
    bool may = false;
    double values[2];
    for (int k = 0; k < run->system->forces; k++) may = may || may_jump(&run->system->force[k]);
    if (!may) return false;
    jd_run_rates(run, run->t, run->y, run->out);
    const bool found = find_jump(run, values) >= 0;
    jd_run_rates(run, run->t, run->y, run->out);
    run->cost.evaluations = evaluations, run->pivot.tried = ratio;
    return found;
}

static void tell_pole(JdRun *run, const char *code, int force, double power) {
    const SystemForce *of = &run->system->force[force];
    const double whole = fabs(power - round(power)) < 0.1 ? round(power) : power;
    jd_report(run->log, JD_ERROR, code, of->where,
              "at t = %.6g s force '%s' grows without bound: as 1/x^%.2g does, where x is the way "
              "that is left; it is at %.2g N or N*m, and no step is small enough",
              run->t, of->name, whole, size_of(&run->motion.forces[force]));
    jd_hint(run->log, "no mechanism comes to a pole: let something stop it before, or soften it "
                      "there: 1/(x^2 + e^2) with a small length e in place of 1/x^2");
}

static void tell_jump(JdRun *run, const char *code, int force, const double values[2]) {
    const SystemForce *of = &run->system->force[force];
    jd_report(run->log, JD_ERROR, code, of->where,
              "at t = %.6g s force '%s' jumps between %.3g and %.3g N or N*m, to and fro, and no "
              "step is small enough",
              run->t, of->name, fmin(values[0], values[1]), fmax(values[0], values[1]));
    jd_hint(run->log,
            "it is finite, but not smooth: let it change over a short way, as clamp(speed/0.01, "
            "-1, 1) does in place of sign(speed), or let it switch by `when`");
}

bool jd_run_report_pole(JdRun *run, const char *code) {
    const JdSystem *s = run->system;
    double values[2];
    if (!s->forces || run->n == 0) return false;
    jd_run_rates(run, run->t, run->y, run->out);
    for (int k = 0; k < s->forces; k++) {
        const double power = power_of(run, run->out, k);
        if (!(power > 0)) continue;
        jd_run_rates(run, run->t, run->y, run->work);
        tell_pole(run, code, k, power);
        return true;
    }
    const int jumps = find_jump(run, values);
    if (jumps >= 0) tell_jump(run, code, jumps, values);
    return jumps >= 0;
}
