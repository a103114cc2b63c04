/* SPDX-License-Identifier: MIT
 *
 * Channels of the whole mechanism: time, energy, power, drift. */
#include "system/channel.h"

static double gravity_energy(const JdSystem *s, const Motion *m) {
    double energy = 0;
    for (int b = 1; b < s->bodies; b++)
        energy += s->body[b].mass * jd_gravity_energy(s, s->kernel->side(s, m, b).p);
    return energy;
}

static double stored_energy(const JdSystem *s, const Motion *m) {
    double energy = 0;
    for (int k = 0; k < s->forces; k++) energy += m->forces[k].energy;
    return energy + m->soft_energy;
}

static double gravity_power(const JdSystem *s, const Motion *m) {
    double power = 0;
    for (int b = 1; b < s->bodies; b++) {
        const Side at = s->kernel->side(s, m, b);
        power += s->body[b].mass * vec3_dot(jd_gravity_at(s, jd_now(m), at.p), at.v);
    }
    return power;
}

/* Power that applied forces give beyond what they take from their store. A field of gravity given
 * by expressions has no known store. */
static double applied_power(const JdSystem *s, const Motion *m) {
    double power = s->gravity_kind == GRAVITY_FIELD ? gravity_power(s, m) : 0;
    for (int k = 0; k < s->forces; k++) power += m->power[k] - m->forces[k].conservative;
    return power + m->soft_power - m->soft_conservative;
}

/* Power through all rows: zero but for drives, and for what drifts. */
static double rows_power(const JdSystem *s, const Motion *m, bool drives) {
    double power = 0;
    for (int r = 0; r < s->dynamics.rows; r++) {
        const Row *row = &s->dynamics.row[r];
        if ((row->drive >= 0) != drives) continue;
        double jet[3] = {0};
        if (row->motion) jd_drive_at(&s->drive[row->drive], jd_now(m), jet);
        /* What the bodies do along the row: without its drive, and without the speed of a belt. */
        double speed = m->rows.rate[r] + jet[1] - (row->velocity ? row->lock.constant : 0);
        power -= m->pull[r] * speed;
    }
    return power;
}

/* Power of all that acts on the bodies, from their accelerations: d/dt of the kinetic energy. */
static double kinetic_power(const JdSystem *s, const Motion *m) {
    return s->kernel->kinetic_power(s, m);
}

static double conservative_power(const JdSystem *s, const Motion *m) {
    double power = s->gravity_kind == GRAVITY_FIELD ? 0 : gravity_power(s, m);
    for (int k = 0; k < s->forces; k++) power += m->forces[k].conservative;
    return power + m->soft_conservative;
}

static double drift(const JdSystem *s, const Motion *m, bool sum, bool rates) {
    double total = 0;
    for (int r = 0; r < s->dynamics.rows; r++) {
        if (s->dynamics.row[r].velocity && !rates) continue;
        double f = fabs(rates ? m->rows.rate[r] : m->rows.f[r]);
        total = sum ? total + f : fmax(total, f);
    }
    return total;
}

// clang-format off
VALUE(get_time, m->time)
VALUE(get_kinetic, s->kernel->kinetic(s, m))
VALUE(get_potential, gravity_energy(s, m) + stored_energy(s, m))
VALUE(get_energy, s->kernel->kinetic(s, m) + gravity_energy(s, m) + stored_energy(s, m))
VALUE(get_applied, applied_power(s, m))
VALUE(get_gravity, gravity_power(s, m))
VALUE(get_elastic, m->soft_power)
VALUE(get_soft_energy, m->soft_energy)
VALUE(get_soft_heat, m->soft_conservative - m->soft_power)
VALUE(get_drives, rows_power(s, m, true))
VALUE(get_locks, rows_power(s, m, false))
VALUE(get_balance, kinetic_power(s, m) - conservative_power(s, m) - applied_power(s, m) - rows_power(s, m, true) - rows_power(s, m, false))
VALUE(get_drift, drift(s, m, false, false))
VALUE(get_drift_sum, drift(s, m, true, false))
VALUE(get_drift_rate, drift(s, m, false, true))

static const ChannelDef model_defs[] = {
    {"time",             "s", "time",                                                     LEVEL_POSITION,     get_time},
    {"energy",           "J", "kinetic and potential energy",                             LEVEL_VELOCITY,     get_energy, .store = true},
    {"energy.kinetic",   "J", "kinetic energy",                                           LEVEL_VELOCITY,     get_kinetic},
    {"energy.potential", "J", "energy of gravity and springs; a field of gravity has none here", LEVEL_VELOCITY,     get_potential, .store = true},
    {"power.applied",    "W", "power that forces give (negative: dampers)",               LEVEL_ACCELERATION, get_applied},
    {"power.drives",     "W", "power that drives give",                                   LEVEL_ACCELERATION, get_drives},
    {"power.gravity",    "W", "power that gravity gives",                                 LEVEL_ACCELERATION, get_gravity},
    {"power.elastic",    "W", "power that joints which give way give",                    LEVEL_ACCELERATION, get_elastic},
    {"energy.elastic",   "J", "energy that these store",                                  LEVEL_ACCELERATION, get_soft_energy},
    {"heat.elastic",     "W", "power that becomes heat in these",                         LEVEL_ACCELERATION, get_soft_heat},
    {"power.locks",      "W", "power through locks: zero but for drift, and for velocity rows with a speed of their own",                  LEVEL_ACCELERATION, get_locks},
    {"power.balance",    "W", "rate of the energy less all powers: zero but for rounding", LEVEL_ACCELERATION, get_balance},
    {"drift",            "1", "largest violation of a lock (m, or 1 for angles)",         LEVEL_ACCELERATION, get_drift},
    {"drift.sum",        "1", "sum of the violations of all locks",                       LEVEL_ACCELERATION, get_drift_sum},
    {"drift.rate",       "1/s", "largest rate of violation",                              LEVEL_ACCELERATION, get_drift_rate},
    {NULL},
};
// clang-format on

static int model_count(const JdSystem *s) {
    (void)s;
    return 1;
}
static const char *model_name(const JdSystem *s, int k) {
    (void)s, (void)k;
    return "";
}

const Subject jd_subject_model = {"model", model_defs, model_count, model_name};
