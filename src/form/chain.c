/* SPDX-License-Identifier: MIT
 *
 * A mechanism in closed form, positions: the joints whose coordinates are known, dyads and knots,
 * one after the other. */
#include "form/chain_dyad.h"
#include "form/chain_pose.h"

/* ---- Dyads that drives move ----------------------------------------------------------------- */

/* A point of a body: place, rate and acceleration on another that carries it. */
typedef struct {
    Vec2 p, v, a;
} Moving;

static Vec2 turned_by(double c, double s, Vec2 v) {
    return vec2(c * v.x - s * v.y, s * v.x + c * v.y);
}

/* The same as a point of the bar's parent. */
static Moving inwards(const JdSystem *s, const Bar *bar, const Motion *now, Moving m) {
    double jet[3] = {0};
    if (bar->drive >= 0) jd_drive_jet(s, now, bar->drive, jet);
    const Vec2 r = vec2_sub(m.p, bar->far);
    const double angle = bar->angle + bar->sign * jet[0], c = bar->turn ? cos(angle) : bar->c,
                 si = bar->turn ? sin(angle) : bar->s, w = bar->turn ? bar->sign * jet[1] : 0,
                 dw = bar->turn ? bar->sign * jet[2] : 0;
    const Vec2 v = vec2_add(m.v, vec2_scale(w, vec2_turn90(r)));
    const Vec2 a = vec2_add(vec2_sub(m.a, vec2_scale(w * w, r)),
                            vec2_turn90(vec2_add(vec2_scale(2 * w, m.v), vec2_scale(dw, r))));
    Moving on = {vec2_add(bar->near, turned_by(c, si, r)), turned_by(c, si, v),
                 turned_by(c, si, a)};
    if (bar->turn) return on;
    on.p = vec2_add(on.p, vec2_scale(jet[0], bar->axis));
    on.v = vec2_add(on.v, vec2_scale(jet[1], bar->axis));
    on.a = vec2_add(on.a, vec2_scale(jet[2], bar->axis));
    return on;
}

static Moving carried(const JdSystem *s, const Chain *chain, const Motion *now, int carrier,
                      Vec2 end, int bar) {
    Moving m = {end, {0, 0}, {0, 0}};
    for (int k = carrier; k != bar; k = chain->bar[k].above) m = inwards(s, &chain->bar[k], now, m);
    return m;
}

static bool close_dyad(const Chain *chain, ChainWork *w, const Dyad *dyad, int d, const double *q) {
    return dyad->behind ? close_behind(chain, w, dyad, d, q) : close_between(chain, w, dyad, d, q);
}

/* The dyad as it is at this time; then as any other. */
static bool close_moved(const JdSystem *s, const Chain *chain, ChainWork *w, int d, const Motion *m,
                        const double *q) {
    MovedDyad *now = &w->moved[d];
    Dyad *dyad = &now->dyad;
    Moving a = {{0, 0}, {0, 0}, {0, 0}}, b = a;
    *dyad = chain->dyad[d];
    if (dyad->carrier_a >= 0) {
        a = carried(s, chain, m, dyad->carrier_a, dyad->end_a, dyad->a);
        dyad->on_a = a.p;
    }
    if (dyad->carrier_b >= 0) {
        b = carried(s, chain, m, dyad->carrier_b, dyad->end_b, dyad->b);
        dyad->on_b = b.p;
    }
    measure_dyad(chain->bar, dyad);
    const bool meets = close_dyad(chain, w, dyad, d, q);
    const Spot *on_a = &w->spot[chain->bar[dyad->a].body],
               *on_b = &w->spot[chain->bar[dyad->b].body];
    now->va = turned(on_a, a.v), now->aa = turned(on_a, a.a);
    now->vb = turned(on_b, b.v), now->ab = turned(on_b, b.a);
    return meets;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Poses of all bars. The first dyad without a solution is noted. */
bool jd_chain_close(const JdSystem *s, const MinimalPlan *plan, MinimalWork *work, const Motion *m,
                    const double *q) {
    const Chain *chain = plan->chain;
    ChainWork *w = work->chain;
    bool closed = true;
    w->spot[0] = (Spot){{0, 0}, 1, 0};
    for (int k = 0; k < chain->steps; k++) {
        const ChainStep *step = &chain->step[k];
        if (step->bar >= 0) {
            const Bar *bar = &chain->bar[step->bar];
            const double own =
                bar->drive < 0 ? bar->turn || bar->slide ? q[bar->q] : 0
                               : jd_program_eval_at(s->drive[bar->drive].motion, jd_now(m), NULL);
            place_bar(w, bar, step->bar, own);
            continue;
        }
        if (step->knot >= 0) {
            closed = jd_knot_close(s, chain, w, m, step->knot, q) && closed;
            continue;
        }
        const Dyad *dyad = &chain->dyad[step->dyad];
        const bool meets = is_moved(dyad) ? close_moved(s, chain, w, step->dyad, m, q)
                                          : close_dyad(chain, w, dyad, step->dyad, q);
        closed = closed && meets;
    }
    return closed;
}
