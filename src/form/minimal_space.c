/* SPDX-License-Identifier: MIT
 *
 * A system as loops in space see it, and its equations of motion by them: theory 9.9. Whatever does
 * not move in parallel planes comes here; what has no closed form here, either, is left to Newton's
 * method. */
#include "form/minimal.h"
#include "math/dense.h"
#include <string.h>

/* ---- Stems ---------------------------------------------------------------------------------- */

/* Larger systems would be searched for too long. */
enum { STEMS_MOST = 400 };

/* Slides come before turns. A body that is i may slide and turn along one axis only, since its
 * slides are along its own axes; three turns are no kind of pair. */
static bool may_be_stem(const SystemJoint *joint, bool reversed) {
    int turns = 0, slides = 0;
    AxisName axis = AXIS_X;
    bool one_axis = true;
    for (int f = 0; f < joint->frees; f++) {
        turns += joint->free[f]->kind == FREE_TURN;
        slides += joint->free[f]->kind == FREE_SLIDE;
        if (joint->lead[f] != 0) return false;
        if (joint->free[f]->kind == FREE_BALL && joint->frees != 3) return false;
        if (f > 0 && joint->free[f]->axis != axis) one_axis = false;
        axis = joint->free[f]->axis;
    }
    return turns <= 2 && (!reversed || !slides || !turns || one_axis);
}

static bool make_stem(const JdSystem *s, const Tree *tree, int n, Stem *stem) {
    const NodeInfo node = jd_tree_node(tree, n);
    const SystemBody *body = &s->body[node.body];
    *stem = (Stem){.body = node.body,
                   .parent = node.parent,
                   .above = node.above,
                   .joint = node.joint,
                   .q = node.q,
                   .u = node.u,
                   .floats = node.joint < 0,
                   .reversed = node.sign < 0,
                   .drive = jd_minimal_drive(s, &node),
                   .near_p = node.near_p,
                   .far_p = node.far_p,
                   .near_axes = node.near_axes,
                   .far_axes = node.far_axes,
                   .mass = body->mass,
                   .turning = {body->turning[0], body->turning[1], body->turning[2]}};
    if (stem->floats) return true;
    const SystemJoint *joint = &s->joint[node.joint];
    stem->frees = joint->frees;
    for (int f = 0; f < joint->frees; f++) {
        stem->kind[f] = joint->free[f]->kind;
        stem->axis[f] = joint->free[f]->axis;
    }
    stem->ball = joint->frees == 3 && joint->free[0]->kind == FREE_BALL;
    return may_be_stem(joint, stem->reversed);
}

/* ---- What closes loops ---------------------------------------------------------------------- */

static bool is_still(const Row *row) {
    return !row->velocity && row->drive < 0 && !row->motion && row->lock.turn == 0;
}

static bool holds_along_ground(const Lock *lock) {
    return lock->count == 1 && lock->terms[0].a == VEC_D && lock->terms[0].b >= VEC_X0 &&
           lock->terms[0].b <= VEC_Z0 && lock->constant == 0;
}

/* Three rows hold the point. */
static bool holds_point(const Tree *tree, const Group *group) {
    int held = 0;
    for (int r = group->first; r < group->first + group->count; r++)
        held += is_still(&tree->cut.row[r]) && tree->cut.row[r].target == 0 &&
                holds_along_ground(&tree->cut.row[r].lock);
    return held == 3;
}

static double distance_of(const Row *row) {
    const Lock *lock = &row->lock;
    const bool is = lock->count == 1 && lock->terms[0].a == VEC_D && lock->terms[0].b == VEC_D;
    return is ? (row->target - lock->constant) / lock->terms[0].c : 0;
}

