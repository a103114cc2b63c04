/* SPDX-License-Identifier: MIT
 *
 * Forces between bodies, on a body, and on a free of a joint; drives, which prescribe a free. */
#include "text/inside.h"
#include <string.h>

// clang-format off
static const Kind force_clauses[] = {
    {.word = "at", .summary = "its points in the drawn position, one for both sides or one on each; the "
                              "centres of mass if not said",
     .shape = {{"point", SLOT_EXPR, .flags = SLOT_TWO}}, .unit = "m"},
    {.word = "axis", .summary = "of a torque: x, y, z or a vector, fastened to the first side; z if not said",
     .shape = {{"direction", SLOT_EXPR}}},
    {.word = "resolve", .also = "in axes", .summary = "of a force-torque: whose axes its vectors are along: `ground`, a body, or a "
                                                  "frame of one; the ground's if not said",
     .shape = {{"frame", SLOT_PATH}}},
    {.word = "mass", .summary = "of a force along a line: a point mass on it, called f.mass", .shape = {{"value", SLOT_EXPR}}, .unit = "kg"},
    {.word = "fraction", .summary = "where that mass is, as a fraction of the line from the first point; 0.5 if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "1"},
    {.word = "masses", .summary = "of a force along a line: two point masses on it, [first, second], called f.first and f.second",
     .shape = {{"values", SLOT_EXPR}}, .unit = "kg"},
    {.word = "distances", .summary = "of these: how far they keep from the first point and from the second, [first, second]",
     .shape = {{"values", SLOT_EXPR}}, .unit = "m"},
    {.word = "animation off", .also = "animation hidden invisible", .summary = "it is left out of pictures"},
    {.word = "off", .also = "inactive disabled", .summary = "it does not act until an event switches it on"},
    {NULL},
};
// clang-format on

static const ForceType *find_type(Build *build, const Slot *slot) {
    const ForceType *type = jd_force_find(slot->text);
    if (type) return type;
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "force-type-unknown", jd_build_where(build, slot->span),
              "there is no force type '%s'", slot->text);
    Nearest nearest = {.word = slot->text};
    jd_force_suggest(&nearest);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "`jourdain help forces` lists the types");
    return NULL;
}

static bool report_sides(Build *build, const Node *node, const char *type, const char *wanted,
                         const char *remedy) {
    const Slot *i = jd_node_slot(node, "i"), *j = jd_node_slot(node, "j");
    const char *name = jd_expr_text((j ? j : i)->expr, build->arena);
    jd_report(jd_build_log(build), JD_ERROR, "force-sides", jd_build_where(build, i->span),
              "a force of type %s acts %s", type, wanted);
    jd_hint(jd_build_log(build), remedy, name ? name : "");
    return false;
}

/* ---- On a free of a joint ------------------------------------------------------------------- */

static bool aim_at_free(Build *build, const Node *node, ModelForce *force, bool *turn) {
    const Slot *slot = jd_node_slot(node, "i");
    const bool placed = jd_node_clause(node, "at") || jd_node_clause(node, "axis") ||
                        jd_node_clause(node, "resolve");
    const FreeDef *def;
    if (jd_node_slot(node, "j"))
        return report_sides(build, node, force->type->name, "on a free of a joint, not on bodies",
                            "name a joint and its free, such as jO.angle, in place of %s");
    if (placed)
        return report_sides(build, node, force->type->name,
                            "on a free of a joint, which has its own place and axis",
                            "leave `at`, `axis` and `resolve` out: %s says where it acts");
    force->target = jd_build_free(build, slot, &def);
    force->target_where = jd_build_where(build, slot->span);
    force->i = force->j = -1;
    *turn = force->target && def->kind != FREE_SLIDE;
    return force->target;
}

/* ---- Between bodies ------------------------------------------------------------------------- */

/* Only what turns bodies has an axis; other forces have their line, or their own direction. */
static bool refuse_axis(Build *build, const Node *node, const ForceType *type) {
    const Node *axis = jd_node_clause(node, "axis");
    if (!axis || type->turns) return true;
    jd_report(jd_build_log(build), JD_ERROR, "clause-conflict", jd_build_where(build, axis->span),
              "a force of type %s has no axis", type->name);
    jd_hint(jd_build_log(build), "leave it out; an axis belongs to a torque");
    return false;
}

