/* SPDX-License-Identifier: MIT
 *
 * A study: what is varied, how often, and what is measured. `jourdain sweep` carries it out; here
 * names and numbers are checked. Channels are looked up when it is. */
#include "spread/spread.h"
#include "base/registry.h"
#include "text/inside.h"
#include <string.h>

static const double count_most =
    1e12; /* of variants: nobody waits for more, and doubles count so far */

// clang-format off
static const Kind sweep_clauses[] = {
    {.word = "vary", .also = "parameter", .summary = "a parameter, one number of it (A.x), or a setting (tol, dt, to, alpha ...): a list [80, 120] mm, "
                                   "range(120 mm, 160 mm, 41) of so many values, or drawn: normal(mean, deviation), uniform(least, greatest), "
                                   "triangular(least, most likely, greatest), lognormal(median, deviation of the logarithm)",
     .shape = {{"name", SLOT_PATH}, {"value", SLOT_EXPR, "="}}, .flags = KIND_REPEATS},
    {.word = "form", .summary = "formulations, one after the other", .shape = {{"name", SLOT_WORD, .flags = SLOT_MANY}}},
    {.word = "stabilise", .summary = "likewise: none, baumgarte, projection and so on", .shape = {{"name", SLOT_WORD, .flags = SLOT_MANY}}},
    {.word = "stepper", .summary = "likewise steppers", .shape = {{"name", SLOT_WORD, .flags = SLOT_MANY}}},
    {.word = "correlate", .summary = "the correlation of two that are drawn",
     .shape = {{"one", SLOT_PATH}, {"other", SLOT_PATH, "with"}, {"value", SLOT_EXPR, "="}}, .flags = KIND_REPEATS},
    {.word = "correlations", .summary = "a file with a table of them: names in its first line, then a line for each. The path is relative to the model",
     .shape = {{"file", SLOT_STRING}}},
    {.word = "samples", .summary = "how often what is drawn is drawn", .shape = {{"count", SLOT_EXPR}}, .unit = "1"},
    {.word = "sobol", .summary = "drawn by Sobol's sequence, not by chance"},
    {.word = "indices", .summary = "Sobol's indices are wanted"},
    {.word = "seed", .summary = "other random numbers", .shape = {{"number", SLOT_EXPR}}, .unit = "1"},
    {.word = "measure", .summary = "a number of each run: max, min, mean, rms, peak, time_of_max ... of channels, or a channel at the end; told in the unit behind `as`",
     .shape = {{"name", SLOT_NAME}, {"value", SLOT_EXPR, "="}, {"unit", SLOT_UNIT, "as", SLOT_OPTIONAL}}, .flags = KIND_REPEATS},
    {.word = "require", .summary = "what a variant must meet", .shape = {{"condition", SLOT_EXPR}}, .flags = KIND_REPEATS},
    {NULL},
};
// clang-format on

static bool refuse(Build *build, Span span, const char *why, const char *hint) {
    jd_report(jd_build_log(build), JD_ERROR, "vary-not-valid", jd_build_where(build, span), "%s",
              why);
    jd_hint(
        jd_build_log(build), "%s",
        hint ? hint
             : "a list [80, 120] mm, range(120 mm, 160 mm, 41), or drawn: normal(153 mm, 0.05 mm)");
    return false;
}

/* ---- What is varied -------------------------------------------------------------------------- */

/* A parameter, or one number of a vector; NULL: there is none so far. */
static const ModelParam *find_param(const Build *build, const char *name) {
    for (int n = 0; n < build->model->params.count; n++) {
        const ModelParam *param = &build->model->params.at[n];
        const size_t length = strlen(param->name);
        if (!strcmp(param->name, name)) return param;
        if (param->value.count > 1 && !strncmp(param->name, name, length) && name[length] == '.' &&
            name[length + 1] >= 'x' && name[length + 1] < 'x' + param->value.count &&
            !name[length + 2])
            return param;
    }
    return NULL;
}

