/* SPDX-License-Identifier: MIT
 *
 * Loops in closed form: a mechanism as a sequence of bodies whose coordinate is known, of dyads, and of knots, which are
 * loops of any other kind. Whoever has a mechanism says what its bodies hang on and what closes its loops (Linkage), gets
 * the sequence (Chain), and goes through it: from independent coordinates and rates to places, velocities and bias of
 * all bodies. theory 9.6
 *
 * Vectors are those of the plane that all bodies move in: constant ones on a body as drawn, from its centre of mass. */
#ifndef JD_LOOP_H
#define JD_LOOP_H

#include "base/base.h"
#include "joint/joint.h"

/* ---- Bodies at one instant ------------------------------------------------------------------- */

typedef struct { Vec2 line; double turn; } Spin; /* velocity, acceleration or force; angular */
/* Bias: the acceleration when the independent rates do not change. */
typedef struct { Vec2 p; double c, s; Spin v, a; } LoopBody; /* centre of mass, turn from the drawn position */

static inline Vec2 loop_turned(const LoopBody *body, Vec2 v) {
    return vec2(body->c * v.x - body->s * v.y, body->s * v.x + body->c * v.y);
}
static inline Vec2 loop_point(const LoopBody *body, Vec2 v) { return vec2_add(body->p, loop_turned(body, v)); }

/* ---- What a mechanism is made of ------------------------------------------------------------- */

