/* SPDX-License-Identifier: MIT
 *
 * Mass against length: a link that would be thinner than a hair if it were made of foam, or thicker
 * than long if it were made of the heaviest metal, is drawn in another unit than it is weighed. */
#include "doctor/inside.h"
#include <string.h>

enum { MOST = 400 };
static const double foam = 100,
                    osmium =
                        22600; /* kg/m^3: the lightest and the heaviest that links are made of */
static const double slenderest = 3000; /* length by thickness */
static const double stoutest = 3;      /* thickness by length */

/* Twice the radius of gyration, if the centre of mass is said to be at a point of the link: a
 * flywheel is larger than the crank on it. */
static double breadth(const ModelBody *body) {
    if (!(body->mass > 0) || !body->inertia_at.file) return 0;
    for (int n = 0; n < body->point_count; n++)
        if (vec3_norm(body->points[n]) == 0) return 2 * sqrt(body->inertia[2][2] / body->mass);
    return 0;
}

static void look_at(Patient *p, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    const double length = jd_body_extent(p, b);
    if (body->point_count < 2 || !(body->mass > 0) || !(length > 0) || !body->mass_at.file) return;
    const double thin = sqrt(4 * body->mass / (pi * foam * length)),
                 stout = cbrt(body->mass / osmium);
    const bool slender = length > slenderest * thin,
               heavy = stout > stoutest * fmax(length, breadth(body));
    if (!slender && !heavy) return;
    char mass[64], size[64], thick[64];
    jd_words_quantity(body->mass, "kg", mass);
    jd_words_quantity(length, "m", size);
    jd_words_quantity(slender ? thin : stout, "m", thick);
    if (!jd_find(p, JD_WARNING, "mass-implausible", body->mass_at,
                 slender ? "'%s' weighs %s over a length of %s: made of foam it would be %s thick"
                         : "'%s' weighs %s over a length of %s: made of the heaviest metal it "
                           "would be %s thick",
                 body->name, mass, size, thick))
        return;
    Changes changes = {0};
    const Node *statement = jd_statement_of(p, body->where);
    for (int n = 0; n < p->document.root.block.count && p->trials; n++) {
        const Node *node = p->document.root.block.at[n];
        if (strcmp(node->word, "param") && strcmp(node->word, "point")) continue;
        if (node->slots.count > 1) jd_changes_of_units(p, &changes, node->slots.at[1].expr, "m");
    }
    if (statement) jd_changes_of_units(p, &changes, jd_clause_expr(statement, "mass"), "kg");
    if (!jd_try_remedy(p, &changes, "mass-implausible"))
        jd_hint(p->log, "look at the units of its mass and of the points that it is drawn with: mm "
                        "for m, g for kg?");
}

/* ---- Beside its own inertia ------------------------------------------------------------------
 */

static const double lighter = 1e-2; /* than the others are for their size */
static const double as_others = 20; /* times more or less: with the unit of the others */

/* Of the box of the same moments of inertia; 0: it is flat, or not said. */
static double density(const ModelBody *body) {
    const double half = 0.5 * (body->inertia[0][0] + body->inertia[1][1] + body->inertia[2][2]);
    double volume = 1;
    if (!(body->mass > 0) || body->shape || !body->mass_at.file) return 0;
    for (int k = 0; k < 3; k++) {
        const double square = 12 * (half - body->inertia[k][k]) / body->mass;
        if (!(square > 0)) return 0;
        volume *= sqrt(square);
    }
    return body->mass / volume;
}

static const char *unit_of_mass(Patient *p, int b) {
    const Node *statement = jd_statement_of(p, p->model->bodies.at[b].where);
    const Expr *expr = statement ? jd_clause_expr(statement, "mass") : NULL;
    return expr && (expr->kind == EXPR_NUMBER || expr->kind == EXPR_UNITED) ? expr->text : NULL;
}

/* The only mass of the text in another unit, and far too light for its inertia, which in the unit
 * of the others it would not be. */
static void look_at_unit(Patient *p, int b) {
    const char *own = unit_of_mass(p, b), *unit = NULL;
    const double light = density(&p->model->bodies.at[b]);
    double sum = 0;
    int others = 0, dense = 0;
    Unit said, meant;
    for (int n = 1; n < p->model->bodies.count && own; n++) {
        const char *theirs = n == b ? NULL : unit_of_mass(p, n);
        if (n == b || !theirs) continue;
        if (!strcmp(theirs, own) || (unit && strcmp(unit, theirs))) return;
        unit = theirs, others++;
        const double usual = density(&p->model->bodies.at[n]);
        if (usual > 0) sum += log(usual), dense++;
    }
    if (others < 2 || !dense || !(light > 0) || !jd_unit_parse(own, &said) ||
        !jd_unit_parse(unit, &meant))
        return;
    const double usual = exp(sum / dense), factor = meant.scale / said.scale;
    /* With the mass the box of the same inertia gets smaller: by the power of two and a half. */
    const double then = light * pow(factor, 2.5);
    if (light > lighter * usual || then > as_others * usual || then < usual / as_others) return;
    if (!jd_find(
            p, JD_WARNING, "mass-implausible", p->model->bodies.at[b].mass_at,
            "'%s' is the only one that is weighed in %s, and far too light for its inertia; in "
            "%s, as the others, it would fit",
            p->model->bodies.at[b].name, own, unit))
        return;
    Changes changes = {0};
    const Node *statement = jd_statement_of(p, p->model->bodies.at[b].where);
    jd_changes_of_units(p, &changes, jd_clause_expr(statement, "mass"), "kg");
    if (!jd_try_remedy(p, &changes, "mass-implausible")) jd_hint(p->log, "was %s meant?", unit);
}

static void look(Patient *p) {
    if (p->model->bodies.count > MOST || p->misdrawn || jd_is_found(p, "point-implausible")) return;
    for (int b = 1; b < p->model->bodies.count; b++) look_at(p, b);
    for (int b = 1; b < p->model->bodies.count && p->model->space == JD_SPATIAL; b++)
        look_at_unit(p, b);
}

const Examination jd_examination_slender = {"slender", NEEDS_TEXT, look};
