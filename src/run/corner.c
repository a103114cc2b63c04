/* SPDX-License-Identifier: MIT
 *
 * Corners of functions of channels: theory 6.15. Each is held at its level over a whole step, so
 * that what the steppers see is smooth, be it beyond the corner. When a step is done, what is
 * behind the corners and behind the comparisons of events is looked at on its dense output, at as
 * many places as it takes to know it as a polynomial; the places at which something may have
 * changed in between are looked at, too. Where a corner is passed, the step ends (when.c), and the
 * corner is held at its next level from there on. */
#include "run/inside.h"
#include <string.h>

enum {
    FEWEST = 4,      /* places of a polynomial at first, doubled up to CHEB_MOST, */
    DEEPEST = 6,     /* then the span is halved, so often */
    MOST_PARTS = 96, /* of a step */
    GRID = 4,        /* places between two of a polynomial, where its extremes are */
    MARKS = 512,     /* instants to look at in a part */
    HALVINGS = 60,
    FLIPS = 100,   /* of one corner in no time: it slides along it; */
    FEW_FLIPS = 4, /* that may be so */
};
static const double unsure = 4; /* times the last numbers of a polynomial: how far it may be off */
static const double resolved = 1e-7;   /* of its size: then its extremes are known */
static const double rounding = 1e-13;  /* of the size: on the corner, it is where it was */
static const double begun = 1e-9;      /* of the size within the first step: it begins there */
static const double standing = 1e-6;   /* of the run: no time */
static const double lead_share = 1e-9; /* of the run: so soon it is known where a corner goes */

