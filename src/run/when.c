/* SPDX-License-Identifier: MIT
 *
 * Events of one's own: theory 6.13. A condition is looked at at the ends of each step and at some
 * places in between. Where one becomes true the place is narrowed down on the dense output,
 * the step is taken back and done again up to there, so that what is read off it and the order of
 * the method stay what they are; steppers with a past, which cannot go back, stop at what they
 * read off. Then the event acts: values are set and steps begin anew.
 *
 * What a condition is at the start is no event. Events of one instant act in the order of the
 * model; then all conditions are looked at again, since what was set may have made others true. */
#include "run/inside.h"
#include "span/span.h"
#include <stddef.h>
#include <string.h>

static const double fixed_tol = 1e-9;  /* that events of fixed steps are found with */
static const double same_share = 1e-9; /* of a fixed step: the same time */

enum {
    LOOKS = 4,      /* places in a step, its end among them */
    TRIES = 8,      /* of one step, to end where an event is */
    ROUNDS = 100,   /* of events at one instant */
    CUTS = 2000,    /* steps cut short within a fixed step, or in no time */
    OFTEN = 256,    /* events between two looks at how many there are */
    SHORTER = 8,    /* spans between an event in a row, each shorter than the last: a law */
    HOPS = 3,       /* likewise, down to hardly anything */
    IDLE_MOST = 40, /* doublings of the shortest step */
    HALVINGS = 100, /* of a span: more than there are numbers in it */
};
static const double most_events = 1e6;     /* that a run may still have to go through */
static const double standing_share = 1e-6; /* of the run: no time */
static const double ending_share = 1e-8;   /* likewise: no time at all */
static const double shrinking = 0.995; /* of a span the next one, by more than how it is found */
static const double vanishing = 1e-3;  /* of the longest span: hardly anything */
static const double no_rounding = 1e3; /* times the gap between two instants */
static const double fine_share = 1e-3; /* of the tolerance, as a share of the step: where it is */
static const double beside_most = 10;  /* likewise: so far from it by a state that is corrected */
static const double barely = 0.01;     /* of what jd_late_matters counts: a whole tolerance does */
static const double near_share = 0.1;  /* likewise: a step that ends so near to it ends there */

static int most_sets(const JdSystem *s) {
    int most = 0;
    for (int k = 0; k < s->whens; k++)
        if (s->when[k].sets > most) most = s->when[k].sets;
    return most;
}

static int most_impulses(const JdSystem *s) {
    int most = 0;
    for (int k = 0; k < s->whens; k++)
        if (s->when[k].impulses > most) most = s->when[k].impulses;
    return most;
}

void jd_whens_layout(JdRun *run, Layout *at) {
    const JdSystem *s = run->system;
    WhenArrays *a = &run->when;
    a->given = PLACE(at, double, s->givens + 1);
    a->given_before = PLACE(at, double, s->whens ? s->givens + 1 : 1);
    a->off_before = PLACE(at, char, s->switched ? s->forces + 1 : 1);
    a->off = PLACE(at, char, s->switched ? s->forces + 1 : 1);
    a->was = PLACE(at, char, s->whens + 1);
    a->was_before = PLACE(at, char, s->whens + 1);
    a->now = PLACE(at, char, s->whens + 1);
    a->value = PLACE(at, double, most_sets(s) + 1);
    a->strike = PLACE(at, struct Strike, most_impulses(s) + 1);
    a->kept = PLACE(at, char, s->whens || s->corners ? sizeof(JdRun) : 1);
    a->acts = PLACE(at, char, s->whens + 1);
    a->ahead = PLACE(at, char, s->whens + 1);
    a->last = PLACE(at, double, s->whens + 1);
    a->span = PLACE(at, double, s->whens + 1);
    a->shorter = PLACE(at, int, s->whens + 1);
    a->longest = PLACE(at, double, s->whens + 1);
    a->hops = PLACE(at, int, s->whens + 1);
    a->lost = PLACE(at, double, s->nodes + 1);
    a->held = PLACE(at, double, s->whens ? s->latches + 1 : 1);
    a->next = PLACE(at, double, s->whens ? s->timeds + 1 : 1);
    a->level = PLACE(at, double, s->whens ? s->watched + 1 : 1);
    if (s->switched) jd_mode_add(&run->motion, a->off, (size_t)s->forces);
    if (s->givens) jd_mode_add(&run->motion, a->given, (size_t)s->givens * sizeof *a->given);
}

/* ---- Conditions ------------------------------------------------------------------------------ */

/* All that events read, at a state. */
void jd_whens_evaluate(JdRun *run, double t, const double *y) {
    const JdSystem *s = run->system;
    const Level level = s->corner_level > s->when_level ? s->corner_level : s->when_level;
    jd_run_rates_proved(run, t, y, run->work);
    jd_run_recover(run, level);
    jd_inputs_all(s, &run->motion, level);
}

