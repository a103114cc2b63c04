/* SPDX-License-Identifier: MIT
 *
 * A force and a torque on body j at N, and the opposite of both on body i, there too: vectors along
 * the axes of the ground, of a body or of a frame. */
#include "force/force.h"

enum { FORCE, TORQUE = 3 };

static void eval(const ForceInput *in, ForceOutput *out) {
    const double *F = &in->fields[FORCE], *T = &in->fields[TORQUE];
    *out = (ForceOutput){.force = axes_out(&in->axes, vec3(F[0], F[1], F[2])),
                         .torque = axes_out(&in->axes, vec3(T[0], T[1], T[2]))};
}

const ForceType jd_force_force_torque = {
    .name = "force-torque",
    .aliases = "wrench force-and-torque",
    .summary = "force and torque on body j at its point, and the opposite on body i at the same "
               "place; `resolve` says along whose axes",
    .glyph = "M-1,0 H0.6 M0.6,-0.25 L1,0 L0.6,0.25 Z M0.3,-0.5 A0.5,0.5 0 1,0 0,0.5",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "force", .unit = "N", .summary = "the force", .runtime = true, .count = 3},
               {.name = "torque",
                .unit = "N*m",
                .summary = "the torque; in the plane one number",
                .runtime = true,
                .count = 3,
                .about = true}},
    .eval = eval,
    .turns = true,
    .torques = {2},
    .resolves = true,
    .at_n = true,
};
