/* SPDX-License-Identifier: MIT
 *
 * Joint types of the user's own: locks as text, fields that the locks may use, and frees. */
#include "text/inside.h"
#include <string.h>

// clang-format off
static const Kind type_clauses[] = {
    {.word = "field", .summary = "a number that each joint of the type gives by its name; `= value` is "
                                 "taken if it does not",
     .shape = {{"name", SLOT_WORD}, {"unit", SLOT_UNIT, .flags = SLOT_OPTIONAL},
               {"value", SLOT_EXPR, "=", SLOT_OPTIONAL}},
     .flags = KIND_REPEATS},
    {.word = "lock", .summary = "what shall be zero: a sum of scalar products of d OM ON xi yi zi xj yj "
                                "zj x0 y0 z0, or of velocities vd vM vN w with one of them; turn(z) is the angle "
                                "of the second body about z; qi and qj alone couple two frees",
     .shape = {{"sum", SLOT_EXPR}}, .flags = KIND_REPEATS | KIND_REQUIRED},
    {.word = "free", .summary = "a motion that it leaves: `slide x`, `turn z`, or in space `ball`; slides come first; "
                                "`as u` names its channels u, u_rate and u_accel (of a ball u_x, u_wx, u_ax and so on, "
                                "otherwise rx, wx, ax)",
     .shape = {{"motion", SLOT_WORD}, {"axis", SLOT_WORD, .flags = SLOT_OPTIONAL},
               {"name", SLOT_WORD, "as", SLOT_OPTIONAL}},
     .flags = KIND_REPEATS},
    {.word = "axis", .summary = "which of its axes the word `axis` of a joint sets: x, y or z; not needed if all frees "
                                "are along or about one axis, nor in the plane, where it is the way of the first slide, "
                                "or x without one",
     .shape = {{"name", SLOT_WORD}}},
    {NULL},
};
// clang-format on

static bool too_many(Build *build, const Node *clause, int most) {
    jd_report(jd_build_log(build), JD_ERROR, "type-too-large", jd_build_where(build, clause->span),
              "a joint type has at most %d of '%s'", most, clause->word);
    jd_hint(jd_build_log(build), "split the type in two, and use a joint of each");
    return false;
}

static bool read_field(Build *build, const Node *clause, Field *field) {
    const Slot *unit = jd_node_slot(clause, "unit"), *value = jd_node_slot(clause, "value");
    Unit parsed;
    field->name = clause->slots.at[0].text;
    field->unit = unit ? unit->text : "1";
    field->summary = "a field of the joint type";
    field->required = !value;
    if (!jd_unit_parse(field->unit, &parsed)) {
        jd_report(jd_build_log(build), JD_ERROR, "unit-unknown", jd_build_where(build, unit->span),
                  "there is no unit '%s'", field->unit);
        jd_unit_hint(field->unit, jd_build_log(build));
        return false;
    }
    return !value ||
           jd_build_number(build, value->expr, field->unit, field->name, &field->fallback);
}

static bool read_lock(Build *build, const Node *clause, const JointType *type, const char **text) {
    build->lock_type = type;
    const Expr *bound = jd_build_bind(build, clause->slots.at[0].expr);
    build->lock_type = NULL;
    *text = bound ? jd_expr_text(bound, build->arena) : NULL;
    return *text;
}

static bool report_word(Build *build, const Slot *slot, const char *known, const char *instance) {
    jd_report(jd_build_log(build), JD_ERROR, "word-unknown", jd_build_where(build, slot->span),
              "'%s' is none of: %s", slot->text, known);
    jd_hint(jd_build_log(build), "write for instance: %s", instance);
    return false;
}

/* A ball is three frees. */
static bool read_ball(Build *build, const Node *clause, FreeDef defs[3]) {
    static const FreeDef ball[3] = {BALL(X, "rx", "wx", "ax"), BALL(Y, "ry", "wy", "ay"),
                                    BALL(Z, "rz", "wz", "az")};
    const Slot *axis = jd_node_slot(clause, "axis"), *name = jd_node_slot(clause, "name");
    for (int n = 0; n < 3; n++) {
        defs[n] = ball[n];
        if (!name) continue;
        defs[n].position = jd_arena_format(build->arena, "%s_%c", name->text, 'x' + n);
        defs[n].rate = jd_arena_format(build->arena, "%s_w%c", name->text, 'x' + n);
        defs[n].accel = jd_arena_format(build->arena, "%s_a%c", name->text, 'x' + n);
        if (!defs[n].position || !defs[n].rate || !defs[n].accel) return false;
    }
    if (!axis) return true;
    jd_report(jd_build_log(build), JD_ERROR, "word-unknown", jd_build_where(build, axis->span),
              "a ball turns about every axis, and here stands '%s'", axis->text);
    jd_hint(jd_build_log(build), "write: free ball; or about one axis: free turn %s", axis->text);
    return false;
}

