/* SPDX-License-Identifier: MIT
 *
 * The planar kernel: three coordinates per body, x and y of the centre of mass and the angle, which
 * runs over many turns and is never wrapped. */
#include "rows/planar.h"

static void from_pose(const Pose *pose, double *q) {
    q[0] = pose->p.x;
    q[1] = pose->p.y;
    q[2] = pose->angle;
}

static void read(const JdSystem *system, const Motion *motion, double *q, double *v) {
    const PlanarBody *body = motion->bodies;
    for (int b = 1; b < system->bodies; b++, q += 3, v += 3) {
        q[0] = body[b].x, q[1] = body[b].y, q[2] = body[b].angle;
        v[0] = body[b].vx, v[1] = body[b].vy, v[2] = body[b].w;
    }
}

/* theory (3.1) */
static void move(const JdSystem *system, Motion *motion) {
    PlanarBody *body = motion->bodies;
    motion->rows.filled = false;
    body[0] = (PlanarBody){.c = 1};
    const double *q = motion->q, *v = motion->v;
    for (int b = 1; b < system->bodies; b++, q += 3, v += 3) {
        const CosSin of = jd_cos_sin(q[2]);
        body[b] = (PlanarBody){q[0], q[1], q[2], of.c, of.s, v[0], v[1], v[2]};
    }
}

static void derivative(const JdSystem *system, const Motion *motion, double *rates) {
    for (int k = 0; k < 3 * (system->bodies - 1); k++) rates[k] = motion->v[k];
}

/* Bodies count their turns themselves. */
static void turn_rates(const JdSystem *system, const Motion *motion, double *rates) {
    (void)system, (void)motion, (void)rates;
}

static void increment(const JdSystem *system, const double *step, double *q) {
    for (int k = 0; k < 3 * (system->bodies - 1); k++) q[k] += step[k];
}

static void gravity(const JdSystem *system, const Motion *motion, double *Q) {
    const PlanarBody *body = motion->bodies;
    Vec3 g = system->gravity;
    for (int b = 1; b < system->bodies; b++, Q += 3) {
        if (system->gravity_kind != GRAVITY_UNIFORM)
            g = jd_gravity_at(system, jd_now(motion), vec3(body[b].x, body[b].y, 0));
        Q[0] = system->body[b].mass * g.x;
        Q[1] = system->body[b].mass * g.y;
        Q[2] = 0;
    }
}

static Vec2 turned_local(const PlanarBody *b, const SystemFrame *frame) {
    Vec3 p = frame->local.p;
    return vec2(b->c * p.x - b->s * p.y, b->s * p.x + b->c * p.y);
}

static void push(const JdSystem *system, const Motion *motion, int frame, Vec3 force, Vec3 torque,
                 double *Q) {
    int b = system->frame[frame].body;
    if (b == 0) return;
    const PlanarBody *body = (const PlanarBody *)motion->bodies + b;
    Vec2 arm = turned_local(body, &system->frame[frame]);
    double *to = Q + 3 * (b - 1);
    to[0] += force.x;
    to[1] += force.y;
    to[2] += torque.z + vec2_cross(arm, vec2(force.x, force.y));
}

Side jd_planar_side(const JdSystem *system, const Motion *motion, int frame) {
    const SystemFrame *from = &system->frame[frame];
    const PlanarBody *b = (const PlanarBody *)motion->bodies + from->seat;
    Vec2 arm = turned_local(b, from);
    double c = from->local.axes.x.x, s = from->local.axes.x.y;
    Vec2 x = vec2(b->c * c - b->s * s, b->s * c + b->c * s);
    return (Side){
        .p = vec3(b->x + arm.x, b->y + arm.y, 0),
        .v = vec3(b->vx - b->w * arm.y, b->vy + b->w * arm.x, 0),
        .arm = vec3(arm.x, arm.y, 0),
        .axes = {vec3(x.x, x.y, 0), vec3(-x.y, x.x, 0), vec3(0, 0, 1)},
        .w = vec3(0, 0, b->w),
    };
}

static void seat(Motion *motion, int at, Vec3 p, Vec3 v) {
    ((PlanarBody *)motion->bodies)[at] =
        (PlanarBody){.x = p.x, .y = p.y, .c = 1, .vx = v.x, .vy = v.y};
}

/* ---- Moving a body with its parent ---------------------------------------------------------- */

typedef struct {
    Vec2 p;
    double angle;
} PlanarPose;

static Vec2 turn(double angle_, Vec2 a) {
    const CosSin of = jd_cos_sin(angle_);
    return vec2(of.c * a.x - of.s * a.y, of.s * a.x + of.c * a.y);
}

static PlanarPose body_pose(const double *q, int body) {
    if (body == 0) return (PlanarPose){{0, 0}, 0};
    return (PlanarPose){{q[3 * body - 3], q[3 * body - 2]}, q[3 * body - 1]};
}

static PlanarPose outward(PlanarPose from, PlanarPose local) {
    return (PlanarPose){vec2_add(from.p, turn(from.angle, local.p)), from.angle + local.angle};
}

static PlanarPose inverse(PlanarPose a) {
    return (PlanarPose){turn(-a.angle, vec2_scale(-1, a.p)), -a.angle};
}

static PlanarPose local_pose(const JdSystem *system, int frame) {
    const Pose *local = &system->frame[frame].local;
    return (PlanarPose){{local->p.x, local->p.y}, local->angle};
}

/* Frame j seen from frame i. */
static PlanarPose across(const JdSystem *system, const SystemJoint *joint, const double *q) {
    PlanarPose i = outward(body_pose(q, joint->body_i), local_pose(system, joint->frame_i));
    PlanarPose j = outward(body_pose(q, joint->body_j), local_pose(system, joint->frame_j));
    return outward(inverse(i), j);
}

