/* SPDX-License-Identifier: MIT
 *
 * Ball in a socket: the origins meet. Its rates are those of the angular velocity, along the axes
 * of i, so that no attitude is singular. In the plane a hinge with the names of one. */
#include "joint/joint.h"

const JointType jd_joint_spherical = {
    .name = "spherical",
    .aliases = "ball ball-and-socket",
    .summary = "ball in a socket; turns in all directions",
    .glyph = "M-0.4,0 A0.4,0.4 0 1,1 0.4,0 A0.4,0.4 0 1,1 -0.4,0 Z M0.45,-0.45 A0.64,0.64 0 1,0 "
             "0.45,0.45",
    .locks = {"d.x0", "d.y0", "d.z0"},
    .frees = {BALL(X, "rx", "wx", "ax"), BALL(Y, "ry", "wy", "ay"), BALL(Z, "rz", "wz", "az")},
    .axis = AXIS_Z,
    .symmetric = true,
};
