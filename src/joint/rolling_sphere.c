/* SPDX-License-Identifier: MIT
 *
 * A sphere of body j about N that rolls without slip on the plane of body i through M with the
 * normal z; it may spin about z. It touches at N - radius*zi, where vd - radius*(w x zi) is zero.
 */
#include "joint/joint.h"

const JointType jd_joint_rolling_sphere = {
    .name = "rolling-sphere",
    .aliases = "marble",
    .summary = "sphere of body j that rolls on a plane of body i with the normal z",
    .glyph = "M-0.9,0.6 H0.9 M-0.6,0 A0.6,0.6 0 1,1 0.6,0 A0.6,0.6 0 1,1 -0.6,0 Z "
             "M-0.6,0 A0.6,0.2 0 0,0 0.6,0",
    .fields =
        {{.name = "radius", .unit = "m", .summary = "radius of the sphere", .required = true}},
    .locks = {"d.zi - radius", "vd.xi - radius*w.yi", "vd.yi + radius*w.xi"},
    .axis = AXIS_Z,
    .spatial_only = true,
    .radius = 1,
    .ball = true,
};
