/* SPDX-License-Identifier: MIT
 *
 * Measures: numbers of a whole run, "peak = max(jB.force) / 2". A call with one argument is a
 * statistic of a channel, or of an expression of channels, which becomes a signal of the model; a
 * channel by itself is what it is at the end, and a measure before it may be named. What is made of
 * them is an expression like any other. */
#include "run/run.h"
#include "text/text.h"
#include <stdlib.h>
#include <string.h>

/* A statistic that a measure reads. */
typedef struct {
    const char *statistic; /* "max" */
    const char *channel;   /* or the signal that stands for it */
    Span span;
    JdChannel at;
    Dim dim;
} Reading;

typedef struct {
    const char *name, *said; /* said: its text */
    const Source *source;
    Expr *expr;
    const char *wanted; /* the unit behind `as`; NULL: none */
    char unit[64];      /* that it is told in */
    double scale;       /* 1 of it in SI */
} Measure;

struct JdMeasures {
    Arena arena;
    LIST(Measure) list;
    LIST(Reading) readings;
    LIST(JdChannel) channels;
    Text statements;
    int signals;
    const JdSystem *system;
    JdRun *run; /* whose values are asked for; NULL: only units are */
    int before; /* so many measures stand before the one at work: it may name them */
};

static const char *const statistics[] = {
    "max", "min", "mean", "rms", "peak", "time_of_max", "time_of_min", "time_of_peak", NULL};

static bool is_statistic(const char *name) {
    for (int n = 0; statistics[n]; n++)
        if (!strcmp(statistics[n], name)) return true;
    return false;
}

/* ---- From text ------------------------------------------------------------------------------ */

static bool refuse_statistic(const Expr *call, JdLog *log) {
    jd_report(log, JD_ERROR, "measure-statistic", jd_span_where(call->span),
              "there is no statistic '%s'", call->text);
    Nearest nearest = {.word = call->text};
    for (int n = 0; statistics[n]; n++) jd_nearest_try(&nearest, statistics[n]);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "there is max, min, mean, rms, peak, time_of_max, time_of_min, time_of_peak");
    return false;
}

/* The call becomes the name "#n" of its reading. */
static bool take_reading(JdMeasures *m, Expr *call) {
    Text text = {0};
    jd_expr_write(call->args[0], &text);
    Reading *reading = PUSH(&m->arena, m->readings);
    const char *argument = text.at ? jd_arena_copy(&m->arena, text.at) : NULL;
    jd_text_free(&text);
    if (!reading || !argument) return false;
    reading->statistic = call->text;
    reading->span = call->args[0]->span;
    reading->channel = argument;
    if (!jd_expr_is_path(call->args[0])) {
        reading->channel = jd_arena_format(&m->arena, "measured_%d", ++m->signals);
        jd_text_print(&m->statements, "signal %s = %s\n", reading->channel, argument);
    }
    call->kind = EXPR_NAME;
    call->text = jd_arena_format(&m->arena, "#%d", m->readings.count - 1);
    call->count = 0;
    return call->text && reading->channel;
}

static bool find_readings(JdMeasures *m, Expr *expr, JdLog *log) {
    if (expr->kind == EXPR_CALL && expr->count == 1 && is_statistic(expr->text))
        return take_reading(m, expr) || (jd_report_memory(log), false);
    if (expr->kind == EXPR_CALL && !jd_function_known(expr->text, strlen(expr->text)))
        return refuse_statistic(expr, log);
    for (int n = 0; n < expr->count; n++)
        if (!find_readings(m, expr->args[n], log)) return false;
    return true;
}