void jd_corners_layout(JdRun *run, Layout *at) {
    const int n = run->system->watched;
    CornerArrays *a = &run->corner;
    a->level = PLACE(at, double, n + 1);
    a->size = PLACE(at, double, n + 1);
    a->here = PLACE(at, double, n + 1);
    a->value = PLACE(at, double, n ? n *(CHEB_MOST + 1) : 1);
    a->since = PLACE(at, double, n + 1);
    a->flips = PLACE(at, int, n + 1);
    a->turns = PLACE(at, char, n + 1);
    a->start = PLACE(at, double, n + 1);
    a->left = PLACE(at, double, n + 1);
    a->then = PLACE(at, double, n + 1);
    a->now = PLACE(at, double, n + 1);
    a->begins = PLACE(at, char, n + 1);
    a->holds = PLACE(at, char, n ? (CHEB_MOST + 1) * (run->system->whens + 1) : 1);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static double level_of(const Corner *c, double x) {
    return c->whole ? floor(x) : x < 0 ? -1 : 0;
}

/* The barrier that is nearest to x: zero, or a whole number. */
static double barrier_of(const Corner *c, double x) {
    return c->whole ? floor(x + 0.5) : 0;
}

static double held_at(const Corner *c, double level) {
    return c->whole ? level + c->above : level < 0 ? c->below : c->above;
}

/* How far x is beyond the end of a level; at most 0: it is not. */
static double beyond(const Corner *c, double level, double x) {
    if (c->whole) return fmax(level - x, x - (level + 1));
    return level < 0 ? x : -x;
}

static double value_of(const JdRun *run, int k) {
    const Motion *m = &run->motion;
    return jd_program_eval_at(run->system->corner[k].corner.changes, jd_now(m), m->inputs);
}

static bool is_off(const JdRun *run, int k, double x) {
    const CornerArrays *a = &run->corner;
    if (isnan(a->level[k])) return false;
    return beyond(&run->system->corner[k].corner, a->level[k], x) > rounding * a->size[k];
}

void jd_corners_base(JdRun *run) {
    memcpy(run->corner.left, run->corner.here,
           (size_t)run->system->watched * sizeof *run->corner.left);
}

static double beyond_level(const JdRun *run, int k, double x) {
    const Corner *c = &run->system->corner[k].corner;
    const bool held = k < run->system->corners && !isnan(run->corner.level[k]);
    return beyond(c, held ? run->corner.level[k] : level_of(c, run->corner.left[k]), x);
}

double jd_corners_beyond(const JdRun *run) {
    double most = -INFINITY;
    for (int k = 0; k < run->system->watched; k++) {
        const double size = run->corner.size[k] > 0 ? run->corner.size[k] : 1;
        most = fmax(most, beyond_level(run, k, run->corner.here[k]) / size);
    }
    return most;
}

void jd_corners_mark(JdRun *run) {
    for (int k = 0; k < run->system->watched; k++) run->corner.here[k] = value_of(run, k);
}

/* Conditions that have passed their barrier since they were looked at, and corners that turn. */
static bool has_passed(const JdRun *run, int k, double beyond) {
    return k < run->system->corners ? run->corner.turns[k] : beyond > 0;
}

double jd_corners_ago(const JdRun *run, double away) {
    double ago = 0;
    for (int k = 0; k < run->system->watched; k++) {
        const double here = beyond_level(run, k, value_of(run, k));
        const double rise = beyond_level(run, k, run->corner.here[k]) - here;
        if (rise > 0 && has_passed(run, k, here)) ago = fmax(ago, here / rise * away);
    }
    return ago;
}

double jd_corners_first(const JdRun *run, double away, double most) {
    double first = INFINITY;
    for (int k = 0; k < run->system->watched; k++) {
        const double here = beyond_level(run, k, run->corner.here[k]);
        const double rise = beyond_level(run, k, value_of(run, k)) - here;
        const double at = rise > 0 ? -here / rise * away : INFINITY;
        if (fabs(at) <= most) first = fmin(first, at);
    }
    return isfinite(first) ? first : 0;
}

bool jd_corners_off(JdRun *run) {
    CornerArrays *a = &run->corner;
    bool off = false;
    for (int k = 0; k < run->system->corners; k++) {
        a->turns[k] = is_off(run, k, value_of(run, k));
        off = off || a->turns[k];
    }
    return off;
}

static void hold(JdRun *run, int k, double level) {
    const Corner *c = &run->system->corner[k].corner;
    run->corner.level[k] = level;
    run->event.held[c->number] = isnan(level) ? NAN : held_at(c, level);
}

void jd_corners_hold(JdRun *run, bool held) {
    for (int k = 0; k < run->system->corners; k++) {
        const Corner *c = &run->system->corner[k].corner;
        const double level = run->corner.level[k];
        run->event.held[c->number] = held && !isnan(level) ? held_at(c, level) : NAN;
    }
}

/* ---- What is there --------------------------------------------------------------------------- */

void jd_corners_see(JdRun *run) {
    for (int k = 0; k < run->system->watched; k++) run->corner.here[k] = value_of(run, k);
}

/* The largest values of the motion tell what rounding is; beyond a change, where a step only tried
 * to go, there are others. */
static void measure(JdRun *run, int k, double x) {
    const double size = run->system->corner[k].corner.whole ? 1 : fabs(x);
    if (size > run->corner.size[k]) run->corner.size[k] = size;
}

void jd_corners_measure(JdRun *run) {
    jd_corners_see(run);
    for (int k = 0; k < run->system->watched; k++) measure(run, k, run->corner.here[k]);
}

/* Where a comparison is at its barrier, but for rounding; NAN: it is not. */
static double barrier_at(const JdRun *run, int k) {
    const double x = value_of(run, k), barrier = barrier_of(&run->system->corner[k].corner, x);
    return fabs(x - barrier) <= begun * run->corner.size[k] ? barrier : NAN;
}

bool jd_corners_pin(JdRun *run) {
    bool some = false;
    for (int k = run->system->corners; k < run->system->watched; k++) {
        const bool at_it = !isnan(barrier_at(run, k));
        run->corner.begins[k] = at_it;
        some = some || at_it;
    }
    return some;
}

void jd_corners_snap(JdRun *run, bool held) {
    for (int k = run->system->corners; k < run->system->watched; k++) {
        const Corner *c = &run->system->corner[k].corner;
        if (!run->corner.begins[k]) continue;
        const double barrier = held ? barrier_at(run, k) : NAN;
        run->event.held[c->number] = barrier + c->at;
    }
}

/* All levels as they are at the state reached; those inside others come first. */
static void find_levels(JdRun *run) {
    CornerArrays *a = &run->corner;
    for (int k = 0; k < run->system->corners; k++) {
        const double x = value_of(run, k);
        if (a->flips[k] > FLIPS || isnan(x)) continue;
        if (!isnan(a->level[k]) && !is_off(run, k, x)) continue;
        hold(run, k, level_of(&run->system->corner[k].corner, x));
    }
}

void jd_corners_start(JdRun *run) {
    const JdSystem *s = run->system;
    if (s->watched == 0) return;
    run->motion.held = run->event.held;
    for (int k = 0; k < s->watched; k++) run->corner.level[k] = NAN;
}

/* It begins at the very end of a level: v = 0 of sign(v). */
static bool is_at_end(const JdRun *run, int k) {
    const double x = run->corner.here[k];
    return x == barrier_of(&run->system->corner[k].corner, x);
}

/* Those go where the motion takes them with the expressions as they are: sign(0) is 0. Off a jump
 * that pushes away, both ways would do. */
static void lead_from_ends(JdRun *run) {
    const long evaluations = run->cost.evaluations;
    const double away = lead_share * run->def.until;
    jd_run_rates(run, run->t, run->y, stage(run, 0));
    for (int i = 0; i < run->n; i++) run->aside[i] = run->y[i] + away * stage(run, 0)[i];
    jd_whens_evaluate(run, run->t + away, run->aside);
    for (int k = 0; k < run->system->corners; k++) {
        const double x = run->corner.here[k];
        if (is_at_end(run, k) && value_of(run, k) < x)
            hold(run, k, level_of(&run->system->corner[k].corner, x) - 1);
    }
    jd_whens_evaluate(run, run->t, run->y);
    run->cost.evaluations = evaluations;
}

/* The start is evaluated with nothing held. */
void jd_corners_begin(JdRun *run) {
    bool some = false;
    if (run->system->corners == 0) return;
    jd_whens_evaluate(run, run->t, run->y);
    jd_corners_measure(run);
    for (int k = 0; k < run->system->corners; k++) some = some || is_at_end(run, k);
    if (some) lead_from_ends(run);
    find_levels(run);
}

bool jd_corners_follow(JdRun *run) {
    if (run->system->corners == 0) return false;
    jd_corners_hold(run, false);
    jd_whens_evaluate(run, run->t, run->y);
    jd_corners_hold(run, true);
    jd_corners_measure(run);
    find_levels(run);
    jd_whens_evaluate(run, run->t, run->y);
    return true;
}

/* ---- From one level to the next ---------------------------------------------------------------
 */

static void release(JdRun *run, int k) {
    hold(run, k, NAN);
    if (!run->corners.slides) run->corners.slides = k + 1, run->corners.slides_t = run->t;
}

static const char slope[] = "a jump that pushes back from both sides, such as sign(v) of friction, "
                            "needs a slope: clamp(v/eps, -1, 1), tanh(v/eps)";

/* A run that gets stuck there says more. */
void jd_corners_tell(JdRun *run) {
    const int k = run->corners.slides - 1;
    if (k < 0 || run->failed) return;
    const SystemCorner *c = &run->system->corner[k];
    run->corners.slides = 0;
    jd_report(run->log, JD_WARNING, "corner-chatters", c->where,
              "at t = %.6g s %s '%s' goes to and fro over a corner or jump of its expression, and "
              "is no function of time any more",
              run->corners.slides_t, c->kind, c->name);
    jd_hint(run->log, "%s", slope);
}

bool jd_corners_stuck(JdRun *run, const char *code) {
    const int k = run->corners.slides - 1;
    if (k < 0) return false;
    const SystemCorner *c = &run->system->corner[k];
    jd_report(run->log, JD_ERROR, code, c->where,
              "from t = %.6g s on %s '%s' goes to and fro over a corner or jump of its expression, "
              "and no step is small enough",
              run->corners.slides_t, c->kind, c->name);
    jd_hint(run->log, "%s", slope);
    return true;
}

void jd_corners_release(JdRun *run) {
    for (int k = 0; k < run->system->corners; k++) {
        if (!run->corner.turns[k]) continue;
        run->corner.flips[k] = FLIPS + 1;
        release(run, k);
    }
    run->corners.due = false;
}

static void flip(JdRun *run, int k) {
    CornerArrays *a = &run->corner;
    const Corner *c = &run->system->corner[k].corner;
    const double x = value_of(run, k), level = a->level[k];
    const double span = run->stepper->adaptive ? standing * run->def.until : run->def.dt;
    if (!(run->t - a->since[k] < span)) a->flips[k] = 0, a->since[k] = run->t;
    if (++a->flips[k] > FLIPS) {
        release(run, k);
        return;
    }
    if (is_off(run, k, x))
        hold(run, k, level_of(c, x));
    else if (c->whole)
        hold(run, k, x - level < 0.5 ? level - 1 : level + 1);
    else
        hold(run, k, -1 - level);
}

bool jd_corners_slide(const JdRun *run) {
    for (int k = 0; k < run->system->corners; k++)
        if (run->corner.turns[k] && run->corner.flips[k] > FEW_FLIPS) return true;
    return false;
}

/* By the levels that were held before those that are. */
static double late_by(JdRun *run, const double *before) {
    CornerArrays *a = &run->corner;
    const size_t size = (size_t)run->system->corners * sizeof *a->level;
    memcpy(a->now, a->level, size);
    for (int k = 0; k < run->system->corners; k++) hold(run, k, a->then[k]);
    jd_late_probe(run, before);
    jd_whens_evaluate(run, run->t, run->y);
    const double by = jd_late_by(run);
    for (int k = 0; k < run->system->corners; k++) hold(run, k, a->now[k]);
    return by;
}

bool jd_corners_cross(JdRun *run) {
    const JdSystem *s = run->system;
    if (!run->corners.due || run->failed) return true;
    run->corners.due = false;
    run->corners.seen = NAN;
    jd_run_own_mode(run);
    const double energy = jd_energy_now(run);
    jd_whens_evaluate(run, run->t, run->y);
    memcpy(run->first, run->work, (size_t)run->n * sizeof *run->first);
    memcpy(run->corner.then, run->corner.level, (size_t)s->corners * sizeof *run->corner.then);
    for (int k = 0; k < s->corners; k++)
        if (run->corner.turns[k]) flip(run, k);
    jd_whens_evaluate(run, run->t, run->y);
    find_levels(run); /* others may have gone along */
    double *rates = stage(run, last_stage(run));
    jd_run_rates_proved(run, run->t, run->y, rates);
    if (!jd_corners_slide(run) && jd_late_matters(run, jd_late_found(run), run->first, rates))
        jd_late_make_up(run, late_by(run, run->first), run->n, run->first, rates);
    jd_energy_event(run, energy);
    run->changed = true;
    jd_small_end(&run->small); /* no way back */
    run->events.since = run->t;
    jd_delays_mark(run);
    return true;
}

/* ---- Where to look ----------------------------------------------------------------------------
 */

/* A part of the step. */
typedef struct {
    double from, to;
    int deep;
} Stretch;

static double time_at(const Stretch *part, double x) {
    const double inside = part->from + 0.5 * (1 + x) * (part->to - part->from);
    return x >= 1 ? part->to : x <= -1 ? part->from : inside;
}

static double *values_of(const JdRun *run, int k) {
    return run->corner.value + (size_t)k * (CHEB_MOST + 1);
}

/* What is known of the start of a step from the end of the one before. */
static bool recall(JdRun *run, const Stretch *part) {
    if (part->from != run->t_old || run->corners.seen != run->t_old) return false;
    for (int k = 0; k < run->system->watched; k++) values_of(run, k)[0] = run->corner.start[k];
    return true;
}

static void look(JdRun *run, const Stretch *part, int first, int stride) {
    CornerArrays *a = &run->corner;
    const size_t whens = (size_t)run->system->whens;
    for (int p = first; p <= CHEB_MOST; p += stride) {
        if (p == 0 && recall(run, part)) continue;
        jd_whens_look(run, time_at(part, jd_cheb_place(CHEB_MOST, p)));
        memcpy(a->holds + (size_t)p * whens, run->when.now, whens);
        for (int k = 0; k < run->system->watched; k++) values_of(run, k)[p] = a->here[k];
    }
}

/* Instants between those that were looked at. */
typedef struct {
    double time;
    int place; /* one that was looked at; LOOK: one to look at */
} Mark;
enum { LOOK = -1 };
typedef struct {
    Mark at[MARKS];
    int count;
} Marks;

static void add_mark(Marks *to, double time, int place) {
    if (to->count < MARKS) to->at[to->count++] = (Mark){time, place};
}

/* Where a sum passes a barrier between x0 and x1. */
static double find_root(int n, const double *sum, const Corner *c, double x0, double x1) {
    const double level = level_of(c, jd_cheb_value(n, sum, x0));
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (x0 + x1);
        if (level_of(c, jd_cheb_value(n, sum, middle)) == level)
            x0 = middle;
        else
            x1 = middle;
    }
    return x1;
}

