/* SPDX-License-Identifier: MIT
 *
 * Statements about the model as a whole: model, planar, spatial, gravity, include. */
#include "text/inside.h"

static bool build_model(Build *build, const Node *node) {
    build->model->name = jd_arena_copy(build->arena, node->slots.at[0].text);
    return build->model->name;
}

const Kind jd_say_model = {
    .word = "model",
    .summary = "The name of the model.",
    .advice = "it has no braces, and the name no quotes or blanks: model slider_crank",
    .shape = {{"name", SLOT_WORD}},
    .flags = KIND_ONCE | KIND_WHOLE,
    .group = 1,
    .build = build_model,
};

/* ---- Plane and space ------------------------------------------------------------------------ */

static bool report_space(Build *build, const Node *node, const char *what, int line,
                         const char *remedy) {
    jd_report(jd_build_log(build), JD_ERROR, "space-unclear", jd_build_where(build, node->span),
              "`%s` %s, in line %d", node->word, what, line);
    jd_hint(jd_build_log(build), "%s", remedy);
    build->full = true; /* the rest has too few or too many numbers */
    return false;
}

/* The first thing that was drawn with two numbers. */
static const Known *drawn_flat(const Build *build) {
    const KnownNames *values = &build->top.values;
    for (int n = 0; n < values->room; n++) {
        const Known *known = values->table[n];
        if (known && !known->removed && known->point && known->value.count == 2) return known;
    }
    return NULL;
}

static bool check_space(Build *build, const Node *node) {
    const Node *said = build->space_said;
    build->space_said = node;
    if (!said || said->kind == node->kind) return true;
    return report_space(build, node, "contradicts what is said before",
                        jd_build_where(build, said->span).line, "keep one of `planar`, `spatial`");
}

static bool build_planar(Build *build, const Node *node) {
    return check_space(build,
                       node); /* which it is already: JdReadDef says in which space it runs */
}

const Kind jd_say_planar = {
    .word = "planar",
    .summary = "The mechanism moves in the plane: vectors have two numbers.",
    .flags = KIND_WHOLE,
    .group = 1,
    .build = build_planar,
};

static bool build_spatial(Build *build, const Node *node) {
    const JdModel *model = build->model;
    if (!check_space(build, node)) return false;
    if (jd_model_width(model) == 3) return true;
    const char *remedy = "say it at the top, before points, bodies and gravity";
    const Known *point = drawn_flat(build);
    if (point)
        return report_space(build, node, "comes after a point of the plane",
                            jd_build_where(build, point->span).line, remedy);
    if (model->bodies.count > 1)
        return report_space(build, node, "comes after a body of the plane",
                            model->bodies.at[1].where.line, remedy);
    if (model->gravity.where.file)
        return report_space(build, node, "comes after a gravity of the plane",
                            model->gravity.where.line, remedy);
    build->model->space = JD_SPATIAL;
    build->model->flat = false;
    return true;
}

const Kind jd_say_spatial = {
    .word = "spatial",
    .also = "space",
    .summary =
        "The mechanism moves in space: vectors have three numbers. It stands above what is drawn.",
    .flags = KIND_WHOLE,
    .group = 1,
    .build = build_spatial,
};

/* ---- Gravity -------------------------------------------------------------------------------- */

// clang-format off
static const Kind gravity_clauses[] = {
    {.word = "none", .summary = "there is no gravity", .excludes = "toward field mu"},
    {.word = "toward", .summary = "gravity mu/r^2 towards a point, at the distance r from it",
     .shape = {{"point", SLOT_EXPR}}, .unit = "m", .excludes = "field"},
    {.word = "mu", .summary = "of gravity towards a point", .shape = {{"value", SLOT_EXPR}}, .unit = "m^3/s^2"},
    {.word = "field", .summary = "the acceleration as a vector of expressions of the place x, y, z and of time",
     .shape = {{"acceleration", SLOT_EXPR}}, .unit = "m/s^2"},
    {NULL},
};
// clang-format on

