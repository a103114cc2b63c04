/* SPDX-License-Identifier: MIT
 *
 * Functions of the emitted file: rates of the state, outputs, derivatives, the start, and where
 * conditions on time change. */
#include "emit/parameters.h"
#include <string.h>

enum {
    SMALL = 200,         /* operations of rates that are put in the place of their call */
    WRITTEN_OUT = 20000, /* operations of derivatives, about, that are written out one by one */
};

/* ---- Derivatives ---------------------------------------------------------------------------- */

/* Of each rate by states, inputs and numbers of the mechanism. */
bool jd_take_partials(Writer *w) {
    Tape *t = &w->tape;
    const int n = w->rec.states, inputs = w->rec.s->givens, numbers = t->fixed.count,
              count = t->node.count;
    w->by_state = ARENA_NEW(w->rec.arena, Num, n * n + 1);
    w->by_input = ARENA_NEW(w->rec.arena, Num, n * inputs + 1);
    w->by_number = ARENA_NEW(w->rec.arena, Num, n * numbers + 1);
    if (!w->by_state || !w->by_input || !w->by_number) return false;
    for (int r = 0; r < n; r++) {
        const Num *by = jd_tape_derive(t, w->rec.rate[r]);
        if (!by) return false;
        for (int v = 0; v < count; v++) {
            const TapeNode *node = &t->node.at[v];
            if (node->op == TAPE_STATE) w->by_state[r * n + node->of[0]] = by[v];
            if (node->op == TAPE_INPUT && node->of[0] < inputs)
                w->by_input[r * inputs + node->of[0]] = by[v];
            if (node->op == TAPE_FIXED) w->by_number[r * numbers + node->of[0]] = by[v];
        }
    }
    return true;
}

/* How each rate changes in a direction: of states, then inputs, then numbers of the mechanism. */
bool jd_take_slopes(Writer *w) {
    Tape *t = &w->tape;
    const int n = w->rec.states, inputs = w->rec.s->givens, count = t->node.count;
    Num *change = ARENA_NEW(w->rec.arena, Num, count + 1);
    w->slope = ARENA_NEW(w->rec.arena, Num, n + 1);
    if (!change || !w->slope) return false;
    for (int v = 0; v < count; v++) {
        const TapeNode node = t->node.at[v];
        if (node.op == TAPE_STATE) change[v] = jd_tape_leaf(t, TAPE_ALONG, node.of[0], 0);
        if (node.op == TAPE_INPUT && node.of[0] < inputs)
            change[v] = jd_tape_leaf(t, TAPE_ALONG, n + node.of[0], 0);
        if (node.op == TAPE_FIXED)
            change[v] = jd_tape_leaf(t, TAPE_ALONG, n + inputs + node.of[0], 0);
    }
    const Num *all = jd_tape_forward(t, change, count);
    for (int r = 0; r < n && all; r++) w->slope[r] = all[w->rec.rate[r]];
    return all != NULL;
}

/* Written out each derivative has about as many operations as the rates: few states alone can have
 * it so. */
bool jd_take_derivatives(Writer *w) {
    const long size = (long)w->rec.states * w->tape.node.count;
    return (size > WRITTEN_OUT || jd_take_partials(w)) && jd_take_slopes(w);
}

static void write_some(Writer *w, const char *to, const Num *values, int count) {
    for (int n = 0; n < count; n++) {
        if (!values[n]) continue; /* set to zero before */
        jd_text_print(w->out, "    %s[%d] = ", to, n);
        jd_print_value(&w->p, values[n], w->out);
        jd_text_print(w->out, ";\n");
    }
}

static void write_results(Writer *w, const char *to, const Num *values, int count) {
    for (int n = 0; n < count; n++) {
        jd_text_print(w->out, "    %s[%d] = ", to, n);
        jd_print_value(&w->p, values[n], w->out);
        jd_text_print(w->out, ";\n");
    }
}

