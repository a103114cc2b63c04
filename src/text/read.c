/* SPDX-License-Identifier: MIT
 *
 * Text -> Document. One statement after the other, as the table says; after a mistake it goes on at
 * the next clause or line, so that one pass reports all of them. */
#include "text/inside.h"
#include <string.h>

static void read_clauses(Reader *r, Node *node, const Node *parent, bool braces);

/* Also where nobody listens any more. */
static bool at_end(const Reader *r) {
    return r->lexer.token.kind == TOKEN_END || r->document->messages->full;
}
static bool is(const Reader *r, const char *sign) {
    return jd_token_is(&r->lexer.token, sign);
}

/* A kind for statements that nobody knows: they still take their names out of circulation. */
static const Kind unknown_kind = {.word = "", .shape = {{"name", SLOT_NAME}}};

/* ---- Going on after a mistake --------------------------------------------------------------- */

/* To the end of the line; a brace opened on it is skipped whole. */
static void skip_statement(Reader *r) {
    int depth = 0;
    while (!at_end(r)) {
        if (is(r, "{")) depth++;
        if (is(r, "}") && depth-- == 0) return;
        if (r->lexer.token.kind == TOKEN_LINE && depth <= 0) return;
        jd_lexer_next(&r->lexer);
    }
}

/* To the next clause of the node, in its braces. */
static void skip_clause(Reader *r, const Node *node) {
    int words, depth = 0;
    for (; !at_end(r); jd_lexer_next(&r->lexer)) {
        if (is(r, "{")) depth++;
        if (is(r, "}") && depth-- == 0) return;
        if (depth > 0) continue;
        if (r->lexer.token.kind == TOKEN_LINE) return;
        if (jd_kind_match(node->kind->clauses, r, &words)) return;
    }
}

/* A remedy that was given already is better than the form of the whole. What nobody hears needs
 * none. */
static bool has_hint(const Reader *r) {
    const JdMessage message = jd_reported(jd_reader_log(r));
    return message.hint || !message.code;
}

static void hint_usage(const Reader *r, const Kind *kind) {
    if (has_hint(r)) return;
    Text usage = {0};
    jd_kind_usage(kind, &usage);
    if (!usage.failed && usage.at && *kind->word)
        jd_hint(jd_reader_log(r), "the form is: %s%s%s", usage.at, kind->advice ? "; " : "",
                kind->advice ? kind->advice : "");
    jd_text_free(&usage);
}

static void hint_clauses(const Reader *r, const Node *node) {
    if (has_hint(r)) return;
    Text words = {0};
    for (const Kind *k = node->kind->clauses; k && k->word; k++)
        jd_text_print(&words, "%s%s", words.count ? ", " : "", k->word);
    if (node->kind->flags & KIND_OPEN) jd_field_list(r->document, node, &words);
    if (!words.failed && words.at) jd_hint(jd_reader_log(r), "its clauses are: %s", words.at);
    jd_text_free(&words);
}

/* ---- Clauses -------------------------------------------------------------------------------- */

/* `kg m^2`: the unit stops at the blank. */
static bool report_broken_unit(const Reader *r, const char *before) {
    Lexer behind = r->lexer;
    const size_t start = behind.token.span.start;
    Unit unit;
    if (!jd_unit_find(behind.source->text + start, behind.token.span.length, &unit)) return false;
    Span end = behind.token.span;
    for (jd_lexer_next(&behind); behind.token.tight; jd_lexer_next(&behind)) {
        const bool goes_on = behind.token.kind == TOKEN_WORD || behind.token.kind == TOKEN_NUMBER ||
                             jd_token_is(&behind.token, "^") || jd_token_is(&behind.token, "*") ||
                             jd_token_is(&behind.token, "/");
        if (!goes_on) break;
        end = behind.token.span;
    }
    const Span rest = {behind.source, start, end.start + end.length - start};
    const char *text = behind.source->text + start;
    jd_report(jd_reader_log(r), JD_ERROR, "unit-unknown", jd_reader_where(r, rest),
              "there is no unit '%s %.*s'", before, (int)rest.length, text);
    jd_hint(jd_reader_log(r), "a unit has no blanks inside: %s*%.*s", before, (int)rest.length,
            text);
    return true;
}