static bool refuse_name(Build *build, const char *name, Span span) {
    const Known *declared = jd_instance_declared(build, DECLARES_VALUE, name);
    JdLog *log = jd_build_log(build);
    if (build->incomplete || (declared && declared->bad)) return false; /* told, or no news */
    jd_report(log, JD_ERROR, "name-unknown", jd_build_where(build, span),
              "there is no parameter '%s' to vary", name);
    Nearest nearest = {.word = name};
    for (int n = 0; n < build->model->params.count; n++)
        jd_nearest_try(&nearest, build->model->params.at[n].name);
    for (int n = 0; jd_vary_setting_at(n); n++)
        jd_nearest_try(&nearest, jd_vary_setting_at(n)->name);
    if (declared)
        jd_hint(log, "put `sweep` below what it varies; only a `param` can be");
    else if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "`jourdain info` lists the parameters of a model");
    return false;
}

/* The dimension that its values must have; false after a report. */
static bool find_dimension(Build *build, const char *name, Span span, Dim *dim) {
    const ModelParam *param = find_param(build, name);
    const char *unit = param ? NULL : jd_vary_setting_unit(name);
    Unit found;
    if (param && param->value.count > 1 && !strcmp(param->name, name)) {
        jd_report(jd_build_log(build), JD_ERROR, "name-unknown", jd_build_where(build, span),
                  "parameter '%s' is a vector of %d numbers, each of which is varied by itself",
                  name, param->value.count);
        jd_hint(jd_build_log(build), "its numbers are '%s.x', '%s.y'", name, name);
        return false;
    }
    if (param) return *dim = param->value.dim, true;
    if (!unit) return refuse_name(build, name, span);
    if (!*unit)
        return refuse(build, span, "this setting has words, not numbers",
                      "write for instance: form minimal, newton-euler");
    *dim = jd_unit_parse(unit, &found) ? found.dim : (Dim){0};
    return true;
}

/* Numbers of one parameter, as they are read. */
typedef struct {
    Build *build;
    const char *name;
    Dim dim;
    LIST(double) numbers;
} Reading;

static bool add_number(Reading *in, const Expr *expr, Dim dim, const Unit *unit) {
    Build *build = in->build;
    JdLog *log = jd_build_log(build);
    build->at_work = expr;
    Value value = jd_expr_value(expr, &build->scope, log);
    if (unit && value.count == 1 && value.plain)
        value = (Value){.v = {jd_unit_si(value.v[0], *unit)}, .count = 1, .dim = unit->dim};
    else if (value.count == 1)
        value = jd_expr_value_as(expr, &build->scope, 1, dim, in->name, log);
    if (value.count > 1)
        return refuse(build, expr->span, "this is a vector; values are single numbers", NULL);
    if (value.count == 1 && !isfinite(value.v[0]))
        return refuse(build, expr->span, "this is not a finite number", NULL);
    double *place = value.count ? PUSH(build->arena, in->numbers) : NULL;
    if (place) *place = value.v[0];
    return place;
}

static bool read_list(Reading *in, const Expr *expr) {
    Unit unit;
    const bool united = expr->kind == EXPR_UNITED;
    const Expr *list = united ? expr->args[0] : expr;
    if (united && (!jd_unit_parse(expr->text, &unit) || !jd_dim_equal(unit.dim, in->dim)))
        return refuse(in->build, expr->span, "the unit is not that of what is varied", NULL);
    for (int n = 0; n < list->count; n++)
        if (!add_number(in, list->args[n], in->dim, united ? &unit : NULL)) return false;
    return list->count > 0 || refuse(in->build, expr->span, "the list is empty", NULL);
}

static bool read_range(Reading *in, const Expr *call) {
    Build *build = in->build;
    if (call->count != 3)
        return refuse(build, call->span, "a range has a start, an end and how many values it has",
                      "for instance: range(120 mm, 160 mm, 41)");
    for (int n = 0; n < 3; n++)
        if (!add_number(in, call->args[n], n < 2 ? in->dim : (Dim){0}, NULL)) return false;
    const double *at = in->numbers.at;
    if (at[0] == at[1]) return refuse(build, call->span, "the range is empty", NULL);
    if (!(at[2] >= 2) || at[2] != floor(at[2]) || at[2] > count_most)
        return refuse(build, call->args[2]->span, "a range has two values or more", NULL);
    return true;
}

