/* SPDX-License-Identifier: MIT
 *
 * A cylinder of body j about its x axis that glides on the plane of body i through M with the
 * normal z. `second` gives the direction of the cylinder. */
#include "joint/joint.h"

const JointType jd_joint_line = {
    .name = "line",
    .aliases = "cylinder-on-plane line-on-plane",
    .summary = "cylinder of body j, along x, on a plane of body i with the normal z; glides, turns "
               "about z and rolls about x",
    .glyph = "M-0.9,0.35 H0.9 M-0.7,-0.35 H0.7 V0.35 H-0.7 Z M-0.7,0 H0.7",
    .fields = {{.name = "radius", .unit = "m", .summary = "radius of the cylinder; 0 is an edge"}},
    .locks = {"d.zi - radius", "xj.zi"},
    .frees = {SLIDE_AS(X, "travel_x", "speed_x", "accel_x"),
              SLIDE_AS(Y, "travel_y", "speed_y", "accel_y"), TURN(Z),
              TURN_AS(X, "roll", "roll_rate", "roll_accel")},
    .axis = AXIS_Z,
    .second = true,
    .spatial_only = true,
};
