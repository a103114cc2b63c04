/* SPDX-License-Identifier: MIT
 *
 * The order of elimination for a mechanism: bodies from the leaves of the spanning tree to its
 * roots, a joint right behind the body that hangs on it, a closing joint once the bodies of its
 * loop are gone. A lock that is eliminated then finds its bodies floating freely, so that its pivot
 * can vanish only where loops make locks dependent: theory 5.2. */
#include "sparse/inside.h"
#include <string.h>

typedef struct {
    Pattern pattern;
    const SparsePattern *given;
    const int *parent_joint, *parent_body;
    int *post, bodies;     /* bodies, leaves first */
    int *rank;             /* place of a body in post */
    int *root;             /* the body of its branch that hangs on the ground */
    int *first_due, *next; /* closing joints that are due once a body is gone, as a list */
    int *due, dues, *degree;
    int *order, count;
} Ordering;

static bool make_room(Ordering *o, Arena *arena) {
    const int n = o->given->blocks;
    o->post = ARENA_NEW(arena, int, n);
    o->rank = ARENA_NEW(arena, int, n);
    o->root = ARENA_NEW(arena, int, n);
    o->first_due = ARENA_NEW(arena, int, n);
    o->next = ARENA_NEW(arena, int, n);
    o->due = ARENA_NEW(arena, int, n + 1);
    o->degree = ARENA_NEW(arena, int, n);
    return !arena->failed && jd_pattern_make(&o->pattern, arena, o->given);
}

/* Leaves first, without recursion: the reverse of a walk from the roots that sees a body before
 * its children. False if the parents do not form a tree. */
static bool sort_bodies(Ordering *o, Arena *arena) {
    int *child = ARENA_NEW(arena, int, o->given->blocks),
        *next = ARENA_NEW(arena, int, o->given->blocks);
    int *stack = ARENA_NEW(arena, int, o->given->blocks);
    if (!child || !next || !stack) return false;
    int depth = 0, bodies = 0;
    for (int b = 0; b < o->given->blocks; b++) child[b] = -1;
    for (int b = o->given->blocks - 1; b >= 0; b--) {
        if (o->given->block[b].dual) continue;
        bodies++;
        const int above = o->parent_body[b];
        if (above < 0) continue;
        next[b] = child[above];
        child[above] = b;
    }
    for (int b = 0; b < o->given->blocks; b++)
        if (!o->given->block[b].dual && o->parent_body[b] < 0) stack[depth++] = b, o->root[b] = b;

    for (o->bodies = bodies; depth > 0 && bodies > 0;) {
        const int body = stack[--depth];
        o->post[--bodies] = body;
        o->rank[body] = bodies;
        for (int c = child[body]; c >= 0; c = next[c])
            stack[depth++] = c, o->root[c] = o->root[body];
    }
    return depth == 0 && bodies == 0;
}

/* The lowest body above (or at) `body` that is not yet passed; -1: the ground. up[] of a passed
 * body points to something above it; paths are halved on the way. */
static int find_above(int *up, int body) {
    while (body >= 0 && up[body] != body) {
        const int above = up[body];
        if (above >= 0 && up[above] != above) up[body] = up[above];
        body = above;
    }
    return body;
}

/* For each closing joint the body whose elimination makes it due: the lowest common ancestor of
 * its bodies, or the root of the last of their branches where that is the ground. */
static bool find_dues(Ordering *o, Arena *arena) {
    const int n = o->given->blocks;
    int *low = ARENA_NEW(arena, int, n), *high = ARENA_NEW(arena, int, n);
    int *up = ARENA_NEW(arena, int, n), *first = ARENA_NEW(arena, int, n);
    bool *in_tree = ARENA_NEW(arena, bool, n);
    if (arena->failed) return false;
    for (int b = 0; b < n; b++) low[b] = high[b] = o->first_due[b] = first[b] = -1, up[b] = b;
    for (int b = 0; b < n; b++)
        if (!o->given->block[b].dual && o->parent_joint[b] >= 0) in_tree[o->parent_joint[b]] = true;

    /* The first and the last of its bodies in the order of elimination. */
    for (int p = 0; p < 2 * o->given->pairs; p++) {
        const SparsePair pair = o->given->pair[p / 2];
        const int joint = p % 2 ? pair.row : pair.column, body = p % 2 ? pair.column : pair.row;
        if (!o->given->block[joint].dual || o->given->block[body].dual) continue;
        if (low[joint] < 0 || o->rank[body] < o->rank[low[joint]]) low[joint] = body;
        if (high[joint] < 0 || o->rank[body] > o->rank[high[joint]]) high[joint] = body;
    }
    for (int j = n - 1; j >= 0; j--)
        if (o->given->block[j].dual && !in_tree[j] && high[j] >= 0)
            o->next[j] = first[high[j]], first[high[j]] = j;

    /* Common ancestors of all, by union of the passed bodies with those above them. */
    for (int i = 0; i < o->bodies; i++) {
        const int body = o->post[i];
        for (int j = first[body], after; j >= 0; j = after) {
            after = o->next[j];
            int last = low[j] == body ? -1 : find_above(up, low[j]);
            if (last < 0) last = o->root[body];
            o->next[j] = o->first_due[last];
            o->first_due[last] = j;
        }
        up[body] = o->parent_body[body];
    }
    return true;
}

