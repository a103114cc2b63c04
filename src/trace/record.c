/* SPDX-License-Identifier: MIT
 *
 * Recording: which channels, and a row of their values at each call. The rows lie one behind the
 * other in one block that grows by half of itself. */
#include "trace/trace.h"
#include "system/system.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>

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
}

JdTrace *jd_trace_new(const JdSystem *system, const JdChannel *channels, JdLog *log) {
    if (!system) return NULL;
    JdTrace *trace = calloc(1, sizeof *trace);
    if (!trace) {
        jd_report_memory(log);
        return NULL;
    }
    trace->log = log;
    add_column(trace, system, jd_time);
    if (!channels) {
        for (int n = 0; n < system->outputs; n++)
            add_column(trace, system, (JdChannel){system->output[n]});
    } else {
        for (int n = 0; channels[n].index >= 0; n++) add_column(trace, system, channels[n]);
    }
    if (!trace->arena.failed) return trace;
    jd_report_memory(log);
    jd_trace_free(trace);
    return NULL;
}

void jd_trace_free(JdTrace *trace) {
    if (!trace) return;
    free(trace->values);
    jd_arena_free(&trace->arena);
    free(trace);
}

static bool make_room(JdTrace *trace) {
    if (trace->rows < trace->room) return true;
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

/* Once for each column: the first value that is no number any more. */
static void tell_not_finite(JdTrace *trace, TraceColumn *column, double time, double value) {
    if (column->told) return;
    column->told = true;
    char when[32];
    jd_number_text(time, when, sizeof when);
    jd_report(trace->log, JD_WARNING, "value-not-finite", nowhere,
              "at t = %s s the value of '%s' is %s", when, column->name,
              isnan(value) ? "not a number" : "infinite");
    jd_hint(trace->log, "look for a division by zero or a body without inertia near this time");
}

bool jd_trace_record(JdTrace *trace, JdRun *run) {
    if (!trace || !run) return false;
    if (!make_room(trace)) {
        jd_report_memory(trace->log);
        return false;
    }
    const int columns = trace->columns.count;
    double *row = trace->values + (size_t)trace->rows * (size_t)columns;
    for (int n = 0; n < columns; n++) {
        TraceColumn *column = &trace->columns.at[n];
        row[n] = jd_run_value(run, column->channel);
        if (!isfinite(row[n])) tell_not_finite(trace, column, row[0], row[n]);
    }
    if (!jd_run_proved(run)) {
        int *doubtful = PUSH(&trace->arena, trace->doubtful);
        if (!doubtful) {
            jd_report_memory(trace->log);
            return false;
        }
        *doubtful = trace->rows;
    }
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
    return trace->values[(size_t)row * (size_t)trace->columns.count + (size_t)column];
}

const char *jd_trace_name(const JdTrace *trace, int column) {
    return is_column(trace, column) ? trace->columns.at[column].name : NULL;
}

const char *jd_trace_unit(const JdTrace *trace, int column) {
    return is_column(trace, column) ? trace->columns.at[column].unit : NULL;
}
