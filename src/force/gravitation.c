/* SPDX-License-Identifier: MIT
 *
 * Masses that attract each other: G m1 m2/r^2 along the line MN. */
#include "force/force.h"

enum { CONSTANT, FIRST, SECOND, SOFTEN };

static void eval(const ForceInput *in, ForceOutput *out) {
    const double *fields = in->fields;
    const Vec3 d = vec3_sub(in->j.p, in->i.p), vd = vec3_sub(in->j.v, in->i.v);
    const double length = vec3_norm(d), apart = hypot(length, fields[SOFTEN]);
    *out = (ForceOutput){.length = length};

    /* Where M and N meet the line has no direction, and no force has either. */
    if (apart == 0) return;
    out->energy = -fields[CONSTANT] * fields[FIRST] * fields[SECOND] / apart;
    out->force = vec3_scale(out->energy / apart / apart, d);
    out->conservative = vec3_dot(out->force, vd);
}

const ForceType jd_force_gravitation = {
    .name = "gravitation",
    .aliases = "attraction newton",
    .summary = "two masses attract each other",
    .glyph = "M-1,0 H-0.4 M-0.4,-0.2 L-0.1,0 L-0.4,0.2 Z M1,0 H0.4 M0.4,-0.2 L0.1,0 L0.4,0.2 Z",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "constant",
                .unit = "N*m^2/kg^2",
                .summary = "the constant of gravitation",
                .fallback = 6.6743e-11},
               {.name = "first",
                .unit = "kg",
                .summary = "mass of the first; that of its body if not said",
                .body_mass = 1},
               {.name = "second",
                .unit = "kg",
                .summary = "mass of the second, likewise",
                .body_mass = 2},
               {.name = "soften",
                .unit = "m",
                .summary = "a length that keeps the force finite where they meet: r^2 + soften^2 "
                           "stands for r^2"}},
    .needs_body = true,
    .eval = eval,
    .has_length = true,
    .spans = true,
};