/* Where the sum passes a barrier, and where it turns so near to one that it may. It turns where its
 * slope passes zero, be it beside an end of the part. */
static void add_turns(const Corner *c, int n, const double *sum, double err, const Stretch *part,
                      Marks *to) {
    const int last = GRID * n;
    double rate[CHEB_MOST], x[2] = {-1, -1}, y[2], d[2];
    jd_cheb_derive(n, sum, rate);
    y[1] = jd_cheb_value(n, sum, -1), d[1] = jd_cheb_value(n - 1, rate, -1);
    for (int p = 1; p <= last; p++) {
        x[0] = x[1], x[1] = jd_cheb_place(last, p);
        y[0] = y[1], y[1] = jd_cheb_value(n, sum, x[1]);
        d[0] = d[1], d[1] = jd_cheb_value(n - 1, rate, x[1]);
        if (level_of(c, y[0]) != level_of(c, y[1]))
            add_mark(to, time_at(part, find_root(n, sum, c, x[0], x[1])), LOOK);
        if (d[0] * d[1] > 0) continue;
        const double reach = err + fmax(fabs(d[0]), fabs(d[1])) * (x[1] - x[0]);
        const double away =
            fmin(fabs(y[0] - barrier_of(c, y[0])), fabs(y[1] - barrier_of(c, y[1])));
        if (away > reach) continue;
        add_mark(to, time_at(part, jd_cheb_zero(n - 1, rate, x[0], x[1])), LOOK);
    }
}

