/* SPDX-License-Identifier: MIT
 *
 * A look at the sequence before it is used. Knots are found by counting, so some are singular
 * wherever they are: a body turns about the very point where it is held, two slides are parallel.
 * And what rows and columns of knots are in general says later on how far from singular they are:
 * theory 9.6. */
#include "loop/inside.h"

enum { LOOKS = 3 };

/* Of coordinates from where they are drawn, which may be a dead point; in radians, or parts of the
 * mechanism's length. */
static double shift_at(int look, int k) {
    return look == 0 ? 0 : (look == 1 ? 0.07 : -0.11) * (1 + 0.3 * sin(1.7 * k));
}

static double shifted(const Linkage *from, int bar, int look, int k) {
    return from->drawn[bar] + (from->bar[bar].slide ? from->length : 1) * shift_at(look, k);
}

/* ---- What rows and columns are in general --------------------------------------------------- */

/* What a unit of a bar's rate does to the two bodies of a row against each other, at N, whichever
 * way the row looks: at most this becomes of its number in the matrix. */
static double most_of(const ChainWork *pass, const Bar *bar, Vec2 N, double force, double moment) {
    if (bar->slide) return force;
    const Vec2 arm = vec2_sub(N, loop_point(&pass->body[bar->parent], bar->near));
    return force * sqrt(vec2_dot(arm, arm)) + moment;
}

/* Rows get their weights first, as drawn; then columns grow to what they are at most. */
static void measure_locks(const ChainWork *pass, const Knot *knot, bool first) {
    const int n = knot->unknowns;
    for (int r = 0; r < n; r++) {
        Closer *closer = &pass->chain->closer[knot->closer + r];
        if (closer->couples) continue;
        const PlaneRow row = jd_closer_eval(closer, &pass->body[closer->end[0].body],
                                            &pass->body[closer->end[1].body], false);
        const double force = hypot(row.along[3], row.along[4]), moment = fabs(row.about);
        if (first) closer->weight = 1 / (force * pass->chain->length + moment);
        for (int c = 0; c < n; c++) {
            const unsigned char sides = knot->carries[r * n + c];
            if (sides != 1 && sides != 2) continue;
            const double most = most_of(pass, &pass->bar[knot->unknown[c]], row.N, force, moment);
            knot->unit[c] = fmax(knot->unit[c], closer->weight * most);
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

static bool measure_knots(const Linkage *from, Chain *chain, ChainWork *w) {
    w->weight = 1;
    for (int look = 0; look < LOOKS; look++) {
        for (int k = 0; k < chain->bars; k++)
            jd_bar_move(w, k, (double[3]){shifted(from, k, look, k), 0, 0});
        for (int k = 0; k < chain->knots; k++) measure_locks(w, &chain->knot[k], look == 0);
    }
    for (int k = 0; k < chain->knots; k++)
        if (!set_units(chain, &chain->knot[k])) return false;
    return true;
}

/* ---- Singular wherever it is ---------------------------------------------------------------- */

static const double least_share = 1e-10;

/* Steps that are regular at one of the places looked at are marked. A dyad that does not meet says
 * nothing. */
static void look_at_steps(const Chain *chain, const ChainWork *w, bool closed, bool *regular) {
    for (int k = 0; k < chain->steps; k++) {
        const ChainStep *step = &chain->step[k];
        if (step->bar >= 0)
            regular[k] = true;
        else if (step->knot >= 0)
            regular[k] = regular[k] || w->knot_low[step->knot] > least_share;
        else
            regular[k] = regular[k] || !closed || w->dyad_low[step->dyad] > least_share;
    }
}

static bool is_regular(const Linkage *from, const Chain *chain, ChainWork *w, double *q,
                       const double *still, bool *regular) {
    for (int look = 0; look < LOOKS; look++) {
        for (int k = 0; k < chain->bars; k++)
            if (chain->bar[k].turn || chain->bar[k].slide) q[chain->bar[k].q] = from->drawn[k];
        for (int k = 0; k < chain->free; k++) {
            const int bar = chain->independent[k];
            q[chain->bar[bar].q] = shifted(from, bar, look, k);
        }
        const bool closed = jd_chain_pass_columns(w, q, still);
        look_at_steps(chain, w, closed, regular);
    }
    for (int k = 0; k < chain->steps; k++)
        if (!regular[k]) return false;
    return true;
}

bool jd_chain_check(const Linkage *linkage, Chain *chain, Arena *arena) {
    ChainWork w = {0};
    Layout measure = {0};
    jd_chain_layout(chain, &w, &measure);
    Layout place = {.base = ARENA_NEW(arena, char, measure.used + 1)};
    double *q = ARENA_NEW(arena, double, linkage->coordinates + 1),
           *still = ARENA_NEW(arena, double, linkage->rates + 1);
    bool *regular = ARENA_NEW(arena, bool, chain->steps + 1);
    if (arena->failed) return false;
    jd_chain_layout(chain, &w, &place);
    jd_chain_forget(&w);
    for (int k = 0; k < 3 * chain->bars; k++) w.jet[k / 3][k % 3] = linkage->jet[k / 3][k % 3];
    return measure_knots(linkage, chain, &w) && is_regular(linkage, chain, &w, q, still, regular);
}
