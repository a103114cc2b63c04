/* SPDX-License-Identifier: MIT
 *
 * The bodies keep their attitude to each other and shift freely in the plane. */
#include "joint/joint.h"

const JointType jd_joint_parallel = {
    .name = "parallel",
    .aliases = "double-translational",
    .summary = "the axes stay parallel; shifts freely in the plane",
    .glyph = "M-0.5,-0.5 H0.5 V0.5 H-0.5 Z M-1,0 H1 M0,-1 V1",
    .locks = {"xi.yj"},
    .frees = {SLIDE_AS(X, "travel_x", "speed_x", "accel_x"),
              SLIDE_AS(Y, "travel_y", "speed_y", "accel_y")},
    .axis = AXIS_X,
    .planar_only = true,
    .symmetric = true,
};
