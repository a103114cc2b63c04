/* SPDX-License-Identifier: MIT
 *
 * Document -> text in its canonical layout: clauses in the order of the table, one line where it
 * fits, braces and a line per clause where it does not. Reads back as the same tree. */
#include "text/inside.h"
#include <string.h>

enum { LINE_WIDTH = 100, INDENT = 4 };

static void write_indent(int depth, Text *out) {
    for (int n = 0; n < depth * INDENT; n++) jd_text_add(out, " ", 1);
}

/* Values side by side can be told apart if they are names, and none is a word of the parent. */
static bool needs_commas(const Node *node, const Node *parent) {
    for (int n = 0; n < node->slots.count; n++) {
        const Expr *expr = node->slots.at[n].expr;
        if (!jd_expr_is_path(expr)) return true;
        while (expr->count) expr = expr->args[0];
        for (const Kind *k = parent->kind->clauses; k && k->word; k++)
            if (strncmp(k->word, expr->text, strlen(expr->text)) == 0) return true;
        if (parent->kind->flags & KIND_OPEN && jd_node_clause(parent, expr->text)) return true;
    }
    return false;
}

static void write_slots(const Node *node, const Node *parent, Text *out) {
    const int width = jd_kind_width(node->kind);
    const bool many = node->kind->shape[0].flags & (SLOT_TWO | SLOT_MANY);
    const bool commas = !many || needs_commas(node, parent);
    for (int n = 0; n < node->slots.count; n++) {
        const SlotShape *shape = &node->kind->shape[many ? 0 : n % width];
        const Slot *slot = &node->slots.at[n];
        if (!slot->expr && !slot->text) continue;
        if (n && n % width == 0 && commas) jd_text_add(out, ",", 1);
        jd_text_add(out, " ", 1);
        if (shape->before) jd_text_print(out, "%s ", shape->before);
        jd_slot_write(shape, slot, out);
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

static bool write_on_one_line(const Document *document, const Node *node, Text *out) {
    if (needs_lines(document, node)) return false;
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

static void write_block(const Document *document, const Node *parent, int depth, Text *out);

static void write_statement(const Document *document, const Node *node, int depth, Text *out) {
    write_indent(depth, out);
    write_head(node, NULL, out);
    if (node->kind->flags & KIND_BLOCK) {
        for (int n = 0; n < node->clauses.count; n++) {
            jd_text_add(out, " ", 1);
            write_clause(node->clauses.at[n], node, out);
        }
        jd_text_print(out, " {\n");
        write_block(document, node, depth + 1, out);
        write_indent(depth, out);
        jd_text_print(out, "}\n");
        return;
    }
    if (!write_on_one_line(document, node, out)) {
        jd_text_print(out, " {\n");
        for (int n = 0; n < node->clauses.count; n++) {
            write_indent(depth + 1, out);
            write_clause(node->clauses.at[n], node, out);
            jd_text_add(out, "\n", 1);
        }
        write_indent(depth, out);
        jd_text_add(out, "}", 1);
    }
    jd_text_add(out, "\n", 1);
}

static void write_block(const Document *document, const Node *parent, int depth, Text *out) {
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        const Node *before = n ? parent->block.at[n - 1] : NULL;
        if (before && before->kind->group != node->kind->group) jd_text_add(out, "\n", 1);
        write_statement(document, node, depth, out);
    }
}

void jd_document_write(const Document *document, Text *out) {
    jd_text_add(out, "", 0);
    write_block(document, &document->root, 0, out);
}
