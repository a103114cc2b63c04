/* SPDX-License-Identifier: MIT
 *
 * The log as a person reads it:
 *
 *     crank.jd:7:11: error: there is no joint type 'revolut' [joint-type-unknown]
 *         7 | joint B : revolut crank -- rod at A
 *           |           ^~~~~~~
 *       hint: did you mean 'revolute'?
 *
 * A long line is shown by the window around the column: what the message has of it is wider. Only
 * one caller's FILE is written to. */
#include "base/base.h"
#include <string.h>

enum { TAB = 4, WINDOW = 96, BEFORE = 48 };

static bool continues_character(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Text of the user's must not steer the terminal. */
static char harmless(char c) {
    const bool control = (unsigned char)c < 0x20 || c == 0x7F;
    return control ? '?' : c;
}

static void put_text(const char *text, FILE *out) {
    for (; text && *text; text++) fputc(harmless(*text), out);
}

/* The part [from, to) of the line that is shown: whole, or WINDOW bytes around the column. */
typedef struct {
    size_t from, to, length;
} Window;

static Window choose_window(const char *source, size_t column) {
    Window w = {0, strlen(source), strlen(source)};
    if (w.length <= WINDOW) return w;
    w.from = column > BEFORE ? column - BEFORE : 0;
    if (w.from + WINDOW > w.length) w.from = w.length - WINDOW;
    w.to = w.from + WINDOW;
    while (w.from > 0 && continues_character(source[w.from])) w.from--;
    while (w.to < w.length && continues_character(source[w.to])) w.to++;
    return w;
}

/* One row of the picture: the line itself, or (mark) the carets below columns [first, last). */
static void put_row(const char *source, Window w, bool mark, size_t first, size_t last, FILE *out) {
    if (w.from) fputs(mark ? "   " : "...", out);
    size_t cell = 0;
    for (size_t n = w.from; n < w.to || (mark && n == first); n++) {
        const char c = n < w.length ? source[n] : ' ';
        if (mark && n >= last) break;
        if (continues_character(c)) {
            if (!mark) fputc(c, out);
            continue;
        }
        const size_t cells = c == '\t' ? TAB - cell % TAB : 1;
        for (size_t k = 0; k < cells; k++) {
            const char shown = !mark                  ? (c == '\t' ? ' ' : harmless(c))
                               : n < first            ? ' '
                               : n == first && k == 0 ? '^'
                                                      : '~';
            fputc(shown, out);
        }
        cell += cells;
    }
    if (!mark && w.to < w.length) fputs("...", out);
    fputc('\n', out);
}

static void put_source(const JdMessage *message, FILE *out) {
    const char *source = message->source;
    const size_t length = strlen(source);
    const int column = message->column - message->source_column;
    size_t first = column > 0 ? (size_t)column : 0;
    if (first > length) first = length;
    size_t last = first + (message->length > 0 ? (size_t)message->length : 1);
    if (last > length) last = length;
    if (last <= first) last = first + 1;

    const Window window = choose_window(source, first);
    const int gutter = fprintf(out, "%5d", message->line);
    fputs(" | ", out);
    put_row(source, window, false, 0, 0, out);
    fprintf(out, "%*s | ", gutter, "");
    put_row(source, window, true, first, last, out);
}

static void put_hints(const char *hint, FILE *out) {
    while (hint && *hint) {
        const size_t length = strcspn(hint, "\n");
        fputs("  hint: ", out);
        for (size_t n = 0; n < length; n++) fputc(harmless(hint[n]), out);
        fputc('\n', out);
        hint += length + (hint[length] == '\n');
    }
}

static void put_message(const JdMessage *message, FILE *out) {
    static const char *const severities[] = {"note", "warning", "error"};
    put_text(message->file, out);
    if (message->file && message->line > 0) fprintf(out, ":%d:%d", message->line, message->column);
    if (message->file) fputs(": ", out);
    fprintf(out, "%s: ", severities[message->severity]);
    put_text(message->text, out);
    fprintf(out, " [%s]\n", message->code);
    if (message->file && message->source && message->line > 0) put_source(message, out);
    put_hints(message->hint, out);
}

void jd_log_print(const JdLog *log, FILE *out) {
    for (int n = 0; out && n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        put_message(&message, out);
    }
}
