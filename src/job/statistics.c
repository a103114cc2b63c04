/* SPDX-License-Identifier: MIT
 *
 * Statistics of a run: those that `expect` lines ask for, and with --statistics those of all
 * outputs. */
#include "job/job.h"
#include <string.h>

enum { CELL = 14 };

bool jd_statistics_plan(RunJob *job) {
    App *app = job->app;
    const bool all = jd_app_flag(app, "statistics");
    const int columns = all ? jd_trace_columns(job->trace) : 0;
    JdChannel *to = ARENA_NEW(&app->arena, JdChannel, columns + job->expected.count + 1);
    int count = 0;
    if (!to) return jd_report_memory(app->log), false;
    for (int n = 1; n < columns; n++)
        to[count++] = jd_channel(job->system, jd_trace_name(job->trace, n), NULL);
    for (int n = 0; n < job->expected.count; n++) {
        const JdExpect *expect = &job->expected.at[n].expect;
        bool there = !expect->statistic;
        for (int k = 0; k < count; k++) there = there || to[k].index == expect->channel.index;
        if (!there) to[count++] = expect->channel;
    }
    job->def.statistics = to;
    job->def.statistics_count = count;
    return true;
}

/* In the unit that the column is shown in. */
static bool read(const RunJob *job, int column, JdStatistics *s) {
    const JdChannel channel = jd_channel(job->system, jd_trace_name(job->trace, column), NULL);
    const double factor = jd_app_unit_factor(jd_channel_unit(job->system, channel),
                                             jd_trace_unit(job->trace, column));
    *s = jd_run_statistics(job->run, channel);
    s->min *= factor, s->max *= factor, s->mean *= factor, s->rms *= factor;
    return !isnan(s->max);
}

static bool wanted(const RunJob *job) {
    return jd_app_flag(job->app, "statistics") && !jd_run_failed(job->run);
}

void jd_statistics_print(const RunJob *job, FILE *out) {
    const JdTrace *trace = job->trace;
    const int columns = jd_trace_columns(trace);
    int width = 12;
    if (!wanted(job) || columns < 2) return;
    for (int n = 1; n < columns; n++) {
        const size_t used = strlen(jd_trace_name(trace, n)) + strlen(jd_trace_unit(trace, n)) + 3;
        if ((int)used > width) width = (int)used;
    }
    fprintf(out, "\n  %-*s%*s%*s%*s%*s%*s%*s\n", width + 2, "statistics", CELL, "min", CELL,
            "at t [s]", CELL, "max", CELL, "at t [s]", CELL, "mean", CELL, "rms");
    for (int n = 1; n < columns; n++) {
        JdStatistics s;
        const bool known = read(job, n, &s);
        const int used =
            fprintf(out, "  %s [%s]", jd_trace_name(trace, n), jd_trace_unit(trace, n));
        fprintf(out, "%*s", used < width + 4 ? width + 4 - used : 1, "");
        if (known)
            fprintf(out, "%*.6g%*.6g%*.6g%*.6g%*.6g%*.6g\n", CELL, s.min, CELL, s.time_of_min, CELL,
                    s.max, CELL, s.time_of_max, CELL, s.mean, CELL, s.rms);
        else
            fprintf(out, "%*s\n", CELL, "not finite");
    }
}

void jd_statistics_json(const RunJob *job, Json *json) {
    if (!wanted(job)) return;
    jd_json_rows(json, "statistics");
    for (int n = 1; n < jd_trace_columns(job->trace); n++) {
        JdStatistics s;
        read(job, n, &s);
        jd_json_object(json, NULL);
        jd_json_string(json, "name", jd_trace_name(job->trace, n));
        jd_json_string(json, "unit", jd_trace_unit(job->trace, n));
        jd_json_number(json, "min", s.min);
        jd_json_number(json, "time_of_min", s.time_of_min);
        jd_json_number(json, "max", s.max);
        jd_json_number(json, "time_of_max", s.time_of_max);
        jd_json_number(json, "mean", s.mean);
        jd_json_number(json, "rms", s.rms);
        jd_json_end(json);
    }
    jd_json_end(json);
}
