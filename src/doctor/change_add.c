/* SPDX-License-Identifier: MIT
 *
 * A joint more, where a body has a point: hinges and balls, and such as the model has elsewhere. It
 * gets the name that start values, outputs or drives ask for and nobody gave. */
#include "doctor/inside.h"
#include <string.h>

enum { MANNERS = 16 };
static const double ends = 0.2; /* how much more gladly where a body ends in nothing */

static bool has_point(const Patient *p, int b, Vec3 at, double near) {
    const ModelBody *body = &p->model->bodies.at[b];
    for (int n = 0; n < body->point_count; n++)
        if (vec3_norm(vec3_sub(jd_body_point(body, n), at)) <= near) return true;
    return false;
}

/* Nothing is fastened to the body at this place. */
static bool is_loose(const Patient *p, int b, Vec3 at) {
    const Drawing *drawing = &p->drawing;
    const double near = 1e-9 * jd_drawn_size(p);
    for (int n = drawing->first[b]; n < drawing->first[b + 1]; n++)
        if (vec3_norm(vec3_sub(drawing->place[drawing->of[n]], at)) <= near) return false;
    return true;
}

/* A joint holds the body somewhere. */
static bool is_held(const Patient *p, int b) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++)
        if (!m->joints.at[k].type->couples && (m->frames.at[m->joints.at[k].i].body == b ||
                                               m->frames.at[m->joints.at[k].j].body == b))
            return true;
    return false;
}

/* ---- Its name -----------------------------------------------------------------------------------
 */

static bool is_known(const JdModel *m, const char *name) {
    bool known = jd_model_find_body(m, name) >= 0 || jd_model_find_joint(m, name) >= 0 ||
                 jd_model_find_force(m, name) >= 0;
    for (int k = 0; k < m->drives.count && !known; k++) known = !strcmp(m->drives.at[k].name, name);
    return known;
}

/* "jO" of "jO.angle", if nothing is called so. */
static const char *asked_by(Patient *p, const char *channel) {
    const size_t length = channel ? strcspn(channel, ".") : 0;
    if (!length || !channel[length]) return NULL;
    const char *name = jd_arena_text(&p->arena, channel, length);
    return name && !strpbrk(name, "( [+-*/") && !is_known(p->model, name) ? name : NULL;
}

/* What stands between the quotes of a message about something unknown. */
static const char *asked_in_messages(Patient *p) {
    for (int n = 0; n < p->tells; n++) {
        const JdMessage message = jd_log_message(p->told, n);
        const char *quote = strchr(message.text, '\'');
        if (!quote || !strstr(message.code, "unknown")) continue;
        const char *channel = jd_arena_text(&p->arena, quote + 1, strcspn(quote + 1, "'"));
        const char *name = asked_by(p, channel);
        if (name) return name;
        /* "there is no joint 'jO'" */
        if (channel && !strcmp(message.code, "joint-unknown") && !strpbrk(channel, "( .[+-*/") &&
            !is_known(p->model, channel))
            return channel;
    }
    return NULL;
}

static const char *asked_name(Patient *p) {
    const JdModel *m = p->model;
    const char *name = asked_in_messages(p);
    for (int n = 0; n < m->starts.count && !name; n++) name = asked_by(p, m->starts.at[n].channel);
    for (int n = 0; n < m->outputs.count && !name; n++)
        name = asked_by(p, m->outputs.at[n].channel);
    return name;
}

static const char *new_name(Patient *p, const char *point) {
    static const char *const letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *asked = asked_name(p);
    char *name = jd_arena_format(&p->arena, "j%.*s", (int)strspn(point, letters), point);
    if (asked) return asked;
    for (int n = 2; name && n < 9 && is_known(p->model, name); n++)
        name = jd_arena_format(&p->arena, "j%.*s_%d", (int)strspn(point, letters), point, n);
    return name ? name : "j";
}

/* ---- Its type and axis
 * ---------------------------------------------------------------------------- */

typedef struct {
    const char *type, *tail;
    double likely;
} Manner;

static void add_manner(Manner *to, int *count, Manner manner) {
    for (int n = 0; n < *count; n++)
        if (!strcmp(to[n].type, manner.type) && !strcmp(to[n].tail, manner.tail)) return;
    if (*count < MANNERS) to[(*count)++] = manner;
}

