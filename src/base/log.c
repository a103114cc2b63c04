/* SPDX-License-Identifier: MIT
 *
 * The message log. It owns copies of all it was told. What it keeps is bounded: in number, of one
 * kind and in all, and each message in length; what came beyond that is counted, and the last
 * messages say so. When memory runs out it goes on counting and says so by one last message that
 * needs no memory. */
#include "base/base.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Nobody reads a hundred messages of one kind; a program may want to. */
enum { MOST_ALIKE = 100, MOST_MESSAGES = 1000 };
/* Bytes of a text, of a hint, and of all hints of a message. Words of the user's may be longer. */
enum { MOST_TEXT = 2000, MOST_HINTS = 8000 };

/* Messages of one severity and code. */
typedef struct {
    JdSeverity severity;
    const char *code;
    int kept, more;
    char words[160]; /* about those that are not kept */
} MessageKind;

struct JdLog {
    Arena arena;
    LIST(JdMessage) messages;
    LIST(MessageKind) kinds;
    int errors;
    int crowded;     /* kinds of which some are not kept */
    Where place;     /* as the last message had it; compared, never looked into */
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
    return log ? log->messages.count + log->crowded + log->memory_out : 0;
}

int jd_log_errors(const JdLog *log) {
    return log ? log->errors + log->memory_out : 0;
}

/* What the log says about the messages of a kind that it did not keep. */
static JdMessage crowd_message(const JdLog *log, int index) {
    for (int n = 0; n < log->kinds.count; n++) {
        const MessageKind *kind = &log->kinds.at[n];
        if (kind->more == 0 || index-- > 0) continue;
        return (JdMessage){kind->severity, .code = "too-many-messages", .text = kind->words};
    }
    return memory_message;
}

JdMessage jd_log_message(const JdLog *log, int index) {
    if (index < 0 || index >= jd_log_count(log)) return (JdMessage){0};
    if (index < log->messages.count) return log->messages.at[index];
    return crowd_message(log, index - log->messages.count);
}

