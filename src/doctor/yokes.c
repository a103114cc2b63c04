/* SPDX-License-Identifier: MIT
 *
 * A shaft of two universal joints between two shafts that it meets at the same angle, in one plane:
 * it passes the turn on evenly if its two forks are in line, and twice as unevenly as one joint
 * does if they are turned by a quarter. */
#include "doctor/inside.h"
#include <string.h>

static const double alike = 1e-6; /* sine, cosine, and of the drawing */
static const double square = 0.1; /* cosine: forks that are turned by a quarter */

typedef struct {
    const ModelJoint *joint;
    Vec3 at, fork, shaft; /* fork: the axis on the shaft between; shaft: that of the other one */
} Yoke;

/* The line about which a bearing turns this body through a place; false: it has none. */
static bool find_shaft(const Patient *p, int b, Vec3 at, Vec3 *axis) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (!jd_word_in_list(joint->type->name, "revolute cylindrical") ||
            (m->frames.at[joint->i].body != b && m->frames.at[joint->j].body != b) ||
            !jd_joint_is_along(p, joint, at, alike * jd_drawn_size(p)))
            continue;
        *axis = jd_model_frame_pose(m, joint->i).axes.z;
        return true;
    }
    return false;
}

/* The two universal joints of a body that nothing else holds. */
static bool find_yokes(const Patient *p, int b, Yoke yoke[2]) {
    const JdModel *m = p->model;
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        const bool i = m->frames.at[joint->i].body == b, j = m->frames.at[joint->j].body == b;
        if (joint->type->couples || (!i && !j)) continue;
        if (count == 2 || strcmp(joint->type->name, "universal")) return false;
        Yoke *to = &yoke[count++];
        *to = (Yoke){.joint = joint, .at = jd_frame_place(p, joint->i)};
        to->fork =
            i ? jd_model_frame_pose(m, joint->i).axes.x : jd_model_frame_pose(m, joint->j).axes.y;
        if (!find_shaft(p, m->frames.at[i ? joint->j : joint->i].body, to->at, &to->shaft))
            return false;
    }
    return count == 2;
}

static void look_at(Patient *p, int b) {
    Yoke yoke[2];
    if (!find_yokes(p, b, yoke)) return;
    const Vec3 way = vec3_sub(yoke[1].at, yoke[0].at), bent = vec3_cross(yoke[0].shaft, way),
               other = vec3_cross(yoke[1].shaft, way);
    const double length = vec3_norm(way), size = vec3_norm(bent);
    /* The same angle to both, and all three in one plane. */
    if (!(size > alike * length) || fabs(size - vec3_norm(other)) > alike * length ||
        vec3_norm(vec3_cross(bent, other)) > alike * size * size ||
        fabs(vec3_dot(yoke[0].fork, yoke[1].fork)) > square)
        return;
    const char *name = p->model->bodies.at[b].name;
    if (!jd_find(p, JD_WARNING, "axis-across", yoke[1].joint->where,
                 "the forks of '%s' in '%s' and '%s' are turned by a quarter: it meets both shafts "
                 "at one angle, and does not pass the turn on evenly so",
                 name, yoke[0].joint->name, yoke[1].joint->name))
        return;
    Changes changes = {0};
    for (int n = 1; n >= 0; n--)
        jd_changes_of_axes(p, &changes, jd_statement_of(p, yoke[n].joint->where));
    if (!jd_try_remedy(p, &changes, "axis-across"))
        jd_hint(p->log,
                "give both joints the same axis on '%s': `second` of the one where it is the "
                "second body, `axis` of the other",
                name);
}

static void look(Patient *p) {
    if (p->model->space != JD_SPATIAL || p->model->flat) return;
    for (int b = 1; b < p->model->bodies.count; b++) look_at(p, b);
}

const Examination jd_examination_yokes = {"yokes", NEEDS_TEXT, look};
