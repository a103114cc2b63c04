/* SPDX-License-Identifier: MIT
 *
 * Expressions with recorded numbers: the programs of expr/, step by step, by a table of what each
 * operation is. Their derivatives with respect to time are those of the recorded operations. */
#include "record/record.h"
#include <string.h>

typedef struct {
    Num x, v, a;
} Jet; /* value, rate, second derivative */

/* ---- Values that are made of others --------------------------------------------------------- */

static Num choose(Tape *t, Num is, Num a, Num b) {
    return jd_tape_op(t, TAPE_SELECT, is, a, b);
}
static Num less(Tape *t, Num a, Num b) {
    return jd_tape_op(t, TAPE_LESS, a, b, 0);
}
static Num one(Tape *t) {
    return n_num(t, 1);
}

typedef Num Made(Tape *t, Num a, Num b, Num c);

static Num latch(Tape *t, Num a, Num b, Num c) {
    (void)t, (void)b, (void)c;
    return a;
}
static Num square(Tape *t, Num a, Num b, Num c) {
    (void)b, (void)c;
    return n_square(t, a);
}
static Num power(Tape *t, Num a, Num b, Num c) {
    (void)c;
    const double n = jd_tape_value(t, b);
    if (t->node.at[b].op == TAPE_NUMBER && n == 2) return n_square(t, a);
    if (t->node.at[b].op == TAPE_NUMBER && n == 3) return n_mul(t, n_square(t, a), a);
    if (t->node.at[b].op == TAPE_NUMBER && n == 4) return n_square(t, n_square(t, a));
    return jd_tape_op(t, TAPE_POWER, a, b, 0);
}
static Num not_equal(Tape *t, Num a, Num b, Num c) {
    (void)c;
    return choose(t, jd_tape_op(t, TAPE_EQUAL, a, b, 0), 0, one(t));
}
static Num is_not(Tape *t, Num a, Num b, Num c) {
    (void)b, (void)c;
    return choose(t, a, 0, one(t));
}
static Num both(Tape *t, Num a, Num b, Num c) {
    (void)c;
    return choose(t, a, choose(t, b, one(t), 0), 0);
}
static Num either(Tape *t, Num a, Num b, Num c) {
    (void)c;
    return choose(t, a, one(t), choose(t, b, one(t), 0));
}
static Num least(Tape *t, Num a, Num b, Num c) {
    (void)c;
    return choose(t, less(t, a, b), a, b);
}
static Num most(Tape *t, Num a, Num b, Num c) {
    (void)c;
    return choose(t, less(t, b, a), a, b);
}
static Num rounded(Tape *t, Num a, Num b, Num c) {
    (void)b, (void)c;
    return jd_tape_op(t, TAPE_FLOOR, n_add(t, a, n_num(t, 0.5)), 0, 0);
}
static Num sign(Tape *t, Num a, Num b, Num c) {
    (void)b, (void)c;
    return n_sub(t, less(t, 0, a), less(t, a, 0));
}
static Num step(Tape *t, Num a, Num b, Num c) {
    (void)b, (void)c;
    return jd_tape_op(t, TAPE_LESS_EQUAL, 0, a, 0);
}

/* The angle, next to the half turn on the side that is held. */
static Num angle_on_side(Tape *t, Num y, Num x, Num below) {
    static const double half = 3.14159265358979323846;
    const Num angle = n_atan2(t, y, x), turn = n_num(t, 2 * half);
    const Num low = choose(t, less(t, n_num(t, half / 2), angle), n_sub(t, angle, turn), angle);
    const Num high = choose(t, less(t, angle, n_num(t, -half / 2)), n_add(t, angle, turn), angle);
    return choose(t, below, low, high);
}

/* ---- Derivatives by time -------------------------------------------------------------------- */

/* x: the value, which is there already. */
typedef Jet Derive(Tape *t, Num x, Jet a, Jet b, Jet c);

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

/* Most need some of their arguments only. */
#define MAYBE __attribute__((unused))
#define DERIVE(name)                                                                               \
    static Jet name(MAYBE Tape *t, MAYBE Num x, MAYBE Jet a, MAYBE Jet b, MAYBE Jet c)

