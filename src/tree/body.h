/* SPDX-License-Identifier: MIT
 *
 * One body of a tree: forces and inertias from it to its parent, accelerations back, its own inertia and force. All
 * of it inline, for n = 3 numbers in the plane and 6 in space. */
#ifndef JD_TREE_BODY_H
#define JD_TREE_BODY_H

#include "rows/spatial.h"
#include "tree/inside.h"

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
        I[8] = b->turning[2] + hy * k[0] - hx * k[1];
        return;
    }
    /* Of the upper part: mass, -m k~, and R J R^T + m (k.k - k k^T). */
    const double mass = b->mass, x = k[0], y = k[1], z = k[2];
    const double mx = mass * x, my = mass * y, mz = mass * z;
    const double *J = b->turning;
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
ALWAYS void own_force(const int n, const Axes *R, double mass, const double *own, const NodeAt at) {
    const double *k = at.k, *kb = at.kb;
    double *p = at.p;
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

#endif
