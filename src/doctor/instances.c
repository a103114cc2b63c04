/* SPDX-License-Identifier: MIT
 *
 * Two instances of a part that are given the same, so that both stand in one place: one was copied,
 * and what was to be changed was not. What its joints and its bodies lack follows from that. */
#include "doctor/inside.h"
#include <string.h>

enum { POINTS = 16, USES = 200 }; /* at which joints hold one; of a model */

static const char *name_of(Patient *p, const Node *node) {
    return node->slots.count ? jd_span_text(p, node->slots.at[0].span) : NULL;
}

static bool is_point(Patient *p, const char *name) {
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        const char *own = strcmp(node->word, "point") ? NULL : name_of(p, node);
        if (own && !strcmp(own, name)) return true;
    }
    return false;
}

/* All that is said of it behind its name, without blanks. */
static const char *said_of(Patient *p, const Node *use) {
    const Slot *part = jd_node_slot(use, "part");
    const size_t from = part ? part->span.start : use->end;
    char *text = jd_arena_text(&p->arena, p->def.text + from, use->end - from);
    size_t count = 0;
    for (char *c = text; c && *c; c++)
        if (!strchr(" \t\n\r{}", *c)) text[count++] = *c;
    if (text) text[count] = 0;
    return text;
}

static const Slot *given(Patient *p, const Node *use, const char *name) {
    const Node *with = jd_node_clause(use, "with");
    for (int n = 0; with && n + 1 < with->slots.count; n += 2) {
        const char *own = jd_span_text(p, with->slots.at[n].span);
        if (own && !strcmp(own, name)) return &with->slots.at[n + 1];
    }
    return NULL;
}

/* "120 deg" as a number and what stands behind it. */
static bool read_number(Patient *p, const Slot *slot, double *value, const char **unit) {
    const char *text = slot ? jd_span_text(p, slot->span) : NULL;
    const size_t minus = text && *text == '-';
    const size_t digits = text ? jd_number_read(text + minus, strlen(text + minus), value) : 0;
    if (!digits) return false;
    if (minus) *value = -*value;
    *unit = text + minus + digits;
    return true;
}

/* 0, 120, 120 deg: it goes on as it began. */
static void go_on(Patient *p, Changes *to, const Node *before, const Node *twin, const Node *use) {
    const Node *with = jd_node_clause(use, "with");
    for (int n = 0; with && before && n + 1 < with->slots.count; n += 2) {
        const char *name = jd_span_text(p, with->slots.at[n].span);
        double first, second, own;
        const char *unit;
        if (!name || !read_number(p, given(p, before, name), &first, &unit) ||
            !read_number(p, given(p, twin, name), &second, &unit) ||
            !read_number(p, &with->slots.at[n + 1], &own, &unit) || first == second)
            continue;
        char number[32];
        jd_number_text(2 * second - first, number, sizeof number);
        jd_change_add(p, to, with->slots.at[n + 1].span, "as the others go on", 1, "%s%s", number,
                      unit);
    }
}

/* side = 1 and side = -1. */
static void other_signs(Patient *p, Changes *to, const Node *use) {
    const Node *with = jd_node_clause(use, "with");
    for (int n = 0; with && n + 1 < with->slots.count; n += 2)
        if (with->slots.at[n + 1].expr && with->slots.at[n + 1].expr->kind != EXPR_NAME)
            jd_change_sign(p, to, with->slots.at[n + 1].expr, 0.7);
}

/* a = B0, b = B1 of an instance whose joints are at S0 and S1: points that bodies of it are held
 * at, in place of those that it was given, all at once. */
static void by_joints(Patient *p, Changes *to, const Node *use) {
    const Node *with = jd_node_clause(use, "with");
    const char *name = name_of(p, use), *points[POINTS];
    int count = 0, next = 0;
    if (!with || !name) return;
    const size_t length = strlen(name);
    for (int n = 0; n < p->document.root.block.count && count < POINTS; n++) {
        const Node *node = p->document.root.block.at[n];
        const Node *at = strcmp(node->word, "joint") ? NULL : jd_node_clause(node, "at");
        static const char *const sides[] = {"i", "j"};
        bool own = false;
        for (int k = 0; k < 2 && at; k++) {
            const Slot *slot = jd_node_slot(node, sides[k]);
            const char *side = slot ? jd_span_text(p, slot->span) : NULL;
            own = own || (side && !strncmp(side, name, length) && side[length] == '.');
        }
        if (own && at->slots.count == 1) points[count++] = jd_span_text(p, at->slots.at[0].span);
    }
    const size_t from = with->slots.count ? with->slots.at[0].span.start : 0;
    const char *text = "";
    int changed = 0;
    for (int n = 0; n + 1 < with->slots.count && text; n += 2) {
        const char *key = jd_span_text(p, with->slots.at[n].span),
                   *old = jd_span_text(p, with->slots.at[n + 1].span);
        if (!key || !old) return;
        const bool point = is_point(p, old) && next < count && points[next];
        changed += point;
        text = jd_arena_format(&p->arena, "%s%s%s = %s", text, n ? ", " : "", key,
                               point ? points[next++] : old);
    }
    const Slot *last = with->slots.count ? &with->slots.at[with->slots.count - 1] : NULL;
    if (text && last && changed && changed == count)
        jd_change_add(p, to, (Span){NULL, from, last->span.start + last->span.length - from},
                      "where its joints are", 0.9, "%s", text);
}

static void look_at_use(Patient *p, int number) {
    const Node *root = &p->document.root, *use = root->block.at[number], *before = NULL;
    const char *own = said_of(p, use);
    for (int n = 0; n < number && own; n++) {
        const Node *other = root->block.at[n];
        const char *like = strcmp(other->word, "use") ? NULL : said_of(p, other);
        if (!like) continue;
        if (strcmp(like, own)) {
            before = other;
            continue;
        }
        if (!jd_node_clause(use, "at") && !jd_node_clause(use, "with") &&
            !jd_node_clause(use, "turned"))
            return; /* nothing that was to be changed */
        if (!jd_find(p, JD_WARNING, "use-repeated", jd_span_where(use->span),
                     "'%s' is given all that '%s' has: both stand in one place", name_of(p, use),
                     name_of(p, other)))
            return;
        Changes changes = {0};
        go_on(p, &changes, before, other, use);
        by_joints(p, &changes, use);
        other_signs(p, &changes, use);
        if (!jd_try_remedy(p, &changes, "use-repeated"))
            jd_hint(p->log, "what is it to have that '%s' has not?", name_of(p, other));
        return;
    }
}

static void look(Patient *p) {
    const Node *root = &p->document.root;
    if (!p->source || root->block.count > USES) return;
    for (int n = 0; n < root->block.count; n++)
        if (!strcmp(root->block.at[n]->word, "use")) look_at_use(p, n);
}

const Examination jd_examination_instances = {"instances", NEEDS_TEXT, look};