DERIVE(of_step) {
    return (Jet){x, 0, 0};
}
DERIVE(of_add) {
    return (Jet){x, n_add(t, a.v, b.v), n_add(t, a.a, b.a)};
}
DERIVE(of_subtract) {
    return (Jet){x, n_sub(t, a.v, b.v), n_sub(t, a.a, b.a)};
}
DERIVE(of_negate) {
    return (Jet){x, n_neg(t, a.v), n_neg(t, a.a)};
}
DERIVE(of_multiply) {
    return product(t, a, b);
}
DERIVE(of_square) {
    return product(t, a, a);
}
DERIVE(of_divide) {
    return product(t, a, inverse(t, b));
}
DERIVE(of_sin) {
    return chained(t, x, n_cos(t, a.x), n_neg(t, x), a);
}
DERIVE(of_cos) {
    return chained(t, x, n_neg(t, n_sin(t, a.x)), n_neg(t, x), a);
}
DERIVE(of_exp) {
    return chained(t, x, x, x, a);
}
DERIVE(of_log) {
    return chained(t, x, n_inverse(t, a.x), n_neg(t, n_inverse(t, n_square(t, a.x))), a);
}
DERIVE(of_log10) {
    const Num per = n_num(t, 0.43429448190325182); /* 1 / log 10 */
    return chained(t, x, n_div(t, per, a.x), n_neg(t, n_div(t, per, n_square(t, a.x))), a);
}
DERIVE(of_sqrt) {
    return chained(t, x, n_div(t, n_num(t, 0.5), x), n_div(t, n_num(t, -0.25), n_mul(t, x, a.x)),
                   a);
}
DERIVE(of_tanh) {
    const Num f1 = n_sub(t, one(t), n_square(t, x));
    return chained(t, x, f1, n_scale(t, -2, n_mul(t, x, f1)), a);
}
DERIVE(of_tan) {
    const Num f1 = n_add(t, one(t), n_square(t, x));
    return chained(t, x, f1, n_scale(t, 2, n_mul(t, x, f1)), a);
}
DERIVE(of_atan) {
    const Num f1 = n_inverse(t, n_add(t, one(t), n_square(t, a.x)));
    return chained(t, x, f1, n_scale(t, -2, n_mul(t, a.x, n_square(t, f1))), a);
}
static Jet arc(Tape *t, Num x, Jet a, double side) {
    const Num d = n_inverse(t, n_sqrt(t, n_sub(t, one(t), n_square(t, a.x))));
    const Num cube = n_mul(t, d, n_square(t, d));
    return chained(t, x, n_scale(t, side, d), n_scale(t, side, n_mul(t, a.x, cube)), a);
}
DERIVE(of_asin) {
    return arc(t, x, a, 1);
}
DERIVE(of_acos) {
    return arc(t, x, a, -1);
}
/* The angle of the vector [b, a]. */
DERIVE(of_atan2) {
    const Num rr = n_add(t, n_square(t, a.x), n_square(t, b.x));
    const Num v = n_div(t, n_sub(t, n_mul(t, b.x, a.v), n_mul(t, a.x, b.v)), rr);
    const Num along = n_add(t, n_mul(t, b.x, b.v), n_mul(t, a.x, a.v));
    const Num turn = n_sub(t, n_sub(t, n_mul(t, b.x, a.a), n_mul(t, a.x, b.a)),
                           n_scale(t, 2, n_mul(t, along, v)));
    return (Jet){x, v, n_div(t, turn, rr)};
}
DERIVE(of_hypot) {
    const Num v = n_div(t, n_add(t, n_mul(t, a.x, a.v), n_mul(t, b.x, b.v)), x);
    const Num sum = n_add(t, n_add(t, n_square(t, a.v), n_mul(t, a.x, a.a)),
                          n_add(t, n_square(t, b.v), n_mul(t, b.x, b.a)));
    return (Jet){x, v, n_div(t, n_sub(t, sum, n_square(t, v)), x)};
}
/* A factor zero ends the chain, so that t^1 is smooth at zero; otherwise a^b = exp(b log a). */
DERIVE(of_power) {
    if (is_still(b)) {
        const Num n1 = n_sub(t, b.x, one(t)), n2nd = n_sub(t, n1, one(t));
        const Num f1 = b.x ? n_mul(t, b.x, power(t, a.x, n1, 0)) : 0;
        return chained(t, x, f1,
                       b.x && n1 ? n_mul(t, n_mul(t, b.x, n1), power(t, a.x, n2nd, 0)) : 0, a);
    }
    const Jet log_a = of_log(t, jd_tape_op(t, TAPE_LOG, a.x, 0, 0), a, b, c);
    return chained(t, x, x, x, product(t, b, log_a));
}
DERIVE(of_abs) {
    const Num side = sign(t, a.x, 0, 0);
    return (Jet){x, n_mul(t, side, a.v), n_mul(t, side, a.a)};
}
DERIVE(of_select) {
    return (Jet){x, choose(t, a.x, b.v, c.v), choose(t, a.x, b.a, c.a)};
}
DERIVE(of_least) {
    const Num first = less(t, a.x, b.x);
    return (Jet){x, choose(t, first, a.v, b.v), choose(t, first, a.a, b.a)};
}
DERIVE(of_most) {
    const Num first = less(t, b.x, a.x);
    return (Jet){x, choose(t, first, a.v, b.v), choose(t, first, a.a, b.a)};
}

