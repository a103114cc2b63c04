/* SPDX-License-Identifier: MIT
 *
 * Joint of two shafts, both along z, that turn equally fast at any bend: the turn from one frame to
 * the other is about an axis normal to z. So is xi.yj = yi.xj, but that holds for every half turn,
 * too. What is left, the bend and its direction, is no sequence of turns. */
#include "joint/joint.h"

const JointType jd_joint_constant_velocity = {
    .name = "constant-velocity",
    .aliases = "homokinetic rzeppa",
    .summary = "joint of two shafts along z that turn equally fast, however they are bent",
    .glyph = "M-1,0 H-0.5 M0.5,0 H1 M-0.5,0 A0.5,0.5 0 1,1 0.5,0 A0.5,0.5 0 1,1 -0.5,0 Z "
             "M0,-0.5 V0.5",
    .locks = {"d.x0", "d.y0", "d.z0", "twist(z)"},
    .axis = AXIS_Z,
    .shafts = true,
    .symmetric = true,
};
