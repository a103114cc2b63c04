/* SPDX-License-Identifier: MIT
 *
 * Two slides: C is where two lines meet. theory (9.16), (9.20) */
#include "loop/inside.h"

/* ---- On two known bodies -------------------------------------------------------------------- */

ALWAYS void go_prp(ChainWork *pass, int d, const Leg leg[2], bool many) {
    const Leg *a = &leg[0], *b = &leg[1];
    const Bar *slide_a = &pass->bar[a->bar], *slide_b = &pass->bar[b->bar];
    const LoopBody *on_a = &pass->body[a->on], *on_b = &pass->body[b->on];
    const Point S = point_on(pass, a->on, a->near), T = point_on(pass, b->on, b->near);
    const Two e = turn_slide(pass, slide_a, a->on), f = turn_slide(pass, slide_b, b->on),
              g = T.p - S.p;
    const double det = two_cross(e, f), per = 1 / det;
    const double qa = two_cross(g, f) * per, qb = two_cross(g, e) * per;
    note(pass, d, det, 1, many);

    const Point Ca = slid(pass, on_a, &S, e, qa), Cb = slid(pass, on_b, &T, f, qb);
    Two w = Cb.v - Ca.v;
    if (many) w = w + two_vec(jd_dyad_moved_rate(pass, d, leg));
    const double rate_a = two_cross(w, f) * per, rate_b = two_cross(w, e) * per;
    const double twice_a = 2 * pass->weight * on_a->v.turn * rate_a,
                 twice_b = 2 * pass->weight * on_b->v.turn * rate_b;
    Two s = Cb.a - Ca.a + two_both(twice_b) * two_turn90(f) - two_both(twice_a) * two_turn90(e);
    if (many) s = s + two_vec(jd_dyad_moved_bias(pass, d, leg, on_a->v.turn, on_b->v.turn));
    const double bias_a = two_cross(s, f) * per, bias_b = two_cross(s, e) * per;

    hang_slide(pass, slide_a, a->on, e, qa, rate_a, bias_a, many);
    hang_slide(pass, slide_b, b->on, f, qb, rate_b, bias_b, many);
    tell_slide(pass, a, qa, rate_a, bias_a);
    tell_slide(pass, b, qb, rate_b, bias_b);
    if (many)
        jd_dyad_columns(
            pass, d, leg,
            &(Answer){{vec2_two(e), vec2_two(-f)}, -per, {vec2_two(Ca.r), vec2_two(Cb.r)}});
}

GOES(prp)

/* ---- One on the other ----------------------------------------------------------------------- */

/* The outer one has a pin at a known point. Neither turns against the body that the inner one is
 * on. */
ALWAYS void go_rpp(ChainWork *pass, int d, const Leg leg[2], bool many) {
    const Leg *outer = &leg[0], *inner = &leg[1];
    const Bar *slide_o = &pass->bar[outer->bar], *slide_i = &pass->bar[inner->bar];
    const LoopBody *on = &pass->body[inner->on];
    const Point S = point_on(pass, inner->on, inner->near),
                C = point_on(pass, outer->on, outer->near);
    const Two e = turn_slide(pass, slide_i, inner->on), f = turn_slide(pass, slide_o, inner->body),
              g = C.p - S.p;
    const double det = two_cross(e, f), per = 1 / det;
    const double qi = two_cross(g, f) * per, qo = two_cross(e, g) * per;
    note(pass, d, det, 1, many);

    const Point P = slid(pass, on, &S, g, 1); /* C as a point of that body */
    Two w = C.v - P.v;
    if (many) w = w - two_vec(jd_dyad_moved_rate(pass, d, leg));
    const double rate_i = two_cross(w, f) * per, rate_o = two_cross(e, w) * per;
    const double twice = 2 * pass->weight * on->v.turn;
    const Two speed = two_both(rate_i) * e + two_both(rate_o) * f;
    Two s = C.a - P.a - two_both(twice) * two_turn90(speed);
    if (many) s = s - two_vec(jd_dyad_moved_bias(pass, d, leg, on->v.turn, on->v.turn));
    const double bias_i = two_cross(s, f) * per, bias_o = two_cross(e, s) * per;

    hang_slide(pass, slide_i, inner->on, e, qi, rate_i, bias_i, many);
    hang_slide(pass, slide_o, inner->body, f, qo, rate_o, bias_o, many);
    tell_slide(pass, inner, qi, rate_i, bias_i);
    tell_slide(pass, outer, qo, rate_o, bias_o);
    if (many)
        jd_dyad_columns(
            pass, d, leg,
            &(Answer){{vec2_two(-f), vec2_two(-e)}, -per, {vec2_two(C.r), vec2_two(P.r)}});
}

GOES(rpp)

/* ---- For messages --------------------------------------------------------------------------- */

static void prp_reach(const DyadStance *s, DyadReach *to) {
    to->sine = fabs(vec2_cross(s->slide[0], s->slide[2]));
}

static void rpp_reach(const DyadStance *s, DyadReach *to) {
    to->sine = fabs(vec2_cross(s->slide[1], s->slide[2]));
}

/* Two slides that become parallel hold the same motion twice. */
static void say(const DyadNames *is, const char *slide, const char *pin, Text *out) {
    jd_text_print(out,
                  "the slides of joints '%s' and '%s' are parallel, so that bodies '%s' and '%s' "
                  "cannot bring joint "
                  "'%s' to its place",
                  slide, is->joint[2], is->body[0], is->body[1], pin);
}

static void prp_words(const DyadReach *reach, const DyadNames *is, Text *out) {
    (void)reach;
    say(is, is->joint[0], is->joint[1], out);
}

static void rpp_words(const DyadReach *reach, const DyadNames *is, Text *out) {
    (void)reach;
    say(is, is->joint[1], is->joint[0], out);
}

const DyadKind jd_dyad_prp = {
    .name = "PRP", .one = prp_one, .many = prp_many, .reach = prp_reach, .words = prp_words};

const DyadKind jd_dyad_rpp = {
    .name = "RPP", .one = rpp_one, .many = rpp_many, .reach = rpp_reach, .words = rpp_words};
