/* SPDX-License-Identifier: MIT
 *
 * Slots: the smallest things of the language that the grammar names. Reads and writes each kind,
 * and the rows of them that make up the head of a statement or the values of a clause. */
#include "text/inside.h"
#include <string.h>

enum { PATH_PARTS = 16, SHOWN = 40 };

static const char *found_words(const Token *token, Arena *arena) {
    if (token->kind == TOKEN_END) return "the end of the text";
    if (token->kind == TOKEN_LINE) return "the end of the line";
    const char *text = token->span.source->text + token->span.start;
    const size_t length = token->span.length;
    if (length > SHOWN) return jd_arena_format(arena, "'%.*s...'", SHOWN, text);
    return jd_arena_format(arena, "'%.*s'", (int)length, text);
}

static bool report_bad_byte(const Reader *r, const Token *token) {
    const Where where = jd_reader_where(r, token->span);
    if (token->span.source->text[token->span.start] == '"') {
        jd_report(jd_reader_log(r), JD_ERROR, "string-open", where, "this string has no end");
        jd_hint(jd_reader_log(r), "close it with \" on the same line");
    } else {
        jd_say_bad_character(token, where, jd_reader_log(r));
    }
    return false;
}

bool jd_report_expected(const Reader *r, const char *what) {
    const Token *token = &r->lexer.token;
    if (token->kind == TOKEN_BAD) return report_bad_byte(r, token);
    const char *found = found_words(token, r->document->arena);
    jd_report(jd_reader_log(r), JD_ERROR, "text-unexpected", jd_reader_where(r, token->span),
              "expected %s, found %s", what, found ? found : "something else");
    if (jd_token_slashes(token)) jd_hint(jd_reader_log(r), "a comment begins with #, not with //");
    return false;
}

static void skip_lines(Reader *r) {
    while (r->lexer.token.kind == TOKEN_LINE) jd_lexer_next(&r->lexer);
}

/* ---- Reading one slot --------------------------------------------------------------------- */

static Span span_to(Span first, Span last) {
    first.length = last.start + last.length - first.start;
    return first;
}

static Expr *new_expr(Reader *r, ExprKind kind, Span span, const char *text, int count) {
    Arena *arena = r->document->arena;
    Expr *expr = ARENA_NEW(arena, Expr, 1);
    if (!expr) return NULL;
    *expr = (Expr){.kind = kind, .span = span, .text = text, .count = count};
    if (count) expr->args = ARENA_NEW(arena, Expr *, count);
    return count && !expr->args ? NULL : expr;
}

/* name [ index ], with the lexer at the bracket. */
static Expr *read_index(Reader *r, Expr *base) {
    jd_lexer_next(&r->lexer);
    skip_lines(r);
    Expr *index = jd_expr_read(&r->lexer, r->document->arena, jd_reader_log(r));
    if (!index) return NULL;
    skip_lines(r);
    const Token close = r->lexer.token;
    if (!jd_token_is(&close, "]")) return jd_report_expected(r, "']' after the index"), NULL;
    jd_lexer_next(&r->lexer);

    Expr *expr = new_expr(r, EXPR_INDEX, span_to(base->span, close.span), NULL, 2);
    if (!expr) return NULL;
    expr->args[0] = base;
    expr->args[1] = index;
    return expr;
}

static Expr *read_field(Reader *r, Expr *base) {
    jd_lexer_next(&r->lexer);
    const Token word = r->lexer.token;
    if (word.kind != TOKEN_WORD) return jd_report_expected(r, "a name after the dot"), NULL;
    jd_lexer_next(&r->lexer);

    const char *text = jd_token_text(&word, r->document->arena);
    Expr *expr = new_expr(r, EXPR_FIELD, span_to(base->span, word.span), text, 1);
    if (expr) expr->args[0] = base;
    return expr;
}

static Expr *read_path(Reader *r, bool dots) {
    const Token word = r->lexer.token;
    if (word.kind != TOKEN_WORD) return jd_report_expected(r, "a name"), NULL;
    jd_lexer_next(&r->lexer);
    const char *text = jd_token_text(&word, r->document->arena);
    Expr *expr = new_expr(r, EXPR_NAME, word.span, text, 0);

    for (int parts = 0; expr && r->lexer.token.tight; parts++) {
        const bool index = jd_token_is(&r->lexer.token, "[");
        if (!index && !(dots && jd_token_is(&r->lexer.token, "."))) break;
        if (parts == PATH_PARTS) return jd_report_expected(r, "the end of this long name"), NULL;
        expr = index ? read_index(r, expr) : read_field(r, expr);
    }
    return expr;
}

