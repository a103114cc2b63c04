/* SPDX-License-Identifier: MIT
 *
 * Runs that are saved on their way, and taken up again: rows compared bit by bit. */
#ifndef SAVE_H
#define SAVE_H

#include "check.h"
#include "run/run.h"
#include <stdlib.h>

enum { SNAPSHOTS = 4, ROWS_MOST = 4000 };

typedef struct {
    char *bytes;
    size_t size;
    int rows; /* seen before it was saved */
} Snapshot;

typedef struct {
    JdRun *run;
    long asked, save_at[SNAPSHOTS]; /* how often `stop` was asked; when to save */
    Snapshot snapshot[SNAPSHOTS];
    int taken, rows;
    uint64_t row[ROWS_MOST]; /* hash of each row */
} Journey;

static inline Snapshot take_snapshot(JdRun *run, int rows) {
    Snapshot s = {.rows = rows, .size = jd_run_save(run, NULL, 0)};
    assert_true(s.size > 0);
    s.bytes = malloc(s.size);
    assert_non_null(s.bytes);
    assert_int_equal(jd_run_save(run, s.bytes, s.size - 1), s.size);
    assert_int_equal(jd_run_save(run, s.bytes, s.size), s.size);
    return s;
}

/* Saves within a row, between two steps. */
static inline bool save_at_step(void *data, double time) {
    Journey *j = data;
    (void)time;
    j->asked++;
    for (int n = 0; n < SNAPSHOTS; n += 2)
        if (j->run && j->asked == j->save_at[n]) j->snapshot[j->taken++] = take_snapshot(j->run, j->rows);
    return false;
}

static inline uint64_t hash_row(const JdSystem *system, JdRun *run) {
    uint64_t hash = 0;
    for (int c = 0; c < jd_channel_count(system); c++) {
        const double x = jd_run_value(run, (JdChannel){c});
        hash = jd_hash(hash, &x, sizeof x);
    }
    return hash;
}

/* All rows, from the next on, against those of the journey. Those that the run shows before it fails are the same, too. */
static inline void check_rest(const Journey *j, const JdSystem *system, JdRun *run, int row, const char *what) {
    for (; row < ROWS_MOST && jd_run_next(run); row++) {
        if (row >= j->rows) fail_msg("%s: a row too many", what);
        if (hash_row(system, run) != j->row[row])
            fail_msg("%s: row %d of %d at t = %g s is another", what, row, j->rows, jd_run_value(run, jd_time));
    }
    if (row != j->rows) fail_msg("%s: %d rows instead of %d", what, row, j->rows);
}

/* Runs, saves at random steps and rows, and takes each of them up by a run of its own. Returns how many there were. */
static inline int check_journey(const JdSystem *system, JdRunDef def, const char *what) {
    static Journey j;
    j = (Journey){0};
    JdLog *log = jd_log_new();
    for (int n = 0; n < SNAPSHOTS; n++) j.save_at[n] = 1 + (long)(check_random() % (n < 2 ? 20 : 300));
    def.stop = save_at_step;
    def.stop_data = &j;
    j.run = jd_run_new(system, def, log);
    if (!j.run) jd_log_print(log, stderr);
    assert_non_null(j.run);
    while (j.rows < ROWS_MOST && jd_run_next(j.run)) {
        j.row[j.rows++] = hash_row(system, j.run);
        for (int n = 1; n < SNAPSHOTS; n += 2)
            if (j.rows == j.save_at[n]) j.snapshot[j.taken++] = take_snapshot(j.run, j.rows);
    }
    const JdRunCost cost = jd_run_cost(j.run);
    const bool failed = jd_run_failed(j.run);
    const int messages = jd_log_count(log);
    jd_run_free(j.run);
    j.run = NULL;

    for (int n = 0; n < j.taken; n++) {
        JdLog *other = jd_log_new();
        JdRun *run = jd_run_new(system, def, other);
        if (!jd_run_load(run, j.snapshot[n].bytes, j.snapshot[n].size, other)) {
            jd_log_print(other, stderr);
            fail_msg("%s: it is not taken up", what);
        }
        check_rest(&j, system, run, j.snapshot[n].rows, what);
        if (j.rows < ROWS_MOST) {
            const JdRunCost again = jd_run_cost(run);
            assert_int_equal(again.steps, cost.steps);
            assert_int_equal(again.rejected, cost.rejected);
            assert_int_equal(again.evaluations, cost.evaluations);
            assert_true(again.worst_drift == cost.worst_drift && again.smallest_step == cost.smallest_step);
            assert_int_equal(jd_run_failed(run), failed);
            assert_true(jd_log_count(other) <= messages);
        }
        jd_run_free(run);
        jd_log_free(other);
        free(j.snapshot[n].bytes);
    }
    jd_log_free(log);
    return j.taken;
}

#endif
