/* SPDX-License-Identifier: MIT
 *
 * Rings of signals: which slots they are made of. All that a ring reads from outside has slots
 * before its first unknown, and every signal behind what it reads, so that slots between, of those
 * that depend on unknowns and that rests depend on, are what is worked out in a round. */
#include "build/inside.h"

static bool reads_any(const Program *program, const bool *of) {
    int at = 0, slot;
    while (program && (slot = jd_program_input(program, &at)) >= 0)
        if (of[slot]) return true;
    return false;
}

/* Slots that depend on those marked, which stay marked themselves. */
static void mark_after(const JdSystem *s, bool *mark) {
    for (int k = 0; k < s->slots; k++) mark[k] = mark[k] || reads_any(s->slot[k].program, mark);
}

/* Slots that those marked depend on. */
static void mark_before(const JdSystem *s, bool *mark) {
    for (int k = s->slots - 1; k >= 0; k--) {
        int at = 0, slot;
        while (mark[k] && s->slot[k].program &&
               (slot = jd_program_input(s->slot[k].program, &at)) >= 0)
            mark[slot] = true;
    }
}

static bool add_ring(JdSystem *s, int number, bool *after, bool *before) {
    SystemRing *ring = &s->ring[number];
    int *unknown = ARENA_NEW(&s->arena, int, s->slots + 1);
    int *rest = ARENA_NEW(&s->arena, int, s->slots + 1), rests = 0;
    int *inner = ARENA_NEW(&s->arena, int, s->slots + 1);
    if (!unknown || !rest || !inner) return false;
    for (int k = 0; k < s->slots; k++) {
        const SystemSignal *signal = s->slot[k].program ? &s->signal[s->slot[k].signal] : NULL;
        const bool member = signal && signal->ring == number + 1;
        after[k] = member && !signal->rest;
        before[k] = member && signal->rest;
        if (after[k]) unknown[ring->n++] = k;
        if (before[k]) rest[rests++] = k;
    }
    if (rests != ring->n || rests == 0) { /* one of them has a mistake, which is told */
        ring->n = 0;
        return true;
    }
    mark_after(s, after);
    mark_before(s, before);
    for (int k = 0; k < s->slots; k++)
        if (after[k] && before[k] &&
            !(s->signal[s->slot[k].signal].ring == number + 1 &&
              !s->signal[s->slot[k].signal].rest))
            inner[ring->inners++] = k;
    for (int k = 0; k < ring->n; k++) s->slot[unknown[k]].ring = number + 1;
    s->slot[unknown[0]].first = true;
    ring->unknown = unknown;
    ring->rest = rest;
    ring->inner = inner;
    if (ring->n > s->ring_most) s->ring_most = ring->n;
    return true;
}

bool jd_build_rings(JdSystem *s) {
    for (int k = 0; k < s->signals; k++)
        if (s->signal[k].ring > s->rings) s->rings = s->signal[k].ring;
    if (!s->rings) return true;
    s->ring = ARENA_NEW(&s->arena, SystemRing, s->rings);
    bool *after = ARENA_NEW(&s->arena, bool, s->slots + 1),
         *before = ARENA_NEW(&s->arena, bool, s->slots + 1);
    if (!s->ring || !after || !before) return false;
    for (int k = 0; k < s->rings; k++)
        if (!add_ring(s, k, after, before)) return false;
    return true;
}