/* A hinge, a ball, and the types and axes that other joints of the text have. */
static int list_manners(Patient *p, const Node *parent, Manner *to, int count) {
    if (parent == &p->document.root) {
        add_manner(to, &count, (Manner){"revolute", "", 0.9});
        if (p->model->space == JD_SPATIAL) add_manner(to, &count, (Manner){"spherical", "", 0.85});
    }
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        const Slot *type = jd_node_slot(node, "type");
        if (!strcmp(node->word, "joint") && type && type->text && jd_joint_find(type->text) &&
            !jd_joint_find(type->text)->couples) {
            const char *tail = "";
            static const char *const clauses[] = {"axis", "second"};
            for (int c = 0; c < 2; c++) {
                const Span span = jd_clause_span(node, clauses[c]);
                if (span.length)
                    tail = jd_arena_format(&p->arena, "%s  %s %s", tail ? tail : "", clauses[c],
                                           jd_span_text(p, span));
            }
            if (tail) add_manner(to, &count, (Manner){type->text, tail, 0.75});
            const Span one = jd_clause_span(node, "axis"), two = jd_clause_span(node, "second");
            if (one.length && two.length && tail)
                tail = jd_arena_format(&p->arena, "  axis %s  second %s", jd_span_text(p, two),
                                       jd_span_text(p, one));
            if (two.length && tail) add_manner(to, &count, (Manner){type->text, tail, 0.7});
        }
        count = list_manners(p, node, to, count);
    }
    if (parent == &p->document.root) {
        static const char *const axes[] = {"  axis x", "  axis y", "  axis z"};
        for (int n = 0; n < 3 && p->model->space == JD_SPATIAL; n++)
            add_manner(to, &count, (Manner){"revolute", axes[n], 0.55});
        /* A slide that the text asks for may go any way. */
        for (int n = 0; n < jd_model_width(p->model) && asked_name(p); n++)
            add_manner(to, &count, (Manner){"prismatic", axes[n], 0.6});
        add_manner(to, &count, (Manner){"fixed", "", 0.5});
        if (p->model->space == JD_PLANAR) add_manner(to, &count, (Manner){"pin-in-slot", "", 0.45});
    }
    return count;
}

/* ---- As its sibling
 * ---------------------------------------------------------------------------- */

/* Type and clauses of the joint that holds siblings of both bodies, and its name. */
static bool find_sibling(Patient *p, const char *const bodies[2], const char *own, Manner *manner,
                         const char **name) {
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        static const char *const clauses[] = {"axis", "second", "radius"}, *const sides[] = {"i",
                                                                                             "j"};
        if (strcmp(node->word, "joint") || !jd_joint_is_like(p, node, bodies)) continue;
        const char *from = NULL, *tail = "";
        for (int k = 0; k < 2; k++) {
            const char *side = jd_span_text(p, jd_node_slot(node, sides[k])->span);
            if (side && jd_are_siblings(side, own)) from = side;
        }
        const char *called = jd_span_text(p, node->slots.at[0].span);
        for (int c = 0; c < 3 && from && tail; c++) {
            const Span span = jd_clause_span(node, clauses[c]);
            const char *said = span.length ? jd_span_text(p, span) : NULL;
            if (said)
                tail = jd_arena_format(&p->arena, "%s  %s %s", tail, clauses[c],
                                       jd_as_sibling(p, said, from, own));
        }
        if (!from || !tail || !called) continue;
        *manner = (Manner){jd_node_slot(node, "type")->text, tail, 1};
        *name = jd_as_sibling(p, called, from, own);
        return true;
    }
    return false;
}

/* ---- Its place in the text
 * ------------------------------------------------------------------------ */

/* The last joint of the block that a statement stands in; otherwise itself. */
static const Node *last_joint(const Node *parent, const Node *statement) {
    const Node *last = NULL;
    bool here = false;
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        if (!strcmp(node->word, "joint")) last = node;
        here = here || node == statement;
        const Node *inner = last_joint(node, statement);
        if (inner) return inner;
    }
    return !here ? NULL : last ? last : statement;
}

/* As the text calls it: "low[i]". */
static const char *said_name(Patient *p, int body) {
    if (!body) return "ground";
    const Node *statement = jd_statement_of(p, p->model->bodies.at[body].where);
    return statement && statement->slots.count ? jd_span_text(p, statement->slots.at[0].span)
                                               : p->model->bodies.at[body].name;
}

void jd_changes_by_joint(Patient *p, Changes *to, const Meeting *meeting) {
    const Node *statement = jd_statement_of(p, p->model->bodies.at[meeting->body].where);
    const Node *link = statement ? jd_node_clause(statement, "link") : NULL;
    if (statement && !link) link = jd_node_clause(statement, "at");
    const char *point = link && meeting->point < link->slots.count
                            ? jd_span_text(p, link->slots.at[meeting->point].span)
                            : NULL;
    const bool body_first = meeting->other && meeting->body < meeting->other;
    const char *own = said_name(p, meeting->body), *other = said_name(p, meeting->other);
    Manner manners[MANNERS];
    const Node *last = statement ? last_joint(&p->document.root, statement) : NULL;
    if (!point || !own || !other || !last) return;
    const char *bodies[] = {body_first ? own : other, body_first ? other : own};
    const char *name = new_name(p, point), *called = NULL;
    const bool twin = find_sibling(p, bodies, own, &manners[0], &called);
    if (twin && called && !asked_name(p) && !is_known(p->model, called)) name = called;
    int count = list_manners(p, &p->document.root, manners, twin);
    const ModelBody *body = &p->model->bodies.at[meeting->body];
    if (p->model->space == JD_SPATIAL && link->slots.count > 1 && count < MANNERS) {
        /* Across the link, and level. */
        const char *first = jd_span_text(p, link->slots.at[0].span),
                   *second = jd_span_text(p, link->slots.at[1].span);
        const char *tail =
            first && second
                ? jd_arena_format(&p->arena, "  axis cross([0, 0, 1], %s - %s)", second, first)
                : NULL;
        if (tail) manners[count++] = (Manner){"revolute", tail, 0.5};
    }
    const bool loose = meeting->point < body->point_count &&
                       is_loose(p, meeting->body, jd_body_point(body, meeting->point));
    /* Told of the body that nothing holds yet, if it is the other one. */
    const Node *about = statement;
    if (meeting->other && !is_held(p, meeting->other) && is_held(p, meeting->body))
        about = jd_statement_of(p, p->model->bodies.at[meeting->other].where);
    const char *index = strchr(own, '[') ? strchr(own, '[') : "";
    for (int n = 0; n < count; n++) {
        const char *line = jd_arena_format(&p->arena, "%*sjoint %s%s : %s %s -- %s at %s%s",
                                           *index ? 4 : 0, "", name, index, manners[n].type,
                                           bodies[0], bodies[1], point, manners[n].tail);
        const int before = to->count;
        if (line)
            jd_change_after(p, to, last, "add",
                            manners[n].likely - (meeting->other ? 0 : 0.3) + (loose ? ends : 0),
                            line);
        if (to->count > before) to->at[before].about = about;
    }
}

