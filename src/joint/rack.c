/* SPDX-License-Identifier: MIT
 *
 * Rack and pinion: the first free, a turn, moves the second, a slide. Written so that f is in
 * metres. */
#include "joint/joint.h"

const JointType jd_joint_rack = {
    .name = "rack",
    .aliases = "rack-and-pinion",
    .summary = "rack and pinion; the turn of the first moves the slide of the second",
    .glyph = "M-0.9,0.5 H0.9 M-0.9,0.8 H0.9 M-0.5,0 A0.5,0.5 0 1,1 0.5,0 A0.5,0.5 0 1,1 -0.5,0 Z",
    .fields = {{.name = "radius",
                .unit = "m",
                .summary = "travel of the rack for each radian of the pinion; negative: the other "
                           "way round",
                .required = true}},
    .locks = {"qj - radius*qi"},
    .couples = true,
    .meshes = true,
};
