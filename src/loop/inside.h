/* SPDX-License-Identifier: MIT
 *
 * Inside loop/: a pass through the sequence, the table of dyad kinds, and the few steps that kinds are made of. */
#ifndef JD_LOOP_INSIDE_H
#define JD_LOOP_INSIDE_H

#include "math/two.h"
#include "loop/loop.h"

/* ---- Kinds of dyads -------------------------------------------------------------------------- */

/* (9.16) c0 x0 + c1 x1 = w: the unknowns are the angular velocity of a leg's body, or the speed of its slide. w is the
 * velocity of the second end less that of the first. */
typedef struct {
    Vec2 c[2];
    double per_det;
    Vec2 at[2]; /* the ends, from the centres of mass of the bodies that the legs are on */
} Answer;
/* Velocities and shares for each independent rate. dyad.c */
void jd_dyad_columns(ChainWork *pass, int dyad, const Leg leg[2], const Answer *answer);
/* What drives within a dyad add to w for rates, and for bias with these angular velocities. */
Vec2 jd_dyad_moved_rate(const ChainWork *pass, int dyad, const Leg leg[2]);
Vec2 jd_dyad_moved_bias(const ChainWork *pass, int dyad, const Leg leg[2], double turn0, double turn1);
/* The legs, with the pins there; and as drives within have them now. */
void jd_dyad_measure(const Bar *bars, const Dyad *dyad, const Vec2 pin[2], Leg leg[2]);
const Leg *jd_dyad_moved(ChainWork *pass, int dyad);
/* A point on a body, as one of its parent with the coordinate at zero. */
Vec2 jd_bar_on_parent(const Bar *bar, Vec2 p);

/* ---- Bars, knots ----------------------------------------------------------------------------- */

/* A bar with all three of its coordinate, on a parent that is known. */
void jd_bar_move(ChainWork *pass, int bar, const double jet[3]);
/* The same where its coordinate is that of before. */
void jd_bar_hang(ChainWork *pass, int bar, double rate, double bias);
/* Velocities of a body for one column (-1: as they are); of a bar's body from those of its parent. */
static inline Spin *spin_of(const ChainWork *pass, int column, int body) {
    return column < 0 ? &pass->body[body].v : &pass->column[column * pass->chain->bodies + body];
}
void jd_bar_spin(const ChainWork *pass, int bar, int column, double rate);
/* Its coordinate as the bodies stand; of a turn that which is next to the hint. */
double jd_bar_read(const ChainWork *work, const Bar *bar, int number, double hint);

/* A knot whole: places, velocities, bias, columns. knot.c */
void jd_knot_move(ChainWork *pass, int knot);
/* What rows and columns of knots are in general; false: some knot or dyad is singular wherever it is, or no memory. */
bool jd_chain_check(const Linkage *linkage, Chain *chain, Arena *arena);

/* Both ways of a kind, out of its one function go_<name>. */
#define GOES(name)                                                                                                      \
    static void name##_one(ChainWork *pass, int dyad, const Leg leg[2]) { go_##name(pass, dyad, leg, false); }         \
    static void name##_many(ChainWork *pass, int dyad, const Leg leg[2]) { go_##name(pass, dyad, leg, true); }

/* ---- What kinds are made of ------------------------------------------------------------------
 * Both numbers of a vector at a time. */

ALWAYS Two two_vec(Vec2 v) { return two_of(v.x, v.y); }
ALWAYS Vec2 vec2_two(Two v) { return vec2(v[0], v[1]); }
ALWAYS Two two_at(const Vec2 *v) { return two_load(&v->x); }
ALWAYS void two_to(Vec2 *to, Two v) { two_store(&to->x, v); }

/* A vector turned by a cosine and sine. */
ALWAYS Two two_turned(Two by, Two v) { return two_first(by) * v + two_second(by) * two_turn90(v); }

/* Its cosine and sine. */
ALWAYS Two body_turn(const LoopBody *body) { return two_load(&body->c); }
ALWAYS void set_turn(LoopBody *body, Two turn) { two_store(&body->c, turn); }

/* A point that moves with a body: from its centre of mass; place, velocity, bias. */
typedef struct { Two r, p, v, a; } Point;

ALWAYS Vec2 velocity_at(const Spin *v, Vec2 r) { return vec2(v->line.x - v->turn * r.y, v->line.y + v->turn * r.x); }

/* The ground does not move. */
ALWAYS Point point_on_ground(Vec2 local) {
    const Two p = two_vec(local), still = {0, 0};
    return (Point){p, p, still, still};
}
ALWAYS Point point_on(const ChainWork *pass, int number, Vec2 local) {
    if (!number) return point_on_ground(local);
    const LoopBody *body = &pass->body[number];
    const double w = body->v.turn;
    const Two r = two_turned(body_turn(body), two_vec(local)), n = two_turn90(r);
    return (Point){r, two_at(&body->p) + r, two_at(&body->v.line) + two_both(w) * n,
                   two_at(&body->a.line) + two_both(body->a.turn) * n - two_both(pass->weight * w * w) * r};
}

/* (9.13) along the velocities, for one independent rate. */
ALWAYS void weigh(ChainWork *pass, const Bar *bar, Two v, Two a, double turn, double turn_bias) {
    const Two mv = two_both(bar->mass) * v, g = two_at(&pass->chain->gravity);
    const Two sum = two_dots(mv, v, mv, a - g) + two_both(bar->inertia * turn) * two_of(turn, turn_bias);
    pass->M += sum[0];
    pass->h -= sum[1];
}

