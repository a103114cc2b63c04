/* SPDX-License-Identifier: MIT
 *
 * Planar trees of revolutes with nothing but uniform gravity: the pass of planar.c and
 * solve.c for lone turns (turn.h), with as few numbers of a node as that takes and its
 * weight at the joint's point. theory (9.1)-(9.7) */
#include "tree/turn.h"

/* What never changes of a node. */
struct TurnNode {
    TurnJoint joint;
    double mass, turning;
    int parent, body, above; /* as of TreeNode */
};

/* Numbers of a node in the order of work->nodes, which has more room than this. */
typedef struct {
    Vec2 r, k;  /* from the parent's joint; to the centre of mass */
    double wp2; /* the parent's angular velocity, squared */
    TurnLoad load;
    double d; /* 1 / load.ww */
    Vec2 a;
    double aw;
} Hinge;

static bool is_turns(const JdSystem *s, const Tree *tree) {
    if (s->space != JD_PLANAR || tree->cut.rows || s->forces || s->inputs || s->rigid) return false;
    if (s->gravity_kind != GRAVITY_UNIFORM) return false;
    for (int n = 0; n < tree->nodes; n++)
        if (tree->node[n].shape != NODE_TURN) return false;
    return tree->nodes > 0;
}

bool jd_tree_turns_make(JdSystem *s, Tree *tree) {
    if (!is_turns(s, tree)) return true;
    TurnNode *turns = ARENA_NEW(&s->arena, TurnNode, tree->nodes);
    for (int n = 0; n < tree->nodes && turns; n++) {
        const TreeNode *node = &tree->node[n];
        turns[n] = (TurnNode){turn_joint(node), node->mass, node->turning,
                              node->parent,     node->body, node->above};
    }
    tree->turns = turns;
    return turns != NULL;
}

/* Where a body is and how it moves; of a bare one only how it is turned and how fast it turns,
 * which is all that rates need. */
static inline __attribute__((always_inline)) TurnWay move(const TurnNode *node, PlanarBody *body,
                                                          double q, double u, bool bare) {
    const PlanarBody *parent = &body[node->parent];
    PlanarBody *b = &body[node->body];
    const TurnWay way =
        bare ? turn_attitude(&node->joint, parent, q, b) : turn_pose(&node->joint, parent, q, b);
    if (bare)
        turn_spin(node->joint.sign, parent, u, b);
    else
        turn_twist(node->joint.sign, parent, way, u, b);
    return way;
}

/* Bodies, and what each of them is by itself. */
static inline __attribute__((always_inline)) void
go_out(const TreeAt *at, Hinge *turn, const double *q, const double *u, bool bare) {
    const TurnNode *nodes = at->tree->turns;
    const Vec3 g = at->system->gravity;
    PlanarBody *body = at->motion->bodies;
    for (int n = 0; n < at->tree->nodes; n++) {
        const TurnNode *node = &nodes[n];
        const TurnWay way = move(node, body, q[n], u[n], bare);
        const PlanarBody *b = &body[node->body];
        const double wp = body[node->parent].w;
        Hinge *t = &turn[n];
        t->r = node->above >= 0 ? vec2_add(turn[node->above].k, way.to) : way.to;
        t->k = way.k;
        t->wp2 = wp * wp;
        const double m = node->mass, x = way.k.x, y = way.k.y, hx = -m * y, hy = m * x,
                     w2 = b->w * b->w, px = -m * (w2 * x + g.x), py = -m * (w2 * y + g.y);
        t->load =
            (TurnLoad){m, 0, m, hx, hy, node->turning + hy * x - hx * y, px, py, x * py - y * px};
    }
}

static void go_in(const Tree *tree, Hinge *turn) {
    for (int n = tree->nodes - 1; n >= 0; n--) {
        const int above = tree->turns[n].above;
        Hinge *t = &turn[n];
        t->d = 1 / t->load.ww;
        if (above < 0) continue;
        const TurnLoad up = turn_inward(&t->load, t->d, t->r, vec2_scale(-t->wp2, t->r));
        TurnLoad *to = &turn[above].load;
        to->xx += up.xx, to->xy += up.xy, to->yy += up.yy;
        to->hx += up.hx, to->hy += up.hy, to->ww += up.ww;
        to->px += up.px, to->py += up.py, to->pw += up.pw;
    }
}

void jd_tree_turns(const TreeAt *at, const double *q, const double *u, double *udot) {
    const Tree *tree = at->tree;
    Hinge *turn = (Hinge *)(void *)at->work->nodes;
    jd_tree_ground_planar(at->motion->bodies);
    if (at->motion->bare)
        go_out(at, turn, q, u, true);
    else
        go_out(at, turn, q, u, false);
    go_in(tree, turn);
    static const Hinge ground = {.aw = 0};
    for (int n = 0; n < tree->nodes; n++) {
        const TurnNode *node = &tree->turns[n];
        Hinge *t = &turn[n];
        const Hinge *up = node->above >= 0 ? &turn[node->above] : &ground;
        t->a.x = up->a.x - up->aw * t->r.y - t->wp2 * t->r.x;
        t->a.y = up->a.y + up->aw * t->r.x - t->wp2 * t->r.y;
        t->aw = -t->d * (t->load.pw + t->load.hx * t->a.x + t->load.hy * t->a.y);
        udot[n] = node->joint.sign * (t->aw - up->aw);
    }
}
