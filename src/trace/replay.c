/* SPDX-License-Identifier: MIT
 *
 * Rows that an earlier run has written as CSV, taken into a trace as if it had recorded them. With
 * 17 digits they are the same numbers. */
#include "trace/trace.h"
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 };

typedef struct {
    JdTrace *trace;
    double *row;
    Text line; /* so far, of what was read */
    bool headed;
    bool wrong; /* a line is no row of this trace */
} Replay;

static bool read_value(const char *text, size_t length, double *value) {
    static const struct {
        const char *word;
        double value;
    } words[] = {{"nan", NAN}, {"inf", INFINITY}, {"-inf", -INFINITY}};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (strlen(words[n].word) == length && !memcmp(words[n].word, text, length))
            return *value = words[n].value, true;
    return length && jd_number_read(text, length, value) == length;
}

static bool read_row(Replay *r) {
    const char *at = r->line.at;
    const int columns = r->trace->columns.count;
    for (int n = 0; n < columns; n++) {
        const size_t length = strcspn(at, ",");
        if (!read_value(at, length, &r->row[n])) return false;
        at += length;
        if (*at != (n + 1 < columns ? ',' : '\0')) return false;
        at += *at == ',';
    }
    return true;
}

/* The first line has the headings, which the hash of all knows. */
static void end_line(Replay *r) {
    if (!r->headed)
        r->headed = true;
    else if (r->line.failed || !read_row(r) || !jd_trace_take(r->trace, r->row))
        r->wrong = true;
    r->line.count = 0;
}

static void read_lines(Replay *r, const char *bytes, size_t count) {
    for (size_t done = 0; done < count && !r->wrong;) {
        const char *end = memchr(bytes + done, '\n', count - done);
        const size_t length = end ? (size_t)(end - bytes) - done : count - done;
        jd_text_add(&r->line, bytes + done, length);
        done += length + (end != NULL);
        if (end) end_line(r);
    }
}

bool jd_trace_replay(JdTrace *trace, FILE *in, uint64_t bytes, FILE *copy, uint64_t *hash) {
    if (!trace || !in) return false;
    Replay r = {.trace = trace, .row = calloc((size_t)trace->columns.count, sizeof *r.row)};
    char *chunk = malloc(CHUNK);
    size_t count = 1;
    uint64_t sum = 0;
    while (r.row && chunk && bytes && count && !r.wrong) {
        count = fread(chunk, 1, bytes < CHUNK ? (size_t)bytes : CHUNK, in);
        bytes -= count;
        sum = jd_hash(sum, chunk, count);
        if (copy) fwrite(chunk, 1, count, copy);
        read_lines(&r, chunk, count);
    }
    const bool whole = r.row && chunk && !bytes && !r.wrong && !r.line.count;
    if (!r.row || !chunk) jd_report_memory(trace->log);
    if (hash) *hash = sum;
    jd_text_free(&r.line);
    free(r.row);
    free(chunk);
    return whole;
}