/* Tokens without white space between them, as long as `belongs` likes them. */
static bool read_tight(Reader *r, bool (*belongs)(const Reader *r), Slot *slot) {
    const Span first = r->lexer.token.span;
    Span last = first;
    jd_lexer_next(&r->lexer);
    while (r->lexer.token.tight && belongs(r)) {
        last = r->lexer.token.span;
        jd_lexer_next(&r->lexer);
    }
    slot->span = span_to(first, last);
    slot->text =
        jd_arena_text(r->document->arena, first.source->text + first.start, slot->span.length);
    return slot->text;
}

/* A hyphen joins two words if nothing stands between them. */
static bool word_goes_on(const Reader *r) {
    if (r->lexer.token.kind == TOKEN_WORD) {
        const Span s = r->lexer.token.span;
        return s.start > 0 && s.source->text[s.start - 1] == '-';
    }
    Lexer ahead = r->lexer;
    if (!jd_token_is(&ahead.token, "-")) return false;
    jd_lexer_next(&ahead);
    return ahead.token.kind == TOKEN_WORD && ahead.token.tight;
}

static bool unit_goes_on(const Reader *r) {
    const Token *token = &r->lexer.token;
    return token->kind == TOKEN_WORD || token->kind == TOKEN_NUMBER || jd_token_is(token, "*") ||
           jd_token_is(token, "/") || jd_token_is(token, "^") || jd_token_is(token, "-");
}

static bool read_string(Reader *r, Slot *slot) {
    const Token token = r->lexer.token;
    if (token.kind != TOKEN_STRING || token.span.length < 2)
        return jd_report_expected(r, "a \"text\"");
    slot->span = token.span;
    slot->text = jd_token_text(&token, r->document->arena);
    jd_lexer_next(&r->lexer);
    return slot->text;
}

size_t jd_utf8_length(const char *text, size_t room) {
    const unsigned char *s = (const unsigned char *)text, c = s[0];
    const size_t length = c < 0x20   ? c == '\t' || c == '\n' || c == '\r' /* other control bytes */
                          : c < 0x7F ? 1
                          : c < 0x80 ? 0
                          : c < 0xC2 ? 0
                          : c < 0xE0 ? 2
                          : c < 0xF0 ? 3
                          : c < 0xF5 ? 4
                                     : 0;
    if (!length || length > room) return 0;
    for (size_t n = 1; n < length; n++)
        if ((s[n] & 0xC0) != 0x80) return 0;
    const bool overlong = (c == 0xE0 && s[1] < 0xA0) || (c == 0xF0 && s[1] < 0x90);
    const bool beyond = (c == 0xED && s[1] >= 0xA0) || (c == 0xF4 && s[1] >= 0x90);
    return overlong || beyond ? 0 : length;
}

bool jd_slot_check_utf8(const Reader *r, const char *text, size_t length, Span span) {
    for (size_t n = 0, step; n < length; n += step) {
        step = jd_utf8_length(text + n, length - n);
        if (step) continue;
        jd_report(jd_reader_log(r), JD_ERROR, "text-bad-character", jd_reader_where(r, span),
                  "the byte 0x%02X in this is no character", (unsigned)(unsigned char)text[n]);
        jd_hint(jd_reader_log(r), "save the text as UTF-8");
        return false;
    }
    return true;
}

/* A text in quotes is a file's name and never part of a value. */
static const Expr *find_quoted(const Expr *expr) {
    const Expr *found = NULL;
    for (;; expr = expr->args[0]) {
        if (expr->kind == EXPR_STRING) return expr;
        for (int n = expr->count - 1; n > 0; n--) {
            const Expr *other = find_quoted(expr->args[n]);
            if (other) found = other; /* what stands before it gives way */
        }
        if (!expr->count) return found;
    }
}

static Expr *read_value(Reader *r) {
    Expr *expr = jd_expr_read(&r->lexer, r->document->arena, jd_reader_log(r));
    const Expr *quoted = expr ? find_quoted(expr) : NULL;
    if (!quoted) return expr;
    jd_report(jd_reader_log(r), JD_ERROR, "value-not-number", jd_span_where(quoted->span),
              "this is a text, not a number");
    jd_hint(jd_reader_log(r), "leave out the quotes");
    return NULL;
}

