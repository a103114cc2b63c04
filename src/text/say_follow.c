/* SPDX-License-Identifier: MIT
 *
 * What follows the run in pictures: arrows along vectors, and axes of frames, with labels. They
 * stand on a body or a frame, or where an expression of the run says. */
#include "text/body.h"
#include <string.h>

// clang-format off
#define SHARED_CLAUSES \
    {.word = "on", .also = "of", .summary = "the body or frame that it stands on; `ground` is one", .shape = {{"body", SLOT_PATH}}}, \
    {.word = "at", .also = "position place", .summary = "with `on`: its point of the body in the drawn position; without: where it is, an expression of the run", \
     .shape = {{"point", SLOT_EXPR}}, .unit = "m", .flags = KIND_REQUIRED, .unless = "on"}, \
    {.word = "label", .also = "text name", .summary = "what stands beside it; nothing if not said", .shape = {{"text", SLOT_STRING}}}, \
    {.word = "colour", .also = "color", .summary = "a name of CSS, or \"#rrggbb\"", .shape = {{"name", SLOT_TEXT}}}

static const Kind arrow_clauses[] = {
    SHARED_CLAUSES,
    {.word = "along", .also = "resolve axes", .summary = "whose axes its numbers are along: `ground`, a body, or a frame of one; the ground's if not said",
     .shape = {{"frame", SLOT_PATH}}},
    {.word = "scale", .also = "length", .summary = "how long it is for one of its unit: 1 mm/N; such that the longest can be seen well if not said",
     .shape = {{"value", SLOT_EXPR}}},
    {NULL},
};
static const Kind axes_clauses[] = {
    SHARED_CLAUSES,
    {.word = "angle", .also = "rotated", .summary = "in the plane, without `on`: of its x axis from the ground's, an expression of the run; 0 if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "rad", .excludes = "on turned"},
    {.word = "turned", .also = "rotation", .summary = "in space, without `on`: its rotation from the ground's axes, a vector of expressions of the run along the axis of the turn and "
                                   "as long as its angle; none if not said",
     .shape = {{"rotation", SLOT_EXPR}}, .unit = "rad", .excludes = "on"},
    {.word = "length", .also = "size scale", .summary = "of its axes; such that they can be seen well if not said", .shape = {{"value", SLOT_EXPR}}, .unit = "m"},
    {NULL},
};
// clang-format on

/* ---- Where it stands ------------------------------------------------------------------------ */

/* The frame of a side: a named one, or one on the body with its axes, at a point. */
static bool frame_on(Build *build, const Slot *slot, const Expr *at, int *frame) {
    JdModel *model = build->model;
    BodySide side;
    Vec3 p;
    if (!jd_build_side(build, slot, &side)) return false;
    *frame = side.frame;
    if (side.frame >= 0 && !at) return true;
    const Pose on =
        side.frame >= 0 ? jd_model_frame_pose(model, side.frame) : model->bodies.at[side.body].pose;
    Pose own = jd_pose_relative(&model->bodies.at[side.body].pose, &on);
    if (at) {
        if (!jd_build_vector(build, at, "m", "point", &p)) return false;
        const Pose there = {jd_place_point(build, p), axes_none, 0};
        own.p = jd_pose_relative(&model->bodies.at[side.body].pose, &there).p;
    }
    *frame = jd_model_add_frame(
        model, &(ModelFrame){NULL, side.body, own, jd_build_where(build, slot->span)});
    return *frame >= 0;
}

/* The numbers of an expression of the run; `wanted` of them. */
static bool take_apart(Build *build, const Expr *expr, int wanted, const char *what,
                       const Expr *parts[3]) {
    const Expr *bound = jd_build_bind(build, expr);
    const int count = bound ? jd_model_come_apart(build->model, bound, parts) : 0;
    if (count == wanted || !count) return count;
    jd_report(jd_build_log(build), JD_ERROR, "vector-size", jd_build_where(build, expr->span),
              "%s has %d number%s here, and this has not", what, wanted, wanted == 1 ? "" : "s");
    jd_hint(jd_build_log(build), wanted == 1   ? "give one number"
                                 : wanted == 2 ? "in the plane write [x, y]"
                                               : "in space write [x, y, z]");
    return false;
}

static int dimensions(const Build *build) {
    return build->model->space == JD_PLANAR ? 2 : 3;
}

static bool place_follow(Build *build, const Node *node, ModelFollow *follow) {
    const Node *on = jd_node_clause(node, "on");
    const Expr *at = jd_clause_expr(node, "at");
    follow->frame = -1;
    if (on)
        return jd_refuse_massless(build, &on->slots.at[0], "it is a point without axes",
                                  "say where: at [P.x, P.y], without `on`") &&
               frame_on(build, &on->slots.at[0], at, &follow->frame);
    return take_apart(build, at, dimensions(build), "a place", follow->place);
}

static bool read_looks(Build *build, const Node *node, ModelFollow *follow) {
    const Node *label = jd_node_clause(node, "label");
    if (label) follow->label = label->slots.at[0].text;
    return jd_build_colour(build, node, &follow->colour);
}

static bool start_follow(Build *build, const Node *node, ModelFollow *follow) {
    const Slot *name = jd_node_slot(node, "name");
    follow->where = jd_build_where(build, name->span);
    follow->name = jd_build_own_name(build, name);
    /* Each of them says what is wrong with it. */
    const bool placed = place_follow(build, node, follow), looks = read_looks(build, node, follow);
    return follow->name && placed && looks;
}

static bool refuse_size(Build *build, const Node *node, const char *word, double size,
                        const char *remedy) {
    jd_report(jd_build_log(build), JD_ERROR, "follow-scale",
              jd_build_clause_where(build, node, word), "the %s of '%s' is %g", word,
              jd_build_word(build, node->slots.at[0].expr), size);
    jd_hint(jd_build_log(build), "%s", remedy);
    return false;
}

/* ---- arrow ---------------------------------------------------------------------------------- */

/* A scale of 1 mm/N says that it is a force. */
static bool read_scale(Build *build, const Node *node, ModelFollow *follow) {
    const Expr *expr = jd_clause_expr(node, "scale");
    Value scale;
    if (!expr) return true;
    if (!jd_build_value(build, expr, &scale)) return false;
    if (scale.count != 1) {
        jd_report(jd_build_log(build), JD_ERROR, "vector-size", jd_build_where(build, expr->span),
                  "a scale is one number");
        jd_hint(jd_build_log(build), "it is how long the arrow is for one of its unit: 1 mm/N");
        return false;
    }
    if (!(scale.v[0] > 0))
        return refuse_size(build, node, "scale", scale.v[0],
                           "it must be greater than zero; an arrow that shall point the other way "
                           "has a vector with the other sign");
    follow->scale = scale.v[0];
    follow->typed = !scale.plain;
    const Dim by = scale.dim;
    follow->dim = (Dim){.length = (signed char)(1 - by.length),
                        .mass = (signed char)-by.mass,
                        .time = (signed char)-by.time,
                        .current = (signed char)-by.current,
                        .temperature = (signed char)-by.temperature};
    return true;
}

static bool build_arrow(Build *build, const Node *node) {
    const Node *along = jd_node_clause(node, "along");
    ModelFollow follow = {0};
    bool good = start_follow(build, node, &follow);
    good = take_apart(build, jd_node_slot(node, "vector")->expr, dimensions(build), "a vector",
                      follow.vector) &&
           good;
    if (along) good = frame_on(build, &along->slots.at[0], NULL, &follow.along) && good;
    good = read_scale(build, node, &follow) && good;
    jd_build_log(build);
    return good && jd_model_add_follow(build->model, &follow) >= 0;
}

const Kind jd_say_arrow = {
    .word = "arrow",
    .also = "vector",
    .summary =
        "An arrow in pictures, films and pages that follows the run: along a vector of expressions "
        "of the run, such as a force in a joint, from a point of a body or from where an "
        "expression says. Its numbers are channels: f.x, f.y. It does not change the motion.",
    .shape = {{"name", SLOT_NAME}, {"vector", SLOT_EXPR, "="}},
    .clauses = arrow_clauses,
    .group = 9,
    .flags = KIND_FIELDS,
    .declares = DECLARES_OWN,
    .build = build_arrow,
};

/* ---- axes ----------------------------------------------------------------------------------- */

static bool read_turn(Build *build, const Node *node, ModelFollow *follow) {
    const bool planar = build->model->space == JD_PLANAR;
    const char *word = planar ? "angle" : "turned";
    const Node *other = jd_node_clause(node, planar ? "turned" : "angle");
    const Expr *expr = jd_clause_expr(node, word);
    if (other) {
        jd_report(jd_build_log(build), JD_ERROR, "clause-conflict",
                  jd_build_where(build, other->span), "'%s' has no meaning in %s", other->word,
                  planar ? "the plane" : "space");
        jd_hint(jd_build_log(build), "write `%s` in its place", word);
        return false;
    }
    return !expr || take_apart(build, expr, planar ? 1 : 3, planar ? "an angle" : "a rotation",
                               follow->vector);
}

static bool build_axes(Build *build, const Node *node) {
    ModelFollow follow = {.axes = true};
    bool good = start_follow(build, node, &follow);
    good = read_turn(build, node, &follow) && good;
    good = jd_build_clause(build, node, "length", &follow.scale) && good;
    if (good && jd_node_clause(node, "length") && !(follow.scale > 0))
        return refuse_size(build, node, "length", follow.scale, "a length is greater than zero");
    jd_build_log(build);
    return good && jd_model_add_follow(build->model, &follow) >= 0;
}

const Kind jd_say_axes = {
    .word = "axes",
    .also = "triad triedron coordinates",
    .summary = "The axes of a frame in pictures, films and pages, with a label: of a body or a "
               "frame, or where expressions of the run say. They do not change the motion.",
    .shape = {{"name", SLOT_NAME}},
    .clauses = axes_clauses,
    .group = 9,
    .flags = KIND_FIELDS,
    .declares = DECLARES_OWN,
    .build = build_axes,
};
