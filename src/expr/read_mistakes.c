/* SPDX-License-Identifier: MIT
 *
 * What the reader of expressions says about a mistake at the lexer's current token. */
#include "expr/inside.h"
#include <string.h>

static const char *token_start(const Token *token) {
    return token->span.source->text + token->span.start;
}

bool jd_token_slashes(const Token *token) {
    const Source *source = token->span.source;
    const size_t at = token->span.start;
    if (!jd_token_is(token, "/")) return false;
    return (at > 0 && source->text[at - 1] == '/') ||
           (at + 1 < source->length &&
            (source->text[at + 1] == '/' || source->text[at + 1] == '*'));
}

void jd_say_value_missing(const Lexer *lexer, Arena *arena, JdLog *log) {
    const Token *token = &lexer->token;
    const char *text = token_start(token), *const code = "expression-syntax";
    const int length = (int)token->span.length;
    const Where where = jd_span_where(token->span);
    (void)arena;
    if (token->kind == TOKEN_END || token->kind == TOKEN_LINE)
        jd_report(log, JD_ERROR, code, where, "a value is missing here");
    else if (token->kind == TOKEN_BAD && *text == '"')
        jd_report(log, JD_ERROR, code, where, "this string has no closing quote");
    else if (token->kind == TOKEN_BAD)
        jd_report(log, JD_ERROR, code, where, "'%.*s' means nothing here", length, text);
    else if (length == 1 && *text == '=')
        jd_report(log, JD_ERROR, code, where, "here the value follows without '='");
    else
        jd_report(log, JD_ERROR, code, where, "a value is missing before '%.*s'", length, text);
    if (jd_token_slashes(token)) jd_hint(log, "a comment begins with #, not with //");
}

void jd_say_close_missing(const Lexer *lexer, bool broken, Span open, const char *close,
                          const char *comma, JdLog *log) {
    const Token *token = &lexer->token;
    const bool end = token->kind == TOKEN_END || token->kind == TOKEN_LINE || broken;
    if (end)
        jd_report(log, JD_ERROR, "expression-syntax", jd_span_where(open),
                  "this '%c' has no closing '%s'", open.source->text[open.start], close);
    else
        jd_report(log, JD_ERROR, "expression-syntax", jd_span_where(token->span),
                  "%s'%s' is expected before '%.*s'", comma, close, (int)token->span.length,
                  token_start(token));
    if (!end && *close == ')' && jd_token_is(token, ","))
        jd_hint(log, "a vector is written in brackets: [x, y]");
}

void jd_say_unit_unknown(const Lexer *lexer, Arena *arena, JdLog *log) {
    const Token *token = &lexer->token;
    const char *word = jd_token_text(token, arena);
    if (!word) return;
    jd_report(log, JD_ERROR, "unit-unknown", jd_span_where(token->span), "there is no unit '%s'",
              word);
    jd_unit_hint(word, log);
}

/* "Nm" and "kgm" lack a sign between two units. */
static size_t split_unit(const char *word, size_t length) {
    Unit a, b;
    for (size_t n = 1; n < length; n++)
        if (jd_unit_find(word, n, &a) && jd_unit_find(word + n, length - n, &b) &&
            !jd_dim_equal(a.dim, b.dim))
            return n;
    return 0;
}

/* Units that people write and that have another name here. */
static const char *const other_names[][2] = {
    {"lb", "0.45359237 kg"},
    {"lbs", "0.45359237 kg"},
    {"lbf", "4.4482216152605 N"},
    {"sec", "s"},
    {"secs", "s"},
    {"second", "s"},
    {"seconds", "s"},
    {"degree", "deg"},
    {"degrees", "deg"},
    {"radians", "rad"},
    {"meter", "m"},
    {"metre", "m"},
    {"meters", "m"},
    {"kilo", "kg"},
    {"RPM", "rpm"},
    {"l", "1e-3 m^3"},
    {"L", "1e-3 m^3"},
    {"psi", "6894.757293168361 Pa"},
    {"hp", "745.6998715822702 W"},
    {"kmh", "km/h"},
    {"kph", "km/h"},
    {"mph", "0.44704 m/s"},
    {"degC", "a difference of 1 K; 20 degC are 293.15 K"},
};

/* Prefixes that a unit has, though not in this table. */
static const struct {
    char letter;
    const char *size;
} prefixes[] = {{'G', "1e9"},  {'M', "1e6"},  {'k', "1e3"},  {'d', "0.1"},  {'c', "0.01"},
                {'m', "1e-3"}, {'u', "1e-6"}, {'n', "1e-9"}, {'p', "1e-12"}};

/* "GW" is no misspelt "W", "mm2" no misspelt "mm". */
static bool hint_at_like(const char *word, size_t length, JdLog *log) {
    Unit unit;
    const char digit = length > 1 ? word[length - 1] : 0;
    if (digit >= '2' && digit <= '4' && jd_unit_find(word, length - 1, &unit)) {
        jd_hint(log, "a power has a '^': %.*s^%c", (int)length - 1, word, digit);
        return true;
    }
    for (size_t n = 0; n < sizeof prefixes / sizeof *prefixes; n++) {
        if (*word != prefixes[n].letter || !jd_unit_find(word + 1, length - 1, &unit)) continue;
        if (unit.scale != 1) continue; /* it has a prefix */
        jd_hint(log, "1 %s is %s %s", word, prefixes[n].size, word + 1);
        return true;
    }
    return false;
}

void jd_unit_hint(const char *word, JdLog *log) {
    const size_t length = strlen(word), split = split_unit(word, length);
    const char *other = NULL;
    Nearest nearest = {.word = word};
    for (int n = 0; jd_unit_at(n); n++) jd_nearest_try(&nearest, jd_unit_at(n));
    for (size_t n = 0; n < sizeof other_names / sizeof *other_names; n++)
        if (strcmp(other_names[n][0], word) == 0) nearest.best = other = other_names[n][1];
    if (!other && !split && hint_at_like(word, length, log)) return;
    if (split && !other)
        jd_hint(log, "units are multiplied with '*': %.*s*%s", (int)split, word, word + split);
    else if (nearest.best && strchr(nearest.best, ' '))
        jd_hint(log, "1 %s is %s", word, nearest.best);
    else if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log,
                "`jourdain help units` lists the units; if '%s' is a factor, write a '*' before it",
                word);
}
