/* SPDX-License-Identifier: MIT
 *
 * Points that are drawn in one place on two bodies, which no joints at that place connect, directly
 * or through others, while one of them ends there with nothing, or slides there with nothing to
 * move it: most likely a joint was forgotten. */
#include "doctor/inside.h"
#include <string.h>

static const double same_place = 1e-9; /* of the drawing: points that near are one */

typedef struct {
    Vec3 at;
    double near;
    int *group; /* of each body: those that joints at this place connect have the same */
    bool *busy; /* of each body: a joint, a force or a frame of its own is there */
} Place;

static bool is_here(const Place *place, Vec3 p) {
    return vec3_norm(vec3_sub(p, place->at)) <= place->near;
}

static void join(Place *place, int bodies, int a, int b) {
    const int from = place->group[b], to = place->group[a];
    for (int n = 0; n < bodies; n++)
        if (place->group[n] == from) place->group[n] = to;
}

/* A slide that is drawn out by its two points holds nothing there: it only says where it goes to.
 */
static bool is_drawn_out(const Patient *p, const ModelJoint *joint) {
    return joint->type->frees[0].kind == FREE_SLIDE &&
           vec3_norm(vec3_sub(jd_frame_place(p, joint->i), jd_frame_place(p, joint->j))) >
               same_place * jd_drawn_size(p);
}

static void look_at(const Patient *p, Place *place) {
    const JdModel *m = p->model;
    for (int b = 0; b < m->bodies.count; b++) place->group[b] = b, place->busy[b] = false;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples) continue;
        const bool i = is_here(place, jd_frame_place(p, joint->i)),
                   j = is_here(place, jd_frame_place(p, joint->j));
        const int body_i = m->frames.at[joint->i].body, body_j = m->frames.at[joint->j].body;
        const bool holds = !is_drawn_out(p, joint);
        place->busy[body_i] = place->busy[body_i] || (i && holds);
        place->busy[body_j] = place->busy[body_j] || (j && holds);
        if (i || j) join(place, m->bodies.count, body_i, body_j);
    }
    for (int f = 1; f < m->frames.count; f++)
        if (is_here(place, jd_frame_place(p, f)) && m->frames.at[f].name)
            place->busy[m->frames.at[f].body] = true;
    for (int n = 0; n < m->forces.count; n++) {
        const ModelForce *force = &m->forces.at[n];
        if (force->i < 0 || force->j < 0) continue;
        if (is_here(place, jd_frame_place(p, force->i)))
            place->busy[m->frames.at[force->i].body] = true;
        if (is_here(place, jd_frame_place(p, force->j)))
            place->busy[m->frames.at[force->j].body] = true;
    }
}

/* The body that has a point here too, and that it should be joined with: one whose own end is loose
 * as well if there is. */
static int partner(const Patient *p, const Place *place, int b) {
    int found = -1;
    for (int other = 1; other < p->model->bodies.count; other++) {
        const ModelBody *body = &p->model->bodies.at[other];
        if (other == b || body->free || place->group[other] == place->group[b] ||
            jd_are_joined(p->model, b, other))
            continue;
        for (int n = 0; n < body->point_count; n++)
            if (is_here(place, jd_body_point(body, n)) && (found < 0 || !place->busy[other]))
                found = other;
    }
    return found;
}

static void tell(Patient *p, int a, int b, int number) {
    const ModelBody *first = &p->model->bodies.at[a < b ? a : b],
                    *second = &p->model->bodies.at[a < b ? b : a];
    const Node *statement = jd_statement_of(p, p->model->bodies.at[a].where);
    const Node *link = statement ? jd_node_clause(statement, "link") : NULL;
    const char *point =
        link && number < link->slots.count ? jd_span_text(p, link->slots.at[number].span) : NULL;
    if (!jd_find(p, JD_WARNING, "joint-forgotten", p->model->bodies.at[a].where,
                 "'%s' and '%s' are drawn with a point in one place%s%s, and no joint there "
                 "connects them",
                 first->name, second->name, point ? ", " : "", point ? point : ""))
        return;
    Changes changes = {0};
    jd_changes_by_joint(p, &changes, &(Meeting){a, b, number});
    if (!jd_try_remedy(p, &changes, "joint-forgotten"))
        jd_hint(p->log, "forgotten? joint j : revolute %s -- %s at %s", first->name, second->name,
                point ? point : "that point");
}

