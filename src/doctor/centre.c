/* SPDX-License-Identifier: MIT
 *
 * A centre of mass that is out of place by a power of ten. By its inertia a body reaches only so
 * far around its centre; where all its points are farther away, and are not with one number ten, a
 * hundred or a thousand times smaller or larger, that number slipped. */
#include "doctor/inside.h"
#include <string.h>

static const double away = 3.5; /* radii of gyration to the nearest point of the body */
static const double home = 1.5; /* with the number that is meant */

/* The mean distance of its mass from the plane across this direction. */
static double reach(const Patient *p, const ModelBody *body, Vec3 way) {
    const double half = 0.5 * (body->inertia[0][0] + body->inertia[1][1] + body->inertia[2][2]);
    const Vec3 u = axes_in(&body->pose.axes, way);
    const double v[3] = {u.x, u.y, u.z};
    double own = 0;
    if (p->model->space == JD_PLANAR || p->model->flat)
        return sqrt(body->inertia[2][2] / body->mass);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) own += v[r] * body->inertia[r][c] * v[c];
    const double square = (half - own) / body->mass;
    return square > 0 ? sqrt(square) : 0;
}

/* The nearest place on the lines between its points. */
static Vec3 nearest(const ModelBody *body, Vec3 at) {
    Vec3 found = jd_body_point(body, 0);
    for (int a = 0; a < body->point_count; a++)
        for (int b = a + 1; b < body->point_count; b++) {
            const Vec3 A = jd_body_point(body, a), AB = vec3_sub(jd_body_point(body, b), A);
            const double length = vec3_dot(AB, AB),
                         share = length > 0 ? vec3_dot(vec3_sub(at, A), AB) / length : 0;
            const Vec3 foot = vec3_add(A, vec3_scale(fmin(1, fmax(0, share)), AB));
            if (vec3_norm(vec3_sub(foot, at)) < vec3_norm(vec3_sub(found, at))) found = foot;
        }
    return found;
}

/* How many of its radii of gyration a place is away from the body's lines. */
static double off(const Patient *p, const ModelBody *body, Vec3 at) {
    const Vec3 way = vec3_sub(nearest(body, at), at);
    const double length = vec3_norm(way);
    if (!(length > 0)) return 0;
    const double own = reach(p, body, vec3_scale(1 / length, way));
    return own > 0 ? length / own : 0;
}

/* The place with this number of it written otherwise. */
static Vec3 moved(Patient *p, const ModelBody *body, const Expr *com, const Change *change) {
    const Expr *vector = com->kind == EXPR_UNITED ? com->args[0] : com;
    const char *said = jd_span_text(p, (Span){NULL, change->from, change->length});
    const double old = said ? jd_words_value(said) : 0, now = jd_words_value(change->with);
    const double factor = old > 0 ? now / old : 1;
    const Vec3 at = body->pose.p;
    if (vector->kind == EXPR_VECTOR) {
        double part[3] = {at.x, at.y, at.z};
        for (int c = 0; c < vector->count; c++)
            if (change->from >= vector->args[c]->span.start &&
                change->from < vector->args[c]->span.start + vector->args[c]->span.length)
                part[c] *= factor;
        return (Vec3){part[0], part[1], part[2]};
    }
    /* along(A, B, 360 mm): from the point that it is nearest to then. */
    Vec3 best = at;
    for (int n = 0; n < body->point_count; n++) {
        const Vec3 from = jd_body_point(body, n),
                   to = vec3_add(from, vec3_scale(factor, vec3_sub(at, from)));
        if (off(p, body, to) < off(p, body, best)) best = to;
    }
    return best;
}

/* Numbers with the point elsewhere, with which it is within its body; those first that need the
 * fewest places. */
static void list_changes(Patient *p, Changes *to, const ModelBody *body, const Expr *com) {
    Changes all = {0};
    jd_changes_of_powers(p, &all, com);
    for (int n = 0; n < all.count; n++) {
        const Change *change = &all.at[n];
        const char *said = jd_span_text(p, (Span){NULL, change->from, change->length});
        if (!said || *said == '[') continue;
        const double share = jd_words_value(change->with) / jd_words_value(said),
                     far = off(p, body, moved(p, body, com, change));
        Change *kept = far < home ? PUSH(&p->arena, *to) : NULL;
        if (!kept) continue;
        *kept = *change;
        kept->likely = 1 - 0.1 * fabs(log10(share)) - 0.1 * far;
    }
}

static void look_at(Patient *p, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    const Node *statement = jd_statement_of(p, body->where);
    const Expr *com = statement ? jd_clause_expr(statement, "com") : NULL;
    if (!com || body->point_count < 2 || !(body->mass > 0) || !body->inertia_at.file ||
        jd_node_clause(statement, "load") || com->kind == EXPR_NAME ||
        off(p, body, body->pose.p) < away)
        return;
    Changes changes = {0};
    list_changes(p, &changes, body, com);
    if (!changes.count) return;
    char distance[64];
    jd_words_quantity(vec3_norm(vec3_sub(nearest(body, body->pose.p), body->pose.p)), "m",
                      distance);
    if (!jd_find(p, JD_WARNING, "point-implausible", jd_span_where(com->span),
                 "the centre of mass of '%s' is %s beside its link, and by its inertia nothing of "
                 "it reaches as far",
                 body->name, distance))
        return;
    if (!jd_try_remedy(p, &changes, "point-implausible"))
        jd_hint(p->log, "look at the numbers and the unit of its `com`");
}

static void look(Patient *p) {
    if (!p->source || p->misdrawn || p->model->bodies.count > 1000) return;
    for (int b = 1; b < p->model->bodies.count; b++) look_at(p, b);
}

const Examination jd_examination_centre = {"centre", NEEDS_TEXT, look};
