/* SPDX-License-Identifier: MIT
 *
 * Inside loop/: a pass through the sequence, the table of dyad kinds, and the few steps that kinds are made of. */
#ifndef JD_LOOP_INSIDE_H
#define JD_LOOP_INSIDE_H

#include "loop/loop.h"

/* Functions that are made ready for each set of constants they are called with. */
#if defined(__GNUC__)
#define ALWAYS static inline __attribute__((always_inline))
#else
#define ALWAYS static inline
#endif

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

/* ---- What kinds are made of ------------------------------------------------------------------ */

/* A point that moves with a body: from its centre of mass; place, velocity, bias. */
typedef struct { Vec2 r, p, v, a; } Point;

ALWAYS Vec2 velocity_at(const Spin *v, Vec2 r) { return vec2(v->line.x - v->turn * r.y, v->line.y + v->turn * r.x); }

/* w2: the square of the angular velocity. */
ALWAYS Vec2 bias_at(const Spin *a, double w2, Vec2 r) {
    return vec2(a->line.x - a->turn * r.y - w2 * r.x, a->line.y + a->turn * r.x - w2 * r.y);
}

/* The ground does not move. */
ALWAYS Point point_on(const ChainWork *pass, int number, Vec2 local) {
    if (!number) return (Point){local, local, {0, 0}, {0, 0}};
    const LoopBody *body = &pass->body[number];
    const Vec2 r = loop_turned(body, local);
    return (Point){r, vec2_add(body->p, r), velocity_at(&body->v, r),
                   bias_at(&body->a, pass->weight * body->v.turn * body->v.turn, r)};
}

/* (9.13) along the velocities, for one independent rate. */
ALWAYS void weigh(ChainWork *pass, const Bar *bar, const LoopBody *body) {
    const Vec2 g = pass->chain->gravity, v = body->v.line, a = body->a.line;
    const double mx = bar->mass * v.x, my = bar->mass * v.y, mw = bar->inertia * body->v.turn;
    pass->M += mx * v.x + my * v.y + mw * body->v.turn;
    pass->h -= mx * (a.x - g.x) + my * (a.y - g.y) + mw * body->a.turn;
}

/* A body, turned already, about a point P where it has `far`. */
ALWAYS void hang_turn(ChainWork *pass, int number, const Bar *bar, Vec2 far, const Point *P, double turn, double turn_bias,
                      bool many) {
    LoopBody *body = &pass->body[number];
    const Vec2 k = vec2(body->s * far.y - body->c * far.x, -body->s * far.x - body->c * far.y);
    const Spin v = {P->v, turn}, a = {P->a, turn_bias};
    body->p = vec2_add(P->p, k);
    body->v = (Spin){velocity_at(&v, k), turn};
    body->a = (Spin){bias_at(&a, pass->weight * turn * turn, k), turn_bias};
    if (!many) weigh(pass, bar, body);
}

/* The direction of a slide, and how its body is turned on another: that is constant. */
ALWAYS Vec2 turn_slide(const ChainWork *pass, const Bar *bar, int number) {
    const LoopBody *on = &pass->body[number];
    LoopBody *body = &pass->body[bar->body];
    if (!number) {
        body->c = bar->c, body->s = bar->s;
        return bar->axis;
    }
    body->c = on->c * bar->c - on->s * bar->s;
    body->s = on->s * bar->c + on->c * bar->s;
    return loop_turned(on, bar->axis);
}

/* A slide along e on a body, at its coordinate q, its rate and bias. */
ALWAYS void hang_slide(ChainWork *pass, const Bar *bar, int number, Vec2 e, double q, double rate, double bias,
                       bool many) {
    const LoopBody *on = &pass->body[number];
    LoopBody *body = &pass->body[bar->body];
    const Vec2 far = loop_turned(body, bar->far);
    if (!number) { /* on the ground only the slide itself moves it */
        body->p = vec2(bar->near.x + q * e.x - far.x, bar->near.y + q * e.y - far.y);
        body->v = (Spin){vec2_scale(rate, e), 0};
        body->a = (Spin){vec2_scale(bias, e), 0};
        if (many) return;
        const Vec2 g = pass->chain->gravity;
        pass->M += bar->mass * rate * rate;
        pass->h -= bar->mass * rate * (bias - g.x * e.x - g.y * e.y);
        return;
    }
    const Vec2 near = loop_turned(on, bar->near), r = vec2(near.x + q * e.x - far.x, near.y + q * e.y - far.y);
    const double w = on->v.turn, twice = 2 * pass->weight * w * rate;
    const Vec2 v = velocity_at(&on->v, r), a = bias_at(&on->a, pass->weight * w * w, r);
    body->p = vec2_add(on->p, r);
    body->v = (Spin){vec2_add(v, vec2_scale(rate, e)), w};
    body->a = (Spin){vec2(a.x - twice * e.y + bias * e.x, a.y + twice * e.x + bias * e.y), on->a.turn};
    if (!many) weigh(pass, bar, body);
}

/* C on its line, as a point of the body that the slide is on. */
ALWAYS Point slid(const ChainWork *pass, const LoopBody *on, const Point *S, Vec2 e, double q) {
    const double w = on->v.turn, w2 = pass->weight * w * w, dw = on->a.turn;
    return (Point){vec2_add(S->r, vec2_scale(q, e)), vec2_add(S->p, vec2_scale(q, e)),
                   vec2(S->v.x - w * q * e.y, S->v.y + w * q * e.x),
                   vec2(S->a.x - dw * q * e.y - w2 * q * e.x, S->a.y + dw * q * e.x - w2 * q * e.y)};
}

/* Turned so that its arm points along u. */
ALWAYS void turn_arm(LoopBody *body, Vec2 arm, double per, Vec2 u) {
    body->c = per * vec2_dot(arm, u);
    body->s = per * vec2_cross(arm, u);
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
ALWAYS double meet_line(ChainWork *pass, Vec2 g, Vec2 e, double square, double hint) {
    const double across = vec2_cross(e, g), middle = -vec2_dot(g, e), hh = square - across * across,
                 half = sqrt(hh > 0 ? hh : 0);
    if (!(hh > -touch * square)) pass->closed = false;
    return hint >= middle ? middle + half : middle - half;
}

#endif
