/* SPDX-License-Identifier: MIT
 *
 * Bodies by the coordinates of a tree of joints, for the formulations that have such. */
#ifndef JD_TREE_H
#define JD_TREE_H

#include "loop/loop.h"
#include "loop/space.h"
#include "rows/rows.h"

typedef struct TreeNode TreeNode;
typedef struct Hinges Hinges;
typedef struct TurnNode TurnNode;
typedef struct {
    int nodes, nq, nu;      /* bodies, coordinates, rates */
    const TreeNode *node;   /* parents first */
    const int *node_of;     /* of each body; -1: the ground */
    RowSet cut;             /* rows of joints outside the tree, couplings, drives */
    const int *row;         /* of each row of `cut`: the same among all rows */
    const bool *in_tree;    /* of each joint */
    const double *ease;     /* of each body, along its coordinates: 1 over its mass, or over a usual one where it has none */
    int dependent;          /* rows of `cut` that follow from others; */
    const bool *late;       /* of each row of `cut`, where some of those are of velocities: it is one. NULL: none. Then */
    int holding;            /* so many rows of positions come first, which follow from no others */
    size_t node_size;       /* numbers of a node */
    const Hinges *hinges;   /* of a tree of hinges in space: hinges.c; NULL: any other */
    const TurnNode *turns;  /* of a planar one of revolutes under gravity alone: turns.c; NULL: any other */
} Tree;

/* For each joint. */
bool jd_tree_frees(JdSystem *system, const Tree *tree, TreeFree **frees);

/* Numbers of a tree at one instant. */
typedef struct {
    double *nodes;          /* tree->node_size each: tree.h */
    double *hinges;         /* of a tree of hinges */
    double *Q;              /* forces on the bodies, as the kernel has them */
    double *effort;         /* and along the rates */
    RowWork cut;
    double *push;           /* what of a unit of each row of `cut` reaches the joints, along all rates */
    double *yield;          /* how joints yield to a row, then changes of rates: two for each rate */
    int *met;               /* rates of the joints that a row meets */
    double *S, *lambda, *g; /* what rows of `cut` do to each other; their multipliers; right-hand side */
    double *scale;          /* of each row of `cut`: what it would do to free bodies */
    int *order;             /* rows of `cut` in the order of their pivots */
    double ratio;           /* lowest pivot against its scale */
    int lowest;             /* and its row */
} TreeWork;

/* A tree at one instant. */
typedef struct {
    const JdSystem *system;
    const Tree *tree;
    TreeWork *work;
    Motion *motion;
} TreeAt;

/* Whether a joint says where its bodies are, so that it can be in a tree. */
bool jd_tree_may_have(const SystemJoint *joint);
/* Which joints a spanning tree has. cut: of each joint, it must not; NULL: as it comes. False: no memory in the arena. */
bool jd_tree_choose(const JdSystem *system, Arena *arena, const bool *cut, Graph *graph, bool *in_tree);
bool jd_tree_make(JdSystem *system, Tree *tree, const bool *cut);
void jd_tree_layout(const JdSystem *system, const Tree *tree, TreeWork *work, Layout *layout);
void jd_tree_keep(TreeWork *work, Keeper *keeper); /* numbers that are in no array */
void jd_tree_init(const JdSystem *system, const Tree *tree, TreeWork *work);
/* Coordinates and rates from the bodies, after kernel->move; quaternions on the side of those of `like`, NULL: on any. */
void jd_tree_read(const JdSystem *system, const Tree *tree, const Motion *motion, const double *like, double *q, double *u);
/* Bodies (and what the tree itself needs) from coordinates and rates. */
void jd_tree_move(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion,
                  const double *q, const double *u);
/* Values and rates of its rows, which others look for among all rows. */
void jd_tree_tell_rows(const Tree *tree, const RowWork *cut, Motion *motion);
/* Rates of the coordinates. */
void jd_tree_derivative(const JdSystem *system, const Tree *tree, const double *q, const double *u, double *rates);
void jd_tree_increment(const JdSystem *system, const Tree *tree, const double *step, double *q);
/* The place of node n's quaternion among the coordinates; -1: it has none. */
int jd_tree_attitude(const JdSystem *system, const Tree *tree, int n);
/* Quaternions of an accepted step put in order; true: something was changed. */
bool jd_tree_tidy(const JdSystem *system, const Tree *tree, double *q);
/* Largest error of coordinates and rates (from `first` on), lengths by the mechanism's: theory (6.2). */
double jd_tree_error(const JdSystem *system, const Tree *tree, int first, const double *y0, const double *y1,
                     const double *error);
