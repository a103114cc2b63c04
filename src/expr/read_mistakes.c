/* SPDX-License-Identifier: MIT
 *
 * What the reader of expressions says about a mistake at the lexer's current token. */
#include "expr/inside.h"

static const char *token_start(const Token *token) {
    return token->span.source->text + token->span.start;
}

void jd_say_value_missing(const Lexer *lexer, Arena *arena, JdLog *log) {
    const Token *token = &lexer->token;
    const char *text = token_start(token), *const code = "expression-syntax";
    const int length = (int)token->span.length;
    const Where where = jd_span_where(token->span, arena);
    if (token->kind == TOKEN_END || token->kind == TOKEN_LINE)
        jd_report(log, JD_ERROR, code, where, "a value is missing here");
    else if (token->kind == TOKEN_BAD && *text == '"')
        jd_report(log, JD_ERROR, code, where, "this string has no closing quote");
    else if (token->kind == TOKEN_BAD)
        jd_report(log, JD_ERROR, code, where, "'%.*s' means nothing here", length, text);
    else
        jd_report(log, JD_ERROR, code, where, "a value is missing before '%.*s'", length, text);
}

void jd_say_close_missing(const Lexer *lexer, bool broken, Span open, const char *close,
                          const char *comma, Arena *arena, JdLog *log) {
    const Token *token = &lexer->token;
    const bool end = token->kind == TOKEN_END || token->kind == TOKEN_LINE || broken;
    if (end)
        jd_report(log, JD_ERROR, "expression-syntax", jd_span_where(open, arena),
                  "this '%c' has no closing '%s'", open.source->text[open.start], close);
    else
        jd_report(log, JD_ERROR, "expression-syntax", jd_span_where(token->span, arena),
                  "%s'%s' is expected before '%.*s'", comma, close, (int)token->span.length,
                  token_start(token));
}

void jd_say_unit_unknown(const Lexer *lexer, Arena *arena, JdLog *log) {
    const Token *token = &lexer->token;
    const char *word = jd_token_text(token, arena);
    if (!word) return;
    jd_report(log, JD_ERROR, "unit-unknown", jd_span_where(token->span, arena),
              "there is no unit '%s'", word);
    Nearest nearest = {.word = word};
    for (int n = 0; jd_unit_at(n); n++) jd_nearest_try(&nearest, jd_unit_at(n));
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "a product is written with '*': 2*%s", word);
}
