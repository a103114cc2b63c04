/* SPDX-License-Identifier: MIT
 *
 * Inside trees. Twists, accelerations and forces of a body are taken at one point of it, along ground axes: (v, w) and
 * (force, moment), three numbers in the plane and six in space. The point is the joint's own for a lone turn, where that
 * makes most numbers zero, and the centre of mass otherwise. */
#ifndef JD_TREE_INSIDE_H
#define JD_TREE_INSIDE_H

#include "tree/tree.h"

/* NODE_FREES: several frees, or one that is a ball or a screw. NODE_FLOAT: the coordinates of the body itself. */
typedef enum { NODE_TURN, NODE_SLIDE, NODE_FREES, NODE_FLOAT } NodeShape;

struct TreeNode {
    int body, parent; /* parent 0: the ground */
    int above;        /* node of the parent; -1: the ground */
    int joint;        /* -1: it floats */
    bool reversed;    /* the body is the joint's i */
    NodeShape shape;
    int q, u, nq, nu; /* its first coordinate and rate, and how many */
    int up;           /* rates between it and the ground, its own among them */
    bool leaf;        /* nothing hangs on it */
    AxisName axis;    /* of a lone turn or slide */
    double sign;      /* -1: reversed */
    Vec3 near_p, far_p;     /* the joint's frames: on the parent, on the body */
    Axes near_axes, far_axes;
    double angle;           /* in the plane: of the near frame less the far one */
    double mass, turning;   /* and of its body, about the normal */
};

/* Numbers of a node, one behind the other: where the parts are for n numbers of a twist. */
typedef struct {
    double *r;  /* 3: from the parent's point to its own */
    double *k;  /* 3: from its point to its centre of mass, */
    double *kb; /* 3: and the acceleration of that against the point which turning causes */
    double *c;  /* n: its acceleration when the parent and the rates of its joint have none */
    double *S;  /* nu * n: its twist for each rate of its joint */
    double *I;  /* n * n: articulated inertia: of the body and all that hangs on it */
    double *U;  /* nu * n: I S */
    double *D;  /* nu * nu: inverse of S^T I S */
    double *p;  /* n: force that is needed for no acceleration */
    double *a;  /* n: acceleration */
    double *t;  /* nu: force along the rates of its joint */
    double *to, *arm, *d; /* 3: of its frames on the parent and on itself, and from M to N, along ground axes */
} NodeAt;

enum { NODE_MOST = 6 }; /* rates of a joint */
enum { SIDE_BY_SIDE = 6 }; /* rows of a joint that go in together */

static inline NodeAt node_at(double *numbers, int n, int nu) {
    NodeAt at = {.r = numbers};
    at.to = at.r + 3;
    at.arm = at.to + 3;
    at.d = at.arm + 3;
    at.k = at.d + 3;
    at.kb = at.k + 3;
    at.c = at.kb + 3;
    at.p = at.c + n;
    at.a = at.p + n;
    at.I = at.a + n;
    at.S = at.I + n * n;
    at.U = at.S + nu * n;
    at.D = at.U + nu * n;
    at.t = at.D + nu * nu;
    return at;
}

/* Where the node's numbers begin. */
static inline double *node_numbers(const Tree *tree, const TreeWork *w, int node) {
    return w->nodes + tree->node_size * (size_t)node;
}

/* k of the node above; NULL: the ground. */
static inline const double *node_above(const Tree *tree, const TreeWork *w, const TreeNode *node, int n) {
    return node->above < 0 ? NULL : node_at(node_numbers(tree, w, node->above), n, 1).k;
}

/* Pose of one node from its coordinates, and its motion from its rates; its parent's are there, and `above` is k of the
 * parent's node. */
void jd_node_pose_planar(const JdSystem *system, const TreeNode *node, NodeAt at, const double *above, void *bodies,
                         const double *q);
void jd_node_twist_planar(const JdSystem *system, const TreeNode *node, NodeAt at, void *bodies, const double *q,
                          const double *u);
void jd_node_pose_spatial(const JdSystem *system, const TreeNode *node, NodeAt at, const double *above, void *bodies,
                          const double *q);
void jd_node_twist_spatial(const JdSystem *system, const TreeNode *node, NodeAt at, void *bodies, const double *q,
                           const double *u);
/* The multipliers of the rows of `cut`: S as L D L^T, then S lambda = b. */
void jd_tree_factor(const Tree *tree, TreeWork *work);
void jd_tree_multipliers(const Tree *tree, TreeWork *work, const double *b);

void jd_tree_ground_planar(void *bodies);
void jd_tree_ground_spatial(void *bodies);
void jd_tree_move_planar(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion, const double *q,
                         const double *u);
void jd_tree_move_spatial(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion, const double *q,
                          const double *u);

#endif
