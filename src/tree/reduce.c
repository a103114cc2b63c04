/* SPDX-License-Identifier: MIT
 *
 * A tree whose rates follow from a few of them: what rows say about rates, how bodies move with
 * each independent rate, and the equations of motion of those rates alone. theory (9.11)-(9.14) */
#include "tree/body.h"
#include <string.h>

void jd_tree_pose(const JdSystem *s, const Tree *tree, TreeWork *w, Motion *m, int node,
                  const double *q) {
    const TreeNode *of = &tree->node[node];
    const int n = s->kernel->nv;
    const NodeAt at = node_at(node_numbers(tree, w, node), n, of->nu);
    if (n == 3)
        jd_node_pose_planar(s, of, at, node_above(tree, w, of, 3), m->bodies, q);
    else
        jd_node_pose_spatial(s, of, at, node_above(tree, w, of, 6), m->bodies, q);
}

void jd_tree_twist(const JdSystem *s, const Tree *tree, TreeWork *w, Motion *m, const double *q,
                   const double *u) {
    for (int k = 0; k < tree->nodes; k++) {
        const TreeNode *node = &tree->node[k];
        double *numbers = node_numbers(tree, w, k);
        if (s->kernel->nv == 3)
            jd_node_twist_planar(s, node, node_at(numbers, 3, node->nu), m->bodies, q, u);
        else
            jd_node_twist_spatial(s, node, node_at(numbers, 6, node->nu), m->bodies, q, u);
    }
}

/* ---- Rows along rates ----------------------------------------------------------------------- */

/* A force on a node, carried inwards: what it does along the rates of every joint on the way. */
static void along_branch(const Tree *tree, const TreeWork *w, int n, int node, double *f,
                         double *G) {
    while (node >= 0) {
        const TreeNode *of = &tree->node[node];
        const NodeAt at = node_at(node_numbers(tree, w, node), n, of->nu);
        for (int c = 0; c < of->nu; c++)
            for (int r = 0; r < n; r++) G[of->u + c] += f[r] * at.S[c * n + r];
        if (n == 3) {
            f[2] += at.r[0] * f[1] - at.r[1] * f[0];
        } else {
            f[3] += at.r[1] * f[2] - at.r[2] * f[1];
            f[4] += at.r[2] * f[0] - at.r[0] * f[2];
            f[5] += at.r[0] * f[1] - at.r[1] * f[0];
        }
        node = of->above;
    }
}

void jd_tree_row(const TreeAt *at, int g, int row, double *G) {
    const Tree *tree = at->tree;
    const int n = at->system->kernel->nv;
    const Group *group = &tree->cut.group[g];
    memset(G, 0, (size_t)tree->nu * sizeof *G);
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        double f[6];
        jd_tree_row_force(at, group, row, e, f);
        along_branch(tree, at->work, n, tree->node_of[group->body[e]], f, G);
    }
}

/* ---- Accelerations and twists of nodes ------------------------------------------------------ */

/* at.a of all nodes for rates' rates udot (NULL: none). */
void jd_tree_accelerate(const JdSystem *s, const Tree *tree, TreeWork *w, const double *udot) {
    const int n = s->kernel->nv;
    for (int k = 0; k < tree->nodes; k++) {
        const TreeNode *node = &tree->node[k];
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        if (node->above >= 0) {
            carry(n, at.r, node_at(node_numbers(tree, w, node->above), n, 1).a, at.a);
            for (int r = 0; r < n; r++) at.a[r] += at.c[r];
        } else {
            for (int r = 0; r < n; r++) at.a[r] = at.c[r];
        }
        for (int f = 0; f < node->nu && udot; f++)
            for (int r = 0; r < n; r++) at.a[r] += at.S[f * n + r] * udot[node->u + f];
    }
}

/* Twists of all nodes for rates u, one behind the other. */
static void twists_of(const Tree *tree, const TreeWork *w, int n, const double *u, double *t) {
    for (int k = 0; k < tree->nodes; k++, t += n) {
        const TreeNode *node = &tree->node[k];
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        if (node->above >= 0)
            carry(n, at.r, t + n * (node->above - k), t);
        else
            for (int r = 0; r < n; r++) t[r] = 0;
        for (int f = 0; f < node->nu; f++)
            for (int r = 0; r < n; r++) t[r] += at.S[f * n + r] * u[node->u + f];
    }
}

