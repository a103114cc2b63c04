/* SPDX-License-Identifier: MIT
 *
 * What is varied, and the numbers of each variant. Lists and ranges make a grid, whose last axis
 * runs fastest; what is drawn is drawn anew for each sample, the same for every place of the grid,
 * so that places can be compared. */
#include "sweep/sweep.h"
#include <float.h>
#include <string.h>

static const double most_variants = 1e12;

/* ---- Words ---------------------------------------------------------------------------------- */

static bool refuse(JdLog *log, const char *text, const char *why) {
    jd_report(log, JD_ERROR, "vary-not-valid", nowhere, "--vary '%s': %s", text, why);
    jd_hint(log,
            "a list r=80mm,120mm; a range r=120mm..160mm/41; or drawn: r~normal(153mm, 0.05mm)");
    return false;
}

/* Without the blanks around it. */
static const char *trimmed(Plan *plan, const char *text, size_t length) {
    while (length && *text == ' ') text++, length--;
    while (length && text[length - 1] == ' ') length--;
    return length ? jd_arena_text(&plan->arena, text, length) : NULL;
}

/* Up to the next comma that stands in no brackets. */
static size_t part_length(const char *text) {
    int depth = 0;
    size_t n = 0;
    for (; text[n] && !(text[n] == ',' && depth == 0); n++)
        depth += text[n] == '(' || text[n] == '[' ? 1 : text[n] == ')' || text[n] == ']' ? -1 : 0;
    return n;
}

static bool read_number(const Axis *axis, const char *text, const char *unit, double *value,
                        JdLog *log) {
    return jd_read_quantity(axis->name, text, unit, value, log);
}

/* ---- One axis ------------------------------------------------------------------------------- */

static bool read_list(Plan *plan, Axis *axis, const char *text, JdLog *log) {
    for (const char *at = text;; at++) {
        const size_t length = part_length(at);
        const char *part = trimmed(plan, at, length);
        const char **word = part ? PUSH(&plan->arena, axis->words) : NULL;
        double *number = word ? PUSH(&plan->arena, axis->numbers) : NULL;
        if (!part) return refuse(log, axis->said, "a value is empty");
        if (!number) return jd_report_memory(log), false;
        *word = part;
        *number = axis->numbers.count - 1;
        if (axis->unit && !read_number(axis, part, axis->unit, number, log)) return false;
        at += length;
        if (!*at) return true;
    }
}

/* "/41" at the end; 0: it does not say. */
static long take_steps(char *text) {
    char *slash = strrchr(text, '/');
    if (!slash || !slash[1] || strspn(slash + 1, "0123456789") != strlen(slash + 1)) return 0;
    double steps;
    jd_number_read(slash + 1, strlen(slash + 1), &steps);
    *slash = '\0';
    return steps < most_variants ? (long)steps : -1;
}

static bool read_range(Plan *plan, Axis *axis, const char *text, const char *dots, JdLog *log) {
    char *end = jd_arena_copy(&plan->arena, dots + 2);
    const char *start = trimmed(plan, text, (size_t)(dots - text));
    if (!end) return jd_report_memory(log), false;
    const bool counted = strrchr(end, '/') != NULL;
    axis->steps = take_steps(end);
    const char *last = trimmed(plan, end, strlen(end));
    if (!start || !last) return refuse(log, axis->said, "a range has a start and an end");
    if (!axis->unit) return refuse(log, axis->said, "words make no range");
    if (!read_number(axis, start, axis->unit, &axis->from, log) ||
        !read_number(axis, last, axis->unit, &axis->to, log))
        return false;
    if (axis->from == axis->to) return refuse(log, axis->said, "the range is empty");
    if (axis->steps == 1 || axis->steps < 0 || (axis->steps == 0 && counted && strstr(dots, "/0")))
        return refuse(log, axis->said, "a range has two values or more");
    if (axis->steps > 0) return true;
    /* Without a number of steps it is drawn from. */
    axis->distribution = jd_distribution_find("uniform", 7);
    axis->number[0] = fmin(axis->from, axis->to);
    axis->number[1] = fmax(axis->from, axis->to);
    return true;
}

static bool unknown_distribution(const char *name, JdLog *log) {
    jd_report(log, JD_ERROR, "vary-not-valid", nowhere, "--vary: there is no distribution '%s'",
              name);
    Nearest nearest = {.word = name};
    const Distribution *d;
    for (int n = 0; (d = jd_distribution_at(n)); n++) jd_nearest_try(&nearest, d->name);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "there is normal, uniform, triangular and lognormal");
    return false;
}

