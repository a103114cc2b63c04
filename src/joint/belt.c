/* SPDX-License-Identifier: MIT
 *
 * Two turns joined by a toothed belt or a chain: the wheels turn alike. */
#include "joint/joint.h"

const JointType jd_joint_belt = {
    .name = "belt",
    .aliases = "chain",
    .summary = "two turns joined by a belt or a chain; the wheels turn in the same direction",
    .glyph = "M-0.6,-0.4 H0.6 M-0.6,0.4 H0.6 M-1,0 A0.4,0.4 0 1,1 -0.2,0 A0.4,0.4 0 1,1 -1,0 Z "
             "M0.2,0 A0.4,0.4 0 1,1 1,0 A0.4,0.4 0 1,1 0.2,0 Z",
    .fields = {{.name = "ratio",
                .unit = "1",
                .summary = "turns of the first for one turn of the second; negative: the belt is "
                           "crossed",
                .required = true}},
    .locks = {"qi - ratio*qj"},
    .couples = true,
    .alike = true,
    .wraps = true,
};
