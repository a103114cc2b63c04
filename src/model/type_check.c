/* SPDX-License-Identifier: MIT
 *
 * Trying out a user's joint type at a few positions: do its locks say different things, and do its
 * frees keep them? Most types hold where the frees lead from M = N; others hold somewhere else (a
 * lock ON.x0, a lock xi.xj), and are tried there. */
#include "model/inside.h"
#include <string.h>

/* Numbers of size one, all of them. Locks are looked for until they hold exactly, and do hold; of a
 * row nothing is left, or enough to be one of its own; a value is the same. */
static const double exact = 1e-13, closed = 1e-12, nothing_left = 1e-9, of_its_own = 1e-8,
                    same = 1e-9;

enum { ROW = 12, DIMS = 6 };

/* ---- Where the locks hold ------------------------------------------------------------------- */

/* What body j alone does to a lock: its force, and its moment about N. */
static void row_of_j(const LockRow *r, double row[DIMS]) {
    const Vec3 parts[2] = {r->force_j, r->moment_j};
    for (int n = 0; n < 2; n++)
        row[3 * n] = parts[n].x, row[3 * n + 1] = parts[n].y, row[3 * n + 2] = parts[n].z;
}

static double dot_of(const double *a, const double *b, int count) {
    double sum = 0;
    for (int n = 0; n < count; n++) sum += a[n] * b[n];
    return sum;
}

/* The least step with row . step = -f for every row: along rows made normal to each other. Rows
 * that say nothing new are left out. */
static void least_step(double rows[JOINT_LOCKS][DIMS], double *f, int count, double step[DIMS]) {
    memset(step, 0, DIMS * sizeof *step);
    for (int n = 0; n < count; n++) {
        for (int m = 0; m < n; m++) {
            const double along = dot_of(rows[n], rows[m], DIMS);
            for (int k = 0; k < DIMS; k++) rows[n][k] -= along * rows[m][k];
            f[n] -= along * f[m];
        }
        const double size = sqrt(dot_of(rows[n], rows[n], DIMS)), per = size > 1e-9 ? 1 / size : 0;
        for (int k = 0; k < DIMS; k++) rows[n][k] *= per;
        f[n] *= per;
        for (int k = 0; k < DIMS; k++) step[k] -= f[n] * rows[n][k];
    }
}

/* One step of Newton's method for side j; the largest lock before it. */
static double step_to_locks(const TypeTrial *type, const Side *i, Side *j) {
    double rows[JOINT_LOCKS][DIMS], f[JOINT_LOCKS], step[DIMS], worst = 0;
    int count = 0;
    for (int n = 0; n < type->count; n++) {
        if (type->locks[n].velocity) continue;
        const LockRow r = jd_lock_eval(&type->locks[n], i, j);
        worst = fmax(worst, fabs(r.f));
        row_of_j(&r, rows[count]);
        f[count++] = r.f;
    }
    least_step(rows, f, count, step);
    const Axes turn = jd_axes_from_vector(vec3(step[3], step[4], step[5]));
    j->p = vec3_add(j->p, vec3(step[0], step[1], step[2]));
    j->axes = jd_axes_absolute(&turn, &j->axes);
    return worst;
}

/* A side j that keeps every lock, from one anywhere; false: none was found. */
static bool find_held(const TypeTrial *type, JointTrial *trial, const Side *i, Side *j) {
    enum { STARTS = 8, STEPS = 30 };
    for (int start = 0; start < STARTS; start++) {
        *j = jd_joint_trial_side(trial);
        const Vec3 arm = j->arm;
        j->arm = vec3(0, 0, 0); /* N is the centre meanwhile */
        double worst = 1;
        for (int n = 0; n < STEPS && worst > exact; n++) worst = step_to_locks(type, i, j);
        j->arm = arm;
        if (worst <= closed) return true;
    }
    return false;
}