/* In one direction. */
static void write_slopes(Writer *w) {
    const char *fail = jd_arena_format(w->rec.arena, "return %s_OPEN;", w->p.prefix);
    jd_write(w,
             "/* How rates change in a direction: along has the change of each state, then of each "
             "input, "
             "then of each number. */\n"
             "@_FN int @_along(const @_model *m, double t, const double *y, const double *along, "
             "double *slope) {\n"
             "    const @_numbers *const n = &m->number;\n"
             "    const double *const k = m->k;\n"
             "    (void)n, (void)k, (void)t, (void)y, (void)along, (void)slope;\n");
    jd_print_code(&w->p, w->slope, w->rec.states, fail ? fail : "");
    write_results(w, "slope", w->slope, w->rec.states);
    jd_write(w, "    return @_OK;\n}\n\n");
}

/* All directions, one after the other. */
static void write_partials_by_slopes(Writer *w) {
    jd_write(w,
             "/* Derivatives of the rates, row by row: by the state, by inputs, by the numbers of "
             "the mechanism in their order. */\n"
             "@_FN int @_partials(const @_model *m, double t, const double *y, double *by_state, "
             "double *by_input,\n"
             "               double *by_number) {\n"
             "    enum { N = @_STATES, INPUTS = @_INPUTS, NUMBERS = @_NUMBERS };\n"
             "    double along[N + INPUTS + NUMBERS + 1] = {0}, slope[N];\n"
             "    for (int c = 0; c < N + INPUTS + NUMBERS; c++) {\n"
             "        along[c] = 1;\n"
             "        const int code = @_along(m, t, y, along, slope);\n"
             "        if (code) return code;\n"
             "        along[c] = 0;\n"
             "        for (int r = 0; r < N; r++)\n"
             "            if (c < N)\n"
             "                by_state[r * N + c] = slope[r];\n"
             "            else if (c < N + INPUTS)\n"
             "                by_input[r * INPUTS + c - N] = slope[r];\n"
             "            else\n"
             "                by_number[r * NUMBERS + c - N - INPUTS] = slope[r];\n"
             "    }\n"
             "    return @_OK;\n}\n\n");
}

static void write_partials(Writer *w) {
    const int n = w->rec.states, inputs = n * w->rec.s->givens, numbers = n * w->tape.fixed.count;
    Num *all = ARENA_NEW(w->rec.arena, Num, n * n + inputs + numbers + 1);
    const char *fail = jd_arena_format(w->rec.arena, "return %s_OPEN;", w->p.prefix);
    if (!all || !n) return;
    memcpy(all, w->by_state, (size_t)(n * n) * sizeof *all);
    memcpy(all + n * n, w->by_input, (size_t)inputs * sizeof *all);
    memcpy(all + n * n + inputs, w->by_number, (size_t)numbers * sizeof *all);
    jd_write(w,
             "/* Derivatives of the rates, row by row: by the state, by inputs, by the numbers of "
             "the mechanism in their order. */\n"
             "@_FN int @_partials(const @_model *m, double t, const double *y, double *by_state, "
             "double *by_input,\n"
             "               double *by_number) {\n"
             "    const @_numbers *const n = &m->number;\n"
             "    const double *const k = m->k;\n"
             "    (void)n, (void)k, (void)t, (void)y, (void)by_input, (void)by_number;\n");
    jd_text_print(w->out, "    for (int i = 0; i < %d; i++) by_state[i] = 0;\n", n * n);
    if (inputs)
        jd_text_print(w->out, "    for (int i = 0; i < %d; i++) by_input[i] = 0;\n", inputs);
    if (numbers)
        jd_text_print(w->out, "    for (int i = 0; i < %d; i++) by_number[i] = 0;\n", numbers);
    jd_print_code(&w->p, all, n * n + inputs + numbers, fail ? fail : "");
    write_some(w, "by_state", w->by_state, n * n);
    write_some(w, "by_input", w->by_input, inputs);
    write_some(w, "by_number", w->by_number, numbers);
    jd_write(w, "    return @_OK;\n}\n\n");
}

