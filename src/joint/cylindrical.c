/* SPDX-License-Identifier: MIT
 *
 * Shaft in a sleeve: the two frames share their z axis, along which and about which they move. In
 * a planar model, with z the plane's normal, a hinge. */
#include "joint/joint.h"

const JointType jd_joint_cylindrical = {
    .name = "cylindrical",
    .aliases = "sleeve",
    .summary = "shaft in a sleeve; slides along the common z axis and turns about it",
    .glyph = "M-0.6,-0.35 H0.6 V0.35 H-0.6 Z M-1,0 H1 M-0.2,-0.35 A0.2,0.35 0 0,1 -0.2,0.35",
    .locks = {"d.xi", "d.yi", "zi.xj", "zi.yj"},
    .frees = {SLIDE(Z), TURN_AS(Z, "angle", "rate", "angular_accel")},
    .axis = AXIS_Z,
    .symmetric = true,
};