/* ---- The table ------------------------------------------------------------------------------ */

/* By the names of ops.def: an operation of the tape, or what it is made of; and its derivative. */
typedef struct {
    const char *name;
    TapeOp op; /* unless: */
    Made *value;
    Derive *derive;
} Rule;

static const Rule rules[] = {
    {"ADD", TAPE_ADD, NULL, of_add},
    {"SUBTRACT", TAPE_SUBTRACT, NULL, of_subtract},
    {"MULTIPLY", TAPE_MULTIPLY, NULL, of_multiply},
    {"DIVIDE", TAPE_DIVIDE, NULL, of_divide},
    {"NEGATE", TAPE_NEGATE, NULL, of_negate},
    {"SQUARE", TAPE_OPS, square, of_square},
    {"POWER", TAPE_OPS, power, of_power},
    {"SIN", TAPE_SIN, NULL, of_sin},
    {"COS", TAPE_COS, NULL, of_cos},
    {"TAN", TAPE_TAN, NULL, of_tan},
    {"ASIN", TAPE_ASIN, NULL, of_asin},
    {"ACOS", TAPE_ACOS, NULL, of_acos},
    {"ATAN", TAPE_ATAN, NULL, of_atan},
    {"ATAN2", TAPE_ATAN2, NULL, of_atan2},
    {"ATAN2_SIDE", TAPE_OPS, angle_on_side, of_atan2},
    {"SQRT", TAPE_SQRT, NULL, of_sqrt},
    {"EXP", TAPE_EXP, NULL, of_exp},
    {"LOG", TAPE_LOG, NULL, of_log},
    {"LOG10", TAPE_LOG10, NULL, of_log10},
    {"ABS", TAPE_ABS, NULL, of_abs},
    {"HYPOT", TAPE_HYPOT, NULL, of_hypot},
    {"TANH", TAPE_TANH, NULL, of_tanh},
    {"SELECT", TAPE_SELECT, NULL, of_select},
    {"MIN", TAPE_OPS, least, of_least},
    {"MAX", TAPE_OPS, most, of_most},
    {"LATCH", TAPE_OPS, latch, of_step},
    {"FLOOR", TAPE_FLOOR, NULL, of_step},
    {"CEIL", TAPE_CEIL, NULL, of_step},
    {"ROUND", TAPE_OPS, rounded, of_step},
    {"SIGN", TAPE_OPS, sign, of_step},
    {"STEP", TAPE_OPS, step, of_step},
    {"LESS", TAPE_LESS, NULL, of_step},
    {"LESS_EQUAL", TAPE_LESS_EQUAL, NULL, of_step},
    {"EQUAL", TAPE_EQUAL, NULL, of_step},
    {"NOT_EQUAL", TAPE_OPS, not_equal, of_step},
    {"NOT", TAPE_OPS, is_not, of_step},
    {"AND", TAPE_OPS, both, of_step},
    {"OR", TAPE_OPS, either, of_step},
};

/* What does not move has derivatives zero, also where a slope is infinite. */
static bool by_rule(Tape *t, const char *name, const Jet from[3], bool derive, Jet *out) {
    for (size_t n = 0; n < sizeof rules / sizeof *rules; n++) {
        const Rule *rule = &rules[n];
        if (strcmp(rule->name, name)) continue;
        const Num x = rule->value ? rule->value(t, from[0].x, from[1].x, from[2].x)
                                  : jd_tape_op(t, rule->op, from[0].x, from[1].x, from[2].x);
        const bool still = is_still(from[0]) && is_still(from[1]) && is_still(from[2]);
        *out = derive && !still ? rule->derive(t, x, from[0], from[1], from[2]) : (Jet){x, 0, 0};
        return true;
    }
    return false;
}

