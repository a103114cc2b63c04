/* SPDX-License-Identifier: MIT
 *
 * The one routine behind every joint: value, Jacobian row and acceleration part of a sum of scalar
 * products and at most one angle, theory (2.4)-(2.9). */
#include "joint/inside.h"

static const double flat =
    1e-12; /* sine of the angle below which a disc lies flat: it has no `up` */

/* How a vector moves. With the velocities v of the centres of mass and w of the bodies
 *     rate = share_i v_i + w_i x lever_i + share_j v_j + w_j x lever_j + spin (w_j - w_i)
 *            + ((w_j - w_i).slip) along
 * and bias is the part of the second derivative without accelerations. The last part is there for
 * a disc alone: `up` turns with j, but stays behind about zj. */
typedef struct {
    Vec3 value, rate, bias;
    double share_i, share_j, spin;
    Vec3 lever_i, lever_j;
    Vec3 slip, along;
    bool disc;
} Motion;

static Vec3 turned_twice(Vec3 w, Vec3 lever) {
    return vec3_cross(w, vec3_cross(w, lever));
}

static Motion axis_motion(VectorKind kind, const Side *i, const Side *j) {
    Motion m = {.share_i = 0};
    const int frame = vector_frame(kind);
    if (frame == 2) {
        m.value = axes_at(&axes_none, vector_axis(kind));
        return m;
    }
    const Side *side = frame == 0 ? i : j;
    m.value = axes_at(&side->axes, vector_axis(kind));
    m.rate = vec3_cross(side->w, m.value);
    m.bias = vec3_cross(side->w, m.rate);
    if (frame == 0)
        m.lever_i = m.value;
    else
        m.lever_j = m.value;
    return m;
}

/* share_i OM + share_j ON: d, OM, ON, and the same shares for vM, vN. */
static Motion point_motion(double share_i, double share_j, const Side *i, const Side *j) {
    Motion m = {.share_i = share_i, .share_j = share_j};
    m.value = vec3_add(vec3_scale(share_i, i->p), vec3_scale(share_j, j->p));
    m.rate = vec3_add(vec3_scale(share_i, i->v), vec3_scale(share_j, j->v));
    m.lever_i = vec3_scale(share_i, i->arm);
    m.lever_j = vec3_scale(share_j, j->arm);
    m.bias = vec3_add(turned_twice(i->w, m.lever_i), turned_twice(j->w, m.lever_j));
    return m;
}

/* vd: the velocity of N seen from body i, d' - wi x d, so that a turn of i alone leaves it zero. */
static Motion seen_motion(const Side *i, const Side *j) {
    Motion m = point_motion(-1, 1, i, j);
    m.bias = vec3_sub(m.bias, vec3_cross(i->w, m.rate));
    m.rate = vec3_sub(m.rate, vec3_cross(i->w, m.value));
    m.lever_i = vec3_sub(m.lever_i, m.value);
    return m;
}

static Motion spin_motion(const Side *i, const Side *j) {
    return (Motion){.rate = vec3_sub(j->w, i->w), .spin = 1};
}

/* up, ahead and zj are a frame that turns with j and, about zj, so that zi stays in the plane of zj
 * and up: with w = wj - wi
 *     up' = wj x up + (w.p) ahead,   ahead' = wj x ahead - (w.p) up,   p = (zi.zj)/(zi.up) up - zj.
 * A disc that lies flat has no up: then both are zero. */
