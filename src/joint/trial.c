/* SPDX-License-Identifier: MIT
 *
 * Positions to try a joint in, which look random and are the same on every machine; and whether the
 * frees of a joint place its body j: whether every lock is zero wherever they lead. */
#include "joint/joint.h"

enum { SEED = 246353424 };

JointTrial jd_joint_trial_new(bool planar) {
    return (JointTrial){SEED, planar};
}

/* Between -1 and 1. */
static double next_random(JointTrial *trial) {
    trial->state ^= trial->state << 13;
    trial->state ^= trial->state >> 17;
    trial->state ^= trial->state << 5;
    return (double)trial->state / 2147483648.0 - 1;
}

static Vec3 random_vector(JointTrial *trial) {
    const double x = next_random(trial), y = next_random(trial), z = next_random(trial);
    return vec3(x, y, trial->planar ? 0 : z);
}

Side jd_joint_trial_side(JointTrial *trial) {
    static const AxisName sequence[3] = {AXIS_Z, AXIS_Y, AXIS_X};
    Side side = {.p = random_vector(trial), .arm = random_vector(trial)};
    double angles[3];
    for (int n = 0; n < 3; n++) angles[n] = 3 * next_random(trial);
    side.axes = jd_axes_sequence(sequence, trial->planar ? 1 : 3, angles);
    return side;
}

Side jd_joint_trial_placed(JointTrial *trial, const Side *i, const FreeDef *const *frees,
                           const double *leads, int count, double q[JOINT_FREES]) {
    Side j = {.p = i->p, .arm = random_vector(trial), .axes = i->axes};
    for (int n = 0; n < count; n++) {
        q[n] = 1.4 * next_random(trial);
        const double along = frees[n]->kind == FREE_SLIDE ? 1 : leads ? leads[n] : 0;
        j.p = vec3_add(j.p, vec3_scale(along * q[n], axes_at(&j.axes, frees[n]->axis)));
        if (frees[n]->kind == FREE_SLIDE) continue;
        const Axes turn = jd_axes_about(frees[n]->axis, q[n]);
        j.axes = jd_axes_absolute(&j.axes, &turn);
    }
    return j;
}

/* Zero but for the rounding of what it adds up; all lengths here are about 1. */
static const double rounding = 1e-14; /* of a lock, as a share of its terms */

static bool is_zero(const Lock *lock, const Side *i, const Side *j) {
    double size = fabs(lock->constant) + 4 * fabs(lock->turn);
    for (int t = 0; t < lock->count; t++) size += 4 * fabs(lock->terms[t].c);
    return fabs(jd_lock_eval(lock, i, j).f) <= rounding * size;
}

bool jd_frees_place(const Lock *locks, int lock_count, const FreeDef *const *frees,
                    const double *leads, int free_count, bool planar) {
    JointTrial trial = jd_joint_trial_new(planar);
    double q[JOINT_FREES];
    for (int n = 0; n < JOINT_TRIALS; n++) {
        const Side i = jd_joint_trial_side(&trial);
        const Side j = jd_joint_trial_placed(&trial, &i, frees, leads, free_count, q);
        for (int k = 0; k < lock_count; k++)
            if (locks[k].velocity || !is_zero(&locks[k], &i, &j)) return false;
    }
    return true;
}
