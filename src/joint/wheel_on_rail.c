/* SPDX-License-Identifier: MIT
 *
 * A wheel of body j about N that rolls without slip along the x axis of body i, both in one plane:
 * what rolling is in a planar model. Going along x turns it backwards about z. Drawn with M below N
 * by the radius. */
#include "joint/joint.h"

const JointType jd_joint_wheel_on_rail = {
    .name = "wheel-on-rail",
    .aliases = "rolling",
    .summary = "wheel of body j that rolls along the x axis of body i",
    .glyph = "M-0.9,0.6 H0.9 M-0.6,0 A0.6,0.6 0 1,1 0.6,0 A0.6,0.6 0 1,1 -0.6,0 Z M0,0 L0.42,-0.42",
    .fields = {{.name = "radius", .unit = "m", .summary = "radius of the wheel", .required = true}},
    .locks = {"d.yi - radius", "d.xi + radius*turn(z)", "d.zi", "zi.xj", "zi.yj"},
    .axis = AXIS_X,
    .radius = 1,
};