static void make_closing(const JdSystem *s, const Tree *tree, const Group *group,
                         SpaceClosing *closing) {
    const SystemJoint *joint = &s->joint[group->joint];
    const int frame[2] = {joint->frame_i, joint->frame_j};
    const Row *row = &tree->cut.row[group->first];
    *closing = (SpaceClosing){.joint = group->joint, .rows = group->count, .kind = CLOSES_ELSE};
    for (int k = 0; k < 2; k++) {
        closing->body[k] = s->frame[frame[k]].body;
        closing->at[k] = s->frame[frame[k]].local.p;
        closing->axes[k] = s->frame[frame[k]].local.axes;
    }
    if (group->count != joint->locks || joint->start_row || !is_still(row)) return;
    const bool turns = joint->placed && joint->frees == 1 && joint->free[0]->kind == FREE_TURN &&
                       joint->lead[0] == 0;
    if (group->count == 1) {
        closing->kind = CLOSES_ROW;
        closing->lock = &row->lock;
        closing->target = row->target;
        closing->square = fmax(0, distance_of(row));
    } else if (group->count == 3 && holds_point(tree, group)) {
        closing->kind = CLOSES_BALL;
    } else if (group->count == 5 && turns && holds_point(tree, group)) {
        closing->kind = CLOSES_PIN;
        closing->axis = joint->free[0]->axis;
    }
}

/* Drives of stems ask no more; any other row closes a loop. False: it is none that is known here.
 */
static bool list_closings(JdSystem *s, const Tree *tree, SpaceLinkage *linkage) {
    SpaceClosing *closing = ARENA_NEW(&s->arena, SpaceClosing, tree->cut.groups + 1);
    if (!closing) return false;
    linkage->closing = closing;
    for (int g = 0; g < tree->cut.groups; g++) {
        const Group *group = &tree->cut.group[g];
        if (group->couples) return false;
        if (group->joint >= 0 && !tree->in_tree[group->joint]) {
            make_closing(s, tree, group, &closing[linkage->closings]);
            if (closing[linkage->closings++].kind == CLOSES_ELSE) return false;
            continue;
        }
        if (!jd_minimal_drives_all(s, tree, group)) return false;
    }
    return true;
}

/* ---- The sequence --------------------------------------------------------------------------- */

/* Coordinates with all bodies as drawn; angles of joints and quaternions. */
static void read_drawn(const JdSystem *s, const Stem *stem, double *q) {
    if (stem->floats) {
        const Quat at = jd_quat_from_axes(&s->body[stem->body].pose.axes);
        const Vec3 p = s->body[stem->body].pose.p;
        const double all[7] = {p.x, p.y, p.z, at.w, at.x, at.y, at.z};
        memcpy(q, all, sizeof all);
        return;
    }
    if (stem->ball) q[0] = 1;
}

static bool make_linkage(JdSystem *s, MinimalPlan *plan, SpaceLinkage *linkage) {
    const Tree *tree = &plan->tree;
    Stem *stem = ARENA_NEW(&s->arena, Stem, tree->nodes + 1);
    double *start = ARENA_NEW(&s->arena, double, tree->nq + 8);
    if (s->arena.failed) return false;
    for (int n = 0; n < tree->nodes; n++) {
        if (!make_stem(s, tree, n, &stem[n])) return false;
        read_drawn(s, &stem[n], start + stem[n].q);
    }
    linkage->bodies = s->bodies;
    linkage->stems = tree->nodes;
    linkage->rates = tree->nu;
    linkage->free = tree->nu - (tree->cut.rows - tree->dependent);
    linkage->stem = stem;
    linkage->stem_of = tree->node_of;
    linkage->prefer = plan->prefer;
    linkage->start = start;
    linkage->jet = jd_minimal_jets(s, tree);
    linkage->length = s->length;
    return linkage->jet && list_closings(s, tree, linkage);
}

bool jd_minimal_find_space(JdSystem *s, MinimalPlan *plan) {
    SpaceLinkage linkage = {0};
    if (s->space == JD_PLANAR || plan->depends || !plan->tree.cut.rows) return true;
    if (plan->tree.nodes > STEMS_MOST || !make_linkage(s, plan, &linkage)) return !s->arena.failed;
    plan->space = jd_space_find(&linkage, &s->arena);
    if (plan->space) plan->depends = plan->space->depends;
    return !s->arena.failed;
}

