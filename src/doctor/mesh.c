/* SPDX-License-Identifier: MIT
 *
 * Wheels as drawn against the ratio that is said. Centres and radii are those of the drawing: pitch
 * circles that touch from outside turn against each other, one inside the other alike, and the
 * ratio is that of the radii. */
#include "doctor/inside.h"
#include <string.h>

static const double touches = 0.02; /* of the distance: so well circles are drawn */
static const double differs = 0.02; /* of the ratio */

static const double centre = 0.4; /* more: a number of a point that was drawn elsewhere */

enum { STEPS = 8 }; /* wheels on one body: those of a stepped one */

typedef struct {
    int carrier, wheel; /* bodies */
    Vec3 centre, axis;
    double sign; /* of the free, against the wheel's turn about the axis */
    double radius[STEPS];
    bool ring[STEPS];
    int count;    /* 0: no radius is known */
    bool toothed; /* they are drawn as gears */
} Wheel;

/* Where two pitch circles touch. */
typedef struct {
    double radius_a, radius_b;
    Vec3 at;
    bool inside;
} Contact;

static void find_own_radii(const Patient *p, int body, Wheel *to) {
    const JdModel *m = p->model;
    const int before = to->count;
    for (int n = 0; n < m->shows.count && to->count < STEPS; n++) {
        const ModelShow *show = &m->shows.at[n];
        if (show->body != body || !(show->size[SHAPE_DIAMETER] > 0) ||
            !jd_word_in_list(show->type->name, "gear ring disc"))
            continue;
        to->toothed = to->toothed || strcmp(show->type->name, "disc");
        to->ring[to->count] = !strcmp(show->type->name, "ring");
        to->radius[to->count++] = 0.5 * show->size[SHAPE_DIAMETER];
    }
    const ModelBody *b = &m->bodies.at[body];
    if (to->count == before && to->count < STEPS && b->shape && !strcmp(b->shape->name, "disc"))
        to->radius[to->count++] = 0.5 * b->size[SHAPE_DIAMETER];
}

/* On the line that the wheel turns about. */
static bool is_coaxial(const Wheel *wheel, Vec3 at) {
    const Vec3 d = vec3_sub(at, wheel->centre);
    const Vec3 off = vec3_sub(d, vec3_scale(vec3_dot(d, wheel->axis), wheel->axis));
    return vec3_norm(off) <= touches * vec3_norm(d);
}

/* Its own, and those of wheels that are welded to it. */
static void find_radii(const Patient *p, int body, Wheel *to) {
    const JdModel *m = p->model;
    find_own_radii(p, body, to);
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        if (!jd_joint_is_weld(joint)) continue;
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        const int other = i == body ? j : j == body ? i : 0;
        if (other && is_coaxial(to, m->bodies.at[other].pose.p)) find_own_radii(p, other, to);
    }
}

static Wheel wheel_of(const Patient *p, int joint, bool wheel_is_j) {
    const ModelJoint *j = &p->model->joints.at[joint];
    const int frame = wheel_is_j ? j->j : j->i, other = wheel_is_j ? j->i : j->j;
    const Pose pose = jd_model_frame_pose(p->model, frame);
    Wheel wheel = {.carrier = p->model->frames.at[other].body,
                   .wheel = p->model->frames.at[frame].body,
                   .centre = pose.p,
                   .axis = pose.axes.z,
                   .sign = wheel_is_j ? 1 : -1};
    if (wheel.wheel) find_radii(p, wheel.wheel, &wheel);
    return wheel;
}

/* Both wheels on one carrier. */
static bool find_wheels(const Patient *p, const ModelJoint *gear, Wheel *a, Wheel *b) {
    for (int n = 0; n < 4; n++) {
        *a = wheel_of(p, gear->i, n & 1), *b = wheel_of(p, gear->j, n & 2);
        if (a->carrier == b->carrier && a->wheel != b->wheel) return true;
    }
    return false;
}

static double across(const Wheel *a, const Wheel *b) {
    const Vec3 d = vec3_sub(b->centre, a->centre);
    return vec3_norm(vec3_sub(d, vec3_scale(vec3_dot(d, a->axis), a->axis)));
}

