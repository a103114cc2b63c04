/* SPDX-License-Identifier: MIT
 *
 * Statements about channels: where they start, which are recorded, what they are expected to be.
 * Channels are looked up when the model is compiled; here they are names. */
#include "text/body.h"
#include <string.h>

/* ---- Start values --------------------------------------------------------------------------- */

/* The channels of three Cardan angles: of the ball of a joint, of a body or a frame. */
static bool name_angles(Build *build, const char *subject, const char *names[3]) {
    const FreeDef *frees[JOINT_FREES];
    const int joint = jd_model_find_joint(build->model, subject);
    const int count =
        joint < 0 ? 0 : jd_joint_frees(build->model->joints.at[joint].type, false, frees);
    for (int n = 0; n < 3; n++)
        names[n] =
            joint < 0 ? jd_arena_format(build->arena, "%s.cardan.%c", subject, 'x' + n) : NULL;
    for (int k = 0; k < count; k++)
        if (frees[k]->kind == FREE_BALL)
            names[frees[k]->axis] =
                jd_arena_format(build->arena, "%s.%s", subject, frees[k]->position);
    return names[0] && names[1] && names[2];
}

/* `b.attitude = quaternion(...)`: any rotation, as the three angles that make it again. */
static bool start_attitude(Build *build, const Slot *channel, const char *said, const char *subject,
                           const Expr *rotation) {
    static const AxisName cardan[3] = {AXIS_X, AXIS_Y, AXIS_Z};
    const Where where = jd_build_where(build, channel->span);
    const char *names[3];
    double angles[3];
    Axes axes;
    if (jd_model_width(build->model) == 2) {
        jd_report(jd_build_log(build), JD_ERROR, "clause-wrong-space", where,
                  "'attitude' has a meaning in space only");
        jd_hint(jd_build_log(build), "in the plane write: start %s.angle = 30 deg", subject);
        return false;
    }
    if (!jd_build_rotation_of(build, rotation, &axes)) return false;
    if (!name_angles(build, subject, names)) {
        jd_report(jd_build_log(build), JD_ERROR, "free-unknown", where,
                  "joint '%s' has no attitude: it is no ball joint", subject);
        jd_hint(jd_build_log(build), "give its frees, or the attitude of one of its bodies");
        return false;
    }
    jd_axes_angles(&axes, cardan, 3, angles);
    bool good = true;
    for (int n = 0; n < 3 && good; n++)
        good = jd_model_add_start(
            build->model,
            &(ModelStart){.channel = names[n], .where = where, .value = angles[n], .said = said});
    return good;
}

/* What stands before ".attitude"; NULL: it is another channel. */
static const char *attitude_of(Build *build, const char *path) {
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (!dot || strcmp(dot, ".attitude")) return NULL;
    return jd_arena_text(build->arena, path, (size_t)(dot - path));
}

static bool build_start(Build *build, const Node *node) {
    bool good = true;
    for (int n = 0; n + 1 < node->slots.count; n += 2) {
        const Slot *channel = &node->slots.at[n], *number = &node->slots.at[n + 1];
        const char *path = jd_build_path(build, channel->expr);
        const char *attitude = attitude_of(build, path);
        Value value;
        if (attitude) {
            good = start_attitude(build, channel, path, attitude, number->expr) && good;
            continue;
        }
        if (!jd_build_value(build, number->expr, &value) || !path) {
            good = false;
            continue;
        }
        if (value.count > 1) {
            jd_report(jd_build_log(build), JD_ERROR, "vector-size",
                      jd_build_where(build, number->span),
                      "'%s' starts with one number, not a vector", path);
            good = false;
            continue;
        }
        const char *last = strrchr(path, '.');
        if (last && (!strncmp(last, ".rate", 5) || !strncmp(last, ".w", 2)))
            jd_wonder_at_rate(number->expr, jd_build_log(build));
        jd_model_add_start(build->model,
                           &(ModelStart){.channel = path,
                                         .where = jd_build_where(build, channel->span),
                                         .value = value.v[0],
                                         .dim = value.dim,
                                         .plain = value.plain});
    }
    return good;
}

const Kind jd_say_start = {
    .word = "start",
    .also = "initial init",
    .summary =
        "Start values of coordinates and velocities. In space `b.attitude` of a body, frame or "
        "ball "
        "joint is a rotation, such as turn(z, 30 deg), cardan(a, b, c) or quaternion(w, x, y, z).",
    .shape = {{"channel", SLOT_PATH}, {"value", SLOT_EXPR, "="}},
    .flags = KIND_ROWS,
    .group = 8,
    .build = build_start,
};

/* A channel from outside of a part is asked for by each of its instances, and recorded once. */
static bool is_recorded(const Build *build, const char *path) {
    const char *within = build->here->name;
    const size_t length = strlen(within);
    const bool own = !length || (!strncmp(path, within, length) && path[length] == '.');
    for (int n = 0; !own && n < build->model->outputs.count; n++)
        if (!strcmp(build->model->outputs.at[n].channel, path)) return true;
    return false;
}

/* The unit that an output is shown in; false after a report. */
static bool read_shown(Build *build, const Slot *slot, ModelOutput *output) {
    Unit unit;
    if (!slot->text) return true;
    if (!jd_build_unit(build, slot, &unit)) return false;
    output->unit = slot->text;
    output->scale = unit.scale;
    output->dim = unit.dim;
    output->unit_at = jd_build_where(build, slot->span);
    return true;
}