/* j moved by random values of the frees: slides along the axes of i, turns from their angles on. */
static Side moved_along(const Side *i, const Side *j, const FreeDef *const *frees, int count,
                        JointTrial *trial) {
    double q[JOINT_FREES], angles[3] = {0};
    const Side by = jd_joint_trial_placed(trial, i, frees, NULL, count, q);
    const Turn turns = jd_free_turns(frees, count);
    const Axes seen = jd_axes_relative(&i->axes, &j->axes);
    Side moved = *j;
    if (turns.count) jd_axes_angles(&seen, turns.axes, turns.count, angles);
    const Axes before = jd_axes_sequence(turns.axes, turns.count, angles),
               off = jd_axes_relative(&before, &seen);
    for (int n = 0, t = 0; n < count; n++)
        if (frees[n]->kind != FREE_SLIDE && t < 3) angles[t++] += q[n];
    const Axes after = jd_axes_sequence(turns.axes, turns.count, angles),
               turned = jd_axes_absolute(&after, &off);
    moved.axes = jd_axes_absolute(&i->axes, &turned);
    moved.p = vec3_add(j->p, vec3_sub(by.p, i->p));
    return moved;
}

/* ---- Independence of the locks -------------------------------------------------------------- */

/* A unit row of the Jacobian; all zero if the lock does not depend on the bodies here. */
static void unit_row(const Lock *lock, const Side *i, const Side *j, double row[ROW]) {
    const LockRow r = jd_lock_eval(lock, i, j);
    const Vec3 parts[4] = {r.force_i, r.moment_i, r.force_j, r.moment_j};
    double size = 0;
    for (int n = 0; n < 4; n++) size += vec3_dot(parts[n], parts[n]);
    const double scale = size > 1e-20 ? 1 / sqrt(size) : 0;
    for (int n = 0; n < 4; n++) {
        row[3 * n] = scale * parts[n].x;
        row[3 * n + 1] = scale * parts[n].y;
        row[3 * n + 2] = scale * parts[n].z;
    }
}

/* The size of what is left of row `last` after those of `mask` are taken out of it. */
static double remainder_of(double rows[JOINT_LOCKS][ROW], int last, unsigned mask) {
    double basis[JOINT_LOCKS][ROW];
    int count = 0;
    for (int n = 0; n <= last; n++) {
        if (n < last && !(mask & 1u << n)) continue;
        double *left = basis[count];
        memcpy(left, rows[n], sizeof basis[0]);
        for (int pass = 0; pass < 2; pass++)
            for (int b = 0; b < count; b++) {
                const double along = dot_of(left, basis[b], ROW);
                for (int k = 0; k < ROW; k++) left[k] -= along * basis[b][k];
            }
        const double size = sqrt(dot_of(left, left, ROW));
        if (n == last) return size;
        if (size < nothing_left) continue;
        for (int k = 0; k < ROW; k++) left[k] /= size;
        count++;
    }
    return 0;
}

/* Does lock `last` follow from those of `mask` in every position tried? */
static bool follows(double rows[JOINT_TRIALS][JOINT_LOCKS][ROW], int last, unsigned mask) {
    for (int trial = 0; trial < JOINT_TRIALS; trial++)
        if (remainder_of(rows[trial], last, mask) > of_its_own) return false;
    return true;
}

static void report_redundant(JdModel *model, double rows[JOINT_TRIALS][JOINT_LOCKS][ROW],
                             const TypeTrial *type, int last) {
    /* Leave out, one after the other, the locks that are not needed for this one to follow. */
    unsigned mask = (1u << last) - 1;
    for (int n = 0; n < last; n++)
        if (follows(rows, last, mask & ~(1u << n))) mask &= ~(1u << n);
    MODEL_ERROR(model, "joint-type-redundant", type->wheres[last],
                "lock '%s' of joint type '%s' says nothing that its other locks do not say",
                type->texts[last], type->type->name);
    for (int n = 0; n < last; n++)
        if (mask & 1u << n) MODEL_HINT(model, "'%s' holds it already", type->texts[n]);
    MODEL_HINT(model, "leave one of them out");
}

