/* SPDX-License-Identifier: MIT
 *
 * Characters that mean nothing in a model, and what is written in their place: signs that keyboards
 * and word processors make, and texts that were saved in another encoding. */
#include "expr/expr.h"
#include <string.h>

typedef struct {
    const char *signs, *remedy;
} Foreign;

/* The signs of each row stand apart by blanks. */
static const Foreign foreign[] = {
    {"\xC2\xB0 \xC2\xBA \xCB\x9A", "degrees are written: 30 deg"},
    {"\xC2\xA0 \xE2\x80\xAF \xE2\x80\x89 \xE2\x80\x8B \xEF\xBB\xBF",
     "this is a blank of another kind; write a plain blank"},
    {"\xC2\xB2", "powers are written: m^2"},
    {"\xC2\xB3", "powers are written: m^3"},
    {"\xE2\x81\xBB \xC2\xB9 \xE2\x81\xB4", "powers are written: s^-1, m^4"},
    {"\xC2\xB5 \xCE\xBC", "micro is written u: 5 um"},
    {"\xC2\xB7 \xC3\x97 \xE2\x8B\x85 \xE2\x88\x99 \xE2\x80\xA2", "products are written with '*'"},
    {"\xC3\xB7 \xE2\x88\x95 \xE2\x81\x84", "quotients are written with '/'"},
    {"\xE2\x80\x90 \xE2\x80\x91 \xE2\x80\x93 \xE2\x80\x94 \xE2\x88\x92",
     "write '-', or '--' between bodies"},
    {"\xE2\x80\x9C \xE2\x80\x9D \xE2\x80\x9E \xC2\xAB \xC2\xBB", "write the quote \""},
    {"\xE2\x84\xA6 \xCE\xA9", "ohms are written: 5 ohm"},
    {"\xCF\x80", "it is called pi"},
    {"\xE2\x88\x9A", "roots are written: sqrt(x)"},
    {"\xE2\x89\xA4", "write '<='"},
    {"\xE2\x89\xA5", "write '>='"},
    {";", "a statement ends with its line; leave it out"},
    {"%", "a comment begins with '#'; a remainder is remainder(x, y)"},
    {"?", "a choice is written: if(condition, a, b)"},
    {"_", "names begin with a letter, and numbers have no '_' inside"},
    {"&", "both of two conditions: a > 0 and b > 0"},
};

static const char *find_remedy(const char *sign, size_t length) {
    for (size_t n = 0; n < sizeof foreign / sizeof *foreign; n++)
        for (const char *at = foreign[n].signs; *at;) {
            const size_t one = strcspn(at, " ");
            if (one == length && !memcmp(at, sign, length)) return foreign[n].remedy;
            at += one + strspn(at + one, " ");
        }
    return NULL;
}

/* Of a character of more than one byte; 0: it is none. */
static size_t character_length(const char *text, size_t room) {
    const unsigned char first = (unsigned char)*text;
    const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (!length || length > room || first > 0xF4) return 0;
    for (size_t n = 1; n < length; n++)
        if (((unsigned char)text[n] & 0xC0) != 0x80) return 0;
    return length;
}

/* In Windows' texts of old a byte is a character, and most of them are those of Unicode. */
static void hint_one_byte(unsigned char byte, JdLog *log) {
    const char sign[3] = {(char)(0xC0 | byte >> 6), (char)(0x80 | (byte & 0x3F)), '\0'};
    const char *remedy = byte >= 0xA0                   ? find_remedy(sign, 2)
                         : byte == 0x96 || byte == 0x97 ? "write '-', or '--' between bodies"
                                                        : NULL;
    if (remedy && byte >= 0xA1)
        jd_hint(log, "is it '%s'? %s; and save the text as UTF-8", sign, remedy);
    else if (byte >= 0xA1)
        jd_hint(log, "is it '%s'? save the text as UTF-8; names have the letters a to z and A to Z",
                sign);
    else if (remedy)
        jd_hint(log, "%s; and save the text as UTF-8", remedy);
    else
        jd_hint(log, "a model is plain text; is this another kind of file?");
}

/* Two bytes a letter, as PowerShell and Notepad may write them. */
static bool is_two_bytes(const Source *source) {
    const unsigned char *text = (const unsigned char *)source->text;
    if (source->length < 4) return false;
    const bool mark = (text[0] == 0xFF && text[1] == 0xFE) || (text[0] == 0xFE && text[1] == 0xFF);
    return mark || (!text[1] && !text[3]) || (!text[0] && !text[2]);
}

void jd_say_bad_character(const Token *token, Where where, JdLog *log) {
    const Source *source = token->span.source;
    const char *text = source->text + token->span.start;
    const unsigned char byte = (unsigned char)*text;
    const size_t length = character_length(text, source->length - token->span.start);
    const char *const code = "text-bad-character";
    if (length) {
        where.length = (int)length;
        jd_report(log, JD_ERROR, code, where, "the character '%.*s' means nothing here",
                  (int)length, text);
        const char *remedy = find_remedy(text, length);
        jd_hint(log, "%s",
                remedy ? remedy
                       : "names have the letters a to z and A to Z; comments may have any");
    } else if (byte >= 0x21 && byte < 0x7F) {
        jd_report(log, JD_ERROR, code, where, "the character '%c' means nothing here", (int)byte);
        const char *remedy = find_remedy(text, 1);
        if (remedy) jd_hint(log, "%s", remedy);
    } else {
        jd_report(log, JD_ERROR, code, where, "the byte 0x%02X means nothing here", byte);
        if (is_two_bytes(source))
            jd_hint(log, "this text has two bytes a letter (UTF-16): save it as UTF-8");
        else
            hint_one_byte(byte, log);
    }
}
