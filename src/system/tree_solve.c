/* SPDX-License-Identifier: MIT
 *
 * Dynamics on a tree, body by body: inwards the inertia that each body shows its joint with all
 * that hangs on it, outwards the accelerations; linear in the number of bodies. Loops add rows,
 * whose multipliers follow from how the tree answers to each of them. theory (9.5)-(9.10) */
#include "system/spatial.h"
#include "system/tree.h"
#include <string.h>

#define ALWAYS static inline __attribute__((always_inline))
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 6")
#else
#define UNROLL
#endif

/* ---- From the body to its parent and back: r between their centres -------------------------- */

/* force, moment: moment += r x force */
ALWAYS void add_force(const int n, const double *r, const double *f, double *to) {
    if (n == 3) {
        to[0] += f[0], to[1] += f[1];
        to[2] += f[2] + r[0] * f[1] - r[1] * f[0];
        return;
    }
    to[0] += f[0], to[1] += f[1], to[2] += f[2];
    to[3] += f[3] + r[1] * f[2] - r[2] * f[1];
    to[4] += f[4] + r[2] * f[0] - r[0] * f[2];
    to[5] += f[5] + r[0] * f[1] - r[1] * f[0];
}

/* The acceleration (or twist) of the parent, carried rigidly. */
ALWAYS void carry(const int n, const double *r, const double *from, double *to) {
    if (n == 3) {
        to[0] = from[0] - from[2] * r[1];
        to[1] = from[1] + from[2] * r[0];
        to[2] = from[2];
        return;
    }
    to[0] = from[0] + from[4] * r[2] - from[5] * r[1];
    to[1] = from[1] + from[5] * r[0] - from[3] * r[2];
    to[2] = from[2] + from[3] * r[1] - from[4] * r[0];
    to[3] = from[3], to[4] = from[4], to[5] = from[5];
}

/* I_parent += X^T I X; of symmetric matrices only the upper part counts. */
ALWAYS void add_inertia(const int n, const double *r, const double *I, double *to) {
    if (n == 3) {
        const double rx = r[0], ry = r[1];
        const double hx = I[2] - ry * I[0] + rx * I[1], hy = I[5] - ry * I[1] + rx * I[4];
        to[0] += I[0], to[1] += I[1], to[2] += hx;
        to[4] += I[4], to[5] += hy;
        to[8] += I[8] - ry * (I[2] + hx) + rx * (I[5] + hy);
        return;
    }
    /* Blocks: A linear, H coupling, G angular. H' = H - A r~, G' = G - H^T r~ + r~ H'. */
    const double x = r[0], y = r[1], z = r[2];
    const double A[3][3] = {{I[0], I[1], I[2]}, {I[1], I[7], I[8]}, {I[2], I[8], I[14]}};
    double H[9];
    UNROLL for (int k = 0; k < 3; k++) {
        H[3 * k] = I[6 * k + 3] - (A[k][1] * z - A[k][2] * y);
        H[3 * k + 1] = I[6 * k + 4] - (A[k][2] * x - A[k][0] * z);
        H[3 * k + 2] = I[6 * k + 5] - (A[k][0] * y - A[k][1] * x);
    }
    UNROLL for (int k = 0; k < 3; k++) {
        UNROLL for (int c = k; c < 3; c++) to[6 * k + c] += I[6 * k + c];
        UNROLL for (int c = 0; c < 3; c++) to[6 * k + 3 + c] += H[3 * k + c];
    }
    UNROLL for (int k = 0; k < 3; k++) {
        /* Row k of H^T: column k of H before the move. */
        const double a = I[3 + k], b = I[9 + k], c = I[15 + k];
        const double moved[3] = {b * z - c * y, c * x - a * z, a * y - b * x};
        UNROLL for (int j = k; j < 3; j++) {
            const double turned = k == 0   ? y * H[6 + j] - z * H[3 + j]
                                  : k == 1 ? z * H[j] - x * H[6 + j]
                                           : x * H[3 + j] - y * H[j];
            to[6 * (3 + k) + 3 + j] += I[6 * (3 + k) + 3 + j] - moved[j] + turned;
        }
    }
}

