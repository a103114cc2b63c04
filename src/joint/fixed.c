/* SPDX-License-Identifier: MIT
 *
 * Nothing moves: the two frames coincide. */
#include "joint/joint.h"

const JointType jd_joint_fixed = {
    .name = "fixed",
    .aliases = "weld rigid",
    .summary = "rigid connection; nothing moves",
    .glyph = "M-0.5,-0.5 L0.5,0.5 M-0.5,0.5 L0.5,-0.5",
    .locks = {"d.x0", "d.y0", "d.z0", "xi.yj", "yi.zj", "zi.xj"},
    .axis = AXIS_X,
    .symmetric = true,
};
