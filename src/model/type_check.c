/* SPDX-License-Identifier: MIT
 *
 * Trying out a user's joint type at a few positions that look random and are the same on every
 * machine: do its locks say different things, and do its frees keep them? */
#include "model/inside.h"
#include <string.h>

enum { ROW = 12, TRIALS = 4, SEED = 246353424 };

/* ---- Positions to try ----------------------------------------------------------------------- */

/* Numbers between -1 and 1 that are the same on every machine. */
static double next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (double)*state / 2147483648.0 - 1;
}

static Vec3 random_vector(uint32_t *state, bool planar) {
    const double x = next_random(state), y = next_random(state), z = next_random(state);
    return vec3(x, y, planar ? 0 : z);
}

static Axes random_axes(uint32_t *state, bool planar) {
    static const AxisName sequence[3] = {AXIS_Z, AXIS_Y, AXIS_X};
    double angles[3];
    for (int n = 0; n < 3; n++) angles[n] = 3 * next_random(state);
    return jd_axes_sequence(sequence, planar ? 1 : 3, angles);
}

static Side random_side(uint32_t *state, bool planar) {
    Side side = {.p = random_vector(state, planar), .arm = random_vector(state, planar)};
    side.axes = random_axes(state, planar);
    return side;
}

/* Side j against side i by random values q of the frees, one after the other. */
static Side placed_side(const Side *i, const FreeDef **frees, int count, uint32_t *state,
                        bool planar, double q[JOINT_FREES]) {
    Side j = {.p = i->p, .arm = random_vector(state, planar), .axes = i->axes};
    for (int n = 0; n < count; n++) {
        q[n] = 1.4 * next_random(state);
        if (frees[n]->kind == FREE_SLIDE) {
            j.p = vec3_add(j.p, vec3_scale(q[n], axes_at(&j.axes, frees[n]->axis)));
            continue;
        }
        const Axes turn = jd_axes_about(frees[n]->axis, q[n]);
        j.axes = jd_axes_absolute(&j.axes, &turn);
    }
    return j;
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

static double dot(const double a[ROW], const double b[ROW]) {
    double sum = 0;
    for (int n = 0; n < ROW; n++) sum += a[n] * b[n];
    return sum;
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
                const double along = dot(left, basis[b]);
                for (int k = 0; k < ROW; k++) left[k] -= along * basis[b][k];
            }
        const double size = sqrt(dot(left, left));
        if (n == last) return size;
        if (size < 1e-9) continue;
        for (int k = 0; k < ROW; k++) left[k] /= size;
        count++;
    }
    return 0;
}

/* Does lock `last` follow from those of `mask` in every position tried? */
static bool follows(double rows[TRIALS][JOINT_LOCKS][ROW], int last, unsigned mask) {
    for (int trial = 0; trial < TRIALS; trial++)
        if (remainder_of(rows[trial], last, mask) > 1e-8) return false;
    return true;
}

static void report_redundant(JdModel *model, double rows[TRIALS][JOINT_LOCKS][ROW],
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
static int first_that_follows(double rows[TRIALS][JOINT_LOCKS][ROW], int count) {
    for (int n = 0; n < count; n++)
        if (follows(rows, n, (1u << n) - 1)) return n;
    return -1;
}

bool jd_type_check_independence(JdModel *model, const TypeTrial *type) {
    const bool planar = model->space == JD_PLANAR;
    double rows[TRIALS][JOINT_LOCKS][ROW];
    uint32_t state = SEED;
    for (int trial = 0; trial < TRIALS; trial++) {
        const Side i = random_side(&state, planar), j = random_side(&state, planar);
        for (int n = 0; n < type->count; n++) unit_row(&type->locks[n], &i, &j, rows[trial][n]);
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

bool jd_type_check_on_frees(JdModel *model, const TypeTrial *type) {
    const bool planar = model->space == JD_PLANAR;
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(type->type, planar, frees);
    double rows[TRIALS][JOINT_LOCKS][ROW];
    uint32_t state = SEED;
    for (int trial = 0; trial < TRIALS; trial++) {
        const Side i = random_side(&state, planar);
        double q[JOINT_FREES];
        const Side j = placed_side(&i, frees, count, &state, planar, q);
        for (int n = 0; n < type->count; n++) unit_row(&type->locks[n], &i, &j, rows[trial][n]);
    }
    const int n = count ? first_that_follows(rows, type->count) : -1;
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

/* The first lock that changes when j moves along the frees; -1 if none does. */
static int first_lock_that_changes(const TypeTrial *type, bool planar, const FreeDef **frees,
                                   int count) {
    uint32_t state = SEED;
    for (int trial = 0; trial < TRIALS; trial++) {
        const Side i = random_side(&state, planar);
        double q[JOINT_FREES];
        const Side j = placed_side(&i, frees, count, &state, planar, q);
        for (int n = 0; n < type->count; n++) {
            if (type->locks[n].velocity) continue;
            const double before = jd_lock_eval(&type->locks[n], &i, &i).f;
            const double after = jd_lock_eval(&type->locks[n], &i, &j).f;
            if (fabs(after - before) > 1e-9) return n;
        }
    }
    return -1;
}

/* The first free whose value cannot be read off the two sides; -1 if each can. */
static int first_free_unread(const FreeDef **frees, int count, bool planar) {
    uint32_t state = SEED;
    for (int trial = 0; trial < TRIALS; trial++) {
        const Side i = random_side(&state, planar);
        double q[JOINT_FREES];
        const Side j = placed_side(&i, frees, count, &state, planar, q);
        for (int n = 0; n < count; n++) {
            Lock lock, rate;
            jd_free_lock(frees, count, n, &lock, &rate);
            if (fabs(jd_lock_eval(&lock, &i, &j).f - q[n]) > 1e-9) return n;
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
    const int changed = first_lock_that_changes(type, planar, frees, count);
    if (changed >= 0) {
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
