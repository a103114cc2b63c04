/* SPDX-License-Identifier: MIT
 *
 * A tree of joints: which joints it has, its coordinates, and how they go with the bodies. A joint
 * is in the tree if its frees say where its bodies are; every other joint is cut, and its locks are
 * rows. */
#include "tree/inside.h"
#include <string.h>

/* ---- Which joints --------------------------------------------------------------------------- */

bool jd_tree_may_have(const SystemJoint *joint) {
    bool turned = false;
    if (!joint->placed || joint->elastic) return false;
    for (int f = 0; f < joint->frees; f++) {
        if (joint->free[f]->kind != FREE_SLIDE)
            turned = true;
        else if (turned)
            return false; /* a slide behind a turn goes along j */
    }
    return true;
}

/* Joints of a body without mass, or nearly so, come first: at the end of the tree nothing would
 * resist it. So do joints whose frees shall be coordinates. */
static bool needs_others(const JdSystem *s, int body) {
    return body && (s->body[body].mass <= 0 || s->body[body].borrows);
}

static int strength(const JdSystem *s, const SystemJoint *joint) {
    const bool first = needs_others(s, joint->body_i) || needs_others(s, joint->body_j) ||
                       (s->prefer && s->prefer[joint - s->joint]);
    return joint->locks + (first ? s->kernel->nv : 0);
}

bool jd_tree_choose(const JdSystem *s, Arena *arena, const bool *cut, Graph *graph, bool *in_tree) {
    GraphEdge *edge = ARENA_NEW(arena, GraphEdge, s->joints + 1);
    if (arena->failed) return false;
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        if (jd_tree_may_have(joint) && !(cut && cut[k]))
            edge[k] = (GraphEdge){joint->body_i, joint->body_j, strength(s, joint),
                                  s->kept && s->kept[k]};
    }
    *graph = (Graph){.bodies = s->bodies, .edges = s->joints, .edge = edge};
    if (!jd_graph_make_forest(graph, arena, s->vertex)) return false;
    for (int b = 1; b < s->bodies; b++)
        if (graph->parent_edge[b] >= 0) in_tree[graph->parent_edge[b]] = true;
    return true;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static NodeShape shape_of(const SystemJoint *joint) {
    if (joint->frees != 1 || joint->lead[0] != 0) return NODE_FREES;
    return joint->free[0]->kind == FREE_TURN    ? NODE_TURN
           : joint->free[0]->kind == FREE_SLIDE ? NODE_SLIDE
                                                : NODE_FREES;
}

static void fill_node(const JdSystem *s, Tree *tree, const Graph *graph, int body, TreeNode *node,
                      const int *node_of) {
    const int joint = graph->parent_edge[body];
    *node = (TreeNode){.body = body, .joint = joint, .above = -1, .sign = 1};
    node->mass = s->body[body].mass, node->turning = s->body[body].turning[AXIS_Z];
    node->q = tree->nq;
    node->u = tree->nu;
    if (joint < 0) {
        node->shape = NODE_FLOAT;
        node->nq = s->kernel->nq;
        node->nu = s->kernel->nv;
    } else {
        const SystemJoint *of = &s->joint[joint];
        node->parent = graph->parent_body[body];
        node->above = node->parent ? node_of[node->parent] : -1;
        node->reversed = of->body_i == body;
        node->sign = node->reversed ? -1 : 1;
        node->shape = shape_of(of);
        node->nu = node->nq = of->frees;
        for (int f = 0; f < of->frees; f++)
            if (of->free[f]->kind == FREE_BALL && of->free[f]->axis == AXIS_X) node->nq++;
        if (of->frees) node->axis = of->free[0]->axis;
        const Pose *near = &s->frame[node->reversed ? of->frame_j : of->frame_i].local;
        const Pose *far = &s->frame[node->reversed ? of->frame_i : of->frame_j].local;
        node->near_p = near->p, node->far_p = far->p;
        node->near_axes = near->axes, node->far_axes = far->axes;
        node->angle = near->angle - far->angle;
    }
    tree->nq += node->nq;
    tree->nu += node->nu;
}

