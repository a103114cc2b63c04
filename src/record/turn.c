/* SPDX-License-Identifier: MIT
 *
 * Turns in space with recorded numbers: quaternions and rotation vectors of axes. What is not
 * chosen is finite, too, since derivatives go through both sides of a choice. */
#include "record/record.h"

static Num less(Tape *t, Num a, Num b) {
    return jd_tape_op(t, TAPE_LESS, a, b, 0);
}

static Num choose(Tape *t, Num yes, Num a, Num b) {
    return jd_tape_op(t, TAPE_SELECT, yes, a, b);
}

NumQuat jd_record_attitude(Tape *t, const NumAxes *R) {
    const Num one = n_num(t, 1), xx = R->x.x, yy = R->y.y, zz = R->z.z;
    const Num trace = n_add(t, n_add(t, xx, yy), zz);
    const Num wx = n_sub(t, R->y.z, R->z.y), wy = n_sub(t, R->z.x, R->x.z),
              wz = n_sub(t, R->x.y, R->y.x);
    const Num xy = n_add(t, R->y.x, R->x.y), yz = n_add(t, R->z.y, R->y.z),
              zx = n_add(t, R->x.z, R->z.x);
    const Num q[4][4] = {{n_add(t, one, trace), wx, wy, wz},
                         {wx, n_sub(t, n_sub(t, n_add(t, one, xx), yy), zz), xy, zx},
                         {wy, xy, n_sub(t, n_sub(t, n_add(t, one, yy), zz), xx), yz},
                         {wz, zx, yz, n_sub(t, n_sub(t, n_add(t, one, zz), xx), yy)}};
    Num best[4], size = q[0][0], square = 0;
    for (int n = 0; n < 4; n++) best[n] = q[0][n];
    for (int k = 1; k < 4; k++) {
        const Num better = less(t, size, q[k][k]);
        for (int n = 0; n < 4; n++) best[n] = choose(t, better, q[k][n], best[n]);
        size = choose(t, better, q[k][k], size);
    }
    for (int n = 0; n < 4; n++) square = n_add(t, square, n_square(t, best[n]));
    const Num length = n_sqrt(t, square), sign = choose(t, less(t, best[0], 0), n_num(t, -1), one);
    for (int n = 0; n < 4; n++) best[n] = n_mul(t, sign, n_div(t, best[n], length));
    return (NumQuat){best[0], n3(best[1], best[2], best[3])};
}

/* Square of the tangent of half the angle: below it four terms of its series have all digits. */
static const double small_turn = 1e-4;

/* 2 atan2(s, w)/s times the vector, whose length s may be zero. */
Num3 jd_record_rotation(Tape *t, const NumAxes *R) {
    const NumQuat q = jd_record_attitude(t, R);
    const Num one = n_num(t, 1), square = n3_dot(t, q.v, q.v);
    const Num near = less(t, square, n_num(t, small_turn));
    const Num sine = n_sqrt(t, choose(t, near, one, square));
    const Num far_off = n_div(t, n_atan2(t, sine, q.w), sine);
    const Num w = choose(t, near, q.w, one),
              x = n_div(t, choose(t, near, square, 0), n_square(t, w));
    Num sum = n_num(t, -1.0 / 7);
    for (int odd = 5; odd > 0; odd -= 2)
        sum = n_add(t, n_num(t, (odd % 4 == 1 ? 1.0 : -1.0) / odd), n_mul(t, x, sum));
    return n3_scale(t, n_scale(t, 2, choose(t, near, n_div(t, sum, w), far_off)), q.v);
}