/* Positions and velocities are known before forces and accelerations are. */
static bool is_of_motion(const JdSystem *s) {
    return s->corner_level < LEVEL_ACCELERATION && s->when_level < LEVEL_ACCELERATION &&
           s->nodes == 0 && s->storeds == 0;
}

/* The same within a step, where nothing else is asked for. */
void jd_whens_evaluate_within(JdRun *run, double t, const double *y) {
    Motion *m = &run->motion;
    const Part end = m->end_after;
    if (!is_of_motion(run->system)) {
        jd_whens_evaluate(run, t, y);
        return;
    }
    jd_run_strays(run);
    *m->known = 0; /* what forces would say */
    m->end_after = PART_ROWS;
    run->form->rates(run->system, m, t, y, run->work);
    m->end_after = end;
    jd_run_recover(run, LEVEL_VELOCITY);
    jd_inputs_all(run->system, m, LEVEL_VELOCITY);
}

static bool holds(const JdRun *run, int k) {
    const Motion *m = &run->motion;
    return jd_program_eval_at(run->system->when[k].condition, jd_now(m), m->inputs) != 0;
}

/* A history of a delay ended at t, and what follows differs from it by rounding. */
static bool joined_at(const JdRun *run, double t) {
    return t > 0 && run->whens.joined == t;
}

/* At a barrier but for rounding, nothing rises; behind a history it does not fall either. */
static void look(JdRun *run, char *now) {
    const char *was = run->when.was;
    const bool begins = run->whens.begins, keeps = begins && joined_at(run, run->t_old);
    if (begins) jd_corners_snap(run, true);
    for (int k = 0; k < run->system->whens; k++) now[k] = holds(run, k);
    if (begins) jd_corners_snap(run, false);
    for (int k = 0; k < run->system->whens && keeps; k++)
        now[k] = now[k] || (was[k] && holds(run, k));
    for (int k = 0; k < run->system->whens && run->motion.time <= run->whens.ahead_to; k++)
        now[k] = now[k] || run->when.ahead[k];
}

static void look_at(JdRun *run, double t, char *now) {
    if (t == run->t) {
        jd_whens_evaluate(run, t, run->y);
    } else {
        jd_run_dense(run, t, run->out, NULL);
        jd_whens_evaluate_within(run, t, run->out);
    }
    look(run, now);
}

/* One that became true since `was`. */
static bool rises(const JdRun *run, const char *was, const char *now) {
    for (int k = 0; k < run->system->whens; k++)
        if (now[k] && !was[k]) return true;
    return false;
}

void jd_whens_look(JdRun *run, double t) {
    look_at(run, t, run->when.now);
    jd_corners_see(run);
}

/* Conditions that have become false may rise again. */
bool jd_whens_risen(JdRun *run, const char *now) {
    char *was = run->when.was;
    if (rises(run, was, now)) return true;
    for (int k = 0; k < run->system->whens; k++) was[k] = was[k] && now[k];
    return false;
}

bool jd_whens_changed(JdRun *run, double t) {
    look_at(run, t, run->when.now);
    return jd_corners_off(run) || jd_whens_risen(run, run->when.now);
}

void jd_whens_start(JdRun *run) {
    const JdSystem *s = run->system;
    memcpy(run->when.given, s->given_start, (size_t)s->givens * sizeof *run->when.given);
    run->motion.given = run->when.given;
    if (!s->switched) return;
    for (int k = 0; k < s->forces; k++) run->when.off[k] = s->force[k].off;
    run->motion.off = run->when.off;
}

/* ---- Where one becomes true ------------------------------------------------------------------ */

/* The ends of a span, and how far what is watched is beyond its barriers there. */
typedef struct {
    double from, to, at_from, at_to;
    double gone, at_gone; /* the end that was left last */
} Span2;

/* Where to look next, as a share of the span: where a parabola through three places is zero if it
 * is a good one there (Chandrupatla), or a straight line; else in the middle. */
static double next_share(const Span2 *s, bool known) {
    const double rise = s->at_to - s->at_from;
    if (!known || !(s->at_from <= 0 && s->at_to > 0) || !isfinite(rise)) return 0.5;
    /* From the end a that was moved last to the other end b; c is where a was before. */
    const bool left = s->gone < s->from;
    const double a = left ? s->from : s->to, b = left ? s->to : s->from, c = s->gone;
    const double fa = left ? s->at_from : s->at_to, fb = left ? s->at_to : s->at_from;
    const double fc = s->at_gone;
    const double x = (a - b) / (c - b), y = (fa - fb) / (fc - fb);
    if (!(isfinite(x) && isfinite(y) && y * y < x && (1 - y) * (1 - y) < 1 - x))
        return -s->at_from / rise;
    const double share =
        fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb);
    return left ? share : 1 - share;
}