/* Entries that are not always zero of [M G^T; G 0], G: the rows of `cut` along the rates. */
double jd_tree_entries(const Tree *tree);
/* What a rate moves: a free of the joint that carries the body; without one the body floats. */
typedef struct {
    int body, joint, free; /* joint: -1 if it floats; free: x, y, z, then turns */
    bool slide;
} TreeRate;
TreeRate jd_tree_rate(const JdSystem *system, const Tree *tree, int rate);
/* Says so if a body at the end of the tree has nothing that resists its joint. */
bool jd_tree_check(const JdSystem *system, const Tree *tree, JdLog *log);
/* Accelerations u' for the forces work->Q and the rows of `cut`, whose right-hand sides are work->g. After move and
 * kernel->rows of `cut`. */
void jd_tree_solve(const TreeAt *at, double *udot);
/* The smallest change (weighed by mass) of coordinates that meets right-hand sides work->g of the rows, by the factors
 * of the last jd_tree_solve. */
void jd_tree_correct(const TreeAt *at, double *step);

/* One node's pose; all nodes' motion. What is independent of the rest comes first: reduce.c. */
void jd_tree_ground(const JdSystem *system, Motion *motion);
void jd_tree_pose(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion, int node, const double *q);
void jd_tree_twist(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion, const double *q,
                   const double *u);
/* A row of `cut` along all rates, after kernel->rows. */
void jd_tree_row(const TreeAt *at, int group, int row, double *G);
/* Its force on one of its bodies, about the body's point. */
void jd_tree_row_force(const TreeAt *at, const Group *group, int row, int end, double *f);
/* Accelerations of the nodes for u' (NULL: zero), and J a of a row with them. */
void jd_tree_accelerate(const JdSystem *system, const Tree *tree, TreeWork *work, const double *udot);
double jd_tree_row_accel(const TreeAt *at, int group, int row);
/* M x' = h for `count` rates on which all others depend, u = B x (columns of nu numbers), with the accelerations that the
 * nodes have and the forces work->Q. twists: room for count * nodes * nv. */
void jd_tree_reduce(const TreeAt *at, int count, const double *B, double *twists, double *M, double *h);

/* What the bodies take beyond what the forces work->Q and work->effort give: by rates u and the accelerations that the nodes
 * have. twists: room for nodes * nv. */
double jd_tree_given(const TreeAt *at, const double *u, double *twists);

/* A planar tree of revolutes under uniform gravity alone: `turns` of the tree, if it is one. False: out of memory. Then bodies (unless
 * motion->bare) and accelerations in one go. */
bool jd_tree_turns_make(JdSystem *system, Tree *tree);
void jd_tree_turns(const TreeAt *at, const double *q, const double *u, double *udot);
/* A tree of hinges in space under uniform gravity and any forces, without loops: `hinges` of the tree, if it is one. False: out of
 * memory. Then bodies (unless motion->bare) from coordinates and rates; and accelerations, in the same way as above. */
bool jd_tree_hinges(JdSystem *system, Tree *tree);
size_t jd_tree_hinge_room(const Tree *tree); /* numbers of TreeWork.hinges */
void jd_tree_hinges_move(const TreeAt *at, const double *q, const double *u);
bool jd_tree_hinges_count(const Tree *tree); /* all counted turns are those of hinges */
void jd_tree_hinges_turns(const TreeAt *at, const double *u, double *rates); /* of counted turns, after move */
void jd_tree_hinges_solve(const TreeAt *at, double *udot);

/* What there is to know about a node from outside. */
typedef struct {
    int body, parent, above, joint, q, u, nu;
    bool turn, slide; /* it has just one */
    AxisName axis;
    double sign;      /* -1: the body is the joint's i */
    Vec3 near_p, far_p;
    Axes near_axes, far_axes;
    double angle;     /* in the plane: of the near frame less the far one */
} NodeInfo;
NodeInfo jd_tree_node(const Tree *tree, int node);

/* Bodies that move in parallel planes of e1 and e2: their places and motion from those in the plane (by body), and the
 * forces on them there, out of forces Q of all bodies. plane.c */
typedef struct {
    Vec3 e1, e2, normal;
    int count;
    const struct PlaneBody {
        int body;
        double height; /* of the centre of mass over the plane */
        Axes drawn;    /* body axes as drawn, along e1, e2 and the normal */
        Vec3 about;    /* the normal, along body axes */
    } *at;
} Plane;
/* Velocities are those of `body` times `rate`. */
void jd_plane_move(const JdSystem *system, Motion *motion, const Plane *plane, const LoopBody *body, double rate);
void jd_plane_forces(const JdSystem *system, const Plane *plane, const double *Q, Spin *force);
/* The same of bodies in space. space.c */
void jd_space_move(const JdSystem *system, Motion *motion, const SpaceBody *body);
/* Angles of planar bodies from the coordinates of a tree. */
void jd_tree_angles(const JdSystem *system, const Tree *tree, Motion *motion, const double *q);

#endif