static const double neighbourly = 0.1; /* more: a body beside it in its `repeat` than the ground */

/* Written in one `repeat` with this one, which makes them for the same number. */
static bool is_beside(const Patient *p, int a, int b) {
    const char *one = p->model->bodies.at[a].name, *two = p->model->bodies.at[b].name;
    const char *x = strchr(one, '['), *y = strchr(two, '[');
    return x && y && !strcmp(x, y);
}

/* The nearest body beside it that is drawn by one point, and that no joint connects with it; 0:
 * none. */
static int neighbour(const Patient *p, int b, int number) {
    const JdModel *m = p->model;
    const Vec3 at = jd_body_point(&m->bodies.at[b], number);
    double least = INFINITY;
    int found = 0;
    for (int n = 1; n < m->bodies.count; n++) {
        const double off = vec3_norm(vec3_sub(m->bodies.at[n].pose.p, at));
        if (n == b || m->bodies.at[n].point_count > 1 || !is_beside(p, b, n) ||
            jd_are_joined(p->model, b, n) || off >= least)
            continue;
        least = off, found = n;
    }
    return found;
}

/* A hinge of this body whose axis was meant to go through the point as well: a wishbone is drawn
 * with both of its bearings. */
static void turn_hinges(Patient *p, Changes *to, int b, int number) {
    const JdModel *m = p->model;
    const Vec3 end = jd_body_point(&m->bodies.at[b], number);
    static const char *const names[] = {"x", "y", "z"};
    for (int k = 0; k < m->joints.count && m->space == JD_SPATIAL && !m->flat; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (!jd_joint_is_hinge(joint) ||
            (m->frames.at[joint->i].body != b && m->frames.at[joint->j].body != b))
            continue;
        const Vec3 way = vec3_sub(end, jd_frame_place(p, joint->i));
        const double part[3] = {way.x, way.y, way.z}, length = vec3_norm(way);
        const Node *statement = jd_statement_of(p, joint->where);
        const Span span = statement ? jd_clause_span(statement, "axis") : (Span){0};
        for (int c = 0; c < 3 && span.length; c++)
            if (length > 0 && fabs(fabs(part[c]) - length) < same_place * length)
                jd_change_add(p, to, span, "with its axis through that point", 1, "%s", names[c]);
    }
}

/* A link is named from where it is held: its last point may be a tip, those before it are there to
 * be held. */
static void tell_end(Patient *p, int b, int number) {
    const ModelBody *body = &p->model->bodies.at[b];
    const Node *statement = jd_statement_of(p, body->where);
    const Node *link = statement ? jd_node_clause(statement, "link") : NULL;
    const char *point =
        link && number < link->slots.count ? jd_span_text(p, link->slots.at[number].span) : NULL;
    if (!point || !jd_find(p, JD_WARNING, "joint-forgotten", body->where,
                           "nothing holds '%s' at %s, which its link names before its last point",
                           body->name, point))
        return;
    Changes changes = {0};
    const int near = neighbour(p, b, number);
    if (near) jd_changes_by_joint(p, &changes, &(Meeting){b, near, number});
    for (int n = 0; n < changes.count; n++) changes.at[n].likely += neighbourly;
    jd_changes_by_joint(p, &changes, &(Meeting){b, 0, number});
    turn_hinges(p, &changes, b, number);
    if (!jd_try_remedy(p, &changes, "joint-forgotten"))
        jd_hint(p->log, "forgotten? joint j : revolute ground -- %s at %s", body->name, point);
}

