/* SPDX-License-Identifier: MIT
 *
 * Inside record/: loops in space in closed form, with recorded numbers, step by step as loop/space_*.c goes through them.
 * space_stem.c has bodies on their joints, space_dyad.c dyads, space.c the passes and the equations. theory 9.9 */
#ifndef JD_RECORD_SPACE_H
#define JD_RECORD_SPACE_H

#include "record/tree.h"

/* As SpaceAnswer; and of an aimed ball its quaternion, with the hints that it is turned from if it is in no state. */
typedef struct {
    Num3 row[3], A, C[2], u;
    Num per, quaternion[4];
    NumRow lock;
    int hint[4];
} SpaceNums;

typedef struct SpacePass {
    Recorder *rec;
    const SpaceChain *chain;
    Num3 *near, *far;   /* of each stem: points of its joint on its parent and on its body */
    Num3 (*at)[2];      /* of each dyad: points of what closes it */
    Num (*jet)[3];      /* of each stem: its drive */
    Num3 *axis, *tip;   /* as SpaceWork has them, */
    NumSpin *column;
    Num *share, *rate, *bias;
    NumSpin *a, *added; /* of each body: bias; what changes of rates add */
    SpaceNums *answer;
} SpacePass;

static inline Num3 n3_signed(Tape *t, double sign, Num3 a) {
    return sign < 0 ? n3(n_neg(t, a.x), n_neg(t, a.y), n_neg(t, a.z)) : a;
}
static inline Num n3_square(Tape *t, Num3 a) { return n3_dot(t, a, a); }
static inline Num3 n3_unit(Tape *t, Num3 a) { return n3_scale(t, n_inverse(t, n3_norm(t, a)), a); }
static inline Num part3(Num3 v, AxisName axis) { return axis == AXIS_X ? v.x : axis == AXIS_Y ? v.y : v.z; }
static inline Num2 beside3(Num3 v, AxisName axis) {
    return axis == AXIS_Z ? n2(v.x, v.y) : axis == AXIS_X ? n2(v.y, v.z) : n2(v.z, v.x);
}
static inline NumAxes n_axes_along(Tape *t, Num3 a, Num3 n) {
    const Num3 x = n3_unit(t, a), z = n3_unit(t, n3_cross(t, x, n));
    return (NumAxes){x, n3_cross(t, z, x), z};
}
static inline NumSpin no_spin(void) { return (NumSpin){{0, 0, 0}, {0, 0, 0}}; }

/* space_stem.c, as space_stem.c of loop/. */
Num3 jd_nums_point(SpacePass *pass, int body, Num3 local);
NumAxes jd_nums_on(SpacePass *pass, int body, const Axes *local); /* axes of a frame now */
NumAxes jd_nums_base(SpacePass *pass, int stem);
NumAxes jd_nums_axes_i(SpacePass *pass, int stem);
void jd_nums_turned(SpacePass *pass, int stem, const NumAxes *R, Num3 tip);
void jd_nums_turn(SpacePass *pass, int stem, const NumAxes *base, Num2 by);
void jd_nums_slide(SpacePass *pass, int stem, const NumAxes *base, Num q);
void jd_nums_place(SpacePass *pass, int stem, const Num *q);
void jd_nums_spread(SpacePass *pass, int stem, int column);
void jd_nums_bias(SpacePass *pass, int stem);
void jd_nums_bias_add(SpacePass *pass, int stem);

/* space_dyad.c */
void jd_nums_dyad_place(SpacePass *pass, int dyad);
void jd_nums_dyad_spread(SpacePass *pass, int dyad, int column);
void jd_nums_dyad_bias(SpacePass *pass, int dyad);
void jd_nums_spin_column(SpacePass *pass, int dyad, int column, Num rate);

#endif