ALWAYS double dot(const int n, const double *a, const double *b) {
    double sum = a[0] * b[0];
    for (int k = 1; k < n; k++) sum += a[k] * b[k];
    return sum;
}

/* ---- The body's own inertia and force ------------------------------------------------------- */

ALWAYS void own_inertia(const int n, const JdSystem *s, const Axes *R, int body, const double *k,
                        double *I) {
    const SystemBody *b = &s->body[body];
    if (n == 3) {
        const double hx = -b->mass * k[1], hy = b->mass * k[0];
        I[0] = I[4] = b->mass;
        I[1] = 0;
        I[2] = hx, I[5] = hy;
        I[8] = b->inertia[2][2] + hy * k[0] - hx * k[1];
        return;
    }
    /* Of the upper part: mass, -m k~, and R J R^T + m (k.k - k k^T). */
    const double mass = b->mass, x = k[0], y = k[1], z = k[2];
    const double mx = mass * x, my = mass * y, mz = mass * z;
    double J[3];
    UNROLL for (int c = 0; c < 3; c++) J[c] = jd_mass_of(s, body, 3 + c);
    I[0] = I[7] = I[14] = mass;
    I[1] = I[2] = I[8] = I[3] = I[10] = I[17] = 0;
    I[4] = mz, I[5] = -my, I[9] = -mz, I[11] = mx, I[15] = my, I[16] = -mx;
    const double A[3][3] = {
        {R->x.x, R->y.x, R->z.x}, {R->x.y, R->y.y, R->z.y}, {R->x.z, R->y.z, R->z.z}};
    const double K[3][3] = {{my * y + mz * z, -mx * y, -mx * z},
                            {0, mx * x + mz * z, -my * z},
                            {0, 0, mx * x + my * y}};
    UNROLL for (int r = 0; r < 3; r++) {
        const double a = A[r][0] * J[0], b0 = A[r][1] * J[1], c0 = A[r][2] * J[2];
        UNROLL for (int c = r; c < 3; c++) I[6 * (3 + r) + 3 + c] =
            a * A[c][0] + b0 * A[c][1] + c0 * A[c][2] + K[r][c];
    }
}

/* The force that is needed for no acceleration of the point: what turning asks for, less the
 * applied force. */
ALWAYS void own_force(const int n, const Axes *R, double mass, const double *own, const double *k,
                      const double *kb, double *p) {
    if (n == 3) {
        const double fx = mass * kb[0] - own[0], fy = mass * kb[1] - own[1];
        p[0] = fx, p[1] = fy;
        p[2] = k[0] * fy - k[1] * fx - own[2];
        return;
    }
    const Vec3 moment = axes_out(R, vec3(own[3], own[4], own[5]));
    const double fx = mass * kb[0] - own[0], fy = mass * kb[1] - own[1], fz = mass * kb[2] - own[2];
    p[0] = fx, p[1] = fy, p[2] = fz;
    p[3] = k[1] * fz - k[2] * fy - moment.x;
    p[4] = k[2] * fx - k[0] * fz - moment.y;
    p[5] = k[0] * fy - k[1] * fx - moment.z;
}

ALWAYS const Axes *axes_of(const int n, const Motion *m, int body) {
    return n == 3 ? NULL : &((const SpatialBody *)m->bodies)[body].R;
}

/* ---- Inwards and outwards ------------------------------------------------------------------- */

/* D^-1 of a few rates, by elimination; false where nothing resists one of them. */
static bool invert(double *D, int nu) {
    double from[NODE_MOST * NODE_MOST];
    memcpy(from, D, (size_t)(nu * nu) * sizeof *D);
    for (int k = 0; k < nu * nu; k++) D[k] = k % (nu + 1) == 0;
    for (int k = 0; k < nu; k++) {
        const double pivot = from[k * nu + k];
        if (!(pivot > 0)) return false;
        for (int c = 0; c < nu; c++) from[k * nu + c] /= pivot, D[k * nu + c] /= pivot;
        for (int r = 0; r < nu; r++) {
            const double share = r == k ? 0 : from[r * nu + k];
            for (int c = 0; c < nu && share != 0; c++)
                from[r * nu + c] -= share * from[k * nu + c],
                    D[r * nu + c] -= share * D[k * nu + c];
        }
    }
    return true;
}

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

