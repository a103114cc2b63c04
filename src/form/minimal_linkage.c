/* SPDX-License-Identifier: MIT
 *
 * A system as loop/ sees it: if all that moves, moves in parallel planes, its bodies with their
 * joints as bars there, and what closes loops as pins and rows. Otherwise loops are closed by
 * Newton's method, all at once. */
#include "form/minimal.h"
#include <string.h>

typedef struct {
    JdSystem *s;
    MinimalPlan *plan;
    Linkage linkage;
    Bar *bar;
    double *drawn, *prefer;
    Closing *closing;
} Maker;

static Axes drawn_axes(const JdSystem *s, int body) {
    return s->body[body].pose.axes;
}

/* ---- The plane ------------------------------------------------------------------------------ */

/* Axes and rows that are so far off, in rad, are still in the plane. */
static const double flatness = 1e-9;

/* The axis of a node's only free, along ground axes as drawn. */
static Vec3 axis_of(const JdSystem *s, const NodeInfo *node) {
    const Axes parent = drawn_axes(s, node->parent);
    return axes_out(&parent, axes_at(&node->near_axes, node->axis));
}

static bool find_plane(const Maker *f) {
    const Tree *tree = &f->plan->tree;
    Plane *plane = &f->plan->plane;
    plane->normal = vec3(0, 0, 1);
    for (int n = 0; f->s->space == JD_SPATIAL; n++) {
        if (n == tree->nodes) return false;
        const NodeInfo node = jd_tree_node(tree, n);
        if (node.nu != 1 || !node.turn) continue;
        plane->normal = axis_of(f->s, &node);
        break;
    }
    const Vec3 z = plane->normal, side = fabs(z.x) < 0.9 ? vec3(1, 0, 0) : vec3(0, 1, 0);
    const Vec3 x = vec3_sub(side, vec3_scale(vec3_dot(side, z), z));
    plane->e1 = vec3_scale(1 / vec3_norm(x), x);
    plane->e2 = vec3_cross(z, plane->e1);
    return true;
}

static Vec2 in_plane(const Plane *plane, Vec3 v) {
    return vec2(vec3_dot(v, plane->e1), vec3_dot(v, plane->e2));
}

/* A vector on a body, as drawn. */
static Vec2 flat(const Maker *f, int body, Vec3 v) {
    const Axes axes = drawn_axes(f->s, body);
    return in_plane(&f->plan->plane, axes_out(&axes, v));
}

static bool moves_in_plane(const Maker *f, const NodeInfo *node) {
    if (node->nu == 0) return true;
    if (node->nu != 1 || (!node->turn && !node->slide)) return false;
    const double along = fabs(vec3_dot(axis_of(f->s, node), f->plan->plane.normal));
    return node->turn ? along > 1 - flatness : along < flatness;
}

/* ---- Bars ----------------------------------------------------------------------------------- */

/* Its coordinate with both bodies as drawn. */
static double drawn_coordinate(const Maker *f, const Bar *bar) {
    const Plane *plane = &f->plan->plane;
    const Vec2 from = in_plane(plane, f->s->body[bar->parent].pose.p),
               to = in_plane(plane, f->s->body[bar->body].pose.p);
    if (bar->turn) return remainder(-bar->sign * bar->angle, 2 * pi);
    if (!bar->slide) return 0;
    return vec2_dot(vec2_sub(vec2_add(to, bar->far), vec2_add(from, bar->near)), bar->axis);
}

