/* SPDX-License-Identifier: MIT
 *
 * A run is compared with the reference, and what it said with what it did. */
#include "judge.h"
#include <string.h>

static const double STEP_SHARE =
    0.05; /* of a step of order 14: the fourth order then has about 1e-7 */
static const double STEPS_MOST = 8000; /* of the fixed stepper */
static const double SECONDS = 20;      /* of the processor, for one run */
static const double HALVED =
    1.0 / 6; /* of an error of order 4, at least, when the step is halved */
static const double TRUNCATION_MOST = 300; /* times what is allowed: more is something else */
static const double FALSE_SHARE = 1e-3;    /* of what is allowed: one tolerance */
static const double SAME_SHARE = 1e-4;     /* of the largest value: two forms have the same; */
static const double SAME_STEPS = 10;       /* or so many tolerances for each step, */
static const double SAME_FIXED = 1e-2;     /* by steps of which nobody says that they are small: */
static const double DOUBTED = 1e-2;        /* times that, if the other one has doubts of its own */
static const double FINER = 0.125;         /* of these, where they are not */

double audit_fixed_step(const Subject *s, const Reference *reference) {
    return fmin(STEP_SHARE * reference->shortest, s->m.until / 1000);
}

static bool doubted(const Trial *t) {
    for (int k = 0; k < t->codes; k++)
        if (audit_doubts(t->code[k])) return true;
    return false;
}

/* The same, but for what is true of this start. */
static bool needlessly(const Subject *s, const Trial *t) {
    for (int k = 0; k < t->codes; k++)
        if (audit_doubts(t->code[k]) &&
            !(s->singular_start && !strcmp(t->code[k], "start-singular")))
            return true;
    return false;
}

static char letter_of(const Subject *s, const Verdict *v, char agrees) {
    const Trial *t = &v->trial;
    if (t->end == HUNG) return 'H';
    if (v->most.bad) return doubted(t) ? 'n' : 'N';
    if (t->end == REFUSED) return 'r';
    if (v->most.share > 1) return doubted(t) ? 'd' : 'D';
    if (t->end == FAILED) return 'e';
    if (v->most.judged == 0 || t->end == TOO_LONG) return '-';
    if (!needlessly(s, t)) return agrees;
    return v->most.share < FALSE_SHARE ? 'f' : 'w';
}

/* theory (4.9) */
static double gain(const Subject *s, const Way *way, double step) {
    return strcmp(way->stepper, "rk4") ? 100 / s->m.until : 0.1 / step;
}

/* What may be allowed, the least first: a difference is judged by the first that it agrees with.
 * With gains a lock that is off moves speeds and accelerations. A method of several steps and one
 * of fixed steps have their errors everywhere along the way, where a mechanism may be more
 * sensitive than at its start, and as many as they have steps. */
typedef struct {
    char letter; /* of what agrees with no less */
    Nudging nudging;
    bool gain, steps;
} Bound;

// clang-format off
static const Bound bounds[] = {
    {'.', NOWHERE,      false, false},
    {'.', AT_THE_START, false, false},
    {'g', AT_THE_START, true,  false},
    {'s', ALL_ALONG,    true,  false}, /* from here on not for all steppers */
    {'l', ALL_ALONG,    true,  true},
};
// clang-format on
enum { BOUNDS = sizeof bounds / sizeof bounds[0], BOUNDS_OF_ALL = 3 };

static int last_bound(const Way *way) {
    return (strcmp(way->stepper, "dop853") ? (int)BOUNDS : (int)BOUNDS_OF_ALL) - 1;
}

static void judge_by(const Subject *s, const Channels *channels, Reference *reference,
                     const Way *way, double step, const Bound *bound, Verdict *out) {
    const bool fixed = !strcmp(way->stepper, "rk4");
    const bool gains = bound->gain && !strcmp(way->stabilise, "baumgarte");
    const Allowance allowance = {way->tol, bound->nudging,
                                 bound->steps && !fixed ? (double)out->trial.steps : 0,
                                 gains ? gain(s, way, step) : 0};
    audit_sensitivity(channels, bound->nudging, reference);
    out->most =
        audit_compare(s, channels, reference, &out->trial.record, out->trial.shown, &allowance);
}

