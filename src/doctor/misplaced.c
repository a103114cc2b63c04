/* SPDX-License-Identifier: MIT
 *
 * A joint that holds a body at a point which is none of its own, while an end of the body, or a
 * point that both bodies share, has no joint: the wrong end was named. */
#include "doctor/inside.h"
#include <string.h>

static Vec3 point_of(const ModelBody *body, int n) {
    return vec3_add(body->pose.p, axes_out(&body->pose.axes, body->points[n]));
}

static bool has_point(const ModelBody *body, Vec3 at, double near) {
    for (int n = 0; n < body->point_count; n++)
        if (vec3_norm(vec3_sub(point_of(body, n), at)) <= near) return true;
    return false;
}

/* On the line between two of its points, where a lever may well be held. */
static bool is_between(const ModelBody *body, Vec3 at, double near) {
    for (int a = 0; a < body->point_count; a++)
        for (int b = a + 1; b < body->point_count; b++) {
            const Vec3 A = point_of(body, a), AB = vec3_sub(point_of(body, b), A),
                       AP = vec3_sub(at, A);
            const double length = vec3_norm(AB), along = length > 0 ? vec3_dot(AP, AB) / length : 0;
            if (along < -near || along > length + near || length == 0) continue;
            if (vec3_norm(vec3_sub(AP, vec3_scale(along / length, AB))) <= 0.02 * length)
                return true;
        }
    return vec3_norm(vec3_sub(at, body->pose.p)) <= near;
}

/* A joint, force or frame of its own holds body b at this place. */
static bool is_used(const Patient *p, int b, Vec3 at, double near) {
    const JdModel *m = p->model;
    for (int f = 1; f < m->frames.count; f++)
        if (m->frames.at[f].body == b && vec3_norm(vec3_sub(jd_frame_place(p, f), at)) <= near)
            return true;
    return false;
}

static bool are_joined(const Patient *p, int a, int b, Vec3 at, double near) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples) continue;
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        if (((i == a && j == b) || (i == b && j == a)) &&
            vec3_norm(vec3_sub(jd_frame_place(p, joint->i), at)) <= near)
            return true;
    }
    return false;
}

/* The point that both have and no joint connects; -1: none. Of one with the ground: an end without
 * anything. */
static int other_end(const Patient *p, int b, int other, double near) {
    const ModelBody *body = &p->model->bodies.at[b];
    for (int n = 0; n < body->point_count; n++) {
        const Vec3 at = point_of(body, n);
        if (other && has_point(&p->model->bodies.at[other], at, near) &&
            !are_joined(p, b, other, at, near))
            return n;
        if (!other && body->point_count > 1 && !is_used(p, b, at, near)) return n;
    }
    return -1;
}

/* Places that are nearer to each other than `near` are one. */
static bool look_at(Patient *p, int k, int b, int other, double near) {
    const JdModel *m = p->model;
    const ModelJoint *joint = &m->joints.at[k];
    const ModelBody *body = &m->bodies.at[b];
    const Vec3 at = jd_frame_place(p, m->frames.at[joint->i].body == b ? joint->i : joint->j);
    if (!body->point_count || has_point(body, at, near) || is_between(body, at, near)) return false;
    const int end = other_end(p, b, other, near);
    if (end < 0) return false;
    const Node *statement = jd_statement_of(p, joint->where),
               *own = jd_statement_of(p, body->where);
    const Node *link = own ? jd_node_clause(own, "link") : NULL;
    if (own && !link) link = jd_node_clause(own, "at");
    const char *name =
        link && end < link->slots.count ? jd_span_text(p, link->slots.at[end].span) : NULL;
    if (!jd_find(
            p, JD_WARNING, "joint-misplaced", joint->where,
            "joint '%s' holds '%s' at a point that is none of its own, while %s%s%s has no joint",
            joint->name, body->name, name ? name : "", name ? ", " : "",
            other ? "the point that both bodies share," : "an end of it,"))
        return true;
    Changes changes = {0};
    const Span span = jd_clause_span(statement, "at");
    if (name && span.length)
        jd_change_add(p, &changes, span, jd_arena_format(&p->arena, "at %s", name), 0.9, "%s",
                      name);
    if (!jd_try_remedy(p, &changes, "joint-misplaced"))
        jd_hint(p->log, "was %s meant?", name ? name : "its other end");
    return true;
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    const double near = 1e-6 * jd_drawn_size(p);
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples || joint->type->apart || joint->type->spans) continue;
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        if (m->frames.at[joint->i].name || m->frames.at[joint->j].name) continue;
        if ((j && look_at(p, k, j, i, near)) || !i) continue;
        look_at(p, k, i, j, near);
    }
}

const Examination jd_examination_misplaced = {"misplaced", NEEDS_TEXT, look};