static bool read_drawn(Reading *in, const Expr *call) {
    Build *build = in->build;
    const Distribution *d = jd_distribution_find(call->text, strlen(call->text));
    if (!d) {
        Nearest nearest = {.word = call->text};
        for (int n = 0; jd_distribution_at(n); n++)
            jd_nearest_try(&nearest, jd_distribution_at(n)->name);
        jd_nearest_try(&nearest, "range");
        jd_report(jd_build_log(build), JD_ERROR, "vary-not-valid",
                  jd_build_where(build, call->span), "there is no distribution '%s'", call->text);
        if (nearest.best)
            jd_hint(jd_build_log(build), "did you mean '%s'?", nearest.best);
        else
            jd_hint(jd_build_log(build),
                    "there is range, and normal, uniform, triangular, lognormal");
        return false;
    }
    if (call->count != d->count) {
        jd_report(jd_build_log(build), JD_ERROR, "vary-not-valid",
                  jd_build_where(build, call->span), "%s has %d numbers: %s", d->name, d->count,
                  d->numbers);
        jd_hint(jd_build_log(build), "write them in brackets, with commas between them");
        return false;
    }
    for (int n = 0; n < d->count; n++)
        if (!add_number(in, call->args[n], d->pure >> n & 1u ? (Dim){0} : in->dim, NULL))
            return false;
    const char *why = d->wrong(in->numbers.at);
    return why ? refuse(build, call->span, why, NULL) : true;
}

static bool is_new(Build *build, const char *name, Span span) {
    const ModelStudy *study = &build->model->study;
    for (int n = 0; n < study->varied.count; n++)
        if (!strcmp(study->varied.at[n].name, name))
            return refuse(build, span, "this is varied twice", "leave out one of them");
    return true;
}

static bool build_vary(Build *build, const Node *node) {
    const Slot *slot = jd_node_slot(node, "name"), *value = jd_node_slot(node, "value");
    const Expr *expr = value->expr;
    const bool list = expr->kind == EXPR_VECTOR ||
                      (expr->kind == EXPR_UNITED && expr->args[0]->kind == EXPR_VECTOR);
    const char *name = jd_build_word(build, slot->expr);
    Reading in = {.build = build, .name = name};
    if (!name || !find_dimension(build, name, slot->span, &in.dim) ||
        !is_new(build, name, slot->span))
        return false;
    if (!list && expr->kind != EXPR_CALL)
        return refuse(build, expr->span, "this says no values to take", NULL);
    const bool range = !list && !strcmp(expr->text, "range");
    if (!(list ? read_list(&in, expr) : range ? read_range(&in, expr) : read_drawn(&in, expr)))
        return false;
    JdVaried *varied = PUSH(build->arena, build->model->study.varied);
    if (varied)
        *varied = (JdVaried){.name = name,
                             .how = list ? "list" : expr->text,
                             .numbers = in.numbers.at,
                             .count = in.numbers.count,
                             .text = jd_expr_text(expr, build->arena),
                             .at = jd_place_of(jd_build_where(build, slot->span))};
    return varied;
}

/* `form minimal, newton-euler` */
static bool build_words(Build *build, const Node *node) {
    const char **words = ARENA_NEW(build->arena, const char *, node->slots.count + 1);
    JdVaried *varied = words ? PUSH(build->arena, build->model->study.varied) : NULL;
    Text all = {0};
    if (!varied) return false;
    for (int n = 0; n < node->slots.count; n++) {
        words[n] = node->slots.at[n].text;
        jd_text_print(&all, "%s%s", n ? "," : "", words[n]);
    }
    *varied = (JdVaried){.name = node->word,
                         .how = "words",
                         .words = words,
                         .count = node->slots.count,
                         .text = all.at ? jd_arena_copy(build->arena, all.at) : NULL,
                         .at = jd_place_of(jd_build_where(build, node->slots.at[0].span))};
    jd_text_free(&all);
    return varied->text;
}

/* ---- The rest -------------------------------------------------------------------------------- */

static bool build_correlate(Build *build, const Node *node) {
    const Slot *one = jd_node_slot(node, "one"), *two = jd_node_slot(node, "other");
    const Slot *value = jd_node_slot(node, "value");
    double rho;
    if (!jd_build_number(build, value->expr, "1", "correlation", &rho)) return false;
    if (!(fabs(rho) < 1))
        return refuse(build, value->span, "a correlation is a number between -1 and 1",
                      "for instance: correlate r with l = 0.8");
    JdCorrelated *at = PUSH(build->arena, build->model->study.correlated);
    if (!at) return false;
    *at = (JdCorrelated){.one = jd_build_word(build, one->expr),
                         .two = jd_build_word(build, two->expr),
                         .value = rho,
                         .at = jd_place_of(jd_build_where(build, one->span))};
    return at->one && at->two;
}

