/* SPDX-License-Identifier: MIT
 *
 * Document -> JdModel: carries out one statement after the other. All names of the text are noted
 * first, so that a name used too early, or one whose declaration failed, is told from a misspelt
 * one. */
#include "text/inside.h"
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------- */

static const char *slot_name(const Slot *slot) {
    const Expr *expr = slot->expr;
    if (expr && expr->kind == EXPR_CALL) return expr->text;
    while (expr && expr->kind != EXPR_NAME) expr = expr->count ? expr->args[0] : NULL;
    return expr ? expr->text : slot->text;
}

static const char *declared_name(const Node *node) {
    return node->slots.count ? slot_name(&node->slots.at[0]) : NULL;
}

typedef void Note(Known *known, const Node *node, const Slot *slot);

/* Calls `note` for each name that the node declares: of rows those with a value. A statement that
 * nobody knows may have meant any kind of thing. */
static void each_declared(Build *build, const Node *node, Note *note) {
    const bool unknown = !*node->kind->word, rows = node->kind->flags & KIND_ROWS;
    const int width = rows ? jd_kind_width(node->kind) : node->slots.count;
    if (!unknown && !node->kind->declares) return;
    for (int n = 0; n < node->slots.count; n += width) {
        const Slot *slot = &node->slots.at[n];
        const char *name = slot_name(slot);
        if (!name || (rows && (n + 1 >= node->slots.count || !slot[1].expr))) continue;
        for (int space = 1; space < DECLARES_COUNT; space++) {
            if (!unknown && (int)node->kind->declares != space) continue;
            Known *known = jd_known_add(&build->here->declared[space], name, build->arena);
            if (known) note(known, node, slot);
        }
    }
}

static void note_span(Known *known, const Node *node, const Slot *slot) {
    if (known->span.source) return;
    known->span = slot->span;
    known->node = node;
}

static void note_seen(Known *known, const Node *node, const Slot *slot) {
    (void)node, (void)slot;
    known->seen = true;
}

static void note_bad(Known *known, const Node *node, const Slot *slot) {
    (void)node, (void)slot;
    known->bad = known->seen = true;
}

/* A parameter that an event sets is a value of the run, too: expressions of the run read it there.
 */
static void note_sets(Build *build, const Node *node) {
    for (int n = 0; n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        const Expr *target = clause->slots.count ? clause->slots.at[0].expr : NULL;
        if (strcmp(clause->word, "set") != 0 || !target || target->kind != EXPR_NAME) continue;
        const Known *value = jd_known_find(&build->here->declared[DECLARES_VALUE], target->text);
        if (!value || !value->node || value->node->kind != &jd_say_param) continue;
        Known *own = jd_known_add(&build->here->declared[DECLARES_OWN], target->text, build->arena);
        if (own) own->node = value->node;
    }
}

/* A part keeps the names in its block to itself. */
void jd_build_declare(Build *build, const Node *parent) {
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        each_declared(build, node, note_span);
        if (node->kind == &jd_say_when) note_sets(build, node);
        if (node->kind->declares != DECLARES_PART) jd_build_declare(build, node);
    }
}

/* What it would have declared. */
static void mark_bad(Build *build, const Node *node) {
    each_declared(build, node, note_bad);
    if (node->kind->declares == DECLARES_PART) return;
    for (int n = 0; n < node->block.count; n++) mark_bad(build, node->block.at[n]);
}

/* ---- Clauses that must be there, or must not ------------------------------------------------ */

/* The first of the words that is said as a clause. */
static const Node *clause_of(const Node *node, const char *words) {
    for (int n = 0; words && n < node->clauses.count; n++)
        if (jd_word_in_list(node->clauses.at[n]->word, words)) return node->clauses.at[n];
    return NULL;
}

