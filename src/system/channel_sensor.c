/* SPDX-License-Identifier: MIT
 *
 * Channels of sensors: where a frame is, how it moves and how it is turned, seen from another; and
 * what a joint or a force does to its bodies. All of it along the axes of any frame. */
#include "system/channel.h"

typedef enum { AT, MOVES, CHANGES, ACCELERATES, TURNS, TURNS_FASTER } Vector;
enum { SPAN, SPAN_RATE, ANGLE, RATE, ACCEL, BETWEEN };

/* ---- Frames -----------------------------------------------------------------------------------
 */

static Vec3 vector_of(const JdSystem *s, const Motion *m, const SystemSensor *at, Vector what) {
    const Side i = s->kernel->side(s, m, at->frame_i), j = s->kernel->side(s, m, at->frame_j);
    const Vec3 d = vec3_sub(j.p, i.p), vd = vec3_sub(j.v, i.v);
    Vec3 linear[2], angular[2];
    if (what == AT) return d;
    if (what == MOVES) return vd;
    if (what == TURNS) return vec3_sub(j.w, i.w);
    if (what == CHANGES) /* the rates of what `AT` shows: the axes turn, too */
        return vec3_sub(vd, vec3_cross(s->kernel->side(s, m, at->along).w, d));
    s->kernel->accel(s, m, at->frame_i, &linear[0], &angular[0]);
    s->kernel->accel(s, m, at->frame_j, &linear[1], &angular[1]);
    return what == ACCELERATES ? vec3_sub(linear[1], linear[0]) : vec3_sub(angular[1], angular[0]);
}

static double part(const JdSystem *s, const Motion *m, int k, Vec3 v, int number) {
    const Axes axes = s->kernel->side(s, m, s->sensor[k].along).axes;
    return vec3_dot(v, axes_at(&axes, (AxisName)(number % 3)));
}

/* number: which vector, times 3, and which of its parts. */
static double get_vector(const JdSystem *s, const Motion *m, int k, int number) {
    return part(s, m, k, vector_of(s, m, &s->sensor[k], (Vector)(number / 3)), number);
}

/* Of the second frame seen from the first. */
static Axes seen(const JdSystem *s, const Motion *m, int k) {
    const Axes i = s->kernel->side(s, m, s->sensor[k].frame_i).axes;
    const Axes j = s->kernel->side(s, m, s->sensor[k].frame_j).axes;
    return jd_axes_relative(&i, &j);
}

static double get_rotation(const JdSystem *s, const Motion *m, int k, int number) {
    const Axes axes = seen(s, m, k);
    const Vec3 v = jd_axes_to_vector(&axes);
    return vec3_part(v, number);
}

static double get_cardan(const JdSystem *s, const Motion *m, int k, int number) {
    static const AxisName sequence[3] = {AXIS_X, AXIS_Y, AXIS_Z};
    const Axes axes = seen(s, m, k);
    double angles[3];
    jd_axes_angles(&axes, sequence, 3, angles);
    return angles[number];
}

static double get_number(const JdSystem *s, const Motion *m, int k, int number) {
    const SystemSensor *at = &s->sensor[k];
    const Vec3 d = vector_of(s, m, at, AT);
    const double span = vec3_norm(d);
    switch (number) {
    case SPAN:
        return span;
    case SPAN_RATE:
        return span > 0 ? vec3_dot(d, vector_of(s, m, at, MOVES)) / span : 0;
    case ANGLE:
        return s->kernel->angle(s, m, at->frame_j) - s->kernel->angle(s, m, at->frame_i);
    case RATE:
        return vector_of(s, m, at, TURNS).z;
    case ACCEL:
        return vector_of(s, m, at, TURNS_FASTER).z;
    default: {
        const Axes axes = seen(s, m, k);
        return atan2(hypot(axes.x.y, axes.x.z), fabs(axes.x.x));
    }
    }
}

/* ---- Joints and forces --------------------------------------------------------------------------
 */

static Wrench load_of(const JdSystem *s, const Motion *m, const SystemSensor *at, bool side_j) {
    return at->joint >= 0 ? jd_joint_wrench(s, m, at->joint, side_j)
                          : jd_force_wrench(s, m, at->force, side_j);
}

static double get_wrench(const JdSystem *s, const Motion *m, int k, int number) {
    const Wrench on = load_of(s, m, &s->sensor[k], !(number & OF_SIDE_I));
    if (number % OF_TORQUE == SIZE) return jd_wrench_number(s, on, number);
    return part(s, m, k, number & OF_TORQUE ? on.torque : on.force, number % OF_TORQUE);
}