/* A word behind a number that has no unit was meant to be one. */
static bool report_unknown_unit(const Reader *r) {
    const Token *token = &r->lexer.token;
    const Expr *last = r->last;
    while (last && (last->kind == EXPR_BINARY || last->kind == EXPR_UNARY))
        last = last->args[last->count - 1];
    if (token->kind != TOKEN_WORD || !last || last->kind != EXPR_NUMBER) return false;
    if (last->text) return report_broken_unit(r, last->text);
    const char *between = last->span.source->text + last->span.start + last->span.length;
    const char *word = token->span.source->text + token->span.start;
    for (; between < word; between++)
        if (*between != ' ' && *between != '\t') return false;

    const char *unit = jd_token_text(token, r->document->arena);
    if (!unit) return false;
    jd_report(jd_reader_log(r), JD_ERROR, "unit-unknown", jd_reader_where(r, token->span),
              "there is no unit '%s'", unit);
    jd_unit_hint(unit, jd_reader_log(r));
    return true;
}

/* `5 g.angle`: a joint called g was read as the gram. */
static void hint_unit_name(const Reader *r) {
    Lexer ahead = r->lexer;
    const Expr *last = r->last;
    while (last && (last->kind == EXPR_BINARY || last->kind == EXPR_UNARY))
        last = last->args[last->count - 1];
    if (!is(r, ".") || !ahead.token.tight || !last || last->kind != EXPR_NUMBER || !last->text)
        return;
    jd_lexer_next(&ahead);
    if (ahead.token.kind != TOKEN_WORD) return;
    const int number = (int)strcspn(last->span.source->text + last->span.start, " \t");
    jd_hint(jd_reader_log(r), "'%s' is a unit here; with '*' before it it is a name: %.*s*%s.%.*s",
            last->text, number, last->span.source->text + last->span.start, last->text,
            (int)ahead.token.span.length, ahead.source->text + ahead.token.span.start);
}

/* `mass 2 kg, inertia 1 kg*m^2`: commas stand between values of one clause alone. */
static void hint_no_comma(const Reader *r, const Node *node) {
    if (is(r, ",") && node->kind->clauses && !has_hint(r))
        jd_hint(jd_reader_log(r), "clauses stand side by side without commas: leave it out");
}

/* `output rms(a.force)`, `output a.force*b.rate`: what is worked out has a name. */
static void hint_name_expression(const Reader *r, const Node *node) {
    if (strcmp(node->word, "output") != 0 || !(node->kind->flags & KIND_ROWS) || has_hint(r))
        return;
    const char *text = r->lexer.source->text;
    const size_t behind = r->lexer.token.span.start;
    if (!strchr("(*/+-^", text[behind]) || !node->slots.count) return;
    /* The name of the row that was read last. */
    size_t start = behind;
    while (start > 0 && strchr(" \t", text[start - 1])) start--;
    while (start > 0 && !strchr(" \t,\n", text[start - 1])) start--;
    const size_t length = strcspn(text + start, ",#\r\n}");
    size_t end = length;
    while (end && text[start + end - 1] == ' ') end--;
    jd_hint(jd_reader_log(r), "what is worked out has a name: %s NAME = %.*s", node->word, (int)end,
            text + start);
}

/* `output a b`: rows stand apart by commas. */
static void hint_comma(const Reader *r, const Node *node) {
    const bool rows = node->kind->flags & KIND_ROWS && r->lexer.token.kind == TOKEN_WORD;
    if (!rows || has_hint(r)) return;
    jd_hint(jd_reader_log(r), "several of them stand apart by commas: %s ..., %.*s ...", node->word,
            (int)r->lexer.token.span.length, r->lexer.source->text + r->lexer.token.span.start);
}

