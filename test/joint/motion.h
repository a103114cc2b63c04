/* SPDX-License-Identifier: MIT
 *
 * Two bodies in motion, for the tests of joints: random states, the exact motion with constant
 * acceleration from there, and the Side that a joint sees. */
#ifndef TEST_MOTION_H
#define TEST_MOTION_H

#include "check.h"
#include "joint/joint.h"

typedef struct {
    Vec3 G, v, a;  /* centre of mass */
    Axes R;        /* attitude */
    Vec3 w, alpha; /* angular velocity and acceleration */
    Vec3 arm;      /* the frame's origin and axes, seen from the body */
    Axes frame;
} Mover;

static const Axes unit_axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static inline Vec3 any_vector(bool planar) {
    const double x = check_uniform(-1, 1), y = check_uniform(-1, 1), z = check_uniform(-1, 1);
    return vec3(x, y, planar ? 0 : z);
}

/* A vector along z in the plane, any in space. */
static inline Vec3 any_turn(bool planar, double size) {
    const Vec3 v = vec3_scale(size, any_vector(false));
    return planar ? vec3(0, 0, v.z) : v;
}

/* v turned by the rotation vector phi: Rodrigues. */
static inline Vec3 turned(Vec3 phi, Vec3 v) {
    const double angle = vec3_norm(phi);
    if (angle < 1e-300) return v;
    const Vec3 n = vec3_scale(1 / angle, phi), across = vec3_cross(n, v);
    const Vec3 part = vec3_add(v, vec3_scale(sin(angle), across));
    return vec3_add(part, vec3_scale(1 - cos(angle), vec3_cross(n, across)));
}

static inline Axes turned_axes(Vec3 phi, Axes axes) {
    return (Axes){turned(phi, axes.x), turned(phi, axes.y), turned(phi, axes.z)};
}

static inline Vec3 out_of(Axes axes, Vec3 v) {
    const Vec3 xy = vec3_add(vec3_scale(v.x, axes.x), vec3_scale(v.y, axes.y));
    return vec3_add(xy, vec3_scale(v.z, axes.z));
}

static inline Axes axes_out_of(Axes outer, Axes inner) {
    return (Axes){out_of(outer, inner.x), out_of(outer, inner.y), out_of(outer, inner.z)};
}

static inline Mover any_mover(bool planar) {
    Mover m = {.G = any_vector(planar), .v = any_vector(planar), .a = any_vector(planar)};
    m.R = turned_axes(any_turn(planar, 3), unit_axes);
    m.w = any_turn(planar, 2);
    m.alpha = any_turn(planar, 2);
    m.arm = any_vector(planar);
    m.frame = turned_axes(any_turn(planar, 3), unit_axes);
    return m;
}

static inline Side side_of(const Mover *m) {
    Side side = {.arm = out_of(m->R, m->arm), .axes = axes_out_of(m->R, m->frame), .w = m->w};
    side.p = vec3_add(m->G, side.arm);
    side.v = vec3_add(m->v, vec3_cross(m->w, side.arm));
    return side;
}

/* The body a time t later: constant acceleration, and attitude turned by phi = w t + alpha t^2/2,
 * whose angular velocity has the derivative alpha at t = 0. */
static inline Mover moved(Mover m, double t) {
    const Vec3 phi = vec3_add(vec3_scale(t, m.w), vec3_scale(t * t / 2, m.alpha));
    const Vec3 rate = vec3_add(m.w, vec3_scale(t, m.alpha));
    const double angle = vec3_norm(phi);
    const bool small = angle < 1e-4;
    const double c = small ? 0.5 : (1 - cos(angle)) / (angle * angle);
    const double s = small ? 1.0 / 6 : (angle - sin(angle)) / (angle * angle * angle);
    const Vec3 across = vec3_cross(phi, rate);
    m.G = vec3_add(m.G, vec3_add(vec3_scale(t, m.v), vec3_scale(t * t / 2, m.a)));
    m.v = vec3_add(m.v, vec3_scale(t, m.a));
    m.R = turned_axes(phi, m.R);
    m.w = vec3_add(vec3_add(rate, vec3_scale(c, across)), vec3_scale(s, vec3_cross(phi, across)));
    return m;
}

/* Puts the frame of j against that of i by the free motions of a type, in their order. A screw
 * advances by one of the values of the type's fields. */
static inline void place_by_frees(const FreeDef *const *frees, int count, const double *q,
                                  const double *values, const Mover *i, Mover *j) {
    const Side side = side_of(i);
    Vec3 p = side.p;
    Axes axes = side.axes;
    for (int n = 0; n < count; n++) {
        const Vec3 list[3] = {axes.x, axes.y, axes.z};
        const Vec3 along = vec3_scale(q[n], list[frees[n]->axis]);
        if (frees[n]->kind == FREE_SLIDE)
            p = vec3_add(p, along);
        else
            axes = turned_axes(along, axes);
        if (frees[n]->lead > 0)
            p = vec3_add(p, vec3_scale(values[frees[n]->lead - 1] / (2 * pi), along));
    }
    /* R frame = axes, so R = axes frame^T. */
    const Axes back = {vec3(j->frame.x.x, j->frame.y.x, j->frame.z.x),
                       vec3(j->frame.x.y, j->frame.y.y, j->frame.z.y),
                       vec3(j->frame.x.z, j->frame.y.z, j->frame.z.z)};
    j->R = axes_out_of(axes, back);
    j->G = vec3_sub(p, out_of(j->R, j->arm));
}

enum { ROW_LENGTH = 12 };

/* The list of frees that jd_free_lock and others want. */
static inline int list_frees(const FreeDef *defs, const FreeDef **frees) {
    int count = 0;
    while (count < JOINT_FREES && defs[count].kind != FREE_NONE) {
        frees[count] = &defs[count];
        count++;
    }
    return count;
}

static inline void row_numbers(const LockRow *row, double out[ROW_LENGTH]) {
    const Vec3 parts[4] = {row->force_i, row->moment_i, row->force_j, row->moment_j};
    for (int n = 0; n < 4; n++) {
        out[3 * n] = parts[n].x;
        out[3 * n + 1] = parts[n].y;
        out[3 * n + 2] = parts[n].z;
    }
}

/* The Jacobian row times any (v_i, w_i, v_j, w_j). */
static inline double row_times(const LockRow *row, Vec3 vi, Vec3 wi, Vec3 vj, Vec3 wj) {
    return vec3_dot(row->force_i, vi) + vec3_dot(row->moment_i, wi) + vec3_dot(row->force_j, vj) +
           vec3_dot(row->moment_j, wj);
}

static inline LockRow eval_at(const Lock *lock, const Mover *i, const Mover *j, double t) {
    const Mover it = moved(*i, t), jt = moved(*j, t);
    const Side si = side_of(&it), sj = side_of(&jt);
    return jd_lock_eval(lock, &si, &sj);
}

#endif
