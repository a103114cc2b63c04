/* SPDX-License-Identifier: MIT
 *
 * How nodes move whose place follows from an equilibrium. Where they are depends on all that their
 * forces read: bodies, states, time. So with all rates known it is looked at once more a little
 * before and a little behind this instant, and what they moved by is their velocity, to the fourth
 * order. What reads it is evaluated with it then. theory (4.17) */
#include "form/inside.h"
#include <string.h>

enum { ROUNDS = 3, FINER = 5 };

static const double share = 1e-3;  /* of the time in which the motion changes by its own size */
static const double still = 1e-3;  /* seconds, where nothing moves */
static const double agrees = 1e-6; /* two differences, as a share of the velocity */
static const double same = 1e-12;  /* rates that did not change, as a share of the largest */

typedef struct {
    const JdSystem *s;
    Motion *m;
    double time;
    const double *y;
    const double *rates; /* of all states here */
    double *state, *out; /* at work */
    double *
        rests; /* of each number of a node: 1, there was an equilibrium wherever it was looked at */
} Look;

/* Adds `weight` times the places of all nodes at time + h. */
static void look(const Look *at, double h, double weight, double *sum) {
    const JdSystem *s = at->s;
    Motion *m = at->m;
    for (int k = 0; k < s->states; k++) at->state[k] = at->y[k] + h * at->rates[k];
    jd_extend_evaluate(s, m, at->time + h, at->state, at->out);
    for (int k = 0; k < s->nodes * s->node_width; k++) {
        sum[k] += weight * m->node_at[k];
        if (!m->nodes[s->node[k / s->node_width].block].rests) at->rests[k] = 0;
    }
}

static double largest(const double *x, int n) {
    double most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, fabs(x[k]));
    return most;
}

/* Velocities of all nodes by two differences; how far these are apart. */
static double differ(const Look *at, double h, double *coarse, double *fine) {
    const int n = at->s->nodes * at->s->node_width;
    double off = 0;
    memset(coarse, 0, (size_t)n * sizeof *coarse);
    memset(fine, 0, (size_t)n * sizeof *fine);
    for (int side = -1; side <= 1; side += 2) {
        look(at, side * h, side / (2 * h), coarse);
        look(at, side * h / 2, side / h, fine);
    }
    for (int k = 0; k < n; k++) {
        off = fmax(off, fabs(fine[k] - coarse[k]));
        fine[k] += (fine[k] - coarse[k]) / 3;
    }
    return off;
}

/* Velocities of all nodes into `best`: over spans as short as it takes, and not shorter, since
 * rounding of places grows then. */
static void differentiate(const Look *at, double *coarse, double *fine, double *best) {
    const JdSystem *s = at->s;
    const int n = s->nodes * s->node_width;
    const double speed = s->mechanics->error(s, at->y, at->y, at->rates, 1);
    double h = speed > 0 ? share / speed : still, least = INFINITY;
    if (h > still * fmax(1, fabs(at->time))) h = still * fmax(1, fabs(at->time));
    for (int finer = 0; finer <= FINER; finer++, h /= 16) {
        const double off = differ(at, h, coarse, fine);
        if (finer > 0 && off >= least) return;
        memcpy(best, fine, (size_t)n * sizeof *best);
        least = off;
        if (off <= agrees * largest(fine, n)) return;
    }
}

static bool changed(const JdSystem *s, const double *before, const double *after) {
    const int n = s->states - s->extras;
    const double most = largest(after, n);
    for (int k = 0; k < n; k++)
        if (fabs(after[k] - before[k]) > same * most) return true;
    return false;
}

/* Where nothing of a block of nodes is a matter of time, its states only say from where it is
 * looked for. */
static void stay(const JdSystem *s, const Motion *m, double *out) {
    for (int k = 0; k < s->nodes; k++) {
        const int block = s->node[k].block;
        if (m->nodes[block].follows < s->node_block[block].n) continue;
        for (int c = 0; c < s->node_width; c++)
            out[s->states - s->extras + s->node[k].extra + c] = 0;
    }
}

void jd_drift_evaluate(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const int n = s->nodes * s->node_width;
    double *room = m->node_states, *rates = room, *state = rates + s->states,
           *scratch = state + s->states, *coarse = scratch + s->states, *fine = coarse + n,
           *moves = fine + n, *rests = moves + n, *best = rests + n;
    const Look at = {s, m, time, y, rates, state, scratch, rests};
    memset(m->node_drift, 0, (size_t)n * sizeof *m->node_drift);
    jd_extend_evaluate(s, m, time, y, out);
    if (jd_ends(m, PART_FORCES) || !jd_nodes_follow(m, s)) return;
    for (int round = 0; round < ROUNDS; round++) {
        const Part end = m->end_after;
        const bool proves = m->rows.proof.wanted;
        for (int k = 0; k < n; k++) rests[k] = m->nodes[s->node[k / s->node_width].block].rests;
        memcpy(rates, out, (size_t)s->states * sizeof *rates);
        memcpy(moves, m->node_moves, (size_t)n * sizeof *moves);
        for (int k = 0; k < s->nodes; k++) /* as dampers let them */
            for (int c = 0; c < s->node_width; c++)
                rates[s->states - s->extras + s->node[k].extra + c] = moves[k * s->node_width + c];
        memset(m->node_drift, 0, (size_t)n * sizeof *m->node_drift);
        m->end_after = PART_FORCES;
        m->rows.proof.wanted = false;
        differentiate(&at, coarse, fine, best);
        m->end_after = end;
        m->rows.proof.wanted = proves;
        for (int k = 0; k < n; k++) /* where there is no equilibrium nothing can be said */
            m->node_drift[k] = rests[k] > 0 ? best[k] - moves[k] : 0;
        jd_extend_evaluate(s, m, time, y, out);
        if (!changed(s, rates, out)) break;
    }
    if (m->nodes_stay) stay(s, m, out);
}