static bool read_free(Build *build, const Node *clause, FreeDef *def) {
    const Slot *motion = &clause->slots.at[0], *axis = jd_node_slot(clause, "axis");
    const Slot *name = jd_node_slot(clause, "name");
    const bool turn = strcmp(motion->text, "turn") == 0;
    static const char example[] = "free slide x, free turn z";
    if (!turn && strcmp(motion->text, "slide") != 0)
        return report_word(build, motion, "slide, turn, ball", example);
    if (!axis) {
        jd_report(jd_build_log(build), JD_ERROR, "word-unknown",
                  jd_build_where(build, motion->span), "this %s does not say its axis",
                  motion->text);
        jd_hint(jd_build_log(build), "write for instance: free %s z", motion->text);
        return false;
    }
    if (!jd_word_in_list(axis->text, "x y z")) return report_word(build, axis, "x, y, z", example);

    static const FreeDef turned = TURN(Z), slid = SLIDE(X);
    *def = turn ? turned : slid;
    def->axis = (AxisName)(axis->text[0] - 'x');
    if (!name) return true;
    def->position = name->text;
    def->rate = jd_arena_format(build->arena, "%s_rate", name->text);
    def->accel = jd_arena_format(build->arena, "%s_accel", name->text);
    return def->rate && def->accel;
}

/* ---- The main axis -------------------------------------------------------------------------- */

/* In the plane the way of the first slide, x without one; in space the one that all frees have. */
static void find_axis(const Build *build, JointType *type) {
    const bool plane = jd_model_width(build->model) == 2;
    unsigned seen = 0;
    type->axis = AXIS_X;
    for (int n = 0; n < JOINT_FREES && type->frees[n].kind != FREE_NONE; n++) {
        const FreeDef *def = &type->frees[n];
        if (plane && (def->kind != FREE_SLIDE || def->axis == AXIS_Z)) continue;
        if (!seen) type->axis = def->axis;
        seen |= 1u << def->axis;
    }
    type->axis_open = !plane && (seen & (seen - 1) || !seen);
}

static bool read_axis(Build *build, const Node *node, JointType *type) {
    const Node *clause = jd_node_clause(node, "axis");
    find_axis(build, type);
    if (!clause) return true;
    const Slot *name = &clause->slots.at[0];
    if (!jd_word_in_list(name->text, "x y z")) return report_word(build, name, "x, y, z", "axis z");
    type->axis = (AxisName)(name->text[0] - 'x');
    type->axis_open = false;
    return true;
}

static bool read_clause(Build *build, const Node *clause, JointType *type, int counts[3],
                        Where *where_locks) {
    if (!strcmp(clause->word, "field")) {
        if (counts[0] == TYPE_FIELDS) return too_many(build, clause, TYPE_FIELDS);
        return read_field(build, clause, &type->fields[counts[0]++]);
    }
    if (!strcmp(clause->word, "lock")) {
        if (counts[1] == JOINT_LOCKS) return too_many(build, clause, JOINT_LOCKS);
        where_locks[counts[1]] = jd_build_where(build, clause->slots.at[0].span);
        return read_lock(build, clause, type, &type->locks[counts[1]++]);
    }
    if (!strcmp(clause->word, "axis")) return true; /* once the frees are known */
    const bool ball = strcmp(clause->slots.at[0].text, "ball") == 0;
    FreeDef *frees = &type->frees[counts[2]];
    counts[2] += ball ? 3 : 1;
    if (counts[2] > JOINT_FREES) return too_many(build, clause, JOINT_FREES);
    return ball ? read_ball(build, clause, frees) : read_free(build, clause, frees);
}

static bool build_type(Build *build, const Node *node) {
    const Where where = jd_build_where(build, node->slots.at[0].span);
    Where where_locks[JOINT_LOCKS + 1] = {{0}};
    JointType type = {.name = node->slots.at[0].text, .summary = "a joint type of this model"};
    int counts[3] = {0};
    bool good = true;
    for (int n = 0; n < node->clauses.count; n++)
        if (!read_clause(build, node->clauses.at[n], &type, counts, where_locks)) good = false;
    good = good && read_axis(build, node, &type);
    return good && jd_model_add_type(build->model, &type, where, where_locks);
}

const Kind jd_say_joint_type = {
    .word = "joint type",
    .summary = "A joint type of one's own, said by what it locks.",
    .shape = {{"name", SLOT_WORD}},
    .clauses = type_clauses,
    .flags = KIND_BRACES | KIND_WHOLE,
    .group = 5,
    .declares = DECLARES_TYPE,
    .build = build_type,
};
