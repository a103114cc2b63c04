/* SPDX-License-Identifier: MIT
 *
 * Mass against length: a link that would be thinner than a hair if it were made of foam, or thicker
 * than long if it were made of the heaviest metal, is drawn in another unit than it is weighed. */
#include "doctor/inside.h"
#include <string.h>

static const double foam = 100,
                    osmium =
                        22600; /* kg/m^3: the lightest and the heaviest that links are made of */
static const double slenderest = 3000; /* length by thickness */
static const double stoutest = 3;      /* thickness by length */

static void look_at(Patient *p, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    const double length = jd_body_extent(p, b);
    if (body->point_count < 2 || !(body->mass > 0) || !(length > 0) || !body->mass_at.file) return;
    const double thin = sqrt(4 * body->mass / (pi * foam * length)),
                 stout = cbrt(body->mass / osmium);
    const bool slender = length > slenderest * thin, heavy = stout > stoutest * length;
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

static void look(Patient *p) {
    if (p->model->bodies.count > 1000 || p->misdrawn || jd_is_found(p, "point-implausible")) return;
    for (int b = 1; b < p->model->bodies.count; b++) look_at(p, b);
}

const Examination jd_examination_slender = {"slender", NEEDS_TEXT, look};
