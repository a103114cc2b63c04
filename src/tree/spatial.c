/* SPDX-License-Identifier: MIT
 *
 * Bodies in space from the coordinates of a tree: theory (9.1)-(9.4). */
#include "rows/spatial.h"
#include "tree/inside.h"

static inline void set6(double *to, Vec3 v, Vec3 w) {
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
    to[3] = w.x, to[4] = w.y, to[5] = w.z;
}

static inline void set3(double *to, Vec3 a) {
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
}

static inline Vec3 get3(const double *from) {
    return vec3(from[0], from[1], from[2]);
}

/* The place of the body, once its axes are known. */
static inline void set_place(const TreeNode *node, const SpatialBody *parent, SpatialBody *body,
                             Vec3 above, Vec3 d, NodeAt at) {
    const Vec3 to = axes_out(&parent->R, node->near_p), arm = axes_out(&body->R, node->far_p);
    const Vec3 way = vec3_sub(vec3_add(to, vec3_scale(node->sign, d)), arm);
    body->p = vec3_add(parent->p, way);
    set3(at.r, vec3_add(above, way));
    set3(at.k, vec3(0, 0, 0));
    set3(at.to, to);
    set3(at.arm, arm);
    set3(at.d, d);
}

/* Its motion, from the angular velocity of j seen from i and what of its rate is due to turning
 * axes, and from the rate of d seen from i. */
static inline void set_motion(const TreeNode *node, const SpatialBody *parent, SpatialBody *body,
                              Vec3 w, Vec3 w_bias, Vec3 slide, NodeAt at) {
    const double sign = node->sign;
    const Vec3 to = get3(at.to), arm = get3(at.arm), d = get3(at.d);
    body->w = vec3_add(parent->w, vec3_scale(sign, w));
    body->own = axes_in(&body->R, body->w);
    const Vec3 wi = node->reversed ? body->w : parent->w;
    const Vec3 d_rate = vec3_add(slide, vec3_cross(wi, d));
    const Vec3 to_rate = vec3_cross(parent->w, to), arm_rate = vec3_cross(body->w, arm);
    body->v = vec3_sub(vec3_add(vec3_add(parent->v, to_rate), vec3_scale(sign, d_rate)), arm_rate);

    /* Without the accelerations of the parent and of the joint's rates. */
    const Vec3 alpha = vec3_scale(sign, w_bias);
    const Vec3 alpha_i = node->reversed ? alpha : vec3(0, 0, 0);
    const Vec3 d_bias = vec3_add(vec3_cross(wi, vec3_add(d_rate, slide)), vec3_cross(alpha_i, d));
    const Vec3 arm_bias = vec3_add(vec3_cross(body->w, arm_rate), vec3_cross(alpha, arm));
    /* From the parent's point: what turns with the parent is r less d less the arm. */
    const Vec3 fixed = vec3_add(vec3_sub(get3(at.r), vec3_scale(sign, d)), arm);
    const Vec3 fixed_bias = vec3_cross(parent->w, vec3_cross(parent->w, fixed));
    set6(at.c, vec3_sub(vec3_add(fixed_bias, vec3_scale(sign, d_bias)), arm_bias), alpha);
    set3(at.kb, vec3(0, 0, 0));
}

/* ---- One turn: its axis is on both bodies --------------------------------------------------- */

static inline void pose_turn(const TreeNode *node, const SpatialBody *parent, SpatialBody *body,
                             Vec3 above, double q, NodeAt at) {
    const Axes base = axes_on(&parent->R, &node->near_axes);
    const Axes there = axes_turned(&base, node->axis, cos(node->sign * q), sin(node->sign * q));
    body->R = axes_without(&there, &node->far_axes);
    const Vec3 to = axes_out(&parent->R, node->near_p), arm = axes_out(&body->R, node->far_p);
    body->p = vec3_sub(vec3_add(parent->p, to), arm);
    set3(at.r, vec3_add(above, to));
    set3(at.to, to);
    set3(at.k, vec3_scale(-1, arm));
    set6(at.S, vec3(0, 0, 0), vec3_scale(node->sign, axes_at(&base, node->axis)));
}

