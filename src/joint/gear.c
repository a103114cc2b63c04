/* SPDX-License-Identifier: MIT
 *
 * Two turns that mesh: the wheels turn against each other. The teeth stay as they are drawn. */
#include "joint/joint.h"

const JointType jd_joint_gear = {
    .name = "gear",
    .aliases = "gears gear-pair",
    .summary = "two turns that mesh; the wheels turn in opposite directions",
    .glyph = "M-0.95,0 A0.45,0.45 0 1,1 -0.05,0 A0.45,0.45 0 1,1 -0.95,0 Z "
             "M0.05,0 A0.45,0.45 0 1,1 0.95,0 A0.45,0.45 0 1,1 0.05,0 Z M-0.05,0 H0.05",
    .fields = {{.name = "ratio",
                .unit = "1",
                .summary = "turns of the first for one turn of the second; negative: one wheel is "
                           "inside the other and both turn alike",
                .required = true}},
    .locks = {"qi + ratio*qj"},
    .couples = true,
    .alike = true,
    .meshes = true,
};
