/* SPDX-License-Identifier: MIT
 *
 * Two turns: C is where two circles meet. theory (9.15), (9.16), (9.20) */
#include "loop/inside.h"

/* A direction that is known for one coordinate is turned by a series to those nearby: so far (rad),
 * and so exactly. */
static const double short_way = 0.8, series_error = 1e-4;

/* Whether the first coordinate says that C is on the right of the way to B; its direction is known
 * then. */
static bool know_side(ChainWork *pass, int d, const Leg *leg, Two way) {
    const Bar *bar = &pass->bar[leg->bar];
    const LoopBody *on = &pass->body[leg->on];
    const double q = pass->q[bar->q], angle = bar->angle + bar->sign * q;
    const CosSin of = jd_cos_sin(angle);
    const Two r = two_turned(two_of(of.c, of.s), two_at(&leg->arm));
    pass->known[d] = (DyadSide){q, r[0], r[1]};
    return two_cross(way, two_turned(body_turn(on), r)) < 0;
}

/* Where circles about A and B meet, on the side that the first coordinate says. Next to a
 * coordinate whose sine and cosine are known a series says that as well, unless it is too close to
 * tell. */
ALWAYS Two meet_circles(ChainWork *pass, int d, const Leg leg[2], Two A, Two B) {
    const Two way = B - A;
    const double a2 = leg[0].square, b2 = leg[1].square, per = 1 / two_dot(way, way),
                 along = 0.5 * (1 + (a2 - b2) * per), hh = a2 * per - along * along,
                 high = sqrt(hh > 0 ? hh : 0);
    const Two foot = A + two_both(along) * way, height = two_both(high) * two_turn90(way);
    const Bar *bar = &pass->bar[leg[0].bar];
    const DyadSide *known = &pass->known[d];
    const double turn = bar->sign * (pass->q[bar->q] - known->q), turn2 = turn * turn;
    const double c = 1 - turn2 * (0.5 - turn2 * (1 / 24.0 - turn2 * (1 / 720.0))),
                 s = turn * (1 - turn2 * (1 / 6.0 - turn2 * (1 / 120.0)));
    const Two r = two_turned(two_of(c, s), two_load(&known->x));
    const double side = two_cross(way, two_turned(body_turn(&pass->body[leg[0].on]), r));
    bool other = side < 0;
    if (!(fabs(turn) < short_way && side * side * per > series_error * series_error * a2))
        other = know_side(pass, d, &leg[0], way);
    if (!(hh > -touch)) pass->closed = false;
    return other ? foot - height : foot + height;
}

ALWAYS void go_rrr(ChainWork *pass, int d, const Leg leg[2], bool many) {
    const Leg *a = &leg[0], *b = &leg[1];
    const Point A = point_on(pass, a->on, a->near), B = point_on(pass, b->on, b->near);
    const Two C = meet_circles(pass, d, leg, A.p, B.p), u = C - A.p, v = C - B.p;
    const double det = two_cross(v, u), per = 1 / det;
    note(pass, d, det, a->square * b->square, many);
    const Two turned_a = turn_arm(&pass->body[a->body], two_at(&a->arm), a->per, u),
              turned_b = turn_arm(&pass->body[b->body], two_at(&b->arm), b->per, v);

    Two w = B.v - A.v;
    if (many) w = w + two_vec(jd_dyad_moved_rate(pass, d, leg));
    const Two turn = -two_dots(w, v, w, u) * two_both(per); /* of both */
    const Two square = two_both(pass->weight) * turn * turn;
    Two s = B.a - A.a + two_first(square) * u - two_second(square) * v;
    if (many) s = s + two_vec(jd_dyad_moved_bias(pass, d, leg, turn[0], turn[1]));
    const Two bias = -two_dots(s, v, s, u) * two_both(per);

    hang_turn(pass, a->body, &pass->bar[a->bar], a->far, &A, turned_a, turn[0], bias[0], many);
    hang_turn(pass, b->body, &pass->bar[b->bar], b->far, &B, turned_b, turn[1], bias[1], many);
    tell_turn(pass, a->bar, a->on, turn[0], bias[0]);
    tell_turn(pass, b->bar, pass->bar[b->bar].parent, turn[1], bias[1]);
    if (many)
        jd_dyad_columns(pass, d, leg,
                        &(Answer){{vec2_two(two_turn90(u)), vec2_two(two_turn90(-v))},
                                  per,
                                  {vec2_two(A.r), vec2_two(B.r)}});
}

GOES(rrr)

/* ---- For messages --------------------------------------------------------------------------- */

static void rrr_reach(const DyadStance *s, DyadReach *to) {
    const double a = sqrt(vec2_dot(s->arm[0], s->arm[0])), b = sqrt(vec2_dot(s->arm[1], s->arm[1]));
    to->length[0] = a, to->length[1] = b;
    to->span = sqrt(vec2_dot(s->way, s->way));
    to->rate = to->span > 0 ? vec2_dot(s->way, s->rate) / to->span : 0;
    to->most = fabs(a + b - to->span) < fabs(to->span - fabs(a - b));
    to->limit = to->most ? a + b : fabs(a - b);
    to->sine = fabs(vec2_cross(s->arm[0], s->arm[1])) / (a * b);
}

static void rrr_words(const DyadReach *r, const DyadNames *is, Text *out) {
    jd_text_print(out,
                  "bodies '%s' (%.4g m) and '%s' (%.4g m) are %s and span %s %.4g m, from joint "
                  "'%s' over '%s' to '%s'",
                  is->body[0], r->length[0], is->body[1], r->length[1],
                  r->most ? "stretched in line" : "folded", r->most ? "at most" : "at least",
                  r->limit, is->joint[0], is->joint[1], is->joint[2]);
}

const DyadKind jd_dyad_rrr = {.name = "RRR",
                              .one = rrr_one,
                              .many = rrr_many,
                              .reach = rrr_reach,
                              .words = rrr_words,
                              .folds = jd_fold_rrr};
