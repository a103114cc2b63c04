/* SPDX-License-Identifier: MIT
 *
 * Comments and blank lines of a text. They stand between its tokens, where the reader does not
 * look; so they are found by a walk of their own, and bound by their places to the statements
 * that were read. Their order never changes: a comment in the midst of an expression, which has
 * no line of its own there, goes to the line above. */
#include "text/inside.h"
#include <string.h>

/* ---- Lines ---------------------------------------------------------------------------------- */

Comments *jd_comments_of(Node *node, Arena *arena) {
    if (!node->comments) node->comments = ARENA_NEW(arena, Comments, 1);
    return node->comments;
}

static const TextLine *last_of(const TextLines *lines) {
    return lines->count ? &lines->at[lines->count - 1] : NULL;
}

static bool is_blank(const TextLine *line) {
    return line->text && !*line->text;
}

void jd_line_comment(TextLines *lines, const char *text, bool beside, Arena *arena) {
    const TextLine *last = last_of(lines);
    const bool alone = last && last->text;
    TextLine *line = PUSH(arena, *lines);
    if (line) *line = (TextLine){.text = text, .beside = beside && !alone};
}

void jd_line_blank(TextLines *lines, Arena *arena) {
    const TextLine *last = last_of(lines);
    if (last && is_blank(last)) return;
    TextLine *line = PUSH(arena, *lines);
    if (line) line->text = "";
}

void jd_line_piece(TextLines *lines, int piece, Arena *arena) {
    TextLine *line = PUSH(arena, *lines);
    if (line) line->piece = piece;
}

void jd_lines_trim(TextLines *lines, bool start, bool end) {
    if (end && lines->count && is_blank(last_of(lines))) lines->count--;
    if (!start || !lines->count || !is_blank(lines->at)) return;
    lines->at++; /* the room behind is of the arena, and nobody's */
    lines->count--, lines->room--;
}

bool jd_lines_say(const TextLines *lines) {
    for (int n = 0; n < lines->count; n++)
        if (lines->at[n].text) return true;
    return false;
}

int jd_node_pieces(const Node *node) {
    const Kind *kind = node->kind;
    if (kind->flags & KIND_BLOCK) return 0;
    if (kind->flags & KIND_ROWS) return node->slots.count / jd_kind_width(kind);
    return node->clauses.count;
}

bool jd_group_begins(const Node *node, const Node *before) {
    return before && before->kind->group != node->kind->group;
}

/* ---- Finding -------------------------------------------------------------------------------- */

typedef struct {
    size_t at;
    const char *text; /* "": a blank line */
    bool beside;      /* something else stands before it on its line */
} Found;

typedef struct {
    Document *document;
    const Source *source;
    LIST(Found) found;
    int next; /* the first that is not bound yet */
} Binder;

static void find(Binder *b, size_t at, const char *text, bool beside) {
    Found *found = PUSH(b->document->arena, b->found);
    if (found) *found = (Found){at, text, beside};
}

/* The comment at a '#'; where it ends. */
static size_t find_comment(Binder *b, size_t at, size_t end, bool beside) {
    const char *text = b->source->text + at, *stop = memchr(text, '\n', end - at);
    const size_t length = stop ? (size_t)(stop - text) : end - at;
    size_t used = length;
    while (strchr(" \t\r", text[used - 1]) && text[used - 1]) used--;

    const Reader r = {.document = b->document};
    if (jd_slot_check_utf8(&r, text, used, (Span){b->source, at, used})) {
        const char *copy = jd_arena_text(b->document->arena, text, used);
        if (copy) find(b, at, copy, beside);
    }
    return at + length;
}

/* Between two tokens there are blanks, comments and ends of lines. */
static void find_between(Binder *b, size_t at, size_t end, bool behind_token) {
    bool begun = behind_token; /* there is something on this line already */
    while (at < end) {
        const char c = b->source->text[at];
        if (c == '#') {
            at = find_comment(b, at, end, begun);
            begun = true;
            continue;
        }
        if (c == '\n' && !begun) find(b, at, "", false);
        if (c == '\n') begun = false;
        at++;
    }
}

static void find_all(Binder *b) {
    Lexer lexer;
    bool behind_token = false;
    jd_lexer_start(&lexer, b->source);
    for (;; jd_lexer_next(&lexer)) {
        const Token *token = &lexer.token;
        if (token->kind == TOKEN_LINE) continue;
        find_between(b, lexer.behind, token->span.start, behind_token);
        behind_token = true;
        if (token->kind == TOKEN_END) return;
    }
}

/* ---- Binding -------------------------------------------------------------------------------- */