static void hang(const JdSystem *system, int k, int body, const double *delta, const double *old_q,
                 double *q) {
    const SystemJoint *joint = &system->joint[k];
    PlanarPose step = across(system, joint, old_q);
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        if (def->kind == FREE_TURN)
            step.angle += delta[f];
        else if (def->axis == AXIS_X)
            step.p.x += delta[f];
        else
            step.p.y += delta[f];
    }
    const bool is_j = body == joint->body_j;
    const int parent = jd_parent_across(joint, body);
    PlanarPose near = local_pose(system, is_j ? joint->frame_i : joint->frame_j);
    PlanarPose far = local_pose(system, is_j ? joint->frame_j : joint->frame_i);
    PlanarPose pose = outward(body_pose(q, parent), near);
    pose = outward(outward(pose, is_j ? step : inverse(step)), inverse(far));
    q[3 * body - 3] = pose.p.x;
    q[3 * body - 2] = pose.p.y;
    q[3 * body - 1] = pose.angle;
}

static void swing(const JdSystem *system, const Motion *motion, int k, int body,
                  const double *rates, double *v) {
    const int parent = jd_parent_across(&system->joint[k], body);
    const double *from = v + 3 * (parent - 1);
    BodyMotion base = {{0, 0, 0}, {0, 0, 0}};
    if (parent) base = (BodyMotion){vec3(from[0], from[1], 0), vec3(0, 0, from[2])};
    const BodyMotion to = jd_swing(system, motion, k, body, base, rates);
    v[3 * body - 3] = to.v.x, v[3 * body - 2] = to.v.y, v[3 * body - 1] = to.w.z;
}

static void accel(const JdSystem *system, const Motion *motion, int frame, Vec3 *linear,
                  Vec3 *angular) {
    const SystemFrame *from = &system->frame[frame];
    *linear = *angular = vec3(0, 0, 0);
    if (from->body == 0) return;
    const PlanarBody *b = (const PlanarBody *)motion->bodies + from->body;
    const double *a = motion->a + 3 * (from->body - 1);
    Vec2 arm = turned_local(b, from);
    double w2 = b->w * b->w;
    *linear = vec3(a[0] - a[2] * arm.y - w2 * arm.x, a[1] + a[2] * arm.x - w2 * arm.y, 0);
    angular->z = a[2];
}

static double angle(const JdSystem *system, const Motion *motion, int frame) {
    const SystemFrame *from = &system->frame[frame];
    return ((const PlanarBody *)motion->bodies)[from->body].angle + from->local.angle;
}

static double kinetic(const JdSystem *system, const Motion *motion) {
    const PlanarBody *body = motion->bodies;
    double twice = 0;
    for (int b = 1; b < system->bodies; b++)
        twice += system->body[b].mass * (body[b].vx * body[b].vx + body[b].vy * body[b].vy) +
                 system->body[b].inertia[2] * body[b].w * body[b].w;
    return 0.5 * twice;
}

static double kinetic_power(const JdSystem *system, const Motion *motion) {
    const PlanarBody *body = motion->bodies;
    const double *a = motion->a;
    double power = 0;
    for (int b = 1; b < system->bodies; b++, a += 3)
        power += system->body[b].mass * (body[b].vx * a[0] + body[b].vy * a[1]) +
                 system->body[b].inertia[2] * body[b].w * a[2];
    return power;
}

/* theory (6.2): angles count as they are, lengths by the mechanism's, speeds also by themselves. */
static double error(const JdSystem *system, const double *y0, const double *y1, const double *err) {
    int n = 3 * (system->bodies - 1);
    double per_length = 1 / system->length, most = 0;
    for (int k = 0; k < n; k += 3) {
        const double *p = err + k, *v = err + n + k, *v0 = y0 + n + k, *v1 = y1 + n + k;
        double speed =
            per_length * larger(larger(fabs(v0[0]), fabs(v1[0])), larger(fabs(v0[1]), fabs(v1[1])));
        double turning = larger(fabs(v0[2]), fabs(v1[2]));
        double by_place = larger(larger(fabs(p[0]), fabs(p[1])) * per_length, fabs(p[2]));
        double by_speed = larger(larger(fabs(v[0]), fabs(v[1])) * per_length, fabs(v[2])) /
                          (1 + larger(speed, turning));
        double here = larger(by_place, by_speed);
        if (!(here <= most)) most = here;
        if (isnan(p[0] + p[1] + p[2] + v[0] + v[1] + v[2])) return INFINITY;
    }
    return most;
}

static Wrench wrench(const JdSystem *system, const Motion *motion, const SystemJoint *joint,
                     bool side_j) {
    double sum[6];
    jd_rows_pull(system, motion, joint, side_j, sum);
    return (Wrench){.force = {sum[0], sum[1], 0}, .torque = {0, 0, sum[2]}};
}

const Kernel jd_kernel_planar = {
    .name = "planar",
    .nq = 3,
    .nv = 3,
    .linear = 2,
    .body_size = sizeof(PlanarBody),
    .slot_size = sizeof(SlotNow),
    .from_pose = from_pose,
    .read = read,
    .sort = jd_planar_sort,
    .move = move,
    .rows = jd_planar_rows,
    .init = jd_planar_init,
    .derivative = derivative,
    .turn_rates = turn_rates,
    .increment = increment,
    .gravity = gravity,
    .push = push,
    .side = jd_planar_side,
    .seat = seat,
    .accel = accel,
    .hang = hang,
    .swing = swing,
    .angle = angle,
    .kinetic = kinetic,
    .error = error,
    .kinetic_power = kinetic_power,
    .wrench = wrench,
    .row = jd_planar_row,
};