static bool read_drawn(Plan *plan, Axis *axis, const char *text, JdLog *log) {
    const char *open = strchr(text, '('), *close = strrchr(text, ')');
    if (!axis->unit) return refuse(log, axis->said, "words are not drawn");
    if (!open || !close || close < open || close[1 + strspn(close + 1, " ")])
        return refuse(log, axis->said, "a distribution has its numbers in brackets");
    const char *name = trimmed(plan, text, (size_t)(open - text));
    if (!name) return refuse(log, axis->said, "the distribution has no name");
    const Distribution *d = axis->distribution = jd_distribution_find(name, strlen(name));
    if (!d) return unknown_distribution(name, log);
    char *inner = jd_arena_text(&plan->arena, open + 1, (size_t)(close - open - 1));
    int count = 0;
    for (const char *at = inner; at; at++) {
        const size_t length = part_length(at);
        const char *part = trimmed(plan, at, length);
        if (!part || count == d->count) {
            count = -1;
            break;
        }
        if (!read_number(axis, part, d->pure >> count & 1u ? "1" : axis->unit, &axis->number[count],
                         log))
            return false;
        count++;
        at += length;
        if (!*at) break;
    }
    if (count != d->count) {
        jd_report(log, JD_ERROR, "vary-not-valid", nowhere, "--vary '%s': %s has %d numbers: %s",
                  axis->said, d->name, d->count, d->numbers);
        return false;
    }
    const char *why = d->wrong(axis->number);
    return why ? refuse(log, axis->said, why) : true;
}

bool jd_plan_add(Plan *plan, const char *text, const PlanNames *names, JdLog *log) {
    const size_t length = strcspn(text, "=~");
    const char *name = trimmed(plan, text, length);
    if (!text[length] || !name)
        return refuse(log, text, text[length] ? "it names no parameter" : "it says no values");
    for (int n = 0; n < plan->axes.count; n++)
        if (!strcmp(plan->axes.at[n].name, name)) return refuse(log, text, "it is varied twice");
    bool setting = false;
    const char *unit = names->unit_of(names->data, name, &setting);
    if (!unit) return false; /* told */
    Axis *axis = PUSH(&plan->arena, plan->axes);
    if (!axis) return jd_report_memory(log), false;
    *axis = (Axis){.name = name,
                   .unit = *unit ? jd_arena_copy(&plan->arena, unit) : NULL,
                   .said = jd_arena_copy(&plan->arena, text),
                   .setting = setting,
                   .drawn = -1};
    const char *values = text + length + 1, *dots = strstr(values, "..");
    if (text[length] == '=' && strchr(values, ':') && axis->unit)
        return refuse(log, axis->said, "a range is start..end/count: 40mm..60mm/5");
    const bool good = text[length] == '~' ? read_drawn(plan, axis, values, log)
                      : dots              ? read_range(plan, axis, values, dots, log)
                                          : read_list(plan, axis, values, log);
    if (good && axis->distribution) axis->drawn = plan->drawn++;
    return good;
}

