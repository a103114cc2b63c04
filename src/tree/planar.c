/* SPDX-License-Identifier: MIT
 *
 * Planar bodies from the coordinates of a tree: theory (9.1)-(9.4). */
#include "tree/turn.h"

static inline void set3(double *to, double a, double b, double c) {
    to[0] = a;
    to[1] = b;
    to[2] = c;
}

static inline void set2(double *to, Vec2 a) {
    to[0] = a.x;
    to[1] = a.y;
}

static inline Vec2 get2(const double *from) {
    return vec2(from[0], from[1]);
}

/* By the way from the parent's centre of mass to its own. `above`: from the parent's point to that
 * centre. */
static inline void set_place(PlanarBody *body, const PlanarBody *parent, Vec2 way, Vec2 above,
                             NodeAt at) {
    body->x = parent->x + way.x;
    body->y = parent->y + way.y;
    set2(at.r, vec2_add(above, way));
    set3(at.k, 0, 0, 0);
}

/* ---- One turn ------------------------------------------------------------------------------- */

static inline void pose_turn(const TreeNode *node, const PlanarBody *parent, PlanarBody *body,
                             Vec2 above, double q, NodeAt at) {
    const TurnJoint joint = turn_joint(node);
    const TurnWay way = turn_pose(&joint, parent, q, body);
    set2(at.to, way.to);
    set2(at.r, vec2_add(above, way.to));
    set2(at.k, way.k);
    set3(at.S, 0, 0, node->sign);
}

static inline void twist_turn(const TreeNode *node, const PlanarBody *parent, PlanarBody *body,
                              double u, NodeAt at) {
    const Vec2 k = get2(at.k), r = get2(at.r);
    turn_twist(node->sign, parent, (TurnWay){get2(at.to), k}, u, body);
    const double wp2 = parent->w * parent->w, w2 = body->w * body->w;
    set3(at.c, -wp2 * r.x, -wp2 * r.y, 0);
    set2(at.kb, vec2(-w2 * k.x, -w2 * k.y));
}

/* ---- Slides along x and y of i and at most one turn, which comes last ----------------------- */

typedef struct {
    double turn;
    Vec2 slide;
} Parts;

static Parts parts_of(const SystemJoint *joint, const double *numbers) {
    Parts parts = {0};
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        if (def->kind != FREE_SLIDE)
            parts.turn = numbers[f];
        else if (def->axis == AXIS_X)
            parts.slide.x = numbers[f];
        else
            parts.slide.y = numbers[f];
    }
    return parts;
}

/* The x axis of i. */
static inline Vec2 x_axis(const TreeNode *node, const PlanarBody *parent, const PlanarBody *body) {
    return node->reversed ? on_body(body, node->far_axes.x) : on_body(parent, node->near_axes.x);
}

static inline Vec2 along(Vec2 x, Vec2 parts) {
    return vec2_add(vec2_scale(parts.x, x), vec2_scale(parts.y, vec2_turn90(x)));
}

static void pose_frees(const SystemJoint *joint, const TreeNode *node, const PlanarBody *parent,
                       PlanarBody *body, Vec2 above, const double *q, NodeAt at) {
    const Parts parts = parts_of(joint, q);
    set_angle(body, parent->angle + node->angle + node->sign * parts.turn);
    const Vec2 x = x_axis(node, parent, body), d = along(x, parts.slide);
    const Vec2 to = on_body(parent, node->near_p), arm = on_body(body, node->far_p);
    set2(at.to, to);
    set2(at.arm, arm);
    set2(at.d, d);
    set_place(body, parent, vec2_sub(vec2_add(to, vec2_scale(node->sign, d)), arm), above, at);

    /* A turn of the body moves its centre about N; if the body is i, d turns with it. */
    const Vec2 lever = node->reversed ? vec2_add(arm, d) : arm;
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const Vec2 way = def->axis == AXIS_X ? x : vec2_turn90(x);
        if (def->kind == FREE_SLIDE)
            set3(at.S + 3 * f, node->sign * way.x, node->sign * way.y, 0);
        else
            set3(at.S + 3 * f, node->sign * lever.y, -node->sign * lever.x, node->sign);
    }
}

