/* SPDX-License-Identifier: MIT
 *
 * A joint that holds a body at a point which is none of its own, while an end of the body, or a
 * point that both bodies share, has no joint: the wrong end was named. Or the point is that of a
 * third body, which nothing holds there: the wrong body was. So of the ends of springs. */
#include "doctor/inside.h"
#include <string.h>

static const double beside = 0.02;  /* of its length: a lever may be held so far beside its line */
static const double exactly = 1e-3; /* and this near to it a point was drawn on it */
static const double far_off = 1.5;  /* lengths of a body away from it */
static const double apart =
    0.25; /* of its length: that far from its line it is not a point of it */
/* Sides of joints that are at points of their links: so this text draws; where more speaks for it.
 */
enum { NAMED = 6, FEW_NAMED = 3 };

static bool has_point(const ModelBody *body, Vec3 at, double near) {
    for (int n = 0; n < body->point_count; n++)
        if (vec3_norm(vec3_sub(jd_body_point(body, n), at)) <= near) return true;
    return false;
}

/* A frame that the body names is a point of its own, too. */
static bool has_own(const Patient *p, int b, Vec3 at, double near) {
    const Drawing *drawing = &p->drawing;
    for (int n = drawing->first[b]; n < drawing->first[b + 1]; n++)
        if (p->model->frames.at[drawing->of[n]].name &&
            vec3_norm(vec3_sub(drawing->place[drawing->of[n]], at)) <= near)
            return true;
    return has_point(&p->model->bodies.at[b], at, near);
}

/* On the line between two of its points, where a lever may well be held. */
static bool is_between(const ModelBody *body, Vec3 at, double near, double slack) {
    for (int a = 0; a < body->point_count; a++)
        for (int b = a + 1; b < body->point_count; b++) {
            const Vec3 A = jd_body_point(body, a), AB = vec3_sub(jd_body_point(body, b), A),
                       AP = vec3_sub(at, A);
            const double length = vec3_norm(AB), along = length > 0 ? vec3_dot(AP, AB) / length : 0;
            if (along < -near || along > length + near || length == 0) continue;
            if (vec3_norm(vec3_sub(AP, vec3_scale(along / length, AB))) <= slack * length)
                return true;
        }
    return vec3_norm(vec3_sub(at, body->pose.p)) <= near;
}

/* A hinge of body b has its axis through this place. */
static bool is_on_line(const Patient *p, int b, Vec3 at, double near) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples || joint->type->frees[0].kind != FREE_TURN) continue;
        const bool own = m->frames.at[joint->i].body == b || m->frames.at[joint->j].body == b;
        if (own && jd_joint_is_along(p, joint, at, near)) return true;
    }
    return false;
}

/* A joint, force or frame of its own holds body b at this place. */
static bool is_used(const Patient *p, int b, Vec3 at, double near) {
    const JdModel *m = p->model;
    for (int f = 1; f < m->frames.count; f++)
        if (m->frames.at[f].body == b && vec3_norm(vec3_sub(jd_frame_place(p, f), at)) <= near)
            return true;
    return false;
}

/* The same, by something that stays there: a slide that is drawn out by its two points only says
 * where it goes to. */
static bool is_pinned(const Patient *p, int b, Vec3 at, double near) {
    const JdModel *m = p->model;
    for (int f = 1; f < m->frames.count; f++) {
        bool slides = false;
        if (m->frames.at[f].body != b || m->frames.at[f].name ||
            /* of that nothing is known */ vec3_norm(vec3_sub(jd_frame_place(p, f), at)) > near)
            continue;
        for (int k = 0; k < m->joints.count && !slides; k++) {
            const ModelJoint *joint = &m->joints.at[k];
            slides = !joint->type->couples && (joint->i == f || joint->j == f) &&
                     joint->type->frees[0].kind == FREE_SLIDE &&
                     vec3_norm(vec3_sub(jd_frame_place(p, joint->i), jd_frame_place(p, joint->j))) >
                         near;
        }
        if (!slides) return true;
    }
    return false;
}

static bool are_joined(const Patient *p, int a, int b, Vec3 at, double near) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++)
        if (jd_joint_is_between(m, k, a, b) &&
            vec3_norm(vec3_sub(jd_frame_place(p, m->joints.at[k].i), at)) <= near)
            return true;
    return false;
}

