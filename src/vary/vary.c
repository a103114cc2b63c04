/* SPDX-License-Identifier: MIT
 *
 * Parameters of a run. Their values live in the run; the system that it was made of stays as it is.
 * A run with other values has a system of its own, made of the words that were read once: by the
 * same code as after a reading, so that its results are the same to the last bit, and all that
 * depends on numbers (start position, freedoms, rows that repeat others, closed forms) is found
 * anew. What the model consists of must stay. */
#include "run/run.h"
#include "solve/solve.h"
#include "text/text.h"
#include <stdlib.h>
#include <string.h>

struct RunValues {
    Arena arena;
    LIST(ParamValue) list;
};

static void free_values(struct RunValues *values) {
    if (values) jd_arena_free(&values->arena);
    free(values);
}

static struct RunValues *values_of(JdRun *run) {
    if (!run->values) run->values = calloc(1, sizeof *run->values);
    run->free_values = free_values;
    return run->values;
}

/* ---- Setting -------------------------------------------------------------------------------- */

static bool refuse_unknown(const Words *words, const char *name, JdLog *log) {
    jd_report(log, JD_ERROR, "setting-unknown", nowhere, "the model has no parameter '%s' to set",
              name);
    Nearest nearest = {.word = name};
    if (words) jd_words_suggest(words, &nearest);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, words ? "`jourdain info` lists the parameters of a model"
                           : "only a model that was read from text alone has some");
    return false;
}

/* A parameter, or one number of a vector: "A.x". */
static const WordsParam *find_param(const Words *words, const char *name, int *number) {
    const WordsParam *whole = jd_words_param(words, name);
    const size_t length = strlen(name);
    *number = 0;
    if (whole || length < 3 || name[length - 2] != '.' || !strchr("xyz", name[length - 1]))
        return whole;
    char *stem = malloc(length + 1);
    if (!stem) return NULL;
    memcpy(stem, name, length - 2);
    stem[length - 2] = '\0';
    whole = jd_words_param(words, stem);
    free(stem);
    *number = name[length - 1] - 'x';
    return whole && whole->count > 1 && *number < whole->count ? whole : NULL;
}

static bool refuse_vector(const WordsParam *param, JdLog *log) {
    jd_report(log, JD_ERROR, "setting-unknown", nowhere,
              "parameter '%s' is a vector of %d numbers, each of which is set by itself",
              param->name, param->count);
    jd_hint(log, "its numbers are '%s.x', '%s.y'%s", param->name, param->name,
            param->count > 2 ? " and so on" : "");
    return false;
}

bool jd_run_set_parameter(JdRun *run, const char *name, double value, JdLog *log) {
    if (!run || !name) return false;
    const Words *words = run->system->words ? run->system->words->data : NULL;
    int number;
    const WordsParam *param = words ? find_param(words, name, &number) : NULL;
    if (!param) return refuse_unknown(words, name, log);
    if (param->count > 1 && !strcmp(param->name, name)) return refuse_vector(param, log);
    if (!isfinite(value)) {
        jd_report(log, JD_ERROR, "number-not-finite", nowhere,
                  "parameter '%s' is set to %g, not a finite number", name, value);
        return false;
    }
    struct RunValues *values = values_of(run);
    ParamValue *at = NULL;
    for (int n = 0; values && n < values->list.count && !at; n++)
        if (!strcmp(values->list.at[n].name, param->name)) at = &values->list.at[n];
    if (values && !at) at = PUSH(&values->arena, values->list);
    if (!at) return jd_report_memory(log), false;
    at->name = param->name; /* lives as long as the words, which the system holds */
    at->value[number] = value;
    at->set |= 1u << number;
    return true;
}

/* ---- What the model consists of ------------------------------------------------------------- */

