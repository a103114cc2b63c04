/* SPDX-License-Identifier: MIT
 *
 * A heap string that grows, for writers; and words in a list. The string always ends with a NUL. */
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

/* Room for `length` more bytes and the NUL. */
static bool make_room(Text *text, size_t length) {
    if (text->failed) return false;
    if (length < text->room - text->count && text->room) return true;
    if (length > SIZE_MAX / 4 || text->count > SIZE_MAX / 4) {
        text->failed = true;
        return false;
    }
    size_t room = text->room ? 2 * text->room : 256;
    if (room < text->count + length + 1) room = text->count + length + 1;
    char *moved = realloc(text->at, room);
    text->failed = !moved;
    if (!moved) return false;
    text->at = moved;
    text->room = room;
    return true;
}

void jd_text_add(Text *text, const char *bytes, size_t length) {
    if (!make_room(text, length)) return;
    if (length) memcpy(text->at + text->count, bytes, length);
    text->count += length;
    text->at[text->count] = '\0';
}

void jd_text_print(Text *text, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, list);
    if (length < 0) text->failed = true;
    if (length >= 0 && make_room(text, (size_t)length)) {
        vsnprintf(text->at + text->count, (size_t)length + 1, format, again);
        text->count += (size_t)length;
    }
    va_end(again);
    va_end(list);
}

/* Length of the UTF-8 character that starts here, 0 if none does (NUL ends every scan). */
static size_t utf8_length(const unsigned char *s) {
    if (s[0] < 0x80) return 1;
    const size_t length = s[0] >= 0xC2 && s[0] < 0xE0   ? 2
                          : (s[0] & 0xF0) == 0xE0       ? 3
                          : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                                        : 0;
    for (size_t n = 1; n < length; n++)
        if ((s[n] & 0xC0) != 0x80) return 0;
    const bool overlong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
    const bool beyond = (s[0] == 0xED && s[1] >= 0xA0) || (s[0] == 0xF4 && s[1] >= 0x90);
    return overlong || beyond ? 0 : length;
}

static void add_escaped(Text *text, unsigned char c) {
    static const char plain[] = "\"\\\b\f\n\r\t", escaped[] = "\"\\bfnrt";
    const char *found = strchr(plain, c);
    if (found)
        jd_text_print(text, "\\%c", escaped[found - plain]);
    else
        jd_text_print(text, "\\u%04x", (unsigned)c);
}

void jd_text_json(Text *text, const char *string) {
    jd_text_add(text, "\"", 1);
    for (const unsigned char *s = (const unsigned char *)string; *s;) {
        const size_t length = utf8_length(s);
        if (!length)
            jd_text_add(text, "\\ufffd", 6);
        else if (*s < 0x20 || *s == '"' || *s == '\\' || *s == 0x7F)
            add_escaped(text, *s);
        else
            jd_text_add(text, (const char *)s, length);
        s += length ? length : 1;
    }
    jd_text_add(text, "\"", 1);
}

void jd_text_free(Text *text) {
    free(text->at);
    *text = (Text){0};
}

bool jd_word_in_list(const char *word, const char *list) {
    if (!word || !list || !*word) return false;
    const size_t length = strlen(word);
    while (*list) {
        const size_t next = strcspn(list, " ");
        if (next == length && memcmp(list, word, length) == 0) return true;
        list += next;
        list += strspn(list, " ");
    }
    return false;
}
