/* SPDX-License-Identifier: MIT
 *
 * Joints that give way. An elastic one has a spring and a damper along each of its locks instead of
 * a row; one with clearance keeps its two points at the distance of the gap, as if a massless link
 * were between them. Which joints do: build/soft.c. */
#include "system/system.h"

/* ---- Forces --------------------------------------------------------------------------------- */

/* How far a spring is bent, and how much of a motion bends it: with backlash b only what is beyond
 * it, x - b tanh(x/b), which is smooth. theory (4.15) */
static double bent(const Row *row, double f, double *share) {
    const double b = row->backlash;
    *share = 1;
    if (!(b > 0)) return f;
    const double inside = tanh(f / b);
    *share = inside * inside;
    return f - b * inside;
}

static double energy_of(const Row *row, double f) {
    const double b = row->backlash, x = fabs(f);
    if (!(b > 0)) return 0.5 * row->stiffness * f * f;
    const double log_cosh = x / b + log1p(exp(-2 * x / b)) - log(2);
    return row->stiffness * (0.5 * f * f - b * b * log_cosh);
}

double jd_soft_effort(const Row *row, double f, double rate) {
    double share;
    const double by = bent(row, f, &share);
    return -row->stiffness * by - share * row->damping * rate;
}

void jd_soft_push(const JdSystem *s, Motion *m, double *Q) {
    m->soft_energy = m->soft_conservative = m->soft_power = 0;
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        for (int r = 0; r < joint->locks && joint->elastic; r++) {
            const Row *row = &joint->lock_row[r];
            RowNow now;
            s->kernel->row(s, m, row, joint->frame_i, joint->frame_j, &now);
            const double effort = jd_soft_effort(row, now.f, now.rate);
            m->soft_energy += energy_of(row, now.f);
            m->soft_conservative += jd_soft_effort(row, now.f, 0) * now.rate;
            m->soft_power += effort * now.rate;
            jd_row_push(s, joint, &now, effort, Q);
        }
    }
}

Wrench jd_soft_wrench(const JdSystem *s, const Motion *m, int k, bool side_j) {
    const SystemJoint *joint = &s->joint[k];
    const Side i = s->kernel->side(s, m, joint->frame_i), j = s->kernel->side(s, m, joint->frame_j);
    Wrench sum = {{0}, {0}};
    for (int r = 0; r < joint->locks; r++) {
        const LockRow row = jd_lock_eval(&joint->lock_row[r].lock, &i, &j);
        const double effort = jd_soft_effort(&joint->lock_row[r], row.f, row.rate);
        sum.force = vec3_add(sum.force, vec3_scale(effort, side_j ? row.force_j : row.force_i));
        sum.torque = vec3_add(sum.torque, vec3_scale(effort, side_j ? row.moment_j : row.moment_i));
    }
    return sum;
}

/* ---- Clearance ------------------------------------------------------------------------------ */

static bool has_gap(const SystemJoint *joint) {
    return joint->start_row != NULL;
}

void jd_gap_start(JdSystem *s, GapStart how, int axis) {
    const int points = s->space == JD_PLANAR ? 2 : 3;
    const Lock along = {.terms = {{1, VEC_D, (VectorKind)(VEC_XI + axis)}},
                        .count = 1,
                        .constant = -s->settings.gap};
    for (int k = 0; k < s->joints; k++) {
        SystemJoint *joint = &s->joint[k];
        if (!has_gap(joint)) continue;
        joint->starts = 0;
        if (how == GAP_ANYWHERE) continue;
        for (int at = 0; at < (how == GAP_ALONG ? points : 1); at++) {
            Row *row = &joint->start_row[joint->starts++];
            *row = joint->lock_row[0];
            row->lock = along;
            if (at == 0) continue;
            row->lock.terms[0].b = (VectorKind)(VEC_XI + (axis + at) % points);
            row->lock.constant = 0;
        }
        for (int r = 1; r < joint->locks; r++)
            joint->start_row[joint->starts++] = joint->lock_row[r];
        for (int r = 0; r < joint->starts; r++) joint->start_row[r].number = r;
    }
}

bool jd_has_gaps(const JdSystem *s) {
    for (int k = 0; k < s->joints; k++)
        if (has_gap(&s->joint[k])) return true;
    return false;
}