/* Between `from`, where none has risen, and `to`, where one has. What is watched tells where to
 * look; whether something has changed there is asked as ever, and where both do not agree the span
 * is halved. */
static double narrow(JdRun *run, double from, double to) {
    const bool adaptive = run->stepper->adaptive;
    const double share = fine_share * (adaptive ? run->def.tol : fixed_tol);
    const double gap = jd_instant_gap(to, run->def.until);
    double fine = fmax(gap, share * (run->t - run->t_old));
    Span2 s = {.from = from, .to = to, .gone = NAN, .at_gone = NAN};
    bool known = run->system->watched > 0;
    if (known) {
        jd_whens_look(run, from);
        jd_corners_base(run);
        s.at_from = jd_corners_beyond(run);
        jd_whens_look(run, to);
        s.at_to = jd_corners_beyond(run);
    }
    double width = s.to - s.from, wider = INFINITY; /* wider: two looks ago */
    for (int n = 0; n < 3 * HALVINGS && width > fine; n++) {
        const double edge = fmin(0.5, 0.5 * fine / width);
        const bool shrinks = !(width > 0.5 * wider);
        const double place = fmin(fmax(next_share(&s, known && shrinks), edge), 1 - edge);
        const double t = s.from + place * width;
        look_at(run, t, run->when.now);
        if (known) jd_corners_see(run);
        const double at = known ? jd_corners_beyond(run) : 0;
        const bool off = jd_corners_off(run);
        if (off || rises(run, run->when.was, run->when.now)) {
            s.gone = s.to, s.at_gone = s.at_to, s.to = t, s.at_to = at;
            if (adaptive) fine = fmax(gap, share * (t - run->t_old)); /* the step ends here */
        } else {
            s.gone = s.from, s.at_gone = s.at_from, s.from = t, s.at_from = at;
            if (known && at > 0) jd_corners_base(run), s.at_to = NAN;
        }
        if (n % 2) wider = width;
        width = s.to - s.from;
    }
    to = s.to;
    look_at(run, to, run->when.now);
    run->corners.due = jd_corners_off(run);
    return to;
}

/* The first instant of the last step at which a condition is true that was not, or a corner is
 * passed; INFINITY: there is none. Up to *clear nothing has changed, which it says anew.
 * Conditions without comparisons of channels are looked at at some places. */