static const double parallel = 1e-6; /* 1 - cosine: wheels mesh up to 1.4 mrad off */

static bool are_parallel(const Wheel *a, const Wheel *b) {
    return fabs(fabs(vec3_dot(a->axis, b->axis)) - 1) <= parallel;
}

/* Of parallel axes: from outside, or one inside the other. */
static bool touch_flat(const Wheel *a, const Wheel *b, int m, int n, Contact *to) {
    const double ra = a->radius[m], rb = b->radius[n], distance = across(a, b);
    Vec3 d = vec3_sub(b->centre, a->centre);
    d = vec3_sub(d, vec3_scale(vec3_dot(d, a->axis), a->axis));
    if (!(distance > 0)) return false;
    const bool outside =
        fabs(distance - (ra + rb)) <= touches * distance && !a->ring[m] && !b->ring[n];
    to->inside = !outside && fabs(distance - fabs(ra - rb)) <= touches * distance;
    if (!outside && !to->inside) return false;
    to->radius_a = ra, to->radius_b = rb;
    to->at = vec3_add(a->centre, vec3_scale((to->inside && ra < rb ? -ra : ra) / distance, d));
    return true;
}

/* Of axes that meet: bevel wheels touch in the plane of both axes. */
static bool touch_bevel(const Wheel *a, const Wheel *b, int m, int n, Contact *to) {
    const double ra = a->radius[m], rb = b->radius[n], c = vec3_dot(a->axis, b->axis);
    const Vec3 to_b = vec3_sub(b->axis, vec3_scale(c, a->axis)),
               to_a = vec3_sub(a->axis, vec3_scale(c, b->axis));
    for (int side = 0; side < 4; side++) {
        const Vec3 A = vec3_add(a->centre,
                                vec3_scale((side & 1 ? ra : -ra) / vec3_norm(to_b), to_b)),
                   B = vec3_add(b->centre,
                                vec3_scale((side & 2 ? rb : -rb) / vec3_norm(to_a), to_a));
        if (vec3_norm(vec3_sub(A, B)) > touches * (ra + rb)) continue;
        *to = (Contact){ra, rb, A, false};
        return true;
    }
    return false;
}

/* The pair of circles that touch; of stepped wheels any. */
static bool find_contact(const Wheel *a, const Wheel *b, Contact *to) {
    for (int m = 0; m < a->count; m++)
        for (int n = 0; n < b->count; n++)
            if (are_parallel(a, b) ? touch_flat(a, b, m, n, to) : touch_bevel(a, b, m, n, to))
                return true;
    return false;
}

/* Without slip both have one velocity where they touch; qi = -ratio*qj. */
static double ratio_of(const Wheel *a, const Wheel *b, const Contact *contact) {
    const Vec3 va = vec3_cross(a->axis, vec3_sub(contact->at, a->centre)),
               vb = vec3_cross(b->axis, vec3_sub(contact->at, b->centre));
    return -a->sign * b->sign * vec3_dot(va, vb) / vec3_dot(va, va);
}

static void tell(Patient *p, const ModelJoint *gear, double wanted, const char *how) {
    const double said = gear->fields[0];
    char number[32];
    if (fabs(said - wanted) <= differs * fabs(wanted)) return;
    const bool sign = fabs(fabs(said) - fabs(wanted)) <= differs * fabs(wanted);
    snprintf(number, sizeof number, "%.9g", wanted);
    jd_number_point(number);
    if (!jd_find(p, JD_WARNING, "gear-drawn", gear->where,
                 sign ? "'%s' makes its wheels turn through each other: as drawn they %s, so that "
                        "the ratio is %s, not %.4g"
                      : "the ratio of '%s' is not that of its wheels: as drawn they %s, so that it "
                        "is %s, not %.4g",
                 gear->name, how, number, said))
        return;
    Changes changes = {0};
    const Node *statement = jd_statement_of(p, gear->where);
    const Span span = jd_clause_span(statement, "ratio");
    const char *text = span.length ? jd_span_text(p, span) : NULL;
    const Expr *expr = statement ? jd_clause_expr(statement, "ratio") : NULL;
    if (text && sign && text[0] == '-')
        jd_change_add(p, &changes, span, "write", 1, "%s", text + 1);
    else if (text && sign)
        jd_change_add(
            p, &changes, span, "write", 1,
            expr && expr->kind == EXPR_BINARY && strchr("+-", *expr->text) ? "-(%s)" : "-%s", text);
    else if (text && expr && expr->kind == EXPR_BINARY && *expr->text == '/' &&
             fabs(1 / said - wanted) <= differs * fabs(wanted))
        jd_change_add(p, &changes, span, "write", 1, "%s/%s", jd_span_text(p, expr->args[1]->span),
                      jd_span_text(p, expr->args[0]->span));
    else if (text)
        jd_change_add(p, &changes, span, "write", 0.9, "%s", number);
    if (!jd_try_remedy(p, &changes, "gear-drawn")) jd_hint(p->log, "write: ratio %s", number);
}