static Motion disc_motion(bool ahead, const Side *i, const Side *j) {
    const Vec3 zi = i->axes.z, zj = j->axes.z;
    const double k = vec3_dot(zi, zj);
    const Vec3 part = vec3_sub(zi, vec3_scale(k, zj));
    const double n = vec3_norm(part);
    if (n < flat) return (Motion){.disc = true};
    const Vec3 up = vec3_scale(1 / n, part), side = vec3_cross(zj, up);
    const Vec3 w = vec3_sub(j->w, i->w), p = vec3_sub(vec3_scale(k / n, up), zj);
    const double slip = vec3_dot(w, p);
    const Vec3 up_rate = vec3_add(vec3_cross(j->w, up), vec3_scale(slip, side));
    const Vec3 side_rate = vec3_sub(vec3_cross(j->w, side), vec3_scale(slip, up));

    /* (k/n)' = k'/n^3, since k^2 + n^2 = 1 */
    const double k_rate = vec3_dot(w, vec3_cross(zj, zi));
    const Vec3 p_rate =
        vec3_add(vec3_sub(vec3_scale(k_rate / (n * n * n), up), vec3_cross(j->w, zj)),
                 vec3_scale(k / n, up_rate));
    const double slip_rate = vec3_dot(w, p_rate);

    Motion m = {.disc = true, .slip = p};
    m.value = m.lever_j = ahead ? side : up;
    m.along = ahead ? vec3_scale(-1, up) : side;
    m.rate = ahead ? side_rate : up_rate;
    const Vec3 along_rate = ahead ? vec3_scale(-1, up_rate) : side_rate;
    m.bias = vec3_add(vec3_cross(j->w, m.rate),
                      vec3_add(vec3_scale(slip_rate, m.along), vec3_scale(slip, along_rate)));
    return m;
}

static Motion motion_of(VectorKind kind, const Side *i, const Side *j) {
    switch (kind) {
    case VEC_D:
        return point_motion(-1, 1, i, j);
    case VEC_VD:
        return seen_motion(i, j);
    case VEC_OM:
    case VEC_VM:
        return point_motion(1, 0, i, j);
    case VEC_ON:
    case VEC_VN:
        return point_motion(0, 1, i, j);
    case VEC_W:
        return spin_motion(i, j);
    case VEC_UP:
    case VEC_AHEAD:
        return disc_motion(kind == VEC_AHEAD, i, j);
    default:
        return axis_motion(kind, i, j);
    }
}

/* ---- Terms ---------------------------------------------------------------------------------- */

/* A moment m on j and the opposite one on i. */
static void add_pair(LockRow *row, Vec3 m) {
    row->moment_i = vec3_sub(row->moment_i, m);
    row->moment_j = vec3_add(row->moment_j, m);
}

/* The Jacobian of c a.b as far as a's rate goes: (w x lever).b = w.(lever x b). */
static void add_row(LockRow *row, double c, const Motion *a, Vec3 b) {
    const Vec3 cb = vec3_scale(c, b);
    row->force_i = vec3_add(row->force_i, vec3_scale(a->share_i, cb));
    row->force_j = vec3_add(row->force_j, vec3_scale(a->share_j, cb));
    row->moment_i = vec3_add(row->moment_i, vec3_cross(a->lever_i, cb));
    row->moment_j = vec3_add(row->moment_j, vec3_cross(a->lever_j, cb));
    if (a->spin != 0) add_pair(row, vec3_scale(a->spin, cb));
    if (a->disc) add_pair(row, vec3_scale(vec3_dot(a->along, cb), a->slip));
}

static void add_position_term(LockRow *row, double c, const Motion *a, const Motion *b) {
    row->f += c * vec3_dot(a->value, b->value);
    row->rate += c * (vec3_dot(a->rate, b->value) + vec3_dot(a->value, b->rate));
    row->bias += c * (vec3_dot(a->bias, b->value) + 2 * vec3_dot(a->rate, b->rate) +
                      vec3_dot(a->value, b->bias));
    add_row(row, c, a, b->value);
    add_row(row, c, b, a->value);
}

/* Here a is a velocity: its value is the rate of a point, or of the attitude. */
static void add_velocity_term(LockRow *row, double c, const Motion *a, const Motion *b) {
    row->f += c * vec3_dot(a->rate, b->value);
    row->bias += c * (vec3_dot(a->bias, b->value) + vec3_dot(a->rate, b->rate));
    add_row(row, c, a, b->value);
}

/* ---- Terms that most locks are made of, without the detour -----------------------------------
 * They give what the general way gives, at a third of its cost. */

