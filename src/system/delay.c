/* SPDX-License-Identifier: MIT
 *
 * Delays: what a signal was some time ago, theory 6.17. Before the start its history says it, an
 * expression of time; later what the run remembers of its steps. Between two marks the source is
 * smooth, and a step reads one such stretch only, up to both its ends: where it jumps, the step
 * before sees what was before, the step behind it what came. */
#include "span/span.h"
#include "system/system.h"
#include <assert.h>

static const double beside = 1e-13; /* of a delay: beside a jump of its history */

static double mark_at(const Past *past, long n) {
    return past->mark[n % past->mark_room];
}

static double from_of(const Past *past, long n) {
    return past->from[n % past->room];
}

static double history_at(const SystemDelay *d, double at) {
    return jd_program_eval(d->history, at, NULL);
}

long jd_past_piece(const Past *past, double at, bool ends) {
    long low = past->now->first, high = past->now->count - 1;
    while (low < high) {
        const long middle = high - (high - low) / 2;
        const double from = from_of(past, middle);
        if (ends ? from < at : from <= at)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

double jd_delay_value(const JdSystem *s, const Motion *m, int k) {
    const SystemDelay *d = &s->delay[k];
    const Past *past = m->past;
    double at = m->time - d->by;
    if (!past) return history_at(d, fmin(at, 0));
    const long passed = past->passed[k];
    const double low = passed > past->now->first_mark ? mark_at(past, passed - 1) : -INFINITY;
    const double high = passed < past->now->marks ? mark_at(past, passed) : INFINITY;
    if (high <= 0) {
        const double gap = jd_program_conditions(d->history) ? beside * d->by : 0;
        return history_at(d, fmax(fmin(at, high - gap), low + gap));
    }
    at = fmax(fmin(at, high), low);
    if (past->now->count == past->now->first) return history_at(d, 0);
    const long p = jd_past_piece(past, at, at > low);
    const double from = from_of(past, p);
    const double to = p + 1 < past->now->count ? from_of(past, p + 1) : past->now->end;
    const double x = fmax(-1, fmin(1, 2 * (at - from) / (to - from) - 1));
    const double *sum = past->sum + ((size_t)(p % past->room) * (size_t)s->delays + (size_t)k) *
                                        (size_t)past->terms;
    return jd_cheb_value(past->terms - 1, sum, x);
}

double jd_history_next(const SystemDelay *d, double from) {
    double held[HISTORY_LATCHES];
    const int conditions = jd_program_conditions(d->history);
    if (conditions == 0) return 0;
    assert(conditions <= HISTORY_LATCHES);
    return jd_program_next(d->history, from, 0, held);
}