/* The frame whose axes the vectors of a force are along. */
static bool read_resolve(Build *build, const Node *node, ModelForce *force) {
    const Node *clause = jd_node_clause(node, "resolve");
    BodySide side;
    if (!clause) return true;
    if (!force->type->resolves) {
        jd_report(jd_build_log(build), JD_ERROR, "clause-conflict",
                  jd_build_where(build, clause->span),
                  "a force of type %s has no vectors to resolve", force->type->name);
        jd_hint(jd_build_log(build), "leave `resolve` out, or make it a force-torque");
        return false;
    }
    if (!jd_refuse_massless(build, &clause->slots.at[0], "it has no axes of its own",
                            "name the ground, a body or a frame") ||
        !jd_build_side(build, &clause->slots.at[0], &side))
        return false;
    force->resolve = side.frame;
    if (side.frame >= 0) return true;
    const Pose own = {vec3(0, 0, 0), axes_none, 0};
    force->resolve =
        jd_model_add_frame(build->model, &(ModelFrame){NULL, side.body, own, force->where});
    return force->resolve >= 0;
}

static bool aim_at_bodies(Build *build, const Node *node, ModelForce *force) {
    const Slot *one = jd_node_slot(node, "i"), *two = jd_node_slot(node, "j");
    const bool single = force->type->target == FORCE_ON_BODY;
    BodySide i = {0, -1}, j;
    if (single && two)
        return report_sides(build, node, force->type->name, "on one body", "name it alone: %s");
    if (!single && !two)
        return report_sides(build, node, force->type->name, "between two bodies",
                            "say which two, for instance: ground -- %s");
    const bool first = single || jd_build_side(build, one, &i);
    if (!jd_build_side(build, single ? one : two, &j) || !first) return false;
    if (!refuse_axis(build, node, force->type) || !read_resolve(build, node, force)) return false;
    return jd_build_frames(build, node, i, j, NULL, &force->i, &force->j);
}

static bool read_fields(Build *build, const Node *node, bool turn, ModelForce *force) {
    const Field *fields = force->type->fields;
    const Node *clauses[TYPE_FIELDS];
    bool good = jd_build_fields(build, node, force->type->name, fields, clauses);
    for (int n = 0; n < TYPE_FIELDS; n++) {
        force->fields[n] = (FieldValue){{NAN}};
        if (clauses[n] && !jd_build_field(build, &fields[n], turn, clauses[n], &force->fields[n]))
            good = false;
    }
    return good;
}

/* ---- Masses on the line -----------------------------------------------------------------------
 */

static bool read_pair(Build *build, const Node *node, const char *word, const char *unit,
                      double pair[2]) {
    const Expr *expr = jd_clause_expr(node, word);
    Unit wanted;
    if (!expr || !jd_unit_parse(unit, &wanted)) return true;
    build->at_work = expr;
    const Value value =
        jd_expr_value_as(expr, &build->scope, 2, wanted.dim, word, jd_build_log(build));
    pair[0] = value.v[0], pair[1] = value.v[1];
    return value.count == 2;
}

static bool report_masses(Build *build, const Node *clause, const char *what, const char *remedy) {
    jd_report(jd_build_log(build), JD_ERROR, "clause-conflict", jd_build_where(build, clause->span),
              "%s", what);
    jd_hint(jd_build_log(build), "%s", remedy);
    return false;
}

static bool add_masses(Build *build, const Node *node, const ModelForce *force) {
    const Node *mass = jd_node_clause(node, "mass"), *masses = jd_node_clause(node, "masses");
    const Node *fraction = jd_node_clause(node, "fraction"),
               *distances = jd_node_clause(node, "distances");
    LineMasses on = {NAN, 0.5, {NAN, NAN}, {NAN, NAN}};
    const Node *any = mass ? mass : masses ? masses : fraction ? fraction : distances;
    if (!any) return true;
    if (!force->type->spans)
        return report_masses(build, any, "this force has no line for a mass to lie on",
                             "give the mass to a body, or make it a force along a line");
    if (!masses != !distances)
        return report_masses(build, any, "two masses on a line are said with their distances",
                             "write for instance: masses [1, 2] kg  distances [0.1, 0.2] m");
    if (fraction && !mass)
        return report_masses(build, fraction, "'fraction' says where the mass of the line is",
                             "say the mass, too: mass 1 kg");
    return jd_build_clause(build, node, "mass", &on.mass) &&
           jd_build_clause(build, node, "fraction", &on.fraction) &&
           read_pair(build, node, "masses", "kg", on.end) &&
           read_pair(build, node, "distances", "m", on.distance) &&
           jd_model_line_masses(build->model, force, &on);
}

