/* SPDX-License-Identifier: MIT
 *
 * Delays (system/delay.c) and their histories, which are tried out. */
#include "build/inside.h"

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
