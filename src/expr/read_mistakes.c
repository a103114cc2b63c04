/* SPDX-License-Identifier: MIT
 *
 * What the reader of expressions says about a mistake at the lexer's current token. */
#include "expr/inside.h"
#include <string.h>

static const char *token_start(const Token *token) {
    return token->span.source->text + token->span.start;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool jd_token_slashes(const Token *token) {
    const Source *source = token->span.source;
    const size_t at = token->span.start;
    if (!jd_token_is(token, "/")) return false;
    return (at > 0 && source->text[at - 1] == '/') ||
           (at + 1 < source->length &&
            (source->text[at + 1] == '/' || source->text[at + 1] == '*'));
}

static bool number_follows(const Lexer *lexer) {
    Lexer ahead = *lexer;
    jd_lexer_next(&ahead);
    return ahead.token.kind == TOKEN_NUMBER || jd_token_is(&ahead.token, "-");
}

void jd_say_value_missing(const Lexer *lexer, Arena *arena, JdLog *log) {
    const Token *token = &lexer->token;
    const char *text = token_start(token), *const code = "expression-syntax";
    const int length = (int)token->span.length;
    const Where where = jd_span_where(token->span);
    (void)arena;
    if (token->kind == TOKEN_BAD && *text != '"') {
        jd_say_bad_character(token, where, log);
        return;
    }
    if (token->kind == TOKEN_END || token->kind == TOKEN_LINE)
        jd_report(log, JD_ERROR, code, where, "a value is missing here");
    else if (token->kind == TOKEN_BAD && *text == '"')
        jd_report(log, JD_ERROR, code, where, "this string has no closing quote");
    else if (length == 1 && *text == '=')
        jd_report(log, JD_ERROR, code, where, "here the value follows without '='");
    else
        jd_report(log, JD_ERROR, code, where, "a value is missing before '%.*s'", length, text);
    if (jd_token_slashes(token)) jd_hint(log, "a comment begins with #, not with //");
    if (jd_token_is(token, "*") && token->span.start > 0 && text[-1] == '*')
        jd_hint(log, "powers are written with '^': x^2, m/s^2");
    if (jd_token_is(token, "{") && number_follows(lexer))
        jd_hint(log, "a vector is written in brackets: [x, y]");
}

/* `(A, B)`: what stands before the comma is a name and nothing else. */
static bool is_name_list(Span open, size_t comma) {
    const char *text = open.source->text;
    const size_t from = open.start + 1 + strspn(text + open.start + 1, " ");
    size_t at = from;
    while (at < comma && !strchr("0123456789+-*/^([ ", text[at])) at++;
    return at == comma && at > from;
}

void jd_say_close_missing(const Lexer *lexer, bool broken, Span open, const char *close,
                          const char *comma, JdLog *log) {
    const Token *token = &lexer->token;
    const bool end = token->kind == TOKEN_END || token->kind == TOKEN_LINE || broken;
    if (end) {
        jd_report(log, JD_ERROR, "expression-syntax", jd_span_where(open),
                  "this '%c' has no closing '%s'", open.source->text[open.start], close);
        jd_hint(log, "close it with '%s'", close);
        return;
    }
    if (token->kind == TOKEN_BAD && *token_start(token) != ';') {
        jd_say_bad_character(token, jd_span_where(token->span), log);
        return;
    }
    jd_report(log, JD_ERROR, "expression-syntax", jd_span_where(token->span),
              "%s'%s' is expected before '%.*s'", comma, close, (int)token->span.length,
              token_start(token));
    if (*close == ')' && jd_token_is(token, ",") && is_name_list(open, token->span.start))
        jd_hint(log, "names stand side by side without brackets: A B; the vector of two numbers is "
                     "[x, y]");
    else if (*close == ')' && jd_token_is(token, ",")) {
        if (!jd_hint_decimal_comma(token->span, log))
            jd_hint(log, "a vector is written in brackets: [x, y]");
    } else if (*close == ']' && (token->kind == TOKEN_NUMBER || token->kind == TOKEN_BAD))
        jd_hint(log, "numbers of a vector stand apart by commas: [x, y]");
}

/* ---- Decimal commas ------------------------------------------------------------------------- */

bool jd_hint_decimal_comma(Span comma, JdLog *log) {
    const char *text = comma.source->text;
    size_t from = comma.start, to = comma.start + 1;
    if (to >= comma.source->length || text[comma.start] != ',') return false;
    while (from > 0 && is_digit(text[from - 1])) from--;
    while (to < comma.source->length && is_digit(text[to])) to++;
    const char before = from ? text[from - 1] : ' ';
    const bool whole = before != '.' && before != '_' && !is_letter(before);
    if (from == comma.start || to == comma.start + 1 || !whole) return false;
    jd_hint(log, "decimal numbers have a point: %.*s.%.*s", (int)(comma.start - from), text + from,
            (int)(to - comma.start - 1), text + comma.start + 1);
    return true;
}

bool jd_hint_decimal_commas(const Expr *list, JdLog *log) {
    for (int n = 0; n + 1 < list->count; n++) {
        const Span at = list->args[n]->span;
        const Span comma = {at.source, at.start + at.length, 1};
        if (at.source && jd_hint_decimal_comma(comma, log)) return true;
    }
    return false;
}

/* The unit as it is written: nothing but its letters, digits and signs. */
const char *jd_unit_written(const Token *token, Arena *arena) {
    static const char signs[] = "*/^-_0123456789";
    const char *text = token_start(token);
    size_t length = 0;
    const size_t room = token->span.source->length - token->span.start;
    while (length < room && text[length] &&
           (strchr(signs, text[length]) || is_letter(text[length])))
        length++;
    return jd_arena_text(arena, text, length);
}

void jd_say_unit_unknown(const Lexer *lexer, Arena *arena, JdLog *log) {
    const Token *token = &lexer->token;
    const char *word = jd_token_text(token, arena), *text = jd_unit_written(token, arena);
    if (!word || !text) return;
    jd_report(log, JD_ERROR, "unit-unknown", jd_span_where(token->span), "there is no unit '%s'",
              word);
    jd_unit_hint(text, log);
}
