/* SPDX-License-Identifier: MIT
 *
 * The table of dyad kinds, and what all of them share: legs, columns, drives within. */
#include "loop/inside.h"
#include <assert.h>

#define DYAD(name) extern const DyadKind jd_dyad_##name;
#include "loop/dyads.def"
#undef DYAD

static const DyadKind *const kinds[] = {
#define DYAD(name) &jd_dyad_##name,
#include "loop/dyads.def"
#undef DYAD
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const DyadKind *jd_dyad_kind_at(int index) {
    return index >= 0 && index < KINDS ? kinds[index] : NULL;
}

const DyadKind *jd_dyad_kind_find(const char *pairs, bool *reversed) {
    for (int n = 0; n < KINDS; n++) {
        const char *name = kinds[n]->name;
        *reversed = name[0] != pairs[0] || name[1] != pairs[1] || name[2] != pairs[2];
        if (!*reversed || (name[0] == pairs[2] && name[1] == pairs[1] && name[2] == pairs[0]))
            return kinds[n];
    }
    return NULL;
}

/* ---- Recognising ---------------------------------------------------------------------------- */

static int other_end(const Link *link, int body) {
    return link->body[link->body[0] == body];
}

static bool hangs_on_known(const Links *of, int body) {
    const int link = of->hang[body];
    return link >= 0 && of->known[other_end(&of->link[link], body)];
}

bool jd_dyad_find(const Links *of, int link, DyadLinks *out) {
    const Link *own = &of->link[link];
    const int i = own->body[0], j = own->body[1];
    if (!of->known[i] && !of->known[j]) {
        *out = (DyadLinks){{i, j}, {of->hang[i], link, of->hang[j]}};
        return i != j && hangs_on_known(of, i) && hangs_on_known(of, j);
    }
    const int b = of->known[i] ? j : i;
    if (!own->closes || of->known[b] || of->hang[b] < 0) return false;
    const int a = other_end(&of->link[of->hang[b]], b);
    *out = (DyadLinks){{a, b}, {of->hang[a], of->hang[b], link}};
    return !of->known[a] && hangs_on_known(of, a);
}

/* ---- Legs ----------------------------------------------------------------------------------- */

Vec2 jd_bar_on_parent(const Bar *bar, Vec2 p) {
    const Vec2 arm = vec2_sub(p, bar->far);
    return vec2_add(bar->near,
                    vec2(bar->c * arm.x - bar->s * arm.y, bar->s * arm.x + bar->c * arm.y));
}

static Leg with_arm(Leg leg, Vec2 to) {
    leg.arm = vec2_sub(to, leg.far);
    leg.square = vec2_dot(leg.arm, leg.arm);
    leg.per = 1 / leg.square;
    return leg;
}

/* From a bar's own joint to a point on its body. */
static Leg leg_of(const Bar *bars, int k, Vec2 C) {
    const Bar *bar = &bars[k];
    const Leg leg = {
        .bar = k, .body = bar->body, .on = bar->parent, .near = bar->near, .far = bar->far};
    if (bar->turn) return with_arm(leg, C);
    Leg slide = leg;
    slide.near = jd_bar_on_parent(bar, C);
    return slide;
}

/* From the pin on a known body to the bar's own joint. */
static Leg leg_from_pin(const Bar *bars, int k, int target, Vec2 on_target, Vec2 pin) {
    const Leg leg = {.bar = k, .body = bars[k].body, .on = target, .near = on_target, .far = pin};
    return bars[k].turn ? with_arm(leg, bars[k].far) : leg;
}

/* A turn comes first, if an end has one. */
void jd_dyad_measure(const Bar *bars, const Dyad *dyad, const Vec2 pin[2], Leg leg[2]) {
    const Bar *b = &bars[dyad->b];
    leg[0] = leg_of(bars, dyad->a,
                    !dyad->behind ? pin[0]
                    : b->turn     ? b->near
                                  : jd_bar_on_parent(b, pin[1]));
    leg[1] = dyad->behind ? leg_from_pin(bars, dyad->b, dyad->target, pin[0], pin[1])
                          : leg_of(bars, dyad->b, pin[1]);
    if (bars[dyad->a].turn || !(dyad->behind || b->turn)) return;
    const Leg first = leg[0];
    leg[0] = leg[1], leg[1] = first;
}

/* ---- Columns -------------------------------------------------------------------------------- */

/* A body that drives move on its pin keeps to its own joint. */
static void hang_on_own(ChainWork *pass, int k) {
    const Bar *bar = &pass->bar[k];
    const LoopBody *body = &pass->body[bar->body];
    const Point P = point_on(pass, bar->parent, bar->near);
    if (bar->turn)
        hang_turn(pass, bar->body, bar, bar->far, &P, body_turn(body), body->v.turn, body->a.turn,
                  true);
}

void jd_dyad_columns(ChainWork *pass, int d, const Leg leg[2], const Answer *answer) {
    const Dyad *dyad = &pass->chain->dyad[d];
    const int bars[2] = {dyad->a, dyad->b};
    if (is_moved(dyad) && dyad->behind) hang_on_own(pass, dyad->b);
    for (int c = 0; c < pass->chain->free; c++) {
        const Vec2 w = vec2_sub(velocity_at(spin_of(pass, c, leg[1].on), answer->at[1]),
                                velocity_at(spin_of(pass, c, leg[0].on), answer->at[0]));
        const double x[2] = {vec2_cross(w, answer->c[1]) * answer->per_det,
                             vec2_cross(answer->c[0], w) * answer->per_det};
        for (int n = 0; n < 2; n++) {
            const Bar *bar = &pass->bar[bars[n]];
            const double own = x[leg[0].bar != bars[n]];
            const double turning = bar->turn ? spin_of(pass, c, bar->parent)->turn : 0;
            jd_bar_spin(pass, bars[n], c, bar->turn ? bar->sign * (own - turning) : own);
        }
    }
}

/* ---- Drives within -------------------------------------------------------------------------- */

/* What drives do on bar n up to bar k, as if the body of n stood still. */
static void carry(ChainWork *pass, int k, int n) {
    static const double still[3] = {0, 0, 0};
    if (k == n) {
        pass->body[pass->bar[n].body] = (LoopBody){.c = 1};
        return;
    }
    carry(pass, pass->bar[k].above, n);
    jd_bar_move(pass, k, pass->bar[k].drive >= 0 ? pass->jet[k] : still);
}

const Leg *jd_dyad_moved(ChainWork *pass, int d) {
    const Dyad *dyad = &pass->chain->dyad[d];
    MovedDyad *now = &pass->moved[d];
    assert(is_moved(dyad) && pass->weight == 1);
    Point pin[2] = {{.p = two_at(&dyad->pin[0])}, {.p = two_at(&dyad->pin[1])}};
    for (int n = 0; n < 2; n++) {
        if (dyad->carrier[n] < 0) continue;
        carry(pass, dyad->carrier[n], n ? dyad->b : dyad->a);
        pin[n] = point_on(pass, pass->bar[dyad->carrier[n]].body, dyad->end[n]);
    }
    jd_dyad_measure(pass->bar, dyad, (Vec2[2]){vec2_two(pin[0].p), vec2_two(pin[1].p)}, now->leg);
    for (int n = 0; n < 2; n++) {
        const Point *of = &pin[now->leg[n].bar == dyad->b];
        const double way = dyad->behind ? -1 : 1; /* seen from C or from the leg's own joint */
        now->rate[n] = vec2_scale(way, vec2_two(of->v));
        now->accel[n] = vec2_scale(way, vec2_two(of->a));
    }
    pass->known[d].q = INFINITY;
    return now->leg;
}

Vec2 jd_dyad_moved_rate(const ChainWork *pass, int d, const Leg leg[2]) {
    const MovedDyad *now = &pass->moved[d];
    if (!is_moved(&pass->chain->dyad[d])) return vec2(0, 0);
    return vec2_sub(loop_turned(&pass->body[leg[1].body], now->rate[1]),
                    loop_turned(&pass->body[leg[0].body], now->rate[0]));
}

/* Acceleration of C against a body, seen from the ground. */
static Vec2 moved_part(const LoopBody *body, Vec2 rate, Vec2 accel, double turn) {
    return loop_turned(body, vec2_add(accel, vec2_scale(2 * turn, vec2_turn90(rate))));
}

Vec2 jd_dyad_moved_bias(const ChainWork *pass, int d, const Leg leg[2], double turn0,
                        double turn1) {
    const MovedDyad *now = &pass->moved[d];
    if (!is_moved(&pass->chain->dyad[d])) return vec2(0, 0);
    return vec2_sub(moved_part(&pass->body[leg[1].body], now->rate[1], now->accel[1], turn1),
                    moved_part(&pass->body[leg[0].body], now->rate[0], now->accel[0], turn0));
}
