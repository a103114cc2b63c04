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

/* What the joint gives to a body. */
static double power_to(const JdSystem *s, const Motion *m, int k, bool side_j) {
    const SystemJoint *joint = &s->joint[k];
    const Side side = s->kernel->side(s, m, side_j ? joint->frame_j : joint->frame_i);
    const Wrench at = jd_joint_wrench(s, m, k, side_j);
    return vec3_dot(at.force, side.v) + vec3_dot(at.torque, side.w);
}

/* In the plane a torque has a sign; in space its magnitude is shown. */
static double size_of(const JdSystem *s, Vec3 torque) {
    return s->space == JD_PLANAR || s->flat ? torque.z : vec3_norm(torque);
}

/* The reaction on the second body along the axes of its own frame or of the first's. number: force
 * x, y, z, torque x, y, z. */
static double along(const JdSystem *s, const Motion *m, int k, int number, bool side_j) {
    const SystemJoint *joint = &s->joint[k];
    const Wrench on_j = jd_joint_wrench(s, m, k, true);
    const Side at = s->kernel->side(s, m, side_j ? joint->frame_j : joint->frame_i);
    const Vec3 axis = axes_at(&at.axes, (AxisName)(number % 3));
    return vec3_dot(number < 3 ? on_j.force : on_j.torque, axis);
}

// clang-format off
VALUE(get_force, vec3_norm(jd_joint_wrench(s, m, k, true).force))
VALUE(get_force_x, jd_joint_wrench(s, m, k, true).force.x)
VALUE(get_force_y, jd_joint_wrench(s, m, k, true).force.y)
VALUE(get_force_z, jd_joint_wrench(s, m, k, true).force.z)
VALUE(get_torque, size_of(s, jd_joint_wrench(s, m, k, true).torque))
VALUE(get_torque_x, jd_joint_wrench(s, m, k, true).torque.x)
VALUE(get_torque_y, jd_joint_wrench(s, m, k, true).torque.y)
VALUE(get_torque_z, jd_joint_wrench(s, m, k, true).torque.z)
VALUE(get_i_force, vec3_norm(jd_joint_wrench(s, m, k, false).force))
VALUE(get_i_force_x, jd_joint_wrench(s, m, k, false).force.x)
VALUE(get_i_force_y, jd_joint_wrench(s, m, k, false).force.y)
VALUE(get_i_force_z, jd_joint_wrench(s, m, k, false).force.z)
VALUE(get_i_torque, size_of(s, jd_joint_wrench(s, m, k, false).torque))
VALUE(get_i_torque_x, jd_joint_wrench(s, m, k, false).torque.x)
VALUE(get_i_torque_y, jd_joint_wrench(s, m, k, false).torque.y)
VALUE(get_i_torque_z, jd_joint_wrench(s, m, k, false).torque.z)
VALUE(get_power, power_to(s, m, k, true))
VALUE(get_i_power, power_to(s, m, k, false))
VALUE(get_on_i, along(s, m, k, number, false))
VALUE(get_on_j, along(s, m, k, number, true))
// clang-format on

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
const ChannelDef jd_turn_channels[3] = {
    {"angle", "rad",     "turn of the second body's frame against the first's", LEVEL_POSITION,     free_position, "free"},
    {"rate",  "rad/s",   "its rate",                                            LEVEL_VELOCITY,     free_rate,     "free"},
    {"accel", "rad/s^2", "its acceleration",                                    LEVEL_ACCELERATION, free_accel},
};
const ChannelDef jd_slide_channels[3] = {
    {"travel", "m",     "slide of the second body's frame along the first's axis", LEVEL_POSITION,     free_position, "free"},
    {"speed",  "m/s",   "its rate",                                                LEVEL_VELOCITY,     free_rate,     "free"},
    {"accel",  "m/s^2", "its acceleration",                                        LEVEL_ACCELERATION, free_accel},
};
const ChannelDef jd_ball_channels[3] = {
    {"rx", "rad",     "of a ball (rx, ry, rz): Cardan angles of the second body's frame against the first's, each in (-pi, pi]", LEVEL_POSITION, free_position, "free"},
    {"wx", "rad/s",   "of a ball (wx, wy, wz): angular velocity of the second body seen from the first, along the first's axes", LEVEL_VELOCITY, free_rate, "free"},
    {"ax", "rad/s^2", "its rate",                                               LEVEL_ACCELERATION, free_accel},
};
const ChannelDef jd_lambda_channel =
    {"lambda1", "1", "multiplier of lock 1 (2, 3 ...): N for a length, N*m for an angle", LEVEL_ACCELERATION, get_lambda, .reads = READS_LOCK};

