/* SPDX-License-Identifier: MIT
 *
 * Channels of forces and of drives. */
#include "system/channel.h"

enum { LENGTH, RATE };

static const ForceOutput *out(const Motion *m, int k) {
    return &m->forces[k];
}

/* Known before any force is: expressions of forces read them. */
static double get_length(const JdSystem *s, const Motion *m, int k, int number) {
    const Side i = s->kernel->side(s, m, s->force[k].frame_i);
    const Side j = s->kernel->side(s, m, s->force[k].frame_j);
    const Vec3 d = vec3_sub(j.p, i.p);
    const double length = vec3_norm(d);
    if (number == LENGTH) return length;
    return length > 0 ? vec3_dot(d, vec3_sub(j.v, i.v)) / length : 0;
}

Wrench jd_force_wrench(const JdSystem *s, const Motion *m, int k, bool side_j) {
    const SystemForce *at = &s->force[k];
    Wrench on = {out(m, k)->force, out(m, k)->torque};
    if (side_j) return on;
    const Vec3 M = s->kernel->side(s, m, at->frame_i).p, N = s->kernel->side(s, m, at->frame_j).p;
    if (at->type->at_n) on.torque = vec3_add(on.torque, vec3_cross(vec3_sub(N, M), on.force));
    return (Wrench){vec3_scale(-1, on.force), vec3_scale(-1, on.torque)};
}

static double applied(const JdSystem *s, const Motion *m, int k, int number) {
    return jd_wrench_number(s, jd_force_wrench(s, m, k, true), number);
}

/* What it gives to one of its bodies. */
static double power_to(const JdSystem *s, const Motion *m, int k, int number) {
    const bool side_j = !(number & OF_SIDE_I);
    const Side side = s->kernel->side(s, m, side_j ? s->force[k].frame_j : s->force[k].frame_i);
    return wrench_power(jd_force_wrench(s, m, k, side_j), &side);
}

// clang-format off
VALUE(get_effort, out(m, k)->effort)
VALUE(get_dissipated, out(m, k)->dissipated)
VALUE(get_energy, out(m, k)->energy)
VALUE(get_power, m->power[k])
VALUE(drive_effort, -m->pull[s->drive[k].row])

static const ChannelDef force_defs[] = {
    {"force",   "N",   "magnitude of the force on the second body",     LEVEL_ACCELERATION, applied, .number = SIZE},
    FLAT_VECTOR("force.", "N", "force on the second body, along ground x, y, z", LEVEL_ACCELERATION, 0, .eval = applied),
    {"torque",  "N*m", "torque on the second body; in space its magnitude", LEVEL_ACCELERATION, applied, .number = OF_TORQUE + SIZE},
    VECTOR("torque.", "N*m", "torque on the second body, about ground x, y, z", LEVEL_ACCELERATION, OF_TORQUE, .eval = applied),
    {"effort",  NULL,  "force or torque along the free (N or N*m)",     LEVEL_ACCELERATION, get_effort},
    {"length",  "m",   "distance of its two points",                    LEVEL_POSITION, get_length, .number = LENGTH},
    {"rate",    "m/s", "rate of this distance",                         LEVEL_VELOCITY, get_length, .number = RATE},
    {"energy",  "J",   "energy that it stores",                         LEVEL_ACCELERATION, get_energy},
    {"power",   "W",   "power that it gives to the bodies",             LEVEL_ACCELERATION, get_power},
    {"i.power", "W",   "power that it gives to the first body",         LEVEL_ACCELERATION, power_to, .number = OF_SIDE_I},
    {"j.power", "W",   "power that it gives to the second body",        LEVEL_ACCELERATION, power_to},
    {"dissipated", "W", "power that becomes heat in it",                LEVEL_ACCELERATION, get_dissipated},
    {NULL},
};
// clang-format on

static bool force_has(const JdSystem *s, int k, const ChannelDef *def) {
    const ForceType *type = s->force[k].type;
    bool on_free = type->target == FORCE_ON_FREE;
    if (def->eval == get_length) return type->has_length;
    if (def->eval == get_effort) return on_free;
    if (def->eval == get_energy || def->eval == get_power || def->eval == get_dissipated)
        return true;
    if (def->eval == power_to && def->number == OF_SIDE_I) return type->target == FORCE_BETWEEN;
    return !on_free;
}

/* The rate of the driven free: that of its row plus the prescribed one. */
static double drive_power(const JdSystem *s, const Motion *m, int k, int number) {
    (void)number;
    const SystemDrive *drive = &s->drive[k];
    double jet[3];
    jd_drive_at(drive, jd_now(m), jet);
    return -m->pull[drive->row] * (m->rows.rate[drive->row] + jet[1]);
}

static const ChannelDef drive_defs[] = {
    {"effort", NULL, "force or torque that the drive needs (N or N*m)", LEVEL_ACCELERATION,
     drive_effort, .reads = READS_DRIVE},
    {"power", "W", "power that the drive gives", LEVEL_ACCELERATION, drive_power,
     .reads = READS_DRIVE},
    {NULL},
};

static const char *effort_unit(const JdSystem *s, int joint, int number) {
    return s->joint[joint].free[number]->kind == FREE_SLIDE ? "N" : "N*m";
}
static const char *force_unit(const JdSystem *s, int k, const ChannelDef *def) {
    (void)def;
    return effort_unit(s, s->force[k].joint, s->force[k].free);
}
static const char *drive_unit(const JdSystem *s, int k, const ChannelDef *def) {
    (void)def;
    return effort_unit(s, s->drive[k].joint, s->drive[k].free);
}

// clang-format off
LISTED(force, forces, force)
LISTED(drive, drives, drive)

const Subject jd_subject_force = {"force", force_defs, force_count, force_name, force_has, force_unit, "N or N*m"};
const Subject jd_subject_drive = {"drive", drive_defs, drive_count, drive_name, NULL, drive_unit, "N or N*m"};
// clang-format on
