/* SPDX-License-Identifier: MIT
 *
 * A slide on a slide, of which the outer one has a pin at a known point C: they go where their
 * directions lead to it. Neither turns against the body that the inner one is on. theory (9.16) */
#include "loop/inside.h"

ALWAYS void go(ChainWork *pass, int d, const Leg leg[2], bool many) {
    const Leg *outer = &leg[0], *inner = &leg[1];
    const Bar *slide_o = &pass->bar[outer->bar], *slide_i = &pass->bar[inner->bar];
    const LoopBody *on = &pass->body[inner->on];
    const Point S = point_on(pass, inner->on, inner->near),
                C = point_on(pass, outer->on, outer->near);
    const Vec2 e = turn_slide(pass, slide_i, inner->on), f = turn_slide(pass, slide_o, inner->body),
               g = vec2_sub(C.p, S.p);
    const double det = vec2_cross(e, f), per = 1 / det;
    const double qi = vec2_cross(g, f) * per, qo = vec2_cross(e, g) * per;
    note(pass, d, det, 1, many);

    const Point P = slid(pass, on, &S, g, 1); /* C as a point of that body */
    Vec2 w = vec2_sub(C.v, P.v);
    if (many) w = vec2_sub(w, jd_dyad_moved_rate(pass, d, leg));
    const double rate_i = vec2_cross(w, f) * per, rate_o = vec2_cross(e, w) * per;
    const double twice = 2 * pass->weight * on->v.turn;
    const Vec2 speed = vec2(rate_i * e.x + rate_o * f.x, rate_i * e.y + rate_o * f.y);
    Vec2 s = vec2(C.a.x - P.a.x + twice * speed.y, C.a.y - P.a.y - twice * speed.x);
    if (many) s = vec2_sub(s, jd_dyad_moved_bias(pass, d, leg, on->v.turn, on->v.turn));
    const double bias_i = vec2_cross(s, f) * per, bias_o = vec2_cross(e, s) * per;

    hang_slide(pass, slide_i, inner->on, e, qi, rate_i, bias_i, many);
    hang_slide(pass, slide_o, inner->body, f, qo, rate_o, bias_o, many);
    tell_slide(pass, inner, qi, rate_i, bias_i);
    tell_slide(pass, outer, qo, rate_o, bias_o);
    if (many)
        jd_dyad_columns(pass, d, leg,
                        &(Answer){.c = {vec2_scale(-1, f), vec2_scale(-1, e)},
                                  .per_det = -per,
                                  .on = {outer->on, inner->on},
                                  .at = {C.r, P.r}});
}

static void one(ChainWork *pass, int dyad, const Leg leg[2]) {
    go(pass, dyad, leg, false);
}

static void many(ChainWork *pass, int dyad, const Leg leg[2]) {
    go(pass, dyad, leg, true);
}

const DyadKind jd_dyad_rpp = {.name = "RPP", .one = one, .many = many};
