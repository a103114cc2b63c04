/* SPDX-License-Identifier: MIT
 *
 * The order of elimination for a mesh. Along a spanning tree (order.c) a net of loops is eliminated
 * row by row, and what is behind grows with its width all the way. Here locks go by the least
 * degree, each behind the bodies it holds: the order of J M^-1 J^T, whose pivots can vanish only
 * where locks repeat each other, as theory 5.2 asks. */
#include "sparse/inside.h"

/* Locks that share a body are coupled once it is gone; a body that very many locks hold couples too
 * many of them. */
enum { MOST_AROUND = 64 };

typedef struct {
    Arena *arena;
    const SparsePattern *given;
    int *first, *next, *with; /* pairs of each block, as a list: the block at the other end */
    int *lock, *block, locks; /* of each block its number among the locks, and back */
    SparseBlock *size;
    LIST(SparsePair) pair;
} Mesh;

static bool list_pairs(Mesh *m) {
    const SparsePattern *given = m->given;
    m->first = ARENA_NEW(m->arena, int, given->blocks + 1);
    m->next = ARENA_NEW(m->arena, int, 2 * given->pairs + 1);
    m->with = ARENA_NEW(m->arena, int, 2 * given->pairs + 1);
    m->lock = ARENA_NEW(m->arena, int, given->blocks + 1);
    m->block = ARENA_NEW(m->arena, int, given->blocks + 1);
    m->size = ARENA_NEW(m->arena, SparseBlock, given->blocks + 1);
    if (m->arena->failed) return false;
    for (int b = 0; b < given->blocks; b++) {
        m->first[b] = m->lock[b] = -1;
        if (!given->block[b].dual) continue;
        m->size[m->locks] = given->block[b];
        m->block[m->locks] = b;
        m->lock[b] = m->locks++;
    }
    for (int p = 0; p < 2 * given->pairs; p++) {
        const SparsePair pair = given->pair[p / 2];
        const int from = p % 2 ? pair.row : pair.column;
        m->with[p] = p % 2 ? pair.column : pair.row;
        m->next[p] = m->first[from];
        m->first[from] = p;
    }
    return true;
}

/* Locks around one body, each with all before it. */
static bool couple_around(Mesh *m, int body) {
    int around[MOST_AROUND], count = 0;
    for (int p = m->first[body]; p >= 0; p = m->next[p]) {
        const int lock = m->lock[m->with[p]];
        if (lock < 0) continue;
        if (count == MOST_AROUND) return false;
        for (int k = 0; k < count; k++) {
            SparsePair *pair = PUSH(m->arena, m->pair);
            if (!pair) return false;
            *pair = (SparsePair){lock, around[k]};
        }
        around[count++] = lock;
    }
    return true;
}

static bool couple_locks(Mesh *m) {
    for (int b = 0; b < m->given->blocks; b++)
        if (!m->given->block[b].dual && !couple_around(m, b)) return false;
    return true;
}

/* ---- The least degree -------------------------------------------------------------------------
 */

/* Blocks by their degree, as lists. */
typedef struct {
    int *first;           /* of each degree; -1: none */
    int *before, *behind; /* of each block, in its list */
    int *degree;
    int least;
} Degrees;

static void take_out(Degrees *d, int block) {
    if (d->before[block] >= 0)
        d->behind[d->before[block]] = d->behind[block];
    else
        d->first[d->degree[block]] = d->behind[block];
    if (d->behind[block] >= 0) d->before[d->behind[block]] = d->before[block];
}

static void put_in(Degrees *d, int block, int degree) {
    d->degree[block] = degree;
    d->before[block] = -1;
    d->behind[block] = d->first[degree];
    if (d->first[degree] >= 0) d->before[d->first[degree]] = block;
    d->first[degree] = block;
    if (degree < d->least) d->least = degree;
}

static bool open_degrees(Degrees *d, Pattern *pattern, Arena *arena) {
    const int n = pattern->blocks;
    int unknowns = 0;
    for (int b = 0; b < n; b++) unknowns += pattern->block[b].size;
    d->first = ARENA_NEW(arena, int, unknowns + 1);
    d->before = ARENA_NEW(arena, int, n + 1);
    d->behind = ARENA_NEW(arena, int, n + 1);
    d->degree = ARENA_NEW(arena, int, n + 1);
    if (arena->failed) return false;
    for (int k = 0; k <= unknowns; k++) d->first[k] = -1;
    d->least = unknowns;
    for (int b = n - 1; b >= 0; b--) put_in(d, b, jd_pattern_degree(pattern, b));
    return true;
}

static bool sort_by_degree(Pattern *pattern, Arena *arena, int *order) {
    Degrees d;
    if (!open_degrees(&d, pattern, arena)) return false;
    for (int done = 0; done < pattern->blocks; done++) {
        while (d.first[d.least] < 0) d.least++;
        const int block = order[done] = d.first[d.least];
        take_out(&d, block);
        if (!jd_pattern_eliminate(pattern, block)) return false;
        const Element *element = &pattern->element[block];
        for (int k = 0; k < element->members; k++) {
            take_out(&d, element->member[k]);
            put_in(&d, element->member[k], jd_pattern_degree(pattern, element->member[k]));
        }
    }
    return true;
}

/* ---- The whole --------------------------------------------------------------------------------
 */

/* Each lock behind its bodies; what no lock holds comes last. */
static void put_bodies_before(const Mesh *m, const int *by_degree, bool *gone, int *order) {
    int count = 0;
    for (int k = 0; k < m->locks; k++) {
        const int lock = m->block[by_degree[k]];
        for (int p = m->first[lock]; p >= 0; p = m->next[p]) {
            const int body = m->with[p];
            if (m->given->block[body].dual || gone[body]) continue;
            gone[body] = true;
            order[count++] = body;
        }
        order[count++] = lock;
    }
    for (int b = 0; b < m->given->blocks; b++)
        if (!m->given->block[b].dual && !gone[b]) order[count++] = b;
}

bool jd_sparse_order_mesh(Arena *arena, const SparsePattern *given, int *order) {
    Mesh m = {.arena = arena, .given = given};
    Pattern locks;
    if (!list_pairs(&m) || !couple_locks(&m)) return false;
    const SparsePattern coupled = {m.locks, m.size, m.pair.count, m.pair.at};
    int *by_degree = ARENA_NEW(arena, int, m.locks + 1);
    bool *gone = ARENA_NEW(arena, bool, given->blocks + 1);
    if (arena->failed || !jd_pattern_make(&locks, arena, &coupled) ||
        !sort_by_degree(&locks, arena, by_degree))
        return false;
    put_bodies_before(&m, by_degree, gone, order);
    return true;
}
