/* SPDX-License-Identifier: MIT
 *
 * From a pattern and an order to the list of fronts that factor and solve run down. All work is
 * done in memory of its own; what stays is one flat block. */
#include "sparse/inside.h"
#include <limits.h>
#include <string.h>

/* Places the arrays of a plan behind its head; the counts stand in the head. */
static void place_arrays(SparsePlan *plan, Layout *layout) {
    PLACE(layout, SparsePlan, 1);
    plan->block = PLACE(layout, PlanBlock, plan->blocks);
    plan->pair = PLACE(layout, PlanPair, plan->pairs);
    plan->front = PLACE(layout, Front, plan->fronts);
    plan->front_block = PLACE(layout, FrontBlock, plan->front_blocks);
    plan->entry = PLACE(layout, FrontEntry, plan->entries);
    plan->coupling = PLACE(layout, Coupling, plan->coupling_room);
    plan->child = PLACE(layout, int, plan->children);
    plan->target = PLACE(layout, unsigned, plan->targets);
    plan->row = PLACE(layout, unsigned, plan->rows);
    plan->front_of = PLACE(layout, int, plan->blocks);
}

static bool is_sane(const SparsePattern *given) {
    for (int b = 0; b < given->blocks; b++)
        if (given->block[b].size < 0 || given->block[b].size > PIVOTS_MAX) return false;
    for (int p = 0; p < given->pairs; p++) {
        const SparsePair at = given->pair[p];
        if (at.row < 0 || at.row >= given->blocks || at.column < 0 || at.column >= given->blocks)
            return false;
        if (at.row == at.column) return false;
    }
    return true;
}

/* The place of each block in the order; false: it is none. */
static bool rank_blocks(int *rank, const int *order, int blocks) {
    for (int i = 0; i < blocks; i++) rank[i] = -1;
    for (int i = 0; i < blocks; i++) {
        if (order[i] < 0 || order[i] >= blocks || rank[order[i]] >= 0) return false;
        rank[order[i]] = i;
    }
    return true;
}

/* ---- Places in values and work -------------------------------------------------------------- */

/* Also the weights of the bodies, which stand first in the work. */
static void place_values(Making *m) {
    SparsePlan *plan = m->plan;
    for (int b = 0; b < plan->blocks; b++) {
        const SparseBlock at = m->block[b];
        const size_t size = (size_t)at.size;
        plan->block[b] = (PlanBlock){plan->unknowns, at.size, at.dual, plan->values, plan->work};
        plan->unknowns += at.size;
        if (at.dual || plan->definite) continue;
        plan->values += size * size;
        plan->work += size * (size + 1) / 2 + 1;
    }
    for (int p = 0; p < plan->pairs; p++) {
        const SparsePair at = m->pair[p];
        plan->pair[p] = (PlanPair){at.row, at.column, plan->values};
        if (plan->definite) continue;
        plan->values += (size_t)m->block[at.row].size * (size_t)m->block[at.column].size;
    }
}

static size_t factor_size(const SparsePlan *plan, const Front *front) {
    size_t size = 0;
    for (int i = 0; i < front->own; i++) {
        const FrontBlock *at = &plan->front_block[front->block + i];
        for (int k = at->row; k < at->row + at->size; k++) size += (size_t)(at->end - k);
    }
    return size;
}

/* Updates live from a front to its parent. With one stack for even and one for odd depths in the
 * tree of fronts, a front's update can be made while its children's are still there, and each
 * stack is only touched at its top. */
static void place_updates(Making *m) {
    SparsePlan *plan = m->plan;
    size_t top[2] = {0, 0}, most[2] = {0, 0};
    int *const depth = m->met;
    for (int f = plan->fronts - 1; f >= 0; f--) {
        const int parent = m->merging.parent[f];
        depth[f] = parent < 0 ? 0 : 1 - depth[parent];
    }
    for (int f = 0; f < plan->fronts; f++) {
        Front *front = &plan->front[f];
        const size_t rows = (size_t)(front->rows - front->pivots);
        const int side = depth[f];
        if (front->children) top[1 - side] = plan->front[plan->child[front->child]].update;
        front->update = top[side];
        top[side] += rows * rows;
        if (top[side] > most[side]) most[side] = top[side];
    }
    for (int f = 0; f < plan->fronts; f++)
        plan->front[f].update += plan->work + (depth[f] ? most[0] : 0);
    plan->work += most[0] + most[1];
}

