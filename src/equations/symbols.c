/* SPDX-License-Identifier: MIT
 *
 * Numbers of a tape as symbols, with the names of the model; and whether what is said is what runs.
 */
#include "equations/formulas.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { TIDY_MOST = 400 }; /* operations of a formula that is brought into its shortest form */

/* ---- Functions ------------------------------------------------------------------------------ */

static const struct {
    TapeOp op;
    const char *function;
} functions[] = {{TAPE_SIN, "sin"},     {TAPE_COS, "cos"},          {TAPE_TAN, "tan"},
                 {TAPE_ASIN, "asin"},   {TAPE_ACOS, "acos"},        {TAPE_ATAN, "atan"},
                 {TAPE_ATAN2, "atan2"}, {TAPE_EXP, "exp"},          {TAPE_LOG, "log"},
                 {TAPE_ABS, "abs"},     {TAPE_TANH, "tanh"},        {TAPE_POWER, "pow"},
                 {TAPE_FLOOR, "floor"}, {TAPE_CEIL, "ceil"},        {TAPE_LESS, "less"},
                 {TAPE_SELECT, "if"},   {TAPE_ROUGH_ANGLE, "atan2"}};

static Sym call_of(Formulas *w, const TapeNode *node, const char *name) {
    Sym args[3];
    for (int k = 0; k < jd_tape_arguments(node->op); k++) args[k] = w->of[node->of[k]];
    return jd_sym_call(w->pool, jd_sym_function(name), args, jd_tape_arguments(node->op));
}

/* ---- Names ---------------------------------------------------------------------------------- */

static const char *coordinate_name(const Recorder *rec, int q) {
    const JdSystem *s = rec->s;
    for (int k = 0; k < s->joints && rec->plan->frees; k++) {
        const TreeFree *at = &rec->plan->frees[k];
        const int free = q - at->q;
        if (at->u < 0 || free < 0 || free >= s->joint[k].frees) continue;
        if (s->joint[k].free[free]->kind != FREE_BALL)
            return jd_arena_format(rec->arena, "%s.%s", s->joint[k].name,
                                   s->joint[k].free[free]->position);
    }
    return NULL;
}

const char *jd_formulas_unknown(const Recorder *rec, int unknown) {
    const Tape *t = rec->t;
    const int from = t->hint_from.at[t->hint_of.at[unknown]];
    const char *name = from >= 0 && from < rec->plan->tree.nq ? coordinate_name(rec, from) : NULL;
    return name ? name : jd_arena_format(rec->arena, "unknown%d", unknown + 1);
}

static const char *slot_text(const JdSystem *s, int slot) {
    const SystemInput *input = &s->slot[slot];
    return input->program ? s->signal[input->signal].name : s->channel_name[input->channel];
}

static Sym name_of(Formulas *w, const TapeNode *node) {
    const Recorder *rec = w->is->rec;
    const int k = node->of[0];
    switch (node->op) {
    case TAPE_FIXED:
        return jd_sym_name(w->pool, rec->t->fixed.at[k].name);
    case TAPE_STATE:
        return jd_sym_name(w->pool, rec->state_name[k]);
    case TAPE_TIME:
        return jd_sym_name(w->pool, "t");
    case TAPE_INPUT:
        return jd_sym_name(w->pool, k < rec->s->givens ? rec->s->given[k].name
                                                       : slot_text(rec->s, k - rec->s->givens));
    case TAPE_UNKNOWN:
        return jd_sym_name(w->pool, jd_formulas_unknown(rec, k));
    default:
        return jd_sym_name(
            w->pool,
            jd_arena_format(rec->arena, "%s%d", node->op == TAPE_HELD ? "held" : "before", k + 1));
    }
}

/* "p", or what no name of the model begins with. */
const char *jd_formulas_prefix(const Formulas *w, const char *wanted) {
    const char *prefix = wanted;
    for (int n = 0; n < jd_sym_names(w->pool); n++) {
        const char *name = jd_sym_name_text(w->pool, n);
        const size_t length = strlen(prefix);
        if (strncmp(name, prefix, length) || !isdigit((unsigned char)name[length])) continue;
        prefix = jd_arena_format(w->is->rec->arena, "%s_", prefix);
        if (!prefix) return wanted;
        n = -1;
    }
    return prefix;
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* What is no formula gets a name, and is described. */
static Sym described(Formulas *w, Num number) {
    Described *to = PUSH(w->is->rec->arena, w->described);
    if (!to) return SYM_NONE;
    *to = (Described){number, jd_sym_name(w->pool, jd_arena_format(w->is->rec->arena, "value%d",
                                                                   w->described.count))};
    return to->name;
}

static Sym symbol_of(Formulas *w, Num number) {
    const TapeNode *node = &w->is->rec->t->node.at[number];
    SymPool *pool = w->pool;
    if (!jd_tape_arguments(node->op) && node->op != TAPE_NUMBER) return name_of(w, node);
    const Sym a = w->of[node->of[0]], b = w->of[node->of[1]];
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
    case TAPE_HYPOT:
        return jd_sym_root(pool,
                           jd_sym_add(pool, jd_sym_times(pool, a, a), jd_sym_times(pool, b, b)));
    default:
        break;
    }
    for (size_t n = 0; n < sizeof functions / sizeof *functions; n++)
        if (functions[n].op == node->op) return call_of(w, node, functions[n].function);
    return described(w, number);
}

