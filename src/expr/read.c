/* SPDX-License-Identifier: MIT
 *
 * Tokens to an Expr. From loose to tight:
 *
 *     or    and    < > <= >= == !=    + -    * /    unary - !    ^ (from the right)    . [ ] ( )
 *
 * Inside brackets a line may end anywhere. The height of the tree is limited here, so that
 * everything that walks a tree may recurse. */
#include "expr/inside.h"
#include <string.h>

/* What may be nested, in units of a bracket: 300 bytes of the stack, which threads and browsers
 * have little of; others take more of it, here or where they are worked out. And operations in a
 * row, which take none: whoever walks a tree calls itself for what is nested only. */
enum {
    DEEPEST = 200,
    WITHIN_BRACKET = 1,
    WITHIN_SIGN = 1,
    WITHIN_LIST = 2,
    WITHIN_OPERATION = 2,
    WITHIN_INDEX = 4
};
enum { HIGHEST = 500 };

typedef struct {
    Lexer *lexer;
    Arena *arena;
    JdLog *log;
    int open;    /* brackets */
    int depth;   /* of the nest */
    int weight;  /* of the nest, at most DEEPEST */
    int height;  /* of the tree just read */
    size_t end;  /* of the last token taken */
    bool broken; /* the current token stands on a new line, whose end was `line` */
    Lexer line;
} Reader;

typedef struct {
    const char *text;
    int level;
} Operator;
enum { COMPARISON = 3 };
static const Operator operators[] = {
    {"or", 1}, {"and", 2}, {"<", 3}, {">", 3}, {"<=", 3}, {">=", 3},
    {"==", 3}, {"!=", 3},  {"+", 4}, {"-", 4}, {"*", 5},  {"/", 5},
};

static Expr *read_level(Reader *r, int level);
static Expr *read_unary(Reader *r);

/* ---- Steps of the reader -------------------------------------------------------------------- */

static bool at(const Reader *r, const char *text) {
    return jd_token_is(&r->lexer->token, text);
}

static bool at_tight(const Reader *r, const char *text) {
    return r->lexer->token.tight && at(r, text);
}

/* Inside brackets the ends of lines are nothing. */
static void settle(Reader *r) {
    r->broken = false;
    while (r->open && r->lexer->token.kind == TOKEN_LINE) {
        r->line = *r->lexer;
        r->broken = true;
        jd_lexer_next(r->lexer);
    }
}

APART static void advance(Reader *r) {
    r->end = r->lexer->token.span.start + r->lexer->token.span.length;
    jd_lexer_next(r->lexer);
    settle(r);
}

static Span span_from(const Reader *r, size_t start) {
    return (Span){r->lexer->source, start, r->end - start};
}

APART static Expr *make(Reader *r, ExprKind kind, size_t start, const char *text, int count) {
    Expr *expr = ARENA_NEW(r->arena, Expr, 1);
    if (!expr) return NULL;
    *expr = (Expr){.kind = kind, .span = span_from(r, start), .text = text, .count = count};
    if (count) expr->args = ARENA_NEW(r->arena, Expr *, count);
    return expr->args || !count ? expr : NULL;
}

/* ---- Mistakes ------------------------------------------------------------------------------- */

/* Something about a place; NULL. */
APART static Expr *refuse(const Reader *r, Span span, const char *what, const char *remedy) {
    jd_report(r->log, JD_ERROR, "expression-syntax", jd_span_where(span), "%s", what);
    if (remedy) jd_hint(r->log, "%s", remedy);
    return NULL;
}

APART static Expr *refuse_size(const Reader *r, Span span, const char *format, int most) {
    char what[96];
    snprintf(what, sizeof what, format, most);
    jd_report(r->log, JD_ERROR, "expression-too-large", jd_span_where(span), "%s", what);
    jd_hint(r->log, "give a part of it a name with `param`, and use the name");
    return NULL;
}

/* Goes into something nested at the current token; false if that is too deep. */
static bool enter(Reader *r, int weight) {
    if (r->weight + weight > DEEPEST)
        return refuse_size(r, r->lexer->token.span,
                           "brackets and signs are nested more than %d deep", r->depth) != NULL;
    r->weight += weight;
    r->depth++;
    return true;
}

static void leave(Reader *r, int weight) {
    r->weight -= weight;
    r->depth--;
}

static bool grow(Reader *r, int height, const Expr *expr) {
    r->height = height;
    if (height > HIGHEST)
        refuse_size(r, expr->span, "this expression has more than %d operations in a row", HIGHEST);
    return height <= HIGHEST;
}

