/* SPDX-License-Identifier: MIT
 *
 * Delays: what a signal was some time ago, theory 6.17. Before the start its history says it, an
 * expression of time; later what the run remembers of its steps. Between two marks the source is
 * smooth, and a step reads one such stretch only, up to both its ends: where it jumps, the step
 * before sees what was before, the step behind it what came. */
#include "system/build.h"
#include "system/channel.h"
#include <assert.h>

enum { HISTORY_LATCHES = 256 };     /* conditions of one history */
static const double beside = 1e-13; /* of a delay: beside a jump of its history */

/* ---- Values ---------------------------------------------------------------------------------- */

static double mark_at(const Past *past, long n) {
    return past->mark[n % past->mark_room];
}

static double from_of(const Past *past, long n) {
    return past->from[n % past->room];
}

static double history_at(const SystemDelay *d, double at) {
    return jd_program_eval(d->history, at, NULL);
}

/* The last piece that begins at `at` or before; at the end of a stretch the one that ends there. */
static long find_piece(const Past *past, double at, bool ends) {
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
    const long p = find_piece(past, at, at > low);
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

/* ---- Building -------------------------------------------------------------------------------- */

/* A history knows the time only. */
static bool no_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    Builder *b = inputs->data;
    (void)slot, (void)dim;
    jd_report(b->log, JD_ERROR, "delay-not-valid", jd_span_where(span),
              "the history of a delay is what was before the run, and cannot read '%s'", name);
    jd_hint(b->log, "write it with `time`, which is negative there, numbers and parameters");
    return false;
}

static bool refuse_history(Builder *b, const SystemDelay *d, double at, const ProgramFault *fault) {
    Text why = {0};
    if (fault) jd_fault_print(fault, &why);
    jd_report(b->log, JD_ERROR, "delay-history", d->where,
              "delay '%s' reaches back to t = %g s, and its history %s", d->name, at,
              !fault   ? "is not said"
              : why.at ? why.at
                       : "has no value there");
    jd_hint(b->log,
            "say what was from t = %g s up to the start: `history 1`, or an expression of "
            "`time`, which is negative then",
            -d->by);
    jd_text_free(&why);
    return b->ok = false;
}

enum { LOOKS = 64 }; /* places of a history that are looked at */

static bool check_history(Builder *b, const SystemDelay *d) {
    if (jd_program_conditions(d->history) > HISTORY_LATCHES) {
        jd_report(b->log, JD_ERROR, "delay-not-valid", d->where,
                  "the history of delay '%s' has more than %d conditions", d->name,
                  (int)HISTORY_LATCHES);
        jd_hint(b->log, "write it as a table");
        return b->ok = false;
    }
    for (int n = 0; n <= LOOKS; n++) {
        const double at = -d->by * (LOOKS - n) / LOOKS;
        ProgramFault fault;
        if (jd_program_fault(d->history, (Now){at, NULL}, NULL, 0, &fault))
            return refuse_history(b, d, at, &fault);
    }
    return true;
}

static bool add_delay(Builder *b, const ModelDelay *from, SystemDelay *to) {
    JdSystem *s = b->system;
    Inputs nothing = {.find = no_input, .data = b};
    char unit[64];
    *to = (SystemDelay){.name = jd_keep_text(b, from->name),
                        .where = jd_keep_where(b, from->where),
                        .by = from->by,
                        .dim = from->dim};
    for (int k = 0; k < from->source; k++) to->signal += b->model->signals.at[k].count;
    if (from->history && from->unit_said)
        to->history =
            jd_program_new(from->history, &nothing, from->dim, "history", &s->arena, b->log);
    else if (from->history)
        to->history = jd_program_new_any(from->history, &nothing, &to->dim, &s->arena, b->log);
    jd_dim_spoken(to->dim, unit, sizeof unit);
    to->unit = jd_keep_text(b, from->unit ? from->unit : unit);
    if (!from->history) return refuse_history(b, to, -to->by, NULL);
    if (!to->history) return b->ok = false;
    return check_history(b, to);
}

bool jd_build_delays(Builder *b) {
    JdSystem *s = b->system;
    const int count = b->model->delays.count;
    if (count == 0) return true;
    s->delay = ARENA_NEW(&s->arena, SystemDelay, count);
    if (!s->delay) return false;
    for (int k = 0; k < count; k++) {
        if (!add_delay(b, &b->model->delays.at[k], &s->delay[k]) && !b->partial) return false;
        if (s->arena.failed) return false;
        s->delays++;
    }
    return true;
}