/* The same as `inward` for a lone turn in the plane, written out: at the joint's point S is (0, 0,
 * +-1), and what is left of the inertia has no moment. Chains of revolutes are made of it. */
static inline void inward_turn(const NodeAt at, double effort, const NodeAt *to) {
    const double hx = at.I[2], hy = at.I[5], sign = at.S[2], pw = at.p[2] - sign * effort,
                 d = 1 / at.I[8];
    at.U[0] = sign * hx, at.U[1] = sign * hy, at.U[2] = sign * at.I[8];
    at.D[0] = d;
    at.t[0] = -sign * pw;
    if (!to) return;
    const double gx = d * hx, gy = d * hy, rx = at.r[0], ry = at.r[1];
    const double axx = at.I[0] - gx * hx, axy = at.I[1] - gx * hy, ayy = at.I[4] - gy * hy;
    const double cx = at.c[0], cy = at.c[1];
    const double fx = at.p[0] + axx * cx + axy * cy - gx * pw,
                 fy = at.p[1] + axy * cx + ayy * cy - gy * pw;
    const double bx = rx * axy - ry * axx, by = rx * ayy - ry * axy;
    double *I = to->I, *p = to->p;
    I[0] += axx, I[1] += axy, I[2] += bx, I[4] += ayy, I[5] += by;
    I[8] += rx * by - ry * bx;
    p[0] += fx, p[1] += fy;
    p[2] += rx * fy - ry * fx + sign * effort; /* what acts on the joint acts back on the parent */
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
        invert(at.D, nu);
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

ALWAYS void inwards(const int n, const JdSystem *s, const Tree *tree, TreeWork *w,
                    const Motion *m) {
    for (int k = 0; k < tree->nodes; k++) {
        const TreeNode *node = &tree->node[k];
        const NodeAt at = node_at(node_numbers(tree, w, k), n, node->nu);
        const Axes *R = axes_of(n, m, node->body);
        own_inertia(n, s, R, node->body, at.k, at.I);
        own_force(n, R, s->body[node->body].mass, w->Q + n * (node->body - 1), at.k, at.kb, at.p);
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
ALWAYS NodeAt row_force(const int n, const Tree *tree, const TreeWork *w, const Motion *m,
                        const Group *group, int row, int end, double *f) {
    const double *J = w->cut.values + jd_sparse_pair_at(tree->cut.plan, group->pair[end]) +
                      (size_t)(n * (row - group->first));
    const NodeAt at = node_at(node_numbers(tree, w, tree->node_of[group->body[end]]), n, 1);
    if (n == 3) {
        f[0] = J[0], f[1] = J[1];
        f[2] = J[2] + at.k[0] * J[1] - at.k[1] * J[0];
        return at;
    }
    const Vec3 moment = axes_out(axes_of(n, m, group->body[end]), vec3(J[3], J[4], J[5]));
    f[0] = J[0], f[1] = J[1], f[2] = J[2];
    f[3] = moment.x + at.k[1] * J[2] - at.k[2] * J[1];
    f[4] = moment.y + at.k[2] * J[0] - at.k[0] * J[2];
    f[5] = moment.z + at.k[0] * J[1] - at.k[1] * J[0];
    return at;
}

/* p -= lambda J^T */
ALWAYS void push_row(const int n, const Tree *tree, const TreeWork *w, const Motion *m, int g,
                     int row, double lambda, double *p) {
    const Group *group = &tree->cut.group[g];
    double f[6];
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        row_force(n, tree, w, m, group, row, e, f);
        double *to = p + n * tree->node_of[group->body[e]];
        for (int k = 0; k < n; k++) to[k] -= lambda * f[k];
    }
}

/* J a */
ALWAYS double along_row(const int n, const Tree *tree, const TreeWork *w, const Motion *m, int g,
                        int row, const double *a) {
    const Group *group = &tree->cut.group[g];
    double f[6], sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        row_force(n, tree, w, m, group, row, e, f);
        sum += dot(n, f, a + n * tree->node_of[group->body[e]]);
    }
    return sum;
}

/* J a with the accelerations of the nodes, at the centres of mass. */
ALWAYS double free_along_row(const int n, const Tree *tree, const TreeWork *w, const Motion *m,
                             int g, int row) {
    const Group *group = &tree->cut.group[g];
    double f[6], sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        const NodeAt at = row_force(n, tree, w, m, group, row, e, f);
        sum += dot(n, f, at.a) + f[0] * at.kb[0] + f[1] * at.kb[1] + (n == 6 ? f[2] * at.kb[2] : 0);
    }
    return sum;
}

