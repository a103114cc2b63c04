/* SPDX-License-Identifier: MIT
 *
 * Which components of the relative twist the locks of a joint take away as such, whatever they are
 * written like: zi.xj and zi.yj are the turns about x and y. Found by looking at random positions
 * that the joint allows: a component that is a combination of rows at all of them is locked. */
#include "multibond/inside.h"
#include <string.h>

/* Numbers of size one: what counts as zero; so many times that is clearly none; a row that follows
 * from others; a whole number but for rounding. */
static const double same = 1e-9, clearly = 1e3, follows = 1e-6, same_whole = 1e-13;

typedef struct {
    const JdSystem *system;
    const SystemJoint *joint;
    bool planar;
    Side i[JOINT_TRIALS], j[JOINT_TRIALS];
} Trials;

/* As many locks as there are directions hold where the two origins are one, and nothing else says
 * where they are. */
static bool meets(const Trials *t) {
    int count = 0;
    for (int n = 0; n < t->joint->locks; n++) {
        bool holds = !t->joint->lock_row[n].velocity;
        for (int k = 0; k < JOINT_TRIALS && holds; k++) {
            Side j = t->j[k];
            j.p = t->i[k].p;
            const LockRow row = jd_lock_eval(&t->joint->lock_row[n].lock, &t->i[k], &j);
            holds = fabs(row.f) < same && vec3_norm(row.force_j) > same;
        }
        count += holds;
    }
    return count == (t->planar ? 2 : 3);
}

static Trials open_trials(const JdSystem *system, int joint) {
    Trials t = {
        .system = system, .joint = &system->joint[joint], .planar = system->space == JD_PLANAR};
    JointTrial trial = jd_joint_trial_new(t.planar);
    for (int k = 0; k < JOINT_TRIALS; k++) {
        double q[JOINT_FREES];
        t.i[k] = jd_joint_trial_side(&trial);
        t.j[k] = t.joint->placed ? jd_joint_trial_placed(&trial, &t.i[k], t.joint->free,
                                                         t.joint->lead, t.joint->frees, q)
                                 : jd_joint_trial_side(&trial);
        t.i[k].arm = t.j[k].arm = vec3(0, 0, 0);
    }
    const bool together = !t.joint->placed && meets(&t);
    for (int k = 0; k < JOINT_TRIALS && together; k++) t.j[k].p = t.i[k].p;
    return t;
}

static void put(double *at, Vec3 v) {
    at[0] = v.x, at[1] = v.y, at[2] = v.z;
}

/* A row over the twist; false: it is not a matter of the twist alone. */
static bool twist_of(const Trials *t, int k, const Lock *lock, double at[TWIST]) {
    const Side *i = &t->i[k], *j = &t->j[k];
    const LockRow row = jd_lock_eval(lock, i, j);
    const Vec3 force = vec3_add(row.force_i, row.force_j), d = vec3_sub(j->p, i->p);
    const Vec3 moment = vec3_add(vec3_add(row.moment_i, row.moment_j), vec3_cross(d, row.force_j));
    put(at, axes_in(&i->axes, row.force_j));
    put(at + 3, axes_in(&i->axes, row.moment_j));
    if (t->planar) at[2] = at[3] = at[4] = 0;
    const double size = vec3_norm(row.force_j) + vec3_norm(row.moment_j) + same;
    return vec3_norm(force) < same * size &&
           (t->planar ? fabs(moment.z) : vec3_norm(moment)) < same * size;
}

/* ---- Spans of rows ----------------------------------------------------------------------------
 */

typedef struct {
    double at[TWIST][TWIST];
    int count;
} Reach;

static double dot(const double *a, const double *b) {
    double sum = 0;
    for (int k = 0; k < TWIST; k++) sum += a[k] * b[k];
    return sum;
}

/* What is left of a vector beside the reach, as a share of it. */
static double leave(const Reach *reach, const double *v, double left[TWIST]) {
    memcpy(left, v, sizeof(double) * TWIST);
    for (int round = 0; round < 2; round++)
        for (int n = 0; n < reach->count; n++) {
            const double part = dot(reach->at[n], left);
            for (int k = 0; k < TWIST; k++) left[k] -= part * reach->at[n][k];
        }
    const double size = sqrt(dot(v, v));
    return size > 0 ? sqrt(dot(left, left)) / size : 0;
}

