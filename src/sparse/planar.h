/* SPDX-License-Identifier: MIT
 *
 * The front of a planar body that hangs by a joint of two locks on the body above or on the
 * ground: what planar chains and trees consist of, and where they spend their time. By hand, with
 * both locks in one Two. Letters: A = L D L^T of the body, H = B L^-T, G = H D^-1; S = H G^T of
 * theory (5.4) has the pivots s and t; p and q are the joint's rows of the body above. */
#ifndef JD_SPARSE_PLANAR_H
#define JD_SPARSE_PLANAR_H

#include "sparse/inside.h"

enum { PLANAR_INNER = 1, PLANAR_LAST = 2 }; /* shapes: with a body above, on the ground */

/* Both locks at coordinate i: one column of a block of two rows and three columns. */
ALWAYS Two planar_column(const double *b, const int i) {
    return (Two){b[i], b[3 + i]};
}

/* Theory (5.6) for both locks and one of their bodies. */
ALWAYS Two planar_scale(const double *weight, const double *b) {
    if (weight[6] != 0) return (Two){lock_scale(weight, b, 1, 3), lock_scale(weight, b + 3, 1, 3)};
    const Two x = planar_column(b, 0), y = planar_column(b, 1), z = planar_column(b, 2);
    return x * x * two_both(weight[0]) + y * y * two_both(weight[1]) + z * z * two_both(weight[2]);
}

/* False if a pivot must be replaced: then the front has to be done over with more care. */
ALWAYS bool planar_factor(Factoring *f, const Front *front, const bool inner) {
    const double *const a = f->values + front->body_value, *const b = f->values + front->own_value;
    const double *const c = f->values + front->above_value;
    double *const factor = f->work + front->factor, *const update = f->work + front->update;

    Two scale = planar_scale(f->work + front->body_weight, b);
    if (inner) scale += planar_scale(f->work + front->above_weight, c);

    /* Columns of A, with what the children add. */
    Two a0 = two_load(a), a1 = two_load(a + 4);
    double a20 = a[2], a22 = a[8];
    const int *child = f->plan->child + front->child, *const last = child + front->children;
    for (; child < last; child++) {
        const double *const u = f->work + f->plan->front[*child].update;
        a0 += two_load(u), a20 += u[2];
        a1 += two_load(u + 4), a22 += u[8];
    }

    /* The body's own pivots. */
    const double d0 = a0[0], i0 = 1 / d0, l10 = a0[1] * i0, l20 = a20 * i0;
    const double d1 = a1[0] - a0[1] * l10, i1 = 1 / d1, u21 = a1[1] - a20 * l10, l21 = u21 * i1;
    const double d2 = a22 - a20 * l20 - u21 * l21, i2 = 1 / d2;

    /* The locks: columns of H and G, then the pivots. */
    const Two h0 = planar_column(b, 0), g0 = h0 * two_both(i0);
    const Two h1 = planar_column(b, 1) - h0 * two_both(l10), g1 = h1 * two_both(i1);
    const Two h2 = planar_column(b, 2) - h0 * two_both(l20) - h1 * two_both(l21),
              g2 = h2 * two_both(i2);
    const Two st = h0 * g0 + h1 * g1 + h2 * g2 + two_both(f->epsilon) * scale;
    const double cross = h0[1] * g0[0] + h1[1] * g1[0] + h2[1] * g2[0];
    const double s = st[0], is = 1 / s, l43 = cross * is, t = st[1] - cross * l43, it = 1 / t;

    factor[0] = i0, factor[1] = l10, factor[2] = l20, two_store(factor + 3, g0);
    factor[5] = i1, factor[6] = l21, two_store(factor + 7, g1);
    factor[9] = i2, two_store(factor + 10, g2);
    factor[12] = -is, factor[13] = l43;
    if (!inner) factor[14] = -it;
    if (inner) {
        const Two p = two_load(c), q = two_load(c + 3) - p * two_both(l43);
        const double p2 = c[2], q2 = c[5] - p2 * l43;
        const Two x = p * two_both(is), y = q * two_both(it);
        const double x2 = p2 * is, y2 = q2 * it;
        two_store(factor + 14, -x), factor[16] = -x2;
        factor[17] = -it, two_store(factor + 18, -y), factor[20] = -y2;
        two_store(update, p * two_both(x[0]) + q * two_both(y[0]));
        update[2] = p2 * x[0] + q2 * y[0];
        two_store(update + 4, (Two){p[1], p2} * two_both(x[1]) + (Two){q[1], q2} * two_both(y[1]));
        update[8] = p2 * x2 + q2 * y2;
    }

    if (!(is_body_pivot(d0, a[0]) && is_body_pivot(d1, a[4]) && is_body_pivot(d2, a[8])))
        return false;
    if (s > f->watch * scale[0] && t > f->watch * scale[1]) return true;
    const int joint = (int)front->joint;
    return jd_sparse_low_pivot(f, -s, scale[0], joint) == -s &&
           jd_sparse_low_pivot(f, -t, scale[1], joint + 1) == -t;
}

ALWAYS void planar_forward(const Front *front, const double *l, double *x, const bool inner) {
    double *const body = x + front->body, *const joint = x + front->joint,
                  *const above = x + front->above;
    const double y0 = body[0], y1 = body[1] - l[1] * y0, y2 = body[2] - l[2] * y0 - l[6] * y1;
    const Two z = two_load(joint) - two_load(l + 3) * two_both(y0) -
                  two_load(l + 7) * two_both(y1) - two_load(l + 10) * two_both(y2);
    const double z0 = z[0], z1 = z[1] - l[13] * z0;
    body[0] = y0 * l[0], body[1] = y1 * l[5], body[2] = y2 * l[9];
    joint[0] = z0 * l[12], joint[1] = z1 * l[inner ? 17 : 14];
    if (!inner) return;
    two_store(above,
              two_load(above) - two_load(l + 14) * two_both(z0) - two_load(l + 18) * two_both(z1));
    above[2] = above[2] - l[16] * z0 - l[20] * z1;
}

ALWAYS void planar_backward(const Front *front, const double *l, double *x, const bool inner) {
    double *const body = x + front->body, *const joint = x + front->joint;
    const double *const above = x + front->above;
    double z1 = joint[1], z0 = joint[0];
    if (inner) {
        z1 = z1 - l[18] * above[0] - l[19] * above[1] - l[20] * above[2];
        z0 = z0 - l[14] * above[0] - l[15] * above[1] - l[16] * above[2];
    }
    z0 -= l[13] * z1;
    const double y2 = body[2] - l[10] * z0 - l[11] * z1;
    const double y1 = body[1] - l[7] * z0 - l[8] * z1 - l[6] * y2;
    const double y0 = body[0] - l[3] * z0 - l[4] * z1 - l[2] * y2 - l[1] * y1;
    body[0] = y0, body[1] = y1, body[2] = y2;
    joint[0] = z0, joint[1] = z1;
}

#endif