static bool build_correlations(Build *build, const Node *node) {
    const Slot *slot = &node->slots.at[0];
    const char *path = jd_source_path(build->arena, slot->span.source->file, slot->text);
    if (!path) return false;
    build->model->study.correlations = path;
    jd_build_note_file(build, path);
    return true;
}

static bool add_measured(Build *build, const char *name, const Slot *value, JdMeasured *at) {
    if (!at) return false;
    *at = (JdMeasured){.name = name,
                       .text = jd_expr_text(value->expr, build->arena),
                       .at = jd_place_of(jd_build_where(build, value->span))};
    return at->text;
}

static bool build_measure(Build *build, const Node *node) {
    ModelStudy *study = &build->model->study;
    const Slot *slot = jd_node_slot(node, "name");
    const char *name = jd_build_word(build, slot->expr);
    for (int n = 0; name && n < study->measures.count; n++)
        if (!strcmp(study->measures.at[n].name, name))
            return refuse(build, slot->span, "there is a measure of this name",
                          "give it another one");
    const Slot *shown = jd_node_slot(node, "unit");
    Unit unit;
    if (shown && shown->text && !jd_build_unit(build, shown, &unit)) return false;
    JdMeasured *at = name ? PUSH(build->arena, study->measures) : NULL;
    if (!add_measured(build, name, jd_node_slot(node, "value"), at)) return false;
    at->unit = shown ? shown->text : NULL;
    return true;
}

static bool build_require(Build *build, const Node *node) {
    return add_measured(build, NULL, &node->slots.at[0],
                        PUSH(build->arena, build->model->study.conditions));
}

static bool build_count(Build *build, const Node *node, double *count) {
    const Slot *slot = &node->slots.at[0];
    if (!jd_build_number(build, slot->expr, "1", node->word, count)) return false;
    if (*count >= 0 && *count == floor(*count) && *count <= count_most) return true;
    return refuse(build, slot->span, "this is a whole number, not less than zero",
                  "for instance: samples 1000");
}

static bool build_samples(Build *build, const Node *node) {
    return build_count(build, node, &build->model->study.samples);
}

static bool build_seed(Build *build, const Node *node) {
    return build_count(build, node, &build->model->study.seed);
}

static bool build_sobol(Build *build, const Node *node) {
    (void)node;
    return build->model->study.sobol = true;
}

static bool build_indices(Build *build, const Node *node) {
    (void)node;
    return build->model->study.indices = true;
}

static const struct Builder {
    const char *word;
    bool (*build)(Build *build, const Node *node);
} builders[] = {
    {"vary", build_vary},           {"form", build_words},
    {"stabilise", build_words},     {"stepper", build_words},
    {"correlate", build_correlate}, {"correlations", build_correlations},
    {"samples", build_samples},     {"sobol", build_sobol},
    {"indices", build_indices},     {"seed", build_seed},
    {"measure", build_measure},     {"require", build_require},
};

static const Registry registry = REGISTRY_OF_LINES(builders);

static bool build_clause(Build *build, const Node *node) {
    const struct Builder *builder = jd_registry_find(&registry, node->word);
    return !builder || builder->build(build, node);
}

/* In the order in which clauses were said: the last one that is varied runs fastest. A variant
 * needs none of it. */
static bool build_sweep(Build *build, const Node *node) {
    ModelStudy *study = &build->model->study;
    bool good = true;
    if (build->value_count) return true;
    *study = (ModelStudy){.said = true, .where = jd_build_where(build, node->span), .seed = NAN};
    for (int said = 0; said < node->clauses.count; said++)
        for (int n = 0; n < node->clauses.count; n++)
            if (node->clauses.at[n]->said == said)
                good = build_clause(build, node->clauses.at[n]) && good;
    if (good && !study->varied.count)
        return refuse(build, node->span, "this study varies nothing",
                      "for instance: vary r = range(120 mm, 160 mm, 41)");
    return good;
}

const Kind jd_say_sweep = {
    .word = "sweep",
    .also = "study doe",
    .summary = "A study, which `jourdain sweep` carries out: what is varied and what is measured. "
               "What the command line says besides counts, too, and goes before.",
    .clauses = sweep_clauses,
    .flags = KIND_ONCE | KIND_WHOLE | KIND_BRACES,
    .group = 8,
    .build = build_sweep,
};
