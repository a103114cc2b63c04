/* SPDX-License-Identifier: MIT
 *
 * Planar trees of revolutes with nothing but uniform gravity: the same as tree_planar.c and
 * tree_solve.c, written out, since chains are made of it. All is taken at the joints' points:
 * theory (9.1)-(9.7) with S = (0, 0, 1). */
#include "system/planar.h"
#include "system/tree.h"

/* Numbers of a node in the order of work->nodes, which has more room than this. */
typedef struct {
    double rx, ry, kx, ky;         /* from the parent's joint; to the centre of mass */
    double xx, xy, yy, hx, hy, ww; /* articulated inertia */
    double px, py, pw;             /* force that is needed for no acceleration */
    double d;                      /* 1 / ww */
    double ax, ay, aw;
} Hinge;

bool jd_tree_is_turns(const JdSystem *s, const Tree *tree) {
    if (s->space != JD_PLANAR || tree->cut.rows || s->forces || s->inputs || s->rigid) return false;
    if (s->gravity_kind != GRAVITY_UNIFORM) return false;
    for (int n = 0; n < tree->nodes; n++)
        if (tree->node[n].shape != NODE_TURN) return false;
    return tree->nodes > 0;
}

/* Outwards: places and velocities, and what each body is by itself. */
static void go_out(const JdSystem *s, const Tree *tree, Hinge *turn, PlanarBody *body,
                   const double *q, const double *u) {
    const double gx = s->gravity.x, gy = s->gravity.y;
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        const PlanarBody *from = &body[node->parent];
        PlanarBody *b = &body[node->body];
        Hinge *t = &turn[n];
        const double angle = from->angle + node->angle + node->sign * q[n], c = cos(angle),
                     si = sin(angle), wp = from->w, w = wp + node->sign * u[n];
        const double tx = from->c * node->near_p.x - from->s * node->near_p.y,
                     ty = from->s * node->near_p.x + from->c * node->near_p.y;
        const double kx = si * node->far_p.y - c * node->far_p.x,
                     ky = -si * node->far_p.x - c * node->far_p.y;
        b->angle = angle, b->c = c, b->s = si, b->w = w;
        b->x = from->x + tx + kx, b->y = from->y + ty + ky;
        b->vx = from->vx - wp * ty - w * ky, b->vy = from->vy + wp * tx + w * kx;
        const Hinge *above = node->above >= 0 ? &turn[node->above] : NULL;
        t->rx = above ? above->kx + tx : tx, t->ry = above ? above->ky + ty : ty;
        t->kx = kx, t->ky = ky;
        const double m = node->mass, hx = -m * ky, hy = m * kx, w2 = w * w;
        const double px = -m * (w2 * kx + gx), py = -m * (w2 * ky + gy);
        t->xx = t->yy = m, t->xy = 0;
        t->hx = hx, t->hy = hy, t->ww = node->turning + hy * kx - hx * ky;
        t->px = px, t->py = py, t->pw = kx * py - ky * px;
    }
}

static void go_in(const Tree *tree, Hinge *turn, const PlanarBody *body) {
    for (int n = tree->nodes - 1; n >= 0; n--) {
        const TreeNode *node = &tree->node[n];
        Hinge *t = &turn[n];
        const double d = t->d = 1 / t->ww;
        if (node->above < 0) continue;
        Hinge *to = &turn[node->above];
        const double wp = body[node->parent].w, wp2 = -wp * wp, rx = t->rx, ry = t->ry,
                     cx = wp2 * rx, cy = wp2 * ry, gx = d * t->hx, gy = d * t->hy;
        const double xx = t->xx - gx * t->hx, xy = t->xy - gx * t->hy, yy = t->yy - gy * t->hy;
        const double fx = t->px + xx * cx + xy * cy - gx * t->pw,
                     fy = t->py + xy * cx + yy * cy - gy * t->pw;
        const double hx = rx * xy - ry * xx, hy = rx * yy - ry * xy;
        to->xx += xx, to->xy += xy, to->yy += yy;
        to->hx += hx, to->hy += hy, to->ww += rx * hy - ry * hx;
        to->px += fx, to->py += fy, to->pw += rx * fy - ry * fx;
    }
}

void jd_tree_turns(const TreeAt *at, const double *q, const double *u, double *udot) {
    const Tree *tree = at->tree;
    PlanarBody *body = at->motion->bodies;
    Hinge *turn = (Hinge *)(void *)at->work->nodes;
    body[0] = (PlanarBody){.c = 1};
    go_out(at->system, tree, turn, body, q, u);
    go_in(tree, turn, body);
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        Hinge *t = &turn[n];
        const Hinge *up = node->above >= 0 ? &turn[node->above] : NULL;
        const double wp = body[node->parent].w, wp2 = wp * wp, aw = up ? up->aw : 0;
        const double ax = (up ? up->ax : 0) - aw * t->ry - wp2 * t->rx,
                     ay = (up ? up->ay : 0) + aw * t->rx - wp2 * t->ry;
        t->ax = ax, t->ay = ay;
        t->aw = -t->d * (t->pw + t->hx * ax + t->hy * ay);
        udot[n] = node->sign * (t->aw - aw);
    }
}
