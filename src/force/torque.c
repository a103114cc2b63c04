/* SPDX-License-Identifier: MIT
 *
 * A torque on body j about the z axis of the frame on body i; the opposite on body i. */
#include "force/force.h"

enum { VALUE };

static void eval(const ForceInput *in, ForceOutput *out) {
    *out = (ForceOutput){.torque = vec3_scale(in->fields[VALUE], in->i.axes.z)};
}

const ForceType jd_force_torque = {
    .name = "torque",
    .aliases = "moment",
    .summary = "torque on body j about the axis (z), and its reaction on body i",
    .glyph = "M0.7,0 A0.7,0.7 0 1,1 0,-0.7 M0,-0.95 L0.4,-0.7 L0,-0.45 Z",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "value",
                .unit = "N*m",
                .summary = "the torque",
                .required = true,
                .runtime = true}},
    .needs_body = true,
    .eval = eval,
    .turns = true,
};
