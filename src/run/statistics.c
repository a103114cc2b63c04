/* SPDX-License-Identifier: MIT
 *
 * Statistics of channels over the motion itself: theory 6.14. Within a step, and up to its ends, a
 * channel is smooth. So it is looked at at some places, and the sum of Chebyshev polynomials
 * through them stands for it as soon as its last numbers are small; until then the step is taken in
 * halves. Extremes are those of the sum, integrals are known. A channel that has a corner or jumps
 * within a step gets pieces so small that what is left does not count.
 *
 * What is looked at is nobody's row: steps and rows keep their bytes. */
#include "run/inside.h"
#include <string.h>

enum {
    FEW = CHEB_MOST / 2, /* of a piece at first */
    DEEP = 26,           /* halvings of a step */
    PIECES = 96,         /* of a step before what is not smooth is taken for noise */
    GRID = 4,            /* places between two of a sum, where its extremes are looked for */
};
/* Evaluations of a step before rows beside a singular position are taken as the step has them: one
 * that is looked for on other ways takes up to 100,000, and a step has up to PIECES times 17. */
static const long spent_most = 20000;
static const double usual_share = 1e-10; /* of the size, for steppers without a tolerance */
static const double least_share = 1e-13; /* rounding */
static const double most_share = 1e-6;   /* what is off by more is no noise */

void jd_statistics_layout(JdRun *run, Layout *at) {
    StatisticArrays *a = &run->statistic;
    const int count = run->def.statistics_count;
    a->tally = PLACE(at, Tally, count + 1);
    a->value = PLACE(at, double, count ? count *(CHEB_MOST + 1) : 1);
    a->sum = PLACE(at, double, count ? count *(CHEB_MOST + 1) : 1);
}

static double *values_of(const JdRun *run, int k) {
    return run->statistic.value + (size_t)k * (CHEB_MOST + 1);
}
static double *sum_of(const JdRun *run, int k) {
    return run->statistic.sum + (size_t)k * (CHEB_MOST + 1);
}

/* ---- A value at an instant ------------------------------------------------------------------- */

/* A later extreme that differs by rounding alone is the same one again. */
static double same(const JdRun *run, const Tally *tally) {
    const double share = run->stepper->adaptive ? run->def.tol : usual_share;
    return fmin(share, most_share) * tally->size;
}

static void see(const JdRun *run, Tally *tally, double t, double value) {
    if (!isfinite(value)) tally->lost = true;
    tally->size = fmax(tally->size, fabs(value));
    if (value > tally->max_there + same(run, tally)) tally->max_there = value, tally->max_t = t;
    if (value < tally->min_there - same(run, tally)) tally->min_there = value, tally->min_t = t;
    tally->max = fmax(tally->max, value);
    tally->min = fmin(tally->min, value);
}

static bool grows_without_bound(const JdRun *run, int k, double t) {
    Tally *tally = &run->statistic.tally[k];
    if (!tally->unbounded && jd_beside_unbounded(run, k)) {
        tally->unbounded = tally->lost = true;
        tally->unbounded_t = t;
    }
    return tally->unbounded;
}

/* Beside a position in which it grows without bound no number is its extreme, and sums over it
 * depend on where one looks. What reads such a reaction and has a bound, as the power of a drive at
 * its dead point, is smooth for itself. */
static double channel_value(JdRun *run, int k, double t) {
    const int channel = run->def.statistics[k].index;
    const double value = jd_run_read(run, channel);
    if (!run->statistic.pole || grows_without_bound(run, k, t)) return value;
    return jd_beside_reads_pole(run, channel) ? jd_beside_value(run, k) : value;
}

/* ---- A piece of a step ----------------------------------------------------------------------- */

typedef struct {
    double from, to;
    int deep, places; /* halvings; of the sums */
} Piece;

static double time_at(const Piece *piece, double x) {
    if (x >= 1) return piece->to;
    return x <= -1 ? piece->from : piece->from + 0.5 * (1 + x) * (piece->to - piece->from);
}

static bool is_spent(const JdRun *run) {
    return run->statistic.spent > spent_most;
}

/* The motion at t; false: what it says there is not proved, and nothing better is looked for. */
static bool go_to(JdRun *run, double t) {
    if (is_spent(run)) return jd_run_sample_plain(run, t);
    run->statistic.spent += jd_run_sample(run, t);
    return true;
}

/* All channels at every `stride`-th place, beginning with `first`. What is not proved is no
 * extreme, and counts within those that were seen. */
