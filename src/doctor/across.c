/* SPDX-License-Identifier: MIT
 *
 * A wheel that spins about a line in its own plane: its inertia is that of a flat body of
 * revolution, its hinge goes through its centre, and is across the axis of revolution. What swings
 * so (a dish, a plate) may be meant; what is given a speed and carries nothing else is a wheel. */
#include "doctor/inside.h"
#include <string.h>

static const double same_place = 1e-6; /* of the drawing */

static const double alike = 1e-6, flat = 1.2; /* inertias; that about the axis by the others */
static const double level = 1e-3;             /* cosine: still across */
static const double spins = 10;               /* rad/s at the start */

/* The axis of revolution of a flat body as drawn; false: it has none. */
static bool find_axis(const ModelBody *body, Vec3 *axis) {
    const Vec3 unit[] = {body->pose.axes.x, body->pose.axes.y, body->pose.axes.z};
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double a = body->inertia[i][i], b = body->inertia[j][j];
        const double off =
            fabs(body->inertia[0][1]) + fabs(body->inertia[0][2]) + fabs(body->inertia[1][2]);
        if (!(a > 0) || fabs(a - b) > alike * a || off > alike * a ||
            body->inertia[k][k] < flat * a)
            continue;
        *axis = unit[k];
        return true;
    }
    return false;
}

/* The one joint of a body, a hinge through its centre; -1: it is held otherwise. */
static int only_hinge(const Patient *p, int b) {
    const JdModel *m = p->model;
    int found = -1;
    for (int k = 0; k < m->joints.count; k++) {
        if (m->joints.at[k].type->couples) continue;
        const int i = m->frames.at[m->joints.at[k].i].body,
                  j = m->frames.at[m->joints.at[k].j].body;
        if (i != b && j != b) continue;
        if (found >= 0) return -1;
        found = k;
    }
    if (found < 0 || !jd_joint_is_hinge(&m->joints.at[found])) return -1;
    const ModelJoint *joint = &m->joints.at[found];
    const int frame = m->frames.at[joint->i].body == b ? joint->i : joint->j;
    const double off = vec3_norm(vec3_sub(jd_frame_place(p, frame), m->bodies.at[b].pose.p));
    return off <= same_place * jd_drawn_size(p) ? found : -1;
}

/* It is given a speed: by a start value, or by a drive of its rate. */
static bool is_spun(const Patient *p, const char *joint) {
    const JdModel *m = p->model;
    const size_t length = strlen(joint);
    for (int n = 0; n < m->starts.count; n++) {
        const ModelStart *start = &m->starts.at[n];
        if (!strncmp(start->channel, joint, length) && !strcmp(start->channel + length, ".rate") &&
            fabs(start->value) >= spins)
            return true;
    }
    for (int n = 0; n < m->drives.count; n++)
        if (m->drives.at[n].of_rate && !strncmp(m->drives.at[n].target, joint, length) &&
            m->drives.at[n].target[length] == '.')
            return true;
    return false;
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    if (m->space != JD_SPATIAL || m->flat) return;
    for (int b = 1; b < m->bodies.count; b++) {
        Vec3 axis;
        const int k = find_axis(&m->bodies.at[b], &axis) ? only_hinge(p, b) : -1;
        if (k < 0 || !is_spun(p, m->joints.at[k].name)) continue;
        const ModelJoint *joint = &m->joints.at[k];
        const Vec3 hinge = jd_model_frame_pose(m, joint->i).axes.z;
        if (fabs(vec3_dot(hinge, axis)) > level) continue;
        if (!jd_find(p, JD_WARNING, "axis-across", joint->where,
                     "'%s' spins about a line in its own plane: by its inertia it is a wheel, and "
                     "the axis of '%s' is across that of the wheel",
                     m->bodies.at[b].name, joint->name))
            continue;
        Changes changes = {0};
        jd_changes_of_axis(p, &changes, jd_statement_of(p, joint->where));
        if (!jd_try_remedy(p, &changes, "axis-across"))
            jd_hint(p->log, "another `axis` of the joint, or the inertia about another axis");
    }
}

const Examination jd_examination_across = {"across", NEEDS_TEXT, look};