static bool report_gravity(Build *build, const Node *node, const char *what, const char *remedy) {
    jd_report(jd_build_log(build), JD_ERROR, "gravity-not-valid", jd_build_where(build, node->span),
              "%s", what);
    jd_hint(jd_build_log(build), "%s", remedy);
    return false;
}

/* Gravity is said in exactly one way. */
static bool check_gravity(Build *build, const Node *node) {
    const Node *toward = jd_node_clause(node, "toward"), *mu = jd_node_clause(node, "mu");
    const int said = (jd_node_slot(node, "acceleration") != NULL) + (toward != NULL) +
                     (jd_node_clause(node, "field") != NULL) +
                     (jd_node_clause(node, "none") != NULL);
    const char *uniform = jd_model_width(build->model) == 2
                              ? "write a vector, such as [0, -9.81] m/s^2, or `none`"
                              : "write a vector, such as [0, 0, -9.81] m/s^2, or `none`";
    if (said > 1)
        return report_gravity(build, node, "gravity is said in more than one way",
                              "keep one of them");
    if (mu && !toward)
        return report_gravity(build, mu, "`mu` belongs to gravity toward a point",
                              "write: gravity toward P mu 3.986e14 m^3/s^2");
    if (said == 0)
        return report_gravity(build, node, "this does not say what gravity there is", uniform);
    if (toward && !mu)
        return report_gravity(
            build, toward, "gravity toward a point does not say its strength `mu`",
            "add the acceleration times the distance squared: mu 3.986e14 m^3/s^2 "
            "for the Earth");
    return true;
}

static bool read_field(Build *build, const Expr *expr, ModelGravity *gravity) {
    build->at_work = expr;
    build->binding = true;
    jd_build_log(build);
    const bool good = jd_model_gravity_field(build->model, expr, &build->scope, gravity);
    build->binding = false;
    return good;
}

static bool build_gravity(Build *build, const Node *node) {
    const Slot *value = jd_node_slot(node, "acceleration");
    const Node *toward = jd_node_clause(node, "toward"), *mu = jd_node_clause(node, "mu");
    const Node *field = jd_node_clause(node, "field");
    ModelGravity gravity = {.where = jd_build_where(build, mu ? mu->slots.at[0].span : node->span)};
    if (!check_gravity(build, node)) return false;
    bool good = true;
    if (value) good = jd_build_vector(build, value->expr, "m/s^2", "gravity", &gravity.value);
    if (toward) {
        gravity.kind = GRAVITY_POINT;
        good = jd_build_vector(build, toward->slots.at[0].expr, "m", "point", &gravity.centre);
        good = jd_build_clause(build, node, "mu", &gravity.mu) && good;
    }
    if (field) good = read_field(build, field->slots.at[0].expr, &gravity);
    return good && jd_model_set_gravity(build->model, &gravity);
}

const Kind jd_say_gravity = {
    .word = "gravity",
    .summary =
        "The acceleration of a body that falls freely: a vector, or one of the clauses. Without it "
        "there is none.",
    .shape = {{"acceleration", SLOT_EXPR, .flags = SLOT_OPTIONAL}},
    .clauses = gravity_clauses,
    .advice = "a vector, such as gravity [0, -9.81] m/s^2",
    .flags = KIND_ONCE | KIND_WHOLE,
    .unit = "m/s^2",
    .group = 1,
    .build = build_gravity,
};

/* ---- Files ---------------------------------------------------------------------------------- */

static bool build_include(Build *build, const Node *node) {
    jd_build_statements(build, node);
    return true;
}

const Kind jd_say_include = {
    .word = "include",
    .also = "import",
    .summary = "The statements of another file, as if they stood here. The path is relative to the "
               "file that includes; a name without folders that is not there is one of the library "
               "of parts. A path "
               "that ends in .json is read as JSON.",
    .shape = {{"file", SLOT_STRING}},
    .group = 1,
    .build = build_include,
};