static bool read_any(Reader *r, const SlotShape *shape, Slot *slot) {
    const TokenKind kind = r->lexer.token.kind;
    slot->span = r->lexer.token.span;
    switch (shape->kind) {
    case SLOT_NAME:
    case SLOT_PATH:
        slot->expr = read_path(r, shape->kind == SLOT_PATH);
        break;
    case SLOT_EXPR:
        if (kind == TOKEN_LINE || kind == TOKEN_END || kind == TOKEN_BAD)
            return jd_report_expected(r, "a value");
        slot->expr = read_value(r);
        r->last = slot->expr;
        break;
    case SLOT_WORD:
        if (kind != TOKEN_WORD) return jd_report_expected(r, "a word");
        return read_tight(r, word_goes_on, slot);
    case SLOT_UNIT:
        if (kind != TOKEN_WORD && kind != TOKEN_NUMBER) return jd_report_expected(r, "a unit");
        return read_tight(r, unit_goes_on, slot);
    case SLOT_TEXT:
        if (kind == TOKEN_WORD) return read_tight(r, word_goes_on, slot);
        if (kind != TOKEN_STRING) return jd_report_expected(r, "a word or a \"text\"");
        return read_string(r, slot);
    case SLOT_STRING:
        return read_string(r, slot);
    case SLOT_NONE:
        return true;
    }
    if (slot->expr) slot->span = slot->expr->span;
    return slot->expr;
}

bool jd_slot_read(Reader *r, const SlotShape *shape, Slot *slot) {
    if (!read_any(r, shape, slot)) return false;
    const char *text = slot->span.source->text + slot->span.start;
    return jd_slot_check_utf8(r, text, slot->span.length, slot->span);
}

/* ---- Reading rows ------------------------------------------------------------------------- */

/* Values without commas are names, so that `link O A mas 38 g` has a misspelt clause in it. */
static bool number_follows(const Reader *r) {
    Lexer ahead = r->lexer;
    jd_lexer_next(&ahead);
    return ahead.token.kind == TOKEN_NUMBER && !ahead.token.tight;
}

/* A word that ends a row of values: another clause of the statement, or a field of its type. */
static bool is_clause_word(const Reader *r, const Node *parent) {
    int words;
    if (!parent || r->lexer.token.kind != TOKEN_WORD) return false;
    if (jd_kind_match(parent->kind->clauses, r, &words)) return true;
    if (!(parent->kind->flags & KIND_OPEN)) return number_follows(r);

    const char *word = jd_token_text(&r->lexer.token, r->document->arena);
    const FieldAnswer answer = word ? jd_field_known(r->document, parent, word) : FIELD_NO;
    if (answer != FIELD_PERHAPS) return answer == FIELD_YES;
    /* The type is not known: a word with a number behind it looks like a field. */
    Lexer ahead = r->lexer;
    jd_lexer_next(&ahead);
    return ahead.token.kind == TOKEN_NUMBER || jd_token_is(&ahead.token, "-") ||
           (!ahead.token.tight && jd_token_is(&ahead.token, "[")) ||
           (!ahead.token.tight && jd_token_is(&ahead.token, "("));
}

bool jd_slot_begins(const Reader *r, const SlotShape *shape, const Node *parent) {
    const Token *token = &r->lexer.token;
    if (is_clause_word(r, parent)) return false;
    if (token->kind == TOKEN_WORD) return shape->kind != SLOT_STRING;
    if (token->kind == TOKEN_NUMBER) return shape->kind == SLOT_EXPR || shape->kind == SLOT_UNIT;
    if (token->kind == TOKEN_STRING) return shape->kind == SLOT_STRING || shape->kind == SLOT_TEXT;
    if (shape->kind != SLOT_EXPR) return false;
    return jd_token_is(token, "(") || jd_token_is(token, "[") || jd_token_is(token, "-");
}

/* `link O A, mass 2 kg`: the lexer stands at a comma, and behind it begins a clause with its value.
 * That comma is left to the reader of clauses. */
static bool clause_follows_comma(const Reader *r, const Node *parent) {
    int words = 1;
    if (!parent || !jd_token_is(&r->lexer.token, ",")) return false;
    Reader ahead = *r;
    jd_lexer_next(&ahead.lexer);
    const Kind *kind = jd_kind_match(parent->kind->clauses, &ahead, &words);
    if (!kind || !kind->shape[0].label) return false;
    while (words-- > 0) jd_lexer_next(&ahead.lexer);
    return !ahead.lexer.token.tight && jd_slot_begins(&ahead, kind->shape, NULL);
}

