/* SPDX-License-Identifier: MIT
 *
 * Delays: what an expression was some time ago. */
#include "text/inside.h"

// clang-format off
static const Kind delay_clauses[] = {
    {.word = "by", .also = "of after", .summary = "how long ago: a number of seconds, greater than zero", .shape = {{"time", SLOT_EXPR}}, .unit = "s",
     .flags = KIND_REQUIRED},
    {.word = "history", .also = "past before", .summary = "what it was before the start, from which times up to then are shown first: a value, or an expression "
                                                          "of `time`, which is negative there", .shape = {{"value", SLOT_EXPR}}},
    {.word = "unit", .summary = "its unit; that of its history if not said, and without one a pure number",
     .shape = {{"unit", SLOT_UNIT}}},
    {NULL},
};
// clang-format on

static bool build_delay(Build *build, const Node *node) {
    ModelDelay delay = {.where = jd_build_where(build, node->slots.at[0].span)};
    const Node *unit = jd_node_clause(node, "unit");
    const Expr *history = jd_clause_expr(node, "history"), *parts[3];
    Unit said = {1, {0}};
    delay.name = jd_build_own_name(build, &node->slots.at[0]);
    const Expr *source = jd_build_bind(build, jd_node_slot(node, "value")->expr);
    const int count = source ? jd_model_come_apart(build->model, source, parts) : 0;
    if (count > 1) {
        jd_report(jd_build_log(build), JD_ERROR, "delay-not-valid",
                  jd_build_where(build, source->span),
                  "this is a vector, and a delay is of one number");
        jd_hint(jd_build_log(build), "make a delay of each of its numbers");
    }
    if (history) delay.history = jd_build_bind(build, history);
    bool good = jd_build_clause(build, node, "by", &delay.by) && (!history || delay.history);
    if (unit && !jd_build_unit(build, &unit->slots.at[0], &said)) good = false;
    delay.unit_said = unit;
    delay.dim = said.dim;
    delay.unit = unit && said.scale == 1 ? unit->slots.at[0].text : NULL;
    if (!good || !delay.name || count != 1) return false;
    return jd_model_add_delay(build->model, &delay, parts[0]) >= 0;
}

const Kind jd_say_delay = {
    .word = "delay",
    .also = "lag deadtime",
    .summary = "What an expression was some time ago, a channel of its name: of `time`, channels, "
               "states, signals and other delays. Steps end where what was not smooth comes back.",
    .shape = {{"name", SLOT_NAME}, {"value", SLOT_EXPR, "="}},
    .clauses = delay_clauses,
    .group = 7,
    .declares = DECLARES_OWN,
    .build = build_delay,
};
