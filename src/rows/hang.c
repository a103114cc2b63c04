/* SPDX-License-Identifier: MIT
 *
 * Moving a body in space with its parent across a joint, position and velocity. What the joint's
 * two frames are off by stays as it is; only the frees change. */
#include "rows/spatial.h"
#include <string.h>

enum { NQ = 7, NV = 6 };

typedef struct {
    Vec3 p;
    Axes axes;
} Place;

static Place body_place(const double *q, int body) {
    if (body == 0) return (Place){{0, 0, 0}, axes_none};
    const double *at = q + NQ * (body - 1);
    return (Place){vec3(at[0], at[1], at[2]), jd_quat_axes((Quat){at[3], at[4], at[5], at[6]})};
}

static Place outward(Place from, Place local) {
    return (Place){vec3_add(from.p, axes_out(&from.axes, local.p)),
                   jd_axes_absolute(&from.axes, &local.axes)};
}

static Place inverse(Place a) {
    return (Place){vec3_scale(-1, axes_in(&a.axes, a.p)), jd_axes_inverse(&a.axes)};
}

static Place frame_place(const JdSystem *system, int frame) {
    const Pose *local = &system->frame[frame].local;
    return (Place){local->p, local->axes};
}

/* Frame j seen from frame i. */
static Place across(const JdSystem *system, const SystemJoint *joint, const double *q) {
    Place i = outward(body_place(q, joint->body_i), frame_place(system, joint->frame_i));
    Place j = outward(body_place(q, joint->body_j), frame_place(system, joint->frame_j));
    return outward(inverse(i), j);
}

static Vec3 unit_axis(AxisName axis) {
    return axes_at(&axes_none, axis);
}

/* Slides along i's axes; turns one after the other: from the angles before to those after. */
static void add_frees(const SystemJoint *joint, const double *delta, Place *step) {
    const Turn turns = jd_free_turns(joint->free, joint->frees);
    double angles[3] = {0}, after[3];
    int t = 0;
    if (turns.count) jd_axes_angles(&step->axes, turns.axes, turns.count, angles);
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const double along = def->kind == FREE_SLIDE ? delta[f] : joint->lead[f] * delta[f];
        step->p = vec3_add(step->p, vec3_scale(along, unit_axis(def->axis)));
        if (def->kind != FREE_SLIDE) after[t] = angles[t] + delta[f], t++;
    }
    if (!turns.count) return;
    const Axes old = jd_axes_sequence(turns.axes, turns.count, angles),
               new = jd_axes_sequence(turns.axes, turns.count, after),
               off = jd_axes_relative(&old, &step->axes);
    step->axes = jd_axes_absolute(&new, &off);
}

void jd_spatial_hang(const JdSystem *system, int k, int body, const double *delta,
                     const double *old_q, double *q) {
    const SystemJoint *joint = &system->joint[k];
    Place step = across(system, joint, old_q);
    add_frees(joint, delta, &step);
    const bool is_j = body == joint->body_j;
    const int parent = jd_parent_across(joint, body);
    const Place near = frame_place(system, is_j ? joint->frame_i : joint->frame_j);
    const Place far = frame_place(system, is_j ? joint->frame_j : joint->frame_i);
    Place place = outward(body_place(q, parent), near);
    place = outward(outward(place, is_j ? step : inverse(step)), inverse(far));
    const Pose pose = {.p = place.p, .axes = jd_axes_nearest(&place.axes)};
    system->kernel->from_pose(&pose, q + NQ * (body - 1));
}

/* ---- Velocities, in the plane too: theory (7.3), (8.7)
 * --------------------------------------------------------------- */

/* Angular velocity of j seen from i: each turn about its axis as the turns before leave it. */
static Vec3 turning(const SystemJoint *joint, const Side *i, const Side *j, const double *rates) {
    const Turn turns = jd_free_turns(joint->free, joint->frees);
    const Axes seen = jd_axes_relative(&i->axes, &j->axes);
    double angles[3] = {0};
    Vec3 w = {0, 0, 0};
    if (turns.count) jd_axes_angles(&seen, turns.axes, turns.count, angles);
    for (int f = 0, t = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        if (def->kind == FREE_SLIDE) continue;
        Vec3 axis = unit_axis(def->axis);
        if (def->kind == FREE_TURN) {
            const Axes before = jd_axes_sequence(turns.axes, t++, angles);
            axis = axes_out(&before, axis);
        }
        w = vec3_add(w, vec3_scale(rates[f], axis));
    }
    return axes_out(&i->axes, w);
}

static Vec3 sliding(const SystemJoint *joint, const Side *i, const double *rates) {
    Vec3 v = {0, 0, 0};
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const double along = def->kind == FREE_SLIDE ? rates[f] : joint->lead[f] * rates[f];
        v = vec3_add(v, vec3_scale(along, unit_axis(def->axis)));
    }
    return axes_out(&i->axes, v);
}

BodyMotion jd_swing(const JdSystem *system, const Motion *motion, int k, int body,
                    BodyMotion parent, const double *rates) {
    const SystemJoint *joint = &system->joint[k];
    const Side i = system->kernel->side(system, motion, joint->frame_i),
               j = system->kernel->side(system, motion, joint->frame_j);
    const bool is_j = body == joint->body_j;
    const Vec3 from = system->kernel->side(system, motion, jd_parent_across(joint, body)).p;
    const Vec3 w_free = turning(joint, &i, &j, rates), slide = sliding(joint, &i, rates);
    const Vec3 w = is_j ? vec3_add(parent.w, w_free) : vec3_sub(parent.w, w_free);
    /* N as a point of body i, then what slides; for i the same read the other way. */
    Vec3 at = vec3_add(parent.v, vec3_cross(parent.w, vec3_sub(j.p, from)));
    if (is_j)
        at = vec3_add(at, slide);
    else
        at = vec3_sub(vec3_sub(at, slide), vec3_cross(w, vec3_sub(j.p, i.p)));
    return (BodyMotion){vec3_sub(at, vec3_cross(w, is_j ? j.arm : i.arm)), w};
}

void jd_spatial_swing(const JdSystem *system, const Motion *motion, int k, int body,
                      const double *rates, double *v) {
    const SpatialBody *bodies = motion->bodies;
    const int parent = jd_parent_across(&system->joint[k], body);
    const double *from = v + NV * (parent - 1);
    BodyMotion base = {{0, 0, 0}, {0, 0, 0}};
    if (parent)
        base = (BodyMotion){vec3(from[0], from[1], from[2]),
                            axes_out(&bodies[parent].R, vec3(from[3], from[4], from[5]))};
    const BodyMotion to = jd_swing(system, motion, k, body, base, rates);
    const Vec3 own = axes_in(&bodies[body].R, to.w);
    const double all[NV] = {to.v.x, to.v.y, to.v.z, own.x, own.y, own.z};
    memcpy(v + NV * (body - 1), all, sizeof all);
}
