/* SPDX-License-Identifier: MIT
 *
 * Rings: values that follow from each other, such as efforts and flows of resistors in a loop of a
 * bond graph. Unknowns are found in every evaluation such that the rests are zero; what stands
 * between is worked out on the way. The search begins with what the unknowns' expressions say, so
 * that an evaluation depends on time and state alone. */
#include "math/dense.h"
#include "math/newton.h"
#include "system/system.h"

enum { MANY = 16 }; /* unknowns, for which straight lines are tried first */

/* What is left of straight lines, of what there was: rounding; or as steps of one leave it, which
 * are no small differences. */
static const double rounding = 1e-12, nearly = 1e-7;

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

/* Equations that are linear: a column for each unknown, then what is left, twice. False: they are
 * not, or have no solution. Newton's method loses its way where numbers are millions apart. */
static bool solve_linear(const Newton *newton, double *u, double enough) {
    const int n = newton->n;
    double *a = newton->room, *rest = a + n * n, *moved = rest + n, most = 0, left = 0;
    for (int k = 0; k < n; k++) u[k] = 0, newton->order[k] = k;
    newton->rest(newton->of, u, rest);
    for (int c = 0; c < n; c++) {
        u[c] = 1;
        newton->rest(newton->of, u, moved);
        u[c] = 0;
        for (int r = 0; r < n; r++) a[r * n + c] = moved[r] - rest[r];
    }
    if (!(jd_dense_lu(n, n, a, newton->order).size > 0)) return false;
    for (int round = 0; round < 3; round++) {
        left = 0;
        for (int k = 0; k < n; k++)
            moved[k] = rest[newton->order[k]], left = fmax(left, fabs(rest[k]));
        if (round == 0) most = left;
        jd_dense_lu_solve(n, a, moved);
        for (int k = 0; k < n; k++) u[k] -= moved[k];
        newton->rest(newton->of, u, rest);
    }
    return isfinite(left) && left <= enough * most;
}

void jd_ring_solve(const JdSystem *s, const Motion *m, int number) {
    const SystemRing *ring = &s->ring[number];
    Round round = {s, m, ring};
    double *u = m->ring;
    const Newton newton = {ring->n, go_round, &round, u + ring->n, m->ring_order};
    /* Newton's method is not asked for digits that many straight lines have at once. */
    bool solved = ring->n > MANY && solve_linear(&newton, u, rounding);
    if (!solved) {
        for (int k = 0; k < ring->n; k++) u[k] = value_of(s, m, ring->unknown[k]);
        solved = jd_newton_solve(&newton, u) == NEWTON_SOLVED || solve_linear(&newton, u, nearly);
    }
    for (int k = 0; k < ring->n; k++) m->inputs[ring->unknown[k]] = solved ? u[k] : NAN;
}
