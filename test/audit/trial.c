/* SPDX-License-Identifier: MIT
 *
 * Compiles, runs, takes the rows, and keeps what was said. */
#include "trial.h"
#include "jourdain.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const long STEPS_MOST = 60000; /* more are not waited for */

// clang-format off
const Way audit_ways[] = {
    {"newton-euler", "dop853", "projection", 1e-9},
    {"cut-joint",    "dop853", "projection", 1e-9},
    {"minimal",      "dop853", "projection", 1e-9},
    {"newton-euler", "dop853", "baumgarte",  1e-9},
    {"cut-joint",    "dop853", "baumgarte",  1e-9},
    {"minimal",      "dop853", "baumgarte",  1e-9},
    {"newton-euler", "cvode",  "projection", 1e-8},
    {"cut-joint",    "cvode",  "projection", 1e-8},
    {"minimal",      "cvode",  "projection", 1e-8},
    {"newton-euler", "cvode",  "baumgarte",  1e-8},
    {"cut-joint",    "cvode",  "baumgarte",  1e-8},
    {"minimal",      "cvode",  "baumgarte",  1e-8},
    {"newton-euler", "rk4",    "projection", 1e-7},
    {"cut-joint",    "rk4",    "projection", 1e-7},
    {"minimal",      "rk4",    "projection", 1e-7},
    {"newton-euler", "rk4",    "baumgarte",  1e-7},
    {"cut-joint",    "rk4",    "baumgarte",  1e-7},
    {"minimal",      "rk4",    "baumgarte",  1e-7},
};
// clang-format on
const int audit_way_count = (int)(sizeof audit_ways / sizeof audit_ways[0]);

/* Warnings about the model itself and what it costs; all others doubt the numbers. */
bool audit_doubts(const char *code) {
    static const char *const about_models[] = {"joint-redundant", "joint-repeated",    "shaft-axis",
                                               "nothing-moves",   "axis-slightly-off", "run-stiff"};
    for (size_t k = 0; k < sizeof about_models / sizeof about_models[0]; k++)
        if (!strcmp(code, about_models[k])) return false;
    return true;
}

typedef struct {
    struct timespec since;
    double seconds;
    long steps;
    bool late;
} Watch;

static bool is_late(void *data, double time) {
    enum { LOOK_EVERY = 64 }; /* steps: the clock costs as much as one of them */
    Watch *w = data;
    struct timespec now;
    (void)time;
    if (w->steps >= STEPS_MOST) return true;
    if (w->steps++ % LOOK_EVERY) return w->late;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    w->late =
        (double)(now.tv_sec - w->since.tv_sec) + 1e-9 * (double)(now.tv_nsec - w->since.tv_nsec) >
        w->seconds;
    return w->late;
}

static void take_codes(const JdLog *log, Trial *out) {
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        if (message.severity == JD_NOTE) continue;
        bool known = out->codes == CODES_MAX;
        for (int k = 0; k < out->codes; k++) known |= !strcmp(out->code[k], message.code);
        if (!known) snprintf(out->code[out->codes++], CODE_ROOM, "%s", message.code);
    }
}

static void take_rows(const Subject *s, JdRun *run, const JdChannel *id, int count, Trial *out) {
    const int rows = audit_rows(s);
    while (jd_run_next(run)) { /* to its end: then it says what it doubts */
        if (out->record.rows == rows) continue;
        if (jd_run_value(run, jd_time) != audit_row_time(s, out->record.rows)) continue;
        double *row = out->record.value[out->record.rows++];
        for (int k = 0; k < count; k++) row[k] = out->shown[k] ? jd_run_value(run, id[k]) : 0;
    }
}

static void run_system(const Subject *s, const Channels *channels, const Way *way, double step,
                       double seconds, const JdSystem *system, JdLog *log, Trial *out) {
    static _Thread_local JdChannel id[CHANNELS_MAX];
    double also[INSTANTS_MAX];
    Watch watch = {.seconds = seconds};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &watch.since);
    for (int n = 0; n < s->m.instants; n++) also[n] = s->m.instant[n].time;
    for (int k = 0; k < channels->count; k++) {
        id[k] = jd_channel(system, channels->is[k].name, log);
        out->shown[k] = id[k].index >= 0 &&
                        (channels->is[k].kind != REACTION || jd_channel_unique(system, id[k]));
    }
    JdRun *run = jd_run_new(system,
                            (JdRunDef){.stepper = way->stepper,
                                       .until = s->m.until,
                                       .output_every = s->m.until,
                                       .dt = step,
                                       .tol = way->tol,
                                       .also = also,
                                       .also_count = s->m.instants,
                                       .stop = is_late,
                                       .stop_data = &watch},
                            log);
    take_rows(s, run, id, channels->count, out);
    out->end = watch.late                                                       ? HUNG
               : watch.steps >= STEPS_MOST                                      ? TOO_LONG
               : !run || jd_run_failed(run) || out->record.rows < audit_rows(s) ? FAILED
                                                                                : ENDED;
    out->steps = jd_run_cost(run).steps;
    jd_run_free(run);
}

void audit_try(const Subject *s, const Channels *channels, const Way *way, double fixed_step,
               double seconds, Trial *out) {
    static _Thread_local char text[64 * 1024];
    memset(out, 0, sizeof *out);
    const size_t length = audit_text(&s->m, &s->starts, text, sizeof text);
    const double step = strcmp(way->stepper, "rk4") ? 0 : fixed_step;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("audit.jd", text, length, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(
        model,
        (JdCompileDef){
            .form = way->form, .stabilise = way->stabilise, .until = s->m.until, .dt = step},
        log);
    out->end = REFUSED;
    if (system) run_system(s, channels, way, step, seconds, system, log, out);
    take_codes(log, out);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}
