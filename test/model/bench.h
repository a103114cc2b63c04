/* SPDX-License-Identifier: MIT
 *
 * A model with its log, and what tests ask of them. */
#ifndef BENCH_H
#define BENCH_H

#include "check.h"
#include "model/model.h"

typedef struct {
    JdLog *log;
    JdModel *model;
} Bench;

static inline Bench start_bench(void) {
    Bench b = {.log = jd_log_new()};
    b.model = jd_model_new(JD_PLANAR, b.log);
    assert_non_null(b.model);
    return b;
}

static inline void end_bench(Bench *b) {
    jd_model_free(b->model);
    jd_log_free(b->log);
}

static inline JdBody add_rod(Bench *b, const char *name, double x, double y, double angle) {
    return jd_add_body(b->model,
                       (JdBodyDef){name, .mass = 1, .izz = 0.1, .at = {x, y}, .angle = angle});
}

/* The last message has this code and speaks of that; nothing else was reported. */
static inline void check_error(Bench *b, const char *code, const char *part) {
    if (jd_log_count(b->log) != 1) jd_log_print(b->log, stderr);
    assert_int_equal(jd_log_count(b->log), 1);
    const JdMessage message = jd_log_message(b->log, 0);
    check_text(message.code, code);
    check_contains(message.text, part);
    assert_non_null(message.hint);
    assert_non_null(jd_code_find(code));
    assert_int_equal(b->model->errors, 1);
    end_bench(b);
}

static inline void check_no_message(Bench *b) {
    if (jd_log_count(b->log)) jd_log_print(b->log, stderr);
    assert_int_equal(jd_log_count(b->log), 0);
    assert_int_equal(b->model->errors, 0);
    end_bench(b);
}

#endif
