/* SPDX-License-Identifier: MIT
 *
 * Joints between two bodies, or between named frames of them. */
#include "text/inside.h"
#include <string.h>

// clang-format off
static const Kind joint_clauses[] = {
    {.word = "at", .also = "position place point", .summary = "the point of the joint in the drawn position; with two points the first "
                              "is on the first body, the second on the second",
     .shape = {{"point", SLOT_EXPR, .flags = SLOT_TWO}}, .unit = "m"},
    {.word = "axis", .also = "direction along", .summary = "the type's main axis: x, y, z, or a vector; if not said x for slides, z for turns",
     .shape = {{"direction", SLOT_EXPR}}},
    {.word = "second", .summary = "in space: the axis after the main one, normal to it, such as that of a universal on "
                                  "the second body",
     .shape = {{"direction", SLOT_EXPR}}},
    {.word = "alpha", .summary = "decay of the lock errors, for all locks or one for each: [5, 6] 1/s",
     .shape = {{"value", SLOT_EXPR}}, .unit = "1/s"},
    {.word = "beta", .summary = "their frequency, likewise", .shape = {{"value", SLOT_EXPR}}, .unit = "1/s"},
    {.word = "gamma", .summary = "decay of velocity rows, likewise", .shape = {{"value", SLOT_EXPR}},
     .unit = "1/s"},
    {.word = "stiffness", .also = "compliance", .summary = "it gives way: force per way along each of its locks, for all or one for each: [2, 3] N/um; it is elastic then",
     .shape = {{"value", SLOT_EXPR}}, .unit = "N/m"},
    {.word = "damping", .summary = "of a joint that gives way: force per speed, likewise; that of the settings if not said", .shape = {{"value", SLOT_EXPR}}, .unit = "N*s/m"},
    {.word = "turn_stiffness", .summary = "torque per angle of the turns that it locks, likewise", .shape = {{"value", SLOT_EXPR}}, .unit = "N*m"},
    {.word = "turn_damping", .summary = "torque per rate of these, likewise", .shape = {{"value", SLOT_EXPR}}, .unit = "N*m*s"},
    {.word = "backlash", .summary = "of a joint that gives way: the play along its locks, in which there is no force, likewise", .shape = {{"value", SLOT_EXPR}}, .unit = "m"},
    {.word = "cut", .summary = "it closes its loop, for forms on a tree of joints: it is left out of the tree", .excludes = "keep"},
    {.word = "keep", .summary = "it stays in the tree of joints: another one closes the loop"},
    {.word = "animation off", .also = "animation hidden invisible", .summary = "it is left out of pictures"},
    {NULL},
};
// clang-format on

/* "ball-joint" means the type that is also called ball. */
static const JointType *without_joint(Build *build, const char *word) {
    const size_t length = strlen(word), end = strlen("-joint");
    if (length <= end || strcmp(word + length - end + 1, "joint") != 0) return NULL;
    const char *first = jd_arena_text(build->arena, word, length - end);
    return first ? jd_model_find_type(build->model, first) : NULL;
}

static const JointType *find_type(Build *build, const Slot *slot) {
    const JointType *type = jd_model_find_type(build->model, slot->text);
    if (type) return type;
    const Known *declared = jd_instance_declared(build, DECLARES_TYPE, slot->text);
    if (declared || build->incomplete) {
        jd_build_unknown(build, DECLARES_TYPE, slot->text, slot->span);
        return NULL;
    }
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "joint-type-unknown", jd_build_where(build, slot->span),
              "there is no joint type '%s'", slot->text);
    Nearest nearest = {.word = slot->text};
    const JointType *meant = without_joint(build, slot->text);
    jd_model_suggest_type(build->model, &nearest);
    if (meant) nearest.best = meant->name;
    if (jd_word_in_list(slot->text, "free freejoint free-motion floating six-dof"))
        jd_hint(log, "a body that no joint holds is free already: body b { ... free } says so, and "
                     "b.x, b.attitude are its start values");
    else if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "`jourdain help joints` lists the types");
    return NULL;
}

/* Of the space that the text is written for; *across: locks that only the space has in which it
 * runs. */
static int count_locks(Build *build, const ModelJoint *joint, bool across[JOINT_LOCKS]) {
    Lock locks[JOINT_LOCKS];
    double trial[TYPE_FIELDS];
    for (int n = 0; n < TYPE_FIELDS; n++) trial[n] = isnan(joint->fields[n]) ? 1 : joint->fields[n];
    const bool planar = build->model->space == JD_PLANAR;
    const int count =
        jd_joint_locks(joint->type, planar, trial, locks, NULL, joint->where, jd_build_log(build));
    int own = count;
    for (int n = 0; n < count; n++) {
        across[n] = build->model->flat && jd_lock_names_z(&locks[n]);
        own -= across[n];
    }
    return own;
}

