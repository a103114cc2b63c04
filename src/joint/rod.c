/* SPDX-License-Identifier: MIT
 *
 * A massless rod with ball ends: the distance of M and N stays. Scaled so that f is the change of
 * length in metres, to first order. */
#include "joint/joint.h"

const JointType jd_joint_rod = {
    .name = "rod",
    .aliases = "distance",
    .summary = "massless rod; keeps the distance of the two points",
    .glyph = "M-1.2,0 A0.2,0.2 0 1,1 -0.8,0 A0.2,0.2 0 1,1 -1.2,0 Z M-0.8,0 H0.8 "
             "M0.8,0 A0.2,0.2 0 1,1 1.2,0 A0.2,0.2 0 1,1 0.8,0 Z",
    .fields = {{.name = "length",
                .unit = "m",
                .summary = "distance of the two points",
                .drawn_distance = true}},
    .locks = {"(d.d - length^2)/(2*length)"},
    .axis = AXIS_X,
    .symmetric = true,
    .spans = true,
};