/* Bodies by their depth in the tree, of equal ones as they come. */
static bool sort_by_depth(const JdSystem *s, const Graph *graph, Arena *scratch, int *body_at) {
    int *first = ARENA_NEW(scratch, int, s->bodies + 2);
    if (!first) return false;
    for (int b = 1; b < s->bodies; b++) first[graph->depth[b] + 1]++;
    for (int d = 0; d < s->bodies; d++) first[d + 1] += first[d];
    for (int b = 1; b < s->bodies; b++) body_at[first[graph->depth[b]]++] = b;
    return true;
}

static bool make_nodes(JdSystem *s, Tree *tree, const Graph *graph) {
    Arena *arena = &s->arena, scratch = {0};
    TreeNode *node = ARENA_NEW(arena, TreeNode, s->bodies);
    int *node_of = ARENA_NEW(arena, int, s->bodies + 1);
    int *body_at = ARENA_NEW(&scratch, int, s->bodies + 1), widest = 0;
    const bool sorted = body_at && sort_by_depth(s, graph, &scratch, body_at);
    if (!sorted) arena->failed = true;

    /* Along branches as far as they go: a chain's numbers then lie one behind the other. */
    if (!arena->failed) node_of[0] = -1;
    for (int n = 0; n < s->bodies - 1 && !arena->failed; n++) {
        const int b = body_at[n];
        node_of[b] = n;
        fill_node(s, tree, graph, b, &node[n], node_of);
        const int above = node[n].above;
        node[n].leaf = true;
        node[n].up = node[n].nu + (above >= 0 ? node[above].up : 0);
        if (above >= 0) node[above].leaf = false;
        if (node[n].nu > widest) widest = node[n].nu;
        tree->nodes++;
    }
    jd_arena_free(&scratch);
    if (arena->failed) return false;
    const size_t n = (size_t)s->kernel->nv, most = (size_t)widest;
    tree->node_size = 18 + 3 * n + n * n + 2 * most * n + most * most + most;
    tree->node = node;
    tree->node_of = node_of;
    return true;
}

/* Where locks of velocities say the same as locks of positions, it is the former that are left out:
 * positions are put back onto their locks while velocities ask for nothing. */
static bool sort_dependent(JdSystem *s, Tree *tree) {
    bool *late = ARENA_NEW(&s->arena, bool, tree->cut.rows + 1);
    if (!late) return false;
    for (int r = 0; r < tree->cut.rows; r++) {
        late[r] = tree->cut.row[r].velocity;
        tree->holding += !late[r];
    }
    for (int k = 0; k < s->anchors; k++)
        if (s->dynamics.row[s->anchor[k]].velocity)
            tree->late = late;
        else
            tree->holding--;
    return true;
}

/* Which of all rows a row of `cut` is. */
static bool number_rows(JdSystem *s, Tree *tree) {
    int *number = ARENA_NEW(&s->arena, int, tree->cut.rows + 1);
    for (int r = 0; r < tree->cut.rows && number; r++) {
        const Row *row = &tree->cut.row[r];
        number[r] = row->drive >= 0 ? s->drive[row->drive].row
                                    : s->joint[row->joint].first_row + row->number;
    }
    tree->row = number;
    return number != NULL;
}

static bool weigh(JdSystem *s, Tree *tree) {
    const int n = s->kernel->nv;
    double *ease = ARENA_NEW(&s->arena, double, n * s->bodies);
    for (int k = 0; k < n * (s->bodies - 1) && ease; k++) {
        const double own = jd_mass_of(s, 1 + k / n, k % n);
        const double usual = s->weight * (k % n < s->kernel->linear ? 1 : s->length * s->length);
        ease[k] = 1 / (own > 0 ? own : usual);
    }
    tree->ease = ease;
    return ease != NULL;
}

void jd_tree_tell_rows(const Tree *tree, const RowWork *cut, Motion *m) {
    for (int r = 0; r < tree->cut.rows; r++) {
        m->rows.f[tree->row[r]] = cut->f[r];
        m->rows.rate[tree->row[r]] = cut->rate[r];
    }
}

