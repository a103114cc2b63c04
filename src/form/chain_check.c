/* SPDX-License-Identifier: MIT
 *
 * A look at the sequence before it is used. Knots are found by counting, so some are singular
 * wherever they are: a body turns about the very point where it is held, two slides are parallel.
 * And what rows and columns of knots are in general says later on how far from singular they are:
 * theory 9.6. */
#include "form/chain_knot.h"
#include "form/chain_pose.h"

enum { LOOKS = 3 };

/* Of coordinates from where they are drawn, which may be a dead point; in radians, or parts of the
 * mechanism's length. */
static double shift_at(int look, int k) {
    return look == 0 ? 0 : (look == 1 ? 0.07 : -0.11) * (1 + 0.3 * sin(1.7 * k));
}

/* A bar's coordinate with all bodies as drawn. */
static double drawn(const ChainWork *w, const Bar *bar) {
    const Spot *on = &w->spot[bar->parent], *own = &w->spot[bar->body];
    if (bar->turn) return remainder(-bar->sign * bar->angle, 2 * pi);
    if (!bar->slide) return 0;
    return vec2_dot(vec2_sub(at_point(own, bar->far), at_point(on, bar->near)), bar->axis);
}

/* ---- What rows and columns are in general --------------------------------------------------- */

/* What a unit of a bar's rate does to the two bodies of a row against each other, at N, whichever
 * way the row looks: at most this becomes of its number in the matrix. */
static double most_of(const Chain *chain, const ChainWork *w, int bar, Vec2 N, double force,
                      double moment) {
    if (chain->bar[bar].slide) return force;
    const Vec2 arm = vec2_sub(N, w->joint[bar]);
    return force * sqrt(vec2_dot(arm, arm)) + moment;
}

/* The row's force on j and its moment about N, lengths of both. */
static Vec2 measure_row(const Closer *closer, const ChainWork *w, double *force, double *moment) {
    const Spin still = {0, 0, 0};
    const Side i = plane_side(&closer->end[0], &w->spot[closer->end[0].body], &still),
               j = plane_side(&closer->end[1], &w->spot[closer->end[1].body], &still);
    const LockRow row = jd_lock_eval(closer->lock, &i, &j);
    *force = hypot(row.force_j.x, row.force_j.y);
    *moment = fabs(vec3_sub(row.moment_j, vec3_cross(j.arm, row.force_j)).z);
    return vec2(j.p.x, j.p.y);
}

/* Rows get their weights first, as drawn; then columns grow to what they are at most. */
static void measure_locks(Chain *chain, const ChainWork *w, const Knot *knot, bool first) {
    const int n = knot->unknowns;
    for (int r = 0; r < n; r++) {
        Closer *closer = &chain->closer[knot->closer + r];
        double force, moment;
        if (closer->couples) continue;
        const Vec2 N = measure_row(closer, w, &force, &moment);
        if (first) closer->weight = 1 / (force * chain->length + moment);
        for (int c = 0; c < n; c++) {
            const unsigned char sides = knot->carries[r * n + c];
            if (sides != 1 && sides != 2) continue;
            knot->unit[c] = fmax(knot->unit[c], closer->weight * most_of(chain, w, knot->unknown[c],
                                                                         N, force, moment));
        }
    }
}

/* Arms that are shorter, in parts of the mechanism's length: what turns on them goes round and
 * round while the rest hardly moves, and is no good as a dependent one. */
static const double least_arm = 1e-3;

/* From what columns are to their units; then rows of couplings. */
static bool set_units(Chain *chain, const Knot *knot) {
    const int n = knot->unknowns;
    for (int c = 0; c < n; c++) {
        const bool slide = chain->bar[knot->unknown[c]].slide;
        bool couples = false;
        for (int r = 0; r < n; r++)
            couples = couples ||
                      (chain->closer[knot->closer + r].couples && knot->carries[r * n + c] != 0);
        const double most = knot->unit[c] * (slide ? chain->length : 1);
        if (!(most > least_arm) && !couples) return false;
        knot->unit[c] = most > least_arm ? 1 / knot->unit[c] : slide ? chain->length : 1;
    }
    for (int r = 0; r < n; r++) {
        Closer *closer = &chain->closer[knot->closer + r];
        double most = 0;
        for (int c = 0; c < n && closer->couples; c++)
            for (int side = 0; side < 2; side++)
                if (knot->carries[r * n + c] & (1 << side))
                    most = fmax(most, fabs(closer->lock->q[side]) * knot->unit[c]);
        if (closer->couples) closer->weight = 1 / most;
        if (!isfinite(closer->weight)) return false;
    }
    return true;
}