/* Nothing else of the drawing is at this end of a body: a cutting edge, a tool or a foot. */
static bool is_tip(const Patient *p, int b, Vec3 own, double near) {
    const JdModel *m = p->model;
    for (int k = 1; k < m->bodies.count; k++)
        if (k != b && has_point(&m->bodies.at[k], own, near)) return false;
    for (int f = 0; f < m->frames.count; f++)
        if (vec3_norm(vec3_sub(jd_frame_place(p, f), own)) <= near) return false;
    return true;
}

/* A link of two points, of which a joint holds one, and another one holds it at a place far from
 * its line: its other end was meant, unless it is a tip and the joint is at an end of the other
 * body; -1: it is none. */
static int bare_end(const Patient *p, int b, int mate, Vec3 at, double near) {
    const ModelBody *body = &p->model->bodies.at[b];
    if (body->point_count != 2 || is_between(body, at, near, apart)) return -1;
    for (int n = 0; n < 2; n++) {
        const Vec3 own = jd_body_point(body, n), other = jd_body_point(body, 1 - n);
        if (!is_used(p, b, own, near) && is_used(p, b, other, near) && !is_on_line(p, b, own, near))
            return is_tip(p, b, own, near) && has_point(&p->model->bodies.at[mate], at, near) ? -1
                                                                                              : n;
    }
    return -1;
}

/* The point that both have and no joint connects; -1: none. Of one with the ground, or with a body
 * that is drawn by one point only and may be fastened anywhere: an end without anything. */
static int other_end(const Patient *p, int b, int other, Vec3 joint_at, double near) {
    const ModelBody *body = &p->model->bodies.at[b];
    for (int n = 0; n < body->point_count; n++) {
        const Vec3 at = jd_body_point(body, n);
        /* A body of one point that is nearer to where the joint is hangs there. */
        if (other && p->model->bodies.at[other].point_count < 2 &&
            vec3_norm(vec3_sub(p->model->bodies.at[other].pose.p, joint_at)) <
                vec3_norm(vec3_sub(p->model->bodies.at[other].pose.p, at)) - near)
            continue;
        if (other && has_point(&p->model->bodies.at[other], at, near) &&
            !are_joined(p, b, other, at, near))
            return n;
        if ((!other || p->model->bodies.at[other].point_count < 2) && body->point_count > 1 &&
            !is_used(p, b, at, near) && !is_on_line(p, b, at, near))
            return n;
    }
    return -1;
}

/* ---- The wrong body
 * ------------------------------------------------------------------------------- */

/* The one body that has a point there, beside the two of the joint, and nothing that holds it
 * there; -1: there is none, or several. */
static int owner_of(const Patient *p, Vec3 at, double near, int b, int other) {
    int found = -1;
    for (int k = 1; k < p->model->bodies.count; k++) {
        if (k == b || k == other || !has_own(p, k, at, near)) continue;
        if (found > 0) return -1;
        found = k;
    }
    return found > 0 && !is_pinned(p, found, at, near) && !jd_are_joined(p->model, found, other)
               ? found
               : -1;
}

/* The first of several others that have a point there and are joined there with each other; -1:
 * there are none. With which of them a body is joined makes no difference. */
static int pin_of(const Patient *p, Vec3 at, double near, int b, int other) {
    const JdModel *m = p->model;
    int first = -1, count = 0;
    for (int k = 1; k < m->bodies.count; k++) {
        if (k == b || k == other || !has_point(&m->bodies.at[k], at, near)) continue;
        if (jd_are_joined(p->model, k, other) || are_joined(p, k, b, at, near)) return -1;
        if (first > 0 && !are_joined(p, first, k, at, near)) return -1;
        if (first < 0) first = k;
        count++;
    }
    return count > 1 ? first : -1;
}

/* ---- The ground --------------------------------------------------------------------------------
 */

/* All other joints of links are at points that their links name. */
static bool are_named(const Patient *p, int but, double near, int least) {
    const JdModel *m = p->model;
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (k == but || joint->type->couples) continue;
        for (int side = 0; side < 2; side++) {
            const int frame = side ? joint->j : joint->i;
            const ModelBody *body = &m->bodies.at[m->frames.at[frame].body];
            if (!m->frames.at[frame].body || body->point_count < 2) continue;
            if (!has_point(body, jd_frame_place(p, frame), near)) return false;
            count++;
        }
    }
    return count >= least;
}