static void look(JdRun *run, const Piece *piece, int first, int stride) {
    for (int k = first; k <= CHEB_MOST; k += stride) {
        const double t = time_at(piece, jd_cheb_place(CHEB_MOST, k));
        const bool proved = go_to(run, t);
        for (int c = 0; c < run->def.statistics_count; c++) {
            Tally *tally = &run->statistic.tally[c];
            const double value = channel_value(run, c, t);
            if (proved) see(run, tally, t, value);
            values_of(run, c)[k] = proved ? value : fmax(tally->min, fmin(tally->max, value));
        }
    }
}

static double allowed(const JdRun *run, const Tally *tally) {
    const double share = run->stepper->adaptive ? run->def.tol : usual_share;
    return fmax(fmax(share, least_share) * tally->size, tally->noise);
}

static bool stands_for(const JdRun *run, int c, int places) {
    const Tally *tally = &run->statistic.tally[c];
    return tally->lost || !(jd_cheb_tail(places, sum_of(run, c)) > allowed(run, tally));
}

/* The sums through the values at hand; whether all stand for their channels. */
static bool fit(JdRun *run, int places) {
    const int stride = CHEB_MOST / places;
    bool all = true;
    for (int c = 0; c < run->def.statistics_count; c++) {
        double values[CHEB_MOST + 1];
        for (int k = 0; k <= places; k++) values[k] = values_of(run, c)[k * stride];
        jd_cheb_fit(places, values, sum_of(run, c));
        all = all && stands_for(run, c, places);
    }
    return all;
}

/* ---- What a piece adds ----------------------------------------------------------------------- */

/* Where its slope passes zero, be it beside an end of the piece. */
static void find_extremes(JdRun *run, int c, const Piece *piece) {
    const double *sum = sum_of(run, c);
    const int places = piece->places, last = GRID * places;
    Tally *tally = &run->statistic.tally[c];
    double slope[CHEB_MOST], x[2] = {-1, -1}, y[2], d[2];
    jd_cheb_derive(places, sum, slope);
    y[1] = jd_cheb_value(places, sum, -1), d[1] = jd_cheb_value(places - 1, slope, -1);
    for (int n = 1; n <= last; n++) {
        x[0] = x[1], x[1] = jd_cheb_place(last, n);
        y[0] = y[1], y[1] = jd_cheb_value(places, sum, x[1]);
        d[0] = d[1], d[1] = jd_cheb_value(places - 1, slope, x[1]);
        const double more = fmax(fabs(d[0]), fabs(d[1])) * (x[1] - x[0]);
        if (d[0] * d[1] > 0 || !(more > least_share * tally->size)) continue;
        const bool top = d[0] > d[1];
        if (top ? !(fmax(y[0], y[1]) + more > tally->max) : !(fmin(y[0], y[1]) - more < tally->min))
            continue;
        const double at = jd_cheb_zero(places - 1, slope, x[0], x[1]);
        see(run, tally, time_at(piece, at), jd_cheb_value(places, sum, at));
    }
}

static void add(JdRun *run, const Piece *piece) {
    const double half = 0.5 * (piece->to - piece->from);
    for (int c = 0; c < run->def.statistics_count; c++) {
        Tally *tally = &run->statistic.tally[c];
        if (tally->lost) continue;
        tally->mean += half * jd_cheb_integral(piece->places, sum_of(run, c));
        tally->square += half * jd_cheb_square_integral(piece->places, sum_of(run, c));
        if (stands_for(run, c, piece->places)) find_extremes(run, c, piece);
    }
}

