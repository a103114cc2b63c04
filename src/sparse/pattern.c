/* SPDX-License-Identifier: MIT
 *
 * Elimination without numbers. Eliminating a block couples all its neighbours with each other;
 * instead of writing down these couplings pair by pair, the pattern keeps the set (an element). A
 * block's neighbours are then those given plus the members of the elements it belongs to, and a new
 * element swallows the ones it was made from. Cost: linear in the fill counted in blocks. */
#include "sparse/inside.h"
#include <limits.h>

bool jd_pattern_make(Pattern *pattern, Arena *arena, const SparsePattern *given) {
    const int blocks = given->blocks, pairs = given->pairs;
    const SparseBlock *const block = given->block;
    const SparsePair *const pair = given->pair;
    *pattern = (Pattern){.arena = arena, .blocks = blocks, .block = block};
    if (pairs > INT_MAX / 2) return false;
    pattern->start = ARENA_NEW(arena, int, blocks + 2);
    pattern->neighbour = ARENA_NEW(arena, int, 2 * pairs);
    pattern->gone = ARENA_NEW(arena, bool, blocks);
    pattern->element = ARENA_NEW(arena, Element, blocks);
    pattern->first = ARENA_NEW(arena, int, blocks);
    pattern->mark = ARENA_NEW(arena, int, blocks);
    pattern->found = ARENA_NEW(arena, int, blocks);
    if (arena->failed) return false;

    /* Count, sum, fill: start[b + 1] runs from the start to the end of b's list. Blocks without
     * unknowns couple nothing. */
    int *const start = pattern->start;
    for (int p = 0; p < pairs; p++) {
        if (block[pair[p].row].size == 0 || block[pair[p].column].size == 0) continue;
        start[pair[p].row + 2]++, start[pair[p].column + 2]++;
    }
    for (int b = 1; b <= blocks; b++) start[b + 1] += start[b];
    for (int p = 0; p < pairs; p++) {
        if (block[pair[p].row].size == 0 || block[pair[p].column].size == 0) continue;
        pattern->neighbour[start[pair[p].row + 1]++] = pair[p].column;
        pattern->neighbour[start[pair[p].column + 1]++] = pair[p].row;
    }
    for (int b = 0; b < blocks; b++) pattern->first[b] = -1;
    return true;
}

static int meet(Pattern *pattern, int block, int count) {
    if (pattern->gone[block] || pattern->mark[block] == pattern->stamp) return count;
    pattern->mark[block] = pattern->stamp;
    pattern->found[count] = block;
    return count + 1;
}

/* Takes absorbed elements out of a block's list. */
static void drop_absorbed(Pattern *pattern, int block) {
    for (int *hook = &pattern->first[block]; *hook >= 0;) {
        Membership *at = &pattern->list.at[*hook];
        if (pattern->element[at->element].absorbed)
            *hook = at->next;
        else
            hook = &at->next;
    }
}

/* Collects the neighbours of a block into `found`. */
static int find_neighbours(Pattern *pattern, int block) {
    int count = 0;
    pattern->mark[block] = ++pattern->stamp;
    for (int i = pattern->start[block]; i < pattern->start[block + 1]; i++)
        count = meet(pattern, pattern->neighbour[i], count);
    drop_absorbed(pattern, block);
    for (int at = pattern->first[block]; at >= 0; at = pattern->list.at[at].next) {
        const Element *element = &pattern->element[pattern->list.at[at].element];
        for (int i = 0; i < element->members; i++) count = meet(pattern, element->member[i], count);
    }
    return count;
}

/* The element that all couplings of a block lie in, if there is just one; then its degree is the
 * element's weight without its own. */
static const Element *only_element(Pattern *pattern, int block) {
    for (int i = pattern->start[block]; i < pattern->start[block + 1]; i++)
        if (!pattern->gone[pattern->neighbour[i]]) return NULL;
    drop_absorbed(pattern, block);
    const int first = pattern->first[block];
    if (first < 0 || pattern->list.at[first].next >= 0) return NULL;
    return &pattern->element[pattern->list.at[first].element];
}

int jd_pattern_degree(Pattern *pattern, int block) {
    const Element *only = only_element(pattern, block);
    if (only) return only->weight - pattern->block[block].size;
    int degree = 0;
    const int count = find_neighbours(pattern, block);
    for (int i = 0; i < count; i++) degree += pattern->block[pattern->found[i]].size;
    return degree;
}

bool jd_pattern_eliminate(Pattern *pattern, int block) {
    const int count = find_neighbours(pattern, block);
    Element *element = &pattern->element[block];
    element->member = ARENA_NEW(pattern->arena, int, count);
    if (!element->member) return false;

    /* The elements it was in are contained in the new one. */
    for (int at = pattern->first[block]; at >= 0; at = pattern->list.at[at].next)
        pattern->element[pattern->list.at[at].element].absorbed = true;
    for (int i = 0; i < count; i++) {
        const int member = pattern->found[i];
        Membership *new = PUSH(pattern->arena, pattern->list);
        if (!new) return false;
        *new = (Membership){block, pattern->first[member]};
        pattern->first[member] = pattern->list.count - 1;
        element->member[i] = member;
        element->weight += pattern->block[member].size;
    }
    element->members = count;
    pattern->gone[block] = true;
    return true;
}