/* `run 1 s`: the word that says what the number is was left out. */
static void hint_word(const Reader *r, const Node *node) {
    if (r->lexer.token.kind != TOKEN_NUMBER || has_hint(r)) return;
    Lexer ahead = r->lexer;
    const size_t start = ahead.token.span.start;
    for (const Kind *k = node->kind->clauses; k && k->word; k++) {
        if (k->shape[0].kind != SLOT_EXPR) continue;
        const Expr *value = jd_expr_read(&ahead, r->document->arena, NULL);
        const int length = value ? (int)value->span.length : (int)r->lexer.token.span.length;
        jd_hint(jd_reader_log(r), "a word says what the number is: %s %s %.*s", node->word, k->word,
                length, r->lexer.source->text + start);
        return;
    }
}

/* `vary r = 40 mm..80 mm/9`, as the command line has it: in a model it is a function. */
static bool report_range(const Reader *r, const Node *node) {
    const char *text = r->lexer.source->text;
    const Span at = r->lexer.token.span;
    const bool dots = text[at.start] == '.' && at.start > 0 &&
                      (text[at.start + 1] == '.' || text[at.start - 1] == '.');
    if (!dots || strcmp(node->word, "sweep") != 0 || !r->last) return false;
    const char *to = text + at.start + (text[at.start + 1] == '.' ? 2 : 0);
    to += strspn(to, " ");
    size_t length = strcspn(to, "/\r\n#}");
    const char *count = to[length] == '/' ? to + length + 1 : "11";
    count += strspn(count, " ");
    while (length && to[length - 1] == ' ') length--;
    Span whole = {r->lexer.source, r->last->span.start, 0};
    whole.length = (size_t)(to - text) + length - whole.start;
    jd_report(jd_reader_log(r), JD_ERROR, "vary-not-valid", jd_reader_where(r, whole),
              "this is a range as the command line has it");
    jd_hint(jd_reader_log(r), "in a model write: range(%.*s, %.*s, %.*s)",
            (int)r->last->span.length, text + r->last->span.start, (int)length, to,
            (int)strspn(count, "0123456789"), count);
    return true;
}

/* `0.01 1/(N*m)`: a unit is a row of factors. */
static void hint_unit_brackets(const Reader *r) {
    const char *text = r->lexer.source->text + r->lexer.token.span.start;
    if (r->last && strncmp(text, "1/(", 3) == 0)
        jd_hint(jd_reader_log(r), "a unit has no brackets; each factor has its own sign: 1/N/m");
}

/* `[0.5, 1] ohm`: units that could be names of points stand behind numbers alone. */
static void hint_unit_of_list(const Reader *r, const char *word) {
    Unit unit;
    if (!r->last || r->last->kind != EXPR_VECTOR || r->last->count < 2) return;
    if (jd_unit_find(word, strlen(word), &unit))
        jd_hint(jd_reader_log(r),
                "units of electricity and heat stand behind each number: [0.5 %s, 1 %s]", word,
                word);
}

/* A clause without a value that is a statement elsewhere: `body b { ... point P [1, 2] }`. */
static void hint_own_statement(const Reader *r, const Node *node, const char *word) {
    const Node *last = node->clauses.count ? node->clauses.at[node->clauses.count - 1] : NULL;
    if (!last || last->slots.count) return;
    const Kind *other = jd_statement_find(last->word);
    if (!other) return;
    Text usage = {0};
    jd_kind_usage(other, &usage);
    if (!usage.failed && usage.at)
        jd_hint(jd_reader_log(r),
                "here `%s` means %s; '%s' needs a statement of its own, outside of `%s`: %s",
                last->word, last->kind->summary, word, node->word, usage.at);
    jd_text_free(&usage);
}

