/* SPDX-License-Identifier: MIT
 *
 * Slider: the origin of j stays on the x axis of i and the axes stay parallel. Regular also when
 * M and N meet. */
#include "joint/joint.h"

const JointType jd_joint_prismatic = {
    .name = "prismatic",
    .aliases = "slider translational",
    .summary = "slider; slides along the common x axis",
    .glyph = "M-0.6,-0.35 H0.6 V0.35 H-0.6 Z M-1,0 H-0.6 M0.6,0 H1",
    .locks = {"d.yi", "d.zi", "xi.yj", "yi.zj", "zi.xj"},
    .frees = {SLIDE(X)},
    .axis = AXIS_X,
    .symmetric = true,
};
