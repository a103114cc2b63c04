/* SPDX-License-Identifier: MIT
 *
 * Steps that stability keeps short, and not accuracy: doc/doctor.md. The last stage of a step and
 * its end are two states at the same time; how much their accelerations differ, by how much they
 * differ themselves, is the rate of the fastest that is there (Hairer, Wanner, Solving Ordinary
 * Differential Equations II, section IV.2). If the step is as long as stability allows for it, and
 * the two states differ by no more than a few tolerances, nothing of that is to be seen in the
 * motion, which would be followed as well by longer steps: it is stiff. Fast motions that are there
 * differ by far more. Of a fixed step both of its ends are compared; it is told where it is longer
 * than stability allows. */
#include "run/inside.h"
#include <stdlib.h>
#include <string.h>

enum {
    EVERY = 8,         /* steps between two looks */
    LOOKS = 6,         /* so many of them must say so, more than others do not */
    IN_A_ROW = 5,      /* the same of fixed steps, one after the other */
    LEFT_LEAST = 1000, /* steps up to the end: fewer are not worth a word */
};
static const double edge_share = 0.5; /* steps go up and down below the edge, */
static const double seen = 1e3;       /* a motion of more tolerances than this is there, */
static const double rounding = 1e-13; /* states that differ by less say nothing, */
static const double tol_most = 1e-4;  /* nor do they with a tolerance above this */
static const double worth_it = 4;     /* so much longer steps could be, for accuracy alone */
static const double edge_safe = 0.7;  /* a step that is offered is so much below the edge, */
static const double far_beyond = 3;   /* and one beyond it by so much does not take long */

/* ---- The fastest rate ----------------------------------------------------------------------- */

/* Two states, and their rates. */
typedef struct {
    const double *y[2], *k[2];
} Two;

/* Sums of squares over numbers of the state: of the difference, of that of the rates, and of the
 * numbers themselves. */
typedef struct {
    double states, rates, size;
} Sums;

static Sums sum_over(const Two *of, int from, int to) {
    Sums sums = {0};
    for (int i = from; i < to; i++) {
        const double d = of->y[1][i] - of->y[0][i], g = of->k[1][i] - of->k[0][i];
        sums.states += d * d, sums.rates += g * g, sums.size += of->y[1][i] * of->y[1][i];
    }
    return sums;
}

/* Of q'' = -w^2 q - c q' accelerations differ by w^2 times what positions do, whatever the
 * velocities; where a damper rules, by c times what velocities do, which is seen better than by
 * positions. But where velocities hardly differ that says too much: not more than `most` of it. */
static double fastest(const JdRun *run, const Two *of, double most) {
    const int first = run->form->first_velocity(run->system), own = run->n - run->system->extras;
    const Sums q = sum_over(of, 0, first), v = sum_over(of, first, own),
               x = sum_over(of, own, run->n);
    const double least = 1e-28; /* less, by their size, is rounding */
    const double swings = q.states > least * q.size ? sqrt(sqrt(v.rates / q.states)) : 0;
    const double damped = v.states > least * v.size ? sqrt(v.rates / v.states) : 0;
    const double states = x.states > least * x.size ? sqrt(x.rates / x.states) : 0;
    return fmax(fmax(swings, damped < most * swings ? damped : 0), states);
}

/* The last stage at the end of the step that is not the end itself; 0: there is none. */
static int last_before_end(const Tableau *t) {
    for (int r = t->stages - 1 - t->ends_on_new; r > 0; r--)
        if (t->c[r] == 1) return r;
    return 0;
}

/* The state of stage r of the step just done. */
static void stage_state(const JdRun *run, int r, double *y) {
    const double *a = run->stepper->tableau->a + r * (r - 1) / 2, h = run->t - run->t_old;
    memcpy(y, run->y_old, (size_t)run->n * sizeof *y);
    for (int s = 0; s < r; s++)
        for (int i = 0; i < run->n && a[s] != 0; i++) y[i] += h * a[s] * stage(run, s)[i];
}

/* The second of two stages of a fixed step that are at the same time; 0: there are none. */
static int twin_stage(const Tableau *t) {
    for (int r = 2; r < t->stages; r++)
        if (t->c[r] == t->c[r - 1]) return r;
    return 0;
}

/* How far they are apart, in tolerances. */
static double apart(JdRun *run, const Two *of) {
    for (int i = 0; i < run->n; i++) run->out[i] = of->y[1][i] - of->y[0][i];
    return run->form->error(run->system, run->y, run->y, run->out, run->def.tol);
}

