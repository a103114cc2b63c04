/* SPDX-License-Identifier: MIT
 *
 * A body between two hinges at one place that turn about one line, with nothing else on it, as a
 * ring of gimbals whose axes are not across each other: where it is between them nothing decides.
 * One of the two axes was to be another, unless a spring, a drive, a gear or a start value names
 * one of the hinges, as in a shaft that twists. */
#include "doctor/inside.h"
#include <string.h>

static const double alike = 1e-6; /* sine, and of the drawing */

static bool is_acted_on(const JdModel *m, int b) {
    for (int n = 0; n < m->forces.count; n++) {
        const ModelForce *force = &m->forces.at[n];
        if ((force->i >= 0 && m->frames.at[force->i].body == b) ||
            (force->j >= 0 && m->frames.at[force->j].body == b))
            return true;
    }
    return false;
}

static int other_of(const JdModel *m, int b, const ModelJoint *joint) {
    const int i = m->frames.at[joint->i].body;
    return i == b ? m->frames.at[joint->j].body : i;
}

/* Its two hinges, with two other bodies, and nothing else; false: it is held otherwise. */
static bool two_hinges(const JdModel *m, int b, int hinge[2]) {
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples ||
            (m->frames.at[joint->i].body != b && m->frames.at[joint->j].body != b))
            continue;
        if (count == 2 || !jd_joint_is_hinge(joint)) return false;
        hinge[count++] = k;
    }
    return count == 2 &&
           other_of(m, b, &m->joints.at[hinge[0]]) != other_of(m, b, &m->joints.at[hinge[1]]);
}

/* Only its own statement says its name. */
static bool is_named(const Patient *p, const char *joint) {
    return strpbrk(joint, "[.") || jd_times_said(p, joint) > 1;
}

static void look_at(Patient *p, int b) {
    const JdModel *m = p->model;
    int hinge[2];
    if (!two_hinges(m, b, hinge) || is_acted_on(m, b)) return;
    const ModelJoint *first = &m->joints.at[hinge[0]], *second = &m->joints.at[hinge[1]];
    const Vec3 one = jd_model_frame_pose(m, first->i).axes.z,
               two = jd_model_frame_pose(m, second->i).axes.z;
    if (vec3_norm(vec3_cross(one, two)) > alike || is_named(p, first->name) ||
        is_named(p, second->name) ||
        vec3_norm(vec3_sub(jd_frame_place(p, first->i), jd_frame_place(p, second->i))) >
            alike * jd_drawn_size(p))
        return;
    if (!jd_find(
            p, JD_WARNING, "axis-idle", second->where,
            "joints '%s' and '%s' turn '%s' about one and the same line: nothing decides where "
            "it is between them",
            first->name, second->name, m->bodies.at[b].name))
        return;
    Changes changes = {0};
    jd_changes_of_axis(p, &changes, jd_statement_of(p, second->where));
    if (!jd_try_remedy(p, &changes, "axis-idle"))
        jd_hint(p->log, "another `axis` of one of them, or `fixed`");
}

static void look(Patient *p) {
    if (p->model->space != JD_SPATIAL || p->model->flat || !p->source) return;
    for (int b = 1; b < p->model->bodies.count; b++) look_at(p, b);
}

const Examination jd_examination_coaxial = {"coaxial", NEEDS_TEXT, look};