/* What is left in so many pieces is no corner: from now on it is allowed. */
static void note_noise(JdRun *run, int places) {
    for (int c = 0; c < run->def.statistics_count; c++) {
        Tally *tally = &run->statistic.tally[c];
        const double tail = jd_cheb_tail(places, sum_of(run, c));
        if (tail < most_share * tally->size) tally->noise = fmax(tally->noise, 2 * tail);
    }
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* Halves wait on a stack, the later one below. */
static void take(JdRun *run, double from, double to) {
    Piece waits[DEEP + 2] = {{from, to, 0, 0}};
    int count = 1, pieces = 0;
    run->statistic.spent = 0;
    while (count > 0) {
        Piece piece = waits[--count];
        piece.places = FEW;
        pieces++;
        look(run, &piece, 0, 2);
        if (!fit(run, FEW)) {
            piece.places = CHEB_MOST;
            look(run, &piece, 1, 2);
            const bool good = fit(run, CHEB_MOST), left = pieces < PIECES && !is_spent(run);
            if (!good && !left) note_noise(run, CHEB_MOST);
            if (!good && left && piece.deep < DEEP) {
                const double middle = piece.from + 0.5 * (piece.to - piece.from);
                waits[count++] = (Piece){middle, piece.to, piece.deep + 1, 0};
                waits[count++] = (Piece){piece.from, middle, piece.deep + 1, 0};
                continue;
            }
        }
        add(run, &piece);
    }
}

static void begin(JdRun *run) {
    for (int c = 0; c < run->def.statistics_count; c++)
        run->statistic.tally[c] = (Tally){
            .min = INFINITY, .max = -INFINITY, .min_there = INFINITY, .max_there = -INFINITY};
}

/* A piece shorter than numbers tell apart has one value. */
void jd_statistics_take(JdRun *run, double end) {
    if (run->cost.steps == 0) begin(run);
    const double from = fmax(run->tallied, run->t_old);
    if (run->cost.steps == 0 || !(end > from)) return;
    jd_run_own_mode(run);
    take(run, from, end);
    run->tallied = end;
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Events at the very end of what is seen have their say, too. */
static void see_row(JdRun *run) {
    jd_run_sample(run, run->output_time);
    for (int c = 0; c < run->def.statistics_count; c++) {
        see(run, &run->statistic.tally[c], run->output_time,
            channel_value(run, c, run->output_time));
    }
}

void jd_statistics_tell(JdRun *run) {
    const Tally *first = NULL;
    int others = 0;
    for (int c = 0; c < run->def.statistics_count && !run->told_unbounded; c++) {
        const Tally *tally = &run->statistic.tally[c];
        others += tally->unbounded && first;
        if (tally->unbounded && !first) first = tally;
    }
    if (!first) return;
    run->told_unbounded = true;
    const JdChannel channel = run->def.statistics[first - run->statistic.tally];
    char more[32] = "";
    if (others) snprintf(more, sizeof more, ", as %d more", others);
    jd_report(run->log, JD_WARNING, "statistics-unbounded", nowhere,
              "near t = %.4g s '%s' grows without bound%s: it has no extremes, no mean and no rms",
              first->unbounded_t, jd_channel_name(run->system, channel), more);
    jd_hint(run->log, "a drive at its dead point has nothing to hold the mechanism with: end the "
                      "run before it, let the drive turn back earlier, or drive another joint");
}

static const JdStatistics unknown = {NAN, NAN, NAN, NAN, NAN, NAN};

JdStatistics jd_run_statistics(JdRun *run, JdChannel channel) {
    int c = 0;
    if (!run || !run->started || run->failed) return unknown;
    while (c < run->def.statistics_count && run->def.statistics[c].index != channel.index) c++;
    if (c == run->def.statistics_count || channel.index < 0) return unknown;
    jd_corners_hold(run, true);
    jd_statistics_take(run, run->output_time);
    see_row(run);
    jd_corners_hold(run, false);
    const Tally *tally = &run->statistic.tally[c];
    const double span = run->output_time;
    const double now = span > 0 ? 0 : tally->max;
    if (tally->lost) return unknown;
    return (JdStatistics){tally->min,
                          tally->max,
                          tally->min_t,
                          tally->max_t,
                          span > 0 ? tally->mean / span : now,
                          span > 0 ? sqrt(fmax(tally->square / span, 0)) : fabs(now)};
}

bool jd_statistic(const JdStatistics *s, const char *name, double *value) {
    if (!s || !name || !value) return false;
    /* Of two that differ by rounding alone, the first. */
    const double low = fabs(s->min), high = fabs(s->max);
    const bool alike = fabs(high - low) <= most_share * 1e-3 * fmax(high, low);
    const bool up = alike ? s->time_of_max <= s->time_of_min : high > low;
    const struct {
        const char *name;
        double value;
    } all[] = {
        {"max", s->max},
        {"min", s->min},
        {"mean", s->mean},
        {"rms", s->rms},
        {"peak", fmax(high, low)},
        {"time_of_max", s->time_of_max},
        {"time_of_min", s->time_of_min},
        {"time_of_peak", up ? s->time_of_max : s->time_of_min},
    };
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        if (!strcmp(all[n].name, name)) return *value = all[n].value, true;
    return false;
}