APART static Expr *make_one(Reader *r, ExprKind kind, size_t start, const char *text, Expr *arg) {
    Expr *expr = make(r, kind, start, text, 1);
    if (!expr) return NULL;
    expr->args[0] = arg;
    return grow(r, r->height + 1, expr) ? expr : NULL;
}

/* `height` is that of the left side, r->height that of the right one. */
typedef struct {
    Expr *left, *right;
    int height;
} Pair;

APART static Expr *make_two(Reader *r, ExprKind kind, size_t start, const char *text, Pair of) {
    Expr *expr = make(r, kind, start, text, 2);
    if (!expr) return NULL;
    expr->args[0] = of.left;
    expr->args[1] = of.right;
    return grow(r, 1 + (of.height > r->height ? of.height : r->height), expr) ? expr : NULL;
}

APART static Expr *say(Reader *r, Saying *saying) {
    saying(r->lexer, r->arena, r->log);
    return NULL;
}

/* ---- Brackets and lists --------------------------------------------------------------------- */

static Span open_bracket(Reader *r) {
    const Span open = r->lexer->token.span;
    r->open++;
    advance(r);
    return open;
}

/* "1 furlong": a number, blanks, a word. */
static bool behind_number(const Token *token) {
    const char *text = token->span.source->text;
    size_t at = token->span.start;
    while (at > 0 && text[at - 1] == ' ') at--;
    return token->kind == TOKEN_WORD && at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
}

APART static bool close_bracket(Reader *r, Span open, const char *close, const char *comma) {
    if (!at(r, close) && !r->broken && behind_number(&r->lexer->token)) {
        say(r, jd_say_unit_unknown);
        return false;
    }
    if (!at(r, close)) {
        jd_say_close_missing(r->lexer, r->broken, open, close, comma, r->log);
        return false;
    }
    r->open--;
    advance(r);
    return true;
}

/* What stands between brackets, separated by commas, as the arguments of a new expression. */
static Expr *read_list(Reader *r, ExprKind kind, size_t start, const char *text,
                       const char *close) {
    LIST(Expr *) list = {0};
    int height = 0;
    if (!enter(r, WITHIN_LIST)) return NULL;
    const Span open = open_bracket(r);
    while (!(at(r, close) && list.count == 0)) {
        Expr *entry = read_level(r, 1);
        Expr **slot = entry ? PUSH(r->arena, list) : NULL;
        if (!slot) return NULL;
        *slot = entry;
        if (r->height > height) height = r->height;
        if (!at(r, ",")) break;
        advance(r);
    }
    leave(r, WITHIN_LIST);
    if (!close_bracket(r, open, close, "',' or ")) return NULL;

    Expr *expr = make(r, kind, start, text, 0);
    if (!expr) return NULL;
    expr->args = list.at;
    expr->count = list.count;
    return grow(r, height + 1, expr) ? expr : NULL;
}

/* ---- Values --------------------------------------------------------------------------------- */

/* Points are called A, B, C. So A and the other units of electricity and heat stand behind numbers
 * only, where no point can follow, and not before an index: link [0, 0] A, at 1 A[1]. */
static bool is_point(const Reader *r, const Lexer *behind, bool number) {
    const Token *first = &r->lexer->token;
    Unit unit = {0};
    if (first->kind != TOKEN_WORD) return false;
    jd_unit_find(first->span.source->text + first->span.start, first->span.length, &unit);
    if (!unit.dim.current && !unit.dim.temperature) return false;
    return !number || (behind->token.tight && jd_token_is(&behind->token, "["));
}

/* The unit at the current token, as it is written; NULL if there is none. */
APART static const char *read_unit(Reader *r, bool number) {
    const size_t start = r->lexer->token.span.start;
    Lexer behind = *r->lexer;
    if (!jd_lexer_skip_unit(&behind) || is_point(r, &behind, number)) return NULL;

    /* The unit ends where the last of its tokens ends: walk there, to keep r->end. */
    while (r->lexer->token.span.start < behind.token.span.start) {
        r->end = r->lexer->token.span.start + r->lexer->token.span.length;
        jd_lexer_next(r->lexer);
    }
    settle(r);
    return jd_arena_text(r->arena, r->lexer->source->text + start, r->end - start);
}

/* A unit behind a bracket. */
APART static Expr *with_unit(Reader *r, size_t start, Expr *expr) {
    if (!expr) return NULL;
    const char *unit = read_unit(r, false);
    if (!unit) return r->arena->failed ? NULL : expr;
    return make_one(r, EXPR_UNITED, start, unit, expr);
}

