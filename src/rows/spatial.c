/* SPDX-License-Identifier: MIT
 *
 * The spatial kernel: position of the centre of mass and a quaternion, velocity along ground axes
 * and angular velocity along body axes. These are the principal ones, so that the mass matrix is
 * diagonal and constant. Quaternions of any length are read as the unit ones that they point at:
 * theory 8. */
#include "rows/spatial.h"

enum { NQ = 7, NV = 6 };

static Quat quat_at(const double *q) {
    return (Quat){q[3], q[4], q[5], q[6]};
}

static void from_pose(const Pose *pose, double *q) {
    const Quat r = jd_quat_from_axes(&pose->axes);
    q[0] = pose->p.x, q[1] = pose->p.y, q[2] = pose->p.z;
    q[3] = r.w, q[4] = r.x, q[5] = r.y, q[6] = r.z;
}

static void read(const JdSystem *system, const Motion *motion, double *q, double *v) {
    const SpatialBody *body = motion->bodies;
    for (int b = 1; b < system->bodies; b++, q += NQ, v += NV) {
        const Pose pose = {.p = body[b].p, .axes = body[b].R};
        from_pose(&pose, q);
        v[0] = body[b].v.x, v[1] = body[b].v.y, v[2] = body[b].v.z;
        v[3] = body[b].own.x, v[4] = body[b].own.y, v[5] = body[b].own.z;
    }
}

/* theory (8.1), (8.2) */
static void move(const JdSystem *system, Motion *motion) {
    motion->rows.filled = false;
    SpatialBody *body = motion->bodies;
    body[0] = (SpatialBody){.R = axes_none};
    const double *q = motion->q, *v = motion->v;
    for (int b = 1; b < system->bodies; b++, q += NQ, v += NV) {
        const double w = q[3], x = q[4], y = q[5], z = q[6];
        const double s = 2 / (w * w + x * x + y * y + z * z);
        const double sx = s * x, sy = s * y, sz = s * z;
        SpatialBody *to = &body[b];
        to->p = vec3(q[0], q[1], q[2]);
        to->R.x = vec3(1 - (sy * y + sz * z), sx * y + sz * w, sx * z - sy * w);
        to->R.y = vec3(sx * y - sz * w, 1 - (sx * x + sz * z), sy * z + sx * w);
        to->R.z = vec3(sx * z + sy * w, sy * z - sx * w, 1 - (sx * x + sy * y));
        to->v = vec3(v[0], v[1], v[2]);
        to->own = vec3(v[3], v[4], v[5]);
        to->w = axes_out(&to->R, to->own);
    }
    motion->turn = motion->q + NQ * (system->bodies - 1);
}

/* ---- Counted turns -------------------------------------------------------------------------- */

/* One turn about an axis of i: what j turns faster, about that axis. Off the locks this is not
 * quite the rate of the angle, which does not matter for a count: theory (8.8). */
static double turn_rate(const JdSystem *system, const Motion *motion, const SystemTurn *turn) {
    const SpatialBody *body = motion->bodies;
    const SystemFrame *i = &system->frame[turn->frame_i], *j = &system->frame[turn->frame_j];
    const Turn *about = &turn->lock.about;
    const Vec3 w = vec3_sub(body[j->body].w, body[i->body].w);
    const Vec3 first = axes_out(&body[i->body].R, axes_at(&i->local.axes, about->axes[0]));
    if (about->count == 1) return vec3_dot(w, first);
    const Vec3 last =
        axes_out(&body[j->body].R, axes_at(&j->local.axes, about->axes[about->count - 1]));
    if (about->count == 2) return vec3_dot(w, about->number ? last : first);

    /* Three: the one in the middle is normal to both others. */
    const bool cyclic = ((int)about->axes[0] + 1) % 3 == (int)about->axes[1];
    const Vec3 middle = cyclic ? vec3_cross(last, first) : vec3_cross(first, last);
    const double size = vec3_dot(middle, middle);
    if (about->number == 1) return vec3_dot(w, middle) / sqrt(size);
    const Vec3 along = about->number ? vec3_cross(first, middle) : vec3_cross(middle, last);
    return (cyclic ? 1 : -1) * vec3_dot(w, along) / size;
}

static void turn_rates(const JdSystem *system, const Motion *motion, double *rates) {
    for (int t = 0; t < system->turns; t++) rates[t] = turn_rate(system, motion, &system->turn[t]);
}

/* theory (8.3) */
static void derivative(const JdSystem *system, const Motion *motion, double *rates) {
    const double *q = motion->q, *v = motion->v;
    for (int b = 1; b < system->bodies; b++, q += NQ, v += NV, rates += NQ) {
        const double w = 0.5 * q[3], x = 0.5 * q[4], y = 0.5 * q[5], z = 0.5 * q[6];
        rates[0] = v[0], rates[1] = v[1], rates[2] = v[2];
        rates[3] = -x * v[3] - y * v[4] - z * v[5];
        rates[4] = w * v[3] + y * v[5] - z * v[4];
        rates[5] = w * v[4] + z * v[3] - x * v[5];
        rates[6] = w * v[5] + x * v[4] - y * v[3];
    }
    turn_rates(system, motion, rates);
}

