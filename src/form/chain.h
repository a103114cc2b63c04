/* SPDX-License-Identifier: MIT
 *
 * Inside closed form: a mechanism that moves in parallel planes as a sequence of joints whose coordinate is known and of
 * dyads. Everything is done in the plane: places, turns (cosine and sine), velocities. */
#ifndef JD_CHAIN_H
#define JD_CHAIN_H

#include "form/minimal.h"

/* A body and its joint. Vectors are constant on a body, as drawn: from its centre of mass, along the plane's axes. */
typedef struct {
    int body, parent, q, u;
    bool turn, slide;     /* neither: fixed */
    double sign;          /* of a turn: its sense about the normal */
    double angle;         /* turn of the body against the parent with coordinate zero */
    double c, s;          /* of that */
    Vec2 near, far;       /* the joint on the parent, on the body */
    Vec2 axis;            /* of a slide, on the parent */
    double mass, inertia; /* about the normal */
} Bar;

/* Two bars whose coordinates follow from the third pair, which keeps the point C of one at a point of the other (or, if
 * b hangs on a, of a known body). */
typedef struct {
    int a, b;             /* bars */
    bool behind;          /* b hangs on a */
    Vec2 on_a, on_b;      /* C on either body; behind: on_a is where b's joint is, or C with b's slide at zero */
    double length_a, length_b; /* of turns: from the joint to C */
    int target;           /* behind: the body with the point */
    Vec2 on_target;
    int joint;            /* the pair */
    /* For chain_one.c: from the joints to C, lengths squared and their inverses; C of a slide at zero, on its parent. */
    Vec2 local_a, local_b, zero_a, zero_b;
    double square_a, square_b, per_a, per_b;
} Dyad;

typedef struct { int bar, dyad, drive; } ChainStep; /* a dyad, or a bar whose coordinate is known or driven */

typedef struct Chain {
    Plane plane;
    int steps, bars, dyads, free, drives;
    ChainStep *step;
    Bar *bar;             /* in the order of the tree's nodes */
    Dyad *dyad;
    int *independent;     /* bars */
    bool acts;            /* forces act on coordinates, or read them */
    Plane pushed;         /* the bodies that forces act on, if that is all they need to know */
    bool angles;          /* forces read the angles of planar bodies */
    bool one;             /* one independent coordinate, no drives, dyads that chain_one.c knows */
    bool plain;           /* no force but uniform gravity, nothing that must know the bodies at every evaluation */
    Vec2 gravity;         /* if it is uniform, in the plane */
    double least_side;    /* as small a share of an arm is next to a singular position */
} Chain;

/* What a dyad is at one instant: its two columns and 1 / their determinant. */
typedef struct { Vec2 ca, cb, C, J; double per_det; } DyadNow; /* C: the point; J: of a dyad behind, b's joint or C */

typedef struct ChainWork {
    Spot *spot;           /* of each body */
    Vec2 *joint, *axis;   /* of each bar: where its joint is; the direction of its slide */
    DyadNow *dyad;
    double *side;         /* of each dyad: 1 or -1 */
    Spin *column;         /* of each independent rate, then of drives: bodies one behind the other */
    double *share;        /* of each of them: rates of all bars */
    Spin *v, *a, *force;  /* of each body */
    double *travel;       /* of each bar that slides: its coordinate */
    double *rate, *accel; /* of each bar: rate; its rate with the independent ones left out */
    double *M, *h;
    double x;             /* the independent rate, where there is one */
    OneNow *one;          /* of each body */
    bool told;            /* the bodies of the motion stand as they do here */
} ChainWork;

void jd_chain_layout(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, Layout *layout);
/* Poses alone. */
bool jd_chain_close(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, const Motion *motion,
                    const double *q);
/* Bodies from the independent coordinates and rates in y (and hints of the others). False: a dyad has no solution. */
bool jd_chain_place(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, Motion *motion, const double *q,
                    const double *u);
/* The bodies of the motion, if nobody told them yet. */
void jd_chain_tell(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, Motion *motion);
/* Accelerations of all coordinates, after the forces work->tree.Q. */
void jd_chain_solve(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, const Motion *motion, double *udot);
/* Exact coordinates of all joints, counted from the hints in q, and the angles of planar bodies. */
void jd_chain_read(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, Motion *motion, double *q);

/* The same in one go where chain->one: bodies and the reduced equation; then the rate of the independent rate. */
bool jd_chain_one(const MinimalPlan *plan, MinimalWork *work, const double *q, double x);
double jd_chain_one_solve(const JdSystem *system, const MinimalPlan *plan, const MinimalWork *work);

#endif
