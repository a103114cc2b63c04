/* SPDX-License-Identifier: MIT
 *
 * A body between two slides along one line: it goes to and fro by itself, nothing follows and
 * nothing holds it. A telescope has something that moves its tubes; the cross of a coupling has its
 * second key across the first. */
#include "doctor/inside.h"
#include <string.h>

static const double in_line = 1e-6; /* of a sine */

static Vec3 way_of(const Patient *p, const ModelJoint *joint) {
    return jd_model_frame_pose(p->model, joint->i).axes.x;
}

static bool is_slide(const ModelJoint *joint) {
    const FreeDef *frees = joint->type->frees;
    return !joint->type->couples && !joint->type->apart && frees[0].kind == FREE_SLIDE &&
           frees[0].axis == AXIS_X && frees[1].kind == FREE_NONE;
}

/* A force, a drive or a coupling acts on a free of this joint, or a start value is given to it. */
static bool is_asked(const JdModel *m, const ModelJoint *joint) {
    const size_t length = strlen(joint->name);
    for (int n = 0; n < m->forces.count; n++)
        if (m->forces.at[n].target && !strncmp(m->forces.at[n].target, joint->name, length))
            return true;
    for (int n = 0; n < m->drives.count; n++)
        if (!strncmp(m->drives.at[n].target, joint->name, length)) return true;
    for (int n = 0; n < m->starts.count; n++)
        if (!strncmp(m->starts.at[n].channel, joint->name, length)) return true;
    return false;
}

static bool is_pushed(const JdModel *m, int b) {
    const size_t length = strlen(m->bodies.at[b].name);
    for (int n = 0; n < m->starts.count; n++)
        if (!strncmp(m->starts.at[n].channel, m->bodies.at[b].name, length)) return true;
    for (int n = 0; n < m->forces.count; n++)
        if ((m->forces.at[n].i >= 0 && m->frames.at[m->forces.at[n].i].body == b) ||
            (m->forces.at[n].j >= 0 && m->frames.at[m->forces.at[n].j].body == b))
            return true;
    for (int k = 0; k < m->joints.count; k++)
        if (m->joints.at[k].type->couples) return true;
    return false;
}

/* The body slides in a part that moves, no other joint holds it, and nothing moves it along. */
bool jd_slides_idly(const Patient *p, int b) {
    const JdModel *m = p->model;
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        if (joint->type->couples || (i != b && j != b)) continue;
        if (count++ || !i || !j || !is_slide(joint) || is_asked(m, joint)) return false;
    }
    return count == 1 && !is_pushed(m, b);
}

/* Both joints of a body, if it has two and both are slides along one line that nothing asks for. */
static bool find_slides(const Patient *p, int b, int found[2]) {
    const JdModel *m = p->model;
    int count = 0, mates[2] = {0};
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples ||
            (m->frames.at[joint->i].body != b && m->frames.at[joint->j].body != b))
            continue;
        if (count == 2 || !is_slide(joint) || is_asked(m, joint)) return false;
        mates[count] = m->frames.at[joint->i].body + m->frames.at[joint->j].body - b;
        found[count++] = k;
    }
    return count == 2 && mates[0] != mates[1] &&
           vec3_norm(vec3_cross(way_of(p, &m->joints.at[found[0]]),
                                way_of(p, &m->joints.at[found[1]]))) < in_line;
}

/* What is on two slides is on one of them, and most mechanisms have few. */
static void mark_bodies(const JdModel *m, bool *on_slide) {
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (!is_slide(joint)) continue;
        on_slide[m->frames.at[joint->i].body] = on_slide[m->frames.at[joint->j].body] = true;
    }
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    bool *on_slide = ARENA_NEW(&p->arena, bool, m->bodies.count);
    if (!on_slide) return;
    mark_bodies(m, on_slide);
    for (int b = 1; b < m->bodies.count; b++) {
        int slides[2];
        if (!on_slide[b] || !find_slides(p, b, slides) || is_pushed(m, b)) continue;
        const ModelJoint *first = &m->joints.at[slides[0]], *second = &m->joints.at[slides[1]];
        if (!jd_find(p, JD_WARNING, "slide-across", second->where,
                     "'%s' and '%s' slide along one line: '%s' between them goes to and fro, and "
                     "nothing moves it or follows",
                     first->name, second->name, m->bodies.at[b].name))
            continue;
        Changes changes = {0};
        jd_changes_of_axis(p, &changes, jd_statement_of(p, second->where));
        for (int n = 0; n < changes.count; n++) changes.at[n].likely += 0.05;
        jd_changes_of_axis(p, &changes, jd_statement_of(p, first->where));
        if (!jd_try_remedy(p, &changes, "slide-across"))
            jd_hint(p->log, "slides that are to lead a body lie across each other");
    }
}

const Examination jd_examination_idle_slide = {"idle_slide", NEEDS_TEXT, look};
