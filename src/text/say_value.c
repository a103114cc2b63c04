/* SPDX-License-Identifier: MIT
 *
 * Values with names: parameters, which may be set from outside, and points of the drawn position.
 */
#include "text/inside.h"
#include <string.h>

/* The name, if it is new here. */
static const char *new_name(Build *build, const Node *node) {
    const Slot *slot = &node->slots.at[0];
    const char *name = jd_build_name(build, node);
    const Known *taken = name ? jd_known_find(&build->here->values, name) : NULL;
    if (!taken) return name;
    const Where first = jd_build_where(build, taken->span);
    const char *full = jd_instance_full(build, build->here, name);
    jd_report(jd_build_log(build), JD_ERROR, "name-taken", jd_build_where(build, slot->span),
              "'%s' is defined already, in line %d of %s", full ? full : name, first.line,
              first.file ? first.file : "the text");
    jd_hint(jd_build_log(build),
            first.line == jd_build_where(build, slot->span).line
                ? "in a repeat each one needs its index: %s[i]"
                : "parameters, points and indices share their names; rename '%s'",
            name);
    return NULL;
}

static bool add_value(Build *build, const Node *node, const char *name, Value value, bool point) {
    Known *known = jd_known_add(&build->here->values, name, build->arena);
    if (!known) return false;
    known->value = value;
    known->point = point;
    known->span = node->slots.at[0].span;
    return true;
}

/* ---- Parameters ----------------------------------------------------------------------------- */

static const JdSetting *find_setting(Build *build, const char *name) {
    const JdSetting *found = NULL;
    for (int n = 0; build->settings && build->settings[n].name; n++) {
        if (strcmp(build->settings[n].name, name) != 0) continue;
        build->setting_used[n] = true;
        found = &build->settings[n];
    }
    return found;
}

/* A value in place of the model's own, whose dimension it must have. */
static bool replace_value(Build *build, const Expr *expr, const char *name, Value own,
                          Value *value) {
    if (!own.count) return jd_build_value(build, expr, value);
    if (own.plain && own.count == 1) {
        if (!jd_build_value(build, expr, value)) return false;
        if (value->count == 1) return true;
    }
    build->at_work = expr;
    *value = jd_expr_value_as(expr, &build->scope, own.count, own.dim, name, jd_build_log(build));
    return value->count > 0;
}

/* `--set r=160` of a parameter that is said in mm: 160 m are rarely meant. */
static void wonder_at_bare(Build *build, const JdSetting *setting, const Expr *said, Value own,
                           double set, Where where) {
    const char *text = said ? jd_expr_text(said, build->arena) : NULL;
    const char *word = text ? jd_behind_number(text) : NULL;
    const char *behind = jd_behind_number(setting->value);
    Unit unit;
    char si[64];
    if (!word || !behind || *behind || set == 0) return;
    if (!jd_unit_parse(word, &unit) || unit.scale == 1) return;
    jd_dim_unit(own.dim, si, sizeof si);
    jd_report(jd_build_log(build), JD_WARNING, "unit-missing", where,
              "--set %s=%s has no unit, so that it is in %s; the model says it in %s",
              setting->name, setting->value, *si ? si : "rad", word);
    jd_hint(jd_build_log(build), "write --set %s=%s%s, or %s%s if it is meant so", setting->name,
            setting->value, word, setting->value, *si ? si : "rad");
}

/* The value from outside the model. */
static bool set_value(Build *build, const JdSetting *setting, Value own, Value *value) {
    const char *text = setting->value ? setting->value : "";
    const char *file = jd_arena_format(build->arena, "--set %s", setting->name);
    const Source *source = file ? jd_source_copy(build->arena, file, text, strlen(text)) : NULL;
    const Expr *expr = source ? jd_expr_parse(source, build->arena, jd_build_log(build)) : NULL;
    if (!expr) return false;
    return replace_value(build, expr, setting->name, own, value);
}

/* Numbers that take the place of the parameter's, whatever it is made of. */
static void take_numbers(Build *build, const char *name, Value *value, bool *set) {
    for (int n = 0; n < build->value_count; n++) {
        const ParamValue *from = &build->values[n];
        if (strcmp(from->name, name) != 0) continue;
        *set = true;
        for (int k = 0; k < value->count && k < 3; k++)
            if (from->set >> k & 1u) value->v[k] = from->value[k];
    }
}

/* The value that the use of a part gives, worked out where it stands. */
static bool give_value(Build *build, const Known *given, const char *full, Value own,
                       Value *value) {
    Instance *here = jd_instance_leave(build);
    const bool good = replace_value(build, given->slot->expr, full, own, value);
    jd_instance_return(build, here);
    return good;
}

static bool report_missing(Build *build, const Node *node, const char *name) {
    if (build->here != &build->top)
        return jd_instance_report_missing(build, node, "param-missing", "parameter", name);
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "param-missing", jd_build_where(build, node->slots.at[0].span),
              "parameter '%s' has no value", name);
    jd_hint(log, "write its value here, `param %s = ...`, or set it from outside: --set %s=...",
            name, name);
    return false;
}

