/* SPDX-License-Identifier: MIT
 *
 * The radius of gyration against the body: sqrt(inertia/mass) is 0.29 of a rod's length and never
 * far beyond what a body reaches to. Where it is, mass or inertia are in another unit than the
 * lengths. */
#include "doctor/inside.h"
#include <string.h>

/* Flywheels on short cranks come to 6; kg*mm^2 for kg*m^2 makes 300 of a rod's 0.3, g for kg 9. */
static const double far_drawn = 7, far_other = 20;
/* A link between others carries no flywheel; and what is far lighter than all others is no
 * flywheel. */
static const double far_coupler = 2.5, far_light = 2.5, far_lighter = 8;
static const double little_of_all = 0.2; /* of the whole drawing */
/* Point masses on links are nearly nothing; so little is told only beside links that are as usual.
 */
static const double little = 0.012, usual_from = 0.15, usual_to = 0.9;
static const double far_com = 3; /* lengths of the body away from it */
static const double seen = 0.1;  /* less: another mass, where it is as those of others */
static const double nearly_all = 0.98;
static const double fitting = 0.4; /* how much more or less a change is believed that makes it so */

static double gyration(const Patient *p, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    double most = 0;
    for (int c = p->model->space == JD_PLANAR || p->model->flat ? 2 : 0; c < 3; c++)
        most = fmax(most, body->inertia[c][c]);
    return body->mass > 0 ? sqrt(most / body->mass) : 0;
}

static bool is_link(const ModelBody *body) {
    return body->point_count > 1;
}

/* Links beside this one whose radius of gyration is that of a bar. */
static int usual_links(const Patient *p, int but) {
    int count = 0;
    for (int b = 1; b < p->model->bodies.count; b++) {
        const double share = gyration(p, b) / fmax(jd_body_extent(p, b), 1e-300);
        count +=
            b != but && is_link(&p->model->bodies.at[b]) && share > usual_from && share < usual_to;
    }
    return count;
}

/* It says how large it is: by a shape, or by something to look at. */
static bool is_sized(const Patient *p, int b) {
    for (int n = 0; n < p->model->shows.count; n++)
        if (p->model->shows.at[n].body == b && p->model->shows.at[n].size[SHAPE_DIAMETER] > 0)
            return true;
    return p->model->bodies.at[b].shape;
}

/* A hundred times heavier than most of the others. */
static bool is_heavy(const Patient *p, int b) {
    int lighter = 0, others = 0;
    for (int k = 1; k < p->model->bodies.count; k++) {
        if (k == b || p->model->bodies.at[k].massless) continue;
        others++;
        lighter += p->model->bodies.at[b].mass > 100 * p->model->bodies.at[k].mass;
    }
    return others > 1 && 2 * lighter > others;
}

/* Of a repeat or a part: one number is that of both. */
static bool is_same_text(const Patient *p, int a, int b) {
    const Where x = p->model->bodies.at[a].where, y = p->model->bodies.at[b].where;
    return x.file == y.file && x.text == y.text && x.at == y.at && x.line == y.line &&
           x.column == y.column;
}

static bool is_light(const Patient *p, int b) {
    int others = 0;
    for (int k = 1; k < p->model->bodies.count; k++) {
        if (k == b || p->model->bodies.at[k].massless || is_same_text(p, k, b)) continue;
        if (p->model->bodies.at[k].mass < far_lighter * p->model->bodies.at[b].mass) return false;
        others++;
    }
    return others > 1;
}

/* A link of three joints or more with other bodies, or two: none of them is with the ground. */
static bool is_coupler(const Patient *p, int b) {
    const JdModel *m = p->model;
    int joints = 0;
    for (int k = 0; k < m->joints.count; k++) {
        const int i = m->frames.at[m->joints.at[k].i].body,
                  j = m->frames.at[m->joints.at[k].j].body;
        if (m->joints.at[k].type->couples || (i != b && j != b)) continue;
        if (!i || !j) return false;
        joints++;
    }
    return joints > 1 && is_link(&m->bodies.at[b]) && !is_sized(p, b);
}

/* The centre of mass is said, and is far outside of what is drawn. */
static bool is_com_far(const Patient *p, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    double most = 0, nearest = INFINITY;
    for (int n = 0; n < body->point_count; n++) {
        nearest = fmin(nearest, vec3_norm(body->points[n])); /* they count from it */
        most = fmax(most, vec3_norm(vec3_sub(body->points[n], body->points[0])));
    }
    return most > 0 && nearest > far_com * most;
}

/* Parts of the library are drawn by a size for pictures alone. */
static bool is_of_library(const ModelBody *body) {
    return body->inertia_at.file && strstr(body->inertia_at.file, "share/jourdain/lib/");
}

/* ---- What may have been meant -----------------------------------------------------------------
 */

/* Those first with which the radius of gyration is that of a bar. `power`: how it grows with them.
 * `share`: of the body's extent; below zero: of the whole drawing. */
