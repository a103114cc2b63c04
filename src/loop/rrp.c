/* SPDX-License-Identifier: MIT
 *
 * A turn and a slide on a known body: C is where a circle and a line meet. theory (9.15), (9.16) */
#include "loop/inside.h"

ALWAYS void go(ChainWork *pass, int d, const Leg leg[2], bool many) {
    const Leg *a = &leg[0], *b = &leg[1];
    const Bar *slide = &pass->bar[b->bar];
    const LoopBody *on = &pass->body[b->on];
    const Point A = point_on(pass, a->on, a->near), S = point_on(pass, b->on, b->near);
    const Vec2 e = turn_slide(pass, slide, b->on), g = vec2_sub(S.p, A.p);
    const double q = meet_line(pass, g, e, a->square, pass->q[slide->q]);
    const Vec2 u = vec2_add(g, vec2_scale(q, e));
    const double det = vec2_dot(u, e), per = 1 / det;
    note(pass, d, det, a->square, many);
    turn_arm(&pass->body[a->body], a->arm, a->per, u);

    const Point C = slid(pass, on, &S, e, q);
    Vec2 w = vec2_sub(C.v, A.v);
    if (many) w = vec2_add(w, jd_dyad_moved_rate(pass, d, leg));
    const double turn = vec2_cross(e, w) * per, rate = -vec2_dot(w, u) * per;
    const double wa = pass->weight * turn * turn, twice = 2 * pass->weight * on->v.turn * rate;
    Vec2 s = vec2(C.a.x - twice * e.y - A.a.x + wa * u.x, C.a.y + twice * e.x - A.a.y + wa * u.y);
    if (many) s = vec2_add(s, jd_dyad_moved_bias(pass, d, leg, turn, on->v.turn));
    const double turn_bias = vec2_cross(e, s) * per, rate_bias = -vec2_dot(s, u) * per;

    hang_turn(pass, a->body, &pass->bar[a->bar], a->far, &A, turn, turn_bias, many);
    hang_slide(pass, slide, b->on, e, q, rate, rate_bias, many);
    tell_turn(pass, a->bar, pass->bar[a->bar].parent, turn, turn_bias);
    tell_slide(pass, b, q, rate, rate_bias);
    if (many)
        jd_dyad_columns(pass, d, leg,
                        &(Answer){.c = {vec2_turn90(u), vec2_scale(-1, e)},
                                  .per_det = per,
                                  .on = {a->on, b->on},
                                  .at = {A.r, C.r}});
}

static void one(ChainWork *pass, int dyad, const Leg leg[2]) {
    go(pass, dyad, leg, false);
}

static void many(ChainWork *pass, int dyad, const Leg leg[2]) {
    go(pass, dyad, leg, true);
}

const DyadKind jd_dyad_rrp = {.name = "RRP", .one = one, .many = many};