/* ---- At a point that nothing names
 * ------------------------------------------------------------------------ */

static const double off_line = 0.2; /* less: a point beside the line of the link */

/* How far from the line between the ends of a body; 0 for one of a single point. */
static double off_body(const ModelBody *body, Vec3 at) {
    if (body->point_count < 2) return 0;
    const Vec3 A = jd_body_point(body, 0),
               AB = vec3_sub(jd_body_point(body, body->point_count - 1), A), AP = vec3_sub(at, A);
    const double length = vec3_dot(AB, AB);
    const double share = length > 0 ? fmin(1, fmax(0, vec3_dot(AP, AB) / length)) : 0;
    return vec3_norm(vec3_sub(AP, vec3_scale(share, AB)));
}

void jd_changes_by_point(Patient *p, Changes *to, int b) {
    static const char *const hinges[] = {"", "  axis x", "  axis y"};
    const Node *root = &p->document.root;
    const Node *own = jd_statement_of(p, p->model->bodies.at[b].where);
    const Node *last = own ? last_joint(root, own) : NULL;
    const ModelBody *body = &p->model->bodies.at[b];
    const int ways = p->model->space == JD_SPATIAL && !p->model->flat ? 3 : 1;
    if (!last || strpbrk(body->name, "[.")) return;
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n];
        const char *name = strcmp(node->word, "point") || !node->slots.count
                               ? NULL
                               : jd_span_text(p, node->slots.at[0].span);
        Vec3 at;
        if (!name || jd_times_said(p, name) != 1 || !jd_point_read(p, node, &at)) continue;
        const double off = off_body(body, at) / jd_drawn_size(p);
        for (int k = 0; k < ways; k++) {
            const int before = to->count;
            jd_change_after(p, to, last, "add", 1 - fmin(1, off) * off_line - 0.01 * k,
                            jd_arena_format(&p->arena, "joint %s : revolute ground -- %s at %s%s",
                                            new_name(p, name), body->name, name, hinges[k]));
            if (to->count > before) to->at[before].about = own;
        }
    }
}

static bool is_joint_here(const Patient *p, int k, int a, int b, Vec3 at, double near) {
    return jd_joint_is_between(p->model, k, a, b) &&
           vec3_norm(vec3_sub(jd_frame_place(p, p->model->joints.at[k].i), at)) <= near;
}

/* Joints at this place connect them, directly or through a third body. */
static bool are_joined_here(const Patient *p, int a, int b, Vec3 at, double near) {
    const JdModel *m = p->model;
    for (int by = 0; by < m->bodies.count; by++) {
        bool first = by == a, second = by == b;
        for (int k = 0; k < m->joints.count && !(first && second); k++) {
            first = first || is_joint_here(p, k, a, by, at, near);
            second = second || is_joint_here(p, k, b, by, at, near);
        }
        if (first && second) return true;
    }
    return false;
}

/* A link of two points has this one between them: a rod may well be pinned there. */
static bool has_between(const Patient *p, int b, Vec3 at, double near) {
    const ModelBody *body = &p->model->bodies.at[b];
    return body->point_count > 1 && off_body(body, at) <= near;
}

void jd_changes_by_joints(Patient *p, Changes *to, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    const double near = 1e-9 * jd_drawn_size(p), drawn = 1e-6 * jd_drawn_size(p);
    for (int n = 0; n < body->point_count; n++) {
        const Vec3 at = jd_body_point(body, n);
        for (int other = 0; other < p->model->bodies.count; other++) {
            if (other == b) continue;
            const bool shared = has_point(p, other, at, near) || has_between(p, other, at, drawn);
            if (!other || (shared && !are_joined_here(p, b, other, at, near)))
                jd_changes_by_joint(p, to, &(Meeting){b, other, n});
        }
    }
}