/* A link that is named from here, and that neither the ground nor anything else holds here, on
 * another one that the ground holds already and that has no such point: the ground was meant. */
static bool is_root(const Patient *p, int k, int b, int other, Vec3 at, double near) {
    const ModelBody *first = &p->model->bodies.at[other];
    /* Beside its line it is a lug of the other one, to which a push rod goes. */
    if (is_between(&p->model->bodies.at[b], at, near, apart)) return false;
    return other && p->model->bodies.at[b].point_count > 1 && first->point_count > 1 &&
           vec3_norm(vec3_sub(jd_body_point(first, 0), at)) <= near &&
           jd_are_joined(p->model, 0, b) && !jd_are_joined(p->model, 0, other) &&
           are_named(p, k, near, NAMED);
}

/* The joint on the ground in place of this body. */
static void add_ground(Patient *p, Changes *to, const ModelJoint *joint, int b) {
    const Node *statement = jd_statement_of(p, joint->where);
    const bool first = p->model->frames.at[joint->i].body == b;
    const Slot *slot = statement ? jd_node_slot(statement, first ? "i" : "j") : NULL;
    if (slot) jd_change_add(p, to, slot->span, "on the ground", 1, "ground");
}

static bool tell_ground(Patient *p, const ModelJoint *joint, int b, int other) {
    if (!jd_find(p, JD_WARNING, "joint-misplaced", joint->where,
                 "joint '%s' holds '%s' at a point that is none of its own, from where '%s' is "
                 "named, which "
                 "nothing holds on the ground",
                 joint->name, p->model->bodies.at[b].name, p->model->bodies.at[other].name))
        return true;
    Changes changes = {0};
    add_ground(p, &changes, joint, b);
    if (!jd_try_remedy(p, &changes, "joint-misplaced")) jd_hint(p->log, "was `ground` meant?");
    return true;
}

/* ---- Twice between two bodies -------------------------------------------------------------------
 */

/* Another hinge of the plane holds the same two bodies at another place: with this one they are one
 * body. */
static const ModelJoint *twin_of(const Patient *p, int k, Vec3 at, double near) {
    const JdModel *m = p->model;
    const ModelJoint *own = &m->joints.at[k];
    const int i = m->frames.at[own->i].body, j = m->frames.at[own->j].body;
    if (m->space != JD_PLANAR || !jd_joint_is_hinge(own)) return NULL;
    for (int n = 0; n < m->joints.count; n++) {
        const ModelJoint *joint = &m->joints.at[n];
        if (n == k || !jd_joint_is_hinge(joint)) continue;
        const int a = m->frames.at[joint->i].body, b = m->frames.at[joint->j].body;
        if (((a == i && b == j) || (a == j && b == i)) &&
            vec3_norm(vec3_sub(jd_frame_place(p, joint->i), at)) > near)
            return joint;
    }
    return NULL;
}

static bool tell_twice(Patient *p, const ModelJoint *joint, int b, const ModelJoint *twin) {
    if (!jd_find(p, JD_WARNING, "joint-misplaced", joint->where,
                 "joint '%s' holds '%s' at a point that is none of its own, and with '%s' makes "
                 "one body of both",
                 joint->name, p->model->bodies.at[b].name, twin->name))
        return true;
    const Node *statement = jd_statement_of(p, joint->where);
    Changes changes = {0};
    add_ground(p, &changes, joint, b);
    jd_changes_of_statement(p, &changes, statement);
    if (!jd_try_remedy(p, &changes, "joint-misplaced")) jd_hint(p->log, "was `ground` meant?");
    return true;
}