/* "peak = max(...)": the name, if there is one; a condition has none. */
static size_t name_length(const char *text) {
    const size_t start = strspn(text, " ");
    size_t end = start;
    while (text[end] == '_' || (text[end] >= '0' && text[end] <= '9') ||
           (text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z'))
        end++;
    const size_t equals = end + strspn(text + end, " ");
    return end > start && text[equals] == '=' && text[equals + 1] != '=' ? equals : 0;
}

/* The text as it stands in its file: lines before it are empty, so that messages find its place.
 * Where it goes on over lines, or was written in another way (JSON), it is a text by itself. */
static const Source *source_of(JdMeasures *m, const char *option, const JdMeasured *text,
                               size_t *start) {
    Source *source = ARENA_NEW(&m->arena, Source, 1);
    const JdPlace *at = &text->at;
    const size_t length = strlen(text->text), before = (size_t)(at->column - at->source_column);
    const bool placed = at->line > 0 && at->source && at->source_column == 1 &&
                        strlen(at->source) >= before + length &&
                        !strncmp(at->source + before, text->text, length);
    Text all = {0};
    *start = 0;
    for (int n = 1; placed && n < at->line; n++) jd_text_add(&all, "\n", 1);
    if (placed) {
        *start = all.count + before;
        jd_text_add(&all, at->source, strlen(at->source));
    } else
        jd_text_add(&all, text->text, length);
    const char *copy = all.failed ? NULL : jd_arena_text(&m->arena, all.at, all.count);
    if (source && copy) *source = (Source){placed ? at->file : option, copy, all.count};
    jd_text_free(&all);
    return copy ? source : NULL;
}

static Expr *parse(JdMeasures *m, const Source *source, size_t start, JdLog *log) {
    if (!start) return jd_expr_parse(source, &m->arena, log);
    Lexer lexer;
    jd_lexer_start(&lexer, source);
    lexer.at = start;
    jd_lexer_next(&lexer);
    return jd_expr_read(&lexer, &m->arena, log);
}

static bool add_measure(JdMeasures *m, const char *option, const JdMeasured *text, JdLog *log) {
    Measure *measure = PUSH(&m->arena, m->list);
    size_t start;
    const Source *source = source_of(m, option, text, &start);
    if (!measure || !source) return jd_report_memory(log), false;
    measure->said = jd_arena_copy(&m->arena, text->text);
    measure->name = text->name ? jd_arena_copy(&m->arena, text->name) : measure->said;
    measure->wanted = text->unit ? jd_arena_copy(&m->arena, text->unit) : NULL;
    measure->scale = 1;
    measure->source = source;
    measure->expr = parse(m, source, start, log);
    return measure->expr && measure->name && find_readings(m, measure->expr, log);
}

/* "peak = max(...) as kN" */
static JdMeasured split(const char *text, Arena *arena) {
    const size_t equals = name_length(text), start = strspn(text, " ");
    const char *body = equals ? text + equals + 1 : text;
    body += strspn(body, " ");
    size_t length = equals ? equals - start : 0;
    while (length && text[start + length - 1] == ' ') length--;
    const char *as = strstr(body, " as ");
    return (JdMeasured){.name = length ? jd_arena_text(arena, text + start, length) : NULL,
                        .text = as ? jd_arena_text(arena, body, (size_t)(as - body)) : body,
                        .unit = as ? as + 4 + strspn(as + 4, " ") : NULL};
}

JdMeasures *jd_measures_at(const char *option, const JdMeasured *texts, int count, JdLog *log) {
    JdMeasures *m = calloc(1, sizeof *m);
    if (!m) return jd_report_memory(log), NULL;
    bool good = true;
    for (int n = 0; texts && n < count; n++) {
        const bool whole = texts[n].text && !texts[n].name && !texts[n].at.line;
        const JdMeasured one = whole ? split(texts[n].text, &m->arena) : texts[n];
        good = one.text && add_measure(m, option ? option : "measure", &one, log) && good;
    }
    if (good && !m->statements.failed && !m->arena.failed) return m;
    jd_measures_free(m);
    return NULL;
}

JdMeasures *jd_measures_new(const char *option, const char *const *texts, JdLog *log) {
    Arena arena = {0};
    LIST(JdMeasured) all = {0};
    for (; texts && *texts; texts++) {
        JdMeasured *at = PUSH(&arena, all);
        if (at) at->text = *texts;
    }
    JdMeasures *m = arena.failed ? NULL : jd_measures_at(option, all.at, all.count, log);
    if (arena.failed) jd_report_memory(log);
    jd_arena_free(&arena);
    return m;
}

void jd_measures_free(JdMeasures *m) {
    if (!m) return;
    jd_arena_free(&m->arena);
    jd_text_free(&m->statements);
    free(m);
}

const char *jd_measures_statements(const JdMeasures *m) {
    return m && m->statements.at ? m->statements.at : "";
}

/* ---- Of a system ---------------------------------------------------------------------------- */

static Value evaluate(JdMeasures *m, int index, JdLog *log);

static double value_of(const JdMeasures *m, const Reading *reading) {
    double value = 1;
    if (!m->run) return value;
    const JdStatistics all = jd_run_statistics(m->run, reading->at);
    return jd_statistic(&all, reading->statistic, &value) ? value : NAN;
}

/* A reading by "#n", a measure before, or a channel as it is at the end. */
static bool find_name(const Scope *scope, const char *name, Value *value) {
    JdMeasures *m =
        *(JdMeasures *const *)scope->data; /* evaluating others changes who is at work */
    *value = (Value){.count = 1};
    if (*name == '#') {
        const Reading *reading = &m->readings.at[atoi(name + 1)];
        value->v[0] = value_of(m, reading);
        value->dim = reading->dim;
        return true;
    }
    for (int n = 0; n < m->before; n++) {
        if (strcmp(m->list.at[n].name, name)) continue;
        *value = evaluate(m, n, NULL);
        return value->count == 1;
    }
    const int channel = jd_channel_find(m->system, name);
    if (channel < 0) return false;
    value->v[0] = m->run ? jd_run_value(m->run, (JdChannel){channel}) : 1;
    value->dim = jd_channel_dim(m->system, channel);
    return true;
}

static void suggest_names(const Scope *scope, Nearest *nearest) {
    const JdMeasures *m = *(JdMeasures *const *)scope->data;
    for (int n = 0; n < m->before; n++) jd_nearest_try(nearest, m->list.at[n].name);
    jd_channel_suggest(m->system, nearest);
}

static Value evaluate(JdMeasures *m, int index, JdLog *log) {
    Arena scratch = {0};
    const int before = m->before;
    const Scope scope = {
        .find = find_name, .suggest = suggest_names, .data = &m, .arena = &scratch};
    m->before = index;
    const Value value = jd_expr_value(m->list.at[index].expr, &scope, log);
    m->before = before;
    jd_arena_free(&scratch);
    return value;
}

static bool bind_reading(JdMeasures *m, Reading *reading, JdLog *log) {
    const int channel = jd_channel_find(m->system, reading->channel);
    if (channel < 0) {
        jd_channel_unknown(m->system, reading->channel, jd_span_where(reading->span), log);
        return false;
    }
    reading->at = (JdChannel){channel};
    reading->dim = jd_channel_dim(m->system, channel);
    if (!strncmp(reading->statistic, "time_of", 7)) reading->dim = (Dim){.time = 1};
    for (int n = 0; n < m->channels.count; n++)
        if (m->channels.at[n].index == channel) return true;
    JdChannel *at = PUSH(&m->arena, m->channels);
    if (at) at->index = channel;
    return at;
}

/* ---- Units ---------------------------------------------------------------------------------- */

/* The unit behind `as`; false after a report. */
static bool tell_as_wanted(Measure *measure, Dim dim, JdLog *log) {
    const Where where = jd_span_where(measure->expr->span);
    Unit unit;
    char own[64];
    if (!jd_unit_parse(measure->wanted, &unit)) {
        jd_report(log, JD_ERROR, "unit-unknown", where, "there is no unit '%s'", measure->wanted);
        jd_unit_hint(measure->wanted, log);
        return false;
    }
    if (!jd_dim_equal(unit.dim, dim)) {
        jd_dim_spoken(dim, own, sizeof own);
        jd_report(log, JD_ERROR, "dimension-mismatch", where,
                  "measure '%s' is in %s, which is not told in %s", measure->name, own,
                  measure->wanted);
        jd_hint(log, "`jourdain help units` lists units");
        return false;
    }
    snprintf(measure->unit, sizeof measure->unit, "%s", measure->wanted);
    measure->scale = unit.scale;
    return true;
}

/* The unit that something is shown in; NULL: it has none of its own. */
typedef struct {
    const char *unit;
    double scale;
} Shown;

static Shown shown_as(const JdMeasures *m, int channel) {
    Shown shown = {NULL, 1};
    if (channel >= 0) shown.unit = jd_channel_shown(m->system, (JdChannel){channel}, &shown.scale);
    return shown;
}

/* Of a statistic, or of what is named: a measure before, or a channel at the end. */
static Shown shown_name(const JdMeasures *m, const Measure *measure, const Expr *expr) {
    for (const Measure *at = m->list.at; expr->kind == EXPR_NAME && at < measure; at++)
        if (!strcmp(at->name, expr->text)) return (Shown){at->unit, at->scale};
    if (expr->kind == EXPR_NAME && *expr->text == '#') {
        const Reading *reading = &m->readings.at[atoi(expr->text + 1)];
        if (!strncmp(reading->statistic, "time_of", 7)) return (Shown){"s", 1};
        return shown_as(m, reading->at.index);
    }
    Text path = {0};
    if (jd_expr_is_path(expr)) jd_expr_write(expr, &path);
    const int channel = path.at && !path.failed ? jd_channel_find(m->system, path.at) : -1;
    jd_text_free(&path);
    return shown_as(m, channel);
}

/* Sums and differences of what is shown in one unit are, too: J, rad/s, what `output` says. */
static Shown shown_in(const JdMeasures *m, const Measure *measure, const Expr *expr, int depth) {
    enum { DEEPEST = 20 }; /* who writes more terms says the unit */
    const Shown none = {NULL, 1};
    const bool sum = expr->kind == EXPR_BINARY && strchr("+-", *expr->text);
    if (depth > DEEPEST) return none;
    if (expr->kind == EXPR_UNARY && *expr->text == '-')
        return shown_in(m, measure, expr->args[0], depth + 1);
    if (!sum) return shown_name(m, measure, expr);
    const Shown a = shown_in(m, measure, expr->args[0], depth + 1);
    const Shown b = shown_in(m, measure, expr->args[1], depth + 1);
    return a.unit && b.unit && !strcmp(a.unit, b.unit) ? a : none;
}

static void tell_as_channel(const JdMeasures *m, Measure *measure) {
    const Shown shown = shown_in(m, measure, measure->expr, 0);
    if (!shown.unit) return;
    measure->scale = shown.scale;
    snprintf(measure->unit, sizeof measure->unit, "%s", shown.unit);
}

static bool find_unit(const JdMeasures *m, Measure *measure, Dim dim, JdLog *log) {
    measure->scale = 1;
    jd_dim_spoken(dim, measure->unit, sizeof measure->unit);
    if (measure->wanted) return tell_as_wanted(measure, dim, log);
    tell_as_channel(m, measure);
    return true;
}

bool jd_measures_bind(JdMeasures *m, const JdSystem *system, JdLog *log) {
    if (!m || !system) return false;
    bool good = true;
    m->system = system;
    m->run = NULL;
    m->channels.count = 0;
    for (int n = 0; n < m->readings.count; n++)
        good = bind_reading(m, &m->readings.at[n], log) && good;
    for (int n = 0; good && n < m->list.count; n++) {
        Measure *measure = &m->list.at[n];
        const Value value = evaluate(m, n, log);
        if (value.count > 1)
            jd_report(log, JD_ERROR, "vector-size", jd_span_where(measure->expr->span),
                      "a measure is one number, and this is a vector of %d", value.count);
        if (value.count != 1) return false;
        good = find_unit(m, measure, value.dim, log);
    }
    return good;
}

int jd_measures_count(const JdMeasures *m) {
    return m ? m->list.count : 0;
}

const JdChannel *jd_measures_channels(const JdMeasures *m, int *count) {
    *count = m ? m->channels.count : 0;
    return m ? m->channels.at : NULL;
}

const char *jd_measure_name(const JdMeasures *m, int index) {
    return m && index >= 0 && index < m->list.count ? m->list.at[index].name : NULL;
}

const char *jd_measure_unit(const JdMeasures *m, int index) {
    return m && index >= 0 && index < m->list.count ? m->list.at[index].unit : NULL;
}

double jd_measure_value(JdMeasures *m, int index, JdRun *run) {
    if (!m || !run || !m->system || index < 0 || index >= m->list.count) return NAN;
    m->run = run;
    const Value value = evaluate(m, index, NULL);
    m->run = NULL;
    return value.count == 1 ? value.v[0] / m->list.at[index].scale : NAN;
}