/* "n = 5, r = 0.2" */
static void name_values(const struct RunValues *values, Text *out) {
    for (int n = 0; values && n < values->list.count; n++) {
        const ParamValue *at = &values->list.at[n];
        for (int k = 0; k < 3; k++) {
            if (!(at->set >> k & 1u)) continue;
            char text[32];
            jd_number_text(at->value[k], text, sizeof text);
            const char *axis[] = {at->set > 1 ? ".x" : "", ".y", ".z"};
            jd_text_print(out, "%s%s%s = %s", out->count ? ", " : "", at->name, axis[k], text);
        }
    }
}

static bool refuse_structure(const struct RunValues *values, const char *what, int now, int before,
                             JdLog *log) {
    Text set = {0};
    name_values(values, &set);
    if (now != before)
        jd_report(log, JD_ERROR, "variant-structure", nowhere,
                  "with %s the model has %d %s instead of %d", set.at ? set.at : "other values",
                  now, what, before);
    else
        jd_report(log, JD_ERROR, "variant-structure", nowhere,
                  "with %s the model has other %s than without", set.at ? set.at : "other values",
                  what);
    jd_hint(log, "a run may have other numbers, not other bodies or joints: read the model anew, "
                 "with --set");
    jd_text_free(&set);
    return false;
}

#define SAME(list, array, total, first, what)                                                      \
    do {                                                                                           \
        if ((list).count != (total))                                                               \
            return refuse_structure(values, what, (list).count - (first), (total) - (first), log); \
        for (int n = (first); n < (total); n++)                                                    \
            if (strcmp((list).at[n].name, (array)[n].name) != 0)                                   \
                return refuse_structure(values, what, n, n, log);                                  \
    } while (0)

static bool keeps_structure(const JdModel *m, const JdSystem *s, const struct RunValues *values,
                            JdLog *log) {
    SAME(m->bodies, s->body, s->bodies, 1, "bodies");
    SAME(m->joints, s->joint, s->joints, 0, "joints");
    SAME(m->forces, s->force, s->forces, 0, "forces");
    SAME(m->drives, s->drive, s->drives, 0, "drives");
    SAME(m->states, s->extra, s->extras, 0, "states");
    SAME(m->inputs, s->given, s->givens, 0, "inputs");
    SAME(m->delays, s->delay, s->delays, 0, "delays");
    SAME(m->whens, s->when, s->whens, 0, "events");
    if (m->space != s->space) return refuse_structure(values, "dimensions", 0, 0, log);
    return true;
}

/* ---- Again ---------------------------------------------------------------------------------- */

static JdSystem *make_system(const JdRun *run, JdLog *log) {
    const JdSystem *from = run->system;
    const struct RunValues *values = run->values;
    bool good = false;
    JdModel *model = jd_words_build(from->words, values ? values->list.at : NULL,
                                    values ? values->list.count : 0, log, &good);
    good = good && keeps_structure(model, from, values, log);
    JdSystem *system = good ? jd_compile(model, from->asked, log) : NULL;
    jd_model_free(model);
    if (!system || system->channels == from->channels) return system;
    refuse_structure(values, "channels", system->channels, from->channels, log);
    jd_system_free(system);
    return NULL;
}

static bool copy_values(const JdRun *from, JdRun *to) {
    if (!from->values) return true;
    struct RunValues *values = values_of(to);
    for (int n = 0; values && n < from->values->list.count; n++) {
        ParamValue *at = PUSH(&values->arena, values->list);
        if (!at) return false;
        *at = from->values->list.at[n];
    }
    return values;
}

JdRun *jd_run_again(const JdRun *run, JdLog *log) {
    if (!run) return NULL;
    if (!run->system->words) return jd_run_new(run->system, run->asked, log);
    JdSystem *system = make_system(run, log);
    JdRun *next = jd_run_new(system, run->asked, log);
    if (next && copy_values(run, next)) {
        next->variant = system;
        return next;
    }
    if (next) jd_report_memory(log);
    jd_run_free(next);
    jd_system_free(system);
    return NULL;
}
