/* SPDX-License-Identifier: MIT
 *
 * Spring and damper one behind the other along the line MN. The length of the damper is a state s:
 * tension k (L - L0 - s) = c s'. */
#include "force/force.h"

enum { STIFFNESS, DAMPING, LENGTH, INNER };

static void eval(const ForceInput *in, ForceOutput *out) {
    const Vec3 d = vec3_sub(in->j.p, in->i.p), vd = vec3_sub(in->j.v, in->i.v);
    const double length = vec3_norm(d);
    const double stretch = length - in->fields[LENGTH] - in->fields[INNER];
    const double tension = in->fields[STIFFNESS] * stretch;
    *out = (ForceOutput){.length = length,
                         .energy = 0.5 * tension * stretch,
                         .inner_rate = tension / in->fields[DAMPING]};
    out->dissipated = tension * out->inner_rate;
    out->conservative = out->dissipated;
    if (length == 0) return;
    out->force = vec3_scale(-tension / length, d);
    out->conservative += vec3_dot(out->force, vd);
}

const ForceType jd_force_spring_damper_series = {
    .name = "spring-damper-series",
    .aliases = "maxwell series",
    .summary = "spring and damper one behind the other between two points; the length of the "
               "damper is a state",
    .glyph = "M-1,0 H-0.8 L-0.75,0.5 L-0.65,-0.5 L-0.55,0.5 L-0.45,-0.5 L-0.35,0.5 L-0.25,-0.5 "
             "L-0.2,0 H0.1 M0.5,0.5 H0.1 V-0.5 H0.5 M0.35,-0.4 V0.4 M0.35,0 H1",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "stiffness",
                .unit = "N/m",
                .summary = "force per stretch of the spring",
                .required = true,
                .positive = true},
               {.name = "damping",
                .unit = "N*s/m",
                .summary = "force per speed of the damper",
                .required = true,
                .positive = true},
               {.name = "length",
                .unit = "m",
                .summary = "length of the spring without force",
                .drawn_distance = true},
               {.name = "inner",
                .unit = "m",
                .summary = "length of the damper at the start; if not said, that without force"}},
    .eval = eval,
    .has_length = true,
    .spans = true,
    .state = {INNER + 1, "stiffness/damping*(reach - length - inner)", "reach - length", "m"},
};