/* Whether all that is watched is known on the part by n + 1 places; then where it may change. Of a
 * part that is not halved again those that are known tell: |x| < 1e-6 is true where x turns. */
static bool know(const JdRun *run, const Stretch *part, int n, Marks *to) {
    const int stride = CHEB_MOST / n;
    bool all = true;
    to->count = 0;
    for (int k = 0; k < run->system->watched; k++) {
        const Corner *c = &run->system->corner[k].corner;
        double values[CHEB_MOST + 1], sum[CHEB_MOST + 1], sizes = 0;
        for (int p = 0; p <= n; p++) values[p] = values_of(run, k)[p * stride];
        jd_cheb_fit(n, values, sum);
        for (int j = 1; j <= n; j++) sizes += fabs(sum[j]);
        const double err = unsure * (fabs(sum[n]) + fabs(sum[n - 1]));
        const double away = fabs(sum[0] - barrier_of(c, sum[0]));
        const bool moves = sizes > rounding * run->corner.size[k];
        if (isnan(sizes) || !moves || away > sizes + err) continue; /* no barrier is near */
        if ((c->whole && sizes > 1) || err > resolved * (away + sizes)) {
            if (part->deep < DEEPEST) return false;
            all = false;
            continue;
        }
        add_turns(c, n, sum, err, part, to);
    }
    return all;
}