/* "body 'crank'", or just "run". */
static const char *describe(Build *build, const Node *node) {
    const SlotShape *shape = node->kind->shape;
    const bool named = shape->label && (shape->kind == SLOT_NAME || node->kind->declares);
    const char *name = named ? jd_instance_full(build, build->here, declared_name(node)) : NULL;
    const char *text = name ? jd_arena_format(build->arena, "%s '%s'", node->word, name) : NULL;
    return text ? text : node->word;
}

/* The form of the clause, and of those that may stand for it. */
static void hint_missing(Build *build, const Node *node, const Kind *kind) {
    Text text = {0};
    jd_kind_usage(kind, &text);
    for (const Kind *other = node->kind->clauses; kind->unless && other->word; other++) {
        if (!jd_word_in_list(other->word, kind->unless)) continue;
        jd_text_print(&text, "`, or `");
        jd_kind_usage(other, &text);
    }
    if (!text.failed)
        jd_hint(jd_build_log(build), "add `%s`%s%s", text.at, kind->unless ? "" : ": ",
                kind->unless ? "" : kind->summary);
    jd_text_free(&text);
}

static bool check_clauses(Build *build, const Node *node) {
    bool good = true;
    for (const Kind *kind = node->kind->clauses; kind && kind->word; kind++) {
        const Node *clause = jd_node_clause(node, kind->word);
        if (!clause && kind->flags & KIND_REQUIRED && !clause_of(node, kind->unless)) {
            jd_report(jd_build_log(build), JD_ERROR, "clause-missing",
                      jd_build_where(build, node->span), "%s does not say its '%s'",
                      describe(build, node), kind->word);
            hint_missing(build, node, kind);
            good = false;
        }
        const Node *other = clause ? clause_of(node, kind->excludes) : NULL;
        if (other) {
            jd_report(jd_build_log(build), JD_ERROR, "clause-conflict",
                      jd_build_where(build, other->span), "'%s' and '%s' contradict each other",
                      clause->word, other->word);
            jd_hint(jd_build_log(build), "keep one of them");
            good = false;
        }
    }
    for (int n = 0; n < node->clauses.count; n++)
        if (!check_clauses(build, node->clauses.at[n])) good = false;
    return good;
}

static bool check_once(Build *build, const Node *node) {
    if (!(node->kind->flags & KIND_ONCE)) return true;
    int n = 0;
    while (jd_statement_at(n) != node->kind) n++;
    const Node *first = build->said[n];
    build->said[n] = node;
    if (!first) return true;
    const Where where = jd_build_where(build, first->span);
    jd_report(jd_build_log(build), JD_ERROR, "statement-twice", jd_build_where(build, node->span),
              "`%s` is said twice, first in line %d of %s", node->word, where.line,
              where.file ? where.file : "the text");
    jd_hint(jd_build_log(build), "keep one of them");
    return false;
}

/* ---- Statements ----------------------------------------------------------------------------- */

bool jd_build_count(Build *build, const Node *node) {
    if (build->full || build->messages->full || build->arena->failed) return false;
    if (++build->statements <= LIMIT_STATEMENTS) return true;
    build->full = true;
    jd_report(jd_build_log(build), JD_ERROR, "too-many-statements",
              jd_build_where(build, node->span),
              "the repeats and parts make more than %d statements", (int)LIMIT_STATEMENTS);
    jd_hint(jd_build_log(build), "are the bounds of `repeat` what you meant?");
    return false;
}

void jd_build_statements(Build *build, const Node *parent) {
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        if (!jd_build_count(build, node)) return;
        if (build->no_expects && node->kind->flags & KIND_JUDGES) continue;
        if (node->kind->flags & KIND_WHOLE && build->here != &build->top) {
            mark_bad(build, node); /* the part was told */
            continue;
        }
        const bool include = strcmp(node->kind->word, "include") == 0;
        if (include && node->broken) build->incomplete = true;
        const bool sound = !node->broken && check_once(build, node);
        const bool clauses = sound && check_clauses(build, node);
        if (clauses && node->kind->build(build, node))
            each_declared(build, node, note_seen);
        else
            mark_bad(build, node);
    }
}
