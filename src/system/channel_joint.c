/* SPDX-License-Identifier: MIT
 *
 * Channels of joints: the frees, and the reaction on either body. The plain names mean the force
 * that the joint puts on its second body (j), at that body's joint point, in ground axes. */
#include "system/channel.h"

/* ---- Reactions ------------------------------------------------------------------------------ */

/* The wrench about the centre of mass moved to the frame's origin. */
static Wrench own_wrench(const JdSystem *s, const Motion *m, int k, bool side_j) {
    const SystemJoint *joint = &s->joint[k];
    if (joint->group < 0 && !joint->elastic) return (Wrench){{0}, {0}};
    const Wrench at =
        joint->elastic ? jd_soft_wrench(s, m, k, side_j) : s->kernel->wrench(s, m, joint, side_j);
    const Vec3 arm = s->kernel->side(s, m, side_j ? joint->frame_j : joint->frame_i).arm;
    return (Wrench){at.force, vec3_sub(at.torque, vec3_cross(arm, at.force))};
}

Wrench jd_joint_wrench(const JdSystem *s, const Motion *m, int k, bool side_j) {
    const SystemJoint *joint = &s->joint[k];
    bool is_ground = (side_j ? joint->body_j : joint->body_i) == 0;
    if (!is_ground) return own_wrench(s, m, k, side_j);

    /* On the ground: the opposite of what the other body feels, moved to this side's point. */
    const Wrench other = own_wrench(s, m, k, !side_j);
    Vec3 here = s->kernel->side(s, m, side_j ? joint->frame_j : joint->frame_i).p;
    Vec3 there = s->kernel->side(s, m, side_j ? joint->frame_i : joint->frame_j).p;
    Vec3 moved = vec3_cross(vec3_sub(there, here), other.force);
    return (Wrench){vec3_scale(-1, other.force), vec3_scale(-1, vec3_add(other.torque, moved))};
}

/* In the plane a torque has a sign; in space its magnitude is shown. */
double jd_wrench_number(const JdSystem *s, Wrench at, int number) {
    const bool torque = number & OF_TORQUE;
    const Vec3 v = torque ? at.torque : at.force;
    if (number % OF_TORQUE < SIZE) return vec3_part(v, number % OF_TORQUE);
    return torque && (s->space == JD_PLANAR || s->flat) ? v.z : vec3_norm(v);
}

static double reaction(const JdSystem *s, const Motion *m, int k, int number) {
    return jd_wrench_number(s, jd_joint_wrench(s, m, k, !(number & OF_SIDE_I)), number);
}

/* What the joint gives to a body. */
static double power(const JdSystem *s, const Motion *m, int k, int number) {
    const bool side_j = !(number & OF_SIDE_I);
    const Side side = s->kernel->side(s, m, side_j ? s->joint[k].frame_j : s->joint[k].frame_i);
    return wrench_power(jd_joint_wrench(s, m, k, side_j), &side);
}

/* The reaction on the second body along the axes of its own frame or of the first's. */
static double along(const JdSystem *s, const Motion *m, int k, int number) {
    const SystemJoint *joint = &s->joint[k];
    const Wrench on_j = jd_joint_wrench(s, m, k, true);
    const Side at = s->kernel->side(s, m, number & OF_SIDE_I ? joint->frame_i : joint->frame_j);
    const Vec3 axis = axes_at(&at.axes, (AxisName)(number % OF_TORQUE));
    return vec3_dot(number & OF_TORQUE ? on_j.torque : on_j.force, axis);
}

static double get_drift(const JdSystem *s, const Motion *m, int k, int number) {
    (void)number;
    const SystemJoint *joint = &s->joint[k];
    double most = 0;
    if (joint->elastic) return 0;
    for (int r = joint->first_row; r < joint->first_row + joint->locks; r++)
        if (!s->dynamics.row[r].velocity) most = fmax(most, fabs(m->rows.f[r]));
    return most;
}

