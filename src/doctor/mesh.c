/* SPDX-License-Identifier: MIT
 *
 * Wheels as drawn against the ratio that is said. Centres and radii are those of the drawing: pitch
 * circles that touch from outside turn against each other, one inside the other alike, and the
 * ratio is that of the radii. */
#include "doctor/inside.h"
#include <string.h>

static const double touches = 0.02; /* of the distance: so well circles are drawn */
static const double differs = 0.02; /* of the ratio */

typedef struct {
    int carrier, wheel; /* bodies */
    Vec3 centre, axis;
    double radius,
        sign; /* sign: of the free, against the wheel's turn about the axis; radius 0: not known */
    bool ring;
} Wheel;

static double radius_of(const Patient *p, int body, bool *ring) {
    const JdModel *m = p->model;
    for (int n = 0; n < m->shows.count; n++) {
        const ModelShow *show = &m->shows.at[n];
        const bool round = !strcmp(show->type->name, "gear") || !strcmp(show->type->name, "ring") ||
                           !strcmp(show->type->name, "disc");
        if (show->body != body || !round || !(show->size[SHAPE_DIAMETER] > 0)) continue;
        *ring = !strcmp(show->type->name, "ring");
        return 0.5 * show->size[SHAPE_DIAMETER];
    }
    const ModelBody *b = &m->bodies.at[body];
    if (b->shape && !strcmp(b->shape->name, "disc")) return 0.5 * b->size[SHAPE_DIAMETER];
    return 0;
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
    wheel.radius = wheel.wheel ? radius_of(p, wheel.wheel, &wheel.ring) : 0;
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
    if (!gear->type->meshes || !gear->type->alike || !find_wheels(p, gear, &a, &b)) return true;
    if (!(a.radius > 0) || !(b.radius > 0)) return true;
    const double distance = vec3_norm(vec3_sub(b.centre, a.centre));
    return fabs(distance - (a.radius + b.radius)) <= touches * distance ||
           fabs(distance - fabs(a.radius - b.radius)) <= touches * distance;
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *gear = &m->joints.at[k];
        Wheel a, b;
        if (!gear->type->couples || !gear->type->alike ||
            !(gear->type->meshes || gear->type->wraps))
            continue;
        if (strcmp(gear->type->fields[0].name ? gear->type->fields[0].name : "", "ratio") ||
            !find_wheels(p, gear, &a, &b))
            continue;
        if (!(a.radius > 0) || !(b.radius > 0)) continue;
        const double side = vec3_dot(a.axis, b.axis);
        if (fabs(fabs(side) - 1) > 1e-6) continue;
        const Vec3 d = vec3_sub(b.centre, a.centre);
        const double distance = vec3_norm(vec3_sub(d, vec3_scale(vec3_dot(d, a.axis), a.axis)));
        const double sign = a.sign * b.sign * (side > 0 ? 1 : -1), size = b.radius / a.radius;
        if (gear->type->wraps) {
            if (distance > a.radius + b.radius &&
                fabs(fabs(gear->fields[0]) - size) > differs * size)
                tell(p, gear, gear->fields[0] < 0 ? -size : size, "have other radii");
        } else if (fabs(distance - (a.radius + b.radius)) <= touches * distance && !a.ring &&
                   !b.ring)
            tell(p, gear, sign * size, "touch from outside and turn against each other");
        else if (fabs(distance - fabs(a.radius - b.radius)) <= touches * distance)
            tell(p, gear, -sign * size, "touch from inside and turn alike");
    }
}

const Examination jd_examination_mesh = {"mesh", NEEDS_TEXT, look};
