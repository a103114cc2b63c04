/* SPDX-License-Identifier: MIT
 *
 * Long formulas in pieces: a program whose formulas are no longer than a line, the rest said before
 * by names. */
#include "sym/inside.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    SymPool *pool;
    SymStyle style;
    int most; /* characters of a formula */
    const char *prefix;
    Arena *arena;
    LIST(SymPart) parts;
    int names;
} Splitter;

static bool is_long(Splitter *w, Sym s) {
    Text text = {0};
    jd_sym_print(w->pool, s, w->style, &text);
    const bool is = text.count > (size_t)w->most || text.failed;
    jd_text_free(&text);
    return is;
}

/* By a name of its own; a name or number has one already. */
static Sym named(Splitter *w, Sym s) {
    const SymNode *node = jd_sym_node(w->pool, s);
    if (node->kind == SYM_NAME || node->kind == SYM_NUMBER) return s;
    SymPart *part = PUSH(w->arena, w->parts);
    const char *name = jd_arena_format(w->arena, "%s%d", w->prefix, ++w->names);
    if (!part || !name) return jd_sym_fail(w->pool, SYM_NO_MEMORY);
    *part = (SymPart){jd_sym_name(w->pool, name), s};
    return part->name;
}

static Sym split(Splitter *w, Sym s, int depth);

/* Arguments are made shorter, the longest by names; then as many as fit go together. */
static Sym split_list(Splitter *w, const SymNode *node, Sym *args, int depth) {
    const bool sum = node->kind == SYM_SUM;
    SymPool *pool = w->pool;
    Sym whole = jd_sym_number(pool, node->number);
    for (int n = 0; n < node->count; n++) {
        Sym arg = split(w, args[n], depth + 1);
        const Sym more = sum ? jd_sym_add(pool, whole, arg) : jd_sym_times(pool, whole, arg);
        if (n == 0 || !is_long(w, more)) {
            whole = more;
            continue;
        }
        const Sym so_far = named(w, whole);
        whole = sum ? jd_sym_add(pool, so_far, arg) : jd_sym_times(pool, so_far, arg);
        if (is_long(w, whole)) {
            arg = named(w, arg);
            whole = sum ? jd_sym_add(pool, so_far, arg) : jd_sym_times(pool, so_far, arg);
        }
    }
    return whole;
}

enum { DEEPEST = 200 }; /* brackets in brackets */

static Sym split(Splitter *w, Sym s, int depth) {
    SymPool *pool = w->pool;
    if (!s || pool->stop || depth > DEEPEST || !is_long(w, s)) return s;
    const SymNode node = *jd_sym_node(pool, s);
    Sym *args = calloc((size_t)node.count + 1, sizeof *args);
    if (!args) return jd_sym_fail(pool, SYM_NO_MEMORY);
    for (int n = 0; n < node.count; n++) args[n] = jd_sym_arg(pool, s, n);
    Sym made = s;
    if (node.kind == SYM_SUM || node.kind == SYM_PRODUCT) {
        made = split_list(w, &node, args, depth);
    } else if (node.count) {
        for (int n = 0; n < node.count; n++) args[n] = named(w, split(w, args[n], depth + 1));
        made = jd_sym_rebuild(pool, s, args);
    }
    free(args);
    return made;
}

bool jd_sym_split_long(SymPool *pool, const SymSplit *how, Arena *arena, SymProgram *program) {
    Splitter w = {pool, how->style, how->most, how->prefix, arena, {0}, program->count};
    for (int n = 0; n < program->count && !pool->stop; n++) {
        const SymPart from = program->parts[n];
        const Sym is = split(&w, from.is, 0);
        SymPart *part = PUSH(arena, w.parts);
        if (!part) return jd_sym_fail(pool, SYM_NO_MEMORY), false;
        *part = (SymPart){from.name, is};
    }
    for (int n = 0; n < program->result_count && !pool->stop; n++)
        program->results[n] = split(&w, program->results[n], 0);
    program->parts = w.parts.at;
    program->count = w.parts.count;
    return !pool->stop && !arena->failed;
}