JdMessage jd_reported(const JdLog *log) {
    return log && log->hintable ? log->messages.at[log->messages.count - 1] : (JdMessage){0};
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* As much as there is room for; what is cut ends with dots, and not within a character. */
__attribute__((format(printf, 3, 0))) static bool write_words(char *out, size_t room,
                                                              const char *format, va_list list) {
    const int length = vsnprintf(out, room, format, list);
    if (length < 0 || (size_t)length < room) return length >= 0;
    size_t end = room - sizeof "...";
    while (end > 0 && ((unsigned char)out[end] & 0xC0) == 0x80) end--;
    memcpy(out + end, "...", sizeof "...");
    return true;
}

/* ---- Kinds ---------------------------------------------------------------------------------- */

static MessageKind *find_kind(const JdLog *log, JdSeverity severity, const char *code) {
    for (int n = 0; n < log->kinds.count; n++) {
        MessageKind *kind = &log->kinds.at[n];
        if (kind->severity == severity && !strcmp(kind->code, code)) return kind;
    }
    return NULL;
}

static MessageKind *make_kind(JdLog *log, JdSeverity severity, const char *code) {
    MessageKind *kind = find_kind(log, severity, code);
    if (!kind && (kind = PUSH(&log->arena, log->kinds)))
        kind->severity = severity, kind->code = code;
    return kind;
}

static bool is_full(const JdLog *log, const MessageKind *kind) {
    return kind->kept >= MOST_ALIKE || log->messages.count >= MOST_MESSAGES;
}

bool jd_log_crowded(const JdLog *log, JdSeverity severity, const char *code) {
    const MessageKind *kind = log ? find_kind(log, severity, code) : NULL;
    return !log || (kind && is_full(log, kind));
}

/* Whether there is room for one more of a kind; counts it. */
static bool may_keep(JdLog *log, MessageKind *kind) {
    if (!is_full(log, kind)) {
        kind->kept++;
        return true;
    }
    log->crowded += kind->more == 0;
    kind->more += kind->more < INT_MAX;
    snprintf(kind->words, sizeof kind->words, "%d more message%s of the kind '%.80s' %s left out",
             kind->more, kind->more == 1 ? "" : "s", kind->code, kind->more == 1 ? "is" : "are");
    return false;
}

/* ---- Places --------------------------------------------------------------------------------- */

/* Many messages in a row are about one file, and some about one line. */
static void set_place(JdLog *log, JdMessage *message, Where where) {
    if (!where.file) return;
    const JdMessage *before = log->messages.count > 1 ? message - 1 : NULL;
    const bool known = before && before->file && !strcmp(before->file, where.file);
    log->place = where;
    if (known) where.file = NULL;
    where = jd_where_keep(&log->arena, where);
    message->file = known ? before->file : where.file;
    message->source = where.source;
    message->source_column = where.start + 1;
    message->line = where.line;
    message->column = where.column;
    message->length = where.length;
}

Where jd_where_of(const JdMessage *m) {
    const int start = m->source_column > 0 ? m->source_column - 1 : 0;
    return (Where){m->file, m->line, m->column, m->length, m->source, start, NULL, 0, 0};
}

/* ---- Telling -------------------------------------------------------------------------------- */

/* Whether the last message is about this place. */
static bool is_there(const JdLog *log, const JdMessage *last, Where where) {
    if (!last->file || !where.file || strcmp(last->file, where.file) != 0) return false;
    if (where.text) return log->place.text == where.text && log->place.at == where.at;
    return last->line == where.line && last->column == where.column;
}

/* What a repeat makes is told once. */
static bool is_said(const JdLog *log, JdSeverity severity, const char *code, Where where,
                    const char *text) {
    if (!log->messages.count) return false;
    const JdMessage *last = &log->messages.at[log->messages.count - 1];
    return last->severity == severity && is_there(log, last, where) && !strcmp(last->code, code) &&
           !strcmp(last->text, text);
}

static JdMessage *add_message(JdLog *log, JdSeverity severity, const char *code, Where where,
                              const char *text) {
    MessageKind *kind = make_kind(log, severity, code);
    if (!kind || !may_keep(log, kind)) return NULL;
    const char *copy = jd_arena_copy(&log->arena, text);
    JdMessage *message = copy ? PUSH(&log->arena, log->messages) : NULL;
    if (!message) return NULL;
    message->severity = severity;
    message->code = code;
    message->text = copy;
    set_place(log, message, where);
    return message;
}

void jd_report(JdLog *log, JdSeverity severity, const char *code, Where where, const char *format,
               ...) {
    if (!log) return;
    char text[MOST_TEXT];
    va_list list;
    va_start(list, format);
    const bool written = write_words(text, sizeof text, format, list);
    va_end(list);

    const bool news = written && !is_said(log, severity, code, where, text);
    log->hintable = news && add_message(log, severity, code, where, text);
    if (severity == JD_ERROR && log->errors < INT_MAX - 1) log->errors++;
    if (log->arena.failed || !written) log->memory_out = true;
}

void jd_hint(JdLog *log, const char *format, ...) {
    if (!log || !log->hintable) return;
    JdMessage *message = &log->messages.at[log->messages.count - 1];
    const size_t before = message->hint ? strlen(message->hint) : 0;
    if (before > MOST_HINTS) return;
    char hint[MOST_TEXT];
    va_list list;
    va_start(list, format);
    const bool written = write_words(hint, sizeof hint, format, list);
    va_end(list);

    const char *whole = !written  ? NULL
                        : !before ? jd_arena_copy(&log->arena, hint)
                                  : jd_arena_format(&log->arena, "%s\n%s", message->hint, hint);
    if (whole)
        message->hint = whole;
    else
        log->memory_out = true;
}

bool jd_log_memory_out(const JdLog *log) {
    return log && log->memory_out;
}

void jd_report_memory(JdLog *log) {
    if (!log) return;
    log->memory_out = true;
    log->hintable = false;
}
