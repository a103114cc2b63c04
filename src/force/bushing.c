/* SPDX-License-Identifier: MIT
 *
 * A bushing: stiffness and damping in three directions and about three axes of the frame on body i.
 * The torque is minus the gradient of the energy of the rotation vector: theory (4.12)-(4.13).
 * (Stiffness times Cardan angles is no gradient: a closed path of turns would yield work.) */
#include "force/force.h"

enum { STIFFNESS, DAMPING = 3, TURN_STIFFNESS = 6, TURN_DAMPING = 9 };

static Vec3 times(const double *k, Vec3 v) {
    return vec3(k[0] * v.x, k[1] * v.y, k[2] * v.z);
}

/* rad: below it two terms have all digits, and the closed form loses them. */
static const double by_series = 1e-2;

/* 1/x^2 - cot(x/2)/(2 x), which near 0 is 1/12 + x^2/720. */
static double curl_of(double x) {
    if (x < by_series) return 1.0 / 12 + x * x / 720;
    return 1 / (x * x) - 1 / (2 * x * tan(0.5 * x));
}

/* What a moment along the rotation vector's own numbers is as a torque: the transpose of what makes
 * their rates of an angular velocity. theory (4.13) */
static Vec3 torque_of(Vec3 turn, Vec3 moment) {
    const Vec3 across = vec3_cross(turn, moment);
    const Vec3 twice = vec3_scale(curl_of(vec3_norm(turn)), vec3_cross(turn, across));
    return vec3_add(vec3_add(moment, vec3_scale(0.5, across)), twice);
}

static void eval(const ForceInput *in, ForceOutput *out) {
    const double *fields = in->fields;
    const Axes *axes = &in->i.axes;
    const Vec3 apart = vec3_sub(in->j.p, in->i.p);
    const Vec3 carried = vec3_add(in->i.v, vec3_cross(in->i.w, apart));
    const Vec3 d = axes_in(axes, apart), vd = axes_in(axes, vec3_sub(in->j.v, carried));
    const Vec3 w = axes_in(axes, vec3_sub(in->j.w, in->i.w));
    const Axes seen = jd_axes_relative(axes, &in->j.axes);
    const Vec3 turn = in->planar ? vec3(0, 0, in->turned) : jd_axes_to_vector(&seen);

    const Vec3 pull = times(&fields[STIFFNESS], d), drag = times(&fields[DAMPING], vd);
    const Vec3 bend = times(&fields[TURN_STIFFNESS], turn);
    const Vec3 moment = in->planar ? bend : torque_of(turn, bend);
    const Vec3 brake = times(&fields[TURN_DAMPING], w);
    *out = (ForceOutput){.force = axes_out(axes, vec3_scale(-1, vec3_add(pull, drag))),
                         .torque = axes_out(axes, vec3_scale(-1, vec3_add(moment, brake))),
                         .energy = 0.5 * (vec3_dot(pull, d) + vec3_dot(bend, turn)),
                         .conservative = -vec3_dot(pull, vd) - vec3_dot(moment, w),
                         .dissipated = vec3_dot(drag, vd) + vec3_dot(brake, w)};
}

const ForceType jd_force_bushing = {
    .name = "bushing",
    .aliases = "mount bush",
    .summary = "stiffness and damping in three directions and about three axes of the first side",
    .glyph = "M-1,-1 H1 V1 H-1 Z M-0.45,0 A0.45,0.45 0 1,1 0.45,0 A0.45,0.45 0 1,1 -0.45,0 Z "
             "M-1,-1 L-0.35,-0.35 M1,1 L0.35,0.35 M-1,1 L-0.35,0.35 M1,-1 L0.35,-0.35",
    .target = FORCE_BETWEEN,
    .fields = {{.name = "stiffness",
                .unit = "N/m",
                .summary = "force per way along x, y and z",
                .count = 3},
               {.name = "damping",
                .unit = "N*s/m",
                .summary = "force per speed along x, y and z",
                .count = 3},
               {.name = "turn_stiffness",
                .unit = "N*m",
                .summary = "torque per angle about x, y and z; in the plane one number",
                .count = 3,
                .about = true},
               {.name = "turn_damping",
                .unit = "N*m*s",
                .summary = "torque per rate about x, y and z; in the plane one number",
                .count = 3,
                .about = true}},
    .eval = eval,
    .turns = true,
    .torques = {3, 4},
    .at_n = true,
    .twists = true,
    .stiffness = STIFFNESS + 1,
};
