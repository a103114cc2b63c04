/* SPDX-License-Identifier: MIT
 *
 * Forces that read what follows from them: accelerations, reactions, efforts of drives. The values
 * u that they read and the answers g(u) of the mechanism to them must be the same, u = g(u): solved
 * in every evaluation, by Newton's method with differences. Where g is a straight line, as the
 * answer to forces in proportion to what they read is, one step does it. It begins with u = 0, so
 * that an evaluation depends on time and state alone. theory 4.6 */
#include "form/inside.h"
#include "math/dense.h"
#include <string.h>

enum { ROUNDS = 40, HALVINGS = 12 };

/* Of what is read: about the rounding of accelerations; and, where rounding ends it before, below
 * all that a tolerance asks for. */
static const double enough = 1e-13, good_enough = 1e-10;

/* A pivot of 1 - dg/du that rounding alone may have left. */
static const double singular = 1e-9;

/* A step of differences as a share of what was read: of a straight line any will do, of a curve the
 * error is as small, and rounding is not seen. */
static const double small = 1e-4;

typedef struct {
    const JdSystem *s;
    Motion *m;
    Evaluate *evaluate;
    double time;
    const double *y;
    double *out;
    int n;
    double *u, *answer, *off; /* what is read; what comes of it; the difference */
    double *here, *step, *start, *matrix;
} Block;

/* off = g(u) - u; its largest share of what stands in it. */
static double residue(Block *b, const double *u) {
    double most = 0;
    for (int k = 0; k < b->n; k++) b->m->inputs[b->s->feedback[k]] = u[k];
    b->evaluate(b->s, b->m, b->time, b->y, b->out);
    b->s->mechanics->recover(b->s, b->m, LEVEL_ACCELERATION);
    double size = 0;
    for (int k = 0; k < b->n; k++) {
        b->answer[k] = jd_channel_eval(b->s, b->m, b->s->slot[b->s->feedback[k]].channel);
        b->off[k] = b->answer[k] - u[k];
        size = fmax(size, fmax(fabs(b->answer[k]), fabs(u[k])));
        most = isnan(b->off[k]) ? NAN : fmax(most, fabs(b->off[k]));
    }
    return size > 0 ? most / size : most;
}

/* How fast bodies go, and what gravity and forces would have them do: by this rounding is measured
 * where what is read comes to zero. */
static double find_pace(const Block *b) {
    const JdSystem *s = b->s;
    double most = vec3_norm(s->gravity);
    for (int k = 0; k < jd_velocities(s); k++)
        most =
            fmax(most, fabs(b->m->a[k]) * (k % s->kernel->nv < s->kernel->linear ? 1 : s->length));
    for (int n = 0; n < s->forces; n++) {
        const ForceOutput *out = &b->m->forces[n];
        const double turning = vec3_norm(out->torque) + fabs(out->effort);
        most = fmax(most, (vec3_norm(out->force) + turning / s->length) / s->weight);
    }
    return most;
}

/* What is usual for a value that is read, in units of length and weight of the mechanism: a force
 * is a weight times an acceleration. */
static double usual(const Block *b, int k, double pace) {
    if (!(pace > 0)) return 0;
    const Dim dim = jd_channel_dim(b->s, b->s->slot[b->s->feedback[k]].channel);
    return pace * pow(b->s->weight, dim.mass) * pow(b->s->length, dim.length - 1);
}

/* The step to where a straight line through here has its solution: 1 - dg/du by differences. The
 * residue at u stands in b->off. Differences are at least a share of what is usual at this pace.
 * False: there is none. */
static bool find_step(Block *b, double *step, double pace) {
    const int n = b->n;
    int *order = b->m->feedback_order;
    double size = 0;
    for (int k = 0; k < n; k++) size = fmax(size, fmax(fabs(b->answer[k]), fabs(b->u[k])));
    memcpy(b->here, b->off, (size_t)n * sizeof *b->here);
    for (int k = 0; k < n; k++) {
        const double before = b->u[k], least = fmax(size, usual(b, k, pace)),
                     h = small * (least > 0 ? least : 1);
        b->u[k] = before + h;
        residue(b, b->u);
        for (int r = 0; r < n; r++) b->matrix[r * n + k] = (b->here[r] - b->off[r]) / h;
        b->u[k] = before;
        order[k] = k;
    }
    const DensePivot lowest = jd_dense_lu(n, n, b->matrix, order);
    if (!(lowest.size > singular)) return false;
    for (int r = 0; r < n; r++) step[r] = b->here[order[r]];
    jd_dense_lu_solve(n, b->matrix, step);
    return true;
}

/* Whether what is off at u is what rounding makes of zero, and nothing else fits. */
static bool is_rounding(Block *b) {
    residue(b, b->u);
    const double pace = find_pace(b);
    for (int k = 0; k < b->n; k++)
        if (!(fabs(b->off[k]) <= enough * usual(b, k, pace))) return false;
    const bool alone = find_step(b, b->step, pace);
    residue(b, b->u);
    return alone;
}

/* Newton's method, with shorter steps where a whole one leads away: at corners, as of abs(N). */
static bool solve(Block *b) {
    double off = residue(b, b->u);
    for (int round = 0; round < ROUNDS && !(off <= enough); round++) {
        double *step = b->step, share = 1, best = off;
        if (isnan(off)) return false;
        if (!find_step(b, step, 0)) return is_rounding(b);
        for (int k = 0; k < b->n; k++) b->start[k] = b->u[k];
        for (int half = 0; half < HALVINGS; half++, share /= 2) {
            for (int k = 0; k < b->n; k++) b->u[k] = b->start[k] + share * step[k];
            off = residue(b, b->u);
            if (off < best) break;
        }
        if (off < best) continue;
        if (best <= good_enough) return true;
        for (int k = 0; k < b->n; k++) b->u[k] = b->start[k];
        return is_rounding(b);
    }
    return off <= good_enough || is_rounding(b);
}

/* Whether other values than those found fit as well: what is read may change nothing. */
static void look_around(Block *b) {
    residue(b, b->u);
    if (!find_step(b, b->step, find_pace(b))) b->m->feedback[0] = FEEDBACK_ANY;
    residue(b, b->u);
}

void jd_feedback_solve(const JdSystem *s, Motion *m, Evaluate *evaluate, double time,
                       const double *y, double *out) {
    const int n = s->feedbacks;
    double *room = m->feedback + 1;
    Block block = {s, m, evaluate, time, y, out, n};
    double **const parts[] = {&block.u,    &block.answer, &block.off,
                              &block.here, &block.step,   &block.start};
    for (int k = 0; k < 6; k++, room += n) *parts[k] = room;
    block.matrix = room;
    memset(block.u, 0, (size_t)n * sizeof *block.u);
    const bool look = m->feedback[0] == FEEDBACK_LOOK, good = solve(&block);
    m->feedback[0] = !good ? FEEDBACK_NONE : FEEDBACK_SOLVED;
    if (good && look) look_around(&block);
    if (good) return;
    for (int k = 0; k < s->states; k++) out[k] = NAN;
}
