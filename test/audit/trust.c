/* SPDX-License-Identifier: MIT
 *
 * The estimate is asked for as a program would ask: a run is recorded, and then verified. */
#include "trust.h"
#include "generate.h"
#include "jourdain.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double SENSITIVITY_MOST = 1e6; /* of runs that are judged */
static const double REFERENCE_OFF = 1e-11;  /* times the sensitivity: its steps have 1e-12 each */
static const double LOW = 10;               /* an estimate that is low by more is wrong */
static const double LOW_SHARE = 0.01;       /* of the runs, at most */
static const double SECONDS = 5; /* of the processor, for a run and those that verify it */
static const long STEPS_MOST = 400000;

/* ---- One way -------------------------------------------------------------------------------- */

typedef struct {
    struct timespec since;
    long steps;
    bool late;
} Watch;

static bool is_late(void *data, double time) {
    enum { LOOK_EVERY = 64 };
    Watch *w = data;
    struct timespec now;
    (void)time;
    if (w->steps++ % LOOK_EVERY) return w->late;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    w->late = (double)(now.tv_sec - w->since.tv_sec) > SECONDS;
    return w->late;
}

/* The channels that are there and unique, ending with a negative index; which they are. */
static int choose_channels(const Channels *channels, const JdSystem *system, JdChannel *id,
                           int *which) {
    int count = 0;
    for (int k = 0; k < channels->count; k++) {
        const JdChannel at = jd_channel(system, channels->is[k].name, NULL);
        if (at.index < 0) continue;
        if (channels->is[k].kind == REACTION && !jd_channel_unique(system, at)) continue;
        which[count] = k;
        id[count++] = at;
    }
    id[count] = (JdChannel){-1};
    return count;
}

typedef struct {
    const Subject *s;
    const Channels *channels;
    const Reference *ref;
    const JdTrace *trace;
    const JdTrust *trust;
    const double *errors;
    const int *which;
    TrustVerdict *out;
} Judging;

static bool is_jumping(const Judging *j, ChannelKind kind, int row) {
    return audit_jumps(kind) && audit_row_switches(j->s, row);
}

/* How far a value is off beyond what the reference itself may be off by. */
static double error_of(const Judging *j, int row, int k, double is) {
    const double wanted = j->ref->record.value[row][k],
                 unit = j->ref->unit[j->channels->is[k].kind];
    double off = fabs(is - wanted);
    if (j->channels->is[k].kind == ATTITUDE) off = fmin(off, fabs(is + wanted));
    return fmax(0, off - REFERENCE_OFF * j->ref->sensitivity[ALL_ALONG][row][k] * unit);
}

static void judge_column(const Judging *j, int column) {
    const int k = j->which[column - 1], columns = jd_trace_columns(j->trace);
    double most = 0;
    for (int r = 0; r < audit_rows(j->s); r++) {
        if (is_jumping(j, j->channels->is[k].kind, r)) continue;
        const double is = jd_trace_at(j->trace, r + 1, column), off = error_of(j, r, k, is);
        const double estimate = j->errors[(r + 1) * columns + column];
        most = fmax(most, off);
        if (off <= j->out->low_row * estimate || off == 0) continue;
        j->out->low_row = off / estimate;
        j->out->row = r;
        j->out->channel = k;
        j->out->is = is;
        j->out->wanted = j->ref->record.value[r][k];
        j->out->estimate = estimate;
    }
    if (most > 0) j->out->low = fmax(j->out->low, most / j->trust[column].error);
}

/* Rows at the start and at all instants that are asked for. */
static bool record(const Subject *s, JdRun *run, JdTrace *trace) {
    int rows = 0;
    while (jd_run_next(run)) {
        const double time = jd_run_value(run, jd_time);
        if (rows > 0 && time != audit_row_time(s, rows - 1)) continue;
        if (!jd_trace_record(trace, run)) return false;
        rows++;
    }
    return !jd_run_failed(run) && rows == audit_rows(s) + 1;
}

static void judge_run(const Subject *s, const Channels *channels, const Reference *ref,
                      const JdModel *model, JdRun *run, JdTrace *trace, const int *which,
                      Watch *watch, JdLog *log, TrustVerdict *out) {
    const size_t columns = (size_t)jd_trace_columns(trace), rows = (size_t)audit_rows(s) + 1;
    JdTrust *trust = calloc(columns, sizeof *trust);
    double *errors = calloc(columns * rows, sizeof *errors);
    JdVerify verify = {.trust = trust, .errors = errors, .stop = is_late, .stop_data = watch};
    if (trust && errors && record(s, run, trace) && jd_verify(model, run, trace, &verify, log)) {
        const Judging j = {s, channels, ref, trace, trust, errors, which, out};
        out->judged = true;
        out->other_form = verify.form[0] != NULL;
        for (int c = 1; c < (int)columns; c++) judge_column(&j, c);
    }
    out->late = watch->late;
    free(trust);
    free(errors);
}

