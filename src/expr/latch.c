/* SPDX-License-Identifier: MIT
 *
 * Conditions, and corners of functions: behind each stands a latch, through which a run holds what
 * it is over a whole step. theory 6.10, 6.15
 *
 * Comparisons, sign, floor and the like of what moves are held as they are; abs, min and max become
 * a choice between two smooth functions, of which one is held. What a step of a program depends on
 * decides who finds the instants: those of time alone are known before the step, those of channels
 * are looked for behind it. Numbers that are used as conditions, and equality, of channels stay as
 * they are. */
#include "expr/inside.h"

/* Each includes those before it: nothing; conditions on time; time, linearly or not; channels. */
typedef enum { STILL, HELD, LINEAR, TIMED, OTHER } Depends;

/* The steps of `from`, written anew with latches. */
typedef struct {
    Lower *lower;
    Steps from;
    int *to;          /* of each old step: the new one */
    bool *needed;     /* of each old step */
    Depends *depends; /* of each new step */
    const int *first; /* numbers: of conditions on time, of corners */
    bool bends;       /* corners of channels, too */
    Latched *out;
} Latching;

/* ---- What depends on what ------------------------------------------------------------------- */

static Depends most(Depends a, Depends b) {
    return a > b ? a : b;
}

static Depends depends_of(const Latching *l, const Step *step) {
    const int arguments = jd_op_arguments(step->op);
    const Depends a = arguments > 0 ? l->depends[step->args[0]] : STILL,
                  b = arguments > 1 ? l->depends[step->args[1]] : STILL,
                  c = arguments > 2 ? l->depends[step->args[2]] : STILL, all = most(a, most(b, c));
    if (all == OTHER) return OTHER;
    switch (step->op) {
    case OP_CONSTANT:
        return STILL;
    case OP_TIME:
        return LINEAR;
    case OP_INPUT:
        return OTHER;
    case OP_LATCH:
        return HELD;
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_NEGATE:
        return all;
    case OP_MULTIPLY:
        return a >= LINEAR && b >= LINEAR ? TIMED : all;
    case OP_DIVIDE:
        return b >= LINEAR ? TIMED : all;
    case OP_SELECT:
        return a >= LINEAR ? TIMED : all;
    default:
        return all >= LINEAR ? TIMED : all;
    }
}

static int add(Latching *l, Step step) {
    const int at = jd_lower_step(l->lower, step).step;
    if (l->lower->failed) return 0;
    l->depends[at] = depends_of(l, &step);
    return at;
}

static int add_op(Latching *l, Op op, int a, int b, int c) {
    return add(l, (Step){.op = op, .args = {a, b, c}});
}

static int add_number(Latching *l, double number) {
    return add(l, (Step){.op = OP_CONSTANT, .number = number});
}

/* ---- Latches -------------------------------------------------------------------------------- */

/* Holds a step; the same condition again has the same latch. */
typedef struct {
    double below, above, at;
} Sides;
static const Sides is_below = {1, 0, 0}, is_at_most = {1, 0, 1}, is_above = {0, 1, 1},
                   signs = {-1, 1, 0}, floors = {0, 0, 0}, ceils = {0, 1, 0};

static int latch(Latching *l, int value, int changes, bool whole, Sides sides) {
    for (int k = 0; k < l->out->latches.count; k++)
        if (l->out->latches.at[k].value == value)
            return add(l, (Step){.op = OP_LATCH,
                                 .args = {value, value, value},
                                 .slot = l->out->latches.at[k].number});
    LatchSteps *place = PUSH(l->lower->scope->arena, l->out->latches);
    if (!place) {
        l->lower->failed = true;
        return 0;
    }
    const bool linear = changes != NO_STEP && l->depends[changes] == LINEAR;
    const bool moving = changes != NO_STEP && l->depends[changes] == OTHER;
    const int number =
        moving ? -1 - (l->first[1] + l->out->corners++) : l->first[0] + l->out->conditions++;
    *place = (LatchSteps){value,       changes,     whole,    linear, moving,
                          sides.below, sides.above, sides.at, number};
    return add(l, (Step){.op = OP_LATCH, .args = {value, value, value}, .slot = number});
}

/* Whether a < b. */
static int latch_less(Latching *l, int a, int b) {
    const int value = add_op(l, OP_LESS, a, b, b), difference = add_op(l, OP_SUBTRACT, a, b, b);
    return latch(l, value, difference, false, is_below);
}

static int latch_negative(Latching *l, int a) {
    const int zero = add_number(l, 0);
    return latch(l, add_op(l, OP_LESS, a, zero, zero), a, false, is_below);
}

static int size_of(Latching *l, int a) {
    const int below = latch_negative(l, a), turned = add_op(l, OP_NEGATE, a, a, a);
    return add_op(l, OP_SELECT, below, turned, a);
}

static bool is_zero(const Latching *l, int a) {
    const Step *step = &l->lower->steps.at[a];
    return step->op == OP_CONSTANT && step->number == 0;
}

