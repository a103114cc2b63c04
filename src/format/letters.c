/* SPDX-License-Identifier: MIT
 *
 * Letters: UTF-8 in and out, and how many columns of a terminal they take. */
#include "format/letters.h"

/* ---- UTF-8 ---------------------------------------------------------------------------------- */

/* How many bytes follow the first one; -1: it begins no letter. */
static int bytes_behind(unsigned first) {
    if (first < 0x80) return 0;
    if (first >= 0xC2 && first < 0xE0) return 1;
    if (first >= 0xE0 && first < 0xF0) return 2;
    return first >= 0xF0 && first < 0xF5 ? 3 : -1;
}

/* XML knows neither controls nor what is no character. */
static bool is_letter(unsigned c) {
    const bool control = (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0);
    return !control && !(c >= 0xD800 && c < 0xE000) && (c & 0xFFFE) != 0xFFFE && c < 0x110000;
}

unsigned jd_letter_next(const char **text) {
    static const unsigned least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)*text;
    if (!*s) return 0;
    const int behind = bytes_behind(*s);
    unsigned letter = behind <= 0 ? *s : *s & (0x3Fu >> behind);
    ++*text;
    if (behind < 0) return LETTER_WRONG;
    for (int n = 1; n <= behind; n++) {
        if ((s[n] & 0xC0) != 0x80) return LETTER_WRONG;
        letter = letter << 6 | (s[n] & 0x3Fu);
    }
    if (letter < least[behind] || (letter >= 0xD800 && letter < 0xE000) || letter > 0x10FFFF)
        return LETTER_WRONG;
    *text += behind;
    return is_letter(letter) ? letter : LETTER_WRONG;
}

void jd_letter_add(Text *out, unsigned letter) {
    char bytes[4];
    size_t length = 0;
    if (letter < 0x80) {
        bytes[length++] = (char)letter;
    } else {
        const int behind = letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;
        const unsigned first = behind == 1 ? 0xC0 : behind == 2 ? 0xE0 : 0xF0;
        bytes[length++] = (char)(first | letter >> (6 * behind));
        for (int n = behind - 1; n >= 0; n--)
            bytes[length++] = (char)(0x80 | (letter >> (6 * n) & 0x3F));
    }
    jd_text_add(out, bytes, length);
}

char *jd_letters_clean(Arena *arena, const char *text) {
    if (!text) return NULL;
    Text clean = {0};
    jd_text_add(&clean, "", 0);
    for (unsigned letter; (letter = jd_letter_next(&text));) jd_letter_add(&clean, letter);
    char *copy = clean.failed ? NULL : jd_arena_text(arena, clean.at, clean.count);
    if (clean.failed) arena->failed = true;
    jd_text_free(&clean);
    return copy;
}

/* ---- Columns -------------------------------------------------------------------------------- */

static bool is_combining(unsigned c) {
    return (c >= 0x300 && c < 0x370) || (c >= 0x200B && c < 0x2010) || (c >= 0xFE00 && c < 0xFE10);
}

/* Letters of East Asia and pictures: twice as wide as others. */
static bool is_wide(unsigned c) {
    return (c >= 0x1100 && c < 0x1160) || (c >= 0x2E80 && c < 0xA4D0) ||
           (c >= 0xAC00 && c < 0xD7A4) || (c >= 0xF900 && c < 0xFB00) ||
           (c >= 0xFF00 && c < 0xFF61) || (c >= 0x1F300 && c < 0x1FB00) || c >= 0x20000;
}

int jd_letter_columns(unsigned letter) {
    return is_combining(letter) ? 0 : is_wide(letter) ? 2 : 1;
}

int jd_letters_columns(const char *text) {
    int columns = 0;
    for (unsigned letter; (letter = jd_letter_next(&text));) columns += jd_letter_columns(letter);
    return columns;
}