static bool build_force(Build *build, const Node *node) {
    const Slot *name = jd_node_slot(node, "name");
    bool turn = false;
    ModelForce force = {.where = jd_build_where(build, name->span),
                        .hidden = jd_node_clause(node, "animation off"),
                        .off = jd_node_clause(node, "off")};
    force.name = jd_build_path(build, name->expr);
    force.type = find_type(build, jd_node_slot(node, "type"));
    if (!force.type || !force.name) return false;
    const bool aimed = force.type->target == FORCE_ON_FREE ? aim_at_free(build, node, &force, &turn)
                                                           : aim_at_bodies(build, node, &force);
    if (!aimed || !read_fields(build, node, turn, &force)) return false;
    return jd_model_add_force(build->model, &force) >= 0 && add_masses(build, node, &force);
}

const Kind jd_say_force = {
    .word = "force",
    .also = "spring damper torque",
    .summary =
        "A force or torque: between two bodies (`ground -- crank`), on one body (`rod`), or on a "
        "free of a joint (`jO.angle`), as its type wants. The types are those of `jourdain help "
        "forces`; fields that may change during the run are expressions of `time` and channels.",
    .shape = {{"name", SLOT_NAME},
              {"type", SLOT_WORD, ":"},
              {"i", SLOT_PATH},
              {"j", SLOT_PATH, "--", SLOT_OPTIONAL}},
    .clauses = force_clauses,
    .flags = KIND_OPEN,
    .group = 7,
    .declares = DECLARES_FORCE,
    .build = build_force,
};

/* ---- Drives --------------------------------------------------------------------------------- */

// clang-format off
static const Kind drive_clauses[] = {
    {.word = "by", .also = "with through", .summary = "the free whose effort does it, if that is not the one that is prescribed: this may then be x, y, z or the angle of a body or frame, too",
     .shape = {{"free", SLOT_PATH}}},
    {.word = "alpha", .summary = "with `by`: how fast what is off goes back; 20 1/s if not said", .shape = {{"rate", SLOT_EXPR}}, .unit = "1/s"},
    {NULL},
};
// clang-format on

static bool build_drive(Build *build, const Node *node) {
    if (jd_node_clause(node, "by")) return jd_build_servo(build, node);
    const Slot *name = jd_node_slot(node, "name"), *target = jd_node_slot(node, "target");
    const FreeDef *def;
    ModelDrive drive = {.where = jd_build_where(build, name->span),
                        .target_where = jd_build_where(build, target->span)};
    drive.name = jd_build_path(build, name->expr);
    const char *path = jd_build_path(build, target->expr);
    const int errors = build->model->errors;
    if (path && !jd_model_aim_drive(build->model, &drive, path) && build->model->errors == errors)
        jd_build_free(build, target, &def);
    drive.motion = jd_build_bind(build, jd_node_slot(node, "motion")->expr);
    if (!drive.name || !drive.target || !drive.motion) return false;
    return jd_model_add_drive(build->model, &drive) >= 0;
}

const Kind jd_say_drive = {
    .word = "drive",
    .also = "motor motion actuator",
    .summary =
        "Prescribes a free of a joint as a function of `time`: its position, `jO.angle = ...`, "
        "which counts "
        "from the drawing as all angles of joints do, or its rate, `jO.rate = ...`, from wherever "
        "it stands at the start.",
    .shape = {{"name", SLOT_NAME}, {"target", SLOT_PATH, ":"}, {"motion", SLOT_EXPR, "="}},
    .clauses = drive_clauses,
    .group = 7,
    .declares = DECLARES_FORCE,
    .build = build_drive,
};