/* Whether the pitch circles that a gear couples touch as drawn; true also where that is not known.
 */
bool jd_wheels_touch(const Patient *p, int joint) {
    const ModelJoint *gear = &p->model->joints.at[joint];
    Wheel a, b;
    Contact contact;
    if (!gear->type->meshes || !gear->type->alike || !find_wheels(p, gear, &a, &b)) return true;
    return !a.count || !b.count || find_contact(&a, &b, &contact);
}

bool jd_wheels_fit(const Patient *p, int joint) {
    const ModelJoint *gear = &p->model->joints.at[joint];
    Wheel a, b;
    Contact contact;
    if (!gear->type->meshes || !gear->type->alike || !find_wheels(p, gear, &a, &b)) return true;
    if (!a.count || !b.count || !find_contact(&a, &b, &contact)) return !a.count || !b.count;
    const double wanted = ratio_of(&a, &b, &contact);
    return fabs(gear->fields[0] - wanted) <= differs * fabs(wanted);
}

/* The point of a wheel's hinge, with its numbers as they may have slipped. */
static void list_centre(Patient *p, Changes *to, int hinge) {
    const Node *joint = jd_statement_of(p, p->model->joints.at[hinge].where);
    const Span at = jd_clause_span(joint, "at");
    const char *name = at.length ? jd_span_text(p, at) : NULL;
    for (int n = 0; n < p->document.root.block.count && name; n++) {
        const Node *node = p->document.root.block.at[n];
        const char *own = strcmp(node->word, "point") || node->slots.count < 2
                              ? NULL
                              : jd_span_text(p, node->slots.at[0].span);
        if (!own || strcmp(own, name) || !node->slots.at[1].expr) continue;
        const int before = to->count;
        jd_changes_of_powers(p, to, node->slots.at[1].expr);
        jd_changes_of_units(p, to, node->slots.at[1].expr, "m");
        for (int k = before; k < to->count; k++) to->at[k].likely += centre;
    }
}

static void tell_apart(Patient *p, const ModelJoint *gear, const Wheel *a, const Wheel *b) {
    char distance[64], first[64], second[64];
    jd_words_quantity(vec3_norm(vec3_sub(b->centre, a->centre)), "m", distance);
    jd_words_quantity(a->radius[0], "m", first);
    jd_words_quantity(b->radius[0], "m", second);
    if (!jd_find(
            p, JD_WARNING, "gear-drawn", gear->where,
            "the wheels of '%s' do not touch as drawn: the centres of '%s' and '%s' are %s apart, "
            "and their radii %s and %s",
            gear->name, p->model->bodies.at[a->wheel].name, p->model->bodies.at[b->wheel].name,
            distance, first, second))
        return;
    Changes changes = {0};
    jd_changes_of_statement(p, &changes, jd_statement_of(p, gear->where));
    list_centre(p, &changes, gear->i), list_centre(p, &changes, gear->j);
    if (!jd_try_remedy(p, &changes, "gear-drawn"))
        jd_hint(p->log,
                "wheels that do not touch are coupled by a `belt`, or other ones are meant");
}

