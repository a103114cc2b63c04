/* SPDX-License-Identifier: MIT
 *
 * What joints make of bodies: who is joined with whom, and how fast a free is in a motion. */
#include "doctor/inside.h"

bool jd_joint_is_hinge(const ModelJoint *joint) {
    const FreeDef *frees = joint->type->frees;
    return !joint->type->couples && frees[0].kind == FREE_TURN && !frees[0].lead &&
           frees[1].kind == FREE_NONE;
}

bool jd_joint_is_weld(const ModelJoint *joint) {
    return !joint->type->couples && joint->type->locks[JOINT_LOCKS - 1];
}

bool jd_joint_is_between(const JdModel *m, int k, int a, int b) {
    const ModelJoint *joint = &m->joints.at[k];
    if (joint->type->couples) return false;
    const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
    return (i == a && j == b) || (i == b && j == a);
}

bool jd_are_joined(const JdModel *m, int a, int b) {
    for (int k = 0; k < m->joints.count; k++)
        if (jd_joint_is_between(m, k, a, b)) return true;
    return false;
}

/* What the row says of joint k in a motion; lengths by the mechanism's. */
static double row_rate(const Patient *p, int k, const Row *row, const double *v) {
    const JdSystem *s = p->system;
    const SystemJoint *joint = &s->joint[k];
    const int n = s->kernel->nv;
    RowNow now = {0};
    double sum = 0;
    s->kernel->row(s, &p->run->motion, row, joint->frame_i, joint->frame_j, &now);
    for (int c = 0; c < n; c++) {
        if (joint->body_i) sum += now.J[0][c] * v[n * (joint->body_i - 1) + c];
        if (joint->body_j) sum += now.J[1][c] * v[n * (joint->body_j - 1) + c];
    }
    return sum / (row->metres ? s->length : 1);
}

double jd_free_rate(const Patient *p, int k, int f, const double *v) {
    return row_rate(p, k, &p->system->joint[k].rate_row[f], v);
}

double jd_lock_rate(const Patient *p, int k, int r, const double *v) {
    return row_rate(p, k, &p->system->joint[k].lock_row[r], v);
}