bool jd_tree_make(JdSystem *s, Tree *tree, const bool *cut) {
    *tree = (Tree){0};
    Graph graph;
    bool *locked = ARENA_NEW(&s->arena, bool, s->joints + 1);
    bool *in_tree = ARENA_NEW(&s->arena, bool, s->joints + 1);
    if (s->arena.failed || !jd_tree_choose(s, &s->arena, cut, &graph, in_tree)) return false;
    tree->in_tree = in_tree;
    if (!make_nodes(s, tree, &graph)) return false;
    for (int k = 0; k < s->joints; k++) locked[k] = !tree->in_tree[k] && !s->joint[k].elastic;
    tree->dependent = s->anchors;
    if (!jd_rowset_make(s, &tree->cut, ROWS_MOTION, locked, 0, NULL)) return false;
    return number_rows(s, tree) && sort_dependent(s, tree) && weigh(s, tree);
}

void jd_tree_layout(const JdSystem *s, const Tree *tree, TreeWork *w, Layout *layout) {
    const size_t rows = (size_t)tree->cut.rows, nodes = (size_t)tree->nodes + 1,
                 n = (size_t)s->kernel->nv;
    w->nodes = PLACE(layout, double, nodes * tree->node_size);
    w->hinges = PLACE(layout, double, jd_tree_hinge_room(tree) + 1);
    w->Q = PLACE(layout, double, nodes *n);
    w->effort = PLACE(layout, double, tree->nu + 1);
    jd_rowwork_layout(s, &tree->cut, &w->cut, layout);
    w->push = PLACE(layout, double, rows *(size_t)tree->nu + 1);
    w->yield = PLACE(layout, double, SIDE_BY_SIDE * tree->nu + 1);
    w->met = PLACE(layout, int, tree->nu + 1);
    w->S = PLACE(layout, double, 2 * rows * rows + 1);
    w->lambda = PLACE(layout, double, 3 * rows + 1);
    w->g = PLACE(layout, double, rows + 1);
    w->scale = PLACE(layout, double, rows + 1);
    w->order = PLACE(layout, int, rows + 1);
}

void jd_tree_keep(TreeWork *w, Keeper *keeper) {
    KEEP(keeper, w->ratio);
    KEEP(keeper, w->lowest);
    jd_rowwork_keep(&w->cut, keeper);
}

void jd_tree_init(const JdSystem *s, const Tree *tree, TreeWork *w) {
    s->kernel->init(s, &tree->cut, &w->cut);
}

/* ---- Coordinates and bodies ----------------------------------------------------------------- */

static void read_frees(const JdSystem *s, const Motion *m, const TreeNode *node, double *q,
                       double *u) {
    const SystemJoint *joint = &s->joint[node->joint];
    int place = 0;
    for (int f = 0; f < joint->frees; f++) {
        const bool ball = joint->free[f]->kind == FREE_BALL;
        RowNow row;
        s->kernel->row(s, m, ball ? &joint->rate_row[f] : &joint->free_row[f], joint->frame_i,
                       joint->frame_j, &row);
        u[f] = row.rate;
        if (!ball) {
            q[place++] = row.f;
            continue;
        }
        if (joint->free[f]->axis != AXIS_X) continue;
        const Side i = s->kernel->side(s, m, joint->frame_i),
                   j = s->kernel->side(s, m, joint->frame_j);
        const Axes seen = jd_axes_relative(&i.axes, &j.axes);
        const Quat turn = jd_quat_from_axes(&seen);
        q[place] = turn.w, q[place + 1] = turn.x, q[place + 2] = turn.y, q[place + 3] = turn.z;
        place += 4;
    }
}

/* The place of a quaternion among a node's coordinates and of its rates; false: it has none. */
static bool find_quaternion(const JdSystem *s, const TreeNode *node, int *place, int *rate) {
    if (s->space == JD_PLANAR || node->nq == node->nu) return false;
    *place = node->q + node->nq - 4;
    *rate = node->u + node->nu - 3;
    return true;
}

int jd_tree_attitude(const JdSystem *s, const Tree *tree, int n) {
    int place, rate;
    return find_quaternion(s, &tree->node[n], &place, &rate) ? place : -1;
}

/* A quaternion and its opposite are one attitude. */
static void take_side(const double *like, double *q) {
    const double along = like[0] * q[0] + like[1] * q[1] + like[2] * q[2] + like[3] * q[3];
    for (int k = 0; k < 4 && along < 0; k++) q[k] = -q[k];
}