/* The multiplier of a lock: the force (or moment) along it. number: which lock. */
static double get_lambda(const JdSystem *s, const Motion *m, int k, int number) {
    const SystemJoint *joint = &s->joint[k];
    if (joint->elastic) {
        RowNow row;
        s->kernel->row(s, m, &joint->lock_row[number], joint->frame_i, joint->frame_j, &row);
        return jd_soft_effort(&joint->lock_row[number], row.f, row.rate);
    }
    return -m->pull[s->joint[k].first_row + number];
}

/* ---- Frees ---------------------------------------------------------------------------------- */

typedef struct {
    double f, rate, accel;
} FreeNow;

/* An angle of a ball with the two others: where they are singular, all three tell the attitude. */
static double ball_angle(const JdSystem *s, const Motion *m, const SystemJoint *joint, int number) {
    const Turn *about = &joint->free_row[number].lock.about;
    const Side i = s->kernel->side(s, m, joint->frame_i), j = s->kernel->side(s, m, joint->frame_j);
    const Axes seen = jd_axes_relative(&i.axes, &j.axes);
    double angles[3];
    jd_axes_angles(&seen, about->axes, about->count, angles);
    return angles[about->number];
}

static FreeNow free_now(const JdSystem *s, const Motion *m, int k, int number, bool accelerations) {
    const SystemJoint *joint = &s->joint[k];
    RowNow row;
    const TreeFree *known = accelerations ? NULL : jd_tree_free(m, k);
    if (known) return (FreeNow){m->tree_q[known->q + number], m->tree_u[known->u + number], 0};
    s->kernel->row(s, m, &joint->free_row[number], joint->frame_i, joint->frame_j, &row);
    FreeNow now = {row.f, row.rate, row.bias};
    if (joint->free[number]->kind == FREE_BALL) {
        s->kernel->row(s, m, &joint->rate_row[number], joint->frame_i, joint->frame_j, &row);
        now = (FreeNow){ball_angle(s, m, joint, number), row.rate, row.bias};
    }
    const int body[2] = {joint->body_i, joint->body_j};
    int n = s->kernel->nv;
    for (int side = 0; side < 2 && accelerations; side++)
        for (int c = 0; c < n && body[side]; c++)
            now.accel += row.J[side][c] * m->a[n * (body[side] - 1) + c];
    return now;
}

static double free_position(const JdSystem *s, const Motion *m, int k, int number) {
    return free_now(s, m, k, number, false).f;
}
static double free_rate(const JdSystem *s, const Motion *m, int k, int number) {
    return free_now(s, m, k, number, false).rate;
}
static double free_accel(const JdSystem *s, const Motion *m, int k, int number) {
    return free_now(s, m, k, number, true).accel;
}

// clang-format off
const ChannelDef jd_free_channels[3][3] = {{
    {"angle", "rad",     "turn of the second body's frame against the first's", LEVEL_POSITION,     free_position, "free"},
    {"rate",  "rad/s",   "its rate",                                            LEVEL_VELOCITY,     free_rate,     "free"},
    {"accel", "rad/s^2", "its acceleration",                                    LEVEL_ACCELERATION, free_accel},
}, {
    {"travel", "m",     "slide of the second body's frame along the first's axis", LEVEL_POSITION,     free_position, "free"},
    {"speed",  "m/s",   "its rate",                                                LEVEL_VELOCITY,     free_rate,     "free"},
    {"accel",  "m/s^2", "its acceleration",                                        LEVEL_ACCELERATION, free_accel},
}, {
    {"rx", "rad",     "of a ball (rx, ry, rz): Cardan angles of the second body's frame against the first's, each in (-pi, pi]", LEVEL_POSITION, free_position, "free"},
    {"wx", "rad/s",   "of a ball (wx, wy, wz): angular velocity of the second body seen from the first, along the first's axes", LEVEL_VELOCITY, free_rate, "free"},
    {"ax", "rad/s^2", "its rate",                                               LEVEL_ACCELERATION, free_accel},
}};
const ChannelDef jd_lambda_channel =
    {"lambda1", "1", "multiplier of lock 1 (2, 3 ...): N for a length, N*m for an angle", LEVEL_ACCELERATION, get_lambda, .reads = READS_LOCK};

