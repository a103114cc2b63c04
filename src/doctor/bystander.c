/* SPDX-License-Identifier: MIT
 *
 * A body of one point that a single joint holds there, that nothing pushes and nothing follows,
 * while another joint passes it by at the very same place: a die block that its slot does not
 * hold, the cross of a coupling that has only one of its keys. The other joint was meant to hold
 * it. */
#include "doctor/inside.h"
#include <string.h>

static int body_of(const JdModel *m, int joint, int side) {
    const ModelJoint *at = &m->joints.at[joint];
    return m->frames.at[side ? at->j : at->i].body;
}

/* The one joint of a body; -1: it has none, or more. */
static int only_joint(const JdModel *m, int b) {
    int found = -1;
    for (int k = 0; k < m->joints.count; k++) {
        if (m->joints.at[k].type->couples) continue;
        if (body_of(m, k, 0) != b && body_of(m, k, 1) != b) continue;
        if (found >= 0) return -1;
        found = k;
    }
    return found;
}

/* A force acts on the body, or on a free of its joint; a coupling or a drive moves it. */
static bool is_acted_on(const JdModel *m, int b, int joint) {
    const char *name = m->joints.at[joint].name;
    const size_t length = strlen(name);
    for (int n = 0; n < m->forces.count; n++) {
        const ModelForce *force = &m->forces.at[n];
        if (force->target && !strncmp(force->target, name, length) && force->target[length] == '.')
            return true;
        if ((force->i >= 0 && m->frames.at[force->i].body == b) ||
            (force->j >= 0 && m->frames.at[force->j].body == b))
            return true;
    }
    for (int d = 0; d < m->drives.count; d++)
        if (!strncmp(m->drives.at[d].target, name, length) && m->drives.at[d].target[length] == '.')
            return true;
    for (int k = 0; k < m->joints.count; k++)
        if (m->joints.at[k].type->couples) return true; /* of which frees is not asked */
    return false;
}

/* More than these two joints hold the body: without them it does not come loose. */
static bool has_third_joint(const JdModel *m, int b, int one, int two) {
    for (int k = 0; k < m->joints.count; k++)
        if (k != one && k != two && !m->joints.at[k].type->couples &&
            (body_of(m, k, 0) == b || body_of(m, k, 1) == b))
            return true;
    return false;
}

/* Another joint at the place, of the body's mate with a third one that is not the ground. Where it
 * is all that carries the mate they are three bodies in a row, such as the slides of a gantry. */
static int passing(const Patient *p, int b, int own, Vec3 at, int *mate) {
    const JdModel *m = p->model;
    const double near = 1e-9 * jd_drawn_size(p);
    *mate = body_of(m, own, 0) == b ? body_of(m, own, 1) : body_of(m, own, 0);
    for (int k = 0; k < m->joints.count && *mate; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (k == own || joint->type->couples || joint->type->spans) continue;
        const int i = body_of(m, k, 0), j = body_of(m, k, 1);
        if (!i || !j || (i != *mate && j != *mate)) continue;
        if (vec3_norm(vec3_sub(jd_frame_place(p, joint->i), at)) > near ||
            vec3_norm(vec3_sub(jd_frame_place(p, joint->j), at)) > near)
            continue;
        /* Two hinges in one place may well be a roller on a pin. */
        if (jd_joint_is_hinge(joint) && jd_joint_is_hinge(&m->joints.at[own])) continue;
        if (has_third_joint(m, *mate, own, k)) return k;
    }
    return -1;
}

static void tell(Patient *p, int b, int k, int mate) {
    const JdModel *m = p->model;
    const ModelJoint *joint = &m->joints.at[k];
    const char *name = m->bodies.at[b].name, *passed = m->bodies.at[mate].name;
    const int other = body_of(m, k, 0) == mate ? body_of(m, k, 1) : body_of(m, k, 0);
    if (!jd_find(p, JD_WARNING, "joint-misplaced", joint->where,
                 "joint '%s' holds '%s' and '%s' together where '%s' is drawn, which nothing else "
                 "holds and nothing pushes",
                 joint->name, passed, m->bodies.at[other].name, name))
        return;
    const Node *statement = jd_statement_of(p, joint->where);
    const Slot *slot =
        statement ? jd_node_slot(statement, body_of(m, k, 0) == mate ? "i" : "j") : NULL;
    Changes changes = {0};
    if (slot && !strchr(name, '['))
        jd_change_add(p, &changes, slot->span, jd_arena_format(&p->arena, "on '%s'", name), 1, "%s",
                      name);
    if (!jd_try_remedy(p, &changes, "joint-misplaced")) jd_hint(p->log, "was '%s' meant?", name);
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    if (jd_is_found(p, "joint-misplaced") || jd_is_found(p, "joint-forgotten")) return;
    for (int b = 1; b < m->bodies.count; b++) {
        const ModelBody *body = &m->bodies.at[b];
        const int own = body->point_count > 1 ? -1 : only_joint(m, b);
        int mate = 0;
        if (own < 0 || is_acted_on(m, b, own)) continue;
        const int k = passing(p, b, own, body->pose.p, &mate);
        if (k >= 0) tell(p, b, k, mate);
    }
}

const Examination jd_examination_bystander = {"bystander", NEEDS_TEXT, look};
