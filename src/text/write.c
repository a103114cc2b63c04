/* SPDX-License-Identifier: MIT
 *
 * Document -> text in its canonical layout: clauses in the order of the table, one line where it
 * fits, braces and a line per clause where it does not. Reads back as the same tree. */
#include "text/inside.h"
#include <string.h>

enum { LINE_WIDTH = 100, INDENT = 4 };

typedef struct {
    const Document *document;
    Text *out;
    LIST(size_t) marks; /* where comments stand beside something */
} Page;

static void write_blanks(int count, Text *out) {
    for (int n = 0; n < count; n++) jd_text_add(out, " ", 1);
}

static void write_indent(int depth, Text *out) {
    write_blanks(depth * INDENT, out);
}

/* Values side by side can be told apart if they are names, and none is a word of the parent. */
static bool needs_commas(const Node *node, const Node *parent) {
    for (int n = 0; n < node->slots.count; n++) {
        const Expr *expr = node->slots.at[n].expr;
        if (!expr || !jd_expr_is_path(expr)) return true; /* words, too */
        while (expr->count) expr = expr->args[0];
        for (const Kind *k = parent->kind->clauses; k && k->word; k++)
            if (strncmp(k->word, expr->text, strlen(expr->text)) == 0) return true;
        if (parent->kind->flags & KIND_OPEN && jd_node_clause(parent, expr->text)) return true;
    }
    return false;
}

static void write_slot(const SlotShape *shape, const Slot *slot, Text *out) {
    if (shape->before) jd_text_print(out, "%s ", shape->before);
    jd_slot_write(shape, slot, out);
}

static void write_slots(const Node *node, const Node *parent, Text *out) {
    const int width = jd_kind_width(node->kind);
    const bool many = node->kind->shape[0].flags & (SLOT_TWO | SLOT_MANY);
    const bool commas = !many || needs_commas(node, parent);
    for (int n = 0; n < node->slots.count; n++) {
        const Slot *slot = &node->slots.at[n];
        if (!slot->expr && !slot->text) continue;
        if (n && n % width == 0 && commas) jd_text_add(out, ",", 1);
        jd_text_add(out, " ", 1);
        write_slot(&node->kind->shape[many ? 0 : n % width], slot, out);
    }
}

static void write_head(const Node *node, const Node *parent, Text *out) {
    jd_text_add(out, node->word, strlen(node->word));
    write_slots(node, parent, out);
}

/* A clause with its own clauses behind it, on one line. */
static void write_clause(const Node *clause, const Node *parent, Text *out) {
    write_head(clause, parent, out);
    for (int n = 0; n < clause->clauses.count; n++) {
        jd_text_add(out, "  ", 2);
        write_clause(clause->clauses.at[n], clause, out);
    }
}

/* Whether clauses could be misread when they share a line: words behind `frame` would be taken for
 * the frame's, a field of an unknown type behind `at P` for the second point, a field `m` for
 * metres. */
static bool needs_lines(const Document *document, const Node *node) {
    for (int n = 0; n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        Unit unit;
        if (clause->kind->clauses) return true;
        if (clause->kind != &jd_kind_field) continue;
        if (jd_field_known(document, node, clause->word) != FIELD_YES) return true;
        if (jd_unit_find(clause->word, strlen(clause->word), &unit)) return true;
    }
    return false;
}

static bool has_values(const Node *node) {
    for (int n = 0; n < node->slots.count; n++)
        if (node->slots.at[n].expr || node->slots.at[n].text) return true;
    return false;
}

static bool write_on_one_line(const Page *page, const Node *node) {
    if (needs_lines(page->document, node)) return false;
    Text *out = page->out;
    const size_t before = out->count;
    const bool braces = node->kind->flags & KIND_BRACES;
    if (braces) jd_text_add(out, " {", 2);
    for (int n = 0; n < node->clauses.count; n++) {
        const bool wide = n || (!braces && has_values(node));
        jd_text_add(out, "  ", wide ? 2 : 1);
        write_clause(node->clauses.at[n], node, out);
    }
    if (braces) jd_text_add(out, " }", 2);

    const char *line = out->failed ? NULL : out->at + before;
    size_t length = line ? out->count - before : 0;
    for (const char *s = line; s && s > out->at && s[-1] != '\n'; s--) length++;
    if (length <= LINE_WIDTH || !node->clauses.count) return true;
    out->count = before; /* too long: take it back */
    out->at[before] = '\0';
    return false;
}

/* ---- Comments ------------------------------------------------------------------------------- */

static void write_line(const char *text, int indent, Text *out) {
    if (*text) write_blanks(indent, out);
    jd_text_print(out, "%s\n", text);
}

static void write_lines(const TextLines *lines, int depth, Text *out) {
    for (int n = 0; n < lines->count; n++) write_line(lines->at[n].text, depth * INDENT, out);
}

