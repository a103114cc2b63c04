/* SPDX-License-Identifier: MIT
 *
 * Which blocks are eliminated together in one front. A block is merged with the next block up the
 * elimination tree where that costs nothing or little: always a body with the lock behind it, and
 * others where the rows behind them are nearly the same. Each front then waits only for its
 * children, and the list of fronts is sorted so that a child's update is used soon after it is
 * made. */
#include "sparse/inside.h"

typedef struct {
    const Pattern *pattern;
    int *up;     /* of each block: the first of its neighbours to be eliminated, -1: none */
    int *last;   /* of each block that starts a front: the front's last pivot so far */
    int *start;  /* of each block: the block that starts its front */
    int *before; /* pivot before it */
    int *pivots; /* of a start: unknowns eliminated in its front */
    int *zeros;  /* of a start: zeros stored among its pivots */
} Work;

static int size_of(const Work *w, int block) {
    return w->pattern->block[block].size;
}

static bool is_coupled(const Work *w, int block, int with) {
    const Element *element = &w->pattern->element[block];
    for (int i = 0; i < element->members; i++)
        if (element->member[i] == with) return true;
    return false;
}

/* Zeros that come to be stored among the pivots if `block` joins the front that ends with `end`;
 * -1 if it should not join. */
static int cost_of_joining(const Work *w, int end, int block) {
    const int start = w->start[end];
    if (w->pivots[start] + size_of(w, block) > PIVOTS_MAX) return -1;

    /* Rows that the block brings along which the front does not have yet. */
    const int behind = w->pattern->element[block].weight;
    const int more = size_of(w, block) + behind - w->pattern->element[end].weight;
    if (!w->pattern->block[block].dual && more > w->pattern->element[end].weight / 8) return -1;

    int zeros = w->zeros[start];
    for (int b = w->before[end]; b >= 0; b = w->before[b])
        if (!is_coupled(w, b, block)) zeros += size_of(w, b) * size_of(w, block);
    return zeros <= 4 + w->pivots[start] * behind / 8 ? zeros : -1;
}

/* Lets a block join the front of one of its children in the elimination tree, the widest. */
static void join_or_start(Work *w, int block, int child, const int *next) {
    int best = -1, best_zeros = 0;
    for (int c = child; c >= 0; c = next[c]) {
        const int zeros = cost_of_joining(w, c, block);
        if (zeros < 0) continue;
        if (best >= 0 && w->pattern->element[c].weight <= w->pattern->element[best].weight)
            continue;
        best = c;
        best_zeros = zeros;
    }
    const int start = best < 0 ? block : w->start[best];
    w->start[block] = start;
    w->before[block] = best;
    w->last[start] = block;
    w->pivots[start] += size_of(w, block);
    w->zeros[start] = best_zeros;
}

/* Numbers the fronts, children before parents and each subtree in one piece. */
static bool number_fronts(Merging *m, Arena *arena, const Work *w, const int *order) {
    const int n = w->pattern->blocks;
    int *child = ARENA_NEW(arena, int, n), *next = ARENA_NEW(arena, int, n);
    int *stack = ARENA_NEW(arena, int, n), *number = ARENA_NEW(arena, int, n);
    if (arena->failed) return false;
    int depth = 0;
    for (int b = 0; b < n; b++) child[b] = -1;
    for (int i = n - 1; i >= 0; i--) {
        const int start = w->start[order[i]];
        if (order[i] != w->last[start]) continue;
        m->fronts++;
        const int up = w->up[order[i]];
        if (up >= 0) next[start] = child[w->start[up]], child[w->start[up]] = start;
    }
    for (int i = 0; i < n; i++)
        if (w->up[order[i]] < 0) stack[depth++] = w->start[order[i]];
    for (int count = m->fronts; depth > 0;) {
        const int start = stack[--depth];
        number[start] = --count;
        m->last[count] = w->last[start];
        for (int c = child[start]; c >= 0; c = next[c]) stack[depth++] = c;
    }
    for (int b = 0; b < n; b++) m->front_of[b] = number[w->start[b]];
    for (int f = 0; f < m->fronts; f++) {
        const int up = w->up[m->last[f]];
        m->parent[f] = up < 0 ? -1 : m->front_of[up];
    }
    return true;
}

/* Each block is a front of its own, in the order given. */
static void keep_apart(Merging *m, const int *order, const int *up) {
    for (int i = 0; i < m->fronts; i++) {
        m->last[i] = order[i];
        m->front_of[order[i]] = i;
        m->before[order[i]] = -1;
    }
    for (int i = 0; i < m->fronts; i++)
        m->parent[i] = up[order[i]] < 0 ? -1 : m->front_of[up[order[i]]];
}

bool jd_sparse_merge(Merging *m, Arena *arena, const Pattern *pattern, const int *order,
                     bool apart) {
    const int n = pattern->blocks;
    *m = (Merging){ARENA_NEW(arena, int, n), 0, ARENA_NEW(arena, int, n), ARENA_NEW(arena, int, n),
                   ARENA_NEW(arena, int, n)};
    Work w = {
        pattern,   ARENA_NEW(arena, int, n), ARENA_NEW(arena, int, n), ARENA_NEW(arena, int, n),
        m->before, ARENA_NEW(arena, int, n), ARENA_NEW(arena, int, n)};
    int *rank = ARENA_NEW(arena, int, n), *child = ARENA_NEW(arena, int, n);
    int *next = ARENA_NEW(arena, int, n);
    if (arena->failed) return false;

    for (int i = 0; i < n; i++) rank[order[i]] = i, child[i] = -1;
    for (int i = 0; i < n; i++) {
        const int block = order[i];
        const Element *element = &pattern->element[block];
        join_or_start(&w, block, child[block], next);
        int up = -1;
        for (int k = 0; k < element->members; k++)
            if (up < 0 || rank[element->member[k]] < rank[up]) up = element->member[k];
        w.up[block] = up;
        if (up >= 0) next[block] = child[up], child[up] = block;
    }
    if (!apart) return number_fronts(m, arena, &w, order);
    m->fronts = n;
    keep_apart(m, order, w.up);
    return true;
}
