/* SPDX-License-Identifier: MIT
 *
 * Turns that are no motions: those of point masses, and of thin rods about their length. What has
 * no moment of inertia and nothing that could turn it has no attitude there; it is kept at rest. */
#include "build/inside.h"

/* Moments of inertia that are the same, as a share; and lengths that are none, of the mechanism's.
 */
static const double same = 1e-9, no_length = 1e-12;

/* A frame on body b at a distance from axis n through its centre of mass: forces there turn it. */
static void note_arm(JdSystem *system, int frame) {
    const SystemFrame *at = &system->frame[frame];
    const double arm[3] = {at->local.p.x, at->local.p.y, at->local.p.z};
    const double near = no_length * system->length;
    for (int n = 0; n < 3; n++)
        if (fabs(arm[(n + 1) % 3]) > near || fabs(arm[(n + 2) % 3]) > near)
            system->body[at->body].idle[n] = false;
}

static void note_turned(JdSystem *system, int body) {
    for (int n = 0; n < 3; n++) system->body[body].idle[n] = false;
}

/* What keeps a planar model in its plane turns no body about the plane's normal. */
static void note_lock(JdSystem *system, const Lock *lock, int body) {
    const bool normal = system->body[body].idle[AXIS_Z];
    note_turned(system, body);
    if (system->flat && jd_lock_names_z(lock)) system->body[body].idle[AXIS_Z] = normal;
}

/* A force along a slide has the direction of an axis of i, and acts at the point of j. */
static void note_free(JdSystem *system, int joint, int number) {
    const SystemJoint *at = &system->joint[joint];
    note_turned(system, at->body_i);
    if (at->free[number]->kind != FREE_SLIDE) note_turned(system, at->body_j);
}

static bool turns_body(const Lock *lock, bool side_j) {
    if (lock->turn != 0) return true;
    for (int t = 0; t < lock->count; t++) {
        const VectorKind kinds[2] = {lock->terms[t].a, lock->terms[t].b};
        for (int n = 0; n < 2; n++) {
            if (kinds[n] > VEC_Z0 && kinds[n] != VEC_VM && kinds[n] != VEC_VN) return true;
            if (kinds[n] < VEC_XI || kinds[n] > VEC_ZJ) continue;
            if ((kinds[n] >= VEC_XJ) == side_j) return true;
        }
    }
    return false;
}

/* A light body that is alike in all directions normal to an axis turns about it at a constant rate,
 * whatever its inertia there: theory (8.4). */
static bool is_round(const JdSystem *system, const SystemBody *body, int n) {
    const double a = body->inertia[(n + 1) % 3], b = body->inertia[(n + 2) % 3];
    return jd_is_light(system, body->inertia[n], true) &&
           (system->space == JD_PLANAR || fabs(a - b) <= same * fmax(a, b));
}

/* In the plane there is one axis to turn about. */
static void begin_idle(JdSystem *system) {
    for (int k = 1; k < system->bodies; k++)
        for (int n = 0; n < 3; n++) {
            SystemBody *body = &system->body[k];
            const bool may_turn = system->space == JD_SPATIAL || n == AXIS_Z;
            body->idle[n] =
                may_turn && body->mass > 0 && (body->inertia[n] == 0 || is_round(system, body, n));
        }
}

/* What nothing turns stays at rest, or keeps on turning, by any inertia. */
static void end_idle(JdSystem *system) {
    const double some = system->weight * system->length * system->length;
    for (int k = 1; k < system->bodies; k++)
        for (int n = 0; n < 3; n++) {
            SystemBody *body = &system->body[k];
            body->turning[n] = body->idle[n] ? some : body->inertia[n];
            body->idle[n] = body->idle[n] && body->inertia[n] == 0;
        }
}

/* ---- Light bodies whose axes may be any -------------------------------------------------------
 */

static void note_line(const JdSystem *system, int frame, int body, Vec3 *along, bool *straight) {
    const SystemFrame *at = &system->frame[frame];
    if (at->body != body) return;
    const double near = no_length * system->length;
    if (vec3_norm(*along) <= near) *along = at->local.p;
    const double size = vec3_norm(*along);
    if (size > near && vec3_norm(vec3_cross(*along, at->local.p)) > near * size) *straight = false;
}

