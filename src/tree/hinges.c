/* SPDX-License-Identifier: MIT
 *
 * Trees of hinges in space: the same as spatial.c and solve.c, written out for joints of
 * one turn, since robots and chains are made of it. theory 9.3. Hinges of equal depth do not know
 * each other: where there are enough of them, two go side by side, in the two lanes of a register;
 * the numbers of each are those that it has alone. */
#include "rows/spatial.h"
#include "tree/inside.h"
#include "tree/body.h"
#include <string.h>

enum { MOST_LANES = 2 };

/* Hinges side by side. */
typedef struct {
    int lanes;            /* that are hinges; the last one fills the others */
    int node[MOST_LANES]; /* of each lane, */
    int up[MOST_LANES];   /* and where its parent is: unit times lanes, and lane; -1: the ground */
    bool straight;        /* parents lie side by side in the same order, or are the ground: */
    int above;            /* their unit; -1: the ground */
} HingeUnit;

struct Hinges {
    int lanes, units;
    HingeUnit *unit;
    void *is;  /* constants of each unit: hinge_pass.h */
    int *turn; /* of each counted turn: the node that it is the angle of; NULL: some are of no node
                */
    Axes *far; /* of each node: its joint's axes on its body, z along the joint */
    bool bodies; /* forces and others need the bodies before there are accelerations, */
    bool acts;   /* and there are such forces */
};

#define LANES 1
#include "tree/hinge_pass.h"
#define LANES 2
#include "tree/hinge_pass.h"

/* ---- Which trees ---------------------------------------------------------------------------- */

static bool is_of_hinges(const JdSystem *s, const Tree *tree) {
    if (s->space == JD_PLANAR || tree->cut.rows || s->gravity_kind != GRAVITY_UNIFORM) return false;
    for (int n = 0; n < tree->nodes; n++)
        if (tree->node[n].shape != NODE_TURN) return false;
    return tree->nodes > 0;
}

/* Efforts on hinges need no bodies: their coordinates are at hand. */
static bool only_efforts(const JdSystem *s) {
    for (int k = 0; k < s->forces; k++)
        if (s->force[k].type->target != FORCE_ON_FREE) return false;
    return !s->slots && !s->rigid && !s->nodes;
}

/* The hinge between these frames; -1: there is none. */
static int hinge_of(const JdSystem *s, const Tree *tree, const SystemTurn *turn) {
    const int body[] = {s->frame[turn->frame_i].body, s->frame[turn->frame_j].body};
    for (int side = 0; side < 2; side++) {
        const int n = tree->node_of[body[side]];
        const SystemJoint *joint = n < 0 ? NULL : &s->joint[tree->node[n].joint];
        if (joint && joint->frame_i == turn->frame_i && joint->frame_j == turn->frame_j &&
            turn->lock.about.count == 1 && turn->lock.about.axes[0] == tree->node[n].axis)
            return n;
    }
    return -1;
}

/* Angles of hinges change as their coordinates do: they need no bodies. */
static bool find_turns(JdSystem *s, const Tree *tree, Hinges *h) {
    int *turn = ARENA_NEW(&s->arena, int, s->turns + 1);
    if (!turn) return false;
    for (int t = 0; t < s->turns; t++)
        if ((turn[t] = hinge_of(s, tree, &s->turn[t])) < 0) return true;
    h->turn = turn;
    return true;
}

/* ---- Side by side --------------------------------------------------------------------------- */

typedef struct {
    const Tree *tree;
    Hinges *h;
    int *first, *next; /* children of each node (behind them those of the ground): the first, and
                          the next of the same parent */
    int *slot;         /* of each node */
    int *left;         /* nodes of a depth that have found no one yet */
} Pairing;

static int slot_of(const Pairing *p, int node) {
    return node < 0 ? -1 : p->slot[node];
}

static void add_unit(Pairing *p, int a, int b, bool straight) {
    const int lanes = p->h->lanes, n = p->h->units++;
    HingeUnit *unit = &p->h->unit[n];
    const int above = p->tree->node[a].above;
    *unit = (HingeUnit){.lanes = b < 0 ? 1 : 2, .node = {a, b < 0 ? a : b}};
    for (int l = 0; l < lanes; l++) unit->up[l] = slot_of(p, p->tree->node[unit->node[l]].above);
    p->slot[a] = lanes * n;
    if (b >= 0) p->slot[b] = lanes * n + 1;
    unit->straight = straight || lanes == 1 || unit->up[0] < 0;
    for (int l = 1; l < lanes; l++)
        unit->straight = unit->straight && (unit->up[l] < 0) == (above < 0);
    unit->above = above < 0 ? -1 : p->slot[above] / lanes;
}

