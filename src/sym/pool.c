/* SPDX-License-Identifier: MIT
 *
 * The pool: every expression stands in it once, found by hash; names, and the bound of the pool. */
#include "sym/inside.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Nodes, each once ----------------------------------------------------------------------- */

Sym jd_sym_fail(SymPool *pool, SymStop stop) {
    if (!pool->stop) pool->stop = stop;
    return SYM_NONE;
}

void jd_sym_out_of_memory(SymPool *pool) {
    jd_sym_fail(pool, SYM_NO_MEMORY);
}

SymStop jd_sym_stopped(const SymPool *pool) {
    return pool ? pool->stop : SYM_NO_MEMORY;
}

const char *jd_sym_stop_text(SymStop stop) {
    static const char *const texts[] = {"it goes on", "it becomes larger than is allowed",
                                        "memory is out"};
    return texts[stop];
}

SymPool *jd_sym_pool(Arena *arena, int most) {
    SymPool *pool = ARENA_NEW(arena, SymPool, 1);
    if (!pool) return NULL;
    pool->arena = arena;
    pool->most = most;
    const SymNode *none = PUSH(arena, pool->nodes);
    return none ? pool : NULL;
}

static uint64_t hash_node(const SymNode *node, const Sym *args) {
    uint64_t hash = jd_hash(0, &node->kind, sizeof node->kind);
    hash = jd_hash(hash, &node->name, sizeof node->name);
    hash = jd_hash(hash, &node->number.over, sizeof node->number.over);
    hash = jd_hash(hash, &node->number.under, sizeof node->number.under);
    if (!node->number.under) hash = jd_hash(hash, &node->number.real, sizeof node->number.real);
    return jd_hash(hash, args, sizeof *args * (size_t)node->count);
}

static bool same_node(const SymPool *pool, const SymNode *a, const SymNode *b, const Sym *args) {
    return a->kind == b->kind && a->name == b->name && a->count == b->count &&
           jd_number_same(a->number, b->number) &&
           (a->count == 0 ||
            memcmp(pool->args.at + a->first, args, sizeof *args * (size_t)a->count) == 0);
}

static bool grow_table(SymPool *pool) {
    const int room = pool->room ? 2 * pool->room : 256;
    int *table = ARENA_NEW(pool->arena, int, room);
    if (!table) return false;
    for (Sym s = 1; s < pool->nodes.count; s++) {
        const SymNode *node = &pool->nodes.at[s];
        const Sym *args = node->count ? pool->args.at + node->first : NULL;
        uint64_t at = hash_node(node, args);
        while (table[at & (uint64_t)(room - 1)]) at++;
        table[at & (uint64_t)(room - 1)] = s;
    }
    pool->table = table;
    pool->room = room;
    return true;
}

static bool any_changes(const SymPool *pool, const Sym *args, int count) {
    for (int n = 0; n < count; n++)
        if (pool->nodes.at[args[n]].changes) return true;
    return false;
}

Sym jd_sym_keep(SymPool *pool, SymNode node, const Sym *args) {
    if (!pool || pool->stop) return SYM_NONE;
    for (int n = 0; n < node.count; n++)
        if (args[n] == SYM_NONE) return SYM_NONE;
    if (2 * pool->nodes.count >= pool->room && !grow_table(pool))
        return jd_sym_fail(pool, SYM_NO_MEMORY);

    uint64_t at = hash_node(&node, args);
    Sym found;
    for (; (found = pool->table[at & (uint64_t)(pool->room - 1)]); at++)
        if (same_node(pool, &pool->nodes.at[found], &node, args)) return found;

    if (pool->nodes.count >= pool->most) return jd_sym_fail(pool, SYM_TOO_LARGE);
    SymNode *made = PUSH(pool->arena, pool->nodes);
    if (!made) return jd_sym_fail(pool, SYM_NO_MEMORY);
    node.first = pool->args.count;
    node.changes = node.kind == SYM_NAME || any_changes(pool, args, node.count);
    *made = node;
    for (int n = 0; n < node.count; n++) {
        Sym *arg = PUSH(pool->arena, pool->args);
        if (!arg) return jd_sym_fail(pool, SYM_NO_MEMORY);
        *arg = args[n];
    }
    return pool->table[at & (uint64_t)(pool->room - 1)] = pool->nodes.count - 1;
}

const SymNode *jd_sym_node(const SymPool *pool, Sym s) {
    assert(jd_is_index(s, pool->nodes.count));
    return &pool->nodes.at[s];
}

Sym jd_sym_arg(const SymPool *pool, Sym s, int n) {
    assert(jd_is_index(s, pool->nodes.count) && jd_is_index(n, pool->nodes.at[s].count));
    return pool->args.at[pool->nodes.at[s].first + n];
}

/* ---- Walks ---------------------------------------------------------------------------------- */