#define REACTION(name, unit, summary, eval, n) {name, unit, summary, LEVEL_ACCELERATION, eval, .number = n, .reads = READS_JOINT}
/* force.xi: along the axes of a frame. */
#define ALONG_FRAME(name, unit, summary, frame, n, space) \
    {name ".x" frame, unit, summary, LEVEL_ACCELERATION, along, .number = n, .space_only = space, .reads = READS_JOINT}, \
    {name ".y" frame, unit, summary, LEVEL_ACCELERATION, along, .number = (n) + 1, .space_only = space, .reads = READS_JOINT}, \
    {name ".z" frame, unit, summary, LEVEL_ACCELERATION, along, .number = (n) + 2, .space_only = true, .reads = READS_JOINT}
#define FORCES(name, summary, first) \
    FLAT_VECTOR(name ".", "N", summary, LEVEL_ACCELERATION, first, .eval = reaction, .reads = READS_JOINT)
#define TORQUES(name, summary, first) \
    VECTOR(name ".", "N*m", summary, LEVEL_ACCELERATION, OF_TORQUE + first, .eval = reaction, .reads = READS_JOINT)

static const ChannelDef joint_defs[] = {
    REACTION("force", "N", "magnitude of the reaction force", reaction, SIZE),
    FORCES("force", "reaction on the second body, along ground x, y, z", 0),
    REACTION("torque", "N*m", "reaction torque on the second body, about its point; in space its magnitude", reaction, OF_TORQUE + SIZE),
    TORQUES("torque", "reaction torque on the second body, about ground x, y, z", 0),
    REACTION("i.force", "N", "magnitude of the reaction force on the first body", reaction, OF_SIDE_I + SIZE),
    FORCES("i.force", "reaction on the first body, along ground x, y, z", OF_SIDE_I),
    REACTION("i.torque", "N*m", "reaction torque on the first body, about its point", reaction, OF_SIDE_I + OF_TORQUE + SIZE),
    TORQUES("i.torque", "reaction torque on the first body, about ground x, y, z", OF_SIDE_I),
    REACTION("j.force", "N", "the same as force", reaction, SIZE),
    FORCES("j.force", "the same as force.x, .y, .z", 0),
    REACTION("j.torque", "N*m", "the same as torque", reaction, OF_TORQUE + SIZE),
    ALONG_FRAME("force", "N", "reaction on the second body along the first frame's axes", "i", OF_SIDE_I, false),
    ALONG_FRAME("force", "N", "reaction on the second body along its own frame's axes", "j", 0, false),
    ALONG_FRAME("torque", "N*m", "reaction torque on the second body about the first frame's axes", "i", OF_SIDE_I + OF_TORQUE, true),
    ALONG_FRAME("torque", "N*m", "reaction torque on the second body about its own frame's axes", "j", OF_TORQUE, true),
    REACTION("power", "W", "power that its reaction gives to the second body", power, 0),
    REACTION("i.power", "W", "power that its reaction gives to the first body", power, OF_SIDE_I),
    {"drift", "1", "largest violation of its locks (m, or 1 for angles)", LEVEL_ACCELERATION, get_drift},
    {NULL},
};

LISTED(joint, joints, joint)
// clang-format on

/* A coupling has a multiplier and a drift; its force is in the joints whose frees it couples. */
static bool joint_has(const JdSystem *s, int k, const ChannelDef *def) {
    return !s->joint[k].couples || def->eval == get_drift;
}

const Subject jd_subject_joint = {"joint", joint_defs, joint_count, joint_name, joint_has};