static void make_bar(const Maker *f, const NodeInfo *node, Bar *bar, struct PlaneBody *flat_body) {
    const JdSystem *s = f->s;
    const Plane *plane = &f->plan->plane;
    const SystemBody *body = &s->body[node->body];
    *bar = (Bar){.body = node->body,
                 .parent = node->parent,
                 .q = node->q,
                 .u = node->u,
                 .above = node->above,
                 .drive = jd_minimal_drive(s, node),
                 .turn = node->turn,
                 .slide = node->slide,
                 .near = flat(f, node->parent, node->near_p),
                 .far = flat(f, node->body, node->far_p),
                 .mass = body->mass};
    const Axes parent = drawn_axes(s, node->parent), own = drawn_axes(s, node->body);
    const Vec3 axis = axes_out(&parent, axes_at(&node->near_axes, node->axis));
    bar->sign = vec3_dot(axis, plane->normal) > 0 ? node->sign : -node->sign;
    bar->axis = vec2_scale(node->sign, in_plane(plane, axis));

    /* With coordinate zero the body's axes would be near far^T on the parent. */
    const Axes back = jd_axes_inverse(&node->far_axes);
    const Axes seen = jd_axes_absolute(&node->near_axes, &back),
               zero = jd_axes_absolute(&parent, &seen);
    const Vec2 there = in_plane(plane, axes_out(&zero, axes_in(&own, plane->e1)));
    bar->angle = atan2(there.y, there.x);
    bar->c = cos(bar->angle);
    bar->s = sin(bar->angle);
    const Axes along = {plane->e1, plane->e2, plane->normal};
    const Vec3 about = axes_in(&own, plane->normal);
    *flat_body = (struct PlaneBody){node->body, vec3_dot(body->pose.p, plane->normal),
                                    jd_axes_relative(&along, &own), about};
    const double *I = body->turning;
    bar->inertia = s->space == JD_PLANAR ? I[2]
                                         : I[0] * about.x * about.x + I[1] * about.y * about.y +
                                               I[2] * about.z * about.z;
}

/* False: something does not move in the plane, or no memory. */
static bool list_bars(Maker *f) {
    const Tree *tree = &f->plan->tree;
    Plane *plane = &f->plan->plane;
    f->bar = ARENA_NEW(&f->s->arena, Bar, tree->nodes + 1);
    f->drawn = ARENA_NEW(&f->s->arena, double, tree->nodes + 1);
    f->prefer = ARENA_NEW(&f->s->arena, double, tree->nodes + 1);
    struct PlaneBody *at = ARENA_NEW(&f->s->arena, struct PlaneBody, tree->nodes + 1);
    if (f->s->arena.failed || !find_plane(f)) return false;
    for (int n = 0; n < tree->nodes; n++) {
        const NodeInfo node = jd_tree_node(tree, n);
        if (!moves_in_plane(f, &node)) return false;
        make_bar(f, &node, &f->bar[n], &at[n]);
        f->drawn[n] = drawn_coordinate(f, &f->bar[n]);
        f->prefer[n] = node.nu ? f->plan->prefer[node.u] : 1;
    }
    plane->count = tree->nodes;
    plane->at = at;
    return true;
}

/* ---- Pins ----------------------------------------------------------------------------------- */

/* A side of a joint with its body as drawn, along e1, e2 and the normal. */
static PlaneEnd end_of(const Maker *f, int number) {
    const SystemFrame *frame = &f->s->frame[number];
    const Plane *plane = &f->plan->plane;
    const Axes own = drawn_axes(f->s, frame->body), along = {plane->e1, plane->e2, plane->normal},
               axes = jd_axes_absolute(&own, &frame->local.axes);
    const Vec3 arm = axes_out(&own, frame->local.p);
    return (PlaneEnd){frame->body, axes_in(&along, arm), jd_axes_relative(&along, &axes),
                      vec3_dot(f->s->body[frame->body].pose.p, plane->normal)};
}

/* In the plane it holds a point and nothing else: rows along both directions, none about the
 * normal. */