/* Now that the updates have their places, the lists of numbers handed on can point there. */
static void place_handed(SparsePlan *plan) {
    for (const Front *front = plan->front; front < plan->front + plan->fronts; front++) {
        FrontEntry *entry = &plan->entry[front->entry + front->entries];
        for (int c = front->child; c < front->child + front->children; c++) {
            const Front *child = &plan->front[plan->child[c]];
            const int rows = child->rows - child->pivots;
            for (int i = 0; rows <= HANDED_MAX && i < rows * (rows + 1) / 2; i++)
                (entry++)->value += (unsigned)child->update;
        }
    }
}

/* Chains compute their scales on the way; the others find them in the work. */
static void list_couplings(Making *m) {
    SparsePlan *plan = m->plan;
    for (int p = 0; p < plan->pairs; p++) {
        const SparsePair at = m->pair[p];
        if (m->block[at.row].dual == m->block[at.column].dual) continue;
        const bool turned = m->block[at.column].dual;
        const PlanBlock *joint = &plan->block[turned ? at.column : at.row];
        const PlanBlock *body = &plan->block[turned ? at.row : at.column];
        if (plan->front[m->merging.front_of[joint - plan->block]].chain) continue;
        plan->coupling[plan->couplings++] =
            (Coupling){plan->pair[p].value, body->weight, plan->scale + (size_t)joint->unknown,
                       joint->size,         body->size,   turned};
    }
}

/* Of a definite plan the factors take the place of the values; then comes the diagonal as given. */
static void place_definite(SparsePlan *plan) {
    plan->work = plan->values;
    for (Front *front = plan->front; front < plan->front + plan->fronts; front++) {
        front->factor = front->behind = front->image;
        front->given = plan->work;
        plan->work += (size_t)front->pivots;
    }
}

static void place_work(Making *m) {
    SparsePlan *plan = m->plan;
    size_t largest = 0;
    if (plan->definite) {
        place_definite(plan);
        return;
    }
    for (int f = 0; f < plan->fronts; f++) {
        Front *front = &plan->front[f];
        const size_t rows = (size_t)front->rows, room = rows * (size_t)STRIDE(rows);
        front->factor = plan->work;
        plan->work += factor_size(plan, front);
        front->behind = plan->work;
        if (room > largest) largest = room;
    }
    place_updates(m);
    place_handed(plan);
    plan->scratch = plan->work;
    plan->scale = plan->scratch + largest;
    plan->work = plan->scale + (size_t)plan->unknowns;
    list_couplings(m);
}

/* ---- The plan ------------------------------------------------------------------------------- */

/* The plan with its arrays in one piece; all counts are known beforehand. */
static SparsePlan *take_plan(const Making *m, Arena *arena, int blocks, int pairs) {
    size_t listed = (size_t)blocks, targets = 0, entries = 0, unknowns = 0;
    for (int f = 0; f < m->merging.fronts; f++) {
        const Element *behind = &m->pattern.element[m->merging.last[f]];
        listed += (size_t)behind->members;
        targets += (size_t)behind->weight;
        if (m->definite || behind->weight <= HANDED_MAX)
            entries += (size_t)(behind->weight * (behind->weight + 1) / 2);
    }
    for (int b = 0; b < blocks; b++) unknowns += (size_t)m->block[b].size;
    for (int b = 0; b < blocks; b++)
        if (!m->block[b].dual) entries += (size_t)(m->block[b].size * m->block[b].size);
    for (int p = 0; p < pairs; p++)
        entries += (size_t)(m->block[m->pair[p].row].size * m->block[m->pair[p].column].size);
    const size_t most = INT_MAX / 2;
    if (listed > most || targets + unknowns > most || entries > most) return NULL;

    SparsePlan head = {.blocks = blocks,
                       .pairs = pairs,
                       .fronts = m->merging.fronts,
                       .front_blocks = (int)listed,
                       .entries = (int)entries,
                       .coupling_room = pairs,
                       .children = m->merging.fronts,
                       .targets = (int)targets,
                       .rows = (int)(targets + unknowns)};
    Layout layout = {0};
    place_arrays(&head, &layout);
    head.bytes = layout.used;
    SparsePlan *plan = jd_arena_take(arena, head.bytes);
    if (!plan) return NULL;
    *plan = head;
    layout = (Layout){.base = (char *)plan};
    place_arrays(plan, &layout);
    return plan;
}

