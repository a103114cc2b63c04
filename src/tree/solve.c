/* SPDX-License-Identifier: MIT
 *
 * Dynamics on a tree, body by body: inwards the inertia that each body shows its joint with all
 * that hangs on it, outwards the accelerations; linear in the number of bodies. Loops add rows,
 * whose multipliers follow from how the tree answers to each of them. theory (9.5)-(9.10) */
#include "math/dense.h"
#include "tree/inside.h"
#include "tree/body.h"
#include "tree/turn.h"
#include <string.h>

/* ---- Inwards and outwards ------------------------------------------------------------------- */

/* x = D^-1 b */
ALWAYS void solve_rates(int nu, const double *D, const double *b, double *x) {
    if (nu == 1) {
        x[0] = D[0] * b[0];
        return;
    }
    for (int r = 0; r < nu; r++) {
        double sum = 0;
        for (int c = 0; c < nu; c++) sum += D[r * nu + c] * b[c];
        x[r] = sum;
    }
}

/* The same as `inward` for a lone turn in the plane. */
static inline void inward_turn(const NodeAt at, double effort, const NodeAt *to) {
    const double sign = at.S[2], push = sign * effort, d = 1 / at.I[8];
    const TurnLoad own = {at.I[0], at.I[1], at.I[4], at.I[2],       at.I[5],
                          at.I[8], at.p[0], at.p[1], at.p[2] - push};
    at.U[0] = sign * own.hx, at.U[1] = sign * own.hy, at.U[2] = sign * own.ww;
    at.D[0] = d;
    at.t[0] = -sign * own.pw;
    if (!to) return;
    const TurnLoad up = turn_inward(&own, d, vec2(at.r[0], at.r[1]), vec2(at.c[0], at.c[1]));
    double *I = to->I, *p = to->p;
    I[0] += up.xx, I[1] += up.xy, I[2] += up.hx, I[4] += up.yy, I[5] += up.hy, I[8] += up.ww;
    p[0] += up.px, p[1] += up.py;
    p[2] += up.pw + push; /* what acts on the joint acts back on the parent */
}

/* One body: its inertia with all that hangs on it, reduced by what its joint gives way, to its
 * parent. Symmetric matrices are kept whole; of those only the upper part is worked out and read.
 * theory (9.5), (9.6) */
ALWAYS void inward(const int n, const int nu, const NodeAt at, const double *effort,
                   const NodeAt *to) {
    for (int f = 0; f < nu; f++) {
        const double *S = at.S + f * n;
        double *U = at.U + f * n;
        UNROLL for (int r = 0; r < n; r++) {
            double sum = 0;
            UNROLL for (int c = 0; c < n; c++) sum += at.I[r < c ? r * n + c : c * n + r] * S[c];
            U[r] = sum;
        }
        for (int g = 0; g <= f; g++) at.D[f * nu + g] = at.D[g * nu + f] = dot(n, at.S + g * n, U);
        at.t[f] = effort[f] - dot(n, S, at.p);
    }
    if (nu == 1)
        at.D[0] = 1 / at.D[0];
    else if (nu > 1)
        jd_dense_invert_positive(nu, at.D);
    if (!to) return;
    double Ia[36], pa[6], x[NODE_MOST];
    UNROLL for (int r = 0; r < n; r++) UNROLL for (int c = r; c < n; c++) Ia[r * n + c] =
        at.I[r * n + c];
    for (int f = 0; f < nu; f++)
        for (int g = 0; g < nu; g++) {
            const double d = at.D[f * nu + g];
            UNROLL for (int r = 0; r < n; r++) {
                const double share = d * at.U[f * n + r];
                UNROLL for (int c = r; c < n; c++) Ia[r * n + c] -= share * at.U[g * n + c];
            }
        }
    solve_rates(nu, at.D, at.t, x);
    UNROLL for (int r = 0; r < n; r++) {
        double sum = at.p[r];
        UNROLL for (int c = 0; c < n; c++) sum += Ia[r < c ? r * n + c : c * n + r] * at.c[c];
        pa[r] = sum;
    }
    for (int f = 0; f < nu; f++) UNROLL for (int r = 0; r < n; r++) pa[r] += at.U[f * n + r] * x[f];
    add_inertia(n, at.r, Ia, to->I);
    add_force(n, at.r, pa, to->p);
}

ALWAYS void inwards(const int n, const TreeAt *of) {
    const Tree *tree = of->tree;
    TreeWork *w = of->work;
    for (int k = 0; k < tree->nodes; k++) {
        const TreeNode *node = &tree->node[k];
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        const Axes *R = axes_of(n, of->motion, node->body);
        const SystemBody *body = &of->system->body[node->body];
        own_inertia(n, of->system, R, node->body, at.k, at.I);
        own_force(n, R, body->mass, w->Q + n * (node->body - 1), at);
    }
    for (int k = tree->nodes - 1; k >= 0; k--) {
        const TreeNode *node = &tree->node[k];
        double *numbers = node_numbers(tree, w, k);
        NodeAt to = {0};
        const bool up = node->above >= 0;
        if (up) to = node_at(node_numbers(tree, w, node->above), n, 1); /* I and p come first */
        if (node->shape == NODE_TURN && n == 3)
            inward_turn(node_at(numbers, n, 1), w->effort[node->u], up ? &to : NULL);
        else if (node->nu == 1)
            inward(n, 1, node_at(numbers, n, 1), w->effort + node->u, up ? &to : NULL);
        else
            inward(n, node->nu, node_at(numbers, n, node->nu), w->effort + node->u,
                   up ? &to : NULL);
    }
}

