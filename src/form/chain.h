/* SPDX-License-Identifier: MIT
 *
 * Inside closed form: a mechanism that moves in parallel planes as a sequence of joints whose coordinate is known, of
 * dyads, and of knots, which are loops of any other kind. Everything is done in the plane: places, turns (cosine and
 * sine), velocities. */
#ifndef JD_CHAIN_H
#define JD_CHAIN_H

#include "form/minimal.h"

/* A body and its joint. Vectors are constant on a body, as drawn: from its centre of mass, along the plane's axes. */
typedef struct {
    int body, parent, q, u;
    int above;            /* bar of the parent; -1: the ground */
    int drive;            /* that moves it; -1: none */
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
    /* C moves on a body where driven joints are between the two: the bar that carries it (-1: nothing moves it), and
     * where it is on that. */
    int carrier_a, carrier_b;
    Vec2 end_a, end_b;
    /* For chain_one.c: from the joints to C, lengths squared and their inverses; C of a slide at zero, on its parent. */
    Vec2 local_a, local_b, zero_a, zero_b;
    double square_a, square_b, per_a, per_b;
} Dyad;

static inline bool is_moved(const Dyad *dyad) { return dyad->carrier_a >= 0 || dyad->carrier_b >= 0; }

/* A row of a knot: a lock between two bodies, or frees that move together. Sides are given as drawn. */
typedef struct { int body; Vec3 arm; Axes axes; double height; } PlaneEnd; /* along e1, e2, the normal */
typedef struct {
    const Lock *lock;
    bool couples;
    PlaneEnd end[2];      /* i, j */
    int bar[2];           /* of a coupling: whose coordinates */
    double target;        /* f less this is to be zero: of a coupling, where the frees were drawn */
    double scale;         /* 1, or 1 / the mechanism's length if it is one */
    double weight;        /* makes numbers of its row in the matrix 1 at most, in general */
    int joint;
} Closer;

enum { KNOT_MOST = 18 }; /* unknowns of a knot */
/* Bars whose coordinates follow from as many rows: one of them in closed form, several by Newton's method. */
typedef struct {
    int bars, unknowns;
    const int *bar;       /* all that it moves, parents first: */
    const int *unknown;   /* those to be found, the others are fixed or driven */
    int closer;           /* the first of its rows */
    const unsigned char *carries; /* of each row and unknown: bit 0 side i, bit 1 side j */
    double *unit;         /* of each unknown: likewise of its column */
    int matrix;           /* where its numbers are among those of all knots */
} Knot;

typedef struct { int bar, dyad, knot; } ChainStep; /* a bar whose coordinate is known or driven; or one of these */

typedef struct Chain {
    Plane plane;
    int steps, bars, dyads, free, drives;
    int knots, closers, matrix; /* matrix: numbers of all knots */
    int iterated;         /* coordinates that are found by Newton's method */
    bool moves;           /* some dyad is moved by drives within it */
    Knot *knot;
    Closer *closer;
    double length;        /* of the mechanism */
    ChainStep *step;
    Bar *bar;             /* in the order of the tree's nodes */
    Dyad *dyad;
    int *independent;     /* bars */
    bool acts;            /* forces act on coordinates, or read them */
    Plane pushed;         /* the bodies that forces act on, if that is all they need to know */
    bool angles;          /* forces read the angles of planar bodies */
    bool one;             /* one independent coordinate, no drives, dyads that chain_one.c knows */
    /* How it goes then; one way is for dyads that end in a slide, the other faster. */
    bool (*go)(const struct Chain *chain, MinimalWork *work, const double *q, double x);
    bool plain;           /* no force but uniform gravity, nothing that must know the bodies at every evaluation */
    Vec2 gravity;         /* if it is uniform, in the plane */
} Chain;

/* The way from a's joint to C, seen from the body that a hangs on, with a's coordinate at q: a function of q alone. */
typedef struct { double q, x, y; } DyadSide;

static inline bool ends_in_slide(const Chain *chain, const Dyad *dyad) { return dyad->behind && !chain->bar[dyad->b].turn; }

/* What a dyad is at one instant: its two columns and 1 / their determinant. */
typedef struct { Vec2 ca, cb, C, J; double per_det; } DyadNow; /* C: the point; J: of a dyad behind, b's joint or C */

/* A dyad within which drives move C: as it is now; C's rate and acceleration on the bodies, along ground axes. */
typedef struct { Dyad dyad; Vec2 va, vb, aa, ab; } MovedDyad;

typedef struct ChainWork {
    Spot *spot;           /* of each body */
    Vec2 *joint, *axis;   /* of each bar: where its joint is; the direction of its slide */
    DyadNow *dyad;
    DyadSide *known;      /* of each dyad, of chain_one.c alone */
    Spin *column;         /* of each independent rate, then of drives: bodies one behind the other */
    double *share;        /* of each of them: rates of all bars */
    Spin *v, *a, *force;  /* of each body */
    double *travel;       /* of each bar that slides: its coordinate */
    double *rate, *accel; /* of each bar: rate; its rate with the independent ones left out */
    double *M, *h;
    double x;             /* the independent rate, where there is one */
    OneNow *one;          /* of each body */
    bool told;            /* the bodies of the motion stand as they do here */
    MovedDyad *moved;     /* of each dyad, if some are */
    double *coordinate;   /* of each bar, for knots */
    double *matrix;       /* of each knot: L U of its rows along its unknowns, */
    int *order;           /* of each closer: which row is in its place there, */
    double *low;          /* of each knot: how far from singular that is, 0 to 1 */
    double (*row)[6];     /* of each closer: along the velocities of its bodies */
    double *f;            /* of each closer */
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

/* What rows and columns of knots are in general; false: some knot or dyad is singular wherever it is, or no memory.
 * chain_check.c */
bool jd_chain_check(JdSystem *system, const MinimalPlan *plan, Chain *chain);

/* Knots, chain_knot.c: poses; one column of rates (drives: as they are, otherwise still); accelerations. */
bool jd_knot_close(const JdSystem *system, const Chain *chain, ChainWork *work, const Motion *m, int knot, const double *q);
void jd_knot_rates(const JdSystem *system, const Chain *chain, ChainWork *work, const Motion *m, int knot, bool drives,
                   Spin *spin, double *rate);
void jd_knot_accels(const JdSystem *system, const Chain *chain, ChainWork *work, const Motion *m, int knot);

/* The same in one go where chain->one, by chain->go: bodies and the reduced equation; then the rate of the independent
 * rate. */
bool jd_chain_one(const Chain *chain, MinimalWork *work, const double *q, double x);
bool jd_chain_one_slides(const Chain *chain, MinimalWork *work, const double *q, double x);
double jd_chain_one_solve(const JdSystem *system, const MinimalPlan *plan, const MinimalWork *work);

#endif