/* Quaternions that have grown or shrunk; the attitude stays as it is. */
static bool tidy(const JdSystem *system, double *q) {
    bool changed = false;
    for (int b = 1; b < system->bodies; b++, q += NQ)
        if (jd_quat_tidy(q + 3)) changed = true;
    return changed;
}

static void increment(const JdSystem *system, const double *step, double *q) {
    for (int b = 1; b < system->bodies; b++, q += NQ, step += NV) {
        for (int k = 0; k < 3; k++) q[k] += step[k];
        const Quat turned = jd_quat_unit(
            jd_quat_product(quat_at(q), jd_quat_turn(vec3(step[3], step[4], step[5]))));
        q[3] = turned.w, q[4] = turned.x, q[5] = turned.y, q[6] = turned.z;
    }
}

/* ---- Forces --------------------------------------------------------------------------------- */

/* Gravity, and -w x I w along principal axes: theory (8.4). */
static void gravity(const JdSystem *system, const Motion *motion, double *Q) {
    const SpatialBody *body = motion->bodies;
    Vec3 g = system->gravity;
    for (int b = 1; b < system->bodies; b++, Q += NV) {
        const SystemBody *of = &system->body[b];
        const Vec3 w = body[b].own;
        const double x = of->inertia[0], y = of->inertia[1], z = of->inertia[2];
        if (system->gravity_kind != GRAVITY_UNIFORM)
            g = jd_gravity_at(system, jd_now(motion), body[b].p);
        Q[0] = of->mass * g.x;
        Q[1] = of->mass * g.y;
        Q[2] = of->mass * g.z;
        Q[3] = (y - z) * w.y * w.z;
        Q[4] = (z - x) * w.z * w.x;
        Q[5] = (x - y) * w.x * w.y;
    }
}

static void spin(const JdSystem *system, const double *v, double cross, double along, double *Q) {
    for (int b = 1; b < system->bodies; b++, v += NV, Q += NV) {
        const double *I = system->body[b].inertia, *w = v + 3;
        const double own[3] = {I[0] * w[0], I[1] * w[1], I[2] * w[2]};
        const double share = along * (w[0] * own[0] + w[1] * own[1] + w[2] * own[2]);
        Q[3] += cross * (w[1] * own[2] - w[2] * own[1]) + share * w[0];
        Q[4] += cross * (w[2] * own[0] - w[0] * own[2]) + share * w[1];
        Q[5] += cross * (w[0] * own[1] - w[1] * own[0]) + share * w[2];
    }
}

static void push(const JdSystem *system, const Motion *motion, int frame, Vec3 force, Vec3 torque,
                 double *Q) {
    const SystemFrame *at = &system->frame[frame];
    if (at->body == 0) return;
    const SpatialBody *body = (const SpatialBody *)motion->bodies + at->body;
    const Vec3 arm = axes_out(&body->R, at->local.p);
    const Vec3 moment = axes_in(&body->R, vec3_add(torque, vec3_cross(arm, force)));
    double *to = Q + NV * (at->body - 1);
    to[0] += force.x, to[1] += force.y, to[2] += force.z;
    to[3] += moment.x, to[4] += moment.y, to[5] += moment.z;
}

/* ---- Reading -------------------------------------------------------------------------------- */

Side jd_spatial_side(const JdSystem *system, const Motion *motion, int frame) {
    const SystemFrame *from = &system->frame[frame];
    const SpatialBody *b = (const SpatialBody *)motion->bodies + from->seat;
    const Vec3 arm = axes_out(&b->R, from->local.p);
    const Axes *local = &from->local.axes;
    return (Side){
        .p = vec3_add(b->p, arm),
        .v = vec3_add(b->v, vec3_cross(b->w, arm)),
        .arm = arm,
        .axes = {axes_out(&b->R, local->x), axes_out(&b->R, local->y), axes_out(&b->R, local->z)},
        .w = b->w,
    };
}

static void seat(Motion *motion, int at, Vec3 p, Vec3 v) {
    ((SpatialBody *)motion->bodies)[at] = (SpatialBody){.p = p, .R = axes_none, .v = v};
}