/* ---- Bodies --------------------------------------------------------------------------------- */

bool jd_minimal_space_close(const JdSystem *s, Motion *m, const double *y) {
    const MinimalPlan *plan = s->plan;
    const SpaceChain *chain = plan->space;
    MinimalWork *w = m->form;
    for (int k = 0; k < chain->stems && chain->drives; k++)
        if (chain->stem[k].drive >= 0) jd_drive_jet(s, m, chain->stem[k].drive, w->space.jet[k]);
    const bool closed = jd_space_pass(&w->space, y, y + jd_first_rate(s));
    w->told = false;
    jd_minimal_tell(s, m);
    w->pivot = w->space.low;
    return closed;
}

void jd_minimal_space_tell(const JdSystem *s, Motion *m) {
    MinimalWork *w = m->form;
    jd_space_move(s, m, w->space.body);
    jd_space_rates(&w->space, w->space.rate, w->u);
}

/* ---- Accelerations -------------------------------------------------------------------------- */

/* (9.13): what a body adds to M and h. */
static void weigh(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, const Stem *stem) {
    const int n = plan->space->free, bodies = plan->space->bodies, b = stem->body;
    const SpaceBody *body = &w->space.body[b];
    const double *Q = w->tree.Q + s->kernel->nv * (b - 1);
    const Vec3 J = stem->turning, alpha = axes_in(&body->R, body->a.turn);
    /* Gyroscopic moments are in Q: (8.4). Moments there are along body axes. */
    const Vec3 force = vec3_sub(vec3(Q[0], Q[1], Q[2]), vec3_scale(stem->mass, body->a.line)),
               moment = vec3(Q[3] - J.x * alpha.x, Q[4] - J.y * alpha.y, Q[5] - J.z * alpha.z);
    Vec3 *own = (Vec3 *)w->twists; /* room: turns of the columns along body axes */
    uint64_t still = 0;            /* columns that do not move it, of the first ones */
    for (int f = 0; f < n; f++) {
        const Spin3 *v = &w->space.column[f * bodies + b];
        if (f < 64 && spin3_is_zero(v)) {
            still |= (uint64_t)1 << f;
            continue;
        }
        const Vec3 turn = own[f] = axes_in(&body->R, v->turn),
                   spin = vec3(J.x * turn.x, J.y * turn.y, J.z * turn.z);
        w->h[f] += vec3_dot(v->line, force) + vec3_dot(turn, moment);
        for (int g = 0; g <= f; g++) {
            if (g < 64 && still >> g & 1) continue;
            w->M[f * n + g] +=
                stem->mass * vec3_dot(v->line, w->space.column[g * bodies + b].line) +
                vec3_dot(spin, own[g]);
        }
    }
}

void jd_minimal_space_solve(const JdSystem *s, Motion *m, double *udot) {
    const MinimalPlan *plan = s->plan;
    const SpaceChain *chain = plan->space;
    MinimalWork *w = m->form;
    const int n = chain->free;
    memset(w->M, 0, (size_t)(n * n) * sizeof *w->M);
    memset(w->h, 0, (size_t)n * sizeof *w->h);
    for (int k = 0; k < chain->stems; k++) weigh(s, plan, w, &chain->stem[k]);
    for (int u = 0; u < chain->rates; u++) {
        const double effort = w->tree.effort[u];
        if (effort == 0) continue; /* of most coordinates: no force acts on them alone */
        for (int f = 0; f < n; f++) w->h[f] += effort * w->space.share[f * chain->rates + u];
    }
    if (jd_ends(m, PART_MASS)) return;
    if (n) jd_dense_solve_positive(n, w->M, w->h);
    for (int u = 0; u < chain->rates; u++) {
        double sum = w->space.bias[u];
        for (int f = 0; f < n; f++) sum += w->h[f] * w->space.share[f * chain->rates + u];
        w->step[u] = sum;
    }
    jd_space_rates(&w->space, w->step, udot);
}