static void sort(Marks *marks) {
    for (int n = 1; n < marks->count; n++) {
        const Mark mark = marks->at[n];
        int k = n;
        for (; k > 0 && marks->at[k - 1].time > mark.time; k--) marks->at[k] = marks->at[k - 1];
        marks->at[k] = mark;
    }
}

/* At a place that was looked at. */
static bool changed_at(JdRun *run, int place) {
    for (int k = 0; k < run->system->corners; k++)
        if (is_off(run, k, values_of(run, k)[place])) return true;
    if (jd_whens_risen(run, run->corner.holds + (size_t)place * (size_t)run->system->whens))
        return true;
    for (int k = 0; k < run->system->watched; k++) measure(run, k, values_of(run, k)[place]);
    return false;
}

static bool changed_in(JdRun *run, double t) {
    if (jd_whens_changed(run, t)) return true;
    jd_corners_measure(run);
    return false;
}

/* In the order of time. Between two marks nothing changes but once, so the middle tells; where
 * there are none, the places do. The first instant at which something has changed; *before: the
 * last at which nothing had. */
static double go_through(JdRun *run, const Stretch *part, int n, Marks *marks, double *before) {
    const bool between = marks->count > 0;
    const int stride = CHEB_MOST / n;
    for (int p = 0; p <= n; p++) add_mark(marks, time_at(part, jd_cheb_place(n, p)), p * stride);
    sort(marks);
    double last = *before;
    for (int p = 0; p < marks->count; p++) {
        const Mark *mark = &marks->at[p];
        const double middle = last + 0.5 * (mark->time - last);
        if (!(mark->time > last)) continue;
        last = mark->time;
        if (between && middle > *before && middle < last) {
            if (changed_in(run, middle)) return middle;
            *before = middle;
        }
        if (mark->place == LOOK ? changed_in(run, last) : changed_at(run, mark->place)) return last;
        *before = last;
    }
    return INFINITY;
}