static inline void twist_turn(const SpatialBody *parent, SpatialBody *body, double u, NodeAt at) {
    const Vec3 to = get3(at.to), k = get3(at.k), w = vec3_scale(u, get3(at.S + 3));
    body->w = vec3_add(parent->w, w);
    body->own = axes_in(&body->R, body->w);
    const Vec3 k_rate = vec3_cross(body->w, k);
    body->v = vec3_add(vec3_add(parent->v, vec3_cross(parent->w, to)), k_rate);
    set6(at.c, vec3_cross(parent->w, vec3_cross(parent->w, get3(at.r))), vec3_cross(parent->w, w));
    set3(at.kb, vec3_cross(body->w, k_rate));
}

/* ---- Any frees ------------------------------------------------------------------------------ */

/* Axes of j seen from i; a ball by its quaternion. */
static Axes turn_of(const SystemJoint *joint, const double *q) {
    Axes axes = axes_none;
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        if (def->kind == FREE_BALL) return jd_quat_axes((Quat){q[f], q[f + 1], q[f + 2], q[f + 3]});
        if (def->kind == FREE_TURN) axes = axes_turned(&axes, def->axis, cos(q[f]), sin(q[f]));
    }
    return axes;
}

/* Axes of i, which is the parent or the body. */
static Axes axes_of_i(const TreeNode *node, const SpatialBody *parent, const SpatialBody *body) {
    return node->reversed ? axes_on(&body->R, &node->far_axes)
                          : axes_on(&parent->R, &node->near_axes);
}

static void pose_frees(const SystemJoint *joint, const TreeNode *node, const SpatialBody *parent,
                       SpatialBody *body, Vec3 above, const double *q, NodeAt at) {
    const Axes base = axes_on(&parent->R, &node->near_axes), turn = turn_of(joint, q);
    const Axes back = jd_axes_inverse(&turn);
    const Axes there = axes_on(&base, node->reversed ? &back : &turn);
    body->R = axes_without(&there, &node->far_axes);
    const Axes *i = node->reversed ? &there : &base;
    Axes axes = *i;
    Vec3 d = {0, 0, 0}, free[NODE_MOST];
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const double share = def->kind == FREE_SLIDE ? 1 : joint->lead[f];
        free[f] = axes_at(def->kind == FREE_TURN ? &axes : i, def->axis);
        if (share != 0) d = vec3_add(d, vec3_scale(share * q[f], free[f]));
        if (def->kind == FREE_TURN) axes = axes_turned(&axes, def->axis, cos(q[f]), sin(q[f]));
    }
    set_place(node, parent, body, above, d, at);

    const Vec3 arm = get3(at.arm), lever = node->reversed ? vec3_add(arm, d) : arm;
    for (int f = 0; f < joint->frees; f++) {
        const Vec3 e = vec3_scale(node->sign, free[f]);
        const bool slide = joint->free[f]->kind == FREE_SLIDE;
        const Vec3 v = vec3_sub(vec3_scale(joint->lead[f], e), vec3_cross(e, lever));
        set6(at.S + 6 * f, slide ? e : v, slide ? vec3(0, 0, 0) : e);
    }
}