static void report_unknown_clause(const Reader *r, const Node *node) {
    Arena *arena = r->document->arena;
    if (report_range(r, node)) return;
    Nearest nearest = {
        .word = r->lexer.token.kind == TOKEN_WORD ? jd_token_text(&r->lexer.token, arena) : NULL};
    for (const Kind *k = node->kind->clauses; nearest.word && k && k->word; k++)
        jd_kind_suggest(k, &nearest);
    if (nearest.word && node->kind->flags & KIND_OPEN)
        jd_field_suggest(r->document, node, &nearest);
    if (!nearest.best && report_unknown_unit(r)) return;
    if (!nearest.word || !(node->kind->clauses || node->kind->flags & KIND_OPEN)) {
        const char *what = jd_arena_format(arena, "the end of the `%s` statement", node->word);
        jd_report_expected(r, what ? what : "the end of the statement");
        if (is(r, "-") && r->lexer.token.tight)
            jd_hint(jd_reader_log(r), "a name has no '-' inside; write '_'");
        hint_unit_name(r);
        hint_unit_brackets(r);
        hint_no_comma(r, node);
        hint_name_expression(r, node);
        hint_comma(r, node);
        hint_word(r, node);
        if (node->kind->clauses)
            hint_clauses(r, node);
        else
            hint_usage(r, node->kind);
        return;
    }
    jd_report(jd_reader_log(r), JD_ERROR, "clause-unknown", jd_reader_where(r, r->lexer.token.span),
              "`%s` has no clause '%s'", node->word, nearest.word);
    hint_unit_of_list(r, nearest.word);
    hint_own_statement(r, node, nearest.word);
    if (nearest.best && !has_hint(r))
        jd_hint(jd_reader_log(r), "did you mean '%s'?", nearest.best);
    else
        hint_clauses(r, node);
}

/* `word value` of a type's own. A word that starts no value is no field. */
static const Kind *match_field(const Reader *r, const Node *node) {
    if (!(node->kind->flags & KIND_OPEN) || r->lexer.token.kind != TOKEN_WORD) return NULL;
    if (jd_token_is(&r->lexer.token, "and") || jd_token_is(&r->lexer.token, "or")) return NULL;
    const char *word = jd_token_text(&r->lexer.token, r->document->arena);
    const FieldAnswer answer = word ? jd_field_known(r->document, node, word) : FIELD_NO;
    if (answer == FIELD_YES) return &jd_kind_field;
    int words;
    if (jd_statement_match(r, &words)) return NULL;
    /* Let the builder complain, which knows the type, if this has the form of a field. */
    Reader ahead = *r;
    jd_lexer_next(&ahead.lexer);
    const bool form = jd_slot_begins(&ahead, jd_kind_field.shape, NULL);
    return form ? &jd_kind_field : NULL;
}

static void read_clause(Reader *r, Node *node, const Kind *kind, int words) {
    Arena *arena = r->document->arena;
    Node *clause = jd_node_new(arena, kind, r->lexer.token.span);
    if (clause && kind == &jd_kind_field) clause->word = jd_token_text(&r->lexer.token, arena);
    if (!clause || !clause->word) {
        skip_statement(r);
        return;
    }
    while (words-- > 0) jd_lexer_next(&r->lexer);

    if (!jd_slots_read(r, clause, node)) {
        hint_usage(r, kind);
        node->broken = true;
        skip_clause(r, node);
        return;
    }
    if (kind->clauses) read_clauses(r, clause, node, false);
    if (clause->broken) node->broken = true;
    clause->end = r->lexer.behind;
    jd_node_add_clause(node, clause, r);
}

/* name = value, in braces: rows of the clause that needs no word there; NULL: this is none. */
static const Kind *match_bare(const Reader *r, const Node *node) {
    const Kind *kind = node->kind->clauses;
    while (kind && kind->word && !(kind->flags & KIND_BARE)) kind++;
    if (!kind || !kind->word || r->lexer.token.kind != TOKEN_WORD) return NULL;
    Lexer ahead = r->lexer;
    jd_lexer_next(&ahead);
    return jd_token_is(&ahead.token, "=") ? kind : NULL;
}

/* All such rows of a statement are one clause. */
static void read_bare(Reader *r, Node *node, const Kind *kind) {
    Node *clause = NULL;
    for (int n = 0; n < node->clauses.count; n++)
        if (node->clauses.at[n]->kind == kind) clause = node->clauses.at[n];
    if (!clause) {
        read_clause(r, node, kind, 0);
        return;
    }
    if (!jd_slots_read(r, clause, node)) {
        hint_usage(r, kind);
        node->broken = true;
        skip_clause(r, node);
    }
    clause->end = r->lexer.behind;
}