void jd_tree_read(const JdSystem *s, const Tree *tree, const Motion *m, const double *like,
                  double *q, double *u) {
    const size_t nq = (size_t)s->kernel->nq, nv = (size_t)s->kernel->nv;
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        const size_t body = (size_t)node->body - 1;
        int place, rate;
        if (node->shape != NODE_FLOAT) {
            read_frees(s, m, node, q + node->q, u + node->u);
        } else {
            memcpy(q + node->q, m->q + nq * body, nq * sizeof *q);
            memcpy(u + node->u, m->v + nv * body, nv * sizeof *u);
        }
        if (like && find_quaternion(s, node, &place, &rate)) take_side(like + place, q + place);
    }
}

void jd_tree_move(const JdSystem *s, const Tree *tree, TreeWork *w, Motion *m, const double *q,
                  const double *u) {
    m->rows.filled = false;
    if (s->space == JD_PLANAR)
        jd_tree_move_planar(s, tree, w, m, q, u);
    else
        jd_tree_move_spatial(s, tree, w, m, q, u);
}

/* Of a floating body along its own axes; of a ball along i's: q' = w q / 2 then. */
static Quat quaternion_rate(const TreeNode *node, const double *q, const double *u) {
    const Quat at = {q[0], q[1], q[2], q[3]};
    if (node->shape == NODE_FLOAT) return jd_quat_rate(at, vec3(u[0], u[1], u[2]));
    const Quat w = {0, 0.5 * u[0], 0.5 * u[1], 0.5 * u[2]};
    return jd_quat_product(w, at);
}

void jd_tree_derivative(const JdSystem *s, const Tree *tree, const double *q, const double *u,
                        double *rates) {
    if (tree->nq == tree->nu) {
        memcpy(rates, u, (size_t)tree->nu * sizeof *u);
        return;
    }
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        int place, rate;
        for (int k = 0; k < node->nu; k++) rates[node->q + k] = u[node->u + k];
        if (!find_quaternion(s, node, &place, &rate)) continue;
        const Quat r = quaternion_rate(node, q + place, u + rate);
        rates[place] = r.w, rates[place + 1] = r.x, rates[place + 2] = r.y, rates[place + 3] = r.z;
    }
}

void jd_tree_increment(const JdSystem *s, const Tree *tree, const double *step, double *q) {
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        int place, rate;
        const bool turns = find_quaternion(s, node, &place, &rate);
        const int plain = turns ? node->nu - 3 : node->nu;
        for (int k = 0; k < plain; k++) q[node->q + k] += step[node->u + k];
        if (!turns) continue;
        const Quat at = {q[place], q[place + 1], q[place + 2], q[place + 3]};
        const Quat by = jd_quat_turn(vec3(step[rate], step[rate + 1], step[rate + 2]));
        const Quat to = jd_quat_unit(node->shape == NODE_FLOAT ? jd_quat_product(at, by)
                                                               : jd_quat_product(by, at));
        q[place] = to.w, q[place + 1] = to.x, q[place + 2] = to.y, q[place + 3] = to.z;
    }
}

bool jd_tree_tidy(const JdSystem *s, const Tree *tree, double *q) {
    bool changed = false;
    for (int n = 0; n < tree->nodes && tree->nq > tree->nu; n++) {
        int place, rate;
        if (!find_quaternion(s, &tree->node[n], &place, &rate)) continue;
        if (jd_quat_tidy(q + place)) changed = true;
    }
    return changed;
}

/* ---- Errors --------------------------------------------------------------------------------- */

/* Whether number k of a node's rates is a length. */
static bool is_slide(const JdSystem *s, const TreeNode *node, int k) {
    if (node->shape == NODE_FLOAT) return k < s->kernel->linear;
    return s->joint[node->joint].free[k]->kind == FREE_SLIDE;
}

/* The same for one free. */
static inline double one_error(const TreeNode *node, int first, double scale, const double *y0,
                               const double *y1, const double *err) {
    const int at = first + node->u;
    const double fastest = scale * larger(fabs(y0[at]), fabs(y1[at]));
    const double place = scale * fabs(err[node->q]), speed = scale * fabs(err[at]) / (1 + fastest);
    return isnan(err[node->q] + err[at]) ? INFINITY : larger(place, speed);
}

