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

static char letter_of(const Subject *s, const Verdict *v) {
    const Trial *t = &v->trial;
    if (t->end == HUNG) return 'H';
    if (v->most.bad) return doubted(t) ? 'n' : 'N';
    if (t->end == REFUSED) return 'r';
    if (v->most.share > 1) return doubted(t) ? 'd' : 'D';
    if (t->end == FAILED) return 'e';
    if (v->most.judged == 0) return '-';
    if (!needlessly(s, t)) return '.';
    return v->most.share < FALSE_SHARE ? 'f' : 'w';
}

/* theory (4.9) */
static double gain(const Subject *s, const Way *way, double step) {
    return strcmp(way->stepper, "rk4") ? 100 / s->m.until : 0.1 / step;
}

static void judge_step(const Subject *s, const Channels *channels, const Reference *reference,
                       const Way *way, double step, Verdict *out) {
    audit_try(s, channels, way, step, SECONDS, &out->trial);
    const bool fixed = !strcmp(way->stepper, "rk4");
    const Allowance allowance = {way->tol, fixed ? 0 : (double)out->trial.steps,
                                 strcmp(way->stabilise, "baumgarte") ? 0 : gain(s, way, step)};
    out->most =
        audit_compare(s, channels, reference, &out->trial.record, out->trial.shown, &allowance);
    out->letter = letter_of(s, out);
}

/* Where the reference does not come to the end (a drive past its dead point) the program must not
 * go on without a word. */
static void judge_alone(const Subject *s, const Channels *channels, const Way *way, Verdict *out) {
    audit_try(s, channels, way, s->m.until / 1000, SECONDS, &out->trial);
    const bool silent = out->trial.end == ENDED && !doubted(&out->trial);
    out->letter = out->trial.end == HUNG ? 'H' : silent ? 'G' : '?';
}

void audit_judge(const Subject *s, const Channels *channels, const Reference *reference,
                 const Way *way, Verdict *out) {
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
    if (half.most.share < out->most.share * HALVED && half.trial.end == ENDED) out->letter = 't';
}

int audit_gravity(char letter) {
    if (letter == '\0') return 0; /* which strchr would find */
    return letter == 'N' ? 3 : strchr("DHG", letter) ? 2 : strchr("nre", letter) ? 1 : 0;
}
