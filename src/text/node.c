/* SPDX-License-Identifier: MIT
 *
 * Nodes of the tree: making them, keeping clauses in order, asking for what they say. And the count
 * of messages, so that a text of junk does not bury its reader. */
#include "text/inside.h"
#include <string.h>

/* ---- Messages ------------------------------------------------------------------------------- */

JdLog *jd_messages(Messages *messages) {
    const int most = messages->stranger ? 1 : LIMIT_MESSAGES;
    if (messages->full) return NULL;
    if (jd_log_errors(messages->log) - messages->before < most) return messages->log;
    messages->full = true;
    if (messages->stranger) {
        jd_report(messages->log, JD_NOTE, "file-not-model", nowhere,
                  "it does not begin with a statement, so that the rest is not shown");
        jd_hint(messages->log,
                "models of other programs are written anew: `jourdain help modelica`, "
                "`help mujoco`, `help adams` and `help 20-sim` name a page for each");
        return NULL;
    }
    jd_report(messages->log, JD_NOTE, "too-many-messages", nowhere,
              "there are more mistakes; the first %d are shown", (int)LIMIT_MESSAGES);
    jd_hint(messages->log, "later mistakes often follow from earlier ones: start with the first");
    return NULL;
}

bool jd_messages_failed(const Messages *messages) {
    return messages->full || jd_log_errors(messages->log) > messages->before;
}

JdLog *jd_reader_log(const Reader *r) {
    return jd_messages(r->document->messages);
}

Where jd_reader_where(const Reader *r, Span span) {
    return r->document->messages->full ? nowhere : jd_span_where(span);
}

/* ---- Making --------------------------------------------------------------------------------- */

Node *jd_node_new(Arena *arena, const Kind *kind, Span span) {
    Node *node = ARENA_NEW(arena, Node, 1);
    if (!node) return NULL;
    node->kind = kind;
    node->word = kind->word;
    node->span = span;
    return node;
}

void jd_node_add_clause(Node *node, Node *clause, const Reader *r) {
    const Node *first = jd_node_clause(node, clause->word);
    if (first && (!(clause->kind->flags & KIND_REPEATS) || clause->kind == &jd_kind_field)) {
        const Where before = jd_where_find(jd_reader_where(r, first->span));
        jd_report(jd_reader_log(r), JD_ERROR, "clause-twice", jd_reader_where(r, clause->span),
                  "'%s' is said twice, first in line %d", clause->word, before.line);
        jd_hint(jd_reader_log(r), "keep one of them");
        node->broken = true;
        return;
    }
    Node **added = PUSH(r->document->arena, node->clauses);
    if (!added) return;
    int place = node->clauses.count - 1;
    clause->said = place;
    const int order = jd_kind_order(node->kind, clause->kind);
    for (; place > 0; place--) {
        Node *left = node->clauses.at[place - 1];
        if (jd_kind_order(node->kind, left->kind) <= order) break;
        node->clauses.at[place] = left;
    }
    node->clauses.at[place] = clause;
}

void jd_note_type(Document *document, const Node *node) {
    if (strcmp(node->kind->word, "joint type") != 0) return;
    const Slot *name = jd_node_slot(node, "name");
    if (!name || !name->text) return;
    if (!document->types) document->types = ARENA_NEW(document->arena, KnownNames, 1);
    Known *type =
        document->types ? jd_known_add(document->types, name->text, document->arena) : NULL;
    if (type && !type->node) type->node = node;
}

/* ---- Asking --------------------------------------------------------------------------------- */

const Node *jd_node_clause(const Node *node, const char *word) {
    for (int n = 0; n < node->clauses.count; n++)
        if (strcmp(node->clauses.at[n]->word, word) == 0) return node->clauses.at[n];
    return NULL;
}

const Slot *jd_node_slot(const Node *node, const char *label) {
    for (int n = 0; node->kind->shape[n].label; n++) {
        if (strcmp(node->kind->shape[n].label, label) != 0) continue;
        const Slot *slot = n < node->slots.count ? &node->slots.at[n] : NULL;
        return slot && (slot->expr || slot->text) ? slot : NULL;
    }
    return NULL;
}

const Expr *jd_clause_expr(const Node *node, const char *word) {
    const Node *clause = jd_node_clause(node, word);
    return clause && clause->slots.count ? clause->slots.at[0].expr : NULL;
}