static void twist_frees(const SystemJoint *joint, const TreeNode *node, const SpatialBody *parent,
                        SpatialBody *body, const double *q, const double *u, NodeAt at) {
    const Axes i = axes_of_i(node, parent, body);
    Vec3 w = {0, 0, 0}, slide = {0, 0, 0}, bias = {0, 0, 0};
    /* Of a body that is i its own angular velocity is known only once all turns are added up. */
    for (int pass = 0; pass < 2; pass++) {
        const Vec3 wi = node->reversed ? vec3_sub(parent->w, w) : parent->w;
        Axes axes = i;
        Vec3 turning = wi;
        w = slide = bias = vec3(0, 0, 0);
        for (int f = 0; f < joint->frees; f++) {
            const FreeDef *def = joint->free[f];
            const bool turns = def->kind == FREE_TURN;
            const Vec3 e = axes_at(turns ? &axes : &i, def->axis), part = vec3_scale(u[f], e);
            if (def->kind == FREE_SLIDE) {
                slide = vec3_add(slide, part);
                continue;
            }
            slide = vec3_add(slide, vec3_scale(joint->lead[f], part));
            bias = vec3_add(bias, vec3_cross(turns ? turning : wi, part));
            w = vec3_add(w, part);
            if (!turns) continue;
            turning = vec3_add(turning, part);
            axes = axes_turned(&axes, def->axis, cos(q[f]), sin(q[f]));
        }
        if (!node->reversed) break;
    }
    set_motion(node, parent, body, w, bias, slide, at);
}

/* ---- Bodies that float: rates are velocity, and angular velocity along their own axes ------- */

static void pose_float(const SpatialBody *parent, SpatialBody *body, const double *q, NodeAt at) {
    body->R = jd_quat_axes((Quat){q[3], q[4], q[5], q[6]});
    body->p = vec3(q[0], q[1], q[2]);
    set3(at.r, vec3_sub(body->p, parent->p));
    set3(at.k, vec3(0, 0, 0));
    for (int k = 0; k < 3; k++) {
        const Vec3 e = axes_at(&axes_none, (AxisName)k), own = axes_at(&body->R, (AxisName)k);
        set6(at.S + 6 * k, e, vec3(0, 0, 0));
        set6(at.S + 6 * (k + 3), vec3(0, 0, 0), own);
    }
}

static void twist_float(SpatialBody *body, const double *u, NodeAt at) {
    body->v = vec3(u[0], u[1], u[2]);
    body->own = vec3(u[3], u[4], u[5]);
    body->w = axes_out(&body->R, body->own);
    for (int k = 0; k < 6; k++) at.c[k] = 0;
    set3(at.kb, vec3(0, 0, 0));
}

/* ---- The whole ------------------------------------------------------------------------------ */

void jd_node_pose_spatial(const JdSystem *s, const TreeNode *node, NodeAt at, const double *above,
                          void *bodies, const double *q) {
    SpatialBody *body = (SpatialBody *)bodies + node->body;
    const SpatialBody *parent = (const SpatialBody *)bodies + node->parent;
    const Vec3 k = above ? get3(above) : vec3(0, 0, 0);
    if (node->shape == NODE_TURN)
        pose_turn(node, parent, body, k, q[node->q], at);
    else if (node->shape == NODE_FLOAT)
        pose_float(parent, body, q + node->q, at);
    else
        pose_frees(&s->joint[node->joint], node, parent, body, k, q + node->q, at);
}

void jd_node_twist_spatial(const JdSystem *s, const TreeNode *node, NodeAt at, void *bodies,
                           const double *q, const double *u) {
    SpatialBody *body = (SpatialBody *)bodies + node->body;
    const SpatialBody *parent = (const SpatialBody *)bodies + node->parent;
    if (node->shape == NODE_TURN)
        twist_turn(parent, body, u[node->u], at);
    else if (node->shape == NODE_FLOAT)
        twist_float(body, u + node->u, at);
    else
        twist_frees(&s->joint[node->joint], node, parent, body, q + node->q, u + node->u, at);
}

void jd_tree_move_spatial(const JdSystem *s, const Tree *tree, TreeWork *w, Motion *motion,
                          const double *q, const double *u) {
    SpatialBody *body = motion->bodies;
    body[0] = (SpatialBody){.R = axes_none};
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        const NodeAt at = node_at(node_numbers(tree, w, n), 6, node->nu);
        jd_node_pose_spatial(s, node, at, node_above(tree, w, node, 6), body, q);
        jd_node_twist_spatial(s, node, at, body, q, u);
    }
}

void jd_tree_ground_spatial(void *bodies) {
    *(SpatialBody *)bodies = (SpatialBody){.R = axes_none};
}
