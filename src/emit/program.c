/* SPDX-License-Identifier: MIT
 *
 * Expressions with recorded numbers: the programs of expr/, step by step. Their derivatives with
 * respect to time are those of the recorded operations. */
#include "emit/record.h"
#include <string.h>

typedef struct {
    Num x, v, a;
} Jet; /* value, rate, second derivative */

/* ---- Values --------------------------------------------------------------------------------- */

/* Operations of the same name that are the same; the others are made of these. */
static const struct {
    const char *name;
    TapeOp op;
} same[] = {
    {"ADD", TAPE_ADD},
    {"SUBTRACT", TAPE_SUBTRACT},
    {"MULTIPLY", TAPE_MULTIPLY},
    {"DIVIDE", TAPE_DIVIDE},
    {"NEGATE", TAPE_NEGATE},
    {"SIN", TAPE_SIN},
    {"COS", TAPE_COS},
    {"TAN", TAPE_TAN},
    {"ASIN", TAPE_ASIN},
    {"ACOS", TAPE_ACOS},
    {"ATAN", TAPE_ATAN},
    {"ATAN2", TAPE_ATAN2},
    {"SQRT", TAPE_SQRT},
    {"EXP", TAPE_EXP},
    {"LOG", TAPE_LOG},
    {"LOG10", TAPE_LOG10},
    {"ABS", TAPE_ABS},
    {"FLOOR", TAPE_FLOOR},
    {"CEIL", TAPE_CEIL},
    {"HYPOT", TAPE_HYPOT},
    {"TANH", TAPE_TANH},
    {"LESS", TAPE_LESS},
    {"LESS_EQUAL", TAPE_LESS_EQUAL},
    {"EQUAL", TAPE_EQUAL},
    {"SELECT", TAPE_SELECT},
};

static Num choose(Tape *t, Num is, Num a, Num b) {
    return jd_tape_op(t, TAPE_SELECT, is, a, b);
}
static Num less(Tape *t, Num a, Num b) {
    return jd_tape_op(t, TAPE_LESS, a, b, 0);
}

static Num power(Tape *t, Num a, Num b) {
    const double n = jd_tape_value(t, b);
    if (t->node.at[b].op == TAPE_NUMBER && n == 2) return n_square(t, a);
    if (t->node.at[b].op == TAPE_NUMBER && n == 3) return n_mul(t, n_square(t, a), a);
    if (t->node.at[b].op == TAPE_NUMBER && n == 4) return n_square(t, n_square(t, a));
    return jd_tape_op(t, TAPE_POWER, a, b, 0);
}

/* False: there is no such operation here. */
static bool value_of(Tape *t, const char *name, Num a, Num b, Num c, Num *out) {
    const Num one = n_num(t, 1);
    for (size_t n = 0; n < sizeof same / sizeof *same; n++)
        if (!strcmp(same[n].name, name)) {
            *out = jd_tape_op(t, same[n].op, a, b, c);
            return true;
        }
    if (!strcmp(name, "LATCH"))
        *out = a;
    else if (!strcmp(name, "POWER"))
        *out = power(t, a, b);
    else if (!strcmp(name, "SQUARE"))
        *out = n_square(t, a);
    else if (!strcmp(name, "NOT_EQUAL"))
        *out = choose(t, jd_tape_op(t, TAPE_EQUAL, a, b, 0), 0, one);
    else if (!strcmp(name, "NOT"))
        *out = choose(t, a, 0, one);
    else if (!strcmp(name, "AND"))
        *out = choose(t, a, choose(t, b, one, 0), 0);
    else if (!strcmp(name, "OR"))
        *out = choose(t, a, one, choose(t, b, one, 0));
    else if (!strcmp(name, "MIN"))
        *out = choose(t, less(t, a, b), a, b);
    else if (!strcmp(name, "MAX"))
        *out = choose(t, less(t, b, a), a, b);
    else if (!strcmp(name, "ROUND"))
        *out = jd_tape_op(t, TAPE_FLOOR, n_add(t, a, n_num(t, 0.5)), 0, 0);
    else if (!strcmp(name, "SIGN"))
        *out = n_sub(t, less(t, 0, a), less(t, a, 0));
    else if (!strcmp(name, "STEP"))
        *out = jd_tape_op(t, TAPE_LESS_EQUAL, 0, a, 0);
    else
        return false;
    return true;
}