/* Whether a warning was needed is judged by all that may be allowed. */
static void judge_step(const Subject *s, const Channels *channels, Reference *reference,
                       const Way *way, double step, Verdict *out) {
    audit_try(s, channels, way, step, SECONDS, &out->trial);
    int b = needlessly(s, &out->trial) ? last_bound(way) : 0;
    for (;; b++) {
        judge_by(s, channels, reference, way, step, &bounds[b], out);
        if (out->most.share <= 1 || b == last_bound(way)) break;
    }
    out->letter = letter_of(s, out, bounds[b].letter);
}

/* Whether another form, which goes another way to the same numbers, has the same rows: with one of
 * the steppers that choose their steps. */
static bool another_has(const Subject *s, const Channels *channels, const Way *way,
                        const Trial *trial) {
    static _Thread_local Trial other;
    const double by_steps = SAME_STEPS * (double)trial->steps * way->tol;
    const double same = strcmp(way->stepper, "rk4") ? fmax(SAME_SHARE, by_steps) : SAME_FIXED;
    for (int k = 0; k < audit_way_count; k++) {
        const Way *with = &audit_ways[k];
        if (!strcmp(with->form, way->form) || !strcmp(with->stepper, "rk4")) continue;
        audit_try(s, channels, with, 0, SECONDS, &other);
        if (other.end == ENDED &&
            audit_record_apart(channels, &other.record, &trial->record, trial->shown) <
                (doubted(&other) ? same * DOUBTED : same))
            return true;
    }
    return false;
}

/* Where the reference does not come to the end (a drive past its dead point) the program must not
 * go on without a word, unless it is sure: the reference itself runs out of digits where a
 * light body is flung away. Nobody says that a fixed step is small. */
static void judge_alone(const Subject *s, const Channels *channels, const Way *way, Verdict *out) {
    static _Thread_local Trial finer;
    const double step = s->m.until / 1000;
    audit_try(s, channels, way, step, SECONDS, &out->trial);
    const bool silent = out->trial.end == ENDED && !doubted(&out->trial);
    out->letter = out->trial.end == HUNG                       ? 'H'
                  : !silent                                    ? '?'
                  : another_has(s, channels, way, &out->trial) ? 'a'
                                                               : 'G';
    if (out->letter != 'G' || strcmp(way->stepper, "rk4")) return;
    audit_try(s, channels, way, step * FINER, SECONDS, &finer);
    if (finer.end == ENDED && another_has(s, channels, way, &finer)) out->letter = 't';
}

void audit_judge(const Subject *s, const Channels *channels, Reference *reference, const Way *way,
                 Verdict *out) {
    memset(out, 0, sizeof *out);
    out->most.channel = -1;
    out->letter = '-';
    if (reference->end == STOPPED) judge_alone(s, channels, way, out);
    if (reference->end != AT_THE_END) return;
    const double step = audit_fixed_step(s, reference);
    const bool fixed = !strcmp(way->stepper, "rk4");
    if (fixed && step * STEPS_MOST < s->m.until) return;
    judge_step(s, channels, reference, way, step, out);
    if (!fixed || out->letter != 'D' || out->most.share > TRUNCATION_MOST) return;
    /* A fixed step has no tolerance: what halving takes away as its order says is truncation. */
    static _Thread_local Verdict half;
    judge_step(s, channels, reference, way, step / 2, &half);
    judge_by(s, channels, reference, way, step / 2, &bounds[last_bound(way)], &half);
    if (half.most.share < out->most.share * HALVED && half.trial.end == ENDED) out->letter = 't';
}

int audit_gravity(char letter) {
    if (letter == '\0') return 0; /* which strchr would find */
    return letter == 'N' ? 3 : strchr("DHG", letter) ? 2 : strchr("nre", letter) ? 1 : 0;
}
