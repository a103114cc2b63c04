/* SPDX-License-Identifier: MIT
 *
 * A loop that is drawn in one plane, whose hinges have their axes across that plane but for one
 * that lies in it: the loop moves in the plane, and that hinge would turn its body out of it. */
#include "doctor/inside.h"
#include <string.h>

enum { LONGEST = 12, OTHERS = 2 };  /* joints of a loop; hinges that say which way the others are */
enum { JOINTS = 200 };              /* of larger models the loops are not looked for */
static const double level = 1e-6;   /* of the drawing, or sine: still in the plane */
static const double upright = 1e-3; /* cosine: an axis in the plane */

typedef struct {
    int joint[LONGEST];
    int count;
} Loop;

static bool is_hinge(const ModelJoint *joint) {
    return jd_word_in_list(joint->type->name, "revolute cylindrical");
}

static Vec3 axis_of(const Patient *p, int k) {
    return jd_model_frame_pose(p->model, p->model->joints.at[k].i).axes.z;
}

/* The shortest way from one side of a joint to the other without it. */
static bool find_loop(Patient *p, int k, Loop *loop) {
    const JdModel *m = p->model;
    const int from = m->frames.at[m->joints.at[k].i].body,
              to = m->frames.at[m->joints.at[k].j].body;
    int *by = ARENA_NEW(&p->arena, int, m->bodies.count),
        *queue = ARENA_NEW(&p->arena, int, m->bodies.count);
    int head = 0, tail = 0;
    if (!by || !queue) return false;
    for (int b = 0; b < m->bodies.count; b++) by[b] = -1;
    queue[tail++] = from, by[from] = k;
    while (head < tail && by[to] < 0) {
        const int b = queue[head++];
        for (int n = 0; n < m->joints.count; n++) {
            const ModelJoint *joint = &m->joints.at[n];
            if (n == k || joint->type->couples) continue;
            const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
            const int next = i == b ? j : j == b ? i : -1;
            if (next >= 0 && by[next] < 0) by[next] = n, queue[tail++] = next;
        }
    }
    for (int b = to; b != from && by[b] >= 0 && loop->count < LONGEST;) {
        const ModelJoint *joint = &m->joints.at[by[b]];
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        loop->joint[loop->count++] = by[b];
        b = i == b ? j : i;
    }
    return by[to] >= 0 && loop->count > OTHERS && loop->count < LONGEST;
}

/* What all other hinges of the loop turn about; false: they are not parallel, or too few, or
 * something else is there. */
static bool find_normal(const Patient *p, const Loop *loop, Vec3 *normal) {
    int hinges = 0;
    for (int n = 0; n < loop->count; n++) {
        const ModelJoint *joint = &p->model->joints.at[loop->joint[n]];
        if (!strcmp(joint->type->name, "spherical")) continue;
        if (!is_hinge(joint)) return false;
        const Vec3 axis = axis_of(p, loop->joint[n]);
        if (hinges && vec3_norm(vec3_cross(axis, *normal)) > level) return false;
        *normal = axis;
        hinges++;
    }
    return hinges >= OTHERS;
}

/* All joints are drawn in one plane across the normal, and not on one line. */
static bool is_flat(const Patient *p, const Loop *loop, int k, Vec3 normal) {
    const double near = level * jd_drawn_size(p);
    const Vec3 at = jd_frame_place(p, p->model->joints.at[k].i);
    Vec3 first = {0};
    bool wide = false;
    for (int n = 0; n < loop->count; n++) {
        const Vec3 d = vec3_sub(jd_frame_place(p, p->model->joints.at[loop->joint[n]].i), at);
        if (fabs(vec3_dot(d, normal)) > near) return false;
        if (vec3_norm(first) <= near) first = d;
        wide = wide || vec3_norm(vec3_cross(first, d)) > near * vec3_norm(first);
    }
    return wide;
}

static void tell(Patient *p, int k) {
    const ModelJoint *joint = &p->model->joints.at[k];
    if (!jd_find(p, JD_WARNING, "axis-across", joint->where,
                 "the loop of '%s' is drawn in one plane, and its other hinges turn in this plane: "
                 "the axis of '%s' lies in it",
                 joint->name, joint->name))
        return;
    Changes changes = {0};
    jd_changes_of_axis(p, &changes, jd_statement_of(p, joint->where));
    if (!jd_try_remedy(p, &changes, "axis-across"))
        jd_hint(p->log, "an `axis` across the plane, as those of the others");
}

/* It is an error already that nothing can move: that names the axis, too. */
static bool is_rigid(const Patient *p) {
    for (int n = 0; n < p->tells; n++)
        if (!strcmp(jd_log_message(p->told, n).code, "nothing-moves")) return true;
    return false;
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    if (is_rigid(p)) return;
    if (m->space != JD_SPATIAL || m->flat || m->joints.count > JOINTS) return;
    for (int k = 0; k < m->joints.count; k++) {
        Loop loop = {0};
        Vec3 normal = {0};
        if (m->joints.at[k].type->couples || !is_hinge(&m->joints.at[k]) ||
            !find_loop(p, k, &loop) || !find_normal(p, &loop, &normal) ||
            fabs(vec3_dot(axis_of(p, k), normal)) > upright)
            continue;
        if (is_flat(p, &loop, k, normal)) tell(p, k);
    }
}

const Examination jd_examination_loop_plane = {"loop_plane", NEEDS_TEXT, look};