static bool make_lists(Making *m, int blocks, int pairs) {
    m->first_pair = ARENA_NEW(m->arena, int, blocks);
    m->next_pair = ARENA_NEW(m->arena, int, pairs);
    m->first_child = ARENA_NEW(m->arena, int, blocks);
    m->next_child = ARENA_NEW(m->arena, int, blocks);
    m->met = ARENA_NEW(m->arena, int, blocks);
    m->row = ARENA_NEW(m->arena, int, blocks);
    if (m->arena->failed) return false;
    for (int b = 0; b < blocks; b++) m->first_pair[b] = m->first_child[b] = -1;
    return true;
}

/* The plan of a pattern that has been eliminated in the order. */
static SparsePlan *make_plan(Making *m, Arena *arena, const SparsePattern *given) {
    const int blocks = given->blocks, pairs = given->pairs;
    if (!jd_sparse_merge(&m->merging, m->arena, &m->pattern, m->order, m->definite)) return NULL;
    if (!make_lists(m, blocks, pairs)) return NULL;
    SparsePlan *plan = take_plan(m, arena, blocks, pairs);
    if (!plan) return NULL;

    m->plan = plan;
    const SparsePlan room = *plan;
    plan->definite = m->definite;
    plan->front_blocks = plan->entries = plan->children = plan->targets = plan->rows = 0;
    memcpy(plan->front_of, m->merging.front_of, sizeof(int) * (size_t)blocks);
    place_values(m);
    jd_sparse_list_fronts(m);
    place_work(m);
    /* What the layout has room for, so that a copy is laid out alike. */
    plan->front_blocks = room.front_blocks;
    plan->entries = room.entries;
    plan->children = room.children;
    plan->targets = room.targets;
    plan->rows = room.rows;
    jd_plan_is_sound(plan);
    return plan;
}

static bool begin(Making *m, const SparsePattern *given) {
    m->block = given->block;
    m->pair = given->pair;
    m->rank = ARENA_NEW(m->arena, int, given->blocks);
    return m->rank && is_sane(given) && jd_pattern_make(&m->pattern, m->arena, given);
}

SparsePlan *jd_sparse_plan(Arena *arena, const SparsePattern *given, const int *order) {
    Arena scratch = {0};
    Making m = {.arena = &scratch, .order = order};
    bool good = begin(&m, given) && rank_blocks(m.rank, order, given->blocks);
    for (int i = 0; good && i < given->blocks; i++)
        good = jd_pattern_eliminate(&m.pattern, order[i]);
    SparsePlan *plan = good ? make_plan(&m, arena, given) : NULL;
    if (scratch.failed) arena->failed = true;
    jd_arena_free(&scratch);
    return plan;
}

SparsePlan *jd_sparse_plan_definite(Arena *arena, const SparsePattern *given, double most) {
    Arena scratch = {0};
    SparsePlan *plan = NULL;
    int *order = ARENA_NEW(&scratch, int, given->blocks + 1);
    Making m = {.arena = &scratch, .order = order, .definite = true};
    if (order && begin(&m, given)) {
        const double products = jd_sparse_order_least(&m.pattern, order);
        const bool good = products >= 0 && products <= most;
        if (good && rank_blocks(m.rank, order, given->blocks)) plan = make_plan(&m, arena, given);
    }
    if (scratch.failed) arena->failed = true;
    jd_arena_free(&scratch);
    return plan;
}

SparsePlan *jd_sparse_copy(const SparsePlan *plan, void *memory) {
    SparsePlan *copy = memory;
    memcpy(copy, plan, plan->bytes);
    Layout layout = {.base = memory};
    place_arrays(copy, &layout);
    return copy;
}
