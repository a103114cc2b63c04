/* SPDX-License-Identifier: MIT
 *
 * The order of statements: compilers take them about as they come, and what is worked out long
 * before it is read goes to memory and back. Sums over bodies stand in the order of recording, and
 * before each what it reads and nothing has read so far. */
#include "tape/print.h"
#include <string.h>

typedef struct {
    Printer *p;
    bool *open; /* of each number: it is still to be said */
    int *stack, said;
} Order;

/* A number behind all that it reads. */
static void say(Order *o, Num last) {
    const Tape *t = o->p->tape;
    int depth = 0;
    o->stack[depth++] = last;
    while (depth > 0) {
        const int top = o->stack[depth - 1], a = top < 0 ? -1 - top : top;
        if (top < 0 || !o->open[a]) {
            depth--;
            if (o->open[a]) o->p->order[o->said++] = a;
            o->open[a] = false;
            continue;
        }
        const TapeNode *node = &t->node.at[a];
        o->stack[depth - 1] = -1 - a;
        for (int k = jd_tape_arguments(node->op) - 1; k >= 0; k--)
            if (o->open[node->of[k]]) o->stack[depth++] = node->of[k];
    }
}

void jd_order_lines(Printer *p, int count) {
    const Tape *t = p->tape;
    Arena arena = {0};
    int *list = ARENA_NEW(&arena, int, count + 1);
    Order o = {p, ARENA_NEW(&arena, bool, t->node.count + 1),
               ARENA_NEW(&arena, int, 4 * t->node.count + 1), 0};
    if (!arena.failed) {
        memcpy(list, p->order, (size_t)count * sizeof *list);
        for (int n = 0; n < count; n++) o.open[list[n]] = true;
        for (Num a = t->sums; a < t->node.count && t->sums > 0; a++)
            if (o.open[a]) say(&o, a);
        for (int n = 0; n < count; n++)
            if (o.open[list[n]]) say(&o, list[n]);
    }
    jd_arena_free(&arena);
}