/* ---- Functions ------------------------------------------------------------------------------ */

static void write_locals(Writer *w) {
    jd_write(w, "    const @_numbers *const n = &m->number;\n"
                "    const double *const k = m->k;\n"
                "    (void)n, (void)k, (void)t, (void)y;\n");
}

/* Begins a function over a state; names that it may not need are used at least once. */
static void write_opening(Writer *w, const char *name, const char *result, bool in_place) {
    if (in_place)
        jd_write(w, "#ifdef __GNUC__\n__attribute__((always_inline))\n#endif\nstatic inline ");
    jd_text_print(
        w->out, "%s_FN int %s_%s(%s%s_model *m, double t, const double *y, double *%s) {\n",
        w->p.prefix, w->p.prefix, name,
        strcmp(name, "begin") && strcmp(name, "first") ? "const " : "", w->p.prefix, result);
    write_locals(w);
}

/* Where a number is not above its limit, the chart is left. */
static void write_guards(Writer *w) {
    const Recorder *rec = &w->rec;
    for (int n = 0; n < rec->guard.count; n++) {
        jd_text_print(w->out, "    if (!(");
        jd_print_value(&w->p, rec->guard.at[n].low, w->out);
        jd_text_print(w->out, " > ");
        jd_print_number(rec->guard.at[n].limit, w->out);
        jd_text_print(w->out, ")) return %s_LEFT; /* %s */\n", w->p.prefix, rec->guard.at[n].why);
    }
}

bool jd_rates_are_small(Writer *w) {
    return jd_print_size(&w->p, w->rec.rate, w->rec.states) < SMALL && w->tape.block.count == 0;
}

/* Alone, or with what loops and counted turns are from now on. */
static void write_rates(Writer *w, bool settles) {
    Recorder *rec = &w->rec;
    const int guards = rec->guard.count, hints = settles ? w->tape.update.count : 0,
              count = rec->states + guards + hints;
    Num *results = ARENA_NEW(rec->arena, Num, count + 1);
    if (!results) return;
    for (int n = 0; n < guards; n++) results[n] = rec->guard.at[n].low;
    for (int n = 0; n < rec->states; n++) results[guards + n] = rec->rate[n];
    for (int n = 0; n < hints; n++) results[guards + rec->states + n] = w->tape.update.at[n];
    const char *fail = jd_arena_format(rec->arena, "return %s_OPEN;", w->p.prefix);
    if (settles && !hints) {
        jd_write(w, "/* Rates at the start of a step; there are no loops or turns to follow. */\n"
                    "@_FN int @_begin(@_model *m, double t, const double *y, double *rate) {\n"
                    "    return @_rates(m, t, y, rate);\n}\n\n");
        if (jd_rates_are_small(w) && rec->states)
            jd_write(w,
                     "#ifdef __GNUC__\n__attribute__((always_inline))\n#endif\n"
                     "static inline @_FN int @_first(@_model *m, double t, const double *y, double "
                     "*rate) {\n"
                     "    return @_eval(m, t, y, rate);\n}\n\n");
        return;
    }
    const bool small = jd_rates_are_small(w);
    jd_write(w, settles
                    ? "/* The same at the start of a step: loops and counted turns are followed "
                      "from here. */\n"
                    : "/* Rates of the state. */\n");
    write_opening(w, settles ? (small ? "first" : "begin") : (small ? "eval" : "rates"), "rate",
                  small);
    jd_print_code(&w->p, results, count, fail ? fail : "");
    write_guards(w);
    if (settles) write_results(w, "m->hint", w->tape.update.at, hints);
    write_results(w, "rate", rec->rate, rec->states);
    jd_write(w,
             rec->states ? "    return @_OK;\n}\n\n" : "    (void)rate;\n    return @_OK;\n}\n\n");
    if (small && !settles)
        jd_write(w,
                 "@_FN int @_rates(const @_model *m, double t, const double *y, double *rate) {\n"
                 "    return @_eval(m, t, y, rate);\n}\n\n");
    if (small && settles)
        jd_write(w, "@_FN int @_begin(@_model *m, double t, const double *y, double *rate) {\n"
                    "    return @_first(m, t, y, rate);\n}\n\n");
}

