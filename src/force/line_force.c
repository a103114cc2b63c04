/* SPDX-License-Identifier: MIT
 *
 * A force along the line MN, by any expression: a tension pulls the two points together. */
#include "force/force.h"

enum { TENSION };

static void eval(const ForceInput *in, ForceOutput *out) {
    const Vec3 d = vec3_sub(in->j.p, in->i.p);
    const double length = vec3_norm(d);
    *out = (ForceOutput){.length = length};

    /* Where M and N meet the line has no direction, and no force has either. */
    if (length > 0) out->force = vec3_scale(-in->fields[TENSION] / length, d);
}

const ForceType jd_force_line_force = {
    .name = "line-force",
    .aliases = "cylinder jack",
    .summary = "force along the line between two points, by any expression; its own length and "
               "rate may be read in it",
    .glyph = "M-1,0 H-0.5 M-0.5,-0.3 V0.3 H0.3 V-0.3 Z M0.05,-0.3 V0.3 M0.3,0 H1",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "tension",
                .unit = "N",
                .summary = "the force that pulls the two points together; negative: it pushes",
                .required = true,
                .runtime = true}},
    .eval = eval,
    .has_length = true,
    .spans = true,
};