/* The end of a line, with the comment beside it. */
static void end_line(Page *page, const char *beside) {
    if (beside) {
        size_t *mark = PUSH(page->document->arena, page->marks);
        if (mark) *mark = page->out->count;
    }
    jd_text_print(page->out, "%s\n", beside ? beside : "");
}

/* The comment beside the line before this one. */
static const char *beside_at(const TextLines *lines, int n) {
    return n < lines->count && lines->at[n].beside ? lines->at[n].text : NULL;
}

static void write_row(const Node *node, int row, Text *out) {
    const int width = jd_kind_width(node->kind);
    for (int n = 0; n < width; n++) {
        const Slot *slot = &node->slots.at[row * width + n];
        if (!slot->expr && !slot->text) continue;
        if (n) jd_text_add(out, " ", 1);
        write_slot(&node->kind->shape[n], slot, out);
    }
}

/* Rows with something between them, below each other: `start a = 1,   # of the crank` */
static void write_rows_apart(Page *page, const Node *node, int depth) {
    const int indent = depth * INDENT + (int)strlen(node->word) + 1;
    const TextLines *lines = &node->comments->inside;
    const int rows = jd_node_pieces(node);
    for (int n = 0; n < lines->count; n++) {
        const TextLine *line = &lines->at[n];
        if (line->text && !line->beside) write_line(line->text, indent, page->out);
        if (line->text) continue;
        write_blanks(line->piece ? indent : 1, page->out);
        write_row(node, line->piece, page->out);
        if (line->piece == rows - 1) return;
        jd_text_add(page->out, ",", 1);
        end_line(page, beside_at(lines, n + 1));
    }
}

/* Clauses on lines of their own: as they were said if something stands between them, else in the
 * order of the table. */
static void write_clauses_apart(Page *page, const Node *node, int depth) {
    static const TextLines none = {0};
    const TextLines *lines = node->comments ? &node->comments->inside : &none;
    const int count = lines->count ? lines->count : node->clauses.count;
    jd_text_add(page->out, " {", 2);
    end_line(page, beside_at(lines, 0));
    for (int n = 0; n < count; n++) {
        const TextLine line = lines->count ? lines->at[n] : (TextLine){.piece = n};
        if (line.text && !line.beside) write_line(line.text, (depth + 1) * INDENT, page->out);
        if (line.text) continue;
        write_indent(depth + 1, page->out);
        write_clause(node->clauses.at[line.piece], node, page->out);
        end_line(page, beside_at(lines, n + 1));
    }
    write_indent(depth, page->out);
    jd_text_add(page->out, "}", 1);
}

/* ---- Statements ----------------------------------------------------------------------------- */

static void write_block(Page *page, const Node *parent, int depth);

static void write_braces(Page *page, const Node *node, int depth) {
    for (int n = 0; n < node->clauses.count; n++) {
        jd_text_add(page->out, " ", 1);
        write_clause(node->clauses.at[n], node, page->out);
    }
    jd_text_add(page->out, " {", 2);
    end_line(page, node->comments ? beside_at(&node->comments->inside, 0) : NULL);
    write_block(page, node, depth + 1);
    write_indent(depth, page->out);
    jd_text_add(page->out, "}", 1);
}

static void write_statement(Page *page, const Node *node, int depth) {
    const Comments *comments = node->comments;
    const bool apart = comments && comments->inside.count;
    write_indent(depth, page->out);
    jd_text_add(page->out, node->word, strlen(node->word));
    if (apart && node->kind->flags & KIND_ROWS) {
        write_rows_apart(page, node, depth);
    } else {
        write_slots(node, NULL, page->out);
        if (node->kind->flags & KIND_BLOCK)
            write_braces(page, node, depth);
        else if (apart || !write_on_one_line(page, node))
            write_clauses_apart(page, node, depth);
    }
    end_line(page, comments ? comments->beside : NULL);
}

static bool has_blank(const TextLines *lines) {
    for (int n = 0; n < lines->count; n++)
        if (!*lines->at[n].text) return true;
    return false;
}

static void write_block(Page *page, const Node *parent, int depth) {
    static const TextLines none = {0};
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        const TextLines *lines = node->comments ? &node->comments->before : &none;
        if (jd_group_begins(node, n ? parent->block.at[n - 1] : NULL) && !has_blank(lines))
            jd_text_add(page->out, "\n", 1);
        write_lines(lines, depth, page->out);
        write_statement(page, node, depth);
    }
    if (parent->comments) write_lines(&parent->comments->end, depth, page->out);
}

void jd_document_write(const Document *document, Text *out) {
    Page page = {.document = document, .out = out};
    jd_text_add(out, "", 0);
    write_block(&page, &document->root, 0);
    if (page.marks.count) jd_text_align(out, page.marks.at, page.marks.count);
}