/* One that an event sets is an input of the run, which starts with its value. */
static bool add_input(Build *build, const Node *node, const char *full, const Value *value) {
    const ModelInput input = {.name = full,
                              .where = jd_build_where(build, node->slots.at[0].span),
                              .start = value->v[0],
                              .dim = value->plain ? (Dim){0} : value->dim};
    if (value->count == 1) return jd_model_add_input(build->model, &input) >= 0;
    jd_report(jd_build_log(build), JD_ERROR, "when-not-valid", input.where,
              "an event sets '%s', which is a vector", full);
    jd_hint(jd_build_log(build), "make a parameter of each of its numbers");
    return false;
}

/* The parameter's own value, what the use of the part gives in its place, what is set from outside
 * in place of both. */
static bool build_param(Build *build, const Node *node) {
    const Slot *own = jd_node_slot(node, "value");
    const Expr *said = own ? own->expr : NULL;
    const char *name = new_name(build, node);
    Value value = {0};
    if ((said && !jd_build_value(build, said, &value)) || !name) return false;

    const char *full = jd_instance_full(build, build->here, name);
    const Known *given = jd_instance_given(build, name);
    if (!full) return false;
    if (given && !give_value(build, given, full, value, &value)) return false;
    if (given) said = given->slot->expr;
    const JdSetting *setting = find_setting(build, full);
    const Value before = value;
    if (setting && !set_value(build, setting, before, &value)) return false;
    if (setting)
        wonder_at_bare(build, setting, said, before, value.v[0],
                       jd_build_where(build, node->slots.at[0].span));
    if (!value.count) return report_missing(build, node, name);
    bool set = setting != NULL;
    take_numbers(build, full, &value, &set);

    ModelParam *param = PUSH(build->arena, build->model->params);
    if (!param) return false;
    param->name = full;
    param->value = value;
    param->text =
        setting ? jd_arena_copy(build->arena, setting->value) : jd_expr_text(said, build->arena);
    param->where = jd_build_where(build, node->slots.at[0].span);
    param->set = set;
    if (set) build->model->settings_changed = true;
    return add_value(build, node, name, value, false) &&
           (!jd_build_is_live(build->here, name) || add_input(build, node, full, &value));
}

const Kind jd_say_param = {
    .word = "param",
    .also = "parameter const constant let var variable",
    .summary = "A number or vector with a name, which `--set name=value` replaces. It may use "
               "parameters and points defined before it. Without a value it must be given one: by "
               "the `use` of its part, or by `--set`.",
    .shape = {{"name", SLOT_NAME}, {"value", SLOT_EXPR, "=", SLOT_OPTIONAL}},
    .group = 2,
    .declares = DECLARES_VALUE,
    .build = build_param,
};

/* ---- Points --------------------------------------------------------------------------------- */

/* The place that the use of a part gives, seen from the part. */
static bool give_point(Build *build, const Known *given, Vec3 *p) {
    Instance *here = jd_instance_leave(build);
    const bool good = jd_build_vector(build, given->slot->expr, "m", given->name, p);
    const Vec3 there = good ? jd_place_point(build, *p) : vec3(0, 0, 0);
    jd_instance_return(build, here);
    *p = jd_unplace_point(build, there);
    return good;
}

static bool report_no_place(Build *build, const Node *node, const char *name) {
    if (build->here != &build->top)
        return jd_instance_report_missing(build, node, "point-missing", "point", name);
    jd_report(jd_build_log(build), JD_ERROR, "point-missing",
              jd_build_where(build, node->slots.at[0].span), "point '%s' has no place", name);
    jd_hint(jd_build_log(build),
            "write where it is: point %s = [0, 0]; only in a part it may be left to the `use`",
            name);
    return false;
}

static bool build_point(Build *build, const Node *node) {
    const Slot *own = jd_node_slot(node, "position");
    const char *name = new_name(build, node);
    const Known *given = name && !own ? jd_instance_given(build, name) : NULL;
    Vec3 p = {0};
    if ((own && !jd_build_vector(build, own->expr, "m", "point", &p)) || !name) return false;
    if (!own && !given) return report_no_place(build, node, name);
    if (given && !give_point(build, given, &p)) return false;
    /* One beside the plane of the part has three numbers there, too, and does not fit. */
    const bool beside = jd_build_width(build) == 2 && fabs(p.z) > 1e-12 * (1 + vec3_norm(p));
    const Value value = {
        .v = {p.x, p.y, p.z}, .count = beside ? 3 : jd_build_width(build), .dim = {.length = 1}};
    return add_value(build, node, name, value, true);
}

const Kind jd_say_point = {
    .word = "point",
    .also = "marker vertex",
    .summary =
        "A point of the drawn position. It belongs to no body; bodies, joints and forces are "
        "placed at it. Its coordinates are A.x, A.y and, in space, A.z. In a part its place may be "
        "left to the `use`.",
    .shape = {{"name", SLOT_NAME}, {"position", SLOT_EXPR, "=", SLOT_OPTIONAL | SLOT_USUAL}},
    .unit = "m",
    .group = 3,
    .declares = DECLARES_VALUE,
    .build = build_point,
};