/* Children of both lanes of a unit go straight behind it; what is left over is paired as it comes.
 */
static int pair_children(Pairing *p, int a, int b, int lefts) {
    int from = p->first[a], other = b < 0 ? -1 : p->first[b];
    for (; from >= 0 && other >= 0; from = p->next[from], other = p->next[other])
        add_unit(p, from, other, true);
    for (; from >= 0; from = p->next[from]) p->left[lefts++] = from;
    for (; other >= 0; other = p->next[other]) p->left[lefts++] = other;
    return lefts;
}

static void pair_left(Pairing *p, int lefts) {
    for (int k = 0; k < lefts; k += p->h->lanes) {
        const bool two = p->h->lanes > 1 && k + 1 < lefts;
        const int above = p->tree->node[p->left[k]].above;
        /* Alone behind one that is alone. */
        const bool alone =
            !two && (above < 0 || p->h->unit[p->slot[above] / p->h->lanes].lanes == 1);
        add_unit(p, p->left[k], two ? p->left[k + 1] : -1, alone);
    }
}

static void make_units(Pairing *p) {
    const int ground = p->tree->nodes;
    p->h->units = 0;
    pair_left(p, pair_children(p, ground, -1, 0));
    for (int from = 0; from < p->h->units;) {
        const int end = p->h->units; /* one depth of the tree */
        int lefts = 0;
        for (; from < end; from++) {
            const HingeUnit *unit = &p->h->unit[from];
            lefts = pair_children(p, unit->node[0], unit->lanes > 1 ? unit->node[1] : -1, lefts);
        }
        pair_left(p, lefts);
    }
}

static bool pair_up(const Tree *tree, Hinges *h) {
    Arena scratch = {0};
    const int nodes = tree->nodes;
    Pairing p = {.tree = tree, .h = h};
    p.first = ARENA_NEW(&scratch, int, nodes + 1);
    p.next = ARENA_NEW(&scratch, int, nodes + 1);
    p.slot = ARENA_NEW(&scratch, int, nodes + 1);
    p.left = ARENA_NEW(&scratch, int, nodes + 1);
    const bool room = !scratch.failed;
    for (int n = 0; n <= nodes && room; n++) p.first[n] = -1;
    for (int n = nodes - 1; n >= 0 && room; n--) {
        const int above = tree->node[n].above < 0 ? nodes : tree->node[n].above;
        p.next[n] = p.first[above], p.first[above] = n;
    }
    for (h->lanes = MOST_LANES; h->lanes > 0 && room; h->lanes--) {
        make_units(&p);
        if (4 * h->units <= 3 * nodes || h->lanes == 1)
            break; /* otherwise it is not worth the moves */
    }
    jd_arena_free(&scratch);
    return room;
}

/* ---- Constants ------------------------------------------------------------------------------ */

/* Of a hinge: numbers of HingeIs in their order. */
enum { HINGE_NUMBERS = 21 };
_Static_assert(sizeof(HingeIs1) == HINGE_NUMBERS * sizeof(double), "numbers of a hinge");

typedef struct {
    double xx, yy, zz, xy, xz, yz;
} Moments;

/* About the joint's point, along `axes` on the body. */
static Moments moments_of(const SystemBody *body, const Axes *axes, Vec3 k) {
    const double *J = body->turning, m = body->mass;
    const Vec3 x = axes->x, y = axes->y, z = axes->z;
    return (Moments){
        J[0] * x.x * x.x + J[1] * x.y * x.y + J[2] * x.z * x.z + m * (k.y * k.y + k.z * k.z),
        J[0] * y.x * y.x + J[1] * y.y * y.y + J[2] * y.z * y.z + m * (k.x * k.x + k.z * k.z),
        J[0] * z.x * z.x + J[1] * z.y * z.y + J[2] * z.z * z.z + m * (k.x * k.x + k.y * k.y),
        J[0] * x.x * y.x + J[1] * x.y * y.y + J[2] * x.z * y.z - m * k.x * k.y,
        J[0] * x.x * z.x + J[1] * x.y * z.y + J[2] * x.z * z.z - m * k.x * k.z,
        J[0] * y.x * z.x + J[1] * y.y * z.y + J[2] * y.z * z.z - m * k.y * k.z};
}

