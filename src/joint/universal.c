/* SPDX-License-Identifier: MIT
 *
 * Cardan joint, also a sphere with a finger: the origins meet, and the x axis of i stays normal to
 * the y axis of j. These two are the axes of the cross. In the plane both lie in it, so that
 * nothing is left to turn. */
#include "joint/joint.h"

const JointType jd_joint_universal = {
    .name = "universal",
    .aliases = "cardan hooke sphere-with-finger",
    .summary = "Cardan joint; turns about the x axis of body i, then about the y axis of body j",
    .glyph = "M-0.9,0 H0.9 M0,-0.9 V0.9 M-0.5,0 A0.5,0.5 0 1,1 0.5,0 A0.5,0.5 0 1,1 -0.5,0 Z",
    .locks = {"d.x0", "d.y0", "d.z0", "xi.yj"},
    .frees = {TURN_AS(X, "angle1", "rate1", "accel1"), TURN_AS(Y, "angle2", "rate2", "accel2")},
    .axis = AXIS_X,
    .second = true,
};