static void accel(const JdSystem *system, const Motion *motion, int frame, Vec3 *linear,
                  Vec3 *angular) {
    const SystemFrame *from = &system->frame[frame];
    *linear = *angular = vec3(0, 0, 0);
    if (from->body == 0) return;
    const SpatialBody *b = (const SpatialBody *)motion->bodies + from->body;
    const double *a = motion->a + NV * (from->body - 1);
    const Vec3 arm = axes_out(&b->R, from->local.p);
    *angular = axes_out(&b->R, vec3(a[3], a[4], a[5]));
    const Vec3 turning =
        vec3_add(vec3_cross(*angular, arm), vec3_cross(b->w, vec3_cross(b->w, arm)));
    *linear = vec3_add(vec3(a[0], a[1], a[2]), turning);
}

/* Of a planar model in space: the first counted turns are those of its bodies. */
static double angle(const JdSystem *system, const Motion *motion, int frame) {
    const SystemFrame *from = &system->frame[frame];
    if (!system->flat || from->body == 0) return from->local.angle;
    const Vec3 x = ((const SpatialBody *)motion->bodies)[from->body].R.x;
    return jd_counted(atan2(x.y, x.x), motion->turn[from->body - 1]) + from->local.angle;
}

static double kinetic(const JdSystem *system, const Motion *motion) {
    const SpatialBody *body = motion->bodies;
    double twice = 0;
    for (int b = 1; b < system->bodies; b++) {
        const double *I = system->body[b].inertia;
        const Vec3 w = body[b].own;
        twice += system->body[b].mass * vec3_dot(body[b].v, body[b].v) + I[0] * w.x * w.x +
                 I[1] * w.y * w.y + I[2] * w.z * w.z;
    }
    return 0.5 * twice;
}

static double kinetic_power(const JdSystem *system, const Motion *motion) {
    const SpatialBody *body = motion->bodies;
    const double *a = motion->a;
    double power = 0;
    for (int b = 1; b < system->bodies; b++, a += NV) {
        const double *I = system->body[b].inertia;
        const Vec3 w = body[b].own;
        power += system->body[b].mass * vec3_dot(body[b].v, vec3(a[0], a[1], a[2])) +
                 I[0] * w.x * a[3] + I[1] * w.y * a[4] + I[2] * w.z * a[5];
    }
    return power;
}

static double largest3(const double *x) {
    return larger(fabs(x[0]), larger(fabs(x[1]), fabs(x[2])));
}

/* theory (6.2): angles count as they are, lengths by the mechanism's, speeds also by themselves. A
 * turn by a small angle changes a unit quaternion by half of it. */
static double error(const JdSystem *system, const double *y0, const double *y1, const double *err) {
    const int first = jd_positions(system);
    const double per_length = 1 / system->length;
    double most = 0;
    for (int b = 0; b < system->bodies - 1; b++) {
        const double *p = err + NQ * b, *v = err + first + NV * b;
        const double *v0 = y0 + first + NV * b, *v1 = y1 + first + NV * b;
        const double speed = per_length * larger(largest3(v0), largest3(v1));
        const double turning = larger(largest3(v0 + 3), largest3(v1 + 3));
        const double by_place =
            larger(largest3(p) * per_length, 2 * larger(fabs(p[3]), largest3(p + 4)));
        const double by_speed =
            larger(largest3(v) * per_length, largest3(v + 3)) / (1 + larger(speed, turning));
        const double here = larger(by_place, by_speed);
        if (!(here <= most)) most = here;
        double sum = 0;
        for (int k = 0; k < NQ; k++) sum += p[k];
        for (int k = 0; k < NV; k++) sum += v[k];
        if (isnan(sum)) return INFINITY;
    }
    return most;
}

static Wrench wrench(const JdSystem *system, const Motion *motion, const SystemJoint *joint,
                     bool side_j) {
    double sum[6];
    jd_rows_pull(system, motion, joint, side_j, sum);
    const SpatialBody *body = motion->bodies;
    const int on = system->dynamics.group[joint->group].body[side_j];
    return (Wrench){.force = {sum[0], sum[1], sum[2]},
                    .torque = axes_out(&body[on].R, vec3(sum[3], sum[4], sum[5]))};
}

const Kernel jd_kernel_spatial = {
    .name = "spatial",
    .nq = NQ,
    .nv = NV,
    .linear = 3,
    .body_size = sizeof(SpatialBody),
    .slot_size = sizeof(OriginNow),
    .from_pose = from_pose,
    .read = read,
    .sort = jd_spatial_sort,
    .move = move,
    .rows = jd_spatial_rows,
    .init = jd_spatial_init,
    .derivative = derivative,
    .turn_rates = turn_rates,
    .tidy = tidy,
    .increment = increment,
    .gravity = gravity,
    .spin = spin,
    .push = push,
    .side = jd_spatial_side,
    .seat = seat,
    .accel = accel,
    .hang = jd_spatial_hang,
    .swing = jd_spatial_swing,
    .angle = angle,
    .kinetic = kinetic,
    .kinetic_power = kinetic_power,
    .error = error,
    .wrench = wrench,
    .row = jd_spatial_row,
};
