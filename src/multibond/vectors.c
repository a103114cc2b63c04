/* SPDX-License-Identifier: MIT
 *
 * Vectors and rotations of symbols. */
#include "multibond/inside.h"

Sym jd_mb_number(SymPool *pool, double value) {
    return jd_sym_number(pool, jd_number_of(value));
}

SymVec jd_mb_vec(SymPool *pool, Vec3 v) {
    return (SymVec){{jd_mb_number(pool, v.x), jd_mb_number(pool, v.y), jd_mb_number(pool, v.z)}};
}

SymAxes jd_mb_axes(SymPool *pool, const Axes *axes) {
    return (SymAxes){
        {jd_mb_vec(pool, axes->x), jd_mb_vec(pool, axes->y), jd_mb_vec(pool, axes->z)}};
}

SymVec jd_mb_add(SymPool *pool, SymVec a, SymVec b) {
    for (int k = 0; k < 3; k++) a.c[k] = jd_sym_add(pool, a.c[k], b.c[k]);
    return a;
}

SymVec jd_mb_subtract(SymPool *pool, SymVec a, SymVec b) {
    for (int k = 0; k < 3; k++) a.c[k] = jd_sym_subtract(pool, a.c[k], b.c[k]);
    return a;
}

SymVec jd_mb_scale(SymPool *pool, Sym k, SymVec a) {
    for (int n = 0; n < 3; n++) a.c[n] = jd_sym_times(pool, k, a.c[n]);
    return a;
}

SymVec jd_mb_times(SymPool *pool, double k, SymVec a) {
    return jd_mb_scale(pool, jd_mb_number(pool, k), a);
}

Sym jd_mb_dot(SymPool *pool, SymVec a, SymVec b) {
    Sym sum = jd_sym_whole(pool, 0);
    for (int k = 0; k < 3; k++) sum = jd_sym_add(pool, sum, jd_sym_times(pool, a.c[k], b.c[k]));
    return sum;
}

SymVec jd_mb_cross(SymPool *pool, SymVec a, SymVec b) {
    SymVec out;
    for (int k = 0; k < 3; k++) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        out.c[k] = jd_sym_subtract(pool, jd_sym_times(pool, a.c[m], b.c[n]),
                                   jd_sym_times(pool, a.c[n], b.c[m]));
    }
    return out;
}

SymAxes jd_mb_inverse(const SymAxes *axes) {
    SymAxes out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.x[c].c[r] = axes->x[r].c[c];
    return out;
}

SymVec jd_mb_in(SymPool *pool, const SymAxes *axes, SymVec v) {
    SymVec out;
    for (int k = 0; k < 3; k++) out.c[k] = jd_mb_dot(pool, axes->x[k], v);
    return out;
}

SymVec jd_mb_out(SymPool *pool, const SymAxes *axes, SymVec v) {
    const SymAxes back = jd_mb_inverse(axes);
    return jd_mb_in(pool, &back, v);
}

SymAxes jd_mb_product(SymPool *pool, const SymAxes *a, const SymAxes *b) {
    SymAxes out;
    for (int k = 0; k < 3; k++) out.x[k] = jd_mb_out(pool, a, b->x[k]);
    return out;
}