static bool tell_owner(Patient *p, const ModelJoint *joint, int b, int owner) {
    const double near = 1e-6 * jd_drawn_size(p);
    const Vec3 at = jd_frame_place(p, joint->i);
    if (!jd_find(p, JD_WARNING, "joint-misplaced", joint->where,
                 is_used(p, owner, at, near)
                     ? "joint '%s' holds '%s' at a point that is none of its own, but one of '%s'"
                     : "joint '%s' holds '%s' at a point that is none of its own, but one of '%s', "
                       "which "
                       "nothing holds there",
                 joint->name, p->model->bodies.at[b].name, p->model->bodies.at[owner].name))
        return true;
    const Node *statement = jd_statement_of(p, joint->where);
    const char *name = p->model->bodies.at[owner].name;
    static const char *const sides[] = {"i", "j"};
    Changes changes = {0};
    for (int k = 0; k < 2 && statement; k++) {
        const Slot *slot = jd_node_slot(statement, sides[k]);
        if (slot && !strchr(name, '['))
            jd_change_add(p, &changes, slot->span, jd_arena_format(&p->arena, "on '%s'", name), 0.9,
                          "%s", name);
        /* "leg2.tip" of a joint at leg3.P. */
        const char *side = slot ? jd_span_text(p, slot->span) : NULL;
        const char *other = side ? jd_as_sibling(p, side, side, name) : NULL;
        if (other && strcmp(other, side))
            jd_change_add(p, &changes, slot->span, jd_arena_format(&p->arena, "on '%s'", other),
                          0.95, "%s", other);
    }
    jd_changes_of_statement(p, &changes, statement);
    if (!jd_try_remedy(p, &changes, "joint-misplaced")) jd_hint(p->log, "was '%s' meant?", name);
    return true;
}

/* ---- The ends of forces
 * ----------------------------------------------------------------------------- */

/* How far a place is from the line of a link. */
static double off_link(const ModelBody *body, Vec3 at) {
    const Vec3 A = jd_body_point(body, 0), AB = vec3_sub(jd_body_point(body, 1), A),
               AP = vec3_sub(at, A);
    const double share = fmin(1, fmax(0, vec3_dot(AP, AB) / vec3_dot(AB, AB)));
    return vec3_norm(vec3_sub(AP, vec3_scale(share, AB)));
}

static double length_of(const ModelBody *body) {
    return vec3_norm(vec3_sub(jd_body_point(body, 1), jd_body_point(body, 0)));
}

/* This end of a force is a point of another body, and none of its own. */
static int stranger_at(const Patient *p, int frame, double near) {
    const JdModel *m = p->model;
    const int b = m->frames.at[frame].body;
    const Vec3 at = jd_frame_place(p, frame);
    int found = -1;
    if (!b || m->frames.at[frame].name || !m->bodies.at[b].point_count) return -1;
    const ModelBody *body = &m->bodies.at[b];
    if (has_own(p, b, at, near) || is_between(body, at, near, beside)) return -1;
    for (int k = 0; k < m->joints.count; k++) /* a joint holds it there */
        if (!m->joints.at[k].type->couples &&
            ((m->frames.at[m->joints.at[k].i].body == b &&
              vec3_norm(vec3_sub(jd_frame_place(p, m->joints.at[k].i), at)) <= near) ||
             (m->frames.at[m->joints.at[k].j].body == b &&
              vec3_norm(vec3_sub(jd_frame_place(p, m->joints.at[k].j), at)) <= near)))
            return -1;
    for (int k = 1; k < m->bodies.count; k++)
        if (k != b && has_point(&m->bodies.at[k], at, near)) found = k;
    if (found >= 0 || body->point_count < 2 || off_link(body, at) < far_off * length_of(body))
        return found;
    /* Far from its own body, and on the line of one other link. */
    for (int k = 1; k < m->bodies.count; k++) {
        const ModelBody *other = &m->bodies.at[k];
        if (k == b || other->point_count != 2 || !is_between(other, at, near, beside) ||
            vec3_norm(vec3_sub(other->pose.p, at)) <= near)
            continue;
        if (found >= 0) return -1;
        found = k;
    }
    return found;
}

/* Between a link and what may be fastened anywhere, the ground or a body of one point: the link's
 * end of the force is far from the link, and the other end is drawn on it. */
static bool is_crossed(const ModelBody *link, Vec3 own, Vec3 other, double near) {
    const double length = vec3_norm(vec3_sub(jd_body_point(link, 1), jd_body_point(link, 0)));
    return length > near && is_between(link, other, near, exactly) &&
           off_link(link, own) > apart * length && vec3_norm(vec3_sub(own, link->pose.p)) > near;
}