/* Another link is held at its first point by what stands before it: that is how this text names
 * them. */
static bool are_named_so(const Patient *p, int but) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++) {
        if (m->joints.at[k].type->couples) continue;
        const int i = m->frames.at[m->joints.at[k].i].body,
                  j = m->frames.at[m->joints.at[k].j].body;
        const int b = i > j ? i : j;
        const ModelBody *body = &m->bodies.at[b];
        const Vec3 at = jd_frame_place(p, i > j ? m->joints.at[k].i : m->joints.at[k].j);
        if (b != but && body->point_count > 1 &&
            vec3_norm(vec3_sub(jd_body_point(body, 0), at)) <= same_place * jd_drawn_size(p))
            return true;
    }
    return false;
}

static double distance(Vec3 a, Vec3 b) {
    return vec3_norm(vec3_sub(a, b));
}

/* Of all points of the body this one is nearest to where it slides. */
static bool is_nearest(const ModelBody *body, Vec3 at, Vec3 slide, double near) {
    for (int n = 0; n < body->point_count; n++)
        if (distance(jd_body_point(body, n), slide) < distance(at, slide) - near) return false;
    return true;
}

/* Between the two points of a slide, whatever its axis is. */
static bool is_within(const Patient *p, const ModelJoint *joint, const Place *place) {
    const Vec3 from = jd_frame_place(p, joint->i),
               way = vec3_sub(jd_frame_place(p, joint->j), from), to = vec3_sub(place->at, from);
    const double length = vec3_norm(way), along = vec3_dot(way, to) / length;
    return along > -place->near && along < length + place->near &&
           vec3_norm(vec3_cross(way, to)) <= same_place * length * jd_drawn_size(p);
}

/* A joint whose line passes through the place holds the body there, too: a wishbone is drawn with
 * both of its bearings and turns in one hinge. So does a slide, of the end that is in it: a rod is
 * drawn from within its cylinder. */
static bool is_on_axis(const Patient *p, const Place *place, int b) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples) continue;
        const bool own = m->frames.at[joint->i].body == b || m->frames.at[joint->j].body == b;
        if (own && is_drawn_out(p, joint) && is_within(p, joint, place) &&
            is_nearest(&m->bodies.at[b], place->at, jd_frame_place(p, joint->i), place->near))
            return true;
        if (!own || !jd_joint_is_along(p, joint, place->at, place->near)) continue;
        const bool slides = joint->type->frees[0].kind == FREE_SLIDE;
        const Vec3 slide = jd_frame_place(p, joint->i);
        if (!slides || is_nearest(&m->bodies.at[b], place->at, slide, place->near)) return true;
    }
    return false;
}

/* Joints hold it where its link names no point, which are fastened to its outline then: a door is
 * drawn by its edges and hangs on levers between them. If it hangs on others alone and more moves
 * than is decided, it may lack the joint at its end: a boom between its cylinders. */
static bool is_outline(const Patient *p, int b, bool held_well) {
    const JdModel *m = p->model;
    const ModelBody *body = &m->bodies.at[b];
    int held = 0, beside = 0;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (joint->type->couples) continue;
        for (int side = 0; side < 2; side++) {
            const int frame = side ? joint->j : joint->i;
            if (m->frames.at[frame].body != b) continue;
            const Vec3 at = jd_frame_place(p, frame);
            bool own = false;
            for (int n = 0; n < body->point_count; n++)
                own = own || vec3_norm(vec3_sub(jd_body_point(body, n), at)) <=
                                 same_place * jd_drawn_size(p);
            held++, beside += !own;
        }
    }
    return beside > 0 && (beside == held || (held > 1 && held_well));
}

/* It hangs in the mechanism by another of its points, and no other body has this one. A point in
 * the middle may be a corner, unless more moves than is decided. */
