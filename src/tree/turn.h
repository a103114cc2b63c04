/* SPDX-License-Identifier: MIT
 *
 * A lone turn of a tree in the plane, written out, since chains are made of it: theory (9.1)-(9.6) with S = (0, 0, 1), at the
 * joint's point. The one source of it for planar.c and solve.c, which keep its numbers as those of any node, and for
 * turns.c, which goes through trees of nothing else. */
#ifndef JD_TREE_TURN_H
#define JD_TREE_TURN_H

#include "rows/planar.h"
#include "tree/inside.h"

static inline Vec2 on_body(const PlanarBody *b, Vec3 p) {
    return vec2(b->c * p.x - b->s * p.y, b->s * p.x + b->c * p.y);
}

static inline void set_angle(PlanarBody *b, double angle) {
    b->angle = angle;
    b->c = cos(angle);
    b->s = sin(angle);
}

/* What never changes of it: TreeNode. */
typedef struct { Vec3 near_p, far_p; double angle, sign; } TurnJoint;

static inline TurnJoint turn_joint(const TreeNode *node) {
    return (TurnJoint){node->near_p, node->far_p, node->angle, node->sign};
}

/* Ways of the joint's point: from the parent's centre of mass, and to the body's own. */
typedef struct { Vec2 to, k; } TurnWay;

/* How the body is turned; and where it is then. */
static inline TurnWay turn_attitude(const TurnJoint *joint, const PlanarBody *parent, double q, PlanarBody *body) {
    set_angle(body, parent->angle + joint->angle + joint->sign * q);
    return (TurnWay){on_body(parent, joint->near_p), vec2_scale(-1, on_body(body, joint->far_p))};
}
static inline TurnWay turn_pose(const TurnJoint *joint, const PlanarBody *parent, double q, PlanarBody *body) {
    const TurnWay way = turn_attitude(joint, parent, q, body);
    body->x = parent->x + way.to.x + way.k.x;
    body->y = parent->y + way.to.y + way.k.y;
    return way;
}

/* How fast it turns; and how its centre of mass moves then. */
static inline void turn_spin(double sign, const PlanarBody *parent, double u, PlanarBody *body) {
    body->w = parent->w + sign * u;
}
static inline void turn_twist(double sign, const PlanarBody *parent, TurnWay way, double u, PlanarBody *body) {
    const double wp = parent->w, w = wp + sign * u;
    body->w = w;
    body->vx = parent->vx - wp * way.to.y - w * way.k.y;
    body->vy = parent->vy + wp * way.to.x + w * way.k.x;
}

/* What a body with all that hangs on it shows its joint: inertia (of the symmetric matrix [xx xy hx; . yy hy; . . ww]), and the
 * force that is needed for no acceleration. */
typedef struct { double xx, xy, yy, hx, hy, ww, px, py, pw; } TurnLoad;

/* What of it is left for the parent once the joint gives way, at the parent's point: r to it, c its acceleration when the
 * parent and the joint's rate have none, d = 1 / ww. */
static inline TurnLoad turn_inward(const TurnLoad *own, double d, Vec2 r, Vec2 c) {
    const double gx = d * own->hx, gy = d * own->hy;
    const double xx = own->xx - gx * own->hx, xy = own->xy - gx * own->hy, yy = own->yy - gy * own->hy;
    const double fx = own->px + xx * c.x + xy * c.y - gx * own->pw, fy = own->py + xy * c.x + yy * c.y - gy * own->pw;
    const double hx = r.x * xy - r.y * xx, hy = r.x * yy - r.y * xy;
    return (TurnLoad){xx, xy, yy, hx, hy, r.x * hy - r.y * hx, fx, fy, r.x * fy - r.y * fx};
}

#endif
