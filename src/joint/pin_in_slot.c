/* SPDX-License-Identifier: MIT
 *
 * A pin of body j in a slot of body i along its x axis. In space a sphere in a cylinder: the three
 * turns are taken about z, y and x in this order, so that the first is the one of the plane. */
#include "joint/joint.h"

const JointType jd_joint_pin_in_slot = {
    .name = "pin-in-slot",
    .aliases = "sphere-in-cylinder",
    .summary = "pin of body j in a slot of body i; slides along the slot and turns in it",
    .glyph = "M-0.6,-0.4 H0.6 A0.4,0.4 0 0,1 0.6,0.4 H-0.6 A0.4,0.4 0 0,1 -0.6,-0.4 Z "
             "M-0.3,0 A0.3,0.3 0 1,1 0.3,0 A0.3,0.3 0 1,1 -0.3,0 Z",
    .locks = {"d.yi", "d.zi"},
    .frees = {SLIDE(X), TURN_AS(Z, "angle", "rate", "angular_accel"),
              TURN_AS(Y, "pitch", "pitch_rate", "pitch_accel"),
              TURN_AS(X, "roll", "roll_rate", "roll_accel")},
    .axis = AXIS_X,
};
