/* SPDX-License-Identifier: MIT
 *
 * Inside record/: a pass through the sequence of bars, dyads and knots of a mechanism in the plane, as loop/ has it. */
#ifndef JD_RECORD_PLANE_H
#define JD_RECORD_PLANE_H

#include "record/record.h"

typedef struct { Num2 line; Num turn; } FlatSpin;
/* Velocities: for a unit of each independent rate, and behind them as they are. With one coordinate and no drive
 * they are those for a unit of it alone, and whatever has two velocities in it is multiplied by its square at the end. */
typedef struct {
    Num2 p; Num c, s; FlatSpin *v, a;
    bool pinned;  /* it turns about a point that stands still, */
    Num square;   /* so far from it, squared */
} FlatBody;

typedef struct { int bar, body, on; Num2 near, far, arm; Num square, per; } FlatLeg;
typedef struct { Num2 r, p, *v, a; } FlatPoint;

typedef struct { double c, s, angle; } FlatTurn;

typedef struct PlanePass {
    Recorder *rec;
    const Chain *chain;
    bool one;
    int columns, now; /* velocities of a body; which of them are those that it has */
    FlatBody *body;
    Num *rate, *bias; /* of each bar: for each column; its bias */
    Num *travel;      /* of each bar that slides */
    Num (*jet)[3];    /* of each bar that is driven */
    Num *coordinate;  /* of each bar, where it is known */
    bool *has_coordinate;
    Num2 *near, *far; /* of each bar, along the axes of its parent and of its body, as all that is fast on a body */
    Vec2 *drawn;      /* of each body: how its axes are turned in the drawing, cosine and sine; in space as if they were not */
    FlatTurn *turn;   /* of each bar: how its body is turned on its parent where its coordinate is zero */
    Vec2 *axis;       /* of each bar that slides, on its parent */
    Num *mass, *inertia;
} PlanePass;

static inline Num *rate_of(const PlanePass *pass, int bar, int column) { return &pass->rate[bar * pass->columns + column]; }
/* A vector as drawn, seen from a body. */
Vec2 jd_flat_own(const PlanePass *pass, int body, Vec2 v);
Num2 jd_flat_turned(PlanePass *pass, const FlatBody *body, Num2 v);
FlatPoint jd_flat_point(PlanePass *pass, int body, Num2 local);
void jd_flat_hang_turn(PlanePass *pass, int body, Num2 far, const FlatPoint *P, const Num *turn, Num bias);
void jd_flat_hang_slide(PlanePass *pass, int bar, int on, Num2 e, Num q, const Num *rate, Num bias);
Num2 jd_flat_turn_slide(PlanePass *pass, int bar, int on);
/* A bar with its coordinate, its rate in each column and its bias. */
void jd_flat_bar(PlanePass *pass, int bar, Num q, const Num *rate, Num bias);
/* A point on a body as the joint `joint` has it; by name, if it is one of that joint's. */
Num2 jd_flat_pin(PlanePass *pass, int joint, int body, Vec2 value);
void jd_flat_dyad(PlanePass *pass, int dyad);
void jd_flat_knot(PlanePass *pass, int knot);
/* The coordinate that a bar had at the start. */
double jd_flat_start(const PlanePass *pass, int bar);
Num *jd_flat_room(PlanePass *pass); /* a number for each column */

#endif