static bool holds_point(const Maker *f, const SystemJoint *joint) {
    double rows[JOINT_LOCKS][2];
    Closer closer = {.end = {end_of(f, joint->frame_i), end_of(f, joint->frame_j)}};
    PlaneEnd *ends = closer.end;
    const Vec3 apart = vec3_sub(ends[0].arm, ends[1].arm); /* of the bodies: as closed */
    const LoopBody i = {.c = 1}, j = {.p = {apart.x, apart.y}, .c = 1};
    ends[1].height = ends[0].height + apart.z;
    for (int r = 0; r < joint->locks; r++) {
        closer.lock = &joint->lock_row[r].lock;
        const PlaneRow row = jd_closer_eval(&closer, &i, &j, false);
        if (joint->lock_row[r].velocity || fabs(row.about) > flatness) return false;
        rows[r][0] = row.along[3];
        rows[r][1] = row.along[4];
    }
    for (int a = 0; a < joint->locks; a++)
        for (int b = 0; b < a; b++)
            if (fabs(rows[a][0] * rows[b][1] - rows[a][1] * rows[b][0]) > 0.1) return true;
    return false;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static bool is_ground_axis(VectorKind kind) {
    return kind >= VEC_X0 && kind <= VEC_Z0;
}

/* d along an axis of the ground. */
static bool holds_along_ground(const Lock *lock) {
    return lock->count == 1 && lock->terms[0].a == VEC_D && is_ground_axis(lock->terms[0].b);
}

/* In a plane that lies anywhere, ground axes are not those of the plane. But along all three of
 * them together a point is held as it is along any others. */
static bool has_meaning(const Maker *f, const Group *group, const Row *row) {
    const Lock *lock = &row->lock;
    int held = 0;
    if (row->velocity || row->drive >= 0 || row->motion || lock->turn != 0) return false;
    if (f->s->space == JD_PLANAR) return true;
    for (int r = group->first; r < group->first + group->count; r++)
        held += holds_along_ground(&f->plan->tree.cut.row[r].lock);
    if (held == 3 && holds_along_ground(lock)) return true;
    for (int n = 0; n < lock->count; n++) {
        const VectorKind a = lock->terms[n].a, b = lock->terms[n].b;
        if ((a >= VEC_X0 && a <= VEC_AHEAD) || (b >= VEC_X0 && b <= VEC_AHEAD)) return false;
    }
    return true;
}

/* Whether motion in the plane changes it, wherever the two bodies are. */
static bool asks_something(const Closer *closer) {
    static const double places[3][6] = {{0, 0, 0, 0.3, -0.2, 0.4},
                                        {0.7, 0.1, 1.1, -0.6, 0.5, 2.3},
                                        {-0.4, 0.9, -1.7, 0.8, 0.2, 0.6}};
    for (int k = 0; k < 3; k++) {
        const double *p = places[k];
        const LoopBody i = {.p = {p[0], p[1]}, .c = cos(p[2]), .s = sin(p[2])},
                       j = {.p = {p[3], p[4]}, .c = cos(p[5]), .s = sin(p[5])};
        const PlaneRow row = jd_closer_eval(closer, &i, &j, false);
        for (int n = 0; n < 6; n++)
            if (fabs(row.along[n]) > flatness) return true;
    }
    return false;
}

/* Rows of a joint in space that say different things in the plane come first; returns how many. Its
 * axes may lie anywhere: then two rows say there what one would. */
static int sort_out(const Maker *f, Closer *closers, int count) {
    double v[JOINT_LOCKS][3];
    int kept = 0;
    for (int r = 0; r < count; r++) {
        LoopBody body[2];
        for (int k = 0; k < 2; k++)
            body[k] = (LoopBody){
                .p = in_plane(&f->plan->plane, f->s->body[closers[r].end[k].body].pose.p), .c = 1};
        const PlaneRow row = jd_closer_eval(&closers[r], &body[0], &body[1], false);
        v[r][0] = row.along[3], v[r][1] = row.along[4], v[r][2] = closers[r].scale * row.about;
    }
    for (; kept < count && kept < 3; kept++) {
        int best = kept;
        double most = 0;
        for (int r = kept; r < count; r++) {
            const double size = v[r][0] * v[r][0] + v[r][1] * v[r][1] + v[r][2] * v[r][2];
            if (size > most) most = size, best = r;
        }
        if (most < flatness) return kept;
        const Closer closer = closers[best];
        const double own[3] = {v[best][0], v[best][1], v[best][2]};
        closers[best] = closers[kept], closers[kept] = closer;
        memcpy(v[best], v[kept], sizeof own);
        for (int r = kept + 1; r < count; r++) {
            const double share = (v[r][0] * own[0] + v[r][1] * own[1] + v[r][2] * own[2]) / most;
            for (int c = 0; c < 3; c++) v[r][c] -= share * own[c];
        }
    }
    return kept;
}

/* The bar whose only coordinate is the only free of a joint; -1: there is none. */
static int bar_of(const Maker *f, int joint) {
    for (int n = 0; n < f->plan->tree.nodes; n++) {
        const NodeInfo node = jd_tree_node(&f->plan->tree, n);
        if (node.joint == joint && (node.turn || node.slide)) return n;
    }
    return -1;
}

/* The rows of a group that ask something in the plane; -1: one of them cannot be asked there. */
static int list_closers(const Maker *f, const Group *group, Closer *closers) {
    const SystemJoint *joint = &f->s->joint[group->joint];
    int count = 0;
    for (int r = group->first; r < group->first + group->count; r++) {
        const Row *row = &f->plan->tree.cut.row[r];
        Closer *closer = &closers[count];
        *closer = (Closer){.lock = &row->lock,
                           .couples = group->couples,
                           .joint = group->joint,
                           .target = row->target,
                           .scale = row->metres ? 1 / f->s->length : 1};
        if (!has_meaning(f, group, row)) return -1;
        if (!group->couples) {
            closer->end[0] = end_of(f, joint->frame_i);
            closer->end[1] = end_of(f, joint->frame_j);
            count += asks_something(closer);
            continue;
        }
        for (int k = 0; k < 2; k++) closer->bar[k] = bar_of(f, joint->coupled[k]);
        if (closer->bar[0] < 0 || closer->bar[1] < 0) return -1;
        count++;
    }
    return group->couples || f->s->space == JD_PLANAR ? count : sort_out(f, closers, count);
}

static void make_closing(const Maker *f, const Group *group, Closing *closing) {
    const SystemJoint *joint = &f->s->joint[group->joint];
    closing->joint = group->joint;
    closing->rows = group->count > JOINT_LOCKS ? -1 : list_closers(f, group, closing->closer);
    if (group->couples) {
        for (int k = 0; k < 2 && closing->rows > 0; k++)
            closing->body[k] = f->bar[closing->closer->bar[k]].body;
        return;
    }
    const int frame[2] = {joint->frame_i, joint->frame_j};
    closing->pin = group->count == joint->locks && holds_point(f, joint);
    for (int k = 0; k < 2; k++) {
        closing->body[k] = f->s->frame[frame[k]].body;
        closing->at[k] = flat(f, closing->body[k], f->s->frame[frame[k]].local.p);
    }
}

/* Drives of bars ask no more; any other row closes a loop. */
static bool list_closings(Maker *f) {
    const Tree *tree = &f->plan->tree;
    f->closing = ARENA_NEW(&f->s->arena, Closing, tree->cut.groups + 1);
    if (!f->closing) return false;
    for (int g = 0; g < tree->cut.groups; g++) {
        const Group *group = &tree->cut.group[g];
        const bool closes = group->joint >= 0 && (group->couples || !tree->in_tree[group->joint]);
        if (closes) make_closing(f, group, &f->closing[f->linkage.closings++]);
        if (!closes && !jd_minimal_drives_all(f->s, tree, group)) return false;
    }
    return true;
}

/* ---- What forces need ----------------------------------------------------------------------- */

/* Bodies with a force on them. */
static bool list_pushed(JdSystem *s, MinimalPlan *plan) {
    struct PlaneBody *at = ARENA_NEW(&s->arena, struct PlaneBody, plan->plane.count + 1);
    if (!at) return false;
    plan->pushed = plan->plane;
    plan->pushed.count = 0;
    plan->pushed.at = at;
    for (int n = 0; n < plan->plane.count; n++) {
        bool pushed = plan->acts;
        for (int k = 0; k < s->forces; k++)
            pushed = pushed || s->frame[s->force[k].frame_i].body == plan->plane.at[n].body ||
                     s->frame[s->force[k].frame_j].body == plan->plane.at[n].body;
        if (pushed) at[plan->pushed.count++] = plan->plane.at[n];
    }
    return true;
}

/* Which of the short cuts are open. */
static bool look_at_forces(JdSystem *s, MinimalPlan *plan) {
    plan->angles = s->space == JD_PLANAR && s->inputs > 0;
    plan->acts = s->inputs > 0 || s->turns > 0 || s->rigid;
    for (int k = 0; k < s->forces; k++) {
        const ForceType *type = s->force[k].type;
        if (type->resolves || type->twists) { /* another body's axes; whole turns */
            plan->acts = true;
            plan->angles = s->space == JD_PLANAR;
        }
        if (type->target != FORCE_ON_FREE) continue;
        const FreeKind kind = s->joint[s->force[k].joint].free[s->force[k].free]->kind;
        plan->acts = true;
        plan->angles = plan->angles || (s->space == JD_PLANAR && kind == FREE_TURN);
    }
    plan->plain = plan->chain->one && s->forces == 0 && s->inputs == 0 && s->turns == 0 &&
                  !s->rigid && s->gravity_kind == GRAVITY_UNIFORM;
    return list_pushed(s, plan);
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* False: there is no such sequence, or no memory. */
static bool make_linkage(Maker *f) {
    const JdSystem *s = f->s;
    const Tree *tree = &f->plan->tree;
    if (!list_bars(f) || !list_closings(f)) return false;
    f->linkage.jet = jd_minimal_jets(f->s, tree);
    if (!f->linkage.jet) return false;
    f->linkage.bodies = s->bodies;
    f->linkage.bars = tree->nodes;
    f->linkage.coordinates = tree->nq;
    f->linkage.rates = tree->nu;
    f->linkage.bar = f->bar;
    f->linkage.drawn = f->drawn;
    f->linkage.prefer = f->prefer;
    f->linkage.closing = f->closing;
    f->linkage.bar_of = tree->node_of;
    f->linkage.length = s->length;
    if (s->gravity_kind == GRAVITY_UNIFORM)
        f->linkage.gravity = in_plane(&f->plan->plane, s->gravity);
    return true;
}

/* As many rates follow as the rows say. */
static Chain *find_chain(Maker *f, int favourite) {
    const Tree *tree = &f->plan->tree;
    Chain *chain = jd_chain_find(&f->linkage, favourite, &f->s->arena);
    int depends = 0;
    for (int u = 0; u < tree->nu && chain; u++) depends += chain->depends[u];
    return chain && depends == tree->cut.rows - tree->dependent ? chain : NULL;
}

/* Chains that are tried with another independent coordinate. */
enum { TRIES = 32 };

bool jd_minimal_chain(JdSystem *s, MinimalPlan *plan) {
    Maker f = {.s = s, .plan = plan};
    if (!plan->tree.cut.rows || !make_linkage(&f)) return !s->arena.failed;
    Chain *chain = find_chain(&f, -1);
    const int bars = chain && chain->free > 0 ? chain->bars : 0;
    /* Where Newton's method is needed, another coordinate may leave less to it. */
    for (int n = 0, tries = TRIES; n < bars && tries > 0 && chain->iterated > 0; n++) {
        if (is_given(&f.bar[n])) continue;
        Chain *other = find_chain(&f, n);
        tries--;
        if (other && other->iterated < chain->iterated) chain = other;
    }
    plan->chain = chain;
    plan->depends = chain ? chain->depends : NULL;
    return !s->arena.failed && (!chain || look_at_forces(s, plan));
}