/* Axes with z along the joint, as its rate turns the body. */
static Axes along_joint(const Axes *of, const TreeNode *node) {
    const AxisName after[] = {AXIS_Y, AXIS_Z, AXIS_X};
    const AxisName x = after[node->axis], y = after[x];
    Axes to = {axes_at(of, x), axes_at(of, y), axes_at(of, node->axis)};
    if (node->sign < 0) to.y = vec3_scale(-1, to.y), to.z = vec3_scale(-1, to.z);
    return to;
}

static Axes turned(const Axes *of, double angle) {
    return axes_turned(of, AXIS_Z, cos(angle), sin(angle));
}

static void fill_hinge(const JdSystem *s, const Tree *tree, Hinges *h, int n, double *to) {
    const TreeNode *node = &tree->node[n];
    const SystemBody *body = &s->body[node->body];
    Axes near = along_joint(&node->near_axes, node), far = along_joint(&node->far_axes, node);
    Vec3 k = axes_in(&far, vec3_scale(-1, node->far_p));
    const Moments first = moments_of(body, &far, k);
    const double by = 0.5 * atan2(2 * first.xy, first.xx - first.yy); /* so that xy is zero */
    near = turned(&near, by), far = turned(&far, by);
    k = axes_in(&far, vec3_scale(-1, node->far_p));
    const Moments m = moments_of(body, &far, k);
    const bool hangs = node->above >= 0;
    const Axes up = hangs ? h->far[node->above] : axes_none;
    const Vec3 from = hangs ? tree->node[node->above].far_p : vec3(0, 0, 0);
    const Axes K = jd_axes_relative(&up, &near);
    const Vec3 r = axes_in(&up, vec3_sub(node->near_p, from)), mk = vec3_scale(body->mass, k);
    const double numbers[HINGE_NUMBERS] = {K.x.x, K.x.y,      K.x.z, K.y.x, K.y.y, K.y.z, K.z.x,
                                           K.z.y, K.z.z,      r.x,   r.y,   r.z,   mk.x,  mk.y,
                                           mk.z,  body->mass, m.xx,  m.yy,  m.zz,  m.xz,  m.yz};
    h->far[n] = far;
    for (int c = 0; c < HINGE_NUMBERS; c++) to[c * h->lanes] = numbers[c];
}

bool jd_tree_hinges(JdSystem *s, Tree *tree) {
    if (!is_of_hinges(s, tree)) return true;
    Hinges *h = ARENA_NEW(&s->arena, Hinges, 1);
    if (!h) return false;
    h->unit = ARENA_NEW(&s->arena, HingeUnit, tree->nodes);
    h->far = ARENA_NEW(&s->arena, Axes, tree->nodes);
    if (s->arena.failed || !pair_up(tree, h)) return false;
    double *is = ARENA_NEW(&s->arena, double, h->units * h->lanes * HINGE_NUMBERS);
    if (!is) return false;
    for (int k = 0; k < h->units; k++)
        for (int l = 0; l < h->lanes; l++)
            fill_hinge(s, tree, h, h->unit[k].node[l], is + k * h->lanes * HINGE_NUMBERS + l);
    h->is = is;
    if (!find_turns(s, tree, h)) return false;
    h->bodies = !only_efforts(s) || !h->turn;
    h->acts = s->forces || s->rigid;
    tree->hinges = h;
    return true;
}

size_t jd_tree_hinge_room(const Tree *tree) {
    const Hinges *h = tree->hinges;
    if (!h) return 0;
    return (size_t)h->units * (h->lanes == 1 ? sizeof(HingeNow1) : sizeof(HingeNow2)) /
           sizeof(double);
}

/* ---- One instant ---------------------------------------------------------------------------- */

static Vec3 lane3(const double *from, int lanes) {
    return vec3(from[0], from[lanes], from[2 * lanes]);
}

/* The unit's numbers as doubles, and how far what begins with them is from there. */
static double *unit_numbers(const Hinges *h, double *now, int k) {
    return now +
           (size_t)k * (h->lanes == 1 ? sizeof(HingeNow1) : sizeof(HingeNow2)) / sizeof(double);
}

