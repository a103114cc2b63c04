/* SPDX-License-Identifier: MIT
 *
 * Bodies: a link through points, or a body at a point, with its mass and its own frames. The body's
 * origin is the first point of `link` or the point of `at`; its x axis goes along the link. */
#include "text/inside.h"

// clang-format off
static const Kind frame_clauses[] = {
    {.word = "at", .summary = "the frame's origin in the drawn position", .shape = {{"point", SLOT_EXPR}},
     .flags = KIND_REQUIRED, .unit = "m", .unless = "local", .excludes = "local"},
    {.word = "local", .summary = "the same seen from the body: from its origin, along its axes",
     .shape = {{"position", SLOT_EXPR}}, .unit = "m"},
    {.word = "angle", .summary = "of the frame's x axis, from the ground's x axis with `at`, from the "
                                 "body's with `local`; 0 if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "rad"},
    {NULL},
};

static const Kind body_clauses[] = {
    {.word = "link", .summary = "points of the body; its x axis goes from the first to the second, its "
                                "centre of mass is in their middle unless `com` says otherwise",
     .shape = {{"point", SLOT_EXPR, .flags = SLOT_MANY}}, .flags = KIND_REQUIRED, .unit = "m",
     .unless = "at", .excludes = "at angle"},
    {.word = "at", .summary = "a point of the body; its centre of mass unless `com` says otherwise",
     .shape = {{"point", SLOT_EXPR}}, .unit = "m"},
    {.word = "angle", .summary = "of the body's x axis in the drawn position; 0 if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "rad"},
    {.word = "com local", .summary = "the centre of mass seen from the body's origin, along its axes",
     .shape = {{"position", SLOT_EXPR}}, .unit = "m", .excludes = "com"},
    {.word = "com", .summary = "the centre of mass in the drawn position",
     .shape = {{"point", SLOT_EXPR}}, .unit = "m"},
    {.word = "mass", .summary = "the mass", .shape = {{"value", SLOT_EXPR}}, .flags = KIND_REQUIRED,
     .unit = "kg", .unless = "massless", .excludes = "massless"},
    {.word = "inertia", .summary = "the moment of inertia about the centre of mass",
     .shape = {{"value", SLOT_EXPR}}, .flags = KIND_REQUIRED, .unit = "kg*m^2", .unless = "massless",
     .excludes = "massless"},
    {.word = "massless", .summary = "mass and inertia are zero; joints must hold the body"},
    {.word = "frame", .summary = "a frame of the body's own: a side of joints and forces, and channels",
     .shape = {{"name", SLOT_NAME}}, .flags = KIND_REPEATS, .clauses = frame_clauses},
    {NULL},
};
// clang-format on

/* Position and attitude of the body's origin and axes. */
typedef struct {
    Vec3 origin, middle;
    double angle;
} Placed;

static void report_no_length(Build *build, const Node *link, Vec3 place) {
    const char *a = jd_expr_text(link->slots.at[0].expr, build->arena);
    const char *b = link->slots.count < 2 ? "" : jd_expr_text(link->slots.at[1].expr, build->arena);
    const Where where = jd_build_where(build, link->slots.at[link->slots.count > 1].span);
    JdLog *log = jd_build_log(build);
    if (!a || !b) return;
    if (*b)
        jd_report(log, JD_ERROR, "link-no-length", where,
                  "the points %s and %s of this link are in one place, (%g, %g) m", a, b, place.x,
                  place.y);
    else
        jd_report(log, JD_ERROR, "link-no-length", where,
                  "a link has two points or more; this has %s only", a);
    jd_hint(log, "%sa body at one point is written: at %s", *b ? "draw them apart; " : "", a);
}

static bool place_link(Build *build, const Node *link, Placed *placed) {
    Vec3 sum = {0}, first = {0}, second = {0};
    for (int n = 0; n < link->slots.count; n++) {
        Vec3 p;
        if (!jd_build_vector(build, link->slots.at[n].expr, "m", "point of the link", &p))
            return false;
        sum = vec3_add(sum, p);
        if (n == 0) first = p;
        if (n == 1) second = p;
    }
    const Vec3 along = vec3_sub(second, first);
    if (link->slots.count < 2 || vec3_norm(along) == 0) {
        report_no_length(build, link, first);
        return false;
    }
    *placed = (Placed){first, vec3_scale(1.0 / link->slots.count, sum), atan2(along.y, along.x)};
    return true;
}

static Vec3 from_local(const Placed *placed, Vec3 local) {
    const Axes axes = jd_pose_planar(placed->origin, placed->angle).axes;
    const Vec3 xy = vec3_add(vec3_scale(local.x, axes.x), vec3_scale(local.y, axes.y));
    return vec3_add(placed->origin, vec3_add(xy, vec3_scale(local.z, axes.z)));
}

static bool place_body(Build *build, const Node *node, Placed *placed) {
    const Node *link = jd_node_clause(node, "link");
    const Expr *at = jd_clause_expr(node, "at");
    *placed = (Placed){0};
    if (link && !place_link(build, link, placed)) return false;
    if (at && !jd_build_vector(build, at, "m", "point", &placed->origin)) return false;
    if (at) placed->middle = placed->origin;
    return jd_build_clause(build, node, "angle", &placed->angle);
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

static bool add_frame(Build *build, const Node *clause, int body, const Placed *placed) {
    JdModel *model = build->model;
    const char *name = jd_build_path(build, clause->slots.at[0].expr);
    const Expr *at = jd_clause_expr(clause, "at"), *local = jd_clause_expr(clause, "local");
    Vec3 p;
    double angle = 0;
    if (!jd_build_vector(build, at ? at : local, "m", "frame", &p)) return false;
    if (!jd_build_clause(build, clause, "angle", &angle) || !name) return false;
    const Pose drawn = at ? jd_pose_planar(p, angle)
                          : jd_pose_planar(from_local(placed, p), placed->angle + angle);
    const Pose seen = jd_pose_relative(&model->bodies.at[body].pose, &drawn);
    const Where where = jd_build_where(build, clause->slots.at[0].span);
    return jd_model_add_frame(model, &(ModelFrame){name, body, seen, where}) >= 0;
}

static bool build_body(Build *build, const Node *node) {
    Placed placed;
    Vec3 com = {0};
    ModelBody body = {.where = jd_build_where(build, node->slots.at[0].span),
                      .mass_at = jd_build_clause_where(build, node, "mass"),
                      .inertia_at = jd_build_clause_where(build, node, "inertia"),
                      .massless = jd_node_clause(node, "massless")};
    body.name = jd_build_path(build, node->slots.at[0].expr);
    /* Each of them says what is wrong with it. */
    const bool here =
        place_body(build, node, &placed) && centre_of_mass(build, node, &placed, &com);
    const bool mass = jd_build_clause(build, node, "mass", &body.mass);
    const bool inertia = jd_build_clause(build, node, "inertia", &body.inertia[2][2]);
    if (!here || !mass || !inertia || !body.name) return false;

    body.pose = jd_pose_planar(com, placed.angle);
    const int index = jd_model_add_body(build->model, &body);
    if (index < 0) return false;
    bool good = true;
    for (int n = 0; n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        if (clause->kind->clauses == frame_clauses && !add_frame(build, clause, index, &placed))
            good = false;
    }
    return good;
}

const Kind jd_say_body = {
    .word = "body",
    .summary = "A rigid body.",
    .shape = {{"name", SLOT_NAME}},
    .clauses = body_clauses,
    .flags = KIND_BRACES,
    .group = 4,
    .declares = DECLARES_BODY,
    .build = build_body,
};
