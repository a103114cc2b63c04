/* SPDX-License-Identifier: MIT
 *
 * A nut on a screw along the common z axis: who turns also advances. The angle counts over many
 * turns. There is no screw in the plane, since nothing can advance out of it. */
#include "joint/joint.h"

const JointType jd_joint_screw = {
    .name = "screw",
    .aliases = "helical",
    .summary = "nut on a screw; turns about the common z axis and advances along it",
    .glyph = "M-0.6,-0.35 H0.6 V0.35 H-0.6 Z M-1,0 H1 M-0.4,-0.35 L-0.2,0.35 M-0.1,-0.35 L0.1,0.35 "
             "M0.2,-0.35 L0.4,0.35",
    .fields = {{.name = "pitch",
                .unit = "m",
                .summary = "advance along z for a whole turn; negative: a left-hand thread",
                .required = true}},
    .locks = {"d.xi", "d.yi", "zi.xj", "zi.yj", "d.zi - pitch/(2*pi)*turn(z)"},
    .frees = {SCREW(Z, 1)},
    .axis = AXIS_Z,
    .spatial_only = true,
    .symmetric = true,
};