/* A number of one digit that is not larger: to be pasted. */
static const double whole_but = 1e-12; /* of a quotient that is a whole number */

static double one_digit(double x) {
    const double power = pow(10, floor(log10(x)));
    return floor(x / power * (1 + whole_but)) * power;
}

/* ---- In words ------------------------------------------------------------------------------- */

enum { PUSH = 7 }; /* numbers of a force: on its point, its torque, on its free */

/* What force k does, torques by the mechanism's length. */
static void push_of(const JdSystem *s, const Motion *m, int k, double push[PUSH]) {
    const Vec3 f = m->forces[k].force, t = m->forces[k].torque;
    const SystemForce *force = &s->force[k];
    const bool turns = force->type->target == FORCE_ON_FREE &&
                       s->joint[force->joint].free[force->free]->kind != FREE_SLIDE;
    const double all[PUSH] = {f.x,
                              f.y,
                              f.z,
                              t.x / s->length,
                              t.y / s->length,
                              t.z / s->length,
                              m->forces[k].effort / (turns ? s->length : 1)};
    memcpy(push, all, sizeof all);
}

/* The bodies of a force. */
static void ends_of(const JdSystem *s, const SystemForce *force, int ends[2]) {
    const SystemJoint *joint =
        force->type->target == FORCE_ON_FREE ? &s->joint[force->joint] : NULL;
    ends[0] = joint ? joint->body_i : force->frame_i >= 0 ? s->frame[force->frame_i].body : 0;
    ends[1] = joint ? joint->body_j : force->frame_j >= 0 ? s->frame[force->frame_j].body : 0;
}

/* What changes so fast. */
typedef struct {
    int body;                 /* 0: nobody knows */
    const SystemForce *force; /* NULL: none changes */
} Culprit;

/* The force that differs most between the two, and of its bodies the one whose acceleration does;
 * of all bodies, where no force differs. Whatever the form's own coordinates are, accelerations of
 * bodies follow from them. */
static Culprit culprit_of(JdRun *run, const Two *of) {
    const JdSystem *s = run->system;
    const int n = s->kernel->nv, all = n * (s->bodies - 1), pushes = PUSH * s->forces;
    double most = 0, pushed = 0;
    double *rates = malloc((size_t)(run->n + all + pushes + 1) * sizeof *rates);
    double *before = rates ? rates + run->n : NULL, *push = rates ? before + all : NULL;
    Culprit who = {0};
    int ends[2] = {0};
    for (int side = 0; side < 2 && rates; side++) {
        jd_run_rates(run, run->t, of->y[side], rates);
        jd_run_recover(run, LEVEL_ACCELERATION);
        if (side) break;
        memcpy(before, run->motion.a, (size_t)all * sizeof *before);
        for (int k = 0; k < s->forces; k++) push_of(s, &run->motion, k, push + PUSH * k);
    }
    for (int k = 0; k < s->forces && rates; k++) {
        double now[PUSH], differs = 0;
        push_of(s, &run->motion, k, now);
        for (int c = 0; c < PUSH; c++) differs = fmax(differs, fabs(now[c] - push[PUSH * k + c]));
        if (differs > pushed) pushed = differs, who.force = &s->force[k];
    }
    if (who.force) ends_of(s, who.force, ends);
    for (int i = 0; i < all && rates; i++) {
        const int body = 1 + i / n;
        const double unit = i % n < s->kernel->linear ? s->length : 1;
        const double size = fabs(run->motion.a[i] - before[i]) / unit;
        const bool asked = !who.force || body == ends[0] || body == ends[1];
        if (asked && size > most) most = size, who.body = body;
    }
    free(rates);
    return who;
}

static const double nudge = 1e-6;    /* of states, by their sizes */
static const double by_itself = 0.5; /* of the rate: it does not come from elsewhere */

