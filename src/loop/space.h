/* SPDX-License-Identifier: MIT
 *
 * Loops in closed form whose bodies move in space. As in the plane (loop.h), whoever has a mechanism says what its bodies
 * hang on and what closes its loops (SpaceLinkage), gets a sequence (SpaceChain) and goes through it. A dyad here is what
 * lies between two known bodies and closes with one unknown length or angle and one direction: a rod with a ball at one
 * end and a ball, a universal joint or a pin at the other, with a turn or a slide behind it. theory 9.9
 *
 * Vectors on a body are along its own axes, from its centre of mass; all others along ground axes. */
#ifndef JD_LOOP_SPACE_H
#define JD_LOOP_SPACE_H

#include "loop/loop.h"

/* ---- Bodies at one instant ------------------------------------------------------------------- */

typedef struct { Vec3 line, turn; } Spin3; /* of the centre of mass; angular */
/* Bodies that an independent rate does not move. */
static inline bool spin3_is_zero(const Spin3 *v) {
    return v->line.x == 0 && v->turn.x == 0 && v->line.y == 0 && v->turn.y == 0 && v->line.z == 0 && v->turn.z == 0;
}
/* Bias: the acceleration when the independent rates do not change. */
typedef struct { Vec3 p; Axes R; Spin3 v, a; } SpaceBody;

/* ---- What a mechanism is made of ------------------------------------------------------------- */

enum { STEM_FREES = 6 };
/* A body and the joint by which it hangs on its parent. */
typedef struct {
    int body, parent;     /* body 0: the ground */
    int above;            /* stem of the parent; -1: the ground */
    int joint;            /* -1: it floats */
    int q, u;             /* its first coordinate and rate among all */
    int frees;            /* 0: fixed; */
    FreeKind kind[STEM_FREES]; /* from i to j */
    AxisName axis[STEM_FREES];
    bool floats;          /* coordinates of the body itself */
    bool ball;            /* all it has */
    bool reversed;        /* the body is the joint's i */
    int drive;            /* of a lone free; -1: none */
    Vec3 near_p, far_p;   /* the joint's frames: on the parent, on the body */
    Axes near_axes, far_axes;
    double mass;
    Vec3 turning;         /* moments of inertia about its own axes */
} Stem;

static inline bool stem_given(const Stem *stem) { return (!stem->frees && !stem->floats) || stem->drive >= 0; }
/* Of rates that move the body against what carries it: a joint has them from i to j. */
static inline double stem_sense(const Stem *stem) { return stem->reversed ? -1 : 1; }
static inline int stem_rates(const Stem *stem) { return stem->floats ? 6 : stem->frees; }

typedef enum { CLOSES_BALL, CLOSES_PIN, CLOSES_ROW, CLOSES_ELSE } ClosingKind;
/* A joint outside the tree. */
typedef struct {
    int joint, rows;
    ClosingKind kind;
    int body[2];          /* i, j */
    Vec3 at[2];           /* M, N */
    Axes axes[2];
    AxisName axis;        /* of a pin */
    const Lock *lock;     /* of a row, */
    double target;        /* that is this */
    double square;        /* a row that keeps a distance: its square; otherwise 0 */
} SpaceClosing;

typedef struct {
    int bodies, stems, closings, rates;
    int free;             /* independent rates there have to be */
    const Stem *stem;     /* parents first */
    const SpaceClosing *closing;
    const int *stem_of;   /* of each body; -1: the ground */
    const double *prefer; /* of each rate: how gladly it is a dependent one, 0 to 1 */
    const double *start;  /* coordinates as drawn, and */
    const double (*jet)[3]; /* of each stem what its drive asks for then */
    double length;
} SpaceLinkage;

/* ---- The sequence ---------------------------------------------------------------------------- */

typedef enum { AIM_NONE, AIM_TURN, AIM_UNIVERSAL, AIM_BALL } Aim;
/* Stems and the joint that closes them. What it finds first is a turn or slide (move) by which a point gets as far from
 * another as it has to be; with `own` this slide is on the body that is aimed, with `behind` it carries that body, else it
 * is on the other side. Then the body of `aim` is turned towards the point. */
