/* SPDX-License-Identifier: MIT
 *
 * A mechanism under test: from a model file, text or C calls to the values of its channels. Every
 * mistake on the way ends the test with what the library says about it. */
#ifndef VERIFY_H
#define VERIFY_H

#include "check.h"
#include "jourdain.h"
#include <stdlib.h>

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
    JdRun *run;
} Case;

static inline void close_case(Case *c) {
    jd_run_free(c->run);
    jd_system_free(c->system);
    jd_model_free(c->model);
    jd_log_free(c->log);
    *c = (Case){0};
}

static inline void must(const Case *c, bool good) {
    if (good) return;
    jd_log_print(c->log, stderr);
    fail();
}

/* From a model that is filled: compiles it and makes a run. */
static inline Case open_model(JdModel *model, JdLog *log, JdCompileDef how, JdRunDef run) {
    Case c = {.log = log, .model = model};
    must(&c, model && jd_log_errors(log) == 0);
    c.system = jd_compile(model, how, log);
    must(&c, c.system != NULL);
    c.run = jd_run_new(c.system, run, log);
    must(&c, c.run != NULL);
    return c;
}

/* settings: ends with {NULL}, or NULL. */
static inline Case open_file(const char *path, const JdSetting *settings, JdCompileDef how,
                             JdRunDef run) {
    JdLog *log = jd_log_new();
    return open_model(jd_model_read_file(path, (JdReadDef){.settings = settings}, log), log, how,
                      run);
}

static inline Case open_text(const char *text, JdCompileDef how, JdRunDef run) {
    JdLog *log = jd_log_new();
    return open_model(jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log), log, how,
                      run);
}

static inline JdChannel channel(const Case *c, const char *name) {
    const JdChannel found = jd_channel(c->system, name, c->log);
    must(c, found.index >= 0);
    return found;
}

static inline double value(const Case *c, const char *name) {
    return jd_run_value(c->run, channel(c, name));
}

/* "name.word": the channels of a thing whose name is in a variable. */
static inline double value_of(const Case *c, const char *name, const char *word) {
    char text[80];
    snprintf(text, sizeof text, "%s.%s", name, word);
    return value(c, text);
}

/* The next output; false only at the end of the run. */
static inline bool advance(const Case *c) {
    if (jd_run_next(c->run)) return true;
    must(c, !jd_run_failed(c->run));
    return false;
}

/* On to the output at this time. */
static inline void advance_to(const Case *c, double time) {
    do assert_true(advance(c));
    while (jd_run_value(c->run, jd_time) < time * (1 - 1e-12));
    check_near(jd_run_value(c->run, jd_time), time, 1e-9 * time, "an output is at this time");
}

static inline void to_the_end(const Case *c) {
    while (advance(c)) continue;
}

/* Whether the log has a message of this code; the message if it is wanted. */
static inline bool said(const JdLog *log, const char *code, JdMessage *message) {
    for (int k = 0; k < jd_log_count(log); k++) {
        const JdMessage m = jd_log_message(log, k);
        if (strcmp(m.code, code) != 0) continue;
        if (message) *message = m;
        return true;
    }
    return false;
}

/* |actual - expected| <= share * max(1, |expected|). */
#define check_scaled(actual, expected, share, reason)                                              \
    check_near(actual, expected, (share)*fmax(1, fabs(expected)), reason)

#endif
