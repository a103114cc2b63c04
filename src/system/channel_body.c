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
static Vec3 rotation(const JdSystem *s, const Motion *m, int k) {
    const Axes axes = side(s, m, k).axes;
    return jd_axes_to_vector(&axes);
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
VALUE(get_x, side(s, m, k).p.x)
VALUE(get_y, side(s, m, k).p.y)
VALUE(get_z, side(s, m, k).p.z)
VALUE(get_vx, side(s, m, k).v.x)
VALUE(get_vy, side(s, m, k).v.y)
VALUE(get_vz, side(s, m, k).v.z)
VALUE(get_ax, linear(s, m, k).x)
VALUE(get_ay, linear(s, m, k).y)
VALUE(get_az, linear(s, m, k).z)
VALUE(get_angle, s->kernel->angle(s, m, k))
VALUE(get_rate, side(s, m, k).w.z)
VALUE(get_accel, angular(s, m, k).z)
VALUE(get_speed, vec3_norm(side(s, m, k).v))
VALUE(get_wx, side(s, m, k).w.x)
VALUE(get_wy, side(s, m, k).w.y)
VALUE(get_wz, side(s, m, k).w.z)
VALUE(get_own_w, own_w(s, m, k, number))
VALUE(get_alpha_x, angular(s, m, k).x)
VALUE(get_alpha_y, angular(s, m, k).y)
VALUE(get_alpha_z, angular(s, m, k).z)
VALUE(get_quaternion, quaternion(s, m, k, number))
VALUE(get_matrix, matrix(s, m, k, number))
VALUE(get_rotation, vec3_norm(rotation(s, m, k)))
VALUE(get_rotation_x, rotation(s, m, k).x)
VALUE(get_rotation_y, rotation(s, m, k).y)
VALUE(get_rotation_z, rotation(s, m, k).z)
VALUE(get_euler, euler(s, m, k, number))

#define MATRIX(rc, n) \
    {"matrix." #rc, "1", "rotation matrix: part along a ground axis (first letter) of its own axis (second)", LEVEL_POSITION, get_matrix, .space_only = true, .number = n}
#define EULER_SUMMARY "attitude as turns about three axes in this order, each as the ones before have turned it: their angles a, b, c"
#define EULER(sequence, a, b, c) \
    {"euler." #sequence ".a", "rad", EULER_SUMMARY, LEVEL_POSITION, get_euler, .space_only = true, .number = 1000 * a + 100 * b + 10 * c}, \
    {"euler." #sequence ".b", "rad", EULER_SUMMARY, LEVEL_POSITION, get_euler, .space_only = true, .number = 1000 * a + 100 * b + 10 * c + 1}, \
    {"euler." #sequence ".c", "rad", EULER_SUMMARY, LEVEL_POSITION, get_euler, .space_only = true, .number = 1000 * a + 100 * b + 10 * c + 2}
/* Neighbours with the same summary are one line of help. */
#define POSE_CHANNELS                                                                                   \
    {"x", "m", "position along ground x, y, z", LEVEL_POSITION, get_x, "ON.x0"},                              \
    {"y", "m", "position along ground x, y, z", LEVEL_POSITION, get_y, "ON.y0"},                              \
    {"z", "m", "position along ground x, y, z", LEVEL_POSITION, get_z, "ON.z0", .space_only = true},          \
    {"angle", "rad", "angle of the x axis against ground x, counted over turns", LEVEL_POSITION, get_angle, "turn", .plane_only = true}, \
    {"vx", "m/s", "velocity along ground x, y, z", LEVEL_VELOCITY, get_vx, "ON.x0"},                          \
    {"vy", "m/s", "velocity along ground x, y, z", LEVEL_VELOCITY, get_vy, "ON.y0"},                          \
    {"vz", "m/s", "velocity along ground x, y, z", LEVEL_VELOCITY, get_vz, "ON.z0", .space_only = true},      \
    {"rate", "rad/s", "angular velocity", LEVEL_VELOCITY, get_rate, "turn", .plane_only = true},        \
    {"speed", "m/s", "magnitude of the velocity", LEVEL_VELOCITY, get_speed},                           \
    {"ax", "m/s^2", "acceleration along ground x, y, z", LEVEL_ACCELERATION, get_ax},                         \
    {"ay", "m/s^2", "acceleration along ground x, y, z", LEVEL_ACCELERATION, get_ay},                         \
    {"az", "m/s^2", "acceleration along ground x, y, z", LEVEL_ACCELERATION, get_az, .space_only = true},     \
    {"accel", "rad/s^2", "angular acceleration", LEVEL_ACCELERATION, get_accel, .plane_only = true},    \
    {"wx", "rad/s", "angular velocity along ground x, y, z", LEVEL_VELOCITY, get_wx, "w.x0", .space_only = true}, \
    {"wy", "rad/s", "angular velocity along ground x, y, z", LEVEL_VELOCITY, get_wy, "w.y0", .space_only = true}, \
    {"wz", "rad/s", "angular velocity along ground x, y, z", LEVEL_VELOCITY, get_wz, "w.z0", .space_only = true}, \
    {"own.wx", "rad/s", "angular velocity along its own axes", LEVEL_VELOCITY, get_own_w, "w.xj", .space_only = true, .number = 0}, \
    {"own.wy", "rad/s", "angular velocity along its own axes", LEVEL_VELOCITY, get_own_w, "w.yj", .space_only = true, .number = 1}, \
    {"own.wz", "rad/s", "angular velocity along its own axes", LEVEL_VELOCITY, get_own_w, "w.zj", .space_only = true, .number = 2}, \
    {"alphax", "rad/s^2", "angular acceleration along ground x, y, z", LEVEL_ACCELERATION, get_alpha_x, .space_only = true}, \
    {"alphay", "rad/s^2", "angular acceleration along ground x, y, z", LEVEL_ACCELERATION, get_alpha_y, .space_only = true}, \
    {"alphaz", "rad/s^2", "angular acceleration along ground x, y, z", LEVEL_ACCELERATION, get_alpha_z, .space_only = true}, \
    {"quaternion.w", "1", "attitude as a unit quaternion, w >= 0", LEVEL_POSITION, get_quaternion, .space_only = true, .number = 0}, \
    {"quaternion.x", "1", "attitude as a unit quaternion, w >= 0", LEVEL_POSITION, get_quaternion, .space_only = true, .number = 1}, \
    {"quaternion.y", "1", "attitude as a unit quaternion, w >= 0", LEVEL_POSITION, get_quaternion, .space_only = true, .number = 2}, \
    {"quaternion.z", "1", "attitude as a unit quaternion, w >= 0", LEVEL_POSITION, get_quaternion, .space_only = true, .number = 3}, \
    {"rotation", "rad", "attitude as one turn from the ground's axes: its angle, at most pi", LEVEL_POSITION, get_rotation, .space_only = true}, \
    {"rotation.x", "rad", "axis of this turn times its angle, along ground x, y, z", LEVEL_POSITION, get_rotation_x, .space_only = true}, \
    {"rotation.y", "rad", "axis of this turn times its angle, along ground x, y, z", LEVEL_POSITION, get_rotation_y, .space_only = true}, \
    {"rotation.z", "rad", "axis of this turn times its angle, along ground x, y, z", LEVEL_POSITION, get_rotation_z, .space_only = true}, \
    {"cardan.x", "rad", "attitude as turns about x, the turned y and the turned z; the second at most a quarter turn", LEVEL_POSITION, get_euler, "cardan", .space_only = true, .number = 120}, \
    {"cardan.y", "rad", "attitude as turns about x, the turned y and the turned z; the second at most a quarter turn", LEVEL_POSITION, get_euler, "cardan", .space_only = true, .number = 121}, \
    {"cardan.z", "rad", "attitude as turns about x, the turned y and the turned z; the second at most a quarter turn", LEVEL_POSITION, get_euler, "cardan", .space_only = true, .number = 122}, \
    MATRIX(xx, 0), MATRIX(xy, 1), MATRIX(xz, 2), MATRIX(yx, 3), MATRIX(yy, 4), MATRIX(yz, 5), MATRIX(zx, 6), MATRIX(zy, 7), MATRIX(zz, 8)
// clang-format on

// clang-format off
static const ChannelDef pose_defs[] = {
    POSE_CHANNELS,
    EULER(xyz, 0, 1, 2), EULER(xzy, 0, 2, 1), EULER(yxz, 1, 0, 2), EULER(yzx, 1, 2, 0),
    EULER(zxy, 2, 0, 1), EULER(zyx, 2, 1, 0), EULER(xyx, 0, 1, 0), EULER(xzx, 0, 2, 0),
    EULER(yxy, 1, 0, 1), EULER(yzy, 1, 2, 1), EULER(zxz, 2, 0, 2), EULER(zyz, 2, 1, 2),
    {NULL},
};
// clang-format on

static int count_bodies(const JdSystem *s) {
    return s->bodies;
}
static const char *body_prefix(const JdSystem *s, int k) {
    return k ? s->body[k].name : NULL;
}

static int count_frames(const JdSystem *s) {
    return s->frames;
}
static const char *frame_prefix(const JdSystem *s, int k) {
    return s->frame[k].name;
}

const Subject jd_subject_body = {"body", pose_defs, count_bodies, body_prefix, NULL, NULL};
const Subject jd_subject_frame = {"frame", pose_defs, count_frames, frame_prefix, NULL, NULL};