static bool extend(Reach *reach, const double *v, double least) {
    double left[TWIST];
    if (reach->count == TWIST || leave(reach, v, left) <= least) return false;
    const double size = sqrt(dot(left, left));
    for (int k = 0; k < TWIST; k++) reach->at[reach->count][k] = left[k] / size;
    reach->count++;
    return true;
}

static bool in_space(const Trials *t, int component) {
    return !t->planar || component < 2 || component == 5;
}

/* Locked components at one trial. */
static void look(const Trials *t, int trial, const bool *relative, bool direct[TWIST]) {
    Reach reach = {.count = 0};
    for (int n = 0; n < t->joint->locks; n++) {
        double at[TWIST];
        if (!relative[n] || t->joint->lock_row[n].velocity) continue;
        twist_of(t, trial, &t->joint->lock_row[n].lock, at);
        extend(&reach, at, same);
    }
    for (int k = 0; k < TWIST; k++) {
        double e[TWIST] = {0}, left[TWIST];
        e[k] = 1;
        if (!in_space(t, k) || leave(&reach, e, left) > clearly * same) direct[k] = false;
    }
}

/* Of the locks those that add to the locked components, at every trial the same. */
static int choose_rows(const Trials *t, const bool *relative, const bool *direct, bool *row) {
    Reach reach[JOINT_TRIALS];
    int chosen = 0;
    for (int trial = 0; trial < JOINT_TRIALS; trial++) {
        reach[trial].count = 0;
        for (int k = 0; k < TWIST; k++) {
            double e[TWIST] = {0};
            e[k] = 1;
            if (direct[k]) extend(&reach[trial], e, same);
        }
    }
    for (int n = 0; n < t->joint->locks; n++) {
        double at[JOINT_TRIALS][TWIST], left[TWIST];
        row[n] = true;
        for (int trial = 0; trial < JOINT_TRIALS && relative[n]; trial++) {
            twist_of(t, trial, &t->joint->lock_row[n].lock, at[trial]);
            if (leave(&reach[trial], at[trial], left) < follows) row[n] = false;
        }
        for (int trial = 0; trial < JOINT_TRIALS && row[n] && relative[n]; trial++)
            extend(&reach[trial], at[trial], same);
        chosen += row[n];
    }
    return chosen;
}

void jd_mb_sort_locks(const JdSystem *system, int joint, MultibondJoint *to) {
    const Trials t = open_trials(system, joint);
    bool relative[JOINT_LOCKS];
    int components = 0;
    for (int k = 0; k < TWIST; k++) to->direct[k] = true;
    for (int n = 0; n < t.joint->locks; n++) {
        relative[n] = true;
        for (int trial = 0; trial < JOINT_TRIALS; trial++) {
            double at[TWIST];
            if (!twist_of(&t, trial, &t.joint->lock_row[n].lock, at)) relative[n] = false;
        }
    }
    for (int trial = 0; trial < JOINT_TRIALS; trial++) look(&t, trial, relative, to->direct);
    for (int k = 0; k < TWIST; k++) components += to->direct[k];
    if (choose_rows(&t, relative, to->direct, to->row) + components == t.joint->locks) return;
    /* Locks that are not alike everywhere: each stands for itself. */
    for (int k = 0; k < TWIST; k++) to->direct[k] = false;
    for (int n = 0; n < t.joint->locks; n++) to->row[n] = true;
}

TwistRow jd_mb_twist_row(const JdSystem *system, int joint, const Lock *lock,
                         const bool direct[TWIST]) {
    const Trials t = open_trials(system, joint);
    TwistRow row = {.constant = true};
    for (int trial = 0; trial < JOINT_TRIALS; trial++) {
        double at[TWIST];
        if (!twist_of(&t, trial, lock, at)) row.constant = false;
        for (int k = 0; k < TWIST; k++)
            if (direct[k]) at[k] = 0;
        if (trial == 0) memcpy(row.at, at, sizeof at);
        for (int k = 0; k < TWIST; k++) {
            if (fabs(at[k]) < same) at[k] = 0;
            if (fabs(at[k] - row.at[k]) > same) row.constant = false;
        }
    }
    for (int k = 0; k < TWIST; k++) {
        if (fabs(row.at[k]) < same) row.at[k] = 0;
        if (fabs(row.at[k] - round(row.at[k])) < same_whole) row.at[k] = round(row.at[k]);
    }
    return row;
}
