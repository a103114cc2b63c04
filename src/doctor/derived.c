/* SPDX-License-Identifier: MIT
 *
 * Where a point comes from: P2 + polar(70 mm, 95 deg), 0.4*C + 0.6*D. What is worked out of points
 * of one body is a point of that body. So a rod that ends there unheld was to be pinned to it, a
 * force that holds another body there has the wrong one, and a hinge in the middle of two bearings
 * turns about the line through both. */
#include "doctor/inside.h"
#include <string.h>

enum { ORIGINS = 6, MATES = 4 };  /* points that one is made of; bodies that have all of them */
static const double close = 1e-6; /* of the drawing: the same place */
static const double aside = 1e-3; /* sine, or of a length: not on the line */

/* The points that an expression names. */
typedef struct {
    const char *name[ORIGINS];
    Vec3 at[ORIGINS];
    int count;
} Origins;

static const char *name_of(Patient *p, const Node *node) {
    return node->slots.count ? jd_span_text(p, node->slots.at[0].span) : NULL;
}

static const Node *point_called(Patient *p, const char *name) {
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        const char *own = strcmp(node->word, "point") ? NULL : name_of(p, node);
        if (own && !strcmp(own, name)) return node;
    }
    return NULL;
}

/* Where a point is, of which the text says no numbers: a body or a joint is there. */
static bool find_place(Patient *p, const char *name, Vec3 *at) {
    const JdModel *m = p->model;
    const Node *point = point_called(p, name);
    if (!point) return false;
    if (jd_point_read(p, point, at)) return true;
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n], *clause = jd_node_clause(node, "link");
        const char *own = name_of(p, node);
        if (!clause) clause = jd_node_clause(node, "at");
        for (int k = 0; clause && own && k < clause->slots.count; k++) {
            const char *text = jd_span_text(p, clause->slots.at[k].span);
            const int body = strcmp(node->word, "body") ? -1 : jd_model_find_body(m, own),
                      joint = strcmp(node->word, "joint") ? -1 : jd_model_find_joint(m, own);
            if (!text || strcmp(text, name)) continue;
            if (body > 0 && k < m->bodies.at[body].point_count) {
                *at = jd_body_point(&m->bodies.at[body], k);
                return true;
            }
            if (joint >= 0 && !m->joints.at[joint].type->couples) {
                *at = jd_frame_place(p, k ? m->joints.at[joint].j : m->joints.at[joint].i);
                return true;
            }
        }
    }
    return false;
}

static bool list_origins(Patient *p, const Expr *expr, Origins *to) {
    if (expr->kind == EXPR_NAME && point_called(p, expr->text)) {
        for (int n = 0; n < to->count; n++)
            if (!strcmp(to->name[n], expr->text)) return true;
        if (to->count == ORIGINS || !find_place(p, expr->text, &to->at[to->count])) return false;
        to->name[to->count++] = expr->text;
        return true;
    }
    for (int n = 0; n < expr->count; n++)
        if (!list_origins(p, expr->args[n], to)) return false;
    return true;
}

/* Of what stands behind `at` or `link`: an expression, or a point that is made of one. */
static bool read_origins(Patient *p, const Expr *expr, Origins *to) {
    *to = (Origins){.count = 0};
    const Node *point = expr && expr->kind == EXPR_NAME ? point_called(p, expr->text) : NULL;
    if (point) expr = point->slots.count > 1 ? point->slots.at[1].expr : NULL;
    return expr && expr->kind != EXPR_NAME && list_origins(p, expr, to) && to->count > 0;
}

/* ---- Whose points they are --------------------------------------------------------------------
 */

/* Its own link names it. */
static bool is_own(const Patient *p, int b, Vec3 at) {
    const ModelBody *body = &p->model->bodies.at[b];
    for (int n = 0; n < body->point_count; n++)
        if (vec3_norm(vec3_sub(jd_body_point(body, n), at)) <= close * jd_drawn_size(p))
            return true;
    return false;
}

static bool is_held_at(const Patient *p, int b, Vec3 at) {
    const double near = close * jd_drawn_size(p);
    const Drawing *drawing = &p->drawing;
    for (int n = drawing->first[b]; n < drawing->first[b + 1]; n++)
        if (vec3_norm(vec3_sub(drawing->place[drawing->of[n]], at)) <= near) return true;
    return false;
}

static bool is_there(const Patient *p, int b, Vec3 at) {
    return is_held_at(p, b, at) || is_own(p, b, at);
}

static int count_own(const Patient *p, int b, const Origins *of) {
    int count = 0;
    for (int n = 0; n < of->count; n++) count += is_there(p, b, of->at[n]);
    return count;
}

/* Bodies that have all of them; how many. */
static int list_owners(const Patient *p, const Origins *of, int to[MATES]) {
    int count = 0;
    for (int b = 1; b < p->model->bodies.count && count < MATES; b++)
        if (count_own(p, b, of) == of->count) to[count++] = b;
    return count;
}

