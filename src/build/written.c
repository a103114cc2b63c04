/* SPDX-License-Identifier: MIT
 *
 * Signals, written out in the expressions that read them. A drive is differentiated as a formula.
 * What else reads a signal has a slot for its value, which is enough for sums and products; but of
 * `exp(-u^2)` and `u > 0` with u = (time - t0)/w nobody would know when they change, and a step
 * would go over that: such are programs of time. */
#include "build/inside.h"
#include "system/channel.h"
#include <string.h>

enum {
    MOTION_MOST = 20000, /* operations of one motion */
    VALUE_MOST = 200,    /* and of an expression that is worked out at every evaluation */
};

typedef struct {
    Builder *b;
    bool all; /* otherwise those of time alone */
    int left;
    const char *solved; /* what no expression gives */
} Writing;

/* ---- Writing ------------------------------------------------------------------------------------
 */

static const Expr *write_out(Writing *w, const Expr *expr) {
    JdSystem *s = w->b->system;
    const int channel = expr->kind == EXPR_NAME ? jd_channel_find(s, expr->text) : -1;
    const int signal = channel < 0 ? -1 : jd_signal_of(s, channel);
    if (w->left-- <= 0 || s->arena.failed) return NULL;
    if (w->all && signal >= 0 && s->signal[signal].ring && !s->signal[signal].rest) {
        w->solved = s->signal[signal].name;
        return NULL;
    }
    if (signal >= 0 && (w->all || s->signal[signal].timed)) {
        s->signal[signal].written |= jd_program_conditions(s->signal[signal].program) > 0;
        return write_out(w, s->signal[signal].expr);
    }
    Expr *copy = ARENA_NEW(&s->arena, Expr, 1);
    if (!copy) return NULL;
    *copy = *expr;
    if (expr->function && expr->function->runs) {
        UserFunction *function = ARENA_NEW(&s->arena, UserFunction, 1);
        if (!function) return NULL;
        *function = *expr->function;
        function->body = write_out(w, function->body);
        if (!function->body) return NULL;
        copy->function = function;
    }
    if (!expr->count) return copy;
    copy->args = ARENA_NEW(&s->arena, Expr *, expr->count);
    for (int n = 0; copy->args && n < expr->count; n++) {
        const bool column = n == 1 && expr->function && !expr->function->body;
        const Expr *arg = column ? expr->args[n] : write_out(w, expr->args[n]);
        if (!arg) return NULL;
        copy->args[n] = (Expr *)(uintptr_t)arg;
    }
    return copy->args ? copy : NULL;
}

/* ---- Drives -------------------------------------------------------------------------------------
 */

/* Its derivatives by time are wanted, too, and its conditions on time are its own. */
const Expr *jd_build_written_out(Builder *b, const Expr *expr, const char *drive) {
    Writing writing = {.b = b, .all = true, .left = MOTION_MOST};
    const Expr *whole = expr ? write_out(&writing, expr) : NULL;
    if (whole || !expr || b->system->arena.failed) return whole;
    if (writing.solved) {
        jd_report(b->log, JD_ERROR, "drive-reads-ring", jd_span_where(expr->span),
                  "drive '%s' reads '%s', which is solved for: its derivatives have no expression",
                  drive, writing.solved);
        jd_hint(b->log, "let the drive be an effort, or give the value a state of its own");
        b->ok = false;
        return NULL;
    }
    jd_report(b->log, JD_ERROR, "expression-too-large", jd_span_where(expr->span),
              "with its signals written out, drive '%s' has more than %d operations", drive,
              (int)MOTION_MOST);
    jd_hint(b->log, "let its signals read each other less often");
    b->ok = false;
    return NULL;
}

/* ---- Signals of time --------------------------------------------------------------------------
 */

bool jd_build_follows_time(const Reading *reading, const Program *program) {
    int at = 0, slot;
    while ((slot = jd_program_input(program, &at)) >= 0) {
        const SystemInput *in = &reading->slots.at[slot];
        if (!in->program || !reading->b->system->signal[in->signal].timed) return false;
    }
    return true;
}

static bool reads_timed(const Reading *reading, const Program *program) {
    int at = 0, slot;
    while ((slot = jd_program_input(program, &at)) >= 0) {
        const SystemInput *in = &reading->slots.at[slot];
        if (in->program && reading->b->system->signal[in->signal].timed) return true;
    }
    return false;
}

/* How an expression reads signals of time: not; added and multiplied; otherwise. */
typedef enum { UNREAD, PLAIN, BENT } Use;

static Use more(Use a, Use b) {
    return a > b ? a : b;
}

static Use bent(Use a) {
    return a == UNREAD ? UNREAD : BENT;
}

static Use use_of(const JdSystem *s, const Expr *expr) {
    Use use = UNREAD;
    if (expr->kind == EXPR_NAME) {
        const int channel = jd_channel_find(s, expr->text);
        const int signal = channel < 0 ? -1 : jd_signal_of(s, channel);
        return signal >= 0 && s->signal[signal].timed ? PLAIN : UNREAD;
    }
    for (int n = 0; n < expr->count; n++) {
        const bool below = expr->kind == EXPR_BINARY && n == 1 && *expr->text == '/';
        const Use part = use_of(s, expr->args[n]);
        use = more(use, below ? bent(part) : part);
    }
    if (expr->function && expr->function->runs) use = more(use, use_of(s, expr->function->body));
    const bool binary = expr->kind == EXPR_BINARY && !strchr("+-*/", *expr->text);
    const bool unary = expr->kind == EXPR_UNARY && *expr->text != '-';
    return expr->kind == EXPR_CALL || binary || unary ? bent(use) : use;
}

/* The expression with these written out; NULL: it would be too long. */
static const Expr *of_time(Builder *b, const Expr *expr) {
    Writing writing = {.b = b, .left = VALUE_MOST};
    return write_out(&writing, expr);
}

/* Puts a program with signals of time written out in the place of `plain`, which counts its
 * conditions from `counts` on. What has no such program, since a bare number has another dimension
 * in it, stays as it is. */
static const Program *written(Reading *reading, const Expr *expr, Inputs *inputs, Inputs counts,
                              Dim dim, const Program *plain) {
    Builder *b = reading->b;
    if (!plain || !reads_timed(reading, plain) || use_of(b->system, expr) != BENT) return plain;
    const Expr *whole = of_time(b, expr);
    const Inputs behind = *inputs;
    *inputs = counts;
    const Program *program =
        whole ? jd_program_new(whole, inputs, dim, NULL, &b->system->arena, NULL) : NULL;
    if (!program) *inputs = behind;
    return program ? program : plain;
}

const Program *jd_build_program(Builder *b, const Expr *expr, Inputs *inputs, Dim dim,
                                const char *what) {
    const Inputs counts = *inputs;
    const Program *plain = jd_program_new(expr, inputs, dim, what, &b->system->arena, b->log);
    return written(inputs->data, expr, inputs, counts, dim, plain);
}

const Program *jd_build_program_any(Builder *b, const Expr *expr, Inputs *inputs, Dim *dim) {
    const Inputs counts = *inputs;
    const Program *plain = jd_program_new_any(expr, inputs, dim, &b->system->arena, b->log);
    return written(inputs->data, expr, inputs, counts, *dim, plain);
}