/* theory (9.7) */
ALWAYS void outward(const int n, const int nu, const NodeAt at, const double *above, double *x) {
    double b[NODE_MOST], a[6];
    if (above)
        carry(n, at.r, above, a);
    else
        for (int r = 0; r < n; r++) a[r] = 0;
    UNROLL for (int r = 0; r < n; r++) a[r] += at.c[r];
    for (int f = 0; f < nu; f++) b[f] = at.t[f] - dot(n, at.U + f * n, a);
    solve_rates(nu, at.D, b, x);
    for (int f = 0; f < nu; f++) UNROLL for (int r = 0; r < n; r++) a[r] += at.S[f * n + r] * x[f];
    UNROLL for (int r = 0; r < n; r++) at.a[r] = a[r];
}

ALWAYS void outwards(const int n, const Tree *tree, TreeWork *w, double *udot) {
    for (int k = 0; k < tree->nodes; k++) {
        const TreeNode *node = &tree->node[k];
        double *numbers = node_numbers(tree, w, k);
        const double *above =
            node->above < 0 ? NULL : node_at(node_numbers(tree, w, node->above), n, 1).a;
        if (node->nu == 1)
            outward(n, 1, node_at(numbers, n, 1), above, udot + node->u);
        else
            outward(n, node->nu, node_at(numbers, n, node->nu), above, udot + node->u);
    }
}

/* The answer of the tree at rest to forces on its bodies: -p in, accelerations out, in the same
 * place. */
ALWAYS void respond(const int n, const Tree *tree, TreeWork *w, double *p, double *udot) {
    double t[NODE_MOST], x[NODE_MOST];
    for (int k = tree->nodes - 1; k >= 0; k--) {
        const TreeNode *node = &tree->node[k];
        if (node->above < 0) continue;
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        double *own = p + n * k, pa[6];
        for (int r = 0; r < n; r++) pa[r] = own[r];
        for (int f = 0; f < node->nu; f++) t[f] = -dot(n, at.S + f * n, own);
        solve_rates(node->nu, at.D, t, x);
        for (int f = 0; f < node->nu; f++)
            for (int r = 0; r < n; r++) pa[r] += at.U[f * n + r] * x[f];
        add_force(n, at.r, pa, p + n * node->above);
    }
    for (int k = 0; k < tree->nodes; k++) {
        const TreeNode *node = &tree->node[k];
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        double *own = p + n * k, a[6];
        for (int f = 0; f < node->nu; f++) t[f] = -dot(n, at.S + f * n, own);
        for (int r = 0; r < n; r++) a[r] = 0;
        if (node->above >= 0) carry(n, at.r, p + n * node->above, a);
        for (int f = 0; f < node->nu; f++) t[f] -= dot(n, at.U + f * n, a);
        solve_rates(node->nu, at.D, t, x);
        for (int f = 0; f < node->nu; f++)
            for (int r = 0; r < n; r++) a[r] += at.S[f * n + r] * x[f];
        for (int r = 0; r < n; r++) own[r] = a[r];
        for (int f = 0; f < node->nu && udot; f++) udot[node->u + f] = x[f];
    }
}

/* ---- Loops ---------------------------------------------------------------------------------- */

/* One row of J for one of its bodies, along ground axes, about the body's point. */
ALWAYS NodeAt row_force(const int n, const TreeAt *of, const Group *group, int row, int end,
                        double *f) {
    const Tree *tree = of->tree;
    const TreeWork *w = of->work;
    const double *J = w->cut.values + jd_sparse_pair_at(tree->cut.plan, group->pair[end]) +
                      (size_t)(n * (row - group->first));
    const NodeAt at = node_at(node_numbers(tree, w, tree->node_of[group->body[end]]), n, 1);
    if (n == 3) {
        f[0] = J[0], f[1] = J[1];
        f[2] = J[2] + at.k[0] * J[1] - at.k[1] * J[0];
        return at;
    }
    const Vec3 moment = axes_out(axes_of(n, of->motion, group->body[end]), vec3(J[3], J[4], J[5]));
    f[0] = J[0], f[1] = J[1], f[2] = J[2];
    f[3] = moment.x + at.k[1] * J[2] - at.k[2] * J[1];
    f[4] = moment.y + at.k[2] * J[0] - at.k[0] * J[2];
    f[5] = moment.z + at.k[0] * J[1] - at.k[1] * J[0];
    return at;
}

/* p -= lambda J^T */
ALWAYS void push_row(const int n, const TreeAt *of, const Group *group, int row, double lambda,
                     double *p) {
    double f[6];
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        row_force(n, of, group, row, e, f);
        double *to = p + n * of->tree->node_of[group->body[e]];
        for (int k = 0; k < n; k++) to[k] -= lambda * f[k];
    }
}

