/* SPDX-License-Identifier: MIT
 *
 * What must hold of a sequence of bars, dyads and knots, once it is found: a pass goes down it and
 * asks nothing. Each bar is placed once, after what it hangs on. Nothing is left of it where
 * assertions are off. */
#include "loop/space.h"
#include <assert.h>

#ifndef NDEBUG

/* A bar is placed after the one above it. */
static void place(const Chain *chain, int bar, bool *placed) {
    assert(jd_is_index(bar, chain->bars) && !placed[bar]);
    assert(chain->bar[bar].above < 0 || placed[chain->bar[bar].above]);
    placed[bar] = true;
}

static void check_dyad(const Chain *chain, const Dyad *dyad, bool *placed) {
    assert(dyad->kind && dyad->kind->many);
    assert(jd_is_index(dyad->a, chain->bars) && jd_is_index(dyad->b, chain->bars));
    assert(dyad->a != dyad->b);
    for (int side = 0; side < 2; side++) {
        assert(dyad->carrier[side] >= -1 && dyad->carrier[side] < chain->bars);
        assert(jd_is_index(dyad->leg[side].body, chain->bodies));
        assert(jd_is_index(dyad->leg[side].on, chain->bodies));
    }
    if (!placed[dyad->a]) placed[dyad->a] = true;
    if (!placed[dyad->b]) placed[dyad->b] = true;
}

static void check_knot(const Chain *chain, const Knot *knot, bool *placed) {
    assert(knot->unknowns > 0 && knot->unknowns <= KNOT_MOST && knot->unknowns <= knot->bars);
    assert(knot->closer >= 0 && knot->closer + knot->unknowns <= chain->closers);
    assert(knot->matrix >= 0);
    assert(knot->matrix + knot->unknowns * knot->unknowns <= chain->matrix);
    for (int n = 0; n < knot->bars; n++) place(chain, knot->bar[n], placed);
    for (int n = 0; n < knot->unknowns; n++) {
        assert(jd_is_index(knot->unknown[n], chain->bars) && placed[knot->unknown[n]]);
        assert(!is_given(&chain->bar[knot->unknown[n]]));
    }
}

void jd_chain_is_sound(const Chain *chain, Arena *arena) {
    bool *placed = ARENA_NEW(arena, bool, chain->bars + 1);
    if (!placed) return;
    int dyads = 0, knots = 0;
    for (int n = 0; n < chain->steps; n++) {
        const ChainStep *step = &chain->step[n];
        if (step->dyad >= 0) {
            assert(step->dyad == dyads);
            dyads++;
            check_dyad(chain, &chain->dyad[step->dyad], placed);
        } else if (step->knot >= 0) {
            assert(step->knot == knots);
            knots++;
            check_knot(chain, &chain->knot[step->knot], placed);
        } else {
            place(chain, step->bar, placed);
        }
    }
    assert(dyads == chain->dyads && knots == chain->knots);
    for (int n = 0; n < chain->free; n++) assert(jd_is_index(chain->independent[n], chain->bars));
    assert(!chain->one || (chain->free == 1 && !chain->knots));
}

/* ---- In space -------------------------------------------------------------------------------- */

static void check_space_dyad(const SpaceChain *chain, const SpaceDyad *dyad) {
    const int stems = chain->stems + 2 * chain->cylinders;
    assert(dyad->stems >= 0 && dyad->stems <= 5);
    for (int k = 0; k < dyad->stems; k++) assert(jd_is_index(dyad->stem[k], stems));
    assert(dyad->move >= -1 && dyad->move < stems && dyad->aim >= -1 && dyad->aim < stems);
    assert(dyad->found >= -1 && dyad->found < chain->dyads);
    assert(dyad->movers >= 0 && dyad->movers <= 3);
    assert(dyad->side == 0 || dyad->side == 1);
}

void jd_space_is_sound(const SpaceChain *chain) {
    assert(chain->columns == chain->free || chain->columns == chain->free + 1);
    for (int d = 0; d < chain->dyads; d++) check_space_dyad(chain, &chain->dyad[d]);
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        assert((step->stem >= 0) + (step->dyad >= 0) + (step->spin >= 0) == 1);
        assert(step->stem < chain->stems + 2 * chain->cylinders);
        assert(step->dyad < chain->dyads && step->spin < chain->dyads);
    }
}

#else

void jd_space_is_sound(const SpaceChain *chain) {
    (void)chain;
}

void jd_chain_is_sound(const Chain *chain, Arena *arena) {
    (void)chain, (void)arena;
}

#endif
