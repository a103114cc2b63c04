/* SPDX-License-Identifier: MIT
 *
 * Text to tokens, and spans of the text to places for messages. The lexer never fails: a byte
 * that starts nothing is a TOKEN_BAD of its own. It is a plain value; a copy looks ahead. */
#include "expr/inside.h"
#include <limits.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static bool in_word(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}
static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Bytes that some editors put before the text. */
static size_t mark_length(const Source *source) {
    return source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* The byte at a place, NUL past the end. */
static char byte_at(const Source *source, size_t at) {
    return at < source->length ? source->text[at] : '\0';
}

static size_t skip_spaces(const Source *source, size_t at) {
    while (at < source->length && is_space(source->text[at])) at++;
    if (byte_at(source, at) != '#') return at;
    while (at < source->length && source->text[at] != '\n') at++;
    return at;
}

/* Blank lines and lines of comments. */
static size_t skip_lines(const Source *source, size_t at) {
    at = skip_spaces(source, at);
    while (byte_at(source, at) == '\n' && at < source->length) at = skip_spaces(source, at + 1);
    return at;
}

static size_t word_length(const Source *source, size_t start, bool hyphens) {
    size_t at = start + 1;
    for (; at < source->length; at++) {
        const char c = source->text[at];
        const bool joins = hyphens && c == '-' && is_letter(byte_at(source, at + 1));
        if (!in_word(c) && !joins) break;
    }
    return at - start;
}

/* With both quotes; 0 if the line ends first. */
static size_t string_length(const Source *source, size_t start) {
    for (size_t at = start + 1; at < source->length && source->text[at] != '\n'; at++) {
        if (source->text[at] == '"') return at + 1 - start;
        if (source->text[at] == '\\' && byte_at(source, at + 1) != '\n') at++;
    }
    return 0;
}

static size_t punctuation_length(const Source *source, size_t at) {
    static const char pairs[][3] = {"--", "==", "<=", ">=", "!="};
    const char c = source->text[at], next = byte_at(source, at + 1);
    for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++)
        if (c == pairs[n][0] && next == pairs[n][1]) return 2;
    return c && strchr("()[]{},:=+-*/^<>!.", c) ? 1 : 0;
}

/* ".5" is a number, but not behind a name or in "1..5". */
static bool starts_number(const Source *source, size_t at) {
    if (is_digit(source->text[at])) return true;
    if (source->text[at] != '.' || !is_digit(byte_at(source, at + 1))) return false;
    const char before = at ? source->text[at - 1] : ' ';
    return !(in_word(before) || before == ')' || before == ']' || before == '.');
}

/* A whole character of UTF-8, or the rest of the line for a string without its end. */
static size_t bad_length(const Source *source, size_t start) {
    size_t at = start + 1;
    const bool string = source->text[start] == '"';
    while (at < source->length && (string ? source->text[at] != '\n' && source->text[at] != '\r'
                                          : ((unsigned char)source->text[at] & 0xC0) == 0x80))
        at++;
    return at - start;
}

/* Kind and length of the token that starts at a byte which is no space. */
static TokenKind measure(const Lexer *lexer, size_t at, size_t *length, double *number) {
    const Source *source = lexer->source;
    const char c = source->text[at];
    if (is_letter(c)) {
        *length = word_length(source, at, lexer->hyphens);
        return TOKEN_WORD;
    }
    if (starts_number(source, at)) {
        *length = jd_number_read(source->text + at, source->length - at, number);
        return TOKEN_NUMBER;
    }
    *length = c == '"' ? string_length(source, at) : 0;
    if (*length) return TOKEN_STRING;
    *length = punctuation_length(source, at);
    if (*length) return TOKEN_PUNCT;
    *length = bad_length(source, at);
    return TOKEN_BAD;
}

void jd_lexer_next(Lexer *lexer) {
    const Source *source = lexer->source;
    const size_t before = lexer->at;
    size_t at = before ? skip_spaces(source, before) : skip_lines(source, mark_length(source));
    Token token = {.span = {source, at, 0}};
    if (lexer->token.kind != TOKEN_LINE && lexer->token.kind != TOKEN_END)
        lexer->behind = lexer->token.span.start + lexer->token.span.length;

    if (at >= source->length) {
        lexer->at = at;
        lexer->token = token;
        return;
    }
    if (source->text[at] == '\n') {
        token.kind = TOKEN_LINE;
        token.span.length = 1;
        at = skip_lines(source, at + 1);
    } else {
        token.tight = at == before && before > 0 && lexer->token.kind != TOKEN_LINE;
        token.kind = measure(lexer, at, &token.span.length, &token.number);
        at += token.span.length;
    }
    lexer->at = at;
    lexer->token = token;
}