/* What a row does to its bodies when they are free, J M^-1 J^T: its scale. */
ALWAYS double own_scale(const int n, const JdSystem *s, const Tree *tree, const TreeWork *w, int g,
                        int row) {
    const Group *group = &tree->cut.group[g];
    double sum = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        const double *J = w->cut.values + jd_sparse_pair_at(tree->cut.plan, group->pair[e]) +
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
ALWAYS void form_S(const int n, const JdSystem *s, const Tree *tree, TreeWork *w, const Motion *m) {
    const RowSet *set = &tree->cut;
    const size_t size = (size_t)(n * tree->nodes), rows = (size_t)set->rows;
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++) {
            double *p = w->response + size * (size_t)r;
            memset(p, 0, size * sizeof *p);
            push_row(n, tree, w, m, g, r, 1, p);
            respond(n, tree, w, p, NULL);
            w->scale[r] = own_scale(n, s, tree, w, g, r);
        }
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++)
            for (size_t c = 0; c <= (size_t)r; c++)
                w->S[(size_t)r * rows + c] = w->S[c * rows + (size_t)r] =
                    along_row(n, tree, w, m, g, r, w->response + size * c);
}

/* L D L^T with the largest pivot first; rows that follow from others are left over. Near a singular
 * position all rows are a little soft: theory 5.7. */
static void factor_S(const Tree *tree, TreeWork *w) {
    const int m = tree->cut.rows, rank = m - tree->dependent;
    double *L = w->S + (size_t)m * (size_t)m;
    memcpy(L, w->S, (size_t)m * (size_t)m * sizeof *L);
    w->ratio = INFINITY;
    w->lowest = 0;
    for (int k = 0; k < m; k++) w->order[k] = k;
    for (int k = 0; k < rank; k++) {
        int best = k;
        double most = -1;
        for (int r = k; r < m; r++) {
            const int at = w->order[r];
            const double share = L[at * m + at] / w->scale[at];
            if (share > most) most = share, best = r;
        }
        const int at = w->order[best];
        w->order[best] = w->order[k];
        w->order[k] = at;
        if (!(most >= w->ratio)) w->ratio = most, w->lowest = at;
        const double soft = most < jd_near_singular ? 1e-13 * w->scale[at] : 0;
        const double pivot = L[at * m + at] = fmax(L[at * m + at], 0) + soft;
        for (int r = k + 1; r < m; r++) {
            const int row = w->order[r];
            const double share = L[row * m + at] / pivot;
            for (int c = k + 1; c <= r; c++) {
                const int column = w->order[c];
                L[row * m + column] = L[column * m + row] =
                    L[row * m + column] - share * L[column * m + at];
            }
        }
        for (int r = k + 1; r < m; r++) L[w->order[r] * m + at] /= pivot;
    }
}

