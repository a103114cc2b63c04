/* SPDX-License-Identifier: MIT
 *
 * Document -> JSON: the mirror of json_read.c, one statement to a line. */
#include "text/json.h"

static void write_node(const Node *node, const char *key, Json *json);

static void write_slot(const SlotShape *shape, const Slot *slot, const char *key, Json *json) {
    if (shape->kind == SLOT_STRING || shape->kind == SLOT_TEXT) {
        jd_json_string(json, key, slot->text ? slot->text : "");
        return;
    }
    Text text = {0};
    jd_slot_write(shape, slot, &text);
    if (text.failed || !text.at)
        json->text.failed = true;
    else
        jd_json_string(json, key, text.at);
    jd_text_free(&text);
}

static void write_row(const Node *node, int from, Json *json) {
    for (int n = 0; node->kind->shape[n].label && from + n < node->slots.count; n++) {
        const Slot *slot = &node->slots.at[from + n];
        if (!slot->expr && !slot->text) continue;
        write_slot(&node->kind->shape[n], slot, node->kind->shape[n].label, json);
    }
}

static void write_rows(const Node *node, const char *key, Json *json) {
    const int width = jd_kind_width(node->kind);
    jd_json_array(json, key);
    for (int n = 0; n < node->slots.count; n += width) {
        bool bare = jd_kind_row_may_be_bare(node->kind);
        for (int k = n + 1; k < n + width && k < node->slots.count; k++)
            bare = bare && !node->slots.at[k].expr && !node->slots.at[k].text;
        if (bare) {
            write_slot(node->kind->shape, &node->slots.at[n], NULL, json);
            continue;
        }
        jd_json_object(json, NULL);
        write_row(node, n, json);
        jd_json_end(json);
    }
    jd_json_end(json);
}

static void write_many(const Node *node, const char *key, Json *json) {
    const bool array = node->slots.count > 1;
    if (array) jd_json_array(json, key);
    for (int n = 0; n < node->slots.count; n++)
        write_slot(node->kind->shape, &node->slots.at[n], array ? NULL : key, json);
    if (array) jd_json_end(json);
}

/* Clauses that may be repeated come as one array; they stand side by side in the tree. */
static void write_clauses(const Node *node, Json *json) {
    for (int n = 0, end; n < node->clauses.count; n = end) {
        const Node *clause = node->clauses.at[n];
        const bool several = clause->kind->flags & KIND_REPEATS && clause->kind != &jd_kind_field;
        for (end = n + 1; several && end < node->clauses.count; end++)
            if (node->clauses.at[end]->kind != clause->kind) break;
        if (several) jd_json_array(json, clause->word);
        for (int k = n; k < end; k++)
            write_node(node->clauses.at[k], several ? NULL : clause->word, json);
        if (several) jd_json_end(json);
    }
}

static void write_block(const Node *parent, Json *json) {
    jd_json_rows(json, "statements");
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        jd_json_object(json, NULL);
        jd_json_write_before(node, n ? parent->block.at[n - 1] : NULL, json);
        write_node(node, node->word, json);
        jd_json_write_behind(node, json);
        jd_json_end(json);
    }
    if (parent->comments && parent->comments->end.count) {
        jd_json_object(json, NULL);
        jd_json_write_end(parent, json);
        jd_json_end(json);
    }
    jd_json_end(json);
}

static void write_object(const Node *node, const char *key, Json *json) {
    jd_json_object(json, key);
    write_row(node, 0, json);
    write_clauses(node, json);
    if (node->kind->flags & KIND_BLOCK) write_block(node, json);
    jd_json_end(json);
}

static void write_node(const Node *node, const char *key, Json *json) {
    const Kind *kind = node->kind;
    const int width = jd_kind_width(kind);
    const bool bare = jd_kind_may_be_bare(kind) && !node->clauses.count;
    if (kind->flags & KIND_ROWS)
        write_rows(node, key, json);
    else if (bare && node->slots.count && node->slots.at[0].expr)
        write_many(node, key, json);
    else if (kind->clauses || kind->flags & (KIND_BLOCK | KIND_OPEN) || width > 1)
        write_object(node, key, json);
    else if (width == 0)
        jd_json_bool(json, key, true);
    else
        write_many(node, key, json);
}

void jd_document_write_json(const Document *document, Text *out) {
    Json json = {.text = *out, .layout = JSON_LINE};
    jd_json_object(&json, NULL);
    write_block(&document->root, &json);
    jd_json_end(&json);
    *out = json.text;
}