/* What they are made of comes before them on the tape. */
static int mark(const Tape *t, const Num *results, int count, bool *wanted) {
    int marked = 0;
    for (int n = 0; n < count; n++) wanted[results[n]] = true;
    for (Num a = t->node.count - 1; a >= 0; a--) {
        if (!wanted[a]) continue;
        marked++;
        for (int k = 0; k < jd_tape_arguments(t->node.at[a].op); k++)
            wanted[t->node.at[a].of[k]] = true;
    }
    return marked;
}

bool jd_formulas_translate(Formulas *w, const Num *results, int count, Sym *out) {
    Recorder *rec = w->is->rec;
    const Tape *t = rec->t;
    bool *wanted = ARENA_NEW(rec->arena, bool, t->node.count + 1);
    w->of = ARENA_NEW(rec->arena, Sym, t->node.count + 1);
    if (!wanted || !w->of) return false;
    const int operations = mark(t, results, count, wanted);
    if (operations > FORMULAS_MOST) {
        jd_record_refuse(rec, nowhere,
                         "equations of %d operations, of which %d at most are written out",
                         operations, FORMULAS_MOST);
        return false;
    }
    for (Num a = 0; a < t->node.count; a++) {
        if (!wanted[a]) continue;
        w->of[a] = symbol_of(w, a);
        if (w->of[a] == SYM_NONE) return false;
    }
    for (int n = 0; n < count; n++) {
        const Sym s = w->of[results[n]];
        const bool tidies = !w->as_is && jd_sym_cost(w->pool, s) < TIDY_MOST;
        out[n] = tidies ? jd_sym_tidy(w->pool, s) : s;
    }
    return true;
}

/* ---- Formulas beside the tape --------------------------------------------------------------- */

enum { POINTS = 5 };

static const double formula_off =
    1e-9; /* of the terms: a formula and the tape may differ by what they cancel */
static const double noise =
    1e-12; /* of the largest: what a formula makes zero is rounding on the tape */

/* The same numbers, at places beside the start: what is said is what runs. A place where some loop
 * does not close says nothing. */
static bool agree_at(Formulas *w, int point, const Num *results, int count, const Sym *symbols) {
    const Recorder *rec = w->is->rec;
    const Tape *t = rec->t;
    const int inputs = rec->s->givens + rec->s->slots;
    double *y = ARENA_NEW(rec->arena, double, rec->states + 1),
           *input = ARENA_NEW(rec->arena, double, inputs + 1),
           *values = ARENA_NEW(rec->arena, double, t->node.count + 1),
           *names = ARENA_NEW(rec->arena, double, jd_sym_names(w->pool) + 1);
    if (!y || !values || !names || !input) return false;
    for (int n = 0; n < rec->states; n++)
        y[n] = rec->start[n] + 0.01 * (point + 1) * sin(1.7 * n + 2.3 * point + 0.4);
    for (int n = 0; n < inputs; n++)
        input[n] = n < rec->s->givens ? rec->s->given_start[n] : 0.3 + 0.1 * sin(n + point);
    const TapeGiven given = {.time = 0.01 * point, .state = y, .input = input};
    if (!jd_tape_play(t, &given, values)) return true;
    for (Num a = 0; a < t->node.count; a++) {
        const SymNode *node = w->of[a] == SYM_NONE ? NULL : jd_sym_node(w->pool, w->of[a]);
        if (node && node->kind == SYM_NAME) names[node->name] = values[a];
    }
    double most = 0; /* what a formula makes zero is rounding on the tape */
    for (int n = 0; n < count; n++)
        if (isfinite(values[results[n]])) most = fmax(most, fabs(values[results[n]]));
    for (int n = 0; n < count; n++) {
        double size = 0;
        const double is = values[results[n]],
                     said = jd_sym_value(w->pool, symbols[n], names, &size);
        if (isfinite(is) && !(fabs(said - is) <= formula_off * (fabs(is) + size) + noise * most))
            return false;
    }
    return true;
}

bool jd_formulas_agree(Formulas *w, const Num *results, int count, const Sym *symbols) {
    for (int point = 0; point < POINTS; point++)
        if (!agree_at(w, point, results, count, symbols)) return false;
    return true;
}
