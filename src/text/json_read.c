/* SPDX-License-Identifier: MIT
 *
 * JSON -> Document: the same grammar table, the same slots. A statement is {"word": value}; the
 * value is true, a slot, an array of slots or rows, or an object of slots by label and clauses by
 * word. */
#include "text/json.h"
#include <string.h>

static bool read_node(Reader *r, Node *node, const JsonValue *json);

static bool report_shape(const Reader *r, const JsonValue *json, const Node *node,
                         const char *wanted) {
    jd_report(jd_reader_log(r), JD_ERROR, "json-shape", jd_reader_where(r, json->span),
              "\"%s\" wants %s here, found %s", node->word, wanted, jd_json_kind_word(json));
    jd_hint(jd_reader_log(r), "`jourdain fmt --json` shows the JSON of a model text");
    return false;
}

/* ---- Slots ---------------------------------------------------------------------------------- */

/* A string may hold what fits on one line of text. */
static bool read_text_slot(const Reader *r, const JsonValue *json, Slot *slot) {
    slot->text = json->text;
    slot->span = json->span;
    if (!jd_slot_check_utf8(r, json->text, strlen(json->text), json->span)) return false;
    for (const char *c = json->text; *c; c++) {
        if ((unsigned char)*c >= 0x20 || *c == '\t') continue;
        jd_report(jd_reader_log(r), JD_ERROR, "json-shape", jd_reader_where(r, json->span),
                  "this text may not hold control characters");
        return false;
    }
    return true;
}

/* Reads the inside of a string, or a number, in place, so that mistakes in it are shown there. */
static bool read_slot(Reader *r, const SlotShape *shape, const JsonValue *json, const Node *node,
                      Slot *slot) {
    const bool string = json->kind == JSON_STRING;
    if (!string && !(json->kind == JSON_NUMBER && shape->kind == SLOT_EXPR))
        return report_shape(r, json, node,
                            shape->kind == SLOT_EXPR ? "a string or number" : "a string");
    if (shape->kind == SLOT_STRING || shape->kind == SLOT_TEXT)
        return read_text_slot(r, json, slot);
    if (json->escaped) return report_shape(r, json, node, "a string without backslashes");

    Source *view = ARENA_NEW(r->document->sources, Source, 1);
    if (!view) return false;
    *view = *r->lexer.source;
    view->length = json->span.start + json->span.length - string;
    Reader inner = {.document = r->document,
                    .lexer = {.source = view, .at = json->span.start + string}};
    jd_lexer_next(&inner.lexer);
    bool good = jd_slot_read(&inner, shape, slot);
    if (good && inner.lexer.token.kind != TOKEN_END)
        good = jd_report_expected(&inner, "the end of this string");
    view->length = r->lexer.source->length;
    return good;
}

static bool read_slots_by_label(Reader *r, Node *node, const JsonValue *json) {
    for (const SlotShape *shape = node->kind->shape; shape->label; shape++) {
        Slot *slot = PUSH(r->document->arena, node->slots);
        const JsonValue *member = jd_json_member(json, shape->label);
        if (!slot) return false;
        if (member && !read_slot(r, shape, member, node, slot)) return false;
        if (member || shape->flags & SLOT_OPTIONAL) continue;
        jd_report(jd_reader_log(r), JD_ERROR, "json-shape", jd_reader_where(r, json->span),
                  "\"%s\" lacks \"%s\"", node->word, shape->label);
        return false;
    }
    return true;
}

static bool is_label(const Kind *kind, const char *key) {
    for (const SlotShape *shape = kind->shape; shape->label; shape++)
        if (strcmp(shape->label, key) == 0) return true;
    return false;
}

/* ---- Clauses -------------------------------------------------------------------------------- */

static bool add_clause(Reader *r, Node *node, const Kind *kind, const JsonValue *json,
                       const JsonValue *key) {
    if (json->kind == JSON_FALSE && !jd_kind_width(kind)) return true;
    Node *clause = jd_node_new(r->document->arena, kind, key->key_span);
    if (!clause) return false;
    if (kind == &jd_kind_field) clause->word = key->key;
    if (!read_node(r, clause, json)) return false;
    jd_node_add_clause(node, clause, r);
    return true;
}

/* As in text: a word that begins a statement is a field only of a type that has it. */
static bool may_be_field(const Reader *r, const Node *node, const char *key) {
    if (!(node->kind->flags & KIND_OPEN) || !jd_is_word(key)) return false;
    return !jd_statement_find(key) || jd_field_known(r->document, node, key) == FIELD_YES;
}