static void tell_belt(Patient *p, const ModelJoint *belt) {
    if (!jd_find(p, JD_WARNING, "gear-drawn", belt->where,
                 "the wheels of '%s' are drawn as gears that touch: they would turn against each "
                 "other, and it makes them turn alike",
                 belt->name))
        return;
    Changes changes = {0};
    const Node *statement = jd_statement_of(p, belt->where);
    const Slot *type = statement ? jd_node_slot(statement, "type") : NULL;
    if (type) jd_change_add(p, &changes, type->span, "as gears", 1, "gear");
    if (!jd_try_remedy(p, &changes, "gear-drawn")) jd_hint(p->log, "gears are coupled by a `gear`");
}

static const double nearly = 0.12; /* of a power of ten: a third more or less */

/* A ratio that is nearly that of the radii, or so by a power of ten, or the other way round. */
static bool is_like(double said, double size) {
    const double power = log10(fabs(said) / size);
    return fabs(said) > 0 &&
           (fabs(power - round(power)) < nearly || fabs(fabs(said) * size - 1) <= differs);
}

/* A disc may be there for its inertia alone: as the rotor of a motor, a drum, a flywheel. It is the
 * wheel that is coupled if it is drawn with teeth, if its radius goes with the ratio, or if other
 * couplings of the model fit to their discs. */
static bool are_meant(const Patient *p, const ModelJoint *gear, const Wheel *a, const Wheel *b) {
    const JdModel *m = p->model;
    if (a->toothed || b->toothed || is_like(gear->fields[0], b->radius[0] / a->radius[0]))
        return true;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *other = &m->joints.at[k];
        Wheel c, d;
        if (other == gear || (!other->type->meshes && !other->type->wraps) ||
            other->type->wraps != gear->type->wraps || !find_wheels(p, other, &c, &d) || !c.count ||
            !d.count)
            continue;
        const double size = d.radius[0] / c.radius[0];
        if (fabs(fabs(other->fields[0]) - size) <= differs * size) return true;
    }
    return false;
}

static const double exactly = 1e-3; /* of the distance: no luck */

/* Of one wheel nothing is drawn: the ratio says how large it is. Where with that the circles touch
 * from one side, and not from the other, its sign follows. */
static void look_at_one(Patient *p, const ModelJoint *gear, Wheel *a, Wheel *b) {
    Wheel *unknown = a->count ? b : a, *known = a->count ? a : b;
    const double ratio = fabs(gear->fields[0]), distance = across(a, b);
    if (known->count != 1 || unknown->count || !(ratio > 0) || !gear->type->meshes ||
        !are_parallel(a, b))
        return;
    const double r = known->radius[0] * (known == a ? ratio : 1 / ratio), own = known->radius[0];
    const bool outside = fabs(distance - (r + own)) <= exactly * distance,
               inside = fabs(distance - fabs(r - own)) <= exactly * distance;
    Contact contact;
    if (outside == inside) return;
    unknown->radius[0] = r, unknown->count = 1;
    if (find_contact(a, b, &contact))
        tell(p, gear, ratio_of(a, b, &contact),
             inside ? "touch from inside and turn alike"
                    : "touch from outside and turn against each other");
}

/* ---- Wheels on two carriers -------------------------------------------------------------------
 */

static bool are_welded(const JdModel *m, int a, int b) {
    for (int k = 0; k < m->joints.count; k++)
        if (jd_joint_is_between(m, k, a, b) && jd_joint_is_weld(&m->joints.at[k])) return true;
    return false;
}

/* How many hinges that gears couple turn on this body. */
static int count_on(const JdModel *m, int carrier) {
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) {
        bool coupled = false;
        for (int c = 0; c < m->joints.count; c++)
            coupled = coupled || (m->joints.at[c].type->meshes &&
                                  (m->joints.at[c].i == k || m->joints.at[c].j == k));
        count += coupled && (m->frames.at[m->joints.at[k].i].body == carrier ||
                             m->frames.at[m->joints.at[k].j].body == carrier);
    }
    return count;
}

/* Turns of wheels that touch, one counted against the ground and the other against a carrier that
 * goes round: no ratio makes that a mesh. The hinge with fewer companions is the one that is told.
 */