/* The same of all that counts for the error of a step; at its start what of that is not in the
 * state is shown, too. */
static void write_all_rates(Writer *w, bool settles) {
    Recorder *rec = &w->rec;
    const Errors *all = &w->errors;
    const int guards = rec->guard.count, hints = settles ? w->tape.update.count : 0;
    Num *results = ARENA_NEW(rec->arena, Num, guards + 2 * all->count + hints + 1);
    int count = 0;
    if (!results || !rec->states) return;
    if (all->count == rec->states) { /* nothing follows */
        jd_write(
            w,
            settles
                ? "static @_FN int @_begin_all(@_model *m, double t, double *y, double *rate) {\n"
                  "    return @_begin(m, t, y, rate);\n}\n\n"
                : "static @_FN int @_rates_all(const @_model *m, double t, const double *y, "
                  "double *rate) {\n"
                  "    return @_rates(m, t, y, rate);\n}\n\n");
        return;
    }
    for (int n = 0; n < guards; n++) results[count++] = rec->guard.at[n].low;
    for (int n = 0; n < all->count; n++)
        results[count++] = n < rec->states ? rec->rate[n] : all->rate[n];
    for (int n = rec->states; n < all->count && settles; n++)
        if (all->value[n] != NOT_WORKED_OUT) results[count++] = all->value[n];
    for (int n = 0; n < hints; n++) results[count++] = w->tape.update.at[n];
    const char *fail = jd_arena_format(rec->arena, "return %s_OPEN;", w->p.prefix);
    jd_write(w, settles ? "/* At the start of a step, with what follows from the state. */\n"
                        : "/* Rates of the state, then of what follows from it and counts for "
                          "errors of steps. */\n");
    jd_write(w,
             settles
                 ? "static @_FN int @_begin_all(@_model *m, double t, double *y, double *rate) {\n"
                 : "static @_FN int @_rates_all(const @_model *m, double t, const double *y, "
                   "double *rate) {\n");
    write_locals(w);
    jd_print_code(&w->p, results, count, fail ? fail : "");
    write_guards(w);
    if (settles) write_results(w, "m->hint", w->tape.update.at, hints);
    write_results(w, "rate", rec->rate, rec->states);
    for (int n = rec->states; n < all->count; n++) {
        jd_text_print(w->out, "    rate[%d] = ", n);
        jd_print_value(&w->p, all->rate[n], w->out);
        jd_text_print(w->out, ";\n");
        if (!settles || all->value[n] == NOT_WORKED_OUT) continue;
        jd_text_print(w->out, "    y[%d] = ", n);
        jd_print_value(&w->p, all->value[n], w->out);
        jd_text_print(w->out, ";\n");
    }
    jd_write(w, "    return @_OK;\n}\n\n");
}

static void write_outputs(Writer *w) {
    const char *fail = jd_arena_format(w->rec.arena, "return %s_OPEN;", w->p.prefix);
    const int guards = w->rec.guard.count;
    Num *results = ARENA_NEW(w->rec.arena, Num, guards + w->outputs + 1);
    if (!results) return;
    for (int n = 0; n < guards; n++) results[n] = w->rec.guard.at[n].low;
    for (int n = 0; n < w->outputs; n++) results[guards + n] = w->output[n];
    jd_write(w, "/* Outputs, in the order of @_output_name. */\n");
    write_opening(w, "outputs", "out", false);
    jd_print_code(&w->p, results, guards + w->outputs, fail ? fail : "");
    write_guards(w);
    write_results(w, "out", w->output, w->outputs);
    jd_write(w, w->outputs ? "    return @_finite(out, @_OUTPUTS) ? @_OK : @_NO_NUMBER;\n}\n\n"
                           : "    (void)out;\n    return @_OK;\n}\n\n");
}

