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

/* ---- Clauses -------------------------------------------------------------------------------- */

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
        jd_hint_usage(r, kind);
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
        jd_hint_usage(r, kind);
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

        jd_report_unknown_clause(r, node);
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
    return token->kind == TOKEN_BAD && (byte < 0x20 || byte == 0x7F || byte >= 0xFE);
}

/* A clause that stands in the line behind its statement, without braces. */
static bool hint_clause_below(const Reader *r, const Node *parent) {
    int words;
    int n = parent->block.count - 1;
    while (n >= 0 && parent->block.at[n]->kind == &unknown_kind) n--; /* another clause of it */
    const Node *before = n >= 0 ? parent->block.at[n] : NULL;
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

/* Words that no statement has here, and every model of Modelica there. */
static bool hint_modelica(const Reader *r, const char *word) {
    if (!jd_word_in_list(word, "inner outer extends equation algorithm end annotation Modelica"))
        return false;
    jd_hint(jd_reader_log(r), "this is Modelica; `jourdain help modelica` names the page for those "
                              "who come from there");
    return true;
}

/* `bodies:`, `arm.mass = 3`: by the sign behind the word. */
static bool hint_sign(const Reader *r, const char *word, const Token *sign) {
    if (!sign->tight) return false;
    if (jd_token_is(sign, ":"))
        jd_hint(jd_reader_log(r),
                "a word has no ':' behind it, and each body and joint a statement of its own: "
                "body crank { mass 1 kg }");
    if (jd_token_is(sign, "."))
        jd_hint(jd_reader_log(r),
                "what '%s' has is said where it is defined, body %s { mass 1 kg }; what it begins "
                "with by `start`",
                word, word);
    return jd_token_is(sign, ":") || jd_token_is(sign, ".");
}

static void read_unknown_statement(Reader *r, Node *parent) {
    Arena *arena = r->document->arena;
    const Token token = r->lexer.token;
    const char *word = token.kind == TOKEN_WORD ? jd_token_text(&token, arena) : NULL;
    if (!word) {
        jd_report_expected(r, "a statement");
        if (!jd_has_hint(r))
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
    Lexer ahead = r->lexer;
    jd_lexer_next(&ahead);
    const bool below =
        hint_clause_below(r, parent) || hint_modelica(r, word) || hint_sign(r, word, &ahead.token);
    if (nearest.best && !below)
        jd_hint(jd_reader_log(r), "did you mean '%s'?", nearest.best);
    else if (!below && jd_token_is(&ahead.token, "="))
        jd_hint(jd_reader_log(r), "a number with a name is a parameter: param %s = ...", word);
    else if (!below)
        jd_hint(jd_reader_log(r), "`jourdain help language` lists the statements");

    /* What it meant to declare is not unknown from here on, only bad. */
    if (!jd_token_is(&ahead.token, "=")) jd_lexer_next(&r->lexer);
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
        jd_hint_name(r, node);
        jd_hint_dashes(r, node);
        jd_hint_equals_missing(r, node);
        jd_hint_usage(r, kind);
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