double jd_tree_error(const JdSystem *s, const Tree *tree, int first, const double *y0,
                     const double *y1, const double *err) {
    const double per_length = 1 / s->length;
    double most = 0;
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        if (node->shape == NODE_TURN || node->shape == NODE_SLIDE) {
            const double scale = node->shape == NODE_TURN ? 1 : per_length;
            const double off = one_error(node, first, scale, y0, y1, err);
            if (!(off <= most)) most = off;
            continue;
        }
        double place = 0, speed = 0, fastest = 0, sum = 0;
        for (int k = 0; k < node->nu; k++) {
            const double scale = is_slide(s, node, k) ? per_length : 1;
            const int at = first + node->u + k;
            speed = fmax(speed, scale * fabs(err[at]));
            fastest = fmax(fastest, scale * fmax(fabs(y0[at]), fabs(y1[at])));
            sum += err[at];
            if (node->nq == node->nu || k < node->nu - 3)
                place = fmax(place, scale * fabs(err[node->q + k]));
        }
        for (int k = node->nq - 4; k < node->nq && node->nq > node->nu; k++)
            place = fmax(place, 2 * fabs(err[node->q + k]));
        for (int k = 0; k < node->nq; k++) sum += err[node->q + k];
        const double here = fmax(place, speed / (1 + fastest));
        if (isnan(sum)) return INFINITY;
        if (!(here <= most)) most = here;
    }
    return most;
}

/* Of a leaf its own mass must resist; further in others help. */
bool jd_tree_check(const JdSystem *s, const Tree *tree, JdLog *log) {
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        const SystemBody *body = &s->body[node->body];
        if (body->mass > 0 || node->nu == 0 || !node->leaf) continue;
        jd_report(
            log, JD_ERROR, "form-needs-mass", body->where,
            "body '%s' has no mass and stands at the end of the tree of joints, where nothing "
            "resists %s%s%s",
            body->name, node->joint >= 0 ? "joint '" : "its own motion",
            node->joint >= 0 ? s->joint[node->joint].name : "", node->joint >= 0 ? "'" : "");
        jd_hint(log, "use form newton-euler, give the body a mass, or cut another joint");
        return false;
    }
    return true;
}

void jd_tree_ground(const JdSystem *s, Motion *m) {
    if (s->space == JD_PLANAR)
        jd_tree_ground_planar(m->bodies);
    else
        jd_tree_ground_spatial(m->bodies);
}

TreeRate jd_tree_rate(const JdSystem *s, const Tree *tree, int rate) {
    int n = 0;
    for (int beyond = tree->nodes; n + 1 < beyond;) { /* rates are numbered in the order of nodes */
        const int middle = n + (beyond - n) / 2;
        if (tree->node[middle].u <= rate)
            n = middle;
        else
            beyond = middle;
    }
    const TreeNode *node = &tree->node[n];
    const int free = rate - node->u;
    return (TreeRate){node->body, node->joint, free, is_slide(s, node, free)};
}

NodeInfo jd_tree_node(const Tree *tree, int n) {
    const TreeNode *node = &tree->node[n];
    return (NodeInfo){node->body,
                      node->parent,
                      node->above,
                      node->joint,
                      node->q,
                      node->u,
                      node->nu,
                      node->shape == NODE_TURN,
                      node->shape == NODE_SLIDE,
                      node->axis,
                      node->sign,
                      node->near_p,
                      node->far_p,
                      node->near_axes,
                      node->far_axes,
                      node->angle};
}

bool jd_tree_frees(JdSystem *s, const Tree *tree, TreeFree **frees) {
    TreeFree *list = ARENA_NEW(&s->arena, TreeFree, s->joints + 1);
    if (!list) return false;
    for (int k = 0; k < s->joints; k++) list[k] = (TreeFree){-1, -1, false};
    for (int n = 0; n < tree->nodes; n++) {
        const TreeNode *node = &tree->node[n];
        /* A ball's coordinates are not its angles. */
        if (node->joint >= 0 && node->nq == node->nu && node->nu > 0)
            list[node->joint] = (TreeFree){node->q, node->u, true};
    }
    *frees = list;
    return true;
}