/* J a */
ALWAYS double along_row(const int n, const TreeAt *of, const Group *group, int row,
                        const double *a) {
    double f[6], sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        row_force(n, of, group, row, e, f);
        sum += dot(n, f, a + n * of->tree->node_of[group->body[e]]);
    }
    return sum;
}

/* J a with the accelerations of the nodes, at the centres of mass. */
ALWAYS double free_along_row(const int n, const TreeAt *of, const Group *group, int row) {
    double f[6], sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        const NodeAt at = row_force(n, of, group, row, e, f);
        sum += dot(n, f, at.a) + f[0] * at.kb[0] + f[1] * at.kb[1] + (n == 6 ? f[2] * at.kb[2] : 0);
    }
    return sum;
}

/* What a row does to its bodies when they are free, J M^-1 J^T: its scale. */
ALWAYS double own_scale(const int n, const TreeAt *of, const Group *group, int row) {
    const JdSystem *s = of->system;
    double sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        const double *J = of->work->cut.values +
                          jd_sparse_pair_at(of->tree->cut.plan, group->pair[e]) +
                          (size_t)(n * (row - group->first));
        for (int k = 0; k < n; k++) {
            const double own = jd_mass_of(s, group->body[e], k);
            const double usual = s->weight * (k < s->kernel->linear ? 1 : s->length * s->length);
            sum += J[k] * J[k] / (own > 0 ? own : usual);
        }
    }
    return sum;
}

/* theory (9.8) */
ALWAYS void form_S(const int n, const TreeAt *of) {
    const Tree *tree = of->tree;
    TreeWork *w = of->work;
    const RowSet *set = &tree->cut;
    const size_t size = (size_t)(n * tree->nodes), rows = (size_t)set->rows;
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++) {
            double *p = w->response + size * (size_t)r;
            memset(p, 0, size * sizeof *p);
            push_row(n, of, &set->group[g], r, 1, p);
            respond(n, tree, w, p, NULL);
            w->scale[r] = own_scale(n, of, &set->group[g], r);
        }
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++)
            for (size_t c = 0; c <= (size_t)r; c++)
                w->S[(size_t)r * rows + c] = w->S[c * rows + (size_t)r] =
                    along_row(n, of, &set->group[g], r, w->response + size * c);
}

/* ---- The whole ------------------------------------------------------------------------------ */

ALWAYS void push_all(const int n, const TreeAt *of, double *p) {
    const RowSet *set = &of->tree->cut;
    memset(p, 0, (size_t)(n * of->tree->nodes) * sizeof *p);
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++)
            push_row(n, of, &set->group[g], r, of->work->lambda[r], p);
}

ALWAYS void solve(const int n, const TreeAt *of, double *udot) {
    const Tree *tree = of->tree;
    TreeWork *w = of->work;
    const RowSet *set = &tree->cut;
    inwards(n, of);
    if (jd_ends(of->motion, PART_MASS)) return;
    w->ratio = INFINITY;
    if (set->rows) form_S(n, of);
    if (jd_ends(of->motion, PART_ASSEMBLY)) return;
    outwards(n, tree, w, udot);
    if (set->rows == 0) return;
    jd_tree_factor(tree, w);

    /* What the rows still miss with the tree alone. */
    double *b = w->lambda + 2 * set->rows, *p = w->Q;
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++)
            b[r] = w->g[r] - free_along_row(n, of, &set->group[g], r);
    jd_tree_multipliers(tree, w, b);
    push_all(n, of, p);
    double *more = w->response; /* S is done with */
    respond(n, tree, w, p, more);
    for (int k = 0; k < tree->nu; k++) udot[k] += more[k];
}

void jd_tree_solve(const TreeAt *at, double *udot) {
    const TreeAt of = *at; /* seen by nobody else, so that the compiler keeps its members at hand */
    if (of.system->space == JD_PLANAR)
        solve(3, &of, udot);
    else
        solve(6, &of, udot);
}

void jd_tree_correct(const TreeAt *at, double *step) {
    TreeWork *w = at->work;
    jd_tree_multipliers(at->tree, w, w->g);
    if (at->system->space == JD_PLANAR) {
        push_all(3, at, w->Q);
        respond(3, at->tree, w, w->Q, step);
    } else {
        push_all(6, at, w->Q);
        respond(6, at->tree, w, w->Q, step);
    }
}

/* ---- One by one, for who needs a row or a body alone ---------------------------------------- */

void jd_tree_row_force(const TreeAt *at, const Group *group, int row, int end, double *f) {
    if (at->system->space == JD_PLANAR)
        row_force(3, at, group, row, end, f);
    else
        row_force(6, at, group, row, end, f);
}

double jd_tree_row_accel(const TreeAt *at, int g, int row) {
    const Group *group = &at->tree->cut.group[g];
    return at->system->space == JD_PLANAR ? free_along_row(3, at, group, row)
                                          : free_along_row(6, at, group, row);
}
