/* SPDX-License-Identifier: MIT
 *
 * Spring and damper on a free of a joint: effort -k (q - rest) - c q'. */
#include "force/force.h"

enum { STIFFNESS, DAMPING, REST };

static void eval(const ForceInput *in, ForceOutput *out) {
    const double stretch = in->position - in->fields[REST];
    const double spring = -in->fields[STIFFNESS] * stretch;
    *out = (ForceOutput){.effort = spring - in->fields[DAMPING] * in->rate,
                         .energy = 0.5 * in->fields[STIFFNESS] * stretch * stretch,
                         .conservative = spring * in->rate,
                         .dissipated = in->fields[DAMPING] * in->rate * in->rate};
}

const ForceType jd_force_free_spring = {
    .name = "free-spring",
    .aliases = "joint-spring",
    .summary = "spring and damper on a free of a joint",
    .glyph = "M0,0 A0.2,0.2 0 0,1 0.4,0 A0.4,0.4 0 0,1 -0.4,0 A0.6,0.6 0 0,1 0.8,0 H1",
    .target = FORCE_ON_FREE,
    .fields = {{.name = "stiffness",
                .unit = "N/m",
                .turn_unit = "N*m",
                .summary = "force per travel, for a turn torque per angle"},
               {.name = "damping",
                .unit = "N*s/m",
                .turn_unit = "N*m*s",
                .summary = "force per speed, for a turn torque per rate"},
               {.name = "rest",
                .unit = "m",
                .turn_unit = "1",
                .summary = "travel or angle without force"}},
    .eval = eval,
    .stiffness = STIFFNESS + 1,
    .damping = DAMPING + 1,
};