static void read_braces(Reader *r, Node *node, const Node *parent) {
    const Span open = r->lexer.token.span;
    if (r->depth >= LIMIT_DEPTH) {
        jd_report(jd_reader_log(r), JD_ERROR, "nesting-too-deep", jd_reader_where(r, open),
                  "braces are nested more than %d deep", (int)LIMIT_DEPTH);
        jd_hint(jd_reader_log(r),
                "count several indices by one: i from floor() of it, k from what remains");
        node->broken = true;
        skip_statement(r);
        return;
    }
    if (node->kind->flags & KIND_BLOCK) node->head = r->lexer.behind;
    jd_lexer_next(&r->lexer);
    r->depth++;
    if (node->kind->flags & KIND_BLOCK)
        jd_statements_read(r, node);
    else
        read_clauses(r, node, parent, true);
    r->depth--;
    if (is(r, "}")) {
        jd_lexer_next(&r->lexer);
        return;
    }
    jd_report(jd_reader_log(r), JD_ERROR, "brace-open", jd_reader_where(r, open),
              "the brace that `%s` opens is never closed", node->word);
    jd_hint(jd_reader_log(r), "close it with '}' behind its last %s",
            node->kind->flags & KIND_BLOCK ? "statement" : "clause");
    node->broken = true;
}

static bool begins_line(const Reader *r) {
    const char *text = r->lexer.source->text;
    size_t at = r->lexer.token.span.start;
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) at--;
    return at == 0 || text[at - 1] == '\n';
}

/* A brace may also open on the next line. */
static bool brace_follows(Reader *r) {
    Lexer ahead = r->lexer;
    while (ahead.token.kind == TOKEN_LINE) jd_lexer_next(&ahead);
    if (!jd_token_is(&ahead.token, "{")) return false;
    r->lexer = ahead;
    return true;
}

/* parent: the statement whose clause the node is; NULL: it is a statement itself. Without braces of
 * its own a clause leaves the words it does not know to its parent. */
static void read_clauses(Reader *r, Node *node, const Node *parent, bool braces) {
    const bool takes_braces = node->kind->clauses || node->kind->flags & (KIND_BLOCK | KIND_OPEN);
    for (;;) {
        int words = 1;
        const TokenKind token = r->lexer.token.kind;
        if (at_end(r) || is(r, "}")) return;
        if (!braces && takes_braces && brace_follows(r)) {
            read_braces(r, node, parent);
            return;
        }
        if (token == TOKEN_LINE && !braces) return;
        if (token == TOKEN_LINE) {
            jd_lexer_next(&r->lexer);
            continue;
        }
        const Kind *bare = braces ? match_bare(r, node) : NULL;
        if (bare) {
            read_bare(r, node, bare);
            continue;
        }
        const Kind *kind = jd_kind_match(node->kind->clauses, r, &words);
        if (!kind && (kind = match_field(r, node))) words = 1;
        if (kind) {
            read_clause(r, node, kind, words);
            continue;
        }
        /* In braces, a statement on a line of its own means that the brace was not closed. */
        if (!braces && parent) return;
        if ((!braces || begins_line(r)) && jd_statement_match(r, &words)) return;

        report_unknown_clause(r, node);
        node->broken = true;
        if (!braces) {
            skip_statement(r);
            return;
        }
        jd_lexer_next(&r->lexer);
        skip_clause(r, node);
    }
}

/* ---- Statements ----------------------------------------------------------------------------- */

/* A byte that no text has: the rest of the file is not worth a look. */
static bool is_no_text(const Token *token) {
    const unsigned char byte = (unsigned char)token->span.source->text[token->span.start];
    return token->kind == TOKEN_BAD && (byte < 0x20 || byte == 0x7F);
}

/* A clause that stands in the line behind its statement, without braces. */
static bool hint_clause_below(const Reader *r, const Node *parent) {
    int words;
    const Node *before = parent->block.count ? parent->block.at[parent->block.count - 1] : NULL;
    if (!before || !begins_line(r)) return false;
    const char *word = jd_token_text(&r->lexer.token, r->document->arena);
    const bool field = word && before->kind->flags & KIND_OPEN &&
                       jd_field_known(r->document, before, word) == FIELD_YES;
    if (!field && !jd_kind_match(before->kind->clauses, r, &words)) return false;
    jd_hint(jd_reader_log(r),
            "it is a clause of `%s` in line %d: put it into the same line, or all its clauses "
            "into braces, %s ... { ... }",
            before->word, jd_where_find(jd_reader_where(r, before->span)).line, before->word);
    return true;
}