static double get_power(const JdSystem *s, const Motion *m, int k, int number) {
    const SystemSensor *at = &s->sensor[k];
    const bool side_j = !(number & OF_SIDE_I);
    const int i = at->joint >= 0 ? s->joint[at->joint].frame_i : s->force[at->force].frame_i,
              j = at->joint >= 0 ? s->joint[at->joint].frame_j : s->force[at->force].frame_j;
    const Side side = s->kernel->side(s, m, side_j ? j : i);
    return wrench_power(load_of(s, m, at, side_j), &side);
}

// clang-format off
static const ChannelDef sensor_defs[] = {
    FLAT_VECTOR("", "m", "place of the second frame seen from the first", LEVEL_POSITION, 3 * AT, .eval = get_vector),
    FLAT_VECTOR("v", "m/s", "difference of the two velocities", LEVEL_VELOCITY, 3 * MOVES, .eval = get_vector),
    FLAT_VECTOR("rate_", "m/s", "rates of x, y, z: the velocity as it is seen along these axes, which turn", LEVEL_VELOCITY, 3 * CHANGES, .eval = get_vector),
    FLAT_VECTOR("a", "m/s^2", "difference of the two accelerations", LEVEL_ACCELERATION, 3 * ACCELERATES, .eval = get_vector),
    VECTOR("w", "rad/s", "angular velocity of the second seen from the first", LEVEL_VELOCITY, 3 * TURNS, .eval = get_vector),
    VECTOR("alpha", "rad/s^2", "difference of the two angular accelerations", LEVEL_ACCELERATION, 3 * TURNS_FASTER, .eval = get_vector),
    {"distance", "m", "distance of the two origins", LEVEL_POSITION, get_number, .number = SPAN},
    {"distance_rate", "m/s", "its rate", LEVEL_VELOCITY, get_number, .number = SPAN_RATE},
    {"angle", "rad", "angle of the second against the first, counted over turns", LEVEL_POSITION, get_number, .number = ANGLE, .plane_only = true},
    {"rate", "rad/s", "its rate", LEVEL_VELOCITY, get_number, .number = RATE, .plane_only = true},
    {"accel", "rad/s^2", "its acceleration", LEVEL_ACCELERATION, get_number, .number = ACCEL, .plane_only = true},
    VECTOR("rotation.", "rad", "turn of the second seen from the first: its axis times its angle, along the axes of both", LEVEL_POSITION, 0, .eval = get_rotation),
    VECTOR("cardan.", "rad", "the same as turns about x, the turned y and the turned z", LEVEL_POSITION, 0, .eval = get_cardan),
    {"transmission", "rad", "acute angle between the x axes of both: the transmission angle of two links", LEVEL_POSITION, get_number, .number = BETWEEN},
    {"force", "N", "of a joint or force: size of the force on the second body", LEVEL_ACCELERATION, get_wrench, .number = SIZE},
    FLAT_VECTOR("force.", "N", "of a joint or force: force on the second body", LEVEL_ACCELERATION, 0, .eval = get_wrench),
    {"torque", "N*m", "torque on the second body; in space its size", LEVEL_ACCELERATION, get_wrench, .number = OF_TORQUE + SIZE},
    VECTOR("torque.", "N*m", "torque on the second body, about its point", LEVEL_ACCELERATION, OF_TORQUE, .eval = get_wrench),
    FLAT_VECTOR("i.force.", "N", "force on the first body", LEVEL_ACCELERATION, OF_SIDE_I, .eval = get_wrench),
    {"i.torque", "N*m", "torque on the first body; in space its size", LEVEL_ACCELERATION, get_wrench, .number = OF_SIDE_I + OF_TORQUE + SIZE},
    VECTOR("i.torque.", "N*m", "torque on the first body, about its point", LEVEL_ACCELERATION, OF_SIDE_I + OF_TORQUE, .eval = get_wrench),
    {"power", "W", "power that the joint or force gives to the second body", LEVEL_ACCELERATION, get_power},
    {"i.power", "W", "power that it gives to the first body", LEVEL_ACCELERATION, get_power, .number = OF_SIDE_I},
    {NULL},
};

LISTED(sensor, sensors, sensor)
// clang-format on

static bool sensor_has(const JdSystem *s, int k, const ChannelDef *def) {
    const bool acts = def->eval == get_wrench || def->eval == get_power;
    const SystemSensor *at = &s->sensor[k];
    const bool node =
        s->frame[at->frame_i].seat >= s->bodies || s->frame[at->frame_j].seat >= s->bodies;
    /* how the velocity of a node changes nobody asks its forces */
    if (node && def->level == LEVEL_ACCELERATION) return false;
    return acts == (s->sensor[k].joint >= 0 || s->sensor[k].force >= 0);
}

const Subject jd_subject_sensor = {"sensor", sensor_defs, sensor_count, sensor_name, sensor_has};
