/* SPDX-License-Identifier: MIT
 *
 * A motor on a free of a joint: a force along a slide, a torque about a turn. */
#include "force/force.h"

enum { VALUE };

static void eval(const ForceInput *in, ForceOutput *out) {
    *out = (ForceOutput){.effort = in->fields[VALUE]};
}

const ForceType jd_force_effort = {
    .name = "effort",
    .aliases = "motor actuator",
    .summary = "force or torque on a free of a joint",
    .glyph = "M-0.6,0 A0.6,0.6 0 1,1 0.6,0 A0.6,0.6 0 1,1 -0.6,0 Z M-0.25,0.3 V-0.3 L0,0.1 "
             "L0.25,-0.3 V0.3",
    .target = FORCE_ON_FREE,
    .fields = {{.name = "value",
                .unit = "N",
                .turn_unit = "N*m",
                .summary = "the force, for a turn the torque",
                .required = true,
                .runtime = true}},
    .eval = eval,
};
