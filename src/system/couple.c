/* SPDX-License-Identifier: MIT
 *
 * What rows have in common in the plane and in space: what they are to be, rows that couple frees
 * of two joints, and angles that are counted over many turns. */
#include "system/system.h"
#include <assert.h>

/* ---- What drives prescribe ------------------------------------------------------------------- */

/* Position, rate and acceleration from a rate with its derivatives. */
static void integrate(double position, double jet[3]) {
    jet[2] = jet[1];
    jet[1] = jet[0];
    jet[0] = position;
}

void jd_drive_at(const SystemDrive *drive, Now now, double jet[3]) {
    jd_program_jet_at(drive->motion, now, NULL, jet);
    if (drive->state >= 0) integrate(0, jet);
}

void jd_drive_jet(const JdSystem *system, const Motion *motion, int drive, double jet[3]) {
    assert(drive >= 0 && drive < system->drives);
    const SystemDrive *from = &system->drive[drive];
    jd_drive_at(from, jd_now(motion), jet);
    if (from->state >= 0 && motion->extra) jet[0] = motion->extra[from->state];
    if (motion->kick) jet[2] += motion->kick[drive];
}

int jd_drive_of(const JdSystem *s, int joint, int free) {
    for (int d = 0; d < s->drives; d++)
        if (s->drive[d].joint == joint && (free < 0 || s->drive[d].free == free)) return d;
    return -1;
}

bool jd_drive_stands(const SystemDrive *drive) {
    return jd_program_is_constant(drive->motion) &&
           (drive->state < 0 || jd_program_eval_at(drive->motion, (Now){0}, NULL) == 0);
}

/* Gauss and Legendre, five points: exact for polynomials up to degree nine. */
void jd_drives_advance(const JdSystem *system, const double *held, double t, double h,
                       double *extra) {
    static const double at[5] = {-0.906179845938663993, -0.538469310105683091, 0,
                                 0.538469310105683091, 0.906179845938663993};
    static const double weight[5] = {0.236926885056189088, 0.478628670499366468,
                                     0.568888888888888889, 0.478628670499366468,
                                     0.236926885056189088};
    for (int d = 0; d < system->drives; d++) {
        const SystemDrive *drive = &system->drive[d];
        for (int k = 0; k < 5 && drive->state >= 0; k++)
            extra[drive->state] +=
                0.5 * h * weight[k] *
                jd_program_eval_at(drive->motion, (Now){t + 0.5 * h * (1 + at[k]), held}, NULL);
    }
}

/* ---- Targets --------------------------------------------------------------------------------- */

void jd_row_target(const Row *row, const Motion *motion, double *f, double *rate, double *bias) {
    double jet[3] = {0};
    if (row->motion) {
        jd_program_jet_at(row->motion, jd_now(motion), NULL, jet);
        /* Before states have begun, it is where it stands. */
        if (row->integral >= 0) integrate(motion->extra ? motion->extra[row->integral] : *f, jet);
        if (motion->kick) jet[2] += motion->kick[row->drive];
    }
    *f -= jet[0] + row->target;
    if (row->wraps) *f = remainder(*f, 2 * pi);
    *rate -= jet[1] + row->target_rate;
    *bias -= jet[2];
}

void jd_row_push(const JdSystem *s, const SystemJoint *joint, const RowNow *row, double effort,
                 double *Q) {
    const int body[2] = {joint->body_i, joint->body_j}, n = s->kernel->nv;
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < n && body[side]; c++)
            Q[n * (body[side] - 1) + c] += row->J[side][c] * effort;
}

/* ---- Couplings ------------------------------------------------------------------------------ */

/* The group's block of a moving body. */
static double *at_body(const RowSet *set, const Group *group, int body, const RowWork *w) {
    int end = 0;
    while (group->body[end] != body) end++;
    return w->values + jd_sparse_pair_at(set->plan, group->pair[end]);
}

/* c_i q_i + c_j q_j: each free's own row with its share, on the bodies of its joint: theory (2.14).
 */
static void couple(const JdSystem *system, const RowSet *set, const Group *group, int r,
                   const Motion *motion, RowWork *w) {
    const Row *row = &set->row[r];
    const SystemJoint *coupling = &system->joint[group->joint];
    const size_t n = (size_t)system->kernel->nv, offset = n * (size_t)(r - group->first);
    w->f[r] = row->lock.constant;
    w->rate[r] = w->bias[r] = 0;
    for (int e = 0; e < group->ends; e++) {
        if (group->pair[e] < 0) continue;
        double *to = w->values + jd_sparse_pair_at(set->plan, group->pair[e]) + offset;
        for (size_t c = 0; c < n; c++) to[c] = 0;
    }
    for (int side = 0; side < 2; side++) {
        const SystemJoint *joint = &system->joint[coupling->coupled[side]];
        const double share = row->lock.q[side];
        RowNow now;
        system->kernel->row(system, motion, &joint->free_row[coupling->coupled_free[side]],
                            joint->frame_i, joint->frame_j, &now);
        w->f[r] += share * now.f;
        w->rate[r] += share * now.rate;
        w->bias[r] += share * now.bias;
        for (size_t c = 0; c < n; c++) {
            if (joint->body_i)
                at_body(set, group, joint->body_i, w)[offset + c] += share * now.J[0][c];
            if (joint->body_j)
                at_body(set, group, joint->body_j, w)[offset + c] += share * now.J[1][c];
        }
    }
    jd_row_target(row, motion, &w->f[r], &w->rate[r], &w->bias[r]);
}

void jd_couple_rows(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *w) {
    for (int g = 0; g < set->groups; g++) {
        const Group *group = &set->group[g];
        for (int r = group->first; group->couples && r < group->first + group->count; r++)
            couple(system, set, group, r, motion, w);
    }
}

/* ---- Counted turns -------------------------------------------------------------------------- */

static double measured(const JdSystem *system, const Motion *motion, const SystemTurn *turn) {
    const Side i = system->kernel->side(system, motion, turn->frame_i),
               j = system->kernel->side(system, motion, turn->frame_j);
    return jd_lock_eval(&turn->lock, &i, &j).angle;
}

void jd_turns_settle(const JdSystem *system, const Motion *motion, double *count) {
    for (int t = 0; t < system->turns; t++)
        count[t] = jd_counted(measured(system, motion, &system->turn[t]), count[t]);
}

void jd_turns_drawn(const JdSystem *system, const Motion *motion, double *count) {
    for (int t = 0; t < system->turns; t++)
        count[t] = isnan(system->turn[t].drawn) ? measured(system, motion, &system->turn[t])
                                                : system->turn[t].drawn;
}
