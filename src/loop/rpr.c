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
    const Vec2 u = vec2_sub(C.p, A.p);
    const double out = vec2_dot(u, u),
                 q = meet_line(pass, a->arm, slide->axis, out, pass->q[slide->q]);
    turn_arm(body, vec2_add(a->arm, vec2_scale(q, slide->axis)), 1 / out, u);
    const Vec2 e = turn_slide(pass, slide, a->body);
    const double det = -vec2_dot(u, e), per = 1 / det;
    note(pass, d, det, out, many);

    Vec2 w = vec2_sub(C.v, A.v);
    if (many) w = vec2_add(w, jd_dyad_moved_rate(pass, d, leg));
    const double turn = vec2_cross(w, e) * per, rate = -vec2_dot(u, w) * per;
    const double wa = pass->weight * turn * turn, twice = 2 * pass->weight * turn * rate;
    Vec2 s = vec2(C.a.x - A.a.x + wa * u.x + twice * e.y, C.a.y - A.a.y + wa * u.y - twice * e.x);
    if (many) s = vec2_add(s, jd_dyad_moved_bias(pass, d, leg, turn, turn));
    const double turn_bias = vec2_cross(s, e) * per, rate_bias = -vec2_dot(u, s) * per;

    hang_turn(pass, a->body, &pass->bar[a->bar], a->far, &A, turn, turn_bias, many);
    hang_slide(pass, slide, a->body, e, q, rate, rate_bias, many);
    tell_turn(pass, a->bar, a->on, turn, turn_bias);
    tell_slide(pass, b, q, rate, rate_bias);
    if (many) jd_dyad_columns(pass, d, leg, &(Answer){{vec2_turn90(u), e}, per, {A.r, C.r}});
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
