/* SPDX-License-Identifier: MIT
 *
 * Planar trees of revolutes with nothing but uniform gravity: the pass of planar.c and
 * solve.c for lone turns (turn.h), with as few numbers of a node as that takes and its
 * weight at the joint's point. theory (9.1)-(9.7) */
#include "tree/turn.h"

/* Numbers of a node in the order of work->nodes, which has more room than this. */
typedef struct {
    Vec2 r, k; /* from the parent's joint; to the centre of mass */
    TurnLoad load;
    double d; /* 1 / load.ww */
    Vec2 a;
    double aw;
} Hinge;

bool jd_tree_is_turns(const JdSystem *s, const Tree *tree) {
    if (s->space != JD_PLANAR || tree->cut.rows || s->forces || s->inputs || s->rigid) return false;
    if (s->gravity_kind != GRAVITY_UNIFORM) return false;
    for (int n = 0; n < tree->nodes; n++)
        if (tree->node[n].shape != NODE_TURN) return false;
    return tree->nodes > 0;
}

/* Places and velocities, and what each body is by itself. */
static void go_out(const JdSystem *s, const Tree *tree, Hinge *turn, PlanarBody *body,
                   const double *q, const double *u) {
    const Vec3 g = s->gravity;
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        const PlanarBody *parent = &body[node->parent];
        PlanarBody *b = &body[node->body];
        const TurnWay way = turn_pose(node, parent, q[n], b);
        turn_twist(node, parent, way, u[n], b);
        Hinge *t = &turn[n];
        t->r = node->above >= 0 ? vec2_add(turn[node->above].k, way.to) : way.to;
        t->k = way.k;
        const double m = node->mass, x = way.k.x, y = way.k.y, hx = -m * y, hy = m * x,
                     w2 = b->w * b->w, px = -m * (w2 * x + g.x), py = -m * (w2 * y + g.y);
        t->load =
            (TurnLoad){m, 0, m, hx, hy, node->turning + hy * x - hx * y, px, py, x * py - y * px};
    }
}

static void go_in(const Tree *tree, Hinge *turn, const PlanarBody *body) {
    for (int n = tree->nodes - 1; n >= 0; n--) {
        const TreeNode *node = &tree->node[n];
        Hinge *t = &turn[n];
        t->d = 1 / t->load.ww;
        if (node->above < 0) continue;
        const double wp = body[node->parent].w;
        const TurnLoad up = turn_inward(&t->load, t->d, t->r, vec2_scale(-wp * wp, t->r));
        TurnLoad *to = &turn[node->above].load;
        to->xx += up.xx, to->xy += up.xy, to->yy += up.yy;
        to->hx += up.hx, to->hy += up.hy, to->ww += up.ww;
        to->px += up.px, to->py += up.py, to->pw += up.pw;
    }
}

void jd_tree_turns(const TreeAt *at, const double *q, const double *u, double *udot) {
    const Tree *tree = at->tree;
    PlanarBody *body = at->motion->bodies;
    Hinge *turn = (Hinge *)(void *)at->work->nodes;
    jd_tree_ground_planar(body);
    go_out(at->system, tree, turn, body, q, u);
    go_in(tree, turn, body);
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        Hinge *t = &turn[n];
        const Hinge *up = node->above >= 0 ? &turn[node->above] : NULL;
        const double wp = body[node->parent].w, wp2 = wp * wp, aw = up ? up->aw : 0;
        t->a.x = (up ? up->a.x : 0) - aw * t->r.y - wp2 * t->r.x;
        t->a.y = (up ? up->a.y : 0) + aw * t->r.x - wp2 * t->r.y;
        t->aw = -t->d * (t->load.pw + t->load.hx * t->a.x + t->load.hy * t->a.y);
        udot[n] = node->sign * (t->aw - aw);
    }
}
