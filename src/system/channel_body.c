/* SPDX-License-Identifier: MIT
 *
 * Channels of bodies (their centre of mass) and of named frames on them. */
#include "system/channel.h"

/* Frame b of the system is body b's own. */
static Side side(const JdSystem *s, const Motion *m, int k) {
    return s->kernel->side(s, m, k);
}
static Vec3 linear(const JdSystem *s, const Motion *m, int k) {
    Vec3 a, turn;
    s->kernel->accel(s, m, k, &a, &turn);
    return a;
}
static Vec3 angular(const JdSystem *s, const Motion *m, int k) {
    Vec3 a, turn;
    s->kernel->accel(s, m, k, &a, &turn);
    return turn;
}

/* ---- Attitudes ------------------------------------------------------------------------------ */

static double own_w(const JdSystem *s, const Motion *m, int k, int number) {
    const Side at = side(s, m, k);
    return vec3_dot(at.w, axes_at(&at.axes, (AxisName)number));
}
static double quaternion(const JdSystem *s, const Motion *m, int k, int number) {
    const Axes axes = side(s, m, k).axes;
    const Quat q = jd_quat_from_axes(&axes);
    const double numbers[4] = {q.w, q.x, q.y, q.z};
    return numbers[number];
}
static double matrix(const JdSystem *s, const Motion *m, int k, int number) {
    const Axes axes = side(s, m, k).axes;
    const Vec3 column = axes_at(&axes, (AxisName)(number % 3));
    return number < 3 ? column.x : number < 6 ? column.y : column.z;
}
static double rotation(const JdSystem *s, const Motion *m, int k, int number) {
    const Axes axes = side(s, m, k).axes;
    const Vec3 v = jd_axes_to_vector(&axes);
    return number == SIZE ? vec3_norm(v) : vec3_part(v, number);
}

/* number: a digit for each axis of the sequence and one for which of its angles. */
static double euler(const JdSystem *s, const Motion *m, int k, int number) {
    const Axes axes = side(s, m, k).axes;
    const AxisName sequence[3] = {(AxisName)(number / 1000), (AxisName)(number / 100 % 10),
                                  (AxisName)(number / 10 % 10)};
    double angles[3];
    jd_axes_angles(&axes, sequence, 3, angles);
    return angles[number % 10];
}

// clang-format off
VALUE(place, vec3_part(side(s, m, k).p, number))
VALUE(velocity, vec3_part(side(s, m, k).v, number))
VALUE(speed, vec3_norm(side(s, m, k).v))
VALUE(acceleration, vec3_part(linear(s, m, k), number))
VALUE(angle, s->kernel->angle(s, m, k))
VALUE(turning, vec3_part(side(s, m, k).w, number))
VALUE(turn_acceleration, vec3_part(angular(s, m, k), number))

/* A vector whose numbers can be start values, each as a row: "ON." and "0" make ON.x0, ON.y0, ON.z0. */
#define STARTED(name, unit, summary, level, eval, space, before, behind) \
    {name "x", unit, summary, level, eval, before "x" behind, .number = 0, .space_only = space}, \
    {name "y", unit, summary, level, eval, before "y" behind, .number = 1, .space_only = space}, \
    {name "z", unit, summary, level, eval, before "z" behind, .number = 2, .space_only = true}
#define MATRIX(rc, n) \
    {"matrix." #rc, "1", "rotation matrix: part along a ground axis (first letter) of its own axis (second)", LEVEL_POSITION, matrix, .space_only = true, .number = n}
#define QUATERNION(letter, n) \
    {"quaternion." letter, "1", "attitude as a unit quaternion, w >= 0", LEVEL_POSITION, quaternion, .space_only = true, .number = n}
#define EULER(sequence, a, b, c) \
    EULER_ANGLE(#sequence ".a", 1000 * a + 100 * b + 10 * c), EULER_ANGLE(#sequence ".b", 1000 * a + 100 * b + 10 * c + 1), \
    EULER_ANGLE(#sequence ".c", 1000 * a + 100 * b + 10 * c + 2)
#define EULER_ANGLE(name, n) \
    {"euler." name, "rad", "attitude as turns about three axes in this order, each as the ones before have turned it: their angles a, b, c", \
     LEVEL_POSITION, euler, .space_only = true, .number = n}

/* Neighbours with the same summary are one line of help. */
static const ChannelDef pose_defs[] = {
    STARTED("", "m", "position along ground x, y, z", LEVEL_POSITION, place, false, "ON.", "0"),
    {"angle", "rad", "angle of the x axis against ground x, counted over turns", LEVEL_POSITION, angle, "turn", .plane_only = true},
    STARTED("v", "m/s", "velocity along ground x, y, z", LEVEL_VELOCITY, velocity, false, "ON.", "0"),
    {"rate", "rad/s", "angular velocity", LEVEL_VELOCITY, turning, "turn", .plane_only = true, .number = 2},
    {"speed", "m/s", "magnitude of the velocity", LEVEL_VELOCITY, speed},
    FLAT_VECTOR("a", "m/s^2", "acceleration along ground x, y, z", LEVEL_ACCELERATION, 0, .eval = acceleration),
    {"accel", "rad/s^2", "angular acceleration", LEVEL_ACCELERATION, turn_acceleration, .plane_only = true, .number = 2},
    STARTED("w", "rad/s", "angular velocity along ground x, y, z", LEVEL_VELOCITY, turning, true, "w.", "0"),
    STARTED("own.w", "rad/s", "angular velocity along its own axes", LEVEL_VELOCITY, own_w, true, "w.", "j"),
    VECTOR("alpha", "rad/s^2", "angular acceleration along ground x, y, z", LEVEL_ACCELERATION, 0, .eval = turn_acceleration),
    QUATERNION("w", 0), QUATERNION("x", 1), QUATERNION("y", 2), QUATERNION("z", 3),
    {"rotation", "rad", "attitude as one turn from the ground's axes: its angle, at most pi", LEVEL_POSITION, rotation, .space_only = true, .number = SIZE},
    VECTOR("rotation.", "rad", "axis of this turn times its angle, along ground x, y, z", LEVEL_POSITION, 0, .eval = rotation),
    VECTOR("cardan.", "rad", "attitude as turns about x, the turned y and the turned z; the second at most a quarter turn", LEVEL_POSITION, 120, .eval = euler, .row = "cardan"),
    MATRIX(xx, 0), MATRIX(xy, 1), MATRIX(xz, 2), MATRIX(yx, 3), MATRIX(yy, 4), MATRIX(yz, 5), MATRIX(zx, 6), MATRIX(zy, 7), MATRIX(zz, 8),
    EULER(xyz, 0, 1, 2), EULER(xzy, 0, 2, 1), EULER(yxz, 1, 0, 2), EULER(yzx, 1, 2, 0),
    EULER(zxy, 2, 0, 1), EULER(zyx, 2, 1, 0), EULER(xyx, 0, 1, 0), EULER(xzx, 0, 2, 0),
    EULER(yxy, 1, 0, 1), EULER(yzy, 1, 2, 1), EULER(zxz, 2, 0, 2), EULER(zyz, 2, 1, 2),
    {NULL},
};

static const char *body_name(const JdSystem *s, int k) { return k ? s->body[k].name : NULL; }
static int body_count(const JdSystem *s) { return s->bodies; }
LISTED(frame, frames, frame)
// clang-format on

const Subject jd_subject_body = {"body", pose_defs, body_count, body_name};
const Subject jd_subject_frame = {"frame", pose_defs, frame_count, frame_name};
