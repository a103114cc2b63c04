/* SPDX-License-Identifier: MIT
 *
 * Slides whose axis does not fit to what is drawn around them. A cylinder, two links drawn on one
 * line that meet where one slides in the other, slides along that line; a spring that is damped
 * lies along the slide of its two bodies: across it would damp nothing; and what one rod moves does
 * not slide across that rod. */
#include "doctor/inside.h"
#include <string.h>

static const double in_line = 0.02; /* sine of the angle: links that are drawn on one line */
static const double off_line = 0.2; /* and of one that is not along it */
static const double steep = 0.35;   /* cosine: a rod across a slide; less than it: along */
static const double hardly = 0.05;  /* cosine: what slides so hardly moves a rod */
static const double across =
    1e-3; /* cosine: a spring that lies across, as a wrong letter makes it */

/* The line of a link of two points that begins or ends at this place; false: it is none. */
static bool line_from(const ModelBody *body, Vec3 at, double near, Vec3 *line) {
    if (body->point_count != 2) return false;
    const Vec3 a = jd_body_point(body, 0), b = jd_body_point(body, 1), d = vec3_sub(b, a);
    const bool here = vec3_norm(vec3_sub(a, at)) <= near || vec3_norm(vec3_sub(b, at)) <= near;
    if (!here || !(vec3_norm(d) > near)) return false;
    *line = vec3_scale(1 / vec3_norm(d), d);
    return true;
}

static double sine(Vec3 a, Vec3 b) {
    return vec3_norm(vec3_cross(a, b));
}

static bool slides_only(const ModelJoint *joint) {
    return !strcmp(joint->type->name, "prismatic") || !strcmp(joint->type->name, "cylindrical");
}

/* The direction in which it slides, as drawn. */
static Vec3 axis_of(const Patient *p, const ModelJoint *joint) {
    const Pose pose = jd_model_frame_pose(p->model, joint->i);
    return !strcmp(joint->type->name, "prismatic") ? pose.axes.x : pose.axes.z;
}

static void tell(Patient *p, const ModelJoint *joint, const char *format, const char *with) {
    if (!jd_find(p, JD_WARNING, "slide-across", joint->where, format, joint->name, with)) return;
    Changes changes = {0};
    jd_changes_of_axis(p, &changes, jd_statement_of(p, joint->where));
    if (!jd_try_remedy(p, &changes, "slide-across"))
        jd_hint(p->log, "say the `axis` along which it is to slide");
}

/* One statement of a part is told once, of all that it makes. */
static bool is_told(const Patient *p, const ModelJoint *joint) {
    const Where own = jd_where_find(joint->where);
    for (int n = 0; n < jd_log_count(p->log); n++) {
        const JdMessage message = jd_log_message(p->log, n);
        if (!strcmp(message.code, "slide-across") && message.line == own.line &&
            message.column == own.column)
            return true;
    }
    return false;
}

/* A slide that is drawn out by two points goes from one to the other, of two bodies that move. */
static bool fits_points(Patient *p, const ModelJoint *joint, double near) {
    const JdModel *m = p->model;
    const Vec3 way = vec3_sub(jd_frame_place(p, joint->j), jd_frame_place(p, joint->i));
    const double length = vec3_norm(way);
    const Node *statement = jd_statement_of(p, joint->where);
    const Node *at = statement ? jd_node_clause(statement, "at") : NULL;
    const Span span = statement ? jd_clause_span(statement, "axis") : (Span){0};
    if (length <= near || !at || at->slots.count != 2 || strcmp(joint->type->name, "prismatic") ||
        !m->frames.at[joint->i].body || !m->frames.at[joint->j].body ||
        sine(vec3_scale(1 / length, way), axis_of(p, joint)) <= off_line)
        return true;
    if (is_told(p, joint)) return false;
    if (!jd_find(p, JD_WARNING, "slide-across", joint->where,
                 "'%s' is drawn from one point to another, and does not slide along the line "
                 "through them",
                 joint->name))
        return false;
    Changes changes = {0};
    jd_changes_of_axis(p, &changes, statement);
    const char *from = jd_span_text(p, at->slots.at[0].span),
               *to = jd_span_text(p, at->slots.at[1].span);
    if (span.length && from && to)
        jd_change_add(p, &changes, span, "along its two points", 1.2,
                      strpbrk(from, "+-") ? "%s - (%s)" : "%s - %s", to, from);
    if (!jd_try_remedy(p, &changes, "slide-across"))
        jd_hint(p->log, "say the `axis` from one to the other");
    return false;
}