/* A body and the joint by which it hangs on its parent, of one coordinate or none. */
typedef struct {
    int body, parent;     /* body 0: the ground */
    int q, u;             /* where its coordinate and rate are among all */
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

/* A bar whose coordinate nobody has to find: fixed on the one before it, or driven. */
static inline bool is_given(const Bar *bar) { return (!bar->turn && !bar->slide) || bar->drive >= 0; }

/* A row that closes a loop: a lock between two bodies, or frees that move together. Sides are given as drawn. */
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

/* A joint outside the tree, or a coupling, with all its rows that ask something in the plane. */
typedef struct {
    int joint;
    int body[2];
    int rows;             /* 0: of no loop; -1: some cannot be asked there */
    Closer closer[JOINT_LOCKS];
    bool pin;             /* in the plane it holds a point and nothing else: */
    Vec2 at[2];           /* on both bodies */
} Closing;

typedef struct {
    int bodies, bars, closings, coordinates, rates;
    const Bar *bar;       /* parents first */
    const Closing *closing;
    const int *bar_of;    /* of each body; -1: the ground */
    const double *drawn;  /* of each bar: its coordinate as drawn, */
    const double *prefer; /* how gladly it is a dependent one, 0 to 1, */
    const double (*jet)[3]; /* and what its drive asks for at the start */
    double length;        /* of the mechanism */
    Vec2 gravity;         /* in the plane, if it is uniform */
} Linkage;

/* Such a lock with its two bodies there, as they move or still: f, its bias, its numbers along the velocities of i and j
 * (x, y, turn), where N is and its moment about that. knot.c */
typedef struct { double f, bias, along[6], about; Vec2 N; } PlaneRow;
PlaneRow jd_closer_eval(const Closer *closer, const LoopBody *i, const LoopBody *j, bool moves);

/* ---- Dyads ----------------------------------------------------------------------------------- */

/* One of the two bodies of a dyad, from a known body to the pin C that both share. */
typedef struct {
    int bar, body;
    int on;               /* the known body that it is seen from: its parent, or the one with the cut pin on it */
    Vec2 near, far;       /* the pair with that: on it, on the body. Of a slide: near is C with the slide at zero */
    Vec2 arm;             /* of a turn: from there to C, on the body */
    double square, per;   /* its square, and 1 / that */
} Leg;

/* How two bodies stand between known ones, for messages: the arms from the pair with a known body to the pair between the
 * two; the way from one known pair to the other and its rate; directions of slides, of the three pairs; the angular
 * velocity of the last known body; the mechanism's length. */
typedef struct {
    Vec2 arm[2], way, rate, slide[3];
    double turning, size;
} DyadStance;

typedef struct {
    double length[2];  /* of each body, from joint to joint, where both turn */
    double span, rate; /* the distance that they have to span, and how fast it grows */
    double limit;      /* what they can span: */
    bool most;         /* the most; otherwise the least */
    double sine;       /* 0: at a dead point; 1: far from it */
} DyadReach;

typedef struct { const char *body[2], *joint[3]; } DyadNames;

/* A four-bar: a crank, how far its pivot is from the other known end (the line of a slide), and the dyad's two arms. */
typedef struct { double crank, frame, arm[2]; } DyadLoop;

/* A kind of dyad: one file and one line in dyads.def. */
typedef struct ChainWork ChainWork;
typedef struct DyadKind {
    const char *name; /* its pairs from known to known body: R turns, P slides; a turn comes first, if an end has one */
    /* From the known bodies of the ends to both bodies of the dyad and the rates of its bars: place, velocity, bias. May
     * read the bodies that the legs are on; sets the two bodies, rate, bias and travel of their bars, closed and low.
     * `one` adds to (9.13) and is called in the short pass (NULL: chains with it have none), `many` in the other, where
     * it fills the columns, too. Both are made of one source. */
    void (*one)(ChainWork *pass, int dyad, const Leg leg[2]);
    void (*many)(ChainWork *pass, int dyad, const Leg leg[2]);
    /* How far they reach, and that in words of mechanics, next to a dead point. Both NULL: nobody is told. */
    void (*reach)(const DyadStance *stance, DyadReach *reach);
    void (*words)(const DyadReach *reach, const DyadNames *names, Text *out);
    /* Whether such a four-bar can fold flat: fold.c. NULL: it cannot. */
    bool (*folds)(const DyadLoop *loop);
} DyadKind;

const DyadKind *jd_dyad_kind_at(int index); /* NULL past the end */
/* That of three pairs; *reversed: from the other end. NULL: there is none. */
const DyadKind *jd_dyad_kind_find(const char *pairs, bool *reversed);

/* Recognising: two unknown bodies that hang together, each on a known one. */
typedef struct { int body[2]; bool closes; } Link; /* closes: it may also be the last of the three */
typedef struct {
    const Link *link;
    const int *hang;      /* of each body: the link by which it hangs, on a known body if it can; -1: none */
    const bool *known;    /* of each body */
} Links;
typedef struct { int body[2], link[3]; } DyadLinks; /* from known to known */
/* Those that this link closes: it is between the two, or on a known body. */
bool jd_dyad_find(const Links *links, int link, DyadLinks *out);

/* Two bars whose coordinates follow from the third pair, a pin. */
typedef struct {
    const DyadKind *kind;
    int a, b;             /* bars */
    bool behind;          /* b hangs on a, and the pin is on a known body; otherwise a and b share it */
    int target;           /* behind: that body */
    Vec2 pin[2];          /* C on a (behind: on the target), on b */
    Leg leg[2];
    int joint;            /* the pair */
    /* The pin moves on a body where driven joints are between the two: the bar that carries it (-1: nothing moves it),
     * and where it is on that. */
    int carrier[2];
    Vec2 end[2];
} Dyad;

static inline bool is_moved(const Dyad *dyad) { return dyad->carrier[0] >= 0 || dyad->carrier[1] >= 0; }

/* ---- Knots ----------------------------------------------------------------------------------- */

enum { KNOT_MOST = 18 }; /* unknowns of a knot */
/* Bars whose coordinates follow from as many rows: one of them in closed form, several by Newton's method. */
typedef struct {
    int bars, unknowns;
    const int *bar;       /* all that it moves, parents first: */
    const int *unknown;   /* those to be found, the others are fixed or driven */
    int closer;           /* the first of its rows */
    const unsigned char *carries; /* of each row and unknown: bit 0 side i, bit 1 side j */
    double *unit;         /* of each unknown: makes its column of numbers 1 at most */
    int matrix;           /* where its numbers are among those of all knots */
} Knot;

/* ---- The sequence ---------------------------------------------------------------------------- */

typedef struct { int bar, q, u; } ChainMove; /* a bar that turns or slides, and where its coordinate and rate are */
typedef struct { int bar, dyad, knot; } ChainStep; /* a bar whose coordinate is known or driven; or one of these */

typedef struct Chain {
    int bodies, bars, steps, dyads, free, drives;
    int knots, closers, matrix; /* matrix: numbers of all knots */
    int iterated;         /* coordinates that are found by Newton's method */
    bool one;             /* one independent coordinate, no drives, no knots: the short pass does */
    double length;
    Vec2 gravity;
    ChainStep *step;
    const Bar *bar;
    ChainMove *move;
    int moves;
    Dyad *dyad;
    Knot *knot;
    Closer *closer;
    int *independent;     /* bars */
    bool *depends;        /* of each rate: it follows from others, or is driven */
} Chain;

/* The sequence, with this bar among the independent ones if it can be (-1: as it comes). NULL: there is none, or no
 * memory. search.c */
Chain *jd_chain_find(const Linkage *linkage, int favourite, Arena *arena);
void jd_chain_is_sound(const Chain *chain, Arena *arena); /* asserts what a pass relies on: sound.c */
/* Some four-bar of it can fold flat and go on in another way: fold.c. */
bool jd_chain_folds(const Chain *chain);
bool jd_fold_rrr(const DyadLoop *loop);
bool jd_fold_rrp(const DyadLoop *loop);

/* ---- Going through it ------------------------------------------------------------------------ */

/* The way from the first joint of a dyad to C, seen from the known body, with its coordinate at q. */
typedef struct { double q, x, y; } DyadSide;
/* A dyad within which drives move C: as it is now, with the rate and acceleration of C on both bodies. */
typedef struct { Leg leg[2]; Vec2 rate[2], accel[2]; } MovedDyad;

/* Velocities are those of the bodies (weight 1); or those for a unit of the one independent rate, whose square is the
 * weight of whatever has two velocities in it. */
struct ChainWork {
    const Chain *chain;
    const Bar *bar;
    const double *q;      /* where to look, in this pass */
    LoopBody *body;
    double *rate, *bias;  /* of each bar: of its coordinate */
    double *travel;       /* of each bar that slides: its coordinate */
    double weight;
    double M, h;          /* (9.13) along the velocities, with gravity, after the short pass */
    double low;           /* how far from singular the lowest dyad or knot is, 0 to 1 */
    bool closed;
    DyadSide *known;      /* of each dyad */
    double *dyad_low;
    /* Beside the short pass: for a unit of each independent rate, velocities of all bodies and rates of all bars. */
    Spin *column;
    double *share;
    double (*jet)[3];     /* of each bar: position, rate and acceleration that its drive asks for; filled by the caller */
    MovedDyad *moved;     /* of each dyad */
    double *coordinate;   /* of each bar, for knots */
    double *matrix;       /* of each knot: L U of its rows along its unknowns, */
    int *order;           /* of each closer: which row is in its place there, */
    double *knot_low;
    double (*row)[6];     /* of each closer: along the velocities of its bodies */
    double *f;            /* of each closer */
};

void jd_chain_layout(const Chain *chain, ChainWork *work, Layout *layout);
void jd_chain_forget(ChainWork *work); /* what it knew from nearby; first of all */

/* From coordinates q (of which dependent ones say where to look) and rates u. False: some loop does not close.
 * The short pass, where chain->one, has velocities for a unit of the one rate; `rate` is that rate. pass.c */
bool jd_chain_pass(ChainWork *work, const double *q, double rate);
bool jd_chain_pass_columns(ChainWork *work, const double *q, const double *u);
/* Exact coordinates of the dependent bars, counted from those in q. */
void jd_chain_read(const ChainWork *work, double *q);

#endif
