/* SPDX-License-Identifier: MIT
 *
 * Cardan angles a, b, c about x, the turned y and the turned z, against one of two frames: the
 * ground's, and that turned by a quarter about z. With b at a quarter turn, where a and c are one,
 * the body's z axis lies along the frame's x axis, and so in one frame at most: a body that comes
 * near has its angles in the other one from then on. State: a/2, b/2, c/2, the frame's number.
 * theory (6.41), (6.42) */
#include "run/attitude.h"
#include "base/own.h"

static const AxisName turns[3] = {AXIS_X, AXIS_Y, AXIS_Z};

/* sin b beyond which the other frame is taken, where it is below sqrt(1 - 0.75^2) = 0.66: there and
 * back it takes a turn. */
static const double most_sine = 0.75;

static Quat frame_of(const double x[4]) {
    const double root_half = 0.70710678118654752;
    return x[3] > 0.5 ? (Quat){root_half, 0, 0, root_half} : (Quat){1, 0, 0, 0};
}

static Quat quaternion(const double x[4]) {
    const CosSin a = jd_cos_sin(x[0]), b = jd_cos_sin(x[1]), c = jd_cos_sin(x[2]);
    const Quat ab = {a.c * b.c, a.s * b.c, a.c * b.s, a.s * b.s};
    return jd_quat_product(frame_of(x), jd_quat_product(ab, (Quat){c.c, 0, 0, c.s}));
}

/* sin b in the ground's frame and in the other one: how far the turned z axis goes along their x
 * axes. */
static bool is_other_better(Quat q) {
    const Axes R = jd_quat_axes(q);
    return fabs(R.z.y) < fabs(R.z.x);
}

static void read(Quat q, const double *like, double x[4]) {
    const double frame = like ? like[3] : is_other_better(q);
    const double hint[3] = {like ? like[0] : 0, like ? like[1] : 0, like ? like[2] : 0};
    x[3] = frame;
    const Axes R = jd_quat_axes(jd_quat_product(jd_quat_inverse(frame_of(x)), q));
    double angle[3];
    jd_axes_angles(&R, turns, 3, angle);
    for (int n = 0; n < 3; n++) x[n] = 0.5 * jd_counted(angle[n], 2 * hint[n]);
}

/* theory (6.42) */
static void rates(const double x[4], Vec3 w, double rate[4]) {
    const CosSin b = jd_cos_sin(2 * x[1]), c = jd_cos_sin(2 * x[2]);
    const double a_rate = (c.c * w.x - c.s * w.y) / b.c;
    rate[0] = 0.5 * a_rate;
    rate[1] = 0.5 * (c.s * w.x + c.c * w.y);
    rate[2] = 0.5 * (w.z - a_rate * b.s);
    rate[3] = 0;
}

static bool is_over(const double x[4]) {
    return fabs(sin(2 * x[1])) > most_sine;
}

const AttitudeType jd_attitude_cardan = {
    .name = "cardan",
    .aliases = "angles",
    .summary = "angles about x, y and z, against another frame where they come near a quarter turn",
    .quaternion = quaternion,
    .read = read,
    .rates = rates,
    .is_over = is_over,
};
