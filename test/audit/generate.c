/* SPDX-License-Identifier: MIT
 *
 * A family, its scale, its weight, what is added to it, how it starts, and its rows. */
#include "generate.h"
#include "sketch.h"
#include <string.h>

static const double WEIGHT = 9.81; /* m/s^2 */

/* Lengths and masses of a mechanism; one in six is very small, very large, very light or very
 * heavy. */
static void draw_scale(Sketch *k) {
    k->size = k->heavy = 1;
    if (once_in(&k->chance, 6)) {
        k->size = by_powers(&k->chance, 1e-4, 1e3);
        k->heavy = by_powers(&k->chance, 1e-6, 1e6);
    }
    k->beat = sqrt(k->size / WEIGHT);
}

static void draw_weight(Sketch *k) {
    const V3 g =
        v3(uniform(&k->chance, -3, 3), -WEIGHT, k->m->planar ? 0 : uniform(&k->chance, -3, 3));
    const bool none = once_in(&k->chance, k->s->singulars ? 2 : 5);
    if (!none) k->m->gravity = g;
}

/* Some stand still at the start; where only a push acts, all do. */
static bool draw_start(Sketch *k) {
    const Mechanism *m = k->m;
    const bool weightless = v3_size(m->gravity) == 0;
    const bool push_alone = weightless && m->forces == 1 && m->force[0].law.window != ALWAYS;
    const bool rest = push_alone || once_in(&k->chance, k->s->singulars && weightless ? 12 : 4);
    if (rest) audit_note(k, "rest");
    return audit_set_moving(k->s, &k->chance, rest ? 0 : uniform(&k->chance, 0.3, 2) / k->beat);
}

static bool draw_once(Sketch *k) {
    memset(k->s, 0, sizeof *k->s);
    k->m->bodies = 1;
    draw_scale(k);
    audit_draw_family(k);
    draw_weight(k);
    if (k->size != 1) audit_note(k, "scale");
    if (!audit_analyse(k->s)) return false;
    k->m->until = k->beat * uniform(&k->chance, 3, 9);
    audit_add_things(k);
    if (!audit_analyse(k->s) || !draw_start(k)) return false;
    audit_ask_rows(k);
    return true;
}

void audit_generate(unsigned long seed, long number, Subject *out) {
    Sketch k = {.chance = chance_of(seed, (uint64_t)number), .s = out, .m = &out->m};
    bool drawn = false;
    while (!drawn) drawn = draw_once(&k);
}