static void weigh(Patient *p, Changes *of, int from, const Expr *expr, double share, double power) {
    const double least =
        share > 0 ? usual_from : usual_from * little_of_all; /* of the whole drawing */
    const char *now = expr ? jd_span_text(p, expr->span) : NULL;
    const double old = now ? jd_words_value(now) : 0;
    for (int n = from; n < of->count && old > 0; n++) {
        const double then = jd_words_value(of->at[n].with);
        const double fits = then > 0 ? fabs(share) * pow(then / old, power) : 0;
        of->at[n].likely += fits > least && fits < usual_to ? fitting : -fitting;
    }
}

static void list_changes(Patient *p, Changes *to, int b, double share) {
    const Node *statement = jd_statement_of(p, p->model->bodies.at[b].where);
    static const struct {
        const char *clause, *unit;
        double power;
    } clauses[] = {{"inertia", "kg*m^2", 0.5}, {"mass", "kg", -0.5}};
    for (int n = 0; n < 2; n++) {
        const Expr *expr = jd_clause_expr(statement, clauses[n].clause);
        const int before = to->count;
        if (!expr) continue;
        jd_changes_of_units(p, to, expr, clauses[n].unit);
        jd_changes_of_powers(p, to, expr);
        weigh(p, to, before, expr, share, clauses[n].power);
        /* The mass is seen beside others; an inertia nobody has a feeling for. */
        const double more = is_light(p, b) || is_heavy(p, b) ? seen : -seen;
        for (int k = before; k < to->count && n; k++) to->at[k].likely += more;
    }
}

/* A load that is nearly all of the mass. */
static void list_load(Patient *p, Changes *to, int b, const Node *statement) {
    const Node *clause = jd_node_clause(statement, "load");
    const Expr *load = clause && clause->slots.count ? clause->slots.at[0].expr : NULL;
    const char *text = load ? jd_span_text(p, load->span) : NULL;
    const int before = to->count;
    if (!text || jd_words_value(text) < nearly_all * p->model->bodies.at[b].mass) return;
    jd_changes_of_units(p, to, load, "kg");
    jd_changes_of_powers(p, to, load);
    for (int n = before; n < to->count; n++) to->at[n].likely += fitting + fitting;
}

/* The place of the centre of mass in another unit. */
static void list_com(Patient *p, Changes *to, const Node *statement) {
    const Node *clause = jd_node_clause(statement, "com");
    const int before = to->count;
    for (int n = 0; clause && n < clause->slots.count; n++)
        jd_changes_of_units(p, to, clause->slots.at[n].expr, "m");
    for (int n = before; n < to->count; n++) to->at[n].likely += fitting + fitting;
}

static void look_at(Patient *p, int b, double size) {
    const ModelBody *body = &p->model->bodies.at[b];
    if (is_of_library(body)) return;
    const double k = gyration(p, b), extent = jd_body_extent(p, b);
    /* What only has joints near its centre may reach farther than they do. */
    const bool drawn = extent > 1e-9 * size && (is_link(body) || is_sized(p, b));
    const double reach = drawn                  ? extent
                         : extent > 1e-9 * size ? fmax(extent, little_of_all * size)
                                                : size;
    if (body->massless || body->point || !(k > 0) || !(reach > 0) || !body->inertia_at.file) return;
    const bool high = k > (drawn ? far_drawn : far_other) * reach ||
                      (k > far_coupler * reach && is_coupler(p, b) && usual_links(p, b) > 1) ||
                      (k > far_light * reach && !is_sized(p, b) && is_light(p, b));
    const bool low = is_link(body) && k < little * reach && k > 1e-7 * reach &&
                     (usual_links(p, b) > 0 || is_heavy(p, b));
    if (!high && !low) return;
    char radius[64], length[64];
    jd_words_quantity(k, "m", radius);
    jd_words_quantity(reach, "m", length);
    if (!jd_find(p, JD_WARNING, "inertia-implausible", body->inertia_at,
                 "mass and inertia of '%s' make a radius of gyration of %s, but %s %s", body->name,
                 radius,
                 reach < size ? "it is drawn with an extent of"
                              : "the whole mechanism is drawn with an extent of",
                 length))
        return;
    Changes changes = {0};
    const Node *statement = jd_statement_of(p, body->where);
    if (statement) list_changes(p, &changes, b, drawn ? k / reach : -k / reach);
    if (statement && is_com_far(p, b)) list_com(p, &changes, statement);
    if (statement) list_load(p, &changes, b, statement);
    if (!jd_try_remedy(p, &changes, "inertia-implausible"))
        jd_hint(p->log, "a rod has 0.29 of its length, a disc 0.35 of its diameter: look at the "
                        "units of mass, inertia and "
                        "lengths; `shape` gives an inertia that fits");
}

static void look(Patient *p) {
    double size = jd_drawn_size(p);
    for (int b = 1; b < p->model->bodies.count; b++)
        size = fmax(size, p->model->bodies.at[b].load_reach);
    /* All in one point: nothing is drawn that inertias could be held against. */
    if (!(size > 0) || p->model->bodies.count > 1000 || p->misdrawn ||
        jd_is_found(p, "point-implausible"))
        return;
    for (int b = 1; b < p->model->bodies.count; b++) look_at(p, b, size);
}

const Examination jd_examination_gyration = {"gyration", NEEDS_TEXT, look};
