/* SPDX-License-Identifier: MIT
 *
 * Rings: values that follow from each other, such as efforts and flows of resistors in a loop of a
 * bond graph. Unknowns are found in every evaluation such that the rests are zero; what stands
 * between is worked out on the way. The search begins with what the unknowns' expressions say, so
 * that an evaluation depends on time and state alone. */
#include "math/newton.h"
#include "system/system.h"

typedef struct {
    const JdSystem *s;
    const Motion *m;
    const SystemRing *ring;
} Round;

/* Signals that only outputs read have no part in events: their conditions are what they say. */
static double value_of(const JdSystem *s, const Motion *m, int slot) {
    const SystemInput *in = &s->slot[slot];
    return s->signal[in->signal].hot ? jd_program_eval_at(in->program, jd_now(m), m->inputs)
                                     : jd_program_eval(in->program, m->time, m->inputs);
}

static void go_round(void *of, const double *unknown, double *rest) {
    const Round *round = of;
    const SystemRing *ring = round->ring;
    double *inputs = round->m->inputs;
    for (int k = 0; k < ring->n; k++) inputs[ring->unknown[k]] = unknown[k];
    for (int k = 0; k < ring->inners; k++)
        inputs[ring->inner[k]] = value_of(round->s, round->m, ring->inner[k]);
    for (int k = 0; k < ring->n; k++) rest[k] = inputs[ring->rest[k]];
}

void jd_ring_solve(const JdSystem *s, const Motion *m, int number) {
    const SystemRing *ring = &s->ring[number];
    Round round = {s, m, ring};
    double *u = m->ring;
    const Newton newton = {ring->n, go_round, &round, u + ring->n, m->ring_order};
    for (int k = 0; k < ring->n; k++) u[k] = value_of(s, m, ring->unknown[k]);
    const bool solved = jd_newton_solve(&newton, u) == NEWTON_SOLVED;
    for (int k = 0; k < ring->n; k++) m->inputs[ring->unknown[k]] = solved ? u[k] : NAN;
}