/* Nodes that follow from an equilibrium may be anywhere at the start, with other numbers. */
bool jd_begins_elsewhere(const Writer *w) {
    for (int b = 0; b < w->rec.s->node_blocks; b++)
        if (w->rec.node_follows[b]) return true;
    return false;
}

static void write_place(Writer *w) {
    const char *fail = jd_arena_format(w->rec.arena, "return %s_OPEN;", w->p.prefix);
    jd_write(w,
             "/* Where loops and nodes are at the start, however far from those of the model. */\n"
             "static @_FN int @_place(@_model *m, double t, const double *y) {\n"
             "    const @_numbers *const n = &m->number;\n"
             "    const double *const k = m->k;\n"
             "    (void)n, (void)k, (void)t, (void)y;\n");
    jd_print_code(&w->p, w->tape.update.at, w->tape.update.count, fail ? fail : "");
    write_results(w, "m->hint", w->tape.update.at, w->tape.update.count);
    jd_write(w, "    return @_OK;\n}\n\n");
}

static void write_start(Writer *w) {
    const JdSystem *s = w->rec.s;
    if (jd_begins_elsewhere(w)) write_place(w);
    jd_write(w, "/* What follows from the numbers alone; after every change of them. */\n"
                "@_FN void @_prepare(@_model *m) {\n"
                "    const @_numbers *const n = &m->number;\n"
                "    double *const k = m->k;\n"
                "    (void)n, (void)k;\n");
    jd_print_kept(&w->p);
    jd_write(w, "}\n\n");
    jd_write_parameters(w);
    jd_write(w, "/* The numbers of the model, and its inputs. */\n@_FN void @_defaults(@_model *m) "
                "{\n");
    for (int n = 0; n < w->tape.fixed.count; n++) {
        jd_text_print(w->out, "    m->number.%s = ", w->p.fixed_name[n]);
        jd_print_number(w->tape.fixed.at[n].value, w->out);
        jd_text_print(w->out, ";\n");
    }
    if (!w->tape.fixed.count) jd_write(w, "    m->number.none = 0;\n");
    jd_write_parameter_defaults(w);
    for (int n = 0; n < at_least_one(jd_record_given(s)); n++) {
        jd_text_print(w->out, "    m->input[%d] = ", n);
        jd_print_number(n < s->givens ? s->given_start[n] : 0, w->out);
        jd_text_print(w->out, ";\n");
    }
    jd_write(w,
             "    @_prepare(m);\n}\n\n"
             "/* The state at time 0: independent coordinates as in the model, the others as loops "
             "ask for. */\n"
             "@_FN int @_init(@_model *m, double *y) {\n");
    jd_write_list(w, "start", w->rec.start, w->rec.states);
    jd_write_list(w, "hint", w->tape.hint.at, w->tape.hint.count);
    jd_text_print(w->out,
                  "    double rate[%d];\n"
                  "    for (int i = 0; i < %d; i++) y[i] = start[i];\n"
                  "    for (int i = 0; i < %d; i++) m->hint[i] = hint[i];\n",
                  at_least_one(w->rec.states), w->rec.states, at_least_one(w->tape.hint.count));
    for (int n = 0; n < w->rec.states && w->start_number; n++)
        if (w->start_number[n] >= 0)
            jd_text_print(w->out, "    y[%d] = m->number.%s;\n", n,
                          w->p.fixed_name[w->start_number[n]]);
    for (int k = 0; k < s->forces && s->switched; k++)
        jd_text_print(w->out, "    m->input[%d] = %s;\n", s->givens + k,
                      s->force[k].off ? "0.0" : "1.0");
    jd_write(w, "    m->stopped = 0;\n    @_prepare(m);\n");
    if (w->rec.instant.count) jd_write(w, "    if (@_timed(m)) return @_ORDER;\n");
    if (jd_begins_elsewhere(w)) jd_write(w, "    if (@_place(m, 0, y)) return @_OPEN;\n");
    jd_write(w, "    const int code = @_begin(m, 0, y, rate);\n"
                "    if (code) return code == @_LEFT ? @_OPEN : code; /* no place to begin at */\n"
                "    if (!@_finite(rate, @_STATES)) return @_NO_NUMBER;\n");
    jd_write(w, jd_has_events(w) ? "    return @_look(m, 0, y, m->was);\n}\n\n"
                                 : "    return @_OK;\n}\n\n");
}

