/* SPDX-License-Identifier: MIT
 *
 * A lone turn of a tree in the plane, written out, since chains are made of it: theory (9.1)-(9.6) with S = (0, 0, 1), at the
 * joint's point. The one source of it for tree_planar.c and tree_solve.c, which keep its numbers as those of any node, and for
 * tree_turns.c, which goes through trees of nothing else. */
#ifndef JD_TREE_TURN_H
#define JD_TREE_TURN_H

#include "system/planar.h"
#include "system/tree.h"

static inline Vec2 on_body(const PlanarBody *b, Vec3 p) {
    return vec2(b->c * p.x - b->s * p.y, b->s * p.x + b->c * p.y);
}

static inline void set_angle(PlanarBody *b, double angle) {
    b->angle = angle;
    jd_sincos(angle, &b->s, &b->c);
}

/* Ways of the joint's point: from the parent's centre of mass, and to the body's own. */
typedef struct { Vec2 to, k; } TurnWay;

static inline TurnWay turn_pose(const TreeNode *node, const PlanarBody *parent, double q, PlanarBody *body) {
    set_angle(body, parent->angle + node->angle + node->sign * q);
    const TurnWay way = {on_body(parent, node->near_p), vec2_scale(-1, on_body(body, node->far_p))};
    body->x = parent->x + way.to.x + way.k.x;
    body->y = parent->y + way.to.y + way.k.y;
    return way;
}

static inline void turn_twist(const TreeNode *node, const PlanarBody *parent, TurnWay way, double u, PlanarBody *body) {
    const double wp = parent->w, w = wp + node->sign * u;
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
