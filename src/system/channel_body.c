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

#define POSE_CHANNELS                                                                                   \
    {"x", "m", "position along ground x", LEVEL_POSITION, get_x, "ON.x0"},                              \
    {"y", "m", "position along ground y", LEVEL_POSITION, get_y, "ON.y0"},                              \
    {"z", "m", "position along ground z", LEVEL_POSITION, get_z, "ON.z0", .space_only = true},          \
    {"angle", "rad", "angle of the x axis against ground x, counted over turns", LEVEL_POSITION, get_angle, "turn"}, \
    {"vx", "m/s", "velocity along ground x", LEVEL_VELOCITY, get_vx, "ON.x0"},                          \
    {"vy", "m/s", "velocity along ground y", LEVEL_VELOCITY, get_vy, "ON.y0"},                          \
    {"vz", "m/s", "velocity along ground z", LEVEL_VELOCITY, get_vz, "ON.z0", .space_only = true},      \
    {"rate", "rad/s", "angular velocity", LEVEL_VELOCITY, get_rate, "turn"},                            \
    {"speed", "m/s", "magnitude of the velocity", LEVEL_VELOCITY, get_speed},                           \
    {"ax", "m/s^2", "acceleration along ground x", LEVEL_ACCELERATION, get_ax},                         \
    {"ay", "m/s^2", "acceleration along ground y", LEVEL_ACCELERATION, get_ay},                         \
    {"az", "m/s^2", "acceleration along ground z", LEVEL_ACCELERATION, get_az, .space_only = true},     \
    {"accel", "rad/s^2", "angular acceleration", LEVEL_ACCELERATION, get_accel}
// clang-format on

static const ChannelDef body_defs[] = {POSE_CHANNELS, {NULL}};
static const ChannelDef frame_defs[] = {POSE_CHANNELS, {NULL}};

static int count_bodies(const JdSystem *s) {
    return s->bodies;
}
static const char *body_prefix(const JdSystem *s, int k) {
    return k ? s->body[k].name : NULL;
}

static int count_frames(const JdSystem *s) {
    return s->frames;
}
const char *jd_frame_prefix(const JdSystem *s, int k) {
    return s->frame[k].name;
}

const Subject jd_subject_body = {"body", body_defs, count_bodies, body_prefix, NULL, NULL};
const Subject jd_subject_frame = {"frame", frame_defs, count_frames, jd_frame_prefix, NULL, NULL};