/* The first lock that follows from those before it; -1: none. */
static int first_that_follows(double rows[JOINT_TRIALS][JOINT_LOCKS][ROW], int count) {
    for (int n = 0; n < count; n++)
        if (follows(rows, n, (1u << n) - 1)) return n;
    return -1;
}

bool jd_type_check_independence(JdModel *model, const TypeTrial *type) {
    double rows[JOINT_TRIALS][JOINT_LOCKS][ROW];
    JointTrial trial = jd_joint_trial_new(model->space == JD_PLANAR);
    for (int t = 0; t < JOINT_TRIALS; t++) {
        const Side i = jd_joint_trial_side(&trial), j = jd_joint_trial_side(&trial);
        for (int n = 0; n < type->count; n++) unit_row(&type->locks[n], &i, &j, rows[t][n]);
    }
    const int n = first_that_follows(rows, type->count);
    if (n < 0) return true;
    if (follows(rows, n, 0)) {
        MODEL_ERROR(model, "lock-constant", type->wheres[n],
                    "lock '%s' of joint type '%s' does not depend on the position of the bodies",
                    type->texts[n], type->type->name);
        MODEL_HINT(model, "it holds always or never; leave it out");
        return false;
    }
    report_redundant(model, rows, type, n);
    return false;
}

/* The rows where the frees lead: from M = N if the locks hold there, otherwise from where they do.
 * False: no such place was found. */
static bool rows_on_frees(const TypeTrial *type, bool planar, const FreeDef **frees, int count,
                          double rows[JOINT_TRIALS][JOINT_LOCKS][ROW]) {
    const bool placed = jd_frees_place(type->locks, type->count, frees, NULL, count, planar);
    JointTrial trial = jd_joint_trial_new(planar);
    for (int t = 0; t < JOINT_TRIALS; t++) {
        const Side i = jd_joint_trial_side(&trial);
        double q[JOINT_FREES];
        Side j = i;
        if (placed)
            j = jd_joint_trial_placed(&trial, &i, frees, NULL, count, q);
        else if (!find_held(type, &trial, &i, &j))
            return false;
        for (int n = 0; n < type->count; n++) unit_row(&type->locks[n], &i, &j, rows[t][n]);
    }
    return true;
}

bool jd_type_check_on_frees(JdModel *model, const TypeTrial *type) {
    const bool planar = model->space == JD_PLANAR;
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(type->type, planar, frees);
    double rows[JOINT_TRIALS][JOINT_LOCKS][ROW];
    if (!count || !rows_on_frees(type, planar, frees, count, rows)) return true;
    const int n = first_that_follows(rows, type->count);
    if (n < 0) return true;
    if (!follows(rows, n, 0)) {
        report_redundant(model, rows, type, n);
        return false;
    }
    MODEL_ERROR(model, "joint-type-redundant", type->wheres[n],
                "lock '%s' of joint type '%s' holds nothing where it is zero: it has its least "
                "value there",
                type->texts[n], type->type->name);
    MODEL_HINT(model, "a square is zero in one place only by touching it; lock what is squared: "
                      "d.x0, d.y0 and d.z0 in place of d.d");
    return false;
}

/* ---- Frees ---------------------------------------------------------------------------------- */

/* The first lock that has different values for the two sides j; -1: none has. */
static int first_that_differs(const TypeTrial *type, const Side *i, const Side *before,
                              const Side *after) {
    for (int n = 0; n < type->count; n++) {
        if (type->locks[n].velocity) continue;
        const double f = jd_lock_eval(&type->locks[n], i, before).f;
        if (!(fabs(jd_lock_eval(&type->locks[n], i, after).f - f) <= same)) return n;
    }
    return -1;
}

/* The first lock that changes when j moves along the frees from M = N, or (held) from where the
 * locks hold; -1 if none does. */
