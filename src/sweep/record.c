/* SPDX-License-Identifier: MIT
 *
 * A record as a line of text, so that people can read it and any machine can: its checksum, then
 * the variant, its status, its numbers with all digits, and its message, if it has one. */
#include "sweep/sweep.h"
#include <stdlib.h>
#include <string.h>

enum { CHECK_DIGITS = 16 };

static void write_check(uint64_t check, char *out) {
    static const char digits[] = "0123456789abcdef";
    for (int n = CHECK_DIGITS - 1; n >= 0; n--, check >>= 4) out[n] = digits[check & 15u];
}

bool jd_record_is_finite(const Record *record) {
    bool finite = record->measured;
    for (int n = 0; n < record->count; n++) finite = finite && isfinite(record->values[n]);
    return finite;
}

void jd_record_write(const Record *record, Text *out) {
    const size_t start = out->count;
    char number[40], check[CHECK_DIGITS];
    jd_text_print(out, "%.*s %ld %d %s", CHECK_DIGITS, "0000000000000000", record->variant,
                  record->good       ? 2
                  : record->measured ? 1
                                     : 0,
                  record->status);
    for (int n = 0; n < record->count; n++) {
        jd_number_full(record->values[n], number, sizeof number);
        jd_text_print(out, " %s", number);
    }
    jd_text_print(out, " |%s", record->message);
    for (size_t n = start; !out->failed && n < out->count; n++)
        if (out->at[n] == '\n' || out->at[n] == '\r') out->at[n] = ' ';
    if (out->failed) return;
    const size_t from = start + CHECK_DIGITS;
    write_check(jd_hash(0, out->at + from, out->count - from), check);
    memcpy(out->at + start, check, CHECK_DIGITS);
    jd_text_print(out, "\n");
}

static double read_value(const char *word, size_t length) {
    double value = NAN;
    if (length == 3 && !memcmp(word, "inf", 3)) return INFINITY;
    if (length == 4 && !memcmp(word, "-inf", 4)) return -INFINITY;
    return jd_number_read(word, length, &value) == length ? value : NAN;
}

/* The next word; false: there is none. */
static bool next_word(const char **at, const char *end, const char **word, size_t *length) {
    while (*at < end && **at == ' ') ++*at;
    *word = *at;
    while (*at < end && **at != ' ') ++*at;
    *length = (size_t)(*at - *word);
    return *length > 0 && **word != '|';
}

bool jd_record_read(const char *line, size_t length, Record *record) {
    char check[CHECK_DIGITS];
    if (length <= CHECK_DIGITS) return false;
    write_check(jd_hash(0, line + CHECK_DIGITS, length - CHECK_DIGITS), check);
    if (memcmp(check, line, CHECK_DIGITS) != 0) return false;

    const char *at = line + CHECK_DIGITS, *end = line + length, *word;
    size_t size;
    if (!next_word(&at, end, &word, &size)) return false;
    record->variant = strtol(word, NULL, 10);
    if (!next_word(&at, end, &word, &size)) return false;
    record->good = *word == '2';
    record->measured = *word >= '1';
    if (!next_word(&at, end, &word, &size) || size >= RECORD_STATUS) return false;
    memcpy(record->status, word, size);
    record->status[size] = '\0';
    for (int n = 0; n < record->count; n++) {
        if (!next_word(&at, end, &word, &size)) return false;
        record->values[n] = read_value(word, size);
    }
    while (at < end && *at == ' ') at++;
    if (at >= end || *at++ != '|') return false;
    size = (size_t)(end - at) < RECORD_TEXT ? (size_t)(end - at) : RECORD_TEXT - 1;
    memcpy(record->message, at, size);
    record->message[size] = '\0';
    return true;
}
