/* SPDX-License-Identifier: MIT
 *
 * Inside the search for closed form: what is known so far, and who adds to it. */
#ifndef JD_CHAIN_SEARCH_H
#define JD_CHAIN_SEARCH_H

#include "form/chain.h"

typedef struct { int rows, body[2]; } Closing; /* rows 0: of no loop; -1: not of the plane */

typedef struct {
    JdSystem *s;
    MinimalPlan *plan;
    Chain *chain;
    int favourite; /* a bar that is to be independent if it can; -1: none */
    bool *depends; /* of each rate: it follows from others, or is driven */
    bool *known;  /* of each body */
    bool *planar; /* of each node */
    bool *used;   /* of each cut row */
    bool *marked; /* for the search for knots, of each bar: it belongs to the one at hand; */
    bool *taken;  /* of each group of cut rows: likewise */
    Closing *closing; /* of each group of cut rows */
    struct PlaneBody *flat;
} Search;

/* All that moves, moves in parallel planes: the plane and the bars. False: it does not. chain_bars.c */
bool jd_chain_bars(Search *search);
/* A vector on a body, as drawn, in the plane. */
Vec2 jd_chain_flat(const Search *search, int body, Vec3 v);
/* Where the joint's frame is on one of its bodies. */
Vec2 jd_chain_frame(const Search *search, const SystemJoint *joint, int body);
/* A side of a joint with its body as drawn, along e1, e2 and the normal. */
PlaneEnd jd_chain_end(const Search *search, int frame);

/* The next step, if there is one: a dyad, chain_dyad.c; a knot, chain_find.c. */
bool jd_chain_add_dyad(Search *search);
bool jd_chain_add_knot(Search *search);
bool jd_chain_closings(Search *search); /* before; false: no memory */
/* The body of a step's bar is known from now on. */
void jd_chain_add_step(Search *search, ChainStep step);

/* A bar whose coordinate nobody has to find: fixed on the one before it, or driven. */
static inline bool is_given(const Bar *bar) { return (!bar->turn && !bar->slide) || bar->drive >= 0; }

#endif