static bool seen_open(SymPool *pool) {
    if (pool->seen_room < pool->nodes.count) {
        const int room = 2 * pool->nodes.count;
        pool->seen = ARENA_NEW(pool->arena, int, room);
        if (!pool->seen) return false;
        pool->seen_room = room;
        pool->round = 0;
    }
    pool->round++;
    return true;
}

static bool walk_add(SymPool *pool, SymWalk *walk, int *room, Sym s) {
    if (s == SYM_NONE || pool->seen[s] == pool->round) return true;
    pool->seen[s] = pool->round;
    if (walk->count == *room) {
        const int more = *room ? 2 * *room : 64;
        Sym *order = realloc(walk->order, sizeof *order * (size_t)more);
        if (!order) return false;
        walk->order = order;
        *room = more;
    }
    walk->order[walk->count++] = s;
    return true;
}

static int compare_syms(const void *a, const void *b) {
    const Sym left = *(const Sym *)a, right = *(const Sym *)b;
    return (left > right) - (left < right);
}

/* An argument is made before who has it, so the order of making is the one wanted. */
bool jd_walk_open(SymPool *pool, const Sym *roots, int count, SymWalk *walk) {
    *walk = (SymWalk){0};
    int room = 0;
    bool good = !pool->stop && seen_open(pool);
    for (int n = 0; good && n < count; n++) good = walk_add(pool, walk, &room, roots[n]);
    for (int k = 0; good && k < walk->count; k++) {
        const SymNode *node = jd_sym_node(pool, walk->order[k]);
        for (int n = 0; good && n < node->count; n++)
            good = walk_add(pool, walk, &room, pool->args.at[node->first + n]);
    }
    if (good && walk->count) {
        qsort(walk->order, (size_t)walk->count, sizeof *walk->order, compare_syms);
        walk->made = calloc((size_t)walk->count, sizeof *walk->made);
        good = walk->made != NULL;
    }
    if (!good) jd_walk_close(walk), jd_sym_fail(pool, SYM_NO_MEMORY);
    return good;
}

void jd_walk_close(SymWalk *walk) {
    free(walk->order);
    free(walk->made);
    *walk = (SymWalk){0};
}

Sym *jd_walk_of(const SymWalk *walk, Sym s) {
    int low = 0, high = walk->count - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (walk->order[middle] < s)
            low = middle + 1;
        else
            high = middle;
    }
    return &walk->made[low];
}

/* ---- Numbers and names ---------------------------------------------------------------------- */

Sym jd_sym_number(SymPool *pool, SymNumber number) {
    return jd_sym_keep(pool, (SymNode){.kind = SYM_NUMBER, .number = number}, NULL);
}

Sym jd_sym_whole(SymPool *pool, int whole) {
    return jd_sym_number(pool, jd_number_ratio(whole, 1));
}

static bool grow_names(SymPool *pool) {
    const int room = pool->name_room ? 2 * pool->name_room : 64;
    int *table = ARENA_NEW(pool->arena, int, room);
    if (!table) return false;
    for (int n = 0; n < pool->names.count; n++) {
        uint64_t at = jd_hash(0, pool->names.at[n], strlen(pool->names.at[n]));
        while (table[at & (uint64_t)(room - 1)]) at++;
        table[at & (uint64_t)(room - 1)] = n + 1;
    }
    pool->name_table = table;
    pool->name_room = room;
    return true;
}

Sym jd_sym_name(SymPool *pool, const char *name) {
    if (!pool || pool->stop || !name) return SYM_NONE;
    if (2 * pool->names.count >= pool->name_room && !grow_names(pool))
        return jd_sym_fail(pool, SYM_NO_MEMORY);
    uint64_t at = jd_hash(0, name, strlen(name));
    int found;
    for (; (found = pool->name_table[at & (uint64_t)(pool->name_room - 1)]); at++)
        if (!strcmp(pool->names.at[found - 1], name)) break;
    if (!found) {
        const char **text = PUSH(pool->arena, pool->names);
        if (!text || !(*text = jd_arena_copy(pool->arena, name)))
            return jd_sym_fail(pool, SYM_NO_MEMORY);
        found = pool->name_table[at & (uint64_t)(pool->name_room - 1)] = pool->names.count;
    }
    return jd_sym_keep(
        pool, (SymNode){.kind = SYM_NAME, .name = found - 1, .number = jd_number_ratio(0, 1)},
        NULL);
}

const char *jd_sym_name_text(const SymPool *pool, int name) {
    assert(jd_is_index(name, pool->names.count));
    return pool->names.at[name];
}

int jd_sym_names(const SymPool *pool) {
    return pool->names.count;
}

bool jd_sym_is(const SymPool *pool, Sym s, int whole) {
    const SymNode *node = jd_sym_node(pool, s);
    return s && node->kind == SYM_NUMBER && jd_number_is(node->number, whole);
}
