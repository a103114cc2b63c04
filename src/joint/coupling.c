/* SPDX-License-Identifier: MIT
 *
 * Any two frees in a fixed ratio. They keep the difference that they are drawn with, so that
 * there is no offset to say. */
#include "joint/joint.h"

const JointType jd_joint_coupling = {
    .name = "coupling",
    .summary = "two frees that move in a fixed ratio",
    .glyph = "M-0.9,0 H-0.4 M0.4,0 H0.9 M-0.4,-0.4 V0.4 M0.4,-0.4 V0.4 M-0.4,-0.2 H0.4 M-0.4,0.2 "
             "H0.4",
    .fields = {{.name = "ratio",
                .unit = "1",
                .summary = "motion of the second for each unit of the first, in SI units",
                .fallback = 1}},
    .locks = {"qj - ratio*qi"},
    .couples = true,
};