/* The body's axes are turned by R, and all that is fixed on it stays where it is. */
static void turn_axes(JdSystem *system, int body, const Axes *R) {
    SystemBody *of = &system->body[body];
    of->pose.axes = jd_axes_absolute(&of->pose.axes, R);
    for (int f = 0; f < system->frames; f++) {
        SystemFrame *frame = &system->frame[f];
        if (frame->body != body) continue;
        frame->local.p = axes_in(R, frame->local.p);
        frame->local.axes = jd_axes_relative(R, &frame->local.axes);
    }
}

/* One with the same inertia about all axes gets one of them along the line on which its joints are.
 */
static void align_axes(JdSystem *system, int body) {
    const double *I = system->body[body].inertia;
    const double most = fmax(I[0], fmax(I[1], I[2])), least = fmin(I[0], fmin(I[1], I[2]));
    if (!jd_is_light(system, most, true) || most - least > same * most || !(least > 0)) return;
    Vec3 along = {0, 0, 0};
    bool straight = true;
    for (int k = 0; k < system->joints; k++) {
        if (system->joint[k].couples) continue;
        note_line(system, system->joint[k].frame_i, body, &along, &straight);
        note_line(system, system->joint[k].frame_j, body, &along, &straight);
    }
    const double size = vec3_norm(along);
    if (!straight || !(size > no_length * system->length)) return;
    const Vec3 x = vec3_scale(1 / size, along);
    const Vec3 other = fabs(x.z) < 0.7 ? vec3(0, 0, 1) : vec3(1, 0, 0);
    Vec3 y = vec3_cross(other, x);
    y = vec3_scale(1 / vec3_norm(y), y);
    turn_axes(system, body, &(Axes){x, y, vec3_cross(x, y)});
}

/* Some of what makes its torque is not zero, or may not be. */
static bool has_torque(const ModelForce *force) {
    const ForceType *type = force->type;
    for (int n = 0; n < 2 && type->torques[n]; n++) {
        const FieldValue *value = &force->fields[type->torques[n] - 1];
        for (int c = 0; c < 3; c++)
            if (value->expr[c] || fabs(value->number[c]) > 0) return true;
    }
    return type->turns && !type->torques[0];
}

static void note_force(const Builder *b, int number) {
    JdSystem *system = b->system;
    const SystemForce *force = &system->force[number];
    if (force->type->target == FORCE_ON_FREE) {
        note_free(system, force->joint, force->free);
        return;
    }
    const bool torque = has_torque(&b->model->forces.at[number]);
    note_arm(system, force->frame_i);
    note_arm(system, force->frame_j);
    if (torque || (force->type->turns && force->type->at_n))
        note_turned(system, system->frame[force->frame_i].body);
    if (torque) note_turned(system, system->frame[force->frame_j].body);
}

bool jd_build_idle(Builder *b) {
    JdSystem *system = b->system;
    for (int k = 1; k < system->bodies && system->space == JD_SPATIAL; k++) align_axes(system, k);
    begin_idle(system);
    for (int k = 0; k < system->joints; k++) {
        const SystemJoint *joint = &system->joint[k];
        for (int n = 0; n < 2 && joint->couples; n++)
            note_free(system, joint->coupled[n], joint->coupled_free[n]);
        if (joint->couples) continue;
        note_arm(system, joint->frame_i);
        note_arm(system, joint->frame_j);
        for (int n = 0; n < joint->locks; n++) {
            const Lock *lock = &joint->lock_row[n].lock;
            if (turns_body(lock, false)) note_lock(system, lock, joint->body_i);
            if (turns_body(lock, true)) note_lock(system, lock, joint->body_j);
        }
    }
    for (int k = 0; k < system->forces; k++) note_force(b, k);
    for (int d = 0; d < system->drives; d++)
        note_free(system, system->drive[d].joint, system->drive[d].free);
    end_idle(system);
    return true;
}