/* Both ends fit if the points are exchanged. */
static bool is_swapped(const Patient *p, const ModelForce *force, double near) {
    const JdModel *m = p->model;
    const int i = m->frames.at[force->i].body, j = m->frames.at[force->j].body;
    const Vec3 M = jd_frame_place(p, force->i), N = jd_frame_place(p, force->j);
    /* A body of one point may be fastened anywhere else. */
    if (!i && !j) return false;
    const int links_i = i ? m->bodies.at[i].point_count : 0,
              links_j = j ? m->bodies.at[j].point_count : 0;
    if (links_j == 2 && links_i < 2) return is_crossed(&m->bodies.at[j], N, M, near);
    if (links_i == 2 && links_j < 2) return is_crossed(&m->bodies.at[i], M, N, near);
    if ((i && m->bodies.at[i].point_count < 2) || (j && m->bodies.at[j].point_count < 2))
        return false;
    return (!i || has_point(&m->bodies.at[i], N, near)) &&
           (!j || has_point(&m->bodies.at[j], M, near)) &&
           !(i && has_point(&m->bodies.at[i], M, near)) &&
           !(j && has_point(&m->bodies.at[j], N, near));
}

/* A joint of two bodies that move is here, and the ground has nothing here: of a body's name the
 * first; -1: it is not so. */
static int mover_at(const Patient *p, Vec3 at, int but, double near) {
    const JdModel *m = p->model;
    int found = -1;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples || vec3_norm(vec3_sub(jd_frame_place(p, joint->i), at)) > near)
            continue;
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        if (!i || !j) return -1;
        if (found < 0) found = i == but ? j : i;
    }
    return found;
}

/* The ground holds this body here. */
static bool is_grounded(const Patient *p, int b, Vec3 at, double near) {
    for (int k = 0; k < p->model->joints.count; k++)
        if (jd_joint_is_between(p->model, k, 0, b) &&
            vec3_norm(vec3_sub(jd_frame_place(p, p->model->joints.at[k].i), at)) <= near)
            return true;
    return false;
}

/* From the ground, at a pin of bodies that move, to where the ground holds the other body: it does
 * no work whatever moves. */
static bool look_at_ground(Patient *p, const ModelForce *force, double near) {
    const JdModel *m = p->model;
    for (int side = 0; side < 2; side++) {
        const int frame = side ? force->j : force->i, other = side ? force->i : force->j;
        const int b = m->frames.at[other].body;
        if (m->frames.at[frame].body || m->frames.at[frame].name || !b) continue;
        const int mover = mover_at(p, jd_frame_place(p, frame), b, near);
        if (mover < 1 || !is_grounded(p, b, jd_frame_place(p, other), near)) continue;
        const char *name = m->bodies.at[mover].name;
        if (!jd_find(
                p, JD_WARNING, "force-misplaced", force->where,
                "'%s' goes from the ground to where the ground holds '%s': nothing changes its "
                "length; its other end is drawn at a point of '%s'",
                force->name, m->bodies.at[b].name, name))
            return true;
        const Node *statement = jd_statement_of(p, force->where);
        const Slot *slot = statement ? jd_node_slot(statement, side ? "j" : "i") : NULL;
        Changes changes = {0};
        if (slot && !strchr(name, '['))
            jd_change_add(p, &changes, slot->span, jd_arena_format(&p->arena, "on '%s'", name), 1,
                          "%s", name);
        if (!jd_try_remedy(p, &changes, "force-misplaced"))
            jd_hint(p->log, "was '%s' meant?", name);
        return true;
    }
    return false;
}