/* One row: a channel, or a name and what it means; then `as` a unit. */
static bool add_output(Build *build, const Slot *row) {
    ModelOutput output = {.where = jd_build_where(build, row[0].span)};
    const char *name = NULL;
    int count = 1;
    const bool good = read_shown(build, &row[2], &output);
    if (row[1].expr)
        count = jd_build_signal(build, &row[0], &row[1], &name);
    else
        name = jd_build_path(build, row[0].expr);
    if (!name || !count || !good) return false;
    if (!row[1].expr && is_recorded(build, name)) return true;
    for (int n = 0; n < count; n++) {
        output.channel = count == 1 ? name : jd_arena_format(build->arena, "%s.%c", name, 'x' + n);
        jd_model_add_output(build->model, &output);
    }
    return true;
}

static bool build_output(Build *build, const Node *node) {
    bool good = true;
    for (int n = 0; n + 2 < node->slots.count; n += 3)
        good = add_output(build, &node->slots.at[n]) && good;
    return good;
}

const Kind jd_say_output = {
    .word = "output",
    .also = "print record plot save",
    .summary = "Channels to record, `jourdain help channels` lists them; or a name and an "
               "expression of channels, which is a channel of that name like any other; each in "
               "the unit behind `as`: rpm, mm, deg.",
    .shape = {{"channel", SLOT_PATH},
              {"value", SLOT_EXPR, "=", SLOT_OPTIONAL},
              {"unit", SLOT_UNIT, "as", SLOT_OPTIONAL}},
    .flags = KIND_ROWS,
    .group = 8,
    .declares = DECLARES_OWN,
    .build = build_output,
};

/* ---- Expectations --------------------------------------------------------------------------- */

// clang-format off
static const Kind expect_clauses[] = {
    {.word = "at", .summary = "when; the end of the run if not said", .shape = {{"time", SLOT_EXPR}},
     .unit = "s"},
    {.word = "within", .summary = "the difference that is allowed", .shape = {{"difference", SLOT_EXPR}},
     .flags = KIND_REQUIRED},
    {.word = "relative", .summary = "the difference is a share of the value"},
    {.word = "when", .summary = "only if this holds, such as N == 2", .shape = {{"condition", SLOT_EXPR}}},
    {NULL},
};
// clang-format on

/* Whether the clause `when` lets it count. */
static bool read_condition(Build *build, const Node *node, bool *holds) {
    const Expr *when = jd_clause_expr(node, "when");
    double value = 1;
    if (when && !jd_build_number(build, when, "1", "condition", &value)) return false;
    *holds = value != 0;
    return true;
}

/* In the unit of the value; a bare number stands for that unit's SI. A bare value is of the kind of
 * what is allowed. */
static bool read_within(Build *build, const Node *node, Value *value, bool relative,
                        double *within) {
    const Expr *expr = jd_clause_expr(node, "within");
    build->at_work = expr;
    const Dim dim = relative ? (Dim){0} : value->dim;
    const bool any = value->plain && !relative;
    Value v = {.dim = dim};
    if (any) v = jd_expr_value(expr, &build->scope, jd_build_log(build));
    if (!any || v.count > 1)
        v = jd_expr_value_as(expr, &build->scope, 1, v.dim, "within", jd_build_log(build));
    *within = v.v[0];
    if (any && v.count == 1 && !v.plain) value->dim = v.dim, value->plain = false;
    return v.count > 0;
}

/* The channel of any expression: itself, if it is the name of one, otherwise one that is made for
 * it. NULL after a report. */
static const char *channel_of(Build *build, const Expr *expr) {
    if (jd_expr_is_path(expr)) return jd_build_path(build, expr);
    const Expr *bound = jd_build_bind(build, expr);
    return bound ? jd_model_watch(build->model, NULL, bound, jd_build_where(build, expr->span))
                 : NULL;
}

/* max(...) of one value is that of the whole run, unless the model has such a function itself. */
static const Expr *read_statistic(Build *build, const Expr *expr, const char **statistic) {
    const JdStatistics none = {0};
    double value;
    if (expr->kind != EXPR_CALL || expr->count != 1) return expr;
    if (!jd_statistic(&none, expr->text, &value)) return expr;
    for (const Instance *in = build->here; in; in = in->outer)
        if (jd_known_find(&in->functions, expr->text)) return expr;
    *statistic = expr->text;
    return expr->args[0];
}

static bool build_expect(Build *build, const Node *node) {
    const Slot *channel = jd_node_slot(node, "channel"), *number = jd_node_slot(node, "value");
    bool holds = true;
    ModelExpect expect = {.where = jd_build_where(build, channel->span),
                          .relative = jd_node_clause(node, "relative"),
                          .conditional = jd_node_clause(node, "when"),
                          .at = NAN};
    Value value;
    expect.channel = channel_of(build, read_statistic(build, channel->expr, &expect.statistic));
    bool good = jd_build_value(build, number->expr, &value) && value.count == 1;
    good = jd_build_clause(build, node, "at", &expect.at) && good;
    good = read_condition(build, node, &holds) && good;
    good = good && read_within(build, node, &value, expect.relative, &expect.within);
    if (!good || !expect.channel) return false;
    if (!holds) return true;
    expect.value = value.v[0];
    expect.dim = value.dim;
    expect.plain = value.plain;
    jd_model_add_expect(build->model, &expect);
    return true;
}

const Kind jd_say_expect = {
    .word = "expect",
    .summary =
        "A value that a run must reach, which makes the model a test: of a channel, or of an "
        "expression of channels; or max, min, mean, rms, peak, time_of_max, time_of_min, "
        "time_of_peak of one, over the whole run up to that time.",
    .shape = {{"channel", SLOT_EXPR}, {"value", SLOT_EXPR, "="}},
    .clauses = expect_clauses,
    .flags = KIND_JUDGES,
    .group = 8,
    .build = build_expect,
};