static Vec3 axis_of(VectorKind kind, int frame, const Side *i, const Side *j) {
    const Axes *axes = frame == 0 ? &i->axes : frame == 1 ? &j->axes : &axes_none;
    return axes_at(axes, vector_axis(kind));
}

/* c d.a with an axis a. */
static void add_distance(LockRow *row, double c, VectorKind kind, const Side *i, const Side *j) {
    const int frame = vector_frame(kind);
    const Vec3 a = vec3_scale(c, axis_of(kind, frame, i, j));
    const Vec3 d = vec3_sub(j->p, i->p), v = vec3_sub(j->v, i->v);
    row->force_i = vec3_sub(row->force_i, a);
    row->force_j = vec3_add(row->force_j, a);
    row->moment_i = vec3_sub(row->moment_i, vec3_cross(i->arm, a));
    row->moment_j = vec3_add(row->moment_j, vec3_cross(j->arm, a));
    row->f += vec3_dot(d, a);
    row->rate += vec3_dot(v, a);
    row->bias += vec3_dot(vec3_sub(turned_twice(j->w, j->arm), turned_twice(i->w, i->arm)), a);
    if (frame == 2) return;

    /* a turns with its body. */
    const Vec3 w = frame == 0 ? i->w : j->w, turning = vec3_cross(w, a);
    Vec3 *moment = frame == 0 ? &row->moment_i : &row->moment_j;
    row->rate += vec3_dot(d, turning);
    row->bias += 2 * vec3_dot(v, turning) + vec3_dot(d, vec3_cross(w, turning));
    *moment = vec3_add(*moment, vec3_cross(a, d));
}

/* c a.b with an axis a of i and b of j: a matter of w = wj - wi alone, but for its change seen
 * from i, -wi x w. */
static void add_axes(LockRow *row, double c, Vec3 axis, Vec3 b, const Side *i, const Side *j) {
    const Vec3 a = vec3_scale(c, axis), w = vec3_sub(j->w, i->w), moment = vec3_cross(b, a);
    row->f += vec3_dot(a, b);
    row->rate += vec3_dot(w, moment);
    row->bias += vec3_dot(a, turned_twice(w, b)) - vec3_dot(vec3_cross(i->w, w), moment);
    add_pair(row, moment);
}

static void add_term(LockRow *row, const LockTerm *term, const Side *i, const Side *j) {
    const int frame_a = vector_frame(term->a), frame_b = vector_frame(term->b);
    if (term->a == VEC_D && frame_b >= 0) {
        add_distance(row, term->c, term->b, i, j);
        return;
    }
    if (frame_a == 0 && frame_b == 1) {
        const Vec3 a = axis_of(term->a, 0, i, j), b = axis_of(term->b, 1, i, j);
        add_axes(row, term->c, a, b, i, j);
        return;
    }
    const Motion a = motion_of(term->a, i, j), b = motion_of(term->b, i, j);
    add_position_term(row, term->c, &a, &b);
}

static void add_turn(LockRow *row, const Lock *lock, const Side *i, const Side *j) {
    const Angle angle = jd_turn_eval(&lock->about, i, j);
    row->angle = angle.value;
    row->f += lock->turn * angle.value;
    row->rate += lock->turn * angle.rate;
    row->bias += lock->turn * angle.bias;
    add_pair(row, vec3_scale(lock->turn, angle.moment));
}

LockRow jd_lock_eval(const Lock *lock, const Side *i, const Side *j) {
    LockRow row = {.f = lock->constant};
    for (int n = 0; n < lock->count; n++) {
        const LockTerm *term = &lock->terms[n];
        if (!lock->velocity) {
            add_term(&row, term, i, j);
            continue;
        }
        const Motion a = motion_of(term->a, i, j), b = motion_of(term->b, i, j);
        add_velocity_term(&row, term->c, &a, &b);
    }
    if (lock->turn != 0) add_turn(&row, lock, i, j);
    if (lock->velocity) row.rate = row.f;
    return row;
}
