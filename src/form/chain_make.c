/* SPDX-License-Identifier: MIT
 *
 * Finds the sequence of known bodies and dyads of a mechanism, if it has one: all that moves, moves
 * in parallel planes, and every loop is closed by two bodies of one coordinate each. Otherwise
 * loops are closed by Newton's method. */
#include "form/chain.h"
#include <string.h>

typedef struct {
    JdSystem *s;
    MinimalPlan *plan;
    Chain *chain;
    bool *known;  /* of each body */
    bool *planar; /* of each node */
    bool *used;   /* of each cut row */
    struct PlaneBody *flat;
} Search;

static Axes drawn_axes(const JdSystem *s, int body) {
    return s->body[body].pose.axes;
}

/* ---- The plane ------------------------------------------------------------------------------ */

/* The axis of a node's only free, along ground axes as drawn. */
static Vec3 axis_of(const JdSystem *s, const NodeInfo *node) {
    const Axes parent = drawn_axes(s, node->parent);
    return axes_out(&parent, axes_at(&node->near_axes, node->axis));
}

static bool find_plane(Search *f) {
    Chain *chain = f->chain;
    chain->plane.normal = vec3(0, 0, 1);
    for (int n = 0; f->s->space == JD_SPATIAL; n++) {
        if (n == f->plan->tree.nodes) return false;
        const NodeInfo node = jd_tree_node(&f->plan->tree, n);
        if (node.nu != 1 || !node.turn) continue;
        chain->plane.normal = axis_of(f->s, &node);
        break;
    }
    const Vec3 z = chain->plane.normal, side = fabs(z.x) < 0.9 ? vec3(1, 0, 0) : vec3(0, 1, 0);
    const Vec3 x = vec3_sub(side, vec3_scale(vec3_dot(side, z), z));
    chain->plane.e1 = vec3_scale(1 / vec3_norm(x), x);
    chain->plane.e2 = vec3_cross(z, chain->plane.e1);
    return true;
}

/* Nodes that move in the plane, by their own joint and all those before it. */
static void mark_planar(Search *f) {
    for (int n = 0; n < f->plan->tree.nodes; n++) {
        const NodeInfo node = jd_tree_node(&f->plan->tree, n);
        if (node.above >= 0 && !f->planar[node.above]) continue;
        if (node.nu == 0) {
            f->planar[n] = true;
            continue;
        }
        if (node.nu != 1 || (!node.turn && !node.slide)) continue;
        const double along = fabs(vec3_dot(axis_of(f->s, &node), f->chain->plane.normal));
        f->planar[n] = node.turn ? along > 1 - 1e-9 : along < 1e-9;
    }
}

/* ---- The joint that closes a dyad ----------------------------------------------------------- */

/* In the plane it holds a point and nothing else: rows along both directions, none about the
 * normal. */
static bool holds_point(const Search *f, const SystemJoint *joint) {
    const JdSystem *s = f->s;
    const Chain *chain = f->chain;
    double rows[JOINT_LOCKS][2];
    int count = 0;
    Side side[2];
    for (int k = 0; k < 2; k++) {
        const SystemFrame *frame = &s->frame[k ? joint->frame_j : joint->frame_i];
        const Axes axes = drawn_axes(s, frame->body);
        side[k] = (Side){.arm = axes_out(&axes, frame->local.p),
                         .axes = jd_axes_absolute(&axes, &frame->local.axes)};
        side[k].p = vec3_add(s->body[frame->body].pose.p, side[k].arm);
    }
    side[1].p = side[0].p; /* as closed */
    for (int r = 0; r < joint->locks; r++) {
        const LockRow row = jd_lock_eval(&joint->lock_row[r].lock, &side[0], &side[1]);
        const Vec3 about = vec3_sub(row.moment_j, vec3_cross(side[1].arm, row.force_j));
        const double turn = vec3_dot(about, chain->plane.normal);
        if (joint->lock_row[r].velocity || fabs(turn) > 1e-9) return false;
        rows[count][0] = vec3_dot(row.force_j, chain->plane.e1);
        rows[count++][1] = vec3_dot(row.force_j, chain->plane.e2);
    }
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            if (fabs(rows[a][0] * rows[b][1] - rows[a][1] * rows[b][0]) > 0.1) return true;
    return false;
}

/* ---- Bars ----------------------------------------------------------------------------------- */

/* A vector on a body, as drawn, in the plane. */
static Vec2 flat(const Search *f, int body, Vec3 v) {
    const Axes axes = drawn_axes(f->s, body);
    const Vec3 turned = axes_out(&axes, v);
    return vec2(vec3_dot(turned, f->chain->plane.e1), vec3_dot(turned, f->chain->plane.e2));
}

