/* SPDX-License-Identifier: MIT
 *
 * Where locks repeat each other reactions are not unique: which of them, and whether it is a planar
 * loop drawn in space. A combination of rows that vanishes is a set of reactions that is in balance
 * with itself, so any amount of it may be added: theory (5.15). */
#include "solve/solve.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const JdSystem *system;
    Motion motion;
    void *memory;
} Look;

static bool open_look(Look *look, const JdSystem *s, const Motion *from) {
    *look = (Look){.system = s};
    Layout measure = {0};
    jd_motion_layout(s, &look->motion, &measure);
    look->memory = calloc(1, measure.used + 1);
    if (!look->memory) return false;
    Layout place = {.base = look->memory};
    Motion *m = &look->motion;
    jd_motion_layout(s, m, &place);
    memcpy(m->own_q, from->q, (size_t)jd_positions(s) * sizeof *m->own_q);
    memcpy(m->own_v, from->v, (size_t)(s->kernel->nv * (s->bodies - 1)) * sizeof *m->own_v);
    m->time = from->time;
    s->kernel->init(s, &s->dynamics, &m->rows);
    s->kernel->move(s, m);
    s->kernel->rows(s, &s->dynamics, m, &m->rows);
    jd_rows_factor(s, &s->dynamics, &m->rows);
    jd_rows_null(s, &s->dynamics, &m->rows);
    return true;
}

/* Force and torque on j about its point, of one combination; torques by the mechanism's length. */
static void reaction(Look *look, int k, const double *pull, double parts[6]) {
    const JdSystem *s = look->system;
    const SystemJoint *joint = &s->joint[k];
    const bool side_j = joint->body_j != 0;
    const Vec3 arm =
        s->kernel->side(s, &look->motion, side_j ? joint->frame_j : joint->frame_i).arm;
    Vec3 force, moment;
    look->motion.pull = pull;
    s->kernel->wrench(s, &s->dynamics, &look->motion, joint->group, joint->first_row, joint->locks,
                      side_j, &force, &moment);
    const Vec3 torque = vec3_scale(1 / s->length, vec3_sub(moment, vec3_cross(arm, force)));
    const double list[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    memcpy(parts, list, sizeof list);
}

static double size_of(const double parts[6]) {
    double most = 0;
    for (int n = 0; n < 6; n++) most = fmax(most, fabs(parts[n]));
    return most;
}

static void mark(JdSystem *s, Look *look, int anchor) {
    const double *z = look->motion.rows.null + (size_t)anchor * (size_t)s->dynamics.rows;
    double most = 0, parts[6];
    for (int k = 0; k < s->joints; k++) {
        if (s->joint[k].group < 0 || s->joint[k].couples) continue;
        reaction(look, k, z, parts);
        most = fmax(most, size_of(parts));
    }
    for (int k = 0; k < s->joints; k++) {
        if (s->joint[k].group < 0 || s->joint[k].couples) continue;
        reaction(look, k, z, parts);
        for (int n = 0; n < 6; n++)
            if (fabs(parts[n]) > 1e-6 * most) s->joint[k].loose[n] = true;
    }
}

bool jd_mark_loose(JdSystem *s, const Motion *motion) {
    if (!s->anchors) return true;
    Look look;
    if (!open_look(&look, s, motion)) return false;
    for (int k = 0; k < s->anchors; k++) mark(s, &look, k);
    free(look.memory);
    return true;
}

/* "force.x force.z torque" of a joint's parts that are not unique; all of a kind by its name alone.
 */
static void print_parts(const JdSystem *s, const SystemJoint *joint, Text *out) {
    static const char *const kinds[2] = {"force", "torque"};
    const bool planar = s->space == JD_PLANAR;
    for (int kind = 0; kind < 2; kind++) {
        const bool *loose = joint->loose + 3 * kind;
        const int count = loose[0] + loose[1] + loose[2];
        const int all = !planar ? 3 : kind ? 1 : 2;
        if (count == all)
            jd_text_print(out, "%s%s.%s", out->count ? ", " : "", joint->name, kinds[kind]);
        for (int c = 0; c < 3 && count < all; c++)
            if (loose[c])
                jd_text_print(out, "%s%s.%s.%c", out->count ? ", " : "", joint->name, kinds[kind],
                              "xyz"[c]);
    }
}

void jd_print_loose(const JdSystem *s, const bool *joints, Text *out) {
    for (int k = 0; k < s->joints; k++)
        if (joints[k]) print_parts(s, &s->joint[k], out);
}

/* ---- Planar loops in space ------------------------------------------------------------------ */

/* Whether every turn of these joints is about one direction, and every slide normal to it: they
 * move bodies in parallel planes only. */
bool jd_is_planar_loop(const JdSystem *s, const Motion *motion, const bool *joints) {
    Vec3 normal = {0, 0, 0};
    int count = 0;
    if (s->space == JD_PLANAR) return false;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < s->joints; k++) {
            if (!joints[k]) continue;
            const SystemJoint *joint = &s->joint[k];
            const Axes axes = s->kernel->side(s, motion, joint->frame_i).axes;
            if (joint->locks + joint->frees != 6) return false;
            for (int f = 0; f < joint->frees; f++) {
                const Vec3 axis = axes_at(&axes, joint->free[f]->axis);
                const bool slide = joint->free[f]->kind == FREE_SLIDE;
                if (joint->free[f]->kind == FREE_BALL) return false;
                if (pass == 0 && !slide) normal = axis, count++;
                if (pass == 0) continue;
                const double along = fabs(vec3_dot(axis, normal));
                if (slide ? along > 1e-6 : along < 1 - 1e-9) return false;
            }
        }
    return count > 1;
}
