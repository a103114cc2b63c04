/* SPDX-License-Identifier: MIT
 *
 * Derivatives of a number by all that it depends on, backwards along the tape: a few operations for
 * each of its own, however many there are to derive by; and of all numbers in one direction,
 * forwards. Unknowns of a block follow x = x + step(x) at step = 0, so that they change as the step
 * does with x held. */
#include "tape/tape.h"
#include <assert.h>
#include <string.h>

typedef struct {
    Tape *t;
    Num *by; /* of each number: the derivative by it, so far */
} Back;

static void give(Back *b, Num to, Num share) {
    b->by[to] = n_add(b->t, b->by[to], share);
}

/* ---- One operation -------------------------------------------------------------------------- */

/* Its derivatives by a and b; false: it has none, or they are zero. */
static bool slopes(Tape *t, TapeOp op, Num v, Num a, Num b, Num *by_a, Num *by_b) {
    const Num one = n_num(t, 1);
    *by_a = *by_b = 0;
    switch (op) {
    case TAPE_ADD:
        *by_a = *by_b = one;
        return true;
    case TAPE_SUBTRACT:
        *by_a = one, *by_b = n_num(t, -1);
        return true;
    case TAPE_MULTIPLY:
        *by_a = b, *by_b = a;
        return true;
    case TAPE_DIVIDE:
        *by_a = n_inverse(t, b), *by_b = n_neg(t, n_div(t, v, b));
        return true;
    case TAPE_NEGATE:
        *by_a = n_num(t, -1);
        return true;
    case TAPE_SQRT:
        *by_a = n_div(t, n_num(t, 0.5), v);
        return true;
    case TAPE_SIN:
        *by_a = n_cos(t, a);
        return true;
    case TAPE_COS:
        *by_a = n_neg(t, n_sin(t, a));
        return true;
    case TAPE_TAN:
        *by_a = n_add(t, one, n_square(t, v));
        return true;
    case TAPE_ASIN:
        *by_a = n_inverse(t, n_sqrt(t, n_sub(t, one, n_square(t, a))));
        return true;
    case TAPE_ACOS:
        *by_a = n_neg(t, n_inverse(t, n_sqrt(t, n_sub(t, one, n_square(t, a)))));
        return true;
    case TAPE_ATAN:
        *by_a = n_inverse(t, n_add(t, one, n_square(t, a)));
        return true;
    case TAPE_ATAN2: {
        const Num per = n_inverse(t, n_add(t, n_square(t, a), n_square(t, b)));
        *by_a = n_mul(t, b, per), *by_b = n_neg(t, n_mul(t, a, per));
        return true;
    }
    case TAPE_EXP:
        *by_a = v;
        return true;
    case TAPE_LOG:
        *by_a = n_inverse(t, a);
        return true;
    case TAPE_LOG10:
        *by_a = n_div(t, n_num(t, 0.43429448190325182), a);
        return true;
    case TAPE_POWER:
        *by_a = n_mul(t, b, jd_tape_op(t, TAPE_POWER, a, n_sub(t, b, one), 0));
        if (t->node.at[b].op != TAPE_NUMBER) *by_b = n_mul(t, v, jd_tape_op(t, TAPE_LOG, a, 0, 0));
        return true;
    case TAPE_ABS:
        *by_a = jd_tape_op(t, TAPE_SELECT, jd_tape_op(t, TAPE_LESS, a, 0, 0), n_num(t, -1), one);
        return true;
    case TAPE_HYPOT:
        *by_a = n_div(t, a, v), *by_b = n_div(t, b, v);
        return true;
    case TAPE_TANH:
        *by_a = n_sub(t, one, n_square(t, v));
        return true;
    case TAPE_COUNTED:
        *by_a = one;
        return true;
    default:
        return false;
    }
}

/* A column of a table changes with its argument; which piece that is in does not. */
static Num piece_slope(Tape *t, const TapeNode *node) {
    const int code = (int)jd_tape_value(t, node->of[2]);
    return jd_tape_piece(t, t->column.at[code / COLUMN_ORDERS], code % COLUMN_ORDERS + 1,
                         node->of[0], node->of[1]);
}

static void go_back(Back *b, Num v) {
    Tape *t = b->t;
    const TapeNode node = t->node.at[v];
    const Num own = b->by[v];
    Num by_a, by_b;
    if (!own || node.level == LEVEL_CONSTANT) return;
    if (node.op == TAPE_SELECT) {
        give(b, node.of[1], jd_tape_op(t, TAPE_SELECT, node.of[0], own, 0));
        give(b, node.of[2], jd_tape_op(t, TAPE_SELECT, node.of[0], 0, own));
        return;
    }
    if (node.op == TAPE_PIECE) {
        give(b, node.of[1], n_mul(t, own, piece_slope(t, &node)));
        return;
    }
    if (!jd_tape_arguments(node.op)) return;
    if (!slopes(t, node.op, v, node.of[0], node.of[1], &by_a, &by_b)) return;
    give(b, node.of[0], n_mul(t, own, by_a));
    if (jd_tape_arguments(node.op) > 1) give(b, node.of[1], n_mul(t, own, by_b));
}

