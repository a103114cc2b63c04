/* SPDX-License-Identifier: MIT
 *
 * Events: instants at which the equations change. theory 6.10
 *
 * What the conditions are is the run's mode, one number for each, held over a whole step, its ends
 * and its dense output included. Conditions on time alone change at instants that are known before
 * the step, which ends there: a step never contains a corner. Behind it the mode is the next one,
 * and the rates are found anew. Whatever else changes the mode (conditions on channels, stops,
 * contact) can come in the same way: an end of a step, then another mode.
 *
 * Terms of time that are smooth have no events. For those a step is not longer than its stages see:
 * a pulse between two of them must not be taken for nothing. */
#include "run/inside.h"
#include "span/span.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

enum {
    LOOK = 4096,    /* events between two looks at how many there are */
    LOOK_AHEAD = 3, /* steps that a look at the shape of a term is good for */
};
static const double most_events = 1e7;    /* that a run may still have to go through */
static const double least_share = 1e-12;  /* of the run: no step gets shorter to see a term */
static const double guessed_share = 0.02; /* of a term: by so much fixed steps may be off in it */
static const double near_share = 0.1;     /* of a step: what is hidden beyond is for the next one */
static const double still_share = 1e-2;   /* of the run: the longest step while nothing moves */
static const double same_rate = 1e-12;    /* rates of a drive that differ by rounding alone */
static const double least_jump = 1e-9;    /* of a drive, m or rad: what is told */

void jd_events_layout(JdRun *run, Layout *at) {
    const JdSystem *s = run->system;
    EventArrays *a = &run->event;
    double *held = PLACE(at, double, s->bends + s->latches + 1);
    a->held = held ? held + s->bends : NULL; /* corners have negative numbers */
    a->before = PLACE(at, double, s->latches + 1);
    a->next = PLACE(at, double, s->timeds + 1);
    a->clear = PLACE(at, double, s->terms + 1);
    a->peak = PLACE(at, double, s->terms + 1);
    a->pace = PLACE(at, double, s->terms + 1);
    a->guess = PLACE(at, Guess, s->terms + 1);
    a->kick = PLACE(at, double, s->drives + 1);
    if (s->bends + s->latches)
        jd_mode_add(&run->motion, held, (size_t)(s->bends + s->latches) * sizeof *held);
}

/* ---- The mode ------------------------------------------------------------------------------- */

/* The end of the run has a mode behind it, too. */
static double horizon(const JdRun *run) {
    return 1.25 * run->def.until;
}

/* The mode of one program behind all its events that are not behind `t`. */
static void pass_events(JdRun *run, int k, double t) {
    EventArrays *a = &run->event;
    const double near = t + jd_instant_gap(t, run->def.until), far = horizon(run);
    while (a->next[k] <= near && a->next[k] < far)
        a->next[k] = jd_program_next(run->system->timed[k].program, a->next[k], far, a->held);
}

static void find_limit(JdRun *run) {
    const EventArrays *a = &run->event;
    Events *e = &run->events;
    e->limit = INFINITY;
    for (int k = 0; k < run->system->timeds; k++)
        if (a->next[k] <= run->def.until) e->limit = fmin(e->limit, a->next[k]);
}

/* Stages that have no part in the result see nothing; the rate at the end is that of the next step.
 * Steppers with a past see their ends only. */
static void find_shares(Events *e, const Tableau *t) {
    e->share[e->shares++] = 0;
    e->share[e->shares++] = 1;
    for (int r = 1; t && r < t->stages && e->shares < MOST_STAGES; r++)
        if (t->b[r] != 0) e->share[e->shares++] = t->c[r];
    for (int k = 0; k < e->shares; k++) {
        double next = 1;
        for (int n = 0; n < e->shares; n++)
            if (e->share[n] > e->share[k]) next = fmin(next, e->share[n]);
        e->gap = fmax(e->gap, next - e->share[k]);
    }
}

