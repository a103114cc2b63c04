/* SPDX-License-Identifier: MIT
 *
 * Bodies by the coordinates of a tree, with recorded numbers, in the plane and in space alike: what
 * is zero in the plane is never written. theory (9.1)-(9.4) */
#include "record/tree.h"
#include <string.h>

/* ---- Places --------------------------------------------------------------------------------- */

NumAxes jd_record_quaternion(Tape *t, const Num *q) {
    const Num w = q[0], x = q[1], y = q[2], z = q[3], one = n_num(t, 1);
    const Num size = n_add(t, n_add(t, n_square(t, w), n_square(t, x)),
                           n_add(t, n_square(t, y), n_square(t, z)));
    const Num k = n_div(t, n_num(t, 2), size);
    const Num kx = n_mul(t, k, x), ky = n_mul(t, k, y), kz = n_mul(t, k, z);
    const Num xx = n_mul(t, kx, x), yy = n_mul(t, ky, y), zz = n_mul(t, kz, z);
    const Num xy = n_mul(t, kx, y), yz = n_mul(t, ky, z), zx = n_mul(t, kz, x);
    const Num wx = n_mul(t, kx, w), wy = n_mul(t, ky, w), wz = n_mul(t, kz, w);
    return (NumAxes){n3(n_sub(t, one, n_add(t, yy, zz)), n_add(t, xy, wz), n_sub(t, zx, wy)),
                     n3(n_sub(t, xy, wz), n_sub(t, one, n_add(t, zz, xx)), n_add(t, yz, wx)),
                     n3(n_add(t, zx, wy), n_sub(t, yz, wx), n_sub(t, one, n_add(t, xx, yy)))};
}

static NumAxes turned(Tape *t, const NumAxes *E, AxisName axis, Num angle) {
    const Num c = n_cos(t, angle), s = n_sin(t, angle);
    Num3 *const in[3] = {&((NumAxes *)E)->x, &((NumAxes *)E)->y, &((NumAxes *)E)->z};
    const Num3 a = *in[(axis + 1) % 3], b = *in[(axis + 2) % 3];
    NumAxes to = *E;
    Num3 *const out[3] = {&to.x, &to.y, &to.z};
    *out[(axis + 1) % 3] = n3_add(t, n3_scale(t, c, a), n3_scale(t, s, b));
    *out[(axis + 2) % 3] = n3_sub(t, n3_scale(t, c, b), n3_scale(t, s, a));
    return to;
}

static NumAxes turn_of(TapeTree *w, const SystemJoint *joint, const Num *q) {
    Tape *t = w->rec->t;
    NumAxes axes = n_axes(t, &axes_none);
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        if (def->kind == FREE_BALL) return jd_record_quaternion(t, q + f);
        if (def->kind == FREE_TURN) axes = turned(t, &axes, def->axis, q[f]);
    }
    return axes;
}

static void pose_float(TapeTree *w, Node *node) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    NumBody *body = &rec->body[node->is.body];
    const Num *q = rec->q + node->is.q, one = n_num(t, 1);
    const NumAxes none = n_axes(t, &axes_none);
    memset(node->S, 0, sizeof node->S);
    if (rec->s->space == JD_PLANAR) {
        body->p = n3(q[0], q[1], 0);
        body->R = turned(t, &none, AXIS_Z, q[2]);
        node->S[0].line.x = node->S[1].line.y = node->S[2].turn.z = one;
    } else {
        body->p = n3(q[0], q[1], q[2]);
        body->R = jd_record_quaternion(t, q + 3);
        for (int k = 0; k < 3; k++) {
            node->S[k].line = n_axes_at(&none, (AxisName)k);
            node->S[k + 3].turn = n_axes_at(&body->R, (AxisName)k);
        }
    }
    node->r = body->p;
}

