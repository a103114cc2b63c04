/* SPDX-License-Identifier: MIT
 *
 * What delays remember: theory 6.17. Each step that is done leaves a piece of the past behind it,
 * its sources at places of the step as sums of Chebyshev polynomials. No step is longer than the
 * shortest delay, so that what it reads is known. Where something is not smooth, a mark is left: a
 * delay later it comes back, a step ends there, and what follows from it is smoother by one
 * derivative, until the stepper does not see it any more. */
#include "run/inside.h"
#include "span/span.h"
#include <string.h>

enum {
    TERMS_FIXED = 5, /* of a piece, of steps of order 4 and less, */
    TERMS = 9,       /* and of others */
    PIECES = 1 << 14,
    PIECES_MOST = 1 << 20,
    PIECES_MORE = 1 << 12, /* than fixed steps make: events split these */
    MARKS = 1 << 15,
    IMPLICIT_ORDER = 5, /* the highest of steppers whose order varies */
    HALVINGS =
        6, /* of a step, so that polynomials follow its sources; what is rough then is halved on, */
    ROUGH_MOST =
        200, /* so often in a step: a jump takes 40; all of it is rough by rounding alone */
};
static const double odd_share =
    0.01; /* the last number of a sum may be zero by chance: some of the one before */
static const double smooth_enough = 1e-9; /* of its size: better is rounding, perhaps */
static const double same = 1e-12;         /* of a delay's size: rounding */
static const double near_share = 0.1,     /* of a step: what is hidden beyond is for the next one */
    beyond_seen = 0.5; /* of the range that a step sees: what else there may be */

static double longest(const JdSystem *s) {
    double by = 0;
    for (int k = 0; k < s->delays; k++) by = fmax(by, s->delay[k].by);
    return by;
}

static double shortest(const JdSystem *s) {
    double by = INFINITY;
    for (int k = 0; k < s->delays; k++) by = fmin(by, s->delay[k].by);
    return by;
}

static int rooms(const JdRun *run) {
    if (run->stepper->adaptive || !(run->def.dt > 0)) return PIECES;
    const double pieces = 2 * longest(run->system) / run->def.dt + PIECES_MORE;
    return pieces < PIECES_MOST ? (int)pieces : PIECES_MOST;
}

