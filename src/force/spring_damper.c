/* SPDX-License-Identifier: MIT
 *
 * Spring and damper side by side along the line MN: tension k (L - L0) + c L'. */
#include "force/force.h"

enum { STIFFNESS, DAMPING, LENGTH };

static void eval(const ForceInput *in, ForceOutput *out) {
    const Vec3 d = vec3_sub(in->j.p, in->i.p), vd = vec3_sub(in->j.v, in->i.v);
    const double length = vec3_norm(d), stretch = length - in->fields[LENGTH];
    *out =
        (ForceOutput){.length = length, .energy = 0.5 * in->fields[STIFFNESS] * stretch * stretch};

    /* Where M and N meet the line has no direction, and no force has either. */
    if (length == 0) return;
    const Vec3 along = vec3_scale(1 / length, d);
    const double rate = vec3_dot(along, vd), spring = in->fields[STIFFNESS] * stretch;
    out->force = vec3_scale(-(spring + in->fields[DAMPING] * rate), along);
    out->conservative = -spring * rate;
    out->dissipated = in->fields[DAMPING] * rate * rate;
}

const ForceType jd_force_spring_damper = {
    .name = "spring-damper",
    .aliases = "spring damper",
    .summary = "spring and damper between two points, along the line between them",
    .glyph = "M-1,0 H-0.6 L-0.55,0.6 L-0.45,-0.6 L-0.35,0.6 L-0.25,-0.6 L-0.15,0.6 L-0.05,-0.6 "
             "L0.05,0.6 L0.15,-0.6 L0.25,0.6 L0.35,-0.6 L0.45,0.6 L0.55,-0.6 L0.6,0 H1",
    .damper = "M-1,0 H-0.25 M0.25,0.7 H-0.25 V-0.7 H0.25 M0.1,-0.55 V0.55 M0.1,0 H1",
    .both = "M-1,0 H-0.7 M-0.7,-0.9 V0.9 M-0.7,0.9 H-0.6 L-0.55,1.4 L-0.45,0.4 L-0.35,1.4 "
            "L-0.25,0.4 L-0.15,1.4 L-0.05,0.4 L0.05,1.4 L0.15,0.4 L0.25,1.4 L0.35,0.4 L0.45,1.4 "
            "L0.55,0.4 L0.6,0.9 H0.7 M0.7,-0.9 V0.9 M0.7,0 H1 "
            "M-0.7,-0.9 H-0.2 M0.2,-0.4 H-0.2 V-1.4 H0.2 M0.08,-1.3 V-0.5 M0.08,-0.9 H0.7",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "stiffness", .unit = "N/m", .summary = "force per stretch"},
               {.name = "damping", .unit = "N*s/m", .summary = "force per speed of stretching"},
               {.name = "length",
                .unit = "m",
                .summary = "length without force",
                .drawn_distance = true}},
    .eval = eval,
    .has_length = true,
    .spans = true,
    .stiffness = STIFFNESS + 1,
    .damping = DAMPING + 1,
};
