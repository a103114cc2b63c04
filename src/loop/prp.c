/* SPDX-License-Identifier: MIT
 *
 * Two slides on two known bodies: C is where two lines meet. theory (9.16) */
#include "loop/inside.h"

ALWAYS void go(ChainWork *pass, int d, const Leg leg[2], bool many) {
    const Leg *a = &leg[0], *b = &leg[1];
    const Bar *slide_a = &pass->bar[a->bar], *slide_b = &pass->bar[b->bar];
    const LoopBody *on_a = &pass->body[a->on], *on_b = &pass->body[b->on];
    const Point S = point_on(pass, a->on, a->near), T = point_on(pass, b->on, b->near);
    const Vec2 e = turn_slide(pass, slide_a, a->on), f = turn_slide(pass, slide_b, b->on),
               g = vec2_sub(T.p, S.p);
    const double det = vec2_cross(e, f), per = 1 / det;
    const double qa = vec2_cross(g, f) * per, qb = vec2_cross(g, e) * per;
    note(pass, d, det, 1, many);

    const Point Ca = slid(pass, on_a, &S, e, qa), Cb = slid(pass, on_b, &T, f, qb);
    Vec2 w = vec2_sub(Cb.v, Ca.v);
    if (many) w = vec2_add(w, jd_dyad_moved_rate(pass, d, leg));
    const double rate_a = vec2_cross(w, f) * per, rate_b = vec2_cross(w, e) * per;
    const double twice_a = 2 * pass->weight * on_a->v.turn * rate_a,
                 twice_b = 2 * pass->weight * on_b->v.turn * rate_b;
    Vec2 s = vec2(Cb.a.x - Ca.a.x - twice_b * f.y + twice_a * e.y,
                  Cb.a.y - Ca.a.y + twice_b * f.x - twice_a * e.x);
    if (many) s = vec2_add(s, jd_dyad_moved_bias(pass, d, leg, on_a->v.turn, on_b->v.turn));
    const double bias_a = vec2_cross(s, f) * per, bias_b = vec2_cross(s, e) * per;

    hang_slide(pass, slide_a, a->on, e, qa, rate_a, bias_a, many);
    hang_slide(pass, slide_b, b->on, f, qb, rate_b, bias_b, many);
    tell_slide(pass, a, qa, rate_a, bias_a);
    tell_slide(pass, b, qb, rate_b, bias_b);
    if (many)
        jd_dyad_columns(pass, d, leg,
                        &(Answer){.c = {e, vec2_scale(-1, f)},
                                  .per_det = -per,
                                  .on = {a->on, b->on},
                                  .at = {Ca.r, Cb.r}});
}

static void one(ChainWork *pass, int dyad, const Leg leg[2]) {
    go(pass, dyad, leg, false);
}

static void many(ChainWork *pass, int dyad, const Leg leg[2]) {
    go(pass, dyad, leg, true);
}

const DyadKind jd_dyad_prp = {.name = "PRP", .one = one, .many = many};
