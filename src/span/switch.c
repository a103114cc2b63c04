/* SPDX-License-Identifier: MIT
 *
 * Where conditions on time change next: theory (6.22), (6.25). A condition changes where its
 * function of time passes a barrier: zero, or any whole number. Linear functions pass it at an
 * instant that is computed. Of others the bounds over a span tell that there is no barrier in it,
 * or that the function only rises or only falls there, so that it is passed at most once; spans of
 * which they tell neither are halved. So none is stepped over, however short the time between two.
 */
#include "span/interval.h"
#include <float.h>

enum {
    SPANS =
        4096, /* looked at in one search; it ends where they are used up, and goes on from there */
    HALVINGS = 128, /* of one span: more than there are numbers in it */
    LAST_UNITS = 4, /* spans of so many units in the last place are not halved */
};
static const double noise_factor =
    8; /* bounds that are so many times those of rounding tell nothing any more */

static const double near_zero =
    1e-6; /* instants are told apart no better: a share of the whole time */

double jd_instant_gap(double time, double whole) {
    return 64 * DBL_EPSILON * fmax(fabs(time), near_zero * whole);
}

/* ---- Levels --------------------------------------------------------------------------------- */

/* The barrier at or below x: its number, or -1 and 0 on both sides of zero. NaN, where it is not
 * defined, is a level of its own. */
static double level_of(const Condition *c, double x) {
    if (isnan(x)) return NAN;
    return c->whole ? floor(x) : x < 0 ? -1 : 0;
}

static bool differ(double a, double b) {
    return isnan(a) ? !isnan(b) : !(a == b);
}

/* The next barrier upwards or downwards from a level; infinite: there is none. */
static double barrier_from(const Condition *c, double level, bool up) {
    if (c->whole) return up ? level + 1 : level;
    return up == (level < 0) ? 0 : up ? INFINITY : -INFINITY;
}

/* Whether a barrier lies within the bounds. */
static bool has_barrier(const Condition *c, Interval x) {
    return c->whole ? !(floor(x.lo) == floor(x.hi) && x.lo > floor(x.lo)) : interval_has(x, 0);
}

static double value_at(const Condition *c, double time, const double *held) {
    return jd_program_eval_at(c->changes, (Now){time, held}, NULL);
}

/* Bounds at one time: how far rounding may be off. */
static Interval rounded_at(const Condition *c, double time, const double *held) {
    return jd_program_series(c->changes, interval_at(time), held, NULL, 1).at[0];
}

/* ---- Linear functions ----------------------------------------------------------------------- */

/* Of the numbers next to t the one at which the function is nearest to the barrier; t itself, if it
 * is as good. */
static double polished(const Condition *c, const double *held, double t, double barrier) {
    double best = t, least = fabs(value_at(c, t, held) - barrier), below = t, above = t;
    for (int k = 0; k < 2; k++) {
        below = nextafter(below, -INFINITY), above = nextafter(above, INFINITY);
        const double at[2] = {below, above};
        for (int side = 0; side < 2; side++) {
            const double off = fabs(value_at(c, at[side], held) - barrier);
            if (off < least) best = at[side], least = off;
        }
    }
    return best;
}

/* f = f0 + f1 t */
static double next_linear(const Condition *c, double from, double to, const double *held) {
    const double unsure = 8 * DBL_EPSILON * fabs(from);
    double f[3];
    jd_program_jet_at(c->changes, (Now){0, held}, NULL, f);
    if (!(fabs(f[1]) > 0) || !isfinite(f[0]) || !isfinite(f[1])) return to;
    const double here = f[0] + f[1] * from, way = f[1] > 0 ? 1 : -1;
    double barrier = !c->whole ? 0 : way > 0 ? ceil(here) : floor(here);
    double t = (barrier - f[0]) / f[1];
    for (int k = 0; k < 4 && c->whole && t <= from + unsure; k++) {
        barrier += way;
        t = (barrier - f[0]) / f[1];
    }
    if (!(t > from + unsure) || t >= to) return to;
    return fmin(polished(c, held, t, barrier), to);
}

/* ---- Other functions ------------------------------------------------------------------------ */

/* Up to `at` the level is known, or unclear from `blur` on. */
typedef struct {
    const Condition *condition;
    const double *held;
    double at, blur;
    double level;
    bool known, blurred;
    int spans;
} Search;

/* The first number behind a change of level, or the last before it, if the function is at the
 * barrier there as far as rounding lets one know. */
static double locate(const Search *s, double lo, double hi) {
    const Condition *c = s->condition;
    for (;;) {
        const double middle = lo + 0.5 * (hi - lo);
        if (!(middle > lo && middle < hi)) break;
        if (differ(level_of(c, value_at(c, middle, s->held)), s->level))
            hi = middle;
        else
            lo = middle;
    }
    const double before = value_at(c, lo, s->held), behind = value_at(c, hi, s->held);
    const double barrier = barrier_from(c, s->level, behind > before);
    const bool at_it = has_barrier(c, rounded_at(c, lo, s->held));
    return at_it && fabs(before - barrier) < fabs(behind - barrier) ? lo : hi;
}