/* The state of one's own that is as fast while all else stays; NULL: none is, or memory is out. */
static const SystemState *state_of(JdRun *run, const Two *of, double rate) {
    const SystemState *extra = run->system->extra, *found = NULL;
    const int own = run->n - run->system->extras;
    double most = 0, fastest_change = 0, *y = malloc((size_t)(2 * run->n + 1) * sizeof *y);
    for (int i = own; i < run->n && y; i++)
        most =
            fmax(most, fabs(of->y[1][i] - of->y[0][i]) / (extra[i - own].scale + fabs(run->y[i])));
    if (most > 0) {
        memcpy(y, run->y, (size_t)run->n * sizeof *y);
        for (int i = own; i < run->n; i++) y[i] += nudge / most * (of->y[1][i] - of->y[0][i]);
        jd_run_rates(run, run->t, y, y + run->n);
    }
    for (int i = own; i < run->n && most > 0; i++) {
        const double change = fabs(y[run->n + i] - stage(run, last_stage(run))[i]);
        const bool fast = change > by_itself * rate * fabs(y[i] - run->y[i]);
        if (extra[i - own].name && fast && change > fastest_change)
            fastest_change = change, found = &extra[i - own];
    }
    free(y);
    return found;
}

/* "body 'rod', on which force 'spring' acts", "state 'pid.seen'" */
static Where print_who(JdRun *run, const Two *of, double rate, Text *out) {
    const JdSystem *s = run->system;
    const SystemState *state = state_of(run, of, rate);
    const Culprit who = state ? (Culprit){0} : culprit_of(run, of);
    jd_run_rates_proved(run, run->t, run->y, run->work); /* the motion is that of the run again */
    if (state) {
        jd_text_print(out, "state '%s'", state->name);
        return state->where;
    }
    const SystemForce *force = who.force;
    const int body = who.body;
    jd_text_print(out, "%s%s%s", body ? "body '" : "something", body ? s->body[body].name : "",
                  body ? "'" : "");
    if (force) jd_text_print(out, ", on which force '%s' acts,", force->name);
    return force ? force->where : body ? s->body[body].where : nowhere;
}

/* Rates that the gains of locks ask for: the roots of x^2 + 2 alpha x + beta^2. */
static double gain_rate(const JdSystem *s) {
    if (s->stabilise != STABILISE_BAUMGARTE) return 0;
    const double alpha = s->settings.alpha, beta = s->settings.beta;
    return alpha > beta ? alpha + sqrt(alpha * alpha - beta * beta) : beta;
}

static void hint_gains(const JdRun *run, double rate) {
    if (gain_rate(run->system) > 0.3 * rate)
        jd_hint(run->log,
                "the gains of baumgarte ask for it: with alpha and beta of %.3g 1/s locks go back "
                "at %.3g 1/s; smaller ones do, or `stabilise projection`, which needs none",
                run->system->settings.alpha, gain_rate(run->system));
}

static void hint_implicit(const JdRun *run) {
    jd_hint(run->log,
            "stepper cvode is not held back by it: --stepper cvode, or `run to %g s  stepper "
            "cvode` in the model; a step of it costs about as much as one of dop853, more in large "
            "mechanisms, but is as long as the motion allows",
            run->def.until);
    jd_hint(run->log, "nothing is switched by itself: this run goes on as it is");
}

static void tell_stiff(JdRun *run, const Two *of, double rate) {
    const double h = run->t - run->t_old, left = (run->def.until - run->t) / h;
    Text who = {0};
    const Where where = print_who(run, of, rate, &who);
    if (who.at)
        jd_report(run->log, JD_WARNING, "run-stiff", where,
                  "from t = %.4g s on the run is stiff: %s can change with a rate of %.2g 1/s, of "
                  "which nothing is to be seen in the motion, and keeps the steps at %.2g s; the "
                  "end would take %.2g more of them",
                  run->stiff.since, who.at, rate, h, left);
    hint_gains(run, rate);
    hint_implicit(run);
    jd_text_free(&who);
}

/* The `run` statement of the model. */
static Where said_run(const JdRun *run) {
    return run->system->run.where;
}

/* The model says the step: that is to be changed. */
static bool said_step(const JdRun *run) {
    return run->system->run.step > 0 && run->def.dt == run->system->run.step;
}

static void tell_unstable(JdRun *run, const Two *of, double rate) {
    Text who = {0};
    const Where where = print_who(run, of, rate, &who);
    if (who.at)
        jd_report(run->log, JD_WARNING, "step-unstable", said_step(run) ? said_run(run) : where,
                  "from t = %.4g s on steps of %g s are too long for stepper '%s': %s changes with "
                  "a rate of %.3g 1/s, and its errors grow from step to step",
                  run->stiff.since, run->def.dt, run->stepper->name, who.at, rate);
    jd_hint(run->log, "steps below %.2g s are stable: --dt %g", run->stepper->edge / rate,
            one_digit(edge_safe * run->stepper->edge / rate));
    hint_gains(run, rate);
    jd_text_free(&who);
}

