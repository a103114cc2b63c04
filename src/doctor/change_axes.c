/* SPDX-License-Identifier: MIT
 *
 * Axes that are two, or that are written as a vector: the pair of another universal joint, this way
 * and the other; the vector turned by a quarter; and for a joint of another type the axes that it
 * needs then. */
#include "doctor/inside.h"
#include <string.h>

/* From its clause `axis` to the end of its clause `second`; length 0: it does not say both. */
static Span pair_span(const Node *statement, const char **axis, const char **second, Patient *p) {
    const Span a = jd_clause_span(statement, "axis"), b = jd_clause_span(statement, "second");
    if (!a.length || !b.length || b.start < a.start) return (Span){0};
    *axis = jd_span_text(p, a), *second = jd_span_text(p, b);
    return *axis && *second ? (Span){NULL, a.start, b.start + b.length - a.start} : (Span){0};
}

static void add_pair(Patient *p, Changes *to, Span span, const char *a, const char *b) {
    jd_change_add(p, to, span, "with both axes of another joint", 0.7, "%s  second %s", a, b);
}

/* Both axes as those of other joints that have two, and each pair exchanged. */
static void pairs_of_others(Patient *p, Changes *to, const Node *statement, const Node *parent) {
    const char *axis, *second, *a, *b;
    const Span own = pair_span(statement, &axis, &second, p);
    if (!own.length) return;
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        pairs_of_others(p, to, statement, node);
        if (strcmp(node->word, "joint") || !pair_span(node, &a, &b, p).length) continue;
        if (node != statement) add_pair(p, to, own, a, b);
        add_pair(p, to, own, b, a);
    }
}

/* "[a, b, c]" about the third axis by a quarter, and so on. */
static void quarter_turns(Patient *p, Changes *to, const Expr *expr) {
    if (expr->kind == EXPR_UNITED) expr = expr->args[0];
    if (expr->kind != EXPR_VECTOR || expr->count != 3) return;
    const char *part[3];
    for (int n = 0; n < 3; n++)
        if (!(part[n] = jd_span_text(p, expr->args[n]->span))) return;
    for (int about = 0; about < 3; about++) {
        const int i = (about + 1) % 3, j = (about + 2) % 3;
        const char *turned[3] = {part[0], part[1], part[2]};
        const bool zero = !strcmp(part[j], "0");
        turned[i] = zero ? "0" : jd_arena_format(&p->arena, "-(%s)", part[j]);
        turned[j] = part[i];
        if (turned[i])
            jd_change_add(p, to, expr->span, "turned by a quarter", 0.6, "[%s, %s, %s]", turned[0],
                          turned[1], turned[2]);
    }
}

/* An axis as a vector that may stand in an expression. */
static const char *as_vector(const char *axis) {
    return !strcmp(axis, "x")   ? "[1, 0, 0]"
           : !strcmp(axis, "y") ? "[0, 1, 0]"
           : !strcmp(axis, "z") ? "[0, 0, 1]"
                                : axis;
}

/* As a universal joint: about the axis of a hinge on its first body, and across the link of its
 * second. */
static void as_universal(Patient *p, Changes *to, const Node *statement) {
    const Slot *type = jd_node_slot(statement, "type"), *i = jd_node_slot(statement, "i");
    const char *from, *end, *first = i ? jd_span_text(p, i->span) : NULL;
    if (!type || !first || !jd_link_of_side(p, statement, "j", &from, &end)) return;
    const size_t behind = type->span.start + type->span.length;
    const Span at = jd_clause_span(statement, "at");
    const size_t stop = at.length ? at.start + at.length : statement->end;
    const char *rest = jd_span_text(p, (Span){NULL, behind, stop - behind});
    for (int n = 0; n < p->document.root.block.count && rest; n++) {
        const Node *node = p->document.root.block.at[n];
        const Slot *a = jd_node_slot(node, "i"), *b = jd_node_slot(node, "j");
        if (strcmp(node->word, "joint") || node == statement || !a || !b) continue;
        const Span axis = jd_clause_span(node, "axis");
        const char *one = jd_span_text(p, a->span), *two = jd_span_text(p, b->span),
                   *text = axis.length ? jd_span_text(p, axis) : NULL;
        if (!one || !two || !text || (strcmp(one, first) && strcmp(two, first))) continue;
        jd_change_add(p, to, (Span){NULL, type->span.start, statement->end - type->span.start},
                      "as universal", 0.45, "universal%s  axis %s  second cross(%s, %s - %s)", rest,
                      text, as_vector(text), end, from);
        jd_change_alters(to);
    }
}

/* A hinge that is to be a universal joint: about its own axis, and across the link of its second
 * body. */
static void with_second(Patient *p, Changes *to, const Node *statement) {
    const Slot *type = jd_node_slot(statement, "type");
    const Span axis = jd_clause_span(statement, "axis");
    const char *from, *end, *text = axis.length ? jd_span_text(p, axis) : NULL;
    if (!text || !jd_link_of_side(p, statement, "j", &from, &end)) return;
    const size_t behind = type->span.start + type->span.length;
    const char *rest = jd_span_text(p, (Span){NULL, behind, statement->end - behind});
    if (!rest) return;
    jd_change_add(p, to, (Span){NULL, type->span.start, statement->end - type->span.start},
                  "as universal", 0.58, "universal%s  second cross(%s, (%s) - (%s))", rest,
                  as_vector(text), end, from);
    jd_change_alters(to);
}

void jd_changes_of_axes(Patient *p, Changes *to, const Node *statement) {
    const Slot *type = jd_node_slot(statement, "type");
    if (p->model->space != JD_SPATIAL || !type || !type->text) return;
    const Expr *axis = jd_clause_expr(statement, "axis");
    if (axis) quarter_turns(p, to, axis);
    pairs_of_others(p, to, statement, &p->document.root);
    if (jd_word_in_list(type->text, "fixed revolute spherical")) as_universal(p, to, statement);
    if (!strcmp(type->text, "revolute")) with_second(p, to, statement);
}