/* Of G + (E - O), the corner of a parallelogram, whose side from G this body is: those that have E
 * or O, not both; of one point first, which nothing else can be for. */
static int list_sides(const Patient *p, int b, const Origins *of, int to[MATES]) {
    const JdModel *m = p->model;
    int count = 0;
    if (of->count != 3 || count_own(p, b, of) != 1) return 0;
    for (int links = 0; links < 2; links++)
        for (int other = 1; other < m->bodies.count && count < MATES; other++)
            if (other != b && (m->bodies.at[other].point_count > 1) == links &&
                count_own(p, other, of) == 1 && !jd_are_joined(m, b, other))
                to[count++] = other;
    return count;
}

/* ---- A rod that ends unheld -------------------------------------------------------------------
 */

/* The one joint of a body, a hinge; false: it is held otherwise. */
static bool hangs(const JdModel *m, int b) {
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples ||
            (m->frames.at[joint->i].body != b && m->frames.at[joint->j].body != b))
            continue;
        if (count++ || joint->type->spans) return false;
    }
    return count == 1;
}

static void look_at_end(Patient *p, int b, const Node *statement, const Slot *slot, int number) {
    const JdModel *m = p->model;
    const ModelBody *body = &m->bodies.at[b];
    Origins of;
    int owner[MATES];
    if (number >= body->point_count || is_held_at(p, b, jd_body_point(body, number)) ||
        !read_origins(p, slot->expr, &of))
        return;
    const bool strange = count_own(p, b, &of) == 0;
    const int owners = strange ? list_owners(p, &of, owner) : list_sides(p, b, &of, owner);
    for (int n = 0; n < owners; n++)
        if (jd_are_joined(m, b, owner[n])) return;
    const char *text = jd_span_text(p, slot->span);
    if (!owners || !text ||
        !jd_find(p, JD_WARNING, "joint-forgotten", jd_span_where(statement->span),
                 "'%s' ends at %s, which is drawn from a point of '%s', and no joint connects the "
                 "two",
                 body->name, text, m->bodies.at[owner[0]].name))
        return;
    Changes changes = {0};
    for (int n = 0; n < owners; n++)
        jd_changes_by_joint(p, &changes, &(Meeting){b, owner[n], number});
    if (!jd_try_remedy(p, &changes, "joint-forgotten"))
        jd_hint(p->log, "forgotten? joint j : revolute %s -- %s at %s", body->name,
                m->bodies.at[owner[0]].name, text);
}

/* More moves than one thing: an end that hangs free is one of them. */
static void look_at_ends(Patient *p) {
    const Node *root = &p->document.root;
    if (p->check->finite < 2 || jd_is_found(p, "joint-forgotten")) return;
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n];
        const Node *link = strcmp(node->word, "body") ? NULL : jd_node_clause(node, "link");
        const char *name = link ? name_of(p, node) : NULL;
        const int b = name ? jd_model_find_body(p->model, name) : -1;
        if (b < 1 || !hangs(p->model, b)) continue;
        for (int k = 0; k < link->slots.count; k++) look_at_end(p, b, node, &link->slots.at[k], k);
    }
}

/* ---- The wrong body -----------------------------------------------------------------------------
 */

/* Between two of them, on their line. */
static bool is_between(const Origins *of, Vec3 at) {
    for (int a = 0; a < of->count; a++)
        for (int b = a + 1; b < of->count; b++) {
            const Vec3 way = vec3_sub(of->at[b], of->at[a]), to = vec3_sub(at, of->at[a]);
            const double length = vec3_norm(way),
                         along = length > 0 ? vec3_dot(way, to) / length : -1;
            if (along > aside * length && along < (1 - aside) * length &&
                vec3_norm(vec3_cross(way, to)) <= aside * length * length)
                return true;
        }
    return false;
}

/* A side of a statement, and the body that it may have been meant to be on. */
typedef struct {
    const Node *statement;
    const char *label;
    int body, owner;
} Misheld;

static void tell_side(Patient *p, const Misheld *side, const char *code, const Origins *of) {
    const Node *statement = side->statement;
    const Slot *slot = jd_node_slot(statement, side->label);
    const char *own = name_of(p, statement), *meant = p->model->bodies.at[side->owner].name;
    if (!slot || !own ||
        !jd_find(p, JD_WARNING, code, jd_span_where(statement->span),
                 "'%s' holds '%s' at a point that is drawn between %s and %s, which are points of "
                 "'%s'",
                 own, p->model->bodies.at[side->body].name, of->name[0], of->name[1], meant))
        return;
    Changes changes = {0};
    jd_change_add(p, &changes, slot->span, jd_arena_format(&p->arena, "on '%s'", meant), 1, "%s",
                  meant);
    if (!jd_try_remedy(p, &changes, code)) jd_hint(p->log, "was '%s' meant?", meant);
}

