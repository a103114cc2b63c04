/* SPDX-License-Identifier: MIT
 *
 * The whole C file: numbers, start, rates, outputs, steppers, and a program that checks what the
 * model expects. In fixed texts @ stands for the model's name. */
#include "emit/emit.h"
#include "emit/equations.h"
#include "emit/print.h"
#include "run/stepper.h"
#include <stdio.h>
#include <string.h>

enum { SMALL = 200 };     /* operations of rates that are put in the place of their call */
enum { WRITTEN_OUT = 8 }; /* states up to which sums of stages are written one by one */

typedef struct {
    Recorder rec;
    Tape tape;
    Printer p;
    Text *out;
    int outputs, *channel; /* of the file: what the model asks for and expects */
    Num *output;
    Num *by_state, *by_input, *by_number; /* derivatives of each rate */
    const Tableau *dop853;
    bool cuda;
} Writer;

/* A fixed text, with the model's name for each @. */
static void put(Writer *w, const char *text) {
    for (const char *at = text; *at; at++)
        if (*at == '@')
            jd_text_print(w->out, "%s", w->p.prefix);
        else
            jd_text_add(w->out, at, 1);
}

static int at_least_one(int n) {
    return n > 0 ? n : 1;
}

/* ---- Outputs -------------------------------------------------------------------------------- */

static bool is_listed(const Writer *w, int channel) {
    for (int n = 0; n < w->outputs; n++)
        if (w->channel[n] == channel) return true;
    return false;
}

/* What cannot be shown is left out, and said. */
static void take_output(Writer *w, int channel, Where where) {
    Recorder *rec = &w->rec;
    bool known = false;
    if (channel <= 0 || is_listed(w, channel)) return;
    const Num value = jd_record_channel(rec, channel, &known);
    if (rec->failed) return;
    if (!known) {
        jd_report(rec->log, JD_WARNING, "emit-output", where,
                  "channel '%s' is left out of the emitted outputs", rec->s->channel_name[channel]);
        jd_hint(rec->log, "`jourdain run` shows it");
        return;
    }
    w->channel[w->outputs] = channel;
    w->output[w->outputs++] = value;
}

static bool take_outputs(Writer *w) {
    const JdSystem *s = w->rec.s;
    const int most = s->outputs + s->expects + s->states + 1;
    w->channel = ARENA_NEW(w->rec.arena, int, most);
    w->output = ARENA_NEW(w->rec.arena, Num, most);
    if (!w->channel || !w->output) return false;
    for (int n = 0; n < s->outputs; n++) take_output(w, s->output[n], nowhere);
    for (int n = 0; n < s->expects; n++)
        take_output(w, s->expect[n].channel.index, jd_where_at(s->expect[n].place));
    return !w->rec.failed && !w->rec.arena->failed;
}

/* ---- Derivatives ---------------------------------------------------------------------------- */

/* Of each rate by states, inputs and numbers of the mechanism. */
static bool take_partials(Writer *w) {
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
            if (node->op == TAPE_INPUT) w->by_input[r * inputs + node->of[0]] = by[v];
            if (node->op == TAPE_FIXED) w->by_number[r * numbers + node->of[0]] = by[v];
        }
    }
    return true;
}

static void write_some(Writer *w, const char *to, const Num *values, int count) {
    for (int n = 0; n < count; n++) {
        if (!values[n]) continue; /* set to zero before */
        jd_text_print(w->out, "    %s[%d] = ", to, n);
        jd_print_value(&w->p, values[n], w->out);
        jd_text_print(w->out, ";\n");
    }
}

