/* SPDX-License-Identifier: MIT
 *
 * The equations of the independent coordinates as formulas: M q'' + h = Q with the names of the
 * model, as text, LaTeX or Markdown. They are read off the tape that code is printed from; what
 * occurs more than once is said first, by a name of its own. */
#include "emit/equations.h"
#include "sym/sym.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { TIDY_MOST = 400 }; /* operations of a formula that is brought into its shortest form */

typedef struct {
    Recorder *rec;
    SymPool *pool;
    Sym *of; /* of each number of the tape; SYM_NONE: not yet */
    Text *out;
    SymStyle style;
    bool markdown;
} Teller;

/* ---- From the tape to symbols --------------------------------------------------------------- */

static const struct {
    TapeOp op;
    const char *function;
} functions[] = {{TAPE_SIN, "sin"},     {TAPE_COS, "cos"},   {TAPE_TAN, "tan"},
                 {TAPE_ASIN, "asin"},   {TAPE_ACOS, "acos"}, {TAPE_ATAN, "atan"},
                 {TAPE_ATAN2, "atan2"}, {TAPE_EXP, "exp"},   {TAPE_LOG, "log"},
                 {TAPE_ABS, "abs"},     {TAPE_TANH, "tanh"}};

static Sym call_of(Teller *w, const TapeNode *node, const char *name) {
    const int function = jd_sym_function(name);
    Sym args[3];
    for (int k = 0; k < jd_tape_arguments(node->op); k++) args[k] = w->of[node->of[k]];
    return function < 0 ? SYM_NONE
                        : jd_sym_call(w->pool, function, args, jd_tape_arguments(node->op));
}

static Sym name_of(Teller *w, const TapeNode *node) {
    char text[40];
    switch (node->op) {
    case TAPE_FIXED:
        return jd_sym_name(w->pool, w->rec->t->fixed.at[node->of[0]].name);
    case TAPE_STATE:
        return jd_sym_name(w->pool, w->rec->state_name[node->of[0]]);
    case TAPE_TIME:
        return jd_sym_name(w->pool, "t");
    case TAPE_INPUT:
        return jd_sym_name(w->pool, w->rec->s->given[node->of[0]].name);
    default:
        snprintf(text, sizeof text, "%s%d", node->op == TAPE_UNKNOWN ? "x" : "held",
                 node->of[0] + 1);
        return jd_sym_name(w->pool, text);
    }
}

static Sym symbol_of(Teller *w, const TapeNode *node) {
    SymPool *pool = w->pool;
    const Sym a = w->of[node->of[0]], b = w->of[node->of[1]];
    if (!jd_tape_arguments(node->op) && node->op != TAPE_NUMBER) return name_of(w, node);
    switch (node->op) {
    case TAPE_NUMBER:
        return jd_sym_number(pool, jd_number_of(node->value));
    case TAPE_ADD:
        return jd_sym_add(pool, a, b);
    case TAPE_SUBTRACT:
        return jd_sym_subtract(pool, a, b);
    case TAPE_MULTIPLY:
        return jd_sym_times(pool, a, b);
    case TAPE_DIVIDE:
        return jd_sym_over(pool, a, b);
    case TAPE_NEGATE:
        return jd_sym_minus(pool, a);
    case TAPE_SQRT:
        return jd_sym_root(pool, a);
    default:
        break;
    }
    for (size_t n = 0; n < sizeof functions / sizeof *functions; n++)
        if (functions[n].op == node->op) return call_of(w, node, functions[n].function);
    return SYM_NONE;
}

