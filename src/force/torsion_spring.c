/* SPDX-License-Identifier: MIT
 *
 * Spring and damper about the z axis of the frame on body i. The angle is that of the turn of j
 * about this axis, whatever j is tilted by besides; the torque is minus the gradient of its energy:
 * theory (4.11). */
#include "force/force.h"

enum { STIFFNESS, DAMPING, REST };

/* The turn about z, and the direction along which a turn of j changes it. theory (4.10) */
static double twist_of(const ForceInput *in, Vec3 *along) {
    *along = in->i.axes.z;
    if (in->planar) return in->turned;
    const Axes seen = jd_axes_relative(&in->i.axes, &in->j.axes);
    const Quat q = jd_quat_from_axes(&seen);
    const double square = q.w * q.w + q.z * q.z;
    if (square == 0) return 0; /* tilted by half a turn: no angle is nearer than another */
    const Vec3 tilt = vec3((q.w * q.y + q.z * q.x) / square, (q.z * q.y - q.w * q.x) / square, 1);
    *along = axes_out(&in->i.axes, tilt);
    return 2 * atan2(q.z, q.w);
}

static void eval(const ForceInput *in, ForceOutput *out) {
    Vec3 along;
    const double stretch = twist_of(in, &along) - in->fields[REST];
    const double rate = vec3_dot(along, vec3_sub(in->j.w, in->i.w));
    const double spring = -in->fields[STIFFNESS] * stretch;
    const double damping = in->fields[DAMPING] * rate;
    *out = (ForceOutput){.torque = vec3_scale(spring - damping, along),
                         .energy = -0.5 * spring * stretch,
                         .conservative = spring * rate,
                         .dissipated = damping * rate};
}

const ForceType jd_force_torsion_spring = {
    .name = "torsion-spring",
    .aliases = "torsion torsional-spring rotational-spring",
    .summary = "spring and damper about the axis (z) between two bodies; in space up to half a "
               "turn to either side",
    .glyph = "M0,0 A0.2,0.2 0 0,1 0.4,0 A0.4,0.4 0 0,1 -0.4,0 A0.6,0.6 0 0,1 0.8,0 H1",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "stiffness", .unit = "N*m", .summary = "torque per angle"},
               {.name = "damping", .unit = "N*m*s", .summary = "torque per rate"},
               {.name = "rest", .unit = "1", .summary = "angle without torque, from the drawing"}},
    .needs_body = true,
    .eval = eval,
    .turns = true,
    .twists = true,
    .stiffness = STIFFNESS + 1,
    .damping = DAMPING + 1,
};