static const ChannelDef joint_defs[] = {
    {"force",     "N",   "magnitude of the reaction force",                       LEVEL_ACCELERATION, get_force, .reads = READS_JOINT},
    {"force.x",   "N",   "reaction on the second body, along ground x, y, z",           LEVEL_ACCELERATION, get_force_x, .reads = READS_JOINT},
    {"force.y",   "N",   "reaction on the second body, along ground x, y, z",           LEVEL_ACCELERATION, get_force_y, .reads = READS_JOINT},
    {"force.z",   "N",   "reaction on the second body, along ground x, y, z",           LEVEL_ACCELERATION, get_force_z, .space_only = true, .reads = READS_JOINT},
    {"torque",    "N*m", "reaction torque on the second body, about its point; in space its magnitude", LEVEL_ACCELERATION, get_torque, .reads = READS_JOINT},
    {"torque.x",  "N*m", "reaction torque on the second body, about ground x, y, z",    LEVEL_ACCELERATION, get_torque_x, .space_only = true, .reads = READS_JOINT},
    {"torque.y",  "N*m", "reaction torque on the second body, about ground x, y, z",    LEVEL_ACCELERATION, get_torque_y, .space_only = true, .reads = READS_JOINT},
    {"torque.z",  "N*m", "reaction torque on the second body, about ground x, y, z",    LEVEL_ACCELERATION, get_torque_z, .space_only = true, .reads = READS_JOINT},
    {"i.force",   "N",   "magnitude of the reaction force on the first body",     LEVEL_ACCELERATION, get_i_force, .reads = READS_JOINT},
    {"i.force.x", "N",   "reaction on the first body, along ground x, y, z",            LEVEL_ACCELERATION, get_i_force_x, .reads = READS_JOINT},
    {"i.force.y", "N",   "reaction on the first body, along ground x, y, z",            LEVEL_ACCELERATION, get_i_force_y, .reads = READS_JOINT},
    {"i.force.z", "N",   "reaction on the first body, along ground x, y, z",            LEVEL_ACCELERATION, get_i_force_z, .space_only = true, .reads = READS_JOINT},
    {"i.torque",  "N*m", "reaction torque on the first body, about its point",    LEVEL_ACCELERATION, get_i_torque, .reads = READS_JOINT},
    {"i.torque.x", "N*m", "reaction torque on the first body, about ground x, y, z",    LEVEL_ACCELERATION, get_i_torque_x, .space_only = true, .reads = READS_JOINT},
    {"i.torque.y", "N*m", "reaction torque on the first body, about ground x, y, z",    LEVEL_ACCELERATION, get_i_torque_y, .space_only = true, .reads = READS_JOINT},
    {"i.torque.z", "N*m", "reaction torque on the first body, about ground x, y, z",    LEVEL_ACCELERATION, get_i_torque_z, .space_only = true, .reads = READS_JOINT},
    {"j.force",   "N",   "the same as force",                                     LEVEL_ACCELERATION, get_force, .reads = READS_JOINT},
    {"j.force.x", "N",   "the same as force.x, .y, .z",                                   LEVEL_ACCELERATION, get_force_x, .reads = READS_JOINT},
    {"j.force.y", "N",   "the same as force.x, .y, .z",                                   LEVEL_ACCELERATION, get_force_y, .reads = READS_JOINT},
    {"j.force.z", "N",   "the same as force.x, .y, .z",                                   LEVEL_ACCELERATION, get_force_z, .space_only = true, .reads = READS_JOINT},
    {"j.torque",  "N*m", "the same as torque",                                    LEVEL_ACCELERATION, get_torque, .reads = READS_JOINT},
    {"force.xi",  "N",   "reaction on the second body along the first frame's axes", LEVEL_ACCELERATION, get_on_i, .number = 0, .reads = READS_JOINT},
    {"force.yi",  "N",   "reaction on the second body along the first frame's axes", LEVEL_ACCELERATION, get_on_i, .number = 1, .reads = READS_JOINT},
    {"force.zi",  "N",   "reaction on the second body along the first frame's axes", LEVEL_ACCELERATION, get_on_i, .number = 2, .space_only = true, .reads = READS_JOINT},
    {"force.xj",  "N",   "reaction on the second body along its own frame's axes", LEVEL_ACCELERATION, get_on_j, .number = 0, .reads = READS_JOINT},
    {"force.yj",  "N",   "reaction on the second body along its own frame's axes", LEVEL_ACCELERATION, get_on_j, .number = 1, .reads = READS_JOINT},
    {"force.zj",  "N",   "reaction on the second body along its own frame's axes", LEVEL_ACCELERATION, get_on_j, .number = 2, .space_only = true, .reads = READS_JOINT},
    {"torque.xi", "N*m", "reaction torque on the second body about the first frame's axes", LEVEL_ACCELERATION, get_on_i, .number = 3, .space_only = true, .reads = READS_JOINT},
    {"torque.yi", "N*m", "reaction torque on the second body about the first frame's axes", LEVEL_ACCELERATION, get_on_i, .number = 4, .space_only = true, .reads = READS_JOINT},
    {"torque.zi", "N*m", "reaction torque on the second body about the first frame's axes", LEVEL_ACCELERATION, get_on_i, .number = 5, .space_only = true, .reads = READS_JOINT},
    {"torque.xj", "N*m", "reaction torque on the second body about its own frame's axes", LEVEL_ACCELERATION, get_on_j, .number = 3, .space_only = true, .reads = READS_JOINT},
    {"torque.yj", "N*m", "reaction torque on the second body about its own frame's axes", LEVEL_ACCELERATION, get_on_j, .number = 4, .space_only = true, .reads = READS_JOINT},
    {"torque.zj", "N*m", "reaction torque on the second body about its own frame's axes", LEVEL_ACCELERATION, get_on_j, .number = 5, .space_only = true, .reads = READS_JOINT},
    {"power",     "W",   "power that its reaction gives to the second body",      LEVEL_ACCELERATION, get_power, .reads = READS_JOINT},
    {"i.power",   "W",   "power that its reaction gives to the first body",       LEVEL_ACCELERATION, get_i_power, .reads = READS_JOINT},
    {"drift",     "1",   "largest violation of its locks (m, or 1 for angles)",   LEVEL_ACCELERATION, get_drift},
    {NULL},
};
// clang-format on

static int count_joints(const JdSystem *s) {
    return s->joints;
}
static const char *joint_prefix(const JdSystem *s, int k) {
    return s->joint[k].name;
}

/* A coupling has a multiplier and a drift; its force is in the joints whose frees it couples. */
static bool joint_has(const JdSystem *s, int k, const ChannelDef *def) {
    return !s->joint[k].couples || def->eval == get_drift;
}

const Subject jd_subject_joint = {"joint", joint_defs, count_joints, joint_prefix, joint_has, NULL};