/* An operation with jumps or corners on what moves. */
static int held_op(Latching *l, Step step, bool timed) {
    const int a = step.args[0], b = step.args[1];
    int changes = a;
    switch (step.op) {
    case OP_LESS:
    case OP_LESS_EQUAL:
        changes = add_op(l, OP_SUBTRACT, a, b, b);
        return latch(l, add(l, step), changes, false, step.op == OP_LESS ? is_below : is_at_most);
    case OP_SIGN:
        return latch(l, add(l, step), changes, false, signs);
    case OP_STEP:
        return latch(l, add(l, step), changes, false, is_above);
    case OP_ROUND:
        changes = add_number(l, 0.5);
        changes = add_op(l, OP_ADD, a, changes, changes);
        return latch(l, add(l, step), changes, true, floors);
    case OP_FLOOR:
        return latch(l, add(l, step), changes, true, floors);
    case OP_CEIL:
        return latch(l, add(l, step), changes, true, ceils);
    /* Equal at an instant is equal never; equal for a while begins and ends with another condition.
     */
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_NOT:
    case OP_AND:
    case OP_OR:
        return timed ? latch(l, add(l, step), NO_STEP, false, floors) : add(l, step);
    case OP_ABS:
        return size_of(l, a);
    case OP_MIN:
        return add_op(l, OP_SELECT, latch_less(l, a, b), a, b);
    case OP_MAX:
        return add_op(l, OP_SELECT, latch_less(l, b, a), a, b);
    case OP_ATAN2:
        if (!timed) return add(l, step);
        return add_op(l, OP_ATAN2_SIDE, a, b, latch_negative(l, a));
    case OP_HYPOT:
        if (!timed) return add(l, step);
        if (is_zero(l, a) || is_zero(l, b)) return size_of(l, is_zero(l, a) ? b : a);
        return add(l, step);
    default:
        return add(l, step);
    }
}

/* One step with its arguments among the new ones. */
static int rewrite(Latching *l, Step step) {
    const bool reads = jd_op_arguments(step.op) > 0;
    for (int k = 0; k < 3 && reads; k++) step.args[k] = l->to[step.args[k]];
    if (step.op == OP_SELECT) {
        const Depends condition = l->depends[step.args[0]];
        if (condition != LINEAR && condition != TIMED) return add(l, step);
        const int zero = add_number(l, 0);
        step.args[0] =
            latch(l, add_op(l, OP_NOT_EQUAL, step.args[0], zero, zero), NO_STEP, false, floors);
        return add(l, step);
    }
    const Depends all = depends_of(l, &step);
    const bool moves = all == TIMED || (all == OTHER && l->bends);
    return reads && moves ? held_op(l, step, all == TIMED) : add(l, step);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void find_needed(Latching *l, int result) {
    l->needed[result] = true;
    for (int n = result; n >= 0; n--) {
        const Step *step = &l->from.at[n];
        for (int k = 0; k < 3 && l->needed[n] && jd_op_arguments(step->op); k++)
            l->needed[step->args[k]] = true;
    }
}

static bool add_term(Latching *l, int step) {
    for (int k = 0; k < l->out->terms.count; k++)
        if (l->out->terms.at[k] == step) return true;
    int *place = PUSH(l->lower->scope->arena, l->out->terms);
    if (place) *place = step;
    return place != NULL;
}

/* Values of time alone that are the result, or that a value of channels reads. */
static bool find_terms(Latching *l, int result) {
    if (l->depends[result] == TIMED) return add_term(l, result);
    for (int n = 0; n <= result; n++) {
        const Step *step = &l->lower->steps.at[n];
        for (int k = 0; k < 3 && jd_op_arguments(step->op) && l->depends[n] == OTHER; k++)
            if (l->depends[step->args[k]] == TIMED && !add_term(l, step->args[k])) return false;
    }
    return true;
}

static bool has_corner(Op op) {
    return op == OP_LESS || op == OP_LESS_EQUAL || op == OP_SIGN || op == OP_STEP ||
           op == OP_ROUND || op == OP_FLOOR || op == OP_CEIL || op == OP_ABS || op == OP_MIN ||
           op == OP_MAX;
}

/* Nothing else has a use for latches. */
static bool may_have(const Steps *steps, bool bends) {
    for (int n = 0; n < steps->count; n++)
        if (steps->at[n].op == OP_TIME || (bends && has_corner(steps->at[n].op))) return true;
    return false;
}

bool jd_lower_latch(Lower *lower, const int first[2], int *result, Latched *out) {
    enum { MOST_PER_STEP = 6 }; /* new steps for one old */
    const bool bends = lower->inputs && lower->inputs->bends;
    if (!may_have(&lower->steps, bends)) return true;
    Arena *arena = lower->scope->arena;
    const size_t count = (size_t)*result + 1;
    Latching l = {.lower = lower, .from = lower->steps, .first = first, .bends = bends, .out = out};
    l.to = ARENA_NEW(arena, int, count);
    l.needed = ARENA_NEW(arena, bool, count);
    l.depends = ARENA_NEW(arena, Depends, MOST_PER_STEP * count);
    if (!l.to || !l.needed || !l.depends) return false;
    find_needed(&l, *result);
    lower->steps = (Steps){0};
    for (int n = 0; n <= *result && !lower->failed; n++)
        if (l.needed[n]) l.to[n] = rewrite(&l, l.from.at[n]);
    if (lower->failed) return false;
    *result = l.to[*result];
    return find_terms(&l, *result);
}
