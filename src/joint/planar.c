/* SPDX-License-Identifier: MIT
 *
 * Plane on plane, both with the normal z. A planar model needs no such joint: its bodies move so.
 */
#include "joint/joint.h"

const JointType jd_joint_planar = {
    .name = "planar",
    .aliases = "plane-on-plane",
    .summary = "plane on plane with the normal z; shifts in the plane and turns about z",
    .glyph = "M-0.9,-0.15 H0.9 M-0.9,0.15 H0.9 M-0.5,-0.45 H0.5 V-0.15 H-0.5 Z",
    .locks = {"d.zi", "zi.xj", "zi.yj"},
    .frees = {SLIDE_AS(X, "travel_x", "speed_x", "accel_x"),
              SLIDE_AS(Y, "travel_y", "speed_y", "accel_y"), TURN(Z)},
    .axis = AXIS_Z,
    .spatial_only = true,
    .symmetric = true,
};
