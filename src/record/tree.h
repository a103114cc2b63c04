/* SPDX-License-Identifier: MIT
 *
 * Inside record/: bodies by the coordinates of a tree, with recorded numbers. tree.c places and moves them, loops.c has the rows
 * that close loops and says which rates depend, tree_solve.c finds accelerations. theory (9.1)-(9.14) */
#ifndef JD_RECORD_TREE_H
#define JD_RECORD_TREE_H

#include "record/record.h"

/* Numbers of a node: from its parent's centre of mass to its own, its twist for each rate of its
 * joint, its acceleration when neither parent nor rates have any. */
typedef struct {
    NodeInfo is;
    Num3 r;
    NumSpin S[6], c;
    Num3 to, arm, d, e[6]; /* e: axes of the frees */
    NumAxes i;
} Node;

/* A ball of which some rates follow from others. A rod between two balls turns about its line as it likes: then the rate along the
 * line, which is fixed on the body, is independent, and has a row of its own behind those of `cut`. Rates of such a ball, and rows
 * that hold a point of the rod, are taken along axes of the rod, x its line: nothing but a dead point makes pivots small then.
 * balls.c */
typedef struct {
    int node, q, u;
    bool follows, floats, spins; /* follows: all of it is unknown; otherwise its quaternion is a part of the state, and corrected */
    Num quaternion[4], rate[3];  /* as the state has them */
    int point[3];                /* rows of a point of it along the axes of the ground; -1: there are none */
    Axes on;                     /* the rod's, along the axes of the ball's j, or of its i if that is the body that turns; */
    NumAxes along, ground;       /* along those of i, as rates are, and of the ground */
} TapeBall;

typedef struct {
    Recorder *rec;
    const Tree *tree;
    Node *node;
    NumSpin *a; /* bias of each body */
    int free, rank;
    int *independent, *dependent, *rows; /* rates, behind them spins; rows of `cut`, then of spins, in the order of pivots */
    int balls, spins;                    /* the first of the balls are those that spin */
    TapeBall *ball;
    bool *plain_ball; /* of each node: its ball does not spin, whatever lines there are */
    Num *turn; /* of each row: its counted angle, once it is there */
    Num *LU;
    Num *G, *T;      /* rows x rates; the same along axes of rods */
    NumSpin *column; /* of each body, for each rate of the tree */
} TapeTree;
/* A row of the loops as it is recorded. */
typedef struct {
    NumRow row;
    const TapeBall *spin; /* the rates of a ball along its line; NULL: it is none */
    bool plain; /* a sum of rates: */
    int u[2];   /* of these; otherwise the bodies */
    double share[2];
    Num motion[3];
} CutRow;

static inline const SystemJoint *joint_of(const TapeTree *w, const Node *node) {
    return node->is.joint >= 0 ? &w->rec->s->joint[node->is.joint] : NULL;
}
static inline NumSpin carried(Tape *t, const NumSpin *parent, Num3 r) {
    return (NumSpin){n3_add(t, parent->line, n3_cross(t, parent->turn, r)), parent->turn};
}
static inline NumSpin spin_add(Tape *t, const NumSpin *a, const NumSpin *b) {
    return (NumSpin){n3_add(t, a->line, b->line), n3_add(t, a->turn, b->turn)};
}
static inline NumSpin spin_scale(Tape *t, Num k, const NumSpin *a) {
    return (NumSpin){n3_scale(t, k, a->line), n3_scale(t, k, a->turn)};
}
static inline Num spins_dot(Tape *t, const NumSpin *a, const NumSpin *b) {
    return n_add(t, n3_dot(t, a->line, b->line), n3_dot(t, a->turn, b->turn));
}
static inline Num spin_dot(Tape *t, Num3 force, Num3 moment, const NumSpin *v) {
    return n_add(t, n3_dot(t, force, v->line), n3_dot(t, moment, v->turn));
}
static inline double row_scale(const TapeTree *w, int r) {
    return r < w->tree->cut.rows && w->tree->cut.row[r].metres ? 1 / w->rec->s->length : 1;
}

typedef struct { Num *mass, *bias, *push; } NumInertia;
/* M, what velocities cause, and forces on the bodies, of n coordinates that bodies move with as `way` says; w->a: their bias. */
void jd_tape_tree_inertia(TapeTree *w, const NumSpin *way, int n, NumInertia to);
void jd_tape_tree_pose(TapeTree *w);                                       /* places */
void jd_tape_tree_twist(TapeTree *w);                                      /* velocities and bias */
void jd_tape_tree_accelerate(TapeTree *w, const Num *udot, NumSpin *a);    /* for rates' rates; NULL: none */
void jd_tape_tree_columns(TapeTree *w);                                    /* how all bodies move with each rate alone */
int jd_tape_tree_coordinate(const TapeTree *w, int u);                     /* of a rate; -1: it is a part of a quaternion */
CutRow jd_tape_tree_row(TapeTree *w, int r);
Num jd_tape_tree_row_along(TapeTree *w, const CutRow *row, int u);
void jd_tape_tree_follow(TapeTree *w, Num *b, Num *x);                     /* dependent rates that meet numbers of the rows: A x = -b. b is spoilt */

/* balls.c. Which lines rods turn about, by rows along rates at the start (G) and at another place; then which balls follow. */
typedef struct { const double *G, *other_G, *q, *other_q; } BallPlaces;
void jd_tape_balls_spin(TapeTree *w, const BallPlaces *at);
int jd_tape_balls_find(TapeTree *w); /* a node of a ball that spins, of whose rates loops leave some independent; -1: there is none */
void jd_tape_balls_take(TapeTree *w, int *states); /* their quaternions in the state; those that follow are left out */
void jd_tape_balls_turn(TapeTree *w);              /* axes of rods at this place, their rows in G, and T from G */
void jd_tape_balls_rows(const TapeTree *w, Num *b); /* numbers of rows along axes of rods, */
void jd_tape_balls_rates(const TapeTree *w, Num *x); /* and dependent rates back from there */
int jd_tape_balls_unknowns(const TapeTree *w);
void jd_tape_balls_start(const TapeTree *w, double *start);
void jd_tape_balls_place(TapeTree *w, const Num *unknown);
void jd_tape_balls_step(TapeTree *w, const Num *x, Num *step); /* x: changes of the dependent rates */

#endif