/* ---- Derivatives by time -------------------------------------------------------------------- */

/* f(u) with f' and f'' there. */
static Jet chained(Tape *t, Num f, Num f1, Num f2, Jet u) {
    return (Jet){f, n_mul(t, f1, u.v), n_add(t, n_mul(t, f2, n_square(t, u.v)), n_mul(t, f1, u.a))};
}

static Jet product(Tape *t, Jet a, Jet b) {
    const Num twice = n_scale(t, 2, n_mul(t, a.v, b.v));
    return (Jet){n_mul(t, a.x, b.x), n_add(t, n_mul(t, a.v, b.x), n_mul(t, a.x, b.v)),
                 n_add(t, n_add(t, n_mul(t, a.a, b.x), twice), n_mul(t, a.x, b.a))};
}

static Jet inverse(Tape *t, Jet a) {
    const Num x = n_inverse(t, a.x), x2 = n_square(t, x);
    return chained(t, x, n_neg(t, x2), n_scale(t, 2, n_mul(t, x2, x)), a);
}

static bool is_still(Jet a) {
    return !a.v && !a.a;
}

/* False: this one is not there. */
static bool jet_of(Tape *t, const char *name, Jet a, Jet b, Jet c, Jet *out) {
    Num x;
    if (!value_of(t, name, a.x, b.x, c.x, &x)) return false;
    const Num one = n_num(t, 1);
    if (!strcmp(name, "ADD"))
        *out = (Jet){x, n_add(t, a.v, b.v), n_add(t, a.a, b.a)};
    else if (!strcmp(name, "SUBTRACT"))
        *out = (Jet){x, n_sub(t, a.v, b.v), n_sub(t, a.a, b.a)};
    else if (!strcmp(name, "NEGATE"))
        *out = (Jet){x, n_neg(t, a.v), n_neg(t, a.a)};
    else if (!strcmp(name, "MULTIPLY"))
        *out = product(t, a, b);
    else if (!strcmp(name, "SQUARE"))
        *out = product(t, a, a);
    else if (!strcmp(name, "DIVIDE"))
        *out = product(t, a, inverse(t, b));
    else if (!strcmp(name, "SIN"))
        *out = chained(t, x, n_cos(t, a.x), n_neg(t, x), a);
    else if (!strcmp(name, "COS"))
        *out = chained(t, x, n_neg(t, n_sin(t, a.x)), n_neg(t, x), a);
    else if (!strcmp(name, "EXP"))
        *out = chained(t, x, x, x, a);
    else if (!strcmp(name, "LOG"))
        *out = chained(t, x, n_inverse(t, a.x), n_neg(t, n_inverse(t, n_square(t, a.x))), a);
    else if (!strcmp(name, "SQRT"))
        *out = chained(t, x, n_div(t, n_num(t, 0.5), x),
                       n_div(t, n_num(t, -0.25), n_mul(t, x, a.x)), a);
    else if (!strcmp(name, "TANH")) {
        const Num f1 = n_sub(t, one, n_square(t, x));
        *out = chained(t, x, f1, n_scale(t, -2, n_mul(t, x, f1)), a);
    } else if (!strcmp(name, "TAN")) {
        const Num f1 = n_add(t, one, n_square(t, x));
        *out = chained(t, x, f1, n_scale(t, 2, n_mul(t, x, f1)), a);
    } else if (!strcmp(name, "ATAN")) {
        const Num f1 = n_inverse(t, n_add(t, one, n_square(t, a.x)));
        *out = chained(t, x, f1, n_scale(t, -2, n_mul(t, a.x, n_square(t, f1))), a);
    } else if (!strcmp(name, "POWER") && is_still(b)) {
        const Num n1 = n_sub(t, b.x, one), n2nd = n_sub(t, n1, one);
        *out = chained(t, x, n_mul(t, b.x, power(t, a.x, n1)),
                       n_mul(t, n_mul(t, b.x, n1), power(t, a.x, n2nd)), a);
    } else if (!strcmp(name, "ABS")) {
        const Num sign = n_sub(t, less(t, 0, a.x), less(t, a.x, 0));
        *out = (Jet){x, n_mul(t, sign, a.v), n_mul(t, sign, a.a)};
    } else if (!strcmp(name, "SELECT"))
        *out = (Jet){x, choose(t, a.x, b.v, c.v), choose(t, a.x, b.a, c.a)};
    else if (!strcmp(name, "MIN") || !strcmp(name, "MAX")) {
        const Num first = !strcmp(name, "MIN") ? less(t, a.x, b.x) : less(t, b.x, a.x);
        *out = (Jet){x, choose(t, first, a.v, b.v), choose(t, first, a.a, b.a)};
    } else if (is_still(a) && is_still(b) && is_still(c))
        *out = (Jet){x, 0, 0};
    else if (!strcmp(name, "FLOOR") || !strcmp(name, "CEIL") || !strcmp(name, "ROUND") ||
             !strcmp(name, "SIGN") || !strcmp(name, "STEP") || !strncmp(name, "LESS", 4) ||
             !strcmp(name, "EQUAL") || !strcmp(name, "NOT_EQUAL") || !strcmp(name, "NOT") ||
             !strcmp(name, "AND") || !strcmp(name, "OR") || !strcmp(name, "LATCH"))
        *out = (Jet){x, 0, 0};
    else
        return false;
    return true;
}