/* ---- All of them ---------------------------------------------------------------------------- */

/* Numbers of a block, from the last on. */
static void go_through(Back *b, int count, int block) {
    for (int v = count - 1; v > 0; v--)
        if (b->t->node.at[v].block == block) go_back(b, v);
}

/* What unknowns of a block give on: to what their steps depend on beside them. */
static bool give_on(Back *b, int count, int block, Num *unknown) {
    Tape *t = b->t;
    const TapeBlock of = t->block.at[block - 1];
    Num *kept = ARENA_NEW(t->arena, Num, of.count + 1);
    if (!kept) return false;
    for (int k = 0; k < of.count; k++) kept[k] = b->by[unknown[of.first + k]];
    for (int v = 0; v < count; v++)
        if (t->node.at[v].block == block) b->by[v] = 0;
    for (int k = 0; k < of.count; k++) give(b, of.step[k], kept[k]);
    go_through(b, count, block);
    for (int k = 0; k < of.count; k++) b->by[unknown[of.first + k]] = 0;
    return true;
}

Num *jd_tape_derive(Tape *t, Num result) {
    const int count = t->node.count;
    Back b = {t, ARENA_NEW(t->arena, Num, count + 1)};
    Num *unknown = ARENA_NEW(t->arena, Num, t->unknowns + 1);
    if (!b.by || !unknown) return NULL;
    for (int v = 0; v < count; v++)
        if (t->node.at[v].op == TAPE_UNKNOWN) unknown[t->node.at[v].of[0]] = v;
    b.by[result] = n_num(t, 1);
    for (int block = t->block.count; block > 0; block--) {
        go_through(&b, count, block);
        if (!give_on(&b, count, block, unknown)) return NULL;
    }
    go_through(&b, count, 0);
    return t->arena->failed ? NULL : b.by;
}

Num *jd_tape_derive_open(Tape *t, Num result, int block) {
    const int count = t->node.count;
    Back b = {t, ARENA_NEW(t->arena, Num, count + 1)};
    if (!b.by) return NULL;
    b.by[result] = n_num(t, 1);
    go_through(&b, count, block);
    return t->arena->failed ? NULL : b.by;
}

/* ---- In one direction ----------------------------------------------------------------------- */

/* How a number changes as those do that it is made of. */
static Num change_of(Tape *t, Num v, const Num *change) {
    const TapeNode node = t->node.at[v];
    Num by[2], sum = 0;
    if (node.op == TAPE_SELECT)
        return jd_tape_op(t, TAPE_SELECT, node.of[0], change[node.of[1]], change[node.of[2]]);
    if (node.op == TAPE_PIECE) {
        if (!change[node.of[1]]) return 0;
        return n_mul(t, change[node.of[1]], piece_slope(t, &node));
    }
    const int arguments = jd_tape_arguments(node.op);
    bool changes = false;
    for (int k = 0; k < arguments; k++) changes = changes || change[node.of[k]];
    if (!changes || !slopes(t, node.op, v, node.of[0], node.of[1], &by[0], &by[1])) return 0;
    for (int k = 0; k < arguments && k < 2; k++)
        sum = n_add(t, sum, n_mul(t, by[k], change[node.of[k]]));
    return sum;
}

static void go_forward(Tape *t, int count, int block, Num *change) {
    for (int v = 0; v < count; v++)
        if (t->node.at[v].block == block && jd_tape_arguments(t->node.at[v].op))
            change[v] = change_of(t, v, change);
}

Num *jd_tape_forward(Tape *t, const Num *given, int known) {
    const int count = t->node.count;
    assert(known <= count);
    Num *change = ARENA_NEW(t->arena, Num, count + 1);
    Num *unknown = ARENA_NEW(t->arena, Num, t->unknowns + 1);
    if (!change || !unknown) return NULL;
    memcpy(change, given, (size_t)known * sizeof *change);
    for (int v = 0; v < count; v++)
        if (t->node.at[v].op == TAPE_UNKNOWN) unknown[t->node.at[v].of[0]] = v;
    go_forward(t, count, 0, change);
    for (int block = 1; block <= t->block.count; block++) {
        const TapeBlock of = t->block.at[block - 1];
        go_forward(t, count, block, change); /* of the steps, with the unknowns held */
        for (int k = 0; k < of.count; k++) change[unknown[of.first + k]] = change[of.step[k]];
        go_forward(t, count, block, change);
    }
    return t->arena->failed ? NULL : change;
}