static void read_unknown_statement(Reader *r, Node *parent) {
    Arena *arena = r->document->arena;
    const Token token = r->lexer.token;
    const char *word = token.kind == TOKEN_WORD ? jd_token_text(&token, arena) : NULL;
    if (!word) {
        jd_report_expected(r, "a statement");
        if (!has_hint(r))
            jd_hint(jd_reader_log(r), "a statement begins with its word: body, joint, point ...");
        while (is_no_text(&token) && !at_end(r)) jd_lexer_next(&r->lexer);
        skip_statement(r);
        return;
    }
    jd_report(jd_reader_log(r), JD_ERROR, "statement-unknown", jd_reader_where(r, token.span),
              "there is no statement '%s'", word);
    Nearest nearest = {.word = word};
    const Kind *kind;
    for (int n = 0; (kind = jd_statement_at(n)); n++) jd_kind_suggest(kind, &nearest);
    const bool below = hint_clause_below(r, parent);
    Lexer ahead = r->lexer;
    jd_lexer_next(&ahead);
    if (nearest.best && !below)
        jd_hint(jd_reader_log(r), "did you mean '%s'?", nearest.best);
    else if (!below && jd_token_is(&ahead.token, "="))
        jd_hint(jd_reader_log(r), "a number with a name is a parameter: param %s = ...", word);
    else if (!below)
        jd_hint(jd_reader_log(r), "`jourdain help language` lists the statements");

    /* What it meant to declare is not unknown from here on, only bad. */
    jd_lexer_next(&r->lexer);
    Node *node =
        r->lexer.token.kind == TOKEN_WORD ? jd_node_new(arena, &unknown_kind, token.span) : NULL;
    if (node) {
        node->broken = true;
        Node **place = PUSH(arena, parent->block);
        if (place) *place = node;
        Reader quiet = *r;
        Messages silence = {0};
        Document document = *r->document;
        document.messages = &silence;
        quiet.document = &document;
        jd_slots_read(&quiet, node, NULL);
    }
    skip_statement(r);
}

static void read_statement(Reader *r, Node *parent) {
    int words;
    const Kind *kind = jd_statement_match(r, &words);
    if (!kind) {
        read_unknown_statement(r, parent);
        return;
    }

    Arena *arena = r->document->arena;
    Node *node = jd_node_new(arena, kind, r->lexer.token.span);
    Node **place = node ? PUSH(arena, parent->block) : NULL;
    if (!place) {
        skip_statement(r);
        return;
    }
    *place = node;

    while (words-- > 0) jd_lexer_next(&r->lexer);
    if (!jd_slots_read(r, node, NULL)) {
        hint_usage(r, kind);
        node->broken = true;
        skip_statement(r);
        return;
    }
    node->head = r->lexer.behind;
    read_clauses(r, node, NULL, false);
    node->end = r->lexer.behind;
    jd_note_type(r->document, node);
    if (!strcmp(kind->word, "include") && !node->broken) jd_include_read(r, node);
}

/* Up to the brace that closes the parent's block, or the end of the text. */
void jd_statements_read(Reader *r, Node *parent) {
    while (!at_end(r) && !(is(r, "}") && r->depth > 0)) {
        const Arena *arena = r->document->arena;
        if (arena->failed || r->document->messages->full) return;
        if (r->lexer.token.kind == TOKEN_LINE)
            jd_lexer_next(&r->lexer);
        else if (!is(r, "}"))
            read_statement(r, parent);
        else {
            jd_report_expected(r, "a statement");
            jd_hint(jd_reader_log(r), "this brace closes nothing");
            jd_lexer_next(&r->lexer);
        }
    }
}

void jd_document_read(Document *document, const Source *source) {
    Reader r = {.document = document};
    jd_lexer_start(&r.lexer, source);
    jd_statements_read(&r, &document->root);
    if (document->keep) jd_comments_bind(document, source);
}