static void twist_frees(const SystemJoint *joint, const TreeNode *node, const PlanarBody *parent,
                        PlanarBody *body, const double *u, NodeAt at) {
    const Parts parts = parts_of(joint, u);
    const Vec2 to = get2(at.to), arm = get2(at.arm), d = get2(at.d);
    body->w = parent->w + node->sign * parts.turn;
    const Vec2 v = along(x_axis(node, parent, body), parts.slide);
    const double wp = parent->w, w = body->w, wi = node->reversed ? w : wp; /* d turns with i */
    const Vec2 d_rate = vec2_scale(node->sign, vec2_add(v, vec2_scale(wi, vec2_turn90(d))));
    const Vec2 d_bias = vec2_scale(
        node->sign, vec2_sub(vec2_scale(2 * wi, vec2_turn90(v)), vec2_scale(wi * wi, d)));
    body->vx = parent->vx - wp * to.y + d_rate.x + w * arm.y;
    body->vy = parent->vy + wp * to.x + d_rate.y - w * arm.x;
    /* From the parent's point: what turns with the parent is r less d less the arm. */
    const Vec2 r = get2(at.r), way = vec2_scale(node->sign, d);
    const Vec2 fixed = vec2_add(vec2_sub(r, way), arm);
    set3(at.c, d_bias.x - wp * wp * fixed.x + w * w * arm.x,
         d_bias.y - wp * wp * fixed.y + w * w * arm.y, 0);
    set2(at.kb, vec2(0, 0));
}

/* ---- Bodies that float ---------------------------------------------------------------------- */

static void pose_float(const PlanarBody *parent, PlanarBody *body, const double *q, NodeAt at) {
    set_angle(body, q[2]);
    set_place(body, parent, vec2(q[0] - parent->x, q[1] - parent->y), vec2(0, 0), at);
    for (int k = 0; k < 9; k++) at.S[k] = k % 4 == 0;
}

static void twist_float(PlanarBody *body, const double *u, NodeAt at) {
    body->vx = u[0], body->vy = u[1], body->w = u[2];
    set3(at.c, 0, 0, 0);
    set2(at.kb, vec2(0, 0));
}

/* ---- The whole ------------------------------------------------------------------------------ */

void jd_node_pose_planar(const JdSystem *s, const TreeNode *node, NodeAt at, const double *above,
                         void *bodies, const double *q) {
    PlanarBody *body = (PlanarBody *)bodies + node->body;
    const PlanarBody *parent = (const PlanarBody *)bodies + node->parent;
    const Vec2 k = above ? get2(above) : vec2(0, 0);
    if (node->shape == NODE_TURN)
        pose_turn(node, parent, body, k, q[node->q], at);
    else if (node->shape == NODE_FLOAT)
        pose_float(parent, body, q + node->q, at);
    else
        pose_frees(&s->joint[node->joint], node, parent, body, k, q + node->q, at);
}

void jd_node_twist_planar(const JdSystem *s, const TreeNode *node, NodeAt at, void *bodies,
                          const double *q, const double *u) {
    PlanarBody *body = (PlanarBody *)bodies + node->body;
    const PlanarBody *parent = (const PlanarBody *)bodies + node->parent;
    (void)q;
    if (node->shape == NODE_TURN)
        twist_turn(node, parent, body, u[node->u], at);
    else if (node->shape == NODE_FLOAT)
        twist_float(body, u + node->u, at);
    else
        twist_frees(&s->joint[node->joint], node, parent, body, u + node->u, at);
}

void jd_tree_move_planar(const JdSystem *s, const Tree *tree, TreeWork *w, Motion *motion,
                         const double *q, const double *u) {
    PlanarBody *body = motion->bodies;
    body[0] = (PlanarBody){.c = 1};
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        const NodeAt at = node_at(node_numbers(tree, w, n), 3, node->nu);
        const double *above = node_above(tree, w, node, 3);
        if (node->shape == NODE_TURN) {
            pose_turn(node, &body[node->parent], &body[node->body],
                      above ? get2(above) : vec2(0, 0), q[node->q], at);
            twist_turn(node, &body[node->parent], &body[node->body], u[node->u], at);
            continue;
        }
        jd_node_pose_planar(s, node, at, above, body, q);
        jd_node_twist_planar(s, node, at, body, q, u);
    }
}

void jd_tree_ground_planar(void *bodies) {
    *(PlanarBody *)bodies = (PlanarBody){.c = 1};
}

void jd_tree_angles(const JdSystem *s, const Tree *tree, Motion *m, const double *q) {
    PlanarBody *body = m->bodies;
    (void)s;
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        body[node->body].angle = body[node->parent].angle + node->angle +
                                 (node->shape == NODE_TURN ? node->sign * q[node->q] : 0);
    }
}