/* The next one, if it stands before a place. */
static const Found *next_before(const Binder *b, size_t place) {
    const Found *found = b->next < b->found.count ? &b->found.at[b->next] : NULL;
    return found && found->at < place ? found : NULL;
}

static bool is_comment(const Found *found) {
    return *found->text;
}

/* All up to a place go to the lines, each on a line of its own; blank lines among them if wanted.
 */
static void bind_lines(Binder *b, size_t place, bool blanks, TextLines *lines) {
    for (const Found *found; (found = next_before(b, place)); b->next++) {
        if (is_comment(found))
            jd_line_comment(lines, found->text, false, b->document->arena);
        else if (blanks)
            jd_line_blank(lines, b->document->arena);
    }
}

/* The same, where the first may stand beside a piece. */
static void bind_between(Binder *b, size_t place, TextLines *lines) {
    const Found *found = next_before(b, place);
    if (found && found->beside && is_comment(found)) {
        jd_line_comment(lines, found->text, true, b->document->arena);
        b->next++;
    }
    bind_lines(b, place, true, lines);
}

static bool is_rows(const Node *node) {
    return node->kind->flags & KIND_ROWS;
}

static size_t row_start(const Node *node, int row) {
    return node->slots.at[row * jd_kind_width(node->kind)].span.start;
}

static size_t row_end(const Node *node, int row) {
    const int width = jd_kind_width(node->kind);
    size_t end = 0;
    for (int n = row * width; n < (row + 1) * width; n++) {
        const Span span = node->slots.at[n].span;
        if (span.start + span.length > end) end = span.start + span.length;
    }
    return end;
}

/* The pieces in the order in which they were said. */
static int *order_said(const Node *node, Arena *arena) {
    const int count = jd_node_pieces(node);
    int *order = ARENA_NEW(arena, int, count + 1);
    for (int n = 0; order && n < count; n++)
        order[is_rows(node) ? n : node->clauses.at[n]->said] = n;
    return order;
}

static void bind_pieces(Binder *b, const Node *node, TextLines *lines) {
    Arena *arena = b->document->arena;
    const int *order = order_said(node, arena), count = order ? jd_node_pieces(node) : 0;
    for (int n = 0; n < count; n++) {
        const int piece = order[n];
        const Node *clause = is_rows(node) ? NULL : node->clauses.at[piece];
        bind_between(b, clause ? clause->span.start : row_start(node, piece), lines);
        bind_lines(b, clause ? clause->end : row_end(node, piece), false, lines);
        jd_line_piece(lines, piece, arena);
    }
    bind_between(b, node->end, lines);
    jd_lines_trim(lines, true, true);
}

static void bind_block(Binder *b, Node *parent, size_t end);

static void bind_statement(Binder *b, Node *node, size_t next) {
    Arena *arena = b->document->arena;
    Comments *comments = next_before(b, next) ? jd_comments_of(node, arena) : NULL;
    if (!comments) return;
    bind_lines(b, node->span.start, true, &comments->before);
    bind_lines(b, is_rows(node) ? row_end(node, 0) : node->head, false, &comments->before);

    if (node->kind->flags & KIND_BLOCK) {
        const Found *open = next_before(b, node->end);
        const size_t first = node->block.count ? node->block.at[0]->span.start : node->end;
        if (open && open->beside && is_comment(open) && open->at < first) {
            jd_line_comment(&comments->inside, open->text, true, arena);
            b->next++;
        }
        bind_block(b, node, node->end);
    } else if (next_before(b, node->end)) {
        bind_pieces(b, node, &comments->inside);
        if (!jd_lines_say(&comments->inside)) comments->inside.count = 0;
    }
    const Found *behind = next_before(b, next);
    if (!behind || !behind->beside || !is_comment(behind)) return;
    comments->beside = behind->text;
    b->next++;
}

/* The statements of a block, and what stands behind the last of them. */
static void bind_block(Binder *b, Node *parent, size_t end) {
    for (int n = 0; n < parent->block.count; n++) {
        const size_t next = n + 1 < parent->block.count ? parent->block.at[n + 1]->span.start : end;
        Node *node = parent->block.at[n];
        bind_statement(b, node, next);
        if (!n && node->comments) jd_lines_trim(&node->comments->before, true, false);
    }
    Comments *comments = next_before(b, end) ? jd_comments_of(parent, b->document->arena) : NULL;
    if (!comments) return;
    bind_lines(b, end, true, &comments->end);
    jd_lines_trim(&comments->end, !parent->block.count, true);
}

void jd_comments_bind(Document *document, const Source *source) {
    if (jd_messages_failed(document->messages)) return;
    Binder b = {.document = document, .source = source};
    find_all(&b);
    if (!jd_messages_failed(document->messages)) bind_block(&b, &document->root, SIZE_MAX);
}
