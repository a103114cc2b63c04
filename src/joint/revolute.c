/* SPDX-License-Identifier: MIT
 *
 * Hinge: the two frames share their origin and their z axis. In a planar model z is the plane's
 * normal. */
#include "joint/joint.h"

const JointType jd_joint_revolute = {
    .name = "revolute",
    .aliases = "hinge pin pivot",
    .summary = "hinge; turns about the common z axis",
    .glyph = "M-0.6,0 A0.6,0.6 0 1,1 0.6,0 A0.6,0.6 0 1,1 -0.6,0 Z",
    .locks = {"d.x0", "d.y0", "d.z0", "zi.xj", "zi.yj"},
    .frees = {TURN(Z)},
    .axis = AXIS_Z,
    .symmetric = true,
};