static bool read_member(Reader *r, Node *node, const JsonValue *member) {
    const Kind *kind = jd_kind_find(node->kind->clauses, member->key);
    if (!kind && may_be_field(r, node, member->key)) kind = &jd_kind_field;
    if (!kind) {
        jd_report(jd_reader_log(r), JD_ERROR, "clause-unknown",
                  jd_reader_where(r, member->key_span), "`%s` has no clause '%s'", node->word,
                  member->key);
        Nearest nearest = {.word = member->key};
        for (const Kind *k = node->kind->clauses; k && k->word; k++) jd_kind_suggest(k, &nearest);
        if (nearest.best)
            jd_hint(jd_reader_log(r), "did you mean '%s'?", nearest.best);
        else
            jd_hint(jd_reader_log(r),
                    "`jourdain help language` lists statements and their clauses");
        return false;
    }
    const bool several = kind->flags & KIND_REPEATS && kind != &jd_kind_field;
    if (!several || member->kind != JSON_ARRAY) return add_clause(r, node, kind, member, member);
    bool good = true;
    for (int n = 0; n < member->items.count; n++)
        if (!add_clause(r, node, kind, member->items.at[n], member)) good = false;
    return good;
}

static void read_block(Reader *r, Node *parent, const JsonValue *json);

static bool read_object(Reader *r, Node *node, const JsonValue *json) {
    if (json->kind != JSON_OBJECT) return report_shape(r, json, node, "an object");
    bool good = read_slots_by_label(r, node, json);
    for (int n = 0; n < json->items.count; n++) {
        const JsonValue *member = json->items.at[n];
        if (is_label(node->kind, member->key)) continue;
        if (node->kind->flags & KIND_BLOCK && strcmp(member->key, "statements") == 0)
            read_block(r, node, member);
        else if (!read_member(r, node, member))
            good = false;
    }
    return good;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static bool read_many(Reader *r, Node *node, const SlotShape *shape, const JsonValue *json) {
    const bool array = json->kind == JSON_ARRAY;
    const int count = array ? json->items.count : 1;
    if (!count || (shape->flags & SLOT_TWO && count > 2))
        return report_shape(r, json, node,
                            shape->flags & SLOT_TWO ? "one or two values" : "values");
    for (int n = 0; n < count; n++) {
        Slot *slot = PUSH(r->document->arena, node->slots);
        if (!slot || !read_slot(r, shape, array ? json->items.at[n] : json, node, slot))
            return false;
    }
    return true;
}

/* The first slot alone. */
static bool read_bare_row(Reader *r, Node *node, const JsonValue *row) {
    const int width = jd_kind_width(node->kind);
    Slot *slot = PUSH(r->document->arena, node->slots);
    if (!slot || !read_slot(r, node->kind->shape, row, node, slot)) return false;
    for (int n = 1; slot && n < width; n++) slot = PUSH(r->document->arena, node->slots);
    return slot;
}

static bool read_rows(Reader *r, Node *node, const JsonValue *json) {
    if (json->kind != JSON_ARRAY || !json->items.count)
        return report_shape(r, json, node, "an array");
    const int width = jd_kind_width(node->kind);
    for (int n = 0; n < json->items.count; n++) {
        const JsonValue *row = json->items.at[n];
        if (row->kind != JSON_OBJECT && jd_kind_row_may_be_bare(node->kind)) {
            if (!read_bare_row(r, node, row)) return false;
            continue;
        }
        if (width > 1 && row->kind != JSON_OBJECT) return report_shape(r, row, node, "an object");
        if (width > 1 && !read_slots_by_label(r, node, row)) return false;
        for (int k = 0; width > 1 && k < row->items.count; k++) {
            if (is_label(node->kind, row->items.at[k]->key)) continue;
            return report_shape(r, row->items.at[k], node, "no other key");
        }
        if (width == 1 && !read_bare_row(r, node, row)) return false;
    }
    return true;
}

static bool read_node(Reader *r, Node *node, const JsonValue *json) {
    const Kind *kind = node->kind;
    const SlotShape *shape = kind->shape;
    const int width = jd_kind_width(kind);
    if (kind->flags & KIND_ROWS) return read_rows(r, node, json);
    const bool bare = jd_kind_may_be_bare(kind) && json->kind != JSON_OBJECT;
    const bool object = kind->clauses || kind->flags & (KIND_BLOCK | KIND_OPEN) || width > 1;
    if (object && !bare) return read_object(r, node, json);
    if (width == 0) return json->kind == JSON_TRUE || report_shape(r, json, node, "true");
    if (shape->flags & (SLOT_TWO | SLOT_MANY)) return read_many(r, node, shape, json);
    Slot *slot = PUSH(r->document->arena, node->slots);
    return slot && read_slot(r, shape, json, node, slot);
}

/* The member that says the word of a statement, beside those that say its comments; NULL after a
 * report. */
static const JsonValue *find_statement(const Reader *r, const JsonValue *json) {
    const JsonValue *found = NULL;
    int others = 0;
    for (int n = 0; json->kind == JSON_OBJECT && n < json->items.count; n++) {
        if (jd_json_is_comment(json->items.at[n])) continue;
        found = json->items.at[n];
        others++;
    }
    if (others == 1) return found;
    jd_report(jd_reader_log(r), JD_ERROR, "json-shape", jd_reader_where(r, json->span),
              "a statement is an object with one key, its word");
    jd_hint(jd_reader_log(r), "such as {\"param\": {\"name\": \"r\", \"value\": \"153 mm\"}}");
    return NULL;
}

static void read_statement(Reader *r, Node *parent, const JsonValue *json) {
    const JsonValue *member = find_statement(r, json);
    if (!member) return;
    const Kind *kind = jd_statement_find(member->key);
    if (!kind) {
        jd_report(jd_reader_log(r), JD_ERROR, "statement-unknown",
                  jd_reader_where(r, member->key_span), "there is no statement '%s'", member->key);
        Nearest nearest = {.word = member->key};
        const Kind *k;
        for (int n = 0; (k = jd_statement_at(n)); n++) jd_kind_suggest(k, &nearest);
        if (nearest.best)
            jd_hint(jd_reader_log(r), "did you mean '%s'?", nearest.best);
        else
            jd_hint(jd_reader_log(r),
                    "`jourdain help language` lists statements and their clauses");
        return;
    }
    Node *node = jd_node_new(r->document->arena, kind, member->key_span);
    Node **place = node ? PUSH(r->document->arena, parent->block) : NULL;
    if (!place) return;
    *place = node;
    if (!read_node(r, node, member)) node->broken = true;
    if (!node->broken && !jd_json_read_comments(r, node, json)) node->broken = true;
    jd_note_type(r->document, node);
    if (strcmp(kind->word, "include") == 0 && !node->broken) jd_include_read(r, node);
}

static void read_block(Reader *r, Node *parent, const JsonValue *json) {
    if (json->kind != JSON_ARRAY || r->depth > LIMIT_DEPTH) {
        report_shape(r, json, parent, "an array of statements, not nested too deep,");
        return;
    }
    r->depth++;
    const int count = json->items.count;
    const bool end = count && jd_json_is_end(json->items.at[count - 1]);
    for (int n = 0; n < count - end && !r->document->messages->full; n++)
        read_statement(r, parent, json->items.at[n]);
    if (end) jd_json_read_end(r, parent, json->items.at[count - 1]);
    Node *first = parent->block.count ? parent->block.at[0] : NULL;
    if (first && first->comments) jd_lines_trim(&first->comments->before, true, false);
    r->depth--;
}

void jd_json_statements(Document *document, const Source *source, const Reader *outer,
                        Node *parent) {
    Reader r = {.lexer = {.source = source}, .document = document, .outer = outer};
    const JsonValue *json = jd_json_read(source, document->arena, document->messages);
    if (!json) {
        parent->broken = true;
        return;
    }
    const JsonValue *statements =
        json->kind == JSON_OBJECT ? jd_json_member(json, "statements") : NULL;
    if (!statements || json->items.count != 1) {
        jd_report(jd_reader_log(&r), JD_ERROR, "json-shape", jd_reader_where(&r, json->span),
                  "a model is an object with the one key \"statements\"");
        return;
    }
    Node named = {.word = "statements"};
    if (statements->kind != JSON_ARRAY) {
        report_shape(&r, statements, &named, "an array");
        return;
    }
    read_block(&r, parent, statements);
}

void jd_document_read_json(Document *document, const Source *source) {
    document->root.word = "statements";
    jd_json_statements(document, source, NULL, &document->root);
}