/* ---- Leaves, and tables --------------------------------------------------------------------- */

typedef struct {
    Recorder *rec;
    const Num *inputs; /* NULL: slots of the system */
    const ProgramStep *step;
    Jet a, b;
    const Program *program;
    int number; /* of the step */
} Leaf;

static Jet constant(const Leaf *l) {
    return (Jet){jd_record_constant(l->rec, l->program, l->number, l->step->number), 0, 0};
}
static Jet time_itself(const Leaf *l) {
    return (Jet){l->rec->time, one(l->rec->t), 0};
}
static Jet input(const Leaf *l) {
    return (Jet){l->inputs ? l->inputs[l->step->c] : jd_record_slot(l->rec, l->step->c), 0, 0};
}
/* What a corner says, or is held at: no number, if it is not. */
static Num held_corner(const Leaf *l) {
    Tape *t = l->rec->t;
    if (!l->rec->native || l->step->c >= 0) return l->a.x;
    const Num is = jd_tape_leaf(t, TAPE_HELD, l->step->c, jd_tape_value(t, l->a.x));
    return choose(t, jd_tape_op(t, TAPE_EQUAL, is, is, 0), is, l->a.x);
}

/* Conditions on time are held; corners are what they say. */
static Jet held(const Leaf *l) {
    const double *start = l->rec->s->start_held;
    if (l->step->c < 0 || !start || l->rec->plain) return (Jet){held_corner(l), 0, 0};
    l->rec->condition[l->step->c] = l->a.x;
    return (Jet){jd_tape_leaf(l->rec->t, TAPE_HELD, l->step->c, start[l->step->c]), 0, 0};
}
/* Nobody asks for more than its whole part. */
static Jet place(const Leaf *l) {
    return (Jet){jd_tape_place(l->rec->t, l->step->column, l->a.x), 0, 0};
}
static Jet piece(const Leaf *l) {
    Tape *t = l->rec->t;
    Num f[3];
    for (int n = 0; n < 3; n++) f[n] = jd_tape_piece(t, l->step->column, n, l->a.x, l->b.x);
    return chained(t, f[0], f[1], f[2], l->b);
}

static const struct {
    const char *name;
    Jet (*take)(const Leaf *leaf);
} leaves[] = {
    {"CONSTANT", constant}, {"TIME", time_itself}, {"INPUT", input},
    {"LATCH", held},        {"PLACE", place},      {"PIECE", piece},
};

static bool by_leaf(const Leaf *leaf, Jet *out) {
    for (size_t n = 0; n < sizeof leaves / sizeof *leaves; n++)
        if (!strcmp(leaves[n].name, leaf->step->op)) {
            *out = leaves[n].take(leaf);
            return true;
        }
    return false;
}

/* ---- Programs ------------------------------------------------------------------------------- */

enum { MOST_REGISTERS = 256 };

static Jet run(Recorder *rec, const Program *program, const Num *inputs, bool derive, Where where) {
    Jet r[MOST_REGISTERS] = {{0}};
    ProgramStep step;
    int result = 0;
    for (int n = 0; jd_program_step(program, n, &step); n++) {
        const Jet from[3] = {r[step.a], r[step.b], step.reads > 2 ? r[step.c] : (Jet){0}};
        const Leaf leaf = {rec, inputs, &step, from[0], from[1], program, n};
        Jet out;
        if (!by_leaf(&leaf, &out) && !by_rule(rec->t, step.op, from, derive, &out)) {
            jd_record_refuse(rec, where,
                             "an expression here has a function without a C counterpart");
            return (Jet){0};
        }
        r[step.out] = out;
        result = step.result;
    }
    return r[result];
}

/* What is refused inside an expression is refused at its line. */
static Jet run_here(Recorder *rec, const Program *program, const Num *inputs, bool jet,
                    Where where) {
    const Where outer = rec->here;
    if (where.line > 0 || where.text) rec->here = where;
    const Jet is = run(rec, program, inputs, jet, where);
    rec->here = outer;
    return is;
}

Num jd_record_program(Recorder *rec, const Program *program, const Num *inputs, Where where) {
    return run_here(rec, program, inputs, false, where).x;
}

void jd_record_jet(Recorder *rec, const Program *program, Where where, Num out[3]) {
    const Jet jet = run_here(rec, program, NULL, true, where);
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
    if (rec->strikes) out[2] = n_add(rec->t, out[2], jd_tape_leaf(rec->t, TAPE_BLOW, number, 0));
}