/* Locks that are pulled back farther than they are off, at every step. */
static void tell_gains(JdRun *run, double h) {
    const JdSystem *s = run->system;
    const double rate = gain_rate(s), good = one_digit(0.5 * run->stepper->edge / h);
    if (!s->dynamics.rows || run->form->always_projects || !(rate * h > run->stepper->edge)) return;
    run->stiff.told = true;
    jd_report(run->log, JD_WARNING, "gain-too-large",
              run->system->run.alpha > 0 || run->system->run.beta > 0 ? said_run(run) : nowhere,
              "with alpha %.3g 1/s and beta %.3g 1/s locks go back at %.3g 1/s: in a step of %g s "
              "that is farther than they are off, and stepper '%s' goes to and fro ever more",
              s->settings.alpha, s->settings.beta, rate, h, run->stepper->name);
    jd_hint(run->log, "so long a step takes --alpha %g --beta %g; or --dt %g", good, good,
            one_digit(0.5 * run->stepper->edge / rate));
    jd_hint(run->log, "--stabilise projection puts locks back without gains");
}

/* ---- Watching ------------------------------------------------------------------------------- */

/* Whether this look says so; it began with the first of those in a row. */
static bool count(JdRun *run, bool says, int needed) {
    if (says && run->stiff.count == 0) run->stiff.since = run->t_old;
    run->stiff.count += says ? 1 : run->stiff.count > 0 ? -1 : 0;
    return run->stiff.count >= needed;
}

/* How much longer steps could be for accuracy alone: a motion whose rates change by d over a step
 * of h changes within h / sqrt(d). */
static double longer(JdRun *run, double h) {
    const double *from = stage(run, 0), *to = stage(run, last_stage(run));
    for (int i = 0; i < run->n; i++) run->out[i] = h * (to[i] - from[i]);
    const double change = run->form->error(run->system, run->y, run->y, run->out, 1);
    const double order = run->stepper->tableau->error_order + 1;
    return change > 0 ? pow(run->def.tol, 1 / order) / sqrt(change) : INFINITY;
}

static void watch_adaptive(JdRun *run) {
    const int r = last_before_end(run->stepper->tableau);
    if (run->cost.steps % EVERY || r == 0 || run->def.tol > tol_most) return;
    stage_state(run, r, run->work);
    const Two two = {{run->work, run->y}, {stage(run, r), stage(run, last_stage(run))}};
    const double h = run->t - run->t_old, rate = fastest(run, &two, 20);
    bool says = rate * h > edge_share * run->stepper->edge;
    if (says) {
        const double off = apart(run, &two);
        says = off < seen && off * run->def.tol > rounding && longer(run, h) > worth_it;
    }
    if (!count(run, says, LOOKS) || (run->def.until - run->t) < LEFT_LEAST * h) return;
    run->stiff.told = true;
    if (!jd_run_jumps_here(run)) tell_stiff(run, &two, rate);
}

/* Two stages at one time, or else both ends of the step. */
static Two fixed_two(const JdRun *run, int r) {
    if (r == 0) return (Two){{run->y_old, run->y}, {stage(run, 0), stage(run, last_stage(run))}};
    stage_state(run, r - 1, run->work);
    stage_state(run, r, run->out);
    return (Two){{run->work, run->out}, {stage(run, r - 1), stage(run, r)}};
}

static void watch_fixed(JdRun *run) {
    if (run->cost.steps == 1) tell_gains(run, run->t - run->t_old);
    const int twin = run->stepper->step ? 0 : twin_stage(run->stepper->tableau);
    const Two two = fixed_two(run, twin);
    const double h = run->t - run->t_old, rate = fastest(run, &two, twin ? 1 : 3),
                 edge = run->stepper->edge;
    /* Beside a singular position differences of rounding make large accelerations. */
    const bool says = rate * h > edge && !jd_passage_near(run);
    if (!says) run->stiff.count = 0;
    /* Far beyond the edge a motion does not last for five steps: two are enough. */
    const int needed = rate * h > far_beyond * edge ? 2 : IN_A_ROW;
    if (run->stiff.told || !count(run, says, needed)) return;
    run->stiff.told = true;
    tell_unstable(run, &two, rate);
}

void jd_stiff_watch(JdRun *run) {
    if (run->stiff.told || !(run->stepper->edge > 0) || run->crossing.on) return;
    if (run->stepper->adaptive)
        watch_adaptive(run);
    else
        watch_fixed(run);
}
