/* SPDX-License-Identifier: MIT
 *
 * A force on a body at a point, in the axes of the ground or, if it follows, of the frame there. */
#include "force/force.h"

enum { VALUE, FOLLOW = 3 };

static void eval(const ForceInput *in, ForceOutput *out) {
    const double *value = &in->fields[VALUE];
    *out = (ForceOutput){.force = {value[0], value[1], value[2]}};
    if (in->fields[FOLLOW] == 0) return;
    const Axes *axes = &in->j.axes;
    const Vec3 in_plane = vec3_add(vec3_scale(value[0], axes->x), vec3_scale(value[1], axes->y));
    out->force = vec3_add(in_plane, vec3_scale(value[2], axes->z));
}

const ForceType jd_force_point_force = {
    .name = "point-force",
    .aliases = "force",
    .summary = "force on a body at a point",
    .glyph = "M-1,0 H0.6 M0.6,-0.25 L1,0 L0.6,0.25 Z",
    .target = FORCE_ON_BODY,
    .fields = {{.name = "value",
                .unit = "N",
                .summary = "the force",
                .required = true,
                .runtime = true,
                .count = 3},
               {.name = "follow",
                .unit = "1",
                .summary = "0: keeps its direction; 1: turns with the body, from the direction "
                           "given in the drawn position"}},
    .eval = eval,
};