static bool look_at_carriers(Patient *p, const ModelJoint *gear) {
    const JdModel *m = p->model;
    Wheel a = wheel_of(p, gear->i, true), b = wheel_of(p, gear->j, true);
    Contact contact;
    if (!a.count || !b.count || a.carrier == b.carrier || a.carrier == b.wheel ||
        b.carrier == a.wheel || a.wheel == b.wheel || are_welded(m, a.carrier, b.carrier) ||
        !jd_are_joined(m, a.carrier, b.carrier) || !are_parallel(&a, &b) ||
        !find_contact(&a, &b, &contact))
        return false;
    const bool first = count_on(m, a.carrier) < count_on(m, b.carrier);
    const int meant = first ? b.carrier : a.carrier, wheel = first ? a.wheel : b.wheel;
    const ModelJoint *hinge = &m->joints.at[first ? gear->i : gear->j];
    if (!jd_find(p, JD_WARNING, "gear-drawn", hinge->where,
                 "'%s' couples the turn of '%s' against '%s' with one against '%s': wheels mesh by "
                 "their turns against what carries both",
                 gear->name, m->bodies.at[wheel].name,
                 m->bodies.at[first ? a.carrier : b.carrier].name, m->bodies.at[meant].name))
        return true;
    const Node *statement = jd_statement_of(p, hinge->where);
    const Slot *slot =
        statement ? jd_node_slot(statement, m->frames.at[hinge->i].body == wheel ? "j" : "i")
                  : NULL;
    const char *name = m->bodies.at[meant].name;
    Changes changes = {0};
    if (slot && !strchr(name, '['))
        jd_change_add(p, &changes, slot->span, jd_arena_format(&p->arena, "on '%s'", name), 1, "%s",
                      name);
    if (!jd_try_remedy(p, &changes, "gear-drawn"))
        jd_hint(p->log, "a hinge of '%s' on '%s', and its turn in the gear",
                m->bodies.at[wheel].name, name);
    return true;
}

/* Of stepped pulleys no pair has the ratio of a belt, and one has it the other way round; 0: it is
 * not so. */
static double other_way(const ModelJoint *belt, const Wheel *a, const Wheel *b) {
    double found = 0;
    for (int m = 0; m < a->count; m++)
        for (int n = 0; n < b->count; n++) {
            const double size = b->radius[n] / a->radius[m], said = fabs(belt->fields[0]);
            if (fabs(said - size) <= differs * size) return 0;
            if (fabs(said * size - 1) <= differs) found = size;
        }
    return found;
}

static void look_at(Patient *p, const ModelJoint *gear) {
    Wheel a, b;
    Contact contact = {0};
    if (!find_wheels(p, gear, &a, &b)) return;
    if (!a.count != !b.count) look_at_one(p, gear, &a, &b);
    if (!a.count || !b.count) return;
    if (gear->type->wraps && a.toothed && b.toothed && are_parallel(&a, &b) &&
        find_contact(&a, &b, &contact) && !contact.inside)
        tell_belt(p, gear);
    else if (gear->type->wraps) {
        const double size = b.radius[0] / a.radius[0];
        if (are_parallel(&a, &b) && a.count == 1 && b.count == 1 && are_meant(p, gear, &a, &b) &&
            across(&a, &b) > a.radius[0] + b.radius[0] &&
            fabs(fabs(gear->fields[0]) - size) > differs * size)
            tell(p, gear, gear->fields[0] < 0 ? -size : size, "have other radii");
        else if (a.count + b.count > 2 && are_parallel(&a, &b) && other_way(gear, &a, &b) > 0)
            tell(p, gear, gear->fields[0] < 0 ? -other_way(gear, &a, &b) : other_way(gear, &a, &b),
                 "have it the other way round");
    } else if (find_contact(&a, &b, &contact))
        tell(p, gear, ratio_of(&a, &b, &contact),
             contact.inside         ? "touch from inside and turn alike"
             : are_parallel(&a, &b) ? "touch from outside and turn against each other"
                                    : "touch where their axes' plane is");
    else if (are_parallel(&a, &b) && across(&a, &b) > 0 && are_meant(p, gear, &a, &b))
        tell_apart(p, gear, &a, &b);
}

/* ---- Wheels that nothing couples --------------------------------------------------------------
 */