/* [5, 6] 1/s: each number by itself, since there may be as many as locks. */
static bool read_gain_list(Build *build, const Expr *expr, const char *word,
                           const ModelJoint *joint, double gains[JOINT_LOCKS]) {
    const bool united = expr->kind == EXPR_UNITED;
    const Expr *list = united ? expr->args[0] : expr;
    bool across[JOINT_LOCKS] = {false};
    const int locks = count_locks(build, joint, across);
    if (locks < 0) return false;
    if (list->count != locks) {
        jd_report(jd_build_log(build), JD_ERROR, "gain-count", jd_build_where(build, expr->span),
                  "%s has %d numbers, but a %s has %d locks", word, list->count, joint->type->name,
                  locks);
        jd_hint(jd_build_log(build), "give one number for all locks, or one for each");
        return false;
    }
    for (int n = 0, at = 0; n < JOINT_LOCKS && at < list->count; n++) {
        Expr *args[1] = {list->args[across[n] ? 0 : at++]};
        Expr part = *expr;
        part.args = args;
        if (!jd_build_number(build, united ? &part : args[0], "1/s", word, &gains[n])) return false;
    }
    return true;
}

/* A number for all locks, or one for each. Not said: NaN. */
static bool read_gains(Build *build, const Node *node, const char *word, const ModelJoint *joint,
                       double gains[JOINT_LOCKS]) {
    const Expr *expr = jd_clause_expr(node, word);
    for (int n = 0; n < JOINT_LOCKS; n++) gains[n] = NAN;
    if (!expr) return true;
    const Expr *inner = expr->kind == EXPR_UNITED ? expr->args[0] : expr;
    if (inner->kind == EXPR_VECTOR) return read_gain_list(build, expr, word, joint, gains);
    double gain;
    if (!jd_build_number(build, expr, "1/s", word, &gain)) return false;
    for (int n = 0; n < JOINT_LOCKS; n++) gains[n] = gain;
    return true;
}

/* ---- Joints that give way
 * ------------------------------------------------------------------------ */

static bool read_number(Build *build, const Expr *expr, const Expr *unit, const Kind *kind,
                        double *to) {
    Expr united;
    Expr *args[1] = {(Expr *)(uintptr_t)expr};
    if (unit) {
        united = *unit;
        united.args = args;
        expr = &united;
    }
    if (!jd_build_number(build, expr, kind->unit, kind->word, to)) return false;
    const bool positive = *to > 0 || (*to == 0 && strstr(kind->word, "stiffness") == NULL);
    if (positive && isfinite(*to)) return true;
    jd_report(jd_build_log(build), JD_ERROR, "compliance-not-valid",
              jd_build_where(build, args[0]->span), "a %s of %g %s", kind->word, *to, kind->unit);
    jd_hint(jd_build_log(build), "it must be finite, and %s",
            strstr(kind->word, "stiffness") ? "above zero" : "not negative");
    return false;
}

static bool read_give(Build *build, const Node *node, Give give, ModelJoint *joint) {
    static const char *const words[GIVES] = {"stiffness", "damping", "turn_stiffness",
                                             "turn_damping", "backlash"};
    const Node *clause = jd_node_clause(node, words[give]);
    LockNumbers *to = &joint->gives[give];
    if (!clause) return true;
    const Expr *expr = clause->slots.at[0].expr;
    const Expr *united = expr->kind == EXPR_UNITED ? expr : NULL,
               *list = united ? united->args[0] : expr;
    to->where = jd_build_where(build, expr->span);
    to->count = 1;
    if (list->kind != EXPR_VECTOR) return read_number(build, expr, NULL, clause->kind, to->value);
    to->count = list->count < JOINT_LOCKS ? list->count : JOINT_LOCKS;
    for (int n = 0; n < to->count; n++)
        if (!read_number(build, list->args[n], united, clause->kind, &to->value[n])) return false;
    return true;
}

/* Dampers and play go with a spring. */
static bool read_gives(Build *build, const Node *node, ModelJoint *joint) {
    bool good = true;
    for (int give = 0; give < GIVES; give++)
        good = read_give(build, node, (Give)give, joint) && good;
    const LockNumbers *gives = joint->gives;
    if (gives[GIVE_STIFFNESS].count || gives[GIVE_TURN_STIFFNESS].count) return good;
    for (int give = 0; give < GIVES; give++) {
        if (!gives[give].count) continue;
        jd_report(jd_build_log(build), JD_ERROR, "compliance-not-valid", gives[give].where,
                  "joint '%s' has no stiffness, so that it does not give way", joint->name);
        jd_hint(jd_build_log(build), "say it, too: stiffness 1 kN/mm");
        return false;
    }
    return good;
}

