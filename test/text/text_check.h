/* SPDX-License-Identifier: MIT
 *
 * Shared by the tests of text/: reading snippets, and rewriting them. */
#ifndef TEXT_CHECK_H
#define TEXT_CHECK_H

#include "check.h"
#include "text/text.h"
#include <stdlib.h>

typedef struct {
    JdLog *log;
    JdModel *model;
} Reading;

static inline Reading read_set(const char *text, const JdSetting *settings) {
    Reading reading = {.log = jd_log_new()};
    const JdReadDef def = {.settings = settings};
    reading.model = jd_model_read_text("test.jd", text, strlen(text), def, reading.log);
    return reading;
}

static inline Reading read_text(const char *text) {
    return read_set(text, NULL);
}

/* A model that must be without mistakes. */
static inline Reading read_good(const char *text) {
    Reading reading = read_text(text);
    if (!reading.model) jd_log_print(reading.log, stderr);
    assert_non_null(reading.model);
    return reading;
}

static inline void close_reading(Reading reading) {
    jd_model_free(reading.model);
    jd_log_free(reading.log);
}

static inline int errors_of(const char *text) {
    Reading reading = read_text(text);
    const int errors = jd_log_errors(reading.log);
    assert_true((reading.model == NULL) == (errors > 0));
    close_reading(reading);
    return errors;
}

/* The text must have the one mistake `code`, at the place, and these words in message or hint. */
static inline void check_mistake(const char *text, const char *code, int line, int column,
                                 const char *words) {
    Reading reading = read_text(text);
    const JdMessage message = jd_log_message(reading.log, 0);
    const bool hinted = message.hint && strstr(message.hint, words);
    if (jd_log_errors(reading.log) != 1 || !message.text ||
        (!strstr(message.text, words) && !hinted)) {
        print_error("wanted [%s] with '%s' in:\n%s\n", code, words, text);
        jd_log_print(reading.log, stderr);
        fail();
    }
    check_text(message.code, code);
    assert_int_equal(message.line, line);
    assert_int_equal(message.column, column);
    assert_null(reading.model);
    close_reading(reading);
}

static inline char *rewritten(const char *text, bool from_json, bool to_json) {
    JdLog *log = jd_log_new();
    char *result = jd_text_rewrite("test.jd", text, strlen(text), from_json, to_json, log);
    if (!result) jd_log_print(log, stderr);
    assert_non_null(result);
    jd_log_free(log);
    return result;
}

/* Canonical text is a fixed point, by itself and by way of JSON. Returns it. */
static inline char *check_round_trip(const char *text) {
    char *words = rewritten(text, false, false), *again = rewritten(words, false, false);
    char *mirror = rewritten(words, false, true), *back = rewritten(mirror, true, false);
    char *mirror_again = rewritten(mirror, true, true);
    check_text(again, words);
    check_text(back, words);
    check_text(mirror_again, mirror);
    jd_free_text(again), jd_free_text(mirror), jd_free_text(back), jd_free_text(mirror_again);
    return words;
}

#endif