static bool fits_links(Patient *p, const ModelJoint *joint, double near) {
    const JdModel *m = p->model;
    const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
    const Vec3 at = jd_frame_place(p, joint->i);
    Vec3 a, b;
    if (!i || !j || !line_from(&m->bodies.at[i], at, near, &a) ||
        !line_from(&m->bodies.at[j], at, near, &b) || sine(a, b) > in_line)
        return true;
    if (sine(a, axis_of(p, joint)) <= off_line) return true;
    tell(p, joint,
         "'%s' joins two bodies that are drawn on one line, and slides across it: '%s' would leave "
         "it",
         m->bodies.at[j].name);
    return false;
}

/* ---- One rod ------------------------------------------------------------------------------------
 */

/* The link that is pinned to a body at one of its points, if it is the only one; its line as drawn.
 */
static bool only_rod(const Patient *p, int body, int but, Vec3 *line, Vec3 *at) {
    const JdModel *m = p->model;
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        if (k == but || joint->type->couples || (i != body && j != body)) continue;
        const ModelBody *rod = &m->bodies.at[i == body ? j : i];
        if (!jd_word_in_list(joint->type->name, "revolute spherical universal") ||
            rod->point_count != 2)
            return false;
        *at = jd_frame_place(p, joint->i);
        const Vec3 d = vec3_sub(jd_body_point(rod, 1), jd_body_point(rod, 0));
        if (!(vec3_norm(d) > 0)) return false;
        *line = vec3_scale(1 / vec3_norm(d), d);
        count++;
    }
    return count == 1;
}

/* The sibling of a slide goes another way, that of the rod: 1; the same way: 0; there is none: -1.
 */
static int sibling_goes_along(Patient *p, const ModelJoint *joint, Vec3 rod) {
    const JdModel *m = p->model;
    const Node *own = jd_statement_of(p, joint->where),
               *other = own ? jd_sibling_joint(p, own) : NULL;
    const char *name = other ? jd_span_text(p, other->slots.at[0].span) : NULL;
    const int k = name ? jd_model_find_joint(m, name) : -1;
    if (k < 0 || m->joints.at[k].type != joint->type) return -1;
    const Vec3 axis = axis_of(p, &m->joints.at[k]);
    return sine(axis, axis_of(p, joint)) > off_line && fabs(vec3_dot(axis, rod)) > 1 - steep;
}

/* A drive moves it: the rod is to be moved by the body, as the tie rod by its rack. */
static bool is_driven(const JdModel *m, const char *joint) {
    const size_t length = strlen(joint);
    for (int n = 0; n < m->drives.count; n++)
        if (!strncmp(m->drives.at[n].target, joint, length) &&
            m->drives.at[n].target[length] == '.')
            return true;
    return false;
}

/* The body on a slide of the ground is moved by one rod that stands across the slide, while the
 * body is drawn along the rod, or its sibling slides so: the rod could hardly move it. Nor can a
 * driven slide move the rod. */