static void try_way(const Subject *s, const Channels *channels, const Reference *ref,
                    const Way *way, TrustVerdict *out) {
    static _Thread_local char text[64 * 1024];
    static _Thread_local JdChannel id[CHANNELS_MAX + 1];
    static _Thread_local int which[CHANNELS_MAX];
    double also[INSTANTS_MAX];
    const size_t length = audit_text(&s->m, &s->starts, text, sizeof text);
    const double step = strcmp(way->stepper, "rk4") ? 0 : audit_fixed_step(s, ref);
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("audit.jd", text, length, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(
        model,
        (JdCompileDef){
            .form = way->form, .stabilise = way->stabilise, .until = s->m.until, .dt = step},
        log);
    for (int n = 0; n < s->m.instants; n++) also[n] = s->m.instant[n].time;
    const int count = system ? choose_channels(channels, system, id, which) : 0;
    Watch watch = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &watch.since);
    JdRun *run = jd_run_new(system,
                            (JdRunDef){.stepper = way->stepper,
                                       .until = s->m.until,
                                       .output_every = s->m.until,
                                       .dt = step,
                                       .tol = way->tol,
                                       .max_steps = STEPS_MOST,
                                       .stop = is_late,
                                       .stop_data = &watch,
                                       .also = also,
                                       .also_count = s->m.instants},
                            log);
    JdTrace *trace = count ? jd_trace_new(system, id, log) : NULL;
    if (run && trace) judge_run(s, channels, ref, model, run, trace, which, &watch, log, out);
    jd_trace_free(trace);
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

static bool is_tame(const Channels *channels, const Reference *ref) {
    for (int k = 0; k < channels->count; k++)
        if (!(ref->sensitivity[ALL_ALONG][ref->record.rows - 1][k] < SENSITIVITY_MOST))
            return false;
    return true;
}

void audit_trust(const Subject *s, const Channels *channels, const Reference *ref, const Way *way,
                 TrustVerdict *out) {
    enum { FIXED_STEPS_MOST = 8000 };
    memset(out, 0, sizeof *out);
    out->channel = -1;
    if (ref->end != AT_THE_END || !is_tame(channels, ref)) return;
    if (!strcmp(way->stepper, "rk4") && audit_fixed_step(s, ref) * FIXED_STEPS_MOST < s->m.until)
        return;
    try_way(s, channels, ref, way, out);
}

/* ---- Many ----------------------------------------------------------------------------------- */

typedef struct {
    long runs, low, low_row, one_form, late;
} Count;

static void add(Count *count, const TrustVerdict *v) {
    count->runs += v->judged;
    count->late += v->late && !v->judged;
    count->low += v->judged && v->low > LOW;
    count->low_row += v->judged && v->low_row > LOW;
    count->one_form += v->judged && !v->other_form;
}

static void show_low(long number, const Subject *s, const Channels *channels, const Way *way,
                     const TrustVerdict *v) {
    printf("%ld %s %s/%s/%s low by %.3g, a row by %.3g: %s at %.8g is %.17g, wanted %.17g, off by "
           "%.2g, estimated %.2g\n",
           number, s->m.name, way->form, way->stepper, way->stabilise, v->low, v->low_row,
           channels->is[v->channel].name, audit_row_time(s, v->row), v->is, v->wanted,
           fabs(v->is - v->wanted), v->estimate);
}

int audit_trust_all(unsigned long seed, long first, long step, long count, bool quick, bool show) {
    enum { QUICK_ALWAYS = 6 };
    static Subject s;
    static Channels channels;
    static Reference reference;
    Count sum = {0};
    for (long n = first; n < count; n += step) {
        audit_generate(seed, n, &s);
        audit_channels(&s, &channels);
        audit_reference(&s, &channels, &reference);
        audit_sensitivity(&channels, ALL_ALONG, &reference);
        for (int w = 0; w < audit_way_count; w++) {
            TrustVerdict v;
            if (quick && w >= QUICK_ALWAYS && (w + n) % 6) continue;
            audit_trust(&s, &channels, &reference, &audit_ways[w], &v);
            add(&sum, &v);
            if (show && v.judged && fmax(v.low, v.low_row) > LOW)
                show_low(n, &s, &channels, &audit_ways[w], &v);
            fflush(stdout);
        }
    }
    const double all = fmax(1, (double)sum.runs);
    printf("%ld runs verified, %ld of them under one form alone; %ld took too long\n", sum.runs,
           sum.one_form, sum.late);
    printf("an output is estimated low by more than %g in %ld of them, %.2f %%\n", LOW, sum.low,
           100 * (double)sum.low / all);
    printf("a row in %ld, %.2f %%\n", sum.low_row, 100 * (double)sum.low_row / all);
    return sum.runs == 0 || (double)sum.low > LOW_SHARE * all;
}
