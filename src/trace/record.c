/* SPDX-License-Identifier: MIT
 *
 * Recording: which channels, and a row of their values at each call. The rows lie one behind the
 * other in one block that grows by half of itself, or go to a stream as they come. */
#include "trace/trace.h"
#include "run/run.h"
#include "system/system.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool has_column(const JdTrace *trace, JdChannel channel) {
    for (int n = 0; n < trace->columns.count; n++)
        if (trace->columns.at[n].channel.index == channel.index) return true;
    return false;
}

/* A channel that is asked for twice has one column. */
static void add_column(JdTrace *trace, const JdSystem *system, JdChannel channel) {
    if (channel.index < 0 || has_column(trace, channel)) return;
    TraceColumn *column = PUSH(&trace->arena, trace->columns);
    if (!column) return;
    const char *unit = jd_channel_unit(system, channel);
    column->channel = channel;
    column->name = jd_arena_copy(&trace->arena, jd_channel_name(system, channel));
    column->unit = jd_arena_copy(&trace->arena, unit ? unit : "1");
    column->scale = 1;
    column->least = column->greatest = NAN;
}

JdTrace *jd_trace_new(const JdSystem *system, const JdChannel *channels, JdLog *log) {
    if (!system) return NULL;
    JdTrace *trace = calloc(1, sizeof *trace);
    if (!trace) {
        jd_report_memory(log);
        return NULL;
    }
    trace->log = log;
    trace->stride = 1;
    add_column(trace, system, jd_time);
    if (!channels) {
        for (int n = 0; n < system->outputs; n++)
            add_column(trace, system, (JdChannel){system->output[n]});
        for (int n = 0; n < trace->columns.count; n++) jd_trace_show_as(trace, system, n);
    } else {
        for (int n = 0; channels[n].index >= 0; n++) add_column(trace, system, channels[n]);
    }
    trace->row = ARENA_NEW(&trace->arena, double, trace->columns.count);
    if (!trace->arena.failed) return trace;
    jd_report_memory(log);
    jd_trace_free(trace);
    return NULL;
}

/* ---- Units ---------------------------------------------------------------------------------- */

void jd_trace_show_as(JdTrace *trace, const JdSystem *system, int column) {
    TraceColumn *to = &trace->columns.at[column];
    double scale;
    const char *unit = jd_channel_shown(system, to->channel, &scale);
    if (!unit) return;
    to->unit = jd_arena_copy(&trace->arena, unit);
    to->scale = scale;
}

static bool refuse_unit(const TraceColumn *column, const char *unit, JdLog *log) {
    jd_report(log, JD_ERROR, "dimension-mismatch", nowhere,
              "'%s' is in %s, which is not shown in %s", column->name, column->unit, unit);
    jd_hint(log, "give another unit of %s", column->unit);
    return false;
}