typedef struct {
    const DyadKind *kind;
    int closing;
    int stems, stem[5];   /* all it places, inner ones first */
    int move, aim;        /* -1: none */
    int ring;             /* of a universal joint that is two turns: the first; -1: it is one joint */
    int found;            /* the dyad before, whose spin is what moves; -1: none */
    int cylinder;         /* the outer of two stems that it has in the other order than the tree; -1: none */
    int side;             /* of the closing: where aim is, or else move */
    Aim how;
    bool own, behind;
    int root[2];          /* known bodies of both sides */
    struct SpaceMover { int rate, stem; bool turn; double sign; } mover[3]; /* unknown rates, on which side */
    int movers;           /* 3; of a row 1; in a plane 2 */
    /* Of the aimed body, where nothing slides on it: from its joint to C, the square of that (in a plane of its part
     * there); of a universal joint axes along it and in the plane of it and the second axis, and their cosine. */
    Vec3 arm;
    double square, cosine;
    Axes on;
    bool spins;           /* it leaves a turn about the line from aim to C, a rate of its own */
} SpaceDyad;

/* One of these; the others -1. `spin`: that of a dyad becomes independent. */
typedef struct { int stem, dyad, spin; } SpaceStep;

typedef struct SpaceChain {
    int bodies, stems, rates, steps, dyads, free, drives;
    int cylinders;        /* behind all stems two for each, behind all bodies one: space_cylinder.c */
    double length;
    Stem *stem;           /* its own: points of turns are where their axes meet */
    const SpaceClosing *closing;
    SpaceStep *step;
    SpaceDyad *dyad;
    int *independent;     /* rates; of a spin that along the line */
    bool *depends;        /* of each rate: it follows from others, or is driven */
    int *spin_of;         /* of each rate: the dyad whose stem's it is, if that spins; -1: none */
    int columns;          /* free, and one more for drives if there are any */
} SpaceChain;

void jd_space_is_sound(const SpaceChain *chain); /* asserts what a pass relies on: sound.c */

/* The sequence; NULL: there is none, or no memory. space_search.c */
SpaceChain *jd_space_find(const SpaceLinkage *linkage, Arena *arena);

/* ---- Going through it ------------------------------------------------------------------------ */

/* Of a dyad now: unknown rates are x_k = row[k].w for a velocity w of the second side's point C against the first's; of a
 * row that is no distance x = -(J v) per; the aimed body turns about A and points along the unit u. */
typedef struct { Vec3 row[3], A, C[2], u; double low, per; LockRow lock; } SpaceAnswer;

typedef struct {
    const SpaceChain *chain;
    const double *q, *u;  /* where to look; independent ones count */
    SpaceBody *body;
    Vec3 *axis;           /* of each rate: along which it moves or turns its body; of a ball in a dyad other ones than its own */
    Vec3 *tip;            /* of each stem: the joint's point on its body */
    Spin3 *column;        /* of each column and body */
    double *share;        /* of each column and rate */
    Spin3 *added;         /* of each body: room for what changes of rates add */
    double *rate, *bias;  /* of each rate, along `axis` */
    SpaceAnswer *answer;
    double (*jet)[3];     /* of each stem: what its drive asks for; filled by the caller */
    double low;           /* how far from singular the lowest dyad is, 0 to 1, */
    int lowest;           /* which one, */
    double radicand;      /* and what is left under the root of the one that closes worst, by its lengths, */
    int worst;            /* which one */
    bool closed;
} SpaceWork;

void jd_space_layout(const SpaceChain *chain, SpaceWork *work, Layout *layout);
/* Places, columns and bias of all bodies. False: some loop does not close. */
bool jd_space_pass(SpaceWork *work, const double *q, const double *u);
/* All coordinates, counted from those in q; and rates or their bias, given along work->axis, as the joints have them. */
void jd_space_read(const SpaceWork *work, double *q);
void jd_space_rates(const SpaceWork *work, const double *along, double *u);

#endif
