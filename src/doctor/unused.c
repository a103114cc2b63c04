/* SPDX-License-Identifier: MIT
 *
 * Points that the text names and nothing is fastened to. Where two links of the plane cross at one,
 * a pin was forgotten; of two that nothing names, a rod between them. */
#include "doctor/inside.h"
#include <string.h>

static const double same_place = 1e-6; /* of the drawing */
static const double inside = 0.02;     /* of a link: that far from its ends */
static const double askew = 0.05;      /* sine: links that cross, and do not lie along each other */
enum { UNUSED = 2 };                   /* points that nothing names: the ends of a rod */

typedef struct {
    const Node *statement;
    const char *name;
    Vec3 at;
} Point;

static double distance(Vec3 a, Vec3 b) {
    return vec3_norm(vec3_sub(a, b));
}

/* The last joint of the text, behind which another one may stand. */
static const Node *last_joint(const Patient *p) {
    const Node *root = &p->document.root, *found = NULL;
    for (int n = 0; n < root->block.count; n++)
        if (!strcmp(root->block.at[n]->word, "joint")) found = root->block.at[n];
    return found;
}

static const char *joint_name(Patient *p, const char *point) {
    const char *name = jd_arena_format(&p->arena, "j%s", point);
    for (int n = 2; name && jd_model_find_joint(p->model, name) >= 0; n++)
        name = jd_arena_format(&p->arena, "j%s_%d", point, n);
    return name ? name : "j";
}

/* ---- Pins ---------------------------------------------------------------------------------------
 */

/* The place is on the line of a link of two points, and not near its ends: its direction. */
static bool crosses(const Patient *p, int b, Vec3 at, Vec3 *way) {
    const ModelBody *body = &p->model->bodies.at[b];
    if (body->point_count != 2 || strpbrk(body->name, "[.")) return false;
    const Vec3 A = jd_body_point(body, 0), AB = vec3_sub(jd_body_point(body, 1), A),
               AP = vec3_sub(at, A);
    const double length = vec3_norm(AB),
                 share = length > 0 ? vec3_dot(AP, AB) / length / length : 0;
    *way = length > 0 ? vec3_scale(1 / length, AB) : AB;
    return share > inside && share < 1 - inside &&
           vec3_norm(vec3_sub(AP, vec3_scale(share, AB))) <= same_place * jd_drawn_size(p);
}

static bool is_pinned(const Patient *p, Vec3 at) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++)
        if (!m->joints.at[k].type->couples &&
            distance(jd_frame_place(p, m->joints.at[k].i), at) <= same_place * jd_drawn_size(p))
            return true;
    return false;
}

static void look_at_crossing(Patient *p, const Point *point) {
    const JdModel *m = p->model;
    int pair[2], count = 0;
    Vec3 way[2];
    for (int b = 1; b < m->bodies.count; b++) {
        Vec3 along;
        if (!crosses(p, b, point->at, &along)) continue;
        if (count == 2) return;
        pair[count] = b, way[count++] = along;
    }
    if (count < 2 || jd_are_joined(m, pair[0], pair[1]) || is_pinned(p, point->at) ||
        vec3_norm(vec3_cross(way[0], way[1])) < askew)
        return;
    const char *first = m->bodies.at[pair[0]].name, *second = m->bodies.at[pair[1]].name;
    if (!jd_find(p, JD_WARNING, "joint-forgotten", jd_span_where(point->statement->span),
                 "'%s' and '%s' cross at %s, and no joint there connects them", first, second,
                 point->name))
        return;
    Changes changes = {0};
    const Node *joint = last_joint(p);
    if (joint)
        jd_change_after(p, &changes, joint, "add", 1,
                        jd_arena_format(&p->arena, "joint %s : revolute %s -- %s at %s",
                                        joint_name(p, point->name), first, second, point->name));
    if (!jd_try_remedy(p, &changes, "joint-forgotten"))
        jd_hint(p->log, "forgotten? joint j : revolute %s -- %s at %s", first, second, point->name);
}

/* ---- Rods ---------------------------------------------------------------------------------------
 */

/* How near anything of a body is drawn to a place. */
static double nearness(const Patient *p, int b, Vec3 at) {
    const ModelBody *body = &p->model->bodies.at[b];
    const Drawing *drawing = &p->drawing;
    double least = distance(body->pose.p, at);
    for (int n = 0; n < body->point_count; n++)
        least = fmin(least, distance(jd_body_point(body, n), at));
    for (int n = drawing->first[b]; n < drawing->first[b + 1]; n++)
        least = fmin(least, distance(drawing->place[drawing->of[n]], at));
    return least;
}

/* Rods between bodies that no joint connects, those first that are near to the points. */
static void list_rods(Patient *p, Changes *to, const Point *point, const Node *joint) {
    const JdModel *m = p->model;
    const double size = jd_drawn_size(p);
    for (int a = 0; a < m->bodies.count; a++)
        for (int b = 0; b < m->bodies.count; b++) {
            const char *one = a ? m->bodies.at[a].name : "ground",
                       *two = b ? m->bodies.at[b].name : "ground";
            if (a == b || strpbrk(one, "[.") || strpbrk(two, "[.") || jd_are_joined(m, a, b))
                continue;
            jd_change_after(p, to, joint, "add",
                            1 - (nearness(p, a, point[0].at) + nearness(p, b, point[1].at)) /
                                    (2 * size),
                            jd_arena_format(&p->arena, "joint %s : rod %s -- %s at %s %s",
                                            joint_name(p, point[0].name), one, two, point[0].name,
                                            point[1].name));
        }
}

static void look_at_rod(Patient *p, const Point *point) {
    const Node *joint = last_joint(p);
    if (!joint ||
        !jd_find(p, JD_WARNING, "joint-forgotten", jd_span_where(point[0].statement->span),
                 "nothing is fastened to %s and %s, the only points that nothing names: "
                 "a rod between them may be missing",
                 point[0].name, point[1].name))
        return;
    Changes changes = {0};
    list_rods(p, &changes, point, joint);
    if (!jd_try_remedy(p, &changes, "joint-forgotten"))
        jd_hint(p->log, "a joint, a body or a force at them, or leave them out");
}

/* ---- Looking ------------------------------------------------------------------------------------
 */

static void look(Patient *p) {
    const Node *root = &p->document.root;
    Point unused[UNUSED];
    int count = 0;
    if (!p->source || !p->model->joints.count || p->model->bodies.count > 60 ||
        jd_is_found(p, "joint-forgotten") || jd_is_found(p, "joint-misplaced"))
        return;
    for (int n = 0; n < root->block.count; n++) {
        Point point = {.statement = root->block.at[n]};
        if (strcmp(point.statement->word, "point") || !point.statement->slots.count) continue;
        point.name = jd_span_text(p, point.statement->slots.at[0].span);
        if (!point.name || !jd_point_read(p, point.statement, &point.at)) continue;
        if (p->model->space == JD_PLANAR) look_at_crossing(p, &point);
        if (jd_times_said(p, point.name) != 1) continue;
        if (count < UNUSED) unused[count] = point;
        count++;
    }
    /* More moves than is decided: something else was to hold it. */
    if (count == UNUSED && p->check->finite > p->model->starts.count) look_at_rod(p, unused);
}

const Examination jd_examination_unused = {"unused", NEEDS_TEXT, look};