static void make_bar(const Search *f, int n) {
    const NodeInfo node = jd_tree_node(&f->plan->tree, n);
    const JdSystem *s = f->s;
    const Chain *chain = f->chain;
    const SystemBody *body = &s->body[node.body];
    Bar *bar = &f->chain->bar[n];
    *bar = (Bar){.body = node.body,
                 .parent = node.parent,
                 .q = node.q,
                 .u = node.u,
                 .turn = node.turn,
                 .slide = node.slide,
                 .mass = body->mass};
    bar->near = flat(f, node.parent, node.near_p);
    bar->far = flat(f, node.body, node.far_p);
    const Axes parent = drawn_axes(s, node.parent), own = drawn_axes(s, node.body);
    const Vec3 axis = axes_out(&parent, axes_at(&node.near_axes, node.axis));
    bar->sign = vec3_dot(axis, chain->plane.normal) > 0 ? node.sign : -node.sign;
    bar->axis = vec2_scale(node.sign,
                           vec2(vec3_dot(axis, chain->plane.e1), vec3_dot(axis, chain->plane.e2)));

    /* With coordinate zero the body's axes would be near far^T on the parent. */
    const Axes back = jd_axes_inverse(&node.far_axes);
    const Axes seen = jd_axes_absolute(&node.near_axes, &back),
               zero = jd_axes_absolute(&parent, &seen);
    const Vec3 u = axes_in(&own, chain->plane.e1), there = axes_out(&zero, u);
    bar->angle = atan2(vec3_dot(there, chain->plane.e2), vec3_dot(there, chain->plane.e1));
    bar->c = cos(bar->angle);
    bar->s = sin(bar->angle);
    const Axes plane = {chain->plane.e1, chain->plane.e2, chain->plane.normal};
    const Vec3 about = axes_in(&own, chain->plane.normal);
    f->flat[n] = (struct PlaneBody){node.body, vec3_dot(body->pose.p, chain->plane.normal),
                                    jd_axes_relative(&plane, &own), about};
    bar->inertia = s->space == JD_PLANAR ? body->inertia[2][2]
                                         : body->inertia[0][0] * about.x * about.x +
                                               body->inertia[1][1] * about.y * about.y +
                                               body->inertia[2][2] * about.z * about.z;
}

static bool hangs_on_known(const Search *f, int n) {
    const NodeInfo node = jd_tree_node(&f->plan->tree, n);
    return node.nu == 1 && f->known[node.parent] && !f->known[node.body];
}

/* Where the joint's frame is on a body. */
static Vec2 frame_on(const Search *f, const SystemJoint *joint, int body) {
    return flat(f, body,
                f->s->frame[joint->body_i == body ? joint->frame_i : joint->frame_j].local.p);
}

static bool try_between(Search *f, const SystemJoint *joint, Dyad *dyad) {
    const int *node_of = f->plan->tree.node_of;
    if (!joint->body_i || !joint->body_j) return false;
    dyad->a = node_of[joint->body_i], dyad->b = node_of[joint->body_j];
    if (!hangs_on_known(f, dyad->a) || !hangs_on_known(f, dyad->b)) return false;
    dyad->on_a = frame_on(f, joint, joint->body_i);
    dyad->on_b = frame_on(f, joint, joint->body_j);
    dyad->behind = false;
    return true;
}

static double distance(Vec2 a, Vec2 b) {
    return hypot(b.x - a.x, b.y - a.y);
}

static bool try_behind(Search *f, const SystemJoint *joint, Dyad *dyad) {
    const Tree *tree = &f->plan->tree;
    for (int side = 0; side < 2; side++) {
        const int far = side ? joint->body_j : joint->body_i,
                  target = side ? joint->body_i : joint->body_j;
        if (!far || f->known[far] || !f->known[target]) continue;
        const NodeInfo node = jd_tree_node(tree, tree->node_of[far]);
        if (node.nu != 1 || node.above < 0 || !hangs_on_known(f, node.above)) continue;
        const Bar *b = &f->chain->bar[tree->node_of[far]];
        dyad->a = node.above;
        dyad->b = tree->node_of[far];
        dyad->on_b = frame_on(f, joint, far);
        dyad->on_a = b->near;
        if (!b->turn) { /* C with the slide at zero, on the body of a */
            const Vec2 arm = vec2_sub(dyad->on_b, b->far);
            dyad->on_a =
                vec2_add(b->near, vec2(b->c * arm.x - b->s * arm.y, b->s * arm.x + b->c * arm.y));
        }
        dyad->target = target;
        dyad->on_target = frame_on(f, joint, target);
        dyad->behind = true;
        return true;
    }
    return false;
}