static void pose_joint(TapeTree *w, Node *node) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const SystemJoint *joint = joint_of(w, node);
    const NumBody *parent = &rec->body[node->is.parent];
    NumBody *body = &rec->body[node->is.body];
    const bool reversed = node->is.sign < 0;
    const Num sign = n_num(t, node->is.sign), *q = rec->q + node->is.q;
    const NumAxes near = n_axes(t, &node->is.near_axes), far = n_axes(t, &node->is.far_axes);
    const NumAxes base = n_axes_absolute(t, &parent->R, &near), turn = turn_of(w, joint, q),
                  back = n_axes_inverse(&turn), out = n_axes_inverse(&far);
    const NumAxes there = n_axes_absolute(t, &base, reversed ? &back : &turn);
    body->R = n_axes_absolute(t, &there, &out);
    node->i = reversed ? there : base;
    NumAxes axes = node->i;
    node->d = n3(0, 0, 0);
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const double share = def->kind == FREE_SLIDE ? 1 : joint->lead[f];
        node->e[f] = n_axes_at(def->kind == FREE_TURN ? &axes : &node->i, def->axis);
        if (share != 0)
            node->d = n3_add(t, node->d, n3_scale(t, n_scale(t, share, q[f]), node->e[f]));
        if (def->kind == FREE_TURN) axes = turned(t, &axes, def->axis, q[f]);
    }
    const int frame[2] = {joint->frame_i, joint->frame_j};
    node->to = n_axes_out(t, &parent->R, jd_record_point(rec, frame[reversed]));
    node->arm = n_axes_out(t, &body->R, jd_record_point(rec, frame[!reversed]));
    node->r = n3_sub(t, n3_add(t, node->to, n3_scale(t, sign, node->d)), node->arm);
    body->p = n3_add(t, parent->p, node->r);

    const Num3 lever = reversed ? n3_add(t, node->arm, node->d) : node->arm;
    for (int f = 0; f < joint->frees; f++) {
        const Num3 e = n3_scale(t, sign, node->e[f]);
        const bool slide = joint->free[f]->kind == FREE_SLIDE;
        const Num3 v = n3_sub(t, n3_scale(t, n_num(t, joint->lead[f]), e), n3_cross(t, e, lever));
        node->S[f] = (NumSpin){slide ? e : v, slide ? n3(0, 0, 0) : e};
    }
}

void jd_tape_tree_pose(TapeTree *w) {
    w->rec->body[0] = (NumBody){.R = n_axes(w->rec->t, &axes_none)};
    for (int n = 0; n < w->tree->nodes; n++)
        if (w->node[n].is.joint < 0)
            pose_float(w, &w->node[n]);
        else
            pose_joint(w, &w->node[n]);
}

/* ---- Velocities and bias -------------------------------------------------------------------- */

/* As twist_frees and set_motion of tree/spatial.c. */
static void bias_of_joint(TapeTree *w, Node *node) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const SystemJoint *joint = joint_of(w, node);
    const Num *q = rec->q + node->is.q, *u = rec->u + node->is.u, sign = n_num(t, node->is.sign);
    const Num3 wp = rec->body[node->is.parent].v.turn, wb = rec->body[node->is.body].v.turn;
    const Num3 wi = node->is.sign < 0 ? wb : wp;
    Num3 turning = wi, slide = n3(0, 0, 0), bias = n3(0, 0, 0);
    NumAxes axes = node->i;
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const Num3 part = n3_scale(t, u[f], node->e[f]);
        if (def->kind == FREE_SLIDE) {
            slide = n3_add(t, slide, part);
            continue;
        }
        slide = n3_add(t, slide, n3_scale(t, n_num(t, joint->lead[f]), part));
        const bool turns = def->kind == FREE_TURN;
        bias = n3_add(t, bias, n3_cross(t, turns ? turning : wi, part));
        if (!turns) continue;
        turning = n3_add(t, turning, part);
        axes = turned(t, &axes, def->axis, q[f]);
    }
    const Num3 alpha = n3_scale(t, sign, bias), none = n3(0, 0, 0);
    const Num3 d_rate = n3_add(t, slide, n3_cross(t, wi, node->d));
    const Num3 d_bias = n3_add(t, n3_cross(t, wi, n3_add(t, d_rate, slide)),
                               n3_cross(t, node->is.sign < 0 ? alpha : none, node->d));
    const Num3 arm_bias =
        n3_add(t, n3_cross(t, wb, n3_cross(t, wb, node->arm)), n3_cross(t, alpha, node->arm));
    const Num3 fixed = n3_cross(t, wp, n3_cross(t, wp, node->to));
    node->c = (NumSpin){n3_sub(t, n3_add(t, fixed, n3_scale(t, sign, d_bias)), arm_bias), alpha};
}

void jd_tape_tree_twist(TapeTree *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    for (int n = 0; n < w->tree->nodes; n++) {
        Node *node = &w->node[n];
        NumSpin v = carried(t, &rec->body[node->is.parent].v, node->r);
        for (int f = 0; f < node->is.nu; f++) {
            const NumSpin part = spin_scale(t, rec->u[node->is.u + f], &node->S[f]);
            v = spin_add(t, &v, &part);
        }
        rec->body[node->is.body].v = v;
        node->c = (NumSpin){{0, 0, 0}, {0, 0, 0}};
        if (node->is.joint >= 0) bias_of_joint(w, node);
    }
}

