/* SPDX-License-Identifier: MIT
 *
 * A turn and a slide on a known body: C is where a circle and a line meet. theory (9.15), (9.16),
 * (9.20) */
#include "loop/inside.h"

/* `still`: the slide is on the ground. */
ALWAYS void go(ChainWork *pass, int d, const Leg leg[2], bool still, bool many) {
    const Leg *a = &leg[0], *b = &leg[1];
    const Bar *slide = &pass->bar[b->bar];
    const LoopBody *on = &pass->body[b->on];
    const int base = still ? 0 : b->on;
    const Point A = point_on(pass, a->on, a->near), S = point_on(pass, base, b->near);
    const Two e = turn_slide(pass, slide, base), g = S.p - A.p;
    const double q = meet_line(pass, g, e, a->square, pass->q[slide->q]);
    const Two u = g + two_both(q) * e;
    const double det = two_dot(u, e), per = 1 / det;
    note(pass, d, det, a->square, many);
    const Two turned = turn_arm(&pass->body[a->body], two_at(&a->arm), a->per, u);

    const Point C = still ? S : slid(pass, on, &S, e, q);
    Two w = (still ? S.v : C.v) - A.v;
    if (many) w = w + two_vec(jd_dyad_moved_rate(pass, d, leg));
    const double turn = two_cross(e, w) * per, rate = -two_dot(w, u) * per;
    const double wa = pass->weight * turn * turn,
                 twice = still ? 0 : 2 * pass->weight * on->v.turn * rate;
    const Two slides = still ? S.a : C.a + two_both(twice) * two_turn90(e);
    Two s = slides - A.a + two_both(wa) * u;
    if (many) s = s + two_vec(jd_dyad_moved_bias(pass, d, leg, turn, still ? 0 : on->v.turn));
    const double turn_bias = two_cross(e, s) * per, rate_bias = -two_dot(s, u) * per;

    hang_turn(pass, a->body, &pass->bar[a->bar], a->far, &A, turned, turn, turn_bias, many);
    if (still)
        slide_on_ground(pass, slide, e, q, rate, rate_bias, many);
    else
        hang_slide(pass, slide, base, e, q, rate, rate_bias, many);
    tell_turn(pass, a->bar, pass->bar[a->bar].parent, turn, turn_bias);
    tell_slide(pass, b, q, rate, rate_bias);
    const Two at = still ? S.r + two_both(q) * e : C.r;
    if (many)
        jd_dyad_columns(
            pass, d, leg,
            &(Answer){{vec2_two(two_turn90(u)), vec2_two(-e)}, per, {vec2_two(A.r), vec2_two(at)}});
}

ALWAYS void go_rrp(ChainWork *pass, int d, const Leg leg[2], bool many) {
    if (leg[1].on)
        go(pass, d, leg, false, many);
    else
        go(pass, d, leg, true, many);
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
