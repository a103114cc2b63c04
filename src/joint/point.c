/* SPDX-License-Identifier: MIT
 *
 * A sphere of body j about N that glides on the plane of body i through M with the normal z. */
#include "joint/joint.h"

const JointType jd_joint_point = {
    .name = "point",
    .aliases = "sphere-on-plane point-on-plane",
    .summary = "sphere of body j on a plane of body i with the normal z; glides and turns on it",
    .glyph = "M-0.9,0.5 H0.9 M-0.5,0 A0.5,0.5 0 1,1 0.5,0 A0.5,0.5 0 1,1 -0.5,0 Z",
    .fields = {{.name = "radius", .unit = "m", .summary = "radius of the sphere; 0 is a point"}},
    .locks = {"d.zi - radius"},
    .frees = {SLIDE_AS(X, "travel_x", "speed_x", "accel_x"),
              SLIDE_AS(Y, "travel_y", "speed_y", "accel_y"), BALL(X, "rx", "wx", "ax"),
              BALL(Y, "ry", "wy", "ay"), BALL(Z, "rz", "wz", "az")},
    .axis = AXIS_Z,
    .spatial_only = true,
    .radius = 1,
    .ball = true,
};
