/* SPDX-License-Identifier: MIT
 *
 * A link of two points lies along its x axis. If its inertia is that of a rod as long as the link,
 * but along y or z, and other rods are not, two of its three numbers are exchanged. */
#include "doctor/inside.h"

static const double slim = 0.2;                    /* the least by the others */
static const double even = 2;                      /* these by each other */
static const double rod_from = 0.2, rod_to = 0.45; /* radius of gyration of a rod, by its length */

/* The axis that a body is long along; -1: it is no rod. */
static int long_axis(const ModelBody *body) {
    int least = 0;
    const double off =
        fabs(body->inertia[0][1]) + fabs(body->inertia[0][2]) + fabs(body->inertia[1][2]);
    for (int c = 1; c < 3; c++)
        if (body->inertia[c][c] < body->inertia[least][least]) least = c;
    const double a = body->inertia[(least + 1) % 3][(least + 1) % 3],
                 b = body->inertia[(least + 2) % 3][(least + 2) % 3];
    const bool rod = off == 0 && body->inertia[least][least] < slim * fmin(a, b) &&
                     fmax(a, b) < even * fmin(a, b);
    return rod && body->mass > 0 ? least : -1;
}

static bool is_link(const ModelBody *body) {
    return body->point_count == 2 && !body->shape && !body->massless && !body->point;
}

/* Its length is that of the link. */
static bool fits_link(const ModelBody *body, int axis) {
    const double length = vec3_norm(vec3_sub(body->points[1], body->points[0]));
    const int other = (axis + 1) % 3;
    const double share = sqrt(body->inertia[other][other] / body->mass) / length;
    return share > rod_from && share < rod_to;
}

/* The text means numbers along the body's axes: another rod is said so, and no third is across. */
static bool others_lie_along(const JdModel *m, int but) {
    int along = 0, across = 0;
    for (int b = 1; b < m->bodies.count; b++) {
        if (b == but || !is_link(&m->bodies.at[b])) continue;
        const int axis = long_axis(&m->bodies.at[b]);
        along += axis == 0, across += axis > 0 && fits_link(&m->bodies.at[b], axis);
    }
    return along > 0 && !across;
}

static const Expr *vector_in(const Expr *expr) {
    if (expr->kind == EXPR_VECTOR) return expr;
    for (int n = 0; n < expr->count; n++) {
        const Expr *found = vector_in(expr->args[n]);
        if (found) return found;
    }
    return NULL;
}

/* "[a, b, c]" with the first and another one exchanged. */
static void exchange(Patient *p, Changes *to, const Node *statement, int axis) {
    const Expr *inertia = statement ? jd_clause_expr(statement, "inertia") : NULL;
    const Expr *vector = inertia ? vector_in(inertia) : NULL;
    const char *part[3];
    if (!vector || vector->count != 3) return;
    for (int n = 0; n < 3; n++)
        if (!(part[n] = jd_span_text(p, vector->args[n]->span))) return;
    const char *first = part[0];
    part[0] = part[axis], part[axis] = first;
    jd_change_add(p, to, vector->span, "with two of them exchanged", 1, "[%s, %s, %s]", part[0],
                  part[1], part[2]);
}

static void look(Patient *p) {
    const JdModel *m = p->model;
    if (m->space != JD_SPATIAL || m->flat) return;
    for (int b = 1; b < m->bodies.count; b++) {
        const ModelBody *body = &m->bodies.at[b];
        const int axis = is_link(body) && body->inertia_at.file ? long_axis(body) : 0;
        if (axis <= 0 || !fits_link(body, axis) || !others_lie_along(m, b)) continue;
        if (!jd_find(p, JD_WARNING, "inertia-implausible", body->inertia_at,
                     "by its inertia '%s' is a rod along its %s axis, as long as its link, which "
                     "lies along x",
                     body->name, axis == 1 ? "y" : "z"))
            continue;
        Changes changes = {0};
        exchange(p, &changes, jd_statement_of(p, body->where), axis);
        if (!jd_try_remedy(p, &changes, "inertia-implausible"))
            jd_hint(p->log, "the first of the three is about the line of the link, and the least");
    }
}

const Examination jd_examination_crosswise = {"crosswise", NEEDS_TEXT, look};
