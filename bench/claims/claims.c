/* SPDX-License-Identifier: MIT
 *
 * What claims cost: workers of a study, each a process, that sleep instead of computing.
 *
 *     claims WORKERS SECONDS [CHUNKS [KILL]]
 *
 * Each of the chunks (1024) is one variant that takes so many seconds. With KILL every so many-th
 * worker is killed in its first chunk; another one takes that over. Prints the time of the whole
 * and of the merge, the time at best, and how many variants came out; fails unless each came once.
 */
#define _XOPEN_SOURCE 700
#include "sweep/sweep.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    Study study;
    long workers, kill_every;
    double seconds;
} Trial;

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static void pause_for(double seconds) {
    struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

/* Until all chunks are done: what a dead one left is taken over. */
static int work(const Trial *trial, int number) {
    Worker worker;
    double value = number;
    Record record = {.good = true, .measured = true, .status = "ok", .values = &value, .count = 1};
    jd_worker_init(&worker, &trial->study, number);
    while (jd_study_done(&trial->study) < trial->study.chunks) {
        const int chunk = jd_worker_claim(&worker, NULL);
        if (worker.failed) return 1;
        if (chunk < 0) {
            pause_for(0.2);
            continue;
        }
        if (trial->kill_every && number % trial->kill_every == 1) raise(SIGKILL);
        pause_for(trial->seconds);
        record.variant = chunk;
        value = chunk;
        if (!jd_worker_record(&worker, &record, NULL) || !jd_worker_finish(&worker, chunk, NULL))
            return 1;
    }
    jd_worker_close(&worker);
    return 0;
}

static long count_records(const Study *study) {
    double value;
    Record record = {.values = &value, .count = 1};
    Merge *merge = jd_merge_open(study, 1, NULL);
    long count = 0;
    while (merge && jd_merge_next(merge, &record))
        if (record.variant != count++ || value != (double)record.variant) count = -1000000;
    jd_merge_close(merge);
    return count;
}

static int measure(Trial *trial, JdLog *log) {
    if (!jd_study_open(&trial->study, "claims", log)) return 2;
    const double began = now();
    for (int n = 0; n < trial->workers; n++) {
        const pid_t child = fork();
        if (child < 0) return perror("fork"), 2;
        if (child == 0) _exit(work(trial, n));
    }
    while (wait(NULL) > 0) continue;
    const double worked = now() - began, merging = now();
    const long count = count_records(&trial->study);
    const double rounds = (double)((trial->study.total + trial->workers - 1) / trial->workers);
    printf("%ld workers, %g s a chunk: %.2f s, at best %.2f s; merged in %.3f s; %ld of %ld "
           "variants\n",
           trial->workers, trial->seconds, worked, rounds * trial->seconds, now() - merging, count,
           trial->study.total);
    return count == trial->study.total ? 0 : 1;
}

int main(int count, char **words) {
    char folder[] = "claims.XXXXXX";
    if (count < 3 || !mkdtemp(folder)) {
        fputs("claims WORKERS SECONDS [CHUNKS [KILL]]\n", stderr);
        return 2;
    }
    Trial trial = {.study = {.path = folder, .stale = 60},
                   .workers = strtol(words[1], NULL, 10),
                   .seconds = strtod(words[2], NULL),
                   .kill_every = count > 4 ? strtol(words[4], NULL, 10) : 0};
    trial.study.total = count > 3 ? strtol(words[3], NULL, 10) : MOST_CHUNKS;
    JdLog *log = jd_log_new();
    const int code = trial.workers > 0 && trial.study.total > 0 ? measure(&trial, log) : 2;
    jd_log_print(log, stderr);
    jd_study_clear(&trial.study);
    jd_log_free(log);
    return code;
}
