/* SPDX-License-Identifier: MIT
 *
 * What must hold of a plan, once it is made: the executor runs down its lists and asks nothing.
 * Fronts lie one behind the other, children before parents; each unknown is a pivot once; what a
 * front hands on lies within that of its parent. Nothing is left of it where assertions are off. */
#include "sparse/inside.h"
#include <assert.h>

#ifndef NDEBUG

static void check_front(const SparsePlan *plan, int f) {
    const Front *front = &plan->front[f];
    assert(front->pivots >= 0 && front->pivots <= front->rows);
    assert(front->own > 0 && front->own <= front->blocks);
    assert(front->block >= 0 && front->block + front->blocks <= plan->front_blocks);
    assert(front->entry >= 0 && front->entries >= 0 && front->handed >= 0);
    assert(front->entry + front->entries + front->handed <= plan->entries);
    assert(front->child >= 0 && front->child + front->children <= plan->children);
    assert(front->factor <= front->behind && front->behind <= plan->work);
    assert(front->row >= 0 && front->row + front->rows <= plan->rows);
    for (int c = 0; c < front->children; c++) assert(plan->child[front->child + c] < f);
    for (int r = 0; r < front->rows; r++)
        assert(plan->row[front->row + r] < (unsigned)plan->unknowns);
    int rows = 0;
    for (int b = 0; b < front->blocks; b++) {
        const FrontBlock *at = &plan->front_block[front->block + b];
        assert(jd_is_index(at->block, plan->blocks) && at->row == rows && at->size >= 0);
        if (b < front->own) assert(plan->front_of[at->block] == f);
        rows += at->size;
        assert(b != front->own - 1 || rows == front->pivots);
    }
    assert(rows == front->rows);
}

void jd_plan_is_sound(const SparsePlan *plan) {
    int unknowns = 0, pivots = 0;
    for (int b = 0; b < plan->blocks; b++) {
        assert(plan->block[b].unknown == unknowns && plan->block[b].size >= 0);
        assert(jd_is_index(plan->front_of[b], plan->fronts));
        assert(!plan->definite || !plan->block[b].dual);
        unknowns += plan->block[b].size;
    }
    for (int p = 0; p < plan->pairs; p++) {
        assert(jd_is_index(plan->pair[p].row, plan->blocks));
        assert(jd_is_index(plan->pair[p].column, plan->blocks));
        assert(plan->pair[p].value <= plan->values || plan->definite);
    }
    for (int f = 0; f < plan->fronts; f++) {
        check_front(plan, f);
        pivots += plan->front[f].pivots;
    }
    assert(plan->unknowns == unknowns && pivots == unknowns);
    assert(plan->scale + (size_t)plan->unknowns <= plan->work);
}

#else

void jd_plan_is_sound(const SparsePlan *plan) {
    (void)plan;
}

#endif
