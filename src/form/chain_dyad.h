/* SPDX-License-Identifier: MIT
 *
 * The shape of a dyad: lengths and points that poses are worked out from. It is constant, unless drives within the dyad
 * move the point that its bodies share. */
#ifndef JD_CHAIN_DYAD_H
#define JD_CHAIN_DYAD_H

#include "form/chain.h"

/* A point on a body, as one of its parent with the coordinate at zero. */
static inline Vec2 point_on_parent(const Bar *bar, Vec2 p) {
    const Vec2 arm = vec2_sub(p, bar->far);
    return vec2_add(bar->near, vec2(bar->c * arm.x - bar->s * arm.y, bar->s * arm.x + bar->c * arm.y));
}

/* From where C is on both bodies (of a dyad behind: on b). */
static inline void measure_dyad(const Bar *bars, Dyad *dyad) {
    const Bar *a = &bars[dyad->a], *b = &bars[dyad->b];
    if (dyad->behind) dyad->on_a = b->turn ? b->near : point_on_parent(b, dyad->on_b);
    dyad->local_a = vec2_sub(dyad->on_a, a->far);
    dyad->local_b = vec2_sub(dyad->on_b, b->far);
    dyad->square_a = vec2_dot(dyad->local_a, dyad->local_a);
    dyad->square_b = vec2_dot(dyad->local_b, dyad->local_b);
    dyad->length_a = sqrt(dyad->square_a);
    dyad->length_b = sqrt(dyad->square_b);
    dyad->per_a = 1 / dyad->square_a;
    dyad->per_b = 1 / dyad->square_b;
    dyad->zero_a = point_on_parent(a, dyad->on_a);
    dyad->zero_b = point_on_parent(b, dyad->on_b);
}

#endif
