/* SPDX-License-Identifier: MIT
 *
 * What must hold of a tape that is written, run or derived: each operation reads what stands before
 * it, leaves are numbers of what there is, blocks lie one behind the other. Nothing is left of it
 * where assertions are off. */
#include "tape/tape.h"
#include <assert.h>

#ifndef NDEBUG

static int leaves_of(const Tape *tape, TapeOp op) {
    switch (op) {
    case TAPE_FIXED:
        return tape->fixed.count;
    case TAPE_HINT:
        return tape->hint.count;
    case TAPE_UNKNOWN:
        return tape->unknowns;
    default:
        return -1; /* not known here */
    }
}

static void check_node(const Tape *tape, Num n) {
    const TapeNode *node = &tape->node.at[n];
    const int arguments = jd_tape_arguments(node->op), leaves = leaves_of(tape, node->op);
    assert(node->op < TAPE_OPS && arguments <= 3);
    assert(node->block >= 0 && node->block <= tape->block.count);
    for (int k = 0; k < arguments; k++) {
        assert(jd_is_index(node->of[k], n));
        assert(tape->node.at[node->of[k]].level <= node->level);
    }
    assert(leaves < 0 || jd_is_index(node->of[0], leaves));
}

static void check_blocks(const Tape *tape) {
    int next = 0;
    for (int b = 0; b < tape->block.count; b++) {
        const TapeBlock *block = &tape->block.at[b];
        assert(block->first == next && block->count > 0);
        for (int k = 0; block->step && k < block->count; k++)
            assert(jd_is_index(block->step[k], tape->node.count));
        assert(jd_is_index(block->size, tape->node.count));
        next += block->count;
    }
    assert(next == tape->unknowns && tape->hint_of.count == next);
}

void jd_tape_is_sound(const Tape *tape) {
    assert(tape->node.count > 0 && tape->node.at[0].op == TAPE_NUMBER);
    for (Num n = 0; n < tape->node.count; n++) check_node(tape, n);
    check_blocks(tape);
    assert(tape->update.count == tape->hint.count && tape->hint_from.count == tape->hint.count);
    for (int h = 0; h < tape->hint.count; h++)
        assert(jd_is_index(tape->update.at[h], tape->node.count));
}

#else

void jd_tape_is_sound(const Tape *tape) {
    (void)tape;
}

#endif
