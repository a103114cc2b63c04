/* SPDX-License-Identifier: MIT
 *
 * The bodies keep their attitude to each other and shift freely. */
#include "joint/joint.h"

const JointType jd_joint_parallel = {
    .name = "parallel",
    .aliases = "double-translational",
    .summary = "the axes stay parallel; shifts freely",
    .glyph = "M-0.5,-0.5 H0.5 V0.5 H-0.5 Z M-1,0 H1 M0,-1 V1",
    .locks = {"xi.yj", "yi.zj", "zi.xj"},
    .frees = {SLIDE_AS(X, "travel_x", "speed_x", "accel_x"),
              SLIDE_AS(Y, "travel_y", "speed_y", "accel_y"),
              SLIDE_AS(Z, "travel_z", "speed_z", "accel_z")},
    .axis = AXIS_X,
    .symmetric = true,
};