static bool is_end(const Patient *p, const Place *place, int b, int number) {
    const JdModel *m = p->model;
    bool held = false;
    if (number + 1 >= m->bodies.at[b].point_count || !are_named_so(p, b)) return false;
    const bool decided = p->check->finite < 2 || p->check->finite <= m->starts.count;
    if (is_on_axis(p, place, b)) return false;
    if (is_outline(p, b, decided || jd_are_joined(m, 0, b))) return false;
    if (number && decided) return false;
    for (int other = 1; other < m->bodies.count; other++)
        for (int n = 0; n < m->bodies.at[other].point_count && other != b; n++)
            if (is_here(place, jd_body_point(&m->bodies.at[other], n))) return false;
    for (int k = 0; k < m->joints.count && !held; k++)
        held = !m->joints.at[k].type->couples && (m->frames.at[m->joints.at[k].i].body == b ||
                                                  m->frames.at[m->joints.at[k].j].body == b);
    return held;
}

/* Which frames something is fastened to: joints, forces, names. */
static bool *used_frames(Patient *p) {
    const JdModel *m = p->model;
    bool *used = ARENA_NEW(&p->arena, bool, m->frames.count + 1);
    for (int f = 1; f < m->frames.count && used; f++) used[f] = m->frames.at[f].name;
    for (int k = 0; k < m->joints.count && used; k++)
        if (!m->joints.at[k].type->couples && !is_drawn_out(p, &m->joints.at[k]))
            used[m->joints.at[k].i] = used[m->joints.at[k].j] = true;
    for (int n = 0; n < m->forces.count && used; n++)
        if (m->forces.at[n].i >= 0 && m->forces.at[n].j >= 0)
            used[m->forces.at[n].i] = used[m->forces.at[n].j] = true;
    return used;
}

/* Something is fastened to the body at this place: so it is not a loose end. */
static bool is_busy(const Patient *p, const Place *place, const bool *used, int b) {
    const Drawing *drawing = &p->drawing;
    for (int n = drawing->first[b]; n < drawing->first[b + 1]; n++)
        if (used[drawing->of[n]] && is_here(place, drawing->place[drawing->of[n]])) return true;
    return false;
}

/* A block in a slot, with no point but its centre, and another body is drawn in the same place:
 * the pin that moves the block was forgotten. */
static bool look_at_block(Patient *p, Place *place, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    if (body->point_count != 1 || body->free || !jd_slides_idly(p, b)) return false;
    place->at = jd_body_point(body, 0);
    look_at(p, place);
    const int other = place->busy[b] ? partner(p, place, b) : -1;
    if (other >= 0) tell(p, b, other, 0);
    return other >= 0;
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    const bool *used = used_frames(p);
    Place place = {.near = 1e-9 * jd_drawn_size(p),
                   .group = ARENA_NEW(&p->arena, int, m->bodies.count),
                   .busy = ARENA_NEW(&p->arena, bool, m->bodies.count)};
    /* Without any joint it is no mechanism yet. */
    if (!place.group || !place.busy || !used || !m->joints.count) return;
    if (jd_is_found(p, "use-repeated")) return;
    for (int b = 1; b < m->bodies.count; b++) {
        const ModelBody *body = &m->bodies.at[b];
        for (int n = 0; n < body->point_count && body->point_count > 1 && !body->free; n++) {
            place.at = jd_body_point(body, n);
            if (is_busy(p, &place, used, b)) continue;
            look_at(p, &place);
            const int other = place.busy[b] ? -1 : partner(p, &place, b);
            if (other < 0 && !place.busy[b] && is_end(p, &place, b, n)) tell_end(p, b, n);
            if (other < 0) continue;
            /* Two loose ends are told once. */
            if (other < b && !place.busy[other] && m->bodies.at[other].point_count > 1) continue;
            tell(p, b, other, n);
        }
    }
    for (int b = 1; b < m->bodies.count && !jd_is_found(p, "joint-forgotten"); b++)
        if (look_at_block(p, &place, b)) return;
}

const Examination jd_examination_forgotten = {"forgotten", NEEDS_TEXT, look};
