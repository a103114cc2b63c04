/* SPDX-License-Identifier: MIT
 *
 * What a formulation costs: a run without outputs, an evaluation, and where the time of a run goes
 * (measure_parts.c). Times are the least of several, on the processor and not on the wall. */
#define _GNU_SOURCE
#include "trial/trial.h"
#include <errno.h>
#include <string.h>
#include <time.h>

static const double nanosecond = 1e-9; /* s */

double jd_processor_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + nanosecond * (double)now.tv_nsec;
}

/* ---- Instructions, where the kernel counts them --------------------------------------------- */

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter_open(void) {
    struct perf_event_attr wanted = {.type = PERF_TYPE_HARDWARE,
                                     .size = sizeof wanted,
                                     .config = PERF_COUNT_HW_INSTRUCTIONS,
                                     .disabled = 1,
                                     .exclude_kernel = 1,
                                     .exclude_hv = 1};
    return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);
}

static void counter_start(int counter) {
    ioctl(counter, PERF_EVENT_IOC_RESET, 0);
    ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
}

static double counter_stop(int counter) {
    int64_t count = 0;
    ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    return read(counter, &count, sizeof count) == sizeof count ? (double)count : NAN;
}

static void counter_close(int counter) {
    close(counter);
}

const char *jd_measure_silence(void) {
    const int counter = counter_open();
    if (counter >= 0) return close(counter), NULL;
    return errno == EACCES || errno == EPERM
               ? "the system does not allow it (/proc/sys/kernel/perf_event_paranoid)"
               : "this machine has no counter for them";
}
#else
static int counter_open(void) {
    return -1;
}
static void counter_start(int counter) {
    (void)counter;
}
static double counter_stop(int counter) {
    (void)counter;
    return NAN;
}
static void counter_close(int counter) {
    (void)counter;
}
const char *jd_measure_silence(void) {
    return "only Linux tells them";
}
#endif

/* ---- Evaluations ---------------------------------------------------------------------------- */

/* Short rounds, in most of which nobody comes between. */
enum { ROUNDS = 40 };
static const double round_seconds = 2e-4;

static double evaluation_seconds(JdRun *run) {
    double best = INFINITY;
    long times = 1;
    for (int round = 0; round < ROUNDS;) {
        const double from = jd_processor_clock();
        jd_run_evaluate(run, times);
        const double took = jd_processor_clock() - from;
        if (took < round_seconds) {
            times *= 2;
            continue;
        }
        best = fmin(best, took / (double)times);
        round++;
    }
    return best;
}

static double evaluation_instructions(JdRun *run) {
    const int counter = counter_open();
    const long times = 1000;
    if (counter < 0) return NAN;
    jd_run_evaluate(run, 10);
    counter_start(counter);
    jd_run_evaluate(run, times);
    const double count = counter_stop(counter) / (double)times;
    counter_close(counter);
    return count;
}

/* A run that has left its start behind, so that nothing in it is zero by chance. */
static JdRun *moving(const JdSystem *system, JdRunDef def, JdLog *log) {
    def = (JdRunDef){.stepper = "dopri5", .until = def.until, .tol = 1e-6, .output_every = -1};
    JdRun *run = jd_run_new(system, def, log);
    for (int k = 0; k < 6; k++)
        if (!jd_run_next(run)) return jd_run_free(run), NULL;
    return run;
}

/* ---- A run without outputs ------------------------------------------------------------------ */

static const double long_enough = 0.1; /* s: no second one is needed */

static bool stops(void *data, double time) {
    (void)data, (void)time;
    return jd_interrupt_signal() != 0;
}

static bool measure_run(const JdSystem *system, JdRunDef def, JdLog *log, Measure *to) {
    double spent = 0;
    def.output_every = def.until;
    def.also_count = 0;
    def.stop = stops;
    to->seconds = INFINITY;
    for (int round = 0; round < ROUNDS && spent < long_enough; round++) {
        const double from = jd_processor_clock();
        JdRun *run = jd_run_new(system, def, log);
        jd_interrupt_watch();
        jd_run_drive(run, NULL, NULL);
        jd_interrupt_rest();
        const bool good = run && !jd_run_failed(run) && !jd_run_stopped(run);
        to->evaluations = jd_run_cost(run).evaluations;
        to->steps = jd_run_cost(run).steps;
        jd_run_free(run);
        const double took = jd_processor_clock() - from;
        if (!good) return false;
        to->seconds = fmin(to->seconds, took);
        spent += took;
    }
    return true;
}

bool jd_measure(const JdModel *model, JdCompileDef compile, JdRunDef def, Measure *to) {
    JdLog *log = jd_log_new();
    JdSystem *system = jd_compile(model, compile, log);
    bool good = system && measure_run(system, def, log, to);
    JdRun *run = good ? moving(system, def, log) : NULL;
    good = run != NULL;
    if (good) {
        to->instructions = evaluation_instructions(run);
        to->evaluation = evaluation_seconds(run);
        jd_measure_parts(system, def, log, to);
    }
    jd_run_free(run);
    jd_system_free(system);
    jd_log_free(log);
    return good;
}