static void look_at_force(Patient *p, const ModelForce *force, double near) {
    const JdModel *m = p->model;
    if (!force->type->spans || force->i < 0 || force->j < 0) return;
    if (m->frames.at[force->i].node || m->frames.at[force->j].node)
        return; /* it is where forces meet */
    if (look_at_ground(p, force, near)) return;
    const bool swapped = is_swapped(p, force, near);
    for (int side = 0; side < 2; side++) {
        const int frame = side ? force->j : force->i, owner = stranger_at(p, frame, near);
        if (owner < 0 && !swapped) continue;
        const char *body = m->bodies.at[m->frames.at[swapped ? force->j : frame].body].name;
        const bool told =
            swapped
                ? jd_find(
                      p, JD_WARNING, "force-misplaced", force->where,
                      "the ends of '%s' seem to be exchanged: the point of '%s' is not one of its "
                      "own, and that of the other side is",
                      force->name, body)
                : jd_find(p, JD_WARNING, "force-misplaced", force->where,
                          "'%s' holds '%s' at a point that is none of its own, but one of '%s'",
                          force->name, body, m->bodies.at[owner].name);
        if (!told) return;
        Changes changes = {0};
        const Node *statement = jd_statement_of(p, force->where);
        const Slot *slot = statement ? jd_node_slot(statement, side ? "j" : "i") : NULL;
        if (!swapped && slot && !strpbrk(m->bodies.at[owner].name, "[."))
            jd_change_add(p, &changes, slot->span,
                          jd_arena_format(&p->arena, "on '%s'", m->bodies.at[owner].name), 0.9,
                          "%s", m->bodies.at[owner].name);
        jd_changes_of_statement(p, &changes, statement);
        if (!jd_try_remedy(p, &changes, "force-misplaced"))
            jd_hint(p->log, "look at the bodies and points of both ends");
        return;
    }
}

/* ---- Looking
 * ----------------------------------------------------------------------------------------- */

/* "limb[k]." of a side "limb[k].rod"; of one without a part nothing. */
static const char *part_of_side(Patient *p, const Node *statement, const char *body) {
    static const char *const sides[] = {"i", "j"};
    const char *dot = strrchr(body, '.');
    for (int k = 0; k < 2 && dot; k++) {
        const Slot *slot = jd_node_slot(statement, sides[k]);
        const char *text = slot ? jd_span_text(p, slot->span) : NULL;
        const char *end = text ? strrchr(text, '.') : NULL;
        if (end && !strcmp(end, dot))
            return jd_arena_text(&p->arena, text, (size_t)(end + 1 - text));
    }
    return "";
}

/* Points that links name in the `repeat` that a joint stands in, as they are written there. */
static void list_beside(Patient *p, Changes *to, const Node *parent, const Node *joint, Span span) {
    bool here = false;
    for (int n = 0; n < parent->block.count; n++) here = here || parent->block.at[n] == joint;
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        const Node *link = here ? jd_node_clause(node, "link") : NULL;
        list_beside(p, to, node, joint, span);
        for (int k = 0; link && k < link->slots.count; k++) {
            const char *text = jd_span_text(p, link->slots.at[k].span);
            if (text && strchr(text, '['))
                jd_change_add(p, to, span, jd_arena_format(&p->arena, "at %s", text), 0.85, "%s",
                              text);
        }
    }
}

/* At this end of the body, as the joint may call it. */
static void list_places(Patient *p, Changes *to, const Node *statement, Span span, const char *body,
                        const char *name) {
    const char *part = name && !strchr(name, '[') ? part_of_side(p, statement, body) : "";
    if (name)
        jd_change_add(p, to, span, jd_arena_format(&p->arena, "at %s%s", part, name), 0.9, "%s%s",
                      part, name);
    for (int n = 0; n < p->document.root.block.count; n++)
        list_beside(p, to, p->document.root.block.at[n], statement, span);
}

/* One statement in a `repeat` is told once. */
static bool is_told(const Patient *p, int k) {
    const JdModel *m = p->model;
    const Where own = jd_where_find(m->joints.at[k].where);
    for (int n = 0; n < jd_log_count(p->log); n++) {
        const JdMessage message = jd_log_message(p->log, n);
        if (!strcmp(message.code, "joint-misplaced") && message.file && own.file &&
            !strcmp(message.file, own.file) && message.line == own.line &&
            message.column == own.column)
            return strpbrk(m->joints.at[k].name, "[.") != NULL;
    }
    return false;
}

/* A link that is neither of the two names this place. */
static bool is_of_third(const Patient *p, Vec3 at, double near, int b, int other) {
    for (int k = 1; k < p->model->bodies.count; k++)
        if (k != b && k != other && p->model->bodies.at[k].point_count > 1 &&
            has_point(&p->model->bodies.at[k], at, near))
            return true;
    return false;
}