/* A body, turned already, about a point P where it has `far`. */
ALWAYS void hang_turn(ChainWork *pass, int number, const Bar *bar, Vec2 far, const Point *P, Two turned, double turn,
                      double turn_bias, bool many) {
    LoopBody *body = &pass->body[number];
    const Two k = -two_turned(turned, two_vec(far)), n = two_turn90(k);
    const Two v = P->v + two_both(turn) * n,
              a = P->a + two_both(turn_bias) * n - two_both(pass->weight * turn * turn) * k;
    two_to(&body->p, P->p + k);
    two_to(&body->v.line, v), body->v.turn = turn;
    two_to(&body->a.line, a), body->a.turn = turn_bias;
    if (!many) weigh(pass, bar, v, a, turn, turn_bias);
}

/* The direction of a slide, and how its body is turned on another: that is constant. */
ALWAYS Two turn_slide(const ChainWork *pass, const Bar *bar, int number) {
    const LoopBody *on = &pass->body[number];
    LoopBody *body = &pass->body[bar->body];
    const Two own = two_of(bar->c, bar->s), axis = two_at(&bar->axis);
    if (!number) {
        set_turn(body, own);
        return axis;
    }
    set_turn(body, two_turned(own, body_turn(on)));
    return two_turned(body_turn(on), axis);
}

/* A slide along e on the ground, where only itself moves it. */
ALWAYS void slide_on_ground(ChainWork *pass, const Bar *bar, Two e, double q, double rate, double bias, bool many) {
    LoopBody *body = &pass->body[bar->body];
    const Two far = two_turned(body_turn(body), two_at(&bar->far));
    two_to(&body->p, two_at(&bar->near) + two_both(q) * e - far);
    two_to(&body->v.line, two_both(rate) * e), body->v.turn = 0;
    two_to(&body->a.line, two_both(bias) * e), body->a.turn = 0;
    if (many) return;
    const Two along = two_at(&pass->chain->gravity) * e;
    pass->M += bar->mass * rate * rate;
    pass->h -= bar->mass * rate * (bias - along[0] - along[1]);
}

/* A slide along e on a body, at its coordinate q, its rate and bias. */
ALWAYS void hang_slide(ChainWork *pass, const Bar *bar, int number, Two e, double q, double rate, double bias, bool many) {
    const LoopBody *on = &pass->body[number];
    LoopBody *body = &pass->body[bar->body];
    if (!number) {
        slide_on_ground(pass, bar, e, q, rate, bias, many);
        return;
    }
    const Two far = two_turned(body_turn(body), two_at(&bar->far)), near = two_turned(body_turn(on), two_at(&bar->near));
    const Two r = near + two_both(q) * e - far, n = two_turn90(r);
    const double w = on->v.turn, twice = 2 * pass->weight * w * rate;
    const Two v = two_at(&on->v.line) + two_both(w) * n + two_both(rate) * e;
    const Two a = two_at(&on->a.line) + two_both(on->a.turn) * n - two_both(pass->weight * w * w) * r +
                  two_both(twice) * two_turn90(e) + two_both(bias) * e;
    two_to(&body->p, two_at(&on->p) + r);
    two_to(&body->v.line, v), body->v.turn = w;
    two_to(&body->a.line, a), body->a.turn = on->a.turn;
    if (!many) weigh(pass, bar, v, a, w, on->a.turn);
}

/* C on its line, as a point of the body that the slide is on. */
ALWAYS Point slid(const ChainWork *pass, const LoopBody *on, const Point *S, Two e, double q) {
    const double w = on->v.turn, w2 = pass->weight * w * w;
    const Two way = two_both(q) * e, n = two_turn90(e);
    return (Point){S->r + way, S->p + way, S->v + two_both(w * q) * n,
                   S->a + two_both(on->a.turn * q) * n - two_both(w2 * q) * e};
}

/* Turned so that its arm points along u. */
ALWAYS Two turn_arm(LoopBody *body, Two arm, double per, Two u) {
    const Two turned = two_both(per) * (two_first(arm) * u - two_second(arm) * two_turn90(u));
    set_turn(body, turned);
    return turned;
}

/* Rates of the bars: of a turn on a body from the angular velocity of its own. */
ALWAYS void tell_turn(const ChainWork *pass, int k, int number, double turn, double bias) {
    const LoopBody *on = &pass->body[number];
    const double sign = pass->bar[k].sign;
    pass->rate[k] = sign * (turn - on->v.turn);
    pass->bias[k] = sign * (bias - on->a.turn);
}
ALWAYS void tell_slide(const ChainWork *pass, const Leg *leg, double q, double rate, double bias) {
    pass->travel[leg->bar] = q;
    pass->rate[leg->bar] = rate;
    pass->bias[leg->bar] = bias;
}

/* How far from singular: the square of the sine of the angle between the columns. */
ALWAYS void note(ChainWork *pass, int dyad, double det, double sizes, bool many) {
    const double share = det * det / sizes;
    if (!(share >= pass->low)) pass->low = share;
    if (many) pass->dyad_low[dyad] = share;
}

/* Lines and circles that do not quite meet do so for rounding up to this part. */
static const double touch = 1e-10;

/* P + s e at a distance from a centre, whose way to P is g: of both s that which is on the side of the hint. (9.15) */
ALWAYS double meet_line(ChainWork *pass, Two g, Two e, double square, double hint) {
    const double across = two_cross(e, g), middle = -two_dot(g, e), hh = square - across * across,
                 half = sqrt(hh > 0 ? hh : 0);
    if (!(hh > -touch * square)) pass->closed = false;
    return hint >= middle ? middle + half : middle - half;
}

#endif