/* What is known of the terms of time in a new mode. */
static void look_at_terms(JdRun *run) {
    const JdSystem *s = run->system;
    EventArrays *a = &run->event;
    const bool stages = run->stepper->tableau != NULL;
    for (int k = 0, n = 0; k < s->timeds; k++) {
        const Program *term;
        for (int i = 0; (term = jd_program_term(s->timed[k].program, i)); i++, n++) {
            a->clear[n] = run->t;
            a->pace[n] = jd_term_pace(term, stages, a->held);
        }
    }
}

void jd_events_start(JdRun *run) {
    const JdSystem *s = run->system;
    EventArrays *a = &run->event;
    Events *e = &run->events;
    e->limit = INFINITY;
    for (int k = -s->bends; k < s->latches; k++) a->held[k] = NAN;
    find_shares(e, run->stepper->tableau);
    if (s->timeds == 0) return;
    run->motion.held = a->held;
    for (int k = 0; k < s->timeds; k++) {
        a->next[k] = jd_program_next(s->timed[k].program, 0, horizon(run), a->held);
        pass_events(run, k, 0);
    }
    find_limit(run);
    look_at_terms(run);
}

double jd_events_limit(const JdRun *run) {
    return run->system->delays ? fmin(run->events.limit, jd_delays_limit(run)) : run->events.limit;
}

bool jd_events_due(const JdRun *run) {
    return run->t >= run->events.limit || (run->system->delays && jd_delays_due(run));
}

/* ---- From one mode to the next -------------------------------------------------------------- */

/* Steps that end at events are counted: there may be too many to come to an end. */
static bool chatters(JdRun *run, const SystemTimed *timed) {
    Events *e = &run->events;
    if (++e->count % LOOK || run->def.max_steps > 0) return false;
    const double each = (run->t - e->look_t) / LOOK, left = (run->def.until - run->t) / each;
    e->look_t = run->t;
    if (!(left > most_events)) return false;
    run->failed = true;
    jd_report(run->log, JD_ERROR, "condition-chatters", timed->where,
              "at t = %.6g s the conditions on time of %s '%s' change every %.1g s, which would be "
              "%.1g times up to the end",
              run->t, timed->kind, timed->name, each, left);
    jd_hint(run->log,
            "each change ends a step; let them change less often, or end the run earlier");
    jd_hint(run->log, "what changes so fast acts by its mean: write that instead");
    jd_hint(run->log, "--max-steps goes on all the same");
    return true;
}

/* What drives do at the event: run->event.kick, by how much their rates jump. */
typedef struct {
    bool rates, values;
} Jumps;

static Jumps find_jumps(JdRun *run) {
    const JdSystem *s = run->system;
    const EventArrays *a = &run->event;
    Jumps jumps = {0};
    memset(a->kick, 0, (size_t)s->drives * sizeof *a->kick);
    for (int k = 0; k < s->timeds; k++) {
        const SystemDrive *drive = s->timed[k].drive;
        double was[3], is[3];
        if (!drive) continue;
        jd_drive_at(drive, (Now){run->t, a->before}, was);
        jd_drive_at(drive, (Now){run->t, a->held}, is);
        const double jump = is[0] - was[0], kick = is[1] - was[1];
        if (fabs(jump) > least_jump) {
            jumps.values = true;
            if (!run->told_jump) jd_run_tell_jump(run, drive, run->t, jump);
        }
        if (!(fabs(kick) > same_rate * (fabs(was[1]) + fabs(is[1])))) continue;
        jumps.rates = true;
        a->kick[drive - s->drive] = kick;
    }
    return jumps;
}

/* Velocities answer to a jump of a rate as accelerations do to an acceleration: theory (6.27). */
static void kick(JdRun *run, const double *rates) {
    const int first = run->form->first_velocity(run->system);
    run->motion.kick = run->event.kick;
    jd_run_rates(run, run->t, run->y, run->work);
    run->motion.kick = NULL;
    for (int k = first; k < run->n; k++) run->y[k] += run->work[k] - rates[k];
}