/* Places that are nearer to each other than `near` are one. */
static bool look_at(Patient *p, int k, int b, int other, double near) {
    const JdModel *m = p->model;
    const ModelJoint *joint = &m->joints.at[k];
    const ModelBody *body = &m->bodies.at[b];
    const Vec3 at = jd_frame_place(p, m->frames.at[joint->i].body == b ? joint->i : joint->j);
    if (!body->point_count || has_own(p, b, at, near)) return false;
    const int owner = owner_of(p, at, near, b, other);
    /* Beside the line of a body it is nearly everywhere held rightly; not where it is another's
     * very own point. */
    const bool strange = owner < 0 && is_of_third(p, at, near, b, other) &&
                         are_named(p, k, near, FEW_NAMED) && body->point_count > 1 && other &&
                         !is_used(p, b, jd_body_point(body, 0), near);
    if (!strange && is_between(body, at, near, owner > 0 ? exactly : beside)) return false;
    int end = other_end(p, b, other, at, near);
    if (end < 0 && other && owner < 0) end = bare_end(p, b, other, at, near);
    /* A body of one point that is drawn here hangs where it is drawn. */
    const ModelBody *one = &m->bodies.at[other];
    if (other && one->point_count < 2 && vec3_norm(vec3_sub(one->pose.p, at)) <= near) end = -1;
    if (end < 0 && owner > 0) return tell_owner(p, joint, b, owner);
    const int pin = pin_of(p, at, near, b, other);
    if (end < 0 && pin > 0 && other && body->point_count > 1 &&
        has_point(&m->bodies.at[other], at, near) && are_named(p, k, near, NAMED))
        return tell_owner(p, joint, b, pin);
    if (end < 0 && is_root(p, k, b, other, at, near)) return tell_ground(p, joint, b, other);
    const ModelJoint *twin = end < 0 && other ? twin_of(p, k, at, near) : NULL;
    if (twin && body->point_count > 1 && has_point(&m->bodies.at[other], at, near))
        return tell_twice(p, joint, b, twin);
    if (end < 0 || jd_joint_is_along(p, joint, jd_body_point(body, end), near)) return false;
    const Node *statement = jd_statement_of(p, joint->where),
               *own = jd_statement_of(p, body->where);
    const Node *link = own ? jd_node_clause(own, "link") : NULL;
    if (own && !link) link = jd_node_clause(own, "at");
    const char *name =
        link && end < link->slots.count ? jd_span_text(p, link->slots.at[end].span) : NULL;
    const bool shared = other && has_point(&m->bodies.at[other], jd_body_point(body, end), near);
    if (!jd_find(
            p, JD_WARNING, "joint-misplaced", joint->where,
            "joint '%s' holds '%s' at a point that is none of its own, while %s%s%s has no joint",
            joint->name, body->name, name ? name : "", name ? ", " : "",
            shared ? "the point that both bodies share," : "an end of it,"))
        return true;
    Changes changes = {0};
    const Span span = jd_clause_span(statement, "at");
    if (span.length) list_places(p, &changes, statement, span, body->name, name);
    /* Or the link names the wrong point. */
    const char *said = span.length ? jd_span_text(p, span) : NULL;
    if (name && said && link->slots.count > 1 && !strpbrk(said, ", ["))
        jd_change_add(p, &changes, link->slots.at[end].span,
                      jd_arena_format(&p->arena, "with %s in the link of '%s'", said, body->name),
                      0.8, "%s", said);
    if (!jd_try_remedy(p, &changes, "joint-misplaced"))
        jd_hint(p->log, "was %s meant?", name ? name : "its other end");
    return true;
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    const double near = 1e-6 * jd_drawn_size(p);
    if (jd_is_found(p, "use-repeated")) return;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples || joint->type->apart || joint->type->spans) continue;
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        if (m->frames.at[joint->i].name || m->frames.at[joint->j].name || is_told(p, k)) continue;
        if ((j && look_at(p, k, j, i, near)) || !i) continue;
        look_at(p, k, i, j, near);
    }
    for (int n = 0; n < m->forces.count; n++) look_at_force(p, &m->forces.at[n], near);
}

const Examination jd_examination_misplaced = {"misplaced", NEEDS_TEXT, look};
