/* SPDX-License-Identifier: MIT
 *
 * Common parts: what occurs more than once among some expressions gets a name and a line of its
 * own. */
#include "sym/inside.h"
#include <stdlib.h>

/* Worth a name: more than a number, a name or a sign. */
static bool is_worth(const SymPool *pool, Sym s) {
    const SymNode *node = jd_sym_node(pool, s);
    if (node->kind == SYM_NUMBER || node->kind == SYM_NAME) return false;
    return !(node->kind == SYM_PRODUCT && node->count == 1 && jd_number_is(node->number, -1));
}

static void count_uses(SymPool *pool, const Sym *results, int count, const SymWalk *walk,
                       int *uses) {
    for (int n = 0; n < count; n++)
        if (results[n]) uses[jd_walk_of(walk, results[n]) - walk->made]++;
    for (int n = 0; n < walk->count; n++) {
        const SymNode *node = jd_sym_node(pool, walk->order[n]);
        for (int k = 0; k < node->count; k++)
            uses[jd_walk_of(walk, pool->args.at[node->first + k]) - walk->made]++;
    }
}

static Sym with_names(SymPool *pool, Sym s, const SymWalk *walk) {
    const SymNode node = *jd_sym_node(pool, s);
    if (!node.count) return s;
    Sym *args = malloc(sizeof *args * (size_t)node.count);
    if (!args) return jd_sym_fail(pool, SYM_NO_MEMORY);
    for (int n = 0; n < node.count; n++) args[n] = *jd_walk_of(walk, pool->args.at[node.first + n]);
    const Sym made = jd_sym_rebuild(pool, s, args);
    free(args);
    return made;
}

bool jd_sym_share(SymPool *pool, const Sym *results, int count, const char *prefix, Arena *arena,
                  SymProgram *program) {
    SymWalk walk;
    *program = (SymProgram){.result_count = count};
    if (!pool || !jd_walk_open(pool, results, count, &walk)) return false;
    int *uses = calloc((size_t)walk.count + 1, sizeof *uses);
    program->parts = ARENA_NEW(arena, SymPart, walk.count + 1);
    program->results = ARENA_NEW(arena, Sym, count + 1);
    bool good = uses && program->parts && program->results;
    if (good) count_uses(pool, results, count, &walk, uses);
    for (int n = 0; good && n < walk.count; n++) {
        const Sym is = with_names(pool, walk.order[n], &walk);
        walk.made[n] = is;
        if (uses[n] < 2 || !is || !is_worth(pool, is)) continue;
        SymPart *part = &program->parts[program->count++];
        const char *name = jd_arena_format(arena, "%s%d", prefix, program->count);
        part->is = is;
        part->name = walk.made[n] = jd_sym_name(pool, name);
    }
    for (int n = 0; good && n < count; n++)
        program->results[n] = results[n] ? *jd_walk_of(&walk, results[n]) : SYM_NONE;
    free(uses);
    jd_walk_close(&walk);
    if (!good) jd_sym_fail(pool, SYM_NO_MEMORY);
    return good && !pool->stop;
}
