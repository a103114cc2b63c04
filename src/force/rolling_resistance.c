/* SPDX-License-Identifier: MIT
 *
 * A torque against the rolling of body j on body i: of constant size, but for the slowest rolling,
 * where it falls smoothly to zero. What spins about the normal of the way does not roll. */
#include "force/force.h"

enum { TORQUE, RATE, NORMAL };

static void eval(const ForceInput *in, ForceOutput *out) {
    const double *n = &in->fields[NORMAL];
    const Vec3 normal = vec3(n[0], n[1], n[2]), w = vec3_sub(in->j.w, in->i.w);
    const double square = vec3_dot(normal, normal);
    const double spin = square > 0 && !in->planar ? vec3_dot(w, normal) / square : 0;
    const Vec3 rolls = vec3_sub(w, vec3_scale(spin, normal));
    const double size = hypot(vec3_norm(rolls), in->fields[RATE]);
    *out = (ForceOutput){0};
    if (size == 0) return;
    out->torque = vec3_scale(-in->fields[TORQUE] / size, rolls);
    out->dissipated = -vec3_dot(out->torque, rolls);
}

const ForceType jd_force_rolling_resistance = {
    .name = "rolling-resistance",
    .aliases = "rolling-friction",
    .summary = "torque against the rolling of the second body on the first",
    .glyph = "M-1,1 H1 M0,1 A0.8,0.8 0 1,1 0.01,1 M0.5,0.2 A0.5,0.5 0 0,0 -0.5,0.2",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "torque",
                .unit = "N*m",
                .summary = "its size: arm of rolling resistance times the load on the wheel",
                .required = true,
                .runtime = true},
               {.name = "rate",
                .unit = "1/s",
                .summary = "angular velocity at which it has 71 % of its size",
                .fallback = 0.01,
                .positive = true},
               {.name = "normal",
                .unit = "1",
                .summary =
                    "in space: the normal of the way, along ground axes; turning about it is "
                    "no rolling",
                .count = 3}},
    .needs_body = true,
    .eval = eval,
    .turns = true,
};
