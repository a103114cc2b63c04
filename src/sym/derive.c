/* SPDX-License-Identifier: MIT
 *
 * Derivatives, and other expressions in the place of names: walks over what is below, arguments
 * first. */
#include "sym/inside.h"
#include <stdlib.h>

bool jd_sym_has(SymPool *pool, Sym s, Sym name) {
    SymWalk walk;
    if (!s || !jd_walk_open(pool, &s, 1, &walk)) return false;
    const bool has = walk.count && walk.order[0] <= name && *jd_walk_of(&walk, name) == 0 &&
                     walk.order[jd_walk_of(&walk, name) - walk.made] == name;
    jd_walk_close(&walk);
    return has;
}

int jd_sym_list_names(SymPool *pool, Sym s, Arena *arena, Sym **names) {
    SymWalk walk;
    *names = NULL;
    if (!pool || !s || !jd_walk_open(pool, &s, 1, &walk)) return -1;
    int count = 0;
    for (int n = 0; n < walk.count; n++)
        count += jd_sym_node(pool, walk.order[n])->kind == SYM_NAME;
    *names = ARENA_NEW(arena, Sym, count + 1);
    count = 0;
    for (int n = 0; *names && n < walk.count; n++)
        if (jd_sym_node(pool, walk.order[n])->kind == SYM_NAME) (*names)[count++] = walk.order[n];
    jd_walk_close(&walk);
    return *names ? count : -1;
}

/* ---- Derivatives ---------------------------------------------------------------------------- */

static Sym derive_product(SymPool *pool, Sym s, const SymNode *node, const SymWalk *walk) {
    Sym sum = jd_sym_whole(pool, 0);
    for (int n = 0; n < node->count; n++) {
        const Sym factor = pool->args.at[node->first + n], rate = *jd_walk_of(walk, factor);
        if (jd_sym_is(pool, rate, 0)) continue;
        const Sym others = jd_sym_over(pool, s, factor);
        sum = jd_sym_add(pool, sum, jd_sym_times(pool, others, rate));
    }
    return sum;
}

static Sym derive_call(SymPool *pool, Sym s, const SymNode *node, const SymWalk *walk) {
    const SymFunction *function = jd_sym_function_at(node->name);
    Sym sum = jd_sym_whole(pool, 0), args[FUNCTION_ARGS];
    for (int n = 0; n < node->count; n++) args[n] = pool->args.at[node->first + n];
    for (int n = 0; n < node->count; n++) {
        const Sym rate = *jd_walk_of(walk, args[n]);
        if (jd_sym_is(pool, rate, 0)) continue;
        const Sym slope = function->derivative[n](pool, args, s);
        if (slope) sum = jd_sym_add(pool, sum, jd_sym_times(pool, slope, rate));
    }
    return sum;
}

static Sym derive_sum(SymPool *pool, const SymNode *node, const SymWalk *walk) {
    Sym *rates = malloc(sizeof *rates * (size_t)node->count);
    if (!rates) return jd_sym_fail(pool, SYM_NO_MEMORY);
    for (int n = 0; n < node->count; n++)
        rates[n] = *jd_walk_of(walk, pool->args.at[node->first + n]);
    const Sym sum = jd_sym_sum(pool, rates, node->count);
    free(rates);
    return sum;
}

/* (a^n)' = n a^(n-1) a' */
static Sym derive_power(SymPool *pool, const SymNode *node, const SymWalk *walk) {
    const Sym base = pool->args.at[node->first], rate = *jd_walk_of(walk, base);
    if (jd_sym_is(pool, rate, 0)) return rate;
    const SymNumber less = jd_number_add(node->number, jd_number_ratio(-1, 1));
    return jd_sym_product(
        pool, (Sym[]){jd_sym_number(pool, node->number), jd_sym_power(pool, base, less), rate}, 3);
}

static Sym derive_node(SymPool *pool, Sym s, const SymWalk *walk) {
    const SymNode node = *jd_sym_node(pool, s);
    switch (node.kind) {
    case SYM_SUM:
        return derive_sum(pool, &node, walk);
    case SYM_PRODUCT:
        return derive_product(pool, s, &node, walk);
    case SYM_POWER:
        return derive_power(pool, &node, walk);
    case SYM_CALL:
        return derive_call(pool, s, &node, walk);
    case SYM_NUMBER:
    case SYM_NAME:
        break;
    }
    return jd_sym_whole(pool, 0);
}

/* Place of a name in a list that need not be sorted; -1. */
static int place_of(const Sym *names, int count, Sym s) {
    for (int n = 0; n < count; n++)
        if (names[n] == s) return n;
    return -1;
}

Sym jd_sym_rate(SymPool *pool, Sym s, const Sym *names, const Sym *rates, int count) {
    SymWalk walk;
    if (!pool || !s || !jd_walk_open(pool, &s, 1, &walk)) return SYM_NONE;
    for (int n = 0; n < walk.count; n++) {
        const Sym at = walk.order[n];
        const int place = jd_sym_node(pool, at)->kind == SYM_NAME ? place_of(names, count, at) : -1;
        walk.made[n] = place >= 0 ? rates[place] : derive_node(pool, at, &walk);
    }
    const Sym rate = walk.made[walk.count - 1];
    jd_walk_close(&walk);
    return rate;
}

Sym jd_sym_derive(SymPool *pool, Sym s, Sym name) {
    const Sym one = jd_sym_whole(pool, 1);
    return jd_sym_rate(pool, s, &name, &one, 1);
}

/* ---- Putting in ----------------------------------------------------------------------------- */

static Sym put_node(SymPool *pool, Sym s, const SymWalk *walk) {
    const SymNode node = *jd_sym_node(pool, s);
    if (node.count == 0) return s;
    Sym few[8], *args = node.count <= 8 ? few : malloc(sizeof *args * (size_t)node.count);
    if (!args) return jd_sym_fail(pool, SYM_NO_MEMORY);
    bool same = true;
    for (int n = 0; n < node.count; n++) {
        args[n] = *jd_walk_of(walk, pool->args.at[node.first + n]);
        same = same && args[n] == pool->args.at[node.first + n];
    }
    const Sym made = same ? s : jd_sym_rebuild(pool, s, args);
    if (args != few) free(args);
    return made;
}

Sym jd_sym_put(SymPool *pool, Sym s, const Sym *names, const Sym *by, int count) {
    SymWalk walk;
    if (!pool || !s || !jd_walk_open(pool, &s, 1, &walk)) return SYM_NONE;
    for (int n = 0; n < walk.count; n++) {
        const int place = place_of(names, count, walk.order[n]);
        walk.made[n] = place >= 0 ? by[place] : put_node(pool, walk.order[n], &walk);
    }
    const Sym made = walk.made[walk.count - 1];
    jd_walk_close(&walk);
    return made;
}
