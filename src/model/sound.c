/* SPDX-License-Identifier: MIT
 *
 * What must hold of a model without mistakes, whoever filled it: text, JSON, C calls, a graph that
 * became a mechanism. Whoever compiles, draws or writes a model relies on it. Nothing is left of it
 * where assertions are off. */
#include "model/model.h"
#include <assert.h>

#ifndef NDEBUG

static bool is_frame(const JdModel *m, int frame) {
    return jd_is_index(frame, m->frames.count);
}

/* Body 0 and frame 0 are the ground. */
static void check_frames(const JdModel *m) {
    assert(m->bodies.count >= 1 && m->frames.count >= 1);
    assert(m->frames.at[0].body == 0 && m->frames.at[0].node == 0);
    for (int f = 0; f < m->frames.count; f++) {
        const ModelFrame *frame = &m->frames.at[f];
        assert(jd_is_index(frame->body, m->bodies.count));
        assert(frame->node >= 0 && frame->node <= m->nodes.count);
    }
    for (int n = 0; n < m->nodes.count; n++) {
        const ModelNode *node = &m->nodes.at[n];
        assert(is_frame(m, node->frame) && m->frames.at[node->frame].node == n + 1);
        assert(node->state >= 0);
        assert(node->state + jd_model_width(m) <= m->states.count);
    }
}

static void check_bodies(const JdModel *m) {
    for (int b = 1; b < m->bodies.count; b++) {
        const ModelBody *body = &m->bodies.at[b];
        assert(body->name);
        assert(isfinite(body->mass) && body->mass >= 0);
        assert(!body->massless || body->mass == 0);
        assert(body->point_count == 0 || body->points);
    }
}

static void check_free(const JdModel *m, int joint, int free) {
    const FreeDef *frees[JOINT_FREES];
    const bool planar = m->space == JD_PLANAR;
    assert(jd_is_index(joint, m->joints.count));
    assert(jd_is_index(free, jd_joint_frees(m->joints.at[joint].type, planar, frees)));
}

/* A coupling is of joints that came before it, a joint of frames on two bodies. */
static void check_joints(const JdModel *m) {
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        assert(joint->name && joint->type);
        assert(joint->before >= -1 && joint->before < k);
        assert(!joint->cut || !joint->kept);
        if (joint->type->couples) {
            assert(joint->i < k && joint->j < k);
            check_free(m, joint->i, joint->free_i);
            check_free(m, joint->j, joint->free_j);
            continue;
        }
        assert(is_frame(m, joint->i) && is_frame(m, joint->j));
        assert(m->frames.at[joint->i].body != m->frames.at[joint->j].body);
    }
}

static void check_forces(const JdModel *m) {
    for (int k = 0; k < m->forces.count; k++) {
        const ModelForce *force = &m->forces.at[k];
        assert(force->name && force->type);
        if (force->type->target == FORCE_ON_FREE) {
            assert(force->target);
            continue;
        }
        assert(is_frame(m, force->i) && is_frame(m, force->j) && is_frame(m, force->resolve));
    }
    for (int k = 0; k < m->drives.count; k++)
        assert(m->drives.at[k].target && m->drives.at[k].motion);
}

/* States, signals, sensors, tables, delays. */
static void check_values(const JdModel *m) {
    for (int k = 0; k < m->states.count; k++) {
        const ModelState *state = &m->states.at[k];
        assert(state->name && state->scale > 0);
        assert(state->drive >= 0 && state->drive <= m->drives.count);
        assert(state->rate || state->drive > 0);
    }
    for (int k = 0; k < m->signals.count; k++) {
        const ModelSignal *signal = &m->signals.at[k];
        assert(signal->name && signal->count >= 1 && signal->count <= 3);
        for (int n = 0; n < signal->count; n++) assert(signal->value[n]);
    }
    for (int k = 0; k < m->sensors.count; k++) {
        const ModelSensor *sensor = &m->sensors.at[k];
        assert(sensor->joint >= -1 && sensor->joint < m->joints.count);
        assert(sensor->force >= -1 && sensor->force < m->forces.count);
        assert(is_frame(m, sensor->along));
        if (sensor->joint < 0 && sensor->force < 0)
            assert(is_frame(m, sensor->i) && is_frame(m, sensor->j));
    }
    for (int k = 0; k < m->tables.count; k++)
        assert(m->tables.at[k].name && m->tables.at[k].values);
    for (int k = 0; k < m->delays.count; k++)
        assert(jd_is_index(m->delays.at[k].source, m->signals.count) && m->delays.at[k].by > 0);
}

static void check_events(const JdModel *m) {
    for (int k = 0; k < m->whens.count; k++) {
        const ModelWhen *when = &m->whens.at[k];
        assert(when->condition);
        assert(when->snaps >= 0 && when->snaps <= m->nodes.count);
        for (int n = 0; n < when->sets; n++) assert(when->set[n].target && when->set[n].value);
        for (int n = 0; n < when->impulses; n++)
            assert(when->impulse[n].target && when->impulse[n].value);
        for (int n = 0; n < when->switches; n++) assert(when->turn[n].force);
    }
}

static void check_looks(const JdModel *m) {
    for (int k = 0; k < m->shows.count; k++)
        assert(m->shows.at[k].type && jd_is_index(m->shows.at[k].body, m->bodies.count));
    for (int k = 0; k < m->follows.count; k++) {
        const ModelFollow *follow = &m->follows.at[k];
        assert(follow->frame == -1 || is_frame(m, follow->frame));
        assert(is_frame(m, follow->along));
    }
}

void jd_model_is_sound(const JdModel *m) {
    assert(m->errors == 0);
    check_frames(m);
    check_bodies(m);
    check_joints(m);
    check_forces(m);
    check_values(m);
    check_events(m);
    check_looks(m);
}

#else

void jd_model_is_sound(const JdModel *m) {
    (void)m;
}

#endif