/* The level from which a function that rises or falls all over the span starts: next to a barrier,
 * the side it goes to. */
static double start_level(const Search *s, bool rises) {
    const Interval x = rounded_at(s->condition, s->at, s->held);
    if (!has_barrier(s->condition, x)) return level_of(s->condition, x.lo);
    const double barrier = s->condition->whole ? ceil(x.lo) : 0;
    return rises ? barrier : barrier - 1;
}

/* Whether the level is another one at the start of the span already: it changed where that was
 * unclear. */
static bool changed_before(const Search *s) {
    if (!s->known || !s->blurred) return false;
    const Interval x = rounded_at(s->condition, s->at, s->held);
    return interval_empty(x)
               ? !isnan(s->level)
               : !has_barrier(s->condition, x) && differ(level_of(s->condition, x.lo), s->level);
}

/* A span in which the function only rises or only falls; NAN: it passes no barrier. */
static double pass(Search *s, double end, bool rises) {
    const Condition *c = s->condition;
    if (changed_before(s)) return locate(s, s->blur, s->at);
    if (!s->known) s->level = start_level(s, rises);
    s->known = true;
    const double barrier = barrier_from(c, s->level, rises), x = value_at(c, end, s->held);
    return (rises ? x >= barrier : x < barrier) ? locate(s, s->blurred ? s->blur : s->at, end)
                                                : NAN;
}

/* A span without a barrier in it. */
static double stay(Search *s, double level) {
    if (s->known && differ(level, s->level)) return locate(s, s->blurred ? s->blur : s->at, s->at);
    s->level = level;
    s->known = true;
    return NAN;
}

/* A span of which nothing can be told. */
static void blur(Search *s) {
    if (!s->blurred) s->blur = s->at;
    s->blurred = true;
}

typedef enum { SPLIT, CLEAR, FOUND } Finding;

static Finding look(Search *s, double end, double *found) {
    const Condition *c = s->condition;
    const Series f = jd_program_series(c->changes, interval(s->at, end), s->held, NULL, 1);
    s->spans++;
    *found = NAN;
    if (interval_empty(f.at[0]) || !has_barrier(c, f.at[0])) {
        *found = stay(s, level_of(c, f.at[0].lo));
        s->blurred = false;
    } else if (f.at[1].lo > 0 || f.at[1].hi < 0) {
        *found = pass(s, end, f.at[1].lo > 0);
        s->blurred = false;
    } else {
        const double middle = s->at + 0.5 * (end - s->at);
        const Interval noise = rounded_at(c, middle, s->held);
        const double width = f.at[0].hi - f.at[0].lo, rounding = noise.hi - noise.lo;
        const bool tiny = end - s->at <= LAST_UNITS * DBL_EPSILON * fabs(end);
        if (!tiny && !(isfinite(width) && width <= noise_factor * rounding)) return SPLIT;
        blur(s);
    }
    return isnan(*found) ? CLEAR : FOUND;
}

/* From left to right, the nearer half first. */
static double next_of(const Condition *c, double from, double to, const double *held) {
    Search s = {.condition = c, .held = held, .at = from};
    double ends[HALVINGS], found;
    int top = 0;
    ends[0] = to;
    while (top >= 0) {
        const Finding finding = look(&s, ends[top], &found);
        if (finding == FOUND) return found > from ? fmin(found, to) : fmin(nextafter(from, to), to);
        if (finding == SPLIT && top + 1 < HALVINGS) {
            const double end = ends[top];
            ends[++top] = s.at + 0.5 * (end - s.at);
            continue;
        }
        if (finding == SPLIT) blur(&s);
        s.at = ends[top--];
        if (s.spans > SPANS) return s.at;
    }
    return to;
}

/* ---- All conditions of a program ------------------------------------------------------------ */

/* What a condition is between two instants at which it may change: asked at a time that is clear of
 * its barriers. */
static double held_between(const Condition *c, double from, double to, const double *held) {
    static const double share[] = {0.381966011250105, 0.618033988749895, 0.145898033750315,
                                   0.854101966249685, 0.5};
    double time = to;
    for (int k = 0; k < 5; k++) {
        time = from + share[k] * (to - from);
        if (!c->changes || !has_barrier(c, rounded_at(c, time, held))) break;
    }
    return jd_program_eval_at(c->value, (Now){time, held}, NULL);
}

/* Conditions that stand in others come first: where they hold, the others are smooth. */
double jd_program_next(const Program *program, double from, double to, double *held) {
    const Condition *c;
    for (int k = 0; (c = jd_program_condition(program, k)); k++) {
        if (c->changes)
            to = c->linear ? next_linear(c, from, to, held) : next_of(c, from, to, held);
        held[c->number] = held_between(c, from, to, held);
    }
    return to;
}