static bool read_fields(Build *build, const Node *node, ModelJoint *joint) {
    const Field *fields = joint->type->fields;
    const Node *clauses[TYPE_FIELDS];
    bool good = jd_build_fields(build, node, joint->type->name, fields, clauses);
    for (int n = 0; n < TYPE_FIELDS; n++) {
        FieldValue value = {{NAN}};
        if (clauses[n] && !jd_build_field(build, &fields[n], false, clauses[n], &value))
            good = false;
        joint->fields[n] = value.number[0];
    }
    return good;
}

/* ---- Sides ---------------------------------------------------------------------------------- */

/* jA.angle -- jB.angle: frees of joints, which stand where these do. */
static bool couple_frees(Build *build, const Node *node, ModelJoint *joint) {
    const Slot *i = jd_node_slot(node, "i"), *j = jd_node_slot(node, "j");
    static const char *const words[3] = {"at", "axis", "second"};
    for (int n = 0; n < 3; n++) {
        const Node *clause = jd_node_clause(node, words[n]);
        if (!clause) continue;
        jd_report(jd_build_log(build), JD_ERROR, "clause-conflict",
                  jd_build_where(build, clause->span),
                  "'%s' is said, but a %s couples joints, which have their places and axes",
                  clause->word, joint->type->name);
        jd_hint(jd_build_log(build), "leave it out");
        return false;
    }
    const Slot *const slots[2] = {i, j};
    const char *paths[2];
    for (int n = 0; n < 2; n++) {
        const char *path = jd_build_path(build, slots[n]->expr);
        const FreeDef *unused;
        /* A body is told from a free that is misspelt. */
        const bool body = path && jd_model_find_body(build->model, path) >= 0;
        paths[n] = !path || body ? path : jd_build_free(build, slots[n], &unused);
    }
    if (!paths[0] || !paths[1]) return false;
    return jd_model_couple(build->model, joint, paths[0], paths[1], jd_build_where(build, i->span),
                           jd_build_where(build, j->span));
}

static bool place_bodies(Build *build, const Node *node, ModelJoint *joint) {
    const Slot *const slots[2] = {jd_node_slot(node, "i"), jd_node_slot(node, "j")};
    BodySide sides[2];
    bool good = true;
    for (int n = 0; n < 2; n++) {
        const char *path = jd_build_path(build, slots[n]->expr);
        if (path && jd_model_find_free(build->model, path, NULL))
            good = jd_model_refuse_frees(build->model, joint, path,
                                         jd_build_where(build, slots[n]->span));
        else
            good = jd_refuse_massless(build, slots[n], "no joint can hold it",
                                      "join what is held to it by forces, or make it a body with a "
                                      "mass") &&
                   jd_build_side(build, slots[n], &sides[n]) && good;
    }
    return good &&
           jd_build_frames(build, node, sides[0], sides[1], joint->type, &joint->i, &joint->j);
}

static bool build_joint(Build *build, const Node *node) {
    const Slot *name = jd_node_slot(node, "name");
    ModelJoint joint = {.where = jd_build_where(build, name->span),
                        .cut = jd_node_clause(node, "cut"),
                        .kept = jd_node_clause(node, "keep"),
                        .hidden = jd_node_clause(node, "animation off")};
    joint.name = jd_build_path(build, name->expr);
    joint.type = find_type(build, jd_node_slot(node, "type"));
    if (!joint.type || !joint.name) return false;

    bool good = read_fields(build, node, &joint);
    good = read_gains(build, node, "alpha", &joint, joint.alpha) && good;
    good = read_gains(build, node, "beta", &joint, joint.beta) && good;
    good = read_gains(build, node, "gamma", &joint, joint.gamma) && good;
    good = read_gives(build, node, &joint) && good;
    const bool placed =
        joint.type->couples ? couple_frees(build, node, &joint) : place_bodies(build, node, &joint);
    return placed && good && jd_model_add_joint(build->model, &joint) >= 0;
}

const Kind jd_say_joint = {
    .word = "joint",
    .also = "constraint connect hinge revolute",
    .summary =
        "A joint between two bodies, `ground` being one of them if need be, or between named "
        "frames of bodies: `K1.e -- K2.f`, then without `at`. Gears and the like couple two frees "
        "of "
        "joints: `jA.angle -- jB.angle`. The types are those of `jourdain help joints` and one's "
        "own.",
    .shape = {{"name", SLOT_NAME},
              {"type", SLOT_WORD, ":"},
              {"i", SLOT_PATH},
              {"j", SLOT_PATH, "--"}},
    .clauses = joint_clauses,
    .flags = KIND_OPEN,
    .group = 6,
    .declares = DECLARES_JOINT,
    .build = build_joint,
};
