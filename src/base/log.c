/* SPDX-License-Identifier: MIT
 *
 * The message log. It owns copies of all it was told. When memory runs out it goes on counting and
 * says so by one last message that needs no memory. */
#include "base/base.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct JdLog {
    Arena arena;
    LIST(JdMessage) messages;
    int errors;
    bool memory_out; /* adds the last message */
    bool hintable;   /* the last message is the one just reported */
};

static const JdMessage memory_message = {
    .severity = JD_ERROR,
    .code = "out-of-memory",
    .text = "memory ran out; messages may be missing",
};

JdLog *jd_log_new(void) {
    return calloc(1, sizeof(JdLog));
}

void jd_log_free(JdLog *log) {
    if (!log) return;
    jd_arena_free(&log->arena);
    free(log);
}

int jd_log_count(const JdLog *log) {
    return log ? log->messages.count + log->memory_out : 0;
}

int jd_log_errors(const JdLog *log) {
    return log ? log->errors + log->memory_out : 0;
}

JdMessage jd_log_message(const JdLog *log, int index) {
    if (index < 0 || index >= jd_log_count(log)) return (JdMessage){0};
    return index < log->messages.count ? log->messages.at[index] : memory_message;
}

/* Copies the place; many messages in a row are about one file. */
static void set_place(JdLog *log, JdMessage *message, Where where) {
    if (!where.file) return;
    const JdMessage *before = log->messages.count > 1 ? message - 1 : NULL;
    const bool known = before && before->file && strcmp(before->file, where.file) == 0;
    message->file = known ? before->file : jd_arena_copy(&log->arena, where.file);
    message->source = jd_arena_copy(&log->arena, where.source);
    message->line = where.line;
    message->column = where.column;
    message->length = where.length;
}

/* What a repeat makes is told once. */
static bool is_said(const JdLog *log, JdSeverity severity, const char *code, Where where,
                    const char *text) {
    if (!log->messages.count || !where.file) return false;
    const JdMessage *last = &log->messages.at[log->messages.count - 1];
    return last->severity == severity && last->line == where.line && last->column == where.column &&
           last->file && !strcmp(last->file, where.file) && !strcmp(last->code, code) &&
           !strcmp(last->text, text);
}

void jd_report(JdLog *log, JdSeverity severity, const char *code, Where where, const char *format,
               ...) {
    if (!log) return;
    log->hintable = false;
    va_list list;
    va_start(list, format);
    char *text = jd_arena_format_list(&log->arena, format, list);
    va_end(list);

    const bool said = text && is_said(log, severity, code, where, text);
    JdMessage *message = text && !said ? PUSH(&log->arena, log->messages) : NULL;
    if (message) {
        message->severity = severity;
        message->code = code;
        message->text = text;
        set_place(log, message, where);
    }
    log->hintable = message != NULL;
    if (severity == JD_ERROR && log->errors < INT_MAX - 1) log->errors++;
    if (log->arena.failed) log->memory_out = true;
}

void jd_hint(JdLog *log, const char *format, ...) {
    if (!log || !log->hintable) return;
    JdMessage *message = &log->messages.at[log->messages.count - 1];
    va_list list;
    va_start(list, format);
    const char *hint = jd_arena_format_list(&log->arena, format, list);
    va_end(list);

    if (hint && message->hint) hint = jd_arena_format(&log->arena, "%s\n%s", message->hint, hint);
    if (hint)
        message->hint = hint;
    else
        log->memory_out = true;
}

void jd_report_memory(JdLog *log) {
    if (!log) return;
    log->memory_out = true;
    log->hintable = false;
}
