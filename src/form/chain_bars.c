/* SPDX-License-Identifier: MIT
 *
 * A mechanism that moves in parallel planes: which plane, and its bodies with their joints as bars
 * there. */
#include "form/chain_search.h"

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

/* ---- Bars ----------------------------------------------------------------------------------- */

Vec2 jd_chain_flat(const Search *f, int body, Vec3 v) {
    const Axes axes = drawn_axes(f->s, body);
    const Vec3 turned = axes_out(&axes, v);
    return vec2(vec3_dot(turned, f->chain->plane.e1), vec3_dot(turned, f->chain->plane.e2));
}

static int drive_of(const JdSystem *s, const NodeInfo *node) {
    for (int d = 0; d < s->drives && node->nu == 1; d++)
        if (s->drive[d].joint == node->joint) return d;
    return -1;
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
                 .above = node.above,
                 .drive = drive_of(s, &node),
                 .turn = node.turn,
                 .slide = node.slide,
                 .mass = body->mass};
    bar->near = jd_chain_flat(f, node.parent, node.near_p);
    bar->far = jd_chain_flat(f, node.body, node.far_p);
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
    const double *I = body->turning;
    bar->inertia = s->space == JD_PLANAR ? I[2]
                                         : I[0] * about.x * about.x + I[1] * about.y * about.y +
                                               I[2] * about.z * about.z;
}

Vec2 jd_chain_frame(const Search *f, const SystemJoint *joint, int body) {
    const int frame = joint->body_i == body ? joint->frame_i : joint->frame_j;
    return jd_chain_flat(f, body, f->s->frame[frame].local.p);
}

PlaneEnd jd_chain_end(const Search *f, int number) {
    const SystemFrame *frame = &f->s->frame[number];
    const Plane *plane = &f->chain->plane;
    const Axes own = drawn_axes(f->s, frame->body), along = {plane->e1, plane->e2, plane->normal},
               axes = jd_axes_absolute(&own, &frame->local.axes);
    const Vec3 arm = axes_out(&own, frame->local.p);
    return (PlaneEnd){frame->body, axes_in(&along, arm), jd_axes_relative(&along, &axes),
                      vec3_dot(f->s->body[frame->body].pose.p, plane->normal)};
}

bool jd_chain_bars(Search *f) {
    const Tree *tree = &f->plan->tree;
    if (!find_plane(f)) return false;
    mark_planar(f);
    f->chain->bars = f->chain->plane.count = tree->nodes;
    f->chain->plane.at = f->flat;
    for (int n = 0; n < tree->nodes; n++) {
        if (!f->planar[n]) return false;
        make_bar(f, n);
    }
    return true;
}