/* Bodies from the axes and angular velocities of the units. */
static void fill_bodies(const Hinges *h, const Tree *tree, double *now, SpatialBody *body) {
    body[0] = (SpatialBody){.R = axes_none};
    for (int k = 0; k < h->units; k++)
        for (int l = 0; l < h->unit[k].lanes; l++) {
            const int n = h->unit[k].node[l], lanes = h->lanes;
            const TreeNode *node = &tree->node[n];
            const double *at = unit_numbers(h, now, k) + l;
            const SpatialBody *parent = &body[node->parent];
            SpatialBody *b = &body[node->body];
            const Axes E = {lane3(at, lanes), lane3(at + 3 * lanes, lanes),
                            lane3(at + 6 * lanes, lanes)};
            b->R = axes_without(&E, &h->far[n]);
            const Vec3 to = axes_out(&parent->R, node->near_p), arm = axes_out(&b->R, node->far_p);
            b->p = vec3_sub(vec3_add(parent->p, to), arm);
            b->w = lane3(at + 9 * lanes, lanes);
            b->own = axes_in(&b->R, b->w);
            b->v = vec3_sub(vec3_add(parent->v, vec3_cross(parent->w, to)), vec3_cross(b->w, arm));
        }
}

/* Applied forces Q at the centres of mass, moments along body axes. */
static void apply(const Hinges *h, const Tree *tree, double *now, const SpatialBody *body,
                  const double *Q) {
    const size_t at_f =
        (h->lanes == 1 ? offsetof(HingeNow1, load.f) : offsetof(HingeNow2, load.f)) /
        sizeof(double);
    for (int k = 0; k < h->units; k++)
        for (int l = 0; l < h->unit[k].lanes; l++) {
            const TreeNode *node = &tree->node[h->unit[k].node[l]];
            const double *own = Q + 6 * (node->body - 1);
            double *f = unit_numbers(h, now, k) + at_f + l;
            const Axes *R = &body[node->body].R;
            const Vec3 force = vec3(own[0], own[1], own[2]),
                       moment = axes_out(R, vec3(own[3], own[4], own[5]));
            const Vec3 arm = axes_out(R, node->far_p),
                       about = vec3_sub(moment, vec3_cross(arm, force));
            const double parts[] = {force.x, force.y, force.z, about.x, about.y, about.z};
            for (int c = 0; c < 6; c++) f[c * h->lanes] -= parts[c];
        }
}

void jd_tree_hinges_move(const TreeAt *at, const double *q, const double *u) {
    const Hinges *h = at->tree->hinges;
    double *now = at->work->hinges;
    if (h->lanes == 1)
        go_out1(h, (HingeNow1 *)(void *)now, at->system->gravity, q, u);
    else
        go_out2(h, (HingeNow2 *)(void *)now, at->system->gravity, q, u);
    if (h->bodies || !at->motion->bare) fill_bodies(h, at->tree, now, at->motion->bodies);
}

bool jd_tree_hinges_count(const Tree *tree) {
    return tree->hinges->turn != NULL;
}

void jd_tree_hinges_turns(const TreeAt *at, const double *u, double *rates) {
    const Hinges *h = at->tree->hinges;
    for (int t = 0; t < at->system->turns && h->turn; t++) rates[t] = u[h->turn[t]];
    if (at->system->turns && !h->turn)
        at->system->kernel->turn_rates(at->system, at->motion, rates);
}

void jd_tree_hinges_solve(const TreeAt *at, double *udot) {
    const Hinges *h = at->tree->hinges;
    TreeWork *w = at->work;
    const bool pushed = h->acts && h->bodies;
    memset(w->effort, 0, (size_t)at->tree->nu * sizeof(double));
    if (pushed) memset(w->Q, 0, 6 * (size_t)at->tree->nodes * sizeof(double));
    jd_forces_add(at->system, at->motion, w->Q);
    if (pushed) apply(h, at->tree, w->hinges, at->motion->bodies, w->Q);
    if (h->lanes == 1) {
        go_in1(h, (HingeNow1 *)(void *)w->hinges, w->effort);
        answer1(h, (HingeNow1 *)(void *)w->hinges, udot);
    } else {
        go_in2(h, (HingeNow2 *)(void *)w->hinges, w->effort);
        answer2(h, (HingeNow2 *)(void *)w->hinges, udot);
    }
}