static void solve_S(const Tree *tree, const TreeWork *w, double *b) {
    const int m = tree->cut.rows, rank = m - tree->dependent;
    const double *L = w->S + (size_t)m * (size_t)m;
    for (int k = 0; k < rank; k++)
        for (int r = k + 1; r < rank; r++)
            b[w->order[r]] -= L[w->order[r] * m + w->order[k]] * b[w->order[k]];
    for (int k = 0; k < rank; k++) b[w->order[k]] /= L[w->order[k] * m + w->order[k]];
    for (int k = rank - 1; k >= 0; k--)
        for (int r = k + 1; r < rank; r++)
            b[w->order[k]] -= L[w->order[r] * m + w->order[k]] * b[w->order[r]];
    for (int k = rank; k < m; k++) b[w->order[k]] = 0;
}

/* lambda with S lambda = b, refined where rows are soft. */
static void multipliers(const Tree *tree, TreeWork *w, const double *b) {
    const int m = tree->cut.rows;
    double *x = w->lambda, *left = w->lambda + m;
    memcpy(x, b, (size_t)m * sizeof *x);
    solve_S(tree, w, x);
    for (int round = 0; round < 3 && w->ratio < jd_near_singular; round++) {
        for (int r = 0; r < m; r++) {
            left[r] = b[r];
            for (int c = 0; c < m; c++) left[r] -= w->S[r * m + c] * x[c];
        }
        solve_S(tree, w, left);
        for (int r = 0; r < m; r++) x[r] += left[r];
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

ALWAYS void push_all(const int n, const Tree *tree, TreeWork *w, const Motion *m, double *p) {
    const RowSet *set = &tree->cut;
    memset(p, 0, (size_t)(n * tree->nodes) * sizeof *p);
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++)
            push_row(n, tree, w, m, g, r, w->lambda[r], p);
}

ALWAYS void solve(const int n, const JdSystem *s, const Tree *tree, TreeWork *w, const Motion *m,
                  double *udot) {
    const RowSet *set = &tree->cut;
    inwards(n, s, tree, w, m);
    if (jd_ends(m, PART_MASS)) return;
    w->ratio = INFINITY;
    if (set->rows) form_S(n, s, tree, w, m);
    if (jd_ends(m, PART_ASSEMBLY)) return;
    outwards(n, tree, w, udot);
    if (set->rows == 0) return;
    factor_S(tree, w);

    /* What the rows still miss with the tree alone. */
    double *b = w->lambda + 2 * set->rows, *p = w->Q;
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++)
            b[r] = w->g[r] - free_along_row(n, tree, w, m, g, r);
    multipliers(tree, w, b);
    push_all(n, tree, w, m, p);
    double *more = w->response; /* S is done with */
    respond(n, tree, w, p, more);
    for (int k = 0; k < tree->nu; k++) udot[k] += more[k];
}

void jd_tree_solve(const JdSystem *s, const Tree *tree, TreeWork *w, const Motion *m,
                   double *udot) {
    if (s->space == JD_PLANAR)
        solve(3, s, tree, w, m, udot);
    else
        solve(6, s, tree, w, m, udot);
}

void jd_tree_correct(const JdSystem *s, const Tree *tree, TreeWork *w, const Motion *m,
                     double *step) {
    multipliers(tree, w, w->g);
    if (s->space == JD_PLANAR) {
        push_all(3, tree, w, m, w->Q);
        respond(3, tree, w, w->Q, step);
    } else {
        push_all(6, tree, w, m, w->Q);
        respond(6, tree, w, w->Q, step);
    }
}

/* ---- One by one, for who needs a row or a body alone ---------------------------------------- */

void jd_tree_row_force(const JdSystem *s, const Tree *tree, const TreeWork *w, const Motion *m,
                       const Group *group, int row, int end, double *f) {
    if (s->space == JD_PLANAR)
        row_force(3, tree, w, m, group, row, end, f);
    else
        row_force(6, tree, w, m, group, row, end, f);
}

double jd_tree_row_accel(const JdSystem *s, const Tree *tree, const TreeWork *w, const Motion *m,
                         int g, int row) {
    return s->space == JD_PLANAR ? free_along_row(3, tree, w, m, g, row)
                                 : free_along_row(6, tree, w, m, g, row);
}