/* The state behind the event; `rates` are those before drives had their say, then those of it. */
static bool follow_drives(JdRun *run, Jumps jumps, double *rates) {
    const bool projects = run->form->always_projects || jd_stabilise_projects(run->system);
    if (!jumps.rates && !jumps.values) return true;
    if (jumps.rates) kick(run, rates);
    if (jumps.values || projects) {
        run->cost.projections++;
        const ProjectReport report =
            run->form->project(run->system, &run->motion, run->t, FACTORS_ANEW, run->y);
        run->end_locks = jd_run_locks_off(&report);
        if (!report.done) {
            jd_run_explain(run, "run-stuck", "the mechanism cannot follow a drive that jumps");
            return false;
        }
    }
    jd_run_rates_proved(run, run->t, run->y, rates);
    return true;
}

/* The mode behind the events that end here; whether it is another one. */
static bool change_mode(JdRun *run, const SystemTimed **cause) {
    const JdSystem *s = run->system;
    EventArrays *a = &run->event;
    const size_t size = (size_t)s->latches * sizeof *a->held;
    memcpy(a->before, a->held, size);
    for (int k = 0; k < s->timeds; k++) {
        if (a->next[k] <= run->t) *cause = &s->timed[k];
        pass_events(run, k, run->t);
    }
    find_limit(run);
    return memcmp(a->before, a->held, size) != 0;
}

bool jd_events_cross(JdRun *run) {
    const SystemTimed *cause = NULL;
    if (!jd_events_due(run)) return true;
    jd_run_own_mode(run);
    const double energy = jd_energy_now(run);
    const bool returns = run->system->delays && jd_delays_due(run);
    const bool joined = returns && jd_delays_cross(run);
    const bool changed = run->t >= run->events.limit && change_mode(run, &cause);
    if (!changed && !returns) return true;
    if (changed && chatters(run, cause)) return false;
    if (changed) jd_delays_mark(run);
    if (joined && !changed) run->whens.joined = run->t;
    run->corners.seen = NAN;
    double *rates = stage(run, last_stage(run));
    jd_run_rates_proved(run, run->t, run->y, rates);
    if (!follow_drives(run, find_jumps(run), rates)) return false;
    if (jd_corners_follow(run)) jd_run_rates_proved(run, run->t, run->y, rates);
    jd_energy_event(run, energy);
    run->changed = true;
    jd_small_end(&run->small); /* no way back over an event */
    run->events.since = run->t;
    look_at_terms(run);
    return true;
}

/* All that crossing changes is put back. What it told is told. */
bool jd_events_try(JdRun *run, bool (*look)(JdRun *run)) {
    const size_t plain = offsetof(JdRun, cost), n = (size_t)run->n * sizeof(double);
    EventArrays *a = &run->event;
    double *rates = stage(run, last_stage(run));
    const size_t held = (size_t)run->system->latches * sizeof *a->held;
    const size_t next = (size_t)run->system->timeds * sizeof *a->next;
    const size_t levels = (size_t)run->system->watched * sizeof *run->corner.level;
    memcpy(run->when.kept, (const char *)run + plain, sizeof *run - plain);
    memcpy(run->when.held, a->held, held);
    memcpy(run->when.next, a->next, next);
    memcpy(run->when.level, run->corner.level, levels);
    jd_delays_keep(run);
    memcpy(run->aside, run->y, n);
    memcpy(run->first, rates, n);
    const bool seen = jd_events_cross(run) && look(run), jump = run->told_jump;
    const bool failed = run->failed;
    memcpy((char *)run + plain, run->when.kept, sizeof *run - plain);
    memcpy(a->held, run->when.held, held);
    memcpy(a->next, run->when.next, next);
    memcpy(run->corner.level, run->when.level, levels);
    jd_delays_put_back(run);
    jd_corners_hold(run, true);
    memcpy(run->y, run->aside, n);
    memcpy(rates, run->first, n);
    run->told_jump = jump;
    run->failed = failed;
    jd_run_strays(run);
    return seen;
}

/* ---- Terms of time -------------------------------------------------------------------------- */

/* Of a drive the accelerations are what the others feel. */
static int derivative_of(const SystemTimed *timed) {
    return timed->drive ? timed->drive->state >= 0 ? 1 : 2 : 0;
}

