/* SPDX-License-Identifier: MIT
 *
 * A slide on a turn, like a cylinder between two pins: the line is taken on the turning body, and C
 * is where it is as far from the first pin as the second one. theory (9.15), (9.16), (9.20) */
#include "loop/inside.h"

ALWAYS void go_rpr(ChainWork *pass, int d, const Leg leg[2], bool many) {
    const Leg *a = &leg[0], *b = &leg[1];
    const Bar *slide = &pass->bar[b->bar];
    LoopBody *body = &pass->body[a->body];
    const Point A = point_on(pass, a->on, a->near), C = point_on(pass, b->on, b->near);
    const Two u = C.p - A.p, axis = two_at(&slide->axis);
    const double out = two_dot(u, u),
                 q = meet_line(pass, two_at(&a->arm), axis, out, pass->q[slide->q]);
    const Two turned = turn_arm(body, two_at(&a->arm) + two_both(q) * axis, 1 / out, u);
    const Two e = turn_slide(pass, slide, a->body);
    const double det = -two_dot(u, e), per = 1 / det;
    note(pass, d, det, out, many);

    Two w = C.v - A.v;
    if (many) w = w + two_vec(jd_dyad_moved_rate(pass, d, leg));
    const double turn = two_cross(w, e) * per, rate = -two_dot(u, w) * per;
    const double wa = pass->weight * turn * turn, twice = 2 * pass->weight * turn * rate;
    Two s = C.a - A.a + two_both(wa) * u - two_both(twice) * two_turn90(e);
    if (many) s = s + two_vec(jd_dyad_moved_bias(pass, d, leg, turn, turn));
    const double turn_bias = two_cross(s, e) * per, rate_bias = -two_dot(u, s) * per;

    hang_turn(pass, a->body, &pass->bar[a->bar], a->far, &A, turned, turn, turn_bias, many);
    hang_slide(pass, slide, a->body, e, q, rate, rate_bias, many);
    tell_turn(pass, a->bar, a->on, turn, turn_bias);
    tell_slide(pass, b, q, rate, rate_bias);
    if (many)
        jd_dyad_columns(
            pass, d, leg,
            &(Answer){{vec2_two(two_turn90(u)), vec2_two(e)}, per, {vec2_two(A.r), vec2_two(C.r)}});
}

GOES(rpr)

/* ---- For messages --------------------------------------------------------------------------- */

/* Ends that are nearer to each other, in parts of the mechanism's length, count as so near. */
static const double least_span = 0.01;

/* The slide keeps both ends apart by what they are off its line. */
static void rpr_reach(const DyadStance *s, DyadReach *to) {
    const Vec2 e = s->slide[1];
    to->span = sqrt(vec2_dot(s->way, s->way));
    to->rate = to->span > 0 ? vec2_dot(s->way, s->rate) / to->span : 0;
    to->limit = fabs(vec2_cross(e, vec2_sub(s->arm[0], s->arm[1])));
    to->sine = fabs(vec2_dot(s->way, e)) / fmax(to->span, least_span * s->size);
}

static void rpr_words(const DyadReach *r, const DyadNames *is, Text *out) {
    jd_text_print(out,
                  "bodies '%s' and '%s' let joints '%s' and '%s' come no nearer to each other than "
                  "%.4g m, by which the "
                  "slide of joint '%s' passes them",
                  is->body[0], is->body[1], is->joint[0], is->joint[2], r->limit, is->joint[1]);
}

const DyadKind jd_dyad_rpr = {
    .name = "RPR", .one = rpr_one, .many = rpr_many, .reach = rpr_reach, .words = rpr_words};
