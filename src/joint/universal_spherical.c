/* SPDX-License-Identifier: MIT
 *
 * A massless rod with a universal joint at M, whose first axis is the x axis of i, and a ball at N.
 * The two ends lock 4 + 3 motions and the rod itself brings 6, so that ONE lock is left between
 * the two bodies, the length; there is no second one. Without mass the rod passes on no moment,
 * since the ball takes none: bodies and reactions move as with a `rod`. What the universal joint
 * adds is that the rod has an attitude, its cross axis along x x d; that alone is undefined where
 * the rod lies along x. */
#include "joint/joint.h"

const JointType jd_joint_universal_spherical = {
    .name = "universal-spherical",
    .aliases = "rod-universal",
    .summary = "massless rod with a universal joint at body i and a ball at body j; keeps the "
               "distance of the two points",
    .glyph = "M-1,-0.3 V0.3 M-1.3,0 H0.8 M-1.2,0 A0.2,0.2 0 1,1 -0.8,0 A0.2,0.2 0 1,1 -1.2,0 Z "
             "M0.8,0 A0.2,0.2 0 1,1 1.2,0 A0.2,0.2 0 1,1 0.8,0 Z",
    .fields = {{.name = "length",
                .unit = "m",
                .summary = "distance of the two points",
                .drawn_distance = true}},
    .locks = {"(d.d - length^2)/(2*length)"},
    .axis = AXIS_X,
    .spans = true,
};