void jd_delays_layout(JdRun *run, Layout *at) {
    const int n = run->system->delays;
    Past *past = &run->past;
    if (n == 0) return;
    past->room = rooms(run);
    past->terms = run->stepper->adaptive ? TERMS : TERMS_FIXED;
    past->mark_room = MARKS;
    past->now = PLACE(at, PastNow, 1);
    past->from = PLACE(at, double, past->room);
    past->sum = PLACE(at, double, (size_t)past->room *(size_t)n *(size_t)past->terms);
    past->mark = PLACE(at, double, past->mark_room);
    past->level = PLACE(at, int, past->mark_room);
    past->passed = PLACE(at, long, n);
    past->kept = PLACE(at, long, n + 2);
    past->size = PLACE(at, double, n);
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static double mark_at(const Past *past, long n) {
    return past->mark[n % past->mark_room];
}

static double gap(const JdRun *run) {
    return jd_instant_gap(run->t, run->def.until);
}

/* When delay k sees the next one. */
static double comes(const JdRun *run, int k) {
    const Past *past = &run->past;
    if (past->passed[k] >= past->now->marks) return INFINITY;
    return mark_at(past, past->passed[k]) + run->system->delay[k].by;
}

static int highest_level(const JdRun *run) {
    return run->stepper->order > 0 ? run->stepper->order : IMPLICIT_ORDER;
}

static bool too_fine(JdRun *run, const char *what) {
    const SystemDelay *longest_one = run->system->delay;
    for (int k = 1; k < run->system->delays; k++)
        if (run->system->delay[k].by > longest_one->by) longest_one = &run->system->delay[k];
    if (run->failed) return false;
    run->failed = true;
    jd_report(
        run->log, JD_ERROR, "delay-too-fine", longest_one->where,
        "at t = %.6g s delay '%s' has more %s to remember within its %g s than there is room for",
        run->t, longest_one->name, what, longest_one->by);
    jd_hint(run->log, "take a larger tolerance, a longer fixed step, or a shorter delay");
    return false;
}

static void add_mark(JdRun *run, double t, int level) {
    Past *past = &run->past;
    PastNow *now = past->now;
    const long last = now->marks - 1;
    if (level > highest_level(run)) return;
    if (last >= now->first_mark && t - mark_at(past, last) <= gap(run)) {
        int *there = &past->level[last % past->mark_room];
        if (level < *there) *there = level;
        return;
    }
    long seen = now->marks;
    for (int k = 0; k < run->system->delays; k++)
        if (past->passed[k] < seen) seen = past->passed[k];
    if (seen - 1 > now->first_mark) now->first_mark = seen - 1;
    if (now->marks - now->first_mark >= past->mark_room) {
        if (level == 0) too_fine(run, "corners");
        return;
    }
    past->mark[now->marks % past->mark_room] = t;
    past->level[now->marks % past->mark_room] = level;
    now->marks++;
}

void jd_delays_mark(JdRun *run) {
    if (run->system->delays) add_mark(run, run->t, 0);
}

/* Corners of histories, in the order of time, up to the start. */
static const double just_before = 1e-9; /* a share of the longest delay: corners there count */

static void mark_histories(JdRun *run) {
    const JdSystem *s = run->system;
    double t = -longest(s) * (1 + just_before);
    for (;;) {
        double next = 0;
        for (int k = 0; k < s->delays; k++) {
            const double change = jd_history_next(&s->delay[k], t);
            if (change > t && change < next) next = change;
        }
        if (!(next < 0)) break;
        add_mark(run, next, 0);
        t = next;
    }
    add_mark(run, 0, 0);
}

void jd_delays_start(JdRun *run) {
    const JdSystem *s = run->system;
    Past *past = &run->past;
    if (s->delays == 0) return;
    run->motion.past = past;
    mark_histories(run);
    for (int k = 0; k < s->delays; k++)
        while (comes(run, k) <= gap(run)) past->passed[k]++;
}

double jd_delays_limit(const JdRun *run) {
    double limit = run->t + shortest(run->system);
    for (int k = 0; k < run->system->delays; k++) limit = fmin(limit, comes(run, k));
    return limit;
}

bool jd_delays_due(const JdRun *run) {
    for (int k = 0; k < run->system->delays; k++)
        if (comes(run, k) <= run->t + gap(run)) return true;
    return false;
}

static double value_in(const JdRun *run, long n, int k, double at);

/* What delay k remembers begins where its history ends, but for rounding. */
static bool joins(const JdRun *run, int k) {
    const SystemDelay *d = &run->system->delay[k];
    const double end = jd_program_conditions(d->history) ? -just_before * d->by : 0;
    const double before = jd_program_eval(d->history, end, NULL);
    const double behind = value_in(run, jd_past_piece(&run->past, 0, false), k, 0);
    return fabs(behind - before) <= same * fmax(run->past.size[k], fabs(before));
}

bool jd_delays_cross(JdRun *run) {
    Past *past = &run->past;
    int level = highest_level(run);
    bool same_yet = true;
    for (int k = 0; k < run->system->delays; k++)
        for (; comes(run, k) <= run->t + gap(run); past->passed[k]++) {
            const int there = past->level[past->passed[k] % past->mark_room];
            const bool begins = fabs(mark_at(past, past->passed[k])) <= gap(run);
            if (there < level) level = there;
            same_yet = same_yet && begins && joins(run, k);
        }
    add_mark(run, run->t, level + 1);
    return same_yet;
}

/* What crossing changes, for who only looks what would be. */
void jd_delays_keep(JdRun *run) {
    const Past *past = &run->past;
    const int n = run->system->delays;
    if (n == 0) return;
    memcpy(past->kept, past->passed, (size_t)n * sizeof *past->kept);
    past->kept[n] = past->now->marks;
    past->kept[n + 1] = past->now->first_mark;
}

void jd_delays_put_back(JdRun *run) {
    const Past *past = &run->past;
    const int n = run->system->delays;
    if (n == 0) return;
    memcpy(past->passed, past->kept, (size_t)n * sizeof *past->kept);
    past->now->marks = past->kept[n];
    past->now->first_mark = past->kept[n + 1];
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static void evaluate(JdRun *run, double t) {
    const JdSystem *s = run->system;
    const double *y = run->y;
    if (t != run->t) jd_run_dense(run, t, run->out, NULL), y = run->out;
    jd_run_rates_proved(run, t, y, run->work);
    jd_run_recover(run, s->delay_level);
    jd_inputs_all(s, &run->motion, s->delay_level);
}

/* The step that is taken may be looked at still. */
static bool make_room(JdRun *run) {
    const Past *past = &run->past;
    PastNow *now = past->now;
    const double oldest = run->t_old - longest(run->system);
    while (now->first + 1 < now->count && past->from[(now->first + 1) % past->room] < oldest)
        now->first++;
    return now->count - now->first < past->room || too_fine(run, "steps");
}

/* Sources from the end of the last piece on; how far the worst of them is off its polynomial, in
 * tolerances. */
static double fit_piece(JdRun *run, double end, double *sum) {
    const JdSystem *s = run->system;
    Past *past = &run->past;
    const double from = past->now->end, half = 0.5 * (end - from);
    const int n = past->terms - 1;
    double worst = 0;
    for (int p = 0; p <= n; p++) {
        evaluate(run, p == n ? end : from + half * (1 + jd_cheb_place(n, p)));
        for (int k = 0; k < s->delays; k++) {
            const double x = run->motion.inputs[s->signal[s->delay[k].signal].slot];
            sum[k * past->terms + p] = x;
            if (fabs(x) > past->size[k]) past->size[k] = fabs(x);
        }
    }
    for (int k = 0; k < s->delays; k++) {
        double values[TERMS], *c = sum + k * past->terms;
        memcpy(values, c, (size_t)past->terms * sizeof *values);
        jd_cheb_fit(n, values, c);
        const double off = fabs(c[n]) + odd_share * fabs(c[n - 1]);
        if (off > worst * past->size[k]) worst = off / past->size[k];
    }
    return worst / run->def.tol;
}

/* A step may be too long for one polynomial of what is no state: then it is halved. */
bool jd_delays_take(JdRun *run, double end) {
    Past *past = &run->past;
    PastNow *now = past->now;
    if (!(end > now->end)) return true;
    jd_run_own_mode(run);
    const double least = ldexp(end - now->end, -HALVINGS);
    double length = end - now->end;
    int halved = 0;
    while (now->end < end) {
        if (!make_room(run)) return false;
        const double to = end - now->end > 1.5 * length ? now->end + length : end;
        const size_t numbers = (size_t)(run->system->delays * past->terms);
        double *sum = past->sum + (size_t)(now->count % past->room) * numbers;
        const double off = fit_piece(run, to, sum);
        const bool rough =
            off * run->def.tol > smooth_enough && to - now->end > gap(run) && halved < ROUGH_MOST;
        length = to - now->end;
        if (run->stepper->adaptive && off > 1 && (length > 1.5 * least || rough)) {
            halved += !(length > 1.5 * least);
            length *= 0.5;
            continue;
        }
        past->from[now->count % past->room] = now->end;
        now->count++;
        now->end = to;
        if (off <= 1 && length < least) length *= 2;
        if (halved == ROUGH_MOST) length = fmax(length, least);
    }
    return true;
}

/* ---- What comes back unseen ------------------------------------------------------------------
 * What was narrow when it was remembered is narrow when it comes back. Of histories their terms of
 * time tell of it, of the rest its pieces: theory 6.17, 6.26. */

static double piece_end(const Past *past, long n) {
    return n + 1 < past->now->count ? past->from[(n + 1) % past->room] : past->now->end;
}

static const double *piece_of(const JdRun *run, long n, int k) {
    const Past *past = &run->past;
    return past->sum + ((size_t)(n % past->room) * (size_t)run->system->delays + (size_t)k) *
                           (size_t)past->terms;
}

static double value_in(const JdRun *run, long n, int k, double at) {
    const Past *past = &run->past;
    const double from = past->from[n % past->room], to = piece_end(past, n);
    const double x = fmax(-1, fmin(1, 2 * (at - from) / (to - from) - 1));
    return jd_cheb_value(past->terms - 1, piece_of(run, n, k), x);
}

/* Values that a step sees, and as much again. */
typedef struct {
    double low, high;
} Band;

static Band seen_band(const JdRun *run, int k, double from, double to, const Sight *sight) {
    const Past *past = &run->past;
    Band seen = {INFINITY, -INFINITY};
    for (int n = 0; n < sight->shares; n++) {
        const double at = from + sight->share[n] * (to - from);
        const double x = value_in(run, jd_past_piece(past, at, at > from), k, at);
        seen = (Band){fmin(seen.low, x), fmax(seen.high, x)};
    }
    const double more = beyond_seen * (seen.high - seen.low) + run->def.tol * past->size[k];
    return (Band){seen.low - more, seen.high + more};
}

/* Whether a piece leaves the band between `from` and `to`. */
static bool leaves(const JdRun *run, long n, int k, double from, double to, Band band) {
    const Past *past = &run->past;
    const double *sum = piece_of(run, n, k), begin = past->from[n % past->room];
    const double half = 0.5 * (piece_end(past, n) - begin);
    double most = 0;
    for (int i = 1; i < past->terms; i++) most += fabs(sum[i]);
    if (sum[0] - most >= band.low && sum[0] + most <= band.high) return false;
    for (int p = 0; p < past->terms; p++) {
        const double at = begin + half * (1 + jd_cheb_place(past->terms - 1, p));
        const double x = value_in(run, n, k, at);
        if (at >= from && at <= to && (x < band.low || x > band.high)) return true;
    }
    return false;
}

/* Up to where a step from `from` sees what the pieces have of delay k. */
static double seen_pieces(const JdRun *run, int k, double from, double to, const Sight *sight) {
    const Past *past = &run->past;
    while (to - from > gap(run)) {
        const Band band = seen_band(run, k, from, to, sight);
        long n = jd_past_piece(past, from, false);
        const long last = jd_past_piece(past, to, true);
        if (n == last) break; /* one polynomial */
        while (n <= last && !leaves(run, n, k, from, to, band)) n++;
        if (n > last) break;
        const double where = past->from[n % past->room];
        to = where - from > near_share * (to - from) ? where : from + 0.5 * (to - from);
    }
    return to;
}

static double seen_term(JdRun *run, int k, const Program *term, double from, double to, Sight sight,
                        const double *held) {
    double *size = &run->past.size[k], peak;
    while (to - from > gap(run)) {
        sight.floor = run->def.tol * *size;
        const double where = jd_term_hides(term, &sight, from, to, held, &peak);
        if (peak > *size) *size = peak;
        if (isnan(where)) break;
        to = where - from > near_share * (to - from) ? where : from + 0.5 * (to - from);
    }
    return to;
}

/* The same of the history of delay k. */
static double seen_history(JdRun *run, int k, double from, double to, Sight sight) {
    const SystemDelay *d = &run->system->delay[k];
    const Program *term;
    double held[HISTORY_LATCHES];
    jd_program_next(d->history, from, 0, held);
    for (int i = 0; (term = jd_program_term(d->history, i)); i++)
        if (from < to && !jd_term_is_simple(term, 0, true, from, to, held))
            to = seen_term(run, k, term, from, to, sight, held);
    return to;
}

double jd_delays_seen(JdRun *run, double end, Sight sight, int *which) {
    const PastNow *now = run->past.now;
    for (int k = 0; k < run->system->delays; k++) {
        const double by = run->system->delay[k].by, from = run->t - by, to = end - by;
        const bool history = from < -gap(run);
        if (!history && now->count == now->first) continue;
        const double until = history ? fmin(to, 0) : to;
        const double seen = history ? seen_history(run, k, from, until, sight)
                                    : seen_pieces(run, k, from, to, &sight);
        if (!(seen < until)) continue;
        end = seen + by;
        if (which) *which = k;
    }
    return end;
}