/* A gear, belt or the like moves this wheel. */
static bool is_coupled(const JdModel *m, int wheel) {
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *c = &m->joints.at[k];
        const int of[2] = {c->i, c->j};
        for (int n = 0; c->type->couples && n < 2; n++) {
            if (of[n] < 0 || of[n] >= m->joints.count) return true;
            const ModelJoint *hinge = &m->joints.at[of[n]];
            if (m->frames.at[hinge->i].body == wheel || m->frames.at[hinge->j].body == wheel)
                return true;
        }
    }
    return false;
}

static const Node *last_coupling(const Patient *p) {
    const Node *last = NULL;
    for (int n = 0; n < p->document.root.block.count; n++)
        if (!strcmp(p->document.root.block.at[n]->word, "joint"))
            last = p->document.root.block.at[n];
    return last;
}

static void tell_uncoupled(Patient *p, const ModelJoint *pair, const Wheel *a, const Wheel *b,
                           const Contact *contact) {
    const JdModel *m = p->model;
    const ModelJoint *first = &m->joints.at[pair->i], *second = &m->joints.at[pair->j];
    const int loose = is_coupled(m, a->wheel) ? b->wheel : a->wheel;
    if (!jd_find(p, JD_WARNING, "joint-forgotten", m->bodies.at[loose].where,
                 "'%s' and '%s' are drawn as gears that touch, and nothing couples their turns",
                 m->bodies.at[a->wheel].name, m->bodies.at[b->wheel].name))
        return;
    char number[32];
    snprintf(number, sizeof number, "%.12g", ratio_of(a, b, contact));
    jd_number_point(number);
    const char *name = "mesh", *line;
    for (int n = 2; n < STEPS && jd_model_find_joint(m, name) >= 0; n++)
        name = jd_arena_format(&p->arena, "mesh%d", n);
    line = jd_arena_format(&p->arena, "joint %s : gear %s.angle -- %s.angle  ratio %s", name,
                           first->name, second->name, number);
    Changes changes = {0};
    const Node *last = last_coupling(p);
    if (last && line) jd_change_after(p, &changes, last, "add", 1, line);
    if (!jd_try_remedy(p, &changes, "joint-forgotten"))
        jd_hint(p->log, "forgotten? %s", line ? line : "a `gear` between their turns");
}

/* Among wheels that couplings move, one that touches another of them and is moved by none. */
static void look_for_uncoupled(Patient *p) {
    const JdModel *m = p->model;
    bool couples = false;
    for (int k = 0; k < m->joints.count; k++) couples = couples || m->joints.at[k].type->meshes;
    for (int k = 0; k < m->joints.count && couples; k++)
        for (int other = k + 1; other < m->joints.count; other++) {
            const ModelJoint pair = {.i = k, .j = other};
            Wheel a, b;
            Contact contact = {0};
            if (!jd_joint_is_hinge(&m->joints.at[k]) || !jd_joint_is_hinge(&m->joints.at[other]) ||
                !find_wheels(p, &pair, &a, &b) || !a.wheel || !b.wheel || !a.toothed || !b.toothed)
                continue;
            if (is_coupled(m, a.wheel) == is_coupled(m, b.wheel) || !are_parallel(&a, &b) ||
                !find_contact(&a, &b, &contact))
                continue;
            tell_uncoupled(p, &pair, &a, &b, &contact);
        }
}

/* ---- Wheels across their hinge ------------------------------------------------------------------
 */

static const double level = 1e-3; /* cosine: still across */

/* The axis of the gear that is shown on a body, as drawn. */
static bool shown_axis(const JdModel *m, int body, Vec3 *axis) {
    for (int n = 0; n < m->shows.count; n++) {
        const ModelShow *show = &m->shows.at[n];
        if (show->body != body || !jd_word_in_list(show->type->name, "gear ring")) continue;
        *axis = axes_out(&m->bodies.at[body].pose.axes, show->local.axes.z);
        return true;
    }
    return false;
}