static bool eliminate(Ordering *o, int block) {
    if (o->pattern.gone[block]) return true;
    o->order[o->count++] = block;
    return jd_pattern_eliminate(&o->pattern, block);
}

/* Eliminates what is due, least degree first; among equals the one that stands first. Only the
 * degrees of the eliminated block's neighbours change. */
static bool eliminate_due(Ordering *o) {
    for (int i = 0; i < o->dues; i++)
        o->degree[o->due[i]] = jd_pattern_degree(&o->pattern, o->due[i]);
    while (o->dues > 0) {
        int best = 0;
        for (int i = 1; i < o->dues; i++)
            if (o->degree[o->due[i]] < o->degree[o->due[best]]) best = i;
        const int block = o->due[best];
        if (!eliminate(o, block)) return false;

        const int stamp = o->pattern.stamp; /* its neighbours carry this mark */
        o->dues--;
        for (int i = best; i < o->dues; i++) o->due[i] = o->due[i + 1];
        for (int i = 0; i < o->dues; i++)
            if (o->pattern.mark[o->due[i]] >= stamp)
                o->degree[o->due[i]] = jd_pattern_degree(&o->pattern, o->due[i]);
    }
    return true;
}

/* Products of two numbers that eliminating all blocks takes, after all of them were. */
static double products_of(const Pattern *pattern) {
    double products = 0;
    for (int b = 0; b < pattern->blocks; b++)
        for (int k = 0; k < pattern->block[b].size; k++) {
            const double behind = pattern->element[b].weight + pattern->block[b].size - 1 - k;
            products += behind * (behind + 1) / 2;
        }
    return products;
}

/* Where the order along the tree makes so many products an unknown it may be a mesh; another order
 * then has to save so much of them. */
static const double mesh_products = 400, mesh_saves = 0.8;

/* The better of both orders. False: memory is out. */
static bool take_better(Ordering *o, Arena *arena) {
    const SparsePattern *given = o->given;
    int unknowns = 0;
    for (int b = 0; b < given->blocks; b++) unknowns += given->block[b].size;
    const double along = products_of(&o->pattern);
    if (along <= mesh_products * unknowns) return true;
    Pattern pattern;
    int *order = ARENA_NEW(arena, int, given->blocks + 1);
    if (!order || !jd_sparse_order_mesh(arena, given, order)) return !arena->failed;
    if (!jd_pattern_make(&pattern, arena, given)) return false;
    for (int i = 0; i < given->blocks; i++)
        if (!jd_pattern_eliminate(&pattern, order[i])) return false;
    if (products_of(&pattern) > mesh_saves * along) return true;
    memcpy(o->order, order, sizeof *order * (size_t)given->blocks);
    return true;
}

bool jd_sparse_order(Arena *arena, const SparsePattern *given, const int *parent_joint,
                     const int *parent_body, int *order) {
    Arena scratch = {0};
    Ordering o = {
        .given = given, .parent_joint = parent_joint, .parent_body = parent_body, .order = order};
    bool good = make_room(&o, &scratch) && sort_bodies(&o, &scratch) && find_dues(&o, &scratch);
    for (int i = 0; good && i < o.bodies; i++) {
        const int body = o.post[i];
        good = eliminate(&o, body);
        o.dues = 0;
        if (parent_joint[body] >= 0) o.due[o.dues++] = parent_joint[body];
        for (int j = o.first_due[body]; j >= 0; j = o.next[j]) o.due[o.dues++] = j;
        good = good && eliminate_due(&o);
    }
    /* Locks that touch no body come last. */
    for (int b = 0; good && b < given->blocks; b++) good = eliminate(&o, b);
    good = good && take_better(&o, &scratch);
    if (scratch.failed) arena->failed = true;
    jd_arena_free(&scratch);
    return good;
}

/* ---- Positive definite matrices ------------------------------------------------------------- */

/* Goes round and takes every block that is coupled with no more unknowns than the least so far. */
static bool eliminate_least(Pattern *pattern, int *order) {
    int done = 0, limit = 0;
    while (done < pattern->blocks) {
        int least = -1;
        for (int b = 0; b < pattern->blocks; b++) {
            if (pattern->gone[b]) continue;
            int degree = jd_pattern_degree(pattern, b);
            if (degree > limit) {
                if (least < 0 || degree < least) least = degree;
                continue;
            }
            if (!jd_pattern_eliminate(pattern, b)) return false;
            order[done++] = b;
        }
        if (least > limit) limit = least;
    }
    return true;
}

double jd_sparse_order_least(Pattern *pattern, int *order) {
    return eliminate_least(pattern, order) ? products_of(pattern) : -1;
}