APART static Expr *read_number(Reader *r) {
    const Token token = r->lexer->token;
    if (!isfinite(token.number)) {
        jd_report(r->log, JD_ERROR, "number-too-large", jd_span_where(token.span),
                  "this number is too large");
        jd_hint(r->log, "the largest is about 1.8e308");
        return NULL;
    }
    advance(r);
    r->height = 1;
    const char *unit = read_unit(r, true);
    if (!unit && r->lexer->token.kind == TOKEN_WORD && r->lexer->token.tight)
        return say(r, jd_say_unit_unknown);
    Expr *expr = make(r, EXPR_NUMBER, token.span.start, unit, 0);
    if (expr) expr->number = token.number;
    return expr;
}

static Expr *read_parentheses(Reader *r) {
    if (!enter(r, WITHIN_BRACKET)) return NULL;
    const Span open = open_bracket(r);
    Expr *expr = read_level(r, 1);
    leave(r, WITHIN_BRACKET);
    if (!expr || !close_bracket(r, open, ")", "")) return NULL;
    expr->span = span_from(r, open.start);
    return with_unit(r, open.start, expr);
}

static Expr *read_word(Reader *r) {
    const size_t start = r->lexer->token.span.start, length = r->lexer->token.span.length;
    if (at(r, "and") || at(r, "or")) return say(r, jd_say_value_missing);
    const char *text = jd_token_text(&r->lexer->token, r->arena);
    if (!text) return NULL;
    advance(r);
    r->height = 1;
    const bool call = at_tight(r, "(") || (at(r, "(") && jd_function_known(text, length));
    if (!call) return make(r, EXPR_NAME, start, text, 0);
    return with_unit(r, start, read_list(r, EXPR_CALL, start, text, ")"));
}

APART static Expr *read_string(Reader *r) {
    const Token token = r->lexer->token;
    advance(r);
    r->height = 1;
    return make(r, EXPR_STRING, token.span.start, jd_token_text(&token, r->arena), 0);
}

static Expr *read_vector(Reader *r) {
    const Span open = r->lexer->token.span;
    Expr *vector = read_list(r, EXPR_VECTOR, open.start, NULL, "]");
    if (vector && vector->count == 0)
        return refuse(r, vector->span, "there is nothing between '[' and ']'", NULL);
    return with_unit(r, open.start, vector);
}

static Expr *read_value(Reader *r) {
    const Token *token = &r->lexer->token;
    if (token->kind == TOKEN_NUMBER) return read_number(r);
    if (token->kind == TOKEN_STRING) return read_string(r);
    if (token->kind == TOKEN_WORD) return read_word(r);
    if (at(r, "(")) return read_parentheses(r);
    if (at(r, "[")) return read_vector(r);
    return say(r, jd_say_value_missing);
}

/* ---- What stands tight behind a value: .field .(vector) [index] ----------------------------- */

static Expr *read_index(Reader *r, size_t start, Expr *base) {
    const int height = r->height;
    if (!enter(r, WITHIN_INDEX)) return NULL;
    const Span open = open_bracket(r);
    Expr *index = read_level(r, 1);
    leave(r, WITHIN_INDEX);
    if (!index || !close_bracket(r, open, "]", "")) return NULL;
    return make_two(r, EXPR_INDEX, start, NULL, (Pair){base, index, height});
}

static Expr *read_field(Reader *r, size_t start, Expr *base) {
    const int height = r->height;
    advance(r);
    if (at_tight(r, "(")) {
        if (!enter(r, WITHIN_LIST)) return NULL;
        const Span open = open_bracket(r);
        Expr *right = read_level(r, 1);
        leave(r, WITHIN_LIST);
        if (!right || !close_bracket(r, open, ")", "")) return NULL;
        return make_two(r, EXPR_DOT, start, NULL, (Pair){base, right, height});
    }
    const Token *token = &r->lexer->token;
    if (token->kind != TOKEN_WORD || !token->tight)
        return refuse(r, token->span, "a name is missing directly behind the '.'", NULL);
    const char *text = jd_token_text(token, r->arena);
    advance(r);
    return text ? make_one(r, EXPR_FIELD, start, text, base) : NULL;
}

/* "1..5" is not a field. */
APART static bool at_field(const Reader *r) {
    if (!at_tight(r, ".")) return false;
    Lexer ahead = *r->lexer;
    jd_lexer_next(&ahead);
    return !jd_token_is(&ahead.token, ".");
}

