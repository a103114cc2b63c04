/* SPDX-License-Identifier: MIT
 *
 * The `expect` lines of a model during a run: their times are asked for beside the rows, their
 * values are taken as the run passes, and the verdict comes at the end. */
#include "job/job.h"
#include <stdlib.h>
#include <string.h>

/* A row is of the time that is expected: a share of it, and near the start of so many seconds. */
static const double same_time = 1e-9, near_start = 1e-3;

static int compare_times(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void skip(RunJob *job, const JdExpect *expect, const char *why) {
    job->skipped++;
    jd_report(job->app->log, JD_NOTE, "expect-skipped", jd_where_at(expect->place),
              "not checked: '%s' %s", jd_channel_name(job->system, expect->channel), why);
}

/* An `expect` without a time means the end that the model itself gives. */
static bool applies(RunJob *job, JdExpect *expect) {
    const double until = job->def.until, own = jd_model_info(job->model).until;
    const double slack = 1e-12 * until;
    if (isnan(expect->at)) {
        if (own > 0 && fabs(until - own) > slack) {
            skip(job, expect, "is expected at the model's own end of the run");
            return false;
        }
        expect->at = until;
    }
    if (expect->at <= until + slack) return true;
    char why[80];
    snprintf(why, sizeof why, "is expected at %g s, after the end of this run", expect->at);
    skip(job, expect, why);
    return false;
}

bool jd_expected_start(RunJob *job) {
    Arena *arena = &job->app->arena;
    const JdCompileDef compiled = jd_system_settings(job->system);
    const bool gives_way = compiled.elastic || compiled.clearance;
    const int count = gives_way ? 0 : jd_expect_count(job->system);
    for (int n = 0; n < count; n++) {
        JdExpect expect = jd_expect(job->system, n);
        if (!applies(job, &expect)) continue;
        Expected *expected = PUSH(arena, job->expected);
        if (!expected) break;
        *expected = (Expected){expect, NAN, INFINITY};
    }
    const int unused = jd_model_info(job->model).expects - count;
    if (unused > 0) {
        job->skipped += unused;
        jd_report(job->app->log, JD_NOTE, "expect-skipped", nowhere,
                  "%d expectation%s not checked, since %s", unused, unused == 1 ? " was" : "s were",
                  gives_way ? "some joints give way" : "parameters were set to other values");
    }
    /* Their times, rising. */
    double *times = ARENA_NEW(arena, double, job->expected.count + 1);
    if (!times) {
        jd_report_memory(job->app->log);
        return false;
    }
    for (int n = 0; n < job->expected.count; n++) times[n] = job->expected.at[n].expect.at;
    qsort(times, (size_t)job->expected.count, sizeof *times, compare_times);
    int used = 0;
    for (int n = 0; n < job->expected.count; n++)
        if (!used || times[n] > times[used - 1]) times[used++] = times[n];
    job->def.also = times;
    job->def.also_count = used;
    return true;
}

static double value_of(const RunJob *job, const JdExpect *expect) {
    if (!expect->statistic) return jd_run_value(job->run, expect->channel);
    const JdStatistics all = jd_run_statistics(job->run, expect->channel);
    double value = NAN;
    jd_statistic(&all, expect->statistic, &value);
    return value;
}

/* "'slider.x'", or "max('slider.x')". */
static const char *words_of(const RunJob *job, const JdExpect *expect) {
    const char *name = jd_channel_name(job->system, expect->channel), *of = expect->statistic;
    const char *words =
        jd_arena_format(&job->app->arena, of ? "%s(%s)" : "%s%s", of ? of : "", name);
    return words ? words : name;
}

/* Keeps for each the value at the output that comes nearest to its time; of two at an event the
 * later one. */
void jd_expected_watch(RunJob *job) {
    const double time = jd_run_value(job->run, jd_time);
    for (int n = 0; n < job->expected.count; n++) {
        Expected *expected = &job->expected.at[n];
        const double off = fabs(time - expected->expect.at);
        if (off > expected->off || off > same_time * (fabs(time) + near_start)) continue;
        expected->off = off;
        expected->got = value_of(job, &expected->expect);
    }
}

static void report_missed(RunJob *job, const Expected *expected) {
    const JdExpect *expect = &expected->expect;
    char wanted[32], got[32];
    jd_number_text(expect->value, wanted, sizeof wanted);
    jd_number_text(expected->got, got, sizeof got);
    const bool time = expect->statistic && strncmp(expect->statistic, "time", 4) == 0;
    const char *unit = time ? "s" : jd_channel_unit(job->system, expect->channel);
    jd_report(job->app->log, JD_ERROR, "expect-missed", jd_where_at(expect->place),
              "at %g s '%s' is %s %s, expected %s %s: off by %.3g, allowed are %.3g", expect->at,
              words_of(job, expect), got, unit, wanted, unit, fabs(expected->got - expect->value),
              expect->relative ? expect->within * fabs(expect->value) : expect->within);
    jd_hint(job->app->log,
            "correct the value or what it allows, or run with a smaller tolerance or step");
}

void jd_expected_judge(RunJob *job) {
    for (int n = 0; n < job->expected.count; n++) {
        const Expected *expected = &job->expected.at[n];
        const JdExpect *expect = &expected->expect;
        if (isinf(expected->off)) {
            skip(job, expect, "is expected at a time that the run did not reach");
            continue;
        }
        const double allowed =
            expect->relative ? expect->within * fabs(expect->value) : expect->within;
        if (fabs(expected->got - expect->value) <= allowed) {
            job->held++;
            continue;
        }
        job->missed++;
        report_missed(job, expected);
    }
}
