/* SPDX-License-Identifier: MIT
 *
 * Constants of the plan that follow from parameters of the model: ratios, radii, directions, angles
 * between frames. Which these are is seen by recording the model with another value: where both
 * tapes do the same, numbers that differ are numbers of the mechanism from then on. */
#include "emit/parameters.h"
#include <string.h>

/* Rates and outputs of a system with the same model, with or without them. */
static bool record(const Writer *w, const JdSystem *system, const TapeMoved *moved, Arena *arena,
                   Writer *to) {
    *to = (Writer){.dop853 = w->dop853, .marked = w->marked};
    to->moved.at = (TapeMoved *)moved;
    to->moved.count = moved ? w->moved.count : 0;
    bool good = jd_writer_record(to, system, arena, NULL);
    for (int n = 0; n < w->outputs && good; n++) { /* the same, whatever it expects by itself */
        jd_record_channel(&to->rec, w->channel[n], &good);
        good = good && !to->rec.failed;
    }
    return good;
}

static bool same_shape(const Tape *a, const Tape *b) {
    if (a->node.count != b->node.count) return false;
    for (int n = 0; n < a->node.count; n++) {
        const TapeNode *x = &a->node.at[n], *y = &b->node.at[n];
        if (x->op != y->op || memcmp(x->of, y->of, sizeof x->of)) return false;
    }
    return true;
}

bool jd_moved_values(const Writer *w, const JdSystem *system, double *values) {
    Arena arena = {0};
    Writer plain;
    const bool good = record(w, system, NULL, &arena, &plain) && same_shape(&w->plain, &plain.tape);
    for (int k = 0; k < w->moved.count && good; k++)
        values[k] = plain.tape.node.at[w->moved_node[k]].value;
    jd_arena_free(&arena);
    return good;
}

bool jd_record_beside(const Writer *w, const JdSystem *system, Arena *arena, Writer *to) {
    TapeMoved *moved = NULL;
    if (w->moved.count) {
        double *values = ARENA_NEW(arena, double, w->moved.count);
        moved = ARENA_NEW(arena, TapeMoved, w->moved.count);
        if (!values || !moved || !jd_moved_values(w, system, values)) return false;
        for (int k = 0; k < w->moved.count; k++)
            moved[k] = (TapeMoved){values[k], w->moved.at[k].name};
    }
    return record(w, system, moved, arena, to);
}

/* ---- Which there are ------------------------------------------------------------------------ */

void jd_moved_mark(const Writer *w, const JdSystem *system, bool *differs) {
    Arena arena = {0};
    Writer other;
    if (record(w, system, NULL, &arena, &other) && same_shape(&w->tape, &other.tape))
        for (int n = 0; n < w->tape.node.count; n++) {
            const TapeNode *a = &w->tape.node.at[n], *b = &other.tape.node.at[n];
            if (a->op == TAPE_NUMBER && !jd_near_each_other(a->value, b->value)) differs[n] = true;
        }
    jd_arena_free(&arena);
}

bool jd_moved_take(Writer *w, const bool *differs) {
    Arena *arena = w->rec.arena;
    LIST(int) node = {0};
    w->plain = w->tape;
    for (int n = 0; n < w->plain.node.count; n++) {
        if (!differs[n] || w->plain.node.at[n].value == 0) continue;
        TapeMoved *to = PUSH(arena, w->moved);
        int *at = PUSH(arena, node);
        if (!to || !at) return false;
        *at = n;
        *to = (TapeMoved){w->plain.node.at[n].value,
                          jd_arena_format(arena, "follows.%d", w->moved.count)};
    }
    w->moved_node = node.at;
    return !arena->failed;
}