/* ---- Programs ------------------------------------------------------------------------------- */

enum { MOST_REGISTERS = 256 };

static Jet run(Recorder *rec, const Program *program, const Num *inputs, bool derive, Where where) {
    Tape *t = rec->t;
    Jet r[MOST_REGISTERS] = {{0}}, out = {0};
    ProgramStep step;
    int result = 0;
    for (int n = 0; jd_program_step(program, n, &step); n++) {
        const Jet a = r[step.a], b = r[step.b], c = step.reads > 2 ? r[step.c] : (Jet){0};
        bool known = true;
        if (!strcmp(step.op, "CONSTANT"))
            out = (Jet){n_num(t, step.number), 0, 0};
        else if (!strcmp(step.op, "TIME"))
            out = (Jet){rec->time, n_num(t, 1), 0};
        else if (!strcmp(step.op, "LATCH") && step.c >= 0 && rec->s->start_held)
            out = (Jet){jd_tape_leaf(t, TAPE_HELD, step.c, rec->s->start_held[step.c]), 0, 0};
        else if (!strcmp(step.op, "INPUT"))
            out = (Jet){inputs ? inputs[step.c] : jd_record_slot(rec, step.c), 0, 0};
        else if (derive)
            known = jet_of(t, step.op, a, b, c, &out);
        else
            known = value_of(t, step.op, a.x, b.x, c.x, &out.x);
        if (!known && !rec->failed)
            jd_record_refuse(rec, where,
                             !strcmp(step.op, "PLACE") || !strcmp(step.op, "PIECE")
                                 ? "an expression here reads a table"
                                 : "an expression here has a function without a C counterpart");
        if (!known) return (Jet){0};
        r[step.out] = out;
        result = step.result;
    }
    return r[result];
}

Num jd_record_program(Recorder *rec, const Program *program, const Num *inputs, Where where) {
    return run(rec, program, inputs, false, where).x;
}

void jd_record_jet(Recorder *rec, const Program *program, Where where, Num out[3]) {
    const Jet jet = run(rec, program, NULL, true, where);
    out[0] = jet.x, out[1] = jet.v, out[2] = jet.a;
}

/* A drive of a rate has its position in a state of its own. */
void jd_record_drive(Recorder *rec, int number, Num out[3]) {
    const SystemDrive *drive = &rec->s->drive[number];
    Num jet[3];
    jd_record_jet(rec, drive->motion, drive->where, jet);
    const bool rate = drive->state >= 0;
    out[0] = rate ? rec->extra[drive->state] : jet[0];
    out[1] = jet[!rate];
    out[2] = jet[rate ? 1 : 2];
}
