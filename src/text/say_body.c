/* SPDX-License-Identifier: MIT
 *
 * Bodies: a link through points, or a body at a point, with its mass and its own frames. The body's
 * origin is the first point of `link` or the point of `at`; its x axis goes along the link. */
#include "text/body.h"
#include <string.h>

// clang-format off
const Kind jd_frame_clauses[] = {
    {.word = "at", .summary = "the frame's origin in the drawn position", .shape = {{"point", SLOT_EXPR}},
     .flags = KIND_REQUIRED, .unit = "m", .unless = "local", .excludes = "local"},
    {.word = "local", .summary = "the same seen from the body: from its origin, along its axes",
     .shape = {{"position", SLOT_EXPR}}, .unit = "m"},
    {.word = "angle", .summary = "of the frame's x axis, from the ground's x axis with `at`, from the "
                                 "body's with `local`; 0 if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "rad"},
    {.word = "turned", .summary = "in space: the rotation of the frame, likewise",
     .shape = {{"rotation", SLOT_EXPR}}, .unit = "rad"},
    {NULL},
};

static const Kind body_clauses[] = {
    {.word = "link", .also = "points ends from between line", .summary = "points of the body; its x axis goes from the first to the second, its "
                                "centre of mass is in their middle unless `com` says otherwise; in space "
                                "its z axis is as near to the ground's as can be",
     .shape = {{"point", SLOT_EXPR, .flags = SLOT_MANY}}, .flags = KIND_REQUIRED, .unit = "m",
     .unless = "at", .excludes = "at angle turned"},
    {.word = "at", .also = "position origin place", .summary = "a point of the body; its centre of mass unless `com` says otherwise",
     .shape = {{"point", SLOT_EXPR}}, .unit = "m"},
    {.word = "angle", .also = "rotated", .summary = "in the plane: of the body's x axis in the drawn position; 0 if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "rad"},
    {.word = "turned", .also = "rotation orientation attitude quaternion rotate", .summary = "in space: the rotation of the body's axes from the ground's, such as "
                                  "turn(z, 30 deg) or cardan(a, b, c); none if not said",
     .shape = {{"rotation", SLOT_EXPR}}, .unit = "rad"},
    {.word = "com local", .summary = "the centre of mass seen from the body's origin, along its axes",
     .shape = {{"position", SLOT_EXPR}}, .unit = "m", .excludes = "com"},
    {.word = "com", .also = "cog cg centre center", .summary = "the centre of mass in the drawn position",
     .shape = {{"point", SLOT_EXPR}}, .unit = "m"},
    {.word = "mass", .also = "weight", .summary = "the mass",
     .shape = {{"value", SLOT_EXPR}}, .flags = KIND_REQUIRED, .unit = "kg", .unless = "massless density",
     .excludes = "massless density"},
    {.word = "density", .summary = "mass per volume of the `shape`, in place of a mass",
     .shape = {{"value", SLOT_EXPR}}, .unit = "kg/m^3", .excludes = "massless point"},
    {.word = "inertia", .also = "moment tensor Ixx Iyy Izz J I", .summary = "about the centre of mass: in the plane a number; in space the principal values "
                                   "[Ixx, Iyy, Izz] along the body's axes, or the matrix [[Ixx, Ixy, Ixz], [Ixy, Iyy, Iyz], "
                                   "[Ixz, Iyz, Izz]]",
     .shape = {{"value", SLOT_EXPR}}, .flags = KIND_REQUIRED, .unit = "kg*m^2",
     .unless = "massless shape point", .excludes = "massless point"},
    {.word = "principal", .summary = "in space: the rotation of the axes of the principal values from the body's axes",
     .shape = {{"rotation", SLOT_EXPR}}, .unit = "rad", .excludes = "massless shape point"},
    {.word = "shape", .summary = "what mass and inertia follow from: box, cylinder, disc, sphere, rod, pipe or cone, with its "
                                 "long axis along x, a disc flat in xy, and its middle at the centre of mass; a `mass` and an `inertia` that are said "
                                 "go before it",
     .shape = {{"name", SLOT_WORD}}, .excludes = "massless point"},
    {.word = "length", .summary = "of the shape along x; that of the `link` if not said", .shape = {{"value", SLOT_EXPR}},
     .unit = "m"},
    {.word = "width", .summary = "of a box along y", .shape = {{"value", SLOT_EXPR}}, .unit = "m"},
    {.word = "height", .summary = "of a box along z", .shape = {{"value", SLOT_EXPR}}, .unit = "m"},
    {.word = "diameter", .also = "radius", .summary = "of a cylinder, sphere, pipe, rod or cone", .shape = {{"value", SLOT_EXPR}}, .unit = "m"},
    {.word = "inner", .also = "hole", .summary = "diameter of the hole of a pipe", .shape = {{"value", SLOT_EXPR}}, .unit = "m"},
    {.word = "point", .summary = "a point mass: it has no inertia and no attitude", .excludes = "massless"},
    {.word = "massless", .summary = "mass and inertia are zero; joints must hold the body"},
    {.word = "free", .also = "floating", .summary = "no joint needs to hold it, nor what hangs on it: `check` does not ask for one"},
    {.word = "root", .summary = "forms on a tree of joints let a tree begin with it: its place and attitude are states, and a joint "
                                "between it and another root, such as the ground, closes a loop"},
    {.word = "load", .also = "payload", .summary = "a point mass fastened to the body at a point of the drawn position; mass, centre of mass and "
                                "inertia become those of the whole",
     .shape = {{"mass", SLOT_EXPR}, {"point", SLOT_EXPR, "at"}}, .flags = KIND_REPEATS},
    {.word = "colour", .also = "color", .summary = "in pictures: a name of CSS, or \"#rrggbb\"", .shape = {{"name", SLOT_TEXT}}},
    {.word = "animation off", .also = "animation hidden invisible", .summary = "it is left out of pictures"},
    {.word = "frame", .also = "marker port", .summary = "a frame of the body's own: a side of joints and forces, and channels",
     .shape = {{"name", SLOT_NAME}}, .flags = KIND_REPEATS, .clauses = jd_frame_clauses},
    {.word = "show", .also = "draw picture visual", .summary = "a shape to look at in place of what the body looks like otherwise, `none` for nothing; as the "
                                "statement `show`",
     .shape = {{"shape", SLOT_WORD}}, .flags = KIND_REPEATS, .clauses = jd_show_clauses},
    {NULL},
};
// clang-format on

/* ---- Attitude ------------------------------------------------------------------------------- */

/* An angle alone, or an axis alone, is only half of a rotation. */
static bool is_no_rotation(Build *build, const Expr *expr, const Value *value) {
    const bool axis = expr->kind == EXPR_NAME && strchr("xyz", *expr->text) && !expr->text[1];
    if (value->count > 1 && !axis) return false;
    const char *text = jd_expr_text(expr, build->arena);
    jd_report(jd_build_log(build), JD_ERROR, "rotation-not-valid",
              jd_build_where(build, expr->span),
              axis ? "'%s' is an axis, and does not say how far to turn about it"
                   : "'%s' is a number, and does not say about which axis to turn",
              text ? text : "");
    jd_hint(jd_build_log(build), axis ? "write: turn(%s, 30 deg)" : "write: turn(z, %s)",
            text ? text : "");
    return true;
}

bool jd_build_rotation_of(Build *build, const Expr *expr, Axes *axes) {
    Value value = {0};
    Vec3 v;
    build->axes = true;
    const bool good = jd_build_value(build, expr, &value) && !is_no_rotation(build, expr, &value) &&
                      jd_build_vector(build, expr, "1", "rotation", &v);
    build->axes = false;
    if (good) *axes = jd_axes_from_vector(v);
    return good;
}

bool jd_build_rotation(Build *build, const Node *node, const char *word, Axes *axes) {
    const Node *clause = jd_node_clause(node, word);
    *axes = axes_none;
    if (!clause) return true;
    if (jd_build_width(build) == 2) {
        jd_report(jd_build_log(build), JD_ERROR, "clause-wrong-space",
                  jd_build_where(build, clause->span), "'%s' has a meaning in space only", word);
        jd_hint(jd_build_log(build), "in the plane a body or frame has an `angle`; write `spatial` "
                                     "above if this model moves in space");
        return false;
    }
    return jd_build_rotation_of(build, clause->slots.at[0].expr, axes);
}

static bool read_angle(Build *build, const Node *node, double *angle) {
    const Node *clause = jd_node_clause(node, "angle");
    if (!clause || jd_build_width(build) == 2) return jd_build_clause(build, node, "angle", angle);
    const char *value = jd_expr_text(clause->slots.at[0].expr, build->arena);
    jd_report(jd_build_log(build), JD_ERROR, "clause-wrong-space",
              jd_build_where(build, clause->span),
              "an angle says nothing in space, where there is more than one axis to turn about");
    jd_hint(jd_build_log(build), "to turn about z, write: turned turn(z, %s)", value ? value : "a");
    return false;
}

/* Angle in the plane, rotation in space. */
bool jd_build_attitude(Build *build, const Node *node, Vec3 at, Pose *pose) {
    double angle = 0;
    Axes axes;
    const bool turned = jd_build_rotation(build, node, "turned", &axes);
    if (!read_angle(build, node, &angle) || !turned) return false;
    *pose = jd_pose_planar(at, angle);
    if (jd_build_width(build) == 3) pose->axes = axes;
    return true;
}

/* ---- Place ---------------------------------------------------------------------------------- */

static void report_no_length(Build *build, const Node *link, Vec3 place) {
    const char *a = jd_expr_text(link->slots.at[0].expr, build->arena);
    const char *b = link->slots.count < 2 ? "" : jd_expr_text(link->slots.at[1].expr, build->arena);
    const Where where = jd_build_where(build, link->slots.at[link->slots.count > 1].span);
    JdLog *log = jd_build_log(build);
    if (!a || !b) return;
    if (!*b)
        jd_report(log, JD_ERROR, "link-no-length", where,
                  "a link has two points or more; this has %s only", a);
    else if (jd_build_width(build) == 2)
        jd_report(log, JD_ERROR, "link-no-length", where,
                  "the points %s and %s of this link are in one place, (%g, %g) m", a, b, place.x,
                  place.y);
    else
        jd_report(log, JD_ERROR, "link-no-length", where,
                  "the points %s and %s of this link are in one place, (%g, %g, %g) m", a, b,
                  place.x, place.y, place.z);
    jd_hint(log, "%sa body at one point is written: at %s", *b ? "draw them apart; " : "", a);
}

static bool place_link(Build *build, const Node *link, Placed *placed) {
    const int count = link->slots.count;
    Vec3 sum = {0}, *points = ARENA_NEW(build->arena, Vec3, count + 1);
    bool good = points;
    for (int n = 0; points && n < count; n++) {
        const Expr *expr = link->slots.at[n].expr;
        good = jd_build_vector(build, expr, "m", "point of the link", &points[n]) && good;
        sum = vec3_add(sum, points[n]);
    }
    if (!good) return false;
    const Vec3 first = points[0], along = vec3_sub(points[1], first);
    placed->length = vec3_norm(along);
    if (count < 2 || placed->length == 0) {
        report_no_length(build, link, first);
        return false;
    }
    placed->points = points;
    placed->point_count = count;
    placed->middle = vec3_scale(1.0 / count, sum);
    placed->origin = jd_pose_planar(first, atan2(along.y, along.x));
    if (jd_build_width(build) == 3) placed->origin = (Pose){first, jd_pose_axes(AXIS_X, along), 0};
    return true;
}

static bool place_body(Build *build, const Node *node, Placed *placed) {
    const Node *link = jd_node_clause(node, "link");
    const Expr *at = jd_clause_expr(node, "at");
    *placed = (Placed){0};
    if (link) return place_link(build, link, placed);
    const bool here = jd_build_vector(build, at, "m", "point", &placed->middle);
    placed->points = ARENA_NEW(build->arena, Vec3, 1);
    if (!placed->points) return false;
    placed->points[0] = placed->middle;
    placed->point_count = 1;
    return jd_build_attitude(build, node, placed->middle, &placed->origin) && here;
}

static Vec3 from_local(const Placed *placed, Vec3 local) {
    return vec3_add(placed->origin.p, axes_out(&placed->origin.axes, local));
}

static bool centre_of_mass(Build *build, const Node *node, const Placed *placed, Vec3 *p) {
    const Expr *com = jd_clause_expr(node, "com"), *local = jd_clause_expr(node, "com local");
    *p = placed->middle;
    if (com) return jd_build_vector(build, com, "m", "centre of mass", p);
    if (!local) return true;
    if (!jd_build_vector(build, local, "m", "centre of mass", p)) return false;
    *p = from_local(placed, *p);
    return true;
}

/* ---- Pictures ------------------------------------------------------------------------------- */

/* A drawn point, seen from the centre of mass along the body's axes. */
static Vec3 seen_from(const ModelBody *body, Vec3 drawn) {
    return axes_in(&body->pose.axes, vec3_sub(drawn, body->pose.p));
}

/* A shape stands where the mass that follows from it is: at the centre of mass without loads. One
 * that only shows the link, whose inertia is said, lies along it. */
static void place_picture(const Node *node, const Placed *placed, Vec3 com, ModelBody *body) {
    const bool along = placed->length > 0 && body->size[SHAPE_LENGTH] == placed->length;
    Vec3 middle = com;
    if (along && jd_node_clause(node, "inertia") && !jd_node_clause(node, "density"))
        middle = vec3_scale(0.5, vec3_add(placed->points[0], placed->points[1]));
    body->shape_at = seen_from(body, middle);
    for (int n = 0; n < placed->point_count; n++)
        placed->points[n] = seen_from(body, placed->points[n]);
    body->points = placed->points;
    body->point_count = placed->point_count;
}

/* ---- Body and frames ------------------------------------------------------------------------ */

/* A frame that is drawn so, on a body, whose origin `local` counts from. */
bool jd_build_frame(Build *build, const Node *node, const char *name, int body,
                    const Pose *origin) {
    JdModel *model = build->model;
    const Expr *at = jd_clause_expr(node, "at"), *local = jd_clause_expr(node, "local");
    Vec3 p = {0};
    Pose drawn;
    const bool here = jd_build_vector(build, at ? at : local, "m", "frame", &p);
    if (!jd_build_attitude(build, node, p, &drawn) || !here || !name) return false;
    if (local) drawn = jd_pose_absolute(origin, &drawn);
    drawn = jd_place_pose(build, drawn);
    const Pose seen = jd_pose_relative(&model->bodies.at[body].pose, &drawn);
    const Where where = jd_build_where(build, node->slots.at[0].span);
    return jd_model_add_frame(model, &(ModelFrame){name, body, seen, where}) >= 0;
}

static bool build_body(Build *build, const Node *node) {
    Placed placed;
    Vec3 com = {0};
    ModelBody body = {.where = jd_build_where(build, node->slots.at[0].span)};
    body.name = jd_build_path(build, node->slots.at[0].expr);
    /* Each of them says what is wrong with it. */
    const bool here =
        place_body(build, node, &placed) && centre_of_mass(build, node, &placed, &com);
    placed.failed = !here;
    body.pose = placed.origin;
    body.pose.p = com;
    const bool heavy = jd_build_mass(build, node, &placed, &body);
    const bool coloured = jd_build_colour(build, node, &body.colour);
    body.hidden = jd_node_clause(node, "animation off");
    body.free = jd_node_clause(node, "free");
    body.root = jd_node_clause(node, "root");
    if (!here || !heavy || !coloured || !body.name) return false;

    place_picture(node, &placed, com, &body);
    body.pose = jd_place_pose(build, body.pose);
    const int index = jd_model_add_body(build->model, &body);
    if (index < 0) return false;
    bool good = true;
    for (int n = 0; n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        if (clause->kind->clauses == jd_frame_clauses &&
            !jd_build_frame(build, clause, jd_build_word(build, clause->slots.at[0].expr), index,
                            &placed.origin))
            good = false;
        if (clause->kind->clauses == jd_show_clauses &&
            !jd_build_show(build, clause, (BodySide){index, -1}))
            good = false;
    }
    return good;
}

const Kind jd_say_body = {
    .word = "body",
    .also = "rigid mass solid",
    .summary = "A rigid body.",
    .shape = {{"name", SLOT_NAME}},
    .clauses = body_clauses,
    .flags = KIND_BRACES,
    .group = 4,
    .declares = DECLARES_BODY,
    .build = build_body,
};
