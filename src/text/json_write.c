/* SPDX-License-Identifier: MIT
 *
 * Document -> JSON: the mirror of json_read.c, one statement to a line. */
#include "text/json.h"
#include <string.h>

static void write_node(const Node *node, int depth, Text *out);

static void write_slot(const SlotShape *shape, const Slot *slot, Text *out) {
    if (shape->kind == SLOT_STRING || shape->kind == SLOT_TEXT) {
        jd_text_json(out, slot->text ? slot->text : "");
        return;
    }
    Text text = {0};
    jd_slot_write(shape, slot, &text);
    if (text.failed || !text.at)
        out->failed = true;
    else
        jd_text_json(out, text.at);
    jd_text_free(&text);
}

static void write_key(const char *key, bool *first, Text *out) {
    jd_text_print(out, "%s\"%s\": ", *first ? "" : ", ", key);
    *first = false;
}

static void write_row(const Node *node, int from, bool *first, Text *out) {
    for (int n = 0; node->kind->shape[n].label && from + n < node->slots.count; n++) {
        const Slot *slot = &node->slots.at[from + n];
        if (!slot->expr && !slot->text) continue;
        write_key(node->kind->shape[n].label, first, out);
        write_slot(&node->kind->shape[n], slot, out);
    }
}

static void write_rows(const Node *node, Text *out) {
    const int width = jd_kind_width(node->kind);
    jd_text_print(out, "[");
    for (int n = 0; n < node->slots.count; n += width) {
        bool first = true;
        if (n) jd_text_print(out, ", ");
        if (width == 1) {
            write_slot(node->kind->shape, &node->slots.at[n], out);
            continue;
        }
        jd_text_print(out, "{");
        write_row(node, n, &first, out);
        jd_text_print(out, "}");
    }
    jd_text_print(out, "]");
}

static void write_many(const Node *node, Text *out) {
    const bool array = node->slots.count > 1;
    if (array) jd_text_print(out, "[");
    for (int n = 0; n < node->slots.count; n++) {
        if (n) jd_text_print(out, ", ");
        write_slot(node->kind->shape, &node->slots.at[n], out);
    }
    if (array) jd_text_print(out, "]");
}

/* Clauses that may be repeated come as one array; they stand side by side in the tree. */
static void write_clauses(const Node *node, int depth, bool *first, Text *out) {
    for (int n = 0, end; n < node->clauses.count; n = end) {
        const Node *clause = node->clauses.at[n];
        const bool several = clause->kind->flags & KIND_REPEATS && clause->kind != &jd_kind_field;
        for (end = n + 1; several && end < node->clauses.count; end++)
            if (node->clauses.at[end]->kind != clause->kind) break;
        write_key(clause->word, first, out);
        if (several) jd_text_print(out, "[");
        for (int k = n; k < end; k++) {
            if (k > n) jd_text_print(out, ", ");
            write_node(node->clauses.at[k], depth, out);
        }
        if (several) jd_text_print(out, "]");
    }
}

static void write_block(const Node *parent, int depth, Text *out) {
    jd_text_print(out, "[");
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        jd_text_print(out, "%s\n%*s{", n ? "," : "", 2 * depth, "");
        jd_json_write_before(node, n ? parent->block.at[n - 1] : NULL, out);
        jd_text_print(out, "\"%s\": ", node->word);
        write_node(node, depth, out);
        jd_json_write_behind(node, out);
        jd_text_print(out, "}");
    }
    if (parent->comments && parent->comments->end.count) {
        jd_text_print(out, "%s\n%*s{", parent->block.count ? "," : "", 2 * depth, "");
        jd_json_write_end(parent, out);
        jd_text_print(out, "}");
    }
    jd_text_print(out, "\n%*s]", 2 * (depth - 1), "");
}

static void write_object(const Node *node, int depth, Text *out) {
    bool first = true;
    jd_text_print(out, "{");
    write_row(node, 0, &first, out);
    write_clauses(node, depth, &first, out);
    if (node->kind->flags & KIND_BLOCK) {
        write_key("statements", &first, out);
        write_block(node, depth + 1, out);
    }
    jd_text_print(out, "}");
}

static void write_node(const Node *node, int depth, Text *out) {
    const Kind *kind = node->kind;
    const int width = jd_kind_width(kind);
    const bool bare = jd_kind_may_be_bare(kind) && !node->clauses.count;
    if (kind->flags & KIND_ROWS)
        write_rows(node, out);
    else if (bare && node->slots.count && node->slots.at[0].expr)
        write_many(node, out);
    else if (kind->clauses || kind->flags & (KIND_BLOCK | KIND_OPEN) || width > 1)
        write_object(node, depth, out);
    else if (width == 0)
        jd_text_print(out, "true");
    else
        write_many(node, out);
}

void jd_document_write_json(const Document *document, Text *out) {
    jd_text_print(out, "{\"statements\": ");
    write_block(&document->root, 1, out);
    jd_text_print(out, "}\n");
}