bool jd_plan_take(Plan *plan, const JdVaried *varied, const char *unit, bool setting, JdLog *log) {
    for (int n = 0; n < plan->axes.count; n++)
        if (!strcmp(plan->axes.at[n].name, varied->name)) return true;
    Axis *axis = PUSH(&plan->arena, plan->axes);
    if (!axis) return jd_report_memory(log), false;
    *axis = (Axis){.name = jd_arena_copy(&plan->arena, varied->name),
                   .unit = *unit ? jd_arena_copy(&plan->arena, unit) : NULL,
                   .said = jd_arena_copy(&plan->arena, varied->text),
                   .setting = setting,
                   .drawn = -1};
    const Distribution *drawn = jd_distribution_find(varied->how, strlen(varied->how));
    if (drawn) {
        axis->distribution = drawn;
        memcpy(axis->number, varied->numbers, (size_t)drawn->count * sizeof *axis->number);
        axis->drawn = plan->drawn++;
    } else if (!strcmp(varied->how, "range")) {
        axis->from = varied->numbers[0];
        axis->to = varied->numbers[1];
        axis->steps = (long)varied->numbers[2];
    } else
        for (int n = 0; n < varied->count; n++) {
            double *number = PUSH(&plan->arena, axis->numbers);
            const char **word = number ? PUSH(&plan->arena, axis->words) : NULL;
            if (!word) return jd_report_memory(log), false;
            *number = varied->numbers ? varied->numbers[n] : n;
            *word = varied->words ? jd_arena_copy(&plan->arena, varied->words[n]) : "";
        }
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------ */

long jd_axis_values(const Axis *axis) {
    return axis->distribution ? 1 : axis->steps > 0 ? axis->steps : axis->numbers.count;
}

static bool refuse_samples(const Plan *plan, JdLog *log, const char *what, const char *hint) {
    jd_report(log, JD_ERROR, "vary-not-valid", plan->where, "%s", what);
    jd_hint(log, "%s", hint);
    return false;
}

bool jd_plan_close(Plan *plan, double samples, JdLog *log) {
    double total = 1;
    if (!jd_plan_factor(plan, log)) return false;
    for (int n = 0; n < plan->axes.count; n++) total *= (double)jd_axis_values(&plan->axes.at[n]);
    if (plan->drawn && !(samples >= 1))
        return refuse_samples(
            plan, log, "some parameters are drawn, and nobody says how often",
            "add for instance: --samples 1000; or make it a grid: r=120mm..160mm/41");
    if (!plan->drawn && samples > 0)
        return refuse_samples(plan, log, "--samples is said, but no parameter is drawn",
                              "give it a distribution, r~normal(153mm, 0.05mm), or a range without "
                              "steps: r=120mm..160mm");
    if (plan->indices && !plan->drawn)
        return refuse_samples(plan, log, "--indices is said, but no parameter is drawn",
                              "give some a distribution: r~uniform(120mm, 160mm)");
    if (plan->indices && plan->cholesky)
        return refuse_samples(plan, log, "Sobol's indices are those of independent parameters",
                              "leave out --correlate or --indices");
    const int dimensions = plan->drawn * (plan->indices ? 2 : 1);
    if (plan->way == DRAW_SOBOL && dimensions > SOBOL_DIMENSIONS)
        return refuse_samples(
            plan, log,
            "Sobol's sequence has numbers for 21 parameters that are drawn (10 with --indices)",
            "leave out --sobol: random numbers have no such limit");
    if (plan->indices && total > 1)
        return refuse_samples(plan, log,
                              "Sobol's indices are those of parameters that are all drawn",
                              "give those with lists and ranges one value with --set");
    plan->grid = (long)fmin(total, most_variants);
    plan->samples = plan->drawn ? (long)fmin(samples, most_variants) : 1;
    if (plan->indices) plan->samples *= plan->drawn + 2;
    total *= (double)plan->samples;
    if (total > most_variants)
        return refuse_samples(plan, log, "these are more than 1e12 variants", "take fewer values");
    plan->total = plan->grid * plan->samples;
    return true;
}

static double uniform_of(const Plan *plan, long sample, int dimension) {
    return plan->way == DRAW_SOBOL ? jd_draw_sobol(plan->seed, sample, dimension)
                                   : jd_draw_random(plan->seed, sample, dimension);
}

/* Number `drawn` of a sample, uniform. Sets for indices are A, B, and A with one number each of B.
 */
static double drawn_share(const Plan *plan, long sample, int drawn) {
    if (!plan->indices) return uniform_of(plan, sample, drawn);
    const long set = plan->drawn + 2, which = sample % set;
    const bool other = which == 1 || which == drawn + 2;
    return uniform_of(plan, sample / set, other ? plan->drawn + drawn : drawn);
}

static double draw(const Plan *plan, const Axis *axis, long sample) {
    if (!plan->cholesky)
        return axis->distribution->quantile(drawn_share(plan, sample, axis->drawn), axis->number);
    double z = 0;
    for (int k = 0; k <= axis->drawn; k++) {
        const double weight = plan->cholesky[axis->drawn * plan->drawn + k];
        if (weight != 0) z += weight * jd_normal_quantile(drawn_share(plan, sample, k));
    }
    const double share = jd_normal_share(z);
    return axis->distribution->quantile(fmin(fmax(share, DBL_MIN), 1 - DBL_EPSILON / 2),
                                        axis->number);
}

double jd_axis_value(const Axis *axis, long n) {
    if (axis->steps <= 0) return axis->numbers.at[n];
    if (n == axis->steps - 1) return axis->to;
    return axis->from + (axis->to - axis->from) * (double)n / (double)(axis->steps - 1);
}

void jd_plan_values(const Plan *plan, long variant, double *values) {
    long place = variant / plan->samples;
    const long sample = variant % plan->samples;
    for (int n = plan->axes.count - 1; n >= 0; n--) {
        const Axis *axis = &plan->axes.at[n];
        const long count = jd_axis_values(axis);
        values[n] =
            axis->distribution ? draw(plan, axis, sample) : jd_axis_value(axis, place % count);
        place /= count;
    }
}

uint64_t jd_plan_hash(const Plan *plan, uint64_t hash) {
    for (int n = 0; n < plan->axes.count; n++)
        hash = jd_hash(hash, plan->axes.at[n].said, strlen(plan->axes.at[n].said) + 1);
    const int drawn = plan->drawn;
    if (plan->cholesky)
        hash = jd_hash(hash, plan->cholesky, (size_t)(drawn * drawn) * sizeof *plan->cholesky);
    const int64_t numbers[] = {plan->total, plan->samples, (int64_t)plan->way, plan->indices,
                               (int64_t)plan->seed};
    return jd_hash(hash, numbers, sizeof numbers);
}

void jd_plan_free(Plan *plan) {
    jd_arena_free(&plan->arena);
}