/* ---- The equations of the independent rates: theory (9.13) ---------------------------------- */

/* What a body asks for to be accelerated so: inertia times a, at its point, with p. */
static void force_for(const TreeAt *of, int body, const NodeAt at, const double *a, bool with_p,
                      double *f) {
    const SystemBody *b = &of->system->body[body];
    const double *k = at.k;
    const int n = of->system->kernel->nv;
    const double *Q = of->work->Q + n * (body - 1);
    if (n == 3) {
        double ax = a[0] - a[2] * k[1], ay = a[1] + a[2] * k[0];
        if (with_p) ax += at.kb[0], ay += at.kb[1];
        f[0] = b->mass * ax, f[1] = b->mass * ay;
        f[2] = b->turning[2] * a[2];
        if (with_p) f[0] -= Q[0], f[1] -= Q[1], f[2] -= Q[2];
        f[2] += k[0] * f[1] - k[1] * f[0];
        return;
    }
    const Axes *R = &((const SpatialBody *)of->motion->bodies)[body].R;
    const Vec3 kk = vec3(k[0], k[1], k[2]), alpha = vec3(a[3], a[4], a[5]);
    Vec3 linear = vec3_add(vec3(a[0], a[1], a[2]), vec3_cross(alpha, kk));
    if (with_p) linear = vec3_add(linear, vec3(at.kb[0], at.kb[1], at.kb[2]));
    const Vec3 own = axes_in(R, alpha);
    Vec3 turn = vec3(b->turning[0] * own.x, b->turning[1] * own.y, b->turning[2] * own.z);
    Vec3 force = vec3_scale(b->mass, linear);
    if (with_p) {
        force = vec3_sub(force, vec3(Q[0], Q[1], Q[2]));
        turn = vec3_sub(turn, vec3(Q[3], Q[4], Q[5]));
    }
    const Vec3 moment = vec3_add(axes_out(R, turn), vec3_cross(kk, force));
    f[0] = force.x, f[1] = force.y, f[2] = force.z;
    f[3] = moment.x, f[4] = moment.y, f[5] = moment.z;
}

void jd_tree_reduce(const TreeAt *of, int count, const double *B, double *twists, double *M,
                    double *h) {
    const Tree *tree = of->tree;
    const TreeWork *w = of->work;
    const int n = of->system->kernel->nv;
    const size_t size = (size_t)(n * tree->nodes);
    for (int c = 0; c < count; c++)
        twists_of(tree, w, n, B + c * tree->nu, twists + size * (size_t)c);
    memset(M, 0, (size_t)(count * count) * sizeof *M);
    memset(h, 0, (size_t)count * sizeof *h);
    for (int k = 0; k < tree->nodes; k++) {
        const TreeNode *node = &tree->node[k];
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        double f[6];
        force_for(of, node->body, at, at.a, true, f);
        for (int c = 0; c < count; c++)
            for (int r = 0; r < n; r++)
                h[c] -= f[r] * twists[size * (size_t)c + (size_t)(n * k + r)];
        for (int c = 0; c < count; c++) {
            force_for(of, node->body, at, twists + size * (size_t)c + (size_t)(n * k), false, f);
            for (int d = 0; d <= c; d++)
                for (int r = 0; r < n; r++)
                    M[c * count + d] += f[r] * twists[size * (size_t)d + (size_t)(n * k + r)];
        }
    }
    for (int c = 0; c < count; c++)
        for (int u = 0; u < tree->nu; u++) h[c] += w->effort[u] * B[c * tree->nu + u];
    for (int c = 0; c < count; c++)
        for (int d = 0; d < c; d++) M[d * count + c] = M[c * count + d];
}

double jd_tree_given(const TreeAt *of, const double *u, double *twists) {
    const Tree *tree = of->tree;
    const TreeWork *w = of->work;
    const int n = of->system->kernel->nv;
    double power = 0;
    twists_of(tree, w, n, u, twists);
    for (int k = 0; k < tree->nodes; k++, twists += n) {
        const TreeNode *node = &tree->node[k];
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        double f[6];
        force_for(of, node->body, at, at.a, true, f);
        for (int r = 0; r < n; r++) power += f[r] * twists[r];
    }
    for (int r = 0; r < tree->nu; r++) power -= w->effort[r] * u[r];
    return power;
}