/* The fewest places that tell; -1: the most do not. */
static int look_well(JdRun *run, const Stretch *part, Marks *marks) {
    for (int n = FEWEST; n <= CHEB_MOST; n *= 2) {
        const int stride = CHEB_MOST / n;
        look(run, part, n == FEWEST ? 0 : stride, n == FEWEST ? stride : 2 * stride);
        if (know(run, part, n, marks)) return n;
    }
    return -1;
}

double jd_corners_find(JdRun *run, double *before) {
    Stretch waits[DEEPEST + 2] = {{fmin(*before, run->t), run->t, 0}};
    int count = 1, parts = 0;
    while (count > 0) {
        const Stretch part = waits[--count];
        Marks marks = {.count = 0};
        const int n = look_well(run, &part, &marks);
        if (n < 0 && part.deep < DEEPEST && ++parts < MOST_PARTS) {
            const double middle = part.from + 0.5 * (part.to - part.from);
            waits[count++] = (Stretch){middle, part.to, part.deep + 1};
            waits[count++] = (Stretch){part.from, middle, part.deep + 1};
            continue;
        }
        const double changed = go_through(run, &part, n < 0 ? CHEB_MOST : n, &marks, before);
        if (isfinite(changed)) return changed;
    }
    for (int k = 0; k < run->system->watched; k++)
        run->corner.start[k] = values_of(run, k)[CHEB_MOST];
    run->corners.seen = run->t;
    return INFINITY;
}