/* One side of a joint or of a force along a line, at a point between those of one other body. */
static void look_at_side(Patient *p, const Node *statement, const char *code, int side, int frame,
                         int other) {
    static const char *const labels[] = {"i", "j"};
    const JdModel *m = p->model;
    const Node *at = jd_node_clause(statement, "at");
    const int b = m->frames.at[frame].body, number = at && at->slots.count > 1 ? side : 0;
    Origins of;
    int owner[MATES];
    if (!at || number >= at->slots.count || b < 1 || m->frames.at[frame].name ||
        is_own(p, b, jd_frame_place(p, frame)) ||
        !read_origins(p, at->slots.at[number].expr, &of) || of.count < 2 ||
        count_own(p, b, &of) == of.count || !is_between(&of, jd_frame_place(p, frame)))
        return;
    /* One end of each: a cylinder, which is drawn between the points of its ends. */
    if (other && count_own(p, b, &of) && count_own(p, other, &of)) return;
    const int owners = list_owners(p, &of, owner);
    if (owners != 1 || owner[0] == other || m->bodies.at[owner[0]].point_count < 2 ||
        m->bodies.at[b].point_count < 2)
        return;
    tell_side(p, &(Misheld){statement, labels[side], b, owner[0]}, code, &of);
}

static void look_at_sides(Patient *p) {
    const JdModel *m = p->model;
    for (int n = 0; n < m->forces.count && !jd_is_found(p, "force-misplaced"); n++) {
        const ModelForce *force = &m->forces.at[n];
        const Node *statement = jd_statement_of(p, force->where);
        if (!statement || !force->type->spans || force->i < 0 || force->j < 0) continue;
        look_at_side(p, statement, "force-misplaced", 0, force->i, m->frames.at[force->j].body);
        look_at_side(p, statement, "force-misplaced", 1, force->j, m->frames.at[force->i].body);
    }
    for (int k = 0; k < m->joints.count && !jd_is_found(p, "joint-misplaced"); k++) {
        const ModelJoint *joint = &m->joints.at[k];
        const Node *statement = jd_statement_of(p, joint->where);
        if (!statement || joint->type->couples) continue;
        look_at_side(p, statement, "joint-misplaced", 0, joint->i, m->frames.at[joint->j].body);
        look_at_side(p, statement, "joint-misplaced", 1, joint->j, m->frames.at[joint->i].body);
    }
}

/* ---- Between two bearings ---------------------------------------------------------------------
 */

/* Nothing but such middles and directions names it: it is no point of anything else. */
static bool is_bearing(Patient *p, const char *name) {
    static const char *const clauses[] = {"at", "link"};
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        for (int c = 0; c < 2; c++) {
            const Node *clause = jd_node_clause(node, clauses[c]);
            for (int k = 0; clause && k < clause->slots.count; k++) {
                const char *text = jd_span_text(p, clause->slots.at[k].span);
                if (text && !strcmp(text, name)) return false;
            }
        }
    }
    return true;
}

static void look_at_bearings(Patient *p) {
    const JdModel *m = p->model;
    if (m->space != JD_SPATIAL || m->flat) return;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        const Node *statement = jd_statement_of(p, joint->where);
        const Node *at = statement ? jd_node_clause(statement, "at") : NULL;
        Origins of;
        if (!jd_joint_is_hinge(joint) || !at || at->slots.count != 1 ||
            !read_origins(p, at->slots.at[0].expr, &of) || of.count != 2 ||
            !is_bearing(p, of.name[0]) || !is_bearing(p, of.name[1]))
            continue;
        const Vec3 way = vec3_sub(of.at[1], of.at[0]),
                   to = vec3_sub(jd_frame_place(p, joint->i), of.at[0]),
                   middle = vec3_sub(vec3_scale(0.5, way), to);
        const double length = vec3_norm(way);
        if (!(length > 0) || vec3_norm(middle) > aside * length ||
            vec3_norm(vec3_cross(way, jd_model_frame_pose(m, joint->i).axes.z)) <= aside * length)
            continue;
        if (!jd_find(p, JD_WARNING, "axis-across", joint->where,
                     "'%s' is drawn in the middle of %s and %s, as of two bearings, and does not "
                     "turn about the line through them",
                     joint->name, of.name[0], of.name[1]))
            continue;
        const Span span = jd_clause_span(statement, "axis");
        Changes changes = {0};
        jd_changes_of_axis(p, &changes, statement);
        if (span.length)
            jd_change_add(p, &changes, span, "through both", 0.7, "%s - %s", of.name[1],
                          of.name[0]);
        if (!jd_try_remedy(p, &changes, "axis-across"))
            jd_hint(p->log, "through both: axis %s - %s", of.name[1], of.name[0]);
    }
}

static void look(Patient *p) {
    if (!p->source || p->model->bodies.count > 60) return;
    look_at_ends(p);
    look_at_sides(p);
    look_at_bearings(p);
}

const Examination jd_examination_derived = {"derived", NEEDS_TEXT, look};
