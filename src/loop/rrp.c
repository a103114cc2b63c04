/* SPDX-License-Identifier: MIT
 *
 * A turn and a slide on a known body: C is where a circle and a line meet. theory (9.15), (9.16),
 * (9.20) */
#include "loop/inside.h"

ALWAYS void go_rrp(ChainWork *pass, int d, const Leg leg[2], bool many) {
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
                        &(Answer){{vec2_turn90(u), vec2_scale(-1, e)}, per, {A.r, C.r}});
}

GOES(rrp)

/* ---- For messages --------------------------------------------------------------------------- */

/* The line on which the pin slides, seen from the end that turns; it turns with its body. */
static void rrp_reach(const DyadStance *s, DyadReach *to) {
    const Vec2 e = s->slide[2];
    const double away = vec2_cross(e, vec2_add(s->way, s->arm[1]));
    to->limit = to->length[0] = sqrt(vec2_dot(s->arm[0], s->arm[0]));
    to->most = true;
    to->span = fabs(away);
    to->rate = (away < 0 ? -1 : 1) * (vec2_cross(e, s->rate) - s->turning * vec2_dot(e, s->way));
    to->sine = fabs(vec2_dot(s->arm[0], e)) / to->limit;
}

static void rrp_words(const DyadReach *r, const DyadNames *is, Text *out) {
    jd_text_print(out,
                  "body '%s' (%.4g m from joint '%s' to '%s') stands square to the slide of joint "
                  "'%s' and reaches no "
                  "farther",
                  is->body[0], r->length[0], is->joint[0], is->joint[1], is->joint[2]);
}

const DyadKind jd_dyad_rrp = {.name = "RRP",
                              .one = rrp_one,
                              .many = rrp_many,
                              .reach = rrp_reach,
                              .words = rrp_words,
                              .folds = jd_fold_rrp};
