/* SPDX-License-Identifier: MIT
 *
 * Values with names: parameters, which may be set from outside, and points of the drawn position.
 */
#include "text/inside.h"
#include <string.h>

/* The name, if it is new. */
static const char *new_name(Build *build, const Node *node) {
    const Slot *slot = &node->slots.at[0];
    const char *name = jd_build_path(build, slot->expr);
    if (!name) return NULL;
    if (jd_word_in_list(name, "time pi tau ground")) {
        jd_report(jd_build_log(build), JD_ERROR, "name-reserved", jd_build_where(build, slot->span),
                  "a %s cannot be called '%s'", node->word, name);
        jd_hint(jd_build_log(build), "this name has a meaning of its own; choose another one");
        return NULL;
    }
    const Known *taken = jd_known_find(&build->values, name);
    if (!taken) return name;
    const Where first = jd_build_where(build, taken->span);
    jd_report(jd_build_log(build), JD_ERROR, "name-taken", jd_build_where(build, slot->span),
              "'%s' is defined already, in line %d of %s", name, first.line,
              first.file ? first.file : "the text");
    jd_hint(jd_build_log(build),
            first.line == jd_build_where(build, slot->span).line
                ? "in a repeat each one needs its index: %s[i]"
                : "parameters, points and indices share their names; rename '%s'",
            name);
    return NULL;
}

static bool add_value(Build *build, const Node *node, const char *name, Value value) {
    Known *known = jd_known_add(&build->values, name, build->arena);
    if (!known) return false;
    known->value = value;
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

/* The value from outside; its dimension must be that of the model's own. */
static bool set_value(Build *build, const JdSetting *setting, Value own, Value *value) {
    const char *text = setting->value ? setting->value : "";
    const char *file = jd_arena_format(build->arena, "--set %s", setting->name);
    const Source *source = file ? jd_source_copy(build->arena, file, text, strlen(text)) : NULL;
    const Expr *expr = source ? jd_expr_parse(source, build->arena, jd_build_log(build)) : NULL;
    if (!expr) return false;
    if (own.plain && own.count == 1) {
        if (!jd_build_value(build, expr, value)) return false;
        if (value->count == 1) return true;
    }
    build->at_work = expr;
    *value = jd_expr_value_as(expr, &build->scope, own.count, own.dim, setting->name,
                              jd_build_log(build));
    return value->count > 0;
}

static bool build_param(Build *build, const Node *node) {
    const Expr *expr = node->slots.at[1].expr;
    const char *name = new_name(build, node);
    Value value;
    if (!jd_build_value(build, expr, &value) || !name) return false;
    const JdSetting *setting = find_setting(build, name);
    if (setting && !set_value(build, setting, value, &value)) return false;

    ModelParam *param = PUSH(build->arena, build->model->params);
    if (!param) return false;
    param->name = name;
    param->value = value;
    param->text =
        setting ? jd_arena_copy(build->arena, setting->value) : jd_expr_text(expr, build->arena);
    param->where = jd_build_where(build, node->slots.at[0].span);
    param->set = setting != NULL;
    if (setting) build->model->settings_changed = true;
    return add_value(build, node, name, value);
}

const Kind jd_say_param = {
    .word = "param",
    .summary = "A number or vector with a name, which `--set name=value` replaces. It may use "
               "parameters and points defined before it.",
    .shape = {{"name", SLOT_NAME}, {"value", SLOT_EXPR, "="}},
    .group = 2,
    .declares = DECLARES_VALUE,
    .build = build_param,
};

/* ---- Points --------------------------------------------------------------------------------- */

static bool build_point(Build *build, const Node *node) {
    const char *name = new_name(build, node);
    Vec3 p;
    if (!jd_build_vector(build, node->slots.at[1].expr, "m", "point", &p) || !name) return false;
    const Value value = {.v = {p.x, p.y, p.z},
                         .count = build->model->space == JD_PLANAR ? 2 : 3,
                         .dim = {.length = 1}};
    return add_value(build, node, name, value);
}

const Kind jd_say_point = {
    .word = "point",
    .summary =
        "A point of the drawn position. It belongs to no body; bodies, joints and forces are "
        "placed at it. Its coordinates are A.x and A.y.",
    .shape = {{"name", SLOT_NAME}, {"position", SLOT_EXPR, "="}},
    .unit = "m",
    .group = 3,
    .declares = DECLARES_VALUE,
    .build = build_point,
};