bool jd_trace_show_in(JdTrace *trace, int column, const char *unit, JdLog *log) {
    Unit is, wanted;
    if (!trace || !unit || trace->rows || column < 0 || column >= trace->columns.count)
        return false;
    TraceColumn *to = &trace->columns.at[column];
    if (!jd_unit_parse(unit, &wanted)) {
        jd_report(log, JD_ERROR, "unit-unknown", nowhere, "there is no unit '%s'", unit);
        jd_unit_hint(unit, log);
        return false;
    }
    if (!jd_unit_parse(to->unit, &is) || !jd_dim_equal(is.dim, wanted.dim))
        return refuse_unit(to, unit, log);
    to->unit = jd_arena_copy(&trace->arena, unit);
    to->scale *= wanted.scale / is.scale;
    return to->unit != NULL;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

void jd_trace_free(JdTrace *trace) {
    if (!trace) return;
    free(trace->values);
    jd_arena_free(&trace->arena);
    free(trace);
}

void jd_trace_stream(JdTrace *trace, FILE *out, bool keep) {
    if (!trace || !out) return;
    trace->stream = out;
    trace->thins = !keep;
}

static bool make_room(JdTrace *trace) {
    if (jd_trace_kept(trace) < trace->room) return true;
    if (trace->room > INT_MAX / 2) return false;
    const int room = trace->room ? trace->room + trace->room / 2 : 64;
    const size_t width = sizeof(double) * (size_t)trace->columns.count;
    if ((size_t)room > SIZE_MAX / width) return false;
    double *values = realloc(trace->values, (size_t)room * width);
    if (!values) return false;
    trace->values = values;
    trace->room = room;
    return true;
}

/* Every second one of the rows that are kept. */
static void thin(JdTrace *trace) {
    const size_t columns = (size_t)trace->columns.count;
    trace->stride *= 2;
    for (size_t row = 1; 2 * row < TRACE_KEPT; row++)
        memcpy(trace->values + row * columns, trace->values + 2 * row * columns,
               columns * sizeof(double));
}

static bool keep_row(JdTrace *trace, const double *row) {
    const size_t columns = (size_t)trace->columns.count;
    if (trace->thins && trace->rows == TRACE_KEPT * trace->stride) thin(trace);
    if (trace->thins && trace->rows % trace->stride != 0) return true;
    if (!make_room(trace)) {
        jd_report_memory(trace->log);
        return false;
    }
    memcpy(trace->values + (size_t)jd_trace_kept(trace) * columns, row, columns * sizeof *row);
    return true;
}

/* "'rod.ax', 'jA.force' and 3 more": columns of the last row whose values are no numbers, and were
 * not told. Returns how many. */
static int print_not_finite(JdTrace *trace, const double *row, Text *out) {
    enum { NAMED = 6 };
    int count = 0, named = 0;
    for (int n = 0; n < trace->columns.count; n++)
        count += !isfinite(row[n]) && !trace->columns.at[n].told;
    for (int n = 0; n < trace->columns.count; n++) {
        TraceColumn *column = &trace->columns.at[n];
        if (isfinite(row[n]) || column->told) continue;
        column->told = true;
        if (++named > NAMED) continue;
        jd_text_print(out, "%s'%s'", jd_between(named - 1, count), column->name);
    }
    if (count > NAMED) jd_text_print(out, " and %d more", count - NAMED);
    return count;
}

/* A loop of laws of the model that has no solution: there is no such motion, though all states may
 * go on. False: all have one. */
static bool tell_unsolved(JdTrace *trace, const JdRun *run, double time) {
    RunCause cause;
    char when[32];
    const bool unsolved = jd_run_find_ring(run, &cause);
    jd_number_text(time, when, sizeof when);
    if (unsolved) {
        jd_report(trace->log, JD_ERROR, cause.code, cause.where, "at t = %s s %s", when,
                  cause.words.at ? cause.words.at : "");
        jd_hint(trace->log, "%s", cause.hint);
    }
    jd_text_free(&cause.words);
    return unsolved;
}

/* Of outputs that are worked out: the operation that has no value. The motion may well go on. */
static void tell_outputs(JdTrace *trace, const JdRun *run, const double *row) {
    char when[32];
    jd_number_text(row[0], when, sizeof when);
    for (int n = 0; n < trace->columns.count; n++) {
        TraceColumn *column = &trace->columns.at[n];
        RunCause cause;
        if (isfinite(row[n]) || column->told) continue;
        if (!jd_run_find_output(run, column->channel.index, &cause)) continue;
        column->told = true;
        jd_report(trace->log, JD_ERROR, "value-not-finite", cause.where, "at t = %s s '%s' %s",
                  when, column->name, cause.words.at ? cause.words.at : "");
        jd_hint(trace->log, "%s", cause.hint);
        jd_text_free(&cause.words);
    }
}

/* Once for each column: the first value that is no number any more, and where it came from. */
static void tell_not_finite(JdTrace *trace, const JdRun *run, const double *row) {
    Text names = {0};
    RunCause cause;
    char when[32];
    tell_outputs(trace, run, row);
    const int count = print_not_finite(trace, row, &names);
    if (count == 0) return;
    const bool known = jd_run_find_cause(run, &cause);
    jd_number_text(row[0], when, sizeof when);
    if (names.at)
        jd_report(trace->log, JD_ERROR, "value-not-finite", cause.where,
                  "at t = %s s %s %s no finite value%s%s%s", when, names.at,
                  count > 1 ? "have" : "has", count > 1 ? "s" : "", known ? ": " : "",
                  known && cause.words.at ? cause.words.at : "");
    jd_hint(trace->log, "%s",
            known ? cause.hint
                  : "what it comes from is not known: look at rows a little before and after");
    jd_text_free(&cause.words);
    jd_text_free(&names);
}

/* fmin and fmax leave out what is no number. */
static void widen(TraceColumn *column, double value) {
    column->least = fmin(column->least, value);
    column->greatest = fmax(column->greatest, value);
}

/* ---- Events --------------------------------------------------------------------------------- */

static bool keep_events(JdTrace *trace, const JdRun *run) {
    bool before;
    const char *name;
    for (int n = 0; (name = jd_run_event(run, n, &before)); n++) {
        TraceEvent *event = PUSH(&trace->arena, trace->events);
        const char *copy = jd_arena_copy(&trace->arena, name);
        if (!event || !copy) return jd_report_memory(trace->log), false;
        *event = (TraceEvent){trace->rows, copy, before};
    }
    return true;
}

const char *jd_trace_event(const JdTrace *trace, int row, int index, bool *before) {
    int low = 0, high = trace ? trace->events.count : 0;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (trace->events.at[middle].row < row)
            low = middle + 1;
        else
            high = middle;
    }
    if (before) *before = false;
    if (index < 0 || !trace || low + index >= trace->events.count) return NULL;
    const TraceEvent *event = &trace->events.at[low + index];
    if (event->row != row) return NULL;
    if (before) *before = event->before;
    return event->name;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

bool jd_trace_record(JdTrace *trace, JdRun *run) {
    if (!trace || !run) return false;
    const int columns = trace->columns.count;
    double *row = trace->row;
    bool finite = true;
    for (int n = 0; n < columns; n++) {
        TraceColumn *column = &trace->columns.at[n];
        row[n] = jd_run_value(run, column->channel) / column->scale;
        finite = finite && isfinite(row[n]);
        widen(column, row[n]);
    }
    if (!finite && tell_unsolved(trace, run, row[0])) return false;
    if (!finite) tell_not_finite(trace, run, row);
    if (!jd_run_proved(run)) {
        int *doubtful = PUSH(&trace->arena, trace->doubtful);
        if (!doubtful) {
            jd_report_memory(trace->log);
            return false;
        }
        *doubtful = trace->rows;
    }
    if (!keep_events(trace, run) || !keep_row(trace, row)) return false;
    if (trace->stream) jd_csv_row(row, columns, trace->stream);
    trace->rows++;
    return true;
}

static int by_number(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

bool jd_trace_proved(const JdTrace *trace, int row) {
    if (!trace || row < 0 || row >= trace->rows) return false;
    const int *at = trace->doubtful.at;
    return !at || !bsearch(&row, at, (size_t)trace->doubtful.count, sizeof *at, by_number);
}

bool jd_trace_take(JdTrace *trace, const double *row) {
    for (int n = 0; n < trace->columns.count; n++) {
        trace->columns.at[n].told = trace->columns.at[n].told || !isfinite(row[n]);
        widen(&trace->columns.at[n], row[n]);
        trace->row[n] = row[n];
    }
    if (!keep_row(trace, row)) return false;
    trace->rows++;
    return true;
}

int jd_trace_rows(const JdTrace *trace) {
    return trace ? trace->rows : 0;
}

int jd_trace_columns(const JdTrace *trace) {
    return trace ? trace->columns.count : 0;
}

static bool is_column(const JdTrace *trace, int column) {
    return trace && column >= 0 && column < trace->columns.count;
}

double jd_trace_at(const JdTrace *trace, int row, int column) {
    if (!is_column(trace, column) || row < 0 || row >= trace->rows) return NAN;
    if (trace->thins && row == trace->rows - 1) return trace->row[column];
    if (!trace->thins) return jd_trace_kept_at(trace, row, column);
    return row % trace->stride ? NAN : jd_trace_kept_at(trace, row / trace->stride, column);
}

int jd_trace_kept(const JdTrace *trace) {
    if (!trace || !trace->thins) return jd_trace_rows(trace);
    return (trace->rows + trace->stride - 1) / trace->stride;
}

double jd_trace_kept_at(const JdTrace *trace, int kept, int column) {
    if (!is_column(trace, column) || kept < 0 || kept >= jd_trace_kept(trace)) return NAN;
    return trace->values[(size_t)kept * (size_t)trace->columns.count + (size_t)column];
}

TraceRange jd_trace_range(const JdTrace *trace, int column) {
    if (!is_column(trace, column) || !trace->rows) return (TraceRange){NAN, NAN, NAN};
    const TraceColumn *of = &trace->columns.at[column];
    return (TraceRange){trace->row[column], of->least, of->greatest};
}

const char *jd_trace_name(const JdTrace *trace, int column) {
    return is_column(trace, column) ? trace->columns.at[column].name : NULL;
}

const char *jd_trace_unit(const JdTrace *trace, int column) {
    return is_column(trace, column) ? trace->columns.at[column].unit : NULL;
}
