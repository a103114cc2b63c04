/* SPDX-License-Identifier: MIT
 *
 * A blade on body j along its x axis: its point N does not move sideways against M. A lock on
 * velocities, so every position stays within reach. */
#include "joint/joint.h"

const JointType jd_joint_knife_edge = {
    .name = "knife-edge",
    .aliases = "blade skate",
    .summary = "blade of body j along its x axis; glides along it but not sideways",
    .glyph = "M-0.8,0 L0.5,-0.15 L0.8,0 L0.5,0.15 Z",
    .locks = {"vd.yj"},
    .axis = AXIS_X,
};