static Expr *read_postfix(Reader *r) {
    const size_t start = r->lexer->token.span.start;
    Expr *expr = read_value(r);
    while (expr) {
        const bool named =
            expr->kind == EXPR_NAME || expr->kind == EXPR_FIELD || expr->kind == EXPR_INDEX;
        const char last = r->lexer->source->text[r->end - 1];
        const bool bracket = last == ')' || last == ']';
        if (named && at_tight(r, "["))
            expr = read_index(r, start, expr);
        else if ((named || bracket) && at_field(r))
            expr = read_field(r, start, expr);
        else
            break;
    }
    return expr;
}

/* ---- Operators ------------------------------------------------------------------------------ */

static Expr *read_power(Reader *r) {
    const size_t start = r->lexer->token.span.start;
    Expr *base = read_postfix(r);
    if (!base || !at(r, "^")) return base;
    const int height = r->height;
    if (!enter(r, WITHIN_OPERATION)) return NULL;
    advance(r);
    Expr *exponent = read_unary(r);
    leave(r, WITHIN_OPERATION);
    return exponent ? make_two(r, EXPR_BINARY, start, "^", (Pair){base, exponent, height}) : NULL;
}

static Expr *read_unary(Reader *r) {
    const size_t start = r->lexer->token.span.start;
    const char *text = at(r, "-") ? "-" : at(r, "!") ? "!" : NULL;
    if (!text && !at(r, "+")) return read_power(r);
    advance(r);
    const int bracket = at(r, "-") ? WITHIN_BRACKET : 0; /* the canonical text has one there */
    if (!enter(r, WITHIN_SIGN + bracket)) return NULL;
    Expr *operand = read_unary(r);
    leave(r, WITHIN_SIGN + bracket);
    return operand && text ? make_one(r, EXPR_UNARY, start, text, operand) : operand;
}

APART static const Operator *find_operator(const Reader *r) {
    for (size_t n = 0; n < sizeof operators / sizeof *operators; n++)
        if (at(r, operators[n].text)) return &operators[n];
    return NULL;
}

static bool compares_twice(Reader *r, const Operator *operator) {
    const Operator *next = find_operator(r);
    if (operator->level != COMPARISON || !next || next->level != COMPARISON) return false;
    refuse(r, r->lexer->token.span, "comparisons cannot follow each other",
           "write: a < b and b < c");
    return true;
}

/* All operators of this level or tighter, from the left. */
static Expr *read_level(Reader *r, int level) {
    const size_t start = r->lexer->token.span.start;
    Expr *left = read_unary(r);
    const Operator *operator;
    while (left && (operator= find_operator(r)) && operator->level >= level) {
        const int height = r->height;
        advance(r);
        if (!enter(r, WITHIN_OPERATION)) return NULL;
        Expr *right = read_level(r, operator->level + 1);
        leave(r, WITHIN_OPERATION);
        if (!right || compares_twice(r, operator)) return NULL;
        left = make_two(r, EXPR_BINARY, start, operator->text, (Pair){left, right, height});
    }
    return left;
}

Expr *jd_expr_read(Lexer *lexer, Arena *arena, JdLog *log) {
    Reader r = {.lexer = lexer, .arena = arena, .log = log};
    Expr *expr = read_level(&r, 1);
    if (expr && !arena->failed) return expr;

    /* Back to the end of the line with the mistake, so that the caller can go on behind it. */
    if (r.broken) *lexer = r.line;
    if (arena->failed) jd_report_memory(log);
    return NULL;
}

Expr *jd_expr_parse(const Source *source, Arena *arena, JdLog *log) {
    Lexer lexer;
    jd_lexer_start(&lexer, source);
    Expr *expr = jd_expr_read(&lexer, arena, log);
    if (!expr) return NULL;
    if (lexer.token.kind == TOKEN_LINE) jd_lexer_next(&lexer);
    if (lexer.token.kind == TOKEN_END) return expr;

    Reader r = {.lexer = &lexer, .arena = arena, .log = log};
    const Token *token = &lexer.token;
    if (expr->kind == EXPR_NUMBER && token->kind == TOKEN_WORD) return say(&r, jd_say_unit_unknown);
    if (token->kind == TOKEN_BAD && source->text[token->span.start] != '"') {
        jd_say_bad_character(token, jd_span_where(token->span), log);
        return NULL;
    }
    jd_report(log, JD_ERROR, "expression-syntax", jd_span_where(token->span),
              "nothing more is expected behind the expression, but '%.*s' follows",
              (int)token->span.length, source->text + token->span.start);
    if (jd_token_is(token, ",")) jd_hint_decimal_comma(token->span, log);
    return NULL;
}
