/* SPDX-License-Identifier: MIT
 *
 * Slider in the form that treats both sides alike: each point lies on the other's x axis. Where M
 * and N meet the two locks become one and the bodies may turn. In space three more keep it in its
 * plane. */
#include "joint/joint.h"

const JointType jd_joint_prismatic_symmetric = {
    .name = "prismatic-symmetric",
    .summary = "slider by two points, each on the other's x axis; singular where they meet",
    .glyph = "M-0.6,-0.35 H0.6 V0.35 H-0.6 Z M-1,0 H1",
    .locks = {"d.yi", "d.yj", "d.zi", "zi.xj", "zi.yj"},
    .frees = {SLIDE(X)},
    .axis = AXIS_X,
    .symmetric = true,
    .apart = true,
    .warning = "where the two points of this slider meet, its two locks become one and nothing "
               "keeps the bodies from turning; `prismatic` has no such place",
};
