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

/* The answer of the tree at rest to forces t along the rates of its joints, as they reach these
 * with all that is further out. theory (9.10) */
ALWAYS void answer(const int n, const Tree *tree, TreeWork *w, const double *t, double *udot) {
    double *accelerations = w->Q; /* of all nodes; the forces are done with */
    for (int k = 0; k < tree->nodes; k++) {
        const TreeNode *node = &tree->node[k];
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        double b[NODE_MOST], *a = accelerations + n * k;
        if (node->above >= 0)
            carry(n, at.r, accelerations + n * node->above, a);
        else
            for (int r = 0; r < n; r++) a[r] = 0;
        for (int f = 0; f < node->nu; f++) b[f] = t[node->u + f] - dot(n, at.U + f * n, a);
        solve_rates(node->nu, at.D, b, udot + node->u);
        for (int f = 0; f < node->nu; f++)
            for (int r = 0; r < n; r++) a[r] += at.S[f * n + r] * udot[node->u + f];
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

/* A force along the acceleration of its node, which is that of the centre of mass. */
ALWAYS double accelerates(const int n, const double *f, const NodeAt at) {
    return dot(n, f, at.a) + f[0] * at.kb[0] + f[1] * at.kb[1] + (n == 6 ? f[2] * at.kb[2] : 0);
}

/* J a with the accelerations of the nodes, at the centres of mass. */
ALWAYS double free_along_row(const int n, const TreeAt *of, const Group *group, int row) {
    double f[6], sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        const NodeAt at = row_force(n, of, group, row, e, f);
        sum += accelerates(n, f, at);
    }
    return sum;
}

/* What a row does to its bodies when they are free, J M^-1 J^T: its scale. */
ALWAYS double own_scale(const int n, const TreeAt *of, const Group *group, int row) {
    double sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        const double *J = of->work->cut.values +
                          jd_sparse_pair_at(of->tree->cut.plan, group->pair[e]) +
                          (size_t)(n * (row - group->first));
        const double *ease = of->tree->ease + n * (group->body[e] - 1);
        UNROLL for (int k = 0; k < n; k++) sum += J[k] * J[k] * ease[k];
    }
    return sum;
}

/* The forces of a unit of each of some rows between the same bodies, side by side, on their way in:
 * at which nodes they are by now, and what they are there. */
typedef double Beside[SIDE_BY_SIDE];
typedef struct {
    int ends, node[GROUP_ENDS]; /* -1: on the ground */
    Beside f[GROUP_ENDS][6];
} Branches;

/* The outermost node that is pushed, where forces that meet there are one; the end that has it, -1:
 * all are on the ground. */
ALWAYS int outermost(const int n, const int wide, Branches *on) {
    int end = -1;
    for (int e = 0; e < on->ends; e++)
        if (on->node[e] >= 0 && (end < 0 || on->node[e] > on->node[end])) end = e;
    for (int e = end + 1; e < on->ends && end >= 0; e++) {
        if (on->node[e] != on->node[end]) continue;
        for (int k = 0; k < n; k++)
            for (int r = 0; r < wide; r++) on->f[end][k][r] += on->f[e][k][r];
        on->node[e] = -1;
    }
    return end;
}

/* moment += r x force */
ALWAYS void shift(const int n, const int wide, const double *arm, Beside *f) {
    for (int r = 0; r < wide; r++) {
        if (n == 3) {
            f[2][r] += arm[0] * f[1][r] - arm[1] * f[0][r];
        } else {
            f[3][r] += arm[1] * f[2][r] - arm[2] * f[1][r];
            f[4][r] += arm[2] * f[0][r] - arm[0] * f[2][r];
            f[5][r] += arm[0] * f[1][r] - arm[1] * f[0][r];
        }
    }
}

/* What a joint feels of forces along its rates, and how it yields to that, a rate each line. */
typedef struct {
    Beside felt[NODE_MOST], yields[NODE_MOST];
} Met;

/* Forces on a body past its joint and on to its parent's point. */
ALWAYS void hand_in(const int n, const int nu, const int wide, const NodeAt at, Beside *f,
                    Met *met) {
    Beside *felt = met->felt, *yields = met->yields;
    for (int c = 0; c < nu; c++)
        for (int r = 0; r < wide; r++) {
            double sum = at.S[c * n] * f[0][r];
            UNROLL for (int k = 1; k < n; k++) sum += at.S[c * n + k] * f[k][r];
            felt[c][r] = sum;
        }
    for (int c = 0; c < nu; c++)
        for (int r = 0; r < wide; r++) {
            yields[c][r] = 0;
            for (int d = 0; d < nu; d++) yields[c][r] += at.D[c * nu + d] * felt[d][r];
        }
    for (int c = 0; c < nu; c++)
        UNROLL for (int k = 0; k < n; k++) for (int r = 0; r < wide; r++) f[k][r] -=
            at.U[c * n + k] * yields[c][r];
    shift(n, wide, at.r, f);
}