/* Where term n of `timed` leaves what a step from here to `end` sees of it; NAN: nowhere. */
static double hides(JdRun *run, const SystemTimed *timed, const Program *term, int n, double end,
                    Sight sight) {
    EventArrays *a = &run->event;
    double peak;
    sight.derivative = derivative_of(timed);
    sight.floor = run->def.tol * a->peak[n];
    const double where = jd_term_hides(term, &sight, run->t, end, a->held, &peak);
    if (isnan(where)) a->peak[n] = fmax(a->peak[n], peak);
    return where;
}

/* The step to `end`, or a shorter one in which term n is seen: to what is hidden, if that is far
 * enough, or half. */
static double seen_end(JdRun *run, const SystemTimed *timed, const Program *term, int n, double end,
                       const Sight *sight) {
    const double least = run->t + least_share * run->def.until;
    while (end > least) {
        const double where = hides(run, timed, term, n, end, *sight), h = end - run->t;
        if (isnan(where)) break;
        end = where - run->t > near_share * h ? where : run->t + 0.5 * h;
    }
    return end;
}

/* Whether all steps up to `end` see term n. A bend is seen by stages between the ends only. */
static bool is_clear(JdRun *run, const SystemTimed *timed, const Program *term, int n, double end,
                     bool stages) {
    const Events *e = &run->events;
    EventArrays *a = &run->event;
    if (end <= a->clear[n]) return true;
    if ((end - run->t) * e->gap * a->pace[n] <= 0.5 * pi) return true; /* a quarter of a wave */
    const double limit = fmin(e->limit, run->def.until);
    const double further = fmin(run->t + LOOK_AHEAD * (end - run->t), limit);
    const double ends[2] = {further, end};
    for (int k = 0; k < 2; k++) {
        if (!jd_term_is_simple(term, derivative_of(timed), stages, run->t, ends[k], a->held))
            continue;
        a->clear[n] = ends[k];
        return true;
    }
    return false;
}

static double fit(JdRun *run, double end, const Sight *sight, bool stages) {
    const JdSystem *s = run->system;
    double tried;
    do { /* a shorter step has its stages elsewhere */
        tried = end;
        for (int k = 0, n = 0; k < s->timeds; k++) {
            const Program *term;
            for (int i = 0; (term = jd_program_term(s->timed[k].program, i)); i++, n++)
                if (!is_clear(run, &s->timed[k], term, n, end, stages))
                    end = seen_end(run, &s->timed[k], term, n, end, sight);
        }
        if (s->delays) end = jd_delays_seen(run, end, *sight, NULL);
    } while (end < tried && end > run->t + least_share * run->def.until);
    return end;
}

double jd_events_fit(JdRun *run, double h) {
    assert(h > 0);
    const Sight sight = {.share = run->events.share, .shares = run->events.shares};
    if (run->system->terms == 0 && run->system->delays == 0) return h;
    const double end = fit(run, run->t + h, &sight, true);
    return end < run->t + h ? end - run->t : h;
}

/* The mean of a term over a step, as a fixed step takes it. */
static double mean_of(const JdRun *run, const Program *term, int derivative, double from,
                      double to) {
    const Tableau *t = run->stepper->tableau;
    double sum = 0;
    for (int r = 0; r < t->stages; r++) {
        double jet[3];
        if (t->b[r] == 0) continue;
        const Now at = {from + t->c[r] * (to - from), run->event.held};
        jd_program_jet_at(term, at, NULL, jet);
        sum += t->b[r] * jet[derivative];
    }
    return sum;
}

/* A stage may lie on a pulse by chance: two halves of the step have another mean then. What that
 * comes to is told at the end. */