void jd_lexer_start(Lexer *lexer, const Source *source) {
    *lexer = (Lexer){.source = source};
    jd_lexer_next(lexer);
}

bool jd_token_is(const Token *token, const char *text) {
    if (token->kind != TOKEN_WORD && token->kind != TOKEN_PUNCT) return false;
    const size_t length = strlen(text);
    return token->span.length == length &&
           memcmp(token->span.source->text + token->span.start, text, length) == 0;
}

char *jd_token_text(const Token *token, Arena *arena) {
    const char *from = token->span.source->text + token->span.start;
    if (token->kind != TOKEN_STRING) return jd_arena_text(arena, from, token->span.length);
    char *text = jd_arena_text(arena, from + 1, token->span.length - 2);
    if (!text) return NULL;
    size_t count = 0;
    for (size_t n = 0; n < token->span.length - 2; n++) {
        if (text[n] == '\\' && (text[n + 1] == '"' || text[n + 1] == '\\')) n++;
        text[count++] = text[n];
    }
    text[count] = '\0';
    return text;
}

/* ---- Units: no spaces inside, so the unit of "2 N * m" is N ---- */

static bool is_unit(const Token *token) {
    Unit unit;
    return token->kind == TOKEN_WORD &&
           jd_unit_find(token->span.source->text + token->span.start, token->span.length, &unit);
}

/* Behind a unit's name: ^2, ^-2, if tight and whole. */
static void skip_power(Lexer *lexer) {
    Lexer ahead = *lexer;
    if (!ahead.token.tight || !jd_token_is(&ahead.token, "^")) return;
    jd_lexer_next(&ahead);
    if (ahead.token.tight && jd_token_is(&ahead.token, "-")) jd_lexer_next(&ahead);
    const Token *power = &ahead.token;
    const bool digit = power->kind == TOKEN_NUMBER && power->tight && power->span.length == 1;
    if (!digit || power->number < 1) return;
    jd_lexer_next(&ahead);
    *lexer = ahead;
}

/* m.vx, m[2] and m(x) are no unit, though m is. */
static bool goes_on(const Token *behind) {
    return behind->tight &&
           (jd_token_is(behind, ".") || jd_token_is(behind, "[") || jd_token_is(behind, "("));
}

/* An operator and a unit's name, both tight. */
static bool skip_factor(Lexer *lexer, const char *operator) {
    Lexer ahead = *lexer;
    if (!ahead.token.tight || !jd_token_is(&ahead.token, operator)) return false;
    jd_lexer_next(&ahead);
    if (!ahead.token.tight || !is_unit(&ahead.token)) return false;
    jd_lexer_next(&ahead);
    if (goes_on(&ahead.token)) return false;
    skip_power(&ahead);
    *lexer = ahead;
    return true;
}

bool jd_lexer_skip_unit(Lexer *lexer) {
    Lexer ahead = *lexer;
    const Token *first = &lexer->token;
    const bool one = first->kind == TOKEN_NUMBER && !first->tight && first->span.length == 1 &&
                     first->number == 1;
    if (!one && !is_unit(first)) return false;
    jd_lexer_next(&ahead);
    if (one && !skip_factor(&ahead, "/")) return false;
    if (!one) skip_power(&ahead);
    while (skip_factor(&ahead, "*") || skip_factor(&ahead, "/")) continue;
    *lexer = ahead;
    return true;
}

/* ---- Places --------------------------------------------------------------------------------- */

Where jd_span_where(Span span) {
    const Source *source = span.source;
    if (!source || !source->text || span.start > source->length) return nowhere;
    const size_t rest = source->length - span.start,
                 length = span.length < rest ? span.length : rest;
    return (Where){.file = source->file,
                   .length = length < INT_MAX ? (int)length : INT_MAX,
                   .text = source->text,
                   .size = source->length,
                   .at = span.start};
}