static void measure(const Search *f, Dyad *dyad) {
    const Bar *a = &f->chain->bar[dyad->a], *b = &f->chain->bar[dyad->b];
    dyad->length_a = distance(a->far, dyad->on_a);
    dyad->length_b = distance(b->far, dyad->on_b);
    dyad->local_a = vec2_sub(dyad->on_a, a->far);
    dyad->local_b = vec2_sub(dyad->on_b, b->far);
    dyad->square_a = vec2_dot(dyad->local_a, dyad->local_a);
    dyad->square_b = vec2_dot(dyad->local_b, dyad->local_b);
    dyad->per_a = 1 / dyad->square_a;
    dyad->per_b = 1 / dyad->square_b;
    const Vec2 arm = dyad->local_b;
    const Vec2 first = dyad->local_a;
    dyad->zero_a =
        vec2_add(a->near, vec2(a->c * first.x - a->s * first.y, a->s * first.x + a->c * first.y));
    dyad->zero_b =
        vec2_add(b->near, vec2(b->c * arm.x - b->s * arm.y, b->s * arm.x + b->c * arm.y));
}

/* A dyad of a turn and a slide has the turn first. */
static void turn_first(const Search *f, Dyad *dyad) {
    if (dyad->behind || f->chain->bar[dyad->a].turn || !f->chain->bar[dyad->b].turn) return;
    const Dyad other = *dyad;
    dyad->a = other.b, dyad->b = other.a;
    dyad->on_a = other.on_b, dyad->on_b = other.on_a;
}

static bool goes_in_one(const Chain *chain) {
    if (chain->free != 1 || chain->drives) return false;
    for (int d = 0; d < chain->dyads; d++) {
        const Dyad *dyad = &chain->dyad[d];
        const bool first = chain->bar[dyad->a].turn, second = chain->bar[dyad->b].turn;
        if (dyad->behind ? !second : !first) return false;
    }
    return true;
}

/* ---- The search ----------------------------------------------------------------------------- */

static void add_step(Search *f, int node, int dyad) {
    Chain *chain = f->chain;
    chain->step[chain->steps++] = (ChainStep){node, dyad, -1};
    if (dyad < 0) {
        f->known[jd_tree_node(&f->plan->tree, node).body] = true;
        return;
    }
    const Dyad *of = &chain->dyad[dyad];
    f->known[chain->bar[of->a].body] = f->known[chain->bar[of->b].body] = true;
}

static bool add_dyad(Search *f) {
    Chain *chain = f->chain;
    const RowSet *set = &f->plan->tree.cut;
    for (int g = 0; g < set->groups; g++) {
        const Group *group = &set->group[g];
        if (group->couples || group->joint < 0 || f->plan->tree.in_tree[group->joint]) continue;
        if (f->used[group->first]) continue;
        const SystemJoint *joint = &f->s->joint[group->joint];
        Dyad dyad = {.joint = group->joint};
        if (!holds_point(f, joint) || group->count != joint->locks) continue;
        if (!try_between(f, joint, &dyad) && !try_behind(f, joint, &dyad)) continue;
        turn_first(f, &dyad);
        const Bar *a = &chain->bar[dyad.a], *b = &chain->bar[dyad.b];
        if (dyad.behind && a->slide && b->slide) continue;
        measure(f, &dyad);
        const double least = 1e-9 * f->s->length;
        if ((a->turn && dyad.length_a < least) || (b->turn && dyad.length_b < least)) continue;
        for (int r = 0; r < group->count; r++) f->used[group->first + r] = true;
        chain->dyad[chain->dyads] = dyad;
        f->plan->depends[a->u] = f->plan->depends[b->u] = true;
        add_step(f, -1, chain->dyads++);
        return true;
    }
    return false;
}

/* A node on a known body: fixed, driven, or taken as independent. */
static bool add_node(Search *f, bool independent) {
    const Tree *tree = &f->plan->tree;
    int best = -1;
    double least = INFINITY;
    for (int n = 0; n < tree->nodes; n++) {
        const NodeInfo node = jd_tree_node(tree, n);
        if (f->known[node.body] || !f->known[node.parent]) continue;
        if (node.nu == 0) return add_step(f, n, -1), true;
        for (int d = 0; d < f->s->drives && node.nu == 1; d++) {
            const SystemDrive *drive = &f->s->drive[d];
            if (drive->joint != node.joint) continue;
            add_step(f, n, -1);
            f->chain->step[f->chain->steps - 1].drive = d;
            f->chain->drives++;
            f->plan->depends[node.u] = true;
            for (int r = 0; r < tree->cut.rows; r++)
                if (tree->cut.row[r].drive == d) f->used[r] = true;
            return true;
        }
        if (f->plan->prefer[node.u] < least) least = f->plan->prefer[node.u], best = n;
    }
    if (!independent || best < 0) return false;
    add_step(f, best, -1);
    f->chain->independent[f->chain->free++] = best;
    return true;
}