static int first_lock_that_changes(const TypeTrial *type, bool planar, const FreeDef **frees,
                                   int count, bool held) {
    JointTrial trial = jd_joint_trial_new(planar);
    int changed = -1;
    for (int t = 0; t < JOINT_TRIALS && changed < 0; t++) {
        const Side i = jd_joint_trial_side(&trial);
        double q[JOINT_FREES];
        Side before = i;
        if (held && !find_held(type, &trial, &i, &before)) return 0;
        const Side after = held ? moved_along(&i, &before, frees, count, &trial)
                                : jd_joint_trial_placed(&trial, &i, frees, NULL, count, q);
        changed = first_that_differs(type, &i, &before, &after);
    }
    return changed;
}

/* The first free whose value cannot be read off the two sides; -1 if each can. */
static int first_free_unread(const FreeDef **frees, int count, bool planar) {
    JointTrial trial = jd_joint_trial_new(planar);
    for (int t = 0; t < JOINT_TRIALS; t++) {
        const Side i = jd_joint_trial_side(&trial);
        double q[JOINT_FREES];
        const Side j = jd_joint_trial_placed(&trial, &i, frees, NULL, count, q);
        for (int n = 0; n < count; n++) {
            Lock lock, rate;
            jd_free_lock(frees, count, n, &lock, &rate);
            if (fabs(jd_lock_eval(&lock, &i, &j).f - q[n]) > same) return n;
        }
    }
    return -1;
}

static bool check_order(JdModel *model, const TypeTrial *type, const FreeDef **frees, int count,
                        bool planar) {
    const int n = first_free_unread(frees, count, planar);
    if (n < 0) return true;
    MODEL_ERROR(model, "joint-type-frees", type->where,
                "the value of '%s' of joint type '%s' depends on its other frees",
                frees[n]->position, type->type->name);
    MODEL_HINT(model, "put the slides before the turns, each along another axis; of two turns in a "
                      "row let no two be about one axis");
    return false;
}

static const char *shared_channel(const FreeDef **frees, int count) {
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++) {
            if (!strcmp(frees[a]->position, frees[b]->position)) return frees[a]->position;
            if (!strcmp(frees[a]->rate, frees[b]->rate)) return frees[a]->rate;
            if (!strcmp(frees[a]->accel, frees[b]->accel)) return frees[a]->accel;
        }
    return NULL;
}

bool jd_type_check_frees(JdModel *model, const TypeTrial *type) {
    const bool planar = model->space == JD_PLANAR;
    const int dims = planar ? 3 : 6;
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(type->type, planar, frees);
    const char *name = type->type->name;
    if (count == 0) return true;
    if (count + type->count != dims) {
        MODEL_ERROR(model, "joint-type-frees", type->where,
                    "joint type '%s' has %d lock%s and %d free%s; together they should be %d", name,
                    type->count, type->count == 1 ? "" : "s", count, count == 1 ? "" : "s", dims);
        MODEL_HINT(model, "each motion is either locked or free; or leave all frees out");
        return false;
    }
    const int changed = first_lock_that_changes(type, planar, frees, count, false);
    if (changed >= 0 && first_lock_that_changes(type, planar, frees, count, true) >= 0) {
        MODEL_ERROR(model, "joint-type-frees", type->wheres[changed],
                    "moving along the frees of joint type '%s' changes its lock '%s'", name,
                    type->texts[changed]);
        MODEL_HINT(model, "correct the frees: the axes are those of side i, and after a turn those "
                          "of the turned frame");
        return false;
    }
    const char *shared = shared_channel(frees, count);
    if (!shared) return check_order(model, type, frees, count, planar);
    MODEL_ERROR(model, "joint-type-frees", type->where,
                "two frees of joint type '%s' have the channel '%s'", name, shared);
    MODEL_HINT(model, "give one of them a name of its own: free slide y as u");
    return false;
}