/* Numbers in the order of the tape: what each is made of comes before it. */
static void mark(const Tape *t, Num a, bool *wanted) {
    if (wanted[a]) return;
    wanted[a] = true;
    for (int k = 0; k < jd_tape_arguments(t->node.at[a].op); k++)
        mark(t, t->node.at[a].of[k], wanted);
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void say(Teller *w, const char *left, Sym right) {
    const bool latex = w->style == SYM_LATEX;
    jd_text_print(w->out, latex ? (w->markdown ? "$$ %s = " : "  %s &= ") : "    %s = ", left);
    jd_sym_print(w->pool, right, w->style, w->out);
    jd_text_print(w->out, latex ? (w->markdown ? " $$\n" : " \\\\\n") : "\n");
}

static void head(Teller *w, const char *title) {
    if (w->markdown)
        jd_text_print(w->out, "\n### %s\n\n", title);
    else
        jd_text_print(w->out, w->style == SYM_LATEX ? "%% %s\n" : "\n%s\n", title);
}

static void say_name(Teller *w, const char *format, int a, int b, char *out, size_t room) {
    char text[40];
    Text latex = {0};
    snprintf(text, sizeof text, format, a, b);
    if (w->style == SYM_LATEX) jd_sym_print_name(text, SYM_LATEX, &latex);
    snprintf(out, room, "%s", latex.at ? latex.at : text);
    jd_text_free(&latex);
}

/* Which state each coordinate is. */
static void say_coordinates(Teller *w) {
    const Recorder *rec = w->rec;
    head(w, "Independent rates");
    for (int n = rec->first_rate; n < rec->first_extra; n++) {
        const char *from = rec->state_name[n] ? rec->state_name[n] : "";
        jd_text_print(w->out,
                      w->style == SYM_LATEX && !w->markdown ? "%% u%d: %s\n"
                      : w->markdown                         ? "- u%d: %s\n"
                                                            : "    u%d = %s\n",
                      n - rec->first_rate + 1, from);
    }
}

/* Unknowns of Newton's method have no formula. */
static void say_unknowns(Teller *w) {
    const int count = w->rec->t->unknowns;
    if (!count) return;
    head(w, "Found from the loops by Newton's method");
    jd_text_print(w->out,
                  w->style == SYM_LATEX && !w->markdown ? "%%     x1 to x%d\n" : "    x1 to x%d\n",
                  count);
}

static bool say_program(Teller *w, const SymProgram *program, int n) {
    char left[80];
    if (program->count) {
        head(w, "Said first");
        for (int k = 0; k < program->count; k++) {
            Text name = {0};
            jd_sym_print(w->pool, program->parts[k].name, w->style, &name);
            say(w, name.at ? name.at : "", program->parts[k].is);
            jd_text_free(&name);
        }
    }
    head(w, "Mass matrix M");
    for (int r = 0, at = 0; r < n; r++)
        for (int c = 0; c <= r; c++, at++) {
            if (n > 1 && jd_sym_is(w->pool, program->results[at], 0)) continue;
            say_name(w, n > 1 ? "M%d%d" : "M", r + 1, c + 1, left, sizeof left);
            say(w, left, program->results[at]);
        }
    const int half = n * (n + 1) / 2;
    for (int part = 0; part < 2; part++) {
        head(w, part ? "Forces Q" : "What velocities cause, h");
        for (int r = 0; r < n; r++) {
            say_name(w, part ? (n > 1 ? "Q%d" : "Q") : (n > 1 ? "h%d" : "h"), r + 1, 0, left,
                     sizeof left);
            say(w, left, program->results[half + part * n + r]);
        }
    }
    head(w, "Equations of motion");
    jd_text_print(w->out, w->style == SYM_LATEX ? (w->markdown ? "$$ M\\,\\dot u + h = Q $$\n"
                                                               : "  M\\,\\dot u + h &= Q\n")
                                                : "    M u' + h = Q\n");
    return !w->out->failed;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static Sym tidied(Teller *w, Sym s) {
    return jd_sym_cost(w->pool, s) < TIDY_MOST ? jd_sym_tidy(w->pool, s) : s;
}

static bool translate(Teller *w, const Num *results, int count, Sym *out) {
    const Tape *t = w->rec->t;
    bool *wanted = ARENA_NEW(w->rec->arena, bool, t->node.count + 1);
    w->of = ARENA_NEW(w->rec->arena, Sym, t->node.count + 1);
    if (!wanted || !w->of) return false;
    for (int n = 0; n < count; n++) mark(t, results[n], wanted);
    for (int a = 0; a < t->node.count; a++) {
        if (!wanted[a]) continue;
        w->of[a] = symbol_of(w, &t->node.at[a]);
        if (w->of[a] == SYM_NONE) return false;
    }
    for (int n = 0; n < count; n++) out[n] = tidied(w, w->of[results[n]]);
    return true;
}

/* ---- Formulas beside the tape --------------------------------------------------------------- */

enum { POINTS = 5 };

/* The same numbers, at places beside the start: what is said is what runs. A place where some loop
 * does not close says nothing. */
static bool agree_at(Teller *w, int point, const Num *results, int count, const Sym *symbols) {
    const Recorder *rec = w->rec;
    const Tape *t = rec->t;
    double *y = ARENA_NEW(rec->arena, double, rec->states + 1),
           *values = ARENA_NEW(rec->arena, double, t->node.count + 1),
           *names = ARENA_NEW(rec->arena, double, jd_sym_names(w->pool) + 1);
    if (!y || !values || !names) return false;
    for (int n = 0; n < rec->states; n++)
        y[n] = rec->start[n] + 0.01 * (point + 1) * sin(1.7 * n + 2.3 * point + 0.4);
    const TapeGiven given = {.time = 0.01 * point, .state = y, .input = rec->s->given_start};
    if (!jd_tape_play(t, &given, values)) return true;
    for (int a = 0; a < t->node.count; a++) {
        const SymNode *node = w->of[a] == SYM_NONE ? NULL : jd_sym_node(w->pool, w->of[a]);
        if (node && node->kind == SYM_NAME && !jd_tape_arguments(t->node.at[a].op))
            names[node->name] = values[a];
    }
    double most = 0; /* what a formula makes zero is rounding on the tape */
    for (int n = 0; n < count; n++) most = fmax(most, fabs(values[results[n]]));
    for (int n = 0; n < count; n++) {
        double size = 0;
        const double is = values[results[n]],
                     said = jd_sym_value(w->pool, symbols[n], names, &size);
        if (isfinite(is) && !(fabs(said - is) <= 1e-9 * (fabs(is) + size) + 1e-12 * most))
            return false;
    }
    return true;
}

static bool agree(Teller *w, const Num *results, int count, const Sym *symbols) {
    for (int point = 0; point < POINTS; point++)
        if (!agree_at(w, point, results, count, symbols)) return false;
    return true;
}

static bool tell_all(Teller *w) {
    Recorder *rec = w->rec;
    const int n = rec->coordinates, count = n * (n + 1) / 2 + 2 * n;
    Num *results = ARENA_NEW(rec->arena, Num, count + 1);
    Sym *symbols = ARENA_NEW(rec->arena, Sym, count + 1);
    SymProgram program;
    if (!results || !symbols) return false;
    int at = 0;
    for (int r = 0; r < n; r++)
        for (int c = 0; c <= r; c++) results[at++] = rec->mass[r * n + c];
    for (int r = 0; r < n; r++) results[at++] = rec->bias[r];
    for (int r = 0; r < n; r++) results[at++] = rec->push[r];
    if (!translate(w, results, count, symbols) ||
        !jd_sym_share(w->pool, symbols, count, "p", rec->arena, &program)) {
        const SymStop stop = jd_sym_stopped(w->pool);
        jd_record_refuse(rec, nowhere, "the equations as formulas (%s)",
                         stop == SYM_GOES_ON ? "a function has no symbol" : jd_sym_stop_text(stop));
        return false;
    }
    if (!agree(w, results, count, symbols)) {
        jd_record_refuse(rec, nowhere, "formulas that would not agree with what runs");
        return false;
    }
    jd_text_print(w->out,
                  w->markdown             ? "## Equations of model %s, form minimal\n"
                  : w->style == SYM_LATEX ? "%% Equations of model %s, form minimal\n"
                                          : "Equations of model %s, form minimal\n",
                  rec->s->name ? rec->s->name : "");
    say_coordinates(w);
    say_unknowns(w);
    if (w->style == SYM_LATEX && !w->markdown) jd_text_print(w->out, "\\begin{align*}\n");
    const bool good = say_program(w, &program, n);
    if (w->style == SYM_LATEX && !w->markdown) jd_text_print(w->out, "\\end{align*}\n");
    return good;
}

bool jd_formulas_write(Recorder *rec, const char *as, Text *out) {
    if (!rec->mass) {
        jd_record_refuse(rec, nowhere,
                         "rows of velocities leave no independent coordinates; the "
                         "equations as formulas");
        return false;
    }
    Teller w = {.rec = rec, .out = out, .pool = jd_sym_pool(rec->arena, SYM_NODES)};
    w.markdown = !strcmp(as, "markdown");
    w.style = strcmp(as, "text") ? SYM_LATEX : SYM_TEXT;
    return w.pool && tell_all(&w);
}
