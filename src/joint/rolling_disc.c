/* SPDX-License-Identifier: MIT
 *
 * A thin disc of body j about its z axis, with N its centre, that rolls without slip on the plane
 * of body i through M with the normal z. It touches at N - radius*up. There the disc has the
 * velocity vd - radius*(w x up), of which the parts along `ahead` and zj are locked; the first lock
 * has the third. A disc that lies flat has no lowest point. The axis of the disc is that of its
 * body, or of a frame on it: `axis` is the normal of the plane. */
#include "joint/joint.h"

const JointType jd_joint_rolling_disc = {
    .name = "rolling-disc",
    .aliases = "coin rolling-wheel",
    .summary =
        "disc of body j, about its own z axis, that rolls on a plane of body i with the normal z",
    .glyph = "M-0.9,0.6 H0.9 M-0.6,0 A0.6,0.6 0 1,1 0.6,0 A0.6,0.6 0 1,1 -0.6,0 Z M-0.1,0 H0.1 "
             "M0,-0.1 V0.1",
    .fields = {{.name = "radius", .unit = "m", .summary = "radius of the disc", .required = true}},
    .locks = {"d.zi - radius*up.zi", "vd.ahead - radius*w.zj", "vd.zj + radius*w.ahead"},
    .axis = AXIS_Z,
    .spatial_only = true,
    .radius = 1,
};
