/* SPDX-License-Identifier: MIT
 *
 * Runs a model as it says itself, with a row for each of its expectations. */
#include "replay.h"
#include "trial.h"
#include "jourdain.h"
#include <stdlib.h>
#include <string.h>

enum { EXPECTED_MAX = 256 };

static int rising(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How many expectations are missed by a run; those behind its end are. */
static int missed_by(const JdSystem *system, JdRun *run, int count) {
    int met = 0;
    while (jd_run_next(run)) {
        const double now = jd_run_value(run, jd_time);
        for (int k = 0; k < count; k++) {
            const JdExpect e = jd_expect(system, k);
            if (e.at == now) met += fabs(jd_run_value(run, e.channel) - e.value) <= e.within;
        }
    }
    return count - met;
}

static bool has_doubts(const JdLog *log) {
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        if (message.severity != JD_NOTE && audit_doubts(message.code)) return true;
    }
    return false;
}

bool audit_replay(const char *path) {
    double also[EXPECTED_MAX];
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    const int count = jd_expect_count(system);
    int missed = count;
    for (int k = 0; k < count && k < EXPECTED_MAX; k++) also[k] = jd_expect(system, k).at;
    qsort(also, (size_t)count, sizeof also[0], rising);
    JdRun *run = jd_run_new(system, (JdRunDef){.also = also, .also_count = count}, log);
    if (run && count <= EXPECTED_MAX) missed = missed_by(system, run, count);
    const bool ended = run && !jd_run_failed(run), good = ended && (missed == 0 || has_doubts(log));
    if (!good)
        fprintf(stderr, "%s: %d of %d expectations missed%s\n", path, missed, count,
                ended ? ", without a word" : "");
    if (!ended) jd_log_print(log, stderr);
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return good;
}