static bool search(Search *f) {
    const Tree *tree = &f->plan->tree;
    if (!find_plane(f)) return false;
    mark_planar(f);
    f->chain->bars = f->chain->plane.count = tree->nodes;
    f->chain->plane.at = f->flat;
    f->chain->least_side = 1e-2;
    for (int n = 0; n < tree->nodes; n++) {
        if (!f->planar[n]) return false;
        make_bar(f, n);
    }
    f->known[0] = true;
    while (add_node(f, false) || add_dyad(f) || add_node(f, true)) {
    }
    int depends = 0;
    for (int n = 0; n < tree->nodes; n++)
        if (!f->known[jd_tree_node(tree, n).body]) return false;
    for (int r = 0; r < tree->cut.rows; r++)
        if (!f->used[r]) return false;
    for (int u = 0; u < tree->nu; u++) depends += f->plan->depends[u];
    return depends == tree->cut.rows - tree->dependent;
}

/* Bodies with a force on them. */
static bool list_pushed(JdSystem *s, Chain *chain) {
    struct PlaneBody *at = ARENA_NEW(&s->arena, struct PlaneBody, chain->plane.count + 1);
    if (!at) return false;
    chain->pushed = chain->plane;
    chain->pushed.count = 0;
    chain->pushed.at = at;
    for (int n = 0; n < chain->plane.count; n++) {
        bool pushed = chain->acts;
        for (int k = 0; k < s->forces; k++)
            pushed = pushed || s->frame[s->force[k].frame_i].body == chain->plane.at[n].body ||
                     s->frame[s->force[k].frame_j].body == chain->plane.at[n].body;
        if (pushed) at[chain->pushed.count++] = chain->plane.at[n];
    }
    return true;
}

bool jd_chain_make(JdSystem *s, MinimalPlan *plan) {
    Arena *arena = &s->arena;
    const Tree *tree = &plan->tree;
    Chain *chain = ARENA_NEW(arena, Chain, 1);
    Search f = {.s = s, .plan = plan, .chain = chain};
    plan->depends = ARENA_NEW(arena, bool, tree->nu + 1);
    f.known = ARENA_NEW(arena, bool, s->bodies + 1);
    f.planar = ARENA_NEW(arena, bool, tree->nodes + 1);
    f.used = ARENA_NEW(arena, bool, tree->cut.rows + 1);
    if (chain) chain->step = ARENA_NEW(arena, ChainStep, tree->nodes + 1);
    if (chain) chain->dyad = ARENA_NEW(arena, Dyad, tree->nodes + 1);
    if (chain) chain->bar = ARENA_NEW(arena, Bar, tree->nodes + 1);
    if (chain) chain->independent = ARENA_NEW(arena, int, tree->nodes + 1);
    f.flat = ARENA_NEW(arena, struct PlaneBody, tree->nodes + 1);
    if (arena->failed) return false;
    if (!tree->cut.rows || !search(&f)) return true;
    chain->angles = s->space == JD_PLANAR && s->inputs > 0;
    for (int k = 0; k < s->forces; k++)
        if (s->space == JD_PLANAR && s->force[k].type->target == FORCE_ON_FREE &&
            s->joint[s->force[k].joint].free[s->force[k].free]->kind == FREE_TURN)
            chain->angles = true;
    chain->acts = s->inputs > 0 || s->turns > 0 || s->rigid;
    for (int k = 0; k < s->forces; k++)
        chain->acts = chain->acts || s->force[k].type->target == FORCE_ON_FREE;
    if (!list_pushed(s, chain)) return false;
    chain->one = goes_in_one(chain);
    chain->plain = chain->one && s->forces == 0 && s->inputs == 0 && s->turns == 0 && !s->rigid &&
                   s->drives == 0 && s->gravity_kind == GRAVITY_UNIFORM;
    if (s->gravity_kind == GRAVITY_UNIFORM)
        chain->gravity =
            vec2(vec3_dot(s->gravity, chain->plane.e1), vec3_dot(s->gravity, chain->plane.e2));
    plan->chain = chain;
    return true;
}