/* `at A to B`: the lexer stands at a word or dashes, and another value behind them. */
static bool is_between(const Reader *r, const SlotShape *shape, const Node *parent) {
    if (jd_token_is(&r->lexer.token, "--")) return true;
    if (!jd_token_is(&r->lexer.token, "to")) return false;
    Reader behind = *r;
    jd_lexer_next(&behind.lexer);
    return jd_slot_begins(&behind, shape, parent);
}

/* One or two values side by side; a comma between them is allowed. */
static bool read_pair(Reader *r, const SlotShape *shape, Node *node, const Node *parent) {
    const char *one =
        jd_arena_format(r->document->arena, "one %s, or two side by side", shape->label);
    if (!one) return false;
    for (int count = 1;; count++) {
        Slot *slot = PUSH(r->document->arena, node->slots);
        if (!slot || !jd_slot_read(r, shape, slot)) return false;
        if (is_between(r, shape, parent)) return jd_report_expected(r, one);
        if (clause_follows_comma(r, parent)) return true;
        const bool comma = jd_token_is(&r->lexer.token, ",");
        if (count == 2) return !comma || jd_report_expected(r, one);
        if (!comma && !jd_slot_begins(r, shape, parent)) return true;
        if (comma) jd_lexer_next(&r->lexer);
    }
}

/* Values side by side; a comma between them is allowed. */
static bool read_many(Reader *r, const SlotShape *shape, Node *node, const Node *parent) {
    for (;;) {
        Slot *slot = PUSH(r->document->arena, node->slots);
        if (!slot || !jd_slot_read(r, shape, slot)) return false;
        if (clause_follows_comma(r, parent)) return true;
        if (jd_token_is(&r->lexer.token, ","))
            jd_lexer_next(&r->lexer);
        else if (!jd_slot_begins(r, shape, parent))
            return true;
    }
}

static bool read_row(Reader *r, Node *node, const Node *parent) {
    for (const SlotShape *shape = node->kind->shape; shape->label; shape++) {
        if (shape->flags & SLOT_TWO) return read_pair(r, shape, node, parent);
        if (shape->flags & SLOT_MANY) return read_many(r, shape, node, parent);
        Slot *slot = PUSH(r->document->arena, node->slots);
        if (!slot) return false;

        const bool optional = shape->flags & SLOT_OPTIONAL;
        const char *next = shape[1].label ? shape[1].before : NULL;
        const bool left_out = optional && next && jd_token_is(&r->lexer.token, next);
        const bool here =
            shape->before
                ? jd_token_is(&r->lexer.token, shape->before)
                : !optional || (!left_out && jd_slot_begins(r, shape, parent ? parent : node));
        if (!here && optional) continue;
        if (!here) {
            const char *what = jd_arena_format(r->document->arena, "'%s'", shape->before);
            return jd_report_expected(r, what ? what : shape->before);
        }
        if (shape->before) jd_lexer_next(&r->lexer);
        if (!jd_slot_read(r, shape, slot)) return false;
    }
    return true;
}

bool jd_slots_read(Reader *r, Node *node, const Node *parent) {
    for (;;) {
        if (!read_row(r, node, parent)) return false;
        if (!(node->kind->flags & KIND_ROWS) || !jd_token_is(&r->lexer.token, ",")) return true;
        jd_lexer_next(&r->lexer);
        skip_lines(r);
    }
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_string(const char *text, Text *out) {
    jd_text_add(out, "\"", 1);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') jd_text_add(out, "\\", 1);
        jd_text_add(out, text, 1);
    }
    jd_text_add(out, "\"", 1);
}

bool jd_is_word(const char *text) {
    for (const char *c = text; *c; c++) {
        const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        const bool later = (*c >= '0' && *c <= '9') || *c == '_';
        if (!letter && !(later && c > text)) return false;
    }
    return *text && strcmp(text, "and") != 0 && strcmp(text, "or") != 0;
}

void jd_slot_write(const SlotShape *shape, const Slot *slot, Text *out) {
    if (slot->expr)
        jd_expr_write(slot->expr, out);
    else if (slot->text &&
             (shape->kind == SLOT_STRING || (shape->kind == SLOT_TEXT && !jd_is_word(slot->text))))
        write_string(slot->text, out);
    else if (slot->text)
        jd_text_add(out, slot->text, strlen(slot->text));
}
