/* SPDX-License-Identifier: MIT
 *
 * Finds dyads: two bodies of one coordinate each and a joint that closes them, which in the plane
 * holds a point and nothing else. What is fixed to one of the bodies, or driven on it, belongs to
 * it: the point may be there. */
#include "form/chain_dyad.h"
#include "form/chain_search.h"

/* ---- The joint that closes a dyad ----------------------------------------------------------- */

static Side side_as_drawn(const PlaneEnd *end, Vec3 at) {
    return (Side){.p = at, .arm = end->arm, .axes = end->axes};
}

/* In the plane it holds a point and nothing else: rows along both directions, none about the
 * normal. */
static bool holds_point(const Search *f, const SystemJoint *joint) {
    double rows[JOINT_LOCKS][2];
    const PlaneEnd i = jd_chain_end(f, joint->frame_i), j = jd_chain_end(f, joint->frame_j);
    const Vec3 at = vec3_add(vec3(0, 0, i.height), i.arm); /* of both: as closed */
    const Side side_i = side_as_drawn(&i, at), side_j = side_as_drawn(&j, at);
    for (int r = 0; r < joint->locks; r++) {
        const LockRow row = jd_lock_eval(&joint->lock_row[r].lock, &side_i, &side_j);
        const Vec3 about = vec3_sub(row.moment_j, vec3_cross(side_j.arm, row.force_j));
        if (joint->lock_row[r].velocity || fabs(about.z) > 1e-9) return false;
        rows[r][0] = row.force_j.x;
        rows[r][1] = row.force_j.y;
    }
    for (int a = 0; a < joint->locks; a++)
        for (int b = 0; b < a; b++)
            if (fabs(rows[a][0] * rows[b][1] - rows[a][1] * rows[b][0]) > 0.1) return true;
    return false;
}

/* ---- Which bodies --------------------------------------------------------------------------- */

/* The bar that has to be found before a body is known; -1: it is known. */
static int bar_to_find(const Search *f, int body) {
    int n = f->known[body] ? -1 : f->plan->tree.node_of[body];
    while (n >= 0 && is_given(&f->chain->bar[n])) n = f->chain->bar[n].above;
    return n;
}

static bool hangs_on_known(const Search *f, int n) {
    return n >= 0 && f->known[f->chain->bar[n].parent];
}

/* A point of the joint's body as one of bar n, which carries that body. *carrier: the bar of the
 * body if drives move it on n. */
static Vec2 carried_point(const Search *f, const SystemJoint *joint, int body, int n, int *carrier,
                          Vec2 *end) {
    Vec2 p = *end = jd_chain_frame(f, joint, body);
    *carrier = -1;
    for (int k = f->plan->tree.node_of[body]; k != n; k = f->chain->bar[k].above) {
        if (f->chain->bar[k].drive >= 0) *carrier = f->plan->tree.node_of[body];
        p = point_on_parent(&f->chain->bar[k], p);
    }
    return p;
}

static bool try_between(Search *f, const SystemJoint *joint, Dyad *dyad) {
    dyad->a = bar_to_find(f, joint->body_i), dyad->b = bar_to_find(f, joint->body_j);
    if (!hangs_on_known(f, dyad->a) || !hangs_on_known(f, dyad->b) || dyad->a == dyad->b)
        return false;
    dyad->on_a = carried_point(f, joint, joint->body_i, dyad->a, &dyad->carrier_a, &dyad->end_a);
    dyad->on_b = carried_point(f, joint, joint->body_j, dyad->b, &dyad->carrier_b, &dyad->end_b);
    dyad->behind = false;
    return true;
}

static bool try_behind(Search *f, const SystemJoint *joint, Dyad *dyad) {
    for (int side = 0; side < 2; side++) {
        const int far = side ? joint->body_j : joint->body_i,
                  target = side ? joint->body_i : joint->body_j;
        if (!f->known[target]) continue;
        dyad->b = bar_to_find(f, far);
        if (dyad->b < 0) continue;
        dyad->a = f->chain->bar[dyad->b].above;
        if (!hangs_on_known(f, dyad->a) || is_given(&f->chain->bar[dyad->a])) continue;
        dyad->on_b = carried_point(f, joint, far, dyad->b, &dyad->carrier_b, &dyad->end_b);
        dyad->carrier_a = -1;
        dyad->target = target;
        dyad->on_target = jd_chain_frame(f, joint, target);
        dyad->behind = true;
        return true;
    }
    return false;
}

/* A dyad of a turn and a slide has the turn first. */
static void turn_first(const Search *f, Dyad *dyad) {
    if (dyad->behind || f->chain->bar[dyad->a].turn || !f->chain->bar[dyad->b].turn) return;
    const Dyad other = *dyad;
    dyad->a = other.b, dyad->b = other.a;
    dyad->on_a = other.on_b, dyad->on_b = other.on_a;
    dyad->carrier_a = other.carrier_b, dyad->carrier_b = other.carrier_a;
    dyad->end_a = other.end_b, dyad->end_b = other.end_a;
}

/* Lengths that are as good as zero: the bodies would turn about the point that they share, and
 * where circles meet is lost in rounding. */
static bool has_no_length(const Search *f, const Dyad *dyad) {
    const double least = 1e-3 * f->s->length;
    return (f->chain->bar[dyad->a].turn && dyad->length_a < least &&
            !(dyad->behind && f->chain->bar[dyad->b].slide)) ||
           (f->chain->bar[dyad->b].turn && dyad->length_b < least);
}

bool jd_chain_add_dyad(Search *f) {
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
        measure_dyad(chain->bar, &dyad);
        if (has_no_length(f, &dyad)) continue;
        for (int r = 0; r < group->count; r++) f->used[group->first + r] = true;
        chain->moves = chain->moves || dyad.carrier_a >= 0 || dyad.carrier_b >= 0;
        chain->dyad[chain->dyads] = dyad;
        f->depends[chain->bar[dyad.a].u] = f->depends[chain->bar[dyad.b].u] = true;
        jd_chain_add_step(f, (ChainStep){-1, chain->dyads++, -1});
        return true;
    }
    return false;
}