/* ---- Instants ------------------------------------------------------------------------------- */

/* What holds from a time on; gives the instant up to which it does. */
static void write_mode(Writer *w) {
    const int count = w->rec.instant.count, latches = w->rec.s->latches;
    if (!count) return;
    jd_write(
        w, "/* Conditions on time from t on; returns the instant up to which they hold. Steps must "
           "not go beyond it. */\n"
           "@_FN double @_mode(@_model *m, double t) {\n");
    jd_text_print(w->out, "    %sconst double instant[%d] = {", w->timing.count ? "" : "static ",
                  count);
    for (int n = 0; n < count; n++) {
        if (n) jd_text_print(w->out, n % 8 ? ", " : ",\n        ");
        jd_timing_print(w, n, -1);
    }
    jd_text_print(w->out, "};\n    static const double held[%d][%d] = {\n", count, latches);
    for (int n = 0; n < count; n++) {
        jd_text_print(w->out, "        {");
        for (int k = 0; k < latches; k++) {
            if (k) jd_text_print(w->out, ", ");
            jd_print_number(w->rec.instant.at[n].held[k], w->out);
        }
        jd_text_print(w->out, "},\n");
    }
    jd_text_print(w->out,
                  "    };\n    int at = 0;\n"
                  "    while (at + 1 < %d && instant[at + 1] <= t) at++;\n"
                  "    for (int i = 0; i < %d; i++) m->held[i] = held[at][i];\n"
                  "    return at + 1 < %d ? instant[at + 1] : HUGE_VAL;\n}\n\n",
                  count, latches, count);
}

/* An instant is reached: other conditions from here on, blows of drives that jump, events. */
static void write_cross(Writer *w) {
    const int count = w->rec.instant.count, drives = w->rec.s->drives;
    if (!count) return;
    jd_write(w,
             "/* Over an instant at which conditions on time change; *next: the one after it. */\n"
             "static @_FN int @_cross(@_model *m, double t, double *y, double *next) {\n"
             "    *next = @_mode(m, t);\n"
             "    (void)y;\n");
    for (int n = 1; n < count && w->rec.kicks; n++) {
        const Instant *at = &w->rec.instant.at[n];
        bool any = false;
        for (int d = 0; d < drives; d++) any = any || at->kick[d] != 0;
        if (!any) continue;
        jd_text_print(w->out, "    if (t >= ");
        jd_timing_print(w, n, -1);
        jd_text_print(w->out, " && t <= ");
        jd_timing_print(w, n, -1);
        jd_text_print(w->out, ") {\n        %sconst double blow[%d] = {",
                      w->timing.count ? "" : "static ", drives + w->rec.blow.count);
        for (int d = 0; d < drives; d++) {
            if (d) jd_text_print(w->out, ", ");
            jd_timing_print(w, n, d);
        }
        jd_write(w, "};\n        const int code = @_strike(m, t, y, blow);\n        if (code) "
                    "return code;\n    }\n");
    }
    jd_write(w,
             jd_has_events(w) ? "    return @_happen(m, t, y);\n}\n\n" : "    return @_OK;\n}\n\n");
}

void jd_write_functions(Writer *w) {
    write_mode(w);
    write_rates(w, false);
    write_rates(w, true);
    write_all_rates(w, false);
    write_all_rates(w, true);
    write_outputs(w);
    if (w->rec.states) write_slopes(w);
    if (w->rec.states && !w->by_state)
        write_partials_by_slopes(w);
    else
        write_partials(w);
    jd_write_events(w);
    write_cross(w);
    jd_write_timed(w);
    write_start(w);
}