static bool measure_knots(Chain *chain, ChainWork *w, const double *q) {
    for (int look = 0; look < LOOKS; look++) {
        for (int k = 0; k < chain->bars; k++) {
            const Bar *bar = &chain->bar[k];
            const double unit = bar->slide ? chain->length : 1;
            place_bar(w, bar, k, q[k] + unit * shift_at(look, k));
        }
        for (int k = 0; k < chain->knots; k++) measure_locks(chain, w, &chain->knot[k], look == 0);
    }
    for (int k = 0; k < chain->knots; k++)
        if (!set_units(chain, &chain->knot[k])) return false;
    return true;
}

/* ---- Singular wherever it is ---------------------------------------------------------------- */

static const double least_share = 1e-10;

/* Of a dyad the square of the sine between its columns. */
static double dyad_share(const DyadNow *now) {
    const double size = vec2_dot(now->ca, now->ca) * vec2_dot(now->cb, now->cb);
    return 1 / (now->per_det * now->per_det * size);
}

/* Steps that are regular at one of the places looked at are marked. A dyad that does not meet says
 * nothing. */
static void look_at_steps(const Chain *chain, const ChainWork *w, bool closed, bool *regular) {
    for (int k = 0; k < chain->steps; k++) {
        const ChainStep *step = &chain->step[k];
        if (step->bar >= 0)
            regular[k] = true;
        else if (step->knot >= 0)
            regular[k] = regular[k] || w->low[step->knot] > least_share;
        else
            regular[k] = regular[k] || !closed || dyad_share(&w->dyad[step->dyad]) > least_share;
    }
}

static bool is_regular(const JdSystem *s, const MinimalPlan *plan, MinimalWork *work,
                       const double *drawn_at, double *q, bool *regular) {
    const Chain *chain = plan->chain;
    const Motion still = {.time = 0, .held = s->start_held};
    for (int look = 0; look < LOOKS; look++) {
        for (int k = 0; k < chain->bars; k++)
            if (chain->bar[k].turn || chain->bar[k].slide) q[chain->bar[k].q] = drawn_at[k];
        for (int k = 0; k < chain->free; k++) {
            const Bar *bar = &chain->bar[chain->independent[k]];
            q[bar->q] += (bar->slide ? chain->length : 1) * shift_at(look, k);
        }
        const bool closed = jd_chain_close(s, plan, work, &still, q);
        look_at_steps(chain, work->chain, closed, regular);
    }
    for (int k = 0; k < chain->steps; k++)
        if (!regular[k]) return false;
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------ */

bool jd_chain_check(JdSystem *s, const MinimalPlan *plan, Chain *chain) {
    MinimalPlan with = *plan;
    MinimalWork work = {0};
    Layout measure = {0};
    with.chain = chain;
    jd_chain_layout(s, &with, &work, &measure);
    Layout place = {.base = ARENA_NEW(&s->arena, char, measure.used + 1)};
    double *at = ARENA_NEW(&s->arena, double, chain->bars + 1),
           *q = ARENA_NEW(&s->arena, double, plan->tree.nq + 1);
    bool *regular = ARENA_NEW(&s->arena, bool, chain->steps + 1);
    if (s->arena.failed) return false;
    jd_chain_layout(s, &with, &work, &place);
    ChainWork *w = work.chain;
    w->spot[0] = (Spot){{0, 0}, 1, 0};
    for (int k = 0; k < chain->bars; k++) {
        const int body = chain->bar[k].body;
        const Vec3 p = s->body[body].pose.p;
        w->spot[body] = (Spot){{vec3_dot(p, chain->plane.e1), vec3_dot(p, chain->plane.e2)}, 1, 0};
    }
    for (int k = 0; k < chain->bars; k++) at[k] = drawn(w, &chain->bar[k]);
    return measure_knots(chain, w, at) && is_regular(s, &with, &work, at, q, regular);
}