static void look_across(Patient *p, int hinge, int wheel) {
    const JdModel *m = p->model;
    const ModelJoint *joint = &m->joints.at[hinge];
    Vec3 axis;
    if (!jd_joint_is_hinge(joint) || !shown_axis(m, wheel, &axis)) return;
    if (fabs(vec3_dot(axis, jd_model_frame_pose(m, joint->i).axes.z)) > level) return;
    if (!jd_find(p, JD_WARNING, "axis-across", joint->where,
                 "the gear on '%s' is drawn across the axis of '%s': it would turn about a line in "
                 "its own plane",
                 m->bodies.at[wheel].name, joint->name))
        return;
    Changes changes = {0};
    jd_changes_of_axis(p, &changes, jd_statement_of(p, joint->where));
    if (!jd_try_remedy(p, &changes, "axis-across"))
        jd_hint(p->log, "another `axis` of the joint, or of what is shown");
}

static const double flat = 0.02; /* of the moments of inertia: so well they are known */

/* The axis of a body that is as flat as a disc, by its inertia: the largest moment is the sum of
 * the two others, which are alike. */
static bool disc_axis(const JdModel *m, int b, Vec3 *axis) {
    const ModelBody *body = &m->bodies.at[b];
    const double most = fmax(body->inertia[0][0], fmax(body->inertia[1][1], body->inertia[2][2]));
    const Vec3 own[3] = {body->pose.axes.x, body->pose.axes.y, body->pose.axes.z};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (r != c && fabs(body->inertia[r][c]) > flat * most) return false;
    for (int c = 0; c < 3; c++) {
        const double a = body->inertia[(c + 1) % 3][(c + 1) % 3],
                     b2 = body->inertia[(c + 2) % 3][(c + 2) % 3];
        if (fabs(body->inertia[c][c] - a - b2) > flat * most || fabs(a - b2) > flat * most ||
            !(most > 0))
            continue;
        *axis = own[c];
        return true;
    }
    return false;
}

/* A wheel that a gear turns about a line in its own plane: nothing is shown of it, but its inertia
 * is that of a disc, and its hinge is at its centre. */
static void look_at_disc(Patient *p, int hinge, int wheel) {
    const JdModel *m = p->model;
    const ModelJoint *joint = &m->joints.at[hinge];
    const double near = 1e-6 * jd_drawn_size(p);
    Vec3 axis;
    if (!jd_joint_is_hinge(joint) || shown_axis(m, wheel, &axis) || !disc_axis(m, wheel, &axis))
        return;
    if (fabs(vec3_dot(axis, jd_model_frame_pose(m, joint->i).axes.z)) > level ||
        vec3_norm(vec3_sub(jd_frame_place(p, joint->j), m->bodies.at[wheel].pose.p)) > near ||
        !jd_find(p, JD_WARNING, "axis-across", joint->where,
                 "by its inertia '%s' is a disc, and '%s' turns it about a line in its own plane",
                 m->bodies.at[wheel].name, joint->name))
        return;
    Changes changes = {0};
    jd_changes_of_axis(p, &changes, jd_statement_of(p, joint->where));
    if (!jd_try_remedy(p, &changes, "axis-across"))
        jd_hint(p->log, "another `axis` of the joint, or the moments of inertia in another order");
}

/* The wheel is what the second side of a hinge holds, unless only the first shows one. */
static void look_at_hinges(Patient *p) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count && m->space == JD_SPATIAL && !m->flat; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        bool coupled = false;
        for (int c = 0; c < m->joints.count; c++)
            coupled = coupled || (m->joints.at[c].type->meshes &&
                                  (m->joints.at[c].i == k || m->joints.at[c].j == k));
        const int wheel = m->frames.at[joint->j].body;
        if (!coupled || !wheel) continue;
        look_across(p, k, wheel), look_at_disc(p, k, wheel);
    }
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    look_for_uncoupled(p);
    look_at_hinges(p);
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *gear = &m->joints.at[k];
        if (gear->type->couples && gear->type->alike && (gear->type->meshes || gear->type->wraps) &&
            gear->type->fields[0].name && !strcmp(gear->type->fields[0].name, "ratio"))
            look_at(p, gear);
    }
    /* One hinge is told once, however many gears it has. */
    bool told = false;
    for (int k = 0; k < m->joints.count && !told; k++)
        told = m->joints.at[k].type->couples && m->joints.at[k].type->meshes &&
               m->joints.at[k].type->alike && look_at_carriers(p, &m->joints.at[k]);
}

const Examination jd_examination_mesh = {"mesh", NEEDS_TEXT, look};