/* Accelerations for rates' rates (NULL: none). */
void jd_tape_tree_accelerate(TapeTree *w, const Num *udot, NumSpin *a) {
    Tape *t = w->rec->t;
    a[0] = (NumSpin){{0, 0, 0}, {0, 0, 0}};
    for (int n = 0; n < w->tree->nodes; n++) {
        const Node *node = &w->node[n];
        NumSpin to = carried(t, &a[node->is.parent], node->r);
        to = spin_add(t, &to, &node->c);
        for (int f = 0; f < node->is.nu && udot; f++) {
            const NumSpin part = spin_scale(t, udot[node->is.u + f], &node->S[f]);
            to = spin_add(t, &to, &part);
        }
        a[node->is.body] = to;
    }
}

/* How all bodies move with each rate alone. */
void jd_tape_tree_columns(TapeTree *w) {
    Tape *t = w->rec->t;
    const int nu = w->tree->nu;
    for (int n = 0; n < w->tree->nodes; n++) {
        const Node *node = &w->node[n];
        NumSpin *own = w->column + node->is.body * nu, *parent = w->column + node->is.parent * nu;
        for (int u = 0; u < nu; u++) own[u] = carried(t, &parent[u], node->r);
        for (int f = 0; f < node->is.nu; f++)
            own[node->is.u + f] = spin_add(t, &own[node->is.u + f], &node->S[f]);
    }
}

/* ---- Rates of the coordinates --------------------------------------------------------------- */
/* The coordinate of a rate; -1: it is a part of a quaternion. */
int jd_tape_tree_coordinate(const TapeTree *w, int u) {
    for (int n = 0; n < w->tree->nodes; n++) {
        const NodeInfo *node = &w->node[n].is;
        if (u < node->u || u >= node->u + node->nu) continue;
        const SystemJoint *joint = joint_of(w, &w->node[n]);
        const int f = u - node->u;
        const bool ball =
            joint ? joint->free[f]->kind == FREE_BALL : w->rec->s->space == JD_SPATIAL && f > 2;
        return ball ? -1 : node->q + f;
    }
    return -1;
}

/* q' of a quaternion: of a body that floats by its own angular velocity, of a ball by that along
 * the axes of i. */
void jd_record_quaternion_rate(Tape *t, const Num *q, const Num *w, bool floats, Num *out) {
    const Num half = n_num(t, 0.5);
    const Num3 n = n3(q[1], q[2], q[3]), v = n3(w[0], w[1], w[2]);
    const Num3 across = floats ? n3_cross(t, n, v) : n3_cross(t, v, n);
    const Num3 rate = n3_scale(t, half, n3_add(t, n3_scale(t, q[0], v), across));
    out[0] = n_neg(t, n_mul(t, half, n3_dot(t, n, v)));
    out[1] = rate.x, out[2] = rate.y, out[3] = rate.z;
}

void jd_record_tree_rates(Recorder *rec) {
    const TapeTree *w = rec->tree;
    for (int k = 0; k < w->tree->nodes; k++) {
        const NodeInfo *node = &w->node[k].is;
        for (int f = 0; f < node->nu; f++) {
            const int q = jd_tape_tree_coordinate(w, node->u + f),
                      at = q < 0 ? -1 : rec->state_of_q[q];
            if (at >= 0) rec->rate[at] = rec->u[node->u + f];
        }
        const SystemJoint *joint = joint_of(w, &w->node[k]);
        int first = -1;
        for (int f = 0; f < node->nu && first < 0; f++)
            if (jd_tape_tree_coordinate(w, node->u + f) < 0) first = f;
        if (first < 0) continue;
        Num out[4];
        jd_record_quaternion_rate(rec->t, rec->q + node->q + first, rec->u + node->u + first,
                                  !joint, out);
        for (int n = 0; n < 4; n++) {
            const int at = rec->state_of_q[node->q + first + n];
            if (at >= 0) rec->rate[at] = out[n];
        }
    }
    for (int u = 0; u < w->tree->nu; u++)
        if (rec->state_of_u[u] >= 0) rec->rate[rec->state_of_u[u]] = rec->udot[u];
}
