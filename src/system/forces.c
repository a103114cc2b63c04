/* SPDX-License-Identifier: MIT
 *
 * All applied forces at one instant: gravity, then each force of the model, into the right-hand
 * side. */
#include "system/system.h"
#include <assert.h>

/* The values of a force's fields: where some are expressions these are worked out, and all of them
 * put into `room`. */
static const double *eval_fields(const SystemForce *force, const Motion *m, double *room) {
    assert(force->values <= 3 * TYPE_FIELDS);
    if (!force->varies) return force->fields;
    for (int k = 0; k < force->values; k++)
        room[k] = force->program[k] ? jd_program_eval_at(force->program[k], jd_now(m), m->inputs)
                                    : force->fields[k];
    return room;
}

/* What besides the frames a type of force reads. */
static void look_at(const JdSystem *s, const Motion *m, const SystemForce *force, ForceInput *in) {
    if (force->type->resolves) in->axes = s->kernel->side(s, m, force->frame_r).axes;
    in->planar = s->space == JD_PLANAR || s->flat;
    if (force->type->twists && in->planar)
        in->turned =
            s->kernel->angle(s, m, force->frame_j) - s->kernel->angle(s, m, force->frame_i);
}

/* The torque on body j, as body i feels it with the opposite sign: that of a force which acts at N
 * has an arm there. */
static Vec3 torque_on_i(const ForceOutput *out, const ForceInput *in, const ForceType *type) {
    if (!type->at_n) return out->torque;
    return vec3_add(out->torque, vec3_cross(vec3_sub(in->j.p, in->i.p), out->force));
}

/* A force that is switched off shows where it is, and does nothing. */
static void rest(const Motion *m, int k, ForceOutput *out) {
    if (!m->off || !m->off[k]) return;
    out->force = out->torque = vec3(0, 0, 0);
    out->effort = out->energy = out->conservative = out->dissipated = 0;
}

static void eval_between(const JdSystem *s, const Motion *m, int k, ForceInput *in,
                         ForceOutput *out) {
    const SystemForce *force = &s->force[k];
    in->i = s->kernel->side(s, m, force->frame_i);
    in->j = s->kernel->side(s, m, force->frame_j);
    look_at(s, m, force, in);
    force->type->eval(in, out);
    rest(m, k, out);
}

void jd_force_now(const JdSystem *s, const Motion *m, int k, ForceInput *in, ForceOutput *out) {
    double values[3 * TYPE_FIELDS];
    in->fields = eval_fields(&s->force[k], m, values);
    eval_between(s, m, k, in, out);
    in->fields = NULL;
}

static void apply_between(const JdSystem *s, Motion *m, int k, ForceInput *in, double *Q) {
    const SystemForce *force = &s->force[k];
    /* The ground feels nothing, and nothing is done on it. */
    const bool reacts = force->type->target == FORCE_BETWEEN && s->frame[force->frame_i].seat != 0;
    ForceOutput *out = &m->forces[k];
    eval_between(s, m, k, in, out);
    s->kernel->push(s, m, force->frame_j, out->force, out->torque, Q);
    m->power[k] = vec3_dot(out->force, in->j.v) + vec3_dot(out->torque, in->j.w);
    if (!reacts) return;
    const Vec3 torque = torque_on_i(out, in, force->type);
    s->kernel->push(s, m, force->frame_i, vec3_scale(-1, out->force), vec3_scale(-1, torque), Q);
    m->power[k] -= vec3_dot(out->force, in->i.v) + vec3_dot(torque, in->i.w);
}

/* A blow on a free, as if it were an effort. */
static void strike(const JdSystem *s, Motion *m, const struct Strike *blow, double *Q) {
    const SystemJoint *joint = &s->joint[blow->joint];
    const TreeFree *known = jd_tree_free(m, blow->joint);
    RowNow row;
    if (known) {
        m->tree_effort[known->u + blow->free] += blow->effort;
        return;
    }
    s->kernel->row(s, m, &joint->free_row[blow->free], joint->frame_i, joint->frame_j, &row);
    jd_row_push(s, joint, &row, blow->effort, Q);
}

/* An effort on a free acts on both bodies through the free's own Jacobian row, theory (4.4): of an
 * angle of a ball along the gradient of that angle, so that its power is effort times rate. */
static void apply_on_free(const JdSystem *s, Motion *m, int k, ForceInput *in, double *Q) {
    assert(s->force[k].joint >= 0 && s->force[k].free >= 0 &&
           s->force[k].free < s->joint[s->force[k].joint].frees);
    const SystemForce *force = &s->force[k];
    const SystemJoint *joint = &s->joint[force->joint];
    ForceOutput *out = &m->forces[k];
    RowNow row;
    const TreeFree *known = jd_tree_free(m, force->joint);
    if (known) {
        in->position = m->tree_q[known->q + force->free];
        in->rate = m->tree_u[known->u + force->free];
        force->type->eval(in, out);
        rest(m, k, out);
        m->tree_effort[known->u + force->free] += out->effort;
        m->power[k] = out->effort * in->rate;
        return;
    }
    s->kernel->row(s, m, &joint->free_row[force->free], joint->frame_i, joint->frame_j, &row);
    in->position = row.f;
    in->rate = row.rate;
    force->type->eval(in, out);
    rest(m, k, out);
    jd_row_push(s, joint, &row, out->effort, Q);
    m->power[k] = out->effort * in->rate;
}

void jd_forces_eval(const JdSystem *s, Motion *m, double *Q) {
    s->kernel->gravity(s, m, Q);
    jd_forces_add(s, m, Q);
}

/* Those that read what others store, or the others. */
static void apply_all(const JdSystem *s, Motion *m, bool reads_store, double *Q) {
    for (int k = 0; k < s->forces; k++) {
        double values[3 * TYPE_FIELDS];
        ForceInput
            in; /* only what the type reads is filled: it is larger than its forces are dear */
        if (s->force[k].reads_store != reads_store) continue;
        in.fields = eval_fields(&s->force[k], m, values);
        if (s->force[k].type->target == FORCE_ON_FREE)
            apply_on_free(s, m, k, &in, Q);
        else
            apply_between(s, m, k, &in, Q);
    }
}

void jd_forces_add(const JdSystem *s, Motion *m, double *Q) {
    if (s->earlies) jd_inputs_early(s, m);
    if (s->nodes) jd_nodes_solve(s, m);
    apply_all(s, m, false, Q);
    if (s->rigid) jd_soft_push(s, m, Q);
    if (s->storeds) { /* what is stored at this instant, not at the last evaluation */
        jd_inputs_stored(s, m);
        apply_all(s, m, true, Q);
    }
    if (s->lates) jd_inputs_late(s, m);
    for (int k = 0; k < m->strikes; k++) strike(s, m, &m->strike[k], Q);
}