static void guess(JdRun *run, const SystemTimed *timed, const Program *term, int n, double end) {
    const int derivative = derivative_of(timed);
    const double h = end - run->t, middle = run->t + 0.5 * h;
    Guess *g = &run->event.guess[n];
    if (run->stepper->order <= 1) return;
    const double whole = mean_of(run, term, derivative, run->t, end),
                 halves = 0.5 * (mean_of(run, term, derivative, run->t, middle) +
                                 mean_of(run, term, derivative, middle, end));
    const double off = h * fabs(whole - halves);
    g->all += h * fabs(halves);
    g->off += off;
    if (off > g->worst) g->worst = off, g->from = run->t, g->to = end;
}

static void count_clear(JdRun *run, const SystemTimed *timed, const Program *term, int n,
                        double end) {
    double jet[3];
    if (run->stepper->order <= 1) return;
    jd_program_jet_at(term, (Now){run->t, run->event.held}, NULL, jet);
    run->event.guess[n].all += (end - run->t) * fabs(jet[derivative_of(timed)]);
}

/* The first term that a step to `end` does not see. */
static const SystemTimed *find_hidden(JdRun *run, double end) {
    const JdSystem *s = run->system;
    const Sight sight = {.share = run->events.share, .shares = run->events.shares};
    for (int k = 0, n = 0; k < s->timeds; k++) {
        const Program *term;
        for (int i = 0; (term = jd_program_term(s->timed[k].program, i)); i++, n++) {
            if (is_clear(run, &s->timed[k], term, n, end, true)) {
                count_clear(run, &s->timed[k], term, n, end);
                continue;
            }
            if (!isnan(hides(run, &s->timed[k], term, n, end, sight))) return &s->timed[k];
            guess(run, &s->timed[k], term, n, end);
        }
    }
    return NULL;
}

void jd_events_tell_hidden(JdRun *run, double from, double to, const SystemTimed *what) {
    run->events.told = true;
    jd_report(
        run->log, JD_WARNING, "pulse-missed", what->where,
        "between t = %.6g s and %.6g s %s '%s' does more than a step of %g s sees, and what it "
        "does is missed",
        from, to, what->kind, what->name, run->def.dt);
    jd_hint(run->log, "take a smaller step, or an adaptive stepper: --stepper dop853");
}

static void tell_delay(JdRun *run, double end, const SystemDelay *delay) {
    const SystemTimed what = {NULL, "delay", delay->name, delay->where, NULL};
    jd_events_tell_hidden(run, run->t, end, &what);
}

void jd_events_watch(JdRun *run, double end) {
    const JdSystem *s = run->system;
    const Sight sight = {.share = run->events.share, .shares = run->events.shares};
    int past = -1;
    if ((s->terms == 0 && s->delays == 0) || run->events.told) return;
    const SystemTimed *hidden = find_hidden(run, end);
    if (!hidden && s->delays) jd_delays_seen(run, end, sight, &past);
    if (hidden) jd_events_tell_hidden(run, run->t, end, hidden);
    if (past >= 0) tell_delay(run, end, &s->delay[past]);
}

void jd_events_tell(JdRun *run) {
    const JdSystem *s = run->system;
    if (run->events.told || run->stepper->adaptive) return;
    for (int k = 0, n = 0; k < s->timeds; k++)
        for (int i = 0; jd_program_term(s->timed[k].program, i); i++, n++) {
            const Guess *g = &run->event.guess[n];
            const SystemTimed *timed = &s->timed[k];
            if (run->events.told || !(g->off > guessed_share * g->all)) continue;
            jd_events_tell_hidden(run, g->from, g->to, timed);
        }
}

double jd_events_seen(JdRun *run, double end) {
    const double h = end - run->t, share[3] = {0, 1, (run->t_old - run->t) / h};
    const bool past = run->cost.steps > 0 && run->t_old >= run->events.since;
    const Sight sight = {.share = share, .shares = past ? 3 : 2};
    if ((run->system->terms == 0 && run->system->delays == 0) || !(h > 0)) return end;
    return fit(run, end, &sight, false);
}

/* ---- Rest ----------------------------------------------------------------------------------- */

double jd_events_rest(const JdRun *run) {
    const double *rates = stage(run, 0);
    for (int k = 0; k < run->n; k++)
        if (rates[k] != 0) return INFINITY;
    return still_share * run->def.until;
}
