/* SPDX-License-Identifier: MIT
 *
 * Mass and inertia by a shape of uniform density. */
#include "text/body.h"
#include <string.h>

typedef struct {
    const ShapeType *type;
    const char *body;
    double size[SHAPE_DIMENSIONS];
    unsigned said; /* which of them */
} Shaped;

/* One that mass and inertia follow from. */
static const ShapeType *find_shape(Build *build, const Slot *slot) {
    const Where where = jd_build_where(build, slot->span);
    JdLog *log = jd_build_log(build);
    const ShapeType *type = jd_model_find_shape(build->model, slot->text, where);
    if (!type || type->volume) return type;
    jd_report(log, JD_ERROR, "shape-no-mass", where,
              "a %s is to be shown; no mass follows from its dimensions", type->name);
    jd_hint(log, "say `mass` and `inertia`, and: show %s", type->name);
    return NULL;
}

/* ---- Dimensions ----------------------------------------------------------------------------- */

static bool report_dimension(Build *build, const Node *clause, const Shaped *shaped,
                             const char *format, double value) {
    jd_report(jd_build_log(build), JD_ERROR, "shape-dimension", jd_build_where(build, clause->span),
              format, clause->word, shaped->body, value, clause->kind->unit);
    jd_hint(jd_build_log(build), "it must be greater than zero");
    return false;
}

static unsigned has_dimensions(const ShapeType *type) {
    return type->space | type->volume | type->look | type->may;
}

static bool read_dimension(Build *build, const Node *node, int index, Shaped *shaped) {
    const char *word = jd_shape_dimension(index);
    const Node *clause = jd_node_clause(node, word);
    double *size = &shaped->size[index];
    if (!clause) return true;
    if (!jd_build_clause(build, node, word, size)) return false;
    shaped->said |= 1u << index;
    if (*size <= 0)
        return report_dimension(build, clause, shaped, "the %s of body '%s' is %g %s", *size);
    const unsigned used = has_dimensions(shaped->type);
    if (used & 1u << index) return true;
    jd_report(jd_build_log(build), JD_ERROR, "shape-dimension", jd_build_where(build, clause->span),
              "a %s has no %s", shaped->type->name, word);
    jd_hint(jd_build_log(build), "%s is %s", shaped->type->name, shaped->type->summary);
    return false;
}

/* Of dimensions that do not go together the last one is shown. */
static Span last_dimension(const Node *node) {
    const Node *clause = NULL;
    for (int n = SHAPE_DIMENSIONS - 1; n >= 0 && !clause; n--)
        clause = jd_node_clause(node, jd_shape_dimension(n));
    return clause ? clause->span : jd_node_clause(node, "shape")->slots.at[0].span;
}

/* Whether dimensions go together, once all are said that its picture needs. */
static bool check_fit(Build *build, const Node *node, const Shaped *shaped) {
    const ShapeType *type = shaped->type;
    const bool whole = !(type->look & ~shaped->said);
    const char *fault = whole && type->fault ? type->fault(shaped->size) : NULL;
    if (!fault) return true;
    jd_report(jd_build_log(build), JD_ERROR, "shape-dimension",
              jd_build_where(build, last_dimension(node)), "the %s of body '%s' cannot be: %s",
              type->name, shaped->body, fault);
    jd_hint(jd_build_log(build), "%s is %s", type->name, type->summary);
    return false;
}

static bool check_complete(Build *build, const Node *node, const Shaped *shaped, unsigned needed,
                           const char *what) {
    const unsigned missing = needed & ~shaped->said;
    if (!missing) return true;
    Text names = {0}, clauses = {0};
    jd_shape_list(missing, &names, &clauses);
    const Node *shape = jd_node_clause(node, "shape");
    if (names.failed || clauses.failed) build->arena->failed = true;
    if (!build->arena->failed) {
        jd_report(jd_build_log(build), JD_ERROR, "shape-needs",
                  jd_build_where(build, shape->slots.at[0].span),
                  "the %s of body '%s' needs its %s for the %s", shaped->type->name, shaped->body,
                  names.at, what);
        jd_hint(jd_build_log(build), "add for instance: %s", clauses.at);
    }
    if (missing & 1u << SHAPE_LENGTH)
        jd_hint(jd_build_log(build), "a body that is drawn by `link A B` has the length of AB");
    jd_text_free(&names);
    jd_text_free(&clauses);
    return false;
}

/* ---- Mass and inertia ----------------------------------------------------------------------- */

static bool mass_of_density(Build *build, const Node *node, const Shaped *shaped, ModelBody *body) {
    const Node *clause = jd_node_clause(node, "density");
    double density = 0;
    if (!clause) return true;
    if (!jd_build_clause(build, node, "density", &density)) return false;
    if (density <= 0)
        return report_dimension(build, clause, shaped, "the %s of body '%s' is %g %s", density);
    if (!check_complete(build, node, shaped, shaped->type->volume, "volume")) return false;
    body->mass = density * jd_shape_volume(shaped->type, shaped->size);
    return true;
}

static bool inertia_of_shape(Build *build, const Node *node, const Shaped *shaped,
                             ModelBody *body) {
    const bool planar = jd_build_width(build) == 2;
    const unsigned needed = planar ? shaped->type->plane : shaped->type->space;
    if (jd_node_clause(node, "inertia")) return true;
    if (!check_complete(build, node, shaped, needed, "moment of inertia")) return false;
    const Vec3 unit = jd_shape_inertia(shaped->type, shaped->size);
    if (!planar) body->inertia[0][0] = body->mass * unit.x;
    if (!planar) body->inertia[1][1] = body->mass * unit.y;
    body->inertia[2][2] = body->mass * unit.z;
    jd_build_lamina(build, body);
    return true;
}

/* Dimensions and a density without a shape to have them. */
static bool refuse_without_shape(Build *build, const Node *node) {
    for (int n = 0; n <= SHAPE_DIMENSIONS; n++) {
        const char *word = n < SHAPE_DIMENSIONS ? jd_shape_dimension(n) : "density";
        const Node *clause = jd_node_clause(node, word);
        if (!clause) continue;
        jd_report(jd_build_log(build), JD_ERROR, "shape-dimension",
                  jd_build_where(build, clause->span), "'%s' is said, but no shape that has it",
                  word);
        jd_hint(jd_build_log(build), "add the shape, such as: shape cylinder; or leave it out");
        return false;
    }
    return true;
}

bool jd_build_shape(Build *build, const Node *node, const Placed *placed, ModelBody *body) {
    const Node *clause = jd_node_clause(node, "shape");
    if (!clause) return refuse_without_shape(build, node);
    Shaped shaped = {find_shape(build, &clause->slots.at[0]), body->name ? body->name : "", {0}, 0};
    if (!shaped.type) return false;
    const bool linked = placed->length > 0 || (placed->failed && jd_node_clause(node, "link"));
    if (linked && has_dimensions(shaped.type) & 1u << SHAPE_LENGTH) {
        shaped.size[SHAPE_LENGTH] = placed->length;
        shaped.said = 1u << SHAPE_LENGTH;
    }
    bool good = true;
    for (int n = 0; n < SHAPE_DIMENSIONS; n++)
        good = read_dimension(build, node, n, &shaped) && good;
    /* Without the dimensions that its picture needs, the body looks like its points. */
    if (!(shaped.type->look & ~shaped.said)) {
        body->shape = shaped.type;
        memcpy(body->size, shaped.size, sizeof body->size);
    }
    return good && check_fit(build, node, &shaped) && mass_of_density(build, node, &shaped, body) &&
           inertia_of_shape(build, node, &shaped, body);
}
