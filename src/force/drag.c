/* SPDX-License-Identifier: MIT
 *
 * What resists a body that moves through air or water: against the speed of its point, and against
 * its turning. A wind may carry it. */
#include "force/force.h"

enum { LINEAR, SQUARE, TURNING, WIND };

static void eval(const ForceInput *in, ForceOutput *out) {
    const double *fields = in->fields, *wind = &fields[WIND];
    const Vec3 speed = vec3_sub(in->j.v, vec3(wind[0], wind[1], wind[2]));
    const double resistance = fields[LINEAR] + fields[SQUARE] * vec3_norm(speed);
    *out = (ForceOutput){.force = vec3_scale(-resistance, speed),
                         .torque = vec3_scale(-fields[TURNING], in->j.w)};
    out->dissipated =
        resistance * vec3_dot(speed, speed) + fields[TURNING] * vec3_dot(in->j.w, in->j.w);
}

const ForceType jd_force_drag = {
    .name = "drag",
    .aliases = "air-drag resistance viscous",
    .summary = "resistance of air or water at a point of a body, and against its turning",
    .glyph = "M1,0 H-0.6 M-0.6,-0.25 L-1,0 L-0.6,0.25 Z M0.2,-0.6 H-0.6 M0.2,0.6 H-0.6",
    .target = FORCE_ON_BODY,
    .fields = {{.name = "linear", .unit = "N*s/m", .summary = "force per speed"},
               {.name = "square",
                .unit = "N*s^2/m^2",
                .summary = "force per speed squared: half the density times area times drag "
                           "coefficient"},
               {.name = "turning", .unit = "N*m*s", .summary = "torque per angular velocity"},
               {.name = "wind",
                .unit = "m/s",
                .summary = "speed of the air, along ground axes",
                .runtime = true,
                .count = 3}},
    .eval = eval,
    .turns = true,
    .torques = {TURNING + 1},
};