static void write_partials(Writer *w) {
    const int n = w->rec.states, inputs = n * w->rec.s->givens, numbers = n * w->tape.fixed.count;
    Num *all = ARENA_NEW(w->rec.arena, Num, n * n + inputs + numbers + 1);
    const char *fail = jd_arena_format(w->rec.arena, "return %s_OPEN;", w->p.prefix);
    if (!all || !n) return;
    memcpy(all, w->by_state, (size_t)(n * n) * sizeof *all);
    memcpy(all + n * n, w->by_input, (size_t)inputs * sizeof *all);
    memcpy(all + n * n + inputs, w->by_number, (size_t)numbers * sizeof *all);
    put(w, "/* Derivatives of the rates, row by row: by the state, by inputs, by the numbers of "
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
    put(w, "    return @_OK;\n}\n\n");
}

/* ---- Structs -------------------------------------------------------------------------------- */

static void write_head(Writer *w) {
    const JdSystem *s = w->rec.s;
    put(w, "/* Equations of motion of model '@', written by jourdain ");
    jd_text_print(w->out, "%s.\n", jd_version());
    put(w, " *\n"
           " *     @_model m;\n"
           " *     double y[@_STATES], t = 0;\n"
           " *     @_defaults(&m);              numbers of the mechanism; change them, then\n"
           " *     int code = @_init(&m, y);    y at time 0, with all loops closed\n"
           " *     code = @_run(&m, &t, y, 1.0, 1e-9);   or @_rk4(&m, &t, y, 1e-3)\n"
           " *\n"
           " * Needs the C library only. Numbers are SI. */\n"
           "#include <math.h>\n\n"
           "#ifdef __CUDACC__\n#define @_FN __host__ __device__\n#else\n#define @_FN\n#endif\n\n"
           "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
           "/* What calls return. */\n"
           "enum {\n"
           "    @_OK = 0,\n"
           "    @_LEFT = 1,       /* it left its chart: a dead point is near, other coordinates "
           "would do */\n"
           "    @_OPEN = 2,       /* loops do not close: bodies are too short or too far apart */\n"
           "    @_TOO_SMALL = 3   /* no step is short enough for the tolerance */\n"
           "};\n\n");
    put(w, "enum {\n");
    jd_text_print(w->out,
                  "    %s_STATES = %d,\n    %s_OUTPUTS = %d,\n    %s_INPUTS = %d,\n    %s_NUMBERS "
                  "= %d\n};\n\n",
                  w->p.prefix, w->rec.states, w->p.prefix, w->outputs, w->p.prefix, s->givens,
                  w->p.prefix, w->tape.fixed.count);
    put(w, "/* Numbers of the mechanism. What is zero in the model stays zero. */\ntypedef struct "
           "{\n");
    for (int n = 0; n < w->tape.fixed.count; n++)
        jd_text_print(w->out, "    double %s; /* %s [%s] */\n", w->p.fixed_name[n],
                      w->tape.fixed.at[n].name, w->tape.fixed.at[n].about);
    if (!w->tape.fixed.count) put(w, "    double none;\n");
    put(w, "} @_numbers;\n\n");
}

static void write_model_struct(Writer *w) {
    put(w, "typedef struct {\n    @_numbers number; /* after a change: @_prepare */\n");
    jd_text_print(
        w->out,
        "    double input[%d];   /* as they are set */\n"
        "    double k[%d];     /* what follows from the numbers alone */\n"
        "    double hint[%d];    /* what loops and counted turns were after the last step */\n",
        at_least_one(w->rec.s->givens), at_least_one(w->p.keeps), at_least_one(w->tape.hint.count));
    if (w->rec.instant.count)
        jd_text_print(w->out, "    double held[%d];    /* conditions on time, as they are now */\n",
                      w->rec.s->latches);
    put(w, "} @_model;\n\n");
}

/* Angles that turns are counted by, if there are such. */
static void write_rough_angle(Writer *w) {
    bool counts = false;
    for (int n = 0; n < w->tape.node.count; n++)
        counts = counts || w->tape.node.at[n].op == TAPE_ROUGH_ANGLE;
    if (!counts) return;
    put(w,
        "/* The angle of sine s and cosine c up to 0.01 rad. */\n"
        "static inline @_FN double @_rough_angle(double s, double c) {\n"
        "    const double x = fabs(c), y = fabs(s), most = x > y ? x : y, least = x > y ? y : x;\n"
        "    const double r = least / most, flat = r * (1.0583981633974483 - 0.273 * r);\n"
        "    const double up = y > x ? 1.5707963267948966 - flat : flat;\n"
        "    const double half = c < 0 ? 3.141592653589793 - up : up;\n"
        "    return s < 0 ? -half : half;\n"
        "}\n\n");
}

static void write_names(Writer *w) {
    const JdSystem *s = w->rec.s;
    put(w, "static const char *const @_state_name[] = {");
    for (int n = 0; n < w->rec.states; n++)
        jd_text_print(w->out, "%s\"%s\"", n ? ", " : "",
                      w->rec.state_name[n] ? w->rec.state_name[n] : "");
    put(w, w->rec.states ? "};\n" : "\"\"};\n");
    put(w, "static const char *const @_output_name[] = {");
    for (int n = 0; n < w->outputs; n++)
        jd_text_print(w->out, "%s\"%s\"", n ? ", " : "", s->channel_name[w->channel[n]]);
    put(w, w->outputs ? "};\n" : "\"\"};\n");
    put(w, "static const char *const @_output_unit[] = {");
    for (int n = 0; n < w->outputs; n++)
        jd_text_print(w->out, "%s\"%s\"", n ? ", " : "", s->channel[w->channel[n]].unit);
    put(w, w->outputs ? "};\n\n" : "\"\"};\n\n");
}

/* ---- Functions ------------------------------------------------------------------------------ */

/* Begins a function over a state; names that it may not need are used at least once. */
static void write_opening(Writer *w, const char *name, const char *result, bool in_place) {
    if (in_place) put(w, "#ifdef __GNUC__\n__attribute__((always_inline))\n#endif\nstatic inline ");
    jd_text_print(
        w->out, "%s_FN int %s_%s(%s%s_model *m, double t, const double *y, double *%s) {\n",
        w->p.prefix, w->p.prefix, name,
        strcmp(name, "begin") && strcmp(name, "first") ? "const " : "", w->p.prefix, result);
    put(w, "    const @_numbers *const n = &m->number;\n"
           "    const double *const k = m->k;\n"
           "    (void)n, (void)k, (void)t, (void)y;\n");
}

static void write_results(Writer *w, const char *to, const Num *values, int count) {
    for (int n = 0; n < count; n++) {
        jd_text_print(w->out, "    %s[%d] = ", to, n);
        jd_print_value(&w->p, values[n], w->out);
        jd_text_print(w->out, ";\n");
    }
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

static bool is_small(Writer *w) {
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
        put(w, "/* Rates at the start of a step; there are no loops or turns to follow. */\n"
               "@_FN int @_begin(@_model *m, double t, const double *y, double *rate) {\n"
               "    return @_rates(m, t, y, rate);\n}\n\n");
        if (is_small(w))
            put(w, "#ifdef __GNUC__\n__attribute__((always_inline))\n#endif\n"
                   "static inline @_FN int @_first(@_model *m, double t, const double *y, double "
                   "*rate) {\n"
                   "    return @_eval(m, t, y, rate);\n}\n\n");
        return;
    }
    const bool small = is_small(w);
    put(w, settles ? "/* The same at the start of a step: loops and counted turns are followed "
                     "from here. */\n"
                   : "/* Rates of the state. */\n");
    write_opening(w, settles ? (small ? "first" : "begin") : (small ? "eval" : "rates"), "rate",
                  small);
    jd_print_code(&w->p, results, count, fail ? fail : "");
    write_guards(w);
    if (settles) write_results(w, "m->hint", w->tape.update.at, hints);
    write_results(w, "rate", rec->rate, rec->states);
    put(w, rec->states ? "    return @_OK;\n}\n\n" : "    (void)rate;\n    return @_OK;\n}\n\n");
    if (small && !settles)
        put(w, "@_FN int @_rates(const @_model *m, double t, const double *y, double *rate) {\n"
               "    return @_eval(m, t, y, rate);\n}\n\n");
    if (small && settles)
        put(w, "@_FN int @_begin(@_model *m, double t, const double *y, double *rate) {\n"
               "    return @_first(m, t, y, rate);\n}\n\n");
}

static void write_outputs(Writer *w) {
    const char *fail = jd_arena_format(w->rec.arena, "return %s_OPEN;", w->p.prefix);
    const int guards = w->rec.guard.count;
    Num *results = ARENA_NEW(w->rec.arena, Num, guards + w->outputs + 1);
    if (!results) return;
    for (int n = 0; n < guards; n++) results[n] = w->rec.guard.at[n].low;
    for (int n = 0; n < w->outputs; n++) results[guards + n] = w->output[n];
    put(w, "/* Outputs, in the order of @_output_name. */\n");
    write_opening(w, "outputs", "out", false);
    jd_print_code(&w->p, results, guards + w->outputs, fail ? fail : "");
    write_guards(w);
    write_results(w, "out", w->output, w->outputs);
    put(w, w->outputs ? "    return @_OK;\n}\n\n" : "    (void)out;\n    return @_OK;\n}\n\n");
}

static void write_list(Writer *w, const char *name, const double *values, int count) {
    put(w, "    static const double ");
    jd_text_print(w->out, "%s[] = {", name);
    for (int n = 0; n < count; n++) {
        if (n) jd_text_print(w->out, n % 6 ? ", " : ",\n        ");
        jd_print_number(values[n], w->out);
    }
    put(w, count ? "};\n" : "0};\n");
}

static void write_start(Writer *w) {
    const JdSystem *s = w->rec.s;
    put(w, "/* What follows from the numbers alone; after every change of them. */\n"
           "@_FN void @_prepare(@_model *m) {\n"
           "    const @_numbers *const n = &m->number;\n"
           "    double *const k = m->k;\n"
           "    (void)n, (void)k;\n");
    jd_print_kept(&w->p);
    put(w, "}\n\n/* The numbers of the model, and its inputs. */\n@_FN void @_defaults(@_model *m) "
           "{\n");
    for (int n = 0; n < w->tape.fixed.count; n++) {
        jd_text_print(w->out, "    m->number.%s = ", w->p.fixed_name[n]);
        jd_print_number(w->tape.fixed.at[n].value, w->out);
        jd_text_print(w->out, ";\n");
    }
    if (!w->tape.fixed.count) put(w, "    m->number.none = 0;\n");
    for (int n = 0; n < at_least_one(s->givens); n++) {
        jd_text_print(w->out, "    m->input[%d] = ", n);
        jd_print_number(n < s->givens ? s->given_start[n] : 0, w->out);
        jd_text_print(w->out, ";\n");
    }
    put(w, "    @_prepare(m);\n}\n\n"
           "/* The state at time 0: independent coordinates as in the model, the others as loops "
           "ask for. */\n"
           "@_FN int @_init(@_model *m, double *y) {\n");
    write_list(w, "start", w->rec.start, w->rec.states);
    write_list(w, "hint", w->tape.hint.at, w->tape.hint.count);
    jd_text_print(w->out,
                  "    double rate[%d];\n"
                  "    for (int i = 0; i < %d; i++) y[i] = start[i];\n"
                  "    for (int i = 0; i < %d; i++) m->hint[i] = hint[i];\n",
                  at_least_one(w->rec.states), w->rec.states, at_least_one(w->tape.hint.count));
    if (w->rec.instant.count) put(w, "    @_mode(m, 0);\n");
    put(w, "    @_prepare(m);\n"
           "    return @_begin(m, 0, y, rate);\n}\n\n");
}

/* ---- Instants ------------------------------------------------------------------------------- */

/* What holds from a time on; gives the instant up to which it does. */
static void write_mode(Writer *w) {
    const int count = w->rec.instant.count, latches = w->rec.s->latches;
    if (!count) return;
    put(w, "/* Conditions on time from t on; returns the instant up to which they hold. Steps must "
           "not go beyond it. */\n"
           "@_FN double @_mode(@_model *m, double t) {\n");
    jd_text_print(w->out, "    static const double instant[%d] = {", count);
    for (int n = 0; n < count; n++) {
        if (n) jd_text_print(w->out, n % 8 ? ", " : ",\n        ");
        jd_print_number(w->rec.instant.at[n].time, w->out);
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

/* ---- Steppers ------------------------------------------------------------------------------- */

/* A statement for all states: # stands for the number of each. */
static void for_states(Writer *w, const char *indent, const char *text) {
    const int n = w->rec.states, times = n > WRITTEN_OUT ? 1 : n;
    if (n > WRITTEN_OUT) jd_text_print(w->out, "%sfor (int i = 0; i < %d; i++)\n    ", indent, n);
    for (int i = 0; i < times; i++) {
        jd_text_print(w->out, "%s", indent);
        for (const char *at = text; *at; at++)
            if (*at != '#')
                jd_text_add(w->out, at, 1);
            else if (n > WRITTEN_OUT)
                jd_text_print(w->out, "i");
            else
                jd_text_print(w->out, "%d", i);
        jd_text_print(w->out, "\n");
    }
}

static void write_rk4(Writer *w) {
    static const char *const step[3] = {"half", "half", "h"}, *const add[3] = {"2 * ", "2 * ", ""};
    char text[80];
    const bool small = is_small(w);
    put(w, "/* One step of the method of Runge and Kutta, of length h. */\n"
           "@_FN int @_rk4(@_model *m, double *t, double *y, double h) {\n");
    if (!w->rec.states) {
        put(w, "    *t += h;\n    return @_begin(m, *t, y, y);\n}\n\n");
        return;
    }
    put(w, "    enum { N = @_STATES };\n"
           "    const double half = 0.5 * h;\n"
           "    double f[N], z[N], sum[N];\n");
    if (w->rec.instant.count) put(w, "    @_mode(m, *t);\n");
    put(w, small ? "    int code = @_first(m, *t, y, f);\n"
                 : "    int code = @_begin(m, *t, y, f);\n");
    put(w, "    if (code) return code;\n");
    for_states(w, "    ", "sum[#] = f[#];");
    for (int s = 0; s < 3; s++) {
        snprintf(text, sizeof text, "z[#] = y[#] + %s * f[#];", step[s]);
        for_states(w, "    ", text);
        put(w, small ? "    code = @_eval(m, *t + " : "    code = @_rates(m, *t + ");
        jd_text_print(w->out, "%s, z, f);\n    if (code) return code;\n", step[s]);
        snprintf(text, sizeof text, "sum[#] += %sf[#];", add[s]);
        for_states(w, "    ", text);
    }
    for_states(w, "    ", "y[#] += h / 6 * sum[#];");
    put(w, "    *t += h;\n"
           "    return @_OK;\n}\n\n");
}

/* sum of weights times stages, of state i. */
static void write_sum(Writer *w, const double *weight, int count, const char *i) {
    bool first = true;
    for (int s = 0; s < count; s++) {
        if (weight[s] == 0) continue;
        jd_text_print(w->out, first ? "" : " + ");
        jd_print_number(weight[s], w->out);
        jd_text_print(w->out, " * f[%d][%s]", s, i);
        first = false;
    }
    if (first) jd_text_print(w->out, "0.0");
}

/* to[i] = y[i] + h * sum for all states. */
static void write_stage(Writer *w, const char *to, const double *weight, int count) {
    const int n = w->rec.states;
    char index[16];
    if (n > WRITTEN_OUT) jd_text_print(w->out, "        for (int i = 0; i < %d; i++)\n    ", n);
    for (int i = 0; i < (n > WRITTEN_OUT ? 1 : n); i++) {
        snprintf(index, sizeof index, n > WRITTEN_OUT ? "i" : "%d", i);
        jd_text_print(w->out, "        %s[%s] = y[%s] + h * (", to, index, index);
        write_sum(w, weight, count, index);
        jd_text_print(w->out, ");\n");
    }
}

static void write_error(Writer *w) {
    const Tableau *of = w->dop853;
    const int n = w->rec.states;
    char index[16];
    put(w, "        double most = 0, low = 0;\n");
    if (n > WRITTEN_OUT) jd_text_print(w->out, "        for (int i = 0; i < %d; i++) {\n", n);
    for (int i = 0; i < (n > WRITTEN_OUT ? 1 : n); i++) {
        snprintf(index, sizeof index, n > WRITTEN_OUT ? "i" : "%d", i);
        if (n <= WRITTEN_OUT) jd_text_print(w->out, "        {\n");
        jd_text_print(w->out,
                      "            const double large = fabs(y[%s]) > fabs(z[%s]) ? fabs(y[%s]) : "
                      "fabs(z[%s]);\n",
                      index, index, index, index);
        jd_text_print(w->out,
                      "            const double per = scale[%s] / (1 + grows[%s] * large);\n",
                      index, index);
        jd_text_print(w->out, "            const double e5 = per * fabs(h * (");
        write_sum(w, of->error, of->stages, index);
        jd_text_print(w->out, "));\n            const double e3 = per * fabs(h * (");
        write_sum(w, of->error_low, of->stages, index);
        jd_text_print(w->out, "));\n"
                              "            if (!(e5 <= most)) most = e5;\n"
                              "            if (!(e3 <= low)) low = e3;\n        }\n");
    }
}

/* How errors of each state count: lengths by the mechanism's, rates and states of one's own by
 * their size, too. */
static void write_scales(Writer *w) {
    const Recorder *rec = &w->rec;
    const JdSystem *s = rec->s;
    double *scale = ARENA_NEW(rec->arena, double, rec->states + 1),
           *grows = ARENA_NEW(rec->arena, double, rec->states + 1);
    if (!scale || !grows) return;
    for (int n = 0; n < rec->states; n++) {
        const char *unit = rec->state_unit[n] ? rec->state_unit[n] : "1";
        scale[n] = !strcmp(unit, "m") || !strcmp(unit, "m/s") ? 1 / s->length : 1;
        grows[n] = n >= rec->first_rate ? scale[n] : 0;
        if (n < rec->first_extra) continue;
        const double own = s->extra[n - rec->first_extra].scale;
        scale[n] = own > 0 ? 1 / own : 1;
        grows[n] = scale[n];
    }
    write_list(w, "scale", scale, rec->states);
    write_list(w, "grows", grows, rec->states);
}

/* All is driven: there is nothing to integrate, but loops are followed in small parts of the run.
 */
static void write_followed(Writer *w) {
    const double to = w->rec.s->run.to;
    put(w, "/* Up to time `to`: all is driven, and loops are followed on the way. */\n"
           "@_FN int @_run(@_model *m, double *t, double *y, double to, double tol) {\n"
           "    double none[1];\n"
           "    int code = @_OK;\n"
           "    (void)tol;\n"
           "    while (*t < to && !code) {\n"
           "        const double next = *t + ");
    jd_print_number(to > 0 ? to / 2000 : 1e-3, w->out);
    put(w, ";\n"
           "        *t = next < to ? next : to;\n");
    if (w->rec.instant.count) put(w, "        @_mode(m, *t);\n");
    put(w, "        code = @_begin(m, *t, y, none);\n"
           "    }\n"
           "    return code;\n}\n\n");
}

static void write_dop853(Writer *w) {
    const Tableau *of = w->dop853;
    if (!w->rec.states) {
        write_followed(w);
        return;
    }
    put(w, w->rec.instant.count ? "static @_FN int @_span"
                                : "/* Up to time `to`, by the pair of Dormand and Prince of order "
                                  "8 with steps of its own. */\n@_FN int @_run");
    put(w, "(@_model *m, double *t, double *y, double to, double tol) {\n"
           "    enum { N = @_STATES > 0 ? @_STATES : 1 };\n");
    write_scales(w);
    jd_text_print(w->out, "    double f[%d][N], z[N], h = to - *t, before = 1e-4;\n", of->stages);
    put(w,
        "    int code = @_begin(m, *t, y, f[0]);\n"
        "    if (code) return code;\n"
        "    (void)scale, (void)grows;\n"
        "    {\n"
        "        double fastest = 0;\n"
        "        for (int i = 0; i < @_STATES; i++) {\n"
        "            const double speed = fabs(f[0][i]) * scale[i] / (1 + grows[i] * fabs(y[i]));\n"
        "            if (speed > fastest) fastest = speed;\n"
        "        }\n"
        "        if (h * fastest > 0.05) h = 0.05 / fastest;\n"
        "    }\n"
        "    while (*t < to) {\n"
        "        const double rest = to - *t;\n"
        "        const int last = h >= rest * (1 - 1e-12);\n"
        "        if (last) h = rest;\n"
        "        if (!(*t + 0.1 * h > *t) && !last) return code ? code : @_TOO_SMALL;\n"
        "        code = 0;\n");
    const double *a = of->a;
    for (int s = 1; s < of->stages; s++) {
        put(w, s > 1 ? "        if (!code) {\n" : "        {\n");
        write_stage(w, "z", a, s);
        put(w, "        code = @_rates(m, *t + ");
        jd_print_number(of->c[s], w->out);
        jd_text_print(w->out, " * h, z, f[%d]);\n        }\n", s);
        a += s;
    }
    put(w, "        if (!code) {\n");
    write_stage(w, "z", of->b, of->stages);
    put(w, "        }\n"
           "        double error = 1e3;\n"
           "        if (!code) {\n");
    write_error(w);
    put(w, "        const double size = most * most + 0.01 * low * low;\n"
           "        error = size > 0 ? most * most / sqrt(size) / tol : 0;\n"
           "        if (!(error < 1e300)) error = 1e3;\n"
           "        }\n"
           "        if (error <= 1) {\n"
           "            const double t_new = last ? to : *t + h;\n"
           "            code = @_begin(m, t_new, z, f[0]);\n"
           "            if (!code) {\n"
           "                double factor = error > 0 ? 0.9 * pow(error, -0.115) * pow(before, "
           "0.02) : 6;\n"
           "                if (factor > 6) factor = 6;\n"
           "                if (factor < 0.333) factor = 0.333;\n"
           "                for (int i = 0; i < @_STATES; i++) y[i] = z[i];\n"
           "                *t = t_new;\n"
           "                before = error > 1e-4 ? error : 1e-4;\n"
           "                h *= factor;\n"
           "                continue;\n"
           "            }\n"
           "            error = 1e3;\n"
           "        }\n"
           "        {\n"
           "            double factor = 0.9 * pow(error, -0.125);\n"
           "            if (factor < 0.2) factor = 0.2;\n"
           "            h *= factor;\n"
           "        }\n"
           "        if (code && @_begin(m, *t, y, f[0])) return code;\n"
           "    }\n"
           "    return @_OK;\n}\n\n");
    if (!w->rec.instant.count) return;
    put(w, "/* Up to time `to`, by the pair of Dormand and Prince of order 8 with steps of its "
           "own; no step goes over an\n"
           " * instant at which conditions on time change. */\n"
           "@_FN int @_run(@_model *m, double *t, double *y, double to, double tol) {\n"
           "    while (*t < to) {\n"
           "        const double next = @_mode(m, *t);\n"
           "        const int code = @_span(m, t, y, next < to ? next : to, tol);\n"
           "        if (code) return code;\n"
           "    }\n"
           "    @_mode(m, *t);\n"
           "    return @_OK;\n}\n\n");
}

/* ---- Many variants -------------------------------------------------------------------------- */

/* Loops by Newton's method, hints, inputs and instants are matters of one lane. */
static bool has_lanes(Writer *w) {
    if (w->tape.block.count || w->rec.instant.count || w->rec.s->givens || !w->rec.states)
        return false;
    return !jd_print_reads(&w->p, w->rec.rate, w->rec.states, TAPE_HINT);
}

static void write_lane_rates(Writer *w) {
    Recorder *rec = &w->rec;
    const int guards = rec->guard.count, count = rec->states + guards;
    Num *results = ARENA_NEW(rec->arena, Num, count + 1);
    if (!results) return;
    for (int n = 0; n < guards; n++) results[n] = rec->guard.at[n].low;
    for (int n = 0; n < rec->states; n++) results[guards + n] = rec->rate[n];
    put(w, "static void @_lanes_rates(const @_lanes *m, double t, double (*y)[@_LANES], double "
           "(*rate)[@_LANES], int *code) {\n"
           "    (void)m, (void)t, (void)y, (void)code;\n"
           "    for (int l = 0; l < @_LANES; l++) {\n");
    w->p.lanes = true;
    jd_print_code(&w->p, results, count, "");
    for (int n = 0; n < guards; n++) {
        jd_text_print(w->out, "    code[l] |= !(");
        jd_print_value(&w->p, rec->guard.at[n].low, w->out);
        jd_text_print(w->out, " > ");
        jd_print_number(rec->guard.at[n].limit, w->out);
        jd_text_print(w->out, ");\n");
    }
    for (int n = 0; n < rec->states; n++) {
        jd_text_print(w->out, "    rate[%d][l] = ", n);
        jd_print_value(&w->p, rec->rate[n], w->out);
        jd_text_print(w->out, ";\n");
    }
    w->p.lanes = false;
    put(w, "    }\n}\n\n");
}

/* Sixteen variants side by side, for compilers that make vectors of loops: -O3 -ffast-math. */
static void write_lanes(Writer *w) {
    if (!has_lanes(w)) return;
    put(w, "/* Sixteen variants side by side: numbers, states and rates of all of them are "
           "neighbours, and compilers make vectors of\n"
           " * the loops (-O3 -ffast-math). A lane that leaves its chart has its code set. */\n");
    jd_text_print(w->out,
                  "enum { %s_LANES = 16 };\ntypedef struct {\n    double number[%d][%s_LANES], "
                  "k[%d][%s_LANES];\n} %s_lanes;\n\n",
                  w->p.prefix, at_least_one(w->tape.fixed.count), w->p.prefix,
                  at_least_one(w->p.keeps), w->p.prefix, w->p.prefix);
    put(w, "void @_lanes_set(@_lanes *to, int lane, const @_model *from) {\n");
    for (int n = 0; n < w->tape.fixed.count; n++)
        jd_text_print(w->out, "    to->number[%d][lane] = from->number.%s;\n", n,
                      w->p.fixed_name[n]);
    jd_text_print(w->out, "    for (int i = 0; i < %d; i++) to->k[i][lane] = from->k[i];\n}\n\n",
                  at_least_one(w->p.keeps));
    write_lane_rates(w);
    put(w, "void @_lanes_rk4(const @_lanes *m, double *t, double (*y)[@_LANES], double h, int "
           "*code) {\n"
           "    static const double share[3] = {0.5, 0.5, 1.0}, weight[3] = {2.0, 2.0, 1.0};\n"
           "    double f[@_STATES][@_LANES], z[@_STATES][@_LANES], sum[@_STATES][@_LANES];\n"
           "    @_lanes_rates(m, *t, y, f, code);\n"
           "    for (int i = 0; i < @_STATES; i++)\n"
           "        for (int l = 0; l < @_LANES; l++) sum[i][l] = f[i][l];\n"
           "    for (int s = 0; s < 3; s++) {\n"
           "        for (int i = 0; i < @_STATES; i++)\n"
           "            for (int l = 0; l < @_LANES; l++) z[i][l] = y[i][l] + share[s] * h * "
           "f[i][l];\n"
           "        @_lanes_rates(m, *t + share[s] * h, z, f, code);\n"
           "        for (int i = 0; i < @_STATES; i++)\n"
           "            for (int l = 0; l < @_LANES; l++) sum[i][l] += weight[s] * f[i][l];\n"
           "    }\n"
           "    for (int i = 0; i < @_STATES; i++)\n"
           "        for (int l = 0; l < @_LANES; l++) y[i][l] += h / 6 * sum[i][l];\n"
           "    *t += h;\n"
           "}\n\n");
}

static void write_batch(Writer *w) {
    put(w, "/* Many variants, each with its own numbers and state: so many steps of rk4. A lane "
           "that fails keeps its code and stands\n"
           " * still from there. */\n"
           "static inline @_FN void @_lane(@_model *model, double *state, double *time, double h, "
           "long steps, int *code) {\n"
           "    enum { N = @_STATES > 0 ? @_STATES : 1 };\n"
           "    @_model m = *model;\n"
           "    double y[N], t = *time;\n"
           "    int failed = 0;\n"
           "    for (int i = 0; i < @_STATES; i++) y[i] = state[i];\n"
           "    for (long n = 0; n < steps && !failed; n++) failed = @_rk4(&m, &t, y, h);\n"
           "    for (int i = 0; i < @_STATES; i++) state[i] = y[i];\n"
           "    *time = t;\n"
           "    *model = m;\n"
           "    *code = failed;\n"
           "}\n\n"
           "void @_batch(long lanes, @_model *m, double *y, double *t, double h, long steps, int "
           "*code) {\n"
           "    for (long n = 0; n < lanes; n++) @_lane(&m[n], &y[n * @_STATES], &t[n], h, steps, "
           "&code[n]);\n"
           "}\n\n");
    if (!w->cuda) return;
    put(w, "#ifdef __CUDACC__\n"
           "/* The same on a GPU; all pointers are of its memory. */\n"
           "__global__ void @_kernel(long lanes, @_model *m, double *y, double *t, double h, long "
           "steps, int *code) {\n"
           "    const long n = (long)blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (n < lanes) @_lane(&m[n], &y[n * @_STATES], &t[n], h, steps, &code[n]);\n"
           "}\n\n"
           "/* And with memory of the host; 0, or the number of a CUDA error. */\n"
           "static int @_batch_cuda(long lanes, @_model *m, double *y, double *t, double h, long "
           "steps, int *code) {\n"
           "    enum { THREADS = 128 };\n"
           "    const size_t sizes[4] = {sizeof *m * (size_t)lanes, sizeof *y * (size_t)lanes * "
           "@_STATES, sizeof *t * (size_t)lanes,\n"
           "                             sizeof *code * (size_t)lanes};\n"
           "    void *const host[4] = {m, y, t, code};\n"
           "    void *device[4] = {0, 0, 0, 0};\n"
           "    cudaError_t failed = cudaSuccess;\n"
           "    for (int k = 0; k < 4 && !failed; k++) failed = cudaMalloc(&device[k], sizes[k]);\n"
           "    for (int k = 0; k < 3 && !failed; k++)\n"
           "        failed = cudaMemcpy(device[k], host[k], sizes[k], cudaMemcpyHostToDevice);\n"
           "    if (!failed) {\n"
           "        @_kernel<<<(unsigned)((lanes + THREADS - 1) / THREADS), THREADS>>>(\n"
           "            lanes, (@_model *)device[0], (double *)device[1], (double *)device[2], h, "
           "steps, (int *)device[3]);\n"
           "        failed = cudaDeviceSynchronize();\n"
           "    }\n"
           "    for (int k = 0; k < 4 && !failed; k++)\n"
           "        failed = cudaMemcpy(host[k], device[k], sizes[k], cudaMemcpyDeviceToHost);\n"
           "    for (int k = 0; k < 4; k++) cudaFree(device[k]);\n"
           "    return (int)failed;\n"
           "}\n"
           "#endif\n\n");
}

/* ---- The program ---------------------------------------------------------------------------- */

static int place_of(const Writer *w, int channel) {
    for (int n = 0; n < w->outputs; n++)
        if (w->channel[n] == channel) return n;
    return -1;
}

static void write_main(Writer *w) {
    const JdSystem *s = w->rec.s;
    int count = 0;
    put(w, "#ifdef __cplusplus\n}\n#endif\n\n"
           "#ifndef JOURDAIN_NO_MAIN\n#include <stdio.h>\n\n"
           "/* What the model expects. */\n"
           "typedef struct {\n    int output;\n    double value, at, within;\n    int line;\n} "
           "@_expectation;\n"
           "static const @_expectation @_expect[] = {\n");
    for (int n = 0; n < s->expects; n++) {
        const JdExpect *e = &s->expect[n];
        const int at = place_of(w, e->channel.index);
        const double time = isnan(e->at) ? s->run.to : e->at;
        if (at < 0 || !(time >= 0)) continue;
        jd_text_print(w->out, "    {%d, ", at);
        jd_print_number(e->value, w->out);
        jd_text_print(w->out, ", ");
        jd_print_number(time, w->out);
        jd_text_print(w->out, ", ");
        jd_print_number(e->relative ? e->within * fabs(e->value) : e->within, w->out);
        jd_text_print(w->out, ", %d},\n", e->line);
        count++;
    }
    put(w, count ? "};\n" : "    {-1, 0.0, 0.0, 0.0, 0},\n};\n");
    jd_text_print(w->out, "enum { %s_EXPECTED = %d };\n\n", w->p.prefix, count);
    put(w, "int main(void) {\n"
           "    enum { N = @_STATES > 0 ? @_STATES : 1, M = @_OUTPUTS > 0 ? @_OUTPUTS : 1 };\n"
           "    @_model m;\n"
           "    double y[N], out[M], t = 0;\n"
           "    int missed = 0, held = 0, code;\n"
           "    @_defaults(&m);\n"
           "    code = @_init(&m, y);\n"
           "    for (double next = -1, to = 0; !code; next = to) {\n"
           "        to = -1;\n"
           "        for (int n = 0; n < @_EXPECTED; n++) /* the next time that something is "
           "expected at */\n"
           "            if (@_expect[n].at > next && (to < 0 || @_expect[n].at < to)) to = "
           "@_expect[n].at;\n");
    const double tol = s->run.tol > 0 && s->run.tol < 1e-10 ? s->run.tol : 1e-10;
    jd_text_print(w->out, "        const double end = ");
    jd_print_number(s->run.to > 0 ? s->run.to : 0, w->out);
    put(w, ";\n"
           "        const int over = to < 0;\n"
           "        if (over) to = end;\n"
           "        if (to > t) code = @_run(&m, &t, y, to, ");
    jd_print_number(tol, w->out);
    put(w,
        ");\n"
        "        if (!code) code = @_outputs(&m, t, y, out);\n"
        "        if (code) break;\n"
        "        for (int n = 0; n < @_EXPECTED && !over; n++) {\n"
        "            const @_expectation *e = &@_expect[n];\n"
        "            if (e->at < to || e->at > to) continue;\n"
        "            if (fabs(out[e->output] - e->value) <= e->within) {\n"
        "                held++;\n                continue;\n            }\n"
        "            missed++;\n"
        "            printf(\"line %d: at %g s %s is %.17g %s, expected %.17g: off by %.3g\\n\", "
        "e->line, e->at,\n"
        "                   @_output_name[e->output], out[e->output], @_output_unit[e->output], "
        "e->value,\n"
        "                   fabs(out[e->output] - e->value));\n"
        "        }\n"
        "        if (over) break;\n"
        "    }\n"
        "    for (int n = 0; n < @_OUTPUTS && !code; n++)\n"
        "        printf(\"%s = %.17g %s\\n\", @_output_name[n], out[n], @_output_unit[n]);\n"
        "    printf(\"%d of %d expectations hold; time %g s, %s\\n\", held, (int)@_EXPECTED, t,\n"
        "           code == @_LEFT   ? \"it left its chart\"\n"
        "           : code == @_OPEN ? \"its loops do not close\"\n"
        "           : code           ? \"no step is short enough\"\n"
        "                            : \"well\");\n"
        "    (void)@_state_name;\n"
        "    return code ? 1 : missed ? 5 : 0;\n"
        "}\n#endif\n");
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool record(Writer *w, const JdSystem *system, Arena *arena, JdLog *log) {
    const FormType *form = system->mechanics ? system->mechanics : system->form;
    if (strcmp(form->name, "minimal")) {
        jd_report(log, JD_ERROR, "emit-form", nowhere, "form %s cannot be emitted", form->name);
        jd_hint(log, "form minimal can: --form minimal");
        return false;
    }
    w->rec = (Recorder){.t = &w->tape,
                        .s = system,
                        .plan = system->plan,
                        .log = log,
                        .arena = arena,
                        .explicit_mass = w->rec.explicit_mass};
    return jd_tape_init(&w->tape, arena) && jd_record_rates(&w->rec);
}

static void write_all(Writer *w) {
    Text functions = {0}, *whole = w->out;
    w->out = w->p.out = &functions;
    write_mode(w);
    write_rates(w, false);
    write_rates(w, true);
    write_outputs(w);
    write_partials(w);
    write_start(w);
    write_rk4(w);
    write_dop853(w);
    write_batch(w);
    write_lanes(w);
    w->out = w->p.out = whole;
    write_head(w);
    write_model_struct(w);
    write_names(w);
    write_rough_angle(w);
    if (functions.at) jd_text_add(whole, functions.at, functions.count);
    whole->failed = whole->failed || functions.failed;
    write_main(w);
    jd_text_free(&functions);
}

char *jd_emit(const JdSystem *system, JdEmitDef def, JdLog *log) {
    Arena arena = {0};
    Text out = {0};
    if (!system) return NULL;
    const bool formulas = def.target && jd_word_in_list(def.target, "text latex markdown");
    if (def.target && !formulas && !jd_word_in_list(def.target, "c cuda")) {
        jd_report(log, JD_ERROR, "emit-target", nowhere, "there is no target '%s'", def.target);
        jd_hint(log, "there are: c, cuda; text, latex, markdown");
        return NULL;
    }
    Writer w = {.out = &out,
                .cuda = def.target && !strcmp(def.target, "cuda"),
                .dop853 = jd_stepper_find("dop853")->tableau};
    w.rec.explicit_mass = formulas;
    bool good = record(&w, system, &arena, log);
    if (formulas) {
        good = good && jd_formulas_write(&w.rec, def.target, &out);
    } else {
        good = good && take_outputs(&w) && take_partials(&w) && jd_printer_init(&w.p, &w.rec, &out);
        if (good) write_all(&w);
    }
    const bool memory = arena.failed || out.failed;
    if (memory) jd_report_memory(log);
    jd_arena_free(&arena);
    if (good && !memory && out.at) return out.at;
    jd_text_free(&out);
    return NULL;
}

/* ---- Beside the interpreter ----------------------------------------------------------------- */

struct EmitTrial {
    Arena arena;
    Writer w;
    double *values;
};

EmitTrial *jd_emit_trial_new(const JdSystem *system, JdLog *log) {
    Arena arena = {0};
    EmitTrial *trial = ARENA_NEW(&arena, EmitTrial, 1);
    if (!trial) return NULL;
    trial->arena = arena;
    const bool good = record(&trial->w, system, &trial->arena, log);
    trial->values = ARENA_NEW(&trial->arena, double, trial->w.tape.node.count + 1);
    if (good && trial->values) return trial;
    jd_emit_trial_free(trial);
    return NULL;
}

void jd_emit_trial_free(EmitTrial *trial) {
    if (!trial) return;
    Arena arena = trial->arena;
    jd_arena_free(&arena);
}

int jd_emit_trial_states(const EmitTrial *trial) {
    return trial->w.rec.states;
}

const double *jd_emit_trial_start(const EmitTrial *trial) {
    return trial->w.rec.start;
}

int jd_emit_trial_place(const EmitTrial *trial, int state) {
    const Recorder *rec = &trial->w.rec;
    const int nq = rec->plan->tree.nq, first = jd_first_rate(rec->s);
    if (state < nq) return rec->state_of_q[state];
    if (state < first) return -1;
    if (state < first + rec->plan->tree.nu) return rec->state_of_u[state - first];
    return rec->first_extra + state - first - rec->plan->tree.nu;
}

bool jd_emit_trial_rates(EmitTrial *trial, double time, const double *held, const double *y,
                         double *rates) {
    const Recorder *rec = &trial->w.rec;
    const TapeGiven given = {.time = time, .state = y, .input = rec->s->given_start, .held = held};
    if (!jd_tape_play(&trial->w.tape, &given, trial->values)) return false;
    for (int n = 0; n < rec->guard.count; n++)
        if (!(trial->values[rec->guard.at[n].low] > rec->guard.at[n].limit)) return false;
    for (int n = 0; n < rec->states; n++) rates[n] = trial->values[rec->rate[n]];
    return true;
}

bool jd_emit_trial_settle(EmitTrial *trial, double time, const double *held, const double *y) {
    Tape *t = &trial->w.tape;
    const TapeGiven given = {
        .time = time, .state = y, .input = trial->w.rec.s->given_start, .held = held};
    if (!jd_tape_play(t, &given, trial->values)) return false;
    for (int n = 0; n < t->hint.count; n++) t->hint.at[n] = trial->values[t->update.at[n]];
    return true;
}

bool jd_emit_trial_partials(EmitTrial *trial, double time, const double *held, const double *y,
                            double *by_state) {
    Writer *w = &trial->w;
    const int n = w->rec.states;
    if (!w->by_state && !take_partials(w)) return false;
    trial->values = ARENA_NEW(&trial->arena, double, w->tape.node.count + 1);
    const TapeGiven given = {
        .time = time, .state = y, .input = w->rec.s->given_start, .held = held};
    if (!trial->values || !jd_tape_play(&w->tape, &given, trial->values)) return false;
    for (int k = 0; k < n * n; k++) by_state[k] = trial->values[w->by_state[k]];
    return true;
}