/* What of a unit of each row from `first` on the joints between its bodies and the ground feel:
 * T_r, along their rates. These rates, work->met, and how the joints yield, work->yield: D^-1 T_r
 * there; how many. theory (9.8) */
ALWAYS int push(const int n, const int wide, const TreeAt *of, Branches *on, int first, int rows) {
    const Tree *tree = of->tree;
    TreeWork *w = of->work;
    const size_t nu = (size_t)tree->nu;
    int met = 0;
    for (int end; (end = outermost(n, wide, on)) >= 0;) {
        const TreeNode *node = &tree->node[on->node[end]];
        double *numbers = node_numbers(tree, w, on->node[end]);
        Met here;
        if (node->nu == 1)
            hand_in(n, 1, wide, node_at(numbers, n, 1), on->f[end], &here);
        else
            hand_in(n, node->nu, wide, node_at(numbers, n, node->nu), on->f[end], &here);
        for (int c = 0; c < node->nu; c++) {
            for (int r = 0; r < rows; r++) {
                w->push[nu * (size_t)(first + r) + (size_t)(node->u + c)] = here.felt[c][r];
                w->yield[SIDE_BY_SIDE * met + r] = here.yields[c][r];
            }
            w->met[met++] = node->u + c;
        }
        on->node[end] = node->above;
    }
    return met;
}

/* Rows of a group from `first` on: S up to there, their scales, and what they miss with the tree
 * alone. */
ALWAYS void close(const int n, const int wide, const TreeAt *of, const Group *group, int first,
                  int rows) {
    const Tree *tree = of->tree;
    TreeWork *w = of->work;
    const size_t nu = (size_t)tree->nu, all = (size_t)tree->cut.rows;
    double *miss = w->lambda + 2 * all;
    Branches on = {.ends = group->ends};
    for (int r = 0; r < rows; r++) miss[first + r] = w->g[first + r];
    for (int e = 0; e < group->ends; e++) {
        on.node[e] = group->body[e] ? tree->node_of[group->body[e]] : -1;
        for (int r = 0; r < rows && group->body[e]; r++) {
            double f[6];
            const NodeAt at = row_force(n, of, group, first + r, e, f);
            for (int k = 0; k < n; k++) on.f[e][k][r] = f[k];
            miss[first + r] -= accelerates(n, f, at);
        }
    }
    memset(w->push + nu * (size_t)first, 0, nu * (size_t)rows * sizeof(double));
    const int met = push(n, wide, of, &on, first, rows);
    for (int r = first; r < first + rows; r++) {
        const double *yields = w->yield + (r - first);
        for (size_t c = 0; c <= (size_t)r; c++) {
            const double *T = w->push + nu * c;
            double sum = 0;
            for (int k = 0; k < met; k++) sum += yields[SIDE_BY_SIDE * k] * T[w->met[k]];
            w->S[(size_t)r * all + c] = w->S[c * all + (size_t)r] = sum;
        }
        w->scale[r] = own_scale(n, of, group, r);
    }
}

/* theory (9.8), and the right-hand side of (9.9) */
ALWAYS void form_S(const int n, const TreeAt *of) {
    const RowSet *set = &of->tree->cut;
    for (int g = 0; g < set->groups; g++) {
        const Group *group = &set->group[g];
        for (int first = group->first, left = group->count; left > 0; first += SIDE_BY_SIDE) {
            const int rows = left < SIDE_BY_SIDE ? left : SIDE_BY_SIDE;
            if (rows <= 2)
                close(n, 2, of, group, first, rows);
            else
                close(n, SIDE_BY_SIDE, of, group, first, rows);
            left -= rows;
        }
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* What multipliers push the joints with: T^T lambda. */
static void push_all(const Tree *tree, const TreeWork *w, double *t) {
    const double *T = w->push;
    for (int k = 0; k < tree->nu; k++) t[k] = 0;
    for (int r = 0; r < tree->cut.rows; r++, T += tree->nu)
        for (int k = 0; k < tree->nu; k++) t[k] += w->lambda[r] * T[k];
}

ALWAYS void solve(const int n, const TreeAt *of, double *udot) {
    const Tree *tree = of->tree;
    TreeWork *w = of->work;
    const RowSet *set = &tree->cut;
    inwards(n, of);
    if (jd_ends(of->motion, PART_MASS)) return;
    outwards(n, tree, w, udot);
    w->ratio = INFINITY;
    if (set->rows) form_S(n, of);
    if (jd_ends(of->motion, PART_ASSEMBLY) || set->rows == 0) return;
    jd_tree_factor(tree, w);
    jd_tree_multipliers(tree, w, w->lambda + 2 * set->rows);
    double *more = w->yield + tree->nu;
    push_all(tree, w, w->yield);
    answer(n, tree, w, w->yield, more);
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
    push_all(at->tree, w, w->yield);
    if (at->system->space == JD_PLANAR)
        answer(3, at->tree, w, w->yield, step);
    else
        answer(6, at->tree, w, w->yield, step);
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