static double find_rise(JdRun *run, double *clear) {
    WhenArrays *a = &run->when;
    const double h = run->t - run->t_old;
    double before = *clear;
    if (run->system->watched) {
        const double changed = jd_corners_find(run, &before);
        *clear = before;
        return isfinite(changed) ? narrow(run, before, changed) : INFINITY;
    }
    before = run->t_old;
    for (int n = 1; n <= LOOKS; n++) {
        const double t = n == LOOKS ? run->t : run->t_old + h * n / LOOKS;
        look_at(run, t, a->now);
        if (rises(run, a->was, a->now)) return narrow(run, before, t);
        for (int k = 0; k < run->system->whens; k++) a->was[k] = a->was[k] && a->now[k];
        before = t;
    }
    return INFINITY;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Numbers of a run are plain data from its costs on. */
static const size_t plain = offsetof(JdRun, cost);

static void keep(JdRun *run) {
    memcpy(run->when.kept, (const char *)run + plain, sizeof *run - plain);
}

void jd_whens_keep(JdRun *run) {
    if (run->system->whens || run->system->corners) keep(run);
}

/* As if the last step had not been done: its start and the rates there are still at hand. */
static void take_back(JdRun *run) {
    double *const older = run->y_new;
    const long evaluations = run->cost.evaluations;
    const int cuts = run->whens.cuts, idle = run->whens.idle;
    const double cut_t = run->whens.cut_t;
    const bool settled = run->whens.settled, begins = run->whens.begins;
    run->y_new = run->y;
    run->y = run->y_old;
    run->y_old = older;
    memcpy((char *)run + plain, run->when.kept, sizeof *run - plain);
    memcpy(stage(run, last_stage(run)), stage(run, 0), (size_t)run->n * sizeof(double));
    run->cost.evaluations = evaluations;
    run->whens.cuts = cuts, run->whens.cut_t = cut_t, run->whens.idle = idle;
    run->whens.settled = settled, run->whens.begins = begins;
    jd_run_strays(run);
}

/* ---- Steps that are trimmed --------------------------------------------------------------------
 */

/* At the state of a step that is trimmed, and `away` from it: whether something has changed. */
static bool look_beside(JdRun *run, double t, double away) {
    for (int i = 0; i < run->n; i++) run->out[i] = run->aside[i] + away * run->slope[i];
    jd_whens_evaluate_within(run, t + away, run->out);
    look(run, run->when.now);
    run->corners.due = jd_corners_off(run);
    run->whens.due = rises(run, run->when.was, run->when.now);
    return run->corners.due || run->whens.due;
}

/* The polynomial said that something changes at t; where it does by the state that was corrected,
 * as far from t. The motion is a straight line there. `off`: of the polynomial, in tolerances. */
static double find_beside(JdRun *run, double t, double off) {
    const double unit = run->def.tol * (t - run->t_old), probe = near_share * unit;
    const double least = fmax(jd_instant_gap(t, run->def.until), fine_share * unit);
    double away = 0;
    if (run->system->watched) {
        look_beside(run, t, 0);
        jd_corners_mark(run);
        look_beside(run, t, probe);
        away = jd_corners_first(run, probe, beside_most * fmax(off, 1) * unit);
    }
    for (double more = least;; more *= 4) {
        away = fmin(away + more, run->t - t);
        if (look_beside(run, t, away) || !(more < probe)) return away;
    }
}

/* The step just done ends at t instead; false: it has to be done again, which is prepared, as where
 * a motion slides along a corner: there is nothing to correct in no time. */
static bool trim(JdRun *run, double t) {
    const double off = jd_corners_slide(run) ? -1 : jd_trim_try(run, t);
    bool trims = off >= 0;
    if (trims && keeps_locks(run)) trims = jd_run_project(run, t, run->aside);
    if (trims) t += find_beside(run, t, off);
    const JdRunCost cost = run->cost;
    const EnergyWatch energy = run->energy;
    const PivotWatch pivot = run->pivot;
    const bool corners_due = run->corners.due, whens_due = run->whens.due;
    /* Behind a corner the motion is another one: that it was smooth says nothing of it. */
    const double next = fmin(run->h_next, run->t - run->t_old), error = run->error_old;
    take_back(run);
    if (trims) {
        run->cost.rejected = cost.rejected;
        run->pivot = pivot;
        memcpy(run->energy.power + 1, energy.power + 1, sizeof energy.power - sizeof *energy.power);
        memcpy(run->y_new, run->out, (size_t)run->n * sizeof *run->out);
        run->h_next = next, run->error_old = error;
        run->trimmed = true;
        trims = jd_run_accept(run, t, t - run->t);
    }
    if (trims) {
        run->corners.due = corners_due, run->whens.due = whens_due;
        run->whens.looked = run->t;
        return true;
    }
    memcpy(stage(run, last_stage(run)), stage(run, 0), (size_t)run->n * sizeof(double));
    run->cost.cut++;
    return false;
}

/* A stepper with a past ends its step by what it reads off. */
static bool cut_short(JdRun *run, double t) {
    jd_run_dense(run, t, run->out, NULL);
    if (keeps_locks(run)) {
        const ProjectReport report =
            run->form->project(run->system, &run->motion, t, FACTORS_ANEW, run->out);
        run->end_locks = jd_run_locks_off(&report);
    }
    memcpy(run->y, run->out, (size_t)run->n * sizeof *run->y);
    run->t = t;
    run->h = t - run->t_old;
    jd_run_rates_proved(run, t, run->y, stage(run, last_stage(run)));
    run->changed = true;
    return true;
}

static bool fail_at(JdRun *run, double t, const char *code, int k, const char *what,
                    const char *remedy) {
    const SystemWhen *when = &run->system->when[k];
    run->failed = true;
    jd_report(run->log, JD_ERROR, code, when->where, "at t = %.6g s event '%s' %s", t, when->name,
              what);
    jd_hint(run->log, "%s", remedy);
    return false;
}

static bool fail(JdRun *run, const char *code, int k, const char *what, const char *remedy) {
    return fail_at(run, run->t, code, k, what, remedy);
}
static const char lie_apart[] = "let the conditions lie apart: what begins at 20 ends at 21";
/* ---- Events that come to no end ---------------------------------------------------------------
 */

/* A ball that bounces does so without end in a finite time. How long the rest of it takes, if the
 * spans go on as the last two. */
static void count_span(JdRun *run, int k, double *rest) {
    WhenArrays *a = &run->when;
    const double span = run->t - a->last[k], share = span / a->span[k];
    *rest = share < 1 ? span * share / (1 - share) : INFINITY;
    if (share < shrinking) a->shorter[k]++;
    if (!(share < 1) && span > no_rounding * jd_instant_gap(run->t, run->def.until))
        a->shorter[k] -= a->shorter[k] < SHORTER ? a->shorter[k] : SHORTER;
    if (!(share < 1) && span > standing_share * run->def.until) a->shorter[k] = 0; /* no rounding */
    if (a->span[k] > vanishing * a->longest[k]) a->hops[k] += share < shrinking;
    if (!(share < shrinking) && span > vanishing * a->longest[k])
        a->hops[k] = 0, a->longest[k] = span;
    a->span[k] = span;
    a->last[k] = run->t;
}

static bool fail_shorter(JdRun *run, int k) {
    return fail_at(run, run->when.last[k], "when-chatters", k,
                   "happens again and again, in ever shorter times that come to an end",
                   "what comes to rest needs an end of its own: let it act above a least speed "
                   "only, and hold what rests by a force or a joint");
}

static bool ends_nowhere(JdRun *run, int k) {
    double rest;
    count_span(run, k, &rest);
    if (run->when.shorter[k] < SHORTER || !(rest < ending_share * run->def.until)) return false;
    return run->def.max_steps <= 0 && run->t < run->def.until;
}

/* Spans between blows that went on shrinking until hardly anything of them was left. */
static bool hops(const JdRun *run, int k) {
    const WhenArrays *a = &run->when;
    return run->system->when[k].impulses && a->hops[k] >= HOPS &&
           a->span[k] < vanishing * a->longest[k];
}

/* Such an event whose condition then holds for good: what it struck has slipped through. */
static int slipped(const JdRun *run) {
    const WhenArrays *a = &run->when;
    for (int k = 0; k < run->system->whens; k++) {
        const bool brief = a->span[k] < standing_share * run->def.until;
        if ((hops(run, k) || (a->shorter[k] >= SHORTER && brief)) && a->was[k] &&
            run->t - a->last[k] > 4 * a->span[k])
            return k;
    }
    return -1;
}

/* Steps that end at events without coming on: a motion that diverges passes conditions wherever it
 * is looked at. */
static bool stands(JdRun *run) {
    Whens *w = &run->whens;
    const double span = run->stepper->adaptive ? standing_share * run->def.until : run->def.dt;
    if (!(run->t - w->cut_t < span)) w->cuts = 0, w->cut_t = run->t;
    return ++w->cuts > CUTS;
}

static int first_risen(const JdRun *run) {
    int k = 0;
    while (k + 1 < run->system->whens && !(run->when.now[k] && !run->when.was[k])) k++;
    return k;
}

static bool fail_standing(JdRun *run) {
    const int k = first_risen(run);
    if (run->when.shorter[k] >= SHORTER) return fail_shorter(run, k);
    return fail_at(run, run->t_old, "when-chatters", k, "happens over and over again", lie_apart);
}

/* Steps that were cut short for an event which then was not there yet: polynomials of long steps
 * and short steps differ. The next one is longer. */
static void count_idle(JdRun *run, bool idle) {
    int *count = &run->whens.idle;
    *count = idle ? *count + (*count < IDLE_MOST) : 0;
}

/* The polynomial of a fixed step that is far too long for what is behind a corner says nothing:
 * what was cut short for an event that was not there goes on with steps which grow from there on.
 */
static const double reach_more = 4;

static void bound_reach(JdRun *run, bool idle) {
    Whens *w = &run->whens;
    if (run->stepper->adaptive || !(idle || w->reach > 0)) return;
    w->reach = reach_more * (run->t - run->t_old);
    if (!(w->reach < run->def.dt)) w->reach = 0;
}

static double in_reach(const JdRun *run, double limit) {
    return run->whens.reach > 0 ? fmin(limit, run->t + run->whens.reach) : limit;
}

/* A corner that no step comes over is held no more, from the start of the step on. */
static void let_go(JdRun *run) {
    take_back(run);
    jd_corners_release(run);
    jd_run_rates_proved(run, run->t, run->y, stage(run, last_stage(run)));
}

/* What is compared may be at its barrier but for rounding where the step began. It is taken to be
 * at it until it is clearly beyond. How large it becomes is known behind the step. */
static bool pin(JdRun *run) {
    const double from = run->t_old, h = run->t - from;
    if (!run->system->watched) return false;
    for (int n = 1; n <= LOOKS; n++) {
        jd_whens_look(run, from + h * n / LOOKS);
        jd_corners_measure(run);
    }
    look_at(run, from, run->when.now);
    return run->whens.begins = jd_corners_pin(run);
}

/* So it is at the start, as the angle of a rocker is that follows from others: what so begins to
 * hold is an event, what so holds is none. */
static void settle(JdRun *run) {
    WhenArrays *a = &run->when;
    run->whens.settled = true;
    if (!pin(run)) return;
    for (int k = 0; k < run->system->whens; k++) a->acts[k] = a->now[k];
    look(run, a->now);
    for (int k = 0; k < run->system->whens; k++)
        if (a->now[k] != a->acts[k]) a->was[k] = a->now[k];
}

/* What became false on the way to where something changes, and is false there, is asked anew by the
 * state that the step ends in: that may lie a little before, where it still holds. */
static void rearm_later(JdRun *run) {
    const WhenArrays *a = &run->when;
    for (int k = 0; k < run->system->whens; k++)
        if (!a->now[k]) a->was[k] = a->was_before[k];
}

bool jd_whens_step(JdRun *run, double limit) {
    limit = in_reach(run, limit);
    const double whole = limit;
    const double share = near_share * (run->stepper->adaptive ? run->def.tol : fixed_tol);
    char *was = run->when.was_before;
    double clear = run->t;
    run->whens.begins = false;
    for (int n = 1;; n++) {
        keep(run);
        memcpy(was, run->when.was, (size_t)run->system->whens);
        if (!jd_run_one_step(run, limit)) return false;
        if (!run->whens.settled) {
            settle(run);
            memcpy(was, run->when.was, (size_t)run->system->whens);
        } else if (n == 1 && joined_at(run, run->t_old))
            pin(run);
        const double h = run->t - run->t_old, gap = jd_instant_gap(run->t, run->def.until);
        const double rise = find_rise(run, &clear), least = ldexp(4 * gap, run->whens.idle);
        const double at = fmax(rise, run->t_old + least);
        run->whens.due = isfinite(rise) && rises(run, run->when.was, run->when.now);
        if (isfinite(rise)) rearm_later(run);
        run->whens.looked = run->t;
        const bool ends = !(run->t - at > fmax(4 * gap, share * h));
        if (ends) bound_reach(run, n > 1 && !isfinite(rise));
        if (ends) count_idle(run, n > 1 && !isfinite(rise));
        if (!ends && run->corners.due && stands(run)) {
            let_go(run);
            limit = whole;
            continue;
        }
        if (!ends && stands(run)) return fail_standing(run);
        const int through = ends ? slipped(run) : -1;
        if (through >= 0) return fail_shorter(run, through);
        if (ends || n == TRIES) return true; /* a motion that no step follows: it acts here */
        if (run->stepper->go) return cut_short(run, at);
        if (trim(run, at)) {
            count_idle(run, !run->corners.due && !run->whens.due);
            return true;
        }
        if (!run->system->watched) memcpy(run->when.was, was, (size_t)run->system->whens);
        if (!run->stepper->adaptive) clear = run->t; /* the shorter one is another motion */
        limit = at;
    }
}

/* ---- What happens ---------------------------------------------------------------------------- */

/* Events are counted: there may be too many to come to an end. */
static bool chatters(JdRun *run) {
    Whens *w = &run->whens;
    if (++w->count % OFTEN || run->def.max_steps > 0) return false;
    const double each = (run->t - w->look_t) / OFTEN, left = (run->def.until - run->t) / each;
    w->look_t = run->t;
    return !(left <= most_events) && run->t < run->def.until;
}

static bool set_values(JdRun *run, int k) {
    const JdSystem *s = run->system;
    const SystemWhen *when = &s->when[k];
    const Motion *m = &run->motion;
    double *extra = run->y + run->n - s->extras;
    for (int n = 0; n < when->sets; n++)
        run->when.value[n] = jd_program_eval_at(when->set[n].value, jd_now(m), m->inputs);
    for (int n = 0; n < when->sets; n++) {
        const SystemSet *set = &when->set[n];
        if (!isfinite(run->when.value[n]))
            return fail(run, "when-not-valid", k, "sets a value that is not finite",
                        "look for a division by zero in it");
        if (set->given >= 0)
            run->when.given[set->given] = run->when.value[n];
        else
            extra[set->extra] = run->when.value[n];
    }
    for (int n = 0; n < when->switches; n++) run->when.off[when->turn[n].force] = !when->turn[n].on;
    return true;
}

/* Velocities answer to a blow as accelerations do to an effort: theory (6.27). All blows of an
 * event are one. */
static bool strike(JdRun *run, int k) {
    const JdSystem *s = run->system;
    const SystemWhen *when = &s->when[k];
    Motion *m = &run->motion;
    if (!when->impulses) return true;
    for (int n = 0; n < when->impulses; n++) {
        const SystemImpulse *blow = &when->impulse[n];
        run->when.strike[n] = (struct Strike){
            blow->joint, blow->free, jd_program_eval_at(blow->value, jd_now(m), m->inputs)};
        if (!isfinite(run->when.strike[n].effort))
            return fail(run, "when-not-valid", k, "gives a blow that is not finite",
                        "look for a division by zero in it");
    }
    const int first = run->form->first_velocity(s);
    jd_run_rates(run, run->t, run->y, run->out);
    m->strike = run->when.strike;
    m->strikes = when->impulses;
    jd_run_rates(run, run->t, run->y, run->work);
    m->strikes = 0;
    m->strike = NULL;
    for (int i = first; i < run->n - s->extras; i++) run->y[i] += run->work[i] - run->out[i];
    if (keeps_locks(run)) run->form->project(s, m, run->t, FACTORS_ANEW, run->y);
    return true;
}

/* Before its time, which is told if nobody asked for it. */
static void end_run(JdRun *run, const SystemWhen *when) {
    run->def.until = run->t;
    if (!when->why) return;
    jd_report(run->log, JD_WARNING, "run-ended", when->where,
              "at t = %.9g s %s: the run ends there", run->t, when->why);
    if (when->remedy) jd_hint(run->log, "%s", when->remedy);
}

/* Whether those that are true now push so strongly that it matters up to those that are ahead. They
 * are tried for it, and put back. */
static bool parts(JdRun *run, double soon) {
    const JdSystem *s = run->system;
    const WhenArrays *a = &run->when;
    const size_t given = (size_t)s->givens * sizeof *a->given, off = (size_t)s->forces;
    memcpy(a->given_before, a->given, given);
    if (s->switched) memcpy(a->off_before, a->off, off);
    memcpy(run->slope, run->y, (size_t)run->n * sizeof *run->y);
    for (int k = 0; k < s->whens && !run->failed; k++)
        if (a->now[k] && !a->was[k] && !a->ahead[k] && !set_values(run, k)) return false;
    jd_whens_evaluate(run, run->t, run->y);
    const bool matters =
        jd_late_matters(run, barely * soon, stage(run, last_stage(run)), run->work);
    memcpy(run->y, run->slope, (size_t)run->n * sizeof *run->y);
    memcpy(a->given, a->given_before, given);
    if (s->switched) memcpy(a->off, a->off_before, off);
    jd_whens_evaluate(run, run->t, run->y);
    return matters;
}

/* Others that become true so soon that, by how well instants are found, it is the same one: a state
 * that grows by one a second is one after a second, but for rounding. The motion is a straight line
 * up to there. */
static void look_ahead(JdRun *run) {
    WhenArrays *a = &run->when;
    const double tol = run->stepper->adaptive ? run->def.tol : fixed_tol;
    const double soon =
        fmax(4 * jd_instant_gap(run->t, run->def.until), near_share * tol * (run->t - run->t_old));
    const double *rates = stage(run, last_stage(run));
    run->whens.ahead_to = 0;
    for (int i = 0; i < run->n; i++) run->slope[i] = run->y[i] + soon * rates[i];
    jd_whens_evaluate(run, run->t + soon, run->slope);
    look(run, a->ahead);
    bool some = false;
    for (int k = 0; k < run->system->whens; k++) {
        a->ahead[k] = a->ahead[k] && !a->was[k] && !a->now[k];
        a->now[k] = a->now[k] || a->ahead[k];
        some = some || a->ahead[k];
    }
    run->whens.ahead_to = run->t + 2 * soon;
    jd_whens_evaluate(run, run->t, run->y);
    if (some && parts(run, soon)) {
        for (int k = 0; k < run->system->whens; k++) {
            a->now[k] = a->now[k] && !a->ahead[k];
            a->ahead[k] = 0;
        }
        run->whens.ahead_to = 0;
    }
}

/* What holds where the run stands. */
static void look_here(JdRun *run) {
    look_at(run, run->t, run->when.now);
    if (run->whens.begun && rises(run, run->when.was, run->when.now)) look_ahead(run);
}

/* Those that became true together, in the order of the model. False: none has, or it failed. */
static bool act_once(JdRun *run) {
    WhenArrays *a = &run->when;
    bool acted = false;
    for (int k = 0; k < run->system->whens && !run->failed; k++) {
        const SystemWhen *when = &run->system->when[k];
        const bool risen = a->now[k] && !a->was[k];
        a->was[k] = a->now[k];
        if (!risen) continue;
        acted = true;
        run->whens.last = k;
        a->acts[k] = 1;
        if (chatters(run))
            return fail(run, "when-chatters", k, "happens over and over again", lie_apart);
        if (ends_nowhere(run, k)) return fail_shorter(run, k);
        if (!set_values(run, k) || !strike(run, k) || !jd_run_snap(run, k)) return false;
        /* the next one reads what this one has set */
        if (!jd_corners_follow(run)) jd_whens_evaluate(run, run->t, run->y);
        if (when->stop) end_run(run, when);
    }
    return acted;
}

/* Whether those that became true change what forces read, and no velocities. */
static bool only_pushes(const JdRun *run) {
    const WhenArrays *a = &run->when;
    for (int k = 0; k < run->system->whens; k++) {
        const SystemWhen *when = &run->system->when[k];
        if (a->acts[k] && (when->impulses || when->snaps >= 0)) return false;
    }
    return true;
}

/* What was set of states is as it was set. */
static void make_up(JdRun *run, double by, const double *before) {
    double *rates = stage(run, last_stage(run));
    if (by > 0 && only_pushes(run) && jd_late_matters(run, jd_late_found(run), before, rates))
        jd_late_make_up(run, by, run->n - run->system->extras, before, rates);
}

bool jd_whens_act(JdRun *run) {
    const JdSystem *s = run->system;
    Whens *w = &run->whens;
    const bool crossed = run->events.since == run->t && run->t > 0;
    if (s->whens == 0) return true;
    if (w->begun && !w->due && !crossed && w->looked == run->t) return true;
    if (w->begun && !w->due && joined_at(run, run->t)) { /* rounding makes no event */
        w->looked = run->t;
        return true;
    }
    jd_run_own_mode(run);
    const bool met = w->due && w->begun && !crossed && s->watched > s->corners;
    w->due = false;
    w->looked = run->t;
    const double energy = jd_energy_now(run);
    if (met) {
        memcpy(run->first, stage(run, last_stage(run)), (size_t)run->n * sizeof *run->first);
        jd_late_probe(run, run->first);
    }
    look_here(run);
    const double late = met ? jd_late_by(run) : 0;
    if (!w->begun) { /* what holds at the start is no event */
        memcpy(run->when.was, run->when.now, (size_t)s->whens);
        w->begun = true;
    }
    bool acted = false;
    memset(run->when.acts, 0, (size_t)s->whens);
    for (int round = 0; act_once(run); round++) {
        acted = true;
        w->acted = run->t;
        if (round == ROUNDS)
            return fail(run, "when-circle", w->last,
                        "makes itself true again, or others that make it true", lie_apart);
        look_at(run, run->t, run->when.now);
    }
    if (run->failed || !acted) return !run->failed;
    run->corners.seen = NAN;
    jd_run_rates_proved(run, run->t, run->y, stage(run, last_stage(run)));
    make_up(run, late, run->first);
    if (run->cost.steps == 0)
        memcpy(stage(run, 0), stage(run, last_stage(run)), (size_t)run->n * sizeof(double));
    jd_energy_event(run, energy);
    run->changed = true;
    jd_small_end(&run->small); /* no way back over an event */
    run->events.since = run->t;
    jd_delays_mark(run);
    return true;
}

/* ---- Whether something happens --------------------------------------------------------------- */

/* One has become true at the state reached; which are noted. */
static bool has_risen(JdRun *run) {
    const WhenArrays *a = &run->when;
    if (!run->whens.due && joined_at(run, run->t)) return false;
    look_here(run);
    for (int k = 0; k < run->system->whens; k++) a->acts[k] = a->now[k] && !a->was[k];
    return rises(run, a->was, a->now);
}

bool jd_whens_due(JdRun *run) {
    Whens *w = &run->whens;
    if (w->asked == run->t && run->t > 0) return w->comes;
    if (!w->begun) return false;
    jd_run_own_mode(run);
    const bool crosses = jd_events_due(run);
    const bool comes =
        crosses ? jd_events_try(run, has_risen) : (w->due || isnan(w->looked)) && has_risen(run);
    w->asked = run->t;
    w->comes = comes;
    return comes;
}

/* ---- Set from outside ------------------------------------------------------------------------ */

bool jd_run_set(JdRun *run, JdChannel input, double value) {
    const JdSystem *s = run ? run->system : NULL;
    if (!s || input.index < 0 || input.index >= s->channels || !isfinite(value)) return false;
    const int given = jd_given_of_channel(s, input.index);
    if (given < 0 || run->failed) return false;
    if (run->when.given[given] == value) return true;
    run->coarse.given = true;
    jd_corners_hold(run, true);
    jd_run_own_mode(run);
    if (run->def.statistics_count && run->started) { /* of what is not to be, nothing */
        jd_statistics_take(run, run->output_time);
        jd_run_sample(run, run->output_time);
    }
    if (s->delays && run->started) {
        if (!jd_delays_take(run, run->output_time)) return false;
        jd_run_sample(run, run->output_time);
    }
    if (run->t > run->output_time && run->started) { /* back to the row that was shown last */
        memcpy(run->y, run->out, (size_t)run->n * sizeof *run->y);
        run->t = run->output_time;
        run->corners.due = false;
        if (run->def.dt > 0) run->step_number = (long)(run->t / run->def.dt + same_share);
    }
    run->when.given[given] = value;
    if (!run->started) return true;
    jd_delays_mark(run);
    jd_corners_follow(run);
    jd_run_rates_proved(run, run->t, run->y, stage(run, last_stage(run)));
    if (run->cost.steps == 0)
        memcpy(stage(run, 0), stage(run, last_stage(run)), (size_t)run->n * sizeof(double));
    run->changed = true;
    run->stages_lent = false;
    jd_small_end(&run->small);
    run->whens.looked = run->whens.asked = run->corners.seen = NAN;
    run->whens.ahead_to = 0;
    jd_corners_hold(run, false);
    return true;
}