static bool fits_rod(Patient *p, int k, double near) {
    const JdModel *m = p->model;
    const ModelJoint *joint = &m->joints.at[k];
    const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body, b = i ? i : j;
    const ModelBody *body = &m->bodies.at[b];
    Vec3 rod = {0}, at = {0}, own;
    if ((i && j) || !only_rod(p, b, k, &rod, &at)) return true;
    const Vec3 axis = axis_of(p, joint);
    if (fabs(vec3_dot(axis, rod)) > steep) return true;
    const bool drawn = line_from(body, at, near, &own) && fabs(vec3_dot(axis, own)) < in_line &&
                       fabs(vec3_dot(rod, own)) > 1 - steep;
    /* Nobody said an axis: it is the one that slides have if nothing else is said. */
    const Node *statement = jd_statement_of(p, joint->where);
    const bool unsaid = statement && !jd_clause_span(statement, "axis").length;
    const bool pushes = is_driven(m, joint->name) && fabs(vec3_dot(axis, rod)) < hardly;
    if (!drawn && !unsaid && !pushes && sibling_goes_along(p, joint, rod) != 1) return true;
    tell(p, joint,
         pushes  ? "'%s' is driven across the rod at '%s': it could hardly move the rod"
         : drawn ? "'%s' slides across the rod that moves '%s', though it is drawn along it: the "
                   "rod could hardly move it"
                 : "'%s' slides across the rod that moves '%s': the rod could hardly move it",
         body->name);
    return false;
}

/* A slide of two links at a point that both end in, along neither of them, and nobody said an axis:
 * most likely a hinge. */
static bool fits_ends(Patient *p, const ModelJoint *joint, double near) {
    const JdModel *m = p->model;
    const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
    const Node *statement = jd_statement_of(p, joint->where);
    const Vec3 at = jd_frame_place(p, joint->i), axis = axis_of(p, joint);
    Vec3 a, b;
    if (!i || !j || !statement || jd_clause_span(statement, "axis").length ||
        strcmp(joint->type->name, "prismatic") || !line_from(&m->bodies.at[i], at, near, &a) ||
        !line_from(&m->bodies.at[j], at, near, &b) || sine(a, axis) < in_line ||
        sine(b, axis) < in_line)
        return true;
    if (!jd_find(p, JD_WARNING, "slide-across", joint->where,
                 "'%s' joins two links where both end, and slides along neither of them",
                 joint->name))
        return false;
    Changes changes = {0};
    jd_changes_of_statement(p, &changes, statement);
    if (!jd_try_remedy(p, &changes, "slide-across"))
        jd_hint(p->log, "say the `axis` along which it is to slide; or was a `revolute` meant?");
    return false;
}

static bool is_damped(const ModelForce *force) {
    return force->type->damping && force->fields[force->type->damping - 1].number[0] > 0;
}

static void look_at(Patient *p, int k, double near) {
    const JdModel *m = p->model;
    const ModelJoint *joint = &m->joints.at[k];
    const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
    if (!fits_points(p, joint, near) || !fits_links(p, joint, near) || !fits_ends(p, joint, near) ||
        !fits_rod(p, k, near))
        return;
    for (int n = 0; n < m->forces.count; n++) {
        const ModelForce *force = &m->forces.at[n];
        if (!force->type->stiffness || !force->type->spans || force->i < 0 || force->j < 0)
            continue;
        /* Springs alone may lie across a slide, as those that snap do; nobody damps there. */
        if (!is_damped(force)) continue;
        const int a = m->frames.at[force->i].body, b = m->frames.at[force->j].body;
        if (!((a == i && b == j) || (a == j && b == i))) continue;
        const Vec3 line = vec3_sub(jd_frame_place(p, force->j), jd_frame_place(p, force->i));
        if (!(vec3_norm(line) > near)) continue;
        if (fabs(vec3_dot(line, axis_of(p, joint))) > across * vec3_norm(line)) continue;
        tell(p, joint,
             "'%s' slides across '%s', which acts between the same two bodies: it would do "
             "nothing to them",
             force->name);
        return;
    }
}

static void look(Patient *p) {
    const double near = 1e-6 * jd_drawn_size(p);
    for (int k = 0; k < p->model->joints.count; k++)
        if (slides_only(&p->model->joints.at[k])) look_at(p, k, near);
}

const Examination jd_examination_slide = {"slide", NEEDS_TEXT, look};
