/* SPDX-License-Identifier: MIT
 *
 * How to run the model, unless the caller says otherwise. */
#include "text/inside.h"
#include <stddef.h>
#include <string.h>

// clang-format off
static const Kind run_clauses[] = {
    {.word = "to", .also = "from until till end stop tend duration time for", .summary = "the end time", .shape = {{"time", SLOT_EXPR}}, .unit = "s"},
    {.word = "every", .also = "output interval samples sampling", .summary = "time between outputs; every step if not said",
     .shape = {{"time", SLOT_EXPR}}, .unit = "s"},
    {.word = "step", .also = "dt timestep", .summary = "the step of fixed steppers, the largest of the others",
     .shape = {{"time", SLOT_EXPR}}, .unit = "s"},
    {.word = "tol", .also = "tolerance rtol reltol accuracy error", .summary = "the tolerance of steppers that choose their step",
     .shape = {{"value", SLOT_EXPR}}, .unit = "1"},
    {.word = "stepper", .also = "solver integrator method", .summary = "a stepper of `jourdain help steppers`", .shape = {{"name", SLOT_WORD}}},
    {.word = "form", .also = "formulation", .summary = "a formulation of `jourdain help forms`, or auto", .shape = {{"name", SLOT_WORD}}},
    {.word = "stabilise", .summary = "none, baumgarte, projection; with form newton-euler also partitioning, correction, augmented, udwadia-kalaba", .shape = {{"name", SLOT_WORD}}},
    {.word = "attitude", .summary = "how attitudes are states: quaternion, the default, or cardan, angles against one of two frames", .shape = {{"name", SLOT_WORD}}},
    {.word = "alpha", .summary = "of baumgarte", .shape = {{"value", SLOT_EXPR}}, .unit = "1/s"},
    {.word = "beta", .summary = "of baumgarte", .shape = {{"value", SLOT_EXPR}}, .unit = "1/s"},
    {.word = "gamma", .summary = "of baumgarte, for velocity rows", .shape = {{"value", SLOT_EXPR}},
     .unit = "1/s"},
    {NULL},
};
// clang-format on

static bool read_number(Build *build, const Node *node, const char *word, double *x) {
    if (!jd_build_clause(build, node, word, x)) return false;
    const Node *clause = jd_node_clause(node, word);
    if (!clause || *x > 0) return true;
    jd_report(jd_build_log(build), JD_ERROR, "run-not-valid", jd_build_where(build, clause->span),
              "the run's '%s' is %g%s%s; it must be greater than zero", word, *x,
              clause->kind->unit[0] == '1' ? "" : " ",
              clause->kind->unit[0] == '1' ? "" : clause->kind->unit);
    static const char *const instances[][2] = {{"s", "1 ms"}, {"1", "1e-9"}, {"1/s", "10 1/s"}};
    for (size_t n = 0; n < sizeof instances / sizeof *instances; n++)
        if (!strcmp(instances[n][0], clause->kind->unit))
            jd_hint(jd_build_log(build), "for instance: %s %s", word,
                    strcmp(word, "to") ? instances[n][1] : "1 s");
    if (!strcmp(clause->kind->unit, "1/s"))
        jd_hint(jd_build_log(build), "nothing leads back to the locks with `stabilise none`");
    return false;
}

static const char *read_word(const Node *node, const char *word) {
    const Node *clause = jd_node_clause(node, word);
    return clause ? clause->slots.at[0].text : NULL;
}

static bool build_run(Build *build, const Node *node) {
    ModelRun run = {.where = jd_build_where(build, node->span),
                    .stepper = read_word(node, "stepper"),
                    .form = read_word(node, "form"),
                    .stabilise = read_word(node, "stabilise"),
                    .attitude = read_word(node, "attitude"),
                    .attitude_at = jd_build_clause_where(build, node, "attitude"),
                    .stepper_at = jd_build_clause_where(build, node, "stepper"),
                    .form_at = jd_build_clause_where(build, node, "form"),
                    .stabilise_at = jd_build_clause_where(build, node, "stabilise"),
                    .tol_at = jd_build_clause_where(build, node, "tol"),
                    .every_at = jd_build_clause_where(build, node, "every")};
    const struct {
        const char *word;
        double *x;
    } numbers[] = {
        {"to", &run.to},       {"every", &run.every}, {"step", &run.step},   {"tol", &run.tol},
        {"alpha", &run.alpha}, {"beta", &run.beta},   {"gamma", &run.gamma},
    };
    bool good = true;
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
        if (!read_number(build, node, numbers[n].word, numbers[n].x)) good = false;
    if (good) build->model->run = run;
    return good;
}

const Kind jd_say_run = {
    .word = "run",
    .also = "simulate solve integrate",
    .summary = "How the model is run if the caller does not say otherwise.",
    .clauses = run_clauses,
    .flags = KIND_ONCE | KIND_WHOLE,
    .group = 8,
    .build = build_run,
};
